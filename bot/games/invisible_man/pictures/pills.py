"""What was told, as rows of signs: one pill a turn, a check, a shot, a catch. No words and nothing secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from bot.engine.rules import Seat, SeatLeft
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Drew,
    Escaped,
    InvisibleEvent,
    NumberedEvents,
    Out,
    Placed,
    Reshuffled,
    RevealedCard,
    Rolled,
    Shifted,
    Shot,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN

Sort: TypeAlias = Literal["seat", "invisible", "icon", "sign", "place", "die", "laid", "value", "pile", "sum", "digits"]
"""seat: a badge. icon: of the kit. sign: of this game. laid: a face-down card, by its public number. value: open ones.
pile: cards of a kind, `value` of them. sum: what one side has. digits: those that hit or save.
"""
Dice: TypeAlias = tuple[tuple[Seat, int], ...]
"""Dice that lie on the table: who threw, and what."""

LONGEST = 14
"""Signs in one pill, a digit being one: a turn with three cards moved has as many."""


class Sign(msgspec.Struct, frozen=True, array_like=True):
    """One sign: its sort, what it is of, a number; `many` alike are drawn as one."""

    sort: Sort
    name: str = ""
    value: int = 0
    many: int = 1


class Pill(msgspec.Struct, frozen=True, array_like=True):
    """A row of signs, with the number that the first of its events has in the caption, and whose it is."""

    number: int
    signs: tuple[Sign, ...]
    seat: Seat | None = None


def pills(events: NumberedEvents, invisible: Seat) -> tuple[Pill, ...]:
    """Put events into pills: a seat's events go on in its pill until another begins; a check has two, one a side."""
    found: list[tuple[Seat | None, Pill]] = []
    for number, event in events:
        if isinstance(event, Checked):
            found += [(None, Pill(number, _police(event), event.seat)), (None, Pill(number, _hidden(event), invisible))]
            continue
        seat, signs = _seat(event, invisible), _signs(event)
        if not signs:
            continue
        last = found[-1] if found else (None, Pill(0, ()))
        goes_on = seat is not None and last[0] == seat and not isinstance(event, Rolled | Shot | Caught)
        if goes_on and _length((*last[1].signs, *signs)) <= LONGEST:
            found[-1] = (seat, Pill(last[1].number, last[1].signs + signs, seat))
        else:
            found.append((seat, Pill(number, (*_who(seat), *signs), seat)))
    return tuple(pill for _, pill in found)


def _length(signs: Sequence[Sign]) -> int:
    return sum(len(sign.name) if sign.sort == "digits" else 1 + (sign.sort == "pile") for sign in signs)


def dice(events: NumberedEvents, invisible: Seat) -> Dice:
    """Return the last dice thrown: one, or the two of a check."""
    for _, event in reversed(events):
        match event:
            case Rolled(seat=seat, die=die) | Shot(seat=seat, die=die):
                return ((seat, die),)
            case Cloaked(die=die):
                return ((invisible, die),)
            case Checked(seat=seat, police_die=police, invisible_die=hidden):
                return ((seat, police), (invisible, hidden))
            case _:
                pass
    return ()


def _who(seat: Seat | None) -> tuple[Sign, ...]:
    return () if seat is None else (Sign("seat", value=seat),)


def _seat(event: InvisibleEvent, invisible: Seat) -> Seat | None:
    match event:
        case Appeared() | Cloaked() | Escaped() | SignalOpened():
            return invisible
        case _:
            return getattr(event, "seat", None)


def _signs(event: InvisibleEvent) -> tuple[Sign, ...]:
    """Return the signs of a public event; what only one seat knows has none."""
    if event.audience is not None:
        return ()
    match event:
        case Rolled(die=die):
            return (Sign("die", value=die),)
        case Drew(deck=deck, count=count):
            return (Sign("sign", "drawn"), Sign("pile", deck, count)) if count else ()
        case Reshuffled(deck=deck, count=count):
            return (Sign("icon", "swap"), Sign("pile", deck, count))
        case SignalOpened(place=place):
            return (Sign("sign", "opened"), Sign("place", place))
        case Placed(kind=kind, card=card, place=place):
            return (Sign("laid", kind, card), Sign("sign", "carried"), Sign("place", place))
        case Shifted(kind=kind, card=card, origin=origin, place=place):
            return (Sign("place", origin), Sign("laid", kind, card), Sign("sign", "carried"), Sign("place", place))
        case Walked(path=path):
            inside = (Sign("place", path[-1]),) if path and path[-1] in TOWN.buildings else ()
            return (Sign("sign", "steps"), *inside)
        case Shot(hits=hits, die=die, hit=hit):
            return (Sign("sign", "shot"), Sign("die", value=die), _digits(hits), _mark(good=hit))
        case Appeared():
            return (Sign("icon", "eye"),)
        case Caught():
            return (Sign("sign", "cuffs"),)
        case Cloaked(cloak=cloak, die=die, saved=saved):
            return (Sign("sign", "cloak"), _digits(map(int, str(cloak))), Sign("die", value=die), _mark(good=saved))
        case Escaped(place=place):
            return (Sign("place", place), _mark(good=True))
        case Out() | SeatLeft():
            return (Sign("icon", "away"),)
        case _:  # the deal, a pass and the end show by themselves; what one seat got is never on a board
            return ()


def _police(event: Checked) -> tuple[Sign, ...]:
    """Return the policeman's side of a check: the place, the cards turned up, the die, the sum (N31-N33)."""
    who = (Sign("seat", value=event.seat), Sign("place", event.place))
    total = (Sign("die", value=event.police_die), Sign("sum", value=event.police))
    return (*who, *_values("yes", event.yes), *total, _mark(good=event.won))


def _hidden(event: Checked) -> tuple[Sign, ...]:
    """Return the Invisible Man's side, who wins a tie (N33)."""
    total = (Sign("die", value=event.invisible_die), Sign("sum", value=event.invisible))
    return (Sign("invisible"), *_values("no", event.no), *total, _mark(good=not event.won))


def _values(kind: str, shown: Sequence[RevealedCard]) -> tuple[Sign, ...]:
    counted = Counter(card.value for card in shown)
    return tuple(Sign("value", kind, value, counted[value]) for value in sorted(counted, reverse=True))


def _digits(digits: Sequence[int] | map[int]) -> Sign:
    return Sign("digits", "".join(map(str, digits)))


def _mark(*, good: bool) -> Sign:
    """Return the sign of what came off, or did not: unlike a tick and a cross, which are the signs of Yes and No."""
    return Sign("icon", "star") if good else Sign("sign", "lost")
