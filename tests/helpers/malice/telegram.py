"""Telegram's updates as the Bot API shows them, every kind that python-telegram-bot knows, and broken ones."""

from __future__ import annotations

import json
from typing import Any

from telegram import Chat, Update, User

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

KINDS = tuple(str(kind) for kind in Update.ALL_TYPES)
_FREQUENT = (
    ("callback_query",) * 90 + ("message",) * 50 + ("inline_query",) * 10 + ("my_chat_member", "chat_member") * 4
)
STAND_INS = (1087968824, 136817688, 777000)
_MEMBERS = ("creator", "administrator", "member", "restricted", "left", "kicked", "ghost")
_FIELDS = schemas.fields_of_messages()
_SERVICE = tuple(_FIELDS)
"""Fields of a message that say that something happened, what it is besides, and of whom: forwarded, by a bot, ..."""
_CONTENTS = schemas.kinds_of_content()
_DRAWN = (*_FREQUENT, *KINDS, "something_new")


def update(dice: Dice, scene: Scene, bot: int) -> tuple[str, str]:
    """Draw the kind of an update and its content as JSON."""
    kind = dice.of(_DRAWN)
    content: dict[str, Any] = _MAKERS.get(kind, _other if "message" not in kind else _message)(dice, scene, bot, kind)
    broken(dice, content)
    if dice.one_in(200):
        content["deep"] = nested(200)
    if not _is_lawful(scene, kind, content):
        content["from"] = {"id": STRANGERS[0], "is_bot": False, "first_name": "x"}
        content = content if _is_lawful(scene, kind, content) else {"id": "1"}
    return kind, json.dumps(content)


def note(attempts: Attempts, kind: str, content: str) -> None:
    """Keep an update that can be read as a press."""
    query = json.loads(content)
    if kind != "callback_query":
        return
    person, chat = _id(query.get("from")), _id(_inner(query, "message", "chat"))
    attempts.note(person, chat, query.get("data"))


def _is_lawful(scene: Scene, kind: str, content: dict[str, Any]) -> bool:
    """Return whether nothing of an update ends a game rightly: that somebody or the bot has left, or a chat moved."""
    chats = {str(table.chat) for table in scene.tables}
    seated = {str(person) for table in scene.tables for person in table.seated}
    person = str(_id(content.get("from")))
    if kind == "callback_query":
        return is_harmless(scene, person, _id(_inner(content, "message", "chat")), content.get("data"))
    here = str(_id(content.get("chat"))) in chats or str(_id(content.get("chat"))) in seated
    if kind in ("message", "guest_message"):
        text = str(content.get("text") or "").removeprefix("/")
        moved = any(content.get(field) for field in ("migrate_to_chat_id", "migrate_from_chat_id"))
        moved = moved or bool(content.get("left_chat_member"))
        # In the name of the group an anonymous administrator speaks, who may do more than others.
        the_group = str(_id(content.get("sender_chat"))) in chats and person == str(STAND_INS[0])
        return not moved and not ((person in seated or (here and the_group)) and text not in HARMLESS)
    if kind in ("my_chat_member", "chat_member"):
        return not here and str(_id(_inner(content, "new_chat_member", "user"))) not in seated
    return True


def _id(value: Any) -> Any:
    return value.get("id") if isinstance(value, dict) else None


def _inner(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _who(dice: Dice, scene: Scene) -> dict[str, Any]:
    """Draw somebody: a stranger, a bot, who has left, who sits there and is or is not to move."""
    everybody = tuple(person for table in scene.tables for person in table.seated) or STRANGERS
    pool = dice.of((STRANGERS, scene.outsiders, scene.former or STRANGERS, everybody, everybody, STAND_INS))
    made: dict[str, Any] = {
        "id": dice.of(pool),
        "is_bot": dice.one_in(5),
        "first_name": dice.of(names),
    }
    if dice.one_in(2):
        made |= {
            "last_name": dice.of(names),
            "username": "x",
            "language_code": dice.of(("en", "he", "xx-YY", "")),
        }
    return made


def _chat(dice: Dice, scene: Scene) -> dict[str, Any]:
    here = [table.chat for table in scene.tables]
    number = dice.of((*here, *here, *(-each for each in ELSEWHERE[:8]), *STRANGERS[:8], *scene.outsiders))
    kind = dice.of(("supergroup", "group", "group", "channel", "new kind")) if number < 0 else "private"
    return {"id": number, "type": kind, "title": dice.of(names), "first_name": dice.of(names)}


def _message(dice: Dice, scene: Scene, bot: int, _kind: str) -> dict[str, Any]:
    chat = _chat(dice, scene)
    shown = [message for table in scene.tables if table.chat == chat["id"] for message in table.messages]
    made: dict[str, Any] = {
        "message_id": dice.of((*shown, 1, 2**31)),
        "date": dice.of((0, 1, 1_800_000_000, 2**31)),
        "chat": chat,
        "from": _who(dice, scene),
    }
    word = dice.of(COMMANDS)
    made["text"] = (
        dice.of((f"/{word}", f"/{word}", f"/{word}@other_bot", word, f"/{word} \u202e{word}"))
        if dice.one_in(2)
        else dice.text()
    )
    for name in [dice.of(_SERVICE) for _ in range(dice.of((0, 0, 1, 2)))]:
        made[name] = dice.value() if dice.one_in(4) else _by_schema(dice, scene, _FIELDS[name])
    if dice.one_in(8):
        made |= {"is_topic_message": True, "message_thread_id": dice.value()}
    if dice.one_in(8):
        made["sender_chat"] = _chat(dice, scene)
    if dice.one_in(16):
        made["new_chat_members"] = [_who(dice, scene), {"id": bot, "is_bot": True, "first_name": "U"}]
    return made


def _press(dice: Dice, scene: Scene, bot: int, _kind: str) -> dict[str, Any]:
    table = dice.of(scene.tables)
    here = {"id": table.chat, "type": "supergroup", "title": "Hats"}
    if true := aimed(dice, scene, table, STAND_INS):
        number, token, at_home = true
        who = {**_who(dice, scene), "id": number}
        others = [each.chat for each in scene.tables if each is not table] or list(ELSEWHERE)
        there = {**here, "id": dice.of(others)}
        where = here if at_home else dice.of((there, _chat(dice, scene)))
    else:
        who, token = _who(dice, scene), tokens(dice, scene)
        private = {"id": who["id"], "type": "private", "first_name": "x"}
        where = dice.of((here, here, private, _chat(dice, scene)))
    message = {
        "message_id": dice.of((*table.messages, 1, 10**9)),
        "date": dice.of((0, 1_800_000_000)),
        "chat": where,
        "from": {"id": bot, "is_bot": True, "first_name": "U"},
    }
    query = str(dice.between(1, 10**18))
    return {"id": query, "from": who, "chat_instance": "1", "message": message, "data": token}


def _inline(dice: Dice, scene: Scene, bot: int, _kind: str) -> dict[str, Any]:
    number = str(dice.between(1, 10**18))
    return {"id": number, "from": _who(dice, scene), "query": dice.text(), "offset": "", "chat_type": "group"}


def _member(dice: Dice, scene: Scene, bot: int, _kind: str) -> dict[str, Any]:
    def state() -> dict[str, Any]:
        user = dice.of((_who(dice, scene), {"id": bot, "is_bot": True, "first_name": "U"}))
        return {"user": user, "status": dice.of(_MEMBERS), "until_date": 0, "is_member": True}

    who, chat = _who(dice, scene), _chat(dice, scene)
    return {"chat": chat, "from": who, "date": 1, "old_chat_member": state(), "new_chat_member": state()}


def _other(dice: Dice, scene: Scene, bot: int, kind: str) -> dict[str, Any]:
    """Draw what the rarer kinds hold by their schemas: reactions, polls, posts, boosts, payments and the like."""
    made = _by_schema(dice, scene, _CONTENTS[kind]) if kind in _CONTENTS else _by_schema(dice, scene, User)
    return dict(made)


def _by_schema(dice: Dice, scene: Scene, hint: Any) -> Any:
    known = {User: lambda: _who(dice, scene), Chat: lambda: _chat(dice, scene)}
    return schemas.telegram_value(dice, hint, known)


_MAKERS = {
    "callback_query": _press,
    "inline_query": _inline,
    "my_chat_member": _member,
    "chat_member": _member,
    **dict.fromkeys(("message_reaction", "message_reaction_count", "deleted_business_messages"), _other),
}
