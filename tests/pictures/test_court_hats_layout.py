"""Whatever happens, things stand where a reader looks for them, and nothing runs into its neighbour."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops

from bot.games.court_hats import picture
from bot.games.court_hats.moves import KINDS, MAGIC, CourtEvent, Left, Opened, Peeked, Redealt, Swapped
from bot.games.court_hats.picture import board
from bot.games.court_hats.view import CourtView, SeatView
from bot.games.scene import Player
from bot.pictures.palette import COLOURS, SEATS, rgb
from tests.pictures.looking import pixels
from tests.pictures.tables import NOBODY, PEOPLE, table

FELT = rgb(COLOURS["felt"])
WIDEST = Player("W" * 40)
RICHEST = SeatView(KINDS + KINDS[:7], 4, 99)
ZONE = (0, board.ARROWS_Y, 1280, board.HATS_Y)


def shown(*moves: CourtEvent, view: CourtView | None = None, numbers: list[int] | None = None) -> Image.Image:
    table_shown = view or table()
    people = PEOPLE[: len(table_shown.seats)]
    return pixels(picture.tableau(table_shown, moves, people, "", numbers=numbers).draw())


def colours(image: Image.Image) -> dict[tuple[int, ...], int]:
    counted = image.getcolors(maxcolors=256)
    assert counted is not None
    return {colour: count for count, colour in counted if isinstance(colour, tuple)}


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """Give the box in which two pictures differ."""
    box = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 0)).getbbox()
    assert box is not None
    return box


def column(slot: int) -> range:
    left = board.ROW_X + slot * board.PITCH
    return range(left, left + board.CARD)


class TestStrip:
    WORST = tuple(Opened(seat=seat, slot=6, hat=MAGIC, character="wizard", result="magic") for seat in range(4))

    def test_four_of_the_widest_moves_fit(self) -> None:
        """Numbers grow to three digits in a game of 640-870 turns."""
        image = shown(*self.WORST, numbers=[867, 868, 869, 870])
        edge = image.crop((1268, 0, 1280, board.ARROWS_Y - 6))
        assert colours(edge) == {FELT: 12 * (board.ARROWS_Y - 6)}

    def test_a_move_told_alone_stands_at_the_left(self) -> None:
        box = changed(shown(), shown(Left(seat=2)))
        assert box[0] < 20
        assert box[2] < 200
        assert box[3] < board.ARROWS_Y

    def test_every_sort_of_move_looks_different(self) -> None:
        results = [
            Opened(seat=0, slot=1, hat=hat, character="witch", result="match" if hat == "witch" else "miss")
            for hat in ("witch", "cook")
        ]
        sorts: list[CourtEvent] = [
            *results,
            Opened(seat=0, slot=1, hat=MAGIC, character="witch", result="magic"),
            Peeked(seat=0, slot=1),
            Swapped(seat=0, a=1, b=2),
            Redealt(restart=False),
            Left(seat=0),
        ]
        strips = {shown(move).crop((0, 0, 1280, board.ARROWS_Y)).tobytes() for move in sorts}
        assert len(strips) == len(sorts)


class TestArrows:
    @pytest.mark.parametrize(("a", "b"), list(itertools.combinations(range(7), 2)))
    def test_an_arrow_reaches_from_slot_to_slot_and_no_further(self, a: int, b: int) -> None:
        before, after = shown().crop(ZONE), shown(Swapped(seat=0, a=b, b=a)).crop(ZONE)
        left, _, right, _ = changed(before, after)
        assert left in column(a)
        assert right - 1 in column(b)

    @pytest.mark.parametrize("seat", range(4))
    def test_an_arrow_has_the_colour_of_who_swapped(self, seat: int) -> None:
        drawn = colours(shown(Swapped(seat=seat, a=1, b=4)).crop(ZONE))
        assert drawn.get(rgb(SEATS[seat]), 0) > 1000

    def test_a_swap_back_and_forth_shows_two_arrows(self) -> None:
        """H4 of sheet 004 has no ban: the same pair may be swapped again at once."""
        one = shown(Swapped(seat=0, a=1, b=4), Peeked(seat=1, slot=0))
        two = shown(Swapped(seat=0, a=1, b=4), Swapped(seat=1, a=1, b=4))
        assert rgb(SEATS[1]) not in colours(one.crop(ZONE))
        assert colours(two.crop(ZONE))[rgb(SEATS[1])] > 1000

    def test_no_arrow_is_drawn_for_what_was_before_a_redeal(self) -> None:
        """H17: the strip tells it, the slots are others now."""
        assert (
            shown(Swapped(seat=0, a=1, b=4), Redealt(restart=True)).crop(ZONE).getcolors()
            == shown().crop(ZONE).getcolors()
        )


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
        image = pixels(picture.tableau(view, [], [WIDEST] * count, "").draw())
        width = (board.WIDTH - board.GAP * (count + 1)) // count
        for seat in range(count + 1):
            left = seat * (width + board.GAP)
            gap = image.crop((left + 1, board.PLATES_Y + 20, left + board.GAP - 1, board.PLATES_Y + 180))
            assert set(colours(gap)) == {FELT}

    def test_a_seat_whose_name_cannot_be_drawn_still_has_its_badge(self) -> None:
        people = [Player("🦊🦊🦊"), Player("中文")]
        image = pixels(picture.tableau(table(seats=(NOBODY, NOBODY), to_act=None), [], people, "").draw())
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
