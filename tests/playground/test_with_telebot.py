"""pyTelegramBotAPI drives the same API, so that a misreading shared with one library shows.

The library's annotations are looser than its results, so the client is used untyped here.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import pytest
from telebot import asyncio_helper
from telebot.async_telebot import AsyncTeleBot
from telebot.asyncio_helper import ApiTelegramException
from telebot.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    InputMediaPhoto,
)

from bot.playground.feed import Toast
from bot.playground.model import Chat, User
from bot.playground.server import Playground
from bot.playground.world import World
from tests.playground.tools import png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("Peek", callback_data="t.1.peek")]])


@pytest.fixture
async def bot(served: Playground, world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    monkeypatch.setattr(asyncio_helper, "API_URL", served.url + "/bot{0}/{1}")
    monkeypatch.setattr(asyncio_helper, "FILE_URL", served.url + "/file/bot{0}/{1}")
    client: Any = AsyncTeleBot(world.token)
    yield client
    await client.close_session()


async def test_a_round_from_command_to_deletion(bot: Any, world: World, group: Chat, ann: User) -> None:
    assert (await bot.get_me()).username == "underhat_bot"
    world.say(ann, group, "/play")
    update = (await bot.get_updates(timeout=0))[-1]
    assert (update.message.text, update.message.entities[0].type) == ("/play", "bot_command")
    board = await bot.send_photo(group.id, png(), caption="<i>Board</i>", parse_mode="HTML", reply_markup=KEYS)
    assert (board.caption, board.caption_entities[0].type) == ("Board", "italic")
    press = world.press(ann, group, board.message_id, "t.1.peek")
    query = (await bot.get_updates(offset=update.update_id + 1, timeout=0))[0].callback_query
    assert (query.data, query.message.message_id) == ("t.1.peek", board.message_id)
    assert await bot.answer_callback_query(query.id, "Seen")
    assert await press == Toast(ann, press.id, "Seen")
    edited = await bot.edit_message_caption("Later", group.id, board.message_id)
    assert (edited.caption, edited.reply_markup) == ("Later", None)
    fresh = await bot.edit_message_media(
        InputMediaPhoto(InputFile(io.BytesIO(png(colour=1))), caption="New"),
        group.id,
        board.message_id,
        reply_markup=KEYS,
    )
    assert fresh.caption == "New"
    assert await bot.delete_message(group.id, board.message_id)


async def test_errors_carry_code_and_text(bot: Any, world: World, group: Chat) -> None:
    with pytest.raises(ApiTelegramException) as gone:
        await bot.edit_message_text("x", group.id, 404)
    assert (gone.value.error_code, gone.value.description) == (400, "Bad Request: message to edit not found")
    new = world.migrate(group)
    with pytest.raises(ApiTelegramException) as moved:
        await bot.send_message(group.id, "x")
    assert moved.value.result_json["parameters"] == {"migrate_to_chat_id": new.id}


async def test_commands_are_kept_by_scope_and_language(
    bot: Any, world: World, group: Chat, ann: User, boris: User
) -> None:
    scope: Any = BotCommandScopeAllGroupChats()  # type: ignore[no-untyped-call]
    await bot.set_my_commands([BotCommand("play", "Open a table")], scope=scope)
    await bot.set_my_commands([BotCommand("play", "Открыть стол")], scope=scope, language_code="ru")
    assert [command.description for command in await bot.get_my_commands(scope, "ru")] == ["Открыть стол"]
    assert world.commands_for(ann, group)[0]["description"] == "Open a table"
    assert world.commands_for(boris, group)[0]["description"] == "Открыть стол"


async def test_a_file_is_fetched(bot: Any, group: Chat) -> None:
    sent = await bot.send_photo(group.id, png(120, 60))
    file = await bot.get_file(sent.photo[-1].file_id)
    assert await bot.download_file(file.file_path) == png(120, 60)
