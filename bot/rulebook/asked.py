"""What people ask, section by section, and which section a query is likely to ask for.

`locales/<language>/rules/asked.toml` lists for each section what players type who want it: a table for each file of
rules, in it a list for each section. From these a naive Bayes classifier learns which words, pairs of words and parts
of words lead where. It finds what shares no word with the rules themselves ("my phone died"), forgives typing errors
and knows compounds.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import pairwise
from math import exp, log, sqrt
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from bot.rulebook.folding import Language, fold, words

K = TypeVar("K", bound=Hashable)
Features: TypeAlias = dict[str, float]
"""What a text consists of, and how much each part weighs."""

FILE = "asked.toml"
_LONGEST_QUERY = 120
_STOP = 0.3
"""How much a function word weighs: "who begins" and "how it begins" differ in nothing else."""
_PARTS = 0.6
"""How much the parts of a word weigh together, where the word as a whole weighs 1."""
_PAIR = 0.6
"""How much two words in a row weigh together."""
_SHORTEST, _LONGEST = 3, 4
"""Letters of a part of a word; its beginning and its end count as one."""
_LEAST = 2
"""Questions that must hold a part of a word for it to count."""
_SMOOTHING = 0.3
"""What is added to the weight of each feature for each key, so that a word nobody has used there excludes nothing."""
_CALM = 0.6
"""By how much differences are divided before they are made probabilities: a naive Bayes is too sure of itself."""
_WORD, _PART = "w", "p"
"""What the names of features begin with; pairs of words have a space."""


def read_asked(folder: Path) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return what is asked, by file and section, from a folder of rules; nothing if it has no list."""
    path = folder / FILE
    if not path.exists():
        return {}
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return {file: {key: tuple(asked) for key, asked in sections.items()} for file, sections in read.items()}


class AskedClassifier(Generic[K]):
    """Tells for a query how likely it asks for each of the keys whose questions it has learnt."""

    def __init__(self, language: Language, asked: Iterable[tuple[K, str]]) -> None:
        self._language = language
        learnt = [(key, self._features(question)) for key, question in asked]
        held = Counter(feature for _, features in learnt for feature in features)
        self._rarity = {
            feature: log((len(learnt) + 1) / (count + 0.5))
            for feature, count in held.items()
            if count >= _LEAST or not feature.startswith(_PART)
        }
        weights: defaultdict[str, defaultdict[K, float]] = defaultdict(lambda: defaultdict(float))
        totals: defaultdict[K, float] = defaultdict(float)
        for key, features in learnt:
            for feature, weight in self._weighed(features).items():
                weights[feature][key] += weight
                totals[key] += weight
        self._base = {key: -log(total + _SMOOTHING * len(self._rarity)) for key, total in totals.items()}
        """The logarithm of how likely any feature is under a key, but for what all keys have in common."""
        self._gains = {
            feature: tuple((key, log(weight / _SMOOTHING + 1)) for key, weight in by_key.items())
            for feature, by_key in weights.items()
        }
        """How much more likely a feature is under the keys that have it."""

    def find(self, query: str) -> dict[K, float]:
        """Return how likely a query asks for each key (0-1); nothing if it holds nothing that was learnt."""
        features = self._weighed(self._features(query[:_LONGEST_QUERY]))
        if not features:
            return {}
        scores = {key: base * sum(features.values()) for key, base in self._base.items()}
        for feature, weight in features.items():
            for key, gain in self._gains[feature]:
                scores[key] += weight * gain
        best = max(scores.values())
        odds = {key: exp((score - best) / _CALM) for key, score in scores.items()}
        total = sum(odds.values())
        return {key: odd / total for key, odd in odds.items()}

    def _features(self, text: str) -> Features:
        features: defaultdict[str, float] = defaultdict(float)
        stems: list[str] = []
        for word in words(text):
            weight = _STOP if self._language.is_stop(word) and not word.isdigit() else 1.0
            forms = self._language.forms(word)
            stems.append(min(forms, key=lambda form: (len(form), form)))
            for form in forms:
                features[_WORD + form] += weight / sqrt(len(forms))
            parts = () if word.isdigit() else tuple(_parts(fold(word)))
            for part in parts:
                features[_PART + part] += _PARTS * weight / sqrt(len(parts))
        for pair in pairwise(stems):
            features[" ".join(pair)] += _PAIR
        return features

    def _weighed(self, features: Features) -> Features:
        """Weigh the features that are known by their rarity, and make the whole as long as any other."""
        weighed = {
            feature: weight * self._rarity[feature] for feature, weight in features.items() if feature in self._rarity
        }
        length = sqrt(sum(weight * weight for weight in weighed.values())) or 1.0
        return {feature: weight / length for feature, weight in weighed.items()}


def _parts(word: str) -> Iterator[str]:
    edged = f"<{word}>"
    for size in range(_SHORTEST, _LONGEST + 1):
        for start in range(len(edged) - size + 1):
            yield edged[start : start + size]
