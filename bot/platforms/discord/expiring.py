"""Private answers that are deleted when their time ends: a chat must not become a notebook.

Only the token of the interaction that showed an answer can delete it, for 15 minutes; what is left after that
disappears when the person's client restarts. So an answer about a table goes while it can: when its time ends, when a
newer one about the same comes, when what it tells is void, and before the process stops. For one that is killed another
process does it, by what is in the journal (`left_answers`), by which it also reaches what others have shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.concurrency.tasks import drain

LONGEST_SECONDS = 14 * 60.0
"""Interaction tokens are valid for 15 minutes (docs/platforms.md B4)."""

Delete = Callable[[], Awaitable[object]]


@dataclass
class _Shown:
    """An answer that can be deleted: to whom it was shown, what about, and what deletes it in its time."""

    viewer: int
    subject: str
    delete: Delete
    task: asyncio.Task[None] | None = None

    @property
    def about(self) -> tuple[int, str]:
        return self.viewer, self.subject


class ExpiringAnswers:
    """The answers that wait for their deletion, by message id."""

    def __init__(self) -> None:
        self._shown: dict[int, _Shown] = {}
        self._newest: dict[tuple[int, str], int] = {}
        """The message that shows somebody what is newest about a subject."""

    def __len__(self) -> int:
        return len(self._shown)

    async def shown(self, message: int, viewer: int, subject: str, seconds: float, delete: Delete) -> None:
        """Delete a message that has just been shown in so many seconds; 0 keeps it, but for one about a table.

        An older answer to the same person about the same is deleted at once.
        """
        self.forget(message)
        if not seconds and not subject:
            return
        older = self._newest.get((viewer, subject))
        answer = self._shown[message] = _Shown(viewer, subject, delete)
        if subject:
            self._newest[viewer, subject] = message
        answer.task = asyncio.create_task(
            self._later(message, min(seconds or LONGEST_SECONDS, LONGEST_SECONDS)), name="expiring answer"
        )
        await self._delete([] if older is None else [older])

    def forget(self, message: int) -> None:
        """Keep a message after all: it is gone, or shows something else now."""
        answer = self._pop(message)
        if answer is not None and answer.task is not None:
            answer.task.cancel()

    async def take_back(self, table: str) -> None:
        """Delete all answers about a table, to whomever."""
        await self._delete([number for number, each in self._shown.items() if each.subject.startswith(f"{table}.")])

    async def stop(self, seconds: float = 0.0) -> None:
        """Delete within so many seconds what is about tables, since nobody could later; keep the rest."""
        about_tables = [number for number, each in self._shown.items() if each.subject]
        if about_tables and seconds:
            await drain([asyncio.create_task(self._delete(about_tables))], seconds)
        for message in list(self._shown):
            self.forget(message)

    async def _delete(self, messages: list[int]) -> None:
        answers = [self._shown[message] for message in messages if message in self._shown]
        for message in messages:
            self.forget(message)
        await asyncio.gather(*(answer.delete() for answer in answers))

    async def _later(self, message: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        answer = self._pop(message)
        if answer is not None:
            await answer.delete()

    def _pop(self, message: int) -> _Shown | None:
        answer = self._shown.pop(message, None)
        if answer is not None and self._newest.get(answer.about) == message:
            del self._newest[answer.about]
        return answer
