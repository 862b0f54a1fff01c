"""`GET /metrics` as a collector reads it: over HTTP, by the parser of Prometheus' own client."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import aiohttp
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from bot import errors
from bot.engine.computer import Level
from bot.games.registry import GAMES
from bot.meter import PictureSource, PressResult, UpdateFault
from bot.metrics_page import PHASES, UNKNOWN

WORDS = {
    "platform": {"telegram", "discord"},
    "result": {*get_args(PressResult)},
    "kind": {"board", "hand", "secret", "edit", "answer"},
    "error": {name for name, each in vars(errors).items() if isinstance(each, type)} | {"bug"},
    "reason": {*get_args(UpdateFault)},
    "source": {*get_args(PictureSource)},
    "game": {*(game.key for game in GAMES), UNKNOWN},
    "phase": {*PHASES},
    "level": {*get_args(Level)},
}
"""All that labels may say."""
BESIDE = frozenset({"le", "version", "python"})
"""Labels whose values are numbers: bounds of buckets, and what runs."""


class Readings:
    """What was read at one moment."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self.families = list(families)
        self.samples = [sample for family in self.families for sample in family.samples]

    def __call__(self, name: str, **labels: str) -> float:
        """Return the sum of all series of a name that have these labels; 0 where there is none."""
        return sum(
            sample.value
            for sample in self.samples
            if sample.name == f"underhat_{name}" and labels.items() <= sample.labels.items()
        )

    def has(self, name: str) -> bool:
        """Return whether there is a series of that name."""
        return any(sample.name == f"underhat_{name}" for sample in self.samples)


async def read_metrics(url: str, token: str = "") -> Readings:
    """Read the metrics at an address; with a token where one is needed."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        assert answer.status == 200, answer.status
        return Readings(text_string_to_metric_families(await answer.text()))


def strange_labels(readings: Readings) -> dict[str, set[str]]:
    """Return the values of labels that are none of our words, by label."""
    strange: dict[str, set[str]] = {}
    for sample in readings.samples:
        for label, value in sample.labels.items():
            if label not in BESIDE and value not in WORDS.get(label, set()):
                strange.setdefault(label, set()).add(value)
    return strange
