"""What a picture of The Invisible Man holds, drawn from views and events alone.

A model is all that the drawing depends on: what is not in it cannot show, and equal models are equal pictures. Of a
card face down it has the kind and the public number, never the value (N12, N13).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from bot.engine.presentation import Player
from bot.engine.rules import Seat
from bot.games.invisible_man.alt_text import patience_used
from bot.games.invisible_man.pictures.pills import Dice, Pill, dice, pills
from bot.games.invisible_man.rules.moves import (
    Checked,
    NumberedEvents,
    Placed,
    Rolled,
    Shifted,
    Shot,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardCounts, InvisibleManView, TownSeat, TownTruth
from bot.i18n.names import clean_name
from bot.pictures.identity import identity
from bot.pictures.plates import Lobby

NAMESPACE = "bot.games.invisible_man.picture.model"
"""Part of every key: a picture uploaded before keeps its key, wherever this module lives."""
DRAWING = 12
"""Grows when the drawing code changes what a model looks like; the sprites count by themselves."""
SHOWN_PILLS = 24

MarkSort: TypeAlias = Literal["checked", "shot", "opened"]
HeldSort: TypeAlias = Literal["signal", "yes", "no", "cloak"]


class TownSitting(msgspec.Struct, frozen=True, array_like=True):
    """One seat as drawn. `open` is None before the game."""

    name: str
    hidden: bool
    """Whether this is the Invisible Man."""
    present: bool = True
    open: TownSeat | None = None
    robot: bool = False


class LaidCards(msgspec.Struct, frozen=True, array_like=True):
    """The cards of one kind on one place, by their public numbers."""

    place: str
    kind: str
    numbers: tuple[int, ...]
    open: tuple[tuple[int, Seat], ...] = ()
    """For a replay: the value of each, and who laid it and so knew it."""


class Walk(msgspec.Struct, frozen=True, array_like=True):
    """The path that a pawn has just gone."""

    seat: Seat
    path: tuple[str, ...]


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """A place where something was told to have happened: a check, a shot, a Signal opened; by whom."""

    place: str
    seat: Seat
    sort: MarkSort


class Carry(msgspec.Struct, frozen=True, array_like=True):
    """A card that has just been laid (`origin` is empty) or moved."""

    card: int
    seat: Seat
    origin: str
    place: str


class TownBoard(msgspec.Struct, frozen=True, tag="Board"):
    """The town. `numbered` cells can be reached, `doors` be entered; `refuges` are where a chase can end.

    `quiet` is how many rounds of how many the chief's patience has lasted, while that is shown (N47, N53).
    """

    seats: tuple[TownSitting, ...]
    to_act: Seat | None
    piles: CardCounts
    laid: tuple[LaidCards, ...]
    opened: tuple[str, ...]
    numbered: tuple[str, ...]
    doors: tuple[str, ...]
    refuges: tuple[str, ...]
    quiet: tuple[int, int] | None
    dice: Dice
    walks: tuple[Walk, ...]
    pills: tuple[Pill, ...]
    marks: tuple[Mark, ...] = ()
    carries: tuple[Carry, ...] = ()
    trail: tuple[str, ...] = ()
    """For a replay: the cells that the Invisible Man really went through, in order."""
    possible: tuple[str, ...] = ()
    """For a replay: where the police could think him, cells and places."""


class TownFinale(msgspec.Struct, frozen=True, tag="Finale"):
    """The end: who won, how many places were closed, what everyone had left."""

    seats: tuple[TownSitting, ...]
    winners: tuple[Seat, ...]
    opened: int


class HeldCard(msgspec.Struct, frozen=True, array_like=True):
    """A card in a hand: a Signal's place and digits, a value, or a Cloak's digits; `many` are alike."""

    sort: HeldSort
    place: str = ""
    value: int = 0
    digits: tuple[int, ...] = ()
    many: int = 1


class HeldCards(msgspec.Struct, frozen=True, tag="Hand"):
    """What one seat holds, for that person's eyes."""

    seat: Seat
    hidden: bool
    cards: tuple[HeldCard, ...]


class NamedPlace(msgspec.Struct, frozen=True, array_like=True):
    """A building or a cell with its name in the reader's language, and the label of its cell on the map."""

    cell: str
    name: str
    label: str


class PlaceNames(msgspec.Struct, frozen=True, tag="Names"):
    """What the places of the map are called."""

    places: tuple[NamedPlace, ...]


def key(model: TownBoard | Lobby[TownSitting] | TownFinale | HeldCards | PlaceNames) -> str:
    return identity(NAMESPACE, DRAWING, model)


def sitting(player: Player, *, hidden: bool, open_: TownSeat | None = None) -> TownSitting:
    """Join a player with what is open of the seat; who is out of the game is drawn as one who left (N36)."""
    present = player.present and (open_ is None or not open_.out)
    return TownSitting(clean_name(player.name), hidden, present, open_, player.computer)


def lobby(players: Sequence[Player]) -> Lobby[TownSitting]:
    """Model the table before the game, when nobody knows yet who will hide."""
    return Lobby(tuple(sitting(player, hidden=False) for player in players))


def board(
    view: InvisibleManView,
    events: NumberedEvents,
    players: Sequence[Player],
    trail: tuple[str, ...] = (),
    possible: tuple[str, ...] = (),
    truth: TownTruth | None = None,
) -> TownBoard:
    """Model the town. `trail`, `possible` and `truth` are for replays alone."""
    refuges = _refuges(view)
    # where several turns are told, the map shows whose each way, check and card was
    several = sum(isinstance(event, Rolled) for _, event in events) > 1
    thrown = ((view.turn, view.die),) if view.die is not None else ()
    return TownBoard(
        seats=_seats(view, players),
        to_act=view.to_act,
        piles=view.piles,
        laid=_laid(view) if truth is None else _uncovered(truth),
        opened=tuple(sorted(view.opened)),
        numbered=view.cells,
        doors=tuple(sorted(set(view.doors) - set(refuges))),
        refuges=refuges,
        quiet=patience_used(view),
        dice=dice(events, view.invisible) or thrown,
        walks=_walks(events),
        pills=pills(events, view.invisible)[-SHOWN_PILLS:],
        marks=_marks(view, events) if several else (),
        carries=_carries(view, events) if several else (),
        trail=trail,
        possible=possible,
    )


def finale(view: InvisibleManView, players: Sequence[Player]) -> TownFinale:
    """Model the end. Without an outcome nobody is crowned."""
    winners = view.outcome.winners if view.outcome is not None else ()
    return TownFinale(_seats(view, players), winners, len(view.opened))


def hand(view: InvisibleManView, seat: Seat) -> HeldCards:
    """Model what the viewer, who has this seat, holds. Nothing for a view without a hand."""
    if view.hand is None:
        return HeldCards(seat, seat == view.invisible, ())
    held = view.hand
    signals = [HeldCard("signal", place, digits=view.digits.get(place, ())) for place in held.signals]
    cloaks = [HeldCard("cloak", digits=tuple(map(int, str(cloak)))) for cloak in held.cloaks]
    cards = (*signals, *_alike("yes", held.yes), *_alike("no", held.no), *cloaks)
    return HeldCards(seat, seat == view.invisible, cards)


def _alike(sort: Literal["yes", "no"], values: Sequence[int]) -> list[HeldCard]:
    return [HeldCard(sort, value=value, many=values.count(value)) for value in sorted(set(values))]


def _seats(view: InvisibleManView, players: Sequence[Player]) -> tuple[TownSitting, ...]:
    return tuple(
        sitting(player, hidden=seat == view.invisible, open_=open_)
        for seat, (player, open_) in enumerate(zip(players, view.seats, strict=True))
    )


def _laid(view: InvisibleManView) -> tuple[LaidCards, ...]:
    """Gather cards by place and kind, Yes before No, by number: the order in which a view lists them is not shown."""
    piles: dict[tuple[str, str], list[int]] = {}
    for card in view.cards:
        piles.setdefault((card.place, card.kind), []).append(card.number)
    ordered = sorted(piles, key=lambda pile: (pile[0], pile[1] == "no"))
    return tuple(LaidCards(place, kind, tuple(sorted(piles[place, kind]))) for place, kind in ordered)


def _uncovered(truth: TownTruth) -> tuple[LaidCards, ...]:
    """Gather cards as `_laid` does, each with its value and who laid it."""
    piles: dict[tuple[str, str], list[tuple[int, int, Seat]]] = {}
    for card, by in zip(truth.cards, truth.laid_by, strict=True):
        piles.setdefault((card.place, card.kind), []).append((card.number, card.value or 0, by))
    return tuple(
        LaidCards(place, kind, tuple(number for number, _, _ in cards), tuple((value, by) for _, value, by in cards))
        for (place, kind), found in sorted(piles.items(), key=lambda pile: (pile[0][0], pile[0][1] == "no"))
        for cards in (sorted(found),)
    )


def _refuges(view: InvisibleManView) -> tuple[str, ...]:
    """List where a chase can end: every place with a No, else the Laboratory (N39); nothing while he is hidden."""
    if view.pawn is None:
        return ()
    return tuple(sorted({card.place for card in view.cards if card.kind == "no"})) or (TOWN.laboratory,)


def _walks(events: NumberedEvents) -> tuple[Walk, ...]:
    """Return the last path of each seat, the latest at the end, on top."""
    last: dict[Seat, Walk] = {}
    for _, event in events:
        if isinstance(event, Walked) and event.audience is None:
            last.pop(event.seat, None)
            last[event.seat] = Walk(event.seat, event.path)
    return tuple(last.values())


def _marks(view: InvisibleManView, events: NumberedEvents) -> tuple[Mark, ...]:
    """Return where something happened, one mark a place: a shot says more than the check before it."""
    marks: dict[str, Mark] = {}
    for _, event in events:
        match event:
            case Checked(place=place, seat=seat):
                marks[place] = Mark(place, seat, "checked")
            case Shot(place=place, seat=seat):
                marks[place] = Mark(place, seat, "shot")
            case SignalOpened(place=place):
                marks[place] = Mark(place, view.invisible, "opened")
            case _:
                pass
    return tuple(marks.values())


def _carries(view: InvisibleManView, events: NumberedEvents) -> tuple[Carry, ...]:
    """Return the cards that were laid or moved and still lie there; a card moved twice has one carry."""
    carries: dict[int, Carry] = {}
    for _, event in events:
        if isinstance(event, Placed):
            carries[event.card] = Carry(event.card, event.seat, "", event.place)
        elif isinstance(event, Shifted):
            before = carries.get(event.card)
            origin = event.origin if before is None else before.origin
            carries[event.card] = Carry(event.card, event.seat, origin, event.place)
    lying = {card.number: card.place for card in view.cards}
    return tuple(carry for carry in carries.values() if lying.get(carry.card) == carry.place)
