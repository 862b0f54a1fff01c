"""Groups as they are: hidden members, slow mode, moderators, paid messages, comments (platforms.md A7, A9, A10)."""

from __future__ import annotations

import pytest

from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.tools import ApiCaller, ManualClock

SENDS = ("sendMessage", "sendPhoto")


class TestHiddenMembers:
    async def test_are_not_told_to_a_bot_that_is_no_administrator(
        self, world: World, supergroup: Chat, ann: User, boris: User, call: ApiCaller
    ) -> None:
        supergroup.hides_members = True
        for person in (ann, boris):
            world.say(person, supergroup, "/hello")
            reply = await call("getChatMember", chat_id=supergroup.id, user_id=person.id)
            assert reply.refusal == (400, "Bad Request: CHAT_ADMIN_REQUIRED")
        me = await call("getChatMember", chat_id=supergroup.id, user_id=world.bot.id)
        assert me.result["status"] == "member"
        world.promote(world.bot, supergroup)
        told = await call("getChatMember", chat_id=supergroup.id, user_id=ann.id)
        assert told.result["status"] == "creator"

    async def test_administrators_are_listed_to_any_member(
        self, world: World, supergroup: Chat, ann: User, boris: User, call: ApiCaller
    ) -> None:
        supergroup.hides_members = True
        listed = (await call("getChatAdministrators", chat_id=supergroup.id)).result
        assert [(each["user"]["id"], each["status"]) for each in listed] == [(ann.id, "creator")]
        world.promote(boris, supergroup)
        listed = (await call("getChatAdministrators", chat_id=supergroup.id)).result
        assert {each["user"]["id"] for each in listed} == {ann.id, boris.id}


class TestSlowMode:
    async def test_holds_sends_for_the_rest_of_the_wait_and_no_edits(
        self, supergroup: Chat, call: ApiCaller, clock: ManualClock
    ) -> None:
        """A9."""
        supergroup.slow_seconds = 60
        sent = await call.text(supergroup.id)
        clock.move(10.5)
        refused = await call("sendMessage", chat_id=supergroup.id, text="more")
        assert refused.refusal == (429, "Too Many Requests: retry after 50")
        where = {"chat_id": supergroup.id, "message_id": sent["message_id"]}
        assert (await call("editMessageText", **where, text="news")).status == 200
        clock.move(50)
        assert (await call("sendMessage", chat_id=supergroup.id, text="more")).status == 200

    async def test_holds_no_administrator(self, world: World, supergroup: Chat, call: ApiCaller) -> None:
        supergroup.slow_seconds = 60
        world.promote(world.bot, supergroup)
        for _ in range(3):
            await call.text(supergroup.id)


async def test_a_moderator_deletes_at_once_what_a_bot_sends(world: World, supergroup: Chat, call: ApiCaller) -> None:
    """A7."""
    supergroup.moderated = True
    reply = await call("sendMessage", chat_id=supergroup.id, text="hello")
    text = "Internal Server Error: sent message was immediately deleted and can't be returned"
    assert reply.refusal == (500, text)
    assert [message for message in supergroup.messages.values() if message.sender is world.bot] == [
        message for message in supergroup.messages.values() if message.service and message.sender is world.bot
    ]


async def test_paid_messages_are_not_for_bots_that_are_no_administrators(
    world: World, supergroup: Chat, call: ApiCaller
) -> None:
    """A10."""
    supergroup.stars = 25
    reply = await call("sendMessage", chat_id=supergroup.id, text="hello")
    assert reply.refusal == (400, "Bad Request: ALLOW_PAYMENT_REQUIRED_25")
    world.promote(world.bot, supergroup)
    await call.text(supergroup.id)


class TestComments:
    """A10: a thread, but no topic; only a reply to a message there lands there."""

    @pytest.fixture
    def discussion(self, world: World, ann: User, boris: User) -> Chat:
        channel = world.create_channel("Hat news", ann)
        discussion = world.create_discussion(channel, [ann, boris])
        world.channel_post(channel, "A new hat!")
        return discussion

    async def test_are_told_with_a_thread_that_is_no_topic(
        self, world: World, discussion: Chat, boris: User, call: ApiCaller
    ) -> None:
        root = next(message for message in discussion.messages.values() if message.automatic)
        await call.updates(offset=2**40)
        world.say(boris, discussion, "/play", reply_to=root.id)
        (told,) = [update["message"] for update in await call.updates()]
        assert told["message_thread_id"] == root.id
        assert "is_topic_message" not in told
        assert told["reply_to_message"]["is_automatic_forward"] is True
        assert told["reply_to_message"]["sender_chat"]["type"] == "channel"

    async def test_are_joined_by_a_reply_alone(self, world: World, discussion: Chat, call: ApiCaller) -> None:
        root = next(message for message in discussion.messages.values() if message.automatic)
        plain = await call.text(discussion.id)
        assert "message_thread_id" not in plain
        reply = await call.text(discussion.id, reply_parameters={"message_id": root.id})
        assert reply["message_thread_id"] == root.id
        world.remove_message(root)
        where = {"chat_id": discussion.id, "text": "x"}
        gone = await call("sendMessage", **where, reply_parameters={"message_id": root.id})
        assert gone.refusal == (400, "Bad Request: message to be replied not found")
        anyway = {"message_id": root.id, "allow_sending_without_reply": True}
        assert (await call("sendMessage", **where, reply_parameters=anyway)).status == 200
