"""`underhat doctor`: each thing that may be wrong is one line, and the exit code says whether there is any."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot import __version__, doctor
from bot.doctor import Finding
from bot.errors import DamagedRecord
from bot.health import HealthCheck
from bot.jobs.engine import PER_WORKER, app_at
from bot.pictures import kept, sprites, typefaces, typography
from bot.settings import LOCALES, Settings, misspelt
from bot.web import Web
from storage.postgres_room import PER_STORE, Room, room
from storage.store import Store
from tests.helpers.outside import telegram
from tests.helpers.postgres import Postgres
from tests.setup.conftest import CommandLine
from tests.storage.migrating import NEWEST, add_a_table, bring
from tests.storage.samples import change, lobby
from tests.storage.test_database import open_and_close, open_folder, unprivileged  # noqa: F401 - a fixture

EACH = PER_STORE + PER_WORKER
"""How many connections a process opens at most."""
TOKEN = "123456:" + "A" * 35
OURS = {"public_url": "https://here.example", "webhook_secret": SecretStr("s")}
AWAY = "http://127.0.0.1:9"


def only(found: list[Finding]) -> Finding:
    (finding,) = found
    assert "\n" not in finding.line
    return finding


def make_settings(**given: Any) -> Settings:
    return Settings(_env_file=None, **given)


def content(path: Path) -> bytes:
    """Return what is in a file, nothing where there is none."""
    return path.read_bytes() if path.exists() else b""


def damage(path: Path) -> None:
    """Overwrite some pages of a database."""
    written = bytearray(content(path))
    written[5 * 4096 : 9 * 4096] = b"\xff" * 4 * 4096
    path.write_bytes(written)


@asynccontextmanager
async def answering(status: int, body: str) -> AsyncIterator[str]:
    """Serve one answer to everything, and yield the address."""

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=status, text=body, content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    async with TestServer(app) as server:
        yield str(server.make_url("")).rstrip("/")


class TestTheCommand:
    def test_where_all_is_well_it_says_so_and_ends_with_0(self, command: CommandLine) -> None:
        told = command("doctor", PORT="0", LOG_LEVEL="ERROR")
        assert told.returncode == 0, told.stdout
        lines = told.stdout.splitlines()
        assert all(line.startswith("  ") for line in lines)
        looked_at = [line.split(":")[0].strip() for line in lines]
        assert looked_at == ["settings", "tokens", "database", "folder", "port", "pictures", "locales"]

    def test_every_wrong_setting_is_a_line_and_it_ends_with_2(self, command: CommandLine, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("PORT=eighty\nTELEGRAM_TOKN=x\n", encoding="utf-8")
        told = command("doctor", LOBBY_MINUTES="none", TELEGRAM_TOKEN="secret-part", DEFAULT_LOCALE="xx")
        assert told.returncode == 2
        wrong = [line for line in told.stdout.splitlines() if line.startswith("! ")]
        assert len(wrong) == 5
        rest = {line.partition(":")[0].strip(): line for line in told.stdout.splitlines() if line not in wrong}
        assert rest["tokens"].endswith("not looked at: that needs TELEGRAM_TOKEN")
        assert rest["port"].endswith("not looked at: that needs PORT")
        assert rest["database"].endswith("underhat.db is not there yet, a start makes it")
        assert "can be written" in rest["folder"]
        for words in (
            "TELEGRAM_TOKEN: got a value that is not shown",
            "PORT: got 'eighty'",
            "LOBBY_MINUTES: got 'none'",
            "DEFAULT_LOCALE: got 'xx', wants one of da, ",
            "TELEGRAM_TOKN, in .env, is no setting: did you mean TELEGRAM_TOKEN?",
        ):
            assert any(words in line for line in wrong), words
        assert "secret-part" not in told.stdout + told.stderr

    def test_all_settings_that_clash_are_told(self, command: CommandLine) -> None:
        told = command("doctor", PUBLIC_URL="http://here.example", DISCORD_SHARD_IDS="3", HOST="0.0.0.0")
        wrong = [line for line in told.stdout.splitlines() if line.startswith("! settings")]
        names = [line.split(":")[1].strip() for line in wrong]
        assert names == ["WEBHOOK_SECRET", "PUBLIC_URL", "DISCORD_SHARD_IDS", "HOST"]
        assert "  database: underhat.db is not there yet" in told.stdout

    @pytest.mark.parametrize("rest", ["?x=1", "#x"])
    def test_parameters_after_the_database_are_no_part_of_its_name(
        self, command: CommandLine, tmp_path: Path, rest: str
    ) -> None:
        """Of other programs' addresses they are; here they would make a file that is named so."""
        told = command("doctor", PORT="0", DATABASE_URL=f"sqlite:///a.db{rest}")
        assert told.returncode == 2
        (line,) = [line for line in told.stdout.splitlines() if line.startswith("! ")]
        assert line.startswith(f"! settings: DATABASE_URL: got 'sqlite:///a.db{rest}', wants sqlite:///file.db")
        assert not [*tmp_path.glob("a.db*")]

    def test_what_is_wrong_with_the_database_is_one_line(self, command: CommandLine, tmp_path: Path) -> None:
        (tmp_path / "underhat.db").write_text("Dear Ann, " * 500, encoding="utf-8")
        told = command("doctor", PORT="0")
        assert told.returncode == 2
        (line,) = [line for line in told.stdout.splitlines() if line.startswith("! ")]
        assert line.startswith("! database: underhat.db: it cannot be read: ")


class TestNames:
    @pytest.mark.parametrize(
        ("name", "near"),
        [("TELEGRAM_TOKN", "TELEGRAM_TOKEN"), ("DATABASE_URI", "DATABASE_URL"), ("loglevel", "LOG_LEVEL")],
    )
    def test_of_the_environment_that_are_near_a_setting_are_told(self, name: str, near: str) -> None:
        (line,) = misspelt(None, {name: "x"})
        assert line == f"{name}, in the environment, is no setting: did you mean {near}?"

    def test_that_begin_as_a_platforms_do_are_told_though_they_are_near_nothing(self) -> None:
        (line,) = misspelt(None, {"TELEGRAM_COLOUR": "x"})
        assert line.startswith("TELEGRAM_COLOUR, in the environment, is no setting; ")

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("PROT=1", "PROT, in .env, is no setting: did you mean PORT?"),
            ("DATABASE=x", "DATABASE, in .env, is no setting: did you mean DATABASE_URL?"),
            ("BOT_TOKEN=x", "BOT_TOKEN, in .env, is no setting: did you mean TELEGRAM_TOKEN or DISCORD_TOKEN?"),
            ("TELEGRAM_TOKEN: 1:a", "line 2 of .env is not understood, wants NAME=value"),
            ("PORT", "line 2 of .env is not understood, wants NAME=value"),
        ],
    )
    def test_of_the_file_are_held_against_ours_more_closely(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path(".env").write_text(f"# ours\n{line}\nCOMPOSE_PROJECT_NAME=x\nTZ=UTC\n", encoding="utf-8")
        assert misspelt(Path(".env"), {}) == [told]

    def test_of_other_programs_are_none_of_ours(self) -> None:
        others = ("PATH", "HOME", "HOSTNAME", "LANG", "LC_ALL", "PWD", "SHELL", "TERM", "PYTHONPATH", "HTTP_PROXY")
        assert misspelt(None, dict.fromkeys((*others, "PORT", "telegram_token"), "x")) == []


class TestTokens:
    async def test_that_are_known_are_told_with_the_name(self) -> None:
        async with telegram() as (world, url):
            given = make_settings(telegram_token=SecretStr(world.token), telegram_api_url=url)
            me, webhook = await doctor.tokens(given, "/telegram")
        assert (me.well, me.line) == (True, f"Telegram knows it: @{world.bot.username}")
        assert webhook == Finding("webhook", True, "none, updates are polled for")

    async def test_of_discord_are_asked_of_discord(self) -> None:
        async with answering(200, '{"id": "1", "username": "underhat", "bot": true}') as url:
            found = await doctor.tokens(make_settings(discord_token=SecretStr("abc"), discord_api_url=url), "")
        assert only(found) == Finding("DISCORD_TOKEN", True, "Discord knows it: @underhat")

    @pytest.mark.parametrize(
        ("status", "body", "told"),
        [
            (401, '{"message": "401: Unauthorized"}', "Discord refuses it"),
            (502, "<html>", "Discord cannot be asked: it answers 502"),
            (200, "<html>", "Discord cannot be asked: something else answers"),
            (200, "[1]", "Discord cannot be asked: something else answers"),
            (200, '{"result": [1]}', "Discord cannot be asked: something else answers"),
        ],
    )
    async def test_that_are_refused_or_not_judged_are_one_line(self, status: int, body: str, told: str) -> None:
        async with answering(status, body) as url:
            found = only(await doctor.tokens(make_settings(discord_token=SecretStr("abc"), discord_api_url=url), ""))
        assert not found.well
        assert found.line.startswith(told)

    async def test_telegram_refuses_a_wrong_one(self) -> None:
        async with telegram() as (_, url):
            given = make_settings(telegram_token=SecretStr(TOKEN), telegram_api_url=url)
            found = only(await doctor.tokens(given, ""))
        assert found.line.startswith("Telegram refuses it")

    async def test_where_nobody_answers_it_says_so_without_the_token(self) -> None:
        given = make_settings(telegram_token=SecretStr(TOKEN), telegram_api_url=AWAY)
        found = only(await doctor.tokens(given, ""))
        assert not found.well
        assert found.line.startswith("Telegram cannot be reached (")
        assert TOKEN not in found.line


class TestWebhook:
    @staticmethod
    async def told(answer: str, **given: Any) -> Finding:
        async def known(request: web.Request) -> web.Response:
            ours = '{"ok": true, "result": {"username": "u"}}'
            text = ours if request.path.endswith("/getMe") else f'{{"ok": true, "result": {answer}}}'
            return web.Response(text=text, content_type="application/json")

        app = web.Application()
        app.router.add_route("*", "/{rest:.*}", known)
        async with TestServer(app) as server:
            url = str(server.make_url("")).rstrip("/")
            _, webhook = await doctor.tokens(
                make_settings(telegram_token=SecretStr(TOKEN), telegram_api_url=url, **given), "/telegram"
            )
        return webhook

    async def test_of_somebody_else_stands_in_the_way_of_polling(self) -> None:
        found = await self.told('{"url": "https://there.example/x"}')
        assert not found.well
        assert "https://there.example/x" in found.line
        assert (await self.told('{"url": "https://there.example/x"}', telegram_delete_webhook=True)).well

    async def test_that_telegram_cannot_deliver_to_is_told_in_its_words(self) -> None:
        answer = (
            '{"url": "https://here.example/telegram", "last_error_message": "SSL error", "pending_update_count": 3}'
        )
        found = await self.told(answer, **OURS)
        assert (found.well, found.line) == (False, "Telegram could not deliver: SSL error; 3 updates wait")

    async def test_that_is_ours_or_will_be_is_well(self) -> None:
        assert (await self.told('{"url": "https://here.example/telegram"}', **OURS)).well
        found = await self.told('{"url": ""}', **OURS)
        assert (found.well, found.line) == (True, "a start sets https://here.example/telegram in place of none")


class TestDatabaseOnAServer:
    async def judged(self, address: str, what: str = "database") -> Finding:
        return only([each for each in await doctor.database(address, PER_WORKER) if each.what == what])

    async def test_has_connections_for_so_many_processes(self, server: Postgres) -> None:
        """What others have is left out, and what the running ones have is theirs."""
        name = server.fresh()
        address = server.url(name)
        before = await room(address)
        assert before.running == 0
        stores = [await Store.open(address) for _ in range(2)]
        other = await psycopg.AsyncConnection.connect(address)
        now = await room(address)
        assert now == Room(before.connections - 1, 2)
        told = await self.judged(address, "connections")
        assert told.well
        enough = now.connections // EACH
        assert told.line == f"the server has {now.connections} for this bot, enough for {enough} processes; 2 run"
        await other.close()
        for store in stores:
            await store.close()
        server.drop(name)

    async def test_counts_connections_of_jobs_as_ours_whatever_the_address_calls_them(self, server: Postgres) -> None:
        name = server.fresh()
        address = f"{server.url(name)}&application_name=mine"
        before = await room(address)
        _, pool = app_at(address)
        async with pool:
            await pool.wait()
            assert await room(address) == before
        server.drop(name)

    async def test_that_has_too_few_connections_is_told(self, server: Postgres) -> None:
        name = server.fresh()
        address = server.url(name)
        stores = [await Store.open(address) for _ in range(2)]
        for allowed, enough in ((EACH, "enough for 1 process; 2 run"), (5, "enough for 0 processes")):
            server.execute("postgres", f"ALTER DATABASE {name} CONNECTION LIMIT {allowed}")
            told = await self.judged(address, "connections")
            assert (told.well, enough in told.line, "max_connections" in told.line) == (False, True, True)
        for store in stores:
            await store.close()
        server.drop(name)

    async def test_that_is_empty_or_up_to_date_is_well(self, server: Postgres) -> None:
        name = server.empty()
        address = server.url(name, tcp=True)
        shown = f"postgresql://…@127.0.0.1:{server.port}/{name}"
        found = [await self.judged(address)]
        await (await Store.open(address)).close()
        found.append(await self.judged(address))
        assert found == [
            Finding("database", True, f"{shown} is empty, a start makes what it needs"),
            Finding("database", True, f"{shown} is whole and up to date"),
        ]
        server.execute(name, "DROP TABLE hands")
        broken = await self.judged(address)
        assert (broken.well, "lacks column hands." in broken.line) == (False, True)
        server.drop(name)

    async def test_that_refuses_or_is_away_is_told_without_the_password(self, server: Postgres) -> None:
        for address, told in (
            (server.url("postgres", tcp=True, password="hunter2"), "password authentication failed"),
            ("postgresql://me:hunter2@127.0.0.1:1/name", "does not answer"),
        ):
            found = only(await doctor.database(address))
            assert (found.well, told in found.line) == (False, True)
            assert "hunter2" not in found.line
            assert "\n" not in found.line

    async def test_that_the_service_uses_is_known_at_its_port(self, server: Postgres) -> None:
        ours, other = server.fresh(), server.empty()
        store = await Store.open(server.url(ours))
        async with Web("127.0.0.1", 0, health=HealthCheck(store, time.time)) as web_port:
            asked = [server.url(ours), server.url(other), "postgresql://me@127.0.0.1:1/name"]
            found = [only(await doctor.port("127.0.0.1", web_port.port, each)).well for each in asked]
        await store.close()
        assert found == [True, False, False]
        for name in (ours, other):
            server.drop(name)


class TestDatabase:
    async def test_of_a_running_service_is_read_beside_it(self, database: Path) -> None:
        """Also while it writes."""
        store = await Store.open(database)
        try:
            await store.commit(change(lobby()))
            async with store._db.write() as tx:
                await tx.run("INSERT INTO seen (id, at) VALUES ('x', 1)")
                found = only(await doctor.database(database))
        finally:
            await store.close()
        assert (found.well, found.line) == (True, f"{database} is whole and up to date")

    async def test_of_no_size_needs_no_backup(self, database: Path) -> None:
        """As a start leaves it that found the disk full."""
        await asyncio.to_thread(database.touch)
        found = only(await doctor.database(database))
        assert (found.well, found.line) == (True, f"{database} is empty, a start makes what it needs")
        assert content(database) == b""

    async def test_of_an_older_version_is_well(self, database: Path) -> None:
        bring(database, NEWEST - 2)
        add_a_table(database)
        before = content(database)
        found = only(await doctor.database(database))
        assert found.well
        assert "a start applies 2 migrations" in found.line
        assert content(database) == before

    async def test_of_a_newer_version_is_refused(self, database: Path) -> None:
        await (await Store.open(database)).close()
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA user_version=999")
        found = only(await doctor.database(database))
        assert not found.well
        assert "schema 999" in found.line
        assert "too old" in found.line

    async def test_that_lacks_a_table_is_told(self, database: Path) -> None:
        await (await Store.open(database)).close()
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("DROP TABLE hands")
        found = only(await doctor.database(database))
        assert not found.well
        assert "table hands" in found.line

    async def test_of_another_program_is_told_and_not_touched(self, database: Path) -> None:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE photos (name TEXT)")
        found = only(await doctor.database(database))
        assert not found.well
        assert "no database of ours, it has table photos" in found.line
        with pytest.raises(DamagedRecord, match="no database of ours"):
            await Store.open(database)
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("photos",)]

    @pytest.mark.parametrize("end", ["", "-wal"])
    def test_that_may_only_be_read_is_told(self, open_folder: Path, end: str) -> None:  # noqa: F811
        """In a folder that may be written: a process of another user has left the file, or the log beside it."""
        database = open_folder / "underhat.db"
        asyncio.run(open_and_close(database))
        open_folder.chmod(0o777)
        for each in ("", "-wal"):
            (open_folder / f"underhat.db{each}").touch()
            (open_folder / f"underhat.db{each}").chmod(0o444 if each == end else 0o666)
        with unprivileged():
            found = only(asyncio.run(doctor.database(database)))
        assert (found.well, found.line.partition(" by ")[0]) == (False, f"{database}{end} cannot be written")

    async def test_that_is_damaged_is_told(self, database: Path) -> None:
        await (await Store.open(database)).close()
        damage(database)
        found = only(await doctor.database(database))
        assert not found.well

    async def test_that_another_program_keeps_to_itself_is_told(
        self, database: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("storage.checkup._PATIENCE", 0.1)
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("CREATE TABLE a (b)")
            connection.execute("BEGIN EXCLUSIVE")
            found = only(await doctor.database(database))
        assert (found.well, "locked" in found.line) == (False, True)

    async def test_of_an_installation_without_migrations_is_told(
        self, database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        await (await Store.open(database)).close()
        monkeypatch.setattr("storage.schema.MIGRATIONS", tmp_path / "none")
        found = only(await doctor.database(database))
        assert (found.well, "the migrations are not there" in found.line) == (False, True)
        with pytest.raises(FileNotFoundError, match="the migrations are not there"):
            await Store.open(database)

    async def test_that_is_not_there_is_well(self, database: Path) -> None:
        assert only(await doctor.database(database)).well
        assert content(database) == b""


class TestFolder:
    def test_that_cannot_be_written_is_told(self, open_folder: Path) -> None:  # noqa: F811
        open_folder.chmod(0o555)
        with unprivileged():
            found = only(doctor.folder(open_folder))
        open_folder.chmod(0o755)
        assert (found.well, "cannot be written: Permission denied" in found.line) == (False, True)

    def test_without_room_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert only(doctor.folder(tmp_path)).well
        monkeypatch.setattr(doctor, "ENOUGH", 2**62)
        found = only(doctor.folder(tmp_path))
        assert (found.well, "has room for" in found.line) == (False, True)

    def test_of_which_the_system_tells_nothing_is_told_as_far_as_it_goes(self, tmp_path: Path) -> None:
        found = only(doctor.folder(tmp_path / "none"))
        assert (found.well, "cannot be written: No such file" in found.line) == (False, True)

    @pytest.mark.parametrize(("kind", "well"), [("nfs4", False), ("cifs", False), ("ext4", True), ("overlay", True)])
    def test_on_a_network_disk_is_told(self, tmp_path: Path, kind: str, well: bool) -> None:
        mounts = tmp_path / "mountinfo"
        folder = tmp_path / "a folder"
        folder.mkdir()
        place = str(folder).replace(" ", "\\040")
        mounts.write_text(f"21 1 8:1 / / rw - ext4 /dev/sda1 rw\n36 21 0:5 / {place} rw shared:1 - {kind} host:/x rw\n")
        found = only(doctor.folder(folder, mounts))
        assert found.well is well
        assert (f"network disk ({kind})" in found.line) is not well

    def test_where_the_system_tells_of_no_mounts_it_is_taken_as_local(self, tmp_path: Path) -> None:
        assert only(doctor.folder(tmp_path, tmp_path / "none")).well


class TestPort:
    async def test_that_is_taken_is_told(self) -> None:
        async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()

        async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as other:
            number = other.sockets[0].getsockname()[1]
            found = only(await doctor.port("127.0.0.1", number, Path("underhat.db")))
        assert (found.well, "another program is using" in found.line) == (False, True)

    async def test_of_another_web_server_is_told(self) -> None:
        async with answering(200, "{}") as url:
            found = only(await doctor.port("127.0.0.1", int(url.rsplit(":", 1)[1]), Path("underhat.db")))
        assert not found.well

    async def test_at_which_the_service_answers_is_well_and_another_one_is_not(self, database: Path) -> None:
        """Which it is follows from the file that it has open, whatever its path is called."""
        store = await Store.open(database)
        health = HealthCheck(store, time.time)
        other = database.with_name("other.db")
        other.touch()
        (database.parent / "linked").symlink_to(database.parent)
        async with Web("127.0.0.1", 0, health=health) as server:
            asked = [database, database.parent / "linked" / database.name, other, database.with_name("none.db")]
            found = [only(await doctor.port("127.0.0.1", server.port, each)) for each in asked]
        await store.close()
        assert found[:2] == [Finding("port", True, f"underhat {__version__} is running there")] * 2
        told = f"underhat {__version__} is running there with another database than"
        assert found[2:] == [Finding("port", False, f"{told} {each}") for each in asked[2:]]

    async def test_on_an_address_of_another_machine_is_told(self) -> None:
        assert only(await doctor.port("192.0.2.1", 8080, Path("underhat.db"))).line.startswith("HOST: got '192.0.2.1'")


class TestWhatIsInstalled:
    def test_a_font_that_resvg_has_not_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(typography, "RUBIK", typefaces.Typeface(tmp_path / "none.ttf"))  # which resvg is given
        monkeypatch.setattr(typography, "split", lambda line: [])
        kept.forget()
        found = only(doctor.pictures([]))
        kept.forget()
        assert (found.what, found.well) == ("fonts", False)

    @pytest.mark.parametrize("which", ["RUBIK", "Han"])
    @pytest.mark.parametrize("content", [None, b"", b"no font", typefaces.RUBIK.file.read_bytes()[:1000]])
    def test_a_font_that_is_missing_or_damaged_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, which: str
    ) -> None:
        if content is not None:
            (tmp_path / "font.ttf").write_bytes(content)
        damaged = typefaces.Typeface(tmp_path / "font.ttf")
        if which == "RUBIK":
            monkeypatch.setattr(typefaces, "RUBIK", damaged)
        else:
            monkeypatch.setitem(typefaces.BY_SCRIPT, which, damaged)
        found = only(doctor.pictures([]))
        assert (found.what, found.well) == ("fonts", False)

    def test_catalogs_that_are_missing_are_told(self, tmp_path: Path) -> None:
        assert "catalogs are not in" in only(doctor.locales(tmp_path / "none", list)).line
        assert "catalogs are not in" in only(doctor.locales(tmp_path, list)).line
        shutil.copytree(LOCALES / "de", tmp_path / "de")
        assert only(doctor.locales(tmp_path, list)).well
        (tmp_path / "fr" / "rules").mkdir(parents=True)
        assert only(doctor.locales(tmp_path, list)).line.startswith("fr: its catalog is not there")

    def test_a_drawing_that_is_broken_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sprites, "FOLDER", tmp_path)
        monkeypatch.setattr(sprites, "names", lambda: ("broken",))
        (tmp_path / "broken.svg").write_text("<html>", encoding="utf-8")
        found = only(doctor.pictures([]))
        assert (found.what, found.well) == ("pictures", False)
        assert "broken" in found.line

    def test_a_picture_that_cannot_be_drawn_is_told(self) -> None:
        def draw() -> bytes:
            raise OSError("no codec")

        assert "no codec" in only(doctor.pictures([draw])).line

    def test_a_catalog_that_cannot_be_read_is_told(self, tmp_path: Path) -> None:
        folder = tmp_path / "de" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "bot.po").write_text('msgid "open\n', encoding="utf-8")
        found = only(doctor.locales(tmp_path, list))
        assert not found.well
        assert found.line.startswith("de: ")

    def test_rules_that_cannot_be_read_are_told(self) -> None:
        def read() -> object:
            raise ValueError("section 3 has no title")

        found = only(doctor.locales(LOCALES, read))
        assert (found.well, "section 3 has no title" in found.line) == (False, True)
