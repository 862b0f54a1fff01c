"""Who needs lines of help under the board: somebody who never finished the game, or never in this part of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

import msgspec

from bot.engine.presentation import Presenter
from bot.engine.rules import Seat
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span
from bot.table.core.history import Deed, history
from bot.table.core.services import Services
from bot.table.core.table import Table
from storage.ids import Person, Place

TURNS = 3
"""The turns that are helped, in each chapter of the game."""


class Novice(msgspec.Struct, frozen=True):
    """The seat to act, whose person is new to the game; `turns` counts its turns before this one in this chapter.

    `guide` says where its hand is shown.
    """

    seat: Seat
    turns: int
    guide: LazyText


async def novice(services: Services, table: Table) -> Novice | None:
    """Return the seat to act, if its person is to be helped."""
    person, record = table.actor(), table.record
    seat = None if person is None else record.seat_of(person)
    if person is None or seat is None:
        return None
    guide = await _guide_to_the_hand(services, person, record.place)
    deeds, presenter = await history(services.store, table, 0), table.game.presenter
    began = _starter(deeds, seat) == seat if presenter.starter_is_alone else None
    if await services.store.has_finished(person, record.game, began=began):
        return None
    return Novice(seat, turns_before(presenter, deeds, seat), guide)


def _starter(deeds: Sequence[Deed], to_act: Seat) -> Seat:
    return next((deed.seat for deed in deeds if deed.seat is not None), to_act)


def turns_before(presenter: Presenter, deeds: Sequence[Deed], seat: Seat) -> int:
    """Count the turns of a seat before the present one, in the chapter in which the game is."""
    chapter, told = "", []
    for deed in deeds:
        told.append((deed.seat, chapter))
        for event in deed.events:
            begun = presenter.chapter(event)
            chapter = chapter if begun is None else begun
    here, turns = (seat, chapter), [turn for turn, _ in groupby(told)]
    return turns.count(here) - (turns[-1:] == [here])  # of the last one more is to come


def hints(table: Table, helped: Novice | None, unreached: Collection[Seat], tr: Translator) -> list[RichText]:
    """Return the lines of help, unless somebody else is to act meanwhile."""
    view = table.view(None)
    if helped is None or table.state is None or view.to_act != helped.seat:
        return []
    presenter = table.game.presenter
    said = presenter.hint(view, helped.turns, tr) if helped.turns < TURNS else ""
    lines: list[RichText] = [(Span("💡 "), Span(said))] if said else []
    if presenter.shown_by_hand(view) and helped.seat not in unreached:
        lines.append((Span("🃏 "), *tr.rich(helped.guide)))
    return lines


async def _guide_to_the_hand(services: Services, person: Person, place: Place) -> LazyText:
    if await services.holds_answers(person, place):
        # NOTE: A hint for a beginner who plays cards by their numbers.
        return lazy("Playing is easier under “🤫 My secret”: there, every button names its card.")
    if place.private:
        # NOTE: A hint for a beginner who plays cards by their numbers. The message is in the private chat.
        return lazy("Playing is easier in the message that shows your cards: there, every button names its card.")
    return services.platforms.say(
        place,
        private_chat=lazy("Playing is easier in our private chat: there, every button names its card."),
        direct_messages=lazy("Playing is easier in our direct messages: there, every button names its card."),
    )
