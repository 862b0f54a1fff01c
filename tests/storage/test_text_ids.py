"""Ids were numbers up to schema 6: what was written then, and what a process of that version still writes, is read."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from storage.ids import MessageId, Person, Place, decode_json
from storage.rows import BoardRow, Change, ChatRow, HandRow, Invite, NewSecret, PersonRow
from storage.schema import MIGRATIONS
from storage.store import Store
from tests.storage.samples import ANN, BOB, HERE, look, next_version

FORUM = Place("telegram", "-1001234567890", topic="7")
CHANNEL = Place("discord", "1234567890123456789")
CLEO = Person("discord", "987654321098765432")

GAME = """
INSERT INTO tables VALUES ('t1', 'telegram', -10, 0, 'playing', 3, x'7B7D', x'7B7D', 1.0, NULL);
INSERT INTO tables VALUES ('t2', 'telegram', -1001234567890, 7, 'lobby', 1, x'7B7D', NULL, 2.0, NULL);
INSERT INTO tables VALUES ('t3', 'discord', 1234567890123456789, 0, 'ended', 9, x'7B7D', x'7B7D', 3.0, 4.0);
INSERT INTO sitting VALUES ('telegram', 1, 't1'), ('telegram', 2, 't1'), ('discord', 987654321098765432, 't3');
INSERT INTO actions VALUES ('t1', 0, NULL, 'deal', x'5B5D', 1.0);
INSERT INTO whispers VALUES (41, 't1', 0, 'telegram', 1, 1, x'7B7D', 'shown', 77, 9.0);
INSERT INTO whispers VALUES (42, 't1', 0, 'telegram', 1, 1, x'7B7D', 'waiting', NULL, NULL);
DELETE FROM whispers WHERE id = 42;
INSERT INTO boards VALUES ('t1', 5, 3, 2, 1, CAST('[3,4]' AS BLOB)), ('t2', NULL, 0, -1, -1, CAST('[]' AS BLOB));
INSERT INTO hands (table_id, seat, message, shown, platform, person) VALUES ('t1', 0, 78, 'x', 'telegram', 1);
INSERT INTO hands (table_id, seat, message, shown) VALUES ('t1', 1, NULL, '');
INSERT INTO people VALUES ('telegram', 1, 'Ann', 'en', NULL, 1, 0);
INSERT INTO people VALUES ('discord', 987654321098765432, 'Cleo', '', 'fr', NULL, 1);
INSERT INTO chats VALUES ('telegram', -10, 0, 'Group', x'7B7D', 1), ('telegram', -1001234567890, 7, 'Hats', x'7B7D', 0);
INSERT INTO invites VALUES ('i1', 't1', 'telegram', 2, 'p', 1.0);
INSERT INTO results VALUES ('t3', 0, 'discord', 1234567890123456789, 987654321098765432, 'hats', 2, 0, 1, 9, 4.0, 0);
INSERT INTO results VALUES ('t3', 1, 'discord', 1234567890123456789, 5, 'hats', 2, 0, 2, 3, 4.0, 0);
INSERT INTO ratings VALUES ('discord', 987654321098765432, 'hats', 25.0, 8.0, 1000, 1);
"""


@pytest.fixture
def old(database: Path) -> Path:
    """Make a file of schema 6 with something in every table."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        for script in sorted(MIGRATIONS.glob("*.sql")):
            if int(script.name[:4]) <= 6:
                connection.executescript(script.read_text())
        connection.executescript(f"{GAME}\nPRAGMA user_version=6;")
    return database


async def test_everything_is_found_by_its_id_as_text(old: Path) -> None:
    store = await Store.open(old)
    assert [await store.live_at(place) for place in (HERE, FORUM, CHANNEL)] == ["t1", "t2", None]
    tables = [await store.table(name) for name in ("t1", "t2", "t3")]
    assert [table and table.place for table in tables] == [HERE, FORUM, CHANNEL]
    assert await store.last_finished(CHANNEL) == "t3"
    assert await store.tables_of(ANN, live=True) == ["t1"]
    assert await store.tables_of(CLEO, live=False) == ["t3"]
    assert [row.number for row in await store.actions("t1")] == [0]
    (secret,) = await store.secrets(person=ANN)
    assert (secret.id, secret.person, secret.message) == (41, ANN, "77")
    assert await store.board("t1") == BoardRow("t1", MessageId("5"), 3, 2, 1, (MessageId("3"), MessageId("4")))
    assert await store.board("t2") == BoardRow("t2", None, 0)
    assert await store.hands("t1") == [HandRow("t1", 0, MessageId("78"), "x", ANN), HandRow("t1", 1)]
    assert await store.person(ANN) == PersonRow(ANN, "Ann", "en", reachable=True, here=False)
    assert await store.person(CLEO) == PersonRow(CLEO, "Cleo", locale="fr", here=True)
    assert await store.chat(HERE) == ChatRow(HERE, "Group", closed=True)
    assert await store.chat(FORUM) == ChatRow(FORUM, "Hats")
    assert await store.invite("i1") == Invite("i1", "t1", BOB, "p")
    assert [line.person for line in await store.standings(CHANNEL, "hats")] == [CLEO, Person("discord", "5")]
    assert [rating.games for rating in await store.ratings(CLEO)] == [1]
    contest = await store.unrated()
    assert contest is not None
    assert [(person, rating is None) for person, _, rating in contest.players] == [
        (CLEO, False),
        (Person("discord", "5"), True),
    ]
    await store.close()


async def test_rows_still_go_with_their_table_and_ids_of_secrets_are_never_given_twice(old: Path) -> None:
    store = await Store.open(old)
    row = await store.table("t1")
    assert row is not None
    ended = next_version(row, status="closed", finished=5.0)
    assert await store.commit(Change(ended, 5.0, secrets=(NewSecret(0, ANN, 2, b"{}"),))) == (43,)
    assert await store.purge(finished_before=6.0, seen_before=0.0) == 2
    for name in ("sitting", "actions", "whispers", "hands", "invites"):
        assert look(old, f"SELECT * FROM {name}") == [], name
    assert look(old, "PRAGMA foreign_key_check") == []
    await store.close()


async def test_processes_that_start_at_once_bring_it_up_to_date_once(old: Path) -> None:
    stores = await asyncio.gather(*(Store.open(old) for _ in range(3)))
    assert [await store.live_at(FORUM) for store in stores] == ["t2"] * 3
    for store in stores:
        await store.close()


async def test_what_a_process_of_before_writes_during_a_deploy_is_found(old: Path) -> None:
    store = await Store.open(old)
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        (found,) = connection.execute("SELECT id FROM tables WHERE chat = ? AND topic = ?", (-10, 0)).fetchall()
        assert found == ("t1",)
        connection.execute(
            "INSERT INTO tables VALUES ('t4', 'telegram', ?, ?, 'lobby', 1, x'7B7D', NULL, 6.0, NULL)", (-30, 0)
        )
        connection.execute(
            "INSERT INTO boards (table_id, message, revision, told, rung, stale) VALUES ('t4', ?, 1, 0, 0, ?)",
            (8, b"[6]"),
        )
        connection.execute("INSERT INTO sitting VALUES ('telegram', ?, 't4')", (2,))
        connection.commit()
    assert await store.live_at(Place("telegram", "-30")) == "t4"
    assert await store.board("t4") == BoardRow("t4", MessageId("8"), 1, 0, 0, (MessageId("6"),))
    assert await store.tables_of(BOB, live=True) == ["t1", "t4"]
    await store.close()


class KeptIds(msgspec.Struct):
    """What a record holds of people and places."""

    id: str
    place: Place
    number: int
    host: Person | None = None
    seats: tuple[Person, ...] = ()


def test_json_with_numbers_and_with_text_is_read_alike() -> None:
    kept = KeptIds("t", FORUM, 3, ANN, (ANN, CLEO))
    text = msgspec.json.encode(kept)
    numbers = text
    for written in (FORUM.chat, FORUM.topic, ANN.id, CLEO.id):
        numbers = numbers.replace(f'"{written}"'.encode(), str(written).encode())
    assert b'"id":987654321098765432' in numbers
    assert decode_json(text, KeptIds) == decode_json(numbers, KeptIds) == kept


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b'{"id":1}', b'{"id":"t","place":{"platform":"x","chat":[]},"number":1}']
)
def test_what_is_damaged_otherwise_stays_damaged(damaged: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_json(damaged, KeptIds)
