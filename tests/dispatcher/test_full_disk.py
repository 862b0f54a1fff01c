"""T9: a disk that is full. Whoever wants something is told in plain words, nothing is lost, and it passes by itself."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, eventually, party_at
from tests.setup.test_health import probe

NOT_SAVED = "I can’t save anything right now"


@pytest.fixture
async def party(database: Path, clock: MovingClock) -> AsyncIterator[Party]:
    async with party_at(database, clock, pictures="blank") as together:
        yield together


@contextlib.asynccontextmanager
async def full_disk(party: Party) -> AsyncIterator[None]:
    """Let SQLite refuse every write, as it does on a disk with no room left; here since it was told to."""
    writer = party.store._db._writer
    await writer.execute("PRAGMA query_only=ON")
    yield
    await writer.execute("PRAGMA query_only=OFF")


async def test_t9_play_is_answered(party: Party) -> None:
    async with full_disk(party):
        party.world.say(party.ann, party.group, "/play")
        await eventually(lambda: any(NOT_SAVED in (m.text or "") for m in party.messages()))
    await party.say(party.ann, "/play")
    assert party.board()


async def test_t9_a_press_is_answered_and_counts_later(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    board, token = party.board(), party.token(party.board(), "👁1")
    async with full_disk(party):
        toast = await party.send(party.ann, board, token)
        assert NOT_SAVED in str(toast)
        assert party.table_record().moves == 0
    await party.send(party.ann, board, token)
    assert party.table_record().moves == 1


async def test_t9_a_link_is_answered(party: Party) -> None:
    async with full_disk(party):
        party.world.start(party.dan, "nothing")
        await eventually(lambda: any(NOT_SAVED in (m.text or "") for m in party.private(party.dan)))


async def test_t9_health_says_so(party: Party) -> None:
    async with probe(party.service) as asked:
        assert await asked.ask() == 200
        async with full_disk(party):
            assert await asked.ask() == 503
            assert asked.answer["database"] == "broken"
        assert await asked.ask() == 200
