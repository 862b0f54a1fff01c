"""Sprites are there, whole, rastered once, and each is told from the others at a glance."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest
from PIL import Image

from bot.games.court_hats.pictures import cards
from bot.games.court_hats.rules.moves import KINDS, MAGIC
from bot.pictures import sprites
from tests.helpers.cases import each
from tests.pictures.looking import difference, overlap, shape

HATS = (*KINDS, MAGIC)
PHONE = 64
"""Pixels a card has on a small phone."""


def framed(drawing: str, size: int = PHONE) -> Image.Image:
    left, top, width, height = sprites.tight(drawing)
    side = max(width, height)
    return sprites.raster(drawing, (left - (side - width) / 2, top - (side - height), side, side), size, size)


@each("name", sprites.names())
def test_a_sprite_is_one_well_formed_drawing(name: str) -> None:
    root = ElementTree.fromstring((sprites.FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        *("svg", "g", "path", "circle", "ellipse", "rect"),
    }


@each("name", sprites.names())
def test_a_sprite_shows_something(name: str) -> None:
    drawn = shape(framed(sprites.art(name)))
    assert sum(drawn) > len(drawn) / 10


@each("kind", KINDS)
def test_every_kind_has_a_character_and_a_hat(kind: str) -> None:
    """H1."""
    assert sprites.exists(f"court_hats/characters/{kind}")
    assert sprites.exists(f"court_hats/hats/{kind}")


def test_there_is_no_sprite_of_an_unknown_kind() -> None:
    known = {f"court_hats/characters/{kind}" for kind in KINDS} | {f"court_hats/hats/{kind}" for kind in HATS}
    cards_of = {name for name in sprites.names() if name.startswith(("court_hats/characters", "court_hats/hats"))}
    assert {name.removesuffix("-back") for name in cards_of} == known


def test_an_unknown_sprite_is_not_there() -> None:
    assert not sprites.exists("court_hats/hats/plumber")
    with pytest.raises(FileNotFoundError):
        sprites.art("court_hats/hats/plumber")


def test_no_two_hats_have_one_silhouette() -> None:
    """The closest are the kerchief and the toque, 0.80: both round. Their colours are red and white."""
    shapes = {kind: shape(framed(cards.hat_art(kind))) for kind in HATS}
    for one, other in itertools.combinations(HATS, 2):
        assert overlap(shapes[one], shapes[other]) < 0.85, (one, other)


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(("wizard", "witch", "jester"), 2)))
def test_wizard_witch_and_jester_cannot_be_mistaken(one: str, other: str) -> None:
    """Their hats are what players of the published game confuse: shapes differ, and so do whole cards on a phone."""
    assert overlap(shape(framed(cards.hat_art(one))), shape(framed(cards.hat_art(other)))) < 0.7
    assert difference(cards.hat(one, PHONE, PHONE), cards.hat(other, PHONE, PHONE)) > 25
    assert difference(cards.character(one, PHONE, PHONE), cards.character(other, PHONE, PHONE)) > 25


def test_no_two_kinds_lie_on_one_ground() -> None:
    assert set(cards.GROUND) == set(HATS)
    assert len(set(cards.GROUND.values())) == len(HATS)


@each("kind", KINDS)
def test_a_hat_sits_on_its_character(kind: str) -> None:
    """The hat's seat is one anchor in all: a hat reaches above the bare head and covers some of it."""
    hat, character = (
        sprites.raster(art, (0, 0, 96, 128), 96, 128) for art in (cards.hat_art(kind), cards.character_art(kind))
    )
    both = [a and b for a, b in zip(shape(hat), shape(character), strict=True)]
    head, brim = character.getchannel("A").getbbox(), hat.getchannel("A").getbbox()
    assert head is not None
    assert brim is not None
    assert 50 <= head[1] <= 60
    assert brim[1] < head[1] < brim[3]
    assert sum(both) > 300


def test_the_two_backs_are_red_and_green() -> None:
    """Characters have red backs and hats green ones, as on the tables people know."""
    red, green, _ = (sum(channel.tobytes()) for channel in cards.character_back(64, 64).convert("RGB").split())
    assert red > green
    red, green, _ = (sum(channel.tobytes()) for channel in cards.hat_back(64, 64).convert("RGB").split())
    assert green > red


def test_a_drawing_is_rastered_once_for_each_size() -> None:
    small, again, large = cards.hat("king", 40, 40), cards.hat("king", 40, 40), cards.hat("king", 80, 80)
    assert small is again
    assert (small.size, large.size) == ((40, 40), (80, 80))


def test_the_tight_window_of_nothing_is_a_point() -> None:
    assert sprites.tight("") == (0, 0, 1, 1)


def test_the_tight_window_holds_the_drawing_and_no_more() -> None:
    assert sprites.tight('<rect x="10" y="20" width="30" height="40" fill="#2b2138"/>') == (10, 20, 30, 40)


def test_the_version_of_the_art_is_short_and_steady() -> None:
    assert sprites.version() == sprites.version()
    assert len(sprites.version()) == 16
