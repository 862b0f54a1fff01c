"""Documents say what is true of the code: settings, commands, targets, links, files that others run."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from bot.__main__ import FAILED, WRONG_SETTING
from bot.commands import COMMANDS
from bot.service import OTHER_INSTANCE, WEBHOOK_PATH
from bot.settings import Settings
from tests.helpers.tree import REPOSITORY, tracked

LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
ROW = re.compile(r"^\| `(?P<name>[A-Z_]+)` \| (?P<default>none|`[^`]*`) \| (?P<meaning>.*) \|$", re.MULTILINE)
ENTRY = re.compile(r"^# (?P<meaning>.+)\n(?P<name>[A-Z_]+)=(?P<default>.*)$", re.MULTILINE)
TARGET = re.compile(r"^(?P<name>[a-z-]+):", re.MULTILINE)

COMMANDS_OF_THE_ISSUE = {
    *("play", "board", "hand", "rules", "settings", "language", "help", "stop", "leave", "verify", "privacy"),
    *("top", "stats", "pause"),
}


def text(path: str | Path) -> str:
    return (REPOSITORY / path).read_text(encoding="utf-8")


def section(document: str, title: str) -> str:
    return document.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def in_code(empty: str) -> dict[str, tuple[str, str]]:
    """Give default and meaning of each setting, an unset default written as `empty`."""
    return {
        name.upper(): (empty if field.default is None else str(field.default), str(field.description))
        for name, field in Settings.model_fields.items()
    }


class TestSettings:
    def test_readme_lists_every_one_with_default_and_meaning_and_no_other(self) -> None:
        rows = ROW.findall(section(text("README.md"), "Settings"))
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
        assert set(shown) == {spec.name for spec in COMMANDS} == COMMANDS_OF_THE_ISSUE

    def test_gives_the_exit_codes(self) -> None:
        codes = re.search(r"^Exit codes: (.+)\.$", text("README.md"), re.MULTILINE)
        assert codes
        assert [int(code[0]) for code in codes[1].split(", ")] == [0, FAILED, WRONG_SETTING, OTHER_INSTANCE]

    def test_gives_the_path_of_the_webhook(self) -> None:
        assert f"Telegram posts to `{WEBHOOK_PATH}`" in text("README.md")

    def test_names_every_target_of_the_makefile_and_no_other(self) -> None:
        named = set(re.findall(r"^ *make ([a-z-]+)", text("README.md"), re.MULTILINE))
        assert named == set(TARGET.findall(text("Makefile")))

    def test_takes_a_stranger_through_botfather(self) -> None:
        telegram = section(text("README.md"), "Play in Telegram")
        for step in ("/newbot", "TELEGRAM_TOKEN", "/setprivacy", "/setinline", "administrator rights", "/play"):
            assert step in telegram, step

    def test_warns_that_a_deploy_may_erase_the_disk(self) -> None:
        deploy = section(text("README.md"), "Run it somewhere")
        for word in ("Procfile", "erases", "volume", "DATABASE_URL"):
            assert word in deploy, word


@pytest.mark.parametrize("document", [path for path in tracked() if path.suffix == ".md"], ids=str)
def test_links_lead_somewhere(document: Path) -> None:
    for target in LINK.findall(text(document)):
        assert (REPOSITORY / document.parent / target).exists(), target


def test_architecture_names_nothing_that_is_not_there() -> None:
    named = re.findall(r"`((?:bot|storage|tests)/[\w./]*)`", text("docs/architecture.md"))
    assert named
    for path in named:
        assert (REPOSITORY / path).exists(), path


def test_changelog_begins_with_this_version() -> None:
    newest = re.search(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert newest
    assert newest[1] == version("underhat") == tomllib.loads(text("pyproject.toml"))["project"]["version"]


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
        assert {"bot", "storage", "locales", "pyproject.toml", "requirements.lock", "README.md", "LICENSE"} == let_in
