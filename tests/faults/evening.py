"""Games on both platforms while one thing after the other goes wrong, and what must hold all the same.

One process serves both. Groups play game after game, at random and then to the end, until every trouble has been had;
one table cannot be read the whole time. What is checked, of each game and afterwards, is in `Evening.check_game` and
`Evening.check_all`; whatever is wrong goes to `Run.loss`.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import random
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from unittest import mock

from bot.games.registry import GAMES
from bot.platforms.discord import rate_limit
from bot.playground.call_log import is_rate_limited
from bot.playground.world import World
from bot.table.handlers.verify import check as verify
from tests.faults.bot import Bot, SettableClock, events, logged
from tests.faults.troubles import Troubles, TurnTaken, Unsaved, intact
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.process import on_loopback
from tests.helpers.discord.witness import check_moves_shown as moves_on_discord
from tests.helpers.ledger import Ledger
from tests.helpers.outside import DONE, SLOWER, RandomGame, telegram
from tests.helpers.power import disk_of
from tests.helpers.witness import check_moves_shown
from tests.outside import test_other_games
from tests.outside.troubled import DiscordGroup, TelegramGroup
from tests.soak.summary import Run

WORDS = ("hats", "animal", "invisible")
AT_RANDOM = 6
"""Presses at random before the people want their game to come to its end."""
STUCK = 90.0
"""Seconds after which a game in which nothing is done hangs: more than any trouble lasts."""
OVER = 600.0
"""Seconds within which a trouble is over, or a game begins: how long that takes depends on the machine alone."""
PATIENCE = 8.0
"""Seconds that a process which draws or thinks may hang."""
HOUR = 3_600
UNREADABLE = "I can’t read this table’s saved data"
EXPECTED = {
    *("telegram_away", "poll_failed", "discord_away", "press_unanswered", "answer_refused", "acknowledgement_failed"),
    *("not_saved", "note_waits", "updates_not_kept", "deadline_failed", "deadlines_unknown", "ratings_wait"),
    *("picture_refused", "table_damaged", "record_damaged", "clock_set", "login_waits", "introduction_waits"),
    "computer_failed",
}
"""What the log may say while all this goes wrong; the first words of docs/operations.md on each."""
_COUNTED = ("POST /channels/{channel}/messages", "PATCH /channels/{channel}/messages")
"""What Discord asks to wait with."""
LIBRARIES = ("discord", "asyncio", "aiohttp")
"""Whose own lines are no matter of ours."""


class Evening:
    """What is played, what goes wrong, and what was found."""

    def __init__(
        self, run: Run, seed: int, telegram: World, discord: Discord, bot: Bot, clock: SettableClock, *, stuck: float
    ) -> None:
        self.run, self.stuck = run, stuck
        self._world, self._discord, self._bot, self._clock = telegram, discord, bot, clock
        self._rng = random.Random(seed)
        self._ledger = Ledger(bot.database.parent)
        self._playing: list[TelegramGroup | DiscordGroup] = []
        self._numbers = iter(range(1, 10_000))
        self.troubles = Troubles(telegram, discord, bot, clock, self, seed)
        self.damaged: RandomGame
        self.idle: RandomGame
        self.flooded: DiscordGroup
        self._over = asyncio.Event()
        self._commands = self._unanswered = 0
        self._opening = self._troubled = self._greetings = 0

    # -- what is played ------------------------------------------------------------------------------------------------

    def telegram(self) -> list[TelegramGroup]:
        """List the games of Telegram, in any order."""
        found = [each for each in self._playing if isinstance(each, TelegramGroup)]
        return self._rng.sample(found, len(found))

    def discord(self) -> list[DiscordGroup]:
        """List the games of Discord, in any order."""
        found = [each for each in self._playing if isinstance(each, DiscordGroup)]
        return self._rng.sample(found, len(found))

    async def press_idle(self) -> str:
        """Move at the table of those who do nothing else; return what was told of a move that is not there, or ""."""
        board, tokens = self.idle.board(), self.idle.tokens()
        mover = self.idle.mentioned(board) if board else None
        if board is None or mover is None or not tokens:
            return ""
        table = self._ledger.table_at(self.idle.group.id)
        moved = len(self._ledger.history(table))
        toast = await self._world.press(mover, board.chat, board.id, tokens[0])
        self.run.did("presses")
        is_told = any(words in toast.text for words in DONE)
        return toast.text if is_told and len(self._ledger.history(table)) == moved else ""

    def idle_turn(self) -> tuple[float, int]:
        """Return when the turn ends of whoever does nothing (Unix seconds), and how many moves came before it."""
        table = self._ledger.table_at(self.idle.group.id)
        record = self._ledger.record(table)
        return record["since"] + record["clock"], len(self._ledger.history(table))

    async def play(self, words: Sequence[tuple[str, str]], names: Sequence[str] = ()) -> None:
        """Play, at tables of these platforms and games, until each trouble (or each of these) was had once."""
        await self.spoil_a_table()
        self.flooded = DiscordGroup(self._discord, self._ledger, next(self._numbers), "hats")
        await self.flooded.open()
        self.troubles.flooded_channel = self.flooded.channel.id
        playing = [asyncio.create_task(self._play_on(*each)) for each in words]
        watching = asyncio.create_task(self._press_the_damaged())
        asking = asyncio.create_task(self._ask())
        peeking = asyncio.create_task(self._press_the_flooded())
        try:
            await asyncio.gather(*(self._trouble(part) for part in self._shares(names)))
            self._over.set()
            await asyncio.gather(*playing, watching, asking, peeking)
        finally:
            for task in (*playing, watching, asking, peeking):
                task.cancel()
            await asyncio.gather(*playing, watching, asking, peeking, return_exceptions=True)

    def _shares(self, names: Sequence[str]) -> list[list[Callable[[], Awaitable[None]]]]:
        """Deal the troubles into two hands, so that two go wrong at a time."""
        every = [each for each in self.troubles.all() if not names or each.__name__ in names]
        self._rng.shuffle(every)
        return [every[::2], every[1::2]]

    async def _trouble(self, troubles: Sequence[Callable[[], Awaitable[None]]]) -> None:
        await until(lambda: self._playing, OVER, "no game begins")
        for trouble in troubles:
            await self._no_longer(lambda: self._opening)
            self._troubled += 1
            try:
                await trouble()
            finally:
                self._troubled -= 1
            self.troubles.had[trouble.__name__] += 1
            self.run.did("faults")
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))

    async def _no_longer(self, true: Callable[[], object]) -> None:
        await until(lambda: not true(), OVER, "a table cannot be opened")

    async def _play_on(self, platform: str, word: str) -> None:
        """Play game after game; the last one to its end."""
        while not self._over.is_set():
            await self._play_one(platform, word)

    async def _play_one(self, platform: str, word: str) -> None:
        number = next(self._numbers)
        people = self._rng.choice((1, 1, 2, 3) if platform == "telegram" else (2, 2, 3))  # 1: against a computer
        group: TelegramGroup | DiscordGroup
        if platform == "telegram":
            group = TelegramGroup(self._world, self._ledger, number, word, people)
        else:
            group = DiscordGroup(self._discord, self._ledger, number, word, people)
        await self._opened(group)
        self._playing.append(group)
        begun, done, what = time.monotonic(), -1, f"{platform} {word}"
        while not group.over():
            group.hurries = group.hurries or len(group.answered()) > AT_RANDOM
            try:
                async with asyncio.timeout(self.stuck):
                    await group.turn()
            except TimeoutError:
                raise Stuck(f"{what}: a press was not answered for {self.stuck:.0f} s") from None
            table = self._ledger.table_at(group.place)
            if (now := len(self._ledger.history(table))) != done:
                begun, done = time.monotonic(), now
            if time.monotonic() - begun > self.stuck:
                raise Stuck(f"{what}: nothing was done for {self.stuck:.0f} s after {done} moves")
            if any(seat.get("missed") or seat.get("away") for seat in self._ledger.record(table)["seats"]):
                raise Stuck(f"{what}: a turn was taken from somebody who plays")
        self._playing.remove(group)
        await self.check_game(what, group)

    async def _opened(self, group: TelegramGroup | DiscordGroup) -> None:
        """Open a table while nothing goes wrong: people who get no answer would begin anew."""
        self._opening += 1
        try:
            await self._no_longer(lambda: self._troubled)
            await group.open()
        except AssertionError as error:
            raise Stuck(f"a table cannot be opened: {error}") from error
        finally:
            self._opening -= 1

    async def spoil_a_table(self) -> None:
        """Begin a game and damage its row while the bot is away; beside it one in which nobody does anything."""
        self.damaged = RandomGame(self._world, next(self._numbers), 2, 0)
        await self.damaged.open()
        damaged = self._ledger.table_at(self.damaged.group.id)
        self.idle = RandomGame(self._world, next(self._numbers), 2, 0)
        await self.idle.open()
        await self._bot.close()
        with closing(sqlite3.connect(self._bot.database)) as connection, connection:
            connection.execute("UPDATE tables SET record = X'00' WHERE id = ?", (damaged,))
        await self._bot.open()

    async def _press_the_damaged(self) -> None:
        """Press at that table now and then: it says so, or that nothing can be saved, and nothing else."""
        while not self._over.is_set():
            board = self.damaged.board()
            assert board
            handle = self._world.press(self.damaged.people[0], board.chat, board.id, self.damaged.tokens()[0])
            try:
                async with asyncio.timeout(self.stuck):
                    toast = await handle
            except TimeoutError:
                raise Stuck(f"a table that cannot be read: a press was not answered for {self.stuck:.0f} s") from None
            self.run.did("presses")
            # With nothing after five seconds, as where the database is locked for so long.
            if toast.text and UNREADABLE not in toast.text and "can’t save" not in toast.text:
                self.run.loss(f"a table that cannot be read answers {toast.text!r}")
            await asyncio.sleep(0.5)

    async def _press_the_flooded(self) -> None:
        """Ask at the table whose channel takes no messages, now and then, and again where the answer was cut off."""
        since = time.monotonic()
        while not self._over.is_set():
            board = self.flooded.board()
            assert board
            used = await self.flooded.people[0].press_label(board, "What now?")
            self.run.did("presses")
            if not await _passes(lambda used=used: _that(used.replies), 5.0):  # type: ignore[misc]
                since = time.monotonic()
            elif time.monotonic() - since > self.stuck:
                self.run.loss("Discord: where no messages are taken nobody is answered either")
                return
            await asyncio.sleep(1.0)

    async def _ask(self) -> None:
        """Send commands, where no cut connection hits: each is answered once, however often it comes."""
        person = self._world.add_person("Asker", language_code="en")
        chat = self._asker = self._world.private(person)
        self._world.start(person)
        await until(self._answers, self.stuck, "START is not answered")
        self._greetings = self._answers()
        while not self._over.is_set():
            self._world.say(person, chat, "/help")
            self._commands += 1
            # Then only as often as nobody asks them to slow down.
            await asyncio.sleep(0.5 if self._commands < 20 else 3.5)

    def _answers(self) -> int:
        """Count what the bot has written to whoever sends commands."""
        return sum(each.sender is self._world.bot for each in self._asker.messages.values())

    # -- what must hold ------------------------------------------------------------------------------------------------

    async def check_game(self, what: str, group: TelegramGroup | DiscordGroup) -> None:
        """Hold a game that has ended against what may be, as soon as the last of it is shown."""
        self.run.did("games")
        self.run.did("presses", len(group.answered()))
        table = self._ledger.table_at(group.place)
        if isinstance(group, TelegramGroup):
            self._unanswered += group.unanswered
        history = self._ledger.history(table)
        if sorted(history) != list(range(1, len(history) + 1)):
            self.run.loss(f"{what}: the moves are {sorted(history)}")
        _, verdict = await verify(self._bot.store, {game.key: game for game in GAMES}, table)
        if not verdict.fair:
            self.run.loss(f"{what}: the history does not follow from its seed: {verdict}")
        failure = await _passes(lambda: self._check_shown(group, history))
        if failure:
            self.run.loss(f"{what}: {failure}")

    def _check_shown(self, group: TelegramGroup | DiscordGroup, history: dict[int, dict[str, object]]) -> None:
        if isinstance(group, DiscordGroup):
            told = moves_on_discord(self._discord, group)
            # At the end of some games the winner is told instead of the turn by which they have won.
            last = max((number for number, move in history.items() if move["seat"] != history[len(history)]["seat"]))
            assert told >= last, f"{told} of {len(history)} moves were shown"
        elif group.word == "hats":
            check_moves_shown(self._world, group.group.id, history)
        else:
            test_other_games.check(self._world, group)

    async def check_all(self, log: io.StringIO) -> None:
        """Hold the whole evening against what may be: answers, waits, secrets, deadlines, the database, the log."""
        await self._check_commands()
        self._check_answers()
        self._check_waits()
        self._check_waits_on_discord()
        await self.check_pictures()
        await self.check_deadlines()
        await self._check_stop()
        if (found := intact(str(self._bot.database))) != "ok":
            self.run.loss(f"the database: {found}")
        for event in events(log):
            ours = not str(event.get("logger", "")).startswith(LIBRARIES)
            if ours and event["event"] not in EXPECTED:
                self.run.loss(f"the log: {event}")

    async def _check_commands(self) -> None:
        await _passes(lambda: _that(self._answers() - self._greetings >= self._commands))
        if (answered := self._answers() - self._greetings) != self._commands:
            self.run.loss(f"{self._commands} commands were answered {answered} times")

    def _check_answers(self) -> None:
        if self._unanswered > self.troubles.late:
            self.run.loss(f"{self._unanswered} presses got no answer, {self.troubles.late} were kept back")
        failed = [each for each in self._discord.interactions.failures if each.id not in self.troubles.lost]
        if failed:
            self.run.loss(f"Discord: {len(failed)} interactions failed: {[each.data for each in failed]}")

    def _check_waits_on_discord(self) -> None:
        """No message while Discord wants none in that channel, and no edit."""
        until: dict[tuple[str, str], float] = {}
        for call in self._discord.call_log.requests:
            channel = call.path.split("/")[2] if call.call.startswith(_COUNTED) else ""
            if not channel:
                continue
            if call.at < until.get((call.method, channel), 0.0):
                self.run.loss(f"{call.method} in {channel} came before the wait was over that a 429 asked for")
            if call.status == 429:
                until[call.method, channel] = call.at + call.retry_after - 0.05

    def _check_waits(self) -> None:
        """No send while Telegram wants to hear of none in that chat, and no edit; its clock here is a slow one."""
        until: dict[tuple[int, bool], float] = {}
        for call in self._world.calls:
            key = call.chat, call.method.startswith("send")
            if not is_rate_limited(call.method):
                continue
            if call.at < until.get(key, 0.0):
                self.run.loss(f"{call.method} in {call.chat} came before the wait was over that a 429 asked for")
            if call.error == 429:
                until[key] = call.at + (float(call.description.rpartition(" ")[2]) - 0.1) / SLOWER

    async def check_pictures(self) -> None:
        """A board that is asked for has its picture, whatever has befallen the processes that draw."""
        group, deadline = self.idle, time.monotonic() + self.stuck
        while time.monotonic() < deadline:
            before = max(group.group.messages)
            self._world.say(group.people[0], group.group, "/board")
            with contextlib.suppress(AssertionError):  # it is asked for once more
                await group.until(lambda before=before: (group.board() or _Nothing).id > before, self.stuck / 2)  # type: ignore[misc]
                if (group.board() or _Nothing).photo:
                    return
            await asyncio.sleep(1.0)
        self.run.loss("boards have no pictures any more")

    async def check_deadlines(self) -> None:
        """Whatever is due within an hour is served, but for the table that cannot be read, and no secret lies there.

        And in the hour after it: what could not be served stays due, and others go on beside it.
        """
        damaged, idle = (self._ledger.table_at(each.group.id) for each in (self.damaged, self.idle))
        deadline = time.monotonic() + self.stuck
        for _ in range(2):
            moved = len(self._ledger.history(idle))
            self._clock.advance(HOUR)
            self._bot.service.manager.scheduler.poke()
            while (due := await self._due_but(damaged)) or len(self._ledger.history(idle)) == moved:
                if time.monotonic() > deadline:
                    self.run.loss(f"deadlines are not served: {due}")
                    return
                await asyncio.sleep(0.1)
        # In the game in which nobody does anything a computer has moved, and what it saw is told for a minute.
        while self._lying() and time.monotonic() < deadline:
            self._clock.advance(60)
            self._bot.service.manager.scheduler.poke()
            await asyncio.sleep(0.2)
        if lying := self._lying():
            self.run.loss(f"secrets lie in private chats long after their time: {lying}")

    async def _due_but(self, table: str) -> list[object]:
        """List what is due, but for what is of one table."""
        return [each for each in await self._bot.store.due(self._clock()) if each.key != table]

    def _lying(self) -> list[str]:
        """List the secrets that lie in private chats."""
        chats = [self._world.private(person) for person in self._world.people.values()]
        return [message.text for chat in chats for message in chat.messages.values() if message.spoiler]

    async def _check_stop(self) -> None:
        """The table that cannot be read is stopped by an administrator, and the next one is opened."""
        group, host = self.damaged.group, self.damaged.people[0]
        self._world.say(host, group, "/stop")
        self._world.say(host, group, "/play hats")
        try:
            await self.damaged.until(lambda: "Join" in str((self.damaged.board() or _Nothing).keyboard), self.stuck)
        except AssertionError:
            self.run.loss("a table that cannot be read cannot be stopped")


class _Nothing:
    id = 0
    keyboard = photo = None


class Stuck(AssertionError):
    """A game hangs."""


def _that(so: bool) -> None:
    assert so


async def _passes(check: Callable[[], None], seconds: float = 30.0) -> str:
    """Wait until a check passes; return what is wrong if it does not."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            check()
        except AssertionError as error:
            if time.monotonic() > deadline:
                return str(error) or "a check of what was shown fails"
        else:
            return ""
        await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def evening(
    run: Run, seed: int, *, stuck: float = STUCK, patience: float = PATIENCE
) -> AsyncIterator[tuple[Evening, io.StringIO]]:
    """Bring everybody together; whatever a stop finds unfinished is cut short."""
    clock = SettableClock()
    with tempfile.TemporaryDirectory() as place, logged() as log, mock.patch.object(rate_limit, "SECONDS", 0.0):
        async with telegram() as (world, url), on_loopback(Limits.none()) as (discord, server):
            with disk_of(Path(place)) as disk:
                bot = Bot(world, url, discord, server.api, Path(place), disk, clock, patience)
                await bot.open()
                try:
                    yield Evening(run, seed, world, discord, bot, clock, stuck=stuck), log
                finally:
                    await bot.close()


async def play(
    run: Run,
    seed: int,
    words: Sequence[tuple[str, str]],
    names: Sequence[str] = (),
    *,
    stuck: float = STUCK,
    patience: float = PATIENCE,
) -> None:
    """Play an evening at these tables with all troubles, or these, and check it."""
    async with evening(run, seed, stuck=stuck, patience=patience) as (all_of_it, log):
        try:
            await all_of_it.play(words, names)
        except (Stuck, TurnTaken, Unsaved, TimeoutError) as error:
            run.loss(f"seed {seed}: {error!r}")
            return
        await all_of_it.check_all(log)


async def faults(run: Run) -> None:
    """Play evening after evening, with tables of all games on both platforms."""
    seed = run.seed
    while True:
        await play(run, seed, [(platform, word) for platform in ("telegram", "discord") for word in WORDS])
        seed += 1
        if run.over or run.summary.found:
            return
