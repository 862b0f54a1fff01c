"""Where the one who is to move may go: all of it follows from what everyone sees. RULINGS N17-N24, N37-N41."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.invisible_man.rules.state import InvisibleManState, policemen, refuges
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.ways import Ways, distances, exactly, longest, within

_NO_STATION = frozenset({TOWN.station})


def reach(state: InvisibleManState) -> Ways:
    """Give a way to each cell and building that the seat whose turn it is could go to with its roll.

    For a policeman these are all unchecked places near enough, whether their Signal is held or not (N19).
    """
    start, die = state.parts[state.turn].cell, state.die
    assert start is not None, "who moves has a pawn"
    assert die is not None, "who moves has rolled"
    if state.turn == state.invisible:
        return _flight(state, start, die)
    if state.pawn is not None:
        return _pursuit(start, die, state.pawn)
    return _search(state, start, die)


def _search(state: InvisibleManState, start: str, die: int) -> Ways:
    """Use the full roll, or enter an unchecked place on the way (N18-N21)."""
    near = within(TOWN, start, die)
    doors = {end: way for end, way in near.items() if end in TOWN.places and end not in state.opened}
    return {**longest(TOWN, start, die), **doors}


def _pursuit(start: str, die: int, pawn: str) -> Ways:
    """Use the full roll, or stop where the pawn stands (N40, N41)."""
    ways = dict(longest(TOWN, start, die))
    caught = within(TOWN, start, die).get(pawn)
    return ways if caught is None else {**ways, pawn: caught}


def _flight(state: InvisibleManState, start: str, die: int) -> Ways:
    """Use the full roll without the Station, past policemen but not onto one, or into a refuge (N22, N24, N38).

    If there is nothing but cells where policemen stand, one of them it must be (N22).
    """
    into = within if state.settings.stop_short else exactly
    safe = refuges(state)
    doors = {end: way for end, way in into(TOWN, start, die, _NO_STATION).items() if end in safe}
    streets = longest(TOWN, start, die, _NO_STATION)
    police = taken(state)
    free = {end: way for end, way in streets.items() if end not in police}
    return {**free, **doors} or streets


def taken(state: InvisibleManState) -> frozenset[str]:
    """Give the cells and buildings where policemen stand."""
    cells = (state.parts[seat].cell for seat in policemen(state))
    return frozenset(cell for cell in cells if cell is not None)


def appearances(state: InvisibleManState) -> tuple[str, ...]:
    """Give where the pawn may appear: the hatched cell, or if a policeman is there the nearest free cells (N37)."""
    assert state.found is not None, "a shot has hit"
    police, steps = taken(state), distances(TOWN, TOWN.hatched[state.found])
    free = [cell for cell in steps if cell not in TOWN.buildings and cell != TOWN.station and cell not in police]
    least = min(steps[cell] for cell in free)
    return tuple(sorted(cell for cell in free if steps[cell] == least))


def nearest_first(start: str, cells: Iterable[str]) -> tuple[str, ...]:
    """Sort cells by the length of the shortest way, then from north to south and west to east."""
    steps = distances(TOWN, start)
    return tuple(sorted(cells, key=lambda cell: (steps[cell], TOWN.at[cell][::-1], cell)))
