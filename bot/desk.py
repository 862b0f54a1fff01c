"""The front desk: takes what every platform brings and gives it to the room it is for.

A press goes by the first part of its token, a command by its name. Refusals become toasts or answers in the words of
the one who asked; whoever floods is slowed here, before anybody else notices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import structlog

from bot.errors import Refusal
from bot.flood import Bucket, Flood
from bot.port import Answer, Caller, Command, Person, Place, Post, Press, Span, Start
from bot.rulebook.feature import RulesFeature
from bot.table.commands import TableCommands
from bot.table.greeting import Greeting
from bot.table.house import House
from bot.table.invitations import Invitations
from bot.table.menu_settings import SettingsMenu
from bot.table.presses import Presses
from bot.table.privacy import Privacy
from bot.words import Message, Words, msg

__all__ = ["COMMANDS", "FrontDesk"]

_LOG = structlog.get_logger(__name__)

COMMANDS: tuple[tuple[str, Message, tuple[Literal["group", "private"], ...]], ...] = (
    ("play", msg("Open a table"), ("group", "private")),
    ("board", msg("Show the table anew"), ("group", "private")),
    ("hand", msg("Show again what only I may see"), ("group", "private")),
    ("rules", msg("Explain the game, or look a word up"), ("group", "private")),
    ("leave", msg("Leave the table"), ("group", "private")),
    ("stop", msg("End the game or remove a player"), ("group",)),
    ("settings", msg("Change what this chat has chosen"), ("group", "private")),
    ("language", msg("Change the language"), ("group", "private")),
    ("verify", msg("Check that a game was dealt fairly"), ("group", "private")),
    ("privacy", msg("Tell what is stored, and delete it"), ("group", "private")),
    ("help", msg("Tell how all this works"), ("group", "private")),
)
"""Every command: its name, its description for the menu, where it is offered."""

IDLE_PRESSES = Bucket(burst=30, seconds=0.5)
"""Presses that changed nothing: after a burst, two a second."""
ALL_COMMANDS = Bucket(burst=25, seconds=3.0)
GROUP_REPLIES = Bucket(burst=8, seconds=10.0)
"""Answers in a group to one person's commands; the rest go to the private chat and cost the group nothing."""


class FrontDesk:
    """A `bot.port.Desk` over the house and the rulebook."""

    def __init__(self, house: House, rules: RulesFeature, clock: Callable[[], float]) -> None:
        self._house = house
        self._hub = house.hub
        self._rules = rules
        self._tables = TableCommands(house)
        self._presses = Presses(house)
        self._invitations = Invitations(house)
        self._settings = SettingsMenu(house.hub)
        self._privacy = Privacy(house)
        self._greeting = Greeting(house.hub)
        self._idle = Flood(IDLE_PRESSES, clock)
        self._commands = Flood(ALL_COMMANDS, clock)
        self._replies = Flood(GROUP_REPLIES, clock)

    # -- presses ------------------------------------------------------------------------------------------------------

    async def press(self, press: Press) -> Answer:
        """Judge a press and carry it out; a refusal is its answer."""
        person = press.caller.person
        if not self._idle.spare(person) and not self._presses.would_count(press):
            return Answer((await self._words(press.caller, press.place)).say("Slow down a little, please."))
        await self._hub.people.note(press.caller)
        try:
            with self._hub.judging():
                answer = await self._route(press)
        except Refusal as refusal:
            self._idle.take(person)
            words = await self._words(press.caller, press.place)
            return Answer(words.tell(refusal.message), alert=refusal.alert)
        if not self._presses.is_table_token(press.token):
            self._idle.take(person)
        return answer

    async def _route(self, press: Press) -> Answer:
        head, _, rest = press.token.partition(".")
        if head == "r":
            return Answer(edit=self._rules.press(rest, await self._words(press.caller, press.place)))
        if head in ("c", "l", "p"):
            return await self._once(press, head, rest)
        return await self._presses.press(press)

    async def _once(self, press: Press, head: str, rest: str) -> Answer:
        """Carry out a press of a menu, whose buttons do something else each time: once for each update."""
        if await self._hub.store.has_seen(press.id):
            return Answer()
        if head == "c":
            answer = await self._settings.press_settings(press, rest)
        elif head == "l":
            answer = await self._settings.press_language(press, rest)
        else:
            answer = await self._privacy.press(press, rest, await self._words(press.caller, press.place))
        await self._hub.store.first_sight(press.id, self._hub.clock())
        return answer

    # -- commands -----------------------------------------------------------------------------------------------------

    async def command(self, command: Command) -> None:
        """Carry out a slash command; a refusal is answered where it was written."""
        who = command.caller.person if command.caller else command.place
        if not self._commands.take(who):
            _LOG.info("command_flood", chat=command.place.chat)
            return
        if await self._hub.store.has_seen(command.id):
            return
        await self._note(command)
        words = await self._words(command.caller, command.place)
        try:
            await self._carry_out(command, words)
        except Refusal as refusal:
            self._reply(command, Post((Span(words.tell(refusal.message)),), silent=True))
        await self._hub.store.first_sight(command.id, self._hub.clock())

    async def _note(self, command: Command) -> None:
        if command.caller is not None:
            await self._hub.people.note(command.caller)
        if command.place.private:
            await self._hub.people.set_reachable(_owner(command.place), reachable=True)
            return
        await self._hub.chat_book.note(command.place, command.title)
        self._hub.open(command.place)

    async def _carry_out(self, command: Command, words: Words) -> None:
        name = command.name
        if name in self._tables.names or (name == "start" and command.argument == "play"):
            asked = command if name != "start" else _renamed(command, "play")
            await self._tables.command(asked, words)
        elif name == "rules":
            self._reply(command, self._rules.command(command.argument, words))
        elif name == "settings":
            self._reply(command, await self._settings.settings(command, await self._chat_words(command, words)))
        elif name == "language":
            self._reply(command, await self._settings.language(command, await self._chat_words(command, words)))
        elif name == "privacy":
            self._reply(command, self._privacy.command(command, words))
        elif name in ("help", "start"):
            self._reply(command, self._greeting.help(command.place, words))

    async def _chat_words(self, command: Command, words: Words) -> Words:
        if command.place.private:
            return words
        return await self._hub.chat_book.words(command.place, words.locale)

    def _reply(self, command: Command, post: Post) -> None:
        place = command.place
        if not place.private and command.caller is not None and not self._replies.take((place, command.caller.person)):
            person = command.caller.person
            place = Place(person.platform, person.id, private=True)
        self._house.say(place, post)

    # -- the private chat ------------------------------------------------------------------------------------------

    async def start(self, start: Start) -> None:
        """Greet, or seat the person an invitation was made for."""
        if await self._hub.store.has_seen(start.id):
            return
        person = start.caller.person
        await self._hub.people.note(start.caller)
        await self._hub.people.set_reachable(person, reachable=True)
        await self._hub.store.first_sight(start.id, self._hub.clock())
        place = Place(person.platform, person.id, private=True)
        words = await self._words(start.caller, place)
        if start.payload == "privacy":
            await self.command(Command(f"{start.id}p", place, start.caller, "privacy"))
            return
        post = await self._invitations.accept(start)
        if post is None and start.payload and start.payload != "rules":
            post = Post((Span(words.say("This invitation is not for you, or the table is gone.")),))
        self._house.say(place, post or self._greeting.hello(place, words))

    async def reach(self, person: Person, *, ok: bool) -> None:
        """Note that a person opened or closed the private chat."""
        await self._hub.people.set_reachable(person, reachable=ok)

    # -- chats --------------------------------------------------------------------------------------------------------

    async def moved(self, old: Place, new: Place) -> None:
        """Take a chat's tables and settings along to its new id."""
        await self._house.moved(old, new)

    async def closed(self, place: Place) -> None:
        """Note that the bot was removed from a chat."""
        await self._house.closed(place)

    async def opened(self, place: Place) -> None:
        """Note that the bot is back in a chat."""
        await self._house.opened(place)

    async def _words(self, caller: Caller | None, place: Place) -> Words:
        locale = None if place.private else (await self._hub.chat_book.preferences(place)).locale
        if caller is None:
            return self._hub.library.words(locale)
        return await self._hub.people.words(caller, locale)


def _owner(place: Place) -> Person:
    return Person(place.platform, place.chat)


def _renamed(command: Command, name: str) -> Command:
    return Command(command.id, command.place, command.caller, name, "", command.title, command.admin)
