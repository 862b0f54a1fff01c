"""A yardstick: the least that a discord.py program can be that does what a press wants.

In every channel it posts one ready picture with a button. A press is acknowledged, and the picture is uploaded again by
an edit, with a number that tells the presses apart.
"""

from __future__ import annotations

import io
import itertools
import os
from pathlib import Path
from typing import Any

import discord
from discord.http import Route

PICTURE = Path(os.environ["BENCH_PICTURE"]).read_bytes()
NUMBERS = itertools.count(1)


def picture() -> discord.File:
    """Return the picture as an upload."""
    return discord.File(io.BytesIO(PICTURE), "board.png")


class Board(discord.ui.View):
    """One button."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Press", custom_id="press")
    async def press(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Any]) -> None:
        """Acknowledge, and upload the picture once more."""
        await interaction.response.defer()
        await interaction.edit_original_response(content=str(next(NUMBERS)), attachments=[picture()], view=self)


class Bare(discord.AutoShardedClient):
    """A client with a board in each channel; a sharded one asks the API where the gateway is."""

    async def on_ready(self) -> None:
        """Post the boards."""
        for guild in self.guilds:
            for channel in guild.text_channels:
                await channel.send("0", file=picture(), view=Board())


if __name__ == "__main__":
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    Route.BASE = os.environ["DISCORD_API_URL"]
    Bare(intents=discord.Intents(guilds=True), max_messages=None).run(os.environ["DISCORD_TOKEN"], log_handler=None)
