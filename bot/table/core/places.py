"""What is remembered for the moment of places where people talk; lost at a restart without harm."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.table.core.notes import LASTS, Notes
from storage.ids import Person, Place

ACTIVE_SECONDS = LASTS["watching"]
"""Who has pressed something in a place within this time watches the board and needs no notification."""
RETRY_SECONDS = LASTS["closed"]
"""How long a place that is closed to us is left alone."""
NO_PICTURES_SECONDS = LASTS["text"]
"""How long a place that forbids pictures gets text alone."""
ABSENT_SECONDS = LASTS["present"]
"""Who has done nothing in a place for so long may be gone: not every platform tells that somebody has left."""
NOTICE_SECONDS = LASTS["told"]
"""How long somebody who was told that a place is closed to us is not told again."""


class Places:
    """Which places are closed to us or forbid pictures, who watches, and what lies below a board.

    `clock` returns Unix seconds, `steady` seconds that pass whatever the clock is set to.
    """

    def __init__(self, notes: Notes, clock: Callable[[], float], steady: Callable[[], float]) -> None:
        self.notes = notes
        self._clock = clock
        self._steady = steady
        self._since = steady()

    def note_move(self, old: Place, new: Place) -> None:
        """Remember that a chat has a new id: what was written in the old one may still arrive."""
        self.notes.put(_chat(old), "moved", text=new.chat)

    async def present(self, place: Place) -> Place:
        """Return where a place is now, if it is known to have moved; what is noted of both is known then."""
        await self.notes.look(place)
        if place.topic is not None:
            await self.notes.look(_chat(place))
        moved = self.notes.get(_chat(place), "moved")
        if moved is None:
            return place
        place = replace(place, chat=moved.text)
        await self.notes.look(place)
        return place

    def note_press(self, place: Place, person: Person) -> None:
        """Remember that somebody is here and watching."""
        self.notes.put(place, "watching", person.id, number=self._clock())
        self.note_presence(place, person)

    def note_presence(self, place: Place, person: Person) -> None:
        """Remember that somebody has pressed or written something here."""
        self.notes.put(place, "present", person.id)

    def is_absent(self, place: Place, person: Person) -> bool:
        """Return whether somebody has done nothing here for three minutes, all of which this process has seen."""
        return self.notes.get(place, "present", person.id) is None and self._steady() - self._since > ABSENT_SECONDS

    def is_watching(self, place: Place, person: Person, since: float = 0.0) -> bool:
        """Return whether somebody has pressed something here within the last two minutes, and not before `since`."""
        pressed = self.notes.get(place, "watching", person.id)
        return pressed is not None and pressed.number >= since

    def close(self, place: Place) -> None:
        """Leave a place alone for a while that is closed to us."""
        self.notes.put(place, "closed")

    async def is_news(self, place: Place, person: Person) -> bool:
        """Return whether somebody is to be told now that a place is closed to us: once an hour."""
        return await self.notes.claim(place, "told", person.id)

    def open(self, place: Place) -> None:
        """Send to a place again, pictures included."""
        self.notes.drop(place, "closed")
        self.notes.drop(place, "text")

    def is_closed(self, place: Place) -> bool:
        """Return whether a place is to be left alone."""
        return self.notes.get(place, "closed") is not None

    def forbid_pictures(self, place: Place) -> None:
        """Send text alone for a while."""
        self.notes.put(place, "text")

    def shows_pictures(self, place: Place) -> bool:
        """Return whether pictures may be tried in a place."""
        return self.notes.get(place, "text") is None

    def note_sent_below(self, place: Place) -> None:
        """Count a message of ours that is to lie below the board of a place."""
        self.notes.add(place, "below")

    def sent_below(self, place: Place) -> int:
        """Return how many messages of ours lie below the board of a place, with those that are to be sent."""
        below = self.notes.get(place, "below")
        return 0 if below is None else int(below.number)

    def note_board_at_bottom(self, place: Place) -> None:
        """Count anew: a board is posted at the bottom of a place."""
        if self.sent_below(place):
            self.notes.put(place, "below")


def _chat(place: Place) -> Place:
    return replace(place, topic=None)
