"""What the bot tells of itself: getMe, name, descriptions, commands (A12)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.playground import wire
from bot.playground.errors import bad_request
from bot.playground.feed import ProfileChanged
from bot.playground.methods.chats import find_chat
from bot.playground.params import Params
from bot.playground.world import World

_CHAT_SCOPES = ("chat", "chat_administrators", "chat_member")
_COMMON_SCOPES = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")


async def get_me(world: World, _params: Params) -> dict[str, Any]:
    return wire.user(world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
    }


def getter(field: str) -> Callable[[World, Params], Awaitable[dict[str, str]]]:
    """Return the method that shows one text of the profile."""

    async def get(world: World, params: Params) -> dict[str, str]:
        return {field: world.profile.text(field, params.text("language_code"))}

    return get


def setter(field: str) -> Callable[[World, Params], Awaitable[bool]]:
    """Return the method that sets one text of the profile."""

    async def put(world: World, params: Params) -> bool:
        if field == "name":
            world.names.spend()
        world.profile.set_text(field, params.text("language_code"), params.text(field))
        world.feed.publish(ProfileChanged())
        return True

    return put


async def set_my_commands(world: World, params: Params) -> bool:
    commands = params.json("commands", "can't parse commands JSON object")
    if not isinstance(commands, list):
        raise bad_request("expected an Array of BotCommand")
    world.profile.set_commands(_scope(world, params), params.text("language_code"), commands)
    world.feed.publish(ProfileChanged())
    return True


async def get_my_commands(world: World, params: Params) -> list[dict[str, Any]]:
    return world.profile.commands(_scope(world, params), params.text("language_code"))


def _scope(world: World, params: Params) -> str:
    scope = params.json("scope", "can't parse BotCommandScope JSON object") or {"type": "default"}
    kind = scope.get("type") if isinstance(scope, dict) else None
    if kind in _COMMON_SCOPES:
        return str(kind)
    if kind not in _CHAT_SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    chat = find_chat(world, str(scope.get("chat_id", "")))
    return f"{kind}:{chat.id}" + (f":{scope.get('user_id')}" if kind == "chat_member" else "")
