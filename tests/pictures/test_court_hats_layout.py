"""Whatever happens, things stand where a reader looks for them, and nothing runs into its neighbour."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.engine.presentation import Player
from bot.engine.rules import SeatLeft
from bot.games.court_hats import pictures
from bot.games.court_hats.pictures import arrows, board, model, rows
from bot.games.court_hats.pictures.throne_room import ROOM, throne_room
from bot.games.court_hats.rules.moves import KINDS, MAGIC, CourtEvent, HatOpened, Peeked, Redealt, RowSwapped
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.pictures import ribbon
from bot.pictures.canvas import Canvas
from bot.pictures.palette import COLOURS, SEATS, rgb
from bot.pictures.plates import quarters
from tests.pictures.looking import numbered, pixels
from tests.pictures.tables import NOBODY, PEOPLE, table

WIDEST = Player("W" * 40)
RICHEST = CourtSeat(KINDS + KINDS[:7], 4, 99)
PLAIN = board.layout(1, [])
UPPER, LOWER = PLAIN.hats
ZONE = (0, board.RIBBON_Y + ribbon.PITCH, board.WIDTH, LOWER)
"""Where arrows are: from the ribbon to the hats of the lower row."""


def shown(*moves: CourtEvent, view: CourtHatsView | None = None, numbers: list[int] | None = None) -> Image.Image:
    table_shown = view or table()
    people = PEOPLE[: len(table_shown.seats)]
    return pixels(pictures.tableau(table_shown, numbered(moves, numbers), people, "").draw())


def swap(a: int, b: int) -> model.CourtMove:
    return model.CourtMove(1, 0, "swap", (a, b))


def colours(image: Image.Image) -> dict[tuple[int, ...], int]:
    counted = image.getcolors(maxcolors=256)
    assert counted is not None
    return {colour: count for count, colour in counted if isinstance(colour, tuple)}


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """Return the box in which two pictures differ."""
    box = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 0)).getbbox()
    assert box is not None
    return box


def column(slot: int) -> range:
    return range(rows.left(slot), rows.left(slot) + rows.CARD)


class TestSlots:
    def test_four_lie_above_and_three_below_in_the_gaps_between_them(self) -> None:
        """A card is 196 wide, a gap 48, and (1000 - 4 x 196 - 3 x 48) / 2 = 36 is left at each side."""
        assert [rows.left(slot) for slot in range(4)] == [36, 280, 524, 768]
        assert [rows.middle(slot) for slot in (4, 5, 6)] == [256, 500, 744]
        gaps = [(rows.left(slot) + rows.CARD + rows.left(slot + 1)) / 2 for slot in range(3)]
        assert gaps == [rows.middle(slot) for slot in (4, 5, 6)]

    def test_in_each_row_numbers_grow_from_left_to_right(self) -> None:
        for row in (range(4), range(4, 7)):
            assert sorted(row, key=rows.left) == list(row)

    def test_a_picture_is_about_square_and_never_quite(self) -> None:
        """Discord on Android crops what is exactly square."""
        width, height = shown().size
        assert (width, height) == (board.WIDTH, PLAIN.height)
        assert 1 < height / width <= 1.04


class TestRibbon:
    WORST = tuple(HatOpened(seat=seat, slot=6, hat=MAGIC, character="wizard", result="magic") for seat in range(4))

    def test_a_move_told_alone_stands_at_the_left(self) -> None:
        box = changed(shown(), shown(SeatLeft(seat=2)))
        assert box[0] < 20
        assert box[2] < 200
        assert box[3] <= board.RIBBON_Y + ribbon.HEIGHT

    def test_every_sort_of_move_looks_different(self) -> None:
        results = [
            HatOpened(seat=0, slot=1, hat=hat, character="witch", result="match" if hat == "witch" else "miss")
            for hat in ("witch", "cook")
        ]
        sorts: list[CourtEvent] = [
            *results,
            HatOpened(seat=0, slot=1, hat=MAGIC, character="witch", result="magic"),
            Peeked(seat=0, slot=1),
            RowSwapped(seat=0, a=1, b=2),
            Redealt(restart=False),
            SeatLeft(seat=0),
        ]
        strips = {shown(move).crop((0, 0, 1000, board.RIBBON_Y + ribbon.HEIGHT)).tobytes() for move in sorts}
        assert len(strips) == len(sorts)

    def test_where_nothing_is_told_the_valance_hangs(self) -> None:
        """The top is a part of the room and no empty band."""
        top = (0, 0, 1000, board.RIBBON_Y + ribbon.HEIGHT)
        room = _quantized(throne_room(board.WIDTH, PLAIN.height, _floor(PLAIN)))
        assert shown().crop(top).tobytes() == room.crop(top).tobytes()

    def test_nine_moves_of_a_long_game_take_three_rows_or_fewer(self) -> None:
        """A round of four with two moves of each, and one more: each is read on a phone at 40 pixels of 1000."""
        nine = tuple(RowSwapped(seat=place % 4, a=place % 7, b=(place + 1) % 7) for place in range(9))
        image = shown(*nine, numbers=list(range(871, 880)))
        at = board.layout(3, board.newest([swap(min(m.a, m.b), max(m.a, m.b)) for m in nine], 3))
        assert image.height == at.height


def _floor(at: board.Layout) -> int:
    return at.hats[1] + board.SLOT - 30


def _quantized(canvas: Canvas) -> Image.Image:
    return pixels(canvas.png("court"))


class TestArrows:
    @pytest.mark.parametrize(("a", "b"), list(itertools.combinations(range(7), 2)))
    def test_an_arrow_reaches_from_slot_to_slot_and_no_further(self, a: int, b: int) -> None:
        before, after = shown().crop(ZONE), shown(RowSwapped(seat=0, a=b, b=a)).crop(ZONE)
        left, _, right, _ = changed(before, after)
        first, last = sorted((a, b), key=rows.order)
        assert left in column(first)
        assert right - 1 in column(last)

    @pytest.mark.parametrize(("a", "b"), list(itertools.combinations(range(7), 2)))
    def test_an_arrow_hides_no_card_but_the_rims_of_its_two_hats(self, a: int, b: int) -> None:
        """It goes through the gaps between the cards, wherever it goes."""
        before, after = shown(), shown(RowSwapped(seat=0, a=a, b=b))
        for slot in range(7):
            top = PLAIN.hats[rows.is_lower(slot)] + (40 if slot in (a, b) else 0)
            card = (rows.left(slot), top, rows.left(slot) + rows.CARD, PLAIN.hats[rows.is_lower(slot)] + board.SLOT)
            assert before.crop(card).tobytes() == after.crop(card).tobytes()

    def test_a_swap_within_the_lower_row_stays_between_the_rows(self) -> None:
        _, top, _, _ = changed(shown().crop(ZONE), shown(RowSwapped(seat=0, a=4, b=6)).crop(ZONE))
        assert ZONE[1] + top >= UPPER + board.SLOT

    @pytest.mark.parametrize("seat", range(4))
    def test_an_arrow_has_the_colour_of_who_swapped_within_a_dark_and_a_light_line(self, seat: int) -> None:
        before, after = (colours(shown(*moves).crop(ZONE)) for moves in ((), (RowSwapped(seat=seat, a=1, b=3),)))
        for colour, least in ((SEATS[seat], 2000), (COLOURS["ink"], 1500), (COLOURS["paper"], 1500)):
            assert after.get(rgb(colour), 0) - before.get(rgb(colour), 0) > least

    def test_a_swap_back_and_forth_shows_two_arrows(self) -> None:
        """H4 of sheet 004 has no ban: the same pair may be swapped again at once."""
        one = shown(RowSwapped(seat=0, a=1, b=4), Peeked(seat=1, slot=0))
        two = shown(RowSwapped(seat=0, a=1, b=4), RowSwapped(seat=1, a=1, b=4))
        over = (200, board.RIBBON_Y + ribbon.PITCH, 1000, UPPER + 30)
        assert rgb(SEATS[1]) not in colours(one.crop(over))
        assert colours(two.crop(over))[rgb(SEATS[1])] > 1000

    def test_no_arrow_is_drawn_for_what_was_before_a_redeal(self) -> None:
        """H17: the ribbon tells it, the slots are others now."""
        assert (
            shown(RowSwapped(seat=0, a=1, b=4), Redealt(restart=True)).crop(ZONE).getcolors()
            == shown().crop(ZONE).getcolors()
        )

    def test_its_number_is_on_a_flag_in_the_colour_of_who_swapped(self) -> None:
        """Circles are for places: a 4 on an arrow between the places 2 and 3 is no place."""
        moves = (RowSwapped(seat=1, a=1, b=2), Peeked(seat=0, slot=0))
        one, other = (shown(*moves, numbers=numbers).crop(ZONE) for numbers in ([3, 4], [7, 8]))
        left, top, right, bottom = changed(one.crop((240, 0, 1000, 120)), other.crop((240, 0, 1000, 120)))
        flag = one.crop((240 + left - 6, top - 6, 240 + right + 6, bottom + 6))
        assert colours(flag)[rgb(SEATS[1])] > 200
        assert rgb(COLOURS["paper"]) not in colours(flag)


class TestManyMoves:
    """Computers move one after the other, and one board tells all of it."""

    ALL_OVER = tuple(RowSwapped(seat=place % 4, a=0, b=3) for place in range(12))

    def test_what_fits_one_row_and_one_lane_makes_no_board_taller(self) -> None:
        image = shown(
            RowSwapped(seat=0, a=0, b=1), RowSwapped(seat=1, a=2, b=3), Peeked(seat=2, slot=1), numbers=[7, 8, 9]
        )
        assert image.size == (board.WIDTH, PLAIN.height)

    def test_each_row_of_the_ribbon_and_each_lane_has_room_and_the_table_is_the_same_below(self) -> None:
        """Nine peeks take three rows of 68 pixels; four swaps on each other two rows and four lanes of 36."""
        peeks = shown(*(Peeked(seat=0, slot=0) for _ in range(9)), numbers=list(range(41, 50)))
        assert peeks.height == PLAIN.height + 2 * 68
        lanes = shown(*self.ALL_OVER[:4], numbers=list(range(871, 875)))
        assert lanes.height == PLAIN.height + 68 + 3 * 36
        for image in (peeks, lanes):
            lower = image.height - PLAIN.height
            for left, top, width, height in quarters(4, (8, PLAIN.plates, 984, board.PLATES), board.GAP):
                area = (left, top, left + width, top + height)
                below = image.crop((left, top + lower, left + width, top + height + lower))
                inside = (4, 20, width - 4, height - 20)
                assert below.crop(inside).tobytes() == shown().crop(area).crop(inside).tobytes()

    def test_of_too_many_swaps_over_each_other_the_newest_have_arrows(self) -> None:
        """survive-87: no board is taller than 1280; the ribbon tells all twelve."""
        moves = [model.CourtMove(number, 0, "swap", (0, 3)) for number in range(12)]
        drawn = board.newest(moves, 4)
        assert drawn
        assert [arrow.move.number for arrow in drawn] == list(range(12 - len(drawn), 12))
        assert board.layout(4, drawn).height <= board.TALLEST < board.layout(4, arrows.arrows(moves)).height
        assert shown(*self.ALL_OVER, numbers=list(range(871, 883))).height <= board.TALLEST

    def test_swaps_side_by_side_share_a_lane_and_swaps_over_each_other_do_not(self) -> None:
        def lanes(*swaps: model.CourtMove) -> list[int]:
            return [arrow.lane for arrow in arrows.arrows(swaps)]

        assert lanes(swap(0, 1), swap(1, 2), swap(2, 3)) == [0, 0, 0]
        assert lanes(swap(0, 3), swap(4, 3), swap(1, 2)) == [2, 1, 0], "the longer lies above"
        assert sorted(lanes(swap(1, 3), swap(1, 3))) == [0, 1]
        assert lanes(swap(0, 3), swap(4, 6)) == [0, 0], "those within the lower row are between the rows"

    @given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] < pair[1]), max_size=8))
    def test_every_foot_stands_on_its_slot_and_on_no_other_foot(self, pairs: list[tuple[int, int]]) -> None:
        drawn = arrows.arrows([swap(*pair) for pair in pairs])
        feet = [foot for arrow in drawn for foot in (arrow.left, arrow.right)]
        assert [{arrow.left.slot, arrow.right.slot} for arrow in drawn] == [set(pair) for pair in pairs]
        assert all(round(foot.x) in column(foot.slot) for foot in feet)
        assert len({round(foot.x) for foot in feet}) == len(feet)

    @given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] < pair[1]), max_size=8))
    def test_a_foot_that_comes_down_between_two_cards_keeps_near_the_middle_of_the_gap(
        self, pairs: list[tuple[int, int]]
    ) -> None:
        for arrow in arrows.arrows([swap(*pair) for pair in pairs]):
            for foot in (arrow.left, arrow.right):
                if rows.is_lower(foot.slot):
                    assert abs(foot.x - rows.middle(foot.slot)) < rows.GUTTER / 2

    def test_of_many_peeks_at_one_slot_the_latest_two_are_pinned_there(self) -> None:
        """Two tags are as high as a hat's card; the ribbon tells the others."""
        hats = (0, UPPER, rows.PITCH, UPPER + board.HAT + 30)
        peeks = [Peeked(seat=seat, slot=0) for seat in range(3)]
        three = shown(*peeks, numbers=[41, 42, 43]).crop(hats)
        assert three.tobytes() == shown(*peeks[1:], numbers=[42, 43]).crop(hats).tobytes()
        assert three.tobytes() != shown(*peeks[2:], Peeked(seat=0, slot=5), numbers=[43, 44]).crop(hats).tobytes()

    def test_a_tag_has_the_colour_of_who_looked(self) -> None:
        area = (rows.left(0) + 56, UPPER + board.HAT - 30, rows.left(0) + rows.CARD, UPPER + board.HAT + 30)
        for seat in range(4):
            moves = (Peeked(seat=seat, slot=0), Peeked(seat=seat, slot=5))
            assert colours(shown(*moves, numbers=[41, 42]).crop(area)).get(rgb(SEATS[seat]), 0) > 400


class TestTags:
    @pytest.mark.parametrize("slot", range(7))
    def test_a_peek_marks_its_slot_alone(self, slot: int) -> None:
        row = (0, UPPER, 1000, PLAIN.plates)
        left, top, right, bottom = changed(shown().crop(row), shown(Peeked(seat=3, slot=slot)).crop(row))
        assert left in column(slot)
        assert right - 1 in column(slot)
        assert bottom - top < 60
        assert UPPER + top >= PLAIN.hats[rows.is_lower(slot)]

    def test_two_peeks_at_one_slot_both_show(self) -> None:
        one, two = Peeked(seat=0, slot=2), Peeked(seat=1, slot=2)
        row = (0, UPPER, 1000, PLAIN.plates)
        drawn = {shown(*moves).crop(row).tobytes() for moves in ((one, two), (two, one), (one, one), (two, two))}
        assert len(drawn) == 4

    @pytest.mark.parametrize("slot", range(7))
    def test_the_number_of_a_slot_is_never_covered(self, slot: int) -> None:
        left, seam = rows.left(slot), PLAIN.hats[rows.is_lower(slot)] + board.HAT
        disc = (left - 6, seam - 28, left + 50, seam + 28)
        peek = Peeked(seat=0, slot=slot)
        middle = (left + 6, seam - 22, left + 50, seam + 22)
        assert shown(peek, peek).crop(disc).tobytes() == shown().crop(disc).tobytes()
        for lower in (4, 5, 6):
            swaps = shown(RowSwapped(seat=0, a=0, b=lower), RowSwapped(seat=1, a=3, b=lower))
            lift = swaps.height - PLAIN.height
            moved = (middle[0], middle[1] + lift, middle[2], middle[3] + lift)
            assert swaps.crop(moved).tobytes() == shown().crop(middle).tobytes()


class TestPlates:
    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_the_richest_seats_with_the_longest_names_keep_off_each_other(self, count: int) -> None:
        """Nothing is drawn in the gaps between plates, whoever acts."""
        view = table(seats=(RICHEST,) * count)
        image = pixels(pictures.tableau(view, [], [WIDEST] * count, "").draw())
        room = _quantized(throne_room(board.WIDTH, PLAIN.height, _floor(PLAIN)))
        areas = quarters(count, (board.GAP, PLAIN.plates, board.WIDTH - 2 * board.GAP, board.PLATES), board.GAP)
        for left, top, width, height in areas:
            for x in (left - board.GAP, left + width):
                gap = (x + 1, top + 20, x + board.GAP - 1, top + height - 20)
                assert image.crop(gap).tobytes() == room.crop(gap).tobytes()

    def test_a_seat_whose_name_cannot_be_drawn_still_has_its_badge(self) -> None:
        people = [Player("🦊🦊🦊"), Player("中文")]
        image = pixels(pictures.tableau(table(seats=(NOBODY, NOBODY), to_act=None), [], people, "").draw())
        for seat, left in enumerate((board.GAP, 504)):
            badge = image.crop((left, PLAIN.plates, left + 80, PLAIN.plates + 60))
            assert colours(badge).get(rgb(SEATS[seat]), 0) > 300

    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_a_computer_wears_a_robot_on_its_plate(self, count: int) -> None:
        view = table(seats=(NOBODY,) * count)
        people = [Player("Anna")] * count
        robots = [*people[:-1], Player("Anna", computer=True)]
        one, other = (pixels(pictures.tableau(view, [], seated, "").draw()) for seated in (people, robots))
        left, top, right, bottom = changed(one, other)
        plate = quarters(count, (board.GAP, PLAIN.plates, 1000 - 2 * board.GAP, board.PLATES), board.GAP)[-1]
        assert plate[0] < left < right < plate[0] + plate[2]
        assert plate[1] < top < bottom < plate[1] + plate[3]
        assert rgb(COLOURS["steel"]) in colours(other.crop((left, top, right, bottom)))


class TestPiles:
    def test_an_empty_pile_is_a_dark_place(self) -> None:
        area = (40, LOWER + 130, 90, LOWER + 150)
        assert set(colours(shown(view=table(piles=(0, 0))).crop(area))) == {rgb(ROOM["wall-shade"])}
        assert rgb(ROOM["wall-shade"]) not in colours(shown(view=table(piles=(1, 1))).crop(area))

    def test_piles_show_how_many_cards_they_hold(self) -> None:
        row = (0, LOWER, 1000, PLAIN.plates)
        images = {shown(view=table(piles=(count, count))).crop(row).tobytes() for count in range(14)}
        assert len(images) == 14


class TestReplay:
    """A replay shows what lay where and who knew it: a model with all faces, which no board of a running game has."""

    def table(self, faces: tuple[str | None, ...], knowers: tuple[tuple[int, ...], ...] = ()) -> Image.Image:
        plain = model.table(table(), [], PEOPLE)
        return pixels(board.draw(replace(plain, faces=faces, knowers=knowers)))

    FACES = ("cook", "king", "maid", MAGIC, "witch", "dragon", "jester")

    def test_every_hat_lies_open(self) -> None:
        shut, opened = shown(), self.table(self.FACES)
        for slot in range(7):
            top = PLAIN.hats[rows.is_lower(slot)]
            hat = (rows.left(slot) + 20, top + 20, rows.left(slot) + rows.CARD - 20, top + 74)
            assert shut.crop(hat).tobytes() != opened.crop(hat).tobytes()

    def test_who_knows_a_hat_has_a_badge_on_it_and_on_no_other(self) -> None:
        plain = self.table(self.FACES)
        known = self.table(self.FACES, ((), (), (1, 3), (), (), (), ()))
        left, top, right, bottom = changed(plain, known)
        assert left in column(2)
        assert right - 1 in column(2)
        assert UPPER <= top < bottom <= UPPER + board.HAT / 2 + 4
        found = colours(known.crop((left, top, right, bottom)))
        assert {seat for seat in range(4) if found.get(rgb(SEATS[seat]), 0) > 200} == {1, 3}

    def test_all_four_have_room(self) -> None:
        left, _, right, _ = changed(self.table(self.FACES), self.table(self.FACES, ((0, 1, 2, 3),) * 7))
        assert rows.left(0) <= left < right <= rows.left(3) + rows.CARD

    def test_no_board_of_a_running_game_marks_who_knows_what(self) -> None:
        """Who knows what is theirs to remember: boards are made without it."""
        told = numbered([Peeked(seat=1, slot=2), RowSwapped(seat=0, a=2, b=5)])
        assert model.table(table(), told, PEOPLE).knowers == ()
