"""Rows that play a game of each kind to its end."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.conformance.rows import Row, row
from tests.conformance.stage import Seen, Stage
from tests.helpers.party import AFTER_THE_END

GAMES: list[Row] = []
Choose = Callable[[Stage, random.Random], Seen]
MOST = 400
"""Presses after which something must be wrong."""


@row("a whole Court Hats", GAMES)
async def _(stage: Stage) -> None:
    """Two people who see under the hats open what fits until nothing is left."""
    await stage.begin(stage.ann, stage.bob)
    await _play(stage, fitting)


@row("a whole Vanished Animal", GAMES)
async def _(stage: Stage) -> None:
    """Two people press whatever ends it soonest."""
    await stage.begin(stage.ann, stage.bob, game="animal")
    await _play(stage, anything)


@row("a whole Invisible Man", GAMES)
async def _(stage: Stage) -> None:
    """Two people press whatever ends it soonest."""
    await stage.begin(stage.ann, stage.bob, game="invisible")
    await _play(stage, anything)


async def play_on(stage: Stage, choose: Choose, most: int = MOST, seed: str = "") -> None:
    """Press as whoever is to move until the game is over, or for so many presses."""
    table, rng = stage.table(), random.Random(stage.record().game + seed)
    for _ in range(most):
        if table.record.status != "playing":
            break
        await stage.press_key(stage.mover(), choose(stage, rng))
        stage.clock.advance(2.0)  # nobody is asked to slow down


async def _play(stage: Stage, choose: Choose) -> None:
    """Play to the end, then look at it and check the deal."""
    table = stage.table()
    await play_on(stage, choose)
    assert table.record.status == "ended"
    assert stage.board().labels == AFTER_THE_END
    verdict = await stage.use(stage.ann, "verify")
    assert verdict is not None
    assert "checks out" in verdict.text
    assert table.record.seed in verdict.whole
    standings = await stage.use(stage.cleo, "top")
    assert standings is not None
    assert all(name in standings.text for name in ("Ann", "Bob"))
    assert "Cleo" not in standings.text


def fitting(stage: Stage, _: random.Random) -> Seen:
    """Open a hat that fits or is magic; else swap one to where it fits; else open the first."""
    row, banned = stage.table().state.row, stage.table().view(None).banned_swap
    slots = [(number, slot) for number, slot in enumerate(row) if slot is not None]
    for number, slot in slots:
        if slot.hat in (slot.character, "magic"):
            return stage.see(f"🎩{number + 1}")
    half = stage.record().pending_choice
    for a, one in slots:
        for b, other in slots:
            if one.hat == other.character and tuple(sorted((a, b))) != banned:
                return stage.see(f"⇄{(a if half is None else b) + 1}")
    return stage.see(f"🎩{slots[0][0] + 1}")


def anything(stage: Stage, rng: random.Random) -> Seen:
    """Press any move on the board, rather one that brings the end nearer than one that looks or takes its time."""
    board = stage.board()
    moves = [key for key in board.keys if key.decision == str(stage.record().decision)]
    fleeing, in_town = "run!" in board.text, any(key.label.isdecimal() for key in moves)
    chosen = (
        [key for key in moves if "Done" in key.label]
        or [key for key in moves if in_town and key.label.isdecimal() is not fleeing]
        or [key for key in moves if "👁" not in key.label]
        or moves
    )
    return Seen(board, rng.choice(chosen))


CHOOSERS: dict[str, Choose] = {"hats": fitting, "animal": anything, "invisible": anything}
"""How each game is brought to its end soon, by the word that opens it."""
