"""Tells when a call has been written to its connection. Its answer may come long after that.

Whoever gives way to a call has no reason to wait any longer: what is left of it is the network's and the platform's.
Both platforms are called by aiohttp, whose tracing tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import aiohttp

_on_sent: ContextVar[Callable[[], object] | None] = ContextVar("on_sent", default=None)


@contextmanager
def when_sent(tell: Callable[[], object]) -> Iterator[None]:
    """Have `tell` called when a call that is made in the block has been written; with each of several."""
    token = _on_sent.set(tell)
    try:
        yield
    finally:
        _on_sent.reset(token)


def with_sending(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Have a trace tell what `when_sent` asks for, and return it: it is to be that of the session."""

    # aiohttp writes a small body in the task's same step, after this; of a large one this is the first piece.
    async def tell(*_: object) -> None:
        if (told := _on_sent.get()) is not None:
            told()

    trace.on_request_chunk_sent.append(tell)
    return trace
