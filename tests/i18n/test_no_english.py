"""Whole games in other languages: no English is left in anything that anybody reads.

Each game is played once, in a script that no English hides in; what was said is then said in other languages.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.messaging import plain_text
from bot.rulebook.book import Rulebook
from tests.helpers.clock import MovingClock
from tests.helpers.evening import NAMES, all_read, play_evening
from tests.helpers.party import party_at

LOCALES = Path(__file__).parents[2] / "locales"
CATALOGS = Catalogs(LOCALES)
LESSON_NAMES = ("Tick", "Tock")
"""Who plays in lessons."""
OTHER_SCRIPTS, SAME_SCRIPT = ("ru", "he"), ("de", "fr")
ALLOWED = (
    re.compile(r"https?://\S+"),
    re.compile(r"[@/][A-Za-z0-9_]+"),  # names of people and bots, commands
    re.compile(r"/play (?:hats|animal|invisible)"),
    re.compile(r"\b[0-9a-f]{64}\b"),  # commitments and seeds
    re.compile(r"\b[0-9a-f]{6}…[0-9a-f]{6}\b"),  # a commitment in short
    re.compile(r"\{\"game\":.*\}"),  # what was agreed, as it went into the key of the deal
    re.compile(r"\b[A-Z]\d{1,2}\b"),  # cells of the map
    re.compile(r"\A\{\n \"id\": (?s:.*)\Z"),  # what is stored of a person, as JSON: "Show my data" of /privacy
)
"""What may be written in Latin letters whatever the language."""
PROPER = {"SHA", "Telegram", "UTC", "Underhat"}
"""Names of things."""
SIGN = re.compile(r"^\W+ ")
"""The sign before the words of a button."""
PLACEHOLDER = re.compile(r"\{\w+\}")
LATIN = re.compile(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+")


def latin(text: str) -> list[str]:
    """List the runs of Latin letters that are none of what is allowed."""
    for allowed in ALLOWED:
        text = allowed.sub(" ", text)
    for name in (
        "Friends",
        *NAMES,
        *LESSON_NAMES,
        *(CATALOGS.translator(locale).own_name() for locale in CATALOGS.locales),
    ):
        text = text.replace(name, " ")
    return [run for run in LATIN.findall(text) if run not in PROPER]


@dataclass
class Evening:
    """What was read in an evening in Hebrew, and every call of a translator by which it was said."""

    game: str = ""
    read: list[str] = field(default_factory=list)
    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = field(default_factory=list)

    def said_in(self, locale: str) -> list[str]:
        """Render in another language; nested texts stay Hebrew."""
        translator = CATALOGS.translator(locale)
        said = (getattr(translator, method)(*given, **values) for method, given, values in self.calls)
        return self.bare(text if isinstance(text, str) else plain_text(text) for text in said)

    def bare(self, texts: Iterable[str]) -> list[str]:
        """Return each text once, without the id of the game."""
        return list(dict.fromkeys(text.replace(self.game, " ") for text in texts))


@pytest.fixture(scope="module", params=[game.word for game in GAMES])
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Play each game once, for all languages."""
    spent = Evening()

    def recorded(method: str) -> Callable[..., Any]:
        original = getattr(Translator, method)

        def record(translator: Translator, *given: Any, **values: Any) -> Any:
            spent.calls.append((method, given, values))
            return original(translator, *given, **values)

        return record

    async def play() -> None:
        path = tmp_path_factory.mktemp("evening") / "underhat.db"
        async with party_at(path, MovingClock(), names=[(name, "he") for name in NAMES], pictures="blank") as party:
            await play_evening(party, request.param)
            spent.game = party.table_record().id
            spent.read = spent.bare(all_read(party.world))

    with pytest.MonkeyPatch.context() as patch:
        for method in ("t", "plural", "rich", "duration"):
            patch.setattr(Translator, method, recorded(method))
        asyncio.run(play())
    return spent


def test_a_whole_game_leaves_no_english_anywhere(evening: Evening) -> None:
    assert len(evening.read) > 60
    assert {text: runs for text in evening.read if (runs := latin(text))} == {}


def test_the_same_game_leaves_no_english_in_another_script(evening: Evening) -> None:
    said = evening.said_in("ru")
    assert len(said) > 60
    assert {text: runs for text in said if (runs := latin(text))} == {}


@pytest.mark.parametrize("locale", OTHER_SCRIPTS)
@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_rules_have_no_english_but_the_names_of_who_made_the_games(locale: str, game: str) -> None:
    book = Rulebook(LOCALES, CATALOGS, {game.key: game.presenter.title for game in GAMES})
    assert len(book.sections(game, locale)) >= 15
    for section in book.sections(game, locale):
        if section.id != "credits":
            said = "".join(span.text for span in section.text if span.style != "code")
            assert latin(f"{section.title} {said}") == [], section.id


SHARED = {
    "hat {hat} ({what})",
    *(
        "Bank",
        "Museum",
        "Hotel",
        "Hospital",
        "Cinema",
        "School",
        "Circus",
        "Lab",
        "Park",
        "Post",
        "Trams",
        "dragon",
        "pirate",
        "tiara",
    ),
    *("Start", "Options", "Expert", "NO", "Hat {slot}: {hat} ({character}).", "Hat {hat}: {animal}.", "Hat {hat}"),
    *("{count} point", "{count} points", "{equation} point", "{equation} points"),
    *("/hand", "/pause", "/privacy", "/stop"),  # what Discord calls commands
    *("🔒 Fair?", "{time} UTC"),
    *("{number}. {name} (host)", "{game}: {chat}", "normal", "No", "no", "Rating: {rating}", "🎬 Video"),
}
"""Messages that some languages with Latin letters say as English does, because the words are the same."""


def catalog(locale: str) -> Catalog:
    with (LOCALES / locale / "LC_MESSAGES" / "bot.po").open("rb") as file:
        return read_po(file, locale=locale)


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("locale", [locale for locale in CATALOGS.locales if locale != "en"])
def test_no_message_is_left_as_the_english_one(locale: str) -> None:
    """What holds values and signs alone may be the same everywhere."""
    same = {
        english
        for message in catalog(locale)
        for english in forms(message.id)
        if english in forms(message.string or "") and LATIN.search(PLACEHOLDER.sub("", english))
    }
    assert {SIGN.sub("", english) for english in same} <= {SIGN.sub("", english) for english in SHARED}


def english_phrases() -> list[str]:
    """Return the runs of three words and more that stand between the values of English sentences."""
    texts = [text for message in catalog("en") for text in forms(message.id)]
    pieces = [piece.strip(" .,:;!?\n") for text in texts for piece in PLACEHOLDER.split(text)]
    return [piece for piece in pieces if len(piece.split()) >= 3]


@pytest.mark.parametrize("locale", SAME_SCRIPT)
def test_the_same_game_says_no_english_sentence(evening: Evening, locale: str) -> None:
    """For languages in Latin letters: no phrase of an English message stands in what was said."""
    said = evening.said_in(locale)
    assert len(said) > 60
    phrases = english_phrases()
    assert len(phrases) > 150
    assert {text: found for text in said if (found := [phrase for phrase in phrases if phrase in text])} == {}
