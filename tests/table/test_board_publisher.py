"""How a table is shown: which calls, when, and what happens when the platform refuses one."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.playground.model import Chat, Message, User
from bot.table.publishing import board_publisher
from bot.table.publishing.board_publisher import MAX_MESSAGES_BELOW
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, eventually, labels, party_at

BOARD_CALLS = ("sendPhoto", "sendMessage", "editMessageMedia", "editMessageText", "editMessageCaption")


@pytest.fixture
async def party(tmp_path: Path, clock: MovingClock) -> AsyncIterator[Party]:
    async with party_at(tmp_path / "party.db", clock) as party:
        yield party


@pytest.fixture
async def playing(party: Party) -> Party:
    """Ann and Bob at a table; Ann is to move."""
    await party.begin(party.ann, party.bob)
    party.world.call_log.calls.clear()
    return party


def made(party: Party, chat: Chat | None = None) -> list[str]:
    """List the calls about the group, without those about people."""
    return [call.method for call in party.world.calls if call.chat == (chat or party.group).id]


def numbers(text: str) -> list[int]:
    """List the numbers of the moves that a text tells."""
    return [int(line) for line in re.findall(r"^\W*(\d+)\. ", text, re.MULTILINE)]


def captions(party: Party) -> list[str]:
    """List the captions that edits gave to the board."""
    edits = [call for call in party.world.calls if call.method == "editMessageMedia" and call.chat == party.group.id]
    return [json.loads(call.params["media"])["caption"] for call in edits]


async def peek(party: Party, slot: int = 1) -> User:
    """Peek as the player to move; return who that was."""
    mover = party.mover()
    await party.press(mover, f"👁{slot}")
    return mover


class TestTheCallsOfAMove:
    """A move costs the smallest number of calls."""

    async def test_a_public_move_is_its_answer_and_one_edit(self, playing: Party) -> None:
        playing.world.call_log.calls.clear()
        await playing.press(playing.ann, "🎩1")
        assert [c.method for c in playing.world.calls if c.method != "getUpdates"] == [
            "answerCallbackQuery",
            "editMessageMedia",
        ]

    async def test_a_swap_is_two_answers_and_one_edit(self, playing: Party) -> None:
        first = await playing.press(playing.ann, "⇄1")
        assert "1" in first.text
        assert made(playing) == []
        await playing.press(playing.ann, "⇄2")
        calls = [call.method for call in playing.world.calls if call.method != "getUpdates"]
        assert sorted(calls) == ["answerCallbackQuery", "answerCallbackQuery", "editMessageMedia"]

    async def test_a_peek_is_answer_covered_whisper_edits_and_later_the_whispers_removal(
        self, playing: Party, clock: MovingClock
    ) -> None:
        await playing.press(playing.ann, "👁1")
        calls = [call.method for call in playing.world.calls if call.method != "getUpdates"]
        # The whisper comes covered, and is edited once its id is written down (bot/platforms/covered.py).
        assert sorted(calls) == ["answerCallbackQuery", "editMessageMedia", "editMessageMedia", "sendPhoto"]
        playing.world.call_log.calls.clear()
        clock.advance(61)  # the default time of a whisper is 60 s
        await playing.tick()
        assert [call.method for call in playing.world.calls if call.method != "getUpdates"] == ["deleteMessage"]


class TestEditingAndPostingAnew:
    """An edit never notifies: who has not pressed here for two minutes is called by a new message."""

    async def test_edits_in_place_while_the_player_to_move_watches(self, playing: Party) -> None:
        board = playing.board()
        await playing.press(playing.ann, "👁1")  # Bob joined a moment ago
        assert playing.board().id == board.id
        assert made(playing) == ["editMessageMedia"]

    async def test_posts_anew_with_a_mention_when_the_player_has_been_away(
        self, playing: Party, clock: MovingClock
    ) -> None:
        old = playing.board()
        clock.advance(121)
        await playing.press(playing.ann, "👁1")
        board = playing.board()
        assert board.id != old.id
        assert old.id not in playing.group.messages
        assert [e["user"]["id"] for e in board.entities if e["type"] == "text_mention"] == [playing.bob.id]
        assert not board.silent

    async def test_rings_once_for_a_turn(self, playing: Party, clock: MovingClock) -> None:
        clock.advance(121)
        await playing.press(playing.ann, "👁1")
        board = playing.board()
        await playing.say(playing.ann, "/language ru")
        assert [message.id for message in playing.messages() if message.photo] == [board.id]
        assert "Ход" in playing.group.messages[board.id].text

    async def test_notifications_can_be_turned_off(self, playing: Party, clock: MovingClock) -> None:
        await playing.manager.services.chats.change(
            playing.table().record.place, lambda chosen: replace(chosen, notify=False)
        )
        clock.advance(121)
        await playing.press(playing.ann, "👁1")
        assert playing.board().silent

    async def test_board_command_posts_anew_and_takes_the_old_one_away(self, playing: Party) -> None:
        old = playing.board()
        await playing.say(playing.bob, "/board")
        assert playing.board().id > old.id
        assert old.id not in playing.group.messages

    async def test_a_board_pressed_while_it_is_taken_away_is_deleted_once(self, playing: Party) -> None:
        """Deleting what is gone is refused, and each call counts against the chat's limit."""
        old, late = playing.board(), playing.api.faults.stall(method="deleteMessage", times=1)
        asked = asyncio.create_task(playing.say(playing.bob, "/board"))
        await eventually(lambda: late.stalled)
        pressed = asyncio.create_task(playing.press(playing.ann, "👁1", old))
        await eventually(lambda: playing.table().record.moves)
        late.release()
        await asyncio.gather(asked, pressed)
        assert old.id not in playing.group.messages
        assert numbers(playing.board().text) == [1]
        assert made(playing).count("deleteMessage") == 1

    async def test_a_board_shown_again_tells_its_move_again(self, playing: Party) -> None:
        await playing.press(playing.ann, "👁3")
        await playing.say(playing.bob, "/board")
        assert numbers(playing.board().text) == [1]


class TestOutOfSight:
    """A board with much below it is posted anew."""

    async def test_an_answer_counts_as_below_the_board_from_when_it_is_asked_for(self, playing: Party) -> None:
        """Else it would depend on which of two calls is answered first whether the board is edited or posted anew."""
        for person in (playing.bob, playing.cleo, playing.dan)[: MAX_MESSAGES_BELOW - 1]:
            await playing.say(person, "/help")
        board = playing.table_board()
        answer = playing.api.faults.stall(method="sendMessage", chat=playing.group.id, times=1)
        playing.world.say(playing.ann, playing.group, "/pause")
        await eventually(lambda: any("Resume" in label for label in labels(playing.table_board())))
        assert playing.table_board() is not board
        answer.release()
        await playing.settle()
        assert playing.messages()[-1].text.startswith("The game is paused"), "it came after the board"


class TestTellingEveryMove:
    """In a memory game nobody may miss a swap."""

    async def test_moves_that_came_while_an_edit_was_under_way_are_told_by_the_next(self, playing: Party) -> None:
        waiting = playing.api.faults.stall(method="editMessageMedia", chat=playing.group.id, times=1)
        board = playing.board()
        for _ in range(6):
            await self._quick(playing, board, "p0")
        waiting.release()
        await playing.settle()
        told = [numbers(caption) for caption in captions(playing)]
        assert [number for numbers_ in told for number in numbers_] == [1, 2, 3, 4, 5, 6]
        assert len(told) < 6

    async def test_one_that_was_just_edited_to_look_as_it_has_to_is_not_edited_again(
        self, playing: Party, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As when a move was made while the board was composed, and is on it already."""
        monkeypatch.setattr(board_publisher, "SAME_SECONDS", 600.0)
        await peek(playing)
        await playing.settle()
        before = made(playing)
        playing.manager.boards.request(playing.table())
        await playing.settle()
        assert made(playing) == before
        await peek(playing)
        await playing.settle()
        assert made(playing) == [*before, "editMessageMedia"]

    async def test_what_does_not_fit_the_caption_is_told_in_a_message_before(self, playing: Party) -> None:
        waiting = playing.api.faults.stall(method="editMessageMedia", chat=playing.group.id, times=1)
        board = playing.board()
        for move in range(60):
            await self._quick(playing, board, f"o{move % 7}" if move % 2 else "p0")
        waiting.release()
        await playing.settle()
        texts = [m.text for m in playing.messages() if not m.photo and numbers(m.text)]
        told = sorted(
            {number for text in [*texts, *captions(playing), playing.board().text] for number in numbers(text)}
        )
        assert told == list(range(1, 61))
        assert playing.board() is playing.messages()[-1], "the board comes below what was told before it"
        assert texts
        assert all(len(text) <= 4096 for text in texts)
        assert all(len(caption) <= 1024 for caption in captions(playing))

    async def _quick(self, party: Party, board: Message, code: str) -> None:
        table = party.table()
        await party.send(party.mover(), board, f"{table.record.id}.{table.record.decision}.{code}")


class TestWhenThePlatformRefuses:
    async def test_a_board_deleted_by_people_is_posted_anew(self, playing: Party) -> None:
        board = playing.board()
        token = playing.token(board, "👁1")
        playing.world.promote(playing.cleo, playing.group)
        playing.world.delete_message(playing.cleo, playing.group, board.id)
        await playing.say(playing.bob, "/board")
        await playing.send(playing.ann, playing.board(), token)
        await playing.settle()
        assert numbers(playing.board().text) == [1]

    async def test_no_right_to_send_photos_gives_the_alt_text_and_a_hint(self, party: Party) -> None:
        """survive-86"""
        party.world.set_permissions(party.group, can_send_photos=False)
        await party.begin(party.ann, party.bob)
        board = party.board()
        assert board.photo is None
        assert "pictures" in board.text
        assert "1 " in board.text
        await party.press(party.ann, "👁1")
        assert numbers(party.board().text) == [1]
        assert len([c for c in party.world.calls if c.error == 400]) == 1

    async def test_a_flood_error_is_waited_out_and_the_move_is_told(self, playing: Party) -> None:
        """survive-22"""
        playing.api.faults.flood(2, method="editMessageMedia", chat=playing.group.id, times=1)
        before = time.monotonic()
        await playing.press(playing.ann, "👁1")
        assert time.monotonic() - before >= 2, "`retry_after` is in seconds"
        *_, refused, told = [
            call for call in playing.world.calls if call.method == "editMessageMedia" and call.chat < 0
        ]
        assert (refused.error, told.error) == (429, None)
        assert numbers(playing.board().text) == [1]

    async def _move_by_bare_hands(self, party: Party) -> None:
        """Press without waiting for the board."""
        await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))

    async def test_an_answer_comes_while_edits_wait(self, playing: Party) -> None:
        """survive-25"""
        waiting = playing.api.faults.stall(method="editMessageMedia", chat=playing.group.id, times=1)
        board = playing.board()
        await self._move_by_bare_hands(playing)
        toast = await playing.send(playing.bob, board, playing.token(board, "👁2").replace(".1.", ".2."))
        assert toast.text
        assert playing.table().record.moves == 2
        await eventually(lambda: waiting.stalled)
        waiting.release()

    async def test_a_server_error_is_tried_again(self, playing: Party) -> None:
        playing.api.faults.server_error(502, html=True, method="editMessageMedia", times=2)
        await playing.press(playing.ann, "👁1")
        assert numbers(playing.board().text) == [1]

    async def test_a_board_sent_twice_by_a_cut_is_taken_away_by_its_first_press(
        self, playing: Party, clock: MovingClock
    ) -> None:
        playing.api.faults.cut(after=True, method="sendPhoto", chat=playing.group.id, times=1)
        await playing.say(playing.bob, "/board")
        stray, board = playing.messages()[-2:]
        assert stray.keyboard
        await playing.press(playing.ann, "👁1", stray)
        assert stray.id not in playing.group.messages
        assert numbers(playing.group.messages[board.id].text) == [1]

    async def test_kicked_and_added_again_the_table_is_shown_again(self, playing: Party) -> None:
        playing.world.kick_bot(playing.group, playing.cleo)
        await playing.settle()
        old = playing.board()
        playing.world.add_bot(playing.group, playing.cleo)
        await playing.settle()
        assert playing.board().id > old.id
        await playing.press(playing.ann, "👁1")
        assert playing.table().record.moves == 1

    @pytest.mark.parametrize("new_first", [False, True])
    async def test_a_group_that_becomes_a_supergroup_plays_on(self, playing: Party, *, new_first: bool) -> None:
        """survive-79"""
        new = playing.world.migrate(playing.group, new_first=new_first)
        playing.group = new
        await playing.settle()
        await playing.press(playing.ann, "👁1")
        assert playing.table().record.moves == 1
        assert numbers(playing.board().text) == [1]

    async def test_the_error_alone_tells_of_the_supergroup(self, playing: Party) -> None:
        """survive-81"""
        board, old = playing.board(), playing.group
        token = playing.token(board, "👁1")
        playing.group = playing.world.migrate(old)
        playing.world.updates.clear()
        await playing.send(playing.ann, board, token)
        await playing.settle()
        assert numbers(playing.board().text) == [1]

    async def test_a_slow_group_makes_no_other_wait(self, playing: Party) -> None:
        """survive-89, survive-32"""
        other = playing.world.create_group("Others", [playing.cleo, playing.dan])
        slow = playing.api.faults.stall(method="editMessageMedia", chat=playing.group.id, times=1)
        await playing.send(playing.ann, playing.board(), playing.token(playing.board(), "👁1"))
        playing.world.say(playing.cleo, other, "/play")
        await eventually(lambda: playing.messages(other) and "Join" in labels(playing.board(other)))
        assert numbers(playing.board().text) == []
        await eventually(lambda: slow.stalled)
        slow.release()


class TestStops:
    async def test_shows_after_a_restart_what_was_not_shown_before(self, playing: Party) -> None:
        """survive-4"""
        playing.api.faults.delay(30.0, method="editMessageMedia", times=1)
        await playing.send(playing.ann, playing.board(), playing.token(playing.board(), "👁1"))
        playing.api.faults.clear()
        await playing.restart()
        assert numbers(playing.board().text) == [1]

    async def test_posts_nothing_when_all_was_shown(self, playing: Party) -> None:
        await peek(playing)
        playing.world.call_log.calls.clear()
        await playing.restart()
        calls: list[Any] = [call for call in playing.world.calls if call.method in BOARD_CALLS]
        assert calls == []

    async def test_a_board_asked_for_after_a_restart_tells_the_last_move_again(self, playing: Party) -> None:
        await peek(playing, 3)
        await playing.restart()
        await playing.say(playing.bob, "/board")
        assert numbers(playing.board().text) == [1]


async def test_a_board_that_cannot_become_a_text_keeps_no_buttons(party: Party) -> None:
    """F17: pictures are forbidden in mid-game; the photo board would stay with live buttons."""
    await party.begin(party.ann, party.bob)
    old = party.table_board()
    party.world.set_permissions(party.group, can_send_photos=False)
    await party.press(party.ann, "👁1", old)
    assert party.board() is not old
    assert old.id not in party.group.messages
