"""SVG drawings and their rasters. A sprite is named by its path under `bot/pictures/sprites/`, without the suffix."""

from __future__ import annotations

import hashlib
import io
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

import resvg_py
from PIL import Image

from bot.pictures.kept import kept

FOLDER = Path(__file__).parent / "sprites"

Box: TypeAlias = tuple[float, float, float, float]
"""A window on a drawing: left, top, width, height, in its own units."""

_INNER = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_EVERYTHING: Box = (-16, -24, 128, 172)  # a figure's grid is 96 x 128; hats and sparks may stand out a little


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the names of all sprites, sorted."""
    return tuple(sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.svg")))


def exists(name: str) -> bool:
    return name in names()


@cache  # as many as there are files
def art(name: str) -> str:
    """Return what is inside a sprite's `<svg>` element, to be combined with others."""
    found = _INNER.search((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"sprite {name} has no <svg> element")
    return found[1].strip()


@lru_cache(maxsize=1)
def version() -> str:
    """Return a digest of all drawings."""
    digest = hashlib.sha256()
    for name in names():
        digest.update(name.encode())
        digest.update(art(name).encode())
    return digest.hexdigest()[:16]


def wrap(drawing: str, box: Box, width: float, height: float) -> str:
    """Return an SVG document that shows `box` of a drawing in `width` x `height` pixels."""
    window = " ".join(f"{side:g}" for side in box)
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="{window}" width="{width:g}" height="{height:g}"'
    return f"<svg {head}>{drawing}</svg>"


@kept
def raster(drawing: str, box: Box, width: int, height: int) -> Image.Image:
    """Render into an RGBA image of `width` x `height` pixels. The image is shared: never draw on it."""
    return drawn(drawing, box, width, height)


def drawn(drawing: str, box: Box, width: int, height: int) -> Image.Image:
    """Render as `raster` does, and keep nothing: for what is drawn once, or is kept by what it shows."""
    document = wrap(drawing, box, width, height)
    png = resvg_py.svg_to_bytes(svg_string=document, width=width, height=height, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


@kept
def icon(name: str, size: int) -> Image.Image:
    """Return a square icon from `icons/` in `size` pixels."""
    return drawn(art(f"icons/{name}"), (0, 0, 96, 96), size, size)


@lru_cache(maxsize=256)
def tight(drawing: str) -> Box:
    """Return the smallest window that holds all of a drawing on the figures' grid, to half a unit."""
    left, top, width, height = _EVERYTHING
    found = drawn(drawing, _EVERYTHING, int(width * 2), int(height * 2)).getchannel("A").getbbox()
    if found is None:
        return (0, 0, 1, 1)
    return (left + found[0] / 2, top + found[1] / 2, (found[2] - found[0]) / 2, (found[3] - found[1]) / 2)
