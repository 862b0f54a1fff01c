"""People, chats that move, invitations, and what is left when somebody's data is deleted."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage.ids import MessageId, Person, Place
from storage.rows import BoardRow, Change, ChatRow, Invite, PersonRow
from storage.store import Store
from tests.storage.samples import ANN, BOB, HERE, THERE, lobby, look, next_version, secret

TOPIC = Place("telegram", HERE.chat, topic="5")
NEW = Place("telegram", "-1000000000010")


async def test_a_person_is_kept_and_changed(store: Store) -> None:
    for row in (
        PersonRow(ANN, "Ann"),
        PersonRow(ANN, "אן", "he-IL", "he", reachable=True),
        PersonRow(ANN, "", "", None, reachable=False),
        PersonRow(ANN, "Ann", here=True),
        PersonRow(ANN, "Ann", here=False),
    ):
        await store.save_person(row)
        assert await store.person(ANN) == row
    assert await store.person(Person("discord", ANN.id)) is None


async def test_a_chat_is_kept_and_changed(store: Store) -> None:
    assert await store.chat(HERE) == ChatRow(HERE)
    for row in (ChatRow(HERE, "Friends", b'{"a":1}'), ChatRow(HERE, "Foes", b"{}", closed=True)):
        await store.save_chat(row)
        assert await store.chat(HERE) == row
    assert await store.chat(TOPIC) == ChatRow(TOPIC)


async def test_what_others_have_written_of_a_person_or_chat_stays(store: Store) -> None:
    """Two processes that remember the same rows change each its own columns."""
    await store.save_person(PersonRow(ANN, "Ann"))
    await store.save_person(PersonRow(ANN, "Ann", locale="ru"), "locale")
    await store.save_person(PersonRow(ANN, "Anna", "de", reachable=True), "name, language, reachable")
    assert await store.person(ANN) == PersonRow(ANN, "Anna", "de", "ru", reachable=True)
    await store.save_chat(ChatRow(HERE, "Friends"), "title")
    await store.change_settings(HERE, lambda settings: settings + b" ")
    await store.save_chat(ChatRow(HERE, "Foes", b"old", closed=True), "title, closed")
    assert await store.chat(HERE) == ChatRow(HERE, "Foes", b"{} ", closed=True)


async def test_settings_are_changed_as_they_are(store: Store, database: Path | str) -> None:
    other = await Store.open(database)
    letters = [b"%d" % number for number in range(8)]

    async def add(number: int, letter: bytes) -> ChatRow:
        return await (store, other)[number % 2].change_settings(HERE, lambda settings: settings + letter)

    rows = await asyncio.gather(*(add(*each) for each in enumerate(letters)))
    settings = (await store.chat(HERE)).settings
    assert sorted(settings) == sorted(b"{}" + b"".join(letters)), "none is lost"
    assert max((row.settings for row in rows), key=len) == settings
    await other.close()


async def test_a_chat_moves_with_all_its_topics(store: Store) -> None:
    """survive-79, -81: tables and settings go along; no message of the old chat can be edited from the new one."""
    await store.commit(Change(lobby("main", HERE), 1.0))
    await store.commit(Change(lobby("topic", TOPIC), 1.0))
    await store.commit(Change(lobby("other", THERE), 1.0))
    await store.save_board(BoardRow("main", MessageId("7"), 3, 2, 1, (MessageId("5"),)))
    await store.save_board(BoardRow("other", MessageId("8"), 3, 2, 1, (MessageId("6"),)))
    await store.save_chat(ChatRow(TOPIC, "Friends", b"kept"))
    assert sorted(await store.move_chat(HERE, NEW)) == ["main", "topic"]
    there = Place("telegram", NEW.chat, topic="5")
    assert [await store.live_at(place) for place in (NEW, there, HERE, THERE)] == ["main", "topic", None, "other"]
    assert await store.chat(there) == ChatRow(there, "Friends", b"kept")
    assert await store.board("main") == BoardRow("main", None, 3, 2, 1)
    assert await store.board("other") == BoardRow("other", MessageId("8"), 3, 2, 1, (MessageId("6"),))


async def test_a_move_told_twice_changes_nothing_the_second_time(store: Store) -> None:
    await store.commit(Change(lobby("main", HERE), 1.0))
    await store.move_chat(HERE, NEW)
    await store.save_board(BoardRow("main", MessageId("9"), 4, 3, 2))
    assert await store.move_chat(HERE, NEW) == []
    assert await store.board("main") == BoardRow("main", MessageId("9"), 4, 3, 2)
    assert await store.live_at(NEW) == "main"


async def test_a_table_opened_in_the_new_chat_before_the_news_keeps_its_place(store: Store) -> None:
    await store.commit(Change(lobby("old", HERE), 1.0))
    await store.commit(Change(lobby("new", NEW), 1.0))
    await store.save_chat(ChatRow(HERE, "before"))
    await store.save_chat(ChatRow(NEW, "after"))
    await store.move_chat(HERE, NEW)
    assert await store.live_at(NEW) == "new"
    assert (await store.chat(NEW)).title == "after"


async def test_ended_games_move_too(store: Store) -> None:
    row = lobby("old", HERE)
    await store.commit(Change(row, 1.0))
    await store.commit(Change(next_version(row, status="ended", state=b"{}", finished=2.0), 2.0))
    assert await store.move_chat(HERE, NEW) == ["old"]
    assert await store.last_finished(NEW) == "old"


async def test_an_invitation_replaces_the_one_before(store: Store) -> None:
    """A link is worth something to one person at one table, and only the newest one is."""
    await store.commit(Change(lobby(), 1.0))
    await store.commit(Change(lobby("t2", THERE), 1.0))
    for payload, table, person in (("p1", "t1", ANN), ("p2", "t1", BOB), ("p3", "t2", ANN), ("p4", "t1", ANN)):
        await store.save_invite(Invite(payload, table, person, "press"), 1.0)
    assert await store.invite("p1") is None
    assert await store.invite("p4") == Invite("p4", "t1", ANN, "press")
    assert await store.invite("p2") == Invite("p2", "t1", BOB, "press")
    assert await store.invite("p3") == Invite("p3", "t2", ANN, "press")


async def test_forgetting_a_person_leaves_nothing_of_theirs(store: Store, database: Path | str) -> None:
    await store.commit(Change(lobby(), 1.0, sitting=(ANN, BOB), secrets=(secret(ANN), secret(BOB))))
    for person in (ANN, BOB):
        await store.save_person(PersonRow(person, "name"))
        await store.save_invite(Invite(f"p{person.id}", "t1", person, "press"), 1.0)
        await store.note_private_channel("1", person, f"1{person.id}")
    await store.forget_person(ANN)
    assert await store.person(ANN) is None
    assert await store.tables_of(ANN, live=False) == []
    assert await store.secrets(person=ANN) == []
    assert await store.invite("p1") is None
    columns = {
        "people": "id",
        "sitting": "person",
        "whispers": "person",
        "invites": "person",
        "private_channels": "person",
    }
    for table, column in columns.items():
        assert look(database, f"SELECT {column} FROM {table}") == [(BOB.id,)]
