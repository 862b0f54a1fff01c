"""The bot's name, descriptions and commands, by scope and language (A12)."""

from __future__ import annotations

import re
from typing import Any

from bot.playground.errors import bad_request
from bot.playground.model import Chat, User

CommandEntry = dict[str, Any]
_MOST_COMMANDS = 100
_LANGUAGE = re.compile(r"[a-z]{2}")
_NAME = re.compile(r"[a-z0-9_]+")
_LIMITS = {"description": 512, "short_description": 120}


class BotProfile:
    """What Telegram shows of the bot. Texts are kept by field and language, commands by scope and language."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._texts: dict[tuple[str, str], str] = {}
        self._commands: dict[tuple[str, str], list[CommandEntry]] = {}

    def text(self, field: str, language: str) -> str:
        """Return a name, description or short description, that without language where a language has none."""
        fallback = self._name if field == "name" else ""
        return self._texts.get((field, language)) or self._texts.get((field, ""), fallback)

    def set_text(self, field: str, language: str, value: str) -> None:
        """Set a text. The server cuts names and refuses long descriptions (the code of the latter is not verified)."""
        _check_language(language)
        if field == "name":
            value = value.strip()[:64]
        elif len(value) > _LIMITS[field]:
            raise bad_request("ABOUT_TOO_LONG" if field == "short_description" else "DESCRIPTION_TOO_LONG")
        if value:
            self._texts[field, language] = value
        else:
            self._texts.pop((field, language), None)

    def set_commands(self, scope: str, language: str, commands: list[CommandEntry]) -> None:
        """Set the commands of a scope and language; an empty list removes them. Raise ApiError."""
        _check_language(language)
        if len(commands) > _MOST_COMMANDS:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        checked = [_checked(command) for command in commands]
        if checked:
            self._commands[scope, language] = checked
        else:
            self._commands.pop((scope, language), None)

    def commands(self, scope: str, language: str) -> list[CommandEntry]:
        """Return exactly what was set."""
        return self._commands.get((scope, language), [])

    def commands_for(self, person: User, chat: Chat) -> list[CommandEntry]:
        """Return the commands that a person's client offers in a chat."""
        language = person.language_code.lower().partition("-")[0]
        for scope in _scopes(person, chat):
            for code in dict.fromkeys((language, "")):
                if found := self._commands.get((scope, code)):
                    return found
        return []


def _scopes(person: User, chat: Chat) -> list[str]:
    if chat.private:
        return [f"chat:{chat.id}", "all_private_chats", "default"]
    member = chat.member(person)
    admin = member is not None and member.admin
    return [
        f"chat_member:{chat.id}:{person.id}",
        *([f"chat_administrators:{chat.id}"] if admin else []),
        f"chat:{chat.id}",
        *(["all_chat_administrators"] if admin else []),
        "all_group_chats",
        "default",
    ]


def _check_language(language: str) -> None:
    if language and not _LANGUAGE.fullmatch(language):
        raise bad_request("LANG_CODE_INVALID")


def _checked(raw: Any) -> CommandEntry:
    if not isinstance(raw, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    for field in ("command", "description"):
        if not isinstance(raw.get(field), str):
            raise bad_request(f"can't parse BotCommand: Can't find field \"{field}\"")
    name, description = raw["command"].lstrip("/").lower(), raw["description"].strip()
    if len(name) > 32:
        raise bad_request("command length must not exceed 32")
    if len(description) > 256:
        raise bad_request("command description length must not exceed 256")
    if not _NAME.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not description:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return {"command": name, "description": description}
