"""What came of a move in The Invisible Man, for who has made it: a few short sentences of what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.presentation import verdict
from bot.engine.rules import Seat
from bot.games.invisible_man.rules.moves import (
    Appear,
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Draw,
    Drew,
    EndCards,
    Escaped,
    HuntEnded,
    InvisibleAction,
    InvisibleEvent,
    MovePawn,
    Out,
    PlaceCard,
    Roll,
    Rolled,
    Shed,
    ShiftCard,
    Shot,
    SignalOpened,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import DECKS, card, digits, kept_together, plus, where
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator

ROLLS: Mapping[int, LazyText] = {
    # NOTE: What was rolled with a die, said aloud.
    1: lazy("A one."),
    2: lazy("A two."),
    3: lazy("A three."),
    4: lazy("A four."),
    5: lazy("A five."),
    6: lazy("A six!"),
}


def done(
    action: InvisibleAction, events: Sequence[InvisibleEvent], view: InvisibleManView, seat: Seat, tr: Translator
) -> str:
    """Return what came of an action, in at most 200 characters."""
    return " ".join((*_acted(action, events, view, tr), *_followed(events, view, seat, tr)))


def _acted(
    action: InvisibleAction, events: Sequence[InvisibleEvent], view: InvisibleManView, tr: Translator
) -> Iterator[str]:
    """Tell what was done, where no event of its own says it better."""
    match action:
        case Draw(deck=deck):
            yield tr.t("Drawn: {deck}. See your hand.", deck=DECKS[deck])
        case PlaceCard(value=value, place=place):
            yield tr.t("Laid face down: {value}, {place}.", value=plus(value, tr), place=where(place, tr))
        case ShiftCard(card=number, place=place):
            yield tr.t("Card {card} moved: {place}.", card=card(number, tr), place=where(place, tr))
        case EndCards():
            yield tr.t("Done with cards for this turn.")
        case Appear(cell=cell):
            yield tr.t("You are here now: {cell}.", cell=where(cell, tr))
        case MovePawn(cell=cell) if not any(isinstance(event, Checked | Caught | Escaped) for event in events):
            yield tr.t("You are here now: {cell}.", cell=where(cell, tr))
            if view.pawn is None:  # in a chase policemen enter no place
                doors = [door for door, before in TOWN.hatched.items() if before == cell and door not in view.opened]
                for door in doors:
                    yield tr.t("At the door: {place}. Going in costs one more step.", place=where(door, tr))
        case Shed(cloak=cloak):
            yield tr.t("Thrown off: the Cloak {digits}.", digits=digits(cloak, tr))
        case Roll() | MovePawn():
            pass


def _followed(events: Sequence[InvisibleEvent], view: InvisibleManView, seat: Seat, tr: Translator) -> Iterator[str]:
    """Tell what everybody saw happen, from the side of who moved."""
    for event in events:
        match event:
            case Rolled(die=die):
                yield tr.translate(ROLLS[die])
                yield from _drawn(events, seat, tr)
            case SignalOpened(place=place):
                yield tr.t("A Signal opens: {place}.", place=where(place, tr))
            case Checked():
                yield _checked(event, tr)
            case Shot(die=die, hit=True):
                yield tr.t("🎲 {die}: a hit!", die=die)
            case Shot(die=die, charges=charges):
                yield tr.t("🎲 {die}: a miss. Charges left: {charges}.", die=die, charges=charges)
            case Appeared(cell=cell) if seat != view.invisible:
                yield tr.t("The Invisible Man is seen: {cell}. A chase!", cell=where(cell, tr))
            case Caught() if seat == view.invisible:
                yield tr.t("You are caught!")
            case Caught():
                yield tr.t("You have caught up!")
            case Cloaked(die=die, saved=saved):
                yield _cloaked(die, tr, saved=saved)
            case Escaped(place=place):
                yield tr.t("Into hiding: {place}. The chase is over.", place=where(place, tr))
            case Out(seat=out) if out == seat:
                yield tr.t("That was your last charge.")
            case HuntEnded():
                yield verdict(view.outcome, seat, tr)


def _drawn(events: Sequence[InvisibleEvent], seat: Seat, tr: Translator) -> Iterator[str]:
    """Tell which pile the roll has brought a card from."""
    first = next((event for event in events if isinstance(event, Drew | SignalOpened)), None)
    if isinstance(first, Drew) and first.seat == seat:
        yield tr.t("Drawn: {deck}. See your hand.", deck=DECKS[first.deck])


def _checked(event: Checked, tr: Translator) -> str:
    score = kept_together(f"{tr.number(event.police)} : {tr.number(event.invisible)}", tr)
    if event.won:
        return tr.t("{place}: you win the check, {score}!", place=where(event.place, tr), score=score)
    return tr.t("{place}: the check is lost, {score}.", place=where(event.place, tr), score=score)


def _cloaked(die: int, tr: Translator, *, saved: bool) -> str:
    if saved:
        return tr.t("🎲 {die}: a Cloak saves the Invisible Man!", die=die)
    return tr.t("🎲 {die}: the Cloak does not help.", die=die)
