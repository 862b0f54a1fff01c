"""A statement of SQL, as queries hand it to an engine."""

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
