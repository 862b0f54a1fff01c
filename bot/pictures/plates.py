"""The plates of the seats of a table, side by side, and the row of them in a lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec

from bot.pictures.canvas import Canvas, dashed, panel
from bot.pictures.palette import COLOURS

Area: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""

LOBBY_GAP, LOBBY_TOP, LOBBY_HEIGHT = 12, 478, 220


class Sitter(Protocol):
    """A player as any game draws them; `name` is fit to be drawn."""

    @property
    def name(self) -> str: ...

    @property
    def present(self) -> bool: ...


SitterT = TypeVar("SitterT", bound=Sitter)


class Lobby(msgspec.Struct, Generic[SitterT], frozen=True, tag="Lobby"):
    """The model of a table before its game begins."""

    seats: tuple[SitterT, ...]


def abreast(count: int, width: int, gap: int) -> list[tuple[int, int]]:
    """Divide a width among plates side by side, `gap` around each; return left and width of each, in pixels."""
    wide = (width - gap * (count + 1)) // count
    return [(gap + place * (wide + gap), wide) for place in range(count)]


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


def lobby_row(
    canvas: Canvas, sitters: Sequence[Sitter], seats: int, *, dashes: str = "mist", name_at: int = 180
) -> None:
    """Draw the seats of a table before the game, free ones dashed.

    `dashes` is a colour of the palette, `name_at` the height of a name below its plate's top.
    """
    for seat, (left, width) in enumerate(abreast(seats, canvas.image.width, LOBBY_GAP)):
        if seat < len(sitters):
            _taken(canvas, seat, sitters[seat], (left, LOBBY_TOP, width, LOBBY_HEIGHT), name_at)
        else:
            canvas.paste(dashed(width, LOBBY_HEIGHT, colour=COLOURS[dashes]), left, LOBBY_TOP)
            canvas.icon("join", left + width / 2, LOBBY_TOP + LOBBY_HEIGHT / 2, 84)


def _taken(canvas: Canvas, seat: int, sitter: Sitter, area: Area, name_at: int) -> None:
    left, top, width, _ = area
    framed(canvas, area, golden=False)
    canvas.icon(f"seat-{seat}", left + width / 2, top + 84, 116)
    canvas.write(sitter.name, left + width / 2, top + name_at, 36, width=width - 36)
    if not sitter.present:
        greyed(canvas, area)
