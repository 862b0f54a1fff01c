"""The whole bot, its drawing and thinking processes too, where only its data and a scratch folder can be written.

That is how `docs/deploy/compose.yaml` starts the container.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import read_only
from tests.helpers.outside import REPOSITORY, BotProcess, RandomGame, telegram

FREE: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
TRY = """
import sys
from pathlib import Path
from tests.helpers.read_only import confine
confine([Path(sys.argv[1])])
(Path(sys.argv[1]) / "inside").write_text("x")
(Path(sys.argv[2]) / "outside").write_text("x")
"""


@pytest.fixture(autouse=True)
def landlock() -> None:
    if read_only.version() == 0:
        pytest.skip("this system has no Landlock, so nothing here keeps a process from writing")


def test_what_is_closed_is_closed(tmp_path: Path) -> None:
    (data := tmp_path / "data").mkdir()
    tried = subprocess.run(
        [sys.executable, "-c", TRY, data, tmp_path], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert [path.name for path in data.iterdir()] == ["inside"]
    assert "PermissionError" in tried.stderr
    assert not (tmp_path / "outside").exists()


@pytest.mark.timeout(300)
async def test_a_game_with_pictures_and_a_computer_needs_its_data_and_scratch_alone(tmp_path: Path) -> None:
    data, scratch = tmp_path / "data", tmp_path / "scratch"
    data.mkdir()
    scratch.mkdir()
    async with telegram() as (world, url):
        process = BotProcess(world, url, data, **FREE, TMPDIR=str(scratch), PYTHONDONTWRITEBYTECODE="1")
        process.command = (sys.executable, "-m", "tests.helpers.read_only", str(data), str(scratch))
        await process.start()
        try:
            game = RandomGame(world, 1, 2, seed=1)
            world.say(game.people[0], game.group, "/play hats")
            await game.seat()
            await game.press(game.people[0], "🤖 Add a computer")
            await game.press(game.people[0], "🤖 easy")
            await game.press(game.people[0], "Start")
            await game.until(game.tokens)
            while game.presses < 14:
                await game.move()
            assert any(message.photo for message in game.group.messages.values())
            world.say(game.people[0], game.group, "/stop")
            await game.press(game.people[0], "Yes, end the game")
            await game.until(game.over)
        finally:
            code = await process.stop()
        assert (code, process.log()) == (0, "")
        assert sorted(path.name for path in scratch.iterdir()) == []
        assert {path.name for path in data.iterdir()} <= {"bot.db", "bot.log"}
