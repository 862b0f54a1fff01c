"""Discord as a `bot.messaging.Platform`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import discord
import structlog
from typing_extensions import override

from bot.errors import MessageGone, PersonUnreachable, PlaceGone, SlowDown
from bot.messaging import Limits, Platform, Post, SendPermit
from bot.platforms.covered import send_secret
from bot.platforms.discord.cache import DiscordCache
from bot.platforms.discord.dm_openings import REFUSED_SECONDS, DmOpenings
from bot.platforms.discord.errors import AWAY, OpeningsRefused, chat_error, translating_errors
from bot.platforms.discord.messages import DiscordMessages
from bot.platforms.discord.permissions import INVITE_PERMISSIONS
from bot.platforms.discord.private_channels import PrivateChannels
from bot.platforms.discord.rate_limit import DiscordPermit, DiscordRateLimiter
from bot.platforms.discord.used_channels import UsedChannels
from storage.ids import MessageId, Person, Place

PLATFORM = "discord"
OLD_SECONDS = 55 * 60.0
"""Discord limits edits of messages older than an hour (docs/platforms.md B7)."""
_EPOCH = 1_420_070_400.0
_LOG = structlog.get_logger(__name__)


class PrivateAnswers(Protocol):
    """What people are shown in answers that only they see (`responses`)."""

    async def take_back(self, table: str, bot: str) -> None:
        """Delete all answers about a table, to whomever, whichever process has shown them."""


def private_place(person: Person) -> Place:
    """Return the private chat of a person, identified by their id; its channel is looked up when needed."""
    return Place(person.platform, person.id, private=True)


def _person(private: Place) -> Person:
    return Person(private.platform, private.chat)


class DiscordPlatform(Platform):
    """The `Platform` of Discord. A channel is called by one caller at a time, counted before calling.

    `limits` are half of what Discord allows, since escaping may double a text; a board's text also fits into the
    alt text of its picture.
    """

    platform = PLATFORM
    limits = Limits(text=1900, caption=1000, toast=1900)
    answers_privately = True
    private_talk = "direct messages"

    def __init__(
        self,
        messages: DiscordMessages,
        limiter: DiscordRateLimiter,
        cache: DiscordCache,
        private_channels: PrivateChannels,
        openings: DmOpenings,
        wall_clock: Callable[[], float],
        answers: PrivateAnswers,
        used_channels: UsedChannels,
    ) -> None:
        self.application = 0
        self._answers = answers
        self._used_channels = used_channels
        self._messages = messages
        self._limiter = limiter
        self._cache = cache
        self._private_channels = private_channels
        self._openings = openings
        self._wall_clock = wall_clock

    def identify(self, application: int) -> None:
        """Set the bot's application id, which links to it need, once it has logged in."""
        self.application = application
        self._limiter.identify(str(application))

    @override
    def is_old(self, message: MessageId) -> bool:
        # A snowflake holds its time of creation in milliseconds, above the lowest 22 bits.
        return self._wall_clock() - ((int(message) >> 22) / 1000 + _EPOCH) > OLD_SECONDS

    @override
    def send_permit(self, place: Place) -> AbstractAsyncContextManager[SendPermit]:
        return self._permit(place)

    @override
    def permit_wait(self, place: Place) -> float:
        channel = self._cache.private_channel(int(place.chat)) if place.private else int(place.chat)
        return 0.0 if channel is None else self._limiter.wait(channel)

    @override
    def post_wait(self, place: Place) -> float:
        return 0.0

    @override
    async def remove(self, place: Place, message: MessageId) -> None:
        try:
            channel = await self._channel(place, known=True)
            await self._limiter.token_only()
            with translating_errors(private=place.private, editing=True):
                await self._messages.delete(channel, message)
        except (MessageGone, PlaceGone):
            return

    @override
    async def own_buttons(self, place: Place) -> Mapping[MessageId, Sequence[str]]:
        channel = await self._channel(place, known=True)
        await self._limiter.token_only()
        with translating_errors(private=place.private):
            return await self._messages.own_buttons(channel)

    @override
    async def send_private(self, person: Person, post: Post) -> MessageId:
        async with self._permit(private_place(person)) as permit:
            return await permit.post(post)

    @override
    async def send_secret(self, person: Person, post: Post, note: Callable[[MessageId], Awaitable[None]]) -> MessageId:
        return await send_secret(self, person, post, note)

    @override
    async def edit_private(self, person: Person, message: MessageId, post: Post) -> None:
        async with self._permit(private_place(person), known=True) as permit:
            await permit.edit(message, post)

    @override
    async def delete_private(self, person: Person, message: MessageId, *, instead: Post | None = None) -> None:
        # `instead` is not needed: a bot may delete its own messages for ever.
        try:
            await self.remove(private_place(person), message)
        except PersonUnreachable:
            return

    @override
    async def take_back(self, table: str) -> None:
        await self._answers.take_back(table, str(self.application))

    @override
    async def can_reach(self, person: Person) -> bool:
        # Discord tells only when a message is sent.
        return not await self._private_channels.refuses(str(self.application), person)

    @override
    async def is_admin(self, place: Place, person: Person) -> bool:
        if place.private:
            return place.chat == person.id
        seen = self._cache.is_admin(int(place.chat), int(person.id))
        return await self._ask_admin(place, person) if seen is None else seen

    @override
    def private_link(self, payload: str = "") -> str:
        return f"https://discord.com/users/{self.application}"

    @override
    def group_link(self, payload: str = "") -> str:
        return (
            f"https://discord.com/oauth2/authorize?client_id={self.application}"
            f"&permissions={INVITE_PERMISSIONS}&scope=bot+applications.commands"
        )

    @override
    async def message_link(self, place: Place, message: MessageId) -> str:
        if place.private:
            channel = await self._private_channels.known(str(self.application), _person(place))
            return f"https://discord.com/channels/@me/{channel}/{message}" if channel else ""
        guild = await self._guild(place)
        return f"https://discord.com/channels/{guild}/{place.chat}/{message}" if guild else ""

    @asynccontextmanager
    async def _permit(self, place: Place, *, known: bool = False) -> AsyncIterator[SendPermit]:
        channel = await self._channel(place, known=known)
        async with self._limiter.permit(channel, urgent=place.private) as permit:
            yield _DiscordSendPermit(self._messages, self._noting_refusals, place, channel, permit)

    async def _channel(self, place: Place, *, known: bool = False) -> int:
        """Return the channel of a place. Raise PersonUnreachable where messages are known to be refused.

        `known`: there is a message of ours, so that the person is nobody new.
        """
        if not place.private:
            return int(place.chat)
        if await self._private_channels.refuses(str(self.application), _person(place)):
            raise PersonUnreachable("direct messages are closed")
        channel = await self._private_channels.find(str(self.application), _person(place))
        return await self._open(place, known=known) if channel is None else channel

    async def _open(self, place: Place, *, known: bool) -> int:
        """Open a person's direct messages. Raise PersonUnreachable or SlowDown where that would be one too many."""
        if not known:
            await self._openings.count()
        await self._limiter.token_only(urgent=True)
        try:
            async with self._noting_refusals(place):
                with translating_errors(private=True):
                    channel = await self._messages.private_channel(int(place.chat))
        except OpeningsRefused as error:
            if known:  # what was shown there must not be forgotten: it is edited or taken away later
                raise SlowDown(REFUSED_SECONDS) from error
            raise
        await self._private_channels.note(str(self.application), _person(place), channel)
        return channel

    @asynccontextmanager
    async def _noting_refusals(self, place: Place) -> AsyncIterator[None]:
        """Note whose direct messages are refused, or that all new ones are, so that no loop repeats the call."""
        try:
            yield
        except OpeningsRefused:
            _LOG.warning("direct_messages_refused", none_for=REFUSED_SECONDS)
            self._openings.refuse()
            if self._cache.private_channel(int(place.chat)) is not None:  # it was the message that was refused
                await self._private_channels.note_refusal(str(self.application), _person(place))
            raise
        except PersonUnreachable:
            if place.private:
                await self._private_channels.note_refusal(str(self.application), _person(place))
            raise

    async def _ask_admin(self, place: Place, person: Person) -> bool:
        client, guild_id = self._messages.client, await self._guild(place)
        if client is None or guild_id is None:
            return False
        try:
            # Nothing of it is in the cache where another process, or a client of its own, serves its shard.
            guild = client.get_guild(guild_id) or await client.fetch_guild(guild_id, with_counts=False)
            if guild.owner_id == int(person.id):
                return True
            may = (await guild.fetch_member(int(person.id))).guild_permissions
        except AWAY as error:
            if isinstance(error, discord.NotFound):
                return False
            raise chat_error(error) from None
        return may.administrator or may.manage_guild

    async def _guild(self, place: Place) -> int | None:
        known = await self._used_channels.guild_of(int(place.chat))
        if known is None and self._messages.client is not None:
            channel = self._messages.client.get_channel(int(place.chat))
            guild = getattr(channel, "guild", None)
            return guild.id if guild is not None else None
        return known


class _DiscordSendPermit(SendPermit):
    """One send or edit in one place."""

    def __init__(
        self,
        messages: DiscordMessages,
        noting: Callable[[Place], AbstractAsyncContextManager[None]],
        place: Place,
        channel: int,
        permit: DiscordPermit,
    ) -> None:
        self._messages = messages
        self._noting = noting
        self._place = place
        self._channel = channel
        self._permit = permit

    @override
    async def post(self, post: Post) -> MessageId:
        async with self._counted(post, editing=False):
            return await self._messages.send(self._channel, post)

    @override
    async def edit(self, message: MessageId, post: Post) -> None:
        async with self._counted(post, editing=True):
            await self._messages.edit(self._channel, message, post)

    @asynccontextmanager
    async def _counted(self, post: Post, *, editing: bool) -> AsyncIterator[None]:
        """Count one call of the channel, and translate its errors."""
        self._permit.count()
        private, picture = self._place.private, post.picture is not None or post.film is not None
        async with self._noting(self._place):
            with translating_errors(private=private, editing=editing, picture=picture):
                yield
