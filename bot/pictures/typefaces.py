"""The typefaces in which names are written: Rubik, and for letters that it has not, Noto Sans of their script.

All come as packages: no font of the system is used, so a name looks the same on every machine. A word is in one
typeface where any has all of it. What none has is written by the nearest letter that they have, or left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import fontpkg_rubik
import manimgx_fonts
import manimgx_fonts_cjk
import regex


class Typeface(NamedTuple):
    """A file with a font of variable weight, or with several; `number` is which of them."""

    file: Path
    number: int = 0


BOLD, MEDIUM = 700, 500
"""The weights in which text is written."""

RUBIK = Typeface(Path(fontpkg_rubik.ROOT) / "files" / "Rubik[wght].ttf")
"""What it has is written in it, and so is most of what players read on pictures."""
_NOTO = Path(manimgx_fonts.__file__).parent
_CJK = Path(manimgx_fonts_cjk.__file__).parent / "NotoSansCJK-VF.otf.ttc"
_JAPANESE, _KOREAN, _CHINESE = (Typeface(_CJK, number) for number in (0, 1, 2))

BY_SCRIPT = {
    **{script: Typeface(_NOTO / "NotoSans[wght].ttf") for script in ("Latin", "Greek", "Cyrillic")},
    **{
        script: Typeface(_NOTO / f"NotoSans{script}[wght].ttf")
        for script in (
            *("Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew"),
            *("Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thai"),
        )
    },
    **dict.fromkeys(("Hiragana", "Katakana"), _JAPANESE),
    "Hangul": _KOREAN,
    **dict.fromkeys(("Han", "Bopomofo"), _CHINESE),
}
"""Which typeface has what Rubik has not, by the script (UAX 24) of the letter. The first of a line has all that it can.

So Han characters are drawn as in Japan or Korea beside letters of theirs, and else as in China.
"""

_SHAPERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # join and vary their neighbours; alone they draw nothing
_CLUSTER = regex.compile(r"\X")
_WORD = regex.compile(r"\s+|\S+")
_SCRIPTS = {script: regex.compile(rf"\p{{scx={script}}}") for script in BY_SCRIPT}
_LATIN = re.compile(r".*\bLATIN (?:(CAPITAL|SMALL) )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
"""The name of a character that is, in some dress, a letter from A to Z."""


@lru_cache(maxsize=len(BY_SCRIPT) + 1)
def face(typeface: Typeface) -> Any:
    """Return a font as HarfBuzz has it. Raise OSError if it cannot be read, ValueError if it is no font."""
    import uharfbuzz as hb  # only the process that draws needs it

    try:
        # Mapped, not read: of the 30 MB for Chinese a few pages are needed.
        found = hb.Face(hb.Blob.from_file_path(str(typeface.file)), typeface.number)
    except hb.HarfBuzzError as error:
        raise OSError(str(error)) from error
    if not found.unicodes:
        raise ValueError(f"{typeface.file.name} is no font")
    return found


@lru_cache(maxsize=2 * (len(BY_SCRIPT) + 1))
def font(typeface: Typeface, weight: int) -> Any:
    """Return a typeface in a weight. It is shared: never change it. Raise what `face` does."""
    import uharfbuzz as hb

    found = hb.Font(face(typeface))
    found.set_variations({"wght": weight})
    return found


def split(line: str) -> list[tuple[str, Typeface]]:
    """Split a line that is `drawable` into parts of one typeface each. Raise what `face` does."""
    parts: list[tuple[str, Typeface]] = []
    for word in _WORD.findall(line):
        if word.isspace():  # it goes on as what stands before it
            whole: Typeface | None = parts[-1][1] if parts else RUBIK
        else:
            whole = _typeface(word, line)
        for letters in [word] if whole else _CLUSTER.findall(word):
            typeface = whole or _typeface(letters, line) or RUBIK
            if parts and parts[-1][1] == typeface:
                letters = parts.pop()[0] + letters
            parts.append((letters, typeface))
    return parts


def drawable(text: str) -> str:
    """Return a text as it can be drawn, and tidy its spaces. Raise what `face` does.

    A grapheme cluster that no typeface has whole becomes the letter that it is at bottom, with as many of its marks as
    can be drawn: 𝓐 becomes A. One that is no letter in any is left out.
    """
    kept = (_nearest(cluster) for cluster in _CLUSTER.findall(text))
    tidy = " ".join("".join(kept).split())
    return tidy if tidy == text else drawable(tidy)  # what stood apart may be one cluster now


def _typeface(text: str, line: str) -> Typeface | None:
    """Return the first typeface for the letters of a line that has all of a text of it."""
    return next((each for each in _candidates(line) if _draws(each, text)), None)


def _candidates(line: str) -> Iterator[Typeface]:
    yield RUBIK  # nearly always enough, so what else there is is looked for only when it is not
    yield from (BY_SCRIPT[script] for script, letters in _SCRIPTS.items() if letters.search(line))


def _nearest(cluster: str) -> str:
    if _typeface(cluster, cluster):
        return cluster
    plain = unicodedata.normalize("NFKC", cluster)
    while not _typeface(plain, plain):
        parts = unicodedata.normalize("NFD", plain)
        if len(parts) < 2 or not unicodedata.combining(parts[-1]):
            return _latin(plain)
        plain = unicodedata.normalize("NFC", parts[:-1])
    return plain


def _latin(letter: str) -> str:
    """Return the letter from A to Z that a character is a form of, small if it is; nothing if it is none."""
    found = _LATIN.fullmatch(unicodedata.name(letter, "")) if len(letter) == 1 else None
    if found is None:
        return ""
    return found[2] if found[1] == "CAPITAL" else found[2].lower()


def _draws(typeface: Typeface, text: str) -> bool:
    letters = font(typeface, MEDIUM)
    return all(char in _SHAPERS or char.isspace() or letters.get_nominal_glyph(ord(char)) is not None for char in text)
