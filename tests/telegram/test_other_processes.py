"""Who else uses the token: a second poller, a foreign webhook; and a token that is refused (docs/platforms.md A8)."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot import errors
from bot.platforms.telegram.adapter import TelegramAdapter
from storage.store import Store
from tests.telegram.conftest import QUICK, TelegramScene
from tests.telegram.test_adapter import eventually
from tests.telegram.test_webhook import Port, port, serve

__all__ = ["port"]

FOREIGN = "http://127.0.0.1:1/hook"
TIMING = replace(QUICK, doubt=0.5, check=0.05)


def told(logs: io.StringIO, event: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in logs.getvalue().splitlines()]
    return [line for line in lines if line["event"] == event]


async def set_webhook(scene: TelegramScene, url: str) -> None:
    client = scene.adapter()._client
    await (client.set_webhook(url) if url else client.delete_webhook())


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Store]:
    """Yield the database of another machine."""
    opened = await Store.open(tmp_path / "elsewhere.db")
    yield opened
    await opened.close()


class TestAForeignWebhook:
    """F1: nobody takes it away by accident."""

    async def test_stops_a_poller_at_its_start_in_one_line(self, scene: TelegramScene) -> None:
        await set_webhook(scene, f"{FOREIGN}/secret-path")
        adapter = scene.adapter(timing=TIMING)
        with pytest.raises(errors.OtherInstance, match=r"http://127\.0\.0\.1:1.*TELEGRAM_DELETE_WEBHOOK") as caught:
            await adapter.start()
        assert "secret-path" not in str(caught.value), "many keep a secret in the path"
        assert scene.server.webhook.target is not None
        assert scene.calls("deleteWebhook") == []

    async def test_is_taken_away_by_who_is_asked_to(self, scene: TelegramScene) -> None:
        await set_webhook(scene, FOREIGN)
        async with scene.open(timing=TIMING, delete_webhook=True):
            scene.world.say(scene.anna, scene.group, "/play")
            await eventually(lambda: scene.handler.commands)
        assert len(scene.calls("deleteWebhook")) == 1

    async def test_that_comes_in_mid_run_is_told_and_left_alone(self, scene: TelegramScene, logs: io.StringIO) -> None:
        scene.world.updates.conflict_seconds = 0.05
        async with scene.open(timing=TIMING) as adapter:
            await eventually(lambda: adapter.health().serving)
            await set_webhook(scene, FOREIGN)
            await eventually(lambda: told(logs, "webhook_foreign"))
            await eventually(lambda: "webhook" in adapter.health().problem)
            assert not adapter.health().serving
            polls = len(scene.calls("getUpdates"))
            await eventually(lambda: len(scene.calls("getUpdates")) > polls + 2)
            assert scene.server.webhook.target is not None
            assert scene.calls("deleteWebhook") == []
            assert len(told(logs, "webhook_foreign")) == 1
            await scene.server.webhook.set(None)
            await eventually(lambda: adapter.health().serving)
            assert adapter.health().problem == ""
            scene.world.say(scene.anna, scene.group, "/play")
            await eventually(lambda: scene.handler.commands)


class TestOurOwnWebhook:
    """F1: it is looked after."""

    async def test_is_registered_again_once_when_somebody_takes_it(
        self, scene: TelegramScene, port: Port, logs: io.StringIO
    ) -> None:
        async with serve(scene, port, timing=TIMING) as adapter:
            await eventually(lambda: adapter.health().serving)
            await set_webhook(scene, "")
            await eventually(lambda: len(scene.calls("setWebhook")) == 2)
            await eventually(lambda: adapter.health().serving)
            assert len(told(logs, "webhook_lost")) == 1
            await set_webhook(scene, FOREIGN)
            await eventually(lambda: len(told(logs, "webhook_lost")) >= 3)
            assert "webhook" in adapter.health().problem
            assert not adapter.health().serving
            assert scene.server.webhook.target is not None
            assert scene.server.webhook.target.url == FOREIGN, "two that fight for it would never end"
            assert told(logs, "webhook_lost")[-1]["at"] == "http://127.0.0.1:1"

    async def test_tells_what_telegram_could_not_deliver(
        self, scene: TelegramScene, port: Port, logs: io.StringIO
    ) -> None:
        async with serve(scene, port, timing=TIMING) as adapter:
            await eventually(lambda: adapter.health().serving)
            assert port.adapter is not None
            webhook, port.adapter = port.adapter, scene.adapter()  # answers 404, as a proxy that has lost its way
            scene.world.say(scene.anna, scene.group, "/play")
            await eventually(lambda: told(logs, "webhook_error"))
            port.adapter = webhook
            await eventually(lambda: scene.handler.commands)
        assert told(logs, "webhook_error")[0]["error"] == "Wrong response from the webhook: 404 Not Found"


class TestTwoPollers:
    """F2, R3: the one that has served is not driven out by a newcomer."""

    async def test_the_newcomer_gives_way(self, scene: TelegramScene, elsewhere: Store, logs: io.StringIO) -> None:
        scene.world.updates.conflict_seconds = 0.05
        async with scene.open(timing=TIMING) as old:
            await eventually(lambda: old.health().serving)
            await asyncio.sleep(TIMING.conflict)  # it has to have served that long
            newcomer = scene.adapter(timing=TIMING, updates=elsewhere)
            await newcomer.start()
            with pytest.raises(errors.OtherInstance, match="TELEGRAM_TOKEN"):
                await asyncio.wait_for(newcomer.run(scene.handler), 60)
            assert told(logs, "other_instance")
            scene.world.say(scene.anna, scene.group, "/play")
            await eventually(lambda: scene.handler.commands)
            assert old.health().serving

    async def test_who_started_at_the_same_time_settle_it(self, scene: TelegramScene, elsewhere: Store) -> None:
        scene.world.updates.conflict_seconds = 0.05
        adapters = [scene.adapter(timing=TIMING), scene.adapter(timing=TIMING, updates=elsewhere)]
        for adapter in adapters:
            await adapter.start()
        runs = [asyncio.create_task(adapter.run(scene.handler)) for adapter in adapters]
        done, going = await asyncio.wait(runs, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        assert isinstance(next(iter(done)).exception(), errors.OtherInstance)
        if going:
            left = adapters[runs.index(next(iter(going)))]
            await eventually(lambda: left.health().serving)
            await left.stop()
            await asyncio.gather(*going)


class TestARefusedToken:
    """F5: a good token is refused now and then; once it has served, that has to be said again and again."""

    @pytest.mark.parametrize("html", [False, True])
    @pytest.mark.parametrize("code", [401, 404])
    async def test_once_is_not_believed(self, scene: TelegramScene, logs: io.StringIO, code: int, html: bool) -> None:
        async with scene.open(timing=TIMING) as adapter:
            await eventually(lambda: adapter.health().serving)
            scene.server.faults.unknown_token(code, html=html, method="getUpdates", times=3)
            for number in range(4):
                scene.world.say(scene.anna, scene.group, f"/n{number}")
            await eventually(lambda: len(scene.handler.commands) == 4)
            # The poll that was open already may have brought them all.
            await eventually(lambda: told(logs, "poll_failed"))
        assert not told(logs, "token_doubted"), "getMe knows it"

    async def test_is_not_believed_while_getme_knows_it(self, scene: TelegramScene) -> None:
        async with scene.open(timing=TIMING) as adapter:
            await eventually(lambda: adapter.health().serving)
            scene.server.faults.unknown_token(401, method="getUpdates", times=None)
            scene.world.say(scene.anna, scene.group, "/play")
            asked = len(scene.calls("getMe"))
            await eventually(lambda: len(scene.calls("getMe")) > asked + 12)
            assert "token" in adapter.health().problem
            scene.server.faults.clear()
            await eventually(lambda: adapter.health().serving and not adapter.health().problem)

    async def test_is_believed_after_some_minutes(self, scene: TelegramScene, logs: io.StringIO) -> None:
        adapter = scene.adapter(timing=TIMING)
        await adapter.start()
        running = asyncio.create_task(adapter.run(scene.handler))
        await eventually(lambda: adapter.health().serving)
        scene.server.faults.unknown_token(401, times=None)
        scene.world.say(scene.anna, scene.group, "/play")
        with pytest.raises(errors.SettingError, match="TELEGRAM_TOKEN"):
            await asyncio.wait_for(running, 60)
        assert len(told(logs, "token_doubted")) >= 5

    async def test_by_webhook_too(self, scene: TelegramScene, port: Port) -> None:
        port.adapter = adapter = scene.adapter(webhook_url=port.url, webhook_secret="s", timing=TIMING)
        await adapter.start()
        running = asyncio.create_task(adapter.run(scene.handler))
        await eventually(lambda: adapter.health().serving)
        scene.server.faults.unknown_token(401, times=None)
        with pytest.raises(errors.SettingError, match="TELEGRAM_TOKEN"):
            await asyncio.wait_for(running, 60)

    async def test_a_page_at_the_start_is_an_outage(self, scene: TelegramScene, logs: io.StringIO) -> None:
        """As from a proxy or a hijacked name server."""
        scene.server.faults.unknown_token(404, html=True, times=3)
        adapter: TelegramAdapter = scene.adapter(timing=TIMING)
        await adapter.start()
        assert adapter.chat.username == scene.world.bot.username
        assert len(told(logs, "telegram_away")) == 3
