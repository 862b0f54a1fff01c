"""The numbers of the moves that a text tells: a line begins with one, or with those of a whole turn ("7–9. ")."""

from __future__ import annotations

import re

_LINE = re.compile(r"^\W*([\d,]+)(?:–([\d,]+))?\. ", re.MULTILINE)
_ISOLATES = re.compile("[\u2066-\u2069]")


def numbers(text: str) -> list[int]:
    """List the numbers in the order of the lines, each of those that a line tells together."""
    found = _LINE.findall(_ISOLATES.sub("", text))
    return [number for first, last in found for number in range(_read(first), _read(last or first) + 1)]


def _read(digits: str) -> int:
    return int(digits.replace(",", ""))
