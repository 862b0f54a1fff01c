"""Rows about what only one person may know."""

from __future__ import annotations

import re

from tests.conformance.rows import Row, row
from tests.conformance.stage import Guest, Stage

SECRETS: list[Row] = []
PEEKED = re.compile(r"^Hat (\d): .+", re.MULTILINE)
WHISPER = 60.0
"""Seconds for which a secret lies there where the chat has chosen nothing else."""


def _peeks(texts: list[str]) -> list[str]:
    """Find what was peeked at: `Hat 1: ...`."""
    return [found[0] for text in texts for found in PEEKED.finditer(text)]


def _only_one_knows(stage: Stage, who: Guest) -> bool:
    return not any(_peeks(stage.seen_by(other)) for other in stage.guests() if other != who)


@row("peek whispers to one only", SECRETS)
async def _(stage: Stage) -> None:
    """It comes by private message, to nobody else, and is taken away after a minute."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁1")
    (peek,) = _peeks(stage.private(stage.ann))
    assert peek.startswith("Hat 1: ")
    assert _only_one_knows(stage, stage.ann)
    await stage.pass_time(WHISPER)
    assert _peeks(stage.private(stage.ann)) == []


@row("blocked whisper", SECRETS)
async def _(stage: Stage) -> None:
    """The secret of who takes no private messages is in their answers alone, and nobody waits (survive-57, -59)."""
    await stage.begin(stage.ann, stage.bob)
    stage.shut(stage.ann)
    await stage.press(stage.ann, "👁1")
    assert "Ann, I cannot write to you privately." in stage.board().text
    await stage.press(stage.bob, "👁2")
    for _ in range(2):
        assert len(_peeks([await stage.press(stage.ann, "My secret")])) == 1
    assert not any(_peeks([page.text]) for page in stage.pages())
    assert not any(peek.startswith("Hat 1") for who in (stage.bob, stage.cleo) for peek in _peeks(stage.seen_by(who)))
    await stage.pass_time(WHISPER)
    assert await stage.press(stage.ann, "My secret") == "There is nothing only you may see just now."
    assert "cannot write to you" not in stage.board().text


@row("secret again", SECRETS)
async def _(stage: Stage) -> None:
    """While its time runs it is shown again, by the button and by the command; then it is gone (survive-65)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁1")
    (peek,) = _peeks(stage.private(stage.ann))
    assert peek in await stage.press(stage.ann, "My secret")
    shown = await stage.use(stage.ann, "hand")
    assert shown is not None
    assert peek in shown.text
    assert shown.pictured
    assert _only_one_knows(stage, stage.ann)
    await stage.pass_time(WHISPER)
    gone = await stage.use(stage.ann, "hand")
    assert gone is not None
    assert gone.text == "There is nothing only you may see just now."


@row("no secret for others", SECRETS)
async def _(stage: Stage) -> None:
    """Who asks gets what is theirs and nothing else (survive-64)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁1")
    mine = await stage.use(stage.bob, "hand")
    assert mine is not None
    assert mine.text == "There is nothing only you may see just now."
    refused = await stage.use(stage.cleo, "hand")
    assert refused is not None
    assert refused.text == "You don't sit at this table."


@row("a held hand is shown to its holder", SECRETS)
async def _(stage: Stage) -> None:
    """In The Invisible Man a hand can be asked for whenever one likes, and outlives a restart."""
    await stage.begin(stage.ann, stage.bob, game="invisible")
    first = [await _hand(stage, who) for who in (stage.ann, stage.bob)]
    assert first[0] != first[1]
    await stage.restart()
    assert [await _hand(stage, who) for who in (stage.ann, stage.bob)] == first
    for who, other in ((stage.ann, stage.bob), (stage.bob, stage.ann)):
        own = first[0] if who == stage.ann else first[1]
        assert not any(own in text for text in (*stage.seen_by(other), *stage.seen_by(stage.cleo)))


async def _hand(stage: Stage, who: Guest) -> str:
    shown = await stage.use(who, "hand")
    assert shown is not None
    return shown.text
