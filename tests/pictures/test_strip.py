"""The strip along the top: as many chips as moves, each as wide as what it tells, none over another."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.pictures import sprites, strip
from bot.pictures.canvas import Canvas
from bot.pictures.palette import COLOURS, SEATS, rgb
from bot.pictures.strip import Chip, draw_strip, rows
from tests.pictures.looking import difference

FELT, PARCHMENT, PAPER = (rgb(COLOURS[name]) for name in ("felt", "parchment", "paper"))
RED = (255, 0, 0)
PATCH = Image.new("RGBA", (30, 30), (*RED, 255))
PLAIN = Chip(number=7, seat=2, sign=sprites.icon("eye", 44), places=(3,), result=(), room=84, inset=14)


def drawn(*chips: Chip) -> Image.Image:
    canvas = Canvas(1280, 80)
    draw_strip(canvas, chips)
    return canvas.image


def colours(image: Image.Image) -> set[Any]:
    return {colour for _, colour in image.getcolors(maxcolors=99_999) or ()}


def edges(image: Image.Image) -> list[tuple[int, int]]:
    """Return where chips begin and end along the strip's lower third, where they are as wide as they get."""
    row = [image.getpixel((x, 38)) != FELT for x in range(image.width)]
    starts = [x for x in range(1, image.width) if row[x] and not row[x - 1]]
    ends = [x for x in range(1, image.width) if row[x - 1] and not row[x]]
    return list(zip(starts, ends, strict=True))


def test_nothing_told_is_nothing_drawn() -> None:
    assert colours(drawn()) == {FELT}


def test_chips_lie_side_by_side_with_a_gap() -> None:
    chips = (PLAIN, replace(PLAIN, number=12), replace(PLAIN, places=()))
    left, expected = 14, []
    for chip in chips:
        expected.append((left, left + chip.width))
        left += chip.width + strip.GAP
    assert edges(drawn(*chips)) == expected


@pytest.mark.parametrize(
    ("change", "width"),
    [
        ({}, 84 + 18 + 46 + 36),
        ({"number": 128}, 84 + 54 + 46 + 36),
        ({"seat": None}, 84 + 18 + 36),
        ({"places": (1, 5)}, 84 + 18 + 46 + 72),
        ({"room": 200}, 200 + 18 + 46 + 36),
    ],
)
def test_a_chip_is_as_wide_as_what_it_tells(change: dict[str, Any], width: int) -> None:
    """18 for a digit, 46 for a seat, 36 for a place, and the room that the game asks for."""
    assert replace(PLAIN, **change).width == width


def test_a_chip_shows_whose_move_it_was() -> None:
    for seat in range(4):
        assert rgb(SEATS[seat]) in colours(drawn(replace(PLAIN, seat=seat)))
    nobody = colours(drawn(replace(PLAIN, seat=None, sign=PATCH)))
    assert not {rgb(colour) for colour in SEATS[:4]} & nobody


@pytest.mark.parametrize("change", [{"number": 8}, {"places": (4,)}, {"sign": PATCH}, {"seat": 1}])
def test_all_that_a_chip_tells_shows(change: dict[str, Any]) -> None:
    assert difference(drawn(PLAIN), drawn(replace(PLAIN, **change))) > 0


def test_a_result_stands_behind_the_last_place_where_the_game_wants_it() -> None:
    """14 + 14 to the number, 18 + 28 for it, 46 for the seat, 44 for the sign, 36 for the place, then 20: 220."""
    image = drawn(replace(PLAIN, result=((PATCH, 20),), room=160))
    red = [x for x in range(image.width) if image.getpixel((x, 38)) == RED]
    assert (red[0], red[-1] + 1) == (205, 235)


def test_places_stand_in_circles() -> None:
    assert PAPER in colours(drawn(replace(PLAIN, seat=None, sign=PATCH)))
    assert PAPER not in colours(drawn(replace(PLAIN, seat=None, sign=PATCH, places=())))
    assert PARCHMENT in colours(drawn(PLAIN))


def test_a_strip_too_long_for_the_picture_breaks_into_rows() -> None:
    """From 14 on each takes 184 and a gap of 10: two take 402, and three 596."""
    assert [len(row) for row in rows([PLAIN] * 5, 595)] == [2, 2, 1]
    assert [len(row) for row in rows([PLAIN] * 5, 596)] == [3, 2]
    assert rows([PLAIN], 20) == [[PLAIN]], "one that is too wide has a row of its own"
    assert rows([], 600) == [[]]


def test_a_row_stands_where_the_picture_wants_it() -> None:
    canvas = Canvas(1280, 160)
    draw_strip(canvas, [PLAIN], top=80)
    assert canvas.image.crop((0, 0, 1280, 80)).getcolors() == [(1280 * 80, FELT)]
    assert difference(canvas.image.crop((0, 80, 1280, 140)), drawn(PLAIN).crop((0, 8, 1280, 68))) == 0
