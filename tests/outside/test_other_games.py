"""Games of other kinds, played at random from outside: `python -m tests.outside.test_other_games WORD [GAMES]`.

What must hold of each: every press is answered, no call is refused, every move is told in order, and nothing that was
sent to one person alone (a picture, a line of text) was ever shown in the group before the game was over.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import pytest

from bot.playground.world import World
from tests.helpers.numbered import numbers
from tests.helpers.outside import RandomGame, blank_bot, bot_process, telegram
from tests.helpers.witness import failures, shown
from tests.outside.test_kill import verdict

SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
HELD = ("Signals: ", "YES: ", "NO: ", "Cloaks: ")
"""How the lines begin that only one person may read."""
ALONE = "Don’t tell anyone"
"""What is said to the one who has looked into the box; to all, it is opened when the round is over."""


async def play(word: str, count: int, folder: Path, presses: int, *, blank: bool = False) -> list[str]:
    """Play so many games at once, each to its end or for so many presses; return a line for each.

    `blank`: with a bot that draws nothing.
    """
    bot = blank_bot if blank else bot_process
    async with telegram() as (world, url), bot(world, url, folder, **SETTINGS) as process:
        games = [RandomGame(world, number, 2 + number % 3, seed=number, word=word) for number in range(count)]
        lines = await asyncio.gather(*(_play(game, presses) for game in games))
        assert await process.stop() == 0
        assert not process.log(), process.log()
        assert failures(world) == []
        for game in games:
            check(world, game)
        return list(lines)


async def _play(game: RandomGame, presses: int) -> str:
    began = time.monotonic()
    await game.open()
    while not game.over() and game.presses < presses:
        await game.press_anything()
    assert game.unanswered == 0
    how = "over" if game.over() else "going on"
    worst = max(game.latencies)
    return (
        f"{game.word}: {len(game.people)} people, {game.presses} presses, {how}, "
        f"{time.monotonic() - began:.0f} s, longest answer {worst:.1f} s"
    )


def check(world: World, game: RandomGame) -> None:
    """Read again what the group was shown: the moves without a gap, and nothing of what one person alone was sent."""
    private: set[str] = set()
    for person in game.people:
        private |= {each.picture for each in shown(world, person.id) if each.picture}
    told: list[int] = []
    for each in shown(world, game.group.id):
        fresh = numbers(each.text) if "🎩" not in each.text[:2] else []
        told += [number for number in fresh if number > (told[-1] if told else 0)]
        assert each.picture not in private
        assert not any(line.startswith(HELD) for line in each.text.splitlines())
        assert ALONE not in each.text
    assert told == list(range(1, len(told) + 1))
    assert told


@pytest.mark.timeout(300)
@pytest.mark.parametrize("word", ["animal", "invisible"])
async def test_random_games_of_other_kinds_answer_every_press_and_keep_every_secret(word: str, tmp_path: Path) -> None:
    """survive-31, survive-60, survive-61; what is drawn of these games goes out in `test_solo.py`."""
    lines = await play(word, 3, tmp_path, presses=150, blank=True)
    assert len(lines) == 3


@pytest.mark.timeout(300)
@pytest.mark.parametrize("word", ["animal", "invisible"])
async def test_kills_lose_nothing_in_games_of_other_kinds(word: str, tmp_path: Path) -> None:
    """survive-1, survive-2, survive-7: ten kills at random moments; then the whole history follows from the seed."""
    async with telegram() as (world, url), blank_bot(world, url, tmp_path, **SETTINGS) as process:
        game = RandomGame(world, 1, 3, seed=7, word=word)
        await game.open()
        table = game.tokens()[0].partition(".")[0]
        for _ in range(10):
            pressing = asyncio.create_task(_press_on(game))
            await asyncio.sleep(game.rng.uniform(0.5, 2.0))
            await process.kill()
            await process.start()
            pressing.cancel()
            await asyncio.gather(pressing, return_exceptions=True)
        await process.polls()
        await game.until(lambda: game.over() or bool(game.tokens()))
        await _end(game)
        assert await process.stop() == 0
        code, said = await verdict(process, table)
        assert code == 0, said


async def _press_on(game: RandomGame) -> None:
    while True:
        await game.press_anything()


async def _end(game: RandomGame) -> None:
    """End a game that still goes on, as the host: the board shows it, and its seed."""
    if game.over():
        return
    game.world.say(game.people[0], game.group, "/stop")
    await game.press(game.people[0], "Yes, end the game")
    await game.until(game.over)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        report = asyncio.run(play(sys.argv[1], int((sys.argv[2:] or ["20"])[0]), Path(scratch), presses=20_000))
    sys.stdout.write("\n".join(report) + "\n")
