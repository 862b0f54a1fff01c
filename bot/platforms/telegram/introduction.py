"""Sets what Telegram shows of the bot, in the background: every text by itself, so that no refusal costs another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import msgspec
import structlog
from telegram.error import TelegramError

from bot.concurrency.backoff import Backoff
from bot.platforms.telegram.client import ApiRefusal

FIRST_WAIT, LONGEST_WAIT = 1.0, 3600.0
"""Seconds between tries while Telegram gives no answer."""
FLOOD_SECONDS = 60.0
"""Seconds to wait after a 429 that does not say how long."""
_LOG = structlog.get_logger(__name__)


class Setting(msgspec.Struct, frozen=True):
    """One text. `method` is the call that sets it, whose flood waits hold for all texts that it sets.

    `put` sets the text unless it is shown already; it returns whether it did. It raises what the library raises.
    """

    method: str
    put: Callable[[], Awaitable[bool]]


async def introduce(settings: Iterable[Setting]) -> int:
    """Set texts in their order and return how many had to be changed; what Telegram refuses for good is left out.

    A 429 is obeyed, which for the bot's name may take hours, while the rest is set. Nothing is raised: a bot without
    these texts still plays.
    """
    loop, waits, changed = asyncio.get_running_loop(), Backoff(FIRST_WAIT, LONGEST_WAIT), 0
    pending, held = list(settings), dict[str, float]()
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
                held[setting.method] = loop.time() + wait
                left.append(setting)
        pending = left
        if pending:
            await asyncio.sleep(max(0.0, min(held[each.method] for each in pending) - loop.time()))
    return changed


def _wait(error: TelegramError, waits: Backoff) -> float | None:
    """Return the seconds after which to try again; None where the text itself was refused."""
    if not isinstance(error, ApiRefusal):
        return waits.next()
    if error.code == 429 or error.retry_after is not None:
        return FLOOD_SECONDS if error.retry_after is None else float(error.retry_after)
    return waits.next() if error.code >= 500 else None
