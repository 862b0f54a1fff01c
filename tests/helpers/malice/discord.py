"""Discord's gateway events, every kind that discord.py knows, and broken ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from discord.state import ConnectionState
from hypothesis import strategies as st

from tests.helpers.malice.junk import Draw, broken, names, nested, texts, values
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
_RIGHTS = ("permissions", "app_permissions")
"""What the platform says that somebody may do, which is so."""


@st.composite
def events(draw: Draw, scene: Scene, bot: int, guilds: dict[int, int]) -> tuple[str, str]:
    """Draw an event's name and its content as JSON. `guilds` are those of channels."""
    name = draw(st.sampled_from((INTERACTION,) * 150 + _OTHERS))
    chat = draw(st.sampled_from((*tuple(table.chat for table in scene.tables) * 4, *ELSEWHERE[:3])))
    guild = guilds.get(chat, ELSEWHERE[-1])
    if name != INTERACTION:
        content = _anything(draw, scene)
        broken(draw, content)
        return name, json.dumps(content)
    content = _interaction(draw, scene, bot, chat, guild)
    broken(draw, content, keep=_RIGHTS)
    if draw(st.integers(0, 199)) == 0:
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


def _interaction(draw: Draw, scene: Scene, bot: int, chat: int, guild: int) -> dict[str, Any]:
    everybody = [person for table in scene.tables for person in table.seated]
    pool = draw(st.sampled_from((STRANGERS, scene.outsiders, scene.former or STRANGERS, everybody, everybody)))
    user = {
        "id": str(draw(st.sampled_from(pool))),
        "username": draw(names),
        "discriminator": "0",
        "global_name": draw(names),
        "avatar": None,
        "bot": draw(st.integers(0, 4)) == 0,
        "public_flags": 0,
    }
    kind = draw(st.sampled_from((3,) * 16 + (2,) * 6 + (4, 4, 1, 5, 99)))
    told: dict[str, Any] = {
        "id": str(draw(st.integers(1, 2**63))),
        "application_id": str(bot),
        "type": kind,
        "token": TOKEN,
        "version": 1,
        "channel_id": str(chat),
        "channel": {"id": str(chat), "type": draw(st.sampled_from((0,) * 12 + (1, 2, 11, 15, 77)))},
        "app_permissions": "274878024704",
        "locale": draw(st.sampled_from(("en-US", "he", "xx", ""))),
        "entitlements": [],
        "attachment_size_limit": 10,
        "context": 0,
        "authorizing_integration_owners": {"0": str(guild)},
    }
    if draw(st.integers(0, 4)) == 0:
        told["user"], told["channel"]["type"] = user, 1
    else:
        told |= {"guild_id": str(guild), "guild": {"id": str(guild), "locale": "en-US", "features": []}}
        told["member"] = {
            "user": user,
            "nick": draw(names),
            "roles": [],
            "joined_at": "2020-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": "0",
        }
    told["data"] = _data(draw, scene, kind)
    table = next((table for table in scene.tables if table.chat == chat), None)
    if kind == 3 and table is not None and (true := aimed(draw, scene, table)):
        number, token, at_home = true
        user["id"] = str(number)
        told["data"] = {"component_type": 2, "id": 1, "custom_id": token}
        if not at_home:
            told["channel_id"] = told["channel"]["id"] = str(
                draw(st.sampled_from([each.chat for each in scene.tables]))
            )
    if kind == 3:
        told["message"] = _message(draw, scene, chat, bot)
    return told


def _data(draw: Draw, scene: Scene, kind: int) -> dict[str, Any]:
    if kind == 3:
        token = tokens(draw, scene)
        if draw(st.integers(0, 3)) == 0:
            return {"component_type": 3, "id": 1, "custom_id": "select:0:x", "values": [token]}
        return {"component_type": 2, "id": 1, "custom_id": draw(st.sampled_from((token, f"{token}~2")))}
    options = [{"name": "game", "type": 3, "value": draw(st.one_of(texts, values)), "focused": True}]
    name = draw(st.sampled_from(COMMANDS))
    return {"id": "1", "type": 1, "name": name, "options": draw(st.sampled_from((options, [], None)))}


def _message(draw: Draw, scene: Scene, chat: int, bot: int) -> dict[str, Any]:
    shown = [message for table in scene.tables for message in table.messages]
    author = {"id": str(bot), "username": "u", "discriminator": "0", "avatar": None, "bot": True}
    return {
        "id": str(draw(st.sampled_from((*shown, 1)))),
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
        "flags": draw(st.sampled_from((0, 64, 1 << 15))),
    }


def _anything(draw: Draw, scene: Scene) -> dict[str, Any]:
    """Draw what events of other kinds have, of guilds and channels that are not ours."""
    number, channel = str(draw(st.sampled_from(ELSEWHERE))), str(draw(st.sampled_from(ELSEWHERE)))
    user = {"id": str(draw(st.sampled_from(STRANGERS))), "username": draw(names), "discriminator": "0", "avatar": None}
    role = {
        "id": number,
        "name": draw(names),
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
        "type": draw(st.sampled_from((0, 1, 2, 4, 11, 15, 88))),
        "name": draw(names),
        "position": 0,
        "guild_id": number,
        "parent_id": None,
        "permission_overwrites": [],
        "recipients": [user],
    }
    return {
        **place,
        "guild_id": draw(st.sampled_from((number, number, number, None))),
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
        "channels": draw(st.sampled_from(([], [place]))),
        "threads": [],
        "features": [],
        "unavailable": draw(st.sampled_from((True, False))),
        "emoji": {"name": "🎩", "id": None},
        "code": "x",
        "ids": ["1", "2"],
        "content": draw(texts),
        "embeds": [],
        "attachments": [],
        "mentions": [],
        "timestamp": "2024-01-01T00:00:00+00:00",
        "owner_id": user["id"],
        "preferred_locale": "en-US",
        "thread_metadata": draw(values),
        "presences": [],
    }
