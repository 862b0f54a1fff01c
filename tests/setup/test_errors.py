"""The tree drawn at the top of `bot/errors.py` is the tree of the classes below it and in `storage/errors.py`."""

from __future__ import annotations

import inspect
import re

import bot.errors as errors
from bot.errors import PlaceMoved, Refusal, SlowDown, UnderhatError
from bot.i18n.lazy import lazy
from storage.ids import Place
from tests.helpers.cases import each

BRANCH = re.compile(r"^(?P<rails>[│ ├└─]*)(?P<name>[A-Z]\w+)", re.MULTILINE)


def drawn() -> dict[str, str]:
    """Return each error in the drawing with the one it hangs from."""
    assert errors.__doc__
    parents: dict[str, str] = {}
    above: list[str] = []
    for branch in BRANCH.finditer(errors.__doc__.split("\n\n", 1)[1]):
        depth = len(branch["rails"]) // 4
        above[depth:] = [branch["name"]]
        parents[branch["name"]] = above[depth - 1] if depth else "Exception"
    return parents


def real() -> dict[str, str]:
    ours = ("bot.errors", "storage.errors")
    classes = [c for _, c in inspect.getmembers(errors, inspect.isclass) if c.__module__ in ours]
    return {c.__name__: c.__bases__[0].__name__ for c in classes}


def test_the_drawing_is_the_tree() -> None:
    assert drawn() == real()


@each("name", sorted(real()))
def test_every_error_is_ours_and_explained(name: str) -> None:
    error = getattr(errors, name)
    assert issubclass(error, UnderhatError)
    assert error.__doc__


def test_errors_carry_data_not_texts() -> None:
    """A player-facing error carries a message for the catalogs; the platform's carry what it said in numbers."""
    message = lazy("It's not your turn.")
    assert Refusal(message, alert=True).message is message
    assert Refusal(message, alert=True).alert
    assert not Refusal(message).alert
    assert SlowDown(7.5).seconds == 7.5
    assert PlaceMoved(Place("telegram", "-1007")).new == Place("telegram", "-1007")
