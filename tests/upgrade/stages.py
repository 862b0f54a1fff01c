"""Stages whose chats can be saved and restored, so that an old database meets the messages that belong to it."""

from __future__ import annotations

import time
from abc import abstractmethod
from pathlib import Path
from typing import Any

import msgspec

from bot.playground.model import Chat, Photo
from bot.playground.model import Message as TelegramMessage
from bot.playground.world import World
from tests.conformance.on_discord import DiscordStage
from tests.conformance.on_telegram import TelegramPage, TelegramStage
from tests.conformance.stage import NAMES, Guest, Key, Page, Seen, Stage
from tests.helpers.clock import MovingClock
from tests.helpers.discord.model import DM, Attachment, Channel
from tests.helpers.discord.model import Message as DiscordMessage
from tests.helpers.discord.people import Person, until
from tests.helpers.party import Party
from tests.helpers.playground import Playground

RUNNING = ("hats", "animal", "invisible")
ENDED = ("hats ended", "animal ended", "invisible ended")
ALONE = "alone"
"""Ann's private chat, where she plays against a computer."""
CHATS = (*RUNNING, *ENDED, ALONE)
SECOND_WORLD = 2_000_000
"""First id of a restored Telegram, above every id that the first one has given."""


class SavedMessage(msgspec.Struct):
    """A message of the bot; `private` is the id of the person whose private chat holds it, 0 for a group's."""

    id: int
    chat: str
    private: int
    text: str
    content: dict[str, Any]


class Saved(msgspec.Struct):
    """What surrounds a database: the platform's side of it, and what people were shown at that moment.

    `people` are names by id; `chats` and `private` are ids by name of the chat and by id of the person; `boards`,
    `settings` and `standings` are texts and labels by chat. `link` leads somebody to the seat they asked for.
    """

    now: float
    people: dict[str, int]
    chats: dict[str, int]
    private: dict[str, int]
    messages: list[SavedMessage]
    boards: dict[str, list[str]]
    settings: dict[str, list[str]]
    standings: dict[str, str]
    link: str = ""


class ArchivedStage(Stage):
    """A stage with the chats of `CHATS`, of which one at a time is looked at."""

    guests_by_name: dict[str, Guest]

    @abstractmethod
    async def found(self) -> None:
        """Start the process in new chats."""

    @abstractmethod
    async def restore(self, saved: Saved) -> None:
        """Put the saved chats and messages in place; the process is not started yet."""

    @abstractmethod
    def go_to(self, chat: str) -> None:
        """From now on look at this chat."""

    @abstractmethod
    async def choose_language(self, who: Guest, locale: str) -> None:
        """Choose a personal language."""

    async def prefer_answers(self, who: Guest) -> None:
        """Switch somebody's secrets at this table to answers that only they see, where the platform has such."""

    @abstractmethod
    def private_pages(self, who: Guest) -> list[Page]:
        """List the bot's private messages that somebody has now."""

    @abstractmethod
    async def follow(self, who: Guest, link: str) -> None:
        """Open a link that leads to a seat."""

    @abstractmethod
    async def fail_private_messages(self, who: Guest) -> None:
        """Make every private message to somebody fail from now on as if the platform were down."""

    @abstractmethod
    async def ask_for_seat(self, who: Guest) -> str:
        """Press Join; return the link that leads to the seat, "" where none is needed."""

    @abstractmethod
    def save_chats(self) -> tuple[dict[str, int], dict[str, int], list[SavedMessage]]:
        """Return the ids of the chats and of the private chats, and all messages of the bot."""


class ArchivedTelegram(ArchivedStage, TelegramStage):
    """Six supergroups of the same five people, of whom Eve has never written to the bot."""

    def __init__(self, path: Path, clock: MovingClock) -> None:
        super().__init__(path, clock)
        self._groups: dict[str, Chat] = {}

    async def found(self) -> None:
        await self.set_up()
        eve = self._world.add_person("Eve", language_code="en")
        self.guests_by_name = {who.name: who for who in (*self.guests(), Guest(eve.id, "Eve", eve))}
        people = [who.account for who in self.guests_by_name.values()]
        for name in (*RUNNING, *ENDED):
            self._groups[name] = self._world.create_group(name.title(), people, kind="supergroup")
        await self.settle()

    async def restore(self, saved: Saved) -> None:
        self._world = World(now=self.clock, group_per_minute=0, per_second=0, first_id=SECOND_WORLD)
        self._api = Playground(self._world)
        await self._api.__aenter__()
        self._party = Party(self._world, self._api, self.path, self.clock, [(name, "en") for name in NAMES], "blank")
        people = {
            name: self._world.add_person(name, language_code="en", person_id=number)
            for name, number in saved.people.items()
        }
        self._party.people = list(people.values())
        self.guests_by_name = {name: Guest(person.id, name, person) for name, person in people.items()}
        self.ann, self.bob, self.cleo, self.dan = (self.guests_by_name[name] for name in NAMES)
        for name, number in saved.chats.items():
            group = self._world.create_group(name.title(), people.values(), kind="supergroup")
            del self._world.chats[group.id]
            group.id, group.last_id = number, SECOND_WORLD
            self._world.chats[number] = self._groups[name] = group
        self._world._last_common_message = SECOND_WORLD
        for person in people.values():
            person.started = str(person.id) in saved.private
        self._world.updates.clear()
        self._world.met.update(person.id for person in people.values() if person.started)
        for each in saved.messages:
            chat = self._world.private(self._world.people[each.private]) if each.private else self._groups[each.chat]
            photo = each.content.pop("photo")
            message = TelegramMessage(each.id, chat, int(saved.now), self._world.bot, each.text, **each.content)
            if photo:
                message.photo = Photo(f"old{each.id}", f"old{each.id}", 64, 48, 1, "")
            chat.messages[each.id] = message

    def go_to(self, chat: str) -> None:
        self._party.group = self._world.private(self.ann.account) if chat == ALONE else self._groups[chat]

    async def choose_language(self, who: Guest, locale: str) -> None:
        await self._party.say(who.account, f"/language {locale}", self._world.private(who.account))

    def private_pages(self, who: Guest) -> list[Page]:
        return [TelegramPage(message) for message in self._party.private(who.account)]

    async def follow(self, who: Guest, link: str) -> None:
        self._world.open_link(who.account, link)
        await self.settle()

    async def fail_private_messages(self, who: Guest) -> None:
        self._api.faults.server_error(chat=who.id, times=None)

    async def ask_for_seat(self, who: Guest) -> str:
        board = self._party.board()
        return (await self._party.send(who.account, board, self._party.token(board, "Join"))).url

    def save_chats(self) -> tuple[dict[str, int], dict[str, int], list[SavedMessage]]:
        people = [who.account for who in self.guests_by_name.values()]
        private = {str(person.id): person.id for person in people if person.started}
        messages = []
        for name, group in self._groups.items():
            messages += [self._saved(message, name, 0) for message in self._party.messages(group)]
        for person in people:
            messages += [self._saved(message, "", person.id) for message in self._party.private(person)]
        return {name: group.id for name, group in self._groups.items()}, private, messages

    def _saved(self, message: TelegramMessage, chat: str, private: int) -> SavedMessage:
        content = {"entities": message.entities, "keyboard": message.keyboard, "photo": message.photo is not None}
        return SavedMessage(message.id, chat, private, message.text, content)


class ArchivedDiscord(ArchivedStage, DiscordStage):
    """Six channels of one server."""

    def __init__(self, path: Path, clock: MovingClock) -> None:
        super().__init__(path, clock)
        self._channels: dict[str, Channel] = {}

    async def found(self) -> None:
        await self.set_up()
        eve = await self.invite("Eve")
        self.guests_by_name = {who.name: who for who in (*self.guests(), eve)}
        for name in (*RUNNING, *ENDED):
            self._channels[name] = self._world.add_channel(self._guild, name.replace(" ", "-"))

        def all_known() -> bool:
            client = self._adapter._messages.client
            return all(client.get_channel(channel.id) for channel in self._channels.values())

        await until(all_known)

    async def restore(self, saved: Saved) -> None:
        self._world.clock.move(saved.now - time.time())
        await self._server.__aenter__()
        people = {
            name: Person(self._world, number, name.lower(), display=name) for name, number in saved.people.items()
        }
        self._world.users.update({person.id: person for person in people.values()})
        self._guild = self._world.add_guild("Friends", people.values())
        self.guests_by_name = {name: Guest(person.id, name, person) for name, person in people.items()}
        self.ann, self.bob, self.cleo, self.dan = (self.guests_by_name[name] for name in NAMES)
        for name, number in saved.chats.items():
            channel = self._world.add_channel(self._guild, name.replace(" ", "-"))
            del self._guild.channels[channel.id], self._world.channels[channel.id]
            channel.id = number
            self._guild.channels[number] = self._world.channels[number] = self._channels[name] = channel
        for owner, number in saved.private.items():
            person = self._world.users[int(owner)]
            channel = Channel(number, DM, recipient=person)
            self._world.dms[person.id] = self._world.channels[number] = channel
        for each in saved.messages:
            channel = self._world.dms[each.private] if each.private else self._channels[each.chat]
            pictures = [
                Attachment(each.id + n, name, alt, b"", "", f"{self._server.api}/old/{name}")
                for n, (name, alt) in enumerate(each.content.pop("pictures"), start=1)
            ]
            message = DiscordMessage(each.id, channel, self._world.bot, saved.now, each.text, **each.content)
            message.attachments = pictures
            channel.messages[each.id] = message

    def go_to(self, chat: str) -> None:
        self._channel = self._world.dm(self.ann.account) if chat == ALONE else self._channels[chat]

    async def choose_language(self, who: Guest, locale: str) -> None:
        asked = await who.account.slash(self._world.dm(who.account), "language")
        await who.account.press(await asked.reply(), f"l.{locale}")
        await self.settle()

    async def prefer_answers(self, who: Guest) -> None:
        token = f"{self.record().id}.-.prefer_here"
        await self.press_again(who, Seen(self.board(), Key("Show it here instead of by message", token)))

    def private_pages(self, who: Guest) -> list[Page]:
        return [self._page(message) for message in self._world.dm(who.account).messages.values()]

    async def follow(self, who: Guest, link: str) -> None:
        raise AssertionError("nobody needs a link here")

    async def fail_private_messages(self, who: Guest) -> None:
        self._world.faults.server_error(503, "POST /channels/{channel}/messages", times=None)

    async def ask_for_seat(self, who: Guest) -> str:
        await self.press(who, "Join")
        return ""

    def save_chats(self) -> tuple[dict[str, int], dict[str, int], list[SavedMessage]]:
        messages, bot = [], self._world.bot
        for name, channel in self._channels.items():
            messages += [self._saved(each, name, 0) for each in channel.messages.values() if each.author is bot]
        for owner, channel in self._world.dms.items():
            messages += [self._saved(each, "", owner) for each in channel.messages.values() if each.author is bot]
        private = {str(owner): channel.id for owner, channel in self._world.dms.items()}
        return {name: channel.id for name, channel in self._channels.items()}, private, messages

    def _saved(self, message: DiscordMessage, chat: str, private: int) -> SavedMessage:
        pictures = [(each.name, each.description) for each in message.attachments]
        content = {"components": message.components, "flags": message.flags, "pictures": pictures}
        return SavedMessage(message.id, chat, private, message.content, content)


STAGES: dict[str, type[ArchivedTelegram] | type[ArchivedDiscord]] = {
    "telegram": ArchivedTelegram,
    "discord": ArchivedDiscord,
}
