"""How a row of the list is written: a named function on a stage."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.conformance.stage import Stage

Played = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Row:
    """One scenario: what it is called, and how it is played."""

    name: str
    play: Played

    def __str__(self) -> str:
        return self.name

    @property
    def claim(self) -> str:
        """Return what the row shows: the docstring of its function."""
        return (self.play.__doc__ or "").strip()


def row(name: str, rows: list[Row]) -> Callable[[Played], Played]:
    """Put a function on a list under a name."""

    def listed(play: Played) -> Played:
        rows.append(Row(name, play))
        return play

    return listed
