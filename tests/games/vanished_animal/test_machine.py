"""Any lawful play keeps all six animals, the tokens' arithmetic, and a table that somebody can go on with."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat, SeatLeft, Swap
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    Keep,
    Kept,
    Learned,
    Look,
    Looked,
    Name,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    SawAnimal,
    VanishedAction,
    VanishedEnded,
)
from bot.games.vanished_animal.rules.state import VanishedAnimalState
from tests.games.lawful import any_options, judged_alike

from .states import RULES, accepted, right, ring, tokens, wrong

OPTIONS = any_options(RULES)
HATS = st.integers(-2, 7)
ANY_ACTION: st.SearchStrategy[VanishedAction] = st.one_of(
    st.builds(Look, HATS),
    st.builds(Swap, HATS, HATS),
    st.builds(Keep),
    st.builds(Name, st.sampled_from((*ANIMALS, "cat"))),
)
WON = ([RoundEnded, RoundBegan], [RoundEnded, VanishedEnded])
"""What follows when a round is won."""


class VanishedMachine(RuleBasedStateMachine):
    """A table that does anything the rules allow, and tries what they don't."""

    @initialize(options=OPTIONS, seats=st.integers(2, 4), key=st.binary(min_size=32, max_size=32), data=st.data())
    def begin(self, options: dict[str, str], seats: int, key: bytes, data: st.DataObject) -> None:
        self.sit_down(options, seats, data.draw(st.integers(0, seats - 1)), key)

    def sit_down(self, options: dict[str, str], seats: int, starter: int, key: bytes) -> None:
        self.options, self.rng = options, CommittedRandom(key)
        step = RULES.begin(options, seats, starter, self.rng)
        assert step.events == (RoundBegan(round=1, starter=starter),)
        self.state = step.state
        self.present = set(range(seats))
        self.used: set[int] = set()

    @precondition(lambda self: not self.state.over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.play(data.draw(st.sampled_from(RULES.legal(self.state, self.state.turn))))

    @precondition(lambda self: not self.state.over and self.state.phase == "turn")
    @rule(knows=st.booleans())
    def name(self, knows: bool) -> None:
        self.play(right(self.state) if knows else wrong(self.state))

    @rule(seat=st.integers(-1, 4), action=ANY_ACTION)
    def try_anything(self, seat: Seat, action: VanishedAction) -> None:
        assert judged_alike(RULES, self.rng, self.state, seat, action)

    @precondition(lambda self: len(self.present) > 1)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.present)))
        over = self.state.over
        step = RULES.leave(self.state, seat, self.rng)
        kinds = [type(event) for event in step.events]
        assert kinds in (([],) if over else ([SeatLeft], *([SeatLeft, *won] for won in WON)))
        if not over:
            self.present.discard(seat)
            assert (len(self.present) > 1) or step.state.over, "the last one in the game has won (D20)"
        self.went(step.state)

    def play(self, action: VanishedAction) -> None:
        before = self.state
        step = RULES.play(before, before.turn, action, self.rng)
        self.check_events(before, action, step.events)
        self.went(step.state)

    def went(self, after: VanishedAnimalState) -> None:
        if after.round != self.state.round:
            self.used |= {*tokens(self.state)}
            assert not self.used & {*tokens(after)}, "no hidden id of a round comes back (D18)"
            assert after.round == self.state.round + 1
        self.state = after

    def check_events(self, before: VanishedAnimalState, action: VanishedAction, events: tuple[Event, ...]) -> None:
        kinds = [type(event) for event in events]
        if isinstance(action, Look):
            assert kinds == [Looked, SawAnimal]
        elif isinstance(action, Swap):
            assert kinds == [RingSwapped]
        elif isinstance(action, Keep):
            assert kinds == [Kept]
        elif action == right(before):
            assert kinds in [[Named, *won] for won in WON]
        else:
            assert kinds in [[Named, Learned], *([Named, Learned, *won] for won in WON)]
        assert all(
            event.audience == (before.turn if isinstance(event, SawAnimal | Learned) else None) for event in events
        )

    @invariant()
    def no_animal_is_lost_or_doubled(self) -> None:
        assert sorted([*ring(self.state), self.state.box.animal]) == sorted(ANIMALS)
        assert len(set(tokens(self.state))) == 6

    @invariant()
    def no_animal_with_a_cross_is_missing(self) -> None:
        assert self.state.box.animal not in self.state.excluded

    @invariant()
    def somebody_can_go_on_or_the_game_is_over(self) -> None:
        state = self.state
        assert (RULES.to_act(state) is None) == state.over == (RULES.outcome(state) is not None)
        if not state.over:
            assert state.seats[state.turn].playing
            assert RULES.legal(state, state.turn)
            assert sum(seat.playing for seat in state.seats) >= 2, "the last one would have won (D11)"

    @invariant()
    def the_wand_is_the_game(self) -> None:
        winners = [seat for seat, held in enumerate(self.state.seats) if held.wand]
        assert len(winners) == self.state.over
        outcome = RULES.outcome(self.state)
        assert (outcome.winners if outcome else ()) == tuple(winners)
        if outcome and len(self.present) > 1:
            assert self.state.seats[winners[0]].hat, "the wand is the second win (D4)"

    @invariant()
    def every_round_but_the_last_gave_one_hat_token(self) -> None:
        """D16, rulings.md 3.3: so a game has at most one round more than players."""
        assert sum(seat.hat for seat in self.state.seats) == self.state.round - 1
        assert self.state.round <= len(self.state.seats) + 1

    @invariant()
    def who_is_out_has_named_in_vain(self) -> None:
        out = sum(seat.out for seat in self.state.seats)
        assert len(self.state.excluded) <= out
        assert bool(self.state.excluded) == bool(out)

    @invariant()
    def a_seat_that_left_never_acts(self) -> None:
        assert self.present == {n for n, seat in enumerate(self.state.seats) if seat.present}

    @invariant()
    def a_state_is_plain_data(self) -> None:
        encoded = msgspec.json.encode(self.state)
        assert msgspec.json.decode(encoded, type=VanishedAnimalState) == self.state


TestVanishedMachine = VanishedMachine.TestCase
TestVanishedMachine.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


def random_game(seed: int) -> VanishedAnimalState:
    """Play one game at random with options drawn at random; who names is right every other time."""
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.choices) for option in RULES.options}
    committed = CommittedRandom(seed.to_bytes(32, "big"))
    seats = rng.randrange(2, 5)
    state = RULES.begin(options, seats, rng.randrange(seats), committed).state
    while not state.over:
        legal = RULES.legal(state, state.turn)
        action = rng.choice(legal)
        if isinstance(action, Name) and rng.random() < 0.5:
            action = right(state)
        state = RULES.play(state, state.turn, action, committed).state
    return state


def test_random_games_end() -> None:
    """rulings.md 3.3: with at most one round more than players; every length from 2 on occurs."""
    ends = [random_game(seed) for seed in range(300)]
    assert all(RULES.outcome(state) is not None for state in ends)
    assert {state.round for state in ends} == {2, 3, 4, 5}


@pytest.mark.parametrize("seed", range(8))
def test_legal_lists_exactly_what_play_accepts(seed: int) -> None:
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.choices) for option in RULES.options}
    committed = CommittedRandom(bytes([seed]) * 32)
    state = RULES.begin(options, 2 + seed % 3, 0, committed).state
    for _ in range(40):
        for seat in range(len(state.seats)):
            assert accepted(state, seat) == set(RULES.legal(state, seat))
        if state.over:
            break
        state = RULES.play(state, state.turn, rng.choice(RULES.legal(state, state.turn)), committed).state
