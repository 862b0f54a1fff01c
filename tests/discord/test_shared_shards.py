"""Several processes on one PostgreSQL share a bot's shards: fairly, one each at a time, and without a lost press."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from discord.gateway import DiscordWebSocket
from structlog.testing import capture_logs

from bot.errors import PersonUnreachable
from bot.health import HealthCheck
from bot.platforms.discord.logins import RESERVE
from bot.platforms.discord.shards import quota
from storage.ids import MessageId, Place
from storage.postgres_leases import PostgresLeases
from storage.shared import ShardServer
from tests.discord.conftest import post
from tests.discord.replicas import PACE, Replica, Replicas, person, replicas
from tests.helpers.discord.interactions import Interaction
from tests.helpers.discord.model import Message
from tests.helpers.discord.people import until
from tests.helpers.logs import named
from tests.helpers.postgres import Postgres

pytestmark = pytest.mark.timeout(300)
SHARDS = 4


@pytest.fixture
async def town(url: str) -> AsyncIterator[Replicas]:
    """A Discord with four shards, which all log in at once if they want."""
    async with replicas(url, SHARDS) as together:
        together.world.gateway.max_concurrency = SHARDS
        yield together


# -- who serves what ---------------------------------------------------------------------------------------------------


def sharing(*names: str) -> list[ShardServer]:
    return [ShardServer(name) for name in names]


@pytest.mark.parametrize(("count", "shares"), [(4, (4,)), (4, (2, 1, 1)), (5, (3, 2)), (1, (1, 0)), (7, (3, 2, 2))])
def test_shares_are_the_same_give_or_take_one(count: int, shares: tuple[int, ...]) -> None:
    servers = sharing(*(f"p{number}" for number in range(len(shares))))
    assert tuple(quota(count, servers, each.process)[1] for each in servers) == shares
    assert sum(shares) == count


def test_who_comes_or_goes_moves_as_few_shards_as_can_be() -> None:
    """The one who comes is given its share, and what one had who went is all that moves."""
    for count in range(1, 20):
        for many in range(1, 8):
            before = [quota(count, sharing(*"abcdefgh"[:many]), name)[1] for name in "abcdefgh"[:many]]
            after = [quota(count, sharing(*"abcdefgh"[: many + 1]), name)[1] for name in "abcdefgh"[: many + 1]]
            assert all(now <= then for now, then in zip(after, before, strict=False))
            gone = [quota(count, sharing(*"bcdefgh"[: many - 1]), name)[1] for name in "bcdefgh"[: many - 1]]
            assert all(now >= then for now, then in zip(gone, before[1:], strict=True))


def test_shards_that_one_serves_alone_are_none_of_the_others() -> None:
    servers = [*sharing("a", "b"), ShardServer("c", (0, 2))]
    assert quota(4, servers, "c") == ((0, 2), 2)
    assert quota(4, servers, "a") == ([1, 3], 1)


# -- moves -------------------------------------------------------------------------------------------------------------


async def test_processes_that_come_are_given_their_share_without_a_login(town: Replicas) -> None:
    gateway = town.world.gateway
    await town.start()
    await town.settled(4)
    await town.start()
    await town.settled(2, 2)
    third = await town.start()
    await town.settled(2, 1, 1)
    assert (gateway.identifies, gateway.resumes) == (4, 3)
    await third.stop()
    await town.settled(2, 2)
    assert (gateway.identifies, gateway.resumes) == (4, 4)


async def test_no_press_is_lost_and_none_comes_twice_while_shards_move(town: Replicas) -> None:
    """People press and write in every server while processes come and go; all is answered, by one of them."""
    used: list[Interaction] = []

    async def press_on() -> None:
        while True:
            used.extend(town.ann.slash(channel, "hand") for channel in town.channels.values())
            used.extend(town.boris.press_label(board, "Press") for board in boards)
            await asyncio.sleep(0.25)

    first = await town.start()
    await town.settled(4)
    boards = [await town.show(shard) for shard in range(SHARDS)]
    pressing = asyncio.create_task(press_on())
    with capture_logs() as logged:
        try:
            second = await town.start()
            await town.settled(2, 2)
            await first.stop()
            await town.settled(4)
            await town.start()
            await town.settled(2, 2)
            await second.stop()
            await town.settled(4)
        finally:
            pressing.cancel()
            with suppress(asyncio.CancelledError):
                await pressing
    await until(lambda: all(each.first for each in used))
    assert not [each for each in used if each.failed]
    assert {"shard_taken", "shard_given_up"} <= named(logged)
    assert town.world.gateway.identifies == SHARDS
    # What has come twice counts once: else a repeated press would stand for one that is still to come.
    await until(lambda: len(handled(town)) >= len(used), what="answered, and not handled")
    assert len(handled(town)) == len(used)
    assert set(handled(town).values()) == {1}


def handled(town: Replicas) -> Counter[str]:
    """Count how often each command and each press was handled, by whichever process."""
    return Counter(
        [command.id for replica in town.all for command in replica.handler.commands]
        + [press.id for replica in town.all for press in replica.handler.presses]
    )


async def test_a_session_that_discord_has_forgotten_is_begun_anew(town: Replicas) -> None:
    first = await town.start()
    await town.settled(4)
    await town.start()
    await town.settled(2, 2)
    gateway = town.world.gateway
    mine = [session for session in gateway.connected if session.shard in first.shards]
    stopping = asyncio.create_task(first.stop())
    await until(lambda: not any(session.line for session in mine))
    for session in mine:
        gateway.sessions.pop(session.id, None)
    await stopping
    await town.settled(4)
    assert gateway.identifies >= SHARDS + 1, "it may have been quicker than the test for one of the two"


async def test_a_shard_is_given_up_in_the_middle_of_a_reconnection(
    town: Replicas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library takes a cancellation there for the end of the reconnection alone."""
    first = await town.start()
    await town.settled(4)
    reached, connect = asyncio.Event(), DiscordWebSocket.from_client

    async def hang(*arguments: Any, **options: Any) -> Any:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(DiscordWebSocket, "from_client", hang)
    town.world.gateway.drop(shard=2)
    await reached.wait()
    monkeypatch.setattr(DiscordWebSocket, "from_client", connect)
    await town.start()
    await town.settled(2, 2)
    assert 2 not in first.shards
    assert town.world.gateway.identifies == SHARDS


async def test_a_process_for_which_no_shard_is_left_is_well_and_works(url: str) -> None:
    async with replicas(url, 1) as town:
        first, second = await town.start(), await town.start()
        await town.settled(1, 0)
        health = HealthCheck(second.store, lambda: 0.0)
        health.watch("discord", second.adapter.health)
        await until(lambda: second.adapter.health().serving)
        assert second.shards == []
        assert (await health())["platforms"]["discord"]["status"] == "ok"
        assert (await health.ready())["status"] == "ready"
        async with second.adapter.chat.send_permit(town.place(0)) as permit:
            await permit.post(post("A board", "t.1.go"))
        assert "A board" in [*town.channels[0].messages.values()][-1].text
        await first.stop()
        await town.settled(1)
        assert second.shards == [0]


async def test_shards_that_a_process_is_told_to_serve_are_its_own(town: Replicas) -> None:
    first = await town.start(shard_count=4)
    await town.settled(4)
    told = await town.start(shard_count=4, shard_ids=(1, 3))
    await town.settled(2, 2)
    assert (first.shards, told.shards) == ([0, 2], [1, 3])
    await told.stop()
    await town.settled(4)


async def test_all_use_the_number_of_shards_that_the_first_has_written_down(town: Replicas) -> None:
    first = await town.start(shard_count=4)
    await town.settled(4)
    other = await town.start(shard_count=2)
    await town.settled(2, 2)
    assert {session.count for session in town.world.gateway.connected} == {4}
    await first.stop()
    await other.stop()
    town.world.shards = 2
    await town.start(shard_count=2)
    await town.settled(2)
    assert {session.count for session in town.world.gateway.connected} == {2}


# -- leases that are lost ----------------------------------------------------------------------------------------------


async def test_leases_that_are_lost_for_a_moment_cost_no_connection(town: Replicas, server: Postgres) -> None:
    first, _ = await town.start(), await town.start()
    await town.settled(2, 2)
    gateway, lost = town.world.gateway, asyncio.Event()
    before, resumes = {session.id for session in gateway.connected}, gateway.resumes
    first.store.leases.on_lost(lost.set)
    await asyncio.to_thread(server.end_leases, first.store.leases.me)
    await asyncio.wait_for(lost.wait(), 60)
    sharing = first.adapter._sharing
    assert sharing is not None
    await until(lambda: not sharing._lost and all(run._leased.is_set() for run in sharing.runs.values()))
    await town.settled(2, 2)  # also if the other one took one of them for that moment
    for shard in range(SHARDS):
        assert not (await town.use(shard)).failed
    if gateway.resumes == resumes:
        assert {session.id for session in gateway.connected} == before


async def test_what_another_process_has_taken_meanwhile_is_given_up(
    town: Replicas, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No connection is made without the lease, so the two do not take the session from each other again and again."""

    async def nobody(_: PostgresLeases, processes: object) -> set[str]:
        return set()

    first = await town.start()
    await town.settled(4)
    sharing = first.adapter._sharing
    assert sharing is not None
    await until(lambda: len(sharing._noted) == SHARDS and all(sharing._noted.values()))
    held = asyncio.Event()
    acquire = first.store.leases.acquire

    async def slowly(name: str) -> bool:
        await held.wait()
        return await acquire(name)

    first.store.leases.acquire = slowly  # type: ignore[method-assign]
    monkeypatch.setattr(PostgresLeases, "alive", nobody)
    try:
        await asyncio.to_thread(server.end_leases, first.store.leases.me)
        await until(lambda: not any(run._leased.is_set() for run in sharing.runs.values()))
        second = await town.start(shard_ids=(0, 1, 2, 3), shard_count=4)
        await until(lambda: second.shards == [0, 1, 2, 3])
        await until(lambda: first.shards == [], what="Discord has not ended its connections")
    finally:
        held.set()
    await until(lambda: not sharing.runs)
    assert town.world.gateway.served == [0, 1, 2, 3]
    assert town.world.gateway.identifies == SHARDS


# -- logins ------------------------------------------------------------------------------------------------------------


async def test_one_login_of_a_bucket_at_a_time_over_all_processes(url: str) -> None:
    async with replicas(url, 6) as town:
        gateway = town.world.gateway
        gateway.pace, gateway.max_concurrency = PACE / 2, 2
        await asyncio.gather(*(town.start() for _ in range(3)))
        await town.settled(2, 2, 2)
        assert gateway.identifies >= 6
        assert gateway.hasty == 0


async def test_the_budget_of_logins_holds_over_all_processes(url: str) -> None:
    """Each asks what is left before the others have spent it."""
    async with replicas(url, 4) as town:
        gateway = town.world.gateway
        gateway.max_concurrency, gateway.logins_left, gateway.renewed_in = 4, RESERVE + 2, 0.2
        await town.start(shard_count=4, shard_ids=(0, 1))
        await town.start(shard_count=4, shard_ids=(2, 3))
        await until(lambda: gateway.identifies == 2 and any(each.adapter.health().waits for each in town.all))
        assert gateway.logins_left == RESERVE
        gateway.logins_left = 1000
        await until(lambda: gateway.served == [0, 1, 2, 3])
        assert not gateway.token_reset


# -- what all processes know -------------------------------------------------------------------------------------------


async def test_rights_and_links_are_known_to_who_does_not_serve_the_server(town: Replicas) -> None:
    first, second = await town.start(), await town.start()
    await town.settled(2, 2)
    shard = first.shards[0]
    await town.use(shard)
    await until(lambda: first.handler.commands)
    await first.store.write_updates()
    channel, chat = town.channels[shard], second.adapter.chat
    assert channel.guild is not None
    link = await chat.message_link(town.place(shard), MessageId("7"))
    assert link == f"https://discord.com/channels/{channel.guild.id}/{channel.id}/7"
    assert await chat.is_admin(town.place(shard), person(town.ann)), "it is her server"
    assert not await chat.is_admin(town.place(shard), person(town.boris))


async def test_who_refuses_messages_is_known_to_all_until_they_write_to_one(town: Replicas) -> None:
    first, second = await town.start(), await town.start()
    await town.settled(2, 2)
    cleo = town.world.add_person("cleo", takes_dms=False)
    guild = town.channels[0].guild
    assert guild is not None
    town.world.join(cleo, guild)
    with pytest.raises(PersonUnreachable):
        await first.adapter.chat.send_private(person(cleo), post("A secret"))
    assert not await second.adapter.chat.can_reach(person(cleo))
    cleo.takes_dms = True
    await cleo.slash(cleo.dm, "hand")
    holder = next(each for each in town.all if 0 in each.shards)
    await until(lambda: holder.handler.commands)
    await holder.store.write_updates()
    for replica in town.all:
        assert await replica.adapter.chat.can_reach(person(cleo))
        await replica.adapter.chat.send_private(person(cleo), post("A secret"))


def closed(replica: Replica) -> list[Place]:
    """List the places that were told to be closed."""
    return [item[1] for item in replica.handler.log if isinstance(item, tuple) and item[0] == "closed"]


async def test_a_server_that_is_left_is_told_by_who_has_taken_its_shard_over(town: Replicas) -> None:
    """Of a session that is resumed the gateway tells no servers: what was used is in the rows."""
    first = await town.start()
    await town.settled(4)
    for shard in range(SHARDS):
        await town.use(shard)
    await until(lambda: len(first.handler.commands) == SHARDS)
    second = await town.start()
    await town.settled(2, 2)
    shard, deleted = second.shards
    town.world.remove_channel(town.channels[deleted])
    guild = town.channels[shard].guild
    assert guild is not None
    town.world.remove_bot(guild)
    await until(lambda: {*closed(second)} == {town.place(shard), town.place(deleted)})
    assert closed(first) == []


async def test_titles_are_whole_where_a_session_was_resumed(town: Replicas) -> None:
    await town.start()
    await town.settled(4)
    second = await town.start()
    await town.settled(2, 2)
    shard = second.shards[0]
    guild = town.channels[shard].guild
    assert guild is not None
    assert second.adapter._sharing is not None
    client = next(run._client for run in second.adapter._sharing.runs.values() if run.shard == shard)
    assert client is not None
    await until(lambda: guild.id in client.guild_names)
    await town.use(shard)
    await until(lambda: second.handler.commands)
    assert second.handler.commands[0].title == f"#games, {guild.name}"


# -- private answers ---------------------------------------------------------------------------------------------------


async def shown(town: Replicas, replica: Replica, subject: str) -> Message:
    """Have a process show Ann a private answer about something; return it."""
    replica.handler.replies["hand"] = [post("Your cards", subject=subject)]
    return await (await town.use(replica.shards[0])).reply()


async def test_what_one_process_has_shown_another_takes_back(town: Replicas) -> None:
    first, second = await town.start(), await town.start()
    await town.settled(2, 2)
    one, other = await shown(town, first, "t1.hand"), await shown(town, first, "t2.hand")
    await second.adapter.chat.take_back("t1")
    assert one.deleted
    assert not other.deleted
    assert {row.table for row in await first.store.noted_answers(str(town.world.bot.id))} == {"t2"}


async def test_a_newer_answer_takes_the_place_of_another_processes(town: Replicas) -> None:
    first, second = await town.start(), await town.start()
    await town.settled(2, 2)
    old, other = await shown(town, first, "t1.hand"), await shown(town, first, "t1.7")
    new = await shown(town, second, "t1.hand")
    await until(lambda: old.deleted)
    assert not new.deleted
    assert not other.deleted


async def test_what_a_process_leaves_that_is_gone_goes_by_itself(
    town: Replicas, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing of those that are there."""
    monkeypatch.setattr("bot.platforms.discord.adapter.LOOK_SECONDS", 0.1)
    first, second = await town.start(), await town.start()
    await town.settled(2, 2)
    left, kept = await shown(town, first, "t1.hand"), await shown(town, second, "t2.hand")
    await asyncio.to_thread(disown, url)
    await until(lambda: left.deleted)
    assert not kept.deleted


def disown(url: str) -> None:
    """Make the answers about a table those of a process that is gone."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE answers SET process = 'gone' WHERE table_id = 't1'")
