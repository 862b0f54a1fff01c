"""Normalisation of words for search: no case, no diacritics, no punctuation, no Hebrew affixes."""

from __future__ import annotations

import unicodedata

import regex

_SHORTEST = 3
"""Shorter words of a question ("may I", "у", "של") do not tell what it is about."""
_FINALS = str.maketrans("ךםןףץ", "כמנפצ")
_PREFIXES = regex.compile(r"^[ובהלמשכ](?=[א-ת]{4})")
"""And, in, the, to, from, that, as: they are written together with the word they go before."""
_SUFFIXES = regex.compile(r"(?<=^[א-ת]{3,})(?:ימ|ות|תי|נו|ה|ת)$")
"""The endings of plurals, of the feminine and of the past."""


def fold(text: str) -> str:
    """Reduce a text to bare lower-case words: no diacritics, no punctuation, no final forms."""
    lower = unicodedata.normalize("NFKD", text).casefold()
    letters = regex.sub(r"\p{M}", "", unicodedata.normalize("NFKD", lower))
    return " ".join(regex.findall(r"[\p{L}\p{N}]+", letters)).translate(_FINALS)


def stems(folded: str) -> tuple[str, ...]:
    """Return the words of a folded text that are long enough; Hebrew ones without affixes."""
    return tuple(_stem(word) for word in folded.split() if len(word) >= _SHORTEST)


def _stem(word: str) -> str:
    bare = str(_SUFFIXES.sub("", word))
    for _ in range(2):
        bare = _PREFIXES.sub("", bare)
    return bare
