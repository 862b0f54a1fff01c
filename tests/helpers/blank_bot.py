"""The bot as a process of its own that is there at once: forked, and with pictures of one colour each.

For tests that start it dozens of times: else most of their time would go into imports and catalogs, into boards that
nobody sees, and into two processes beside each, which draw and think. Beside each process of tests a fork server of
`multiprocessing` has loaded this module and all that the bot reads at its start.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bot import service
from bot.__main__ import main
from bot.messaging import Picture
from bot.pictures.render_cache import RenderCache
from bot.worker_pool import thread_executor
from tests.helpers.memory import blank
from tests.helpers.stored import leave_unsynced

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload([__name__, "tests.helpers.read_ahead"])


class ForkedProcess:
    """A process as `asyncio.subprocess` has them: to be signalled and waited for."""

    def __init__(
        self,
        environment: Mapping[str, str],
        log: Path,
        *,
        prints: bool = True,
        command: Sequence[str] = (),
        plant: Callable[[], object] | None = None,
    ) -> None:
        """Start the bot with an environment of its own; what it writes is added to a file. Needs a running loop.

        With `prints` that is also what it writes for a person at the terminal. `command`: of `python -m bot`.
        `plant` is called in the process before the bot starts: a function of a module, which breaks something.
        """
        printed = Path(log if prints else os.devnull)
        self._process = _SERVER.Process(target=_run, args=(dict(environment), log, printed, tuple(command), plant))
        self._process.start()
        self._loop = asyncio.get_running_loop()
        self._code: asyncio.Future[int] = self._loop.create_future()
        self._loop.add_reader(self._process.sentinel, self._note_end)

    def _note_end(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._process.join()
        self._code.set_result(self._process.exitcode or 0)

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code, or the signal that ended it as a negative number; None while it runs."""
        return self._code.result() if self._code.done() else None

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the process, if it still runs."""
        if not self._code.done() and self._process.pid is not None:
            os.kill(self._process.pid, number)

    async def wait(self) -> int:
        """Wait until the process has ended; return its exit code."""
        return await asyncio.shield(self._code)


async def _draw(self: RenderCache, picture: Picture) -> bytes:
    return blank(picture)


def draw_blank() -> None:
    """Draw and think within the process from now on, and draw nothing."""
    RenderCache.draw = _draw  # type: ignore[method-assign]
    service._worker = lambda nice: thread_executor


def _run(
    environment: dict[str, str],
    log: Path,
    printed: Path,
    command: tuple[str, ...],
    plant: Callable[[], object] | None,
) -> None:
    """Be the bot, in the process that was forked."""
    for stream, path in ((1, printed), (2, log)):
        with path.open("ab") as file:
            os.dup2(file.fileno(), stream)
    os.environ.clear()
    os.environ.update(environment)
    draw_blank()
    leave_unsynced()
    if plant is not None:
        plant()
    sys.exit(main(command))
