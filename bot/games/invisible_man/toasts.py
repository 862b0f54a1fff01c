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
from bot.games.invisible_man.text import card, digits, kept_together, plus, where
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator

DRAWN: Mapping[str, LazyText] = {
    # NOTE: Told in a small note to the player who has drawn this one card; what is on it stands in that player's hand.
    "signal": lazy("You drew a Signal. It’s in your hand."),
    "yes": lazy("You drew a YES. It’s in your hand."),
    "no": lazy("You drew a NO. It’s in your hand."),
    "cloak": lazy("You drew a Cloak. It’s in your hand."),
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
            yield tr.translate(DRAWN[deck])
        case PlaceCard(value=value, place=place):
            # NOTE: Small notes to the player who has just done it: at most 200 letters together. {value} is such as +3.
            yield tr.t("You placed {value} face down: {place}.", value=plus(value, tr), place=where(place, tr))
        case ShiftCard(card=number, place=place):
            # NOTE: {card} is its number, such as #4.
            yield tr.t("You moved card {card}: {place}.", card=card(number, tr), place=where(place, tr))
        case EndCards():
            # NOTE: Told to the player who has just tapped ✅.
            yield tr.t("You play no more cards this turn.")
        case Appear(cell=cell):
            # NOTE: {cell} is a space such as G4, or a place or bridge.
            yield tr.t("You’re here now: {cell}.", cell=where(cell, tr))
        case MovePawn(cell=cell) if not any(isinstance(event, Checked | Caught | Escaped) for event in events):
            yield tr.t("You’re here now: {cell}.", cell=where(cell, tr))
            if view.pawn is None:  # in a chase policemen enter no place
                doors = [door for door, before in TOWN.hatched.items() if before == cell and door not in view.opened]
                for door in doors:
                    # NOTE: The pawn stands on the space outside this place.
                    yield tr.t(
                        "You’re on a striped space. One more step takes you into a place: {place}.",
                        place=where(door, tr),
                    )
        case Shed(cloak=cloak):
            # NOTE: {digits} are those of the card, such as 1 3 5.
            yield tr.t("You threw off a Cloak: {digits}.", digits=digits(cloak, tr))
        case Roll() | MovePawn():
            pass


def _followed(events: Sequence[InvisibleEvent], view: InvisibleManView, seat: Seat, tr: Translator) -> Iterator[str]:
    """Tell what everybody saw happen, from the side of who moved."""
    for event in events:
        match event:
            case Rolled(die=die):
                # NOTE: {die} is a digit, 1 to 6.
                yield tr.t("You rolled a {die}.", die=die)
                yield from _drawn(events, seat, tr)
            case SignalOpened(place=place):
                yield tr.t("A Signal is revealed: {place}.", place=where(place, tr))
            case Checked():
                yield _checked(event, tr)
            case Shot(die=die, hit=True):
                # NOTE: Told to the policeman who has just shot: what the die of the shot was.
                yield tr.t("🎲 {die}: you hit!", die=die)
            case Shot(die=die, charges=charges):
                yield tr.t("🎲 {die}: you missed. Charges left: {charges}.", die=die, charges=charges)
            case Appeared(cell=cell) if seat != view.invisible:
                yield tr.t("The Invisible Man has been spotted: {cell}. The chase is on!", cell=where(cell, tr))
            case Caught() if seat == view.invisible:
                # NOTE: Told to the Invisible Man.
                yield tr.t("You’ve been caught!")
            case Caught():
                # NOTE: Told to a policeman. A Cloak may still save the Invisible Man.
                yield tr.t("You’ve caught up with the Invisible Man!")
            case Cloaked(die=die, saved=saved):
                yield _cloaked(die, tr, saved=saved)
            case Escaped(place=place):
                # NOTE: Told to the Invisible Man, who has reached the refuge {place}.
                yield tr.t("You’re hidden again: {place}. The chase is over.", place=where(place, tr))
            case Out(seat=out) if out == seat:
                yield tr.t("That was your last charge, so you’re out of the hunt.")
            case HuntEnded():
                yield verdict(view.outcome, seat, tr)


def _drawn(events: Sequence[InvisibleEvent], seat: Seat, tr: Translator) -> Iterator[str]:
    """Tell which pile the roll has brought a card from."""
    first = next((event for event in events if isinstance(event, Drew | SignalOpened)), None)
    if isinstance(first, Drew) and first.seat == seat:
        yield tr.translate(DRAWN[first.deck])


def _checked(event: Checked, tr: Translator) -> str:
    score = kept_together(f"{tr.number(event.police)} : {tr.number(event.invisible)}", tr)
    if event.won:
        # NOTE: Told to the policeman who has checked {place}; {score} is such as 7 : 5.
        return tr.t("{place}: you win the check, {score}!", place=where(event.place, tr), score=score)
    return tr.t("{place}: you lose the check, {score}.", place=where(event.place, tr), score=score)


def _cloaked(die: int, tr: Translator, *, saved: bool) -> str:
    if saved:
        # NOTE: Told to whoever moved: a policeman, or the Invisible Man.
        return tr.t("🎲 {die}: a Cloak saves the Invisible Man!", die=die)
    return tr.t("🎲 {die}: the Cloak doesn’t help.", die=die)
