"""What is counted of an ended game: ranks of the three kinds of outcome, and which games count for nobody."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.engine.presentation import Game
from bot.engine.rules import Outcome
from bot.table.model import lobby, play
from bot.table.model.record import NOBODY, Record, SeatRecord
from bot.table.model.results import results_of
from storage.ids import Person, Place

PLACE = Place("telegram", "-10", topic="5")
PEOPLE = tuple(Person("telegram", str(number)) for number in range(1, 5))


def game_with(outcome: Outcome | None) -> Game:
    return cast(Game, SimpleNamespace(rules=SimpleNamespace(outcome=lambda state: outcome)))


def table(*seats: SeatRecord, **more: Any) -> Record:
    given: dict[str, Any] = {"status": "ended", "options": {}, "seed": "", "commitment": "", "title": ""}
    return Record(**{**given, "id": "a" * 8, "place": PLACE, "game": "hats", "seats": seats, **more})


def seated(count: int, **more: Any) -> tuple[SeatRecord, ...]:
    return tuple(SeatRecord(person, f"P{person.id}", f"k{person.id}", "", **more) for person in PEOPLE[:count])


def counted(record: Record, outcome: Outcome | None) -> dict[int, tuple[int, int | None]]:
    """Return rank and points by seat."""
    rows = results_of(record, game_with(outcome), None, 9.0)
    return {row.seat: (row.rank, row.points) for row in rows}


@pytest.mark.parametrize(
    ("outcome", "ranks"),
    [
        (Outcome((2,), (4, -3, 11, 4)), (2, 4, 1, 2)),  # Court Hats: by points, equals share a rank
        (Outcome((0, 2), (4, -3, 4, 2)), (1, 4, 1, 3)),  # a shared victory (H22)
        (Outcome((1,), (4, 4, 2, 1)), (2, 1, 3, 4)),  # equal points, but fewer chips have won
        (Outcome((3,)), (2, 2, 2, 1)),  # The Vanished Animal and The Invisible Man: one winner (D4, N52)
        (Outcome((0, 1, 2, 3), (0, 0, 0, 0)), (1, 1, 1, 1)),
    ],
)
def test_ranks(outcome: Outcome, ranks: tuple[int, ...]) -> None:
    found = counted(table(*seated(4)), outcome)
    assert tuple(found[seat][0] for seat in range(4)) == ranks
    assert [found[seat][1] for seat in range(4)] == list(outcome.points or [None] * 4)


def test_a_result_says_who_where_and_when() -> None:
    first, second = results_of(table(*seated(2)), game_with(Outcome((1,), (3, 5))), None, 9.0)
    assert (first.table, first.seat, first.place, first.person, first.game) == ("a" * 8, 0, PLACE, PEOPLE[0], "hats")
    assert (second.seat, second.person, second.seats, second.computers) == (1, PEOPLE[1], 2, 0)
    assert (second.rank, second.points, second.finished) == (1, 5, 9.0)


@pytest.mark.parametrize("status", ["lobby", "playing", "closed"])
def test_a_game_that_was_stopped_or_still_runs_counts_for_nobody(status: str) -> None:
    assert counted(table(*seated(2), status=status), Outcome((0,))) == {}


def test_who_left_has_no_result_and_the_others_are_ranked_behind_them() -> None:
    """H28: the cards of who left still count, and may even win."""
    ann, bob, cleo = seated(3)
    gone = SeatRecord(ann.person, ann.name, ann.key, "", present=False)
    assert counted(table(gone, bob, cleo), Outcome((0,), (9, 5, 3))) == {1: (2, 5), 2: (3, 3)}


@pytest.mark.parametrize("left", [{"present": False}, {"person": NOBODY}])
def test_a_game_of_people_in_which_one_is_left_counts_for_nobody(left: dict[str, Any]) -> None:
    ann, bob = seated(2)
    gone = SeatRecord(**{"person": bob.person, "name": bob.name, "key": bob.key, "press": "", **left})
    assert counted(table(ann, gone), Outcome((0,))) == {}


@pytest.mark.parametrize(
    ("had", "holds"),
    [
        ({"computer": "hard", "person": NOBODY}, False),  # it sat there from the start, or after somebody left
        ({"away": True, "missed": 2}, True),
        ({"had_substitute": True}, True),  # its person was away and is back, or a newcomer has taken it
    ],
)
def test_a_seat_that_a_computer_has_or_had_makes_it_a_game_with_computers(had: dict[str, Any], holds: bool) -> None:
    ann, bob = seated(2)
    rows = results_of(table(ann, replace(bob, **had)), game_with(Outcome((0,))), None, 9.0)
    assert [(row.person, row.computers) for row in rows] == [(ann.person, 1), (bob.person, 1)][: 1 + holds]


def test_a_turn_that_was_missed_once_is_forgiven() -> None:
    ann, bob = seated(2)
    rows = results_of(table(ann, replace(bob, missed=1)), game_with(Outcome((0,))), None, 9.0)
    assert [row.computers for row in rows] == [0, 0]


def test_whoever_comes_back_or_takes_over_holds_a_seat_that_was_helped_until_the_rematch() -> None:
    ann, bob = seated(2)
    record = table(replace(ann, away=True, missed=2), bob, status="playing")
    record = play.come_back(record, 0)
    record = play.take_over(play.hand_over(record, 1), 1, PEOPLE[2], "Cleo")
    assert [(seat.person, seat.had_substitute) for seat in record.seats] == [(PEOPLE[0], True), (PEOPLE[2], True)]
    assert [seat.had_substitute for seat in lobby.rematch(record)] == [False, False]
