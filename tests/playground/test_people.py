"""What people's clients can do, and what everybody sees of it."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground import feed
from bot.playground.errors import ImpossibleAction
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.tools import ApiCaller, ManualClock, keys


async def test_a_press_ends_with_the_bots_answer(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    press = world.press(ann, group, board["message_id"], "x")
    assert press.toast is None
    await call("answerCallbackQuery", callback_query_id=press.id, url="https://t.me/underhat_bot?start=a")
    assert await press == feed.Toast(ann, press.id, url="https://t.me/underhat_bot?start=a")
    assert press.toast == await press


async def test_an_unanswered_press_ends_after_fifteen_seconds(
    world: World, group: Chat, ann: User, call: ApiCaller, clock: ManualClock
) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    press = world.press(ann, group, board["message_id"], "x")
    clock.move(14.9)
    world.tick()
    assert press.toast is None
    clock.move(0.1)
    world.tick()
    assert (await press).unanswered


async def test_an_unanswered_press_is_fine_if_the_message_moved(
    world: World, group: Chat, ann: User, call: ApiCaller, clock: ManualClock
) -> None:
    """docs/platforms.md A5: within the last 31 s."""
    board = await call.text(group.id, reply_markup=keys("x"))
    press = world.press(ann, group, board["message_id"], "x")
    await call("editMessageText", chat_id=group.id, message_id=board["message_id"], text="new")
    clock.move(15)
    world.tick()
    assert not (await press).unanswered


async def test_presses_of_many_people_end_each_with_its_own(
    world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    presses = [world.press(person, group, board["message_id"], "x") for person in (ann, boris, ann)]
    for number, press in reversed(list(enumerate(presses))):
        await call("answerCallbackQuery", callback_query_id=press.id, text=str(number))
    assert [(await press).text for press in presses] == ["0", "1", "2"]


@pytest.mark.parametrize("url", ["https://t.me/underhat_bot?start=ab-1", "https://telegram.me/Underhat_Bot?start=ab-1"])
async def test_a_link_starts_the_bot_with_its_payload(world: World, ann: User, call: ApiCaller, url: str) -> None:
    said = world.open_link(ann, url)
    assert said is not None
    assert (said.text, said.chat.private) == ("/start ab-1", True)
    assert (await call.updates())[-1]["message"]["chat"]["id"] == ann.id
    assert (await call.text(ann.id))["chat"]["type"] == "private"


async def test_a_link_without_payload_only_opens_the_chat(world: World, ann: User, call: ApiCaller) -> None:
    assert world.open_link(ann, world.link()) is None
    assert await call.updates() == []
    assert world.link("x") == "https://t.me/underhat_bot?start=x"


async def test_a_link_into_a_group_brings_the_bot(world: World, ann: User, boris: User, call: ApiCaller) -> None:
    club = world.create_group("Club", [ann, boris], with_bot=False)
    said = world.open_link(ann, "https://t.me/underhat_bot?startgroup=hi", club)
    assert said is not None
    assert said.text == "/start@underhat_bot hi"
    assert club.holds(world.bot)
    assert (await call.text(club.id))["chat"]["title"] == "Club"


@pytest.mark.parametrize("url", ["https://example.org/underhat_bot?start=x", "https://t.me/other_bot?start=x"])
def test_other_links_are_not_followed(world: World, ann: User, url: str) -> None:
    with pytest.raises(ImpossibleAction):
        world.open_link(ann, url)


async def test_start_unblocks(world: World, ann: User, call: ApiCaller) -> None:
    world.start(ann)
    world.block(ann)
    with pytest.raises(ImpossibleAction):
        world.say(ann, world.private(ann), "hello")
    world.start(ann, "again")
    assert (await call.text(ann.id))["text"] == "hello"
    standings = [update for update in await call.updates() if "my_chat_member" in update]
    statuses = [update["my_chat_member"]["new_chat_member"]["status"] for update in standings]
    assert statuses == ["kicked", "member"]


async def test_blocking_twice_is_told_once(world: World, ann: User, call: ApiCaller) -> None:
    world.start(ann)
    world.block(ann)
    world.block(ann)
    assert len(await call.updates()) == 2


async def test_who_left_can_neither_write_nor_press(world: World, group: Chat, boris: User, call: ApiCaller) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    world.leave(boris, group)
    with pytest.raises(ImpossibleAction):
        world.say(boris, group, "/play")
    with pytest.raises(ImpossibleAction):
        world.press(boris, group, board["message_id"], "x")
    with pytest.raises(ImpossibleAction):
        world.leave(boris, group)
    world.join(boris, group)
    assert world.press(boris, group, board["message_id"], "x").toast is None


async def test_a_deleted_message_cannot_be_pressed(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    await call("deleteMessage", chat_id=group.id, message_id=board["message_id"])
    with pytest.raises(ImpossibleAction):
        world.press(ann, group, board["message_id"], "x")


async def test_only_a_bots_messages_have_buttons(world: World, group: Chat, ann: User) -> None:
    said = world.say(ann, group, "hello")
    with pytest.raises(ImpossibleAction):
        world.press(ann, group, said.id, "x")


async def test_members_delete_their_own_and_administrators_everybodys(
    world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    board = await call.text(group.id)
    own = world.say(boris, group, "oops")
    world.delete_message(boris, group, own.id)
    with pytest.raises(ImpossibleAction):
        world.delete_message(boris, group, board["message_id"])
    world.delete_message(ann, group, board["message_id"])
    assert own.id not in group.messages
    assert board["message_id"] not in group.messages


async def test_in_private_everything_can_be_deleted(world: World, ann: User, call: ApiCaller) -> None:
    world.start(ann)
    secret = await call.text(ann.id, "secret")
    world.delete_message(ann, world.private(ann), secret["message_id"])
    gone = await call("deleteMessage", chat_id=ann.id, message_id=secret["message_id"])
    assert gone.refusal == (400, "Bad Request: message to delete not found")


async def test_permissions_bind_members_and_not_administrators(
    world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    world.set_permissions(group, can_send_messages=False)
    with pytest.raises(ImpossibleAction):
        world.say(boris, group, "hello")
    world.say(ann, group, "hello")
    world.promote(world.bot, group)
    assert (await call.text(group.id))["text"] == "hello"
    world.set_permissions(group, can_send_messages=True)
    world.say(boris, group, "hello")


async def test_topics_keep_their_messages(world: World, forum: Chat, ann: User, call: ApiCaller) -> None:
    """survive-84."""
    topic = world.create_topic(ann, forum, "Hats")
    said = world.say(ann, forum, "/play", topic=topic.id)
    shown = (await call.updates())[-1]["message"]
    assert (shown["message_thread_id"], shown["is_topic_message"]) == (topic.id, True)
    sent = await call.text(forum.id, message_thread_id=topic.id)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic.id, True)
    assert "message_thread_id" not in await call.text(forum.id)
    world.delete_topic(forum, topic.id)
    assert said.id not in forum.messages
    gone = await call("editMessageText", chat_id=forum.id, message_id=sent["message_id"], text="x")
    assert gone.refusal == (400, "Bad Request: message to edit not found")


async def test_a_closed_topic_is_for_administrators(
    world: World, forum: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    topic = world.create_topic(ann, forum, "Hats")
    world.close_topic(ann, forum, topic.id)
    with pytest.raises(ImpossibleAction):
        world.say(boris, forum, "hello", topic=topic.id)
    world.say(ann, forum, "hello", topic=topic.id)
    world.promote(world.bot, forum)
    assert (await call.text(forum.id, message_thread_id=topic.id))["message_thread_id"] == topic.id
    world.demote(world.bot, forum)
    topic.closed = False
    assert (await call.text(forum.id, message_thread_id=topic.id))["message_thread_id"] == topic.id


def test_topics_are_for_forums(world: World, group: Chat, ann: User) -> None:
    with pytest.raises(ImpossibleAction):
        world.create_topic(ann, group, "Hats")


async def test_a_reply_in_a_supergroup_has_a_thread_that_is_no_topic(
    world: World, supergroup: Chat, ann: User, call: ApiCaller
) -> None:
    """survive-82."""
    first = world.say(ann, supergroup, "/play")
    world.say(ann, supergroup, "/play again", reply_to=first.id)
    shown = (await call.updates())[-1]["message"]
    assert shown["message_thread_id"] == first.id
    assert "is_topic_message" not in shown
    reply = await call("sendMessage", chat_id=supergroup.id, text="x", message_thread_id=first.id)
    assert reply.refusal == (400, "Bad Request: message thread not found")


async def test_a_migrated_group_is_new_and_empty(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    board = await call.text(group.id)
    new = world.migrate(group)
    assert new.id < -1_000_000_000_000
    assert new.holds(ann)
    assert new.holds(world.bot)
    assert board["message_id"] not in new.messages
    assert group not in world.chats_of(ann)
    with pytest.raises(ImpossibleAction):
        world.say(ann, group, "hello")
    with pytest.raises(ImpossibleAction):
        world.migrate(group)
    assert (await call.text(new.id))["chat"]["type"] == "supergroup"


def test_anonymity_is_for_administrators(world: World, group: Chat, boris: User) -> None:
    with pytest.raises(ImpossibleAction):
        world.say_as_anonymous_admin(boris, group, "/play")


async def test_a_member_may_write_as_a_channel(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    """survive-88."""
    channel = world.create_channel("News", ann)
    world.say_as_channel(ann, group, channel, "/play")
    shown = (await call.updates())[-1]["message"]
    assert (shown["from"]["id"], shown["sender_chat"]["id"]) == (136817688, channel.id)


def test_ids_have_telegrams_signs(world: World, ann: User, group: Chat, supergroup: Chat) -> None:
    """docs/platforms.md A10."""
    assert ann.id > 0
    assert -1_000_000_000_000 < group.id < 0
    assert supergroup.id < -1_000_000_000_000
    assert world.private(ann).id == ann.id


async def test_groups_and_private_chats_share_their_numbers_and_supergroups_do_not(
    world: World, group: Chat, supergroup: Chat, ann: User
) -> None:
    first = world.start(ann)
    second = world.say(ann, group, "hello")
    assert second.id == first.id + 1
    before = world.say(ann, supergroup, "hello")
    world.start(ann)
    assert world.say(ann, supergroup, "hello").id == before.id + 1


async def test_a_question_inline_gets_its_results(world: World, ann: User, call: ApiCaller) -> None:
    asked = world.ask_inline(ann, "swap")
    update = (await call.updates())[-1]["inline_query"]
    assert (update["query"], update["from"]["id"]) == ("swap", ann.id)
    results = [{"type": "article", "id": "1", "title": "Swap"}]
    await call("answerInlineQuery", inline_query_id=asked.id, results=results)
    assert await asked == results


async def test_an_unanswered_question_ends_with_nothing(world: World, ann: User, clock: ManualClock) -> None:
    asked = world.ask_inline(ann, "swap")
    clock.move(16)
    world.tick()
    assert await asked is None


async def test_what_changes_is_told_in_order(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    with world.feed.watch() as changes:
        said = world.say(ann, group, "/play")
        await call("sendChatAction", chat_id=group.id, action="typing")
        board = await call.text(group.id, reply_markup=keys("x"))
        message = group.messages[board["message_id"]]
        press = world.press(ann, group, message.id, "x")
        await call("answerCallbackQuery", callback_query_id=press.id, text="yes")
        await call("editMessageText", chat_id=group.id, message_id=message.id, text="new")
        await call("deleteMessage", chat_id=group.id, message_id=message.id)
        assert changes.take() == [
            feed.MessageNew(said),
            feed.Typing(group, None, "typing"),
            feed.MessageNew(message),
            feed.Toast(ann, press.id, "yes"),
            feed.MessageEdited(message),
            feed.MessageDeleted(message),
        ]


async def test_changes_can_be_waited_for(world: World, group: Chat, ann: User) -> None:
    found: list[feed.FeedChange] = []

    async def read() -> None:
        with world.feed.watch() as changes:
            async for change in changes:
                found.append(change)
                if len(found) == 2:
                    changes.close()

    reading = asyncio.create_task(read())
    await asyncio.sleep(0)
    said = [world.say(ann, group, text) for text in ("one", "two")]
    await asyncio.wait_for(reading, 60)
    assert found == [feed.MessageNew(message) for message in said]


async def test_who_reads_too_slowly_is_told_so(world: World, group: Chat, ann: User) -> None:
    with world.feed.watch(capacity=3) as changes:
        said = [world.say(ann, group, str(number)) for number in range(4)]
        assert changes.lost
        assert changes.take() == [feed.MessageNew(said[-1])]


async def test_everybody_sees_what_concerns_them(
    world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    stranger = world.add_person("Carl")
    world.start(ann)
    with world.feed.watch() as changes:
        world.say(ann, group, "hello")
        await call.text(ann.id, "secret")
        public, private = changes.take()
    assert [world.sees(person, public) for person in (ann, boris, stranger)] == [True, True, False]
    assert [world.sees(person, private) for person in (ann, boris, stranger)] == [True, False, False]
    toast = feed.Toast(boris, "1")
    assert [world.sees(person, toast) for person in (ann, boris)] == [False, True]
    assert world.chats_of(stranger) == []
    assert {chat.id for chat in world.chats_of(ann)} == {group.id, ann.id}


async def test_deleting_a_group_leaves_nobody_in_it(world: World, group: Chat, ann: User) -> None:
    world.delete_group(group)
    assert world.chats_of(ann) == []
    assert group.members[ann.id].status == "left"
