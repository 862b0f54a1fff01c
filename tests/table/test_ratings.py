"""What a game makes of ratings, and the worker that makes it: in order, once, whatever dies or races."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.model.ratings import BEGINNER, rated
from bot.table.running.rater import Rater
from storage.ids import Person, Place
from storage.rows import Contest, RatingRow
from storage.store import Store
from tests.storage.samples import ANN, BOB, end

PEOPLE = tuple(Person("telegram", str(number)) for number in range(1, 9))


def contest(ranks: Sequence[int], before: Sequence[RatingRow | None] = ()) -> Contest:
    known = [*before, *[None] * (len(ranks) - len(before))]
    return Contest("t1", "hats", tuple(zip(PEOPLE, ranks, known, strict=False)))


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """Yield an empty database."""
    opened = await Store.open(database)
    yield opened
    await opened.close()


# -- one game --------------------------------------------------------------------------------------------------------


def test_a_first_game_of_two_moves_both_alike() -> None:
    """Weng and Lin 2011, algorithm 4, for two newcomers: mu 25 and sigma 25/3, and each has half the chance. With beta
    25/6 and tau 25/300, c = sqrt(2 (sigma^2 + tau^2 + beta^2)), the winner's mean rises by (sigma^2 + tau^2) / c / 2.
    """
    sigma, beta, tau = 25 / 3, 25 / 6, 25 / 300
    spread = sigma**2 + tau**2
    rise = spread / (2 * (spread + beta**2)) ** 0.5 / 2
    winner, loser = rated(contest((1, 2)))
    assert winner.mu == pytest.approx(25 + rise)
    assert loser.mu == pytest.approx(25 - rise)
    assert winner.sigma == pytest.approx(loser.sigma)
    assert winner.sigma < sigma
    assert (winner.games, loser.games) == (1, 1)


def test_what_is_shown_is_the_mean_less_three_deviations_from_a_beginners_thousand() -> None:
    for row in rated(contest((1, 2, 2))):
        assert row.shown == round(BEGINNER + 24 * (row.mu - 3 * row.sigma))
    assert BEGINNER == 1000, "mu 25 less three times 25/3 is nothing"


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_equals_stay_equal_and_the_better_rank_rises_more(ranks: list[int]) -> None:
    """The Invisible Man has one winner and equal losers, Court Hats any ranks with ties."""
    after = rated(contest(ranks))
    for one, first in zip(ranks, after, strict=True):
        for other, second in zip(ranks, after, strict=True):
            if one == other:
                assert first.mu == pytest.approx(second.mu)
            elif one < other:
                assert first.mu > second.mu


def test_to_beat_somebody_strong_counts_more() -> None:
    strong, weak = (RatingRow(PEOPLE[1], "hats", mu, 4.0, 0, 20) for mu in (35.0, 15.0))
    over_strong, over_weak = (rated(contest((1, 2), (None, row)))[0].mu for row in (strong, weak))
    assert over_strong > over_weak > 25


@pytest.mark.parametrize("ranks", [(), (1,)])
def test_a_game_whose_others_were_forgotten_moves_nobody(ranks: tuple[int, ...]) -> None:
    assert rated(contest(ranks)) == []


def test_after_many_games_people_stand_in_the_order_of_their_skill() -> None:
    """Eight people, skills four apart and as much noise in each game, 300 games of four."""
    rng = random.Random(5)
    skill = {person: 4.0 * number for number, person in enumerate(PEOPLE)}
    kept: dict[Person, RatingRow] = {}
    for _ in range(300):
        seated = rng.sample(PEOPLE, 4)
        best_first = sorted(seated, key=lambda person: -rng.gauss(skill[person], 4.0))
        game = Contest("t", "hats", tuple((p, 1 + best_first.index(p), kept.get(p)) for p in seated))
        kept |= {row.person: row for row in rated(game)}
    assert sorted(PEOPLE, key=lambda person: kept[person].shown) == list(PEOPLE)
    assert sum(row.games for row in kept.values()) == 300 * 4


# -- the worker ------------------------------------------------------------------------------------------------------


async def test_everything_that_waits_is_rated_in_the_order_in_which_it_ended(store: Store) -> None:
    await end(store, "b", (ANN, 2, None), (BOB, 1, None), at=20.0)
    await end(store, "a", (ANN, 1, None), (BOB, 2, None), at=10.0, place=Place("telegram", "-1"))
    await Rater(store).catch_up()
    first = rated(Contest("a", "hats", ((ANN, 1, None), (BOB, 2, None))))
    second = rated(Contest("b", "hats", ((ANN, 2, first[0]), (BOB, 1, first[1]))))
    assert [*await store.ratings(ANN), *await store.ratings(BOB)] == second


async def test_catching_up_again_changes_nothing(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None))
    await Rater(store).catch_up()
    before = await store.ratings(ANN)
    await Rater(store).catch_up()
    assert await store.ratings(ANN) == before


async def test_two_processes_at_once_count_each_game_once(store: Store, database: Path) -> None:
    """A deploy: the process that goes and the next one are at it together."""
    for number in range(8):
        await end(store, f"t{number}", (ANN, 1, None), (BOB, 2, None), at=number, place=Place("telegram", str(-number)))
    other = await Store.open(database)
    await asyncio.gather(Rater(store).catch_up(), Rater(other).catch_up(), Rater(store).catch_up())
    await Rater(other).catch_up()
    await other.close()
    assert [row.games for row in await store.ratings(ANN)] == [8]
    expected: list[Any] = [None, None]
    for _ in range(8):
        expected = rated(Contest("t", "hats", ((ANN, 1, expected[0]), (BOB, 2, expected[1]))))
    assert [*await store.ratings(ANN), *await store.ratings(BOB)] == expected


async def test_games_with_computers_and_of_one_person_move_nobody(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None), computers=1)
    await end(store, "t2", (ANN, 1, None), place=Place("telegram", "-1"))
    await Rater(store).catch_up()
    assert await store.ratings(ANN) == []
    assert await store.unrated() is None
