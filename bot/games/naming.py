"""The part of a game's scenes that only looks a name up: title, options, their values, presets, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from bot.words import Message, Words

__all__ = ["Named", "Names"]


class Names(msgspec.Struct, frozen=True):
    """What the things are called that every game has.

    `choices` go by option and value, `refusals` by the reason code of an IllegalAction; `unknown_action` is one.
    """

    title: Message
    options: Mapping[str, Message]
    choices: Mapping[tuple[str, str], Message]
    presets: Mapping[str, Message]
    refusals: Mapping[str, Message]


class Named:
    """Scenes that know their names (`bot.games.scene.Scenes`)."""

    names: ClassVar[Names]

    def title(self, words: Words) -> str:
        """Give the game's title."""
        return words.tell(self.names.title)

    def option(self, name: str, words: Words) -> str:
        """Name an option."""
        return words.tell(self.names.options[name])

    def choice(self, option: str, value: str, words: Words) -> str:
        """Name one value of an option."""
        return words.tell(self.names.choices[option, value])

    def preset(self, name: str, words: Words) -> str:
        """Name a preset."""
        return words.tell(self.names.presets[name])

    def refusal(self, reason: str) -> Message:
        """Put the reason code of an IllegalAction into words."""
        return self.names.refusals.get(reason, self.names.refusals["unknown_action"])
