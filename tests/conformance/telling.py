"""Rows about what a board tells to whoever looks at it, and what is told to who asks what happened."""

from __future__ import annotations

import re

from bot.games.court_hats.rules.moves import MAGIC
from bot.games.court_hats.text import HATS
from tests.conformance.rows import Row, row
from tests.conformance.stage import Guest, Stage

TELLING: list[Row] = []
AWAY = 130.0
"""Seconds after which somebody who has pressed nothing is taken to be away."""
_NUMBER = re.compile(r"^\W*(\d+)\. ", re.MULTILINE)


def _told(text: str) -> list[int]:
    """List the numbers of the moves that a text tells."""
    return [int(number) for number in _NUMBER.findall(text)]


def _hats_in(text: str) -> set[str]:
    """Return the kinds of hats that a text names."""
    return {str(name.id) for kind, name in HATS.items() if kind != MAGIC and str(name.id) in text}


async def _four(stage: Stage) -> list[Guest]:
    """Begin a game of four; return them in the order in which they play, Ann last."""
    order = [stage.bob, stage.cleo, stage.dan, stage.ann]
    await stage.begin(*order)
    return order


async def _miss(stage: Stage) -> str:
    """Open a hat that does not fit, as the player to move; return what it is called."""
    row = stage.table().state.row
    slot = next(n for n, each in enumerate(row) if each and each.hat not in (MAGIC, each.character))
    await stage.press(stage.mover(), f"🎩{slot + 1}")
    return str(HATS[row[slot].hat].id)


@row("a round is told to who was away", TELLING)
async def _(stage: Stage) -> None:
    """The board that calls Ann tells all that was done since her own move, though others' boards came in between."""
    order = await _four(stage)
    for who in order:
        await stage.press(who, "👁1")
    for slot, who in enumerate(order[:2], 2):
        await stage.press(who, f"👁{slot}")
        board = stage.board()
        assert _told(board.text) == list(range(stage.moves() - 2, stage.moves() + 1))
    await stage.pass_time(AWAY)
    await stage.press(stage.dan, "⇄4")
    await stage.press(stage.dan, "⇄5")
    assert stage.mover() == stage.ann
    assert not board.there, "it was posted anew"
    assert _told(stage.board().text) == [5, 6, 7]
    assert {stage.ann.id} in stage.pings()


@row("a round is told after a restart", TELLING)
async def _(stage: Stage) -> None:
    """The history is in the database: a board that is asked for tells the same as before."""
    order = await _four(stage)
    for who in (*order, *order[:3]):
        await stage.press(who, "👁1")
    before = stage.board().text
    assert _told(before) == [5, 6, 7]
    await stage.restart()
    await stage.use(stage.dan, "board")
    assert stage.board().text == before


@row("a missed hat is told for a round", TELLING)
async def _(stage: Stage) -> None:
    """Everybody reads once which hat it was, on the board that calls them; then no board tells it (H9)."""
    order = await _four(stage)
    hat = await _miss(stage)
    for who in order[1:]:
        assert stage.mover() == who
        assert hat in stage.board().text
        await stage.press(who, "👁1")
    assert stage.mover() == stage.bob
    assert hat not in stage.board().text


@row("the end tells a round", TELLING)
async def _(stage: Stage) -> None:
    """A game that is stopped tells to everybody what was done since their own last move."""
    order = await _four(stage)
    for who in (*order, *order[:3]):
        await stage.press(who, "👁1")
    menu = await stage.use(stage.bob, "stop")
    assert menu is not None
    await stage.press(stage.bob, "Yes, end the game", menu)
    assert _told(stage.board().text) == [5, 6, 7]


@row("what happened", TELLING)
async def _(stage: Stage) -> None:
    """Players and onlookers get the last 15 moves, each alone, and no hat but those that all have seen (H24)."""
    await stage.begin(stage.ann, stage.bob)
    for move in range(16):
        await stage.press(stage.mover(), f"👁{1 + move % 7}")
    hat = await _miss(stage)
    await stage.press(stage.mover(), "👁2")
    board = stage.board().text
    for who in (stage.ann, stage.cleo):
        shown = [page.message.id for page in stage.pages()]
        before = len(stage.seen_by(stage.dan))
        answer = await stage.press(who, "What happened")
        got = next(text for text in [answer, *stage.private(who)] if "what happened" in text)
        assert _told(got) == list(range(4, 19))
        assert "17. Ann opened hat" in got
        assert _hats_in(got) == {hat}
        assert [page.message.id for page in stage.pages()] == shown, "nothing comes into the chat"
        assert len(stage.seen_by(stage.dan)) == before, "and nothing to others"
    assert stage.board().text == board


@row("what happened asked during a pause and after the end", TELLING)
async def _(stage: Stage) -> None:
    """It is there as long as the board is."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁3")
    await stage.use(stage.ann, "pause")
    for _ in range(2):
        answer = await stage.press(stage.dan, "What happened")
        assert any("1. Ann peeked at hat 3." in text for text in (answer, *stage.private(stage.dan)))
        if stage.record().status == "playing":
            menu = await stage.use(stage.ann, "stop")
            assert menu is not None
            await stage.press(stage.ann, "Yes, end the game", menu)
    assert stage.record().status == "closed"


@row("what happened without private messages", TELLING)
async def _(stage: Stage) -> None:
    """Who cannot be written to is told in the answer, and how to get more where that is not all."""
    await stage.begin(stage.ann, stage.bob)
    for move in range(9):
        await stage.press(stage.mover(), f"👁{1 + move % 7}")
    stage.shut(stage.cleo)
    answer = await stage.press(stage.cleo, "What happened")
    assert _told(answer)[-1] == 9
    assert _told(answer) == list(range(_told(answer)[0], 10))
    assert len(_told(answer)) == 9 or "open your chat with Underhat" in answer
