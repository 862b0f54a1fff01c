"""Queries about tables: their rows, their histories, and the messages that show them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from storage.database import Database, Transaction
from storage.errors import StaleVersion
from storage.ids import MessageId, Person, Place
from storage.people import place_columns, place_of
from storage.rows import ActionRow, BoardRow, ChatRow, LiveTable, NoteRow, TableHead, TableRow
from storage.secrets import ALL_ACTIONS, void_secrets
from storage.sql import upsert

_COLUMNS = "id, platform, chat, topic, status, version, record, state, opened, finished"


_HEAD = (
    "SELECT version, tables.platform, tables.chat, tables.topic, title, settings, closed, kind, person, text, number,"
    " until FROM tables LEFT JOIN chats USING (platform, chat, topic) LEFT JOIN notes"
    " ON notes.platform = tables.platform AND notes.chat = tables.chat AND notes.topic = tables.topic AND until > ?"
    " WHERE tables.id = ?"
)


def rewrite(tx: Transaction, table: str, record: bytes, version: int) -> None:
    """Replace the record of a table that no longer runs, of which this version was read. Raise StaleVersion."""
    tx.do(
        "UPDATE tables SET record = ?, version = version + 1"
        " WHERE id = ? AND version = ? AND status IN ('ended', 'closed')",
        (record, table, version),
        or_else=StaleVersion(f"table {table} is no longer at version {version}, or runs"),
    )


class TableQueries:
    """The part of `Store` about tables."""

    _db: Database

    async def table(self, table: str) -> TableRow | None:
        """Return a table by its id."""
        row = await self._db.read_one(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", (table,))
        return _table(row) if row else None

    async def head(self, table: str, now: float) -> TableHead | None:
        """Return what tells whether a table in memory is as its row is, and what is noted of its place now."""
        rows = await self._db.read(_HEAD, (now, table))
        if not rows:
            return None
        version, platform, chat, topic, title, settings, closed, *_ = rows[0]
        place = place_of(platform, chat, topic)
        known = ChatRow(place) if title is None else ChatRow(place, title, settings, bool(closed))
        return TableHead(version, place, known, tuple(NoteRow(*row[7:]) for row in rows if row[7] is not None))

    async def live_at(self, place: Place) -> str | None:
        """Return the id of the lobby or running game of a place."""
        row = await self._db.read_one(
            "SELECT id FROM tables WHERE platform = ? AND chat = ? AND topic = ? AND status IN ('lobby', 'playing')",
            place_columns(place),
        )
        return row[0] if row else None

    async def live_in(self, chat: Place) -> Sequence[str]:
        """Return the ids of the lobbies and running games of a chat, all topics."""
        rows = await self._db.read(
            "SELECT id FROM tables WHERE platform = ? AND chat = ? AND status IN ('lobby', 'playing') ORDER BY topic",
            (chat.platform, chat.chat),
        )
        return [row[0] for row in rows]

    async def live_tables(self) -> Sequence[str]:
        """Return the ids of all lobbies and running games, the oldest first."""
        rows = await self._db.read("SELECT id FROM tables WHERE status IN ('lobby', 'playing') ORDER BY opened")
        return [row[0] for row in rows]

    async def live_by_place(self, after: Place | None, most: int) -> Sequence[LiveTable]:
        """Return what is played where, of so many lobbies and running games at the next places; nothing at the end.

        This reads the record of each.
        """
        rows = await self._db.read(
            "SELECT platform, chat, topic, status, record FROM tables WHERE status IN ('lobby', 'playing')"
            " AND (platform, chat, topic) > (?, ?, ?) ORDER BY platform, chat, topic LIMIT ?",
            (*(place_columns(after) if after else ("", "", "")), most),
        )
        return await asyncio.to_thread(_live, rows)

    async def ended_since(self, since: float) -> Sequence[str]:
        """Return the ids of the lobbies and games that ended after a time, in that order."""
        rows = await self._db.read(
            "SELECT id FROM tables WHERE finished > ? AND status IN ('ended', 'closed') ORDER BY finished", (since,)
        )
        return [row[0] for row in rows]

    async def tables_of(self, person: Person, *, live: bool) -> Sequence[str]:
        """Return the ids of the tables where a person sits: the live ones, or all that are kept."""
        rows = await self._db.read(
            "SELECT id FROM tables JOIN sitting ON table_id = id WHERE sitting.platform = ? AND person = ?"
            " AND (status IN ('lobby', 'playing') OR NOT ?) ORDER BY opened, id",
            (person.platform, person.id, live),
        )
        return [row[0] for row in rows]

    async def last_finished(self, place: Place) -> str | None:
        """Return the id of the game of a place that ended last."""
        row = await self._db.read_one(
            "SELECT id FROM tables WHERE platform = ? AND chat = ? AND topic = ? AND status IN ('ended', 'closed')"
            " AND state IS NOT NULL ORDER BY finished DESC LIMIT 1",
            place_columns(place),
        )
        return row[0] if row else None

    async def actions(self, table: str, after: int = -1) -> Sequence[ActionRow]:
        """Return a history in order, the actions with a number above `after`."""
        rows = await self._db.read(
            "SELECT number, seat, action, events, at FROM actions WHERE table_id = ? AND number > ? ORDER BY number",
            (table, after),
        )
        return [ActionRow(*row) for row in rows]

    async def rewrite_record(self, table: str, record: bytes, version: int) -> None:
        """Replace the record of a table that no longer runs, as when a person's data is taken out of it.

        `version` is the one that was read. Raise StaleVersion where it is another by now, or the table runs or is gone.
        """
        async with self._db.write() as tx:
            rewrite(tx, table, record, version)

    async def end_damaged(self, table: str, at: float, kinds: Sequence[str]) -> None:
        """Close a table of which nothing can be read but its row's columns, with its deadlines (of these kinds)."""
        async with self._db.write(urgent=True) as tx:
            tx.do(
                "UPDATE tables SET status = 'closed', finished = ?, version = version + 1"
                " WHERE id = ? AND status IN ('lobby', 'playing')",
                (at, table),
            )
            for kind in kinds:
                tx.do("DELETE FROM deadlines WHERE kind = ? AND key = ?", (kind, table))
            void_secrets(tx, table, ALL_ACTIONS, at)

    async def board(self, table: str) -> BoardRow:
        """Return which message shows a table; an empty row where none does yet."""
        row = await self._db.read_one(
            "SELECT message, revision, told, rung, stale, unreached, told_after FROM boards WHERE table_id = ?",
            (table,),
        )
        if row is None:
            return BoardRow(table)
        message, revision, reported, notified, stale, bits, reported_before = row
        unreached = frozenset(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
        return BoardRow(table, message, revision, reported, notified, _stale(stale), unreached, reported_before)

    async def save_board(self, board: BoardRow) -> None:
        """Write which message shows a table. Does nothing if the table is gone."""
        async with self._db.write() as tx:
            tx.do(
                upsert(
                    *("boards", "table_id", "message, revision, told, rung, stale, unreached, told_after"),
                    "SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)",
                ),
                (
                    board.table,
                    board.message,
                    board.revision,
                    board.reported,
                    board.notified_decision,
                    msgspec.json.encode(board.stale),
                    sum(1 << seat for seat in board.unreached),
                    board.reported_before,
                    board.table,
                ),
            )


def write_table(tx: Transaction, row: TableRow) -> None:
    """Insert a table of version 1, or update the version before. Raise StaleVersion."""
    if row.version == 1:
        tx.do(
            f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
    tx.do(
        "UPDATE tables SET status = ?, version = ?, record = ?, state = ?, finished = ? WHERE id = ? AND version = ?",
        (row.status, row.version, row.record, row.state, row.finished, row.id, row.version - 1),
        or_else=StaleVersion(f"table {row.id} is no longer at version {row.version - 1}"),
    )


class _Played(msgspec.Struct):
    """What of a record its table is counted by."""

    game: str | None = None
    paused: bool = False


def _live(rows: Iterable[tuple[Any, ...]]) -> list[LiveTable]:
    tables, decoder = [], msgspec.json.Decoder(_Played)
    for *place, status, record in rows:
        try:
            played = decoder.decode(record)
        except ValueError:  # damaged
            played = _Played()
        tables.append(LiveTable(place_of(*place), status, played.game, played.paused))
    return tables


def _stale(blob: bytes) -> tuple[MessageId, ...]:
    # Before schema 7 the ids were numbers.
    try:
        return tuple(MessageId(str(message)) for message in msgspec.json.decode(blob, type=tuple[str | int, ...]))
    except ValueError:  # damaged: then these messages stay, until somebody presses them
        return ()


def _table(row: tuple[Any, ...]) -> TableRow:
    table, platform, chat, topic, *rest = row
    return TableRow(table, place_of(platform, chat, topic), *rest)
