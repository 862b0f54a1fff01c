"""Breaches of giving way to presses, planted one at a time: each is found by the check for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.concurrency import foreground
from bot.concurrency.foreground import Claim, Foreground
from bot.platforms.telegram import callbacks
from tests.concurrency.giving_way import Pressed, check_gives_way, check_publishes
from tests.conformance.stages import on_stage
from tests.platforms.giving_way import check_hung_answers
from tests.telegram.virtual import run

PRESSES = [Pressed(0.01 * number, 0.025) for number in range(100)] + [Pressed(1.5, 0.1), Pressed(2.0, None)]
REQUESTS = [0.205, 1.405, 1.525, 1.805, 2.125]
Check: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
CHECKS = pytest.mark.parametrize("check", [check_gives_way, check_publishes])


@CHECKS
def test_the_schedule_is_kept_without_a_breach(check: Check) -> None:
    run(check(PRESSES, REQUESTS))


@CHECKS
def test_work_that_gives_no_way(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go_on(_: Foreground) -> None:
        pass

    monkeypatch.setattr(Foreground, "give_way", go_on)
    with pytest.raises(AssertionError, match=r"(went on|shown) at 0\.20"):
        run(check(PRESSES, REQUESTS))


@CHECKS
def test_work_that_starves(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(self: Foreground) -> None:
        await self._free.wait()

    monkeypatch.setattr(Foreground, "give_way", wait)
    with pytest.raises(AssertionError, match=r"(asked|requested) at 0\.205"):
        run(check(PRESSES, REQUESTS))


@CHECKS
def test_presses_that_count_until_their_answer_comes(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(self: Claim, front: Foreground) -> None:
        self._foreground = front
        self._expiry = asyncio.get_running_loop().call_later(60.0, self.end)

    monkeypatch.setattr(Claim, "__init__", begin)
    with pytest.raises(AssertionError, match=r"(asked|requested) at 2\.125"):
        run(check(PRESSES, REQUESTS))


async def test_answers_that_are_waited_for_without_end(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreground, "PATIENCE_SECONDS", 3600.0)
    monkeypatch.setattr(callbacks, "when_sent", nullcontext)
    async with on_stage("telegram", database, monkeypatch) as stage:
        with pytest.raises(AssertionError, match="held up"):
            await check_hung_answers(stage, patience=3.0)
