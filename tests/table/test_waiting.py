"""A wait for Telegram's limits is told with its seconds, to whom has moved and to whom presses what is gone."""

from __future__ import annotations

import re
from pathlib import Path

from tests.helpers.party import party_at


def seconds(text: str) -> int:
    """Return how long the board is said to take."""
    found = re.search(r"The board will catch up in about (\d+) seconds\.$", text)
    assert found, text
    return int(found[1])


async def test_who_waits_for_the_board_is_told_how_long(database: Path) -> None:
    async with party_at(database, pictures="blank", telegram_group_per_minute=2) as party:
        party.world.start(party.ann)
        await party.say(party.ann, "/play hats")
        board = party.board()
        start = party.token(board, "Start")
        toast = await party.send(party.ann, board, start)
        assert toast.text.startswith("\u2068🤖 Tick\u2069 joins you at the table. The game begins. ")
        assert 20 < seconds(toast.text) <= 61
        late = await party.send(party.ann, board, start)
        assert late.text.startswith("The game has moved on. ")
        assert 20 < seconds(late.text) <= seconds(toast.text)


async def test_where_nothing_is_waited_for_nothing_is_said(database: Path) -> None:
    async with party_at(database, pictures="blank") as party:
        party.world.start(party.ann)
        await party.say(party.ann, "/play hats")
        board = party.board()
        start = party.token(board, "Start")
        assert (
            await party.send(party.ann, board, start)
        ).text == "\u2068🤖 Tick\u2069 joins you at the table. The game begins."
        await party.settle()
        assert (await party.send(party.ann, board, start)).text == "The game has moved on. Use the latest board."
