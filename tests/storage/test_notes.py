"""What several processes remember together of places for a while."""

from __future__ import annotations

import asyncio
from pathlib import Path

from msgspec.structs import replace

from storage.ids import Place
from storage.rows import ChatRow, NoteRow
from storage.store import Store
from tests.storage.samples import ANN, HERE, THERE, change, lobby, look, next_version

TOPIC = replace(HERE, topic="5")


def note(kind: str, person: str = "", number: float = 0.0, until: float = 100.0, text: str = "") -> NoteRow:
    return NoteRow(kind, person, text, number, until)


async def test_a_note_goes_along_with_what_is_written_next(store: Store) -> None:
    store.note(HERE, note("watching", "1", 7.0))
    store.note(HERE, note("watching", "2", 8.0, text="said"))
    assert store.note_waits(HERE, "watching", "1")
    assert await store.notes(HERE, 1.0) == []
    await store.mark_seen("u", 1.0)
    assert not store.note_waits(HERE, "watching", "1")
    found = await store.notes(HERE, 1.0)
    assert sorted(found, key=lambda row: row.person) == [
        note("watching", "1", 7.0),
        note("watching", "2", 8.0, text="said"),
    ]


async def test_a_note_replaces_the_one_before_and_ends_by_itself(store: Store) -> None:
    for number in (1.0, 2.0):
        store.note(HERE, note("watching", "1", number, until=50.0 + number))
        await store.write_notes()
    assert await store.notes(HERE, 51.5) == [note("watching", "1", 2.0, until=52.0)]
    assert await store.notes(HERE, 52.0) == []


async def test_places_are_apart(store: Store) -> None:
    for number, place in enumerate((HERE, THERE, TOPIC)):
        store.note(place, note("closed", "", float(number)))
    await store.write_notes()
    assert [[row.number for row in await store.notes(place, 1.0)] for place in (HERE, THERE, TOPIC)] == [[0], [1], [2]]


async def test_a_dropped_note_is_gone(store: Store) -> None:
    store.note(HERE, note("closed"))
    await store.write_notes()
    store.drop_note(HERE, "closed")
    await store.write_notes()
    store.note(HERE, note("text"))
    store.drop_note(HERE, "text")  # before it was written
    await store.write_notes()
    assert await store.notes(HERE, 1.0) == []


async def test_what_two_count_at_once_is_added_up(store: Store, database: Path | str) -> None:
    other = await Store.open(database)
    for _ in range(3):
        store.add_note(HERE, note("below", number=1.0))
        other.add_note(HERE, note("below", number=1.0))
    await asyncio.gather(store.write_notes(), other.write_notes())
    store.add_note(HERE, note("below", number=1.0))
    await store.write_notes()
    assert [row.number for row in await other.notes(HERE, 1.0)] == [7.0]
    await other.close()


async def test_who_counts_after_a_new_beginning_begins_anew(store: Store) -> None:
    for _ in range(2):
        store.add_note(HERE, note("below", number=1.0))
        store.note(HERE, note("below"))
        store.add_note(HERE, note("below", number=1.0))
        await store.write_notes()
    assert [row.number for row in await store.notes(HERE, 1.0)] == [1.0]
    store.drop_note(HERE, "below")
    store.add_note(HERE, note("below", number=1.0))
    await store.write_notes()
    assert [row.number for row in await store.notes(HERE, 1.0)] == [1.0]


async def test_of_all_who_claim_at_once_one_is_told_so(store: Store, database: Path | str) -> None:
    other = await Store.open(database)
    told = await asyncio.gather(*(each.claim_note(HERE, note("told", "1"), 1.0) for each in (store, other) * 3))
    assert sorted(told) == [False] * 5 + [True]
    assert not await store.claim_note(HERE, note("told", "1"), 99.0)
    assert await other.claim_note(HERE, note("told", "1", until=200.0), 100.0), "its time has passed"
    await other.close()


async def test_writing_nothing_is_no_transaction(store: Store) -> None:
    await store.write_notes()
    assert not store._db.proven


async def test_the_head_of_a_table_tells_all_that_is_to_be_compared(store: Store) -> None:
    assert await store.head("t1", 1.0) is None
    row = lobby()
    await store.commit(change(row))
    head = await store.head("t1", 1.0)
    assert head is not None
    assert (head.version, head.place, head.chat, head.notes) == (1, HERE, ChatRow(HERE), ())
    await store.save_chat(ChatRow(HERE, "Friends", b'{"a":1}', closed=True))
    for person in ("1", "2"):
        store.note(HERE, note("watching", person))
    store.note(HERE, note("closed", until=0.5))
    store.note(TOPIC, note("closed"))
    await store.commit(change(next_version(row)))
    head = await store.head("t1", 1.0)
    assert head is not None
    assert (head.version, head.chat) == (2, ChatRow(HERE, "Friends", b'{"a":1}', closed=True))
    assert sorted(note.person for note in head.notes) == ["1", "2"]
    new = Place("telegram", "-100")
    await store.move_chat(HERE, new)
    head = await store.head("t1", 1.0)
    assert head is not None
    assert (head.version, head.place, head.notes) == (2, new, ())


async def test_notes_go_with_their_person_and_their_time(store: Store, database: Path | str) -> None:
    private = Place("telegram", ANN.id, private=True)
    store.note(HERE, note("watching", ANN.id))
    store.note(HERE, note("watching", "another"))
    store.note(private, note("below", number=1.0))
    store.note(THERE, note("closed", until=3.0))
    await store.write_notes()
    assert [row["kind"] for row in (await store.all_about(ANN))["notes"]] == ["watching"]
    await store.forget_person(ANN, [private])
    await store.purge(finished_before=1.0, seen_before=4.0)
    kept = [] if store.shared else [(THERE.chat, "")]  # of one process there are none to be deleted
    assert look(database, "SELECT chat, person FROM notes ORDER BY chat") == [(HERE.chat, "another"), *kept]
