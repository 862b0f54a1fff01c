"""What giving way has to come to, checked against a schedule of presses in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.concurrency import foreground
from bot.concurrency.foreground import Foreground
from bot.concurrency.publisher import Publisher
from tests.telegram.virtual import now

SLACK = 1e-4
"""Seconds that virtual time may be ahead: it moves a little at each turn of the loop."""


@dataclass(frozen=True)
class Pressed:
    """A press that comes in, and after how many seconds its answer is sent; None for one that hangs."""

    at: float
    lasts: float | None

    @property
    def until(self) -> float:
        """Return until when it counts."""
        most = foreground.PATIENCE_SECONDS
        return self.at + (most if self.lasts is None else min(self.lasts, most))


def due(asked: float, presses: Sequence[Pressed]) -> float:
    """Return when something goes on that is to give way from `asked` on."""
    last = asked + foreground.PATIENCE_SECONDS
    ends = sorted({asked, *(each.until for each in presses)})
    free = (end for end in ends if end >= asked and not any(each.at <= end < each.until for each in presses))
    return min(next(free, last), last)


async def press(front: Foreground, presses: Sequence[Pressed]) -> None:
    """Have presses come in and be answered."""

    async def one(pressed: Pressed) -> None:
        await asyncio.sleep(pressed.at - now())
        claim = front.claim()
        if pressed.lasts is not None:
            await asyncio.sleep(pressed.lasts)
            claim.end()
            claim.end()

    await asyncio.gather(*map(one, presses))


async def check_gives_way(presses: Sequence[Pressed], asked: Sequence[float]) -> None:
    """Check that whoever gives way goes on as soon as nothing is in the foreground, and never later than it may."""
    front = Foreground()

    async def ask(at: float) -> float:
        await asyncio.sleep(at - now())
        await front.give_way()
        return now()

    pressing = asyncio.create_task(press(front, presses))
    for at, went_on in zip(asked, await asyncio.gather(*map(ask, asked)), strict=True):
        assert abs(went_on - due(at, presses)) < SLACK, f"asked at {at}, went on at {went_on}, of {presses}"
    await pressing


@dataclass
class Shown:
    """What a publisher has shown, by key, and when."""

    at: dict[int, float] = field(default_factory=dict)

    async def publish(self, key: int, _: object) -> None:
        """Show a key."""
        self.at[key] = now()


async def check_publishes(presses: Sequence[Pressed], requested: Sequence[float]) -> None:
    """Check that each key that is requested is shown, after the presses that it gives way to and never later."""
    front, shown = Foreground(), Shown()
    publisher = Publisher("board", shown.publish, {}, foreground=front)

    async def request(key: int, at: float) -> None:
        await asyncio.sleep(at - now())
        publisher.request(key)

    pressing = asyncio.create_task(press(front, presses))
    await asyncio.gather(*(request(key, at) for key, at in enumerate(requested)))
    await publisher.settled()
    for key, at in enumerate(requested):
        assert key in shown.at, f"what was requested at {at} is not shown, of {presses}"
        assert abs(shown.at[key] - due(at, presses)) < SLACK, f"requested at {at}, shown at {shown.at[key]}, {presses}"
    await pressing
