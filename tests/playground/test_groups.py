"""Statuses, rights and service messages as the bot gets them (docs/platforms.md A8, A10)."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import ChatMember, Message, Update

from bot.playground import wire
from bot.playground.errors import ImpossibleAction
from bot.playground.model import ADMIN_RIGHTS, Chat, Member, User
from bot.playground.world import World
from tests.playground.tools import ApiCaller


@pytest.mark.parametrize("status", ["creator", "administrator", "member", "left", "kicked"])
def test_every_standing_is_read_by_the_library(ann: User, status: Any) -> None:
    shown = ChatMember.de_json(wire.chat_member(Member(ann, status)))
    assert (shown.status, shown.user.id) == (status, ann.id)


def test_an_administrators_rights_are_told_one_by_one(ann: User) -> None:
    shown = wire.chat_member(Member(ann, "administrator", frozenset({"can_delete_messages"})))
    assert {name for name in ADMIN_RIGHTS if shown[name]} == {"can_delete_messages"}


async def test_being_added_is_told_twice_as_it_is_there(world: World, ann: User, call: ApiCaller) -> None:
    """A change of standing and a service message."""
    world.create_group("Hats", [ann])
    first, second = [Update.de_json(update, None) for update in await call.updates()]
    assert first.my_chat_member is not None
    assert first.my_chat_member.old_chat_member.status == "left"
    assert first.my_chat_member.new_chat_member.status == "member"
    assert second.message is not None
    assert [user.username for user in second.message.new_chat_members] == ["underhat_bot"]


async def test_adding_twice_is_adding_once(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    before = len(await call.updates())
    world.add_bot(group, ann)
    assert len(await call.updates()) == before


async def test_coming_and_going_is_told(world: World, group: Chat, boris: User, call: ApiCaller) -> None:
    guest = world.add_person("Carl", language_code="xx-YY")
    await call.updates(offset=2**40)
    world.join(guest, group)
    world.leave(boris, group)
    came, went = [update["message"] for update in await call.updates()]
    assert came["new_chat_members"] == [
        {"id": guest.id, "is_bot": False, "first_name": "Carl", "language_code": "xx-YY"}
    ]
    assert went["left_chat_member"]["id"] == boris.id


async def test_who_is_kicked_is_told_of_and_gone(
    world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    """survive-46."""
    await call.updates(offset=2**40)
    world.kick(boris, group, ann)
    (gone,) = [update["message"] for update in await call.updates()]
    assert (gone["left_chat_member"]["id"], gone["from"]["id"]) == (boris.id, ann.id)
    assert (await call("getChatMember", chat_id=group.id, user_id=ann.id)).result["status"] == "creator"
    assert group.members[boris.id].status == "kicked"
    assert not group.holds(boris)


async def test_promotion_and_demotion_of_the_bot_are_told(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    await call.updates(offset=2**40)
    world.promote(world.bot, group, by=ann)
    world.demote(world.bot, group, by=ann)
    changes = [update["my_chat_member"] for update in await call.updates()]
    assert [change["new_chat_member"]["status"] for change in changes] == ["administrator", "member"]
    assert {change["from"]["id"] for change in changes} == {ann.id}


async def test_a_migrations_messages_are_read_by_the_library(world: World, group: Chat, call: ApiCaller) -> None:
    await call.updates(offset=2**40)
    new = world.migrate(group)
    old_place, new_place = [Message.de_json(update["message"], None) for update in await call.updates()]
    assert (old_place.chat.type, old_place.migrate_to_chat_id) == ("group", new.id)
    assert (new_place.chat.type, new_place.migrate_from_chat_id) == ("supergroup", group.id)
    assert new_place.sender_chat is not None
    assert new_place.sender_chat.id == new.id


async def test_standing_moves_along(world: World, group: Chat, ann: User, boris: User) -> None:
    world.promote(boris, group)
    world.set_permissions(group, can_send_photos=False)
    new = world.migrate(group)
    assert [new.members[person.id].status for person in (ann, boris, world.bot)] == [
        "creator",
        "administrator",
        "member",
    ]
    assert not new.permits(world.bot, "can_send_photos")


async def test_topics_are_told_by_service_messages(world: World, forum: Chat, ann: User, call: ApiCaller) -> None:
    await call.updates(offset=2**40)
    topic = world.create_topic(ann, forum, "Hats")
    world.close_topic(ann, forum, topic.id)
    opened, closed = [Message.de_json(update["message"], None) for update in await call.updates()]
    assert opened.forum_topic_created is not None
    assert opened.forum_topic_created.name == "Hats"
    assert opened.chat.is_forum
    assert closed.forum_topic_closed is not None
    assert {message.message_thread_id for message in (opened, closed)} == {topic.id}


def test_only_members_open_topics(world: World, forum: Chat) -> None:
    with pytest.raises(ImpossibleAction):
        world.create_topic(world.add_person("Carl"), forum, "Hats")


async def test_a_kicked_bots_messages_stay_and_a_returning_one_may_edit_them(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    sent = await call.text(group.id)
    where = {"chat_id": group.id, "message_id": sent["message_id"]}
    world.kick_bot(group, ann)
    assert (await call("editMessageText", **where, text="x")).status == 403
    world.add_bot(group, ann)
    assert (await call("editMessageText", **where, text="x")).status == 200


@pytest.mark.parametrize(
    ("status", "rights", "right", "held"),
    [
        ("creator", [], "can_pin_messages", True),
        ("administrator", ["can_pin_messages"], "can_pin_messages", True),
        ("administrator", ["can_delete_messages"], "can_pin_messages", False),
        ("member", ["can_pin_messages"], "can_pin_messages", False),
    ],
)
def test_rights_are_for_administrators_who_have_them(
    ann: User, status: Any, rights: list[str], right: str, held: bool
) -> None:
    assert Member(ann, status, frozenset(rights)).has_right(right) is held


@pytest.mark.parametrize(("first", "last", "full"), [("Ann", "", "Ann"), ("Ann", "Smith", "Ann Smith"), ("", "", "")])
def test_a_name_is_first_and_last(first: str, last: str, full: str) -> None:
    assert User(1, first, last).name == full
