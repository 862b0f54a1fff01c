"""What the buttons say in this game's own short code, and how it is read.

r roll · dn, dc draw a NO or a Cloak · x no more cards · m<cell> walk or appear · @<place> enter a place, or lay the
chosen card there · k<position> the Cloak at this position in the hand · s<digits> this Cloak.
First halves, which a place follows: h<position> the card at this position in the hand · v<value> a card of this value
· c<number> the face-down card of this number.

Codes with a position give away nothing, so they stand in the group; those with a value stand in the private hand only.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.presentation import FirstPress
from bot.engine.rules import Action, Seat
from bot.errors import Refusal
from bot.games.invisible_man.rules.moves import Appear, Draw, LaidKind, Move, Pass, Place, Roll, Shed, Shift
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import DECKS, REFUSALS
from bot.i18n.translator import lazy

_PLAIN: dict[str, Action] = {"r": Roll(), "dn": Draw("no"), "dc": Draw("cloak"), "x": Pass()}


def kind_of(view: InvisibleManView, seat: Seat) -> LaidKind:
    """Tell which cards a seat lays and moves."""
    return "no" if seat == view.invisible else "yes"


def held(view: InvisibleManView, seat: Seat) -> tuple[int, ...]:
    """Give the cards that this seat could lay, sorted, from its own view."""
    if view.hand is None:
        return ()
    return view.hand.no if seat == view.invisible else view.hand.yes


def decode(view: InvisibleManView, seat: Seat, half: str | None, code: str) -> Action | FirstPress:
    """Read a code with the view of the seat that presses. Raises Refusal."""
    if seat != view.to_act:
        raise Refusal(REFUSALS["game_over" if view.to_act is None else "not_your_turn"])
    if code in _PLAIN:
        return _PLAIN[code]
    letter, rest = code[:1], code[1:]
    if letter == "m" and rest in TOWN.at:
        return Appear(rest) if view.phase == "appear" else Move(rest)
    if letter == "@" and rest in TOWN.buildings:
        return _at(view, seat, half, rest)
    if letter in "kshvc" and rest.isascii() and rest.isdigit() and len(rest) <= 5:
        return _cloak(view, code) if letter in "ks" else _half(view, seat, code)
    raise Refusal(REFUSALS["unknown_action"])


def _at(view: InvisibleManView, seat: Seat, half: str | None, place: str) -> Action:
    """Enter a place or, among the card actions, put the card there that was chosen before.

    A choice need not be made where there is none: of one card's value in the hand, and none face down to move.
    """
    if view.phase != "cards":
        return Move(place)
    if half is None:
        values, kind = set(held(view, seat)), kind_of(view, seat)
        if len(values) != 1 or any(card.kind == kind for card in view.cards):
            raise Refusal(REFUSALS["card_first"])
        return Place(values.pop(), place)
    chosen = int(half[1:])
    if half[0] == "c":
        return Shift(chosen, place)
    return Place(_card(held(view, seat), chosen) if half[0] == "h" else chosen, place)


def _half(view: InvisibleManView, seat: Seat, code: str) -> FirstPress:
    """Remember which card is to be laid or moved."""
    kind, chosen = kind_of(view, seat), int(code[1:])
    if view.phase != "cards":
        raise Refusal(REFUSALS["not_now"])
    if code[0] == "c":
        if not any(card.number == chosen and card.kind == kind for card in view.cards):
            raise Refusal(REFUSALS["no_such_card"])
        return FirstPress(
            code, lazy("{kind} {card} is chosen. Now press its new place.", kind=DECKS[kind], card=chosen)
        )
    value = _card(held(view, seat), chosen) if code[0] == "h" else chosen
    if value not in held(view, seat):
        raise Refusal(REFUSALS["no_such_card"])
    return FirstPress(code, lazy("{kind} +{value} is chosen. Now press its place.", kind=DECKS[kind], value=value))


def _cloak(view: InvisibleManView, code: str) -> Shed:
    """Read which Cloak is to be thrown off."""
    cloaks, chosen = view.hand.cloaks if view.hand else (), int(code[1:])
    return Shed(_card(cloaks, chosen) if code[0] == "k" else chosen)


def _card(cards: Sequence[int], position: int) -> int:
    """Give the card at a position counted from 1. Raises Refusal."""
    if not 1 <= position <= len(cards):
        raise Refusal(REFUSALS["no_such_card"])
    return cards[position - 1]
