"""What processes that serve one bot on Discord write for each other, as plain values."""

from __future__ import annotations

import msgspec


class ShardSession(msgspec.Struct, frozen=True):
    """What resumes the session of a shard: its id, the number of the last event, and the address to resume it at."""

    id: str
    sequence: int
    gateway: str


class ShardServer(msgspec.Struct, frozen=True):
    """A process that serves shards: those that it serves alone, or none where it takes its share of all others."""

    process: str
    shards: tuple[int, ...] = ()


class AnswerRow(msgspec.Struct, frozen=True):
    """A message that is to be deleted by a token, which is good until a time (Unix seconds).

    `process` deletes it in its time (`Leases.me`). `table` is what it is about, and `about` is the same for all that
    one person is shown about the same.
    """

    message: str
    token: str
    until: float
    process: str = ""
    table: str = ""
    about: str = ""
