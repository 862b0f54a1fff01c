"""Which section of the rules fits what may be done: for every game, at every moment of games played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.engine.presentation import Game
from bot.engine.randomness import CommittedRandom
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook

LOCALES = Path(__file__).parents[2] / "locales"
MOMENTS = 400
GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@cache
def book() -> Rulebook:
    return Rulebook(LOCALES, Catalogs(LOCALES), {game.key: game.presenter.title for game in GAMES})


def moments(game: Game, seed: int) -> Iterator[tuple[Any, int | None]]:
    """Play at random; give each public view and the seat to act."""
    rng, choose = CommittedRandom(seed.to_bytes(32)), random.Random(seed)
    state = game.rules.begin({}, 3, 0, rng).state
    for _ in range(MOMENTS):
        seat = game.rules.to_act(state)
        yield game.rules.view(state, None), seat
        if seat is None:
            return
        state = game.rules.play(state, seat, choose.choice(game.rules.legal(state, seat)), rng).state


@GAME
def test_every_moment_has_a_section_in_every_language(game: Game) -> None:
    found = {
        game.presenter.section(view, seat) for n in range(4) for view, _ in moments(game, n) for seat in (None, 0, 1, 2)
    }
    assert len(found) >= 2
    for locale in book().catalogs.locales:
        assert all(book().section(game.key, locale, section) for section in found), (locale, found)


@GAME
def test_an_onlooker_reads_what_it_is_about_until_the_end(game: Game) -> None:
    for view, seat in moments(game, 1):
        assert game.presenter.section(view, None) == ("end" if seat is None else "goal")


@GAME
def test_the_one_to_act_reads_of_what_is_to_be_done(game: Game) -> None:
    found = acting_sections(game)
    assert found
    assert not found & {"goal", "end"}


@pytest.mark.parametrize(
    ("key", "sections"),
    [
        ("court_hats", {"turn"}),
        ("vanished_animal", {"turn", "swap"}),
        ("invisible_man", {"hidden", "police", "walk", "chase", "cloak"}),
    ],
)
def test_it_is_the_section_for_what_is_due(key: str, sections: set[str]) -> None:
    found = acting_sections(next(game for game in GAMES if game.key == key))
    assert found <= sections
    assert len(found) >= len(sections) - 1, "a Cloak is thrown off seldom"


def acting_sections(game: Game) -> set[str]:
    played = [moment for seed in range(4) for moment in moments(game, seed)]
    return {game.presenter.section(view, seat) for view, seat in played if seat is not None}


def test_the_hunted_and_the_hunters_read_of_their_own_turns() -> None:
    game = next(game for game in GAMES if game.key == "invisible_man")
    for view, seat in (moment for seed in range(3) for moment in moments(game, seed)):
        if seat is None or view.seats[view.invisible].cell is not None or view.phase in ("appear", "cloak"):
            continue
        section = game.presenter.section(view, seat)
        assert section == ("hidden" if seat == view.invisible else "walk" if view.phase == "move" else "police")


def test_who_is_out_of_a_round_reads_of_naming() -> None:
    game = next(game for game in GAMES if game.key == "vanished_animal")
    out = [
        (view, seat)
        for seed in range(4)
        for view, acting in moments(game, seed)
        if acting is not None
        for seat, held in enumerate(view.seats)
        if held.out
    ]
    assert out
    assert {game.presenter.section(view, seat) for view, seat in out} == {"name"}
