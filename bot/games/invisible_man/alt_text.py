"""The text twin of the town: all that its picture shows, so that a blind player can play from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.engine.presentation import Player, lines
from bot.engine.rules import Seat
from bot.games.invisible_man.rules.moves import LaidKind
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import DECKS, ICONS, PLACES, kept, place, where
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, plain_text

ROOM = 650
"""How long a board may be, headline included, in UTF-16 units: moves and the table's own lines need room too."""
SHOWN_FROM = 12
"""From which quiet round on the count is shown (N47)."""
_SIGNS = {"no": "✗", "yes": "✓"}


def running(view: InvisibleManView, headline: RichText, players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the town while the game runs: seats, piles, cards on places, open Signals, numbered cells.

    Places go by sign and name where that fits into ROOM, else all is said in signs; the last resort counts the cards.
    """
    room = ROOM - utf16_length(plain_text(headline)) - 1
    seats = tuple(_seats(view, players, tr))
    for manner in (_in_words, _in_signs, _in_counts):
        body = lines((*seats, *_town(view, manner, tr)))
        if utf16_length(plain_text(body)) <= room:
            break
    return body


def final(view: InvisibleManView, players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the town after the end: the seats and what lies open; why it ended is the last move told."""
    opened = tr.rich("Signals open: {places}", places=_opened(view)) if view.opened else ()
    return lines((*_seats(view, players, tr), opened))


def _seats(view: InvisibleManView, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    for seat, player in enumerate(players):
        name = Span(tr.name(player.name), "bold")
        yield _hunted(view, seat, name, tr) if seat == view.invisible else _policeman(view, seat, name, tr)


def _hunted(view: InvisibleManView, seat: Seat, name: Span, tr: Translator) -> RichText:
    shown = view.seats[seat]
    values = {"name": name, "no": shown.cards.no, "cloaks": shown.cards.cloaks}
    if shown.cell is None:
        return tr.rich("👻 {name}: hidden; NO {no}, Cloaks {cloaks}", **values)
    return tr.rich("👻 {name}: seen at {cell}; NO {no}, Cloaks {cloaks}", cell=where(shown.cell, tr), **values)


def _policeman(view: InvisibleManView, seat: Seat, name: Span, tr: Translator) -> RichText:
    shown = view.seats[seat]
    if shown.out or shown.cell is None:
        return tr.rich("👮 {name}: out", name=name)
    return tr.rich(
        "👮 {name}: {cell}; charges {charges}, Signals {signals}, YES {yes}",
        name=name,
        cell=where(shown.cell, tr),
        charges=shown.charges,
        signals=shown.cards.signals,
        yes=shown.cards.yes,
    )


def _town(
    view: InvisibleManView, manner: Callable[[InvisibleManView, Translator], Iterator[RichText]], tr: Translator
) -> Iterator[RichText]:
    piles = view.piles
    counts = {"signals": piles.signals, "yes": piles.yes, "no": piles.no, "cloaks": piles.cloaks}
    yield tr.rich("Piles: Signals {signals}, YES {yes}, NO {no}, Cloaks {cloaks}", **counts)
    if view.opened:
        yield tr.rich("Signals open: {places}", places=_opened(view))
    if view.patience is not None and view.quiet >= SHOWN_FROM:
        yield tr.rich("Quiet rounds: {quiet} of {patience}", quiet=view.quiet, patience=view.patience)
    yield from manner(view, tr)


def _in_words(view: InvisibleManView, tr: Translator) -> Iterator[RichText]:
    """List the places with the numbers of their cards (N13), then the numbered cells, at full length."""
    cards = [f"{place(cell, tr)} {', '.join(_named(view, cell, tr))}" for cell in _laden(view)]
    if cards:
        yield tr.rich("Face down: {cards}", cards=" · ".join(cards))
    if view.cells:
        # one isolate around them all: in right-to-left text each label would need its own, and room is short
        yield tr.rich("To go: {cells}", cells=kept(" · ".join(_cells(view, tr)), tr))


def _in_signs(view: InvisibleManView, tr: Translator) -> Iterator[RichText]:
    cards = [f"{ICONS[cell]}{''.join(_numbered(view, cell, tr))}" for cell in _laden(view)]
    yield from _short(view, cards, tr)


def _in_counts(view: InvisibleManView, tr: Translator) -> Iterator[RichText]:
    cards = [f"{ICONS[cell]}{''.join(_counted(view, cell, tr))}" for cell in _laden(view)]
    yield from _short(view, cards, tr)


def _short(view: InvisibleManView, cards: Sequence[str], tr: Translator) -> Iterator[RichText]:
    if cards:
        yield tr.rich("NO ✗, YES ✓: {cards}", cards=kept(" ".join(cards), tr))
    if view.cells:
        cells = (f"{tr.number(number)}:{TOWN.label(cell)}" for number, cell in enumerate(view.cells, 1))
        yield tr.rich("To go: {cells}", cells=kept(" ".join(cells), tr))


def _laden(view: InvisibleManView) -> list[str]:
    """List the places with cards, in the order of the town."""
    laden = {card.place for card in view.cards}
    return [cell for cell in ICONS if cell in laden]


def _on(view: InvisibleManView, cell: str) -> Iterator[tuple[LaidKind, list[int]]]:
    """Give the numbers of the cards on a place by kind, where there are any."""
    kinds: tuple[LaidKind, LaidKind] = ("no", "yes")
    for kind in kinds:
        numbers = [card.number for card in view.cards if (card.place, card.kind) == (cell, kind)]
        if numbers:
            yield kind, numbers


def _named(view: InvisibleManView, cell: str, tr: Translator) -> Iterator[str]:
    for kind, numbers in _on(view, cell):
        yield f"{tr.translate(DECKS[kind])} {' '.join(tr.number(number) for number in numbers)}"


def _numbered(view: InvisibleManView, cell: str, tr: Translator) -> Iterator[str]:
    for kind, numbers in _on(view, cell):
        yield _SIGNS[kind] + ",".join(tr.number(number) for number in numbers)


def _counted(view: InvisibleManView, cell: str, tr: Translator) -> Iterator[str]:
    for kind, numbers in _on(view, cell):
        yield f"{_SIGNS[kind]}×{tr.number(len(numbers))}"


def _opened(view: InvisibleManView) -> str:
    return " ".join(ICONS[cell] for cell in view.opened)


def _cells(view: InvisibleManView, tr: Translator) -> Iterator[str]:
    for number, cell in enumerate(view.cells, 1):
        name = tr.translate(PLACES[cell]) if cell in PLACES else TOWN.label(cell)
        yield f"{tr.number(number)} {name}"
