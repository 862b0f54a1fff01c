"""The Invisible Man's turn while he is hidden: N4-N14, N27, N30."""

from __future__ import annotations

import pytest

from bot.engine.rules import replace
from bot.games.invisible_man.rules.moves import (
    Deck,
    Draw,
    Drew,
    EndCards,
    Got,
    MovePawn,
    Passed,
    PlaceCard,
    Placed,
    Roll,
    Rolled,
    ShiftCard,
    Shifted,
    SignalOpened,
)
from bot.games.invisible_man.rules.state import Discard, InvisibleManState, Pile
from bot.games.invisible_man.rules.town import TOWN

from .states import RULES, begin, kinds, lay, play, reason, roll, turn_of, with_part


def holding(*no: int, seats: int = 2, **options: str) -> InvisibleManState:
    return with_part(begin(seats, 0, **options), 0, no=no)


class TestTheRoll:
    def test_nothing_is_done_before_the_roll(self) -> None:
        state = begin()
        assert RULES.legal(state, 0) == (Roll(),)
        assert RULES.legal(state, 1) == ()
        for action in (PlaceCard(1, "bank"), EndCards(), Draw("no"), MovePawn("r5_4")):
            assert reason(state, action) == "roll_first"
        assert reason(state, Roll(), 1) == "not_your_turn"

    @pytest.mark.parametrize("die", [1, 2, 3])
    def test_one_to_three_bring_nothing(self, die: int) -> None:
        state, events = roll(begin(), die)
        assert events == (Rolled(seat=0, die=die),)
        assert (state.phase, state.die) == ("cards", die)

    @pytest.mark.parametrize("die", [4, 5])
    @pytest.mark.parametrize(("deck", "hand"), [("no", "no"), ("cloak", "cloaks")])
    def test_four_and_five_bring_a_card_of_the_pile_he_chooses(self, die: int, deck: str, hand: str) -> None:
        state, _ = roll(begin(), die)
        assert RULES.legal(state, 0) == (Draw("no"), Draw("cloak"))
        assert reason(state, Roll()) == "not_now"
        top = getattr(state, deck).left[0]
        after, events = play(state, Draw(deck))  # type: ignore[arg-type]
        assert getattr(after.parts[0], hand)[-1] == top
        assert len(getattr(after, deck).left) == len(getattr(state, deck).left) - 1
        assert events == (Drew(seat=0, deck=deck, count=1), Got(audience=0, **{hand: (top,)}))  # type: ignore[arg-type]
        assert after.phase == "cards"

    @pytest.mark.parametrize(
        ("state", "other"), [(replace(begin(), no=Pile(())), "cloak"), (replace(begin(), cloak=Pile(())), "no")]
    )
    def test_with_one_pile_empty_the_card_comes_from_the_other(self, state: InvisibleManState, other: Deck) -> None:
        """N9."""
        state, events = roll(state, 4)
        assert events[1] == Drew(seat=0, deck=other, count=1)
        assert state.phase == "cards"

    def test_with_both_piles_empty_there_is_nothing(self) -> None:
        """N9."""
        state, events = roll(replace(begin(), no=Pile(()), cloak=Pile(())), 5)
        assert kinds(events) == ["Rolled"]
        assert state.phase == "cards"

    def test_a_six_opens_the_top_signal_and_takes_no_action(self) -> None:
        """N11."""
        before = begin(3)
        state, events = roll(before, 6)
        place = before.signals[0]
        assert state.opened == (place,)
        assert state.signals == before.signals[1:]
        assert events[1] == SignalOpened(place=place, hits=TOWN.hits[place])
        assert (state.phase, state.actions) == ("cards", 2)

    def test_a_six_discards_every_card_of_that_place_face_down(self) -> None:
        """N27: the contest did not happen, so nobody learns their values; cards elsewhere stay."""
        before = begin()
        place = before.signals[0]
        state = lay(before, ("yes", place, 2, 1), ("no", place, 4, 0), ("no", "bank", 1, 0), ("yes", place, 1, 1))
        after, events = roll(state, 6)
        assert events[1] == SignalOpened(place=place, hits=TOWN.hits[place], yes=(1, 4), no=(2,))
        assert [card.place for card in after.laid] == ["bank"]
        assert after.yes.spent == (Discard(2, False), Discard(1, False))
        assert after.no.spent == (Discard(4, False),)
        assert RULES.view(after, 0).discards.yes == (None, None)
        assert RULES.view(after, None).discards.no == (None,)

    def test_a_six_with_no_signal_left_in_the_pile_brings_nothing(self) -> None:
        """N10."""
        state, events = roll(replace(begin(), signals=()), 6)
        assert kinds(events) == ["Rolled"]
        assert state.opened == ()


class TestCards:
    @pytest.mark.parametrize("seats", RULES.seats)
    def test_he_has_as_many_actions_as_there_are_policemen(self, seats: int) -> None:
        """N4, N5, N49."""
        state, _ = roll(begin(seats), 2)
        assert state.actions == RULES.view(state, None).actions == seats - 1

    def test_policemen_who_are_out_do_not_count(self) -> None:
        """N4: and no NO is given back for them."""
        state = with_part(begin(4), 2, out=True, cell=None)
        after, _ = roll(state, 2)
        assert after.actions == 2
        assert len(after.parts[0].no) == 9

    def test_he_may_place_as_many_times_as_he_has_actions_then_his_turn_is_over(self) -> None:
        """N5: any mix; all of them on one place too."""
        state, _ = roll(holding(1, 2, 3, 4, seats=4), 1)
        for value in (1, 2, 3):
            assert state.turn == 0
            state, events = play(state, PlaceCard(value, "bank"))
        assert [(card.value, card.place, card.by) for card in state.laid] == [(n, "bank", 0) for n in (1, 2, 3)]
        assert events == (Placed(seat=0, kind="no", card=3, place="bank"),)
        assert state.parts[0].no == (4,)
        assert (state.turn, state.phase) == (1, "roll")

    def test_he_may_use_fewer_actions_or_none(self) -> None:
        """N5."""
        state, _ = roll(holding(1, seats=3), 1)
        after, events = play(state, EndCards())
        assert events == (Passed(seat=0),)
        assert after.turn == 1
        once, _ = play(state, PlaceCard(1, "bank"))
        assert play(once, EndCards())[0].turn == 1

    def test_he_may_place_and_move_the_same_card_in_one_turn(self) -> None:
        """N5."""
        state, _ = roll(holding(3, seats=3), 1)
        state, _ = play(state, PlaceCard(3, "bank"))
        state, events = play(state, ShiftCard(1, "school"))
        assert events == (Shifted(seat=0, kind="no", card=1, origin="bank", place="school"),)
        assert state.laid[0].place == "school"

    def test_a_move_must_change_the_place(self) -> None:
        """N8."""
        state, _ = roll(lay(holding(1), ("no", "bank", 2, 0)), 1)
        assert reason(state, ShiftCard(1, "bank")) == "same_place"
        moves = [action.place for action in RULES.legal(state, 0) if isinstance(action, ShiftCard)]
        assert sorted(moves) == sorted(set(TOWN.places) - {"bank"})

    @pytest.mark.parametrize("action", [PlaceCard(1, "bank"), ShiftCard(1, "bank")])
    def test_a_checked_place_takes_no_card(self, action: PlaceCard | ShiftCard) -> None:
        """N8."""
        state, _ = roll(replace(lay(holding(1), ("no", "school", 2, 0)), opened=("bank",)), 1)
        assert reason(state, action) == "checked"

    @pytest.mark.parametrize("place", [TOWN.station, TOWN.laboratory, "r5_3", "nowhere"])
    def test_cards_lie_on_places_only(self, place: str) -> None:
        """N8: never on the Station or the Laboratory."""
        state, _ = roll(holding(1), 1)
        assert reason(state, PlaceCard(1, place)) == "no_such_place"

    def test_only_what_is_held_is_laid_and_only_his_own_is_moved(self) -> None:
        state, _ = roll(lay(holding(1), ("yes", "bank", 2, 1)), 1)
        assert reason(state, PlaceCard(2, "bank")) == "no_such_card"
        assert reason(state, ShiftCard(1, "school")) == "no_such_card"
        assert reason(state, ShiftCard(9, "school")) == "no_such_card"

    def test_where_no_card_could_be_touched_nobody_is_asked(self) -> None:
        """N5: what can be done follows from counts that all can see."""
        state, _ = roll(holding(), 1)
        assert (state.turn, state.phase) == (1, "roll")

    def test_actions_end_with_the_last_card_that_could_be_touched(self) -> None:
        state = replace(holding(1, seats=4), opened=tuple(place for place in TOWN.places if place != "bank"))
        state, _ = roll(state, 1)
        assert state.actions == 3
        after, _ = play(state, PlaceCard(1, "bank"))
        assert after.turn == 1

    def test_hands_have_no_limit(self) -> None:
        """N30."""
        state = holding(*TOWN.no[:15])
        state, _ = roll(state, 4)
        after, _ = play(state, Draw("no"))
        assert len(after.parts[0].no) == 16


class TestKnowledge:
    def test_he_sees_the_values_of_all_no_on_the_board_and_nobody_else_does(self) -> None:
        """N12, N14: the backs tell NO from YES, and where they lie all can see."""
        state = lay(begin(3), ("no", "bank", 4, 0), ("yes", "bank", 3, 1))
        seen = {viewer: [card.value for card in RULES.view(state, viewer).cards] for viewer in (None, 0, 1, 2)}
        assert seen == {None: [None, None], 0: [4, None], 1: [None, 3], 2: [None, None]}
        assert [(card.kind, card.place) for card in RULES.view(state, None).cards] == [("no", "bank"), ("yes", "bank")]

    def test_cards_are_numbered_in_the_order_they_are_laid_and_keep_their_numbers(self) -> None:
        """N13: numbers of cards that have gone are not used again."""
        state = lay(holding(1, 1, seats=3), ("yes", "school", 1, 1), ("no", "school", 2, 0))
        state = replace(state, signals=("school", *(s for s in state.signals if s != "school")))
        state, _ = roll(state, 6)
        assert state.laid == ()
        state, events = play(state, PlaceCard(1, "bank"))
        assert events[0] == Placed(seat=0, kind="no", card=3, place="bank")
        state, _ = play(state, ShiftCard(3, "hotel"))
        assert [(card.number, card.place) for card in RULES.view(state, None).cards] == [(3, "hotel")]

    def test_hands_are_counted_for_all_and_shown_to_their_owner(self) -> None:
        """docs/rulings.md 2.4."""
        state = with_part(holding(1, 4, 2), 0, cloaks=(456, 123))
        assert RULES.view(state, 1).seats[0].cards == RULES.view(state, None).seats[0].cards
        assert RULES.view(state, None).seats[0].cards.no == 3
        assert RULES.view(state, None).hand is None
        mine, theirs = RULES.view(state, 0).hand, RULES.view(state, 1).hand
        assert mine is not None
        assert theirs is not None
        assert (mine.no, mine.cloaks, mine.signals) == ((1, 2, 4), (123, 456), ())
        assert theirs.signals == tuple(sorted(state.parts[1].signals))
        assert theirs.no == ()


def test_his_six_counts_before_his_card_actions() -> None:
    """A place that has just been closed takes no card in the same turn."""
    state = holding(1)
    place = state.signals[0]
    after, _ = roll(state, 6)
    assert reason(after, PlaceCard(1, place)) == "checked"


def test_he_does_not_walk_while_hidden() -> None:
    state, _ = roll(begin(), 3)
    assert state.pawn is None
    assert reason(state, MovePawn("r5_4")) == "not_now"
    assert turn_of(state, 0).phase == "roll"
