"""The plates of the seats of a table, side by side or two by two, and those of a lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec

from bot.engine.rules import Seat
from bot.pictures.canvas import SMALLEST_TYPE, Canvas, dashed, panel
from bot.pictures.palette import COLOURS

Area: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""


class Sitter(Protocol):
    """A player as any game draws them; `name` is fit to be drawn."""

    @property
    def name(self) -> str: ...

    @property
    def present(self) -> bool: ...

    @property
    def robot(self) -> bool:
        """Whether a computer moves for this seat."""


SitterT = TypeVar("SitterT", bound=Sitter)


class Lobby(msgspec.Struct, Generic[SitterT], frozen=True, tag="Lobby"):
    """The model of a table before its game begins."""

    seats: tuple[SitterT, ...]


def abreast(count: int, width: int, gap: int) -> list[tuple[int, int]]:
    """Divide a width among plates side by side, `gap` around each; return left and width of each, in pixels."""
    wide = (width - gap * (count + 1)) // count
    return [(gap + place * (wide + gap), wide) for place in range(count)]


def quarters(count: int, area: Area, gap: int) -> list[Area]:
    """Divide an area among plates, `gap` between them: up to three side by side, four in two rows of two."""
    left, top, width, height = area
    columns = 2 if count == 4 else count
    wide, high = (width - gap * (columns - 1)) // columns, (height - gap) // 2 if count == 4 else height
    return [
        (left + place % columns * (wide + gap), top + place // columns * (high + gap), wide, high)
        for place in range(count)
    ]


def name_line(canvas: Canvas, seat: Seat, sitter: Sitter, area: Area, *, acting: bool, size: int = 44) -> None:
    """Write along the middle of an area who sits here: an arrow if they act, badge, a computer's robot, name.

    `size` is that of the icons. Whoever has left has a door at the end.
    """
    left, top, width, height = area
    y, x, right = top + height / 2, float(left), left + width
    marks = (["turn"] if acting else []) + [f"seat-{seat}"] + (["robot"] if sitter.robot else [])
    for icon in marks:
        canvas.icon(icon, x + size / 2, y, size)
        x += size + 8
    if not sitter.present:
        right -= size + 8
        canvas.icon("away", right + size / 2 + 8, y, size)
    canvas.write(sitter.name, x + 4, y, SMALLEST_TYPE, align="left", width=int(right - x - 4))


def framed(canvas: Canvas, area: Area, *, golden: bool, weight: int = 8) -> None:
    """Draw a plate, if golden with a frame of `weight` pixels."""
    left, top, width, height = area
    fill = COLOURS["lemon"] if golden else COLOURS["parchment"]
    canvas.paste(panel(width, height, fill), left, top)
    if golden:
        frame = panel(width - 8, height - 8, fill, radius=12, edge=COLOURS["gold"], weight=weight)
        canvas.paste(frame, left + 4, top + 4)


def greyed(canvas: Canvas, area: Area) -> None:
    """Turn a plate grey, except its edge."""
    left, top, width, height = area
    canvas.fade((left + 3, top + 3, left + width - 3, top + height - 3))


def lobby_quarters(
    canvas: Canvas, sitters: Sequence[Sitter], seats: int, area: Area, *, gap: int = 12, dashes: str = "mist"
) -> None:
    """Draw the seats of a table before the game in an area, two to a row, free ones dashed.

    `dashes` is a colour of the palette.
    """
    for seat, place in enumerate(quarters(seats, area, gap)):
        left, top, width, height = place
        if seat >= len(sitters):
            canvas.paste(dashed(width, height, colour=COLOURS[dashes]), left, top)
            canvas.icon("join", left + width / 2, top + height / 2, min(84, height - 40))
            continue
        framed(canvas, place, golden=False)
        size = min(96, height - 32)
        canvas.icon(f"seat-{seat}", left + 20 + size / 2, top + height / 2, size)
        x, right = left + size + 36, left + width - 18
        if sitters[seat].robot:
            canvas.icon("robot", right - 34, top + height / 2, 68)
            right -= 76
        name, y = sitters[seat].name, top + height / 2
        canvas.write(name, x, y, 46, align="left", smallest=SMALLEST_TYPE, width=right - x)
        if not sitters[seat].present:
            greyed(canvas, place)
