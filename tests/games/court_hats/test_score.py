"""Pairs less chips, magic hats against chips, and what a tie is worth (docs/rulings.md 1.4, H20-H22)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.engine.rules import Outcome
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.view import CourtSeat

from .states import RULES, lay


def seat(pairs: int, magic: int = 0, chips: int = 0) -> CourtSeat:
    return CourtSeat(pairs=("king",) * pairs, magic=magic, chips=chips)


def outcome(*seats: CourtSeat, **options: str) -> Outcome | None:
    ended = replace(lay(options=options), seats=seats, over=True)
    return RULES.outcome(ended)


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (seat(5), 5),
        (seat(5, chips=2), 3),
        (seat(5, magic=1, chips=2), 4),
        (seat(5, magic=2, chips=2), 5),
        (seat(5, magic=4, chips=2), 5),
        (seat(5, magic=4), 5),
        (seat(1, chips=4), -3),
        (seat(0), 0),
    ],
    ids=["pairs", "chips", "cancelled", "all cancelled", "spare", "spare alone", "negative", "nothing"],
)
def test_points_are_pairs_less_the_chips_that_no_magic_hat_cancels(held: CourtSeat, expected: int) -> None:
    assert points(held) == expected


def test_the_most_points_win_and_totals_may_be_negative() -> None:
    assert outcome(seat(9, chips=12), seat(8, chips=9)) == Outcome((1,), (-3, -1))


def test_magic_hats_cancel_only_their_owners_chips() -> None:
    assert outcome(seat(5, chips=3), seat(4, magic=3)) == Outcome((1,), (2, 4))


def test_during_play_chips_and_magic_hats_stand_side_by_side() -> None:
    held = seat(3, magic=1, chips=2)
    state = replace(lay(), seats=(held, seat(0)))
    assert RULES.view(state, None).seats[0] == held
    assert RULES.outcome(state) is None


def test_a_tie_is_a_shared_victory() -> None:
    assert outcome(seat(5), seat(6, chips=1), seat(4)) == Outcome((0, 1), (5, 5, 4))


def test_chips_before_cancelling_break_a_tie_where_the_table_wants_it() -> None:
    tied = (seat(5, magic=1, chips=1), seat(5), seat(6, chips=1))
    assert outcome(*tied) == Outcome((0, 1, 2), (5, 5, 5))
    assert outcome(*tied, tie_break="fewer_chips") == Outcome((1,), (5, 5, 5))


def test_then_more_magic_hats_break_it() -> None:
    tied = (seat(5, magic=1, chips=1), seat(5, magic=3, chips=1))
    assert outcome(*tied, tie_break="fewer_chips") == Outcome((1,), (5, 5))


def test_what_is_still_tied_is_shared() -> None:
    assert outcome(seat(5, 1, 1), seat(5, 1, 1), tie_break="fewer_chips") == Outcome((0, 1), (5, 5))


def test_points_come_before_chips_in_every_tie_break() -> None:
    assert outcome(seat(8, chips=2), seat(5), tie_break="fewer_chips") == Outcome((0,), (6, 5))
