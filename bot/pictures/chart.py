"""Charts: standings and a person's games, one line each, with a bar for the rating.

No words but names: an icon heads each column, and a game is shown by its emblem, a small copy of its lobby.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial

import msgspec
from PIL import Image

from bot.chart import Chart, Line
from bot.messaging import Picture
from bot.pictures.canvas import SMALLEST_TYPE, WIDTH, Canvas, dashed, panel
from bot.pictures.identity import identity
from bot.pictures.marks import disc
from bot.pictures.palette import COLOURS
from bot.pictures.plates import framed

DRAWING = 5
"""To be raised when the same chart is drawn differently."""
MARGIN, GAP = 14, 8
HEAD, NAMED_HEAD, TALL, SLIM = 128, 178, 132, 88
"""Heights in pixels: of the head, of one with a name above the icons, of a line with an emblem, of one with a name."""
EMBLEM = (192, 108)
NAMES, EMBLEMS = 450, 310
"""Where the numbers begin beside names, and beside emblems alone."""
STEP, BAR_END, RATING_X = 84, 862, 924
LOWEST, HIGHEST = 700, 1500
"""The ratings an empty and a full bar stand for, where nobody's is beyond."""


class _Model(msgspec.Struct, frozen=True):
    """All that a chart's picture depends on, emblems by their keys."""

    name: str
    emblem: str
    lines: tuple[tuple[int, str, str, int, int, int | None, int | None, int, int], ...]


def chart(shown: Chart) -> Picture:
    """Return the picture of a chart. Equal charts have equal keys and bytes."""
    model = _Model(
        shown.name,
        shown.emblem.key if shown.emblem else "",
        tuple(
            (
                line.number, line.name, line.emblem.key if line.emblem else "", line.games, line.wins, line.points,
                line.rating, line.computer_games, line.computer_wins,
            )
            for line in shown.lines
        ),
    )  # fmt: skip
    return Picture(identity(__name__, DRAWING, model), partial(_draw, shown), "", "chart.png")


def _draw(shown: Chart) -> bytes:
    heights = [TALL if line.emblem else SLIM for line in shown.lines]
    top = NAMED_HEAD if shown.name else HEAD
    canvas = Canvas(WIDTH, top + sum(height + GAP for height in heights or [TALL]) + MARGIN)
    columns = _Columns(shown.lines)
    _head(canvas, shown, columns, top)
    if not shown.lines:
        canvas.paste(dashed(WIDTH - 2 * MARGIN, TALL), MARGIN, top)
        canvas.icon("winner", WIDTH / 2, top + TALL / 2, 80)
    for line, height in zip(shown.lines, heights, strict=True):
        _line(canvas, line, columns, top, height)
        top += height + GAP
    return canvas.png(keep=False)


class _Columns:
    """The columns shown, their centres, and the ratings at both ends of a bar."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.games = EMBLEMS if lines and all(line.emblem and not line.name for line in lines) else NAMES
        self.wins, self.points = self.games + STEP, self.games + 2 * STEP
        self.has_points = any(line.points is not None for line in lines)
        self.bar = self.points + (48 if self.has_points else -36)
        ratings = [line.rating for line in lines if line.rating is not None]
        self.has_ratings = bool(ratings)
        self.lowest, self.highest = min([LOWEST, *ratings]), max([HIGHEST, *ratings])

    def length(self, rating: int) -> int:
        """Return the length of a rating's bar in pixels, long enough to be seen."""
        share = (rating - self.lowest) / (self.highest - self.lowest)
        return round(24 + share * (BAR_END - self.bar - 24))


def _head(canvas: Canvas, shown: Chart, columns: _Columns, height: int) -> None:
    if shown.emblem:
        _emblem(canvas, shown.emblem, MARGIN + 4, (HEAD - EMBLEM[1]) // 2)
    room = WIDTH - 3 * MARGIN
    canvas.write(shown.name, MARGIN + 8, 52, 52, "paper", align="left", smallest=SMALLEST_TYPE, width=room)
    for icon, x, wanted in (
        ("die", columns.games, bool(shown.lines)),
        ("winner", columns.wins, bool(shown.lines)),
        ("score", columns.points, columns.has_points),
        ("star", RATING_X, columns.has_ratings),
    ):
        if wanted:
            canvas.icon(icon, x, height - 50, 62)


def _line(canvas: Canvas, line: Line, columns: _Columns, top: int, height: int) -> None:
    framed(canvas, (MARGIN, top, WIDTH - 2 * MARGIN, height), golden=line.number == 1)
    if line.emblem:
        _emblem(canvas, line.emblem, MARGIN + 12, top + (height - EMBLEM[1]) // 2)
    y = top + (height * 0.29 if line.computer_games else height / 2)
    if line.number:
        disc(canvas, line.number, MARGIN + 44, top + height / 2, 60)
    left = MARGIN + (EMBLEM[0] + 26 if line.emblem else 84)
    canvas.write(line.name, left, y, SMALLEST_TYPE, align="left", width=NAMES - 46 - left)
    if line.games or not line.computer_games:
        _numbers(canvas, line, columns, y)
    if line.computer_games:
        _computer_numbers(canvas, line, columns, top + height * (0.71 if line.games else 0.5))


def _numbers(canvas: Canvas, line: Line, columns: _Columns, y: float) -> None:
    canvas.write(line.games, columns.games, y, SMALLEST_TYPE)
    canvas.write(line.wins, columns.wins, y, SMALLEST_TYPE)
    if line.points is not None:
        canvas.write(str(line.points).replace("-", "−"), columns.points, y, SMALLEST_TYPE)
    if line.rating is None:
        return
    length = BAR_END - columns.bar
    canvas.paste(panel(length, 36, COLOURS["paper"], radius=14, weight=3), columns.bar, y - 18)
    colour = COLOURS["gold"] if line.number == 1 else COLOURS["teal"]
    canvas.paste(panel(columns.length(line.rating), 36, colour, radius=14, weight=3), columns.bar, y - 18)
    canvas.write(str(line.rating).replace("-", "−"), RATING_X, y, SMALLEST_TYPE)


def _computer_numbers(canvas: Canvas, line: Line, columns: _Columns, y: float) -> None:
    canvas.icon("robot", columns.games - 60, y, 42)
    canvas.write(line.computer_games, columns.games, y, SMALLEST_TYPE, "coal")
    canvas.write(line.computer_wins, columns.wins, y, SMALLEST_TYPE, "coal")


def _emblem(canvas: Canvas, picture: Picture, left: int, top: int) -> None:
    """Draw a small framed copy of a picture; what is higher loses its lower part, where a lobby has its seats."""
    width, height = EMBLEM
    with Image.open(io.BytesIO(picture.draw())) as drawn:
        image = drawn.convert("RGB")
    tall = min(image.height, round(image.width * height / width))
    small = image.crop((0, 0, image.width, tall)).resize((width, height), Image.Resampling.LANCZOS)
    canvas.paste(panel(width + 8, height + 8, COLOURS["ink"], radius=8), left - 4, top - 4)
    canvas.cover(small, left, top)
