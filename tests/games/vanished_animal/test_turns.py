"""What may be done in a turn, and what comes of it: looks, swaps, names (docs/rulings.md 3.2, D1, D5-D9, D15, D19)."""

from __future__ import annotations

import pytest

from bot.engine.rules import Action, IllegalAction, Swap
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
    SawAnimal,
)
from bot.games.vanished_animal.rules.state import VanishedAnimalState

from .states import EXPERT, FRESH, MAY, PLAIN, RNG, RULES, accepted, lay, play, ring, wrong

BOTH = {**MAY, **EXPERT}


def refused(state: VanishedAnimalState, action: Action, seat: int | None = None) -> str:
    with pytest.raises(IllegalAction) as error:
        RULES.play(state, state.turn if seat is None else seat, action, RNG)
    return error.value.reason


class TestLook:
    def test_shows_the_animal_to_the_one_who_looks_and_to_all_where(self) -> None:
        _, events = play(lay(turn=1), Look(2))
        assert events == (Looked(seat=1, hat=2), SawAnimal(audience=1, hat=2, animal="frog"))

    def test_may_go_into_each_of_the_five_and_never_into_the_box(self) -> None:
        """D6: the box would be hat 5."""
        assert [look for look in RULES.legal(lay(), 0) if isinstance(look, Look)] == [Look(hat) for hat in range(5)]
        assert refused(lay(), Look(5)) == refused(lay(), Look(-1)) == "no_such_hat"

    def test_may_go_where_one_has_looked_before(self) -> None:
        """D6."""
        state, _ = play(lay(), Look(0), Swap(0, 1), Look(1), Swap(1, 2), Look(3), Swap(3, 4))
        assert state.turn == 0
        assert play(state, Look(2))[1][1] == SawAnimal(audience=0, hat=2, animal="rabbit")

    def test_leaves_the_turn_with_the_same_seat_for_the_swap(self) -> None:
        """rulings.md 3.2: swap after look, in the same turn."""
        state, _ = play(lay(), Look(3))
        view = RULES.view(state, None)
        assert (view.to_act, view.phase, view.looked, view.turns) == (0, "swap", 3, 0)


class TestSwap:
    def test_must_follow_a_look(self) -> None:
        """D1: nine sheets of ten."""
        state, _ = play(lay(), Look(3))
        assert set(RULES.legal(state, 0)) == {Swap(0, 3), Swap(1, 3), Swap(2, 3), Swap(3, 4)}
        assert refused(state, Keep()) == "must_swap"

    def test_may_be_left_out_where_the_table_wants_it(self) -> None:
        """D1: the option."""
        state, _ = play(lay(options=MAY), Look(3))
        assert Keep() in RULES.legal(state, 0)
        after, events = play(state, Keep())
        assert events == (Kept(seat=0, again=False),)
        assert (ring(after), after.turn, after.phase) == (PLAIN, 1, "turn")

    @pytest.mark.parametrize("hat", range(5))
    def test_takes_the_hat_looked_into_and_any_of_the_other_four(self, hat: int) -> None:
        """D7: the ring's geometry is irrelevant."""
        state, _ = play(lay(), Look(hat))
        assert set(RULES.legal(state, 0)) == {Swap(hat, other) for other in range(5) if other != hat}
        assert RULES.view(state, None).swappable == tuple(other for other in range(5) if other != hat)

    def test_of_two_other_hats_is_refused(self) -> None:
        """D7."""
        assert refused(play(lay(), Look(0))[0], Swap(1, 2)) == "not_the_hat"

    def test_of_a_hat_with_itself_or_with_the_box_is_refused(self) -> None:
        state, _ = play(lay(), Look(0))
        assert refused(state, Swap(0, 0)) == "same_hat"
        assert refused(state, Swap(0, 5)) == refused(state, Swap(-1, 0)) == "no_such_hat"

    def test_exchanges_the_two_and_all_see_which(self) -> None:
        """D19: everyone learns which two, nobody what is in them."""
        state, events = play(lay(), Look(1), Swap(4, 1))
        assert ring(state) == ("rabbit", "hedgehog", "frog", "mouse", "dove")
        assert events[-1] == RingSwapped(seat=0, a=1, b=4)
        assert state.turn == 1

    def test_comes_after_a_look_and_not_before(self) -> None:
        assert refused(lay(), Swap(0, 1)) == refused(lay(options=BOTH), Keep()) == "look_first"

    def test_is_the_same_in_whichever_order_the_hats_are_named(self) -> None:
        assert Swap(4, 1) == Swap(1, 4)


class TestTurn:
    def test_is_exactly_one_action_and_nobody_can_pass(self) -> None:
        """D5: a look or a name; the "may" of the sheets is a choice of two."""
        assert set(RULES.legal(lay(), 0)) == {*(Look(hat) for hat in range(5)), *map(Name, ANIMALS)}

    @pytest.mark.parametrize("action", [Look(1), Name("owl")])
    def test_has_no_second_action_after_a_look(self, action: Action) -> None:
        """D5: who has looked does not name in the same turn."""
        for options in ({}, MAY, EXPERT):
            state, _ = play(lay(options=options), Look(0))
            assert refused(state, action) == "swap_first"
            if options == EXPERT:
                assert refused(play(state, Swap(0, 1))[0], action) == "swap_first"

    def test_goes_round_clockwise(self) -> None:
        state = lay()
        for seat in (0, 1, 2, 0):
            assert RULES.to_act(state) == seat
            state, _ = play(state, Look(0), Swap(0, 1))

    @pytest.mark.parametrize("seat", [1, 2, 3, -1])
    def test_is_of_one_seat_alone(self, seat: int) -> None:
        assert RULES.legal(lay(), seat) == ()
        assert refused(lay(), Look(0), seat) == "not_your_turn"

    def test_turns_of_a_round_are_counted_and_never_limited(self) -> None:
        """D15: the cap of 100 is for computers; people may look as long as they like."""
        state = lay()
        for count in range(150):
            assert RULES.view(state, None).turns == count
            state, _ = play(state, Look(0), Swap(0, 1))
        assert RULES.to_act(state) is not None
        state, _ = play(state, Name("owl"))
        assert (state.round, RULES.view(state, None).turns) == (2, 0)

    def test_another_action_than_the_games_own_is_refused(self) -> None:
        assert refused(lay(), Action()) == "unknown_action"

    @pytest.mark.parametrize("options", [{}, MAY, EXPERT, FRESH, BOTH, {**BOTH, **FRESH}])
    def test_what_is_listed_is_what_is_accepted(self, options: dict[str, str]) -> None:
        start = lay(options=options)
        looked, _ = play(start, Look(2))
        states = [start, looked, play(looked, Swap(2, 4))[0]]
        if options.get("swap") == "may":
            states.append(play(looked, Keep())[0])
        for state in states:
            for seat in range(3):
                assert accepted(state, seat) == set(RULES.legal(state, seat))


class TestExperts:
    def test_may_swap_any_two_hats_after_the_swap(self) -> None:
        """D8: also the one looked into, also the same two again."""
        state, _ = play(lay(options=EXPERT), Look(0), Swap(0, 1))
        assert RULES.to_act(state) == 0
        swaps = {Swap(a, b) for a in range(5) for b in range(a + 1, 5)}
        assert set(RULES.legal(state, 0)) == {*swaps, Keep()}
        undone, events = play(state, Swap(0, 1))
        assert (ring(undone), undone.turn) == (PLAIN, 1)
        assert events == (RingSwapped(seat=0, a=0, b=1, again=True),)

    def test_may_leave_the_second_swap_out(self) -> None:
        """D8: it is optional."""
        state, events = play(lay(options=EXPERT), Look(0), Swap(0, 1), Keep())
        assert events[-1] == Kept(seat=0, again=True)
        assert (state.turn, state.phase) == (1, "turn")

    def test_must_still_make_the_first(self) -> None:
        """D1 holds for experts too."""
        assert refused(play(lay(options=EXPERT), Look(0))[0], Keep()) == "must_swap"

    def test_have_no_third_swap(self) -> None:
        state, _ = play(lay(options=EXPERT), Look(0), Swap(0, 1), Swap(2, 3))
        assert refused(state, Swap(0, 1)) == "look_first"

    def test_swap_two_hats_that_have_not_moved_where_the_table_wants_it(self) -> None:
        """D8: the option `fresh`."""
        state, _ = play(lay(options=FRESH), Look(0), Swap(0, 3))
        assert set(RULES.legal(state, 0)) == {Swap(1, 2), Swap(1, 4), Swap(2, 4), Keep()}
        assert RULES.view(state, None).swappable == (1, 2, 4)
        assert refused(state, Swap(0, 1)) == refused(state, Swap(0, 3)) == "not_fresh"

    def test_who_left_out_the_first_may_still_make_the_second_of_any_hats(self) -> None:
        """D8 asks for a look and for no more; nothing has moved, so every hat is fresh."""
        state, _ = play(lay(options={**MAY, **FRESH}), Look(0), Keep())
        assert (state.turn, state.phase, RULES.view(state, None).swappable) == (0, "again", (0, 1, 2, 3, 4))

    def test_have_no_swap_after_a_name(self) -> None:
        """D8: never after NAME."""
        state, _ = play(lay(options=EXPERT), Name("rabbit"))
        assert (state.turn, state.phase) == (1, "turn")
        assert refused(state, Swap(0, 1)) == "look_first"

    def test_fresh_alone_gives_no_second_swap(self) -> None:
        state, _ = play(lay(options={"fresh": "on"}), Look(0), Swap(0, 1))
        assert (state.turn, state.phase) == (1, "turn")


class TestName:
    def test_may_be_any_of_the_six(self) -> None:
        """D9: also one that is publicly known to be in the ring."""
        state, _ = play(lay(), Name("rabbit"))
        assert {action for action in RULES.legal(state, 1) if isinstance(action, Name)} == set(map(Name, ANIMALS))

    @pytest.mark.parametrize("animal", ["", "cat", "Owl"])
    def test_is_of_one_of_the_six_animals(self, animal: str) -> None:
        assert refused(lay(), Name(animal)) == "no_such_animal"

    def test_needs_no_look_before(self) -> None:
        """D9: a bold guess is lawful at the very first turn."""
        assert play(lay(), Name("owl"))[1][0] == Named(seat=0, animal="owl", right=True)

    def test_in_vain_is_told_to_all_and_the_truth_to_the_namer_alone(self) -> None:
        """D10."""
        state, events = play(lay(), Name("frog"))
        assert events == (Named(seat=0, animal="frog", right=False), Learned(audience=0, animal="owl"))
        assert RULES.view(state, None).excluded == ("frog",)

    def test_an_animal_named_in_vain_twice_has_one_cross(self) -> None:
        """D9, D10."""
        state = lay(seats=(lay().seats[0],) * 4)
        state, _ = play(state, Name("frog"), Name("frog"))
        assert RULES.view(state, None).excluded == ("frog",)

    def test_of_a_missing_animal_that_moved_nowhere_stays_right_whatever_is_swapped(self) -> None:
        """The box is never part of a swap."""
        state, _ = play(lay(), Look(0), Swap(0, 4), Look(2), Swap(2, 3))
        assert state.box.animal == "owl"
        assert wrong(state).animal != "owl"


class TestLog:
    def test_tells_who_looked_where_what_was_swapped_and_what_was_named_and_no_animal_under_a_hat(self) -> None:
        """D19."""
        _, events = play(lay(options=EXPERT), Look(0), Swap(0, 1), Swap(3, 4), Name("frog"))
        assert [event for event in events if event.audience is None] == [
            Looked(seat=0, hat=0),
            RingSwapped(seat=0, a=0, b=1),
            RingSwapped(seat=0, a=3, b=4, again=True),
            Named(seat=1, animal="frog", right=False),
        ]
