"""The Telegram adapter: platform, polling or webhook, and answers joined. Takes plain values, knows no settings."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import structlog
from aiohttp import web

from bot.commands import CommandSpec
from bot.concurrency.foreground import Foreground
from bot.concurrency.tasks import cancel, run_until
from bot.errors import OtherInstance
from bot.i18n.catalogs import Catalogs
from bot.messaging import UpdateHandler
from bot.meter import UNMETERED, Meter
from bot.platforms.adapter import Draw, PlatformHealth
from bot.platforms.shared_limits import Counts
from bot.platforms.telegram.callbacks import CallbackAnswers
from bot.platforms.telegram.client import OFFICIAL_API, Client
from bot.platforms.telegram.command_menu import put_menu
from bot.platforms.telegram.inbox import UpdateInbox, UpdateStore
from bot.platforms.telegram.introduction import FloodJournal, FloodWaits
from bot.platforms.telegram.lease_holder import LeaseHolder
from bot.platforms.telegram.messages import TelegramMessages
from bot.platforms.telegram.parsing import Me
from bot.platforms.telegram.platform import PLATFORM, TelegramPlatform
from bot.platforms.telegram.polling import Poller
from bot.platforms.telegram.profile import Profile, put_profile
from bot.platforms.telegram.rate_limit import TelegramRateLimiter
from bot.platforms.telegram.retry import TelegramTiming, retry_forever
from bot.platforms.telegram.updates import UpdateProcessor
from bot.platforms.telegram.uploads import Uploads
from bot.platforms.telegram.webhook import Webhook, origin
from storage.leases import Leases

_LOG = structlog.get_logger(__name__)


class TelegramAdapter:
    """Serves one bot token: `start`, then `run` until `stop`. In webhook mode, route the path to `handle_request`.

    Of several processes on one database one polls, or looks after the webhook, and the others stand by. A webhook is
    served by all of them.
    """

    def __init__(
        self,
        *,
        token: str,
        draw: Draw,
        catalogs: Catalogs,
        updates: UpdateStore,
        leases: Leases,
        floods: FloodJournal,
        api_url: str = OFFICIAL_API,
        group_per_minute: int = 20,
        per_second: int = 30,
        counts: Counts | None = None,
        webhook_url: str = "",
        webhook_secret: str = "",
        delete_webhook: bool = False,
        menu: Sequence[CommandSpec] = (),
        profile: Profile | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
        timing: TelegramTiming | None = None,
        meter: Meter = UNMETERED,
        foreground: Foreground | None = None,
    ) -> None:
        self._timing = timing or TelegramTiming()
        self._meter = meter
        self._foreground = foreground
        self._client = Client(token, api_url, partial(meter.slowed_down, PLATFORM))
        self._limiter = limiter = TelegramRateLimiter(
            clock, group_per_minute=group_per_minute, per_second=per_second, counts=counts
        )
        messages = TelegramMessages(self._client, Uploads(draw, meter=meter))
        self.chat = TelegramPlatform(self._client, messages, limiter, clock)
        self._answers = CallbackAnswers(self._client, self.chat, clock, patience=self._timing.hold, meter=meter)
        self._webhook = (
            Webhook(*(webhook_url, webhook_secret, self._client, clock, self._timing, meter), shared=updates.shared)
            if webhook_url
            else None
        )
        self._delete_webhook = delete_webhook
        self._catalogs = catalogs
        self._menu = menu
        self._profile = profile
        self._clock = clock
        self._wall_clock = wall_clock
        self._updates = updates
        self._leases = leases
        self._floods = floods
        self._me: Me | None = None
        self._made = clock()
        self._menu_task: asyncio.Task[None] | None = None
        self._receiving: LeaseHolder | None = None
        self._introducing: LeaseHolder | None = None
        self._poller: Poller | None = None
        self._inbox: UpdateInbox | None = None
        self._stopping = asyncio.Event()
        self._ended = asyncio.Event()
        self._ended.set()

    async def start(self) -> None:
        """Learn who the bot is. Raise SettingError, and OtherInstance if somebody else has set a webhook."""
        user = await retry_forever(self._client.get_me, self._timing)
        self._me = Me(user.id, user.username or "")
        self.chat.identify(self._me.username)
        self._limiter.identify(str(user.id))
        if self._receiving is None or self._introducing is None:
            what = "webhook" if self._webhook else "polling"
            self._receiving = self._holder("webhook" if self._webhook else "poll", what, self._timing.stand_by)
            self._introducing = self._holder("introduce", "", self._timing.longest_retry)
        if self._webhook is None:
            await retry_forever(self._expect_no_webhook, self._timing)
        if self._menu_task is not None:
            await cancel(self._menu_task)
        self._menu_task = asyncio.create_task(self._introduce())

    async def run(self, handler: UpdateHandler) -> None:
        """Pass updates to `handler` until `stop`. Raise OtherInstance and SettingError."""
        assert self._me, "start comes before run"
        assert self._receiving, "it is made with that"
        processor = UpdateProcessor(
            *(handler, self._me, self._answers, self._catalogs, self._clock, self._meter, self._foreground)
        )
        inbox = self._inbox = UpdateInbox(
            *(self._updates, self._leases, processor, str(self._me.id), self._timing, self._wall_clock)
        )
        self._ended.clear()
        try:
            if self._webhook:
                await self._serve(self._webhook, inbox, self._receiving)
            else:
                await self._poll(inbox, self._receiving)
        finally:
            self._ended.set()

    def health(self) -> PlatformHealth:
        """Return whether updates come in (`bot.health`)."""
        poller, webhook, lease = self._poller, self._webhook, self._receiving
        details: dict[str, Any] = {"updates_in_hand": self.updates_in_hand}
        last_contact, problem, comes_in = self._made, "", False
        if lease is not None and lease.held_elsewhere:
            # Of a webhook that another one looks after it is not known here whether it is right.
            comes_in = self._inbox is not None
            last_contact = max(lease.answered_at, (webhook and webhook.last_contact) or 0.0)
            details["stands_by"] = "webhook" if webhook else "polling"
        elif webhook is not None:
            last_contact, problem, comes_in = webhook.last_contact or last_contact, webhook.problem, webhook.registered
            details |= {"webhook": "ours" if webhook.registered else "not ours", "updates_at_telegram": webhook.pending}
        elif poller is not None:
            last_contact, problem, comes_in = poller.last_contact, poller.problem, poller.polled
        serving = comes_in and not problem and not self._ended.is_set() and not self._stopping.is_set()
        return PlatformHealth(serving=serving, silent=self._clock() - last_contact, problem=problem, details=details)

    @property
    def updates_in_hand(self) -> int:
        """How many updates are being handled, or wait for those of their chat."""
        return len(self._inbox) if self._inbox is not None else 0

    async def stop_receiving(self) -> None:
        """Fetch nothing more; finish and confirm updates in hand. Messages can still be sent."""
        self._stopping.set()
        if self._receiving:
            self._receiving.ended.set()
        if self._poller:
            self._poller.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._timing.drain + 3.0):
                await self._ended.wait()

    async def stop(self) -> None:
        await self.stop_receiving()
        if self._menu_task:
            await cancel(self._menu_task)
        await self._limiter.stop()
        await self._client.close_connections()

    async def handle_request(self, request: web.Request) -> web.Response:
        """Handle an update that Telegram posts to the webhook."""
        return await self._webhook.handle(request) if self._webhook else web.Response(status=404)

    async def _expect_no_webhook(self) -> None:
        """Raise OtherInstance for a webhook that somebody else has set: it is taken away only if that is asked for."""
        if url := (await self._client.get_webhook_info()).url:
            if not self._delete_webhook:
                raise OtherInstance(
                    f"a webhook is set for this TELEGRAM_TOKEN, at {origin(url)}: end the process that it serves, or"
                    " let this one take it away with TELEGRAM_DELETE_WEBHOOK=true"
                )
            await self._client.delete_webhook()
            _LOG.warning("webhook_deleted", at=origin(url))

    def _holder(self, lease: str, what: str, seconds: float) -> LeaseHolder:
        assert self._me, "a lease is one of a bot, which is known by now"
        return LeaseHolder(self._leases, f"{PLATFORM}/{lease}/{self._me.id}", what, self._clock, seconds)

    async def _poll(self, inbox: UpdateInbox, lease: LeaseHolder) -> None:
        self._poller = Poller(self._client, inbox, lease, self._clock, self._timing)
        if self._stopping.is_set():
            self._poller.stop()
        await self._poller.run()

    async def _serve(self, webhook: Webhook, inbox: UpdateInbox, lease: LeaseHolder) -> None:
        await inbox.open()
        webhook.open(inbox)
        try:
            while not self._stopping.is_set():
                await run_until(self._stopping, lease.acquire())
                if self._stopping.is_set():
                    break
                webhook.registered = webhook.registered or lease.taken_over  # who was ready stays so
                await run_until(lease.ended, retry_forever(webhook.register, self._timing))
                await run_until(lease.ended, webhook.look_after())
        finally:
            webhook.close()  # it stays registered: the others serve it, or the next process
            await asyncio.gather(lease.release(), inbox.close())

    async def _introduce(self) -> None:
        """Set the command menu and the profile, one process after the other; a bot without them still plays."""
        assert self._introducing, "who the bot is comes before what it says of itself"
        try:
            await self._introducing.acquire()
            await self._put_all()
        finally:
            await self._introducing.release()

    async def _put_all(self) -> None:
        assert self._me, "it is known whose menu it is"
        floods = FloodWaits(self._floods, str(self._me.id), self._wall_clock)
        tasks = [put_menu(self._client, self._catalogs, self._menu, floods)] if self._menu else []
        if self._profile:
            tasks.append(put_profile(self._client, self._catalogs, self._profile, floods))
        await asyncio.gather(*tasks)
