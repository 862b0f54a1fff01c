"""Errors of the Bot API, word for word (A13), and of people's clients."""

from __future__ import annotations

from typing import Any

REASONS = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}


class ApiError(Exception):
    """A call is answered with `ok: false`."""

    def __init__(self, code: int, description: str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters or {}

    def body(self) -> dict[str, Any]:
        """Return the JSON object of the answer."""
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


class ImpossibleAction(Exception):
    """A person's client does not offer this, such as writing to a group that the person has left."""


def bad_request(text: str) -> ApiError:
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    return ApiError(409, f"Conflict: {text}")


def too_large() -> ApiError:
    """Return the front end's error for a body that is too large; it has no "Bad Request" before it."""
    return ApiError(413, "Request Entity Too Large")


def too_many_requests(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def unknown_token(code: int) -> ApiError:
    """Return what a token that is none is told."""
    return ApiError(code, REASONS[code])


def server_error(code: int) -> ApiError:
    """Return a 5xx: 500 is the server restarting, the others come from the gateway before it."""
    return ApiError(code, REASONS[code] + (": restart" if code == 500 else ""))


def migrated(new_id: int) -> ApiError:
    return ApiError(400, "Bad Request: group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": new_id})
