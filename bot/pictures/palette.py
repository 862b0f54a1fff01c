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
    "seat-0": ("#5a96ee", "#2f62b8"),
    "seat-1": ("#ec9534", "#c46a22"),
    "seat-2": ("#fef4c0", "#fbc83d"),
    "seat-3": ("#cb3757", "#8f2444"),
}
"""The colours, each with the darker tone of its shadow side: sixteen for things, and one for each seat."""

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

RIGHT, WRONG = GROUNDS["mint"], COLOURS["red-shade"]
"""Yes and no, a match and a miss: light and dark, so that nobody has to tell green from red."""

PLACES: dict[str, dict[str, str]] = {
    "table": {},
    "court": {
        "wall": "#7d4a5c",
        "wall-shade": "#693c50",
        "carpet": "#a8384a",
        "floor": "#b98d70",
        "floor-shade": "#a0775f",
    },
    "stage": {
        "planks": "#e0ab74",
        "planks-shade": "#c98a57",
        "light": "#f7d9a6",
        "backdrop": "#bfa9e6",
        "ray": "#d0bff0",
    },
    "town": {
        "grass": "#cfdca0",
        "grass-shade": "#b2c685",
        "road": "#fbf1da",
        "water": "#9fd3e6",
        "night": "#33405f",
    },
}
"""What each game's own ground is painted with, by the name of the place. Only pictures of that place use them."""

SEATS: tuple[str, ...] = tuple(COLOURS[f"seat-{seat}"] for seat in range(4))
"""The main colour of each seat's badge. Badges differ in shape too: circle, square, triangle, heart.

Everybody's eyes tell them apart, and each stands out from the outline (tests/pictures/test_colours.py).
"""


def rgb(colour: str) -> Rgb:
    """Parse `#rrggbb`."""
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(value / 255) for value in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: str) -> str:
    """Return the name of the colour in which type is read better on a ground: ink or paper."""
    return max(("ink", "paper"), key=lambda name: contrast(COLOURS[name], ground))


def indexed(place: str = "table") -> tuple[Rgb, ...]:
    """Return the at most 256 colours of a finished picture: the named ones and the blends of smooth edges.

    `place` is one of `PLACES`, whose colours count as named.
    """
    own = tuple(PLACES[place].values())
    named = [rgb(colour) for colour in (*COLOURS.values(), *own, *GROUNDS.values())]
    wanted = list(named)
    for ground, share in ((OUTLINE, 0.5), (COLOURS["paper"], 0.5), (OUTLINE, 0.25), (OUTLINE, 0.75)):
        wanted += [_blend(colour, rgb(ground), share) for colour in named]
    return tuple(dict.fromkeys(wanted))[:256]


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (red, green, blue)
