"""Non-interference: what a viewer may not know changes nothing that reaches that viewer (3.2, D10, D13, D18)."""

from __future__ import annotations

import random
from functools import partial

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Seat, Swap
from bot.games.vanished_animal.rules.moves import Learned, Look, Name, RoundEnded, VanishedAction
from bot.games.vanished_animal.rules.state import VanishedAnimalState
from bot.games.vanished_animal.rules.view import VanishedAnimalView
from tests.games.knowledge import seen_of, told
from tests.games.lawful import any_options

from .states import PLAIN, RULES, lay, play, right, ring, tokens

OPTIONS = any_options(RULES)
RANDOMS = st.integers(0, 2**32).map(random.Random)
VIEWERS: tuple[Seat | None, ...] = (None, 0, 1, 2)
seen = partial(seen_of, RULES)


def somewhere(options: dict[str, str], rng: random.Random) -> VanishedAnimalState:
    """Play a random way into a game of three, never past its end."""
    state = RULES.begin(options, 3, rng.randrange(3), CommittedRandom(rng.randbytes(32))).state
    for _ in range(rng.randrange(30)):
        after, _ = play(state, rng.choice(RULES.legal(state, state.turn)))
        if after.over:
            break
        state = after
    return state


def permuted(state: VanishedAnimalState, rng: random.Random, known: int | None = None) -> VanishedAnimalState:
    """Permute the animals of the ring and the box among the hats, hidden ids in place.

    The animal in the hat `known` (5: the box) stays, and no animal that all know to be in the ring gets into the box.
    """
    hats = [*state.hats, state.box]
    while True:
        free = [place for place in range(6) if place != known]
        animals = [hats[place].animal for place in free]
        rng.shuffle(animals)
        laid = list(hats)
        for place, animal in zip(free, animals, strict=True):
            laid[place] = replace(hats[place], animal=animal)
        if laid[5].animal not in state.excluded:
            return replace(state, hats=tuple(laid[:5]), box=laid[5])


@given(OPTIONS, RANDOMS)
def test_no_view_and_no_choice_depends_on_what_is_under_the_hats(options: dict[str, str], rng: random.Random) -> None:
    state = somewhere(options, rng)
    other = permuted(state, rng)
    for viewer in VIEWERS:
        assert seen(state, viewer) == seen(other, viewer)


@given(OPTIONS, RANDOMS, st.sampled_from(VIEWERS))
def test_looks_of_others_and_all_swaps_tell_a_viewer_nothing(
    options: dict[str, str], rng: random.Random, viewer: Seat | None
) -> None:
    state = somewhere(options, rng)
    other = permuted(state, rng)
    for _ in range(20):
        quiet: list[VanishedAction] = [a for a in RULES.legal(state, state.turn) if not isinstance(a, Name)]
        if state.turn == viewer:
            quiet = [action for action in quiet if not isinstance(action, Look)]
            if not quiet:
                break
        action = rng.choice(quiet)
        state, events = play(state, action)
        other, other_events = play(other, action)
        assert told(events, viewer) == told(other_events, viewer)
        assert seen(state, viewer) == seen(other, viewer)


@given(OPTIONS, RANDOMS)
def test_the_one_who_looks_learns_that_animal_and_no_other(options: dict[str, str], rng: random.Random) -> None:
    state = somewhere(options, rng)
    looks = [action for action in RULES.legal(state, state.turn) if isinstance(action, Look)]
    assume(looks)
    look = rng.choice(looks)
    other = permuted(state, rng, known=look.hat)
    assert play(state, look)[1] == play(other, look)[1]


@given(OPTIONS, RANDOMS)
def test_a_wrong_name_tells_all_that_it_is_wrong_and_no_more(options: dict[str, str], rng: random.Random) -> None:
    """D10: the public inference. Among three in the round, so that it does not end."""
    state = replace(somewhere(options, rng), phase="turn", looked=None, moved=())
    assume(sum(seat.playing for seat in state.seats) == 3)
    other = permuted(state, rng)
    name = Name(rng.choice([hat.animal for hat in state.hats if hat.animal != other.box.animal]))
    (after, events), (other_after, other_events) = play(state, name), play(other, name)
    for viewer in {*VIEWERS} - {state.turn}:
        assert told(events, viewer) == told(other_events, viewer)
        assert seen(after, viewer) == seen(other_after, viewer)


@given(RANDOMS)
def test_the_wrong_namer_learns_the_box_and_nothing_of_the_ring(rng: random.Random) -> None:
    state = lay()
    other = permuted(state, rng, known=5)
    name = Name(rng.choice(PLAIN))
    assert play(state, name)[1] == play(other, name)[1]


@given(OPTIONS, RANDOMS)
def test_a_new_round_does_not_depend_on_the_last(options: dict[str, str], rng: random.Random) -> None:
    """D18: how the hats lay is revealed, or kept, and either way is of no use any more."""
    state = replace(somewhere(options, rng), phase="turn", looked=None, moved=())
    assume(not state.seats[state.turn].hat)
    other = permuted(state, rng, known=5)
    (after, events), (other_after, other_events) = play(state, right(state)), play(other, right(other))
    assert after == other_after
    if options["reveal"] == "namer":
        assert events == other_events


@given(RANDOMS)
def test_where_hats_stay_covered_a_rounds_end_tells_nothing_of_the_ring(rng: random.Random) -> None:
    """D13: `namer`. Won by a wrong name of the other, not even the box is shown."""
    state = lay(seats=lay().seats[:2], options={"reveal": "namer"})
    other = permuted(state, rng)
    name = Name(rng.choice([hat.animal for hat in state.hats if hat.animal != other.box.animal]))
    (after, events), (other_after, other_events) = play(state, name), play(other, name)
    for viewer in (None, 1):
        assert told(events, viewer) == told(other_events, viewer)
        assert seen(after, viewer) == seen(other_after, viewer)


def test_every_viewer_has_the_same_view_even_right_after_an_own_look() -> None:
    state, _ = play(lay(), Look(0))
    assert [RULES.view(state, viewer) for viewer in VIEWERS] == [RULES.view(state, None)] * 4
    done, _ = play(state, Swap(0, 1))
    assert RULES.view(done, 0).looked is None, "no view holds a past look"


def test_a_view_has_no_place_for_an_animal_under_a_hat_or_a_token() -> None:
    fields = {field.name for field in msgspec.structs.fields(VanishedAnimalView)}
    assert fields == {
        "seats",
        "to_act",
        "round",
        "starter",
        "phase",
        "looked",
        "swappable",
        "may_keep",
        "excluded",
        "turns",
        "outcome",
    }


def test_only_the_truth_and_looks_are_private_and_only_a_rounds_end_names_animals_to_all() -> None:
    """D19: the public log holds no animal but those that were named."""
    state, events = play(lay(), Look(0), Swap(0, 1), Name("dove"), Name("frog"))
    assert [type(event).__name__ for event in events if event.audience is not None] == [
        "SawAnimal",
        "Learned",
        "Learned",
    ]
    public = msgspec.json.encode([e for e in events if e.audience is None and not isinstance(e, RoundEnded)]).decode()
    assert not any(animal in public for animal in ("rabbit", "mouse", "hedgehog", "owl"))
    assert state.round == 2


def test_ids_are_new_in_every_round_and_follow_from_the_place_alone() -> None:
    """D18: six a round, never used again, in the order of the places whatever lies there."""
    state = RULES.begin({}, 4, 0, CommittedRandom(bytes([7]) * 32)).state
    found = []
    for _ in range(4):
        found.append(tokens(state))
        state, _ = play(state, right(state))
    assert found == [list(range(first, first + 6)) for first in (0, 6, 12, 18)]


def test_an_id_stays_with_its_hat_when_hats_are_swapped() -> None:
    state, _ = play(lay(), Look(0), Swap(0, 3))
    assert tokens(state) == [3, 1, 2, 0, 4, 5]
    assert ring(state) == ("mouse", "dove", "frog", "rabbit", "hedgehog")


def test_what_the_wrong_namer_learned_is_in_no_view() -> None:
    state, events = play(lay(), Name("frog"))
    assert Learned(audience=0, animal="owl") in events
    assert "owl" not in msgspec.json.encode(RULES.view(state, 0)).decode()


@given(OPTIONS, RANDOMS)
def test_permuting_by_hand_is_a_permutation(options: dict[str, str], rng: random.Random) -> None:
    """What these tests stand on: the other state holds the same six animals and the same ids."""
    state = somewhere(options, rng)
    other = permuted(state, rng)
    assert sorted([*ring(state), state.box.animal]) == sorted([*ring(other), other.box.animal])
    assert tokens(state) == tokens(other)
