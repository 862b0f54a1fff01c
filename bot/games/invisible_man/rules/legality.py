"""What may be done now: where a pawn may go, every action a seat may take, and why another may not be taken.

Legal moves follow from public information (N19), except which places a policeman may enter: that depends on the hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from bot.engine.rules import Action, Seat
from bot.games.invisible_man.rules.moves import (
    Appear,
    Draw,
    EndCards,
    InvisibleAction,
    MovePawn,
    PlaceCard,
    Roll,
    Shed,
    ShiftCard,
)
from bot.games.invisible_man.rules.paths import Paths, distances, exactly, longest, within
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN

_PHASES: dict[type[Action], str] = {
    Roll: "roll",
    Draw: "draw",
    PlaceCard: "cards",
    ShiftCard: "cards",
    EndCards: "cards",
    MovePawn: "move",
    Appear: "appear",
    Shed: "cloak",
}


def reachable(state: InvisibleManState) -> Paths:
    """Return a path to each cell and building that the seat whose turn it is could go to with its roll (N17-N24).

    For a policeman these are all unchecked places near enough, whether their Signal is held or not (N19).
    """
    start, die = state.parts[state.turn].cell, state.die
    assert start is not None, "who moves has a pawn"
    assert die is not None, "who moves has rolled"
    if state.turn == state.invisible:
        return _flight(state, start, die)
    near = within(TOWN, start, die)
    if state.pawn is None:
        # a search: the full roll, or into an unchecked place on the way (N18-N21)
        stops = {end: path for end, path in near.items() if end in TOWN.places and end not in state.opened}
    else:
        # a pursuit: the full roll, or onto the pawn (N40, N41)
        stops = {state.pawn: near[state.pawn]} if state.pawn in near else {}
    return {**longest(TOWN, start, die), **stops}


def _flight(state: InvisibleManState, start: str, die: int) -> Paths:
    """Use the full roll without the Station, past policemen but not onto one, or into a refuge (N22, N24, N38).

    If there is nothing but cells where policemen stand, one of them it must be (N22).
    """
    closed = frozenset({TOWN.station})
    find_paths = within if state.settings.stop_short else exactly
    doors = {end: path for end, path in find_paths(TOWN, start, die, closed).items() if end in state.refuges}
    streets = longest(TOWN, start, die, closed)
    police = _police_cells(state)
    free = {end: path for end, path in streets.items() if end not in police}
    return {**free, **doors} or streets


def _police_cells(state: InvisibleManState) -> set[str | None]:
    return {state.parts[seat].cell for seat in state.policemen}


def appearances(state: InvisibleManState) -> tuple[str, ...]:
    """Return where the pawn may appear: the hatched cell, or if a policeman is there the nearest free cells (N37)."""
    assert state.found is not None, "a shot has hit"
    steps = distances(TOWN, TOWN.hatched[state.found])
    taken = {*TOWN.buildings, TOWN.station, *_police_cells(state)}
    free = [cell for cell in steps if cell not in taken]
    least = min(steps[cell] for cell in free)
    return tuple(sorted(cell for cell in free if steps[cell] == least))


def nearest_first(start: str, cells: Iterable[str]) -> tuple[str, ...]:
    """Sort cells by the length of the shortest path, then from north to south and west to east."""
    steps = distances(TOWN, start)
    return tuple(sorted(cells, key=lambda cell: (steps[cell], TOWN.at[cell][::-1], cell)))


def legal(state: InvisibleManState, seat: Seat) -> tuple[InvisibleAction, ...]:
    if seat != state.to_act:
        return ()
    part = state.parts[seat]
    match state.phase:
        case "roll":
            return (Roll(),)
        case "draw":
            return (Draw("no"), Draw("cloak"))
        case "cards":
            return _card_actions(state, seat)
        case "move":
            assert part.cell is not None, "who moves has a pawn"
            ends = nearest_first(part.cell, reachable(state))
            return tuple(MovePawn(end) for end in ends if _door_objection(state, seat, end) is None)
        case "appear":
            return tuple(Appear(cell) for cell in appearances(state))
        case "cloak":
            return tuple(Shed(cloak) for cloak in part.cloaks)
    return ()


def _card_actions(state: InvisibleManState, seat: Seat) -> tuple[InvisibleAction, ...]:
    targets, kind = state.unchecked, state.kind_of(seat)
    placed = (_placements(value, targets) for value in sorted(set(state.layable(seat))))
    shifted = (_shifts(card.number, card.place, targets) for card in state.laid if card.kind == kind)
    return (*chain.from_iterable(placed), *chain.from_iterable(shifted), EndCards())


# Of the hundreds of card actions of a turn nearly all were there in the turn before.


@lru_cache(maxsize=512)
def _placements(value: int, targets: tuple[str, ...]) -> tuple[PlaceCard, ...]:
    return tuple(PlaceCard(value, place) for place in targets)


@lru_cache(maxsize=512)
def _shifts(card: int, origin: str, targets: tuple[str, ...]) -> tuple[ShiftCard, ...]:
    return tuple(ShiftCard(card, place) for place in targets if place != origin)


def objection(state: InvisibleManState, seat: Seat, action: Action) -> str | None:
    """Return the reason code why this action is not legal, None if it is."""
    if state.phase == "over":
        return "game_over"
    if seat != state.to_act:
        return "not_your_turn"
    if _PHASES.get(type(action)) != state.phase:
        return "roll_first" if state.phase == "roll" and type(action) in _PHASES else "not_now"
    match action:
        case PlaceCard() | ShiftCard():
            return _card_objection(state, seat, action)
        case MovePawn(cell=cell):
            return _move_objection(state, seat, cell)
        case Appear(cell=cell):
            return None if cell in appearances(state) else "out_of_reach"
        case Shed(cloak=cloak):
            return None if cloak in state.parts[seat].cloaks else "no_such_card"
    return None


def _card_objection(state: InvisibleManState, seat: Seat, action: PlaceCard | ShiftCard) -> str | None:
    if action.place not in TOWN.places:
        return "no_such_place"
    if isinstance(action, PlaceCard):
        if action.value not in state.layable(seat):
            return "no_such_card"
    else:
        card = next((card for card in state.laid if card.number == action.card), None)
        if card is None or card.kind != state.kind_of(seat):
            return "no_such_card"
        if card.place == action.place:
            return "same_place"
    return "checked" if action.place in state.opened else None


def _move_objection(state: InvisibleManState, seat: Seat, cell: str) -> str | None:
    if seat != state.invisible:
        if cell == TOWN.laboratory:
            return "laboratory"
        if cell in state.opened:
            return "checked"
        if cell in TOWN.places and state.pawn is not None:
            return "chase"
    return "out_of_reach" if cell not in reachable(state) else _door_objection(state, seat, cell)


def _door_objection(state: InvisibleManState, seat: Seat, cell: str) -> str | None:
    """Object to a policeman's entering a place without its Signal: the one reason that only the hand tells (N19)."""
    if seat == state.invisible or cell not in TOWN.places or cell in state.parts[seat].signals:
        return None
    return "no_signal"
