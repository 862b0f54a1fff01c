"""The Discord of the tests, driven by discord.py's own client."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import Channel
from tests.helpers.discord.people import Discord, Person, until
from tests.helpers.discord.refusals import Impossible
from tests.helpers.discord.server import Server
from tests.helpers.outside import SLOWER

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (640).to_bytes(4, "big") + (360).to_bytes(4, "big")


async def open_table(interaction: discord.Interaction, game: str) -> None:
    await interaction.response.send_message(f"A table of {game}")


async def defer(interaction: discord.Interaction) -> None:
    await interaction.response.defer()


class Bot(discord.Client):
    """A client with one command: what it does with each interaction is set by the test."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.tree = app_commands.CommandTree(self)
        self.resumed = asyncio.Event()

        @self.tree.command(name="play", description="Open a table")
        async def play(interaction: discord.Interaction, game: str = "hats") -> None:
            await self.on_play(interaction, game)

        @play.autocomplete("game")
        async def games(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            names = [name for name in ("hats", "animal", "invisible") if current in name]
            return [app_commands.Choice(name=name, value=name) for name in names]

        self.on_play: Callable[[discord.Interaction, str], Awaitable[None]] = open_table
        """Answers `/play`."""
        self.on_press: Callable[[discord.Interaction], Awaitable[None]] = defer
        """Answers a press."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand presses on."""
        if interaction.type is discord.InteractionType.component:
            await self.on_press(interaction)

    async def setup_hook(self) -> None:
        """Set the commands."""
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing: the library waits five seconds before it identifies again."""

    async def on_resumed(self) -> None:
        """Note that a session was resumed."""
        self.resumed.set()


class SimulatorScene:
    """A guild of two people with one channel, and a bot that is logged in."""

    def __init__(self, world: Discord, bot: Bot) -> None:
        self.world = world
        self.bot = bot
        self.ann: Person = world.add_person("ann", locale="de")
        self.ben: Person = world.add_person("ben")
        self.guild = world.add_guild("Guild", [self.ann, self.ben])
        self.channel: Channel = world.add_channel(self.guild)

    @property
    def there(self) -> discord.TextChannel:
        """Return the channel as the bot knows it."""
        found = self.bot.get_channel(self.channel.id)
        assert isinstance(found, discord.TextChannel)
        return found


@asynccontextmanager
async def playing(limits: Limits | None = None) -> AsyncIterator[SimulatorScene]:
    """Log the bot in to a fresh Discord."""
    world = Discord(limits=limits)
    world.interactions.seconds *= SLOWER
    with pytest.MonkeyPatch.context() as patch:
        async with Server(world) as server:
            patch.setattr(Route, "BASE", server.api)
            patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(world.gateway.url))
            bot = Bot()
            scene = SimulatorScene(world, bot)
            running = asyncio.create_task(bot.start(world.token))
            try:
                await until(lambda: bot.is_ready() or running.done())
                if running.done():
                    running.result()
                yield scene
            finally:
                await bot.close()
                await asyncio.gather(running, return_exceptions=True)


def board(label: str = "Join", custom_id: str = "t1.-.j") -> discord.ui.View:
    """Return a keyboard of one button."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=label, custom_id=custom_id))
    return view


def picture(alt: str) -> discord.File:
    """Return a picture with an alt text."""
    return discord.File(io.BytesIO(PNG + alt.encode()), "board.png", description=alt)


async def test_a_client_logs_in_and_answers_a_command() -> None:
    async with playing() as scene:
        assert scene.world.commands.puts == 1
        assert [each.name for each in scene.there.guild.channels] == ["general"]
        used = await scene.ann.slash(scene.channel, "play", game="animal")
        assert not used.failed
        assert used.said == "A table of animal"
        assert [each.text for each in scene.ben.sees(scene.channel)] == ["A table of animal"]
        typed = await scene.ann.autocomplete(scene.channel, "play", "game", "an")
        assert [each["value"] for each in typed.choices] == ["animal"]
        with pytest.raises(Impossible):
            scene.ann.slash(scene.channel, "stop")


async def test_a_deferred_answer_is_as_private_as_its_defer() -> None:
    async with playing() as scene:

        async def on_play(interaction: discord.Interaction, game: str) -> None:
            await interaction.response.defer(ephemeral=game == "secret", thinking=True)
            await interaction.followup.send("your hand", ephemeral=True, file=picture("a witch"))
            await interaction.followup.send("and more", ephemeral=game == "secret")

        scene.bot.on_play = on_play
        secret = await scene.ann.slash(scene.channel, "play", game="secret")
        await until(lambda: len(secret.replies) == 2)
        assert secret.first == 5
        assert scene.ben.sees(scene.channel) == []
        assert [each.text for each in scene.ann.sees(scene.channel)] == ["your hand", "and more"]
        assert [each.alts for each in scene.world.call_log.only_for(scene.ann)] == [("a witch",), ()]
        with pytest.raises(discord.NotFound, match="10008"):
            await scene.there.fetch_message(secret.replies[0].id)
        public = await scene.ann.slash(scene.channel, "play", game="slip")
        await until(lambda: len(public.replies) == 2)
        assert [each.text for each in scene.ben.sees(scene.channel)] == ["your hand", "and more"]
        scene.ann.restart_client()
        assert len(scene.ann.sees(scene.channel)) == 2


async def test_a_press_is_answered_and_the_board_gets_a_new_picture() -> None:
    async with playing() as scene:
        sent = await scene.there.send("a board", file=picture("nobody at the table yet"), view=board())
        message = scene.channel.messages[sent.id]

        async def on_press(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            assert interaction.message
            await interaction.message.edit(content="Ann sits", attachments=[picture("Ann")], view=board("Leave"))

        scene.bot.on_press = on_press
        pressed = await scene.ann.press_label(message, "Join")
        await until(lambda: message.edited)
        assert (pressed.first, pressed.failed) == (6, False)
        assert pressed.milliseconds < 3000
        assert (message.text, message.alts) == ("Ann sits", ["Ann"])
        assert [each.label for each in message.buttons] == ["Leave"]
        shown = list(scene.world.call_log.seen_by(scene.ben))
        assert len({each.pictures for each in shown}) == 2
        with pytest.raises(Impossible):
            scene.ann.press(message, "t1.-.other")


async def test_an_ephemeral_message_lives_on_by_its_buttons() -> None:
    """Each press on it brings a new token, which alone can change it."""
    async with playing() as scene:

        async def on_play(interaction: discord.Interaction, game: str) -> None:
            await interaction.response.send_message("card 1", view=board("Next"), ephemeral=True)

        async def on_press(interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(content="card 2")

        scene.bot.on_play, scene.bot.on_press = on_play, on_press
        hand = await (await scene.ann.slash(scene.channel, "play")).reply()
        scene.world.clock.move(901)
        with pytest.raises(Impossible):
            scene.ben.press_label(hand, "Next")
        pressed = await scene.ann.press_label(hand, "Next")
        assert (pressed.first, hand.text) == (7, "card 2")
        assert scene.ben.sees(scene.channel) == []


async def test_what_is_answered_twice_or_late_is_refused() -> None:
    async with playing() as scene:
        seen: list[discord.Interaction] = []

        async def keep(interaction: discord.Interaction, game: str) -> None:
            seen.append(interaction)

        scene.bot.on_play = keep
        scene.world.interactions.seconds = 0.05
        late = await scene.ann.slash(scene.channel, "play")
        assert late.failed
        await until(lambda: seen)
        with pytest.raises(discord.NotFound, match="10062"):
            await seen[0].response.send_message("late")
        with pytest.raises(discord.NotFound, match="10015"):
            await seen[0].followup.send("later")
        scene.world.interactions.seconds = 60.0
        used = scene.ann.slash(scene.channel, "play")
        await until(lambda: len(seen) == 2)
        await seen[1].response.defer()
        seen[1].response._response_type = None  # another process would not know
        with pytest.raises(discord.HTTPException, match="40060"):
            await seen[1].response.send_message("twice")
        assert not (await used).failed
        scene.world.clock.move(901)
        with pytest.raises(discord.HTTPException, match="50027"):
            await seen[1].edit_original_response(content="too old")


async def test_direct_messages_fail_only_when_sent() -> None:
    async with playing() as scene:
        scene.ann.takes_dms = False
        scene.world.leave(scene.ben, scene.guild)
        ann, ben = await scene.bot.fetch_user(scene.ann.id), await scene.bot.fetch_user(scene.ben.id)
        with pytest.raises(discord.Forbidden, match="50007"):
            await ann.send("psst")
        with pytest.raises(discord.Forbidden, match="50278"):
            await ben.send("psst")
        scene.ann.takes_dms = True
        await ann.send("psst")
        assert [each.text for each in scene.ann.sees(scene.ann.dm)] == ["psst"]


@pytest.mark.parametrize("how", ["dropped", "asked", "4000"])
async def test_a_session_is_resumed_and_misses_nothing(how: str) -> None:
    async with playing() as scene:
        gateway = scene.world.gateway
        {"dropped": gateway.drop, "asked": gateway.ask_to_reconnect, "4000": lambda: gateway.hang_up(4000)}[how]()
        used = scene.ann.slash(scene.channel, "play")
        await asyncio.wait_for(scene.bot.resumed.wait(), 60)
        assert not (await used).failed
        assert (gateway.identifies, gateway.resumes) == (1, 1)


async def test_an_invalid_session_is_begun_anew() -> None:
    async with playing() as scene:
        scene.world.gateway.invalidate()
        await until(lambda: scene.world.gateway.identifies == 2)
        used = await scene.ann.slash(scene.channel, "play")
        assert not used.failed
        assert len(scene.world.gateway.sessions) == 1


async def test_rate_limits_are_told_and_kept() -> None:
    async with playing(Limits({"create": (2, 0.3)})) as scene:
        for number in range(5):
            await scene.there.send(str(number))
        tally = scene.world.call_log.tally
        assert tally["POST /channels/{channel}/messages", 200] == 5
        assert tally["POST /channels/{channel}/messages", 429] == 0  # the library waits by the headers
        scene.world.faults.flood(0.01, "POST /channels")
        await scene.there.send("again")
        assert tally["POST /channels/{channel}/messages", 429] == 1
        scene.world.faults.flood(0.01, "POST /channels", via=False)
        with pytest.raises(discord.HTTPException, match="429"):
            await scene.there.send("banned")


async def test_edits_of_old_messages_are_few() -> None:
    async with playing(Limits(old_edits=(1, 2.0))) as scene:
        sent = await scene.there.send("a board")
        scene.world.clock.move(3700)
        await sent.edit(content="1")
        await sent.edit(content="2")
        assert [each.code for each in scene.world.call_log.refused()] == [30046]
        assert scene.channel.messages[sent.id].text == "2"


async def test_a_message_sent_twice_by_one_nonce_stands_once() -> None:
    async with playing() as scene:
        scene.world.faults.flood(0.0, "POST /channels/{channel}/messages").after = True
        await scene.there.send("once")
        assert [each.text for each in scene.ann.sees(scene.channel)] == ["once"]


@pytest.mark.parametrize("after", [False, True])
async def test_outages_are_told_as_discord_tells_them(after: bool) -> None:
    """503 is one that the library does not try again; a call may have taken effect nevertheless."""
    async with playing() as scene:
        scene.world.faults.server_error(503, "POST /channels", after=after)
        with pytest.raises(discord.DiscordServerError):
            await scene.there.send("a board")
        assert len(scene.channel.messages) == after
        scene.world.faults.cut("POST /channels", after=after)
        with pytest.raises(aiohttp.ClientError):
            await scene.there.send("another board")
        assert len(scene.channel.messages) == 2 * after


async def test_a_stalled_call_takes_effect_when_it_is_released() -> None:
    """Only in the channel that was named; so do 429s."""
    async with playing() as scene:
        stall = scene.world.faults.stall(channel=scene.channel.id)
        sending = asyncio.create_task(scene.there.send("late"))
        await until(lambda: stall.stalled)
        scene.world.faults.flood(3600, channel=scene.channel.id + 1)
        assert scene.channel.messages == {}
        assert stall.release() == 1
        await sending
        assert [each.text for each in scene.channel.messages.values()] == ["late"]


async def test_guilds_come_and_go() -> None:
    async with playing() as scene:
        world, bot = scene.world, scene.bot
        world.outage(scene.guild)
        await until(lambda: bot.guilds[0].unavailable)
        world.recover(scene.guild)
        await until(lambda: not bot.guilds[0].unavailable)
        thread = world.add_thread(scene.channel)
        await until(lambda: bot.get_channel(thread.id))
        found = bot.get_channel(thread.id)
        assert isinstance(found, discord.Thread)
        sent = await found.send("in the thread")
        world.archive(thread)
        with pytest.raises(discord.HTTPException, match="50083"):
            await sent.edit(content="archived")
        world.archive(thread, locked=True)
        with pytest.raises(discord.HTTPException, match="160005"):
            await found.send("locked")
        world.remove_channel(scene.channel)
        await until(lambda: not bot.guilds[0].channels)
        with pytest.raises(discord.NotFound, match="10003"):
            await found.send("gone")
        world.remove_bot(scene.guild)
        await until(lambda: not bot.guilds)
