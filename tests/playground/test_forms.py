"""The shapes in which a call may come, and files in and out (docs/platforms.md A6, A15)."""

from __future__ import annotations

import io
import json

import aiohttp
import pytest
from PIL import Image

from bot.playground.model import Chat
from bot.playground.photos import Photos
from bot.playground.world import World
from tests.playground.tools import ApiCaller, keys, png


async def test_a_query_string_will_do(group: Chat, call: ApiCaller) -> None:
    url = f"{call.base}/bot{call.token}/sendMessage"
    async with call.session.get(url, params={"chat_id": str(group.id), "text": "Привет & ну"}) as answer:
        assert (await answer.json())["result"]["text"] == "Привет & ну"


async def test_a_form_carries_nested_things_as_json_text(group: Chat, call: ApiCaller) -> None:
    reply = await call.form(
        "sendMessage",
        chat_id=str(group.id),
        text="a b",
        reply_markup=json.dumps(keys("x")),
        entities='[{"type":"bold","offset":0,"length":1}]',
        protect_content="true",
    )
    assert reply.result["reply_markup"] == keys("x")
    assert reply.result["entities"] == [{"type": "bold", "offset": 0, "length": 1}]
    assert reply.result["has_protected_content"] is True


async def test_json_carries_them_as_they_are(group: Chat, call: ApiCaller) -> None:
    reply = await call("sendMessage", chat_id=group.id, text="a", reply_markup=keys("x"), protect_content=True)
    assert reply.result["reply_markup"] == keys("x")
    assert reply.result["has_protected_content"] is True


async def test_a_multipart_form_without_files_is_a_form(group: Chat, call: ApiCaller) -> None:
    form = aiohttp.FormData({"chat_id": str(group.id), "text": "line\r\n\r\nline"}, default_to_multipart=True)
    async with call.session.post(f"{call.base}/bot{call.token}/sendMessage", data=form) as answer:
        assert (await answer.json())["result"]["text"] == "line\r\n\r\nline"


async def test_a_photo_is_a_part_of_its_own_or_attached_by_name(group: Chat, call: ApiCaller) -> None:
    direct = await call.form("sendPhoto", {"photo": ("a.png", png())}, chat_id=str(group.id))
    named = await call.form("sendPhoto", {"one": ("a.png", png())}, chat_id=str(group.id), photo="attach://one")
    assert direct.result["photo"][-1]["width"] == named.result["photo"][-1]["width"] == 64


async def test_an_attachment_that_did_not_come_is_refused(group: Chat, call: ApiCaller) -> None:
    reply = await call("sendPhoto", chat_id=group.id, photo="attach://nothing")
    assert reply.refusal == (400, "Bad Request: wrong file identifier/HTTP URL specified")


async def test_the_methods_name_may_be_written_small(call: ApiCaller) -> None:
    assert (await call("getme")).result["username"] == "underhat_bot"


async def test_broken_json_is_refused(call: ApiCaller) -> None:
    headers = {"Content-Type": "application/json"}
    url = f"{call.base}/bot{call.token}/getMe"
    async with call.session.post(url, data=b"{", headers=headers) as answer:
        assert (await answer.json())["description"] == "Bad Request: can't parse JSON object"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "BMP", "TIFF", "WEBP"])
async def test_every_usual_kind_of_picture_is_a_photo(group: Chat, call: ApiCaller, kind: str) -> None:
    out = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(out, kind)
    name = f"picture.{kind.lower()}"
    reply = await call.form("sendPhoto", {"photo": (name, out.getvalue())}, chat_id=str(group.id))
    assert (reply.result["photo"][-1]["width"], reply.result["photo"][-1]["height"]) == (40, 20)


async def test_a_file_without_a_known_suffix_is_looked_into(group: Chat, call: ApiCaller) -> None:
    reply = await call.form("sendPhoto", {"photo": ("application.octet-stream", png())}, chat_id=str(group.id))
    assert reply.result["photo"][-1]["file_size"] == len(png())


async def test_sizes_run_from_thumbnail_to_photo(group: Chat, call: ApiCaller) -> None:
    picture = png(900, 600)
    sent = await call.form("sendPhoto", {"photo": ("a.png", picture)}, chat_id=str(group.id))
    small, full = sent.result["photo"]
    assert (small["width"], small["height"]) == (90, 60)
    assert (full["width"], full["height"], full["file_size"]) == (900, 600, len(picture))


async def test_a_sent_photo_is_sent_again_by_reference(world: World, group: Chat, call: ApiCaller) -> None:
    sent = await call.photo(group.id)
    for size in sent["photo"]:
        again = await call("sendPhoto", chat_id=group.id, photo=size["file_id"])
        assert again.result["photo"] == sent["photo"]


def test_bytes_make_room_the_least_used_first() -> None:
    pictures = [png(colour=colour) for colour in (1, 2, 3)]
    photos = Photos(capacity=2 * max(map(len, pictures)))
    first, second = photos.add("a.png", pictures[0]), photos.add("b.png", pictures[1])
    assert photos.content(first) == pictures[0]
    third = photos.add("c.png", pictures[2])
    assert photos.content(second) is None
    assert (photos.content(first), photos.content(third)) == (pictures[0], pictures[2])
    assert photos.find(second.file_id) is second, "what is known of a photo stays"


def test_equal_bytes_are_kept_once() -> None:
    photos = Photos(capacity=len(png()))
    first, second = photos.add("a.png", png()), photos.add("b.png", png())
    assert first.file_id != second.file_id
    assert photos.content(first) == photos.content(second) == png()
