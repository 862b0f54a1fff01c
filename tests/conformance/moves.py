"""Rows about a running game: whose press counts, halves of a choice, restarts, clocks."""

from __future__ import annotations

from tests.conformance.rows import Row, row
from tests.conformance.stage import Stage

MOVES: list[Row] = []
MOVED_ON = "The game has moved on. Use the latest board."
MINUTE, DAY = 60.0, 86_400.0
"""The clock of a chat that has chosen none."""


@row("swap in two presses", MOVES)
async def _(stage: Stage) -> None:
    """The first half is shown to the presser alone and moves nothing (H7)."""
    await stage.begin(stage.ann, stage.bob)
    assert (await stage.press(stage.ann, "⇄1")).startswith("Hat 1 is selected.")
    assert stage.moves() == 0
    await stage.press(stage.ann, "⇄2")
    assert stage.moves() == 1
    assert stage.mover() == stage.bob


@row("half remembered over a restart", MOVES)
async def _(stage: Stage) -> None:
    """What was chosen by half is still chosen afterwards, whatever others pressed (survive-2)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "⇄1")
    await stage.press(stage.bob, "⇄3")
    await stage.restart()
    await stage.press(stage.ann, "⇄2")
    assert stage.moves() == 1


@row("stale press", MOVES)
async def _(stage: Stage) -> None:
    """A button of a turn that has gone by is refused, by whomever it is pressed (survive-29)."""
    await stage.begin(stage.ann, stage.bob)
    old = stage.see("👁1")
    await stage.press(stage.ann, "👁2")
    for who in (stage.ann, stage.bob):
        assert await stage.press_again(who, old) == MOVED_ON
    assert stage.moves() == 1


@row("double press", MOVES)
async def _(stage: Stage) -> None:
    """One button pressed ten times at once moves once (survive-31)."""
    await stage.begin(stage.ann, stage.bob)
    peek = stage.see("👁1")
    answers = await stage.press_at_once([(stage.ann, peek)] * 10)
    assert answers.count(MOVED_ON) == 9
    assert stage.moves() == 1


@row("two at once", MOVES)
async def _(stage: Stage) -> None:
    """Two people press at the same moment: both are answered, and one acts (survive-27)."""
    await stage.begin(stage.ann, stage.bob)
    answers = await stage.press_at_once([(stage.bob, stage.see("👁1")), (stage.ann, stage.see("👁2"))])
    assert answers[0] in ("It’s Ann’s turn.", MOVED_ON)
    assert answers[1] not in ("It’s Ann’s turn.", MOVED_ON)
    assert stage.moves() == 1


@row("press out of turn", MOVES)
async def _(stage: Stage) -> None:
    """Who is not to move is told whose turn it is."""
    await stage.begin(stage.ann, stage.bob)
    assert await stage.press(stage.bob, "👁1") == "It’s Ann’s turn."
    assert stage.moves() == 0


@row("press by an onlooker", MOVES)
async def _(stage: Stage) -> None:
    """Who does not sit there moves nothing and sees no secret."""
    await stage.begin(stage.ann, stage.bob)
    for label in ("👁1", "My secret"):
        assert await stage.press(stage.cleo, label) == "You’re not at this table."
    assert stage.moves() == 0


@row("restart in the middle of a game", MOVES)
async def _(stage: Stage) -> None:
    """The game goes on by the buttons of before (survive-1, -2, -18)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁1")
    board = stage.board()
    await stage.restart()
    await stage.press(stage.bob, "👁2", board)
    assert stage.moves() == 2
    assert stage.mover() == stage.ann


@row("the clock runs out", MOVES)
async def _(stage: Stage) -> None:
    """At half time there is a reminder, at the end the computer plays that turn, and the seat stays (survive-49)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.pass_time(3 * MINUTE)
    assert any("Ann, it’s your turn. Time left: 2 minutes." in page.text for page in stage.pages())
    await stage.pass_time(2 * MINUTE)
    assert stage.moves() == 1
    assert stage.mover() == stage.bob
    assert stage.seated() == ["Ann", "Bob"]


@row("reminders go with their turn", MOVES)
async def _(stage: Stage) -> None:
    """The board says until when; the reminders in the chat and by message are gone once the move is made."""
    await stage.begin(stage.ann, stage.bob)
    await stage.choose_secrets(stage.ann, "message")
    assert " · until " in stage.board().text
    await stage.pass_time(3 * MINUTE)
    assert any("it’s your turn" in page.text for page in stage.pages())
    assert any("It’s your turn" in text for text in stage.private(stage.ann))
    await stage.restart()
    await stage.press(stage.ann, "👁1")
    assert not any("it’s your turn" in page.text for page in stage.pages())
    assert not any("It’s your turn" in text for text in stage.private(stage.ann))
    assert stage.mover() == stage.bob


@row("away and back", MOVES)
async def _(stage: Stage) -> None:
    """After two turns missed in a row the computer plays on, until the seat is taken back."""
    await stage.begin(stage.ann, stage.bob)
    for _ in range(2):
        await stage.pass_time(DAY)
        await stage.press(stage.bob, "👁1")
    assert "Ann is away, so the computer is playing." in stage.board().text
    await stage.press(stage.ann, "I’m back")
    await stage.press(stage.bob, "👁2")
    assert stage.mover() == stage.ann


@row("vote not to wait", MOVES)
async def _(stage: Stage) -> None:
    """Without a clock the others pass who is long in coming: a majority of them, each once (survive-50, -51)."""
    page = await stage.use(stage.ann, "settings")
    assert page is not None
    while "Time per turn: unlimited" not in page.labels:
        await stage.press(stage.ann, "Time per turn", page)
    await stage.begin(stage.ann, stage.bob, stage.cleo, stage.dan)
    assert "Don’t wait for Ann" not in stage.board().labels
    await stage.pass_time(2 * 60.0)
    for _ in range(2):
        await stage.press(stage.bob, "Don’t wait for Ann")
    await stage.restart()
    assert "Ann is keeping you waiting. Votes to let the computer play: 1 of 3." in stage.board().text
    assert stage.moves() == 0
    await stage.press(stage.cleo, "Don’t wait for Ann")
    assert stage.moves() == 1
    assert stage.mover() == stage.bob


@row("pause and go on", MOVES)
async def _(stage: Stage) -> None:
    """A game that rests takes no move and no time, and outlives weeks; only who may rule the table lets it rest."""
    await stage.begin(stage.bob, stage.cleo)
    refused = await stage.use(stage.cleo, "pause")
    assert refused is not None
    assert refused.text == "Only the host or an administrator can do that."
    await stage.use(stage.bob, "pause")
    assert "Paused" in stage.board().text
    await stage.pass_time(7 * DAY)
    assert stage.moves() == 0
    await stage.press(stage.bob, "▶ Resume")
    await stage.press(stage.bob, "👁1")
    assert stage.moves() == 1


@row("what now", MOVES)
async def _(stage: Stage) -> None:
    """Each is advised by their part."""
    await stage.begin(stage.ann, stage.bob)
    answers = [await stage.press(who, "What now?") for who in (stage.ann, stage.bob, stage.cleo)]
    begins = [text.split(":")[0].split(".")[0] for text in answers]
    assert begins == ["A pair is worth a point, and a wrong hat costs one", "The most points wins", "You’re watching"]


@row("names of places", MOVES)
async def _(stage: Stage) -> None:
    """Whoever wants to may have the names of the places on the map, whole, in answers that nobody else sees."""
    await stage.begin(stage.ann, stage.bob, game="invisible")
    for who in (stage.ann, stage.cleo):
        answers = "".join([await stage.press(who, "🗺 Places") for _ in range(3)])
        assert all(
            name in answers for name in ("City Library", "Observatory", "Barber’s", "Fire Station", "Upper Pier")
        )
    assert stage.moves() == 0
