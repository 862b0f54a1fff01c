"""The part of a game's scenes that only looks a name up: title, options, their values, presets, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from bot.i18n.translator import LazyText, Translator


class Labels(msgspec.Struct, frozen=True):
    """What the things are called that every game has.

    `choices` go by option and value, `refusals` by the reason code of an IllegalAction; `unknown_action` is one.
    """

    title: LazyText
    options: Mapping[str, LazyText]
    choices: Mapping[tuple[str, str], LazyText]
    presets: Mapping[str, LazyText]
    refusals: Mapping[str, LazyText]


class LabelledPresenter:
    """Scenes that know their names (`bot.engine.presentation.Scenes`)."""

    names: ClassVar[Labels]

    def title(self, tr: Translator) -> str:
        """Give the game's title."""
        return tr.translate(self.names.title)

    def option(self, name: str, tr: Translator) -> str:
        """Name an option."""
        return tr.translate(self.names.options[name])

    def choice(self, option: str, value: str, tr: Translator) -> str:
        """Name one value of an option."""
        return tr.translate(self.names.choices[option, value])

    def preset(self, name: str, tr: Translator) -> str:
        """Name a preset."""
        return tr.translate(self.names.presets[name])

    def refusal(self, reason: str) -> LazyText:
        """Put the reason code of an IllegalAction into words."""
        return self.names.refusals.get(reason, self.names.refusals["unknown_action"])
