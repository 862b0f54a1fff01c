"""Telegram's updates as the Bot API shows them, every kind that python-telegram-bot knows, and broken ones."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from telegram import Update

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

KINDS = tuple(str(kind) for kind in Update.ALL_TYPES)
_FREQUENT = (
    ("callback_query",) * 90 + ("message",) * 50 + ("inline_query",) * 10 + ("my_chat_member", "chat_member") * 4
)
STAND_INS = (1087968824, 136817688, 777000)
_MEMBERS = ("creator", "administrator", "member", "restricted", "left", "kicked", "ghost")
_SERVICE = (
    "pinned_message",
    "migrate_to_chat_id",
    "migrate_from_chat_id",
    "new_chat_members",
    "left_chat_member",
    "new_chat_title",
    "photo",
    "poll",
    "sticker",
    "video_chat_ended",
    "giveaway",
    "gift",
    "checklist",
    "dice",
    "story",
    "forward_origin",
    "reply_to_message",
    "external_reply",
    "quote",
    "entities",
    "via_bot",
    "forum_topic_created",
    "web_app_data",
    "passport_data",
    "successful_payment",
    "users_shared",
    "chat_shared",
    "contact",
    "location",
)
"""Fields of a message that say that something happened, or that have shapes of their own."""


@st.composite
def updates(draw: Draw, scene: Scene, bot: int) -> tuple[str, str]:
    """Draw the kind of an update and its content as JSON."""
    kind = draw(st.sampled_from((*_FREQUENT, *KINDS, "something_new")))
    content: dict[str, Any] = _MAKERS.get(kind, _message)(draw, scene, bot)
    broken(draw, content)
    if draw(st.integers(0, 199)) == 0:
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
        the_group = str(_id(content.get("sender_chat"))) in chats and person == str(STAND_INS[0])
        return not (here and (moved or the_group)) and not (person in seated and text not in HARMLESS) and not moved
    if kind in ("my_chat_member", "chat_member"):
        return not here and str(_id(_inner(content, "new_chat_member", "user"))) not in seated
    return True


def _id(value: Any) -> Any:
    return value.get("id") if isinstance(value, dict) else None


def _inner(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _who(draw: Draw, scene: Scene) -> dict[str, Any]:
    """Draw somebody: a stranger, a bot, who has left, who sits there and is or is not to move."""
    everybody = [person for table in scene.tables for person in table.seated]
    pool = draw(
        st.sampled_from((STRANGERS, scene.outsiders, scene.former or STRANGERS, everybody, everybody, STAND_INS))
    )
    made: dict[str, Any] = {
        "id": draw(st.sampled_from(pool)),
        "is_bot": draw(st.integers(0, 4)) == 0,
        "first_name": draw(names),
    }
    if draw(st.booleans()):
        made |= {
            "last_name": draw(names),
            "username": "x",
            "language_code": draw(st.sampled_from(("en", "he", "xx-YY", ""))),
        }
    return made


def _chat(draw: Draw, scene: Scene) -> dict[str, Any]:
    here = [table.chat for table in scene.tables]
    number = draw(st.sampled_from((*here, *here, *(-each for each in ELSEWHERE[:8]), *STRANGERS[:8], *scene.outsiders)))
    kind = draw(st.sampled_from(("supergroup", "group", "group", "channel", "new kind"))) if number < 0 else "private"
    return {"id": number, "type": kind, "title": draw(names), "first_name": draw(names)}


def _message(draw: Draw, scene: Scene, bot: int) -> dict[str, Any]:
    chat = _chat(draw, scene)
    shown = [message for table in scene.tables if table.chat == chat["id"] for message in table.messages]
    made: dict[str, Any] = {
        "message_id": draw(st.sampled_from((*shown, 1, 2**31))),
        "date": draw(st.sampled_from((0, 1, 1_800_000_000, 2**31))),
        "chat": chat,
        "from": _who(draw, scene),
    }
    word = draw(st.sampled_from(COMMANDS))
    made["text"] = (
        draw(st.sampled_from((f"/{word}", f"/{word}", f"/{word}@other_bot", word, f"/{word} \u202e{word}")))
        if draw(st.booleans())
        else draw(texts)
    )
    for name in draw(st.lists(st.sampled_from(_SERVICE), max_size=2)):
        made[name] = draw(values)
    if draw(st.integers(0, 7)) == 0:
        made |= {"is_topic_message": True, "message_thread_id": draw(values)}
    if draw(st.integers(0, 7)) == 0:
        made["sender_chat"] = _chat(draw, scene)
    if draw(st.integers(0, 15)) == 0:
        made["new_chat_members"] = [_who(draw, scene), {"id": bot, "is_bot": True, "first_name": "U"}]
    return made


def _press(draw: Draw, scene: Scene, bot: int) -> dict[str, Any]:
    table = draw(st.sampled_from(scene.tables))
    here = {"id": table.chat, "type": "supergroup", "title": "Hats"}
    if true := aimed(draw, scene, table):
        number, token, at_home = true
        who = {**_who(draw, scene), "id": number}
        others = [each.chat for each in scene.tables if each is not table]
        there = {**here, "id": draw(st.sampled_from(others))}
        where = here if at_home else draw(st.sampled_from((there, _chat(draw, scene))))
    else:
        who, token = _who(draw, scene), tokens(draw, scene)
        private = {"id": who["id"], "type": "private", "first_name": "x"}
        where = draw(st.sampled_from((here, here, private, _chat(draw, scene))))
    message = {
        "message_id": draw(st.sampled_from((*table.messages, 1, 10**9))),
        "date": draw(st.sampled_from((0, 1_800_000_000))),
        "chat": where,
        "from": {"id": bot, "is_bot": True, "first_name": "U"},
    }
    query = str(draw(st.integers(1, 10**18)))
    return {"id": query, "from": who, "chat_instance": "1", "message": message, "data": token}


def _inline(draw: Draw, scene: Scene, bot: int) -> dict[str, Any]:
    number = str(draw(st.integers(1, 10**18)))
    return {"id": number, "from": _who(draw, scene), "query": draw(texts), "offset": "", "chat_type": "group"}


def _member(draw: Draw, scene: Scene, bot: int) -> dict[str, Any]:
    def state() -> dict[str, Any]:
        user = draw(st.sampled_from((_who(draw, scene), {"id": bot, "is_bot": True, "first_name": "U"})))
        return {"user": user, "status": draw(st.sampled_from(_MEMBERS)), "until_date": 0, "is_member": True}

    who, chat = _who(draw, scene), _chat(draw, scene)
    return {"chat": chat, "from": who, "date": 1, "old_chat_member": state(), "new_chat_member": state()}


def _other(draw: Draw, scene: Scene, bot: int) -> dict[str, Any]:
    """Draw what the rarer kinds have in common; python-telegram-bot wants more of some, and finds it missing."""
    who = _who(draw, scene)
    return {
        "id": "1",
        "user": who,
        "from": who,
        "chat": _chat(draw, scene),
        "message_id": 1,
        "date": 1,
        "query": "",
        "result_id": "x",
        "old_reaction": [],
        "new_reaction": [{"type": "emoji", "emoji": "🎩"}],
        "reactions": [],
        "user_chat_id": who["id"],
        "question": draw(texts),
        "options": [],
        "total_voter_count": 0,
        "is_closed": False,
        "is_anonymous": True,
        "type": "regular",
        "allows_multiple_answers": False,
        "poll_id": "1",
        "option_ids": [0],
        "invoice_payload": draw(texts),
        "can_reply": True,
        "is_enabled": True,
        "business_connection_id": "b",
        "message_ids": [1, 2],
        "currency": "EUR",
        "total_amount": draw(values),
        "shipping_address": {},
        "boost": {},
        "boost_id": "x",
        "remove_date": 1,
        "source": {},
    }


_MAKERS = {
    "callback_query": _press,
    "inline_query": _inline,
    "my_chat_member": _member,
    "chat_member": _member,
    **{
        kind: _other
        for kind in KINDS
        if "message" not in kind
        and kind not in ("channel_post", "edited_channel_post")
        and kind not in ("callback_query", "inline_query", "my_chat_member", "chat_member")
    },
    **dict.fromkeys(("message_reaction", "message_reaction_count", "deleted_business_messages"), _other),
}
