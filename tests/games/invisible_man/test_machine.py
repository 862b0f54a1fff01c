"""The Invisible Man played at random, any way the rules allow: what always holds, and that games end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat
from bot.games.invisible_man.rules.moves import (
    Appear,
    Draw,
    EndCards,
    HuntEnded,
    InvisibleAction,
    MovePawn,
    PlaceCard,
    Roll,
    Shed,
    ShiftCard,
    Walked,
)
from bot.games.invisible_man.rules.options import MAX_CHASE_ROUNDS, MAX_QUIET_ROUNDS
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN
from tests.games.lawful import accepted, any_options, judged_alike

from .states import RNG, RULES, cards

OPTIONS = any_options(RULES)
Chooser = Callable[[InvisibleManState, tuple[InvisibleAction, ...], random.Random], InvisibleAction]
CELLS = st.sampled_from((*TOWN.at, "nowhere"))
ANY_ACTION = st.one_of(
    st.just(Roll()),
    st.just(EndCards()),
    st.builds(Draw, st.sampled_from(("no", "cloak"))),
    st.builds(PlaceCard, st.integers(-1, 5), CELLS),
    st.builds(ShiftCard, st.integers(-1, 45), CELLS),
    st.builds(MovePawn, CELLS),
    st.builds(Appear, CELLS),
    st.builds(Shed, st.sampled_from((*TOWN.cloaks, 1, 777))),
)


def eager(state: InvisibleManState, legal: tuple[InvisibleAction, ...]) -> tuple[InvisibleAction, ...]:
    """Keep what brings the game on: entering a place, landing on the pawn, reaching a refuge."""
    moves = [action for action in legal if isinstance(action, MovePawn)]
    return tuple(move for move in moves if move.cell in TOWN.buildings or move.cell == state.pawn) or legal


class InvisibleMachine(RuleBasedStateMachine):
    """A table that does anything the rules allow, and tries what they don't."""

    @initialize(options=OPTIONS, seats=st.integers(2, 4), key=st.binary(min_size=32, max_size=32), data=st.data())
    def deal(self, options: dict[str, str], seats: int, key: bytes, data: st.DataObject) -> None:
        self.sit_down(options, seats, data.draw(st.integers(0, seats - 1)), key)

    def sit_down(self, options: dict[str, str], seats: int, starter: Seat, key: bytes) -> None:
        self.options, self.rng = options, CommittedRandom(key)
        self.state = RULES.begin(options, seats, starter, self.rng).state
        self.whole = cards(self.state)
        self.gone: set[Seat] = set()
        self.round, self.left = self.state.round, self.measure()

    def measure(self) -> tuple[int, bool, int]:
        """Return what is left of a game: closed Signals, whether there is a chase, the rounds till patience ends."""
        state = self.state
        rounds = MAX_QUIET_ROUNDS - state.quiet if state.pawn is None else MAX_CHASE_ROUNDS - state.chase
        return len(TOWN.places) - len(state.opened), state.pawn is not None, rounds

    def check_that_something_was_used_up(self) -> None:
        """N47, N53: every round uses up some of what is left, in this order."""
        left = self.measure()
        assert left <= self.left
        if self.state.round > self.round:
            assert left < self.left
            self.round, self.left = self.state.round, left

    @precondition(lambda self: RULES.outcome(self.state) is None)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.play(data.draw(st.sampled_from(self.legal())))

    @precondition(lambda self: RULES.outcome(self.state) is None)
    @rule(turns=st.integers(1, 40), rng=st.randoms(use_true_random=False))
    def hurry(self, turns: int, rng: random.Random) -> None:
        """Play on as somebody who seeks a decision, since random play hardly ever catches anyone."""
        for _ in range(turns):
            if RULES.outcome(self.state) is None:
                self.play(rng.choice(eager(self.state, self.legal())))

    @rule(seat=st.integers(-1, 4), action=ANY_ACTION)
    def try_anything(self, seat: int, action: InvisibleAction) -> None:
        assert judged_alike(RULES, self.rng, self.state, seat, action)

    @precondition(lambda self: len(self.state.policemen) > 1 and RULES.outcome(self.state) is None)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.state.policemen))
        self.state = RULES.leave(self.state, seat, self.rng).state
        self.gone.add(seat)
        self.check_that_something_was_used_up()

    def legal(self) -> tuple[InvisibleAction, ...]:
        seat = RULES.to_act(self.state)
        assert seat is not None
        return RULES.legal(self.state, seat)

    def play(self, action: InvisibleAction) -> None:
        before, seat = self.state, RULES.to_act(self.state)
        assert seat is not None
        step = RULES.play(before, seat, action, self.rng)
        self.check_walks(before, step.events)
        assert step.events, "everything that is done is told"
        assert step.state.numbered >= before.numbered
        assert step.state.opened[: len(before.opened)] == before.opened, "no Signal is closed again (N29)"
        self.state = step.state
        self.check_that_something_was_used_up()

    def check_walks(self, before: InvisibleManState, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, Walked):
                assert event.path[0] == before.parts[event.seat].cell
                assert len(set(event.path)) == len(event.path) <= 1 + (before.die or 0)
                assert not set(event.path[1:-1]) & TOWN.buildings
                assert event.seat != before.invisible or TOWN.station not in event.path

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        assert cards(self.state) == self.whole

    @invariant()
    def all_twenty_signals_are_accounted_for(self) -> None:
        held = [signal for part in self.state.parts for signal in part.signals]
        assert sorted((*self.state.signals, *self.state.opened, *held)) == sorted(TOWN.places)

    @invariant()
    def hands_are_of_the_right_kinds_and_no_hand_is_empty_while_its_pile_is_not(self) -> None:
        for seat, part in enumerate(self.state.parts):
            if seat == self.state.invisible:
                assert (part.signals, part.yes) == ((), ())
            else:
                assert (part.no, part.cloaks) == ((), ())
                assert part.out or part.signals or not self.state.signals
                assert part.out or part.yes or not self.state.yes.left

    @invariant()
    def cards_lie_on_unchecked_places_by_ascending_number(self) -> None:
        numbers = [card.number for card in self.state.laid]
        assert numbers == sorted(set(numbers))
        assert all(0 < number <= self.state.numbered for number in numbers)
        assert not {card.place for card in self.state.laid} & set(self.state.opened)
        assert {card.place for card in self.state.laid} <= set(TOWN.places)
        assert all((card.kind == "no") == (card.by == self.state.invisible) for card in self.state.laid)

    @invariant()
    def pawns_stand_where_they_may(self) -> None:
        state = self.state
        streets = {*TOWN.road, *TOWN.river}
        assert state.pawn is None or state.pawn in streets - {TOWN.station}
        for seat, part in enumerate(state.parts):
            if seat != state.invisible:
                assert (part.cell is None) == part.out
                assert part.out or part.cell in streets | set(state.opened)
        if state.pawn is not None and state.phase not in ("cloak", "over"):
            assert all(state.parts[seat].cell != state.pawn for seat in state.policemen)

    @invariant()
    def charges_stay_within_the_counter(self) -> None:
        for seat in self.state.policemen:
            charges = self.state.parts[seat].charges
            assert 0 <= charges <= TOWN.charges
            assert charges or self.state.pawn or self.state.phase in ("appear", "over"), "only for a chase (N35)"

    @invariant()
    def somebody_is_to_act_or_the_game_has_ended(self) -> None:
        state = self.state
        seat, outcome = RULES.to_act(state), RULES.outcome(state)
        assert (seat is None) == (outcome is not None)
        if seat is not None:
            assert not state.parts[seat].out
            assert seat not in self.gone
            assert RULES.legal(state, seat)
            assert state.policemen
        for other in range(len(state.parts)):
            assert other == seat or RULES.legal(state, other) == ()

    @invariant()
    def the_public_view_offers_every_end_of_a_walk_and_to_all_the_same(self) -> None:
        state = self.state
        if state.phase == "move":
            view = RULES.view(state, None)
            offered = {*view.cells, *view.doors}
            moves = {action.cell for action in self.legal() if isinstance(action, MovePawn)}
            assert moves <= offered
            signals = state.parts[state.turn].signals
            assert offered - moves == {door for door in view.doors if door not in signals} - moves
            assert set(view.cells) <= moves

    @invariant()
    def no_chase_outlasts_its_limit(self) -> None:
        """N53."""
        state = self.state
        assert (state.chase == 0) or (state.pawn is not None)
        if self.options["chase_limit"] == "on":
            assert state.chase < MAX_CHASE_ROUNDS or RULES.outcome(state) is not None

    @invariant()
    def a_state_is_plain_data(self) -> None:
        assert msgspec.json.decode(msgspec.json.encode(self.state), type=InvisibleManState) == self.state


TestInvisibleMachine = InvisibleMachine.TestCase
TestInvisibleMachine.settings = settings(max_examples=50, stateful_step_count=50, deadline=None)


def candidates(state: InvisibleManState) -> Iterator[InvisibleAction]:
    """List every action that could ever be meant in a state, and some that could not."""
    yield from (Roll(), EndCards(), Draw("no"), Draw("cloak"))
    yield from (PlaceCard(value, place) for value in range(6) for place in (*TOWN.places, TOWN.station, "lab"))
    yield from (ShiftCard(n, place) for n in range(state.numbered + 2) for place in (*TOWN.places, TOWN.station, "lab"))
    yield from (action for cell in TOWN.at for action in (MovePawn(cell), Appear(cell)))
    yield from (Shed(cloak) for cloak in TOWN.cloaks)


@pytest.mark.parametrize("seed", range(8))
def test_legal_lists_exactly_what_play_accepts_each_once(seed: int) -> None:
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.choices) for option in RULES.options}
    state = RULES.begin(options, 2 + seed % 3, 0, CommittedRandom(bytes([seed]) * 32)).state
    for _ in range(60):
        for seat in range(len(state.parts)):
            legal = RULES.legal(state, seat)
            assert len(set(legal)) == len(legal)
            assert accepted(RULES, candidates(state), RNG, state, seat) == set(legal)
        acting = RULES.to_act(state)
        if acting is None:
            break
        legal = RULES.legal(state, acting)
        state = RULES.play(state, acting, rng.choice(eager(state, legal)), RNG).state


LONGEST = MAX_QUIET_ROUNDS * (len(TOWN.places) + 1) + MAX_CHASE_ROUNDS * len(TOWN.places)
"""Rounds that a game may have at most: 20 quiet ones before each Signal and after the last, and a chase for each."""
LIMITS = {"stalemate": "on", "chase_limit": "on"}


def by_lot(state: InvisibleManState, legal: tuple[InvisibleAction, ...], rng: random.Random) -> InvisibleAction:
    return rng.choice(legal)


def reluctant(state: InvisibleManState, legal: tuple[InvisibleAction, ...], rng: random.Random) -> InvisibleAction:
    """Choose as people who draw a game out: nobody catches or hides, and places are entered at the last moment."""
    eager_ones = eager(state, legal)
    others = [action for action in legal if action not in eager_ones]
    if state.pawn is None and state.quiet >= MAX_QUIET_ROUNDS - 2:
        return rng.choice(eager_ones)
    return rng.choice(others or legal)


@pytest.mark.parametrize("chooser", [by_lot, reluctant])
@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("seed", range(8))
def test_no_game_is_longer_than_its_limits_whatever_people_do(seats: int, seed: int, chooser: Chooser) -> None:
    """N47, N53, N-a: it ends by itself, within so many rounds, and tells who has won."""
    rng = random.Random(f"{seats}/{seed}/{chooser.__name__}")
    options = {option.name: rng.choice(option.choices) for option in RULES.options} | LIMITS
    committed = CommittedRandom(rng.randbytes(32))
    state = RULES.begin(options, seats, rng.randrange(seats), committed).state
    events: tuple[Event, ...] = ()
    while (seat := RULES.to_act(state)) is not None:
        step = RULES.play(state, seat, chooser(state, RULES.legal(state, seat), rng), committed)
        state, events = step.state, step.events
        assert state.round <= LONGEST
    assert isinstance(events[-1], HuntEnded)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert events[-1].winners == outcome.winners


def test_people_who_draw_games_out_come_to_both_limits() -> None:
    """Else the test above would say little of them."""
    reasons = set()
    for seed in range(24):
        rng = random.Random(seed)
        committed = CommittedRandom(rng.randbytes(32))
        state = RULES.begin(LIMITS, 2 + seed % 3, 0, committed).state
        while (seat := RULES.to_act(state)) is not None:
            state = RULES.play(state, seat, reluctant(state, RULES.legal(state, seat), rng), committed).state
        reasons.add(state.ending)
    assert {"patience", "chase"} <= reasons
