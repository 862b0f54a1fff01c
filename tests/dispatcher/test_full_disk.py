"""T9: a disk that is full. Whoever wants something is told in plain words, nothing is lost, and it passes by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

from tests.helpers.clock import MovingClock
from tests.helpers.logs import named
from tests.helpers.party import Party, eventually, party_at
from tests.helpers.power import Disk, disk_of
from tests.setup.test_health import probe

NOT_SAVED = "I can’t save anything right now"


@pytest.fixture
def disk(database: Path) -> Iterator[Disk]:
    """Return the disk on which the database is."""
    with disk_of(database.parent) as made:
        yield made


@pytest.fixture
async def party(database: Path, disk: Disk, clock: MovingClock) -> AsyncIterator[Party]:
    async with party_at(database, clock, pictures="blank") as together:
        yield together


async def test_t9_play_is_answered(party: Party, disk: Disk) -> None:
    with disk.full():
        party.world.say(party.ann, party.group, "/play")
        await eventually(lambda: any(NOT_SAVED in (m.text or "") for m in party.messages()))
    await party.say(party.ann, "/play")
    assert party.board()


async def test_t9_a_press_is_answered_and_counts_later(party: Party, disk: Disk) -> None:
    await party.begin(party.ann, party.bob)
    board, token = party.board(), party.token(party.board(), "👁1")
    with disk.full():
        toast = await party.send(party.ann, board, token)
        assert NOT_SAVED in str(toast)
        assert party.table_record().moves == 0
    await party.send(party.ann, board, token)
    assert party.table_record().moves == 1


async def test_t9_a_link_is_answered(party: Party, disk: Disk) -> None:
    with disk.full():
        party.world.start(party.dan, "nothing")
        await eventually(lambda: any(NOT_SAVED in (m.text or "") for m in party.private(party.dan)))


async def test_t9_health_says_so(party: Party, disk: Disk) -> None:
    """As soon as anything could not be written; where nobody wants to write it is tried once a minute."""
    async with probe(party.service) as asked:
        assert await asked.ask() == 200
        with disk.full():
            party.world.say(party.ann, party.group, "/play")
            await eventually(lambda: any(NOT_SAVED in (m.text or "") for m in party.messages()))
            assert await asked.ask() == 503
            assert asked.answer["database"] == "broken"
        assert await asked.ask() == 200


async def test_t9_a_computer_moves_when_there_is_room(party: Party, disk: Disk, logged: list[EventDict]) -> None:
    chat = party.world.private(party.ann)
    await party.say(party.ann, "/play hats", chat)
    await party.press(party.ann, "I’m the youngest", party.board(chat))
    await party.press(party.ann, "Start", party.board(chat))
    table = party.table(chat)
    board, token = party.table_board(chat), party.token(party.table_board(chat), "👁1")
    think, thinking, go = party.manager.computers._think, asyncio.Event(), asyncio.Event()

    async def slowly(*asked: Any) -> Any:
        thinking.set()
        await go.wait()
        return await think(*asked)

    party.manager.computers._think = slowly
    await party.send(party.ann, board, token)
    await asyncio.wait_for(thinking.wait(), 60)
    with disk.full():
        go.set()
        await eventually(lambda: "not_saved" in named(logged))
        assert table.record.moves == 1
    await eventually(lambda: table.record.moves == 2)


@pytest.mark.parametrize("step", ["sendPhoto", "editMessageMedia"])
async def test_t9_a_secret_that_was_sent_is_noted_when_there_is_room(
    party: Party, disk: Disk, logged: list[EventDict], step: str
) -> None:
    """Neither sent again, as what is not noted would be, nor left lying: when it is covered, and when it shows."""
    await party.begin(party.ann, party.bob)
    there = len(party.private(party.ann))
    sends = party.api.faults.stall(method=step, chat=party.ann.id)
    await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))
    await eventually(lambda: sends.stalled)
    await eventually(lambda: not party.service.manager.boards.publisher.busy)  # whose notes wait as well
    with disk.full():
        sends.release()
        await eventually(lambda: "note_waits" in named(logged))
    await party.settle()
    assert len([each for each in party.private(party.ann) if each.spoiler]) == 1
    assert len(party.private(party.ann)) == there + 1, "a cover lies there as well"
    await party.pass_time(60)
    assert not [each for each in party.private(party.ann) if each.spoiler]
