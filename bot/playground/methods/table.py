"""Which method is which."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.playground.methods import answers, chats, editing, ephemeral, profiles, sending
from bot.playground.params import Params
from bot.playground.world import World

__all__ = ["METHODS", "Method"]

Method = Callable[[World, Params], Awaitable[Any]]

METHODS: dict[str, Method] = {
    "getMe": profiles.get_me,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "answerCallbackQuery": answers.answer_callback_query,
    "answerInlineQuery": answers.answer_inline_query,
    "editEphemeralMessageText": ephemeral.edit_ephemeral_text,
    "editEphemeralMessageCaption": ephemeral.edit_ephemeral_caption,
    "editEphemeralMessageMedia": ephemeral.edit_ephemeral_media,
    "editEphemeralMessageReplyMarkup": ephemeral.edit_ephemeral_markup,
    "deleteEphemeralMessage": ephemeral.delete_ephemeral_message,
    "getChat": chats.get_chat,
    "getChatMember": chats.get_chat_member,
    "getChatAdministrators": chats.get_chat_administrators,
    "getChatMemberCount": chats.get_chat_member_count,
    "leaveChat": chats.leave_chat,
    "pinChatMessage": chats.pin_chat_message,
    "unpinChatMessage": chats.unpin_chat_message,
    "unpinAllChatMessages": chats.unpin_all_chat_messages,
    "setMyCommands": profiles.set_my_commands,
    "getMyCommands": profiles.get_my_commands,
    "deleteMyCommands": profiles.delete_my_commands,
    "setMyName": profiles.setter("name"),
    "getMyName": profiles.getter("name"),
    "setMyDescription": profiles.setter("description"),
    "getMyDescription": profiles.getter("description"),
    "setMyShortDescription": profiles.setter("short_description"),
    "getMyShortDescription": profiles.getter("short_description"),
    "setChatMenuButton": profiles.set_chat_menu_button,
    "getChatMenuButton": profiles.get_chat_menu_button,
    "getFile": profiles.get_file,
}
"""Every method that needs the world alone; those about updates are in `receiving`."""
