"""Rows about the time before a game: seats, who may what, computers."""

from __future__ import annotations

from tests.conformance.rows import Row, row
from tests.conformance.stage import Stage

LOBBY: list[Row] = []
RULERS_ONLY = "Only the host or an administrator can do that."


async def _stop(stage: Stage) -> None:
    question = await stage.use(stage.ann, "stop")
    assert question is not None
    await stage.press(stage.ann, "Yes, end the game", question)


@row("lobby race", LOBBY)
async def _(stage: Stage) -> None:
    """Twenty press Join at once: four sit, sixteen are told that the table is full (survive-27, -40)."""
    crowd = [await stage.invite(f"P{number}") for number in range(20)]
    await stage.seat(stage.ann)
    await stage.press(stage.ann, "Leave")
    join = stage.see("Join")
    answers = await stage.press_at_once([(who, join) for who in crowd])
    seated = [who.name for who, said in zip(crowd, answers, strict=True) if "You’re in!" in said]
    assert sorted(seated) == sorted(stage.seated())
    assert len(seated) == 4
    assert answers.count("The table is full. Watch this game and join the next one.") == 16


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
    await stage.press(stage.cleo, "Options")
    assert await stage.press(stage.dan, "Leave") == "You’re not at this table."


@row("host only start", LOBBY)
async def _(stage: Stage) -> None:
    """A guest cannot start, change or close the table; the host can (survive-30)."""
    await stage.seat(stage.bob, stage.cleo)
    before = stage.record()
    for label in ("Start", "⏱ Pace", "🤖 Add a computer"):
        assert await stage.press(stage.cleo, label) == RULERS_ONLY
    assert await stage.press(stage.dan, "Options") == RULERS_ONLY
    assert stage.record() == before
    await stage.press(stage.cleo, "Options")
    before = stage.record()
    for label in ("Who goes first?", "Another game", "Remove a player", "Close the table"):
        assert await stage.press(stage.cleo, label) == RULERS_ONLY
    assert stage.record() == before
    await stage.press(stage.bob, "Start")
    assert stage.record().status == "playing"


@row("three taps to the first move", LOBBY)
async def _(stage: Stage) -> None:
    """Who opens a table sits there; then the game, Start, and the first move: alone, a computer sits down as well."""
    await stage.use(stage.ann, "play")
    assert stage.seated() == ["Ann"]
    for label in ("1. Court Hats", "Start", "👁1"):
        assert label in stage.board().labels, "no other tap is needed before"
        await stage.press(stage.ann, label)
    assert stage.moves() >= 1
    assert [seat.computer for seat in stage.record().seats] == ["", "normal"]


@row("two taps the next time", LOBBY)
async def _(stage: Stage) -> None:
    """The chat's last game is chosen already, a friend joins with one tap, and the host starts with one."""
    await stage.begin(stage.ann, stage.bob, game="animal")
    await _stop(stage)
    await stage.use(stage.bob, "play")
    assert "The Vanished Animal" in stage.board().text
    assert stage.seated() == ["Bob"]
    await stage.press(stage.cleo, "Join")
    await stage.press(stage.bob, "Start")
    assert stage.record().status == "playing"


@row("the lobby says what it is", LOBBY)
async def _(stage: Stage) -> None:
    """One page tells what the game is about, how many play, how long it takes and how fast, and leads to the rules."""
    await stage.use(stage.ann, "play", "invisible")
    board = stage.board()
    assert board.pictured
    for part in (
        "One of you is hiding somewhere in town.",
        "2–4 players, about 45 minutes",
        "1. Ann (host)",
        "Pace: live",
    ):
        assert part in board.text
    assert stage.record().commitment not in board.text
    assert board.labels == ["Join", "🤖 Add a computer", "⏱ Pace: live", "❔ How to play", "Options", "Start"]
    shown, read = [page.text for page in stage.pages()], set(stage.seen_by(stage.bob))
    await stage.press(stage.bob, "❔ How to play")
    assert any("🎓" in text and "Invisible Man" in text for text in set(stage.seen_by(stage.bob)) - read)
    assert [page.text for page in stage.pages()] == shown, "nobody else is taught"


@row("the pace is chosen and kept", LOBBY)
async def _(stage: Stage) -> None:
    """Each press of Pace chooses the next; the chat keeps it, and the game that begins has it."""
    await stage.seat(stage.ann, stage.bob)
    lines = []
    for _ in range(5):
        await stage.press(stage.ann, "⏱ Pace")
        lines += [line for line in stage.board().text.splitlines() if "Pace" in line]
    assert lines == [
        "⏱ Pace: same day, 1 hour per turn",
        "⏱ Pace: by post, 1 day per turn",
        "⏱ Pace: no clock, take as long as you like",
        "⏱ Pace: live, 5 minutes per turn",
        "⏱ Pace: same day, 1 hour per turn",
    ]
    await stage.press(stage.ann, "Start")
    assert stage.record().clock == 3_600
    await _stop(stage)
    await stage.restart()
    await stage.use(stage.ann, "play")
    assert "⏱ Pace: same day" in stage.board().labels


@row("the seal is told to who asks", LOBBY)
async def _(stage: Stage) -> None:
    """Fair? says what the seal is for, and shows the whole of it to the presser alone."""
    await stage.seat(stage.ann)
    answer = await stage.press(stage.ann, "🔒 Fair?")
    assert stage.record().commitment in answer
    assert "/verify" in answer


@row("another game is played here", LOBBY)
async def _(stage: Stage) -> None:
    """Who asks for one game while another runs is told what runs, and how it ends; its board comes down to them."""
    await stage.begin(stage.ann, stage.bob)
    board = stage.board()
    answer = await stage.use(stage.bob, "play", "animal")
    assert answer is not None
    assert answer.text == "Court Hats is being played here. /stop ends it."
    assert stage.board().message is not board.message
    assert stage.record().game == "court_hats"


@row("host closes the lobby", LOBBY)
async def _(stage: Stage) -> None:
    """Its board stays without buttons, and what one still sees of them does nothing (survive-36)."""
    await stage.seat(stage.ann)
    board = stage.board()
    await stage.press(stage.ann, "Close the table")
    assert board.keys == ()
    assert "The table has been closed." in board.text
    assert stage.boards() == []


@row("a press told twice", LOBBY)
async def _(stage: Stage) -> None:
    """What the platform tells again is done once, also where it would do something again (survive-14, -38)."""
    await stage.seat(stage.ann, stage.bob)
    await stage.deliver_twice()
    await stage.press(stage.ann, "Who goes first?")
    await stage.press(stage.cleo, "Join")
    await stage.use(stage.dan, "board")
    assert "First player: Ann" in stage.board().text
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
    await stage.press(stage.ann, "I’m the youngest")
    await stage.press(stage.ann, "Start")
    await stage.press(stage.ann, "👁1")
    assert stage.moves() == 2
    assert stage.mover() == stage.ann
