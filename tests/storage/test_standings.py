"""How games ended, what is rated of it and how often, and what outlives what."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StaleVersion
from storage.ids import Person, Place
from storage.rows import Change, Contest, PersonRow, RatingRow, ResultRow, Standing, TallyRow
from storage.store import Store
from tests.storage.samples import ANN, BOB, HERE, THERE, end, lobby, look, next_version

CLEO = Person("telegram", "3")
TOPIC = Place("telegram", HERE.chat, topic="5")
NEW = Place("telegram", "-1000000000010")


def rating(person: Person, shown: int, games: int = 1, game: str = "hats") -> RatingRow:
    return RatingRow(person, game, shown / 40, 2.0, shown, games)


async def rate_all(store: Store, **shown: int) -> None:
    """Rate what waits; everybody gets the rating named by their id."""
    while contest := await store.unrated():
        await store.rate(
            contest,
            [
                rating(person, shown[f"p{person.id}"], 1 + (old.games if old else 0), contest.game)
                for person, _, old in contest.players
            ],
        )


# -- writing ---------------------------------------------------------------------------------------------------------


async def test_results_are_written_with_the_last_turn_or_not_at_all(store: Store, database: Path | str) -> None:
    await end(store, "t1", (ANN, 1, 5), (BOB, 2, 3))
    stale = next_version(lobby("t1"), status="ended", state=b"{}", finished=11.0)
    again = ResultRow("t1", 0, HERE, CLEO, "hats", 2, 0, 1, 9, 11.0)
    with pytest.raises(StaleVersion):
        await store.commit(Change(stale, 11.0, results=(again,)))
    assert look(database, "SELECT person, rank, points, rated FROM results ORDER BY seat") == [
        (ANN.id, 1, 5, 0),
        (BOB.id, 2, 3, 0),
    ]


async def test_a_result_outlives_its_game(store: Store) -> None:
    """KEEP_GAMES_DAYS is for the moves; who has won stays."""
    await end(store, "t1", (ANN, 1, 5), (BOB, 2, 3))
    assert await store.purge(finished_before=99.0, seen_before=99.0) == 1
    assert [each.person for each in await store.standings(HERE, "hats")] == [ANN, BOB]
    assert (await store.unrated()) is not None


# -- rating ----------------------------------------------------------------------------------------------------------


async def test_what_ended_first_is_rated_first(store: Store) -> None:
    await end(store, "c", (ANN, 1, None), (BOB, 2, None), at=30.0)
    await end(store, "b", (BOB, 1, None), (ANN, 2, None), at=20.0, place=THERE)
    await end(store, "a", (ANN, 1, None), (BOB, 1, None), at=30.0, place=TOPIC)
    order = []
    while contest := await store.unrated():
        order.append(contest.table)
        await store.rate(contest, [])
    assert order == ["b", "a", "c"]


async def test_a_contest_tells_ranks_and_the_ratings_so_far(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None))
    await rate_all(store, p1=1100, p2=900)
    await end(store, "t2", (BOB, 1, None), (CLEO, 2, None), (ANN, 2, None), at=20.0)
    ann, bob = rating(ANN, 1100), rating(BOB, 900)
    assert await store.unrated() == Contest("t2", "hats", ((BOB, 1, bob), (CLEO, 2, None), (ANN, 2, ann)))


async def test_a_game_with_a_computer_waits_for_no_rating(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None), computers=1)
    assert await store.unrated() is None


async def test_a_game_is_rated_once(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None))
    contest = await store.unrated()
    assert contest is not None
    await store.rate(contest, [rating(ANN, 1100), rating(BOB, 900)])
    with pytest.raises(StaleVersion):
        await store.rate(contest, [rating(ANN, 1200, 2), rating(BOB, 800, 2)])
    assert await store.ratings(ANN) == [rating(ANN, 1100)]
    assert await store.unrated() is None


async def test_the_record_says_what_a_game_made_of_ratings_exactly_if_it_is_rated(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None))
    contest = await store.unrated()
    assert contest is not None
    with pytest.raises(StaleVersion):
        await store.rate(contest, [rating(ANN, 1100), rating(BOB, 900)], b"of a table that is another by now", 1)
    await store.rate(contest, [rating(ANN, 1100), rating(BOB, 900)], b"rated", 2)
    with pytest.raises(StaleVersion):
        await store.rate(contest, [rating(ANN, 1200, 2), rating(BOB, 800, 2)], b"rated twice", 3)
    table = await store.table("t1")
    assert table is not None
    assert table.record == b"rated"


async def test_of_two_processes_that_rate_different_games_at_once_none_loses_the_others_work(
    store: Store,
) -> None:
    """A deploy: both have read Ann's rating before either wrote. Whoever is second reads anew."""
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None))
    first = await store.unrated()
    await end(store, "t0", (ANN, 1, None), (CLEO, 2, None), at=5.0)
    second = await store.unrated()
    assert first is not None
    assert second is not None
    await store.rate(first, [rating(ANN, 1100), rating(BOB, 900)])
    with pytest.raises(StaleVersion):
        await store.rate(second, [rating(ANN, 1050), rating(CLEO, 950)])
    assert await store.ratings(ANN) == [rating(ANN, 1100)]
    assert await store.ratings(CLEO) == [], "nothing is half written"
    left = await store.unrated()
    assert left is not None
    assert left.table == "t0"


async def test_nobody_is_rated_who_was_forgotten_meanwhile(store: Store, database: Path | str) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None))
    contest = await store.unrated()
    assert contest is not None
    await store.forget_person(ANN)
    with pytest.raises(StaleVersion):
        await store.rate(contest, [rating(ANN, 1100), rating(BOB, 900)])
    assert look(database, "SELECT count(*) FROM ratings") == [(0,)]


async def test_many_at_once_rate_each_game_once(store: Store) -> None:
    for number in range(6):
        await end(store, f"t{number}", (ANN, 1, None), (BOB, 2, None), at=float(number), place=Place("t", str(number)))

    async def work() -> int:
        done = 0
        while contest := await store.unrated():
            games = [1 + (old.games if old else 0) for _, _, old in contest.players]
            try:
                await store.rate(contest, [rating(ANN, 1000, games[0]), rating(BOB, 1000, games[1])])
                done += 1
            except StaleVersion:
                pass
        return done

    assert sum(await asyncio.gather(*(work() for _ in range(4)))) == 6
    assert (await store.ratings(ANN))[0].games == 6


# -- asking ----------------------------------------------------------------------------------------------------------


async def test_a_standing_adds_up_a_chats_games_of_all_topics(store: Store) -> None:
    await end(store, "t1", (ANN, 1, 5), (BOB, 2, 3))
    await end(store, "t2", (ANN, 1, 4), (BOB, 1, 4), at=20.0, place=TOPIC)
    await end(store, "elsewhere", (ANN, 2, 1), (BOB, 1, 7), at=30.0, place=THERE)
    await end(store, "other game", (ANN, 2, None), (BOB, 1, None), at=40.0, game="town")
    await end(store, "with one", (ANN, 1, 9), (BOB, 2, 8), at=50.0, computers=1)
    assert await store.standings(HERE, "hats") == [Standing(ANN, None, 2, 2, 9), Standing(BOB, None, 2, 1, 7)]
    assert await store.standings(HERE, "town") == [Standing(BOB, None, 1, 1, None), Standing(ANN, None, 1, 0, None)]
    assert await store.standings(Place("discord", HERE.chat), "hats") == []


async def test_the_best_by_rating_stands_first_and_who_has_none_yet_last(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None))
    await rate_all(store, p1=900, p2=1100)
    await end(store, "t2", (CLEO, 1, None), (ANN, 2, None), at=20.0)
    assert await store.standings(HERE, "hats") == [
        Standing(BOB, 1100, 1, 0, None),
        Standing(ANN, 900, 2, 1, None),
        Standing(CLEO, None, 1, 1, None),
    ]


async def test_games_are_listed_the_last_played_first(store: Store) -> None:
    await end(store, "t1", (ANN, 1, None), (BOB, 2, None), at=10.0, game="hats")
    await end(store, "t2", (ANN, 1, None), (BOB, 2, None), at=30.0, game="town", place=TOPIC)
    await end(store, "t3", (ANN, 1, None), (BOB, 2, None), at=20.0, game="animal")
    await end(store, "t4", (ANN, 1, None), at=40.0, game="alone", computers=1)
    assert await store.games_at(HERE) == ["town", "animal", "hats"]
    assert await store.games_at(THERE) == []


async def test_a_person_is_added_up_here_and_everywhere_with_computers_apart(store: Store) -> None:
    await end(store, "t1", (ANN, 1, 5), (BOB, 2, 3))
    await end(store, "t2", (BOB, 1, 6), (ANN, 2, 2), at=20.0, place=THERE)
    await end(store, "t3", (ANN, 1, 9), at=30.0, place=THERE, computers=2)
    assert await store.tallies(ANN, HERE) == [TallyRow("hats", False, 1, 1, 5)]
    assert await store.tallies(ANN) == [TallyRow("hats", False, 2, 1, 7), TallyRow("hats", True, 1, 1, 9)]
    assert await store.tallies(CLEO) == []


@pytest.mark.parametrize(("shown", "place"), [(1300, 1), (1200, 2), (1100, 4)])
async def test_a_rating_has_a_place_and_equals_share_it(store: Store, shown: int, place: int) -> None:
    people = [Person("telegram", str(n)) for n in range(1, 6)]
    await end(store, "t1", *((person, 1, None) for person in people))
    await rate_all(store, p1=1300, p2=1200, p3=1200, p4=1100, p5=1100)
    assert await store.rank(rating(people[0], shown)) == (place, 5)
    assert await store.rank(rating(people[0], shown, game="town")) == (1, 0)


# -- moving and forgetting -------------------------------------------------------------------------------------------


async def test_results_move_with_their_chat(store: Store) -> None:
    """survive-79."""
    await end(store, "t1", (ANN, 1, 5), (BOB, 2, 3))
    await end(store, "t2", (ANN, 1, 5), (BOB, 2, 3), place=TOPIC)
    await end(store, "t3", (ANN, 1, 5), (BOB, 2, 3), place=NEW)
    for _ in range(2):
        await store.move_chat(HERE, NEW)
    assert await store.standings(HERE, "hats") == []
    assert [row.games for row in await store.standings(NEW, "hats")] == [3, 3]


async def test_results_and_ratings_go_with_their_person(store: Store, database: Path | str) -> None:
    await store.save_person(PersonRow(ANN, "Ann"))
    await end(store, "t1", (ANN, 1, 5), (BOB, 2, 3))
    await rate_all(store, p1=1100, p2=900)
    await store.forget_person(ANN)
    for name in ("results", "ratings"):
        assert look(database, f"SELECT person FROM {name}") == [(BOB.id,)]
    left: list[Any] = list(await store.standings(HERE, "hats"))
    assert left == [Standing(BOB, 900, 1, 0, 3)], "the others keep what they have"


async def test_victories_in_a_row_are_counted_back_from_a_game(store: Store) -> None:
    for number, rank in enumerate((1, 2, 1, 1, 1), start=1):
        await end(store, f"t{number}", (ANN, rank, None), (BOB, 3 - rank, None), at=float(number))
    assert [await store.streak(ANN, f"t{number}") for number in range(1, 6)] == [1, 0, 1, 2, 3]
    assert await store.streak(BOB, "t2") == 1
    await end(store, "t6", (ANN, 1, None), at=6.0, place=THERE)
    await end(store, "t7", (ANN, 1, None), at=7.0, game="other", computers=1)
    assert await store.streak(ANN, "t6") == 1, "each chat counts by itself"
    assert await store.streak(ANN, "t7") == 4, "whatever was played, and with whom"
    assert await store.streak(ANN, "unknown") == 0
