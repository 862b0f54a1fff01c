"""Trouble on demand: floods, server errors, cut connections, delays, repeated and late updates; seeded."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

__all__ = ["Fault", "Faults", "Kind"]

Kind = Literal["flood", "server", "cut before", "cut after", "delay", "repeat", "hold"]


@dataclass(slots=True)
class Fault:
    """One kind of trouble: for which calls, how many times (None: without end), with what chance."""

    kind: Kind
    method: str = ""
    chat: int | None = None
    times: int | None = 1
    chance: float = 1.0
    seconds: float = 0.0
    code: int = 0
    html: bool = False

    def fits(self, method: str, chat: int) -> bool:
        """Tell whether a call is one of those meant."""
        if self.times == 0:
            return False
        return self.method.lower() in ("", method.lower()) and self.chat in (None, chat)


class Faults:
    """The trouble ordered so far. All orders take `method`, `chat`, `times` and `chance`."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - tests want the same trouble twice
        self._faults: list[Fault] = []

    def order(self, fault: Fault) -> Fault:
        """Add an order; give it back so that it can be ended with `cancel`."""
        self._faults.append(fault)
        return fault

    def cancel(self, fault: Fault) -> None:
        """End an order."""
        self._faults.remove(fault)

    def clear(self) -> None:
        """End all orders."""
        self._faults.clear()

    def flood(
        self, seconds: int, *, method: str = "", chat: int | None = None, times: int | None = 1, chance: float = 1.0
    ) -> Fault:
        """Answer 429 with `retry_after`."""
        return self.order(Fault("flood", method, chat, times, chance, seconds=seconds))

    def server_error(
        self,
        code: int = 502,
        *,
        html: bool = False,
        method: str = "",
        chat: int | None = None,
        times: int | None = 1,
        chance: float = 1.0,
    ) -> Fault:
        """Answer a 5xx, as JSON or as a gateway's HTML; the call takes no effect."""
        return self.order(Fault("server", method, chat, times, chance, code=code, html=html))

    def cut(
        self,
        *,
        after: bool,
        method: str = "",
        chat: int | None = None,
        times: int | None = 1,
        chance: float = 1.0,
    ) -> Fault:
        """Break the connection before the call takes effect, or after."""
        return self.order(Fault("cut after" if after else "cut before", method, chat, times, chance))

    def delay(
        self,
        seconds: float,
        *,
        method: str = "",
        chat: int | None = None,
        times: int | None = 1,
        chance: float = 1.0,
    ) -> Fault:
        """Let a call wait so many real seconds before it takes effect; a media edit is in flight meanwhile."""
        return self.order(Fault("delay", method, chat, times, chance, seconds=seconds))

    def repeat_updates(self, *, times: int | None = 1, chance: float = 1.0) -> Fault:
        """Deliver again, with the next updates, those delivered last."""
        return self.order(Fault("repeat", times=times, chance=chance))

    def hold_updates(self, seconds: float, *, times: int | None = 1, chance: float = 1.0) -> Fault:
        """Keep an update back up to so many real seconds, so that those of other people overtake it."""
        return self.order(Fault("hold", times=times, chance=chance, seconds=seconds))

    def draw(self, kind: Kind, method: str = "", chat: int = 0) -> Fault | None:
        """Give the trouble of this kind that a call is to have, and count it."""
        for fault in self._faults:
            if fault.kind == kind and fault.fits(method, chat) and self._random.random() < fault.chance:
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    def hold(self, _lane: str) -> float:
        """Give the seconds an update is to be kept back."""
        fault = self.draw("hold")
        return self._random.uniform(0.2, 1.0) * fault.seconds if fault else 0.0
