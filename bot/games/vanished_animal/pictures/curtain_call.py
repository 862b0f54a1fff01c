"""The end of a round as a moment of its own: the box opens, the winner gets a token, the last ring is a row of photos.

Photographs are black and white and hang on a line: nobody takes the animals of a round that is over for those of the
next, whose hats are mixed already.
"""

from __future__ import annotations

from PIL import Image

from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import VanishedCurtain
from bot.games.vanished_animal.pictures.stage import bar, path
from bot.pictures import marks, sprites
from bot.pictures.canvas import SMALLEST_TYPE, Canvas, panel
from bot.pictures.palette import COLOURS, OUTLINE

BOX_X, BOX_Y, OPEN_BOX, BOX = 500, 744, 238, 210
"""Where the box stands and how wide it is, open and shut."""
LINE_Y, PHOTO, PHOTO_PITCH, PHOTO_X = 226, (150, 146), 176, 148
"""The line of photographs: its height at the ends, the size of one, their distance, and the middle of the first."""
PANEL = (236, 214)
PANELS_X, PANELS_Y = (24, 740), 498


def draw_curtain_call(canvas: Canvas, curtain: VanishedCurtain) -> None:
    if curtain.faces is not None:
        _photos(canvas, curtain.faces)
    sprite = figures.box(BOX) if curtain.box is None else figures.opened_box(curtain.box, OPEN_BOX)
    canvas.paste(sprite, BOX_X - sprite.width / 2, BOX_Y - sprite.height)
    _won(canvas, curtain)
    _next(canvas, curtain)


def _photos(canvas: Canvas, faces: tuple[str, ...]) -> None:
    canvas.paste(_line(canvas.width), 0, LINE_Y - 10)
    for hat, kind in enumerate(faces):
        x, y = PHOTO_X + hat * PHOTO_PITCH, LINE_Y + _sag(PHOTO_X + hat * PHOTO_PITCH)
        canvas.paste(figures.photo(kind, *PHOTO), x - PHOTO[0] / 2, y + 8)
        canvas.centre(_peg(), x, y + 8)
        marks.disc(canvas, hat + 1, x - PHOTO[0] / 2 + 26, y + 8 + PHOTO[1] - 20, 58)


def _sag(x: float) -> float:
    return 34 - 34 * ((x - 500) / 500) ** 2


def _line(width: int) -> Image.Image:
    drawing = path(f"M-5 10Q{width / 2} 78 {width + 5} 10", "none", 5)
    return sprites.raster(drawing, (0, 0, width, 60), width, 60)


def _peg() -> Image.Image:
    return sprites.raster(bar(-8, -18, 16, 36, COLOURS["gold"], 4, radius=5), (-12, -22, 24, 44), 24, 44)


def _won(canvas: Canvas, curtain: VanishedCurtain) -> None:
    """Give the token to whose round it was."""
    left, (wide, high) = PANELS_X[0], PANEL
    canvas.paste(panel(wide, high, COLOURS["lemon"], radius=22, edge=OUTLINE, weight=5), left, PANELS_Y)
    canvas.icon(f"seat-{curtain.winner}", left + 62, PANELS_Y + 70, 84)
    canvas.centre(figures.icon("token", 104), left + wide - 70, PANELS_Y + 70)
    name, middle, room = curtain.seats[curtain.winner].name, left + wide / 2, wide - 28
    canvas.write(name, middle, PANELS_Y + high - 46, 44, smallest=SMALLEST_TYPE, width=room)


def _next(canvas: Canvas, curtain: VanishedCurtain) -> None:
    """Say that all hats are mixed, and for which round."""
    left, (wide, high) = PANELS_X[1], PANEL
    canvas.paste(panel(wide, high, COLOURS["parchment"], radius=22, edge=OUTLINE, weight=5), left, PANELS_Y)
    canvas.centre(figures.icon("mixed", 120), left + wide / 2, PANELS_Y + 74)
    canvas.write(curtain.round, left + wide / 2, PANELS_Y + high - 46, 64)
