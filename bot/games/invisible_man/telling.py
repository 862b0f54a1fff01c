"""Each public event told as one line: what the group reads of a turn. RULINGS 2.3, N51."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.invisible_man.moves import (
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
from bot.games.invisible_man.words import DECKS, DIE, ENDINGS, digits, kept, where
from bot.games.scene import Player
from bot.port import Rich, Span
from bot.words import Words

__all__ = ["tell", "tell_event"]


def tell(told: Sequence[tuple[int, InvisibleEvent]], players: Sequence[Player], words: Words) -> tuple[Rich, ...]:
    """Tell events as one line each; the first of a move carries the move's number, 0 is the deal."""
    return tuple(_lines(told, players, words))


def _lines(told: Sequence[tuple[int, InvisibleEvent]], players: Sequence[Player], words: Words) -> Iterator[Rich]:
    before = 0
    for number, event in told:
        line = tell_event(event, players, words)
        yield (*words.rich("{number}. ", number=str(number)), *line) if number != before else line
        before = number


def tell_event(event: InvisibleEvent, players: Sequence[Player], words: Words) -> Rich:
    """Tell one public event. Raises TypeError for an event that is not public."""
    match event:
        case Walked() | Checked() | Shot() | Appeared() | Caught() | Cloaked() | Escaped():
            return _hunt(event, players, words)
        case Rolled(seat=seat, die=die):
            return words.rich("{name} rolled {die}.", name=_name(seat, players, words), die=_die(die, words))
        case Passed(seat=seat):
            return words.rich("{name}: no more cards.", name=_name(seat, players, words))
        case Left(seat=seat):
            return words.rich("{name} left the game.", name=_name(seat, players, words))
        case Dealt(invisible=seat):
            name = _name(seat, players, words)
            return words.rich(
                "The cards are dealt. The Invisible Man: {name}. The police wait at the Station.", name=name
            )
        case Out(seat=seat):
            return words.rich("{name} is out of the hunt.", name=_name(seat, players, words))
        case Ended(reason=reason):
            return words.rich("The game is over. {why}", why=ENDINGS[reason])
        case _:
            return _cards(event, players, words)


def _cards(event: InvisibleEvent, players: Sequence[Player], words: Words) -> Rich:
    match event:
        case Drew(seat=seat, deck=deck, count=count):
            values = {"name": _name(seat, players, words), "deck": DECKS[deck], "count": count}
            return words.rich("{name} drew cards. {deck}: {count}.", **values)
        case Reshuffled(deck=deck, count=count):
            return words.rich("The discards are a new pile. {deck}: {count}.", deck=DECKS[deck], count=count)
        case SignalOpened(place=place, yes=yes, no=no):
            values = {"place": Span(where(place, words), "bold"), "count": len(yes) + len(no)}
            if yes or no:
                return words.rich("A Signal opens: {place}. Cards gone from there unseen: {count}.", **values)
            return words.rich("A Signal opens: {place}.", **values)
        case Placed(seat=seat, kind=kind, card=card, place=place):
            values = {"name": _name(seat, players, words), "kind": DECKS[kind], "card": card}
            return words.rich("{name} laid {kind} {card}: {place}.", place=where(place, words), **values)
        case Shifted(seat=seat, kind=kind, card=card, origin=origin, place=place):
            values = {"name": _name(seat, players, words), "kind": DECKS[kind], "card": card}
            way = {"origin": where(origin, words), "place": where(place, words)}
            return words.rich("{name} moved {kind} {card}: from {origin} to {place}.", **way, **values)
    raise TypeError(type(event).__name__)


def _hunt(event: InvisibleEvent, players: Sequence[Player], words: Words) -> Rich:
    match event:
        case Walked(seat=seat, path=path):
            way = {"origin": where(path[0], words), "goal": where(path[-1], words)}
            return words.rich("{name} walked: from {origin} to {goal}.", name=_name(seat, players, words), **way)
        case Checked():
            return _checked(event, players, words)
        case Shot(die=die, hit=hit, charges=charges):
            values = {"die": _die(die, words), "charges": charges}
            if hit:
                return words.rich("A shot of paint: {die}. A hit! Charges left: {charges}.", **values)
            return words.rich("A shot of paint: {die}. A miss. Charges left: {charges}.", **values)
        case Appeared(cell=cell):
            return words.rich("The Invisible Man is seen: {cell}. A chase!", cell=Span(where(cell, words), "bold"))
        case Caught(seat=seat):
            return words.rich("{name} has caught up!", name=_name(seat, players, words))
        case Cloaked(cloak=cloak, die=die, saved=saved):
            values = {"digits": digits(cloak, words), "die": _die(die, words)}
            if saved:
                return words.rich("A Cloak ({digits}): {die}. Only the Cloak is left in the hand!", **values)
            return words.rich("A Cloak ({digits}): {die}. It does not help.", **values)
        case Escaped(place=place):
            return words.rich("The Invisible Man is gone: {place}. The chase is over.", place=where(place, words))
    raise TypeError(type(event).__name__)


def _checked(event: Checked, players: Sequence[Player], words: Words) -> Rich:
    """Tell a check as a short story: who asked where, both sums with their cards and dice, who is believed."""
    values = {
        "name": _name(event.seat, players, words),
        "place": Span(where(event.place, words), "bold"),
        "digits": digits(event.hits, words),
        "police": _sum(event.police_die, event.yes, event.police, words),
        "invisible": _sum(event.invisible_die, event.no, event.invisible, words),
    }
    if event.won:
        return words.rich(
            "{name} asks at {place} (hit on {digits}). YES {police}, NO {invisible}: the police win.", **values
        )
    return words.rich("{name} asks at {place} (hit on {digits}). YES {police}, NO {invisible}: in vain.", **values)


def _sum(die: int, cards: Sequence[Shown], total: int, words: Words) -> str:
    """Write a side's sum; an equation reads from left to right in every language, so it is kept apart."""
    if not cards:
        return kept(f"{DIE} {words.number(die)}", words)
    values = "".join(f" + {words.number(card.value)}" for card in cards)
    return kept(f"{DIE} {words.number(die)}{values} = {words.number(total)}", words)


def _die(die: int, words: Words) -> str:
    return f"{DIE} {words.number(die)}"


def _name(seat: int, players: Sequence[Player], words: Words) -> str:
    return words.name(players[seat].name)
