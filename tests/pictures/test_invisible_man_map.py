"""The town on paper: every cell where town.toml puts it, every place told apart by its icon, room for the cards."""

from __future__ import annotations

import itertools

import pytest

from bot.games.invisible_man.pictures import pieces, town_map
from bot.games.invisible_man.pictures.town_map import building, curve, ground
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures import sprites
from bot.pictures.palette import COLOURS, GROUNDS, rgb
from tests.pictures.looking import difference, overlap, shape

BUILDINGS = (*TOWN.places, TOWN.laboratory, TOWN.station)
STREETS = (*TOWN.road, *TOWN.river)
MARKED = frozenset(TOWN.hatched.values())
BRIDGES = frozenset(TOWN.river)
Box = tuple[float, float, float, float]


def around(spot: tuple[float, float], wide: float, high: float) -> Box:
    x, y = spot
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def shared(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, down)


def colours_at(cell: str, reach: int = 8) -> set[tuple[int, ...]]:
    """List the colours of a small square in the middle of a cell."""
    x, y = town_map.spot(cell)
    part = ground().crop((round(x) - reach, round(y) - reach, round(x) + reach, round(y) + reach))
    found = part.getcolors(maxcolors=1024)
    assert found is not None
    return {colour for _, colour in found if isinstance(colour, tuple)}


class TestPlaces:
    def test_every_place_has_a_building_and_no_building_is_of_an_unknown_place(self) -> None:
        """docs/town.md: twenty establishments."""
        drawn = {name.rpartition("/")[2] for name in sprites.names() if name.startswith("invisible_man/places/")}
        assert drawn == set(TOWN.places)
        assert len(drawn) == 20

    @pytest.mark.parametrize("size", [96, 48])
    def test_no_two_buildings_have_one_silhouette(self, size: int) -> None:
        """The closest are the bakery and the library, 0.83: a loaf and a book, each on a box."""
        shapes = {cell: shape(building(cell, size)) for cell in BUILDINGS}
        for one, other in itertools.combinations(BUILDINGS, 2):
            assert overlap(shapes[one], shapes[other]) < 0.85, (one, other)

    def test_no_two_buildings_look_alike_on_a_phone(self) -> None:
        """30 pixels is a building on a picture that is 420 pixels wide; 25 of 255 tells whole hat cards apart."""
        icons = {cell: building(cell, 30) for cell in BUILDINGS}
        for one, other in itertools.combinations(BUILDINGS, 2):
            assert difference(icons[one], icons[other]) > 25, (one, other)

    @pytest.mark.parametrize("cell", BUILDINGS)
    def test_a_building_stands_at_its_point(self, cell: str) -> None:
        """The Station stands behind its cell, the tailor a little back; one pixel aside would differ by 6 and more."""
        x, y = town_map.building_spot(cell)
        size = town_map.BUILDING
        part = ground().crop((round(x - size / 2), round(y - size / 2), round(x + size / 2), round(y + size / 2)))
        alone = part.copy()
        sprite = building(cell, size)
        alone.paste(sprite, (0, 0), sprite)
        assert difference(part, alone) < 4
        assert abs(y - town_map.spot(cell)[1]) <= 48
        assert x == town_map.spot(cell)[0]


class TestCells:
    @pytest.mark.parametrize("cell", sorted(set(STREETS) - MARKED))
    def test_a_cell_is_a_stone_at_its_point(self, cell: str) -> None:
        assert rgb(GROUNDS["sand"]) in colours_at(cell)

    @pytest.mark.parametrize("cell", sorted(MARKED))
    def test_a_cell_beside_a_place_is_hatched(self, cell: str) -> None:
        """docs/rulings.md 2.1: stripes of two colours, which no other cell has."""
        assert {rgb(COLOURS["lemon"]), rgb(COLOURS["orange-shade"])} <= colours_at(cell)

    def test_no_other_cell_is_hatched(self) -> None:
        for cell in set(STREETS) - MARKED - {TOWN.station}:
            assert rgb(COLOURS["orange-shade"]) not in colours_at(cell), cell

    @pytest.mark.parametrize("cell", sorted(BRIDGES))
    def test_a_bridge_or_a_pier_lies_on_planks(self, cell: str) -> None:
        x, y = town_map.spot(cell)
        assert ground().getpixel((round(x) - 16, round(y) - 14)) == rgb(COLOURS["skin-shade"])

    def test_north_is_up_and_a_unit_is_the_same_everywhere(self) -> None:
        """The picture is town.toml in a larger measure: 92 pixels a unit to the east, 60 to the south."""
        for one, other in itertools.pairwise(sorted(TOWN.at)):
            (x, y), (far_x, far_y) = town_map.spot(one), town_map.spot(other)
            (unit_x, unit_y), (far_unit_x, far_unit_y) = TOWN.at[one], TOWN.at[other]
            assert far_x - x == pytest.approx(92 * (far_unit_x - unit_x))
            assert far_y - y == pytest.approx(60 * (far_unit_y - unit_y))

    def test_every_cell_and_building_is_on_the_map(self) -> None:
        for cell in TOWN.at:
            x, y = town_map.spot(cell)
            assert 20 < x < town_map.WIDTH - 20
            assert town_map.MAP_TOP + 20 < y < town_map.MAP_BOTTOM - 20

    def test_a_number_on_one_cell_reaches_no_other(self) -> None:
        """Numbers of two digits are 54 by 40 pixels."""
        boxes = {cell: around(town_map.spot(cell), 54, 40) for cell in STREETS}
        for one, other in itertools.combinations(STREETS, 2):
            assert shared(boxes[one], boxes[other]) == 0, (one, other)


class TestWays:
    @pytest.mark.parametrize(("one", "other"), TOWN.edges)
    def test_a_step_is_drawn_from_cell_to_cell(self, one: str, other: str) -> None:
        points = town_map.leg(one, other)
        assert (points[0], points[-1]) == (town_map.spot(one), town_map.spot(other))
        assert town_map.leg(other, one) == tuple(reversed(points))

    @pytest.mark.parametrize(("one", "other"), [edge for edge in TOWN.edges if set(edge) <= BRIDGES])
    def test_the_river_flows_where_a_boat_goes(self, one: str, other: str) -> None:
        """N23: the water is seen all along each such step, unless a street or a viaduct crosses there."""
        crossing = {rgb(COLOURS["skin-shade"]), rgb(GROUNDS["sand"]), rgb(COLOURS["paper"])}
        water = {rgb(COLOURS["sky"]), rgb(COLOURS["blue"]), *crossing}
        for x, y in town_map.leg(one, other)[1:-1]:
            found = ground().crop((round(x) - 6, round(y) - 6, round(x) + 6, round(y) + 6)).getcolors(maxcolors=256)
            assert found is not None
            assert water & {colour for _, colour in found if isinstance(colour, tuple)}

    @pytest.mark.parametrize(
        ("one", "other"), [edge for edge in TOWN.edges if not set(edge) <= BRIDGES and not set(edge) & TOWN.buildings]
    )
    def test_a_street_or_planks_lie_between_two_cells(self, one: str, other: str) -> None:
        """The Station's forecourt, of its own colour, is a street too."""
        (x, y), (far_x, far_y) = town_map.leg(one, other)
        middle = ground().getpixel((round((x + far_x) / 2), round((y + far_y) / 2)))
        assert middle in {rgb(colour) for colour in (COLOURS["paper"], COLOURS["skin-shade"], GROUNDS["ice"])}

    def test_a_curve_goes_through_its_ends(self) -> None:
        assert curve([(0, 0), (30, 0)]) == "M0 0C5.0 0.0 25.0 0.0 30.0 0.0"


class TestLots:
    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_a_lot_has_room_for_three_cards_at_least(self, place: str) -> None:
        assert len(town_map.lot(place)) >= 3
        assert len(set(town_map.lot(place))) == len(town_map.lot(place))

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_the_first_cards_lie_beside_their_own_place(self, place: str) -> None:
        """No other building is nearer to a card that lies alone or with one more."""
        for x, y in town_map.slots(place, 2):
            spots = {cell: town_map.building_spot(cell) for cell in TOWN.places}
            near = {cell: (x - spot[0]) ** 2 + (y - spot[1]) ** 2 for cell, spot in spots.items()}
            assert min(near, key=lambda cell: near[cell]) == place
            assert near[place] < 110**2

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_cards_fill_a_lot_from_the_building_outwards_and_read_from_left_to_right(self, place: str) -> None:
        whole = town_map.lot(place)
        for count in range(len(whole) + 1):
            used = town_map.slots(place, count)
            assert len(used) == count
            assert list(used) == [slot for slot in whole if slot in used]
            assert set(used) <= set(town_map.slots(place, min(count + 1, len(whole))))

    def test_cards_of_different_places_do_not_meet(self) -> None:
        slots = [(place, around(slot, *town_map.CARD)) for place in TOWN.places for slot in town_map.lot(place)]
        for (_, one), (_, other) in itertools.combinations(slots, 2):
            assert shared(one, other) == 0

    def test_cards_hide_no_cell_and_stay_on_the_map(self) -> None:
        for place in TOWN.places:
            for slot in town_map.lot(place):
                card = around(slot, *town_map.CARD)
                assert 0 < card[0] < card[2] < town_map.WIDTH
                assert town_map.MAP_TOP <= card[1] < card[3] <= town_map.MAP_BOTTOM
                for cell in STREETS:
                    assert shared(card, around(town_map.spot(cell), 30, 30)) == 0, (place, cell)

    def test_cards_hide_no_building(self) -> None:
        """A corner of the square around a building may be touched; a twentieth of it is no more than its outline."""
        for place in TOWN.places:
            for cell in BUILDINGS:
                building_spot = around(town_map.building_spot(cell), town_map.BUILDING, town_map.BUILDING)
                hidden = sum(shared(around(slot, *town_map.CARD), building_spot) for slot in town_map.lot(place))
                assert hidden < town_map.BUILDING**2 / 20, (place, cell)

    def test_the_piles_lie_where_nothing_else_is(self) -> None:
        left, top, width, height = town_map.PLAZA
        plaza = (float(left), float(top), float(left + width), float(top + height))
        for cell in TOWN.at:
            middle = town_map.building_spot(cell) if cell in BUILDINGS else town_map.spot(cell)
            assert shared(plaza, around(middle, 30, 30)) == 0


class TestPieces:
    @pytest.mark.parametrize("value", range(1, 7))
    def test_a_die_shows_as_many_pips_as_it_says(self, value: int) -> None:
        assert len(pieces.PIPS[value]) == value

    def test_no_two_dice_look_alike(self) -> None:
        for one, other in itertools.combinations(range(1, 7), 2):
            assert difference(pieces.die(one, 40), pieces.die(other, 40)) > 2

    def test_yes_and_no_differ_in_shape_and_in_colour(self) -> None:
        """survive-94: corners round and cut, green and red."""
        yes, no = (pieces.blank(kind, *town_map.CARD) for kind in ("yes", "no"))
        assert shape(yes) != shape(no)
        green, red = (sprite.getpixel((20, 21)) for sprite in (yes, no))
        assert isinstance(green, tuple)
        assert isinstance(red, tuple)
        assert green[1] > green[0]
        assert red[0] > red[1]

    def test_the_invisible_man_is_no_policeman(self) -> None:
        """He has the brim of a hat, they have a cap: the shapes differ, and each cap has its seat's colour."""
        hidden = pieces.pawn(0, hidden=True, width=48)
        police = [pieces.pawn(seat, hidden=False, width=48) for seat in range(4)]
        for one in police:
            assert overlap(shape(hidden), shape(one)) < 0.9
        for one, other in itertools.combinations(police, 2):
            assert difference(one, other) > 4

    def test_there_is_a_figure_for_every_seat(self) -> None:
        assert all(sprites.exists(f"invisible_man/policeman-{seat}") for seat in range(4))
