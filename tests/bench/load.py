"""Presses as people make them, on the product and on a yardstick in turn: how many, how soon, at what cost.

A *presser* is one group whose people press one button after the other. In a closed loop one press is outstanding in
each group, and the next follows when the board shows it.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tests.bench.processes import cpu_seconds

PATIENCE = 300.0
"""Seconds after which a board that does not show a press is given up; a busy machine takes its time."""


OPENED_AT_ONCE = 16


class BoardStands(AssertionError):
    """A press was answered, and the board never showed it."""


class Watch:
    """Wakes who waits for something to happen in a chat or channel, by its id."""

    def __init__(self) -> None:
        self._events: dict[int, asyncio.Event] = {}

    def wake(self, place: int) -> None:
        """Let those look who wait there."""
        if event := self._events.get(place):
            event.set()

    async def until(self, place: int, ready: Callable[[], object], what: str = "") -> None:
        """Wait until something is so, looking whenever a place is woken. Raise BoardStands."""
        event = self._events.setdefault(place, asyncio.Event())
        end = time.monotonic() + PATIENCE
        event.clear()
        while not ready():
            try:
                async with asyncio.timeout(end - time.monotonic()):
                    await event.wait()
            except TimeoutError:
                raise BoardStands(f"{place} waits for its board {what}") from None
            event.clear()


@dataclass(frozen=True)
class Press:
    """One press: the seconds to its answer, and to the board that shows it; None where the board shows it later."""

    answered: float
    shown: float | None


class Presser(Protocol):
    """One group."""

    async def open(self) -> None:
        """Have a board to press on."""

    async def turn(self) -> list[Press]:
        """Make a move by one press or two, and wait until the board shows it."""


@dataclass
class Side:
    """The product or a yardstick: its process, its groups, and what was measured of them so far.

    `others`: processes that work for it too, such as more of its own kind, or a database.
    """

    pid: int
    pressers: Sequence[Presser]
    others: Sequence[int] = ()
    presses: list[Press] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0
    driver: float = 0.0
    """Seconds of CPU of the process that presses and holds the platform, meanwhile."""

    @property
    def a_second(self) -> float:
        """Return the presses a second."""
        return len(self.presses) / self.seconds

    @property
    def cpu_ms(self) -> float:
        """Return milliseconds of CPU for each press, of all processes of this side."""
        return 1000 * self.cpu / len(self.presses)

    @property
    def driver_ms(self) -> float:
        """Return milliseconds of CPU for each press of the process that presses."""
        return 1000 * self.driver / len(self.presses)

    def answered_ms(self, hundredth: int) -> float:
        """Return in how many milliseconds so many hundredths of the presses are answered."""
        return 1000 * _hundredth([each.answered for each in self.presses], hundredth)

    def shown_ms(self, hundredth: int) -> float:
        """Return in how many milliseconds so many hundredths of the presses are shown."""
        return 1000 * _hundredth([each.shown for each in self.presses if each.shown is not None], hundredth)

    async def stretch(self, seconds: float, pause: Callable[[], float] | None) -> None:
        """Press for so long; what is still outstanding then is waited for, and does not count."""
        began, cpu, own = time.monotonic(), self._cpu_seconds(), time.process_time()
        end = began + seconds
        done = await asyncio.gather(*(_play(each, end, pause) for each in self.pressers))
        # Outstanding presses cost what they cost: of those that were begun all are counted, over the time they took.
        self.seconds += time.monotonic() - began
        self.cpu += self._cpu_seconds() - cpu
        self.driver += time.process_time() - own
        self.presses += [press for each in done for press in each]

    def _cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, (self.pid, *self.others)))


async def _play(presser: Presser, end: float, pause: Callable[[], float] | None) -> list[Press]:
    done: list[Press] = []
    if pause is not None:
        await asyncio.sleep(pause() * random.random())  # people in many groups do not press on a signal
    while time.monotonic() < end:
        done += await presser.turn()
        if pause is not None:
            await asyncio.sleep(min(pause(), max(0.0, end - time.monotonic())))
    return done


def _hundredth(times: Sequence[float], hundredth: int) -> float:
    if not times:
        return float("nan")
    return statistics.quantiles(times, n=100)[hundredth - 1] if len(times) > 1 else times[0]


async def open_all(pressers: Sequence[Presser]) -> None:
    """Have every board opened, a few at a time: so many at once would wait for each other longer than people do."""
    places = asyncio.Semaphore(OPENED_AT_ONCE)

    async def open_one(presser: Presser) -> None:
        async with places:
            await presser.open()

    await asyncio.gather(*map(open_one, pressers))


async def alternate(
    sides: Sequence[Side], seconds: float, stretches: int, pause: Callable[[], float] | None = None
) -> None:
    """Press on the sides in turn, so many stretches of so many seconds each; whoever begins changes every time.

    What else the machine does meanwhile so falls on all of them alike. `pause` gives the seconds that somebody thinks
    before the next press; without it there are none.
    """
    for number in range(stretches):
        for side in sides if number % 2 == 0 else reversed(sides):
            await side.stretch(seconds, pause)


def cores() -> int:
    """Return how many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
