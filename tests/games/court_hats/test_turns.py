"""One action is a turn: what each does, what all see of it, and what only the actor sees (rulings.md 1.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.engine.rules import Action, IllegalAction, Outcome, Swap
from bot.games.court_hats.rules.moves import (
    MAGIC,
    MAX_UNOPENED,
    CourtAction,
    CourtEnded,
    HatOpened,
    OpenHat,
    Peek,
    Peeked,
    RowSwapped,
    SawHat,
)

from .states import EMPTY, RNG, RULES, lay, play


def refused(state: object, seat: int, action: Action) -> str:
    with pytest.raises(IllegalAction) as error:
        RULES.play(state, seat, action, RNG)  # type: ignore[arg-type]
    return error.value.reason


def test_all_see_where_a_seat_peeked_and_it_alone_sees_the_hat() -> None:
    before = lay()
    state, events = play(before, Peek(2))
    assert events == (Peeked(seat=0, slot=2), SawHat(audience=0, slot=2, hat="princess"))
    assert [event.audience for event in events] == [None, 0]
    assert state == replace(before, turn=1, last=Peek(2), unopened=1)


def test_a_peeked_magic_hat_stays_for_anybody_to_open() -> None:
    before = lay()
    state, events = play(before, Peek(1))
    assert events[1] == SawHat(audience=0, slot=1, hat=MAGIC)
    assert state.row == before.row
    state, _ = play(state, OpenHat(1))
    assert [seat.magic for seat in state.seats] == [0, 1, 0]


def test_a_swap_exchanges_hats_and_tokens_and_leaves_the_characters() -> None:
    before = lay()
    state, events = play(before, Swap(6, 0))
    assert events == (RowSwapped(seat=0, a=0, b=6),)
    assert [(slot.character, slot.hat, slot.token) for slot in state.row if slot][::6] == [
        ("dragon", "king", 6),
        ("maid", "dragon", 0),
    ]
    assert state.row[1:6] == before.row[1:6]
    assert (state.turn, state.unopened) == (1, 1)


def test_a_swap_may_take_hats_that_nobody_has_seen() -> None:
    assert Swap(3, 4) in RULES.legal(lay(), 0)


def test_a_hat_may_be_opened_that_nobody_has_peeked_at() -> None:
    assert {OpenHat(slot) for slot in range(7)} < set(RULES.legal(lay(), 0))


def test_a_match_wins_the_pair_and_the_slot_is_filled_from_both_piles() -> None:
    before = lay(characters=("cook",), hats=("witch",))
    state, events = play(before, OpenHat(0))
    assert events == (HatOpened(seat=0, slot=0, hat="dragon", character="dragon", result="match", refill="cook"),)
    assert state.seats[0] == replace(EMPTY, pairs=("dragon",))
    slot = state.row[0]
    assert slot is not None
    assert (slot.character, slot.hat, slot.token) == ("cook", "witch", 7)
    assert state.row[1:] == before.row[1:]
    assert (state.characters, state.hats) == (before.characters[1:], before.hats[1:])
    assert state.turn == 1


def test_a_magic_hat_is_kept_replaced_over_the_same_character_and_gives_no_second_action() -> None:
    before = lay(hats=("witch",))
    state, events = play(before, OpenHat(1))
    assert events == (HatOpened(seat=0, slot=1, hat=MAGIC, character="king", result="magic"),)
    assert state.seats[0] == replace(EMPTY, magic=1)
    slot = state.row[1]
    assert slot is not None
    assert (slot.character, slot.hat, slot.token) == ("king", "witch", 7)
    assert (state.characters, state.hats) == (before.characters, before.hats[1:])
    assert state.turn == 1


def test_a_miss_is_shown_to_all_costs_a_chip_and_goes_back_to_its_place() -> None:
    before = lay()
    state, events = play(before, OpenHat(2))
    assert events == (HatOpened(seat=0, slot=2, hat="princess", character="wizard", result="miss"),)
    assert [event.audience for event in events] == [None]
    assert state.seats[0] == replace(EMPTY, chips=1)
    assert state.row == before.row, "same slot, same token"
    assert state.turn == 1


def test_a_missed_hat_is_not_in_the_next_view() -> None:
    state, _ = play(lay(), OpenHat(2))
    assert RULES.view(state, None).row == tuple(slot.character for slot in state.row if slot)
    assert RULES.view(state, 1).banned_peek is None


def test_chips_are_counted_past_the_sixteen_of_the_box() -> None:
    state = lay(seats=(replace(EMPTY, chips=16), EMPTY))
    state, _ = play(state, OpenHat(2), Peek(0), OpenHat(2))
    assert state.seats[0].chips == 18
    assert RULES.outcome(state) is None


def test_turns_without_an_opened_hat_are_counted_and_unlimited_where_the_table_wants_it() -> None:
    """H26."""
    state = lay(options={"stalemate": "off"})
    for turn in range(500):
        state, _ = play(state, Peek(turn % 7))
    assert RULES.view(state, None).unopened == 500
    assert RULES.to_act(state) is not None
    state, _ = play(state, OpenHat(2))
    assert RULES.view(state, None).unopened == 0


LIMITED = {"stalemate": "on"}


def test_so_many_turns_without_an_opened_hat_end_the_game_and_it_is_scored_as_it_stands() -> None:
    """H26, N-b: nobody can draw a game out by peeks and swaps."""
    ahead = replace(EMPTY, pairs=("pirate", "pirate"), chips=1)
    state, number = lay(seats=(EMPTY, ahead, EMPTY), options=LIMITED), 0
    while RULES.view(state, None).unopened < MAX_UNOPENED - 1:
        state, events = play(state, Peek(number % 7) if number % 2 else Swap(*CYCLE[number % 3]))
        assert RULES.outcome(state) is None
        number += 1
    last, events = play(state, Peek(2))
    row = tuple(slot.hat if slot else None for slot in last.row)
    assert events[-1] == CourtEnded(hats=row, stalled=True)
    assert [type(event) for event in events] == [Peeked, SawHat, CourtEnded]
    assert RULES.to_act(last) is None
    assert RULES.outcome(last) == Outcome((1,), (0, 1, 0))
    assert all(RULES.legal(last, seat) == () for seat in range(3))
    swapped, events = play(state, Swap(0, 6))
    assert [type(event) for event in events] == [RowSwapped, CourtEnded]
    assert swapped.row != state.row
    assert events[-1] == CourtEnded(hats=tuple(slot.hat if slot else None for slot in swapped.row), stalled=True)


CYCLE = ((0, 1), (2, 3), (4, 5))


def test_an_opened_hat_even_the_wrong_one_begins_the_count_anew() -> None:
    """H26: also in the last turn before the limit, since opening is what the game waits for."""
    state = lay(options=LIMITED)
    for turn in range(MAX_UNOPENED - 1):
        state, _ = play(state, Peek(turn % 7))
    state, events = play(state, OpenHat(2))
    assert [type(event) for event in events] == [HatOpened]
    assert (RULES.view(state, None).unopened, RULES.outcome(state)) == (0, None)


def test_a_full_row_offers_seven_peeks_twentyone_swaps_and_seven_opens() -> None:
    actions = RULES.legal(lay(), 0)
    assert [sum(isinstance(action, kind) for action in actions) for kind in (Peek, Swap, OpenHat)] == [7, 21, 7]
    assert len(set(actions)) == 35


def test_only_the_seat_to_act_has_legal_actions() -> None:
    state = lay(turn=1)
    assert RULES.to_act(state) == 1
    assert [bool(RULES.legal(state, seat)) for seat in range(3)] == [False, True, False]


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
def test_who_is_not_to_act_is_refused(seat: int) -> None:
    assert refused(lay(), seat, Peek(0)) == "not_your_turn"


@pytest.mark.parametrize(
    "action", [Peek(7), Peek(-1), OpenHat(7), OpenHat(-7), Swap(0, 7), Swap(-1, 3), Swap(9, 9), Peek(2**70)]
)
def test_a_slot_that_is_not_there_is_refused(action: CourtAction) -> None:
    assert refused(lay(), 0, action) == "no_such_slot"


def test_a_slot_is_not_swapped_with_itself() -> None:
    assert refused(lay(), 0, Swap(3, 3)) == "same_slot"


def test_what_is_no_action_of_this_game_is_refused() -> None:
    assert refused(lay(), 0, Action()) == "unknown_action"


def test_after_the_end_nothing_is_legal() -> None:
    state = replace(lay(), over=True)
    assert refused(state, 0, Peek(0)) == "game_over"
    assert RULES.to_act(state) is None
    assert not any(RULES.legal(state, seat) for seat in range(3))
