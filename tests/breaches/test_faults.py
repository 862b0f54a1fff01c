"""The checks of the class `faults` find what they are there for: each test breaks the bot in one way and plays."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.concurrency.publisher import Publisher
from bot.dispatcher import Dispatcher
from bot.messaging import RichText, Span
from bot.platforms.discord import responses
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.logins import LoginLimit
from bot.platforms.discord.rate_limit import DiscordPermit
from bot.platforms.telegram.callbacks import CallbackAnswers
from bot.platforms.telegram.updates import UpdateProcessor
from bot.platforms.windows import RateGate
from bot.table.running.scheduler import DeadlineScheduler
from bot.table.running.turn_timeouts import TurnTimeouts
from bot.worker_pool import WorkerPool
from storage.store import Store
from tests.faults import evening
from tests.faults.troubles import TurnTaken, Unsaved
from tests.soak.summary import Run

STUCK, SOON = 40.0, 15.0
"""Seconds after which a game hangs here: one that does not, on a slow machine, and one that will never go on."""


async def found(
    words: Sequence[tuple[str, str]], *names: str, patience: float = 4.0, seed: int = 5, stuck: float = STUCK
) -> str:
    """Play with these troubles, and return what is found."""
    run = Run(seed=seed, seconds=0.0)
    await evening.play(run, run.seed, words, names, stuck=stuck, patience=patience)
    return "\n".join(run.summary.found)


@contextlib.asynccontextmanager
async def idle(stuck: float = STUCK) -> AsyncIterator[tuple[evening.Evening, Run]]:
    """Set up the table that cannot be read and the one in which nobody does anything, and no other."""
    run = Run(seed=5, seconds=0.0)
    async with evening.evening(run, run.seed, stuck=stuck) as (tables, _):
        await tables.spoil_a_table()
        yield tables, run


HATS, ON_DISCORD = [("telegram", "hats")], [("discord", "hats")]


async def test_nothing_is_found_of_the_bot_as_it_is() -> None:
    """Else the others would prove nothing."""
    assert not await found(HATS, "telegram_errors", "telegram_floods", "drawing_hangs", "clock_set")


async def test_an_answer_that_is_not_tried_again_after_a_502(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = CallbackAnswers._try

    async def once(self: CallbackAnswers, *asked: Any) -> bool:
        return (await tried(self, *asked)) is True

    monkeypatch.setattr(CallbackAnswers, "_try", once)
    assert "not answered for" in await found(HATS, "telegram_errors", stuck=SOON)


async def test_a_429_that_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for held in ("pause", "hold_posts"):
        monkeypatch.setattr(RateGate, held, lambda self, seconds: None)
    monkeypatch.setattr(Publisher, "_sleep", lambda self, key, seconds: asyncio.sleep(0.05))
    assert "before the wait was over" in await found(HATS, "telegram_floods")


async def test_a_429_of_discord_that_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found_gateway = DiscordClient.find_gateway

    async def impatient(self: DiscordClient) -> LoginLimit:
        self.http.max_ratelimit_timeout = 0.1  # the library waits for no longer one, and raises
        return await found_gateway(self)

    monkeypatch.setattr(DiscordClient, "find_gateway", impatient)
    monkeypatch.setattr(DiscordPermit, "pause", lambda self, seconds: None)
    monkeypatch.setattr(Publisher, "_sleep", lambda self, key, seconds: asyncio.sleep(0.05))
    assert "before the wait was over" in await found(ON_DISCORD, "discord_floods")


async def test_an_acknowledgement_that_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def once(call: Callable[[], Awaitable[object]]) -> None:
        await call()

    monkeypatch.setattr(responses, "_insist", once)
    told = await found(ON_DISCORD, "discord_cut", stuck=SOON)
    # Which of the presses is cut off is chance: one that the game waits for, or one of those beside it.
    assert "not answered for" in told or "interactions failed" in told


async def test_an_update_that_is_handled_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def keeps(self: Store, bot: str, updates: Sequence[tuple[int, str, float]]) -> set[int]:
        return {number for number, _, _ in updates}

    async def forgets(self: Store, update: str) -> bool:
        return False

    monkeypatch.setattr(UpdateProcessor, "knows", lambda self, number: False)
    monkeypatch.setattr(UpdateProcessor, "take", lambda self, update: self._start(int(update["update_id"]), update))
    monkeypatch.setattr(Store, "keep_updates", keeps)
    monkeypatch.setattr(Store, "has_seen", forgets)
    assert "commands were answered" in await found(HATS, "telegram_repeats_and_overtakes")


async def test_a_damaged_row_that_stops_the_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    look, stopped = DeadlineScheduler._look, asyncio.Event()

    async def looks(self: DeadlineScheduler) -> float:
        if self._failed:
            await stopped.wait()
        return await look(self)

    monkeypatch.setattr(DeadlineScheduler, "_look", looks)
    async with idle(stuck=5.0) as (tables, run):
        await tables.check_deadlines()
    assert "deadlines are not served" in "\n".join(run.summary.found)


async def test_a_process_that_hangs_and_is_never_ended() -> None:
    hung = await found(HATS, "drawing_hangs", patience=1e6, stuck=SOON)
    assert "nothing was done" in hung


async def test_a_clock_that_takes_turns_from_people(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(self: TurnTimeouts) -> None:
        return

    monkeypatch.setattr(TurnTimeouts, "clock_was_set", nothing)
    async with idle() as (tables, _):
        with pytest.raises(TurnTaken):
            await tables.troubles.clock_set()


@pytest.mark.parametrize("trouble", ["disk_full", "disk_read_only"])
async def test_a_disk_that_takes_nothing_and_is_not_told_of(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def as_if(self: Dispatcher, *asked: Any) -> RichText:
        return (Span("You peeked at hat 1."),)

    monkeypatch.setattr(Dispatcher, "_not_saved", as_if)
    async with idle() as (tables, _):
        with pytest.raises(Unsaved):
            await getattr(tables.troubles, trouble)()


async def test_a_killed_drawing_process_that_is_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(self: WorkerPool, workers: object) -> None:
        self._closed = True

    monkeypatch.setattr(WorkerPool, "_retire", gives_up)
    async with idle(stuck=5.0) as (tables, run):
        await tables.press_idle()  # a picture is drawn
        await tables.troubles.drawing_killed()
        await tables.press_idle()  # the next one is not
        await tables.check_pictures()
    assert "boards have no pictures" in "\n".join(run.summary.found)
