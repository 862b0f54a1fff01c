"""`What happened`: the last public moves of a game, for anybody who asks, players and onlookers alike."""

from __future__ import annotations

from dataclasses import dataclass

from bot.concurrency.tasks import Background
from bot.errors import ChatError, PersonUnreachable, Refusal
from bot.i18n.names import cut, utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Answer, Button, Post, Press, RichText, Span, joined, plain_text
from bot.table.core.history import LOOK_BACK, last_turns, numbered_events
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model.refusals import OUT_OF_DATE
from bot.table.model.tokens import free
from bot.table.publishing.board_publisher import BoardPublisher
from storage.ids import MessageId, Person, Place

TURNS = 15
"""How many are listed. They are those of all seats, each with all that was done in it."""
ROOM = 3000
"""How long a list may be in UTF-16 units, so that markup has room too."""


@dataclass
class WhatHappened:
    """Lists public moves privately: in an answer where it can hold them, else in one message of the private chat too.

    That message is replaced by the next one, so that they do not pile up; one of which nothing is known after two days
    may stay. Where the table itself is in the private chat, the list goes away as soon as its reader plays on.
    """

    services: Services
    boards: BoardPublisher
    background: Background

    async def show(self, table: Table, press: Press, _: str) -> Answer:
        """Answer with the last moves: with all of them, or with the newest that an alert holds."""
        if table.state is None:
            raise Refusal(OUT_OF_DATE)
        tr = await table.translator_for(press.caller)
        lines = await self._lines(table, tr)
        post = await self._post(table, press, lines, tr)
        platform = self.services.platforms.of(press.caller.person)
        if platform.answers_privately:
            return Answer(plain_text(post.text), private=post)
        whole = plain_text(joined(lines))
        if utf16_length(whole) <= platform.limits.toast:
            return Answer(whole, alert=True)
        sent = await self.send(press, post)
        if sent and press.place.private:
            return Answer()  # it comes at once, right here
        rest = (
            # NOTE: At most so many are listed there: of a long game not all.
            tr.t("I’ve sent you the latest moves privately (at most {count}).", count=TURNS)
            if sent
            # NOTE: Alert below “What happened”. Start is the button Telegram shows there: use Telegram's own word.
            else tr.t("To see more, open your chat with Underhat, tap Start and ask again.")
        )
        return Answer(_newest(lines, rest, platform.limits.toast), alert=True)

    async def put_away(self, _table: Table, press: Press, _: str) -> Answer:
        """Take the list away."""
        person = press.caller.person
        if press.place.private and press.message is not None:
            await self._forget(person)
            self.background.run(self.services.platforms.of(person).delete_private(person, press.message))
        return Answer(remove=True)

    def played_on(self, press: Press) -> None:
        """Take the list away from below a board in a private chat: its reader has made a move there."""
        notes, person = self.services.places.notes, press.caller.person
        if press.place.private and (self.services.store.shared or notes.get(_home(person), "list") is not None):
            self.background.run(self._take_away(person))

    async def _take_away(self, person: Person) -> None:
        shown = await self._forget(person)
        if shown is not None:
            await self.services.platforms.of(person).delete_private(person, shown)

    async def _forget(self, person: Person) -> MessageId | None:
        """Return which message lists the moves for somebody, and know of it no more."""
        notes, home = self.services.places.notes, _home(person)
        await notes.look(home)
        known = notes.get(home, "list")
        notes.drop(home, "list")
        return None if known is None else MessageId(known.text)

    async def _lines(self, table: Table, tr: Translator) -> list[RichText]:
        """Return what was told of the last turns, the newest last; of a line that is too long for all, the newest."""
        deeds = await self.services.histories.after(table, table.record.moves - LOOK_BACK)
        tale = numbered_events(last_turns(deeds, TURNS))
        lines = [line for line in table.game.presenter.tell(tale, table.record.players(), tr) if line]
        room, fitting = ROOM, 0
        for line in reversed(lines):
            room -= utf16_length(plain_text(line)) + 1
            if room < 0:
                break
            fitting += 1
        return lines[len(lines) - fitting :]

    async def _post(self, table: Table, press: Press, lines: list[RichText], tr: Translator) -> Post:
        # NOTE: Heading of the list of moves, in private.
        heading = plain_text(tr.rich("📜 {game}: what happened", game=table.game.presenter.labels.title))
        text = joined([(Span(heading, "bold"),), *lines])
        if press.place.private:
            # NOTE: Button under a message with a secret: the player has seen it and has it deleted. In a row of two
            # at times (20 letters).
            done = Button(tr.t("Got it, remove it"), free(table.record, "read"))
            return Post(text, keyboard=((done,),), silent=True)
        return Post(text, keyboard=await self.boards.button(table, tr), silent=True)

    async def send(self, press: Press, post: Post) -> bool:
        """Send a list, or what else is shown, in place of an older one. Return False where that is not possible."""
        person = press.caller.person
        platform = self.services.platforms.of(person)
        if (await self.services.people.get(person)).reachable is False:
            return False
        try:
            message = await platform.send_private(person, post)
        except PersonUnreachable:
            await self.services.people.set_reachable(person, reachable=False)
            return False
        except ChatError:
            return False
        if press.place.private:
            self.boards.note_sent_below(press.place)
        before = await self._forget(person)
        self.services.places.notes.put(_home(person), "list", text=message)
        if before is not None:
            self.background.run(platform.delete_private(person, before))
        return True


def _home(person: Person) -> Place:
    return Place(person.platform, person.id, private=True)


def _newest(lines: list[RichText], rest: str, limit: int) -> str:
    """Return the newest lines that fit, in order, and below them where the rest is."""
    room = limit - utf16_length(rest) - 1
    shown: list[str] = []
    for line in reversed(list(map(plain_text, lines))):
        if shown and utf16_length(line) + 1 > room:
            break
        shown.insert(0, cut(line, room))
        room -= utf16_length(shown[0]) + 1
    return "\n".join((*shown, rest))
