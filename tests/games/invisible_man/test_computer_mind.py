"""What goes on in a computer's mind: what it has forgotten, what it suspects, what it reckons."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.computer_random import ComputerRandom
from bot.games.invisible_man.ai.chase import ESCAPED, Chase, outlook
from bot.games.invisible_man.ai.inference import sampled, suspected
from bot.games.invisible_man.ai.knowledge import FACTS, Knowledge, average, remembered, spread, win_chance
from bot.games.invisible_man.ai.path_tables import (
    BIT,
    CELLS,
    EXACT,
    FLIGHT_ENDS,
    INDEX,
    POLICE_ENDS,
    SHORT,
    STEPS,
    turns_to,
)
from bot.games.invisible_man.rules.moves import Checked, Drew, Placed, Rolled, Walked
from bot.games.invisible_man.rules.paths import exactly, longest, within
from bot.games.invisible_man.rules.town import TOWN

from .states import RULES, begin, lay, turn_of

CARDS = st.lists(st.integers(1, 4), max_size=3)
CLOSED = frozenset({TOWN.station})


class TestMemory:
    LAID = tuple(Placed(seat=0, kind="no", card=card, place="bank") for card in range(1, 21))

    def test_the_hard_one_knows_all_the_normal_one_the_last_dozen(self) -> None:
        rng = ComputerRandom("any")
        assert remembered("hard", 0, self.LAID, rng) == set(range(1, 21))
        assert remembered("normal", 0, self.LAID, rng) == set(range(21 - FACTS, 21)) == set(range(9, 21))

    def test_what_the_easy_one_has_forgotten_it_has_forgotten_for_good(self) -> None:
        rng = ComputerRandom("a child’s")
        early, late = (remembered("easy", 0, laid, rng) for laid in (self.LAID[:10], self.LAID))
        assert early == late & set(range(1, 11))
        assert set() < late < set(range(1, 21))

    def test_nobody_remembers_what_another_laid(self) -> None:
        assert remembered("hard", 1, self.LAID, ComputerRandom("any")) == frozenset()

    def test_a_card_forgotten_counts_as_unknown(self) -> None:
        state = lay(begin(), ("no", "bank", 4, 0), ("no", "bank", 2, 0))
        known = Knowledge(RULES.view(state, 0), frozenset({2}))
        assert (known.no["bank"].known, known.no["bank"].unknown) == (2, 1)

    def test_a_card_of_others_is_one_of_those_that_are_nowhere_to_be_seen(self) -> None:
        """Of 21 Yes (9, 8, 4) the policeman holds three, which no other card can be."""
        state = turn_of(lay(begin(), ("yes", "bank", 3, 1)), 1)
        left = list(TOWN.yes)
        for value in (*state.parts[1].yes, 3):
            left.remove(value)
        assert Knowledge(RULES.view(state, 1), frozenset({1})).yes_values == spread(left)


class TestOdds:
    @given(yes=CARDS, no=CARDS)
    def test_a_contest_of_known_cards_is_reckoned_as_by_counting_all_dice(self, yes: list[int], no: list[int]) -> None:
        """N33: strictly greater wins."""
        wins = sum(one + sum(yes) > other + sum(no) for one, other in itertools.product(range(1, 7), repeat=2))
        assert win_chance(sum(yes) - sum(no), (), 0, (), 0) == pytest.approx(wins / 36)

    @given(ahead=st.integers(-4, 4), yes=CARDS, no=CARDS, cards=st.integers(0, 2))
    def test_unknown_cards_are_reckoned_over_all_their_values(
        self, ahead: int, yes: list[int], no: list[int], cards: int
    ) -> None:
        yes, no = yes or [1], no or [1]
        chances = [
            win_chance(ahead + sum(more) - sum(less), (), 0, (), 0)
            for more in itertools.product(yes, repeat=cards)
            for less in itertools.product(no, repeat=cards)
        ]
        assert win_chance(ahead, spread(yes), cards, spread(no), cards) == pytest.approx(sum(chances) / len(chances))

    def test_the_average_card_of_the_decks(self) -> None:
        for deck in (TOWN.yes, TOWN.no):
            assert average(spread(deck)) == pytest.approx(sum(deck) / len(deck))


class TestStreets:
    def test_the_tables_say_what_the_ways_say(self) -> None:
        rng = random.Random(1)
        for cell, die in ((rng.choice(CELLS), rng.randint(1, 6)) for _ in range(60)):
            start = INDEX[cell]
            assert {CELLS[end] for end in POLICE_ENDS[start][die]} == longest(TOWN, cell, die).keys()
            assert {CELLS[end] for end in FLIGHT_ENDS[start][die]} == longest(TOWN, cell, die, CLOSED).keys()
            into = {building for building, bit in BIT.items() if EXACT.masks[start][die] & bit}
            assert into == exactly(TOWN, cell, die, CLOSED).keys() & BIT.keys()
            short = {building for building, bit in BIT.items() if SHORT.masks[start][die] & bit}
            assert short == within(TOWN, cell, die, CLOSED).keys() & BIT.keys()
            reached = {CELLS[end] for end, steps in enumerate(STEPS[start]) if 0 < steps <= die}
            assert reached == within(TOWN, cell, die).keys()

    def test_a_place_next_door_takes_one_turn_and_a_far_one_more(self) -> None:
        turns = turns_to("bank")
        assert turns[INDEX["r5_3"]] == 1
        assert turns[INDEX["r5_3"]] < turns[INDEX[TOWN.station]] < turns[INDEX["r12_10"]]

    def test_faces_that_lead_home_are_counted(self) -> None:
        faces, count = EXACT.into(BIT["park"] | BIT["depot"])
        start = INDEX["r7_10"]
        expected = {die for die in range(1, 7) if exactly(TOWN, "r7_10", die, CLOSED).keys() & {"park", "depot"}}
        assert {die for die in range(1, 7) if faces[start] >> die & 1} == expected
        assert count[start] == len(expected) > 0


class TestChase:
    def test_who_stands_next_to_the_pawn_catches_it(self) -> None:
        """N41: any roll is enough."""
        chase = Chase(INDEX["r7_1"], (INDEX["r8_1"],), BIT["school"], EXACT)
        assert all(chase.run(0, [die], INDEX["r7_1"], [INDEX["r8_1"]]) == 0 for die in range(1, 7))

    def test_a_roll_that_leads_home_ends_it(self) -> None:
        """N38: the theatre is one step away."""
        chase = Chase(INDEX["r7_1"], (INDEX["r12_10"],), BIT["theatre"], EXACT)
        assert chase.run(ESCAPED, [1], INDEX["r7_1"], [INDEX["r12_10"]]) == ESCAPED

    def test_more_refuges_are_never_worse(self) -> None:
        few, many = BIT["school"], BIT["school"] | BIT["museum"] | BIT["theatre"]
        for cell in TOWN.hatched.values():
            assert outlook(INDEX[cell], few, EXACT, 0.4) <= outlook(INDEX[cell], many, EXACT, 0.4) + 1e-9


class TestSuspicion:
    CALM = dict.fromkeys(TOWN.places, 1.0)

    def test_a_yes_laid_points_to_its_place(self) -> None:
        odds = suspected([Placed(seat=1, kind="yes", card=1, place="hotel")], (1, 2))
        assert max(odds[1], key=lambda place: odds[1][place]) == "hotel"
        assert odds[2] == self.CALM

    def test_a_door_passed_by_points_elsewhere_and_a_way_points_ahead(self) -> None:
        walk = Walked(seat=1, path=("r7_4", "r8_4", "r9_4", "r10_4", "r11_4"))
        odds = suspected([Rolled(seat=1, die=4), walk], (1,))[1]
        assert odds["hospital"] < 1, "its door was four steps away"
        assert odds["observatory"] > 1 > odds["post"]

    def test_a_new_hand_is_a_clean_sheet(self) -> None:
        """N26: three new ones come when the hand is empty."""
        laid = Placed(seat=1, kind="yes", card=1, place="hotel")
        checks = [
            Checked(seat=1, place=place, hits=(1,), yes=(), no=(), police_die=1, invisible_die=1)
            for place in ("bank", "park", "depot")
        ]
        assert suspected([laid, *checks, Drew(seat=1, deck="signal", count=3)], (1,))[1] == self.CALM

    def test_hands_dealt_in_thought_hold_no_signal_twice(self) -> None:
        odds = dict.fromkeys((1, 2, 3), self.CALM)
        for number in range(20):
            hands = sampled(odds, {1: 3, 2: 2, 3: 4}, tuple(TOWN.places), random.Random(number))
            assert {seat: len(hand) for seat, hand in hands.items()} == {1: 3, 2: 2, 3: 4}
            assert len({signal for hand in hands.values() for signal in hand}) == 9
