"""The JSON of people, chats and messages, field by field as the Bot API documents it."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground import wire
from bot.playground.errors import ApiError, migrated, too_many_requests
from bot.playground.model import Chat, Member, Message, Photo, User
from bot.playground.queries import PendingQueries
from bot.playground.world import World
from tests.playground.tools import ManualClock

ANN = User(7, "Ann", "Smith", "ann_smith", "en")
BOT = User(1, "Hats", username="hats_bot", is_bot=True)
PHOTO = Photo("F1", "U1", 1280, 720, 90_000, "0" * 64)


def private() -> Chat:
    return Chat(7, "private", members={7: Member(ANN), 1: Member(BOT)})


def forum() -> Chat:
    return Chat(-1_000_000_000_009, "supergroup", "Hats", forum=True)


def test_a_person_has_only_the_fields_that_are_filled() -> None:
    assert wire.user(User(8, "Борис")) == {"id": 8, "is_bot": False, "first_name": "Борис"}
    assert wire.user(ANN) == {
        "id": 7,
        "is_bot": False,
        "first_name": "Ann",
        "last_name": "Smith",
        "username": "ann_smith",
        "language_code": "en",
    }


def test_a_private_chat_is_the_person() -> None:
    assert wire.chat(private()) == {
        "id": 7,
        "type": "private",
        "first_name": "Ann",
        "last_name": "Smith",
        "username": "ann_smith",
    }


def test_groups_have_titles_and_forums_say_so() -> None:
    assert wire.chat(Chat(-5, "group", "Hats")) == {
        "id": -5,
        "type": "group",
        "title": "Hats",
        "all_members_are_administrators": False,
    }
    assert wire.chat(forum()) == {
        "id": -1_000_000_000_009,
        "type": "supergroup",
        "title": "Hats",
        "is_forum": True,
    }


def test_a_plain_message() -> None:
    assert wire.message(Message(3, private(), 100, ANN, "hello")) == {
        "message_id": 3,
        "date": 100,
        "chat": wire.chat(private()),
        "from": wire.user(ANN),
        "text": "hello",
    }


def test_a_photo_in_a_topic() -> None:
    message = Message(3, forum(), 100, BOT, "Board", photo=PHOTO, topic=2, spoiler=True, edited=120)
    message.entities = [{"type": "bold", "offset": 0, "length": 5}]
    message.keyboard = [[{"text": "x", "callback_data": "d"}]]
    assert wire.message(message) == {
        "message_id": 3,
        "date": 100,
        "chat": wire.chat(forum()),
        "from": wire.user(BOT),
        "message_thread_id": 2,
        "is_topic_message": True,
        "edit_date": 120,
        "photo": [
            {"file_id": "F1s", "file_unique_id": "U1s", "width": 90, "height": 51},
            {"file_id": "F1", "file_unique_id": "U1", "width": 1280, "height": 720, "file_size": 90_000},
        ],
        "caption": "Board",
        "caption_entities": [{"type": "bold", "offset": 0, "length": 5}],
        "has_media_spoiler": True,
        "reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": "d"}]]},
    }


def test_a_reply_shows_one_level() -> None:
    first = Message(1, private(), 100, ANN, "a")
    second = Message(2, private(), 101, BOT, "b", reply_to=first)
    third = Message(3, private(), 102, ANN, "c", reply_to=second)
    shown = wire.message(third)
    assert shown["reply_to_message"]["text"] == "b"
    assert "reply_to_message" not in shown["reply_to_message"]


@pytest.mark.parametrize(
    ("width", "height", "small"), [(1280, 720, (90, 51)), (60, 40, (60, 40)), (2000, 100, (90, 4))]
)
def test_a_thumbnail_fits_into_ninety(width: int, height: int, small: tuple[int, int]) -> None:
    sizes = wire.photo_sizes(Photo("F", "U", width, height, 1, ""))
    assert (sizes[0]["width"], sizes[0]["height"]) == small


def test_refusals_have_the_envelope_of_the_api() -> None:
    """docs/platforms.md A13: shape."""
    assert ApiError(400, "Bad Request: x").body() == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: x",
    }
    assert too_many_requests(17).body()["parameters"] == {"retry_after": 17}
    assert migrated(-100).body()["parameters"] == {"migrate_to_chat_id": -100}


async def test_a_press_ends_by_itself_on_a_running_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client gives up although nobody calls the API any more."""
    monkeypatch.setattr("bot.playground.queries.ANSWER_SECONDS", 0.05)
    presses = PendingQueries(asyncio.get_running_loop().time, lambda _toast: None)
    press = presses.press(ANN, Message(1, private(), 0, BOT), "x")
    assert (await asyncio.wait_for(press, 60)).unanswered


async def test_two_may_wait_for_one_press(clock: ManualClock) -> None:
    presses = PendingQueries(clock, lambda _toast: None)
    press = presses.press(ANN, Message(1, private(), 0, BOT), "x")
    first, second = asyncio.ensure_future(press), asyncio.ensure_future(press)
    await asyncio.sleep(0)
    first.cancel()
    presses.answer(press.id, "yes", alert=False, url="")
    assert (await second).text == "yes", "who stops waiting takes nothing from the other"


def test_a_world_without_a_clock_goes_by_the_real_one() -> None:
    world = World()
    group = world.create_group("Hats", [world.add_person("Ann")])
    assert abs(next(iter(group.messages.values())).date - world.now()) < 60
