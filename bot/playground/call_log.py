"""What the bot asked for and what it got: the last calls, and the fullest minute of every chat."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from bot.playground.rate_limits import WindowCounter

__all__ = ["Call", "CallLog", "is_rate_limited"]

_KEPT = 10_000
_OK = 200


@dataclass(slots=True)
class Call:
    """One call. `params` hold files by SHA-256 and size; `error` is None for a success; `chat` is 0 if none."""

    at: float
    method: str
    params: dict[str, Any]
    chat: int = 0
    result: Any = None
    error: int | None = None
    description: str = ""
    cut: bool = False
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Tell whether the call took effect."""
        return self.error is None


def is_rate_limited(method: str) -> bool:
    """Tell whether a method is one of the sends and edits that a chat's budget counts."""
    name = method.lower()
    return (name.startswith("send") and name != "sendchataction") or name.startswith(("edit", "forward", "copy"))


class CallLog:
    """The calls, oldest first, at most the last 10,000; `tally` counts all that ended by method and status."""

    def __init__(self) -> None:
        self.calls: deque[Call] = deque(maxlen=_KEPT)
        self.tally: Counter[tuple[str, int]] = Counter()
        self._minutes: dict[int, WindowCounter] = {}

    def note(self, call: Call) -> None:
        """Write a call down when it has come in."""
        self.calls.append(call)
        if call.chat and is_rate_limited(call.method):
            self._minutes.setdefault(call.chat, WindowCounter(60.0)).add(call.at)

    def ended(self, call: Call) -> None:
        """Count how a call ended."""
        self.tally[call.method, _OK if call.error is None else call.error] += 1

    def busiest_minute(self, chat_id: int) -> int:
        """Give the most sends and edits tried in any rolling minute of a chat since the start."""
        window = self._minutes.get(chat_id)
        return window.peak if window else 0
