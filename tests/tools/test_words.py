"""What docs/words.md asks of a language is checked: each check finds its fault, in every language it holds for."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bot.tools import catalogs
from bot.tools.leftovers import leftovers
from bot.tools.manners import MANNERS
from bot.tools.texts import LOCALES, Text, catalog_paths, language_of
from bot.tools.wording import faults, said_to_one
from tests.helpers.cases import each

LANGUAGES = sorted(MANNERS)
LATIN = [language for language in LANGUAGES if language not in ("en", "he", "ru")]
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'

FINE = {
    "da": "Tryk på »Deltag« – så er det din tur. Anna’s bord: {name}, 2–4 spillere, −1 point.",
    "de": "Tippe auf „Mitspielen“ – dann bist du dran. Ihr spielt zu viert. Sie liegen offen: {name}, 2–4, −1 Punkt.",
    "en": "Tap “Join” – it’s your turn. At the table: {name}, 2–4 players, −1 point.",
    "es": "Toca «Unirse» – ¡te toca! En la mesa: {name}, 2–4 jugadores, −1 punto.",
    "fr": (
        "Touche «\u00a0Participer\u00a0» – c’est ton tour\u00a0! Table\u00a0: {name}, 2–4\u00a0; −1 point. Qui\u00a0?"
    ),
    "he": "אפשר ללחוץ על ״הצטרפות״ – התור: {name}. \u2066−1\u2069 נקודות, 2–4 ב־\u2068Telegram\u2069: \u200e/play",
    "it": "Tocca «Partecipa» – è il tuo turno. L’ordine al tavolo: {name}, 2–4 giocatori, −1 punto.",
    "nl": "Tik op ‘Meedoen’ – jij bent. Anna’s tafel: {name}, 2–4 spelers, −1 punt.",
    "pt": "Toca em “Entrar” – é a tua vez. À mesa: {name}, 2–4 jogadores, −1 ponto.",
    "pt_BR": "Toque em “Entrar” – é a sua vez. Na mesa: {name}, 2–4 jogadores, −1 ponto.",
    "ru": "Нажмите «Сесть» — и ваш ход. За столом: {name}, 2–4 игрока, −1 очко.",
    "sv": "Tryck på ”Gå med” – det är din tur. Vid bordet: {name}, 2–4 spelare, −1 poäng.",
}
"""A sentence of each language with which nothing is wrong."""

ADDRESSES = {
    "da": ["Nu kan De kigge."],
    "de": ["Jetzt können Sie tippen.", "Das ist, wenn es gefällt, Ihr Zug.", "Warten Sie."],
    "es": ["Ahora podéis mirar.", "Os toca a vosotros.", "Ustedes empiezan.", "Pulse el botón."],
    "fr": ["Appuyez ici.", "Un instant, s’il vous plaît."],
    "he": ["התור שלכם.", "כבר הצצתם שם.", "עכשיו אתה בתור.", "לחצו על הכפתור."],
    "it": ["Ora, se vuole, tocca a Lei.", "Scelga una carta."],
    "nl": ["Nu bent u aan de beurt.", "Dit is uw kaart."],
    "pt": ["Agora é com você.", "Toque no botão.", "O computador está jogando.", "Olha para a tela."],
    "pt_BR": ["Agora é contigo.", "Tu jogaste bem.", "Toca em “Entrar”.", "O computador está a jogar.", "Olhe o ecrã."],
    "ru": ["Теперь твой ход.", "Сейчас ты ходишь.", "Нажми на шляпу."],
    "sv": ["Nu kan Ni titta."],
}
TO_ONE = {
    "da": "Det er jeres tur.",
    "de": "Das ist euer Zug.",
    "fr": "C’est votre tour.",
    "it": "Tocca a voi.",
    "nl": "Jullie zijn aan de beurt.",
    "sv": "Det är er tur.",
}
"""What may be said to a whole table, but not in the answer to one who has pressed."""

BEFORE_NAMES = {
    "da": "Vent ikke på {name}",
    "de": "Kein Platz für {name}",
    "en": "This is the {animal}",
    "es": "No esperar a {name}",
    "fr": "Ici, le {animal}",
    "he": "להוציא את {name}",
    "it": "Visto a {place}",
    "nl": "Wacht niet op {name}",
    "pt": "Visto em {place}",
    "pt_BR": "Visto em {place}",
    "ru": "Компьютер играет за {name}",
    "sv": "Vänta inte på {name}",
}


def found(language: str, text: str, id: str = "") -> list[str]:  # noqa: A002
    return list(faults(Text(language, "'x'", text, id)))


def test_every_language_has_its_manner() -> None:
    assert {language_of(path) for path in catalog_paths()} <= set(LANGUAGES)
    assert found("tlh", "nuqneH") == ["tlh: no manner of this language in bot/tools/manners.py"]


@pytest.mark.parametrize("language", LANGUAGES)
class TestEveryLanguage:
    def test_nothing_is_wrong_with_what_is_right(self, language: str) -> None:
        assert found(language, FINE[language]) == []

    def test_foreign_quotation_marks(self, language: str) -> None:
        for opening, closing in (("“", "”"), ("„", "“"), ("«", "»"), ('"', '"'), ("״", "״"), ("‘", "‛")):
            if (opening, closing) != MANNERS[language].quotes:
                assert found(language, f"{opening}X{closing}"), opening

    def test_quotation_marks_that_are_not_closed(self, language: str) -> None:
        opening, closing = MANNERS[language].quotes
        assert any("not in pairs" in each for each in found(language, f"{opening}12"))
        assert any("not in pairs" in each for each in found(language, f"{opening}1{closing} {opening}2"))

    def test_typewriters_apostrophes(self, language: str) -> None:
        assert any("apostrophe" in each for each in found(language, "a'b"))

    def test_dashes(self, language: str) -> None:
        wanted, other = MANNERS[language].dash, "–" if MANNERS[language].dash == "—" else "—"
        assert found(language, f"1 {wanted} x") == []
        assert any(f"instead of {wanted}" in each for each in found(language, f"1 {other} x"))
        assert any(f"instead of {wanted}" in each for each in found(language, "1 - x"))
        assert any("without spaces" in each for each in found(language, f"x{wanted}y"))

    def test_ranges(self, language: str) -> None:
        assert any("hyphen in a range" in each for each in found(language, "2-4"))
        assert any("spaces in a range" in each for each in found(language, "2 – 4"))

    def test_signs_of_numbers(self, language: str) -> None:
        assert any("hyphen before a number" in each for each in found(language, "1: -2"))
        assert any("bare sign" in each for each in found(language, "1: +{value}"))
        assert any("bare sign" in each for each in found(language, "−{value}"))

    def test_spaces_and_points(self, language: str) -> None:
        assert any("more than one space" in each for each in found(language, "1  2"))
        assert any("space at the end" in each for each in found(language, "1 "))
        assert any("full stops" in each for each in found(language, "1..."))
        assert any("space before a punctuation mark" in each for each in found(language, "1 , 2"))

    def test_isolates_that_are_not_closed(self, language: str) -> None:
        assert any("isolates" in each for each in found(language, "\u20661"))
        assert any("isolates" in each for each in found(language, "1\u2069\u2068"))
        assert any("override" in each for each in found(language, "\u202e1\u202c"))

    def test_words_that_need_not_fit_the_name_behind_them(self, language: str) -> None:
        text = BEFORE_NAMES[language]
        assert any(" before {" in each for each in found(language, text)), text
        assert found(language, text.replace("{", "9 {")) == [], "a word between them"

    def test_numbers_and_times_may_have_words_before_them(self, language: str) -> None:
        plain = BEFORE_NAMES[language].replace("{name}", "{time}").replace("{place}", "{count}")
        assert found(language, plain.replace("{animal}", "{number}")) == []


@each(("language", "text"), [(each, text) for each, texts in ADDRESSES.items() for text in texts])
def test_forms_of_address(language: str, text: str) -> None:
    assert any("form of address" in each for each in found(language, text))


@pytest.mark.parametrize(("language", "text"), TO_ONE.items())
def test_one_who_has_pressed_is_not_spoken_to_as_many(language: str, text: str) -> None:
    said = Text(language, "'x'", text, id="It is your turn.")
    assert list(faults(said)) == []
    assert any("form of address" in each for each in faults(said, {"It is your turn."}))


def test_refusals_and_answers_are_said_to_one(tmp_path: Path) -> None:
    module = (
        'raise Refusal(lazy("no {x}", x=1))\nAnswer("ok" if ok else tr.t("yes"), alert=True)\nSpan(tr.t("to all"))\n'
    )
    (tmp_path / "module.py").write_text(module)
    assert said_to_one(tmp_path) == {"no {x}", "yes"}
    assert len(said_to_one(LOCALES.parent / "bot")) > 15


def test_french_spaces() -> None:
    for wrong in ("Qui?", "Qui ?", "Table:", "Table : x", "x; y", "« x »", "«x»", "Bravo!", "{name}:"):
        assert any("no-break" in each for each in found("fr", wrong)), wrong
    for right in ("Qui~?", "Table~: x", "x~; y", "«~x~»", "18:05", "https://t.me/x?y", "«~Qui~?~»", "Oh~!"):
        assert found("fr", right.replace("~", "\u00a0")) == [], right


def test_russian_does_not_guess_a_players_gender() -> None:
    for past in ("{name} открыл шляпу", "{name} открыла шляпу", "{name}: шляпу открыл(а)", "{name}: ход сделался"):
        assert any("past tense" in each for each in found("ru", past, id="{name} opened a hat")), past
    assert found("ru", "{name}: сигнал открыт", id="{name}: the Signal is open") == []
    assert found("ru", "Бот открыл стол", id="The table is open") == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("קלף +1", "קלף \u2066+1\u2069"),
        ("מ+1 עד +3", "\u2066+1\u2069 עד \u2066+3\u2069"),
        ("−1 נקודות", "\u2066−1\u2069 נקודות"),
        ("לחזרה: /play", "לחזרה: \u2066/play\u2069"),
        ("לחזרה: /play", "לחזרה: \u200e/play"),
        ("צ׳אט ב־Discord", "צ׳אט ב־\u2068Discord\u2069"),
        ("ב-3", "ב־3"),
    ],
)
def test_right_to_left_text_isolates_what_is_not(wrong: str, right: str) -> None:
    assert found("he", wrong)
    assert found("he", right) == []


def test_a_foreign_word_may_begin_right_to_left_text() -> None:
    assert found("he", "Underhat: משחקים") == []


def test_hebrew_joins_prepositions_to_words() -> None:
    assert any("before {place}" in each for each in found("he", "נראה ב{place}"))
    assert any("before {name}" in each for each in found("he", "התור הבא ל־{name}"))
    assert found("he", "{a} ו{b}") == []
    assert found("he", "ה״כן״ של מנכ״ל") == []


class TestLeftovers:
    @each("language", [language for language in LANGUAGES if language != "en"])
    def test_words_left_in_english(self, language: str) -> None:
        said = Text(language, "'x'", "Gadget 1", english="a gadget")
        assert list(leftovers([said])) == [f"{language}: left in English, 'gadget': 'x'"]

    @each("language", [language for language in LANGUAGES if language != "en"])
    def test_paragraphs_that_nobody_has_translated(self, language: str) -> None:
        said = Text(language, "rules.md#goal: 'x'", "Tap the hat", english="Tap a hat")
        assert any("'the'" in each for each in leftovers([said]))

    def test_words_of_the_language_and_names_are_no_leftovers(self) -> None:
        texts = [
            Text("de", "'x'", "Dein Gadget, Telegram: {bot} /play", english="Your gadget, Telegram: {bot} /play"),
            Text("de", "'y'", "Ein Gadget", english="Thing"),
        ]
        assert list(leftovers(texts)) == []
        assert list(leftovers(texts[:1])) == ["de: left in English, 'gadget': 'x'"]

    def test_credits_name_whom_they_will(self) -> None:
        said = Text("de", "x.md#credits: 'x'", "„Magic Hat“", english="“Magic Hat”")
        assert list(leftovers([said])) == []


class TestCommand:
    @pytest.fixture
    def locales(self, tmp_path: Path) -> Path:
        for language, hello, rule in (("en", "", "Look into a hat."), ("nl", "Hallo", "Kijk in een hoed.")):
            folder = tmp_path / language
            (folder / "LC_MESSAGES").mkdir(parents=True)
            (folder / "rules").mkdir()
            (folder / "LC_MESSAGES" / "bot.po").write_text(f'{HEADER}msgid "Hello"\nmsgstr "{hello}"\n')
            (folder / "rules" / "game.md").write_text(f"# Game\n\n## goal: 1\nalso: a - b\n\n{rule}\n")
        return tmp_path

    def test_looks_into_catalogs_and_rules(self, locales: Path) -> None:
        source = locales / "source"
        assert list(catalogs.ill_said((), locales, source)) == []
        rules = locales / "nl" / "rules" / "game.md"
        rules.write_text(rules.read_text().replace("een hoed", "a hat - uw `- uw` hoed"))
        catalog = locales / "nl" / "LC_MESSAGES" / "bot.po"
        catalog.write_text(catalog.read_text().replace("Hallo", "Hallo..."))
        where = "game.md#goal: 'Kijk in a hat - uw \\u2068￼\\u2069 hoed.'"
        assert list(catalogs.ill_said((), locales, source)) == [
            "nl: three full stops instead of …: 'Hello'",
            f"nl: hyphen as a dash instead of –: {where}",
            f"nl: form of address 'uw', wanted: je: {where}",
            f"nl: left in English, 'hat': {where}",
        ]
        assert list(catalogs.ill_said(["en"], locales, source)) == []

    def test_check_lists_words_and_lengths_of_all_languages(self, tmp_path: Path) -> None:
        """Ours are as they should be, so what is planted is all that is found. `make lint` asks of all twelve."""
        locales = tmp_path / "locales"
        for language in ("en", "he", "nl"):
            shutil.copytree(LOCALES / language, locales / language)
        rules = locales / "nl" / "rules" / "court_hats.md"
        title = "## goal: Waar het allemaal om gaat"
        rules.write_text(re.sub("^## goal: .*", title, rules.read_text(), flags=re.MULTILINE) + "\nDit is uw hoed.\n")
        spoken, long = catalogs.everything(locales, LOCALES.parent / "bot")
        assert spoken == "nl: form of address 'uw', wanted: je: court_hats.md#credits: 'Dit is uw hoed.'"
        assert long.startswith(f"nl: {len(title) - 9} letters, at most 20: ")
        (locales / "nl" / "LC_MESSAGES" / "bot.po").write_text("rubbish")
        (unread,) = catalogs.everything(locales, LOCALES.parent / "bot")
        assert unread.startswith("nl: cannot be read: ")

    def test_exit_code(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert catalogs.main(["words", "no such language"]) == 0
        assert capsys.readouterr().out == ""
