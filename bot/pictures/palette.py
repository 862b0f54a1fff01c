"""The colours of all pictures, by name, and the one outline.

Light comes from the upper left: every hue has one darker tone for its shadow side, and there are no gradients, which
band in an indexed picture. Sprites use only these colours (a test holds them to it).
"""

from __future__ import annotations

from typing import TypeAlias

Rgb: TypeAlias = tuple[int, int, int]

OUTLINE = "#2b2138"

SHADES: dict[str, tuple[str, str]] = {
    "paper": ("#fff8ea", "#c3c6d2"),
    "steel": ("#c3c6d2", "#8d93a8"),
    "coal": ("#453a55", OUTLINE),
    "red": ("#d9414e", "#a02a43"),
    "orange": ("#f28c38", "#c8622a"),
    "gold": ("#fbc83d", "#d3962b"),
    "leaf": ("#63b257", "#3c8048"),
    "teal": ("#3fa9a0", "#3fa9a0"),
    "sky": ("#8fd0ee", "#8fd0ee"),
    "blue": ("#3f7bd1", "#2b519b"),
    "violet": ("#8c5cc0", "#5b3a8c"),
    "rose": ("#f59bb5", "#d96a92"),
    "skin": ("#fbd3a8", "#e8ac7c"),
    "bark": ("#8a5433", "#5f3824"),
    "lemon": ("#fff0a0", "#fbc83d"),
    "felt": ("#3f6672", "#34555f"),
}
"""The sixteen colours, each with the darker tone of its shadow side."""

COLOURS: dict[str, str] = {
    "ink": OUTLINE,
    **{name: light for name, (light, _) in SHADES.items()},
    **{f"{name}-shade": dark for name, (_, dark) in SHADES.items()},
    "parchment": "#f1e4c8",
    "mist": "#a9b7bb",
}

GROUNDS: dict[str, str] = {
    "sand": "#f6e3b4",
    "denim": "#6f9fe0",
    "lilac": "#c3aee8",
    "blush": "#f9c3d3",
    "sun": "#ffdd70",
    "brick": "#dd7b62",
    "mint": "#a9dfc2",
    "amber": "#f6a758",
    "lagoon": "#62c0ba",
    "ice": "#a9dcf2",
    "orchid": "#e07ac0",
}
"""Calm tints for what lies behind a figure; each kind of card has its own."""

SEATS: tuple[str, ...] = ("#3f7bd1", "#f28c38", "#fff0a0", "#a02a43")
"""The main colour of each seat's badge. Badges differ in shape too: circle, square, triangle, heart."""


def rgb(colour: str) -> Rgb:
    """Parse `#rrggbb`."""
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def indexed() -> tuple[Rgb, ...]:
    """Return the at most 256 colours of a finished picture: the named ones and the blends of smooth edges."""
    named = [rgb(colour) for colour in (*COLOURS.values(), *GROUNDS.values())]
    wanted = list(named)
    for share in (0.5, 0.25, 0.75):
        wanted += [_blend(colour, rgb(OUTLINE), share) for colour in named]
    wanted += [_blend(colour, rgb(COLOURS["paper"]), 0.5) for colour in named]
    wanted += [_blend(colour, rgb(COLOURS["felt"]), 0.5) for colour in named]
    return tuple(dict.fromkeys(wanted))[:256]


def _blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (red, green, blue)
