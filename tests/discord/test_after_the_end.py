"""Looking back at a game in Discord: a replay in an answer that only its reader sees, a film in the channel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.messaging import Film
from tests.discord.party import DiscordParty, discord_party
from tests.discord.test_standings import play_to_the_end
from tests.helpers.discord.people import until

MP4 = b"\0\0\0\x14ftypisom" + bytes(8)


@pytest.fixture
async def party(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordParty]:
    async with discord_party(database, monkeypatch) as together:
        together.service._film_runner = _at_once
        await play_to_the_end(together)
        yield together


async def _at_once(make: Any, draws: Sequence[Callable[[], bytes]]) -> Film:
    return Film(MP4, 720, 720, float(len(draws)))


def _is_at(text: str, shown: Any) -> bool:
    return text in shown.text


async def test_a_replay_is_stepped_through_in_an_answer_for_one_alone(party: DiscordParty) -> None:
    board = party.board()
    public = len(party.channel.messages)
    replay = await (await party.press(party.cleo, "⏪ Replay", board)).reply()
    assert replay.viewer is party.cleo
    assert "0 of" in replay.text
    assert replay.attachments
    await party.cleo.press_label(replay, "▶")
    await until(partial(_is_at, "The Vanished Animal**: 1 of", replay))
    await party.cleo.press_label(replay, "⏭")
    await until(partial(_is_at, "The game is over.", replay))
    assert len(party.channel.messages) == public
    assert party.board() is board
    assert not party.world.call_log.refused()


async def test_what_everyone_knew_is_for_who_asks(party: DiscordParty) -> None:
    told = await (await party.press(party.bob, "💭 Who knew what")).reply()
    assert told.viewer is party.bob
    assert "What everyone knew at the end" in told.text


async def test_a_film_comes_once_to_the_channel(party: DiscordParty) -> None:
    board = party.board()
    await party.press(party.ann, "🎬 Video", board)
    films = [each for each in party.channel.messages.values() if each.attachments and each.attachments[0].data == MP4]
    assert [each.viewer for each in films] == [None]
    assert films[0].attachments[0].name == "game.mp4"
    assert "🏆" in films[0].text
    again = await (await party.press(party.bob, "🎬 Video", board)).reply()
    assert "already" in again.text
    assert not party.world.call_log.refused()
