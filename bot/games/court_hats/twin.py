"""The text twin of the tableau: all that its picture shows, so that a blind player can play from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games import phrases
from bot.games.court_hats.view import CourtView, SeatView
from bot.games.court_hats.words import CHARACTERS, HATS
from bot.games.scene import Player
from bot.port import Rich, Span
from bot.words import Words, isolate, msg

__all__ = ["bans", "final", "running"]

_CLOSED = msg("closed")


def running(view: CourtView, players: Sequence[Player], words: Words) -> Rich:
    """Describe the table while the game runs: row, piles, bans, then every seat on its own line."""
    table = [
        words.rich("Row: {row}", row=_row(view, words)),
        words.rich("Piles: characters {characters}, hats {hats}", characters=view.character_pile, hats=view.hat_pile),
        *((Span(ban),) for ban in bans(view, words)),
    ]
    seats = (_seat(seat, player, _points(seat, words), words) for seat, player in zip(view.seats, players, strict=True))
    return phrases.lines((*table, *seats))


def final(view: CourtView, left: Sequence[str | None], players: Sequence[Player], words: Words) -> Rich:
    """Describe the table after the end: points with their arithmetic, then what was left lying (H15)."""
    seats = (_seat(seat, player, _sum(seat, words), words) for seat, player in zip(view.seats, players, strict=True))
    rest = words.rich("Left on the table: {row}", row=_uncovered(view, left, words)) if left else ()
    return phrases.lines((*seats, rest))


def bans(view: CourtView, words: Words) -> Iterator[str]:
    """Say what may not be done this turn (H4, H5)."""
    if view.banned_swap is not None:
        a, b = view.banned_swap
        yield words.say("Not now: swapping hats {a} and {b} back.", a=a + 1, b=b + 1)
    if view.banned_peek is not None:
        yield words.say("Not now: peeking at hat {slot}.", slot=view.banned_peek + 1)


def _row(view: CourtView, words: Words) -> str:
    return " · ".join(
        words.say("{slot} {character}", slot=slot + 1, character=CHARACTERS[kind] if kind else _CLOSED)
        for slot, kind in enumerate(view.row)
    )


def _uncovered(view: CourtView, left: Sequence[str | None], words: Words) -> str:
    return " · ".join(
        words.say("{slot} {character} – {hat}", slot=slot + 1, character=CHARACTERS[kind], hat=HATS[hat])
        for slot, (kind, hat) in enumerate(zip(view.row, left, strict=True))
        if kind and hat
    )


def _seat(seat: SeatView, player: Player, points: str, words: Words) -> Rich:
    values = {
        "name": Span(phrases.holder(player, words, present=seat.present), "bold"),
        "points": points,
        "magic": seat.magic,
        "chips": seat.chips,
    }
    if not seat.pairs:
        return words.rich("{name}: {points}; magic hats {magic}, chips {chips}", **values)
    pairs = ", ".join(_pairs(seat, words))
    return words.rich("{name}: {points} ({pairs}); magic hats {magic}, chips {chips}", pairs=pairs, **values)


def _pairs(seat: SeatView, words: Words) -> Iterator[str]:
    for kind, count in Counter(seat.pairs).items():
        character = CHARACTERS[kind]
        yield words.say("{character} ×2", character=character) if count > 1 else words.tell(character)


def _penalty(seat: SeatView) -> int:
    return max(0, seat.chips - seat.magic)


def _points(seat: SeatView, words: Words) -> str:
    return words.count("{count} point", "{count} points", len(seat.pairs) - _penalty(seat))


def _sum(seat: SeatView, words: Words) -> str:
    """Say the points as pairs minus the chips that no magic hat cancels (RULINGS 1.4)."""
    if not _penalty(seat):
        return _points(seat, words)
    points = len(seat.pairs) - _penalty(seat)
    pairs, chips, magic, total = (words.number(n) for n in (len(seat.pairs), seat.chips, seat.magic, points))
    # an equation reads from left to right in every language, so it is kept apart from right-to-left text
    equation = isolate(f"{pairs} − ({chips} − {magic}) = {total}")
    return words.count("{equation} point", "{equation} points", points, equation=equation)
