"""Where interactions come in: acknowledged at once, once each, in order within a channel, channels side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import discord
import structlog

from bot.commands import CommandSpec
from bot.concurrency.keyed_queue import KeyedQueue
from bot.i18n.catalogs import Catalogs
from bot.messaging import Answer, Press, UpdateHandler
from bot.platforms.discord.cache import Bounded, DiscordCache
from bot.platforms.discord.parsing import (
    Interaction,
    caller_of,
    channel_of,
    command_of,
    inquiry_of,
    name_of,
    place_of,
    press_of,
    sight_of,
)
from bot.platforms.discord.permissions import missing, say_missing
from bot.platforms.discord.platform import PLATFORM
from bot.platforms.discord.responses import InteractionResponses, Spoken
from storage.ids import Place

ACKNOWLEDGEMENT_SECONDS = 2.5
"""After this an interaction is handled though Discord has not said that it took the acknowledgement."""
_MOST_CHANNELS = 500
"""Channels of one server that are looked through when the bot is added to it."""
_LOG = structlog.get_logger(__name__)

T = TypeVar("T")


class InteractionProcessor:
    """Hands interactions to the desk. One that was seen before is not handled twice."""

    def __init__(
        self,
        handler: UpdateHandler,
        answers: InteractionResponses,
        known: DiscordCache,
        catalogs: Catalogs,
        commands: Sequence[CommandSpec],
    ) -> None:
        self._handler = handler
        self._answers = answers
        self._known = known
        self._catalogs = catalogs
        self._public = {spec.name for spec in commands if spec.public}
        self._posting = {spec.name for spec in commands if spec.posts}
        self._chains = KeyedQueue()
        self._seen: Bounded[int, bool] = Bounded()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True

    # -- what the client hears -----------------------------------------------------------------------------------------

    async def interaction(self, interaction: Interaction) -> None:
        """Take an interaction in and be done with it; never fails."""
        if not self._open or interaction.id in self._seen or interaction.user is discord.utils.MISSING:
            return
        self._seen.put(interaction.id, value=True)
        if not channel_of(interaction):
            _LOG.warning("interaction_nowhere", kind=interaction.type.name)
            return
        self._remember(interaction)
        handle = {
            discord.InteractionType.component: self._press,
            discord.InteractionType.application_command: self._command,
            discord.InteractionType.autocomplete: self._look_up,
        }.get(interaction.type)
        if handle is not None:
            await self._kept(handle(interaction), channel_of(interaction))

    async def closed(self, channels: Sequence[int]) -> None:
        """Tell the desk of channels that are gone, of those that were used."""
        for channel in channels:
            if self._open and self._known.is_used(channel):
                await self._tell(channel, self._handler.on_bot_removed)

    async def joined(self, channels: Sequence[int]) -> None:
        """Tell the desk of the channels of a server that the bot was added to."""
        for channel in channels[:_MOST_CHANNELS]:
            if self._open:
                await self._tell(channel, self._handler.on_bot_added)

    async def opened(self, channels: Sequence[int]) -> None:
        """Tell the desk of channels that are back after an outage, of those that were used."""
        for channel in channels:
            if self._open and self._known.is_used(channel):
                await self._tell(channel, self._handler.on_bot_added)

    async def drain(self, seconds: float) -> None:
        """Take nothing more in and finish what is in hand within so many seconds."""
        self._open = False
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks), timeout=seconds)
            for task in late:
                task.cancel()
            if late:
                _LOG.warning("interactions_unfinished", count=len(late))
                await asyncio.gather(*late, return_exceptions=True)

    # -- presses -------------------------------------------------------------------------------------------------------

    async def _press(self, interaction: Interaction) -> None:
        acknowledged = asyncio.ensure_future(self._answers.acknowledge(interaction, command=False))
        press = press_of(interaction)
        if press is None:
            await acknowledged
            return
        judged = self._chains.add(channel_of(interaction), lambda: self._judge(press, acknowledged))
        answer = await judged
        if await acknowledged and answer is not None:
            await self._answers.settle(interaction, answer)

    async def _judge(self, press: Press, acknowledged: asyncio.Future[bool]) -> Answer | None:
        """Ask the desk; whatever goes wrong there, the presser gets an answer. None for a press that is over."""
        if not await _unless_over(acknowledged):
            return None
        answer = await _attempt(self._handler.on_press(press), "press_failed", press.place.chat)
        if answer is not None:
            return answer
        tr = self._catalogs.translator(press.caller.language)
        return Answer(tr.t("Something went wrong. Press again."), alert=True, refused=True)

    # -- commands ------------------------------------------------------------------------------------------------------

    async def _command(self, interaction: Interaction) -> None:
        acknowledged = asyncio.ensure_future(
            self._answers.acknowledge(interaction, command=True, public=name_of(interaction) in self._public)
        )
        spoken = Spoken(self._answers, interaction, acknowledged)
        await self._chains.add(channel_of(interaction), lambda: self._carry_out(interaction, spoken, acknowledged))
        await spoken.finish()

    async def _carry_out(self, interaction: Interaction, spoken: Spoken, acknowledged: asyncio.Future[bool]) -> None:
        if not await _unless_over(acknowledged):
            return
        command = command_of(interaction, spoken)
        tr = self._catalogs.translator(caller_of(interaction).language)
        lacking = [] if command.place.private else missing(interaction.app_permissions, thread=_is_thread(interaction))
        if lacking and command.name in self._posting:
            await spoken.say(say_missing(lacking, tr))
        elif await _attempt(_done(self._handler.on_command(command)), "command_failed", command.place.chat) is None:
            await spoken.say(tr.t("Something went wrong. Try again in a moment."))

    async def _look_up(self, interaction: Interaction) -> None:
        """Answer while somebody types; when that goes wrong the list stays empty, and the next letter asks anew."""
        findings = await self._handler.on_lookup(inquiry_of(interaction))
        await self._answers.list_excerpts(interaction, findings.excerpts)

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _remember(self, interaction: Interaction) -> None:
        person, sight = caller_of(interaction).person, sight_of(interaction)
        if sight is not None:
            self._known.note(channel_of(interaction), person, sight)
        elif place_of(interaction).private:
            self._known.note_private(interaction.user.id, channel_of(interaction))
            self._known.open(interaction.user.id)

    async def _kept(self, work: Coroutine[Any, Any, None], channel: int) -> None:
        """Do something that a stop waits for, or ends when it takes too long."""
        task = asyncio.ensure_future(_attempt(work, "interaction_failed", str(channel)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait([task])

    async def _tell(self, channel: int, tell: Callable[[Place], Coroutine[Any, Any, None]]) -> None:
        await self._kept(tell(Place(PLATFORM, str(channel))), channel)


async def _attempt(work: Awaitable[T], event: str, chat: str) -> T | None:
    """Do something; what goes wrong is logged, and gives None."""
    try:
        return await work
    except Exception:  # noqa: BLE001 - the boundary: one that is broken must not stop the others
        _LOG.exception(event, chat=chat)
        return None


async def _done(work: Awaitable[None]) -> bool:
    await work
    return True


async def _unless_over(acknowledged: asyncio.Future[bool]) -> bool:
    """Wait for the acknowledgement, but not for long; tells whether the interaction is to be handled."""
    await asyncio.wait({acknowledged}, timeout=ACKNOWLEDGEMENT_SECONDS)
    return not acknowledged.done() or acknowledged.result()


def _is_thread(interaction: Interaction) -> bool:
    return isinstance(interaction.channel, discord.Thread)
