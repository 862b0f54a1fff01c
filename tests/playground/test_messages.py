"""Sends, edits and deletions that go well."""

from __future__ import annotations

from typing import Any

from bot.playground import feed
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.tools import ApiCaller, ManualClock, keys, png

BOLD = [{"type": "bold", "offset": 0, "length": 3}]


async def edit(call: ApiCaller, what: str, message: dict[str, Any], **params: Any) -> dict[str, Any]:
    where = {"chat_id": message["chat"]["id"], "message_id": message["message_id"]}
    edited: dict[str, Any] = (await call(f"editMessage{what}", **where, **params)).result
    return edited


async def test_a_message_tells_who_where_and_when(
    world: World, group: Chat, call: ApiCaller, clock: ManualClock
) -> None:
    sent = await call.text(group.id, "hello")
    assert sent["from"] == {"id": world.bot.id, "is_bot": True, "first_name": "Underhat", "username": "underhat_bot"}
    assert (sent["chat"]["id"], sent["chat"]["title"], sent["date"]) == (group.id, "Hats", int(clock.now))


async def test_a_photo_has_what_was_asked_for(group: Chat, call: ApiCaller) -> None:
    sent = await call.photo(group.id, caption="c", has_spoiler="1", protect_content="yes")
    assert sent["has_media_spoiler"] is True
    assert sent["has_protected_content"] is True


async def test_silence_is_for_those_who_would_hear(world: World, group: Chat, call: ApiCaller) -> None:
    loud, quiet = await call.text(group.id), await call.text(group.id, disable_notification=True)
    assert [group.messages[each["message_id"]].silent for each in (loud, quiet)] == [False, True]


async def test_a_text_is_edited_and_dated(group: Chat, call: ApiCaller, clock: ManualClock) -> None:
    sent = await call.text(group.id, "old")
    clock.move(7)
    edited = await edit(call, "Text", sent, text="new", entities=BOLD, reply_markup=keys("x"))
    assert (edited["text"], edited["edit_date"]) == ("new", int(clock.now))
    assert edited["entities"][0]["type"] == "bold"
    assert edited["reply_markup"] == keys("x")


async def test_a_text_becomes_a_photo(group: Chat, call: ApiCaller) -> None:
    """docs/platforms.md A7: since 7.x."""
    picture, text = await call.photo(group.id), await call.text(group.id)
    media = {"type": "photo", "media": picture["photo"][-1]["file_id"], "caption": "now"}
    edited = await edit(call, "Media", text, media=media)
    assert (edited["caption"], "text" in edited) == ("now", False)
    assert edited["photo"] == picture["photo"]


async def test_media_may_be_hidden_behind_a_spoiler_later(group: Chat, call: ApiCaller) -> None:
    sent = await call.photo(group.id)
    media = {"type": "photo", "media": sent["photo"][-1]["file_id"], "has_spoiler": True}
    assert (await edit(call, "Media", sent, media=media))["has_media_spoiler"] is True


async def test_own_messages_are_edited_after_years(group: Chat, call: ApiCaller, clock: ManualClock) -> None:
    """docs/platforms.md A7: no time limit for a bot's own messages."""
    sent = await call.text(group.id, "old")
    clock.move(3 * 365 * 86_400)
    assert (await edit(call, "Text", sent, text="new"))["text"] == "new"


async def test_photos_forbidden_meanwhile_cannot_be_edited_in(world: World, group: Chat, call: ApiCaller) -> None:
    """survive-86."""
    sent = await call.photo(group.id)
    world.set_permissions(group, can_send_photos=False)
    where = {"chat_id": group.id, "message_id": sent["message_id"]}
    media = {"type": "photo", "media": sent["photo"][-1]["file_id"], "caption": "x"}
    reply = await call("editMessageMedia", **where, media=media)
    assert reply.refusal == (400, "Bad Request: not enough rights to send photos to the chat")
    assert (await call("editMessageReplyMarkup", **where, reply_markup=keys("x"))).status == 200


async def test_own_messages_can_be_deleted_for_two_days_in_a_group(
    group: Chat, call: ApiCaller, clock: ManualClock
) -> None:
    sent = await call.text(group.id)
    clock.move(48 * 3600 - 1)
    assert (await call("deleteMessage", chat_id=group.id, message_id=sent["message_id"])).result is True


async def test_nothing_older_can_be_deleted_in_any_chat_and_own_messages_be_edited_for_ever(
    world: World, group: Chat, ann: User, call: ApiCaller, clock: ManualClock
) -> None:
    """A7: the age is looked at before any right."""
    world.promote(world.bot, group)
    world.start(ann)
    said = world.say(ann, group, "/play")
    for chat in (group.id, ann.id):
        sent = await call.text(chat)
        clock.move(48 * 3600)
        for message in (sent["message_id"], said.id) if chat == group.id else (sent["message_id"],):
            reply = await call("deleteMessage", chat_id=chat, message_id=message)
            assert reply.refusal == (400, "Bad Request: message can't be deleted for everyone")
        assert (await call("editMessageText", chat_id=chat, message_id=sent["message_id"], text="x")).status == 200


async def test_an_administrator_with_that_right_deletes_what_others_wrote(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    said = world.say(ann, group, "/play")
    world.promote(world.bot, group)
    assert (await call("deleteMessage", chat_id=group.id, message_id=said.id)).result is True
    world.promote(world.bot, group, rights=["can_pin_messages"])
    said = world.say(ann, group, "/play")
    assert (await call("deleteMessage", chat_id=group.id, message_id=said.id)).status == 400


async def test_a_secret_is_removed_even_from_who_blocked_the_bot(world: World, ann: User, call: ApiCaller) -> None:
    world.start(ann)
    sent = await call.text(ann.id, "secret")
    world.block(ann)
    assert (await call("deleteMessage", chat_id=ann.id, message_id=sent["message_id"])).result is True
    assert sent["message_id"] not in world.private(ann).messages


async def test_standing_in_a_chat_is_told(world: World, group: Chat, ann: User, boris: User, call: ApiCaller) -> None:
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


async def test_an_action_is_shown(world: World, forum: Chat, ann: User, call: ApiCaller) -> None:
    topic = world.create_topic(ann, forum, "Hats")
    with world.feed.watch() as changes:
        await call("sendChatAction", chat_id=forum.id, action="upload_photo", message_thread_id=topic.id)
        assert changes.take() == [feed.Typing(forum, topic.id, "upload_photo")]


async def test_fifty_kinds_of_bytes_in_a_row_stay_apart(group: Chat, world: World, call: ApiCaller) -> None:
    world.limits.group_per_minute = 0
    world.limits.per_second = 0
    seen = set()
    for colour in range(50):
        sent = await call.form("sendPhoto", {"photo": ("b.png", png(colour=colour))}, chat_id=str(group.id))
        seen.add(sent.result["photo"][-1]["file_id"])
    assert len(seen) == 50


FILM = b"\0\0\0\x14ftypisom" + bytes(100)


async def test_a_video_is_as_large_and_long_as_its_sender_says(world: World, group: Chat, call: ApiCaller) -> None:
    sent = (
        await call.form(
            "sendVideo",
            {"video": ("a.mp4", FILM)},
            chat_id=str(group.id),
            caption="c",
            width="720",
            height="600",
            duration="7",
        )
    ).result
    assert (sent["caption"], "text" in sent) == ("c", False)
    video = sent["video"]
    assert (video["width"], video["height"], video["duration"]) == (720, 600, 7)
    assert (video["mime_type"], video["file_size"]) == ("video/mp4", len(FILM))
    assert world.videos[video["file_id"]].content == FILM


async def test_what_is_no_video_is_refused(world: World, group: Chat, call: ApiCaller) -> None:
    assert (await call.form("sendVideo", {"video": ("a.mp4", png())}, chat_id=str(group.id))).refusal[0] == 400
    assert (await call.form("sendVideo", chat_id=str(group.id))).refusal[0] == 400
    world.set_permissions(group, can_send_videos=False)
    refused = await call.form("sendVideo", {"video": ("a.mp4", FILM)}, chat_id=str(group.id))
    assert refused.refusal == (400, "Bad Request: not enough rights to send videos to the chat")
