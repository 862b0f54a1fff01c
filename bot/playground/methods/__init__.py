"""The methods of the Bot API that the bot calls; each is `async (world, params) -> result` or raises ApiError."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.playground.methods import chats, messages, profile, queries
from bot.playground.methods.updates import UpdateMethods
from bot.playground.params import Params
from bot.playground.webhook import WebhookSender
from bot.playground.world import World

__all__ = ["Method", "methods_by_name"]

Method = Callable[[World, Params], Awaitable[Any]]


def methods_by_name(webhook: WebhookSender) -> dict[str, Method]:
    updates = UpdateMethods(webhook)
    return {
        "getMe": profile.get_me,
        "getUpdates": updates.get_updates,
        "setWebhook": updates.set_webhook,
        "deleteWebhook": updates.delete_webhook,
        "getWebhookInfo": updates.get_webhook_info,
        "sendMessage": messages.send_message,
        "sendPhoto": messages.send_photo,
        "sendVideo": messages.send_video,
        "sendChatAction": messages.send_chat_action,
        "editMessageText": messages.edit_message_text,
        "editMessageMedia": messages.edit_message_media,
        "editMessageReplyMarkup": messages.edit_message_reply_markup,
        "deleteMessage": messages.delete_message,
        "answerCallbackQuery": queries.answer_callback_query,
        "answerInlineQuery": queries.answer_inline_query,
        "getChatMember": chats.get_chat_member,
        "getChatAdministrators": chats.get_chat_administrators,
        "setMyCommands": profile.set_my_commands,
        "getMyCommands": profile.get_my_commands,
        "setMyName": profile.setter("name"),
        "getMyName": profile.getter("name"),
        "setMyDescription": profile.setter("description"),
        "getMyDescription": profile.getter("description"),
        "setMyShortDescription": profile.setter("short_description"),
        "getMyShortDescription": profile.getter("short_description"),
    }
