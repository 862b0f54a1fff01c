"""An evening in two worlds: for each game and platform, in every phase, for everybody in every role.

A third of all commands of all roles in all phases are used in each evening; which ones follows from its number, so on
each platform all are used. What is used in the chat on one platform is used in private on the other.

A command that is added is used as well, without a change here: what is used comes from `COMMANDS`, a command without
a route there or a route without a command fails in `tests/dispatcher/test_added_command.py`, and here an evening fails
whose service offers another one, or where one was used and not answered. That its leak is found is shown by one that is
planted (`tests/breaches/test_secrets.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.engine.computer import LEVELS
from bot.games.registry import GAMES
from tests.helpers.memory import Pictures
from tests.noninterference.evening import BOT, LOOKING_BACK, PHASES, ROLES, TYPING
from tests.noninterference.oracle import NEVER
from tests.noninterference.twins import PLATFORMS, play_twice, questions
from tests.noninterference.watch import EVERYBODY, HOST

BY_WORD = {game.word: game for game in GAMES}
NUMBERS = {"hats": 4, "animal": 5, "invisible": 9}
"""Evenings whose secret keeps for a while."""
AMONG_COMPUTERS = {"hats": 7, "animal": 12, "invisible": 2}
"""Evenings of one person and a computer of each level, in which each comes to think before it may know more."""
MOVES = {"hats": 5, "animal": 5, "invisible": 8}
"""So many are made by people; a turn of The Invisible Man has several."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("word", sorted(BY_WORD))
async def test_what_lies_hidden_changes_nothing_of_what_others_get(word: str, platform: str, tmp_path: Path) -> None:
    """survive-60, survive-61, survive-62, survive-64, N-c: texts, tokens, pictures, order, number, delays, log."""
    number = NUMBERS[word]
    # Elsewhere all is compared that they are drawn from; those of The Invisible Man are drawn in prepared scenes.
    pictures: Pictures = "own" if (platform, word) == ("telegram", "hats") else "blank"
    asked = questions(number, turned=PLATFORMS.index(platform))
    twins = await play_twice(
        BY_WORD[word], platform, number, tmp_path, moves=MOVES[word], asides=2, asked=asked, pictures=pictures
    )
    assert not twins.leaks, "\n".join(twins.leaks)
    assert twins.moves >= MOVES[word], "the secret was kept for so long"
    assert twins.compared > 250
    got = {entry.viewer for step in twins.recorded[0] for entry in step}
    assert {*ROLES, EVERYBODY, HOST} <= got
    assert {(who, command) for _, who, command, _ in asked} <= twins.used()
    assert twins.commands == tuple(spec.name for spec in COMMANDS)
    logged = " ".join(entry.text for step in twins.recorded[0] for entry in step if entry.place == "log")
    assert "command_flood" not in logged, "nobody used so many commands that one was not carried out"
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


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("word", "platform"), [("animal", "telegram"), ("invisible", "discord")])
async def test_two_worlds_that_are_alike_differ_in_nothing(word: str, platform: str, tmp_path: Path) -> None:
    """The baseline: whatever else differed would be taken for a leak, or be overlooked beside one."""
    number = NUMBERS[word]
    twins = await play_twice(
        BY_WORD[word], platform, number, tmp_path, moves=4, asides=2, asked=questions(number, of=9), alike=True
    )
    assert not twins.leaks, "\n".join(twins.leaks)
    assert len(twins.recorded[0]) == len(twins.recorded[1]) > 50
    assert twins.horizons.everybody == NEVER, "all of it was compared"


@pytest.mark.parametrize("platform", PLATFORMS)
def test_everybody_uses_every_command_in_three_evenings(platform: str) -> None:
    turned = PLATFORMS.index(platform)
    asked = [question for number in NUMBERS.values() for question in questions(number, turned=turned)]
    every = {
        (phase, who, command)
        for phase in PHASES
        for who in ROLES
        for command in (*(spec.name for spec in COMMANDS), TYPING, LOOKING_BACK)
        if (who, command) != (BOT, TYPING)
    }
    assert {(phase, who, command) for phase, who, command, _ in asked} == every
    assert len(asked) == len(every)
