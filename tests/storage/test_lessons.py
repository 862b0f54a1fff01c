"""Which games somebody has finished, and in which part."""

from __future__ import annotations

from msgspec.structs import replace

from storage.rows import Change, LessonRow, ResultRow
from storage.store import Store

from .samples import ANN, BOB, HERE, action, lobby, next_version

GAME = "invisible_man"


async def test_who_has_finished_in_one_part_may_be_new_to_the_other(store: Store) -> None:
    """Ann made the first move, Bob did not. Of a game that is no longer kept nobody knows: it counts as either."""
    row = lobby("t1")
    await store.commit(Change(row, 1.0))
    begun = next_version(row)
    await store.commit(Change(begun, 2.0, action=action(1, 0)))
    again = next_version(begun)
    await store.commit(Change(again, 3.0, action=action(2, 1)))
    results = tuple(
        ResultRow("t1", seat, HERE, who, GAME, 2, 0, 1 + seat, None, 9.0) for seat, who in enumerate((ANN, BOB))
    )
    await store.commit(Change(next_version(again, status="ended", state=b"{}", finished=9.0), 9.0, results=results))
    found = [[await store.has_finished(who, GAME, began=began) for began in (None, True, False)] for who in (ANN, BOB)]
    assert found == [[True, True, False], [True, False, True]]
    assert not await store.has_finished(BOB, "court_hats")
    assert not await store.has_finished(replace(ANN, platform="discord"), GAME)
    await store.purge(finished_before=99.0, seen_before=99.0)
    assert await store.has_finished(ANN, GAME, began=False)
    assert await store.has_finished(BOB, GAME, began=True)


async def test_who_was_at_the_end_of_a_lesson_once_has_been_there_for_good(store: Store) -> None:
    """Another process may begin it anew by what it read before."""
    await store.save_lesson(LessonRow(ANN, GAME, "peek"))
    await store.save_lesson(LessonRow(ANN, GAME, "end", done=True))
    await store.save_lesson(LessonRow(ANN, GAME, "peek"))
    assert await store.lessons(ANN) == [LessonRow(ANN, GAME, "peek", done=True)]
