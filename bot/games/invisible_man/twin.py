"""The text twin of the town: all that its picture shows, so that a blind player can play from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.games import phrases
from bot.games.game import Seat
from bot.games.invisible_man.moves import LaidKind
from bot.games.invisible_man.town import TOWN
from bot.games.invisible_man.view import InvisibleView
from bot.games.invisible_man.words import DECKS, ICONS, PLACES, kept, place, where
from bot.games.scene import Player
from bot.port import Rich, Span, plain
from bot.words import Words, units

__all__ = ["ROOM", "SHOWN_FROM", "final", "running"]

ROOM = 650
"""How long a board may be, headline included, in UTF-16 units: moves and the table's own lines need room too."""
SHOWN_FROM = 12
"""From which quiet round on the count is shown (N47)."""
_SIGNS = {"no": "✗", "yes": "✓"}


def running(view: InvisibleView, headline: Rich, players: Sequence[Player], words: Words) -> Rich:
    """Describe the town while the game runs: seats, piles, cards on places, open Signals, numbered cells.

    Places go by sign and name where that fits into ROOM, else all is said in signs; the last resort counts the cards.
    """
    room = ROOM - units(plain(headline)) - 1
    seats = tuple(_seats(view, players, words))
    for manner in (_in_words, _in_signs, _in_counts):
        body = phrases.lines((*seats, *_town(view, manner, words)))
        if units(plain(body)) <= room:
            break
    return body


def final(view: InvisibleView, players: Sequence[Player], words: Words) -> Rich:
    """Describe the town after the end: the seats and what lies open; why it ended is the last move told."""
    opened = words.rich("Signals open: {places}", places=_opened(view)) if view.opened else ()
    return phrases.lines((*_seats(view, players, words), opened))


def _seats(view: InvisibleView, players: Sequence[Player], words: Words) -> Iterator[Rich]:
    for seat, player in enumerate(players):
        name = Span(words.name(player.name), "bold")
        yield _hunted(view, seat, name, words) if seat == view.invisible else _policeman(view, seat, name, words)


def _hunted(view: InvisibleView, seat: Seat, name: Span, words: Words) -> Rich:
    shown = view.seats[seat]
    values = {"name": name, "no": shown.cards.no, "cloaks": shown.cards.cloaks}
    if shown.cell is None:
        return words.rich("👻 {name}: hidden; NO {no}, Cloaks {cloaks}", **values)
    return words.rich("👻 {name}: seen at {cell}; NO {no}, Cloaks {cloaks}", cell=where(shown.cell, words), **values)


def _policeman(view: InvisibleView, seat: Seat, name: Span, words: Words) -> Rich:
    shown = view.seats[seat]
    if shown.out or shown.cell is None:
        return words.rich("👮 {name}: out", name=name)
    return words.rich(
        "👮 {name}: {cell}; charges {charges}, Signals {signals}, YES {yes}",
        name=name,
        cell=where(shown.cell, words),
        charges=shown.charges,
        signals=shown.cards.signals,
        yes=shown.cards.yes,
    )


def _town(
    view: InvisibleView, manner: Callable[[InvisibleView, Words], Iterator[Rich]], words: Words
) -> Iterator[Rich]:
    piles = view.piles
    counts = {"signals": piles.signals, "yes": piles.yes, "no": piles.no, "cloaks": piles.cloaks}
    yield words.rich("Piles: Signals {signals}, YES {yes}, NO {no}, Cloaks {cloaks}", **counts)
    if view.opened:
        yield words.rich("Signals open: {places}", places=_opened(view))
    if view.patience is not None and view.quiet >= SHOWN_FROM:
        yield words.rich("Quiet rounds: {quiet} of {patience}", quiet=view.quiet, patience=view.patience)
    yield from manner(view, words)


def _in_words(view: InvisibleView, words: Words) -> Iterator[Rich]:
    """List the places with the numbers of their cards (N13), then the numbered cells, at full length."""
    cards = [f"{place(cell, words)} {', '.join(_named(view, cell, words))}" for cell in _laden(view)]
    if cards:
        yield words.rich("Face down: {cards}", cards=" · ".join(cards))
    if view.cells:
        # one isolate around them all: in right-to-left text each label would need its own, and room is short
        yield words.rich("To go: {cells}", cells=kept(" · ".join(_cells(view, words)), words))


def _in_signs(view: InvisibleView, words: Words) -> Iterator[Rich]:
    cards = [f"{ICONS[cell]}{''.join(_numbered(view, cell, words))}" for cell in _laden(view)]
    yield from _short(view, cards, words)


def _in_counts(view: InvisibleView, words: Words) -> Iterator[Rich]:
    cards = [f"{ICONS[cell]}{''.join(_counted(view, cell, words))}" for cell in _laden(view)]
    yield from _short(view, cards, words)


def _short(view: InvisibleView, cards: Sequence[str], words: Words) -> Iterator[Rich]:
    if cards:
        yield words.rich("NO ✗, YES ✓: {cards}", cards=kept(" ".join(cards), words))
    if view.cells:
        cells = (f"{words.number(number)}:{TOWN.label(cell)}" for number, cell in enumerate(view.cells, 1))
        yield words.rich("To go: {cells}", cells=kept(" ".join(cells), words))


def _laden(view: InvisibleView) -> list[str]:
    """List the places with cards, in the order of the town."""
    laden = {card.place for card in view.cards}
    return [cell for cell in ICONS if cell in laden]


def _on(view: InvisibleView, cell: str) -> Iterator[tuple[LaidKind, list[int]]]:
    """Give the numbers of the cards on a place by kind, where there are any."""
    kinds: tuple[LaidKind, LaidKind] = ("no", "yes")
    for kind in kinds:
        numbers = [card.number for card in view.cards if (card.place, card.kind) == (cell, kind)]
        if numbers:
            yield kind, numbers


def _named(view: InvisibleView, cell: str, words: Words) -> Iterator[str]:
    for kind, numbers in _on(view, cell):
        yield f"{words.tell(DECKS[kind])} {' '.join(words.number(number) for number in numbers)}"


def _numbered(view: InvisibleView, cell: str, words: Words) -> Iterator[str]:
    for kind, numbers in _on(view, cell):
        yield _SIGNS[kind] + ",".join(words.number(number) for number in numbers)


def _counted(view: InvisibleView, cell: str, words: Words) -> Iterator[str]:
    for kind, numbers in _on(view, cell):
        yield f"{_SIGNS[kind]}×{words.number(len(numbers))}"


def _opened(view: InvisibleView) -> str:
    return " ".join(ICONS[cell] for cell in view.opened)


def _cells(view: InvisibleView, words: Words) -> Iterator[str]:
    for number, cell in enumerate(view.cells, 1):
        name = words.tell(PLACES[cell]) if cell in PLACES else TOWN.label(cell)
        yield f"{words.number(number)} {name}"
