"""Sends, edits, deletions, pins and questions about chats that go well."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground import feed
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.tools import Caller, Clock, keys, png


async def edit(call: Caller, what: str, message: dict[str, Any], **params: Any) -> dict[str, Any]:
    where = {"chat_id": message["chat"]["id"], "message_id": message["message_id"]}
    edited: dict[str, Any] = (await call(f"editMessage{what}", **where, **params)).result
    return edited


async def test_a_message_tells_who_where_and_when(world: World, group: Chat, call: Caller, clock: Clock) -> None:
    sent = await call.text(group.id, "hello")
    assert sent["from"] == {"id": world.bot.id, "is_bot": True, "first_name": "Underhat", "username": "underhat_bot"}
    assert (sent["chat"]["id"], sent["chat"]["title"], sent["date"]) == (group.id, "Hats", int(clock.now))


async def test_a_photo_has_what_was_asked_for(group: Chat, call: Caller) -> None:
    sent = await call.photo(
        group.id, caption="c", has_spoiler="true", show_caption_above_media="1", protect_content="yes"
    )
    assert sent["has_media_spoiler"] is True
    assert sent["show_caption_above_media"] is True
    assert sent["has_protected_content"] is True


async def test_silence_is_for_those_who_would_hear(world: World, group: Chat, call: Caller) -> None:
    loud, quiet = await call.text(group.id), await call.text(group.id, disable_notification=True)
    assert [group.messages[each["message_id"]].silent for each in (loud, quiet)] == [False, True]


async def test_a_reply_shows_what_it_replies_to(world: World, group: Chat, ann: User, call: Caller) -> None:
    said = world.say(ann, group, "/play")
    sent = await call.text(group.id, reply_parameters={"message_id": said.id})
    assert sent["reply_to_message"]["text"] == "/play"
    old = await call.text(group.id, reply_to_message_id=said.id)
    assert old["reply_to_message"]["message_id"] == said.id


async def test_a_reply_to_nothing_can_be_sent_all_the_same(group: Chat, call: Caller) -> None:
    lenient = {"message_id": 404, "allow_sending_without_reply": True}
    assert "reply_to_message" not in await call.text(group.id, reply_parameters=lenient)


async def test_a_text_is_edited_and_dated(group: Chat, call: Caller, clock: Clock) -> None:
    sent = await call.text(group.id, "old")
    clock.move(7)
    edited = await edit(call, "Text", sent, text="<b>new</b>", parse_mode="HTML", reply_markup=keys("x"))
    assert (edited["text"], edited["edit_date"]) == ("new", int(clock.now))
    assert edited["entities"][0]["type"] == "bold"
    assert edited["reply_markup"] == keys("x")


async def test_a_caption_can_be_taken_away(group: Chat, call: Caller) -> None:
    sent = await call.photo(group.id, caption="old")
    assert "caption" not in await edit(call, "Caption", sent)


async def test_a_text_becomes_a_photo(group: Chat, call: Caller) -> None:
    """PLATFORMS A7: since 7.x."""
    picture, text = await call.photo(group.id), await call.text(group.id)
    media = {"type": "photo", "media": picture["photo"][-1]["file_id"], "caption": "now"}
    edited = await edit(call, "Media", text, media=media)
    assert (edited["caption"], "text" in edited) == ("now", False)
    assert edited["photo"] == picture["photo"]


async def test_media_may_be_hidden_behind_a_spoiler_later(group: Chat, call: Caller) -> None:
    sent = await call.photo(group.id)
    media = {"type": "photo", "media": sent["photo"][-1]["file_id"], "has_spoiler": True}
    assert (await edit(call, "Media", sent, media=media))["has_media_spoiler"] is True


async def test_own_messages_are_edited_after_years(group: Chat, call: Caller, clock: Clock) -> None:
    """PLATFORMS A7: no time limit for a bot's own messages."""
    sent = await call.text(group.id, "old")
    clock.move(3 * 365 * 86_400)
    assert (await edit(call, "Text", sent, text="new"))["text"] == "new"


async def test_photos_forbidden_meanwhile_cannot_be_edited_in(world: World, group: Chat, call: Caller) -> None:
    """survive-86."""
    sent = await call.photo(group.id)
    world.set_permissions(group, can_send_photos=False)
    media = {"type": "photo", "media": sent["photo"][-1]["file_id"], "caption": "x"}
    reply = await call("editMessageMedia", chat_id=group.id, message_id=sent["message_id"], media=media)
    assert reply.refusal == (400, "Bad Request: not enough rights to send photos to the chat")
    assert (
        await call("editMessageCaption", chat_id=group.id, message_id=sent["message_id"], caption="x")
    ).status == 200


async def test_own_messages_can_be_deleted_for_two_days_in_a_group(group: Chat, call: Caller, clock: Clock) -> None:
    sent = await call.text(group.id)
    clock.move(48 * 3600 - 1)
    assert (await call("deleteMessage", chat_id=group.id, message_id=sent["message_id"])).result is True


async def test_an_administrator_deletes_anything_any_time(
    world: World, group: Chat, ann: User, call: Caller, clock: Clock
) -> None:
    said = world.say(ann, group, "/play")
    world.promote(world.bot, group)
    clock.move(90 * 86_400)
    assert (await call("deleteMessage", chat_id=group.id, message_id=said.id)).result is True
    world.promote(world.bot, group, rights=["can_pin_messages"])
    said = world.say(ann, group, "/play")
    assert (await call("deleteMessage", chat_id=group.id, message_id=said.id)).status == 400


async def test_a_secret_is_removed_even_from_who_blocked_the_bot(world: World, ann: User, call: Caller) -> None:
    world.start(ann)
    sent = await call.text(ann.id, "secret")
    world.block(ann)
    assert (await call("deleteMessage", chat_id=ann.id, message_id=sent["message_id"])).result is True
    assert sent["message_id"] not in world.private(ann).messages


async def test_many_are_deleted_at_once_and_missing_ones_passed_over(
    world: World, group: Chat, ann: User, call: Caller
) -> None:
    mine = [(await call.text(group.id))["message_id"] for _ in range(2)]
    foreign = world.say(ann, group, "/play").id
    assert (await call("deleteMessages", chat_id=group.id, message_ids=[*mine, foreign, 404])).result is True
    assert not set(mine) & set(group.messages)
    assert foreign in group.messages


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([], "message identifiers are not specified"),
        ("", "message identifiers are not specified"),
        ("[", "can't parse message_ids JSON object"),
        (5, "expected an Array of message identifiers"),
        ({}, "expected an Array of message identifiers"),
        (["a"], "invalid message identifier specified"),
        ([0], "invalid message identifier specified"),
        (list(range(1, 102)), "too many message identifiers specified"),
    ],
)
async def test_a_wrong_list_of_messages_is_refused(group: Chat, call: Caller, numbers: Any, words: str) -> None:
    reply = await call("deleteMessages", chat_id=group.id, message_ids=numbers)
    assert reply.refusal == (400, f"Bad Request: {words}")


async def test_an_administrator_pins_with_a_service_message(world: World, supergroup: Chat, call: Caller) -> None:
    world.promote(world.bot, supergroup)
    sent = await call.text(supergroup.id, "board")
    await call.updates(offset=2**40)
    where = {"chat_id": supergroup.id, "message_id": sent["message_id"]}
    with world.watch() as changes:
        assert (await call("pinChatMessage", **where)).result is True
        assert feed.PinsChanged(supergroup) in changes.take()
    assert list(supergroup.messages.values())[-1].service is not None
    assert await call.updates() == [], "what the bot does itself is not told to it"
    assert (await call("getChat", chat_id=supergroup.id)).result["pinned_message"]["text"] == "board"
    assert (await call("unpinChatMessage", **where)).result is True
    again = await call("unpinChatMessage", **where)
    assert again.refusal == (400, "Bad Request: message to unpin not found")
    await call("pinChatMessage", **where)
    assert (await call("unpinAllChatMessages", chat_id=supergroup.id)).result is True
    assert supergroup.pinned == []


async def test_a_deleted_message_is_pinned_no_more(world: World, group: Chat, call: Caller) -> None:
    world.promote(world.bot, group)
    sent = await call.text(group.id)
    await call("pinChatMessage", chat_id=group.id, message_id=sent["message_id"])
    await call("deleteMessage", chat_id=group.id, message_id=sent["message_id"])
    assert group.pinned == []


async def test_a_group_may_let_its_members_pin(world: World, group: Chat, call: Caller) -> None:
    world.set_permissions(group, can_pin_messages=True)
    sent = await call.text(group.id)
    assert (await call("pinChatMessage", chat_id=group.id, message_id=sent["message_id"])).result is True


async def test_chats_are_found_by_number_or_name(world: World, group: Chat, supergroup: Chat, call: Caller) -> None:
    supergroup.username = "hat_lovers"
    assert (await call.text(group.id))["chat"]["id"] == group.id
    reply = await call("sendMessage", chat_id="@Hat_Lovers", text="x")
    assert reply.result["chat"] == {
        "id": supergroup.id,
        "type": "supergroup",
        "title": "Big hats",
        "username": "hat_lovers",
    }
    assert (await call("getChat", chat_id=str(group.id))).result["type"] == "group"


async def test_standing_in_a_chat_is_told(world: World, group: Chat, ann: User, boris: User, call: Caller) -> None:
    world.say(boris, group, "/play")
    stranger = world.add_person("Carl")
    world.start(stranger)

    async def status(person: User) -> str:
        shown = (await call("getChatMember", chat_id=group.id, user_id=person.id)).result
        assert shown["user"]["id"] == person.id
        return str(shown["status"])

    assert [await status(person) for person in (ann, boris, world.bot, stranger)] == [
        "creator",
        "member",
        "member",
        "left",
    ]
    world.promote(boris, group)
    assert await status(boris) == "administrator"
    world.leave(boris, group)
    assert await status(boris) == "left"


async def test_other_bots_are_no_administrators_to_ask(world: World, group: Chat, ann: User, call: Caller) -> None:
    other = world.add_person("Other", username="other_bot", is_bot=True)
    world.join(other, group)
    world.promote(other, group)
    world.promote(world.bot, group)
    shown = (await call("getChatAdministrators", chat_id=group.id)).result
    assert {each["user"]["id"] for each in shown} == {ann.id, world.bot.id}


async def test_a_private_chat_has_no_administrators(world: World, ann: User, call: Caller) -> None:
    world.start(ann)
    reply = await call("getChatAdministrators", chat_id=ann.id)
    assert reply.refusal == (400, "Bad Request: there are no administrators in the private chat")
    assert (await call("getChatMemberCount", chat_id=ann.id)).result == 2


async def test_a_bot_that_left_is_no_member(world: World, group: Chat, call: Caller) -> None:
    assert (await call("leaveChat", chat_id=group.id)).result is True
    reply = await call("sendMessage", chat_id=group.id, text="x")
    assert reply.refusal == (403, "Forbidden: bot is not a member of the group chat")


async def test_an_action_is_shown(world: World, forum: Chat, ann: User, call: Caller) -> None:
    topic = world.create_topic(ann, forum, "Hats")
    with world.watch() as changes:
        await call("sendChatAction", chat_id=forum.id, action="upload_photo", message_thread_id=topic.id)
        assert changes.take() == [feed.Typing(forum, topic.id, "upload_photo")]


async def test_fifty_kinds_of_bytes_in_a_row_stay_apart(group: Chat, world: World, call: Caller) -> None:
    world.limits.group_per_minute = 0
    world.limits.per_second = 0
    seen = set()
    for colour in range(50):
        sent = await call.form("sendPhoto", {"photo": ("b.png", png(colour=colour))}, chat_id=str(group.id))
        seen.add(sent.result["photo"][-1]["file_id"])
    assert len(seen) == 50
