"""A policeman's turn in the search: N6-N8, N13, N25, N26, N28, N30, N48."""

from __future__ import annotations

import pytest

from bot.engine.rules import replace
from bot.games.invisible_man.rules.moves import (
    Checked,
    Drew,
    EndCards,
    Got,
    MovePawn,
    PlaceCard,
    Placed,
    Reshuffled,
    Rolled,
    ShiftCard,
    Shifted,
)
from bot.games.invisible_man.rules.state import Discard, InvisibleManState, Pile
from bot.games.invisible_man.rules.town import TOWN

from .states import RULES, at_the_door, begin, ends, kinds, lay, play, reason, roll, turn_of, with_part


def holding(*yes: int, seats: int = 2, seat: int = 1, **options: str) -> InvisibleManState:
    return turn_of(with_part(begin(seats, 0, **options), seat, yes=yes), seat)


class TestTheOrderOfATurn:
    def test_roll_then_yes_then_walk_then_check(self) -> None:
        """N7: a Signal just drawn by a 6 can be used, and a YES can be laid where he is about to enter."""
        state = with_part(holding(3, 1), 1, signals=("library",), cell="r5_4")
        state = replace(state, signals=("bank", *(s for s in state.signals if s != "bank")))
        state, events = roll(state, 6)
        assert events[1:] == (Drew(seat=1, deck="signal", count=1), Got(audience=1, signals=("bank",)))
        assert state.phase == "cards"
        state, _ = play(state, PlaceCard(3, "bank"))
        assert (state.phase, state.turn) == ("move", 1)
        assert "bank" in ends(state)
        _, events = play(state, MovePawn("bank"), 1, 6, 6)
        check = next(event for event in events if isinstance(event, Checked))
        assert [card.value for card in check.yes] == [3]

    @pytest.mark.parametrize("die", range(1, 6))
    def test_only_a_six_brings_a_signal(self, die: int) -> None:
        _, events = roll(holding(1), die)
        assert events == (Rolled(seat=1, die=die),)

    def test_a_six_with_no_signal_in_the_pile_brings_nothing(self) -> None:
        _, events = roll(replace(holding(1), signals=()), 6)
        assert kinds(events) == ["Rolled"]

    def test_in_a_chase_there_is_neither_a_draw_nor_a_yes(self) -> None:
        """N40."""
        state = with_part(holding(1), 0, cell="r12_1")
        state, events = roll(state, 6)
        assert kinds(events) == ["Rolled"]
        assert state.phase == "move"
        assert reason(state, PlaceCard(1, "bank")) == "not_now"


class TestYes:
    def test_one_action_and_no_more(self) -> None:
        state, _ = roll(holding(1, 2), 1)
        assert state.actions == 1
        state, events = play(state, PlaceCard(2, "hotel"))
        assert events == (Placed(seat=1, kind="yes", card=1, place="hotel"),)
        assert state.parts[1].yes == (1,)
        assert state.phase == "move"

    def test_it_is_optional(self) -> None:
        """N6."""
        state, _ = roll(holding(1, 2), 1)
        state, events = play(state, EndCards())
        assert kinds(events) == ["Passed"]
        assert state.phase == "move"
        assert state.parts[1].yes == (1, 2)

    def test_with_nothing_to_lay_or_move_he_is_not_asked(self) -> None:
        """N6: a forced move would be impossible."""
        state, _ = roll(replace(holding(), yes=Pile(())), 1)
        assert state.phase == "move"

    def test_he_may_move_a_colleagues_yes_without_looking(self) -> None:
        """N13, N48: the one who laid it goes on knowing it, the mover does not."""
        state = lay(holding(1, seats=3, seat=2), ("yes", "bank", 3, 1), ("yes", "bank", 2, 2))
        state, _ = roll(state, 1)
        state, events = play(state, ShiftCard(1, "circus"))
        assert events == (Shifted(seat=2, kind="yes", card=1, origin="bank", place="circus"),)
        assert [(card.number, card.place, card.value) for card in RULES.view(state, 1).cards] == [
            (1, "circus", 3),
            (2, "bank", None),
        ]
        assert [card.value for card in RULES.view(state, 2).cards] == [None, 2]

    def test_he_moves_no_no(self) -> None:
        state, _ = roll(lay(holding(1), ("no", "bank", 2, 0)), 1)
        assert reason(state, ShiftCard(1, "hotel")) == "no_such_card"

    def test_where_only_one_place_is_left_a_card_can_be_laid_but_not_moved(self) -> None:
        """N8: the last unchecked place has no other to move to."""
        opened = tuple(place for place in TOWN.places if place != "bank")
        state = lay(replace(holding(), opened=opened, yes=Pile(())), ("yes", "bank", 1, 1))
        after, _ = roll(state, 1)
        assert after.phase == "move"


class TestRefill:
    def test_the_last_yes_that_leaves_the_hand_brings_three(self) -> None:
        """N26: at once."""
        state, _ = roll(holding(2), 1)
        top = state.yes.left[:3]
        state, events = play(state, PlaceCard(2, "bank"))
        assert state.parts[1].yes == top
        assert events[1:] == (Drew(seat=1, deck="yes", count=3), Got(audience=1, yes=top))

    def test_it_brings_what_is_left(self) -> None:
        """N26."""
        state, _ = roll(replace(holding(2), yes=Pile((3, 1))), 1)
        state, _ = play(state, PlaceCard(2, "bank"))
        assert state.parts[1].yes == (3, 1)
        assert state.yes.left == ()

    def test_with_an_empty_pile_the_hand_stays_empty(self) -> None:
        """N25: discards just leave the game."""
        state = replace(holding(2), yes=Pile((), (Discard(3, True),)))
        state, _ = roll(state, 1)
        state, events = play(state, PlaceCard(2, "bank"))
        assert state.parts[1].yes == ()
        assert kinds(events) == ["Placed"]

    def test_the_last_signal_used_brings_three(self) -> None:
        """N26."""
        state = with_part(at_the_door(begin(), 1, "bank"), 1, signals=("bank",))
        top = state.signals[:3]
        after, _ = play(state, MovePawn("bank"), 1, 6)
        assert after.parts[1].signals == top
        assert after.signals == state.signals[3:]

    def test_no_signal_and_an_empty_pile_leave_all_else(self) -> None:
        """N28: he rolls, lays and walks, and checks nothing."""
        state = replace(with_part(holding(1, 2), 1, signals=()), signals=())
        state, _ = roll(state, 3)
        state, _ = play(state, PlaceCard(1, "bank"))
        assert state.phase == "move"
        assert ends(state)
        assert not ends(state) & TOWN.buildings

    def test_hands_have_no_limit(self) -> None:
        """N30."""
        state = with_part(holding(1), 1, signals=tuple(TOWN.places)[:9])
        state, _ = roll(replace(state, signals=("hotel",)), 6)
        assert len(state.parts[1].signals) == 10


class TestReshuffle:
    def test_where_the_table_wants_it_discards_make_a_new_pile(self) -> None:
        """N25: option reshuffle; the rest of the old pile is taken first."""
        state = replace(
            holding(2, reshuffle="on"), yes=Pile((3,), (Discard(1, True), Discard(2, False), Discard(1, True)))
        )
        state, _ = roll(state, 1)
        state, events = play(state, PlaceCard(2, "bank"))
        assert events[1] == Reshuffled(deck="yes", count=3)
        assert state.parts[1].yes[0] == 3
        assert sorted((*state.parts[1].yes[1:], *state.yes.left)) == [1, 1, 2]
        assert state.yes.spent == ()
        assert state.yes.shuffles == 1

    def test_an_empty_hand_is_filled_as_soon_as_there_are_discards_again(self) -> None:
        """N25, N26: no hand is empty while something can be drawn."""
        state = lay(begin(3, reshuffle="on"), ("yes", "bank", 2, 1), ("yes", "bank", 1, 1))
        state = with_part(with_part(state, 2, yes=()), 1, yes=(1,))
        state = at_the_door(replace(state, yes=Pile(())), 1, "bank")
        after, _ = play(state, MovePawn("bank"), 1, 6)
        assert sorted(after.parts[2].yes) == [1, 2]

    def test_he_draws_from_shuffled_discards_too(self) -> None:
        """N9, N25."""
        state = replace(begin(reshuffle="on"), no=Pile((), (Discard(4, True),)), cloak=Pile(()))
        after, events = roll(state, 4)
        assert after.parts[0].no[-1] == 4
        assert kinds(events) == ["Rolled", "Reshuffled", "Drew"]
