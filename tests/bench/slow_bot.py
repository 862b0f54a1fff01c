"""`python -m tests.bench.slow_bot`: the bot, which thinks for a while before each press."""

from __future__ import annotations

import asyncio
import sys

from bot.__main__ import main
from bot.dispatcher import Dispatcher
from bot.messaging import Answer, Press

SECONDS = 3.0
_on_press = Dispatcher.on_press


async def _think(self: Dispatcher, press: Press) -> Answer:
    await asyncio.sleep(SECONDS)
    return await _on_press(self, press)


if __name__ == "__main__":
    Dispatcher.on_press = _think  # type: ignore[method-assign]
    sys.exit(main([]))
