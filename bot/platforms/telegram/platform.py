"""Telegram as a `bot.messaging.Platform`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

from cachetools import TTLCache
from telegram import ChatMember
from telegram.constants import ChatAction
from telegram.error import TelegramError
from typing_extensions import override

from bot.errors import AdminsUnknown, MessageGone, PersonUnreachable, PlaceGone, PostRejected, SlowDown
from bot.messaging import Limits, Platform, Post, SendPermit
from bot.platforms.covered import send_secret
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import chat_error
from bot.platforms.telegram.messages import TelegramMessages
from bot.platforms.telegram.rate_limit import TelegramRateLimiter
from bot.platforms.telegram.threads import comments_of
from bot.platforms.windows import Permit
from storage.ids import MessageId, Person, Place

PLATFORM = "telegram"
ADMIN_SECONDS = 60.0
"""How long the answer to "is this an administrator" is cached."""

LIST_SECONDS = 180.0
"""How long the list of a chat's administrators is cached, which is asked for where members are hidden."""

_MOST_ADMINS, _MOST_LISTS = 10_000, 1_000
_SUPERGROUP = 1_000_000_000_000
_ADMIN = {ChatMember.OWNER, ChatMember.ADMINISTRATOR}


def private_place(person: Person) -> Place:
    """Return the private chat of a person, which has the person's id."""
    return Place(person.platform, person.id, private=True)


class TelegramPlatform(Platform):
    """The `Platform` of Telegram. Sends and edits are counted before calling; a 429 pauses its chat."""

    platform = PLATFORM
    limits = Limits(text=4096, caption=1024, toast=200)
    answers_privately = False
    private_talk = "private chat"

    def __init__(
        self, client: Client, messages: TelegramMessages, limiter: TelegramRateLimiter, clock: Callable[[], float]
    ) -> None:
        self.username = ""
        self._client = client
        self._messages = messages
        self._limiter = limiter
        self._admins: TTLCache[tuple[str, str], bool] = TTLCache(_MOST_ADMINS, ADMIN_SECONDS, timer=clock)
        self._lists: TTLCache[str, frozenset[int]] = TTLCache(_MOST_LISTS, LIST_SECONDS, timer=clock)

    def identify(self, username: str) -> None:
        """Set the bot's name, which links to it need, once Telegram has told it."""
        self.username = username

    @override
    def is_old(self, message: MessageId) -> bool:
        return False

    @override
    def send_permit(self, place: Place) -> AbstractAsyncContextManager[SendPermit]:
        return self._permit(place)

    @override
    def permit_wait(self, place: Place) -> float:
        return self._limiter.wait(place)

    @override
    def post_wait(self, place: Place) -> float:
        return self._limiter.post_wait(place)

    @override
    async def remove(self, place: Place, message: MessageId) -> None:
        await self._remove(place, message)

    @override
    async def send_private(self, person: Person, post: Post) -> MessageId:
        place = private_place(person)
        await self._limiter.wait_out_hold(place)
        async with self._limiter.permit(place, urgent=True) as permit:
            permit.calls += 1
            with self._translating_errors(place, posting=True):
                return await self._messages.send(place, post)

    @override
    async def send_secret(self, person: Person, post: Post, note: Callable[[MessageId], Awaitable[None]]) -> MessageId:
        return await send_secret(self, person, post, note)

    @override
    async def edit_private(self, person: Person, message: MessageId, post: Post) -> None:
        place = private_place(person)
        async with self._limiter.permit(place, urgent=True) as permit:
            permit.calls += 1
            with self._translating_errors(place):
                await self._messages.edit(place, message, post)

    @override
    async def delete_private(self, person: Person, message: MessageId, *, instead: Post | None = None) -> None:
        try:
            await self._remove(private_place(person), message, instead)
        except PersonUnreachable:
            return

    @override
    async def own_buttons(self, place: Place) -> Mapping[MessageId, Sequence[str]]:
        return {}

    @override
    async def take_back(self, table: str) -> None:
        pass

    @override
    async def can_reach(self, person: Person) -> bool:
        # A "typing" action is refused like a message would be, and leaves no trace.
        place = private_place(person)
        self._refuse_while_paused(place)
        try:
            with self._translating_errors(place):
                await self._client.send_chat_action(int(place.chat), ChatAction.TYPING)
        except PersonUnreachable:
            return False
        return True

    @override
    async def is_admin(self, place: Place, person: Person) -> bool:
        if place.private:
            return place.chat == person.id
        key = (place.chat, person.id)
        admin = self._admins.get(key)
        if admin is None:
            try:
                admin = self._admins[key] = await self._ask_admin(place, person)
            except (PlaceGone, PostRejected):
                # Telegram's answer about a person whom the chat does not know, and about all if it hides its members.
                return int(person.id) in await self._listed_admins(place)
        return admin

    @override
    def private_link(self, payload: str = "") -> str:
        return f"https://t.me/{self.username}" + (f"?start={payload}" if payload else "")

    @override
    def group_link(self, payload: str = "") -> str:
        return f"https://t.me/{self.username}?startgroup" + (f"={payload}" if payload else "")

    @override
    async def message_link(self, place: Place, message: MessageId) -> str:
        # Basic groups and private chats have no links to messages.
        number = -int(place.chat) - _SUPERGROUP
        if number <= 0 or place.private:
            return ""
        if root := comments_of(place):
            return f"https://t.me/c/{number}/{message}?thread={root}"
        topic = f"{place.topic}/" if place.topic else ""
        return f"https://t.me/c/{number}/{topic}{message}"

    @asynccontextmanager
    async def _permit(self, place: Place) -> AsyncIterator[SendPermit]:
        async with self._limiter.permit(place) as permit:
            yield _TelegramSendPermit(self, place, permit)

    async def _post(self, place: Place, post: Post) -> MessageId:
        # The permit is not held while one waits: what is held for long is composed anew, or edited in its place.
        if seconds := self._limiter.post_wait(place):
            raise SlowDown(seconds)
        with self._translating_errors(place, posting=True):
            return await self._messages.send(place, post)

    async def _edit(self, place: Place, message: MessageId, post: Post) -> None:
        await self._limiter.wait_out_pause(place)
        with self._translating_errors(place):
            await self._messages.edit(place, message, post)

    async def _remove(self, place: Place, message: MessageId, instead: Post | None = None) -> None:
        # Deleting is not limited like sending, but a pause of the chat holds for every call.
        await self._limiter.wait_out_pause(place)
        try:
            with self._translating_errors(place):
                await self._messages.delete(place, message, instead)
        except MessageGone:
            return

    async def _ask_admin(self, place: Place, person: Person) -> bool:
        self._refuse_while_paused(place)
        with self._translating_errors(place):
            return await self._client.member_status(int(place.chat), int(person.id)) in _ADMIN

    async def _listed_admins(self, place: Place) -> frozenset[int]:
        """Return who administers a chat, which any member is told (A10). Raise AdminsUnknown where not even that."""
        listed = self._lists.get(place.chat)
        if listed is None:
            self._refuse_while_paused(place)
            try:
                with self._translating_errors(place):
                    listed = self._lists[place.chat] = await self._client.administrators(int(place.chat))
            except PostRejected as error:
                raise AdminsUnknown(str(error)) from None
        return listed

    def _refuse_while_paused(self, place: Place) -> None:
        if seconds := self._limiter.paused(place):
            raise SlowDown(seconds)

    @contextmanager
    def _translating_errors(self, place: Place, *, posting: bool = False) -> Iterator[None]:
        """Translate the library's errors into ours; a 429 pauses the chat, that of a new message only new messages."""
        try:
            yield
        except TelegramError as error:
            meaning = chat_error(error, place)
            if isinstance(meaning, SlowDown):
                note = self._limiter.hold_posts if posting else self._limiter.pause
                note(place, meaning.seconds)
            raise meaning from None  # the library's error may contain the URL, and the URL contains the token


class _TelegramSendPermit(SendPermit):
    """One send or edit in one place."""

    def __init__(self, chat: TelegramPlatform, place: Place, permit: Permit) -> None:
        self._chat = chat
        self._place = place
        self._permit = permit

    @override
    async def post(self, post: Post) -> MessageId:
        self._permit.calls += 1
        return await self._chat._post(self._place, post)

    @override
    async def edit(self, message: MessageId, post: Post) -> None:
        self._permit.calls += 1
        await self._chat._edit(self._place, message, post)
