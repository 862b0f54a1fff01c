"""English words that were left standing in other languages, and paragraphs that nobody has translated.

A word of the English message that stands in its translation is a word of that language too if the translation of
another message has it, whose English has not. Of the rest, names and what is alike in both languages is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.tools.manners import MANNERS, words
from bot.tools.texts import Text

_WORD = re.compile(r"[^\W\d_]{2,}(?:[’'][^\W\d_]+)?")
_NO_WORDS = re.compile(r"\{\w+\}|/[a-z]+|https?://\S*|[\u2066-\u2068][^\u2066-\u2069]*\u2069")
NAMES = words("underhat telegram discord unicode utc sha hmac id")
"""Proper names and signs, the same in every language."""
_ENGLISH = words(
    "the you your with this that which when who whoever from they their his what where there it’s you’re don’t"
)
"""Words of English that are words of none of our other languages, wherever they stand."""
_CREDITS = "#credits"
"""Where the rules name the games they follow, and whose they are."""


def leftovers(texts: Iterable[Text]) -> Iterator[str]:
    """Yield what was left in English in the texts of one language, one line for each text."""
    read = [(text, _said(text.text), frozenset(_said(text.english))) for text in texts if text.english]
    own = {word for _, said, english in read for word in said if word not in english}
    for text, said, english in read:
        alike = MANNERS[text.language].alike if text.language in MANNERS else frozenset()
        left = {word for word in said if word in english and word not in own | alike | NAMES}
        if _CREDITS in text.where:
            left = set()
        left |= {word for word in said if word in _ENGLISH and word not in alike}
        if left:
            yield f"{text.language}: left in English, {', '.join(map(repr, sorted(left)))}: {text.where}"


def _said(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_NO_WORDS.sub(" ", text))]
