"""The text twin of the town: all that its picture shows, so that a blind player can play from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
_LINE = Span("\n")
_Namer = Callable[[str, Words], str]


def running(view: InvisibleView, headline: Rich, players: Sequence[Player], words: Words) -> Rich:
    """Describe the town while the game runs: seats, piles, cards on places, open Signals, numbered cells.

    Places go by sign and name where that fits into ROOM, else by their sign alone; the last resort counts the cards.
    """
    room = ROOM - units(plain(headline)) - 1
    manners: tuple[tuple[_Namer, _Lister], ...] = ((place, _numbers), (_sign, _numbers), (_sign, _counts))
    for namer, lister in manners:
        body = _lines((*_seats(view, players, words), *_town(view, namer, lister, words)))
        if units(plain(body)) <= room:
            break
    return body


def final(view: InvisibleView, players: Sequence[Player], words: Words) -> Rich:
    """Describe the town after the end: the seats and what lies open; why it ended is the last move told."""
    opened = words.rich("Signals open: {places}", places=_opened(view)) if view.opened else ()
    return _lines((*_seats(view, players, words), opened))


def _lines(lines: Sequence[Rich]) -> Rich:
    spans = [span for line in lines if line for span in (_LINE, *line)]
    return tuple(spans[1:])


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


_Lister = Callable[[InvisibleView, str, LaidKind, Words], str]


def _town(view: InvisibleView, namer: _Namer, lister: _Lister, words: Words) -> Iterator[Rich]:
    piles = view.piles
    counts = {"signals": piles.signals, "yes": piles.yes, "no": piles.no, "cloaks": piles.cloaks}
    yield words.rich("Piles: Signals {signals}, YES {yes}, NO {no}, Cloaks {cloaks}", **counts)
    if view.cards:
        yield words.rich("Face down: {cards}", cards=" · ".join(_cards(view, namer, lister, words)))
    if view.opened:
        yield words.rich("Signals open: {places}", places=_opened(view))
    if view.patience is not None and view.quiet >= SHOWN_FROM:
        yield words.rich("Quiet rounds: {quiet} of {patience}", quiet=view.quiet, patience=view.patience)
    if view.cells:
        # one isolate around them all: in right-to-left text each label would need its own, and room is short
        yield words.rich("To go: {cells}", cells=kept(" · ".join(_cells(view, words)), words))


def _cards(view: InvisibleView, namer: _Namer, lister: _Lister, words: Words) -> Iterator[str]:
    for cell in ICONS:
        kinds: tuple[LaidKind, LaidKind] = ("no", "yes")
        listed = [lister(view, cell, kind, words) for kind in kinds]
        if any(listed):
            yield f"{namer(cell, words)} {', '.join(text for text in listed if text)}"


def _sign(cell: str, words: Words) -> str:
    del words
    return ICONS[cell]


def _numbers(view: InvisibleView, cell: str, kind: LaidKind, words: Words) -> str:
    """List the cards of a kind on a place by their public numbers (N13)."""
    numbers = [words.number(card.number) for card in view.cards if (card.place, card.kind) == (cell, kind)]
    return f"{words.tell(DECKS[kind])} {' '.join(numbers)}" if numbers else ""


def _counts(view: InvisibleView, cell: str, kind: LaidKind, words: Words) -> str:
    """Count the cards of a kind on a place."""
    count = sum((card.place, card.kind) == (cell, kind) for card in view.cards)
    return f"{words.tell(DECKS[kind])}×{words.number(count)}" if count else ""


def _opened(view: InvisibleView) -> str:
    return " ".join(ICONS[cell] for cell in view.opened)


def _cells(view: InvisibleView, words: Words) -> Iterator[str]:
    for number, cell in enumerate(view.cells, 1):
        name = words.tell(PLACES[cell]) if cell in PLACES else TOWN.label(cell)
        yield f"{words.number(number)} {name}"
