"""The chase: who runs when, refuge, capture, Cloak. N35, N39-N44."""

from __future__ import annotations

import pytest

from bot.engine.rules import Outcome, replace
from bot.games.invisible_man.rules.moves import (
    Caught,
    Cloaked,
    Escaped,
    HuntEnded,
    MovePawn,
    Roll,
    Rolled,
    Shed,
    Walked,
)
from bot.games.invisible_man.rules.state import Discard, InvisibleManState
from bot.games.invisible_man.rules.town import TOWN

from .states import RULES, at_the_door, begin, chased, ends, kinds, lay, play, reason, roll, turn_of, with_part


def hunt(*cloaks: int, seats: int = 2, charges: int = 10) -> InvisibleManState:
    """Policeman 1 is one step from the pawn, with a 1 on the die."""
    state = with_part(begin(seats), 1, charges=charges)
    return turn_of(chased(state, "r7_1", {1: "r6_1"}, cloaks), 1, "move", die=1)


class TestTheOrder:
    def test_policemen_after_the_shooter_run_before_his_first_flight(self) -> None:
        """N42: in the same round."""
        state = begin(4)
        state = with_part(state, 2, cell="r5_1")
        state, _ = play(at_the_door(state, 1, "bank"), MovePawn("bank"), 6, 1, 6)
        assert (state.turn, state.pawn) == (2, "r5_3")
        state, _ = roll(state, 2)
        assert "r5_3" in ends(state)
        _, events = play(state, MovePawn("r5_3"))
        assert Caught(seat=2, cell="r5_3") in events

    def test_after_the_last_policeman_the_invisible_man_flees(self) -> None:
        state, _ = play(at_the_door(begin(), 1, "bank"), MovePawn("bank"), 6, 1, 6)
        assert state.turn == 0
        state, events = roll(state, 4)
        assert events == (Rolled(seat=0, die=4),)
        assert state.phase == "move"
        assert ends(state)

    @pytest.mark.parametrize("die", [4, 6])
    def test_he_draws_nothing_and_opens_nothing_while_he_runs(self, die: int) -> None:
        state, events = roll(turn_of(chased(begin(), "r12_1"), 0), die)
        assert kinds(events) == ["Rolled"]
        assert state.phase == "move"
        assert state.actions == 0

    def test_whoever_is_not_caught_runs_on_in_his_next_turn(self) -> None:
        state = turn_of(chased(begin(), "r12_1", {1: "r2_1"}), 0, "move", die=2)
        state, events = play(state, MovePawn("r12_3"))
        assert events == (Walked(seat=0, path=("r12_1", "r12_2", "r12_3")),)
        assert (state.pawn, state.turn, state.phase) == ("r12_3", 1, "roll")

    def test_nobody_lays_or_moves_a_card_so_the_refuges_stay(self) -> None:
        """N39."""
        state = lay(chased(begin(), "r12_1", {1: "r2_1"}), ("no", "bank", 1, 0))
        for seat in (0, 1):
            moment, _ = roll(turn_of(state, seat), 1)
            assert moment.phase == "move"
            assert not any(not isinstance(action, MovePawn) for action in RULES.legal(moment, seat))


class TestTheRefuge:
    def test_reaching_it_ends_the_chase_and_the_first_policeman_is_next(self) -> None:
        """N44: the cards there stay face down where they are."""
        state = lay(chased(begin(3), "r5_2", {1: "r2_1", 2: "r2_1"}), ("no", "bakery", 3, 0), ("yes", "bakery", 1, 2))
        state, events = play(turn_of(state, 0, "move", die=1), MovePawn("bakery"))
        assert kinds(events) == ["Walked", "Escaped"]
        assert events[1] == Escaped(place="bakery")
        assert state.pawn is None
        assert [card.place for card in state.laid] == ["bakery", "bakery"]
        assert (state.turn, state.phase) == (1, "roll")
        assert RULES.view(state, None).seats[0].cell is None

    def test_the_laboratory_saves_as_well(self) -> None:
        """N39."""
        state = turn_of(chased(begin(), "r2_10", {1: "r12_1"}), 0, "move", die=1)
        state, events = play(state, MovePawn("lab"))
        assert events[1] == Escaped(place="lab")
        assert (state.pawn, state.turn) == (None, 1)

    def test_he_is_hidden_again_and_acts_so_in_his_next_turn(self) -> None:
        state = turn_of(chased(begin(), "r2_10", {1: "r12_1"}), 0, "move", die=1)
        state, _ = play(state, MovePawn("lab"))
        state, _ = roll(turn_of(state, 0), 1)
        assert state.phase == "cards"


class TestTheCapture:
    def test_without_a_cloak_that_policeman_wins_alone(self) -> None:
        state, events = play(hunt(seats=3), MovePawn("r7_1"))
        assert events[1:] == (Caught(seat=1, cell="r7_1"), HuntEnded(reason="caught", winners=(1,)))
        assert RULES.outcome(state) == Outcome((1,))
        assert RULES.to_act(state) is None

    @pytest.mark.parametrize(("die", "saved"), [(1, True), (3, True), (5, True), (2, False), (4, False), (6, False)])
    def test_a_cloak_saves_by_its_digits(self, die: int, saved: bool) -> None:
        """N43: one Cloak must be thrown off, and one roll decides."""
        state, events = play(hunt(135), MovePawn("r7_1"), die)
        assert events[2] == Cloaked(cloak=135, die=die, saved=saved)
        assert (state.pawn is None) == saved
        assert RULES.outcome(state) == (None if saved else Outcome((1,)))

    @pytest.mark.parametrize("die", [1, 2])
    def test_it_is_spent_either_way_and_lies_open(self, die: int) -> None:
        """N43."""
        state, _ = play(hunt(135), MovePawn("r7_1"), die)
        assert state.parts[0].cloaks == ()
        assert state.cloak.spent == (Discard(135, True),)
        assert RULES.view(state, None).discards.cloaks == (135,)

    def test_with_several_he_chooses_and_the_story_pauses(self) -> None:
        """N43."""
        state, events = play(hunt(135, 23456, 246), MovePawn("r7_1"))
        assert kinds(events) == ["Walked", "Caught"]
        assert (state.phase, RULES.to_act(state), state.turn) == ("cloak", 0, 1)
        assert RULES.legal(state, 0) == (Shed(135), Shed(23456), Shed(246))
        assert RULES.legal(state, 1) == ()
        assert reason(state, Shed(456)) == "no_such_card"
        assert reason(state, Roll()) == "not_now"

    def test_one_cloak_a_capture_and_the_next_in_order_plays_in_the_search(self) -> None:
        """N43: the captor's turn is over, the others stay in the hand."""
        state, _ = play(hunt(135, 246, seats=3), MovePawn("r7_1"))
        state, events = play(state, Shed(246), 2)
        assert events == (Cloaked(cloak=246, die=2, saved=True),)
        assert state.parts[0].cloaks == (135,)
        assert (state.pawn, state.turn, state.phase, state.captor) == (None, 2, "roll", None)
        after, _ = roll(state, 1)
        assert after.phase == "cards"

    def test_the_next_capture_may_use_another(self) -> None:
        """N43."""
        state, _ = play(hunt(135, 246), MovePawn("r7_1"))
        state, _ = play(state, Shed(246), 2)
        again = turn_of(chased(state, "r7_1", {1: "r6_1"}, state.parts[0].cloaks), 1, "move", die=1)
        _, events = play(again, MovePawn("r7_1"), 1)
        assert events[2] == Cloaked(cloak=135, die=1, saved=True)

    def test_a_chosen_cloak_that_fails_is_a_capture(self) -> None:
        """N43: no second one helps."""
        state, _ = play(hunt(135, 246), MovePawn("r7_1"))
        state, events = play(state, Shed(246), 1)
        assert events[-1] == HuntEnded(reason="caught", winners=(1,))
        assert state.parts[0].cloaks == (135,)

    def test_a_capture_in_his_own_turn_may_be_escaped_too(self) -> None:
        """N22, N43: it was his turn, so the first policeman is next."""
        state = chased(begin(3), "r4_1", {1: "r5_1", 2: "r3_1"}, (135,))
        state, events = play(turn_of(state, 0, "move", die=1), MovePawn("r3_1"), 3)
        assert kinds(events) == ["Walked", "Caught", "Cloaked"]
        assert (state.pawn, state.turn) == (None, 1)

    def test_he_holds_his_cloaks_secret_until_then(self) -> None:
        state, _ = play(hunt(135, 246), MovePawn("r7_1"))
        assert RULES.view(state, 1).seats[0].cards.cloaks == 2
        hand = RULES.view(state, 1).hand
        assert hand is not None
        assert hand.cloaks == ()


class TestTheLastCharge:
    def test_who_spent_it_on_this_chase_may_still_catch(self) -> None:
        """N35."""
        state, _ = play(hunt(charges=0), MovePawn("r7_1"))
        assert RULES.outcome(state) == Outcome((1,))

    def test_he_is_out_when_the_chase_ends_without_a_capture(self) -> None:
        """N35."""
        state, events = play(hunt(135, seats=3, charges=0), MovePawn("r7_1"), 1)
        assert kinds(events)[2:4] == ["Cloaked", "Out"]
        assert state.parts[1].out
        assert state.turn == 2

    def test_when_he_was_the_last_one_the_invisible_man_wins(self) -> None:
        """N35, N46."""
        state = turn_of(chased(with_part(begin(), 1, charges=0), "r2_10", {1: "r12_1"}), 0, "move", die=1)
        state, events = play(state, MovePawn("lab"))
        assert kinds(events) == ["Walked", "Escaped", "Out", "HuntEnded"]
        assert events[-1] == HuntEnded(reason="charges", winners=(0,))


def test_on_the_last_signal_the_chase_is_finished_first() -> None:
    """N45: with all places checked no NO lies anywhere, so the Laboratory is the only refuge."""
    opened = tuple(place for place in TOWN.places if place != "bank")
    state = replace(begin(), opened=opened, signals=())
    state = with_part(at_the_door(state, 1, "bank"), 1, signals=("bank",))
    state, events = play(state, MovePawn("bank"), 6, 1, 6)
    assert kinds(events)[-1] == "Appeared"
    assert RULES.outcome(state) is None
    state = turn_of(with_part(state, 0, cell="r2_10"), 0, "move", die=1)
    assert "lab" in ends(state)
    state, events = play(state, MovePawn("lab"))
    assert events[-1] == HuntEnded(reason="signals", winners=(0,))
