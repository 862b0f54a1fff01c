"""What is remembered for the moment of places where people talk; lost at a restart without harm."""

from __future__ import annotations

from collections.abc import Callable

from storage.ids import Person, Place

ACTIVE_SECONDS = 120.0
"""Who has pressed something in a place within this time watches the board and needs no notification."""
RETRY_SECONDS = 60.0
"""How long a place that is closed to us is left alone."""
NO_PICTURES_SECONDS = 3600.0
"""How long a place that forbids pictures gets text alone."""
REMEMBERED = 10_000


class Places:
    """Which places are closed to us or forbid pictures, and who watches. `clock` returns Unix seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pressed: dict[tuple[Place, Person], float] = {}
        self._closed_until: dict[Place, float] = {}
        self._no_pictures_until: dict[Place, float] = {}

    def note_press(self, place: Place, person: Person) -> None:
        """Remember that somebody is here and watching."""
        now = self._clock()
        if len(self._pressed) > REMEMBERED:
            self._pressed = {key: at for key, at in self._pressed.items() if now - at < ACTIVE_SECONDS}
        self._pressed[place, person] = now

    def is_watching(self, place: Place, person: Person) -> bool:
        """Whether somebody has pressed something here within the last two minutes."""
        return self._clock() - self._pressed.get((place, person), -ACTIVE_SECONDS) < ACTIVE_SECONDS

    def close(self, place: Place) -> None:
        """Leave a place alone for a while that is closed to us."""
        self._closed_until[place] = self._clock() + RETRY_SECONDS

    def open(self, place: Place) -> None:
        """Send to a place again, pictures included."""
        self._closed_until.pop(place, None)
        self._no_pictures_until.pop(place, None)

    def is_closed(self, place: Place) -> bool:
        """Whether a place is to be left alone."""
        return self._holds(self._closed_until, place)

    def forbid_pictures(self, place: Place) -> None:
        """Send text alone for a while."""
        self._no_pictures_until[place] = self._clock() + NO_PICTURES_SECONDS

    def shows_pictures(self, place: Place) -> bool:
        """Whether pictures may be tried in a place."""
        return not self._holds(self._no_pictures_until, place)

    def _holds(self, until: dict[Place, float], place: Place) -> bool:
        end = until.get(place)
        if end is not None and end <= self._clock():
            del until[place]
            return False
        return end is not None
