"""The counts of several processes on a PostgreSQL, at a time that a test moves."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from storage.errors import StoreAway
from storage.limits import ASK, CallAnswer, CallQuestion, decoded, encoded
from storage.postgres import Connection, address_of, connect, numbered

EPOCH = 1_700_000_000
"""What the database's clock shows, in seconds, when the test's shows 0."""


class MovedCounts:
    """`storage.limits.CallCounts` of one process, whose database has the clock of the test.

    It is asked on the event loop, so that the time of the test stands still meanwhile.
    """

    def __init__(self, connection: Connection, me: str, clock: Callable[[], float]) -> None:
        self.me = me
        self.questions: list[CallQuestion] = []
        self.away = False
        self._connection, self._clock = connection, clock

    async def ask(self, question: CallQuestion) -> CallAnswer:
        """Tell and ask, at the test's time."""
        if self.away:
            raise StoreAway("the test has taken it away")
        self.questions.append(question)
        return ask(self._connection, question, EPOCH + self._clock())


def ask(connection: Connection, question: CallQuestion, at: float) -> CallAnswer:
    """Ask the function of the database, at a time in seconds."""
    moved = msgspec.structs.replace(question, at=round(at * 1_000_000))
    ((answer,),) = connection.execute(numbered(ASK), (encoded(moved),)).fetchall()
    return decoded(answer)


def opened(url: str) -> Connection:
    """Connect as the bot does."""
    return connect(address_of(url))
