"""The town is what was designed: every fact that its map must satisfy, digits and decks, and a file that is checked."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.errors import DamagedRecord
from bot.games.invisible_man.rules.paths import distances, exactly, longest, within
from bot.games.invisible_man.rules.town import TOWN, PlaceData, Town, TownFile, read, town_of
from tests.helpers.cases import each

CLOSED = frozenset({TOWN.station})
ROLLS = range(1, 7)


def kinds() -> Counter[str]:
    return Counter(TOWN.kind(cell) for cell in TOWN.at)


def test_there_are_twenty_places_a_station_and_a_laboratory_among_ninety_cells() -> None:
    assert kinds() == {"place": 20, "station": 1, "lab": 1, "river": 5, "road": 63}
    assert (TOWN.station, TOWN.laboratory) == ("r7_4", "lab")
    assert len(TOWN.at) == 90


def test_there_are_104_ways_of_the_kinds_that_the_table_counts() -> None:
    def kind(edge: tuple[str, str]) -> str:
        found = {TOWN.kind(cell) for cell in edge}
        return next((name for name in ("lab", "place") if name in found), "river" if found == {"river"} else "other")

    assert Counter(kind(edge) for edge in TOWN.edges) == {"place": 21, "lab": 1, "river": 4, "other": 78}
    assert len(set(map(frozenset, TOWN.edges))) == 104


def test_the_station_is_in_the_middle_beside_the_central_bridge() -> None:
    columns = [TOWN.at[cell][0] for cell in TOWN.road]
    assert TOWN.at[TOWN.station][0] == (min(columns) + max(columns)) / 2 == 7
    assert "w2" in TOWN.next[TOWN.station]


def test_roads_alone_join_all_buildings() -> None:
    river = frozenset(TOWN.river)
    reached, edge = {TOWN.station}, {TOWN.station}
    while edge:
        edge = {near for cell in edge for near in TOWN.next[cell]} - reached - river
        reached |= edge
    assert reached >= TOWN.buildings


def test_bridges_and_piers_are_joined_to_each_other_and_to_their_banks() -> None:
    """N23."""
    assert {cell: set(TOWN.next[cell]) for cell in TOWN.river} == {
        "w1": {"w2", "r2_4", "r2_7", "factory"},
        "w2": {"w1", "w3", "w4", TOWN.station, "r7_7"},
        "w3": {"w2", "w5", "r12_4", "r12_7"},
        "w4": {"w2", "r7_10"},
        "w5": {"w3", "r12_1"},
    }


def test_the_river_makes_the_way_from_factory_to_hairdresser_five_steps_instead_of_fourteen() -> None:
    assert distances(TOWN, "factory")["barber"] == 5
    way = within(TOWN, "factory", 5)["barber"]
    assert way == ("factory", "w1", "w2", "w3", "r12_7", "barber")
    assert distances(without(*TOWN.river), "factory")["barber"] == 14


def without(*cells: str) -> Town:
    """The same town with these streets or river cells closed."""
    file = read()
    edges = tuple(edge for edge in file.edges if not set(cells) & set(edge))
    road, river = ({cell: at for cell, at in kind.items() if cell not in cells} for kind in (file.road, file.river))
    return Town(replace(file, road=road, river=river, edges=edges))


def test_a_six_at_the_factory_reaches_the_hairdresser_or_the_cell_beside_it() -> None:
    assert len(within(TOWN, "factory", 6)["barber"]) - 1 == 5
    assert "r12_7" in exactly(TOWN, "factory", 6)
    way = ("factory", "r3_4", "r2_4", "w1", "w2", "w3", "r12_7")
    assert all(after in TOWN.next[before] for before, after in pairwise(way))


def test_every_place_has_its_own_hatched_cell_with_two_free_neighbours() -> None:
    """N37: with two, three policemen can never block all, since the shooter is inside."""
    assert len(set(TOWN.hatched.values())) == 20
    for place, cell in TOWN.hatched.items():
        assert cell in TOWN.next[place]
        free = [near for near in TOWN.next[cell] if near not in TOWN.buildings and near != TOWN.station]
        assert len(free) >= 2


def test_the_factory_alone_has_a_second_door_its_wharf() -> None:
    assert {place: TOWN.next[place] for place in TOWN.places if len(TOWN.next[place]) > 1} == {
        "factory": ("r3_4", "w1")
    }


def test_the_laboratory_is_a_leaf_in_the_south_west_seven_steps_from_the_station() -> None:
    assert TOWN.next["lab"] == ("r2_10",)
    assert distances(TOWN, TOWN.station)["lab"] == 7
    assert TOWN.at["lab"] == (min(x for x, _ in TOWN.at.values()), max(y for _, y in TOWN.at.values()))


def test_places_are_three_to_eight_steps_from_the_station() -> None:
    steps = [distances(TOWN, TOWN.station)[place] for place in TOWN.places]
    assert (min(steps), max(steps), sum(steps) / 20) == (3, 8, 5.65)


def test_places_are_far_apart() -> None:
    """Mean 8.6, median 9, at most 15 (the design)."""
    places = list(TOWN.places)
    steps = sorted(distances(TOWN, a)[b] for n, a in enumerate(places) for b in places[:n])
    assert round(sum(steps) / len(steps), 1) == 8.6
    assert (steps[len(steps) // 2], steps[-1]) == (9, 15)


@pytest.mark.parametrize("die", ROLLS)
def test_every_cell_and_roll_has_a_way_of_full_length(die: int) -> None:
    """N17: nobody is ever stuck; for the Invisible Man the Station is closed and buildings are no starts."""
    for cell in TOWN.at:
        if cell != TOWN.laboratory:
            assert {len(way) for way in longest(TOWN, cell, die).values()} == {die + 1}
        if cell not in TOWN.buildings and cell != TOWN.station:
            assert {len(way) for way in longest(TOWN, cell, die, CLOSED).values()} == {die + 1}


STEPS_AND_DIGITS = {
    "library": (8, 10, "1"), "theatre": (8, 14, "4"), "school": (7, 11, "123"), "observatory": (5, 9, "35"),
    "post": (6, 8, "456"), "bank": (4, 10, "16"), "museum": (5, 13, "25"), "bakery": (5, 11, "15"),
    "hospital": (4, 10, "236"), "factory": (3, 7, "3"), "barber": (4, 8, "134"), "market": (6, 6, "5"),
    "circus": (6, 2, "34"), "cinema": (4, 8, "14"), "depot": (8, 2, "6"), "park": (5, 5, "2"),
    "hotel": (6, 10, "26"), "tailor": (6, 10, "256"), "stadium": (7, 9, "46"), "firehouse": (6, 10, "124"),
}  # fmt: skip
"""Steps from the Station, from the hatched cell to the Laboratory round the Station, digits that hit: as designed."""


@each("place", STEPS_AND_DIGITS)
def test_a_place_stands_where_the_table_says_and_its_signal_has_these_digits(place: str) -> None:
    to_station, to_laboratory, digits = STEPS_AND_DIGITS[place]
    assert distances(TOWN, TOWN.station)[place] == to_station
    assert distances(without(TOWN.station), TOWN.hatched[place])["lab"] == to_laboratory
    assert TOWN.hits[place] == tuple(map(int, digits))


def test_no_face_of_the_die_is_favoured_by_the_signals() -> None:
    assert Counter(len(hits) for hits in TOWN.hits.values()) == {1: 6, 2: 8, 3: 6}
    assert Counter(digit for hits in TOWN.hits.values() for digit in hits) == {1: 7, 2: 7, 3: 6, 4: 7, 5: 6, 6: 7}


def test_the_decks_are_those_of_the_tuning() -> None:
    """docs/town.md: No are smaller and Cloaks save on fewer digits than in deck A of the design."""
    assert Counter(TOWN.yes) == {1: 9, 2: 8, 3: 4}
    assert Counter(TOWN.no) == {1: 8, 2: 8, 3: 4, 4: 1}
    assert Counter(len(str(cloak)) for cloak in TOWN.cloaks) == {3: 8, 4: 5, 5: 2}
    assert Counter("".join(map(str, TOWN.cloaks))) == dict.fromkeys("123456", 9), "no face is favoured"
    assert len(set(TOWN.cloaks)) == 15


def test_hands_and_charges_at_the_start() -> None:
    assert (TOWN.charges, TOWN.opening.signals, TOWN.opening.yes, TOWN.opening.no) == (10, 3, 3, (3, 6, 9))


def test_every_cell_has_its_own_label() -> None:
    labels = [TOWN.label(cell) for cell in TOWN.at]
    assert len(set(labels)) == len(labels)
    assert (TOWN.label("r2_1"), TOWN.label("r12_10"), TOWN.label(TOWN.station)) == ("B1", "L10", "G4")


class TestTheFileIsChecked:
    @pytest.mark.parametrize(
        ("fault", "changes"),
        [
            ("no such cell", {"edges": (("r2_1", "nowhere"),)}),
            ("a cell without a way", {"river": {**read().river, "w9": (1, 1)}}),
            ("the Station is no street", {"station": "bank"}),
        ],
    )
    def test_a_map_that_cannot_be_played_is_refused(self, fault: str, changes: dict[str, Any]) -> None:
        edges = (*read().edges, *changes.pop("edges", ()))
        with pytest.raises(DamagedRecord, match=fault):
            town_of(replace(read(), edges=edges, **changes))

    @pytest.mark.parametrize(
        ("fault", "place"),
        [
            ("not hatched beside it", PlaceData((4, 3), "r2_1", (1, 6))),
            ("a hatched cell twice", PlaceData((4, 3), "r5_2", (1, 6))),
            ("digits of no die", PlaceData((4, 3), "r5_3", (7,))),
            ("digits of no die", PlaceData((4, 3), "r5_3", ())),
        ],
    )
    def test_a_place_that_cannot_be_played_is_refused(self, fault: str, place: PlaceData) -> None:
        edges = (*read().edges, *((("bank", "r5_2"),) if place.hatched == "r5_2" else ()))
        file = replace(read(), places={**read().places, "bank": place}, edges=edges)
        with pytest.raises(DamagedRecord, match=fault):
            town_of(file)

    def test_places_beside_places_are_refused(self) -> None:
        with pytest.raises(DamagedRecord, match="a way between buildings"):
            town_of(replace(read(), edges=(*read().edges, ("bank", "school"))))

    def test_cut_off_cells_are_refused(self) -> None:
        file = read()
        with pytest.raises(DamagedRecord, match="cannot be reached"):
            town_of(replace(file, road={**file.road, "a": (1, 1), "b": (1, 2)}, edges=(*file.edges, ("a", "b"))))

    def test_a_cloak_of_no_die_is_refused(self) -> None:
        decks = replace(read().decks, cloaks=(178,))
        with pytest.raises(DamagedRecord, match="a Cloak of no die"):
            town_of(replace(read(), decks=decks))

    def test_a_hatched_cell_in_a_dead_end_is_refused(self) -> None:
        file = read()
        kept = tuple(edge for edge in file.edges if edge != ("r6_10", "r7_10"))
        with pytest.raises(DamagedRecord, match="too few free cells beside"):
            town_of(replace(file, edges=kept))

    def test_an_unknown_field_is_refused(self) -> None:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**msgspec.to_builtins(read()), "casino": 1}, TownFile)
