"""A frame: where things land, and how it becomes bytes."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.pictures.canvas import Align, Canvas, dashed, panel
from bot.pictures.palette import COLOURS, indexed, rgb
from tests.pictures.looking import opened, pixels

FELT, INK = rgb(COLOURS["felt"]), rgb(COLOURS["ink"])


def inked(canvas: Canvas) -> tuple[int, int, int, int]:
    """Return the box of everything that is not background."""
    background = Image.new("RGB", canvas.image.size, FELT)
    pairs = zip(canvas.image.convert("L").tobytes(), background.convert("L").tobytes(), strict=True)
    mask = Image.frombytes("L", canvas.image.size, bytes(255 * (a != b) for a, b in pairs))
    box = mask.getbbox()
    assert box is not None
    return box


class TestPlaces:
    def test_a_canvas_begins_as_felt(self) -> None:
        assert Canvas(8, 4).image.getcolors() == [(32, FELT)]

    def test_a_sprite_lands_with_its_corner_or_its_middle_at_a_point(self) -> None:
        corner, middle, sprite = Canvas(100, 100), Canvas(100, 100), Image.new("RGBA", (20, 10), (255, 255, 255, 255))
        corner.paste(sprite, 30, 40)
        middle.centre(sprite, 40, 45)
        assert inked(corner) == inked(middle) == (30, 40, 50, 50)

    @pytest.mark.parametrize(("align", "edge"), [("left", 0), ("right", 2)])
    def test_text_is_aligned_by_its_ink(self, align: Align, edge: int) -> None:
        canvas = Canvas(300, 80)
        width = canvas.write("Hat", 150, 40, 40, align=align)
        box = inked(canvas)
        assert abs(box[edge] - 150) <= 1
        assert abs(box[2] - box[0] - width) <= 2

    def test_centred_capitals_are_centred_both_ways(self) -> None:
        canvas = Canvas(200, 80)
        canvas.write("H", 100, 40, 40)
        left, top, right, bottom = inked(canvas)
        assert abs((left + right) / 2 - 100) <= 1
        assert abs((top + bottom) / 2 - 40) <= 1.5

    def test_a_text_is_written_smaller_before_it_is_shortened(self) -> None:
        canvas, whole = Canvas(400, 80), Canvas(400, 80)
        width = canvas.write("Wolfeschlegel", 10, 40, 60, align="left", smallest=40, width=340)
        assert 300 < width <= 340
        assert whole.write("Wolfeschlegel", 10, 40, 60, align="left") > 340
        assert canvas.write("Wolfeschlegel", 10, 40, 60, align="left", smallest=60, width=340) < 340

    def test_a_text_that_has_room_is_as_large_as_asked_for(self) -> None:
        one, other = Canvas(300, 80), Canvas(300, 80)
        one.write("Hat", 150, 40, 60, smallest=40, width=250)
        other.write("Hat", 150, 40, 60)
        assert one.image.tobytes() == other.image.tobytes()

    def test_a_blank_text_leaves_the_canvas_as_it_was(self) -> None:
        canvas = Canvas(50, 50)
        assert canvas.write("  ", 25, 25, 28) == 0
        assert canvas.image.getcolors() == [(2500, FELT)]

    def test_a_bar_fills_its_rectangle(self) -> None:
        canvas = Canvas(50, 50)
        canvas.bar(10, 20, 30, 40, COLOURS["ink"])
        assert inked(canvas) == (10, 20, 30, 40)
        assert canvas.image.getpixel((29, 39)) == INK

    def test_what_is_faded_is_grey_and_the_rest_is_not(self) -> None:
        canvas = Canvas(60, 60, COLOURS["red"])
        canvas.fade((20, 20, 40, 40), radius=2)
        assert canvas.image.getpixel((10, 10)) == rgb(COLOURS["red"])
        faded = canvas.image.getpixel((30, 30))
        assert isinstance(faded, tuple)
        assert max(faded) - min(faded) < 30

    def test_a_panel_is_rounded_and_outlined(self) -> None:
        plate = panel(40, 30, COLOURS["paper"])
        assert plate.size == (40, 30)
        assert plate.getpixel((0, 0)) == (0, 0, 0, 0)
        assert plate.getpixel((20, 1)) == (*INK, 255)
        assert plate.getpixel((20, 15)) == (*rgb(COLOURS["paper"]), 255)

    def test_a_dashed_place_is_empty_inside(self) -> None:
        assert dashed(60, 60).getpixel((30, 30)) == (0, 0, 0, 0)


class TestBytes:
    def test_the_same_pixels_give_the_same_bytes(self) -> None:
        one, other = Canvas(64, 64), Canvas(64, 64)
        for canvas in (one, other):
            canvas.icon("eye", 32, 32, 48)
        assert one.png() == other.png()

    def test_a_picture_is_an_indexed_png_of_the_same_size(self) -> None:
        picture = opened(Canvas(64, 32).png())
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (64, 32))

    def test_named_colours_come_out_as_they_are(self) -> None:
        for colour in COLOURS.values():
            assert pixels(Canvas(2, 2, colour).png()).getpixel((0, 0)) == rgb(colour)

    def test_any_colour_comes_out_as_one_of_the_palette(self) -> None:
        image = Image.new("RGB", (256, 1))
        image.putdata([(value, 255 - value, value // 2) for value in range(256)])
        canvas = Canvas(256, 1)
        canvas.cover(image, 0, 0)
        counted = pixels(canvas.png(keep=False)).getcolors()
        assert counted is not None
        assert {colour for _, colour in counted} <= set(indexed())
