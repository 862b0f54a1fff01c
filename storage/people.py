"""Queries about people, chats and invitations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from storage.database import Database
from storage.ids import Person, Place
from storage.rows import ChatRow, Invite, PersonRow
from storage.sql import upsert

_HERE = {0: False, 1: True}
_NOTHING_CHOSEN = 2
"""What the column `here` holds. Its default in the schema, 0, is that of people from before there was a choice."""
ABOUT_PEOPLE = {
    "people": "name, language, locale, reachable, here",
    "sitting": "table_id",
    "invites": "table_id, at",
    "whispers": "table_id, seat, status",
    "hands": "table_id, seat",
    "results": "table_id, seat, chat, game, seats, computers, rank, points, finished, rated",
    "ratings": "game, mu, sigma, shown, games",
    "lessons": "game, step, done",
    "private_channels": "bot, channel",
    "notes": "chat, kind, text, until",
}
"""The tables whose rows are about a person, and what of them that person is shown."""
_MOVING = {"chats": ("TRUE", "NULL"), "tables": ("status IN ('lobby', 'playing')", "id")}
"""What moves with its chat, of which rows a place has but one, and what is told of a row that has moved."""
NO_TOPIC = "0"
"""What the `topic` columns hold of a place without one: NULLs would not be equal in a unique index."""


def _is_about(table: str) -> str:
    """Return the condition that a row of `ABOUT_PEOPLE` is about a person; its values are those of a `Person`."""
    return f"platform = ? AND {'id' if table == 'people' else 'person'} = ?"


def place_columns(place: Place) -> tuple[str, str, str]:
    """Return the values of the columns `platform`, `chat` and `topic`."""
    return place.platform, place.chat, place.topic or NO_TOPIC


def place_of(platform: str, chat: str, topic: str) -> Place:
    """Return the place whose columns these are."""
    return Place(platform, chat, None if topic == NO_TOPIC else topic)


class PeopleQueries:
    """The part of `Store` about people, chats and invitations."""

    _db: Database

    async def person(self, person: Person) -> PersonRow | None:
        """Return what is known of a person, None for a stranger."""
        row = await self._db.read_one(
            "SELECT name, language, locale, reachable, here FROM people WHERE platform = ? AND id = ?",
            msgspec.structs.astuple(person),
        )
        if row is None:
            return None
        name, language, locale, reachable, here = row
        reachable = None if reachable is None else bool(reachable)
        return PersonRow(person, name, language, locale, reachable, _HERE.get(here))

    async def save_person(self, row: PersonRow, over: str = "") -> None:
        """Write what is known of a person.

        `over`: these columns alone, where there is a row already; another process may have written the others.
        """
        async with self._db.write() as tx:
            tx.do(
                upsert("people", "platform, id", "name, language, locale, reachable, here", over=over),
                (
                    *(row.person.platform, row.person.id, row.name, row.language, row.locale),
                    None if row.reachable is None else int(row.reachable),
                    _NOTHING_CHOSEN if row.here is None else int(row.here),
                ),
            )

    async def tables_naming(self, person: Person) -> Sequence[str]:
        """Return the ids of all tables whose record names a person, who need not sit there. Reads every record."""
        forms = (f'"id":"{person.id}"', f'"id":{person.id},', f'"id":{person.id}}}')  # ids were numbers once
        named = " OR ".join([self._db.dialect.contains.format("record")] * len(forms))
        rows = await self._db.read(
            f"SELECT id FROM tables WHERE platform = ? AND ({named})",
            (person.platform, *(form.encode() for form in forms)),
        )
        return [row[0] for row in rows]

    async def all_about(self, person: Person) -> dict[str, list[dict[str, Any]]]:
        """Return every row about a person as values by column, by table; empty ones are left out.

        Of a secret only that there is one: what it shows is to be forgotten.
        """
        key = msgspec.structs.astuple(person)
        found: dict[str, list[dict[str, Any]]] = {}
        for table, columns in ABOUT_PEOPLE.items():
            names = columns.split(", ")
            rows = await self._db.read(f"SELECT {columns} FROM {table} WHERE {_is_about(table)}", key)
            if rows:
                found[table] = [dict(zip(names, row, strict=True)) for row in rows]
        return found

    async def forget_person(self, person: Person, private: Collection[Place] = ()) -> None:
        """Delete every row about a person, and the tables and settings of private chats, which nobody else is in."""
        key = msgspec.structs.astuple(person)
        async with self._db.write() as tx:
            for chat in {(place.platform, place.chat) for place in private}:
                for name in ("tables", "chats", "notes"):
                    tx.do(f"DELETE FROM {name} WHERE platform = ? AND chat = ?", chat)
            for name in ABOUT_PEOPLE:
                tx.do(f"DELETE FROM {name} WHERE {_is_about(name)}", key)

    async def chat(self, place: Place) -> ChatRow:
        """Return a chat's title and settings; an empty row where nothing is kept."""
        row = await self._db.read_one(
            "SELECT title, settings, closed FROM chats WHERE platform = ? AND chat = ? AND topic = ?",
            place_columns(place),
        )
        return _chat(place, row)

    async def save_chat(self, row: ChatRow, over: str = "") -> None:
        """Write a chat's title and settings. `over`: as with a person."""
        async with self._db.write() as tx:
            tx.do(_save_chat(over), _chat_values(row))

    async def change_settings(self, place: Place, change: Callable[[bytes], bytes]) -> ChatRow:
        """Change a chat's settings as they are, whoever else is about to; return its row."""
        async with self._db.write(urgent=True) as tx:
            tx.hold(f"chat {' '.join(place_columns(place))}")
            rows = await tx.rows(
                "SELECT title, settings, closed FROM chats WHERE platform = ? AND chat = ? AND topic = ?",
                place_columns(place),
            )
            row = _chat(place, rows[0] if rows else None)
            row = msgspec.structs.replace(row, settings=change(row.settings))
            tx.do(_save_chat("settings"), _chat_values(row))
        return row

    async def move_chat(self, old: Place, new: Place) -> Sequence[str]:
        """Move everything of a chat, all topics, to its new id; return the ids of the tables that moved. Idempotent.

        Of several processes that do it at once one is told of each.
        """
        moved: list[str] = []
        async with self._db.write() as tx:
            # The old chat's messages cannot be edited or removed from the new one.
            tx.do(
                "UPDATE boards SET message = NULL, stale = ? WHERE table_id IN"
                " (SELECT id FROM tables WHERE platform = ? AND chat = ?)",
                (b"[]", old.platform, old.chat),
            )
            for name, (live, told) in _MOVING.items():
                # A table that was opened in the new chat before the news came keeps its place there.
                rows = await tx.rows(
                    f"UPDATE {name} SET chat = ? WHERE platform = ? AND chat = ? AND NOT ({live} AND EXISTS"
                    f" (SELECT 1 FROM {name} AS there WHERE there.platform = {name}.platform AND there.chat = ?"
                    f" AND there.topic = {name}.topic AND {live.replace('status', 'there.status')})) RETURNING {told}",
                    (new.chat, old.platform, old.chat, new.chat),
                )
                moved += [table for (table,) in rows if table]
            tx.do("UPDATE results SET chat = ? WHERE platform = ? AND chat = ?", (new.chat, old.platform, old.chat))
        return moved

    async def save_invite(self, invite: Invite, at: float) -> None:
        """Write an invitation in place of an older one of the same person and table."""
        person = invite.person
        async with self._db.write() as tx:
            tx.hold(f"invite {person.platform} {person.id} {invite.table}")
            tx.do(
                "DELETE FROM invites WHERE table_id = ? AND platform = ? AND person = ?",
                (invite.table, person.platform, person.id),
            )
            tx.do(
                "INSERT INTO invites (payload, table_id, platform, person, press, at) VALUES (?, ?, ?, ?, ?, ?)",
                (invite.payload, invite.table, person.platform, person.id, invite.press, at),
            )

    async def invite(self, payload: str) -> Invite | None:
        """Return an invitation by the payload of its link."""
        row = await self._db.read_one(
            "SELECT payload, table_id, platform, person, press FROM invites WHERE payload = ?", (payload,)
        )
        return Invite(row[0], row[1], Person(row[2], row[3]), row[4]) if row else None


def _chat(place: Place, row: tuple[Any, ...] | None) -> ChatRow:
    return ChatRow(place, row[0], row[1], bool(row[2])) if row else ChatRow(place)


def _save_chat(over: str) -> str:
    return upsert("chats", "platform, chat, topic", "title, settings, closed", over=over)


def _chat_values(row: ChatRow) -> tuple[str | bytes | int, ...]:
    return *place_columns(row.place), row.title, row.settings, int(row.closed)
