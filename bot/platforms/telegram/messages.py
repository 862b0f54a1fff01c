"""The calls that send, edit and delete messages. Rate limits are `rate_limit`'s, error translation `errors`'."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from telegram import InputMediaPhoto, LinkPreviewOptions, Message
from telegram.error import TelegramError

from bot.errors import PostRejected
from bot.messaging import Film, Picture, Post
from bot.pictures.blank import blank
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import is_file_refused, is_photo, is_unchanged, is_undeletable, is_vanished
from bot.platforms.telegram.markup import keyboard, post_entities, post_text
from bot.platforms.telegram.threads import delivery
from bot.platforms.telegram.uploads import Uploads
from storage.ids import MessageId, Place

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class TelegramMessages:
    """The message calls; they raise what the library raises."""

    def __init__(self, client: Client, uploads: Uploads) -> None:
        self._client = client
        self._uploads = uploads

    async def send(self, place: Place, post: Post) -> MessageId:
        """Send a post and return its message id."""
        if post.film:
            return await self._send_film(place, post, post.film)
        if not post.picture:
            return MessageId(str((await self._send_text(place, post)).message_id))
        media = await self._uploads.media(post.picture)
        try:
            return await self._send_photo(place, post, post.picture, media)
        except TelegramError as error:
            # A refused file id means that nothing was sent, so sending again cannot create a second message.
            if not (is_file_refused(error) and self._uploads.drop(post.picture)):
                raise
        return await self._send_photo(place, post, post.picture, await self._uploads.media(post.picture))

    async def edit(self, place: Place, message: MessageId, post: Post) -> None:
        """Replace a message by a post; the same content again is a success."""
        try:
            await (self._edit_photo if post.picture else self._edit_text)(place, message, post)
        except TelegramError as error:
            if not is_unchanged(error):
                raise

    async def delete(self, place: Place, message: MessageId, instead: Post | None = None) -> None:
        """Delete a message. Where it may not be deleted (A7), put a text `instead`, or remove its keyboard alone."""
        try:
            await self._client.delete_message(int(place.chat), int(message))
        except TelegramError as error:
            if is_undeletable(error) and instead is not None:
                await self._blank(place, message, instead)
            elif is_undeletable(error):
                await self._remove_keyboard(place, message)
            elif not is_vanished(error):
                raise

    async def _blank(self, place: Place, message: MessageId, instead: Post) -> None:
        """Leave nothing of what a message showed. A photo cannot become a text, so a plain one takes its place."""
        try:
            await self.edit(place, message, replace(instead, picture=None))
        except TelegramError as error:
            if not is_photo(error):
                raise
            await self.edit(place, message, replace(instead, picture=blank()))

    async def _remove_keyboard(self, place: Place, message: MessageId) -> None:
        try:
            await self._client.edit_message_reply_markup(int(place.chat), int(message), reply_markup=None)
        except TelegramError as error:
            if not is_unchanged(error):
                raise

    async def _send_text(self, place: Place, post: Post) -> Message:
        return await self._client.send_message(
            int(place.chat),
            post_text(post),
            link_preview_options=NO_PREVIEW,
            **_delivery(place, post, "entities"),
        )

    async def _send_photo(self, place: Place, post: Post, picture: Picture, media: str | bytes) -> MessageId:
        message = await self._client.send_photo(
            int(place.chat),
            media,
            caption=post_text(post),
            has_spoiler=post.spoiler or None,
            filename=picture.name,
            **_delivery(place, post, "caption_entities"),
        )
        self._uploads.note(picture, message)
        return MessageId(str(message.message_id))

    async def _send_film(self, place: Place, post: Post, film: Film) -> MessageId:
        message = await self._client.send_video(
            int(place.chat),
            film.content,
            caption=post_text(post),
            width=film.width,
            height=film.height,
            duration=round(film.seconds),
            supports_streaming=True,
            filename=film.name,
            **_delivery(place, post, "caption_entities"),
        )
        return MessageId(str(message.message_id))

    async def _edit_text(self, place: Place, message: MessageId, post: Post) -> None:
        await self._client.edit_message_text(
            post_text(post),
            int(place.chat),
            int(message),
            link_preview_options=NO_PREVIEW,
            api_kwargs={"entities": post_entities(post), "reply_markup": keyboard(post.keyboard)},
        )

    async def _edit_photo(self, place: Place, message: MessageId, post: Post) -> None:
        picture = _picture(post)
        try:
            await self._replace_photo(place, message, post, picture)
        except TelegramError as error:
            if not (is_file_refused(error) and self._uploads.drop(picture)):
                raise
            await self._replace_photo(place, message, post, picture)

    async def _replace_photo(self, place: Place, message: MessageId, post: Post, picture: Picture) -> None:
        media = InputMediaPhoto(
            await self._uploads.media(picture),
            caption=post_text(post),
            has_spoiler=post.spoiler or None,
            filename=picture.name,
            api_kwargs={"caption_entities": post_entities(post)},
        )
        edited = await self._client.edit_message_media(
            media, int(place.chat), int(message), api_kwargs={"reply_markup": keyboard(post.keyboard)}
        )
        self._uploads.note(picture, edited)


def _picture(post: Post) -> Picture:
    if post.picture is None:
        raise PostRejected("a post without a picture")
    return post.picture


def _delivery(place: Place, post: Post, styles: str) -> dict[str, Any]:
    """Parameters of a new message; `styles` is what its entities are called."""
    return {
        **delivery(place),
        "api_kwargs": {styles: post_entities(post), "reply_markup": keyboard(post.keyboard)},
        "disable_notification": post.silent or None,
        "protect_content": post.protect or None,
    }
