"""Names in every script, shaped right, with nothing drawn that the font does not have."""

from __future__ import annotations

import random

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat

from bot.pictures import shaping, typography
from bot.pictures.palette import COLOURS, rgb
from bot.pictures.shaping import baseline
from bot.pictures.typefaces import BOLD, BY_SCRIPT, RUBIK, Typeface, drawable, face, split
from bot.pictures.typography import text
from tests.pictures.looking import difference, ink

COVERED = sorted(map(chr, face(RUBIK).unicodes))
"""The letters of the first typeface."""


def drawn(content: str, size: int = 48, *, width: int | None = None) -> Image.Image:
    sprite = text(content, size, width=width)
    assert sprite is not None
    return sprite


def stands(letter: str, word: Image.Image, *, right: bool) -> float:
    """Return how far the word's first or last columns are from this letter."""
    alone = ink(drawn(letter))
    left = word.width - alone.width if right else 0
    return difference(ink(word).crop((left, 0, left + alone.width, alone.height)), alone)


class TestScripts:
    def test_hebrew_runs_from_right_to_left(self) -> None:
        """Shin comes first in the word and so stands at the right, yod at the left."""
        word = drawn("שי")
        assert stands("ש", word, right=True) < 15 < stands("י", word, right=True)
        assert stands("י", word, right=False) < 15 < stands("ש", word, right=False)

    def test_latin_runs_from_left_to_right(self) -> None:
        word = drawn("Wi")
        assert stands("W", word, right=False) < 15 < stands("i", word, right=False)

    def test_hebrew_punctuation_stands_at_the_end_of_its_name(self) -> None:
        """The end of a Hebrew name is its left."""
        assert stands("!", drawn("שרה!"), right=False) < 15 < stands("!", drawn("שרה!"), right=True)
        assert stands("!", drawn("Sarah!"), right=True) < 15

    def test_a_shortened_hebrew_name_has_its_ellipsis_at_the_left(self) -> None:
        short = drawn("בנימין כהן־לוי", width=200)
        assert stands("…", short, right=False) < 15 < stands("…", short, right=True)

    def test_arabic_letters_join(self) -> None:
        """The letters of Muhammad are one stroke: no column between them is empty."""
        columns = [any(column) for column in _columns(drawn("محمد"))]
        assert all(columns)
        assert not all(any(column) for column in _columns(drawn("Anna")))

    @pytest.mark.parametrize("name", ["Дмитрий", "Zoë Åström", "Łukasz", "אֵיתָן", "محمد علي", "İpek"])
    def test_a_name_of_our_languages_is_drawn_whole(self, name: str) -> None:
        assert drawable(name) == name


OTHERS = ("Γιώργος", "Nguyễn", "Արամ", "ნინო", "王小明", "ユーリ", "김민준", "อานนท์")
"""Names in other typefaces, one each: letters without what only shaping can place."""


class TestOtherTypefaces:
    @pytest.mark.parametrize("name", OTHERS)
    def test_a_name_looks_as_freetype_draws_it(self, name: str) -> None:
        """In the same weight. In small sizes FreeType's hints move stems to whole pixels."""
        [(_, typeface)] = split(name)
        alike(drawn(name, 84), by_freetype(name, typeface, 84), 0.12)

    @pytest.mark.parametrize("name", ["Anna 王", "Γιώργος Smith", "Nga Thị"])
    def test_one_in_two_has_both_side_by_side(self, name: str) -> None:
        first, second = (drawn(word, 60) for word in name.split())
        line = drawn(name, 60)
        assert first.width + second.width < line.width < first.width + second.width + 60
        alike(line.crop((0, 0, first.width, line.height)), first, 0.15)
        alike(line.crop((line.width - second.width, 0, line.width, line.height)), second, 0.15)

    @pytest.mark.parametrize("name", ["יעל 王", "محمد Γιώργος", "王 נועה 7"])
    def test_one_that_runs_both_ways_has_them_too(self, name: str) -> None:
        """Which is resvg's work."""
        assert drawn(name, 84).width > sum(drawn(word, 84).width for word in name.split())

    def test_a_long_one_is_shortened(self) -> None:
        assert 200 - 60 <= drawn("王小明" * 9, 48, width=200).width <= 200

    @pytest.mark.parametrize("script", sorted(BY_SCRIPT))
    def test_no_letter_is_cut_off_above_or_below(self, script: str) -> None:
        letters = regex.compile(rf"(?=\p{{script={script}}})\p{{L}}")
        mine = [letter for letter in map(chr, sorted(face(BY_SCRIPT[script]).unicodes)) if letters.match(letter)]
        random.Random(7).shuffle(mine)
        assert len(mine) > 20
        assert [letter for letter in mine[:60] if not whole(letter)] == []

    def test_a_name_of_tall_or_deep_letters_is_whole(self) -> None:
        for name in ("ې", "ည", "ที่ ปู่ ผู้ใหญ่", "श्रीमती", "ஸ்ரீ", "ខ្មែរ", "ಸ್ತ್ರೀ"):
            assert whole(name)


class TestUncovered:
    @pytest.mark.parametrize("name", ["😀", "🦊🦊🦊", "𓀀", "👨‍👩‍👧", "1️⃣", "\U000f0000"])
    def test_of_what_the_font_has_not_an_ellipsis_is_left(self, name: str) -> None:
        """Neither boxes nor the half of a letter, and no empty plate of somebody who has a name."""
        assert text(name, 32) is drawn("…", 32)

    @pytest.mark.parametrize("name", ["", "   ", "\u200d"])
    def test_of_nothing_nothing_is_drawn(self, name: str) -> None:
        assert text(name, 32) is None

    def test_the_rest_of_a_name_is_drawn_as_if_it_were_all(self) -> None:
        assert drawable("👑😀 Zoë 🎩") == "Zoë"
        assert drawn("👑😀 Zoë 🎩").tobytes() == drawn("Zoë").tobytes()

    @given(st.text(max_size=40))
    @settings(max_examples=60)
    def test_any_name_can_be_drawn(self, name: str) -> None:
        sprite = text(name, 28, width=240)
        assert sprite is None or sprite.width <= 240


class TestWidth:
    def test_a_name_that_fits_is_left_alone(self) -> None:
        assert drawn("Anna", width=400) is drawn("Anna", width=400)
        assert drawn("Anna", width=400).tobytes() == drawn("Anna").tobytes()

    @pytest.mark.parametrize("width", [60, 100, 180, 300])
    def test_a_long_name_is_shortened_to_its_room_and_fills_most_of_it(self, width: int) -> None:
        sprite = drawn("Wolfeschlegelsteinhausenbergerdorff", 32, width=width)
        assert width - 45 <= sprite.width <= width

    @pytest.mark.parametrize("name", ["i" * 26 + "W" * 20, "W" * 20 + "i" * 26, "־ש" * 20])
    def test_letters_of_uneven_width_fill_the_room_too(self, name: str) -> None:
        assert 200 - 45 <= drawn(name, 32, width=200).width <= 200

    def test_a_name_with_no_room_at_all_is_left_out(self) -> None:
        assert text("Wolfeschlegelsteinhausenbergerdorff", 32, width=4) is None

    def test_markup_in_a_name_is_only_letters(self) -> None:
        """survive-68: the name is drawn, not obeyed."""
        assert drawn('<b>&"A"</b>', 32).width > drawn("A", 32).width * 5

    def test_a_text_has_the_colour_asked_for(self) -> None:
        sprite = text("I", 64, "gold")
        assert sprite is not None
        counted = sprite.getcolors()
        assert counted is not None
        assert {colour[:3] for _, colour in counted if isinstance(colour, tuple) and colour[3]} == {
            rgb(COLOURS["gold"])
        }

    def test_capitals_stand_on_the_baseline(self) -> None:
        box = drawn("H", 60).getchannel("A").getbbox()
        assert box is not None
        assert abs(box[3] - baseline(60)) <= 1


def roomy(line: str, size: int) -> Image.Image:
    """Shape a line with more room than any needs."""
    image = typography._rastered(line, size, "ink", True, (0, 0, 2 * len(line) * size + size, round(size * 1.6)))
    box = image.getchannel("A").getbbox()
    assert box is not None
    return image.crop((box[0], 0, box[2], image.height))


BOTH_WAYS = ("Anna יעל", "נועה 7", "محمد Ali", "(Anna) בנימין!", "אֵיתָן 2")
"""What resvg orders."""
JOINED = (
    *("אֵיתָן", "שָׁלוֹם", "(יעל)", "(?!ـ", "محمد علي", "مُحَمَّد", "لا إله", "ي", "יעל محمد"),
    *("Jeff", "fi ffi fl ffl", "Anna Мария", "ŀĿ", "1⁄2", "a\u200db", "e\u0301te\u0301", "x\u0301"),
)
"""Marks, ligatures, letters that join, two scripts."""
SEPARATE = (
    *(
        "Anna",
        "W" * 20,
        "i" * 30,
        "gjpqy_,",
        "ÅÖŲ",
        "7",
        "×2",
        "+4",
        "4/20",
        "−57",
        "111",
        "fi fl AV To",
        "r.r.r.",
        "ďáĽŠ",
    ),
    *(
        "Дмитрий",
        "ГаТоУж",
        "Ђуро Ћосић",
        "Ґалаґан",
        "בנימין כהן",
        "יעל!",
        "שרה־לאה",
        "ג'ורג'",
        "Wolfe…",
        "יע…",
        "Zoë 👑",
    ),
)


def alike(one: Image.Image, other: Image.Image, most: float = 0.06) -> None:
    """Raise AssertionError unless two sprites are all but the same, at most a pixel apart."""
    one, other = one.getchannel("A"), other.getchannel("A")
    assert abs(one.width - other.width) <= 2
    wide = max(one.width, other.width)
    found = []
    for shift in (-1, 0, 1):
        parted = [Image.new("L", (wide + 2, one.height)) for _ in range(2)]
        parted[0].paste(one, (1, 0))
        parted[1].paste(other, (1 + shift, 0))
        lost = ImageStat.Stat(ImageChops.difference(*parted)).sum[0]
        found.append(lost / ImageStat.Stat(parted[1]).sum[0])
    assert min(found) < most, "a line that stands a pixel away costs twice as much"


def by_freetype(name: str, typeface: Typeface, size: int) -> Image.Image:
    """Draw a name with FreeType, which Pillow has, where `text` draws it."""
    font = ImageFont.truetype(str(typeface.file), size, index=typeface.number)
    axes = font.get_variation_axes()
    font.set_variation_by_axes([BOLD if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes])
    image = Image.new("RGBA", (2 * len(name) * size, shaping.height(size)))
    ImageDraw.Draw(image).text((size, baseline(size)), name, anchor="ls", font=font)
    box = image.getchannel("A").getbbox()
    assert box is not None
    return image.crop((box[0], 0, box[2], image.height))


def whole(name: str) -> bool:
    """Return whether what is drawn of a line is about as high as its letters, whose curves HarfBuzz puts in boxes."""
    found, mask = shaping.extents(name, 84, BOLD), shaping.drawn(name, 84, BOLD)
    assert mask is not None
    box = mask.getbbox()
    assert box is not None
    return abs((box[3] - box[1]) - (found.top - found.bottom)) <= 5


def same(one: Image.Image, other: Image.Image) -> None:
    """Raise AssertionError unless two sprites are the same but for one of the sixteen points at which resvg looks at a
    pixel: it rounds otherwise where a line lies elsewhere."""
    assert one.size == other.size
    assert max(ImageChops.difference(one.getchannel("A"), other.getchannel("A")).tobytes()) <= 16


class TestOneWay:
    """A line that runs one way looks as resvg, which shapes by a library of its own, would draw it."""

    @pytest.mark.parametrize("size", [40, 56, 84])
    @pytest.mark.parametrize("name", [*SEPARATE, *JOINED])
    def test_a_name_looks_as_resvg_draws_it(self, name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
        other = roomy(typography._line(name), size)
        monkeypatch.setattr(typography, "_rastered", None)
        alike(drawn(name, size), other)

    @pytest.mark.parametrize("script", [r"\p{Latin}", r"\p{Cyrillic}", r"\p{Hebrew}", r"\p{Arabic}", r"\p{Common}"])
    def test_so_does_any_line_of_one_script(self, script: str) -> None:
        """Each letter and sign of the font once, beside others, in lines of twelve."""
        mine = [letter for letter in COVERED if regex.match(script, letter)]
        random.Random(7).shuffle(mine)
        assert len(mine) > 20
        for start in range(0, len(mine), 12):
            line = typography._line("".join(mine[start : start + 12]))
            if shaping.one_way(line):
                alike(drawn(line, 60), roomy(line, 60))

    @given(st.text(st.sampled_from(COVERED), min_size=1, max_size=12), st.sampled_from([40, 84]))
    @example("אֵיתָן", 40)
    @settings(max_examples=60)
    def test_what_is_measured_is_what_is_drawn(self, name: str, size: int) -> None:
        line = typography._line(name)
        sprite = text(line, size)
        if sprite is not None and shaping.one_way(line):
            assert sprite.width - 2 <= typography._measured(line, size, True) <= sprite.width + 0.05 * size


class TestBothWays:
    @pytest.mark.parametrize("name", BOTH_WAYS)
    def test_a_line_is_ordered_by_resvg(self, name: str) -> None:
        assert not shaping.one_way(typography._line(name))

    @pytest.mark.parametrize("size", [40, 46, 56, 84])
    @pytest.mark.parametrize("name", BOTH_WAYS)
    def test_it_looks_in_each_size_as_if_it_was_drawn_in_it(self, name: str, size: int) -> None:
        alike(drawn(name, size), roomy(typography._line(name), size), 0.15)

    def test_it_is_drawn_once_for_all_sizes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wide = drawn("محمود 7", 84).width
        monkeypatch.setattr(typography, "_rastered", None)
        assert abs(drawn("محمود 7", 42).width - wide / 2) <= 1

    @pytest.mark.parametrize("name", BOTH_WAYS)
    def test_it_is_measured_nearly_right(self, name: str) -> None:
        assert abs(typography._measured(name, 60, True) - drawn(name, 60).width) < 60 * 0.2


class TestRoom:
    """Every pixel of a canvas costs, so that a text that resvg draws has little more than it needs."""

    @pytest.mark.parametrize("size", [40, 56])
    @pytest.mark.parametrize("name", [*BOTH_WAYS, *JOINED, *SEPARATE[:10]])
    def test_a_text_looks_as_with_all_the_room_there_is(self, name: str, size: int) -> None:
        found = typography._ordered(name, size, "ink", True)
        assert found is not None
        same(found, roomy(typography._line(name), size))

    @given(st.text(st.sampled_from(COVERED), min_size=1, max_size=12))
    @settings(max_examples=60)
    def test_so_does_any_text(self, name: str) -> None:
        line = typography._line(name)
        sprite = typography._ordered(line, 40, "ink", True)
        if sprite is not None:
            same(sprite, roomy(line, 40))

    @pytest.mark.parametrize("box", [(0, 0, 60, 64), (0, 20, 400, 64), (0, 0, 400, 44), (0, 0, 123, 64)])
    def test_where_the_room_was_thought_too_small_it_is_seen(
        self, box: tuple[int, int, int, int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(typography, "_room", lambda *_: box)
        found = typography._ordered("Jo Gy", 40, "ink", True)
        assert found is not None
        same(found, roomy("Jo Gy", 40))

    def test_a_name_is_drawn_once_for_all_plates_that_it_fits(self) -> None:
        assert drawn("Anna", width=400) is drawn("Anna", width=300) is drawn("Anna")

    def test_a_name_is_not_drawn_again_and_again_to_find_how_much_of_it_fits(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried = list[str]()
        draw = typography._draw

        def noting(line: str, size: int, colour: str, bold: bool) -> Image.Image | None:
            tried.append(line)
            return draw(line, size, colour, bold)

        monkeypatch.setattr(typography, "_draw", noting)
        assert drawn("Hieronymus Freiherr von Münchhausen-Rinteln", 41, width=217).width <= 217
        assert 1 <= len(tried) <= 3, tried
        tried.clear()
        assert drawn("Wolfeschlegelstein", 43, width=181).width <= 181
        assert tried
        assert all("…" in line for line in tried), "what is seen to be too long is not drawn to find that out"

    @settings(max_examples=40)
    @given(st.text(st.sampled_from(COVERED), min_size=1, max_size=12))
    @example("ToToToYoYoToTo")
    @example("r.r.r.r.")
    @example("I")
    @example("محمد علي")
    def test_a_line_that_fits_is_not_taken_for_one_that_is_too_long(self, content: str) -> None:
        alone = text(content, 40)
        if alone is not None:
            assert text(content, 40, width=alone.width) is alone


def _columns(sprite: Image.Image) -> list[bytes]:
    alpha = sprite.getchannel("A")
    return [alpha.crop((x, 0, x + 1, alpha.height)).tobytes() for x in range(alpha.width)]
