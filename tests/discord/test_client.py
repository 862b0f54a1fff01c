"""The private attributes of discord.py that the client relies on are there, and do what it relies on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.messaging import Answer
from bot.platforms.discord.client import ClientListener, DiscordClient, expect_no_voice, use_api
from storage.ids import MessageId
from tests.discord.conftest import DiscordScene, post
from tests.helpers.discord.people import until


@pytest.fixture
async def client() -> DiscordClient:
    return DiscordClient(cast(ClientListener, None))


def test_the_address_of_the_api_is_where_calls_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    use_api("http://127.0.0.1:1/api")
    assert Route("GET", "/users/@me").url == "http://127.0.0.1:1/api/users/@me"


async def test_the_gateway_that_was_found_is_the_one_that_shards_connect_to(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scene's gateway has another address than Discord's, and a shard has connected to it."""
    client = scene.adapter._messages.client
    assert client is not None
    assert {shard._parent.ws.gateway.host for shard in client.shards.values()} == {"127.0.0.1"}
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL("ws://nowhere.invalid"))
    await client.find_gateway()
    assert DiscordWebSocket.DEFAULT_GATEWAY.host == "127.0.0.1"


async def test_the_gateway_is_asked_for_again_when_a_connection_ends(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F20: at most once a minute, since every shard's end asks."""

    def asked() -> int:
        return sum(each.call == "GET /gateway/bot" for each in scene.world.call_log.requests)

    client, gateway = scene.adapter._messages.client, scene.world.gateway
    assert client is not None
    before = asked()
    gateway.drop()
    await until(lambda: gateway.resumes == 1)
    assert asked() == before
    monkeypatch.setattr(client, "_found_gateway", client.loop.time() - 61.0)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL("ws://nowhere.invalid"))
    for times in (2, 3):
        gateway.drop()
        await until(partial(lambda times: gateway.resumes == times, times))
        await until(lambda: asked() == before + 1)
    await until(lambda: DiscordWebSocket.DEFAULT_GATEWAY.host == "127.0.0.1")


async def test_events_are_parsed_by_the_parsers_that_can_be_replaced(client: DiscordClient) -> None:
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers
    assert {"READY", "RESUMED", "INTERACTION_CREATE", "GUILD_CREATE", "CHANNEL_DELETE"} <= parsers.keys()
    parsers["GUILD_CREATE"]({"broken": True})  # would raise KeyError if it were the library's own


async def test_a_shard_uses_those_parsers(scene: DiscordScene) -> None:
    client = scene.adapter._messages.client
    assert client is not None
    for shard in client.shards.values():
        assert shard._parent.ws._discord_parsers is client._connection.parsers


def test_the_warnings_about_voice_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("warn_nacl", "warn_dave"):
        assert isinstance(getattr(discord.VoiceClient, name), bool)
        monkeypatch.setattr(discord.VoiceClient, name, True)
    expect_no_voice()
    assert not discord.VoiceClient.warn_nacl
    assert not discord.VoiceClient.warn_dave


async def test_of_messages_no_more_is_built_than_is_read(scene: DiscordScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """In presses, in the answers to calls of the token, and in those to calls of an interaction."""
    built: list[discord.Message] = []
    build = discord.Message.__init__

    def noted(self: discord.Message, **given: Any) -> None:
        build(self, **given)
        built.append(self)

    monkeypatch.setattr(discord.Message, "__init__", noted)
    board = await scene.show(picture=True)
    async with scene.adapter.chat.send_permit(scene.place()) as permit:
        await permit.edit(MessageId(str(board.id)), post("Later", "t.2.go", picture=True))
    scene.handler.answers["t.2.go"] = Answer(private=post("For Ann", "t.3.go", picture=True))
    used = await scene.ann.press_label(board, "Press")
    await until(lambda: used.replies)
    await until(lambda: len(built) >= 4)
    assert not [each for each in built if each.components or each.attachments or each.content]
    assert {each.id for each in built} >= {board.id}
    assert scene.handler.presses[0].message == MessageId(str(board.id))
