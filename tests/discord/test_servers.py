"""What people and Discord do to servers while a game runs: the table survives or says what it needs."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.concurrency.backoff import Backoff
from tests.discord.conftest import at_once
from tests.discord.party import DiscordParty, discord_party
from tests.helpers.discord.model import FORUM, PRIVATE_THREAD
from tests.helpers.discord.people import until
from tests.helpers.discord.permissions import Permission
from tests.helpers.logs import named

NASTY = "@everyone [x](https://x.example) **b** <@1> `c` :smile: \u202e# x"


@pytest.fixture
async def party(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordParty]:
    async with discord_party(database, monkeypatch) as together:
        yield together


async def test_a_post_of_a_forum_is_a_place(party: DiscordParty) -> None:
    forum = party.world.add_channel(party.guild, "forum", FORUM)
    party.channel = party.world.add_thread(forum, "Tonight")
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    assert party.record().moves == 1
    assert not party.world.call_log.refused()


async def test_a_thread_that_was_archived_goes_on_with_a_new_board(party: DiscordParty) -> None:
    party.channel = thread = party.world.add_thread(party.channel, "Tonight")
    await party.begin(party.ann, party.bob)
    board = party.board()
    party.world.archive(thread)
    await party.press(party.ann, "👁1", board)
    await until(lambda: party.board() is not board)
    await party.press(party.bob, "👁2")
    assert party.record().moves == 2


async def test_moves_that_nobody_would_see_are_refused_in_clear_words(party: DiscordParty) -> None:
    """T11, T12: in a locked thread and without View Channel; what is told in private goes on there."""
    above = party.channel
    party.channel = thread = party.world.add_thread(above, "Tonight")
    await party.begin(party.ann, party.bob)
    party.world.lock(thread)
    await _is_told_that_nobody_would_see(party)
    party.world.lock(thread, locked=False)
    party.world.forbid(above, Permission.VIEW_CHANNEL)
    await _is_told_that_nobody_would_see(party)
    party.world.permit(above, Permission.VIEW_CHANNEL)
    await party.press(party.ann, "👁1")
    assert party.record().moves == 1


async def _is_told_that_nobody_would_see(party: DiscordParty) -> None:
    used = await party.press(party.ann, "👁1")
    assert "I’m not allowed to post here" in used.said
    assert party.record().moves == 0
    assert "I’m not allowed to post here" not in (await party.press(party.ann, "My secret")).said


async def test_in_a_private_thread_the_bot_asks_to_be_mentioned(party: DiscordParty, logged: list[EventDict]) -> None:
    """T13: an administrator cannot help there, whoever is in the thread can."""
    party.channel = party.world.add_thread(party.channel, "Tonight", PRIVATE_THREAD)
    used = await party.slash(party.ann, "play", game="hats")
    await until(lambda: "Mention me here" in used.said)
    assert "place_closed" in named(logged)
    party.ann.say(party.channel, f"<@{party.world.bot.id}>")
    await party.slash(party.ann, "board")
    await until(party.boards)


@pytest.mark.parametrize("code", [50001, 160005])
async def test_who_asks_for_a_table_is_told_that_it_may_not_be_shown(party: DiscordParty, code: int) -> None:
    """A private thread that the bot is not in, and a locked one: the rights that Discord tells do not show it."""
    party.channel = party.world.add_thread(party.channel, "Tonight")
    fault = party.world.faults.refuse(code, "POST /channels", times=None)
    used = await party.slash(party.ann, "play", game="hats")
    await until(lambda: "I’m not allowed to post here" in used.said)
    tried = sum(each.code == code for each in party.world.call_log.refused())
    party.world.faults.cancel(fault)
    used = await party.slash(party.ann, "board")
    await until(party.boards)
    assert used.said == ""
    assert tried == 1


async def test_a_channel_deleted_during_a_game_is_called_once_and_no_more(party: DiscordParty) -> None:
    await party.begin(party.ann, party.bob)
    table = party.table()
    party.world.remove_channel(party.channel)
    await until(lambda: party.service.manager.services.places.is_closed(table.record.place))
    calls = len(party.world.call_log.requests)
    for _ in range(3):
        party.service.manager.boards.request(table)
        await party.settle()
    assert len(party.world.call_log.requests) == calls


async def test_a_game_outlives_an_outage_of_its_server_and_a_new_session(
    party: DiscordParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.Client.before_identify_hook", at_once)
    await party.begin(party.ann, party.bob)
    party.world.outage(party.guild)
    party.world.recover(party.guild)
    before = party.world.gateway.identifies
    party.world.gateway.invalidate()
    await until(lambda: party.world.gateway.identifies > before)
    await party.press(party.ann, "👁1")
    assert party.record().moves == 1


async def test_a_burst_of_server_errors_and_an_overloaded_one_are_waited_out(
    party: DiscordParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library tries 500 and 502 again by itself and 503 not at all (docs/platforms.md B12)."""
    monkeypatch.setattr(party.service.manager.boards.publisher, "_backoff", lambda: Backoff(0.01, 0.01))
    await party.begin(party.ann, party.bob)
    party.world.faults.server_error(503, "PATCH /channels", times=3)
    await party.press(party.ann, "👁1")
    assert "peeked at hat 1" in party.board().text


async def test_a_deploy_in_which_two_processes_hear_every_press_plays_it_once(party: DiscordParty) -> None:
    """survive-38: to the second acknowledgement Discord says 40060."""
    await party.begin(party.ann, party.bob)
    party.world.faults.refuse(40060, "POST /interactions", times=1)
    used = party.ann.press_label(party.board(), "👁1")
    await until(lambda: party.record().moves == 1)
    await party.settle()
    assert used.replies == []
    assert "you peeked at hat 1. You saw: " in (await (await party.press(party.ann, "My secret")).reply()).text


async def test_names_ring_nobody_and_are_no_markup(party: DiscordParty) -> None:
    """survive-67, -68, -72, -74, -75."""
    member: Any = party.guild.members[party.ann.id]
    member.nick = NASTY
    party.bob.display = "X" * 32
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    text = party.board().text
    assert "@everyone" not in text.replace("@\u200beveryone", "")
    assert not re.search(r"(?<!\\)[\[\]<`](?!@\d+>|t:\d+:t>)", text)
    pings = party.world.call_log.pings
    assert not any(each.everyone for each in pings)
    assert all(each.users <= {party.ann.id, party.bob.id} for each in pings)


async def test_names_are_no_commands(party: DiscordParty) -> None:
    """D8: they are mentioned where a text of ours has one, and nowhere else."""
    party.ann.display, party.bob.display = "/play", "Bob /verify"
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    answers = [await party.press(party.ann, "👁2")]
    answers += [await party.slash(party.ann, command) for command in ("stats", "top", "help", "stop")]
    replies = [reply.text for used in answers for reply in used.replies]
    shown = [*replies, *(message.text for message in party.channel.messages.values()), *party.private(party.ann)]
    assert any("\u2068/play\u2069" in text for text in shown)
    assert any(text.startswith("</play:") for text in replies), "the help names commands of ours"
    assert not any(re.search(r"\u2068[^\u2069]*</", text) for text in shown)


async def test_where_discord_limits_uploads_all_is_told_in_words(party: DiscordParty) -> None:
    """F20: 400001 is no closed place, and private answers are under it too."""
    await party.begin(party.ann, party.bob)
    party.guild.uploads_limited = True
    await party.press(party.ann, "👁1")
    assert "peeked at hat 1" in party.board().text
    assert not party.board().attachments
    secret = await (await party.press(party.ann, "My secret")).reply()
    assert "you peeked at hat 1. You saw: " in secret.text
    assert not secret.attachments
    assert not party.ann.dm.messages


async def test_a_board_that_a_kill_left_unnoted_goes_by_itself(party: DiscordParty, database: Path) -> None:
    """R2: two live boards stood until the old one was pressed; the next process looks for what is not noted."""
    await party.begin(party.ann, party.bob)
    first = party.board()
    party.clock.advance(130.0)  # Bob looks away, so that the next board is a new one
    noted = rows(database, "SELECT * FROM boards")
    refused = party.world.faults.refuse(50013, "DELETE /channels", times=None)
    await party.press(party.ann, "👁1")
    await until(lambda: party.board() is not first)
    await party.close()
    party.world.faults.cancel(refused)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM boards")
        connection.executemany(f"INSERT INTO boards VALUES ({','.join('?' * len(noted[0]))})", noted)
    orphan = party.board()
    await party.open()
    await until(lambda: orphan.deleted)
    await until(lambda: len(party.boards()) == 1)
    await party.press(party.bob, "👁2")
    assert party.record().moves == 2


def rows(database: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql).fetchall()
