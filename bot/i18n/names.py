"""Names and other foreign text made safe to stand inside a sentence: cleaned, cut, and isolated in direction."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

import regex

NAME_LENGTH = 24
"""Longest name shown, in grapheme clusters (what a reader calls letters)."""
NAME_UNITS = 32
"""Longest name shown, in UTF-16 code units, as platforms count: emoji are many units each."""

_FIRST_STRONG_ISOLATE, _LEFT_TO_RIGHT_ISOLATE, _POP_ISOLATE = "\u2068", "\u2066", "\u2069"
_INVISIBLE = regex.compile(r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]")
_SHAPERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # they shape emoji and Persian names, and order nothing
_SEEN = regex.compile(r"[^\p{M}\p{Z}\p{C}]")
_LOOK_ALIKES = str.maketrans(
    "авекмнорстухіјѕԁԛԝαβεικμνορτυχωıł01!|",
    "abekmhopctyxijsdqwabeikuvoptuxwiloll l".replace(" ", ""),
)
"""Small letters and digits that look like Latin ones, some as capitals do: the common ones of Unicode TS 39."""
_CLUSTER = 12  # code points: the longest family emoji has 11, a pile of combining marks has hundreds


def utf16_length(text: str) -> int:
    """Return the number of UTF-16 code units, by which Telegram counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, limit: int, length: Callable[[str], int] = utf16_length) -> str:
    """Cut a text to a length, ending in an ellipsis where something was left out."""
    if length(text) <= limit:
        return text
    kept = (letter for letter, end in zip(text, accumulate(map(length, text)), strict=True) if end < limit)
    return "".join(kept).rstrip() + "…"


def encodable(text: str) -> str:
    """Replace halves of surrogate pairs, which no encoding can send."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@lru_cache(maxsize=4096)
def clean_name(name: str) -> str:
    """Return a name as it is safe to show: no control or direction characters, not too long, never empty."""
    spaced = " ".join(name.split())
    kept = "".join(c for c in spaced if c in _SHAPERS or not _INVISIBLE.fullmatch(c))
    letters = [cluster[:_CLUSTER] for cluster in regex.findall(r"\X", " ".join(kept.split()))]
    short = _cut(letters).strip(" \u200c\u200d")
    return short if _SEEN.search(short) else "?"


def distinct(name: str, others: Iterable[str]) -> str:
    """Return a name as it is safe to show, with a number behind it where one of the others looks the same.

    Case, spaces, marks and letters that look alike make no difference: nobody would tell them apart.
    """
    name = shown = clean_name(name)
    taken = {_likeness(other) for other in others}
    number = 1
    while _likeness(shown) in taken:
        number += 1
        base, shown = name, f"{name} {number}"
        while clean_name(shown) != shown:  # too long with the number
            base = base.removesuffix("…")[:-1]
            shown = f"{base.rstrip()}… {number}"
    return shown


def _likeness(name: str) -> str:
    """Return what names that look the same have in common; the number behind one counts."""
    base, space, number = name.rpartition(" ")
    if not (space and number.isdecimal()):
        base, number = name, ""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", base).casefold())
    letters = "".join(c for c in plain if not unicodedata.category(c).startswith(("M", "Z", "C")))
    return f"{letters.translate(_LOOK_ALIKES)} {number}"


def _cut(letters: Sequence[str]) -> str:
    whole = "".join(letters)
    if len(letters) <= NAME_LENGTH and utf16_length(whole) <= NAME_UNITS:
        return whole
    ends = accumulate(utf16_length(letter) for letter in letters[: NAME_LENGTH - 1])
    return "".join(letter for letter, end in zip(letters, ends, strict=False) if end < NAME_UNITS) + "…"


def isolate(text: str) -> str:
    """Isolate a name's direction (Unicode UAX 9: U+2068 ... U+2069)."""
    return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}"


def left_to_right(text: str) -> str:
    """Isolate a command or a number, which read from left to right (UAX 9: U+2066 ... U+2069)."""
    return f"{_LEFT_TO_RIGHT_ISOLATE}{text}{_POP_ISOLATE}"
