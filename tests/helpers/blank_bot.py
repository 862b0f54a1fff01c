"""`python -m tests.helpers.blank_bot`: the bot as a process of its own, but with pictures of one colour each.

For tests that start it dozens of times: else most of their time would go into boards that nobody sees, and into two
processes beside each, which draw and think.
"""

from __future__ import annotations

import sys

from bot import service
from bot.__main__ import main
from bot.messaging import Picture
from bot.pictures.render_cache import RenderCache
from bot.worker_pool import thread_executor
from tests.helpers.memory import blank


async def _draw(self: RenderCache, picture: Picture) -> bytes:
    return blank(picture)


if __name__ == "__main__":
    RenderCache.draw = _draw  # type: ignore[method-assign]
    service._worker = lambda nice: thread_executor
    sys.exit(main())
