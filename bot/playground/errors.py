"""Every refusal of the Bot API, word for word (PLATFORMS A13)."""

from __future__ import annotations

from typing import Any

__all__ = [
    "BAD_STYLE",
    "BUTTON_WITHOUT_ACTION",
    "CANNOT_DELETE",
    "CANNOT_EDIT",
    "CHAT_ID_EMPTY",
    "CHAT_NOT_FOUND",
    "DELETE_NOT_FOUND",
    "EDIT_CANCELED",
    "EDIT_NOT_FOUND",
    "MARKUP_TOO_LONG",
    "NOT_MODIFIED",
    "NO_CAPTION_TO_EDIT",
    "NO_MESSAGE_ID",
    "NO_PIN_RIGHT",
    "NO_TEXT_TO_EDIT",
    "NO_WRITE_ACCESS",
    "PHOTO_MISSING",
    "PIN_NOT_FOUND",
    "QUERY_TOO_OLD",
    "REASONS",
    "REPLY_NOT_FOUND",
    "TEXT_EMPTY",
    "THREAD_NOT_FOUND",
    "USER_NOT_FOUND",
    "WRONG_FILE",
    "ApiError",
    "ImpossibleAction",
    "bad_request",
    "conflict",
    "flood",
    "forbidden",
    "method_not_found",
    "migrated",
    "server_error",
    "too_large",
    "unauthorized",
]

REASONS = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)
EDIT_NOT_FOUND = "message to edit not found"
CANNOT_EDIT = "message can't be edited"
NO_TEXT_TO_EDIT = "there is no text in the message to edit"
NO_CAPTION_TO_EDIT = "there is no caption in the message to edit"
EDIT_CANCELED = "canceled by new editMessageMedia request"
DELETE_NOT_FOUND = "message to delete not found"
CANNOT_DELETE = "message can't be deleted for everyone"
NO_MESSAGE_ID = "message identifier is not specified"
REPLY_NOT_FOUND = "message to be replied not found"
PIN_NOT_FOUND = "message to pin not found"
NO_PIN_RIGHT = "not enough rights to manage pinned messages in the chat"
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
CHAT_NOT_FOUND = "chat not found"
CHAT_ID_EMPTY = "chat_id is empty"
USER_NOT_FOUND = "user not found"
THREAD_NOT_FOUND = "message thread not found"
TEXT_EMPTY = "message text is empty"
NO_WRITE_ACCESS = "have no write access to the chat"
PHOTO_MISSING = "there is no photo in the request"
WRONG_FILE = "wrong file identifier/HTTP URL specified"
MARKUP_TOO_LONG = "reply markup is too long"
BUTTON_WITHOUT_ACTION = "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
BAD_STYLE = "can't parse inline keyboard button: invalid button style specified"


class ApiError(Exception):
    """A call that Telegram answers with `ok: false`."""

    def __init__(self, code: int, description: str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        """Give the JSON object that stands in the answer."""
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


class ImpossibleAction(Exception):
    """A person's client offers no such thing: pressing in a chat one is not in, writing to a group one left."""


def bad_request(text: str) -> ApiError:
    """Refuse with 400."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """Refuse with 403."""
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    """Refuse with 409."""
    return ApiError(409, f"Conflict: {text}")


def unauthorized(*, malformed: bool = False) -> ApiError:
    """Refuse a token: revoked, or none at all."""
    return ApiError(401, "Unauthorized: invalid token specified" if malformed else "Unauthorized")


def method_not_found() -> ApiError:
    """Refuse a method that does not exist."""
    return ApiError(404, "Not Found: method not found")


def server_error(code: int) -> ApiError:
    """Fail as the server does when it restarts (500), or the gateway before it."""
    return ApiError(code, REASONS[code] + (": restart" if code == 500 else ""))


def too_large() -> ApiError:
    """Refuse an upload as the front end does."""
    return ApiError(413, "Request Entity Too Large")


def flood(seconds: int) -> ApiError:
    """Refuse for `seconds`."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def migrated(new_id: int) -> ApiError:
    """Refuse a group that has become the supergroup `new_id`."""
    return ApiError(400, "Bad Request: group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": new_id})
