"""Several pictures side by side, in their order."""

from __future__ import annotations

import io
from functools import partial

import pytest
from PIL import Image

from bot.messaging import Picture
from bot.pictures.side_by_side import MARGIN, WIDTH, side_by_side


def plain(colour: str, size: tuple[int, int] = (640, 360)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def picture(colour: str, size: tuple[int, int] = (640, 360)) -> Picture:
    return Picture(f"{colour} {size}", partial(plain, colour, size), "")


def wall(*pictures: Picture) -> Image.Image:
    return Image.open(io.BytesIO(side_by_side(pictures).draw())).convert("RGB")


@pytest.mark.parametrize("colours", [("#d9414e",), ("#d9414e", "#3f7bd1"), ("#d9414e", "#3f7bd1", "#63b257")])
def test_each_hangs_in_its_place(colours: tuple[str, ...]) -> None:
    image = wall(*map(picture, colours))
    room = (WIDTH - MARGIN) / len(colours)
    seen = [image.getpixel((round(MARGIN + room * (n + 0.4)), MARGIN + 40)) for n in range(len(colours))]
    assert seen == [tuple(bytes.fromhex(colour[1:])) for colour in colours]


def test_the_order_makes_another_picture() -> None:
    red, blue = picture("#d9414e"), picture("#3f7bd1")
    assert side_by_side([red, blue]).key != side_by_side([blue, red]).key


def test_equal_pictures_make_equal_bytes() -> None:
    red, blue = picture("#d9414e"), picture("#3f7bd1")
    assert side_by_side([red, blue]).draw() == side_by_side([red, blue]).draw()


def test_a_tall_picture_does_not_run_into_the_signs() -> None:
    image = wall(picture("#d9414e", (400, 800)), picture("#3f7bd1"))
    red = [y for y in range(image.height) if image.getpixel((300, y)) == (0xD9, 0x41, 0x4E)]
    assert red[-1] < image.height - 72


def test_no_pictures_are_refused() -> None:
    with pytest.raises(ValueError, match="no pictures"):
        side_by_side([])
