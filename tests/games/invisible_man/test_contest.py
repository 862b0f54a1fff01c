"""The check, the contest, the shot, and where the pawn appears: N19, N29-N37, N51."""

from __future__ import annotations

import pytest

from bot.engine.rules import Event, replace
from bot.games.invisible_man.rules.moves import Appear, Appeared, Checked, MovePawn, RevealedCard, Shot
from bot.games.invisible_man.rules.paths import distances
from bot.games.invisible_man.rules.state import Discard, InvisibleManState
from bot.games.invisible_man.rules.town import TOWN

from .states import RNG, RULES, at_the_door, begin, ends, kinds, lay, play, reason, turn_of, with_part

BANK_HITS, BANK_MISSES = 6, 3
"""The Bank's Signal hits on 1 and 6."""


def checked(state: InvisibleManState, *dice: int) -> tuple[InvisibleManState, Checked]:
    after, events = play(state, MovePawn("bank"), *dice)
    return after, next(event for event in events if isinstance(event, Checked))


class TestTheContest:
    def test_everything_there_is_turned_up_and_counts(self) -> None:
        """N31: YES of all policemen, all NO; cards elsewhere lie as they lay."""
        state = lay(
            at_the_door(begin(3), 1, "bank"),
            ("yes", "bank", 2, 1), ("no", "bank", 1, 0), ("yes", "bank", 3, 2), ("no", "bank", 4, 0),
            ("no", "hotel", 3, 0), ("yes", "hotel", 1, 1),
        )  # fmt: skip
        after, check = checked(state, 2, 3)
        assert check == Checked(
            seat=1,
            place="bank",
            hits=(1, 6),
            yes=(RevealedCard(1, 2), RevealedCard(3, 3)),
            no=(RevealedCard(2, 1), RevealedCard(4, 4)),
            police_die=2,
            invisible_die=3,
        )
        assert (check.police, check.invisible, check.won) == (7, 8, False)
        assert [card.place for card in after.laid] == ["hotel", "hotel"]

    def test_cards_turned_up_are_discarded_for_all_to_see(self) -> None:
        state = lay(at_the_door(begin(), 1, "bank"), ("yes", "bank", 2, 1), ("no", "bank", 4, 0))
        after, _ = checked(state, 1, 6)
        assert after.yes.spent == (Discard(2, True),)
        assert RULES.view(after, None).discards.no == (4,)

    def test_with_no_cards_there_are_only_dice(self) -> None:
        """N32."""
        _, check = checked(at_the_door(begin(), 1, "bank"), 5, 4)
        assert (check.yes, check.no, check.police, check.invisible, check.won) == ((), (), 5, 4, True)

    def test_with_cards_of_one_side_the_other_has_its_die(self) -> None:
        """N32."""
        _, check = checked(lay(at_the_door(begin(), 1, "bank"), ("no", "bank", 3, 0)), 5, 4)
        assert (check.police, check.invisible, check.won) == (5, 7, False)

    @pytest.mark.parametrize(("dice", "won"), [((4, 4), False), ((4, 3), True), ((3, 4), False)])
    def test_a_tie_is_the_invisible_mans(self, dice: tuple[int, int], won: bool) -> None:
        """N33."""
        assert checked(at_the_door(begin(), 1, "bank"), *dice)[1].won is won

    def test_the_signal_leaves_the_hand_and_stays_open(self) -> None:
        """N29: a lost contest closes the place for good."""
        after, _ = checked(at_the_door(begin(), 1, "bank"), 1, 6)
        assert after.opened == ("bank",)
        assert "bank" not in after.parts[1].signals
        assert after.parts[1].cell == "bank"
        assert (after.turn, after.phase, after.pawn) == (0, "roll", None)

    def test_a_lost_contest_costs_no_charge_and_no_shot(self) -> None:
        """N34."""
        after, events = play(at_the_door(begin(), 1, "bank"), MovePawn("bank"), 1, 6)
        assert kinds(events) == ["Walked", "Checked"]
        assert after.parts[1].charges == 10

    def test_from_a_checked_place_he_walks_on_in_his_next_turn(self) -> None:
        """N18."""
        after, _ = checked(at_the_door(begin(), 1, "bank"), 1, 6)
        moment = with_part(turn_of(after, 1, "move", die=1), 1, signals=())
        assert ends(moment) == {"r5_3"}

    def test_the_dice_are_the_next_of_the_games_own(self) -> None:
        """N51: both are thrown when all is open, from the stream that every roll of the game comes from."""
        state = at_the_door(begin(), 1, "bank")
        after, events = play(state, MovePawn("bank"))
        check = next(event for event in events if isinstance(event, Checked))
        thrown = [RNG.stream(f"die/{state.rolls + n}").die() for n in range(2)]
        assert [check.police_die, check.invisible_die] == thrown
        assert after.rolls >= state.rolls + 2


class TestTheShot:
    def test_a_won_contest_must_be_followed_by_a_shot(self) -> None:
        """N34: it costs a charge, hit or miss."""
        after, events = play(at_the_door(begin(), 1, "bank"), MovePawn("bank"), 6, 1, BANK_MISSES)
        assert events[-1] == Shot(seat=1, place="bank", hits=(1, 6), die=BANK_MISSES, hit=False, charges=9)
        assert after.parts[1].charges == 9
        assert (after.turn, after.pawn) == (0, None)

    @pytest.mark.parametrize("die", range(1, 7))
    def test_it_hits_by_the_digits_of_the_signal(self, die: int) -> None:
        _, events = play(at_the_door(begin(), 1, "bank"), MovePawn("bank"), 6, 1, die)
        shot = next(event for event in events if isinstance(event, Shot))
        assert shot.hit == (die in (1, 6))

    def test_hidden_digits_decide_where_the_table_hides_them(self) -> None:
        """N15."""
        state = replace(at_the_door(begin(hidden_digits="on"), 1, "bank"), digits={**TOWN.hits, "bank": (2,)})
        _, events = play(state, MovePawn("bank"), 6, 1, 2)
        assert "Appeared" in kinds(events)

    def test_a_miss_leaves_the_place_closed(self) -> None:
        """N29."""
        after, _ = play(at_the_door(begin(), 1, "bank"), MovePawn("bank"), 6, 1, BANK_MISSES)
        assert after.opened == ("bank",)

    def test_a_hit_puts_the_pawn_on_the_hatched_cell_and_the_chase_begins(self) -> None:
        after, events = play(at_the_door(begin(3), 1, "bank"), MovePawn("bank"), 6, 1, BANK_HITS)
        assert kinds(events) == ["Walked", "Checked", "Shot", "Appeared"]
        assert events[-1] == Appeared(cell="r5_3")
        assert (after.pawn, after.turn, after.phase) == ("r5_3", 2, "roll")

    def test_the_last_charge_that_misses_puts_out_at_once(self) -> None:
        """N35."""
        state = at_the_door(begin(3), 1, "bank", charges=1)
        after, events = play(state, MovePawn("bank"), 6, 1, BANK_MISSES)
        assert kinds(events)[:4] == ["Walked", "Checked", "Shot", "Out"]
        assert after.parts[1].out
        assert after.turn == 2

    def test_the_last_charge_that_hits_stays_for_the_chase(self) -> None:
        """N35."""
        state = at_the_door(begin(3), 1, "bank", charges=1)
        after, events = play(state, MovePawn("bank"), 6, 1, BANK_HITS)
        assert "Out" not in kinds(events)
        assert (after.parts[1].charges, after.parts[1].out) == (0, False)


class TestTheAppearance:
    def hit(self, *others: str) -> tuple[InvisibleManState, tuple[Event, ...]]:
        state = begin(2 + len(others))
        for seat, cell in enumerate(others, 2):
            state = with_part(state, seat, cell=cell)
        return play(at_the_door(state, 1, "bank"), MovePawn("bank"), 6, 1, BANK_HITS)

    def test_with_a_policeman_on_the_hatched_cell_he_chooses_a_cell_beside_it(self) -> None:
        """N37."""
        state, events = self.hit("r5_3")
        assert kinds(events)[-1] == "Shot"
        assert (state.phase, RULES.to_act(state), state.turn) == ("appear", 0, 1)
        assert RULES.legal(state, 0) == (Appear("r5_2"), Appear("r5_4"))
        assert RULES.view(state, None).cells == ("r5_2", "r5_4")
        assert reason(state, Appear("r5_3")) == reason(state, Appear("bank")) == "out_of_reach"
        after, told = play(state, Appear("r5_4"))
        assert told == (Appeared(cell="r5_4"),)
        assert (after.pawn, after.turn) == ("r5_4", 2)

    def test_with_one_free_cell_beside_it_there_is_nothing_to_choose(self) -> None:
        """N37."""
        state, events = self.hit("r5_3", "r5_2")
        assert Appeared(cell="r5_4") in events
        assert state.pawn == "r5_4"

    def test_the_station_is_no_cell_to_appear_on(self) -> None:
        """N37: seven policemen, as at no real table, stand on all that is within two steps of the Hospital's cell."""
        taken = ("r10_4", "r9_4", "r11_4", "r8_4", "r9_3", "r9_5", "r12_4")
        state = replace(begin(), found="hospital", phase="appear")
        hidden, policeman = state.parts
        state = replace(state, parts=(hidden, *(replace(policeman, cell=cell) for cell in taken)))
        assert distances(TOWN, "r10_4")[TOWN.station] == 3
        assert set(RULES.legal(state, 0)) == {Appear(cell) for cell in ("r9_2", "r9_6", "r12_3", "w3")}

    def test_with_all_cells_beside_it_taken_the_nearest_free_one_counts(self) -> None:
        """N37: three others, as on no real table, where three policemen are all there are."""
        state = with_part(with_part(begin(4), 1, cell="r5_3"), 2, cell="r5_2")
        state = replace(with_part(state, 3, cell="r5_4"), found="bank", phase="appear")
        assert set(RULES.legal(state, 0)) == {Appear(cell) for cell in ("r5_1", "r4_4", "r5_5", "r6_4")}

    def test_the_shooter_inside_never_blocks(self) -> None:
        """N37."""
        state, events = self.hit()
        assert Appeared(cell="r5_3") in events
        assert state.parts[1].cell == "bank"
