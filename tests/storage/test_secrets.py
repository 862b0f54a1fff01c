"""Secrets on their way, lying in a private chat, and gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage.ids import MessageId
from storage.rows import Change, Deadline, PersonRow, SecretRow
from storage.store import Store
from tests.storage.samples import ANN, BOB, HERE, THERE, change, lobby, look, next_version, secret


async def sent(store: Store) -> int:
    """Write a secret; return its id."""
    (number,) = await store.commit(change(lobby(), deadlines=()))
    return number


async def kept(store: Store, number: int) -> SecretRow:
    """Return a secret that is not gone."""
    row = await store.secret(number)
    assert row is not None
    return row


async def test_a_secret_waits_is_sent_is_read_and_is_gone(store: Store) -> None:
    """survive-66: each secret's delivery is tracked."""
    number = await sent(store)
    assert (await kept(store, number)).status == "waiting"
    await store.mark_sent(number, MessageId("77"), 160.0)
    row = await kept(store, number)
    assert (row.status, row.message, row.remove_at) == ("shown", "77", None)
    assert await store.due(160.0) == [Deadline("hide", str(number), 160.0)]
    await store.mark_read(number, 999.0)
    row = await kept(store, number)
    assert (row.message, row.remove_at) == ("77", 160.0), "its message lies there until then"
    assert await store.due(160.0) == [Deadline("unwhisper", str(number), 160.0)]
    await store.delete_secret(number)
    assert await store.secret(number) is None
    assert await store.next_deadline() is None


async def test_showing_a_secret_again_does_not_make_its_time_longer(store: Store) -> None:
    """A peek is no notebook: the first time stands, the message is the newest."""
    number = await sent(store)
    await store.mark_sent(number, MessageId("77"), 160.0)
    await store.mark_sent(number, MessageId("78"), 999.0)
    assert await store.due(2000.0) == [Deadline("hide", str(number), 160.0)]
    await store.mark_read(number, 999.0)
    await store.mark_read(number, 1999.0)
    await store.mark_sent(number, MessageId("79"), 1999.0)
    row = await kept(store, number)
    assert (row.message, row.remove_at) == ("79", 160.0)
    assert await store.due(2000.0) == [Deadline("unwhisper", str(number), 160.0)]


async def test_a_secret_whose_message_went_unread_has_its_time_from_when_it_is_asked_for(store: Store) -> None:
    number = await sent(store)
    await store.mark_sent(number, MessageId("77"), 160.0)
    await store.mark_hidden(number)
    await store.clear_deadline(Deadline("hide", str(number), 160.0))
    row = await kept(store, number)
    assert (row.status, row.message, row.remove_at) == ("shown", None, None)
    await store.mark_read(number, 300.0)
    assert (await kept(store, number)).remove_at == 300.0
    assert await store.due(300.0) == [Deadline("unwhisper", str(number), 300.0)]


async def test_a_secret_that_is_gone_sets_no_deadline(store: Store) -> None:
    """It was seen and taken away while a copy was under way."""
    await store.mark_sent(5, MessageId("77"), 160.0)
    await store.mark_read(5, 160.0)
    assert await store.next_deadline() is None


async def test_secrets_of_a_round_that_is_over_are_due_at_once(store: Store) -> None:
    """In the transaction that ends the round, so that no kill leaves them; later ones and other tables' stay."""
    row = lobby("a", HERE)
    told = tuple(secret(ANN, number) for number in (1, 2, 3))
    old, middle, new = await store.commit(Change(row, 1.0, secrets=told))
    (other,) = await store.commit(Change(lobby("b", THERE), 1.0, secrets=(secret(BOB, 1),)))
    await store.mark_sent(middle, MessageId("77"), 160.0)
    await store.mark_read(middle, 160.0)
    (last,) = await store.commit(Change(next_version(row), 50.0, secrets=(secret(ANN, 3),), voided_before=3))
    ends = {number: (await kept(store, number)).remove_at for number in (old, middle, new, last, other)}
    assert ends == {old: 50.0, middle: 50.0, new: None, last: None, other: None}
    due = await store.due(50.0)
    assert {(each.kind, each.key, each.at) for each in due} == {
        ("unwhisper", str(old), 50.0),
        ("unwhisper", str(middle), 50.0),
    }


async def test_what_was_left_is_deliverable_once_its_person_can_be_written_to(store: Store) -> None:
    number = await sent(store)
    for reachable, found in ((None, []), (False, []), (True, [number])):
        await store.save_person(PersonRow(ANN, "Ann", reachable=reachable))
        assert await store.deliverable_secrets() == [], "it waits, and is sent without that"
        await store.mark_blocked(number)
        assert [row.id for row in await store.deliverable_secrets()] == found
        await store.mark_waiting([number])


async def test_only_what_waits_can_be_blocked(store: Store) -> None:
    number = await sent(store)
    await store.mark_blocked(number)
    row = await store.secret(number)
    assert row is not None
    assert row.status == "blocked"
    await store.mark_read(number, 160.0)
    await store.mark_blocked(number)
    row = await store.secret(number)
    assert row is not None
    assert row.status == "shown"


async def test_secrets_are_listed_by_table_by_person_by_both_or_all(store: Store) -> None:
    await store.commit(Change(lobby("a", HERE), 1.0, secrets=(secret(ANN, 1), secret(BOB, 2))))
    await store.commit(Change(lobby("b", THERE), 1.0, secrets=(secret(ANN, 3),)))
    assert [each.number for each in await store.secrets()] == [1, 2, 3]
    assert [each.number for each in await store.secrets(table="a")] == [1, 2]
    assert [each.number for each in await store.secrets(person=ANN)] == [1, 3]
    assert [each.number for each in await store.secrets(table="a", person=ANN)] == [1]
    assert [each.number for each in await store.secrets(table="b", person=BOB)] == []


async def test_an_id_is_never_given_twice(store: Store) -> None:
    """A button of a secret that is gone must not take away another one."""
    first = await sent(store)
    await store.delete_secret(first)
    (second,) = await store.commit(Change(lobby("t2", THERE), 1.0, secrets=(secret(),)))
    assert second > first


async def test_delivery_noted_twice_at_once_is_one_deadline(store: Store, database: Path | str) -> None:
    number = await sent(store)
    await asyncio.gather(*(store.mark_sent(number, MessageId(str(n)), 100.0 + n) for n in range(10)))
    assert look(database, "SELECT count(*) FROM deadlines") == [(1,)]
