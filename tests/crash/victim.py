"""The bot's process that is killed: the real one, but for chance, time, pictures and the wait of a deployment.

The same game is dealt every time, so that two runs can be compared word by word. Its clock is the driver's. It says
when it has settled, since nobody could see from outside that nothing more will come. `tests.helpers.zygote` forks it.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import os
import secrets
import signal
from functools import partialmethod
from pathlib import Path
from typing import Any

import discord  # noqa: F401 - loaded before the fork
import telegram  # noqa: F401 - loaded before the fork

from bot import __main__ as entry
from bot import service
from bot.engine import replay
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.pictures.render_cache import RenderCache
from bot.platforms.discord.logins import LoginGuard
from bot.rulebook.book import Rulebook
from bot.settings import LOCALES
from bot.table.running import manager
from bot.worker_pool import thread_executor
from storage import leases
from storage.sqlite import SqliteTransaction
from tests.crash.control import AFTER, BEFORE, VARIABLE, Control
from tests.helpers.memory import blank, remember_files
from tests.helpers.stored import leave_unsynced

CHANCE = "CRASH_CHANCE"
"""The environment variable that says what every random byte is."""
BREACH = "CRASH_BREACH"
"""The environment variable that names a function, `module:name`, which plants a fault of the bot before it starts."""
_control: Control
_adapters: list[Any] = []


def warm_up() -> None:
    """Load what every start needs, and put in the places of chance and time what the driver says."""
    remember_files()
    leave_unsynced()
    _replace(RenderCache, draw=_draw)
    made = service.Service
    _replace(made, telegram=partialmethod(made.telegram, introduce=False))
    _replace(made, _show_by=_shown_by(made._show_by), _serve=_serving(made._serve))
    _replace(service, _worker=lambda nice: thread_executor, Service=_on_this_clock(made))
    _replace(replay, game_key=lambda seed, **_: hashlib.sha256(seed).digest())
    _replace(secrets, token_bytes=_bytes)
    _replace(leases, new_name=_own_name)
    _replace(SqliteTransaction, commit=_counted(SqliteTransaction.commit))
    _replace(manager, HANDOVER=0.05)
    _replace(LoginGuard, wait=_at_once(LoginGuard.wait))
    Rulebook(LOCALES, Catalogs(LOCALES, "en"), {game.key: game.presenter.title for game in GAMES})


def _replace(owner: Any, **parts: Any) -> None:
    for name, part in parts.items():
        setattr(owner, name, part)


def main() -> int:
    """Run the bot as `python -m bot` does."""
    global _control
    _control = Control(Path(os.environ[VARIABLE]))
    if planted := os.environ.get(BREACH):
        module, _, name = planted.partition(":")
        getattr(importlib.import_module(module), name)()
    return entry.main([])


def _bytes(count: int) -> bytes:
    """Return as many bytes as are asked for, all the same."""
    return bytes([int(os.environ[CHANCE])]) * count


def _own_name() -> str:
    """Return a name that no other start has, whatever chance is: by it a process knows what earlier ones have left."""
    return os.urandom(8).hex()


def _at_once(real: Any) -> Any:
    """Log in as often as the budget lets one: the kills of an hour are in a minute here."""

    async def wait(self: LoginGuard, *asked: Any) -> float:
        await real(self, *asked)
        return 0.0

    return wait


async def _draw(_: RenderCache, picture: Any) -> bytes:
    return blank(picture)


def _on_this_clock(made: Any) -> Any:
    def now() -> float:
        return _control.get("clock")

    # The steady clock goes with it: that time passes is meant, not that the clock was set.
    return lambda *parts, **more: made(*parts, **{**more, "clock": now, "steady": now})


def _shown_by(real: Any) -> Any:
    def show_by(self: service.Service, adapter: Any) -> None:
        _adapters.append(adapter)
        real(self, adapter)

    return show_by


def _serving(real: Any) -> Any:
    async def serve(self: service.Service, *parts: Any) -> None:
        settling = asyncio.create_task(_settle_when_asked(self), name="settling")
        try:
            await real(self, *parts)
        finally:
            settling.cancel()

    return serve


async def _settle_when_asked(running: service.Service) -> None:
    _control.set("serving", _control.get("serving") + 1)
    while True:
        asked = _control.get("asked")
        if asked == _control.get("settled"):
            await asyncio.sleep(0.005)
            continue
        if _control.get("tick"):
            await running.manager.scheduler.tick()
        for _ in range(2):
            while any(_in_hand(adapter) for adapter in _adapters):  # noqa: ASYNC110 - nobody tells when it is
                await asyncio.sleep(0.002)
            await running.manager.settled()
        _control.set("settled", asked)


def _in_hand(adapter: Any) -> object:
    processor = getattr(adapter, "_processor", None)
    return processor._tasks if processor is not None else getattr(adapter, "updates_in_hand", 0)


def _counted(real: Any) -> Any:
    async def commit(self: SqliteTransaction) -> None:
        if self.empty:
            return
        number = _control.get("commits") + 1
        _control.set("commits", number)
        dies = number == _control.get("kill_at")
        if dies and _control.get("when") == BEFORE:
            os.kill(os.getpid(), signal.SIGKILL)
        await real(self)
        if dies and _control.get("when") == AFTER:
            os.kill(os.getpid(), signal.SIGKILL)

    return commit
