"""What one seat holds, put into words for that seat alone. RULINGS 2.4, N12, N13."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.rules import Seat
from bot.games.invisible_man.buttons import kind_of
from bot.games.invisible_man.rules.view import HandView, InvisibleManView
from bot.games.invisible_man.text import DECKS, ICONS, digits, place, plus
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, joined


def describe(view: InvisibleManView, seat: Seat, tr: Translator) -> RichText:
    """Describe a hand line by line: the cards, then the own ones that lie face down, with their values."""
    assert view.hand is not None, "the view is that of a seat"
    lines = [*_held(view, view.hand, tr), *_laid(view, seat, tr)] or [tr.rich("Your hand is empty.")]
    return joined(lines)


def alert(view: InvisibleManView, tr: Translator) -> str:
    """Give the hand for a private answer: even the fullest has room in its 200 characters."""
    assert view.hand is not None, "the view is that of a seat"
    return "; ".join(_short(view, view.hand, tr)) or tr.t("Your hand is empty.")


def _held(view: InvisibleManView, hand: HandView, tr: Translator) -> Iterator[RichText]:
    if hand.signals:
        yield _line("signal", " · ".join(_signal(view, signal, tr) for signal in hand.signals), tr)
    if hand.yes:
        yield _line("yes", ", ".join(plus(value, tr) for value in hand.yes), tr)
    if hand.no:
        yield _line("no", ", ".join(plus(value, tr) for value in hand.no), tr)
    if hand.cloaks:
        yield _line("cloak", ", ".join(f"({digits(cloak, tr)})" for cloak in hand.cloaks), tr)


def _line(deck: str, cards: str, tr: Translator) -> RichText:
    return tr.rich("{deck}: {cards}", deck=Span(tr.translate(DECKS[deck]), "bold"), cards=cards)


def _signal(view: InvisibleManView, signal: str, tr: Translator) -> str:
    return f"{place(signal, tr)} ({digits(view.digits[signal], tr)})"


def _laid(view: InvisibleManView, seat: Seat, tr: Translator) -> Iterator[RichText]:
    """List what this seat has laid, wherever others have moved it (N13)."""
    kind = tr.translate(DECKS[kind_of(view, seat)])
    own = [
        f"{kind} {tr.number(card.number)} ({plus(card.value, tr)}) {place(card.place, tr)}"
        for card in view.cards
        if card.value is not None
    ]
    if own:
        yield tr.rich("Laid by you: {cards}", cards=" · ".join(own))


def _short(view: InvisibleManView, hand: HandView, tr: Translator) -> Iterator[str]:
    signals = [ICONS[signal] + _joined(view.digits[signal], tr) for signal in hand.signals]
    parts = (
        ("signal", " ".join(signals)),
        ("yes", _counted(hand.yes, tr)),
        ("no", _counted(hand.no, tr)),
        ("cloak", ", ".join(_joined([int(digit) for digit in str(cloak)], tr) for cloak in hand.cloaks)),
    )
    for deck, cards in parts:
        if cards:
            yield f"{tr.translate(DECKS[deck])}: {cards}"


def _joined(each: Sequence[int], tr: Translator) -> str:
    return "".join(tr.number(digit) for digit in each)


def _counted(values: Sequence[int], tr: Translator) -> str:
    return " ".join(
        plus(value, tr) + (f"×{tr.number(count)}" if count > 1 else "")
        for value, count in sorted(Counter(values).items())
    )
