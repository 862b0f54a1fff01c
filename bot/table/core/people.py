"""What is known of people: their names, languages, and whether a private message reaches them."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from bot.i18n.catalogs import Catalogs
from bot.i18n.names import clean_name
from bot.i18n.translator import Translator
from bot.messaging import Caller
from bot.table.core.row_cache import RowCache
from storage.ids import Person, Place
from storage.rows import PersonRow
from storage.store import Store

CACHED = 10_000
_COLUMNS = ("name", "language", "locale", "reachable", "here")


class People:
    """What is known of people: read through a cache, written only when it changes."""

    def __init__(self, store: Store, catalogs: Catalogs) -> None:
        self._store = store
        self._catalogs = catalogs
        self._cache: RowCache[Person, PersonRow] = RowCache(CACHED, shared=store.shared)

    async def get(self, person: Person, *, now: bool = False) -> PersonRow:
        """Return what is known of a person; a row with an empty name for a stranger.

        `now`: as it is at this moment, where another process may have written it a moment ago. A job needs that which
        was requested since it was written: what is left undone by what was before, nobody does later.
        """
        return await self._cache.get(person, self._read, now=now)

    def known(self, person: Person) -> PersonRow | None:
        """Return what is in memory of a person."""
        return self._cache.known(person)

    async def note(self, caller: Caller) -> PersonRow:
        """Store the name and language that a platform has just sent."""
        row = await self.get(caller.person)
        fresh = replace(row, name=clean_name(caller.name), language=caller.language)
        return await self._save(row, fresh)

    async def choose_locale(self, person: Person, locale: str) -> None:
        row = await self.get(person, now=True)
        await self._save(row, replace(row, locale=locale))

    async def set_reachable(self, person: Person, *, reachable: bool) -> bool:
        """Note whether a private message reaches a person. Return whether that is news."""
        row = await self.get(person, now=True)
        await self._save(row, replace(row, reachable=reachable))
        return row.reachable != reachable

    async def set_here(self, person: Person, *, here: bool) -> None:
        """Store whether a person wants secrets in the answer to their press, instead of by private message."""
        row = await self.get(person, now=True)
        await self._save(row, replace(row, here=here))

    async def translator(self, caller: Caller, *others: str | None) -> Translator:
        """Return the translator of a person's language: the chosen one, the client's, then `others` (the chat's)."""
        row = await self.get(caller.person)
        return self._catalogs.translator(row.locale, caller.language or row.language, *others)

    async def translator_of(self, person: Person, *others: str | None) -> Translator:
        """Return the translator of a person who is not calling now."""
        row = await self.get(person)
        return self._catalogs.translator(row.locale, row.language, *others)

    async def forget(self, person: Person, private: Collection[Place] = ()) -> None:
        """Delete all that is stored of a person, with the tables of private chats, which are theirs alone."""
        self._cache.forget(person)
        await self._store.forget_person(person, private)

    async def _save(self, old: PersonRow, new: PersonRow) -> PersonRow:
        over = ", ".join(name for name in _COLUMNS if getattr(old, name) != getattr(new, name))
        if over:
            await self._cache.write_through(new.person, new, lambda: self._store.save_person(new, over))
        return new

    async def _read(self, person: Person) -> PersonRow:
        return await self._store.person(person) or PersonRow(person, "")
