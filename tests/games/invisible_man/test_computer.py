"""The computers of The Invisible Man: what they choose is legal, follows from what they may know, and serves them."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.computer import LEVELS, Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import replace
from bot.games.invisible_man.ai.hard import ThreatMap
from bot.games.invisible_man.ai.knowledge import Knowledge
from bot.games.invisible_man.rules.moves import Appear, Draw, InvisibleAction, MovePawn, PlaceCard, Placed, Shed
from bot.games.invisible_man.rules.paths import distances, exactly
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN
from tests.games.lawful import any_options

from .played_game import PlayedGame, by_lot, computer
from .states import RULES, begin, chased, lay, searching, turn_of, with_part
from .test_knowledge import SECRETS, permuted

RANDOMS = st.integers(0, 2**32).map(random.Random)


def somewhere(options: dict[str, str], rng: random.Random, seats: int) -> PlayedGame:
    sitting = PlayedGame.begin(options, seats, rng.randbytes(32), rng.randrange(seats))
    return sitting.wander(rng, rng.randrange(160))


def asked(state: InvisibleManState, level: Level, effort: float = 1 / 4) -> InvisibleAction:
    """Ask a computer in a moment that no history led to."""
    return PlayedGame(state).choice(level, effort=effort)


class TestAnywhere:
    @settings(max_examples=40, deadline=None)
    @given(options=any_options(RULES), rng=RANDOMS, seats=st.integers(2, 4), level=st.sampled_from(LEVELS))
    def test_every_choice_is_legal_and_the_same_each_time(
        self, options: dict[str, str], rng: random.Random, seats: int, level: Level
    ) -> None:
        sitting = somewhere(options, rng, seats)
        for _ in range(4):
            action = sitting.choice(level)
            assert action in sitting.legal()
            assert action == sitting.choice(level)
            sitting.do(action)
            if RULES.outcome(sitting.state) is not None:
                break

    @pytest.mark.parametrize("secret", SECRETS)
    @settings(max_examples=12, deadline=None)
    @given(options=any_options(RULES), rng=RANDOMS, level=st.sampled_from(LEVELS))
    def test_no_choice_depends_on_what_the_seat_may_not_know(
        self, secret: str, options: dict[str, str], rng: random.Random, level: Level
    ) -> None:
        """docs/rulings.md 2.4: hands, piles, closed discards and cards laid by others are permuted."""
        sitting = somewhere(options, rng, 4)
        choice = sitting.choice(level)
        sitting.state = permuted(sitting.state, rng, sitting.acting, secret)
        assert sitting.choice(level) == choice


class TestFlight:
    PAWN, REFUGE = "r7_10", "park"

    def chase(self, police: str, die: int, refuge: str = REFUGE, pawn: str = PAWN) -> InvisibleManState:
        state = lay(begin(), ("no", refuge, 2, 0))
        return turn_of(chased(state, pawn, {1: police}), 0, "move", die=die)

    @pytest.mark.parametrize("level", ["normal", "hard"])
    def test_a_refuge_that_the_roll_leads_into_is_entered(self, level: Level) -> None:
        """N38: from r7_10 the park is two steps away."""
        assert asked(self.chase("r12_1", 2), level) == MovePawn(self.REFUGE)

    @pytest.mark.parametrize("die", [1, 3, 4, 5])
    def test_with_the_police_far_away_the_hard_one_goes_where_most_rolls_lead_home(self, die: int) -> None:
        """The policeman is more than 12 steps off, so nothing else counts; the right cells are found by trying all."""
        state = self.chase("library", die, refuge="stadium", pawn="r10_7")
        action = asked(state, "hard", effort=1)
        assert isinstance(action, MovePawn)

        def faces(cell: str) -> int:
            return sum("stadium" in exactly(TOWN, cell, roll, frozenset({TOWN.station})) for roll in range(1, 7))

        offered = [legal.cell for legal in RULES.legal(state, 0) if isinstance(legal, MovePawn)]
        assert faces(action.cell) >= max(map(faces, offered)) - 1

    def test_the_hard_one_does_not_stop_beside_a_policeman_when_it_can_be_far_from_him(self) -> None:
        """Refuges are out of reach for two rolls: beside him 6 of 6 rolls catch, 7 steps away none does."""
        state = self.chase("r9_7", 1, refuge="library", pawn="r9_9")
        action = asked(state, "hard", effort=1)
        assert isinstance(action, MovePawn)
        away = {legal.cell: distances(TOWN, "r9_7")[legal.cell] for legal in RULES.legal(state, 0)}  # type: ignore[union-attr]
        assert away[action.cell] == max(away.values())

    def test_a_better_cloak_is_thrown_off_first(self) -> None:
        """N43: five digits save from five rolls."""
        state = replace(chased(begin(), "r5_1", cloaks=(123, 12456, 1346)), phase="cloak", captor=1, turn=1)
        for level in ("normal", "hard"):
            assert asked(state, level) == Shed(12456)

    def test_the_hard_one_appears_on_the_side_where_it_is_not_caught_at_once(self) -> None:
        """N37, N42: the next policeman stands by one of the two cells."""
        state = lay(begin(3), ("no", "park", 2, 0))
        state = with_part(state, 1, cell="school")
        state = with_part(state, 2, cell="r10_1")
        state = replace(turn_of(state, 1), phase="appear", found="school")
        options = {action.cell for action in RULES.legal(state, 0) if isinstance(action, Appear)}
        assert options == {"r9_1", "r11_1"}
        assert isinstance(asked(state, "hard"), Appear)


class TestPursuit:
    @pytest.mark.parametrize("level", ["normal", "hard"])
    def test_a_pawn_within_reach_is_caught(self, level: Level) -> None:
        """N41: with a 4 from three steps away."""
        state = searching(1, 4, cell="r9_7", state=chased(begin(), "r9_10"))
        assert asked(state, level) == MovePawn("r9_10")

    def test_the_hard_one_runs_where_it_catches_more_than_half_of_those_who_must_pass(self) -> None:
        """The pawn in the north-west has one refuge, the school: who runs away from both of them is not chosen."""
        state = lay(chased(begin(), "r3_1"), ("no", "school", 2, 0))
        state = searching(1, 4, cell="r9_4", state=state)
        action = asked(state, "hard", effort=1)
        assert isinstance(action, MovePawn)
        assert TOWN.at[action.cell][1] <= 4, "not over the river, to the south"


class TestSearch:
    def ready(self, place: str, **changes: object) -> InvisibleManState:
        """A policeman beside a place whose Signal he holds, with a 2 on the die and a Yes to lay."""
        state = with_part(begin(), 1, cell=TOWN.hatched[place], signals=(place,), yes=(1, 3), **changes)
        return turn_of(state, 1, "cards", die=2, actions=1)

    @pytest.mark.parametrize("level", ["normal", "hard"])
    def test_a_yes_is_laid_where_the_policeman_enters(self, level: Level) -> None:
        """N7: he lays before he walks; at a place with three digits and two No, the 3."""
        state = lay(self.ready("school"), ("no", "school", 2, 0), ("no", "school", 1, 0))
        assert asked(state, level) == PlaceCard(3, "school")

    @pytest.mark.parametrize("level", ["normal", "hard"])
    def test_a_place_that_is_as_good_as_won_is_entered(self, level: Level) -> None:
        state = lay(self.ready("school"), ("yes", "school", 3, 1), ("yes", "school", 3, 1))
        assert asked(replace(state, phase="move", actions=0), level) == MovePawn("school")


class TestHiding:
    def test_the_normal_one_defends_the_place_with_yes_and_a_policeman_at_its_door(self) -> None:
        """There are places to flee to already: it would see to those first."""
        refuges = [("no", place, 1, 0) for place in ("factory", "market", "park")]
        state = lay(with_part(begin(), 1, cell="r10_1"), ("yes", "school", 2, 1), *refuges)  # type: ignore[arg-type]
        state = turn_of(with_part(state, 0, no=(1, 4)), 0, "cards", die=1, actions=1)
        assert asked(state, "normal") == PlaceCard(4, "school")

    def test_the_hard_one_sees_most_danger_where_a_policeman_has_laid_yes_and_stands_at_the_door(self) -> None:
        state = turn_of(lay(with_part(begin(), 1, cell="r10_1"), ("yes", "school", 2, 1)), 0, "cards", die=1)
        seen = [Placed(seat=1, kind="yes", card=1, place="school")]
        threat = ThreatMap(Knowledge(RULES.view(state, 0), frozenset()), seen, random.Random(1), 1.0).threat
        assert max(threat, key=lambda place: threat[place]) == "school"

    @pytest.mark.parametrize("place", ["school", "theatre"])
    def test_the_hard_one_expects_fewer_policemen_where_a_back_lies_and_more_where_it_is_taken_away(
        self, place: str
    ) -> None:
        """N14: backs are public. Where three digits hit there is more to be lost, so a back deters more."""
        state = turn_of(lay(begin(3), ("no", place, 1, 0)), 0, "cards", die=1)
        hideout = ThreatMap(Knowledge(RULES.view(state, 0), frozenset()), (), random.Random(1), 1 / 4)
        assert hideout.deterred(place, 1) < hideout.deterred(place, 0) == 1 < hideout.deterred(place, -1)
        bare = [spot for spot in hideout.known.unchecked if spot != place]
        by_hit = sorted(bare, key=hideout.known.hit)
        assert hideout.deterred(by_hit[-1], 1) < hideout.deterred(by_hit[0], 1)

    @pytest.mark.parametrize("level", ["normal", "hard"])
    def test_who_has_no_cloak_draws_one(self, level: Level) -> None:
        state = with_part(begin(), 0, no=(1, 2, 3), cloaks=())
        assert asked(turn_of(state, 0, "draw", die=4), level) == Draw("cloak")


def games(seats: int, levels: tuple[Level | None, Level | None], number: int) -> int:
    """Count the Invisible Man's wins; the first level is his, the second that of all policemen, None is by lot."""
    won = 0
    for game in range(number):
        rng = random.Random(f"{game} {seats} {levels}")
        sitting = PlayedGame.begin({}, seats, rng.randbytes(32))
        sides = [levels[0], *[levels[1]] * (seats - 1)]
        choosers = [
            by_lot(rng) if level is None else computer(level, f"{game} {seat}") for seat, level in enumerate(sides)
        ]
        won += sitting.play_out(choosers) == (0,)
    return won


class TestStrength:
    """Fixed seeds and wide margins: `make arena` measures."""

    @pytest.mark.parametrize("seats", [2, 4])
    def test_normal_policemen_win_most_games_against_one_who_plays_by_lot(self, seats: int) -> None:
        by_lot_won, normal_won = games(seats, (None, None), 12), games(seats, (None, "normal"), 12)
        assert normal_won <= 4 < by_lot_won

    def test_hard_policemen_win_most_games_against_one_who_plays_by_lot(self) -> None:
        assert games(3, (None, "hard"), 6) <= 2


@pytest.mark.parametrize("stalemate", ["on", "off"])
@pytest.mark.parametrize("reshuffle", ["on", "off"])
def test_computers_play_every_combination_of_options_to_an_end(stalemate: str, reshuffle: str) -> None:
    """N47 off too: nobody hoards for ever."""
    names = [option.name for option in RULES.options if option.name not in ("stalemate", "reshuffle")]
    for values in itertools.product(("off", "on"), repeat=len(names)):
        options = dict(zip(names, values, strict=True)) | {"stalemate": stalemate, "reshuffle": reshuffle}
        rng = random.Random(str(options))
        seats = rng.choice((2, 3, 4))
        levels: list[Level] = [rng.choice(("easy", "normal")) for _ in range(seats)]
        sitting = PlayedGame.begin(options, seats, rng.randbytes(32))
        sitting.play_out([computer(level, f"{seat}") for seat, level in enumerate(levels)])


def test_hard_computers_end_a_game_that_nothing_else_would_end() -> None:
    """N47 off: the policemen's hoarding has no other end than that they use their Signals."""
    sitting = PlayedGame.begin({"stalemate": "off"}, 2, bytes(32))
    sitting.play_out([computer("hard", "0"), computer("hard", "1")])


def test_another_seed_is_another_game_for_the_easy_one() -> None:
    sitting = PlayedGame.begin({}, 2, bytes(range(32)))
    while len(sitting.legal()) < 20:
        sitting.do(sitting.legal()[0])
    assert len({str(sitting.choice("easy", ComputerRandom(str(number)))) for number in range(20)}) > 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", RULES.seats)
def test_a_chase_that_people_leave_to_the_clock_ends(level: Level, seats: int) -> None:
    """N-a: computers move for whoever is silent, and of a chase that people drew out they make an end."""
    game = PlayedGame(chased(begin(seats), TOWN.hatched["bank"]))
    rng = random.Random(f"{level}/{seats}")
    game.wander(rng, 40)
    if game.state.pawn is None or RULES.outcome(game.state) is not None:
        game = PlayedGame(chased(begin(seats), TOWN.hatched["bank"]))
    first = game.state.round
    while game.state.pawn is not None and RULES.outcome(game.state) is None:
        game.do(game.choice(level))
        assert game.state.round - first < 100
