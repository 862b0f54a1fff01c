"""Responses to interactions: an acknowledgement at once, and the content later.

Discord requires the first response within three seconds, so it is sent before anything waits in a queue, and sent again
within them where the call fails. What follows uses the interaction's token and is under no channel's rate limit.

An answer about a table is taken away in its time, by the next process if this one is killed. So what deletes it is
written down before it shows anything: a new message is shown covered first (`bot.platforms.covered`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
import structlog
from msgspec.structs import replace

from bot.concurrency.backoff import Backoff
from bot.concurrency.keyed_queue import KeyedQueue
from bot.errors import PicturesForbidden, PostRejected, SlowDown, StoreError
from bot.i18n.names import cut
from bot.messaging import Answer, LookupResult, Post, RichText, Span
from bot.platforms.covered import covered
from bot.platforms.discord.errors import AWAY, chat_error, is_answered, is_expired, is_over, try_again_after
from bot.platforms.discord.expiring import LONGEST_SECONDS, ExpiringAnswers
from bot.platforms.discord.left_answers import LeftAnswers, gone
from bot.platforms.discord.markdown import markdown
from bot.platforms.discord.messages import DiscordMessages, PreparedPost
from bot.platforms.discord.parsing import Interaction, channel_of, is_ephemeral

_CONTENT, _CHOICE, _MOST_CHOICES = 2000, 100, 25
_FIRST_SECONDS, _TRY_SECONDS = 3.0, 1.2
"""How long Discord takes a first response, and how long one call may take: another connection may be quicker."""
_LOG = structlog.get_logger(__name__)

T = TypeVar("T")


class InteractionResponses:
    """Sends the responses of one adapter."""

    def __init__(self, messages: DiscordMessages, left: LeftAnswers, wall_clock: Callable[[], float]) -> None:
        self._messages = messages
        self._left = left
        self._wall_clock = wall_clock
        self._noted: set[int] = set()
        self._edits = KeyedQueue()
        self.expiring = ExpiringAnswers()

    async def take_back(self, table: str, bot: str) -> None:
        """Delete all answers about a table, to whomever, whichever process has shown them."""
        await self.expiring.take_back(table)
        await self._left.take_back(bot, table)

    async def acknowledge(self, interaction: Interaction, *, command: bool, public: bool = False) -> bool:
        """Send the first response: none visible for a press, "thinking" for a command.

        Return False when the interaction is over: too late, or sent again after a resume. One that was acknowledged
        before may have been so by us, with the receipt lost, or by another process. A press is deduplicated by its id
        later on; a command is left to the other process.
        """
        try:
            if command:
                await _insist(lambda: interaction.response.defer(ephemeral=not public, thinking=True))
            else:
                await _insist(interaction.response.defer)
        except (*AWAY, discord.InteractionResponded) as error:
            if is_expired(error) or is_answered(error):
                _LOG.info("interaction_over", error=str(error)[:100])
                return is_answered(error) and not command
            _LOG.warning("acknowledgement_failed", error=type(error).__name__, chat=channel_of(interaction))
        return True

    async def settle(self, interaction: Interaction, answer: Answer) -> bool:
        """Show the answer to a press: in the message pressed, or below it to the presser alone.

        Return False where a post could not be shown. Raise StoreError where a secret could
        not be noted that is to be taken away again: it is not shown then.
        """
        shown = True
        if answer.edit is not None:
            shown = await self._replace_in_order(interaction, answer.edit)
        elif answer.private is not None and is_ephemeral(interaction):
            shown = await self._replace_in_order(interaction, answer.private)
        elif answer.private is not None:
            shown = await self.send_followup(interaction, answer.private)
        elif answer.remove and is_ephemeral(interaction):
            await self.delete_original(interaction)
        if answer.text and not answer.confirms and (answer.refused or answer.private is None):
            await self.send_text(interaction, answer.text)
        if answer.on_shown is not None:
            await answer.on_shown(shown)
        return shown

    async def replace_original(self, interaction: Interaction, post: Post) -> bool:
        """Replace what the interaction shows by a post: the message pressed, or "thinking". Return whether it did."""

        def show(prepared: PreparedPost) -> Awaitable[discord.Message]:
            return interaction.edit_original_response(
                view=prepared.view, attachments=prepared.files, allowed_mentions=discord.AllowedMentions.none()
            )

        if post.subject:
            there = interaction.message or await self._show(covered(post), show)
            if there is None:
                return False
            await self._note(interaction, there.id, post, covered=interaction.message is None)
        return await self._expire_later(interaction, await self._show(post, show), post)

    async def send_followup(self, interaction: Interaction, post: Post) -> bool:
        """Show a post below, to the person alone. Return whether it arrived."""

        def send(prepared: PreparedPost) -> Awaitable[discord.Message]:
            more: dict[str, Any] = {"files": files} if (files := prepared.files) else {}
            return interaction.followup.send(
                view=prepared.view, ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), wait=True, **more
            )

        if not post.subject:
            return await self._expire_later(interaction, await self._show(post, send), post)
        cover = await self._show(covered(post), send)
        if cover is None:
            return False
        number = cover.id
        await self._note(interaction, number, post, covered=True)
        message = await self._show(
            post,
            lambda prepared: interaction.followup.edit_message(
                number,
                view=prepared.view,
                attachments=prepared.files,
                allowed_mentions=discord.AllowedMentions.none(),
            ),
        )
        if message is None:
            await self._delete(interaction, number)
        return await self._expire_later(interaction, message, post)

    async def send_text(self, interaction: Interaction, text: RichText | str) -> None:
        """Show a text to the person alone."""
        rich = (Span(text),) if isinstance(text, str) else text
        content = markdown(rich, self._messages.commands)
        if len(content) > _CONTENT:
            content = cut(markdown(rich), _CONTENT, len)  # half a mention of a command would be none
        await self._send(
            interaction.followup.send(content, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())
        )

    async def delete_original(self, interaction: Interaction) -> None:
        """Delete the message pressed, or "thinking"."""
        if interaction.message is not None:
            self.expiring.forget(interaction.message.id)
        await self._send(interaction.delete_original_response())
        if interaction.message is not None:
            await self._forget(interaction, interaction.message.id)

    async def autocomplete(self, interaction: Interaction, excerpts: tuple[LookupResult, ...]) -> None:
        """Offer results while somebody is typing; the value of each is its id."""
        choices = [
            discord.app_commands.Choice(name=cut(f"{excerpt.title} · {excerpt.line}", _CHOICE, len), value=excerpt.id)
            for excerpt in excerpts[:_MOST_CHOICES]
        ]
        await self._send(_insist(lambda: interaction.response.autocomplete(choices)))

    async def _prepare(self, post: Post) -> PreparedPost:
        """Prepare a post, without its picture when that cannot be rendered. Raise PostRejected."""
        try:
            return await self._messages.prepare(post)
        except PostRejected:
            if post.picture is None:
                raise
            _LOG.exception("picture_refused")
            return await self._messages.prepare(replace(post, picture=None))

    async def _show(
        self, post: Post, call: Callable[[PreparedPost], Awaitable[discord.Message]]
    ) -> discord.Message | None:
        """Show a post by a call, without its picture where none may be uploaded."""
        prepared = await self._prepare(post)
        try:
            return await call(prepared)
        except (*AWAY, discord.InteractionResponded) as error:
            if prepared.files and isinstance(chat_error(error, picture=True), PicturesForbidden):
                return await self._send(call(await self._prepare(replace(post, picture=None, film=None))))
            _log_refusal(error)
            return None

    async def _replace_in_order(self, interaction: Interaction, post: Post) -> bool:
        """Replace the message pressed, after the answers to earlier presses of the same message."""
        message = interaction.message.id if interaction.message else interaction.id
        return await self._edits.add(message, lambda: self.replace_original(interaction, post))

    async def _expire_later(self, interaction: Interaction, message: discord.Message | None, post: Post) -> bool:
        """Have an answer that has been shown taken away in its time. Return whether there is one."""
        if message is None:
            return False
        number = message.id
        if not post.subject:
            await self._forget(interaction, number)  # it has shown something else before
        await self.expiring.shown(
            number, interaction.user.id, post.subject, post.lasts, lambda: self._delete(interaction, number)
        )
        if post.subject:
            await self._left.take_back_older(str(interaction.application_id), number, interaction.user.id, post)
        return True

    async def _note(self, interaction: Interaction, message: int, post: Post, *, covered: bool) -> None:
        """Write down what deletes a message, before it shows what is to be deleted.

        Raise StoreError; a message that is `covered` is gone then, for it will show nothing.
        """
        until, viewer = self._wall_clock() + LONGEST_SECONDS, interaction.user.id
        try:
            await self._left.note(str(interaction.application_id), message, interaction.token, until, viewer, post)
        except StoreError:
            if covered:
                await self._delete(interaction, message)
            raise
        self._noted.add(message)

    async def _forget(self, interaction: Interaction, message: int) -> None:
        if message in self._noted:
            self._noted.discard(message)
            await self._left.drop(str(interaction.application_id), message)

    async def _delete(self, interaction: Interaction, message: int) -> None:
        """Delete an answer. Where Discord is away the next process tries once more."""
        if await gone(interaction.followup.delete_message(message)):
            await self._forget(interaction, message)

    async def _send(self, call: Awaitable[T]) -> T | None:
        """Make a call whose failure is only logged: the person can press again."""
        try:
            return await call
        except (*AWAY, discord.InteractionResponded) as error:
            _log_refusal(error)
            return None


async def _insist(call: Callable[[], Awaitable[object]]) -> None:
    """Give a first response; again where Discord or the network fails, as long as Discord takes it.

    Raise what the last try has raised. One that an earlier try has given, although its receipt was lost, counts.
    """
    loop, pauses, perhaps_given = asyncio.get_running_loop(), Backoff(0.1, 1.0), False
    end = loop.time() + _FIRST_SECONDS
    while True:
        try:
            async with asyncio.timeout(_TRY_SECONDS):
                await call()
        except AWAY as error:
            if perhaps_given and is_answered(error):
                return
            wait = try_again_after(error, pauses.next())
            if wait is None or loop.time() + wait >= end:
                raise
            perhaps_given = perhaps_given or not isinstance(chat_error(error), SlowDown)
        else:
            return
        await asyncio.sleep(wait)


def _log_refusal(error: Exception) -> None:
    if not is_over(error):
        _LOG.warning("answer_refused", error=str(error)[:200])


class CommandReply:
    """The reply to a command: the first post replaces "thinking", others follow below it."""

    def __init__(
        self, answers: InteractionResponses, interaction: Interaction, acknowledged: asyncio.Future[bool]
    ) -> None:
        self.sent = False
        """Whether there is an answer, be it still on its way."""
        self._answers = answers
        self._interaction = interaction
        self._acknowledged = acknowledged
        self._first_sent = asyncio.Event()

    def __call__(self, post: Post) -> Awaitable[None]:
        """Send a post. Which one is first is decided by the order of calls, not by which is rendered first."""
        first, self.sent = not self.sent, True
        return self._send(post, first=first)

    async def _send(self, post: Post, *, first: bool) -> None:
        if not await self._acknowledged:
            return
        if not first:  # Discord takes whatever follows "thinking" first for what replaces it
            await self._first_sent.wait()
        try:
            await (self._answers.replace_original if first else self._answers.send_followup)(self._interaction, post)
        except PostRejected:
            _LOG.exception("answer_impossible")
            await self._answers.delete_original(self._interaction)
        finally:
            self._first_sent.set()

    async def send_text(self, text: str) -> None:
        await self(Post((Span(text),)))

    async def finish(self) -> None:
        """Delete "thinking" when nothing was sent; what is sent after that follows by itself."""
        sent, self.sent = self.sent, True
        if not sent and await self._acknowledged:
            await self._answers.delete_original(self._interaction)
            self._first_sent.set()
