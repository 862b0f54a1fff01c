"""The figures of The Vanished Animal as sprites: hats and the box, shut or with an animal in them, cards, tokens."""

from __future__ import annotations

from PIL import Image, ImageOps

from bot.pictures import cards, sprites
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE

GROUND: dict[str, str] = {
    "rabbit": GROUNDS["lagoon"],
    "dove": GROUNDS["denim"],
    "frog": GROUNDS["sun"],
    "mouse": GROUNDS["amber"],
    "hedgehog": GROUNDS["mint"],
    "owl": GROUNDS["lilac"],
}
"""What lies behind an animal on its card, so that a small child can match by it."""

_OWN = frozenset(("hush", "name", "keep", "token", "wand", "mixed"))
"""Icons that this game brings along, on a grid of 48 units; all others are the kit's."""
_POPPED: sprites.Box = (-4, -44, 104, 156)
"""A vessel that is open, and the animal that looks out of it."""


def animal_art(kind: str) -> str:
    """Return the drawing of an animal from the front, down to its chest."""
    return sprites.art(f"vanished_animal/animals/{kind}")


@kept
def animal(kind: str, size: int) -> Image.Image:
    """Return an animal without a card, in a square of `size` pixels."""
    return sprites.drawn(animal_art(kind), (-3, -2, 102, 102), size, size)


@kept
def hat(width: int) -> Image.Image:
    """Return a hat that stands on its brim, as high as wide."""
    return sprites.drawn(sprites.art("vanished_animal/hat"), (0, 4, 96, 92), width, round(width * 92 / 96))


@kept
def opened_hat(kind: str | None, width: int) -> Image.Image:
    """Return a hat turned up, half as high again as wide, and the animal looking out of it."""
    return _popped("hat-up", kind, width)


@kept
def box(width: int) -> Image.Image:
    """Return the box, shut, as high as wide."""
    return sprites.drawn(sprites.art("vanished_animal/box"), (0, 0, 96, 96), width, width)


@kept
def opened_box(kind: str | None, width: int) -> Image.Image:
    """Return the box open, half as high again as wide, and the animal looking out of it."""
    return _popped("box-open", kind, width)


def _popped(vessel: str, kind: str | None, width: int) -> Image.Image:
    back, front = sprites.art(f"vanished_animal/{vessel}-back"), sprites.art(f"vanished_animal/{vessel}")
    inside = f'<g transform="translate(7.2 -41) scale(0.85)">{animal_art(kind)}</g>' if kind else ""
    return sprites.drawn(back + inside + front, _POPPED, width, width * 3 // 2)


@kept
def icon(name: str, size: int) -> Image.Image:
    """Return a square icon in `size` pixels: one of this game's own, or one of the kit's."""
    if name in _OWN:
        return sprites.drawn(sprites.art(f"vanished_animal/{name}"), (-1, -1, 50, 50), size, size)
    return sprites.icon(name, size)


@kept
def card(kind: str, width: int, height: int, *, crossed: bool = False) -> Image.Image:
    """Return an animal's card, face up; a crossed one is struck through: all know where that animal is (D10)."""
    ground = COLOURS["steel"] if crossed else GROUND[kind]
    cross = _cross(width, height) if crossed else ""
    return cards.card(
        animal_art(kind), (-4, -3, 104, 104), (width, height), ground, line=max(2, width // 50), over=cross
    )


@kept
def photo(kind: str, width: int, height: int) -> Image.Image:
    """Return a black and white photograph of an animal: it was there, and is no longer. The image is shared."""
    taken = cards.card(animal_art(kind), (-4, -3, 104, 104), (width, height), COLOURS["steel"], line=4)
    grey = ImageOps.colorize(taken.convert("L"), OUTLINE, COLOURS["paper"]).convert("RGBA")
    grey.putalpha(taken.getchannel("A"))
    return grey


def _cross(width: int, height: int) -> str:
    inset = width // 7
    line = f"M{inset} {inset}L{width - inset} {height - inset}M{width - inset} {inset}L{inset} {height - inset}"
    return "".join(
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{weight}" stroke-linecap="round"/>'
        for colour, weight in ((OUTLINE, width // 10), (COLOURS["red"], width // 18))
    )
