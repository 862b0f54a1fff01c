"""Non-interference: what a viewer may not know changes nothing that reaches that viewer (H23, H24, H27)."""

from __future__ import annotations

import random
from functools import partial

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Seat, Swap
from bot.games.court_hats.rules.moves import CourtAction, OpenHat, Peek
from bot.games.court_hats.rules.state import CourtHatsState, is_dead
from bot.games.court_hats.rules.view import CourtHatsView
from tests.games.knowledge import seen_of, told
from tests.games.lawful import any_options

from .states import KEY, RNG, RULES, fitting, lay, one_before_dead, play

OPTIONS = any_options(RULES)
RANDOMS = st.integers(0, 2**32).map(random.Random)
VIEWERS: tuple[Seat | None, ...] = (None, 0, 1, 2)
seen = partial(seen_of, RULES)


def somewhere(options: dict[str, str], rng: random.Random) -> CourtHatsState:
    """Play a random way into a game of three: from the deal to the last pairs, never past the end."""
    state = RULES.begin(options, 3, rng.randrange(3), CommittedRandom(rng.randbytes(32))).state
    for _ in range(rng.randrange(60)):
        likely = fitting(state) or fitting(state, magic=True) if rng.random() < 0.5 else ()
        after, _ = play(state, rng.choice(likely or RULES.legal(state, state.turn)), rng=CommittedRandom(KEY))
        if after.over:
            break
        state = after
    return state


def permuted(state: CourtHatsState, rng: random.Random, known: int | None = None) -> CourtHatsState:
    """Permute all that is hidden: hats on the table and in the pile, and the character pile.

    With `known` the hat over that slot and the next card of the character pile stay.
    """
    hidden = [index for index, slot in enumerate(state.row) if slot and index != known]
    hats = [slot.hat for slot in state.row if slot and slot is not (None if known is None else state.row[known])]
    pile = [*hats, *state.hats]
    rng.shuffle(pile)
    row = list(state.row)
    for index, hat in zip(hidden, pile, strict=False):
        slot = row[index]
        assert slot is not None
        row[index] = replace(slot, hat=hat)
    fixed = 0 if known is None else 1
    under = list(state.characters[fixed:])
    rng.shuffle(under)
    characters = (*state.characters[:fixed], *under)
    return replace(state, row=tuple(row), hats=tuple(pile[len(hidden) :]), characters=characters)


@given(OPTIONS, RANDOMS)
def test_no_view_and_no_choice_depends_on_hidden_cards(options: dict[str, str], rng: random.Random) -> None:
    state = somewhere(options, rng)
    other = permuted(state, rng)
    for viewer in VIEWERS:
        assert seen(state, viewer) == seen(other, viewer)


@given(OPTIONS, RANDOMS, st.sampled_from(VIEWERS))
def test_peeks_of_others_and_swaps_tell_a_viewer_nothing(
    options: dict[str, str], rng: random.Random, viewer: Seat | None
) -> None:
    state = somewhere(options, rng)
    other = permuted(state, rng)
    for _ in range(20):
        unopened = [action for action in RULES.legal(state, state.turn) if not isinstance(action, OpenHat)]
        own = state.turn == viewer
        action = rng.choice([action for action in unopened if not (own and isinstance(action, Peek))])
        state, events = play(state, action)
        other, other_events = play(other, action)
        assert told(events, viewer) == told(other_events, viewer)
        assert seen(state, viewer) == seen(other, viewer)


@given(OPTIONS, RANDOMS)
def test_the_one_who_peeks_learns_that_hat_and_no_other(options: dict[str, str], rng: random.Random) -> None:
    state = somewhere(options, rng)
    peeks = [action for action in RULES.legal(state, state.turn) if isinstance(action, Peek)]
    peek = rng.choice(peeks)
    other = permuted(state, rng, known=peek.slot)
    assert play(state, peek)[1] == play(other, peek)[1]


@given(OPTIONS, RANDOMS)
def test_opening_tells_that_hat_and_the_refill_and_no_more(options: dict[str, str], rng: random.Random) -> None:
    state = somewhere(options, rng)
    slot = rng.choice([index for index, slot in enumerate(state.row) if slot])
    other = permuted(state, rng, known=slot)
    (after, events), (other_after, other_events) = play(state, OpenHat(slot)), play(other, OpenHat(slot))
    # That a layout is dead, and at the end what lay there, is told to all by rule: lawful reveals.
    assume((after.deals, after.over) == (other_after.deals, False) and not other_after.over)
    for viewer in VIEWERS:
        assert told(events, viewer) == told(other_events, viewer)
        assert seen(after, viewer) == seen(other_after, viewer)


def test_a_new_deal_does_not_depend_on_how_the_hidden_cards_lay() -> None:
    state = one_before_dead()
    pile = (state.hats[0], *reversed(state.hats[1:]))
    under = (state.characters[0], *reversed(state.characters[1:]))
    other = replace(state, hats=pile, characters=under)
    assert other != state
    assert play(state, OpenHat(0)) == play(other, OpenHat(0))


def test_every_viewer_has_the_same_view_even_right_after_an_own_peek() -> None:
    before = lay()
    state, _ = play(before, Peek(0))
    views = {RULES.view(state, viewer).to_act for viewer in VIEWERS}
    assert [RULES.view(state, viewer) for viewer in VIEWERS] == [RULES.view(state, None)] * 4
    assert views == {1}


def test_a_view_has_no_place_for_a_hat_a_token_or_a_past_peek() -> None:
    fields = {field.name for field in msgspec.structs.fields(CourtHatsView)}
    assert fields == {
        "row",
        "seats",
        "to_act",
        "character_pile",
        "hat_pile",
        "banned_swap",
        "banned_peek",
        "unopened",
        "magic_hats",
        "last_pair",
        "outcome",
        "patience",
    }


def test_a_view_shows_the_piles_as_numbers() -> None:
    view = RULES.view(lay(), None)
    assert (view.character_pile, view.hat_pile) == (13, 17)


@given(RANDOMS)
def test_tokens_follow_from_what_all_have_seen_and_not_from_the_cards(rng: random.Random) -> None:
    """Two games with other cards have the same tokens as long as the same is done and the same comes of it (H12)."""
    one, other = (RULES.begin({}, 2, 0, CommittedRandom(rng.randbytes(32))).state for _ in range(2))
    assume(one.deals == other.deals)  # a layout that is dead from the start is laid anew (H16)
    actions: list[CourtAction] = [Peek(0), Swap(0, 5), Swap(2, 4), Swap(0, 1), Peek(3)]
    rng.shuffle(actions)
    for action in actions:
        assert tokens(one) == tokens(other)
        one, other = play(one, action)[0], play(other, action)[0]
    assert tokens(one) == tokens(other)


def tokens(state: CourtHatsState) -> list[int]:
    return [slot.token for slot in state.row if slot]


@given(OPTIONS, RANDOMS)
def test_permuting_by_hand_is_a_permutation(options: dict[str, str], rng: random.Random) -> None:
    """What these tests stand on: the other state holds the same cards, and lives or is dead on its own account."""
    state = somewhere(options, rng)
    other = permuted(state, rng)
    assert sorted(state.characters) == sorted(other.characters)
    hats = [sorted([*(slot.hat for slot in s.row if slot), *s.hats]) for s in (state, other)]
    assert hats[0] == hats[1]
    assert not is_dead(state.row)


def test_after_the_end_the_group_may_see_the_hats_and_only_then() -> None:
    step = RULES.leave(RULES.begin({}, 2, 0, RNG).state, 0, RNG)
    assert [type(event).__name__ for event in step.events] == ["SeatLeft", "CourtEnded"]
    assert {event.audience for event in step.events} == {None}
