"""Telegram as a table sees it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

from telegram import ChatMember
from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot.errors import MessageGone, PersonUnreachable, PlaceGone, PostRejected, SlowDown
from bot.messaging import Limits, Post, SendPermit
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import chat_error
from bot.platforms.telegram.messages import Messages
from bot.platforms.telegram.rate_limit import TelegramPermit, TelegramRateLimiter
from storage.ids import MessageId, Person, Place

PLATFORM = "telegram"
ADMIN_SECONDS = 60.0
"""How long an answer to "is this an administrator" is believed."""

_MOST_ADMINS = 10_000
_SUPERGROUP = 1_000_000_000_000
_ADMIN = {ChatMember.OWNER, ChatMember.ADMINISTRATOR}


def private_place(person: Person) -> Place:
    """Give the private chat of a person, whose id is theirs."""
    return Place(person.platform, person.id, private=True)


class TelegramPlatform:
    """The `Chat` of Telegram. Sends and edits are counted before calling, and a 429 pauses its chat to the second."""

    platform = PLATFORM
    limits = Limits(text=4096, caption=1024, toast=200)
    answers_privately = False

    def __init__(
        self, client: Client, messages: Messages, budget: TelegramRateLimiter, clock: Callable[[], float]
    ) -> None:
        self.username = ""
        self._client = client
        self._messages = messages
        self._budget = budget
        self._clock = clock
        self._admins: OrderedDict[tuple[str, str], tuple[float, bool]] = OrderedDict()

    def is_old(self, message: MessageId) -> bool:  # noqa: ARG002 - edits of ours have no limit here
        """Tell whether a message had better be posted anew: here a bot's own can be edited for ever."""
        return False

    def send_permit(self, place: Place) -> AbstractAsyncContextManager[SendPermit]:
        """Wait until one send or edit is allowed in this place."""
        return self._permit(place)

    async def remove(self, place: Place, message: MessageId) -> None:
        """Delete a message, or take its keyboard where deleting is not allowed; not counted, but a pause is obeyed."""
        await self._budget.calm(place)
        try:
            with self._minding(place):
                await self._messages.delete(place, message)
        except MessageGone:
            return

    async def send_private(self, person: Person, post: Post) -> MessageId:
        """Send a private message, before any board."""
        place = private_place(person)
        async with self._budget.ticket(place, urgent=True) as ticket:
            ticket.calls += 1
            with self._minding(place):
                return await self._messages.send(place, post)

    async def edit_private(self, person: Person, message: MessageId, post: Post) -> None:
        """Replace a private message, before any board."""
        place = private_place(person)
        async with self._budget.ticket(place, urgent=True) as ticket:
            ticket.calls += 1
            with self._minding(place):
                await self._messages.edit(place, message, post)

    async def delete_private(self, person: Person, message: MessageId) -> None:
        """Remove a private message again; where the person closed the chat there is nothing left to do."""
        try:
            await self.remove(private_place(person), message)
        except PersonUnreachable:
            return

    async def can_reach(self, person: Person) -> bool:
        """Find out by "typing", which leaves no trace, whether a private message would arrive."""
        place = private_place(person)
        self._refuse_while_paused(place)
        try:
            with self._minding(place):
                await self._client.send_chat_action(int(place.chat), ChatAction.TYPING)
        except PersonUnreachable:
            return False
        return True

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Tell whether this person administers the chat, believing an answer for a minute."""
        if place.private:
            return place.chat == person.id
        key = (place.chat, person.id)
        asked, admin = self._admins.get(key, (0.0, False))
        if key not in self._admins or self._clock() - asked > ADMIN_SECONDS:
            try:
                admin = await self._ask_admin(place, person)
            except (PlaceGone, PostRejected):
                return False  # so Telegram answers of a person the chat does not know
            self._believe(key, admin)
        return admin

    def private_link(self, payload: str = "") -> str:
        """Give the URL that opens the private chat with the bot."""
        return f"https://t.me/{self.username}" + (f"?start={payload}" if payload else "")

    def group_link(self, payload: str = "") -> str:
        """Give the URL that adds the bot to a group of the person's choice."""
        return f"https://t.me/{self.username}?startgroup" + (f"={payload}" if payload else "")

    def message_link(self, place: Place, message: MessageId) -> str:
        """Give the URL of a message in a supergroup; basic groups and private chats have none."""
        number = -int(place.chat) - _SUPERGROUP
        if number <= 0 or place.private:
            return ""
        topic = f"{place.topic}/" if place.topic else ""
        return f"https://t.me/c/{number}/{topic}{message}"

    @asynccontextmanager
    async def _permit(self, place: Place) -> AsyncIterator[SendPermit]:
        async with self._budget.ticket(place) as ticket:
            yield _Slot(self, place, ticket)

    async def _post(self, place: Place, post: Post) -> MessageId:
        await self._budget.calm(place)
        with self._minding(place):
            return await self._messages.send(place, post)

    async def _edit(self, place: Place, message: MessageId, post: Post) -> None:
        await self._budget.calm(place)
        with self._minding(place):
            await self._messages.edit(place, message, post)

    async def _ask_admin(self, place: Place, person: Person) -> bool:
        self._refuse_while_paused(place)
        with self._minding(place):
            return await self._client.member_status(int(place.chat), int(person.id)) in _ADMIN

    def _believe(self, key: tuple[str, str], admin: bool) -> None:
        self._admins[key] = (self._clock(), admin)
        self._admins.move_to_end(key)
        while len(self._admins) > _MOST_ADMINS:
            self._admins.popitem(last=False)

    def _refuse_while_paused(self, place: Place) -> None:
        if seconds := self._budget.paused(place):
            raise SlowDown(seconds)

    @contextmanager
    def _minding(self, place: Place) -> Iterator[None]:
        """Turn what the library raises into our errors; a 429 is noted for the chat, whatever the call."""
        try:
            yield
        except TelegramError as error:
            meaning = chat_error(error, place)
            if isinstance(meaning, SlowDown):
                self._budget.pause(place, meaning.seconds)
            raise meaning from None  # a library's error may hold the URL, and the URL the token


class _Slot:
    """One send or edit in one place."""

    def __init__(self, chat: TelegramPlatform, place: Place, ticket: TelegramPermit) -> None:
        self._chat = chat
        self._place = place
        self._ticket = ticket

    async def post(self, post: Post) -> MessageId:
        """Send a new message."""
        self._ticket.calls += 1
        return await self._chat._post(self._place, post)

    async def edit(self, message: MessageId, post: Post) -> None:
        """Replace a message."""
        self._ticket.calls += 1
        await self._chat._edit(self._place, message, post)
