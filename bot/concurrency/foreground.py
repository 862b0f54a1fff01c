"""Work in the background gives way to what somebody waits for: a press, from when it comes in until it is answered.

The event loop, the database's writer and the processors are the same for both. Showing a board or a secret a moment
later is noticed by nobody; an answer behind twenty of them is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE_SECONDS = 0.25
"""How long work in the background gives way at most, so that it never starves; and to one press at most, so that a
press whose answer hangs holds up nothing after that."""


class Claim:
    """What somebody waits for. It counts until `end`, or until it has lasted for `PATIENCE_SECONDS`."""

    def __init__(self, foreground: Foreground) -> None:
        self._foreground = foreground
        self._expiry = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self.end)

    def end(self) -> None:
        """Let it count no longer; does nothing from the second time on."""
        self._expiry.cancel()
        self._foreground.drop(self)


class Foreground:
    """Knows what somebody waits for just now."""

    def __init__(self) -> None:
        self._claims: set[Claim] = set()
        self._passing = 0
        self._free = asyncio.Event()
        self._free.set()

    def claim(self) -> Claim:
        """Begin something that somebody waits for."""
        claim = Claim(self)
        self._claims.add(claim)
        self._tell()
        return claim

    def drop(self, claim: Claim) -> None:
        """Let a claim count no longer."""
        self._claims.discard(claim)
        self._tell()

    @contextmanager
    def let_pass(self) -> Iterator[None]:
        """Have nothing give way in the block: what is in the foreground waits for the background itself."""
        self._passing += 1
        self._tell()
        try:
            yield
        finally:
            self._passing -= 1
            self._tell()

    async def give_way(self) -> None:
        """Wait until nothing is in the foreground, but not for long."""
        if self._free.is_set():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._free.wait()

    def _tell(self) -> None:
        if self._claims and not self._passing:
            self._free.clear()
        else:
            self._free.set()
