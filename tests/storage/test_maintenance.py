"""Updates seen, deadlines, and what is deleted when its time is over."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage.rows import Change, Deadline, Invite
from storage.store import Store
from tests.storage.samples import ANN, BOB, HERE, THERE, change, lobby, look, next_version, secret


async def test_an_update_is_new_once(store: Store) -> None:
    """survive-14: whoever asks second is told that it was seen."""
    assert not await store.has_seen("u")
    assert sorted(await asyncio.gather(*(store.mark_seen("u", 1.0) for _ in range(10)))) == [False] * 9 + [True]
    assert await store.has_seen("u")


async def test_the_nearest_deadline_is_told_and_the_passed_ones_are_due_in_order(store: Store) -> None:
    """survive-9: a deadline that passed while nobody looked is due until it is cleared."""
    late, soon, later = Deadline("lobby", "a", 30.0), Deadline("unwhisper", "1", 10.0), Deadline("lobby", "b", 20.0)
    for deadline in (late, soon, later):
        await store.set_deadline(deadline)
    assert await store.next_deadline() == 10.0
    assert await store.due(20.0) == [soon, later]
    assert await store.due(20.0) == [soon, later]
    await store.clear_deadline(soon)
    assert await store.due(20.0) == [later]
    assert await store.next_deadline() == 20.0


async def test_there_is_one_deadline_of_a_kind_and_key(store: Store) -> None:
    """survive-11: setting it at every start makes no second one."""
    for at in (10.0, 20.0, 15.0):
        await store.set_deadline(Deadline("upkeep", "", at))
    assert await store.due(100.0) == [Deadline("upkeep", "", 15.0)]


async def test_a_deadline_that_was_moved_meanwhile_is_not_cleared(store: Store) -> None:
    served = Deadline("upkeep", "", 10.0)
    await store.set_deadline(served)
    await store.set_deadline(Deadline("upkeep", "", 99.0))
    await store.clear_deadline(served)
    assert await store.next_deadline() == 99.0


async def finish(store: Store, table: str, at: float) -> None:
    """Write a game with everything that hangs on it, ended at a time."""
    row = lobby(table)
    await store.commit(change(row))
    await store.save_invite(Invite(f"to {table}", table, ANN, "press"), at)
    await store.commit(Change(next_version(row, status="ended", state=b"{}", finished=at), at))


async def test_purging_deletes_old_games_with_all_that_hangs_on_them(store: Store, database: Path | str) -> None:
    await finish(store, "old", 10.0)
    await finish(store, "new", 30.0)
    await store.commit(change(lobby("live", HERE, opened=1.0)))
    assert await store.purge(finished_before=20.0, seen_before=0.0) == 1
    assert await store.purge(finished_before=20.0, seen_before=0.0) == 0
    assert sorted(look(database, "SELECT id FROM tables")) == [("live",), ("new",)]
    for name in ("actions", "whispers", "sitting"):
        assert sorted(look(database, f"SELECT DISTINCT table_id FROM {name}")) == [("live",), ("new",)]
    assert look(database, "SELECT table_id FROM invites") == [("new",)]


async def test_purging_forgets_old_updates_and_invitations(store: Store) -> None:
    await store.commit(Change(lobby(), 1.0))
    await store.commit(Change(lobby("t2", THERE), 1.0))
    for at in (10.0, 30.0):
        await store.mark_seen(f"u{at}", at)
    await store.save_invite(Invite("p10", "t1", ANN, "press"), 10.0)
    await store.save_invite(Invite("p30", "t2", ANN, "press"), 30.0)
    await store.purge(finished_before=0.0, seen_before=20.0)
    assert [await store.has_seen("u10.0"), await store.has_seen("u30.0")] == [False, True]
    assert await store.invite("p10") is None
    assert await store.invite("p30") is not None


async def test_a_lobby_or_running_game_is_never_purged(store: Store) -> None:
    await store.commit(change(lobby("live", HERE, opened=1.0)))
    assert await store.purge(finished_before=1e12, seen_before=1e12) == 0
    assert await store.live_at(HERE) == "live"


async def test_the_backlog_counts_secrets_that_wait_and_deadlines_that_have_passed(store: Store) -> None:
    assert await store.backlog(1000.0) == (0, 0)
    _, shown = await store.commit(change(lobby(), secrets=(secret(ANN), secret(BOB))))
    await store.mark_read(shown, 900.0)
    assert await store.backlog(499.0) == (1, 0)
    assert await store.backlog(1000.0) == (1, 2), "the lobby's and the secret's"
