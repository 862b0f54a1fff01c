"""The buttons and their codes: under the group's board from the public view alone, and in the private hand.

r roll · dn, dc draw a NO or a Cloak · x no more cards · m<cell> walk or appear · @<place> enter a place, or lay the
chosen card there · k<position> the Cloak at this position in the hand · s<digits> this Cloak.
First halves, which a place follows: h<position> the card at this position in the hand · v<value> a card of this value
· c<number> the face-down card of this number.

Codes with a position give away nothing, so they stand in the group; those with a value stand in the private hand only.
The hand's buttons stay there from turn to turn, so its places say what for: l<place> lay the chosen card there,
e<place> enter. Pressed twice, or in another phase, neither does what the other is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.presentation import Choice, Choices, FirstPress
from bot.engine.rules import Action, Seat
from bot.errors import Refusal
from bot.games.invisible_man.rules.moves import Appear, Draw, EndCards, MovePawn, PlaceCard, Roll, Shed, ShiftCard
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import BUTTONS, DECKS, ICONS, REFUSALS, card, digits, plus, signed, tag
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator

COLUMNS = 8
"""Numbers in a row."""
NAMED = 6
"""So many places stand under the board with their names, more by their signs alone: else no map is seen on a phone."""
BESIDE_DONE, TOGETHER = 3, 4
"""How many buttons the row of "Done" has, and cards of both kinds one row: each row less shows more of the map."""
BESIDE = {3: 8.5, 2: 13.5}
"""How wide the words of labels may be, in letters, to stand so many in a row: on a phone none is cut."""
_NARROW, _WIDE = frozenset("iljtfrI.'’ ǃ"), frozenset("mwMWЖШЩЮЫжшщюыфФМ")

_HELD, _LAID, _DOOR = "✋", "↔", "🚪"
_AT, _LAY, _ENTER = "@", "l", "e"
_PLAIN: dict[str, Action] = {"r": Roll(), "dn": Draw("no"), "dc": Draw("cloak"), "x": EndCards()}


def choices(view: InvisibleManView, tr: Translator) -> Choices:
    """Return the board's buttons. Cards of the hand are offered by their position: how many there are all can see."""
    seat = view.to_act
    match view.phase:
        case "roll":
            return ((Choice(tr.t("🎲 Roll"), "r"),),)
        case "draw":
            # NOTE: Two buttons side by side, at most 20 letters each: which pile to draw one card from.
            return ((Choice(tr.t("Draw a NO"), "dn"), Choice(tr.t("Draw a Cloak"), "dc")),)
        case "cards" if seat is not None:
            shown = view.seats[seat].cards
            count = shown.no if seat == view.invisible else shown.yes
            hand = [Choice(f"{_HELD} {tr.number(n)}", f"h{n}") for n in range(1, count + 1)]
            cards, targets = _cards(view, seat, hand, tr), _targets(view)
            if len(targets) > NAMED:
                return (*cards, *_grid(_signs(targets), COLUMNS))
            return _with_places(cards, targets, tr)
        case "move" | "appear":
            numbers = [Choice(tr.number(n), f"m{cell}") for n, cell in enumerate(view.cells, 1)]
            if len(view.doors) > NAMED:
                return _grid((*numbers, *_signs(view.doors)), COLUMNS)
            return _with_places(_grid(numbers, COLUMNS), view.doors, tr)
        case "cloak" if seat is not None:
            cloaks = range(1, view.seats[seat].cards.cloaks + 1)
            # NOTE: A button; {number} only counts the Cloaks in the hand (Cloak 1, Cloak 2), as nobody may see their
            # digits.
            return _grid([Choice(tr.t("Cloak {number}", number=n), f"k{n}") for n in cloaks], 4)
    return ()


def hand_choices(view: InvisibleManView, seat: Seat, tr: Translator, pending: str | None = None) -> Choices:
    """Return the hand's buttons: cards by what they are, and the doors of the places whose Signals are held.

    They are the same from one phase of a turn to the next, so that its message need not be edited between. Places where
    a card can go follow once one is chosen, which is `pending`.
    """
    if seat != view.to_act or view.hand is None:
        return ()
    match view.phase:
        case "cards":
            return _with_places(_panel(view, seat, tr), _targets(view) if pending else (), tr, _LAY)
        case "move" if seat != view.invisible and any(door in view.hand.signals for door in view.doors):
            return _panel(view, seat, tr)
        case "cloak":
            choices = [Choice(digits(cloak, tr), f"s{cloak}") for cloak in view.hand.cloaks]
            return _grid(choices, 3)
    return ()


def _panel(view: InvisibleManView, seat: Seat, tr: Translator) -> Choices:
    """Offer what a hand is for: cards, and by their signs alone the doors that a policeman may enter."""
    values = sorted(set(_held(view, seat)))
    hand = [Choice(f"{_HELD} {plus(value, tr)}", f"v{value}") for value in values]
    signals = view.hand.signals if view.hand is not None and seat != view.invisible else ()
    doors = [Choice(f"{_DOOR} {ICONS[place]}", f"{_ENTER}{place}") for place in signals]
    return (*_cards(view, seat, hand, tr), *_grid(doors, COLUMNS))


def _cards(view: InvisibleManView, seat: Seat, hand: Sequence[Choice], tr: Translator) -> Choices:
    """Offer to be done, cards to lay, and cards to move."""
    kind = view.kind_of(seat)
    laid = [Choice(f"{_LAID}{card(c.number, tr)}", f"c{c.number}") for c in view.cards if c.kind == kind]
    # NOTE: A button: play no more cards this turn.
    done = Choice(tr.t("✅ Done"), "x")
    if len(hand) < BESIDE_DONE:
        return ((done, *hand), *_grid(laid, COLUMNS))
    if len(hand) + len(laid) <= TOGETHER:
        return ((done,), (*hand, *laid))
    return ((done,), *_grid(hand, COLUMNS), *_grid(laid, COLUMNS))


def _targets(view: InvisibleManView) -> list[str]:
    """List the places that a card can go to."""
    return [cell for cell in TOWN.places if cell not in view.opened]


def _signs(places: Iterable[str]) -> list[Choice]:
    """Offer places by their signs alone, which their drawings on the map show too."""
    return [Choice(ICONS[cell], f"{_AT}{cell}") for cell in places]


def _with_places(rows: Choices, places: Sequence[str], tr: Translator, letter: str = _AT) -> Choices:
    """Add places by sign and short name below other rows, as many in a row as stand there uncut, long ones last."""
    labels = {cell: tr.translate(BUTTONS[cell]) for cell in places}
    left, found = sorted(places, key=lambda cell: _abreast(labels[cell]), reverse=True), list(rows)
    while left:
        count = next(n for n in (3, 2, 1) if all(_abreast(labels[cell]) >= min(n, len(left)) for cell in left[:n]))
        found.append(tuple(Choice(labels[cell], f"{letter}{cell}") for cell in left[:count]))
        del left[:count]
    return tuple(found)


def _abreast(label: str) -> int:
    """Return how many labels as wide as this one stand in a row."""
    words = label.partition(" ")[2] or label
    width = sum(0.6 if letter in _NARROW else 1.35 if letter in _WIDE else 1 for letter in words)
    return next((count for count, room in BESIDE.items() if width <= room), 1)


def _grid(choices: Iterable[Choice], columns: int) -> Choices:
    """Divide buttons among as few rows as hold them, so many in a row at most and each row as full as the others."""
    each = list(choices)
    if not each:
        return ()
    wide = -(-len(each) // -(-len(each) // columns))
    return tuple(tuple(each[start : start + wide]) for start in range(0, len(each), wide))


def _held(view: InvisibleManView, seat: Seat) -> tuple[int, ...]:
    """Return the cards that this seat could lay, sorted, from its own view."""
    if view.hand is None:
        return ()
    return view.hand.no if seat == view.invisible else view.hand.yes


def read(view: InvisibleManView, seat: Seat, pending: str | None, code: str) -> Action | FirstPress:
    """Read a code with the view of the seat that presses. Raise Refusal."""
    if code in _PLAIN:
        return _PLAIN[code]
    letter, rest = code[:1], code[1:]
    if letter == "m" and rest in TOWN.at:
        return Appear(rest) if view.phase == "appear" else MovePawn(rest)
    if letter in (_AT, _LAY, _ENTER) and rest in TOWN.buildings:
        if letter != _AT and (letter == _LAY) != (view.phase == "cards"):
            raise Refusal(REFUSALS["not_now"])
        return _at(view, seat, pending, rest)
    if letter in "kshvc" and rest.isascii() and rest.isdigit() and len(rest) <= 5:
        return _cloak(view, code) if letter in "ks" else _pending_number(view, seat, code)
    raise Refusal(REFUSALS["unknown_action"])


def _at(view: InvisibleManView, seat: Seat, pending: str | None, place: str) -> Action:
    """Enter a place or, among the card actions, put the card there that was chosen before.

    A choice need not be made where there is none: of one card's value in the hand, and none face down to move.
    """
    if view.phase != "cards":
        return MovePawn(place)
    held = _held(view, seat)
    if pending is None:
        if len(set(held)) != 1 or any(card.kind == view.kind_of(seat) for card in view.cards):
            raise Refusal(REFUSALS["card_first"])
        return PlaceCard(held[0], place)
    chosen = int(pending[1:])
    if pending[0] == "c":
        return ShiftCard(chosen, place)
    return PlaceCard(_card(held, chosen) if pending[0] == "h" else chosen, place)


def _pending_number(view: InvisibleManView, seat: Seat, code: str) -> FirstPress:
    kind, chosen = view.kind_of(seat), int(code[1:])
    if view.phase != "cards":
        raise Refusal(REFUSALS["not_now"])
    if code[0] == "c":
        if not any(card.number == chosen and card.kind == kind for card in view.cards):
            raise Refusal(REFUSALS["no_such_card"])
        return FirstPress(
            # NOTE: A small note when somebody taps a card that lies in town; {kind} is YES or NO, {card} its number
            # such as #4.
            code,
            lazy("{kind} {card} selected. Now tap its new place.", kind=DECKS[kind], card=tag(chosen)),
        )
    held = _held(view, seat)
    value = _card(held, chosen) if code[0] == "h" else chosen
    if value not in held:
        raise Refusal(REFUSALS["no_such_card"])
    # NOTE: A small note when somebody taps a card of the own hand; {kind} is YES or NO, {value} such as +3.
    toast = lazy("{kind} {value} selected. Now tap the place for it.", kind=DECKS[kind], value=signed(value))
    return FirstPress(f"v{value}", toast)  # as the hand's own button has it, which then is marked


def _cloak(view: InvisibleManView, code: str) -> Shed:
    cloaks, chosen = view.hand.cloaks if view.hand else (), int(code[1:])
    return Shed(_card(cloaks, chosen) if code[0] == "k" else chosen)


def _card(cards: Sequence[int], position: int) -> int:
    """Return the card at a position counted from 1. Raise Refusal."""
    if not 1 <= position <= len(cards):
        raise Refusal(REFUSALS["no_such_card"])
    return cards[position - 1]
