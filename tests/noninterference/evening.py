"""An evening: people in every role use every command while a game runs, and press whatever there is to press.

In the first world it is made up as it goes, by lot; what was done is a script, which is then played in the second.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from bot.engine.computer import Level
from bot.engine.presentation import FirstPress, Game, Player
from bot.engine.replay import LEAVE
from bot.errors import Refusal
from bot.table.handlers.replays import PAYLOAD, PREFIX
from tests.conformance.on_telegram import TelegramStage
from tests.conformance.stage import Guest, Key, Seen, Stage
from tests.noninterference.chance import Chance, Exchange, find_exchanges
from tests.noninterference.oracle import Shadow, history

ROLES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
"""Ann administers the chat and doesn't play; Bob hosts; Dan leaves in the middle; Eve only watches.

Fay is a stranger, who writes to the bot in private alone; Gus is the account of another bot."""
SEATED = ("Bob", "Cleo", "Dan")
STRANGER, BOT = "Fay", "Gus"
TYPING, LOOKING_BACK = "(typing)", "(looking back)"
"""What is no command and yet used as one: words of the rules that are completed while somebody types them; what is
shown of a game that has ended, by a link on Telegram, or by a button of its replay."""
WORDS = ("", "hats", "peek swap", "how do I win", "invisible")
"""What is typed, and asked of the rules."""
SHOWN = ("0", "3", "knew", "film")
"""What can be asked for of a game that has ended."""
Phase: TypeAlias = Literal["lobby", "running", "half", "ended"]
"""`half`: the mover has made the first of the two presses of a move. `ended`: a game of the same people has ended in
another chat, while the one with the secret goes on."""
PHASES: tuple[Phase, ...] = get_args(Phase)
AFTER_THE_END = ("after_0", "after_1", "after_knew", "after_film", "happened", "fair")
"""What anybody may try to press at a table that has ended."""
LASTING = frozenset({"end", "kick", "kicked", "relieve", "go", "cancel", "quit", "pass", "give", "start"})
"""What buttons mean that end a game, or somebody's part in it."""
SHOWING = (
    "happened", "hand", "advice", "fair", "look_", "after_0", "after_1", "after_knew", "after_film", "learn",
    "prefer_here", "prefer_message", "seat", "back", "pass", "resume", "again",
)  # fmt: skip
"""What anybody may try to press at a table at any time, whether a button offers it or not."""
ASKING = 0.8
"""How much of what is done beside the game are commands, as long as there are some that nobody has used."""
EVERY = 1_000
HALVES = 15
"""How many commands are used at most within one move."""
LONG = 400.0
"""Seconds after which a turn has passed that nobody takes."""
PAUSE = 8.0
"""Seconds between two things that are done, so that nobody is asked to slow down."""

STRETCH = 10.0
"""Seconds that pass at once at most."""
BETWEEN = 4.0
"""Seconds between two commands, which different people use."""

Question: TypeAlias = tuple[Phase, str, str, bool]
"""When somebody uses a command: which, and whether in private."""


@dataclass(frozen=True)
class Step:
    """One thing that is done: a command with its argument, a press by its token, a link's payload, time that passes."""

    kind: Literal["command", "press", "link", "type", "time", "restart", "elsewhere"]
    who: str = ""
    text: str = ""
    private: bool = False
    seconds: float = PAUSE


@dataclass
class Played:
    """What was done in the first world: the steps, and after each of them how many moves had been made."""

    steps: list[Step] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    table: str = ""
    """The one with the secret."""
    former: str = ""
    """The one of a game that has ended before in the same chat."""
    options: dict[str, str] = field(default_factory=dict)
    starter: int = 0
    exchanges: tuple[Exchange, ...] = ()
    left: dict[str, int] = field(default_factory=dict)
    """When people left, by the number of the last move that they were there for."""
    names: list[str] = field(default_factory=list)
    """Who sat down in which seat, "" for computers."""
    over: int | None = None
    """The step in which the game ended: from then on its seed lies open to all (/verify)."""
    unasked: list[Question] = field(default_factory=list)
    """Commands that nobody came to use: all could tell the worlds apart before."""


async def carry_out(stage: Stage, guests: dict[str, Guest], step: Step) -> None:
    """Do one thing on a stage, and wait until all that follows is done."""
    left = step.seconds
    while left > 0:  # what falls due at different times is not asked for at once, to be shown together or one by one
        await stage.pass_time(min(left, STRETCH))
        left -= STRETCH
    if step.kind == "time":
        return
    if step.kind == "restart":
        await stage.restart()
        return
    if step.kind == "elsewhere":
        await stage.go_elsewhere()
        return
    who = guests[step.who]
    if step.kind == "command":
        command, _, argument = step.text.partition(" ")
        await stage.use(who, command, argument, private=step.private)
    elif step.kind == "type":
        await stage.look_up(who, step.text, private=step.private)
    elif step.kind == "link":
        assert isinstance(stage, TelegramStage), "links lead into private chats on Telegram alone"
        stage._world.start(who.account, step.text)
        await stage.settle()
    else:
        seen, there = _button(stage, who, step.text, private=step.private)
        await (stage.press_key if there else stage.press_again)(who, seen)


def _button(stage: Stage, who: Guest, token: str, *, private: bool) -> tuple[Seen, bool]:
    """Find the newest button with a token that somebody sees; else one that is not there, on the newest message."""
    own = stage.own_pages(who)
    pages = own if private and own else [*stage.pages(), *own]
    for page in reversed(pages):
        for key in page.keys:
            if key.token == token:
                return Seen(page, key), True
    return Seen((own if private and own else stage.pages())[-1], Key("", token)), False


class Author:
    """Makes up an evening in the first world, step by step, so that the secret keeps for as long as can be."""

    def __init__(
        self, stage: Stage, guests: dict[str, Guest], game: Game, number: int, questions: Sequence[Question],
        people: Sequence[str] = SEATED, levels: Sequence[Level] = (), former: bool = True,
    ) -> None:  # fmt: skip
        self.stage, self.guests, self.game = stage, guests, game
        self.rng = random.Random(number)
        self.played = Played()
        self._number = number
        self.played.unasked = list(questions)
        self._former = former
        self._other = ""
        self._people = people
        self._levels = levels or (self.rng.choice(("easy", "normal")),)
        self._shadow: Shadow
        self._done = 0
        self._meant: Any = None

    async def do(self, step: Step) -> None:
        """Carry out a step and write it down."""
        await carry_out(self.stage, self.guests, step)
        self.played.steps.append(step)
        self.played.moves.append(self._moves())
        table = self.stage.service.manager.tables.in_memory(self.played.table) if self.played.table else None
        if self.played.over is None and table is not None and table.record.status == "ended":
            self.played.over = len(self.played.steps) - 1

    def _moves(self) -> int:
        """Count the moves at the table with the secret, -1 before it has been dealt."""
        table = self.stage.service.manager.tables.in_memory(self.played.table) if self.played.table else None
        if table is None:
            return self.played.moves[-1] if self.played.moves else -1
        return -1 if table.record.status == "lobby" else int(table.record.moves)

    def _next(self, phase: Phase, most: int) -> Iterator[Question]:
        """Take so many questions out of those that are left for a phase."""
        for each in [question for question in self.played.unasked if question[0] == phase][:most]:
            self.played.unasked.remove(each)
            yield each

    def _host(self) -> str:
        record = self.stage.record()
        return next(seat.name for seat in record.seats if seat.person == record.host)

    def _press(self, who: str, label: str) -> Step:
        return Step("press", who, self.stage.board().key(label).token)

    # -- the lobby ---------------------------------------------------------------------------------------------------

    async def lobby(self) -> AsyncIterator[None]:
        """Open a table, ask around, seat the people and a computer of each level, deal. Yield after each step."""
        if self._former:
            async for _ in self._begun_and_ended():
                yield
            self.played.former = self._other
        async for _ in self._open():
            yield
        for question in self._next("lobby", EVERY):
            await self.do(self._asked(question))
            yield
            if self.stage.record().id != self.played.table:  # who may stop a game closes its lobby
                async for _ in self._open():
                    yield
            if self.stage.record().game != self.game.key:  # whoever may set it up chooses another game by /play
                await self.do(Step("command", self._host(), f"play {self.game.word}"))
                yield
            for name in sorted({*self._people} - {*self.stage.seated()}):
                await self.do(Step("press", name, f"{self.played.table}.-.join"))
                yield
        for name, where in (("Bob", "message"), ("Cleo", "here")):
            await self.do(Step("press", name, f"{self.played.table}.-.prefer_{where}"))
            yield
        for name in ("Ann", "Cleo", "Eve", BOT):
            await self.do(Step("press", name, f"{self.played.table}.-.{self.rng.choice(SHOWING)}"))
            yield
        if self.stage.record().paused or "Start" not in self.stage.board().labels:
            await self.do(Step("press", self._host(), f"{self.played.table}.-.page_"))
            yield
        await self.do(Step("press", self._host(), f"{self.played.table}.-.start"))
        yield
        await self._dealt()

    async def _open(self) -> AsyncIterator[None]:
        await self.do(Step("command", "Bob", f"play {self.game.word}"))
        yield
        self.played.table = self.stage.record().id
        for who in self._people[1:]:
            await self.do(self._press(who, "Join"))
            yield
        for level in self._levels:
            await self.do(self._press("Bob", "🤖 Add a computer"))
            yield
            await self.do(self._press("Bob", level))
            yield

    async def _dealt(self) -> None:
        record, played = self.stage.record(), self.played
        assert record.status == "playing", self.stage.board().text
        chance = Chance(self._number)
        seats = len(record.seats)
        drawn = chance.stream("starter").below(seats)
        played.starter = drawn if record.agreed_starter is None else record.agreed_starter
        played.options = record.options
        played.names = [seat.name if seat.occupied else "" for seat in record.seats]
        played.exchanges = find_exchanges(self.game, record.options, seats, played.starter, self._number, self.rng)
        chances = (chance, Chance(self._number, played.exchanges))
        self._shadow = Shadow.of(self.game, record.options, seats, played.starter, chances)
        self._follow()

    def _asked(self, question: Question) -> Step:
        _, name, command, private = question
        if command == TYPING:
            return Step("type", name, self.rng.choice(WORDS), private, BETWEEN)
        if command == LOOKING_BACK:
            table, what = self.rng.choice((self.played.table, self.played.former, self._other)), self.rng.choice(SHOWN)
            if private and self.stage.platform == "telegram" and name != BOT:
                return Step("link", name, f"{PAYLOAD}{table}-{what}", seconds=BETWEEN)
            return Step("press", name, f"{PREFIX}.{table}.{what}", private, BETWEEN)
        argument = self.rng.choice(self._arguments(command))
        return Step("command", name, f"{command} {argument}".strip(), private, BETWEEN)

    def _arguments(self, command: str) -> tuple[str, ...]:
        """List what a command may be told, by what it takes."""
        spec = next(spec for spec in self.stage.service.commands if spec.name == command)
        if spec.argument is None:
            return ("",)
        if spec.argument.choices:
            return ("", *(choice.value for choice in spec.argument.choices))
        if spec.argument.takes == "rules":
            return WORDS
        return ("", self.played.table, self.played.former, self._other)

    # -- the game ----------------------------------------------------------------------------------------------------

    async def game_on(self, moves: int, asides: int) -> AsyncIterator[None]:
        """Make so many moves, with this many other things after each; then ask what is left, and wait a turn.

        Yield after each step.
        """
        for number in range(moves):
            planned = self._planned()
            if planned is None:
                return
            mover = self._mover()
            for place, token in enumerate(planned):
                for question in self._next("half", HALVES if place else 0):
                    for step in self._after(question):
                        await self.do(step)
                        yield
                await self.do(Step("press", mover, token))
                yield
            self._follow()
            for _ in range(asides):
                if not self._shadow.same:
                    return
                for step in self._beside():
                    await self.do(step)
                    yield
                    self._follow()
            if number == moves // 2 and self._shadow.same and "Dan" not in self.played.left:
                for step in self._departure() if "Dan" in self._people else ():
                    await self.do(step)
                    yield
                    self._follow()
                await self.do(Step("restart"))
                yield
                self._follow()
        while self._shadow.same and (left := list(self._next("running", 1))):
            for step in self._after(left[0]):
                await self.do(step)
                yield
                self._follow()
        if self._shadow.same and any(phase == "ended" for phase, *_ in self.played.unasked):
            async for _ in self._elsewhere():
                yield
        if self._shadow.same:
            await self.do(Step("time", seconds=LONG))  # the computer moves for whoever lets a turn pass
            yield

    async def _elsewhere(self) -> AsyncIterator[None]:
        """Begin and end a game in another chat, and ask and look back there: that tells nothing of this one.

        Yield after each step.
        """
        await self.do(Step("elsewhere"))
        yield
        async for _ in self._begun_and_ended():
            yield
        for meaning, who in zip(AFTER_THE_END, ROLES, strict=False):
            if who in SEATED or who == "Ann":
                await self.do(Step("press", who, f"{self._other}.-.{meaning}"))
                yield
        for question in self._next("ended", EVERY):
            await self.do(self._asked(question))
            yield
            self._follow()

    async def _begun_and_ended(self) -> AsyncIterator[None]:
        """Begin a game of two people and end it at once. Yield after each step."""
        await self.do(Step("command", "Bob", f"play {self.game.word}"))
        yield
        self._other = self.stage.record().id
        for step in (
            Step("press", "Cleo", f"{self._other}.-.join"),
            Step("press", "Bob", f"{self._other}.-.start"),
            Step("command", "Bob", "stop"),
            Step("press", "Bob", f"{self._other}.-.end"),
        ):
            await self.do(step)
            yield
        ended = self.stage.service.manager.tables.in_memory(self._other)
        assert ended is not None
        assert ended.record.status not in ("lobby", "playing")

    def _beside(self) -> list[Step]:
        """Return something that is done beside the game: mostly commands, as long as there are some left to use."""
        left = any(phase == "running" for phase, *_ in self.played.unasked)
        question = next(self._next("running", 1)) if left and self.rng.random() < ASKING else None
        return [self._aside()] if question is None else self._after(question)

    def _after(self, question: Question) -> list[Step]:
        """Return what somebody asks, and what brings the game back that it may have stopped."""
        _, name, command, private = question
        steps = [self._asked(question)]
        if command == "pause" and not private and name in ("Ann", "Bob"):
            steps.append(Step("command", name, "pause"))
        return steps

    def _departure(self) -> list[Step]:
        record = self.stage.record()
        seat = next(seat for seat in record.seats if seat.name == "Dan")
        self.played.left["Dan"] = record.moves
        return [Step("command", "Dan", "leave"), Step("press", "Dan", f"{record.id}.-.go_{seat.key}")]

    def _mover(self) -> str:
        """Return whose move it is, nobody's ("") once time has ended the game."""
        table = self.stage.table()
        seat = table.game.rules.to_act(table.state)
        return "" if seat is None else self.stage.record().seats[seat].name

    def _aside(self) -> Step:
        """Make up something that anybody might do beside the game."""
        lot, who = self.rng.random(), self.rng.choice([name for name in ROLES if name != STRANGER])
        if lot < 0.15:
            return Step("time", seconds=self.rng.choice((5.0, 65.0, 130.0)))
        if lot < 0.5:
            return Step("press", who, f"{self.played.table}.-.{self.rng.choice(SHOWING)}")
        if lot < 0.6:
            what = self.rng.choice(SHOWN)
            if self.stage.platform == "telegram" and lot < 0.55 and who != BOT:
                return Step("link", who, f"{PAYLOAD}{self.played.table}-{what}")
            return Step("press", who, f"{PREFIX}.{self.played.table}.{what}")
        keys = [key for page in (self.stage.board(), *self.stage.own_pages(self.guests[who])) for key in page.keys]
        harmless = [
            key
            for key in keys
            if key.decision == "-" and key.meaning.partition("_")[0] not in LASTING and not key.within
        ]
        if lot < 0.8 and harmless:
            return Step("press", who, self.rng.choice(harmless).token)
        moves = [key.token for key in keys if key.decision != "-"]
        if moves and who != self._mover():
            return Step("press", who, self.rng.choice(moves))
        return Step("command", who, self.rng.choice(("board", "hand")), private=lot > 0.9)

    # -- what may be done without telling ----------------------------------------------------------------------------

    def _planned(self) -> list[str] | None:
        """Return presses that make a move which nobody learns the secret by, or that show it to the mover alone.

        None if there is no such move, or the game is over.
        """
        table = self.stage.table()
        record, seat = table.record, self.game.rules.to_act(table.state)
        if record.status != "playing" or seat is None or not record.seats[seat].occupied or not self._shadow.same:
            return None
        found = self._sequences(seat)
        self.rng.shuffle(found)
        kinds = sorted({type(actions[0]).__name__ for _, actions in found})
        halves = 2 if any(phase == "half" for phase, *_ in self.played.unasked) else 0
        self.rng.shuffle(kinds)  # there are more ways to swap than to look
        for codes, actions in sorted(
            found, key=lambda each: (len(each[0]) < halves, kinds.index(type(each[1][0]).__name__))
        ):
            if self._shadow.keeps_secret(seat, actions):
                self._meant = actions
                return [f"{record.id}.{record.decision}.{code}" for code in codes]
        return None

    def _sequences(self, seat: int) -> list[tuple[tuple[str, ...], tuple[Any, Any]]]:
        """List the presses that make a move in both worlds, and the moves that they make."""
        one, other = self._views(seat)
        codes = self._codes(seat)
        found: list[tuple[tuple[str, ...], tuple[Any, Any]]] = []
        for first in codes:
            chosen = self._read(one, other, seat, None, first)
            if chosen is None:
                continue
            if not isinstance(chosen[0], FirstPress):
                found.append(((first,), chosen))
                continue
            for second in codes:
                pair = self._read(one, other, seat, chosen[0].code, second)
                if pair is not None and not isinstance(pair[0], FirstPress):
                    found.append(((first, second), pair))
        return found

    def _read(self, one: Any, other: Any, seat: int, pending: str | None, code: str) -> tuple[Any, Any] | None:
        """Return what a press means in each world; None where it means nothing in one of them."""
        decode = self.game.presenter.decode
        try:
            pair = decode(one, seat, pending, code), decode(other, seat, pending, code)
        except Refusal:
            return None
        halves = [isinstance(each, FirstPress) for each in pair]
        if halves[0] != halves[1] or (halves[0] and pair[0] != pair[1]):
            return None
        return pair

    def _views(self, seat: int) -> tuple[Any, Any]:
        one, other = (self.game.rules.view(state, seat) for state in self._shadow.states)
        return one, other

    def _codes(self, seat: int) -> list[str]:
        """List the codes of the buttons before whoever is to move, in the group and in private."""
        rules, presenter, state = self.game.rules, self.game.presenter, self.stage.table().state
        tr = self.stage.service.catalogs.translator("en")
        players = [Player(each.name) for each in self.stage.record().seats]
        choices = [choice for row in presenter.choices(rules.view(state, None), tr) for choice in row]
        hand = presenter.hand(rules.view(state, seat), seat, players, tr)
        choices += [choice for row in hand.choices for choice in row] if hand else []
        return list(dict.fromkeys(choice.code for choice in choices))

    def _follow(self) -> None:
        """Take in what has been done at the table: by the last presses, by computers, by the clock."""
        for number, seat, action, _ in history(self.stage.path, self.played.table)[self._done :]:
            self._done = number + 1
            if seat is None:
                continue
            if action == LEAVE:
                self._shadow.leave(seat)
                continue
            made = msgspec.json.decode(action, type=self.game.rules.action_type)
            meant = self._meant if self._meant is not None and self._meant[0] == made else (made, made)
            self._meant = None
            self._shadow.follow(seat, meant)
