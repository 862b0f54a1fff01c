"""How often a bot calls its platform, counted where all processes on one PostgreSQL see it.

Two things are counted. A **window** (a group's minute, a channel's five seconds) has a row with the calls that count in
it; before each call a process takes a **reservation** there, and is told from when on the call may be made. A token
allows so many calls a second that a reservation for each would depend on the ends of calls that other processes are
still making. So each process has a **quota** of them, within which it counts by itself, exactly: whoever needs little
gets that, and the rest is divided evenly among the others. A quota lasts for some seconds.

One statement does both, and reports what has become known since the last one: ends of calls, reservations that were not
used, pauses that a platform has asked for. It is a function of the database's
(`storage/migrations/*_limits.functions.sql`), whose clock alone counts. Times are its microseconds since 1970. Where a
field has another name in JSON, the function has the older one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import msgspec


class ReservationRequest(msgspec.Struct, frozen=True):
    """A reservation that is wanted in a window of `most` calls in `width` microseconds; 0 calls: there is no limit.

    `lasts` is when the call counts as over unless its end is reported, `ahead` how far ahead a reservation is promised.
    A window that is `halved` counts half of its calls as made when counting began.
    """

    name: str
    most: int = 0
    width: int = 0
    paced: bool = False
    lasts: int = 0
    ahead: int = 0
    halved: bool = False


class CallReport(msgspec.Struct, frozen=True):
    """When the call `ended` whose reservation was from `begun` to `expected`; None if the reservation was not used.

    Without `expected`, a call that had no reservation.
    """

    name: str
    begun: int | None
    expected: int | None = msgspec.field(name="was")
    ended: int | None


class PauseReport(msgspec.Struct, frozen=True):
    """A platform wants no call for so long; `held`: nothing new. `alike` of them that end within `near` of each other
    are a pause of `token`, for `longest` at most."""

    name: str
    last: int
    held: bool = False
    token: str | None = None
    alike: int = 0
    near: int = 0
    longest: int = 0


class TokenDemand(msgspec.Struct, frozen=True):
    """How many calls of a token count at present (`used`), how many would with those that wait, and the limit of all.

    `lasts` is for how long the quota is to be good, longer by what a call that gets a reservation now has to wait.
    """

    most: int = 0
    used: int = 0
    demand: int = msgspec.field(default=0, name="wish")
    lasts: int = 0


class CallQuestion(msgspec.Struct, frozen=True):
    """What a process reports and asks. `last_answer` is the `at` of the answer before; `first`: there was none.

    After `unknown` in which nobody has asked, a first question begins to count anew. `at` is the time; None, as it is
    but in tests: the database's clock.
    """

    bot: str
    process: str
    first: bool
    last_answer: int = msgspec.field(name="heard")
    unknown: int
    token: TokenDemand
    reports: Sequence[CallReport] = msgspec.field(default=(), name="told")
    pauses: Sequence[PauseReport] = ()
    requests: Sequence[ReservationRequest] = msgspec.field(default=(), name="wanted")
    at: int | None = None


class ReservationReply(msgspec.Struct, frozen=True):
    """After how long the call may be made; without `begun` nothing is reserved, and it is to be asked again then.

    `next` is after how long the one after it could be made.
    """

    wait: int
    begun: int | None = None
    next: int = 0


class CallPause(msgspec.Struct, frozen=True):
    """For how long no call is to be made, and nothing new is to be sent."""

    name: str
    paused: int
    held: int


class CallAnswer(msgspec.Struct, frozen=True):
    """What a process is answered at `at`: a reply to each request, its quota of the token's calls, and pauses.

    `quota` is how many calls of the token may count in this process for as long as it `lasts`, `target` how many it
    will be once others have given back what they use. `processes` have asked of late, this one included.
    """

    at: int
    replies: Sequence[ReservationReply] = msgspec.field(name="calls")
    quota: int = msgspec.field(name="share")
    target: int
    lasts: int
    processes: int
    pauses: Sequence[CallPause]


class CallCounts:
    """The counts in a database that several processes share. `read` executes one statement and returns its rows."""

    def __init__(self, read: Callable[[str, Sequence[Any]], Awaitable[Sequence[tuple[Any, ...]]]], me: str) -> None:
        self._read = read
        self.me = me
        """The name of this process among them."""

    async def ask(self, question: CallQuestion) -> CallAnswer:
        """Report and ask, by one statement. Raise StoreError."""
        ((answer,),) = await self._read(ASK, (encoded(question),))
        return decoded(answer)


class _Writes(Protocol):
    def do(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Execute a statement."""


def forget_calls(tx: _Writes, before: float) -> None:
    """Delete what was counted before a time (Unix seconds), long after it counts no more."""
    at = round(before * 1_000_000)
    tx.do("DELETE FROM call_windows WHERE at < ?", (at,))
    tx.do("DELETE FROM call_shares WHERE until < ?", (at,))
    tx.do("DELETE FROM call_pauses WHERE paused < ? AND held < ?", (at, at))
    tx.do("DELETE FROM call_counters WHERE at < ?", (at,))


ASK = "SELECT count_calls(CAST(? AS jsonb))::text"


def encoded(question: CallQuestion) -> str:
    """Return a question as the database's function reads it."""
    return msgspec.json.encode(question).decode()


def decoded(answer: str) -> CallAnswer:
    """Return what the database's function says."""
    return msgspec.json.decode(answer, type=CallAnswer)
