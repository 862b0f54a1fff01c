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
from bot.games.vanished_animal.pictures import board, curtain_call, figures, lobby_and_finale, model, plates, routes
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
from bot.pictures import ribbon, sprites
from bot.pictures.canvas import SQUARE
from bot.pictures.palette import COLOURS, SEATS, rgb
from bot.pictures.plates import quarters
from tests.games.vanished_animal.states import RULES as ANIMAL_RULES
from tests.games.vanished_animal.states import lay
from tests.helpers.cases import each
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
    """Return the box of a hat's crown, where no number stands."""
    x, y = (round(value) for value in point)
    return (x - 56, y - 84, x + 56, y + 34)


def hat_at(image: Image.Image, hat: int) -> Image.Image:
    return image.crop(around(routes.SPOTS[hat]))


def plate(image: Image.Image, seat: int, seats: int = 4) -> Image.Image:
    left, top, width, height = plates.places(seats, board.PLATES)[seat]
    return image.crop((left, top, left + width, top + height))


def ribbon_of(image: Image.Image) -> Image.Image:
    return image.crop((0, 0, board.WIDTH, board.RIBBON_Y + ribbon.HEIGHT))


def ring_of(image: Image.Image) -> Image.Image:
    """Return the part with the hats, the box and the arrows, below a ribbon of two rows."""
    return image.crop((0, board.RIBBON_Y + 2 * ribbon.PITCH, board.WIDTH, board.CARDS_Y))


def counted(image: Image.Image) -> dict[object, int]:
    """Count the pixels of each colour."""
    return {colour: count for count, colour in image.getcolors(999) or []}


class TestEverySample:
    @each("name", SAMPLES)
    def test_has_a_size_that_every_platform_takes(self, name: str) -> None:
        image = opened(SAMPLES[name].draw())
        wanted = {"animal in ": (1000, 860), "animal lobby ": (1000, 860)}
        assert image.size == next((size for start, size in wanted.items() if name.startswith(start)), SQUARE)

    def test_begin_middle_end_lobby_finale_and_whispers_are_all_there(self) -> None:
        wanted = ("begin", "many", "round ended", "looked back", "lobby full", "finale", "in the box, owl")
        assert {f"animal {name}" for name in wanted} <= set(SAMPLES)

    def test_the_fullest_table_is_light_too(self) -> None:
        seats = tuple(VanishedSeat(hat=True, out=seat > 0) for seat in range(4))
        moves = [RingSwapped(seat=seat, a=seat, b=seat + 1) for seat in range(3)] + [Looked(seat=3, hat=0)]
        view = table(seats, looked=0, excluded=ANIMALS[:3])
        drawn = pictures.tableau(view, numbered(moves, [997, 998, 999, 1000]), PEOPLE, "").draw()
        assert len(drawn) < 120_000


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
        x, y = (round(value) for value in routes.SPOTS[3])
        assert shown(table(looked=3)).getpixel((x - 88, y)) == lemon
        assert shown(table()).getpixel((x - 88, y)) != lemon

    def test_a_rounds_end_opens_the_box_and_hangs_up_photos_of_the_hats(self) -> None:
        """D13, and nobody may take them for those of the next round: they are grey, and no hat stands there."""
        up = shown(table(), END, NEXT)
        photos = [self.photo(up, hat) for hat in range(HATS)]
        for one, other in itertools.combinations(photos, 2):
            assert difference(one, other) > 15
        for picture in photos:
            colours = [colour for _, colour in picture.getcolors(999) or [] if isinstance(colour, tuple)]
            assert all(max(colour) - min(colour) < 40 for colour in colours)
        for hat in range(HATS):
            assert difference(hat_at(up, hat), hat_at(shown(table()), hat)) > 25
        assert difference(self.box(up), self.box(shown(table(), replace(END, box="owl"), NEXT))) > 25

    @staticmethod
    def photo(image: Image.Image, hat: int) -> Image.Image:
        """Return the middle of a photo, without its peg and its number."""
        x = round(curtain_call.PHOTO_X + curtain_call.PHOTO_PITCH * hat)
        return image.crop((x - 36, 300, x + 36, 380))

    @staticmethod
    def box(image: Image.Image) -> Image.Image:
        """Return what looks out of the box at a round's end."""
        return image.crop((460, 440, 540, 540))

    def test_the_next_turn_covers_them_again(self) -> None:
        """What was told before a new turn is in the ribbon; the ring is that of the new round."""
        covered = shown(table(), END, NEXT, Looked(seat=1, hat=0))
        fresh = shown(table())
        assert all(hat_at(covered, hat).tobytes() == hat_at(fresh, hat).tobytes() for hat in range(1, HATS))
        assert covered.crop(around(routes.BOX)).tobytes() == fresh.crop(around(routes.BOX)).tobytes()

    def test_a_round_that_ends_covered_turns_up_nothing(self) -> None:
        """D13: the option `namer`; a right name opens the box alone, and the last one left not even that."""
        whole, named, quiet = (
            shown(table(), end, NEXT) for end in (END, replace(END, hats=None), replace(END, hats=None, box=None))
        )
        hung = (0, 200, board.WIDTH, 400)
        assert named.crop(hung).tobytes() == quiet.crop(hung).tobytes() != whole.crop(hung).tobytes()
        assert self.box(named).tobytes() == self.box(whole).tobytes() != self.box(quiet).tobytes()

    def test_a_rounds_end_shows_whose_it_was_and_which_begins(self) -> None:
        won, begins = (
            (x, curtain_call.PANELS_Y, x + curtain_call.PANEL[0], curtain_call.PANELS_Y + curtain_call.PANEL[1])
            for x in curtain_call.PANELS_X
        )
        first = shown(table(), END, NEXT)
        other = shown(table(), replace(END, winner=2), NEXT)
        later = shown(replace(table(), round=2), END, NEXT)
        assert first.crop(won).tobytes() != other.crop(won).tobytes()
        assert first.crop(won).tobytes() == later.crop(won).tobytes()
        assert first.crop(begins).tobytes() == other.crop(begins).tobytes() != later.crop(begins).tobytes()

    def test_animals_that_nobody_may_know_change_no_pixel(self) -> None:
        """D18, survive-60: the same ring with other animals, seen by the group."""
        states = (lay(), lay(("owl", "mouse", "dove", "rabbit", "frog")))
        drawn = [pictures.tableau(ANIMAL_RULES.view(state, None), [], PEOPLE[:3], "") for state in states]
        assert drawn[0].key == drawn[1].key
        assert drawn[0].draw() == drawn[1].draw()

    @pytest.mark.parametrize(("a", "b"), list(itertools.combinations(range(HATS), 2)))
    def test_an_arrow_joins_the_two_hats_of_a_swap_in_its_seats_colour(self, a: int, b: int) -> None:
        """Its heads lie at these two, and its line is light outside and dark inside."""
        before, after = shown(table()), shown(table(), RingSwapped(seat=0, a=a, b=b))
        new = ImageChops.difference(before, after).convert("L").point(lambda value: 255 * (value > 0))
        arrow = ring_of(Image.composite(after, Image.new("RGB", after.size), new))
        assert counted(arrow).get(rgb(COLOURS["paper"]), 0) > 200
        drawn = Image.composite(after, Image.new("RGB", after.size), new)
        reach = [(round(x) - 160, round(y) - 160, round(x) + 160, round(y) + 160) for x, y in routes.SPOTS]
        found = [counted(drawn.crop(box)).get(rgb(SEATS[0]), 0) for box in reach]
        assert min(found[a], found[b]) > 250

    def test_every_swap_looks_different(self) -> None:
        pairs = itertools.combinations(range(HATS), 2)
        assert len({ring_of(shown(table(), RingSwapped(seat=0, a=a, b=b))).tobytes() for a, b in pairs}) == 10

    def test_arrows_are_numbered_when_several_moves_are_told(self) -> None:
        one = shown(table(), RingSwapped(seat=0, a=0, b=2))
        two = shown(table(), Kept(seat=1), RingSwapped(seat=0, a=0, b=2))
        assert ring_of(one).tobytes() != ring_of(two).tobytes()

    def test_swaps_of_a_round_that_is_over_are_told_in_the_ribbon_alone(self) -> None:
        told = shown(table(), RingSwapped(seat=0, a=0, b=2), END, NEXT, Kept(seat=1))
        fresh = shown(table())
        assert ring_of(told).tobytes() == ring_of(fresh).tobytes()
        assert ribbon_of(told).tobytes() != ribbon_of(fresh).tobytes()

    def test_every_sort_of_move_looks_different_in_the_ribbon(self) -> None:
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
        assert len({ribbon_of(shown(table(), move)).tobytes() for move in sorts}) == len(sorts)

    def test_no_chip_of_the_widest_moves_leaves_the_picture(self) -> None:
        widest = [Named(seat=seat, animal="hedgehog", right=False) for seat in range(4)]
        told, fresh = shown(table(), *widest, numbers=[997, 998, 999, 1000]), shown(table())
        edge = (board.WIDTH - 8, 0, board.WIDTH, 220)
        assert told.crop(edge).tobytes() == fresh.crop(edge).tobytes()

    def test_the_plate_of_the_seat_to_act_stands_out(self) -> None:
        first, second = (shown(table(to_act=seat)) for seat in (0, 1))
        assert difference(plate(first, 0), plate(second, 0)) > 5
        assert difference(plate(first, 1), plate(second, 1)) > 5
        assert plate(first, 2).tobytes() == plate(second, 2).tobytes()

    @pytest.mark.parametrize(
        "held",
        [
            VanishedSeat(hat=True),
            VanishedSeat(out=True),
            VanishedSeat(present=False),
        ],
    )
    def test_a_plate_shows_token_silence_and_absence(self, held: VanishedSeat) -> None:
        """D12, D16, D20: each changes one plate and no other. The wand, which ends the game, is on the last picture."""
        before, after = shown(table()), shown(table((NOBODY[0], held, *NOBODY[2:])))
        assert [plate(before, s).tobytes() == plate(after, s).tobytes() for s in range(4)] == [True, False, True, True]

    def test_who_is_out_and_who_has_left_are_told_apart(self) -> None:
        two = [
            plate(shown(table((NOBODY[0], held, *NOBODY[2:]))), 1)
            for held in (VanishedSeat(out=True), VanishedSeat(present=False))
        ]
        assert difference(*two) > 1

    def test_a_plate_keeps_to_itself(self) -> None:
        long = (Player("W" * 60), *PEOPLE[1:])
        one, other = shown(table()), pixels(pictures.tableau(table(), [], long, "").draw())
        assert plate(one, 0).tobytes() != plate(other, 0).tobytes()
        above = (0, 0, board.WIDTH, board.PLATES[1])
        assert one.crop(above).tobytes() == other.crop(above).tobytes()
        assert all(plate(one, seat).tobytes() == plate(other, seat).tobytes() for seat in (1, 2, 3))

    def test_a_computer_wears_a_robot(self) -> None:
        people = (replace(PEOPLE[0], computer=True), *PEOPLE[1:])
        one, other = shown(table()), pixels(pictures.tableau(table(), [], people, "").draw())
        assert [plate(one, s).tobytes() == plate(other, s).tobytes() for s in range(4)] == [False, True, True, True]

    def test_the_key_names_what_is_seen_and_not_the_moment(self) -> None:
        keys = {model.key(model.table(table(turns=turns), [], PEOPLE)) for turns in range(5)}
        assert len(keys) == 1


class TestLookingBack:
    """The ring of a game that is over, face up, with who knew what."""

    @staticmethod
    def drawn(*knowers: tuple[int, ...], box: str = "dove", box_knowers: tuple[int, ...] = ()) -> Image.Image:
        known = (*knowers, *[()] * (HATS - len(knowers)))
        told = numbered([Looked(seat=1, hat=2)])
        picture = pictures.looked_back(
            table(), told, PEOPLE, "", faces=RING, box=box, knowers=known, box_knowers=box_knowers
        )
        return pixels(picture.draw())

    def test_each_hat_shows_its_animal_and_the_box_its_own(self) -> None:
        image = self.drawn()
        heads = [image.crop(self.head(*spot)) for spot in routes.SPOTS]
        for one, other in itertools.combinations(heads, 2):
            assert difference(one, other) > 15
        assert difference(image.crop(self.head(*routes.BOX)), self.drawn(box="owl").crop(self.head(*routes.BOX))) > 15

    @staticmethod
    def head(x: float, y: float) -> Box:
        return (round(x) - 40, round(y) - 90, round(x) + 40, round(y) - 20)

    def test_who_knows_a_hat_is_marked_on_it_in_their_colour(self) -> None:
        image, none = self.drawn((3,), (), (1, 2)), self.drawn()
        for hat, (x, y) in enumerate(routes.SPOTS):
            pill = (round(x) - 100, round(y), round(x) + 100, round(y) + 50)
            marks = [counted(image.crop(pill)).get(rgb(colour), 0) > 150 for colour in SEATS]
            assert marks == [seat in {0: (3,), 2: (1, 2)}.get(hat, ()) for seat in range(4)]
            if hat not in (0, 2):
                assert image.crop(pill).tobytes() == none.crop(pill).tobytes()

    def test_who_knows_the_box_is_marked_on_it(self) -> None:
        assert difference(self.drawn(box_knowers=(0,)), self.drawn()) > 0


seats = st.builds(VanishedSeat, st.booleans(), st.booleans(), st.booleans(), st.booleans())
players = st.builds(Player, st.text(max_size=30), st.none(), st.booleans(), st.booleans())
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
        assert opened(drawn.draw()).size == SQUARE
        assert drawn.alt == "alt"

    @given(views(), rings, st.none() | animals, st.data())
    @settings(max_examples=20, deadline=None)
    def test_any_end_can_be_drawn(
        self, view: VanishedAnimalView, faces: tuple[str, ...] | None, box: str | None, data: st.DataObject
    ) -> None:
        people = data.draw(st.lists(players, min_size=len(view.seats), max_size=len(view.seats)))
        end = data.draw(st.sampled_from((None, RoundEnded(winner=0, prize="wand", hats=faces, box=box))))
        assert opened(pictures.finale(view, end, people, "").draw()).size == SQUARE

    @given(st.lists(players, max_size=4))
    @settings(max_examples=15, deadline=None)
    def test_any_company_can_be_drawn(self, people: list[Player]) -> None:
        assert opened(pictures.lobby(people, "").draw()).size == (1000, 860)


class TestEnds:
    @pytest.mark.parametrize("count", range(5))
    def test_each_who_sits_down_changes_one_place_of_the_lobby(self, count: int) -> None:
        image, full = (pixels(pictures.lobby(PEOPLE[:seated], "").draw()) for seated in (count, 4))
        left, top, width, height = lobby_and_finale.LOBBY_PLATES
        areas = quarters(4, (left, top, width, height), 12)
        places = [(x, y, x + wide, y + high) for x, y, wide, high in areas]
        assert [image.crop(p).tobytes() == full.crop(p).tobytes() for p in places] == [s < count for s in range(4)]

    @pytest.mark.parametrize("seat", range(3))
    def test_the_winner_alone_is_crowned(self, seat: int) -> None:
        """D4: the large plate is theirs, in the colours of no other seat."""
        view = replace(table(NOBODY[:3], None), outcome=Outcome((seat,)))
        left, top, width, height = lobby_and_finale.WINNER
        image = pixels(pictures.finale(view, None, PEOPLE[:3], "").draw())
        found = counted(image.crop((left, top, left + width, top + height)))
        assert [found.get(rgb(SEATS[other]), 0) > 2000 for other in range(3)] == [other == seat for other in range(3)]

    def test_the_last_round_is_turned_up_as_far_as_it_is_told(self) -> None:
        """D13."""
        view = replace(table(NOBODY[:2], None), outcome=Outcome((0,)))
        ways = (None, replace(END, hats=None), END, replace(END, hats=tuple(reversed(RING))))
        below = (0, sum(lobby_and_finale.WINNER[1::2]), board.WIDTH, lobby_and_finale.FINALE.lip)
        stages = {pixels(pictures.finale(view, end, PEOPLE[:2], "").draw()).crop(below).tobytes() for end in ways}
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
    def test_animals_differ_as_small_as_in_the_ribbon(self, one: str) -> None:
        for other in {*ANIMALS} - {one}:
            assert (
                difference(
                    figures.card(one, ribbon.PICTURE, ribbon.PICTURE),
                    figures.card(other, ribbon.PICTURE, ribbon.PICTURE),
                )
                > 25
            )

    def test_all_hats_are_one_hat(self) -> None:
        """The ring shows no difference but the numbers."""
        image = shown(table())
        assert len({hat_at(image, hat).crop((32, 40, 80, 118)).tobytes() for hat in range(HATS)}) == 1
