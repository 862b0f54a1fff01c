"""The server is for this machine alone."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web

from bot.errors import SettingError
from bot.playground.api import BotApi
from bot.playground.loopback import loopback_only
from bot.playground.world import World
from bot.service import check_loopback
from tests.helpers.playground import Playground


async def hello(_request: web.Request) -> web.Response:
    return web.Response(text="hello")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "example.org", ""])
def test_addresses_that_others_reach_are_refused(host: str) -> None:
    with pytest.raises(SettingError) as refused:
        check_loopback(host)
    assert repr(host) in str(refused.value)
    assert "HOST" in str(refused.value)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.2", "::1", "[::1]"])
def test_loopback_addresses_are_taken(host: str) -> None:
    check_loopback(host)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 200),
        ("/", {"Host": "localhost:8080"}, 200),
        ("/", {"Host": "[::1]:8080"}, 200),
        ("/", {"Host": "evil.example"}, 403),
        ("/", {"Host": "127.0.0.1.evil.example"}, 403),
        ("/", {"Origin": "http://localhost:8080"}, 200),
        ("/", {"Origin": "http://127.0.0.1:8080"}, 200),
        ("/", {"Origin": "https://evil.example"}, 403),
        ("/", {"Origin": "null"}, 403),
        ("/bot{token}/getMe", {}, 200),
        ("/bot{token}/getMe", {"Host": "evil.example"}, 403),
        ("/bot{token}/getMe", {"Origin": "https://evil.example"}, 200),
    ],
)
async def test_foreign_hosts_and_origins_are_refused(
    world: World, path: str, headers: dict[str, str], status: int
) -> None:
    async with Playground(world, routes=[web.get("/", hello)]) as playground, aiohttp.ClientSession() as session:
        url = playground.url + path.format(token=world.token)
        async with session.get(url, headers=headers) as answer:
            assert answer.status == status


async def test_two_worlds_stand_side_by_side() -> None:
    one, other = World(username="one_bot"), World(username="other_bot")
    async with Playground(one) as first, Playground(other) as second, aiohttp.ClientSession() as session:
        names = []
        for world, playground in ((one, first), (other, second)):
            async with session.get(f"{playground.url}/bot{world.token}/getMe") as answer:
                names.append((await answer.json())["result"]["username"])
    assert names == ["one_bot", "other_bot"]


async def test_the_routes_fit_into_any_application(world: World) -> None:
    api = BotApi(world)
    app = web.Application(middlewares=[loopback_only])
    app.add_routes(api.routes())
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession() as session:
        base = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with session.get(f"{base}/bot{world.token}/getMe") as answer:
            assert (await answer.json())["result"]["is_bot"] is True
    await api.close()
    await runner.cleanup()


async def test_the_port_is_free_again_afterwards(world: World) -> None:
    async with Playground(world) as first:
        port = int(first.url.rpartition(":")[2])
    async with Playground(world, port=port) as again:
        assert again.url == first.url
