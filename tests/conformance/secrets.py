"""Rows about what only one person may know."""

from __future__ import annotations

import re

from bot.games.vanished_animal.rules.moves import ANIMALS
from bot.games.vanished_animal.text import SIGNS
from tests.conformance.rows import Row, row
from tests.conformance.stage import Guest, Stage

SECRETS: list[Row] = []
PEEKED = re.compile(r"^(?:Hat|Move \d+: you (?:peeked at|looked into) hat) (\d)(?::|\. You saw:) .+", re.MULTILINE)
"""Before moves were named in it, `Hat 1: ...`: such messages may lie there still."""
BOX = re.compile(r"^In the box: (?:\W+ )?(\w+)\. Don’t tell anyone", re.MULTILINE)
NOTHING = "There’s nothing secret for you to see right now."
WHISPER = 60.0
"""Seconds for which a secret lies there where the chat has chosen nothing else."""


def _peeks(texts: list[str]) -> list[str]:
    """Find what was peeked at: `Move 1: you peeked at hat 1. You saw: ...`."""
    return [found[0] for text in texts for found in PEEKED.finditer(text)]


def _only_one_knows(stage: Stage, who: Guest) -> bool:
    return not any(_peeks(stage.seen_by(other)) for other in stage.guests() if other != who)


@row("peek whispers to one only", SECRETS)
async def _(stage: Stage) -> None:
    """To who wants messages it comes by private message, to nobody else, and is taken away after a minute."""
    await stage.begin(stage.ann, stage.bob)
    await stage.choose_secrets(stage.ann, "message")
    told = await stage.press(stage.ann, "👁1")
    assert not _peeks([told])
    (peek,) = _peeks(stage.private(stage.ann))
    assert "you peeked at hat 1. You saw: " in peek
    assert _only_one_knows(stage, stage.ann)
    await stage.pass_time(WHISPER)
    assert _peeks(stage.private(stage.ann)) == []


@row("peek in place", SECRETS)
async def _(stage: Stage) -> None:
    """To who wants it the answer to the press shows it: one press, no other chat, and nobody else sees it."""
    await stage.begin(stage.ann, stage.bob)
    await stage.choose_secrets(stage.ann, "here")
    told = await stage.press(stage.ann, "👁1")
    assert len(_peeks([told])) == 1
    assert _peeks(stage.private(stage.ann)) == []
    assert _only_one_knows(stage, stage.ann)
    await stage.restart()
    assert _peeks(stage.private(stage.ann)) == [], "it was shown: no message brings it once more"
    assert len(_peeks([await stage.press(stage.ann, "My secret")])) == 1
    await stage.pass_time(WHISPER)
    assert await stage.press(stage.ann, "My secret") == NOTHING


@row("how secrets come is kept", SECRETS)
async def _(stage: Stage) -> None:
    """It is one's own choice, at all tables, until one chooses again."""
    await stage.begin(stage.ann, stage.bob)
    for who in (stage.ann, stage.bob):
        await stage.choose_secrets(who, "here")
    await stage.choose_secrets(stage.bob, "message")
    await stage.restart()
    assert _peeks([await stage.press(stage.ann, "👁1")])
    assert not _peeks([await stage.press(stage.bob, "👁2")])
    assert _peeks(stage.private(stage.bob))
    assert not _peeks(stage.private(stage.ann))


@row("unread secret", SECRETS)
async def _(stage: Stage) -> None:
    """One that nobody read before its message went can still be asked for, until its seat moves again; once."""
    await stage.begin(stage.ann, stage.bob)
    for who in (stage.ann, stage.bob):
        await stage.choose_secrets(who, "message")
    await stage.press(stage.ann, "👁1")
    await stage.pass_time(WHISPER)
    await stage.restart()
    await stage.press(stage.bob, "👁2")
    assert _peeks([await stage.press(stage.ann, "My secret")])
    await stage.pass_time(WHISPER)
    assert await stage.press(stage.ann, "My secret") == NOTHING
    await stage.press(stage.ann, "👁3")
    assert await stage.press(stage.bob, "⇄1")
    await stage.press(stage.bob, "⇄2")
    assert await stage.press(stage.bob, "My secret") == NOTHING, "this was another turn"


@row("secrets go with the game", SECRETS)
async def _(stage: Stage) -> None:
    """What lies in private chats when a game ends is taken away, and can be asked for no more."""
    await stage.begin(stage.ann, stage.bob)
    await stage.choose_secrets(stage.ann, "message")
    await stage.press(stage.ann, "👁1")
    assert _peeks(stage.private(stage.ann))
    asked = await stage.use(stage.ann, "stop")
    await stage.press(stage.ann, "Yes, end the game", asked)
    assert _peeks(stage.private(stage.ann)) == []
    await stage.restart()
    shown = await stage.use(stage.ann, "hand")
    assert shown is None or not _peeks([shown.text])
    assert _peeks(stage.private(stage.ann)) == []


@row("secrets go with the round", SECRETS)
async def _(stage: Stage) -> None:
    """In the Vanished Animal: what is in the box all have seen, so nobody is told to tell nobody."""
    people = (stage.ann, stage.bob, stage.cleo)
    await stage.begin(*people, game="animal")
    box = stage.table().state.box.animal
    first, wrong = stage.mover(), next(animal for animal in ANIMALS if animal != box)
    told = await _name(stage, wrong)
    assert _boxes([told, *stage.private(first)]) == [box]
    assert _boxes([await stage.press(first, "My secret")]) == [box]
    await _name(stage, box)
    for who in people:
        assert not _boxes(stage.private(who))
        assert await stage.press(who, "My secret") == NOTHING


async def _name(stage: Stage, animal: str) -> str:
    """Name an animal as whoever is to move; return the answer."""
    who = stage.mover()
    await stage.press(who, SIGNS[animal])
    return await stage.press(who, "✔")


def _boxes(texts: list[str]) -> list[str]:
    """Find what somebody alone has seen in the box."""
    return [found[1] for text in texts for found in BOX.finditer(text)]


@row("blocked whisper", SECRETS)
async def _(stage: Stage) -> None:
    """The secret of who takes no private messages is in their answers alone, and nobody waits (survive-57, -59)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.choose_secrets(stage.ann, "message")
    stage.shut(stage.ann)
    before = stage.board().text
    await stage.press(stage.ann, "👁1")
    (asked,) = [line for line in stage.board().text.splitlines() if "Ann" in line and "My secret" in line]
    assert asked not in before
    await stage.press(stage.bob, "👁2")
    for _ in range(2):
        assert len(_peeks([await stage.press(stage.ann, "My secret")])) == 1
    assert not any(_peeks([page.text]) for page in stage.pages())
    assert not any("hat 1 " in peek for who in (stage.bob, stage.cleo) for peek in _peeks(stage.seen_by(who)))
    await stage.pass_time(WHISPER)
    assert await stage.press(stage.ann, "My secret") == NOTHING
    assert asked not in stage.board().text


@row("the private conversation has the platform’s name", SECRETS)
async def _(stage: Stage) -> None:
    """It is a private chat in one, direct messages in the other; nobody is sent to what they cannot find (words.md)."""
    page = await stage.use(stage.bob, "help")
    assert page is not None
    told = [page.text]
    await stage.begin(stage.ann, stage.bob)
    await stage.choose_secrets(stage.ann, "message")
    stage.shut(stage.ann)
    await stage.press(stage.ann, "👁1")
    told.append(stage.board().text)
    chat = [text for text in told if re.search(r"our (?:private )?chat|your chat with|chat with me|Start", text)]
    direct = [text for text in told if "direct message" in text]
    named, other = (chat, direct) if stage.platform == "telegram" else (direct, chat)
    assert (named, other) == (told, [])


@row("secret again", SECRETS)
async def _(stage: Stage) -> None:
    """While its time runs it is shown again, by the button and by the command; then it is gone (survive-65)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁1")
    (peek,) = _peeks([await stage.press(stage.ann, "My secret")])
    shown = await stage.use(stage.ann, "hand")
    assert shown is not None
    assert peek.split()[-1] in shown.text
    assert shown.pictured
    assert _only_one_knows(stage, stage.ann)
    await stage.pass_time(WHISPER)
    gone = await stage.use(stage.ann, "hand")
    assert gone is not None
    assert gone.text == NOTHING


@row("no secret for others", SECRETS)
async def _(stage: Stage) -> None:
    """Who asks gets what is theirs and nothing else (survive-64)."""
    await stage.begin(stage.ann, stage.bob)
    await stage.press(stage.ann, "👁1")
    mine = await stage.use(stage.bob, "hand")
    assert mine is not None
    assert mine.text == "There’s nothing secret for you to see right now."
    refused = await stage.use(stage.cleo, "hand")
    assert refused is not None
    assert refused.text == "You’re not at this table."


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
