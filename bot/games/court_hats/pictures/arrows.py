"""The arrows over the slots: each swap from slot to slot, in its seat's colour, numbered in the order they happened.

A swap of two hats of the lower row is drawn between the rows, every other above the upper row: where it comes down to
a lower slot, it passes between two of the upper ones. Swaps that overlap lie in lanes over each other, the longer above
the shorter, and where several come down on one slot each has a foot of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image

from bot.games.court_hats.pictures import rows
from bot.games.court_hats.pictures.model import CourtMove
from bot.pictures import marks, sprites
from bot.pictures.canvas import Canvas
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, OUTLINE, SEATS

LANE = 36
"""From one lane to the next, in pixels."""
FEET, GUTTER_FEET = 120, 42
"""How far apart the outermost feet may stand on an upper slot and on a lower one, in pixels."""
STEP, GUTTER_STEP = 38, 30
"""How far apart two feet on one slot stand where there is room, on an upper slot and on a lower one."""
DEEP = 14
"""How far the point of an arrow reaches into a hat's card."""
SHARES = (0.5, 0.3, 0.7, 0.4, 0.6, 0.15, 0.85, 0.0, 1.0)
"""Where on its arrow a number may stand, the best place first."""
CLOSE, WIDEST = 48, 96.0
"""Pixels: how far apart in height two numbers are clear of each other, and how far sideways."""
WEIGHT, EDGE = 10, 12
"""The width of an arrow's colour, and of the lines around it on each side."""
SIDE = 15 + EDGE
"""How far an arrow reaches to both sides of its ends."""


class Foot(msgspec.Struct, frozen=True):
    """An end of an arrow: its slot, and where it stands, in pixels from the left."""

    slot: int
    x: float


class Arrow(msgspec.Struct, frozen=True):
    """One swap as drawn: its feet from left to right, and its lane, 0 nearest to the hats."""

    move: CourtMove
    left: Foot
    right: Foot
    lane: int

    @property
    def below(self) -> bool:
        """Whether it is drawn between the two rows."""
        return rows.is_lower(self.left.slot) and rows.is_lower(self.right.slot)


def arrows(swaps: Sequence[CourtMove]) -> list[Arrow]:
    """Return each swap's arrow."""
    ends = [tuple(sorted(move.slots, key=rows.order)) for move in swaps]
    lanes = _lanes(ends)
    feet = _feet(ends, lanes)
    return [Arrow(move, feet[place, 0], feet[place, 1], lanes[place]) for place, move in enumerate(swaps)]


def lanes(drawn: Sequence[Arrow], *, below: bool) -> int:
    """Return how many lanes there are above the upper row, or between the rows."""
    return 1 + max((arrow.lane for arrow in drawn if arrow.below == below), default=-1)


def draw_arrows(canvas: Canvas, drawn: Sequence[Arrow], hats: tuple[int, int], *, numbered: bool) -> None:
    """Draw arrows over the hats, which begin at these heights in the upper and in the lower row."""
    heights = {arrow: hats[arrow.below] - 28 - LANE * arrow.lane for arrow in drawn}
    # The upper ones first, so that feet that come from above pass behind what lies below.
    for arrow in sorted(drawn, key=lambda arrow: heights[arrow]):
        _draw(canvas, arrow, heights[arrow], hats)
    if numbered:
        for arrow, x in _numbers(drawn, heights):
            marks.flag(canvas, arrow.move.number, arrow.move.seat, x, heights[arrow])


def _lanes(ends: Sequence[Sequence[int]]) -> list[int]:
    """Return for each swap the lowest lane in which no other lies over it, short ones first."""
    found = [0] * len(ends)
    taken: dict[bool, list[list[Sequence[int]]]] = {False: [], True: []}
    for place in sorted(range(len(ends)), key=lambda place: (_span(ends[place]), -place)):
        lanes = taken[all(map(rows.is_lower, ends[place]))]
        below = [lane for lane, others in enumerate(lanes) if any(_overlap(ends[place], other) for other in others)]
        found[place] = max(below, default=-1) + 1
        if found[place] == len(lanes):
            lanes.append([])
        lanes[found[place]].append(ends[place])
    return found


def _span(ends: Sequence[int]) -> int:
    return rows.order(ends[1]) - rows.order(ends[0])


def _overlap(one: Sequence[int], other: Sequence[int]) -> bool:
    return rows.order(one[0]) < rows.order(other[1]) and rows.order(other[0]) < rows.order(one[1])


def _feet(ends: Sequence[Sequence[int]], lanes: Sequence[int]) -> dict[tuple[int, int], Foot]:
    """Return the feet by swap and end.

    On each slot stand first the arrows that come from the left, the lowest first, then those that go to the right, the
    highest first: so no foot crosses an arrow that ends at the same slot.
    """

    def height(place: int) -> int:
        return lanes[place] + (0 if all(map(rows.is_lower, ends[place])) else len(ends))

    feet: dict[tuple[int, int], Foot] = {}
    for slot in {slot for pair in ends for slot in pair}:
        here = [(place, end) for place, pair in enumerate(ends) for end in (0, 1) if pair[end] == slot]
        here.sort(key=lambda foot: (1, -height(foot[0])) if foot[1] == 0 else (0, height(foot[0])))
        widest, room = (GUTTER_STEP, GUTTER_FEET) if rows.is_lower(slot) else (STEP, FEET)
        step = min(widest, room / max(1, len(here) - 1))
        for at, foot in enumerate(here):
            feet[foot] = Foot(slot, rows.middle(slot) + (at - (len(here) - 1) / 2) * step)
    return feet


def _draw(canvas: Canvas, arrow: Arrow, top: int, hats: tuple[int, int]) -> None:
    """Draw a bracket from slot to slot, in its seat's colour, pointing down at both."""
    left = round(arrow.left.x)
    span = round(arrow.right.x) - left
    one, other = (hats[rows.is_lower(foot.slot)] + DEEP - top for foot in (arrow.left, arrow.right))
    seat = arrow.move.seat
    colour = SEATS[seat] if seat is not None else COLOURS["mist"]
    if span < 2 * SIDE:
        canvas.paste(_bracket(span, one, other, colour), left - SIDE, top - SIDE)
        return
    # Brackets are as manifold as the ways to swap; a foot is one of a few, and between two of them is a straight line.
    canvas.paste(_foot(1, one, colour), left - SIDE, top - SIDE)
    canvas.paste(_foot(-1, other, colour), left + span - SIDE, top - SIDE)
    for half, ink in ((WEIGHT // 2 + 7, COLOURS["paper"]), (WEIGHT // 2 + 3, OUTLINE), (WEIGHT // 2, colour)):
        canvas.bar(left + SIDE, top - half, left + span - SIDE, top + half, ink)


@kept
def _bracket(span: int, one: int, other: int, colour: str) -> Image.Image:
    """Return a bracket so wide, with feet so long."""
    line = f"M0 {one - 14}V12Q0 0 12 0H{span - 12}Q{span} 0 {span} 12V{other - 14}"
    return _arrow(line, f"{_head(0, one)}{_head(span, other)}", colour, span + 2 * SIDE, max(one, other))


@kept
def _foot(way: int, drop: int, colour: str) -> Image.Image:
    """Return a foot so long, with the corner of its bracket, which goes on to the right (1) or to the left (-1)."""
    return _arrow(f"M0 {drop - 14}V12Q0 0 {12 * way} 0H{2 * SIDE * way}", _head(0, drop), colour, 2 * SIDE, drop)


def _head(x: int, drop: int) -> str:
    return f"M{x} {drop}l-15 -22h30Z"


def _arrow(line: str, heads: str, colour: str, width: int, drop: int) -> Image.Image:
    height = drop + SIDE + EDGE
    return sprites.drawn(marks.arrow(line, heads, colour, weight=WEIGHT), (-SIDE, -SIDE, width, height), width, height)


def _numbers(drawn: Sequence[Arrow], heights: dict[Arrow, int]) -> Iterator[tuple[Arrow, float]]:
    """Yield for each arrow a place for its number, as far from other numbers and other arrows' feet as there is."""
    taken: list[tuple[float, int]] = []
    for arrow in sorted(drawn, key=lambda arrow: arrow.right.x - arrow.left.x):
        y = heights[arrow]
        feet = [foot.x for other in drawn if heights[other] < y for foot in (other.left, other.right)]
        near = [x for x, height in taken if abs(height - y) < CLOSE]
        places = [_within(arrow, share) for share in SHARES]
        x = max(places, key=lambda place: _room(place, near, feet))
        taken.append((x, y))
        yield arrow, x


def _room(place: float, numbers: Sequence[float], feet: Sequence[float]) -> float:
    """Return how free a place for a number is, in pixels; a foot may come nearer than a number."""
    return min((WIDEST, *(abs(place - x) for x in numbers), *(abs(place - x) + 30 for x in feet)))


def _within(arrow: Arrow, share: float) -> float:
    """Return a place on an arrow where a number leaves both its corners free, if it is long enough."""
    span = arrow.right.x - arrow.left.x
    if span < 2 * 56:
        return arrow.left.x + span / 2
    return arrow.left.x + 56 + (span - 2 * 56) * share
