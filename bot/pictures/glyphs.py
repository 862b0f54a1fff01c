"""What the font can draw: its character map (OpenType `cmap`)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import fontpkg_rubik
import regex

FONT: Path = Path(fontpkg_rubik.ROOT) / "files" / "Rubik[wght].ttf"

_SHAPERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # join and vary their neighbours; alone they draw nothing
_CLUSTER = regex.compile(r"\X")


@lru_cache(maxsize=1)
def face() -> Any:
    """Return the font as HarfBuzz has it. Raise OSError if it cannot be read, ValueError if it is no font."""
    import uharfbuzz as hb  # only the process that draws needs it

    found = hb.Face(hb.Blob(FONT.read_bytes()))
    if not found.unicodes:
        raise ValueError(f"{FONT.name} is no font")
    return found


@lru_cache(maxsize=1)
def covered() -> frozenset[int]:
    """Return every code point the font has a glyph for. Raise what `face` does."""
    return frozenset(face().unicodes)


def drawable(text: str) -> str:
    """Leave out every grapheme cluster that the font cannot draw whole, and tidy the spaces around it."""
    known = covered()
    kept = (cluster for cluster in _CLUSTER.findall(text) if _draws(cluster, known))
    return " ".join("".join(kept).split())


def _draws(cluster: str, known: frozenset[int]) -> bool:
    return all(ord(char) in known or char in _SHAPERS or char.isspace() for char in cluster)
