"""A wheel holds everything, and what is installed from it speaks every language with no repository near."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __version__
from bot.playground.model import Message
from tests.helpers.discord.people import until
from tests.helpers.outside import BotProcess, telegram
from tests.helpers.tree import REPOSITORY, tracked

pytestmark = pytest.mark.timeout(300)
INSTALLED = {"bot": "bot", "storage": "storage", "locales": "bot/_locales"}
"""The folders of the repository that are installed, and where to."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel of what is tracked, with the build tools that are here."""
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for path in tracked():
        if path.parts[0] != "tests":
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / path, source / path)
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, source)
    (built,) = made.iterdir()
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the wheel where nothing else is; what it depends on is found by `PYTHONPATH`."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder)
    with pytest.MonkeyPatch.context() as patch:
        pip("--python", folder / "bin" / "python", "install", "--no-deps", wheel)
        patch.setenv("PYTHONPATH", sysconfig.get_path("purelib"))  # whose .pth files, the repository's too, count not
        yield folder


def pip(*arguments: str | Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments],
        check=True,
        env={**os.environ, "PIP_NO_INDEX": "1"},
    )


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program, *rest = arguments
    return subprocess.run([folder / "bin" / program, *rest], capture_output=True, text=True, cwd=folder, check=False)


def test_everything_that_runs_is_in_the_wheel(wheel: Path) -> None:
    """Code, drawings, migrations, the page, catalogs and rules, and nothing beside them."""
    tree = {"/".join([INSTALLED[path.parts[0]], *path.parts[1:]]) for path in tracked() if path.parts[0] in INSTALLED}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == tree
    for kind, least in {".svg": 60, ".sql": 6, ".js": 5, ".po": 11, ".md": 33}.items():
        assert sum(name.endswith(kind) for name in names) >= least


def test_it_says_its_version(environment: Path) -> None:
    assert __version__ in next(iter((environment / "lib").rglob("underhat-*.dist-info"))).name
    assert run(environment, "underhat", "--version").stdout == f"underhat {__version__}\n"


def test_the_installed_package_is_what_runs(environment: Path) -> None:
    where = run(environment, "python", "-c", "import bot, storage; print(bot.__file__, storage.__file__)").stdout
    assert all(path.startswith(str(environment)) for path in where.split())


async def test_rules_are_read_in_hebrew(environment: Path, tmp_path: Path) -> None:
    """The whole way: the installed program, a Bot API on loopback, a person who reads Hebrew."""
    rules = (REPOSITORY / "locales" / "he" / "rules" / "court_hats.md").read_text(encoding="utf-8")
    async with telegram() as (world, url):
        process = BotProcess(world, url, tmp_path, LOG_LEVEL="WARNING")
        process.command, process.working_folder = [str(environment / "bin" / "underhat")], tmp_path
        await process.start()
        try:
            reader = world.add_person("Noa", language_code="he")
            chat = world.private(reader)
            world.start(reader)
            world.say(reader, chat, "/rules כובעי קסמים")
            _, answer = await until(lambda: _of_two([m for m in chat.messages.values() if m.sender is world.bot]), 60)
            heading = answer.text.splitlines()[0]
            assert re.search(rf"^## \w+: {re.escape(heading)}$", rules, re.MULTILINE)
            assert re.search("[\u05d0-\u05ea]", heading)
            assert await process.stop() == 0
            assert process.log() == ""
        finally:
            if process.running:
                await process.kill()


def _of_two(messages: list[Message]) -> list[Message]:
    """Return the greeting and the answer once both are there."""
    return messages if len(messages) == 2 else []


def test_without_its_catalogs_it_does_not_start(environment: Path) -> None:
    (catalogs,) = environment.rglob("_locales")
    hidden = catalogs.rename(catalogs.with_name("hidden"))
    try:
        ended = run(environment, "underhat")
    finally:
        hidden.rename(catalogs)
    assert ended.returncode == 2
    assert ended.stderr.endswith("install Underhat again\n")
    assert ended.stderr.count("\n") == 1
