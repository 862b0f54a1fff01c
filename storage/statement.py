"""A statement of SQL, as queries hand it to an engine, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


class Statement(msgspec.Struct, frozen=True):
    """A statement and its values. `or_else` is raised where it changes no row; `fetches`: its rows are asked for."""

    sql: str
    values: Sequence[Any] = ()
    or_else: Exception | None = None
    fetches: bool = False


class Done(msgspec.Struct, frozen=True):
    """What came of some statements: whether any has changed a row, and of the last one what it is asked for."""

    wrote: bool
    changed: int
    rows: list[tuple[Any, ...]]
