"""`@bot words` in any chat: what is asked, what is offered, and that nothing else waits for it."""

from __future__ import annotations

import asyncio
import io

from bot.errors import DamagedRecord
from bot.messaging import LookupQuery, LookupResult, LookupResults, Span
from tests.helpers.party import eventually
from tests.telegram.conftest import TelegramScene

SWAP = LookupResult(
    "r.en.swap", "⇄ Swap", "Two hats change places.", (Span("⇄ Swap", "bold"), Span("\n\nPress it twice."))
)


async def test_an_inline_question_is_answered_with_texts_to_paste(scene: TelegramScene) -> None:
    scene.handler.findings = LookupResults((SWAP,), "All the rules", "rules")
    async with scene.open():
        asked = scene.world.ask_inline(scene.boris, "swap")
        results = await asyncio.wait_for(asked.ended, 60)
    assert results == [
        {
            "type": "article",
            "id": "r.en.swap",
            "title": "⇄ Swap",
            "description": "Two hats change places.",
            "input_message_content": {
                "message_text": "⇄ Swap\n\nPress it twice.",
                "entities": [{"type": "bold", "offset": 0, "length": 6}],
                "link_preview_options": {"is_disabled": True},
            },
        }
    ]
    assert asked.button == {"text": "All the rules", "start_parameter": "rules"}
    (inquiry,) = scene.handler.inquiries
    assert (inquiry.query, inquiry.caller.language) == ("swap", "ru")
    assert inquiry.caller.person == scene.person(scene.boris)


async def test_the_answer_is_kept_for_its_asker_alone_and_not_for_long(scene: TelegramScene) -> None:
    """docs/platforms.md A12: without `is_personal` the next person would read the first one's language."""
    async with scene.open():
        await asyncio.wait_for(scene.world.ask_inline(scene.anna, "").ended, 60)
    (call,) = scene.calls("answerInlineQuery")
    assert str(call["is_personal"]).lower() == "true"
    assert 0 < int(call["cache_time"]) <= 60


async def test_no_results_are_an_answer_too(scene: TelegramScene) -> None:
    async with scene.open():
        assert await asyncio.wait_for(scene.world.ask_inline(scene.anna, "zzz").ended, 60) == []


async def test_a_slow_question_keeps_no_press_waiting(scene: TelegramScene) -> None:
    go = asyncio.Event()

    async def before(item: object) -> None:
        if isinstance(item, LookupQuery):
            await go.wait()

    scene.handler.before = before
    async with scene.open():
        slow = scene.world.ask_inline(scene.anna, "slow")
        scene.world.say(scene.anna, scene.group, "/play")
        async with asyncio.timeout(60):
            while not scene.handler.commands:  # noqa: ASYNC110 - what the other side does is seen by looking
                await asyncio.sleep(0.01)
        assert not slow.ended.done()
        go.set()
        assert await asyncio.wait_for(slow.ended, 60) == []


async def test_a_broken_question_is_logged_and_stops_nothing(scene: TelegramScene, logs: io.StringIO) -> None:
    async def before(item: object) -> None:
        if isinstance(item, LookupQuery) and item.query == "bad":
            raise DamagedRecord("a page is torn")

    scene.handler.before = before
    async with scene.open():
        scene.world.ask_inline(scene.anna, "bad")
        assert await asyncio.wait_for(scene.world.ask_inline(scene.anna, "good").ended, 60) == []
    assert "lookup_failed" in logs.getvalue()
    assert "a page is torn" in logs.getvalue()


async def test_an_answer_that_is_refused_is_logged(scene: TelegramScene, logs: io.StringIO) -> None:
    scene.server.faults.server_error(500, method="answerInlineQuery", times=1)
    async with scene.open():
        scene.world.ask_inline(scene.anna, "first")
        assert await asyncio.wait_for(scene.world.ask_inline(scene.anna, "second").ended, 60) == []
    assert "lookup_refused" in logs.getvalue()


async def test_inline_questions_are_asked_for(scene: TelegramScene) -> None:
    """Telegram sends no kind of update that is not named."""
    async with scene.open():
        await eventually(lambda: scene.calls("getUpdates"))
    assert all("inline_query" in str(call["allowed_updates"]) for call in scene.calls("getUpdates"))
