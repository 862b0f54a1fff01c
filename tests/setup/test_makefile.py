"""What stands before the first start: one command, a clear line when something is missing, nothing done twice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.chromium import BrowserMissing, find_chromium
from tests.helpers.postgres import PostgresMissing, find_postgres
from tests.helpers.tree import REPOSITORY

STAMPS = ("made", "played", "tested")
"""In the order in which they are made."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder as a clone has it, as far as `make` looks."""
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock", "requirements-pip.lock"):
        shutil.copy(REPOSITORY / name, tmp_path)
        os.utime(tmp_path / name, (1_000, 1_000))
    return tmp_path


@pytest.fixture
def installed(clone: Path) -> Path:
    """Return a clone in which everything has been installed."""
    (clone / ".venv").mkdir()
    for time, stamp in enumerate(STAMPS, start=2_000):
        (clone / ".venv" / stamp).touch()
        os.utime(clone / ".venv" / stamp, (time, time))
    return clone


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make without the variables by which an outer make speaks to inner ones."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "PYTHON"))}
    return subprocess.run(
        ["make", *arguments], cwd=folder, capture_output=True, text=True, timeout=60, check=False, env=plain
    )


def steps(folder: Path, target: str) -> list[str]:
    """Return the commands that would be run, without running them."""
    return make(folder, "--dry-run", target, f"PYTHON={sys.executable}").stdout.splitlines()


def test_play_in_a_fresh_clone_makes_installs_and_starts(clone: Path) -> None:
    text = "\n".join(steps(clone, "play"))
    order = ["-m venv .venv", "-r requirements-pip.lock", "-r requirements.lock", "--no-deps", "-m bot"]
    places = [text.index(step) for step in order]
    assert places == sorted(places)
    assert "requirements-dev.lock" not in text
    assert_hashes(text.splitlines())


def assert_hashes(commands: list[str]) -> None:
    """Fail where a lock is installed without its hashes."""
    installs = [command for command in commands if ".lock" in command]
    assert installs
    assert all("--require-hashes" in command for command in installs), installs


def test_play_a_second_time_only_starts(installed: Path) -> None:
    assert steps(installed, "play") == ["exec .venv/bin/python -m bot"]


def test_plain_make_plays(installed: Path) -> None:
    assert make(installed, "--dry-run").stdout == make(installed, "--dry-run", "play").stdout


def test_test_installs_the_tools_once(installed: Path) -> None:
    assert not any("pip" in step for step in steps(installed, "test"))
    (installed / ".venv" / "tested").unlink()
    tools, program = [step for step in steps(installed, "test") if "pip" in step]
    assert tools.endswith("--require-hashes -r requirements-dev.lock")
    assert program.endswith("--no-deps --no-build-isolation -e .")


def test_test_in_a_fresh_clone_installs_all_at_once(clone: Path) -> None:
    commands = steps(clone, "test")
    locks = [command.rpartition(" ")[2] for command in commands if ".lock" in command]
    assert locks == ["requirements-pip.lock", "requirements-dev.lock"]
    assert_hashes(commands)
    assert "touch .venv/played .venv/tested" in commands, "so play has nothing left to install"


def test_test_looks_for_the_programs_and_shares_all_tests_out(installed: Path) -> None:
    programs, tests = steps(installed, "test")
    assert programs == "sh .ci/programs"
    assert tests.endswith(" -m pytest --numprocesses=auto")


def test_a_new_lock_is_installed(installed: Path) -> None:
    os.utime(installed / "requirements.lock", (3_000, 3_000))
    assert any("-r requirements.lock" in step for step in steps(installed, "play"))


@pytest.mark.parametrize("python", ["/nowhere/python3", "false"])
def test_a_python_that_will_not_do_is_told_in_one_line(clone: Path, python: str) -> None:
    done = make(clone, "play", f"PYTHON={python}")
    assert done.returncode != 0
    told, after = done.stderr.splitlines()[:2]
    assert told.startswith(f"Underhat needs Python 3.11 or later, and {python} is not: ")
    assert after.startswith("make")
    assert not (clone / ".venv").exists()


def test_a_python_without_venv_is_told_how_to_get_it(clone: Path) -> None:
    """Debian ships `ensurepip` apart from Python, in python3-venv."""
    python = clone / "python"
    python.write_text('#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\n', encoding="utf-8")
    python.chmod(0o755)
    done = make(clone, "play", f"PYTHON={python}")
    assert done.returncode != 0
    assert "On Debian: apt-get install python3-venv" in done.stderr.splitlines()[0]


def test_make_3_81_understands_it() -> None:
    """macOS has GNU make 3.81: no `.ONESHELL`, `.RECIPEPREFIX`, `::=`, `!=`, `$(file ...)`, `&:`."""
    text = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    for newer in (".ONESHELL", ".RECIPEPREFIX", "::=", " != ", "$(file", "&:", "--output-sync"):
        assert newer not in text, newer


class TestPostgres:
    def test_is_found(self) -> None:
        """Without one the tests of the database must fail, and so does this."""
        assert os.access(find_postgres() / "postgres", os.X_OK)

    def test_missing_is_told_with_the_way_to_get_it(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr("tests.helpers.postgres.DEBIAN", tmp_path)
        with pytest.raises(PostgresMissing, match="apt-get install postgresql"):
            find_postgres()


class TestBrowser:
    def test_is_found(self) -> None:
        """Without one the tests of the page must fail, and so does this."""
        assert os.access(find_chromium(), os.X_OK)

    def test_is_the_one_that_is_chosen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CHROMIUM", sys.executable)
        assert find_chromium() == sys.executable

    def test_missing_is_told_with_the_way_to_get_it(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("CHROMIUM", str(tmp_path / "none"))
        with pytest.raises(BrowserMissing, match="apt-get install chromium"):
            find_chromium()

    def test_missing_ends_the_command_with_a_failure(self, tmp_path: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "tests.helpers.chromium"],
            cwd=REPOSITORY,
            env={"CHROMIUM": str(tmp_path / "none"), "PATH": ""},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr.startswith("no Chromium found")


class TestCi:
    @pytest.mark.parametrize(
        ("broken", "ended"), [("nothing", 0), ("test", 2), ("lint", 2), (".venv/tested", 2)], ids=lambda value: value
    )
    def test_fails_if_tests_or_lint_fail_and_tells_of_both(self, broken: str, ended: int, tmp_path: Path) -> None:
        """Run with a `make` that does nothing but say so, as somebody who may install nothing."""
        programs = {"make": f'echo "made $1"; [ "$1" != {broken} ] || exit 2', "id": "echo 1000"}
        for name, script in programs.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            (tmp_path / name).chmod(0o755)
        done = subprocess.run(
            [REPOSITORY / ".ci" / "run"],
            env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == ended, done.stderr
        made = [line.removeprefix("made ") for line in done.stdout.splitlines() if line.startswith("made ")]
        assert made == [".venv/tested", *(["test", "lint"] if broken != ".venv/tested" else [])]
        assert {path.name for path in tmp_path.iterdir()} == programs.keys(), "nothing is left behind"

    @pytest.mark.parametrize("script", ["run", "programs", "install"])
    def test_scripts_can_be_run_and_are_well_formed(self, script: str) -> None:
        path = REPOSITORY / ".ci" / script
        assert os.access(path, os.X_OK)
        subprocess.run(["bash", "-n", str(path)], check=True, timeout=60)
