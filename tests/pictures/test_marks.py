"""Marks that many pictures bear: legible, centred, as large as they are asked for."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.marks import arrow, beams, disc, flag, flag_width
from bot.pictures.palette import COLOURS, SEATS, rgb
from tests.pictures.looking import difference

FELT, INK, PAPER, PARCHMENT = (rgb(COLOURS[name]) for name in ("felt", "ink", "paper", "parchment"))


def box(image: Image.Image) -> tuple[int, int, int, int]:
    """Return the box of everything that is not background."""
    changed = [(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) != FELT]
    columns, rows = zip(*changed, strict=True)
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


@pytest.mark.parametrize("size", [34, 48, 116])
def test_a_disc_is_as_large_as_asked_and_in_the_middle(size: int) -> None:
    canvas = Canvas(160, 140)
    disc(canvas, 3, 80, 70, size)
    assert box(canvas.image) == (80 - size // 2, 70 - size // 2, 80 + size // 2, 70 + size // 2)
    assert canvas.image.getpixel((80 - size // 2 + 6, 70)) == PAPER
    assert canvas.image.getpixel((80 - size // 2 + 1, 70 - size // 2 + 1)) == FELT, "it is round"


def test_a_disc_shows_its_number() -> None:
    one, other = Canvas(60, 60), Canvas(60, 60)
    disc(one, 3, 30, 30, 48)
    disc(other, 8, 30, 30, 48)
    assert difference(one.image, other.image) > 0
    assert INK in {colour for _, colour in one.image.getcolors(maxcolors=9999) or ()}


class TestFlags:
    """Moves have their numbers on flags, hats in circles: one sign for one meaning."""

    @pytest.mark.parametrize(("number", "width"), [(7, 55), (42, 80), (128, 105)])
    def test_is_wider_by_25_for_each_digit(self, number: int, width: int) -> None:
        canvas = Canvas(140, 80)
        assert flag(canvas, number, 0, 70, 40) == flag_width(number) == width
        left, top, right, bottom = box(canvas.image)
        assert (right - left, bottom - top) == (width, 46)

    @pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
    def test_has_the_colour_of_who_moved(self, seat: int | None) -> None:
        canvas = Canvas(140, 80)
        flag(canvas, 7, seat, 70, 40)
        fill = PARCHMENT if seat is None else rgb(SEATS[seat])
        assert canvas.image.getpixel((50, 24)) == fill

    def test_is_no_circle(self) -> None:
        """Its free end is notched, its staff is straight: the corners are drawn, the middle of the end is not."""
        canvas = Canvas(140, 80)
        width = flag(canvas, 7, 1, 20, 40, align="left")
        corners = [canvas.image.getpixel(spot) for spot in ((21, 19), (21, 61), (18 + width, 19), (18 + width, 61))]
        assert FELT not in corners
        assert canvas.image.getpixel((18 + width, 40)) == FELT


def test_an_arrow_has_a_light_line_around_a_dark_one_around_its_colour() -> None:
    drawing = arrow("M20 50H180", "", SEATS[0], weight=8)
    sprite = sprites.raster(drawing, (0, 0, 200, 100), 200, 100)
    column = [sprite.getpixel((100, y)) for y in range(30, 51)]
    assert [column.count((*colour, 255)) for colour in (PAPER, INK, rgb(SEATS[0]))] == [4, 3, 5]


class TestBeams:
    def test_fill_their_window(self) -> None:
        assert beams(300, 200, 150, 100).size == (300, 200)

    def test_look_the_same_turned_by_a_twentieth_and_so_upside_down(self) -> None:
        sprite = beams(300, 300, 150, 150)
        turned = sprite.rotate(180)
        assert difference(sprite.convert("RGB"), turned.convert("RGB")) < 2

    def test_begin_at_their_point(self) -> None:
        """At 100 pixels from it a beam is 100 x 2 x 90 / 1400 = 13 wide: there is ground between beams."""
        alpha = beams(300, 300, 150, 150)
        column = [alpha.getpixel((250, y)) for y in range(120, 180)]
        lit = [y for y, value in enumerate(column, 120) if value == 255]
        assert 10 <= len([y for y in lit if abs(y - 150) < 12]) <= 14
        assert 0 in column

    def test_end_at_their_reach(self) -> None:
        alpha = beams(300, 300, 10, 150, reach=200)
        assert alpha.getpixel((190, 150)) == 255
        assert alpha.getpixel((230, 150)) == 0
