"""Sets what Telegram shows of the bot, in the background: every text by itself, so that no refusal costs another."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Protocol

import msgspec
import structlog
from telegram.error import TelegramError

from bot.concurrency.backoff import Backoff
from bot.errors import StoreAway
from bot.platforms.telegram.client import ApiRefusal

FIRST_WAIT, LONGEST_WAIT = 1.0, 3600.0
"""Seconds between tries while Telegram gives no answer."""
FLOOD_SECONDS = 60.0
"""Seconds to wait after a 429 that does not say how long."""
LONGEST_REMEMBERED = 86_400.0
"""A wait that a process before us has written down is obeyed for so many seconds at most: clocks may be set back."""
_LOG = structlog.get_logger(__name__)


class Setting(msgspec.Struct, frozen=True):
    """One text. `method` is the call that sets it, whose flood waits hold for all texts that it sets.

    `put` sets the text unless it is shown already; it returns whether it did. It raises what the library raises.
    """

    method: str
    put: Callable[[], Awaitable[bool]]


class FloodJournal(Protocol):
    """What is written down of flood waits, for the next process (`storage.platforms`)."""

    async def note_flood_wait(self, bot: str, method: str, until: float) -> None:
        """Write until when a call is refused."""

    async def flood_waits(self, bot: str) -> Mapping[str, float]:
        """Return for each call that was refused until when."""


class FloodWaits:
    """The flood waits of one bot, which outlast its processes. `wall_clock` returns Unix seconds."""

    def __init__(self, journal: FloodJournal, bot: str, wall_clock: Callable[[], float] = time.time) -> None:
        self._journal = journal
        self._bot = bot
        self._wall_clock = wall_clock

    async def left(self) -> Mapping[str, float]:
        """Return for each call that is refused how many seconds are left."""
        now = self._wall_clock()
        waits = await self._journal.flood_waits(self._bot)
        return {method: min(until - now, LONGEST_REMEMBERED) for method, until in waits.items() if until > now}

    async def note(self, method: str, seconds: float) -> None:
        """Write that a call is refused for so many seconds. Where nothing can be written, this process obeys alone."""
        with contextlib.suppress(StoreAway):
            await self._journal.note_flood_wait(self._bot, method, self._wall_clock() + seconds)


async def introduce(settings: Iterable[Setting], floods: FloodWaits) -> int:
    """Set texts in their order and return how many had to be changed; what Telegram refuses for good is left out.

    A 429 is obeyed, which for the bot's name may take hours, while the rest is set; one that a process before us has
    met, too. Nothing is raised: a bot without these texts still plays.
    """
    loop, waits, changed = asyncio.get_running_loop(), Backoff(FIRST_WAIT, LONGEST_WAIT), 0
    pending = list(settings)
    held = {method: loop.time() + seconds for method, seconds in (await floods.left()).items()}
    while pending:
        left: list[Setting] = []
        for setting in pending:
            if held.get(setting.method, 0.0) > loop.time():
                left.append(setting)
                continue
            try:
                changed += await setting.put()
            except TelegramError as error:
                wait = _wait(error, waits)
                if wait is None:
                    _LOG.warning("introduction_refused", method=setting.method, error=str(error))
                    continue
                _LOG.info("introduction_waits", method=setting.method, error=str(error), again_in=wait)
                if _is_flood(error):
                    await floods.note(setting.method, wait)
                held[setting.method] = loop.time() + wait
                left.append(setting)
        pending = left
        if pending:
            await asyncio.sleep(max(0.0, min(held[each.method] for each in pending) - loop.time()))
    return changed


def _is_flood(error: TelegramError) -> bool:
    return isinstance(error, ApiRefusal) and (error.code == 429 or error.retry_after is not None)


def _wait(error: TelegramError, waits: Backoff) -> float | None:
    """Return the seconds after which to try again; None where the text itself was refused."""
    if not isinstance(error, ApiRefusal):
        return waits.next()
    if _is_flood(error):
        return FLOOD_SECONDS if error.retry_after is None else float(error.retry_after)
    return waits.next() if error.code >= 500 else None
