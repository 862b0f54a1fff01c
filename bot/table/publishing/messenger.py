"""Sends what is no board: an answer to a command, a page, a chart."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog
from msgspec.structs import replace

from bot.concurrency.backoff import Backoff
from bot.concurrency.keyed_queue import KeyedQueue
from bot.concurrency.tasks import Background
from bot.errors import ChatError, ChatUnavailable, PicturesForbidden, PlaceGone, SlowDown
from bot.messaging import Command, Post
from bot.meter import Meter
from bot.table.core.services import Services
from bot.table.pages.questions import closed_notice, held_notice
from bot.table.publishing.board_publisher import SHORT_HOLD, BoardPublisher
from storage.ids import MessageId, Person, Place

_LOG = structlog.get_logger(__name__)

LONG_HOLD = 60.0
"""A chat that takes nothing new for more seconds than that is as good as closed: an administrator can change it."""
PATIENCE = 120.0
"""For so many seconds an answer that fails is tried again; then nobody waits for it any more."""


@dataclass(frozen=True)
class Messenger:
    """Sends messages in the background, as the place's budget allows.

    One that the platform puts off or gives no answer to is tried again for `PATIENCE` seconds. Where it had taken
    effect without our knowing, it is there twice.
    """

    services: Services
    boards: BoardPublisher
    background: Background
    _replies: KeyedQueue = field(default_factory=KeyedQueue)
    _under_way: dict[str, set[asyncio.Task[None]]] = field(default_factory=dict)

    def post(self, place: Place, post: Post, *, answers: str = "") -> None:
        """Send a post. `answers`: the id of the update that it answers."""
        self.boards.note_sent_below(place)
        self.work(answers, _tries(lambda: self._deliver(place, post), self.services.meter)())

    def reply(self, command: Command, post: Post) -> None:
        """Answer a command: as its platform answers one, else by a message where answers to it go.

        While a group takes no new messages, the answer goes to the private chat of who asked.
        """
        if command.answer is None:
            # One at a time for each person: whoever asks a lot waits for their own answers, and nobody else does.
            who = command.caller.person if command.caller else command.place
            self.boards.note_sent_below(command.reply_to or command.place)
            reply = _tries(lambda: self._reply(command, post), self.services.meter)
            self.work(command.id, self._replies.add((command.place, who), reply))
        else:
            self.work(command.id, command.answer(post))  # the platform's library tries it again

    def work(self, update: str, work: Awaitable[None]) -> None:
        """Do in the background what the answer to an update comes of."""
        task = self.background.run(work)
        if not update:
            return
        self._under_way.setdefault(update, set()).add(task)
        task.add_done_callback(lambda done: self._end(update, done))

    def _end(self, update: str, task: asyncio.Task[None]) -> None:
        left = self._under_way[update]
        left.discard(task)
        if not left:
            del self._under_way[update]

    def is_answering(self, update: str) -> bool:
        """Return whether an answer to an update is under way."""
        return update in self._under_way

    async def answered(self, update: str) -> None:
        """Wait until all answers to an update are sent or given up. A stop that cuts one short cancels this."""
        while left := self._under_way.get(update):
            await asyncio.gather(*left)

    async def _reply(self, command: Command, post: Post) -> None:
        place = command.reply_to or command.place
        try:
            if self.services.platforms.of(place).post_wait(place) <= SHORT_HOLD:
                await self._deliver(place, post)
                return
        except SlowDown as error:
            if error.seconds <= SHORT_HOLD or place.private:
                raise
        except PlaceGone:
            if command.caller is not None:
                await self.tell_closed(place, command.caller.person)
            raise
        if command.caller is not None:
            person = command.caller.person
            await self.send(Place(person.platform, person.id, private=True), post)

    async def tell_closed(self, place: Place, person: Person, seconds: float = math.inf) -> None:
        """Tell somebody privately, once an hour, that nothing can be sent to a chat for so long. Raise ChatError.

        Where answers to a press hold posts, the next of them tells it.
        """
        services = self.services
        if services.platforms.of(place).answers_privately or not await services.places.is_news(place, person):
            return
        tr = await services.people.translator_of(person, (await services.chats.preferences(place)).locale)
        title = await services.chats.title(place)
        post = closed_notice(title, tr) if seconds > LONG_HOLD else held_notice(seconds, tr)
        await self.send(Place(person.platform, person.id, private=True), post)

    async def send(self, place: Place, post: Post) -> MessageId | None:
        """Send a message and return it; None where the place is closed to us. Raise ChatError."""
        self.boards.note_sent_below(place)
        return await self._deliver(place, post)

    async def _deliver(self, place: Place, post: Post) -> MessageId | None:
        """Send a message that has been counted below the board; otherwise as `send`."""
        if self.services.places.is_closed(place):
            return None
        try:
            return await self._send(place, post)
        except PlaceGone:
            self.services.places.close(place)
            raise

    async def _send(self, place: Place, post: Post) -> MessageId:
        """Send a message; without its picture or film where those are forbidden, since its text says the same."""
        platform = self.services.platforms.of(place)
        if place.private:
            return await platform.send_private(Person(place.platform, place.chat), post)
        while held := platform.post_wait(place):  # noqa: ASYNC110 - it waits for the time itself
            await asyncio.sleep(held)
        try:
            async with platform.send_permit(place) as permit:
                return await permit.post(post)
        except PicturesForbidden:
            if post.film is None:
                self.services.places.forbid_pictures(place)
            async with platform.send_permit(place) as permit:
                return await permit.post(replace(post, picture=None, film=None))


def _tries(attempt: Callable[[], Awaitable[object]], meter: Meter) -> Callable[[], Awaitable[None]]:
    """Return what makes an attempt until it succeeds, or `PATIENCE` seconds from now have passed and it has failed.

    Its errors are those of the attempt.
    """
    clock = asyncio.get_running_loop().time
    end = clock() + PATIENCE

    async def try_it() -> None:
        backoff = Backoff()
        while True:
            try:
                await attempt()
                return
            except ChatError as error:
                meter.delivery_failed("answer", error)
                if not isinstance(error, SlowDown | ChatUnavailable):
                    raise
                wait = error.seconds if isinstance(error, SlowDown) else backoff.next()
                if clock() + wait > end:
                    raise
                _LOG.info("answer_again", after=wait, reason=str(error))
            await asyncio.sleep(wait)

    return try_it
