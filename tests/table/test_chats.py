"""What happens to a table when its chat moves, turns the bot out, or takes it in again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.messaging import Caller, Press
from bot.playground.model import Chat
from storage.ids import MessageId, Person, Place
from tests.helpers.clock import MovingClock
from tests.helpers.party import AFTER_THE_END, Party, labels, party_at
from tests.table.playing import finish


async def migrate(party: Party) -> Chat:
    """Make the group a supergroup."""
    new = party.world.migrate(party.group)
    await party.settle()
    return new


class TestMoving:
    """survive-79, survive-81: a group becomes a supergroup."""

    async def test_the_game_goes_along(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "👁1")
        new = await migrate(party)
        await party.press(party.bob, "👁2", party.table_board(new))
        assert party.table(new).record.moves == 2
        assert party.table(new).record.place.chat == str(new.id)

    async def test_players_can_leave_there(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo)
        new = await migrate(party)
        await party.say(party.bob, "/leave", new)
        await party.press(party.bob, "Leave the game", party.board(new))
        assert [seat.occupied for seat in party.table(new).record.seats] == [True, False, True]

    async def test_a_lobby_and_the_chats_choices_go_along(self, party: Party) -> None:
        join = party.service.catalogs.translator("ru").t("Join")
        await party.say(party.ann, "/language ru")
        await party.say(party.ann, "/play")
        await party.press(party.ann, join, party.table_board())
        new = await migrate(party)
        await party.press(party.bob, join, party.table_board(new))
        assert [seat.name for seat in party.table(new).record.seats] == ["Ann", "Bob"]

    async def test_the_news_twice_and_a_restart_change_nothing(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        new = await migrate(party)
        await party.restart()
        count = len(party.messages(new))
        await party.manager.move_chat(Place("telegram", str(party.group.id)), Place("telegram", str(new.id)))
        await party.settle()
        assert len(party.messages(new)) == count
        await party.press(party.ann, "👁1", party.table_board(new))
        assert party.table(new).record.moves == 1


class TestComingBack:
    """The bot is removed in the middle of a game, and added again."""

    async def test_the_table_is_posted_anew(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        old = party.table_board()
        party.world.kick_bot(party.group, party.ann)
        await party.settle()
        party.world.add_bot(party.group, party.ann)
        await party.settle()
        assert party.table_board().id != old.id
        await party.press(party.ann, "👁1", party.table_board())
        assert party.table_record().moves == 1

    async def test_across_a_restart_too(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        old = party.table_board()
        party.world.kick_bot(party.group, party.ann)
        await party.restart()
        party.world.add_bot(party.group, party.ann)
        await party.settle()
        assert party.table_board().id != old.id


class TestStrangePosts:
    """survive-88: posts without a person."""

    async def test_a_channels_post_is_passed_over(self, party: Party) -> None:
        channel = party.world.create_channel("News", party.ann)
        party.world.channel_post(channel, "/play")
        party.world.say_as_channel(party.ann, party.group, channel, "/leave")
        await party.settle()
        assert party.messages(channel) == []

    async def test_an_anonymous_administrator_gets_an_answer_or_nothing(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for text in ("/hand", "/leave", "/stop", "/board", "/verify", "/language ru", "/settings"):
            party.world.say_as_anonymous_admin(party.ann, party.group, text)
            await party.settle()
            assert party.table_status() == "playing", text
            assert [call for call in party.world.calls if not call.ok and call.method != "getUpdates"] == [], text


async def test_a_damaged_table_keeps_nobody_from_the_others(party: Party, database: Path) -> None:
    other = party.world.create_group("Others", party.people)
    await party.begin(party.ann, party.bob)
    damaged = party.table_record().id
    await party.say(party.ann, "/play", other)
    await party.press(party.ann, "Join", party.board(other))
    await party.close()
    spoil(database, damaged)
    await party.open()
    await party.press(party.bob, "Join", party.board(other))
    await party.say(party.ann, "/board", party.world.private(party.ann))
    assert party.private(party.ann)[-1].text == "The game hasn’t started yet. The table is waiting in its chat."


def spoil(database: Path, table: str) -> None:
    """Damage a stored table."""
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE tables SET record = X'00' WHERE id = ?", (table,))
    connection.close()


@pytest.mark.parametrize("language", ["en", "ru", "he"])
async def test_four_of_the_longest_names_fit_every_message_to_the_end(party: Party, language: str) -> None:
    """Captions hold 1024 units (docs/platforms.md A4); the playground refuses more."""
    crowd = [party.world.add_person("😀" * 64, language_code=language) for _ in range(3)]
    crowd.append(party.world.add_person("Ж" * 64, language_code=language))
    say = party.service.catalogs.translator(language).t
    for person in crowd:
        party.world.join(person, party.group)
        party.world.start(person)
    await party.say(crowd[0], "/play hats")
    for person in crowd:
        await party.press(person, say("Join"), party.table_board())
    await party.press(crowd[0], say("Start"), party.table_board())
    await finish(party)
    assert labels(party.table_board()) == [say(label) for label in AFTER_THE_END]
    assert [call for call in party.world.calls if not call.ok and call.method != "getUpdates"] == []
    text = party.table_board().text
    assert f"/verify {party.table_record().id}" in text, "which shows the seed where the caption has no room for it"


async def test_a_press_on_a_message_too_old_to_be_shown_counts_in_its_topic(tmp_path: Path) -> None:
    """Telegram tells of such a message its chat and id alone (InaccessibleMessage): the topic is not known."""
    async with party_at(tmp_path / "old.db", pictures="blank") as party:
        forum = party.world.create_group("Forum", party.people, kind="supergroup", forum=True)
        topic = party.world.create_topic(party.ann, forum, "Hats")
        await party.say(party.ann, "/play hats", forum, topic=topic.id)
        board = party.board(forum)
        caller = Caller(Person("telegram", str(party.ann.id)), "Ann", "en")
        old = Press(
            "q1", Place("telegram", str(forum.id)), caller, party.token(board, "Options"), MessageId(str(board.id))
        )
        answer = await party.service.dispatcher.on_press(old)
        await party.settle()
    assert not answer.text
    assert "Back" in labels(party.board(forum))


class TestOneTableOverAMove:
    """R1: whatever order things arrive in, a group that becomes a supergroup has one table."""

    def live(self, party: Party) -> list[str]:
        return [table.id for table in party.manager.tables.all_in_memory() if table.record.live]

    def say_late(self, party: Party, text: str) -> None:
        """Have what was written in the old chat arrive after it has moved."""
        late = party.world.add_message(party.group, party.cleo, text=text, entities=[])
        late.entities = [{"type": "bot_command", "offset": 0, "length": 5}]
        party.world._deliver(late)

    @pytest.mark.parametrize("restarted", [False, True])
    async def test_a_late_play_shows_the_game_that_runs(self, party: Party, *, restarted: bool) -> None:
        await party.begin(party.ann, party.bob)
        table = party.table()
        new = await migrate(party)
        if restarted:
            await party.restart()
        party.world.call_log.calls.clear()
        self.say_late(party, "/play hats")
        await party.settle()
        tried = [call for call in party.world.calls if call.chat == party.group.id]
        assert restarted or tried == [], "a process that has seen the move knows where the chat is"
        assert self.live(party) == [table.id]
        assert party.table(new).id == table.id
        await party.say(party.ann, "/board", new)
        await party.press(party.ann, "👁1", party.table_board(new))
        assert party.table(new).record.moves == 1

    async def test_a_table_opened_there_before_the_news_gives_way_to_the_game(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        table = party.table()
        await party.close()
        new = party.world.migrate(party.group)
        party.world.updates.clear()
        await party.open()
        await party.say(party.cleo, "/play hats", new)
        assert len(self.live(party)) == 2
        party.world._add_service(party.group, party.ann, migrate_to_chat_id=new.id)  # the news, at last
        await party.settle()
        assert self.live(party) == [table.id]
        await party.press(party.ann, "👁1", party.table_board(new))
        assert party.table(new).record.moves == 1

    async def test_of_two_lobbies_the_older_stays(self, party: Party, clock: MovingClock) -> None:
        await party.seat(party.ann, party.bob)
        table = party.table()
        clock.advance(5)
        new = await migrate(party)
        await party.restart()
        self.say_late(party, "/play animal")
        await party.settle()
        assert self.live(party) == [table.id]
        assert [seat.name for seat in party.table(new).record.seats] == ["Ann", "Bob"]
