"""A cache of rows that is written through."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, MutableMapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")


async def write_through(cache: MutableMapping[K, R], key: K, row: R, save: Callable[[R], Awaitable[None]]) -> None:
    """Keep a row in the cache and save it; one that could not be saved is read anew."""
    cache[key] = row  # first, so that whoever changes this row meanwhile changes the new one
    try:
        await save(row)
    except BaseException:
        cache.pop(key, None)  # nobody is told what is not written
        raise
