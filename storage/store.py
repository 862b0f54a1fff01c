"""The questions asked of storage, as a protocol, so that another engine can stand behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from storage.ids import MessageId, Person, Place
from storage.rows import (
    ActionRow,
    BoardRow,
    Change,
    ChatRow,
    Contest,
    Deadline,
    HandRow,
    Invite,
    PersonRow,
    RatingRow,
    Standing,
    TableRow,
    TallyRow,
    WhisperRow,
)


class Store(Protocol):
    """What the house remembers. Every method is one transaction, or one read of a consistent moment."""

    async def commit(self, change: Change) -> tuple[int, ...]:
        """Write a change; give the ids of its whispers.

        Raises StaleVersion when the table was changed by somebody else meanwhile, when its place already has a table,
        or when the update was seen before.
        """
        ...

    async def table(self, table: str) -> TableRow | None:
        """Find a table by id."""
        ...

    async def live_at(self, place: Place) -> str | None:
        """Find the id of the lobby or running game of a place."""
        ...

    async def live_tables(self) -> Sequence[str]:
        """List all lobbies and running games."""
        ...

    async def lately_ended(self, since: float) -> Sequence[str]:
        """List the lobbies and games that ended after a time."""
        ...

    async def tables_of(self, person: Person, *, live: bool) -> Sequence[str]:
        """List the tables where a person sits, live ones only or all that are kept."""
        ...

    async def last_finished(self, place: Place) -> str | None:
        """Find the game of a place that ended last."""
        ...

    async def actions(self, table: str, after: int = -1) -> Sequence[ActionRow]:
        """Read a history in order, the actions with a number above `after`."""
        ...

    async def board(self, table: str) -> BoardRow:
        """Read which message shows a table; an empty row where none does yet."""
        ...

    async def save_board(self, board: BoardRow) -> None:
        """Note which message shows a table and what it has told."""
        ...

    async def whisper(self, whisper: int) -> WhisperRow | None:
        """Find a whisper by id, None when it is gone."""
        ...

    async def whispers(self, *, table: str = "", person: Person | None = None) -> Sequence[WhisperRow]:
        """List whispers that are not gone, of one table, one person, both, or all."""
        ...

    async def whispered(self, whisper: int, message: MessageId | None, remove_at: float) -> None:
        """Note that a whisper was shown, and set the deadline for its removal. The first deadline set stands."""
        ...

    async def block_whisper(self, whisper: int) -> None:
        """Note that the platform refuses to deliver a whisper."""
        ...

    async def forget_whisper(self, whisper: int) -> None:
        """Delete a whisper that was removed, and its deadline."""
        ...

    async def hands(self, table: str) -> Sequence[HandRow]:
        """List the private messages that show what the seats of a table hold."""
        ...

    async def save_hand(self, hand: HandRow) -> None:
        """Note which private message shows what a seat holds."""
        ...

    async def person(self, person: Person) -> PersonRow | None:
        """Read what is known of a person."""
        ...

    async def save_person(self, row: PersonRow) -> None:
        """Write what is known of a person."""
        ...

    async def forget_person(self, person: Person) -> None:
        """Delete a person's row, seats, invitations, whispers, results and ratings."""
        ...

    async def rewrite_record(self, table: str, record: bytes) -> None:
        """Replace the record of a table that no longer runs (a person's data taken out of it)."""
        ...

    async def chat(self, place: Place) -> ChatRow:
        """Read a chat's title and settings; an empty row where nothing is kept."""
        ...

    async def save_chat(self, row: ChatRow) -> None:
        """Write a chat's title and settings."""
        ...

    async def move_chat(self, old: Place, new: Place) -> Sequence[str]:
        """Take everything of a chat, all topics, to its new id; give the ids of its live tables. Idempotent."""
        ...

    async def unrated(self) -> Contest | None:
        """Find the game among people that ended first of those which have gone into no rating yet."""
        ...

    async def rate(self, contest: Contest, ratings: Sequence[RatingRow]) -> None:
        """Write what a game made of its players' ratings, and that it is rated.

        Raises StaleVersion when it was rated meanwhile, or one of the ratings or results is no longer as it was read.
        """
        ...

    async def standings(self, place: Place, game: str) -> Sequence[Standing]:
        """List who has finished a game among people in a chat, all topics, the best first."""
        ...

    async def games_at(self, place: Place) -> Sequence[str]:
        """List the games that were finished among people in a chat, all topics, the last one first."""
        ...

    async def tallies(self, person: Person, place: Place | None = None) -> Sequence[TallyRow]:
        """Add up a person's finished games, in one chat or everywhere."""
        ...

    async def ratings(self, person: Person) -> Sequence[RatingRow]:
        """List a person's ratings, one a game."""
        ...

    async def rank(self, rating: RatingRow) -> tuple[int, int]:
        """Give a rating's place among all of its game and platform, and how many those are. Equals share a place."""
        ...

    async def invite(self, invite: Invite, at: float) -> None:
        """Keep an invitation; an older one of the same person and table is replaced."""
        ...

    async def invited(self, payload: str) -> Invite | None:
        """Find an invitation."""
        ...

    async def first_sight(self, update: str, at: float) -> bool:
        """Remember an update; False when it was seen before."""
        ...

    async def has_seen(self, update: str) -> bool:
        """Tell whether an update was seen before."""
        ...

    async def set_deadline(self, deadline: Deadline) -> None:
        """Set or move a deadline."""
        ...

    async def next_deadline(self) -> float | None:
        """Give the time of the nearest deadline."""
        ...

    async def due(self, now: float) -> Sequence[Deadline]:
        """List the deadlines that have passed, oldest first. They stay until cleared."""
        ...

    async def clear_deadline(self, deadline: Deadline) -> None:
        """Delete a deadline unless it was moved meanwhile."""
        ...

    async def purge(self, *, finished_before: float, seen_before: float) -> int:
        """Delete games that ended before a time, and what else has outlived its use; give the number of games."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...
