"""What only one person may know: whispered, repeated while its time runs, taken away, never in the group."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from bot.games.court_hats.text import HATS, SIGNS
from bot.i18n.names import utf16_length
from bot.messaging import Picture
from bot.playground.feed import Toast
from bot.playground.model import Message, User
from bot.table.publishing import secret_outbox
from bot.table.publishing.hand_publisher import private_lock
from storage.ids import Person
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, eventually, labels

SECONDS = 60
"""How long a whisper lies by default, from its delivery (docs/design.md, Knowledge)."""


def whispers(party: Party, person: User) -> list[Message]:
    """List the secrets that lie in somebody's private chat."""
    return [message for message in party.private(person) if message.photo and message.spoiler]


def plain(whisper: Message) -> str:
    """Return what a whisper tells, without the chat that it is of."""
    return str(whisper.text).splitlines()[-1]


def words(toast: Toast) -> str:
    """Return what an alert tells, without its signs."""
    return " ".join(word for word in toast.text.split() if word not in SIGNS.values())


@pytest.fixture
async def peeked(party: Party) -> Party:
    """Ann has peeked at hat 1; Bob is to move, and a whisper lies in Ann's private chat."""
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    return party


class TestWhispers:
    """A peek goes to the one who peeked, by direct message."""

    async def test_it_is_a_spoiler_that_names_the_chat_and_cannot_be_forwarded(self, peeked: Party) -> None:
        (whisper,) = whispers(peeked, peeked.ann)
        assert whisper.text.startswith(
            "\u2068Friends\u2069\nTap the picture to see it. In words:\nMove 1: you peeked at hat 1. You saw: "
        )
        assert whisper.protected
        assert labels(whisper) == ["Got it, remove it", "⚡ Show it when I tap next time"]

    async def test_nobody_else_gets_it(self, peeked: Party) -> None:
        hat = whispers(peeked, peeked.ann)[0].text.splitlines()[1]
        others = [m for chat in peeked.world.chats.values() if chat.id != peeked.ann.id for m in peeked.messages(chat)]
        assert not any(hat in message.text for message in others)
        assert whispers(peeked, peeked.bob) == []

    async def test_it_is_removed_when_its_time_ends(self, peeked: Party, clock: MovingClock) -> None:
        clock.advance(SECONDS - 1)
        await peeked.tick()
        assert len(whispers(peeked, peeked.ann)) == 1
        clock.advance(1)
        await peeked.tick()
        assert whispers(peeked, peeked.ann) == []

    async def test_its_time_is_the_chats_choice(self, party: Party, clock: MovingClock) -> None:
        await party.begin(party.ann, party.bob)
        await party.manager.services.chats.change(
            party.table().record.place, lambda chosen: replace(chosen, whisper_seconds=15)
        )
        await party.press(party.ann, "👁1")
        clock.advance(15)
        await party.tick()
        assert whispers(party, party.ann) == []

    async def test_it_is_removed_at_once_by_seen(self, peeked: Party, clock: MovingClock) -> None:
        await peeked.press(peeked.ann, "Got it", whispers(peeked, peeked.ann)[0])
        assert whispers(peeked, peeked.ann) == []
        deletions = [call for call in peeked.world.calls if call.method == "deleteMessage"]
        clock.advance(SECONDS)
        await peeked.tick()
        assert [call for call in peeked.world.calls if call.method == "deleteMessage"] == deletions

    async def test_its_time_runs_while_the_process_is_down(self, peeked: Party, clock: MovingClock) -> None:
        """survive-9."""
        await peeked.close()
        clock.advance(SECONDS + 1)
        await peeked.open()
        await peeked.tick()
        assert whispers(peeked, peeked.ann) == []

    async def test_somebody_elses_seen_takes_nothing_away(self, peeked: Party) -> None:
        token = peeked.token(whispers(peeked, peeked.ann)[0], "Got it")
        peeked.world.start(peeked.bob)
        await peeked.settle()
        toast = await peeked.send(peeked.bob, next(m for m in peeked.private(peeked.bob) if m.keyboard), token)
        await peeked.settle()
        assert toast.text == "This button no longer works."
        assert len(whispers(peeked, peeked.ann)) == 1

    async def test_a_restart_sends_no_second_copy(self, peeked: Party) -> None:
        """survive-11."""
        for _ in range(3):
            await peeked.restart()
        assert len(whispers(peeked, peeked.ann)) == 1

    async def test_one_that_fails_for_a_while_is_delivered(self, party: Party) -> None:
        """survive-66."""
        await party.begin(party.ann, party.bob)
        party.api.faults.server_error(method="sendPhoto", chat=party.ann.id, times=1)
        await party.press(party.ann, "👁1")
        assert len(whispers(party, party.ann)) == 1

    async def test_one_whose_picture_cannot_be_drawn_comes_in_words(
        self, party: Party, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(_picture: Picture) -> bytes:
            raise MemoryError

        await party.begin(party.ann, party.bob)
        monkeypatch.setattr(party.service.render_cache, "draw", fail)
        await party.press(party.ann, "👁1")
        await eventually(lambda: "You saw: " in party.private(party.ann)[-1].text)
        assert not party.private(party.ann)[-1].photo

    async def test_one_that_was_on_its_way_at_a_stop_is_delivered_by_the_next_process(self, party: Party) -> None:
        """survive-66, survive-7: the same hat."""
        await party.begin(party.ann, party.bob)
        hat = party.table().state.row[0].hat
        party.api.faults.server_error(method="sendPhoto", chat=party.ann.id, times=None)
        board = party.board()
        pressed = party.world.press(party.ann, party.group, board.id, party.token(board, "👁1")).ended
        await asyncio.wait_for(pressed, 60)
        await party.close()
        assert whispers(party, party.ann) == []
        party.api.faults.clear()
        await party.open()
        name = party.service.catalogs.translator("en").translate(HATS[hat])
        assert name in whispers(party, party.ann)[0].text


class TestHand:
    """`/hand` repeats a secret whose time has not ended (survive-65)."""

    @pytest.mark.parametrize("private", [False, True])
    async def test_one_copy_lies_there_the_newest(self, peeked: Party, *, private: bool) -> None:
        (old,) = whispers(peeked, peeked.ann)
        count = len(peeked.messages())
        for _ in range(3):
            await peeked.say(peeked.ann, "/hand", peeked.world.private(peeked.ann) if private else None)
        (new,) = whispers(peeked, peeked.ann)
        assert new.id > old.id
        assert (new.text, new.photo and new.photo.sha256) == (old.text, old.photo and old.photo.sha256)
        assert len(peeked.messages()) == count, "the group is told nothing"

    async def test_many_at_once_leave_one_copy(self, peeked: Party) -> None:
        for _ in range(6):
            peeked.world.say(peeked.ann, peeked.group, "/hand")
            peeked.world.say(peeked.ann, peeked.world.private(peeked.ann), "/hand")
        await peeked.settle()
        assert len(whispers(peeked, peeked.ann)) == 1

    async def test_it_gives_no_more_time(self, peeked: Party, clock: MovingClock) -> None:
        clock.advance(SECONDS - 1)
        await peeked.say(peeked.ann, "/hand")
        clock.advance(1)
        await peeked.tick()
        assert whispers(peeked, peeked.ann) == []

    @pytest.mark.parametrize("way", ["time", "seen"])
    async def test_afterwards_it_is_gone(self, peeked: Party, clock: MovingClock, way: str) -> None:
        if way == "time":
            await peeked.press(peeked.ann, "My secret")
            clock.advance(SECONDS)
            await peeked.tick()
        else:
            await peeked.press(peeked.ann, "Got it", whispers(peeked, peeked.ann)[0])
        await peeked.say(peeked.ann, "/hand", peeked.world.private(peeked.ann))
        assert whispers(peeked, peeked.ann) == []
        assert peeked.private(peeked.ann)[-1].text == "There’s nothing secret for you to see right now."
        toast = await peeked.press(peeked.ann, "My secret", peeked.table_board())
        assert toast.text == "There’s nothing secret for you to see right now."

    async def test_it_shows_nobody_elses(self, peeked: Party) -> None:
        """survive-64."""
        await peeked.say(peeked.bob, "/hand")
        assert whispers(peeked, peeked.bob) == []
        assert peeked.messages()[-1].text == "There’s nothing secret for you to see right now."

    async def test_onlookers_are_refused(self, peeked: Party) -> None:
        await peeked.say(peeked.cleo, "/hand")
        assert peeked.messages()[-1].text == "You’re not at this table."

    async def test_my_secret_shows_it_in_an_alert_as_often_as_wished(self, peeked: Party) -> None:
        """survive-65."""
        hat = plain(whispers(peeked, peeked.ann)[0])
        toasts = [await peeked.press(peeked.ann, "My secret") for _ in range(3)]
        assert [(words(toast), toast.alert) for toast in toasts] == [(hat, True)] * 3
        assert len({toast.text for toast in toasts} - {hat}) == 1, "with the sign of the hat"
        assert (await peeked.press(peeked.cleo, "My secret")).text == "You’re not at this table."


class TestUnreachable:
    """survive-57, survive-59: somebody blocks the bot in the middle of a game."""

    @pytest.fixture
    async def blocked(self, party: Party) -> Party:
        """Ann, who is to move, has blocked the bot."""
        await party.begin(party.ann, party.bob)
        party.world.block(party.ann)
        await party.settle()
        return party

    async def test_the_secret_is_in_the_answer_and_a_hint_on_the_board(self, blocked: Party) -> None:
        toast = await blocked.press(blocked.ann, "👁1")
        assert toast.alert
        assert "you peeked at hat 1. You saw: " in toast.text
        assert "\u2068Ann\u2069, I can’t message you privately." in blocked.board().text
        assert toast.text not in blocked.board().text
        again = await blocked.press(blocked.ann, "My secret")
        assert again.text == toast.text

    async def test_the_hint_is_there_though_the_answer_was_faster_than_the_message(self, blocked: Party) -> None:
        """Then nothing is sent, from whose refusal it would follow."""
        board, secrets = blocked.board(), blocked.manager.secrets

        async def was_shown() -> bool:
            return [row.status for row in await blocked.store.secrets()] == ["shown"]

        async with secrets._leased.hold(private_lock(Person("telegram", str(blocked.ann.id)))):
            toast = await blocked.send(blocked.ann, board, blocked.token(board, "👁1"))
            assert "You saw: " in toast.text
            await eventually(was_shown)
        await blocked.settle()
        assert "\u2068Ann\u2069, I can’t message you privately." in blocked.board().text

    async def test_its_time_runs_from_that_answer(self, blocked: Party, clock: MovingClock) -> None:
        """What was shown must not become a notebook."""
        await blocked.press(blocked.ann, "👁1")
        clock.advance(SECONDS)
        await blocked.tick()
        toast = await blocked.press(blocked.ann, "My secret")
        assert toast.text == "There’s nothing secret for you to see right now."

    async def test_the_hint_goes_with_the_secret(self, blocked: Party, clock: MovingClock) -> None:
        await blocked.press(blocked.ann, "👁1")
        clock.advance(SECONDS)
        await blocked.tick()
        assert "can’t message" not in blocked.board().text

    async def answered_before_the_whisper(self, party: Party) -> Toast:
        """Press with Ann; the whisper is refused once the answer has come. Refused sooner, the answer would show it."""
        board, whisper = party.board(), party.api.faults.stall(chat=party.ann.id)
        toast = await party.send(party.ann, board, party.token(board, "👁1"))
        await eventually(lambda: whisper.stalled)
        party.api.faults.cancel(whisper)
        whisper.release()
        await party.settle()
        return toast

    async def test_one_nobody_knew_of_is_kept_for_my_secret(self, party: Party, clock: MovingClock) -> None:
        """The block is found out by the whisper itself: nothing is dropped, nothing runs out unseen."""
        await party.begin(party.ann, party.bob)
        party.ann.blocked = True
        toast = await self.answered_before_the_whisper(party)
        assert toast.text.startswith("You peeked at hat 1")
        assert "can’t message" in party.board().text
        clock.advance(10 * SECONDS)
        await party.tick()
        shown = await party.press(party.ann, "My secret")
        assert "you peeked at hat 1. You saw: " in shown.text
        clock.advance(SECONDS)
        await party.tick()
        gone = await party.press(party.ann, "My secret")
        assert gone.text == "There’s nothing secret for you to see right now."

    async def test_unblocking_delivers_it_and_takes_the_hint_away(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        party.ann.blocked = True
        await self.answered_before_the_whisper(party)
        party.ann.blocked = False
        party.world.start(party.ann)
        await party.settle()
        assert len(whispers(party, party.ann)) == 1
        assert "can’t message" not in party.board().text

    async def test_who_unblocks_while_one_is_being_refused_gets_it(self, party: Party) -> None:
        """The refusal arrives after the news that messages arrive again, and is older."""
        await party.begin(party.ann, party.bob)
        whisper = party.api.faults.stall(chat=party.ann.id)
        await party.send(party.ann, party.board(), party.token(party.board(), "👁1"))
        await eventually(lambda: whisper.stalled)
        party.world.start(party.ann)
        await eventually(lambda: not (party.world.updates.pending or party._adapter.updates_in_hand))
        party.api.faults.refuse(403, "bot was blocked by the user", chat=party.ann.id)
        whisper.release()
        await party.settle()
        assert len(whispers(party, party.ann)) == 1
        assert "can’t message" not in party.board().text

    async def test_hand_says_what_to_do(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "👁1")
        party.ann.blocked = True
        await party.say(party.ann, "/hand")
        assert party.messages()[-1].text == "I can’t message you privately. Open your chat with Underhat and tap Start."

    async def test_the_game_goes_on_and_the_host_can_end_it(self, blocked: Party) -> None:
        """survive-59."""
        await blocked.press(blocked.ann, "👁1")
        await blocked.press(blocked.bob, "👁2")
        assert blocked.mover() is blocked.ann
        await blocked.say(blocked.ann, "/stop")
        await blocked.press(blocked.ann, "Yes, end the game")
        assert blocked.table_status() == "closed"


@pytest.fixture
async def at_once(party: Party) -> Party:
    """Ann has chosen, on her first whisper, that the answers to her presses show what she sees; she is to move."""
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    (whisper,) = whispers(party, party.ann)
    await party.press(party.ann, "⚡ Show it when I tap next time", whisper)
    await party.press(party.ann, "Got it", whisper)
    await party.press(party.bob, "👁2", party.table_board())
    return party


def private_calls(party: Party, person: User) -> list[str]:
    """List the calls that have shown somebody something in the private chat."""
    shows = ("sendMessage", "sendPhoto", "editMessageMedia", "editMessageText")
    return [call.method for call in party.world.calls if call.chat == person.id and call.method in shows]


class TestAtOnce:
    """F4: a peek in the group is one press, and no change of chats."""

    async def test_a_peek_is_one_press_and_nothing_more(self, at_once: Party) -> None:
        party, before = at_once, len(private_calls(at_once, at_once.ann))
        hat = party.table().state.row[2].hat
        toast = await party.press(party.ann, "👁3", party.table_board())
        english = party.service.catalogs.translator("en")
        assert toast.alert
        assert f"you peeked at hat 3. You saw: {SIGNS[hat]} {english.translate(HATS[hat])}" in toast.text
        assert len(toast.text) <= 200
        assert len(private_calls(party, party.ann)) == before, "no message, no other chat"

    async def test_nobody_else_sees_it_and_no_token_tells_it(self, at_once: Party) -> None:
        party, calls = at_once, len(at_once.world.calls)
        hat = party.table().state.row[2].hat
        toast = await party.press(party.ann, "👁3", party.table_board())
        told = toast.text.split(": ", 1)[1]
        others = [call for call in party.world.calls[calls:] if call.method != "answerCallbackQuery"]
        assert not any(told in str(call.params) or SIGNS[hat] in str(call.params) for call in others)
        assert (await party.press(party.bob, "My secret", party.table_board())).text != toast.text

    async def test_it_can_be_asked_for_while_its_time_runs(self, at_once: Party, clock: MovingClock) -> None:
        toast = await at_once.press(at_once.ann, "👁3", at_once.table_board())
        again = await at_once.press(at_once.ann, "My secret", at_once.table_board())
        assert (again.text, again.alert) == (toast.text, True)
        clock.advance(SECONDS)
        await at_once.tick()
        gone = await at_once.press(at_once.ann, "My secret", at_once.table_board())
        assert gone.text == "There’s nothing secret for you to see right now."

    async def test_an_answer_that_telegram_does_not_take_is_sent_by_message(
        self, at_once: Party, clock: MovingClock
    ) -> None:
        """The query is too old, or nobody answers at all: the second way is the message."""
        party = at_once
        party.api.faults.server_error(method="answerCallbackQuery", times=1)
        board = party.table_board()
        party.world.press(party.ann, party.group, board.id, party.token(board, "👁3"))
        await eventually(lambda: party.world.calls[-1].error or party.table_record().moves == 3)
        clock.advance(20)  # it is tried once more, when the query is too old
        await eventually(lambda: whispers(party, party.ann))
        await party.settle()
        (whisper,) = whispers(party, party.ann)
        assert "you peeked at hat 3. You saw: " in plain(whisper)
        assert "Send it as a message next time" in labels(whisper)

    async def test_a_restart_before_the_answer_was_taken_loses_nothing(self, at_once: Party) -> None:
        """The row is written with the move; what no answer is known to have shown is sent."""
        party = at_once
        party.api.faults.server_error(method="answerCallbackQuery", times=None)
        board = party.table_board()
        party.world.press(party.ann, party.group, board.id, party.token(board, "👁3"))
        await eventually(lambda: party.table_record().moves == 3)
        await party.close()
        party.api.faults.clear()
        await party.open()
        (whisper,) = whispers(party, party.ann)
        assert "you peeked at hat 3. You saw: " in plain(whisper)

    async def test_the_choice_is_kept_and_taken_back_in_the_private_chat(self, at_once: Party) -> None:
        party, chat = at_once, at_once.world.private(at_once.ann)
        await party.restart()
        await party.say(party.ann, "/settings", chat)
        page = party.private(party.ann)[-1]
        assert "Secrets: shown when I tap" in labels(page)
        await party.press(party.ann, "Secrets: shown when I tap", page)
        assert "Secrets: sent as a message" in labels(page)
        toast = await party.press(party.ann, "👁3", party.table_board())
        assert not toast.alert
        assert toast.text == "You peeked at hat 3. To see it, tap 🤫 or look at what I sent you."
        assert len(whispers(party, party.ann)) == 1

    async def test_hands_of_cards_stay_messages(self, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
        """They hold more than an alert, and buttons."""
        monkeypatch.setattr(secret_outbox, "ANSWER_SECONDS", 0.2)  # what no answer will show is looked at again then
        await party.service.manager.services.people.set_here(Person("telegram", str(party.ann.id)), here=True)
        await party.say(party.ann, "/play invisible")
        for who in (party.ann, party.bob):
            await party.press(who, "Join")
        await party.press(party.ann, "Start")
        assert party.private(party.ann)[-1].photo


class TestTheEnd:
    """What was told in private goes with the game, whatever comes in between."""

    async def test_a_stopped_game_takes_it_along(self, peeked: Party) -> None:
        await peeked.say(peeked.ann, "/stop")
        await peeked.press(peeked.ann, "Yes, end the game")
        assert whispers(peeked, peeked.ann) == []

    async def test_one_that_waits_is_not_sent_after_the_end(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        party.api.faults.server_error(method="sendPhoto", chat=party.ann.id, times=None)
        board = party.board()
        await party.send(party.ann, board, party.token(board, "👁1"))
        table = party.table()
        async with table.changing() as change:
            await change.close()
        party.api.faults.clear()
        await party.settle()
        assert whispers(party, party.ann) == []
        assert await party.store.secrets() == []

    async def test_a_kill_right_after_the_end_leaves_nothing(self, peeked: Party) -> None:
        """The transaction that ends the game makes them due; the next process takes them away."""
        peeked.api.faults.server_error(method="deleteMessage", times=None)
        table = peeked.table()
        async with table.changing() as change:
            await change.close()
        await peeked.close()
        assert len(whispers(peeked, peeked.ann)) == 1
        peeked.api.faults.clear()
        await peeked.open()
        await peeked.tick()
        assert whispers(peeked, peeked.ann) == []
        assert await peeked.store.secrets() == []


async def test_a_look_is_told_as_what_it_was_then(party: Party) -> None:
    """Where a hat is after a swap is the player's to remember: nothing says that it still lies there."""
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁2")
    (row,) = await party.manager.services.store.secrets(table=party.table().id)
    await party.press(party.bob, "⇄2", party.table_board())
    await party.press(party.bob, "⇄6", party.table_board())
    told = await party.press(party.ann, "🤫 My secret", party.table_board())
    assert row.number == 1
    assert told.text.startswith("Move 1: you peeked at hat 2. You saw: ")
    assert utf16_length(told.text) <= 200
