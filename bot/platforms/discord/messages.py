"""The calls that send, edit and delete messages. Rate limits are `rate_limit`'s, error translation `errors`'."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.messaging import Film, Picture, Post
from bot.platforms.adapter import Draw
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.components import alt_of, layout, tokens_in
from bot.platforms.discord.markdown import pinged
from storage.ids import MessageId

CALL_SECONDS = 60.0
"""How long one call may take, including the waiting and retrying that the library does."""
_NEWEST = 25
"""So many messages of a channel are looked at for those of ours."""
_NOBODY = discord.AllowedMentions.none()


class PreparedPost:
    """A post ready to be sent: its components, and its rendered picture or its film."""

    def __init__(self, view: ui.LayoutView, picture: Picture | None, content: bytes, film: Film | None = None) -> None:
        self.view = view
        self._picture = picture
        self._content = content
        self._film = film

    @property
    def files(self) -> list[discord.File]:
        """The files to upload, created for each call, since sending closes them."""
        if self._film is not None:
            return [discord.File(io.BytesIO(self._film.content), self._film.name)]
        if self._picture is None:
            return []
        picture = self._picture
        return [discord.File(io.BytesIO(self._content), picture.name, description=alt_of(picture) or None)]


class DiscordMessages:
    """The message calls; they raise what the library raises."""

    def __init__(self, draw: Draw) -> None:
        self.client: DiscordClient | None = None
        self.commands: Mapping[str, int] = {}
        self._draw = draw

    def connect(self, client: DiscordClient | None) -> None:
        """Make all calls by this client from now on; None when it is closed."""
        self.client = client

    def mention(self, commands: Mapping[str, int]) -> None:
        """Mention commands in texts by these ids, which Discord has assigned to their names."""
        self.commands = commands

    async def prepare(self, post: Post) -> PreparedPost:
        """Lay out a post and render its picture. Raise PostRejected."""
        view = layout(post, self.commands)
        return PreparedPost(view, post.picture, await self._draw(post.picture) if post.picture else b"", post.film)

    async def send(self, channel: int, post: Post) -> MessageId:
        """Send a post and return its message id. Only the first person it mentions is notified, unless it is silent.

        The library sends a nonce along, so that a call it repeats after a server error creates no second message.
        """
        prepared = await self.prepare(post)
        person = None if post.silent else pinged(post.text)
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(person)] if person else False
        )
        more: dict[str, Any] = {"files": files} if (files := prepared.files) else {}
        async with asyncio.timeout(CALL_SECONDS):
            message = await self._channel(channel).send(
                view=prepared.view, silent=post.silent, allowed_mentions=allowed, **more
            )
        return MessageId(str(message.id))

    async def edit(self, channel: int, message: MessageId, post: Post) -> None:
        """Replace a message, its picture too. An edit notifies nobody."""
        prepared = await self.prepare(post)
        async with asyncio.timeout(CALL_SECONDS):
            await (
                self._channel(channel)
                .get_partial_message(int(message))
                .edit(view=prepared.view, attachments=prepared.files, allowed_mentions=_NOBODY)
            )

    async def delete(self, channel: int, message: MessageId) -> None:
        async with asyncio.timeout(CALL_SECONDS):
            await self._channel(channel).get_partial_message(int(message)).delete()

    async def own_buttons(self, channel: int) -> Mapping[MessageId, Sequence[str]]:
        """Return our messages among the newest of a channel, with the tokens of their buttons and lists."""
        client = self._ready()
        async with asyncio.timeout(CALL_SECONDS):
            newest = await client.http.logs_from(channel, _NEWEST)
        own = (each for each in newest if client.user is not None and int(each["author"]["id"]) == client.user.id)
        return {MessageId(str(each["id"])): tokens_in(each.get("components", ())) for each in own}

    async def private_channel(self, person: int) -> int:
        """Return the channel of a person's direct messages, which is the same at every call."""
        async with asyncio.timeout(CALL_SECONDS):
            return (await self._ready().create_dm(discord.Object(person))).id

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._ready().get_partial_messageable(channel)

    def _ready(self) -> DiscordClient:
        if self.client is None:
            raise OSError("not logged in")
        return self.client
