"""A hard player in a chase, hunter or hunted: each move is played out many times. RULINGS C, N37-N43."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from bot.games.invisible_man.ai.flight import Chase
from bot.games.invisible_man.ai.known import Known
from bot.games.invisible_man.ai.streets import AT, BIT
from bot.games.invisible_man.rules.moves import Appear, InvisibleAction, Move, Shed
from bot.games.invisible_man.rules.town import TOWN

TRIALS = 1200
"""Chases played out for each move, at full effort."""
FEW, FINALISTS = 6, 4
"""A part of the trials is played for every move, all of them for the moves that did best."""
RIVALS = 0.8
"""What it is worth to a policeman that a colleague catches him: his Cloaks wear out, and chases begin again."""

T = TypeVar("T")
Trials: TypeAlias = Sequence[Sequence[int]]


def _trials(effort: float) -> int:
    return max(12, round(TRIALS * effort))


def _chase(known: Known, pawn: int, refuges: int) -> Chase:
    return Chase(pawn, [known.cell(seat) for seat in known.police], refuges or BIT[TOWN.laboratory], known.entrances)


def _best(moves: Sequence[T], trials: Trials, worth: Callable[[T, Trials], float]) -> T:
    """Choose the move that is worth most over the trials; those that do badly in a few of them are not tried on."""
    few = trials[: max(10, len(trials) // FEW)]
    ranked = sorted(moves, key=lambda move: worth(move, few), reverse=True)[:FINALISTS]
    return ranked[0] if len(few) == len(trials) else max(ranked, key=lambda move: worth(move, trials))


def flee(known: Known, legal: Sequence[InvisibleAction], rng: random.Random, effort: float) -> InvisibleAction:
    """Run into a refuge, else to the cell from which most of the trials end free."""
    moves = [action for action in legal if isinstance(action, Move)]
    inside = [move for move in moves if move.cell in TOWN.buildings]
    if inside:
        return inside[0]
    chase = _chase(known, known.cell(known.me), known.refuges)
    trials = chase.throws(rng, _trials(effort))
    return _best(moves, trials, lambda move, some: chase.after_flight(AT[move.cell], some))


def appear(known: Known, legal: Sequence[InvisibleAction], rng: random.Random, effort: float) -> InvisibleAction:
    """Be seen where most of the trials end free; the next to run are those after the shooter, which all may be."""
    moves = [action for action in legal if isinstance(action, Appear)]
    chase = _chase(known, AT[moves[0].cell], known.refuges)
    trials = chase.throws(rng, _trials(effort))
    turn = known.police.index(known.view.turn) + 1 if known.view.turn in known.police else 0
    return _best(moves, trials, lambda move, some: _free(chase, AT[move.cell], turn, some))


def _free(chase: Chase, cell: int, turn: int, trials: Trials) -> int:
    first = turn if turn < len(chase.order) else -1
    return sum(chase.run(first, dice, cell, list(chase.order)) < 0 for dice in trials)


def pursue(known: Known, legal: Sequence[InvisibleAction], rng: random.Random, effort: float) -> InvisibleAction:
    """Catch him, else run where one's own catch, and after it anyone's, is likeliest."""
    moves = [action for action in legal if isinstance(action, Move)]
    pawn = known.view.seats[known.view.invisible].cell
    for move in moves:
        if move.cell == pawn:
            return move
    chase = _chase(known, known.cell(known.view.invisible), known.refuges)
    trials, mover = chase.throws(rng, _trials(effort)), known.police.index(known.me)

    def worth(move: Move, some: Trials) -> float:
        mine, anyone = chase.after_pursuit(mover, AT[move.cell], some)
        return mine + RIVALS * (anyone - mine)

    return _best(moves, trials, worth)


def shed(legal: Sequence[InvisibleAction]) -> InvisibleAction:
    """Throw off the Cloak with most digits: whichever is kept may never be needed (N43)."""
    choice: Callable[[InvisibleAction], int] = lambda action: len(str(action.cloak)) if isinstance(action, Shed) else 0  # noqa: E731
    return max(legal, key=choice)
