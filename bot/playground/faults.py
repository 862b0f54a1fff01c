"""Faults on demand: floods, server errors, cut connections, delays, repeated and late updates. Seeded."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypedDict, Unpack

FaultKind = Literal[
    "flood", "unknown", "server", "refuse", "cut before", "cut after", "delay", "repeat", "hold", "stall"
]


StalledCalls: TypeAlias = list[tuple[asyncio.Future[None], asyncio.Transport | None]]
"""What each call waits for, and the connection on which it came in."""


class Stall:
    """Calls that wait until they are released. The class that inherits from it has the field `stalled`."""

    stalled: StalledCalls

    def release(self) -> int:
        """Let the calls that wait take effect now; return how many of them the bot still waited for."""
        waiting, self.stalled = self.stalled, []
        for released, _ in waiting:
            released.set_result(None)
        return sum(transport is not None and not transport.is_closing() for _, transport in waiting)

    async def wait(self, transport: asyncio.Transport | None) -> None:
        """Wait with a call that came in over a connection until the next release."""
        released = asyncio.get_running_loop().create_future()
        self.stalled.append((released, transport))
        await released


@dataclass(slots=True)
class Fault(Stall):
    """One kind of fault. `method` and `chat` select the calls it hits; `times` None is without end.

    To a stall, the chat of an answer to a press is that of the press. `stalled` are the calls that wait to be released.
    """

    kind: FaultKind
    method: str = ""
    chat: int | None = None
    times: int | None = 1
    chance: float = 1.0
    seconds: float = 0.0
    code: int = 0
    text: str = ""
    html: bool = False
    stalled: StalledCalls = field(default_factory=list)

    def hits(self, method: str, chat: int) -> bool:
        if self.times == 0:
            return False
        return self.method.lower() in ("", method.lower()) and self.chat in (None, chat)


class Frequency(TypedDict, total=False):
    """How many times a fault occurs (1 unless given), and with what chance (1)."""

    times: int | None
    chance: float


class Target(Frequency, total=False):
    """Which calls a fault hits besides: those of one method, in one chat."""

    method: str
    chat: int | None


class Faults:
    """The faults ordered so far. Each order returns the fault, which `cancel` ends."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - tests want the same faults twice
        self._faults: list[Fault] = []

    def _order(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    def cancel(self, fault: Fault) -> None:
        self._faults.remove(fault)

    def clear(self) -> None:
        self._faults.clear()

    def flood(self, seconds: int, **target: Unpack[Target]) -> Fault:
        """Answer 429 with `retry_after`."""
        return self._order(Fault("flood", seconds=seconds, **target))

    def unknown_token(self, code: int = 401, *, html: bool = False, **target: Unpack[Target]) -> Fault:
        """Answer as if the token were none: 401 or 404, as JSON or as the page of another server."""
        return self._order(Fault("unknown", code=code, html=html, **target))

    def server_error(self, code: int = 502, *, html: bool = False, **target: Unpack[Target]) -> Fault:
        """Answer a 5xx, as JSON or as a gateway's HTML; the call takes no effect."""
        return self._order(Fault("server", code=code, html=html, **target))

    def refuse(self, code: int, text: str, **target: Unpack[Target]) -> Fault:
        """Answer an error of the API: `text` is its description without the prefix that follows from the code."""
        return self._order(Fault("refuse", code=code, text=text, **target))

    def cut(self, *, after: bool, **target: Unpack[Target]) -> Fault:
        """Break the connection before the call takes effect, or after."""
        return self._order(Fault("cut after" if after else "cut before", **target))

    def delay(self, seconds: float, **target: Unpack[Target]) -> Fault:
        """Let a call wait for real seconds before it takes effect."""
        return self._order(Fault("delay", seconds=seconds, **target))

    def stall(self, **target: Unpack[Target]) -> Fault:
        """Let a call wait before it takes effect until `Fault.release`, whatever time passes."""
        return self._order(Fault("stall", **target))

    def repeat_updates(self, **frequency: Unpack[Frequency]) -> Fault:
        """Deliver the updates delivered last once more, with the next ones."""
        return self._order(Fault("repeat", **frequency))

    def hold_updates(self, seconds: float, **frequency: Unpack[Frequency]) -> Fault:
        """Keep an update back for up to this many real seconds, so that those of others overtake it."""
        return self._order(Fault("hold", seconds=seconds, **frequency))

    def draw(self, kind: FaultKind, method: str = "", chat: int = 0) -> Fault | None:
        """Return the fault of this kind that occurs now, counting it, or None."""
        for fault in self._faults:
            if fault.kind == kind and fault.hits(method, chat) and self._random.random() < fault.chance:
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    def hold_seconds(self) -> float:
        """Return for how many seconds the next update is kept back."""
        fault = self.draw("hold")
        return self._random.uniform(0.2, 1.0) * fault.seconds if fault else 0.0
