"""What one seat holds, put into words for that seat alone. RULINGS 2.4, N12, N13."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.game import Seat
from bot.games.invisible_man.codes import kind_of
from bot.games.invisible_man.view import HandView, InvisibleView
from bot.games.invisible_man.words import DECKS, ICONS, digits, place, plus
from bot.port import Rich, Span
from bot.words import Words

__all__ = ["alert", "describe"]

_LINE = Span("\n")


def describe(view: InvisibleView, seat: Seat, words: Words) -> Rich:
    """Describe a hand line by line: the cards, then the own ones that lie face down, with their values."""
    assert view.hand is not None, "the view is that of a seat"
    lines = [*_held(view, view.hand, words), *_laid(view, seat, words)] or [words.rich("Your hand is empty.")]
    return tuple(span for line in lines for span in (_LINE, *line))[1:]


def alert(view: InvisibleView, words: Words) -> str:
    """Give the hand for a private answer: even the fullest has room in its 200 characters."""
    assert view.hand is not None, "the view is that of a seat"
    return "; ".join(_short(view, view.hand, words)) or words.say("Your hand is empty.")


def _held(view: InvisibleView, hand: HandView, words: Words) -> Iterator[Rich]:
    if hand.signals:
        yield _line("signal", " · ".join(_signal(view, signal, words) for signal in hand.signals), words)
    if hand.yes:
        yield _line("yes", ", ".join(plus(value, words) for value in hand.yes), words)
    if hand.no:
        yield _line("no", ", ".join(plus(value, words) for value in hand.no), words)
    if hand.cloaks:
        yield _line("cloak", ", ".join(f"({digits(cloak, words)})" for cloak in hand.cloaks), words)


def _line(deck: str, cards: str, words: Words) -> Rich:
    return words.rich("{deck}: {cards}", deck=Span(words.tell(DECKS[deck]), "bold"), cards=cards)


def _signal(view: InvisibleView, signal: str, words: Words) -> str:
    return f"{place(signal, words)} ({digits(view.digits[signal], words)})"


def _laid(view: InvisibleView, seat: Seat, words: Words) -> Iterator[Rich]:
    """List what this seat has laid, wherever others have moved it (N13)."""
    kind = words.tell(DECKS[kind_of(view, seat)])
    own = [
        f"{kind} {words.number(card.number)} ({plus(card.value, words)}) {place(card.place, words)}"
        for card in view.cards
        if card.value is not None
    ]
    if own:
        yield words.rich("Laid by you: {cards}", cards=" · ".join(own))


def _short(view: InvisibleView, hand: HandView, words: Words) -> Iterator[str]:
    signals = [ICONS[signal] + _joined(view.digits[signal], words) for signal in hand.signals]
    parts = (
        ("signal", " ".join(signals)),
        ("yes", _counted(hand.yes, words)),
        ("no", _counted(hand.no, words)),
        ("cloak", ", ".join(_joined([int(digit) for digit in str(cloak)], words) for cloak in hand.cloaks)),
    )
    for deck, cards in parts:
        if cards:
            yield f"{words.tell(DECKS[deck])}: {cards}"


def _joined(each: Sequence[int], words: Words) -> str:
    return "".join(words.number(digit) for digit in each)


def _counted(values: Sequence[int], words: Words) -> str:
    return " ".join(
        plus(value, words) + (f"×{words.number(count)}" if count > 1 else "")
        for value, count in sorted(Counter(values).items())
    )
