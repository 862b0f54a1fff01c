"""Buttons of a board that only show something, to anybody: a picture with a text, or the same in alerts by pages."""

from __future__ import annotations

from bot.errors import Refusal
from bot.messaging import Answer, Button, Post, Press, joined
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.handlers.what_happened import WhatHappened
from bot.table.model.refusals import GAME_OVER, MOVED_ON
from bot.table.model.tokens import free


class Looks:
    """Answers these buttons: where a whole post can be shown to the presser alone with that, else in alerts.

    In a private chat without private answers the post lies there, in place of a list of moves, until its reader plays
    on or takes it away. Which page comes next is remembered for a minute; whoever looks later, or after another move,
    begins at the first.
    """

    def __init__(self, services: Services, happened: WhatHappened) -> None:
        self._platforms, self._notes = services.platforms, services.places.notes
        self._happened = happened

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
        place, kind, who = table.record.place, f"look/{table.id}/{code}", press.caller.person.id
        decision, seen = str(table.record.decision), self._notes.get(place, kind, who)
        page = int(seen.number) % len(shown.pages) if seen is not None and seen.text == decision else 0
        self._notes.put(place, kind, who, text=decision, number=page + 1)
        private = Post(joined((shown.title, shown.text)), shown.picture, silent=True)
        return Answer(shown.pages[page], alert=True, private=private)
