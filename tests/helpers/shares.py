"""How a run of all tests is shared out among processes: what takes longest begins first, the rest goes file by file."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadScopeScheduling

LONG = ("tests/outside/", "tests/playground/game/")
"""Where whole processes play whole games: each such test is a share of its own."""


class Shares(LoadScopeScheduling):
    """Assigns to a free worker the next of the long tests, later the next file, so that its fixtures are made once."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(LONG) else nodeid.partition("::")[0]


def longest_first(items: list[pytest.Item]) -> None:
    """Put long tests before all others, those with the most time allowed to the front."""
    items.sort(key=lambda item: (not item.nodeid.startswith(LONG), -_allowed(item)))


def _allowed(item: pytest.Item) -> float:
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker and item.nodeid.startswith(LONG) else 0.0
