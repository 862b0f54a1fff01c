"""What is installed and shipped: pinned, without secrets, with as few rights as will do."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.bench.rows import ROWS
from tests.helpers.tree import REPOSITORY, tracked

WORKFLOW = REPOSITORY / ".github" / "workflows" / "gate.yml"
COMPOSE = REPOSITORY / "docs" / "deploy" / "compose.yaml"

# The forms are put together here so that this file does not hold what it looks for.
SECRETS = {
    "a token of Telegram": r"\b\d{8,10}:" + r"AA[A-Za-z0-9_-]{33}\b",
    "a token of Discord": r"\b[MNO][A-Za-z0-9_-]{23,27}\." + r"[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}\b",
    "a token of GitHub": r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_" + r"[A-Za-z0-9_]{60,})\b",
    "a key of a cloud": r"\b(?:AKIA|ASIA)" + r"[0-9A-Z]{16}\b",
    "a token of a registry": r"\b(?:pypi-AgEIcHlwaS5vcmc|npm_)" + r"[A-Za-z0-9_-]{36,}\b",
    "a private key": "-----BEGIN (?:[A-Z]+ )?PRIVATE" + " KEY-----",
    # an address at example.org is nobody's, nor is one without a server or whose password is the word for it
    "a password in an address": r"\b[a-z]+://[^/\s:@{<]+:"
    + r"(?!password@)[^/\s:@{<]{6,}@(?!127\.0\.0\.1:1/|[\w.-]*\bexample\b)[\w.-]+",
}
NAMES = (
    ".env",
    "*.pem",
    "*.key",
    "id_rsa*",
    "id_ed25519*",
    "*.db",
    "*.db-*",
    "*.sqlite*",
    ".netrc",
    ".pypirc",
    "*.p12",
)
"""Files that hold secrets or data whatever is in them."""


def found_in(content: bytes) -> list[str]:
    """Return which secrets a file seems to hold."""
    text = content.decode("utf-8", errors="replace")
    return [what for what, pattern in SECRETS.items() if re.search(pattern, text)]


class TestSecrets:
    def test_none_is_in_any_tracked_file(self) -> None:
        found = {str(path): what for path in tracked() if (what := found_in((REPOSITORY / path).read_bytes()))}
        assert found == {}

    def test_no_file_is_tracked_that_is_made_for_them(self) -> None:
        assert [str(path) for path in tracked() if any(fnmatch(path.name, name) for name in NAMES)] == []

    @pytest.mark.parametrize("name", [".env", "underhat.db", "underhat.db-wal"])
    def test_such_files_are_ignored(self, name: str) -> None:
        ignored = (REPOSITORY / ".gitignore").read_text(encoding="utf-8").splitlines()
        assert any(fnmatch(name, each) for each in ignored)

    def test_what_is_looked_for_would_be_found(self) -> None:
        samples = {
            "a token of Telegram": "1234567890:" + "AA" + "b" * 33,
            "a token of Discord": "M" + "a" * 25 + ".AbCdEf." + "c" * 38,
            "a token of GitHub": "ghp_" + "a" * 36,
            "a key of a cloud": "AKIA" + "A" * 16,
            "a token of a registry": "npm_" + "a" * 36,
            "a private key": "-----BEGIN " + "RSA PRIVATE" + " KEY-----",
            "a password in an address": "postgres://ann:" + "correct-horse" + "@db.internal",
        }
        assert samples.keys() == SECRETS.keys()
        assert {what: found_in(sample.encode()) for what, sample in samples.items()} == {
            what: [what] for what in samples
        }


class TestImage:
    def let_in(self, path: str) -> bool:
        """Say whether `.dockerignore` lets a file into the image: the last pattern that fits decides."""
        allowed = True
        for line in (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines():
            pattern = line.removeprefix("!")
            parts = [path, *(str(parent) for parent in Path(path).parents)]
            if any(fnmatch(part, pattern) or fnmatch(part, pattern.replace("**/", "*")) for part in parts):
                allowed = line.startswith("!")
        return allowed

    @pytest.mark.parametrize(
        "path", [".env", "underhat.db", "underhat.db-wal", "backup.db", ".git/config", "tests/a.py", "out/sbom.json"]
    )
    def test_takes_in_no_secret_and_no_data(self, path: str) -> None:
        assert not self.let_in(path)

    def test_takes_in_the_program(self) -> None:
        assert all(self.let_in(path) for path in ("bot/__main__.py", "storage/store.py", "locales/de/rules/a.md"))

    def test_installs_with_hashes_and_nothing_else(self) -> None:
        text = (REPOSITORY / "Dockerfile").read_text(encoding="utf-8")
        installs = re.findall(r"pip install ([^&\n\\]+)", text)
        assert installs == ["--require-hashes -r requirements.lock", "--no-deps --no-build-isolation . "]


class TestContainer:
    """`docs/deploy/compose.yaml`; that the bot can live so, `tests/outside/test_read_only.py` shows."""

    TEXT = COMPOSE.read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        "line",
        ["    read_only: true", "    cap_drop:\n      - ALL", "    security_opt:\n      - no-new-privileges:true"],
    )
    def test_has_as_few_rights_as_will_do(self, line: str) -> None:
        assert f"\n{line}\n" in self.TEXT

    def test_may_write_to_its_volume_and_a_small_scratch_folder(self) -> None:
        assert "    volumes:\n      - underhat:/data\n" in self.TEXT
        assert re.findall(r"^    tmpfs:\n      - /tmp:size=\d+m,", self.TEXT, re.MULTILINE)

    def test_takes_no_right_back(self) -> None:
        for word in ("privileged:", "cap_add", "user: root", "network_mode", "pid:", "docker.sock"):
            assert word not in self.TEXT


class TestWorkflow:
    TEXT = WORKFLOW.read_text(encoding="utf-8")

    def test_runs_the_gate_on_every_python_that_is_supported(self) -> None:
        project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        supported = [each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each]
        (matrix,) = re.findall(r"python: \[(.*)\]", self.TEXT)
        assert [each.strip('" ') for each in matrix.split(",")] == supported
        assert "run: bash .ci/run\n" in self.TEXT

    def test_measures_the_short_form_of_the_bench(self) -> None:
        assert "run: make bench SHORT=1\n" in self.TEXT
        rows = [row for row in ROWS if row.short is not None]
        assert {"throughput", "board", "cpu", "pictures", "bytes", "idle"} <= {row.name for row in rows}
        assert all(row.against != "-" for row in rows), "ratios alone: other machines cancel"

    def test_pins_every_action_by_its_commit(self) -> None:
        used = re.findall(r"uses: (\S+)(.*)", self.TEXT)
        assert used
        for action, comment in used:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action), action
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), "and says which version that is"

    def test_may_read_and_no_more(self) -> None:
        assert re.findall(r"permissions:\n((?: +.*\n)+)", self.TEXT) == ["  contents: read\n"]
        assert "secrets." not in self.TEXT
        assert "pull_request_target" not in self.TEXT
        assert self.TEXT.count("persist-credentials: false") == self.TEXT.count("actions/checkout@")

    def test_asks_what_is_known_of_the_packages_also_when_nothing_changes(self) -> None:
        assert "run: make audit\n" in self.TEXT
        assert "  schedule:\n    - cron:" in self.TEXT


def test_what_audits_is_pinned_with_hashes_too() -> None:
    text = (REPOSITORY / "requirements-supply.lock").read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)==\S+", text, re.MULTILINE)
    assert {"pip-audit", "cyclonedx-bom"} <= set(pinned)
    assert text.count("--hash=sha256:") >= len(pinned)
