"""`GET /metrics`: who may read it, and that it tells what people did, in words of which there are few."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import aiohttp
import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.messaging import Caller, Press
from bot.meter import PressResult
from bot.metrics_page import PHASES, UNKNOWN
from bot.service import Service
from bot.settings import Settings
from storage.ids import Person
from tests.discord.party import discord_party
from tests.helpers.clock import MovingClock
from tests.helpers.metrics import WORDS, Readings, read_metrics, strange_labels
from tests.helpers.party import Party, eventually, party_at
from tests.table.test_alone import begin_alone

TOKEN = "abc.DEF-1~/+=="
Read = Callable[[], Awaitable[Readings]]


@contextlib.asynccontextmanager
async def metered(database: Path, clock: MovingClock, **settings: Any) -> AsyncIterator[tuple[Party, Read]]:
    """Bring people together at a bot whose metrics are on, and yield what reads them."""
    async with (
        party_at(database, clock, pictures="blank", metrics=True, port=0, **settings) as party,
        page_of(party.service) as url,
    ):
        yield party, lambda: read_metrics(url, settings.get("metrics_token", ""))


@contextlib.asynccontextmanager
async def page_of(service: Service) -> AsyncIterator[str]:
    async with service.web_port() as server:
        yield f"{server.url}/metrics"


def change(database: Path, sql: str, *values: bytes) -> None:
    """Change the database beside the service; in a thread, so that a write of the service can end meanwhile."""
    with contextlib.closing(sqlite3.connect(database, timeout=60)) as connection, connection:
        connection.execute(sql, values)


async def ask(url: str, **headers: str) -> tuple[int, str, str | None]:
    """Return status, text and challenge of an answer."""
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, await answer.text(), answer.headers.get("WWW-Authenticate")


class TestWhoMayRead:
    async def test_nobody_while_it_is_off_as_if_there_were_no_such_page(
        self, database: Path, clock: MovingClock
    ) -> None:
        async with party_at(database, clock, pictures="blank", port=0) as party, page_of(party.service) as url:
            assert await ask(url) == await ask(f"{url}-of-nothing")
            assert (await ask(url))[0] == 404
            assert party.service.metrics is None

    async def test_who_has_the_token_where_there_is_one(self, database: Path, clock: MovingClock) -> None:
        async with (
            party_at(database, clock, pictures="blank", metrics=True, metrics_token=TOKEN, port=0) as party,
            page_of(party.service) as url,
        ):
            wrong = ["", TOKEN, "Bearer", "Bearer abc", f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"Bearer x{TOKEN}"]
            for given in wrong:
                status, text, challenge = await ask(url, Authorization=given)
                assert (status, challenge) == (401, "Bearer"), given
                assert "underhat_" not in text
            for given in (f"Bearer {TOKEN}", f"bearer  {TOKEN}"):
                status, text, _ = await ask(url, Authorization=given)
                assert status == 200, given
                assert "underhat_build_info" in text

    async def test_in_the_format_that_is_asked_for(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, _), page_of(party.service) as url:
            assert not (await ask(url))[1].endswith("# EOF\n")
            assert (await ask(url, Accept="application/openmetrics-text; version=1.0.0"))[1].endswith("# EOF\n")


class TestPresses:
    async def test_are_counted_by_what_became_of_them(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            before = await read()
            board, peek = party.board(), party.token(party.board(), "👁1")
            await party.send(party.ann, board, peek)  # done
            await party.send(party.ann, board, peek)  # not any more
            for _ in range(35):
                await party.send(party.cleo, board, peek)  # 30 are told that they do not sit here
            await party.settle()
            after = await read()
            change = {
                result: after("presses_total", platform="telegram", result=result)
                - before("presses_total", platform="telegram", result=result)
                for result in get_args(PressResult)
            }
            assert change == {"accepted": 1, "refused": 31, "flood": 5, "repeated": 0, "failed": 0}
            answered = [each("press_answer_seconds_count", platform="telegram") for each in (before, after)]
            assert answered[1] - answered[0] == 37
            assert after("presses_unanswered_total") == 0

    async def test_that_come_twice_or_end_in_an_error_are_told_apart(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            before = await read()
            caller = Caller(Person("telegram", str(party.ann.id)), "Ann", "en")
            for _ in range(2):
                await party.service.dispatcher.on_press(Press("same", party.table_record().place, caller, "nonsense"))
            after = await read()
            assert after("presses_total", result="repeated") == 1
            assert after("presses_total") - before("presses_total") == 2
            await asyncio.to_thread(change, database, "UPDATE tables SET record = ?", b"{broken")
            await party.restart()
            async with page_of(party.service) as url:
                await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))
                again = await read_metrics(url)
                assert again("presses_total", result="failed") == again("presses_total") == 1

    async def test_are_timed_to_the_board_that_shows_them(self, database: Path, clock: MovingClock) -> None:
        """Half a move, whose board is put off for the other half, is shown by that of the other half."""
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            before = (await read())("press_board_seconds_count", platform="telegram")
            await party.press(party.ann, "👁1")
            assert (await read())("press_board_seconds_count", platform="telegram") == before + 1
            await party.send(party.cleo, party.board(), party.token(party.board(), "👁1"))  # refused: changes no board
            await party.settle()
            assert (await read())("press_board_seconds_count", platform="telegram") == before + 1

    async def test_the_moves_of_computers_are_no_presses(self, database: Path, clock: MovingClock) -> None:
        """The board that shows them is not timed from the press before them."""
        async with metered(database, clock) as (party, read):
            chat = await begin_alone(party)
            before = await read()
            await party.press(party.ann, "👁1", party.board(chat))
            after = await read()

            def change(name: str, **labels: str) -> float:
                return after(name, **labels) - before(name, **labels)

            assert change("thinking_seconds_count", game="court_hats") > 0
            assert change("presses_total") == change("presses_total", result="accepted") == 1
            assert change("press_board_seconds_count") == 1


class TestWhatWaits:
    async def test_is_counted_and_its_age_grows_until_it_is_shown(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            stalled = party.api.faults.stall(method="editMessageMedia", chat=party.group.id, times=None)
            await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))
            await eventually(lambda: stalled.stalled)
            first = await read()
            assert first("waiting", kind="board") == 1
            assert first("waiting", kind="hand") == 0
            assert first("waiting_seconds", kind="board") > 0
            assert (await read())("waiting_seconds", kind="board") > first("waiting_seconds", kind="board")
            party.api.faults.cancel(stalled)
            stalled.release()
            await party.settle()
            shown = await read()
            assert shown("waiting") == shown("waiting_seconds") == 0

    async def test_requests_that_one_edit_serves_are_coalesced(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            stalled = party.api.faults.stall(method="editMessageMedia", chat=party.group.id, times=None)
            board = party.board()
            await party.send(party.ann, board, party.token(board, "👁1"))
            await eventually(lambda: stalled.stalled)
            before = await read()
            for _ in range(3):  # the first waits for the edit in flight, the others join it
                party.manager.boards.request(party.table())
            party.api.faults.cancel(stalled)
            stalled.release()
            await party.settle()
            change = (await read())("coalesced_total", kind="board") - before("coalesced_total", kind="board")
            assert change == 2

    async def test_a_flood_is_a_failure_with_its_seconds(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            party.api.faults.flood(1, method="editMessageMedia", chat=party.group.id, times=2)
            await party.press(party.ann, "👁1")
            readings = await read()
            assert readings("rate_limited_total", platform="telegram") == 2
            assert readings("rate_limited_seconds_total", platform="telegram") == 2
            assert readings("deliveries_failed_total", kind="board", error="SlowDown") == 2

    async def test_somebody_who_cannot_be_written_to_is_a_failure_of_secrets(
        self, database: Path, clock: MovingClock
    ) -> None:
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            party.api.faults.refuse(403, "bot was blocked by the user", chat=party.ann.id, times=None)
            await party.press(party.ann, "👁1")
            readings = await read()
            assert readings("deliveries_failed_total", kind="secret", error="PersonUnreachable") == 1
            assert readings("waiting", kind="secret") == 0


class TestDiscord:
    async def test_presses_boards_and_limits_are_told(self, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The library waits short limits out by itself: nobody but the metrics sees them."""
        async with (
            discord_party(database, monkeypatch, metrics=True, port=0) as party,
            page_of(party.service) as url,
        ):
            await party.begin(party.ann, party.bob)
            before = await read_metrics(url)
            party.world.faults.flood(0.25, "PATCH /channels")
            await party.press(party.ann, "👁1")
            await party.press(party.cleo, "👁2")
            after = await read_metrics(url)

            def change(name: str, **labels: str) -> float:
                return after(name, platform="discord", **labels) - before(name, platform="discord", **labels)

            assert change("presses_total", result="accepted") == 1
            assert change("presses_total", result="refused") == 1
            assert change("rate_limited_total") == 1
            assert 0 < change("rate_limited_seconds_total") <= 1
            assert change("press_board_seconds_count") == 1

            async def answered() -> bool:
                return (await read_metrics(url))("press_answer_seconds_count") == after("presses_total")

            await eventually(answered)
            assert (await read_metrics(url))("presses_unanswered_total") == 0


class TestUpdates:
    async def test_that_are_not_looked_at_are_told_with_the_reason(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, read):
            for _ in range(30):  # 25 are answered
                party.world.say(party.ann, party.group, "/help")
            await party.settle()
            party.world.updates.put("message", "unreadable", {"message_id": 1, "date": 10**15, "chat": {"id": 1}})
            await party.settle()
            readings = await read()
            assert readings("updates_refused_total", platform="telegram", reason="flood") == 5
            assert readings("updates_refused_total", platform="telegram", reason="unreadable") == 1

    async def test_so_is_what_is_posted_to_the_webhook_by_somebody_else(
        self, database: Path, clock: MovingClock
    ) -> None:
        async with party_at(database, clock, pictures="blank") as party:
            settings = Settings(
                _env_file=None,
                telegram_api_url=party.api.url,
                public_url="http://127.0.0.1:1",
                webhook_secret=SecretStr("s3cret"),
                metrics=True,
                metrics_token=SecretStr(TOKEN),
                port=0,
            )
            service = Service(settings, party.store, clock)
            adapter = service.telegram(party.world.token, party.api.url, introduce=False)
            async with (
                service.web_port([web.post("/telegram", adapter.handle_request)]) as server,
                aiohttp.ClientSession() as session,
            ):
                async with session.post(f"{server.url}/telegram", json={"update_id": 1}) as answer:
                    assert answer.status == 403
                readings = await read_metrics(f"{server.url}/metrics", TOKEN)
            assert readings("updates_refused_total", platform="telegram", reason="forged") == 1
            await adapter.stop()
            await asyncio.to_thread(service.close)


async def test_labels_are_words_of_ours_of_which_there_are_few(database: Path, clock: MovingClock) -> None:
    """No id, name, chat or table is among them, whatever people do."""
    async with metered(database, clock) as (party, read):
        alone = await begin_alone(party)
        await party.press(party.ann, "👁1", party.board(alone))  # then the computer moves
        await party.say(party.ann, "/stop", alone)
        await party.press(party.ann, "Yes, end the game", party.board(alone))
        await party.begin(party.ann, party.bob)
        party.api.faults.refuse(403, "bot was kicked from the group chat", chat=party.group.id, times=1)
        party.api.faults.refuse(400, "something new", chat=party.bob.id, times=1)
        await party.press(party.ann, "👁1")
        await party.say(party.cleo, "/rules")
        readings = await read()
    assert strange_labels(readings) == {}
    labels = {label for sample in readings.samples for label in sample.labels}
    assert labels >= WORDS.keys() - {"reason"}


class TestTables:
    async def test_are_told_by_game_and_phase(self, database: Path, clock: MovingClock) -> None:
        def phases(readings: Readings) -> dict[str, float]:
            return {phase: n for phase in PHASES if (n := readings("tables", game="court_hats", phase=phase))}

        async with metered(database, clock) as (party, read):
            assert phases(await read()) == {}
            await party.seat(party.ann, party.bob)
            await until_counted(read, lambda readings: phases(readings) == {"lobby": 1})
            await party.press(party.ann, "Start")
            await until_counted(read, lambda readings: phases(readings) == {"playing": 1})
            await party.say(party.ann, "/pause")
            await until_counted(read, lambda readings: phases(readings) == {"paused": 1})
            await party.say(party.ann, "/stop")
            await party.press(party.ann, "Yes, end the game")
            await until_counted(read, lambda readings: phases(readings) == {})
            assert (await read()).has("tables"), "there are none, and that is told"

    async def test_one_that_cannot_be_read_is_told_as_such(self, database: Path, clock: MovingClock) -> None:
        async with metered(database, clock) as (party, read):
            await party.begin(party.ann, party.bob)
            await asyncio.to_thread(change, database, "UPDATE tables SET record = ?", b"{broken")
            await until_counted(read, lambda readings: readings("tables", game=UNKNOWN, phase="playing") == 1)

    async def test_are_left_out_while_the_database_is_away_and_the_rest_is_told(
        self, database: Path, clock: MovingClock
    ) -> None:
        async with metered(database, clock) as (_, read):
            await until_counted(read, lambda readings: readings.has("tables"))
            await asyncio.to_thread(change, database, "ALTER TABLE tables RENAME TO elsewhere")
            await until_counted(read, lambda readings: not readings.has("tables"))
            assert (await read())("build_info") == 1
            await asyncio.to_thread(change, database, "ALTER TABLE elsewhere RENAME TO tables")
            await until_counted(read, lambda readings: readings.has("tables"))


async def until_counted(read: Read, true: Callable[[Readings], bool]) -> None:
    """Read until the tables have been counted anew, which takes its time where counting them does."""

    async def counted() -> bool:
        return true(await read())

    await eventually(counted)
