"""`/learn` in Discord: in a server by answers that only the learner sees, in direct messages by a message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from tests.discord.party import DiscordParty, discord_party
from tests.helpers.discord.model import Message
from tests.helpers.discord.people import until


@pytest.fixture
async def party(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordParty]:
    async with discord_party(database, monkeypatch) as together:
        yield together


async def choose(party: DiscordParty, message: Message, end: str) -> None:
    """Press the button whose token ends so, or choose it from a list where there are too many buttons."""
    for each in message.buttons:
        if each.custom_id.endswith(end):
            await party.press(party.ann, each.label, message)
            return
    listed = ((select, value) for select in message.selects for _, value in select.options if value.endswith(end))
    select, value = next(listed)
    await party.ann.select(message, select.custom_id, [value])


def shows(message: Message, text: str) -> bool:
    return text in message.text


async def test_a_lesson_in_a_server_is_seen_by_the_learner_alone(party: DiscordParty) -> None:
    used = await party.slash(party.ann, "learn", game="hats")
    await until(lambda: used.original is not None and used.original.buttons)
    lesson = used.original
    assert lesson.viewer is party.ann
    assert "Court Hats · 1/" in lesson.text
    await party.press(party.ann, "🎩3", lesson)
    await until(lambda: "💡" in lesson.text)
    await choose(party, lesson, ".peek.p2")
    await until(lambda: " · 2/" in lesson.text)
    assert "Hat 3: tiara (princess)." in lesson.text
    assert not party.world.call_log.refused()


async def test_a_table_in_direct_messages_follows(party: DiscordParty) -> None:
    party.channel = party.ann.dm
    used = await party.slash(party.ann, "learn", game="invisible")
    lesson = used.original
    taught = party.service.manager.services.games["invisible_man"].lesson
    assert taught is not None
    for number, step in enumerate(taught.steps[:-1], start=1):
        await until(partial(shows, lesson, f" · {number}/"))
        right = next((str(n) for n, reply in enumerate(step.replies) if reply.right), "")
        code = step.press or (f"={right}" if right else "go")
        await choose(party, lesson, f".{step.id}.{code}")
    await until(lambda: any(each.label.startswith("▶️") for each in lesson.buttons))
    await party.press(party.ann, "▶️ Play against an easy computer", lesson)
    await until(lambda: any(each.label.startswith("❔") for each in party.board().buttons))
    record = party.record()
    assert (record.game, record.status, record.agreed_starter) == ("invisible_man", "playing", 1)
    assert not party.world.call_log.refused()
