"""Computers at a table: they sit for somebody, move by themselves, and their moves in a row are shown at once."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.court_hats.ai import CourtHatsComputer
from tests.helpers.party import Party, labels


async def against(party: Party, *levels: str) -> None:
    """Begin a game of Ann against computers."""
    await party.seat(party.ann)
    for level in levels:
        await party.press(party.ann, "🤖 Add a computer")
        await party.press(party.ann, level)
    await party.press(party.ann, "I’m the youngest")
    await party.press(party.ann, "Start")


def numbers(text: str) -> list[int]:
    """List the numbers of the moves a board tells."""
    return [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]


class TestSeatingThem:
    async def test_a_computer_is_added_by_its_level_and_shown(self, party: Party) -> None:
        await party.seat(party.ann)
        await party.press(party.ann, "🤖 Add a computer")
        assert labels(party.board())[:5] == ["Join", "🤖 easy", "🤖 normal", "🤖 hard", "Back"]
        await party.press(party.ann, "hard")
        assert "2. ⁨🤖 Tick⁩ (hard)" in party.board().text
        assert "🤖 Add a computer" in labels(party.board()), "the page has closed"

    async def test_only_the_host_adds_them(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        token = f"{party.table().record.id}.-.computer_easy"
        assert (
            await party.send(party.cleo, party.board(), token)
        ).text == "Only the host or an administrator can do that."

    async def test_they_fill_no_more_seats_than_there_are_and_leave_again(self, party: Party) -> None:
        await party.seat(party.ann)
        for _ in range(3):
            await party.press(party.ann, "🤖 Add a computer")
            await party.press(party.ann, "easy")
        assert "🤖 Add a computer" not in labels(party.board())
        late = await party.send(party.ann, party.board(), f"{party.table().record.id}.-.computer_easy")
        assert late.text == "The table is full. Watch this game and join the next one."
        await party.press(party.ann, "Remove a player")
        await party.press(party.ann, "⁨🤖 Tock⁩")
        assert [seat.name for seat in party.table().record.seats] == ["Ann", "Tick", "Cog"]

    async def test_a_computers_seat_and_one_that_it_plays_for_wear_a_robot(self, party: Party) -> None:
        """Presenters are told: a picture cannot draw the robot in a name."""
        await against(party, "hard")
        assert [player.computer for player in party.table().record.players()] == [False, True]
        seats = party.table().record.seats
        away = replace(party.table().record, seats=(replace(seats[0], away=True), *seats[1:]))
        assert [player.computer for player in away.players()] == [True, True]

    async def test_computers_alone_start_no_game(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        for _ in range(2):
            await party.press(party.ann, "🤖 Add a computer")
            await party.press(party.ann, "easy")
        assert "No players yet" in party.board().text
        assert (await party.press(party.ann, "Start")).url, "who starts it is to sit down first"
        assert party.table().record.status == "lobby"

    async def test_a_rematch_seats_them_again(self, party: Party) -> None:
        await against(party, "hard")
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        await party.press(party.ann, "Rematch", party.table_board())
        assert [(seat.name, seat.computer) for seat in party.table().record.seats] == [("Ann", ""), ("Tick", "hard")]


class TestTheirMoves:
    @pytest.mark.parametrize("level", ["easy", "normal", "hard"])
    async def test_they_move_until_it_is_a_persons_turn(self, party: Party, level: str) -> None:
        await against(party, level, level, level)
        await party.press(party.ann, "👁1")
        assert party.table().record.moves == 4
        assert party.mover() is party.ann

    async def test_moves_in_a_row_are_one_update_that_tells_each(self, party: Party) -> None:
        await against(party, "normal", "normal", "normal")
        before = len(party.world.calls)
        await party.press(party.ann, "👁1")
        shown = [call for call in party.world.calls[before:] if call.method in ("editMessageMedia", "sendPhoto")]
        boards = [call for call in shown if call.chat == party.group.id]
        assert len(boards) == 1
        assert numbers(party.table_board().text) == [1, 2, 3, 4]

    async def test_what_they_peek_goes_to_nobody(self, party: Party) -> None:
        await against(party, "hard")
        await party.press(party.ann, "👁1")
        assert await party.store.secrets(table=party.table().record.id, person=None)
        people = {row.person.id for row in await party.store.secrets(table=party.table().record.id)}
        assert people == {str(party.ann.id)}

    async def test_they_see_their_own_peeks_and_no_others(self, party: Party, monkeypatch: Any) -> None:
        seen: list[Any] = []

        def choose(self: Any, level: str, view: Any, events: Any, legal: Any, rng: Any) -> Any:
            seen[:] = events
            return legal[0]

        monkeypatch.setattr(CourtHatsComputer, "choose", choose)
        await against(party, "normal")
        for _ in range(2):
            await party.press(party.ann, "👁3", party.table_board())
        mine = [event for event in seen if type(event).__name__ == "SawHat"]
        assert mine
        assert {event.audience for event in mine} == {1}

    async def test_one_that_fails_or_breaks_the_rules_still_moves(self, party: Party, monkeypatch: Any) -> None:
        def choose(*_: Any, **__: Any) -> Any:
            raise ArithmeticError

        monkeypatch.setattr(CourtHatsComputer, "choose", choose)
        await against(party, "hard")
        await party.press(party.ann, "👁1")
        assert party.table().record.moves == 2
        assert party.mover() is party.ann

    async def test_a_game_goes_on_after_a_restart_in_the_middle_of_their_turn(
        self, party: Party, monkeypatch: Any
    ) -> None:
        thinking = asyncio.Event()

        async def never(*_: Any) -> Any:
            thinking.set()
            await asyncio.Event().wait()

        await against(party, "normal")
        monkeypatch.setattr(party.manager.computers, "_think", never)
        await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))
        await asyncio.wait_for(thinking.wait(), 60)
        await party.restart()
        await party.settle()
        assert party.table().record.moves == 2
        assert party.mover() is party.ann

    async def test_a_thought_that_comes_too_late_is_dropped(self, party: Party, monkeypatch: Any) -> None:
        """Somebody takes the computer's seat while it thinks: what it thought out is not played."""
        go = asyncio.Event()
        think = party.manager.computers._think

        async def slowly(*asked: Any) -> Any:
            action = await think(*asked)
            await go.wait()
            return action

        await against(party, "normal")
        monkeypatch.setattr(party.manager.computers, "_think", slowly)
        party.world.start(party.bob)
        await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))
        table = party.manager.tables.in_memory(party.table().record.id)
        async with table.changing() as change:
            from bot.table.model import play
            from storage.ids import Person

            await change.save(play.take_over(table.record, 1, Person("telegram", str(party.bob.id)), "Bob"))
        go.set()
        await party.settle()
        assert party.table().record.moves == 1
        assert party.mover() is party.bob


class TestAlone:
    """One person alone plays, in the private chat with the bot."""

    async def test_play_in_the_private_chat_opens_a_table_against_a_computer(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        party.world.start(party.ann)
        await party.settle()
        await party.press(party.ann, "Play here against the computer", party.messages(chat)[-1])
        await party.press(party.ann, "1. Court Hats", party.board(chat))
        assert "Join" not in labels(party.board(chat))
        await party.press(party.ann, "I’m the youngest", party.board(chat))
        await party.press(party.ann, "Start", party.board(chat))
        board = party.table_board(chat)
        await party.press(party.ann, "🎩1", board)
        assert (party.table(chat).record.status, party.table(chat).record.moves) == ("playing", 2)
        assert numbers(board.text) == [1, 2]

    async def test_it_survives_a_restart_and_can_be_stopped_there(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        await party.say(party.ann, "/play hats", chat)
        await party.press(party.ann, "Start", party.board(chat))
        await party.restart()
        await party.press(party.ann, "👁2", party.table_board(chat))
        assert party.table(chat).record.moves >= 2
        await party.say(party.ann, "/stop", chat)
        await party.press(party.ann, "Yes, end the game", party.board(chat))
        assert party.table(chat).record.status == "closed"
        assert not [message for message in party.group.messages.values() if "closed" in message.text]

    async def test_leaving_its_lobby_closes_it(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        await party.say(party.ann, "/play animal", chat)
        await party.say(party.ann, "/leave", chat)
        assert "closed" in party.messages(chat)[-1].text
