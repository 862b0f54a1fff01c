"""python-telegram-bot drives the API as the service does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Message, MessageEntity, Update
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter

from bot.playground.feed import Toast
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.helpers.playground import Playground
from tests.playground.page.conftest import patient
from tests.playground.tools import png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("Swap", callback_data="t.1.swap")]])


def client(served: Playground, token: str) -> Bot:
    return Bot(
        token,
        base_url=f"{served.url}/bot",
        request=patient(),
        get_updates_request=patient(),
    )


@pytest.fixture
async def bot(served: Playground, world: World) -> AsyncIterator[Bot]:
    async with client(served, world.token) as ready:
        yield ready


async def last_update(bot: Bot) -> Update:
    *_, update = await bot.get_updates(timeout=0, allowed_updates=Update.ALL_TYPES)
    return update


async def test_the_bot_learns_who_it_is(bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.username, me.is_bot, me.can_read_all_group_messages) == ("underhat_bot", True, False)


async def test_a_command_in_a_group_arrives_as_a_command(bot: Bot, world: World, group: Chat, ann: User) -> None:
    world.say(ann, group, "/play@underhat_bot hats")
    message = (await last_update(bot)).message
    assert message is not None
    assert message.from_user is not None
    assert (message.from_user.id, message.chat.type) == (ann.id, "group")
    assert [entity.type for entity in message.entities] == ["bot_command"]
    assert message.parse_entity(message.entities[0]) == "/play@underhat_bot"


async def test_a_photo_with_buttons_is_pressed_and_answered(bot: Bot, world: World, group: Chat, ann: User) -> None:
    bold = [MessageEntity("bold", 0, 7)]
    board = await bot.send_photo(group.id, png(), caption="Tableau", caption_entities=bold, reply_markup=KEYS)
    assert board.caption == "Tableau"
    assert [(entity.type, entity.length) for entity in board.caption_entities] == [("bold", 7)]
    press = world.press(ann, group, board.message_id, "t.1.swap")
    query = (await last_update(bot)).callback_query
    assert query is not None
    assert (query.data, query.from_user.id) == ("t.1.swap", ann.id)
    assert isinstance(query.message, Message)
    assert query.message.message_id == board.message_id
    await query.answer("Which other?", show_alert=True)
    assert await press == Toast(ann, press.id, "Which other?", alert=True)


async def test_a_board_is_edited_and_deleted(bot: Bot, group: Chat) -> None:
    board = await bot.send_photo(group.id, png(), caption="Before", reply_markup=KEYS)
    fresh = InputMediaPhoto(png(colour=10), caption="After", has_spoiler=True)
    edited = await bot.edit_message_media(fresh, group.id, board.message_id, reply_markup=KEYS)
    assert isinstance(edited, Message)
    assert edited.caption == "After"
    assert edited.has_media_spoiler
    assert edited.photo[-1].file_unique_id != board.photo[-1].file_unique_id
    assert await bot.delete_message(group.id, board.message_id)
    assert board.message_id not in group.messages


async def test_a_picture_is_sent_again_by_its_file_id(bot: Bot, group: Chat) -> None:
    first = await bot.send_photo(group.id, png(300, 200))
    again = await bot.send_photo(group.id, first.photo[-1].file_id)
    assert again.photo == first.photo


async def test_a_person_is_reached_only_after_start(bot: Bot, world: World, group: Chat, boris: User) -> None:
    """docs/platforms.md A11."""
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(boris.id, "psst")
    world.say(boris, group, "/play")
    with pytest.raises(Forbidden, match="Forbidden: bot can't initiate conversation with a user"):
        await bot.send_chat_action(boris.id, "typing")
    world.open_link(boris, "https://t.me/underhat_bot?start=invite-1")
    message = (await last_update(bot)).message
    assert message is not None
    assert (message.text, message.chat.type) == ("/start invite-1", "private")
    assert (await bot.send_message(boris.id, "psst")).chat.id == boris.id


async def test_blocking_is_told_and_refused(bot: Bot, world: World, ann: User) -> None:
    world.start(ann)
    world.block(ann)
    change = (await last_update(bot)).my_chat_member
    assert change is not None
    assert (change.old_chat_member.status, change.new_chat_member.status) == ("member", "kicked")
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(ann.id, "psst")


async def test_a_migrated_group_says_its_new_id(bot: Bot, world: World, group: Chat) -> None:
    new = world.migrate(group)
    with pytest.raises(ChatMigrated) as moved:
        await bot.send_message(group.id, "anybody?")
    assert moved.value.new_chat_id == new.id


async def test_both_messages_of_a_migration_are_read(bot: Bot, world: World, group: Chat) -> None:
    new = world.migrate(group)
    *_, one, other = await bot.get_updates(timeout=0)
    assert one.message is not None
    assert other.message is not None
    assert (one.message.chat.id, one.message.migrate_to_chat_id) == (group.id, new.id)
    assert (other.message.chat.id, other.message.migrate_from_chat_id) == (new.id, group.id)


async def test_the_twenty_first_message_of_a_minute_is_refused(
    bot: Bot, group: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """survive-24."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    for number in range(20):
        await bot.send_message(group.id, f"{number}")
    with pytest.raises(RetryAfter) as flood:
        await bot.send_message(group.id, "one more")
    assert flood.value.retry_after == timedelta(seconds=60)


async def test_members_are_read(bot: Bot, world: World, group: Chat, ann: User, boris: User) -> None:
    world.promote(boris, group)
    for person in (ann, boris):
        world.say(person, group, "/play")
    assert (await bot.get_chat_member(group.id, ann.id)).status == "creator"
    assert (await bot.get_chat_member(group.id, boris.id)).status == "administrator"


async def test_an_anonymous_administrator_is_the_group(bot: Bot, world: World, group: Chat, ann: User) -> None:
    """survive-88."""
    world.say_as_anonymous_admin(ann, group, "/play")
    message = (await last_update(bot)).message
    assert message is not None
    assert message.from_user is not None
    assert message.sender_chat is not None
    assert (message.from_user.id, message.sender_chat.id) == (1087968824, group.id)


async def test_a_channel_post_has_no_sender(bot: Bot, world: World, ann: User) -> None:
    """survive-88."""
    channel = world.create_channel("News", ann)
    world.channel_post(channel, "/play")
    post = (await last_update(bot)).channel_post
    assert post is not None
    assert post.from_user is None
    assert (await bot.send_message(channel.id, "no tables here")).from_user is None


async def test_errors_become_the_librarys_own(
    bot: Bot, world: World, served: Playground, group: Chat, ann: User
) -> None:
    sent = await bot.send_message(group.id, "same")
    with pytest.raises(BadRequest, match="Message is not modified: "):
        await bot.edit_message_text("same", group.id, sent.message_id)
    served.faults.server_error(502, html=True)
    with pytest.raises(NetworkError):
        await bot.get_me()
    await bot.set_webhook("http://127.0.0.1:1/hook")
    with pytest.raises(Conflict):
        await bot.get_updates(timeout=0)
    with pytest.raises(InvalidToken):
        async with client(served, "7000000001:of-somebody-else"):
            pass
