"""A stop of a replay fits what a message holds, whoever played and whatever happened."""

from __future__ import annotations

import pytest

from bot.engine.replay import beats
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.messaging import Limits, plain_text, unfolded
from bot.settings import LOCALES
from bot.table.model.record import Record, SeatRecord
from bot.table.pages.replay_page import knew_post, replay_post
from storage.ids import Person, Place
from tests.games.finished import BY_KEY, whole

TELEGRAM, DISCORD = Limits(4096, 1024, 200), Limits(1900, 1000, 1900)
CATALOGS = Catalogs(LOCALES)


def record_of(key: str) -> Record:
    seats = tuple(SeatRecord(Person("telegram", str(n)), "😀Ж" * 32, "", "") for n in range(1, 5))
    place = Place("telegram", "-1")
    return Record(
        id="0" * 8, place=place, title="", game=key, status="ended", options={}, seed="", commitment="", seats=seats
    )


@pytest.mark.parametrize("key", sorted(BY_KEY))
@pytest.mark.parametrize("language", ["en", "de", "ru", "he"])
@pytest.mark.parametrize("limits", [TELEGRAM, DISCORD], ids=["telegram", "discord"])
def test_every_stop_fits(key: str, language: str, limits: Limits) -> None:
    played, tr, game = whole(key, number=3), CATALOGS.translator(language), BY_KEY[key]
    for stop in range(0, len(beats(played)), 5):
        post = replay_post(record_of(key), game, played, stop, tr, limits, film=True)
        assert utf16_length(plain_text(unfolded(post))) <= limits.caption
        assert all(len(button.token) <= 64 for row in post.keyboard for button in row)
    assert utf16_length(plain_text(knew_post(record_of(key), game, played, tr, limits).text)) <= limits.text


@pytest.mark.parametrize("at", [-1, 10_000, 999_999])
def test_beyond_the_ends_is_the_end(at: int) -> None:
    played, tr, game = whole("court_hats", number=3), CATALOGS.translator("en"), BY_KEY["court_hats"]
    last = len(beats(played)) - 1
    text = plain_text(replay_post(record_of("court_hats"), game, played, at, tr, TELEGRAM, film=False).text)
    assert f"{min(max(at, 0), last)} of {last}" in text
