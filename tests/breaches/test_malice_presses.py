"""One defence against forged presses and posts taken away at a time: the checks that hold it must find that."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from aiohttp.web import post

from bot import web
from bot.engine.rules import Seat
from bot.messaging import Answer, Press
from bot.platforms.telegram import parsing
from bot.table.core.table import TableChange
from bot.table.handlers.press_handlers import PressHandlers
from bot.table.model.record import Record
from bot.table.model.tokens import parse_token
from storage.ids import Person
from tests.conformance.forged import FORGED
from tests.conformance.stages import on_stage
from tests.telegram import test_webhook
from tests.telegram.conftest import TelegramScene, scene, store  # noqa: F401 - fixtures
from tests.telegram.test_webhook import Port, port  # noqa: F401 - a fixture

Patch = pytest.MonkeyPatch


def any_decision(patch: Patch) -> None:
    """A move counts although its token is of another decision."""
    play = PressHandlers._play

    async def now(self: PressHandlers, change: TableChange, press: Press, decision: int, code: str) -> Answer:
        return await play(self, change, press, change.table.record.decision, code)

    patch.setattr(PressHandlers, "_play", now)


def any_version(patch: Patch) -> None:
    """A move of a table that is unknown here counts at the table of its chat, as an older program may have meant it."""
    judge = PressHandlers.press

    async def guess(self: PressHandlers, press: Press) -> Answer:
        parsed = parse_token(press.token)
        tables = {table.id: table for table in self._tables.all_in_memory()}
        if parsed and parsed[0] not in tables and parsed[0] != "00000000":
            for table in tables.values():
                if table.record.place == press.place:
                    token = f"{table.id}.{table.record.decision}.{parsed[2]}"
                    press = msgspec.structs.replace(press, token=token)
        return await judge(self, press)

    patch.setattr(PressHandlers, "press", guess)


def any_chat(patch: Patch) -> None:
    """A press counts in whatever chat it is made."""
    patch.setattr(PressHandlers, "_check_place", lambda self, table, press: None)


def anybody(patch: Patch) -> None:
    """Whoever has no seat has that of whose turn it is."""
    held = Record.seat_of

    def seat_of(self: Record, person: Person) -> Seat | None:
        seat = held(self, person)
        return self.decision % len(self.seats) if seat is None and self.status == "playing" else seat

    patch.setattr(Record, "seat_of", seat_of)


def former_players(patch: Patch) -> None:
    """Who once had a seat has it still."""
    held, known = Record.seat_of, dict[tuple[str, Person], Seat]()

    def seat_of(self: Record, person: Person) -> Seat | None:
        seat = held(self, person)
        if seat is not None and self.status == "playing":
            known[self.id, person] = seat
        return seat if seat is not None else known.get((self.id, person))

    patch.setattr(Record, "seat_of", seat_of)


def bots(patch: Patch) -> None:
    """A bot can press."""
    patch.setattr(parsing, "_is_nobody", lambda user: False)


@pytest.mark.parametrize(
    ("breach", "found"),
    [
        (any_decision, "another decision’s: "),
        (any_version, "an older program’s move: "),
        (any_chat, "another chat’s: "),
        (anybody, "not seated: "),
        (former_players, "not seated: .* by (Bob|Cleo|Dan)"),
        (bots, "a bot’s: "),
    ],
)
async def test_a_breach_is_found_by_forged_presses(
    database: Path, monkeypatch: Patch, breach: Callable[[Patch], None], found: str
) -> None:
    [row] = [each for each in FORGED if str(each).endswith(" hats")]
    async with on_stage("telegram", database, monkeypatch) as stage:
        breach(monkeypatch)
        with pytest.raises(AssertionError, match=found):
            await row.play(stage)


async def test_a_webhook_that_does_not_compare_its_secret_is_found(
    scene: TelegramScene,  # noqa: F811
    port: Port,  # noqa: F811
    monkeypatch: Patch,
) -> None:
    monkeypatch.setattr(hmac, "compare_digest", lambda given, wanted: True)
    with pytest.raises(AssertionError, match="assert 200 == 403"):
        await test_webhook.test_a_wrong_secret_is_refused(scene, port, "wrong")


async def test_a_port_that_reads_a_huge_body_is_found(
    scene: TelegramScene,  # noqa: F811
    monkeypatch: Patch,
) -> None:
    monkeypatch.setattr(web, "_BODY", 1 << 30)
    made = test_webhook.Port()
    async with web.Web("127.0.0.1", 0, [post("/telegram", made.handle)], health=test_webhook.well) as server:
        made.url = f"{server.url}/telegram"
        with pytest.raises(AssertionError, match="413"):
            await test_webhook.test_a_huge_body_is_refused(scene, made)
