"""An evening in two worlds: for each game and platform, in every phase, for everybody in every role.

A third of all commands of all roles in all phases are used in each evening; which ones follows from its number, so on
each platform all are used. What is used in the chat on one platform is used in private on the other.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.engine.computer import LEVELS
from bot.games.registry import GAMES
from tests.helpers.memory import Pictures
from tests.noninterference.evening import PHASES, ROLES
from tests.noninterference.twins import PLATFORMS, play_twice, questions
from tests.noninterference.watch import EVERYBODY, HOST

BY_WORD = {game.word: game for game in GAMES}
NUMBERS = {"hats": 4, "animal": 5, "invisible": 9}
"""Evenings whose secret keeps for a while."""
AMONG_COMPUTERS = {"hats": 3, "animal": 2, "invisible": 5}
"""Evenings of one person and a computer of each level, in which each comes to think before it may know more."""
MOVES = {"hats": 5, "animal": 5, "invisible": 8}
"""So many are made by people; a turn of The Invisible Man has several."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("word", sorted(BY_WORD))
async def test_what_lies_hidden_changes_nothing_of_what_others_get(word: str, platform: str, tmp_path: Path) -> None:
    """survive-60, survive-61, survive-62, survive-64, N-c: texts, tokens, pictures, order, number, delays, log."""
    number = NUMBERS[word]
    # They are drawn alike for both platforms, and those of The Invisible Man are compared in prepared scenes.
    pictures: Pictures = "own" if platform == "telegram" and word != "invisible" else "blank"
    twins = await play_twice(
        BY_WORD[word],
        platform,
        number,
        tmp_path,
        moves=MOVES[word],
        asides=2,
        asked=questions(number, turned=PLATFORMS.index(platform)),
        pictures=pictures,
    )
    assert not twins.leaks, "\n".join(twins.leaks)
    assert twins.moves >= MOVES[word], "the secret was kept for so long"
    assert twins.compared > 250
    got = {entry.viewer for step in twins.recorded[0] for entry in step}
    assert {*ROLES, EVERYBODY, HOST} <= got
    assert twins.thoughts[0], "a computer thought"
    assert "Dan" in twins.played.left, "somebody left"
    assert not twins.played.unasked, "every command was used in its phase"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("word", sorted(BY_WORD))
async def test_a_computer_of_any_level_is_given_nothing_but_its_view(word: str, tmp_path: Path) -> None:
    twins = await play_twice(
        BY_WORD[word], "telegram", AMONG_COMPUTERS[word], tmp_path, moves=2, asides=0, people=("Bob",), levels=LEVELS
    )
    assert not twins.leaks, "\n".join(twins.leaks)
    assert {each.level for each in twins.unknowing(0)} == set(LEVELS)


def test_everybody_uses_every_command_in_three_evenings() -> None:
    asked = [question for number in NUMBERS.values() for question in questions(number)]
    whole = {(phase, who, spec.name) for phase in PHASES for who in ROLES for spec in COMMANDS}
    assert {(phase, who, command) for phase, who, command, _ in asked} == whole
    assert len(asked) == len(whole)
