"""The work of several processes that serve one database: whichever is free does it.

A request is written right after the commit it follows from, together with the others of that moment. Where a process
was killed between the two, or the database lost what it had not yet written to disk, one process requests everything
anew by looking through all tables, as at a start (`after_loss` of `Work.run_on_one_process`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Set
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
import structlog
from procrastinate import exceptions
from procrastinate.jobs import Status
from typing_extensions import override

from bot.concurrency.backoff import Backoff
from bot.concurrency.foreground import Foreground
from bot.concurrency.publisher import Publish, Reaction, Requests, Retry
from bot.concurrency.tasks import DRAIN_SECONDS, cancel, spawn
from bot.concurrency.work import Key, Work
from bot.jobs.engine import (
    QUEUE,
    STALLED_SECONDS,
    JobWorker,
    Manager,
    app_at,
    is_away,
    is_busy,
    is_collision,
    migrate,
    quiet_loggers,
)
from bot.jobs.publisher import LOOK_SECONDS, JobPublisher
from bot.jobs.requests import (
    BACKGROUND,
    CANCEL_WAITING,
    DEFER,
    FOREGROUND,
    IS_FIRST,
    LATER,
    SERVE,
    UNFINISHED,
    Request,
    RequestedBy,
    delayed_name,
    joined,
    rows,
)
from bot.meter import UNMETERED, Meter
from storage.errors import StoreAway, StoreError

K = TypeVar("K", bound=Key)
_LOG = structlog.get_logger(__name__)
FIRST, LONGEST = 0.2, 5.0
"""The first and the longest wait before something is tried again while the database is away, in seconds."""
MOST = 500
"""How many requests are written down by one statement."""
UNKNOWN_SECONDS = 2.0
"""A request of a publisher that this process does not have, as in a deployment, is deferred for so many seconds."""
UNKNOWN_TRIES = 300
"""How often that is done before it is taken for one of a version that is gone."""
COLLISIONS = 10
"""How often a statement is tried that collides with others, such as one that locks the same rows in another order."""
CLOSE_SECONDS = 1.0
"""How long `close` waits for what was requested last to be written down."""


_PRIORITY = ContextVar("priority", default=FOREGROUND)
"""The priority of what is requested in this context."""


class _Collision(Exception):
    """A statement was refused since another one was under way."""


class JobWork(Work):
    """Work on a PostgreSQL at an address. Requests may be made before it is started; then they wait.

    `me` names this process among all (`Leases.me`): a press was received by the clock of the process that it names.
    `before` is called before requests are written, and writes what has to be there when they are served. It may raise
    StoreAway.
    """

    def __init__(
        self,
        url: str,
        me: str,
        meter: Meter = UNMETERED,
        before: Callable[[], Awaitable[None]] | None = None,
        foreground: Foreground | None = None,
    ) -> None:
        self._url = url
        self._meter = meter
        self._foreground = foreground or Foreground()
        self._before = before
        self._me = me
        self._app, self._pool = app_at(url)
        self._app.job_manager = Manager(self._app, self._note_loss)
        self._publishers: dict[str, JobPublisher[Any]] = {}
        self._pending: dict[str, tuple[Request, float]] = {}
        self._writing: tuple[str, ...] = ()
        self._wanted = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._worker: JobWorker | None = None
        self._running: asyncio.Task[None] | None = None
        self._stopping = False
        self._interrupted = False
        self._each_second: Callable[[], Awaitable[None]] | None = None
        self._after_loss: Requests[str] | None = None
        self._add_tasks()

    def _add_tasks(self) -> None:
        app = self._app

        @app.task(name=SERVE, queue=QUEUE)
        async def serve(request: dict[str, Any]) -> None:
            await self._serve(msgspec.convert(request, Request))

        @app.task(name=LATER, queue=QUEUE)
        async def later(request: dict[str, Any]) -> None:
            await self.defer_now([msgspec.convert(request, Request)], 0.0)

        @app.periodic(cron="* * * * * *")
        @app.task(name="each_second", queue=QUEUE, queueing_lock="each second", lock="each second", priority=1)
        async def each_second(timestamp: int) -> None:  # noqa: ARG001 - procrastinate tells it
            if self._each_second is not None:
                with contextlib.suppress(StoreError):  # a second later it is looked again
                    await self._each_second()

        # Without a lock, which whoever died in the middle of it would keep.
        @app.periodic(cron="* * * * * */2")
        @app.task(name="take_over", queue=QUEUE, queueing_lock="take over", priority=1)
        async def take_over(timestamp: int) -> None:  # noqa: ARG001
            await self._take_over()

    # -- the parts that request ----------------------------------------------------------------------------------------

    @override
    def publisher(
        self,
        name: str,
        publish: Publish[K],
        policy: Mapping[type[Exception], Reaction[K]],
        *,
        key_type: Any,
        lock: Callable[[K], str],
        backoff: Callable[[], Backoff] = Backoff,
    ) -> JobPublisher[K]:
        made = self._publishers[name] = JobPublisher(
            self,
            name,
            publish,
            policy,
            key_type=key_type,
            lock=lock,
            backoff=backoff,
            meter=self._meter,
            foreground=self._foreground,
        )
        return made

    @override
    def run_on_one_process(
        self, *, each_second: Callable[[], Awaitable[None]], after_loss: Callable[[], Awaitable[None]]
    ) -> bool:
        async def look_through(_: str, __: Set[str]) -> None:
            _PRIORITY.set(BACKGROUND)  # a job is a task of its own
            await after_loss()

        self._each_second = each_second
        self._after_loss = self.publisher(
            "loss", look_through, {StoreAway: Retry.BACK_OFF}, key_type=str, lock=lambda _: "loss"
        )
        return True

    def _note_loss(self) -> None:
        """Have everything requested that may have been lost."""
        if self._after_loss is not None:
            self._after_loss.request("")

    # -- requests ------------------------------------------------------------------------------------------------------

    def defer(self, request: Request, not_before: float = 0.0) -> None:
        """Have a request served, soon or from a time of the event loop's clock on."""
        request = msgspec.structs.replace(request, priority=_PRIORITY.get())
        if not_before <= asyncio.get_running_loop().time():
            not_before = 0.0
            if (origin := self._meter.press_here()) is not None and request.press is None:
                request = msgspec.structs.replace(request, press=RequestedBy(self._me, origin))
        name = delayed_name(request.name) if not_before else request.name
        if name in self._pending:
            self._meter.coalesced(request.publisher)
        found, at = self._pending.get(name, (request, not_before))
        self._pending[name] = joined(found, request), min(at, not_before)
        self._wanted.set()

    def pending(self, publisher: str) -> Collection[str]:
        """Return the keys of a publisher whose requests are not in the database yet."""
        return {request.key for request, _ in self._pending.values() if request.publisher == publisher}

    async def defer_now(self, requests: Iterable[Request], delay: float) -> None:
        """Write requests, to be served in so many seconds; while the database is away they are kept, as by `defer`."""
        requests = [*requests]
        try:
            await self._insert([(request, delay) for request in requests])
        except StoreAway:
            for request in requests:
                self.defer(request, asyncio.get_running_loop().time() + delay if delay else 0.0)

    async def cancel_waiting(self, names: Iterable[str]) -> Set[str]:
        """Cancel requests that wait, and return their directives. Raise StoreAway."""
        both = [each for name in names for each in (name, delayed_name(name))]
        here = {self._pending.pop(name)[0].directive for name in both if name in self._pending}
        return here | {row["directive"] for row in await self._ask(CANCEL_WAITING, names=both)}

    @override
    async def has_unfinished(self, publisher: str | None = None, keys: Collection[str] | None = None) -> bool:
        """Return whether requests wait or are being served, in any process. Raise StoreAway."""
        pending = {request.key for request, _ in self._pending.values() if publisher in (None, request.publisher)}
        if self._writing or (pending if keys is None else pending.intersection(keys)):
            return True
        (row,) = await self._ask(UNFINISHED, publisher=publisher, keys=None if keys is None else [*keys])
        return bool(row["unfinished"])

    async def _write(self) -> None:
        """Write requests down as they come, those of one turn of the event loop together, until cancelled."""
        backoff, told = Backoff(FIRST, LONGEST), False
        while True:
            await self._wanted.wait()
            await asyncio.sleep(0)
            names = self._writing = tuple(self._pending)[:MOST]
            batch = {name: self._pending.pop(name) for name in names}
            now = asyncio.get_running_loop().time()
            try:
                await self._write_before()
                await self._insert([(request, max(0.0, at - now)) for request, at in batch.values()])
            except StoreAway as error:
                self._pending = batch | self._pending
                if not is_busy(error.__cause__ or error):
                    self._interrupt()
                if not told:
                    _LOG.warning("requests_wait", reason=str(error))
                told = True
                await asyncio.sleep(backoff.next())
            except asyncio.CancelledError:
                self._pending = batch | self._pending
                raise
            except StoreError:
                _LOG.exception("requests_lost", publishers=sorted({request.publisher for request, _ in batch.values()}))
            else:
                told = False
                backoff.reset()
            finally:
                self._writing = ()
            if not self._pending:
                self._wanted.clear()

    async def _write_before(self) -> None:
        """Write what has to be in the database when the requests are served. Raise StoreAway."""
        try:
            if self._before is not None:
                await self._before()
        except StoreAway:
            raise
        except StoreError:  # they find less, and are requested all the same
            _LOG.exception("jobs_broken")

    async def _insert(self, requests: list[tuple[Request, float]]) -> None:
        added = {row["queueing_lock"] for row in await self._ask(DEFER, rows=rows(requests))}
        for request, delay in requests:
            if not delay and request.name not in added:
                self._meter.coalesced(request.publisher)
            if delay:  # others find it when they look the next time; nobody is notified of a time that has come
                asyncio.get_running_loop().call_later(delay, self._wake)

    async def _ask(self, query: str, **values: Any) -> list[dict[str, Any]]:
        """Execute a statement on procrastinate's connections. Raise StoreAway, StoreError."""
        for _ in range(COLLISIONS):
            with contextlib.suppress(_Collision):
                return await self._ask_once(query, **values)
        raise StoreAway("other statements were faster")

    async def _ask_once(self, query: str, **values: Any) -> list[dict[str, Any]]:
        try:
            return await self._app.connector.execute_query_all_async(query, **values)
        except exceptions.ConnectorException as error:
            if is_collision(error):
                raise _Collision from error
            kind = StoreAway if is_away(error) else StoreError
            raise kind(" ".join(str(error.__cause__ or error).split())) from error

    # -- jobs ----------------------------------------------------------------------------------------------------------

    async def _serve(self, request: Request) -> None:
        publisher = self._publishers.get(request.publisher)
        if publisher is None:  # of another version: it may come to a process of its own
            _LOG.info("request_unknown", publisher=request.publisher)
            if request.tries < UNKNOWN_TRIES:
                await self.defer_now([msgspec.structs.replace(request, tries=request.tries + 1)], UNKNOWN_SECONDS)
            return
        with contextlib.suppress(asyncio.CancelledError):  # a stop: it is left to others
            shown = await publisher.serve(request)
            if shown and request.press is not None and request.press.process == self._me:
                origin = request.press.origin
                self._meter.shown(request.publisher, origin, asyncio.get_running_loop().time() - origin.received)

    async def _take_over(self) -> None:
        """Have jobs done again that workers had begun which are dead."""
        manager = self._app.job_manager
        await manager.prune_stalled_workers(STALLED_SECONDS)
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_SECONDS):
            assert job.id is not None
            try:
                await manager.retry_job_by_id_async(job.id, datetime.fromtimestamp(0, UTC))  # by whichever clock
                _LOG.info("job_taken_over", task=job.task_name)
            except exceptions.UniqueViolation:  # the same request waits already, for this one if they share a lock
                await manager.finish_job_by_id_async(job.id, Status.ABORTED, delete_job=True)
            except exceptions.ConnectorException as error:
                if is_away(error):  # else its worker lives after all, or somebody was faster
                    raise
        self._wake()

    def _wake(self) -> None:
        if self._worker is not None:
            self._worker.wake()

    # -- start and stop ------------------------------------------------------------------------------------------------

    @override
    async def start(self) -> None:
        """Begin to serve. Raise StoreAway, StoreError."""
        quiet_loggers()
        await asyncio.to_thread(migrate, self._url)
        await self._pool.open()
        await self._app.connector.open_async(self._pool)
        self._writer = spawn(self._write(), "requests")
        self._running = spawn(self._run(), "jobs")

    async def _run(self) -> None:
        """Run a worker; start another whenever one has ended because the database was away."""
        backoff = Backoff(FIRST, LONGEST)

        def begun(number: int) -> None:
            backoff.reset()
            self._begin(number)

        while not self._stopping:
            if reason := await self._run_once(begun):
                if not self._interrupted:  # once for each time that it is away
                    _LOG.warning("jobs_interrupted", reason=reason)
                self._interrupted = True
                await asyncio.sleep(backoff.next())

    async def _run_once(self, begun: Callable[[int], None]) -> str:
        """Run a worker; return why it has ended, "" at a stop."""
        worker = self._worker = JobWorker(self._app, begun, DRAIN_SECONDS)
        reason = "a part of it has ended"
        try:
            await worker.run()
        except exceptions.ConnectorException as error:
            reason = " ".join(str(error.__cause__ or error).split())
        except Exception:  # noqa: BLE001 - the boundary: without a worker nothing would be shown any more
            _LOG.exception("jobs_broken")
        return "" if self._stopping else reason

    def _begin(self, worker: int) -> None:
        """Have everything requested that may have been lost before this worker began."""
        if self._interrupted:
            self._note_loss()
        else:
            spawn(self._request_all_if_first(worker), "first worker")
        self._interrupted = False

    async def _request_all_if_first(self, worker: int) -> None:
        try:
            (row,) = await self._ask(IS_FIRST, worker=worker)
        except StoreAway:
            row = {"is_first": True}  # not known: requesting all without need is harmless
        if row["is_first"]:
            self._note_loss()

    def _interrupt(self) -> None:
        """Have the worker started anew: what was written last may be lost with the database that was there."""
        if self._worker is not None:
            self._worker.stop()

    @override
    async def stop(self) -> None:
        self._stopping = True
        if self._running is not None and self._worker is not None:
            self._worker.stop()
            await asyncio.wait([self._running], timeout=DRAIN_SECONDS + CLOSE_SECONDS)

    @override
    async def close(self) -> None:
        """Write down what was requested last, as far as that can be done soon, and close the connections."""
        self._stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while self._writer is not None and (self._pending or self._writing):  # noqa: ASYNC110 - seldom, not long
                    await asyncio.sleep(LOOK_SECONDS)
        if self._pending:
            _LOG.warning("requests_lost", publishers=sorted({each.publisher for each, _ in self._pending.values()}))
        await cancel(*(task for task in (self._writer, self._running) if task is not None))
        self._writer = self._running = None
        await self._pool.close()
