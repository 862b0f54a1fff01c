"""The answers to interactions: the acknowledgement at once, and later what there is to say.

Discord wants the first answer within three seconds, so it is given before anything waits in a line; what follows goes
by the interaction's token and counts against no channel's budget.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

import discord
import structlog
from msgspec.structs import replace

from bot.concurrency.keyed_queue import KeyedQueue
from bot.errors import PostRejected
from bot.messaging import Answer, LookupResult, Post, RichText, Span
from bot.platforms.discord.errors import AWAY, is_answered, is_expired, is_over
from bot.platforms.discord.expiring import ExpiringAnswers
from bot.platforms.discord.markdown import cut, markdown
from bot.platforms.discord.messages import Drawn, Messages
from bot.platforms.discord.parsing import Interaction, is_ephemeral

_CONTENT, _CHOICE, _MOST_CHOICES = 2000, 100, 25
_LOG = structlog.get_logger(__name__)

T = TypeVar("T")


class InteractionResponses:
    """Answers interactions."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._edits = KeyedQueue()
        self.fading = ExpiringAnswers()

    async def acknowledge(self, interaction: Interaction, *, command: bool, public: bool = False) -> bool:
        """Give the first answer: a press shows nothing, a command that it is being thought about.

        False where the interaction is over: too late, or told again after a resume. One that has had its first answer
        may have had it from us, its receipt lost, or from another process: a press is told apart by its id later on,
        a command is left to the other.
        """
        try:
            if command:
                await interaction.response.defer(ephemeral=not public, thinking=True)
            else:
                await interaction.response.defer()
        except (*AWAY, discord.InteractionResponded) as error:
            if is_expired(error) or is_answered(error):
                _LOG.info("interaction_over", error=str(error)[:100])
                return is_answered(error) and not command
            _LOG.warning("acknowledgement_failed", error=type(error).__name__)
        return True

    async def settle(self, interaction: Interaction, answer: Answer) -> None:
        """Show the answer to a press: in the message that was pressed, or beside it to the presser alone."""
        if answer.edit is not None:
            await self._in_order(interaction, answer.edit)
        elif answer.private is not None and is_ephemeral(interaction):
            await self._in_order(interaction, answer.private)
        elif answer.private is not None:
            await self.add(interaction, answer.private)
        elif answer.remove and is_ephemeral(interaction):
            await self.take_away(interaction)
        if answer.text and not answer.confirms and (answer.refused or answer.private is None):
            await self.note(interaction, answer.text)

    async def put(self, interaction: Interaction, post: Post) -> None:
        """Put a post in the place of what the interaction shows: the message pressed, or that it is thought about."""
        drawn = await self._drawn(post)
        message = await self._send(
            interaction.edit_original_response(
                view=drawn.view, attachments=drawn.files, allowed_mentions=discord.AllowedMentions.none()
            )
        )
        self._fade(interaction, message, post)

    async def add(self, interaction: Interaction, post: Post) -> None:
        """Show a post to the person alone, below."""
        drawn = await self._drawn(post)
        more: dict[str, Any] = {"files": files} if (files := drawn.files) else {}
        message = await self._send(
            interaction.followup.send(
                view=drawn.view, ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), wait=True, **more
            )
        )
        self._fade(interaction, message, post)

    async def note(self, interaction: Interaction, text: RichText | str) -> None:
        """Say something to the person alone."""
        rich = (Span(text),) if isinstance(text, str) else text
        content = markdown(rich, self._messages.commands)
        if len(content) > _CONTENT:
            content = cut(markdown(rich), _CONTENT)  # half a mention of a command would be none
        await self._send(
            interaction.followup.send(content, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())
        )

    async def take_away(self, interaction: Interaction) -> None:
        """Delete the message pressed, or that a command is thought about."""
        if interaction.message is not None:
            self.fading.forget(interaction.message.id)
        await self._send(interaction.delete_original_response())

    async def list_excerpts(self, interaction: Interaction, excerpts: tuple[LookupResult, ...]) -> None:
        """Offer excerpts while somebody is typing; each stands for its id."""
        choices = [
            discord.app_commands.Choice(name=cut(f"{excerpt.title} · {excerpt.line}", _CHOICE), value=excerpt.id)
            for excerpt in excerpts[:_MOST_CHOICES]
        ]
        await self._send(interaction.response.autocomplete(choices))

    async def _drawn(self, post: Post) -> Drawn:
        """Make a post ready; in words alone where its picture cannot be drawn. Raises PostRejected."""
        try:
            return await self._messages.drawn(post)
        except PostRejected:
            if post.picture is None:
                raise
            _LOG.exception("picture_refused")
            return await self._messages.drawn(replace(post, picture=None))

    async def _in_order(self, interaction: Interaction, post: Post) -> None:
        """Replace the message pressed; of several answers about one message the last press's is shown last."""
        message = interaction.message.id if interaction.message else interaction.id
        await self._edits.add(message, lambda: self.put(interaction, post))

    def _fade(self, interaction: Interaction, message: discord.Message | None, post: Post) -> None:
        if message is not None:
            number = message.id
            self.fading.shown(number, post.lasts, lambda: self._send(interaction.followup.delete_message(number)))

    async def _send(self, call: Awaitable[T]) -> T | None:
        """Make a call whose failure is only told: the person can press again."""
        try:
            return await call
        except (*AWAY, discord.InteractionResponded) as error:
            if not is_over(error):
                _LOG.warning("answer_refused", error=str(error)[:200])
            return None


class Spoken:
    """What a command is answered with: the first post takes the place of "thinking", others stand below it."""

    def __init__(
        self, answers: InteractionResponses, interaction: Interaction, acknowledged: asyncio.Future[bool]
    ) -> None:
        self.said = False
        self._answers = answers
        self._interaction = interaction
        self._acknowledged = acknowledged

    def __call__(self, post: Post) -> Awaitable[None]:
        """Say a post. What is said first is settled by who calls first, not by who is drawn first."""
        first, self.said = not self.said, True
        return self._say(post, first=first)

    async def _say(self, post: Post, *, first: bool) -> None:
        if not await self._acknowledged:
            return
        try:
            await (self._answers.put if first else self._answers.add)(self._interaction, post)
        except PostRejected:
            _LOG.exception("answer_impossible")
            await self._answers.take_away(self._interaction)

    async def say(self, text: str) -> None:
        """Say a bare text."""
        await self(Post((Span(text),)))

    async def finish(self) -> None:
        """Take "thinking" away where nothing was said; what is said after that stands by itself."""
        said, self.said = self.said, True
        if not said and await self._acknowledged:
            await self._answers.take_away(self._interaction)
