"""`python -m bot`, or `underhat`: run the service until a signal, or do one of the commands below.

Exit codes: 0 as asked; 1 the service failed, or a game was not dealt as committed; 2 a setting or an argument is wrong,
or something else that the doctor has found; others come from the service.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import structlog

from bot import __version__
from bot.concurrency.event_loop import new_event_loop
from bot.errors import SettingError, StoreAway
from bot.logs import set_up_logs
from bot.settings import Settings, misspelt, read_settings

Serve: TypeAlias = Callable[[Settings, asyncio.Event], Awaitable[int]]
"""Serves until the event is set, then finishes what has begun and returns the exit code."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)
DRAIN = 8.0
"""Seconds that the service has to finish what has begun."""
ECHO = 1.0
"""Seconds in which signals are one and the same: `make` and a process group may both pass one on."""
LAST = 10
"""Seconds after which the kernel ends a process that does not end by itself."""

FAILED, WRONG_SETTING = 1, 2

_LOG = structlog.get_logger("bot")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks and return the exit code."""
    wanted = _parser().parse_args(arguments)
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # `misspelt` has a line for each line that it cannot read
    if wanted.command == "doctor":
        return _doctor()  # which tells of all settings that are wrong
    try:
        settings = read_settings()
    except SettingError as error:
        # What is missed may be there under another name.
        sys.stderr.write("".join(f"{line}\n" for line in (error, *misspelt())))
        return WRONG_SETTING
    try:
        set_up_logs(settings.log_level, settings.log_format, settings.secrets)
        for line in misspelt():
            _LOG.warning("setting_unknown", told=line)
        match wanted.command:
            case "verify":
                return _verify(settings, wanted.game)
            case "backup":
                return _backup(settings, wanted.file)
            case "move":
                return _move(settings, wanted.source, wanted.target)
        return _serve(settings)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return WRONG_SETTING
    except StoreAway as error:
        sys.stderr.write(f"{error}\n")
        return FAILED  # which a supervisor tries again


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "underhat", description="Board games inside group chats. Settings: see .env.example."
    )
    parser.add_argument("--version", action="version", version=f"underhat {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands (none: run the service)")
    verify = commands.add_parser("verify", help="say whether an ended game was dealt as committed")
    verify.add_argument("game", metavar="GAME", help="the game's id, as shown at its end")
    backup = commands.add_parser("backup", help="copy the whole database, also while the service runs")
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; an older backup there is replaced")
    move = commands.add_parser("move", help="take everything from SQLite to PostgreSQL, while no bot runs")
    move.add_argument("source", metavar="FROM", help="sqlite:///file.db, which stays as it is")
    target = "postgresql://user@host/name, an empty database (none: DATABASE_URL); the password also from PGPASSWORD"
    move.add_argument("target", metavar="TO", nargs="?", help=target)
    commands.add_parser("doctor", help="check settings, tokens, database, folder, port and files; say what is wrong")
    return parser


def _serve(settings: Settings) -> int:
    from bot.service import serve  # `--help` need not load everything

    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(run_until_signal(serve, settings))


def _verify(settings: Settings, game: str) -> int:
    from bot.operations import verify

    right, text = asyncio.run(verify(settings, game))
    sys.stdout.write(f"{text}\n")
    return 0 if right else FAILED


def _backup(settings: Settings, file: Path) -> int:
    from bot.operations import backup

    size = backup(settings, file)
    sys.stdout.write(f"{file}: {size:,} bytes\n")
    return 0


def _move(settings: Settings, source: str, target: str | None) -> int:
    from bot.operations import move

    for table, rows in asyncio.run(move(settings, source, target)).items():
        sys.stdout.write(f"{table}: {rows:,}\n")
    if target is None:
        rest = "No bot starts on the file any more."
    else:
        rest = "Set DATABASE_URL to the new address: no bot starts on the file any more."
    sys.stdout.write(f"Moved. {rest}\n")
    return 0


def _doctor() -> int:
    from bot.operations import examine

    found = asyncio.run(examine())
    for finding in found:
        sys.stdout.write(f"{'  ' if finding.well else '! '}{finding.what}: {finding.line}\n")
    return 0 if all(finding.well for finding in found) else WRONG_SETTING


async def run_until_signal(serve: Serve, settings: Settings) -> int:
    """Run the service until it ends, or until SIGTERM or SIGINT, and return its exit code."""
    stop = asyncio.Event()
    _heed_signals(stop)
    service = asyncio.ensure_future(serve(settings, stop))
    asked = asyncio.ensure_future(stop.wait())
    await asyncio.wait({service, asked}, return_when=asyncio.FIRST_COMPLETED)
    asked.cancel()
    signal.alarm(LAST)  # also after a failure: a thread left behind must not keep the process from a new start
    await asyncio.wait({service}, timeout=DRAIN)
    if service.done():
        return await service
    _LOG.error("stop_cut_short", seconds=DRAIN)
    service.cancel()
    return FAILED


def _heed_signals(stop: asyncio.Event) -> None:
    """Stop at the first signal; soon after it, a second one ends the process at once.

    Signals then have their default action, so that a second one and the alarm work even if the loop is stuck. Nothing
    is lost by it: what matters is committed, and the next start goes on from there.
    """
    loop = asyncio.get_running_loop()

    def ask(number: signal.Signals) -> None:
        if stop.is_set():
            return
        _LOG.info("stopping", signal=number.name)
        stop.set()
        signal.alarm(LAST)  # here too: the loop may never come to the end of this turn
        loop.call_later(ECHO, forget)

    def forget() -> None:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)

    for number in SIGNALS:
        loop.add_signal_handler(number, ask, number)


if __name__ == "__main__":
    sys.exit(main())
