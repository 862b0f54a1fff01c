"""Several services on one PostgreSQL: whichever gets a press, a command or a look answers it by what holds now."""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.typing import EventDict

from bot.playground.model import User
from bot.table.core import row_cache
from storage.ids import Person, Place
from tests.helpers.alike import differences, seen_by_one_and_several, wander
from tests.helpers.clock import MovingClock
from tests.helpers.evening import play_evening
from tests.helpers.party import Party, labels
from tests.helpers.several import Several, several_at
from tests.table.playing import finish

pytestmark = pytest.mark.timeout(300)
STEPS = 80
"""How many things are said or pressed in an evening at random."""


@pytest.fixture
async def party(url: str, clock: MovingClock) -> AsyncIterator[Several]:
    """Yield four people in a group; their bot is three services."""
    async with several_at(url, clock) as together:
        yield together


def person_of(user: User) -> Person:
    return Person("telegram", str(user.id))


def failures(logged: Iterable[EventDict]) -> list[EventDict]:
    """Return what was logged as an error."""
    return [line for line in logged if line["log_level"] in ("error", "critical")]


def place_of(party: Party) -> Place:
    return Place("telegram", str(party.group.id))


# -- the same evening (the other games: soak part `alike`) -------------------------------------------------------------


async def test_an_evening_by_three_is_the_one_by_one(url: str, tmp_path: Path) -> None:
    """A whole game, every setting and command, as each viewer has it."""
    one, several = await seen_by_one_and_several(url, tmp_path, lambda party: play_evening(party, "hats"))
    assert len(one.lines) > 50
    assert not (told := differences(one, several)), "\n".join(told)


async def test_whatever_is_said_and_pressed_three_do_what_one_does(
    url: str, tmp_path: Path, logged: list[EventDict]
) -> None:
    """Settings, languages, lessons, seats, leaving, standings: the same comes of it for each viewer."""
    one, several = await seen_by_one_and_several(url, tmp_path, lambda party: wander(party, STEPS))
    assert len(one.lines) > STEPS / 2
    assert not (told := differences(one, several)), "\n".join(told)
    assert failures(logged) == []


# -- who is first ----------------------------------------------------------------------------------------------------


async def test_all_who_join_at_the_same_moment_sit_down(party: Several) -> None:
    for person in party.people:
        party.world.start(person)
    await party.settle()
    await party.say(party.ann, "/play hats")
    token = party.token(party.board(), "Join")
    board = party.board()
    toasts = await asyncio.gather(*(party.send(person, board, token) for person in party.people[1:]))
    await party.settle()
    assert [toast.alert for toast in toasts] == [False] * 3, [toast.text for toast in toasts]
    assert {seat.name for seat in party.table_record().seats} == {"Ann", "Bob", "Cleo", "Dan"}


async def test_a_press_that_two_get_counts_once(party: Several) -> None:
    await party.begin(party.ann, party.bob)
    board = party.table_board()
    await asyncio.gather(
        party.send(party.ann, board, party.token(board, "👁1")), party.send(party.ann, board, party.token(board, "👁2"))
    )
    await party.settle()
    assert party.table_record().moves == 1


async def test_nobody_is_refused_by_what_was(party: Several) -> None:
    """Each press goes to a service that has seen none of those before it."""
    party.turn = 0
    await party.begin(party.ann, party.bob, party.cleo)
    for number in range(9):
        party.turn = (party.turn + 1) % 3
        toast = await party.press(party.mover(), f"👁{number % 3 + 1}", party.table_board())
        assert not toast.alert, toast.text
        assert party.table_record().moves == number + 1


async def test_who_looks_while_somebody_presses_sees_what_another_process_has_written(party: Several) -> None:
    """A board is not made of what was before, however long a press is judged here."""
    await party.begin(party.ann, party.bob)
    table_id = party.table().id
    one, other = [await service.manager.tables.by_id(table_id) for service in party.services[:2]]
    assert one is not None
    assert other is not None
    tables = party.services[1].manager.tables
    async with other.changing():
        async with one.changing() as change:
            await change.save(replace(one.record, revision=one.record.revision + 1))
        assert await asyncio.wait_for(tables.by_id(table_id), 60) is other, "who changes it waits for nobody"
        looking = asyncio.create_task(tables.by_id(table_id), context=contextvars.Context())
        done, _ = await asyncio.wait([looking], timeout=0.2)
        assert not done
        assert other.version < one.version, "what is read inside stays true inside"
    assert await asyncio.wait_for(looking, 60) is other
    assert (other.version, other.record) == (one.version, one.record)


async def test_a_lobby_that_is_shown_again_with_another_game_is_posted_once(party: Several) -> None:
    """Both the choice and the command want it posted below what was said; each is a request of its own."""
    party.world.start(party.ann)
    chat = party.world.private(party.ann)
    for text in ("/play hats", "/help", "/privacy"):
        await party.say(party.ann, text, chat)
    before = len(party.world.call_log.calls)
    await party.say(party.ann, "/play animal", chat)
    calls = [call.method for call in [*party.world.call_log.calls][before:] if call.chat == chat.id]
    assert [method for method in calls if method.startswith("send")] == ["sendPhoto"], calls


async def test_who_has_left_at_one_has_left_at_all(party: Several) -> None:
    party.turn = 0
    await party.begin(party.ann, party.bob, party.cleo)
    party.turn = 1
    await party.say(party.bob, "/leave")
    party.turn = 2
    await party.press(party.bob, "Leave the game", party.board())
    party.turn = 0
    party.world.leave(party.cleo, party.group)
    await party.settle()
    assert [seat.occupied for seat in party.table_record().seats] == [True, False, False]
    party.turn = 1
    await party.press(party.ann, "👁1", party.table_board())
    assert party.table_record().decision >= 1


# -- nothing is lost -------------------------------------------------------------------------------------------------


async def test_no_setting_is_lost_that_two_write_at_once(party: Several) -> None:
    chats = [service.manager.services.chats for service in party.services]
    place = place_of(party)
    for chat in chats:
        await chat.preferences(place)  # so that each remembers the old ones
    await asyncio.gather(
        chats[0].change(place, lambda chosen: replace(chosen, clock=300)),
        chats[1].change(place, lambda chosen: replace(chosen, locale="de")),
        chats[2].change(place, lambda chosen: replace(chosen, notify=False)),
        chats[0].note(place, "Fiends"),
        chats[1].set_closed(place, closed=True),
    )
    row = await party.store.chat(place)
    kept = await chats[2].change(place, lambda chosen: chosen)
    assert (kept.clock, kept.locale, kept.notify) == (300, "de", False)
    assert row.title == "Fiends"


async def test_no_choice_of_a_person_is_lost_that_two_write_at_once(party: Several) -> None:
    people = [service.manager.services.people for service in party.services]
    ann = person_of(party.ann)
    await party.say(party.ann, "/help")
    for each in people:
        await each.get(ann)
    await asyncio.gather(
        people[0].choose_locale(ann, "ru"),
        people[1].set_here(ann, here=True),
        people[2].set_reachable(ann, reachable=False),
    )
    row = await party.store.person(ann)
    assert row is not None
    assert (row.name, row.locale, row.here, row.reachable) == ("Ann", "ru", True, False)
    await people[1].choose_locale(ann, "en")
    await people[0].choose_locale(ann, "ru")  # as it remembers, which is not so any more
    row = await party.store.person(ann)
    assert row is not None
    assert row.locale == "ru"


async def test_a_language_chosen_at_one_is_spoken_by_all(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "FRESH_SECONDS", 0.0)
    await party.say(party.ann, "/play hats")
    for turn, locale in enumerate(("de", "ru", "en")):
        party.turn = turn
        await party.say(party.ann, f"/language {locale}")
        party.turn = (turn + 1) % 3
        join = party.service.catalogs.translator(locale).t("Join")
        assert join in labels(party.table_board()), labels(party.table_board())


async def test_games_that_end_at_once_are_rated_once_each(party: Several) -> None:
    await party.begin(party.ann, party.bob)
    await finish(party)
    await asyncio.gather(*(service.manager.rater.catch_up() for service in party.services))
    ratings = [await party.store.ratings(person_of(person)) for person in (party.ann, party.bob)]
    assert [[row.games for row in rows] for rows in ratings] == [[1], [1]]
    assert party.table_record().rated
    assert any("→" in message.text or "Rating" in message.text for message in party.messages())


# -- what is remembered of places --------------------------------------------------------------------------------------


async def test_what_one_notes_of_a_place_all_know(party: Several) -> None:
    await party.begin(party.ann, party.bob)
    one, other, _ = (service.manager for service in party.services)
    place = party.table_record().place
    one.services.places.close(place)
    one.services.places.note_press(place, person_of(party.dan))
    one.services.places.note_sent_below(place)
    await party.services[0].manager.services.store.write_notes()
    table = await other.tables.by_id(party.table().id)
    assert table is not None
    places = other.services.places
    assert places.is_closed(place)
    assert places.is_watching(place, person_of(party.dan))
    assert places.sent_below(place) >= 1
    places.open(place)
    await other.services.store.write_notes()
    await one.tables.by_id(table.id)
    assert not one.services.places.is_closed(place)


async def test_somebody_is_told_once_that_a_chat_is_closed(party: Several) -> None:
    places = [service.manager.services.places for service in party.services]
    news = await asyncio.gather(*(each.is_news(place_of(party), person_of(party.ann)) for each in places))
    assert sorted(news) == [False, False, True]


async def test_a_chat_that_moves_takes_its_table_along_for_all(party: Several) -> None:
    await party.begin(party.ann, party.bob)
    party.turn = 0
    await party.press(party.ann, "👁1")
    party.turn = 1
    new = party.world.migrate(party.group)
    await party.settle()
    party.group = new
    party.turn = 2
    await party.press(party.bob, "👁2", party.table_board(new))
    assert party.table(new).record.moves == 2
    assert party.table(new).record.place.chat == str(new.id)
    assert len([each for each in party.messages(new) if "👁1" in labels(each)]) == 1, "one board"


# -- computers -------------------------------------------------------------------------------------------------------


async def test_computers_move_once_whoever_is_asked(party: Several) -> None:
    await party.seat(party.ann)
    await party.press(party.ann, "Add a computer") if "Add a computer" in labels(party.board()) else None
    await party.press(party.ann, "Start")
    for turn in range(6):
        party.turn = turn % 3
        await party.press(party.ann, f"👁{turn % 3 + 1}", party.table_board())
        record = party.table_record()
        actions = await party.store.actions(record.id)
        assert [action.number for action in actions] == list(range(record.moves + 1))
        assert party.mover() is party.ann


# -- all at once -----------------------------------------------------------------------------------------------------


async def test_all_press_at_once_again_and_again(party: Several, clock: MovingClock, logged: list[EventDict]) -> None:
    """Nobody waits for an answer, nothing fails, and what is written is one history that all tell alike."""
    lot = random.Random(5)
    for person in party.people:
        party.world.start(person)
    await party.settle()
    await party.begin(party.ann, party.bob, party.cleo)
    for _ in range(12):
        board = party.table_board()
        tokens = [str(button["callback_data"]) for row in board.keyboard or [] for button in row]
        moves = [token for token in tokens if token.split(".")[1] not in ("-", "")]
        presses = [(person, lot.choice(moves if lot.random() < 0.7 else tokens)) for person in party.people * 2]
        await asyncio.gather(*(party.send(person, board, token) for person, token in presses))
        await party.settle()
        clock.advance(20.0)  # so that nobody is asked to slow down
    record = party.table_record()
    assert record.moves > 5
    actions = await party.store.actions(record.id)
    assert [action.number for action in actions] == list(range(record.moves + 1))
    for service in party.services:
        table = await service.manager.tables.by_id(record.id)
        assert table is not None
        assert table.record == record
    assert (await party.store.board(record.id)).revision == record.revision
    assert failures(logged) == []
