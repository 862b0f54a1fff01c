"""A process that begins what is requested of it, says so, and never ends it: to be killed in the middle."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Set

from bot.jobs.work import JobWork
from storage.leases import new_name


async def main(url: str) -> None:
    work = JobWork(url, new_name())

    async def publish(key: str, _: Set[str]) -> None:
        sys.stdout.write(f"{key}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()

    publisher = work.publisher("board", publish, {}, key_type=str, lock=lambda key: key[0])
    await work.start()
    publisher.request("k1")
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
