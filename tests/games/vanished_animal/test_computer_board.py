"""The board when computers have moved in a row: each look and swap can be followed, in order, on one picture."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.presentation import Player
from bot.games.vanished_animal import pictures
from bot.games.vanished_animal.pictures import board, model, ring
from bot.games.vanished_animal.pictures.model import VanishedMove
from bot.games.vanished_animal.rules.moves import HATS, Looked, Named, RingSwapped, VanishedEvent
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.pictures.palette import SEATS, rgb
from tests.pictures.looking import numbered, pixels

PEOPLE = tuple(map(Player, ("Anna", "Ben", "Cleo", "Dan")))
VIEW = VanishedAnimalView((VanishedSeat(),) * 4, 0, 1, 0)
PAIRS = list(itertools.combinations(range(HATS), 2))
EXPERTS: list[VanishedEvent] = [
    event
    for seat in (1, 2, 3)
    for event in (
        Looked(seat=seat, hat=3),
        RingSwapped(seat=seat, a=3, b=4),
        RingSwapped(seat=seat, a=0, b=seat, again=True),
    )
]
"""What three computers may do before a person's turn comes."""


@pytest.mark.parametrize("first", [1, 95, 991])
def test_all_moves_of_three_experts_stand_in_the_strip_in_order(first: int) -> None:
    numbers = list(range(first, first + len(EXPERTS)))
    table = model.table(VIEW, numbered(EXPERTS, numbers), PEOPLE)
    rows = board.rows(table)
    assert [chip.number for row in rows for chip in row] == numbers
    assert len(rows) == 2


def test_of_more_moves_than_fit_the_last_are_kept() -> None:
    told = [Named(seat=n % 4, animal="hedgehog", right=False) for n in range(12)]
    numbers = list(range(1000, 1012))
    shown = [chip.number for row in board.rows(model.table(VIEW, numbered(told, numbers), PEOPLE)) for chip in row]
    assert 6 <= len(shown) < 12
    assert shown == numbers[-len(shown) :]


def test_a_second_row_hides_nothing_of_the_ring() -> None:
    """The ring moves down by as much as the strip grows; its cards and plates still end above the lower edge."""
    moved = pixels(pictures.tableau(VIEW, numbered(EXPERTS), PEOPLE, "").draw())
    plain = pixels(pictures.tableau(VIEW, [], PEOPLE, "").draw())
    x, y = (round(value) for value in ring.spot(1))
    box = (x + 10, y + 30, x + 60, y + 60)
    low = (box[0], box[1] + board.LOWER, box[2], box[3] + board.LOWER)
    assert plain.crop(box).tobytes() == moved.crop(low).tobytes()
    felt = plain.getpixel((2, 719))
    assert all(moved.getpixel((x, 719)) == felt for x in range(1280))


def test_each_computers_arrows_are_drawn_in_its_colour() -> None:
    drawn = pixels(pictures.tableau(VIEW, numbered(EXPERTS), PEOPLE, "").draw()).crop((0, 132, board.PLATES_X, 640))
    found = {colour: count for count, colour in drawn.getcolors(999) or []}
    assert all(found.get(rgb(SEATS[seat]), 0) > 500 for seat in (1, 2, 3))


@given(st.lists(st.sampled_from(PAIRS), min_size=2, max_size=6))
@settings(max_examples=150, deadline=None)
def test_no_arrows_number_hides_another(pairs: list[tuple[int, int]]) -> None:
    """A number's figures are 20 pixels high on a label of 40: at 28 from middle to middle both can be read."""
    swaps = [VanishedMove(number, 0, "swap", pair) for number, pair in enumerate(pairs)]
    places = ring.numbers(ring.arrows(swaps))
    for (ax, ay), (bx, by) in itertools.combinations(places, 2):
        wide, high = ring.LABEL
        assert abs(ax - bx) * high / wide >= 28 or abs(ay - by) >= 28


@pytest.mark.parametrize("hat", range(HATS))
def test_three_looks_into_one_hat_are_three_tags_and_leave_its_number_free(hat: int) -> None:
    """Every tag changes the picture, and none the number of the hat."""
    looks = [Looked(seat=seat, hat=hat) for seat in (1, 2, 3)]
    images = [pixels(pictures.tableau(VIEW, numbered(looks[:count]), PEOPLE, "").draw()) for count in (1, 2, 3)]
    x, y = (round(value) for value in ring.spot(hat))
    tags = [image.crop((x - 60, y - 96, x + 60, y + 20)).tobytes() for image in images]
    assert len(set(tags)) == 3
    assert len({image.crop((x - 16, y + 30, x + 16, y + 64)).tobytes() for image in images}) == 1
