"""`/privacy`: it lists what is stored, and a person's data is deleted when they ask."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.playground.model import User
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
