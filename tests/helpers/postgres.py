"""A PostgreSQL of the tests' own, in a temporary folder. `python -m tests.helpers.postgres` prints where programs are.

The folder is in memory where the system has a disk there with room: a new database is 300 files, and each test has one.
Its databases are thrown away with it, so it waits for no disk; what it was killed with is there when it starts again.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from tests.helpers.ports import free_port
from tests.helpers.ramdisk import in_memory

DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian keeps the server's programs, a folder for each version, none of them in the PATH."""
HELP = (
    "no PostgreSQL found for the tests of the database. Debian: apt-get install postgresql. macOS: brew install "
    "postgresql. Elsewhere: put the folder of its initdb and postgres into the PATH."
)
ROOM = 2 << 30
"""Bytes that have to be free in memory: four servers take a quarter of that."""
USER = "underhat"
START_SECONDS = 60.0
STOP_SECONDS = 60.0
"""After how long a server that was told to stop is ended as by a crash, on whichever machine."""
_TEMPLATE = "made"
_EMPTY = """
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migrations' LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
END $$
"""
_OPTIONS = {
    # Who connects while a server stops is told so, once they have said who they are: it waits so long for somebody who
    # says nothing. A minute is usual.
    "authentication_timeout": "15",
    "autovacuum": "off",
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "127.0.0.1",
    "max_connections": "100",
    "max_wal_senders": "0",
    "shared_buffers": "16MB",
    "wal_level": "minimal",
}


class PostgresMissing(RuntimeError):
    """There is no PostgreSQL: the tests of the database fail, they are not skipped."""


def find_postgres() -> Path:
    """Return the folder of the server's programs. Raise PostgresMissing with the way to get them."""
    found = shutil.which("initdb")
    debian = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    for program in ([Path(found).resolve()] if found else []) + debian[::-1]:
        if os.access(program, os.X_OK) and os.access(program.with_name("postgres"), os.X_OK):
            return program.parent
    raise PostgresMissing(HELP)


class Postgres:
    """A server that runs. Locally everybody is let in; over TCP the password is asked for."""

    def __init__(self, folder: Path, **options: str) -> None:
        """Start it in an empty folder, with settings of its own instead of those of most tests."""
        self._programs = find_postgres()
        self._folder = folder
        self._options = _OPTIONS | options
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._template: str | None = None
        self._emptied: str | None = None
        shown = subprocess.check_output([self._programs / "postgres", "--version"], text=True)
        newer = int(re.findall(r"\d+", shown)[0]) >= 15
        # Page by page, as newer ones do by default, costs several times as much.
        self._strategy = "STRATEGY file_copy" if newer else ""
        self.password = secrets.token_urlsafe(9)
        self.port = free_port()
        # The server refuses to run as root; an unprivileged user of the machine lends its name then.
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self._user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        self._make()
        self.start()

    def _make(self) -> None:
        secret = self._folder / "password"
        secret.write_text(self.password)
        secret.chmod(0o644)
        command: list[str | Path] = [
            *(self._programs / "initdb", "--pgdata", self._folder / "data", "--username", USER, "--pwfile", secret),
            *("--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"),
        ]
        done = subprocess.run(
            command, cwd=self._folder, capture_output=True, text=True, timeout=START_SECONDS, check=False, **self._user
        )
        assert done.returncode == 0, done.stdout + done.stderr

    @property
    def pid(self) -> int:
        """The number of its process, from which all others of it descend."""
        assert self._process is not None
        return self._process.pid

    def start(self, **options: str) -> None:
        """Start it, also once more, and wait until it answers."""
        settings = [f"--{name}={value}" for name, value in (self._options | options).items()]
        log = (self._folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [
                    *(self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder),
                    *("-p", str(self.port), *settings),
                ],
                cwd=self._folder,
                stdout=log,
                stderr=log,
                **self._user,
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return self.execute("postgres", "SELECT 1")
            except OSError as error:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(self.log()) from error
                time.sleep(0.05)

    def stop(self, *, at_once: bool = False) -> None:
        """End it, with the connections there are; `at_once`: as a crash does.

        Raise RuntimeError for one that does not stop in time, with what of it still ran; that is killed then.
        """
        if self._process is None:
            return
        process, self._process = self._process, None
        process.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            shown = ["ps", "-o", "pid=,stat=,wchan=,args=", "--ppid", str(process.pid)]
            left = subprocess.run(shown, capture_output=True, text=True, check=False).stdout
            process.kill()
            process.wait()
            for line in left.splitlines():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(line.split()[0]), signal.SIGKILL)
            raise RuntimeError(f"it did not stop:\n{left}\n{self.log()}") from None

    def log(self) -> str:
        """Return what the server has logged."""
        return (self._folder / "log").read_text(errors="replace")

    def url(self, name: str, *, tcp: bool = False, password: str | None = None) -> str:
        """Return the address of a database, by the socket in the folder or by TCP."""
        if tcp:
            return f"postgresql://{USER}:{self.password if password is None else password}@127.0.0.1:{self.port}/{name}"
        return f"postgresql://{USER}@/{name}?host={self._folder}&port={self.port}"

    def execute(self, name: str, *statements: str) -> None:
        """Execute statements in a database. Raise OSError where the server does not answer."""
        import psycopg

        try:
            connection = psycopg.connect(self.url(name), autocommit=True)
        except psycopg.OperationalError as error:
            raise ConnectionError(str(error)) from error
        with contextlib.closing(connection):
            for statement in statements:
                connection.execute(statement.encode())

    def end_leases(self, process: str) -> None:
        """End the connection that holds the leases of a process, as when the server is restarted."""
        ending = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE"
        self.execute("postgres", f"{ending} '%{process}'")

    def empty(self) -> str:
        """Create a database with nothing in it; return its name."""
        return self._create("template1")

    def fresh(self) -> str:
        """Create a database that has its schema; return its name."""
        if self._template is None:
            self._template = self.empty()
            self._bring(self.url(self._template))
        return self._create(self._template)

    def _create(self, template: str) -> str:
        name = f"t{next(self._numbers)}"
        self.execute("postgres", f"CREATE DATABASE {name} TEMPLATE {template} {self._strategy}")
        return name

    def emptied(self) -> str:
        """Return the name of a database that has its schema and no rows, always the same: a new one costs far more."""
        if self._emptied is None:
            self._emptied = self.fresh()
        self.execute(self._emptied, _EMPTY)
        return self._emptied

    def drop(self, name: str) -> None:
        """Delete a database, whoever is connected to it."""
        self.execute("postgres", f"DROP DATABASE {name} WITH (FORCE)")

    @staticmethod
    def _bring(url: str) -> None:
        import asyncio

        from storage.store import Store

        async def bring() -> None:
            await (await Store.open(url)).close()

        with ThreadPoolExecutor(1) as thread:  # whoever asks first may have a loop that runs
            thread.submit(lambda: asyncio.run(bring())).result()


@contextlib.contextmanager
def postgres(*, on_disk: bool = False, **options: str) -> Iterator[Postgres]:
    """Run a server for the length of a block, with settings of its own instead of those of most tests.

    `on_disk`: its files lie there also where they would have room in memory, so that to wait for the disk is to wait.
    """
    # Not below pytest's folders, which are for their owner alone, and whose names are too long for a socket.
    folder = Path(tempfile.mkdtemp(prefix="underhat-pg-", dir=None if on_disk else in_memory(ROOM)))
    folder.chmod(0o755)
    try:
        server = Postgres(folder, **options)
        try:
            yield server
        finally:
            server.stop(at_once=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{find_postgres()}\n")
    except PostgresMissing as missing:
        sys.exit(str(missing))
