"""Documents say what is true of the code: settings, commands, targets, links, files that others run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

from bot import __version__
from bot.__main__ import FAILED, WRONG_SETTING
from bot.commands import COMMANDS
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.service import OTHER_INSTANCE
from bot.settings import WEBHOOK_PATH, Settings
from tests.helpers.cases import each
from tests.helpers.tree import REPOSITORY, modules, tracked

OPERATIONS = "docs/operations.md"
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
ROW = re.compile(r"^\| `(?P<name>[A-Z_]+)` \| (?P<default>none|`[^`]*`) \| (?P<meaning>.*) \|$", re.MULTILINE)
ENTRY = re.compile(r"^# (?P<meaning>.+)\n(?P<name>[A-Z_]+)=(?P<default>.*)$", re.MULTILINE)
EVENT = re.compile(r"^\| `([a-z_]+)` \| ([a-z, ]+) \|", re.MULTILINE)
LEVELS = {"exception": "error"}
PATH = re.compile(r"`((?:bot|storage|tests|docs|locales)/[\w./*<>-]*)`")
DOCUMENTS = [path for path in tracked() if path.suffix == ".md" and path.parts[0] == "docs"]
TARGET = re.compile(r"^(?P<name>[a-z-]+):", re.MULTILINE)


def text(path: str | Path) -> str:
    return (REPOSITORY / path).read_text(encoding="utf-8")


def bare(shown: str) -> str:
    """Return a text without the marks that order it in a line."""
    return re.sub("[\u200e\u200f\u2066-\u2069]", "", shown)


def section(document: str, title: str) -> str:
    return document.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def logged_events(*folders: str) -> Iterator[tuple[str, str]]:
    """Yield name and level of every event that is logged. A name that a function is given counts at its callers."""
    for _, tree in modules(*folders):
        for function, calls in _log_calls(tree):
            for call in calls:
                level = LEVELS.get(call.func.attr, call.func.attr) if isinstance(call.func, ast.Attribute) else ""
                name = call.args[0]
                if isinstance(name, ast.Constant):
                    yield str(name.value), level
                else:
                    assert isinstance(name, ast.Name), f"line {name.lineno}: an event is named by a string"
                    assert function is not None
                    at = [argument.arg for argument in function.args.args].index(name.id)
                    for outer in ast.walk(tree):
                        if isinstance(outer, ast.Call) and getattr(outer.func, "id", None) == function.name:
                            yield str(ast.literal_eval(outer.args[at])), level


def _log_calls(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef | None, list[ast.Call]]]:
    """Yield every function with the calls to a logger in it, and the module's own last."""
    found: set[ast.Call] = set()
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in reversed(functions):  # the innermost first
        calls = [node for node in ast.walk(function) if _is_log_call(node) and node not in found]
        found.update(calls)
        yield function, calls
    yield None, [node for node in ast.walk(tree) if _is_log_call(node) and node not in found]


def _is_log_call(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"debug", "info", "warning", "error", "exception", "critical"}
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id.lower().strip("_") in {"log", "logger"}
    )


def _shown(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default)


def in_code(empty: str) -> dict[str, tuple[str, str]]:
    """Return default and meaning of each setting, an unset default written as `empty`."""
    return {
        name.upper(): (empty if field.default is None else _shown(field.default), str(field.description))
        for name, field in Settings.model_fields.items()
    }


class TestSettings:
    def test_operations_list_every_one_with_default_and_meaning_and_no_other(self) -> None:
        rows = ROW.findall(section(text(OPERATIONS), "Settings"))
        assert {name: (default.strip("`"), meaning) for name, default, meaning in rows} == in_code(empty="none")
        assert len(rows) == len(Settings.model_fields)

    def test_example_lists_every_one_with_default_and_meaning_and_no_other(self) -> None:
        entries = ENTRY.findall(text(".env.example"))
        assert {name: (default, meaning) for meaning, name, default in entries} == in_code(empty="")
        assert len(entries) == len(Settings.model_fields)

    def test_example_is_a_file_that_can_be_used_as_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in in_code(""):
            monkeypatch.delenv(name, raising=False)
        assert Settings(_env_file=REPOSITORY / ".env.example") == Settings(_env_file=None)


class TestReadme:
    def test_lists_every_command_once_and_no_other(self) -> None:
        shown = re.findall(r"^\| `/([a-z]+)`", section(text("README.md"), "Commands"), re.MULTILINE)
        assert len(shown) == len(set(shown))
        assert set(shown) == {spec.name for spec in COMMANDS}

    def test_is_what_a_player_and_a_host_need_and_no_longer(self) -> None:
        assert len(text("README.md").splitlines()) <= 165

    def test_shows_a_picture_of_each_game(self) -> None:
        for game in GAMES:
            assert f"](docs/pictures/{game.key.replace('_', '-')}.png)" in text("README.md"), game.key

    def test_takes_a_stranger_through_botfather(self) -> None:
        telegram = section(text("README.md"), "Play in Telegram")
        for step in ("/newbot", "TELEGRAM_TOKEN", "/setprivacy", "/setinline", "administrator rights", "/play"):
            assert step in telegram, step

    def test_promises_no_more_than_the_platforms_allow(self) -> None:
        """F8: no deletion after two days, no right that is not used, both tokens, a restart, START, Discord's limit."""
        telegram, run = (section(text("README.md"), title) for title in ("Play in Telegram", "Run it for others"))
        assert "Boards older than two days only lose their buttons" in " ".join(telegram.split())
        assert "tap START" in telegram
        assert "Pin messages" not in text("README.md")
        command = re.search(r"docker run(\\\n|.)*", run)
        assert command
        for part in ("-e TELEGRAM_TOKEN", "-e DISCORD_TOKEN", "--restart unless-stopped"):
            assert part in command[0], part
        assert "limited to 100 servers" in " ".join(text(OPERATIONS).split())


class TestOperations:
    def test_give_the_exit_codes(self) -> None:
        table = text(OPERATIONS).split("\nExit codes:\n", 1)[1].split("\n## ", 1)[0]
        assert [int(code) for code in re.findall(r"^\| (\d) \|", table, re.MULTILINE)] == [
            0,
            FAILED,
            WRONG_SETTING,
            OTHER_INSTANCE,
        ]

    def test_give_the_path_of_the_webhook(self) -> None:
        assert f"Telegram posts to `{WEBHOOK_PATH}`" in " ".join(text(OPERATIONS).split())

    def test_warn_that_a_deploy_may_erase_the_disk(self) -> None:
        deploy = section(text(OPERATIONS), "Deploy")
        for word in ("Procfile", "erases", "volume", "DATABASE_URL"):
            assert word in deploy, word

    def test_list_every_event_that_is_logged_with_its_level_and_no_other(self) -> None:
        listed = {
            (event, level)
            for event, levels in EVENT.findall(section(text(OPERATIONS), "What the log says"))
            for level in levels.split(", ")
        }
        assert listed == set(logged_events("bot", "storage"))


def test_contributing_names_every_target_of_the_makefile_and_no_other() -> None:
    named = set(re.findall(r"^ *make ([a-z-]+)", text("CONTRIBUTING.md"), re.MULTILINE))
    assert named == set(TARGET.findall(text("Makefile")))


@each("document", [path for path in tracked() if path.suffix == ".md"])
def test_links_lead_somewhere(document: Path) -> None:
    for target in LINK.findall(text(document)):
        assert (REPOSITORY / document.parent / target).exists(), target


@each("document", [*DOCUMENTS, Path("README.md"), Path("CONTRIBUTING.md")])
def test_documents_name_nothing_that_is_not_there(document: Path) -> None:
    """A path may hold `*`, or `<game>` and the like for any name."""
    for named in PATH.findall(text(document)):
        assert any(REPOSITORY.glob(re.sub(r"<\w+>", "*", named.rstrip("/")))), named


GUIDES = (
    "CONTRIBUTING.md",
    "docs/adding-a-game.md",
    "docs/adding-a-platform.md",
    "docs/glossary.md",
    "tests/README.md",
)


@cache
def words(folder: str) -> frozenset[str]:
    """Return every word of the source in a folder."""
    files = (path for path in tracked() if path.suffix == ".py" and path.parts[0] == folder)
    return frozenset(word for path in files for word in re.findall(r"\w+", text(path)))


@pytest.mark.parametrize("guide", GUIDES)
def test_guides_name_nothing_that_is_not_in_the_source(guide: str) -> None:
    folders = ("bot", "storage", "tests") if guide.startswith("tests/") else ("bot", "storage")
    source = frozenset[str]().union(*map(words, folders))
    named = re.findall(r"`([a-z]\w*_\w+|[A-Z]\w*[a-z]\w*[A-Z]\w*)`", text(guide))
    assert {word for word in named if word not in source} == set()


def test_terms_are_those_of_the_catalogs() -> None:
    """Rows whose English is a message say what the catalogs say; others are words within sentences."""
    own = text("docs/terms.md").split("\n## Our words\n", 1)[1]
    languages = re.findall(r"\w+", own[own.index("| en |") :].splitlines()[0])[1:]
    translators = [Catalogs(REPOSITORY / "locales").translator(language) for language in languages]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in own.splitlines() if line[:1] == "|"]
    said = {row[0]: row[1:] for row in rows if any(bare(tr.t(row[0])) != row[0] for tr in translators)}
    assert len(said) > 50
    assert said == {english: [bare(tr.t(english)) for tr in translators] for english in said}


def test_changelog_begins_with_this_version() -> None:
    """What is not released yet may stand above it."""
    headings = re.findall(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert next(heading for heading in headings if heading != "Unreleased") == __version__


def test_procfile_runs_the_bot() -> None:
    assert text("Procfile") == "bot: python -m bot\n"


class TestDockerfile:
    def instructions(self, name: str) -> list[str]:
        joined = text("Dockerfile").replace("\\\n", " ")
        return [line.split(maxsplit=1)[1] for line in joined.splitlines() if line.startswith(f"{name} ")]

    def test_runs_slim_and_as_a_user_without_rights(self) -> None:
        assert self.instructions("FROM")[0].split(":")[1].endswith("-slim")
        (user,) = self.instructions("USER")
        assert user not in {"root", "0"}
        assert f"useradd --system --no-create-home {user}" in " ".join(self.instructions("RUN"))

    def test_keeps_the_database_in_a_volume_that_the_user_owns(self) -> None:
        (volume,) = self.instructions("VOLUME")
        assert f"DATABASE_URL=sqlite:///{volume}/underhat.db" in " ".join(self.instructions("ENV"))
        assert f"install -d -o underhat {volume}" in " ".join(self.instructions("RUN"))

    def test_asks_for_the_health_of_the_web_port(self) -> None:
        (check,) = self.instructions("HEALTHCHECK")
        assert "/healthz" in check
        assert "PORT" in check

    def test_installs_what_is_locked(self) -> None:
        assert "pip install --require-hashes -r requirements.lock" in self.instructions("RUN")
        assert self.instructions("CMD") == ['["python", "-m", "bot"]']

    def test_takes_in_what_it_needs_and_no_more(self) -> None:
        ignored = text(".dockerignore").splitlines()
        assert ignored[0] == "*"
        let_in = {line.removeprefix("!") for line in ignored if line.startswith("!")}
        assert {
            "bot",
            "storage",
            "locales",
            "pyproject.toml",
            "setup.py",
            "requirements.lock",
            "README.md",
            "LICENSE",
        } == let_in
