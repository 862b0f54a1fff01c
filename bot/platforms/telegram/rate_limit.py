"""Rate limits of the Bot API, counted before calling, so that Telegram need not refuse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.platforms.reservations import FREE, WindowRule
from bot.platforms.shared_limits import Counts, Flood, SharedLimits
from bot.platforms.windows import Clock, Gates, Permit, RateGate, SlidingWindow
from storage.ids import Place

MINUTE, SECOND = 60.5, 1.02
"""Window widths in seconds, a little wider than documented, since the server's clock is not ours."""

FLOODED_CHATS, SAME_MOMENT, TOKEN_SECONDS = 3, 1.5, 60.0
"""So many chats that are to wait until the same moment, give or take these seconds, mean a limit of the whole token,
which is paused for so long at most."""

LASTS = 5.0
"""After how many seconds a call is over, nearly always: then its end is reported when there is occasion."""

_PRIVATE = "private/"


class TelegramRateLimiter:
    """The limits of one token: sends and edits of each group (all its topics together) and of the token as a whole.

    Half of a group's minute counts as spent when the process starts, since nothing is known of what the previous
    process sent. Answers to callback queries are not limited by Telegram, so they are never counted and never wait.

    With `counts` the limits hold over all processes that have the same: what is counted here comes before, so that who
    waits for a call of this process needs no statement for it.
    """

    def __init__(
        self, clock: Clock, *, group_per_minute: int = 20, per_second: int = 30, counts: Counts | None = None
    ) -> None:
        self._clock = clock
        self._per_minute = group_per_minute
        self._started = clock()
        self._floods: dict[str, float] = {}
        self._chats = Gates(self._made)
        self._rule = WindowRule(group_per_minute, MINUTE, LASTS, paced=True, halved=True)
        self._token = RateGate(SlidingWindow(per_second, SECOND), clock)
        self._shared: SharedLimits | None = None
        if counts is not None:
            flood, second = Flood(FLOODED_CHATS, SAME_MOMENT, TOKEN_SECONDS), WindowRule(per_second, SECOND)
            self._shared = SharedLimits(counts, "telegram", clock, second, on_pause=self._note_pause, flood=flood)
            self._token = self._shared.token

    def identify(self, bot: str) -> None:
        """Say whose calls these are, once Telegram has told the bot's id."""
        if self._shared is not None:
            self._shared.identify(bot)

    async def stop(self) -> None:
        """Make no more calls."""
        if self._shared is not None:
            await self._shared.stop()

    @asynccontextmanager
    async def permit(self, place: Place, *, urgent: bool = False) -> AsyncIterator[Permit]:
        """Wait until one send or edit is allowed in a place; urgent ones overtake others at the token's gate."""
        permit = Permit()
        # The chat's gate first: whoever waits there, for up to a minute, must not hold one of the token's places.
        async with self._gate(place).acquire(permit), self._admitted(place, permit, urgent=urgent):
            await self.wait_out_pause(place)
            yield permit

    def _admitted(self, place: Place, permit: Permit, *, urgent: bool) -> AbstractAsyncContextManager[None]:
        """Wait for what all chats share, and on a database that processes share for what they do."""
        if self._shared is None:
            return self._token.acquire(permit, urgent=urgent)
        return self._shared.call(permit, name=_name(place), rule=FREE if place.private else self._rule, urgent=urgent)

    async def wait_out_hold(self, place: Place) -> None:
        """Wait until something new may be sent to a chat. Take no permit before: this may take an hour."""
        while seconds := self.post_wait(place):  # noqa: ASYNC110 - it waits for the time itself
            await asyncio.sleep(seconds)

    def wait(self, place: Place) -> float:
        """Return the seconds until the next send or edit in a place is admitted, 0 for at once."""
        gate = self._chats.find(_name(place))
        others = self._shared.wait(_name(place)) if self._shared else self._token.wait()
        return max(gate.wait() if gate else 0.0, others)

    def pause(self, place: Place, seconds: float) -> None:
        """Obey a 429 of any call but a send: nothing is sent to this chat or edited there for so long."""
        self._gate(place).pause(seconds)
        self._note_flood(place, seconds)
        if self._shared is not None:
            self._shared.pause(_name(place), seconds)

    def hold_posts(self, place: Place, seconds: float) -> None:
        """Obey a 429 of a send: nothing new is sent to this chat for so long. Slow mode holds no edits (A9)."""
        self._gate(place).hold_posts(seconds)
        self._note_flood(place, seconds)
        if self._shared is not None:
            self._shared.pause(_name(place), seconds, held=True)

    def post_wait(self, place: Place) -> float:
        """Return the seconds for which 429s keep anything new from being sent to a chat, 0 for none."""
        gate = self._chats.find(_name(place))
        return gate.posts_held() if gate else 0.0

    def _note_flood(self, place: Place, seconds: float) -> None:
        """Pause the whole token once where several chats are told to wait until the same moment.

        A 429 does not say what is limited. A wrong guess costs `TOKEN_SECONDS` at most; what is left is each chat's.
        """
        now = self._clock()
        self._floods = {chat: end for chat, end in self._floods.items() if end > now} | {place.chat: now + seconds}
        alike = [end for end in self._floods.values() if abs(end - now - seconds) <= SAME_MOMENT]
        if len(alike) >= FLOODED_CHATS:
            self._token.pause(min(seconds, TOKEN_SECONDS))

    def paused(self, place: Place) -> float:
        """Return the seconds that are left of a chat's pause, 0 for none."""
        gate = self._chats.find(_name(place))
        return gate.paused() if gate else 0.0

    async def wait_out_pause(self, place: Place) -> None:
        """Wait until no pause of a chat is left."""
        if seconds := self.paused(place):
            await asyncio.sleep(seconds)
            await self.wait_out_pause(place)

    def remembered(self) -> int:
        """Return the number of chats in memory."""
        return len(self._chats)

    def _gate(self, place: Place) -> RateGate:
        return self._chats.of(_name(place))

    def _made(self, name: str) -> RateGate:
        if name.startswith(_PRIVATE):
            return RateGate(SlidingWindow(0, MINUTE), self._clock)
        window = SlidingWindow(self._per_minute, MINUTE, paced=True)
        if self._shared is None:
            window.spend(self._started, self._per_minute // 2)
        return RateGate(window, self._clock)

    def _note_pause(self, name: str, paused: float, held: float) -> None:
        """Obey what Telegram has told any process."""
        gate = self._chats.of(name)
        gate.pause(paused)
        gate.hold_posts(held)


def _name(place: Place) -> str:
    return f"{_PRIVATE if place.private else 'chat/'}{place.chat}"
