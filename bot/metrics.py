"""The metrics of one service, as instruments of Prometheus in a registry of their own.

Labels are words of which there are a few: platforms, games, phases, levels, kinds and names of our errors. None is a
person, a chat, a table or a secret (SECURITY.md).
"""

from __future__ import annotations

import asyncio
import platform as machine
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector
from typing_extensions import override

from bot import __version__
from bot.meter import Meter, PictureSource, PressOrigin, PressResult, UpdateFault

Waiting = Callable[[], tuple[int, float]]
"""Returns how many wait to be shown, and for how many seconds the one does that has waited for longest."""

ANSWER_BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0)
"""A press is to be answered at once; after 5 s it is answered with nothing, and after 15 s nobody takes an answer."""
BOARD_BUCKETS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0)
"""A board follows within a second while a group's minute lasts, and within that minute after."""
DRAWING_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0)
"""A drawing takes tenths of a second; 30 s count as one that hangs."""
THINKING_BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""A board waits 10 s for computers that move in a row; 30 s count as a thought that hangs."""

_NAMESPACE = "underhat"
_OURS = frozenset({"bot.errors", "storage.errors"})
"""Where the errors are that are told by name; one that is derived from them elsewhere has its base's."""
_MERGED = frozenset({"board", "hand", "edit"})
"""What is shown as it is at the time. Secrets come one after the other, each in a message of its own."""

_HANDLED: ContextVar[tuple[asyncio.Task[Any] | None, PressOrigin] | None] = ContextVar("handled press", default=None)


class Metrics(Meter):
    """Counts what it is told. For one event loop."""

    counts = True

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._pressed = self._counter("presses", "Presses of buttons.", "platform", "result")
        self._answered = self._histogram(
            "press_answer_seconds",
            "From a press to the moment at which the platform has taken its answer.",
            ANSWER_BUCKETS,
            "platform",
        )
        self._unanswered = self._counter(
            "presses_unanswered", "Presses whose answer the platform has not taken.", "platform"
        )
        self._shown = self._histogram(
            "press_board_seconds",
            "From a press to the moment at which the board shows what it led to.",
            BOARD_BUCKETS,
            "platform",
        )
        self._coalesced = self._counter("coalesced", "Requests that one call serves with an earlier one.", "kind")
        self._failed = self._counter(
            "deliveries_failed", "Attempts to show or send something that failed.", "kind", "error"
        )
        self._slowed = self._counter("rate_limited", "Calls that a platform refused as too many (429).", "platform")
        self._slowed_seconds = self._counter(
            "rate_limited_seconds", "Seconds that 429s told us to wait, all together.", "platform"
        )
        self._refused = self._counter("updates_refused", "Updates that were not looked at.", "platform", "reason")
        self._pictures = self._counter("pictures", "Pictures that were wanted, by where they came from.", "source")
        self._drawing = self._histogram(
            "drawing_seconds",
            "From the order for a picture to its bytes, the wait for the drawing process included.",
            DRAWING_BUCKETS,
        )
        self._thinking = self._histogram(
            "thinking_seconds",
            "From a computer's turn to the move it has chosen, the wait for other computers included.",
            THINKING_BUCKETS,
            "game",
            "level",
        )
        self._tables = self._gauge("tables", "Tables that are open.", "game", "phase")
        build = self._gauge("build_info", "Always 1; the labels tell what runs.", "version", "python")
        build.labels(__version__, machine.python_version()).set(1)
        for kind in sorted(_MERGED):
            self._coalesced.labels(kind)
        for source in get_args(PictureSource):
            self._pictures.labels(source)
        self._queues = _Queues()
        self.registry.register(self._queues)
        ProcessCollector(registry=self.registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, namespace=_NAMESPACE, registry=self.registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, namespace=_NAMESPACE, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: Sequence[float], *labels: str) -> Histogram:
        return Histogram(name, meaning, labels, namespace=_NAMESPACE, registry=self.registry, buckets=buckets)

    def serve(self, platform: str) -> None:
        """Begin the series of a platform at 0: a rate counts from the second value on, and would miss the first."""
        for result in get_args(PressResult):
            self._pressed.labels(platform, result)
        for each in (self._answered, self._unanswered, self._shown, self._slowed, self._slowed_seconds):
            each.labels(platform)

    def watch(self, kind: str, waiting: Waiting) -> None:
        """Tell of what waits to be shown, too."""
        self._queues.sources[kind] = waiting

    def note_tables(self, counted: Mapping[tuple[str, str], int]) -> None:
        """Tell how many tables there are of each game in each phase; of none where that is not known."""
        self._tables.clear()
        for (game, phase), number in counted.items():
            self._tables.labels(game, phase).set(number)

    async def page(self, accepted: str = "") -> tuple[bytes, str]:
        """Return all metrics in the format that an Accept header asks for, and its Content-Type."""
        encode, content_type = choose_encoder(accepted)
        self._queues.look()
        return await asyncio.to_thread(encode, self.registry), content_type  # it reads files of /proc

    @override
    @contextmanager
    def handling(self, platform: str, received: float) -> Iterator[None]:
        # What the press starts runs in copies of this context: it is the task that tells whose work it is.
        token = _HANDLED.set((asyncio.current_task(), PressOrigin(platform, received)))
        try:
            yield
        finally:
            _HANDLED.reset(token)

    @override
    def press_here(self) -> PressOrigin | None:
        handled = _HANDLED.get()
        return handled[1] if handled is not None and handled[0] is asyncio.current_task() else None

    @override
    def pressed(self, platform: str, result: PressResult) -> None:
        self._pressed.labels(platform, result).inc()

    @override
    def answered(self, platform: str, seconds: float) -> None:
        self._answered.labels(platform).observe(seconds)

    @override
    def unanswered(self, platform: str) -> None:
        self._unanswered.labels(platform).inc()

    @override
    def coalesced(self, kind: str) -> None:
        if kind in _MERGED:
            self._coalesced.labels(kind).inc()

    @override
    def shown(self, kind: str, press: PressOrigin, seconds: float) -> None:
        if kind == "board":
            self._shown.labels(press.platform).observe(seconds)

    @override
    def delivery_failed(self, kind: str, error: Exception) -> None:
        names = [each.__name__ for each in type(error).__mro__ if each.__module__ in _OURS]
        self._failed.labels(kind, names[0] if names else "bug").inc()

    @override
    def slowed_down(self, platform: str, seconds: float) -> None:
        self._slowed.labels(platform).inc()
        self._slowed_seconds.labels(platform).inc(max(0.0, seconds))

    @override
    def update_refused(self, platform: str, fault: UpdateFault) -> None:
        self._refused.labels(platform, fault).inc()

    @override
    def pictured(self, source: PictureSource) -> None:
        self._pictures.labels(source).inc()

    @override
    def drew(self, seconds: float) -> None:
        self._drawing.observe(seconds)

    @override
    def thought(self, game: str, level: str, seconds: float) -> None:
        self._thinking.labels(game, level).observe(seconds)


class _Queues(Collector):
    """Tells what waited when it last looked, which it has to do in the event loop."""

    def __init__(self) -> None:
        self.sources: dict[str, Waiting] = {}
        self._seen: dict[str, tuple[int, float]] = {}

    def look(self) -> None:
        self._seen = {kind: waiting() for kind, waiting in self.sources.items()}

    def collect(self) -> Iterator[GaugeMetricFamily]:
        number = GaugeMetricFamily("underhat_waiting", "What waits to be shown or sent.", labels=["kind"])
        oldest = GaugeMetricFamily(
            "underhat_waiting_seconds", "How long the one has waited that has waited for longest.", labels=["kind"]
        )
        for kind, (many, seconds) in self._seen.items():
            number.add_metric([kind], many)
            oldest.add_metric([kind], seconds)
        yield number
        yield oldest
