"""The buttons: under the group's board from the public view alone, and in the private hand from its owner's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.presentation import Choice
from bot.engine.rules import Seat
from bot.games.invisible_man.buttons import held, kind_of
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import DECKS, digits, place, plus
from bot.i18n.translator import Translator

ROWS, COLUMNS = 8, 8
"""What a keyboard may have. Nothing of this game needs more: at most 32 cells and 17 doors, or 21 cards of a kind and
20 places, can be chosen from at a time."""
Rows = tuple[tuple[Choice, ...], ...]
_HELD, _LAID = "✋", "↔"


def public(view: InvisibleManView, tr: Translator) -> Rows:
    """Give the board's buttons. Cards of the hand are offered by their position: how many there are all can see."""
    seat = view.to_act
    match view.phase:
        case "roll":
            return ((Choice(tr.t("🎲 Roll"), "r"),),)
        case "draw":
            return ((Choice(tr.t("Draw a NO"), "dn"), Choice(tr.t("Draw a Cloak"), "dc")),)
        case "cards" if seat is not None:
            shown = view.seats[seat].cards
            count = shown.no if seat == view.invisible else shown.yes
            hand = [Choice(f"{_HELD} {tr.number(n)}", f"h{n}") for n in range(1, count + 1)]
            return _cards(view, seat, hand, tr)
        case "move" | "appear":
            numbers = [Choice(tr.number(n), f"m{cell}") for n, cell in enumerate(view.cells, 1)]
            return _with_places(_grid(numbers, COLUMNS), view.doors, tr)
        case "cloak" if seat is not None:
            cloaks = range(1, view.seats[seat].cards.cloaks + 1)
            return _grid([Choice(tr.t("Cloak {number}", number=n), f"k{n}") for n in cloaks], 4)
    return ()


def private(view: InvisibleManView, seat: Seat, tr: Translator) -> Rows:
    """Give the hand's buttons: cards by what they are, and of the doors those whose Signal is held."""
    if seat != view.to_act or view.hand is None:
        return ()
    match view.phase:
        case "cards":
            values = sorted(set(held(view, seat)))
            return _cards(view, seat, [Choice(f"{_HELD} {plus(value, tr)}", f"v{value}") for value in values], tr)
        case "move" if seat != view.invisible:
            return _with_places((), [door for door in view.doors if door in view.hand.signals], tr)
        case "cloak":
            choices = [Choice(digits(cloak, tr), f"s{cloak}") for cloak in view.hand.cloaks]
            return _grid(choices, 3)
    return ()


def _cards(view: InvisibleManView, seat: Seat, hand: Sequence[Choice], tr: Translator) -> Rows:
    """Offer cards to lay, cards to move, the places they can go to, and to be done."""
    kind = kind_of(view, seat)
    laid = [Choice(f"{_LAID} {tr.number(c.number)}", f"c{c.number}") for c in view.cards if c.kind == kind]
    done = (Choice(tr.t("✅ No more {kind}", kind=DECKS[kind]), "x"),)
    targets = [cell for cell in TOWN.places if cell not in view.opened]
    return _with_places((done, *_grid(hand, COLUMNS), *_grid(laid, COLUMNS)), targets, tr)


def _with_places(rows: Rows, places: Sequence[str], tr: Translator) -> Rows:
    """Add places by sign and name below other rows, in as few columns as leave room for all."""
    left = ROWS - len(rows)
    columns = next(n for n in range(2, COLUMNS + 1) if n * left >= len(places))
    return (*rows, *_grid([Choice(place(cell, tr), f"@{cell}") for cell in places], columns))


def _grid(choices: Iterable[Choice], columns: int) -> Rows:
    each = list(choices)
    return tuple(tuple(each[start : start + columns]) for start in range(0, len(each), columns))
