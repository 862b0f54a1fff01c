"""Rounds, who is out, and how a game ends: N3, N36, N45-N47, N52, N53."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.engine.rules import Event, Outcome, replace
from bot.games.invisible_man.rules.moves import Drew, EndCards, HuntEnded, MovePawn, Out, PlaceCard, Roll
from bot.games.invisible_man.rules.options import MAX_CHASE_ROUNDS, MAX_QUIET_ROUNDS
from bot.games.invisible_man.rules.state import Discard, InvisibleManState, Pile
from bot.games.invisible_man.rules.town import TOWN

from .states import (
    RULES,
    at_the_door,
    begin,
    cards,
    chased,
    kinds,
    lay,
    onto_the_street,
    play,
    reason,
    rest,
    roll,
    turn_of,
    with_part,
)


def round_of(state: InvisibleManState) -> InvisibleManState:
    """Play one round in which nothing happens: low rolls, no cards, nobody enters a place."""
    number = state.round
    while RULES.outcome(state) is None and state.round == number:
        if state.phase == "roll":
            state, _ = roll(state, 1)
        state = rest(state)
        if state.phase == "move":
            state = onto_the_street(state)
    return state


class TestRounds:
    def test_the_same_policeman_begins_every_round(self) -> None:
        """N3."""
        state = begin(4)
        for number in (1, 2, 3):
            assert (state.round, state.police_order) == (number, (1, 2, 3))
            state = round_of(state)

    def test_where_the_table_wants_it_another_begins_each_round(self) -> None:
        """N3: option rotate."""
        state, seen = begin(4, rotate="on"), []
        for _ in range(4):
            after, _ = roll(state, 1)
            seen.append(rest(after).turn)
            state = round_of(state)
        assert seen == [1, 2, 3, 1]

    def test_rotation_passes_over_who_is_out(self) -> None:
        state = replace(with_part(begin(4, rotate="on"), 2, out=True, cell=None), round=2)
        assert state.police_order == (3, 1)


class TestPatience:
    def test_twenty_quiet_rounds_end_the_game_for_the_invisible_man(self) -> None:
        """N47."""
        state = begin()
        for number in range(MAX_QUIET_ROUNDS):
            assert RULES.outcome(state) is None
            assert state.quiet == number
            state = round_of(state)
        assert MAX_QUIET_ROUNDS == 20
        assert RULES.outcome(state) == Outcome((0,))
        assert state.ending == "patience"

    def test_a_table_may_switch_it_off(self) -> None:
        """N47."""
        state = replace(begin(stalemate="off"), quiet=MAX_QUIET_ROUNDS + 5)
        assert RULES.outcome(round_of(state)) is None
        assert RULES.view(state, None).patience is None

    def test_a_check_begins_the_count_anew(self) -> None:
        """N47: whether it is won or not."""
        state = at_the_door(replace(begin(), quiet=15), 1, "bank")
        state, _ = play(state, MovePawn("bank"), 1, 6)
        assert (state.turn, state.quiet) == (0, 0)

    def test_a_chase_keeps_it_at_nothing(self) -> None:
        """N47: while it lasts, and in the round in which it ends."""
        running = turn_of(chased(replace(begin(), quiet=15), "r12_1", {1: "r2_1"}), 1, "move", die=1)
        after, _ = play(running, MovePawn("r3_1"))
        assert after.quiet == 0
        ending = turn_of(chased(replace(begin(), quiet=15), "r2_10", {1: "r12_1"}), 0, "move", die=1)
        after, _ = play(ending, MovePawn("lab"))
        assert round_of(after).quiet == 0

    def test_the_count_is_in_the_view(self) -> None:
        view = RULES.view(replace(begin(), quiet=13), None)
        assert (view.quiet, view.patience) == (13, 20)


class TestLongChase:
    """N53, N-a: a chase that people keep going ends the game, for the Invisible Man."""

    def running(self, seats: int = 2, rounds: int = 0, limit: str = "on", pawn: str = "r12_1") -> InvisibleManState:
        """Return a chase of which so many rounds are over; the last policeman walks, far from the pawn."""
        state = chased(begin(seats, chase_limit=limit), pawn, dict.fromkeys(range(1, seats), "r2_1"))
        return turn_of(replace(state, chase=rounds), seats - 1, "move", die=1)

    @pytest.mark.parametrize("seats", RULES.seats)
    def test_the_fortieth_round_of_a_chase_is_the_last(self, seats: int) -> None:
        state, _ = play(self.running(seats, MAX_CHASE_ROUNDS - 2), MovePawn("r3_1"))
        assert (RULES.outcome(state), state.chase) == (None, MAX_CHASE_ROUNDS - 1)
        state, events = play(self.running(seats, MAX_CHASE_ROUNDS - 1), MovePawn("r3_1"))
        assert events[-1] == HuntEnded(reason="chase", winners=(0,))
        assert RULES.outcome(state) == Outcome((0,))
        assert RULES.to_act(state) is None

    def test_the_round_in_which_it_began_counts(self) -> None:
        """Whoever runs in it runs in the chase."""
        state = at_the_door(begin(3), 1, "bank")
        state, _ = play(state, MovePawn("bank"), 6, 1, 6)
        assert (state.pawn, state.chase) == (TOWN.hatched["bank"], 0)
        assert round_of(state).chase == 1

    def test_who_is_caught_in_the_last_round_is_caught(self) -> None:
        _, events = play(self.running(2, MAX_CHASE_ROUNDS - 1, pawn="r3_1"), MovePawn("r3_1"))
        assert events[-1] == HuntEnded(reason="caught", winners=(1,))

    def test_each_chase_is_counted_for_itself(self) -> None:
        """Into a refuge in the last round but one, and found again."""
        state = turn_of(chased(replace(begin(), chase=MAX_CHASE_ROUNDS - 1), "r2_10", {1: "r12_1"}), 0, "move", die=1)
        hidden, _ = play(state, MovePawn("lab"))
        assert (hidden.pawn, hidden.chase) == (None, 0)
        found, _ = play(at_the_door(hidden, 1, "bank"), MovePawn("bank"), 6, 1, 6)
        assert (found.pawn, found.chase, RULES.outcome(found)) == (TOWN.hatched["bank"], 1, None)

    def test_a_table_may_switch_it_off(self) -> None:
        state, _ = play(self.running(rounds=MAX_CHASE_ROUNDS + 5, limit="off"), MovePawn("r3_1"))
        assert RULES.outcome(state) is None
        assert RULES.view(state, None).longest_chase is None

    def test_the_count_is_in_the_view(self) -> None:
        view = RULES.view(self.running(rounds=33), None)
        assert (view.chase, view.longest_chase) == (33, MAX_CHASE_ROUNDS)


class TestAllSignalsOpen:
    def last_but_one(self, state: InvisibleManState) -> InvisibleManState:
        opened = tuple(place for place in TOWN.places if place != "bank")
        return replace(
            state, opened=opened, signals=("bank",), parts=tuple(replace(p, signals=()) for p in state.parts)
        )

    def test_his_own_six_may_open_the_last_and_win_at_once(self) -> None:
        """N11, N45."""
        state, events = roll(self.last_but_one(begin()), 6)
        assert kinds(events) == ["Rolled", "SignalOpened", "HuntEnded"]
        assert RULES.outcome(state) == Outcome((0,))

    @pytest.mark.parametrize(("dice", "story"), [((1, 6), ["Checked"]), ((6, 1, 3), ["Checked", "Shot"])])
    def test_so_may_a_check_that_finds_nobody(self, dice: tuple[int, ...], story: list[str]) -> None:
        """N45: after a lost contest, after a missed shot."""
        state = with_part(at_the_door(self.last_but_one(begin(3)), 1, "bank"), 1, signals=("bank",))
        state, events = play(replace(state, signals=()), MovePawn("bank"), *dice)
        assert kinds(events) == ["Walked", *story, "HuntEnded"]
        assert events[-1] == HuntEnded(reason="signals", winners=(0,))


class TestOut:
    def shot_in_vain(
        self, seats: int = 3, change: Callable[[InvisibleManState], InvisibleManState] = lambda state: state
    ) -> tuple[InvisibleManState, tuple[Event, ...]]:
        return play(change(at_the_door(begin(seats), 1, "bank", charges=1)), MovePawn("bank"), 6, 1, 3)

    def test_the_pawn_goes_and_he_has_lost(self) -> None:
        """N36."""
        state, _ = self.shot_in_vain()
        assert (state.parts[1].out, state.parts[1].cell, state.parts[1].charges) == (True, None, 0)
        assert RULES.legal(state, 1) == ()
        assert RULES.outcome(round_of(state)) is None

    def test_his_signals_go_under_the_pile(self) -> None:
        """N36: else all Signals could never lie open."""
        before = at_the_door(begin(3), 1, "bank", charges=1)
        state, events = self.shot_in_vain()
        assert set(state.signals[-2:]) == {"park", "depot"}
        assert state.signals[:-2] == before.signals
        assert Out(seat=1, signals=2, yes=3) in events

    def test_his_yes_are_discarded_face_down_and_those_on_the_board_stay(self) -> None:
        """N36."""
        state, _ = self.shot_in_vain(change=lambda state: lay(state, ("yes", "hotel", 3, 1)))
        assert len(state.yes.spent) == 3
        assert not any(spent.shown for spent in state.yes.spent)
        assert [(card.place, card.by) for card in state.laid] == [("hotel", 1)]

    def test_policemen_with_no_signal_draw_at_once(self) -> None:
        """N28, N36: in order."""

        def poor(state: InvisibleManState) -> InvisibleManState:
            return replace(with_part(state, 2, signals=()), signals=())

        state, events = self.shot_in_vain(change=poor)
        assert set(state.parts[2].signals) == {"park", "depot"}
        assert Drew(seat=2, deck="signal", count=2) in events

    def test_with_one_left_of_several_the_game_goes_on(self) -> None:
        """N46: with one action for the Invisible Man."""
        state, _ = self.shot_in_vain()
        assert RULES.outcome(state) is None
        assert state.turn == 2
        moment, _ = roll(turn_of(with_part(state, 0, no=(1, 2)), 0), 1)
        assert moment.actions == 1

    def test_with_none_left_the_invisible_man_wins_at_once(self) -> None:
        """N46."""
        state, events = self.shot_in_vain(seats=2)
        assert events[-1] == HuntEnded(reason="charges", winners=(0,))
        assert RULES.outcome(state) == Outcome((0,))

    def test_no_card_is_lost(self) -> None:
        state = at_the_door(begin(3), 1, "bank", charges=1)
        after, _ = play(state, MovePawn("bank"), 6, 1, 3)
        assert cards(after) == cards(state)


class TestTheEnd:
    def over(self) -> InvisibleManState:
        return play(turn_of(chased(begin(3), "r7_1", {1: "r6_1"}), 1, "move", die=1), MovePawn("r7_1"))[0]

    def test_there_is_one_winner_and_there_are_no_points(self) -> None:
        """N52."""
        outcome = RULES.outcome(self.over())
        assert outcome == Outcome((1,), ())
        assert RULES.view(self.over(), None).outcome == outcome

    def test_nobody_acts_any_more(self) -> None:
        state = self.over()
        assert RULES.to_act(state) is None
        assert all(RULES.legal(state, seat) == () for seat in range(3))
        view = RULES.view(state, 2)
        assert (view.to_act, view.phase, view.cells, view.doors) == (None, "over", (), ())

    @pytest.mark.parametrize("action", [Roll(), EndCards(), PlaceCard(1, "bank"), MovePawn("r7_1")])
    def test_every_action_is_refused(self, action: Roll | EndCards | PlaceCard | MovePawn) -> None:
        assert reason(self.over(), action, 0) == "game_over"


def test_charges_are_a_real_limit_for_one_policeman_alone() -> None:
    """N49 and rulings.md 2.5: every Signal gives at most one shot, ten charges can be spent by one and not by three."""
    assert TOWN.charges < len(TOWN.places) < 3 * TOWN.charges


def test_a_yes_pile_once_empty_stays_so() -> None:
    """N25."""
    state = replace(begin(), yes=Pile((), (Discard(1, True),)))
    after, _ = roll(turn_of(with_part(state, 1, yes=(2,)), 1), 1)
    after, _ = play(after, PlaceCard(2, "bank"))
    assert after.parts[1].yes == ()
