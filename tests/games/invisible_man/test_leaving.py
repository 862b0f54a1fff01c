"""A seat leaves: N50, with what follows for turns, chases and choices that were pending."""

from __future__ import annotations

import pytest

from bot.engine.rules import Outcome, Seat, SeatLeft
from bot.games.invisible_man.rules.moves import Appear, Cloaked, HuntEnded, MovePawn, Phase, Shed
from bot.games.invisible_man.rules.state import InvisibleManState

from .states import RNG, RULES, at_the_door, begin, cards, chased, kinds, play, roll, turn_of, with_part


def leave(state: InvisibleManState, seat: Seat) -> InvisibleManState:
    return RULES.leave(state, seat, RNG).state


def test_without_the_invisible_man_the_policemen_draw() -> None:
    """N50."""
    step = RULES.leave(with_part(begin(4), 2, out=True), 0, RNG)
    assert step.events == (SeatLeft(seat=0), HuntEnded(reason="left", winners=(1, 3)))
    assert RULES.outcome(step.state) == Outcome((1, 3))


def test_a_policeman_leaves_as_one_without_charges_is_out() -> None:
    """N36, N50."""
    before = begin(3)
    step = RULES.leave(before, 1, RNG)
    assert kinds(step.events) == ["SeatLeft", "Out"]
    assert set(step.state.signals[-3:]) == set(before.parts[1].signals)
    assert step.state.parts[1].out
    assert cards(step.state) == cards(before)
    assert step.state.turn == 0


def test_when_the_last_policeman_leaves_the_invisible_man_wins() -> None:
    step = RULES.leave(begin(), 1, RNG)
    assert step.events[-1] == HuntEnded(reason="left", winners=(0,))


@pytest.mark.parametrize("phase", ["roll", "cards", "move"])
def test_a_turn_that_is_left_passes_on(phase: Phase) -> None:
    state = leave(turn_of(begin(4), 2, phase, die=2, actions=1), 2)
    assert (state.turn, state.phase, state.die) == (3, "roll", None)


def test_the_last_in_the_round_who_leaves_ends_the_round() -> None:
    state = leave(turn_of(begin(3), 2, "move", die=2), 2)
    assert (state.turn, state.round) == (0, 2)


def test_who_waits_and_leaves_is_passed_over() -> None:
    state = leave(turn_of(begin(4), 1), 2)
    assert (state.turn, state.queue) == (1, (3,))


class TestInAChase:
    def test_the_chase_goes_on_without_him(self) -> None:
        state = leave(chased(turn_of(begin(3), 1), "r12_1"), 1)
        assert (state.pawn, state.turn, state.phase) == ("r12_1", 2, "roll")
        assert roll(state, 3)[0].phase == "move"

    def test_a_cell_where_he_stood_is_free(self) -> None:
        """N22."""
        state = chased(begin(3), "r4_1", {1: "r5_1", 2: "r12_1"})
        state = turn_of(leave(state, 1), 0, "move", die=1)
        assert MovePawn("r5_1") in RULES.legal(state, 0)

    def test_a_pawn_that_is_being_placed_is_placed(self) -> None:
        """N37: the shooter leaves while the cell is chosen."""
        state = with_part(begin(3), 2, cell="r5_3")
        state, _ = play(at_the_door(state, 1, "bank"), MovePawn("bank"), 6, 1, 6)
        assert state.phase == "appear"
        state = leave(state, 1)
        assert (RULES.to_act(state), state.phase) == (0, "appear")
        state, _ = play(state, Appear("r5_4"))
        assert (state.pawn, state.turn) == ("r5_4", 2)

    def test_where_the_blocker_leaves_the_hatched_cell_may_be_chosen(self) -> None:
        state = with_part(begin(3), 2, cell="r5_3")
        state, _ = play(at_the_door(state, 1, "bank"), MovePawn("bank"), 6, 1, 6)
        assert RULES.legal(leave(state, 2), 0) == (Appear("r5_3"),)

    def caught(self, seats: int) -> InvisibleManState:
        state = turn_of(chased(begin(seats), "r7_1", {1: "r6_1"}, (135, 246)), 1, "move", die=1)
        return play(state, MovePawn("r7_1"))[0]

    def test_if_the_captor_leaves_the_catch_is_the_next_ones(self) -> None:
        """N24: as of a shooter who is gone, the next policeman in order."""
        state = leave(self.caught(4), 1)
        assert (state.phase, state.captor) == ("cloak", 2)
        lost, events = play(state, Shed(246), 1)
        assert events[-1] == HuntEnded(reason="caught", winners=(2,))
        saved, events = play(state, Shed(246), 2)
        assert events == (Cloaked(cloak=246, die=2, saved=True),)
        assert (saved.turn, saved.phase) == (2, "roll")
        assert RULES.outcome(lost) == Outcome((2,))

    def test_another_who_leaves_meanwhile_changes_nothing_of_the_catch(self) -> None:
        state = leave(self.caught(3), 2)
        assert (state.phase, state.captor, RULES.to_act(state)) == ("cloak", 1, 0)

    def test_if_no_policeman_is_left_the_catch_is_void(self) -> None:
        state = leave(self.caught(2), 1)
        assert RULES.outcome(state) == Outcome((0,))
