"""The text of the town and of a hand: all that their pictures show, so that a blind player can play from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from bot.engine.presentation import Player
from bot.engine.rules import Seat
from bot.games.invisible_man.rules.moves import LaidKind
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import HandView, InvisibleManView
from bot.games.invisible_man.text import (
    DECKS,
    ICONS,
    PLACES,
    card,
    digits,
    kept_together,
    place,
    plus,
    sign,
    where,
)
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, joined, plain_text

ROOM = 860
"""How long a board may be, with what was told, in UTF-16 units: the table's own lines need room too."""
LEAST_ROOM = 330
"""What is left to the town at least: where more is told, the table leaves out what was told before."""
SHOWN_FROM = 12
"""From which quiet round on the count is shown (N47)."""
CHASE_SHOWN_FROM = 30
"""From which round of a chase on the count is shown (N53)."""
ALERT = 200
"""What an alert holds, in UTF-16 units."""
_SIGNS = {"no": "✗", "yes": "✓"}


def patience_used(view: InvisibleManView) -> tuple[int, int] | None:
    """Return how many rounds of how many the chief has waited, in vain or for the end of a chase (N47, N53).

    None until the game is near to an end by that, and where it never ends so.
    """
    if view.pawn is not None:
        count, most, shown_from = view.chase, view.longest_chase, CHASE_SHOWN_FROM
    else:
        count, most, shown_from = view.quiet, view.patience, SHOWN_FROM
    return None if most is None or count < shown_from else (count, most)


def status(view: InvisibleManView, tr: Translator) -> RichText:
    """Return how near the Invisible Man is to winning; nothing after the end, where `final` tells it."""
    if view.to_act is None:
        return ()
    lines = [_opened(view, tr)]
    used = patience_used(view)
    if used and view.pawn is None:
        lines.append(tr.rich("Quiet rounds: {quiet} of {patience}", quiet=used[0], patience=used[1]))
    elif used:
        # NOTE: On the board when a chase has gone on for very long: so many of its rounds are over.
        lines.append(tr.rich("Chase rounds: {rounds} of {limit}", rounds=used[0], limit=used[1]))
    return joined(lines)


def running(view: InvisibleManView, opened: RichText, players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the town while the game runs: seats, piles, cards on places, open Signals, numbered cells.

    Places go by sign and name where that fits into ROOM beside what stands open, else all is said in signs; the last
    resort counts the cards.
    """
    room = max(LEAST_ROOM, ROOM - utf16_length(plain_text(opened)) - 1)
    seats = tuple(_seats(view, players, tr))
    for manner in (_in_words, _in_signs, _in_counts):
        body = joined((*seats, *_town(view, manner, tr)))
        if utf16_length(plain_text(body)) <= room:
            break
    return body


def final(view: InvisibleManView, players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the town after the end: the seats, and the open Signals; why it ended is the last move told."""
    return joined((*_seats(view, players, tr), _opened(view, tr)))


def _seats(view: InvisibleManView, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    for seat, player in enumerate(players):
        name = tr.name(player.name, "bold")
        yield _hunted(view, seat, name, tr) if seat == view.invisible else _policeman(view, seat, name, tr)


def _hunted(view: InvisibleManView, seat: Seat, name: Span, tr: Translator) -> RichText:
    shown = view.seats[seat]
    values = {"name": name, "no": shown.cards.no, "cloaks": shown.cards.cloaks}
    if shown.cell is None:
        # NOTE: A line of the board for the Invisible Man: {no} and {cloaks} are how many cards are held.
        return tr.rich("👻 {name}: hidden; NO {no}, Cloaks {cloaks}", **values)
    # NOTE: The same while the pawn is on the map, in a chase: {cell} is the space where it stands, a name or a label
    # such as G4.
    return tr.rich("👻 {name}: in sight, {cell}; NO {no}, Cloaks {cloaks}", cell=where(shown.cell, tr), **values)


def _policeman(view: InvisibleManView, seat: Seat, name: Span, tr: Translator) -> RichText:
    shown = view.seats[seat]
    if shown.out or shown.cell is None:
        # NOTE: A line of the board: this policeman has no charge left, or has left the game.
        return tr.rich("👮 {name}: out of the hunt", name=name)
    # NOTE: A line of the board: {cell} is where the pawn stands; the others count paint charges and cards.
    return tr.rich(
        "👮 {name}: {cell}; charges {charges}, Signals {signals}, YES {yes}",
        name=name,
        cell=where(shown.cell, tr),
        charges=shown.charges,
        signals=shown.cards.signals,
        yes=shown.cards.yes,
    )


def _town(
    view: InvisibleManView, manner: Callable[[InvisibleManView, Translator], Iterator[RichText]], tr: Translator
) -> Iterator[RichText]:
    piles = view.piles
    counts = {"signals": piles.signals, "yes": piles.yes, "no": piles.no, "cloaks": piles.cloaks}
    # NOTE: A line of the board: how many cards each pile still has.
    yield tr.rich("Piles: Signals {signals}, YES {yes}, NO {no}, Cloaks {cloaks}", **counts)
    yield from manner(view, tr)


def _in_words(view: InvisibleManView, tr: Translator) -> Iterator[RichText]:
    """List the places with the numbers of their cards (N13), then the numbered cells, at full length."""
    cards = []
    for cell, kinds in _laden(view):
        named = (f"{tr.translate(DECKS[kind])} {' '.join(card(n, tr) for n in numbers)}" for kind, numbers in kinds)
        cards.append(f"{place(cell, tr)} {', '.join(named)}")
    if cards:
        # NOTE: A line of the board: {cards} lists places with the numbers of the cards that lie there.
        yield tr.rich("Face down: {cards}", cards=" · ".join(cards))
    if view.cells:
        names = (tr.translate(PLACES[cell]) if cell in PLACES else TOWN.label(cell) for cell in view.cells)
        cells = " · ".join(f"{tr.number(number)} {name}" for number, name in enumerate(names, 1))
        # one isolate around them all: in right-to-left text each label would need its own, and room is short
        # NOTE: A line of the board: {cells} are the numbered spaces that the roll reaches.
        yield tr.rich("Within reach: {cells}", cells=kept_together(cells, tr))


def _in_signs(view: InvisibleManView, tr: Translator) -> Iterator[RichText]:
    yield from _short(view, lambda numbers: f"#{_joined(',', numbers, tr)}", tr)


def _in_counts(view: InvisibleManView, tr: Translator) -> Iterator[RichText]:
    yield from _short(view, lambda numbers: f"×{tr.number(len(numbers))}", tr)


def _short(view: InvisibleManView, written: Callable[[Sequence[int]], str], tr: Translator) -> Iterator[RichText]:
    cards = [
        ICONS[cell] + "".join(_SIGNS[kind] + written(numbers) for kind, numbers in kinds)
        for cell, kinds in _laden(view)
    ]
    if cards:
        # NOTE: A line of the board in few letters: the key of the two signs, then places with the numbers of their
        # cards.
        yield tr.rich("NO ✗, YES ✓: {cards}", cards=kept_together(" ".join(cards), tr))
    if view.cells:
        cells = (f"{tr.number(number)}:{TOWN.label(cell)}" for number, cell in enumerate(view.cells, 1))
        yield tr.rich("Within reach: {cells}", cells=kept_together(" ".join(cells), tr))


def _laden(view: InvisibleManView) -> Iterator[tuple[str, list[tuple[LaidKind, list[int]]]]]:
    """List the places with cards, in the order of the town, each with the numbers of its cards by kind."""
    kinds: tuple[LaidKind, LaidKind] = ("no", "yes")
    for cell in ICONS:
        here = [card for card in view.cards if card.place == cell]
        if here:
            numbers = [(kind, [card.number for card in here if card.kind == kind]) for kind in kinds]
            yield cell, [(kind, each) for kind, each in numbers if each]


def _joined(between: str, numbers: Sequence[int], tr: Translator) -> str:
    return between.join(tr.number(number) for number in numbers)


def _opened(view: InvisibleManView, tr: Translator) -> RichText:
    """Say how many Signals are face up, and show the signs of their places."""
    every = len(ICONS.keys() - {TOWN.laboratory})
    # NOTE: Caption of the board, under the picture. A Signal is revealed (lies face up) once its place has been
    # checked, or by a six.
    count = tr.rich("Signals revealed: {count} of {all}", count=len(view.opened), all=every)
    return (*count, Span("".join(f" {ICONS[cell]}" for cell in view.opened))) if view.opened else tuple(count)


def hand(view: InvisibleManView, seat: Seat, tr: Translator) -> RichText:
    """Describe a seat's hand line by line: the cards, then the own ones that lie face down, with their values."""
    assert view.hand is not None, "the view is that of a seat"
    lines = [*_held(view, view.hand, tr), *_laid(view, seat, tr)] or [tr.rich("Your hand is empty.")]
    return joined(lines)


def hand_alert(view: InvisibleManView, tr: Translator) -> str:
    """Return the hand for a private answer, in the clearest manner for which its 200 characters have room.

    Places go by sign and name where there is room, else by sign; what was laid is told if it fits; the digits of the
    fullest hands stand close together.
    """
    assert view.hand is not None, "the view is that of a seat"
    laid = _laid_in_short(view, tr)
    short = ""
    for named, told in ((place, laid), (sign, laid), (place, ()), (sign, ())):
        short = "\n".join((*_hand_in_short(view, view.hand, named, "·", tr), *told))
        if utf16_length(short) <= ALERT:
            return short or tr.t("Your hand is empty.")
    return "\n".join(_hand_in_short(view, view.hand, sign, "", tr))


def _held(view: InvisibleManView, hand: HandView, tr: Translator) -> Iterator[RichText]:
    if hand.signals:
        yield _line("signal", " · ".join(_signal(view, signal, tr) for signal in hand.signals), tr)
    if hand.yes:
        yield _line("yes", ", ".join(plus(value, tr) for value in hand.yes), tr)
    if hand.no:
        yield _line("no", ", ".join(plus(value, tr) for value in hand.no), tr)
    if hand.cloaks:
        yield _line("cloak", ", ".join(f"({digits(cloak, tr)})" for cloak in hand.cloaks), tr)


def _line(deck: str, cards: str, tr: Translator) -> RichText:
    return tr.rich("{deck}: {cards}", deck=Span(tr.translate(DECKS[deck]), "bold"), cards=cards)


def _signal(view: InvisibleManView, signal: str, tr: Translator) -> str:
    return f"{place(signal, tr)} ({digits(view.digits[signal], tr)})"


def _laid(view: InvisibleManView, seat: Seat, tr: Translator) -> Iterator[RichText]:
    """List what this seat has laid, wherever others have moved it (N13)."""
    kind = tr.translate(DECKS[view.kind_of(seat)])
    own = [
        f"{kind} {card(each.number, tr)} ({plus(each.value, tr)}) {place(each.place, tr)}"
        for each in view.cards
        if each.value is not None
    ]
    if own:
        # NOTE: Read privately by one player: the own cards that lie face down in town, with their values. Short, for an
        # alert.
        yield tr.rich("Placed by you: {cards}", cards=" · ".join(own))


def _hand_in_short(
    view: InvisibleManView, hand: HandView, named: Callable[[str, Translator], str], between: str, tr: Translator
) -> Iterator[str]:
    """Return each kind of cards in a line; `between` stands between the digits of one card."""

    def hits(digits: Sequence[int]) -> str:
        return kept_together(_joined(between, digits, tr), tr) if between else _joined("", digits, tr)

    gap, cut = (" ", ", ") if between else ("", " ")
    parts = (
        ("signal", cut.join(f"{named(held, tr)}{gap}{hits(view.digits[held])}" for held in hand.signals)),
        ("yes", _values(hand.yes, tr)),
        ("no", _values(hand.no, tr)),
        ("cloak", ", ".join(hits(list(map(int, str(cloak)))) for cloak in hand.cloaks)),
    )
    for deck, cards in parts:
        if cards:
            yield tr.t("{deck}: {cards}", deck=tr.translate(DECKS[deck]), cards=cards)


def _laid_in_short(view: InvisibleManView, tr: Translator) -> tuple[str, ...]:
    """Return the cards that this seat has laid, as a line if there are any."""
    own = [
        f"{ICONS[each.place]} {card(each.number, tr)} {plus(each.value, tr)}"
        for each in view.cards
        if each.value is not None
    ]
    return (plain_text(tr.rich("Placed by you: {cards}", cards=", ".join(own))),) if own else ()


def _values(values: Sequence[int], tr: Translator) -> str:
    return " ".join(
        kept_together(f"+{tr.number(value)}" + (f"×{tr.number(count)}" if count > 1 else ""), tr)
        for value, count in sorted(Counter(values).items())
    )
