"""`python -m tests.bench.unlimited_bot`: the bot with no limit of its own on Discord, which has no setting for that."""

from __future__ import annotations

import sys

from bot.__main__ import main
from bot.platforms.discord import rate_limit

if __name__ == "__main__":
    rate_limit.SECONDS, rate_limit.PER_SECOND = 0.0, 1_000_000
    sys.exit(main([]))
