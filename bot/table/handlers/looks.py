"""Buttons of a board that only show something, to anybody: a picture with a text, or the same in alerts by pages."""

from __future__ import annotations

from cachetools import LRUCache

from bot.errors import Refusal
from bot.messaging import Answer, Button, Post, Press, joined
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.handlers.what_happened import WhatHappened
from bot.table.model.refusals import GAME_OVER, MOVED_ON
from bot.table.model.tokens import free
from storage.ids import Person

KEPT_PAGES = 1000
"""For how many looks it is remembered which page comes next; a forgotten one begins anew."""
KEPT_SECONDS = 60.0
"""For how long; whoever looks later, or after another move, begins at the first page."""


class Looks:
    """Answers these buttons: where a whole post can be shown to the presser alone with that, else in alerts.

    In a private chat without private answers the post lies there, in place of a list of moves, until its reader plays
    on or takes it away.
    """

    def __init__(self, services: Services, happened: WhatHappened) -> None:
        self._platforms, self._clock = services.platforms, services.steady
        self._happened = happened
        self._pages: LRUCache[tuple[str, Person, str], tuple[int, int, float]] = LRUCache(KEPT_PAGES)

    async def show(self, table: Table, press: Press, code: str) -> Answer:
        """Show what the button stands for, or its next page. Raise Refusal."""
        if table.record.status != "playing":
            raise Refusal(MOVED_ON if table.record.live else GAME_OVER)
        tr = await table.translator_for(press.caller)
        shown = table.game.presenter.look(table.view(None), code, tr)
        if press.place.private and not self._platforms.of(press.caller.person).answers_privately:
            # NOTE: Button under a message with a secret: the player has seen it and has it deleted. In a row of two
            # at times (20 letters).
            done = Button(tr.t("Got it, remove it"), free(table.record, "read"))
            post = Post(shown.title, shown.picture, ((done,),), silent=True, details=shown.text)
            if await self._happened.send(press, post):
                return Answer()
        key = (table.record.id, press.caller.person, code)
        decision, now = table.record.decision, self._clock()
        page, seen_in, seen = self._pages.get(key, (0, decision, now))
        page = page % len(shown.pages) if seen_in == decision and now - seen <= KEPT_SECONDS else 0
        self._pages[key] = (page + 1, decision, now)
        private = Post(joined((shown.title, shown.text)), shown.picture, silent=True)
        return Answer(shown.pages[page], alert=True, private=private)
