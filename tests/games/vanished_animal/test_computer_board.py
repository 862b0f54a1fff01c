"""The board when computers have moved in a row: each look and swap can be followed, in order, on one picture."""

from __future__ import annotations

import itertools
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.presentation import Player
from bot.games.vanished_animal import pictures
from bot.games.vanished_animal.pictures import board, model, ring, routes
from bot.games.vanished_animal.pictures.model import VanishedMove
from bot.games.vanished_animal.rules.moves import (
    HATS,
    Kept,
    Looked,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.pictures import marks, ribbon
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


def told(events: list[VanishedEvent], first: int = 1) -> tuple[VanishedMove, ...]:
    table = model.table(VIEW, numbered(events, list(range(first, first + len(events)))), PEOPLE)
    return table.moves


@pytest.mark.parametrize("first", [1, 95, 991])
def test_all_moves_of_three_experts_stand_in_the_ribbon_in_order(first: int) -> None:
    """Each turn is one chip: its number, who, a look and two swaps with all their hats."""
    rows = board.rows(told(EXPERTS, first))
    chips = [chip for row in rows for chip in row]
    assert [chip.number for chip in chips] == [first, first + 3, first + 6]
    assert [chip.seat for chip in chips] == [1, 2, 3]
    hats = [[part for part in chip.parts if isinstance(part, int)] for chip in chips]
    assert hats == [[4, 4, 5, 1, seat + 1] for seat in (1, 2, 3)]
    assert all(sum(not isinstance(part, int) for part in chip.parts) == 3 for chip in chips)
    assert len(rows) <= board.ROWS


def test_what_one_seat_does_in_two_turns_are_two_chips() -> None:
    turn: list[VanishedEvent] = [Looked(seat=1, hat=0), Kept(seat=1)]
    other: list[VanishedEvent] = [Named(seat=0, animal="owl", right=False)]
    chips = [chip for row in board.rows(told([*turn, *other, *turn])) for chip in row]
    assert [(chip.number, chip.seat) for chip in chips] == [(1, 1), (3, 0), (4, 1)]


def test_what_came_of_naming_is_told_with_it() -> None:
    """A token and the mixing have the number of the name that brought them; who else won has a chip of their own."""
    right = [Named(seat=0, animal="owl", right=True), RoundEnded(winner=0, prize="hat"), RoundBegan(round=2, starter=1)]
    wrong = [
        Named(seat=0, animal="owl", right=False),
        RoundEnded(winner=1, prize="hat"),
        RoundBegan(round=2, starter=0),
    ]
    for events, seats in ((right, [0]), (wrong, [0, 1])):
        moves = model.table(VIEW, [(7, event) for event in events], PEOPLE).moves
        assert [(chip.number, chip.seat) for row in board.rows(moves) for chip in row] == [(7, seat) for seat in seats]


def test_of_more_moves_than_fit_the_last_are_kept() -> None:
    names: list[VanishedEvent] = [Named(seat=n % 4, animal="hedgehog", right=False) for n in range(12)]
    shown = [chip.number for row in board.rows(told(names, 1000)) for chip in row]
    assert 6 <= len(shown) < 12
    assert shown == list(range(1000, 1012))[-len(shown) :]


def test_a_full_ribbon_hides_nothing_of_the_ring() -> None:
    """Three rows end above the topmost hat, and below them no pixel changes."""
    chips = [chip for row in board.rows(told(EXPERTS)) for chip in row]
    assert board.RIBBON_Y + ribbon.height([[chip] for chip in chips]) <= routes.SPOTS[0][1] - 92
    names: list[VanishedEvent] = [Named(seat=n % 4, animal="hedgehog", right=False) for n in range(12)]
    full = pixels(pictures.tableau(VIEW, numbered(names), PEOPLE, "").draw())
    plain = pixels(pictures.tableau(VIEW, [], PEOPLE, "").draw())
    ring = (0, round(routes.SPOTS[0][1]) - 92, board.WIDTH, board.HEIGHT)
    assert full.crop(ring).tobytes() == plain.crop(ring).tobytes()


def test_each_computers_arrows_are_drawn_in_its_colour() -> None:
    drawn = pixels(pictures.tableau(VIEW, numbered(EXPERTS), PEOPLE, "").draw())
    ring = drawn.crop((0, 220, board.WIDTH, board.CARDS_Y - 20))
    found = {colour: count for count, colour in ring.getcolors(9999) or []}
    assert all(found.get(rgb(SEATS[seat]), 0) > 1500 for seat in (1, 2, 3))


@pytest.mark.parametrize("pair", PAIRS)
@given(others=st.lists(st.sampled_from(PAIRS), max_size=5))
@settings(max_examples=30, deadline=None)
def test_an_arrow_ends_at_its_hats_and_keeps_clear_of_all(pair: tuple[int, int], others: list[tuple[int, int]]) -> None:
    """Whatever the other arrows are, neither its line nor its heads are under a hat or a tag, or out of the picture."""
    for (a, b), curve in zip([pair, *others], routes.routes([pair, *others]), strict=True):
        way = [routes.along(curve, step / 30) for step in range(31)]
        assert not any(routes.inside(point, hat) for point in way for hat in range(HATS))
        assert all(0 < x < board.WIDTH and 200 < y < board.CARDS_Y for x, y in way)
        for hat, (x, y) in ((a, way[0]), (b, way[-1])):
            middle = routes.SPOTS[hat]
            assert hypot(x - middle[0], y - middle[1]) < 160
        assert routes.length(curve) > 3 * routes.HEAD


@given(st.lists(st.sampled_from(PAIRS), min_size=2, max_size=6))
@settings(max_examples=150, deadline=None)
def test_no_arrows_number_hides_another(pairs: list[tuple[int, int]]) -> None:
    """Of the widest numbers, of three digits, at most 0.4 of a flag lies under another."""
    wide, high = marks.flag_width(100), marks.FLAG_HEIGHT
    places = routes.numbers(routes.routes(pairs), [(wide, high)] * len(pairs))
    for (ax, ay), (bx, by) in itertools.combinations(places, 2):
        assert abs(ax - bx) > wide * 0.6 or abs(ay - by) > high * 0.6
    assert all(wide / 2 < x < board.WIDTH - wide / 2 for x, _ in places)


@pytest.mark.parametrize("hat", range(HATS))
def test_three_looks_into_one_hat_are_three_tags_and_leave_its_number_free(hat: int) -> None:
    """Every tag changes the picture, and none the number of the hat."""
    looks = [Looked(seat=seat, hat=hat) for seat in (1, 2, 3)]
    images = [pixels(pictures.tableau(VIEW, numbered(looks[:count]), PEOPLE, "").draw()) for count in (1, 2, 3)]
    x, y = (round(value) for value in routes.SPOTS[hat])
    tags = [image.crop((x - 60, y - 100, x + 60, y + 46)).tobytes() for image in images]
    assert len(set(tags)) == 3
    assert len({image.crop((x - 16, y + 52, x + 16, y + 88)).tobytes() for image in images}) == 1


def test_arrows_keep_clear_of_the_widest_tags() -> None:
    """A tag is no wider than the room that arrows leave beside a crown."""
    widest = max(box[2] for box in ring.tags([VanishedMove(100, 0, "eye", (0,))], numbered=True))
    assert not any(
        routes.inside((x + side * (widest / 2 + 1), y - 40), hat)
        for hat, (x, y) in enumerate(routes.SPOTS)
        for side in (-1, 1)
    )
    assert all(
        routes.inside((x + side * (widest / 2 - 1), y - 40), hat, clear=routes.CLEAR)
        for hat, (x, y) in enumerate(routes.SPOTS)
        for side in (-1, 1)
    )
