"""How far apart letters stand: their widths, and pair kerning (the font's `HVAR` and `GPOS` tables, as shapers do)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.pictures import glyphs

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont
    from fontTools.varLib.varStore import VarStoreInstancer


class Kern(NamedTuple):
    """What changes about the first of two letters, in units of the font."""

    placement: int
    """How far it moves to the right itself."""
    advance: int
    """How much wider it is."""


class _Pairs(NamedTuple):
    """Pairs that are named one by one."""

    kerns: Mapping[tuple[int, int], Kern]

    def find(self, first: int, second: int) -> Kern | None:
        return self.kerns.get((first, second))


class _Classes(NamedTuple):
    """Pairs of letters of two classes; a letter that is in none is in class 0 (OpenType, *PairPos* format 2)."""

    firsts: Mapping[int, int]
    seconds: Mapping[int, int]
    kerns: Sequence[Sequence[Kern]]

    def find(self, first: int, second: int) -> Kern | None:
        row = self.firsts.get(first)
        return None if row is None else self.kerns[row][self.seconds.get(second, 0)]


class Spacing:
    """Widths and kerning of a script (`latn`, `cyrl`, `hebr` or `DFLT`) in one weight of the font.

    All is in units of the font. Raise ValueError for a font that cannot be read.
    """

    def __init__(self, script: str, weight: int) -> None:
        from fontTools.ttLib import TTFont, TTLibError  # only the process that draws needs them

        try:
            with TTFont(glyphs.FONT, lazy=True) as font:
                place = _place(font, weight)
                self._widths = _widths(font, place)
                self._lookups = [tuple(tables) for tables in _lookups(font, script, place)]
        except TTLibError as error:
            raise ValueError(str(error)) from error

    def width(self, letter: str) -> int:
        """Return how far from where a letter begins the next one does."""
        return self._widths[ord(letter)]

    def kern(self, first: str, second: str) -> Kern:
        """Return what changes about the first of two letters where the second comes after it."""
        placement = advance = 0
        for tables in self._lookups:
            # Of one lookup the first table that knows the pair counts, of all of them the sum.
            for table in tables:
                found = table.find(ord(first), ord(second))
                if found is not None:
                    placement, advance = placement + found.placement, advance + found.advance
                    break
        return Kern(placement, advance)


def _place(font: TTFont, weight: int) -> dict[str, float]:
    """Return where a weight is on the axis of a variable font (OpenType `fvar` and `avar`)."""
    from fontTools.misc.fixedTools import floatToFixedToFloat
    from fontTools.varLib.models import normalizeLocation, piecewiseLinearMap

    axes = {axis.axisTag: (axis.minValue, axis.defaultValue, axis.maxValue) for axis in font["fvar"].axes}
    bends = font["avar"].segments
    plain = normalizeLocation({"wght": weight}, axes)
    # Shapers count in parts of 2^14, and round halves up, of which there are many.
    return {tag: floatToFixedToFloat(piecewiseLinearMap(at, bends[tag]), 14) for tag, at in plain.items()}


def _varied(font: TTFont, store: Any, place: Mapping[str, float]) -> VarStoreInstancer:
    from fontTools.varLib.varStore import VarStoreInstancer

    return VarStoreInstancer(store, font["fvar"].axes, place)


def _widths(font: TTFont, place: Mapping[str, float]) -> dict[int, int]:
    from fontTools.misc.roundTools import otRound

    # FreeType takes them from the outlines, which for a few letters say something else.
    table, plain = font["HVAR"].table, font["hmtx"]
    varied = _varied(font, table.VarStore, place)
    return {
        code: otRound(plain[glyph][0] + varied[table.AdvWidthMap.mapping[glyph]])
        for code, glyph in font.getBestCmap().items()
    }


def _lookups(font: TTFont, script: str, place: Mapping[str, float]) -> Iterator[Iterator[_Pairs | _Classes]]:
    table, letters = font["GPOS"].table, _letters(font)
    varied = _varied(font, font["GDEF"].table.VarStore, place)
    language = next(each.Script.DefaultLangSys for each in table.ScriptList.ScriptRecord if each.ScriptTag == script)
    features = [table.FeatureList.FeatureRecord[number] for number in language.FeatureIndex]
    numbers = {one for each in features if each.FeatureTag == "kern" for one in each.Feature.LookupListIndex}
    for number in sorted(numbers):
        yield (
            _table(getattr(each, "ExtSubTable", each), letters, varied)
            for each in table.LookupList.Lookup[number].SubTable
        )


def _letters(font: TTFont) -> dict[str, list[int]]:
    """Return the code points of each glyph that has any."""
    found: dict[str, list[int]] = {}
    for code, glyph in font.getBestCmap().items():
        found.setdefault(glyph, []).append(code)
    return found


def _table(table: Any, letters: Mapping[str, list[int]], varied: VarStoreInstancer) -> _Pairs | _Classes:
    covered = table.Coverage.glyphs
    if table.Format == 1:
        return _Pairs(
            {
                (first, second): _kern(record.Value1, varied)
                for glyph, pairs in zip(covered, table.PairSet, strict=True)
                for first in letters.get(glyph, ())
                for record in pairs.PairValueRecord
                for second in letters.get(record.SecondGlyph, ())
            }
        )
    classes, others = table.ClassDef1.classDefs, table.ClassDef2.classDefs
    return _Classes(
        {code: classes.get(glyph, 0) for glyph in covered for code in letters.get(glyph, ())},
        {code: number for glyph, number in others.items() for code in letters.get(glyph, ())},
        [[_kern(each.Value1, varied) for each in row.Class2Record] for row in table.Class1Record],
    )


def _kern(value: Any, varied: VarStoreInstancer) -> Kern:
    from fontTools.misc.roundTools import otRound

    def at(name: str, device: str) -> int:
        varies = getattr(value, device, None)
        # A device that says how to vary is an index of two halves (OpenType, *VariationIndex*).
        moved = 0.0 if varies is None else varied[(varies.StartSize << 16) + varies.EndSize]
        return int(otRound(getattr(value, name, 0) + moved))

    return Kern(at("XPlacement", "XPlaDevice"), at("XAdvance", "XAdvDevice"))
