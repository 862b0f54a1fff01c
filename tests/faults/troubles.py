"""What goes wrong: each of these is one trouble, which begins, lasts for a moment, and is over when it returns."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.playground.model import User
from bot.playground.world import World
from tests.faults.bot import Bot, SettableClock
from tests.helpers.discord.faults import Fault
from tests.helpers.discord.people import Discord
from tests.helpers.stored import file_of
from tests.outside.troubled import DiscordGroup, TelegramGroup

DAY = 86_400
HOURS = 13_317
"""Seconds of a long flood wait."""
SERVERS = (500, 502)
_LITTLE = 1 << 20
"""Bytes of memory: less than any process has, so that it gets none that it has not."""
_LOCK = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
time.sleep(float(sys.argv[2]))
connection.execute("ROLLBACK")
"""


class Played(Protocol):
    """The games that are played at the moment."""

    def telegram(self) -> Sequence[TelegramGroup]:
        """List those of Telegram."""
        ...

    def discord(self) -> Sequence[DiscordGroup]:
        """List those of Discord."""
        ...

    async def press_idle(self) -> str:
        """Move at the table of those who do nothing else; return what was told of a move that is not there, or ""."""
        ...

    def idle_turn(self) -> tuple[float, int]:
        """Return when the turn of somebody who does nothing ends (Unix seconds), and how many moves came before it."""
        ...


class Unsaved(AssertionError):
    """Somebody was told of a move that was not made."""


class TurnTaken(AssertionError):
    """Somebody has lost a turn before its time was over."""


class Troubles:
    """Everything that can go wrong. `had` counts by name what has, `late` the presses that got no answer because of it.

    `lost` are the interactions that Discord could not hand over; `flooded_channel` is one in which nobody plays, 0 for
    none.
    """

    def __init__(
        self, telegram: World, discord: Discord, bot: Bot, clock: SettableClock, played: Played, seed: int
    ) -> None:
        self.had: Counter[str] = Counter()
        self.late = 0
        self.lost: set[int] = set()
        self._telegram, self._discord, self._bot, self._clock, self._played = telegram, discord, bot, clock, played
        self._rng = random.Random(seed)
        self.flooded_channel = 0
        self._flooded_for_hours = self._flooded_for_hours_on_discord = False
        self._on_disk = asyncio.Lock()  # one trouble of the disk at a time

    def all(self) -> list[Callable[[], Awaitable[None]]]:
        """List them."""
        return [
            *(self.telegram_errors, self.telegram_cut_before, self.telegram_cut_after, self.telegram_floods),
            *(self.telegram_flood_in_a_whisper, self.telegram_flood_for_hours, self.telegram_late_answer),
            *(self.telegram_repeats_and_overtakes, self.telegram_slow),
            *(self.discord_errors, self.discord_cut, self.discord_floods, self.discord_flood_in_a_whisper),
            *(self.discord_flood_for_hours, self.discord_late_answer, self.discord_slow, self.discord_repeats),
            *(self.gateway_away, self.gateway_forgets),
            *(self.database_locked, self.disk_full, self.disk_read_only),
            *(self.drawing_killed, self.drawing_hangs, self.drawing_out_of_memory),
            *(self.thinking_killed, self.thinking_hangs, self.clock_set),
        ]

    async def _moment(self, least: float = 0.5, most: float = 1.5) -> None:
        await asyncio.sleep(self._rng.uniform(least, most))

    # -- Telegram ------------------------------------------------------------------------------------------------------

    async def telegram_errors(self) -> None:
        """500 and 502, as JSON and as a page, to one answer to a press for sure, and then to half of all calls."""
        code, html = self._rng.choice(SERVERS), self._rng.random() < 0.5
        sure = self._telegram.faults.server_error(code, method="answerCallbackQuery", html=html)
        await self._gone(lambda: sure.times == 0, 30.0)
        self._telegram.faults.cancel(sure)
        fault = self._telegram.faults.server_error(code, html=html, times=None, chance=0.5)
        await self._moment()
        self._telegram.faults.cancel(fault)

    async def telegram_cut_before(self) -> None:
        """Connections that break before the call took effect."""
        fault = self._telegram.faults.cut(after=False, times=None, chance=0.5)
        await self._moment()
        self._telegram.faults.cancel(fault)

    async def telegram_cut_after(self) -> None:
        """Connections that break after it, in private chats too: what comes twice there may be a cover, no secret."""
        games = self._played.telegram()
        chats = [*(each.group.id for each in games), *(person.id for each in games for person in each.people)]
        faults = [self._telegram.faults.cut(after=True, chat=chat, times=None, chance=0.3) for chat in chats]
        faults += [
            self._telegram.faults.cut(after=True, method=method, times=None, chance=0.3)
            for method in ("answerCallbackQuery", "getUpdates")
        ]
        await self._moment()
        for each in faults:
            self._telegram.faults.cancel(each)

    async def telegram_floods(self) -> None:
        """429 again and again in one group, each with a longer wait."""
        for group in self._played.telegram()[:1]:
            for seconds in (1, 2, 3):
                fault = self._telegram.faults.flood(seconds, chat=group.group.id)
                await self._gone(lambda fault=fault: fault.times == 0)  # type: ignore[misc]
                self._telegram.faults.cancel(fault)

    async def telegram_flood_in_a_whisper(self) -> None:
        """429 to what is sent to one person alone."""
        people: list[User] = [person for each in self._played.telegram() for person in each.people]
        for person in self._rng.sample(people, min(2, len(people))):
            fault = self._telegram.faults.flood(2, chat=person.id)
            await self._gone(lambda fault=fault: fault.times == 0, 3.0)  # type: ignore[misc]
            self._telegram.faults.cancel(fault)

    async def telegram_flood_for_hours(self) -> None:
        """429 of hours to new messages of one group, once an evening."""
        groups = self._played.telegram()
        if self._flooded_for_hours or not groups:
            return
        self._flooded_for_hours = True
        group = self._rng.choice(groups)
        for method in ("sendMessage", "sendPhoto"):
            self._telegram.faults.flood(HOURS, method=method, chat=group.group.id, times=None)

    async def telegram_late_answer(self) -> None:
        """An answer to a press that comes when Telegram takes it no more."""
        fault = self._telegram.faults.stall(method="answerCallbackQuery")
        before = len(self._telegram.calls)
        if await self._gone(lambda: bool(fault.stalled), 5.0):
            held = [call for call in list(self._telegram.calls)[before:] if call.method == "answerCallbackQuery"]
            self.late += 1
            self._telegram.queries.time_out(str(held[0].params["callback_query_id"]))
        fault.times = 0
        fault.release()
        self._telegram.faults.cancel(fault)

    async def telegram_repeats_and_overtakes(self) -> None:
        """Updates that come twice, late, and among those of other chats."""
        repeat = self._telegram.faults.repeat_updates(times=None, chance=0.6)
        hold = self._telegram.faults.hold_updates(0.5, times=None, chance=0.4)
        await self._moment(2.0, 3.0)
        self._telegram.faults.cancel(repeat)
        self._telegram.faults.cancel(hold)

    async def telegram_slow(self) -> None:
        """Calls that take long."""
        fault = self._telegram.faults.delay(0.4, times=None, chance=0.3)
        await self._moment()
        self._telegram.faults.cancel(fault)

    # -- Discord -------------------------------------------------------------------------------------------------------

    async def _order(self, *faults: Fault) -> None:
        for each in faults:
            self._discord.faults.order(each)
        await self._moment()
        for each in faults:
            self._discord.faults.cancel(each)

    async def discord_errors(self) -> None:
        """500 and 502, before the call takes effect and after, as JSON and as a page."""
        status, html = self._rng.choice(SERVERS), self._rng.random() < 0.5
        await self._order(
            Fault("server", "", None, 0.3, status=status, html=html),
            Fault("server", "PATCH", None, 0.3, status=status, after=True),
        )

    async def discord_cut(self) -> None:
        """Connections that break before a call takes effect, or after; two of first answers to presses for sure."""
        for after in (False, True):
            await self._until_had(Fault("cut", "POST /interactions", after=after))
        await self._order(Fault("cut", "", None, 0.3), Fault("cut", "PATCH", None, 0.3, after=True))

    async def discord_floods(self) -> None:
        """429 again and again in one channel, each with a longer wait."""
        for group in self._played.discord()[:1]:
            for seconds in (0.5, 1.0, 2.0):
                await self._until_had(Fault("flood", "/channels/", seconds=seconds, channel=group.channel.id))

    async def discord_flood_in_a_whisper(self) -> None:
        """429 to what is shown to one person alone: answers to their presses, and direct messages."""
        await self._until_had(Fault("flood", "/webhooks/", 2, seconds=1.0))
        people = [person for each in self._played.discord() for person in each.people]
        for person in self._rng.sample(people, min(2, len(people))):
            await self._until_had(Fault("flood", "/channels/", seconds=1.0, channel=person.dm.id), 1.0)

    async def discord_flood_for_hours(self) -> None:
        """429 of hours to all messages of a channel, from now on; what is pressed there is answered all the same."""
        if self.flooded_channel and not self._flooded_for_hours_on_discord:
            self._flooded_for_hours_on_discord = True
            self._discord.faults.flood(HOURS, "/channels/", times=None, channel=self.flooded_channel)
            await self._moment()

    async def _until_had(self, fault: Fault, seconds: float = 3.0) -> None:
        self._discord.faults.order(fault)
        await self._gone(lambda: fault.times == 0, seconds)
        self._discord.faults.cancel(fault)

    async def discord_late_answer(self) -> None:
        """An acknowledgement that comes when Discord takes it no more."""
        fault = self._discord.faults.stall("/interactions/")
        if await self._gone(lambda: bool(fault.stalled), 5.0):
            for each in self._discord.interactions.every[-20:]:
                if each.first is None and not each.failed:
                    self.lost.add(each.id)
                    each.time_out()
        fault.times = 0
        fault.release()
        self._discord.faults.cancel(fault)

    async def discord_slow(self) -> None:
        """Calls that take long."""
        await self._order(Fault("delay", "", None, 0.3, seconds=0.4))

    async def discord_repeats(self) -> None:
        """Interactions that come twice."""
        self._discord.gateway.echo = 2
        await self._moment()
        self._discord.gateway.echo = 1

    async def gateway_away(self) -> None:
        """The gateway's connection breaks, and the session is resumed."""
        self._discord.gateway.drop()
        await self._gone(lambda: bool(self._discord.gateway.connected), 20.0)

    async def gateway_forgets(self) -> None:
        """The session ends: what was pressed until the next one begins is lost, and is pressed again."""
        began, before = len(self._discord.interactions.every), self._discord.gateway.identifies
        self._discord.gateway.invalidate()
        await self._gone(lambda: self._discord.gateway.identifies > before, 30.0)
        await asyncio.sleep(0.2)
        for each in self._discord.interactions.every[max(0, began - 10) :]:
            if each.first is None:
                self.lost.add(each.id)
                each.time_out()

    # -- the machine ---------------------------------------------------------------------------------------------------

    async def database_locked(self) -> None:
        """Another process holds the database's lock for five seconds, or a little longer."""
        async with self._on_disk:
            seconds = f"{self._rng.uniform(5.0, 6.0):.2f}"
            command = (sys.executable, "-S", "-c", _LOCK, str(self._bot.database), seconds)
            await (await asyncio.create_subprocess_exec(*command)).wait()

    async def disk_full(self) -> None:
        """There is no room for any write; a move that was not saved is not said to be made: else raise Unsaved."""
        async with self._on_disk:
            with self._bot.disk.full():
                await self._move_in_vain()
                await self._moment(1.0, 2.0)

    async def disk_read_only(self) -> None:
        """Nothing can be written at all; a move is not said to be made: else raise Unsaved."""
        async with self._on_disk:
            await self._ask_writer("PRAGMA query_only=ON")
            await self._move_in_vain()
            await self._moment(1.0, 2.0)
            await self._ask_writer("PRAGMA query_only=OFF")

    async def _move_in_vain(self) -> None:
        if told := await self._played.press_idle():
            raise Unsaved(f"a move that could not be saved was answered with {told!r}")

    async def _ask_writer(self, sql: str) -> None:
        """SQLite keeps these for the connection alone; between two transactions, as it would be on any disk."""
        database = file_of(self._bot.store)
        async with database._writing.hold():
            await database._writer.execute(sql)

    async def drawing_killed(self) -> None:
        """The kernel kills what draws, as where memory is short."""
        await self._strike(self._bot.drawing, signal.SIGKILL)

    async def drawing_hangs(self) -> None:
        """What draws stands still for ever."""
        await self._strike(self._bot.drawing, signal.SIGSTOP)

    async def thinking_killed(self) -> None:
        """The kernel kills the process in which computers think."""
        await self._strike(self._bot.thinking, signal.SIGKILL)

    async def thinking_hangs(self) -> None:
        """That process stands still for ever."""
        await self._strike(self._bot.thinking, signal.SIGSTOP)

    async def _strike(self, processes: Callable[[], list[int]], number: signal.Signals) -> None:
        await self._gone(lambda: bool(processes()), 3.0)
        for process in processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
        await self._moment()

    async def drawing_out_of_memory(self) -> None:
        """What draws gets no more memory, so that it raises MemoryError, or dies of it if it has just been started."""
        await self._gone(lambda: bool(self._bot.drawing()))
        for process in self._bot.drawing():
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(process, resource.RLIMIT_AS, (_LITTLE, resource.RLIM_INFINITY))
        await self._moment()

    async def clock_set(self) -> None:
        """Somebody sets the clock forward and back by a day, or back and forward, and right again after a moment."""
        for days in self._rng.sample((-DAY, DAY), 2):
            await self._set_clock(days)
            await self._moment(1.0, 2.0)
            await self._set_clock(-days)
            await self._moment()

    async def _set_clock(self, seconds: float) -> None:
        """Set the clock, and see that whoever is to move keeps the turn: raise TurnTaken where it is lost by that."""
        end, moves = before = self._played.idle_turn()
        left, began = end - self._clock(), self._clock.steady()
        self._clock.set_by += seconds
        self._bot.service.manager.scheduler.poke()
        # The turn gets its time anew, or is lost: where the clock shows less, no deadline passes, and it is not waited
        # for as long.
        await self._gone(lambda: self._played.idle_turn() != before, 30.0 if seconds > 0 else 3.0)
        if self._played.idle_turn()[1] > moves and (early := left - (self._clock.steady() - began)) > 0:
            raise TurnTaken(f"the clock was set, and a turn was taken {early:.0f} s before its end")

    async def _gone(self, over: Callable[[], bool], seconds: float = 8.0) -> bool:
        """Wait until something is so, but not for ever; return whether it is."""
        deadline = asyncio.get_running_loop().time() + seconds
        while not over():
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(0.02)
        return True


def intact(database: str) -> str:
    """Return what SQLite finds wrong with a database, "ok" for nothing."""
    connection = sqlite3.connect(database)
    try:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    finally:
        connection.close()
