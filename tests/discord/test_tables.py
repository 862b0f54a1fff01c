"""Tables in Discord: where secrets go, how boards are kept, what becomes of them when a server changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.covered import COVER
from storage.ids import Person
from storage.store import Store
from tests.discord.party import DiscordParty, discord_party, veiled
from tests.dispatcher.test_privacy import rows_with
from tests.helpers.discord.model import Message
from tests.helpers.discord.people import Person as Player
from tests.helpers.discord.people import until
from tests.helpers.discord.permissions import Permission
from tests.helpers.party import AFTER_THE_END, eventually
from tests.helpers.stored import writer_of

HOUR = 3600.0


@pytest.fixture
async def party(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordParty]:
    async with discord_party(database, monkeypatch) as together:
        yield together


def labels(message: Message) -> list[str]:
    return [button.label for button in message.buttons]


async def reply(used: Any) -> Message:
    message: Message = await used.reply()
    return message


async def test_a_table_opens_and_everybody_is_told_where_secrets_are(party: DiscordParty) -> None:
    used = await party.slash(party.ann, "play", game="hats")
    assert used.replies == []
    assert party.board().viewer is None
    assert [seat.person.id for seat in party.record().seats] == [str(party.ann.id)], "who opens sits at once"
    note = await reply(await party.press(party.cleo, "Join"))
    assert note.viewer is party.cleo
    assert "🤫 under the board" in note.text
    assert [seat.person.id for seat in party.record().seats] == [str(party.ann.id), str(party.cleo.id)]


async def was_read(store: Store) -> bool:
    """Return whether the time of the only secret runs: its answer is known to have arrived."""
    (row,) = await store.secrets()
    return row.remove_at is not None


async def test_a_secret_is_in_the_answer_to_the_press_and_no_message_is_sent(party: DiscordParty) -> None:
    await party.begin(party.ann, party.bob)
    secret = await reply(await party.press(party.ann, "👁1"))
    assert secret.viewer is party.ann
    assert "you peeked at hat 1. You saw: " in secret.text
    assert secret.attachments
    assert not veiled(secret)
    assert party.private(party.ann) == []
    assert "privately" not in party.board().text
    again = await reply(await party.press(party.ann, "My secret"))
    assert "you peeked at hat 1. You saw: " in again.text
    await until(lambda: secret.deleted)
    await eventually(lambda: was_read(party.store))
    await party.tick(60)
    assert "nothing secret for you" in (await reply(await party.press(party.ann, "My secret"))).text


async def test_who_chooses_messages_gets_secrets_by_direct_message(party: DiscordParty) -> None:
    await party.choose_messages(party.ann)
    await party.begin(party.ann, party.bob)
    used = await party.press(party.ann, "👁1")
    assert [text for text in party.private(party.ann) if "you peeked at hat 1. You saw: " in text]
    assert used.replies == []
    await party.tick(60)
    assert not [text for text in party.private(party.ann) if "you peeked at hat 1. You saw: " in text]


async def test_closed_messages_stall_nothing_and_the_secret_can_be_asked_for(party: DiscordParty) -> None:
    """survive-59, -65, -66: shown as often as it is asked for while its time runs, then gone."""
    await party.choose_messages(party.cleo)
    await party.begin(party.cleo, party.ann)
    await party.press(party.cleo, "👁1")
    assert "can’t send you direct messages" in party.board().text
    await party.press(party.ann, "👁2")
    for _ in range(2):
        secret = await reply(await party.press(party.cleo, "My secret"))
        assert secret.viewer is party.cleo
        assert "you peeked at hat 1. You saw: " in secret.text
        assert secret.attachments
    by_command = await reply(await party.slash(party.cleo, "hand"))
    assert "you peeked at hat 1. You saw: " in by_command.text
    await party.tick(60)
    assert "nothing secret for you" in (await reply(await party.press(party.cleo, "My secret"))).text
    assert "can’t send you direct messages" not in party.board().text


async def test_the_next_secret_of_somebody_with_closed_messages_comes_with_the_move(party: DiscordParty) -> None:
    await party.choose_messages(party.cleo)
    await party.begin(party.cleo, party.ann)
    await party.press(party.cleo, "👁1")
    await party.press(party.ann, "👁2")
    assert "you peeked at hat 3. You saw: " in (await reply(await party.press(party.cleo, "👁3"))).text


async def test_how_secrets_come_is_chosen_on_them_and_kept(party: DiscordParty) -> None:
    await party.begin(party.ann, party.bob)
    secret = await reply(await party.press(party.ann, "👁1"))
    await party.press(party.ann, "Send it as a message next time", secret)
    await until(lambda: "⚡ Show it when I tap next time" in labels(secret))
    await party.press(party.bob, "👁2")
    await party.restart()
    assert (await party.press(party.ann, "👁3")).replies == []
    whisper = next(each for each in party.ann.dm.messages.values() if "you peeked at hat 3. You saw: " in each.text)
    await party.press(party.ann, "⚡ Show it when I tap next time", whisper)
    await until(lambda: "Send it as a message next time" in labels(whisper))
    await party.press(party.bob, "👁4")
    assert "you peeked at hat 5. You saw: " in (await reply(await party.press(party.ann, "👁5"))).text
    assert not any("you peeked at hat 5. You saw: " in text for text in party.private(party.ann))


async def test_an_answer_that_does_not_arrive_leaves_the_secret_to_be_asked_for(party: DiscordParty) -> None:
    """Its time runs from when it was shown, not from when it was sent."""
    await party.begin(party.ann, party.bob)
    party.world.faults.refuse(10015, "POST /webhooks", times=1)
    assert (await party.press(party.ann, "👁1")).replies == []
    await party.tick(100)
    assert "you peeked at hat 1. You saw: " in (await reply(await party.press(party.ann, "My secret"))).text
    await eventually(lambda: was_read(party.store))
    await party.tick(60)
    assert "nothing secret for you" in (await reply(await party.press(party.ann, "My secret"))).text


async def test_a_secret_that_could_not_be_taken_away_again_is_not_shown(party: DiscordParty) -> None:
    """What takes it away after a kill cannot be written on a disk that is full."""
    await party.begin(party.ann, party.bob)
    first = await reply(await party.press(party.ann, "👁1"))
    writer = writer_of(party.store)
    await writer.execute("PRAGMA query_only=ON")
    told = await reply(await party.press(party.ann, "My secret"))
    await writer.execute("PRAGMA query_only=OFF")
    assert told.text == "Something went wrong. Please tap again."
    assert not [each for each in party.channel.messages.values() if each.text == COVER and not each.deleted]
    again = await reply(await party.press(party.ann, "My secret"))
    assert "you peeked at hat 1. You saw: " in again.text
    await until(lambda: first.deleted)


@pytest.mark.parametrize("end", ["the game is stopped", "the process stops"])
async def test_private_answers_are_taken_back_while_that_can_be_done(party: DiscordParty, end: str) -> None:
    """Only this process has the tokens by which they can be deleted."""
    await party.begin(party.ann, party.bob)
    secret = await reply(await party.press(party.ann, "👁1"))
    if end == "the process stops":
        await party.restart()
    else:
        asked = await reply(await party.slash(party.ann, "stop"))
        await party.press(party.ann, "Yes, end the game", asked)
    await until(lambda: secret.deleted)


async def test_an_answer_is_taken_back_by_the_next_process_once_discord_is_there(
    party: DiscordParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the process that has shown it can delete it nor the next one at its start."""
    monkeypatch.setattr("bot.platforms.discord.adapter.LOOK_SECONDS", 0.1)
    await party.begin(party.ann, party.bob)
    secret = await reply(await party.press(party.ann, "👁1"))
    away = party.world.faults.cut("DELETE /webhooks", after=False, times=None)
    await party.restart()
    assert not secret.deleted
    party.world.faults.cancel(away)
    await until(lambda: secret.deleted)
    await eventually(lambda: none_noted(party), 60)


async def none_noted(party: DiscordParty) -> bool:
    """Return whether no answer is written down that is to be deleted."""
    return not await party.store.noted_answers(str(party.world.bot.id))


async def test_an_answer_that_may_not_be_deleted_is_tried_once(party: DiscordParty) -> None:
    """Refused for good, it would be so each time."""
    await party.begin(party.ann, party.bob)
    secret = await reply(await party.press(party.ann, "👁1"))
    party.world.faults.refuse(50013, "DELETE /webhooks", times=None)
    await party.restart()
    assert not secret.deleted
    await eventually(lambda: none_noted(party), 60)


async def test_a_board_says_where_cards_are_that_no_message_brings(party: DiscordParty) -> None:
    await party.begin(party.ann, party.bob, game="invisible")
    assert "Your cards: tap “🤫 My secret”. Only you will see them." in party.board().text
    hands = [await reply(await party.press(who, "My secret")) for who in (party.ann, party.bob)]
    assert [hand.viewer for hand in hands] == [party.ann, party.bob]
    assert all(hand.attachments for hand in hands)
    assert party.private(party.ann) == party.private(party.bob) == []
    asked = await reply(await party.slash(party.ann, "stop"))
    await party.press(party.ann, "Yes, end the game", asked)
    await until(lambda: all(hand.deleted for hand in hands))


async def play_on(party: DiscordParty, mover: Player) -> None:
    """Make the first choice that the board offers; many of them stand in a list."""
    board = party.board()
    bound = [each for each in board.buttons if each.custom_id.split(".")[1] != "-"]
    if bound:
        await party.press(mover, bound[0].label)
        return
    listed, version = board.selects[0], board.version
    await mover.select(board, listed.custom_id, [listed.options[0][1]])
    await until(lambda: party.board() is not board or board.version > version)
    await party.settle()


async def hand_to_play_from(party: DiscordParty) -> Message:
    """Play The Invisible Man until Cleo, who takes no messages, has to choose where nobody else sees it."""
    await party.begin(party.cleo, party.ann, game="invisible")
    for _ in range(60):
        mover = party.person_to_move()
        if mover is party.cleo:
            hand = await reply(await party.slash(party.cleo, "hand"))
            if len(hand.buttons) > 1:
                return hand
        await play_on(party, mover)
    raise AssertionError("nobody has to choose in private")


def shown(message: Message) -> tuple[str, list[str]]:
    """Return the text of a message and its buttons."""
    return message.text, [button.label for button in message.buttons]


async def test_a_move_is_made_from_the_private_answer_which_is_brought_up_to_date(party: DiscordParty) -> None:
    hand = await hand_to_play_from(party)
    moves = party.record().moves
    used = await party.press(party.cleo, hand.buttons[0].label, hand)
    await until(lambda: hand.version > 1 or used.replies)
    assert party.record().moves > moves or used.replies
    assert used.replies or shown(hand) == shown(await reply(await party.slash(party.cleo, "hand")))


async def test_a_private_answer_that_is_out_of_date_says_so_and_is_renewed(party: DiscordParty) -> None:
    stale = await hand_to_play_from(party)
    party.world.faults.refuse(10008, "DELETE /webhooks", times=None)  # else a newer one takes its place
    hand = await reply(await party.slash(party.cleo, "hand"))
    decision = party.record().decision
    while party.record().decision == decision:
        await party.press(party.cleo, hand.buttons[0].label, hand)
    version = stale.version
    note = await reply(await party.press(party.cleo, stale.buttons[0].label, stale))
    assert note.viewer is party.cleo
    await until(lambda: stale.version > version)
    assert shown(stale) == shown(await reply(await party.slash(party.cleo, "hand")))


async def test_an_hour_old_board_is_posted_anew(party: DiscordParty) -> None:
    """docs/platforms.md B7: Discord limits edits of messages older than an hour."""
    await party.begin(party.ann, party.bob)
    old = party.board()
    party.world.clock.move(HOUR)
    party.clock.advance(HOUR)
    await party.press(party.ann, "👁1", old)
    assert party.board() is not old
    assert old.deleted
    assert all(each.code != 30046 for each in party.world.call_log.refused())


async def test_a_deleted_board_is_posted_anew_when_it_changes(party: DiscordParty) -> None:
    await party.slash(party.ann, "play", game="hats")
    board, table = party.board(), party.table()
    party.world.delete(board)
    party.service.manager.boards.request(table)
    await party.settle()
    assert party.board() is not board
    await party.press(party.ann, "Join")
    assert len(party.record().seats) == 1


async def test_a_thread_is_a_place_of_its_own(party: DiscordParty) -> None:
    await party.slash(party.ann, "play", game="hats")
    first, thread = party.board(), party.world.add_thread(party.channel, "table")
    party.channel = thread
    await party.slash(party.bob, "play", game="animal")
    await party.press(party.bob, "Join")
    assert party.board() is not first
    assert [seat.person.id for seat in party.record().seats] == [str(party.bob.id)]


async def test_words_do_where_pictures_are_forbidden(party: DiscordParty) -> None:
    """survive-86: the board says what it needs in one line."""
    party.world.forbid(party.channel, Permission.ATTACH_FILES)
    await party.slash(party.ann, "play", game="hats")
    assert party.board().attachments == []
    assert "I’m not allowed to send pictures here" in party.board().text
    await party.press(party.ann, "Join")
    assert len(party.record().seats) == 1


async def test_a_table_survives_the_bot_being_removed_and_added_again(party: DiscordParty) -> None:
    await party.begin(party.ann, party.bob)
    board = party.board()
    party.world.remove_bot(party.guild)
    await until(lambda: party.service.manager.services.places.is_closed(party.record().place))
    party.world.invite_bot(party.guild)
    await until(lambda: party.board() is not board)
    await party.press(party.ann, "👁1")
    assert party.record().moves == 1


async def test_a_game_goes_on_after_a_restart_by_the_buttons_of_before(party: DiscordParty) -> None:
    """survive-1, -18, -19."""
    await party.begin(party.ann, party.bob)
    await party.restart()
    await party.press(party.ann, "👁1")
    assert party.record().moves == 1


async def test_only_who_may_end_a_game_ends_it_and_is_asked_once_more(party: DiscordParty) -> None:
    await party.begin(party.ann, party.bob)
    refused = await reply(await party.slash(party.cleo, "stop"))
    assert refused.buttons == []
    asked = await reply(await party.slash(party.ann, "stop"))
    assert asked.viewer is party.ann
    await party.press(party.ann, "Never mind", asked)
    await until(lambda: asked.deleted)
    asked = await reply(await party.slash(party.ann, "stop"))
    await party.press(party.ann, "Yes, end the game", asked)
    assert labels(party.board()) == AFTER_THE_END[:2]
    await until(lambda: "has ended the game" in asked.text)
    fair = await reply(await party.slash(party.bob, "verify"))
    assert fair.viewer is None


async def test_rules_are_found_by_what_is_typed(party: DiscordParty) -> None:
    used = await party.bob.autocomplete(party.channel, "rules", "about", "peek")
    page = await reply(await party.slash(party.bob, "rules", about=used.choices[0]["value"]))
    assert page.viewer is party.bob
    assert "Peek" in page.text
    await party.press(party.bob, "Contents", page)
    await until(lambda: "Choose a section" in page.text)


async def test_what_is_known_of_a_person_is_deleted_where_they_ask(party: DiscordParty) -> None:
    page = await reply(await party.slash(party.bob, "privacy"))
    assert page.viewer is party.bob
    for label in ("Show my data", "Delete my data"):
        await party.press(party.bob, label, page)
        await until(lambda: page.button("Back"))
        await party.press(party.bob, "Back", page)
        await until(lambda: page.button("Delete my data"))
        assert page.viewer is party.bob
    await party.press(party.bob, "Delete my data", page)
    await until(lambda: page.button("Yes, delete it"))
    await party.press(party.bob, "Yes, delete it", page)
    await until(lambda: "I no longer know anything about you" in page.text)
    assert await party.store.person(Person("discord", str(party.bob.id))) is None


async def test_what_they_played_in_their_direct_messages_is_deleted_too(party: DiscordParty, database: Path) -> None:
    """Whose channel that is, is stored nowhere any more."""
    await party.begin(party.ann, party.bob)
    await party.bob.slash(party.bob.dm, "play", game="hats")
    await until(lambda: rows_with(database, str(party.bob.dm.id)))
    page = await reply(await party.slash(party.bob, "privacy"))
    await party.press(party.bob, "Delete my data", page)
    await until(lambda: page.button("Yes, delete it"))
    await party.press(party.bob, "Yes, delete it", page)
    await until(lambda: "I no longer know anything about you" in page.text)
    await party.restart()
    assert rows_with(database, str(party.bob.id), str(party.bob.dm.id), "Bob") == []


async def test_who_opens_their_messages_is_written_to_again(party: DiscordParty) -> None:
    await party.choose_messages(party.cleo)
    await party.begin(party.cleo, party.ann)
    await party.press(party.cleo, "👁1")
    party.cleo.takes_dms = True
    used = await party.cleo.slash(party.cleo.dm, "hand")

    def told() -> bool:
        """What was refused comes as a message, unless the answer shows it sooner."""
        texts = [*party.private(party.cleo), *(each.text for each in used.replies)]
        return any("you peeked at hat 1. You saw: " in text for text in texts)

    await until(told)
    await party.press(party.ann, "👁2")
    assert "privately" not in party.board().text
    assert (await party.press(party.cleo, "👁3")).replies == []
    await until(lambda: any("you peeked at hat 3. You saw: " in text for text in party.private(party.cleo)))
