"""Uses of commands and components, and the tokens by which they are answered (docs/platforms.md B4)."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from bot.platforms.covered import COVER
from tests.helpers.discord.model import Channel, Message, User
from tests.helpers.discord.refusals import refused
from tests.helpers.discord.timing import ShiftedClock, Snowflakes

COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
REPLY, DEFER, DEFER_UPDATE, UPDATE, AUTOCOMPLETE_RESULT, MODAL = 4, 5, 6, 7, 8, 9
TOKEN_SECONDS = 900.0


@dataclass(eq=False)
class Interaction:
    """One use of a command or component, from its person's side; awaiting it waits for the first answer or for failure.

    `first` is the callback type of that answer, `latency` its seconds, `failed`: the client says that the interaction
    failed. `original` is the message that `@original` means, `made` are the messages the bot made by this token.
    """

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: dict[str, Any]
    at: float
    source: Message | None = None
    began: float = field(default_factory=time.perf_counter)
    first: int | None = None
    latency: float | None = None
    failed: bool = False
    original: Message | None = None
    awaits_follow_up: bool = False
    choices: list[dict[str, Any]] = field(default_factory=list)
    modal: dict[str, Any] | None = None
    made: dict[int, Message] = field(default_factory=dict)
    ended: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def __await__(self) -> Generator[Any, None, Interaction]:
        yield from asyncio.shield(self.ended).__await__()
        return self

    @property
    def milliseconds(self) -> float:
        """Return how long the first answer took; a failure took for ever."""
        return float("inf") if self.latency is None else 1000 * self.latency

    @property
    def replies(self) -> list[Message]:
        """List the messages it was answered with, those still `thinking...` or covered left out."""
        made = self.made.values()
        return [each for each in made if not each.loading and not each.deleted and each.text != COVER]

    @property
    def said(self) -> str:
        """Return the texts of all the messages it was answered with."""
        return "\n".join(each.text for each in self.replies)

    async def reply(self, seconds: float = 60.0) -> Message:
        """Wait for a message that answers it; return the newest."""
        deadline = time.monotonic() + seconds
        while not self.replies:
            assert not self.failed, "this interaction failed"
            assert time.monotonic() < deadline, "no message answers the interaction"
            await asyncio.sleep(0.005)
        return self.replies[-1]

    def answered(self, kind: int) -> None:
        """Note the first answer."""
        self.first = kind
        self.latency = time.perf_counter() - self.began
        if not self.ended.done():
            self.ended.set_result(None)

    def time_out(self) -> None:
        """Fail, unless it was answered."""
        if self.first is None:
            self.failed = True
            if not self.ended.done():
                self.ended.set_result(None)

    def reaches(self, message: Message) -> bool:
        """Return whether this token may read, edit or delete a message."""
        return not message.deleted and (message.id in self.made or message is self.source)


class Interactions:
    """All of them, by id and token. `seconds` is how long the first answer may take."""

    def __init__(self, clock: ShiftedClock, ids: Snowflakes) -> None:
        self.seconds = 3.0
        self.every: list[Interaction] = []
        self._clock = clock
        self._ids = ids
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def begin(
        self, kind: int, user: User, channel: Channel, data: dict[str, Any], source: Message | None = None
    ) -> Interaction:
        """Make an interaction whose time runs from now."""
        number, token = self._ids.next(), secrets.token_urlsafe(96)
        made = Interaction(number, token, kind, user, channel, data, self._clock.now(), source)
        self.every.append(made)
        self._by_id[number] = self._by_token[token] = made
        asyncio.get_running_loop().call_later(self.seconds, made.time_out)
        return made

    def channel_of(self, number: int, token: str) -> int:
        """Return the channel of an interaction by its number or its token, 0 for none."""
        found = self._by_id.get(number) or self._by_token.get(token)
        return found.channel.id if found is not None else 0

    def to_answer(self, number: int, token: str) -> Interaction:
        """Return the interaction that a first answer is for. Raises Refusal."""
        found = self._by_id.get(number)
        if found is None or found.token != token or found.failed:
            raise refused(10062)
        if found.first is not None:
            raise refused(40060)
        if self._clock.now() - found.at > self.seconds:
            found.time_out()
            raise refused(10062)
        return found

    def to_follow(self, token: str) -> Interaction:
        """Return the interaction that a webhook call is for. Raises Refusal."""
        found = self._by_token.get(token)
        if found is None or found.first is None:
            raise refused(10015)
        if self._clock.now() - found.at > TOKEN_SECONDS:
            raise refused(50027)
        return found

    @property
    def failures(self) -> list[Interaction]:
        """List those that failed."""
        return [each for each in self.every if each.failed]
