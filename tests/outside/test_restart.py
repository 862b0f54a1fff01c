"""The bot dies or goes at a chosen moment and comes back: in the lobby, beside a whisper, at the end of a game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.faults import Faults
from bot.playground.model import Message, User
from bot.playground.world import World
from tests.helpers.ledger import Ledger
from tests.helpers.outside import BotProcess, RandomGame, blank_bot, telegram
from tests.helpers.party import labels

FREE: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}


class RestartedBot:
    """One bot, one group of two, and the trouble ordered."""

    def __init__(self, world: World, process: BotProcess, faults: Faults, folder: Path) -> None:
        self.world = world
        self.process = process
        self.faults = faults
        self.ledger = Ledger(folder)
        self.game = RandomGame(world, 1, 2, seed=1)

    async def kill(self, *, starts: bool = True) -> None:
        """Kill the bot; start it again without the trouble that was ordered."""
        await self.process.kill()
        self.faults.clear()
        if starts:
            await self.process.start()

    async def turn(self) -> str:
        """Bring the next pair nearer by one turn, whatever the board shows; return its last token."""
        person, tokens = self.ledger.next_turn(self.ledger.table())
        board = self.game.board()
        assert board
        for token in tokens:
            toast = await self.world.press(self.world.people[person], self.game.group, board.id, token)
            assert not toast.unanswered
        return tokens[-1]

    async def peek(self) -> User:
        """Peek as the player to move; return who it was."""
        board = self.game.board()
        assert board
        mover = self.game.mentioned(board)
        assert mover
        await self.game.press(mover, "👁1")
        return mover

    def to_move(self) -> User | None:
        """Return whose move it is by the board."""
        board = self.game.board()
        return self.game.mentioned(board) if board else None

    def private(self, person: User) -> list[Message]:
        """List the pictures that lie in somebody's private chat with the bot."""
        return [m for m in self.world.private(person).messages.values() if m.sender is self.world.bot and m.photo]

    def calls(self, method: str, chat: int) -> int:
        """Count the calls of a method for a chat."""
        return sum(call.method == method and call.chat == chat for call in self.world.calls)


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[RestartedBot]:
    faults = Faults()
    async with (
        telegram(faults=faults) as (world, url),
        blank_bot(world, url, tmp_path, **FREE) as process,
    ):
        yield RestartedBot(world, process, faults, tmp_path)
        assert "Traceback" not in process.log(), process.log()


# -- the lobby -------------------------------------------------------------------------------------------------------


async def test_a_lobby_keeps_its_people_and_its_old_buttons_work(town: RestartedBot) -> None:
    """survive-5, -8, -18: nobody has to join again, and the message from before the kill is the one that goes on."""
    game = town.game
    town.world.say(game.people[0], game.group, "/play hats")
    await game.press(game.people[0], "Join")
    await game.until(lambda: game.people[0].first_name in game.text())
    lobby = game.board()
    await town.kill()
    await game.press(game.people[1], "Join")
    await game.until(lambda: game.people[1].first_name in game.text())
    assert game.board() is lobby
    assert game.people[0].first_name in game.text()
    await town.kill()
    await game.press(game.people[0], "Start")
    await game.until(game.tokens)


async def test_a_press_that_was_under_way_counts_once(town: RestartedBot) -> None:
    """survive-1, -3: a join that no answer came to is taken up again by the next process."""
    game = town.game
    town.world.say(game.people[0], game.group, "/play hats")
    await game.seat()
    board = game.board()
    assert board
    start = next(b["callback_data"] for row in board.keyboard or [] for b in row if b["text"] == "Start")
    press = town.world.press(game.people[0], game.group, board.id, start)
    await town.kill()
    assert not (await press).unanswered
    await game.until(game.tokens)
    assert town.ledger.rows("SELECT count(*) FROM actions") == [(1,)]


async def test_a_table_that_was_closed_says_so_though_the_bot_died(town: RestartedBot) -> None:
    """survive-29, -36: what was committed and not shown is shown by the next process, also where no game goes on."""
    game = town.game
    town.world.say(game.people[0], game.group, "/play hats")
    await game.seat()
    await game.press(game.people[0], "Options")
    await game.until(lambda: any("Close the table" in labels(message) for message in game.group.messages.values()))
    town.faults.cut(after=False, chat=game.group.id, times=None)
    await game.press(game.people[0], "Close the table")
    await town.kill()
    await game.until(lambda: any("closed" in m.text for m in game.group.messages.values()))
    assert game.board() is None


# -- whispers --------------------------------------------------------------------------------------------------------


async def wants_it_at_once(town: RestartedBot) -> tuple[User, Message]:
    """Have the player to move choose that answers show secrets; return that player and the board."""
    await town.game.open()
    board = town.game.board()
    assert board
    mover = town.game.mentioned(board)
    assert mover
    toast = await town.world.press(mover, town.game.group, board.id, f"{town.ledger.table()}.-.prefer_here")
    assert "as soon as you tap" in toast.text
    return mover, board


async def test_an_alert_that_died_with_the_bot_comes_by_message(town: RestartedBot) -> None:
    """survive-66: between the commit of the move and the answer that was to show what was seen."""
    mover, board = await wants_it_at_once(town)
    town.faults.cut(after=False, method="answerCallbackQuery", times=None)
    press = town.world.press(mover, town.game.group, board.id, f"{town.ledger.table()}.1.p0")
    await town.game.until(lambda: town.ledger.rows("SELECT count(*) FROM whispers") == [(1,)])
    assert town.private(mover) == []
    await town.kill()
    await town.game.until(lambda: any("you peeked at hat 1. You saw: " in each.text for each in town.private(mover)))
    assert not (await press).unanswered
    assert len(town.private(mover)) == 1
    assert town.ledger.rows("SELECT count(*) FROM actions") == [(2,)], "the deal and one peek"
    board = town.game.board() or board
    again = await town.world.press(mover, town.game.group, board.id, f"{town.ledger.table()}.-.hand")
    assert again.alert
    assert "you peeked at hat 1. You saw: " in again.text


async def test_an_alert_that_was_taken_is_followed_by_no_message(town: RestartedBot) -> None:
    """Its row says so before the bot dies, and the game goes on."""
    mover, board = await wants_it_at_once(town)
    toast = await town.world.press(mover, town.game.group, board.id, f"{town.ledger.table()}.1.p0")
    assert toast.alert
    await town.game.until(lambda: town.ledger.rows("SELECT status FROM whispers") == [("shown",)])
    await town.kill()
    await town.game.until(lambda: town.to_move() not in (None, mover))  # the kill may have come before the board
    other = await town.peek()
    await town.game.until(lambda: town.private(other))
    assert other is not mover
    assert town.private(mover) == []


async def test_a_whisper_that_waits_is_delivered_once(town: RestartedBot) -> None:
    """survive-66: a secret leaves the outbox only when it is delivered."""
    await town.game.open()
    for person in town.game.people:
        town.faults.cut(after=False, method="sendPhoto", chat=person.id, times=None)
    peeker = await town.peek()
    assert town.ledger.rows("SELECT status FROM whispers") == [("waiting",)]
    await town.kill()
    await town.game.until(lambda: town.ledger.rows("SELECT status FROM whispers") == [("shown",)])
    await town.kill()
    await asyncio.sleep(1.5)
    assert len(town.private(peeker)) == 1


async def test_a_whisper_is_taken_away_though_its_time_ended_while_the_bot_was_down(town: RestartedBot) -> None:
    """survive-9, -10: the deadline is a row and fires once at the start."""
    await town.game.open()
    peeker = await town.peek()
    await town.game.until(lambda: town.ledger.rows("SELECT 1 FROM deadlines WHERE kind = 'hide'"))
    assert len(town.private(peeker)) == 1
    await town.kill(starts=False)
    town.ledger.write("UPDATE deadlines SET at = 1 WHERE kind = 'hide'")
    await town.process.start()
    await town.game.until(lambda: not town.private(peeker))
    await town.game.until(lambda: not town.ledger.rows("SELECT 1 FROM whispers WHERE message IS NOT NULL"))
    assert town.calls("deleteMessage", peeker.id) == 1


async def test_five_restarts_make_no_copies(town: RestartedBot) -> None:
    """survive-11: one removal and one closing time, not five."""
    await town.game.open()
    peeker = await town.peek()
    await town.game.until(lambda: town.ledger.rows("SELECT 1 FROM deadlines WHERE kind = 'hide'"))
    before = town.ledger.rows("SELECT kind, key FROM deadlines ORDER BY kind, key")
    await town.kill(starts=False)
    town.ledger.write("UPDATE deadlines SET at = at + 3600 WHERE kind = 'hide'")  # restarts may take over a minute
    await town.process.start()
    for _ in range(5):
        await town.process.polls()
        await town.kill()
    await town.process.polls()
    assert town.ledger.rows("SELECT kind, key FROM deadlines ORDER BY kind, key") == before
    await town.kill(starts=False)
    town.ledger.write("UPDATE deadlines SET at = 1 WHERE kind = 'hide'")
    await town.process.start()
    await town.game.until(lambda: not town.private(peeker))
    await asyncio.sleep(0.5)
    assert town.calls("deleteMessage", peeker.id) == 1
    assert town.calls("sendPhoto", peeker.id) == 1


# -- the end ---------------------------------------------------------------------------------------------------------


async def test_the_end_is_shown_though_the_bot_died_at_it(town: RestartedBot) -> None:
    """survive-1, -2: at every phase, also at the last move, which nobody was shown before the kill."""
    game = town.game
    await game.open()
    table = town.ledger.table()
    while town.ledger.pairs(table) < 16:
        await town.turn()
    last_shown = game.board()
    town.faults.cut(after=False, chat=game.group.id, times=None)
    while town.ledger.rows("SELECT status FROM tables") == [("playing",)]:
        await town.turn()
    await town.kill()
    await game.until(game.over)
    moves = len(town.ledger.history(table))
    assert f"{moves}. " in game.text()
    assert "Seal: " in game.text()
    assert last_shown
    await game.until(lambda: sum(bool(m.keyboard) for m in game.group.messages.values()) == 1)
    await game.press(game.people[0], "Rematch")
    await game.until(lambda: "Start" in str((game.board() or last_shown).keyboard))


# -- updates that come again -----------------------------------------------------------------------------------------


async def test_a_day_of_updates_that_comes_again_does_nothing(town: RestartedBot) -> None:
    """survive-14: the last 100 updates are delivered again; nothing is played, nothing is sent."""
    await town.game.open()
    for _ in range(12):
        await town.game.move()
    await town.process.polls()
    await town.kill(starts=False)
    history, sent = town.ledger.rows("SELECT * FROM actions"), _sent(town)
    town.world.updates.pending.extendleft(reversed(town.world.updates.recent))
    assert len(town.world.updates.pending) > 15
    await town.process.start()
    await town.game.until(lambda: not town.world.updates.pending)
    await asyncio.sleep(0.5)
    assert town.ledger.rows("SELECT * FROM actions") == history
    assert _sent(town) - sent <= 1  # the board, where the kill came before it was shown


async def test_a_stop_is_quick_and_confirms_what_was_done(town: RestartedBot) -> None:
    """survive-4, -15: exit code 0, for which there are 10 s; nothing comes again, nothing is posted."""
    await town.game.open()
    for _ in range(5):
        await town.game.move()
    assert await town.process.stop() == 0
    assert not town.world.updates.pending
    history, sent = town.ledger.rows("SELECT * FROM actions"), _sent(town)
    await town.process.start()
    await town.process.polls()
    assert _sent(town) == sent
    assert town.ledger.rows("SELECT * FROM actions") == history
    done = len(town.ledger.history(town.ledger.table()))
    await town.turn()
    await town.game.until(lambda: len(town.ledger.history(town.ledger.table())) > done)


async def test_a_stop_does_not_wait_for_a_slow_telegram(town: RestartedBot) -> None:
    """survive-4: the board in flight takes half a minute; what is not shown is shown by the next process."""
    await town.game.open()
    town.faults.delay(30, chat=town.game.group.id, times=None)
    await town.turn()
    assert await town.process.stop() == 0
    town.faults.clear()
    moves = len(town.ledger.history(town.ledger.table()))
    await town.process.start()
    await town.game.until(lambda: f"{moves}. " in town.game.text())


async def test_a_stop_is_heard_while_telegram_is_away(tmp_path: Path) -> None:
    """survive-4: the process has not even learned its own name."""
    faults = Faults()
    faults.server_error(502, times=None)
    async with telegram(faults=faults) as (world, url), blank_bot(world, url, tmp_path, **FREE) as process:
        game = RandomGame(world, 1, 2, seed=1)
        await game.until(lambda: len(world.calls) > 1)
        assert await process.stop() == 0, process.log()


def _sent(town: RestartedBot) -> int:
    return sum(call.method.startswith("send") for call in town.world.calls)
