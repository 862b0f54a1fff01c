"""Cards: a drawing inside a rim."""

from __future__ import annotations

from PIL import Image

from bot.pictures import sprites
from bot.pictures.palette import COLOURS, OUTLINE

STAND, MIDDLE, COVER = "xMidYMax meet", "xMidYMid meet", "xMidYMid slice"
"""Figures stand on the lower rim, things hang in the middle, backs fill their card."""


def card(
    art: str,
    box: sprites.Box,
    size: tuple[int, int],
    ground: str,
    *,
    line: int,
    fit: str = STAND,
    behind: str = "",
    over: str = "",
) -> Image.Image:
    """Return a card of `size` pixels with a drawing, seen through `box`, on `ground`.

    `line` is the width of its outline, `fit` is how the drawing lies in it (SVG `preserveAspectRatio`). `behind` and
    `over` are drawings in pixels of the card, under and above the other.
    """
    width, height = size
    rim, radius = max(5, width // 28), max(4, width // 14)
    window = " ".join(f"{side:g}" for side in box)
    place = f'x="{rim}" y="{rim}" width="{width - 2 * rim}" height="{height - 2 * rim}"'
    drawing = (
        f'<clipPath id="c"><rect {place} rx="{radius - 2}"/></clipPath>'
        f'<rect x="{line / 2}" y="{line / 2}" width="{width - line}" height="{height - line}" rx="{radius}"'
        f' fill="{COLOURS["paper"]}" stroke="{OUTLINE}" stroke-width="{line}"/>'
        f'<g clip-path="url(#c)"><rect width="{width}" height="{height}" fill="{ground}"/>{behind}'
        f'<svg {place} viewBox="{window}" preserveAspectRatio="{fit}">{art}</svg></g>'
    )
    return sprites.drawn(drawing + over, (0, 0, width, height), width, height)
