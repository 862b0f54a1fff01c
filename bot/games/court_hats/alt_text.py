"""The board in words: status and body say all that its picture shows, so that a blind player can play from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player, holder, in_a_row
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.games.court_hats.text import CHARACTERS, HATS
from bot.i18n.lazy import lazy
from bot.i18n.names import isolate
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, joined

# NOTE: After the number of a spot in the row that holds no character and no hat any more: “4 empty”.
_CLOSED = lazy("empty")
WARNING = 20
"""How many turns before the end by turns without an opened hat it is told on the board (H26)."""


def status(view: CourtHatsView, players: Sequence[Player], tr: Translator) -> RichText:
    """Return the points in one line and what may not be done now, or after the end how the points came about."""
    seats = list(zip(view.seats, players, strict=True))
    names = [holder(player, tr, present=seat.present) for seat, player in seats]
    if view.outcome is not None:
        sums = (_sum(seat, tr) for seat, _ in seats)
        return joined(
            tr.rich("{name}: {things}", name=name, things=sum_) for name, sum_ in zip(names, sums, strict=True)
        )
    each = [(*name, Span(f" {tr.number(points(seat))}")) for name, (seat, _) in zip(names, seats, strict=True)]
    now = (
        (*bans(view, tr), *_warning(view, tr)) if view.to_act is not None else ()
    )  # nothing of a game that was stopped
    return joined((tr.rich("Points: {points}", points=in_a_row(each)), *((Span(line),) for line in now)))


def running(view: CourtHatsView, players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the table while the game runs: row, piles, then every seat on its own line."""
    table = [
        # NOTE: The seven spots: “1 king · 2 cook · …”.
        tr.rich("Row: {row}", row=_row(view, tr)),
        # NOTE: How many cards are left in each of the two piles.
        tr.rich("Piles: characters {characters}, hats {hats}", characters=view.character_pile, hats=view.hat_pile),
    ]
    return joined((*table, *_seats(view, players, tr)))


def final(view: CourtHatsView, left: Sequence[str | None], players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the table after the end: what everybody has, then what was left lying (H15)."""
    # NOTE: After the game: “1 king – tiara · …”.
    rest = tr.rich("Left on the table: {row}", row=_uncovered(view, left, tr)) if left else ()
    return joined((*_seats(view, players, tr), rest))


def bans(view: CourtHatsView, tr: Translator) -> Iterator[str]:
    """Return what may not be done this turn (H4, H5)."""
    if view.banned_swap is not None:
        a, b = view.banned_swap
        # NOTE: On the board and in alerts.
        yield tr.t("Hats {a} and {b} can’t be swapped back this turn.", a=a + 1, b=b + 1)
    if view.banned_peek is not None:
        # NOTE: On the board and in alerts.
        yield tr.t("Hat {slot} can’t be peeked at this turn.", slot=view.banned_peek + 1)


def _warning(view: CourtHatsView, tr: Translator) -> Iterator[str]:
    """Return that the game ends soon unless somebody opens a hat (H26)."""
    left = None if view.patience is None else view.patience - view.unopened
    if left is not None and left <= WARNING:
        # NOTE: On the board when nobody has opened a hat for long. “Turns” of all players together.
        yield tr.plural(
            "{count} turn left, unless someone opens a hat.", "{count} turns left, unless someone opens a hat.", left
        )


def _row(view: CourtHatsView, tr: Translator) -> str:
    return " · ".join(
        tr.t("{slot} {character}", slot=slot + 1, character=CHARACTERS[kind] if kind else _CLOSED)
        for slot, kind in enumerate(view.row)
    )


def _uncovered(view: CourtHatsView, left: Sequence[str | None], tr: Translator) -> str:
    return " · ".join(
        # NOTE: A spot of the row: its number, who stands there, and the hat over them.
        tr.t("{slot} {character} – {hat}", slot=slot + 1, character=CHARACTERS[kind], hat=HATS[hat])
        for slot, (kind, hat) in enumerate(zip(view.row, left, strict=True))
        if kind and hat
    )


def _seats(view: CourtHatsView, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    for seat, player in zip(view.seats, players, strict=True):
        values = {"name": tr.name(player.name, "bold"), "magic": seat.magic, "chips": seat.chips}
        if seat.pairs:
            pairs = ", ".join(_pairs(seat, tr))
            # NOTE: What a player has: “Ana: king, cook ×2; magic hats 1, chips 0”.
            yield tr.rich("{name}: {pairs}; magic hats {magic}, chips {chips}", pairs=pairs, **values)
        else:
            yield tr.rich("{name}: magic hats {magic}, chips {chips}", **values)


def _pairs(seat: CourtSeat, tr: Translator) -> Iterator[str]:
    for kind, count in Counter(seat.pairs).items():
        character = CHARACTERS[kind]
        # NOTE: Two pairs of the same character.
        yield tr.t("{character} ×2", character=character) if count > 1 else tr.translate(character)


def _points(seat: CourtSeat, tr: Translator) -> str:
    return tr.plural("{count} point", "{count} points", points(seat))


def _sum(seat: CourtSeat, tr: Translator) -> str:
    """Return the points as pairs minus the chips that no magic hat cancels (docs/rulings.md 1.4)."""
    penalties = len(seat.pairs) - points(seat)
    if not penalties:
        return _points(seat, tr)
    pairs = tr.plural("{count} pair", "{count} pairs", len(seat.pairs))
    parts = (pairs, _penalties(penalties, tr), _points(seat, tr))
    if tr.rtl:  # it runs as the language does, each part kept together
        parts = (isolate(parts[0]), isolate(parts[1]), isolate(parts[2]))
    return "{} − {} = {}".format(*parts)


def _penalties(count: int, tr: Translator) -> str:
    # NOTE: In “3 pairs − 1 penalty = 2 points”: a chip that no magic hat cancels.
    return tr.plural("{count} penalty", "{count} penalties", count)
