"""The same table gives the same bytes: in another process, in many threads, on a machine without fonts."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor

from msgspec.structs import replace

from bot.games.court_hats import pictures
from bot.games.court_hats.pictures import model
from bot.pictures.typography import text
from tests.games.court_hats.states import PLAIN, RULES, lay
from tests.pictures.looking import elsewhere
from tests.pictures.samples.court_hats import samples
from tests.pictures.tables import PEOPLE

NAME = """
import hashlib
from bot.pictures.typography import text
print(hashlib.sha256(text("Zoë שלום محمد Жук", 32).tobytes()).hexdigest())
"""


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
