"""What a private chat that holds a table shows beside the board, and a board whose picture cannot be drawn."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.playground.model import Chat, Message
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, labels


async def test_a_hand_that_is_pressed_stays_where_the_table_is(party: Party) -> None:
    """In the private chat the hand lies beside the board; a press of it is no press of a board to clear away."""
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play invisible", chat)
    while "Ann" not in (party.board(chat).text or "").splitlines()[-2]:
        await party.press(party.ann, "Who", party.board(chat))
    await party.press(party.ann, "Start", party.board(chat))
    boards = [message for message in party.messages(chat) if "❔ What now?" in labels(message)]
    hand = next(message for message in party.messages(chat) if message.photo and message not in boards)
    choice = next(label for label in labels(boards[0]) if label in ("Draw a NO", "✅ Done"))
    await party.send(party.ann, hand, party.token(boards[0], choice))
    await party.settle()
    assert hand.id in chat.messages
    await party.say(party.ann, "/stop", chat)
    await party.press(party.ann, "Yes, end the game", party.board(chat))
    assert hand.id not in chat.messages
    assert [call.description for call in party.world.calls if call.error] == []


async def test_names_of_places_lie_beside_the_board_until_they_are_taken_away(party: Party) -> None:
    """A second picture, in which every drawing has its whole name; asked for twice, it is there once."""
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play invisible", chat)
    await party.press(party.ann, "Start", party.board(chat))
    for _ in range(2):
        board = next(m for m in reversed(party.messages(chat)) if "🗺 Places" in labels(m))
        assert (await party.press(party.ann, "🗺 Places", board)).text == ""
        await party.settle()
    (names,) = [message for message in party.messages(chat) if (message.text or "").startswith("The places in town")]
    assert names.photo
    assert "Observatory" in (names.text or "")
    await party.press(party.ann, "Got it, remove it", names)
    await party.settle()
    assert names.id not in chat.messages


async def begin_alone(party: Party, game: str = "hats") -> Chat:
    """Start a game against a computer in Ann's private chat; in Court Hats she begins."""
    chat = party.world.private(party.ann)
    await party.say(party.ann, f"/play {game}", chat)
    if game == "hats":
        await party.press(party.ann, "I’m the youngest", party.board(chat))
    await party.press(party.ann, "Start", party.board(chat))
    return chat


def shown(party: Party, chat: Chat) -> tuple[list[Message], Message]:
    """Return the looks that lie in the private chat, and the newest message, which has to be the board."""
    *_, newest = party.messages(chat)
    assert "❔ What now?" in labels(newest), "the board stays at the bottom"
    boards = [message for message in party.messages(chat) if "❔ What now?" in labels(message)]
    assert boards == [newest]
    return [message for message in party.messages(chat) if " You saw: " in (message.text or "")], newest


async def test_looks_are_told_at_once_and_shown_in_one_message_above_the_board(party: Party) -> None:
    """F4: nobody else is there to hide them from, and nothing pushes the board off the screen."""
    chat = await begin_alone(party)
    answer = await party.press(party.ann, "👁1", party.table_board(chat))
    assert "you peeked at hat 1. You saw: " in answer.text
    (look,), board = shown(party, chat)
    first, picture = look.text, look.photo
    assert "you peeked at hat 1. You saw: " in first
    assert not look.spoiler
    assert not any(entity["type"] == "spoiler" for entity in look.entities or [])
    await party.press(party.ann, "👁2", board)
    (again,), board = shown(party, chat)
    assert again.id == look.id
    assert "you peeked at hat 2. You saw: " in again.text
    assert (again.text, again.photo) != (first, picture)
    opened = await party.press(party.ann, "🎩3", board)
    assert opened.text.startswith(("It fits: the pair is yours!", "A magic hat", "It doesn’t fit"))
    assert shown(party, chat)[0] == [look]


async def test_a_look_goes_when_its_time_ends_and_the_next_one_comes_above_the_board(
    party: Party, clock: MovingClock
) -> None:
    chat = await begin_alone(party)
    await party.press(party.ann, "👁1", party.table_board(chat))
    await party.pass_time(60)
    looks, board = shown(party, chat)
    assert looks == []
    await party.press(party.ann, "👁2", board)
    (look,), _ = shown(party, chat)
    assert "you peeked at hat 2. You saw: " in look.text
    assert clock() > 0


async def test_what_is_read_below_the_board_is_not_left_there(party: Party) -> None:
    chat = await begin_alone(party)
    await party.say(party.ann, "/rules", chat)
    await party.press(party.ann, "👁1", party.table_board(chat))
    shown(party, chat)
    await party.say(party.ann, "/hand", chat)
    (look,), _ = shown(party, chat)
    assert "you peeked at hat 1. You saw: " in look.text


@pytest.mark.parametrize("restarted", [False, True])
async def test_after_the_game_nothing_secret_is_left_and_the_end_stands_at_the_bottom(
    party: Party, *, restarted: bool
) -> None:
    chat = await begin_alone(party)
    await party.press(party.ann, "👁1", party.table_board(chat))
    if restarted:
        await party.restart()
    await party.say(party.ann, "/stop", chat)
    await party.press(party.ann, "Yes, end the game", party.board(chat))
    assert not any(" You saw: " in (message.text or "") for message in party.messages(chat))
    assert "Rematch" in labels(party.messages(chat)[-1])


async def test_a_hand_lies_above_the_board(party: Party) -> None:
    chat = await begin_alone(party, "invisible")
    shown(party, chat)
    await party.say(party.ann, "/hand", chat)
    shown(party, chat)


async def test_who_wants_it_at_once_gets_an_alert_and_no_message_here_too(party: Party) -> None:
    chat = await begin_alone(party)
    await party.press(party.ann, "👁1", party.table_board(chat))
    (look,), board = shown(party, chat)
    await party.press(party.ann, "⚡ Show it when I tap next time", look)
    await party.press(party.ann, "Got it", look)
    answer = await party.press(party.ann, "👁2", board)
    assert answer.alert
    assert "you peeked at hat 2. You saw: " in answer.text
    assert shown(party, chat)[0] == []


async def test_the_only_person_is_not_offered_to_be_removed(party: Party) -> None:
    """To remove them is to end the game, which has a button of its own."""
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play hats", chat)
    await party.press(party.ann, "Start", party.board(chat))
    await party.say(party.ann, "/stop", chat)
    expected = ["Yes, end the game", "⏸ Just pause it", "Remove ⁨🤖 Tick⁩", "Never mind"]
    assert labels(party.board(chat)) == expected


async def test_a_rematch_alone_speaks_of_no_other_people(party: Party) -> None:
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play hats", chat)
    await party.press(party.ann, "Start", party.board(chat))
    await party.say(party.ann, "/stop", chat)
    await party.press(party.ann, "Yes, end the game", party.board(chat))
    answer = await party.press(party.ann, "Rematch", party.table_board(chat))
    assert not answer.text
    assert [seat.name for seat in party.table(chat).record.seats] == ["Ann", "Tick"]
    assert party.table(chat).record.status == "playing", "nobody else has to come, so it begins at once"


async def test_play_with_a_name_takes_that_game_to_an_open_lobby(party: Party) -> None:
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play hats", chat)
    await party.say(party.ann, "/play animal", chat)
    assert "The Vanished Animal" in party.board(chat).text
    assert [seat.name for seat in party.table(chat).record.seats] == ["Ann", "Tick"]
    await party.press(party.ann, "Start", party.board(chat))
    await party.say(party.ann, "/play hats", chat)
    assert party.table(chat).record.game == "vanished_animal", "a running game stays"


async def test_play_with_a_name_by_somebody_else_changes_no_lobby(party: Party) -> None:
    await party.seat(party.bob)
    await party.say(party.cleo, "/play animal")
    assert party.table().record.game == "court_hats"
    assert "Court Hats" in party.board().text


@pytest.mark.parametrize("anew", [False, True])
async def test_a_board_that_cannot_be_drawn_is_shown_in_words(
    party: Party, monkeypatch: Any, caplog: pytest.LogCaptureFixture, *, anew: bool
) -> None:
    async def fail(_: Any) -> bytes:
        raise ZeroDivisionError

    await party.begin(party.ann, party.bob)
    old = party.table_board()
    with monkeypatch.context() as broken, caplog.at_level(logging.CRITICAL):
        broken.setattr(party.service.render_cache, "draw", fail)
        await party.press(party.ann, "👁1")
        if anew:
            await party.say(party.ann, "/board")
        board = party.board()
        assert board.photo is None
        assert "1. ⁨Ann⁩ peeked at hat 1" in board.text
    assert old.id not in party.group.messages
    await party.press(party.bob, "🎩2", board)
    assert "2. ⁨Bob⁩ opened hat 2" in party.table_board().text
    assert len([message for message in party.messages() if labels(message)]) == 1
