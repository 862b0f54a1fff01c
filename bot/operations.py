"""What the command line does besides serving: check a game, copy the database, move it, say what is wrong."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from bot import doctor
from bot.configured_store import open_store, said_of_setting, wrong_database
from bot.doctor import Finding
from bot.errors import CannotWrite, DamagedRecord, Refusal, SettingError
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.messaging import plain_text, unfolded
from bot.rulebook.book import Rulebook
from bot.settings import LOCALES, WEBHOOK_PATH, Settings, check_database, usable_settings, without_password
from bot.table.handlers.verify import check, say_verdict
from storage.backup import back_up


async def verify(settings: Settings, game: str) -> tuple[bool, str]:
    """Return whether an ended game was dealt as committed, and a text. Raise SettingError if there is no database."""
    where = settings.database
    if isinstance(where, Path) and not await asyncio.to_thread(where.exists):
        raise wrong_database(settings, "wants the database of the service: no such file")
    async with open_store(settings) as store:
        catalogs = Catalogs(LOCALES, settings.default_locale)
        tr = catalogs.translator(os.environ.get("LANG", "").split(".")[0])
        try:
            record, verdict = await check(store, {game.key: game for game in GAMES}, game)
        except Refusal as refusal:
            return False, _bare(tr.translate(refusal.message))
        return verdict.fair, _bare(plain_text(unfolded(say_verdict(record, verdict, tr))))


def backup(settings: Settings, file: Path) -> int:
    """Copy the database into a file and return its size in bytes. Raise SettingError."""
    where = settings.database
    if not isinstance(where, Path):
        raise wrong_database(settings, "wants a file of SQLite's: PostgreSQL is backed up by pg_dump")
    if not where.exists():
        raise wrong_database(settings, "wants the database of the service: no such file")
    try:
        return back_up(where, file)
    except CannotWrite as error:
        raise SettingError(f"FILE: got {file}, wants where a copy can be written: {error}") from error
    except DamagedRecord as error:
        raise wrong_database(settings, f"wants a database that can be read: {error}") from error


async def move(settings: Settings, source: str, target: str | None = None) -> Mapping[str, int]:
    """Take everything from a file of SQLite's to a database on PostgreSQL; return how many rows of each table.

    Without a target that is the database of the settings: an argument, and the password in it, can be read by whoever
    lists the processes. Raise SettingError, or StoreAway where one of them is locked or away.
    """
    from storage.moving import move as move_all  # its driver takes room of which SQLite needs none

    name, wanted = ("DATABASE_URL", settings.database_url) if target is None else ("TO", target)
    file, address = check_database("FROM", source), check_database(name, wanted)
    if not isinstance(file, Path) or not await asyncio.to_thread(file.exists):
        raise SettingError(f"FROM: got {without_password(source)}, wants a file of SQLite's that is there")
    if isinstance(address, Path):
        raise SettingError(f"{name}: got {wanted}, wants postgresql://user:password@host/name")
    with said_of_setting(name, wanted, f"to take what is in {file}"):
        return await move_all(file, address)


async def examine(env_file: Path = Path(".env")) -> list[Finding]:
    """Return all that can be said of settings, tokens, database and files before a start, wrong or well."""
    found = await asyncio.to_thread(doctor.settings, env_file)
    try:
        settings, wrong = await asyncio.to_thread(usable_settings, env_file)
    except SettingError:
        found += [Finding(each, True, "not looked at: no setting can be read") for each in _LOOKS]
        return [*found, *await _files(await asyncio.to_thread(Catalogs, LOCALES))]
    for what, (needed, look) in _LOOKS.items():
        if missing := wrong.intersection(needed):
            names = ", ".join(sorted(name.upper() for name in missing))
            found.append(Finding(what, True, f"not looked at: that needs {names}"))
        else:
            found += await look(settings)
    return [*found, *await _files(await asyncio.to_thread(Catalogs, LOCALES, settings.default_locale))]


async def _look_at_database(settings: Settings) -> list[Finding]:
    where = settings.database
    if isinstance(where, Path):
        return await doctor.database(where)
    from bot.jobs.engine import PER_WORKER  # it takes room of which SQLite needs none

    return await doctor.database(where, PER_WORKER)


async def _look_at_folder(settings: Settings) -> list[Finding]:
    where = settings.database
    return await asyncio.to_thread(doctor.folder, where.parent) if isinstance(where, Path) else []


_LOOKS: Mapping[str, tuple[Sequence[str], Callable[[Settings], Awaitable[list[Finding]]]]] = {
    "tokens": (
        ("telegram_token", "discord_token", "telegram_api_url", "discord_api_url", "public_url"),
        lambda settings: doctor.tokens(settings, WEBHOOK_PATH),
    ),
    "database": (("database_url",), _look_at_database),
    "folder": (("database_url",), _look_at_folder),
    "port": (
        ("host", "port", "database_url"),
        lambda settings: doctor.port(settings.host, settings.port, settings.database),
    ),
}
"""What is looked at, from which settings it follows, and how."""


async def _files(catalogs: Catalogs) -> list[Finding]:
    """Look at what is installed: fonts, pictures, catalogs, rules."""
    pictures = [game.presenter.lobby((), catalogs.translator()) for game in GAMES]
    titles = {game.key: game.presenter.title for game in GAMES}
    found = await asyncio.to_thread(doctor.pictures, [picture.draw for picture in pictures])
    return [*found, *await asyncio.to_thread(doctor.locales, LOCALES, lambda: Rulebook(LOCALES, catalogs, titles))]


def _bare(text: str) -> str:
    """Remove the marks of direction: a terminal shows them as boxes, or copies them along."""
    return re.sub("[\u2066-\u2069\u200e\u200f]", "", text)
