"""A silent film of pictures shown one after the other: MP4, H.264, as every phone plays it.

Made in a worker process and in memory: nothing is written to a disk.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from fractions import Fraction

from PIL import Image

from bot.messaging import Film

SIDE = 720
"""The longer side of a film, in pixels."""
PER_SECOND = 10
"""Frames a second: pictures stand still, so that more would show nothing more."""
MOST_SECONDS = 60
MOST_BYTES = 5 << 20
SHORTEST, LONGEST, LAST = 5, 15, 40
"""For how many frames a picture stands, at least and at most, and the last one."""
MOST_PICTURES = (MOST_SECONDS * PER_SECOND - LAST) // SHORTEST + 1
"""How many pictures a film has room for."""

_TICK = Fraction(1, PER_SECOND)
_INDEX_BYTES = 64 << 10
"""Kept free at the beginning for the index, which `faststart` would move there by reading a file again."""
_QUALITIES = ("26", "32", "38")
"""Constant rate factors of x264, tried until the film is small enough."""
_GROUND = (24, 42, 49)
"""What is beside a picture of another shape than the film."""

Draw = Callable[[], bytes]
"""Draws a picture, as `bot.messaging.Picture.draw` does."""


def make(draws: Sequence[Draw]) -> Film:
    """Draw pictures and return their film; of more than it has room for, some are left out evenly.

    Raise ValueError for none, or where it cannot be made small enough.
    """
    if not draws:
        raise ValueError("a film of nothing")
    drawn = [draw() for draw in thinned(draws)]  # kept as they are compressed, not as they are decoded
    counts = lengths(len(drawn))
    size = _size(drawn[0])
    for quality in _QUALITIES:
        content = _encoded(drawn, counts, size, quality)
        if len(content) <= MOST_BYTES:
            return Film(content, *size, seconds=sum(counts) / PER_SECOND)
    raise ValueError(f"a film of {len(content)} bytes")


def thinned(draws: Sequence[Draw]) -> Sequence[Draw]:
    """Return as many as a film has room for, the first and the last among them."""
    if len(draws) <= MOST_PICTURES:
        return draws
    last = len(draws) - 1
    return [draws[round(number * last / (MOST_PICTURES - 1))] for number in range(MOST_PICTURES)]


def lengths(pictures: int) -> list[int]:
    """Return for how many frames each of so many pictures stands."""
    if pictures < 2:
        return [LAST] * pictures
    each = min(LONGEST, (MOST_SECONDS * PER_SECOND - LAST) // (pictures - 1))
    return [each] * (pictures - 1) + [LAST]


def _size(picture: bytes) -> tuple[int, int]:
    """Return the size of the film that a picture begins, both even, as H.264 wants them for its colours."""
    with Image.open(io.BytesIO(picture)) as first:
        scale = SIDE / max(first.size)
        width, height = (max(2, round(side * scale / 2) * 2) for side in first.size)
    return width, height


def _still(picture: bytes, size: tuple[int, int]) -> Image.Image:
    """Scale a picture into a frame, its shape kept."""
    with Image.open(io.BytesIO(picture)) as drawn:
        scale = min(size[0] / drawn.width, size[1] / drawn.height)
        inner = (max(1, round(drawn.width * scale)), max(1, round(drawn.height * scale)))
        scaled = drawn.convert("RGB").resize(inner, Image.Resampling.LANCZOS)
    frame = Image.new("RGB", size, _GROUND)
    frame.paste(scaled, ((size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2))
    return frame


def _encoded(drawn: Sequence[bytes], counts: Sequence[int], size: tuple[int, int], quality: str) -> bytes:
    import av  # 15 MB, which the process that answers presses would hold for nothing

    file = io.BytesIO()
    with av.open(file, "w", format="mp4", options={"moov_size": str(_INDEX_BYTES)}) as container:
        stream = container.add_stream("libx264", rate=PER_SECOND)
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = _TICK  # the stream's own is the muxer's, which changes it
        stream.codec_context.thread_count = 1
        stream.options = {"crf": quality, "preset": "veryfast", "tune": "stillimage", "g": str(5 * PER_SECOND)}
        time = 0
        for picture, count in zip(drawn, counts, strict=True):
            still = av.VideoFrame.from_image(_still(picture, size))  # type: ignore[no-untyped-call]
            frame = still.reformat(format="yuv420p")
            frame.time_base = _TICK
            for _ in range(count):
                frame.pts = time
                container.mux(stream.encode(frame))
                time += 1
        container.mux(stream.encode())
    return file.getvalue()
