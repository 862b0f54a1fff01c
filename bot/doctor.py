"""`underhat doctor`: what keeps the service from running, or soon will, a line each.

It changes nothing, may be asked while the service runs, and shows no token.
"""

from __future__ import annotations

import asyncio
import shutil
import struct
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import msgspec

from bot.errors import DamagedRecord, SettingError, StoreError
from bot.i18n.catalogs import unreadable
from bot.pictures import sprites, typefaces, typography
from bot.settings import Settings, misspelt, without_password, wrong_settings
from bot.web import Web
from storage.checkup import examine
from storage.sqlite import file_id

if TYPE_CHECKING:
    from storage.postgres_room import Room

ENOUGH = 200 * 2**20
"""Bytes that shall be free on the disk of the database: a year of games takes less, and a migration copies them."""
_PATIENCE = 10.0
"""Seconds to wait for a platform."""
_MOUNTS = Path("/proc/self/mountinfo")
_NETWORK = frozenset(
    ("9p", "afs", "ceph", "cifs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "gfs2", "glusterfs")
) | frozenset(("lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "smb2", "smb3", "smbfs", "virtiofs"))
"""File systems whose locks are another machine's matter."""
_BROKEN = (OSError, ValueError, LookupError, RuntimeError, SyntaxError, struct.error)
"""What libraries raise for files that are missing or broken: a picture, a drawing, a table, a text."""
_SAMPLE = "Ann, Борис, נועה"
_REFUSED = frozenset((401, 403, 404))
"""How a platform answers a token that it does not know; Telegram says 404 to one that is no token."""


@dataclass(frozen=True)
class Finding:
    """What was looked at, whether it is well, and a line that says so."""

    what: str
    well: bool
    line: str


def settings(env_file: Path) -> list[Finding]:
    """Look at values, and at names that look misspelt."""
    wrong = [*wrong_settings(env_file), *misspelt(env_file)]
    where = f"{env_file} and the environment" if env_file.exists() else "the environment; there is no .env here"
    return [Finding("settings", False, line) for line in wrong] or [Finding("settings", True, f"well, from {where}")]


# -- tokens and the webhook --------------------------------------------------------------------------------------------


async def tokens(settings: Settings, webhook_path: str) -> list[Finding]:
    """Ask each platform whose token is set who the bot is, and Telegram where it posts updates."""
    if settings.playground:
        return [Finding("tokens", True, "none is set, so the playground will start")]
    found = []
    timeout = aiohttp.ClientTimeout(total=_PATIENCE)
    async with aiohttp.ClientSession(timeout=timeout, trust_env=True) as session:
        if settings.telegram_token is not None:
            base = f"{settings.telegram_api_url}/bot{settings.telegram_token.get_secret_value()}"
            known, me = await _ask(session, f"{base}/getMe", {})
            found.append(_identity("TELEGRAM_TOKEN", "Telegram", known, me))
            if known:
                found.append(await _webhook(session, base, settings, webhook_path))
        if settings.discord_token is not None:
            headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}
            known, me = await _ask(session, f"{settings.discord_api_url}/users/@me", headers)
            found.append(_identity("DISCORD_TOKEN", "Discord", known, me))
    return found


def _identity(name: str, platform: str, known: bool, told: Any) -> Finding:
    """Judge what a platform has told of a token: who the bot is, or why not."""
    if not known:
        return Finding(name, False, f"{platform} {told}")
    return Finding(name, True, f"{platform} knows it: @{told.get('username', '?')}")


async def _ask(session: aiohttp.ClientSession, url: str, headers: Mapping[str, str]) -> tuple[bool, Any]:
    """Return whether a platform knows the token, and its answer, or in words what it did instead."""
    try:
        async with session.get(url, headers=headers) as answer:
            if answer.status in _REFUSED:
                return False, "refuses it: set the token that it shows now"
            if answer.status != 200:
                return False, f"cannot be asked: it answers {answer.status}"
            told = await answer.json(content_type=None, loads=msgspec.json.decode)
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        # The error's own text may hold the address, and with it the token.
        return False, f"cannot be reached ({type(error).__name__}): check the network"
    except ValueError:
        return False, "cannot be asked: something else answers in its place"
    result = told.get("result", told) if isinstance(told, dict) else None
    if not isinstance(result, dict):
        return False, "cannot be asked: something else answers in its place"
    return True, result


async def _webhook(session: aiohttp.ClientSession, base: str, settings: Settings, path: str) -> Finding:
    known, told = await _ask(session, f"{base}/getWebhookInfo", {})
    if not known:
        return Finding("webhook", False, f"Telegram {told}")
    at, wanted = str(told.get("url", "")), f"{settings.public_url}{path}" if settings.public_url else ""
    if not wanted:
        if at and not settings.telegram_delete_webhook:
            return Finding(
                "webhook", False, f"one is set at {at}, so a start ends: another process, or TELEGRAM_DELETE_WEBHOOK"
            )
        return Finding("webhook", True, "none, updates are polled for")
    if at != wanted:
        return Finding("webhook", True, f"a start sets {wanted} in place of {at or 'none'}")
    if error := told.get("last_error_message"):
        waiting = told.get("pending_update_count", 0)
        return Finding("webhook", False, f"Telegram could not deliver: {error}; {waiting} updates wait")
    return Finding("webhook", True, f"Telegram posts to {at}")


# -- the database and its folder ---------------------------------------------------------------------------------------


async def database(where: Path | str, for_work: int = 0) -> list[Finding]:
    """Read the file of the database through, if there is one; ask a server's what it has.

    `for_work`: how many connections a process opens beside those of its store.
    """
    return await (_file(where) if isinstance(where, Path) else _server(where, for_work))


async def _server(address: str, for_work: int) -> list[Finding]:
    from storage.postgres import examine as ask  # its driver takes room of which SQLite needs none
    from storage.postgres_room import PER_STORE, room

    shown = without_password(address)
    try:
        missing = await ask(address)
        connections = _connections(await room(address), PER_STORE + for_work)
    except (StoreError, DamagedRecord, OSError) as error:
        return [Finding("database", False, f"{shown}: {error}")]
    return [_judged(shown, missing), connections]


def _connections(room: Room, each: int) -> Finding:
    """Judge whether the server has connections for the processes that run, or for one, at so many each."""
    enough = room.processes(each)
    number = "1 process" if enough == 1 else f"{enough} processes"
    told = f"the server has {room.connections} for this bot, enough for {number}; {room.running} run"
    if enough < max(1, room.running):
        return Finding("connections", False, f"{told}: allow more (max_connections), or start fewer")
    return Finding("connections", True, told)


def _judged(name: str, missing: int | None) -> Finding:
    if missing is None:
        return Finding("database", True, f"{name} is empty, a start makes what it needs")
    if missing:
        return Finding("database", True, f"{name} is whole; a start applies {missing} migrations: make a backup")
    return Finding("database", True, f"{name} is whole and up to date")


async def _file(path: Path) -> list[Finding]:
    if not await asyncio.to_thread(path.exists):
        return [Finding("database", True, f"{path} is not there yet, a start makes it")]
    if closed := await asyncio.to_thread(_not_writable, path):
        return [Finding("database", False, f"{closed} cannot be written by this user: look at its owner and mode")]
    try:
        missing = await examine(path)
    except (DamagedRecord, OSError) as error:
        return [Finding("database", False, f"{path}: {error}")]
    return [_judged(str(path), missing)]


def _not_writable(path: Path) -> Path | None:
    """Return what of a database may only be read: the file, or one beside it that another user's process has left."""
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        try:
            each.open("r+b").close()
        except FileNotFoundError:
            continue
        except OSError:
            return each
    return None


def folder(path: Path, mounts: Path = _MOUNTS) -> list[Finding]:
    """Look whether the database's folder can be written, has room, and is on a disk of this machine."""
    found, path = list[Finding](), path.resolve()
    try:
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(b"room")
    except OSError as error:
        found.append(Finding("folder", False, f"{path} cannot be written: {error.strerror}"))
    free = _free(path)
    if free is not None and free < ENOUGH:
        found.append(Finding("folder", False, f"{path} has room for {free // 2**20} MB, {ENOUGH // 2**20} are wanted"))
    if (kind := _file_system(path, mounts)) in _NETWORK:
        found.append(Finding("folder", False, f"{path} is on a network disk ({kind}), where SQLite's locks don't hold"))
    room = "how much room it has is not told" if free is None else f"{free // 2**20:,} MB are free"
    return found or [Finding("folder", True, f"{path} can be written, {room}")]


def _free(path: Path) -> int | None:
    """Return how many bytes are free where a folder is, None where the system does not tell."""
    try:
        return shutil.disk_usage(path).free
    except OSError:
        return None


def _file_system(path: Path, mounts: Path) -> str:
    """Return the kind of the file system that a folder is on, "" where the system does not tell (proc(5))."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    kinds = {}
    for line in lines:
        before, _, after = line.partition(" - ")
        kinds[Path(before.split()[4].replace("\\040", " "))] = after.split()[0]
    return next((kinds[each] for each in (path, *path.parents) if each in kinds), "")


# -- the port, and what is installed -----------------------------------------------------------------------------------


async def port(host: str, number: int, database: Path | str) -> list[Finding]:
    """Look whether the web port is free, or the service that uses this database answers there."""
    try:
        async with Web(host, number, health=_nothing):
            return [Finding("port", True, f"{host}, port {number} is free")]
    except SettingError as error:
        if (running := await _running(host, number)) is None:
            return [Finding("port", False, str(error))]
    version, database_there = running
    if database_there is not None and database_there == await _database_id(database):
        return [Finding("port", True, f"underhat {version} is running there")]
    shown = without_password(str(database))
    return [Finding("port", False, f"underhat {version} is running there with another database than {shown}")]


async def _database_id(database: Path | str) -> str | None:
    """Return what tells a database from others; None if it is not there."""
    if isinstance(database, Path):
        return await asyncio.to_thread(file_id, database)
    from storage.postgres import identify

    try:
        return await identify(database)
    except StoreError:
        return None


async def _nothing() -> Mapping[str, Any]:
    return {"status": "ok"}


async def _running(host: str, number: int) -> tuple[str, str | None] | None:
    """Return the version of a service that answers on the port, and the id of its database."""
    where = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - asked, not listened on
    address = f"http://[{where}]:{number}" if ":" in where else f"http://{where}:{number}"
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_PATIENCE)) as session,
            session.get(f"{address}/healthz") as answer,
        ):
            told = await answer.json(loads=msgspec.json.decode)
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
        return None
    if not isinstance(told, dict) or not {"version", "platforms"} <= told.keys():
        return None
    return str(told["version"]), told.get("database_id")


def pictures(draw: Sequence[Callable[[], bytes]]) -> list[Finding]:
    """Look whether names and every drawing can be rendered, and draw a picture of each game."""
    found = []
    try:
        for each in (typefaces.RUBIK, *typefaces.BY_SCRIPT.values()):
            typefaces.face(each)
        if not typefaces.drawable(_SAMPLE) or typography.text(_SAMPLE, 20) is None:
            found.append(Finding("fonts", False, "names cannot be drawn: install Underhat again"))
    except _BROKEN as error:
        found.append(Finding("fonts", False, f"names cannot be drawn ({error}): install Underhat again"))
    try:
        for name in sprites.names():
            sprites.art(name)
        for picture in draw:
            picture()
    except _BROKEN as error:
        found.append(Finding("pictures", False, f"they cannot be drawn ({error}): install Underhat again"))
    return found or [Finding("pictures", True, f"{len(sprites.names())} drawings and the fonts are there")]


def locales(folder: Path, read_rules: Callable[[], object]) -> list[Finding]:
    """Look whether every catalog can be served, and the rules be read."""
    found = [Finding("locales", False, f"{name}: {error}") for name, error in unreadable(folder).items()]
    catalogs = {path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/bot.po")}
    there = sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    if not catalogs:
        found.append(Finding("locales", False, f"the catalogs are not in {folder}: install Underhat again"))
    elif missing := [name for name in there if name not in catalogs]:
        found += [Finding("locales", False, f"{name}: its catalog is not there: install it again") for name in missing]
    try:
        read_rules()
    except _BROKEN as error:
        found.append(Finding("locales", False, f"the rules cannot be read: {error}"))
    return found or [Finding("locales", True, f"{len(catalogs)} catalogs, and the rules")]
