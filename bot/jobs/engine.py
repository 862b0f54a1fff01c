"""procrastinate as it is used here: its connections, its schema, its worker.

Its tables are in a schema of their own, apart from the bot's. The worker here adds what procrastinate's does not do: it
looks for a job again as soon as one of its own has released a lock, and loses no notification that arrives while it
looks.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Any, Self

import psycopg
import structlog
from procrastinate import App, PsycopgConnector, exceptions, job_context
from procrastinate.jobs import Job, Notification
from procrastinate.manager import JobManager
from procrastinate.schema import SchemaManager
from procrastinate.types import JSONDict
from procrastinate.worker import Worker
from psycopg import errors
from psycopg_pool import AsyncConnectionPool, PoolTimeout
from typing_extensions import override

from storage.postgres import Connection, address_of, connect, hang_up, translated_errors

_LOG = structlog.get_logger(__name__)
SCHEMA = "underhat_jobs"
QUEUE = "underhat"
CONNECTIONS = 3
"""How many of a process are open at most, beside the one that listens."""
PER_WORKER = CONNECTIONS + 1
"""With that one."""
WAIT_SECONDS = 5.0
"""How long a statement waits for a connection at most."""
HEARTBEAT_SECONDS, STALLED_SECONDS = 2.0, 8.0
"""How often a worker writes its heartbeat, and after how long without one it is taken for dead."""
CONCURRENCY = 500
"""How many jobs a process does at once: most of them wait for a platform."""
POLL_SECONDS = 1.0
"""How often a worker looks for jobs whose time has come, and for those of which no notification arrived."""

_SETTINGS = f"SET search_path TO {SCHEMA}; SET synchronous_commit = off; SET lock_timeout = '10s'"
"""A crash of the server may lose the jobs of its last moment; all tables are looked through after it."""
_LOCK = 7_165_032_412
"""The number of the advisory lock that migrations hold, for processes that start at once; the store's is one less."""
_BY_LOCK = "CREATE INDEX IF NOT EXISTS jobs_by_lock ON procrastinate_jobs (lock, id) WHERE status = 'todo'"
"""An index that procrastinate lacks: to fetch a job it looks for others of the same lock, and thousands may wait."""
_WAITS = (
    "SELECT EXISTS (SELECT 1 FROM procrastinate_jobs WHERE status = 'todo' AND queueing_lock = %(queueing_lock)s)"
    " AS waits"
)
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)_(\d+)_")
_POST_DEPLOYMENT = "_post_"
"""In the name of a migration that must wait until no process of an older version runs any more."""


class _Connection(psycopg.AsyncConnection[Any]):
    """A connection of which nothing is left open where it could not be made in time."""

    @classmethod
    @override
    async def connect(cls, *args: Any, **kwargs: Any) -> Self:
        try:
            return await super().connect(*args, **kwargs)
        except psycopg.Error as error:
            hang_up(error)
            raise


def app_at(url: str) -> tuple[App, AsyncConnectionPool[Any]]:
    """Return procrastinate for a database, and its connections, which are to be opened and closed."""
    address = address_of(url)
    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
        connection_class=_Connection,
        kwargs=address | {"application_name": f"{address['application_name']} jobs"},
        min_size=1,
        max_size=CONNECTIONS,
        open=False,
        configure=_configure,
        timeout=WAIT_SECONDS,
        reconnect_timeout=WAIT_SECONDS,  # then the next statement tries again, not the pool with growing waits
    )
    return App(connector=PsycopgConnector(configure=_configure)), pool


async def _configure(connection: psycopg.AsyncConnection[Any]) -> None:
    """Prepare a connection: each statement is a transaction, in procrastinate's schema."""
    await connection.set_autocommit(True)
    await connection.execute(_SETTINGS)


def is_away(error: BaseException) -> bool:
    """Return whether an error says that the database does not answer, or not any more."""
    causes = (error, error.__cause__)
    away = any(isinstance(each, (psycopg.OperationalError, psycopg.InterfaceError)) for each in causes)
    return away and not is_collision(error)


def is_collision(error: BaseException) -> bool:
    """Return whether a statement was refused because of another one: the same may succeed a moment later."""
    return isinstance(error.__cause__, errors.DeadlockDetected | errors.SerializationFailure | errors.LockNotAvailable)


def is_busy(error: BaseException) -> bool:
    """Return whether no connection became free in time: that loses nothing."""
    return isinstance(error.__cause__, PoolTimeout)


# -- the schema --------------------------------------------------------------------------------------------------------


def migrate(url: str) -> None:
    """Bring procrastinate's schema up to date. Raise StoreError.

    Each of its migrations is a transaction, since some want what an earlier one has committed, and is noted in a table
    beside its own.
    """
    migrations = _migrations()
    connection = connect(address_of(url))
    try:
        with translated_errors():
            connection.execute(f"SELECT pg_advisory_lock({_LOCK})")  # until it is closed
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            connection.execute(f"SET search_path TO {SCHEMA}")
            connection.execute("CREATE TABLE IF NOT EXISTS applied (migration text PRIMARY KEY)")
            _apply(connection, migrations)
            connection.execute(_BY_LOCK)
    finally:
        connection.close()


def _apply(connection: Connection, migrations: Mapping[str, str]) -> None:
    applied = {name for (name,) in connection.execute("SELECT migration FROM applied").fetchall()}
    missing = [name for name in migrations if name not in applied]
    if not applied:
        with connection.transaction():
            connection.execute(SchemaManager.get_schema(), prepare=False)
            _note(connection, missing)
        return
    if any(_POST_DEPLOYMENT in name for name in missing) and _is_in_use(connection):
        missing = [name for name in missing if _POST_DEPLOYMENT not in name]
    if missing:
        connection.execute("DROP INDEX IF EXISTS jobs_by_lock")  # which no migration reckons with
    for name in missing:
        with connection.transaction():
            connection.execute(migrations[name].encode(), prepare=False)
            _note(connection, [name])


def _note(connection: Connection, applied: list[str]) -> None:
    connection.execute("INSERT INTO applied (migration) SELECT unnest($1::text[])", (applied,))


def _is_in_use(connection: Connection) -> bool:
    """Return whether another process works, which may be of the version before this one."""
    ((workers,),) = connection.execute("SELECT to_regclass('procrastinate_workers')::text").fetchall()
    if workers is None:  # of a version that had none
        return False
    ((used,),) = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM procrastinate_workers"
        f" WHERE last_heartbeat > now() - make_interval(secs => {STALLED_SECONDS}))"
    ).fetchall()
    return bool(used)


def _migrations() -> dict[str, str]:
    """Return procrastinate's migrations by their names, in their order."""
    folder = resources.files("procrastinate.sql") / "migrations"
    files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(files, key=lambda file: _order(file.name))}


def _order(name: str) -> tuple[int, ...]:
    found = _VERSION.match(name)
    assert found is not None, name
    return tuple(map(int, found.groups()))


# -- the worker --------------------------------------------------------------------------------------------------------


class Manager(JobManager):
    """procrastinate's statements; `on_death` is told that a worker has died."""

    def __init__(self, app: App, on_death: Callable[[], object]) -> None:
        super().__init__(app.connector)
        self._on_death = on_death

    @override
    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """Fetch the next job. Where two workers fetch jobs of one lock at the same moment, one of them looks again."""
        while True:
            try:
                return await super().fetch_job(queues, worker_id)
            except exceptions.UniqueViolation:
                continue

    @override
    async def defer_periodic_job(self, job: Job, periodic_id: str, defer_timestamp: int) -> int | None:
        """Add a periodic job, if the one before it does not wait any more.

        It would be refused otherwise, as on a machine with too much to do, and the server logs each refusal.
        """
        row = await self.connector.execute_query_one_async(_WAITS, queueing_lock=job.queueing_lock)
        return None if row["waits"] else await super().defer_periodic_job(job, periodic_id, defer_timestamp)

    @override
    async def prune_stalled_workers(self, seconds_since_heartbeat: float) -> list[int]:
        pruned = [*await super().prune_stalled_workers(seconds_since_heartbeat)]
        if pruned:
            self._on_death()
        return pruned


class JobWorker(Worker):
    """A worker in our event loop. `on_begin` is called once it is registered, each time it is run."""

    def __init__(self, app: App, on_begin: Callable[[int], object], grace: float) -> None:
        super().__init__(
            app,
            queues=[QUEUE],
            name="underhat",
            concurrency=CONCURRENCY,
            fetch_job_polling_interval=POLL_SECONDS,
            shutdown_graceful_timeout=grace,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=HEARTBEAT_SECONDS,
            stalled_worker_timeout=STALLED_SECONDS,
        )
        self._on_begin = on_begin
        self._notified = 0
        self._ended = False

    @override
    async def run(self) -> None:
        """Take and do jobs until `stop`, or until the database goes away. Raise ConnectorException."""
        await super().run()  # type: ignore[no-untyped-call]

    @override
    def stop(self) -> None:
        self._ended = True  # whoever runs it forgets what it was told before it had begun
        super().stop()  # type: ignore[no-untyped-call]

    def wake(self) -> None:
        """Look for a job now."""
        self._notified += 1
        self._new_job_event.set()

    @override
    def _log_extra(self, *_: Any, **__: Any) -> JSONDict:
        """Add nothing: hardly any of these lines is logged, and making it costs more than asking whether it is."""
        return {}

    @override
    async def _handle_notification(self, *, channel: str, notification: Notification) -> None:
        self._notified += 1
        await super()._handle_notification(channel=channel, notification=notification)

    @override
    async def _fetch_and_process_jobs(self) -> None:
        """Fetch jobs until there is none; look again where one may have come while the answer was on its way."""
        seen = -1
        while seen != self._notified and not self._stop_event.is_set():
            seen = self._notified
            await super()._fetch_and_process_jobs()  # type: ignore[no-untyped-call]

    @override
    async def _process_job(self, context: job_context.JobContext) -> None:
        """Do a job; then look for one that waited for its lock, of which nobody is notified."""
        try:
            await super()._process_job(context)
        except exceptions.ConnectorException as error:
            # That it is done could not be written. Whoever takes it over does it once more, which is harmless.
            _LOG.info("job_left", task=context.job.task_name, reason=" ".join(str(error.__cause__ or error).split()))
            self.stop()
        self.wake()

    @override
    async def _run_loop(self) -> None:
        assert self.worker_id is not None
        if self._ended:
            self._stop_event.set()
        else:
            self._on_begin(self.worker_id)
        await super()._run_loop()  # type: ignore[no-untyped-call]


def quiet_loggers() -> None:
    """Keep the libraries' loggers from reporting a database that is away: whoever runs the worker logs that, once."""
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    for name in ("procrastinate.worker", "procrastinate.worker.underhat", "procrastinate.utils"):
        logger = logging.getLogger(name)
        if _is_news not in logger.filters:
            logger.addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, exceptions.ConnectorException)
