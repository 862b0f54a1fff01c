"""Those who read a game: every language, the hardest names there are, and how much room a message has."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from bot.engine.presentation import BoardView, Player
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.messaging import plain_text
from storage.ids import Person
from tests.helpers.tree import REPOSITORY

CAPTION = 1024
"""Characters of a Telegram caption, in UTF-16 units (docs/platforms.md A4)."""
TOAST = 200
"""Characters of the answer to a press (docs/platforms.md A4)."""
NAMES = ("دانيال عبد الرحمن الطويل جدا", "Wolfeschlegelsteinhausen", "👨‍👩‍👧‍👦" * 64, "< A_*[b](c) & B />")
PLAYERS = tuple(Player(name, Person("telegram", str(seat))) for seat, name in enumerate(NAMES))
SCRIPTS = {"ru": range(0x0400, 0x0500), "he": range(0x0590, 0x0600)}
"""The letters of the languages that do not use ours."""


@cache
def catalogs() -> Catalogs:
    return Catalogs(REPOSITORY / "locales")


def size(scene: BoardView) -> int:
    """Measure headline, status and body in UTF-16 units."""
    return utf16_length("\n".join(map(plain_text, (scene.headline, scene.status, scene.body))))


def whole_size(scene: BoardView) -> int:
    """Measure a caption: headline, status, body and all moves, each on its line."""
    return size(scene) + sum(1 + utf16_length(plain_text(move)) for move in scene.moves if move)


def said_on(scene: BoardView) -> tuple[str, ...]:
    """Return all that a board says: headline, status, body, the picture's description, moves."""
    return (
        plain_text(scene.headline),
        plain_text(scene.status),
        plain_text(scene.body),
        scene.picture.alt,
        *map(plain_text, scene.moves),
    )


def keeps_names_apart(text: str) -> bool:
    """Return whether every isolate is closed and the Arabic name stands in one, as survive-72 wants."""
    closed = text.count("\u2068") + text.count("\u2066") == text.count("\u2069")
    return closed and "دانيال" not in text.replace("\u2068دانيال", "")


def strange(said: str, locale: str, but: Collection[str] = ()) -> set[str]:
    """Return the letters that are not of a language's script; players' names are set aside, and those in `but`."""
    for name in NAMES:
        said = said.replace(catalogs().translator(locale).name(name).text, "")
    return {c for c in said if c.isalpha() and ord(c) not in SCRIPTS[locale] and c not in but}
