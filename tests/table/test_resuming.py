"""A start on a database with so many games that people press before all of them are resumed."""

from __future__ import annotations

import asyncio

import pytest

from bot import service
from bot.table.core.table import Table
from bot.table.running.manager import TableManager
from tests.helpers.party import Party, eventually


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Hold up every table that is resumed until this is set, and give a start no time for them."""
    event, resume = asyncio.Event(), TableManager._resume

    async def held(self: TableManager, table: Table) -> None:
        await event.wait()
        await resume(self, table)

    monkeypatch.setattr(TableManager, "_resume", held)
    monkeypatch.setattr(service, "HEAD_START", 0.0)
    return event


async def started_anew(party: Party) -> asyncio.Task[None]:
    """Start the party's service again; return the task that does, which waits for what is resumed."""
    await party.close()
    starting = asyncio.create_task(party.open())
    before = party.service
    await eventually(lambda: party.service is not before and party.manager.services.store is party.store)
    return starting


async def test_a_press_is_answered_and_shown_before_and_counts_once(party: Party, go_on: asyncio.Event) -> None:
    await party.begin(party.ann, party.bob)
    starting = await started_anew(party)
    board = party.table_board()
    toast = await party.send(party.ann, board, party.token(board, "👁1"))
    assert "You peeked at hat 1" in toast.text
    assert not starting.done()
    go_on.set()
    await starting
    assert party.table_record().moves == 1
    await party.press(party.bob, "👁2")
    assert party.table_record().moves == 2


async def test_a_stop_waits_for_none_of_them(party: Party, go_on: asyncio.Event) -> None:
    await party.begin(party.ann, party.bob)
    starting = await started_anew(party)
    await party.close()
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    go_on.set()
    await party.open()
    await party.press(party.ann, "👁1")
    assert party.table_record().moves == 1


async def test_an_error_ends_the_process(party: Party, go_on: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.begin(party.ann, party.bob)
    starting = await started_anew(party)

    async def broken(table: Table) -> bool:
        raise OSError("no more")

    monkeypatch.setattr(party.manager.boards, "is_behind", broken)
    go_on.set()
    running = party._run
    assert running
    with pytest.raises(OSError, match="no more"):
        await running
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    party._run = None
    await asyncio.to_thread(party.service.close)
    await party.store.close()
    monkeypatch.undo()
    await party.open()
