"""Styled text, and the people whom it may name: what every part of the house says things in."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Person", "Rich", "Span", "plain"]


class Person(msgspec.Struct, frozen=True, order=True):
    """Somebody on a platform, by the platform's own id."""

    platform: str
    id: int


class Span(msgspec.Struct, frozen=True):
    """A run of text in one style; a mention carries whom it names, a spoiler is hidden until its reader wants it."""

    text: str
    style: Literal["", "bold", "code", "mention", "spoiler"] = ""
    person: Person | None = None


Rich = tuple[Span, ...]
"""Styled text. Platforms turn it into entities or escaped markup; nobody writes markup by hand."""


def plain(rich: Rich) -> str:
    """Give the text without its styles."""
    return "".join(span.text for span in rich)
