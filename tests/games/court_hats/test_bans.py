"""A ban looks back one turn of the whole table, and no further (H4, H5, H6)."""

from __future__ import annotations

import pytest

from bot.engine.rules import IllegalAction, Swap
from bot.games.court_hats.rules.moves import CourtAction, OpenHat, Peek
from bot.games.court_hats.rules.state import CourtHatsState

from .states import RNG, RULES, lay, play, tail

SHEETS = {preset.name: preset.values for preset in RULES.presets}


def assert_banned(state: CourtHatsState, action: CourtAction, reason: str) -> None:
    assert action not in RULES.legal(state, state.turn)
    with pytest.raises(IllegalAction) as error:
        RULES.play(state, state.turn, action, RNG)
    assert error.value.reason == reason


@pytest.mark.parametrize("sheet", ["sheet_000", "sheet_003"])
def test_the_pair_just_swapped_is_not_swapped_back(sheet: str) -> None:
    state, _ = play(lay(options=SHEETS[sheet]), Swap(2, 5))
    assert_banned(state, Swap(2, 5), "swap_ban")
    assert_banned(state, Swap(5, 2), "swap_ban")
    assert RULES.view(state, None).banned_swap == (2, 5)


def test_one_of_the_two_may_be_swapped_with_a_third() -> None:
    state, _ = play(lay(), Swap(2, 5))
    assert {Swap(2, 4), Swap(5, 6)} < set(RULES.legal(state, 1))


@pytest.mark.parametrize("between", [Peek(2), OpenHat(3), Swap(0, 1)])
def test_any_turn_in_between_lifts_the_swap_ban(between: CourtAction) -> None:
    state, _ = play(lay(), Swap(2, 5), between)
    assert Swap(2, 5) in RULES.legal(state, state.turn)
    assert RULES.view(state, None).banned_swap != (2, 5)


def test_the_swap_ban_goes_on_over_a_seat_that_left_since_leaving_is_no_turn() -> None:
    state, _ = play(lay(), Swap(2, 5))
    state = RULES.leave(state, 1, RNG).state
    assert state.turn == 2
    assert_banned(state, Swap(2, 5), "swap_ban")


def test_sheet_004_knows_no_ban() -> None:
    state, _ = play(lay(options=SHEETS["sheet_004"]), Swap(2, 5))
    assert RULES.view(state, None).banned_swap is None
    state, _ = play(state, Swap(2, 5), Peek(1), Peek(1))
    assert RULES.view(state, None).banned_peek is None


def test_sheet_003_bans_the_peek_just_made_by_the_seat_before() -> None:
    state, _ = play(lay(options=SHEETS["sheet_003"]), Peek(4))
    assert_banned(state, Peek(4), "peek_ban")
    assert RULES.view(state, None).banned_peek == 4
    assert OpenHat(4) in RULES.legal(state, 1)
    assert Swap(4, 5) in RULES.legal(state, 1)


@pytest.mark.parametrize("between", [Peek(2), OpenHat(3), Swap(4, 5)])
def test_any_turn_in_between_lifts_the_peek_ban(between: CourtAction) -> None:
    state, _ = play(lay(options=SHEETS["sheet_003"]), Peek(4), between)
    assert Peek(4) in RULES.legal(state, state.turn)


def test_sheet_000_lets_the_next_seat_peek_at_the_same_hat() -> None:
    state, _ = play(lay(options=SHEETS["sheet_000"]), Peek(4))
    assert Peek(4) in RULES.legal(state, 1)
    assert RULES.view(state, None).banned_peek is None


def test_a_seat_may_peek_again_where_it_peeked_before() -> None:
    state, _ = play(lay(options=SHEETS["sheet_003"]), Peek(4), Peek(1), Peek(2))
    assert state.turn == 0
    assert Peek(4) in RULES.legal(state, 0)


def test_bans_never_take_the_last_action_away() -> None:
    """The fewest slots while play goes on are four (16 pairs): a ban leaves three peeks of four, five swaps of six."""
    row = (None, ("king", "cook"), None, ("cook", "king"), None, ("maid", "witch"), ("witch", "maid"))
    after_peek, _ = play(tail(16, row, options=SHEETS["sheet_003"]), Peek(1))
    after_swap, _ = play(tail(16, row, options=SHEETS["sheet_003"]), Swap(1, 3))
    assert len(RULES.legal(after_peek, 1)) == 3 + 6 + 4
    assert len(RULES.legal(after_swap, 1)) == 4 + 5 + 4
