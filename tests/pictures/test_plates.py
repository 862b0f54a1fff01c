"""The plates that all games lay: where they lie, which one stands out, and a lobby's row of them."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops

from bot.pictures.canvas import Canvas
from bot.pictures.palette import COLOURS, SEATS, rgb
from bot.pictures.plates import Area, abreast, framed, greyed, lobby_quarters, name_line, quarters
from tests.pictures.looking import difference

FELT, LEMON, PARCHMENT, GOLD = (rgb(COLOURS[name]) for name in ("felt", "lemon", "parchment", "gold"))
AREA: Area = (20, 10, 200, 100)


class Sitter(NamedTuple):
    name: str
    present: bool = True
    robot: bool = False


def plate(*, golden: bool, weight: int = 8) -> Image.Image:
    canvas = Canvas(240, 120)
    framed(canvas, AREA, golden=golden, weight=weight)
    return canvas.image


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


class TestQuarters:
    AREA: Area = (10, 700, 980, 216)

    def test_four_lie_two_by_two_in_reading_order(self) -> None:
        """(980 - 12) / 2 = 484 and (216 - 12) / 2 = 102."""
        assert quarters(4, self.AREA, 12) == [
            (10, 700, 484, 102),
            (506, 700, 484, 102),
            (10, 814, 484, 102),
            (506, 814, 484, 102),
        ]

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_fewer_lie_side_by_side_in_full_height(self, count: int) -> None:
        areas = quarters(count, self.AREA, 12)
        assert {(top, height) for _, top, _, height in areas} == {(700, 216)}
        assert all(one[0] + one[2] + 12 == other[0] for one, other in itertools.pairwise(areas))
        assert 0 <= 990 - (areas[-1][0] + areas[-1][2]) < count


class TestANameLine:
    AREA: Area = (20, 10, 400, 60)

    def line(self, sitter: Sitter, *, acting: bool = False) -> Image.Image:
        canvas = Canvas(440, 80)
        name_line(canvas, 0, sitter, self.AREA, acting=acting)
        return canvas.image

    def test_a_computer_wears_a_robot(self) -> None:
        """The robot stands between badge and name, in colours that no badge and no letter has."""
        person, robot = self.line(Sitter("Tick")), self.line(Sitter("Tick", robot=True))
        assert rgb(COLOURS["steel"]) in {colour for _, colour in robot.getcolors(maxcolors=9999) or ()}
        assert rgb(COLOURS["steel"]) not in {colour for _, colour in person.getcolors(maxcolors=9999) or ()}
        badge = (0, 0, 64, 80)
        assert person.crop(badge).tobytes() == robot.crop(badge).tobytes()

    @pytest.mark.parametrize(
        "sitter", [Sitter("W" * 40), Sitter("W" * 40, robot=True), Sitter("W" * 40, present=False)]
    )
    @pytest.mark.parametrize("acting", [False, True])
    def test_the_longest_name_stays_in_its_area(self, sitter: Sitter, acting: bool) -> None:
        image = self.line(sitter, acting=acting)
        for edge in ((0, 0, 440, 9), (0, 72, 440, 80), (0, 0, 18, 80), (422, 0, 440, 80)):
            assert image.crop(edge).getcolors() == [((edge[2] - edge[0]) * (edge[3] - edge[1]), FELT)]

    def test_who_acts_has_an_arrow_in_front(self) -> None:
        assert difference(self.line(Sitter("Anna")), self.line(Sitter("Anna"), acting=True)) > 0


class TestALobbyOfQuarters:
    AREA: Area = (10, 20, 980, 300)

    def lobby(self, *sitters: Sitter) -> Image.Image:
        canvas = Canvas(1000, 340)
        lobby_quarters(canvas, sitters, 4, self.AREA)
        return canvas.image

    def test_who_sits_there_has_a_plate_and_free_places_wait(self) -> None:
        image = self.lobby(Sitter("Anna"), Sitter("Boris"), Sitter("Tick", robot=True))
        spots = [(left + 10, top + 30) for left, top, _, _ in quarters(4, self.AREA, 12)]
        assert [image.getpixel(spot) for spot in spots] == [PARCHMENT, PARCHMENT, PARCHMENT, FELT]

    def test_a_computer_wears_a_robot_on_its_own_plate_alone(self) -> None:
        one, other = (self.lobby(Sitter("Anna"), Sitter("Tick", robot=robot)) for robot in (False, True))
        box = ImageChops.difference(one, other).getbbox()
        left, top, width, height = quarters(4, self.AREA, 12)[1]
        assert box is not None
        assert left < box[0] < box[2] < left + width
        assert top < box[1] < box[3] < top + height

    def test_each_seat_has_its_own_badge(self) -> None:
        image = self.lobby(*map(Sitter, "ABCD"))
        for seat, (left, top, width, height) in enumerate(quarters(4, self.AREA, 12)):
            plate = image.crop((left, top, left + width, top + height)).getcolors(maxcolors=99_999) or ()
            assert rgb(SEATS[seat]) in {colour for _, colour in plate}

    def test_who_left_is_grey(self) -> None:
        image = self.lobby(Sitter("Anna", present=False), Sitter("Boris"))
        (left, top, _, _), (other, _, _, _), *_ = quarters(4, self.AREA, 12)
        assert image.getpixel((left + 10, top + 30)) != PARCHMENT == image.getpixel((other + 10, top + 30))

    def test_the_dashes_are_the_games_choice(self) -> None:
        canvas = Canvas(1000, 340)
        lobby_quarters(canvas, (), 4, self.AREA, dashes="lemon")
        assert difference(canvas.image, self.lobby()) > 0
