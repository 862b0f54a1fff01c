"""discord.py reads and writes JSON by msgspec, and by the standard library what that refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from discord import utils
from hypothesis import given
from hypothesis import strategies as st

from bot.messaging import Answer
from bot.platforms.discord.coding import decoded, encoded, use_msgspec
from tests.discord.conftest import DiscordScene, post
from tests.helpers.discord.people import until

ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
HALVES: st.SearchStrategy[str] = st.text(st.characters(min_codepoint=0xD7F0, max_codepoint=0xE010, categories=None))
"""Texts with halves of surrogate pairs in them."""


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the library as it is by itself."""
    monkeypatch.setattr(utils, "_from_json", json.loads)
    monkeypatch.setattr(utils, "_to_json", json.dumps)


def test_the_library_looks_for_them_where_they_are_put(unset: None) -> None:
    use_msgspec()
    found: tuple[Callable[..., Any], Callable[..., Any]] = (utils._from_json, utils._to_json)
    assert found == (decoded, encoded)


async def test_gateway_calls_and_interactions_go_by_them(scene: DiscordScene, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []
    written: list[Any] = []

    def reading(text: str) -> Any:
        read.append(decoded(text))
        return read[-1]

    def writing(value: Any) -> str:
        written.append(value)
        return encoded(value)

    monkeypatch.setattr(utils, "_from_json", reading)
    monkeypatch.setattr(utils, "_to_json", writing)
    scene.handler.answers["t.1.go"] = Answer(private=post("For Ann"))
    used = await scene.ann.press_label(await scene.show(), "Press")
    await until(lambda: used.replies)
    assert any(each.get("t") == "INTERACTION_CREATE" for each in read)
    assert [each["author"]["id"] for each in read if "author" in each] == [str(scene.world.bot.id)] * 2
    assert len([each for each in written if each.get("components")]) == 2


@given(ANYTHING | HALVES | st.lists(HALVES) | st.dictionaries(HALVES, HALVES))
def test_they_say_what_the_standard_library_says(value: Any) -> None:
    """Also of half an emoji, and of numbers beyond 64 bits."""
    told = json.dumps(value)
    assert json.dumps(decoded(told)) == told
    assert json.loads(encoded(value)) == json.loads(told)


@pytest.mark.parametrize("text", ["", "{", '{"a": }', "nonsense", '"half'])
def test_what_is_no_json_is_an_error_of_value(text: str) -> None:
    with pytest.raises(ValueError):
        decoded(text)


def test_what_no_json_can_say_is_an_error_of_type() -> None:
    with pytest.raises(TypeError):
        encoded(object())
