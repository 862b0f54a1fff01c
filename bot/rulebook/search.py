"""Search that forgives typing errors, diacritics and word endings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from math import ceil, log
from typing import Generic, TypeAlias, TypeVar

from rapidfuzz import fuzz, process

from bot.rulebook.folding import fold, stems

K = TypeVar("K", bound=Hashable)
Near: TypeAlias = Mapping[str, float]
"""The known words that are like a word of a query, and how much (0-100)."""

_LONGEST_QUERY = 120
_ALIKE = 72
"""Two words, or a query and a name, alike to this many per cent are taken for one in two forms."""
_SAYS_LESS = 0.95
"""What a query is worth that says a part of a name only."""
_NAMED = 0.45
"""How much of a longer query's score is how whole a name it holds; the rest is how much of it the section meets."""
_WHOLE = 0.05
"""How much of a score is the likeness as wholes, so that of two names met in a query the longer one comes first."""
_TEXT = 0.8
"""A word of the text is worth less than the same word in a title."""
_FORM = 80.0
"""How alike a word is to a longer one that begins with it: an ending, or a compound."""
_FORM_LETTERS, _FORM_PART = 4, 0.5
"""How long the shorter one must be, in letters and as a part of the longer one."""
_UNNAMED = 0.6
"""How much less a word counts that no name holds."""
_UNMET, _MET = 0.3, 0.02
"""How much a word counts that nothing holds, and one that everything holds, where one in a single section counts 1."""
_LEAST = 40
"""What fits less than this is not worth showing."""
_LIKE_A_WORD = 55
"""A query of one word need not be alike to more than this to a name."""
_CLOSE = 16
"""How fast a word's likes stop counting as the same word the less they are like it, when its rarity is judged."""


class _Asked(Generic[K]):
    """A query taken apart: for each word what is like it, how much it counts, and how well each key meets it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.least_alike = _ALIKE if " " in text else _LIKE_A_WORD
        self.near: dict[str, Near] = {}
        self.weight: dict[str, float] = {}
        self.met: dict[str, dict[K, float]] = {}

    def add(self, word: str, near: Near, met: dict[K, float], rarity: float) -> None:
        """Add a word, what is like it, how well each key meets it, and how much it counts."""
        self.near[word], self.met[word], self.weight[word] = near, met, rarity

    def coverage(self, scores: Callable[[str], float]) -> float:
        """Average how well the words are met, by what they count."""
        return sum(self.weight[word] * scores(word) for word in self.near) / sum(self.weight.values())

    def holds(self, words: tuple[str, ...]) -> float:
        """Rate how much of a name the query says (0-100), words that say little counting for little."""
        most = max(self.weight.values())
        best = (max(self.weight[word] * near.get(own, 0.0) for word, near in self.near.items()) for own in words)
        return sum(best) / most / len(words)


class Index(Generic[K]):
    """Finds keys by their names, and by the words of their texts, rare words counting for more."""

    def __init__(self) -> None:
        self._names: defaultdict[str, dict[K, float]] = defaultdict(dict)
        self._words: dict[str, tuple[str, ...]] = {}
        self._named: defaultdict[str, set[str]] = defaultdict(set)
        self._holders: defaultdict[str, dict[K, float]] = defaultdict(dict)
        self._keys: dict[K, int] = {}

    def add_names(self, key: K, names: Iterable[str], worth: float = 1.0) -> None:
        """Let a key be found by these names; `worth` (0-1) is the weight of a match."""
        for name in filter(None, map(fold, names)):
            self._names[name][key] = max(worth, self._names[name].get(key, 0.0))
            self._words[name] = stems(name)
            for word in self._words[name]:
                self._named[word].add(name)
            self._hold(key, self._words[name], worth)

    def add_text(self, key: K, text: str) -> None:
        """Let a key be found by the words of a text."""
        self._hold(key, stems(fold(text)), _TEXT)

    def _hold(self, key: K, words: Iterable[str], worth: float) -> None:
        self._keys.setdefault(key, len(self._keys))
        for word in words:
            self._holders[word][key] = max(worth, self._holders[word].get(key, 0.0))

    def find(self, query: str, limit: int | None = None) -> list[tuple[K, float]]:
        """Return keys with their scores for a query (0-100), the best first, without those that hardly match.

        Of equals the one that was added first comes first.
        """
        asked = self._ask(fold(query[:_LONGEST_QUERY]))
        coverage = {key: self._coverage(asked, key) for key in {key for met in asked.met.values() for key in met}}
        scores = defaultdict(float, {key: _TEXT * score for key, score in coverage.items()})
        for name in self._candidates(asked):
            for key, worth in self._names[name].items():
                score = _likeness(asked, name, self._words[name], coverage.get(key, 0.0))
                scores[key] = max(scores[key], worth * score)
        ranked = sorted(scores.items(), key=lambda hit: (-round(hit[1], 6), self._keys[hit[0]]))
        return [(key, score) for key, score in ranked[:limit] if score >= _LEAST]

    def _ask(self, text: str) -> _Asked[K]:
        asked: _Asked[K] = _Asked(text)
        for word in dict.fromkeys(stems(text)):
            near = self._near(word)
            asked.add(word, near, self._meet(near, lambda worth: worth), self._rarity(near))
        return asked

    def _near(self, word: str) -> dict[str, float]:
        found = process.extract(word, self._holders.keys(), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=None)
        near = {known: score for known, score, _ in found}
        for known in self._forms(word):
            near[known] = max(_FORM, near.get(known, 0.0))
        return near

    def _forms(self, word: str) -> Iterator[str]:
        """Yield the known words that this one begins with, and those that begin with it."""
        shortest = max(_FORM_LETTERS, ceil(_FORM_PART * len(word)))
        yield from (word[:end] for end in range(shortest, len(word)) if word[:end] in self._holders)
        if len(word) >= _FORM_LETTERS:
            longest = len(word) / _FORM_PART
            yield from (known for known in self._holders if known.startswith(word) and len(known) <= longest)

    def _meet(self, near: Near, value: Callable[[float], float]) -> dict[K, float]:
        """Rate each key by what it holds that is nearest."""
        met: dict[K, float] = {}
        for known, score in near.items():
            for key, worth in self._holders[known].items():
                met[key] = max(met.get(key, 0.0), value(worth) * score)
        return met

    def _rarity(self, near: Near) -> float:
        """Return how much a word counts: 1 if a single key holds it, the less the more do."""
        if not near:
            return _UNMET
        best = max(near.values())
        holders = sum((score / best) ** _CLOSE for score in self._meet(near, lambda _: 1.0).values())
        rarity = max(_MET, 1 - log(holders) / log(len(self._keys) + 1))
        return rarity if any(word in self._named for word in near) else _UNNAMED * rarity

    def _candidates(self, asked: _Asked[K]) -> set[str]:
        """Return the names that are like the query as a whole, or hold a word like one of its words."""
        wholes = process.extract(
            asked.text, self._words.keys(), scorer=fuzz.ratio, score_cutoff=asked.least_alike, limit=None
        )
        named = (name for near in asked.near.values() for word in near for name in self._named.get(word, ()))
        return {*(name for name, _, _ in wholes), *named}

    def _coverage(self, asked: _Asked[K], key: K) -> float:
        return asked.coverage(lambda word: asked.met[word].get(key, 0.0))


def _likeness(asked: _Asked[K], name: str, words: tuple[str, ...], coverage: float) -> float:
    """Compare a query with a name as wholes, and word by word where the query says less or more than the name."""
    whole = fuzz.ratio(asked.text, name, score_cutoff=asked.least_alike)
    if not asked.near or not words:
        return whole
    less = asked.coverage(lambda word: max(asked.near[word].get(own, 0.0) for own in words))
    more = _NAMED * asked.holds(words) + (1 - _NAMED) * coverage
    return (1 - _WHOLE) * max(whole, _SAYS_LESS * less, more) + _WHOLE * whole
