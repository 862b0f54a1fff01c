"""No layout is left standing in which no hat can be won (H17, H18)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Swap
from bot.games.court_hats.rules.moves import MAGIC, HatOpened, OpenHat, Peek, Redealt
from bot.games.court_hats.rules.state import CourtHatsState, RowSlot, is_dead

from .states import EMPTY, KEY, cards, lay, one_before_dead, play

DEAD_AGAIN = CommittedRandom((291).to_bytes(32, "big"))
"""The first key, counted up from 0, whose second shuffle is dead on the table of `one_before_dead`."""
DEAD_AGAIN_RESTART = CommittedRandom((3223).to_bytes(32, "big"))
"""The same where won cards go back."""


RESTART = {"dead_layout": "restart"}


def slots(*pairs: tuple[str, str]) -> tuple[RowSlot, ...]:
    return tuple(RowSlot(*pair, token) for token, pair in enumerate(pairs))


def test_a_layout_is_dead_when_no_hat_fits_any_character_and_none_is_magic() -> None:
    assert is_dead(slots(("king", "cook"), ("maid", "witch")))


@pytest.mark.parametrize(
    "row",
    [
        slots(("king", "king"), ("maid", "witch")),
        slots(("king", "maid"), ("maid", "witch")),
        slots(("king", MAGIC), ("maid", "witch")),
        (None, *slots(("king", "maid"), ("maid", "witch"))),
    ],
    ids=["fits in place", "fits elsewhere", "magic", "beside a gap"],
)
def test_a_layout_lives_when_some_hat_can_be_won(row: tuple[RowSlot | None, ...]) -> None:
    assert not is_dead(row)


def test_a_match_that_leaves_a_dead_layout_is_followed_by_a_new_deal() -> None:
    before = one_before_dead()
    state, events = play(before, OpenHat(0))
    assert isinstance(events[0], HatOpened)
    assert events[0].refill == "witch", "everyone saw what was laid before all was taken up"
    assert events[1:] == (Redealt(restart=False),)
    assert not is_dead(state.row)
    assert cards(state) == cards(before)


def test_a_redeal_keeps_what_was_won_and_passes_the_turn_on_as_ever() -> None:
    state, _ = play(one_before_dead(turn=1, seats=(EMPTY, replace(EMPTY, chips=2), EMPTY)), OpenHat(0))
    assert [seat.pairs for seat in state.seats] == [(), ("king",), ()]
    assert state.seats[1].chips == 2
    assert state.turn == 2
    assert (len(state.characters), len(state.hats)) == (12, 16)


def test_a_redeal_lays_a_full_row_of_hats_that_were_never_there() -> None:
    before = one_before_dead()
    state, _ = play(before, OpenHat(0))
    # 0-6 lay at the start and 7 was laid with the refill; the next deal begins with 8.
    assert [slot.token for slot in state.row if slot] == list(range(8, 15))


def test_a_redeal_lifts_every_ban() -> None:
    state, _ = play(one_before_dead(), OpenHat(0))
    assert state.last is None
    assert state.unopened == 0


def test_a_magic_hat_taken_can_leave_a_dead_layout_too() -> None:
    before = one_before_dead()
    row = (RowSlot("king", MAGIC, 0), *before.row[1:])
    pile = list(before.hats)
    pile[pile.index(MAGIC)] = "king"
    before = replace(before, row=row, hats=tuple(pile))
    state, events = play(before, OpenHat(0))
    assert events[1:] == (Redealt(restart=False),)
    assert state.seats[0].magic == 1
    assert (len(state.characters), len(state.hats)) == (13, 16)
    assert cards(state) == cards(before)


def test_a_miss_a_peek_and_a_swap_never_deal_anew() -> None:
    before = lay()
    for action in (OpenHat(2), Peek(0), Swap(0, 3)):
        state, _ = play(before, action)
        assert state.deals == before.deals


def test_a_redeal_that_is_dead_again_is_dealt_until_it_lives() -> None:
    state, events = play(one_before_dead(), OpenHat(0), rng=DEAD_AGAIN)
    assert state.deals == 3, "the second shuffle of this key is dead"
    assert not is_dead(state.row)
    assert events[1:] == (Redealt(restart=False),), "told once, however often it was shuffled"


def test_each_shuffle_of_a_game_has_streams_of_its_own() -> None:
    state, _ = play(one_before_dead(), OpenHat(0))
    shuffled = CommittedRandom(KEY).stream("deal/1/characters").shuffled(sorted_deck(state))
    assert tuple(slot.character for slot in state.row if slot) + state.characters == shuffled


def sorted_deck(state: CourtHatsState) -> list[str]:
    """List the characters still in play in the order of the kinds: twice ten, one king won."""
    kinds = ("dragon", "king", "wizard", "princess", "jester", "knight", "maid", "witch", "cook", "pirate")
    deck = [kind for kind in kinds for _ in range(2)]
    deck.remove("king")
    return deck


def test_a_restart_puts_won_cards_and_chips_back_and_deals_the_whole_deck() -> None:
    seats = (replace(EMPTY, magic=1), replace(EMPTY, chips=3), replace(EMPTY, present=False))
    before = one_before_dead(RESTART, seats=seats)
    state, events = play(before, OpenHat(0))
    assert events[1:] == (Redealt(restart=True),)
    assert state.seats == (EMPTY, EMPTY, replace(EMPTY, present=False))
    assert (len(state.characters), len(state.hats)) == (13, 17)
    assert cards(state) == cards(before)


def test_a_restart_passes_the_turn_on_as_ever() -> None:
    state, _ = play(one_before_dead(RESTART, turn=1), OpenHat(0))
    assert state.turn == 2


def test_a_restart_that_is_dead_again_is_dealt_until_it_lives() -> None:
    state, _ = play(one_before_dead(RESTART), OpenHat(0), rng=DEAD_AGAIN_RESTART)
    assert state.deals == 3
    assert not is_dead(state.row)
