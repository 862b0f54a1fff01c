"""Takes what the platforms bring and hands it to its handler.

A press goes by the first part of its token, a command by its name, a link to the private chat by its payload.
Refusals become toasts or answers in the language of the caller; whoever floods is slowed here, before anybody else
notices.
"""

from __future__ import annotations

from collections.abc import Awaitable

import structlog
from msgspec.structs import replace
from typing_extensions import override

from bot.concurrency.rate_limit import Rate, TokenBuckets
from bot.errors import DamagedRecord, Refusal, StaleVersion, StoreAway
from bot.i18n.translator import Translator
from bot.messaging import (
    Answer,
    Caller,
    Command,
    LookupQuery,
    LookupResults,
    Post,
    Press,
    RichText,
    Start,
    UpdateHandler,
)
from bot.meter import PressResult
from bot.table.core.services import Services
from bot.table.handlers.build import Routes
from bot.table.model.record import digest
from bot.table.publishing.messenger import Messenger
from bot.table.running.manager import TableManager
from storage.ids import Person, Place

_LOG = structlog.get_logger(__name__)

IDLE_PRESSES = Rate(burst=30, seconds=0.5)
"""Presses that changed nothing: after a burst, two a second."""
LOOKUPS = Rate(burst=40, seconds=0.5)
"""One comes with every letter that is typed; beyond the rate the list stays empty."""
ALL_COMMANDS = Rate(burst=25, seconds=3.0)
GROUP_COMMANDS = Rate(burst=5, seconds=12.0)
"""One person's commands in one group; beyond the rate the answers go to that person's private chat."""


class Dispatcher(UpdateHandler):
    """The `UpdateHandler` of the whole service. A press that is in no route is one of a table's buttons."""

    def __init__(self, services: Services, manager: TableManager, messenger: Messenger, routes: Routes) -> None:
        self._services = services
        self._manager = manager
        self._messenger = messenger
        self._routes = routes
        clock = services.steady
        self._idle = TokenBuckets(IDLE_PRESSES, clock)
        self._lookups = TokenBuckets(LOOKUPS, clock)
        self._commands = TokenBuckets(ALL_COMMANDS, clock)
        self._in_groups = TokenBuckets(GROUP_COMMANDS, clock)

    @override
    async def on_press(self, press: Press) -> Answer:
        meter, platform = self._services.meter, press.place.platform
        result: PressResult = "failed"
        try:
            with meter.handling(platform, press.received):
                answer, result = await self._press(press)
            return answer
        except StoreAway as error:
            return Answer(await self._not_saved(error, press.caller, press.place), alert=True, refused=True)
        except DamagedRecord as error:
            return Answer(await self._damaged(error, press.caller, press.place), alert=True, refused=True)
        finally:
            meter.pressed(platform, result)

    async def _not_saved(self, error: StoreAway, caller: Caller | None, place: Place) -> RichText:
        """Log that something could not be written, and return how to tell whoever wanted it."""
        _LOG.error("not_saved", chat=place.chat, error=str(error))
        try:
            tr = await self._translator(caller, place)
        except StoreAway:  # the language that they chose cannot be read either
            tr = self._services.catalogs.translator(caller.language if caller else None)
        # NOTE: Alert, or answer to a command, while the disk is full: a move or a command had no effect.
        return tr.rich("I can’t save anything right now, so that didn’t count. Please tell whoever runs this bot.")

    async def _damaged(self, error: DamagedRecord, caller: Caller | None, place: Place) -> RichText:
        """Log that something cannot be read, and return how to tell whoever wanted it."""
        _LOG.error("record_damaged", chat=place.chat, reason=str(error))  # the reason says it all
        tr = await self._translator(caller, place)
        # NOTE: Alert after a fault: what was stored of a game is damaged. "Whoever runs this bot" is its operator,
        # outside the chat.
        return tr.rich("I can’t read this table’s saved data. Please tell whoever runs this bot.")

    async def _mark_seen(self, update: str) -> None:
        """Write that an update was handled. Where that cannot be, it may be handled twice, as after a kill."""
        try:
            await self._services.store.mark_seen(update, self._services.clock())
        except StoreAway as error:
            _LOG.error("not_saved", error=str(error))

    async def _press(self, press: Press) -> tuple[Answer, PressResult]:
        """Return the answer, and what became of the press."""
        press = replace(press, id=digest(press.id))
        person = press.caller.person
        if not self._idle.spare(person) and not await self._routes.presses.would_count(press):
            tr = await self._translator(press.caller, press.place)
            # NOTE: Alert to somebody who taps too often.
            return Answer(tr.t("Slow down a little, please."), refused=True), "flood"
        is_move = self._routes.presses.is_move(press.token)
        # One that was carried out before finds its decision past, or its id committed with it, and is looked for then.
        if not is_move and await self._services.store.has_seen(press.id):
            return await self._routes.presses.answer_again(press), "repeated"
        await self._services.people.note(press.caller)
        answer, refused = await self._judge(press)
        if refused or not is_move:
            self._idle.take(person)
        if not is_move:
            # The id of a move is committed with it.
            await self._mark_seen(press.id)
        return answer, "refused" if refused else "repeated" if answer.repeated else "accepted"

    async def _judge(self, press: Press) -> tuple[Answer, bool]:
        """Return the answer, and whether it is a refusal."""
        try:
            answer = await self._route(press)
            return answer, answer.refused
        except Refusal as refusal:
            tr = await self._translator(press.caller, press.place)
            return Answer(tr.rich(refusal.message), alert=refusal.alert, refused=True), True

    async def _route(self, press: Press) -> Answer:
        prefix, _, rest = press.token.partition(".")
        handler = self._routes.pages.get(prefix)
        if handler is None:
            return await self._routes.presses.press(press)
        return await handler(press, rest, await self._translator(press.caller, press.place))

    @override
    async def on_command(self, command: Command) -> Awaitable[None] | None:
        command = replace(command, id=digest(command.id))
        who = command.caller.person if command.caller else command.place
        if not self._commands.take(who):
            _LOG.info("command_flood", chat=command.place.chat)
            self._services.meter.update_refused(command.place.platform, "flood")
            return None
        if await self._is_known(command.id):
            return None
        try:
            command = replace(command, place=await self._services.places.present(command.place))
            command = replace(command, reply_to=self._reply_to(command))
            await self._note(command)
            await self._answer(command)
        except StoreAway as error:
            text = await self._not_saved(error, command.caller, command.place)
            self._messenger.reply(command, Post(text, silent=True))
        return await self._finish(command.id)

    async def _is_known(self, update: str) -> bool:
        return self._messenger.is_answering(update) or await self._services.store.has_seen(update)

    async def _finish(self, update: str) -> Awaitable[None] | None:
        """Mark an update as seen when its answers are sent; return what does, None where it is done.

        If the process is killed before, the update comes again and is answered anew.
        """
        if not self._messenger.is_answering(update):
            await self._mark_seen(update)
            return None
        return self._messenger.background.run(self._mark_answered(update))

    async def _mark_answered(self, update: str) -> None:
        await self._messenger.answered(update)
        await self._mark_seen(update)

    async def _answer(self, command: Command) -> None:
        """Carry out a command, and say what was wrong where it cannot be."""
        tr = await self._translator(command.caller, command.place)
        try:
            await self._carry_out(command, tr)
        except Refusal as refusal:
            self._messenger.reply(command, Post(tr.rich(refusal.message), silent=True))
        except DamagedRecord as error:
            text = await self._damaged(error, command.caller, command.place)
            self._messenger.reply(command, Post(text, silent=True))
        except StaleVersion as error:
            if await self._services.store.has_seen(command.id):  # another process has carried it out
                _LOG.info("command_repeated", chat=command.place.chat, reason=str(error))
                return
            _LOG.warning("command_overtaken", chat=command.place.chat, reason=str(error))
            # NOTE: Answer to a command that had no effect.
            post = Post(tr.rich("Something went wrong. Please try again in a moment."), silent=True)
            self._messenger.reply(command, post)

    async def _note(self, command: Command) -> None:
        if command.caller is not None:
            await self._services.people.note(command.caller)
            self._services.places.note_presence(command.place, command.caller.person)
        if command.place.private:
            await self.on_reachability(_owner(command.place), ok=True)
            return
        await self._services.chats.note(command.place, command.title)
        self._services.places.open(command.place)

    async def _carry_out(self, command: Command, tr: Translator) -> None:
        if command.name == "start":  # as a command only in groups: by the link that adds the bot to one
            command = replace(command, name="play" if command.argument == "play" else "help", argument="")
        handler = self._routes.commands.get(command.name)
        if handler is None and command.place.private:
            handler = self._routes.commands["help"]
        post = await handler(command, tr) if handler else None
        if post is not None:
            self._messenger.reply(command, post)

    def _reply_to(self, command: Command) -> Place | None:
        """Return the private chat of who floods a group with commands, None for everybody else."""
        place, caller = command.place, command.caller
        if (
            place.private
            or caller is None
            or command.answer is not None
            or self._in_groups.take((place, caller.person))
        ):
            return None
        return Place(place.platform, caller.person.id, private=True)

    @override
    async def on_lookup(self, query: LookupQuery) -> LookupResults:
        tr = await self._services.people.translator(query.caller)
        if not self._lookups.take(query.caller.person):
            self._services.meter.update_refused(query.caller.person.platform, "flood")
            return self._routes.rules.nothing(tr)
        return await self._routes.rules.look_up(query, tr)

    @override
    async def on_start(self, start: Start) -> Awaitable[None] | None:
        start = replace(start, id=digest(start.id))
        person = start.caller.person
        if not self._commands.take(person):
            self._services.meter.update_refused(person.platform, "flood")
            return None
        if await self._is_known(start.id):
            return None
        place = Place(person.platform, person.id, private=True)
        try:
            await self._services.people.note(start.caller)
            await self.on_reachability(person, ok=True)
            post = await self._welcome(start, place)
        except StoreAway as error:
            post = Post(await self._not_saved(error, start.caller, place))
        except DamagedRecord as error:
            post = Post(await self._damaged(error, start.caller, place))
        if post:
            self._messenger.post(place, post, answers=start.id)
        return await self._finish(start.id)

    async def _welcome(self, start: Start, place: Place) -> Post | None:
        """Return what answers a link; None where what it leads to is there already."""
        tr = await self._translator(start.caller, place)
        routes, payload = self._routes, start.payload
        longer = next((handler for begin, handler in routes.longer_links.items() if payload.startswith(begin)), None)
        handler = routes.links.get(payload) or longer
        command = Command(start.id, place, start.caller, "start", payload if longer else "")
        try:
            if handler:
                return await handler(command, tr)
            post = await routes.invitations.accept(start)
        except Refusal as refusal:
            return Post(tr.rich(refusal.message))
        # NOTE: In the private chat, to somebody who opened a link made for another person, or an old one.
        return post or Post(tr.rich("This invitation isn’t for you, or the table is gone."))

    @override
    async def on_reachability(self, person: Person, *, ok: bool) -> None:
        if not ok:
            await self._services.people.set_reachable(person, reachable=False)
        elif await self._manager.secrets.is_waited_for(person):
            # What is just being sent may still be refused, and noted after this: so this comes after it.
            self._manager.background.run(self._deliver_after_attempt(person))
        else:
            await self._deliver_to(person)

    async def _deliver_after_attempt(self, person: Person) -> None:
        await self._manager.secrets.attempted(person)
        await self._deliver_to(person)

    async def _deliver_to(self, person: Person) -> None:
        if await self._services.people.set_reachable(person, reachable=True):
            await self._manager.deliver_blocked(person)

    @override
    async def on_chat_moved(self, old: Place, new: Place) -> None:
        await self._manager.move_chat(old, new)

    @override
    async def on_bot_removed(self, place: Place) -> None:
        await self._manager.close_chat(place)

    @override
    async def on_bot_added(self, place: Place) -> None:
        await self._manager.open_chat(place)

    @override
    async def on_member_left(self, place: Place, person: Person) -> None:
        await self._routes.departures.left(place, person)

    async def _translator(self, caller: Caller | None, place: Place) -> Translator:
        locale = None if place.private else (await self._services.chats.preferences(place)).locale
        if caller is None:
            return self._services.catalogs.translator(locale)
        return await self._services.people.translator(caller, locale)


def _owner(place: Place) -> Person:
    return Person(place.platform, place.chat)
