"""`/privacy`: it lists what is stored, and a person's data is deleted when they ask."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from bot.playground.model import User
from storage.people import ABOUT_PEOPLE
from storage.store import Store
from tests.helpers.party import Party, eventually, labels
from tests.table.playing import finish


def rows_with(database: Path, *needles: str) -> list[str]:
    """List the tables of the database that hold one of these texts in any value of any row."""
    connection = sqlite3.connect(database)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = []
    for name in names:
        for row in connection.execute(f"SELECT * FROM {name}"):
            values = [value.decode() if isinstance(value, bytes) else str(value) for value in row]
            found += [f"{name}: {value[:200]}" for value in values if any(needle in value for needle in needles)]
    connection.close()
    return found


async def delete(party: Party, person: User) -> None:
    """Ask for deletion in the private chat, and confirm it."""
    party.world.start(person)
    await party.settle()
    await party.say(person, "/privacy", party.world.private(person))
    await party.press(person, "Delete my data", party.private(person)[-1])
    await party.press(person, "Yes, delete it", party.private(person)[-1])


@pytest.fixture
def zoe(party: Party) -> User:
    """Return somebody whose name and id stand nowhere else."""
    zoe = party.world.add_person("Zoëlle", language_code="en", person_id=987_654_321)
    party.world.join(zoe, party.group)
    return zoe


async def test_it_tells_what_is_stored(party: Party) -> None:
    await party.say(party.ann, "/privacy")
    message = party.messages()[-1]
    assert "your ID, name and language" in message.text
    assert f"{party.service.settings.keep_games_days} days" in message.text
    button = (message.keyboard or [[]])[0][0]
    assert button["url"] == "https://t.me/underhat_bot?start=privacy", "deletion is asked for in private only"


async def test_it_is_asked_once_more(party: Party) -> None:
    party.world.start(party.ann, "privacy")
    await party.settle()
    await party.press(party.ann, "Delete my data", party.private(party.ann)[-1])
    assert "can’t be undone" in party.private(party.ann)[-1].text


async def test_there_is_a_way_back_from_the_question_and_from_what_is_stored(party: Party) -> None:
    party.world.start(party.ann, "privacy")
    await party.settle()
    first = party.private(party.ann)[-1]
    said, offered = first.text, labels(first)
    for label in ("Delete my data", "Show my data"):
        await party.press(party.ann, label, party.private(party.ann)[-1])
        assert party.private(party.ann)[-1].text != said
        await party.press(party.ann, "Back", party.private(party.ann)[-1])
        assert (party.private(party.ann)[-1].text, labels(party.private(party.ann)[-1])) == (said, offered)
    assert party.private(party.ann)[-1].id == first.id, "one message is edited"


async def test_nobody_deletes_in_the_group(party: Party) -> None:
    await party.say(party.ann, "/help")
    toast = await party.send(party.bob, party.messages()[-1], "p.delete")
    assert toast.text == "This button no longer works."


@pytest.mark.parametrize("stage", ["stranger", "host who does not sit", "lobby", "playing", "ended", "rematch"])
async def test_id_and_name_vanish(party: Party, database: Path, zoe: User, stage: str) -> None:
    if stage == "host who does not sit":
        await party.say(zoe, "/play")
    elif stage == "lobby":
        await party.seat(zoe, party.bob)
    elif stage != "stranger":
        await party.begin(zoe, party.bob, party.cleo)
        await party.press(zoe, "👁1")
    if stage in ("ended", "rematch"):
        await finish(party)
    if stage == "rematch":
        await party.press(zoe, "Rematch")
    await party.say(zoe, "/help")
    await delete(party, zoe)
    assert party.private(zoe)[-1].text == "Done. I no longer know anything about you."
    await eventually(lambda: not rows_with(database, "update_id"))  # the press itself goes a moment after its answer
    assert rows_with(database, str(zoe.id), "Zoëlle", "Zo\\u00eblle") == []
    await party.restart()
    assert rows_with(database, str(zoe.id), "Zoëlle") == []


@pytest.mark.parametrize("stage", ["lobby", "playing", "stopped", "lesson", "settings"])
async def test_what_they_did_alone_is_deleted_too(party: Party, database: Path, zoe: User, stage: str) -> None:
    """Nobody else is in a private chat; on Telegram its id is that of its person."""
    party.world.start(zoe)
    await party.settle()
    private = party.group = party.world.private(zoe)
    await party.say(zoe, {"lesson": "/learn hats", "settings": "/settings"}.get(stage, "/play hats"), private)
    if stage in ("playing", "stopped"):
        await party.press(zoe, "Start")
        await party.press(zoe, "👁1")
    if stage == "stopped":
        await party.say(zoe, "/stop", private)
        await party.press(zoe, "Yes, end the game")
    await delete(party, zoe)
    await party.settle()
    await eventually(lambda: not rows_with(database, "update_id"))
    assert rows_with(database, str(zoe.id), "Zoëlle") == []
    await party.restart()
    assert rows_with(database, str(zoe.id), "Zoëlle") == []
    await party.say(zoe, "/play hats", private)
    assert "Start" in labels(party.board()), "and a stranger may play there"


async def test_who_only_asked_for_a_seat_is_forgotten(party: Party, database: Path, zoe: User) -> None:
    party.world.start(zoe)
    await party.begin(party.ann, party.bob, party.cleo)
    await party.say(party.cleo, "/leave")
    await party.press(party.cleo, "Leave the game")
    await party.press(zoe, "🪑 Take a computer’s seat", party.table_board())
    assert rows_with(database, "Zoëlle")
    await delete(party, zoe)
    await eventually(lambda: not rows_with(database, "update_id"))
    assert rows_with(database, str(zoe.id), "Zoëlle") == []
    assert not party.table_record().newcomers


async def test_a_game_that_they_played_can_be_looked_at_and_tells_nobody_who_they_were(party: Party, zoe: User) -> None:
    await party.begin(party.ann, party.bob, zoe)
    await finish(party)
    board = party.board()
    await delete(party, zoe)
    sent = len(party.messages())
    await party.say(party.ann, "/verify")
    assert "checks out" in party.messages()[-1].text
    for command in ("/top hats", "/stats", "/board"):
        await party.say(party.ann, command)
    party.world.start(party.ann)
    for button in ("⏪ Replay", "💭 Who knew what", "What happened"):
        await party.press(party.ann, button, board)
    shown = [*party.messages()[sent:], *party.private(party.ann)]
    assert len(shown) > 3
    assert not [message.text for message in shown if "Zoëlle" in message.text]


async def test_it_shows_all_that_is_stored_and_nobody_elses(party: Party, zoe: User) -> None:
    await party.begin(zoe, party.bob)
    await finish(party)
    party.world.start(zoe)
    await party.say(zoe, "/privacy", party.world.private(zoe))
    await party.press(zoe, "Show my data", party.private(zoe)[-1])
    told = ""
    for _ in range(20):
        message = party.private(zoe)[-1]
        told += message.text
        if "▶" not in labels(message):
            break
        told += "\n"
        await party.press(zoe, "▶", message)
    stored = json.loads(told)
    assert (stored["id"], stored["people"][0]["name"]) == (str(zoe.id), "Zoëlle")
    assert stored["results"][0]["game"] == "court_hats"
    assert {"sitting", "results", "people"} <= stored.keys()
    assert "Bob" not in told
    assert str(party.bob.id) not in told


async def test_a_running_secret_is_not_in_it(party: Party, zoe: User) -> None:
    """What was seen is to be forgotten: an export is no notebook."""
    await party.begin(zoe, party.bob)
    await party.press(zoe, "👁1")
    seen = party.private(zoe)[-1].text
    await party.say(zoe, "/privacy", party.world.private(zoe))
    await party.press(zoe, "Show my data", party.private(zoe)[-1])
    told = party.private(zoe)[-1].text
    assert "whispers" in told
    assert seen not in told
    assert "event" not in told


@pytest.mark.parametrize("token", ["p.data.", "p.data.x", "p.data.-1", "p.data.99999", "p.data.٣", "p.data.1.2"])
async def test_pages_that_nobody_was_offered_are_refused(party: Party, zoe: User, token: str) -> None:
    party.world.start(zoe)
    await party.settle()
    await party.say(zoe, "/privacy", party.world.private(zoe))
    toast = await party.send(zoe, party.private(zoe)[-1], token)
    assert toast.text == "This button no longer works."


async def test_every_table_about_people_is_shown_and_deleted(database: Path) -> None:
    """A new one has to be named in `ABOUT_PEOPLE`."""
    await (await Store.open(database)).close()
    connection = sqlite3.connect(database)
    found = {
        table
        for table, column in connection.execute(
            "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c WHERE s.type = 'table'"
        )
        if column == "person" or table == "people"
    }
    connection.close()
    assert found == ABOUT_PEOPLE.keys()


async def test_a_running_game_goes_on_without_them(party: Party, zoe: User) -> None:
    await party.begin(zoe, party.bob, party.cleo)
    await delete(party, zoe)
    assert party.mover() is party.bob
    assert "Zoëlle" not in party.table_board().text
    await party.press(party.bob, "👁1", party.table_board())
    await party.press(party.cleo, "👁2", party.table_board())
    assert party.mover() is party.bob


async def test_two_who_are_deleted_stop_nobody_else_from_leaving(party: Party, zoe: User) -> None:
    await party.begin(party.ann, party.bob, party.cleo, zoe)
    await delete(party, zoe)
    await delete(party, party.cleo)
    await party.say(party.bob, "/leave")
    await party.press(party.bob, "Leave the game")
    assert [seat.occupied for seat in party.table_record().seats] == [True, False, False, False]


async def test_nobody_sits_for_the_deleted_at_a_rematch(party: Party, zoe: User) -> None:
    await party.begin(party.ann, party.bob, zoe)
    await finish(party)
    await delete(party, zoe)
    await party.press(party.ann, "Rematch", party.table_board())
    assert [seat.name for seat in party.table().record.seats] == ["Ann", "Bob"]


async def test_their_whispers_are_taken_away(party: Party, zoe: User) -> None:
    await party.begin(zoe, party.bob, party.cleo)
    await party.press(zoe, "👁1")
    assert any(message.photo for message in party.private(zoe))
    await delete(party, zoe)
    assert not any(message.photo for message in party.private(zoe))


async def test_who_comes_back_is_a_stranger(party: Party, zoe: User) -> None:
    await party.begin(party.ann, zoe)
    await delete(party, zoe)
    await party.say(party.ann, "/stop")
    await party.press(party.ann, "Yes, end the game")
    await party.seat(party.ann)
    toast = await party.send(zoe, party.table_board(), party.token(party.table_board(), "Join"))
    assert toast.url, "whether a private message arrives is found out anew"
    assert labels(party.table_board())[0] == "Join"
