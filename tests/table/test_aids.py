"""What a table does for its players: presses without a choice, the throw of the die, a question before a dear one."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground.model import Chat, Message
from bot.table.running import manager
from tests.helpers.party import Party, labels

BOARD_CALLS = ("sendPhoto", "sendMessage", "editMessageMedia", "editMessageText", "editMessageCaption")


def shown_in(party: Party, chat: Chat) -> int:
    """Count the messages that were sent to a chat or edited there."""
    return sum(call.method in BOARD_CALLS and call.chat == chat.id and call.error is None for call in party.world.calls)


async def begin(party: Party, word: str) -> Message:
    """Begin a game of Ann and Bob in the group, Ann first."""
    await party.say(party.ann, f"/play {word}")
    for person in (party.ann, party.bob):
        await party.press(person, "Join")
    await party.press(party.ann, "I’ll hide" if word == "invisible" else "I’m the youngest")
    await party.press(party.ann, "Start")
    return party.table_board()


class TestTheDie:
    async def test_is_thrown_for_who_plays_alone_against_computers(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        await party.say(party.ann, "/play invisible", chat)
        await party.press(party.ann, "Start", party.board(chat))
        board = party.table_board(chat)
        assert not any("🎲" in label for label in labels(board))
        assert party.table(chat).state.phase != "roll"
        assert party.table(chat).record.moves >= 1

    async def test_is_left_to_people_who_play_together(self, party: Party) -> None:
        board = await begin(party, "invisible")
        assert "🎲 Roll" in labels(board)
        assert party.table_record().moves == 0

    async def test_is_thrown_where_the_lobby_says_so_and_the_chat_remembers_it(self, party: Party) -> None:
        await party.say(party.ann, "/play invisible")
        await party.press(party.ann, "Join")
        await party.press(party.bob, "Join")
        await party.press(party.ann, "Options")
        await party.press(party.ann, "Roll for me: no")
        assert "Roll for me: yes" in labels(party.board())
        await party.press(party.ann, "Start") if "Start" in labels(party.board()) else await start(party)
        assert party.table().state.phase != "roll"
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        await party.say(party.ann, "/play invisible")
        assert party.table_record().aids == {"roll": True}

    async def test_that_was_owed_when_the_process_died_is_thrown_by_the_next(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        await party.say(party.ann, "/play invisible", chat)
        party.manager.computers._stopping = True  # as in a process that goes, which begins nothing new
        await party.press(party.ann, "Start", party.board(chat))
        assert party.table(chat).state.phase == "roll"
        await party.restart()
        await party.settle()
        assert party.table(chat).state.phase != "roll"


async def start(party: Party) -> None:
    await party.press(party.ann, "Back")
    await party.press(party.ann, "Start")


class TestOpening:
    async def test_asks_first_where_the_lobby_says_so(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        await party.press(party.ann, "Join")
        await party.press(party.bob, "Join")
        await party.press(party.ann, "I’m the youngest")
        await party.press(party.ann, "Ask before opening: no")
        await start(party)
        asked = await party.press(party.ann, "🎩3")
        assert asked.text == "Tap 🎩3 again to open that hat."
        assert party.table_record().moves == 0
        await party.press(party.ann, "🎩4")
        assert party.table_record().moves == 0, "another hat is another question"
        await party.press(party.ann, "🎩4")
        assert party.table_record().moves == 1

    async def test_does_not_ask_otherwise(self, party: Party) -> None:
        await begin(party, "hats")
        await party.press(party.ann, "🎩3")
        assert party.table_record().moves == 1

    async def test_a_question_does_not_stand_in_the_way_of_another_move(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        await party.press(party.ann, "Join")
        await party.press(party.bob, "Join")
        await party.press(party.ann, "I’m the youngest")
        await party.press(party.ann, "Ask before opening: no")
        await start(party)
        await party.press(party.ann, "🎩3")
        await party.press(party.ann, "⇄1")
        await party.press(party.ann, "⇄2")
        assert party.table_record().moves == 1


class TestALookAndItsSwap:
    async def test_cost_one_board_and_wait_for_none(self, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(manager, "MID_TURN_SECONDS", 600.0)
        board = await begin(party, "animal")
        before = shown_in(party, party.group)
        await party.send(party.ann, board, party.token(board, "👁1"))
        await party.send(party.ann, board, party.token(board, "⇄2"))
        await party.settle()
        assert party.table_record().moves == 2
        assert shown_in(party, party.group) == before + 1
        assert "looked into hat 1 and swapped it with 2" in party.table_board().text

    async def test_the_look_is_shown_to_the_others_if_the_swap_keeps_them_waiting(self, party: Party) -> None:
        board = await begin(party, "animal")
        await party.send(party.ann, board, party.token(board, "👁1"))
        await asyncio.wait_for(party.manager.boards.publisher.settled(), 60)
        assert "looked into hat 1" in party.table_board().text
        await party.press(party.ann, "⇄2")
        assert party.table_record().moves == 2

    async def test_a_swap_before_the_look_is_told_to_look_first(self, party: Party) -> None:
        board = await begin(party, "animal")
        answer = await party.send(party.ann, board, party.token(board, "⇄2"))
        assert answer.text == "Look into a hat first. The swap comes after that."
        assert party.table_record().moves == 0

    async def test_a_second_look_is_told_to_swap_first(self, party: Party) -> None:
        board = await begin(party, "animal")
        await party.send(party.ann, board, party.token(board, "👁1"))
        answer = await party.send(party.ann, board, party.token(board, "👁2"))
        assert party.table_record().moves == 1
        assert answer.text == "Make your swap first: it’s part of looking."
