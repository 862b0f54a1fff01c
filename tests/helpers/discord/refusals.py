"""Every refusal of the REST API, word for word (docs/platforms.md B11)."""

from __future__ import annotations

from typing import Any

_ANSWERS: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    20026: (403, "Your bot has been flagged by our anti-spam system for abusive behavior."),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40058: (400, "Cannot send a message in a forum channel"),
    40060: (400, "Interaction has already been acknowledged."),
    40333: (403, "internal network error"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    400001: (403, "Access to file uploads has been limited for this guild"),
    160005: (403, "Thread is locked"),
}
_REASONS = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}


class Impossible(Exception):
    """A person's client offers no such thing: a button that is not there, a command that does not exist."""


class Refusal(Exception):
    """A call that Discord answers with an error. `extra` stands beside `message` and `code` in the body."""

    def __init__(
        self,
        status: int,
        code: int | None,
        message: str,
        *,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        html: bool = False,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.extra = extra or {}
        self.headers = headers or {}
        self.html = html

    def body(self) -> dict[str, Any]:
        """Return the JSON object of the answer."""
        code = {} if self.code is None else {"code": self.code}
        return {"message": self.message, **code, **self.extra}


def refused(code: int) -> Refusal:
    """Refuse with one of the codes that need no more words; 0 is a wrong token, 404 no such path."""
    if code == 0:
        return Refusal(401, 0, "401: Unauthorized")
    if code in (404, 405):
        return Refusal(code, 0, "404: Not Found" if code == 404 else "405: Method Not Allowed")
    status, message = _ANSWERS[code]
    return Refusal(status, code, message)


def rate_limited(seconds: float, *, everywhere: bool = False, shared: bool = False, via: bool = True) -> Refusal:
    """Refuse for `seconds` (B7). Without `via` the answer is that of the guard in front, which bans addresses."""
    words = "The resource is being rate limited." if shared else "You are being rate limited."
    headers = {
        "Retry-After": str(max(1, round(seconds + 0.5))),
        "X-RateLimit-Scope": "global" if everywhere else "shared" if shared else "user",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    if not via:
        return Refusal(429, None, "error code: 1015", headers={"Via": ""}, html=True)
    return Refusal(429, None, words, extra={"retry_after": round(seconds, 3), "global": everywhere}, headers=headers)


def old_edits(seconds: float) -> Refusal:
    """Refuse one more edit of a message that is older than an hour (B7)."""
    words = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    extra = {"retry_after": round(seconds, 3), "global": False}
    return Refusal(429, 30046, words, extra=extra, headers={"Retry-After": str(max(1, round(seconds + 0.5)))})


def server_error(status: int, *, html: bool = False) -> Refusal:
    """Fail as in an outage, as JSON or as a gateway's HTML."""
    return Refusal(status, 0, f"{status}: {_REASONS[status]}", html=html)


class Form:
    """The faults of one request's body, by path; `done` raises them all as 50035."""

    def __init__(self) -> None:
        self._errors: dict[str, Any] = {}

    def fault(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note a fault at a place of the body."""
        place = self._errors
        for key in path:
            place = place.setdefault(str(key), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: tuple[str | int, ...], value: str | None, least: int, most: int) -> None:
        """Note a text that is too short or too long (in code points)."""
        if not least <= len(value or "") <= most:
            if value is None and least:
                self.required(path)
            elif least:
                self.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def required(self, path: tuple[str | int, ...]) -> None:
        """Note that something is missing."""
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")

    def one_of(self, path: tuple[str | int, ...], choices: object) -> None:
        """Note a value that is none of those allowed."""
        self.fault(path, "BASE_TYPE_CHOICES", f"Value must be one of {choices}.")

    def done(self) -> None:
        """Raise Refusal if there was any fault."""
        if self._errors:
            raise Refusal(400, 50035, "Invalid Form Body", extra={"errors": self._errors})
