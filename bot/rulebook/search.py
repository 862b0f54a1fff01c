"""Search in one language that forgives typing errors, diacritics and word endings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from math import log
from typing import Generic, TypeAlias, TypeVar

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.rulebook.folding import Language, fold, words

K = TypeVar("K", bound=Hashable)
Near: TypeAlias = Mapping[str, float]
"""The known words that may be a word of a query, and how surely (0-1)."""

_LONGEST_QUERY = 120
_TEXT = 0.7
"""What a word of a text is worth, where one of a name is worth 1."""
_STEM, _PART, _BEGINNING, _TYPO = 0.95, 0.75, 0.7, 0.85
"""How surely two words are one that share a stem, a part of a compound, a beginning, or all but a letter."""
_SHORTEST_PART, _SHORTEST_TYPO, _LONG = 4, 4, 8
"""Letters of a part of a compound, of a word with a typing error, and of one that may have two."""
_STOP = 0.12
"""How much a function word counts."""
_NAME = 0.5
"""How much of a score is how well a name fits; the rest is how many words of the query the whole has."""
_UNMET, _LEAST_RARITY = 0.35, 0.05
"""How much a word counts that nothing holds, and one that everything holds, where one of a single key counts 1."""
_WHOLE = 80
"""A query that is like a name as a whole by so many per cent may be that name."""
_LEAST = 20
"""What fits less than this is not worth showing (0-100)."""


class Index(Generic[K]):
    """Finds keys by their names, and by the words of their texts, rare words counting for more."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._keys: dict[K, int] = {}
        self._names: defaultdict[K, dict[str, tuple[str, ...]]] = defaultdict(dict)
        self._holders: defaultdict[str, dict[K, float]] = defaultdict(dict)
        self._by_form: defaultdict[str, set[str]] = defaultdict(set)
        self._whole: defaultdict[str, set[K]] = defaultdict(set)
        self._named: set[str] = set()

    def add(self, key: K, names: Iterable[str], text: str) -> None:
        """Let a key be found by these names and by the words of a text."""
        self._keys.setdefault(key, len(self._keys))
        for name in names:
            held = tuple(words(name))
            if held:
                self._names[key][fold(name)] = held
                self._whole[fold(name)].add(key)
                self._hold(key, held, 1.0)
                self._named.update(held if len(held) == 1 else ())
        self._hold(key, (word for word in words(text) if self._tells(word)), _TEXT)

    def _tells(self, word: str) -> bool:
        return word.isdigit() or (len(word) > 1 and not self._language.is_stop(word))

    def _hold(self, key: K, held: Iterable[str], worth: float) -> None:
        for word in held:
            if word not in self._holders:
                for form in self._language.forms(word):
                    self._by_form[form].add(word)
            self._holders[word][key] = max(worth, self._holders[word].get(key, 0.0))

    def find(self, query: str) -> list[tuple[K, float]]:
        """Return keys with their scores for a query (0-100), the best first, without those that hardly match.

        Of equals the one that was added first comes first.
        """
        asked = self._ask(query[:_LONGEST_QUERY])
        met = {word: self._meet(near) for word, (near, _) in asked.items()}
        total = sum(weight for _, weight in asked.values())
        whole = fold(query[:_LONGEST_QUERY])
        scores: dict[K, float] = {}
        for key in {*(key for found in met.values() for key in found), *self._alike(whole)}:
            coverage = sum(weight * met[word].get(key, 0.0) for word, (_, weight) in asked.items()) / total if total else 0
            best = max((self._fits(asked, total, whole, name, held) for name, held in self._names[key].items()), default=0)
            scores[key] = 100 * max(_NAME * best + (1 - _NAME) * coverage, best if best > 0.9 else 0)
        ranked = sorted(scores.items(), key=lambda hit: (-round(hit[1], 6), self._keys[hit[0]]))
        return [(key, score) for key, score in ranked if score >= _LEAST]

    def _alike(self, whole: str) -> set[K]:
        if not whole:
            return set()
        found = process.extract(whole, self._whole.keys(), scorer=fuzz.ratio, score_cutoff=_WHOLE, limit=None)
        return {key for name, _, _ in found for key in self._whole[name]}

    def _ask(self, query: str) -> dict[str, tuple[Near, float]]:
        """Return the words of a query that tell something, with what they may be and how much they count."""
        asked = list(dict.fromkeys(words(query)))
        loud = {word for word in asked if word.upper() in query and word not in query}
        only_stops = not any(self._tells(word) for word in asked)
        found: dict[str, tuple[Near, float]] = {}
        for word in asked:
            if self._tells(word):
                near = self._near(word)
                found[word] = near, self._rarity(near)
            elif word in self._named:
                near = {word: 1.0}
                weight = 1.0 if only_stops or (loud and word in loud and len(loud) < len(asked)) else 0.5 if len(word) > 2 else 0.25
                found[word] = near, weight * self._rarity(near)
            elif word in self._holders:
                found[word] = {word: 1.0}, _STOP * self._rarity({word: 1.0})
        return found

    def _near(self, word: str) -> dict[str, float]:
        forms = self._language.forms(word)
        near: dict[str, float] = {}
        for form in forms:
            for known in self._by_form.get(form, ()):
                if not self._language.is_stop(known) or known in self._named:
                    near[known] = _STEM
        for known in near:
            if fold(known) == fold(word):
                near[known] = 1.0
        for known, value in (*self._parts(forms), *(() if near else self._misspelt(word))):
            near[known] = max(value, near.get(known, 0.0))
        return near

    def _parts(self, forms: frozenset[str]) -> Iterable[tuple[str, float]]:
        """Yield known words that are a beginning or an end of this one, and those of which it is one."""
        for form in forms:
            if len(form) < _SHORTEST_PART:
                continue
            for known_form, known in self._by_form.items():
                short, long = sorted((form, known_form), key=len)
                if len(short) < _SHORTEST_PART or len(short) == len(long):
                    continue
                if long.startswith(short) or long.endswith(short):
                    for word in known:
                        yield word, _PART if 2 * len(short) >= len(long) else _PART / 1.5

    def _misspelt(self, word: str) -> Iterable[tuple[str, float]]:
        bare = fold(word)
        if len(bare) < _SHORTEST_TYPO:
            return
        most = 2 if len(bare) >= _LONG else 1
        for form, distance, _ in process.extract(bare, self._by_form.keys(), scorer=OSA.distance, score_cutoff=most, limit=None):
            if len(form) >= _SHORTEST_TYPO - 1:
                for known in self._by_form[form]:
                    yield known, _TYPO - 0.1 * (distance - 1)

    def _meet(self, near: Near) -> dict[K, float]:
        """Rate each key by what it holds that is nearest."""
        met: dict[K, float] = {}
        for known, sure in near.items():
            for key, worth in self._holders[known].items():
                met[key] = max(met.get(key, 0.0), worth * sure)
        return met

    def _rarity(self, near: Near) -> float:
        """Return how much a word counts: 1 if a single key holds it, the less the more do."""
        if not near:
            return _UNMET
        best = max(near.values())
        held: dict[K, float] = {}
        for known, sure in near.items():
            for key in self._holders[known]:
                held[key] = max(held.get(key, 0.0), (sure / best) ** 4)
        return max(_LEAST_RARITY, 1 - log(sum(held.values())) / log(len(self._keys) + 1))

    def _fits(self, asked: Mapping[str, tuple[Near, float]], total: float, whole: str, name: str, held: tuple[str, ...]) -> float:
        """Rate how well a name says what is asked (0-1): how much of the query is in it, and how much of it was said."""
        alike = fuzz.ratio(whole, name, score_cutoff=_WHOLE) / 100
        if not total:
            return alike
        said = sum(weight * max(near.get(own, 0.0) for own in held) for near, weight in asked.values()) / total
        own_weight = {own: (self._rarity({own: 1.0}) if self._tells(own) or own in self._named else _STOP) for own in held}
        meant = sum(weight * max((near.get(own, 0.0) for near, _ in asked.values()), default=0.0) for own, weight in own_weight.items())
        meant /= sum(own_weight.values())
        together = said * (0.5 + 0.5 * meant) if said else 0.0
        return max(alike if alike > 0.85 else 0.0, together)
