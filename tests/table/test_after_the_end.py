"""What an ended game is told with and shows: ratings, moments, replay, film. Of a running one nothing is shown."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import av
import pytest
from msgspec.structs import replace

from bot.games.vanished_animal.text import SIGNS
from bot.messaging import Film
from bot.playground.model import Message, User
from bot.table.handlers.replays import PAYLOAD, SHOWN
from storage.ids import Person
from tests.helpers.clock import MovingClock
from tests.helpers.party import AFTER_THE_END, Party, labels, party_at
from tests.table.playing import finish

REPLAY, KNEW, FILM = "⏪ Replay", "💭 Who knew what", "🎬 Video"


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Party]:
    """Yield people around a bot whose pictures stay blank: what is read here are texts."""
    async with party_at(tmp_path / "end.db", MovingClock(), pictures="blank") as gathered:
        gathered.service._film_runner = _at_once
        yield gathered


async def _at_once(make: Any, draws: Sequence[Callable[[], bytes]]) -> Film:
    return Film(b"\0\0\0\x14ftypisom" + bytes(8), 720, 720, float(len(draws)))


async def ended(party: Party, *people: User) -> Message:
    await party.begin(*(people or (party.ann, party.bob)))
    await finish(party)
    return party.table_board()


class TestTheWinnersMoment:
    async def test_it_is_the_newest_message_and_rings(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        before = party.table_board()
        await finish(party)
        board = party.table_board()
        assert board.id > before.id
        assert before.id not in party.group.messages, "the old board has gone"
        assert not board.silent
        assert labels(board) == AFTER_THE_END

    async def test_it_tells_what_the_game_made_of_ratings(self, party: Party) -> None:
        board = await ended(party)
        first, second = board.text.splitlines()[:2]
        assert first.startswith("🏆 ")
        ratings = {row.person.id: row.shown for person in ("Ann", "Bob") for row in await _ratings(party, person)}
        for person in (party.ann, party.bob):
            now = ratings[str(person.id)]
            assert f"{person.first_name}⁩" in second
            assert f"→ {now:,}" in second
            assert f"{abs(now - 1000)}" in second
        assert second.startswith("📈 Ratings")

    async def test_victories_in_a_row_are_counted(self, party: Party) -> None:
        await ended(party)
        assert "in a row" not in party.table_board().text
        winners = [await _winners(party)]
        for _ in range(3):
            await party.pass_time(60)
            await party.press(party.ann, "Rematch", party.table_board())
            await party.press(party.ann, "Start", party.table_board())
            await finish(party)
            winners.append(await _winners(party))
            told = [line for line in party.table_board().text.splitlines() if "in a row" in line]
            for name in winners[-1]:
                streak = next((n for n, each in enumerate(reversed(winners)) if name not in each), len(winners))
                expected = [f"🔥 {streak} wins in a row: ⁨{name}⁩"] if streak > 1 else []
                assert [line for line in told if name in line] == expected

    async def test_a_game_with_computers_moves_no_rating_and_says_none(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        await party.say(party.ann, "/play animal", chat)
        await party.press(party.ann, "Start", party.board(chat))
        table = party.table(chat)
        for _ in range(200):
            if table.record.status != "playing":
                break
            board = party.table_board(chat)
            await party.press(party.ann, SIGNS[table.state.box.animal], board)
            await party.press(party.ann, "✔", party.table_board(chat))
        board = party.table_board(chat)
        assert "🏆" in board.text
        assert "📈" not in board.text
        assert table.record.rated == ()

    async def test_the_change_outlives_a_restart(self, party: Party) -> None:
        await ended(party)
        record = party.table_record()
        assert len(record.rated) == 2
        await party.restart()
        table = await party.manager.tables.by_id(record.id)
        assert table.record.rated == record.rated

    async def test_moments_are_those_of_the_game(self, party: Party) -> None:
        board = await ended(party)
        assert "🎲 Boldest move" in board.text, "who sees under the hats has won without a look"


class TestReplay:
    async def test_it_is_stepped_through_in_private(self, party: Party) -> None:
        board = await ended(party)
        there = len(party.messages())
        toast = await party.press(party.bob, REPLAY, board)
        assert toast.url.endswith(f"?start={SHOWN}"), "the chat is opened, and all is there before START"
        assert "⏮" in labels(party.private(party.bob)[-1])
        assert len(party.messages()) == there, "the group is not flooded"
        shown = party.private(party.bob)[-1]
        assert "0 of" in shown.text
        assert labels(shown)[:4] == ["⏮", "◀", "▶", "⏭"]
        await party.press(party.bob, "▶", shown)
        assert "Court Hats: 1 of" in shown.text
        await party.press(party.bob, "⏭", shown)
        assert "The game is over." in shown.text
        last = shown.text
        await party.press(party.bob, "▶", shown)
        assert shown.text == last
        await party.press(party.bob, "−10", shown)
        await party.press(party.bob, "⏮", shown)
        assert "0 of" in shown.text
        assert len(party.private(party.bob)) == 2, "it is one message, edited"

    async def test_it_shows_every_hat_and_who_had_looked(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        hats = [slot.hat for slot in party.table().state.row]
        await party.press(party.ann, "👁3")
        await finish(party)
        await party.press(party.bob, REPLAY, party.table_board())
        shown = party.private(party.bob)[-1]
        await party.press(party.bob, "▶", shown)
        assert "👁 ⁨Ann⁩ saw:" in shown.text
        row = shown.text.split("The hats, and who had seen them")[1].split(" · ")
        assert "(⁨Ann⁩)" in row[2]
        assert sum("⁨Ann⁩" in cell for cell in row) == 1
        assert len(row) == len(hats)

    async def test_start_adds_nothing_to_what_lies_there_already(self, party: Party) -> None:
        """The link that opens the chat may ask for START once more, as apps do."""
        board = await ended(party)
        await party.press(party.bob, REPLAY, board)
        before = len(party.private(party.bob))
        for _ in range(2):
            party.world.start(party.bob, SHOWN)
            await party.settle()
        assert len(party.private(party.bob)) == before

    async def test_it_leads_back_to_the_group(self, party: Party) -> None:
        party.group = party.world.create_group("Others", party.people, kind="supergroup")
        board = await ended(party)
        await party.press(party.bob, REPLAY, board)
        assert labels(party.private(party.bob)[-1])[-1] == "Back to the table"

    async def test_who_was_never_written_to_is_led_there(self, party: Party) -> None:
        board = await ended(party)
        toast = await party.press(party.dan, REPLAY, board)
        assert PAYLOAD in toast.url
        assert "0 of" in party.private(party.dan)[-1].text
        toast = await party.press(party.dan, KNEW, board)
        assert "💭" in party.private(party.dan)[-1].text

    async def test_what_everyone_knew_names_all(self, party: Party) -> None:
        board = await ended(party)
        await party.press(party.ann, KNEW, board)
        text = party.private(party.ann)[-1].text
        assert text.startswith("💭 What everyone knew at the end")
        assert "⁨Ann⁩" in text
        assert "⁨Bob⁩" in text
        lines = text.splitlines()
        assert lines[1] == "What was where, and who had seen it 👁"
        lay = [line for line in lines if "  👁 " in line]
        truth = party.table().game.rules.reveal(party.table().state)
        assert len(lay) == sum(hat is not None for hat in truth.hats)
        assert lines[2 : 2 + len(lay)] == lay, "first what lay where, then who had seen what"

    async def test_it_can_be_looked_at_after_a_restart(self, party: Party) -> None:
        await ended(party)
        await party.restart()
        await party.press(party.ann, REPLAY, party.table_board())
        assert "0 of" in party.private(party.ann)[-1].text

    async def test_a_game_that_was_stopped_and_left_can_be_looked_at_too(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo)
        await party.press(party.ann, "👁1")
        await party.say(party.bob, "/leave")
        await party.press(party.bob, "Leave", party.board())
        await party.press(party.mover(), "👁2", party.table_board())
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        board = party.table_board()
        assert labels(board) == AFTER_THE_END
        assert "📈" not in board.text
        await party.press(party.ann, REPLAY, board)
        shown = party.private(party.ann)[-1]
        await party.press(party.ann, "⏭", shown)
        assert "peeked at hat 2" in shown.text
        await party.press(party.ann, FILM, board)
        assert party.messages()[-1].video

    async def test_a_game_by_older_rules_says_so(self, party: Party) -> None:
        board = await ended(party)
        table = party.table()
        older = replace(table.record, rules_version=table.record.rules_version - 1)
        async with table.changing() as change:
            await change.rewrite(older)
        party.manager.played._kept.clear()
        for button in (REPLAY, KNEW, FILM):
            assert "older rules" in (await party.press(party.ann, button, board)).text


class TestFilm:
    async def test_it_comes_once_to_the_group(self, party: Party) -> None:
        board = await ended(party)
        assert "I’m making the video" in (await party.press(party.ann, FILM, board)).text
        [film] = [message for message in party.messages() if message.video]
        assert film.text.startswith("🎬 Court Hats")
        assert "🏆" in film.text
        assert "already" in (await party.press(party.bob, FILM, board)).text
        assert len([message for message in party.messages() if message.video]) == 1

    async def test_in_private_it_comes_there(self, party: Party) -> None:
        board = await ended(party)
        await party.press(party.ann, REPLAY, board)
        await party.press(party.ann, FILM, party.private(party.ann)[-1])
        assert party.private(party.ann)[-1].video
        assert not any(message.video for message in party.messages())

    async def test_one_at_a_time_in_a_chat(self, party: Party) -> None:
        board = await ended(party)
        go, made = asyncio.Event(), 0

        async def slowly(make: Any, draws: Sequence[Callable[[], bytes]]) -> Film:
            nonlocal made
            made += 1
            await go.wait()
            return await _at_once(make, draws)

        party.service._film_runner = slowly
        token = party.token(board, FILM)
        first = await party.send(party.ann, board, token)
        others = [await party.send(person, board, token) for person in (party.bob, party.cleo)]
        assert "I’m making the video" in first.text
        assert {other.text for other in others} == {"I’m already making a video. It’ll be here in a moment."}
        go.set()
        await party.settle()
        assert made == 1
        assert len([message for message in party.messages() if message.video]) == 1

    async def test_one_that_fails_is_told_and_can_be_asked_for_again(self, party: Party) -> None:
        board = await ended(party)

        async def fails(make: Any, draws: Sequence[Callable[[], bytes]]) -> Film:
            raise OSError("no room")

        party.service._film_runner = fails
        await party.press(party.ann, FILM, board)
        assert party.messages()[-1].text == "I couldn’t make the video. Please try again."
        party.service._film_runner = _at_once
        await party.press(party.ann, FILM, board)
        assert party.messages()[-1].video

    async def test_a_group_without_videos_gets_the_words(self, party: Party) -> None:
        board = await ended(party)
        party.world.set_permissions(party.group, can_send_videos=False)
        await party.press(party.ann, FILM, board)
        assert party.messages()[-1].text.startswith("🎬 Court Hats")

    async def test_the_real_one_can_be_played(self, party: Party) -> None:
        board = await ended(party)
        party.service._film_runner = asyncio.to_thread
        await party.press(party.ann, FILM, board)
        [film] = [message.video for message in party.messages() if message.video]
        assert len(film.content) <= 5 << 20
        with av.open(io.BytesIO(film.content), "r") as container:
            assert container.streams.video[0].codec_context.name == "h264"


class TestWhileItRuns:
    """Of a game that runs nothing is told, whoever asks and however."""

    async def test_a_forged_press_is_refused(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "👁1")
        board, table = party.table_board(), party.table().id
        there = _sent(party)
        for what in ("0", "1", "999", "knew", "film"):
            for token in (f"f.{table}.{what}", f"{table}.-.after_{what}"):
                for person in (party.ann, party.dan):
                    toast = await party.send(person, board, token)
                    assert toast.text == "This game is still going. You can see all of it once it’s over.", token
                await party.settle()
                assert _sent(party) == there, token

    @pytest.mark.parametrize("word", ["animal", "invisible"])
    async def test_a_forged_press_is_refused_in_every_game(self, party: Party, word: str) -> None:
        await party.say(party.ann, f"/play {word}")
        for person in (party.ann, party.bob):
            if party.table_record().seat_of(person_of(person)) is None:
                await party.press(person, "Join")
        await party.press(party.ann, "Start")
        board, table = party.table_board(), party.table().id
        there = _sent(party)
        for what in ("0", "knew", "film"):
            for person in (party.ann, party.dan):
                toast = await party.send(person, board, f"{table}.-.after_{what}")
                assert toast.text == "This game is still going. You can see all of it once it’s over.", what
            await party.settle()
            assert _sent(party) == there, what

    async def test_a_forged_link_is_refused(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        chat = party.world.private(party.dan)
        party.world.start(party.dan)
        for what in ("0", "knew", "film"):
            there = len(party.private(party.dan))
            await party.say(party.dan, f"/start {PAYLOAD}{party.table().id}-{what}", chat)
            said = [message.text for message in party.private(party.dan)[there:]]
            assert said, what
            assert said[-1].startswith(("This game is still going.", "This button")), what

    async def test_what_nobody_can_mean_is_answered(self, party: Party) -> None:
        board = await ended(party)
        table = party.table().id
        for token in ("f", "f.", "f.x.0", "f.00000000.0", f"f.{table}.", f"f.{table}.-1", f"f.{table}.²"):
            toast = await party.send(party.ann, board, token)
            assert toast.text, token

    async def test_another_group_cannot_ask(self, party: Party) -> None:
        await ended(party)
        table = party.table().id
        other = party.world.create_group("Others", party.people)
        await party.say(party.cleo, "/play", other)
        toast = await party.send(party.cleo, party.table_board(other), f"f.{table}.0")
        assert toast.text
        assert not toast.url
        assert "Replay" not in "".join(message.text for message in party.private(party.cleo))


def person_of(user: User) -> Person:
    return Person("telegram", str(user.id))


async def _ratings(party: Party, name: str) -> list[Any]:
    person = next(seat.person for seat in party.table_record().seats if seat.name == name)
    return list(await party.store.ratings(person))


async def _winners(party: Party) -> list[str]:
    table = party.table()
    outcome = table.game.rules.outcome(table.state)
    return [table.record.seats[seat].name for seat in outcome.winners]


def _sent(party: Party) -> list[tuple[int, str]]:
    return [(message.id, message.text) for chat in party.world.chats.values() for message in party.messages(chat)]
