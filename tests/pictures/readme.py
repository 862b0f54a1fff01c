"""Makes the pictures of the README anew: `python -m tests.pictures.readme`, or some of them: `... playground discord`.

Those of the games are samples; the others are taken of a game on loopback, with Chromium, which takes a minute or two.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path

from PIL import Image

from tests.helpers.tree import REPOSITORY
from tests.outside import discord_screenshot
from tests.pictures.samples import samples_of
from tests.playground.game import screenshot

PICTURES = REPOSITORY / "docs" / "pictures"
SAMPLES = {
    "court-hats": ("court_hats", "swap"),
    "invisible-man": ("invisible_man", "town, chase"),
    "vanished-animal": ("vanished_animal", "animal many"),
}
"""Which game's which sample it is, by the name of the picture."""
SCREENSHOTS: dict[str, Callable[[Path, Path], Coroutine[object, object, None]]] = {
    "discord": discord_screenshot.take,
    "playground": screenshot.take,
}
"""What takes it, into a file, with a folder to play in."""
WIDTH, COLOURS = 1000, 128


def make(name: str) -> bytes:
    """Return one of the pictures as PNG."""
    if name in SAMPLES:
        game, sample = SAMPLES[name]
        return samples_of(game)[sample].draw()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "taken.png"
        asyncio.run(SCREENSHOTS[name](out, Path(folder)))
        return light(out.read_bytes())


def light(taken: bytes) -> bytes:
    """Return a screenshot as PNG of `COLOURS` colours, `WIDTH` pixels wide at most."""
    with Image.open(io.BytesIO(taken)) as opened:
        image = opened.convert("RGB")
    if image.width > WIDTH:
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def main(arguments: list[str]) -> int:
    """Write the named pictures, or all of them, and return the exit code."""
    every = [*SAMPLES, *SCREENSHOTS]
    if not {*arguments} <= {*every}:
        sys.stderr.write(f"usage: python -m tests.pictures.readme [{'|'.join(every)}]...\n")
        return 2
    for name in arguments or every:
        (PICTURES / f"{name}.png").write_bytes(make(name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
