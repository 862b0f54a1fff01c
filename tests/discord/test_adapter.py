"""The adapter answers every interaction at once, in order, once each, whatever the handler does and whoever asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.concurrency import foreground
from bot.errors import PostRejected, SettingError
from bot.messaging import Answer, Caller, Command, LookupResult, LookupResults, Picture, UpdateHandler
from bot.platforms.adapter import AdapterGroup, GroupTiming, PlatformAdapter
from bot.platforms.discord import responses
from storage.ids import Person
from tests.discord.conftest import DiscordScene, at_once, post, rich
from tests.helpers.discord.interactions import DEFER, DEFER_UPDATE
from tests.helpers.discord.people import until
from tests.helpers.discord.permissions import Permission

# -- presses -----------------------------------------------------------------------------------------------------------


async def test_a_press_reaches_the_handler_with_who_where_and_what(scene: DiscordScene) -> None:
    board = await scene.show()
    await scene.boris.press_label(board, "Press")
    (press,) = await until(lambda: scene.handler.presses)
    assert press.place == scene.place()
    assert press.caller == Caller(Person("discord", str(scene.boris.id)), "Борис", "ru")
    assert (press.token, press.message) == ("t.1.go", str(board.id))


async def test_a_press_is_acknowledged_before_it_waits_for_anything(scene: DiscordScene) -> None:
    """survive-37: however long the handler takes, the client never says that the interaction failed."""
    board, held = await scene.show(), asyncio.Event()

    async def hold(_: object) -> None:
        await held.wait()

    scene.handler.before = hold
    used = [await person.press_label(board, "Press") for person in (scene.ann, scene.boris, scene.ann)]
    assert {each.first for each in used} == {DEFER_UPDATE}
    assert not scene.handler.presses
    held.set()
    await until(lambda: len(scene.handler.presses) == 3)


async def test_presses_of_a_channel_are_judged_in_order_and_channels_side_by_side(scene: DiscordScene) -> None:
    """survive-32."""
    board, held = await scene.show(), asyncio.Event()
    other = scene.world.add_channel(scene.guild, "other")

    async def hold(item: object) -> None:
        if getattr(item, "place", None) == scene.place():
            await held.wait()

    scene.handler.before = hold
    for person in (scene.ann, scene.boris, scene.ann):
        await person.press_label(board, "Press")
    await scene.cleo.slash(other, "hand")
    await until(lambda: scene.handler.commands)
    assert not scene.handler.presses
    held.set()
    await until(lambda: len(scene.handler.presses) == 3)
    assert [press.caller.person.id for press in scene.handler.presses] == [
        str(person.id) for person in (scene.ann, scene.boris, scene.ann)
    ]


async def test_an_interaction_told_twice_counts_once(scene: DiscordScene) -> None:
    """survive-38."""
    board = await scene.show()
    scene.world.gateway.echo = 2
    used = await scene.ann.press_label(board, "Press")
    scene.world.gateway.echo = 1
    await scene.boris.press_label(board, "Press")
    await until(lambda: len(scene.handler.presses) == 2)
    assert not used.failed
    assert [press.caller.person.id for press in scene.handler.presses] == [str(scene.ann.id), str(scene.boris.id)]


async def test_a_press_that_is_over_is_not_carried_out(scene: DiscordScene) -> None:
    """Told again after a resume, long after the client gave up: answering gives 10062 (docs/platforms.md B2)."""
    board = await scene.show()
    scene.world.faults.refuse(10062, "POST /interactions")
    scene.ann.press_label(board, "Press")
    await until(lambda: any(each.code == 10062 for each in scene.world.call_log.refused()))
    await scene.boris.press_label(board, "Press")
    await until(lambda: scene.handler.presses)
    assert [press.caller.person.id for press in scene.handler.presses] == [str(scene.boris.id)]


async def test_a_first_answer_is_given_again_within_its_time_whatever_fails(scene: DiscordScene) -> None:
    """Discord waits for three seconds; what the library tries again by itself comes after one, and then after four."""
    board, first, faults = await scene.show(), "POST /interactions", scene.world.faults
    scene.world.interactions.seconds = 60.0
    scene.handler.replies["hand"] = [post("Yours")]
    troubles: dict[str, Callable[[], object]] = {
        "cut before": lambda: faults.cut(first, after=False, times=3),
        "cut after": lambda: faults.cut(first, after=True),
        "server errors": lambda: faults.server_error(502, first, times=3, html=True),
        "an error after": lambda: faults.server_error(500, first, after=True),
        "a flood": lambda: faults.flood(0.2, first, times=2),
    }
    for trouble, order in troubles.items():
        order()
        assert (await scene.ann.press_label(board, "Press")).first == DEFER_UPDATE, trouble
        order()
        assert (await (await scene.ann.slash(scene.channel, "hand")).reply()).text == "Yours", trouble
    await until(lambda: len(scene.handler.presses) == len(troubles))
    assert len(scene.handler.commands) == len(troubles)


async def test_a_first_answer_on_a_connection_that_hangs_is_given_on_another(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "_TRY_SECONDS", 0.2)
    board, hung = await scene.show(), scene.world.faults.stall("POST /interactions")
    scene.world.interactions.seconds = 60.0
    assert (await scene.ann.press_label(board, "Press")).first == DEFER_UPDATE
    await until(lambda: scene.handler.presses)
    hung.release()


async def test_presses_are_given_way_to_until_their_answer_is_sent(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no longer: what the network and Discord make of it then is nobody's work here."""
    monkeypatch.setattr(foreground, "PATIENCE_SECONDS", 60.0)
    front, judged, begun = scene.foreground, asyncio.Event(), asyncio.Event()

    async def judge(_: object) -> None:
        begun.set()
        await judged.wait()

    scene.handler.before = judge
    scene.handler.answers["t.1.go"] = Answer(rich("Not now"), refused=True)
    scene.world.interactions.seconds = 60.0
    board = await scene.show()
    await asyncio.wait_for(front.give_way(), 60)
    pressed = await scene.ann.press_label(board, "Press")
    await begun.wait()
    hung = scene.world.faults.stall("POST /webhooks")
    waits = asyncio.create_task(front.give_way())
    await scene.show("Another one")  # another call is made and answered meanwhile
    assert not waits.done()
    judged.set()
    await asyncio.wait_for(waits, 60)
    await until(lambda: hung.stalled)
    assert not pressed.replies
    hung.release()
    assert "Not now" in (await pressed.reply()).text


async def test_a_select_gives_the_token_chosen(scene: DiscordScene) -> None:
    from bot.messaging import Button, Post, Span

    rows = tuple((Button(f"{n}", f"t.1.{n}"), Button(f"{n}'", f"t.1.{n}a")) for n in range(16))
    async with scene.adapter.chat.send_permit(scene.place()) as permit:
        board = scene.channel.messages[int(await permit.post(Post((Span("A town"),), keyboard=rows)))]
    (first, *_) = board.selects
    await scene.ann.select(board, first.custom_id, [first.options[3][1]])
    (press,) = await until(lambda: scene.handler.presses)
    assert press.token == "t.1.1a"


# -- what a press is answered ------------------------------------------------------------------------------------------


async def test_a_refusal_is_told_to_the_presser_alone(scene: DiscordScene) -> None:
    board = await scene.show()
    scene.handler.answers["t.1.go"] = Answer("It’s *Bob*'s turn.", refused=True)
    note = await (await scene.ann.press_label(board, "Press")).reply()
    assert note.viewer is scene.ann
    assert note.text == r"It’s \*Bob\*'s turn."


async def test_a_mere_confirmation_says_nothing(scene: DiscordScene) -> None:
    board = await scene.show()
    scene.handler.answers["t.1.go"] = Answer("Done.", confirms=True)
    scene.handler.answers["t.1.no"] = Answer("No.", refused=True)
    done = await scene.ann.press_label(board, "Press")
    await (await scene.ann.press_label(await scene.show(token="t.1.no"), "Press")).reply()
    assert done.replies == []


async def test_a_page_is_turned_in_its_message(scene: DiscordScene) -> None:
    board = await scene.show(picture=True)
    scene.handler.answers["t.1.go"] = Answer(edit=post("Page two", "t.1.back"))
    await scene.ann.press_label(board, "Press")
    await until(lambda: board.text == "Page two")
    assert board.attachments == []


async def test_a_secret_is_shown_to_the_presser_alone_and_brought_up_to_date_there(scene: DiscordScene) -> None:
    board = await scene.show()
    scene.handler.answers["t.1.go"] = Answer("short", private=post("Your hand", "t.1.play", picture=True, spoiler=True))
    scene.handler.answers["t.1.play"] = Answer("short", private=post("Your new hand", "t.2.play"))
    hand = await (await scene.ann.press_label(board, "Press")).reply()
    assert (hand.viewer, hand.text) == (scene.ann, "Your hand")
    assert set(hand.alts) == {"alt of Your hand"}
    used = await scene.ann.press_label(hand, "Press")
    await until(lambda: hand.text == "Your new hand")
    assert used.replies == []
    assert scene.handler.presses[-1].message is None


async def test_a_private_answer_is_taken_away_when_asked_or_when_its_time_ends(scene: DiscordScene) -> None:
    board = await scene.show()
    scene.handler.answers["t.1.go"] = Answer(private=post("A peek", "t.1.seen", lasts=0.05))
    peek = await (await scene.ann.press_label(board, "Press")).reply()
    await until(lambda: peek.deleted)
    scene.handler.answers["t.1.go"] = Answer(private=post("A peek", "t.1.seen", lasts=300))
    scene.handler.answers["t.1.seen"] = Answer(remove=True)
    peek = await (await scene.ann.press_label(board, "Press")).reply()
    await scene.ann.press_label(peek, "Press")
    await until(lambda: peek.deleted)
    assert not board.deleted


async def test_a_press_that_breaks_the_handler_is_answered_and_the_next_one_works(scene: DiscordScene) -> None:
    board = await scene.show()

    async def fail(_: object) -> None:
        scene.handler.before = None
        raise ZeroDivisionError

    scene.handler.before = fail
    assert (
        await (await scene.ann.press_label(board, "Press")).reply()
    ).text == "Something went wrong. Please tap again."
    await scene.ann.press_label(board, "Press")
    await until(lambda: scene.handler.presses)


# -- commands ----------------------------------------------------------------------------------------------------------


async def test_a_command_is_answered_to_its_caller_alone(scene: DiscordScene) -> None:
    scene.handler.replies["rules"] = [post("The rules"), post("More")]
    used = await scene.ann.slash(scene.channel, "rules", about="peek")
    await until(lambda: len(used.replies) == 2)
    assert used.first == DEFER
    assert [(each.text, each.viewer) for each in used.replies] == [("The rules", scene.ann), ("More", scene.ann)]
    (command,) = scene.handler.commands
    assert (command.name, command.argument, command.title) == ("rules", "peek", "#games, Friends")
    assert command.admin  # the first of a guild's people owns it


async def test_two_answers_to_a_command_do_not_cross(scene: DiscordScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """F20: what comes right after "thinking" replaces it, so the second answer must not be there before the first."""
    drawing = asyncio.Event()

    async def draw_slowly(picture: Picture) -> bytes:
        await drawing.wait()
        return picture.draw()

    async def answer_twice(command: Command) -> None:
        assert command.answer is not None
        both = asyncio.gather(command.answer(post("The picture", picture=True)), command.answer(post("The words")))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.2, drawing.set)
        await both

    monkeypatch.setattr(scene.adapter._messages, "_draw", draw_slowly)
    monkeypatch.setattr(scene.handler, "on_command", answer_twice)
    used = await scene.ann.slash(scene.channel, "hand")
    await until(lambda: len(used.replies) == 2)
    assert [each.text for each in used.replies] == ["The picture", "The words"]


async def test_an_answer_that_is_still_under_way_takes_the_place_of_thinking(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the bot cannot write: that is found out when the board is posted. The channel does not wait for it."""
    found_out, taken = asyncio.Event(), []

    async def answer_later(command: Command) -> asyncio.Task[None]:
        taken.append(command.name)

        async def later() -> None:
            await found_out.wait()
            assert command.answer is not None
            await command.answer(post("Not here"))

        return asyncio.create_task(later())

    monkeypatch.setattr(scene.handler, "on_command", answer_later)
    used = [await scene.ann.slash(scene.channel, "hand"), await scene.boris.slash(scene.channel, "hand")]
    await until(lambda: len(taken) == 2)
    found_out.set()
    await until(lambda: all(each.replies for each in used))
    assert [each.replies for each in used] == [[each.original] for each in used]
    assert not [each.call for each in scene.world.call_log.requests if each.method == "DELETE"]


async def test_who_may_not_manage_the_server_is_no_administrator(scene: DiscordScene) -> None:
    await scene.boris.slash(scene.channel, "hand")
    await until(lambda: scene.handler.commands)
    assert not scene.handler.commands[0].admin
    assert not await scene.adapter.chat.is_admin(scene.place(), scene.person(scene.boris))
    assert await scene.adapter.chat.is_admin(scene.place(), scene.person(scene.ann))


async def test_what_is_of_interest_to_all_is_answered_to_all(scene: DiscordScene) -> None:
    scene.handler.replies["verify"] = [post("Fair")]
    reply = await (await scene.ann.slash(scene.channel, "verify")).reply()
    assert reply.viewer is None


async def test_a_command_that_is_answered_by_the_board_leaves_nothing_behind(scene: DiscordScene) -> None:
    used = await scene.ann.slash(scene.channel, "play", game="hats")
    await until(lambda: used.original is None or used.original.deleted)
    assert used.replies == []


async def test_a_command_in_direct_messages(scene: DiscordScene) -> None:
    scene.handler.replies["rules"] = [post("The rules")]
    await (await scene.ann.slash(scene.ann.dm, "rules")).reply()
    (command,) = scene.handler.commands
    assert command.place.private
    assert command.place.chat == str(scene.ann.id)
    assert not command.admin


async def test_the_bot_says_what_it_needs_where_it_may_not_write(scene: DiscordScene) -> None:
    scene.world.forbid(scene.channel, Permission.SEND_MESSAGES)
    reply = await (await scene.boris.slash(scene.channel, "play", game="hats")).reply()
    assert "Отправлять сообщения" in reply.text
    assert reply.viewer is scene.boris
    assert not scene.handler.commands


async def test_suggestions_while_typing(scene: DiscordScene) -> None:
    scene.handler.findings = LookupResults((LookupResult("r.en.hats.peek", "Peek", "x" * 200, ()),), "More", "rules")
    used = await scene.boris.autocomplete(scene.channel, "rules", "about", "pe")
    assert [choice["value"] for choice in used.choices] == ["r.en.hats.peek"]
    assert used.choices[0]["name"].startswith("Peek · xxx")
    assert len(used.choices[0]["name"]) <= 100
    assert [inquiry.query for inquiry in scene.handler.inquiries] == ["pe"]


async def test_a_private_answer_whose_picture_cannot_be_drawn_comes_in_words(scene: DiscordScene) -> None:
    async def fail(_: object) -> bytes:
        raise PostRejected("no paint")

    scene.adapter._messages._draw = fail
    scene.handler.replies["hand"] = [post("In words", picture=True)]
    used = await scene.ann.slash(scene.channel, "hand")
    assert (await used.reply()).text == "In words"


# -- the connection ----------------------------------------------------------------------------------------------------


async def test_a_press_counts_after_the_connection_was_lost_and_resumed(scene: DiscordScene) -> None:
    board = await scene.show()
    scene.world.gateway.drop()
    await until(lambda: scene.world.gateway.resumes)
    assert not (await scene.ann.press_label(board, "Press")).failed
    await until(lambda: scene.handler.presses)


async def test_a_button_of_the_process_before_works(scene: DiscordScene) -> None:
    """survive-18, -19, -20: nothing about a button is kept in memory."""
    board = await scene.show()
    await scene.adapter.stop()
    async with scene.served():
        assert not (await scene.ann.press_label(board, "Press")).failed
        await until(lambda: scene.handler.presses)


async def test_a_refused_token_stops_the_start_and_is_not_shown(scene: DiscordScene) -> None:
    with pytest.raises(SettingError) as caught:
        async with scene.served(token="wrong-token"):
            pass
    assert str(caught.value).startswith("DISCORD_TOKEN: ")
    assert "wrong-token" not in str(caught.value)


async def test_a_guard_that_blocks_the_address_is_waited_out(scene: DiscordScene) -> None:
    """docs/platforms.md B11: 403 with 40333 comes from in front of Discord and says nothing of the token."""
    board = await scene.show()
    await scene.adapter.stop()
    scene.world.faults.refuse(40333, "GET /users/@me", times=2)
    async with scene.served():
        assert not (await scene.ann.press_label(board, "Press")).failed
        await until(lambda: scene.handler.presses)


async def test_a_gateway_that_refuses_the_token_stops_the_run(scene: DiscordScene) -> None:
    await scene.adapter.stop()
    with pytest.raises(SettingError, match="DISCORD_TOKEN"):
        await _served_until_hung_up(scene, 4004)


async def test_shards_that_the_gateway_refuses_stop_the_run(scene: DiscordScene) -> None:
    await scene.adapter.stop()
    with pytest.raises(SettingError, match="DISCORD_SHARD_COUNT"):
        await _served_until_hung_up(scene, 4011)


@pytest.mark.parametrize("code", [4004, 4011, 4014])
async def test_a_close_for_good_is_tried_again_while_another_platform_serves(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """F6: what is wrong may be set right in the Developer Portal; the adapter that has ended then serves as before."""
    monkeypatch.setattr("discord.Client.before_identify_hook", at_once)
    board = await scene.show()
    await scene.adapter.stop()
    told: list[tuple[str, str]] = []
    adapters: dict[str, PlatformAdapter] = {"discord": scene.make_adapter(), "elsewhere": Elsewhere()}
    group = AdapterGroup(adapters, lambda *end: told.append(end), GroupTiming(retry=0.05, newcomer=0.0))
    await group.start()
    running = asyncio.create_task(group.run(scene.handler))
    for _ in range(2):
        await until(lambda: told[-1:] == [("discord", "")] and scene.world.gateway.connected)
        scene.world.gateway.hang_up(code)
        await until(lambda: told[-1] != ("discord", ""))
        assert told[-1][1].startswith("DISCORD_")
    await until(lambda: told[-1] == ("discord", "") and scene.world.gateway.connected)
    assert not (await scene.ann.press_label(board, "Press")).failed
    assert len(await until(lambda: scene.handler.presses)) == 1
    await group.stop()
    await running


class Elsewhere:
    """Another platform, which serves."""

    def __init__(self) -> None:
        self._stopped = asyncio.Event()

    async def start(self) -> None:
        """Be there at once."""

    async def run(self, handler: UpdateHandler) -> None:
        await self._stopped.wait()

    async def stop_receiving(self) -> None:
        """Go on until the stop."""

    async def stop(self) -> None:
        self._stopped.set()


async def _served_until_hung_up(scene: DiscordScene, code: int) -> None:
    async with scene.served():
        scene.world.gateway.hang_up(code)
        await asyncio.wait([scene.running], timeout=5)


async def test_shards_identify_one_by_one_and_all_are_served(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.Client.before_identify_hook", at_once)
    await scene.adapter.stop()
    async with scene.served(shard_count=2):
        await until(lambda: len(scene.world.gateway.connected) == 2)
        for number in range(2):
            guild = scene.world.add_guild(f"Guild {number}", [scene.ann])
            await scene.ann.slash(scene.world.add_channel(guild, "games"), "hand")
        await until(lambda: len(scene.handler.commands) == 2)


async def test_commands_are_set_only_when_they_have_changed(scene: DiscordScene) -> None:
    def puts() -> int:
        return sum(each.call.startswith("PUT") for each in scene.world.call_log.requests)

    await scene.adapter.stop()
    before = puts()
    async with scene.served() as adapter:
        await until(lambda: adapter._commands_task and adapter._commands_task.done())
    assert before == puts() == 1


async def test_what_a_command_has_no_more_is_taken_from_it(scene: DiscordScene) -> None:
    await scene.adapter.stop()
    command = scene.world.commands.registered[-1]
    told = dict(command["description_localizations"])
    command["options"] = [{"type": 3, "name": "game", "description": "no more of ours"}]
    command["description_localizations"] = {**told, "ko": "no more of ours"}
    async with scene.served() as adapter:
        await until(lambda: adapter._commands_task and adapter._commands_task.done())
    assert scene.world.commands.registered[-1]["options"] == []
    assert scene.world.commands.registered[-1]["description_localizations"] == told


async def test_names_in_languages_that_were_registered_once_are_taken_away(scene: DiscordScene) -> None:
    """Versions up to 0.1 registered `/spielen`; Discord keeps such names until it is told that there are none."""
    await scene.adapter.stop()
    for part, name in (("command", "spielen"), ("option", "spiel")):
        command = scene.world.commands.registered[0]
        named = command if part == "command" else command["options"][0]
        named["name_localizations"] = {"de": name}
        before = scene.world.commands.puts
        async with scene.served() as adapter:
            await until(lambda: adapter._commands_task and adapter._commands_task.done())
        assert scene.world.commands.puts == before + 1
        command = scene.world.commands.registered[0]
        assert scene.world.commands.shown(command, "de")[0] == "play"
        assert not command["options"][0]["name_localizations"]


async def test_texts_mention_commands_by_the_ids_that_discord_gave_them(scene: DiscordScene) -> None:
    """In boards, direct messages and answers, not in alternative texts; the second start sends none."""
    play = next(int(each["id"]) for each in scene.world.commands.registered if each["name"] == "play")
    await until(lambda: scene.adapter._commands_task and scene.adapter._commands_task.done())
    board = await scene.show("Open one with /play, or /hand.", picture=True)
    assert f"</play:{play}>, or </hand:" in board.text
    assert "alt of Open one with /play, or /hand." in {each.description for each in board.attachments}
    await scene.adapter.stop()
    scene.handler.answers["t.1.go"] = Answer(rich("Again: /play"), alert=True)
    async with scene.served() as adapter:
        await until(lambda: adapter._commands_task and adapter._commands_task.done())
        scene.adapter = adapter
        whisper = await adapter.chat.send_private(scene.person(scene.ann), post("First /play hats."))
        assert scene.ann.dm.messages[int(whisper)].text == f"First </play:{play}> hats."
        pressed = await scene.ann.press_label(board, "Press")
        assert (await pressed.reply()).text == f"Again: </play:{play}>"


async def test_as_long_as_no_ids_are_known_commands_are_text(scene: DiscordScene) -> None:
    await until(lambda: scene.adapter._commands_task and scene.adapter._commands_task.done())
    scene.adapter._messages.mention({})
    assert (await scene.show("Open one with /play.")).text == "Open one with /play."


# -- servers -----------------------------------------------------------------------------------------------------------


async def test_the_handler_hears_of_used_channels_that_go_and_of_the_bot_being_back(scene: DiscordScene) -> None:
    await scene.ann.slash(scene.channel, "hand")
    unused = scene.world.add_channel(scene.guild, "unused")
    thread = scene.world.add_thread(scene.channel, "table")
    await scene.ann.slash(thread, "hand")
    scene.world.remove_channel(unused)
    scene.world.remove_channel(thread)
    await until(lambda: ("closed", scene.place(thread)) in scene.handler.log)
    assert ("closed", scene.place(unused)) not in scene.handler.log
    scene.world.outage(scene.guild)
    scene.world.recover(scene.guild)
    await until(lambda: ("opened", scene.place()) in scene.handler.log)
    assert ("closed", scene.place()) not in scene.handler.log
    scene.world.remove_bot(scene.guild)
    await until(lambda: ("closed", scene.place()) in scene.handler.log)
    scene.handler.log.clear()
    scene.world.invite_bot(scene.guild)
    await until(lambda: ("opened", scene.place()) in scene.handler.log)
