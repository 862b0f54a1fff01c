"""Discord's gateway events, every kind that discord.py knows, and broken ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from discord.state import ConnectionState

from tests.helpers.malice import schemas
from tests.helpers.malice.junk import Dice, broken, names, nested
from tests.helpers.malice.scene import (
    COMMANDS,
    ELSEWHERE,
    HARMLESS,
    STRANGERS,
    Attempts,
    Scene,
    aimed,
    is_harmless,
    tokens,
)

EVENTS = tuple(
    sorted(name.removeprefix("parse_").upper() for name in dir(ConnectionState) if name.startswith("parse_"))
)
INTERACTION = "INTERACTION_CREATE"
TOKEN = "t" * 40
"""The token of an interaction that is to be known to Discord, as long as it is not broken."""
_OTHERS = ("SOMETHING_NEW", *(event for event in EVENTS if event not in ("READY", "RESUMED", INTERACTION)))
"""Not what makes the connection, which nobody forges who is not Discord itself."""
_DRAWN = (*(INTERACTION,) * 150, *_OTHERS)
_SAID = ("MESSAGE_", "TYPING_", "PRESENCE_", "INVITE_", "VOICE_", "POLL_", "ENTITLEMENT_", "SUBSCRIPTION_", "USER_")
"""How the names of events begin that may be told of our channels: all others would change them, or who may do what."""
_RIGHTS = ("permissions", "app_permissions")
"""What the platform says that somebody may do, which is so."""


def event(dice: Dice, scene: Scene, bot: int, guilds: dict[int, int]) -> tuple[str, str]:
    """Draw an event's name and its content as JSON. `guilds` are those of channels."""
    name = dice.of(_DRAWN)
    chat = dice.of((*tuple(table.chat for table in scene.tables) * 4, *ELSEWHERE[:3]))
    guild = guilds.get(chat, ELSEWHERE[-1])
    if name != INTERACTION:
        content = _by_schema(dice, scene, name, chat, guild) if dice.one_in(2) else _anything(dice, scene)
        broken(dice, content)
        return name, json.dumps(content)
    content = _interaction(dice, scene, bot, chat, guild)
    broken(dice, content, keep=_RIGHTS)
    if dice.one_in(200):
        content["deep"] = nested(200)
    if not _is_lawful(scene, content):
        content["user"] = content["member"] = None
        content["user"] = {"id": str(STRANGERS[0]), "username": "x", "discriminator": "0", "avatar": None}
    return name, json.dumps(content)


def note(attempts: Attempts, name: str, content: str) -> None:
    """Keep an event that can be read as a press."""
    told = json.loads(content)
    if name == INTERACTION and isinstance(told.get("data"), dict):
        for person, chat, token in _presses(told):
            attempts.note(person, chat, token)


def _presses(told: dict[str, Any]) -> Iterator[tuple[Any, Any, str]]:
    """Yield who may be taken to have pressed what, and where, however an interaction is broken."""
    member, message, channel = told.get("member"), told.get("message"), told.get("channel")
    users = (told.get("user"), member.get("user") if isinstance(member, dict) else None)
    chats = {
        str(told.get("channel_id")),
        str(channel.get("id") if isinstance(channel, dict) else None),
        str(message.get("channel_id") if isinstance(message, dict) else None),
        *(("private",) if told.get("guild_id") is None else ()),
    }
    people = [user.get("id") for user in users if isinstance(user, dict)]
    yield from product(people, chats, tokens_of(told["data"]))


def tokens_of(data: dict[str, Any]) -> list[str]:
    """List the tokens that a press may mean."""
    listed = data.get("values")
    return [str(data.get("custom_id")), *map(str, listed if isinstance(listed, list) else [])]


def person_of(told: dict[str, Any]) -> Any:
    """Return the id of whoever an interaction says has used something."""
    member = told.get("member")
    user = member.get("user") if isinstance(member, dict) and told.get("guild_id") else told.get("user")
    return user.get("id") if isinstance(user, dict) else None


def _is_lawful(scene: Scene, told: dict[str, Any]) -> bool:
    data = told.get("data")
    if not isinstance(data, dict):
        return True
    seated = {str(each) for table in scene.tables for each in table.seated}
    people = {str(each) for each, _, _ in _presses(told)}
    # Where nobody waits for the end of what was sent, a lawful press may be judged after the games were looked at.
    awaited = told.get("token") == TOKEN and str(told.get("channel_id")) in {str(table.chat) for table in scene.tables}
    if people & seated and not awaited:
        return False
    if people & seated and told.get("type") != 3 and data.get("name") not in HARMLESS:
        return False
    return all(is_harmless(scene, *press) for press in _presses(told))


def _interaction(dice: Dice, scene: Scene, bot: int, chat: int, guild: int) -> dict[str, Any]:
    everybody = tuple(person for table in scene.tables for person in table.seated) or STRANGERS
    pool = dice.of((STRANGERS, scene.outsiders, scene.former or STRANGERS, everybody, everybody))
    user = {
        "id": str(dice.of(pool)),
        "username": dice.of(names),
        "discriminator": "0",
        "global_name": dice.of(names),
        "avatar": None,
        "bot": dice.one_in(4),
        "system": dice.one_in(20),
        "public_flags": 0,
    }
    kind = dice.of((3,) * 16 + (2,) * 6 + (4, 4, 1, 5, 99))
    told: dict[str, Any] = {
        "id": str(dice.between(1, 2**63 - 1)),
        "application_id": str(bot),
        "type": kind,
        "token": TOKEN,
        "version": 1,
        "channel_id": str(chat),
        "channel": {"id": str(chat), "type": dice.of((0,) * 12 + (1, 2, 11, 15, 77))},
        "app_permissions": "274878024704",
        "locale": dice.of(("en-US", "he", "xx", "")),
        "entitlements": [],
        "attachment_size_limit": 10,
        "context": 0,
        "authorizing_integration_owners": {"0": str(guild)},
    }
    if dice.one_in(5):
        told["user"], told["channel"]["type"] = user, 1
    else:
        told |= {"guild_id": str(guild), "guild": {"id": str(guild), "locale": "en-US", "features": []}}
        told["member"] = {
            "user": user,
            "nick": dice.of(names),
            "roles": [],
            "joined_at": "2020-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": "0",
        }
    told["data"] = _data(dice, scene, kind)
    table = next((table for table in scene.tables if table.chat == chat), None)
    if kind == 3 and table is not None and (true := aimed(dice, scene, table)):
        number, token, at_home = true
        user["id"] = str(number)
        told["data"] = {"component_type": 2, "id": 1, "custom_id": token}
        if not at_home:
            told["channel_id"] = told["channel"]["id"] = str(dice.of([each.chat for each in scene.tables]))
    if kind == 3:
        told["message"] = _message(dice, scene, chat, bot)
    return told


def _data(dice: Dice, scene: Scene, kind: int) -> dict[str, Any]:
    if kind == 3:
        token = tokens(dice, scene)
        if dice.one_in(4):
            return {"component_type": 3, "id": 1, "custom_id": "select:0:x", "values": [token]}
        return {"component_type": 2, "id": 1, "custom_id": dice.of((token, f"{token}~2"))}
    options = [{"name": "game", "type": 3, "value": dice.value(), "focused": True}]
    name = dice.of(COMMANDS)
    return {"id": "1", "type": 1, "name": name, "options": dice.of((options, [], None))}


def _message(dice: Dice, scene: Scene, chat: int, bot: int) -> dict[str, Any]:
    shown = [message for table in scene.tables for message in table.messages]
    author = {"id": str(bot), "username": "u", "discriminator": "0", "avatar": None, "bot": True}
    sender = {"webhook_id": str(dice.of(ELSEWHERE))} if dice.one_in(8) else {}
    return {
        **sender,
        "id": str(dice.of((*shown, 1))),
        "channel_id": str(chat),
        "type": 0,
        "author": author,
        "content": "",
        "timestamp": "2024-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": dice.of((0, 64, 1 << 15)),
    }


def _by_schema(dice: Dice, scene: Scene, name: str, chat: int, guild: int) -> dict[str, Any]:
    """Draw what an event of another kind holds by its schema: reactions, polls, messages, also of bots, roles."""
    ours = name.startswith(_SAID) and chat not in ELSEWHERE
    everybody = tuple(person for table in scene.tables for person in table.seated) or STRANGERS
    channel, server = (chat, guild) if ours else (dice.of(ELSEWHERE), dice.of(ELSEWHERE))

    def user() -> dict[str, Any]:
        number = str(dice.of((*everybody, *scene.outsiders, *STRANGERS[:9])))
        told = {"id": number, "username": dice.of(names), "discriminator": "0", "avatar": None}
        return {**told, "bot": True} if dice.one_in(3) else told

    of = schemas.schema_of_event(name)
    known = {
        "channel_id": lambda: str(channel),
        "guild_id": lambda: str(server),
        "user_id": lambda: user()["id"],
        **dict.fromkeys(("user", "author"), user),
        "content": lambda: dice.text(),
    }
    made = schemas.discord_value(dice, of, known) if of else _anything(dice, scene)
    if not ours and name.startswith(("CHANNEL_", "THREAD_", "GUILD_")):
        made["id"] = str(dice.of(ELSEWHERE))
    return dict(made)


def _anything(dice: Dice, scene: Scene) -> dict[str, Any]:
    """Draw what events of other kinds have, of guilds and channels that are not ours."""
    number, channel = str(dice.of(ELSEWHERE)), str(dice.of(ELSEWHERE))
    user = {"id": str(dice.of(STRANGERS)), "username": dice.of(names), "discriminator": "0", "avatar": None}
    role = {
        "id": number,
        "name": dice.of(names),
        "permissions": "8",
        "position": 0,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    place = {
        "id": channel,
        "type": dice.of((0, 1, 2, 4, 11, 15, 88)),
        "name": dice.of(names),
        "position": 0,
        "guild_id": number,
        "parent_id": None,
        "permission_overwrites": [],
        "recipients": [user],
    }
    return {
        **place,
        "guild_id": dice.of((number, number, number, None)),
        "channel_id": channel,
        "message_id": "1",
        "user_id": user["id"],
        "user": user,
        "author": user,
        "member": {"user": user, "roles": []},
        "members": [],
        "role": role,
        "roles": [role],
        "emojis": [],
        "stickers": [],
        "channels": dice.of(([], [place])),
        "threads": [],
        "features": [],
        "unavailable": dice.of((True, False)),
        "emoji": {"name": "🎩", "id": None},
        "code": "x",
        "ids": ["1", "2"],
        "content": dice.text(),
        "embeds": [],
        "attachments": [],
        "mentions": [],
        "timestamp": "2024-01-01T00:00:00+00:00",
        "owner_id": user["id"],
        "preferred_locale": "en-US",
        "thread_metadata": dice.value(),
        "presences": [],
    }
