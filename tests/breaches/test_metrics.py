"""Breaches of what the metrics promise, planted one at a time: each is found by the check that is there for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.dispatcher import Dispatcher
from bot.meter import PressOrigin
from bot.metrics import _HANDLED, Metrics
from tests.concurrency import test_publisher as of_publishers
from tests.helpers.clock import MovingClock
from tests.setup import test_metrics as of_metrics


async def test_a_label_with_what_a_platform_has_said(
    database: Path, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(self: Metrics, kind: str, error: Exception) -> None:
        self._failed.labels(kind, str(error)).inc()

    monkeypatch.setattr(Metrics, "delivery_failed", tell)
    with pytest.raises(AssertionError, match="bot was kicked"):
        await of_metrics.test_labels_are_words_of_ours_of_which_there_are_few(database, clock)


async def test_refusals_that_count_as_accepted(
    database: Path, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Dispatcher._judge

    async def forget(self: Dispatcher, press: object) -> object:
        answer, _ = await judge(self, press)  # type: ignore[arg-type]
        return answer, False

    monkeypatch.setattr(Dispatcher, "_judge", forget)
    with pytest.raises(AssertionError, match="'refused': "):
        await of_metrics.TestPresses().test_are_counted_by_what_became_of_them(database, clock)


async def test_what_a_press_has_started_taken_for_its_own_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def whoever(self: Metrics) -> PressOrigin | None:
        handled = _HANDLED.get()
        return handled[1] if handled else None

    monkeypatch.setattr(Metrics, "press_here", whoever)
    with pytest.raises(AssertionError):
        await of_publishers.TestMetrics().test_a_press_is_timed_to_what_its_own_task_requested()
