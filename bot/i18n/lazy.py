"""English sentences marked to be translated later, when it is known for whom. Imports nothing of ours."""

from __future__ import annotations

from typing import Any

import msgspec


class LazyText(msgspec.Struct, frozen=True):
    """A sentence to be translated later: an English message id, its plural form if it has one, and its values.

    A value that is itself a LazyText is translated first; spans keep what they are where rich text is wanted.
    """

    id: str
    values: dict[str, Any] = {}
    plural: str = ""
    count: int = 0


def lazy(message: str, **values: Any) -> LazyText:
    """Mark a message id for the catalogs, to be translated later."""
    return LazyText(message, values)


def lazy_plural(one: str, many: str, count: int, **values: Any) -> LazyText:
    """Mark a message id with a plural form; `count` also fills `{count}`."""
    return LazyText(one, values, many, count)
