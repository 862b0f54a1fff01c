"""Forgiving search: typing errors, diacritics and word endings do not hide what is looked for."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeAlias, TypeVar

import regex
from rapidfuzz import fuzz, process

__all__ = ["Index", "fold"]

K = TypeVar("K", bound=Hashable)
Near: TypeAlias = Mapping[str, Mapping[str, float]]
"""For each word of a query, the known words that are like it, and how much (0-100)."""

_LONGEST_QUERY = 120
_SHORTEST_WORD = 3
"""Shorter words of a question ("may I", "у", "של") say nothing of what it is about."""
_ALIKE = 72
"""Two words alike to this many per cent are taken for one word in two forms."""
_SAYS_LESS = 0.95
"""What a query is worth that says a part of a name only."""
_SAYS_MORE = 0.9
"""What a query is worth that says a name among other words."""
_WHOLE = 0.05
"""How much of a score is the likeness as wholes, so that of two names met in a query the longer one comes first."""
_TEXT_WEIGHT = 0.8
"""A word of the text is worth less than the same word in a title."""
_UNMET = 0.3
"""How much a word counts that no text holds, where one that a single text holds counts 1."""
_LEAST = 55
"""What fits less than this is not worth showing."""


class Index(Generic[K]):
    """Finds keys by their names, and by the words of their texts where few texts share them."""

    def __init__(self) -> None:
        self._names: defaultdict[str, dict[K, float]] = defaultdict(dict)
        self._words: dict[str, tuple[str, ...]] = {}
        self._named: defaultdict[str, set[str]] = defaultdict(set)
        self._texts: dict[K, frozenset[str]] = {}
        self._known: set[str] = set()

    def add_names(self, key: K, names: Iterable[str], worth: float = 1.0) -> None:
        """Let a key be found by these names; `worth` (0-1) says how much meeting one of them counts."""
        for name in filter(None, map(fold, names)):
            self._names[name][key] = max(worth, self._names[name].get(key, 0.0))
            self._words[name] = _words(name)
            for word in self._words[name]:
                self._named[word].add(name)
            self._known.update(self._words[name])

    def add_text(self, key: K, text: str) -> None:
        """Let a key be found by the words of a text."""
        self._texts[key] = frozenset(_words(fold(text)))
        self._known.update(self._texts[key])

    def find(self, query: str, limit: int | None = None) -> list[tuple[K, float]]:
        """Rank keys by how well they fit a query, from 0 to 100; those that hardly fit are left out."""
        wanted = fold(query[:_LONGEST_QUERY])
        near = {word: self._near(word) for word in _words(wanted)}
        scores = self._score_texts(near)
        for name, score in self._score_names(wanted, near):
            for key, worth in self._names[name].items():
                scores[key] = max(scores[key], worth * score)
        ranked = sorted(scores.items(), key=lambda hit: -hit[1])
        return [(key, score) for key, score in ranked[:limit] if score >= _LEAST]

    def _near(self, word: str) -> dict[str, float]:
        found = process.extract(word, self._known, scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=None)
        return {known: score for known, score, _ in found}

    def _score_names(self, wanted: str, near: Near) -> Iterator[tuple[str, float]]:
        """Rate the names that are like the query as a whole, or hold a word that is like one of it."""
        wholes = process.extract(wanted, self._words.keys(), scorer=fuzz.ratio, score_cutoff=_LEAST, limit=None)
        names = {name for name, _, _ in wholes}
        names.update(name for alike in near.values() for word in alike for name in self._named.get(word, ()))
        for name in names:
            yield name, _likeness(wanted, name, self._words[name], near)

    def _score_texts(self, near: Near) -> defaultdict[K, float]:
        """Average how well each word is met, words that every text holds counting for little."""
        scores: defaultdict[K, float] = defaultdict(float)
        weight = 0.0
        for alike in near.values():
            met = {key: score for key, text in self._texts.items() if (score := _best(alike, text))}
            rarity = 1.0 / len(met) if met else _UNMET
            weight += rarity
            for key, score in met.items():
                scores[key] += _TEXT_WEIGHT * score * rarity
        for key in scores:
            scores[key] /= weight
        return scores


def fold(text: str) -> str:
    """Reduce a text to bare lower-case words: no diacritics, no punctuation."""
    lower = unicodedata.normalize("NFKD", text).casefold()
    letters = regex.sub(r"\p{M}", "", unicodedata.normalize("NFKD", lower))
    return " ".join(regex.findall(r"[\p{L}\p{N}]+", letters))


def _words(folded: str) -> tuple[str, ...]:
    return tuple(word for word in folded.split() if len(word) >= _SHORTEST_WORD)


def _best(alike: Mapping[str, float], words: Iterable[str]) -> float:
    return max((alike.get(word, 0.0) for word in words), default=0.0)


def _likeness(wanted: str, name: str, words: tuple[str, ...], near: Near) -> float:
    """Compare a query with a name as wholes, and word by word where the query says less or more than the name."""
    whole = fuzz.ratio(wanted, name)
    if not near or not words:
        return whole
    less = sum(_best(alike, words) for alike in near.values()) / len(near)
    more = sum(max(alike.get(word, 0.0) for alike in near.values()) for word in words) / len(words)
    return (1 - _WHOLE) * max(whole, _SAYS_LESS * less, _SAYS_MORE * more) + _WHOLE * whole
