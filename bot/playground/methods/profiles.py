"""What the bot tells of itself: getMe, names, descriptions, commands, the menu button, files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.playground import wire
from bot.playground.errors import bad_request
from bot.playground.feed import CommandsChanged
from bot.playground.methods.access import find_chat
from bot.playground.params import Params
from bot.playground.world import World

__all__ = [
    "delete_my_commands",
    "get_chat_menu_button",
    "get_file",
    "get_me",
    "get_my_commands",
    "getter",
    "set_chat_menu_button",
    "set_my_commands",
    "setter",
]

_OF_CHAT = ("chat", "chat_administrators", "chat_member")
_OF_ALL = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")


async def get_me(world: World, _params: Params) -> dict[str, Any]:
    """Show the bot."""
    return wire.user(world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
    }


def getter(field: str) -> Callable[[World, Params], Awaitable[dict[str, str]]]:
    """Make the method that shows one text of the profile."""

    async def get(world: World, params: Params) -> dict[str, str]:
        return {field: world.profile.text(field, params.text("language_code"))}

    return get


def setter(field: str) -> Callable[[World, Params], Awaitable[bool]]:
    """Make the method that sets one text of the profile."""

    async def put(world: World, params: Params) -> bool:
        world.profile.set_text(field, params.text("language_code"), params.text(field))
        world.tell(CommandsChanged())
        return True

    return put


def _scope(world: World, params: Params) -> str:
    scope = params.json("scope", "can't parse BotCommandScope JSON object") or {"type": "default"}
    kind = scope.get("type") if isinstance(scope, dict) else None
    if kind in _OF_ALL:
        return str(kind)
    if kind not in _OF_CHAT:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    chat = find_chat(world, str(scope.get("chat_id", "")))
    return f"{kind}:{chat.id}" + (f":{scope.get('user_id')}" if kind == "chat_member" else "")


async def set_my_commands(world: World, params: Params) -> bool:
    """Set the commands of one scope and language."""
    commands = params.json("commands", "can't parse commands JSON object")
    if not isinstance(commands, list):
        raise bad_request("expected an Array of BotCommand")
    world.profile.set_commands(_scope(world, params), params.text("language_code"), commands)
    world.tell(CommandsChanged())
    return True


async def get_my_commands(world: World, params: Params) -> list[dict[str, Any]]:
    """Show the commands of exactly one scope and language."""
    return world.profile.commands(_scope(world, params), params.text("language_code"))


async def delete_my_commands(world: World, params: Params) -> bool:
    """Remove the commands of one scope and language."""
    world.profile.set_commands(_scope(world, params), params.text("language_code"), [])
    world.tell(CommandsChanged())
    return True


async def set_chat_menu_button(world: World, params: Params) -> bool:
    """Set the menu button of one private chat, or of all."""
    button = params.json("menu_button", "can't parse menu button JSON object") or {"type": "default"}
    world.profile.menus[params.integer("chat_id")] = button
    world.tell(CommandsChanged())
    return True


async def get_chat_menu_button(world: World, params: Params) -> dict[str, Any]:
    """Show the menu button of one private chat, or that of all."""
    menus = world.profile.menus
    return menus.get(params.integer("chat_id")) or menus.get(0) or {"type": "commands"}


async def get_file(world: World, params: Params) -> dict[str, Any]:
    """Say under which path a file can be fetched."""
    file_id = params.text("file_id")
    photo = world.photos.find(file_id)
    if photo is None:
        raise bad_request("invalid file_id" if file_id else "file_id is empty")
    small = file_id != photo.file_id
    shown = wire.photo_sizes(photo)[0 if small else 1]
    known = {name: shown[name] for name in ("file_id", "file_unique_id", "file_size") if name in shown}
    return known | {"file_path": f"photos/{file_id}"}
