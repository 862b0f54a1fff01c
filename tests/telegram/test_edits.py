"""Edits that follow answers, and pictures uploaded once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.i18n.catalogs import Catalogs
from bot.messaging import Answer, Picture
from bot.platforms.telegram.edits import LatestEdits
from bot.platforms.telegram.uploads import Uploads
from storage.ids import MessageId
from tests.telegram.conftest import TelegramScene, painted, picture, post
from tests.telegram.test_adapter import board, eventually

RUSSIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: ru\\n"

msgid "Something went wrong. Please tap again."
msgstr "Что-то сломалось. Нажмите ещё раз."
"""


async def test_an_edit_of_a_vanished_message_is_dropped(scene: TelegramScene) -> None:
    edits = LatestEdits(await scene.chat())
    edits.show(scene.place(), MessageId("999"), post("x"))
    await eventually(lambda: scene.calls("editMessageText"))
    await edits.drain(60)
    assert len(scene.calls("editMessageText")) == 1


async def test_an_edit_that_never_works_is_given_up(scene: TelegramScene) -> None:
    scene.server.faults.server_error(502, method="editMessageText", times=None)
    edits = LatestEdits(await scene.chat(), first_wait=0.001)
    edits.show(scene.place(), MessageId("999"), post("x"))
    await edits.drain(60)
    assert 1 < len(scene.calls("editMessageText")) < 10


async def test_a_drain_does_not_wait_for_a_budget_that_takes_longer(scene: TelegramScene) -> None:
    chat = await scene.chat(group_per_minute=2)
    edits = LatestEdits(chat)
    for message in range(1, 5):
        edits.show(scene.place(), MessageId(str(message)), post("x"))
    await eventually(lambda: scene.calls("editMessageText"))
    await asyncio.wait_for(edits.drain(0.2), 60)
    assert len(scene.calls("editMessageText")) == 1


async def test_an_edit_asked_for_while_one_is_under_way_is_made_too(scene: TelegramScene) -> None:
    chat = await scene.chat()
    async with chat.send_permit(scene.place()) as permit:
        message = await permit.post(post("0"))
    under_way = scene.server.faults.stall(method="editMessageText", times=1)
    edits = LatestEdits(chat)
    for text in ("1", "2", "3"):
        edits.show(scene.place(), message, post(text))
        await eventually(lambda: under_way.stalled)
    under_way.release()
    await edits.drain(60)
    assert [message.text for message in scene.shown()] == ["3"]
    assert len(scene.calls("editMessageText")) == 2


async def test_edits_of_different_messages_do_not_replace_each_other(scene: TelegramScene) -> None:
    async with scene.open() as adapter:
        first, second = await board(scene, adapter), await board(scene, adapter)
        scene.handler.answers |= {"a": Answer(edit=post("A", token="t")), "b": Answer(edit=post("B", token="t"))}
        presses = [(first, "a"), (second, "b")]
        await asyncio.gather(*(scene.world.press(scene.anna, scene.group, *press).ended for press in presses))
        await eventually(lambda: [message.text for message in scene.shown()] == ["A", "B"])


async def test_the_least_used_file_ids_are_forgotten_first(scene: TelegramScene) -> None:
    drawn: list[str] = []

    async def draw(what: Picture) -> bytes:
        drawn.append(what.key)
        return painted(what.key)

    adapter = scene.adapter()
    uploads = Uploads(draw, most=2)
    for colour in ("red", "green", "red", "blue", "red", "green"):
        media = await uploads.media(picture(colour))
        sent = await adapter._client.send_photo(scene.group.id, media)
        uploads.note(picture(colour), sent)
    assert drawn == ["red", "green", "blue", "green"]


async def test_an_apology_is_said_in_the_pressers_language(scene: TelegramScene, tmp_path: Path) -> None:
    catalog = tmp_path / "ru" / "LC_MESSAGES" / "bot.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text(RUSSIAN, encoding="utf-8")
    catalogs = await asyncio.to_thread(Catalogs, tmp_path)

    async def fail(item: object) -> None:
        raise LookupError

    async with scene.open(catalogs=catalogs) as adapter:
        message = await board(scene, adapter)
        await asyncio.sleep(0.05)
        scene.handler.before = fail
        for person, apology in (
            (scene.boris, "Что-то сломалось. Нажмите ещё раз."),
            (scene.anna, "Something went wrong"),
        ):
            toast = await scene.world.press(person, scene.group, message, "t.1.x")
            assert toast.text.startswith(apology)
            assert toast.alert
