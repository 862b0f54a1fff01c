"""Whole games beside groups in trouble, on both platforms: `python -m tests.outside.troubled [HELD]`.

One process serves Telegram and Discord. On each, groups of the three kinds play to the end, and beside them play

- a group whose every answer (to presses too) is kept waiting, HELD times (20 where nothing is said), for five seconds
  and until every healthy group has pressed and been answered meanwhile;
- on Telegram: one that hides its members, whose administrator changes a setting; one in slow mode; one whose sends get
  429 for hours; one with a moderator that deletes at once; and setMyName gets 429 for hours from the start;
- on Discord: one channel whose calls get 429 for hours; one whose server limits uploads; one in which somebody wants
  their secrets as messages, while Discord lets the bot write to nobody new; and the gateway's connection breaks once.

The people of the healthy groups press at random before the trouble begins and beside it, so the times from press to
answer compare: same run, same machine, same tables. When no more answers are kept waiting they bring their games to the
end by seeing through everything, as those in trouble do as soon as it has begun: at random, games take hundreds of
presses, and a board in Discord changes once a second. Afterwards the witnesses read everything again.

Says every ten seconds how far it is, and at the end how the games went, how long answers took, and how late a timer of
the people's own process was: as late as that may be an answer by which the bot has done nothing slowly. With 20 answers
kept waiting it takes about four minutes; after fifteen it gives up and says what goes on.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.concurrency.tasks import cancel
from bot.playground.faults import Fault as TelegramFault
from bot.playground.model import Message
from bot.playground.world import World
from tests.helpers.clairvoyant import next_presses
from tests.helpers.discord.call_log import Request
from tests.helpers.discord.faults import Fault as DiscordFault
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.process import on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.discord.witness import check_known, check_pings, check_secrets
from tests.helpers.discord.witness import check_moves_shown as check_moves_on_discord
from tests.helpers.ledger import Ledger
from tests.helpers.outside import BotProcess, RandomGame, blank_bot, bot_process, telegram
from tests.helpers.witness import check_moves_shown, failures
from tests.outside import games, test_other_games

HOURS = 13_317
SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
MOST_SECONDS, NEWS_SECONDS, TIMER_SECONDS = 900.0, 10.0, 0.02
"""After how long a run has failed, how often it says how far it is, and how long the timer runs that may be late."""
EXPECTED = {"direct_messages_refused", "place_closed"}
"""What the log may say, which docs/operations.md lists for these faults."""
_LIBRARY = ("voice will NOT be supported", "We are being rate limited", "Attempting a reconnect")
"""What discord.py logs of its own."""
_CLOSED, _QUARANTINE, _NO_UPLOADS, _ACKNOWLEDGED = 50007, 20026, 400001, 40060
_OVER = (10062, 10015)
"""Discord's answers to what comes after the three seconds in which an interaction has to be acknowledged."""


class Group(Protocol):
    """People at a table. `ends`: whether their trouble lets the game end; `hurries`: whether they play to that end."""

    word: str
    ends: bool
    hurries: bool

    @property
    def place(self) -> int:
        """The id of the group or channel."""
        ...

    def over(self) -> bool:
        """Return whether the game is over."""
        ...

    async def open(self) -> None:
        """Open a table, seat everybody, start."""
        ...

    async def turn(self) -> None:
        """Press once, or all that one turn takes, and wait a moment for the board."""
        ...

    def answered(self) -> list[float]:
        """List how long the answers to all presses took, in seconds."""
        ...


class TelegramGroup(RandomGame):
    """A group that brings its game to an end soon."""

    def __init__(self, world: World, ledger: Ledger, number: int, word: str, people: int = 2, *, ends: bool = True):
        super().__init__(world, number, people, number, word)
        self.ends, self.hurries = ends, False
        self._ledger = ledger

    @property
    def place(self) -> int:
        """The id of the group."""
        return self.group.id

    async def turn(self) -> None:
        """Press at random, or what brings the game to its end."""
        if self.hurries:
            await self.play_turn(self._next)
        elif self.word == "hats":
            await self.move()
        else:
            await self.press_anything()

    def _next(self) -> list[str]:
        offered = {token.rpartition(".")[2] for token in self.tokens()}
        return next_presses(self.word, self._ledger, self._ledger.table_at(self.place), offered)

    def answered(self) -> list[float]:
        """List the seconds from each press to its answer."""
        return self.latencies

    async def change_a_setting(self) -> None:
        """As the administrator, who then takes the menu away."""
        self.world.say(self.people[0], self.group, "/settings")
        await self.until(self._setting)
        before = self._setting()
        assert before
        toast = await self.world.press(self.people[0], self.group, before[0].id, before[2])
        assert not toast.text
        await self.until(lambda: (self._setting() or before)[1] != before[1])
        self.world.delete_message(self.people[0], self.group, before[0].id)

    def _setting(self) -> tuple[Message, str, str] | None:
        """Return the menu, what it says of a setting, and the token that changes it."""
        for message in reversed(self.group.messages.values()):
            for button in (button for row in message.keyboard or [] for button in row):
                if str(button["text"]).startswith("Notify the next player"):
                    return message, str(button["text"]), str(button["callback_data"])
        return None


class DiscordGroup(RandomTable):
    """A channel that brings its game to an end soon."""

    def __init__(self, world: Discord, ledger: Ledger, number: int, word: str, people: int = 2, *, ends: bool = True):
        super().__init__(world, number, people, number, word)
        self.ends, self.hurries = ends, False
        self._ledger = ledger

    @property
    def place(self) -> int:
        """The id of the channel."""
        return self.channel.id

    async def turn(self) -> None:
        """Press at random, or what brings the game to its end."""
        if self.hurries:
            table = self._ledger.table_at(self.place)
            await self.play_turn(next_presses(self.word, self._ledger, table, self.codes()))
        else:
            await self.press_anything()

    def answered(self) -> list[float]:
        """List the seconds from each press to its first answer."""
        return [each.latency for each in self.used if each.latency is not None]

    async def want_messages(self) -> None:
        """Ask, as one of the people, for one's secret as a message."""
        board = await until(self.board)
        asked = await self._note(self.people[0].press_label(board, "My secret"))
        shown = await asked.reply()
        if shown.button("Send it as a message"):
            await self._note(self.people[0].press_label(shown, "Send it as a message"))


@dataclass(frozen=True)
class EndedGame:
    """A game that was played to its end: the word that opens it, and how many presses were answered.

    Of a hunt also how many `chases` it had, and the `reason` for which it ended: "" in the other games, and where the
    host has ended it.
    """

    word: str
    presses: int
    chases: int
    reason: str

    def __str__(self) -> str:
        """Return the report in a few words."""
        hunt = f", chases: {self.chases}, end: {self.reason}" if self.reason else ""
        return f"{self.word} ({self.presses} presses{hunt})"


@dataclass(frozen=True)
class Comparison:
    """Seconds from press to answer in the healthy groups of one platform: without trouble, and beside it.

    `beside_held`: how many times all that played were answered while an answer of another group was kept waiting.
    `late`: by how many seconds a timer of the people's process was late at most, since the trouble has begun.
    """

    platform: str
    games: list[EndedGame]
    before: list[float]
    beside: list[float]
    beside_held: int
    late: float

    def __str__(self) -> str:
        """Return the report in a few lines."""
        held = f"{self.beside_held} times all were answered while another group’s answer was kept waiting"
        games = f"  played to the end: {', '.join(map(str, self.games))}"
        times = (_times("before", self.before), _times("beside", self.beside))
        late = f"  a timer of this process was late by {1000 * self.late:.0f} ms at most"
        return "\n".join((f"{self.platform}: {held}", games, *times, late))


def _times(name: str, seconds: Sequence[float]) -> str:
    parts = statistics.quantiles(seconds, n=100)
    return (
        f"  {name}: {len(seconds)} presses, median {1000 * parts[49]:.0f} ms, p99 {1000 * parts[98]:.0f} ms, longest "
        f"{1000 * max(seconds):.0f} ms, {sum(each > 1 for each in seconds)} longer than 1 s"
    )


async def play(
    folder: Path,
    *,
    held: int,
    seconds: float,
    pause: float,
    warm_up: int = 4,
    hunting: float = MOST_SECONDS,
    blank: bool = False,
    news: Callable[[str], object] = lambda line: None,
) -> list[Comparison]:
    """Play all these games, each that can to its end, and check them.

    So many times an answer is `held` back, for `seconds` at least; the healthy `pause` between presses, of which each
    group makes `warm_up` before the trouble. Hunts in Discord that go on for `hunting` seconds after it are ended by
    their hosts. `blank`: with a bot that draws nothing. How far it is goes to `news`. Raise AssertionError where
    something is wrong, or games go on for ever.
    """
    async with telegram() as (world, url), on_loopback(Limits.none()) as (discord, server):
        both = {"DISCORD_TOKEN": discord.token, "DISCORD_API_URL": server.api}
        world.faults.flood(HOURS, method="setMyName", times=None)
        discord.quarantined = True
        bot = blank_bot if blank else bot_process
        async with bot(world, url, folder, **SETTINGS, **both) as process:
            await until(lambda: discord.gateway.identifies and discord.commands.registered, 120)
            evening = _Evening(world, discord, Ledger(folder), pause, warm_up, hunting)
            beside_held = await evening.run(held, seconds, news)
            assert await process.stop() == 0, process.log()
            news("checking all that was shown")
            evening.check(process)
            return evening.compared(beside_held)


class _Evening:
    """The groups of both platforms, and what befalls some of them."""

    def __init__(
        self, world: World, discord: Discord, ledger: Ledger, pause: float, warm_up: int, hunting: float
    ) -> None:
        self.world, self.discord, self.ledger = world, discord, ledger
        self.pause, self.warm_up, self.hunting = pause, warm_up, hunting
        self.hunt_until = float("inf")
        self.timer_late = 0.0
        self.phase = "opening tables"
        self.well_on_telegram = [TelegramGroup(world, ledger, n, word) for n, word in enumerate(games_of_each_kind())]
        self.slow = TelegramGroup(world, ledger, 10, "hats", 3)
        self.hidden = TelegramGroup(world, ledger, 11, "animal", 3)
        self.slow_mode = TelegramGroup(world, ledger, 12, "animal")
        self.flooded = TelegramGroup(world, ledger, 13, "hats")
        self.moderated = TelegramGroup(world, ledger, 14, "hats", ends=False)
        self.on_telegram = [
            *self.well_on_telegram, self.slow, self.hidden, self.slow_mode, self.flooded, self.moderated
        ]  # fmt: skip
        self.well_on_discord = [
            DiscordGroup(discord, ledger, 20 + n, word) for n, word in enumerate(games_of_each_kind())
        ]
        self.late = DiscordGroup(discord, ledger, 30, "invisible")
        self.put_off = DiscordGroup(discord, ledger, 31, "hats", ends=False)
        self.no_uploads = DiscordGroup(discord, ledger, 32, "animal")
        self.no_messages = DiscordGroup(discord, ledger, 33, "hats", 3)
        self.on_discord = [*self.well_on_discord, self.late, self.put_off, self.no_uploads, self.no_messages]
        self.well: list[Group] = [*self.well_on_telegram, *self.well_on_discord]
        self.all: list[Group] = [*self.on_telegram, *self.on_discord]
        self.marks: dict[int, tuple[int, int, int]] = {}
        self.ended = asyncio.Event()

    async def run(self, held: int, seconds: float, news: Callable[[str], object]) -> tuple[int, int]:
        """Open the tables, play for a while, begin the trouble, hold answers back, and play to the end."""
        beside = [asyncio.create_task(self._tell(news)), asyncio.create_task(self._time())]
        try:
            async with asyncio.timeout(MOST_SECONDS):
                return await self._run(held, seconds)
        except TimeoutError:
            raise AssertionError(f"no end after {MOST_SECONDS:.0f} s: {self._standing()}") from None
        finally:
            await cancel(*beside)

    async def _run(self, held: int, seconds: float) -> tuple[int, int]:
        self.hidden.group.hides_members = True
        assert self.no_uploads.channel.guild
        self.no_uploads.channel.guild.uploads_limited = True
        await asyncio.gather(*(each.open() for each in self.all))
        self.phase = "before the trouble"
        playing = [asyncio.create_task(self._play(each)) for each in self.all]
        beside = asyncio.create_task(self._trouble(held, seconds))
        ends = [task for task, each in zip(playing, self.all, strict=True) if each.ends]
        await _all_of([beside, *ends])
        self.ended.set()
        await _all_of(playing)
        await asyncio.gather(*(each.stop() for each in self.on_discord if each.ends and not each.over()))
        return beside.result()

    async def _tell(self, news: Callable[[str], object]) -> None:
        began = time.monotonic()
        while True:
            news(f"{time.monotonic() - began:4.0f} s, {self._standing()}")
            await asyncio.sleep(NEWS_SECONDS)

    async def _time(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(TIMER_SECONDS)
            if self.marks:
                self.timer_late = max(self.timer_late, time.monotonic() - began - TIMER_SECONDS)

    def _standing(self) -> str:
        """Say how far it is: what happens now, presses that were answered in all groups, the games that go on."""
        answered = sum(len(each.answered()) for each in self.all)
        worst = max((taken for each in self.well for taken in each.answered()), default=0.0)
        going_on = [f"{each.word} {len(each.answered())}" for each in self.all if each.ends and not each.over()]
        return (
            f"{self.phase}: {answered} presses answered, in healthy groups after {1000 * worst:.0f} ms at most; "
            f"{len(going_on)} games go on, with presses: {', '.join(going_on)}"
        )

    async def _play(self, group: Group) -> None:
        while not group.over() and not (self.ended.is_set() and not group.ends):
            if group.word == "invisible" and group in self.on_discord and time.monotonic() > self.hunt_until:
                return
            await group.turn()
            if not group.hurries:
                await asyncio.sleep(self.pause if group.ends else max(self.pause, 0.3))

    async def _trouble(self, held: int, seconds: float) -> tuple[int, int]:
        begun = [len(each.answered()) for each in self.well]
        await self._all_answered(begun, self.warm_up)
        calm = [len(each.answered()) for each in self.well]
        self.phase = "Discord’s gateway is away"
        self.discord.gateway.drop()
        await until(lambda: self.discord.gateway.resumes, 120, "the gateway's session is not resumed")
        await self._all_answered(calm, 2)  # what was pressed while the connection was away
        troubled = [len(each.answered()) for each in self.well]
        self.marks = {id(e): m for e, *m in zip(self.well, begun, calm, troubled, strict=True)}  # type: ignore[misc]
        self.slow_mode.group.slow_seconds = 3600
        self.moderated.group.moderated = True
        for method in ("sendMessage", "sendPhoto"):
            self.world.faults.flood(HOURS, method=method, chat=self.flooded.group.id, times=None)
        self.discord.faults.flood(HOURS, "/channels/{channel}/messages", times=None, channel=self.put_off.channel.id)
        stalls = (
            self.world.faults.stall(chat=self.slow.group.id, times=None),
            self.discord.faults.stall(channel=self.late.channel.id, times=None),
        )
        for each in self.all:
            each.hurries = each.ends and each not in (*self.well, self.slow, self.late)
        asking = asyncio.gather(self.hidden.change_a_setting(), self.no_messages.want_messages())
        both = await asyncio.gather(
            self._hold(stalls[0], self.slow, held, seconds), self._hold(stalls[1], self.late, held, seconds)
        )
        await asking
        self.phase = "bringing the games to their ends"
        self.hunt_until = time.monotonic() + self.hunting
        for each in self.all:
            each.hurries = each.ends
        return both[0], both[1]

    async def _hold(self, stall: TelegramFault | DiscordFault, group: Group, times: int, seconds: float) -> int:
        """Keep answers waiting until every healthy group that plays has been answered.

        Return how often the bot waited for them so long, and at least half of the healthy groups played.
        """
        waited = 0
        for number in range(times):
            self.phase = f"{number} of {times} answers were kept waiting"
            await until(lambda: stall.stalled or group.over(), 120, "no call is kept waiting")
            until_then = time.monotonic() + seconds
            await self._all_answered([len(each.answered()) for each in self.well], 2)
            await asyncio.sleep(max(0.0, until_then - time.monotonic()))
            playing = sum(not each.over() for each in self.well)
            waited += bool(stall.release()) and 2 * playing >= len(self.well)
        stall.times = 0
        stall.release()
        return waited

    async def _all_answered(self, before: list[int], more: int) -> None:
        """Wait until each healthy group that still plays got so many more answers: the second is to a later press."""
        for group, count in zip(self.well, before, strict=True):
            await until(
                lambda group=group, count=count: group.over() or len(group.answered()) >= count + more,  # type: ignore[misc]
                120,
                "a healthy group waits for an answer",
            )

    # -- afterwards ----------------------------------------------------------------------------------------------------

    def compared(self, beside_held: tuple[int, int]) -> list[Comparison]:
        """Return the times of each platform's healthy groups."""
        sides: list[tuple[str, Sequence[Group], Sequence[Group]]] = [
            ("Telegram", self.well_on_telegram, self.on_telegram),
            ("Discord", self.well_on_discord, self.on_discord),
        ]
        return [
            Comparison(name, self._ended(every), self._taken(well, 0), self._taken(well, 2), times, self.timer_late)
            for (name, well, every), times in zip(sides, beside_held, strict=True)
        ]

    def _ended(self, groups: Sequence[Group]) -> list[EndedGame]:
        ended: list[EndedGame] = []
        for each in groups:
            if each.over():
                events = self.ledger.events(self.ledger.table_at(each.place))
                reasons = [str(event["reason"]) for event in events if event["type"] == "ended" and "reason" in event]
                chases = sum(event["type"] == "appeared" for event in events)
                ended.append(EndedGame(each.word, len(each.answered()), chases, "".join(reasons)))
        return ended

    def _taken(self, groups: Sequence[Group], part: int) -> list[float]:
        taken: list[float] = []
        for each in groups:
            marks = (*self.marks[id(each)], None)
            taken += each.answered()[marks[part] : marks[part + 1]]
        return taken

    def check(self, process: BotProcess) -> None:
        """Hold the log, every call, every move and every secret against what may be."""
        lines = [each for each in process.log().splitlines() if not any(words in each for words in _LIBRARY)]
        wrong = [each for each in lines if not self._may_be_logged(json.loads(each))]
        assert not wrong, wrong
        self._check_telegram()
        self._check_discord()

    def _may_be_logged(self, line: dict[str, object]) -> bool:
        if line.get("event") == "acknowledgement_failed":  # it was kept waiting for longer than Discord takes one
            return line["chat"] == self.late.place
        return line.get("event") in EXPECTED

    def _check_telegram(self) -> None:
        refused = Counter(failures(self.world))
        expected = {
            f"429 Too Many Requests: retry after {HOURS}": self.flooded,
            "400 Bad Request: CHAT_ADMIN_REQUIRED": self.hidden,
            "500 Internal Server Error: sent message was immediately deleted and can't be returned": self.moderated,
            "429 Too Many Requests: retry after": self.slow_mode,
        }
        wrong = [
            each
            for each in refused
            if not any(f" {group.group.id} {words}" in each for words, group in expected.items())
        ]
        assert not wrong, wrong
        for game in self.on_telegram:
            assert game.unanswered == 0
            assert game.over() or not game.ends
            if game.word == "hats":
                games.check_secrets(self.world, game, self.ledger, whispers=False)
            if game.ends and game.word == "hats":
                history = self.ledger.history(self.ledger.table_at(game.group.id))
                check_moves_shown(self.world, game.group.id, history)
            elif game.ends:
                test_other_games.check(self.world, game)

    def _check_discord(self) -> None:
        failed = [each.data for each in self.discord.interactions.failures if each.channel is not self.late.channel]
        assert not failed, failed
        wrong = Counter(
            (each.call, each.status, each.code, each.answer)
            for each in self.discord.call_log.refused()
            if not self._may_be_refused(each)
        )
        assert not wrong, wrong
        check_pings(self.discord, self.on_discord)
        for table in self.on_discord:
            assert table.over() or table is self.put_off
            check_secrets(self.discord, table)
            check_known(self.discord, table, self.ledger)
            if table is not self.put_off:
                assert check_moves_on_discord(self.discord, table)

    def _may_be_refused(self, request: Request) -> bool:
        if request.status == 429:
            return request.channel == self.put_off.place
        if request.code == _ACKNOWLEDGED:  # an acknowledgement is given again when its receipt is late
            return request.path.endswith("/callback")
        if request.code in _OVER:  # an acknowledgement that was kept waiting for too long, or what follows it
            return request.channel == self.late.place
        return request.code in (_CLOSED, _QUARANTINE, _NO_UPLOADS)


async def _all_of(tasks: Sequence[asyncio.Task[object]]) -> None:
    """Wait for tasks; the first that fails ends it."""
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for each in done:
        each.result()


def games_of_each_kind() -> tuple[str, ...]:
    """Return the words by which the three games are opened."""
    return ("hats", "animal", "invisible")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    times_held = int((sys.argv[1:] or ["20"])[0])
    with tempfile.TemporaryDirectory() as place:
        evening = play(Path(place), held=times_held, seconds=5.0, pause=1.0, warm_up=8, news=_say)
        _say("\n".join(str(each) for each in asyncio.run(evening)))
