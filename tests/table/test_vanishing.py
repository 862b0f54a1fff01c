"""All people vanish at a random moment: the table ends within a few deadlines, and goes on when one of them is back.

Each evening is drawn from its number: who plays, how many computers beside them, how long they press at random before
they go, whether the bot reaches them. Decks are dealt anew each time.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.playground.model import Message, User
from bot.table.model import play, turn_clock
from storage.rows import Deadline
from tests.games.invisible_man.states import chased, turn_of
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party

MINUTE, DAY, YEAR = 60, 86_400, 365 * 86_400
GAMES = ("hats", "animal", "invisible")
MOST_PRESSES = 12
OF_TABLES = (turn_clock.REMIND, turn_clock.EXPIRE_TURN, turn_clock.VOTE, turn_clock.ABANDON)

pytestmark = [pytest.mark.timeout(300), pytest.mark.usefixtures("quiet_log")]


@pytest.fixture
def quiet_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail where a deadline breaks or a computer is at its wits' end: both are gone over, and logged."""
    yield
    assert not [line for line in caplog.get_records("call") if line.levelno >= logging.ERROR]


class VanishingTable:
    """One table of some people and computers, who know how to press at random and how to be away."""

    def __init__(self, party: Party, clock: MovingClock, number: int, word: str) -> None:
        self.party = party
        self.clock = clock
        self.rng = random.Random(f"{number}/{word}")
        self.word = word
        self.people = party.people[: self.rng.randint(1, 4)]
        self.computers = self.rng.randint(max(0, 2 - len(self.people)), 4 - len(self.people))
        self.table: Any = None

    async def begin(self, seconds: int) -> None:
        """Open a table in a chat with a clock, seat everybody, start."""
        party = self.party
        await party.say(self.people[0], f"/play {self.word}")
        self.table = party.table()
        await party.manager.services.chats.change(
            self.table.record.place, lambda chosen: replace(chosen, clock=seconds)
        )
        for person in self.people:
            await party.press(person, "Join")
        for _ in range(self.computers):
            await party.press(self.people[0], "🤖 Add a computer")
            await party.press(self.people[0], "easy")
        await party.press(self.people[0], "Start")
        assert self.table.record.status == "playing"

    @property
    def record(self) -> Any:
        """What is kept of the table."""
        return self.table.record

    async def press_on(self, presses: int, done: Callable[[], object] = bool) -> None:
        """Press any button of a move as whoever is to move, on the board or in the hand."""
        for _ in range(presses):
            if self.table.actor() is None or done():
                return
            mover = self.party.mover()
            offered = {
                message: [
                    token
                    for good in (self.record.decision, "*")
                    for token in _tokens(message, f"{self.record.id}.{good}.")
                ]
                for message in (self.party.table_board(), *self.party.private(mover))
            }
            message = self.rng.choice([message for message, tokens in offered.items() if tokens])
            token = self.rng.choice(offered[message])
            await self.party.send(mover, message, token)
            await self.party.settle()

    async def next_deadline(self) -> list[Deadline]:
        """Move the clock to the nearest deadline, whatever it is about, and serve it; return those of the table."""
        store = self.party.store
        nearest = await store.next_deadline()
        assert nearest is not None
        self.clock.advance(max(0.0, nearest - self.clock()))
        due = [each for each in await store.due(self.clock()) if each.key == self.record.id and each.kind in OF_TABLES]
        await self.party.tick()
        return due

    async def wait_for_the_end(self, most: int | None = None) -> int:
        """Pass deadline after deadline until the table ends; return how many were the table's."""
        passed = 0
        while self.record.status == "playing" and (most is None or passed < most):
            passed += len(await self.next_deadline())
            assert passed <= self.bound, (self.word, self.record)
        return passed

    @property
    def bound(self) -> int:
        """Return the most deadlines: a reminder and an end for each of two turns of everybody, and one more for all."""
        return 4 * len(self.people) + 1

    async def press_side(self, person: User, verb: str) -> str:
        """Press a button beside the game, which is on the board."""
        board = self.party.table_board()
        (token,) = _tokens(board, f"{self.record.id}.-.{verb}")
        toast = await self.party.send(person, board, token)
        await self.party.settle()
        return toast.text


def _tokens(message: Message, prefix: str) -> list[str]:
    tokens = [str(button.get("callback_data", "")) for row in message.keyboard or [] for button in row]
    return [token for token in tokens if token.startswith(prefix)]


@pytest.mark.parametrize("word", GAMES)
async def test_when_all_vanish_the_table_ends(party: Party, clock: MovingClock, word: str) -> None:
    """survive-46, -49, -50, -59: with every clock, after some random presses, reached by the bot or not."""
    for seconds in turn_clock.CLOCKS:
        evening = VanishingTable(party, clock, seconds, word)
        await evening.begin(seconds)
        await evening.press_on(evening.rng.randrange(MOST_PRESSES))
        if evening.rng.random() < 0.5:
            for person in evening.people:
                party.world.block(person)
        began = clock()
        passed = await evening.wait_for_the_end()
        assert evening.record.status in ("closed", "ended")
        assert passed or clock() == began, "random presses may have ended it before"
        assert [each for each in await party.store.due(clock() + YEAR) if each.key == evening.record.id] == []
        for person in evening.people:
            party.world.start(person)
        await party.settle()


@pytest.mark.parametrize("word", GAMES)
async def test_one_who_comes_back_finds_the_game_going_on(party: Party, clock: MovingClock, word: str) -> None:
    """Whoever of them is back at whatever deadline: the game waits for nobody but them, and the others' clocks."""
    evening = VanishingTable(party, clock, 5, word)
    await evening.begin(MINUTE)
    await evening.wait_for_the_end(evening.rng.randrange(evening.bound))
    if evening.record.status != "playing":
        return
    person = evening.rng.choice(evening.people)
    seat = next(n for n, held in enumerate(evening.record.seats) if held.person.id == str(person.id))
    if evening.record.seats[seat].away:
        assert await evening.press_side(person, "back") == "Welcome back! You’re in the game again."
    assert not evening.record.resting
    moves = evening.record.moves
    for _ in range(20):
        if evening.record.status != "playing":
            break
        if evening.table.awaited == seat:
            await evening.press_on(3, lambda: evening.table.awaited != seat)
        else:
            await evening.next_deadline()
    assert evening.record.status in ("playing", "ended")
    assert evening.record.moves > moves + 3 or evening.record.status == "ended"
    assert evening.record.seats[seat].active


@pytest.mark.parametrize("word", GAMES)
async def test_a_paused_game_ends_though_nobody_ever_comes_back(party: Party, clock: MovingClock, word: str) -> None:
    evening = VanishingTable(party, clock, 6, word)
    await evening.begin(MINUTE)
    await evening.press_on(evening.rng.randrange(MOST_PRESSES))
    if evening.record.status == "playing":
        await party.say(party.ann, "/pause")
        moves, began = evening.record.moves, clock()
        assert await evening.wait_for_the_end() == 1
        assert (evening.record.status, evening.record.moves) == ("closed", moves)
        assert clock() - began >= 42 * DAY


@pytest.mark.parametrize(("word", "code"), [("hats", "s0"), ("animal", "n2")])
async def test_a_choice_made_half_holds_nobody_up(party: Party, clock: MovingClock, word: str, code: str) -> None:
    """The first of two presses was made by somebody who is then away for good."""
    evening = VanishingTable(party, clock, 7, word)
    await evening.begin(MINUTE)
    await party.send(party.mover(), party.table_board(), f"{evening.record.id}.{evening.record.decision}.{code}")
    assert evening.record.pending_choice is not None
    moves = evening.record.moves
    await evening.wait_for_the_end()
    assert evening.record.moves > moves
    assert evening.record.pending_choice is None


@pytest.mark.parametrize("seconds", [MINUTE, 0])
async def test_a_cloak_to_be_chosen_holds_nobody_up(party: Party, clock: MovingClock, seconds: int) -> None:
    """N43: it is a policeman's turn, and the Invisible Man, who is caught and has two Cloaks, is gone."""
    evening = VanishingTable(party, clock, 8, "invisible")
    await evening.begin(seconds)
    table, state = evening.table, evening.table.state
    police = next(seat for seat in range(len(state.parts)) if seat != state.invisible)
    cell = state.parts[police].cell
    caught = turn_of(chased(state, cell, cloaks=(135, 246)), police, "cloak", captor=police)
    record = replace(table.record, moves=table.record.moves + 1, decision=table.record.decision + 1)
    async with table.changing() as change:
        await change.save_turn(play.Turn(record, caught, police, "moved", ()))
    await party.settle()
    assert table.awaited in (state.invisible, None)
    await evening.wait_for_the_end()
    assert evening.record.status in ("closed", "ended")
