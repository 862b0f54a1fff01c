"""Pictures of The Vanished Animal: size and weight, the same bytes each time, what they must and must not show."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.engine.presentation import Player
from bot.engine.rules import Outcome, SeatLeft
from bot.games.vanished_animal import pictures
from bot.games.vanished_animal.pictures import board, figures, model, ring
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    HATS,
    Kept,
    Looked,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    VanishedEnded,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.pictures import sprites
from bot.pictures.palette import COLOURS, SEATS, rgb
from bot.pictures.strip import HEIGHT as STRIP_HEIGHT
from bot.pictures.strip import TOP as STRIP_Y
from tests.games.vanished_animal.states import RULES as ANIMAL_RULES
from tests.games.vanished_animal.states import lay
from tests.pictures.looking import difference, numbered, opened, overlap, pixels, shape
from tests.pictures.samples.vanished_animal import samples

SAMPLES = samples()
PEOPLE = tuple(map(Player, ("Anna", "Борис", "חיים", "داليا")))
NOBODY = (VanishedSeat(),) * 4
RING = ("mouse", "owl", "rabbit", "hedgehog", "frog")
END = RoundEnded(winner=0, prize="hat", hats=RING, box="dove")
NEXT = RoundBegan(round=2, starter=1)
Box = tuple[int, int, int, int]


def table(seats: tuple[VanishedSeat, ...] = NOBODY, to_act: int | None = 0, **more: object) -> VanishedAnimalView:
    return VanishedAnimalView(seats, to_act, 1, 0, **more)  # type: ignore[arg-type]


def shown(view: VanishedAnimalView, *moves: VanishedEvent, numbers: list[int] | None = None) -> Image.Image:
    people = PEOPLE[: len(view.seats)]
    return pixels(pictures.tableau(view, numbered(moves, numbers), people, "").draw())


def card(image: Image.Image, kind: str) -> Image.Image:
    left = board.CARDS_X + board.PITCH * ANIMALS.index(kind)
    return image.crop((left, board.CARDS_Y, left + board.CARD_WIDTH, board.CARDS_Y + board.CARD_HEIGHT))


def around(point: tuple[float, float]) -> Box:
    """Return the box of a hat's upper half, where no number stands."""
    x, y = (round(value) for value in point)
    return (x - 40, y - 70, x + 40, y + 10)


def hat_at(image: Image.Image, hat: int) -> Image.Image:
    return image.crop(around(ring.spot(hat)))


def plate(image: Image.Image, seat: int, seats: int = 4) -> Image.Image:
    pitch = (720 - board.PLATES_Y) // seats
    top = board.PLATES_Y + seat * pitch
    return image.crop((board.PLATES_X, top, 1280, top + pitch - 12))


def strip(image: Image.Image) -> Image.Image:
    return image.crop((0, 0, 1280, STRIP_Y + STRIP_HEIGHT))


def counted(image: Image.Image) -> dict[object, int]:
    """Count the pixels of each colour."""
    return {colour: count for count, colour in image.getcolors(999) or []}


class TestEverySample:
    @pytest.mark.parametrize("name", SAMPLES)
    def test_has_a_size_that_every_platform_takes(self, name: str) -> None:
        image = opened(SAMPLES[name].draw())
        assert image.size == ((720, 540) if name.startswith("animal in ") else (1280, 720))

    def test_begin_middle_end_lobby_finale_and_whispers_are_all_there(self) -> None:
        wanted = ("begin", "many", "round ended", "lobby full", "finale", "in the box, owl")
        assert {f"animal {name}" for name in wanted} <= set(SAMPLES)

    def test_the_fullest_table_is_light_too(self) -> None:
        seats = tuple(VanishedSeat(hat=True, out=seat > 0) for seat in range(4))
        moves = [RingSwapped(seat=seat, a=seat, b=seat + 1) for seat in range(3)] + [Looked(seat=3, hat=0)]
        view = table(seats, looked=0, excluded=ANIMALS[:3])
        drawn = pictures.tableau(view, numbered(moves, [997, 998, 999, 1000]), PEOPLE, "").draw()
        assert len(drawn) < 100_000


class TestTableau:
    def test_all_six_cards_lie_open_at_any_time(self) -> None:
        """D2: a permanent reference."""
        images = (shown(table()), shown(table(), Looked(seat=1, hat=0)), shown(table(), END, NEXT))
        for kind in ANIMALS:
            assert len({card(image, kind).tobytes() for image in images}) == 1
        for one, other in itertools.combinations(ANIMALS, 2):
            assert difference(card(images[0], one), card(images[0], other)) > 25

    @pytest.mark.parametrize("kind", ANIMALS)
    def test_a_card_named_in_vain_is_crossed_out(self, kind: str) -> None:
        """D10."""
        before, after = shown(table()), shown(table(excluded=(kind,)))
        assert difference(card(before, kind), card(after, kind)) > 20
        assert all(card(before, k).tobytes() == card(after, k).tobytes() for k in {*ANIMALS} - {kind})

    @pytest.mark.parametrize("hat", range(HATS))
    def test_a_look_turns_up_nothing_and_is_pinned_on_its_hat(self, hat: int) -> None:
        """D18: everyone learns who looked where, and only that."""
        before, after = shown(table()), shown(table(), Looked(seat=1, hat=hat))
        changed = [hat_at(before, h).tobytes() != hat_at(after, h).tobytes() for h in range(HATS)]
        assert changed == [h == hat for h in range(HATS)]

    def test_the_hat_whose_swap_is_due_shines(self) -> None:
        lemon = rgb(COLOURS["lemon"])
        x, y = (round(value) for value in ring.spot(3))
        assert shown(table(looked=3)).getpixel((x - 84, y)) == lemon
        assert shown(table()).getpixel((x - 84, y)) != lemon

    def test_a_rounds_end_turns_up_the_hats_and_opens_the_box(self) -> None:
        """D13."""
        shut, up = shown(table()), shown(table(), END, NEXT)
        assert all(difference(hat_at(shut, hat), hat_at(up, hat)) > 25 for hat in range(HATS))
        for one, other in itertools.combinations(range(HATS), 2):
            assert difference(hat_at(up, one), hat_at(up, other)) > 15
        assert difference(shut.crop(around(ring.CENTRE)), up.crop(around(ring.CENTRE))) > 25

    def test_the_next_turn_covers_them_again(self) -> None:
        """What was told before a new turn is in the strip; the ring is that of the new round."""
        covered = shown(table(), END, NEXT, Looked(seat=1, hat=0))
        fresh = shown(table())
        assert all(hat_at(covered, hat).tobytes() == hat_at(fresh, hat).tobytes() for hat in range(1, HATS))
        assert covered.crop(around(ring.CENTRE)).tobytes() == fresh.crop(around(ring.CENTRE)).tobytes()

    def test_a_round_that_ends_covered_turns_up_nothing(self) -> None:
        """D13: the option `namer`; a right name opens the box alone."""
        quiet = shown(table(), replace(END, hats=None, box=None), NEXT)
        named = shown(table(), replace(END, hats=None), NEXT)
        fresh = shown(table())
        for image in (quiet, named):
            assert all(hat_at(image, hat).tobytes() == hat_at(fresh, hat).tobytes() for hat in range(HATS))
        assert quiet.crop(around(ring.CENTRE)).tobytes() == fresh.crop(around(ring.CENTRE)).tobytes()
        assert difference(named.crop(around(ring.CENTRE)), fresh.crop(around(ring.CENTRE))) > 25

    def test_animals_that_nobody_may_know_change_no_pixel(self) -> None:
        """D18, survive-60: the same ring with other animals, seen by the group."""
        states = (lay(), lay(("owl", "mouse", "dove", "rabbit", "frog")))
        drawn = [pictures.tableau(ANIMAL_RULES.view(state, None), [], PEOPLE[:3], "") for state in states]
        assert drawn[0].key == drawn[1].key
        assert drawn[0].draw() == drawn[1].draw()

    @pytest.mark.parametrize(("a", "b"), list(itertools.combinations(range(HATS), 2)))
    def test_an_arrow_joins_the_two_hats_of_a_swap_in_its_seats_colour(self, a: int, b: int) -> None:
        """Its heads lie at these two."""
        before, after = shown(table()), shown(table(), RingSwapped(seat=0, a=a, b=b))
        new = ImageChops.difference(before, after).convert("L").point(lambda value: 255 * (value > 0))
        arrow = Image.composite(after, Image.new("RGB", after.size), new)
        reach = [(round(x) - 96, round(y) - 96, round(x) + 96, round(y) + 96) for x, y in map(ring.spot, range(HATS))]
        found = [counted(arrow.crop(box)).get(rgb(SEATS[0]), 0) for box in reach]
        assert min(found[a], found[b]) > 50

    def test_every_swap_looks_different(self) -> None:
        below = (0, 76, 864, 590)
        pairs = itertools.combinations(range(HATS), 2)
        assert len({shown(table(), RingSwapped(seat=0, a=a, b=b)).crop(below).tobytes() for a, b in pairs}) == 10

    def test_arrows_are_numbered_when_several_moves_are_told(self) -> None:
        one = shown(table(), RingSwapped(seat=0, a=0, b=2))
        two = shown(table(), Kept(seat=1), RingSwapped(seat=0, a=0, b=2))
        below = (0, 76, 864, 590)
        assert one.crop(below).tobytes() != two.crop(below).tobytes()

    def test_swaps_of_a_round_that_is_over_are_told_in_the_strip_alone(self) -> None:
        told = shown(table(), RingSwapped(seat=0, a=0, b=2), END, NEXT, Kept(seat=1))
        fresh = shown(table())
        below = (0, 76, 864, 590)
        assert told.crop(below).tobytes() == fresh.crop(below).tobytes()
        assert strip(told).tobytes() != strip(fresh).tobytes()

    def test_every_sort_of_move_looks_different_in_the_strip(self) -> None:
        sorts: list[VanishedEvent] = [
            Looked(seat=0, hat=1),
            RingSwapped(seat=0, a=1, b=2),
            Kept(seat=0),
            Named(seat=0, animal="owl", right=True),
            Named(seat=0, animal="owl", right=False),
            Named(seat=0, animal="frog", right=False),
            END,
            replace(END, prize="wand"),
            NEXT,
            SeatLeft(seat=0),
        ]
        assert len({strip(shown(table(), move)).tobytes() for move in sorts}) == len(sorts)

    def test_four_of_the_widest_moves_fit_the_strip(self) -> None:
        widest = [Named(seat=seat, animal="hedgehog", right=False) for seat in range(4)]
        edge = shown(table(), *widest, numbers=[997, 998, 999, 1000]).crop((1268, 0, 1280, 70))
        assert edge.getcolors() == [(12 * 70, rgb(COLOURS["felt"]))]

    def test_the_plate_of_the_seat_to_act_stands_out(self) -> None:
        first, second = (shown(table(to_act=seat)) for seat in (0, 1))
        assert difference(plate(first, 0), plate(second, 0)) > 5
        assert difference(plate(first, 1), plate(second, 1)) > 5
        assert plate(first, 2).tobytes() == plate(second, 2).tobytes()

    @pytest.mark.parametrize(
        "held",
        [
            VanishedSeat(hat=True),
            VanishedSeat(hat=True, wand=True),
            VanishedSeat(out=True),
            VanishedSeat(present=False),
        ],
    )
    def test_a_plate_shows_token_wand_silence_and_absence(self, held: VanishedSeat) -> None:
        """D4, D12, D16, D20: each changes one plate and no other."""
        before, after = shown(table()), shown(table((NOBODY[0], held, *NOBODY[2:])))
        assert [plate(before, s).tobytes() == plate(after, s).tobytes() for s in range(4)] == [True, False, True, True]

    def test_who_is_out_and_who_has_left_are_told_apart(self) -> None:
        plates = [
            plate(shown(table((NOBODY[0], held, *NOBODY[2:]))), 1)
            for held in (VanishedSeat(out=True), VanishedSeat(present=False))
        ]
        assert difference(*plates) > 1

    def test_a_plate_keeps_to_itself(self) -> None:
        long = (Player("W" * 60), *PEOPLE[1:])
        one, other = shown(table()), pixels(pictures.tableau(table(), [], long, "").draw())
        assert plate(one, 0).tobytes() != plate(other, 0).tobytes()
        left = (0, 0, board.PLATES_X, 720)
        assert one.crop(left).tobytes() == other.crop(left).tobytes()
        assert all(plate(one, seat).tobytes() == plate(other, seat).tobytes() for seat in (1, 2, 3))

    def test_the_key_names_what_is_seen_and_not_the_moment(self) -> None:
        keys = {model.key(model.table(table(turns=turns), [], PEOPLE)) for turns in range(5)}
        assert len(keys) == 1


seats = st.builds(VanishedSeat, st.booleans(), st.booleans(), st.booleans(), st.booleans())
players = st.builds(Player, st.text(max_size=30), st.none(), st.booleans())
animals = st.sampled_from(ANIMALS)
hats = st.integers(0, HATS - 1)
rings = st.none() | st.permutations(ANIMALS).map(lambda kinds: tuple(kinds[:HATS]))


@st.composite
def views(draw: st.DrawFn) -> VanishedAnimalView:
    """Draw any table of 2-4 seats, likely in a game or not."""
    held = tuple(draw(st.lists(seats, min_size=2, max_size=4)))
    over = draw(st.booleans())
    return table(
        held,
        None if over else draw(st.integers(0, len(held) - 1)),
        looked=draw(st.none() | hats),
        excluded=tuple(draw(st.lists(animals, max_size=3, unique=True))),
        outcome=Outcome((draw(st.integers(0, len(held) - 1)),)) if over else None,
    )


def events(count: int) -> st.SearchStrategy[VanishedEvent]:
    """Draw any public event of a table of so many seats."""
    seat = st.integers(0, count - 1)
    pairs = st.lists(hats, min_size=2, max_size=2, unique=True).map(sorted)
    return st.one_of(
        st.builds(RoundBegan, round=st.integers(1, 5), starter=seat),
        st.builds(Looked, seat=seat, hat=hats),
        st.builds(lambda seat, pair: RingSwapped(seat=seat, a=pair[0], b=pair[1]), seat, pairs),
        st.builds(Kept, seat=seat),
        st.builds(Named, seat=seat, animal=animals, right=st.booleans()),
        st.builds(RoundEnded, winner=seat, prize=st.sampled_from(("hat", "wand")), hats=rings, box=st.none() | animals),
        st.builds(SeatLeft, seat=seat),
        st.builds(VanishedEnded, winner=seat),
    )


class TestAnything:
    @given(views(), st.data())
    @settings(max_examples=40, deadline=None)
    def test_any_table_can_be_drawn(self, view: VanishedAnimalView, data: st.DataObject) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        moves = data.draw(st.lists(events(len(view.seats)), max_size=6))
        drawn = pictures.tableau(view, numbered(moves), people, "alt")
        assert opened(drawn.draw()).size == (1280, 720)
        assert drawn.alt == "alt"

    @given(views(), rings, st.none() | animals, st.data())
    @settings(max_examples=20, deadline=None)
    def test_any_end_can_be_drawn(
        self, view: VanishedAnimalView, faces: tuple[str, ...] | None, box: str | None, data: st.DataObject
    ) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        end = data.draw(st.sampled_from((None, RoundEnded(winner=0, prize="wand", hats=faces, box=box))))
        assert opened(pictures.finale(view, end, people, "").draw()).size == (1280, 720)

    @given(st.lists(players, max_size=4))
    @settings(max_examples=15, deadline=None)
    def test_any_company_can_be_drawn(self, people: list[Player]) -> None:
        assert opened(pictures.lobby(people, "").draw()).size == (1280, 720)


class TestEnds:
    @pytest.mark.parametrize("count", range(5))
    def test_each_who_sits_down_changes_one_place_of_the_lobby(self, count: int) -> None:
        image, full = (pixels(pictures.lobby(PEOPLE[:seated], "").draw()) for seated in (count, 4))
        places = [(320 * seat, 460, 320 * (seat + 1), 720) for seat in range(4)]
        assert [image.crop(p).tobytes() == full.crop(p).tobytes() for p in places] == [s < count for s in range(4)]

    def test_the_winner_alone_is_crowned(self) -> None:
        """D4."""
        ends = [
            pixels(
                pictures.finale(replace(table(NOBODY[:3], None), outcome=Outcome((seat,))), None, PEOPLE[:3], "").draw()
            )
            for seat in (0, 1)
        ]
        thirds = [(1280 * seat // 3, 0, 1280 * (seat + 1) // 3, 420) for seat in range(3)]
        assert [ends[0].crop(t).tobytes() == ends[1].crop(t).tobytes() for t in thirds] == [False, False, True]

    def test_the_last_round_is_turned_up_as_far_as_it_is_told(self) -> None:
        """D13."""
        view = replace(table(NOBODY[:2], None), outcome=Outcome((0,)))
        ways = (None, replace(END, hats=None), END, replace(END, hats=tuple(reversed(RING))))
        stages = {
            pixels(pictures.finale(view, end, PEOPLE[:2], "").draw()).crop((0, 440, 1280, 720)).tobytes()
            for end in ways
        }
        assert len(stages) == len(ways)

    def test_every_animal_in_every_hat_and_in_the_box_is_a_picture_of_its_own(self) -> None:
        whispers = [pictures.peeked(hat, kind, "") for hat in (0, 4) for kind in ANIMALS]
        whispers += [pictures.missing(kind, "") for kind in ANIMALS]
        assert len({whisper.key for whisper in whispers}) == len({whisper.draw() for whisper in whispers}) == 18

    def test_neither_a_file_name_nor_a_key_tells_the_animal(self) -> None:
        """D18: names of files travel where pictures are not looked at."""
        whispers = [pictures.peeked(2, kind, "") for kind in ANIMALS]
        assert len({whisper.name for whisper in whispers}) == 1
        assert not any(kind in whisper.key for whisper in whispers for kind in ANIMALS)


class TestFigures:
    def test_there_is_a_sprite_of_every_animal_and_of_no_other(self) -> None:
        folder = "vanished_animal/animals/"
        assert {name for name in sprites.names() if name.startswith(folder)} == {folder + kind for kind in ANIMALS}

    def test_no_two_animals_have_one_silhouette(self) -> None:
        """The closest are the frog and the owl, 0.84: both broad. Their colours are green and orange."""
        shapes = {kind: shape(figures.animal(kind, 64)) for kind in ANIMALS}
        for one, other in itertools.combinations(ANIMALS, 2):
            assert overlap(shapes[one], shapes[other]) < 0.85, (one, other)

    def test_no_two_animals_lie_on_one_ground(self) -> None:
        assert set(figures.GROUND) == set(ANIMALS)
        assert len(set(figures.GROUND.values())) == len(ANIMALS)

    @pytest.mark.parametrize("one", ANIMALS)
    def test_animals_differ_as_small_as_in_the_strip(self, one: str) -> None:
        for other in {*ANIMALS} - {one}:
            assert difference(figures.card(one, 52, 50), figures.card(other, 52, 50)) > 25

    def test_all_hats_are_one_hat(self) -> None:
        """The ring shows no difference but the numbers."""
        image = shown(table())
        assert len({hat_at(image, hat).crop((20, 30, 60, 60)).tobytes() for hat in range(HATS)}) == 1
