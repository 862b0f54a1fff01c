"""Whole games of people who press at random: `python -m tests.outside.games [GAMES]`, 20 where nothing is said.

The bot runs as a process of its own, with no budget for its groups. All games go on at once, with 2, 3 and 4 people in
turn. Afterwards everything that went to Telegram is read again: every press was answered, no call was refused, every
move was told, and no group was shown what only a peeker may know. Prints a line for each game.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bot.playground.world import World
from tests.helpers.ledger import Ledger, winning_moves
from tests.helpers.outside import RandomGame, bot_process, telegram
from tests.helpers.witness import check_moves_shown, failures, shown

HATS = {
    "dragon": "horns", "king": "crown", "wizard": "wizard’s hat", "princess": "tiara", "jester": "fool’s cap",
    "knight": "plumed helmet", "maid": "kerchief", "witch": "witch’s hat", "cook": "chef’s hat",
    "pirate": "pirate hat", "magic": "magic hat",
}  # fmt: skip
"""What the hats of each kind are called in English."""
COUNTS = re.compile(r"magic hats \d+")
"""What may be said of magic hats at any time: how many somebody has won."""
OPENED = re.compile(r"^([\d,]+)\. .* opened hat (\d) \((\w+)\): (.*)$", re.MULTILINE)
SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}


@dataclass(frozen=True)
class TelegramGame:
    """One game: how many people, turns and presses, and how many seconds it took."""

    people: int
    turns: int
    presses: int
    seconds: float
    worst_answer: float


async def play(count: int, folder: Path, *, random_turns: int | None = None) -> list[TelegramGame]:
    """Play so many games at once and check them; after `random_turns` each is won by who sees through the hats."""
    async with telegram() as (world, url), bot_process(world, url, folder, **SETTINGS) as process:
        games = [RandomGame(world, number, 2 + number % 3, seed=number) for number in range(count)]
        ledger = Ledger(folder)
        played = await asyncio.gather(*(_play(game, ledger, random_turns) for game in games))
        assert await process.stop() == 0
        log = process.log()
        assert not log, log  # no warning, no error
        assert failures(world) == []
        for game in games:
            check_secrets(world, game, ledger)
        return list(played)


async def _play(game: RandomGame, ledger: Ledger, random_turns: int | None) -> TelegramGame:
    began = time.monotonic()
    await game.open()
    table = game.tokens()[0].partition(".")[0]
    while not game.over() and (random_turns is None or len(ledger.history(table)) < random_turns):
        await game.move()
    if not game.over():
        await game.play_out(lambda: winning_moves(ledger.state(table)))
    assert game.unanswered == 0
    history = ledger.history(table)
    check_moves_shown(game.world, game.group.id, history)
    took = time.monotonic() - began
    return TelegramGame(len(game.people), len(history), game.presses, took, max(game.latencies))


def check_secrets(world: World, game: RandomGame, ledger: Ledger, *, whispers: bool = True) -> None:
    """Hold all that the group was shown against what was opened, and its pictures against those of the whispers.

    There must be `whispers`, unless the game was so short that perhaps nobody has peeked.
    """
    opened = ledger.opened(ledger.table_at(game.group.id))
    messages = list(shown(world, game.group.id))
    assert messages
    for message in messages:
        if "Check the deal:" in message.text:
            continue  # the game is over: its board shows what is left lying
        for number, slot, character, words in OPENED.findall(message.text):
            hat = opened[int(number.replace(",", "")), int(slot) - 1]
            assert character == hat if words.startswith("it fits!") else HATS[hat] in words
            assert not [other for kind, other in HATS.items() if kind != hat and other in words]
        rest = COUNTS.sub("", OPENED.sub("", message.words))
        assert not [hat for hat in HATS.values() if hat in rest], rest
    whispered = {w.picture for person in game.people for w in shown(world, person.id)} - {""}
    assert whispered or not whispers
    assert not whispered & {message.picture for message in messages}


def _report(played: list[TelegramGame], took: float) -> str:
    lines = [
        f"{p.people} people, {p.turns} turns, {p.presses} presses, {p.seconds:.0f} s, longest answer "
        f"{1000 * p.worst_answer:.0f} ms"
        for p in played
    ]
    presses = sum(p.presses for p in played)
    return "\n".join([*lines, f"{len(played)} games, {presses} presses, all answered, in {took:.0f} s"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        start = time.monotonic()
        all_played = asyncio.run(play(int((sys.argv[1:] or ["20"])[0]), Path(place)))
        sys.stdout.write(_report(all_played, time.monotonic() - start) + "\n")
