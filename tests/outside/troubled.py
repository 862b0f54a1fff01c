"""Whole games beside groups in trouble, on both platforms: `python -m tests.outside.troubled [HELD]`.

One process serves Telegram and Discord. On each, groups of the three kinds play to the end, and beside them play

- a group whose every answer (to presses too) is kept waiting, HELD times (20 where nothing is said), for five seconds
  and until every healthy group has pressed and been answered meanwhile;
- on Telegram: one that hides its members, whose administrator changes a setting; one in slow mode; one whose sends get
  429 for hours; one with a moderator that deletes at once; and setMyName gets 429 for hours from the start;
- on Discord: one channel whose calls get 429 for hours; one whose server limits uploads; one in which somebody wants
  their secrets as messages, while Discord lets the bot write to nobody new; and the gateway's connection breaks once.

The people of the healthy groups press before the trouble begins and then beside it, so the times from press to answer
compare: same run, same machine, same tables. Afterwards the witnesses read everything again. Prints the times.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.playground.faults import Fault as TelegramFault
from bot.playground.model import Message
from bot.playground.world import World
from tests.helpers.discord.call_log import Request
from tests.helpers.discord.faults import Fault as DiscordFault
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.process import on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.discord.witness import check_known, check_pings, check_secrets
from tests.helpers.discord.witness import check_moves_shown as check_moves_on_discord
from tests.helpers.ledger import Ledger, winning_moves
from tests.helpers.outside import BotProcess, RandomGame, bot_process, telegram
from tests.helpers.witness import check_moves_shown, failures
from tests.outside import games, test_other_games
from tests.outside.discord_games import winning_labels

HOURS = 13_317
SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
WARM_UP = 4
"""Presses of each healthy group before the trouble, whose times are compared with those beside it."""
AT_RANDOM = 12
"""Presses at random in Court Hats before the people see through the hats."""
EXPECTED = {"direct_messages_refused", "place_closed"}
"""What the log may say, which docs/operations.md lists for these faults."""
_LIBRARY = ("voice will NOT be supported", "We are being rate limited", "Attempting a reconnect")
"""What discord.py logs of its own."""
_CLOSED, _QUARANTINE, _NO_UPLOADS = 50007, 20026, 400001


class Group(Protocol):
    """People at a table. `ends`: whether their trouble lets the game come to its end."""

    ends: bool

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
        self.ends = ends
        self._ledger = ledger

    async def turn(self) -> None:
        """Press at random, but see through the hats after a while, and enter no house."""
        if self.word == "hats" and self.presses > AT_RANDOM:
            await self.play_turn(lambda: winning_moves(self._ledger.state(self._ledger.table_at(self.group.id))))
        elif self.word == "hats":
            await self.move()
        elif self.word == "invisible":
            await self.press_least()
        else:
            await self.press_anything()

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
        self.ends = ends
        self._ledger = ledger

    async def turn(self) -> None:
        """Press at random, but see through the hats after a while, and enter no house."""
        hasty = self.word == "invisible" or len(self.used) > AT_RANDOM
        if self.word == "hats" and hasty:
            await self.play_out(winning_labels(self._ledger.state(self._ledger.table_at(self.channel.id))))
        else:
            await self.press_anything(hasty=hasty)

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
class Comparison:
    """Seconds from press to answer in the healthy groups of one platform: without trouble, and beside it.

    `beside_held`: how many times all that played were answered while an answer of another group was kept waiting.
    """

    platform: str
    games: list[str]
    before: list[float]
    beside: list[float]
    beside_held: int

    def __str__(self) -> str:
        """Return the report in a few lines."""
        held = f"{self.beside_held} times all were answered while another group’s answer was kept waiting"
        return "\n".join((f"{self.platform}: {held}", _times("before", self.before), _times("beside", self.beside)))


def _times(name: str, seconds: Sequence[float]) -> str:
    parts = statistics.quantiles(seconds, n=100)
    return (
        f"  {name}: {len(seconds)} presses, median {1000 * parts[49]:.0f} ms, p99 {1000 * parts[98]:.0f} ms, longest "
        f"{1000 * max(seconds):.0f} ms, {sum(each > 1 for each in seconds)} longer than 1 s"
    )


async def play(folder: Path, *, held: int, seconds: float, pause: float, whole: bool = True) -> list[Comparison]:
    """Play all these games, each that can to its end, and check them.

    So many times an answer is `held` back, for `seconds` at least; the healthy `pause` between presses. Unless all are
    `whole`, the hunts on Discord, whose boards change once a second, are ended by their hosts.
    """
    async with telegram() as (world, url), on_loopback(Limits.none()) as (discord, server):
        both = {"DISCORD_TOKEN": discord.token, "DISCORD_API_URL": server.api}
        world.faults.flood(HOURS, method="setMyName", times=None)
        discord.quarantined = True
        async with bot_process(world, url, folder, **SETTINGS, **both) as process:
            await until(lambda: discord.gateway.identifies and discord.commands.registered, 120)
            evening = _Evening(world, discord, Ledger(folder), pause, whole=whole)
            beside_held = await evening.run(held, seconds)
            assert await process.stop() == 0, process.log()
            evening.check(process)
            return evening.compared(beside_held)


class _Evening:
    """The groups of both platforms, and what befalls some of them."""

    def __init__(self, world: World, discord: Discord, ledger: Ledger, pause: float, *, whole: bool) -> None:
        self.world, self.discord, self.ledger, self.pause = world, discord, ledger, pause
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
        for each in self.on_discord:
            each.ends = each.ends and (whole or each.word != "invisible")
        self.well: list[Group] = [*self.well_on_telegram, *self.well_on_discord]
        self.all: list[Group] = [*self.on_telegram, *self.on_discord]
        self.marks: dict[int, tuple[int, int, int]] = {}
        self.ended = asyncio.Event()

    async def run(self, held: int, seconds: float) -> tuple[int, int]:
        """Open the tables, play for a while, begin the trouble, hold answers back, and play to the end."""
        self.hidden.group.hides_members = True
        assert self.no_uploads.channel.guild
        self.no_uploads.channel.guild.uploads_limited = True
        await asyncio.gather(*(each.open() for each in self.all))
        playing = [asyncio.create_task(self._play(each)) for each in self.all]
        beside = asyncio.create_task(self._trouble(held, seconds))
        ends = [task for task, each in zip(playing, self.all, strict=True) if each.ends]
        await _all_of([beside, *ends])
        self.ended.set()
        await _all_of(playing)
        await asyncio.gather(*(each.stop() for each in self.on_discord if each.word == "invisible" and not each.over()))
        return beside.result()

    async def _play(self, group: Group) -> None:
        while not group.over() and not (self.ended.is_set() and not group.ends):
            await group.turn()
            if group not in self.well:
                await asyncio.sleep(0.3 if not group.ends else 0)
            elif self.pause:
                await asyncio.sleep(self.pause)

    async def _trouble(self, held: int, seconds: float) -> tuple[int, int]:
        begun = [len(each.answered()) for each in self.well]
        await self._all_answered(begun, WARM_UP)
        calm = [len(each.answered()) for each in self.well]
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
        asking = asyncio.gather(self.hidden.change_a_setting(), self.no_messages.want_messages())
        both = await asyncio.gather(
            self._hold(stalls[0], self.slow, held, seconds), self._hold(stalls[1], self.late, held, seconds)
        )
        await asking
        return both[0], both[1]

    async def _hold(self, stall: TelegramFault | DiscordFault, group: Group, times: int, seconds: float) -> int:
        """Keep answers waiting until every healthy group that plays has been answered.

        Return how often the bot waited for them so long, and at least half of the healthy groups played.
        """
        waited = 0
        for _ in range(times):
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
        sides: list[tuple[str, Sequence[Group], list[str]]] = [
            ("Telegram", self.well_on_telegram, [each.word for each in self.on_telegram if each.over()]),
            ("Discord", self.well_on_discord, [each.word for each in self.on_discord if each.over()]),
        ]
        return [
            Comparison(name, words, self._taken(well, 0), self._taken(well, 2), times)
            for (name, well, words), times in zip(sides, beside_held, strict=True)
        ]

    def _taken(self, groups: Sequence[Group], part: int) -> list[float]:
        taken: list[float] = []
        for each in groups:
            marks = (*self.marks[id(each)], None)
            taken += each.answered()[marks[part] : marks[part + 1]]
        return taken

    def check(self, process: BotProcess) -> None:
        """Hold the log, every call, every move and every secret against what may be."""
        lines = [each for each in process.log().splitlines() if not any(words in each for words in _LIBRARY)]
        wrong = [each for each in lines if json.loads(each).get("event") not in EXPECTED]
        assert not wrong, wrong
        self._check_telegram()
        self._check_discord()

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
        failed = [each.data for each in self.discord.interactions.failures]
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
            return f"/channels/{self.put_off.channel.id}/" in request.path
        return request.code in (_CLOSED, _QUARANTINE, _NO_UPLOADS)


async def _all_of(tasks: Sequence[asyncio.Task[object]]) -> None:
    """Wait for tasks; the first that fails ends it."""
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for each in done:
        each.result()


def games_of_each_kind() -> tuple[str, ...]:
    """Return the words by which the three games are opened."""
    return ("hats", "animal", "invisible")


if __name__ == "__main__":
    times_held = int((sys.argv[1:] or ["20"])[0])
    with tempfile.TemporaryDirectory() as place:
        sides = asyncio.run(play(Path(place), held=times_held, seconds=5.0, pause=1.0))
    sys.stdout.write("\n".join(str(each) for each in sides) + "\n")
