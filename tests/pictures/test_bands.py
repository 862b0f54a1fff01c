"""Pictures put together of bands that were drawn before: the same pixels, the same bytes, whatever came before."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from bot.games.registry import GAMES
from bot.messaging import Picture
from bot.pictures import bands, encode, kept, sheet
from bot.pictures.canvas import Canvas, panel, stretched
from bot.pictures.encode import BAND, HIGH, Band
from bot.pictures.marks import beams
from bot.pictures.palette import COLOURS, OUTLINE, rgb
from bot.pictures.sprites import drawn as rastered
from bot.pictures.sprites import icon
from bot.pictures.typography import text
from tests.pictures.looking import difference, opened, pixels
from tests.pictures.samples import samples_of

WIDTH, HEIGHT = 160, 5 * BAND + 7

Thing = tuple[str, int, int, int]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    bands.forget()
    yield
    bands.forget()


def scene(things: Sequence[Thing], parts: Sequence[int] = ()) -> Canvas:
    """Return a canvas with things on it: what, and where."""
    canvas = Canvas(WIDTH, HEIGHT)
    for part in parts:
        canvas.part(part)
    for what, x, y, size in things:
        match what:
            case "icon":
                canvas.icon("die", x, y, size)
            case "panel":
                canvas.paste(panel(size + 60, 2 * size + 60, COLOURS["paper"], radius=12), x, y)
            case "bar":
                canvas.bar(x, y, x + size, y + 2 * size, COLOURS["red"])
            case "word":
                canvas.write(size, x, y, 40)
            case "cover":
                canvas.cover(Image.new("RGB", (size, 3 * size), rgb(COLOURS["gold"])), x, y)
            case "light":
                canvas.spray(beams(size + 60, 2 * size, size // 2, size // 2), x, y, COLOURS["gold"])
            case "fade":
                canvas.fade((x, y, x + size + 30, y + size + 30))
    return canvas


def at_once(canvas: Canvas) -> Image.Image:
    """Paint a canvas by Pillow alone, all layers one after another on one image."""
    image = Image.new("RGB", (canvas.width, canvas.height), rgb(COLOURS["felt"]))
    for layer in canvas._layers:
        left, top, right, bottom = layer.box
        match layer:
            case sheet.Sprite(sprite, _):
                image.paste(sprite, (left, top), sprite)
            case sheet.Cover(picture, _):
                image.paste(picture, (left, top))
            case sheet.Stencil(mask, colour, _):
                image.paste(Image.new("RGB", mask.size, colour), (left, top), mask)
            case sheet.Fill(colour, _):
                image.paste(colour, layer.box)
            case sheet.Veil(radius, _):
                grey = image.crop(layer.box).convert("L").convert("RGB")
                mask = Image.new("L", grey.size, 0)
                ImageDraw.Draw(mask).rounded_rectangle((0, 0, right - left - 1, bottom - top - 1), radius, fill=255)
                veil = Image.new("RGB", grey.size, rgb(COLOURS["mist"]))
                image.paste(Image.blend(grey, veil, 0.45), (left, top), mask)
    return image


things = st.lists(
    st.tuples(
        st.sampled_from(("icon", "panel", "bar", "word", "cover", "light", "fade")),
        st.integers(-40, WIDTH),
        st.integers(-40, HEIGHT),
        st.integers(8, 90),
    ),
    max_size=8,
)
parts = st.lists(st.integers(-5, HEIGHT + 5), max_size=4)


def check_that_nothing_shows_what_came_before(one: Sequence[Thing], other: Sequence[Thing], own: Sequence[int]) -> None:
    """Check that a scene has the same bytes from nothing, after another one, after a like one, and a second time."""
    bands.forget()
    alone = scene(one, own).png()
    bands.forget()
    scene(other, own).png()
    scene([*one[:-1], *other], own).png()
    assert scene(one, own).png() == alone
    assert scene(one, own).png() == alone, "with all of its bands kept"
    assert scene(one, own).png(keep=False) == alone


@settings(max_examples=60)
@given(things, things, parts)
def test_a_picture_has_the_same_bytes_whatever_was_drawn_before(
    one: list[Thing], other: list[Thing], own: list[int]
) -> None:
    check_that_nothing_shows_what_came_before(one, other, own)


@settings(max_examples=60)
@given(things, things, parts)
@example([], [("fade", 0, -39, 8)], [])  # above the picture
@example([("icon", 80, 20, 30)], [("light", -20, 20, 90)], [BAND])  # light on one colour, in several bands
@example([("bar", 80, 20, 30)], [("light", 140, HEIGHT - 40, 60), ("light", 0, -30, 60)], [])
def test_a_picture_of_bands_has_the_pixels_of_one_that_is_painted_at_once(
    one: list[Thing], other: list[Thing], own: list[int]
) -> None:
    for canvas in (scene(other, own), scene([*other, *one], own)):
        wanted = at_once(canvas)
        assert canvas.image.tobytes() == wanted.tobytes()
        assert (
            pixels(canvas.png()).tobytes()
            == wanted.quantize(palette=encode._palette("table"), dither=Image.Dither.NONE).convert("RGB").tobytes()
        )


def test_what_did_not_change_is_neither_painted_nor_compressed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[tuple[int, int]]()
    work = encode.bands

    def watched(image: Image.Image, heights: Sequence[int], place: str) -> list[Band]:
        drawn.append((image.height, len(heights)))
        return work(image, heights, place)

    monkeypatch.setattr(encode, "bands", watched)
    things: list[Thing] = [("icon", 80, 20, 30), ("icon", 80, HEIGHT - 20, 30)]
    scene(things).png()
    assert drawn.pop() == (HEIGHT, 5)
    scene([*things, ("bar", 10, 2 * BAND + 4, 12)]).png()
    assert drawn == [(BAND, 1)], "one bar lies in one band"
    drawn.clear()
    scene([*things, ("bar", 10, 2 * BAND + 4, 12)]).png()
    assert drawn == []


def test_a_part_is_known_again_at_another_height(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[int]()
    work = encode.bands

    def watched(image: Image.Image, heights: Sequence[int], place: str) -> list[Band]:
        drawn.append(image.height)
        return work(image, heights, place)

    def moved(top: int) -> bytes:
        canvas = Canvas(WIDTH, top + 100)
        canvas.part(top)
        canvas.bar(0, 0, WIDTH, top, COLOURS["red"])
        canvas.bar(20, top + 10, 60, top + 90, COLOURS["gold"])
        return canvas.png()

    monkeypatch.setattr(encode, "bands", watched)
    moved(40)
    drawn.clear()
    moved(70)
    assert drawn == [70], "the part below is as it was"


def test_places_with_other_palettes_share_no_band() -> None:
    canvas = scene([("icon", 80, 100, 60)])
    one, other = canvas.png("court"), canvas.png("stage")
    bands.forget()
    assert canvas.png("stage") == other
    assert opened(one).getpalette() != opened(other).getpalette()


def test_an_image_that_takes_the_place_of_another_in_memory_is_another() -> None:
    """Layers are known by what they show: a new image may well get the address of one that has gone."""
    colours = list(COLOURS.values())
    for colour in colours:
        canvas = Canvas(20, 20)
        canvas.cover(Image.new("RGB", (20, 20), rgb(colour)), 0, 0)
        assert pixels(canvas.png()).getpixel((9, 9)) == rgb(colour)
        del canvas


def test_many_threads_draw_the_same_bytes_from_nothing() -> None:
    things: list[Thing] = [("panel", 10, 10, 60), ("icon", 80, 140, 80), ("fade", 0, 100, 80)]
    alone = scene(things).png()
    bands.forget()
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda number: scene(things[: 2 + number % 2]).png(), range(32))) == {
            alone,
            scene(things[:2]).png(),
        }


def test_what_is_kept_has_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(60):
        scene([("word", 80, 20, number)]).png()
    assert 0 < bands.size() <= bands.KEPT_BYTES
    monkeypatch.setattr(bands, "_kept", type(bands._kept)(20_000, bands._kept.getsizeof))
    alone = scene([("word", 80, 20, 7)]).png()
    for number in range(60):
        scene([("word", 80, 20, number)]).png()
        assert bands.size() <= 20_000
    assert scene([("word", 80, 20, 7)]).png() == alone


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_sample_is_the_same_alone_and_after_all_others(game: str) -> None:
    """Who is shown a picture learns nothing from its bytes of what this process has drawn for others."""
    shown: list[Picture] = list(samples_of(game).values())[::3]
    after = [sample.draw() for sample in shown]
    alone = []
    for sample in reversed(shown):
        bands.forget()
        alone.append(sample.draw())
    assert after == alone[::-1]


class TestPng:
    def test_its_stream_is_whole(self) -> None:
        """By zlib's own checks, not by those of a viewer that forgives."""
        data = scene([("panel", 5, 5, 60), ("icon", 80, 100, 90)]).png()
        found = dict(_chunks(data))
        rows = zlib.decompress(found[b"IDAT"])
        assert len(rows) == HEIGHT * (WIDTH + 1)
        assert set(rows[:: WIDTH + 1]) == {0}, "no row is filtered"
        assert list(found) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]

    @pytest.mark.parametrize("one", [b"", b"a", bytes(range(256)) * 300])
    @pytest.mark.parametrize("other", [b"", b"\xff" * 70_000, b"b"])
    def test_the_checksum_of_two_texts_is_that_of_both(self, one: bytes, other: bytes) -> None:
        assert encode._adler(zlib.adler32(one), zlib.adler32(other), len(other)) == zlib.adler32(one + other)

    @given(st.integers(1, 1400), parts)
    def test_bands_cover_a_picture_and_none_is_high(self, height: int, own: list[int]) -> None:
        for band in (BAND, HIGH):
            cuts = encode.cuts(height, own, band)
            assert (cuts[0], cuts[-1]) == (0, height)
            assert all(0 < bottom - top < 2 * band for top, bottom in pairwise(cuts))
        assert {part for part in own if 0 < part < height} <= set(cuts)


class TestKeptImages:
    def test_one_that_had_to_make_way_comes_back_as_it_was(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made = list[int]()

        def noisy(number: int) -> Image.Image:
            made.append(number)
            return Image.effect_noise((200, 100), number + 1).convert("RGBA")

        monkeypatch.setattr(kept, "_images", kept._Images(room=300_000))
        keeping = kept.kept(noisy)
        first = keeping(0).tobytes()
        for number in range(20):
            keeping(number)
        assert keeping(0).tobytes() == first
        assert made == list(range(20)), "each is made once"
        assert kept._images.currsize <= 300_000

    def test_it_has_the_name_that_it_had(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """So a band with it is found again, and no other image has that name."""
        monkeypatch.setattr(kept, "_images", kept._Images(room=300_000))
        keeping = kept.kept(lambda shade: Image.new("RGBA", (200, 200), (shade, 0, 0, 255)))
        first = keeping(0)
        names = [kept.name(first), *(kept.name(keeping(shade)) for shade in range(1, 9))]
        again = keeping(0)
        assert again is not first
        assert kept.name(again) == names[0]
        assert len(set(names)) == 9
        assert kept.name(Image.new("RGBA", (200, 200))) is None

    def test_while_nothing_is_drawn_they_take_little_room_and_come_back_as_they_were(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept, "_images", kept._Images(room=300_000))
        made = list[int]()

        def shaded(shade: int) -> Image.Image:
            made.append(shade)
            return Image.new("RGBA", (200, 100), (shade, 0, 0, 255))

        keeping = kept.kept(shaded)
        before = [keeping(shade).tobytes() for shade in range(3)]
        assert kept._images.currsize > 3 * len(before[0])
        kept.rest()
        assert kept._images.currsize == 0
        assert 0 < kept._images.packed.currsize < len(before[0]) / 10
        assert [keeping(shade).tobytes() for shade in range(3)] == before
        assert made == [0, 1, 2], "each is made once"

    def test_what_cannot_be_drawn_is_not_tried_again(self) -> None:
        tried = []

        def nothing(content: str) -> Image.Image | None:
            tried.append(content)
            return None

        keeping = kept.kept(nothing)
        assert keeping("🦊") is keeping("🦊") is None
        assert tried == ["🦊"]

    @pytest.mark.parametrize(
        ("sprite", "blended"),
        [
            (panel(200, 120, COLOURS["paper"], radius=20), 0.12),  # its corners alone
            (rastered('<rect x="20" y="9" width="90" height="70"/>', (0, 0, 200, 120), 200, 120), 0),
            (panel(60, 60, COLOURS["paper"], radius=30), 1),  # a disc is corners
            (rastered('<circle cx="100" cy="60" r="98"/>', (0, 0, 200, 120), 200, 120), 0.1),  # strips, in their middle
            (rastered('<path d="M0 0H90V120H0ZM120 0H200V120H120Z"/>', (0, 0, 200, 120), 200, 120), 0),
            (text("Anna", 40), 0.6),  # what is above and below letters is left out
            (icon("robot", 80), 1),
            (rastered('<rect width="100" height="100" fill-opacity="0.5"/>', (0, 0, 100, 100), 100, 100), 1),
            (Image.new("RGBA", (80, 80)), 0),
        ],
    )
    def test_a_sprite_is_the_same_in_parts_as_whole(self, sprite: Image.Image, blended: float) -> None:
        parts = sheet._parts(sprite)
        area = sum((right - left) * (bottom - top) for left, top, right, bottom, _, blend in parts if blend)
        assert area <= blended * sprite.width * sprite.height
        for x, y in ((10, 10), (-15, -20), (180, 110)):
            one, other = Canvas(220, 140), Image.new("RGB", (220, 140), rgb(COLOURS["felt"]))
            one.paste(sprite, x, y)
            other.paste(sprite, (x, y), sprite)
            assert one.image.tobytes() == other.tobytes()

    def test_nothing_is_known_of_an_image_that_is_gone(self) -> None:
        before = len(sheet._KNOWN)
        for shade in range(50):
            canvas = Canvas(10, 10)
            canvas.cover(Image.new("RGB", (10, 10), (shade, 0, 0)), 0, 0)
            canvas.png()
            del canvas
        assert len(sheet._KNOWN) <= before + 1


@pytest.mark.parametrize(
    ("width", "height", "radius", "weight"),
    [(480, 216, 16, 4), (200, 60, 24, 4), (40, 40, 20, 3), (472, 208, 12, 8), (30, 300, 14, 7), (561, 61, 22, 3)],
)
def test_a_panel_that_was_stretched_looks_as_one_that_was_drawn(
    width: int, height: int, radius: int, weight: int
) -> None:
    inset = weight / 2
    size = f'x="{inset}" y="{inset}" width="{width - weight}" height="{height - weight}" rx="{radius}"'
    drawing = f'<rect {size} fill="{COLOURS["paper"]}" stroke="{OUTLINE}" stroke-width="{weight}"/>'
    whole = rastered(drawing, (0, 0, width, height), width, height)
    found = panel(width, height, COLOURS["paper"], radius=radius, weight=weight)
    assert found.size == whole.size
    apart = ImageChops.difference(found, whole)
    assert max(high for _, high in apart.getextrema()) <= 24  # type: ignore[misc]
    assert difference(found, whole) < 0.001


def test_stretching_repeats_the_middle_alone() -> None:
    small = Image.new("RGBA", (5, 5))
    small.putdata([(x, y, 0, 255) for y in range(5) for x in range(5)])
    wide = stretched(small, 9, 7, 2)
    assert [wide.getpixel((x, 0))[0] for x in range(9)] == [0, 1, 2, 2, 2, 2, 2, 3, 4]  # type: ignore[index]
    assert [wide.getpixel((0, y))[1] for y in range(7)] == [0, 1, 2, 2, 2, 3, 4]  # type: ignore[index]


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    file = io.BytesIO(png)
    assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    while head := file.read(8):
        content = file.read(int.from_bytes(head[:4], "big"))
        assert int.from_bytes(file.read(4), "big") == zlib.crc32(head[4:] + content)
        yield head[4:], content
