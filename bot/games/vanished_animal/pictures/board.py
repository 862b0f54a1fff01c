"""The board: what was told, the stage with the ring or with a round's end on it, the six animals, the seats.

On top the last moves as a ribbon before the curtain, in front of the stage the animals' cards (D2) and the plates.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.curtain_call import draw_curtain_call
from bot.games.vanished_animal.pictures.model import VanishedCurtain, VanishedMove, VanishedTableau
from bot.games.vanished_animal.pictures.plates import seat_plates
from bot.games.vanished_animal.pictures.ring import draw_ring
from bot.games.vanished_animal.pictures.stage import Plan, finished, stage
from bot.games.vanished_animal.rules.moves import ANIMALS
from bot.pictures import ribbon, sprites
from bot.pictures.canvas import SQUARE
from bot.pictures.ribbon import Chip, Part

WIDTH, HEIGHT = SQUARE
CARDS_X, CARDS_Y, CARD_WIDTH, CARD_HEIGHT, PITCH = 12, 762, 156, 112, 164
PLATES = (10, 884, WIDTH - 20, 148)
ROWS, RIBBON_Y = 3, 8
"""How many rows the ribbon may have, and where it begins."""
PLAN = Plan(WIDTH, HEIGHT, wall=396, lip=752, drop=134, knot=292, pool=(500, 580, 452, 164))
CURTAIN_PLAN = Plan(WIDTH, HEIGHT, wall=560, lip=752, drop=134, knot=400, pool=(500, 672, 400, 76), rays=(500, 540))

_VERDICT = {"right": "match", "wrong": "miss"}
_PICTURE = ribbon.PICTURE


def draw(table: VanishedTableau | VanishedCurtain) -> bytes:
    """Draw the board of a game that runs, or a moment of one that is over."""
    excluded: tuple[str, ...] = ()
    if isinstance(table, VanishedCurtain):
        canvas = stage(CURTAIN_PLAN)
        draw_curtain_call(canvas, table)
    else:
        canvas, excluded = stage(PLAN), table.excluded
        draw_ring(canvas, table)
    ribbon.draw_ribbon(canvas, rows(table.moves), RIBBON_Y)
    for place, kind in enumerate(ANIMALS):
        canvas.paste(
            figures.card(kind, CARD_WIDTH, CARD_HEIGHT, crossed=kind in excluded), CARDS_X + PITCH * place, CARDS_Y
        )
    seat_plates(canvas, table.seats, PLATES, table.to_act)
    return finished(canvas)


def rows(moves: Sequence[VanishedMove]) -> list[list[Chip]]:
    """Break the ribbon into rows; where these are not enough, the oldest moves are in the caption alone."""
    turns = _turns(moves)
    while len(broken := ribbon.rows([_chip(turn) for turn in turns], WIDTH)) > ROWS:
        turns = turns[1:]
    return broken


def _turns(moves: Sequence[VanishedMove]) -> list[list[VanishedMove]]:
    """Join what one seat did in a turn, and what came of it: it is one chip with the number of the first."""
    turns: list[list[VanishedMove]] = []
    for move in moves:
        if turns and _goes_on(turns[-1], move):
            turns[-1].append(move)
        else:
            turns.append([move])
    return turns


def _goes_on(turn: Sequence[VanishedMove], move: VanishedMove) -> bool:
    first, last = turn[0], turn[-1]
    if move.deed in ("swap", "keep"):
        return first.deed == "eye" and move.seat == first.seat
    return move.number == last.number and move.seat in (None, first.seat)


def _chip(turn: Sequence[VanishedMove]) -> Chip:
    parts: list[Part] = []
    for move in turn:
        parts.append(figures.icon(_sign(move), _PICTURE))
        parts += [hat + 1 for hat in move.hats]
        if move.animal is not None:
            parts.append(figures.card(move.animal, _PICTURE, _PICTURE))
        if move.deed in _VERDICT:
            parts.append(sprites.icon(_VERDICT[move.deed], 46))
    return Chip(turn[0].number, turn[0].seat, tuple(parts))


def _sign(move: VanishedMove) -> str:
    return "name" if move.deed in _VERDICT else move.deed
