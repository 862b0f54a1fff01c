"""The ways to run it for others that the documents give, followed as far as that goes without a host (F3)."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot import __version__
from bot.__main__ import LAST, WRONG_SETTING
from bot.settings import WEBHOOK_PATH, Settings, check_database
from tests.helpers.tree import REPOSITORY, tracked

PYTHON_VERSION = re.compile(r"\s*(0|[1-9]\d*)\.(0|[1-9]\d*)(\.(0|[1-9]\d*))?\s*")
OTHER_MANAGERS = ("Pipfile", "Pipfile.lock", "poetry.lock", "uv.lock", "runtime.txt", "environment.yml")
"""Files by which the buildpacks would take another way than pip's, or another Python."""
UNIT = REPOSITORY / "docs" / "deploy" / "underhat.service"
SEVERAL_UNIT = UNIT.with_name("underhat@.service")
COMPOSE = REPOSITORY / "docs" / "deploy" / "compose.yaml"
SEVERAL = REPOSITORY / "docs" / "deploy" / "compose.several.yaml"
PROXY = REPOSITORY / "docs" / "deploy" / "Caddyfile"


def text(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def unit(section: str) -> dict[str, list[str]]:
    """Return the settings of a section of the unit; one may be given several times."""
    found: dict[str, list[str]] = {}
    lines = UNIT.read_text(encoding="utf-8").split(f"[{section}]\n")[1].split("\n[")[0].splitlines()
    for name, _, value in (line.partition("=") for line in lines if line and not line.startswith("#")):
        found.setdefault(name, []).append(value)
    return found


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Do what a build does: copy the tree, install `requirements.txt` where nothing is, and not the package itself.

    Return the Python and the tree. Packages come from where pip of this machine has them from.
    """
    folder = tmp_path_factory.mktemp("deployed")
    tree, environment = folder / "tree", folder / "environment"
    for path in tracked():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / path, tree / path)
    venv.create(environment)
    python = environment / "bin" / "python"
    ended = install(python, tree, "--no-compile", "--progress-bar", "off")
    if "No matching distribution" in ended.stderr or "ConnectionError" in ended.stderr:
        pytest.skip("pip finds no packages here")
    assert ended.returncode == 0, ended.stderr
    return python, tree


def install(python: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Install a folder's `requirements.txt` for a Python that has no pip: to make one takes as long as the rest."""
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "install", "--no-input", *options]
    return subprocess.run(
        [*pip, "-r", "requirements.txt"], cwd=folder, env=plain(), capture_output=True, text=True, check=False
    )


def plain() -> dict[str, str]:
    """Return the environment without what makes Python find packages elsewhere, or a setting of ours."""
    kept = ("PATH", "HOME", "LANG")
    return {name: value for name, value in os.environ.items() if name in kept or name.startswith("PIP_")}


def test_a_buildpack_finds_out_by_itself_what_to_do() -> None:
    """Its detection: `requirements.txt` means pip, and one line of `.python-version` is the Python."""
    names = {path.parts[0] for path in tracked()}
    assert "requirements.txt" in names
    assert not names & {*OTHER_MANAGERS}
    version = PYTHON_VERSION.fullmatch(text(".python-version"))
    assert version
    least = tomllib.loads(text("pyproject.toml"))["project"]["requires-python"]
    assert least == f">={version[1]}.{version[2]}"


@pytest.mark.timeout(900)
class TestABuild:
    def test_runs_without_the_package_installed(self, deployed: tuple[Path, Path]) -> None:
        python, tree = deployed
        told = subprocess.run(
            [python, *_process()[1:], "--version"], cwd=tree, env=plain(), capture_output=True, text=True, check=False
        )
        assert (told.stdout, told.stderr) == (f"underhat {__version__}\n", "")

    def test_has_all_that_is_needed_to_serve(self, deployed: tuple[Path, Path], tmp_path: Path) -> None:
        """It gets as far as its token, which is refused for its form."""
        python, tree = deployed
        settings = {"TELEGRAM_TOKEN": "none", "DATABASE_URL": f"sqlite:///{tmp_path / 'underhat.db'}"}
        code = "import bot.service, bot.__main__, sys; sys.exit(bot.__main__.main([]))"
        ended = subprocess.run(
            [python, "-c", code], cwd=tree, env={**plain(), **settings}, capture_output=True, text=True, check=False
        )
        assert ended.stderr.startswith("TELEGRAM_TOKEN: ")
        assert ended.returncode == WRONG_SETTING

    def test_checks_hashes(self, deployed: tuple[Path, Path], tmp_path: Path) -> None:
        """The hash mode of the lock holds in the file that includes it."""
        python, tree = deployed
        shutil.copy(tree / "requirements.txt", tmp_path)
        pin = re.findall(r"^[a-z0-9-]+==\S+", text("requirements.lock"), re.MULTILINE)[0]
        lock = f"{pin} --hash=sha256:{64 * '0'}\n"
        (tmp_path / "requirements.lock").write_text(lock, encoding="utf-8")
        ended = install(python, tmp_path, "--dry-run", "--ignore-installed")
        assert "DO NOT MATCH THE HASHES" in ended.stderr

    @pytest.mark.parametrize("file", [UNIT, SEVERAL_UNIT], ids=["one", "several"])
    def test_is_what_the_unit_runs(self, deployed: tuple[Path, Path], tmp_path: Path, file: Path) -> None:
        python, tree = deployed
        (command,) = unit("Service")["ExecStart"]
        here = file.read_text(encoding="utf-8").replace("/opt/underhat/.venv/bin/python", str(python))
        here = here.replace("/opt/underhat", str(tree)).replace("User=underhat", "User=root")
        copied = tmp_path / file.name.replace("@", "@8081")
        copied.write_text(here, encoding="utf-8")
        assert command.split()[1:] == _process()[1:]
        if (analyze := shutil.which("systemd-analyze")) is not None:
            ended = subprocess.run([analyze, "verify", copied], capture_output=True, text=True, check=False)
            assert (ended.returncode, ended.stderr) == (0, "")


def test_the_unit_lets_the_bot_finish_and_does_not_hammer() -> None:
    configparser.ConfigParser(strict=False, interpolation=None).read(UNIT)
    service = unit("Service")
    assert int(service["TimeoutStopSec"][0]) > LAST
    assert service["KillMode"] == ["mixed"]
    assert int(service["RestartSec"][0]) >= 10
    assert service["RestartPreventExitStatus"] == [str(WRONG_SETTING)]
    assert f"DATABASE_URL=sqlite:////var/lib/{service['StateDirectory'][0]}/underhat.db" in service["Environment"]


def test_the_unit_of_several_processes_is_the_one_units_but_for_the_database_and_the_port() -> None:
    """They have `DATABASE_URL` of `.env`, before which the environment would go."""
    one, several = ({*file.read_text(encoding="utf-8").splitlines()} for file in (UNIT, SEVERAL_UNIT))
    settings = {line.partition("=")[0] for line in one ^ several if "=" in line and not line.startswith("#")}
    assert settings == {"Description", "After", "StateDirectory", "Environment"}
    assert {line for line in several if line.startswith("Environment=")} == {
        "Environment=PORT=%i",
        "Environment=PYTHONDONTWRITEBYTECODE=1",
    }


def test_containers_keep_their_database_come_back_and_may_finish() -> None:
    """The command of the README and the compose file say the same of the image."""
    dockerfile, compose, readme = text("Dockerfile"), COMPOSE.read_text(encoding="utf-8"), text("README.md")
    run = readme.split("docker run ")[1].split("\n```")[0].replace("\\\n", " ")
    port, volume = (re.search(rf"^{name} (\S+)$", dockerfile, re.MULTILINE) for name in ("EXPOSE", "VOLUME"))
    assert port
    assert volume
    for said in (f"127.0.0.1:{port[1]}:{port[1]}", f"underhat:{volume[1]}", "unless-stopped"):
        assert said in run
        assert said in compose
    for token in ("TELEGRAM_TOKEN", "DISCORD_TOKEN"):
        assert f"-e {token}" in run
        assert f"{token}: ${{{token}:-}}" in compose
    for pattern, where in ((r"--stop-timeout (\d+)", run), (r"stop_grace_period: (\d+)s", compose)):
        seconds = re.search(pattern, where)
        assert seconds
        assert int(seconds[1]) > LAST


def test_several_containers_are_given_settings_that_there_are_and_one_database() -> None:
    blocks = _blocks(SEVERAL)
    shared = blocks["x-underhat"]
    given = dict(re.findall(r"^    ([A-Z_]+): (.*)$", shared, re.MULTILINE))
    assert given.keys() <= {name.upper() for name in Settings.model_fields}
    address = urlsplit(given["DATABASE_URL"].replace("${POSTGRES_PASSWORD:?}", "secret"))
    assert check_database("DATABASE_URL", address.geturl()) == address.geturl()
    assert f"\n  {address.hostname}:\n    image: postgres:" in f"\n{blocks['services']}"
    for name, value in (("POSTGRES_USER", address.username), ("POSTGRES_DB", address.path[1:])):
        assert f"      {name}: {value}\n" in blocks["services"]
    for name in given.keys() - {"DATABASE_URL"}:
        assert given[name] == f"${{{name}:-}}"
    assert len(_processes(blocks)) > 1
    assert "condition: service_healthy" in shared
    assert "/readyz" in shared
    grace = re.search(r"stop_grace_period: (\d+)s", shared)
    assert grace
    assert int(grace[1]) > LAST


def test_the_proxy_asks_each_process_whether_it_is_ready_and_passes_on_the_webhook_alone() -> None:
    told, port = PROXY.read_text(encoding="utf-8"), re.search(r"^EXPOSE (\d+)$", text("Dockerfile"), re.MULTILINE)
    assert port
    upstreams = re.search(r"reverse_proxy \{\$PROCESSES:(.*)\} \{$", told, re.MULTILINE)
    assert upstreams
    assert upstreams[1].split() == [f"{name}:{port[1]}" for name in _processes(_blocks(SEVERAL))]
    assert re.findall(r"handle (\S+) \{", told) == [WEBHOOK_PATH]
    assert "health_uri /readyz\n" in told
    if (caddy := shutil.which("caddy")) is not None:
        ended = subprocess.run(
            [caddy, "validate", "--adapter", "caddyfile", "--config", PROXY],
            env=plain() | {"PUBLIC_URL": "https://bot.example.org"}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr


def _blocks(compose: Path) -> dict[str, str]:
    """Return what a compose file says below each name of its first level."""
    parts = re.split(r"^(\S+):.*\n", compose.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _processes(blocks: dict[str, str]) -> list[str]:
    """Return the names of the services that are the bot."""
    return re.findall(r"^  (\S+): \*underhat$", blocks["services"], re.MULTILINE)


def _process() -> list[str]:
    """Return the command of the Procfile."""
    return text("Procfile").removeprefix("bot: ").split()
