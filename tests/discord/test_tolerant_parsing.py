"""What Discord tells in part is understood, and what cannot be understood ends nothing (docs/platforms.md B4)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platforms.discord.tolerant_parsing import complete_interaction
from tests.discord.conftest import DiscordScene, at_once
from tests.helpers.discord.people import until

TOLD = {"id": "5", "type": 0, "name": "games", "last_message_id": None, "permissions": "0"}


def strip(scene: DiscordScene, patch: pytest.MonkeyPatch, **channel: Any) -> None:
    """Reduce the channel in every interaction to its id and these fields."""
    whole = scene.world._interaction

    def in_part(interaction: Any) -> dict[str, Any]:
        data = whole(interaction)
        return {**data, "channel": {"id": data["channel_id"], **channel}}

    patch.setattr(scene.world, "_interaction", in_part)


@pytest.mark.parametrize("kind", [0, 2, 5, 11, 12, 13, 15, 99])
async def test_a_channel_that_the_library_does_not_know_yet_is_a_place(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch, kind: int
) -> None:
    """Threads out of the archive, channels of a server that becomes known later, kinds that are new."""
    client = scene.adapter._messages.client
    assert client is not None
    board = await scene.show()
    guild = client.get_guild(scene.guild.id)
    assert guild is not None
    guild._channels.clear()
    strip(scene, monkeypatch, type=kind)
    assert not (await scene.ann.press_label(board, "Press")).failed
    await until(lambda: scene.handler.presses)
    assert scene.handler.presses[0].place == scene.place()


async def test_a_channel_that_is_not_told_at_all_is_known_by_its_id() -> None:
    whole = complete_interaction({"channel_id": "7", "guild_id": "1"})
    assert (whole["channel"]["id"], whole["channel"]["type"]) == ("7", 0)
    assert complete_interaction({"channel_id": "7"})["channel"]["type"] == 1


async def test_what_is_told_stays_as_it_is() -> None:
    channel = complete_interaction({"channel_id": "5", "guild_id": "1", "channel": TOLD})["channel"]
    assert {key: channel[key] for key, value in TOLD.items() if value is not None}.items() <= TOLD.items()


async def test_an_event_that_cannot_be_read_ends_no_connection(scene: DiscordScene) -> None:
    board = await scene.show()
    before = scene.world.gateway.identifies
    for event in ("INTERACTION_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "SOMETHING_NEW"):
        scene.world.gateway.send(event, {"guild_id": str(scene.guild.id), "type": 3, "id": "x"})
    assert not (await scene.ann.press_label(board, "Press")).failed
    await until(lambda: scene.handler.presses)
    assert not scene.running.done()
    assert scene.world.gateway.identifies == before


WRONG: tuple[dict[str, Any], ...] = (
    {"token": None}, {"token": []}, {"type": [3]}, {"type": "3"}, {"locale": ["en"]}, {"data": []},
    {"data": {"custom_id": 7}}, {"data": {"custom_id": "x", "values": [None]}}, {"data": {"options": ["x"]}},
    {"message": {"flags": 0.5}}, {"message": {"flags": None}}, {"member": {"user": {"username": {}}}}, {"id": None},
    {"channel_id": {}}, {"channel_id": "-3243881"}, {"channel_id": -7}, {"channel": {"id": "x", "type": 0}},
    {"guild_id": "0.5"}, {"member": {"user": {"id": "-1", "username": "x"}}}, {"message": {"id": 1 << 80}},
)  # fmt: skip


async def test_an_interaction_with_a_field_of_another_type_is_skipped(
    scene: DiscordScene, caplog: pytest.LogCaptureFixture
) -> None:
    board = await scene.show()
    whole = scene.world._interaction(scene.ann.press_label(board, "Press"))
    await until(lambda: scene.handler.presses)
    for number, wrong in enumerate(WRONG):
        told = {**whole, "id": str(1000 + number), **wrong}
        scene.world.gateway.send("INTERACTION_CREATE", told)
    assert not (await scene.ann.press_label(board, "Press")).failed
    await until(lambda: len(scene.handler.presses) > 1)
    assert {line.msg["event"] for line in caplog.records if isinstance(line.msg, dict)} <= {"event_unreadable"}
    assert not scene.running.done()


async def test_a_press_on_a_message_whose_id_names_a_year_without_a_date_is_skipped(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An id holds the time of its message; the library would fail over this one when that is to be deleted."""
    whole = scene.world._interaction

    def far(interaction: Any) -> dict[str, Any]:
        data = whole(interaction)
        return {**data, "message": {**data["message"], "id": 1 << 86}}

    board = await scene.show()
    with monkeypatch.context() as changed:
        changed.setattr(scene.world, "_interaction", far)
        scene.ann.press_label(board, "Press")
    await until(lambda: "event_unreadable" in caplog.text)
    assert not (await scene.ann.press_label(board, "Press")).failed
    await until(lambda: scene.handler.presses)
    assert len(scene.handler.presses) == 1
    assert not scene.running.done()


async def test_half_an_emoji_in_a_name_is_no_reason_to_skip_a_press(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scene.world._interaction

    def halved(interaction: Any) -> dict[str, Any]:
        data = whole(interaction)
        return {**data, "member": {**data["member"], "nick": "Ann \ud83c"}}

    monkeypatch.setattr(scene.world, "_interaction", halved)
    board = await scene.show()
    assert not (await scene.ann.press_label(board, "Press")).failed
    await until(lambda: scene.handler.presses)
    assert scene.handler.presses[0].caller.name == "Ann \ufffd"


async def test_a_press_counts_before_the_server_is_told_of(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.Client.before_identify_hook", at_once)
    board = await scene.show()
    scene.guild.unavailable = True
    scene.world.gateway.invalidate()
    await until(lambda: scene.world.gateway.connected and scene.world.gateway.identifies > 1)
    assert not (await scene.ann.press_label(board, "Press")).failed
    await until(lambda: scene.handler.presses)
    assert scene.handler.presses[0].place == scene.place()
