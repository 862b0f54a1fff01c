"""One channel whose people know only what they see, and press at random."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from dataclasses import dataclass

from tests.helpers.discord.interactions import Interaction
from tests.helpers.discord.model import Channel, Guild, Message
from tests.helpers.discord.people import Discord, Person, until
from tests.helpers.discord.refusals import Impossible

MENU = (
    "My secret", "What now?", "Places", "Rules", "What happened",
    "Got it, remove it", "Show it here", "Send it as a message",
)  # fmt: skip
"""What the buttons say that are no moves."""
_NAMED = re.compile(r"<@(\d+)>")
_NOISE = re.compile("[\u2066-\u2069\\\\*|`]")
_NOT_YET = ("moved on", "right now", "Slow down")
"""What those are told who press before the board shows what was done."""
_PATIENCE = 2.0
_PRIVATE = 0.15
"""How often somebody asks for their secret or for advice instead of making a move."""


def bare(text: str) -> str:
    """Take markdown and bidi isolates from a text."""
    return _NOISE.sub("", text)


@dataclass(frozen=True)
class Move:
    """A button, or one value of a select."""

    message: Message
    label: str
    custom_id: str
    value: str = ""

    @property
    def code(self) -> str:
        """The last part of its token, which the game reads."""
        return (self.value or self.custom_id).rpartition(".")[2]

    def make(self, person: Person) -> Interaction:
        """Press it."""
        if self.value:
            return person.select(self.message, self.custom_id, [self.value])
        return person.press(self.message, self.custom_id)


class RandomTable:
    """A channel of 2 to 4 people; the last of them takes no direct messages and has a name that tries to ping all."""

    def __init__(
        self, world: Discord, number: int, people: int, seed: int, word: str, guild: Guild | None = None
    ) -> None:
        self.world = world
        self.word = word
        self.rng = random.Random(seed)
        self.people = [world.add_person(f"p{number}-{each}", display=f"P{number}-{each}") for each in range(people)]
        self.people[-1].takes_dms = False
        self.people[-1].display = f"@everyone <@&{number}> *{number}*"
        if guild is None:
            guild = world.add_guild(f"Guild {number}", self.people)
        else:
            for person in self.people:
                world.join(person, guild)
        self.channel: Channel = world.add_channel(guild, f"table-{number}")
        self.used: list[Interaction] = []
        self.patience = _PATIENCE
        """Seconds in which the board should have gone on after a press."""

    # -- what is seen --------------------------------------------------------------------------------------------------

    def board(self) -> Message | None:
        """Return the newest message for all with buttons."""
        messages = reversed(list(self.channel.messages.values()))
        return next((each for each in messages if (each.buttons or each.selects) and not each.loading), None)

    def over(self) -> bool:
        """Return whether the board shows the end: a rematch is offered."""
        board = self.board()
        return board is not None and board.button("Rematch") is not None

    def mover(self) -> Person | None:
        """Return the player to move, whom the board names first."""
        board = self.board()
        found = _NAMED.search(board.text) if board else None
        user = self.world.users.get(int(found[1])) if found else None
        return user if isinstance(user, Person) else None

    def moves(self, person: Person) -> list[Move]:
        """List what a person may make a move with: on the board, and on messages that only they see."""
        board = self.board()
        own = [*self.world.ephemerals.values(), *person.dm.messages.values()]
        private = sorted((e for e in own if e.viewer in (person, None) and not e.forgotten), key=lambda e: e.id)[-3:]
        choices = [move for message in [*([board] if board else []), *private] for move in _moves(message)]
        return [each for each in choices if each.custom_id and not any(word in each.label for word in MENU)]

    # -- what is done --------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open a table, seat everybody, start."""
        used = await self._note(self.people[0].slash(self.channel, "play", game=self.word))
        assert not used.failed
        await self.begin()

    async def begin(self) -> None:
        """Seat everybody at the table that is open, start."""
        await until(lambda: self._has("Join"), what="no lobby")
        for person in self.people:
            seated = await self.press(person, "Join")
            await seated.reply()
        await self.press(self.people[0], "Start")
        await until(lambda: not self._has("Start"), what="no game")

    def _has(self, label: str) -> bool:
        board = self.board()
        return board is not None and board.button(label) is not None

    async def press(self, person: Person, label: str) -> Interaction:
        """Press a button of the board by its label."""
        board = self.board()
        assert board
        return await self._note(person.press_label(board, label))

    async def _note(self, used: Interaction) -> Interaction:
        self.used.append(used)
        await used
        return used

    async def press_anything(self, pause: float = 0.0) -> None:
        """One press of the player to move, or now and then of anybody who wants to see what is theirs."""
        mover, board = self.mover(), self.board()
        if mover is None or board is None:
            await asyncio.sleep(0.02)
            return
        if self.rng.random() < _PRIVATE:
            await self._look(self.rng.choice(self.people), board)
        elif moves := self.moves(mover):
            before = board.version
            move = self.rng.choice(moves)
            with contextlib.suppress(Impossible):
                await self._note(move.make(mover))
                await self._gone(board, before)
        else:
            await asyncio.sleep(0.02)
        if pause:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)

    async def _look(self, person: Person, board: Message) -> None:
        label = self.rng.choice(MENU[:2])
        if board.button(label) is not None:
            used = await self._note(person.press_label(board, label))
            with contextlib.suppress(AssertionError):
                await used.reply(2.0)

    async def _gone(self, board: Message, before: int) -> None:
        """Wait until the board has gone on, or something else is said than that it has, but not for ever."""
        used = self.used[-1]
        with contextlib.suppress(AssertionError):
            await until(
                lambda: self.board() is not board or board.version != before or _tells(used),
                self.patience,
            )

    def board_moves(self) -> list[Move]:
        """List what the board offers, all its buttons and choices."""
        board = self.board()
        return _moves(board) if board else []

    def codes(self) -> frozenset[str]:
        """Return what the board's buttons and choices mean to the game: the last part of their tokens."""
        return frozenset(each.code for each in self.board_moves())

    async def play_turn(self, codes: list[str]) -> None:
        """Press what has these codes as the player to move, one after the other, and wait for the board."""
        mover, board = self.mover(), self.board()
        found = {each.code: each for each in (_moves(board) if board else [])}
        if mover is None or board is None or not codes or not found.keys() >= set(codes):
            await asyncio.sleep(0.02)
            return
        for code in codes:
            before = board.version
            with contextlib.suppress(Impossible):
                await self._note(found[code].make(mover))
        with contextlib.suppress(AssertionError):
            await until(lambda: self.board() is not board or board.version != before, 3)

    async def stop(self) -> None:
        """End the game as the host."""
        used = await self._note(self.people[0].slash(self.channel, "stop"))
        asked = await used.reply()
        await self._note(self.people[0].press_label(asked, "Yes, end the game"))
        await until(self.over, what="the game does not end")


def _moves(message: Message) -> list[Move]:
    buttons = [Move(message, each.label, each.custom_id) for each in message.buttons]
    selects = [Move(message, label, s.custom_id, value) for s in message.selects for label, value in s.options]
    return [*buttons, *selects]


def _tells(used: Interaction) -> bool:
    return bool(used.replies) and not any(words in used.said for words in _NOT_YET)
