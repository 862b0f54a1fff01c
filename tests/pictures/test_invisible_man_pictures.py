"""Pictures of The Invisible Man: any town is drawn, in the same bytes, light enough, and nothing hides what counts."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.engine.presentation import Player
from bot.engine.rules import Outcome
from bot.games.invisible_man import pictures
from bot.games.invisible_man.pictures import board, pieces, plates, town_map
from bot.games.invisible_man.pictures.strip import PITCH
from bot.games.invisible_man.rules.moves import Appeared, Checked, InvisibleEvent, RevealedCard, Rolled, Walked
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardCounts, HandView, InvisibleManView, TownSeat
from bot.pictures import sprites
from bot.pictures.palette import COLOURS, SEATS, indexed, rgb
from tests.helpers.tree import REPOSITORY
from tests.pictures.looking import difference, opened, pixels
from tests.pictures.samples.invisible_man import samples
from tests.pictures.tables import PEOPLE, players
from tests.pictures.towns import HIDDEN, events, hands, laid, policeman, town, views

SAMPLES = samples()
NAMED = ("town, middle", "town, chase", "invisible lobby full", "caught", "hand in hiding")
HEAVIEST = 120_000
"""Bytes of a town: about what a phone loads in a second on a poor line."""
MAP = (0, town_map.MAP_TOP, town_map.WIDTH, town_map.MAP_BOTTOM)
DIGEST = f"""
import hashlib
from tests.pictures.samples.invisible_man import samples
for name in {NAMED!r}:
    print(hashlib.sha256(samples()[name].draw()).hexdigest(), samples()[name].key)
"""


def shown(view: InvisibleManView, *told: InvisibleEvent, people: Sequence[Player] | None = None) -> Image.Image:
    return pixels(pictures.town(view, list(enumerate(told, 1)), people or PEOPLE[: len(view.seats)], "").draw())


@cache
def plain() -> Image.Image:
    """Return the town after the deal, to compare with."""
    return shown(town())


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
    @pytest.mark.parametrize("hash_seed", ["1", "77"])
    def test_another_process_draws_the_same_bytes_under_the_same_key(self, hash_seed: str) -> None:
        """What was uploaded before a restart is sent again by reference."""
        here = [f"{hashlib.sha256(SAMPLES[name].draw()).hexdigest()} {SAMPLES[name].key}" for name in NAMED]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines() == here

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
        assert set(colours(image.convert("RGB"))) <= set(indexed())

    @pytest.mark.parametrize("name", [name for name in SAMPLES if name.startswith("town")])
    def test_the_town_is_shown_at_the_size_that_nobody_scales_down(self, name: str) -> None:
        """survive-87: photos larger than 1280 on a side are scaled and blurred."""
        width, height = opened(SAMPLES[name].draw()).size
        assert width == 1280
        assert 960 <= height <= 1280, "some lines higher where a whole round is told"

    @pytest.mark.parametrize("name", ["invisible lobby", "caught"])
    def test_the_lobby_and_the_end_have_the_shape_of_the_other_games(self, name: str) -> None:
        assert opened(SAMPLES[name].draw()).size == (1280, 720)

    def test_samples_all_differ(self) -> None:
        assert len({sample.key for sample in SAMPLES.values()}) == len(SAMPLES)
        assert len({sample.draw() for sample in SAMPLES.values()}) == len(SAMPLES)

    def test_a_frame_rasters_no_map_again(self) -> None:
        """The map is rastered once: the same frame again makes no new raster at all."""
        view = replace(at(None, "w2"), cells=("r7_4", "r7_7"))
        shown(view)
        before = sprites.raster.cache_info().misses
        shown(view)
        assert sprites.raster.cache_info().misses == before


class TestAnyTown:
    @settings(max_examples=25)
    @given(views(), st.data())
    def test_any_town_can_be_drawn(self, view: InvisibleManView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        moves = data.draw(st.lists(events(len(view.seats)), max_size=12))
        drawn = pictures.town(view, list(enumerate(moves, 1)), people, "alt")
        width, height = opened(drawn.draw()).size
        assert (width, (height - 960) % PITCH) == (1280, 0)
        assert height <= 1280
        assert drawn.alt == "alt"

    @settings(max_examples=15)
    @given(views(), st.data())
    def test_any_end_and_any_lobby_can_be_drawn(self, view: InvisibleManView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        assert opened(pictures.finale(view, people, "").draw()).size == (1280, 720)
        assert opened(pictures.lobby(people, "").draw()).size == (1280, 720)

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
        corners = [(round(x - 24), round(y - 32)) for x, y in spots]
        for seat, (figure, corner) in enumerate(zip(figures, corners, strict=True), 1):
            owner.paste(seat, corner, figure.getchannel("A").point(lambda value: 255 * (value > 127)))
        for seat, (figure, (left, top)) in enumerate(zip(figures, corners, strict=True), 1):
            whole = sum(value > 127 for value in figure.getchannel("A").tobytes())
            assert owner.tobytes().count(seat) > whole * 2 / 3
            assert owner.getpixel((left + 24, top + 28)) == seat

    def test_four_on_a_street_are_all_seen(self) -> None:
        """Three policemen and the Invisible Man on one cell, and side by side on four."""
        for cells in (("r6_7",) * 4, ("r5_7", "r6_7", "r7_7", "r8_7")):
            street = shown(at(*cells)).crop((380, 500, 760, 610))
            found = colours(street)
            for seat in (1, 2, 3):
                assert found[rgb(SEATS[seat])] > 100
            assert found[rgb(COLOURS["coal"])] > 100

    @pytest.mark.parametrize("cell", ["w1", "r2_1", "r12_10", "w5", TOWN.station])
    def test_a_pawn_stands_on_its_cell(self, cell: str) -> None:
        left, top, right, bottom = changed(shown(at(None, None)).crop(MAP), shown(at(None, cell)).crop(MAP))
        x, y = town_map.spot(cell)
        assert left <= x <= right
        assert abs((left + right) / 2 - x) < 4
        assert top < y - town_map.MAP_TOP <= bottom + 4

    def test_who_is_off_the_board_is_not_on_the_map(self) -> None:
        assert shown(at(None, None)).crop(MAP).tobytes() == shown(town((HIDDEN, policeman(None)))).crop(MAP).tobytes()

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_who_is_in_a_place_leaves_its_icon_in_sight(self, place: str) -> None:
        """Of the building's square less than a third changes."""
        x, y = town_map.building_spot(place)
        square = (round(x - 45), round(y - 45), round(x + 45), round(y + 45))
        one, other = (shown(at(None, cell)).crop(square) for cell in (None, place))
        moved = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 0))
        assert 0.05 < moved.tobytes().count(255) / 90**2 < 1 / 3

    def test_the_invisible_man_looks_different_from_a_policeman_on_the_same_cell(self) -> None:
        as_seen, as_police = (shown(replace(at("r6_7", None), invisible=seat)) for seat in (0, 1))
        assert difference(as_seen.crop(around("r6_7", 40)), as_police.crop(around("r6_7", 40))) > 10


class TestNumbers:
    def test_every_cell_that_can_be_reached_has_its_number_in_sight(self) -> None:
        """A golden plate with dark digits on each; none on any other cell."""
        reached = ("r5_4", "r6_4", "r9_5", "w3", "r12_10", "r2_1", "r7_7", "w5", "r10_7", "r4_10", "r5_9")
        drawn = shown(replace(at(None, "r7_4"), cells=reached))
        for cell in (*TOWN.road, *TOWN.river):
            gold = colours(drawn.crop(around(cell, 14)))[rgb(COLOURS["gold"])]
            assert (gold > 150) == (cell in reached), cell

    def test_two_digits_differ_from_one(self) -> None:
        cells = tuple(TOWN.road[:12])
        drawn = shown(replace(at(None, None), cells=cells))
        plates_drawn = {drawn.crop(around(cell, 12)).tobytes() for cell in cells}
        assert len(plates_drawn) == 12

    def test_a_pawn_does_not_hide_the_number_of_its_cell(self) -> None:
        """A walk may end where a colleague stands (N22)."""
        free, taken = (shown(replace(at(None, cell), cells=("r6_4",))) for cell in (None, "r6_4"))
        assert free.crop(around("r6_4", 12)).tobytes() == taken.crop(around("r6_4", 12)).tobytes()
        assert free.crop(around("r6_4")).tobytes() != taken.crop(around("r6_4")).tobytes()

    def test_a_pawn_on_the_next_cell_hides_no_number_either(self) -> None:
        """The cells of one street from north to south are 60 pixels apart."""
        free, taken = (shown(replace(at(None, cell), cells=("r2_2",))) for cell in (None, "r2_3"))
        assert free.crop(around("r2_2", 12)).tobytes() == taken.crop(around("r2_2", 12)).tobytes()


class TestPlaces:
    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_a_checked_place_is_pale_and_crossed_out(self, place: str) -> None:
        x, y = town_map.building_spot(place)
        square = (round(x - 44), round(y - 44), round(x + 44), round(y + 44))
        before, after = (shown(replace(town(), opened=opened_)).crop(square) for opened_ in ((), (place,)))
        assert difference(before, after) > 12
        assert colours(after)[rgb(COLOURS["red"])] > 100
        dark = rgb(COLOURS["ink"])
        assert colours(after)[dark] < colours(before)[dark]

    @pytest.mark.parametrize("place", [*sorted(TOWN.places), TOWN.laboratory])
    def test_a_refuge_is_ringed_in_gold_and_red(self, place: str) -> None:
        """N39; without a No the Laboratory is the refuge."""
        cards = laid("no", place, 1) if place in TOWN.places else ()
        seats = (replace(HIDDEN, cell="w4"), policeman())
        hidden, chase = (shown(town((seat, policeman()), cards)) for seat in (HIDDEN, seats[0]))
        x, y = town_map.building_spot(place)
        square = (round(x - 50), round(y - 50), round(x + 50), round(y + 50))
        for colour in ("gold", "red"):
            more = (
                colours(chase.crop(square))[rgb(COLOURS[colour])] - colours(hidden.crop(square))[rgb(COLOURS[colour])]
            )
            assert more > 300

    def test_a_place_that_can_be_entered_is_marked_otherwise(self) -> None:
        plain, door = (shown(replace(at(None, None), doors=doors)) for doors in ((), ("hotel",)))
        x, y = town_map.building_spot("hotel")
        expected = (x - 49, y - 49, x + 49, y + 49)
        assert all(abs(found - right) <= 2 for found, right in zip(changed(plain, door), expected, strict=True))

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_cards_up_to_the_lots_room_each_show(self, place: str) -> None:
        """Every further card changes the picture, in the lot and nowhere else."""
        room = len(town_map.lot(place))
        drawn = [shown(town(cards=laid("no", place, *range(1, count + 1)))) for count in range(room + 1)]
        assert len({image.tobytes() for image in drawn}) == room + 1
        left, top, right, bottom = changed(drawn[0], drawn[-1])
        xs, ys = zip(*town_map.lot(place), strict=True)
        assert min(xs) - 21 <= left < right <= max(xs) + 21
        assert min(ys) - 22 <= top < bottom <= max(ys) + 22

    @pytest.mark.parametrize("place", sorted(TOWN.places))
    def test_more_cards_than_fit_lie_in_two_heaps_with_counts(self, place: str) -> None:
        """Ten of each on one place: green and red heaps, apart, and their counts tell 10 from 11."""
        yes, no = laid("yes", place, *range(1, 11)), laid("no", place, *range(11, 21))
        ten = shown(town(cards=(*yes, *no)))
        eleven = shown(town(cards=(*yes, *laid("yes", place, 21), *no)))
        assert ten.tobytes() != eleven.tobytes()
        box = changed(plain(), ten)
        heaps = colours(ten.crop(box))
        assert heaps[rgb(COLOURS["leaf-shade"])] > 500
        assert heaps[rgb(COLOURS["red-shade"])] > 500
        assert box[2] < town_map.WIDTH
        assert box[1] >= town_map.MAP_TOP
        assert box[3] <= town_map.MAP_BOTTOM

    def test_ten_cards_of_one_kind_show_how_many_they_are(self) -> None:
        pictures = {shown(town(cards=laid("no", "cinema", *range(count)))).tobytes() for count in range(4, 22)}
        assert len(pictures) == 18


class TestWays:
    @pytest.mark.parametrize("seat", [1, 2, 3])
    def test_the_last_way_has_the_colour_of_who_went(self, seat: int) -> None:
        way = Walked(seat=seat, path=("r7_4", "w2", "w1", "r2_7"))
        before, after = plain().crop(MAP), shown(town(), way).crop(MAP)
        assert colours(after)[rgb(SEATS[seat])] - colours(before)[rgb(SEATS[seat])] > 2000

    def test_a_way_along_the_river_follows_the_water(self) -> None:
        """It bows to the south beneath the Factory, as the river does, and hides no building."""
        before, after = plain(), shown(town(), Walked(seat=1, path=("w1", "w2")))
        box = changed(before.crop(MAP), after.crop(MAP))
        assert box[3] + town_map.MAP_TOP > town_map.spot("w1")[1] + 40
        x, y = map(round, town_map.building_spot("factory"))
        square = (x - 40, y - 40, x + 40, y + 30)
        assert before.crop(square).tobytes() == after.crop(square).tobytes()


class TestStrip:
    TOP = (0, 0, town_map.WIDTH, town_map.MAP_TOP)
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
        told = [Rolled(seat=number % 4, die=6) for number in range(40)]
        before, after = plain(), shown(town(), *told)
        left, top, right, bottom = MAP
        lower = after.height - before.height
        assert lower > 0, "so many turns need lines on top"
        assert before.crop(MAP).tobytes() == after.crop((left, top + lower, right, bottom + lower)).tobytes()

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

    def test_the_dice_lie_large_in_the_corner(self) -> None:
        """A die of 88 pixels: its pips are dark on paper."""
        dice = {shown(town(), Rolled(seat=1, die=value)).crop((8, 5, 112, 109)).tobytes() for value in range(1, 7)}
        assert len(dice) == 6
        paper = colours(shown(town(), Rolled(seat=1, die=1)).crop((8, 5, 112, 109)))[rgb(COLOURS["paper"])]
        assert paper > 3000

    def test_closed_places_are_counted(self) -> None:
        """N45: at twenty the Invisible Man wins."""
        corner = (town_map.WIDTH - 190, 0, town_map.WIDTH, 56)
        all_places = sorted(TOWN.places)
        tops = {shown(replace(town(), opened=tuple(all_places[:count]))).crop(corner).tobytes() for count in range(21)}
        assert len(tops) == 21


class TestPlates:
    RICHEST = TownSeat(CardCounts(20, 21, 21, 15), 10, None)
    WIDEST = Player("W" * 40)
    FELT = rgb(COLOURS["felt"])

    @pytest.mark.parametrize("count", [2, 3, 4])
    @pytest.mark.parametrize("acting", [None, 1])
    def test_the_richest_seats_with_the_longest_names_keep_off_each_other(self, count: int, acting: int | None) -> None:
        """Nothing is drawn in the gaps between plates."""
        view = replace(town((self.RICHEST,) * count), to_act=acting)
        drawn = shown(view, people=[self.WIDEST] * count)
        wide = (town_map.WIDTH - plates.GAP * (count + 1)) // count
        for seat in range(count + 1):
            left = seat * (wide + plates.GAP)
            gap = drawn.crop((left + 1, plates.TOP + 10, left + plates.GAP - 1, plates.TOP + plates.HEIGHT - 10))
            assert set(colours(gap)) == {self.FELT}

    def test_a_seat_whose_name_cannot_be_drawn_still_has_its_badge(self) -> None:
        drawn = shown(replace(town((HIDDEN, policeman())), to_act=None), people=[Player("🦊🦊"), Player("中文")])
        for seat, left in enumerate((plates.GAP, 644)):
            badge = drawn.crop((left + 70, plates.TOP, left + 120, plates.TOP + 46))
            assert colours(badge)[rgb(SEATS[seat])] > 200

    def test_whose_choice_it_is_has_a_golden_frame(self) -> None:
        waiting, acting = (shown(replace(town(), to_act=seat)) for seat in (None, 2))
        box = changed(waiting, acting)
        assert box[1] >= plates.TOP
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
        left, top, width, height = town_map.PLAZA
        box = (left, top, left + width, top + height)
        piles = [
            replace(CardCounts(5, 5, 5, 5), **{kind: count})
            for kind in ("signals", "yes", "no", "cloaks")
            for count in (0, 1, 4)
        ]
        assert len({shown(replace(town(), piles=pile)).crop(box).tobytes() for pile in piles}) == 12


class TestEnds:
    def test_a_lobby_shows_who_sits_there_and_what_is_free(self) -> None:
        lobbies = {pictures.lobby(PEOPLE[:count], "").draw() for count in range(5)}
        assert len(lobbies) == 5

    @pytest.mark.parametrize("winner", range(4))
    def test_an_end_crowns_the_winner_alone(self, winner: int) -> None:
        drawn = pixels(pictures.finale(replace(town(), to_act=None, outcome=Outcome((winner,))), PEOPLE, "").draw())
        gold = [
            colours(drawn.crop((12 + 317 * seat, 474, 317 * (seat + 1), 710)))[rgb(COLOURS["gold"])]
            for seat in range(4)
        ]
        assert max(range(4), key=lambda seat: gold[seat]) == winner

    def test_several_winners_are_all_shown(self) -> None:
        """N50: when the Invisible Man leaves, the policemen may share."""
        view = replace(town(), to_act=None, outcome=Outcome((1, 2, 3)))
        drawn = pixels(pictures.finale(view, PEOPLE, "").draw()).crop((0, 0, 1280, 460))
        for seat in (1, 2, 3):
            assert colours(drawn)[rgb(SEATS[seat])] > 4000


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

    def test_a_small_hand_is_shown_larger(self) -> None:
        """Shown in one width, fewer columns are larger cards."""
        few, many = (
            opened(
                pictures.hand(replace(town(), hand=HandView(signals=tuple(sorted(TOWN.places))[:count])), 1, "").draw()
            )
            for count in (3, 12)
        )
        assert few.width < many.width

    def test_a_card_shows_its_place_as_the_map_does(self) -> None:
        """The Signal of the circus is the circus: its icon stands in the upper part of the card."""
        drawn = pixels(pictures.hand(replace(town(), hand=HandView(signals=("circus",))), 1, "").draw())
        assert colours(drawn)[rgb(COLOURS["red"])] > 1000
