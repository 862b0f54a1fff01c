"""What the end of a game is told with: what it made of ratings, how often in a row somebody has won, best moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.rules import Seat
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, joined
from bot.table.model.record import RatingChange, Record

MOST_MOMENTS = 2


def laurels(
    record: Record, streaks: Mapping[Seat, int], moments: Sequence[RichText], tr: Translator
) -> Iterator[RichText]:
    """Return the lines below the victory, the most important first; `streaks` are games won in a row, by seat."""
    for seat, count in streaks.items():
        if count > 1:
            # NOTE: Before a colon and the name of the winner.
            row = tr.plural("🔥 {count} win in a row", "🔥 {count} wins in a row", count)
            yield tr.rich("{option}: {value}", option=row, value=tr.name(record.seats[seat].label, "bold"))
    if record.rated:
        changes = joined(_change(record, change, tr) for change in record.rated)
        # NOTE: Under the final board. {changes} is a list such as "Ann +12 → 1,512".
        yield tr.rich("📈 Ratings: {changes}", changes=tuple(_on_one_line(changes)))
    yield from moments[:MOST_MOMENTS]


def _change(record: Record, change: RatingChange, tr: Translator) -> RichText:
    gained = change.after - change.before
    return tr.rich(
        "{name} {change} → {rating}",
        name=tr.name(record.seats[change.seat].label),
        change=tr.signed(gained),
        rating=tr.number(change.after),
    )


def _on_one_line(lines: RichText) -> Iterator[Span]:
    for span in lines:
        yield Span(" · ") if span == Span("\n") else span
