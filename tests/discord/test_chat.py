"""Discord's platform: what is sent, whom it pings, what its refusals mean, which links it makes."""

from __future__ import annotations

import asyncio
import re
import time
from types import SimpleNamespace

import pytest
from structlog.typing import EventDict

from bot.errors import MessageGone, PersonUnreachable, PicturesForbidden, PlaceGone, SlowDown
from bot.messaging import Post, Span
from bot.platforms.discord.dm_openings import MOST, REFUSED_SECONDS, SECONDS, DmOpenings
from bot.platforms.discord.permissions import INVITE_PERMISSIONS
from bot.platforms.discord.platform import OLD_SECONDS
from storage.ids import MessageId
from tests.discord.conftest import DiscordScene, post
from tests.helpers.clock import MovingClock
from tests.helpers.discord.permissions import Permission
from tests.helpers.logs import named
from tests.helpers.tree import REPOSITORY


def calls(scene: DiscordScene, what: str) -> int:
    return sum(what in each.call for each in scene.world.call_log.requests)


async def send(scene: DiscordScene, what: Post) -> MessageId:
    async with scene.adapter.chat.send_permit(scene.place()) as permit:
        return await permit.post(what)


async def test_a_board_is_shown_and_edited_with_its_picture_and_alt_text(scene: DiscordScene) -> None:
    board = await scene.show("First", picture=True)
    assert set(board.alts) == {"alt of First"}
    async with scene.adapter.chat.send_permit(scene.place()) as permit:
        await permit.edit(MessageId(str(board.id)), post("Second", picture=True))
    assert (board.text, set(board.alts), len(board.attachments)) == ("Second", {"alt of Second"}, 1)


async def test_only_who_is_named_first_is_rung_and_no_edit_rings(scene: DiscordScene) -> None:
    """survive-74, -75."""
    ann, boris = (Span("x", "mention", scene.person(user)) for user in (scene.ann, scene.boris))
    await send(scene, Post((Span("@everyone "), ann, Span(" <@&1> "), boris)))
    await send(scene, Post((ann,), silent=True))
    message = await send(scene, Post((Span("nobody"),)))
    async with scene.adapter.chat.send_permit(scene.place()) as permit:
        await permit.edit(message, Post((ann,)))
    (ping,) = [each for each in scene.world.call_log.pings if each.users]
    assert ping.users == {scene.ann.id}
    assert not any(each.everyone for each in scene.world.call_log.pings)


async def test_what_is_gone_is_told_and_removing_it_is_well(scene: DiscordScene) -> None:
    board = await scene.show()
    scene.world.delete(board)
    async with scene.adapter.chat.send_permit(scene.place()) as permit:
        with pytest.raises(MessageGone):
            await permit.edit(MessageId(str(board.id)), post("x"))
    await scene.adapter.chat.remove(scene.place(), MessageId(str(board.id)))


async def test_a_channel_without_the_right_to_attach_takes_words(scene: DiscordScene) -> None:
    """survive-86."""
    scene.world.forbid(scene.channel, Permission.ATTACH_FILES)
    with pytest.raises(PicturesForbidden):
        await send(scene, post("x", picture=True))
    await send(scene, post("x"))


async def test_a_channel_without_the_right_to_write_is_closed(scene: DiscordScene) -> None:
    scene.world.forbid(scene.channel, Permission.SEND_MESSAGES)
    with pytest.raises(PlaceGone):
        await send(scene, post("x"))


async def test_an_archived_thread_is_posted_in_anew(scene: DiscordScene) -> None:
    thread = scene.world.add_thread(scene.channel, "table")
    place = scene.place(thread)
    async with scene.adapter.chat.send_permit(place) as permit:
        board = await permit.post(post("x"))
    scene.world.archive(thread)
    async with scene.adapter.chat.send_permit(place) as permit:
        with pytest.raises(MessageGone):
            await permit.edit(board, post("y"))
        await permit.post(post("y"))
    assert not thread.archived
    scene.world.archive(thread, locked=True)
    async with scene.adapter.chat.send_permit(place) as permit:
        with pytest.raises(PlaceGone):
            await permit.post(post("z"))


async def test_a_server_error_doubles_no_message(scene: DiscordScene) -> None:
    scene.world.faults.server_error(502, "POST /channels", after=True)
    await send(scene, post("once"))
    assert [each.text for each in scene.channel.messages.values()] == ["once"]


async def test_a_ban_without_a_word_from_discord_is_waited_out(scene: DiscordScene) -> None:
    """docs/platforms.md B12: a 429 without `Via` comes from the guard in front."""
    scene.world.faults.flood(60, "POST /channels", via=False)
    with pytest.raises(SlowDown):
        await send(scene, post("x"))
    later = asyncio.create_task(send(scene, post("y")))
    await asyncio.sleep(0.1)
    assert not later.done()
    later.cancel()
    await asyncio.gather(later, return_exceptions=True)
    assert calls(scene, "POST /channels") == 1


async def test_direct_messages(scene: DiscordScene) -> None:
    person = scene.person(scene.ann)
    message = await scene.adapter.chat.send_private(person, post("A secret"))
    await scene.adapter.chat.edit_private(person, message, post("Another"))
    assert [each.text for each in scene.ann.dm.messages.values()] == ["Another"]
    await scene.adapter.chat.delete_private(person, message)
    assert not scene.ann.dm.messages
    assert calls(scene, "POST /users/@me/channels") == 1


async def test_closed_messages_are_tried_once_until_the_person_writes(scene: DiscordScene) -> None:
    """survive-59: no loop repeats a forbidden call."""
    person = scene.person(scene.cleo)
    for _ in range(3):
        with pytest.raises(PersonUnreachable):
            await scene.adapter.chat.send_private(person, post("A secret"))
    assert calls(scene, "POST /channels") == 1
    assert not await scene.adapter.chat.can_reach(person)
    await scene.adapter.chat.delete_private(person, MessageId("5"))
    scene.cleo.takes_dms = True
    await scene.cleo.slash(scene.cleo.dm, "hand")
    await scene.adapter.chat.send_private(person, post("A secret"))


async def test_new_direct_messages_are_opened_slowly(scene: DiscordScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """F18: ten a minute over the whole process, whoever they are for; who has been written to is nobody new."""
    clock = MovingClock()
    monkeypatch.setattr(scene.adapter.chat, "_openings", DmOpenings(clock))
    people = [scene.world.add_person(f"person {number}") for number in range(MOST + 1)]
    for each in people:
        scene.world.join(each, scene.guild)
    chat = scene.adapter.chat
    first = await chat.send_private(scene.person(people[0]), post("A secret"))
    for each in people[1:-1]:
        await chat.send_private(scene.person(each), post("A secret"))
    with pytest.raises(SlowDown) as caught:
        await chat.send_private(scene.person(people[-1]), post("A secret"))
    assert caught.value.seconds == SECONDS
    await chat.send_private(scene.person(people[0]), post("Another"))
    chat._cache._channels.clear()
    await scene.store.forget_person(scene.person(people[0]))  # who still has a message of ours
    await chat.delete_private(scene.person(people[0]), first)
    assert int(first) not in people[0].dm.messages
    clock.advance(SECONDS)
    await chat.send_private(scene.person(people[-1]), post("A secret"))


async def test_who_was_written_to_is_nobody_new_after_a_restart(scene: DiscordScene) -> None:
    """Nor is who has written to the bot, and has been answered there since."""
    await scene.ann.slash(scene.ann.dm, "hand")
    for each in (scene.ann, scene.boris):
        await scene.adapter.chat.send_private(scene.person(each), post("A secret"))
    assert calls(scene, "POST /users/@me/channels") == 1
    await scene.adapter.stop()
    async with scene.served() as adapter:
        adapter.chat._openings.refuse()  # nobody new is written to
        for each in (scene.ann, scene.boris):
            await adapter.chat.send_private(scene.person(each), post("Another"))
            assert [message.text for message in each.dm.messages.values()] == ["A secret", "Another"]
        assert calls(scene, "POST /users/@me/channels") == 1
        await scene.store.forget_person(scene.person(scene.boris))
    async with scene.served() as adapter:
        adapter.chat._openings.refuse()
        with pytest.raises(PersonUnreachable):
            await adapter.chat.send_private(scene.person(scene.boris), post("More"))


@pytest.mark.parametrize("trouble", ["opens_dms_too_fast", "quarantined"])
async def test_where_discord_refuses_new_messages_nobody_is_written_to_who_is_new(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch, trouble: str, logged: list[EventDict]
) -> None:
    """F18: for an hour, and no call is made in it (docs/platforms.md B8). Whom we have written to still hear of us."""
    clock = MovingClock()
    monkeypatch.setattr(scene.adapter.chat, "_openings", DmOpenings(clock))
    chat, known = scene.adapter.chat, scene.person(scene.ann)
    await chat.send_private(known, post("A secret"))
    setattr(scene.world, trouble, True)
    strangers = [scene.world.add_person(name) for name in ("dora", "emil")]
    for each in strangers:
        scene.world.join(each, scene.guild)
    for each in (*strangers, *strangers):
        with pytest.raises(PersonUnreachable):
            await chat.send_private(scene.person(each), post("A secret"))
    assert calls(scene, "POST /users/@me/channels") == 2
    assert "direct_messages_refused" in named(logged)
    await chat.send_private(known, post("A secret"))
    setattr(scene.world, trouble, False)
    clock.advance(REFUSED_SECONDS)
    await chat.send_private(scene.person(strangers[1]), post("A secret"))


async def test_where_discord_refuses_a_first_message_the_next_are_not_opened(scene: DiscordScene) -> None:
    """F18: a channel that the person has opened may be there before the bot has ever written in it."""
    scene.world.quarantined = True
    await scene.ann.slash(scene.ann.dm, "hand")
    for user in (scene.ann, scene.ann, scene.boris):
        with pytest.raises(PersonUnreachable):
            await scene.adapter.chat.send_private(scene.person(user), post("A secret"))
    assert calls(scene, "POST /channels") == 1
    assert calls(scene, "POST /users/@me/channels") == 0


async def test_who_administers_a_server_is_asked_where_nothing_was_seen(scene: DiscordScene) -> None:
    chat = scene.adapter.chat
    assert await chat.is_admin(scene.place(), scene.person(scene.ann))
    assert not await chat.is_admin(scene.place(), scene.person(scene.boris))
    stranger = scene.world.add_person("stranger")
    assert not await chat.is_admin(scene.place(), scene.person(stranger))


async def test_links(scene: DiscordScene) -> None:
    chat, application = scene.adapter.chat, scene.world.bot.id
    link = f"https://discord.com/oauth2/authorize?client_id={application}&permissions={INVITE_PERMISSIONS}"
    assert chat.group_link("play") == f"{link}&scope=bot+applications.commands"
    assert chat.private_link("x") == f"https://discord.com/users/{application}"
    board = await scene.show()
    where = f"{scene.guild.id}/{scene.channel.id}/{board.id}"
    assert await chat.message_link(scene.place(), MessageId(str(board.id))) == f"https://discord.com/channels/{where}"


async def test_the_invitation_asks_for_what_a_table_needs() -> None:
    """View, send, send in threads, embed, attach, read history: docs/platforms.md B9."""
    assert INVITE_PERMISSIONS == 1 << 10 | 1 << 11 | 1 << 38 | 1 << 14 | 1 << 15 | 1 << 16


async def test_the_documents_give_the_link_and_explain_its_number(scene: DiscordScene) -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    operations = (REPOSITORY / "docs" / "operations.md").read_text(encoding="utf-8")
    link = scene.adapter.chat.group_link()
    assert link.replace(str(scene.adapter.chat.application), "ID") in readme
    table = operations.split("| Permission | Number |", 1)[1].split("\n\n", 1)[0]
    assert sum(int(number) for number in re.findall(r"\| (\d+) \|", table)) == INVITE_PERMISSIONS


async def test_a_message_is_old_before_discord_finds_it_so(scene: DiscordScene) -> None:
    """docs/platforms.md B7: edits of messages older than an hour are limited."""
    message = MessageId(str(scene.world.ids.next()))
    now = SimpleNamespace(at=time.time())
    scene.adapter.chat._wall_clock = lambda: now.at
    assert OLD_SECONDS < 3600
    assert not scene.adapter.chat.is_old(message)
    now.at += OLD_SECONDS + 2
    assert scene.adapter.chat.is_old(message)
