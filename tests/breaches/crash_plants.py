"""Faults of the bot that a kill at the wrong moment shows; each is planted into a process before it starts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.messaging import Platform, Post
from bot.platforms.discord.left_answers import LeftAnswers
from bot.platforms.telegram.platform import TelegramPlatform
from bot.table.core.table import Commit, TableChange
from bot.table.handlers import press_handlers
from bot.table.model.ratings import changes
from bot.table.publishing.secret_outbox import SecretOutbox
from storage.ids import MessageId, Person
from storage.rows import Contest, RatingRow, SecretRow

_MOST = 3.0
"""Seconds for which a planted fault waits for a board, which may itself wait for the table."""


def board_before_commit() -> None:
    """Show a move, and write it a moment later."""
    real = TableChange._commit

    async def commit(self: TableChange, record: Any, state: Any, **more: Any) -> None:
        if more.get("action") is None:
            return await real(self, record, state, **more)
        table = self.table
        now = table._record, table._state
        table._record, table._state = record, state
        early = Commit(
            visible=True, next_deadline=None, chosen=False, secrets=(), answered=False, voided=False, finished=False
        )
        table._listener.on_commit(table, early)
        listener: Any = table._listener
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_MOST):
                await listener.boards.publisher.settled()
        table._record, table._state = now
        return await real(self, record, state, **more)

    TableChange._commit = commit  # type: ignore[method-assign]


def any_decision() -> None:
    """Take a press for whatever decision is open and whoever is to move, so that one that is repeated moves again.

    A move's transaction has the id of its press, so that it cannot be carried out twice; that is taken away as well.
    """
    real = press_handlers.PressHandlers._play

    async def play(self: Any, change: TableChange, press: Any, decision: int, code: str) -> Any:
        mover = change.table.actor() or press.caller.person
        by_mover = replace(press, id="", caller=replace(press.caller, person=mover))
        return await real(self, change, by_mover, change.table.record.decision, code)

    press_handlers.PressHandlers._play = play  # type: ignore[method-assign]


def ratings_apart() -> None:
    """Write first that a game is rated, and then, for its board, what it made of the ratings."""

    async def rate(self: TableChange, contest: Contest, ratings: Sequence[RatingRow]) -> None:
        record = self.table.record
        await self.table._services.store.rate(contest, ratings)
        rated = changes(record, contest, ratings)
        await self.rewrite(replace(record, rated=rated, revision=record.revision + 1))

    TableChange.rate = rate  # type: ignore[method-assign]


def outbox_emptied_first() -> None:
    """Delete a secret from the outbox before it is delivered."""
    real = SecretOutbox._send

    async def send(self: SecretOutbox, row: SecretRow, **more: Any) -> None:
        await self._services.store.delete_secret(row.id)
        await real(self, row, **more)

    SecretOutbox._send = send  # type: ignore[method-assign]


def id_after_the_secret() -> None:
    """Write which message shows a secret after it does, so that a kill in between leaves a message nobody knows."""

    async def send(self: Platform, person: Person, post: Post, note: Any) -> MessageId:
        message = await self.send_private(person, post)
        await note(message)
        return message

    TelegramPlatform.send_secret = send  # type: ignore[method-assign]


def answers_left() -> None:
    """Take every answer that is written down for one's own, as a process does that has its name from an earlier one."""

    async def take_back_left(self: LeftAnswers, bot: str) -> bool:
        return False

    LeftAnswers.take_back_left = take_back_left  # type: ignore[method-assign]
