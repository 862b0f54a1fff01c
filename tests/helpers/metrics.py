"""`GET /metrics` as a collector reads it: over HTTP, by the parser of Prometheus' own client."""

from __future__ import annotations

from collections.abc import Iterable

import aiohttp
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families


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
