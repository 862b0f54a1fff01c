"""The whole service with its Discord adapter, in the test's own process, with a clock that the test moves."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import storage.ids
from bot.platforms.discord import rate_limit
from bot.service import Service
from bot.settings import Settings
from bot.table.model.record import Record
from tests.helpers.clock import MovingClock
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import Channel, Message, walk
from tests.helpers.discord.people import Discord, Person, until
from tests.helpers.discord.server import Server
from tests.helpers.lobby import PAGES, way_to
from tests.helpers.outside import SLOWER
from tests.helpers.stored import open_store


class DiscordParty:
    """Ann and Bob, who take direct messages, Cleo, who does not, their channel, and the bot."""

    def __init__(self, world: Discord, server: Server, path: Path, clock: MovingClock, **settings: Any) -> None:
        self.world = world
        self.clock = clock
        self.ann, self.bob = world.add_person("ann", display="Ann"), world.add_person("bob", display="Bob")
        self.cleo = world.add_person("cleo", display="Cleo", takes_dms=False)
        self.guild = world.add_guild("Friends", [self.ann, self.bob, self.cleo])
        self.channel = world.add_channel(self.guild, "games")
        self.service: Service
        self.api = server.api
        self._path = path
        self._settings = settings
        self._stop = asyncio.Event()
        self._run: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the service and wait until it is connected."""
        settings = Settings(
            _env_file=None,
            discord_token=self.world.token,
            database_url=f"sqlite:///{self._path}",
            **self._settings,
        )
        self.store = await open_store(self._path)
        self.service = Service(settings, self.store, self.clock)
        adapter = self.service.discord(self.world.token, self.api)
        self._stop = asyncio.Event()
        before = self.world.gateway.identifies
        self._run = asyncio.create_task(self.service.run(adapter, self._stop))
        await until(lambda: self.world.gateway.identifies > before and self.world.commands.registered)
        await self.settle()

    async def close(self) -> None:
        """Stop the service as a signal does."""
        if self._run is not None:
            self._stop.set()
            await self._run
            self._run = None
            await asyncio.to_thread(self.service.render_cache.close)
            await self.store.close()

    async def restart(self) -> None:
        """Stop and start on the same database."""
        await self.close()
        await self.open()

    async def settle(self) -> None:
        """Wait until everything wanted is shown."""
        for _ in range(2):
            await asyncio.wait_for(self.service.manager.settled(), 60)
            await asyncio.sleep(0)

    async def tick(self, seconds: float) -> None:
        """Advance the clock and run the deadlines that have passed."""
        self.clock.advance(seconds)
        await self.service.manager.scheduler.tick()
        await self.settle()

    # -- what people do ------------------------------------------------------------------------------------------------

    async def slash(self, person: Person, command: str, **options: Any) -> Any:
        """Use a command and wait until it has had its effect; return the interaction."""
        used = await person.slash(self.channel, command, **options)
        await until(lambda: used.original is None or used.original.deleted or used.replies)
        await self.settle()
        return used

    def person_to_move(self) -> Person:
        """The person whose turn it is at the table."""
        actor = self.table().actor()
        assert actor is not None
        person = self.world.users[int(actor.id)]
        assert isinstance(person, Person)
        return person

    async def press(self, person: Person, label: str, message: Message | None = None) -> Any:
        """Press a button of the board, or of a message, and wait until the press was judged; return the interaction.

        A lobby is leafed through to the page that has the button.
        """
        for _ in range(PAGES):
            if page := way_to(label, [button.label for button in (message or self.board()).buttons]):
                await self._press(person, page, message)
        return await self._press(person, label, message)

    async def _press(self, person: Person, label: str, message: Message | None) -> Any:
        handler, judged = self.service.dispatcher, asyncio.Event()
        press = handler.on_press

        async def judge(item: Any) -> Any:
            try:
                return await press(item)
            finally:
                judged.set()

        handler.on_press = judge  # type: ignore[method-assign, assignment]
        try:
            used = await person.press_label(message or self.board(), label)
            assert not used.failed
            await asyncio.wait_for(judged.wait(), 60)
        finally:
            handler.on_press = press  # type: ignore[method-assign]
        await self.settle()
        return used

    async def choose_messages(self, *people: Person) -> None:
        """Have people choose in their own chats that secrets come by direct message."""
        for person in people:
            used = await person.slash(person.dm, "settings")
            page = await used.reply()
            await person.press_label(page, "Secrets: shown when I tap")
            await until(partial(page.button, "Secrets: sent as a direct message"))

    async def begin(self, *people: Person, game: str = "hats") -> None:
        """Open a table, seat people, let the first one begin, start."""
        await self.slash(people[0], "play", game=game)
        for person in people:
            if self.record().seat_of(storage.ids.Person("discord", str(person.id))) is None:
                await self.press(person, "Join")
        await self.press(people[0], "I’m the youngest" if game == "hats" else "Start")
        if game == "hats":
            await self.press(people[0], "Start")

    # -- what people see -----------------------------------------------------------------------------------------------

    def boards(self, channel: Channel | None = None) -> list[Message]:
        """List the messages with buttons that all may see."""
        return [each for each in (channel or self.channel).messages.values() if each.buttons]

    def board(self) -> Message:
        """Return the newest of them."""
        return self.boards()[-1]

    def private(self, person: Person) -> list[str]:
        """List the texts of somebody's direct messages."""
        return [each.text for each in person.dm.messages.values()]

    def table(self) -> Any:
        """Return the table behind the newest board."""
        return self.service.manager.tables.in_memory(self.board().buttons[-1].custom_id.split(".")[0])

    def record(self) -> Record:
        """Return what is kept of it."""
        record: Record = self.table().record
        return record


def veiled(message: Message) -> bool:
    """Return whether anything of a message is covered until it is pressed."""
    return "||" in message.text or any(each.get("spoiler") for each in walk(message.components))


@contextlib.asynccontextmanager
async def discord_party(path: Path, patch: pytest.MonkeyPatch, **settings: Any) -> AsyncIterator[DiscordParty]:
    """Bring three people together for a test; `settings` are more of the service's."""
    clock = MovingClock(time.time())
    world = Discord(limits=Limits.none())
    world.interactions.seconds *= SLOWER
    async with Server(world) as server:
        patch.setattr(rate_limit, "SECONDS", 0.0)  # what waits is told by the budget's own tests
        party = DiscordParty(world, server, path, clock, **settings)
        await party.open()
        try:
            yield party
        finally:
            await party.close()
