"""The same table gives the same bytes: in another process, in many threads, on a machine without fonts."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from bot.games.court_hats import pictures
from bot.games.court_hats.pictures import model
from bot.games.court_hats.pictures.samples import samples
from bot.pictures.typography import text
from tests.games.court_hats.states import PLAIN, RULES, lay
from tests.helpers.tree import REPOSITORY
from tests.pictures.tables import PEOPLE

DIGEST = """
import hashlib
from bot.games.court_hats.pictures.samples import samples
for name in ("many", "lobby full", "shared", "peek maid"):
    print(hashlib.sha256(samples()[name].draw()).hexdigest(), samples()[name].key)
"""
NAME = """
import hashlib
from bot.pictures.typography import text
print(hashlib.sha256(text("Zoë שלום محمد Жук", 32).tobytes()).hexdigest())
"""


def elsewhere(code: str, **environment: str) -> list[str]:
    """Run code in a fresh process and give the lines it prints."""
    settings = {**os.environ, **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, env=settings, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("hash_seed", ["1", "77"])
def test_another_process_draws_the_same_bytes_under_the_same_key(hash_seed: str) -> None:
    """What was uploaded before a restart is sent again by reference."""
    drawn = samples()
    here = [drawn[name] for name in ("many", "lobby full", "shared", "peek maid")]
    expected = [f"{hashlib.sha256(each.draw()).hexdigest()} {each.key}" for each in here]
    assert elsewhere(DIGEST, PYTHONHASHSEED=hash_seed) == expected


def test_many_threads_draw_the_same_bytes() -> None:
    sample = samples()["many"]
    with ThreadPoolExecutor(8) as pool:
        drawn = set(pool.map(lambda _: sample.draw(), range(24)))
    assert drawn == {sample.draw()}


def test_a_machine_without_any_font_draws_names_all_the_same() -> None:
    here = text("Zoë שלום محمد Жук", 32)
    assert here is not None
    nowhere = {"HOME": "/nonexistent", "FONTCONFIG_FILE": "/dev/null", "FONTCONFIG_PATH": "/nonexistent"}
    assert elsewhere(NAME, **nowhere) == [hashlib.sha256(here.tobytes()).hexdigest()]


def test_hats_that_nobody_may_know_change_no_pixel() -> None:
    """H27, survive-60: the same table with two hidden hats exchanged, seen by the group."""
    (first, one), (second, other), *rest = PLAIN
    states = (lay(PLAIN), lay([(first, other), (second, one), *rest]))
    drawn = [pictures.tableau(RULES.view(state, None), [], PEOPLE[:3], "") for state in states]
    assert states[0] != states[1]
    assert drawn[0].key == drawn[1].key
    assert drawn[0].draw() == drawn[1].draw()


def test_the_key_names_the_model_and_not_the_moment() -> None:
    """Two tables that look the same are one upload, however they came about."""
    view = RULES.view(lay(PLAIN), None)
    keys = {model.key(model.table(replace(view, unopened=turns), [], PEOPLE[:3])) for turns in range(5)}
    assert len(keys) == 1
