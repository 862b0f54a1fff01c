"""Any lawful play keeps the arithmetic of docs/rulings.md 1.6, every card, and a layout that lives."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Swap
from bot.games.court_hats.rules.moves import (
    KINDS,
    MAGIC,
    MAX_UNOPENED,
    CourtAction,
    CourtEnded,
    HatOpened,
    LayoutDealt,
    OpenHat,
    Peek,
    Peeked,
    Redealt,
    RowSwapped,
    SawHat,
)
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.state import CourtHatsState, is_dead, pairs_taken
from tests.games.lawful import accepted, any_options, judged_alike

from .states import RNG, RULES, cards, fitting, one_before_dead

OPTIONS = any_options(RULES)
SLOTS = st.integers(-2, 8)
ANY_ACTION: st.SearchStrategy[CourtAction] = st.one_of(
    st.builds(Peek, SLOTS), st.builds(Swap, SLOTS, SLOTS), st.builds(OpenHat, SLOTS)
)
EVERY_ACTION: tuple[CourtAction, ...] = (
    *(Peek(slot) for slot in range(-1, 9)),
    *(OpenHat(slot) for slot in range(-1, 9)),
    *(Swap(a, b) for a in range(-1, 9) for b in range(a, 9)),
)


class CourtMachine(RuleBasedStateMachine):
    """A table that does anything the rules allow, and tries what they don't."""

    state: CourtHatsState

    @initialize(options=OPTIONS, seats=st.integers(2, 4), key=st.binary(min_size=32, max_size=32), data=st.data())
    def deal(self, options: dict[str, str], seats: int, key: bytes, data: st.DataObject) -> None:
        starter = data.draw(st.integers(0, seats - 1))
        self.sit_down(options, seats, starter, key)
        if data.draw(st.booleans(), "one before dead"):
            self.state = one_before_dead(options, self.state.seats, starter)

    def sit_down(self, options: dict[str, str], seats: int, starter: int, key: bytes) -> None:
        self.options, self.rng = options, CommittedRandom(key)
        step = RULES.begin(options, seats, starter, self.rng)
        assert step.events == (LayoutDealt(starter=starter),)
        self.state = step.state
        self.whole = cards(step.state)
        self.gone: set[int] = set()
        self.present = set(range(seats))

    @precondition(lambda self: not self.state.over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.play(data.draw(st.sampled_from(RULES.legal(self.state, self.state.turn))))

    @precondition(lambda self: not self.state.over and bool(fitting(self.state, magic=True)))
    @rule(data=st.data())
    def win_a_magic_hat(self, data: st.DataObject) -> None:
        self.play(data.draw(st.sampled_from(fitting(self.state, magic=True))))

    @precondition(lambda self: not self.state.over)
    @rule(turns=st.integers(1, 12))
    def hurry(self, turns: int) -> None:
        """Play as somebody who sees through the cards, since random play hardly ever comes to the tail."""
        for _ in range(turns):
            if not self.state.over:
                self.play(self.shortest_way())

    def shortest_way(self) -> CourtAction:
        lawful = RULES.legal(self.state, self.state.turn)
        helpful = (
            Swap(i, j)
            for i, hat in enumerate(self.state.row)
            for j, character in enumerate(self.state.row)
            if hat and character and hat.hat == character.character
        )
        swaps = [swap for swap in helpful if swap in lawful]
        ways: list[CourtAction] = [*fitting(self.state), *swaps, *fitting(self.state, magic=True)]
        return next(iter(ways), lawful[0])

    @precondition(lambda self: not self.state.over)
    @rule(turns=st.integers(1, 30), rng=st.randoms(use_true_random=False))
    def stall(self, turns: int, rng: random.Random) -> None:
        """Play as somebody who opens nothing (H26)."""
        for _ in range(turns):
            if not self.state.over:
                legal = RULES.legal(self.state, self.state.turn)
                self.play(rng.choice([action for action in legal if not isinstance(action, OpenHat)]))

    @rule(seat=st.integers(-1, 4), action=ANY_ACTION)
    def try_anything(self, seat: int, action: CourtAction) -> None:
        assert judged_alike(RULES, self.rng, self.state, seat, action)

    @precondition(lambda self: len(self.present) > 2)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.present)))
        step = RULES.leave(self.state, seat, self.rng)
        if not self.state.over:
            self.present.discard(seat)
        self.state = step.state

    def play(self, action: CourtAction) -> None:
        before, seat = self.state, self.state.turn
        step = RULES.play(before, seat, action, self.rng)
        self.check_events(before, action, step.events)
        self.check_tokens(before, step.state)
        assert step.state.turn in self.present
        assert step.state.over or not is_dead(step.state.row)
        self.state = step.state

    def check_events(self, before: CourtHatsState, action: CourtAction, events: tuple[Event, ...]) -> None:
        kinds = [type(event) for event in events]
        stalled = [CourtEnded] if before.unopened + 1 == before.settings.patience else []
        if isinstance(action, Peek):
            assert kinds == [Peeked, SawHat, *stalled]
        elif isinstance(action, Swap):
            assert kinds == [RowSwapped, *stalled]
        else:
            assert kinds in ([HatOpened], [HatOpened, Redealt], [HatOpened, CourtEnded])
        assert all(event.audience == (before.turn if isinstance(event, SawHat) else None) for event in events)

    def check_tokens(self, before: CourtHatsState, after: CourtHatsState) -> None:
        old = {slot.token for slot in before.row if slot}
        new = {slot.token for slot in after.row if slot}
        assert len(new) == sum(slot is not None for slot in after.row), "each hat has its own token"
        self.gone |= old - new
        assert not new & self.gone, "no token comes back (H12)"
        assert all(token > max(old | self.gone) for token in new - old)

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        assert cards(self.state) == self.whole
        magic = 0 if self.options["magic_hats"] == "off" else 4
        assert self.whole[1].count(MAGIC) == magic
        assert Counter(self.whole[0]) == dict.fromkeys(KINDS, 2)

    @invariant()
    def some_hat_can_always_be_won(self) -> None:
        assert self.state.over or not is_dead(self.state.row)

    @invariant()
    def piles_follow_from_what_was_taken(self) -> None:
        """With m pairs and g magic hats taken: 13-m characters and 17-m-g hats, then 0 and 4-g (rulings.md 1.6)."""
        state, m = self.state, pairs_taken(self.state)
        left = cards(state)[1].count(MAGIC) - sum(seat.magic for seat in state.seats)
        assert len(state.characters) == max(0, 13 - m)
        assert len(state.hats) == max(0, 13 - m) + left
        assert sum(slot is not None for slot in state.row) == 7 - max(0, m - 13)

    @invariant()
    def a_magic_hat_on_the_table_can_be_replaced(self) -> None:
        if any(slot and slot.hat == MAGIC for slot in self.state.row):
            assert self.state.hats

    @invariant()
    def ordinary_hats_left_fit_the_characters_left(self) -> None:
        row = [slot for slot in self.state.row if slot]
        hats = [*(slot.hat for slot in row), *self.state.hats]
        characters = [*(slot.character for slot in row), *self.state.characters]
        assert Counter(hat for hat in hats if hat != MAGIC) == Counter(characters)

    @invariant()
    def after_seven_pairs_no_arrangement_is_dead(self) -> None:
        """At most 13-m hats are of kinds absent from a full row, so seven of them need m <= 6 (rulings.md 1.6)."""
        m = pairs_taken(self.state)
        absent = [kind for kind in self.state.characters if kind not in {s.character for s in self.state.row if s}]
        assert len(absent) <= max(0, 13 - m)
        assert m < 7 or len(absent) < 7

    @invariant()
    def the_game_ends_with_its_last_pair_and_not_otherwise(self) -> None:
        last = 14 if self.options["short_game"] == "on" else 17
        stalled = self.state.unopened == self.state.settings.patience
        assert self.state.over == (pairs_taken(self.state) == last or stalled)
        assert (RULES.outcome(self.state) is None) == (not self.state.over)
        assert (RULES.to_act(self.state) is None) == self.state.over
        if self.state.over and last == 17 and not stalled:
            assert len(self.state.hats) <= 4 - sum(seat.magic for seat in self.state.seats)

    @invariant()
    def so_many_turns_without_an_opened_hat_are_never_exceeded(self) -> None:
        """H26."""
        if self.options["stalemate"] == "on":
            assert self.state.unopened <= MAX_UNOPENED
            assert self.state.over or self.state.unopened < MAX_UNOPENED

    @invariant()
    def the_best_total_wins(self) -> None:
        outcome = RULES.outcome(self.state)
        if outcome:
            totals = tuple(points(seat) for seat in self.state.seats)
            assert outcome.points == totals
            assert {totals[winner] for winner in outcome.winners} == {max(totals)}

    @invariant()
    def a_seat_that_left_never_acts(self) -> None:
        assert self.present == {n for n, seat in enumerate(self.state.seats) if seat.present}
        assert self.state.turn in self.present

    @invariant()
    def a_state_is_plain_data(self) -> None:
        encoded = msgspec.json.encode(self.state)
        assert msgspec.json.decode(encoded, type=CourtHatsState) == self.state


TestCourtMachine = CourtMachine.TestCase
TestCourtMachine.settings = settings(max_examples=60, stateful_step_count=80, deadline=None)


@pytest.mark.parametrize("seed", range(6))
def test_legal_lists_exactly_what_play_accepts(seed: int) -> None:
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.choices) for option in RULES.options}
    state = RULES.begin(options, 2 + seed % 3, 0, CommittedRandom(bytes([seed]) * 32)).state
    for _ in range(60):
        for seat in range(len(state.seats)):
            assert accepted(RULES, EVERY_ACTION, RNG, state, seat) == set(RULES.legal(state, seat))
        if state.over:
            break
        likely = fitting(state) or RULES.legal(state, state.turn)
        state = RULES.play(state, state.turn, rng.choice(likely), RNG).state


@pytest.mark.parametrize("magic_hats", ["on", "off"])
def test_dead_openings_are_as_rare_as_computed(magic_hats: str) -> None:
    """1 in 6588 with magic hats, 1 in 1476 without (rulings.md 1.6): of 2000 keys hardly any; each is dealt anew."""
    states = [
        RULES.begin({"magic_hats": magic_hats}, 2, 0, CommittedRandom(bytes([1]) * 30 + n.to_bytes(2, "big"))).state
        for n in range(2000)
    ]
    assert sum(state.deals - 1 for state in states) <= 8
    assert not any(is_dead(state.row) for state in states)
