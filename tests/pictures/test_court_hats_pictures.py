"""Pictures of Court Hats: the right size and weight, the same bytes each time, and what they must and must not show."""

from __future__ import annotations

import ast
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bot.engine.presentation import Player
from bot.engine.rules import Outcome
from bot.games.court_hats import pictures
from bot.games.court_hats.pictures import board, cards
from bot.games.court_hats.rules.moves import KINDS, MAGIC, CourtEvent, HatOpened, Peeked, RowSwapped
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from tests.helpers.tree import modules
from tests.pictures.looking import SMALLEST_TYPE, difference, numbered, opened, pixels
from tests.pictures.samples.court_hats import samples
from tests.pictures.tables import NOBODY, PEOPLE, ROW, events, kinds, miss, players, table, views

SAMPLES = samples()


def shown(view: CourtHatsView, *moves: CourtEvent) -> Image.Image:
    return pixels(pictures.tableau(view, numbered(moves), PEOPLE[: len(view.seats)], "").draw())


def hat_at(image: Image.Image, slot: int) -> Image.Image:
    """Cut out the upper half of the hat over a slot, where no tag and no number is pinned."""
    left = board.ROW_X + slot * board.PITCH
    return image.crop((left + 14, board.HATS_Y + 24, left + board.CARD - 14, board.HATS_Y + 84))


def character_at(image: Image.Image, slot: int) -> Image.Image:
    left = board.ROW_X + slot * board.PITCH
    return image.crop((left + 14, board.CARDS_Y + 30, left + 126, board.CARDS_Y + board.CARD - 10))


def plate(image: Image.Image, seat: int, seats: int = 4) -> Image.Image:
    width = board.WIDTH // seats
    return image.crop((width * seat, board.PLATES_Y, width * (seat + 1), board.HELP_Y - 4))


class TestEverySample:
    @pytest.mark.parametrize("name", SAMPLES)
    def test_has_a_size_that_every_platform_takes(self, name: str) -> None:
        """Telegram scales down what is larger than 1280 and refuses a ratio over 20."""
        image = opened(SAMPLES[name].draw())
        taller = {"many": 746, "computers in a row": 838}  # a third lane of arrows; a fourth and a second row of moves
        assert image.size == ((720, 540) if name.startswith("peek ") else (1280, taller.get(name, 720)))

    def test_the_fullest_table_is_light_too(self) -> None:
        """Everything at once: every card won, everything told, every hat that was missed still open."""
        seats = tuple(CourtSeat((KINDS * 2)[seat * 4 : seat * 4 + 5], 1, 17) for seat in range(4))
        moves: list[CourtEvent] = [miss(slot, KINDS[slot + 2], seat=slot % 4) for slot in range(7)]
        moves += [RowSwapped(seat=seat, a=seat, b=6 - seat) for seat in range(3)]
        drawn = pictures.tableau(table(seats=seats), numbered(moves), PEOPLE, "").draw()
        assert len(drawn) < 120_000

    def test_begin_middle_tail_lobby_end_and_peek_are_all_there(self) -> None:
        assert {"begin", "many", "tail", "lobby full", "shared", "peek jester"} <= set(SAMPLES)


class TestTableau:
    def test_hats_lie_face_down_over_their_characters(self) -> None:
        image = shown(table())
        down = hat_at(image, 0)
        assert all(hat_at(image, slot).tobytes() == down.tobytes() for slot in range(7))
        for one, other in itertools.combinations(range(7), 2):
            assert difference(character_at(image, one), character_at(image, other)) > 10

    def test_only_a_missed_hat_is_turned_up(self) -> None:
        """H9."""
        before, after = shown(table()), shown(table(), miss(3, "cook"))
        assert difference(hat_at(after, 3), hat_at(before, 3)) > 20
        assert all(hat_at(after, slot).tobytes() == hat_at(before, slot).tobytes() for slot in {*range(7)} - {3})

    @pytest.mark.parametrize("slot", range(7))
    def test_a_peek_turns_up_nothing(self, slot: int) -> None:
        """H27: everyone learns who looked where, and only that."""
        before, after = shown(table()), shown(table(), Peeked(seat=1, slot=slot))
        assert all(hat_at(after, each).tobytes() == hat_at(before, each).tobytes() for each in range(7))
        assert before.tobytes() != after.tobytes()

    def test_a_missed_hat_is_seen_where_it_lies_now(self) -> None:
        """H9: it was swapped from 3 to 6 since."""
        there = hat_at(shown(table(), miss(6, "cook")), 6)
        moved = shown(table(), miss(3, "cook"), RowSwapped(seat=1, a=3, b=6))
        assert difference(hat_at(moved, 6), there) < 12  # the arrow's point lies over it
        assert difference(hat_at(moved, 6), hat_at(moved, 3)) > 20

    def test_a_taken_hat_is_shown_in_the_strip_and_not_over_the_slot(self) -> None:
        """H12: over the slot lies another, unseen."""
        magic = HatOpened(seat=2, slot=4, hat=MAGIC, character="maid", result="magic")
        before, after = shown(table()), shown(table(), magic)
        assert hat_at(after, 4).tobytes() == hat_at(before, 4).tobytes()
        strip = (0, 0, 400, board.ARROWS_Y - 4)
        assert after.crop(strip).tobytes() != before.crop(strip).tobytes()

    def test_a_closed_slot_is_a_gap_and_its_neighbours_stay(self) -> None:
        """H14."""
        full, gap = shown(table()), shown(table((*ROW[:3], None, *ROW[4:])))
        assert difference(character_at(gap, 3), character_at(full, 3)) > 10
        assert all(character_at(gap, s).tobytes() == character_at(full, s).tobytes() for s in {*range(7)} - {3})

    def test_the_plate_of_the_seat_to_act_stands_out(self) -> None:
        first, second = (shown(replace(table(), to_act=seat)) for seat in (0, 1))
        assert difference(plate(first, 0), plate(second, 0)) > 5
        assert difference(plate(first, 1), plate(second, 1)) > 5
        assert plate(first, 2).tobytes() == plate(second, 2).tobytes()

    def test_an_absent_seat_is_grey(self) -> None:
        """H28."""
        seats = (NOBODY, replace(NOBODY, present=False), NOBODY, NOBODY)
        grey = plate(shown(table(seats=seats)), 1).crop((20, 20, 240, 190))
        reds, _, blues = grey.split()
        assert difference(reds.convert("RGB"), blues.convert("RGB")) < 20

    def test_every_pair_that_is_won_shows(self) -> None:
        """H23: up to all 17, beside three other seats."""
        images = []
        for count in range(18):
            pairs = (KINDS * 2)[:count]
            images.append(shown(table(seats=(CourtSeat(pairs, 0, 0), *[NOBODY] * 3))))
        plates = {plate(image, 0).tobytes() for image in images}
        assert len(plates) == len(images)

    def test_chips_above_the_sixteen_of_a_box_are_a_number_like_any_other(self) -> None:
        """H19."""
        plates = {
            plate(shown(table(seats=(CourtSeat((), 0, chips), *[NOBODY] * 3))), 0).tobytes() for chips in (15, 16, 17)
        }
        assert len(plates) == 3

    def test_a_plate_keeps_to_itself(self) -> None:
        """The widest numbers and name of one seat change no pixel of the others."""
        rich = (CourtSeat(KINDS, 4, 40), *[NOBODY] * 3)
        long = (Player("W" * 60), *PEOPLE[1:])
        one, other = shown(table()), pixels(pictures.tableau(table(seats=rich), [], long, "").draw())
        assert plate(one, 0).tobytes() != plate(other, 0).tobytes()
        assert all(plate(one, seat).tobytes() == plate(other, seat).tobytes() for seat in (1, 2, 3))

    def test_the_help_card_is_always_there(self) -> None:
        """H25."""
        strips = {
            image.crop((0, board.HELP_Y, 1280, 720)).tobytes()
            for image in (shown(table()), shown(table(), miss(1, "cook")), shown(table((None,) * 4 + ROW[4:])))
        }
        assert len(strips) == 1

    def test_the_help_card_leaves_out_magic_hats_where_there_are_none(self) -> None:
        """H29."""
        box = (1170, board.HELP_Y, 1280, 720)
        without = shown(replace(table(), magic_hats=False)).crop(box)
        assert difference(shown(table()).crop(box), without) > 20

    @given(views(), st.data())
    @settings(max_examples=40)
    def test_any_table_can_be_drawn(self, view: CourtHatsView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        moves = data.draw(st.lists(events(len(view.seats)), max_size=6))
        drawn = pictures.tableau(view, numbered(moves), people, "alt")
        width, height = opened(drawn.draw()).size
        assert width == 1280
        assert 720 <= height <= 960, "it grows by a row of moves and by lanes of arrows, and stays wider than high"
        assert drawn.alt == "alt"


class TestLobby:
    @pytest.mark.parametrize("count", range(5))
    def test_each_who_sits_down_changes_one_place(self, count: int) -> None:
        image = pixels(pictures.lobby(PEOPLE[:count], "").draw())
        full = pixels(pictures.lobby(PEOPLE, "").draw())
        same = [
            image.crop(place).tobytes() == full.crop(place).tobytes()
            for place in ((320 * seat, 460, 320 * (seat + 1), 720) for seat in range(4))
        ]
        assert same == [seat < count for seat in range(4)]

    def test_one_who_has_left_the_chat_is_grey(self) -> None:
        there, gone = (
            pixels(pictures.lobby([Player("Anna", present=present)], "").draw()).crop((60, 500, 260, 600))
            for present in (True, False)
        )
        reds, _, blues = there.split()
        assert difference(reds.convert("RGB"), blues.convert("RGB")) > 40
        reds, _, blues = gone.split()
        assert difference(reds.convert("RGB"), blues.convert("RGB")) < 20

    @given(st.lists(players, max_size=4))
    @settings(max_examples=20)
    def test_any_company_can_be_drawn(self, people: list[Player]) -> None:
        assert opened(pictures.lobby(people, "").draw()).size == (1280, 720)


class TestFinale:
    LEFT = ("cook", None, None, "king", None, None, "witch")
    ROW_LEFT = ("king", None, None, "witch", None, None, "cook")

    def end(self, *winners: int) -> Image.Image:
        seats = (CourtSeat(("king", "maid"), 0, 0), CourtSeat(("cook",), 0, 3), NOBODY)
        view = replace(table(self.ROW_LEFT, seats, None, (0, 0)), outcome=Outcome(winners, (2, -2, 0)))
        return pixels(pictures.finale(view, self.LEFT, PEOPLE[:3], "").draw())

    def test_winners_are_crowned_and_others_are_not(self) -> None:
        """H22: several may share."""
        one, both = self.end(0), self.end(0, 1)
        thirds = [(1280 * seat // 3, 0, 1280 * (seat + 1) // 3, 520) for seat in range(3)]
        same = [one.crop(third).tobytes() == both.crop(third).tobytes() for third in thirds]
        assert same == [True, False, True]

    def test_left_hats_lie_open(self) -> None:
        """H15."""
        view = replace(table(self.ROW_LEFT, (NOBODY, NOBODY), None, (0, 0)), outcome=Outcome((0, 1), (0, 0)))
        opened_up, other = (
            pixels(pictures.finale(view, hats, PEOPLE[:2], "").draw()).crop((0, 524, 1280, 720))
            for hats in (self.LEFT, ("maid", *self.LEFT[1:]))
        )
        assert opened_up.tobytes() != other.tobytes()

    @given(views(), st.data())
    @settings(max_examples=25)
    def test_any_end_can_be_drawn(self, view: CourtHatsView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        left = data.draw(st.lists(st.none() | kinds | st.just(MAGIC), min_size=7, max_size=7))
        assert opened(pictures.finale(view, left, people, "").draw()).size == (1280, 720)


class TestPeek:
    def test_every_hat_in_every_slot_is_a_picture_of_its_own(self) -> None:
        peeks = [pictures.peeked(slot, hat, "") for slot in (0, 6) for hat in (*KINDS, MAGIC)]
        assert len({peek.key for peek in peeks}) == len({peek.draw() for peek in peeks}) == 22

    def test_neither_its_file_name_nor_its_key_tells_the_hat(self) -> None:
        """H27: names of files travel where pictures are not looked at."""
        peeks = [pictures.peeked(2, hat, "") for hat in (*KINDS, MAGIC)]
        assert len({peek.name for peek in peeks}) == 1
        assert not any(kind in peek.key for peek in peeks for kind in (*KINDS, MAGIC))


class TestHands:
    def test_no_type_is_too_small_for_a_phone(self) -> None:
        """docs/design.md, Pictures: at 1280 pixels the smallest type is 28."""
        calls = [
            node
            for path, tree in modules("bot")
            if {"games", "pictures"} <= {*path.parts}
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "write"
        ]
        values = [call.args[3].value for call in calls if isinstance(call.args[3], ast.Constant)]
        sizes = [value for value in values if isinstance(value, int)]
        assert len(sizes) > 8
        assert min(sizes) >= SMALLEST_TYPE

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_pair_is_the_character_wearing_its_hat(self, kind: str) -> None:
        """The face under the hat is the one on the character's card: the lower half is the same drawing."""
        pair, bare = cards.worn(kind, 106, 140), cards.character(kind, 106, 104)
        assert difference(pair.resize((106, 104)), bare) > 10
        assert pair.getpixel((12, 12)) == bare.getpixel((12, 12))
