"""The questions of `storage.store.Store`, asked of SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bot.errors import StaleVersion
from storage.database import Database, Transaction
from storage.ids import MessageId, Person, Place
from storage.maintenance import UpkeepQuestions
from storage.people import NO_TOPIC, PeopleQuestions, place_columns
from storage.rows import ActionRow, BoardRow, Change, HandRow, TableRow, WhisperRow
from storage.standings import StandingsQuestions, write_results

_TABLE = "id, platform, chat, topic, status, version, record, state, opened, finished"
_WHISPER = "id, table_id, seat, platform, person, number, event, status, message, remove_at"


class SqliteStore(PeopleQuestions, StandingsQuestions, UpkeepQuestions):
    """A `Store` in one SQLite file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """Open or make the file and bring its schema up to date."""
        return cls(await Database.open(path))

    async def commit(self, change: Change) -> tuple[int, ...]:
        """Write a change; give the ids of its whispers. Raises StaleVersion."""
        try:
            async with self._db.write(urgent=bool(change.seen)) as tx:
                await _write_table(tx, change.table)
                return await _write_rest(tx, change)
        except sqlite3.IntegrityError as error:
            raise StaleVersion(str(error)) from error

    async def table(self, table: str) -> TableRow | None:
        """Find a table by id."""
        row = await self._db.read_one(f"SELECT {_TABLE} FROM tables WHERE id = ?", (table,))
        return _table(row) if row else None

    async def live_at(self, place: Place) -> str | None:
        """Find the id of the lobby or running game of a place."""
        row = await self._db.read_one(
            "SELECT id FROM tables WHERE platform = ? AND chat = ? AND topic = ? AND status IN ('lobby', 'playing')",
            place_columns(place),
        )
        return row[0] if row else None

    async def live_tables(self) -> Sequence[str]:
        """List all lobbies and running games."""
        rows = await self._db.read("SELECT id FROM tables WHERE status IN ('lobby', 'playing') ORDER BY opened")
        return [row[0] for row in rows]

    async def lately_ended(self, since: float) -> Sequence[str]:
        """List the lobbies and games that ended after a time."""
        rows = await self._db.read(
            "SELECT id FROM tables WHERE finished > ? AND status IN ('ended', 'closed') ORDER BY finished", (since,)
        )
        return [row[0] for row in rows]

    async def tables_of(self, person: Person, *, live: bool) -> Sequence[str]:
        """List the tables where a person sits, live ones only or all that are kept."""
        rows = await self._db.read(
            "SELECT id FROM tables JOIN sitting ON table_id = id WHERE sitting.platform = ? AND person = ?"
            " AND (status IN ('lobby', 'playing') OR NOT ?) ORDER BY opened",
            (person.platform, person.id, live),
        )
        return [row[0] for row in rows]

    async def last_finished(self, place: Place) -> str | None:
        """Find the game of a place that ended last."""
        row = await self._db.read_one(
            "SELECT id FROM tables WHERE platform = ? AND chat = ? AND topic = ? AND status IN ('ended', 'closed')"
            " AND state IS NOT NULL ORDER BY finished DESC LIMIT 1",
            place_columns(place),
        )
        return row[0] if row else None

    async def actions(self, table: str, after: int = -1) -> Sequence[ActionRow]:
        """Read a history in order, the actions with a number above `after`."""
        rows = await self._db.read(
            "SELECT number, seat, action, events, at FROM actions WHERE table_id = ? AND number > ? ORDER BY number",
            (table, after),
        )
        return [ActionRow(*row) for row in rows]

    async def board(self, table: str) -> BoardRow:
        """Read which message shows a table; an empty row where none does yet."""
        row = await self._db.read_one(
            "SELECT message, revision, told, rung, stale FROM boards WHERE table_id = ?", (table,)
        )
        if row is None:
            return BoardRow(table)
        message, revision, reported, notified, stale = row
        return BoardRow(table, message, revision, reported, notified, _stale(stale))

    async def save_board(self, board: BoardRow) -> None:
        """Note which message shows a table and what it has told."""
        async with self._db.write() as tx:
            await tx.run(
                "INSERT OR REPLACE INTO boards (table_id, message, revision, told, rung, stale)"
                " SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)",
                (
                    board.table,
                    board.message,
                    board.revision,
                    board.reported,
                    board.notified_decision,
                    msgspec.json.encode(board.stale),
                    board.table,
                ),
            )

    async def whisper(self, whisper: int) -> WhisperRow | None:
        """Find a whisper by id, None when it is gone."""
        row = await self._db.read_one(f"SELECT {_WHISPER} FROM whispers WHERE id = ?", (whisper,))
        return _whisper(row) if row else None

    async def whispers(self, *, table: str = "", person: Person | None = None) -> Sequence[WhisperRow]:
        """List whispers that are not gone, of one table, one person, both, or all."""
        asked = {"table_id": table or None, "platform": person and person.platform, "person": person and person.id}
        given = {column: value for column, value in asked.items() if value is not None}
        where = " AND ".join(f"{column} = ?" for column in given) or "TRUE"
        rows = await self._db.read(f"SELECT {_WHISPER} FROM whispers WHERE {where} ORDER BY id", tuple(given.values()))
        return [_whisper(row) for row in rows]

    async def whispered(self, whisper: int, message: MessageId | None, remove_at: float) -> None:
        """Note that a whisper was shown, and set the deadline for its removal. The first deadline set stands."""
        async with self._db.write() as tx:
            changed = await tx.run(
                "UPDATE whispers SET status = 'shown', message = coalesce(?, message),"
                " remove_at = coalesce(remove_at, ?) WHERE id = ?",
                (message, remove_at, whisper),
            )
            if changed:
                await tx.run(
                    "INSERT OR IGNORE INTO deadlines (kind, key, at) VALUES ('unwhisper', ?, ?)",
                    (str(whisper), remove_at),
                )

    async def block_whisper(self, whisper: int) -> None:
        """Note that the platform refuses to deliver a whisper."""
        async with self._db.write() as tx:
            await tx.run("UPDATE whispers SET status = 'blocked' WHERE id = ? AND status = 'waiting'", (whisper,))

    async def forget_whisper(self, whisper: int) -> None:
        """Delete a whisper that was removed, and its deadline."""
        async with self._db.write() as tx:
            await tx.run("DELETE FROM whispers WHERE id = ?", (whisper,))
            await tx.run("DELETE FROM deadlines WHERE kind = 'unwhisper' AND key = ?", (str(whisper),))

    async def hands(self, table: str) -> Sequence[HandRow]:
        """List the private messages that show what the seats of a table hold."""
        rows = await self._db.read(
            "SELECT table_id, seat, message, shown, platform, person FROM hands WHERE table_id = ?", (table,)
        )
        return [
            HandRow(table, seat, message, shown, Person(platform, person) if platform else None)
            for _, seat, message, shown, platform, person in rows
        ]

    async def save_hand(self, hand: HandRow) -> None:
        """Note which private message shows what a seat holds."""
        async with self._db.write() as tx:
            await tx.run(
                "INSERT OR REPLACE INTO hands (table_id, seat, message, shown, platform, person)"
                " SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)",
                (
                    *(hand.table, hand.seat, hand.message, hand.shown),
                    *(msgspec.structs.astuple(hand.person) if hand.person else (None, None)),
                    hand.table,
                ),
            )

    async def rewrite_record(self, table: str, record: bytes) -> None:
        """Replace the record of a table that no longer runs."""
        async with self._db.write() as tx:
            await tx.run(
                "UPDATE tables SET record = ?, version = version + 1 WHERE id = ? AND status IN ('ended', 'closed')",
                (record, table),
            )

    async def close(self) -> None:
        """Close all connections."""
        await self._db.close()


async def _write_table(tx: Transaction, row: TableRow) -> None:
    if row.version == 1:
        await tx.run(
            f"INSERT INTO tables ({_TABLE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.id,
                *place_columns(row.place),
                row.status,
                row.version,
                row.record,
                row.state,
                row.opened,
                row.finished,
            ),
        )
        return
    changed = await tx.run(
        "UPDATE tables SET status = ?, version = ?, record = ?, state = ?, finished = ? WHERE id = ? AND version = ?",
        (row.status, row.version, row.record, row.state, row.finished, row.id, row.version - 1),
    )
    if not changed:
        raise StaleVersion(f"table {row.id} is no longer at version {row.version - 1}")


async def _write_rest(tx: Transaction, change: Change) -> tuple[int, ...]:
    table = change.table.id
    if change.action is not None:
        await tx.run(
            "INSERT INTO actions (table_id, number, seat, action, events, at) VALUES (?, ?, ?, ?, ?, ?)",
            (table, *msgspec.structs.astuple(change.action)),
        )
    if change.seen:
        await tx.run("INSERT INTO seen (id, at) VALUES (?, ?)", (change.seen, change.at))
    if change.sitting is not None:
        await _seat(tx, table, change.sitting)
    await write_results(tx, change.results)
    for kind, key in change.cleared:
        await tx.run("DELETE FROM deadlines WHERE kind = ? AND key = ?", (kind, key))
    for deadline in change.deadlines:
        await tx.run(
            "INSERT OR REPLACE INTO deadlines (kind, key, at) VALUES (?, ?, ?)", msgspec.structs.astuple(deadline)
        )
    return tuple(
        [
            await tx.add(
                "INSERT INTO whispers (table_id, seat, platform, person, number, event, status)"
                " VALUES (?, ?, ?, ?, ?, ?, 'waiting')",
                (table, new.seat, new.person.platform, new.person.id, new.number, new.event),
            )
            for new in change.whispers
        ]
    )


async def _seat(tx: Transaction, table: str, people: tuple[Person, ...]) -> None:
    await tx.run("DELETE FROM sitting WHERE table_id = ?", (table,))
    for person in people:
        await tx.run(
            "INSERT INTO sitting (platform, person, table_id) VALUES (?, ?, ?)", (person.platform, person.id, table)
        )


def _stale(blob: bytes) -> tuple[MessageId, ...]:
    # Before schema 7 the ids were numbers.
    return tuple(MessageId(str(message)) for message in msgspec.json.decode(blob, type=tuple[str | int, ...]))


def _table(row: tuple[Any, ...]) -> TableRow:
    table, platform, chat, topic, *rest = row
    return TableRow(table, Place(platform, chat, None if topic == NO_TOPIC else topic), *rest)


def _whisper(row: tuple[Any, ...]) -> WhisperRow:
    whisper, table, seat, platform, person, number, event, status, message, remove_at = row
    return WhisperRow(whisper, table, seat, Person(platform, person), number, event, status, message, remove_at)
