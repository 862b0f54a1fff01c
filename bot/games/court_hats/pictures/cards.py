"""The cards of Court Hats as sprites: a hat drawn over a character is that character wearing it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.games.court_hats.rules.moves import MAGIC
from bot.pictures import sprites
from bot.pictures.cards import COVER, MIDDLE, STAND, card
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, GROUNDS

GROUND: dict[str, str] = {
    "dragon": GROUNDS["sand"],
    "king": GROUNDS["denim"],
    "wizard": GROUNDS["lilac"],
    "princess": GROUNDS["blush"],
    "jester": GROUNDS["sun"],
    "knight": GROUNDS["brick"],
    "maid": GROUNDS["mint"],
    "witch": GROUNDS["amber"],
    "cook": GROUNDS["lagoon"],
    "pirate": GROUNDS["ice"],
    MAGIC: GROUNDS["orchid"],
}
"""What lies behind a kind, the same on its character's and its hat's card, so that a small child can match by it."""

_FIGURE: sprites.Box = (0, 0, 96, 128)
_HEAD: sprites.Box = (-2, 46, 100, 78)


def character_art(kind: str) -> str:
    """Return the drawing of a bare-headed character."""
    return sprites.art(f"court_hats/characters/{kind}")


def hat_art(kind: str) -> str:
    """Return the drawing of a hat alone, with what of it lies behind a head."""
    return _behind(kind) + sprites.art(f"court_hats/hats/{kind}")


def _behind(kind: str) -> str:
    name = f"court_hats/hats/{kind}-back"
    return sprites.art(name) if sprites.exists(name) else ""


def _worn_art(kind: str) -> str:
    return _behind(kind) + character_art(kind) + sprites.art(f"court_hats/hats/{kind}")


@kept
def character(kind: str, width: int, height: int) -> Image.Image:
    return _card(character_art(kind), _HEAD, width, height, GROUND[kind])


@kept
def hat(kind: str, width: int, height: int) -> Image.Image:
    shine = _rays(width, height) if kind == MAGIC else ""
    return _card(hat_art(kind), _roomy(kind), width, height, GROUND[kind], fit=MIDDLE, shine=shine)


@kept
def hat_back(width: int, height: int) -> Image.Image:
    """Return a hat's card, face down: green."""
    ground = COLOURS["leaf-shade"]
    lattice = _lattice(width, height) if width > 1.5 * height else ""
    fit, box = (MIDDLE, (0.0, 6.0, 96.0, 64.0)) if lattice else (COVER, (0.0, 0.0, 96.0, 76.0))
    art = sprites.art("court_hats/back-hat")
    return _card(art, box, width, height, ground, fit=fit, shine=lattice)


@kept
def character_back(width: int, height: int) -> Image.Image:
    """Return a character's card, face down: red."""
    art = sprites.art("court_hats/back-character")
    return _card(art, (0, 0, 96, 96), width, height, COLOURS["red-shade"], fit=COVER)


def _lattice(width: int, height: int) -> str:
    """Draw on a wide card the pattern that the drawing of its back has in the middle."""
    scale = (height - 2 * max(5, width // 28)) / 64
    lines = "".join(f"M{x} 80L{x + 100} -20M{x + 8} -20L{x + 108} 80" for x in range(-184, 240, 24))
    shift = f"translate({width / 2:g} {height / 2:g}) scale({scale:g}) translate(-48 -38)"
    return f'<path d="{lines}" transform="{shift}" fill="none" stroke="{COLOURS["leaf"]}" stroke-width="2"/>'


@kept
def worn(kind: str, width: int, height: int) -> Image.Image:
    """Return a pair as one card: the character wearing its hat."""
    return _card(_worn_art(kind), (-2, -2, 100, 130), width, height, GROUND[kind])


@kept
def bare(kind: str, width: int) -> Image.Image:
    """Return a bare-headed character without a card, a third higher than wide."""
    return sprites.drawn(character_art(kind), _FIGURE, width, width * 4 // 3)


@kept
def worn_bare(kind: str, width: int) -> Image.Image:
    """Return a character wearing its hat, without a card, in a picture a third higher than wide."""
    return sprites.drawn(_worn_art(kind), (-6, -16, 108, 144), width, width * 4 // 3)


@kept
def loose_hat(kind: str, width: int, tilt: float = 0) -> Image.Image:
    """Return a hat without a card, turned by `tilt` degrees, in a square `width` pixels wide."""
    left, top, wide, high = sprites.tight(hat_art(kind))
    middle_x, middle_y, side = left + wide / 2, top + high / 2, max(wide, high) * 1.3
    turned = f'<g transform="rotate({tilt:g} {middle_x:g} {middle_y:g})">{hat_art(kind)}</g>'
    return sprites.drawn(turned, (middle_x - side / 2, middle_y - side / 2, side, side), width, width)


@lru_cache(maxsize=32)
def _roomy(kind: str) -> sprites.Box:
    left, top, width, height = sprites.tight(hat_art(kind))
    room = 7
    return (left - room, top - room, width + 2 * room, height + 2 * room)


def _card(
    art: str, box: sprites.Box, width: int, height: int, ground: str, *, fit: str = STAND, shine: str = ""
) -> Image.Image:
    return card(art, box, (width, height), ground, line=max(2, width // 70), fit=fit, behind=shine)


def _rays(width: int, height: int) -> str:
    """Draw the shine behind the magic hat: no other card has it."""
    beams = "".join(f'<path d="M0 0L400 -40V40Z" transform="rotate({turn})"/>' for turn in range(15, 375, 30))
    return f'<g fill="{COLOURS["lemon"]}" transform="translate({width / 2:g} {height / 2:g})">{beams}</g>'
