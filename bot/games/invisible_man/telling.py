"""Each public event told as one line: what the group reads of a turn. RULINGS 2.3, N51."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Dealt,
    Drew,
    Ended,
    Escaped,
    InvisibleEvent,
    Left,
    Out,
    Passed,
    Placed,
    Reshuffled,
    Rolled,
    Shifted,
    Shot,
    Shown,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.text import DECKS, DIE, ENDINGS, digits, kept, where
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span


def tell(told: Sequence[tuple[int, InvisibleEvent]], players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
    """Tell events as one line each; the first of a move carries the move's number, 0 is the deal."""
    return tuple(_lines(told, players, tr))


def _lines(told: Sequence[tuple[int, InvisibleEvent]], players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    before = 0
    for number, event in told:
        line = tell_event(event, players, tr)
        yield (*tr.rich("{number}. ", number=str(number)), *line) if number != before else line
        before = number


def tell_event(event: InvisibleEvent, players: Sequence[Player], tr: Translator) -> RichText:
    """Tell one public event. Raises TypeError for an event that is not public."""
    match event:
        case Walked() | Checked() | Shot() | Appeared() | Caught() | Cloaked() | Escaped():
            return _hunt(event, players, tr)
        case Rolled(seat=seat, die=die):
            return tr.rich("{name} rolled {die}.", name=_name(seat, players, tr), die=_die(die, tr))
        case Passed(seat=seat):
            return tr.rich("{name}: no more cards.", name=_name(seat, players, tr))
        case Left(seat=seat):
            return tr.rich("{name} left the game.", name=_name(seat, players, tr))
        case Dealt(invisible=seat):
            name = _name(seat, players, tr)
            return tr.rich("The cards are dealt. The Invisible Man: {name}. The police wait at the Station.", name=name)
        case Out(seat=seat):
            return tr.rich("{name} is out of the hunt.", name=_name(seat, players, tr))
        case Ended(reason=reason):
            return tr.rich("The game is over. {why}", why=ENDINGS[reason])
        case _:
            return _cards(event, players, tr)


def _cards(event: InvisibleEvent, players: Sequence[Player], tr: Translator) -> RichText:
    match event:
        case Drew(seat=seat, deck=deck, count=count):
            values = {"name": _name(seat, players, tr), "deck": DECKS[deck], "count": count}
            return tr.rich("{name} drew cards. {deck}: {count}.", **values)
        case Reshuffled(deck=deck, count=count):
            return tr.rich("The discards are a new pile. {deck}: {count}.", deck=DECKS[deck], count=count)
        case SignalOpened(place=place, yes=yes, no=no):
            values = {"place": Span(where(place, tr), "bold"), "count": len(yes) + len(no)}
            if yes or no:
                return tr.rich("A Signal opens: {place}. Cards gone from there unseen: {count}.", **values)
            return tr.rich("A Signal opens: {place}.", **values)
        case Placed(seat=seat, kind=kind, card=card, place=place):
            values = {"name": _name(seat, players, tr), "kind": DECKS[kind], "card": card}
            return tr.rich("{name} laid {kind} {card}: {place}.", place=where(place, tr), **values)
        case Shifted(seat=seat, kind=kind, card=card, origin=origin, place=place):
            values = {"name": _name(seat, players, tr), "kind": DECKS[kind], "card": card}
            way = {"origin": where(origin, tr), "place": where(place, tr)}
            return tr.rich("{name} moved {kind} {card}: from {origin} to {place}.", **way, **values)
    raise TypeError(type(event).__name__)


def _hunt(event: InvisibleEvent, players: Sequence[Player], tr: Translator) -> RichText:
    match event:
        case Walked(seat=seat, path=path):
            way = {"origin": where(path[0], tr), "goal": where(path[-1], tr)}
            return tr.rich("{name} walked: from {origin} to {goal}.", name=_name(seat, players, tr), **way)
        case Checked():
            return _checked(event, players, tr)
        case Shot(die=die, hit=hit, charges=charges):
            values = {"die": _die(die, tr), "charges": charges}
            if hit:
                return tr.rich("A shot of paint: {die}. A hit! Charges left: {charges}.", **values)
            return tr.rich("A shot of paint: {die}. A miss. Charges left: {charges}.", **values)
        case Appeared(cell=cell):
            return tr.rich("The Invisible Man is seen: {cell}. A chase!", cell=Span(where(cell, tr), "bold"))
        case Caught(seat=seat):
            return tr.rich("{name} has caught up!", name=_name(seat, players, tr))
        case Cloaked(cloak=cloak, die=die, saved=saved):
            values = {"digits": digits(cloak, tr), "die": _die(die, tr)}
            if saved:
                return tr.rich("A Cloak ({digits}): {die}. Only the Cloak is left in the hand!", **values)
            return tr.rich("A Cloak ({digits}): {die}. It does not help.", **values)
        case Escaped(place=place):
            return tr.rich("The Invisible Man is gone: {place}. The chase is over.", place=where(place, tr))
    raise TypeError(type(event).__name__)


def _checked(event: Checked, players: Sequence[Player], tr: Translator) -> RichText:
    """Tell a check as a short story: who asked where, both sums with their cards and dice, who is believed."""
    values = {
        "name": _name(event.seat, players, tr),
        "place": Span(where(event.place, tr), "bold"),
        "digits": digits(event.hits, tr),
        "police": _sum(event.police_die, event.yes, event.police, tr),
        "invisible": _sum(event.invisible_die, event.no, event.invisible, tr),
    }
    if event.won:
        return tr.rich(
            "{name} asks at {place} (hit on {digits}). YES {police}, NO {invisible}: the police win.", **values
        )
    return tr.rich("{name} asks at {place} (hit on {digits}). YES {police}, NO {invisible}: in vain.", **values)


def _sum(die: int, cards: Sequence[Shown], total: int, tr: Translator) -> str:
    """Write a side's sum; an equation reads from left to right in every language, so it is kept apart."""
    if not cards:
        return kept(f"{DIE} {tr.number(die)}", tr)
    values = "".join(f" + {tr.number(card.value)}" for card in cards)
    return kept(f"{DIE} {tr.number(die)}{values} = {tr.number(total)}", tr)


def _die(die: int, tr: Translator) -> str:
    return f"{DIE} {tr.number(die)}"


def _name(seat: int, players: Sequence[Player], tr: Translator) -> Span:
    return tr.name(players[seat].name)
