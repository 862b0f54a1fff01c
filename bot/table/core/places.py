"""What is remembered for the moment of places where people talk; lost at a restart without harm."""

from __future__ import annotations

from collections.abc import Callable

from cachetools import LRUCache, TTLCache
from msgspec.structs import replace

from storage.ids import Person, Place

ACTIVE_SECONDS = 120.0
"""Who has pressed something in a place within this time watches the board and needs no notification."""
RETRY_SECONDS = 60.0
"""How long a place that is closed to us is left alone."""
NO_PICTURES_SECONDS = 3600.0
"""How long a place that forbids pictures gets text alone."""
ABSENT_SECONDS = 180.0
"""Who has done nothing in a place for so long may be gone: not every platform tells that somebody has left."""
NOTICE_SECONDS = 3600.0
"""How long somebody who was told that a place is closed to us is not told again."""
REMEMBERED = 10_000


class Places:
    """Which places are closed to us or forbid pictures, and who watches.

    `clock` returns Unix seconds, `steady` seconds that pass whatever the clock is set to.
    """

    def __init__(self, clock: Callable[[], float], steady: Callable[[], float]) -> None:
        self._clock = clock
        self._steady = steady
        self._watching: TTLCache[tuple[Place, Person], float] = TTLCache(REMEMBERED, ACTIVE_SECONDS, timer=steady)
        self._closed: TTLCache[Place, bool] = TTLCache(REMEMBERED, RETRY_SECONDS, timer=steady)
        self._without_pictures: TTLCache[Place, bool] = TTLCache(REMEMBERED, NO_PICTURES_SECONDS, timer=steady)
        self._present: TTLCache[tuple[Place, Person], bool] = TTLCache(REMEMBERED, ABSENT_SECONDS, timer=steady)
        self._since = steady()
        self._moved: LRUCache[tuple[str, str], str] = LRUCache(REMEMBERED)
        self._told: TTLCache[tuple[Place, Person], bool] = TTLCache(REMEMBERED, NOTICE_SECONDS, timer=steady)

    def note_move(self, old: Place, new: Place) -> None:
        """Remember that a chat has a new id: what was written in the old one may still arrive."""
        self._moved[old.platform, old.chat] = new.chat

    def present(self, place: Place) -> Place:
        """Return where a place is now, if it is known to have moved."""
        chat = self._moved.get((place.platform, place.chat))
        return place if chat is None else replace(place, chat=chat)

    def note_press(self, place: Place, person: Person) -> None:
        """Remember that somebody is here and watching."""
        self._watching[place, person] = self._clock()
        self.note_presence(place, person)

    def note_presence(self, place: Place, person: Person) -> None:
        """Remember that somebody has pressed or written something here."""
        self._present[place, person] = True

    def is_absent(self, place: Place, person: Person) -> bool:
        """Return whether somebody has done nothing here for three minutes, all of which this process has seen."""
        return (place, person) not in self._present and self._steady() - self._since > ABSENT_SECONDS

    def is_watching(self, place: Place, person: Person, since: float = 0.0) -> bool:
        """Return whether somebody has pressed something here within the last two minutes, and not before `since`."""
        return self._watching.get((place, person), -1.0) >= since

    def close(self, place: Place) -> None:
        """Leave a place alone for a while that is closed to us."""
        self._closed[place] = True

    def is_news(self, place: Place, person: Person) -> bool:
        """Return whether somebody is to be told now that a place is closed to us: once an hour."""
        if (place, person) in self._told:
            return False
        self._told[place, person] = True
        return True

    def open(self, place: Place) -> None:
        """Send to a place again, pictures included."""
        self._closed.pop(place, None)
        self._without_pictures.pop(place, None)

    def is_closed(self, place: Place) -> bool:
        """Return whether a place is to be left alone."""
        return place in self._closed

    def forbid_pictures(self, place: Place) -> None:
        """Send text alone for a while."""
        self._without_pictures[place] = True

    def shows_pictures(self, place: Place) -> bool:
        """Return whether pictures may be tried in a place."""
        return place not in self._without_pictures
