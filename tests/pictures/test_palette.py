"""One palette for all art, and seats that everybody's eyes tell apart (survive-94)."""

from __future__ import annotations

import itertools
import re

import pytest

from bot.pictures import sprites
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE, PLACES, SEATS, SHADES, indexed, ink_on, rgb
from tests.helpers.cases import each
from tests.pictures.looking import EYES, distance, overlap, seen, shape

HEX = re.compile(r"#[0-9a-fA-F]{3,8}\b")


def test_there_are_sixteen_colours_and_four_of_seats_each_with_a_darker_or_equal_shade() -> None:
    assert len(SHADES) == 16 + len(SEATS)
    for light, dark in SHADES.values():
        assert seen(dark, EYES["usual"])[0] <= seen(light, EYES["usual"])[0]


@each("name", sprites.names())
def test_a_sprite_uses_no_colour_outside_the_palette(name: str) -> None:
    drawn = set(HEX.findall(sprites.art(name)))
    assert drawn <= {*COLOURS.values(), *GROUNDS.values()}
    assert drawn


@each("name", sprites.names())
def test_a_sprite_is_flat_and_outlined_alike(name: str) -> None:
    """Gradients band in an indexed picture; every figure has the one outline."""
    art = sprites.art(name)
    assert "radient" not in art
    assert "opacity" not in art
    weight = "6" if name.startswith("icons/") else "3"  # icons are drawn at half the size of figures
    assert f'stroke="{OUTLINE}" stroke-width="{weight}"' in art.splitlines()[0]


@pytest.mark.parametrize("place", PLACES)
def test_a_finished_picture_may_hold_every_named_colour(place: str) -> None:
    """256 is what an indexed PNG can hold."""
    allowed = indexed(place)
    assert len(allowed) == len(set(allowed)) <= 256
    assert {rgb(colour) for colour in (*COLOURS.values(), *PLACES[place].values(), *GROUNDS.values())} <= set(allowed)


def test_type_on_a_ground_is_the_one_that_is_read_better() -> None:
    assert ink_on(COLOURS["lemon"]) == "ink"
    assert ink_on(COLOURS["coal"]) == "paper"


@pytest.mark.parametrize("eyes", EYES)
def test_seat_colours_differ_for_everybody(eyes: str) -> None:
    """survive-94: 25 in CIELAB is ten times what is just noticeable."""
    for one, other in itertools.combinations(SEATS, 2):
        assert distance(seen(one, EYES[eyes]), seen(other, EYES[eyes])) >= 25


def test_seats_differ_in_shape_too() -> None:
    """survive-94: shape as well as colour, for a screen without any."""
    shapes = [shape(sprites.icon(f"seat-{seat}", 64)) for seat in range(len(SEATS))]
    for one, other in itertools.combinations(shapes, 2):
        assert overlap(one, other) < 0.9


@pytest.mark.parametrize("seat", range(4))
def test_a_badge_has_the_colour_of_its_seat(seat: int) -> None:
    assert f'fill="{SEATS[seat]}"' in sprites.art(f"icons/seat-{seat}")
