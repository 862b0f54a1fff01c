"""The wire: what goes over it, and what errors keep."""

from __future__ import annotations

import pytest
from telegram.error import NetworkError, TelegramError, TimedOut

from bot.platforms.telegram.client import ApiRefusal, Client
from tests.telegram.conftest import TelegramScene


@pytest.fixture
async def client(scene: TelegramScene) -> Client:
    scene.adapter()  # hushes the libraries, as in service
    return Client(scene.world.token, scene.server.url)


async def test_a_refusal_keeps_the_servers_code_words_and_parameters(scene: TelegramScene, client: Client) -> None:
    """The library would make `Message to edit not found` of these words (docs/platforms.md A14)."""
    with pytest.raises(ApiRefusal) as caught:
        await client.edit_message_text("x", scene.group.id, 999)
    assert (caught.value.code, caught.value.description) == (400, "Bad Request: message to edit not found")
    scene.server.faults.flood(17)
    with pytest.raises(ApiRefusal) as caught:
        await client.send_message(scene.group.id, "x")
    assert (caught.value.code, caught.value.retry_after) == (429, 17)
    new = scene.world.migrate(scene.group)
    with pytest.raises(ApiRefusal) as caught:
        await client.send_message(scene.group.id, "x")
    assert caught.value.migrated_to == new.id
    await client.close_connections()


async def test_a_gateways_page_is_a_refusal_without_words(scene: TelegramScene, client: Client) -> None:
    scene.server.faults.server_error(504, html=True)
    with pytest.raises(ApiRefusal) as caught:
        await client.get_me()
    assert (caught.value.code, caught.value.description) == (504, "")
    await client.close_connections()


async def test_a_cut_connection_is_a_network_error_that_shows_no_url(scene: TelegramScene, client: Client) -> None:
    scene.server.faults.cut(after=True)
    with pytest.raises(NetworkError) as caught:
        await client.send_message(scene.group.id, "x")
    assert "http" not in str(caught.value)
    assert len(scene.calls("sendMessage")) == 1, "what may have been sent is not sent again"
    await client.close_connections()


async def test_a_server_that_does_not_answer_times_out(scene: TelegramScene, client: Client) -> None:
    scene.server.faults.delay(2.0, method="getMe")
    with pytest.raises(TimedOut):
        await client.get_me(read_timeout=0.1)
    await client.close_connections()


async def test_a_server_that_is_not_there_is_a_network_error(scene: TelegramScene) -> None:
    client = Client(scene.world.token, "http://127.0.0.1:1")
    with pytest.raises(NetworkError) as caught:
        await client.get_me()
    assert scene.world.token not in f"{caught.value!r}{caught.value.__cause__!r}"
    await client.close_connections()


async def test_a_proxy_of_the_environment_is_not_asked_for_loopback(
    scene: TelegramScene, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert (await client.get_me()).id == scene.world.bot.id
    await client.close_connections()


async def test_closed_connections_refuse_calls_and_may_be_closed_again(client: Client) -> None:
    await client.get_me()
    await client.close_connections()
    with pytest.raises(TelegramError):
        await client.get_me()
    await client.close_connections()
