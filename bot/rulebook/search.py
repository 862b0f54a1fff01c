"""Forgiving search: typing errors, diacritics and word endings do not hide what is looked for."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

import regex
from rapidfuzz import fuzz, process

__all__ = ["Index", "fold"]

K = TypeVar("K", bound=Hashable)

_LONGEST_QUERY = 120
_SHORTEST_WORD = 3
"""Shorter words of a question ("may I", "у", "של") say nothing of what it is about."""
_ALIKE = 72
"""Two words alike to this many per cent are taken for one word in two forms."""
_TEXT_WEIGHT = 0.8
"""A word of the text is worth less than the same word in a title."""
_UNMET = 0.3
"""How much a word counts that no text holds, where one that a single text holds counts 1."""
_LEAST = 55
"""What fits less than this is not worth showing."""


class Index(Generic[K]):
    """Finds keys by their names, and by the words of their texts where few texts share them."""

    def __init__(self) -> None:
        self._names: defaultdict[K, set[str]] = defaultdict(set)
        self._texts: dict[K, set[str]] = {}

    def add_names(self, key: K, names: Iterable[str]) -> None:
        """Let a key be found by these names."""
        self._names[key].update(folded for name in names if (folded := fold(name)))

    def add_text(self, key: K, parts: Iterable[str]) -> None:
        """Let a key be found by the words of a text."""
        self._texts[key] = set(_words("".join(parts)))

    def find(self, query: str, limit: int) -> list[tuple[K, float]]:
        """Rank keys by how well they fit a query, from 0 to 100; those that hardly fit are left out."""
        wanted = fold(query[:_LONGEST_QUERY])
        if not wanted:
            return []
        text_scores = self._score_texts(_words(wanted))
        scores = {key: max(self._score_names(key, wanted), text_scores.get(key, 0.0)) for key in self._names}
        ranked = sorted(scores.items(), key=lambda hit: -hit[1])
        return [(key, score) for key, score in ranked[:limit] if score >= _LEAST]

    def _score_names(self, key: K, wanted: str) -> float:
        return max(_likeness(wanted, name) for name in self._names[key])

    def _score_texts(self, wanted: list[str]) -> dict[K, float]:
        """Average how well each word is met, words that every text holds counting for little."""
        scores: defaultdict[K, float] = defaultdict(float)
        weight = 0.0
        for word in wanted:
            met = {key: score for key, text in self._texts.items() if (score := _met(word, text))}
            rarity = 1.0 / len(met) if met else _UNMET
            weight += rarity
            for key, score in met.items():
                scores[key] += score * rarity
        return {key: _TEXT_WEIGHT * score / weight for key, score in scores.items()}


def fold(text: str) -> str:
    """Reduce a text to bare lower-case words: no diacritics, no punctuation."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    letters = regex.sub(r"\p{M}", "", unicodedata.normalize("NFKD", decomposed))
    return " ".join(regex.findall(r"[\p{L}\p{N}]+", letters))


def _words(text: str) -> list[str]:
    return [word for word in fold(text).split() if len(word) >= _SHORTEST_WORD]


def _met(word: str, text: set[str]) -> float:
    best = process.extractOne(word, text, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return float(best[1]) if best else 0.0


def _likeness(wanted: str, name: str) -> float:
    """Compare a query with a name as wholes, and word by word where the query says more or less than the name."""
    whole = fuzz.ratio(wanted, name)
    return max(whole, 0.95 * _covered(wanted, name), 0.9 * _covered(name, wanted))


def _covered(part: str, whole: str) -> float:
    """Tell how much of `part` is met in `whole`, from 0 to 100."""
    parts, wholes = _words(part), set(whole.split())
    return sum(_met(word, wholes) for word in parts) / len(parts) if parts else 0.0
