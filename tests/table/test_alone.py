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


@pytest.mark.parametrize("anew", [False, True])
async def test_a_board_that_cannot_be_drawn_is_shown_in_words(
    party: Party, monkeypatch: Any, caplog: pytest.LogCaptureFixture, *, anew: bool
) -> None:
    async def fail(_: Any) -> bytes:
        raise ZeroDivisionError

    await party.begin(party.ann, party.bob)
    old = party.table_board()
    with monkeypatch.context() as broken, caplog.at_level(logging.CRITICAL):
        broken.setattr(party.service.studio, "draw", fail)
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
