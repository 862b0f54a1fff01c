"""A chase thought out, hunter or hunted: each move is played out many times with sampled dice (C, N37-N44).

The one to choose tries each of its moves, all others run by rule of thumb. Every move is tried with the same dice, so
that little chance is left in comparing them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from bot.games.invisible_man.ai.knowledge import Knowledge
from bot.games.invisible_man.ai.path_tables import BIT, DICE, FLIGHT_ENDS, INDEX, POLICE_ENDS, STEPS, Entrances
from bot.games.invisible_man.rules.moves import Appear, InvisibleAction, MovePawn, Shed
from bot.games.invisible_man.rules.town import TOWN

TRIALS = 1200
"""Chases played out for each move, at full effort."""
FEW, FINALISTS = 6, 4
"""A part of the trials is played for every move, all of them for the moves that did best."""
RIVALS = 0.8
"""What it is worth to a policeman that a colleague catches him: his Cloaks wear out, and chases begin again."""
ESCAPED = -1
"""Nobody has caught him: the chase ended in a refuge, or was given up after `LONG` rounds."""
LONG = 14
"""Rounds after which a chase that is tried out is left open: they last three as a rule."""

_SETTLED = 0.35
"""How likely one who is still free after two flights reaches a refuge in the end."""

T = TypeVar("T")
Trials: TypeAlias = Sequence[Sequence[int]]
"""The dice of each trial, in order."""


@lru_cache(maxsize=32768)
def outlook(start: int, refuges: int, entrances: Entrances, hazard: float) -> float:
    """Estimate the chance to escape from a cell; `hazard` is the chance to be caught between two flights."""
    faces, soon = entrances.into(refuges)
    chance, free, here = 0.0, 1 - hazard, faces[start]
    for die in DICE:
        if here >> die & 1:
            chance += 1
        else:
            best = max(map(soon.__getitem__, FLIGHT_ENDS[start][die]), default=0) / 6
            chance += free * (best + (1 - best) * free * _SETTLED)
    return chance / 6


def safety(cell: int, police: Sequence[int]) -> float:
    """Return the chance that none of these policemen catches up with a cell by his next roll."""
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
        for end in FLIGHT_ENDS[pawn][die]:
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
        return min(POLICE_ENDS[start][die], key=row.__getitem__)

    def run(self, turn: int, dice: Sequence[int], pawn: int, police: list[int]) -> int:
        """Play the chase out. Return which of the policemen in `order` catches him, or ESCAPED.

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

    def trials(self, rng: random.Random, effort: float) -> list[list[int]]:
        length = LONG * (1 + len(self.order))
        return [[int(rng.random() * 6) + 1 for _ in range(length)] for _ in range(max(12, round(TRIALS * effort)))]

    def after_flight(self, end: int, trials: Trials) -> float:
        """Return the share of trials in which the Invisible Man, having run to a cell, is not caught."""
        if end in self.order:
            return 0.0
        free = sum(self.run(0, dice, end, list(self.order)) == ESCAPED for dice in trials)
        return free / len(trials)

    def after_pursuit(self, mover: int, end: int, trials: Trials) -> tuple[float, float]:
        """Return the shares of trials in which the policeman `mover`, having run to a cell, catches him, and anyone."""
        police = list(self.order)
        police[mover] = end
        if end == self.pawn:
            return 1.0, 1.0
        turn = mover + 1 if mover + 1 < len(police) else ESCAPED
        ends = [self.run(turn, dice, self.pawn, police.copy()) for dice in trials]
        return ends.count(mover) / len(ends), 1 - ends.count(ESCAPED) / len(ends)


def _chase(known: Knowledge, pawn: int) -> Chase:
    order = [known.cell(seat) for seat in known.police]
    return Chase(pawn, order, known.refuges or BIT[TOWN.laboratory], known.entrances)


def _best(moves: Sequence[T], trials: Trials, worth: Callable[[T, Trials], float]) -> T:
    """Choose the move that is worth most over the trials; those that do badly in a few of them are not tried on."""
    few = trials[: max(10, len(trials) // FEW)]
    ranked = sorted(moves, key=lambda move: worth(move, few), reverse=True)[:FINALISTS]
    return ranked[0] if len(few) == len(trials) else max(ranked, key=lambda move: worth(move, trials))


def flee(known: Knowledge, moves: Sequence[MovePawn], rng: random.Random, effort: float) -> InvisibleAction:
    """Run into a refuge, else to the cell from which most of the trials end free."""
    for move in moves:
        if move.cell in TOWN.buildings:
            return move
    chase = _chase(known, known.cell(known.me))
    return _best(moves, chase.trials(rng, effort), lambda move, some: chase.after_flight(INDEX[move.cell], some))


def appear(known: Knowledge, legal: Sequence[InvisibleAction], rng: random.Random, effort: float) -> InvisibleAction:
    """Be seen where most of the trials end free; the next to run are those after the shooter, which all may be."""
    moves = [action for action in legal if isinstance(action, Appear)]
    chase = _chase(known, INDEX[moves[0].cell])
    turn = known.police.index(known.view.turn) + 1 if known.view.turn in known.police else 0
    first = turn if turn < len(chase.order) else ESCAPED

    def free(move: Appear, some: Trials) -> int:
        return sum(chase.run(first, dice, INDEX[move.cell], list(chase.order)) == ESCAPED for dice in some)

    return _best(moves, chase.trials(rng, effort), free)


def pursue(known: Knowledge, moves: Sequence[MovePawn], rng: random.Random, effort: float) -> InvisibleAction:
    """Catch him, else run where one's own catch, and after it anyone's, is likeliest."""
    for move in moves:
        if move.cell == known.view.pawn:
            return move
    chase = _chase(known, known.cell(known.view.invisible))
    mover = known.police.index(known.me)

    def worth(move: MovePawn, some: Trials) -> float:
        mine, anyone = chase.after_pursuit(mover, INDEX[move.cell], some)
        return mine + RIVALS * (anyone - mine)

    return _best(moves, chase.trials(rng, effort), worth)


def shed(legal: Sequence[InvisibleAction]) -> InvisibleAction:
    """Throw off the Cloak with most digits: whichever is kept may never be needed (N43)."""
    cloaks = [action for action in legal if isinstance(action, Shed)]
    return max(cloaks, key=lambda action: len(str(action.cloak)))
