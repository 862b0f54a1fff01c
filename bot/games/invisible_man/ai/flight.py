"""A chase thought out: dice are sampled, the one to choose tries each of its moves, all others run by rule of thumb.

Every move is tried with the same dice, so that little chance is left in comparing them. RULINGS C, N38-N44.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from bot.games.invisible_man.ai.streets import DICE, ENDS, FLIGHT, STEPS, Entrances

ESCAPED = -1
"""Nobody has caught him: the chase ended in a refuge, or was given up after `LONG` rounds."""
LONG = 14
"""Rounds after which a chase that is tried out is left open: they last three as a rule."""

_SETTLED = 0.35
"""How likely one who is still free after two flights reaches a refuge in the end."""


@lru_cache(maxsize=32768)
def outlook(start: int, refuges: int, entrances: Entrances, hazard: float) -> float:
    """Estimate the chance to escape from a cell; `hazard` is the chance to be caught between two flights."""
    faces, soon = entrances.into(refuges)
    chance, free, here = 0.0, 1 - hazard, faces[start]
    for die in DICE:
        if here >> die & 1:
            chance += 1
        else:
            best = max(map(soon.__getitem__, FLIGHT[start][die]), default=0) / 6
            chance += free * (best + (1 - best) * free * _SETTLED)
    return chance / 6


def safety(cell: int, police: Sequence[int]) -> float:
    """Give the chance that none of these policemen catches up with a cell by his next roll."""
    free = 1.0
    for other in police:
        steps = STEPS[other][cell]
        if steps < 7:
            free *= (steps - 1) / 6
    return free


class Chase:
    """A chase: where all stand, where it can end. `order` are the policemen as they play after the Invisible Man."""

    def __init__(self, pawn: int, order: Sequence[int], refuges: int, entrances: Entrances) -> None:
        self.pawn = pawn
        self.order = tuple(order)
        self.faces, self.soon = entrances.into(refuges)

    def flee(self, pawn: int, die: int, police: Sequence[int]) -> int | None:
        """Run by rule of thumb: into a refuge (None), else where one is near and no policeman is."""
        if self.faces[pawn] >> die & 1:
            return None
        soon, best, chosen = self.soon, -1.0, pawn
        for end in FLIGHT[pawn][die]:
            if end not in police:
                worth = safety(end, police) * (1.5 + soon[end])
                if worth > best:
                    best, chosen = worth, end
        return chosen

    def pursue(self, start: int, die: int, pawn: int) -> int:
        """Run after the pawn by rule of thumb: onto it, else as near as can be."""
        row = STEPS[pawn]
        if row[start] <= die:
            return pawn
        return min(ENDS[start][die], key=row.__getitem__)

    def run(self, turn: int, dice: Sequence[int], pawn: int, police: list[int]) -> int:
        """Play the chase out: gives which of the policemen in `order` catches him, or ESCAPED.

        `turn` is whose roll is next: a place in `order`, or ESCAPED for the Invisible Man.
        """
        rolls = iter(dice)
        for die in rolls:
            if turn == ESCAPED:
                to = self.flee(pawn, die, police)
                if to is None:
                    return ESCAPED
                pawn = to
                if pawn in police:
                    return police.index(pawn)
            else:
                police[turn] = self.pursue(police[turn], die, pawn)
                if police[turn] == pawn:
                    return turn
            turn = turn + 1 if turn + 1 < len(police) else ESCAPED
        return ESCAPED

    def throws(self, rng: random.Random, times: int) -> list[list[int]]:
        """Throw the dice for so many trials."""
        length = LONG * (1 + len(self.order))
        return [[int(rng.random() * 6) + 1 for _ in range(length)] for _ in range(times)]

    def after_flight(self, end: int, trials: Sequence[Sequence[int]]) -> float:
        """Give the share of trials in which the Invisible Man, having run to a cell, is not caught."""
        if end in self.order:
            return 0.0
        free = sum(self.run(0, dice, end, list(self.order)) == ESCAPED for dice in trials)
        return free / len(trials)

    def after_pursuit(self, mover: int, end: int, trials: Sequence[Sequence[int]]) -> tuple[float, float]:
        """Give the shares of trials in which the policeman `mover`, having run to a cell, catches him, and anyone."""
        police = list(self.order)
        police[mover] = end
        if end == self.pawn:
            return 1.0, 1.0
        turn = mover + 1 if mover + 1 < len(police) else ESCAPED
        ends = [self.run(turn, dice, self.pawn, police.copy()) for dice in trials]
        return ends.count(mover) / len(ends), 1 - ends.count(ESCAPED) / len(ends)
