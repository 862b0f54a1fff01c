"""Tables, their histories and the messages that show them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from storage.errors import StaleVersion
from storage.ids import MessageId, Place
from storage.rows import BoardRow, Change, LiveTable
from storage.store import Store
from tests.storage.samples import ANN, BOB, HERE, THERE, action, change, lobby, look, next_version


async def ended(store: Store, table: str, at: float, *, state: bytes | None = b"{}", **more: object) -> None:
    """Write a game that has ended."""
    row = lobby(table)
    await store.commit(Change(row, at, sitting=(ANN,)))
    await store.commit(Change(next_version(row, status="ended", state=state, finished=at, **more), at))


async def test_nothing_is_found_where_nothing_is(store: Store) -> None:
    assert await store.table("t1") is None
    assert await store.live_at(HERE) is None
    assert await store.last_finished(HERE) is None
    assert await store.secret(1) is None
    assert await store.person(ANN) is None
    assert await store.invite("p") is None
    assert await store.next_deadline() is None
    assert list(await store.live_tables()) == []
    assert list(await store.actions("t1")) == []
    assert list(await store.secrets()) == []


async def test_live_tables_come_in_the_order_they_were_opened(store: Store) -> None:
    await store.commit(Change(lobby("late", THERE, opened=9.0), 9.0))
    await store.commit(Change(lobby("early", HERE, opened=1.0), 9.0))
    assert await store.live_tables() == ["early", "late"]


async def test_live_tables_are_told_place_by_place(store: Store) -> None:
    """A few at a time, those that have ended not at all, and one that cannot be read as such."""
    places = [Place("discord", "7"), Place("telegram", "-10"), Place("telegram", "-10", "3"), Place("telegram", "-9")]
    await ended(store, "old", 10.0)
    records = [b'{"game": "hats"}', b'{"game": "hats", "paused": true}', b"{broken", b'{"game": null}']
    for number, (place, record) in enumerate(zip(places, records, strict=True)):
        await store.commit(Change(msgspec.structs.replace(lobby(f"t{9 - number}", place), record=record), 1.0))
    told: list[LiveTable] = []
    while more := await store.live_by_place(told[-1].place if told else None, 3):
        assert len(more) <= 3
        told += more
    assert [each.place for each in told] == places
    assert [(each.status, each.game, each.paused) for each in told] == [
        ("lobby", "hats", False),
        ("lobby", "hats", True),
        ("lobby", None, False),
        ("lobby", None, False),
    ]


async def test_what_ended_lately_may_still_have_its_end_to_show(store: Store) -> None:
    """survive-2: a game whose last move was committed before a kill is no longer live."""
    for table, at in (("old", 10.0), ("new", 30.0), ("newer", 40.0)):
        await ended(store, table, at)
    await store.commit(Change(lobby("live"), 50.0))
    assert await store.ended_since(20.0) == ["new", "newer"]


async def test_the_last_game_of_a_place_is_the_one_that_ended_last(store: Store) -> None:
    await ended(store, "second", 20.0)
    await ended(store, "first", 10.0)
    await ended(store, "a lobby given up", 30.0, state=None)
    assert await store.last_finished(HERE) == "second"
    assert await store.last_finished(THERE) is None


async def test_tables_of_a_person_live_or_all(store: Store) -> None:
    await ended(store, "old", 10.0)
    await store.commit(Change(lobby("new"), 20.0, sitting=(ANN, BOB)))
    assert await store.tables_of(ANN, live=True) == ["new"]
    assert await store.tables_of(ANN, live=False) == ["new", "old"]  # both were opened at 100
    assert await store.tables_of(BOB, live=False) == ["new"]


async def test_a_history_is_read_in_order_from_anywhere(store: Store) -> None:
    row = lobby()
    for number in range(12):
        await store.commit(Change(row, 1.0, action=action(number, None if number == 0 else number % 2)))
        row = next_version(row)
    everything = await store.actions("t1")
    assert [each.number for each in everything] == list(range(12))
    assert everything[0].seat is None
    assert [each.number for each in await store.actions("t1", 8)] == [9, 10, 11]
    assert await store.actions("t1", 11) == []


async def test_the_board_is_noted_and_found_again(store: Store) -> None:
    await store.commit(Change(lobby(), 1.0))
    assert await store.board("t1") == BoardRow("t1")
    for board in (
        BoardRow("t1", MessageId("7"), 3, 2, 1, (MessageId("4"), MessageId("5"))),
        BoardRow("t1", None, 4, 3, 2),
    ):
        await store.save_board(board)
        assert await store.board("t1") == board


async def test_the_board_of_a_table_that_is_gone_is_not_kept(store: Store, database: Path | str) -> None:
    """A board publisher's call may end after the table was deleted."""
    await store.save_board(BoardRow("gone", MessageId("7"), 3, 2, 1))
    assert look(database, "SELECT count(*) FROM boards") == [(0,)]


async def test_a_finished_record_can_be_rewritten_and_a_running_one_cannot(store: Store) -> None:
    """A person's data is taken out of what is over; what runs changes by its version alone."""
    await ended(store, "old", 10.0)
    await store.commit(change(lobby("live")))
    await store.rewrite_record("old", b"without", 2)
    for table, version in (("old", 2), ("live", 1), ("gone", 1)):
        with pytest.raises(StaleVersion):
            await store.rewrite_record(table, b"twice, running, gone", version)
    old, live = await store.table("old"), await store.table("live")
    assert old is not None
    assert live is not None
    assert (old.record, old.version, old.finished) == (b"without", 3, 10.0)
    assert (live.record, live.version) == (b"record", 1)


@pytest.mark.parametrize("status", ["lobby", "playing", "ended", "closed"])
async def test_every_status_is_kept(store: Store, status: str) -> None:
    row = lobby()
    await store.commit(Change(row, 1.0))
    later = next_version(row, status=status, state=b"s", finished=None if status in ("lobby", "playing") else 5.0)
    await store.commit(Change(later, 5.0))
    assert await store.table("t1") == later
    assert (await store.live_at(HERE) == "t1") == (status in ("lobby", "playing"))
