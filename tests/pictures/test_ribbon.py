"""The ribbon: as many chips as moves, each as wide as what it tells, none over another or over the edge."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bot.pictures import ribbon, sprites
from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.palette import COLOURS, GROUNDS, SEATS, rgb
from bot.pictures.ribbon import Chip, draw_ribbon, rows
from tests.pictures.looking import difference

FELT = rgb(COLOURS["felt"])
RED = (255, 0, 0)
PATCH = Image.new("RGBA", (30, 30), (*RED, 255))
PLAIN = Chip(number=7, seat=2, parts=(sprites.icon("eye", ribbon.PICTURE), 3))


def drawn(*chips: Chip) -> Image.Image:
    canvas = Canvas(WIDTH, 300)
    draw_ribbon(canvas, rows(chips, WIDTH), 8)
    return canvas.image


def colours(image: Image.Image) -> set[Any]:
    return {colour for _, colour in image.getcolors(maxcolors=99_999) or ()}


def edges(image: Image.Image, y: int = 38) -> list[tuple[int, int]]:
    """Return where chips begin and end along the middle of the first row."""
    row = [image.getpixel((x, y)) != FELT for x in range(image.width)]
    starts = [x for x in range(1, image.width) if row[x] and not row[x - 1]]
    ends = [x for x in range(1, image.width) if row[x - 1] and not row[x]]
    return list(zip(starts, ends, strict=True))


def test_nothing_told_is_nothing_drawn() -> None:
    assert rows([], WIDTH) == []
    assert colours(drawn()) == {FELT}


def test_chips_lie_side_by_side_with_a_gap() -> None:
    chips = (PLAIN, replace(PLAIN, number=12), replace(PLAIN, parts=()))
    left, expected = ribbon.SIDE, []
    for chip in chips:
        expected.append((left, left + chip.width))
        left += chip.width + ribbon.GAP
    assert edges(drawn(*chips)) == expected


@pytest.mark.parametrize(
    ("change", "more"),
    [({"number": 128}, 50), ({"seat": None}, -46), ({"parts": (*PLAIN.parts, 5)}, 52), ({"parts": ()}, -102)],
)
def test_a_chip_is_as_wide_as_what_it_tells(change: dict[str, Any], more: int) -> None:
    """25 for a digit, 42 for a badge, 48 for a place, 46 for a sign, and 4 before each."""
    assert replace(PLAIN, **change).width == PLAIN.width + more


def test_three_swaps_of_a_long_game_fit_one_row() -> None:
    """So the nine moves that a round of four may have take three rows."""
    swap = Chip(number=867, seat=0, parts=(sprites.icon("swap", ribbon.PICTURE), 1, 7))
    assert [len(row) for row in rows([swap] * 9, WIDTH)] == [3, 3, 3]


def test_a_chip_shows_whose_move_it_was() -> None:
    for seat in range(4):
        assert rgb(SEATS[seat]) in colours(drawn(replace(PLAIN, seat=seat)))
    nobody = colours(drawn(Chip(7, None, (PATCH,))))
    assert not {rgb(colour) for colour in SEATS} & nobody


@pytest.mark.parametrize("change", [{"number": 8}, {"parts": (PLAIN.parts[0], 4)}, {"parts": (PATCH, 3)}, {"seat": 1}])
def test_all_that_a_chip_tells_shows(change: dict[str, Any]) -> None:
    assert difference(drawn(PLAIN), drawn(replace(PLAIN, **change))) > 0


def test_the_newest_of_several_stands_out_and_one_alone_does_not() -> None:
    image = drawn(PLAIN, PLAIN, PLAIN)
    grounds = [image.crop((left, 8, right, 8 + ribbon.HEIGHT)) for left, right in edges(image)]
    assert [rgb(GROUNDS["sun"]) in colours(ground) for ground in grounds] == [False, False, True]
    assert rgb(GROUNDS["sun"]) not in colours(drawn(PLAIN))


@given(st.lists(st.builds(Chip, st.integers(1, 999), st.sampled_from((None, 0, 3)), st.just(PLAIN.parts)), max_size=12))
def test_no_row_is_wider_than_the_picture_and_no_chip_is_lost(chips: list[Chip]) -> None:
    broken = rows(chips, WIDTH)
    assert [chip for row in broken for chip in row] == chips
    for row in broken:
        assert 2 * ribbon.SIDE + sum(chip.width for chip in row) + ribbon.GAP * (len(row) - 1) <= WIDTH


def test_rows_lie_below_each_other() -> None:
    image = drawn(*[PLAIN] * 5)
    first, second = edges(image), edges(image, 38 + ribbon.PITCH)
    assert len(first) + len(second) == 5
    assert second[0][0] == ribbon.SIDE
    assert ribbon.height(rows([PLAIN] * 5, WIDTH)) == 2 * ribbon.PITCH
