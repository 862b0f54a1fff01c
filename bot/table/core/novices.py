"""Who needs lines of help under the board: somebody who never finished the game, or never in this part of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import msgspec
from cachetools import LRUCache

from bot.engine.presentation import Presenter
from bot.engine.rules import Seat
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span
from bot.table.core.history import GAMES_KEPT, Deed
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


class Turns:
    """The turns of a game that goes on: how many each seat has had in each chapter, counted on from action to action.

    `counted` is the number of the last action that is counted, `starter` the seat that began.
    """

    def __init__(self, presenter: Presenter) -> None:
        self.counted = 0
        self.starter: Seat | None = None
        self._presenter = presenter
        self._chapter = ""
        self._last: tuple[Seat | None, str] | None = None
        self._turns: Counter[tuple[Seat | None, str]] = Counter()

    def count(self, deeds: Iterable[Deed]) -> None:
        """Count what was done since; what is counted already changes nothing."""
        for deed in deeds:
            if deed.number <= self.counted:
                continue
            self.counted = deed.number
            self.starter = deed.seat if self.starter is None else self.starter
            if (turn := (deed.seat, self._chapter)) != self._last:
                self._turns[turn] += 1
                self._last = turn
            for event in deed.events:
                begun = self._presenter.chapter(event)
                self._chapter = self._chapter if begun is None else begun

    def before(self, seat: Seat) -> int:
        """Return the turns of a seat before the present one, in the chapter in which the game is."""
        here = (seat, self._chapter)
        return self._turns[here] - (self._last == here)  # of the last one more is to come


class Novices:
    """Says whether who is to act is to be helped."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._turns: LRUCache[str, Turns] = LRUCache(GAMES_KEPT)

    async def to_act(self, table: Table) -> Novice | None:
        """Return the seat to act, if its person is to be helped."""
        person, record = table.actor(), table.record
        seat = None if person is None else record.seat_of(person)
        if person is None or seat is None:
            return None
        services, presenter = self._services, table.game.presenter
        turns = self._turns.get(table.id) or Turns(presenter)
        turns.count(await services.histories.after(table, turns.counted))
        self._turns[table.id] = turns
        began = turns.starter in (seat, None) if presenter.starter_is_alone else None
        count = turns.before(seat)
        if count >= TURNS and not presenter.shown_by_hand(table.view(None)):
            return None  # whoever it is, there is nothing to say
        if await services.store.has_finished(person, record.game, began=began):
            return None
        return Novice(seat, count, await _guide_to_the_hand(services, person, record.place))


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
