"""What the font can draw: its character map (OpenType `cmap`)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

import fontpkg_rubik
import regex

FONT: Path = Path(fontpkg_rubik.ROOT) / "files" / "Rubik[wght].ttf"

_SHAPERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # join and vary their neighbours; alone they draw nothing
_CLUSTER = regex.compile(r"\X")
_LATIN = re.compile(r".*\bLATIN (?:(CAPITAL|SMALL) )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
"""The name of a character that is, in some dress, a letter from A to Z."""


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
    """Return a text as the font can draw it, and tidy its spaces.

    A grapheme cluster that it cannot draw whole becomes the letter that it is at bottom, with as many of its marks as
    can be drawn: ễ becomes ê, and 𝓐 becomes A. One that is no letter the font has is left out.
    """
    known = covered()
    kept = (_nearest(cluster, known) for cluster in _CLUSTER.findall(text))
    return " ".join("".join(kept).split())


def _nearest(cluster: str, known: frozenset[int]) -> str:
    if _draws(cluster, known):
        return cluster
    plain = unicodedata.normalize("NFKC", cluster)
    while not _draws(plain, known):
        parts = unicodedata.normalize("NFD", plain)
        if len(parts) < 2 or not unicodedata.combining(parts[-1]):
            return _latin(plain, known)
        plain = unicodedata.normalize("NFC", parts[:-1])
    return plain


def _latin(letter: str, known: frozenset[int]) -> str:
    """Return the letter from A to Z that a character is a form of, small if it is; nothing if it is none."""
    found = _LATIN.fullmatch(unicodedata.name(letter, "")) if len(letter) == 1 else None
    if found is None:
        return ""
    plain = found[2] if found[1] == "CAPITAL" else found[2].lower()
    return plain if _draws(plain, known) else ""


def _draws(cluster: str, known: frozenset[int]) -> bool:
    return all(ord(char) in known or char in _SHAPERS or char.isspace() for char in cluster)
