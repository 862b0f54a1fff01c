"""Updates as the Bot API shows them, in our words."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import Update

from bot.messaging import Caller, Command, LookupQuery, Press, Start
from bot.platforms.telegram.parsing import (
    BotAdded,
    BotRemoved,
    CallbackPress,
    ForeignPress,
    GroupMigrated,
    InlineLookup,
    Me,
    MemberLeft,
    ParsedUpdate,
    ReachabilityChange,
    read,
)
from bot.platforms.telegram.threads import CommentThreads
from storage.ids import MessageId, Person, Place

ME = Me(900, "Underhat_Bot")
ANNA: dict[str, Any] = {"id": 41, "is_bot": False, "first_name": "Anna", "last_name": "Ω", "language_code": "he"}
GROUP: dict[str, Any] = {"id": -10077, "type": "supergroup", "title": "Hats & co"}
PRIVATE: dict[str, Any] = {"id": 41, "type": "private", "first_name": "Anna"}
CALLER = Caller(Person("telegram", "41"), "Anna Ω", "he")
HERE = Place("telegram", "-10077")


def happening(**update: Any) -> ParsedUpdate | None:
    return read(Update.de_json({"update_id": 1, **update}, None), ME, CommentThreads())


def message(text: str = "", *, chat: dict[str, Any] = GROUP, **fields: Any) -> ParsedUpdate | None:
    sent = {"message_id": 8, "date": 1_800_000_000, "chat": chat, "from": ANNA, "text": text, **fields}
    return happening(message={name: value for name, value in sent.items() if value is not None})


def press(**fields: Any) -> ParsedUpdate | None:
    return happening(callback_query={"id": "77", "from": ANNA, "chat_instance": "1", **fields})


class TestCommands:
    @pytest.mark.parametrize(
        ("text", "name", "argument"),
        [
            ("/play", "play", ""),
            ("/play hats", "play", "hats"),
            ("/Play@underhat_bot  hats now ", "play", "hats now"),
            ("/rules swap\nand more", "rules", "swap\nand more"),
            ("/start P4yload", "start", "P4yload"),
            ("/start@UNDERHAT_BOT P4yload", "start", "P4yload"),
        ],
    )
    def test_are_read_from_the_text(self, text: str, name: str, argument: str) -> None:
        assert message(text) == Command("m-10077:8", HERE, CALLER, name, argument, "Hats & co")

    @pytest.mark.parametrize("text", ["", "play", "see /play", "/play@other_bot", "/", "/игра", "//play"])
    def test_that_are_none_or_another_bots_are_not_ours(self, text: str) -> None:
        assert message(text) is None

    def test_in_a_topic_come_from_the_topic(self) -> None:
        """survive-84."""
        command = message("/play", message_thread_id=5, is_topic_message=True)
        assert isinstance(command, Command)
        assert command.place == Place("telegram", "-10077", topic="5")

    def test_in_a_thread_of_replies_come_from_the_group(self) -> None:
        """survive-82: only `is_topic_message` makes a thread a topic."""
        command = message("/play", message_thread_id=5)
        assert isinstance(command, Command)
        assert command.place == HERE

    def test_of_an_anonymous_administrator_come_from_nobody_who_may_rule(self) -> None:
        group_bot = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
        command = message("/stop", **{"from": group_bot}, sender_chat=GROUP)
        assert isinstance(command, Command)
        assert command.caller is None
        assert command.admin

    def test_of_a_linked_group_posing_as_anonymous_administrator_may_not_rule(self) -> None:
        group_bot = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
        command = message("/stop", **{"from": group_bot}, sender_chat=GROUP | {"id": -10099})
        assert isinstance(command, Command)
        assert not command.admin

    def test_written_as_a_channel_come_from_nobody_who_may_not_rule(self) -> None:
        """survive-88."""
        channel = {"id": -10088, "type": "channel", "title": "News"}
        channel_bot = {"id": 136817688, "is_bot": True, "first_name": "Channel"}
        command = message("/play", **{"from": channel_bot}, sender_chat=channel)
        assert isinstance(command, Command)
        assert command.caller is None
        assert not command.admin

    def test_forwarded_from_the_linked_channel_by_telegram_are_ignored(self) -> None:
        service = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
        assert message("/play", **{"from": service}, is_automatic_forward=True) is None

    def test_without_any_sender_do_no_harm(self) -> None:
        command = message("/play", **dict[str, Any]({"from": None}))
        assert isinstance(command, Command)
        assert command.caller is None

    def test_of_other_bots_are_ignored(self) -> None:
        assert message("/play", **{"from": ANNA | {"is_bot": True}}) is None

    def test_in_channels_are_ignored(self) -> None:
        """survive-88: channel posts have no sender."""
        post = {"message_id": 8, "date": 1, "chat": {"id": -10088, "type": "channel", "title": "N"}, "text": "/play"}
        assert happening(channel_post=post) is None
        assert happening(message=post) is None

    def test_edited_later_do_not_count_again(self) -> None:
        edited = {"message_id": 8, "date": 1, "chat": GROUP, "from": ANNA, "text": "/play", "edit_date": 2}
        assert happening(edited_message=edited) is None

    def test_in_the_private_chat_are_commands_too(self) -> None:
        command = message("/help", chat=PRIVATE)
        assert isinstance(command, Command)
        assert command.place == Place("telegram", "41", private=True)

    def test_without_a_language_have_none(self) -> None:
        """survive-78."""
        command = message("/play", **{"from": {"id": 41, "is_bot": False, "first_name": "Anna"}})
        assert isinstance(command, Command)
        assert command.caller == Caller(Person("telegram", "41"), "Anna")


class TestStart:
    @pytest.mark.parametrize(("text", "payload"), [("/start", ""), ("/start aB_-9", "aB_-9")])
    def test_in_the_private_chat_opens_it(self, text: str, payload: str) -> None:
        assert message(text, chat=PRIVATE) == Start("m41:8", CALLER, payload)


class TestPresses:
    def test_name_the_message_and_the_real_person(self) -> None:
        sent = {"message_id": 9, "date": 1, "chat": GROUP, "message_thread_id": 5, "is_topic_message": True}
        place = Place("telegram", "-10077", topic="5")
        assert press(message=sent, data="t.1.x") == CallbackPress(
            "77", Press("q77", place, CALLER, "t.1.x", MessageId("9"))
        )

    def test_of_old_messages_that_telegram_no_longer_shows_name_them_too(self) -> None:
        sent = {"message_id": 9, "date": 0, "chat": GROUP}
        assert press(message=sent, data="t.1.x") == CallbackPress(
            "77", Press("q77", HERE, CALLER, "t.1.x", MessageId("9"))
        )

    def test_without_a_message_or_data_are_blank(self) -> None:
        sent = {"message_id": 9, "date": 1, "chat": GROUP}
        assert press(inline_message_id="i", data="x") == ForeignPress("77", CALLER.person)
        assert press(message=sent, game_short_name="x") == ForeignPress("77", CALLER.person)

    def test_under_channel_posts_are_blank(self) -> None:
        sent = {"message_id": 9, "date": 1, "chat": {"id": -10088, "type": "channel", "title": "N"}}
        assert press(message=sent, data="x") == ForeignPress("77", CALLER.person)


class TestQuestions:
    @pytest.mark.parametrize("query", ["swap", "", "כובע קסם"])
    def test_name_the_asker_and_what_was_typed(self, query: str) -> None:
        asked = happening(inline_query={"id": "55", "from": ANNA, "query": query, "offset": "", "chat_type": "group"})
        assert asked == InlineLookup("55", LookupQuery(CALLER, query))


class TestChats:
    def test_that_move_say_so_twice_and_the_same(self) -> None:
        """survive-79."""
        old, new = {"id": -5, "type": "group", "title": "G"}, {"id": -1005, "type": "supergroup", "title": "G"}
        moved = GroupMigrated(Place("telegram", "-5"), Place("telegram", "-1005"))
        assert message(chat=old, migrate_to_chat_id=-1005) == moved
        assert message(chat=new, migrate_from_chat_id=-5) == moved

    def test_that_take_the_bot_in_open(self) -> None:
        me = {"id": 900, "is_bot": True, "first_name": "U"}
        assert message(new_chat_members=[ANNA, me]) == BotAdded(HERE)
        assert message(new_chat_members=[ANNA]) is None

    def test_that_turn_the_bot_out_close(self) -> None:
        assert message(left_chat_member={"id": 900, "is_bot": True, "first_name": "U"}) == BotRemoved(HERE)
        assert message(left_chat_member=ANNA) == MemberLeft(HERE, Person("telegram", "41")), "somebody else"


MUTED = {"status": "restricted", "is_member": True, "until_date": 0, "can_send_messages": False}
_RIGHTS = (
    "change_info invite_users pin_messages manage_topics send_polls send_other_messages add_web_page_previews "
    "react_to_messages send_audios send_documents send_photos send_videos send_video_notes send_voice_notes edit_tag"
)
MUTED |= {f"can_{right}": False for right in _RIGHTS.split()}


class TestMembership:
    def change(self, old: dict[str, Any], new: dict[str, Any], chat: dict[str, Any] = GROUP) -> ParsedUpdate | None:
        me = {"user": {"id": 900, "is_bot": True, "first_name": "U"}}
        members = {"old_chat_member": me | old, "new_chat_member": me | new}
        return happening(my_chat_member={"chat": chat, "from": ANNA, "date": 1, **members})

    def test_lost_closes_the_place_and_found_again_opens_it(self) -> None:
        inside, out = {"status": "member"}, {"status": "kicked", "until_date": 0}
        assert self.change(inside, out) == BotRemoved(HERE)
        assert self.change(out, inside) == BotAdded(HERE)

    def test_muted_closes_the_place(self) -> None:
        assert self.change({"status": "member"}, MUTED) == BotRemoved(HERE)
        assert self.change(MUTED, {"status": "member"}) == BotAdded(HERE)

    def test_that_changes_nothing_for_us_is_ignored(self) -> None:
        assert self.change({"status": "left"}, {"status": "kicked", "until_date": 0}) is None
        channel = {"id": -10088, "type": "channel", "title": "N"}
        assert self.change({"status": "left"}, {"status": "member"}, channel) is None

    def test_in_the_private_chat_tells_whether_the_person_is_in_reach(self) -> None:
        inside, out = {"status": "member"}, {"status": "kicked", "until_date": 0}
        assert self.change(inside, out, PRIVATE) == ReachabilityChange(Person("telegram", "41"), ok=False)
        assert self.change(out, inside, PRIVATE) == ReachabilityChange(Person("telegram", "41"), ok=True)


def test_kinds_of_updates_that_are_new_to_us_are_ignored() -> None:
    assert happening(stopped_message_generation={"anything": 1}) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"from": ANNA | {"id": "41"}},
        {"from": ANNA | {"id": 2**70}},
        {"from": ANNA | {"id": True}},
        {"from": ANNA | {"first_name": ["A"], "last_name": None}},
        {"from": ANNA | {"language_code": {}}},
        {"chat": GROUP | {"id": None}},
        {"chat": GROUP | {"id": 0.5}},
        {"message_id": "8"},
        {"message_thread_id": [5], "is_topic_message": True},
        {"date": 10**20},
        {"text": ["/play"]},
    ],
)
def test_a_field_of_another_type_makes_an_update_unreadable(wrong: dict[str, Any]) -> None:
    with pytest.raises((TypeError, OverflowError)):
        message("/play", **wrong)


def test_half_an_emoji_is_no_reason_to_skip_an_update() -> None:
    command = message("/rules \ud83c", **{"from": ANNA | {"last_name": "\ud83c"}})
    assert isinstance(command, Command)
    assert command.argument == "\ufffd"
    assert command.caller is not None
    assert command.caller.name == "Anna \ufffd"
