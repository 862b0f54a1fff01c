"""Lessons in which what the learner has not been shown lies otherwise: every page is the same until that is shown.

A lesson is the same for everybody, so its secrets are few; but whatever draws its boards must not look at them either.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from bot.engine.lesson import Lesson, Scene
from bot.engine.presentation import Game
from bot.engine.rules import IllegalAction
from bot.errors import DamagedRecord, Refusal
from bot.i18n.translator import Translator
from bot.lessons.page import step_page
from bot.lessons.walk import Moment, moment_at
from bot.messaging import Post
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.telegram.platform import TelegramPlatform
from tests.games.knowledge import told

HIDDEN_LISTS: Mapping[str, tuple[str, ...]] = {
    "court_hats": ("hats", "row.hat", "characters"),
    "invisible_man": ("signals", "yes.left", "no.left", "cloak.left"),
    "vanished_animal": ("hats.animal", "box.animal"),
}
"""What of each game's state lies face down: lists, and of lists of things one field of each."""


def turned(game: Game, scene: Scene) -> Iterator[Scene]:
    """Yield a prepared moment with two hidden things in it exchanged: each with the next one, and with one far off."""
    plain = json.loads(msgspec.json.encode(scene.state))
    places = [place for name in HIDDEN_LISTS[game.key] for place in _places(plain, name.split("."))]
    half = len(places) // 2
    for one, other in [*itertools.pairwise(places), *zip(places, places[half:], strict=False)]:
        state = json.loads(json.dumps(plain))
        first, second = _at(state, one), _at(state, other)
        if first == second or type(first) is not type(second):
            continue
        _put(state, one, second)
        _put(state, other, first)
        changed = msgspec.json.decode(json.dumps(state), type=game.rules.state_type)
        yield msgspec.structs.replace(scene, state=changed)


def _places(state: Any, names: list[str]) -> Iterator[tuple[str | int, ...]]:
    """Yield where hidden things are."""
    found = state[names[0]]
    if isinstance(found, list):  # a pile, a row
        for number, each in enumerate(found):
            if len(names) == 1:
                yield names[0], number
            elif each is not None:
                yield names[0], number, names[1]
    elif len(names) == 2 and isinstance(found[names[1]], list):
        yield from ((names[0], names[1], number) for number in range(len(found[names[1]])))
    else:
        yield names[0], names[1]


def _at(state: Any, place: tuple[str | int, ...]) -> Any:
    for name in place:
        state = state[name]
    return state


def _put(state: Any, place: tuple[str | int, ...], thing: Any) -> None:
    *way, last = place
    _at(state, tuple(way))[last] = thing


def leaks(game: Game, lesson: Lesson, name: str, tr: Translator) -> tuple[list[str], int]:
    """Return which pages tell of what is hidden, and how many pages were compared."""
    found: list[str] = []
    compared = 0
    whole = [_page(game, lesson, index, tr) for index in range(len(lesson.steps))]
    for changed in turned(game, lesson.scenes[name]):
        other = msgspec.structs.replace(lesson, scenes={**lesson.scenes, name: changed})
        for index, (moment, page) in enumerate(whole):
            if _scene_at(lesson, index) != name:
                continue
            try:
                after, other_page = _page(game, other, index, tr)
            except (IllegalAction, Refusal, DamagedRecord, AssertionError):
                break  # the lesson could not go on so
            if _known(moment) != _known(after):
                break  # from here on the learner has been shown the difference
            compared += 1
            if _whole(page) != _whole(other_page):
                found.append(f"{game.key}, scene {name!r}, step {lesson.steps[index].id}")
                break
    return found, compared


def _page(game: Game, lesson: Lesson, index: int, tr: Translator) -> tuple[Moment, list[Post]]:
    """Return a page as it is on each platform."""
    pages = [step_page(game, lesson, index, "Ann", tr, each.limits) for each in (TelegramPlatform, DiscordPlatform)]
    return moment_at(game, lesson, index), pages


def _scene_at(lesson: Lesson, index: int) -> str:
    """Return the name of the scene that a step belongs to."""
    return next((step.scene for step in reversed(lesson.steps[: index + 1]) if step.scene), "")


def _known(moment: Moment) -> bytes:
    return told((*(event for _, event in moment.told), *moment.seen), moment.seat)


def _whole(pages: Iterable[Post]) -> list[str]:
    """Return all of each: texts, buttons, alternative text, file name, and all that its picture is drawn from."""
    found = []
    for page in pages:
        drawn = page.picture
        assert drawn is not None
        found.append(repr((page.text, page.details, page.keyboard, drawn.alt, drawn.name, drawn.key, drawn.draw)))
    return found
