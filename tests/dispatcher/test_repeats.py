"""Updates that come again, after a restart or from the platform, change nothing and say nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StaleVersion
from bot.i18n.translator import Translator
from bot.messaging import Command, Post
from bot.playground.model import Message
from storage.ids import Person
from tests.helpers.party import Party, eventually
from tests.table.playing import UNFIT, open_one

Update = tuple[str, str, dict[str, Any]]


@pytest.fixture
def updates(party: Party) -> list[Update]:
    """Return the list of all updates as they come: kind, lane, content."""
    seen: list[Update] = []
    put = party.world.updates.put

    def noting(kind: str, lane: str, content: dict[str, Any]) -> None:
        seen.append((kind, lane, content))
        put(kind, lane, content)

    party.world.updates.put = noting  # type: ignore[method-assign]
    return seen


def shown(party: Party) -> list[tuple[int, list[tuple[int, str, Any, Any]]]]:
    """Return all that stands in all chats."""
    return [
        (chat.id, [(m.id, m.text, m.keyboard, m.photo) for m in chat.messages.values()])
        for chat in party.world.chats.values()
    ]


def told(party: Party) -> list[str]:
    """List the calls that say something. (Deleting again what is gone says nothing.)"""
    return [call.method for call in party.world.calls if call.method.startswith(("send", "edit"))]


async def evening(party: Party) -> None:
    """Do something of every kind."""
    await party.begin(party.ann, party.bob, party.cleo)
    await party.press(party.ann, "👁1")
    await party.press(party.bob, "⇄1")
    await party.press(party.bob, "⇄2")
    # Shared out, since answers to somebody who asks many times in a row go to their private chat.
    for text in ("/board", "/settings"):
        await party.say(party.ann, text)
    for text in ("/hand", "/rules"):
        await party.say(party.bob, text)
    for text in ("/help", "/privacy"):
        await party.say(party.cleo, text)
    settings = next(message for message in reversed(party.messages()) if _has(message, "Secrets disappear"))
    await party.press(party.ann, "Secrets disappear", settings)
    await party.say(party.cleo, "/leave")
    await party.press(party.cleo, "Leave the game")
    await party.say(party.ann, "/hand", party.world.private(party.ann))
    await party.press(party.ann, "My secret", party.table_board())
    party.world.start(party.dan)
    await party.settle()
    await party.press(party.ann, "👁3", party.table_board())
    await open_one(party, UNFIT, "magic")
    await party.say(party.ann, "/stop")
    await party.press(party.ann, "Yes, end the game")
    await party.press(party.bob, "Rematch", party.table_board())
    await party.press(party.bob, "Who goes first?")
    await party.press(party.ann, "Back")


def _has(message: Message, label: str) -> bool:
    return any(button["text"].startswith(label) for row in message.keyboard or [] for button in row)


async def test_the_last_hundred_updates_again_after_a_restart(party: Party, updates: list[Update]) -> None:
    """survive-14, survive-15: no state changes, and nothing is said twice."""
    await evening(party)
    again = updates[-100:]
    assert len(again) >= 30
    await party.restart()
    before, record = shown(party), party.table_record()
    party.world.call_log.calls.clear()
    for kind, lane, content in again:
        party.world.updates.put(kind, lane, content)
    await party.settle()
    assert (shown(party), party.table_record()) == (before, record)
    # The answer to "Yes, end the game" is an edit, which a kill may lose: it is made again and changes nothing.
    assert set(told(party)) <= {"editMessageText"}


async def test_who_was_asked_before_a_kill_is_not_left_with_the_question(party: Party, updates: list[Update]) -> None:
    """What was done is not done again: the question says so now, or goes."""
    await party.begin(party.ann, party.bob, party.cleo)
    await party.say(party.cleo, "/leave")
    await party.press(party.cleo, "Leave the game")
    left = updates[-1]
    await party.restart()
    record, question = party.table_record(), party.messages()[-1]
    assert "has left the game" in question.text
    party.world.call_log.calls.clear()
    party.world.updates.put(*left)
    await party.settle()
    assert [call.method for call in party.world.calls if call.params.get("message_id") == str(question.id)]
    assert "has left the game" in party.messages()[-1].text
    assert party.table_record() == record


async def test_a_pause_that_was_made_and_not_told_before_a_kill_is_told_and_stays(
    party: Party, updates: list[Update], database: Path
) -> None:
    await party.begin(party.ann, party.bob)
    await party.say(party.ann, "/pause")
    paused = updates[-1]
    await party.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM seen WHERE id NOT LIKE '% done'")  # as if killed after the commit
    await party.open()
    for _ in range(2):
        party.world.updates.put(*paused)
        await party.settle()
        assert party.table_record().paused
        assert sum("The game is paused" in message.text for message in party.messages() if not message.photo) == 2


async def test_updates_delivered_twice_are_carried_out_once(party: Party) -> None:
    """survive-38: at least once is what Telegram promises; the same id again is the same update."""
    party.api.faults.repeat_updates(times=None)
    await evening(party)
    record = party.table_record()
    assert [seat.name for seat in record.seats] == ["Ann", "Bob"]
    boards = [message for message in party.messages() if _has(message, "Join")]
    assert len(boards) == 1


@pytest.mark.parametrize("carried_out", [False, True])
async def test_a_command_that_another_was_faster_than_is_answered_unless_it_was_carried_out(
    party: Party, monkeypatch: pytest.MonkeyPatch, *, carried_out: bool
) -> None:
    """By another process: its transaction has the command's id."""

    async def overtaken(command: Command, _tr: Translator) -> Post | None:
        if carried_out:
            await party.store.mark_seen(command.id, 1.0)
        raise StaleVersion("somebody was faster")

    monkeypatch.setitem(party.service.routes.commands, "settings", overtaken)
    await party.say(party.ann, "/settings")
    answers = [message.text for message in party.messages() if "Something went wrong" in message.text]
    assert len(answers) == (0 if carried_out else 1)


async def test_a_lobby_press_that_was_refused_is_not_carried_out_later(party: Party, updates: list[Update]) -> None:
    """A start by somebody who might not start does not start the game when it comes again, and they host the table."""
    await party.seat(party.bob, party.cleo)
    toast = await party.press(party.cleo, "Start")
    assert toast.text == "Only the host or an administrator can do that."
    start = updates[-1]
    await party.press(party.bob, "Leave")
    assert party.table_record().host == Person("telegram", str(party.cleo.id))
    await party.press(party.bob, "Join")
    await party.restart()
    party.world.updates.put(*start)
    await party.settle()
    assert party.table_status() == "lobby"


async def test_the_news_that_the_bot_is_back_posts_the_table_once(party: Party, updates: list[Update]) -> None:
    await party.begin(party.ann, party.bob)
    party.world.kick_bot(party.group, party.ann)
    await party.settle()
    party.world.add_bot(party.group, party.ann)
    await party.settle()
    before = len(party.messages())
    news = [update for update in updates if update[0] == "my_chat_member" or "new_chat_members" in update[2]]
    await party.restart()
    for update in news[-2:]:
        party.world.updates.put(*update)
    await party.settle()
    assert len(party.messages()) == before


async def test_two_chats_do_not_wait_for_each_other(party: Party) -> None:
    """survive-32: a picture that is long on its way in one group delays no press in another."""
    other = party.world.create_group("Others", party.people)
    await party.begin(party.ann, party.bob)
    await party.say(party.bob, "/play", other)
    slow = party.api.faults.stall(method="editMessageMedia", chat=party.group.id, times=None)
    first = party.world.press(party.ann, party.group, party.board().id, party.token(party.board(), "👁1")).ended
    lobby = party.board(other)
    second = await party.send(party.ann, lobby, party.token(lobby, "Join"))
    assert second.text.startswith("You’re in!")
    assert (await asyncio.wait_for(first, 60)).text.startswith("You peeked"), "an answer waits for no picture"
    await eventually(lambda: slow.stalled)
    party.api.faults.cancel(slow)
    slow.release()
    await party.settle()
