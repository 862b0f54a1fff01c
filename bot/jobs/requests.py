"""Requests as jobs: what is written of each, and the statements that procrastinate has none for."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.jobs.engine import QUEUE, STALLED_SECONDS
from bot.meter import PressOrigin

SERVE, LATER = "serve", "later"
"""The tasks: one that serves a request, and one that defers the other when its time has come.

A job with a lock blocks all later ones of that lock, even while it waits for its time. So a job that waits has none.
"""


class RequestedBy(msgspec.Struct, frozen=True, array_like=True):
    """The press that led to a request, for the process that knows what its clock says of it."""

    process: str
    origin: PressOrigin


FOREGROUND, BACKGROUND = 0, -1
"""The priorities of what somebody waits for, and of what is requested for all tables at once, after a loss."""


class Request(msgspec.Struct, frozen=True):
    """A request: a key of a publisher, in JSON, and a directive (`Requests.request`). In jobs that is called `wish`.

    `tries`: how often it has failed in a row. `priority`: those of a higher one are served first.
    """

    publisher: str
    key: str
    directive: str = msgspec.field(name="wish")
    lock: str
    tries: int = 0
    press: RequestedBy | None = None
    priority: int = FOREGROUND

    @property
    def name(self) -> str:
        """Its name among all requests: at most one of a name waits to be served, and one for its time."""
        return f"{self.publisher} {self.key} {self.directive}"


class _Job(msgspec.Struct):
    """A row to be inserted. `retry` names the job that a request which has failed waits in; `delay` is in seconds.

    `replaces` names the job that is not needed any more: what was put off and is to be done now, or what was to be done
    now and has to wait after a failure.
    """

    task: str
    name: str
    retry: str
    replaces: str | None
    lock: str | None
    args: dict[str, object]
    delay: float | None
    priority: int


def rows(requests: Iterable[tuple[Request, float]]) -> str:
    """Return what `DEFER` is told of requests, each with the seconds until its time, 0 for none."""
    jobs: dict[str, tuple[Request, float]] = {}
    for request, delay in requests:
        name = delayed_name(request.name) if delay > 0 else request.name
        # A statement that adds a job twice is refused; what was put off may be due by now, beside what is new.
        known, sooner = jobs.get(name, (request, delay))
        jobs[name] = joined(known, request), min(sooner, delay)
    return msgspec.json.encode([_row(request, delay) for request, delay in jobs.values()]).decode()


def joined(one: Request, other: Request) -> Request:
    """Return a request that stands for two of one name, wherever both wait: here or in one statement."""
    return msgspec.structs.replace(
        one,
        tries=max(one.tries, other.tries),
        press=one.press or other.press,
        priority=max(one.priority, other.priority),
    )


def delayed_name(name: str) -> str:
    """Return the name of the job in which a request waits for its time."""
    return f"{LATER} {name}"


def _row(request: Request, delay: float) -> _Job:
    now, retry = request.name, delayed_name(request.name)
    args: dict[str, object] = {"request": msgspec.to_builtins(request)}
    if delay <= 0:
        return _Job(SERVE, now, retry, retry, request.lock, args, None, request.priority)
    return _Job(LATER, retry, retry, now if request.tries else None, None, args, delay, request.priority)


DEFER = f"""
WITH job AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset(%(rows)s::jsonb)
        AS (task text, name text, retry text, replaces text, lock text, args jsonb, delay float8, priority int))
        WITH ORDINALITY AS job (task, name, retry, replaces, lock, args, delay, priority, place)
), replaced AS (
    DELETE FROM procrastinate_jobs AS other USING job
    WHERE other.queueing_lock = job.replaces AND other.status = 'todo'
    AND (job.delay IS NOT NULL OR (other.args #>> '{{request,tries}}')::int = 0)
)
INSERT INTO procrastinate_jobs AS known (queue_name, task_name, priority, lock, queueing_lock, args, scheduled_at)
SELECT '{QUEUE}', task, priority, lock, name, args, now() + make_interval(secs => delay) FROM job
WHERE delay IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM procrastinate_jobs AS failed
    WHERE failed.queueing_lock = retry AND failed.status = 'todo' AND (failed.args #>> '{{request,tries}}')::int > 0
)
ORDER BY place
ON CONFLICT (queueing_lock) WHERE status = 'todo'
DO UPDATE SET
    scheduled_at = least(known.scheduled_at, excluded.scheduled_at),
    priority = greatest(known.priority, excluded.priority)
    WHERE excluded.scheduled_at < known.scheduled_at OR excluded.priority > known.priority
RETURNING queueing_lock
"""
"""Adds jobs, in their order, as `procrastinate_defer_jobs_v1` does, which fails for all where one is there already (and
has the server log each such error, though it is what happens most). Of several times the earliest holds, and of several
priorities the highest, but nothing cuts the wait after a failure short."""

CANCEL_WAITING = """
DELETE FROM procrastinate_jobs WHERE status = 'todo' AND queueing_lock = ANY(%(names)s)
RETURNING args #>> '{request,wish}' AS directive
"""
"""Deletes requests that wait, since whoever asks serves them. One that a worker is just fetching is left to it."""

UNFINISHED = f"""
SELECT EXISTS (
    SELECT 1 FROM procrastinate_jobs WHERE task_name IN ('{SERVE}', '{LATER}') AND status IN ('todo', 'doing')
    AND (%(publisher)s::text IS NULL OR args #>> '{{request,publisher}}' = %(publisher)s)
    AND (%(keys)s::text[] IS NULL OR args #>> '{{request,key}}' = ANY(%(keys)s))
) AS unfinished
"""
"""Asks whether requests wait or are being served, of all publishers or one, of all keys or some."""

IS_FIRST = f"""
SELECT NOT EXISTS (
    SELECT 1 FROM procrastinate_workers
    WHERE id < %(worker)s AND last_heartbeat > now() - make_interval(secs => {STALLED_SECONDS})
) AS is_first
"""
"""Asks whether no worker that registered earlier is alive: of several that start at once, exactly one is first."""
