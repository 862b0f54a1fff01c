"""Builds the parts of the service and runs them: start, serve, drain, stop."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import structlog
from aiohttp import web

from bot.commands import COMMANDS, ArgumentChoice, CommandSpec, with_games
from bot.concurrency.foreground import Foreground
from bot.concurrency.tasks import cancel, run_until, spawn
from bot.concurrency.work import LocalWork, Work
from bot.configured_store import open_store, wrong_database
from bot.dispatcher import Dispatcher
from bot.errors import (
    DamagedFile,
    OtherInstance,
    PostRejected,
    SettingError,
    StoreAway,
    StoreError,
)
from bot.games.registry import GAMES
from bot.health import HealthCheck
from bot.i18n.catalogs import Catalogs
from bot.memory import keep_loaded
from bot.messaging import Film, Picture
from bot.meter import UNMETERED
from bot.pictures import film
from bot.pictures.chart import chart
from bot.pictures.render_cache import RenderCache
from bot.pictures.side_by_side import side_by_side
from bot.platforms.adapter import AdapterGroup, PlatformAdapter
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.telegram.profile import Profile
from bot.playground.loopback import is_loopback, loopback_only
from bot.rulebook.book import Rulebook
from bot.rulebook.feature import RulesFeature
from bot.settings import LOCALES, WEBHOOK_PATH, Settings
from bot.table.core.services import Services
from bot.table.handlers.build import build_routes
from bot.table.handlers.help_pages import DESCRIPTION, NAME, SHORT_DESCRIPTION
from bot.table.running.manager import TableManager
from bot.web import Web
from bot.worker_pool import PATIENCE, WorkerPool, in_own_process, process_executor, thread_executor
from storage.store import Store

if TYPE_CHECKING:
    from bot.metrics import Metrics
    from bot.platforms.discord.adapter import DiscordAdapter

_LOG = structlog.get_logger(__name__)
OTHER_INSTANCE = 3
"""Exit code: another process serves the same token, by polling or by a webhook."""
RENDER_NICE, COMPUTER_NICE = 5, 10
"""Niceness of rendering, which gives way to presses, and of computer players, which give way to both."""
HEAD_START = 0.4
"""Seconds in which a start resumes what the last process left before updates are asked for; with thousands of games
it goes on beside them."""
FilmRunner: TypeAlias = Callable[..., Awaitable[Film]]
"""Calls a function with the rest of its arguments, beside the event loop."""
JOIN_SECONDS = 30.0
"""How long a start on PostgreSQL tries to become one of its processes while that is away."""
_AGAIN_SECONDS = 0.2
_OTHER_BOTS = (
    "wants TELEGRAM_TOKEN and DISCORD_TOKEN to be of the same bots in every process that serves it, and others run: "
    "set the same tokens, or a database of its own, or stop those others first"
)


class Service:
    """All parts of one process.

    What only some processes need (a platform's library, the metrics, the playground) is imported by those alone: it
    takes megabytes of memory.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: Callable[[], float] = time.time,
        executor_factory: Callable[[], Executor] = thread_executor,
        computer_executor_factory: Callable[[], Executor] = thread_executor,
        commands: Iterable[CommandSpec] = COMMANDS,
        film_runner: FilmRunner = asyncio.to_thread,
        patience: float = PATIENCE,
        steady: Callable[[], float] | None = None,
    ) -> None:
        self.settings = settings
        self._clock = clock
        self._film_runner = film_runner
        self._store = store
        self._bots: dict[str, str] = {}
        """The bot that is served on each platform, by what stays the same when its token is replaced."""
        self.health = HealthCheck(store, clock)
        self.catalogs = Catalogs(LOCALES, settings.default_locale)
        self.metrics = _metrics() if settings.metrics else None
        self._meter = self.metrics or UNMETERED
        self._foreground = Foreground()
        self.render_cache = RenderCache(executor_factory, patience=patience, meter=self._meter)
        self.computer_pool = WorkerPool(computer_executor_factory, patience)
        self.commands = with_games(commands, tuple(ArgumentChoice(game.word, game.presenter.title) for game in GAMES))
        games = {game.key: game for game in GAMES}
        self.manager = TableManager(
            Services.over(store, games, self.catalogs, clock, steady, self._meter, self._work(), self._foreground),
            lobby_seconds=60.0 * settings.lobby_minutes,
            keep_days=settings.keep_games_days,
            think=self.computer_pool.do,
            side_by_side=side_by_side,
            shoot=self._shoot,
        )
        titles, words = {game.key: game.presenter.title for game in GAMES}, {game.key: game.word for game in GAMES}
        rulebook = Rulebook(LOCALES, self.catalogs, titles, words)
        self.routes = build_routes(self.manager, RulesFeature(rulebook), chart=chart)
        self.dispatcher = Dispatcher(self.manager.services, self.manager, self.manager.messenger, self.routes)
        if self.metrics is not None:
            manager = self.manager
            self.metrics.watch("board", manager.boards.publisher.waiting)
            self.metrics.watch("hand", manager.hands.publisher.waiting)
            self.metrics.watch("secret", manager.secrets.publisher.waiting)

    def _work(self) -> Work:
        """Return where requests wait: in memory, or on PostgreSQL, where all processes see them."""
        if not self._store.shared:
            return LocalWork(self._meter, self._foreground)
        from bot.jobs.work import JobWork

        return JobWork(
            self.settings.database_url,
            self._store.leases.me,
            self._meter,
            before=self._store.write_notes,
            foreground=self._foreground,
        )

    async def _shoot(self, pictures: Sequence[Picture]) -> Film:
        """Make a film. Raise OSError if that fails, so that who asked is told."""
        try:
            return await self._film_runner(film.make, [picture.draw for picture in pictures])
        except Exception as error:  # the boundary: a film that fails is told of, whatever it was
            raise OSError(f"{type(error).__name__}: {error}") from error

    def telegram(
        self, token: str, api_url: str, *, introduce: bool = True, group_per_minute: int | None = None
    ) -> TelegramAdapter:
        """Return an adapter for Telegram, and show tables by it.

        `introduce`: it sets the bot's menu and profile. `group_per_minute`: instead of what the settings say.
        """
        settings = self.settings
        self._bots["telegram"] = token.partition(":")[0]
        secret = settings.webhook_secret
        adapter = TelegramAdapter(
            token=token,
            draw=self._drawn,
            catalogs=self.catalogs,
            updates=self._store,
            leases=self._store.leases,
            floods=self._store,
            api_url=api_url,
            group_per_minute=settings.telegram_group_per_minute if group_per_minute is None else group_per_minute,
            per_second=settings.telegram_per_second,
            counts=self._store.limits,
            webhook_url=f"{settings.public_url}{WEBHOOK_PATH}" if settings.public_url else "",
            webhook_secret=secret.get_secret_value() if secret else "",
            delete_webhook=settings.telegram_delete_webhook,
            menu=self.commands if introduce else (),
            profile=Profile(NAME, DESCRIPTION, SHORT_DESCRIPTION) if introduce else None,
            wall_clock=self._clock,
            meter=self._meter,
            foreground=self._foreground,
        )
        self._show_by(adapter)
        return adapter

    def share_with_nobody(self) -> None:
        """Serve a database that no other process serves, whatever its bots: each playground is a world of its own."""
        self._bots["playground"] = self._store.leases.me

    def close(self) -> None:
        """End the worker processes."""
        self.render_cache.close()
        self.computer_pool.close()

    def discord(self, token: str, api_url: str, *, introduce: bool = True) -> DiscordAdapter:
        """Return an adapter for Discord, and show tables by it. `introduce`: it sets the bot's commands."""
        from bot.platforms.discord.adapter import DiscordAdapter

        self._bots["discord"] = token.partition(".")[0]
        adapter = DiscordAdapter(
            token=token,
            draw=self._drawn,
            catalogs=self.catalogs,
            journal=self._store,
            api_url=api_url,
            counts=self._store.limits,
            shard_count=self.settings.discord_shard_count,
            shard_ids=self.settings.shards,
            commands=self.commands,
            introduce=introduce,
            wall_clock=self._clock,
            meter=self._meter,
            foreground=self._foreground,
        )
        self._show_by(adapter)
        return adapter

    @asynccontextmanager
    async def web_port(self, routes: Iterable[Any] = (), middlewares: Iterable[Any] = ()) -> AsyncIterator[Web]:
        """Serve health, metrics if they are on, and these routes for the length of a block."""
        settings, health, pages = self.settings, self.health, [*routes]
        if self.metrics is not None:
            from bot.metrics_page import PATH, MetricsPage

            token = settings.metrics_token.get_secret_value() if settings.metrics_token else ""
            pages.append(MetricsPage(self.metrics, self._store, [game.key for game in GAMES], token).route)
        port = Web(settings.host, settings.port, pages, health=health, ready=health.ready, middlewares=middlewares)
        async with port as server:
            if self.metrics is not None:
                _LOG.info("metrics_served", at=f"{server.url}{PATH}")
            yield server

    def _show_by(self, adapter: TelegramAdapter | DiscordAdapter) -> None:
        self.manager.services.platforms.add(adapter.chat)
        self.health.watch(adapter.chat.platform, adapter.health)
        if self.metrics is not None:
            self.metrics.serve(adapter.chat.platform)

    def warm_up(self) -> None:
        """Start the rendering process before the first picture is needed, and have it draw what all tables need."""
        self.manager.background.run(self._warm_up())

    async def _warm_up(self) -> None:
        for game in GAMES:
            await self._drawn(game.presenter.lobby((), self.catalogs.translator()))
        await self.render_cache.rest()

    async def _drawn(self, picture: Picture) -> bytes:
        """Draw a picture. Raise PostRejected if that fails, so that the post is sent without it."""
        try:
            return await self.render_cache.draw(picture)
        except Exception as error:  # the boundary: a table whose picture fails is shown as text
            raise PostRejected(f"{picture.name} cannot be drawn") from error

    async def run(self, adapter: PlatformAdapter, stop: asyncio.Event) -> None:
        """Serve until asked to stop, which may be while the platform is still unavailable.

        Raise SettingError where processes of other bots serve the same database.
        """
        await run_until(stop, self._join_others())
        try:
            await run_until(stop, adapter.start())
            if not stop.is_set():
                self.warm_up()
                await self._start_work()
                resuming = asyncio.create_task(self._resume(), name="resume")
                try:
                    await asyncio.wait({resuming}, timeout=HEAD_START)
                    await self._serve(adapter, stop, resuming)
                finally:
                    await cancel(resuming)
        finally:
            try:
                await adapter.stop()
            finally:
                await self.manager.services.work.close()

    async def _resume(self) -> None:
        """Go on with what the last process left. Raise SettingError where the database's file cannot be read."""
        try:
            await self.manager.resume()
        except DamagedFile as error:
            raise wrong_database(self.settings, f"wants a database that can be read: {error}") from error

    async def _join_others(self) -> None:
        """Be one of the processes on this database. Each does what another has to show, so all need the same bots.

        The database may be restarted just then, and where a busy machine takes long over a start it ends the session
        in which nothing was asked meanwhile: so this is tried again, as opening the database is.
        """
        bots = " ".join(f"{platform}:{bot}" for platform, bot in sorted(self._bots.items()))
        deadline = time.monotonic() + JOIN_SECONDS
        while True:
            try:
                joined = await self._store.leases.join(bots)
                break
            except StoreAway:
                if time.monotonic() >= deadline:
                    raise
            await asyncio.sleep(_AGAIN_SECONDS)
        if not joined:
            raise wrong_database(self.settings, _OTHER_BOTS)

    async def _start_work(self) -> None:
        try:
            await self.manager.services.work.start()
        except StoreAway:
            raise
        except StoreError as error:
            raise wrong_database(self.settings, f"wants a database in which a schema can be made: {error}") from error

    async def _serve(self, adapter: PlatformAdapter, stop: asyncio.Event, resuming: asyncio.Task[None]) -> None:
        """Serve until asked to stop; then receive no more, finish what has begun, confirm the offset.

        What the last process left may still be resumed meanwhile.
        """
        if resuming.done():
            await resuming
        scheduler = spawn(self.manager.run_deadlines(), "scheduler")
        serving = asyncio.create_task(adapter.run(self.dispatcher), name="adapter")
        try:
            await run_until(stop, _first_of(scheduler, serving, meanwhile=resuming))
            if resuming.done():
                await resuming
            if scheduler.done():
                await scheduler  # a crash of either ends the process, so that its supervisor restarts it
        finally:
            await adapter.stop_receiving()
            await cancel(resuming)
            await self.manager.stop()
            await cancel(scheduler, serving)
        if not stop.is_set():
            await serving


async def _first_of(*tasks: asyncio.Task[None], meanwhile: asyncio.Task[None]) -> None:
    """Wait until one of these tasks has ended, or another one by an error."""
    wanted = {*tasks, meanwhile}
    while True:
        done, _ = await asyncio.wait(wanted, return_when=asyncio.FIRST_COMPLETED)
        if done != {meanwhile} or meanwhile.exception() is not None:
            return
        wanted = {*tasks}


async def serve(settings: Settings, stop: asyncio.Event) -> int:
    """Run the whole service until `stop` is set and return the exit code. Raise SettingError."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(settings))
        if store.shared:  # whose lines may be kept together with those of other processes
            stack.enter_context(structlog.contextvars.bound_contextvars(process=store.leases.me))
        service = Service(
            settings,
            store,
            executor_factory=_worker(RENDER_NICE),
            computer_executor_factory=_worker(COMPUTER_NICE),
            film_runner=in_own_process,
            steady=time.monotonic,
        )
        stack.callback(service.close)
        if settings.playground:
            adapter: PlatformAdapter = await stack.enter_async_context(_playground(service))
        else:
            adapter, routes = _adapters(service)
            await stack.enter_async_context(service.web_port(routes))
        keep_loaded()
        try:
            await service.run(adapter, stop)
        except OtherInstance as error:
            _LOG.error("other_instance", reason=str(error))
            return OTHER_INSTANCE
    return 0


def _adapters(service: Service) -> tuple[PlatformAdapter, list[web.RouteDef]]:
    """Return an adapter for all tokens that are set, and the routes they need."""
    settings, adapters, routes = service.settings, dict[str, PlatformAdapter](), list[web.RouteDef]()
    if settings.telegram_token is not None:
        telegram = service.telegram(settings.telegram_token.get_secret_value(), settings.telegram_api_url)
        adapters[telegram.chat.platform] = telegram
        if settings.webhook:
            routes.append(web.post(WEBHOOK_PATH, telegram.handle_request))
    if settings.discord_token is not None:
        discord = service.discord(settings.discord_token.get_secret_value(), settings.discord_api_url)
        adapters[discord.chat.platform] = discord
    return AdapterGroup(adapters, service.health.note_end), routes


def _metrics() -> Metrics:
    from bot.metrics import Metrics

    return Metrics()


def _worker(nice: int) -> Callable[[], Executor]:
    return partial(process_executor, nice=nice)


def check_loopback(host: str) -> None:
    """Raise SettingError for an address at which others could reach the playground."""
    if not is_loopback(host):
        raise SettingError(f"HOST is {host!r}, but the playground listens on a loopback address only (127.0.0.1)")


@asynccontextmanager
async def _playground(service: Service) -> AsyncIterator[TelegramAdapter]:
    """Serve the playground on the web port, and yield an adapter for it."""
    from bot.playground.api import BotApi
    from bot.playground.fixtures import seed_demo
    from bot.playground.page import Page
    from bot.playground.world import World

    settings = service.settings
    check_loopback(settings.host)
    # Telegram counts calls in a group; here nobody does, unless somebody wants to see what that is like.
    is_wanted = "telegram_group_per_minute" in settings.model_fields_set
    group_per_minute = settings.telegram_group_per_minute if is_wanted else 0
    world = World(
        group_per_minute=group_per_minute,
        per_second=settings.telegram_per_second,
        name_changes=0,  # each start is a new world, in which the bot has to be named in every language
        first_id=int(time.time()),
    )
    seed_demo(world)
    api, page = BotApi(world), Page(world)
    routes: Iterable[Any] = [*api.routes(), *page.routes()]
    async with service.web_port(routes, [loopback_only]) as server:
        adapter = service.telegram(world.token, server.url, group_per_minute=group_per_minute)
        service.share_with_nobody()
        _LOG.info("playground", open=server.url)
        sys.stdout.write(f"\nTo play, open {server.url} in your browser. Ctrl-C ends it.\n\n")
        sys.stdout.flush()
        try:
            yield adapter
        finally:
            await page.close()
            await api.close()
