"""A chat on a platform on loopback, seen and used by its people, in front of a process that may die at any call."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler
from typing_extensions import override

from bot.playground.world import World
from tests.conformance.on_discord import ARGUMENTS, DiscordPage
from tests.conformance.on_telegram import TelegramPage
from tests.conformance.reading import bare, read
from tests.conformance.stage import NAMES, Guest, Key, Page, Seen
from tests.crash.control import AFTER, BEFORE, VARIABLE, Control
from tests.helpers.discord.interactions import COMPONENT
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import Discord
from tests.helpers.discord.refusals import Impossible
from tests.helpers.discord.server import Server
from tests.helpers.ledger import Ledger
from tests.helpers.playground import Playground
from tests.helpers.witness import shown as shown_in
from tests.helpers.zygote import Forked, Zygote

PATIENCE = 120.0
"""Seconds after which something that is waited for is given up: no promise of ours, a busy machine takes its time."""
_POLL = 0.002
_LONG = ("getUpdates", "/gateway")
"""Calls that last until there is something to tell, and so are never waited for."""
SECRET = re.compile(r"You saw: .+|In the box: .+ Don’t tell|^(?:YES|NO|Signals): .+", re.MULTILINE)
"""What only one may know, in a message or an answer."""
_WORD = re.compile(r"\w+")
_MOMENT = re.compile(r"<t:\d+(?::\w)?>|\d\d:\d\d UTC")


@dataclass(frozen=True)
class Point:
    """A moment of a step: before or after its call or commit of this number, counted from 1."""

    kind: str
    number: int
    when: int

    def __str__(self) -> str:
        """Return it in words."""
        return f"{'before' if self.when == BEFORE else 'after'} {self.kind} {self.number}"


@dataclass(frozen=True)
class Shown:
    """A message as it stands: what it says, what can be pressed (not at which table), whether there is a picture."""

    text: str
    keys: tuple[str, ...]
    pictured: bool


def shown(page: Page) -> Shown:
    """Look at a page. Moments are left out, and what a token names besides its meaning."""
    keys = tuple(f"{key.label}={key.decision}.{key.meaning}" for key in page.keys)
    return Shown(_MOMENT.sub("(moment)", page.text), keys, page.pictured)


class Dead(Exception):
    """The process has died."""


class Scene(ABC):
    """One chat of four people and one process, which is killed where `arm` says."""

    platform: str
    settings: dict[str, str]

    def __init__(self, folder: Path, zygote: Zygote, clock: float, chance: int, breach: str) -> None:
        self.folder = folder
        self.kills = 0
        self.starts = 0
        self.people: list[Guest] = []
        self.ledger = Ledger(folder)
        self.control = Control(folder / "control")
        self.control.set("clock", clock)
        self._zygote = zygote
        self._planted = {"CRASH_CHANCE": str(chance), **({"CRASH_BREACH": breach} if breach else {})}
        self._process: Forked | None = None
        self._calls = 0
        self._commits_before = 0
        self._under_way = 0
        self._waiting: set[int] = set()
        self._point: Point | None = None

    # -- the process ---------------------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.running

    @property
    def passed(self) -> list[Point]:
        """List the moments since `arm` at which there could have been a kill: before and after each call and commit.

        There is none yet after a call that still waits, as for the next update.
        """
        commits = int(self.control.get("commits")) - self._commits_before
        numbered = [("call", each + 1) for each in range(self._calls)]
        numbered += [("commit", each + 1) for each in range(commits)]
        waiting = {("call", number) for number in self._waiting}
        points = [Point(*each, when) for each in numbered for when in (BEFORE, AFTER)]
        return [each for each in points if each.when == BEFORE or (each.kind, each.number) not in waiting]

    def arm(self, point: Point | None) -> None:
        """Count from now on, and kill the process at a point, if there is one."""
        self._calls, self._commits_before = 0, int(self.control.get("commits"))
        self._waiting = set()
        self._point = point
        by_itself = point is not None and point.kind == "commit"
        self.control.set("when", point.when if point else 0)
        self.control.set("kill_at", self._commits_before + point.number if point and by_itself else 0)

    async def start(self) -> None:
        """Start the process, and wait until it serves. Raise Dead if it dies before."""
        self.starts += 1
        serving = self.control.get("serving")
        environment = {
            **self.settings,
            "DATABASE_URL": f"sqlite:///{self.folder / 'bot.db'}",
            "PORT": "0",
            "LOG_FORMAT": "json",
            "LOG_LEVEL": "WARNING",
            VARIABLE: str(self.control.file),
            **self._planted,
        }
        self._process = await self._zygote.start(environment, self.folder / "bot.log")
        await self.until(lambda: self.control.get("serving") > serving and self._connected())
        await self.settle()

    async def stop(self) -> None:
        """Stop the process as a signal does."""
        assert self._process
        self._process.signal(signal.SIGTERM)
        assert await asyncio.wait_for(asyncio.shield(self._process.ended), PATIENCE) == 0, self.log()

    async def end(self) -> None:
        """End the process, if it lives."""
        if self._process is not None and self._process.running:
            self._process.signal(signal.SIGKILL)
            await asyncio.wait_for(asyncio.shield(self._process.ended), PATIENCE)

    async def until(self, so: Callable[[], object]) -> None:
        """Wait until something is so. Raise Dead where the process dies first."""
        async with asyncio.timeout(PATIENCE):
            while not so():
                if not self.alive:
                    raise Dead
                await asyncio.sleep(_POLL)

    async def settle(self, *, tick: bool = False) -> None:
        """Wait until everything is taken in, answered and shown; `tick`: after the deadlines that have passed."""
        for _ in range(2):
            await self.until(self._taken_in)
            self.control.set("tick", float(tick))
            self.control.set("asked", self.control.get("asked") + 1)
            await self.until(lambda: self.control.get("settled") == self.control.get("asked"))
            await self.until(lambda: not self._under_way)

    async def pass_time(self, seconds: float) -> None:
        """Move the clock and serve the deadlines that have passed."""
        self.control.set("clock", self.control.get("clock") + seconds)
        await self.settle(tick=True)

    def log(self) -> str:
        """Return what the processes have logged."""
        file = self.folder / "bot.log"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @web.middleware
    async def watch(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count a call, and kill the process before it takes effect or before its answer is sent."""
        lasting = request.path.endswith(_LONG)
        if request.path.startswith("/gateway"):
            try:
                return await handler(request)
            except ConnectionResetError:  # it died while it connected
                return web.Response()
        self._calls += 1
        number, point = self._calls, self._point
        here = point is not None and (point.kind, point.number) == ("call", number)
        if here and point and point.when == BEFORE:
            return await self._kill(request)
        self._under_way += not lasting
        waiting = self._waiting
        waiting.add(number)
        try:
            answer = await handler(request)
        finally:
            self._under_way -= not lasting
            waiting.discard(number)
        if here and point and point.when == AFTER and point is self._point:
            return await self._kill(request)
        return answer

    async def _kill(self, request: web.Request) -> web.StreamResponse:
        self._point = None
        await self.end()
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    def tables(self) -> list[str]:
        """Return the ids of the tables that are written."""
        if not (self.folder / "bot.db").exists():
            return []
        try:
            return [table for (table,) in self.ledger.rows("SELECT id FROM tables")]
        except sqlite3.OperationalError:  # it died before its schema was there
            return []

    # -- what people see and do ----------------------------------------------------------------------------------------

    def guest(self, name: str) -> Guest:
        """Return somebody by name; `mover` is who is to move, as the board's headline says."""
        if name == "mover":
            board = next(page for page in reversed(self.pages()) if "’s turn" in page.text)
            name = re.split("’s turn", board.text)[0].split()[-1]
        return next(each for each in self.people if each.name == name)

    def find(self, who: Guest, label: str) -> Seen | None:
        """Find the newest button of a label that somebody sees, or else of one that begins or ends so."""
        if label.startswith("prefer_"):  # it stands below a secret only, and not on every platform
            board = next(page for page in reversed(self.pages()) if page.keys)
            return Seen(board, Key(label, f"{board.keys[0].token.partition('.')[0]}.-.{label}"))
        shown = [*reversed([*self.pages(), *self.private(who), *self.answers(who)])]
        for wanted in (label, label.strip()):
            for page in shown:
                for key in page.keys:
                    if key.label == wanted:
                        return Seen(page, key)
            for page in shown:
                with contextlib.suppress(AssertionError):
                    return Seen(page, page.key(wanted))
        return None

    @abstractmethod
    def pages(self) -> list[Page]:
        """List the bot's messages that everybody in the chat sees, oldest first."""

    @abstractmethod
    def private(self, who: Guest) -> list[Page]:
        """List the bot's messages in somebody's private chat, oldest first."""

    @abstractmethod
    def answers(self, who: Guest) -> list[Page]:
        """List the answers that somebody still sees and nobody else does, oldest first."""

    @abstractmethod
    def told(self, who: Guest) -> Iterable[str]:
        """Return every text that somebody alone was ever shown."""

    def secrets(self, who: Guest) -> set[str]:
        """Return the secrets that somebody was told until now, wherever that was: the words, for signs differ."""
        found = (each[0] for text in self.told(who) for each in SECRET.finditer(text))
        return {" ".join(_WORD.findall(each)) for each in found}

    @abstractmethod
    async def greet(self) -> None:
        """Let those start the bot whom it has not greeted yet, where people do that."""

    @abstractmethod
    async def use(self, who: Guest, command: str, argument: str) -> None:
        """Use a command in the chat."""

    @abstractmethod
    async def press(self, who: Guest, seen: Seen) -> None:
        """Press a button, whether it is still there or not, and wait for the answer."""

    @abstractmethod
    def _taken_in(self) -> bool:
        """Return whether the process has got all that was done."""

    @abstractmethod
    def _connected(self) -> bool:
        """Return whether the process that was started last hears of what is done."""


class TelegramScene(Scene):
    """A supergroup. The bot finds its updates again after a kill, so that nobody has to do anything twice."""

    platform = "telegram"

    def __init__(self, folder: Path, zygote: Zygote, chance: int, breach: str) -> None:
        super().__init__(folder, zygote, 1_800_000_000.0, chance, breach)
        self.world = World(now=lambda: self.control.get("clock"), group_per_minute=0, per_second=0)
        self.world.updates.is_strict = False
        self._polls = 0
        self._alerts: dict[str, list[str]] = {}

    async def set_up(self, url: str) -> None:
        """Found the chat."""
        self.settings = {
            "TELEGRAM_TOKEN": self.world.token, "TELEGRAM_API_URL": url,
            "TELEGRAM_GROUP_PER_MINUTE": "0", "TELEGRAM_PER_SECOND": "0",
        }  # fmt: skip
        people = [self.world.add_person(name, language_code="en") for name in NAMES]
        self.people = [Guest(each.id, each.first_name, each) for each in people]
        self.group = self.world.create_group("Friends", people, kind="supergroup")
        await self.greet()

    @override
    async def greet(self) -> None:
        for who in self.people:
            if not self.private(who):
                self.world.start(who.account)

    @override
    async def start(self) -> None:
        self._polls = sum(call.method == "getUpdates" for call in self.world.calls)
        await super().start()

    @override
    def pages(self) -> list[Page]:
        return [TelegramPage(each) for each in self.group.messages.values() if each.sender is self.world.bot]

    @override
    def private(self, who: Guest) -> list[Page]:
        messages = self.world.private(who.account).messages.values()
        return [TelegramPage(each) for each in messages if each.sender is self.world.bot]

    @override
    def answers(self, who: Guest) -> list[Page]:
        return []  # alerts are gone once they are read

    @override
    def told(self, who: Guest) -> Iterable[str]:
        messages = (bare(each.text) for each in shown_in(self.world, who.id))
        return [*messages, *self._alerts.get(who.name, ())]

    @override
    async def use(self, who: Guest, command: str, argument: str) -> None:
        self.world.say(who.account, self.group, f"/{command} {argument}".rstrip())

    @override
    async def press(self, who: Guest, seen: Seen) -> None:
        message = seen.page.message
        if message.id not in message.chat.messages:
            return
        handle = self.world.press(who.account, message.chat, message.id, seen.key.token)
        alerts = self._alerts.setdefault(who.name, [])
        # Also if the process dies first: the next one may answer.
        handle.ended.add_done_callback(lambda ended: alerts.append(bare(ended.result().text)))
        await self.until(handle.ended.done)
        if handle.toast is not None and handle.toast.url:
            self.world.open_link(who.account, handle.toast.url)

    @override
    def _taken_in(self) -> bool:
        return not self.world.updates.pending

    @override
    def _connected(self) -> bool:
        return sum(call.method == "getUpdates" for call in self.world.calls) > self._polls


class DiscordScene(Scene):
    """A channel. What the bot had not acknowledged when it died has failed, and can be done again."""

    platform = "discord"

    def __init__(self, folder: Path, zygote: Zygote, chance: int, breach: str) -> None:
        self.world = Discord(limits=Limits.none())
        super().__init__(folder, zygote, self.world.clock.now(), chance, breach)
        self.world.interactions.seconds = PATIENCE
        self._identified = 0

    async def set_up(self, api: str) -> None:
        """Found the server."""
        self.settings = {"DISCORD_TOKEN": self.world.token, "DISCORD_API_URL": api}
        people = [self.world.add_person(name.lower(), display=name) for name in NAMES]
        self.people = [Guest(each.id, each.display, each) for each in people]
        self.channel = self.world.add_channel(self.world.add_guild("Friends", people), "games")
        self._names = {each.id: each.display for each in people}

    @override
    async def start(self) -> None:
        self._identified = self.world.gateway.identifies
        await super().start()

    @override
    def pages(self) -> list[Page]:
        return [self._page(each) for each in self.channel.messages.values() if each.author is self.world.bot]

    @override
    def private(self, who: Guest) -> list[Page]:
        return [self._page(each) for each in who.account.dm.messages.values() if each.author is self.world.bot]

    @override
    def answers(self, who: Guest) -> list[Page]:
        every = [each for each in self.world.ephemerals.values() if each.viewer is who.account]
        return [self._page(each) for each in every if not (each.deleted or each.loading)]

    @override
    def told(self, who: Guest) -> Iterable[str]:
        return (read(each.text, self._names) for each in self.world.call_log.only_for(who.account))

    def _page(self, message: object) -> Page:
        return DiscordPage(message, self._names)  # type: ignore[arg-type]

    @override
    async def use(self, who: Guest, command: str, argument: str) -> None:
        options = {ARGUMENTS[command]: argument} if argument else {}
        used = who.account.slash(self.channel, command, **options)
        await self.until(used.ended.done)

    @override
    async def press(self, who: Guest, seen: Seen) -> None:
        person, message, key = who.account, seen.page.message, seen.key
        if message.deleted or message.forgotten:
            return
        data = {"custom_id": key.within or key.token, "component_type": 3 if key.within else 2, "id": 1}
        more = {"values": [key.token]} if key.within else {}
        with contextlib.suppress(Impossible):
            made = self.world.interact(COMPONENT, person, message.channel, {**data, **more}, message)
            await self.until(made.ended.done)

    @override
    async def greet(self) -> None:
        pass  # nobody has to be greeted to be written to

    @override
    def _taken_in(self) -> bool:
        return True

    @override
    def _connected(self) -> bool:
        return self.world.gateway.identifies > self._identified and bool(self.world.commands.registered)


@contextlib.asynccontextmanager
async def scene(
    platform: str, folder: Path, zygote: Zygote, *, chance: int = 0, breach: str = ""
) -> AsyncIterator[Scene]:
    """Run a platform with a chat for the length of a block; the process is not started yet.

    `chance` is what its random bytes are, `breach` the fault that is planted in it.
    """
    made: TelegramScene | DiscordScene
    async with contextlib.AsyncExitStack() as stack:
        if platform == "telegram":
            made = TelegramScene(folder, zygote, chance, breach)
            address = (await stack.enter_async_context(Playground(made.world, middlewares=[made.watch]))).url
        else:
            made = DiscordScene(folder, zygote, chance, breach)
            address = (await stack.enter_async_context(Server(made.world, middlewares=[made.watch]))).api
        await made.set_up(address)
        stack.push_async_callback(made.end)
        yield made
