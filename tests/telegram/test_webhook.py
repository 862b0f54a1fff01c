"""Webhook mode: Telegram posts to our own port, the secret is checked, 200 follows the database (platforms.md A8)."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot import errors
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.telegram.retry import TelegramTiming
from bot.platforms.telegram.webhook import SECRET_HEADER
from bot.web import Web
from tests.helpers.stored import writer_of
from tests.telegram.conftest import QUICK, TelegramScene, post

SECRET = "s3cret_-"


class Port:
    """Our own web port with the adapter's handler on it."""

    def __init__(self) -> None:
        self.adapter: TelegramAdapter | None = None
        self.url = ""

    async def handle(self, request: web.Request) -> web.Response:
        assert self.adapter
        return await self.adapter.handle_request(request)

    async def post(self, update: Any, secret: str | None = SECRET) -> int:
        headers = {} if secret is None else {SECRET_HEADER: secret}
        async with aiohttp.request("POST", self.url, json=update, headers=headers) as answer:
            return answer.status


@pytest.fixture
async def port() -> AsyncIterator[Port]:
    made = Port()
    async with Web("127.0.0.1", 0, [web.post("/telegram", made.handle)], health=well) as server:
        made.url = f"{server.url}/telegram"
        yield made


async def well() -> dict[str, str]:
    return {"status": "ok"}


@asynccontextmanager
async def serve(scene: TelegramScene, port: Port, **values: Any) -> AsyncIterator[TelegramAdapter]:
    port.adapter = adapter = scene.adapter(webhook_url=port.url, webhook_secret=SECRET, **values)
    await adapter.start()
    running = asyncio.create_task(adapter.run(scene.handler))
    async with asyncio.timeout(60):
        while not scene.calls("setWebhook"):  # noqa: ASYNC110 - Telegram tells nobody
            await asyncio.sleep(0.01)
    try:
        yield adapter
    finally:
        await adapter.stop()
        await asyncio.wait_for(running, 60)


def command(number: int, text: str, scene: TelegramScene) -> dict[str, Any]:
    sender = {"id": scene.anna.id, "is_bot": False, "first_name": "Anna"}
    chat = {"id": scene.group.id, "type": "group", "title": "Hats & co"}
    message = {"message_id": number, "date": 1, "chat": chat, "from": sender, "text": text}
    return {"update_id": number, "message": message}


async def test_presses_posted_by_telegram_are_answered(scene: TelegramScene, port: Port) -> None:
    async with serve(scene, port) as adapter:
        async with adapter.chat.send_permit(scene.place()) as permit:
            message = int(await permit.post(post("Board", token="t.1.x")))
        toast = await asyncio.wait_for(scene.world.press(scene.anna, scene.group, message, "t.1.x").ended, 60)
        assert toast.text == "took t.1.x"
    (asked,) = scene.calls("setWebhook")
    assert asked["secret_token"] == SECRET


@pytest.mark.parametrize("secret", ["wrong", "", None, "ключ".encode().decode("latin-1")])
async def test_a_wrong_secret_is_refused(scene: TelegramScene, port: Port, secret: str | None) -> None:
    async with serve(scene, port):
        assert await port.post(command(1, "/play", scene), secret) == 403
        assert scene.handler.commands == []


async def test_nonsense_is_refused(scene: TelegramScene, port: Port) -> None:
    async with serve(scene, port):
        assert [await port.post(wrong) for wrong in ("text", [1], {}, {"update_id": "x"})] == [400] * 4
        assert await port.post({"update_id": 5, "message": {"nothing": "right"}}) == 200, "or it would come forever"


WRONG = (
    b"\xff\xfe", b"{", b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b"9" * 5_000, b"null", b'{"update_id": true}',
    b'{"update_id": 99999999999999999999}', b'{"update_id": -1}', b'{"update_id": [1]}', b'{"update_id": 1e3}',
)  # fmt: skip


async def test_bytes_that_are_no_update_are_refused_and_the_next_update_is_served(
    scene: TelegramScene, port: Port, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {SECRET_HEADER: SECRET}
    async with serve(scene, port):
        for body in WRONG:
            async with aiohttp.request("POST", port.url, data=body, headers=headers) as answer:
                assert answer.status == 400, body[:40]
        assert await port.post(command(7, "/play", scene)) == 200
    assert [each.name for each in scene.handler.commands] == ["play"]
    assert not [line for line in caplog.records if line.levelname == "ERROR"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/telegram/", 404),
        ("POST", "/", 404),
        ("POST", "/telegram/../telegramx", 404),
        ("GET", "/telegram", 405),
    ],
)
async def test_another_path_is_not_there(scene: TelegramScene, port: Port, method: str, path: str, status: int) -> None:
    """Not even for who has the secret."""
    url = port.url.removesuffix("/telegram") + path
    async with serve(scene, port):
        body = command(7, "/play", scene)
        async with aiohttp.request(method, url, json=body, headers={SECRET_HEADER: SECRET}) as answer:
            assert answer.status == status
    assert scene.handler.commands == []


async def test_a_huge_body_is_refused(scene: TelegramScene, port: Port) -> None:
    huge = json.dumps(command(7, "/play" + "x" * (13 << 20), scene)).encode()
    async with serve(scene, port):
        headers = {SECRET_HEADER: SECRET}
        async with aiohttp.request("POST", port.url, data=io.BytesIO(huge), headers=headers) as answer:
            assert answer.status == 413
        assert await port.post(command(8, "/play", scene)) == 200
    assert [each.argument for each in scene.handler.commands] == [""]


async def test_a_body_without_the_secret_is_not_read(scene: TelegramScene, port: Port) -> None:
    async with serve(scene, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port.url.split(":")[2].split("/")[0]))
        writer.write(b"POST /telegram HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{")
        assert (await asyncio.wait_for(reader.readline(), 60)).split()[1] == b"403", "no byte more was sent"
        writer.close()


async def test_slow_bodies_keep_nobody_waiting_and_are_given_up(scene: TelegramScene, port: Port) -> None:
    head = f"POST /telegram HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: {SECRET}\r\nContent-Length: 1000\r\n\r\n{{"
    async with serve(scene, port, timing=TelegramTiming(body=1.0)):
        slow = [
            await asyncio.open_connection("127.0.0.1", int(port.url.split(":")[2].split("/")[0])) for _ in range(50)
        ]
        for _, writer in slow:
            writer.write(head.encode())
        assert await asyncio.wait_for(port.post(command(7, "/play", scene)), 60) == 200
        for reader, writer in slow:
            assert (await asyncio.wait_for(reader.readline(), 60)).split()[1] == b"408"
            writer.close()
    assert len(scene.handler.commands) == 1


async def test_an_update_posted_twice_is_handled_once(scene: TelegramScene, port: Port) -> None:
    """survive-38."""
    async with serve(scene, port):
        answers = await asyncio.gather(*(port.post(command(7, "/play", scene)) for _ in range(3)))
        assert answers == [200, 200, 200]
    assert len(scene.handler.commands) == 1


async def test_200_is_said_once_the_update_is_written_down(scene: TelegramScene, port: Port) -> None:
    """F10: whatever the handler does; what a kill cuts off is taken up by the next start."""
    free = asyncio.Event()

    async def wait(item: object) -> None:
        await free.wait()

    async with serve(scene, port):
        scene.handler.before = wait
        assert await port.post(command(7, "/play", scene)) == 200
        assert 7 in [number for number, _, _ in await scene.store.kept_updates(str(scene.world.bot.id))]
        assert scene.handler.commands == []
        free.set()
    assert len(scene.handler.commands) == 1, "what was taken in is finished before the stop"
    assert 7 not in [number for number, _, _ in await scene.store.kept_updates(str(scene.world.bot.id))]


async def test_200_is_said_in_time_though_nothing_can_be_written(scene: TelegramScene, port: Port) -> None:
    free = asyncio.Event()

    async def wait(item: object) -> None:
        await free.wait()

    async with serve(scene, port, timing=TelegramTiming(hold=0.2, drain=1.0)):
        scene.handler.before = wait
        await writer_of(scene.store).execute("ALTER TABLE inbox RENAME TO lost")
        assert await asyncio.wait_for(port.post(command(7, "/play", scene)), 60) == 200
        free.set()
    assert len(scene.handler.commands) == 1


async def test_what_comes_when_nobody_takes_it_is_left_to_telegram(scene: TelegramScene, port: Port) -> None:
    async with serve(scene, port):
        pass
    assert await port.post(command(7, "/play", scene)) == 503


async def test_a_url_that_telegram_refuses_stops_the_start(scene: TelegramScene) -> None:
    adapter = scene.adapter(webhook_url="http://example.org/telegram", webhook_secret=SECRET)
    await adapter.start()
    with pytest.raises(errors.SettingError, match="PUBLIC_URL"):
        await adapter.run(scene.handler)


async def test_a_stop_need_not_wait_for_a_telegram_that_is_away(scene: TelegramScene, port: Port) -> None:
    scene.server.faults.server_error(502, method="setWebhook", times=None)
    async with serve(scene, port, timing=TelegramTiming(retry=3600.0)):
        pass  # the block ends within the time that `serve` allows


async def test_an_adapter_without_a_webhook_has_none(scene: TelegramScene, port: Port) -> None:
    port.adapter = scene.adapter(timing=QUICK)
    assert await port.post(command(7, "/play", scene)) == 404
