"""Rate limits and the log of calls that tells whether they were kept (docs/platforms.md A9)."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter

import pytest

from bot.playground.call_log import Call, CallLog, is_rate_limited
from bot.playground.errors import ApiError
from bot.playground.model import Chat, User
from bot.playground.rate_limits import RateLimits, WindowCounter
from bot.playground.world import World
from tests.playground.tools import ApiCaller, ManualClock, png


def refused_for(limits: RateLimits, chat: int) -> int:
    """Return the seconds of a refusal, 0 if the call was let through."""
    try:
        limits.spend(chat)
    except ApiError as refusal:
        return int((refusal.parameters or {})["retry_after"])
    return 0


def test_the_minute_rolls(clock: ManualClock) -> None:
    limits = RateLimits(clock, group_per_minute=2, per_second=0)
    assert refused_for(limits, -1) == 0
    clock.move(10.5)
    assert refused_for(limits, -1) == 0
    clock.move(1)
    assert refused_for(limits, -1) == 49, "60 s after the first, rounded up"
    clock.move(48.5)
    assert refused_for(limits, -1) == 0
    assert refused_for(limits, -1) == 11, "60 s after the second"


def test_a_refused_call_costs_nothing(clock: ManualClock) -> None:
    limits = RateLimits(clock, group_per_minute=1, per_second=0)
    limits.spend(-1)
    for _ in range(10):
        assert refused_for(limits, -1) == 60
    clock.move(60)
    assert refused_for(limits, -1) == 0


def test_groups_do_not_share_and_private_chats_have_no_minute(clock: ManualClock) -> None:
    limits = RateLimits(clock, group_per_minute=1, per_second=0)
    assert [refused_for(limits, chat) for chat in (-1, -2, 7, 7, 7)] == [0] * 5


def test_the_token_has_thirty_a_second(clock: ManualClock) -> None:
    limits = RateLimits(clock)
    assert [refused_for(limits, chat) for chat in range(1, 31)] == [0] * 30
    assert refused_for(limits, 31) == 1
    clock.move(1)
    assert refused_for(limits, 31) == 0


def test_zero_is_no_limit(clock: ManualClock) -> None:
    limits = RateLimits(clock, group_per_minute=0, per_second=0)
    assert not any(refused_for(limits, -1) for _ in range(500))


@pytest.mark.parametrize(
    ("times", "peak"),
    [([0.0, 10.0, 59.9], 3), ([0.0, 60.0, 120.0], 1), ([0.0, 30.0, 60.0, 89.0], 3), ([], 0)],
)
def test_the_fullest_minute_is_remembered(times: list[float], peak: int) -> None:
    window = WindowCounter(60.0)
    for moment in times:
        window.add(moment)
    assert window.peak == peak


@pytest.mark.parametrize(
    ("method", "counted"),
    [
        ("sendMessage", True),
        ("sendPhoto", True),
        ("editMessageMedia", True),
        ("editMessageReplyMarkup", True),
        ("sendChatAction", False),
        ("deleteMessage", False),
        ("answerCallbackQuery", False),
        ("getChatMember", False),
    ],
)
def test_sends_and_edits_count(method: str, counted: bool) -> None:
    assert is_rate_limited(method) is counted


def test_the_log_counts_by_chat_and_keeps_the_last() -> None:
    log = CallLog()
    for moment in (0.0, 20.0, 59.0, 61.0):
        log.add(Call(moment, "sendMessage", {}, -1))
    log.add(Call(61.0, "getMe", {}))
    log.add(Call(61.0, "deleteMessage", {}, -1))
    assert log.busiest_minute(-1) == 3
    assert log.busiest_minute(-2) == 0
    assert len(log.calls) == 6


async def test_every_call_is_written_down(world: World, group: Chat, call: ApiCaller, clock: ManualClock) -> None:
    await call.photo(group.id, caption="Board")
    clock.move(5)
    await call("deleteMessage", chat_id=group.id, message_id=404)
    sent, deleted = world.calls
    digest = hashlib.sha256(png()).hexdigest()
    assert (sent.method, sent.chat, sent.ok, sent.at) == ("sendPhoto", group.id, True, clock.now - 5)
    assert sent.params["photo"] == {"file": "board.png", "sha256": digest, "size": len(png())}
    assert sent.params["caption"] == "Board"
    assert sent.result["caption"] == "Board"
    assert (deleted.ok, deleted.error) == (False, 400)
    assert deleted.description == "Bad Request: message to delete not found"
    assert deleted.at == clock.now


async def test_the_busiest_minute_of_a_chat_is_what_was_tried(
    world: World, group: Chat, call: ApiCaller, clock: ManualClock
) -> None:
    """survive-24: sends and edits of a rolling minute, refused ones too."""
    board = await call.text(group.id, "0")
    for number in range(1, 22):
        await call("editMessageText", chat_id=group.id, message_id=board["message_id"], text=str(number))
    clock.move(61)
    await call.text(group.id)
    assert world.call_log.busiest_minute(group.id) == 22
    ended = Counter((each.method, each.error) for each in world.calls)
    assert ended == {("sendMessage", None): 2, ("editMessageText", None): 19, ("editMessageText", 429): 2}
    assert sum(not each.ok for each in world.calls) == 2


async def test_edits_share_the_budget_with_sends_and_answers_do_not(
    world: World, group: Chat, ann: User, call: ApiCaller
) -> None:
    """survive-24, survive-25."""
    board = await call.text(group.id, "0")
    where = {"chat_id": group.id, "message_id": board["message_id"]}
    for number in range(1, 20):
        assert (await call("editMessageText", **where, text=str(number))).status == 200
    assert (await call("editMessageText", **where, text="20")).status == 429
    press = world.press(ann, group, board["message_id"], "x")
    assert (await call("answerCallbackQuery", callback_query_id=press.id)).status == 200
    assert (await call("sendChatAction", chat_id=group.id, action="typing")).status == 200
    assert (await call("deleteMessage", **where)).status == 200


async def test_what_is_wrong_in_itself_costs_nothing(world: World, group: Chat, call: ApiCaller) -> None:
    for _ in range(25):
        assert (await call("sendMessage", chat_id=group.id, text="")).status == 400
    assert (await call("sendMessage", chat_id=group.id, text="x")).status == 200


async def test_a_world_can_be_made_without_limits() -> None:
    world = World(group_per_minute=0, per_second=0)
    for _ in range(100):
        world.limits.spend(-1)


async def test_a_name_is_changed_a_few_times_and_then_not_for_hours(call: ApiCaller, clock: ManualClock) -> None:
    """A12, F11: whatever the language. Descriptions are gentler."""
    for number in range(3):
        assert (await call("setMyName", name=f"Hats {number}", language_code=["", "ru", "de"][number])).status == 200
    refused = await call("setMyName", name="Hats", language_code="fr")
    assert refused.status == 429
    assert refused.body["parameters"]["retry_after"] > 3 * 3600
    for number in range(10):
        assert (await call("setMyShortDescription", short_description=f"Hats {number}")).status == 200
    clock.move(refused.body["parameters"]["retry_after"])
    assert (await call("setMyName", name="Hats", language_code="fr")).status == 200


async def test_a_short_wait_is_sat_out_and_a_longer_one_told(
    world: World, supergroup: Chat, call: ApiCaller, clock: ManualClock
) -> None:
    """A9: up to 8 s on the real server. The clock moves while the call waits."""
    world.untold_seconds = 1.0
    supergroup.slow_seconds = 60
    await call.text(supergroup.id)
    assert (await call("sendMessage", chat_id=supergroup.id, text="more")).status == 429
    clock.move(59.5)
    waiting = asyncio.create_task(call("sendMessage", chat_id=supergroup.id, text="more"))
    while not any(each.params.get("text") == "more" and not each.error for each in world.calls):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    clock.move(1)
    assert (await waiting).status == 200
