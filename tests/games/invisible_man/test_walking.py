"""Ways through the town: N17-N24 and the walking part of N37-N41."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from bot.engine.rules import replace
from bot.games.invisible_man.rules.moves import Caught, MovePawn, Walked
from bot.games.invisible_man.rules.paths import distances, exactly, longest, within
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN, Town, read

from .states import RULES, at_the_door, begin, chased, ends, kinds, lay, play, reason, searching, turn_of, with_part


def lane(*edges: tuple[str, str]) -> Town:
    """A map of streets alone."""
    cells = sorted({cell for edge in edges for cell in edge})
    road = {cell: (float(n), 0.0) for n, cell in enumerate(cells)}
    return Town(msgspec.structs.replace(read(), edges=edges, road=road, river={}, places={}))


class TestPaths:
    def test_a_way_has_exactly_as_many_steps_as_the_roll_and_no_cell_twice(self) -> None:
        """N17: turning back is not possible, so from B1 with 1 there are two cells, and no way leads to its start."""
        assert set(exactly(TOWN, "r2_1", 1)) == {"r3_1", "r2_2"}
        assert set(exactly(TOWN, "r2_1", 2)) == {"r4_1", "r2_3", "library", "post"}
        for end, way in exactly(TOWN, "r7_4", 6).items():
            assert (way[0], way[-1], len(way)) == ("r7_4", end, 7)
            assert len(set(way)) == 7
            assert all(after in TOWN.next[before] for before, after in pairwise(way))

    def test_every_fork_may_be_taken(self) -> None:
        """N17: the Station has three ways out."""
        assert set(exactly(TOWN, TOWN.station, 1)) == {"r6_4", "r8_4", "w2"}

    def test_a_ring_may_be_walked_but_not_closed(self) -> None:
        ring = lane(("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"))
        assert set(exactly(ring, "a", 3)) == {"b", "d"}
        assert exactly(ring, "a", 4) == {}

    def test_where_no_way_is_long_enough_the_longest_counts(self) -> None:
        """N17, on a map that is not ours."""
        blind_alley = lane(("a", "b"), ("b", "c"))
        assert longest(blind_alley, "a", 6) == {"c": ("a", "b", "c")}
        assert longest(blind_alley, "a", 6, frozenset({"b"})) == {}

    def test_buildings_end_a_way_and_are_never_passed(self) -> None:
        """N18: two steps from F3 across the Factory would be its wharf."""
        assert exactly(TOWN, "r3_4", 2)["w1"] == ("r3_4", "r2_4", "w1")
        assert "w1" not in exactly(TOWN, "r4_4", 3, frozenset({"r2_4"}))
        assert not any(set(way[1:-1]) & TOWN.buildings for way in exactly(TOWN, "r4_4", 6).values())

    def test_a_place_is_left_by_its_hatched_cell_the_factory_also_by_its_wharf(self) -> None:
        """N18."""
        assert set(exactly(TOWN, "bank", 1)) == {"r5_3"}
        assert set(exactly(TOWN, "factory", 1)) == {"r3_4", "w1"}

    def test_a_river_cell_is_one_step_however_far(self) -> None:
        """N23: from the far west bank to the east bank are four steps."""
        assert distances(TOWN, "r2_7")["r12_7"] == 4

    def test_the_shortest_of_many_ways_is_taken_into_a_place(self) -> None:
        assert within(TOWN, "r5_2", 6)["bank"] == ("r5_2", "r5_3", "bank")

    def test_distances_do_not_lead_through_buildings(self) -> None:
        """From D4 the wharf is three steps, though the Factory stands between at two."""
        assert distances(TOWN, "r4_4")["w1"] == 3


class TestSearch:
    def test_a_policeman_must_use_the_whole_roll(self) -> None:
        """N21."""
        state = with_part(searching(1, 2), 1, signals=())
        assert ends(state) == {"r5_4", "r9_4", "w1", "w3", "w4", "r7_7"}
        assert reason(state, MovePawn("r6_4")) == "out_of_reach"
        assert reason(state, MovePawn(TOWN.station)) == "out_of_reach"

    @pytest.mark.parametrize("die", [3, 6])
    def test_he_enters_a_place_with_its_signal_by_an_exact_or_a_greater_roll(self, die: int) -> None:
        """N19, N20: the Factory is three steps from the Station."""
        state = with_part(searching(1, die), 1, signals=("factory",))
        assert "factory" in ends(state)
        _, events = play(state, MovePawn("factory"))
        assert events[0] == Walked(seat=1, path=("r7_4", "w2", "w1", "factory"))

    def test_he_cannot_enter_with_too_small_a_roll(self) -> None:
        """N20."""
        assert reason(with_part(searching(1, 2), 1, signals=("factory",)), MovePawn("factory")) == "out_of_reach"

    def test_entering_is_voluntary(self) -> None:
        """N20: passing or reaching the hatched cell forces nothing."""
        state = with_part(searching(1, 2, cell="r5_4"), 1, signals=("bank",))
        assert {"bank", "r5_2"} <= ends(state)
        after, events = play(state, MovePawn("r5_2"))
        assert kinds(events) == ["Walked"]
        assert after.opened == ()

    def test_without_its_signal_a_place_is_offered_to_all_eyes_and_refused_to_him(self) -> None:
        """N19: the view cannot depend on the hand."""
        state = with_part(searching(1, 3), 1, signals=("library",))
        assert "factory" in RULES.view(state, None).doors
        assert "factory" not in ends(state)
        assert reason(state, MovePawn("factory")) == "no_signal"

    def test_a_checked_place_is_closed(self) -> None:
        """N19."""
        state = with_part(searching(1, 3), 1, signals=("library",))
        state = replace(state, opened=("factory",))
        assert "factory" not in RULES.view(state, None).doors
        assert reason(state, MovePawn("factory")) == "checked"

    def test_the_laboratory_is_closed_to_policemen(self) -> None:
        state = searching(1, 1, cell="r2_10")
        assert reason(state, MovePawn("lab")) == "laboratory"
        assert "lab" not in RULES.view(state, None).doors

    def test_policemen_share_cells_and_pass_each_other(self) -> None:
        """N22: they begin together on the Station."""
        state = begin(4)
        assert {state.parts[seat].cell for seat in (1, 2, 3)} == {TOWN.station}
        state = with_part(searching(1, 2, state=state), 2, cell="r6_4")
        state = with_part(with_part(state, 3, cell="r5_4"), 1, signals=())
        assert "r5_4" in ends(state)

    def test_policemen_may_stop_on_the_station(self) -> None:
        """N24."""
        assert TOWN.station in ends(with_part(searching(1, 2, cell="r5_4"), 1, signals=()))


class TestFlight:
    def fleeing(self, cell: str, die: int, *police: str, **options: str) -> InvisibleManState:
        state = begin(1 + max(1, len(police)), 0, **options)
        state = chased(state, cell, dict(enumerate(police or ("r12_1",), 1)))
        return turn_of(state, 0, "move", die=die)

    def test_he_may_neither_pass_the_station_nor_stop_there(self) -> None:
        """N24: so the shooter can never win by it."""
        state = self.fleeing("r6_4", 1)
        assert ends(state) == {"r5_4"}
        assert reason(state, MovePawn(TOWN.station)) == "out_of_reach"
        assert "r8_4" not in ends(self.fleeing("r6_4", 2))

    def test_he_may_run_past_policemen_but_not_stop_on_one(self) -> None:
        """N22."""
        state = self.fleeing("r4_1", 2, "r5_1")
        assert ends(state) == {"r2_1", "r6_1", "r5_2"}
        assert "r5_1" not in ends(self.fleeing("r4_1", 1, "r5_1"))

    def test_with_every_end_taken_he_must_stop_on_a_policeman_and_is_caught(self) -> None:
        """N22."""
        state = self.fleeing("r4_1", 1, "r5_1", "r3_1")
        assert ends(state) == {"r5_1", "r3_1"}
        _, events = play(state, MovePawn("r3_1"))
        assert Caught(seat=2, cell="r3_1") in events

    def test_of_several_there_the_next_in_order_catches_him(self) -> None:
        """N22."""
        state = self.fleeing("r4_1", 1, "r12_1", "r5_1", "r5_1")
        state = with_part(state, 1, cell="r3_1")
        _, events = play(state, MovePawn("r5_1"))
        assert Caught(seat=2, cell="r5_1") in events

    def test_he_enters_a_refuge_by_an_exact_roll_only(self) -> None:
        """N38: the Bakery is one step from E2."""
        for die, inside in ((1, True), (2, False), (3, False)):
            state = lay(self.fleeing("r5_2", die), ("no", "bakery", 1, 0))
            assert ("bakery" in ends(state)) is inside

    def test_where_the_table_allows_it_he_stops_short_at_a_refuge(self) -> None:
        """N38: option stop_short."""
        state = lay(self.fleeing("r5_2", 3, stop_short="on"), ("no", "bakery", 1, 0))
        assert "bakery" in ends(state)
        assert "r5_3" not in ends(state)

    def test_only_places_with_a_no_are_refuges(self) -> None:
        """N39."""
        state = lay(self.fleeing("r5_2", 1), ("yes", "bakery", 1, 1), ("no", "school", 2, 0))
        assert ends(state) == {"r5_1", "r5_3"}

    def test_the_laboratory_is_a_refuge_only_with_no_no_on_the_board(self) -> None:
        """N39."""
        state = self.fleeing("r2_10", 1)
        assert "lab" in ends(state)
        assert "lab" not in ends(lay(state, ("no", "school", 1, 0)))

    def test_a_refuge_is_better_than_a_taken_cell(self) -> None:
        """N22 binds only where every end is taken."""
        state = lay(self.fleeing("r5_2", 1, "r5_1", "r5_3"), ("no", "bakery", 1, 0))
        assert ends(state) == {"bakery"}


class TestPursuit:
    def hunting(self, cell: str, die: int, pawn: str) -> InvisibleManState:
        return turn_of(chased(begin(), pawn, {1: cell}), 1, "move", die=die)

    def test_he_uses_the_whole_roll_or_stops_on_the_pawn(self) -> None:
        """N41: from E1 with 3 the pawn on G1 is two steps away."""
        state = self.hunting("r5_1", 3, "r7_1")
        assert ends(state) == {"r7_1", "r8_1", "r2_1", "r5_4"}

    def test_he_need_not_approach(self) -> None:
        """N41."""
        after, events = play(self.hunting("r5_1", 3, "r7_1"), MovePawn("r2_1"))
        assert kinds(events) == ["Walked"]
        assert after.turn == 0

    def test_he_enters_no_place_and_checks_none(self) -> None:
        """N40."""
        state = with_part(self.hunting("r5_1", 2, "r12_1"), 1, signals=("bakery",))
        assert not ends(state) & TOWN.buildings
        assert reason(state, MovePawn("bakery")) == "chase"
        assert RULES.view(state, None).doors == ()

    def test_the_shooter_leaves_the_place_by_its_hatched_cell(self) -> None:
        state = turn_of(chased(begin(), "r5_4", {1: "bank"}), 1, "move", die=2)
        assert ends(state) == {"r5_2", "r5_4"}
        assert "Caught" in kinds(play(state, MovePawn("r5_4"))[1])


def test_a_walk_is_told_with_every_cell_of_it() -> None:
    _, events = play(at_the_door(begin(), 1, "bank"), MovePawn("bank"), 1, 6)
    assert events[0] == Walked(seat=1, path=("r5_3", "bank"))


def test_cells_are_numbered_nearest_first() -> None:
    cells = RULES.view(with_part(searching(1, 6), 1, signals=()), None).cells
    steps = [distances(TOWN, TOWN.station)[cell] for cell in cells]
    assert steps == sorted(steps)
    assert len(cells) > 8
