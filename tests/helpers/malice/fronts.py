"""The two sides of a siege: on each platform, who plays and looks on, and what is sent in whose name or nobody's."""

from __future__ import annotations

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from typing_extensions import override

from bot.playground.model import Message
from bot.playground.world import World
from tests.helpers.discord.interactions import COMPONENT, Interaction
from tests.helpers.discord.model import Message as DiscordMessage
from tests.helpers.discord.model import User
from tests.helpers.discord.people import Discord, Person, until
from tests.helpers.discord.table import Move, RandomTable
from tests.helpers.ledger import Ledger
from tests.helpers.malice import discord as discord_malice
from tests.helpers.malice import telegram as telegram_malice
from tests.helpers.malice.junk import generated
from tests.helpers.malice.laws import Laws, Upheaval
from tests.helpers.malice.log_watch import LogWatch
from tests.helpers.malice.scene import Attempts, Scene, Table, is_move
from tests.helpers.outside import RandomGame

WORDS = ("hats", "animal", "invisible")
_PATIENCE = 120.0
_PACES = ("⏱ Pace: live", "⏱ Pace: same day")
"""What the host presses before the start: no turn’s time ends in a siege, else a computer moves by nobody’s press."""
_OUTSIDERS = 4
_MOVES = 3
"""Lawful presses at every other table before each storm, so that every phase of a game is attacked."""
_EVERY = 4
"""After so many storms something happens to one of the chats in the midst of the next."""


G = TypeVar("G", RandomGame, RandomTable)


class _Front(ABC, Generic[G]):
    """One platform's side: a game of each kind by three people, of whom one has left the lobby, among others.

    Now and then another leaves in mid-game, or is removed, or the chat moves, or the bot is removed and added again.
    """

    def __init__(self, ledger: Ledger, attempts: Attempts, laws: Laws) -> None:
        self._ledger = ledger
        self._attempts = attempts
        self._laws = laws
        self._number = 0
        self._storms = 0
        self._old: list[str] = []
        self._former: list[int] = []
        self.games: list[G] = []
        self.tables: list[str] = []

    async def open(self) -> None:
        """Begin new games."""
        made = [self._make(self._number + n, n, word) for n, word in enumerate(WORDS)]
        self._number += len(made)
        await asyncio.gather(*(self._begin(game) for game in made))
        self.games = made
        self.tables = [self._ledger.table_at(self._place(game)) for game in made]

    def over(self) -> bool:
        """Return whether a game is over."""
        ended = "SELECT 1 FROM tables WHERE id = ? AND status != 'playing'"
        return any(self._ledger.rows(ended, table) for table in self.tables)

    async def move(self) -> None:
        """Press lawfully at every other table."""
        lively = [game for place, game in enumerate(self.games) if not _is_quiet(place, self._storms)]
        for _ in range(_MOVES):
            await asyncio.gather(*(game.press_anything() for game in lively))

    @abstractmethod
    def _make(self, number: int, seed: int, word: str) -> G:
        """Found a group of three."""

    @abstractmethod
    async def _begin(self, game: G) -> None:
        """Let others come, open a table, have one of the three leave, start."""

    @abstractmethod
    def _place(self, game: G) -> int:
        """Return the id of a group."""

    @abstractmethod
    async def send(self, count: int, seed: int) -> int:
        """Send so many generated updates and wait until all are judged; return how many there were."""

    def _upheaval(self) -> int | None:
        """Return the number of the upheaval that belongs into this storm, None if none does."""
        number, rest = divmod(self._storms, _EVERY)
        return number if rest == _EVERY // 2 else None

    def _leaver(self, place: int) -> Any:
        """Take somebody from a table, who will have left it, if another stays there."""
        people: list[Any] = self.games[place].people
        if len(people) < 2:
            return None
        who = people.pop()
        self._former.append(who.id)
        self._laws.expect(self.tables[place], Upheaval(left=str(who.id)))
        return who

    def _plays(self, place: int) -> bool:
        return bool(self._ledger.rows("SELECT 1 FROM tables WHERE id = ? AND status = 'playing'", self.tables[place]))


class _Group(RandomGame):
    """A group whose people look at the board, whatever strangers have had the bot post below it."""

    @override
    def board(self) -> Message | None:
        shown = [each for each in self.group.messages.values() if each.sender is self.world.bot and each.keyboard]
        return next((each for each in reversed(shown) if self.moves(each)), shown[-1] if shown else None)


class _Channel(RandomTable):
    """A channel whose people look at the board, and press its moves alone: nobody lets a stranger in."""

    @override
    def board(self) -> DiscordMessage | None:
        shown = [each for each in self.channel.messages.values() if each.buttons or each.selects]
        shown = [each for each in shown if not each.loading]
        return next((each for each in reversed(shown) if any(_moves(each))), shown[-1] if shown else None)

    @override
    def moves(self, person: Person) -> list[Move]:
        return [each for each in super().moves(person) if is_move(each.value or each.custom_id)]


def _moves(message: DiscordMessage) -> list[str]:
    """List the moves that a message offers."""
    offered = [each.custom_id for each in message.buttons]
    offered += [value for each in message.selects for _, value in each.options]
    return list(filter(is_move, offered))


class TelegramFront(_Front[RandomGame]):
    """Telegram's side."""

    def __init__(self, world: World, log: LogWatch, ledger: Ledger, attempts: Attempts, laws: Laws) -> None:
        super().__init__(ledger, attempts, laws)
        self._world = world
        self._log = log
        world.updates.on_arrival(self._note)

    def _note(self) -> None:
        update = self._world.updates.pending[-1]
        told = json.loads(bytes(update.body))[update.kind]
        if update.kind == "callback_query" and isinstance(told, dict):
            telegram_malice.note(self._attempts, update.kind, json.dumps(told))

    @override
    def _make(self, number: int, seed: int, word: str) -> RandomGame:
        return _Group(self._world, number, 3, seed=seed, word=word)

    @override
    def _place(self, game: RandomGame) -> int:
        return game.group.id

    @override
    async def _begin(self, game: RandomGame) -> None:
        for extra in range(_OUTSIDERS):
            self._world.join(self._world.add_person(f"X{extra}", language_code="en"), game.group)
        self._world.say(game.people[0], game.group, f"/play {game.word}")
        await game.seat()
        leaver = game.people.pop()
        self._world.say(leaver, game.group, "/leave")
        await game.until(lambda: leaver.first_name not in game.text())
        self._former.append(leaver.id)
        for pace in _PACES:
            await game.press(game.people[0], pace)
        await game.press(game.people[0], "Start")
        await game.until(game.tokens)

    @override
    async def send(self, count: int, seed: int) -> int:
        upheaval, scene = self._upheaval(), self._scene()
        bot, queue = self._world.bot.id, self._world.updates
        made = await asyncio.to_thread(generated, lambda dice: telegram_malice.update(dice, scene, bot), count, seed)
        for number, (kind, content) in enumerate(made):
            if upheaval is not None and number == len(made) // 2:
                self._upheave(upheaval)
            queue._append(kind, f"hostile {number}", msgspec.Raw(content.encode()))  # type: ignore[arg-type]
        await self._until(lambda: not queue.pending, "updates are not fetched")
        await self._until(lambda: not self._ledger.rows("SELECT 1 FROM inbox LIMIT 1"), "updates are not finished")
        await self._until(lambda: all(game.board() for game in self.games), "no board is shown where a group has moved")
        self._old = [token for table in scene.tables for token in table.tokens]
        return len(made)

    def _upheave(self, number: int) -> None:
        """Let somebody leave a group or be removed, let a group move, or the bot be removed and added again."""
        place = number % len(self.games)
        game = self.games[place]
        what = ("leave", "kick", "migrate", "bot")[number % 4]
        if what == "migrate" and game.group.kind == "group":
            game.group = self._world.migrate(game.group)
            self._laws.expect(self.tables[place], Upheaval(moved_to=str(game.group.id)))
        elif what in ("leave", "kick") and (who := self._leaver(place)):
            if what == "leave":
                self._world.leave(who, game.group)
            else:
                self._world.kick(who, game.group, game.people[0])
        else:
            self._world.kick_bot(game.group, game.people[0])
            self._world.add_bot(game.group, game.people[0])

    async def _until(self, ready: Callable[[], object], what: str) -> None:
        """Wait until something is so, as long as nothing is wrong."""
        began = checked = time.monotonic()
        while not ready():
            if time.monotonic() > checked + 1.0:
                checked = time.monotonic()
                self._log.check()
            assert time.monotonic() < began + _PATIENCE, what
            await asyncio.sleep(0.01)

    def _scene(self) -> Scene:
        tables: list[Table] = []
        outsiders = set[int]()
        for table, game in zip(self.tables, self.games, strict=True):
            board = game.board()
            shown = [board, *(m for person in game.people for m in self._world.private(person).messages.values())]
            tokens = [
                str(button.get("callback_data", ""))
                for message in shown
                for row in (message.keyboard if message else None) or []
                for button in row
            ]
            mover = game.mentioned(board) if board else None
            people = tuple(person.id for person in game.people)
            outsiders |= set(game.group.members) - set(people)
            messages = (board.id,) if board else ()
            quiet, mover_id = _is_quiet(len(tables), self._storms), mover.id if mover else None
            tables.append(Table(table, game.group.id, people, mover_id, tuple(tokens), messages, quiet))
        self._storms += 1
        outsiders -= {self._world.bot.id}
        return Scene(tuple(tables), tuple(self._former), tuple(sorted(outsiders)), tuple(self._old))


class DiscordFront(_Front[RandomTable]):
    """Discord's side."""

    def __init__(self, world: Discord, ledger: Ledger, attempts: Attempts, laws: Laws) -> None:
        super().__init__(ledger, attempts, laws)
        self._world = world
        self._noted = 0

    @override
    def _make(self, number: int, seed: int, word: str) -> RandomTable:
        made = _Channel(self._world, number, 3, seed=seed, word=word)
        made.patience = 0.0  # what was pressed is judged before all that is sent after it
        return made

    @override
    def _place(self, game: RandomTable) -> int:
        return game.channel.id

    @override
    async def _begin(self, game: RandomTable) -> None:
        guild = game.channel.guild
        assert guild
        for extra in range(_OUTSIDERS):
            self._world.join(self._world.add_person(f"x{extra}", display=f"X{extra}"), guild)
        used = await game.people[0].slash(game.channel, "play", game=game.word)
        assert not used.failed
        await until(lambda: _has(game, "Join"), what="no lobby")
        for person in game.people:
            seated = await game.press(person, "Join")
            await seated.reply(40)
        leaver = game.people.pop(1)
        await leaver.slash(game.channel, "leave")
        await until(
            lambda: str(leaver.id) not in _text(game) and leaver.display not in _text(game), what="nobody leaves"
        )
        self._former.append(leaver.id)
        for pace in _PACES:
            await until(lambda pace=pace: _has(game, pace), what="no pace")  # type: ignore[misc]
            await game.press(game.people[0], pace)
        await game.press(game.people[0], "Start")
        await until(lambda: not _has(game, "Start"), what="no game")

    @override
    async def move(self) -> None:
        await super().move()
        self._note_real()

    def _note_real(self) -> None:
        every = self._world.interactions.every
        for used in every[self._noted :]:
            chat = "private" if used.channel.guild is None else used.channel.id
            for token in discord_malice.tokens_of(used.data):
                self._attempts.note(used.user.id, chat, token)
        self._noted = len(every)

    @override
    async def send(self, count: int, seed: int) -> int:
        upheaval, scene = self._upheaval(), self._scene()
        guilds = {table.channel.id: table.channel.guild.id for table in self.games if table.channel.guild}
        bot = self._world.bot.id
        made = await asyncio.to_thread(
            generated, lambda dice: discord_malice.event(dice, scene, bot, guilds), count, seed
        )
        for number, (name, content) in enumerate(made):
            if upheaval is not None and number == len(made) // 2:
                await self._upheave(upheaval)
            discord_malice.note(self._attempts, name, content)
            told = json.loads(content)
            if name == discord_malice.INTERACTION:
                self._make_known(told)
            self._world.gateway.send(name, told)
        await asyncio.gather(*map(self._wait_judged, self.games))
        self._note_real()
        self._old = [token for table in scene.tables for token in table.tokens]
        return len(made)

    async def _upheave(self, number: int) -> None:
        """Let somebody leave a game or be removed from it, or the bot be removed and added again."""
        place = number % len(self.games)
        game, table = self.games[place], self.tables[place]
        what = ("leave", "bot", "remove")[number // len(self.games) % 3]
        if not self._plays(place):
            return
        if what == "bot" or len(game.people) < 2:
            assert game.channel.guild
            shown = game.board()
            self._world.remove_bot(game.channel.guild)
            self._world.invite_bot(game.channel.guild)
            await until(lambda: game.board() is not shown or not self._plays(place), _PATIENCE, "no board is shown")
            return
        host, who = game.people[0], self._leaver(place)
        asker, command, first, last = (who, "leave", "", "go") if what == "leave" else (host, "stop", "kick", "relieve")
        asked = await (await asker.slash(game.channel, command)).reply(_PATIENCE)
        for verb in filter(None, (first, last)):
            offered = partial(_find, asked, f"{table}.-.{verb}", who.display)
            await asker.press(asked, await until(offered, _PATIENCE, f"no {verb}"))

    def _make_known(self, told: dict[str, Any]) -> None:
        """Let Discord know a forged interaction, so that it can be answered; a broken one it never heard of."""
        person, channel = discord_malice.person_of(told), self._world.channels.get(_number(told.get("channel_id")))
        if told.get("token") != discord_malice.TOKEN or channel is None:
            return
        user = self._world.users.get(_number(person)) or User(_number(person), "x")
        table = next(table for table in self.games if table.channel is channel)
        kind = _number(told.get("type"))
        made = self._world.interactions.begin(kind, user, channel, {}, table.board() if kind == COMPONENT else None)
        told["id"], told["token"] = str(made.id), made.token

    async def _wait_judged(self, table: RandomTable) -> None:
        """Wait until all that was sent for a channel is judged, which is done in order: a command comes last.

        It is taken away without a word where so much was sent in the name of its person that it counts as flood.
        """
        asked = await table.people[0].slash(table.channel, "help")
        assert not asked.failed, "a command is not answered after hostile events"
        judged = partial(_is_judged, asked)
        await until(judged, _PATIENCE, "a command is not judged after hostile events")

    def _scene(self) -> Scene:
        tables, outsiders = list[Table](), set[int]()
        for number, table in zip(self.tables, self.games, strict=True):
            board = table.board()
            boards = (board,) if board else ()
            own = [m for person in table.people for m in person.dm.messages.values()]
            tokens = [button.custom_id for message in (*boards, *own) for button in message.buttons]
            tokens += [value for message in (*boards, *own) for each in message.selects for _, value in each.options]
            mover, people = table.mover(), tuple(person.id for person in table.people)
            assert table.channel.guild
            outsiders |= set(table.channel.guild.members) - {*people, self._world.bot.id}
            mover_id = mover.id if mover else None
            quiet, shown = _is_quiet(len(tables), self._storms), tuple(filter(None, tokens))
            tables.append(
                Table(number, table.channel.id, people, mover_id, shown, tuple(each.id for each in boards), quiet)
            )
        self._storms += 1
        return Scene(tuple(tables), tuple(self._former), tuple(sorted(outsiders)), tuple(self._old))


def _find(message: Any, begins: str, name: str) -> str:
    """Return the button whose token begins so; of several that which names somebody."""
    found = [each for each in message.buttons if each.custom_id.startswith(begins)]
    named = [each for each in found if name in each.label]
    return str((named or found)[0].custom_id) if found else ""


def _number(value: object) -> int:
    return int(str(value)) if str(value).isdecimal() and str(value).isascii() else 0


def _is_quiet(place: int, storms: int) -> bool:
    """Return whether nobody moves lawfully at a table: every other one, in turn."""
    return (place + storms) % 2 == 0


def _is_judged(asked: Interaction) -> bool:
    return bool(asked.replies) or any(each.deleted for each in asked.made.values())


def _text(table: RandomTable) -> str:
    board = table.board()
    return board.text if board else ""


def _has(table: RandomTable, label: str) -> bool:
    board = table.board()
    return board is not None and board.button(label) is not None
