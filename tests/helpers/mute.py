"""A server that says nothing, as a PostgreSQL that has no time does: attempts to connect end by their own patience."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PATIENCE = 60.0
"""Seconds after which what is waited for does not come any more, on whichever machine."""


class Mute:
    """Counts who has begun to speak to it, and who has hung up."""

    def __init__(self) -> None:
        self.begun = 0
        self._hung_up = asyncio.Semaphore(0)
        self.url = ""
        """An address at it, for two seconds of patience, the least there are."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.begun += 1
        await reader.read()  # until it hangs up
        writer.close()
        self._hung_up.release()

    async def one_hangs_up(self) -> None:
        """Wait until one more has hung up. Raise TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            await self._hung_up.acquire()


@asynccontextmanager
async def mute() -> AsyncIterator[Mute]:
    """Run it for the length of a block, in which nothing is closed by the garbage collector."""
    made = Mute()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    made.url = f"postgresql://somebody:password@127.0.0.1:{port}/none?connect_timeout=2"
    gc.disable()
    try:
        yield made
    finally:
        gc.enable()
        server.close()
