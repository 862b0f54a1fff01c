"""The plates that all games lay: where they lie, which one stands out, and a lobby's row of them."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PIL import Image

from bot.pictures.canvas import Canvas
from bot.pictures.palette import COLOURS, SEATS, rgb
from bot.pictures.plates import Area, abreast, framed, greyed, lobby_row
from tests.pictures.looking import difference

FELT, LEMON, PARCHMENT, GOLD = (rgb(COLOURS[name]) for name in ("felt", "lemon", "parchment", "gold"))
AREA: Area = (20, 10, 200, 100)


class Sitter(NamedTuple):
    name: str
    present: bool = True


def plate(*, golden: bool, weight: int = 8) -> Image.Image:
    canvas = Canvas(240, 120)
    framed(canvas, AREA, golden=golden, weight=weight)
    return canvas.image


def row(*sitters: Sitter, seats: int = 4, dashes: str = "mist", name_at: int = 180) -> Image.Image:
    canvas = Canvas(1280, 720)
    lobby_row(canvas, sitters, seats, dashes=dashes, name_at=name_at)
    return canvas.image


def place(image: Image.Image, seat: int, seats: int = 4) -> Image.Image:
    left, width = abreast(seats, 1280, 12)[seat]
    return image.crop((left, 478, left + width, 698))


class TestSideBySide:
    @pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
    def test_plates_are_as_wide_as_each_other_and_a_gap_apart(self, count: int) -> None:
        columns = abreast(count, 1280, 10)
        assert len(columns) == count
        assert len({width for _, width in columns}) == 1
        ends = [0, *(left + width for left, width in columns)]
        assert [left - end for (left, _), end in zip(columns, ends, strict=False)] == [10] * count

    @pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
    def test_they_fill_the_width_but_for_a_gap_and_what_does_not_divide(self, count: int) -> None:
        left, width = abreast(count, 1280, 10)[-1]
        assert 10 <= 1280 - left - width < 10 + count

    def test_four_on_a_picture_of_1280_with_gaps_of_12_are_305_wide(self) -> None:
        """(1280 - 5 x 12) / 4 = 305."""
        assert abreast(4, 1280, 12) == [(12, 305), (329, 305), (646, 305), (963, 305)]


class TestAPlate:
    def test_is_parchment_and_touches_nothing_around_it(self) -> None:
        image = plate(golden=False)
        assert image.getpixel((120, 60)) == PARCHMENT
        assert [image.getpixel(spot) for spot in ((19, 60), (220, 60), (120, 9), (120, 110))] == [FELT] * 4
        assert GOLD not in {colour for _, colour in image.getcolors(maxcolors=99_999) or ()}

    @pytest.mark.parametrize("weight", [6, 8])
    def test_that_stands_out_has_a_golden_frame_of_that_weight(self, weight: int) -> None:
        image = plate(golden=True, weight=weight)
        assert image.getpixel((120, 60)) == LEMON
        column = [image.getpixel((120, y)) for y in range(10, 60)]
        assert column.count(GOLD) == weight

    def test_that_was_left_is_grey_within_its_edge(self) -> None:
        canvas = Canvas(240, 120)
        framed(canvas, AREA, golden=False)
        before = canvas.image.copy()
        greyed(canvas, AREA)
        red, green, blue = canvas.image.getpixel((120, 60))  # type: ignore[misc]
        assert max(red, green, blue) - min(red, green, blue) < 16
        assert canvas.image.crop((0, 0, 240, 13)).tobytes() == before.crop((0, 0, 240, 13)).tobytes()


class TestALobby:
    def test_shows_who_sits_there_and_places_that_wait(self) -> None:
        image = row(Sitter("Anna"), Sitter("Boris"))
        grounds = [place(image, seat).getpixel((30, 110)) for seat in range(4)]
        assert grounds == [PARCHMENT, PARCHMENT, FELT, FELT]
        assert difference(place(image, 2), place(image, 3)) < 1, "but for half a pixel"

    def test_each_seat_has_its_own_badge(self) -> None:
        image = row(*map(Sitter, "ABCD"))
        for seat in range(4):
            badges = place(image, seat).crop((60, 20, 245, 150)).getcolors(maxcolors=99_999) or ()
            assert rgb(SEATS[seat]) in {colour for _, colour in badges}

    def test_a_name_changes_its_own_plate_alone_and_only_below_the_badge(self) -> None:
        one, other = row(Sitter("Anna"), Sitter("Boris")), row(Sitter("Anna"), Sitter("Chaim"))
        assert place(one, 0).tobytes() == place(other, 0).tobytes()
        assert difference(place(one, 1), place(other, 1)) > 0
        above = (0, 0, 305, 150)
        assert place(one, 1).crop(above).tobytes() == place(other, 1).crop(above).tobytes()

    def test_who_left_is_grey(self) -> None:
        image = row(Sitter("Anna", present=False), Sitter("Boris"))
        assert place(image, 0).getpixel((30, 110)) != PARCHMENT == place(image, 1).getpixel((30, 110))

    def test_dashes_and_the_height_of_names_are_the_games_choice(self) -> None:
        assert difference(row(), row(dashes="skin-shade")) > 0
        assert difference(row(Sitter("Anna")), row(Sitter("Anna"), name_at=184)) > 0
        assert difference(row(), row(name_at=184)) == 0

    def test_a_table_of_fewer_seats_has_wider_plates(self) -> None:
        image = row(Sitter("Anna"), seats=2)
        assert place(image, 0, seats=2).getpixel((500, 110)) == PARCHMENT
        assert place(image, 1, seats=2).getpixel((30, 110)) == FELT
