"""Queries about what lies in private chats: secrets, and the messages that show what a seat holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from storage.database import Database, Transaction
from storage.ids import MessageId, Person
from storage.rows import HandRow, NewSecret, SecretRow
from storage.sql import upsert
from storage.statement import Statement

ALL_ACTIONS = 1 << 62
"""A number that no action of a game has."""
_COLUMNS = "id, table_id, seat, platform, person, number, event, status, message, remove_at, not_before"


class SecretQueries:
    """The part of `Store` about secrets and hands. The schema calls secrets whispers."""

    _db: Database

    async def secret(self, secret: int) -> SecretRow | None:
        """Return a secret by its id, None when it is gone."""
        row = await self._db.read_one(f"SELECT {_COLUMNS} FROM whispers WHERE id = ?", (secret,))
        return _secret(row) if row else None

    async def secrets(self, *, table: str = "", person: Person | None = None) -> Sequence[SecretRow]:
        """Return the secrets that are not gone, of one table, one person, both, or all."""
        asked = {"table_id": table or None, "platform": person and person.platform, "person": person and person.id}
        given = {column: value for column, value in asked.items() if value is not None}
        where = " AND ".join(f"{column} = ?" for column in given) or "TRUE"
        rows = await self._db.read(f"SELECT {_COLUMNS} FROM whispers WHERE {where} ORDER BY id", tuple(given.values()))
        return [_secret(row) for row in rows]

    async def deliverable_secrets(self) -> Sequence[SecretRow]:
        """Return the secrets that are left to be asked for though their persons, as it seems, can be written to."""
        rows = await self._db.read(
            f"SELECT {_COLUMNS} FROM whispers WHERE status = 'blocked' AND EXISTS (SELECT 1 FROM people WHERE"
            " people.platform = whispers.platform AND people.id = whispers.person AND reachable = 1) ORDER BY id"
        )
        return [_secret(row) for row in rows]

    async def mark_covered(self, secret: int, message: MessageId) -> None:
        """Write which private message is about to show a secret, so that whoever goes on knows of it."""
        async with self._db.write() as tx:
            tx.do("UPDATE whispers SET message = ? WHERE id = ?", (message, secret))

    async def mark_sent(self, secret: int, message: MessageId, hide_at: float) -> None:
        """Write which private message shows a secret, and when that is taken away. The first time set stands."""
        async with self._db.write() as tx:
            tx.do("UPDATE whispers SET status = 'shown', message = ? WHERE id = ?", (message, secret))
            tx.do(
                "INSERT INTO deadlines (kind, key, at)"
                " SELECT 'hide', CAST(id AS TEXT), ? FROM whispers WHERE id = ? AND remove_at IS NULL"
                " ON CONFLICT DO NOTHING",
                (hide_at, secret),
            )

    async def mark_read(self, secret: int, remove_at: float) -> None:
        """Write that a secret was seen, and when it is gone for good. The first time set stands, that of its message.

        A message that lies there already gives a secret no more time when it is asked for as well.
        """
        key = str(secret)
        async with self._db.write() as tx:
            tx.do(
                "UPDATE whispers SET status = 'shown', remove_at = coalesce("
                "remove_at, (SELECT at FROM deadlines WHERE kind = 'hide' AND key = ?), ?) WHERE id = ?",
                (key, remove_at, secret),
            )
            tx.do("DELETE FROM deadlines WHERE kind = 'hide' AND key = ?", (key,))
            tx.do(
                "INSERT INTO deadlines (kind, key, at)"
                " SELECT 'unwhisper', CAST(id AS TEXT), remove_at FROM whispers WHERE id = ? ON CONFLICT DO NOTHING",
                (secret,),
            )

    async def mark_hidden(self, secret: int, *, timed_out: bool = False) -> None:
        """Write that the message of a secret is gone, and the secret left to be asked for.

        `timed_out`: its time has ended, so that the deadline which told so is served.
        """
        async with self._db.write() as tx:
            tx.do("UPDATE whispers SET message = NULL WHERE id = ?", (secret,))
            if timed_out:
                tx.do("DELETE FROM deadlines WHERE kind = 'hide' AND key = ?", (str(secret),))

    async def mark_blocked(self, secret: int) -> None:
        """Write that a secret is left to be asked for: it cannot be sent, or shall not. Does nothing once shown."""
        async with self._db.write() as tx:
            tx.do("UPDATE whispers SET status = 'blocked' WHERE id = ? AND status = 'waiting'", (secret,))

    async def leave_secrets(self, secrets: Sequence[int], not_before: float) -> None:
        """Leave secrets that wait for their delivery to an answer that is to show them, until a time (Unix seconds)."""
        async with self._db.write() as tx:
            for secret in secrets:
                tx.do("UPDATE whispers SET not_before = ? WHERE id = ? AND status = 'waiting'", (not_before, secret))

    async def mark_waiting(self, secrets: Sequence[int]) -> None:
        """Write that secrets wait for their delivery which were left to be asked for."""
        async with self._db.write() as tx:
            for secret in secrets:
                tx.do("UPDATE whispers SET status = 'waiting' WHERE id = ? AND status = 'blocked'", (secret,))

    async def delete_secret(self, secret: int) -> None:
        """Delete a secret whose message was removed, and its deadline."""
        async with self._db.write() as tx:
            tx.do("DELETE FROM whispers WHERE id = ?", (secret,))
            tx.do("DELETE FROM deadlines WHERE kind IN ('unwhisper', 'hide') AND key = ?", (str(secret),))

    def drop_secret(self, secret: int) -> None:
        """Have a secret deleted with the next transaction that was never shown, since its seat's hand tells it.

        Until then it is found to need no message again.
        """
        self._db.behind.add(("secret", secret), Statement("DELETE FROM whispers WHERE id = ?", (secret,)))

    async def move_secret_times(self, seconds: float) -> None:
        """Move the times at which secrets are taken away, when the clock was set by so many seconds."""
        async with self._db.write() as tx:
            tx.do("UPDATE deadlines SET at = at + ? WHERE kind IN ('unwhisper', 'hide')", (seconds,))
            _follow_deadlines(tx)

    async def limit_secret_times(self, latest: float) -> None:
        """Let no secret be taken away later than at a time, as it would be where the clock was set back."""
        async with self._db.write() as tx:
            tx.do("UPDATE deadlines SET at = ? WHERE kind IN ('unwhisper', 'hide') AND at > ?", (latest, latest))
            _follow_deadlines(tx)

    async def hands(self, table: str) -> Sequence[HandRow]:
        """Return the private messages that show what the seats of a table hold."""
        rows = await self._db.read(
            "SELECT seat, message, shown, platform, person FROM hands WHERE table_id = ?", (table,)
        )
        return [
            HandRow(table, seat, message, shown, Person(platform, person) if platform else None)
            for seat, message, shown, platform, person in rows
        ]

    async def tables_with_hands(self) -> Sequence[str]:
        """Return the ids of the tables that have ended and of which private messages still show hands."""
        rows = await self._db.read(
            "SELECT DISTINCT table_id FROM hands JOIN tables ON table_id = id"
            " WHERE message IS NOT NULL AND tables.status IN ('ended', 'closed')"
        )
        return [row[0] for row in rows]

    async def save_hand(self, hand: HandRow) -> None:
        """Write which private message shows what a seat holds. Does nothing if the table is gone."""
        async with self._db.write() as tx:
            tx.do(
                upsert(
                    *("hands", "table_id, seat", "message, shown, platform, person"),
                    "SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)",
                ),
                (
                    *(hand.table, hand.seat, hand.message, hand.shown),
                    *(msgspec.structs.astuple(hand.person) if hand.person else (None, None)),
                    hand.table,
                ),
            )


async def add_secrets(tx: Transaction, table: str, secrets: Sequence[NewSecret]) -> tuple[int, ...]:
    """Insert secrets that wait for their delivery; return their ids."""
    ids = []
    for new in secrets:
        rows = await tx.rows(
            "INSERT INTO whispers (table_id, seat, platform, person, number, event, status)"
            " VALUES (?, ?, ?, ?, ?, ?, 'waiting') RETURNING id",
            (table, new.seat, new.person.platform, new.person.id, new.number, new.event),
        )
        ids.append(rows[0][0])
    return tuple(ids)


def void_secrets(tx: Transaction, table: str, before: int, at: float) -> None:
    """Let the time of a table's secrets from before an action end now; their deadlines take them away."""
    tx.do("UPDATE whispers SET remove_at = ? WHERE table_id = ? AND number < ?", (at, table, before))
    tx.do(
        upsert(
            *("deadlines", "kind, key", "at"),
            "SELECT 'unwhisper', CAST(id AS TEXT), ? FROM whispers WHERE table_id = ? AND number < ?",
        ),
        (at, table, before),
    )


def _follow_deadlines(tx: Transaction) -> None:
    tx.do(
        "UPDATE whispers SET remove_at = (SELECT at FROM deadlines WHERE kind = 'unwhisper' AND key = CAST(id AS TEXT))"
        " WHERE id IN (SELECT CAST(key AS BIGINT) FROM deadlines WHERE kind = 'unwhisper')"
    )


def _secret(row: tuple[Any, ...]) -> SecretRow:
    secret, table, seat, platform, person, *rest = row
    return SecretRow(secret, table, seat, Person(platform, person), *rest)
