"""What must be seen is seen, and what must be told apart is told apart, by everybody's eyes (survive-94, WCAG 1.4.11).

The pairs are declared in `tests/pictures/pairs`, with the constants that the pictures are drawn with.
"""

from __future__ import annotations

import itertools

import pytest

from bot.pictures.palette import contrast
from tests.helpers.cases import each
from tests.pictures.looking import EYES, ciede2000, seen
from tests.pictures.pairs import apart, stand_out

STAND_OUT, APART = stand_out(), apart()


@each(("colour", "ground"), [pair[1:] for pair in STAND_OUT], ids=[pair[0] for pair in STAND_OUT])
def test_it_stands_out(colour: str, ground: str) -> None:
    assert contrast(colour, ground) >= 3


@each("eyes", EYES)
@each("colours", [group[1] for group in APART], ids=[group[0] for group in APART])
def test_they_are_told_apart(colours: tuple[str, ...], eyes: str) -> None:
    for one, other in itertools.combinations(colours, 2):
        assert ciede2000(seen(one, EYES[eyes]), seen(other, EYES[eyes])) > 20, (one, other)


class TestTheMeasure:
    """The measure itself, against numbers that others have published."""

    @each(
        ("one", "other", "distance"),
        [
            ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
            ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
            ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
            ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
            ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
            ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
            ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
            ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
            ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
            ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
        ],
    )
    def test_ciede2000_as_sharma_wu_and_dalal_tabulate_it(
        self, one: tuple[float, float, float], other: tuple[float, float, float], distance: float
    ) -> None:
        assert ciede2000(one, other) == pytest.approx(distance, abs=0.0001)
        assert ciede2000(other, one) == pytest.approx(distance, abs=0.0001)

    def test_contrast_of_black_and_white_is_21_and_of_like_and_like_1(self) -> None:
        assert contrast("#000000", "#ffffff") == pytest.approx(21)
        assert contrast("#a02a43", "#a02a43") == 1

    def test_contrast_of_the_darkest_grey_that_body_type_may_have_on_white(self) -> None:
        """#767676 is the usual example: 4.54:1."""
        assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)

    @pytest.mark.parametrize("eyes", EYES)
    def test_greys_are_grey_to_all_eyes(self, eyes: str) -> None:
        lightness, a, b = seen("#808080", EYES[eyes])
        assert lightness == pytest.approx(53.6, abs=0.5)
        assert abs(a) < 1
        assert abs(b) < 1

    def test_red_and_green_are_near_for_those_who_cannot_tell_them(self) -> None:
        """The pair of Ishihara's plates, roughly."""
        near = ciede2000(seen("#b06a5c", EYES["deuteranopia"]), seen("#8d8452", EYES["deuteranopia"]))
        assert near < 10 < ciede2000(seen("#b06a5c", EYES["usual"]), seen("#8d8452", EYES["usual"]))
