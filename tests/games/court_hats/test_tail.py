"""When no character is left to lay, slots close; with the last pair the game ends (H13, H14, H15)."""

from __future__ import annotations

import pytest

from bot.engine.rules import IllegalAction, Swap
from bot.games.court_hats.rules.moves import LAST_PAIR, MAGIC, SHORT_LAST_PAIR, CourtEnded, HatOpened, OpenHat, Peek

from .states import RNG, RULES, lay, play, tail

FULL = (
    ("dragon", "dragon"),
    ("king", MAGIC),
    ("wizard", "princess"),
    ("princess", "wizard"),
    ("jester", "knight"),
    ("knight", "jester"),
    ("maid", "maid"),
)
FOUR = (None, ("king", "king"), None, ("cook", "cook"), None, ("maid", MAGIC), ("witch", "maid"))


def test_the_fourteenth_pair_closes_its_slot_although_hats_are_left() -> None:
    before = tail(13, FULL)
    assert len(before.hats) == 4
    state, events = play(before, OpenHat(0))
    assert events == (HatOpened(seat=0, slot=0, hat="dragon", character="dragon", result="match", refill=None),)
    assert state.row == (None, *before.row[1:])
    assert state.hats == before.hats
    assert RULES.view(state, None).row == (None, "king", "wizard", "princess", "jester", "knight", "maid")
    assert not state.over


def test_other_slots_keep_their_numbers_when_one_closes() -> None:
    state, _ = play(tail(13, FULL), OpenHat(6), Peek(0), OpenHat(0))
    assert [index for index, slot in enumerate(state.row) if slot] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("action", [Peek(0), OpenHat(0), Swap(0, 1), Swap(1, 0)])
def test_a_closed_slot_can_be_neither_peeked_nor_swapped_nor_opened(action: Peek | OpenHat | Swap) -> None:
    state, _ = play(tail(13, FULL), OpenHat(0))
    assert action not in RULES.legal(state, 1)
    with pytest.raises(IllegalAction) as error:
        RULES.play(state, 1, action, RNG)
    assert error.value.reason == "no_such_slot"


def test_a_magic_hat_in_the_tail_is_replaced_from_what_the_pile_still_has() -> None:
    before = tail(13, FULL, hats=("king",))
    state, events = play(before, OpenHat(1))
    assert isinstance(events[0], HatOpened)
    assert events[0].result == "magic"
    slot = state.row[1]
    assert slot is not None
    assert (slot.character, slot.hat) == ("king", "king")
    assert len(state.hats) == 3


def test_the_seventeenth_pair_ends_the_game_at_once_and_turns_up_what_is_left() -> None:
    state, events = play(tail(16, FOUR), OpenHat(1))
    assert LAST_PAIR == 17
    assert isinstance(events[0], HatOpened)
    assert events[1:] == (CourtEnded(hats=(None, None, None, "cook", None, MAGIC, "maid")),)
    assert RULES.to_act(state) is None
    assert RULES.view(state, None).to_act is None
    assert RULES.outcome(state) == RULES.view(state, 0).outcome is not None


def test_a_miss_or_a_magic_hat_before_the_last_pair_ends_nothing() -> None:
    for slot in (5, 6):
        state, events = play(tail(16, FOUR), OpenHat(slot))
        assert len(events) == 1
        assert RULES.outcome(state) is None


def test_no_seat_gets_another_turn_after_the_last_pair() -> None:
    state, _ = play(tail(16, FOUR), OpenHat(1))
    for seat in (0, 1):
        with pytest.raises(IllegalAction, match="game_over"):
            RULES.play(state, seat, OpenHat(3), RNG)


def test_a_short_game_ends_with_the_first_gap() -> None:
    state, events = play(tail(13, FULL, options={"short_game": "on"}), OpenHat(0))
    assert SHORT_LAST_PAIR == 14
    assert events[1] == CourtEnded(hats=(None, MAGIC, "princess", "wizard", "knight", "jester", "maid"))
    assert RULES.outcome(state) is not None


def test_a_short_game_does_not_end_before_the_first_gap() -> None:
    state, events = play(lay(options={"short_game": "on"}), OpenHat(0))
    assert len(events) == 1
    assert not state.over


def test_with_no_magic_hats_both_piles_are_empty_together() -> None:
    row = (*FULL[:1], ("king", "king"), *FULL[2:])
    state = tail(13, row, options={"magic_hats": "off"})
    assert (state.characters, state.hats) == ((), ())
    state, _ = play(state, OpenHat(0), OpenHat(1))
    assert state.row[:2] == (None, None)
