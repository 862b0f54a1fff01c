"""The text twin of the tableau: all that its picture shows, so that a blind player can play from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games import phrases
from bot.games.scene import Player
from bot.games.vanished_animal.moves import ANIMALS as KINDS
from bot.games.vanished_animal.moves import RoundEnded
from bot.games.vanished_animal.view import SeatView, VanishedView
from bot.games.vanished_animal.words import ANIMALS, ring
from bot.port import Rich, Span
from bot.words import Words

__all__ = ["due", "final", "running"]


def running(view: VanishedView, players: Sequence[Player], words: Words) -> Rich:
    """Describe the table while the game runs: the round, what is due, the animals, then every seat on its own line."""
    animals = [kind for kind in KINDS if kind not in view.excluded]
    lines = [
        words.rich("Round {round}: five hats in the ring, one in the box.", round=view.round),
        *((Span(line),) for line in due(view, words)),
        words.rich("May be missing: {animals}", animals=_names(animals, words)),
    ]
    if view.excluded:
        lines.append(words.rich("✗ Not missing: {animals}", animals=_names(view.excluded, words)))
    return phrases.lines([*lines, *_seats(view, players, words)])


def final(view: VanishedView, end: RoundEnded | None, players: Sequence[Player], words: Words) -> Rich:
    """Describe the table after the end: what everybody has, and what lay under the hats where all may know (D13)."""
    lines = list(_seats(view, players, words))
    if end is not None and end.box is not None:
        lines.append(words.rich("In the box: {animal}.", animal=ANIMALS[end.box]))
    if end is not None and end.hats is not None:
        lines.append(words.rich("In the hats: {hats}.", hats=ring(end.hats, words)))
    return phrases.lines(lines)


def due(view: VanishedView, words: Words) -> Iterator[str]:
    """Say what a turn that has begun still wants."""
    if view.looked is not None and view.phase == "swap":
        yield words.say("Now hat {hat} changes places with another.", hat=view.looked + 1)
    if view.phase == "again":
        hats = words.list(words.number(hat + 1) for hat in view.swappable)
        yield words.say("Now two more hats may change places: {hats}", hats=hats)


def _names(animals: Sequence[str], words: Words) -> str:
    return ", ".join(words.tell(ANIMALS[animal]) for animal in animals)


def _seats(view: VanishedView, players: Sequence[Player], words: Words) -> Iterator[Rich]:
    for seat, player in zip(view.seats, players, strict=True):
        name = Span(phrases.holder(player, words, present=seat.present), "bold")
        yield words.rich("{name}: {things}", name=name, things=", ".join(_things(seat, words)))


def _things(seat: SeatView, words: Words) -> Iterator[str]:
    if seat.hat:
        yield words.say("hat token")
    if seat.wand:
        yield words.say("magic wand")
    if not seat.hat and not seat.wand:
        yield words.say("no token")
    if seat.out:
        yield words.say("out of this round")
