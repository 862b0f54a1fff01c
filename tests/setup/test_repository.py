"""What lies in the repository: nothing that does not belong, nothing made, nothing private, and pinned packages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.helpers.tree import REPOSITORY, tracked

TOP = {
    *("bot", "storage", "locales", "tests", "docs", ".ci"),
    *(
        "pyproject.toml",
        "setup.py",
        "requirements.lock",
        "requirements-dev.lock",
        "requirements-supply.lock",
        "requirements-pip.lock",
        "Makefile",
        "Procfile",
        "Dockerfile",
    ),
    *(
        "requirements.txt",
        ".python-version",
        ".env.example",
        ".gitignore",
        ".gitattributes",
        ".dockerignore",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        ".github",
        "LICENSE",
    ),
}
MADE = {".mo", ".pyc", ".db", ".log", ".pot"}
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; .+?)? \\$", re.MULTILINE)

# The forms are put together here so that this file does not hold what it looks for.
PRIVATE = {
    "a bot's token": r"\b\d{8,10}:[A-Za-z0-9_-]{35}\b",
    "a home folder": r"(?:/" + "home|/" + r"Users|/" + r"root)/\w",
    "a working folder": r"(?<![\w.])/" + r"work/\w",
    "a package registry": "|".join([r"pypi\." + "org/simple", r"files\.pythonhosted\." + "org", "index-" + "url [^-]"]),
    "a conflict": "^(?:<<<<<<<|>>>>>>>) ",
}


def texts() -> list[tuple[Path, str]]:
    found = []
    for path in tracked():
        try:
            found.append((path, (REPOSITORY / path).read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue  # a picture
    return found


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall((REPOSITORY / name).read_text(encoding="utf-8")))


def test_nothing_stands_at_the_top_that_does_not_belong_there() -> None:
    assert {path.parts[0] for path in tracked()} <= TOP


def test_nothing_is_tracked_that_is_made_from_something_else() -> None:
    """Catalogs are compiled at start, in memory: a compiled one could only be out of date."""
    assert [path for path in tracked() if path.suffix in MADE] == []


@pytest.mark.parametrize("what", PRIVATE)
def test_no_file_holds(what: str) -> None:
    pattern = re.compile(PRIVATE[what], re.MULTILINE)
    found = {str(path): match[0] for path, text in texts() if (match := pattern.search(text))}
    assert found == {}


def test_what_is_looked_for_would_be_found() -> None:
    samples = {
        "a bot's token": "12345678:" + "a" * 35,
        "a home folder": "/" + "home/ann",
        "a working folder": "/" + "work/main",
        "a package registry": "https://pypi." + "org/simple/x",
        "a conflict": "<<<<<<" + "< HEAD",
    }
    for what, pattern in PRIVATE.items():
        assert re.search(pattern, samples[what], re.MULTILINE), what


def test_text_files_end_in_one_newline_and_have_unix_line_ends() -> None:
    """Babel ends its catalogs with two, and writes them anew each time."""
    written = [(path, text) for path, text in texts() if text and path.suffix != ".po"]
    odd = [str(p) for p, text in written if "\r" in text or not text.endswith("\n") or text.endswith("\n\n")]
    assert odd == []


def test_no_picture_is_heavier_than_a_page_should_load() -> None:
    heavy = [str(path) for path in tracked() if (REPOSITORY / path).stat().st_size > 1_000_000]
    assert heavy == []


class TestLocks:
    @pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-pip.lock"])
    def test_every_package_is_pinned_with_hashes(self, name: str) -> None:
        blocks = re.split(r"\n(?=\S)", (REPOSITORY / name).read_text(encoding="utf-8").strip())
        packages = [block for block in blocks if not block.startswith("#")]
        assert len(packages) == len(pins(name))
        for package in packages:
            assert "--hash=sha256:" in package, package.splitlines()[0]

    def test_what_is_tested_is_what_runs(self) -> None:
        runs, tested = pins("requirements.lock"), pins("requirements-dev.lock")
        assert {name: tested.get(name) for name in runs} == runs

    def test_every_dependency_is_in_its_lock(self) -> None:
        project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
        names = [
            re.split(r"[~>=<;\[ ]", dependency, maxsplit=1)[0] for dependency in project["project"]["dependencies"]
        ]
        assert {name.lower().replace(".", "-").replace("_", "-") for name in names} <= set(pins("requirements.lock"))
