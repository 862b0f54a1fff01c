"""Computer players of Court Hats: lawful, blind to what is hidden, better by level, and done in time."""

from __future__ import annotations

import itertools
import random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.computer import LEVELS, Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Swap
from bot.games.court_hats.rules.moves import MAGIC, OpenHat, Peek, SawHat
from tests.games.arena import Pairing, Stretch, play
from tests.games.lawful import any_options

from .played_game import COMPUTER, PlayedGame, anywhere
from .states import EMPTY, RULES, lay, tail
from .test_knowledge import permuted

RANDOMS = st.integers(0, 2**32).map(random.Random)
COMPUTER_RNGS = st.text(max_size=5).map(ComputerRandom)
HATLESS = (
    ("dragon", "king"),
    ("king", "wizard"),
    ("wizard", "princess"),
    ("princess", "jester"),
    ("jester", "knight"),
    ("knight", "maid"),
    ("maid", "dragon"),
)
"""Nothing fits where it lies; swapping slots 0 and 6 makes a pair at 0."""


@given(any_options(RULES), st.integers(2, 4), RANDOMS, COMPUTER_RNGS)
@settings(max_examples=60, deadline=None)
def test_every_level_does_what_is_legal_wherever_a_game_may_stand(
    options: dict[str, str], seats: int, rng: random.Random, computer_rng: ComputerRandom
) -> None:
    sitting = anywhere(options, seats, rng)
    for level in LEVELS:
        sitting.choice(level, computer_rng)  # which holds it to what is legal


@given(any_options(RULES), RANDOMS, COMPUTER_RNGS)
@settings(max_examples=40, deadline=None)
def test_no_choice_depends_on_what_the_seat_may_not_know(
    options: dict[str, str], rng: random.Random, computer_rng: ComputerRandom
) -> None:
    """H27: other hats under the same events and the same view, and what others saw changed, give the same choice."""
    sitting = anywhere(options, 3, rng)
    seat = sitting.state.turn
    other = permuted(sitting.state, rng)
    for level in LEVELS:
        chosen = sitting.choice(level, computer_rng)
        view, legal = RULES.view(other, seat), RULES.legal(other, seat)
        assert COMPUTER.choose(level, view, list(sitting.seen[seat]), legal, computer_rng) == chosen


@given(any_options(RULES), st.integers(2, 4), RANDOMS)
@settings(max_examples=20, deadline=None)
def test_nobody_is_handed_what_another_saw(options: dict[str, str], seats: int, rng: random.Random) -> None:
    """What these tests stand on."""
    for seat, seen in enumerate(anywhere(options, seats, rng).seen):
        assert all(event.audience == seat for event in seen if isinstance(event, SawHat))


COMBINATIONS = [
    dict(zip((option.name for option in RULES.options), values, strict=True))
    for values in itertools.product(*(option.choices for option in RULES.options))
]
TABLES: list[list[Level]] = [["hard", "hard"], ["easy", "normal", "hard"], ["normal"] * 4, ["easy", "hard"]]


@pytest.mark.parametrize("lot", range(4))
def test_games_end_in_good_time_whatever_the_options(lot: int) -> None:
    """Every combination of options; H26 caps a game at 400 turns, and none comes near that by itself."""
    for number, options in enumerate(COMBINATIONS[lot::4]):
        table = TABLES[(number + lot) % 4]
        sitting = PlayedGame.begin(options, len(table), bytes([number, lot]) * 16)
        sitting.play_on(table, 400)
        assert sitting.state.over, (options, table)


def test_a_table_where_seats_leave_is_played_to_the_end() -> None:
    """H28."""
    sitting = PlayedGame.begin({}, 4, bytes(32))
    sitting.play_on(["hard", "normal", "easy", "hard"], 30)
    sitting.state = RULES.leave(sitting.state, sitting.state.turn, sitting.rng).state
    sitting.play_on(["hard", "normal", "easy", "hard"], 400)
    assert sitting.state.over


@pytest.mark.parametrize("level", ["normal", "hard"])
class TestWhatIsKnown:
    def test_a_pair_that_was_seen_is_opened(self, level: Level) -> None:
        sitting = PlayedGame(lay()).do(Peek(0), Peek(3), Peek(4))
        assert sitting.choice(level) == OpenHat(0)

    def test_a_magic_hat_is_taken_where_it_cancels_a_chip(self, level: Level) -> None:
        """H21."""
        sitting = PlayedGame(lay(seats=(replace(EMPTY, chips=2), EMPTY, EMPTY))).do(Peek(1), Peek(3), Peek(4))
        assert sitting.choice(level) == OpenHat(1)

    def test_a_miss_that_all_saw_is_not_opened_again(self, level: Level) -> None:
        """H9."""
        sitting = PlayedGame(lay()).do(OpenHat(2), Peek(3), Peek(4))
        assert sitting.choice(level) != OpenHat(2)

    def test_a_pair_is_followed_through_swaps(self, level: Level) -> None:
        """The hat of slot 0 goes to 3 and comes back."""
        sitting = PlayedGame(lay()).do(Peek(0), Swap(0, 3), Peek(5), Peek(6), Swap(0, 3), Peek(5))
        assert sitting.choice(level) == OpenHat(0)

    def test_what_fits_elsewhere_is_not_opened_where_it_lies(self, level: Level) -> None:
        sitting = PlayedGame(lay(HATLESS)).do(Peek(6), Peek(3), Peek(4))
        assert not isinstance(sitting.choice(level), OpenHat)

    def test_the_last_pair_is_taken_by_who_wins_with_it(self, level: Level) -> None:
        """H15: 16 pairs, all of seat 0, and the seventeenth."""
        row = (("cook", "cook"), ("king", "maid"), ("maid", "king"), None, None, None, ("witch", "witch"))
        sitting = PlayedGame(tail(16, row)).do(Peek(0), Peek(1))
        assert sitting.choice(level) == OpenHat(0)


class TestHard:
    def test_it_takes_what_another_has_swapped_together(self) -> None:
        """Seat 0 peeks at the dragon's hat in slot 6 and swaps it under the dragon: seat 1 can tell."""
        sitting = PlayedGame(lay(HATLESS)).do(Peek(6), Peek(2), Peek(3), Swap(0, 6))
        assert sitting.choice("hard") == OpenHat(0)
        assert not isinstance(sitting.choice("normal"), OpenHat)

    def test_it_does_not_take_what_was_swapped_unseen(self) -> None:
        sitting = PlayedGame(lay(HATLESS)).do(Peek(5), Peek(2), Peek(3), Swap(0, 6))
        assert not isinstance(sitting.choice("hard"), OpenHat)

    def test_it_does_not_end_a_game_that_it_would_lose_by_that(self) -> None:
        """H15, H21: with the pair in slot 0 it would have 9 - 2 points to 8; with two magic hats before that, 9."""
        row = (("cook", "cook"), ("king", MAGIC), ("maid", "king"), None, None, None, ("witch", "maid"))
        state = tail(16, row)
        won = state.seats[0].pairs
        for chips, ends in ((2, False), (0, True)):
            seats = (replace(EMPTY, pairs=won[:8], chips=chips), replace(EMPTY, pairs=won[8:]))
            sitting = PlayedGame(replace(state, seats=seats)).do(Peek(0), Peek(2))
            assert (sitting.choice("hard") == OpenHat(0)) == ends

    def test_it_ends_a_game_that_it_cannot_win_any_more(self) -> None:
        row = (("cook", "cook"), ("king", MAGIC), ("maid", "king"), None, None, None, ("witch", "maid"))
        state = tail(16, row)
        seats = (EMPTY, state.seats[0])
        assert PlayedGame(replace(state, seats=seats)).do(Peek(0), Peek(2)).choice("hard") == OpenHat(0)

    def test_it_gambles_where_a_chip_is_paid_for_already(self) -> None:
        """H21: magic hats to spare are worth nothing at the end. Of four hats two are dragons' and two are kings'."""
        row = (("dragon", "dragon"), ("king", "king"), ("dragon", "dragon"), ("king", "king"), None, None, None)
        state = tail(16, row)
        won = state.seats[0].pairs
        rich = replace(EMPTY, pairs=won[:8], magic=4)
        for magic, opens in ((4, True), (0, False)):
            seats = (replace(rich, magic=magic), replace(EMPTY, pairs=won[8:], magic=4 - magic))
            choice = PlayedGame(replace(state, seats=seats, hats=())).choice("hard")
            assert isinstance(choice, OpenHat) == opens


def shares(better: str, worse: str, games: int = 16) -> float:
    stretch = Stretch()
    for number in range(games):
        play(Pairing("court_hats", (better, worse), turning=True), number, stretch)
    assert stretch.unfinished == 0
    return fmean(share for share, _ in stretch.shares)


@pytest.mark.parametrize(("better", "worse"), [("normal", "easy"), ("hard", "normal")])
def test_each_level_is_better_than_the_one_below(better: str, worse: str) -> None:
    """`make arena` measures it: over 400 games each of these is above 95 %. Here a few games of fixed seeds."""
    assert shares(better, worse) > 0.75
