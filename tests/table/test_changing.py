"""A table is written in one way alone, by one at a time."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import StaleVersion
from bot.messaging import Caller
from bot.table.core.table import Table, TableChange
from bot.table.model import lobby
from bot.table.model.record import decode_record
from storage.ids import Person
from tests.helpers.party import Party

BOT = Path(__file__).resolve().parents[2] / "bot"
WRITERS = {"open", "save", "save_lobby", "save_turn", "close", "restart_clock", "rewrite", "rate", "move"}
READING = {"reread", "seen_by", "end"}


def methods(of: type) -> set[str]:
    return {name for name, member in vars(of).items() if callable(member) and not name.startswith("_")}


def test_a_table_offers_no_other_way_to_write_it() -> None:
    assert methods(TableChange) == WRITERS | READING
    assert not methods(Table) & WRITERS
    for name in ("record", "state", "game", "id"):
        attribute = vars(Table)[name]
        assert isinstance(attribute, property)
        assert attribute.fset is None


def test_nothing_else_writes_what_a_table_is() -> None:
    """The rows of tables are written by `TableChange` alone, whatever else the store is asked for."""
    writing = {
        str(path.relative_to(BOT))
        for path in BOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("commit", "rewrite_record")
    }
    assert writing == {"table/core/table.py"}


async def test_changes_at_the_same_moment_follow_each_other(party: Party) -> None:
    """Each sees what the one before has written: nobody's seat is lost, and no version is written twice."""
    await party.seat(party.ann)
    table: Table = party.table()
    seen: list[int] = []

    async def sit(number: int) -> None:
        async with table.changing() as change:
            before = table.record
            await asyncio.sleep(0.001 * (4 - number))
            assert table.record is before, "somebody else has changed it"
            seen.append(len(before.seats))
            caller = Caller(Person("telegram", before.seats[0].person.id), "x")
            caller = replace(caller, person=replace(caller.person, platform=f"other{number}"))
            await change.save_lobby(lobby.join(before, table.game, caller, f"press {number}"), seen=f"seen {number}")

    await asyncio.gather(*(sit(number) for number in range(3)))
    assert seen == [1, 2, 3]
    assert len(table.record.seats) == 4
    row = await party.store.table(table.id)
    assert row is not None
    assert len(decode_record(row).seats) == 4


async def test_a_change_is_over_when_its_block_is(party: Party) -> None:
    await party.seat(party.ann)
    table: Table = party.table()
    async with table.changing() as change:
        pass
    record = replace(table.record, title="late")
    with pytest.raises(RuntimeError, match="changing"):
        await change.save(record)
    with pytest.raises(RuntimeError, match="changing"):
        await change.rewrite(record)
    assert table.record.title == "Friends"


async def test_a_failed_change_changes_nothing(party: Party) -> None:
    await party.seat(party.ann)
    table: Table = party.table()
    before = table.record
    async with table.changing() as change:
        await change.save(replace(before, revision=before.revision + 1), seen="once")
    kept = table.record
    with pytest.raises(StaleVersion):
        async with table.changing() as change:
            await change.save(replace(kept, title="twice"), seen="once")
    assert table.record is kept
    assert not table.is_changing
