"""Which updates the bot gets, in which order, how long it waits, and who may listen (docs/platforms.md A8)."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from bot.playground.errors import ApiError
from bot.playground.model import Chat, User
from bot.playground.updates import UpdateQueue
from bot.playground.world import World
from tests.helpers.party import eventually
from tests.helpers.playground import Playground
from tests.playground.tools import ApiCaller, ManualClock, keys
from tests.telegram import virtual

CONFLICT = (
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
)


def kinds(updates: list[dict[str, Any]]) -> list[str]:
    return [next(key for key in update if key != "update_id") for update in updates]


async def drained(call: ApiCaller) -> None:
    for update in await call.updates():
        await call.updates(offset=update["update_id"] + 1)


async def test_updates_are_numbered_one_by_one_and_confirmed_by_offset(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    for text in ("/a", "/b", "/c"):
        world.say(ann, group, text)
    updates = await call.updates()
    numbers = [update["update_id"] for update in updates]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert await call.updates() == updates, "unconfirmed updates are told again"
    rest = await call.updates(offset=numbers[-1])
    assert [update["message"]["text"] for update in rest] == ["/c"]
    assert await call.updates(offset=numbers[-1] + 1) == []


async def test_a_later_world_repeats_no_number_of_an_earlier_one(clock: ManualClock) -> None:
    """A service remembers the updates it has seen, and a restarted playground meets the same database."""
    numbers = set()
    for first_id in (1_000_000, 1_000_001):
        world = World(now=clock, first_id=first_id)
        group = world.create_group("Hats", [world.add_person("Ann")])
        for _ in range(90):
            world.say(group.members[next(iter(group.members))].person, group, "/play")
        numbers |= {update.id for update in world.updates.first(200)}
    assert len(numbers) == 2 * 92


async def test_a_negative_offset_forgets_all_but_the_last(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    for text in ("/a", "/b", "/c"):
        world.say(ann, group, text)
    assert [update["message"]["text"] for update in await call.updates(offset=-2)] == ["/b", "/c"]
    assert len(await call.updates()) == 2


async def test_a_limit_is_kept(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    for _ in range(3):
        world.say(ann, group, "/a")
    assert len(await call.updates(limit=2)) == 2


async def test_a_long_poll_ends_with_the_first_update(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    await drained(call)
    poll = asyncio.create_task(call.updates(timeout=50))
    await eventually(lambda: world.updates.is_polled)
    assert not poll.done()
    world.say(ann, group, "/play")
    assert kinds(await asyncio.wait_for(poll, 60)) == ["message"]


async def test_a_long_poll_without_news_comes_back_empty(call: ApiCaller) -> None:
    assert await call.updates(timeout=1) == []


async def test_the_second_poller_ends_the_first(world: World, call: ApiCaller) -> None:
    first = asyncio.create_task(call("getUpdates", timeout=50))
    await eventually(lambda: world.updates.is_polled)
    second = asyncio.create_task(call("getUpdates", timeout=1))
    assert (await asyncio.wait_for(first, 60)).refusal == CONFLICT
    assert (await second).result == []


async def test_a_poll_that_does_not_wait_ends_nobody_elses(world: World, call: ApiCaller) -> None:
    first = asyncio.create_task(call("getUpdates", timeout=50))
    await eventually(lambda: world.updates.is_polled)
    assert (await call("getUpdates", timeout=0)).result == []
    assert not first.done()
    first.cancel()


def test_the_same_offset_again_brings_one_update_and_waits_three_seconds() -> None:
    """A8, F10: who polls again before it has confirmed hears of nobody else's press."""

    async def poll() -> None:
        queue = UpdateQueue(virtual.now)
        assert queue.slow_down(5, 100, 25) == (100, 25)
        assert queue.slow_down(5, 100, 0) == (1, 3), "at once"
        await asyncio.sleep(1)
        assert queue.slow_down(5, 100, 0) == (100, 3), "after a second"
        assert queue.slow_down(5, 100, 25) == (1, 25), "a longer wait stays"
        assert queue.slow_down(6, 100, 0) == (100, 0), "another offset"
        await asyncio.sleep(3)
        assert queue.slow_down(6, 100, 0) == (100, 0), "three seconds later"

    virtual.run(poll())


async def test_the_api_obeys_the_rule_of_the_same_offset(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    """F10."""
    world.updates.is_strict = True
    for text in ("/a", "/b"):
        world.say(ann, group, text)
    first = (await call.updates())[0]["update_id"]
    assert len(await call.updates(offset=first)) > 1
    assert [update["update_id"] for update in await call.updates(offset=first)] == [first]


def test_conflicts_come_three_seconds_apart() -> None:
    """A8: two who poll end each other's polls in turns."""

    async def poll() -> None:
        queue = UpdateQueue(virtual.now)
        conflicts = []

        async def insist() -> None:
            while True:
                with pytest.raises(ApiError, match="terminated by other getUpdates request"):
                    await queue.poll(100, 60)
                conflicts.append(virtual.now())

        pollers = [asyncio.create_task(insist()) for _ in range(2)]
        await asyncio.sleep(20)
        assert 8 <= len(conflicts) <= 14, "two each three seconds"
        assert conflicts[0] < 1
        for poller in pollers:
            poller.cancel()

    virtual.run(poll())


async def test_a_webhook_ends_a_poll_and_forbids_the_next(world: World, call: ApiCaller) -> None:
    poll = asyncio.create_task(call("getUpdates", timeout=50))
    await eventually(lambda: world.updates.is_polled)
    assert (await call("setWebhook", url="http://127.0.0.1:1/hook")).result is True
    assert (await asyncio.wait_for(poll, 60)).refusal == (409, "Conflict: terminated by setWebhook request")
    assert (await call("getUpdates")).refusal == (
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
    assert (await call("deleteWebhook")).result is True
    assert (await call("getUpdates")).status == 200


async def test_a_stopping_server_ends_a_long_poll_at_once(world: World) -> None:
    async with asyncio.timeout(60), aiohttp.ClientSession() as session:
        async with Playground(world) as playground:
            poll = asyncio.create_task(ApiCaller(session, playground.url, world.token)("getUpdates", timeout=50))
            while not world.updates.is_polled:  # noqa: ASYNC110 - a condition of the server
                await asyncio.sleep(0.005)
        assert (await poll).result == []


async def test_presses_are_forgotten_after_150_seconds_and_messages_after_a_day(
    world: World, group: Chat, ann: User, call: ApiCaller, clock: ManualClock
) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    await drained(call)
    world.say(ann, group, "/play")
    world.press(ann, group, board["message_id"], "x")
    clock.move(149)
    assert kinds(await call.updates()) == ["message", "callback_query"]
    clock.move(1)
    assert kinds(await call.updates()) == ["message"]
    clock.move(86_400 - 150)
    assert await call.updates() == []


async def test_kinds_not_asked_for_are_not_kept_and_the_wish_lasts(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    await drained(call)
    await call.updates(allowed_updates=["callback_query"])
    world.say(ann, group, "/play")
    world.press(ann, group, board["message_id"], "x")
    assert kinds(await call.updates()) == ["callback_query"]


async def test_other_members_standing_must_be_asked_for_by_an_administrator(
    world: World, group: Chat, boris: User, call: ApiCaller
) -> None:
    await drained(call)
    world.promote(boris, group)
    assert await call.updates() == [], "the bot is no administrator"
    world.promote(world.bot, group)
    await drained(call)
    world.demote(boris, group)
    assert await call.updates() == [], "chat_member is not among the kinds sent by default"
    await call.updates(allowed_updates=["chat_member"])
    world.promote(boris, group)
    assert kinds(await call.updates()) == ["chat_member"]


@pytest.mark.parametrize(
    ("text", "arrives"),
    [
        ("hello", False),
        ("/play", True),
        ("/play@underhat_bot", True),
        ("/play@Underhat_Bot hats", True),
        ("/play@other_bot", False),
        ("say /play", False),
    ],
)
async def test_privacy_mode_keeps_talk_away(
    world: World, group: Chat, ann: User, call: ApiCaller, text: str, arrives: bool
) -> None:
    await drained(call)
    world.say(ann, group, text)
    assert bool(await call.updates()) is arrives


async def test_a_reply_to_the_bot_arrives(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    sent = await call.text(group.id)
    await drained(call)
    world.say(ann, group, "yes", reply_to=sent["message_id"])
    assert (await call.updates())[0]["message"]["reply_to_message"]["message_id"] == sent["message_id"]


async def test_an_administrator_bot_reads_everything(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    world.promote(world.bot, group)
    await drained(call)
    world.say(ann, group, "hello")
    assert kinds(await call.updates()) == ["message"]


async def test_nothing_of_a_group_arrives_after_being_kicked(
    world: World, group: Chat, ann: User, boris: User, call: ApiCaller
) -> None:
    await drained(call)
    world.kick_bot(group, ann)
    world.say(boris, group, "/play")
    world.leave(boris, group)
    updates = await call.updates()
    assert kinds(updates) == ["my_chat_member"]
    assert updates[0]["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    world.add_bot(group, ann)
    assert kinds(await call.updates())[-2:] == ["my_chat_member", "message"]


async def test_deletions_are_not_told(world: World, group: Chat, ann: User, call: ApiCaller) -> None:
    """docs/platforms.md A15."""
    said = world.say(ann, group, "/play")
    board = await call.text(group.id)
    await drained(call)
    world.delete_message(ann, group, said.id)
    world.promote(ann, group)
    await drained(call)
    world.delete_message(ann, group, board["message_id"])
    assert await call.updates() == []


async def test_a_press_carries_what_stood_when_it_was_pressed(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    board = await call.text(group.id, "Round 1", reply_markup=keys("x"))
    await drained(call)
    world.press(ann, group, board["message_id"], "forged")
    await call("editMessageText", chat_id=group.id, message_id=board["message_id"], text="Round 2")
    query = (await call.updates())[0]["callback_query"]
    assert query["message"]["text"] == "Round 1"
    assert (query["data"], query["from"]["id"]) == ("forged", ann.id)
    assert query["chat_instance"]


async def test_presses_of_a_migrated_group_keep_their_old_chat(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    board = await call.text(group.id, reply_markup=keys("x"))
    world.migrate(group)
    await drained(call)
    world.press(ann, group, board["message_id"], "x")
    assert (await call.updates())[0]["callback_query"]["message"]["chat"]["id"] == group.id


@pytest.mark.parametrize("new_first", [False, True])
async def test_the_messages_of_a_migration_come_in_either_order(
    world: World, group: Chat, call: ApiCaller, new_first: bool
) -> None:
    """survive-79, survive-81."""
    await drained(call)
    new = world.migrate(group, new_first=new_first)
    chats = [update["message"]["chat"]["id"] for update in await call.updates()]
    assert chats == ([new.id, group.id] if new_first else [group.id, new.id])
