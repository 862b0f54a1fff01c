"""Saying things: languages, plural forms, names, and what is left when a catalogue is broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.port import Person, Span, plain
from bot.words import NAME_LENGTH, NAME_UNITS, Library, Words, clean_name, isolate, msg, msgs, units

LOCALES = Path(__file__).parents[2] / "locales"
FSI, PDI = "\u2068", "\u2069"
POINTS = ("{count} point", "{count} points")


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(LOCALES)


@pytest.fixture(scope="module")
def english(library: Library) -> Words:
    return library.words("en")


def test_speaks_english_russian_hebrew(library: Library) -> None:
    assert {"en", "ru", "he"} <= set(library.locales)
    said = {locale: library.words(locale).say("The game is over.") for locale in ("en", "ru", "he")}
    assert said == {"en": "The game is over.", "ru": "Игра окончена.", "he": "המשחק נגמר."}


@pytest.mark.parametrize(
    ("tag", "locale"),
    [("ru", "ru"), ("ru-RU", "ru"), ("RU_ru", "ru"), ("iw", "he"), ("iw-IL", "he"), ("en-GB-oxendict", "en")],
)
def test_finds_the_language_of_a_tag(library: Library, tag: str, locale: str) -> None:
    """BCP 47: the primary subtag; `iw` is the withdrawn code of Hebrew, which old Android phones still send."""
    assert library.match(tag) == locale


@pytest.mark.parametrize("tag", ["xx-YY", "xx", "", "-", "....", "en" * 200, "ру", "klingon", "../../etc", "\x00"])
def test_unknown_tags_fall_back(library: Library, tag: str) -> None:
    """survive-78: a language code nobody has heard of is no error."""
    assert library.match(tag) is None
    assert library.words(tag).locale == "en"
    assert library.words(tag, None, "he").locale == "he"


def test_default_language_is_a_setting() -> None:
    assert Library(LOCALES, default="ru").words("xx-YY").locale == "ru"
    assert Library(LOCALES, default="nonsense").words(None).locale == "en"


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", {0: "0 points", 1: "1 point", 2: "2 points", -1: "-1 point", -2: "-2 points"}),
        (
            "ru",
            {0: "0 очков", 1: "1 очко", 2: "2 очка", 5: "5 очков", 11: "11 очков", 21: "21 очко", -1: "-1 очко"},
        ),
        ("he", {0: "0 נקודות", 1: "נקודה אחת", 2: "שתי נקודות", 3: "3 נקודות", 20: "20 נקודות"}),
    ],
)
def test_counts_in_the_plural_forms_of_cldr(library: Library, locale: str, said: dict[int, str]) -> None:
    """CLDR plural rules; points can be negative (H20), and -1 takes the form of 1."""
    words = library.words(locale)
    assert {n: _bare(words.count(*POINTS, n)) for n in said} == said


def _bare(text: str) -> str:
    return regex.sub(r"\p{Cf}", "", text)


def test_a_minus_stays_on_the_left_in_right_to_left_text(library: Library) -> None:
    """UAX 9, W4 and N2: a bare minus before a number would be shown on its right."""
    assert library.words("he").count(*POINTS, -31) == "\u200f\u2066-31\u2069 נקודות"
    assert library.words("ru").number(-31) == "-31"


def test_a_message_is_said_later_in_the_readers_language(library: Library) -> None:
    later = msgs(*POINTS, 3)
    assert [library.words(locale).tell(later) for locale in ("en", "ru")] == ["3 points", "3 очка"]
    nested = msg("{game}: an empty table.", game=msg("Court Hats"))
    assert library.words("ru").tell(nested) == "Придворные шляпы: за столом никого."


def test_rich_text_keeps_the_style_of_what_is_filled_in(library: Library) -> None:
    who = Span("⁨Ann⁩", "mention", Person("telegram", 7))
    assert library.words("ru").rich("Turn: {name}", name=who) == (Span("Ход: "), who)
    assert library.words("he").say("Turn: {name}", name=who) == "התור של ⁨Ann⁩"


def test_a_line_keeps_its_direction_when_a_name_comes_first(library: Library) -> None:
    """survive-72: browsers take a line's direction from its first letter, even an isolated one: U+200F comes first."""
    values = {"number": 7, "name": isolate("Ann"), "slot": 3}
    assert library.words("he").say("{number}. {name} peeked at hat {slot}.", **values).startswith("\u200f7. ")
    assert library.words("he").rich("{number}. {name}", number=7, name="Ann")[0] == Span("\u200f")
    assert library.words("he").say("Turn: {name}", name="Ann").startswith("התור")
    assert "\u200f" not in library.words("ru").say("{number}. {name} peeked at hat {slot}.", **values)


def test_lists_numbers_and_times_are_written_as_readers_write_them(library: Library) -> None:
    en, ru = library.words("en"), library.words("ru")
    assert en.list(["a", "b", "c"]) == "a, b, and c"
    assert ru.list(["a", "b", "c"]) == "a, b и c"
    assert (en.number(1234), ru.number(1234)) == ("1,234", "1\N{NO-BREAK SPACE}234")
    spans = (0.2, 45, 60, 90, 3600, 5400, 86400)
    said = ["1 second", "45 seconds", "1 minute", "90 seconds", "1 hour", "90 minutes", "1 day"]
    assert [en.duration(seconds) for seconds in spans] == said
    assert ru.duration(120) == "2 минуты"


def test_languages_call_themselves_by_their_own_names(library: Library) -> None:
    assert [library.words(locale).own_name() for locale in ("en", "he", "ru")] == ["English", "עברית", "Русский"]


def test_hebrew_is_right_to_left(library: Library) -> None:
    assert {locale: library.words(locale).rtl for locale in ("en", "ru", "he")} == {
        "en": False,
        "ru": False,
        "he": True,
    }


class TestNames:
    @pytest.mark.parametrize("name", ["דנה", "أحمد", "Ann", "a_b*[c](d)`e`<f>&amp;", "< A", "B />", "{name}", "%s {0}"])
    def test_are_shown_as_written_and_isolated(self, english: Words, name: str) -> None:
        """survive-67, survive-68, survive-72: markup stays text, and a direction stays inside the name."""
        assert english.name(name) == f"{FSI}{name}{PDI}"
        assert english.say("Turn: {name}", name=english.name(name)) == f"Turn: {FSI}{name}{PDI}"

    @pytest.mark.parametrize("mark", [*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"])
    def test_cannot_turn_the_line_around(self, mark: str) -> None:
        """survive-72: direction characters of UAX 9 are dropped, so that nothing leaves the isolate."""
        assert clean_name(f"A{mark}B{mark}") == "AB"

    def test_of_64_emoji_are_cut_where_platforms_count(self) -> None:
        """Platforms count UTF-16 units: a family emoji is 11 of them, and is shown whole or not at all."""
        family = "👨‍👩‍👧‍👦"
        assert clean_name(family * 64) == family * 2 + "…"
        assert clean_name("🎩" * 64) == "🎩" * 15 + "…"

    def test_of_24_letters_are_whole_and_longer_ones_are_cut(self) -> None:
        assert clean_name("x" * 24) == "x" * 24
        assert clean_name("x" * 25) == "x" * 23 + "…"

    @pytest.mark.parametrize(
        "name", ["", " \n\t", "\u200b\u200d", "\u3164\u3164", "\u2800", "\ufe0f", "\u0301", "\ue000"]
    )
    def test_of_nothing_to_see_are_a_question_mark(self, name: str) -> None:
        """U+3164 and U+2800 are what people use for an empty name."""
        assert clean_name(name) == "?"

    def test_white_space_is_one_space(self) -> None:
        assert clean_name("  Ann\n\tLee\u3000Smith ") == "Ann Lee Smith"

    def test_piled_up_marks_are_cut(self) -> None:
        assert clean_name("a" + "\u0301" * 500) == "a" + "\u0301" * 11

    @given(st.text(max_size=200))
    def test_any_name_fits_and_is_seen(self, name: str) -> None:
        clean = clean_name(name)
        assert 1 <= units(clean) <= NAME_UNITS
        assert len(regex.findall(r"\X", clean)) <= NAME_LENGTH
        assert not regex.search(r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]", clean)
        assert clean_name(clean) == clean

    def test_isolates_are_first_strong(self) -> None:
        """UAX 9: U+2068 takes the direction of the first strong letter, U+2069 ends it."""
        assert isolate("x") == "\u2068x\u2069"


@pytest.mark.parametrize(("text", "count"), [("", 0), ("aя", 2), ("🎩", 2), ("👨‍👩‍👧‍👦", 11)])
def test_text_is_counted_in_utf16_units(text: str, count: int) -> None:
    assert units(text) == count


class TestBrokenCatalogue:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        return Path(shutil.copytree(LOCALES, tmp_path / "locales"))

    @pytest.mark.parametrize("content", [b'msgid "broken', b"\xff\xfe\x00 no text"])
    def test_falls_back_and_is_logged_once(self, folder: Path, content: bytes) -> None:
        """survive-77: one catalogue that cannot be read stops nobody; its readers get English."""
        (folder / "ru" / "LC_MESSAGES" / "bot.po").write_bytes(content)
        with capture_logs() as logs:
            library = Library(folder)
            said = [library.words("ru").say("The game is over.") for _ in range(3)]
        assert said == ["The game is over."] * 3
        assert [(log["event"], log["language"]) for log in logs] == [("catalogue_unreadable", "ru")]
        assert library.words("he").say("The game is over.") == "המשחק נגמר."

    def test_that_is_a_folder_falls_back(self, folder: Path) -> None:
        path = folder / "ru" / "LC_MESSAGES" / "bot.po"
        path.unlink()
        path.mkdir()
        assert Library(folder).words("ru").say("The game is over.") == "The game is over."

    def test_a_folder_that_is_no_language_is_left_out(self, folder: Path) -> None:
        shutil.copytree(folder / "ru", folder / "xx")
        with capture_logs() as logs:
            library = Library(folder)
        assert "xx" not in library.locales
        assert [log["event"] for log in logs] == ["language_unknown"]

    def test_no_catalogues_at_all_speak_english(self, tmp_path: Path) -> None:
        library = Library(tmp_path)
        assert library.locales == ("en",)
        assert plain(library.words("ru").rich("Turn: {name}", name="x")) == "Turn: x"
        assert library.words("ru").count(*POINTS, 2) == "2 points"
