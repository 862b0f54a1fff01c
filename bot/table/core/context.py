"""What all tables of a house share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec

from bot.chart import Chart, ChartRenderer
from bot.engine.presentation import Game
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.messaging import Picture, Platform
from bot.table.core.people import People
from bot.table.core.ratings import Rater
from bot.table.model.preferences import ChatBook
from storage.ids import Person, Place
from storage.store import Store

if TYPE_CHECKING:
    from bot.table.publishing.secret_outbox import SecretOutbox
    from bot.table.running.computer_players import ComputerPlayers
    from bot.table.running.manager import TableManager

ACTIVE_SECONDS = 120.0
"""Who has pressed something here within this time watches the board and needs no ringing."""
RETRY_SECONDS = 60.0
"""How long a chat that is closed to us, or forbids pictures, is left alone."""

CALM_SECONDS = 0.25
"""How long showing a board gives way to presses."""


class TableContext:
    """The parts a table needs, and what is remembered of the moment (lost at a restart without harm).

    `clock` gives Unix seconds; `hang` makes one picture of several, side by side, and `chart` one of a standing;
    `think` has a function carried out beside the event loop.
    """

    manager: TableManager
    courier: SecretOutbox
    computers: ComputerPlayers

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        catalogs: Catalogs,
        clock: Callable[[], float],
        *,
        lobby_seconds: float,
        hang: Callable[[Sequence[Picture]], Picture] | None = None,
        chart: ChartRenderer | None = None,
        think: Callable[..., Awaitable[Any]] = asyncio.to_thread,
    ) -> None:
        self.store = store
        self.games = games
        self.catalogs = catalogs
        self.clock = clock
        self.lobby_seconds = lobby_seconds
        self.think = think
        self._hang = hang
        self._chart = chart
        self.rater = Rater(store)
        self.people = People(store, catalogs)
        self.chat_book = ChatBook(store, catalogs)
        self.chats: dict[str, Platform] = {}
        self.stopping = False
        self._judging = 0
        self._calm = asyncio.Event()
        self._calm.set()
        self._pressed: dict[tuple[Place, Person], float] = {}
        self._closed: dict[Place, float] = {}
        self._no_pictures_until: dict[Place, float] = {}

    def chat(self, place: Place | Person) -> Platform:
        """Give the platform of a place or person."""
        return self.chats[place.platform]

    async def answers_here(self, person: Person) -> bool:
        """Tell whether a person gets secrets in answers that nobody else sees, and no private messages."""
        return self.chat(person).answers_privately and (await self.people.get(person)).here

    @contextmanager
    def judging(self) -> Iterator[None]:
        """Count a press as being in hand."""
        self._judging += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._judging -= 1
            if not self._judging:
                self._calm.set()

    async def calm(self) -> None:
        """Let presses go first: wait until none is in hand, but never long, so that no board starves."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CALM_SECONDS):
                await self._calm.wait()

    def gallery(self, tr: Translator) -> Picture | None:
        """Give the picture of all games side by side, None where nobody hangs one."""
        pictures = [game.presenter.lobby((), tr) for game in self.games.values()]
        return self._hang(pictures) if self._hang and len(pictures) > 1 else None

    def chart(self, place: Place, standing: Chart, alt: str) -> Picture | None:
        """Picture a standing, None where no pictures may be shown or nobody draws."""
        if self._chart is None or not self.shows_pictures(place):
            return None
        return msgspec.structs.replace(self._chart(standing), alt=alt)

    def note_press(self, place: Place, person: Person) -> None:
        """Remember that somebody is here and watching."""
        now = self.clock()
        if len(self._pressed) > 10_000:
            self._pressed = {key: at for key, at in self._pressed.items() if now - at < ACTIVE_SECONDS}
        self._pressed[place, person] = now

    def is_watching(self, place: Place, person: Person) -> bool:
        """Tell whether somebody has pressed something here within the last two minutes."""
        return self.clock() - self._pressed.get((place, person), -ACTIVE_SECONDS) < ACTIVE_SECONDS

    def close(self, place: Place) -> None:
        """Leave a place alone that is closed to us."""
        self._closed[place] = self.clock() + RETRY_SECONDS

    def open(self, place: Place) -> None:
        """Speak in a place again, pictures included."""
        self._closed.pop(place, None)
        self._no_pictures_until.pop(place, None)

    def is_closed(self, place: Place) -> bool:
        """Tell whether a place is to be left alone."""
        return self._holds(self._closed, place)

    def forbid_pictures(self, place: Place) -> None:
        """Use words only for a while."""
        self._no_pictures_until[place] = self.clock() + 60 * RETRY_SECONDS

    def shows_pictures(self, place: Place) -> bool:
        """Tell whether pictures may be tried in a place."""
        return not self._holds(self._no_pictures_until, place)

    def _holds(self, until: dict[Place, float], place: Place) -> bool:
        end = until.get(place)
        if end is not None and end <= self.clock():
            del until[place]
            return False
        return end is not None
