"""What is remembered of places for a while: in memory, or in rows where several processes serve one database.

A note has a kind, is about a person there ("": about the place itself), and goes by itself. Reading one is
a plain call; where notes are rows, a place is read with the table that is there (`TableDirectory.by_id`), or by `look`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

import structlog
from cachetools import LRUCache, TTLCache
from typing_extensions import override

from bot.concurrency.tasks import spawn
from bot.errors import StoreAway
from storage.ids import Place
from storage.people import place_columns
from storage.rows import NoteRow
from storage.store import Store

_LOG = structlog.get_logger(__name__)
HOUR, DAY = 3600.0, 86_400.0
LASTS = {
    "watching": 120.0,
    "present": 180.0,
    "closed": 60.0,
    "text": HOUR,
    "told": HOUR,
    "moved": 2 * DAY,
    "below": 30 * DAY,
    "list": 2 * DAY,
    "look": 60.0,
    "brought": 10.0,
    "drawing": 300.0,
    "film": 30 * DAY,
}
"""For how many seconds a note of each kind is kept. What comes before a "/" is the kind."""
_LONGER = LASTS["present"] - LASTS["watching"]
"""Whoever has pressed is present as well: where notes are rows, one tells both, and stays so many seconds longer."""
REMEMBERED = 10_000
"""Notes of each kind, or places, of which the oldest are forgotten first."""

_At: TypeAlias = tuple[str, str, str]
_Name: TypeAlias = tuple[str, str]


class Notes(Protocol):
    """What is noted of places."""

    def get(self, place: Place, kind: str, person: str = "") -> NoteRow | None:
        """Return a note whose time has not passed."""

    def put(self, place: Place, kind: str, person: str = "", *, text: str = "", number: float = 0.0) -> None:
        """Note something, in place of what was noted before."""

    def add(self, place: Place, kind: str) -> None:
        """Count one more."""

    def drop(self, place: Place, kind: str, person: str = "") -> None:
        """Forget something."""

    async def claim(self, place: Place, kind: str, person: str = "") -> bool:
        """Note something unless it is noted. Of all that try at once, one is told True."""

    async def look(self, place: Place) -> None:
        """Read what is noted of a place."""

    def prime(self, place: Place, rows: Iterable[NoteRow]) -> None:
        """Remember what was just read of a place along with its table."""


def notes_of(store: Store, clock: Callable[[], float], steady: Callable[[], float]) -> Notes:
    """Return where this process keeps its notes. `clock` returns Unix seconds, `steady` seconds that only pass."""
    return SharedNotes(store, clock) if store.shared else LocalNotes(steady)


class LocalNotes(Notes):
    """Notes in the memory of the one process there is: lost at a restart without harm."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self._kinds = {
            kind: TTLCache[tuple[_At, _Name], NoteRow](REMEMBERED, seconds, timer=steady)
            for kind, seconds in LASTS.items()
        }

    @override
    def get(self, place: Place, kind: str, person: str = "") -> NoteRow | None:
        return self._of(kind).get((place_columns(place), (kind, person)))

    @override
    def put(self, place: Place, kind: str, person: str = "", *, text: str = "", number: float = 0.0) -> None:
        self._of(kind)[place_columns(place), (kind, person)] = NoteRow(kind, person, text, number, 0.0)

    @override
    def add(self, place: Place, kind: str) -> None:
        before = self.get(place, kind)
        self.put(place, kind, number=1.0 + (before.number if before else 0.0))

    @override
    def drop(self, place: Place, kind: str, person: str = "") -> None:
        self._of(kind).pop((place_columns(place), (kind, person)), None)

    @override
    async def claim(self, place: Place, kind: str, person: str = "") -> bool:
        is_free = self.get(place, kind, person) is None
        if is_free:
            self.put(place, kind, person)
        return is_free

    @override
    async def look(self, place: Place) -> None:
        """Do nothing: what is in memory is all there is."""

    @override
    def prime(self, place: Place, rows: Iterable[NoteRow]) -> None:
        """Do nothing: there are no rows."""

    def _of(self, kind: str) -> TTLCache[tuple[_At, _Name], NoteRow]:
        return self._kinds[kind.partition("/")[0]]


class SharedNotes(Notes):
    """Notes in rows that all processes see: written behind, along with what else is written."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._places: LRUCache[_At, dict[_Name, NoteRow]] = LRUCache(REMEMBERED)
        self._writing = False

    @override
    def get(self, place: Place, kind: str, person: str = "") -> NoteRow | None:
        known, now = self._places.get(place_columns(place), {}), self._clock()
        row = known.get((kind, person))
        if kind == "present" and (row is None or row.until <= now):
            row = known.get(("watching", person))
        return row if row is not None and row.until - (_LONGER if kind == "watching" else 0.0) > now else None

    @override
    def put(self, place: Place, kind: str, person: str = "", *, text: str = "", number: float = 0.0) -> None:
        before, row = self.get(place, kind, person), self._row(kind, person, text, number)
        if kind == "present" and before is not None and before.until >= row.until:
            return
        self._remember(place, row)
        self._store.note(place, row)
        if kind not in ("watching", "present"):  # these go along with the press that they are of
            self._write_soon()

    @override
    def add(self, place: Place, kind: str) -> None:
        before, one = self.get(place, kind), self._row(kind, "", "", 1.0)
        self._remember(place, self._row(kind, "", "", 1.0 + (before.number if before else 0.0)))
        self._store.add_note(place, one)
        self._write_soon()

    @override
    def drop(self, place: Place, kind: str, person: str = "") -> None:
        if self._places.get(place_columns(place), {}).pop((kind, person), None) is not None:
            self._store.drop_note(place, kind, person)
            self._write_soon()

    @override
    async def claim(self, place: Place, kind: str, person: str = "") -> bool:
        row = self._row(kind, person, "", 0.0)
        is_ours = await self._store.claim_note(place, row, self._clock())
        self._remember(place, row)
        return is_ours

    @override
    async def look(self, place: Place) -> None:
        self.prime(place, await self._store.notes(place, self._clock()))

    @override
    def prime(self, place: Place, rows: Iterable[NoteRow]) -> None:
        fresh, known = {(row.kind, row.person): row for row in rows}, self._places.get(place_columns(place), {})
        for name in {*fresh, *known}:
            if self._store.note_waits(place, *name):  # of these we know more than was read
                if name in known:
                    fresh[name] = known[name]
                else:
                    fresh.pop(name, None)
        self._places[place_columns(place)] = fresh

    def _row(self, kind: str, person: str, text: str, number: float) -> NoteRow:
        seconds = LASTS[kind.partition("/")[0]] + (_LONGER if kind == "watching" else 0.0)
        return NoteRow(kind, person, text, number, self._clock() + seconds)

    def _remember(self, place: Place, row: NoteRow) -> None:
        known = self._places.setdefault(place_columns(place), {})
        known[row.kind, row.person] = row

    def _write_soon(self) -> None:
        """Write what waits without waiting for another transaction, which nobody may have reason for."""
        if not self._writing:
            self._writing = True
            spawn(self._write(), "notes")

    async def _write(self) -> None:
        self._writing = False  # what is noted from now on is written by the next
        try:
            await self._store.write_notes()
        except StoreAway as error:  # the next transaction takes it along
            _LOG.info("notes_wait", error=str(error))
