"""Bands of pictures that are found again by less than all that shows on them: the checks of bytes notice."""

from __future__ import annotations

import marshal
from collections.abc import Hashable
from types import SimpleNamespace

import pytest

from bot.pictures import bands, kept, sheet
from tests.pictures.test_bands import Thing, check_that_nothing_shows_what_came_before

BAR: list[Thing] = [("bar", 10, 60, 30)]
PANEL: list[Thing] = [("panel", 10, 60, 20)]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    bands.forget()


def test_a_layer_known_by_its_kind_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet.Sprite, "mark", lambda self: "sprite")
    with pytest.raises(AssertionError):
        check_that_nothing_shows_what_came_before(PANEL, [("panel", 10, 60, 55)], [])


def test_a_layer_known_without_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet.Fill, "mark", lambda self: self.colour)
    with pytest.raises(AssertionError):
        check_that_nothing_shows_what_came_before(BAR, [("bar", 10, 60, 12)], [])


def test_a_band_known_without_where_things_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(key: list[Hashable], version: int) -> bytes:
        return marshal.dumps([part[0] if isinstance(part, tuple) else part for part in key], version)

    monkeypatch.setattr(bands, "marshal", SimpleNamespace(dumps=nowhere))
    with pytest.raises(AssertionError):
        check_that_nothing_shows_what_came_before(BAR, [("bar", 90, 60, 30)], [])


def test_images_named_by_what_made_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = kept._note
    kept.forget()
    monkeypatch.setattr(kept, "_note", lambda image, key: noted(image, key[0]))
    monkeypatch.setattr(sheet, "_KNOWN", {})
    with pytest.raises(AssertionError):
        check_that_nothing_shows_what_came_before(PANEL, [("panel", 10, 60, 55)], [])


def test_nothing_is_found_where_nothing_is_planted() -> None:
    check_that_nothing_shows_what_came_before([("word", 80, 40, 44), *BAR], [("word", 80, 40, 77)], [])
