"""What the bot tells of itself, per scope and language (docs/platforms.md A4, A12)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground import feed
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.tools import ApiCaller

PRIVATE = {"type": "all_private_chats"}
GROUPS = {"type": "all_group_chats"}
ADMINS = {"type": "all_chat_administrators"}


async def put(call: ApiCaller, name: str, scope: dict[str, Any] | None = None, language: str = "") -> None:
    commands = [{"command": name, "description": f"about {name}"}]
    params: dict[str, Any] = {"commands": commands, "language_code": language}
    reply = await call("setMyCommands", **params, **({"scope": scope} if scope else {}))
    assert reply.result is True


def menu(world: World, person: User, chat: Chat) -> list[str]:
    return [command["command"] for command in world.profile.commands_for(person, chat)]


async def test_the_nearest_scope_wins_and_language_goes_first(
    world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    """docs/platforms.md A12: groups. Boris's client is Russian; Ann, who founded the group, administers it."""
    assert menu(world, boris, group) == []
    await put(call, "default")
    assert menu(world, boris, group) == ["default"]
    await put(call, "groups", GROUPS)
    assert menu(world, boris, group) == ["groups"]
    await put(call, "groups_ru", GROUPS, "ru")
    assert (menu(world, boris, group), menu(world, ann, group)) == (["groups_ru"], ["groups"])
    await put(call, "admins", ADMINS)
    assert (menu(world, boris, group), menu(world, ann, group)) == (["groups_ru"], ["admins"])
    await put(call, "here", {"type": "chat", "chat_id": group.id})
    assert (menu(world, boris, group), menu(world, ann, group)) == (["here"], ["here"])
    await put(call, "here_admins", {"type": "chat_administrators", "chat_id": group.id})
    assert (menu(world, boris, group), menu(world, ann, group)) == (["here"], ["here_admins"])
    await put(call, "just_you", {"type": "chat_member", "chat_id": group.id, "user_id": boris.id})
    assert (menu(world, boris, group), menu(world, ann, group)) == (["just_you"], ["here_admins"])


async def test_private_chats_have_scopes_of_their_own(world: World, ann: User, boris: User, call: ApiCaller) -> None:
    home = world.private(ann)
    await put(call, "default")
    await put(call, "groups", GROUPS)
    assert menu(world, ann, home) == ["default"]
    await put(call, "private", PRIVATE)
    assert menu(world, ann, home) == ["private"]
    world.start(ann)
    await put(call, "mine", {"type": "chat", "chat_id": ann.id})
    assert menu(world, ann, home) == ["mine"]
    assert menu(world, boris, world.private(boris)) == ["private"]


async def test_commands_are_read_back_exactly_and_deleted(call: ApiCaller) -> None:
    await put(call, "play", GROUPS, "he")
    shown = (await call("getMyCommands", scope=GROUPS, language_code="he")).result
    assert shown == [{"command": "play", "description": "about play"}]
    assert (await call("getMyCommands", scope=GROUPS)).result == []
    assert (await call("setMyCommands", scope=GROUPS, language_code="he", commands=[])).result is True
    assert (await call("getMyCommands", scope=GROUPS, language_code="he")).result == []


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"commands": "x"}, "can't parse commands JSON object"),
        ({"commands": {}}, "expected an Array of BotCommand"),
        ({"commands": [1]}, "can't parse BotCommand: expected an Object"),
        ({"commands": [{"command": "a", "description": "b"}] * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ({"commands": [{"command": "a", "description": " "}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [], "language_code": "russian"}, "LANG_CODE_INVALID"),
        ({"commands": [], "scope": {"type": "moon"}}, "can't parse BotCommandScope: unsupported type specified"),
        ({"commands": [], "scope": {"type": "chat", "chat_id": 17}}, "chat not found"),
    ],
)
async def test_wrong_commands_are_refused(call: ApiCaller, params: dict[str, Any], words: str) -> None:
    assert (await call("setMyCommands", **params)).refusal == (400, f"Bad Request: {words}")


@pytest.mark.parametrize(
    ("method", "field"),
    [("Name", "name"), ("Description", "description"), ("ShortDescription", "short_description")],
)
async def test_texts_have_languages_and_fall_back(call: ApiCaller, method: str, field: str) -> None:
    for language, text in (("", "Hats"), ("ru", "Шляпы")):
        await call(f"setMy{method}", language_code=language, **{field: text})
    shown = {code: (await call(f"getMy{method}", language_code=code)).result[field] for code in ("", "ru", "he")}
    assert shown == {"": "Hats", "ru": "Шляпы", "he": "Hats"}
    await call(f"setMy{method}", language_code="ru", **{field: ""})
    assert (await call(f"getMy{method}", language_code="ru")).result[field] == "Hats"


async def test_the_first_name_is_the_accounts(call: ApiCaller) -> None:
    assert (await call("getMyName")).result == {"name": "Underhat"}


@pytest.mark.parametrize(
    ("method", "field", "most"), [("Description", "description", 512), ("ShortDescription", "short_description", 120)]
)
async def test_long_descriptions_are_refused(call: ApiCaller, method: str, field: str, most: int) -> None:
    assert (await call(f"setMy{method}", **{field: "x" * most})).status == 200
    assert (await call(f"setMy{method}", **{field: "x" * (most + 1)})).status == 400


async def test_a_long_name_is_cut(call: ApiCaller) -> None:
    await call("setMyName", name="x" * 70)
    assert (await call("getMyName")).result == {"name": "x" * 64}


async def test_who_watches_learns_of_new_commands(world: World, call: ApiCaller) -> None:
    with world.feed.watch() as changes:
        await put(call, "play")
        assert changes.take() == [feed.ProfileChanged()]
