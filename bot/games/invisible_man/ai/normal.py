"""A normal player, on both sides: sound rules of thumb, no search, no inference."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.invisible_man.ai.knowledge import Knowledge, average
from bot.games.invisible_man.ai.path_tables import BIT, CELLS, INDEX, STEPS
from bot.games.invisible_man.rules.moves import (
    Appear,
    Draw,
    EndCards,
    InvisibleAction,
    MovePawn,
    PlaceCard,
    Shed,
    ShiftCard,
)
from bot.games.invisible_man.rules.town import TOWN

HOMES = 3
"""Places to flee to that are laid first of all."""
EVEN = 0.65
"""The chance of a contest from which on a policeman asks for it."""
WAITED = 8
"""Quiet rounds after which he asks whatever the chance."""


def choose(known: Knowledge, legal: Sequence[InvisibleAction]) -> InvisibleAction:
    hidden = known.me == known.view.invisible
    match known.view.phase:
        case "draw":
            return Draw("cloak" if known.view.seats[known.me].cards.cloaks == 0 else "no")
        case "cards":
            return _defend(known, legal) if hidden else _prepare(known, legal)
        case "appear":
            seen = [action for action in legal if isinstance(action, Appear)]
            return max(seen, key=lambda action: _distance(known, INDEX[action.cell]))
        case "cloak":
            cloaks = [action for action in legal if isinstance(action, Shed)]
            return max(cloaks, key=lambda action: len(str(action.cloak)))
    moves = [action for action in legal if isinstance(action, MovePawn)]
    if known.view.pawn is None:
        return _walk(known, moves)
    return _flee(known, moves) if hidden else _pursue(known.view.pawn, moves)


def _target(known: Knowledge) -> str | None:
    """Choose the place a policeman heads for: the one that hits best; of equal ones the nearest."""
    places = [place for place in known.unchecked if place in known.hand.signals]
    here = CELLS[known.cell(known.me)]
    return min(places, key=lambda place: (-known.hit(place), _far(here, place)), default=None)


def _prepare(known: Knowledge, legal: Sequence[InvisibleAction]) -> InvisibleAction:
    """Lay the largest Yes where one goes; where one is sure of it, keep it."""
    goes = _target(known)
    own = [action for action in legal if isinstance(action, PlaceCard) and action.place == goes]
    if goes is None or not own or known.win(goes) > 0.9:
        return EndCards()
    return max(own, key=lambda action: action.value)


def _walk(known: Knowledge, moves: Sequence[MovePawn]) -> InvisibleAction:
    """Enter where the contest is fair, else go nearer to the target."""
    doors = [move for move in moves if move.cell in TOWN.places and _fair(known, move.cell)]
    if doors:
        return max(doors, key=lambda move: known.win(move.cell) * known.hit(move.cell))
    goes = _target(known)
    streets = [move for move in moves if move.cell not in TOWN.places] or moves
    if goes is None:
        return streets[0]
    return min(streets, key=lambda move: _far(move.cell, TOWN.hatched[goes]))


def _fair(known: Knowledge, place: str) -> bool:
    """Return whether a contest may be asked for: it is as good as even, or it has been quiet for too long."""
    return known.win(place) >= EVEN or known.view.quiet >= WAITED


def _pursue(pawn: str, moves: Sequence[MovePawn]) -> InvisibleAction:
    return min(moves, key=lambda move: _far(move.cell, pawn))


def _far(one: str, other: str) -> float:
    """Measure as the bird flies: that there is a river, or a block of houses, is seen when one stands before it."""
    (x, y), (end_x, end_y) = TOWN.at[one], TOWN.at[other]
    return abs(x - end_x) + abs(y - end_y)


def _flee(known: Knowledge, moves: Sequence[MovePawn]) -> InvisibleAction:
    """Into a refuge, else where the next roll may reach one, and the police is far."""
    refuges = known.refuges or BIT[TOWN.laboratory]

    def worth(move: MovePawn) -> float:
        if move.cell in TOWN.buildings:
            return 99.0
        soon = known.entrances.into(refuges)[1][INDEX[move.cell]]
        return min(7, _distance(known, INDEX[move.cell])) + 0.7 * soon

    return max(moves, key=worth)


def _apart(refuges: set[str], place: str) -> float:
    """Return how far a place is from all where one could flee to; the first is near the middle of the town."""
    row = STEPS[INDEX[place]]
    return min((row[INDEX[refuge]] for refuge in refuges), default=-row[INDEX[TOWN.station]])


def _distance(known: Knowledge, cell: int) -> int:
    return min(STEPS[known.cell(seat)][cell] for seat in known.police)


def _need(known: Knowledge, place: str) -> float:
    """Return how much a place wants a No: policemen and Yes are near, the Signal hits, and there is too little No."""
    near = sum(max(0.0, 1 - STEPS[known.cell(seat)][INDEX[place]] / 9) for seat in known.police)
    yes, no = known.yes[place], known.no[place]
    laid = yes.known + yes.unknown * average(known.yes_values)
    held = no.known + no.unknown * average(known.no_values)
    return (near + laid) * known.hit(place) * max(0.0, 2.5 + laid - held)


def _defend(known: Knowledge, legal: Sequence[InvisibleAction]) -> InvisibleAction:
    """Lay the smallest No so that there are places to flee to, then the largest where one is wanted most.

    With none in hand, one is moved from where none is wanted.
    """
    refuges = {card.place for card in known.view.cards if card.kind == "no"}
    if known.hand.no and len(refuges) < HOMES:
        return PlaceCard(min(known.hand.no), max(known.unchecked, key=lambda place: _apart(refuges, place)))
    wanted = max(known.unchecked, key=lambda place: _need(known, place))
    if _need(known, wanted) <= 0:
        return EndCards()
    own = [action for action in legal if isinstance(action, PlaceCard) and action.place == wanted]
    if own:
        return max(own, key=lambda action: action.value)
    idle = [card for card in known.view.cards if card.kind == "no" and _need(known, card.place) < 0.1]
    moved = [ShiftCard(card.number, wanted) for card in idle if card.place != wanted]
    return moved[0] if moved and moved[0] in legal else EndCards()
