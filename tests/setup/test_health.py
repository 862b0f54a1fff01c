"""`GET /healthz` and `GET /readyz` tell the truth (F4): each part is broken from outside, and mended."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from structlog.typing import EventDict

from bot import __version__, health
from bot.errors import StoreAway
from bot.platforms.adapter import PlatformHealth
from bot.playground.webhook import WebhookTarget
from bot.service import Service
from bot.web import Web
from tests.discord.party import discord_party
from tests.helpers.clock import MovingClock
from tests.helpers.discord.people import until
from tests.helpers.logs import named
from tests.helpers.party import Party, party_at
from tests.helpers.power import disk_of

SECONDS = 1.0
"""The silence that is too long in these tests."""


class Probe:
    """Somebody who asks a service how it is."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.answer: dict[str, Any] = {}

    async def ask(self, path: str = "/healthz") -> int:
        async with aiohttp.ClientSession() as session, session.get(f"{self._url}{path}") as response:
            self.answer = await response.json()
            return response.status

    async def becomes(self, status: int, path: str = "/healthz") -> None:
        """Wait until the answer has this status."""
        while await self.ask(path) != status:  # noqa: ASYNC110 - what is waited for is on the other end of HTTP
            await asyncio.sleep(0.05)

    async def recovers(self, party: Party, path: str = "/healthz") -> None:
        """Wait until the answer is 200, while somebody talks: a poll that nothing comes to takes half a minute."""
        while await self.ask(path) != 200:
            party.world.say(party.ann, party.group, "/board")
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def probe(service: Service) -> AsyncIterator[Probe]:
    async with Web("127.0.0.1", 0, health=service.health, ready=service.health.ready) as server:
        yield Probe(server.url)


@pytest.fixture
async def party(database: Path, clock: MovingClock) -> AsyncIterator[Party]:
    async with party_at(database, clock, pictures="blank") as together:
        yield together


def change(database: Path, sql: str, *values: float) -> None:
    """Change the database beside the service; in a thread, so that a write of the service can end meanwhile."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(sql, values)


async def test_a_service_that_is_well_says_so(party: Party) -> None:
    async with probe(party.service) as asked:
        assert await asked.ask() == 200
        silent = asked.answer["platforms"]["telegram"].pop("seconds_silent")
        assert 0 <= silent < health.SILENT
        assert asked.answer == {
            "status": "ok",
            "version": __version__,
            "database": "ok",
            "database_id": await party.service._store.identity(),
            "platforms": {"telegram": {"status": "ok", "serving": True, "updates_in_hand": 0}},
            "waiting_secrets": 0,
            "overdue_deadlines": 0,
        }


async def test_what_waits_is_counted(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    party.api.faults.server_error(chat=party.ann.id, times=None)
    await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))
    async with probe(party.service) as asked:
        assert await asked.ask() == 200
        assert (asked.answer["waiting_secrets"], asked.answer["overdue_deadlines"]) == (1, 0)
        party.api.faults.clear()
        await until(lambda: "You saw" in party.private(party.ann)[-1].text)
        await party.settle()
        assert await asked.ask() == 200
        assert asked.answer["waiting_secrets"] == 0


async def test_a_deadline_that_nobody_serves_is_counted(party: Party, database: Path, clock: MovingClock) -> None:
    due = clock() - health.OVERDUE
    await asyncio.to_thread(change, database, "INSERT INTO deadlines VALUES ('lapse', 'x', ?)", due)
    async with probe(party.service) as asked:
        assert await asked.ask() == 200
        assert asked.answer["overdue_deadlines"] == 1


async def test_telegram_that_answers_no_poll_is_told(
    party: Party, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    monkeypatch.setattr(health, "SILENT", SECONDS)
    party.api.faults.server_error(method="getUpdates", times=None)
    async with probe(party.service) as asked:
        party.world.say(party.ann, party.group, "/board")  # ends the poll that is open
        await asked.becomes(503)
        assert asked.answer["status"] == "broken"
        assert asked.answer["platforms"]["telegram"]["status"] == "silent"
        assert asked.answer["database"] == "ok"
        assert "poll_failed" in named(logged)
        party.api.faults.clear()
        await asked.recovers(party)


async def test_discord_that_answers_no_heartbeat_is_told(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SILENT", SECONDS)
    async with discord_party(database, monkeypatch) as party:
        gateway = party.world.gateway
        gateway.heartbeat_ms = 50
        await party.restart()
        async with probe(party.service) as asked:
            await until(lambda: gateway.heartbeats > 2)
            await asked.becomes(200)
            assert asked.answer["platforms"]["discord"]["status"] == "ok"
            assert asked.answer["platforms"]["discord"]["shards"] == {"0": "ok"}
            assert await asked.ask("/readyz") == 200
            gateway.acknowledges = False
            await asked.becomes(503)
            assert asked.answer["platforms"]["discord"]["status"] == "silent"
            gateway.acknowledges = True
            await asked.becomes(200)


async def test_a_database_that_cannot_be_read_is_told(party: Party, database: Path) -> None:
    async with probe(party.service) as asked:
        await asyncio.to_thread(change, database, "ALTER TABLE whispers RENAME TO lost")
        assert await asked.ask() == 503
        assert (asked.answer["status"], asked.answer["database"]) == ("broken", "broken")
        assert asked.answer["waiting_secrets"] is None
        await asyncio.to_thread(change, database, "ALTER TABLE lost RENAME TO whispers")
        assert await asked.ask() == 200


async def test_a_database_that_somebody_else_has_locked_is_told(
    party: Party, database: Path, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    monkeypatch.setattr(health, "DATABASE", 0.2)
    async with probe(party.service) as asked:
        with contextlib.closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as connection:
            await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
            assert await asked.ask() == 503
            assert asked.answer["database"] == "broken"
            assert {"event": "database_broken", "error": "no answer", "log_level": "error"} in logged
            connection.execute("ROLLBACK")
        await asked.becomes(200)


async def test_a_foreign_webhook_is_told_at_once(party: Party) -> None:
    """F1: no update comes, and waiting does not help."""
    async with probe(party.service) as asked:
        await asked.becomes(200)
        await party.api.webhook.set(WebhookTarget("http://127.0.0.1:1/hook", "", 40))
        party.world.updates.interrupt_poll("terminated by setWebhook request")
        await asked.becomes(503)
        told = asked.answer["platforms"]["telegram"]
        assert (told["status"], told["serving"]) == ("broken", False)
        assert told["problem"] == "another process has set a webhook for this token"
        assert await asked.ask("/readyz") == 503
        await party.api.webhook.set(None)
        await asked.recovers(party)


async def test_readiness_follows_each_poll(party: Party) -> None:
    async with probe(party.service) as asked:
        assert await asked.ask("/readyz") == 200
        assert asked.answer == {"status": "ready", "database": "ok", "serving": {"telegram": True}}
        party.api.faults.server_error(method="getUpdates", times=None)
        party.world.say(party.ann, party.group, "/board")  # ends the poll that is open
        await asked.becomes(503, "/readyz")
        assert asked.answer == {"status": "not ready", "database": "ok", "serving": {"telegram": False}}
        assert await asked.ask() == 200, "an outage of seconds is no reason for a restart"
        party.api.faults.clear()
        await asked.recovers(party, "/readyz")


async def test_nobody_is_ready_who_does_not_serve_yet_or_any_more(party: Party) -> None:
    async with probe(party.service) as asked:
        service, adapter = party.service, party.service.telegram(party.world.token, party.api.url, introduce=False)
        assert await asked.ask("/readyz") == 503, "made, and not started"
        await adapter.start()
        assert await asked.ask("/readyz") == 503, "started, and not yet asking for updates"
        running = asyncio.create_task(adapter.run(service.dispatcher))
        await asked.becomes(200, "/readyz")
        await adapter.stop()
        await running
        assert await asked.ask("/readyz") == 503


async def test_a_database_that_cannot_be_written_is_not_ready(party: Party, database: Path) -> None:
    async with probe(party.service) as asked:
        await asyncio.to_thread(change, database, "ALTER TABLE whispers RENAME TO lost")
        assert await asked.ask("/readyz") == 503
        assert asked.answer["database"] == "broken"


async def test_a_disk_that_takes_nothing_is_told(database: Path, clock: MovingClock, logged: list[EventDict]) -> None:
    """T9: reading goes on, a lock can be had, and what is due waits instead of ending the process."""
    with disk_of(database.parent) as disk:
        async with party_at(database, clock, pictures="blank") as party, probe(party.service) as asked:
            due = clock() + 1
            await asyncio.to_thread(change, database, "INSERT INTO deadlines VALUES ('lapse', 'x', ?)", due)
            with disk.full():
                clock.advance(2)
                assert not await party.manager.scheduler.tick()
                assert disk.refused, "it has tried to write"
                assert (await asked.ask(), asked.answer["database"]) == (503, "broken")
                assert "database_broken" in named(logged)
                assert await asked.ask("/readyz") == 503
            await asked.becomes(200)
            assert await asked.ask("/readyz") == 200


async def test_one_platform_that_has_ended_is_no_reason_for_a_restart(party: Party) -> None:
    """F6: that would end the other one too."""
    ill = PlatformHealth(serving=True, silent=0.0)
    party.service.health.watch("discord", lambda: ill)
    async with probe(party.service) as asked:
        assert await asked.ask() == 200
        assert asked.answer["status"] == "ok"
        party.service.health.note_end("discord", "DISCORD_TOKEN: Discord does not know this token")
        assert await asked.ask() == 200
        assert asked.answer["status"] == "degraded"
        assert asked.answer["platforms"]["discord"]["status"] == "ended"
        assert "DISCORD_TOKEN" in asked.answer["platforms"]["discord"]["problem"]
        assert await asked.ask("/readyz") == 200
        assert asked.answer["serving"] == {"telegram": True, "discord": False}
        party.service.health.note_end("discord", "")
        await asked.ask()
        assert asked.answer["status"] == "ok"


async def test_a_question_that_fails_when_nobody_waits_any_more_is_no_error_of_its_own(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection to a database that is away ends after seconds, when who asked has been told."""
    monkeypatch.setattr(health, "DATABASE", 0.01)
    failing, told = asyncio.Event(), list[dict[str, Any]]()

    async def backlog(_: float) -> tuple[int, int]:
        await failing.wait()
        raise StoreAway("connection timeout expired")

    monkeypatch.setattr(party.store, "backlog", backlog)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    check = health.HealthCheck(party.store, time.time)
    assert (await check.ready())["database"] == "broken"
    assert check._asking is not None
    failing.set()
    await asyncio.wait({check._asking})
    assert (await check.ready())["database"] == "broken"  # another question takes its place
    gc.collect()
    assert not told
