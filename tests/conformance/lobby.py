"""Rows about the time before a game: seats, who may what, computers."""

from __future__ import annotations

from tests.conformance.rows import Row, row
from tests.conformance.stage import Stage

LOBBY: list[Row] = []
RULERS_ONLY = "Only the host or an administrator may do that."


@row("lobby race", LOBBY)
async def _(stage: Stage) -> None:
    """Twenty press Join at once: four sit, sixteen are told that the table is full (survive-27, -40)."""
    crowd = [await stage.invite(f"P{number}") for number in range(20)]
    await stage.use(stage.ann, "play", "hats")
    join = stage.see("Join")
    answers = await stage.press_at_once([(who, join) for who in crowd])
    seated = [who.name for who, said in zip(crowd, answers, strict=True) if "You have a seat" in said]
    assert sorted(seated) == sorted(stage.seated())
    assert len(seated) == 4
    assert answers.count("The table is full.") == 16


@row("join twice", LOBBY)
async def _(stage: Stage) -> None:
    """Who sits already is told so (survive-42)."""
    await stage.seat(stage.ann)
    assert await stage.press(stage.ann, "Join") == "You already have a seat."
    assert stage.seated() == ["Ann"]


@row("leave the lobby", LOBBY)
async def _(stage: Stage) -> None:
    """A seat is given back by a press or a command, and a host who goes hands the table on (survive-56)."""
    await stage.seat(stage.bob, stage.cleo, stage.dan)
    await stage.press(stage.bob, "Leave")
    assert "1. Cleo (host)" in stage.board().text
    await stage.use(stage.dan, "leave")
    assert stage.seated() == ["Cleo"]
    assert await stage.press(stage.dan, "Leave") == "You don't sit at this table."


@row("host only start", LOBBY)
async def _(stage: Stage) -> None:
    """A guest cannot start, change or close the table; the host can (survive-30)."""
    await stage.seat(stage.bob, stage.cleo)
    before = stage.record()
    for label in ("Start", "Options", "Remove a player", "Cancel"):
        assert await stage.press(stage.cleo, label) == RULERS_ONLY
    assert stage.record() == before
    await stage.press(stage.bob, "Start")
    assert stage.record().status == "playing"


@row("too few to start", LOBBY)
async def _(stage: Stage) -> None:
    """One person alone is told what is missing."""
    await stage.seat(stage.ann)
    answer = await stage.press(stage.ann, "Start")
    assert answer == "This game needs at least 2 players. Seated so far: 1. Computers may sit here too."
    assert stage.record().status == "lobby"


@row("host closes the lobby", LOBBY)
async def _(stage: Stage) -> None:
    """Its board stays without buttons, and what one still sees of them does nothing (survive-36)."""
    await stage.seat(stage.ann)
    board = stage.board()
    await stage.press(stage.ann, "Cancel")
    assert board.keys == ()
    assert "The table was closed." in board.text
    assert stage.boards() == []


@row("a press told twice", LOBBY)
async def _(stage: Stage) -> None:
    """What the platform tells again is done once, also where it would do something again (survive-14, -38)."""
    await stage.seat(stage.ann, stage.bob)
    await stage.deliver_twice()
    await stage.press(stage.ann, "Who begins?")
    await stage.press(stage.cleo, "Join")
    await stage.use(stage.dan, "board")
    assert "Begins: Ann" in stage.board().text
    assert stage.seated() == ["Ann", "Bob", "Cleo"]


@row("restart in the lobby", LOBBY)
async def _(stage: Stage) -> None:
    """Seats are kept, and the buttons of before work (survive-5, -8)."""
    await stage.seat(stage.ann, stage.bob)
    board = stage.board()
    await stage.restart()
    await stage.press(stage.cleo, "Join", board)
    assert stage.seated() == ["Ann", "Bob", "Cleo"]
    assert len(stage.boards()) == 1


@row("a computer sits down", LOBBY)
async def _(stage: Stage) -> None:
    """It is named with how well it plays, and moves at once when its turn comes."""
    await stage.seat(stage.ann)
    await stage.press(stage.ann, "🤖 Add a computer")
    await stage.press(stage.ann, "easy")
    assert "(easy)" in stage.board().text
    await stage.press(stage.ann, "I am the youngest")
    await stage.press(stage.ann, "Start")
    await stage.press(stage.ann, "👁1")
    assert stage.moves() == 2
    assert stage.mover() == stage.ann
