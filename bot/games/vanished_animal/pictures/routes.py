"""Where the arrows of swaps run between the hats of the ring, and where their numbers stand.

An arrow is a quadratic curve from hat to hat that keeps clear of every hat, ends short of both, and keeps away from
the arrows before it; it may pass in front of the box. Of some ways that bend more or less the best is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[Point, Point, Point]
"""A quadratic curve: its ends, and between them the point that bends it."""

Box: TypeAlias = tuple[float, float, float, float]
"""A label: its middle, its width and its height."""

SPOTS: tuple[Point, ...] = ((500, 306), (876, 414), (726, 644), (274, 644), (124, 414))
"""The middles of the hats, clockwise from the top."""
BOX: Point = (500, 572)
"""The middle of the box."""
STAGE = (18, 196, 982, 752)
"""Where arrows may run: left, top, right, bottom."""
CLEAR = 16
"""How far from a hat an arrow ends and passes, at least."""
HEAD = 36
"""The length of an arrow's head."""

_CROWN, _BRIM, _BRIM_Y = (86, 92), (104, 38), 64
"""A hat is a crown, with room for its tags, and a brim: half the sizes of both, how far below its middle that is."""
_BENDS = tuple(40 * step for step in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7))
_STEPS = 40
_BLOCKED = 1000.0
_APART = 56
"""Arrows nearer than this are hard to tell from each other."""
_SHORTEST, _LEGIBLE = 110, 190
"""How long an arrow must be for its heads to show, and how long for its line to show beside its number."""
_SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
"""Where on its way an arrow may be numbered, the best first."""


class Route(NamedTuple):
    """One way of an arrow: its curve from tip to tip, points along it, and what speaks against it."""

    curve: Curve
    way: tuple[Point, ...]
    cost: float


def inside(point: Point, hat: int, *, clear: float = 0) -> bool:
    """Return whether a point lies on a hat, or nearer to it than `clear`."""
    dx, dy = point[0] - SPOTS[hat][0], point[1] - SPOTS[hat][1]
    if abs(dx) < _CROWN[0] + clear and -_CROWN[1] - clear < dy < _BRIM_Y:
        return True
    return (dx / (_BRIM[0] + clear)) ** 2 + ((dy - _BRIM_Y) / (_BRIM[1] + clear)) ** 2 < 1


def routes(pairs: Sequence[tuple[int, int]]) -> list[Curve]:
    """Return the arrow of each swap in turn: first each beside those before it, then each twice more beside all."""
    return list(_routes(tuple(pairs)))


@lru_cache(maxsize=1024)
def _routes(pairs: tuple[tuple[int, int], ...]) -> tuple[Curve, ...]:
    chosen: list[Route] = []
    for a, b in pairs:
        chosen.append(_best(a, b, chosen))
    for place, (a, b) in list(enumerate(pairs)) * 2:
        chosen[place] = _best(a, b, chosen[:place] + chosen[place + 1 :])
    return tuple(route.curve for route in chosen)


def _best(a: int, b: int, others: Sequence[Route]) -> Route:
    return min(_ways(a, b), key=lambda way: way.cost + sum(_crowded(way, other) for other in others))


def along(curve: Curve, share: float) -> Point:
    """Return a point of a curve, 0 and 1 being its ends."""
    return _blossom(curve, share, share)


def length(curve: Curve) -> float:
    points = [along(curve, step / 16) for step in range(17)]
    return sum(hypot(x - u, y - v) for (x, y), (u, v) in pairwise(points))


def part(curve: Curve, start: float, end: float) -> Curve:
    """Return the part of a curve between two shares of it."""
    return _blossom(curve, start, start), _blossom(curve, start, end), _blossom(curve, end, end)


def numbers(curves: Sequence[Curve], sizes: Sequence[tuple[int, int]], taken: Sequence[Box] = ()) -> list[Point]:
    """Place a number of its size on each arrow, clear of hats, of what is taken, and of heads where there is a choice.

    The middle of an arrow is better than an end.
    """
    tips: list[Box] = [(*curve[end], HEAD, HEAD) for curve in curves for end in (0, -1)]
    places: list[Point] = []
    boxes = list(taken)
    for curve, (wide, high) in zip(curves, sizes, strict=True):
        found = [along(curve, share) for share in _SHARES]
        costs = [
            _outside(box) + 6 * _covered(box, boxes) + 0.5 * _covered(box, tips) + place
            for place, box in enumerate((*point, wide, high) for point in found)
        ]
        places.append(found[costs.index(min(costs))])
        boxes.append((*places[-1], wide, high))
    return places


@cache  # ten pairs
def _ways(a: int, b: int) -> tuple[Route, ...]:
    """Return all ways that keep clear of hats, or the best of those that do not."""
    found = [route for bend in _BENDS if (route := _way(a, b, bend)) is not None]
    return tuple(route for route in found if route.cost < _BLOCKED) or (min(found, key=lambda route: route.cost),)


def _way(a: int, b: int, bend: float) -> Route | None:
    """Return the way from hat to hat that bends so far to the side, None if it finds no end outside of them."""
    (ax, ay), (bx, by) = SPOTS[a], SPOTS[b]
    ay, by = ay + 20, by + 20  # the middle of a hat's drawing is above that of its weight
    far = hypot(bx - ax, by - ay)
    control = ((ax + bx) / 2 - 2 * bend * (by - ay) / far, (ay + by) / 2 + 2 * bend * (bx - ax) / far)
    whole: Curve = ((ax, ay), control, (bx, by))
    shares = [step / _STEPS for step in range(_STEPS + 1)]
    outside = [share for share in shares if not any(inside(along(whole, share), hat, clear=CLEAR) for hat in (a, b))]
    if not outside:
        return None
    curve = part(whole, outside[0], outside[-1])
    way = tuple(along(curve, share) for share in shares)
    long = length(curve)
    short = _BLOCKED * (long < _SHORTEST) + 2.5 * max(0.0, _LEGIBLE - long)
    return Route(curve, way[::4], 0.5 * long + short + _cost(way, a, b))


def _cost(way: tuple[Point, ...], a: int, b: int) -> float:
    left, top, right, bottom = STAGE
    cost = 0.0
    for x, y in way:
        if not (left < x < right and top < y < bottom):
            cost += _BLOCKED
        if abs(x - BOX[0]) < 84 and abs(y - BOX[1]) < 92:
            cost += 24
        if any(inside((x, y), hat, clear=CLEAR) for hat in range(len(SPOTS)) if hat not in (a, b)):
            cost += _BLOCKED
        if any(inside((x, y), hat) for hat in (a, b)):
            cost += _BLOCKED
    return cost


@lru_cache(maxsize=4096)
def _crowded(route: Route, other: Route) -> float:
    """Return how much two ways have to do with each other, most near their ends."""
    cost = 0.0
    for place, (x, y) in enumerate(route.way):
        near = min(hypot(x - u, y - v) for u, v in other.way)
        if near < _APART:
            cost += (_APART - near) * (6 if place in (0, 1, 9, 10) else 2)
    return cost


@lru_cache(maxsize=4096)
def _outside(box: Box) -> float:
    """Return how much of hats a number there would hide, and how much of it would be off the stage."""
    x, y, wide, high = box
    corners = [(x + wide * i / 2, y + high * j / 2) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    hidden = sum(inside(corner, hat) for corner in corners for hat in range(len(SPOTS)))
    return 30.0 * hidden + 100.0 * sum(not (0 < cx < 1000 and cy < STAGE[3] + 10) for cx, cy in corners)


def _covered(box: Box, others: Sequence[Box]) -> float:
    """Return how far, in pixels, a number there would lie over others."""
    x, y, wide, high = box
    cost = 0.0
    for ox, oy, other_wide, other_high in others:
        over = min((wide + other_wide) / 2 + 4 - abs(x - ox), (high + other_high) / 2 + 4 - abs(y - oy))
        cost += max(0.0, over)
    return cost


def _blossom(curve: Curve, one: float, other: float) -> Point:
    weights = ((1 - one) * (1 - other), (1 - one) * other + one * (1 - other), one * other)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y
