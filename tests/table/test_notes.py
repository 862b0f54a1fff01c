"""What is remembered of places: the same in memory and in rows, and in rows the same for all processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.table.core.notes import LASTS, LocalNotes, Notes, SharedNotes
from bot.table.core.places import ABSENT_SECONDS, ACTIVE_SECONDS, RETRY_SECONDS, Places
from storage.ids import Person, Place
from storage.store import Store
from tests.helpers.clock import MovingClock
from tests.helpers.party import eventually
from tests.helpers.postgres import Postgres

HERE, THERE = Place("telegram", "-10"), Place("telegram", "-20")
ANN, BOB = Person("telegram", "1"), Person("telegram", "2")


@pytest.fixture
async def store(server: Postgres) -> AsyncIterator[Store]:
    opened = await Store.open(server.url(server.emptied()))
    yield opened
    await opened.close()


@pytest.fixture
async def other(store: Store, server: Postgres) -> AsyncIterator[Store]:
    """Return the store of another process."""
    opened = await Store.open(server.url(server.emptied()))
    yield opened
    await opened.close()


@pytest.fixture(params=["memory", "rows"])
def notes(request: pytest.FixtureRequest, clock: MovingClock) -> Notes:
    if request.param == "memory":
        return LocalNotes(clock)
    return SharedNotes(request.getfixturevalue("store"), clock)


@pytest.fixture
def places(notes: Notes, clock: MovingClock) -> Places:
    return Places(notes, clock, clock)


class TestPlaces:
    """Who watches, what is closed, what lies below a board."""

    async def test_who_has_pressed_watches_for_a_while(self, places: Places, clock: MovingClock) -> None:
        pressed = clock()
        places.note_press(HERE, ANN)
        assert places.is_watching(HERE, ANN)
        assert places.is_watching(HERE, ANN, since=pressed)
        assert not places.is_watching(HERE, ANN, since=pressed + 1)
        assert not places.is_watching(HERE, BOB)
        assert not places.is_watching(THERE, ANN)
        clock.advance(ACTIVE_SECONDS + 1)
        assert not places.is_watching(HERE, ANN)

    async def test_who_does_nothing_is_absent_once_that_was_seen_long_enough(
        self, places: Places, clock: MovingClock
    ) -> None:
        assert not places.is_absent(HERE, ANN), "nobody has looked for so long"
        clock.advance(ABSENT_SECONDS + 1)
        assert places.is_absent(HERE, ANN)
        places.note_presence(HERE, ANN)
        clock.advance(ABSENT_SECONDS - 1)
        assert not places.is_absent(HERE, ANN)
        places.note_press(HERE, ANN)
        clock.advance(ABSENT_SECONDS - 1)
        assert not places.is_absent(HERE, ANN)
        clock.advance(2)
        assert places.is_absent(HERE, ANN)
        places.note_press(HERE, ANN)
        clock.advance(ACTIVE_SECONDS)
        places.note_presence(HERE, ANN)
        clock.advance(ABSENT_SECONDS - 1)
        assert not places.is_absent(HERE, ANN)

    async def test_a_closed_place_is_tried_again(self, places: Places, clock: MovingClock) -> None:
        places.close(HERE)
        assert places.is_closed(HERE)
        clock.advance(RETRY_SECONDS + 1)
        assert not places.is_closed(HERE)
        places.close(HERE)
        places.forbid_pictures(HERE)
        places.open(HERE)
        assert not places.is_closed(HERE)
        assert places.shows_pictures(HERE)

    async def test_what_lies_below_a_board_is_counted(self, places: Places) -> None:
        places.note_board_at_bottom(HERE)
        for _ in range(3):
            places.note_sent_below(HERE)
        places.note_sent_below(THERE)
        assert [places.sent_below(each) for each in (HERE, THERE)] == [3, 1]
        places.note_board_at_bottom(HERE)
        places.note_sent_below(HERE)
        assert [places.sent_below(each) for each in (HERE, THERE)] == [1, 1]

    async def test_somebody_is_told_once_an_hour(self, places: Places, clock: MovingClock) -> None:
        assert [await places.is_news(HERE, ANN) for _ in range(2)] == [True, False]
        assert await places.is_news(HERE, BOB)
        clock.advance(LASTS["told"] + 1)
        assert await places.is_news(HERE, ANN)

    async def test_what_is_written_in_an_old_chat_is_written_in_the_new_one(self, places: Places) -> None:
        topic = Place("telegram", HERE.chat, topic="5")
        assert await places.present(topic) == topic
        places.note_move(HERE, THERE)
        assert await places.present(HERE) == THERE
        assert await places.present(topic) == Place("telegram", THERE.chat, topic="5")


class TestRows:
    """Where several processes serve one database."""

    async def test_all_know_what_one_has_noted(self, store: Store, other: Store, clock: MovingClock) -> None:
        one, two = (Places(SharedNotes(each, clock), clock, clock) for each in (store, other))
        one.note_press(HERE, ANN)
        one.close(HERE)
        one.note_sent_below(HERE)
        one.note_move(THERE, HERE)
        await store.write_notes()
        await two.notes.look(HERE)
        assert two.is_watching(HERE, ANN)
        assert two.is_closed(HERE)
        assert two.sent_below(HERE) == 1
        assert await two.present(THERE) == HERE
        two.open(HERE)
        two.note_sent_below(HERE)
        await other.write_notes()
        await one.notes.look(HERE)
        assert not one.is_closed(HERE)
        assert one.sent_below(HERE) == 2

    async def test_what_is_not_written_yet_is_not_forgotten_by_a_look(self, store: Store, clock: MovingClock) -> None:
        notes = SharedNotes(store, clock)
        notes.put(HERE, "watching", "1", number=7.0)
        await notes.look(HERE)
        assert notes.get(HERE, "watching", "1") is not None
        await store.write_notes()
        notes.drop(HERE, "watching", "1")
        notes.prime(HERE, await store.notes(HERE, clock()))
        assert notes.get(HERE, "watching", "1") is None

    async def test_who_watches_is_written_along_and_the_rest_by_itself(self, store: Store, clock: MovingClock) -> None:
        notes = SharedNotes(store, clock)
        notes.put(HERE, "watching", "1")
        await asyncio.sleep(0)
        assert store.note_waits(HERE, "watching", "1"), "the press writes it"
        notes.put(HERE, "closed")
        await eventually(lambda: not store.note_waits(HERE, "closed"))
        assert {row.kind for row in await store.notes(HERE, clock())} == {"watching", "closed"}

    async def test_of_two_who_claim_one_is_told_so(self, store: Store, other: Store, clock: MovingClock) -> None:
        one, two = SharedNotes(store, clock), SharedNotes(other, clock)
        assert sorted(await asyncio.gather(*(each.claim(HERE, "drawing") for each in (one, two)))) == [False, True]
        assert one.get(HERE, "drawing") is not None
        one.drop(HERE, "drawing")
        await store.write_notes()
        assert await two.claim(HERE, "drawing")
