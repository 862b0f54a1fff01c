"""The buttons: under the group's board from the public view alone, and in the private hand from its owner's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.game import Seat
from bot.games.invisible_man.codes import held, kind_of
from bot.games.invisible_man.town import TOWN
from bot.games.invisible_man.view import InvisibleView
from bot.games.invisible_man.words import DECKS, digits, place, plus
from bot.games.scene import Choice
from bot.words import Words

__all__ = ["COLUMNS", "ROWS", "private", "public"]

ROWS, COLUMNS = 8, 8
"""What a keyboard may have. Nothing of this game needs more: at most 32 cells and 17 doors, or 21 cards of a kind and
20 places, can be chosen from at a time."""
Rows = tuple[tuple[Choice, ...], ...]
_HELD, _LAID = "✋", "↔"


def public(view: InvisibleView, words: Words) -> Rows:
    """Give the board's buttons. Cards of the hand are offered by their position: how many there are all can see."""
    seat = view.to_act
    match view.phase:
        case "roll":
            return ((Choice(words.say("🎲 Roll"), "r"),),)
        case "draw":
            return ((Choice(words.say("Draw a NO"), "dn"), Choice(words.say("Draw a Cloak"), "dc")),)
        case "cards" if seat is not None:
            shown = view.seats[seat].cards
            count = shown.no if seat == view.invisible else shown.yes
            hand = [Choice(f"{_HELD} {words.number(n)}", f"h{n}") for n in range(1, count + 1)]
            return _cards(view, seat, hand, words)
        case "move" | "appear":
            numbers = [Choice(words.number(n), f"m{cell}") for n, cell in enumerate(view.cells, 1)]
            return _with_places(_grid(numbers, COLUMNS), view.doors, words)
        case "cloak" if seat is not None:
            cloaks = range(1, view.seats[seat].cards.cloaks + 1)
            return _grid([Choice(words.say("Cloak {number}", number=n), f"k{n}") for n in cloaks], 4)
    return ()


def private(view: InvisibleView, seat: Seat, words: Words) -> Rows:
    """Give the hand's buttons: cards by what they are, and of the doors those whose Signal is held."""
    if seat != view.to_act or view.hand is None:
        return ()
    match view.phase:
        case "cards":
            values = sorted(set(held(view, seat)))
            return _cards(view, seat, [Choice(f"{_HELD} {plus(value, words)}", f"v{value}") for value in values], words)
        case "move" if seat != view.invisible:
            return _with_places((), [door for door in view.doors if door in view.hand.signals], words)
        case "cloak":
            choices = [Choice(digits(cloak, words), f"s{cloak}") for cloak in view.hand.cloaks]
            return _grid(choices, 3)
    return ()


def _cards(view: InvisibleView, seat: Seat, hand: Sequence[Choice], words: Words) -> Rows:
    """Offer cards to lay, cards to move, the places they can go to, and to be done."""
    kind = kind_of(view, seat)
    laid = [Choice(f"{_LAID} {words.number(c.number)}", f"c{c.number}") for c in view.cards if c.kind == kind]
    done = (Choice(words.say("✅ No more {kind}", kind=DECKS[kind]), "x"),)
    targets = [cell for cell in TOWN.places if cell not in view.opened]
    return _with_places((done, *_grid(hand, COLUMNS), *_grid(laid, COLUMNS)), targets, words)


def _with_places(rows: Rows, places: Sequence[str], words: Words) -> Rows:
    """Add places by sign and name below other rows, in as few columns as leave room for all."""
    left = ROWS - len(rows)
    columns = next(n for n in range(2, COLUMNS + 1) if n * left >= len(places))
    return (*rows, *_grid([Choice(place(cell, words), f"@{cell}") for cell in places], columns))


def _grid(choices: Iterable[Choice], columns: int) -> Rows:
    each = list(choices)
    return tuple(tuple(each[start : start + columns]) for start in range(0, len(each), columns))
