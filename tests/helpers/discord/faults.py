"""Trouble to order for REST calls: 429 of all kinds, 5xx, cut connections, delays."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Literal

from bot.playground.faults import Stall, StalledCalls

Kind = Literal["flood", "server", "cut", "delay", "refuse", "stall"]


@dataclass
class Fault(Stall):
    """One kind of trouble: for calls whose `METHOD route` has `call` as a part, so many times (None: without end).

    `channel`: only in that one, where answers to interactions are given too; 0 for all. `stalled` wait for a release.

    `after`: the call takes effect all the same. `via`: whether a 429 comes from Discord or from the guard before it.
    """

    kind: Kind
    call: str = ""
    times: int | None = 1
    chance: float = 1.0
    seconds: float = 0.0
    status: int = 0
    after: bool = False
    html: bool = False
    via: bool = True
    shared: bool = False
    channel: int = 0
    stalled: StalledCalls = field(default_factory=list)


class Faults:
    """The trouble ordered so far; `call` is a part of `METHOD route`, such as `PATCH /channels`."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._faults: list[Fault] = []

    def order(self, fault: Fault) -> Fault:
        """Add an order; return it so that it can be ended with `cancel`."""
        self._faults.append(fault)
        return fault

    def cancel(self, fault: Fault) -> None:
        """End an order."""
        self._faults.remove(fault)

    def clear(self) -> None:
        """End all orders."""
        self._faults.clear()

    def flood(
        self,
        seconds: float,
        call: str = "",
        *,
        times: int | None = 1,
        via: bool = True,
        shared: bool = False,
        channel: int = 0,
    ) -> Fault:
        """Answer 429 with `retry_after`; without `via` as the guard in front of Discord does."""
        return self.order(Fault("flood", call, times, seconds=seconds, via=via, shared=shared, channel=channel))

    def server_error(
        self, status: int = 502, call: str = "", *, times: int | None = 1, after: bool = False, html: bool = False
    ) -> Fault:
        """Answer a 5xx, before the call takes effect or after."""
        return self.order(Fault("server", call, times, status=status, after=after, html=html))

    def cut(self, call: str = "", *, after: bool, times: int | None = 1) -> Fault:
        """Break the connection before the call takes effect, or after."""
        return self.order(Fault("cut", call, times, after=after))

    def delay(self, seconds: float, call: str = "", *, times: int | None = 1) -> Fault:
        """Delay a call by so many real seconds before it takes effect."""
        return self.order(Fault("delay", call, times, seconds=seconds))

    def stall(self, call: str = "", *, times: int | None = 1, channel: int = 0) -> Fault:
        """Let a call wait before it takes effect until `Fault.release`, whatever time passes."""
        return self.order(Fault("stall", call, times, channel=channel))

    def refuse(self, code: int, call: str = "", *, times: int | None = 1) -> Fault:
        """Refuse a call with one of Discord's codes."""
        return self.order(Fault("refuse", call, times, status=code))

    def draw(self, call: str, *kinds: Kind, after: bool = False, channel: int = 0) -> Fault | None:
        """Return the trouble of these kinds that a call is to have, and count it."""
        for fault in self._faults:
            if fault.kind not in kinds or fault.after != after or fault.times == 0 or fault.call not in call:
                continue
            if fault.channel not in (0, channel):
                continue
            if self._random.random() < fault.chance:
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None
