"""Scenes look their names up in what their game gives, in the reader's language."""

from __future__ import annotations

import pytest

from bot.engine.labels import LabelledPresenter, Labels
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import SOURCE_LOCALE, lazy
from tests.helpers.tree import REPOSITORY


class Chess(LabelledPresenter):
    names = Labels(
        title=lazy("Chess"),
        options={"clock": lazy("Clock")},
        choices={("clock", "on"): lazy("five minutes"), ("clock", "off"): lazy("none")},
        presets={"blitz": lazy("Blitz")},
        refusals={"check": lazy("Your king is in check."), "unknown_action": lazy("This button no longer works.")},
    )


SCENES = Chess()
CATALOGS = Catalogs(REPOSITORY / "locales")
ENGLISH = CATALOGS.translator(SOURCE_LOCALE)


def test_a_title_an_option_and_a_preset_have_their_names() -> None:
    assert SCENES.title(ENGLISH) == "Chess"
    assert SCENES.option("clock", ENGLISH) == "Clock"
    assert SCENES.preset("blitz", ENGLISH) == "Blitz"


def test_a_value_goes_by_its_option() -> None:
    assert [SCENES.choice("clock", value, ENGLISH) for value in ("on", "off")] == ["five minutes", "none"]


def test_what_the_game_has_no_name_for_is_a_mistake_in_the_game() -> None:
    with pytest.raises(KeyError):
        SCENES.option("board", ENGLISH)
    with pytest.raises(KeyError):
        SCENES.choice("clock", "slow", ENGLISH)


def test_a_refusal_says_its_reason() -> None:
    assert SCENES.refusal("check") == lazy("Your king is in check.")


def test_a_reason_without_words_is_a_button_that_no_longer_works() -> None:
    assert SCENES.refusal("stalemate") == lazy("This button no longer works.")


def test_names_are_in_the_readers_language() -> None:
    refusal = SCENES.refusal("stalemate")
    told = {locale: CATALOGS.translator(locale).translate(refusal) for locale in CATALOGS.locales}
    assert told[SOURCE_LOCALE] == "This button no longer works."
    assert len(set(told.values())) == len(told) > 2
