"""python-telegram-bot drives the API as the service does."""

from __future__ import annotations

import asyncio

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Update
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter

from bot.playground.feed import MessageDeleted, MessageEdited, MessageNew, Toast, Typing
from bot.playground.model import Chat, Person
from bot.playground.world import World
from tests.playground.conftest import Clock, png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("Swap", callback_data="t.1.swap")]])


async def updates_after(bot: Bot, offset: int = 0) -> list[Update]:
    return list(await bot.get_updates(offset=offset or None, timeout=0, allowed_updates=Update.ALL_TYPES))


async def test_the_bot_learns_who_it_is(bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.username, me.is_bot, me.can_read_all_group_messages) == ("underhat_bot", True, False)


async def test_a_command_in_a_group_arrives_as_a_command(bot: Bot, world: World, group: Chat, ann: Person) -> None:
    world.say(ann, group, "/play@underhat_bot hats")
    *_, update = await updates_after(bot)
    assert update.message is not None
    assert update.message.from_user is not None
    assert update.message.from_user.id == ann.id
    assert update.message.chat.type == "group"
    assert update.message.entities[0].type == "bot_command"
    assert update.message.parse_entity(update.message.entities[0]) == "/play@underhat_bot"


async def test_a_photo_with_buttons_is_pressed_and_answered(bot: Bot, world: World, group: Chat, ann: Person) -> None:
    board = await bot.send_photo(group.id, png(), caption="<b>Tableau</b>", parse_mode="HTML", reply_markup=KEYS)
    assert board.caption == "Tableau"
    assert board.caption_entities[0].type == "bold"
    press = world.press(ann, group, board.message_id, "t.1.swap")
    *_, update = await updates_after(bot)
    query = update.callback_query
    assert query is not None
    assert (query.data, query.from_user.id, query.message and query.message.message_id) == (
        "t.1.swap",
        ann.id,
        board.message_id,
    )
    await query.answer("Which other?", show_alert=True)
    assert await press == Toast(ann, press.id, "Which other?", alert=True)
    fresh = InputMediaPhoto(png(colour=10), caption="After")
    edited = await bot.edit_message_media(fresh, group.id, board.message_id, reply_markup=KEYS)
    assert isinstance(edited, type(board))
    assert edited.photo[-1].file_unique_id != board.photo[-1].file_unique_id
    assert await bot.delete_message(group.id, board.message_id)
    assert board.message_id not in group.messages
