"""`/learn`: a lesson in the private chat, by the buttons that it shows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.engine.lesson import Lesson
from bot.games.registry import GAMES
from bot.playground.model import Message, User
from tests.dispatcher.test_privacy import delete, rows_with
from tests.helpers.party import Party, labels

TAUGHT = [game for game in GAMES if game.lesson is not None]


def pointed(message: Message) -> str:
    """Return the label of the button that stands out, or of the first one."""
    buttons = [button for row in message.keyboard or [] for button in row]
    return next((str(button["text"]) for button in buttons if button.get("style") == "primary"), labels(message)[0])


def right_answer(party: Party, lesson: Lesson, message: Message) -> str | None:
    """Return the label of the right answer, None where nothing is asked."""
    tr = party.service.catalogs.translator("en")
    for step in lesson.steps:
        answers = [tr.translate(reply.text) for reply in step.replies]
        if answers and labels(message)[: len(answers)] == answers:
            return next(tr.translate(reply.text) for reply in step.replies if reply.right)
    return None


async def start_lesson(party: Party, person: User, word: str) -> Message:
    party.world.start(person)
    await party.settle()
    await party.say(person, f"/learn {word}", party.world.private(person))
    return party.private(person)[-1]


async def press(party: Party, person: User, label: str, message: Message) -> None:
    """Press a button of a lesson and wait until its message says something else."""
    before = message.text
    toast = await party.press(person, label, message)
    assert toast.text == "", "no error is shown"
    async with asyncio.timeout(60):
        while message.text == before:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def go_on(party: Party, person: User, lesson: Lesson, message: Message) -> None:
    await press(party, person, right_answer(party, lesson, message) or pointed(message), message)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.key)
async def test_a_lesson_is_one_message_and_ends_at_a_table(party: Party, game: Any) -> None:
    ann, lesson = party.ann, game.lesson
    message = await start_lesson(party, ann, game.word)
    before = len(party.private(ann))
    for number in range(1, len(lesson.steps)):
        assert f" · {number}/{len(lesson.steps)}" in message.text
        await go_on(party, ann, lesson, message)
    assert len(party.private(ann)) == before, "it is edited and never posted anew"
    await party.press(ann, "▶️ Play against an easy computer", message)
    record = party.table(party.world.private(ann)).record
    assert (record.game, record.status) == (game.key, "playing")
    assert [seat.computer for seat in record.seats] == ["", "easy"]
    assert party.table(party.world.private(ann)).view(0).to_act in (0, 1)
    assert record.agreed_starter == (0 if lesson.first else 1)
    await party.press(ann, "▶️ Play against an easy computer", message)
    assert party.table(party.world.private(ann)).record.id == record.id, "one table at a time"


async def test_a_wrong_press_is_explained_and_changes_nothing(party: Party) -> None:
    message = await start_lesson(party, party.ann, "hats")
    await press(party, party.ann, "🎩3", message)
    assert "💡" in message.text
    assert "penalty chip" in message.text
    assert " · 1/" in message.text
    await press(party, party.ann, "👁3", message)
    assert "💡" not in message.text
    assert "🤫 Hat 3: tiara (princess)." in message.text


async def test_a_wrong_answer_is_explained_and_may_be_given_again(party: Party) -> None:
    lesson = TAUGHT[0].lesson
    assert lesson is not None
    message = await start_lesson(party, party.ann, "hats")
    while right_answer(party, lesson, message) is None:
        await go_on(party, party.ann, lesson, message)
    await press(party, party.ann, "4 points", message)
    assert "💡" in message.text
    right = party.token(message, "2 points")
    await press(party, party.ann, "2 points", message)
    assert "✅" in message.text
    praised = message.text
    await party.send(party.ann, message, right)  # as after a kill that left no answer to it
    await party.settle()
    assert message.text == praised


async def test_it_may_be_left_and_taken_up_after_a_restart(party: Party) -> None:
    message = await start_lesson(party, party.ann, "hats")
    await press(party, party.ann, "👁3", message)
    await press(party, party.ann, "⇄3", message)
    assert " · 3/" in message.text
    await party.restart()
    await party.say(party.ann, "/learn", party.world.private(party.ann))
    listed = party.private(party.ann)[-1]
    assert labels(listed) == [
        "1. ⏸ Court Hats",
        "2. The Vanished Animal · 3 mins",
        "3. The Invisible Man · 5 mins",
    ]
    await press(party, party.ann, labels(listed)[0], listed)
    assert " · 3/" in listed.text
    await press(party, party.ann, "⇄2", listed)
    assert " · 4/" in listed.text
    await press(party, party.ann, "⇄2", message)  # the older message stands where the newest does
    assert " · 4/" in message.text
    lesson = TAUGHT[0].lesson
    assert lesson is not None
    while "⏮ Start again" not in labels(listed):
        await go_on(party, party.ann, lesson, listed)
    await press(party, party.ann, "⏮ Start again", listed)
    assert " · 1/" in listed.text
    while "🎓 All lessons" not in labels(listed):
        await go_on(party, party.ann, lesson, listed)
    await press(party, party.ann, "🎓 All lessons", listed)
    assert "Which game" in listed.text


async def test_a_group_is_sent_to_the_private_chat(party: Party) -> None:
    await party.say(party.ann, "/learn hats")
    (button,) = (party.messages()[-1].keyboard or [[]])[0]
    assert button["url"].endswith("start=lesson_court_hats")
    party.world.open_link(party.ann, button["url"])
    await party.settle()
    assert "Court Hats · 1/" in party.private(party.ann)[-1].text
    await party.say(party.bob, "/learn")
    (button,) = (party.messages()[-1].keyboard or [[]])[0]
    assert button["url"].endswith("start=learn")


async def test_how_to_play_begins_the_lesson_for_the_presser_alone(party: Party) -> None:
    """In a group the button's token opens the private chat; there it begins at once."""
    await party.say(party.ann, "/play hats")
    toast = await party.send(party.bob, party.board(), "lesson_court_hats")
    assert toast.url.endswith("start=lesson_court_hats")
    party.world.open_link(party.bob, toast.url)
    await party.settle()
    assert "Court Hats · 1/" in party.private(party.bob)[-1].text
    assert party.private(party.ann) == []


async def test_how_to_play_shows_the_lesson_at_once_where_the_private_chat_is_open(party: Party) -> None:
    """A link to a chat that is open waits there for a press of START; the lesson stands above it already."""
    await party.seat(party.ann, party.bob)
    before = party.private(party.bob)[-1]
    assert before.text.endswith("the table is waiting for you.")
    toast = await party.send(party.bob, party.board(), "lesson_court_hats")
    await party.settle()
    newest = party.private(party.bob)[-1]
    assert newest is not before
    assert "Court Hats · 1/" in newest.text
    assert toast.url.endswith("start=lesson_court_hats")
    party.world.open_link(party.bob, toast.url)
    await party.settle()
    assert "Court Hats · 1/" in party.private(party.bob)[-1].text


async def test_the_end_leads_back_to_the_table_that_waits(party: Party) -> None:
    lesson = TAUGHT[0].lesson
    assert lesson is not None
    party.group = party.world.create_group("Hats", party.people, kind="supergroup")  # others have no links
    await party.seat(party.ann, party.bob)
    board = party.board()
    await party.send(party.bob, board, "lesson_court_hats")
    await party.settle()
    message = party.private(party.bob)[-1]
    while "▶️ Play against an easy computer" not in labels(message):
        assert "Back to the table" not in labels(message)
        await go_on(party, party.bob, lesson, message)
    (way,) = [b for row in message.keyboard or [] for b in row if b["text"] == "Back to the table"]
    assert way["url"].endswith(f"/{board.id}")
    await party.send(party.bob, board, "lesson_court_hats")
    await party.settle()
    assert "Court Hats · 1/" in party.private(party.bob)[-1].text, "what was done to its end begins anew"


async def test_the_end_leads_nowhere_for_who_sits_at_no_table(party: Party) -> None:
    lesson = TAUGHT[0].lesson
    assert lesson is not None
    await party.seat(party.ann)
    message = await start_lesson(party, party.bob, "hats")
    while "▶️ Play against an easy computer" not in labels(message):
        await go_on(party, party.bob, lesson, message)
    assert "Back to the table" not in labels(message)


async def test_from_a_lobby_of_ones_own_the_lesson_leads_to_a_table(party: Party) -> None:
    """“How to play” is pressed beside a lobby in the private chat; that one gives way to the game after the lesson."""
    chat, lesson = party.world.private(party.ann), TAUGHT[0].lesson
    assert lesson is not None
    party.world.start(party.ann)
    await party.settle()
    await party.say(party.ann, "/play hats", chat)
    await party.press(party.ann, "❔ How to play", party.board(chat))
    message = party.private(party.ann)[-1]
    while labels(message)[0] != "▶️ Play against an easy computer":
        await go_on(party, party.ann, lesson, message)
    await party.press(party.ann, labels(message)[0], message)
    record = party.table(chat).record
    assert (record.status, record.seats[1].computer) == ("playing", "easy")


async def test_the_first_greeting_offers_it(party: Party) -> None:
    party.world.start(party.ann)
    await party.settle()
    await party.press(party.ann, "🎓 Learn a game in 2 to 5 minutes", party.private(party.ann)[-1])
    assert labels(party.private(party.ann)[-1])[:1] == ["1. Court Hats · 3 mins"]


async def test_everybody_learns_for_themselves(party: Party) -> None:
    message = await start_lesson(party, party.ann, "hats")
    await press(party, party.ann, "👁3", message)
    other = await start_lesson(party, party.bob, "hats")
    assert " · 1/" in other.text


async def test_what_was_learnt_is_deleted_with_the_person(party: Party, database: Path) -> None:
    zoe = party.world.add_person("Zoëlle", language_code="en", person_id=987_654_321)
    message = await start_lesson(party, zoe, "hats")
    await press(party, zoe, "👁3", message)
    assert any(row.startswith("lessons: ") for row in rows_with(database, str(zoe.id)))
    await delete(party, zoe)
    assert not any(row.startswith("lessons: ") for row in rows_with(database, str(zoe.id)))


async def test_a_forged_token_does_no_harm(party: Party) -> None:
    message = await start_lesson(party, party.ann, "hats")
    for rest in ("x", "court_hats", "court_hats.at", "court_hats.at.peek", "court_hats.at.no.p2", "."):
        await party.send(party.ann, message, f"e.{rest}")
        await party.settle()
        assert " · 1/" in message.text, rest
    await press(party, party.ann, "👁3", message)
    assert " · 2/" in message.text
