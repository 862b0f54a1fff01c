"""Where the list is played: a stage for each platform, with pictures that nobody draws."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.platforms.discord import rate_limit
from tests.conformance.on_discord import DiscordStage
from tests.conformance.on_simcord import SimcordStage
from tests.conformance.on_telegram import TelegramStage
from tests.conformance.stage import Stage
from tests.helpers.clock import MovingClock

STAGES = {stage.platform: stage for stage in (TelegramStage, DiscordStage, SimcordStage)}
PLATFORMS = tuple(STAGES)


def lift_limits(patch: pytest.MonkeyPatch) -> None:
    """Turn off the rate limits of Discord's adapter: they have tests of their own."""
    patch.setattr(rate_limit, "SECONDS", 0.0)
    patch.setattr(rate_limit, "PER_SECOND", 1_000_000)


@asynccontextmanager
async def on_stage(platform: str, database: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Set up a stage with the process running."""
    lift_limits(patch)
    made = STAGES[platform](database, MovingClock(time.time()))
    await made.set_up()
    try:
        yield made
    finally:
        await made.tear_down()
