"""The front desk: takes what every platform brings and gives it to the room it is for.

A press goes by the first part of its token, a command by its name. Refusals become toasts or answers in the words of
the one who asked; whoever floods is slowed here, before anybody else notices.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from msgspec.structs import replace

from bot.concurrency.rate_limit import Rate, TokenBuckets
from bot.errors import DamagedRecord, Refusal
from bot.i18n.translator import Translator
from bot.messaging import Answer, Caller, Command, LookupQuery, LookupResults, Post, Press, Span, Start
from bot.rulebook.feature import NOWHERE, RULES_PAYLOAD, Open, RulesFeature
from bot.table.core.table import Table
from bot.table.handlers.commands import TableCommands
from bot.table.handlers.help_pages import PLAY_HERE, HelpPages
from bot.table.handlers.invitations import Invitations
from bot.table.handlers.press_handlers import PressHandlers
from bot.table.handlers.privacy import Privacy
from bot.table.handlers.settings_menu import SettingsMenu
from bot.table.handlers.standings import PREFIX, Standings
from bot.table.model.record import digest
from bot.table.running.manager import TableManager
from storage.ids import Person, Place

_LOG = structlog.get_logger(__name__)

IDLE_PRESSES = Rate(burst=30, seconds=0.5)
"""Presses that changed nothing: after a burst, two a second."""
INQUIRIES = Rate(burst=40, seconds=0.5)
"""One comes with every letter that is typed; past them the list stays empty."""
ALL_COMMANDS = Rate(burst=25, seconds=3.0)
GROUP_COMMANDS = Rate(burst=8, seconds=10.0)
"""One person's commands that may cost a group a message; past them the answers go to that person's private chat."""


class Dispatcher:
    """A `bot.messaging.Desk` over the house and the rulebook."""

    def __init__(self, manager: TableManager, rules: RulesFeature, clock: Callable[[], float]) -> None:
        self._manager = manager
        self._hub = manager.hub
        self._rules = rules
        self._tables = TableCommands(manager)
        self._presses = PressHandlers(manager)
        self._invitations = Invitations(manager)
        self._settings = SettingsMenu(manager.hub)
        self._privacy = Privacy(manager)
        self._greeting = HelpPages(manager.hub)
        self._standings = Standings(manager.hub)
        self._idle = TokenBuckets(IDLE_PRESSES, clock)
        self._inquiries = TokenBuckets(INQUIRIES, clock)
        self._commands = TokenBuckets(ALL_COMMANDS, clock)
        self._in_groups = TokenBuckets(GROUP_COMMANDS, clock)
        self._simple: dict[str, Callable[[Command, Translator], Awaitable[Post]]] = {
            "rules": self._answer_rules,
            "settings": self._answer_settings,
            "language": self._answer_language,
            "privacy": self._answer_privacy,
            "top": self._standings.top,
            "stats": self._standings.stats,
            "help": self._answer_help,
            "start": self._answer_help,
        }

    # -- presses ------------------------------------------------------------------------------------------------------

    async def on_press(self, press: Press) -> Answer:
        """Judge a press and carry it out; a refusal is its answer."""
        press = replace(press, id=digest(press.id))
        person = press.caller.person
        if not self._idle.spare(person) and not self._presses.would_count(press):
            tr = await self._translator(press.caller, press.place)
            return Answer(tr.t("Slow down a little, please."), refused=True)
        if await self._hub.store.has_seen(press.id):
            return Answer()
        await self._hub.people.note(press.caller)
        answer, refused = await self._judge(press)
        bound = self._presses.is_bound(press.token)
        if refused or not bound:
            self._idle.take(person)
        if not bound:
            # One that is bound to a decision is written with its move, and harmless when it comes again.
            await self._hub.store.first_sight(press.id, self._hub.clock())
        return answer

    async def _judge(self, press: Press) -> tuple[Answer, bool]:
        """Give the answer, and whether it is a refusal."""
        try:
            with self._hub.judging():
                answer = await self._route(press)
                return answer, answer.refused
        except Refusal as refusal:
            tr = await self._translator(press.caller, press.place)
            return Answer(tr.translate(refusal.message), alert=refusal.alert, refused=True), True

    async def _route(self, press: Press) -> Answer:
        head, _, rest = press.token.partition(".")
        if head == "r":
            return Answer(edit=self._rules.press(rest, await self._translator(press.caller, press.place)))
        if head == "c":
            return await self._settings.press_settings(press, rest)
        if head == "l":
            return await self._settings.press_language(press, rest)
        if head == "p":
            return await self._privacy.press(press, rest, await self._translator(press.caller, press.place))
        if press.token == PLAY_HERE and press.place.private:
            tr = await self._translator(press.caller, press.place)
            await self._tables.command(Command(press.id, press.place, press.caller, "play"), press.place, tr)
            return Answer()
        if head == PREFIX:
            return await self._standings.press(press, rest, await self._translator(press.caller, press.place))
        return await self._presses.press(press)

    # -- commands -----------------------------------------------------------------------------------------------------

    async def on_command(self, command: Command) -> None:
        """Carry out a slash command; a refusal is answered where it was written."""
        command = replace(command, id=digest(command.id))
        who = command.caller.person if command.caller else command.place
        if not self._commands.take(who):
            _LOG.info("command_flood", chat=command.place.chat)
            return
        if await self._hub.store.has_seen(command.id):
            return
        await self._note(command)
        place = self._reply_place(command)
        tr = await self._translator(command.caller, command.place)
        try:
            await self._carry_out(command, place, tr)
        except Refusal as refusal:
            self._manager.reply(command, place, Post((Span(tr.translate(refusal.message)),), silent=True))
        except DamagedRecord:
            _LOG.exception("record_damaged", chat=command.place.chat)
            text = tr.rich("I cannot read what was kept of this table. Tell whoever runs me.")
            self._manager.reply(command, place, Post(text, silent=True))
        await self._hub.store.first_sight(command.id, self._hub.clock())

    async def _note(self, command: Command) -> None:
        if command.caller is not None:
            await self._hub.people.note(command.caller)
        if command.place.private:
            await self.on_reachability(_owner(command.place), ok=True)
            return
        await self._hub.chat_book.note(command.place, command.title)
        self._hub.open(command.place)

    async def _carry_out(self, command: Command, place: Place, tr: Translator) -> None:
        if command.name == "start" and command.argument == "play":
            command = replace(command, name="play", argument="")
        if command.name in self._tables.names:
            await self._tables.command(command, place, tr)
        elif command.name in self._simple:
            self._manager.reply(command, place, await self._simple[command.name](command, tr))
        elif command.place.private:
            self._manager.reply(command, place, await self._answer_help(command, tr))

    async def _answer_rules(self, command: Command, tr: Translator) -> Post:
        return self._rules.command(command.argument, tr, await self._opened_at(command))

    async def _answer_settings(self, command: Command, tr: Translator) -> Post:
        return await self._settings.settings(command, await self._chat_words(command, tr))

    async def _answer_language(self, command: Command, tr: Translator) -> Post:
        return await self._settings.language(command, await self._chat_words(command, tr))

    async def _answer_privacy(self, command: Command, tr: Translator) -> Post:
        return self._privacy.command(command, tr)

    async def _answer_help(self, command: Command, tr: Translator) -> Post:
        return self._greeting.help(command.place, tr)

    async def _chat_words(self, command: Command, tr: Translator) -> Translator:
        if command.place.private:
            return tr
        return await self._hub.chat_book.translator(command.place, tr.locale)

    def _reply_place(self, command: Command) -> Place:
        """Say where to answer: where the command was written, unless its writer floods a group."""
        place, caller = command.place, command.caller
        if (
            place.private
            or caller is None
            or command.answer is not None
            or self._in_groups.take((place, caller.person))
        ):
            return place
        return Place(place.platform, caller.person.id, private=True)

    # -- the rules ----------------------------------------------------------------------------------------------------

    async def on_lookup(self, query: LookupQuery) -> LookupResults:
        """Look something up in the rules; those of the game that the asker sits at come first."""
        person = query.caller.person
        tr = await self._hub.people.translator(query.caller)
        if not self._inquiries.take(person):
            return self._rules.nothing(tr)
        return self._rules.look_up(query.query, tr, await self._sits_at(person))

    async def _opened_at(self, command: Command) -> Open:
        """Say at which page the rules open in a chat: that of its table, in private that of the person's only one."""
        person = command.caller.person if command.caller else None
        if command.place.private:
            return await self._sits_at(person) if person else NOWHERE
        table = await self._manager.at(command.place)
        return _page_of(table, person) if table else NOWHERE

    async def _sits_at(self, person: Person) -> Open:
        tables = await self._manager.of(person)
        return _page_of(tables[0], person) if len(tables) == 1 else NOWHERE

    # -- the private chat ------------------------------------------------------------------------------------------

    async def on_start(self, start: Start) -> None:
        """Greet, or seat the person an invitation was made for."""
        start = replace(start, id=digest(start.id))
        person = start.caller.person
        if not self._commands.take(person) or await self._hub.store.has_seen(start.id):
            return
        await self._hub.people.note(start.caller)
        await self.on_reachability(person, ok=True)
        place = Place(person.platform, person.id, private=True)
        self._manager.post(place, await self._welcome(start, place))
        await self._hub.store.first_sight(start.id, self._hub.clock())

    async def _welcome(self, start: Start, place: Place) -> Post:
        tr = await self._translator(start.caller, place)
        if not start.payload:
            return self._greeting.hello(place, tr)
        if start.payload == RULES_PAYLOAD:
            return self._rules.command("", tr)
        if start.payload == "privacy":
            return self._privacy.command(Command(start.id, place, start.caller, "privacy"), tr)
        post = await self._invitations.accept(start)
        return post or Post(tr.rich("This invitation is not for you, or the table is gone."))

    async def on_reachability(self, person: Person, *, ok: bool) -> None:
        """Note that a person opened or closed the private chat; what waited for them is delivered."""
        before = await self._hub.people.get(person)
        await self._hub.people.set_reachable(person, reachable=ok)
        if ok and not before.reachable:
            await self._manager.reached(person)

    # -- chats --------------------------------------------------------------------------------------------------------

    async def on_chat_moved(self, old: Place, new: Place) -> None:
        """Take a chat's tables and settings along to its new id."""
        await self._manager.moved(old, new)

    async def on_bot_removed(self, place: Place) -> None:
        """Note that the bot was removed from a chat."""
        await self._manager.closed(place)

    async def on_bot_added(self, place: Place) -> None:
        """Note that the bot is back in a chat."""
        await self._manager.opened(place)

    async def _translator(self, caller: Caller | None, place: Place) -> Translator:
        locale = None if place.private else (await self._hub.chat_book.preferences(place)).locale
        if caller is None:
            return self._hub.catalogs.translator(locale)
        return await self._hub.people.translator(caller, locale)


def _owner(place: Place) -> Person:
    return Person(place.platform, place.chat)


def _page_of(table: Table, person: Person | None) -> Open:
    """Say which section fits what may be done at a table now; in a lobby there is only the game."""
    if table.record.status != "playing":
        return Open(table.record.game)
    seat = table.record.seat_of(person) if person else None
    return Open(table.record.game, table.game.presenter.section(table.view(None), seat))
