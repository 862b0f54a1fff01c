"""Whatever people call themselves, no text of a whole evening makes a link, a mention or a command of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.i18n.names import utf16_length
from bot.playground.text import found_entities
from bot.playground.world import World
from tests.helpers.clock import MovingClock
from tests.helpers.evening import play_evening
from tests.helpers.party import party_at

NAMES = ("/stop", "@durov", "evil.example", "http://a.example")


def texts(world: World) -> Iterator[str]:
    """Yield every text and caption that was sent, but those that are code as a whole, in which nothing is a link."""
    for call in world.calls:
        params = call.params
        media = json.loads(params.get("media", "{}"))
        styles = [(each["type"], each["offset"], each["length"]) for each in json.loads(params.get("entities", "[]"))]
        if call.method != "answerCallbackQuery" and ("code", 0, utf16_length(params.get("text", ""))) not in styles:
            yield from filter(None, (params.get("text"), params.get("caption"), media.get("caption")))


@pytest.mark.parametrize("word", [game.word for game in GAMES])
async def test_names_link_nowhere_on_telegram(database: Path, clock: MovingClock, word: str) -> None:
    """survive-75."""
    names = [(name, "en") for name in NAMES]
    async with party_at(database, clock, names=names, pictures="blank") as party:
        await play_evening(party, word)
        sent = list(texts(party.world))
    assert any("\u2068/\u2060stop\u2069" in text for text in sent)
    for text in sent:
        assert {found["type"] for found in found_entities(text)} <= {"bot_command"}, text
        assert "\u2068/stop" not in text, text
        assert ".example" not in text, text
