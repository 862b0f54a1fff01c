"""What a private chat that holds a table shows beside the board, and a board whose picture cannot be drawn."""

from __future__ import annotations

import logging
from typing import Any

import pytest

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
    await party.send(party.ann, hand, party.token(boards[0], "🎲"))
    await party.settle()
    assert hand.id in chat.messages
    await party.say(party.ann, "/stop", chat)
    await party.press(party.ann, "Yes, end the game", party.board(chat))
    assert hand.id not in chat.messages
    assert [call.description for call in party.world.calls if call.error] == []


async def test_a_peek_where_the_table_is_leads_to_no_other_chat(party: Party) -> None:
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play hats", chat)
    await party.press(party.ann, "I am the youngest", party.board(chat))
    await party.press(party.ann, "Start", party.board(chat))
    board = party.table_board(chat)
    answer = await party.press(party.ann, "👁1", board)
    assert not answer.text
    assert party.private(party.ann)[-1].text.startswith("Hat 1:")
    opened = await party.press(party.ann, "🎩2", board)
    assert opened.text.startswith(("It fits: a pair!", "A magic hat", "A miss"))


async def test_the_only_person_is_not_offered_to_be_removed(party: Party) -> None:
    """To remove them is to end the game, which has a button of its own."""
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play hats", chat)
    await party.press(party.ann, "Start", party.board(chat))
    await party.say(party.ann, "/stop", chat)
    expected = ["Yes, end the game", "⏸ Only pause it", "Remove ⁨🤖 Tick⁩", "Never mind"]
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
