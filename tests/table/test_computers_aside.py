"""Nothing of what computers think runs on the event loop."""

from __future__ import annotations

import ast
import threading
from pathlib import Path
from typing import Any

from bot.games.court_hats.ai import CourtHatsComputer
from tests.helpers.party import Party

BOT = Path(__file__).resolve().parents[2] / "bot"


async def test_a_computer_thinks_beside_the_loop(party: Party, monkeypatch: Any) -> None:
    """survive-89, -90; for a turn played in somebody's stead as well."""
    where: list[int] = []
    think = CourtHatsComputer.choose

    def choose(*asked: Any, **more: Any) -> Any:
        where.append(threading.get_ident())
        return think(*asked, **more)

    monkeypatch.setattr(CourtHatsComputer, "choose", choose)
    await party.seat(party.ann)
    await party.press(party.ann, "🤖 Add a computer")
    await party.press(party.ann, "hard")
    await party.press(party.ann, "Start")
    await party.press(party.mover(), "👁1", party.table_board())
    await party.pass_time(86_400)
    assert len(where) >= 2
    assert threading.get_ident() not in where


def test_only_what_is_handed_to_the_workers_asks_a_computer() -> None:
    """A worker is handed `choose` of `bot.table.running.computer_players`; nobody else calls a computer."""
    asking = {
        str(path.relative_to(BOT)): call.lineno
        for path in BOT.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Attribute) and call.attr == "choose" and "computer" in ast.unparse(call.value)
    }
    assert set(asking) == {"table/running/computer_players.py"}
