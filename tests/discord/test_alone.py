"""Games in the direct messages with the bot: one person against computers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord.party import DiscordParty, discord_party, veiled
from tests.helpers.discord.model import Message
from tests.helpers.discord.people import until


@pytest.fixture
async def party(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordParty]:
    async with discord_party(database, monkeypatch) as together:
        together.channel = together.ann.dm
        yield together


def choices(message: Message) -> list[str]:
    """List the labels of the buttons that are good for one decision."""
    return [each.label for each in message.buttons if ".-." not in each.custom_id]


async def test_one_person_alone_plays_in_direct_messages(party: DiscordParty) -> None:
    await party.slash(party.ann, "play", game="hats")
    await party.press(party.ann, "I’m the youngest")
    await party.press(party.ann, "Start")
    board = party.board()
    moves = party.record().moves
    await party.press(party.ann, "👁1", board)
    look, board = party.boards()
    assert "you peeked at hat 1. You saw: " in look.text
    assert not veiled(look)
    assert party.record().moves > moves + 1
    assert party.record().seat_of(party.record().seats[0].person) == 0
    assert "’s turn" in board.text.splitlines()[0]
    await party.restart()
    await party.press(party.ann, "👁2", board)
    assert party.boards() == [look, board], "one message shows the latest look, and the board stays below it"
    assert "you peeked at hat 2. You saw: " in look.text
    assert not party.world.call_log.refused()


async def test_a_hand_lies_beside_the_board_and_both_can_be_played_from(party: DiscordParty) -> None:
    await party.slash(party.ann, "play", game="invisible")
    board = party.board()
    await party.press(party.ann, "I’ll hide", board)
    await party.press(party.ann, "Start", board)
    for _ in range(8):
        hands = [each for each in party.boards() if each is not board and choices(each)]
        moves = party.record().moves
        source = hands[-1] if hands else board
        await party.press(party.ann, choices(source)[0], source)
        if hands and party.record().moves > moves:
            break
    else:
        raise AssertionError("nothing could be played from the hand")
    shown = await (await party.slash(party.ann, "hand")).reply()
    assert shown.viewer is party.ann


async def test_who_takes_no_messages_is_told_why_no_board_comes(party: DiscordParty) -> None:
    party.channel = party.cleo.dm
    used = await party.slash(party.cleo, "play", game="hats")
    await until(lambda: "I’m not allowed to post here" in used.said)
    assert not party.cleo.dm.messages
