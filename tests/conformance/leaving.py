"""Rows about how people go and games end: leaving, removing, stopping, playing again, checking the deal."""

from __future__ import annotations

from tests.conformance.rows import Row, row
from tests.conformance.stage import Guest, Stage
from tests.helpers.party import AFTER_THE_END

LEAVING: list[Row] = []
DAY = 86_400.0


async def _leave(stage: Stage, who: Guest) -> None:
    question = await stage.use(who, "leave")
    assert question is not None
    await stage.press(who, "Leave the game", question)


@row("leave a running game", LEAVING)
async def _(stage: Stage) -> None:
    """It is asked once more; then a computer moves at once for who has left, and the game goes on (survive-46, -56)."""
    await stage.begin(stage.ann, stage.bob, stage.cleo)
    question = await stage.use(stage.ann, "leave")
    assert question is not None
    assert "Ann, leave this game?" in question.text
    await stage.press(stage.ann, "Leave the game", question)
    assert "Ann has left the game." in question.text
    assert stage.seated() == ["Bob", "Cleo"]
    assert stage.moves() == 1
    assert stage.mover() == stage.bob
    assert await stage.press(stage.ann, "👁1") == "You’re not at this table."


@row("stay after all", LEAVING)
async def _(stage: Stage) -> None:
    """The question whether to leave goes away, and nothing has happened."""
    await stage.begin(stage.ann, stage.bob)
    question = await stage.use(stage.ann, "leave")
    assert question is not None
    await stage.press(stage.ann, "Stay", question)
    assert not question.there
    assert stage.seated() == ["Ann", "Bob"]


@row("a newcomer takes a computer’s seat", LEAVING)
async def _(stage: Stage) -> None:
    """Who asks is given it by the host, and by nobody else; the deal stays proven."""
    await stage.begin(stage.ann, stage.bob, stage.cleo)
    await _leave(stage, stage.cleo)
    await stage.press(stage.dan, "🪑 Take a computer’s seat")
    question = next(page for page in stage.pages() if "Dan would like to play." in page.text)
    refused = await stage.press(stage.bob, "Yes, replace", question)
    assert refused == "Only the host or an administrator can do that."
    await stage.press(stage.ann, "Yes, replace", question)
    assert question.text == "Dan is now in the game."
    assert stage.seated() == ["Ann", "Bob", "Dan"]
    await stage.press(stage.ann, "👁1")
    await stage.press(stage.bob, "👁2")
    assert stage.mover() == stage.dan


@row("the last one leaves", LEAVING)
async def _(stage: Stage) -> None:
    """With nobody left the table ends, and the next one can be opened."""
    await stage.begin(stage.ann, stage.bob)
    table = stage.table()
    await _leave(stage, stage.bob)
    assert table.record.status == "playing"
    await _leave(stage, stage.ann)
    assert table.record.status == "closed"
    await stage.use(stage.cleo, "play", "hats")
    assert stage.record().status == "lobby"


@row("host removes a player", LEAVING)
async def _(stage: Stage) -> None:
    """The seat is skipped from then on, and the turn goes on (survive-48, H28)."""
    await stage.begin(stage.bob, stage.cleo, stage.dan)
    await stage.press(stage.bob, "👁1")
    menu = await stage.use(stage.bob, "stop")
    assert menu is not None
    await stage.press(stage.bob, "Remove Cleo", menu)
    assert stage.seated() == ["Bob", "Cleo", "Dan"]
    await stage.press(stage.bob, "Yes, skip the seat", menu)
    assert menu.text == "Cleo was removed from the game."
    assert stage.seated() == ["Bob", "Dan"]
    assert stage.mover() == stage.dan


@row("stop asks once more", LEAVING)
async def _(stage: Stage) -> None:
    """Only who may end a game is asked, may think better of it, and then ends it: nobody wins (survive-53)."""
    await stage.begin(stage.bob, stage.cleo)
    refused = await stage.use(stage.cleo, "stop")
    assert refused is not None
    assert refused.text == "Only the host or an administrator can do that."
    menu = await stage.use(stage.bob, "stop")
    assert menu is not None
    await stage.press(stage.bob, "Never mind", menu)
    assert not menu.there
    assert stage.record().status == "playing"
    menu = await stage.use(stage.bob, "stop")
    assert menu is not None
    await stage.press(stage.bob, "Yes, end the game", menu)
    assert menu.text == "Bob has ended the game."
    assert stage.board().text.startswith("The game was ended early. Nobody wins.")
    assert stage.board().labels == AFTER_THE_END[:2]


@row("rematch", LEAVING)
async def _(stage: Stage) -> None:
    """The same people sit down again, once; an onlooker cannot ask for it."""
    await stage.begin(stage.ann, stage.bob)
    await _stop(stage, stage.ann)
    assert await stage.press(stage.cleo, "Rematch") == "You’re not at this table."
    await stage.press(stage.bob, "Rematch")
    assert stage.seated() == ["Ann", "Bob"]
    assert stage.record().status == "lobby"
    await stage.press(stage.bob, "Start")
    assert stage.record().status == "playing"


@row("rematch asked for by two", LEAVING)
async def _(stage: Stage) -> None:
    """Two who press at the same moment are both answered, and one table is opened."""
    await stage.begin(stage.ann, stage.bob)
    await _stop(stage, stage.ann)
    again = stage.see("Rematch")
    answers = await stage.press_at_once([(stage.ann, again), (stage.bob, again)])
    assert sum("There’s already a table here" in text for text in answers) == 1
    assert len([page for page in stage.boards() if "Join" in page.labels]) == 1


@row("a player leaves the chat", LEAVING)
async def _(stage: Stage) -> None:
    """The computer has the seat at once, or where nobody tells of it as for who is absent; the table goes on."""
    await stage.begin(stage.ann, stage.bob)
    await stage.depart(stage.bob)
    for _ in range(2):
        await stage.press(stage.ann, "👁1")
        if stage.mover() != stage.ann:
            await stage.pass_time(DAY)
    assert stage.moves() == 4
    await stage.press(stage.ann, "👁1")
    assert stage.mover() == stage.ann


@row("verify", LEAVING)
async def _(stage: Stage) -> None:
    """The deal's seal is shown in short; its seed by the command, at the end alone, where all see it checked."""
    await stage.begin(stage.ann, stage.bob)
    record = stage.record()
    seal = f"{record.commitment[:6]}…{record.commitment[-6:]}"
    assert seal in stage.board().whole
    running = await stage.use(stage.bob, "verify", record.id)
    assert running is not None
    assert running.text == "That game is still going. Its seed is shown when it ends."
    await stage.press(stage.ann, "👁1")
    assert not any(record.seed in text for who in stage.guests() for text in stage.seen_by(who))
    await _stop(stage, stage.ann)
    assert seal in stage.board().whole
    fair = await stage.use(stage.bob, "verify")
    assert fair is not None
    assert "checks out: the deal and its 1 move match the seal." in fair.text
    assert record.seed in fair.whole
    assert record.commitment in fair.whole
    assert any(fair.text in text for text in stage.seen_by(stage.cleo))


async def _stop(stage: Stage, who: Guest) -> None:
    menu = await stage.use(who, "stop")
    assert menu is not None
    await stage.press(who, "Yes, end the game", menu)
