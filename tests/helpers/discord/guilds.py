"""How people run their servers: channels, threads, rights, outages, and the bot's coming and going."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.helpers.discord import wire
from tests.helpers.discord.gateway import GUILDS
from tests.helpers.discord.model import PUBLIC_THREAD, TEXT, Channel, Guild, Member, Message, Role, User
from tests.helpers.discord.permissions import EVERYBODY, INVITED
from tests.helpers.discord.world import World


class Guilds(World):
    """The servers' side of the world; the bot gets an event for everything that happens."""

    def add_guild(self, name: str, people: Iterable[User], *, locale: str = "en-US", bot: bool = True) -> Guild:
        """Found a guild; the first of its people owns it. With `bot`, the bot is invited."""
        members = list(people)
        guild = Guild(self.ids.guild(), name, members[0], locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYBODY)
        for user in members:
            guild.members[user.id] = Member(user, self.clock.now())
        self.guilds[guild.id] = guild
        if bot:
            self.invite_bot(guild)
        return guild

    def invite_bot(self, guild: Guild, permissions: int = INVITED) -> None:
        """Add the bot, with a role of its own."""
        role = Role(self.ids.next(), self.bot.name, permissions)
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Member(self.bot, self.clock.now(), [role])
        content = {key: value for key, value in wire.guild(guild, self.bot).items() if key != "unavailable"}
        self.tell_guild(guild, "GUILD_CREATE", content)

    def remove_bot(self, guild: Guild) -> None:
        """Kick the bot."""
        member = guild.members.pop(self.bot.id)
        for role in member.roles:
            guild.roles.pop(role.id, None)
        self.gateway.send("GUILD_DELETE", {"id": str(guild.id)}, guild=guild.id, intents=GUILDS)

    def outage(self, guild: Guild) -> None:
        """Make a guild unavailable."""
        guild.unavailable = True
        self.tell_guild(guild, "GUILD_DELETE", wire.unavailable(guild))

    def recover(self, guild: Guild) -> None:
        """End an outage."""
        guild.unavailable = False
        self.tell_guild(guild, "GUILD_CREATE", wire.guild(guild, self.bot))

    def join(self, user: User, guild: Guild) -> None:
        """Add a member."""
        guild.members[user.id] = Member(user, self.clock.now())

    def leave(self, user: User, guild: Guild) -> None:
        """Remove a member."""
        del guild.members[user.id]

    def add_channel(self, guild: Guild, name: str = "general", kind: int = TEXT) -> Channel:
        """Open a channel."""
        channel = Channel(self.ids.next(), kind, name, guild)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.tell_guild(guild, "CHANNEL_CREATE", wire.channel(channel))
        return channel

    def add_thread(self, channel: Channel, name: str = "thread", kind: int = PUBLIC_THREAD) -> Channel:
        """Open a thread in a channel. The bot is in a private one from when somebody mentions it there."""
        assert channel.guild
        thread = Channel(self.ids.next(), kind, name, channel.guild, channel, holds_bot=kind == PUBLIC_THREAD)
        channel.guild.channels[thread.id] = self.channels[thread.id] = thread
        if thread.holds_bot:
            self.tell_guild(channel.guild, "THREAD_CREATE", wire.channel(thread))
        return thread

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread, and the threads of a channel with it."""
        assert channel.guild
        guild = channel.guild
        for each in [each for each in guild.channels.values() if each is channel or each.parent is channel]:
            del guild.channels[each.id], self.channels[each.id]
            for message in each.messages.values():
                message.deleted = True
        parent = {"parent_id": str(channel.parent.id)} if channel.parent else {}
        content: dict[str, Any] = {"id": str(channel.id), "type": channel.kind, "guild_id": str(guild.id), **parent}
        self.tell_guild(guild, "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", wire.channel(channel) | content)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread."""
        thread.archived, thread.locked = True, locked
        self._thread_changed(thread)

    def unarchive(self, thread: Channel) -> None:
        """Take a thread out of the archive."""
        thread.archived = thread.locked = False
        self._thread_changed(thread)

    def _thread_changed(self, thread: Channel) -> None:
        assert thread.guild
        self.tell_guild(thread.guild, "THREAD_UPDATE", wire.channel(thread))

    def lock(self, thread: Channel, *, locked: bool = True) -> None:
        """Lock a thread, which stays open, or unlock it."""
        thread.locked = locked
        self._thread_changed(thread)

    def forbid(self, channel: Channel, permission: int, user: User | None = None) -> None:
        """Deny somebody (the bot, where nobody is named) something in a channel."""
        self._overwrite(channel, user, 0, permission)

    def permit(self, channel: Channel, permission: int, user: User | None = None) -> None:
        """Allow somebody (the bot, where nobody is named) something in a channel."""
        self._overwrite(channel, user, permission, 0)

    def _overwrite(self, channel: Channel, user: User | None, more: int, less: int) -> None:
        assert channel.guild
        who = user or self.bot
        allow, deny, _ = channel.overwrites.get(who.id, (0, 0, 1))
        channel.overwrites[who.id] = (allow & ~less | more, deny & ~more | less, 1)
        self.tell_guild(channel.guild, "CHANNEL_UPDATE", wire.channel(channel))

    def delete(self, message: Message) -> None:
        """Delete a message as a moderator does."""
        self.remove(message)
