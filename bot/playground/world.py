"""A small Telegram in memory: who is there, what was said, what the bot is told.

`World` is one asyncio thread's object: `Groups` is how people run their chats, `Clients` what one person's client can
do; the bot's side is reached through the Bot API alone (`bot.playground.api`).
"""

from __future__ import annotations

from bot.playground.call_log import Call
from bot.playground.clients import Clients

__all__ = ["World"]


class World(Clients):
    """People, chats and messages around one bot.

    `world.watch()` tells what changes; `chats_of`, `messages_of`, `commands_for` and `sees` tell what a person sees.
    """

    @property
    def token(self) -> str:
        """Give the bot's token; it opens nothing but this world."""
        return f"{self.bot.id}:playground-opens-nothing-but-loopback"

    @property
    def calls(self) -> list[Call]:
        """Give the bot's last calls, oldest first."""
        return list(self.call_log.calls)

    def busiest_minute(self, chat_id: int) -> int:
        """Give the most sends and edits the bot tried in any rolling minute of a chat."""
        return self.call_log.busiest_minute(chat_id)

    def link(self, payload: str = "") -> str:
        """Give the link that starts the bot with a payload."""
        return f"https://t.me/{self.bot.username}" + (f"?start={payload}" if payload else "")
