"""The bot's calls and their outcome, and the fullest minute of every chat."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from bot.playground.rate_limits import WindowCounter


@dataclass(slots=True)
class Call:
    """One call. `params` show files by SHA-256 and size; `error` is the HTTP status of a failure, 0 if cut off;
    `chat` is 0 if the call names none.
    """

    at: float
    method: str
    params: dict[str, Any]
    chat: int = 0
    result: Any = None
    error: int | None = None
    description: str = ""
    cut: bool = False

    @property
    def ok(self) -> bool:
        return self.error is None


def is_rate_limited(method: str) -> bool:
    """Return whether a method is a send or an edit, which Telegram's limits count."""
    name = method.lower()
    return (name.startswith("send") and name != "sendchataction") or name.startswith("edit")


class CallLog:
    """The last 10,000 calls, oldest first."""

    def __init__(self) -> None:
        self.calls: deque[Call] = deque(maxlen=10_000)
        self._minutes: dict[int, WindowCounter] = {}

    def add(self, call: Call) -> None:
        self.calls.append(call)
        if call.chat and is_rate_limited(call.method):
            self._minutes.setdefault(call.chat, WindowCounter(60.0)).add(call.at)

    def busiest_minute(self, chat_id: int) -> int:
        """Return the most sends and edits tried in any rolling minute of a chat."""
        window = self._minutes.get(chat_id)
        return window.peak if window else 0
