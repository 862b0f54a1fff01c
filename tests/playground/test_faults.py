"""Faults on demand, seen from the bot's side."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import pytest

from bot.playground.faults import Faults
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.helpers.party import eventually
from tests.helpers.playground import Playground
from tests.playground.tools import ApiCaller, keys, png


async def test_a_flood_of_so_many_seconds_for_so_many_calls(served: Playground, group: Chat, call: ApiCaller) -> None:
    served.faults.flood(7, times=2)
    for _ in range(2):
        reply = await call("sendMessage", chat_id=group.id, text="x")
        assert reply.refusal == (429, "Too Many Requests: retry after 7")
        assert (reply.body["parameters"], reply.headers["Retry-After"]) == ({"retry_after": 7}, "7")
    assert (await call("sendMessage", chat_id=group.id, text="x")).status == 200


async def test_trouble_is_for_the_method_and_chat_named(
    served: Playground, group: Chat, supergroup: Chat, call: ApiCaller
) -> None:
    served.faults.flood(7, method="sendMessage", chat=group.id, times=None)
    assert (await call("sendMessage", chat_id=supergroup.id, text="x")).status == 200
    assert (await call("sendChatAction", chat_id=group.id, action="typing")).status == 200
    assert (await call("sendMessage", chat_id=group.id, text="x")).status == 429
    served.faults.clear()
    assert (await call("sendMessage", chat_id=group.id, text="x")).status == 200


async def test_a_cancelled_order_ends(served: Playground, call: ApiCaller) -> None:
    order = served.faults.server_error(500, times=None)
    assert (await call("getMe")).refusal == (500, "Internal Server Error: restart")
    served.faults.cancel(order)
    assert (await call("getMe")).status == 200


async def test_a_server_error_as_json_takes_no_effect(served: Playground, group: Chat, call: ApiCaller) -> None:
    served.faults.server_error(502)
    before = len(group.messages)
    assert (await call("sendMessage", chat_id=group.id, text="x")).refusal == (502, "Bad Gateway")
    assert len(group.messages) == before


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (500, "Internal Server Error: restart"),
        (502, "Bad Gateway"),
        (503, "Service Unavailable"),
        (504, "Gateway Timeout"),
    ],
)
async def test_every_server_error_has_its_words(served: Playground, call: ApiCaller, code: int, words: str) -> None:
    """docs/platforms.md A13."""
    served.faults.server_error(code)
    assert (await call("getMe")).refusal == (code, words)


async def test_a_gateways_error_is_html(served: Playground, call: ApiCaller) -> None:
    served.faults.server_error(504, html=True)
    async with call.session.get(f"{call.base}/bot{call.token}/getMe") as answer:
        assert (answer.status, answer.content_type) == (504, "text/html")
        assert "504 Gateway Timeout" in await answer.text()


@pytest.mark.parametrize(("after", "added"), [(False, 0), (True, 1)])
async def test_a_cut_connection_comes_before_or_after_the_effect(
    served: Playground, world: World, group: Chat, call: ApiCaller, after: bool, added: int
) -> None:
    before = len(group.messages)
    served.faults.cut(after=after, method="sendMessage")
    with pytest.raises(aiohttp.ClientError):
        await call("sendMessage", chat_id=group.id, text="x")
    assert len(group.messages) == before + added
    assert world.calls[-1].cut
    assert (await call("sendMessage", chat_id=group.id, text="x")).status == 200


async def test_a_delay_comes_before_the_effect(served: Playground, group: Chat, call: ApiCaller) -> None:
    served.faults.delay(0.2, method="sendMessage")
    before = len(group.messages)
    began = time.monotonic()
    sending = asyncio.create_task(call("sendMessage", chat_id=group.id, text="x"))
    await eventually(lambda: len(group.messages) > before)
    assert time.monotonic() - began >= 0.2
    assert (await sending).status == 200


async def test_updates_are_told_again_with_the_next(
    served: Playground, world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    """survive-14."""
    world.say(ann, group, "/one")
    first = await call.updates()
    last = first[-1]["update_id"]
    assert await call.updates(offset=last + 1) == []
    served.faults.repeat_updates()
    world.say(ann, group, "/two")
    again = await call.updates()
    assert again[: len(first)] == first
    assert again[-1]["message"]["text"] == "/two"
    assert len(await call.updates()) == 1, "one repetition was ordered"


async def test_held_updates_are_overtaken_by_other_people_but_not_by_ones_own(
    served: Playground, world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    """survive-32."""
    board = await call.text(group.id)
    await call.updates(offset=-1)
    await call.updates(offset=2**40)
    served.faults.hold_updates(0.2, times=1)
    world.press(ann, group, board["message_id"], "first")
    world.press(boris, group, board["message_id"], "other")
    world.press(ann, group, board["message_id"], "second")
    await asyncio.sleep(0.3)
    updates = await call.updates()
    assert [update["callback_query"]["data"] for update in updates] == ["other", "first", "second"]
    numbers = [update["update_id"] for update in updates]
    assert numbers == sorted(numbers)


async def test_a_newer_media_edit_cancels_the_one_in_flight(world: World, group: Chat, call: ApiCaller) -> None:
    """docs/platforms.md A7."""
    board = await call.photo(group.id, caption="0")
    world.upload_seconds = 3

    async def edit(number: int) -> tuple[int, str]:
        media = f'{{"type":"photo","media":"attach://p","caption":"{number}"}}'
        reply = await call.form(
            "editMessageMedia",
            {"p": ("b.png", png(colour=number))},
            chat_id=str(group.id),
            message_id=str(board["message_id"]),
            media=media,
        )
        return reply.status, reply.body.get("description", "")

    first = asyncio.create_task(edit(1))
    await eventually(lambda: group.messages[board["message_id"]].media_edits == 1)
    world.upload_seconds = 0
    second = asyncio.create_task(edit(2))
    assert await first == (400, "Bad Request: canceled by new editMessageMedia request")
    assert await second == (200, "")
    assert group.messages[board["message_id"]].text == "2"


async def test_a_board_deleted_during_its_edit_is_not_found(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    board = await call.photo(group.id)
    world.promote(ann, group)
    world.upload_seconds = 0.1
    media = {"type": "photo", "media": board["photo"][-1]["file_id"], "caption": "new"}
    editing = asyncio.create_task(
        call("editMessageMedia", chat_id=group.id, message_id=board["message_id"], media=media)
    )
    await eventually(lambda: group.messages[board["message_id"]].media_edits == 1)
    world.delete_message(ann, group, board["message_id"])
    assert (await editing).refusal == (400, "Bad Request: message to edit not found")


async def test_a_stalled_call_takes_effect_when_it_is_released(
    served: Playground, world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    """An answer to a press, which names no chat, stalls with the chat of the press; other chats go on."""
    board = await call.text(group.id, reply_markup=keys("a"))
    stall = served.faults.stall(chat=group.id, times=2)
    press = world.press(ann, group, board["message_id"], "a")
    waiting = [
        asyncio.create_task(call("answerCallbackQuery", callback_query_id=press.id)),
        asyncio.create_task(call("sendMessage", chat_id=group.id, text="late")),
    ]
    await eventually(lambda: len(stall.stalled) == 2)
    assert (await call("getMe")).status == 200
    assert press.toast is None
    assert "late" not in [message.text for message in group.messages.values()]
    assert stall.release() == 2
    assert [(await each).status for each in waiting] == [200, 200]
    assert press.toast is not None


def test_faults_are_drawn_alike_from_one_seed() -> None:
    def drawn(seed: int) -> list[bool]:
        faults = Faults(seed)
        faults.flood(1, times=None, chance=0.5)
        return [faults.draw("flood") is not None for _ in range(64)]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    assert 0 < sum(drawn(1)) < 64


@pytest.mark.parametrize(("code", "words"), [(401, "Unauthorized"), (404, "Not Found")])
async def test_a_good_token_that_is_refused(served: Playground, call: ApiCaller, code: int, words: str) -> None:
    """F5: seen now and then, by Telegram itself or by another server in its place."""
    served.faults.unknown_token(code)
    assert (await call("getMe")).refusal == (code, words)
    served.faults.unknown_token(code, html=True)
    async with call.session.get(f"{call.base}/bot{call.token}/getMe") as answer:
        assert (answer.status, answer.content_type) == (code, "text/html")
    assert (await call("getMe")).status == 200
