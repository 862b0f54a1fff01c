"""The command line, for tests of what it says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import Settings


class CommandLine:
    """`underhat` in an empty folder and with no settings, in this process: what starts no service leaves nothing."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def __call__(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        for name, value in {"LOG_LEVEL": "WARNING", "LOG_FORMAT": "json", **settings}.items():
            self._patch.setenv(name, value)
        try:
            code = main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = self._capsys.readouterr()
        return subprocess.CompletedProcess(arguments, code, out, err)


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return CommandLine(capsys, monkeypatch)
