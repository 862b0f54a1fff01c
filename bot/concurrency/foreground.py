"""Work in the background gives way to what somebody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE_SECONDS = 0.25
"""How long work in the background gives way at most, so that it never starves."""


class Foreground:
    """Counts what somebody waits for just now: presses, until they are answered."""

    def __init__(self) -> None:
        self._active = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def active(self) -> Iterator[None]:
        """Count what is done inside as in the foreground."""
        self._active += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._active -= 1
            if not self._active:
                self._idle.set()

    async def give_way(self) -> None:
        """Wait until nothing is in the foreground, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._idle.wait()
