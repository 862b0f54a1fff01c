"""Several pictures side by side, in their order."""

from __future__ import annotations

import io
from functools import partial

import pytest
from PIL import Image

from bot.messaging import Picture
from bot.pictures.canvas import WIDTH
from bot.pictures.side_by_side import side_by_side


def plain(colour: str, size: tuple[int, int] = (640, 360)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def picture(colour: str, size: tuple[int, int] = (640, 360)) -> Picture:
    return Picture(f"{colour} {size}", partial(plain, colour, size), "")


def wall(*pictures: Picture) -> Image.Image:
    return Image.open(io.BytesIO(side_by_side(pictures).draw())).convert("RGB")


@pytest.mark.parametrize(
    ("colours", "spots"),
    [
        (("#d9414e",), [(500, 60)]),
        (("#d9414e", "#3f7bd1"), [(250, 60), (750, 60)]),
        (("#d9414e", "#3f7bd1", "#63b257"), [(250, 60), (750, 60), (500, 360)]),
        (("#d9414e", "#3f7bd1", "#63b257", "#fbc83d"), [(250, 60), (750, 60), (250, 360), (750, 360)]),
    ],
)
def test_each_hangs_in_its_place_two_to_a_row(colours: tuple[str, ...], spots: list[tuple[int, int]]) -> None:
    image = wall(*map(picture, colours))
    assert image.width == WIDTH
    assert [image.getpixel(spot) for spot in spots] == [tuple(bytes.fromhex(colour[1:])) for colour in colours]


def test_the_order_makes_another_picture() -> None:
    red, blue = picture("#d9414e"), picture("#3f7bd1")
    assert side_by_side([red, blue]).key != side_by_side([blue, red]).key


def test_equal_pictures_make_equal_bytes() -> None:
    red, blue = picture("#d9414e"), picture("#3f7bd1")
    assert side_by_side([red, blue]).draw() == side_by_side([red, blue]).draw()


def test_of_a_tall_picture_the_upper_part_is_shown() -> None:
    """A lobby has its seats below, which say nothing here."""

    def tall() -> bytes:
        out, image = io.BytesIO(), Image.new("RGB", (500, 600), "#d9414e")
        image.paste("#63b257", (0, 330, 500, 600))
        image.save(out, "PNG")
        return out.getvalue()

    image = wall(Picture("tall", tall, ""), picture("#3f7bd1"))
    seen = {colour for _, colour in image.getcolors(maxcolors=256) or ()}
    assert (0xD9, 0x41, 0x4E) in seen
    assert (0x63, 0xB2, 0x57) not in seen


def test_each_has_its_number_in_a_disc() -> None:
    image = wall(picture("#d9414e"), picture("#3f7bd1"))
    paper = tuple(bytes.fromhex("fff8ea"))
    left, right = (
        sum(image.getpixel((x, y)) == paper for x in columns for y in range(image.height - 120, image.height - 20))
        for columns in (range(20, 120), range(510, 610))
    )
    assert left > 3000
    assert right > 3000


def test_no_pictures_are_refused() -> None:
    with pytest.raises(ValueError, match="no pictures"):
        side_by_side([])
