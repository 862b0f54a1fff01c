"""The arrows over the row: each swap from slot to slot, in its seat's colour, numbered in the order they happened.

Swaps that overlap lie in lanes over each other, the longer above the shorter, and where several come down on one slot
each has a foot of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from bot.games.court_hats.pictures.model import CourtMove
from bot.pictures import marks, sprites
from bot.pictures.canvas import Canvas
from bot.pictures.palette import COLOURS, SEATS

LANE = 26
"""From one lane to the next, in pixels."""
FREE_LANES = 2
"""Lanes for which every board has room."""
FEET = 104
"""How far apart the outermost feet on one slot may stand, in pixels."""
STEP = 30
"""How far apart two feet on one slot stand where there is room."""
SHARES = (0.5, 0.3, 0.7, 0.4, 0.6, 0.15, 0.85, 0.0, 1.0)
"""Where on its arrow a number may stand, the best place first."""
CLOSE, WIDEST = 44, 66.0
"""Pixels: how far apart in height two numbers are clear of each other, and how far sideways."""


class Arrow(msgspec.Struct, frozen=True):
    """One swap as drawn: where its feet stand, in pixels, and its lane, 0 nearest to the hats."""

    move: CourtMove
    left: float
    right: float
    lane: int


def arrows(swaps: Sequence[CourtMove], middle: Callable[[int], int]) -> list[Arrow]:
    """Return each swap's arrow; `middle` gives the middle of a slot."""
    lanes = _lanes(swaps)
    feet = _feet(swaps, lanes)
    return [
        Arrow(move, middle(move.slots[0]) + feet[place, 0], middle(move.slots[1]) + feet[place, 1], lanes[place])
        for place, move in enumerate(swaps)
    ]


def room(drawn: Sequence[Arrow]) -> int:
    """Return how much more height these arrows need than every board has, in pixels."""
    return LANE * max(0, _count(drawn) - FREE_LANES)


def draw_arrows(canvas: Canvas, drawn: Sequence[Arrow], top: int, bottom: int, *, numbered: bool) -> None:
    """Draw arrows between the strip, which ends at `top`, and the hats, which begin at `bottom`."""
    count = _count(drawn)
    heights = {arrow: top + 14 + LANE * (count - 1 - arrow.lane) for arrow in drawn}
    # The upper ones first, so that feet that come from above pass behind what lies below.
    for arrow in sorted(drawn, key=lambda arrow: -arrow.lane):
        _draw(canvas, arrow, heights[arrow], bottom + 14)
    if numbered:
        for arrow, x in _numbers(drawn, heights):
            marks.label(canvas, arrow.move.number, x, heights[arrow] + 2)


def _count(drawn: Sequence[Arrow]) -> int:
    return 1 + max((arrow.lane for arrow in drawn), default=0)


def _span(move: CourtMove) -> int:
    return move.slots[1] - move.slots[0]


def _lanes(swaps: Sequence[CourtMove]) -> list[int]:
    """Return for each swap the lowest lane in which no other lies over it, short ones first."""
    lanes = [0] * len(swaps)
    taken: list[list[CourtMove]] = []
    for place in sorted(range(len(swaps)), key=lambda place: (_span(swaps[place]), -place)):
        move = swaps[place]
        below = [lane for lane, others in enumerate(taken) if any(_overlap(move, other) for other in others)]
        lanes[place] = max(below, default=-1) + 1
        if lanes[place] == len(taken):
            taken.append([])
        taken[lanes[place]].append(move)
    return lanes


def _overlap(one: CourtMove, other: CourtMove) -> bool:
    return one.slots[0] < other.slots[1] and other.slots[0] < one.slots[1]


def _feet(swaps: Sequence[CourtMove], lanes: Sequence[int]) -> dict[tuple[int, int], float]:
    """Return by swap and end how far from the middle of its slot the foot stands.

    First the arrows that come from the left, the lowest lane first, then those that go to the right, the highest first:
    so no foot crosses an arrow that ends at the same slot.
    """
    feet: dict[tuple[int, int], float] = {}
    for slot in {slot for move in swaps for slot in move.slots}:
        ends = [(place, end) for place, move in enumerate(swaps) for end in (0, 1) if move.slots[end] == slot]
        ends.sort(key=lambda foot: (1, -lanes[foot[0]]) if foot[1] == 0 else (0, lanes[foot[0]]))
        step = min(STEP, FEET / max(1, len(ends) - 1))
        feet |= {foot: (at - (len(ends) - 1) / 2) * step for at, foot in enumerate(ends)}
    return feet


def _draw(canvas: Canvas, arrow: Arrow, top: int, bottom: int) -> None:
    """Draw a bracket from slot to slot, in its seat's colour, pointing down at both."""
    left = round(arrow.left)
    span, drop = round(arrow.right) - left, bottom - top
    line = f"M0 {drop - 14}V10Q0 0 10 0H{span - 10}Q{span} 0 {span} 10V{drop - 14}"
    heads = "".join(f"M{x} {drop}l-15 -20h30Z" for x in (0, span))
    seat = arrow.move.seat
    colour = SEATS[seat] if seat is not None else COLOURS["paper"]
    drawing = marks.arrow(line, heads, colour, weight=7)
    width, height = span + 48, drop + 24
    canvas.paste(sprites.raster(drawing, (-24, -12, width, height), width, height), left - 24, top - 12)


def _numbers(drawn: Sequence[Arrow], heights: dict[Arrow, int]) -> Iterator[tuple[Arrow, float]]:
    """Yield for each arrow a place for its number, as far from other numbers and other arrows' feet as there is."""
    taken: list[tuple[float, int]] = []
    for arrow in sorted(drawn, key=lambda arrow: arrow.right - arrow.left):
        y = heights[arrow]
        feet = [x for other in drawn if heights[other] < y for x in (other.left, other.right)]
        near = [x for x, height in taken if abs(height - y) < CLOSE]
        places = [_within(arrow, share) for share in SHARES]
        x = max(places, key=lambda place: _room(place, near, feet))
        taken.append((x, y))
        yield arrow, x


def _room(place: float, numbers: Sequence[float], feet: Sequence[float]) -> float:
    """Return how free a place for a number is, in pixels; a foot may come nearer than a number."""
    return min((WIDEST, *(abs(place - x) for x in numbers), *(abs(place - x) + 20 for x in feet)))


def _within(arrow: Arrow, share: float) -> float:
    """Return a place on an arrow where a number leaves both its corners free, if it is long enough."""
    return arrow.left + 32 + max(0.0, arrow.right - arrow.left - 64) * share
