"""Rows about the chat: boards deleted, rights taken, the bot removed, settings, languages, names."""

from __future__ import annotations

from tests.conformance.rows import Row, row
from tests.conformance.stage import Stage

PLACES: list[Row] = []
NAME = "@everyone <b>*_`[B](c:/"
"""What somebody may call themselves: markup of both platforms, and a ping of everybody."""
MINUTE = 60.0


@row("two tables at once", PLACES)
async def _(stage: Stage) -> None:
    """One person plays in two chats: each button is for its own table, and each chat shows its own (survive-41)."""
    await stage.begin(stage.ann, stage.bob)
    first, board = stage.table(), stage.board()
    await stage.go_elsewhere()
    assert stage.boards() == []
    await stage.begin(stage.ann, stage.cleo, game="animal")
    second = stage.table()
    assert second is not first
    await stage.press(stage.ann, "👁1", board)
    assert (first.record.moves, second.record.moves) == (1, 0)
    assert await stage.press(stage.bob, "What now?") != await stage.press(stage.bob, "What now?", board)
    assert stage.table() is second


@row("board asked for", PLACES)
async def _(stage: Stage) -> None:
    """It is posted anew at the bottom, tells the same, and the old one goes."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁1")
    old = stage.board()
    text, labels = old.text, old.labels
    await stage.use(stage.cleo, "board")
    assert not old.there
    assert (stage.board().text, stage.board().labels) == (text, labels)


@row("deleted board", PLACES)
async def _(stage: Stage) -> None:
    """It is posted anew when it is asked for, and when the table changes."""
    await stage.seat(stage.ann, stage.bob)
    await stage.delete(stage.board())
    assert stage.boards() == []
    await stage.use(stage.cleo, "board")
    assert "2. Bob" in stage.board().text
    await stage.delete(stage.board())
    await stage.use(stage.bob, "leave")
    assert "2. Bob" not in stage.board().text
    await stage.press(stage.bob, "Join")
    assert stage.seated() == ["Ann", "Bob"]


@row("the platform fails once", PLACES)
async def _(stage: Stage) -> None:
    """The board is shown all the same, and no move is left untold (survive-22)."""
    await stage.begin(stage.ann, stage.bob)
    tries = stage.tries()
    await stage.stumble()
    await stage.press(stage.ann, "👁1")
    assert stage.tries() >= tries + 2
    assert "1. Ann" in stage.board().text
    assert "Bob’s turn" in stage.board().text


@row("no right to post pictures", PLACES)
async def _(stage: Stage) -> None:
    """Words do, and the board says in one line what it needs (survive-86)."""
    await stage.allow_pictures(allowed=False)
    await stage.begin(stage.ann, stage.bob)
    board = stage.board()
    assert not board.pictured
    assert "I’m not allowed to send pictures here. An administrator can change that." in board.text
    await stage.press(stage.ann, "👁1")
    assert stage.moves() == 1


@row("no right to write", PLACES)
async def _(stage: Stage) -> None:
    """After a call that is refused none is tried for a while, though there is more to say; used again, all is there."""
    page = await stage.use(stage.ann, "settings")
    assert page is not None
    while "Time per turn: 1 minute" not in page.labels:
        await stage.press(stage.ann, "Time per turn", page)
    await stage.begin(stage.ann, stage.bob)
    await stage.allow_writing(allowed=False)
    await stage.delete(stage.board())
    await stage.pass_time(MINUTE / 2)  # a reminder is due
    tries = stage.tries()
    await stage.pass_time(MINUTE / 2)  # the computer plays for Ann, and the board would show it
    assert stage.tries() == tries
    await stage.use(stage.ann, "board")
    assert stage.boards() == []
    await stage.allow_writing(allowed=True)
    await stage.use(stage.ann, "board")
    assert stage.moves() == 1
    await stage.press(stage.bob, "👁2")
    assert stage.moves() == 2


@row("bot removed and added again", PLACES)
async def _(stage: Stage) -> None:
    """The table waits and is shown again at once."""
    await stage.begin(stage.ann, stage.bob)
    old = stage.board()
    await stage.remove_bot()
    tries = stage.tries()
    await stage.pass_time(10.0)
    assert stage.tries() == tries
    await stage.add_bot()
    assert stage.board().message is not old.message
    await stage.press(stage.ann, "👁1")
    assert stage.moves() == 1


@row("settings need an administrator", PLACES)
async def _(stage: Stage) -> None:
    """Everybody may look; who presses without being one is refused."""
    page = await stage.use(stage.bob, "settings")
    assert page is not None
    assert await stage.press(stage.bob, "Time per turn", page) == "Only an administrator can do that."
    assert "Time per turn: 5 minutes" in page.labels
    page = await stage.use(stage.ann, "settings")
    assert page is not None
    await stage.press(stage.ann, "Time per turn", page)
    assert "Time per turn: 5 minutes" not in page.labels


@row("language changes the board", PLACES)
async def _(stage: Stage) -> None:
    """The board speaks another language at once; who is no administrator is refused."""
    await stage.seat(stage.bob, stage.cleo)
    page = await stage.use(stage.cleo, "language")
    assert page is not None
    assert await stage.press(stage.cleo, "Deutsch", page) == "Only an administrator can do that."
    assert "Join" in stage.board().labels
    page = await stage.use(stage.ann, "language")
    assert page is not None
    await stage.press(stage.ann, "Deutsch", page)
    assert stage.service.catalogs.translator("de").t("Join") in stage.board().labels
    assert "Join" not in stage.board().labels


@row("rules answer", PLACES)
async def _(stage: Stage) -> None:
    """A page can be leafed through, and a word is looked up."""
    page = await stage.use(stage.bob, "rules", "peek")
    assert page is not None
    assert page.text == "That’s in more than one game. Which one do you mean?"
    await stage.press(stage.bob, "👁 Peek · Court Hats", page)
    assert "Peek" in page.text
    page = await stage.use(stage.bob, "rules")
    assert page is not None
    before = page.text
    await stage.press_key(stage.bob, stage.see(page.labels[0], page))
    assert page.text != before


@row("help answers", PLACES)
async def _(stage: Stage) -> None:
    """Who asks is told how to begin, who stores what is told too."""
    for command, word in (("help", "/play"), ("privacy", "I keep your ID, name and language")):
        page = await stage.use(stage.bob, command)
        assert page is not None
        assert word in page.text


@row("a name is shown as it is written", PLACES)
async def _(stage: Stage) -> None:
    """Markup in it does nothing, and it pings nobody (survive-67, -68, -74)."""
    eve = await stage.invite(NAME)
    await stage.seat(stage.ann, eve)
    assert stage.seated() == ["Ann", NAME]
    assert stage.stands_plainly(stage.board(), NAME)
    await stage.press(stage.ann, "I’m the youngest")
    await stage.press(stage.ann, "Start")
    await stage.press(stage.ann, "👁1")
    assert all(pinged <= {stage.ann.id, eve.id} for pinged in stage.pings())
