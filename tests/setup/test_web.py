"""The web port: health, routes of others, a clear line when it cannot be opened, an end that does not wait."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import Mapping
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.errors import SettingError
from bot.web import Web

LOOPBACK = "127.0.0.1"


async def get(url: str) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.json()


async def well() -> Mapping[str, Any]:
    return {"status": "ok"}


async def test_healthz_is_503_while_the_service_is_not_well() -> None:
    state = {"status": "broken", "secrets": 3}

    async def health() -> Mapping[str, Any]:
        return state

    async with Web(LOOPBACK, 0, health=health) as server:
        assert await get(f"{server.url}/healthz") == (503, {"status": "broken", "secrets": 3})
        state["status"] = "ok"
        assert await get(f"{server.url}/healthz") == (200, {"status": "ok", "secrets": 3})


async def test_routes_and_middlewares_of_others_are_served() -> None:
    async def hello(request: web.Request) -> web.Response:
        return web.json_response({"hello": request.match_info["name"]})

    @web.middleware
    async def signed(request: web.Request, handler: Any) -> web.StreamResponse:
        response: web.StreamResponse = await handler(request)
        response.headers["X-Signed"] = "yes"
        return response

    server = Web(LOOPBACK, 0, [web.get("/hello/{name}", hello)], health=well, middlewares=[signed])
    async with server, aiohttp.ClientSession() as session, session.get(f"{server.url}/hello/ann") as response:
        assert await response.json() == {"hello": "ann"}
        assert response.headers["X-Signed"] == "yes"


async def test_a_photo_of_the_size_telegram_takes_fits() -> None:
    async def size(request: web.Request) -> web.Response:
        return web.json_response(len(await request.read()))

    ten_megabytes = bytes(10 * 1024 * 1024)
    server = Web(LOOPBACK, 0, [web.post("/upload", size)], health=well)
    async with server, aiohttp.ClientSession() as session:
        async with session.post(f"{server.url}/upload", data=io.BytesIO(ten_megabytes)) as response:
            assert await response.json() == len(ten_megabytes)
        async with session.post(f"{server.url}/upload", data=io.BytesIO(ten_megabytes * 2)) as response:
            assert response.status == 413


async def test_port_0_becomes_the_port_that_was_free() -> None:
    async with Web(LOOPBACK, 0, health=well) as server:
        assert server.port > 0
        assert server.url == f"http://127.0.0.1:{server.port}"


async def test_the_address_of_an_ipv6_host_has_brackets() -> None:
    """RFC 3986 3.2.2."""
    assert Web("::1", 8080, health=well).url == "http://[::1]:8080"


async def test_a_port_in_use_is_one_line_naming_it() -> None:
    async with Web(LOOPBACK, 0, health=well) as first:
        with pytest.raises(SettingError) as caught:
            await Web(LOOPBACK, first.port, health=well).start()
        line = str(caught.value)
        assert line == f"PORT: got {first.port}, which another program is using, wants a free one"
        assert (await get(f"{first.url}/healthz"))[0] == 200


async def test_a_host_that_is_not_this_machine_is_one_line_naming_it() -> None:
    """192.0.2.0/24 belongs to no machine (RFC 5737)."""
    with pytest.raises(SettingError, match=r"^HOST: got '192\.0\.2\.1', wants an address of this machine$"):
        await Web("192.0.2.1", 0, health=well).start()


async def test_a_server_that_stopped_leaves_its_port() -> None:
    server = Web(LOOPBACK, 0, health=well)
    await server.start()
    await server.stop()
    await server.stop()
    async with Web(LOOPBACK, server.port, health=well) as again:
        assert (await get(f"{again.url}/healthz"))[0] == 200


async def test_stopping_does_not_wait_for_requests_that_never_end() -> None:
    """A long poll or an event stream would hold the process past its 10 s."""
    begun = asyncio.Event()

    async def endless(_request: web.Request) -> web.Response:
        begun.set()
        await asyncio.Event().wait()
        return web.Response()

    server = Web(LOOPBACK, 0, [web.get("/endless", endless)], health=well)
    await server.start()
    async with aiohttp.ClientSession() as session:
        call = asyncio.create_task(session.get(f"{server.url}/endless"))
        await begun.wait()
        async with asyncio.timeout(30):  # the library would wait for 60 s
            await server.stop()
        with pytest.raises(aiohttp.ClientError):
            await call


async def test_nothing_listens_before_the_start() -> None:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port = probe.getsockname()[1]
    server = Web(LOOPBACK, port, health=well)
    with pytest.raises(aiohttp.ClientError):
        await get(f"{server.url}/healthz")
