"""Saying things: languages, plural forms, names, and what is left when a catalog is broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy, lazy_plural
from bot.i18n.names import NAME_LENGTH, NAME_UNITS, clean_name, isolate, utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Span, plain_text
from storage.ids import Person
from tests.helpers.cases import each

LOCALES = Path(__file__).parents[2] / "locales"
FSI, PDI = "\u2068", "\u2069"
POINTS = ("{count} point", "{count} points")


@pytest.fixture(scope="module")
def catalogs() -> Catalogs:
    return Catalogs(LOCALES)


@pytest.fixture(scope="module")
def english(catalogs: Catalogs) -> Translator:
    return catalogs.translator("en")


def test_speaks_english_russian_hebrew(catalogs: Catalogs) -> None:
    assert {"en", "ru", "he"} <= set(catalogs.locales)
    said = {locale: catalogs.translator(locale).t("The game is over.") for locale in ("en", "ru", "he")}
    assert said == {"en": "The game is over.", "ru": "Игра окончена.", "he": "המשחק נגמר."}


@each(
    ("tag", "locale"),
    [
        *(("ru", "ru"), ("ru-RU", "ru"), ("RU_ru", "ru"), ("iw", "he"), ("iw-IL", "he"), ("en-GB-oxendict", "en")),
        *(("pt-BR", "pt_BR"), ("pt_BR", "pt_BR"), ("pt-br", "pt_BR"), ("pt-BR-abl1943", "pt_BR")),
        *(("pt", "pt"), ("pt-PT", "pt"), ("pt-AO", "pt"), ("pt-MZ", "pt"), ("pt-US", "pt"), ("es-MX", "es")),
    ],
)
def test_finds_the_language_of_a_tag(catalogs: Catalogs, tag: str, locale: str) -> None:
    """BCP 47, CLDR's parents; `iw` is the withdrawn code of Hebrew, which old Android phones still send."""
    assert catalogs.match(tag) == locale
    assert catalogs.match(locale) == locale


def test_zero_is_many_in_both_portuguese(catalogs: Catalogs) -> None:
    for locale in ("pt", "pt_BR"):
        assert [catalogs.translator(locale).plural(*POINTS, n) for n in (0, 1, 2)] == [
            "0 pontos",
            "1 ponto",
            "2 pontos",
        ]


@each("tag", ["xx-YY", "xx", "", "-", "....", "en" * 200, "ру", "klingon", "../../etc", "\x00"])
def test_unknown_tags_fall_back(catalogs: Catalogs, tag: str) -> None:
    """survive-78: a language code nobody has heard of is no error."""
    assert catalogs.match(tag) is None
    assert catalogs.translator(tag).locale == "en"
    assert catalogs.translator(tag, None, "he").locale == "he"


def test_default_language_is_a_setting() -> None:
    assert Catalogs(LOCALES, default="ru").translator("xx-YY").locale == "ru"
    assert Catalogs(LOCALES, default="nonsense").translator(None).locale == "en"


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", {0: "0 points", 1: "1 point", 2: "2 points", -1: "−1 point", -2: "−2 points"}),
        (
            "ru",
            {0: "0 очков", 1: "1 очко", 2: "2 очка", 5: "5 очков", 11: "11 очков", 21: "21 очко", -1: "−1 очко"},
        ),
        (
            "he",
            {0: "0 נקודות", 1: "נקודה אחת", 2: "שתי נקודות", 3: "3 נקודות", 20: "20 נקודות", -1: "−1 נקודות"},
        ),
    ],
)
def test_counts_in_the_plural_forms_of_cldr(catalogs: Catalogs, locale: str, said: dict[int, str]) -> None:
    """CLDR plural rules; points can be negative (H20), and -1 takes the form of 1 where that shows the number."""
    tr = catalogs.translator(locale)
    assert {n: _bare(tr.plural(*POINTS, n)) for n in said} == said


def _bare(text: str) -> str:
    return regex.sub(r"\p{Cf}", "", text)


def test_a_minus_stays_on_the_left_in_right_to_left_text(catalogs: Catalogs) -> None:
    """UAX 9, W4 and N2: a bare minus before a number would be shown on its right."""
    assert catalogs.translator("he").plural(*POINTS, -31) == "\u200f\u2066−31\u2069 נקודות"
    assert catalogs.translator("ru").number(-31) == "−31"


def test_a_message_is_said_later_in_the_readers_language(catalogs: Catalogs) -> None:
    later = lazy_plural(*POINTS, 3)
    assert [catalogs.translator(locale).translate(later) for locale in ("en", "ru")] == ["3 points", "3 очка"]
    nested = lazy("{game}: nobody at the table yet.", game=lazy("Court Hats"))
    assert catalogs.translator("ru").translate(nested) == "Придворные шляпы: за столом никого."


def test_rich_text_keeps_the_style_of_what_is_filled_in(catalogs: Catalogs) -> None:
    who = Span("⁨Ann⁩", "mention", Person("telegram", "7"))
    assert catalogs.translator("ru").rich("{name}’s turn", name=who) == (Span("Ход: "), who)
    assert catalogs.translator("he").t("{name}’s turn", name=who) == "התור של ⁨Ann⁩"


def test_a_line_keeps_its_direction_when_a_name_comes_first(catalogs: Catalogs) -> None:
    """survive-72: browsers take a line's direction from its first letter, even an isolated one: U+200F comes first."""
    values = {"number": 7, "name": isolate("Ann"), "slot": 3}
    assert catalogs.translator("he").t("{number}. {name} peeked at hat {slot}.", **values).startswith("\u200f7. ")
    assert catalogs.translator("he").rich("{number}. {name}", number=7, name="Ann")[0] == Span("\u200f")
    assert catalogs.translator("he").t("{name}’s turn", name="Ann").startswith("התור")
    assert "\u200f" not in catalogs.translator("ru").t("{number}. {name} peeked at hat {slot}.", **values)


def test_lists_numbers_and_times_are_written_as_readers_write_them(catalogs: Catalogs) -> None:
    en, ru = catalogs.translator("en"), catalogs.translator("ru")
    assert en.list(["a", "b", "c"]) == "a, b and c"
    assert ru.list(["a", "b", "c"]) == "a, b и c"
    assert (en.number(1234), ru.number(1234)) == ("1,234", "1\N{NO-BREAK SPACE}234")
    both = [catalogs.translator(locale).number(12345) for locale in ("pt", "pt_BR")]
    assert both == ["12\N{NO-BREAK SPACE}345", "12.345"]
    spans = (0.2, 45, 60, 90, 3600, 5400, 86400)
    said = ["1 second", "45 seconds", "1 minute", "90 seconds", "1 hour", "90 minutes", "1 day"]
    assert [en.duration(seconds) for seconds in spans] == said
    assert ru.duration(120) == "2 минуты"


def test_languages_call_themselves_by_their_own_names(catalogs: Catalogs) -> None:
    assert [catalogs.translator(locale).own_name() for locale in ("en", "he", "ru")] == ["English", "עברית", "Русский"]
    both = [catalogs.translator(locale).own_name() for locale in ("pt", "pt_BR")]
    assert both == ["Português (Portugal)", "Português (Brasil)"]


def test_hebrew_is_right_to_left(catalogs: Catalogs) -> None:
    assert {locale: catalogs.translator(locale).rtl for locale in ("en", "ru", "he")} == {
        "en": False,
        "ru": False,
        "he": True,
    }


class TestNames:
    @pytest.mark.parametrize("name", ["דנה", "أحمد", "Ann", "a_b*[c](d)`e`<f>&amp;", "< A", "B />", "{name}", "%s {0}"])
    def test_are_shown_as_written_and_isolated(self, english: Translator, name: str) -> None:
        """survive-67, survive-68, survive-72: markup stays text, and a direction stays inside the name."""
        assert english.name(name) == Span(f"{FSI}{name}{PDI}", kind="name")
        assert english.t("{name}’s turn", name=english.name(name)) == f"{FSI}{name}{PDI}’s turn"

    @each("mark", [*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"])
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
        assert 1 <= utf16_length(clean) <= NAME_UNITS
        assert len(regex.findall(r"\X", clean)) <= NAME_LENGTH
        assert not regex.search(r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]", clean)
        assert clean_name(clean) == clean

    def test_isolates_are_first_strong(self) -> None:
        """UAX 9: U+2068 takes the direction of the first strong letter, U+2069 ends it."""
        assert isolate("x") == "\u2068x\u2069"


@pytest.mark.parametrize(("text", "count"), [("", 0), ("aя", 2), ("🎩", 2), ("👨‍👩‍👧‍👦", 11)])
def test_text_is_counted_in_utf16_units(text: str, count: int) -> None:
    assert utf16_length(text) == count


class TestBrokenCatalog:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        return Path(shutil.copytree(LOCALES, tmp_path / "locales"))

    @pytest.mark.parametrize("content", [b'msgid "broken', b"\xff\xfe\x00 no text"])
    def test_falls_back_and_is_logged_once(self, folder: Path, content: bytes) -> None:
        """survive-77: one catalog that cannot be read stops nobody; its readers get English."""
        (folder / "ru" / "LC_MESSAGES" / "bot.po").write_bytes(content)
        with capture_logs() as logs:
            catalogs = Catalogs(folder)
            said = [catalogs.translator("ru").t("The game is over.") for _ in range(3)]
        assert said == ["The game is over."] * 3
        assert [(log["event"], log["language"]) for log in logs] == [("catalog_unreadable", "ru")]
        assert catalogs.translator("he").t("The game is over.") == "המשחק נגמר."

    def test_that_is_a_folder_falls_back(self, folder: Path) -> None:
        path = folder / "ru" / "LC_MESSAGES" / "bot.po"
        path.unlink()
        path.mkdir()
        assert Catalogs(folder).translator("ru").t("The game is over.") == "The game is over."

    def test_a_folder_that_is_no_language_is_left_out(self, folder: Path) -> None:
        shutil.copytree(folder / "ru", folder / "xx")
        with capture_logs() as logs:
            catalogs = Catalogs(folder)
        assert "xx" not in catalogs.locales
        assert [log["event"] for log in logs] == ["language_unknown"]

    def test_no_catalogs_at_all_speak_english(self, tmp_path: Path) -> None:
        catalogs = Catalogs(tmp_path)
        assert catalogs.locales == ("en",)
        assert plain_text(catalogs.translator("ru").rich("{name}’s turn", name="x")) == "x’s turn"
        assert catalogs.translator("ru").plural(*POINTS, 2) == "2 points"
