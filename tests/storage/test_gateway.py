"""What processes that share a bot's shards write for each other."""

from __future__ import annotations

import asyncio

from storage.shared import AnswerRow, ShardServer, ShardSession
from storage.store import Store
from tests.storage.samples import ANN

BOT = "1"
SESSION = ShardSession("s1", 7, "wss://there")


async def test_the_first_process_says_how_many_shards_there_are(store: Store) -> None:
    assert await store.join_gateway(BOT, ShardServer("a"), 4, ()) == 4
    assert await store.join_gateway(BOT, ShardServer("b", (1, 3)), 2, ()) == 4
    servers, _ = await store.gateway_state(BOT)
    assert servers == [ShardServer("a"), ShardServer("b", (1, 3))]
    await store.hold_shard(BOT, 1, "b", 5.0)
    await store.leave_gateway(BOT, "b")
    assert await store.join_gateway(BOT, ShardServer("c"), 2, ("a",)) == 2
    assert await store.gateway_state(BOT) == ([ShardServer("c")], {}), "sessions of another number resume nothing"


async def test_of_two_that_come_at_once_one_is_the_first(store: Store) -> None:
    counts = await asyncio.gather(
        *(store.join_gateway(BOT, ShardServer(name), count, ()) for name, count in (("a", 4), ("b", 2)))
    )
    assert len(set(counts)) == 1


async def test_a_shard_is_handed_on_with_its_session(store: Store) -> None:
    assert await store.hold_shard(BOT, 0, "a", 5.0) is None
    await store.note_sessions(BOT, "a", [(0, SESSION)], 6.0)
    assert await store.hold_shard(BOT, 0, "b", 7.0) == SESSION, "as after a kill"
    await store.note_sessions(BOT, "a", [(0, None)], 8.0)
    await store.release_shard(BOT, 0, "a", None, 8.0)
    assert await store.gateway_state(BOT) == ([], {0: "b"}), "it is no more a's to say"
    later = ShardSession("s1", 9, "wss://there")
    await store.release_shard(BOT, 0, "b", later, 9.0)
    assert await store.gateway_state(BOT) == ([], {0: ""})
    assert await store.hold_shard(BOT, 0, "c", 10.0) == later
    assert await store.shard_served(BOT, 0) == 10.0


async def test_logins_are_counted_whoever_makes_them(store: Store) -> None:
    made = await asyncio.gather(*(store.note_login_within(BOT, shard, 10.0, 5.0, 3) for shard in range(5)))
    assert sorted(made) == [False, False, True, True, True]
    assert not await store.note_login_within(BOT, 0, 11.0, 5.0, 3)
    assert await store.note_login_within(BOT, 0, 11.0, 10.5, 1)
    assert len(await store.logins(BOT, 0.0)) == 4


async def test_who_refuses_messages_keeps_the_channel(store: Store) -> None:
    await store.note_refusal(BOT, ANN, 9.0)
    assert await store.private_channel(BOT, ANN) is None
    assert await store.refuses_messages(BOT, ANN, 8.0)
    assert not await store.refuses_messages(BOT, ANN, 9.0)
    await store.note_private_channel(BOT, ANN, "7")
    await store.note_refusal(BOT, ANN, 19.0)
    assert await store.private_channel(BOT, ANN) == "7"
    store.note_acceptance(BOT, ANN)
    await store.write_updates()
    assert not await store.refuses_messages(BOT, ANN, 8.0)


async def test_channels_that_were_used(store: Store) -> None:
    for channel, guild in (("7", "70"), ("8", "70"), ("9", "90")):
        store.note_channel(BOT, channel, guild)
    await store.write_updates()
    assert await store.guild_of(BOT, "7") == "70"
    assert await store.guild_of("2", "7") is None
    assert await store.used_channels(BOT, ["7", "9", "10"]) == {"7", "9"}
    assert {*await store.channels_of(BOT, "70")} == {"7", "8"}
    await store.drop_channels(BOT, ["7"])
    assert {*await store.channels_of(BOT, "70")} == {"8"}


async def test_answers_about_a_table(store: Store) -> None:
    rows = [AnswerRow(message, "token", 5.0, "a", table, "x") for message, table in (("1", "t1"), ("2", "t2"))]
    for row in rows:
        await store.note_answer(BOT, row)
    assert await store.answers_about(BOT, "t1") == rows[:1]
    await store.drop_answer(BOT, "1")
    assert await store.noted_answers(BOT) == rows[1:]
