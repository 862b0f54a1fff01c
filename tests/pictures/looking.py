"""Ways to look at a picture: its pixels, its shape, its colours as other eyes see them."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin
from typing import TypeVar

from PIL import Image, ImageChops

from bot.pictures.palette import rgb
from tests.helpers.tree import REPOSITORY

Lab = tuple[float, float, float]

Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}

E = TypeVar("E")


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def pixels(png: bytes) -> Image.Image:
    return opened(png).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two images of one size, 0 (the same) to 255."""
    assert one.size == other.size
    values = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).tobytes()
    return sum(values) / len(values)


def ink(sprite: Image.Image) -> Image.Image:
    """Return what is drawn as black on white."""
    paper = Image.new("RGB", sprite.size, "white")
    paper.paste((0, 0, 0), (0, 0), sprite.getchannel("A"))
    return paper


def shape(sprite: Image.Image) -> list[bool]:
    """Return for each pixel whether it is drawn."""
    return [value > 127 for value in sprite.getchannel("A").tobytes()]


def overlap(one: Sequence[bool], other: Sequence[bool]) -> float:
    """Return the share of two shapes that they have in common: intersection over union."""
    pairs = list(zip(one, other, strict=True))
    return sum(a and b for a, b in pairs) / sum(a or b for a, b in pairs)


def seen(colour: str, eyes: Matrix) -> Lab:
    """Return a colour as these eyes see it, in CIELAB (D65)."""
    linear = [_linear(value / 255) for value in rgb(colour)]
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in eyes)
    x = _cube((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _cube(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _cube((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def distance(one: Lab, other: Lab) -> float:
    """Return how different two colours look (CIE 1976; 2.3 is just noticeable)."""
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


def ciede2000(one: Lab, other: Lab) -> float:
    """Return how different two colours look (CIEDE2000 with weights of 1; 1 is just noticeable).

    Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005; the numbers are those of its equations.
    """
    (light, a, b), (other_light, other_a, other_b) = one, other
    mean = (hypot(a, b) + hypot(other_a, other_b)) / 2
    stretch = 1 + (1 - (mean**7 / (mean**7 + 25**7)) ** 0.5) / 2  # (4), (5)
    chroma, other_chroma = hypot(a * stretch, b), hypot(other_a * stretch, other_b)
    hue, other_hue = (degrees(atan2(y, x * stretch)) % 360 for x, y in ((a, b), (other_a, other_b)))
    turn = ((other_hue - hue + 180) % 360 - 180) if chroma * other_chroma else 0.0  # (10)
    mean_light, mean_chroma = (light + other_light) / 2, (chroma + other_chroma) / 2
    mean_hue = hue + turn / 2 if chroma * other_chroma else hue + other_hue  # (14)
    weight = 1 + sum(
        share * cos(radians(times * mean_hue + shift))
        for share, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    )  # (15)
    by_light = 1 + 0.015 * (mean_light - 50) ** 2 / (20 + (mean_light - 50) ** 2) ** 0.5  # (18)
    lightness = (other_light - light) / by_light
    colourful = (other_chroma - chroma) / (1 + 0.045 * mean_chroma)  # (19)
    hues = 2 * (chroma * other_chroma) ** 0.5 * sin(radians(turn / 2)) / (1 + 0.015 * mean_chroma * weight)  # (20)
    blues = 30 * exp(-(((mean_hue % 360 - 275) / 25) ** 2))  # (16)
    rotation = -2 * (mean_chroma**7 / (mean_chroma**7 + 25**7)) ** 0.5 * sin(radians(2 * blues))  # (17), (21)
    return float((lightness**2 + colourful**2 + hues**2 + rotation * colourful * hues) ** 0.5)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _cube(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116


def elsewhere(code: str, **environment: str) -> list[str]:
    """Run code in a fresh process; return the lines it prints."""
    settings = {**os.environ, **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, env=settings, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def numbered(events: Sequence[E], numbers: Iterable[int] | None = None) -> list[tuple[int, E]]:
    """Return events as a board tells them, counted from 1 where nothing else is said."""
    return list(zip(range(1, len(events) + 1) if numbers is None else numbers, events, strict=True))
