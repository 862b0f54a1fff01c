"""How many of the pictures that are wanted were drawn before: `underhat_pictures_total`, under full load."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from bot.meter import PictureSource
from tests.bench import on_telegram
from tests.bench.figures import Ratio, Run
from tests.bench.throughput import GROUPS
from tests.helpers.metrics import read_metrics
from tests.helpers.ports import free_port

SOURCES: tuple[PictureSource, ...] = get_args(PictureSource)


async def of_pictures(run: Run) -> Sequence[Ratio]:
    """Measure the share of pictures that need not be drawn: of the load of row `throughput`, and of each game alone."""
    return [await _share(run, words) for words in (on_telegram.WORDS, *((word,) for word in on_telegram.WORDS))]


async def _share(run: Run, words: Sequence[str]) -> Ratio:
    port = free_port()
    served = {"METRICS": "true", "PORT": str(port)}
    async with on_telegram.product(run, GROUPS, words=words, settings=served) as (side, _, _):
        metrics = f"http://127.0.0.1:{port}/metrics"
        before = await read_metrics(metrics)
        await side.stretch(run.pick(24.0, 4.0), None)
        after = await read_metrics(metrics)
    counts = {each: after("pictures_total", source=each) - before("pictures_total", source=each) for each in SOURCES}
    told = ", ".join(f"{counts[each]:,.0f} {each}" for each in SOURCES)
    found = 1 - counts["drawn"] / sum(counts.values())
    return Ratio(100 * found, unit="%", part=" and ".join(words), note=f"{len(side.presses)} presses: {told}")
