"""Words as they are compared in a search: by language, without case and diacritics, by their stems."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache

import regex

from bot.rulebook.function_words import FUNCTION_WORDS

_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]*")
_MARK = regex.compile(r"\p{M}")
_FINALS = str.maketrans("ךםןףץ", "כמנפצ")
_HEBREW_PREFIXES = regex.compile(r"^[ובהלמשכ](?=[א-ת]{4})")
"""And, in, the, to, from, that, as: they are written together with the word they go before."""
_HEBREW_SUFFIXES = regex.compile(r"(?<=^[א-ת]{3,})(?:ימ|ות|תי|נו|ה|ת)$")
"""The endings of plurals, of the feminine and of the past."""
_STEMMERS = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
}
_COMPOUNDING = ("da", "de", "nl", "sv")
"""Languages that write compounds as one word, whose end says what kind of thing it is."""
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"})
"""Letters that have no decomposition into a letter and a mark."""
_SPELT_OUT = str.maketrans({"ø": "oe", "ö": "oe", "å": "aa", "ä": "ae", "ü": "ue"})
"""How letters are written where a keyboard lacks them."""


def fold(text: str) -> str:
    """Reduce a text to bare lower-case words: no diacritics, no punctuation, no final forms."""
    return " ".join(map(_bare, words(text)))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, with their diacritics."""
    lower = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
    return _WORD.findall(lower)


@lru_cache(maxsize=20_000)
def _bare(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.translate(_LETTERS))
    return str(_MARK.sub("", plain)).casefold().translate(_FINALS)


class Language:
    """What is known of a language: its function words, and what of a word remains in its other forms."""

    def __init__(self, locale: str) -> None:
        code = locale.partition("_")[0]
        self.compounds = code in _COMPOUNDING
        self._stop = set(words(FUNCTION_WORDS.get(code, "")))
        self._bare_stop = {bare for word in self._stop for bare in (_bare(word), _bare(word.translate(_SPELT_OUT)))}
        self._stems = _snowball(name) if (name := _STEMMERS.get(code)) else _hebrew_stems
        self.forms = lru_cache(maxsize=20_000)(self._forms)

    def is_stop(self, word: str) -> bool:
        """Return whether a word is a function word; one without the diacritics that it needs is one as well."""
        return word in self._stop or (word == _bare(word) and word in self._bare_stop)

    def _forms(self, word: str) -> frozenset[str]:
        """Return what other forms and spellings of a word may have in common with it, itself included."""
        spellings = (_bare(word), _bare(word.translate(_SPELT_OUT)))
        stems = {each: self._stems(each) for each in {word, *spellings}}  # mostly one
        return frozenset((*spellings, *map(_bare, stems[word]), *(stem for bare in spellings for stem in stems[bare])))


@cache
def language(locale: str) -> Language:
    return Language(locale)


def _snowball(name: str) -> Callable[[str], tuple[str, ...]]:
    import snowballstemmer  # 4 MB, which only a search needs

    stemmer = snowballstemmer.stemmer(name)
    return lambda word: (stemmer.stemWord(word),)


def _hebrew_stems(word: str) -> tuple[str, ...]:
    """Return a Hebrew word without what is written together with it."""
    bare = _HEBREW_SUFFIXES.sub("", word)
    once = _HEBREW_PREFIXES.sub("", bare)
    return (bare, once, _HEBREW_PREFIXES.sub("", once), _HEBREW_PREFIXES.sub("", word))
