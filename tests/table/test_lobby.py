"""The lobby: opening, joining, leaving, options, who begins, starting, closing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.games.court_hats.rules.moves import MAX_UNOPENED
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, labels


def names(party: Party) -> list[str]:
    """List who sits at the table of the newest board, in seat order."""
    return [seat.name for seat in party.table().record.seats]


class TestOpening:
    """`/play` opens the one table of a place."""

    @pytest.mark.parametrize("text", ["/play hats", "/play court_hats", "/play Court Hats", "/play ШЛЯПЫ ДВОРА"])
    async def test_play_opens_a_lobby_by_word_key_or_title(self, party: Party, text: str) -> None:
        if "Ш" in text:
            russian = party.service.catalogs.translator("ru")
            text = f"/play {party.manager.services.games['court_hats'].presenter.title(russian).upper()}"
        await party.say(party.ann, text)
        assert labels(party.board()) == [
            "Join", "🤖 Add a computer", "⏱ Pace: live", "❔ How to play", "Options", "Start",
        ]  # fmt: skip
        assert party.board().photo is not None

    async def test_a_lobby_says_what_the_game_is(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        text = party.board().text
        assert "🎩 Court Hats" in text
        assert "open a hat when you’re sure it fits" in text
        assert "2–4 players, about 15 minutes" in text
        assert "⏱ Pace: live, 5 minutes per turn" in text

    async def test_the_first_time_a_game_is_asked_for_and_kept(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.say(party.ann, "/play")
        board = party.board()
        assert labels(board) == ["1. Court Hats", "2. The Vanished Animal", "3. The Invisible Man", "Join"]
        assert "What shall we play?" in board.text
        assert "about 45 minutes" in board.text
        await party.press(party.ann, "2. The Vanished Animal")
        assert "Start" in labels(board)
        assert "Six animals in six hats" in board.text
        await party.press(party.ann, "Close the table")
        await party.say(party.ann, "/play")
        assert "Six animals in six hats" in party.board().text
        assert "Start" in labels(party.board())

    async def test_a_game_that_was_begun_by_name_is_kept_too(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        await party.say(party.ann, "/play")
        assert "🎩 Court Hats" in party.board().text

    async def test_who_opens_sits_if_the_private_chat_is_open(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.settle()  # nothing orders what comes from two chats
        await party.say(party.ann, "/play hats")
        assert names(party) == ["Ann"]
        await party.press(party.ann, "Close the table")
        await party.say(party.bob, "/play hats")
        assert names(party) == []

    async def test_another_game_is_behind_the_options(self, party: Party) -> None:
        await party.seat(party.ann)
        await party.press(party.ann, "Another game")
        assert "✓ 1. Court Hats" in labels(party.board())
        await party.press(party.ann, "Back")
        assert "Start" in labels(party.board()), "the way back leads to where one goes on"
        await party.press(party.ann, "Options")
        await party.press(party.ann, "Another game")
        await party.press(party.ann, "3. The Invisible Man")
        assert party.table().record.game == "invisible_man"
        assert "Start" in labels(party.board())

    async def test_an_unknown_game_is_answered_with_those_there_are(self, party: Party) -> None:
        await party.say(party.ann, "/play chess")
        (answer,) = party.messages()
        assert "/play hats" in answer.text
        assert answer.keyboard is None

    async def test_the_seal_of_the_deal_is_shown_to_who_asks(self, party: Party) -> None:
        await party.seat(party.ann)
        record = party.table().record
        answer = await party.press(party.ann, "🔒 Fair?")
        assert answer.alert
        assert answer.text.endswith(f"\n{record.commitment}")
        assert record.seed not in answer.text
        await party.press(party.ann, "Back")
        assert record.commitment not in party.board().text

    async def test_a_second_play_posts_the_same_table_anew(self, party: Party) -> None:
        await party.seat(party.ann)
        first, table = party.board(), party.table()
        await party.say(party.bob, "/play")
        assert party.board().id > first.id
        assert first.id not in party.group.messages, "the old message goes"
        assert party.table() is table
        assert names(party) == ["Ann"]

    async def test_the_private_chat_leads_to_groups(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.settle()
        rows = party.private(party.ann)[-1].keyboard or []
        (button,) = (button for row in rows for button in row if "url" in button)
        assert button["url"] == "https://t.me/underhat_bot?startgroup=play"

    async def test_being_added_by_that_link_opens_a_table(self, party: Party) -> None:
        await party.say(party.ann, "/start@underhat_bot play")
        assert "Join" in labels(party.board())

    async def test_topics_of_a_forum_are_places_of_their_own(self, party: Party) -> None:
        """survive-84: what belongs to a topic is said in it."""
        forum = party.world.create_group("Forum", party.people, forum=True)
        topics = [party.world.create_topic(party.ann, forum, name).id for name in ("Hats", "More hats")]
        for topic in topics:
            await party.say(party.ann, "/play", forum, topic=topic)
        boards = [message for message in party.messages(forum) if message.keyboard]
        assert [board.topic for board in boards] == topics
        tables = {(board.keyboard or [])[0][0]["callback_data"].split(".")[0] for board in boards}
        assert len(tables) == 2

    async def test_where_only_administrators_open_others_are_refused(self, party: Party) -> None:
        await party.say(party.ann, "/settings")
        await party.press(party.ann, "Anyone can open a table")
        await party.say(party.bob, "/play")
        assert party.messages()[-1].text == "Only administrators can open tables in this chat."
        party.world.promote(party.cleo, party.group)
        await party.say(party.cleo, "/play")
        assert "Join" in labels(party.board())

    async def test_a_table_an_anonymous_administrator_opens_is_hosted_by_the_first_to_join(self, party: Party) -> None:
        party.world.say_as_anonymous_admin(party.ann, party.group, "/play")
        await party.settle()
        assert party.table().record.host is None
        await party.press(party.bob, "Join")
        assert party.table().record.host.id == str(party.bob.id)
        assert "1. ⁨Bob⁩ (host)" in party.board().text


class TestJoining:
    """A seat is for somebody whom private messages reach."""

    async def test_who_never_started_is_led_to_the_private_chat_and_seated_by_it(self, party: Party) -> None:
        """survive-57, survive-58: one tap opens the chat, and no second press is needed in the group."""
        await party.say(party.ann, "/play hats")
        board = party.board()
        toast = await party.send(party.bob, board, party.token(board, "Join"))
        assert toast.url.startswith("https://t.me/underhat_bot?start=")
        await party.settle()
        assert names(party) == [], "the seat is not confirmed before a private message is known to arrive"
        party.world.open_link(party.bob, toast.url)
        await party.settle()
        assert names(party) == ["Bob"]
        assert party.private(party.bob)[-1].text.startswith("⁨Friends⁩: you have a seat at the table.")

    async def test_who_has_started_is_seated_at_once(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.say(party.bob, "/play hats")
        toast = await party.press(party.ann, "Join")
        assert (toast.url, names(party)) == ("", ["Ann"])

    async def test_who_has_blocked_the_bot_is_led_there_again(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.settle()
        party.world.block(party.ann)
        await party.settle()
        await party.say(party.bob, "/play hats")
        toast = await party.send(party.ann, party.board(), party.token(party.board(), "Join"))
        assert toast.url
        assert names(party) == []

    async def test_a_link_is_worth_nothing_to_others(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        toast = await party.send(party.bob, party.board(), party.token(party.board(), "Join"))
        party.world.open_link(party.cleo, toast.url)
        await party.settle()
        assert names(party) == []
        assert "isn’t for you" in party.private(party.cleo)[-1].text

    async def test_a_link_is_worth_nothing_twice(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        toast = await party.press(party.bob, "Join")
        await party.press(party.bob, "Leave")
        party.world.open_link(party.bob, toast.url)
        await party.settle()
        assert names(party) == []
        assert "has already been used" in party.private(party.bob)[-1].text

    async def test_a_link_used_twice_by_one_who_sits_says_so(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        toast = await party.press(party.bob, "Join")
        party.world.open_link(party.bob, toast.url)
        await party.settle()
        assert names(party) == ["Bob"]
        assert party.private(party.bob)[-1].text.startswith("⁨Friends⁩: you have a seat at the table.")

    async def test_a_link_to_a_full_table_seats_nobody(self, party: Party) -> None:
        eve = party.world.add_person("Eve", language_code="en")
        party.world.join(eve, party.group)
        await party.say(party.ann, "/play hats")
        toast = await party.send(eve, party.board(), party.token(party.board(), "Join"))
        for person in party.people:
            await party.press(person, "Join")
        party.world.open_link(eve, toast.url)
        await party.settle()
        assert names(party) == ["Ann", "Bob", "Cleo", "Dan"]
        assert party.private(eve)[-1].text == "The table is full. Watch this game and join the next one."

    async def test_a_link_to_a_game_that_has_begun_seats_nobody(self, party: Party) -> None:
        await party.seat(party.ann, party.bob)
        toast = await party.send(party.cleo, party.board(), party.token(party.board(), "Join"))
        await party.press(party.ann, "Start")
        party.world.open_link(party.cleo, toast.url)
        await party.settle()
        assert names(party) == ["Ann", "Bob"]
        assert party.private(party.cleo)[-1].text == "The game has already started. You can join the next one."

    async def test_a_link_to_a_closed_table_seats_nobody(self, party: Party) -> None:
        await party.seat(party.ann)
        toast = await party.send(party.cleo, party.board(), party.token(party.board(), "Join"))
        await party.press(party.ann, "Close the table")
        party.world.open_link(party.cleo, toast.url)
        await party.settle()
        assert party.private(party.cleo)[-1].text == "This table is closed. Open a new one with /play."

    async def test_a_made_up_link_seats_nobody(self, party: Party) -> None:
        party.world.start(party.bob, "x" * 64)
        await party.settle()
        assert "isn’t for you" in party.private(party.bob)[-1].text

    async def test_twenty_race_for_four_seats(self, party: Party) -> None:
        """survive-40: exactly four sit, and survive-27: everybody is answered."""
        crowd = [party.world.add_person(f"P{n}", language_code="en") for n in range(20)]
        for person in crowd:
            party.world.join(person, party.group)
            party.world.start(person)
        await party.say(party.ann, "/play hats")
        board, token = party.board(), party.token(party.board(), "Join")
        toasts = await asyncio.gather(*(party.send(person, board, token) for person in crowd))
        await party.settle()
        seated = [person.first_name for person, toast in zip(crowd, toasts, strict=True) if "You’re in!" in toast.text]
        assert sorted(seated) == sorted(names(party))
        assert len(seated) == 4
        assert [toast.text for toast in toasts].count("The table is full. Watch this game and join the next one.") == 16

    async def test_ten_presses_by_one_give_one_seat(self, party: Party) -> None:
        """survive-42."""
        party.world.start(party.ann)
        await party.say(party.bob, "/play hats")
        board, token = party.board(), party.token(party.board(), "Join")
        toasts = await asyncio.gather(*(party.send(party.ann, board, token) for _ in range(10)))
        await party.settle()
        assert names(party) == ["Ann"]
        assert sorted({toast.text for toast in toasts}) == [
            "You already have a seat.",
            "You’re in! I’ll send your secrets to our private chat.",
        ]


class TestLeaving:
    """survive-56: who can join can leave."""

    async def test_leave_gives_the_seat_back(self, party: Party) -> None:
        await party.seat(party.ann, party.bob)
        await party.press(party.bob, "Leave")
        assert names(party) == ["Ann"]
        await party.say(party.ann, "/leave")
        assert names(party) == []
        assert "No players yet" in party.board().text

    async def test_who_does_not_sit_cannot_leave(self, party: Party) -> None:
        await party.seat(party.ann)
        await party.press(party.ann, "Options")
        toast = await party.press(party.bob, "Leave")
        assert toast.text == "You’re not at this table."

    async def test_a_host_who_leaves_hands_the_table_over(self, party: Party) -> None:
        await party.seat(party.ann, party.bob, party.cleo)
        await party.press(party.ann, "Leave")
        assert "1. ⁨Bob⁩ (host)" in party.board().text
        assert (await party.press(party.bob, "Start")).text == "The game begins."

    async def test_the_last_to_leave_leaves_an_open_table_behind(self, party: Party) -> None:
        await party.seat(party.ann)
        await party.press(party.ann, "Leave")
        await party.press(party.bob, "Join")
        assert party.table().record.host.id == str(party.bob.id)


class TestHosting:
    """What the host, and an administrator, may do."""

    async def test_others_are_refused(self, party: Party) -> None:
        """survive-30."""
        await party.seat(party.bob, party.cleo)
        for label in (
            *("Start", "⏱ Pace", "🤖 Add a computer", "Who goes first?", "Another game", "Remove a player"),
            "Close the table",
        ):
            if label not in labels(party.board()) and label != "⏱ Pace":
                await party.press(party.cleo, "Options")
            before = party.table().record
            toast = await party.press(party.cleo, label)
            assert toast.text == "Only the host or an administrator can do that.", label
            assert party.table().record == before, label

    async def test_an_administrator_may_start_without_sitting(self, party: Party) -> None:
        await party.seat(party.bob, party.cleo)
        assert (await party.press(party.ann, "Start")).text == "The game begins."

    async def test_an_onlooker_opens_no_options(self, party: Party) -> None:
        await party.seat(party.bob)
        toast = await party.send(party.cleo, party.board(), party.token(party.board(), "Options"))
        assert toast.text == "Only the host or an administrator can do that."

    async def test_start_alone_seats_a_computer(self, party: Party) -> None:
        await party.seat(party.ann)
        assert "Nobody around? “Start” adds a computer" in party.board().text
        toast = await party.press(party.ann, "Start")
        assert toast.text == "\u2068🤖 Tick\u2069 joins you at the table. The game begins."
        assert [(seat.name, seat.computer) for seat in party.table().record.seats] == [("Ann", ""), ("Tick", "normal")]
        assert party.table().record.status == "playing"

    async def test_start_where_nobody_sits_seats_who_presses(self, party: Party) -> None:
        """Never a dead end: who has no private chat with the bot is led there first, and then can start."""
        await party.say(party.ann, "/play hats")
        toast = await party.press(party.ann, "Start")
        assert toast.url.startswith("https://t.me/underhat_bot?start=")
        assert names(party) == ["Ann"]
        await party.press(party.ann, "Leave")
        await party.press(party.ann, "Start")
        assert names(party) == ["Ann", "Tick"]
        assert party.table().record.status == "playing"

    async def test_a_player_is_removed_and_the_menu_closes(self, party: Party) -> None:
        await party.seat(party.ann, party.bob)
        await party.press(party.ann, "Remove a player")
        await party.press(party.ann, "⁨Bob⁩")
        assert names(party) == ["Ann"]
        assert "Start" in labels(party.board())

    async def test_one_can_join_and_leave_while_the_host_looks_at_options(self, party: Party) -> None:
        await party.seat(party.ann)
        await party.press(party.ann, "Options")
        await party.press(party.bob, "Join")
        assert names(party) == ["Ann", "Bob"]
        assert "Back" in labels(party.board()), "the page stays open"

    async def test_who_begins_goes_round_the_table_and_back_to_the_lot(self, party: Party) -> None:
        await party.seat(party.ann, party.bob)
        lines = []
        for _ in range(3):
            await party.press(party.ann, "Who goes first?")
            lines += [line for line in party.board().text.splitlines() if line.startswith("First player")]
        assert lines == [
            "First player: \u2068Ann\u2069",
            "First player: \u2068Bob\u2069",
            "First player: chosen at random",
        ]

    async def test_the_youngest_begins(self, party: Party) -> None:
        """H2."""
        await party.seat(party.ann, party.bob)
        await party.press(party.bob, "I’m the youngest")
        await party.press(party.ann, "Start")
        assert party.mover() is party.bob

    async def test_only_who_sits_is_the_youngest(self, party: Party) -> None:
        await party.seat(party.ann)
        await party.press(party.ann, "Options")
        assert (await party.press(party.bob, "I’m the youngest")).text == "Take a seat first."

    async def test_the_youngest_who_leaves_does_not_begin(self, party: Party) -> None:
        await party.seat(party.ann, party.bob)
        await party.press(party.bob, "I’m the youngest")
        assert "First player: \u2068Bob\u2069" in party.board().text
        await party.press(party.bob, "Leave")
        assert "Begins" not in party.board().text
        await party.press(party.ann, "Options")
        assert "First player: chosen at random" in party.board().text

    async def test_options_are_kept_for_the_chat(self, party: Party) -> None:
        await party.seat(party.ann)
        await party.press(party.ann, "Options")
        record = party.table().record
        (preset,) = (p for p in party.table().game.rules.presets if p.name == "sheet_003")
        await party.send(party.ann, party.board(), f"{record.id}.-.preset_sheet_003")
        await party.send(party.ann, party.board(), f"{record.id}.-.option_magic_hats")
        await party.settle()
        assert {**party.table().record.options, **preset.values} == party.table().record.options
        assert party.table().record.options["magic_hats"] == "off"
        await party.press(party.ann, "Back")
        await party.press(party.ann, "Close the table")
        await party.say(party.ann, "/play")
        options = party.table().record.options
        assert (options["peek_ban"], options["magic_hats"]) == ("on", "off")

    async def test_cancel_takes_the_buttons_away(self, party: Party) -> None:
        """survive-36."""
        await party.seat(party.ann)
        board, token = party.board(), party.token(party.board(), "Join")
        await party.press(party.ann, "Close the table")
        assert board.keyboard is None
        assert "closed" in board.text
        assert (await party.send(party.bob, board, token)).text == "This table is closed. Open a new one with /play."

    async def test_stop_in_a_lobby_cancels_it(self, party: Party) -> None:
        await party.seat(party.ann)
        board = party.board()
        await party.say(party.ann, "/stop")
        assert board.keyboard is None


class TestTime:
    """A lobby left alone closes itself after LOBBY_MINUTES (30 by default)."""

    async def test_a_lobby_left_alone_closes(self, party: Party, clock: MovingClock) -> None:
        await party.seat(party.ann)
        board = party.board()
        clock.advance(60 * party.service.settings.lobby_minutes + 1)
        await party.tick()
        assert board.keyboard is None
        await party.say(party.ann, "/play")
        assert party.board().id != board.id

    async def test_a_lobby_that_is_used_stays(self, party: Party, clock: MovingClock) -> None:
        await party.seat(party.ann)
        for _ in range(3):
            clock.advance(60 * party.service.settings.lobby_minutes - 60)
            await party.press(party.ann, "Who goes first?")
            await party.tick()
        assert "Join" in labels(party.board())

    async def test_a_game_that_has_begun_does_not_close(self, party: Party, clock: MovingClock) -> None:
        await party.begin(party.ann, party.bob)
        clock.advance(60 * party.service.settings.lobby_minutes + 1)
        await party.tick()
        assert party.table().record.status == "playing"

    @pytest.mark.parametrize("restarts", [1, 5])
    async def test_a_deadline_that_passes_while_the_process_is_down_fires_once(
        self, party: Party, clock: MovingClock, restarts: int
    ) -> None:
        """survive-9, survive-10, survive-11: five restarts make no copies of it."""
        await party.seat(party.ann)
        board, edits = party.board(), len(_edits(party))
        await party.close()
        clock.advance(60 * party.service.settings.lobby_minutes + 1)
        for _ in range(restarts):
            await party.open()
            await party.tick()
            await party.close()
        await party.open()
        assert board.keyboard is None
        assert len(_edits(party)) == edits + 1
        assert len(party.messages()) == 1


class TestRestart:
    """survive-5, survive-8: a lobby outlives the process."""

    async def test_the_seats_are_kept_and_the_buttons_work(self, party: Party) -> None:
        await party.seat(party.ann, party.bob)
        board = party.board()
        await party.restart()
        await party.press(party.cleo, "Join", board)
        assert names(party) == ["Ann", "Bob", "Cleo"]
        assert party.board() is board, "no second message"


def _edits(party: Party) -> list[object]:
    return [call for call in party.world.calls if call.method.startswith("edit") and call.chat == party.group.id]


async def test_a_lobby_of_an_earlier_version_gets_the_options_that_it_lacked(party: Party, database: Path) -> None:
    """N-b: it shows them, and begins with what it shows."""
    await party.say(party.ann, "/play hats")
    await party.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        ((blob,),) = connection.execute("SELECT record FROM tables").fetchall()
        record = json.loads(blob)
        del record["options"]["stalemate"]
        connection.execute("UPDATE tables SET record = ?", (json.dumps(record).encode(),))
    await party.open()
    await party.press(party.bob, "Join")
    await party.press(party.ann, "Options")
    await party.press(party.ann, "Rules: Classic")
    assert "No hat opened: over after 60 turns" in labels(party.board())
    await party.press(party.ann, "Back")
    await party.press(party.ann, "Back")
    await party.press(party.ann, "Start")
    table = party.table()
    assert table.record.options["stalemate"] == "on"
    assert table.view(None).patience == MAX_UNOPENED
