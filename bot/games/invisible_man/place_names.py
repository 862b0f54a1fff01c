"""What the places of the map are called, all of them whole: on tap, since no word stands on the map itself.

Each name comes with the cell before its door, by the letter and number along the edges of the map; from north to
south, and from west to east.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.engine.presentation import Reference
from bot.games.invisible_man import pictures
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.text import ICONS, PLACES, kept_together
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Span, alternative_text, joined

CODE = "names"
LONGEST = 200
"""Of a page, in UTF-16 units: what an alert holds."""
_SIGNS = {TOWN.station: "👮", **ICONS, **dict.fromkeys(("w1", "w2", "w3"), "🌉"), **dict.fromkeys(("w4", "w5"), "⚓")}

Named: TypeAlias = tuple[str, str, str]
"""A cell or building, its name, the label of the cell to which it belongs (empty for one off the grid of letters)."""


def look(tr: Translator) -> Reference:
    """Return the names of all places in alerts, in a text, and beside their drawings."""
    every = list(_named(tr))
    lines = [_line(each, tr) for each in every]
    title = tr.rich("The places in town, each with the striped space outside it:")
    text = joined((Span(line),) for line in lines)
    drawn = pictures.place_names(every, alternative_text(title, text))
    return Reference(tuple(_pages(lines)), title, text, drawn)


def _named(tr: Translator) -> Iterator[Named]:
    columns = {TOWN.label(cell)[0] for cell in TOWN.road}
    for cell in sorted(_SIGNS, key=lambda cell: TOWN.at[cell][::-1]):
        label = TOWN.label(TOWN.hatched.get(cell, _beside_laboratory() if cell == TOWN.laboratory else cell))
        yield cell, tr.translate(PLACES[cell]), label if label[0] in columns else ""


def _beside_laboratory() -> str:
    return TOWN.next[TOWN.laboratory][0]


def _line(named: Named, tr: Translator) -> str:
    cell, name, label = named
    return f"{_SIGNS[cell]} {name} {kept_together(label, tr)}".rstrip()


def _pages(lines: Sequence[str]) -> Iterator[str]:
    """Put whole names on as few pages as hold them, each with its number."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if utf16_length(" · ".join([*pages[-1], line])) > LONGEST - utf16_length("🗺 1/9 "):
            pages.append([])
        pages[-1].append(line)
    for number, page in enumerate(pages, 1):
        yield f"🗺 {number}/{len(pages)} {' · '.join(page)}"
