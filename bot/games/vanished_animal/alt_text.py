"""The board in words: status and body say all that its picture shows, so that a blind player can play from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player, holder, in_a_row
from bot.games.vanished_animal.rules.moves import ANIMALS as KINDS
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.games.vanished_animal.text import ANIMALS
from bot.i18n.translator import RIGHT_TO_LEFT_MARK, Translator
from bot.messaging import RichText, Span, joined


def status(view: VanishedAnimalView, players: Sequence[Player], tr: Translator) -> RichText:
    """Return what a turn that has begun still wants, and who has what."""
    asked = [(Span(line),) for line in due(view, tr)] if view.to_act is not None else []
    seats = in_a_row(_seats(view, players, tr))
    # a line of names alone would run from left to right
    return joined((*asked, (Span(RIGHT_TO_LEFT_MARK), *seats) if tr.rtl else seats))


def running(view: VanishedAnimalView, tr: Translator) -> RichText:
    """Describe the table while the game runs: the round, and which animals may be in the box."""
    animals = [kind for kind in KINDS if kind not in view.excluded]
    # NOTE: The last sentence lists the animals that may be in the box.
    parts = [tr.rich("Round {round}. Could be missing: {animals}", round=view.round, animals=_names(animals, tr))]
    if view.excluded:
        # NOTE: Animals that somebody has named and that were not in the box.
        parts.append(tr.rich("✗ Not missing: {animals}", animals=_names(view.excluded, tr)))
    return joined(parts)


def due(view: VanishedAnimalView, tr: Translator) -> Iterator[str]:
    """Return what a turn that has begun still wants."""
    if view.looked is not None and view.phase == "swap":
        # NOTE: To the player whose turn it is, on the board; also as {due} in a longer text.
        yield tr.t("Now swap hat {hat} with any other hat.", hat=view.looked + 1)
    if view.phase == "again":
        hats = tr.list(tr.number(hat + 1) for hat in view.swappable)
        # NOTE: To the player whose turn it is, on the board; also as {due} in a longer text. {hats} is a list of
        # numbers.
        yield tr.t("One more swap, if you like – any two of these hats: {hats}", hats=hats)


def _names(animals: Sequence[str], tr: Translator) -> str:
    return ", ".join(tr.translate(ANIMALS[animal]) for animal in animals)


def _seats(view: VanishedAnimalView, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    for seat, player in zip(view.seats, players, strict=True):
        name = holder(player, tr, present=seat.present)
        things = ", ".join(_things(seat, tr))
        yield tr.rich("{name}: {things}", name=name, things=things) if things else name


def _things(seat: VanishedSeat, tr: Translator) -> Iterator[str]:
    if seat.hat:
        # NOTE: What the winner of a first round gets.
        yield tr.t("hat token")
    if seat.wand:
        yield tr.t("magic wand")
    if seat.out:
        yield tr.t("out of this round")
