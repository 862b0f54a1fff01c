"""Processes that start warm: `python -m tests.helpers.zygote MODULE` loads a module once and forks for each start.

A start of `python -m bot` is mostly imports and catalogs that are read. Here they are in memory before the fork, so
that it costs a tenth; what is forked is a process of its own all the same, and can be killed like any other. It forks
before there is an event loop or a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import itertools
import json
import os
import selectors
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]


class Zygote:
    """The process that forks, from outside. `start` returns a process that runs the module's `main`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._asked = itertools.count()
        self._starts: dict[int, asyncio.Future[Forked]] = {}
        self._ends: dict[int, asyncio.Future[int]] = {}

    async def start(self, environment: Mapping[str, str], log: Path) -> Forked:
        """Fork a process with more environment variables, which writes what it says to the end of a file."""
        assert self._process.stdin
        # by number, so that of two who start at a time neither gets the other's process
        asked = next(self._asked)
        started: asyncio.Future[Forked] = asyncio.get_running_loop().create_future()
        self._starts[asked] = started
        wanted = {"asked": asked, "env": dict(environment), "log": str(log)}
        self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
        return await started

    async def hear(self) -> None:
        """Take in what the zygote tells, until it ends."""
        assert self._process.stdout
        async for line in self._process.stdout:
            told = json.loads(line)
            if "started" in told:
                ended = self._ends[told["started"]] = asyncio.get_running_loop().create_future()
                _settle(self._starts.pop(told["asked"]), Forked(told["started"], ended))
            else:
                self._ends.pop(told["ended"]).set_result(told["code"])
        for started in self._starts.values():
            _settle(started, ChildProcessError("the zygote has ended"))


def _settle(future: asyncio.Future[Forked], outcome: Forked | Exception) -> None:
    if future.done():  # whoever asked has been cancelled
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


class Forked:
    """A process that a zygote has forked. `ended` holds its exit code, that of a signal as a negative number."""

    def __init__(self, number: int, ended: asyncio.Future[int]) -> None:
        self.ended = ended
        self.number = number

    @property
    def running(self) -> bool:
        """Return whether the process lives, as far as is known."""
        return not self.ended.done()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if the process is there."""
        if self.running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.number, number)


@contextlib.asynccontextmanager
async def zygote(module: str) -> AsyncIterator[Zygote]:
    """Keep a module loaded for the length of a block, and end what was forked and still runs at its end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.helpers.zygote", module, cwd=REPOSITORY,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    made = Zygote(process)
    hearing = asyncio.create_task(made.hear(), name="zygote")
    try:
        yield made
    finally:
        assert process.stdin
        process.stdin.close()  # which asks it to end its processes and itself
        await hearing
        await process.wait()


def _serve(module: Any) -> None:
    """Fork for each line that comes in; tell of each process that ends. Ends with its input."""
    woken, wake = os.pipe()
    for end in (woken, wake):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    selector.register(woken, selectors.EVENT_READ)
    running: set[int] = set()
    waiting = b""
    while True:
        for ready, _ in selector.select():
            if ready.fd == woken:
                with contextlib.suppress(BlockingIOError):
                    os.read(woken, 4096)
                _reap(running)
                continue
            more = os.read(0, 65536)
            if not more:
                for number in running:
                    os.kill(number, signal.SIGKILL)
                return
            *lines, waiting = (waiting + more).split(b"\n")
            for line in lines:
                wanted = json.loads(line)
                number = _fork(module, wanted, (woken, wake))
                running.add(number)
                _tell(started=number, asked=wanted["asked"])


def _reap(running: set[int]) -> None:
    for number in list(running):
        ended, status = os.waitpid(number, os.WNOHANG)
        if ended:
            running.discard(number)
            _tell(ended=number, code=os.waitstatus_to_exitcode(status))


def _tell(**what: int) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _fork(module: Any, wanted: dict[str, Any], pipes: tuple[int, int]) -> int:
    number = os.fork()
    if number:
        return number
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(wanted["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(source, target)
        for end in pipes:
            os.close(end)
        os.environ.update(wanted["env"])
        code = module.main()
    except BaseException:  # noqa: BLE001 - it must not go on as a second zygote
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    loaded = importlib.import_module(sys.argv[1])
    loaded.warm_up()
    gc.collect()
    gc.freeze()  # what is shared with the forks stays shared: a collection in one of them would copy it
    _serve(loaded)
