"""Sends what is no board: an answer to a command, a page, a chart."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from msgspec.structs import replace

from bot.concurrency.tasks import Background
from bot.errors import PicturesForbidden, PlaceGone, SlowDown
from bot.messaging import Command, Post
from bot.table.core.directory import TableDirectory
from bot.table.core.places import Places
from bot.table.core.services import Platforms
from bot.table.publishing.board_publisher import SHORT_HOLD, BoardPublisher
from storage.ids import MessageId, Person, Place


@dataclass(frozen=True)
class Messenger:
    """Sends messages in the background, as the place's budget allows. One that fails is not sent again."""

    platforms: Platforms
    places: Places
    tables: TableDirectory
    boards: BoardPublisher
    background: Background

    def post(self, place: Place, post: Post) -> None:
        self.background.run(self._post(place, post))

    def reply(self, command: Command, post: Post) -> None:
        """Answer a command: as its platform answers one, else by a message where answers to it go.

        While a group takes no new messages, the answer goes to the private chat of who asked.
        """
        if command.answer is None:
            self.background.run(self._reply(command, post))
        else:
            self.background.run(command.answer(post))

    async def _reply(self, command: Command, post: Post) -> None:
        place = command.reply_to or command.place
        try:
            if self.platforms.of(place).post_wait(place) <= SHORT_HOLD:
                await self.send(place, post)
                return
        except SlowDown as error:
            if error.seconds <= SHORT_HOLD or place.private:
                raise
        if command.caller is not None:
            person = command.caller.person
            await self.send(Place(person.platform, person.id, private=True), post)

    async def _post(self, place: Place, post: Post) -> None:
        await self.send(place, post)

    async def send(self, place: Place, post: Post) -> MessageId | None:
        """Send a message and return it; None where the place is closed to us. Raise ChatError."""
        if self.places.is_closed(place):
            return None
        try:
            message = await self._send(place, post)
        except PlaceGone:
            self.places.close(place)
            raise
        if table := await self.tables.at_place(place):
            self.boards.bury(table)
        return message

    async def _send(self, place: Place, post: Post) -> MessageId:
        """Send a message; without its picture or film where those are forbidden, since its text says the same."""
        platform = self.platforms.of(place)
        if place.private:
            return await platform.send_private(Person(place.platform, place.chat), post)
        while held := platform.post_wait(place):  # noqa: ASYNC110 - it waits for the time itself
            await asyncio.sleep(held)
        try:
            async with platform.send_permit(place) as permit:
                return await permit.post(post)
        except PicturesForbidden:
            if post.film is None:
                self.places.forbid_pictures(place)
            async with platform.send_permit(place) as permit:
                return await permit.post(replace(post, picture=None, film=None))
