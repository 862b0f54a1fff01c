"""Checks of words: whether a text keeps to the manner of its language (docs/words.md), one line for each fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from babel import Locale

from bot.tools.manners import MANNERS, Manner, words
from bot.tools.texts import Text, said_in

_QUOTES = '"„“”‟«»‹›‘‚‛״〝〞'
_APOSTROPHE = "’"
_SPACES = "\u00a0\u202f"
_ISOLATES, _POP, _OVERRIDES = "\u2066\u2067\u2068", "\u2069", "\u202a\u202b\u202c\u202d\u202e"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_COMMAND = re.compile(r"(?<![\w/.:\\-])/[a-z]+")
_ISOLATED = re.compile(r"[\u2066-\u2068][^\u2066-\u2069]*\u2069")
_TERMS = words(
    "name host who tick tock robot place cell animal character kind deck chat hat game language option section query "
    "level origin goal what places names animals characters"
)
"""Placeholders for which a name or a term is put in, not a number, a time or a command."""
_NUMBERED = re.compile(r"\b(?:hats?|and) \{(?:hat|other|b)\}|/\w+ \{game\}|\bgame \{game\}", re.IGNORECASE)
"""Where the source language shows that a placeholder is a number or an ID after all."""
_RUSSIAN_PAST = re.compile(r"\w(?:[аеияыу]л|ёл|шла)(?:а|ся|ась)?\b|\(а\)|\(ась\)")
_RUSSIAN_NOUNS = re.compile(
    r"\b(?:сигнал|финал|зал|канал|журнал|материал|оригинал|стул|предел|дел|стрел)[ао]?\b", re.IGNORECASE
)


def faults(text: Text, to_one: Collection[str] = ()) -> Iterator[str]:
    """Yield what is wrong with a text; `to_one` are the ids of messages that speak to one person."""
    manner = MANNERS.get(text.language)
    if manner is None:
        yield f"{text.language}: no manner of this language in bot/tools/manners.py"
        return
    problems = [problem for check in _PLAIN for problem in check(text)]
    problems += [problem for check in _BY_MANNER for problem in check(text, manner)]
    problems += _address(text, manner, to_one)
    for problem in problems:
        yield f"{text.language}: {problem}: {text.where}"


def said_to_one(source: Path) -> frozenset[str]:
    """Find the sentences that one person reads: refusals, and answers to a press."""
    return said_in(source, "Refusal", "Answer", "FirstPress")


def _quotation(text: Text, manner: Manner) -> Iterator[str]:
    """Find foreign marks, marks that are not closed, and typewriter's apostrophes."""
    said = re.sub(r"(?<=[א-ת])״(?=[א-ת](?![א-ת״]))", "", text.text)  # an abbreviation
    own = {*manner.quotes, *manner.inner, _APOSTROPHE}
    for sign in sorted(set(said) & (set(_QUOTES) - own)):
        yield f"quotation mark {sign} instead of {'…'.join(manner.quotes)}"
    if "'" in said:
        yield f"typewriter's apostrophe ' instead of {'׳' if text.language == 'he' else _APOSTROPHE}"
    opening, closing = manner.quotes
    if opening == closing:
        if said.count(opening) % 2:
            yield f"quotation marks {opening} not in pairs"
        return
    depth = 0
    for at, sign in enumerate(said):
        if sign == opening:
            depth += 1
        elif sign == closing and (closing != _APOSTROPHE or (depth and not said[at + 1 : at + 2].isalpha())):
            depth -= 1
        elif sign in manner.inner and sign != _APOSTROPHE and depth < 1:
            yield f"quotation mark {sign} outside of {opening}…{closing}"
        if depth not in (0, 1):
            break
    if depth:
        yield f"quotation marks {opening}…{closing} not in pairs"


def _dashes(text: Text, manner: Manner) -> Iterator[str]:
    said, other = text.text, "–" if manner.dash == "—" else "—"
    if re.search(r"(?<=\S)\s+-\s|^- ", said):
        yield f"hyphen as a dash instead of {manner.dash}"
    if manner.dash == "–" and other in said:
        yield f"dash {other} instead of {manner.dash}"
    if manner.dash == "—" and re.search(rf"\s{other}|{other}\s", said):
        yield f"dash {other} instead of {manner.dash}"
    if re.search(rf"(?<=[^\W\d_]){manner.dash}(?=[^\W\d_])", said):
        yield f"dash {manner.dash} without spaces"
    if re.search(r"(?<![\w-])\d+-\d+(?![\w-])", said) or "}-{" in said:
        yield "hyphen in a range instead of –"
    if re.search(r"\d – \d", said):
        yield "spaces in a range: 2–4"


def _signs(text: Text) -> Iterator[str]:
    """Find signs of numbers that are hyphens, or stand before a value that brings its own."""
    if re.search(r"(?<![\w\d}\ufffc-])-(?=\d|\{)", text.text):
        yield "hyphen before a number instead of −"
    if re.search(r"(?<![\w}])\s?[+−]\s?\{", text.text):
        yield "a bare sign before a placeholder, whose value brings its own"


def _spacing(text: Text) -> Iterator[str]:
    said = text.text
    if re.search(r"\S[ \u00a0\u202f]{2,}", said):
        yield "more than one space"
    if re.search(r"[ \t]$", said, re.MULTILINE) and not text.id.endswith(" "):
        yield "a space at the end"
    if "..." in said:
        yield "three full stops instead of …"
    before = r",.…)" if text.language == "fr" else r",.;:!?…)"
    if re.search(rf"(?<=[\w}}])(?<!\d(?= :))[ \u00a0\u202f][{re.escape(before)}](?![\w{{])", said):
        yield "a space before a punctuation mark"


def _french_spacing(text: Text) -> Iterator[str]:
    if text.language != "fr":
        return
    ends = r"(?=[\s\u2069)»…]|$)"
    if re.search(rf"(?<=[^\s{_SPACES}:;!?(«])[:;!?]+{ends}", text.text):
        yield "no no-break space before : ; ! or ?"
    if re.search(rf"(?<=\S) [:;!?]+{ends}", text.text) and not re.search(r"\d : \d", text.text):
        yield "a plain space before : ; ! or ? instead of a no-break one"
    if re.search(rf"«(?![{_SPACES}])|(?<![{_SPACES}])»", text.text):
        yield "no no-break space inside « »"


def _direction(text: Text) -> Iterator[str]:
    """Find isolates that are not closed and, in right-to-left text, what must be isolated and is not.

    A foreign word that begins a text has nothing on its wrong side.
    """
    depth = 0
    for sign in text.text:
        depth += (sign in _ISOLATES) - (sign == _POP)
        if depth < 0:
            break
    if depth:
        yield "isolates (U+2066 … U+2069) not in pairs"
    if any(sign in text.text for sign in _OVERRIDES):
        yield "an embedding or an override of direction instead of an isolate"
    if Locale.parse(text.language).text_direction != "rtl":
        return
    bare = _PLACEHOLDER.sub("", _ISOLATED.sub("", text.text))
    if re.search(r"[+−]\s?\d", bare):
        yield "a signed number is not isolated"
    if re.search(r"(?<!\u200e)/[a-z]", bare):
        yield "a command is not isolated"
    without = re.sub(r"/[a-z]+", "", bare)
    if found := re.search(r"(?<=[^\u200eA-Za-zÀ-žА-яёЁ])[A-Za-zÀ-žА-яёЁ]{2,}", without):
        yield f"{found[0]!r} is not isolated"
    if re.search(r"[א-ת]-", without):
        yield "hyphen instead of ־"


def _before_names(text: Text, manner: Manner) -> Iterator[str]:
    """Find a preposition, an article or a possessive right before an inserted name, which may not fit every name."""
    said = text.text
    numbered = set(re.findall(r"\{(\w+)\}", " ".join(_NUMBERED.findall(text.english or said))))
    for found in re.finditer(r"(?:(?<![^\W_])([^\W\d_]+(?:-[^\W\d_]+)?)([’'])?\s*|(\S*))\{(\w+)\}", said):
        word, elided, _, field = found.groups()
        if field not in _TERMS or field in numbered:
            continue
        if word and elided:
            yield f"{word}{elided} before {{{field}}}"
        elif word and word.lower() in manner.prepositions:
            yield f"{word!r} before {{{field}}}"
    if manner.attached:
        for found in re.finditer(rf"({manner.attached})\{{(\w+)\}}", said):
            if found[2] in _TERMS and found[2] not in numbered:
                yield f"{found[1]!r} before {{{found[2]}}}"


def _past_of_players(text: Text) -> Iterator[str]:
    """A past tense of one Russian player would have to choose a gender."""
    if text.language != "ru" or "{name}" not in text.id:
        return
    if found := _RUSSIAN_PAST.search(_RUSSIAN_NOUNS.sub("", text.text)):
        yield f"past tense of a player, …{found[0]}"


def _address(text: Text, manner: Manner, to_one: Collection[str]) -> Iterator[str]:
    said = _COMMAND.sub("", text.text)
    for address in manner.addresses:
        if address.to_one and text.id not in to_one:
            continue
        if found := address.pattern.search(said):
            yield f"form of address {found[0]!r}, wanted: {address.wanted}"


_PLAIN = (_signs, _spacing, _french_spacing, _direction, _past_of_players)
_BY_MANNER = (_quotation, _dashes, _before_names)
