"""The chat against a Bot API on loopback that refuses what Telegram refuses."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from bot import errors
from bot.messaging import Button, Platform, Post, Span
from bot.playground.photos import Photos
from storage.ids import MessageId, Person, Place
from tests.helpers.clock import MovingClock
from tests.telegram.conftest import TelegramScene, picture, post


async def send(chat: Platform, place: Place, what: Post) -> MessageId:
    async with chat.send_permit(place) as permit:
        return await permit.post(what)


async def change(chat: Platform, place: Place, message: MessageId, what: Post) -> None:
    async with chat.send_permit(place) as permit:
        await permit.edit(message, what)


class TestPosting:
    async def test_text_arrives_with_styles_and_buttons_and_without_a_preview(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        text = (Span("🎩 Turn of "), Span("_Anna_ <b>", "mention", scene.person(scene.anna)), Span("!", "bold"))
        keyboard = ((Button("Swap", "t.1.s", style="primary"), Button("Rules", url="https://example.org/")),)
        message = await send(chat, scene.place(), Post(text, keyboard=keyboard))
        (shown,) = scene.shown()
        assert shown.id == int(message)
        assert shown.text == "🎩 Turn of _Anna_ <b>!"
        assert [(e["type"], e["offset"], e["length"]) for e in shown.entities] == [
            ("text_mention", 11, 10),
            ("bold", 21, 1),
        ]
        assert shown.entities[0]["user"]["id"] == scene.anna.id
        assert shown.keyboard is not None
        assert [button["text"] for button in shown.keyboard[0]] == ["Swap", "Rules"]
        assert shown.keyboard[0][0]["style"] == "primary"

    async def test_a_picture_arrives_with_the_text_as_caption(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        await send(chat, scene.place(), post("Board", "green", token="t.1.x", silent=True))
        (shown,) = scene.shown()
        assert shown.photo is not None
        assert (shown.photo.width, shown.photo.height) == (64, 48)
        assert shown.text == "Board"
        assert shown.silent
        assert shown.keyboard is not None

    async def test_details_arrive_as_a_quote_below_text_and_caption(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        details = (Span("all\n"), Span("of it", "bold"))
        written = Post((Span("Board"),), details=details)
        message = await send(chat, scene.place(), written)
        await send(chat, scene.place(), replace(post("Board", "green"), details=details))
        text, captioned = scene.shown()
        await change(chat, scene.place(), message, replace(written, text=(Span("Table"),)))
        assert (text.text, captioned.text) == ("Table\nall\nof it", "Board\nall\nof it")
        for shown in (text, captioned):
            found = [(e["type"], e["offset"], e["length"]) for e in shown.entities]
            assert found[-2:] == [("expandable_blockquote", 6, 9), ("bold", 10, 5)]

    async def test_a_picture_is_drawn_and_uploaded_once(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        first = await send(chat, scene.place(), post("1", "green"))
        await send(chat, scene.place(), post("2", "green"))
        await change(chat, scene.place(), first, post("3", "red"))
        await change(chat, scene.place(), first, post("4", "green"))
        await send(chat, scene.place(), post("5", "red"))
        assert scene.drawn == ["green", "red"]
        first_shown, second_shown, *_ = scene.shown()
        assert first_shown.photo is not None
        assert first_shown.photo == second_shown.photo

    async def test_a_file_id_that_is_refused_is_uploaded_anew(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        await send(chat, scene.place(), post("1", "green"))
        scene.world.photos = Photos()
        await send(chat, scene.place(), post("2", "green"))
        assert scene.drawn == ["green", "green"]
        assert [m.text for m in scene.shown()] == ["1", "2"]

    async def test_in_a_topic_goes_to_the_topic(self, scene: TelegramScene) -> None:
        """survive-84."""
        forum = scene.found(forum=True)
        topic = scene.world.create_topic(scene.anna, forum, "Hats")
        chat = await scene.chat()
        await send(chat, scene.place(forum, topic.id), post("x", "green"))
        assert [m.topic for m in scene.shown(forum)] == [topic.id]

    async def test_in_the_general_topic_leaves_its_number_out(self, scene: TelegramScene) -> None:
        forum = scene.found(forum=True)
        chat = await scene.chat()
        await send(chat, scene.place(forum, 1), post("x"))
        assert [m.topic for m in scene.shown(forum)] == [None]

    @pytest.mark.parametrize("name", ["a_b*c[d]`e`", "< A", "B />", "&lt;", "\u2068שלום\u2069", "👩‍👩‍👧‍👦" * 64])
    async def test_names_arrive_as_they_are(self, scene: TelegramScene, name: str) -> None:
        """survive-67, survive-68, survive-72: no markup is parsed, isolates are kept."""
        chat = await scene.chat()
        message = await send(chat, scene.place(), Post((Span("Now "), Span(name, "bold"), Span(" plays"))))
        await change(chat, scene.place(), message, Post((Span(name, "bold"), Span(" played"))))
        assert scene.shown()[0].text == f"{name} played"

    async def test_what_telegram_refuses_is_rejected_and_not_sent(self, scene: TelegramScene) -> None:
        """survive-69, survive-71."""
        chat = await scene.chat()
        for wrong in (post("x", token="я" * 33), Post(()), post("x" * 5000)):
            with pytest.raises(errors.PostRejected):
                await send(chat, scene.place(), wrong)
        assert scene.shown() == []


class TestEditing:
    async def test_replaces_text_and_keyboard(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("old", token="t.1.x"))
        await change(chat, scene.place(), message, post("new"))
        (shown,) = scene.shown()
        assert shown.text == "new"
        assert not shown.keyboard

    async def test_to_the_same_is_a_success(self, scene: TelegramScene) -> None:
        """survive-33, survive-34."""
        chat = await scene.chat()
        for what in (post("same", token="t.1.x"), post("same", "green", token="t.1.x")):
            message = await send(chat, scene.place(), what)
            await change(chat, scene.place(), message, what)
        assert [c.error for c in scene.world.calls if c.method.startswith("edit")] == [400, 400]

    async def test_of_a_text_may_bring_a_picture(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("text"))
        await change(chat, scene.place(), message, post("caption", "green"))
        assert scene.shown()[0].photo is not None

    async def test_of_a_picture_to_bare_text_says_that_a_new_message_is_needed(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("caption", "green"))
        with pytest.raises(errors.MessageGone):
            await change(chat, scene.place(), message, post("text"))

    async def test_of_a_vanished_message_says_so(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("x", "green"))
        scene.world.delete_message(scene.anna, scene.group, int(message))
        with pytest.raises(errors.MessageGone):
            await change(chat, scene.place(), message, post("y", "green"))


class TestRemoving:
    async def test_deletes_and_is_content_with_what_is_gone(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("x"))
        await chat.remove(scene.place(), message)
        await chat.remove(scene.place(), message)
        assert scene.shown() == []

    async def test_takes_the_keyboard_where_deleting_is_not_allowed(self, scene: TelegramScene) -> None:
        """survive-36: after 48 h a bot may not delete, but the buttons must not stay."""
        clock = MovingClock()
        scene.world.now = clock
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("x", token="t.1.x"))
        clock.advance(49 * 3600)
        await chat.remove(scene.place(), message)
        assert [m.keyboard for m in scene.shown()] in ([None], [[]])


class TestWhispersOlderThanTwoDays:
    """F13: a bot may not delete them, but it may edit them for ever."""

    @pytest.mark.parametrize("colour", ["", "green"])
    async def test_say_something_else_where_they_cannot_be_deleted(self, scene: TelegramScene, colour: str) -> None:
        clock = MovingClock()
        scene.world.now = clock
        chat = await scene.chat()
        scene.world.start(scene.anna)
        message = await chat.send_private(scene.person(scene.anna), post("Hat", colour, token="t.1.x"))
        (shown,) = scene.shown(scene.world.private(scene.anna))
        secret = shown.photo
        clock.advance(49 * 3600)
        for _ in range(2):
            await chat.delete_private(scene.person(scene.anna), message, instead=post("Gone"))
            assert shown.text == "Gone"
            assert not shown.keyboard
            assert (shown.photo is None) == (not colour)
            assert shown.photo is None or shown.photo != secret

    async def test_are_deleted_where_they_can_be(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        scene.world.start(scene.anna)
        message = await chat.send_private(scene.person(scene.anna), post("Hat", "green"))
        await chat.delete_private(scene.person(scene.anna), message, instead=post("Gone"))
        assert scene.shown(scene.world.private(scene.anna)) == []
        assert not scene.calls("editMessageMedia", "editMessageText")


class TestWhispers:
    async def test_arrive_with_spoiler_and_protection_and_go_again(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        private = scene.world.private(scene.anna)
        scene.world.start(scene.anna)
        message = await chat.send_private(scene.person(scene.anna), post("Hat", "green", spoiler=True, protect=True))
        (shown,) = scene.shown(private)
        assert shown.spoiler
        assert shown.protected
        await chat.delete_private(scene.person(scene.anna), message)
        await chat.delete_private(scene.person(scene.anna), message)
        assert scene.shown(private) == []

    async def test_to_whom_the_bot_may_not_write_are_refused(self, scene: TelegramScene) -> None:
        """survive-57, survive-58: never started, unknown, blocked, deleted."""
        chat = await scene.chat()
        scene.world.start(scene.boris)
        scene.world.block(scene.boris)
        scene.world.start(scene.dana)
        scene.dana.deactivated = True
        for person in (scene.anna, scene.boris, scene.dana):
            with pytest.raises(errors.PersonUnreachable):
                await chat.send_private(scene.person(person), post("x"))
            assert not await chat.can_reach(scene.person(person))
        assert not await chat.can_reach(Person("telegram", "123456789"))

    async def test_reach_is_found_out_without_a_message(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        scene.world.start(scene.anna)
        assert await chat.can_reach(scene.person(scene.anna))
        assert scene.shown(scene.world.private(scene.anna)) == []

    async def test_of_a_person_who_blocked_the_bot_need_no_removing(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        scene.world.start(scene.anna)
        message = await chat.send_private(scene.person(scene.anna), post("x"))
        scene.world.block(scene.anna)
        await chat.delete_private(scene.person(scene.anna), message)


class TestPlaces:
    async def test_without_the_right_to_send_pictures_take_text(self, scene: TelegramScene) -> None:
        """survive-86."""
        chat = await scene.chat()
        scene.world.set_permissions(scene.group, can_send_photos=False)
        with pytest.raises(errors.PicturesForbidden):
            await send(chat, scene.place(), post("Board", "green"))
        await send(chat, scene.place(), post("Board"))
        assert [m.text for m in scene.shown()] == ["Board"]

    async def test_that_turned_the_bot_out_or_muted_it_are_gone(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        muted, kicked, deleted = scene.found(), scene.group, scene.found()
        scene.world.set_permissions(muted, can_send_messages=False)
        scene.world.kick_bot(kicked, scene.anna)
        scene.world.delete_group(deleted)
        for group in (muted, kicked, deleted):
            with pytest.raises(errors.PlaceGone):
                await send(chat, scene.place(group), post("x"))
        with pytest.raises(errors.PlaceGone):
            await send(chat, Place("telegram", "-999"), post("x"))

    async def test_that_are_closed_or_deleted_topics_are_gone(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        forum = scene.found(forum=True)
        closed, deleted = (scene.world.create_topic(scene.anna, forum, name) for name in ("A", "B"))
        scene.world.close_topic(scene.anna, forum, closed.id)
        scene.world.delete_topic(forum, deleted.id)
        for topic in (closed, deleted):
            with pytest.raises(errors.PlaceGone):
                await send(chat, scene.place(forum, topic.id), post("x"))

    async def test_that_became_supergroups_tell_their_new_id(self, scene: TelegramScene) -> None:
        """survive-81."""
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("x"))
        new = scene.world.migrate(scene.group)
        for call in (send(chat, scene.place(), post("y")), change(chat, scene.place(), message, post("y"))):
            with pytest.raises(errors.PlaceMoved) as caught:
                await call
            assert caught.value.new == Place("telegram", str(new.id))


class TestAdministrators:
    async def test_are_those_telegram_names(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        scene.introduce()
        scene.world.promote(scene.boris, scene.group)
        told = [await chat.is_admin(scene.place(), scene.person(p)) for p in (scene.anna, scene.boris, scene.dana)]
        assert told == [True, True, False]
        assert not await chat.is_admin(scene.place(), Person("telegram", "123456789"))

    async def test_are_asked_about_once_a_minute(self, scene: TelegramScene, clock: MovingClock) -> None:
        chat = await scene.chat(clock=clock)
        scene.introduce()
        dana = scene.person(scene.dana)
        assert not await chat.is_admin(scene.place(), dana)
        scene.world.promote(scene.dana, scene.group)
        assert not await chat.is_admin(scene.place(), dana)
        assert len(scene.calls("getChatMember")) == 1
        clock.advance(61)
        assert await chat.is_admin(scene.place(), dana)

    async def test_where_members_are_hidden_are_asked_for_as_a_list_every_few_minutes(
        self, scene: TelegramScene, clock: MovingClock
    ) -> None:
        """F12."""
        scene.group.hides_members = True
        chat = await scene.chat(clock=clock)
        scene.introduce()
        for _ in range(3):
            told = [await chat.is_admin(scene.place(), scene.person(p)) for p in (scene.anna, scene.boris)]
            assert told == [True, False]
            clock.advance(50)
        assert len(scene.calls("getChatAdministrators")) == 1
        scene.world.promote(scene.boris, scene.group)
        clock.advance(181)
        assert await chat.is_admin(scene.place(), scene.person(scene.boris))

    async def test_may_be_told_to_nobody(self, scene: TelegramScene) -> None:
        scene.group.hides_members = True
        chat = await scene.chat()
        scene.introduce()
        scene.server.faults.refuse(400, "CHAT_ADMIN_REQUIRED", method="getChatAdministrators")
        with pytest.raises(errors.AdminsUnknown):
            await chat.is_admin(scene.place(), scene.person(scene.anna))

    async def test_everybody_rules_the_own_private_chat(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        private = Place("telegram", str(scene.anna.id), private=True)
        assert await chat.is_admin(private, scene.person(scene.anna))
        assert not await chat.is_admin(private, scene.person(scene.boris))


class TestSlowMode:
    """F15: Telegram holds the sends of a bot that is no administrator, and not its edits."""

    async def test_holds_sends_and_no_edits(self, scene: TelegramScene) -> None:
        scene.group.slow_seconds = 3600
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("board"))
        with pytest.raises(errors.SlowDown) as caught:
            await send(chat, scene.place(), post("more"))
        assert 3590 < caught.value.seconds <= 3600
        await change(chat, scene.place(), message, post("news"))
        assert [m.text for m in scene.shown()] == ["news"]
        assert 3590 < chat.post_wait(scene.place()) <= 3600

    async def test_is_not_asked_again_before_its_end(self, scene: TelegramScene) -> None:
        scene.group.slow_seconds = 3600
        chat = await scene.chat()
        await send(chat, scene.place(), post("board"))
        for _ in range(3):
            with pytest.raises(errors.SlowDown):
                await send(chat, scene.place(), post("more"))
        assert len(scene.calls("sendMessage")) == 2

    async def test_of_edits_is_another_matter(self, scene: TelegramScene) -> None:
        """A 429 of an edit holds the chat as a whole."""
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("board"))
        scene.server.faults.flood(1, method="editMessageText")
        with pytest.raises(errors.SlowDown):
            await change(chat, scene.place(), message, post("news"))
        refused = scene.world.calls[-1].at
        await asyncio.gather(
            change(chat, scene.place(), message, post("news")), send(chat, scene.place(), post("more"))
        )
        assert all(call.at >= refused + 1 for call in scene.world.calls[-2:])


class TestTrouble:
    async def test_a_flood_pauses_the_chat_to_the_second_whatever_the_call(self, scene: TelegramScene) -> None:
        """survive-22: the 429 of a removal holds back the next board too."""
        chat = await scene.chat()
        message = await send(chat, scene.place(), post("x"))
        scene.server.faults.flood(2, method="deleteMessage")
        with pytest.raises(errors.SlowDown) as caught:
            await chat.remove(scene.place(), message)
        assert caught.value.seconds == 2
        refused = scene.world.calls[-1].at
        with pytest.raises(errors.SlowDown):
            await chat.is_admin(scene.place(), scene.person(scene.anna))
        await asyncio.gather(chat.remove(scene.place(), message), send(chat, scene.place(), post("y")))
        assert all(call.at >= refused + 2 for call in scene.world.calls[-2:])
        assert {call.method for call in scene.world.calls[-2:]} == {"deleteMessage", "sendMessage"}

    async def test_a_flood_in_one_chat_does_not_hold_another(self, scene: TelegramScene) -> None:
        chat = await scene.chat()
        other = scene.found()
        scene.server.faults.flood(100, chat=scene.group.id)
        with pytest.raises(errors.SlowDown):
            await send(chat, scene.place(), post("x"))
        await asyncio.wait_for(send(chat, scene.place(other), post("x")), 60)

    @pytest.mark.parametrize("html", [True, False])
    async def test_a_server_error_is_unavailable(self, scene: TelegramScene, html: bool) -> None:
        chat = await scene.chat()
        scene.server.faults.server_error(502, html=html)
        with pytest.raises(errors.ChatUnavailable):
            await send(chat, scene.place(), post("x"))

    @pytest.mark.parametrize(("after", "sent"), [(False, 0), (True, 1)])
    async def test_a_cut_connection_is_never_sent_again_blindly(
        self, scene: TelegramScene, after: bool, sent: int
    ) -> None:
        chat = await scene.chat()
        scene.server.faults.cut(after=after, method="sendPhoto")
        with pytest.raises(errors.ChatUnavailable):
            await send(chat, scene.place(), post("x", "green"))
        assert len(scene.calls("sendPhoto")) == 1
        assert len(scene.shown()) == sent


class TestBudget:
    async def test_telegrams_own_limit_is_never_met(self, scene: TelegramScene) -> None:
        """survive-23, survive-24: sends and edits of all topics share the group's minute, half spent at a start."""
        scene.world.limits.group_per_minute = 20
        chat = await scene.chat(group_per_minute=20)
        forum = scene.found(forum=True)
        topic = scene.world.create_topic(scene.anna, forum, "Hats")
        here, there = scene.place(forum), scene.place(forum, topic.id)
        message = await send(chat, here, post("0"))
        work = [send(chat, there, post(str(n))) for n in range(5)]
        work += [change(chat, here, message, post(f"edit {n}")) for n in range(20)]  # type: ignore[misc]
        tasks = [asyncio.create_task(each) for each in work]
        await asyncio.wait(tasks, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait([task for task in tasks if not task.done()], timeout=1)
        assert sum(task.done() for task in tasks) == 1, "nine are left for a minute: one each six seconds"
        assert scene.world.call_log.busiest_minute(forum.id) == 2
        assert all(call.ok for call in scene.world.calls)
        for task in tasks:
            task.cancel()

    async def test_whispers_and_removals_do_not_wait_for_the_group(self, scene: TelegramScene) -> None:
        chat = await scene.chat(group_per_minute=2)
        scene.world.start(scene.anna)
        message = await send(chat, scene.place(), post("x"))
        full = asyncio.create_task(send(chat, scene.place(), post("y")))
        await asyncio.wait_for(chat.send_private(scene.person(scene.anna), post("secret")), 60)
        await asyncio.wait_for(chat.remove(scene.place(), message), 60)
        assert not full.done()
        full.cancel()


async def test_links(scene: TelegramScene) -> None:
    chat = await scene.chat()
    assert chat.private_link("aB_1") == scene.world.link("aB_1")
    assert chat.private_link() == scene.world.link()
    assert chat.group_link("x") == f"https://t.me/{scene.world.bot.username}?startgroup=x"
    assert (
        await chat.message_link(Place("telegram", "-1001234567890"), MessageId("42")) == "https://t.me/c/1234567890/42"
    )
    assert (
        await chat.message_link(Place("telegram", "-1001234567890", topic="5"), MessageId("42"))
        == "https://t.me/c/1234567890/5/42"
    )
    assert await chat.message_link(Place("telegram", "-12345"), MessageId("42")) == "", (
        "basic groups have no links to messages"
    )
    assert await chat.message_link(Place("telegram", "41", private=True), MessageId("42")) == ""


async def test_a_picture_keeps_its_own_name(scene: TelegramScene) -> None:
    """survive-61: file names are part of what is compared when secrets are permuted."""
    assert picture("red").name == picture("green").name
