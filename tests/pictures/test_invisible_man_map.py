"""The town on paper: every cell where town.toml puts it, every place told apart by its icon, room for the cards."""

from __future__ import annotations

import itertools

import pytest

from bot.games.invisible_man.pictures import lots, pieces, town_map
from bot.games.invisible_man.pictures.model import LaidCards
from bot.games.invisible_man.pictures.town_map import building, curve, ground
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures import sprites
from bot.pictures.canvas import WIDTH
from bot.pictures.palette import COLOURS, GROUNDS, PLACES, rgb
from tests.helpers.cases import each
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


def colours_at(cell: str, reach: int = 7) -> set[tuple[int, ...]]:
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

    @each("cell", BUILDINGS)
    def test_a_building_stands_at_its_point(self, cell: str) -> None:
        """Or a little off it, to leave room for cards, and the Station's house well behind its cell."""
        x, y = town_map.building_spot(cell)
        size = town_map.BUILDING
        part = ground().crop((round(x - size / 2), round(y - size / 2), round(x + size / 2), round(y + size / 2)))
        alone = part.copy()
        sprite = building(cell, size)
        alone.paste(sprite, (0, 0), sprite)
        assert difference(part, alone) < 4
        aside, down = abs(x - town_map.spot(cell)[0]), abs(y - town_map.spot(cell)[1])
        assert aside <= 34
        assert down <= (134 if cell == TOWN.station else 14)


class TestCells:
    @each("cell", sorted(set(STREETS) - MARKED))
    def test_a_cell_is_a_stone_at_its_point(self, cell: str) -> None:
        assert rgb(GROUNDS["sand"]) in colours_at(cell)

    @each("cell", sorted(MARKED))
    def test_a_cell_beside_a_place_is_hatched(self, cell: str) -> None:
        """docs/rulings.md 2.1: stripes of two colours, which no other cell has."""
        assert {rgb(COLOURS["lemon"]), rgb(COLOURS["bark-shade"])} <= colours_at(cell)

    def test_no_other_cell_is_hatched(self) -> None:
        for cell in set(STREETS) - MARKED - {TOWN.station}:
            assert rgb(COLOURS["lemon"]) not in colours_at(cell, 11), cell

    @pytest.mark.parametrize("cell", sorted(BRIDGES))
    def test_a_bridge_or_a_pier_lies_on_planks(self, cell: str) -> None:
        x, y = town_map.spot(cell)
        assert ground().getpixel((round(x) - 15, round(y) - 14)) == rgb(COLOURS["skin-shade"])

    def test_north_is_up_and_a_unit_is_the_same_everywhere(self) -> None:
        """The picture is town.toml in a larger measure: 72 pixels a unit to the east, 66 to the south."""
        for one, other in itertools.pairwise(sorted(TOWN.at)):
            (x, y), (far_x, far_y) = town_map.spot(one), town_map.spot(other)
            (unit_x, unit_y), (far_unit_x, far_unit_y) = TOWN.at[one], TOWN.at[other]
            assert far_x - x == pytest.approx(72 * (far_unit_x - unit_x))
            assert far_y - y == pytest.approx(66 * (far_unit_y - unit_y))

    def test_every_cell_and_building_is_on_the_map(self) -> None:
        for cell in TOWN.at:
            x, y = town_map.spot(cell)
            assert 20 < x < WIDTH - 20
            assert 20 < y < town_map.HEIGHT - 20

    def test_a_number_on_one_cell_reaches_no_other(self) -> None:
        """Numbers of two digits are 66 by 44 pixels."""
        boxes = {cell: around(town_map.spot(cell), 66, 44) for cell in STREETS}
        for one, other in itertools.combinations(STREETS, 2):
            assert shared(boxes[one], boxes[other]) == 0, (one, other)

    def test_columns_and_rows_carry_the_letters_and_numbers_of_the_texts(self) -> None:
        """A text says E4: E stands over its column, 4 beside its row, in the colour of type and clear of all else."""
        ink = rgb(COLOURS["bark-shade"])
        for cell in TOWN.road:
            x, y = map(round, town_map.spot(cell))
            for box in ((x - 16, 4, x + 16, 36), (3, y - 16, 40, y + 16)):
                found = ground().crop(box).getcolors(maxcolors=2000)
                assert found is not None
                assert sum(count for count, colour in found if colour == ink) > 60, (cell, TOWN.label(cell))

    def test_a_hatched_cell_is_larger_and_darker_than_a_plain_one(self) -> None:
        """So that neither colour nor sharp eyes are needed: a good half wider, and striped in brown on yellow."""
        assert town_map.HATCHED > 1.5 * town_map.STONE


class TestWays:
    @each(("one", "other"), TOWN.edges)
    def test_a_step_is_drawn_from_cell_to_cell(self, one: str, other: str) -> None:
        points = town_map.leg(one, other)
        ends = (
            town_map.building_spot(cell) if cell in TOWN.buildings else town_map.spot(cell) for cell in (one, other)
        )
        assert (points[0], points[-1]) == tuple(ends)
        assert town_map.leg(other, one) == tuple(reversed(points))

    @pytest.mark.parametrize(("one", "other"), [edge for edge in TOWN.edges if set(edge) <= BRIDGES])
    def test_the_river_flows_where_a_boat_goes(self, one: str, other: str) -> None:
        """N23: the water is seen all along each such step, unless a street or a viaduct crosses there."""
        crossing = {rgb(COLOURS["skin-shade"]), rgb(GROUNDS["sand"]), rgb(PLACES["town"]["road"])}
        water = {rgb(PLACES["town"]["water"]), rgb(COLOURS["blue"]), *crossing}
        for x, y in town_map.leg(one, other)[1:-1]:
            if x > WIDTH - 8:
                continue  # it bows out of the picture in the east
            found = ground().crop((round(x) - 6, round(y) - 6, round(x) + 6, round(y) + 6)).getcolors(maxcolors=256)
            assert found is not None
            assert water & {colour for _, colour in found if isinstance(colour, tuple)}

    @each(
        ("one", "other"), [edge for edge in TOWN.edges if not set(edge) <= BRIDGES and not set(edge) & TOWN.buildings]
    )
    def test_a_street_or_planks_lie_between_two_cells(self, one: str, other: str) -> None:
        """The Station's forecourt, of its own colour, is a street too."""
        (x, y), (far_x, far_y) = town_map.leg(one, other)
        middle = ground().getpixel((round((x + far_x) / 2), round((y + far_y) / 2)))
        assert middle in {rgb(colour) for colour in (PLACES["town"]["road"], COLOURS["skin-shade"], GROUNDS["ice"])}

    def test_a_curve_goes_through_its_ends(self) -> None:
        assert curve([(0, 0), (30, 0)]) == "M0 0C5.0 0.0 25.0 0.0 30.0 0.0"


def row_boxes(place: str) -> list[Box]:
    return [(left, top, left + wide, top + town_map.ROW_HEIGHT) for left, top, wide in town_map.LOTS[place]]


def laid(place: str, *numbers: int, kind: str = "no") -> LaidCards:
    return LaidCards(place, kind, numbers)


class TestLots:
    @each("place", sorted(TOWN.places))
    def test_a_lot_has_room_for_a_yes_and_a_no_of_any_number(self, place: str) -> None:
        slips = lots.slips([laid(place, 42, kind="yes"), laid(place, 41)])
        told = [(slip.kind, [card.number for card in slip.cards], slip.heap) for slip in slips]
        assert told == [("yes", [42], False), ("no", [41], False)]

    @each("place", sorted(TOWN.places))
    def test_all_cards_lie_there_singly_or_in_heaps_and_keep_to_the_lot(self, place: str) -> None:
        """21 of each kind at most (town.toml); a heap of ten may stand out by its own sheets."""
        for count in range(1, 22):
            piles = [laid(place, *range(1, count + 1), kind="yes"), laid(place, *range(30, 30 + count))]
            slips = lots.slips(piles)
            told = {pile.kind: pile.numbers for pile in piles}
            for kind, numbers in told.items():
                own = [slip for slip in slips if slip.kind == kind]
                if own[0].heap:
                    assert [card.written for slip in own for card in slip.cards] == [str(len(numbers))], count
                else:
                    assert tuple(card.number for slip in own for card in slip.cards) == numbers, count
            for slip in slips:
                row = next(each for each in town_map.LOTS[place] if each[1] == slip.top)
                assert row[0] <= slip.left, count
                assert slip.left + slip.width <= row[0] + row[2] + 4, count

    @each("place", sorted(TOWN.places))
    def test_slips_do_not_meet(self, place: str) -> None:
        for count in (1, 2, 3, 5, 8):
            slips = lots.slips([laid(place, *range(1, count + 1), kind="yes"), laid(place, *range(30, 30 + count))])
            boxes = [(slip.left, slip.top, slip.left + slip.width, slip.top + town_map.ROW_HEIGHT) for slip in slips]
            for one, other in itertools.combinations(boxes, 2):
                assert shared(one, other) == 0

    @each("place", sorted(TOWN.places))
    def test_the_first_cards_lie_beside_their_own_place(self, place: str) -> None:
        """No other building is nearer to the first row."""
        left, top, _, bottom = row_boxes(place)[0]
        x, y = left + 46, (top + bottom) / 2
        spots = {cell: town_map.building_spot(cell) for cell in TOWN.places}
        near = {cell: (x - spot[0]) ** 2 + (y - spot[1]) ** 2 for cell, spot in spots.items()}
        assert min(near, key=lambda cell: near[cell]) == place
        assert near[place] < 115**2

    def test_cards_of_different_places_do_not_meet(self) -> None:
        rows = [(place, box) for place in TOWN.places for box in row_boxes(place)]
        for (_, one), (_, other) in itertools.combinations(rows, 2):
            assert shared(one, other) == 0

    def test_cards_hide_no_cell_and_stay_on_the_map(self) -> None:
        for place in TOWN.places:
            for box in row_boxes(place):
                assert 0 < box[0] < box[2] < WIDTH
                assert 36 <= box[1] < box[3] <= town_map.HEIGHT
                for cell in STREETS:
                    assert shared(box, around(town_map.spot(cell), 30, 30)) == 0, (place, cell)

    def test_cards_hide_no_building(self) -> None:
        """A corner of the square around a building may be touched; a twentieth of it is no more than its outline."""
        for place in TOWN.places:
            for cell in BUILDINGS:
                building_spot = around(town_map.building_spot(cell), town_map.BUILDING, town_map.BUILDING)
                hidden = sum(shared(box, building_spot) for box in row_boxes(place))
                assert hidden < town_map.BUILDING**2 / 20, (place, cell)

    def test_the_dice_lie_where_nothing_else_is(self) -> None:
        square = around(town_map.SQUARE, 140, 120)
        for cell in TOWN.at:
            middle = town_map.building_spot(cell) if cell in BUILDINGS else town_map.spot(cell)
            assert shared(square, around(middle, 30, 30)) == 0
        assert all(shared(square, box) == 0 for place in TOWN.places for box in row_boxes(place))

    def test_the_police_at_the_station_hide_no_house(self) -> None:
        """Their cell lies well in front of it: pawns of 62 pixels stand on it, side by side."""
        x, y = town_map.spot(TOWN.station)
        house = around(town_map.building_spot(TOWN.station), town_map.BUILDING, town_map.BUILDING)
        assert shared((x - 80, y - 80, x + 80, y + 20), house) == 0


class TestPieces:
    @pytest.mark.parametrize("value", range(1, 7))
    def test_a_die_shows_as_many_pips_as_it_says(self, value: int) -> None:
        assert len(pieces.PIPS[value]) == value

    def test_no_two_dice_look_alike(self) -> None:
        for one, other in itertools.combinations(range(1, 7), 2):
            assert difference(pieces.die(one, 40), pieces.die(other, 40)) > 2

    def test_yes_and_no_differ_in_shape_in_lightness_and_by_their_sign(self) -> None:
        """survive-94: corners round and cut out, light and dark, a tick and a cross."""
        yes, no = (pieces.blank(kind, 60, town_map.ROW_HEIGHT) for kind in ("yes", "no"))
        assert shape(yes) != shape(no)
        light, dark = (sprite.convert("L").crop((20, 15, 40, 25)).tobytes() for sprite in (yes, no))
        assert min(light) > 2 * max(dark)
        tick, cross = (pieces.emblem(kind, lots.SIGN) for kind in ("yes", "no"))
        assert overlap(shape(tick), shape(cross)) < 0.5

    def test_the_invisible_man_is_no_policeman(self) -> None:
        """He has the brim of a hat, they have a cap: the shapes differ, and each cap has its seat's colour."""
        hidden = pieces.pawn(0, hidden=True, width=48)
        police = [pieces.pawn(seat, hidden=False, width=48) for seat in range(4)]
        for one in police:
            assert overlap(shape(hidden), shape(one)) < 0.9
        for one, other in itertools.combinations(police, 2):
            assert difference(one, other) > 4

    def test_the_four_of_the_police_are_four_people(self) -> None:
        """Their faces differ, not their caps alone: they can be told apart in black and white."""
        faces = [pieces.pawn(seat, hidden=False, width=96).convert("L").crop((12, 44, 84, 92)) for seat in range(4)]
        for one, other in itertools.combinations(faces, 2):
            assert difference(one, other) > 10

    def test_there_is_a_figure_for_every_seat(self) -> None:
        assert all(sprites.exists(f"invisible_man/policeman-{seat}") for seat in range(4))
