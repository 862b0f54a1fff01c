"""Processing of interactions: acknowledged at once, handled once each, in order within a channel."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import discord
import structlog
from cachetools import LRUCache
from msgspec.structs import replace

from bot.commands import CommandSpec
from bot.concurrency.foreground import Foreground
from bot.concurrency.keyed_queue import KeyedQueue
from bot.concurrency.tasks import drain
from bot.errors import StoreError
from bot.i18n.catalogs import Catalogs
from bot.messaging import Answer, Press, UpdateHandler
from bot.meter import UNMETERED, Meter
from bot.platforms.discord.cache import MOST
from bot.platforms.discord.parsing import (
    Interaction,
    caller_of,
    channel_of,
    command_of,
    guild_info_of,
    lookup_of,
    name_of,
    place_of,
    press_of,
)
from bot.platforms.discord.permissions import missing_permissions, missing_text
from bot.platforms.discord.platform import PLATFORM
from bot.platforms.discord.private_channels import PrivateChannels
from bot.platforms.discord.responses import CommandReply, InteractionResponses
from bot.platforms.discord.used_channels import UsedChannels
from bot.platforms.sending import when_sent
from storage.ids import Place

ACKNOWLEDGEMENT_SECONDS = 2.5
"""After this an interaction is handled, although the acknowledgement has not been confirmed."""
SILENCE_SECONDS = 5.0
"""So long "thinking" is shown while a command that has said nothing yet may still have to say something."""
_MOST_CHANNELS = 500
"""Channels of one guild that are considered when the bot is added to it."""
_LOG = structlog.get_logger(__name__)

T = TypeVar("T")


class InteractionProcessor:
    """Passes interactions and channel events to the handler. An interaction seen before is ignored."""

    def __init__(
        self,
        handler: UpdateHandler,
        answers: InteractionResponses,
        private_channels: PrivateChannels,
        channels: UsedChannels,
        catalogs: Catalogs,
        commands: Sequence[CommandSpec],
        meter: Meter = UNMETERED,
        foreground: Foreground | None = None,
    ) -> None:
        self._meter = meter
        self._foreground = foreground or Foreground()
        self._handler = handler
        self._answers = answers
        self._private_channels = private_channels
        self._channels = channels
        self._catalogs = catalogs
        self._public = {spec.name for spec in commands if spec.public}
        self._posting = {spec.name for spec in commands if spec.posts}
        self._queue = KeyedQueue()
        self._seen: LRUCache[int, bool] = LRUCache(MOST)
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True

    # -- events of the client -----------------------------------------------------------------------------------------

    async def interaction(self, interaction: Interaction) -> None:
        """Handle an interaction to its end. Never raises."""
        await _attempt(self._take(interaction), "interaction_failed", str(interaction.channel_id))

    async def _take(self, interaction: Interaction) -> None:
        if not self._open or interaction.id in self._seen or interaction.user is discord.utils.MISSING:
            return
        self._seen[interaction.id] = True
        if not channel_of(interaction):
            _LOG.warning("interaction_nowhere", kind=interaction.type.name)
            self._meter.update_refused(PLATFORM, "unreadable")
            return
        if interaction.user.bot and interaction.type is not discord.InteractionType.component:
            return  # a bot's press is acknowledged, and is none
        self._remember(interaction)
        handle = {
            discord.InteractionType.component: self._press,
            discord.InteractionType.application_command: self._command,
            discord.InteractionType.autocomplete: self._look_up,
        }.get(interaction.type)
        if handle is not None:
            await self._track(handle(interaction), channel_of(interaction))

    async def closed(self, channels: Sequence[int]) -> None:
        """Report removed channels that were used before."""
        await self._report_used(channels, self._handler.on_bot_removed, gone=True)

    async def left(self, guild: int) -> None:
        """Report the channels that were used of a guild that the bot was removed from."""
        if self._open and (channels := await _attempt(self._channels.of_guild(guild), "channels_unknown", str(guild))):
            await self.closed(channels)

    async def joined(self, channels: Sequence[int]) -> None:
        """Report the channels of a guild that the bot was added to."""
        for channel in channels[:_MOST_CHANNELS]:
            if self._open:
                await self._report(channel, self._handler.on_bot_added)

    async def opened(self, channels: Sequence[int]) -> None:
        """Report channels that are back after an outage and were used before."""
        await self._report_used(channels, self._handler.on_bot_added)

    async def drain(self, seconds: float) -> None:
        """Accept nothing more and finish what is pending within so many seconds."""
        self._open = False
        if late := await drain(self._tasks, seconds):
            _LOG.warning("interactions_unfinished", count=late)

    # -- presses -------------------------------------------------------------------------------------------------------

    async def _press(self, interaction: Interaction) -> None:
        received = asyncio.get_running_loop().time()
        # Before the queue: Discord wants an acknowledgement within 3 s, however long the channel's queue is.
        acknowledged = asyncio.ensure_future(self._answers.acknowledge(interaction, command=False))
        press = press_of(interaction)
        if press is None:
            await acknowledged
            return
        timed, claim = replace(press, received=received), self._foreground.claim()
        try:
            answer = await self._queue.add(channel_of(interaction), lambda: self._judge(timed, acknowledged))
            with when_sent(claim.end):
                answered = await acknowledged and answer is not None and await self._settle(interaction, answer)
        finally:
            claim.end()
        if answered:
            self._meter.answered(PLATFORM, asyncio.get_running_loop().time() - received)
        else:
            self._meter.unanswered(PLATFORM)

    async def _settle(self, interaction: Interaction, answer: Answer) -> bool:
        """Show the answer, or say that it cannot be shown just now. Return whether it was shown."""
        try:
            return await self._answers.settle(interaction, answer)
        except StoreError as error:
            _LOG.error("not_saved", chat=channel_of(interaction), error=str(error))
            tr = self._catalogs.translator(caller_of(interaction).language)
            await self._answers.send_text(interaction, tr.t("Something went wrong. Please tap again."))
            return False

    async def _judge(self, press: Press, acknowledged: asyncio.Future[bool]) -> Answer | None:
        """Pass a press to the handler; whatever fails, the presser gets an answer. None once the press is over."""
        if not await _wait_acknowledged(acknowledged):
            return None
        answer = await _attempt(self._handler.on_press(press), "press_failed", press.place.chat)
        if answer is not None:
            return answer
        tr = self._catalogs.translator(press.caller.language)
        # NOTE: Alert after a fault of the bot.
        return Answer(tr.t("Something went wrong. Please tap again."), alert=True, refused=True)

    # -- commands ------------------------------------------------------------------------------------------------------

    async def _command(self, interaction: Interaction) -> None:
        acknowledged = asyncio.ensure_future(  # before the queue, like that of a press
            self._answers.acknowledge(interaction, command=True, public=name_of(interaction) in self._public)
        )
        reply = CommandReply(self._answers, interaction, acknowledged)
        answers = await self._queue.add(
            channel_of(interaction), lambda: self._carry_out(interaction, reply, acknowledged)
        )
        if answers is not None and not reply.sent:  # outside the queue: the channel's next press does not wait
            await asyncio.wait([asyncio.ensure_future(answers)], timeout=SILENCE_SECONDS)
        await reply.finish()

    async def _carry_out(
        self, interaction: Interaction, reply: CommandReply, acknowledged: asyncio.Future[bool]
    ) -> Awaitable[None] | None:
        """Pass a command to the handler; whatever fails, there is an answer. Return what is still under way."""
        if not await _wait_acknowledged(acknowledged):
            return None
        command = command_of(interaction, reply)
        tr = self._catalogs.translator(caller_of(interaction).language)
        lacking = (
            []
            if command.place.private
            else missing_permissions(interaction.app_permissions, thread=_is_thread(interaction))
        )
        if lacking and command.name in self._posting:
            await reply.send_text(missing_text(lacking, tr))
            return None
        under_way = await _attempt(_boxed(self._handler.on_command(command)), "command_failed", command.place.chat)
        if under_way is None:
            await reply.send_text(tr.t("Something went wrong. Please try again in a moment."))
            return None
        return under_way[0]

    async def _look_up(self, interaction: Interaction) -> None:
        """Answer while somebody types; after a failure the list stays empty, and the next keystroke asks again."""
        results = await self._handler.on_lookup(lookup_of(interaction))
        await self._answers.autocomplete(interaction, results.excerpts)

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _remember(self, interaction: Interaction) -> None:
        person, info = caller_of(interaction).person, guild_info_of(interaction)
        if info is not None:
            self._channels.note(channel_of(interaction), person, info)
        elif place_of(interaction).private:
            bot = str(interaction.application_id)
            self._private_channels.note_written(bot, person, channel_of(interaction))

    async def _track(self, work: Coroutine[Any, Any, None], channel: int) -> None:
        """Run something that `drain` waits for."""
        task = asyncio.ensure_future(_attempt(work, "interaction_failed", str(channel)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait([task])

    async def _report_used(
        self,
        channels: Sequence[int],
        report: Callable[[Place], Coroutine[Any, Any, None]],
        *,
        gone: bool = False,
    ) -> None:
        if not self._open:
            return
        used = await _attempt(self._channels.used(channels), "channels_unknown", "") or ()
        for channel in used:
            if self._open:
                await self._report(channel, report)
        if gone:
            await _attempt(self._channels.forget(used), "channels_unknown", "")

    async def _report(self, channel: int, report: Callable[[Place], Coroutine[Any, Any, None]]) -> None:
        await self._track(report(Place(PLATFORM, str(channel))), channel)


async def _attempt(work: Awaitable[T], event: str, chat: str) -> T | None:
    """Return the result of `work`; an exception is logged, and None is returned."""
    try:
        return await work
    except Exception:  # noqa: BLE001 - the boundary: one failing interaction must not stop the others
        _LOG.exception(event, chat=chat)
        return None


async def _boxed(work: Awaitable[T]) -> tuple[T]:
    return (await work,)


async def _wait_acknowledged(acknowledged: asyncio.Future[bool]) -> bool:
    """Wait for the acknowledgement, but not for long. Return whether the interaction is to be handled."""
    await asyncio.wait({acknowledged}, timeout=ACKNOWLEDGEMENT_SECONDS)
    return not acknowledged.done() or acknowledged.result()


def _is_thread(interaction: Interaction) -> bool:
    return isinstance(interaction.channel, discord.Thread)
