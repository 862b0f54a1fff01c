"""A picture's key: the same for what looks the same, another for whatever could look otherwise."""

from __future__ import annotations

import subprocess
import sys

import msgspec

from bot.pictures.identity import identity
from tests.helpers.tree import REPOSITORY


class Square(msgspec.Struct, frozen=True, tag=True):
    side: int
    colour: str = "red"


class Circle(msgspec.Struct, frozen=True, tag=True):
    side: int
    colour: str = "red"


def test_equal_models_have_one_key() -> None:
    assert identity("squares", 1, Square(3)) == identity("squares", 1, Square(3, "red"))


def test_whatever_differs_gives_another() -> None:
    models = (Square(3), Square(4), Square(3, "blue"), Circle(3))
    keys = {identity("squares", drawing, model) for drawing in (1, 2) for model in models}
    assert len(keys) == 2 * len(models)


def test_a_key_is_short_and_fit_for_a_file_name() -> None:
    key = identity("squares", 1, Square(3))
    assert len(key) == 32
    assert set(key) <= set("0123456789abcdef")


def test_a_key_is_the_same_in_every_process() -> None:
    """What was uploaded once is sent again by reference, after a restart too."""
    script = (
        "from bot.pictures.identity import identity\n"
        "from tests.pictures.test_identity import Square\n"
        "print(identity('squares', 1, Square(3, 'red')))"
    )
    told = subprocess.run([sys.executable, "-c", script], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == identity("squares", 1, Square(3))


def test_models_of_two_games_that_encode_alike_have_two_keys() -> None:
    assert identity("squares", 1, Square(3)) != identity("elsewhere", 1, Square(3))
