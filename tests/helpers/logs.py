"""What was logged, by name of event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def named(logged: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return the events among log lines, as docs/operations.md lists them."""
    return {str(line["event"]) for line in logged}
