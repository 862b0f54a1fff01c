"""Search in one language that forgives typing errors, diacritics and word endings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import log
from typing import Generic, TypeAlias, TypeVar

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.rulebook.folding import Language, fold, words

K = TypeVar("K", bound=Hashable)
Near: TypeAlias = Mapping[str, float]
"""The known words that may be a word of a query, and how surely (0-1)."""

_LONGEST_QUERY = 120
_BOLD, _TEXT, _AGAIN = 0.8, 0.6, 0.15
"""What a word of a text is worth, in bold or not, where one of a name is worth 1; how much more if it comes again."""
_STEM, _PART, _SMALL_PART, _TYPO, _LIKE = 0.95, 0.75, 0.5, 0.9, 0.5
"""How surely two words are one that share a stem, half of a compound, less of it, all but a letter, or just much."""
_SHORTEST_PART, _SHORTEST_TYPO, _LONG = 4, 4, 9
"""Letters of a part of a compound, of a word with a typing error, and of one that may have two."""
_SHORTEST_BEGUN, _ENDING = 3, 3
"""Letters of a shorter part that has only an ending, and of that."""
_ALIKE = 65
"""A word that is like no other may still be one that is alike to so many per cent."""
_STOP = 0.06
"""How much a function word counts."""
_NAME = 0.6
"""How much of a score is how well a name fits; the rest is how many words of the query the whole has."""
_UNSAID = 0.5
"""How much of a name's fit is how much of the name was said."""
_UNMET, _LEAST_RARITY = 0.35, 0.05
"""How much a word counts that nothing holds, and one that everything holds, where one of a single key counts 1."""
_TELLING = 0.3
"""A query of which no word counts so much says little of what it is about."""
_WHOLE = 75
"""A query that is like a name as a whole by so many per cent may be that name."""
_OTHER = 0.99
"""What another name is worth, so that what is called so comes first."""
_LEAST = 10
"""What fits less than this is not worth showing (0-100)."""


class _Word:
    """A word of a query: what it may be, how much it counts, and how well each key meets it."""

    def __init__(self, near: Near, weight: float) -> None:
        self.near = near
        self.weight = weight

    def among(self, held: Iterable[str]) -> float:
        return max((self.near.get(word, 0.0) for word in held), default=0.0)


class Index(Generic[K]):
    """Finds keys by their names, and by the words of their texts, rare words counting for more."""

    def __init__(self, language: Language, among: Index[K] | None = None) -> None:
        """`among` is an index of more: a word that stands there is no misspelling of one here."""
        self._language = language
        self._among = among
        self._keys: dict[K, int] = {}
        self._names: defaultdict[K, dict[str, tuple[str, ...]]] = defaultdict(dict)
        self._called: defaultdict[str, dict[K, float]] = defaultdict(dict)
        self._holders: defaultdict[str, dict[K, float]] = defaultdict(dict)
        self._by_form: defaultdict[str, set[str]] = defaultdict(set)
        self._counts: dict[str, float] = {}
        self._looked_up = lru_cache(maxsize=1000)(self._word)

    def add(self, key: K, names: Iterable[str], text: str, bold: str = "") -> None:
        """Let a key be found by these names, the first is its title, and by the words of a text, most by the bold."""
        self._keys.setdefault(key, len(self._keys))
        self._counts.clear()
        self._looked_up.cache_clear()
        for number, name in enumerate(names):
            if held := tuple(words(name)):
                self._names[key][fold(name)] = held
                self._called[fold(name)].setdefault(key, _OTHER if number else 1.0)
                for word in held:
                    self._hold(key, word, 1.0)
        for word, times in Counter(words(text)).items():
            if self._tells(word):
                self._hold(key, word, _TEXT + _AGAIN * (1 - 1 / times))
        for word in filter(self._tells, words(bold)):
            self._hold(key, word, _BOLD)

    def _tells(self, word: str) -> bool:
        return word.isdigit() or (len(word) > 1 and not self._language.is_stop(word))

    def _hold(self, key: K, word: str, worth: float) -> None:
        if word not in self._holders:
            for form in self._language.forms(word):
                self._by_form[form].add(word)
        self._holders[word][key] = max(worth, self._holders[word].get(key, 0.0))

    def find(self, query: str) -> list[tuple[K, float]]:
        """Return keys with their scores for a query (0-100), the best first, without those that hardly match.

        Of equals the one that was added first comes first.
        """
        whole = fold(query[:_LONGEST_QUERY])
        asked = [self._looked_up(word) for word in dict.fromkeys(words(query[:_LONGEST_QUERY]))]
        total = sum(word.weight for word in asked)
        told = min(1.0, max((word.weight for word in asked), default=0.0) / _TELLING)
        met: defaultdict[K, float] = defaultdict(float)
        for word in asked:
            for key, worth in self._meet(word.near).items():
                met[key] += word.weight * worth / total
        alike = self._alike(whole)
        near = frozenset[str]().union(*(word.near for word in asked))
        scores: dict[K, float] = {}
        for key in {*met, *alike}:
            said = ((name, held) for name, held in self._names[key].items() if not near.isdisjoint(held))
            fits = (self._called[name][key] * self._fit(asked, total, held) for name, held in said)
            named = max(alike.get(key, 0.0), *fits, 0.0)
            if (score := 100 * (_NAME * named + (1 - _NAME) * met[key])) >= _LEAST:
                scores[key] = max(told * score, 100 * alike.get(key, 0.0))
        return sorted(scores.items(), key=lambda hit: (-round(hit[1], 6), self._keys[hit[0]]))

    def _alike(self, whole: str) -> dict[K, float]:
        """Return what has a name that is like the query as a whole; a single word has to be that name."""
        least = _WHOLE if " " in whole else 100
        found = process.extract(whole, self._called.keys(), scorer=fuzz.ratio, score_cutoff=least, limit=None)
        alike: dict[K, float] = {}
        for name, score, _ in found if whole else ():
            for key, worth in self._called[name].items():
                alike[key] = max(worth * score / 100, alike.get(key, 0.0))
        return alike

    def _word(self, word: str) -> _Word:
        near = self._near(word) if self._tells(word) else {word: 1.0} if word in self._holders else {}
        return _Word(near, self._rarity(near) if self._tells(word) else _STOP * self._rarity(near))

    def _near(self, word: str) -> dict[str, float]:
        forms, bare = self._language.forms(word), fold(word)
        related = {known for form in forms for known in self._by_form.get(form, ()) if self._tells(known)}
        near = {known: 1.0 if fold(known) == bare else _STEM for known in related}
        for known, sure in self._likes(word, forms, known=bool(related)):
            if self._tells(known):
                near[known] = max(sure, near.get(known, 0.0))
        return near

    def _likes(self, word: str, forms: frozenset[str], *, known: bool) -> list[tuple[str, float]]:
        """Return words that may be meant by one that is not `known` here, or that it is a part of."""
        if word.isdigit():
            return []
        elsewhere = self._among is not None and any(form in self._among._by_form for form in forms)
        if known or elsewhere:
            return list(self._parts(forms))
        return list(self._misspelt(forms)) or list(self._parts(forms)) or list(self._resembling(forms))

    def _parts(self, forms: frozenset[str]) -> Iterator[tuple[str, float]]:
        """Yield words that begin or end with this one, and those that this one begins or ends with."""
        for form in (form for form in forms if len(form) >= _SHORTEST_BEGUN):
            for other in self._with_part(form):
                known = self._by_form[other]
                short, long = (form, other) if len(form) < len(other) else (other, form)
                ending = len(long) - len(short) <= _ENDING and long.startswith(short)
                if len(short) >= _SHORTEST_PART or (len(short) >= _SHORTEST_BEGUN and ending):
                    yield from ((word, _PART if 2 * len(short) >= len(long) else _SMALL_PART) for word in known)

    def _with_part(self, form: str) -> list[str]:
        """Return what begins with a form or is its beginning; in a language of compounds also by their ends."""
        ends = self._language.compounds
        return [
            other
            for other in self._by_form
            if (other.startswith(form) or form.startswith(other))
            or (ends and (other.endswith(form) or form.endswith(other)))
            if other != form
        ]

    def _misspelt(self, forms: frozenset[str]) -> Iterator[tuple[str, float]]:
        for form in (form for form in forms if len(form) >= _SHORTEST_TYPO):
            most = 2 if len(form) >= _LONG else 1
            found = process.extract(form, self._by_form.keys(), scorer=OSA.distance, score_cutoff=most, limit=None)
            for other, distance, _ in found:
                yield from ((word, _TYPO - 0.1 * (distance - 1)) for word in self._by_form[other])

    def _resembling(self, forms: frozenset[str]) -> Iterator[tuple[str, float]]:
        for form in forms:
            found = process.extract(form, self._by_form.keys(), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=None)
            for other, score, _ in found:
                yield from ((word, _LIKE * score / 100) for word in self._by_form[other])

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
        rarity = max(_LEAST_RARITY, 1 - log(sum(held.values())) / log(len(self._keys) + 1))
        return rarity if best > _LIKE else min(rarity, _UNMET)  # what is hardly like any word may be anything

    def _count(self, word: str) -> float:
        """Return how much a word of a name counts."""
        if word not in self._counts:
            rarity = self._rarity({word: 1.0})
            self._counts[word] = rarity if self._tells(word) else _STOP * rarity
        return self._counts[word]

    def _fit(self, asked: Iterable[_Word], total: float, held: tuple[str, ...]) -> float:
        """Rate how well a name says what is asked (0-1): how much of the query it has, and how much of it was said.

        The name has a word of the query, or one that is near.
        """
        said = sum(word.weight * word.among(held) for word in asked)
        counts = {own: self._count(own) for own in held}
        meant = sum(count * max(word.near.get(own, 0.0) for word in asked) for own, count in counts.items())
        return said / total * (1 - _UNSAID + _UNSAID * meant / sum(counts.values()))
