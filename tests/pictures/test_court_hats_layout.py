"""Whatever happens, things stand where a reader looks for them, and nothing runs into its neighbour."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.engine.presentation import Player
from bot.engine.rules import SeatLeft
from bot.games.court_hats import pictures
from bot.games.court_hats.pictures import arrows, board, model
from bot.games.court_hats.rules.moves import KINDS, MAGIC, CourtEvent, HatOpened, Peeked, Redealt, RowSwapped
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.pictures.palette import COLOURS, SEATS, rgb
from tests.pictures.looking import numbered, pixels
from tests.pictures.tables import NOBODY, PEOPLE, table

FELT = rgb(COLOURS["felt"])
WIDEST = Player("W" * 40)
RICHEST = CourtSeat(KINDS + KINDS[:7], 4, 99)
ZONE = (0, board.ARROWS_Y, 1280, board.HATS_Y)


def shown(*moves: CourtEvent, view: CourtHatsView | None = None, numbers: list[int] | None = None) -> Image.Image:
    table_shown = view or table()
    people = PEOPLE[: len(table_shown.seats)]
    return pixels(pictures.tableau(table_shown, numbered(moves, numbers), people, "").draw())


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
    left = board.ROW_X + slot * board.PITCH
    return range(left, left + board.CARD)


class TestStrip:
    WORST = tuple(HatOpened(seat=seat, slot=6, hat=MAGIC, character="wizard", result="magic") for seat in range(4))

    def test_four_of_the_widest_moves_fit(self) -> None:
        """Numbers grow to three digits in a game of 640-870 turns."""
        image = shown(*self.WORST, numbers=[867, 868, 869, 870])
        edge = image.crop((1268, 0, 1280, board.ARROWS_Y - 6))
        assert colours(edge) == {FELT: 12 * (board.ARROWS_Y - 6)}

    def test_a_move_told_alone_stands_at_the_left(self) -> None:
        box = changed(shown(), shown(SeatLeft(seat=2)))
        assert box[0] < 20
        assert box[2] < 200
        assert box[3] < board.ARROWS_Y

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
        strips = {shown(move).crop((0, 0, 1280, board.ARROWS_Y)).tobytes() for move in sorts}
        assert len(strips) == len(sorts)


class TestArrows:
    @pytest.mark.parametrize(("a", "b"), list(itertools.combinations(range(7), 2)))
    def test_an_arrow_reaches_from_slot_to_slot_and_no_further(self, a: int, b: int) -> None:
        before, after = shown().crop(ZONE), shown(RowSwapped(seat=0, a=b, b=a)).crop(ZONE)
        left, _, right, _ = changed(before, after)
        assert left in column(a)
        assert right - 1 in column(b)

    @pytest.mark.parametrize("seat", range(4))
    def test_an_arrow_has_the_colour_of_who_swapped(self, seat: int) -> None:
        drawn = colours(shown(RowSwapped(seat=seat, a=1, b=4)).crop(ZONE))
        assert drawn.get(rgb(SEATS[seat]), 0) > 1000

    def test_a_swap_back_and_forth_shows_two_arrows(self) -> None:
        """H4 of sheet 004 has no ban: the same pair may be swapped again at once."""
        one = shown(RowSwapped(seat=0, a=1, b=4), Peeked(seat=1, slot=0))
        two = shown(RowSwapped(seat=0, a=1, b=4), RowSwapped(seat=1, a=1, b=4))
        assert rgb(SEATS[1]) not in colours(one.crop(ZONE))
        assert colours(two.crop(ZONE))[rgb(SEATS[1])] > 1000

    def test_no_arrow_is_drawn_for_what_was_before_a_redeal(self) -> None:
        """H17: the strip tells it, the slots are others now."""
        assert (
            shown(RowSwapped(seat=0, a=1, b=4), Redealt(restart=True)).crop(ZONE).getcolors()
            == shown().crop(ZONE).getcolors()
        )


class TestManyMoves:
    """Computers move one after the other, and one board tells all of it."""

    ALL_OVER = tuple(RowSwapped(seat=place % 4, a=0, b=6) for place in range(12))

    def test_what_fits_one_row_and_two_lanes_makes_no_board_taller(self) -> None:
        image = shown(
            RowSwapped(seat=0, a=0, b=4), RowSwapped(seat=1, a=2, b=6), Peeked(seat=2, slot=1), numbers=[7, 8, 9]
        )
        assert image.size == (board.WIDTH, board.HEIGHT)

    def test_each_row_of_the_strip_and_each_lane_has_room_and_the_table_is_the_same_below(self) -> None:
        """Nine peeks are two rows of 66 pixels; twelve swaps on each other three rows and twelve lanes of 26."""
        rows = shown(*(Peeked(seat=0, slot=0) for _ in range(9)), numbers=list(range(41, 50)))
        assert rows.height == 720 + 66
        lanes = shown(*self.ALL_OVER, numbers=list(range(871, 883)))
        assert lanes.height == 720 + 2 * 66 + 10 * 26
        plates = (0, board.PLATES_Y, 1280, board.HEIGHT)
        for image in (rows, lanes):
            lower = image.height - board.HEIGHT
            below = image.crop((0, board.PLATES_Y + lower, 1280, image.height))
            assert below.tobytes() == shown().crop(plates).tobytes()

    def test_no_row_runs_over_the_edge_and_no_arrow_into_the_strip(self) -> None:
        image = shown(*TestStrip.WORST * 3, numbers=list(range(871, 883)))
        assert image.height == 720 + 2 * 66
        assert set(colours(image.crop((1268, 0, 1280, 206)))) == {FELT}
        swaps = shown(*self.ALL_OVER, numbers=list(range(871, 883)))
        assert set(colours(swaps.crop((0, 200, 1280, 202)))) == {FELT}, "the strip ends at 8 + 2 * 66 + 60"

    def test_swaps_side_by_side_share_a_lane_and_swaps_over_each_other_do_not(self) -> None:
        def swap(a: int, b: int) -> model.CourtMove:
            return model.CourtMove(1, 0, "swap", (a, b))

        def lanes(*swaps: model.CourtMove) -> list[int]:
            return [arrow.lane for arrow in arrows.arrows(swaps, board.middle)]

        assert lanes(swap(0, 1), swap(2, 4), swap(4, 6)) == [0, 0, 0]
        assert lanes(swap(0, 6), swap(1, 5), swap(2, 3)) == [2, 1, 0], "the longer lies above"
        assert sorted(lanes(swap(1, 4), swap(1, 4))) == [0, 1]

    @given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] < pair[1]), max_size=8))
    def test_every_foot_stands_on_its_slot_and_on_no_other_foot(self, pairs: list[tuple[int, int]]) -> None:
        drawn = arrows.arrows([model.CourtMove(1, 0, "swap", pair) for pair in pairs], board.middle)
        feet = [
            (x, slot) for arrow in drawn for x, slot in zip((arrow.left, arrow.right), arrow.move.slots, strict=True)
        ]
        assert all(round(x) in column(slot) for x, slot in feet)
        assert len({round(x) for x, _ in feet}) == len(feet)

    def test_of_many_peeks_at_one_slot_the_latest_three_are_pinned_there(self) -> None:
        """Three tags are as high as a hat's card; the strip tells the others."""
        hats = (0, board.HATS_Y, board.PITCH, board.CARDS_Y + 20)
        peeks = [Peeked(seat=seat, slot=0) for seat in range(4)]
        four = shown(*peeks, numbers=[41, 42, 43, 44]).crop(hats)
        assert four.tobytes() == shown(*peeks[1:], numbers=[42, 43, 44]).crop(hats).tobytes()
        assert four.tobytes() != shown(*peeks[2:], numbers=[43, 44]).crop(hats).tobytes()

    def test_a_tag_without_room_for_a_badge_has_a_rim_in_its_seats_colour(self) -> None:
        area = (board.ROW_X, board.CARDS_Y - 30, board.ROW_X + board.CARD, board.CARDS_Y + 30)
        for seat in range(4):
            moves = (Peeked(seat=seat, slot=0), Peeked(seat=seat, slot=5))
            assert colours(shown(*moves, numbers=[41, 42]).crop(area)).get(rgb(SEATS[seat]), 0) > 200


class TestTags:
    @pytest.mark.parametrize("slot", range(7))
    def test_a_peek_marks_its_slot_alone(self, slot: int) -> None:
        row = (0, board.ARROWS_Y, board.PILES_X - 6, board.PLATES_Y - 4)
        left, top, right, bottom = changed(shown().crop(row), shown(Peeked(seat=3, slot=slot)).crop(row))
        assert left in column(slot)
        assert right - 1 in column(slot)
        assert bottom - top < 60

    def test_two_peeks_at_one_slot_both_show(self) -> None:
        one, two = Peeked(seat=0, slot=2), Peeked(seat=1, slot=2)
        row = (0, board.ARROWS_Y, 1280, board.PLATES_Y - 4)
        pictures = {shown(*moves).crop(row).tobytes() for moves in ((one, two), (two, one), (one, one), (two, two))}
        assert len(pictures) == 4

    @pytest.mark.parametrize("slot", range(7))
    def test_the_number_of_a_slot_is_never_covered(self, slot: int) -> None:
        left = board.ROW_X + slot * board.PITCH - 2
        plate = (left, board.CARDS_Y - 22, left + 42, board.CARDS_Y + 22)
        peek = Peeked(seat=0, slot=slot)
        assert shown(peek, peek, peek).crop(plate).tobytes() == shown().crop(plate).tobytes()


class TestPlates:
    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_the_richest_seats_with_the_longest_names_keep_off_each_other(self, count: int) -> None:
        """Nothing is drawn in the gaps between plates, whoever acts."""
        view = table(seats=(RICHEST,) * count)
        image = pixels(pictures.tableau(view, [], [WIDEST] * count, "").draw())
        width = (board.WIDTH - board.GAP * (count + 1)) // count
        for seat in range(count + 1):
            left = seat * (width + board.GAP)
            gap = image.crop((left + 1, board.PLATES_Y + 20, left + board.GAP - 1, board.PLATES_Y + 180))
            assert set(colours(gap)) == {FELT}

    def test_a_seat_whose_name_cannot_be_drawn_still_has_its_badge(self) -> None:
        people = [Player("🦊🦊🦊"), Player("中文")]
        image = pixels(pictures.tableau(table(seats=(NOBODY, NOBODY), to_act=None), [], people, "").draw())
        for seat, left in enumerate((board.GAP, 640)):
            badge = image.crop((left, board.PLATES_Y, left + 80, board.PLATES_Y + 60))
            assert colours(badge).get(rgb(SEATS[seat]), 0) > 300


class TestPiles:
    def test_an_empty_pile_is_a_dashed_place(self) -> None:
        area = (board.PILES_X + 10, board.CARDS_Y + 30, board.PILES_X + 60, board.CARDS_Y + 90)
        assert set(colours(shown(view=table(piles=(0, 0))).crop(area))) == {FELT}
        assert FELT not in colours(shown(view=table(piles=(1, 1))).crop(area))

    def test_piles_show_how_many_cards_they_hold(self) -> None:
        piles = (board.PILES_X, board.HATS_Y, 1280, board.PLATES_Y)
        images = {shown(view=table(piles=(count, count))).crop(piles).tobytes() for count in range(14)}
        assert len(images) == 14
