"""The whole adapter: people act in a small Telegram, a handler records what it gets, people see the answers."""

from __future__ import annotations

import asyncio
import io
import logging
import time

import pytest

from bot import errors
from bot.concurrency import foreground
from bot.concurrency.foreground import Foreground
from bot.messaging import Answer, Button, Command, Post, Press, Span
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.telegram.retry import TelegramTiming
from bot.playground.feed import Toast
from storage.ids import Person, Place
from tests.telegram.conftest import TelegramScene, post

HASTY = TelegramTiming(poll=2, hold=0.3, retry=0.02, longest_retry=0.1, conflict=0.5, drain=1.0)


async def board(scene: TelegramScene, adapter: TelegramAdapter, *, token: str = "t.1.x") -> int:
    """Post a message with a button."""
    async with adapter.chat.send_permit(scene.place()) as permit:
        return int(await permit.post(post("Board", token=token)))


async def eventually(true: object, seconds: float = 60.0) -> None:
    """Wait until something holds."""
    assert callable(true)
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - the world tells nobody of what is looked at here
            await asyncio.sleep(0.01)


class TestPresses:
    async def test_reach_the_handler_and_are_answered_with_what_it_says(self, scene: TelegramScene) -> None:
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            toast = await scene.world.press(scene.dana, scene.group, message, "t.1.x")
            (press,) = scene.handler.presses
            assert press.place == scene.place()
            assert press.caller.person == Person("telegram", str(scene.dana.id))
            assert press.caller.language == "he"
            assert (press.token, press.message) == ("t.1.x", str(message))
            assert (toast.text, toast.alert) == ("took t.1.x", False)

    async def test_are_given_way_to_until_their_answer_is_sent(
        self, scene: TelegramScene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And no longer: what the network and Telegram make of it then is nobody's work here."""
        monkeypatch.setattr(foreground, "PATIENCE_SECONDS", 60.0)
        front, judged, begun = Foreground(), asyncio.Event(), asyncio.Event()

        async def judge(_: object) -> None:
            begun.set()
            await judged.wait()

        scene.handler.before = judge
        async with scene.open(foreground=front) as adapter:
            message = await board(scene, adapter)
            await asyncio.wait_for(front.give_way(), 60)
            hung = scene.world.faults.stall(method="answerCallbackQuery")
            toast = scene.world.press(scene.anna, scene.group, message, "t.1.x")
            await begun.wait()
            waits = asyncio.create_task(front.give_way())
            assert await board(scene, adapter) > message  # another call is made and answered meanwhile
            assert not waits.done()
            judged.set()
            await asyncio.wait_for(waits, 60)
            await eventually(lambda: hung.stalled)
            assert toast.toast is None
            hung.release()
            assert (await toast).text == "took t.1.x"

    async def test_get_alerts_cut_to_200(self, scene: TelegramScene) -> None:
        scene.handler.answers["t.1.x"] = Answer("🎩" * 150, alert=True)
        async with scene.open() as adapter:
            toast = await scene.world.press(scene.anna, scene.group, await board(scene, adapter), "t.1.x")
            assert toast.alert
            assert toast.text == "🎩" * 99 + "…", "200 UTF-16 units: 99 hats of two, and an ellipsis"

    async def test_may_open_the_private_chat(self, scene: TelegramScene) -> None:
        """survive-57: one tap from the group to Start, with the payload."""
        scene.handler.answers["t.1.join"] = Answer(open_private="aB_1-9")
        async with scene.open() as adapter:
            message = await board(scene, adapter, token="t.1.join")
            toast = await scene.world.press(scene.anna, scene.group, message, "t.1.join")
            assert toast.url == scene.world.link("aB_1-9")
            scene.world.open_link(scene.anna, toast.url)
            await eventually(lambda: scene.handler.starts)
            assert [start.payload for start in scene.handler.starts] == ["aB_1-9"]
            assert await adapter.chat.can_reach(scene.person(scene.anna))

    async def test_are_all_answered_when_ten_come_at_once(self, scene: TelegramScene) -> None:
        """survive-25, survive-27: answers wait for no budget."""
        async with scene.open(group_per_minute=2) as adapter:
            message = await board(scene, adapter)
            people = [scene.world.add_person(f"P{n}") for n in range(10)]
            for person in people:
                scene.world.join(person, scene.group)
            presses = [scene.world.press(person, scene.group, message, "t.1.x") for person in people]
            toasts = await asyncio.wait_for(asyncio.gather(*presses), 60)
            assert [toast.text for toast in toasts] == ["took t.1.x"] * 10
            assert [press.caller.person.id for press in scene.handler.presses] == [str(person.id) for person in people]

    async def test_that_break_the_handler_are_answered_in_the_pressers_language(
        self, scene: TelegramScene, logs: io.StringIO
    ) -> None:
        async def fail(item: object) -> None:
            if isinstance(item, Press) and item.token == "t.1.bad":
                raise LookupError("broken")

        scene.handler.before = fail
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            toast = await scene.world.press(scene.anna, scene.group, message, "t.1.bad")
            assert toast.text == "Something went wrong. Please tap again."
            toast = await scene.world.press(scene.anna, scene.group, message, "t.1.x")
            assert toast.text == "took t.1.x"
        assert "press_failed" in logs.getvalue()

    async def test_that_take_long_are_answered_with_nothing_and_still_count(self, scene: TelegramScene) -> None:
        """survive-35, survive-37: the press is answered in time, the game advances once."""
        free = asyncio.Event()

        async def wait(item: object) -> None:
            await free.wait()

        scene.handler.before = wait
        async with scene.open(timing=HASTY) as adapter:
            message = await board(scene, adapter)
            toast = await scene.world.press(scene.anna, scene.group, message, "t.1.x")
            assert (toast.text, toast.unanswered) == ("", False)
            free.set()
            await eventually(lambda: scene.handler.presses)
            await asyncio.sleep(0.1)
        assert len(scene.handler.presses) == 1
        assert len(scene.calls("answerCallbackQuery")) == 1

    async def test_behind_a_slow_one_of_the_same_chat_are_answered_in_time_too(self, scene: TelegramScene) -> None:
        free = asyncio.Event()

        async def wait(item: object) -> None:
            await free.wait()

        scene.handler.before = wait
        async with scene.open(timing=HASTY) as adapter:
            message = await board(scene, adapter)
            presses = [scene.world.press(person, scene.group, message, "t.1.x") for person in (scene.anna, scene.dana)]
            await asyncio.wait_for(asyncio.gather(*presses), 60)
            free.set()
            await eventually(lambda: len(scene.handler.presses) == 2)

    async def test_in_one_chat_are_judged_in_order_and_a_slow_chat_holds_no_other(self, scene: TelegramScene) -> None:
        """survive-32, survive-89."""
        free = asyncio.Event()
        other = scene.found()

        async def slow(item: object) -> None:
            if isinstance(item, Press) and item.place == scene.place():
                await free.wait()

        scene.handler.before = slow
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            async with adapter.chat.send_permit(scene.place(other)) as permit:
                elsewhere = int(await permit.post(post("Other", token="t.2.x")))
            stuck = [scene.world.press(p, scene.group, message, f"t.1.{p.id}") for p in (scene.anna, scene.boris)]
            await asyncio.sleep(0.1)
            for _ in range(3):
                toast = await asyncio.wait_for(scene.world.press(scene.dana, other, elsewhere, "t.2.x").ended, 60)
                assert toast.text == "took t.2.x"
            free.set()
            await asyncio.gather(*stuck)
            tokens = [press.token for press in scene.handler.presses if press.place == scene.place()]
            assert tokens == [f"t.1.{scene.anna.id}", f"t.1.{scene.boris.id}"]

    async def test_that_telegram_repeats_are_handled_once(self, scene: TelegramScene) -> None:
        """survive-31, survive-38."""
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            scene.server.faults.repeat_updates(times=5)
            for _ in range(4):
                await scene.world.press(scene.anna, scene.group, message, "t.1.x")
            scene.world.say(scene.anna, scene.group, "/board")
            await eventually(lambda: scene.handler.commands)
            await asyncio.sleep(0.1)
        assert len(scene.handler.presses) == 4
        assert len(scene.handler.commands) == 1
        assert len({press.id for press in scene.handler.presses}) == 4

    async def test_under_messages_that_vanished_are_still_judged(self, scene: TelegramScene) -> None:
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            handle = scene.world.press(scene.anna, scene.group, message, "t.1.x")
            scene.world.delete_message(scene.anna, scene.group, message)
            assert (await handle).text == "took t.1.x"


class TestAnswers:
    @pytest.mark.parametrize("after", [False, True])
    async def test_are_sent_again_after_a_cut_connection(self, scene: TelegramScene, after: bool) -> None:
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            scene.server.faults.cut(after=after, method="answerCallbackQuery")
            toast = await scene.world.press(scene.anna, scene.group, message, "t.1.x")
            assert toast.text == "took t.1.x"
        assert len(scene.handler.presses) == 1

    async def test_are_sent_again_after_a_server_error(self, scene: TelegramScene) -> None:
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            scene.server.faults.server_error(500, method="answerCallbackQuery")
            assert (await scene.world.press(scene.anna, scene.group, message, "t.1.x")).text == "took t.1.x"

    async def test_that_come_too_late_are_dropped_quietly(self, scene: TelegramScene) -> None:
        """survive-35: the answer is refused, the press counted once."""
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            handle = scene.world.press(scene.anna, scene.group, message, "t.1.x")
            scene.world.queries.answer(handle.id, "", alert=False, url="")
            await eventually(lambda: scene.calls("answerCallbackQuery"))
            assert (await scene.world.press(scene.anna, scene.group, message, "t.1.x")).text == "took t.1.x"
        assert [c.error for c in scene.world.calls if c.method == "answerCallbackQuery"] == [400, None]

    async def test_may_replace_the_message_that_carries_the_button(self, scene: TelegramScene) -> None:
        page = Post((Span("Page 2"),), keyboard=((Button("Back", "r.1"),),))
        scene.handler.answers["r.2"] = Answer(edit=page)
        async with scene.open() as adapter:
            message = await board(scene, adapter, token="r.2")
            await scene.world.press(scene.anna, scene.group, message, "r.2")
            await eventually(lambda: scene.shown()[0].text == "Page 2")

    async def test_edits_wait_for_the_budget_and_the_latest_wins(self, scene: TelegramScene) -> None:
        for page in range(1, 6):
            scene.handler.answers[f"r.{page}"] = Answer(edit=post(f"Page {page}", token="r.1"))
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            slow = scene.server.faults.stall(method="editMessageText", times=1)
            for page in range(1, 6):
                await scene.world.press(scene.anna, scene.group, message, f"r.{page}")
            await eventually(lambda: slow.stalled)
            slow.release()
            await eventually(lambda: scene.shown()[0].text == "Page 5")
        texts = [call["text"] for call in scene.calls("editMessageText")]
        assert texts[0] == "Page 1"
        assert texts[-1] == "Page 5"
        assert len(texts) < 5

    async def test_edits_survive_a_cut_connection(self, scene: TelegramScene) -> None:
        scene.handler.answers["r.2"] = Answer(edit=post("Page 2", token="r.1"))
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            scene.server.faults.cut(after=True, method="editMessageText")
            await scene.world.press(scene.anna, scene.group, message, "r.2")
            await asyncio.sleep(0.1)
            scene.server.faults.cut(after=False, method="editMessageText")
            scene.handler.answers["r.2"] = Answer(edit=post("Page 3", token="r.1"))
            await scene.world.press(scene.anna, scene.group, message, "r.2")
            await eventually(lambda: scene.shown()[0].text == "Page 3")


class TestUpdates:
    async def test_commands_reach_the_handler_from_where_they_were_written(self, scene: TelegramScene) -> None:
        """survive-84."""
        forum = scene.found(forum=True)
        topic = scene.world.create_topic(scene.anna, forum, "Hats")
        async with scene.open():
            scene.world.say(scene.anna, forum, "/play hats", topic=topic.id)
            scene.world.say(scene.boris, scene.group, f"/rules@{scene.world.bot.username} swap")
            scene.world.say(scene.anna, scene.group, "/play@other_bot")
            scene.world.start(scene.dana, "pay")
            await eventually(lambda: len(scene.handler.commands) == 2 and scene.handler.starts)
        told = [(c.place, c.name, c.argument, c.title) for c in scene.handler.commands]
        assert sorted(told, key=str) == sorted(
            [
                (scene.place(forum, topic.id), "play", "hats", "Hats & co"),
                (scene.place(), "rules", "swap", "Hats & co"),
            ],
            key=str,
        )
        (start,) = scene.handler.starts
        assert (start.payload, start.caller.language) == ("pay", "he")

    async def test_a_reply_thread_is_no_topic(self, scene: TelegramScene) -> None:
        """survive-82."""
        group = scene.found(kind="supergroup")
        async with scene.open() as adapter:
            async with adapter.chat.send_permit(scene.place(group)) as permit:
                message = int(await permit.post(post("x")))
            reply = scene.world.say(scene.anna, group, "thread", reply_to=message)
            scene.world.say(scene.anna, group, f"/play@{scene.world.bot.username}", reply_to=reply.id)
            await eventually(lambda: scene.handler.commands)
            (command,) = scene.handler.commands
            async with adapter.chat.send_permit(command.place) as permit:
                await permit.post(post("Lobby"))
        assert command.place == scene.place(group)

    async def test_anonymous_administrators_and_channels_are_nobody(self, scene: TelegramScene) -> None:
        """survive-88."""
        group = scene.found(kind="supergroup")
        channel = scene.world.create_channel("News", scene.anna)
        async with scene.open():
            scene.world.say_as_anonymous_admin(scene.anna, group, "/stop")
            scene.world.say_as_channel(scene.anna, group, channel, "/play")
            scene.world.channel_post(channel, "/play")
            scene.world.say(scene.anna, group, "/end")
            await eventually(lambda: len(scene.handler.commands) == 3)
        assert [(c.name, c.caller is None, c.admin) for c in scene.handler.commands] == [
            ("stop", True, True),
            ("play", True, False),
            ("end", False, False),
        ]

    @pytest.mark.parametrize("new_first", [False, True])
    async def test_a_migration_is_told_by_both_messages_in_either_order(
        self, scene: TelegramScene, new_first: bool
    ) -> None:
        """survive-79."""
        old = scene.place()
        async with scene.open():
            new = scene.world.migrate(scene.group, new_first=new_first)
            told = ("moved", old, Place("telegram", str(new.id)))
            await eventually(lambda: scene.handler.log.count(told) == 2)

    async def test_the_bots_comings_and_goings_are_told(self, scene: TelegramScene) -> None:
        async with scene.open():
            await eventually(lambda: ("opened", scene.place()) in scene.handler.log)
            scene.world.kick_bot(scene.group, scene.anna)
            await eventually(lambda: scene.handler.log[-1] == ("closed", scene.place()))
            scene.world.add_bot(scene.group, scene.anna)
            await eventually(lambda: scene.handler.log[-1] == ("opened", scene.place()))

    async def test_blocking_and_coming_back_are_told(self, scene: TelegramScene) -> None:
        anna = Person("telegram", str(scene.anna.id))
        async with scene.open():
            scene.world.start(scene.anna)
            scene.world.block(scene.anna)
            await eventually(lambda: ("reach", anna, False) in scene.handler.log)
            scene.world.unblock(scene.anna)
            await eventually(lambda: ("reach", anna, True) in scene.handler.log)

    async def test_one_that_breaks_the_handler_does_not_come_again_and_stops_nothing(
        self, scene: TelegramScene
    ) -> None:
        async def fail(item: object) -> None:
            if isinstance(item, Command) and item.name == "bad":
                raise LookupError("broken")

        scene.handler.before = fail
        async with scene.open():
            scene.world.say(scene.anna, scene.group, "/bad")
            scene.world.say(scene.anna, scene.group, "/good")
            await eventually(lambda: [c.name for c in scene.handler.commands] == ["good"])

    async def test_unknown_languages_do_no_harm(self, scene: TelegramScene) -> None:
        """survive-78."""
        eve = scene.world.add_person("Eve", language_code="xx-YY")
        scene.world.join(eve, scene.group)
        async with scene.open():
            scene.world.say(eve, scene.group, "/play")
            await eventually(lambda: scene.handler.commands)
        assert scene.handler.commands[0].caller is not None
        assert scene.handler.commands[0].caller.language == "xx-YY"


class TestIntake:
    async def test_one_slow_update_stops_nobody(self, scene: TelegramScene) -> None:
        """F10: a press in another group is judged and answered while the first is still being handled."""
        reached, free = asyncio.Event(), asyncio.Event()

        async def wait(item: object) -> None:
            if isinstance(item, Press) and item.token == "t.1.slow":
                reached.set()
                await free.wait()

        scene.handler.before = wait
        other = scene.found()
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            async with adapter.chat.send_permit(scene.place(other)) as permit:
                elsewhere = int(await permit.post(post("Board", token="t.2.x")))
            slow = scene.world.press(scene.anna, scene.group, message, "t.1.slow")
            await reached.wait()
            await asyncio.sleep(0.3)  # for polls that would repeat its offset
            quick = await scene.world.press(scene.boris, other, elsewhere, "t.2.x")
            assert quick.text == "took t.2.x"
            assert not slow.ended.done(), "it is answered after 5 s"
            free.set()
            assert (await slow).text == "took t.1.slow"

    async def test_a_stop_finishes_and_confirms_what_is_in_hand(self, scene: TelegramScene) -> None:
        """survive-15."""

        reached = asyncio.Event()

        async def slowly(item: object) -> None:
            if isinstance(item, Command):
                reached.set()
                await asyncio.sleep(0.3)

        scene.handler.before = slowly
        async with scene.open():
            scene.world.say(scene.anna, scene.group, "/play")
            await reached.wait()
            assert not scene.handler.commands
        assert len(scene.handler.commands) == 1
        assert not scene.world.updates.pending
        assert len(scene.calls("answerCallbackQuery")) == 0

    async def test_a_stop_of_an_idle_adapter_waits_for_no_poll(self, scene: TelegramScene) -> None:
        async with scene.open(timing=TelegramTiming(poll=50)):
            await eventually(lambda: scene.world.updates.is_polled)
            began = time.monotonic()
        assert time.monotonic() - began < 40, "the open poll of 50 s is dropped"

    async def test_an_update_in_hand_too_long_is_confirmed_and_goes_on(self, scene: TelegramScene) -> None:
        free = asyncio.Event()

        async def wait(item: object) -> None:
            if isinstance(item, Command):
                await free.wait()

        scene.handler.before = wait
        async with scene.open(timing=HASTY):
            scene.world.say(scene.anna, scene.group, "/play")
            await eventually(lambda: not scene.world.updates.pending)
            assert not scene.handler.commands
            free.set()
            await eventually(lambda: scene.handler.commands)
        assert len(scene.handler.commands) == 1

    @pytest.mark.parametrize("trouble", ["server", "html", "cut", "flood"])
    async def test_goes_on_after_trouble(self, scene: TelegramScene, trouble: str) -> None:
        faults = scene.server.faults
        async with scene.open():
            if trouble == "cut":
                faults.cut(after=True, method="getUpdates", times=2)
            elif trouble == "flood":
                faults.flood(1, method="getUpdates")
            else:
                faults.server_error(502, html=trouble == "html", method="getUpdates", times=3)
            for number in range(3):
                scene.world.say(scene.anna, scene.group, f"/n{number}")
            await eventually(lambda: len(scene.handler.commands) == 3)
        assert [command.name for command in scene.handler.commands] == ["n0", "n1", "n2"]

    async def test_waits_for_another_one_that_goes_in_time(self, scene: TelegramScene) -> None:
        """As in a rolling deploy: the old process stops some seconds after the new one started."""
        old, new = (
            scene.adapter(timing=TelegramTiming(poll=2, conflict=60)),
            scene.adapter(timing=TelegramTiming(poll=2, conflict=60)),
        )
        await asyncio.gather(old.start(), new.start())
        runs = [asyncio.create_task(adapter.run(scene.handler)) for adapter in (old, new)]
        await asyncio.sleep(1)
        await old.stop()
        scene.world.say(scene.anna, scene.group, "/play")
        await eventually(lambda: scene.handler.commands)
        assert not runs[1].done()
        await new.stop()
        await asyncio.gather(*runs)


class TestStart:
    @pytest.mark.parametrize("token", ["7000000001:revoked", "nonsense"])
    async def test_with_a_wrong_token_is_refused_in_one_line_that_does_not_show_it(
        self, scene: TelegramScene, token: str
    ) -> None:
        with pytest.raises(errors.SettingError) as caught:
            await scene.adapter(token=token).start()
        assert str(caught.value).startswith("TELEGRAM_TOKEN")
        assert token not in str(caught.value)
        assert caught.value.__cause__ is None

    async def test_waits_for_a_server_that_is_away(self, scene: TelegramScene) -> None:
        scene.server.faults.server_error(502, method="getMe", times=3)
        adapter = scene.adapter()
        await adapter.start()
        assert adapter.chat.username == scene.world.bot.username


async def test_the_token_is_never_logged(scene: TelegramScene, logs: io.StringIO) -> None:
    """The token is in every URL, and HTTP libraries log URLs; whispers are in parameters, and libraries log those."""
    raw = logging.StreamHandler(io.StringIO())  # even without the service's mask
    logging.getLogger().addHandler(raw)
    async with scene.open() as adapter:
        scene.world.start(scene.anna)
        await eventually(lambda: scene.handler.starts)
        await adapter.chat.send_private(scene.person(scene.anna), post("the secret is a jester"))
        scene.server.faults.cut(after=False, method="sendMessage")
        with pytest.raises(errors.ChatUnavailable):
            await adapter.chat.send_private(scene.person(scene.anna), post("the secret is a jester"))
        scene.server.faults.server_error(502, html=True, method="getUpdates", times=3)
        scene.world.say(scene.anna, scene.group, "/play")
        await eventually(lambda: scene.handler.commands)
        scene.world.say(scene.anna, scene.group, "/play")
        await eventually(lambda: len(scene.handler.commands) == 2)
    told = logs.getvalue() + raw.stream.getvalue()
    assert "poll_failed" in told
    assert scene.world.token not in told
    assert scene.world.token.partition(":")[2] not in told
    assert "jester" not in told


async def test_toasts_are_seen_by_the_presser_alone(scene: TelegramScene) -> None:
    async with scene.open() as adapter:
        message = await board(scene, adapter)
        with scene.world.feed.watch() as changes:
            await scene.world.press(scene.anna, scene.group, message, "t.1.x")
            toasts = [change for change in changes.take() if isinstance(change, Toast)]
    assert [toast.person for toast in toasts] == [scene.anna]
