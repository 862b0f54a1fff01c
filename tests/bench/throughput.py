"""Presses a second and CPU a press, under full load."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench import on_discord, on_telegram
from tests.bench.figures import Ratio, Run
from tests.bench.load import Side, alternate

GROUPS, SLOW_GROUPS = 20, 64
SLOW_CALL = 0.05
"""Seconds that every call takes longer where the platform is as far away as it is."""


async def _closed_loop(run: Run) -> tuple[Side, Side]:
    groups = int(run.pick(GROUPS, 4))
    async with on_telegram.both(run, groups) as sides:
        await alternate(sides, run.pick(6.0, 1.0), int(run.pick(4, 1)))
        return sides


async def _far_away(run: Run) -> tuple[Side, Side]:
    async with on_telegram.both(run, int(run.pick(SLOW_GROUPS, 8)), delay=SLOW_CALL) as sides:
        await alternate(sides, run.pick(8.0, 2.0), int(run.pick(4, 1)))
        return sides


async def _discord(run: Run) -> tuple[Side, Side]:
    async with on_discord.both(run, int(run.pick(GROUPS, 4))) as sides:
        await alternate(sides, run.pick(6.0, 2.0), int(run.pick(4, 1)))
        return sides


def _a_second(product: Side, bare: Side) -> Sequence[Ratio]:
    note = (
        f"board p50 {product.shown_ms(50):.0f} against {bare.shown_ms(50):.0f} ms; "
        f"the driver takes {product.driver_ms:.1f} ms of CPU a press, {bare.driver_ms:.1f} of the yardstick’s"
    )
    return [Ratio(product.a_second, bare.a_second, "a second", note=note)]


async def on_loopback(run: Run) -> Sequence[Ratio]:
    """Measure presses a second on Telegram."""
    return _a_second(*await run.once("closed loop", _closed_loop))


async def far_away(run: Run) -> Sequence[Ratio]:
    """Measure presses a second where every call takes a while."""
    return _a_second(*await run.once("far away", _far_away))


async def in_discord(run: Run) -> Sequence[Ratio]:
    """Measure presses a second on Discord."""
    return _a_second(*await run.once("discord", _discord))


async def cpu(run: Run) -> Sequence[Ratio]:
    """Measure the CPU of a press, of all processes together, under the same load as the presses a second."""
    product, bare = await run.once("closed loop", _closed_loop)
    return [Ratio(product.cpu_ms, bare.cpu_ms, "ms")]
