"""Secrets on their way, lying in a private chat, and gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage.ids import MessageId
from storage.rows import Change, Deadline
from storage.sqlite import SqliteStore
from tests.storage.samples import ANN, BOB, HERE, THERE, change, lobby, look, whisper


async def sent(store: SqliteStore) -> int:
    """Write a whisper; give its id."""
    (number,) = await store.commit(change(lobby(), deadlines=()))
    return number


async def test_a_whisper_waits_is_shown_and_is_gone(store: SqliteStore) -> None:
    """survive-66: each secret's delivery is tracked."""
    number = await sent(store)
    await store.whispered(number, MessageId("77"), 160.0)
    row = await store.whisper(number)
    assert row is not None
    assert (row.status, row.message, row.remove_at) == ("shown", "77", 160.0)
    assert await store.due(160.0) == [Deadline("unwhisper", str(number), 160.0)]
    await store.forget_whisper(number)
    assert await store.whisper(number) is None
    assert await store.next_deadline() is None


async def test_showing_a_whisper_again_does_not_make_its_time_longer(store: SqliteStore) -> None:
    """A peek is no notebook: the first deadline stands, the message is the newest."""
    number = await sent(store)
    await store.whispered(number, MessageId("77"), 160.0)
    await store.whispered(number, MessageId("78"), 999.0)
    row = await store.whisper(number)
    assert row is not None
    assert (row.message, row.remove_at) == ("78", 160.0)
    assert await store.due(2000.0) == [Deadline("unwhisper", str(number), 160.0)]


async def test_a_private_answer_after_a_message_keeps_the_message(store: SqliteStore) -> None:
    number = await sent(store)
    await store.whispered(number, MessageId("77"), 160.0)
    await store.whispered(number, None, 170.0)
    row = await store.whisper(number)
    assert row is not None
    assert row.message == "77"


async def test_a_whisper_that_is_gone_sets_no_deadline(store: SqliteStore) -> None:
    """It was seen and taken away while a copy was under way."""
    await store.whispered(5, MessageId("77"), 160.0)
    assert await store.next_deadline() is None


async def test_only_what_waits_can_be_blocked(store: SqliteStore) -> None:
    number = await sent(store)
    await store.block_whisper(number)
    row = await store.whisper(number)
    assert row is not None
    assert row.status == "blocked"
    await store.whispered(number, None, 160.0)
    await store.block_whisper(number)
    row = await store.whisper(number)
    assert row is not None
    assert row.status == "shown"


async def test_whispers_are_listed_by_table_by_person_by_both_or_all(store: SqliteStore) -> None:
    await store.commit(Change(lobby("a", HERE), 1.0, whispers=(whisper(ANN, 1), whisper(BOB, 2))))
    await store.commit(Change(lobby("b", THERE), 1.0, whispers=(whisper(ANN, 3),)))
    assert [each.number for each in await store.whispers()] == [1, 2, 3]
    assert [each.number for each in await store.whispers(table="a")] == [1, 2]
    assert [each.number for each in await store.whispers(person=ANN)] == [1, 3]
    assert [each.number for each in await store.whispers(table="a", person=ANN)] == [1]
    assert [each.number for each in await store.whispers(table="b", person=BOB)] == []


async def test_an_id_is_never_given_twice(store: SqliteStore) -> None:
    """A button of a whisper that is gone must not take away another one."""
    first = await sent(store)
    await store.forget_whisper(first)
    (second,) = await store.commit(Change(lobby("t2", THERE), 1.0, whispers=(whisper(),)))
    assert second > first


async def test_delivery_noted_twice_at_once_is_one_deadline(store: SqliteStore, database: Path) -> None:
    number = await sent(store)
    await asyncio.gather(*(store.whispered(number, MessageId(str(n)), 100.0 + n) for n in range(10)))
    assert look(database, "SELECT count(*) FROM deadlines") == [(1,)]
