"""Draws every sprite and every game's sample pictures into one: `python -m tests.pictures.contact_sheet OUT.png`."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from bot.games.registry import GAMES
from bot.messaging import Picture
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, panel
from bot.pictures.palette import COLOURS
from tests.pictures.samples import samples_of

WIDTH, GAP, LABEL = 1600, 12, 26
SPRITE, PHONE = 96, 48
"""The sizes in which a sprite is judged: on a desktop and on a phone."""
SAMPLE = (300, 400)


def samples() -> Iterator[tuple[str, Picture]]:
    """Yield the names and pictures of every game's samples."""
    for key in sorted(game.key for game in GAMES):
        yield from samples_of(key).items()


def sheet() -> bytes:
    """Return the sheet as PNG: sprites large and small on top, sample pictures below."""
    named, pictures = sprites.names(), list(samples())
    columns, tile = WIDTH // (SPRITE + PHONE + 2 * GAP), SPRITE + LABEL + GAP
    across = WIDTH // (SAMPLE[0] + GAP)
    top = -(-len(named) // columns) * tile + GAP
    canvas = Canvas(WIDTH, top + -(-len(pictures) // across) * (SAMPLE[1] + LABEL + GAP) + GAP)
    for place, name in enumerate(named):
        row, column = divmod(place, columns)
        _sprite(canvas, name, GAP + column * (SPRITE + PHONE + 2 * GAP), GAP + row * tile)
    for place, (name, picture) in enumerate(pictures):
        row, column = divmod(place, across)
        _sample(canvas, name, picture, GAP + column * (SAMPLE[0] + GAP), top + row * (SAMPLE[1] + LABEL + GAP))
    return canvas.png(keep=False)


def _sprite(canvas: Canvas, name: str, x: int, y: int) -> None:
    canvas.paste(panel(SPRITE + PHONE + GAP, SPRITE + LABEL + 4, COLOURS["parchment"], radius=6, weight=1), x, y)
    drawing = sprites.art(name)
    left, top, width, height = sprites.tight(drawing)
    side = max(width, height)
    box = (left - (side - width) / 2, top - (side - height), side, side)
    canvas.paste(sprites.raster(drawing, box, SPRITE, SPRITE), x + 2, y + 2)
    canvas.paste(sprites.raster(drawing, box, PHONE, PHONE), x + SPRITE + 6, y + SPRITE - PHONE + 2)
    canvas.write(name.rpartition("/")[2], x + 6, y + SPRITE + LABEL / 2 + 2, 18, align="left")


def _sample(canvas: Canvas, name: str, picture: Picture, x: int, y: int) -> None:
    with Image.open(io.BytesIO(picture.draw())) as drawn:
        small = drawn.convert("RGB")
    small.thumbnail(SAMPLE, Image.Resampling.LANCZOS)
    canvas.cover(small, x, y)
    canvas.write(name, x, y + SAMPLE[1] + LABEL / 2, 18, "paper", align="left")


def main(arguments: list[str]) -> int:
    """Write the sheet to the named file and return the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m tests.pictures.contact_sheet OUT.png\n")
        return 2
    out = Path(arguments[0])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(sheet())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
