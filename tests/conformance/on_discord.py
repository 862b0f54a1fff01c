"""The stage on Discord: the bot's own adapter on a gateway and REST API on loopback."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from typing_extensions import override

from bot.commands import COMMANDS
from bot.service import Service
from bot.settings import Settings
from tests.conformance.reading import described, keys_in, read, text_of
from tests.conformance.stage import NAMES, Guest, Key, Page, Seen, Stage
from tests.helpers.clock import MovingClock
from tests.helpers.discord.interactions import COMPONENT, Interaction
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import Message
from tests.helpers.discord.people import Discord, Person, until
from tests.helpers.discord.permissions import Permission
from tests.helpers.discord.server import Server
from tests.helpers.memory import supply_pictures
from tests.helpers.outside import SLOWER
from tests.helpers.stored import open_store

ARGUMENTS = {spec.name: spec.argument.name for spec in COMMANDS if spec.argument}


class DiscordPage(Page):
    """A message in the channel, a direct or an ephemeral one."""

    def __init__(self, message: Message, names: dict[int, str]) -> None:
        self.message = message
        self._names = names

    @property
    @override
    def text(self) -> str:
        return read(text_of(self.message), self._names)

    @property
    @override
    def whole(self) -> str:
        return f"{self.text}\n{described(self.message)}"

    @property
    @override
    def keys(self) -> tuple[Key, ...]:
        return keys_in(self.message.components)

    @property
    @override
    def pictured(self) -> bool:
        return bool(self.message.attachments)

    @property
    @override
    def there(self) -> bool:
        return not self.message.deleted


class DiscordStage(Stage):
    """A server with one channel for games."""

    platform = "discord"

    def __init__(self, path: Path, clock: MovingClock) -> None:
        super().__init__(path, clock)
        self._world = Discord(limits=Limits.none())
        self._world.interactions.seconds *= SLOWER
        self._server = Server(self._world)
        self._adapter: Any = None
        self._stop = asyncio.Event()
        self._run: asyncio.Task[None] | None = None

    @override
    def have_patience(self, seconds: float) -> None:
        """Give the first answer to an interaction longer than Discord does, where time is not what is looked at."""
        self._world.interactions.seconds = seconds

    async def set_up(self) -> None:
        """Found the server and start the process."""
        await self._server.__aenter__()
        people = [self._world.add_person(name.lower(), display=name) for name in NAMES]
        self._guild = self._world.add_guild("Friends", people)
        self._channel = self._world.add_channel(self._guild, "games")
        self.ann, self.bob, self.cleo, self.dan = (Guest(p.id, p.display, p) for p in people)
        await self.open()

    async def tear_down(self) -> None:
        """Stop everything."""
        await self.close()
        await self._server.__aexit__(None, None, None)

    @override
    async def open(self) -> None:
        """Start the process and wait until it is connected."""
        settings = Settings(_env_file=None, discord_token=self._world.token, database_url=f"sqlite:///{self.path}")
        self._store = await open_store(self.path)
        self.service = Service(settings, self._store, self.clock)
        supply_pictures(self.service.render_cache, self.pictures)
        self._adapter = self.service.discord(self._world.token, self._server.api)
        self._stop = asyncio.Event()
        before = self._world.gateway.identifies
        self._run = asyncio.create_task(self.service.run(self._adapter, self._stop))
        await until(lambda: self._world.gateway.identifies > before and self._world.commands.registered)
        await self.settle()

    @override
    async def close(self) -> None:
        if self._run is not None:
            self._stop.set()
            await self._run
            self._run = None
            await asyncio.to_thread(self.service.close)
            await self._store.close()

    @override
    async def settle(self) -> None:
        for _ in range(2):
            await until(lambda: not self._adapter._processor or not self._adapter._processor._tasks)
            await asyncio.wait_for(self.service.manager.settled(), 60)

    @override
    async def pass_time(self, seconds: float) -> None:
        """Advance the clocks of the bot and of Discord, and run the deadlines that have passed."""
        self._world.clock.move(seconds)
        await super().pass_time(seconds)

    # -- what people do ------------------------------------------------------------------------------------------------

    @override
    async def invite(self, name: str) -> Guest:
        person = self._world.add_person(f"p{len(self._world.users)}", display=name)
        self._world.join(person, self._guild)
        return Guest(person.id, name, person)

    @override
    async def use(self, who: Guest, command: str, argument: str = "", *, private: bool = False) -> Page | None:
        options = {ARGUMENTS[command]: argument} if argument else {}
        channel = who.account.dm if private else self._channel
        if who.account.bot:  # whom Discord offers no commands: what is said to come of one is not answered
            who.account.slash(channel, command, **options)
            await self.settle()
            return None
        used = await _ended(who.account.slash(channel, command, **options))
        await self.settle()
        await until(lambda: used.original is None or used.original.deleted or used.replies)
        return self._page(used.replies[-1]) if used.replies else None

    @override
    async def look_up(self, who: Guest, words: str, *, private: bool = False) -> list[str]:
        """Type what `/rules` is to be about."""
        channel = who.account.dm if private else self._channel
        used = await _ended(who.account.autocomplete(channel, "rules", ARGUMENTS["rules"], words))
        await self.settle()
        return [str(each["name"]) for each in used.choices]

    @override
    async def send(self, who: Guest, seen: Seen, *, gone: bool = False) -> str:
        """Press a button, or choose from a list, and wait for the answer."""
        person, message, key = who.account, seen.page.message, seen.key
        if gone:
            data = {"custom_id": key.token, "component_type": 2, "id": 1}
            made = self._world.interact(COMPONENT, person, message.channel, data, message)
        elif key.within:
            made = person.select(message, key.within, [key.token])
        else:
            made = person.press(message, key.token)
        used = await _ended(made)
        await until(lambda: not self._adapter._processor._tasks)
        return read("\n".join(text_of(each) for each in used.replies), self._names())

    @override
    def shut(self, who: Guest) -> None:
        """Take no direct messages of this server's members any more."""
        who.account.takes_dms = False

    @override
    async def depart(self, who: Guest) -> None:
        """Leave the server."""
        self._world.leave(who.account, self._guild)

    @override
    def turn_into_bot(self, who: Guest) -> None:
        who.account.bot = True

    # -- what happens to the chat --------------------------------------------------------------------------------------

    @override
    async def go_elsewhere(self) -> None:
        """Open another channel."""
        self._channel = self._world.add_channel(self._guild, "more-games")

    @override
    async def delete(self, page: Page) -> None:
        """Delete a message, as a moderator does."""
        self._world.delete(page.message)

    @override
    async def allow_pictures(self, *, allowed: bool) -> None:
        """Change what the bot may do in the channel."""
        self._may(Permission.ATTACH_FILES, allowed=allowed)

    @override
    async def allow_writing(self, *, allowed: bool) -> None:
        """Change what the bot may do in the channel."""
        self._may(Permission.SEND_MESSAGES, allowed=allowed)

    def _may(self, permission: Permission, *, allowed: bool) -> None:
        (self._world.permit if allowed else self._world.forbid)(self._channel, permission)

    @override
    async def stumble(self) -> None:
        """Answer 503 once, which the library does not try again by itself."""
        self._world.faults.server_error(503, "PATCH /channels")

    @override
    async def deliver_twice(self) -> None:
        """Send each interaction twice by the gateway."""
        self._world.gateway.echo = 2

    @override
    async def remove_bot(self) -> None:
        """Kick the bot."""
        place = self.record().place
        self._world.remove_bot(self._guild)
        await until(lambda: self.service.manager.services.places.is_closed(place))

    @override
    async def add_bot(self) -> None:
        """Invite the bot again."""
        place = self.record().place
        self._world.invite_bot(self._guild)
        await until(lambda: not self.service.manager.services.places.is_closed(place))
        await self.settle()

    # -- what people see -----------------------------------------------------------------------------------------------

    def _names(self) -> dict[int, str]:
        return {user.id: user.shown for user in self._world.users.values()}

    def _page(self, message: Message) -> DiscordPage:
        return DiscordPage(message, self._names())

    @override
    def pages(self) -> list[Page]:
        """List the bot's messages in the channel, oldest first."""
        return [self._page(each) for each in self._channel.messages.values() if each.author is self._world.bot]

    @override
    def private(self, who: Guest) -> list[str]:
        """List the texts of somebody's direct messages."""
        person: Person = who.account
        return [self._page(each).text for each in person.dm.messages.values()]

    @override
    def own_pages(self, who: Guest) -> list[Page]:
        """List direct and ephemeral messages, as long as this person's client shows them."""
        own = [each for each in self._world.ephemerals.values() if each.viewer is who.account and not each.forgotten]
        return [self._page(each) for each in sorted([*who.account.dm.messages.values(), *own], key=lambda m: m.id)]

    @override
    def seen_by(self, who: Guest) -> list[str]:
        """List every text that somebody ever got, alternative texts included."""
        return [read(shown.words, self._names()) for shown in self._world.call_log.seen_by(who.account)]

    @override
    def stands_plainly(self, page: Page, text: str) -> bool:
        """Return whether a text is read as it was written: its markup is escaped, so that none of it takes effect."""
        return text in page.text and not page.message.mentions_everyone

    @override
    def pings(self) -> list[set[int]]:
        """Return the ids of those that each message has pinged."""
        return [set(ping.users) | ({0} if ping.everyone else set()) for ping in self._world.call_log.pings]

    @override
    def tries(self) -> int:
        """Count how often the bot has tried to send or edit something in the channel."""
        path = f"/channels/{self._channel.id}/messages"
        return sum(call.method != "DELETE" and path in call.path for call in self._world.call_log.requests)


async def _ended(made: Interaction) -> Interaction:
    """Wait for the first answer, which must come in time."""
    used = await made
    assert not used.failed, "Discord shows: this interaction failed"
    return used
