"""Several processes on one PostgreSQL, seen from outside: nobody who plays can tell how many there are.

People play all games on both platforms by what they see, while processes are killed and started again, and the database
is stopped and started. What must hold is in `Evening.check_game` and `Evening.check_all`: the games end; each press is
answered; each move counts once; at rest there is one board, and it shows the newest state; secrets were only shown to
whom they are for, and none is left when its game is over. Whatever is wrong goes to `Run.loss` and `Run.leak`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence, Set
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import psycopg
from typing_extensions import override

from bot.engine.replay import RecordedMove, replay
from bot.games.registry import GAMES
from bot.platforms.covered import COVER
from bot.playground.feed import Toast
from bot.playground.model import Message as TelegramMessage
from bot.playground.model import User
from bot.playground.world import World
from bot.table.handlers.verify import check as verify
from bot.table.model.play import history_of
from bot.table.model.record import Record
from storage.errors import StoreAway
from storage.postgres import to_the_end
from storage.rows import ActionRow
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import Message as DiscordMessage
from tests.helpers.discord.people import Discord
from tests.helpers.discord.process import on_loopback
from tests.helpers.discord.table import bare
from tests.helpers.discord.witness import HELD, check_known, check_pings, check_secrets
from tests.helpers.discord.witness import check_moves_shown as moves_on_discord
from tests.helpers.fleet import Fleet, fleet
from tests.helpers.ledger import Ledger
from tests.helpers.outside import DONE, telegram
from tests.helpers.postgres import Postgres
from tests.helpers.stored import opened
from tests.helpers.witness import check_moves_shown, failures
from tests.outside import games, test_other_games
from tests.outside.troubled import DiscordGroup, TelegramGroup
from tests.soak.summary import Run

PROCESSES = 3
SHARDS = 2
"""Of Discord: fewer than processes, so that one serves none."""
EVERY = 20.0
"""Seconds between two troubles in the soak."""
AT_RANDOM = 6
"""Presses at random before people want their game to come to its end."""
STUCK = 120.0
"""Seconds after which a game in which nothing is done hangs: more than any trouble lasts."""
HARMLESS = ("message to delete not found", "query is too old", "message is not modified", "message to edit not found")
"""What Telegram says to a call that took effect before a kill and is made once more after it."""
EXPECTED = {
    *("telegram_away", "poll_failed", "discord_away", "press_unanswered", "answer_refused", "acknowledgement_failed"),
    *("not_saved", "note_waits", "updates_not_kept", "deadline_failed", "deadlines_unknown", "ratings_wait"),
    *("database_away", "database_broken", "limits_not_shared", "login_waits", "introduction_waits"),
    *("lease_lost", "requests_wait", "jobs_interrupted", "shards_unsettled"),
    "webhook_error",
}
"""What the log may say of a database that is away, or of another process that has died."""
LIBRARIES = ("discord", "asyncio", "aiohttp", "psycopg")

Group: TypeAlias = "TelegramPlayers | DiscordGroup"
History: TypeAlias = dict[int, dict[str, Any]]
T = TypeVar("T")


class Stuck(AssertionError):
    """A game hangs."""


class Evening:
    """Who plays, what goes wrong, and what was found."""

    def __init__(
        self, run: Run, seed: int, server: Postgres, database: str, world: World, discord: Discord, processes: Fleet
    ) -> None:
        self.run = run
        self.fleet = processes
        self.ledger = Ledger(database)
        self._seed, self._rng = seed, random.Random(seed)
        self._server, self._database = server, database
        self._world, self._discord = world, discord
        self._numbers = iter(range(1, 10_000))
        self._groups: list[Group] = []
        self._opening = self._troubled = self._kills = self._answered = 0
        self._over = asyncio.Event()
        self._excused: set[int] = set()

    # -- what is played ------------------------------------------------------------------------------------------------

    async def play(self, words: Sequence[tuple[str, str]], troubles: Iterable[str], every: float) -> None:
        """Play, at tables of these platforms and games, until each of these troubles was had; then to the end.

        Between two troubles people are answered many times, and `every` seconds pass.
        """
        playing = [asyncio.create_task(self._play_on(*each)) for each in words]
        try:
            troubling = asyncio.create_task(self._trouble(troubles, every))
            done, _ = await asyncio.wait({troubling, *playing}, return_when=asyncio.FIRST_COMPLETED)
            if troubling not in done:  # a game hangs, else none ends before
                troubling.cancel()
                await asyncio.gather(*done)
            await troubling
            self._over.set()
            await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def _play_on(self, platform: str, word: str) -> None:
        """Play game after game, the last one to its end."""
        while not self._over.is_set():
            await self._play_one(platform, word)

    async def _play_one(self, platform: str, word: str) -> None:
        number, people = next(self._numbers), self._rng.choice((2, 2, 3))
        group: Group
        if platform == "telegram":
            group = TelegramPlayers(self._world, self.ledger, number, word, people)
        else:
            group = DiscordGroup(self._discord, self.ledger, number, word, people)
        what = f"{platform} {word}, table {number}"
        await self._open(group, what)
        self._groups.append(group)
        begun, done, kills = time.monotonic(), -1, self._kills
        while not group.over():
            group.hurries = group.hurries or len(group.answered()) > AT_RANDOM
            before = len(group.answered())
            try:
                async with asyncio.timeout(STUCK):
                    await group.turn()
                    moved = len(self.ledger.history(self.ledger.table_at(group.place)))
            except TimeoutError:
                raise Stuck(f"{what}: a press was not answered for {STUCK:.0f} s") from None
            except psycopg.OperationalError:  # who sees through everything asks the database, which is away
                await asyncio.sleep(0.1)
                continue
            self._answered += len(group.answered()) - before
            if moved != done:
                begun, done = time.monotonic(), moved
            if time.monotonic() - begun > STUCK:
                raise Stuck(f"{what}: nothing was done for {STUCK:.0f} s after {done} moves: {_standing(group)}")
        await self.check_game(what, group, self._kills - kills)

    async def _open(self, group: Group, what: str) -> None:
        """Open a table while nothing goes wrong: people who get no answer would begin anew."""
        self._opening += 1
        try:
            await _until(lambda: not self._troubled, 4 * STUCK, "a trouble does not end")
            await group.open()
        except AssertionError as error:
            raise Stuck(f"{what}: a table cannot be opened: {error}") from error
        finally:
            self._opening -= 1

    # -- what goes wrong -----------------------------------------------------------------------------------------------

    async def _trouble(self, names: Iterable[str], every: float) -> None:
        for name in names:
            pause, answered = time.monotonic() + every, self._answered
            await _until(lambda answered=answered: self._answered >= answered + 8, 2 * STUCK, "nobody plays")  # type: ignore[misc]
            await asyncio.sleep(max(0.0, pause - time.monotonic()))
            await _until(lambda: not self._opening, 4 * STUCK, "a table cannot be opened")
            self._troubled += 1
            try:
                await self._through(getattr(self, name))
            finally:
                self._troubled -= 1

    async def _through(self, trouble: Callable[[], Awaitable[None]]) -> None:
        """Have a trouble, and wait until all is served again.

        What a dead process had in hand in Discord, or nobody heard, has failed there, and is pressed again: that much
        is Discord's way.
        """
        every = self._discord.interactions.every
        open_then = [each for each in every if each.first is None and not each.failed]
        before = len(every)
        await trouble()
        await self.fleet.whole()
        had = [each for each in (*open_then, *every[before:]) if each.first is None]
        with contextlib.suppress(Stuck):
            await _until(lambda: all(each.first is not None or each.failed for each in had), 10.0, "in flight")
        for each in had:
            if each.first is None:
                self._excused.add(each.id)
                each.time_out()

    async def kill(self) -> None:
        """Kill one of the processes, whichever it is, and start it again a moment later."""
        member = self._rng.choice(self.fleet.members)
        self._kills += 1
        self.run.did("kills")
        await self.fleet.kill(member)
        await asyncio.sleep(self._rng.uniform(0.0, 3.0))
        await self.fleet.revive(member)

    async def stop_database(self) -> None:
        """Stop the database as its service does, and start it again."""
        await self._restart(at_once=False)

    async def crash_database(self) -> None:
        """End the database at once, as a crash does, and start it again."""
        await self._restart(at_once=True)

    async def _restart(self, *, at_once: bool) -> None:
        self.run.did("faults")
        self._kills += 1  # what was shown and could not be written may be there twice, as after a kill
        await to_the_end(self._go_down_and_up(at_once=at_once))  # others use the server after this evening

    async def _go_down_and_up(self, *, at_once: bool) -> None:
        try:
            await asyncio.to_thread(self._server.stop, at_once=at_once)
            await asyncio.sleep(self._rng.uniform(0.5, 3.0))
        finally:
            await asyncio.to_thread(self._server.start)

    # -- what must hold ------------------------------------------------------------------------------------------------

    async def check_game(self, what: str, group: Group, kills: int) -> None:
        """Hold a game that has ended against what may be, as soon as the last of it is shown."""
        self.run.did("games")
        self.run.did("presses", len(group.answered()))
        table = await self._patiently(lambda: self.ledger.table_at(group.place))
        history = await self._patiently(lambda: self.ledger.history(table))
        if sorted(history) != list(range(1, len(history) + 1)):
            self.run.loss(f"{what}: the moves are {sorted(history)}")
        record = await self._patiently(lambda: self.ledger.record(table))
        if any(seat.get("missed") or seat.get("away") for seat in record["seats"]):
            self.run.loss(f"{what}: a turn was taken from somebody who plays")
        wrong, forced = await self._verify(table)
        if wrong:
            self.run.loss(f"{what}: {wrong}")
        if isinstance(group, TelegramPlayers):
            self._check_presses(what, group, history, forced)
        for wait_for in (lambda: self._check_shown(group, history), lambda: self._check_board(group, table, kills)):
            if wrong := await _passes(wait_for):
                self.run.loss(f"{what}: {wrong}")
        for leak_of in (
            lambda: self._check_secrets(group),
            lambda: self._check_left(group, kills),
        ):
            if wrong := await _passes(leak_of):
                self.run.leak(f"{what}: {wrong}")

    async def _patiently(self, ask: Callable[[], T]) -> T:
        """Ask the database, which may be away for a moment."""
        deadline = time.monotonic() + STUCK
        while True:
            try:
                return ask()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.1)

    def _check_presses(self, what: str, group: TelegramPlayers, history: History, forced: Set[int]) -> None:
        if group.unanswered:
            self.run.loss(f"{what}: {group.unanswered} presses got no answer")
        for number, token in sorted(group.told.items()):
            if number not in history:
                self.run.loss(f"{what}: {token} was told to have been done, and was not")
        strange = [number for number in history if number not in group.pressed | forced]
        if len(strange) > group.lasting:
            self.run.loss(f"{what}: nobody pressed for the moves {strange}")

    async def _verify(self, table: str) -> tuple[str, Set[int]]:
        """Return what is wrong with what is kept of a game, if it does not follow from its seed.

        With it come the numbers of the moves that their persons could not but make, for which nobody presses.
        """
        deadline = time.monotonic() + STUCK
        while True:
            try:
                # While it is open, it counts as a process that serves.
                async with opened(self._database) as store:
                    record, verdict = await verify(store, {game.key: game for game in GAMES}, table)
                    forced = _forced(record, await store.actions(table))
                break
            except StoreAway as error:  # it may just be stopped and started
                if time.monotonic() > deadline:
                    return f"cannot be verified: {error!r}", set()
                await asyncio.sleep(0.1)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told
                return f"cannot be verified: {error!r}", set()
        return "" if verdict.fair else f"the history does not follow from its seed: {verdict}", forced

    def _check_shown(self, group: Group, history: History) -> None:
        if isinstance(group, DiscordGroup):
            told = moves_on_discord(self._discord, group)
            # At the end of some games the winner is told instead of the turn by which they have won.
            last = max(
                (number for number, move in history.items() if move["seat"] != history[len(history)]["seat"]), default=0
            )
            _check(told >= last, f"{told} of {len(history)} moves were shown")
        elif group.word == "hats":
            check_moves_shown(self._world, group.group.id, history)
        else:
            test_other_games.check(self._world, group)

    def _check_board(self, group: Group, table: str, kills: int) -> None:
        """One board, which shows the newest state; a kill may leave one more, which goes when somebody presses it."""
        [(message, revision, stale)] = self.ledger.rows(
            "SELECT message, revision, stale FROM boards WHERE table_id = ?", table
        )
        _check(revision == self.ledger.record(table)["revision"], "the board is behind")
        _check(json.loads(stale) == [], f"boards are left to be removed: {stale}")
        boards: list[TelegramMessage] | list[DiscordMessage]
        if isinstance(group, DiscordGroup):
            boards = [each for each in group.channel.messages.values() if each.buttons or each.selects]
        else:
            boards = [
                each for each in group.group.messages.values() if each.sender is self._world.bot and each.keyboard
            ]
        _check(int(message) in [each.id for each in boards], "the board is not there")
        beside = [each for each in boards if each.id != int(message)]
        _check(len(beside) <= kills, f"{len(beside)} boards too many after {kills} kills: {[e.text for e in beside]}")

    def _check_secrets(self, group: Group) -> None:
        if isinstance(group, DiscordGroup):
            check_secrets(self._discord, group)
            check_known(self._discord, group, self.ledger)
            check_pings(self._discord, [group])
        elif group.word == "hats":
            games.check_secrets(self._world, group, self.ledger, whispers=False)

    def _check_left(self, group: Group, kills: int) -> None:
        """Hold what is left of secrets against what may be: a cover for each kill, which shows nothing.

        It was sent, and its process was killed before it could write down what deletes it (docs/architecture.md).
        """
        left = list(self._left(group))
        secrets = [text for text in left if text != COVER]
        _check(not secrets and len(left) <= kills, f"can still be read after {kills} kills: {left}")

    def _left(self, group: Group) -> Iterator[str]:
        """Yield the secrets of a game that its people can still read though it is over."""
        if isinstance(group, DiscordGroup):
            own = [each for each in self._discord.ephemerals.values() if each.viewer in group.people]
            messages = [*own, *(each for person in group.people for each in person.dm.messages.values())]
            for message in messages:
                if not (message.deleted or message.forgotten) and HELD.search(bare(message.text)):
                    yield message.text
            return
        for person in group.people:
            for held in self._world.private(person).messages.values():
                if held.sender is self._world.bot and (held.spoiler or held.text == COVER):
                    yield held.text

    async def check_all(self) -> None:
        """Stop the processes, and hold the whole evening against what may be: answers, refusals, the log."""
        await self.fleet.whole()
        if wrong := await _passes(self._check_sharing):
            self.run.loss(wrong)
        await self.fleet.stop()
        failed = [each for each in self._discord.interactions.failures if each.id not in self._excused]
        if failed:
            self.run.loss(f"Discord: {len(failed)} interactions failed: {[each.data for each in failed][:5]}")
        refused = [each for each in failures(self._world) if not any(words in each for words in HARMLESS)]
        if refused:
            self.run.loss(f"Telegram refused calls: {refused[:5]}")
        log = self.fleet.log()
        if self._server.password in log:
            self.run.leak("the log has the database's password")
        for line in log.splitlines():
            if _is_wrong(line):
                self.run.loss(f"the log: {line}")

    def _check_sharing(self) -> None:
        """Each process that runs does jobs, and no other; and each was given updates where they are handed round."""
        [(workers,)] = self.ledger.rows("SELECT count(*) FROM underhat_jobs.procrastinate_workers")
        _check(workers == len(self.fleet.members), f"{workers} of {len(self.fleet.members)} processes do jobs")
        served = self.fleet.balancer.served
        if self.fleet.webhook:
            _check(all(served[each.address] for each in self.fleet.members), f"updates are not shared: {served}")


class TelegramPlayers(TelegramGroup):
    """A group that remembers what it pressed, and what it was told to have done, by the number of the move.

    `lasting` counts presses of buttons that are good for whichever move is due, as those of a hand.
    """

    def __init__(self, world: World, ledger: Ledger, number: int, word: str, people: int = 2) -> None:
        super().__init__(world, ledger, number, word, people)
        self.pressed: set[int] = set()
        self.lasting = 0
        self.told: dict[int, str] = {}

    @override
    async def _send(self, person: User, message: TelegramMessage, token: str) -> Toast | None:
        decision = token.split(".")[1] if token.count(".") == 2 else ""
        if decision.isdecimal():
            self.pressed.add(int(decision))
        self.lasting += decision == "*"
        toast = await super()._send(person, message, token)
        if self.word == "hats" and toast is not None and any(words in toast.text for words in DONE):
            self.told[int(decision)] = token
        return toast


def _forced(record: Record, actions: Sequence[ActionRow]) -> set[int]:
    """Return the numbers of the moves of a game in which who made them had no choice."""
    (game,) = (game for game in GAMES if game.key == record.game)
    made = [(action.number, RecordedMove(action.seat, action.action)) for action in actions if action.seat is not None]
    steps = replay(game.rules, history_of(record, tuple(move for _, move in made)))
    return {
        number
        for (number, move), before in zip(made, steps, strict=False)  # after the last step nobody moves
        if game.rules.to_act(before.state) == move.seat
        and game.presenter.forced(game.rules.view(before.state, move.seat), move.seat) is not None
    }


def _is_wrong(line: str) -> bool:
    """Return whether a line of the log says what it must not."""
    try:
        event = json.loads(line)
    except ValueError:
        return True
    ours = not str(event.get("logger", "")).startswith(LIBRARIES)
    return "Traceback" in line or (ours and event.get("event") not in EXPECTED)


def _standing(group: Group) -> str:
    board = group.board()
    return repr(board.text[:200]) if board else "no board"


def _check(so: object, what: object) -> None:
    assert so, what


async def _until(ready: Callable[[], object], seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            raise Stuck(what)
        await asyncio.sleep(0.02)


async def _passes(check: Callable[[], object], seconds: float = 60.0) -> str:
    """Wait until a check passes; return what is wrong if it does not."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            check()
        except (AssertionError, psycopg.OperationalError) as error:
            if time.monotonic() > deadline:
                return str(error) or "a check of what was shown fails"
        else:
            return ""
        await asyncio.sleep(0.1)


@asynccontextmanager
async def evening(
    run: Run,
    seed: int,
    server: Postgres,
    folder: Path,
    *,
    processes: int = PROCESSES,
    webhook: bool = False,
    plant: Callable[[], object] | None = None,
) -> AsyncIterator[Evening]:
    """Bring everybody together, on an empty database."""
    name = server.fresh()
    database = server.url(name, tcp=True)
    async with telegram() as (world, url), on_loopback(Limits.none()) as (discord, api):
        made = Fleet(
            folder, database, (world, url), (discord, api), webhook=webhook, plant=plant, DISCORD_SHARD_COUNT=SHARDS
        )
        async with fleet(made, processes):
            yield Evening(run, seed, server, database, world, discord, made)
    await asyncio.to_thread(server.drop, name)


async def play(
    run: Run,
    seed: int,
    server: Postgres,
    words: Sequence[tuple[str, str]],
    troubles: Iterable[str],
    *,
    every: float = 0.0,
    processes: int = PROCESSES,
    webhook: bool = False,
    plant: Callable[[], object] | None = None,
) -> None:
    """Play an evening at these tables with these troubles, and check it."""
    with tempfile.TemporaryDirectory() as place:
        async with evening(
            run, seed, server, Path(place), processes=processes, webhook=webhook, plant=plant
        ) as all_of_it:
            how = f"seed {seed}, {'webhook' if webhook else 'polling'}, {processes} processes"
            try:
                await all_of_it.play(words, troubles, every)
            except (Stuck, TimeoutError) as error:
                run.loss(f"{how}: {error}: {all_of_it.fleet.log()[-2000:]}")
                return
            await all_of_it.check_all()
