"""Private answers as they are written down: for when their process is gone, and for other processes.

The token of the interaction that showed an answer deletes it, whoever makes the call. So what one process has shown
another one can take back when it is void, or when it has shown something newer about the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Protocol

import discord
import structlog

from bot.errors import StoreAway
from bot.messaging import Post
from bot.platforms.discord.errors import AWAY, is_over, try_again_after
from bot.platforms.discord.messages import DiscordMessages
from storage.leases import Leases
from storage.shared import AnswerRow

_LOG = structlog.get_logger(__name__)


class AnswerJournal(Protocol):
    """What is written down of answers about tables (`storage.answers`)."""

    async def note_answer(self, bot: str, row: AnswerRow) -> None:
        """Write that a message is to be deleted."""

    async def drop_answer(self, bot: str, message: str) -> None:
        """Write that a message is deleted, or is to stay."""

    async def noted_answers(self, bot: str) -> Sequence[AnswerRow]:
        """Return the messages that are to be deleted."""

    async def answers_about(self, bot: str, table: str) -> Sequence[AnswerRow]:
        """Return those about a table."""


class LeftAnswers:
    """The answers that are written down, our own and those of other processes (where the journal is `shared`).

    `key` is a secret that all these processes have: the bot's token.
    """

    def __init__(
        self,
        messages: DiscordMessages,
        journal: AnswerJournal,
        leases: Leases,
        wall_clock: Callable[[], float],
        *,
        key: str,
        shared: bool,
    ) -> None:
        self._messages = messages
        self._journal = journal
        self._leases = leases
        self._wall_clock = wall_clock
        self._key = key
        self._shared = shared
        self._missing: set[str] = set()
        """The processes that were not there at the last look."""

    async def note(self, bot: str, message: int, token: str, until: float, viewer: int, post: Post) -> None:
        """Write down what deletes a message that is to show a post. Raise StoreError."""
        table, about = post.subject.partition(".")[0], _digest(self._key, viewer, post.subject)
        await self._journal.note_answer(bot, AnswerRow(str(message), token, until, self._leases.me, table, about))

    async def drop(self, bot: str, message: int) -> None:
        """Write that a message is deleted, or is to stay."""
        await self._journal.drop_answer(bot, str(message))

    async def take_back_older(self, bot: str, message: int, viewer: int, post: Post) -> None:
        """Delete what other processes have shown somebody about the same as a message shows now.

        Where the database is away, it goes in its time.
        """
        if not self._shared:
            return
        about = _digest(self._key, viewer, post.subject)
        with suppress(StoreAway):
            rows = await self._journal.answers_about(bot, post.subject.partition(".")[0])
            await self._delete(bot, [row for row in rows if row.about == about and row.message != str(message)])

    async def take_back(self, bot: str, table: str) -> None:
        """Delete what other processes have shown about a table, to whomever."""
        if self._shared:
            await self._delete(bot, await self._journal.answers_about(bot, table))

    async def take_back_left(self, bot: str) -> bool:
        """Delete what processes that are gone have left. Never raises what Discord answers.

        Where others may be there, a process is gone that was missing at the last look too. Return whether something is
        to be tried again, since Discord is away.
        """
        rows = await self._journal.noted_answers(bot)
        owners = {row.process for row in rows} - {self._leases.me}
        missing = owners - await self._leases.alive(owners)
        gone = missing & self._missing if self._shared else missing
        self._missing = missing
        return not await self._delete(bot, [row for row in rows if row.process in gone], left=True)

    async def _delete(self, bot: str, rows: Sequence[AnswerRow], *, left: bool = False) -> bool:
        """Delete messages of other processes. Return whether none of them is left to be deleted.

        `left`: nobody else will, so it is tried until Discord has answered.
        """
        every = True
        for row in rows:
            if row.process == self._leases.me:
                continue
            if row.until <= self._wall_clock() or await self._delete_message(bot, row, left=left):
                await self._journal.drop_answer(bot, row.message)
            else:
                every = False
        return every

    async def _delete_message(self, bot: str, row: AnswerRow, *, left: bool) -> bool:
        """Delete a message. Return whether it is gone, or where it was `left` whether that was refused for good."""
        client = self._messages.client
        if client is None:
            return False
        hook = discord.Webhook.partial(int(bot), row.token, client=client)
        return await gone(hook.delete_message(int(row.message)), or_refused=left)


async def gone(deleting: Awaitable[object], *, or_refused: bool = False) -> bool:
    """Return whether a message is gone after a call that deletes it; a failure is logged.

    `or_refused`: or whether Discord has refused to delete it, and would again.
    """
    try:
        await deleting
    except (*AWAY, discord.InteractionResponded) as error:
        if is_over(error):
            return True
        _LOG.warning("answer_refused", error=str(error)[:200])
        return or_refused and try_again_after(error, 0.0) is None
    return True


def _digest(key: str, viewer: int, subject: str) -> str:
    """Return what is the same for all that one person is shown about the same, and tells nobody else who that is."""
    return blake2b(f"{viewer}/{subject}".encode(), key=blake2b(key.encode()).digest(), digest_size=8).hexdigest()
