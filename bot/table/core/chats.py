"""Chats with their titles and preferences."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import structlog
from msgspec.structs import replace

from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.table.core.row_cache import RowCache
from bot.table.model.preferences import Preferences
from storage.ids import Place
from storage.rows import ChatRow
from storage.store import Store

_LOG = structlog.get_logger(__name__)
CACHED = 10_000


class ChatBook:
    """What is known of chats: read through a cache, written only when it changes."""

    def __init__(self, store: Store, catalogs: Catalogs) -> None:
        self._store = store
        self._catalogs = catalogs
        self._cache: RowCache[Place, ChatRow] = RowCache(CACHED, shared=store.shared)

    async def preferences(self, place: Place) -> Preferences:
        """Return a chat's choices."""
        return _decoded(await self._row(place))

    async def change(self, place: Place, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change a chat's choices, and return them. What `change` raises is raised."""
        if self._store.shared:
            return await self._change_together(place, change)
        row = await self._row(place)
        preferences = change(_decoded(row))  # nothing is awaited from here until the cache has the new row
        await self._save(row, replace(row, settings=msgspec.json.encode(preferences)))
        return preferences

    async def _change_together(self, place: Place, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change choices that other processes may be about to change as well: none is lost."""
        chosen: list[Preferences] = []

        def changed(settings: bytes) -> bytes:
            chosen.append(change(_decoded(ChatRow(place, settings=settings))))
            return msgspec.json.encode(chosen[-1])

        row = await self._store.change_settings(place, changed)
        self._cache.keep(place, row, time.monotonic())
        return chosen[-1]

    async def title(self, place: Place) -> str:
        """Return a chat's title, "" where it is not known."""
        return (await self._row(place)).title

    async def note(self, place: Place, title: str) -> None:
        """Store a chat's title, which also tells that the bot is there."""
        row = await self._row(place)
        if title:
            await self._save(row, replace(row, title=title, closed=False))

    async def set_closed(self, place: Place, *, closed: bool) -> bool:
        """Note that the bot was removed from a chat, or is back; True when that is news."""
        row = await self._cache.get(place, self._store.chat, now=True)
        await self._save(row, replace(row, closed=closed))
        return row.closed != closed

    async def translator(self, place: Place, *others: str | None) -> Translator:
        """Return the translator of a chat's language, else of the first served one of `others`."""
        return self._catalogs.translator((await self.preferences(place)).locale, *others)

    def prime(self, row: ChatRow, asked: float) -> None:
        """Remember a row that was read along with a table, asked for at a time (monotonic)."""
        self._cache.keep(row.place, row, asked)

    def forget_all(self) -> None:
        """Read every chat anew: chats were renamed in storage."""
        self._cache.clear()

    async def _row(self, place: Place) -> ChatRow:
        return await self._cache.get(place, self._store.chat)

    async def _save(self, old: ChatRow, new: ChatRow) -> None:
        over = ", ".join(name for name in ("title", "settings", "closed") if getattr(old, name) != getattr(new, name))
        if over:
            await self._cache.write_through(new.place, new, lambda: self._store.save_chat(new, over))


def _decoded(row: ChatRow) -> Preferences:
    """Return what a chat has chosen; where that is damaged, what holds for one that has chosen nothing."""
    try:
        return msgspec.json.decode(row.settings, type=Preferences)
    except ValueError as error:
        _LOG.error("settings_damaged", chat=row.place.chat, reason=str(error))
        return Preferences()
