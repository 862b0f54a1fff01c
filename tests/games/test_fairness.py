"""docs/fairness.md says what chance does: its script, run with nothing of ours, deals the game that we dealt."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.engine.randomness import CommittedRandom
from bot.engine.replay import GameRecord, replay, rng_of, starter_of
from bot.games.court_hats.rules.moves import HatOpened, Redealt

from .court_hats.golden import FOLDER, GOLDEN, CourtHatsStep
from .court_hats.states import RULES

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
KEPT = FOLDER / "two_on_sheet_000.jsonl"


def blocks(language: str) -> list[str]:
    """Return the page's code blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def printed() -> dict[str, str]:
    """Run the page's script alone and give what it printed, by the word that each line begins with."""
    (script,) = blocks("python")
    # -I and -S: no environment, no installed package, no file of this project.
    run = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True)
    (shown,) = blocks("text")
    assert run.stdout == shown, "the page shows what its script prints"
    return dict(line.split(" ", 1) for line in run.stdout.splitlines())


@pytest.fixture(scope="module")
def golden() -> tuple[GameRecord, list[CourtHatsStep]]:
    return GOLDEN.read(KEPT)


def test_the_script_finds_the_commitment(
    printed: dict[str, str], golden: tuple[GameRecord, list[CourtHatsStep]]
) -> None:
    assert printed["commitment"] == golden[0].commitment


def test_the_script_finds_the_key(printed: dict[str, str], golden: tuple[GameRecord, list[CourtHatsStep]]) -> None:
    ours = rng_of(golden[0]).stream("any").shuffled(range(99))
    assert CommittedRandom(bytes.fromhex(printed["key"])).stream("any").shuffled(range(99)) == ours


def test_the_script_draws_the_starter(printed: dict[str, str], golden: tuple[GameRecord, list[CourtHatsStep]]) -> None:
    assert printed["starter,"] == f"if drawn {starter_of(None, 2, rng_of(golden[0]))}"


def test_the_script_lays_every_card_where_it_lay(
    printed: dict[str, str], golden: tuple[GameRecord, list[CourtHatsStep]]
) -> None:
    state = next(replay(RULES, golden[0])).state
    row = [slot for slot in state.row if slot]
    assert printed["characters"].split() == [*(slot.character for slot in row), *state.characters]
    assert printed["hats"].split() == [*(slot.hat for slot in row), *state.hats]


def test_the_story_the_page_tells_of_that_game_is_true(golden: tuple[GameRecord, list[CourtHatsStep]]) -> None:
    opened, redealt = golden[1][1].events
    assert isinstance(opened, HatOpened)
    assert (opened.slot, opened.hat, opened.character) == (6, "magic", "witch")
    assert isinstance(redealt, Redealt)


def test_the_page_names_the_streams_that_the_rules_draw_from(golden: tuple[GameRecord, list[CourtHatsStep]]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    rng = rng_of(golden[0])
    after = list(replay(RULES, golden[0]))[1].state
    (order,) = re.findall(r"sorted: ([a-z,\s]+?), one entry per card", text)
    deck = [kind for kind in re.split(r",\s+", order) for _ in range(2)]
    assert "`deal/d/characters`" in text
    assert "`deal/d/hats`" in text
    characters = rng.stream("deal/1/characters").shuffled(deck)
    hats = rng.stream("deal/1/hats").shuffled([*deck, *["magic"] * 3])
    row = [slot for slot in after.row if slot]
    assert characters == (*(slot.character for slot in row), *after.characters)
    assert hats == (*(slot.hat for slot in row), *after.hats)
