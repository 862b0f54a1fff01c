"""The board in words: all that its picture shows, so that a blind player can play from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player, holder
from bot.games.vanished_animal.rules.moves import ANIMALS as KINDS
from bot.games.vanished_animal.rules.moves import RoundEnded
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.games.vanished_animal.text import ANIMALS, ring
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, joined


def running(view: VanishedAnimalView, players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the table while the game runs: the round, what is due, the animals, then every seat on its own line."""
    animals = [kind for kind in KINDS if kind not in view.excluded]
    parts = [
        tr.rich("Round {round}: five hats in the ring, one in the box.", round=view.round),
        *((Span(line),) for line in due(view, tr)),
        tr.rich("May be missing: {animals}", animals=_names(animals, tr)),
    ]
    if view.excluded:
        parts.append(tr.rich("✗ Not missing: {animals}", animals=_names(view.excluded, tr)))
    return joined([*parts, *_seats(view, players, tr)])


def final(view: VanishedAnimalView, end: RoundEnded | None, players: Sequence[Player], tr: Translator) -> RichText:
    """Describe the table after the end: what everybody has, and what lay under the hats where all may know (D13)."""
    parts = list(_seats(view, players, tr))
    if end is not None and end.box is not None:
        parts.append(tr.rich("In the box: {animal}.", animal=ANIMALS[end.box]))
    if end is not None and end.hats is not None:
        parts.append(tr.rich("In the hats: {hats}.", hats=ring(end.hats, tr)))
    return joined(parts)


def due(view: VanishedAnimalView, tr: Translator) -> Iterator[str]:
    """Return what a turn that has begun still wants."""
    if view.looked is not None and view.phase == "swap":
        yield tr.t("Now hat {hat} changes places with another.", hat=view.looked + 1)
    if view.phase == "again":
        hats = tr.list(tr.number(hat + 1) for hat in view.swappable)
        yield tr.t("Now two more hats may change places: {hats}", hats=hats)


def _names(animals: Sequence[str], tr: Translator) -> str:
    return ", ".join(tr.translate(ANIMALS[animal]) for animal in animals)


def _seats(view: VanishedAnimalView, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    for seat, player in zip(view.seats, players, strict=True):
        name = holder(player, tr, present=seat.present)
        yield tr.rich("{name}: {things}", name=name, things=", ".join(_things(seat, tr)))


def _things(seat: VanishedSeat, tr: Translator) -> Iterator[str]:
    if seat.hat:
        yield tr.t("hat token")
    if seat.wand:
        yield tr.t("magic wand")
    if not seat.hat and not seat.wand:
        yield tr.t("no token")
    if seat.out:
        yield tr.t("out of this round")
