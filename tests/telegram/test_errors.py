"""What refusals mean. The descriptions are the server's own, from docs/platforms.md A13."""

from __future__ import annotations

import pytest
from telegram.error import NetworkError, TimedOut

from bot import errors
from bot.platforms.telegram.client import ApiRefusal
from bot.platforms.telegram.errors import (
    chat_error,
    is_file_refused,
    is_query_expired,
    is_unchanged,
    is_undeletable,
    is_vanished,
)
from storage.ids import Place
from tests.helpers.cases import each

GROUP = Place("telegram", "-5", topic="3")
PRIVATE = Place("telegram", "5", private=True)


@each(
    ("code", "description", "meaning"),
    [
        (400, "Bad Request: message to edit not found", errors.MessageGone),
        (400, "Bad Request: message can't be edited", errors.MessageGone),
        (400, "Bad Request: message media can't be edited", errors.MessageGone),
        (400, "Bad Request: there is no text in the message to edit", errors.MessageGone),
        (400, "Bad Request: there is no caption in the message to edit", errors.MessageGone),
        (400, "Bad Request: not enough rights to send photos to the chat", errors.PicturesForbidden),
        (400, "Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN", errors.PicturesForbidden),
        (400, "Bad Request: not enough rights to send text messages to the chat", errors.PlaceGone),
        (400, "Bad Request: have no write access to the chat", errors.PlaceGone),
        (400, "Bad Request: CHAT_WRITE_FORBIDDEN", errors.PlaceGone),
        (400, "Bad Request: chat not found", errors.PlaceGone),
        (400, "Bad Request: PEER_ID_INVALID", errors.PlaceGone),
        (400, "Bad Request: message thread not found", errors.PlaceGone),
        (400, "Bad Request: TOPIC_CLOSED", errors.PlaceGone),
        (400, "Bad Request: TOPIC_DELETED", errors.PlaceGone),
        (403, "Forbidden: bot was kicked from the supergroup chat", errors.PlaceGone),
        (403, "Forbidden: bot is not a member of the group chat", errors.PlaceGone),
        (403, "Forbidden: the group chat was deleted", errors.PlaceGone),
        (400, "Bad Request: canceled by new editMessageMedia request", errors.ChatUnavailable),
        (400, "Bad Request: BUTTON_DATA_INVALID", errors.PostRejected),
        (400, "Bad Request: message is too long", errors.PostRejected),
        (400, "Bad Request: something nobody has seen yet", errors.PostRejected),
        (413, "Request Entity Too Large", errors.PostRejected),
        (500, "Internal Server Error: restart", errors.ChatUnavailable),
        (502, "", errors.ChatUnavailable),
        (401, "Unauthorized", errors.ChatUnavailable),
    ],
)
def test_refusals_in_a_group(code: int, description: str, meaning: type[errors.ChatError]) -> None:
    assert type(chat_error(ApiRefusal(code, description), GROUP)) is meaning


@pytest.mark.parametrize(
    ("code", "description"),
    [
        (403, "Forbidden: bot was blocked by the user"),
        (403, "Forbidden: bot can't initiate conversation with a user"),
        (403, "Forbidden: user is deactivated"),
        (403, "Forbidden: the bot can't send messages to the bot"),
        (400, "Bad Request: chat not found"),
        (400, "Bad Request: USER_IS_BLOCKED"),
    ],
)
def test_a_private_chat_that_is_closed_is_a_person_out_of_reach(code: int, description: str) -> None:
    """survive-58."""
    assert type(chat_error(ApiRefusal(code, description), PRIVATE)) is errors.PersonUnreachable


def test_a_flood_says_for_how_long_whatever_the_status() -> None:
    error = chat_error(ApiRefusal(400, "Too Many Requests: retry after 17", retry_after=17), GROUP)
    assert isinstance(error, errors.SlowDown)
    assert error.seconds == 17


def test_a_flood_without_a_time_still_slows_down() -> None:
    error = chat_error(ApiRefusal(429, ""), GROUP)
    assert isinstance(error, errors.SlowDown)
    assert error.seconds > 0


def test_a_migration_gives_the_new_place_without_the_topic() -> None:
    """survive-81: parameters decide, not the words."""
    error = chat_error(ApiRefusal(400, "Bad Request: reworded", migrated_to=-1005), GROUP)
    assert isinstance(error, errors.PlaceMoved)
    assert error.new == Place("telegram", "-1005")


@pytest.mark.parametrize("error", [TimedOut(), NetworkError("httpx.ReadError: ")])
def test_no_answer_is_unavailable(error: NetworkError) -> None:
    assert type(chat_error(error, GROUP)) is errors.ChatUnavailable


def test_words_are_found_whatever_their_case() -> None:
    assert is_unchanged(ApiRefusal(400, "Bad Request: Message is NOT modified"))


@pytest.mark.parametrize(
    ("tells", "description"),
    [
        (is_unchanged, "message is not modified: specified new message content"),
        (is_file_refused, "wrong file identifier/HTTP URL specified"),
        (is_file_refused, "wrong remote file identifier specified: wrong padding"),
        (is_vanished, "message to delete not found"),
        (is_undeletable, "message can't be deleted for everyone"),
        (is_query_expired, "query is too old and response timeout expired or query ID is invalid"),
    ],
)
def test_questions_about_one_refusal(tells: object, description: str) -> None:
    assert callable(tells)
    assert tells(ApiRefusal(400, f"Bad Request: {description}"))
    assert not tells(ApiRefusal(403, f"Forbidden: {description}")), "the code decides first"
    assert not tells(ApiRefusal(400, "Bad Request: chat not found"))
    assert not tells(TimedOut())
