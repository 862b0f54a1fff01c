"""Updates posted to an address of the bot's own (docs/platforms.md A8)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from bot.playground.model import Chat, User
from bot.playground.webhook import WebhookTarget
from bot.playground.world import World
from tests.helpers.playground import Playground
from tests.playground.tools import ApiCaller, ManualClock, keys


@dataclass
class Listener:
    """Takes what is posted; answers with the statuses queued, then with 200."""

    url: str = ""
    posted: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    statuses: deque[int] = field(default_factory=deque)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)
    slow_text: str = ""

    async def take(self, request: web.Request) -> web.Response:
        update = await request.json()
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        if self.slow_text and self.slow_text in str(update):
            await self.gate.wait()
        async with self.news:
            self.posted.append(update)
            self.news.notify_all()
        return web.Response(status=self.statuses.popleft() if self.statuses else 200)

    async def until(self, count: int) -> list[dict[str, Any]]:
        async with asyncio.timeout(60), self.news:
            await self.news.wait_for(lambda: len(self.posted) >= count)
        return self.posted


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    listening = Listener()
    app = web.Application()
    app.add_routes([web.post("/hook", listening.take)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    listening.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield listening
    listening.gate.set()
    await runner.cleanup()


async def hooked(call: ApiCaller, listener: Listener, **params: Any) -> None:
    params = {"drop_pending_updates": True, **params}
    assert (await call("setWebhook", url=listener.url, **params)).result is True


def texts(updates: list[dict[str, Any]]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def test_updates_are_posted_with_the_secret(
    world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    await hooked(call, listener, secret_token="let-me-in_1")
    world.say(ann, group, "/play")
    assert texts(await listener.until(1)) == ["/play"]
    assert listener.secrets == ["let-me-in_1"]


async def test_what_waited_is_posted_when_the_hook_is_set(
    world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    await call("getUpdates", offset=-1)
    world.say(ann, group, "/play")
    await hooked(call, listener, drop_pending_updates=False)
    assert "/play" in str(await listener.until(2))


async def test_a_refused_update_is_posted_again_before_the_next_of_its_chat(
    served: Playground, world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    await hooked(call, listener)
    listener.statuses.extend([500, 403])
    world.say(ann, group, "/one")
    world.say(ann, group, "/two")
    assert texts(await listener.until(4)) == ["/one", "/one", "/one", "/two"]
    assert served.webhook.last_error == "Wrong response from the webhook: 403 Forbidden"


async def test_a_slow_chat_does_not_hold_up_another(
    world: World, group: Chat, supergroup: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    """survive-32."""
    await hooked(call, listener)
    listener.slow_text = "/slow"
    world.say(ann, group, "/slow")
    world.say(ann, supergroup, "/quick")
    assert texts(await listener.until(1)) == ["/quick"]
    listener.gate.set()
    assert texts(await listener.until(2)) == ["/quick", "/slow"]


async def test_one_connection_at_a_time_keeps_all_in_order(
    world: World, group: Chat, supergroup: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    await hooked(call, listener, max_connections=1)
    for number in range(3):
        world.say(ann, group, f"/a{number}")
        world.say(ann, supergroup, f"/b{number}")
    assert texts(await listener.until(6)) == ["/a0", "/b0", "/a1", "/b1", "/a2", "/b2"]


async def test_what_is_set_is_kept(served: Playground, world: World, call: ApiCaller, listener: Listener) -> None:
    before = served.webhook.target
    assert before is None
    await hooked(call, listener, max_connections=7, allowed_updates=["message"])
    assert served.webhook.target == WebhookTarget(listener.url, "", 7)
    assert world.updates.allowed == {"message"}
    assert not world.updates.pending


async def test_one_that_is_set_already_goes_on_with_what_it_posts(
    world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    """As when a bot registers it at each start."""
    await hooked(call, listener)
    listener.slow_text = "/slow"
    world.say(ann, group, "/slow")
    async with asyncio.timeout(60):
        while not listener.secrets:  # noqa: ASYNC110 - it is under way
            await asyncio.sleep(0.01)
    await hooked(call, listener, drop_pending_updates=False)
    listener.gate.set()
    world.say(ann, group, "/next")
    assert texts(await listener.until(2)) == ["/slow", "/next"]


async def test_an_empty_address_ends_the_webhook(
    world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    await hooked(call, listener)
    assert (await call("setWebhook", url="")).result is True
    world.say(ann, group, "/play")
    assert texts(await call.updates()) == ["/play"]
    assert listener.posted == []


async def test_what_is_taken_waits_no_more(
    world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    await hooked(call, listener)
    world.say(ann, group, "/play")
    await listener.until(1)
    await call("deleteWebhook")
    await asyncio.sleep(0.05)
    assert len(listener.posted) == 1


async def test_a_dead_address_is_named_as_the_error(
    served: Playground, world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    await call("setWebhook", url="http://127.0.0.1:1/hook", drop_pending_updates=True)
    world.say(ann, group, "/play")
    async with asyncio.timeout(60):
        while not served.webhook.last_error:  # noqa: ASYNC110 - posted in the background
            await asyncio.sleep(0.01)
    assert served.webhook.last_error == "Connection refused"
    assert len(world.updates.pending) == 1


async def test_an_expired_update_is_given_up(
    world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener, clock: ManualClock
) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    await hooked(call, listener)
    listener.statuses.append(500)
    world.press(ann, group, board["message_id"], "x")
    await listener.until(1)
    clock.move(151)
    async with asyncio.timeout(60):
        while world.updates.pending:  # noqa: ASYNC110 - given up in the background
            await asyncio.sleep(0.01)
    assert len(listener.posted) == 1


async def test_a_repeated_update_is_posted_twice(
    served: Playground, world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener
) -> None:
    """survive-38."""
    await hooked(call, listener)
    served.faults.repeat_updates()
    world.say(ann, group, "/play")
    one, other = await listener.until(2)
    assert one == other


async def test_it_can_be_asked_for(world: World, group: Chat, ann: User, call: ApiCaller, listener: Listener) -> None:
    """F1: its address, what waits for it, and the last thing that went wrong."""
    assert (await call("getWebhookInfo")).result["url"] == ""
    listener.statuses.append(502)
    await hooked(call, listener, allowed_updates=["message"])
    world.say(ann, group, "/play")
    await listener.until(2)
    told = (await call("getWebhookInfo")).result
    assert told["url"] == listener.url
    assert told["allowed_updates"] == ["message"]
    assert told["last_error_message"] == "Wrong response from the webhook: 502 Bad Gateway"
    assert told["last_error_date"] == int(world.now())
    await call("deleteWebhook")
    assert (await call("getWebhookInfo")).result == {
        "url": "", "has_custom_certificate": False, "pending_update_count": 0
    }  # fmt: skip
