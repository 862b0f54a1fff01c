"""Sending, editing and deleting messages: a `Post` in, Discord's calls out. Counts nothing and waits for nothing."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.messaging import Picture, Post
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.components import View, alt_of, layout
from bot.platforms.discord.markdown import pinged
from storage.ids import MessageId

Draw = Callable[[Picture], Awaitable[bytes]]
"""Draws a picture off the event loop and gives a PNG."""

CALL_SECONDS = 60.0
"""How long one call may take, with all the waiting and trying again that the library does."""
_NOBODY = discord.AllowedMentions.none()


class Drawn:
    """A post ready to be sent: its components, and its picture as a file."""

    def __init__(self, view: View, picture: Picture | None, content: bytes) -> None:
        self.view = view
        self._picture = picture
        self._content = content

    @property
    def files(self) -> list[discord.File]:
        """The files to upload, made anew for each call, as sending closes them."""
        if self._picture is None:
            return []
        picture = self._picture
        return [discord.File(io.BytesIO(self._content), picture.name, description=alt_of(picture) or None)]


class Messages:
    """The calls that show and remove messages; they raise what the library raises.

    `commands`: their ids by name, once Discord has told them; texts mention them from then on.
    """

    def __init__(self, draw: Draw) -> None:
        self.client: DiscordClient | None = None
        self.commands: Mapping[str, int] = {}
        self._draw = draw

    async def drawn(self, post: Post) -> Drawn:
        """Make a post ready. Raises PostRejected."""
        view = layout(post, self.commands)
        return Drawn(view, post.picture, await self._draw(post.picture) if post.picture else b"")

    async def send(self, channel: int, post: Post) -> MessageId:
        """Send a post and give its message id. Only the first person it mentions is rung, and only if it is not silent.

        The library sends a nonce along, so that a call it repeats after a server error doubles no message.
        """
        drawn = await self.drawn(post)
        person = None if post.silent else pinged(post.text)
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(person)] if person else False
        )
        more: dict[str, Any] = {"files": files} if (files := drawn.files) else {}
        async with asyncio.timeout(CALL_SECONDS):
            message = await self._channel(channel).send(
                view=drawn.view, silent=post.silent, allowed_mentions=allowed, **more
            )
        return MessageId(str(message.id))

    async def edit(self, channel: int, message: MessageId, post: Post) -> None:
        """Replace a message by a post, its picture too. An edit rings nobody."""
        drawn = await self.drawn(post)
        async with asyncio.timeout(CALL_SECONDS):
            await (
                self._channel(channel)
                .get_partial_message(int(message))
                .edit(view=drawn.view, attachments=drawn.files, allowed_mentions=_NOBODY)
            )

    async def delete(self, channel: int, message: MessageId) -> None:
        """Delete a message."""
        async with asyncio.timeout(CALL_SECONDS):
            await self._channel(channel).get_partial_message(int(message)).delete()

    async def private_channel(self, person: int) -> int:
        """Give the channel of a person's direct messages; Discord gives the same one every time."""
        async with asyncio.timeout(CALL_SECONDS):
            return (await self._ready().create_dm(discord.Object(person))).id

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._ready().get_partial_messageable(channel)

    def _ready(self) -> DiscordClient:
        if self.client is None:
            raise OSError("not logged in")
        return self.client
