"""Pictures of Court Hats: the right size and weight, the same bytes each time, and what they must and must not show."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.engine.presentation import Player
from bot.engine.rules import Outcome
from bot.games.court_hats import pictures
from bot.games.court_hats.pictures import board, cards, lobby_and_finale, rows
from bot.games.court_hats.rules.moves import KINDS, MAGIC, CourtEvent, HatOpened, Peeked, RowSwapped
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.pictures import ribbon
from bot.pictures.palette import COLOURS, SEATS, rgb
from bot.pictures.plates import quarters
from tests.helpers.cases import each
from tests.pictures.looking import difference, numbered, opened, pixels
from tests.pictures.samples.court_hats import samples
from tests.pictures.tables import NOBODY, PEOPLE, ROW, events, kinds, miss, players, table, views

SAMPLES = samples()


def shown(view: CourtHatsView, *moves: CourtEvent) -> Image.Image:
    return pixels(pictures.tableau(view, numbered(moves), PEOPLE[: len(view.seats)], "").draw())


PLAIN = board.layout(1, [])
PLATES = quarters(4, (board.GAP, PLAIN.plates, board.WIDTH - 2 * board.GAP, board.PLATES), board.GAP)


def hat_at(image: Image.Image, slot: int) -> Image.Image:
    """Cut out the upper half of a slot's hat, where no tag and no number is pinned."""
    left, top = rows.left(slot), PLAIN.hats[rows.is_lower(slot)]
    return image.crop((left + 14, top + 34, left + rows.CARD - 14, top + 78))


def character_at(image: Image.Image, slot: int) -> Image.Image:
    left, top = rows.left(slot), PLAIN.hats[rows.is_lower(slot)] + board.HAT
    return image.crop((left + 14, top + 36, left + rows.CARD - 14, top + board.FACE - 10))


def plate(image: Image.Image, seat: int) -> Image.Image:
    left, top, width, height = PLATES[seat]
    return image.crop((left, top, left + width, top + height))


class TestEverySample:
    @pytest.mark.parametrize("name", SAMPLES)
    def test_has_a_size_that_every_platform_takes(self, name: str) -> None:
        """Telegram scales down what is larger than 1280; Discord on Android crops what is exactly square."""
        width, height = opened(SAMPLES[name].draw()).size
        assert width == 1000
        assert height != width
        assert 700 <= height <= 1280

    def test_the_fullest_table_is_light_too(self) -> None:
        """Everything at once: every card won, everything told, every hat that was missed still open."""
        seats = tuple(CourtSeat((KINDS * 2)[seat * 4 : seat * 4 + 5], 1, 17) for seat in range(4))
        moves: list[CourtEvent] = [miss(slot, KINDS[slot + 2], seat=slot % 4) for slot in range(7)]
        moves += [RowSwapped(seat=seat, a=seat, b=6 - seat) for seat in range(3)]
        drawn = pictures.tableau(table(seats=seats), numbered(moves), PEOPLE, "").draw()
        assert len(drawn) < 140_000

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
        strip = (0, 0, 400, board.RIBBON_Y + ribbon.HEIGHT)
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
        grey = plate(shown(table(seats=seats)), 1).crop((20, 20, 460, 80))
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
            image.crop((0, PLAIN.help, board.WIDTH, PLAIN.height)).tobytes()
            for image in (shown(table()), shown(table(), miss(1, "cook")), shown(table((None,) * 4 + ROW[4:])))
        }
        assert len(strips) == 1

    def test_the_help_card_leaves_out_magic_hats_where_there_are_none(self) -> None:
        """H29."""
        box = (905, PLAIN.help, board.WIDTH, PLAIN.height)
        without = shown(replace(table(), magic_hats=False)).crop(box)
        assert difference(shown(table()).crop(box), without) > 20

    @given(views(), st.data())
    @settings(max_examples=40)
    def test_any_table_can_be_drawn(self, view: CourtHatsView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        moves = data.draw(st.lists(events(len(view.seats)), max_size=6))
        drawn = pictures.tableau(view, numbered(moves), people, "alt")
        width, height = opened(drawn.draw()).size
        assert width == board.WIDTH
        assert PLAIN.height <= height <= 1280, "it grows by rows of moves and by lanes of arrows"
        assert drawn.alt == "alt"


def lobby_plates() -> list[tuple[int, int, int, int]]:
    gap, top = lobby_and_finale.GAP, lobby_and_finale.LOBBY_PLATES
    return quarters(4, (gap, top, 1000 - 2 * gap, lobby_and_finale.LOBBY_HEIGHT - top - gap), gap)


class TestLobby:
    @pytest.mark.parametrize("count", range(5))
    def test_each_who_sits_down_changes_one_place(self, count: int) -> None:
        image = pixels(pictures.lobby(PEOPLE[:count], "").draw())
        full = pixels(pictures.lobby(PEOPLE, "").draw())
        same = [
            image.crop(place).tobytes() == full.crop(place).tobytes()
            for left, top, width, height in lobby_plates()
            for place in ((left, top, left + width, top + height),)
        ]
        assert same == [seat < count for seat in range(4)]

    def test_one_who_has_left_the_chat_is_grey(self) -> None:
        there, gone = (
            pixels(pictures.lobby([Player("Anna", present=present)], "").draw()).crop((30, 630, 130, 720))
            for present in (True, False)
        )
        reds, _, blues = there.split()
        assert difference(reds.convert("RGB"), blues.convert("RGB")) > 40
        reds, _, blues = gone.split()
        assert difference(reds.convert("RGB"), blues.convert("RGB")) < 20

    @given(st.lists(players, max_size=4))
    @settings(max_examples=20)
    def test_any_company_can_be_drawn(self, people: list[Player]) -> None:
        assert opened(pictures.lobby(people, "").draw()).size == (1000, 860)


def painted(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """Return how many pixels have this colour."""
    return {each: count for count, each in image.getcolors(maxcolors=256) or ()}.get(colour, 0)


class TestFinale:
    LEFT = ("cook", None, None, "king", None, None, "witch")
    ROW_LEFT = ("king", None, None, "witch", None, None, "cook")

    def end(self, *winners: int) -> Image.Image:
        seats = (CourtSeat(("king", "maid"), 0, 0), CourtSeat(("cook",), 0, 3), NOBODY)
        view = replace(table(self.ROW_LEFT, seats, None, (0, 0)), outcome=Outcome(winners, (2, -2, 0)))
        return pixels(pictures.finale(view, self.LEFT, PEOPLE[:3], "").draw())

    def test_winners_sit_on_thrones_and_others_do_not(self) -> None:
        """H22: several may share. The king's and the cook's are the pairs won last."""
        one, both = self.end(0), self.end(0, 1)
        stage = (0, 80, 1000, 600)
        gold = rgb(COLOURS["gold"])
        assert painted(both.crop(stage), gold) > painted(one.crop(stage), gold) * 1.1
        areas = quarters(3, (10, lobby_and_finale.RESULTS_Y, 980, lobby_and_finale.RESULTS), 10)
        plates = [(left, top, left + width, top + height) for left, top, width, height in areas]
        assert [one.crop(area).tobytes() == both.crop(area).tobytes() for area in plates] == [True, False, True]

    def test_a_winner_is_shown_large_as_the_pair_won_last(self) -> None:
        """At least a third of the picture's width: who has won is seen in a list of chats."""
        seats = (CourtSeat(("king", "maid"), 0, 0), NOBODY)
        view = replace(table(self.ROW_LEFT, seats, None, (0, 0)), outcome=Outcome((0,), (2, 0)))
        other = replace(view, seats=(CourtSeat(("maid", "king"), 0, 0), NOBODY))
        one, two = (pixels(pictures.finale(each, self.LEFT, PEOPLE[:2], "").draw()) for each in (view, other))
        box = ImageChops.difference(one.crop((0, 0, 1000, 490)), two.crop((0, 0, 1000, 490))).getbbox()
        assert box is not None
        assert box[2] - box[0] > 250
        assert box[3] - box[1] > 300

    def test_a_winner_without_a_pair_is_shown_by_the_badge(self) -> None:
        """H21: who has taken no chip wins with nothing at all against others' penalties."""
        view = replace(
            table(self.ROW_LEFT, (NOBODY, CourtSeat((), 0, 2)), None, (0, 0)), outcome=Outcome((0,), (0, -2))
        )
        image = pixels(pictures.finale(view, self.LEFT, PEOPLE[:2], "").draw())
        assert painted(image.crop((300, 100, 700, 490)), rgb(SEATS[0])) > 5000

    def test_left_hats_lie_open(self) -> None:
        """H15."""
        view = replace(table(self.ROW_LEFT, (NOBODY, NOBODY), None, (0, 0)), outcome=Outcome((0, 1), (0, 0)))
        opened_up, other = (
            pixels(pictures.finale(view, hats, PEOPLE[:2], "").draw()).crop((0, lobby_and_finale.LEFT_Y, 1000, 1040))
            for hats in (self.LEFT, ("maid", *self.LEFT[1:]))
        )
        assert opened_up.tobytes() != other.tobytes()

    @given(views(), st.data())
    @settings(max_examples=25)
    def test_any_end_can_be_drawn(self, view: CourtHatsView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        left = data.draw(st.lists(st.none() | kinds | st.just(MAGIC), min_size=7, max_size=7))
        assert opened(pictures.finale(view, left, people, "").draw()).size == (1000, 1040)


class TestPeek:
    def test_every_hat_in_every_slot_is_a_picture_of_its_own(self) -> None:
        peeks = [pictures.peeked(slot, hat, "") for slot in (0, 6) for hat in (*KINDS, MAGIC)]
        assert len({peek.key for peek in peeks}) == len({peek.draw() for peek in peeks}) == 22

    def test_neither_its_file_name_nor_its_key_tells_the_hat(self) -> None:
        """H27: names of files travel where pictures are not looked at."""
        peeks = [pictures.peeked(2, hat, "") for hat in (*KINDS, MAGIC)]
        assert len({peek.name for peek in peeks}) == 1
        assert not any(kind in peek.key for peek in peeks for kind in (*KINDS, MAGIC))


class TestPairs:
    @each("kind", KINDS)
    def test_a_pair_is_the_character_wearing_its_hat(self, kind: str) -> None:
        """The face under the hat is the one on the character's card: the lower half is the same drawing."""
        pair, bare = cards.worn(kind, 106, 140), cards.character(kind, 106, 104)
        assert difference(pair.resize((106, 104)), bare) > 10
        assert pair.getpixel((12, 12)) == bare.getpixel((12, 12))
