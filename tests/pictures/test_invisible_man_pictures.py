"""Pictures of The Invisible Man: any town is drawn, in the same bytes, light enough, and nothing hides what counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import atan2, degrees, hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.engine.presentation import Player
from bot.engine.rules import Outcome
from bot.games.invisible_man import pictures
from bot.games.invisible_man.pictures import board, model, pieces, plates, strip, town_map
from bot.games.invisible_man.pictures.hand import (
    CARD_HEIGHT,
    CARD_WIDTH,
    FEW,
    GAP,
    MANY,
    MARGIN,
    NIGHT,
    PLACE,
    _card,
    draw_hand,
)
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Checked,
    InvisibleEvent,
    Placed,
    RevealedCard,
    Rolled,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardCounts, CardView, HandView, InvisibleManView, TownSeat, TownTruth
from bot.games.invisible_man.text import PLACES as PLACE_NAMES
from bot.i18n.catalogs import Catalogs
from bot.pictures import sprites
from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.palette import COLOURS, PLACES, RIGHT, SEATS, WRONG, indexed, rgb
from tests.helpers.tree import REPOSITORY
from tests.pictures.looking import difference, opened, pixels
from tests.pictures.samples.invisible_man import samples
from tests.pictures.tables import PEOPLE, players
from tests.pictures.towns import HIDDEN, events, hands, laid, policeman, town, views

SAMPLES = samples()
CATALOGS = Catalogs(REPOSITORY / "locales")
LANGUAGES = sorted(path.name for path in (REPOSITORY / "locales").iterdir() if path.is_dir())
HEAVIEST = 120_000
"""Bytes of a town: about what a phone loads in a second on a poor line."""


def shown(view: InvisibleManView, *told: InvisibleEvent, people: Sequence[Player] | None = None) -> Image.Image:
    return pixels(pictures.town(view, list(enumerate(told, 1)), people or PEOPLE[: len(view.seats)], "").draw())


def seen(view: InvisibleManView, *told: InvisibleEvent) -> Image.Image:
    """Return the map alone, without the strip above and the plates below."""
    whole = shown(view, *told)
    bottom = whole.height - plates.height(len(view.seats))
    return whole.crop((0, bottom - town_map.HEIGHT, WIDTH, bottom))


@cache
def plain() -> Image.Image:
    """Return the town after the deal, to compare with."""
    return shown(town())


@cache
def empty() -> Image.Image:
    """Return the map after the deal."""
    return seen(town())


def at(*cells: str | None) -> InvisibleManView:
    """Make a town whose seats stand on these cells."""
    return town(tuple(TownSeat(CardCounts(1, 1, 1, 1), 5, cell) for cell in cells))


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """Return the box in which two pictures differ."""
    box = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 0)).getbbox()
    assert box is not None
    return box


def colours(image: Image.Image) -> Counter[tuple[int, ...]]:
    found = image.getcolors(maxcolors=256)
    assert found is not None
    return Counter({colour: count for count, colour in found if isinstance(colour, tuple)})


def around(cell: str, half: int = 60) -> tuple[int, int, int, int]:
    x, y = map(round, town_map.spot(cell))
    return (x - half, y - half, x + half, y + half)


class TestBytes:
    def test_many_threads_draw_the_same_bytes(self) -> None:
        sample = SAMPLES["town, crowd"]
        with ThreadPoolExecutor(8) as pool:
            drawn = set(pool.map(lambda _: sample.draw(), range(16)))
        assert drawn == {sample.draw()}

    @pytest.mark.parametrize("name", SAMPLES)
    def test_a_picture_is_an_indexed_png_that_is_light(self, name: str) -> None:
        data = SAMPLES[name].draw()
        image = opened(data)
        assert (image.format, image.mode) == ("PNG", "P")
        assert len(data) <= HEAVIEST
        assert set(colours(image.convert("RGB"))) <= set(indexed("town"))

    @pytest.mark.parametrize("name", [name for name in SAMPLES if name.startswith("town")])
    def test_the_town_is_upright_and_of_a_size_that_nobody_scales_down(self, name: str) -> None:
        """survive-87: photos larger than 1280 on a side are scaled and blurred."""
        width, height = opened(SAMPLES[name].draw()).size
        assert width == 1000
        assert 1000 < height <= 1280, "higher where a whole round is told"

    @pytest.mark.parametrize("name", ["invisible lobby", "caught", "duel lost", "shared by the police"])
    def test_the_lobby_and_the_end_are_nearly_square(self, name: str) -> None:
        """Not quite: Discord on Android cuts squares."""
        width, height = opened(SAMPLES[name].draw()).size
        assert width == 1000
        assert 780 < height <= 1040
        assert height != width

    def test_samples_all_differ(self) -> None:
        assert len({sample.key for sample in SAMPLES.values()}) == len(SAMPLES)
        assert len({sample.draw() for sample in SAMPLES.values()}) == len(SAMPLES)

    def test_a_frame_rasters_no_map_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The map is rastered once: the same frame again makes no new raster at all."""
        view = replace(at(None, "w2"), cells=("r7_4", "r7_7"))
        shown(view)
        made: list[str] = []
        monkeypatch.setattr("resvg_py.svg_to_bytes", lambda svg_string, **_: made.append(svg_string))
        shown(view)
        assert made == []


class TestAnyTown:
    @settings(max_examples=25)
    @given(views(), st.data())
    def test_any_town_can_be_drawn(self, view: InvisibleManView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        moves = data.draw(st.lists(events(len(view.seats)), max_size=12))
        drawn = pictures.town(view, list(enumerate(moves, 1)), people, "alt")
        width, height = opened(drawn.draw()).size
        assert width == 1000
        assert height <= 1280
        assert drawn.alt == "alt"

    @settings(max_examples=15)
    @given(views(), st.data())
    def test_any_end_and_any_lobby_can_be_drawn(self, view: InvisibleManView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        assert opened(pictures.finale(view, people, "").draw()).width == 1000
        assert opened(pictures.lobby(people, "").draw()).size == (1000, 1040)

    @settings(max_examples=15)
    @given(hands, st.integers(0, 3))
    def test_any_hand_can_be_drawn(self, held: HandView, seat: int) -> None:
        """Telegram refuses photos whose sides together pass 10,000 pixels or differ twentyfold."""
        width, height = opened(pictures.hand(replace(town(), hand=held), seat, "").draw()).size
        assert width <= 1320
        assert width + height < 10_000
        assert 1 / 20 < width / height < 20


class TestSecrecy:
    @settings(max_examples=10)
    @given(views(), st.data())
    def test_cards_face_down_and_hands_change_no_pixel(self, view: InvisibleManView, data: st.DataObject) -> None:
        """docs/rulings.md 2.4, survive-60."""
        cards = tuple(replace(card, value=data.draw(st.integers(1, 4))) for card in view.cards)
        other = replace(view, cards=cards, hand=data.draw(hands))
        people = PEOPLE[: len(view.seats)]
        one, two = (pictures.town(each, (), people, "") for each in (view, other))
        assert one.key == two.key
        assert one.draw() == two.draw()


class TestPawns:
    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_pawns_that_share_a_cell_do_not_hide_each_other(self, count: int) -> None:
        """Two thirds of each figure and the middle of each face stay in sight."""
        spots = board.pawns_at(count, 300, 300)
        owner = Image.new("P", (600, 600), 0)
        figures = [pieces.pawn(seat, hidden=seat == 0, width=board.PAWN) for seat in range(count)]
        corners = [(round(x - 23), round(y - 31)) for x, y in spots]
        for seat, (figure, corner) in enumerate(zip(figures, corners, strict=True), 1):
            owner.paste(seat, corner, figure.getchannel("A").point(lambda value: 255 * (value > 127)))
        for seat, (figure, (left, top)) in enumerate(zip(figures, corners, strict=True), 1):
            whole = sum(value > 127 for value in figure.getchannel("A").tobytes())
            assert owner.tobytes().count(seat) > whole * 2 / 3
            assert owner.getpixel((left + 23, top + 27)) == seat

    def test_four_on_a_street_are_all_seen(self) -> None:
        """Three policemen and the Invisible Man on one cell, and side by side on four."""
        for cells in (("r6_7",) * 4, ("r5_7", "r6_7", "r7_7", "r8_7")):
            street = seen(at(*cells)).crop((330, 470, 640, 570))
            found = colours(street)
            for seat in (1, 2, 3):
                assert found[rgb(SEATS[seat])] > 100
            assert found[rgb(COLOURS["coal"])] > 100

    @pytest.mark.parametrize("cell", ["w1", "r2_1", "r12_10", "w5", TOWN.station])
    def test_a_pawn_stands_on_its_cell(self, cell: str) -> None:
        left, top, right, bottom = changed(seen(at(None, None)), seen(at(None, cell)))
        x, y = town_map.spot(cell)
        assert left <= x <= right
        assert abs((left + right) / 2 - x) < 4
        assert top < y <= bottom + 4

    def test_who_is_off_the_board_is_not_on_the_map(self) -> None:
        assert seen(at(None, None)).tobytes() == seen(town((HIDDEN, policeman(None)))).tobytes()

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_who_is_in_a_place_leaves_its_icon_in_sight(self, place: str) -> None:
        """Of the building's square two fifths change at most."""
        x, y = town_map.building_spot(place)
        square = (round(x - 40), round(y - 40), round(x + 40), round(y + 40))
        one, other = (seen(at(None, cell)).crop(square) for cell in (None, place))
        moved = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 0))
        assert 0.05 < moved.tobytes().count(255) / 80**2 < 0.42

    def test_the_invisible_man_looks_different_from_a_policeman_on_the_same_cell(self) -> None:
        as_seen, as_police = (seen(replace(at("r6_7", None), invisible=seat)) for seat in (0, 1))
        assert difference(as_seen.crop(around("r6_7", 40)), as_police.crop(around("r6_7", 40))) > 10


class TestNumbers:
    def test_every_cell_that_can_be_reached_has_its_number_in_sight(self) -> None:
        """A golden plate with dark digits on each; none on any other cell."""
        reached = ("r5_4", "r6_4", "r9_5", "w3", "r12_10", "r2_1", "r7_7", "w5", "r10_7", "r4_10", "r5_9")
        drawn = seen(replace(at(None, "r7_4"), cells=reached))
        for cell in (*TOWN.road, *TOWN.river):
            gold = colours(drawn.crop(around(cell, 14)))[rgb(COLOURS["gold"])]
            assert (gold > 150) == (cell in reached), cell

    def test_two_digits_differ_from_one(self) -> None:
        cells = tuple(TOWN.road[:12])
        drawn = seen(replace(at(None, None), cells=cells))
        plates_drawn = {drawn.crop(around(cell, 12)).tobytes() for cell in cells}
        assert len(plates_drawn) == 12

    def test_a_pawn_does_not_hide_the_number_of_its_cell(self) -> None:
        """A walk may end where a colleague stands (N22)."""
        free, taken = (seen(replace(at(None, cell), cells=("r6_4",))) for cell in (None, "r6_4"))
        assert free.crop(around("r6_4", 12)).tobytes() == taken.crop(around("r6_4", 12)).tobytes()
        assert free.crop(around("r6_4")).tobytes() != taken.crop(around("r6_4")).tobytes()

    def test_a_pawn_on_the_next_cell_hides_no_number_either(self) -> None:
        """The cells of one street from north to south are 66 pixels apart."""
        free, taken = (seen(replace(at(None, cell), cells=("r2_2",))) for cell in (None, "r2_3"))
        assert free.crop(around("r2_2", 12)).tobytes() == taken.crop(around("r2_2", 12)).tobytes()


class TestPlaces:
    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_a_checked_place_is_pale_and_wears_an_open_bell(self, place: str) -> None:
        x, y = town_map.building_spot(place)
        square = (round(x - 44), round(y - 44), round(x + 44), round(y + 44))
        before, after = (seen(replace(town(), opened=opened_)).crop(square) for opened_ in ((), (place,)))
        assert difference(before, after) > 12
        assert colours(after)[rgb(COLOURS["gold"])] > 60
        dark = rgb(COLOURS["ink"])
        assert colours(after)[dark] < colours(before)[dark]

    @pytest.mark.parametrize("place", [*sorted(TOWN.places), TOWN.laboratory])
    def test_a_refuge_is_ringed_in_gold_and_red(self, place: str) -> None:
        """N39; without a No the Laboratory is the refuge."""
        cards = laid("no", place, 1) if place in TOWN.places else ()
        seats = (replace(HIDDEN, cell="w4"), policeman())
        hidden, chase = (seen(town((seat, policeman()), cards)) for seat in (HIDDEN, seats[0]))
        x, y = town_map.building_spot(place)
        square = (round(x - 50), round(y - 50), round(x + 50), round(y + 50))
        for colour in ("gold", "red"):
            more = (
                colours(chase.crop(square))[rgb(COLOURS[colour])] - colours(hidden.crop(square))[rgb(COLOURS[colour])]
            )
            assert more > 300

    def test_a_place_that_can_be_entered_is_marked_otherwise(self) -> None:
        plain, door = (seen(replace(at(None, None), doors=doors)) for doors in ((), ("hotel",)))
        x, y = town_map.building_spot("hotel")
        expected = (x - 46, y - 46, x + 46, y + 46)
        assert all(abs(found - right) <= 2 for found, right in zip(changed(plain, door), expected, strict=True))

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_every_further_card_changes_the_lot_and_nothing_else(self, place: str) -> None:
        drawn = [seen(town(cards=laid("no", place, *range(1, count + 1)))) for count in range(8)]
        assert len({image.tobytes() for image in drawn}) == 8
        rows = town_map.LOTS[place]
        for image in drawn[1:]:
            left, top, right, bottom = changed(drawn[0], image)
            assert min(row[0] for row in rows) <= left < right <= max(row[0] + row[2] for row in rows) + 4
            assert min(row[1] for row in rows) <= top
            assert bottom <= max(row[1] for row in rows) + town_map.ROW_HEIGHT + 4

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_more_cards_than_fit_lie_in_two_heaps_with_counts(self, place: str) -> None:
        """Ten of each on one place: light and dark heaps, and their counts tell 10 from 11."""
        yes, no = laid("yes", place, *range(1, 11)), laid("no", place, *range(11, 21))
        ten = seen(town(cards=(*yes, *no)))
        eleven = seen(town(cards=(*yes, *laid("yes", place, 21), *no)))
        assert ten.tobytes() != eleven.tobytes()
        heaps = colours(ten.crop(changed(empty(), ten)))
        assert heaps[rgb(RIGHT)] > 500
        assert heaps[rgb(WRONG)] > 500

    def test_ten_cards_of_one_kind_show_how_many_they_are(self) -> None:
        drawn = {seen(town(cards=laid("no", "cinema", *range(count)))).tobytes() for count in range(4, 22)}
        assert len(drawn) == 18

    def test_a_card_just_laid_lies_on_gold(self) -> None:
        """Where several turns are told at once."""
        card = laid("no", "bank", 7)
        turns = (Rolled(seat=1, die=2), Rolled(seat=0, die=3))
        before, after = (
            seen(town(cards=card), *turns, *told) for told in ((), (Placed(seat=0, kind="no", card=7, place="bank"),))
        )
        lot = changed(empty(), seen(town(cards=card)))
        assert colours(after.crop(lot))[rgb(COLOURS["gold"])] > colours(before.crop(lot))[rgb(COLOURS["gold"])] + 200


class TestWays:
    @pytest.mark.parametrize("seat", [1, 2, 3])
    def test_the_last_way_has_the_colour_of_who_went(self, seat: int) -> None:
        way = Walked(seat=seat, path=("r7_4", "w2", "w1", "r2_7"))
        before, after = empty(), seen(town(), way)
        assert colours(after)[rgb(SEATS[seat])] - colours(before)[rgb(SEATS[seat])] > 2000

    def test_a_way_along_the_river_follows_the_water(self) -> None:
        """It bows to the south beneath the Factory, as the river does, and hides no building."""
        before, after = empty(), seen(town(), Walked(seat=1, path=("w1", "w2")))
        box = changed(before, after)
        assert box[3] > town_map.spot("w1")[1] + 40
        x, y = map(round, town_map.building_spot("factory"))
        square = (x - 40, y - 40, x + 40, y + 30)
        assert before.crop(square).tobytes() == after.crop(square).tobytes()


def in_one_piece(origin: str, place: str, colour: str) -> Image.Image:
    """Draw the map with the arrow of a card as one drawing, its line dashed by the renderer."""
    start, end = town_map.building_spot(origin), town_map.building_spot(place)
    length = hypot(end[0] - start[0], end[1] - start[1])
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    tip, base = length - board.SHORTENED, length - board.SHORTENED - board.HEAD[0]
    line = f"M{board.SHORTENED} 0H{base}"
    way = [
        f'<path d="{line}" stroke="{ink}" stroke-width="{weight}" stroke-dasharray="16 12"/>'
        for ink, weight in ((COLOURS["ink"], 13), (colour, 7))
    ]
    style = f'fill="{colour}" stroke="{COLOURS["ink"]}" stroke-width="3" stroke-linejoin="round"'
    way.append(f'<path d="M{tip} 0L{base} {board.HEAD[1]}V{-board.HEAD[1]}Z" {style}/>')
    drawing = f'<g transform="translate({start[0]} {start[1]}) rotate({turn})">{"".join(way)}</g>'
    canvas = Canvas(WIDTH, town_map.HEIGHT)
    canvas.cover(town_map.ground(), 0, 0)
    canvas.paste(sprites.drawn(drawing, (0, 0, WIDTH, town_map.HEIGHT), WIDTH, town_map.HEIGHT), 0, 0)
    return canvas.image


@pytest.mark.parametrize(
    ("origin", "place"),
    [("library", "stadium"), ("stadium", "library"), ("bakery", "museum"), ("depot", "factory"), ("post", "circus")],
)
def test_the_arrow_of_a_card_is_of_one_piece_to_the_eye(origin: str, place: str) -> None:
    canvas = Canvas(WIDTH, town_map.HEIGHT)
    canvas.cover(town_map.ground(), 0, 0)
    plain = canvas.image
    board._arrow(canvas, origin, place, SEATS[1])
    whole = in_one_piece(origin, place, SEATS[1])
    assert difference(canvas.image, plain) > 0.05
    # Each dash is at most half a pixel away; a whole pixel would cost 0.2 or more, a piece that is missing too.
    assert difference(canvas.image, whole) < 0.13 * difference(canvas.image, plain)


class TestStrip:
    TOP = (0, 0, WIDTH, strip.BAR + strip.PITCH)
    CHECK = Checked(
        seat=1,
        place="bank",
        hits=(1, 6),
        yes=(RevealedCard(1, 2),),
        no=(RevealedCard(2, 3),),
        police_die=4,
        invisible_die=2,
    )

    def test_what_was_told_stays_off_the_map(self) -> None:
        """The picture grows by at most three lines, and of the map only the dice change."""
        told = [Rolled(seat=number % 4, die=6) for number in range(40)]
        before, after = plain(), shown(town(), *told)
        assert before.height < after.height <= 1280
        x, y = town_map.SQUARE
        left, top, right, bottom = changed(empty(), seen(town(), *told))
        assert x - 80 < left < right < x + 80
        assert y - 80 < top < bottom < y + 80

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (CHECK, replace(CHECK, police_die=5)),
            (CHECK, replace(CHECK, invisible_die=3)),
            (CHECK, replace(CHECK, yes=(RevealedCard(1, 3),))),
            (CHECK, replace(CHECK, no=(RevealedCard(2, 3), RevealedCard(3, 3)))),
            (CHECK, replace(CHECK, place="school")),
            (CHECK, replace(CHECK, seat=2)),
            (Rolled(seat=1, die=4), Rolled(seat=1, die=5)),
            (Rolled(seat=1, die=4), Appeared(cell="r5_3")),
        ],
    )
    def test_what_differs_looks_different(self, one: InvisibleEvent, other: InvisibleEvent) -> None:
        assert shown(town(), one).crop(self.TOP).tobytes() != shown(town(), other).crop(self.TOP).tobytes()

    def test_the_dice_lie_large_on_the_square(self) -> None:
        """A die of 96 pixels: its pips are dark on paper."""
        x, y = town_map.SQUARE
        square = (x - 70, y - 60, x + 70, y + 66)
        dice = {seen(town(), Rolled(seat=1, die=value)).crop(square).tobytes() for value in range(1, 7)}
        assert len(dice) == 6
        paper = colours(seen(town(), Rolled(seat=1, die=1)).crop(square))[rgb(COLOURS["paper"])]
        assert paper > 3000

    def test_open_signals_are_counted_beside_an_open_bell(self) -> None:
        """N45: at twenty the Invisible Man wins. No cross: that is the sign of a NO, and of what is lost."""
        corner = (0, 0, 240, strip.BAR)
        all_places = sorted(TOWN.places)
        tops = [shown(replace(town(), opened=tuple(all_places[:count]))).crop(corner) for count in range(21)]
        assert len({top.tobytes() for top in tops}) == 21
        assert all(rgb(COLOURS["red"]) not in colours(top) for top in tops)

    def test_the_bar_holds_the_fullest_counts(self) -> None:
        """All Signals open, the chief out of patience, every pile whole: nothing touches its neighbour."""
        full = replace(town(), opened=tuple(TOWN.places), quiet=20, patience=20, piles=CardCounts(20, 21, 21, 15))
        bar = shown(full).crop((0, 6, WIDTH, strip.BAR - 6))
        night = Image.new("RGB", (12, bar.height), rgb(PLACES["town"]["night"]))
        gaps = [x for x in range(0, WIDTH - 12, 2) if bar.crop((x, 0, x + 12, bar.height)).tobytes() == night.tobytes()]
        assert any(280 < x < 560 for x in gaps)


class TestPlates:
    RICHEST = TownSeat(CardCounts(20, 21, 21, 15), 10, None)
    WIDEST = Player("W" * 40)
    NIGHT = rgb(PLACES["town"]["night"])

    @pytest.mark.parametrize("count", [2, 3, 4])
    @pytest.mark.parametrize("acting", [None, 1])
    @pytest.mark.parametrize("computer", [False, True])
    def test_the_richest_seats_with_the_longest_names_keep_off_each_other(
        self, count: int, acting: int | None, computer: bool
    ) -> None:
        """Nothing is drawn in the gaps between plates, two of which stand abreast."""
        view = replace(town((self.RICHEST,) * count), to_act=acting)
        drawn = shown(view, people=[replace(self.WIDEST, computer=computer)] * count)
        wide = (WIDTH - 3 * plates.GAP) // 2
        top = drawn.height - plates.height(count)
        for column in range(3):
            left = column * (wide + plates.GAP)
            gap = drawn.crop((left + 1, top, left + plates.GAP - 1, top + plates.GAP + plates.HEIGHT))
            assert set(colours(gap)) == {self.NIGHT}
        for row in range(plates.height(count) // (plates.HEIGHT + plates.GAP) + 1):
            y = top + row * (plates.HEIGHT + plates.GAP)
            assert set(colours(drawn.crop((0, y + 1, WIDTH, y + plates.GAP - 1)))) == {self.NIGHT}

    def test_a_seat_whose_name_cannot_be_drawn_still_has_its_badge(self) -> None:
        drawn = shown(replace(town((HIDDEN, policeman())), to_act=None), people=[Player("🦊🦊"), Player("中文")])
        top = drawn.height - plates.height(2)
        for seat, left in enumerate((plates.GAP, 504)):
            badge = drawn.crop((left + 76, top, left + 126, top + 56))
            assert colours(badge)[rgb(SEATS[seat])] > 200

    def test_a_computer_wears_a_robot(self) -> None:
        """Beside the name, in the steel that no policeman's plate has else."""
        people = [Player("Anna"), Player("Tick")]
        view = town((HIDDEN, policeman()))
        person, robot = (
            shown(view, people=[people[0], replace(people[1], computer=computer)]) for computer in (False, True)
        )
        left, top, _, _ = changed(person, robot)
        assert left > WIDTH / 2
        assert top > robot.height - plates.height(2)

    def test_whose_choice_it_is_has_a_golden_frame(self) -> None:
        waiting, acting = (shown(replace(town(), to_act=seat)) for seat in (None, 2))
        box = changed(waiting, acting)
        assert box[1] >= acting.height - plates.height(4)
        gained = colours(acting.crop(box))[rgb(COLOURS["gold"])] - colours(waiting.crop(box))[rgb(COLOURS["gold"])]
        assert gained > 1500

    @pytest.mark.parametrize("more", [CardCounts(4, 3, 0, 0), CardCounts(3, 4, 0, 0)])
    def test_a_policemans_counts_show(self, more: CardCounts) -> None:
        assert shown(town((HIDDEN, replace(policeman(), cards=more), policeman(), policeman()))) != plain()
        assert shown(town((HIDDEN, policeman(charges=9), policeman(), policeman()))) != plain()

    @pytest.mark.parametrize("more", [CardCounts(0, 0, 8, 0), CardCounts(0, 0, 9, 1)])
    def test_the_invisible_mans_counts_show(self, more: CardCounts) -> None:
        assert shown(town((replace(HIDDEN, cards=more), *town().seats[1:]))) != plain()

    def test_piles_show_how_many_cards_they_hold(self) -> None:
        box = (WIDTH - 4 * strip.PILE, 0, WIDTH, strip.BAR)
        piles = [
            replace(CardCounts(5, 5, 5, 5), **{kind: count})
            for kind in ("signals", "yes", "no", "cloaks")
            for count in (0, 1, 4)
        ]
        assert len({shown(replace(town(), piles=pile)).crop(box).tobytes() for pile in piles}) == 12


class TestNames:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_name_is_whole_and_keeps_off_the_label_of_its_cell(self, language: str) -> None:
        """What would be cut takes a second line, and a word too long for that stands above the label."""
        tr = CATALOGS.translator(language)
        dark, brown = rgb(COLOURS["ink"]), rgb(COLOURS["bark-shade"])
        for name in PLACE_NAMES.values():
            for label in ("I2", "B10", "M12"):
                image = pixels(pictures.place_names([("bank", tr.translate(name), label)], "").draw())
                plate = image.crop((110, 0, 480, image.height))
                other = ImageChops.difference(plate, Image.new("RGB", plate.size, brown)).convert("L")
                left, top, right, bottom = other.point(lambda value: 255 * (value == 0)).getbbox() or (0, 0, 0, 0)
                assert right > left, "the label is there"
                box = (110 + left - 4, top, 110 + right, bottom)
                assert dark not in colours(image.crop(box)), name
                assert dark not in colours(image.crop((472, 30, 480, 84))), "it ends before the edge"


class TestReplay:
    """What only a replay shows, after the end: where he really went, where he could have been, and every card."""

    TRAIL = ("barber", "r12_7", "w3", "w2", "r7_7")

    def replayed(
        self, trail: tuple[str, ...] = (), possible: tuple[str, ...] = (), value: int = 2, by: int = 1
    ) -> Image.Image:
        card = CardView(7, "yes", "market", value)
        truth = TownTruth((HandView(),) * 2, (card,), (by,), TOWN.hits)
        view = replace(at(None, None), cards=(replace(card, value=None),))
        return pixels(pictures.uncovered(view, truth, trail, possible, (), PEOPLE[:2], "").draw())

    def test_his_true_way_is_drawn_in_a_colour_that_no_seat_has(self) -> None:
        before, after = self.replayed(), self.replayed(self.TRAIL)
        violet = rgb(COLOURS["violet-shade"])
        assert colours(after)[violet] > colours(before)[violet] + 1500

    @pytest.mark.parametrize("cell", ["r5_4", "w2", "hotel", "lab"])
    def test_where_he_could_be_is_shaded(self, cell: str) -> None:
        left, top, right, bottom = changed(self.replayed(), self.replayed(possible=(cell,)))
        x, y = town_map.building_spot(cell) if cell in TOWN.buildings else town_map.spot(cell)
        assert abs((left + right) / 2 - x) < 3
        assert abs((top + bottom) / 2 - y - strip.height(())) < 3

    def test_a_card_lies_face_up_with_who_knew_it(self) -> None:
        """Its value and the badge of who laid it, in the lot and nowhere else."""
        drawn = {(value, by): self.replayed(value=value, by=by) for value in (1, 2, 3) for by in (0, 1)}
        assert len({image.tobytes() for image in drawn.values()}) == 6
        left, top, width = town_map.LOTS["market"][0]
        for image in drawn.values():
            if image.tobytes() != drawn[2, 1].tobytes():
                box = changed(drawn[2, 1], image)
                assert left <= box[0] < box[2] <= left + width + 8
                assert top - 10 <= box[1] - strip.height(()) < top + town_map.ROW_HEIGHT

    def test_a_game_that_runs_has_nothing_of_it(self) -> None:
        """A board is made without them: they have no part in its key."""
        running = model.board(town(cards=laid("no", "bank", 1)), (), PEOPLE)
        assert (running.trail, running.possible, running.laid[0].open) == ((), (), ())


class TestEnds:
    def test_a_lobby_shows_who_sits_there_and_what_is_free(self) -> None:
        lobbies = {pictures.lobby(PEOPLE[:count], "").draw() for count in range(5)}
        assert len(lobbies) == 5

    @pytest.mark.parametrize("winner", range(4))
    def test_an_end_crowns_the_winner_alone(self, winner: int) -> None:
        drawn = pixels(pictures.finale(replace(town(), to_act=None, outcome=Outcome((winner,))), PEOPLE, "").draw())
        places = [(500 * (seat % 2), 640 + 152 * (seat // 2)) for seat in range(4)]
        gold = [colours(drawn.crop((x, y, x + 500, y + 146)))[rgb(COLOURS["gold"])] for x, y in places]
        assert max(range(4), key=lambda seat: gold[seat]) == winner

    def test_several_winners_are_all_shown(self) -> None:
        """N50: when the Invisible Man leaves, the policemen may share."""
        view = replace(town(), to_act=None, outcome=Outcome((1, 2, 3)))
        drawn = pixels(pictures.finale(view, PEOPLE, "").draw()).crop((0, 0, 1000, 620))
        for seat in (1, 2, 3):
            assert colours(drawn)[rgb(SEATS[seat])] > 4000

    @pytest.mark.parametrize("opened_", range(21))
    def test_the_count_of_open_signals_stays_in_its_pill(self, opened_: int) -> None:
        """Every victory by Signals says 20/20: beside the last digit the pill goes on, before its edge."""
        view = replace(town(), to_act=None, outcome=Outcome((0,)), opened=tuple(TOWN.places)[:opened_])
        drawn = pixels(pictures.finale(view, PEOPLE, "").draw())
        parchment = rgb(COLOURS["parchment"])
        for y in range(40, 69):
            inside = [x for x in range(700, 1000) if drawn.getpixel((x, y)) == parchment]
            assert inside[-12:] == list(range(inside[-1] - 11, inside[-1] + 1))
            assert inside[-1] < 984


class TestHands:
    def test_every_card_of_a_hand_shows(self) -> None:
        held = [
            HandView(signals=("bank",)),
            HandView(signals=("school",)),
            HandView(yes=(1,)),
            HandView(yes=(2,)),
            HandView(yes=(2, 2)),
            HandView(no=(2,)),
            HandView(cloaks=(123,)),
            HandView(cloaks=(124,)),
            HandView(cloaks=(12345,)),
            HandView(),
        ]
        drawn = {pictures.hand(replace(town(), hand=each), 0, "").draw() for each in held}
        assert len(drawn) == len(held)

    @pytest.mark.parametrize(
        "held",
        [
            HandView(yes=(1, 2, 2), signals=("circus", "school", "bank")),
            HandView(no=(2, 2, 2, 4, 4), cloaks=(123, 13456)),
            HandView(signals=tuple(sorted(TOWN.places)), yes=tuple(range(1, 8)) * 3),
        ],
    )
    def test_cards_that_are_painted_one_by_one_look_as_if_they_were_laid_on_one_ground(self, held: HandView) -> None:
        """None reaches into the next: what stands out of a heap, or over its edge, is whole."""
        shown = model.hand(replace(town(), hand=held), 0)
        drawn = opened(draw_hand(shown))
        columns = FEW if len(shown.cards) <= 4 * FEW else MANY
        canvas = Canvas(*drawn.size, NIGHT)
        for place, card in enumerate(shown.cards):
            row, column = divmod(place, columns)
            wide = min(columns, len(shown.cards) - row * columns) * (CARD_WIDTH + GAP) - GAP
            left = (drawn.width - wide) // 2 + column * (CARD_WIDTH + GAP)
            _card(canvas, card, left, MARGIN + row * (CARD_HEIGHT + GAP))
        assert drawn.convert("RGB").tobytes() == pixels(canvas.png(PLACE)).tobytes()

    def test_only_a_very_large_hand_is_shown_smaller(self) -> None:
        """Shown in one width, fewer columns are larger cards."""
        few, many = (
            opened(
                pictures.hand(replace(town(), hand=HandView(signals=tuple(sorted(TOWN.places))[:count])), 1, "").draw()
            )
            for count in (16, 17)
        )
        assert few.width < many.width

    def test_a_card_shows_its_place_as_the_map_does(self) -> None:
        """The Signal of the circus is the circus: its icon stands in the upper part of the card."""
        drawn = pixels(pictures.hand(replace(town(), hand=HandView(signals=("circus",))), 1, "").draw())
        assert colours(drawn)[rgb(COLOURS["red"])] > 1000
