"""A small Discord in memory: its people, their messages, and the events that the bot gets."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sized
from typing import Any
from weakref import WeakValueDictionary

from tests.helpers.discord import wire
from tests.helpers.discord.call_log import DiscordCallLog, Ping
from tests.helpers.discord.commands import Commands
from tests.helpers.discord.faults import Faults
from tests.helpers.discord.forms import Draft
from tests.helpers.discord.gateway import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, Gateway, Session, shard_of
from tests.helpers.discord.interactions import COMPONENT, Interaction, Interactions
from tests.helpers.discord.limits import Limiter, Limits
from tests.helpers.discord.model import DM, SILENT, Attachment, Channel, Guild, Message, User
from tests.helpers.discord.permissions import Permission
from tests.helpers.discord.refusals import refused
from tests.helpers.discord.timing import ShiftedClock, Snowflakes

_NONCES_LAST = 300.0
DM_OPENINGS, DM_OPENINGS_SECONDS = 25, 600.0
"""So many direct messages with somebody new are opened in so many seconds before the bot is put into quarantine."""


class World:
    """Users, guilds and messages around one bot; `Guilds` changes them, `Person` is somebody who plays.

    `url` is the server's address, set when it stands. `shards` is what `/gateway/bot` recommends.
    """

    def __init__(self, *, limits: Limits | None = None, shards: int = 1) -> None:
        self.clock = ShiftedClock()
        self.ids = Snowflakes(self.clock)
        self.bot = User(self.ids.next(), "underhat", bot=True)
        self.token = f"{self.bot.id}.loopback.opens-nothing-else"
        self.shards = shards
        self.url = ""
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.dms: dict[int, Channel] = {}
        self.ephemerals: dict[int, Message] = {}
        self.files: WeakValueDictionary[int, Attachment] = WeakValueDictionary()
        self.opens_dms_too_fast = False
        self.quarantined = False
        self.dm_openings: deque[float] = deque(maxlen=DM_OPENINGS)
        self.call_log = DiscordCallLog()
        self.faults = Faults()
        self.limiter = Limiter(limits or Limits())
        self.commands = Commands(self.ids, self.bot.id)
        self.interactions = Interactions(self.clock, self.ids)
        self.gateway = Gateway(self.token, self._welcome)
        self.message_listeners: list[Callable[[Message], None]] = []
        """Called with every message that is written or edited, those that only one person sees too."""
        self._nonces: dict[str, Message] = {}

    # what the bot is told

    def _welcome(self, session: Session) -> Iterator[tuple[str, Any]]:
        held = [each for each in self.guilds.values() if each.holds(self.bot)]
        mine = [each for each in held if shard_of(each.id, session.count) == session.shard]
        yield (
            "READY",
            {
                "v": 10,
                "user": wire.user(self.bot) | {"verified": True, "mfa_enabled": False, "flags": 0, "email": None},
                "guilds": [wire.unavailable(each) for each in mine],
                "session_id": session.id,
                "resume_gateway_url": f"{self.gateway.url}/resume",
                "session_type": "normal",
                "shard": [session.shard, session.count],
                "application": {"id": str(self.bot.id), "flags": 0},
                "private_channels": [],
                "relationships": [],
            },
        )
        if session.intents & GUILDS:
            for each in mine:
                if not each.unavailable:
                    yield "GUILD_CREATE", wire.guild(each, self.bot)

    def tell_guild(self, guild: Guild, event: str, data: dict[str, Any]) -> None:
        """Send the bot an event of a guild it is in."""
        if guild.holds(self.bot):
            self.gateway.send(event, data, guild=guild.id, intents=GUILDS)

    def _send_message_event(self, event: str, message: Message, data: dict[str, Any]) -> None:
        guild = message.channel.guild
        if message.viewer is not None or not message.channel.allows(self.bot, Permission.VIEW_CHANNEL):
            return
        data = {**data, "guild_id": str(guild.id)} if guild else data
        intents = GUILD_MESSAGES if guild else DIRECT_MESSAGES
        self.gateway.send(event, data, guild=guild.id if guild else None, intents=intents)

    # messages

    def post(self, channel: Channel, author: User, draft: Draft, **fields: Any) -> Message:
        """Write a message; `fields` are more of Message's. Notifies those who are pinged."""
        message = Message(self.ids.next(), channel, author, self.clock.now(), nonce=draft.nonce, **fields)
        draft.put_on(message)
        self._name(message, draft)
        (self.ephemerals if message.viewer else channel.messages)[message.id] = message
        self._register(message)
        self.call_log.show(self.clock.now(), message)
        named = draft.named
        everyone = named.everyone and channel.allows(author, Permission.MENTION_EVERYONE)
        if (named.users or everyone or named.roles) and message.viewer is None:
            users = frozenset(user.id for user in message.mentioned)
            self.call_log.pings.append(Ping(message.id, users, everyone, bool(draft.flags & SILENT)))
        self._send_message_event("MESSAGE_CREATE", message, wire.message(message))
        if self.bot in message.mentioned and channel.guild is not None and not channel.holds_bot:
            channel.holds_bot = True
            self.tell_guild(channel.guild, "THREAD_CREATE", wire.channel(channel))
        if message.nonce:
            self._nonces[message.nonce] = message
        self._tell_listeners(message)
        return message

    def change(self, message: Message, draft: Draft) -> Message:
        """Edit a message; mentions are read anew, and ping nobody."""
        draft.put_on(message)
        self._name(message, draft)
        message.edited = self.clock.now()
        message.version += 1
        self._register(message)
        self.call_log.show(self.clock.now(), message)
        self._send_message_event("MESSAGE_UPDATE", message, wire.message(message))
        self._tell_listeners(message)
        return message

    def _tell_listeners(self, message: Message) -> None:
        for listener in self.message_listeners:
            listener(message)

    def remove(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        (self.ephemerals if message.viewer else message.channel.messages).pop(message.id, None)
        self._send_message_event(
            "MESSAGE_DELETE", message, {"id": str(message.id), "channel_id": str(message.channel.id)}
        )

    def same_nonce(self, nonce: str) -> Message | None:
        """Return the message that was made with this nonce within the last minutes."""
        found = self._nonces.get(nonce)
        return found if found is not None and self.clock.now() - found.at < _NONCES_LAST else None

    def _name(self, message: Message, draft: Draft) -> None:
        message.mentioned = [self.users[each] for each in sorted(draft.named.users) if each in self.users]
        message.mentions_everyone = draft.named.everyone

    def _register(self, message: Message) -> None:
        for each in message.attachments:
            self.files[each.id] = each

    # looking things up

    def channel(self, number: int) -> Channel:
        """Return a channel that the bot sees. Raises Refusal."""
        channel = self.channels.get(number)
        if channel is None:
            raise refused(10003)
        if channel.guild is not None and not (
            channel.guild.holds(self.bot) and channel.allows(self.bot, Permission.VIEW_CHANNEL)
        ):
            raise refused(50001)
        if not channel.holds_bot:
            raise refused(50001)
        return channel

    def message(self, channel: Channel, number: int) -> Message:
        """Return a message that everybody in its channel sees. Raises Refusal."""
        message = channel.messages.get(number)
        if message is None:
            raise refused(10008)
        return message

    def dm(self, user: User) -> Channel:
        """Return the direct messages between the bot and a user."""
        if user.id not in self.dms:
            channel = Channel(self.ids.next(), DM, recipient=user)
            self.dms[user.id] = self.channels[channel.id] = channel
        return self.dms[user.id]

    def open_dm(self, user: User) -> Channel:
        """Return the direct messages with a user, as the bot opens them. Raises Refusal for too many new ones (B8)."""
        if user.id not in self.dms:
            if self.opens_dms_too_fast:
                raise refused(40003)
            now = self.clock.now()
            self.dm_openings.append(now)
            self.quarantined |= len(self.dm_openings) == DM_OPENINGS and now - self.dm_openings[0] < DM_OPENINGS_SECONDS
            self.check_quarantine(user)
        return self.dm(user)

    def check_quarantine(self, user: User) -> None:
        """Raise Refusal where the bot is in quarantine and has not written to a user before."""
        known = self.dms.get(user.id)
        if self.quarantined and not (known and any(each.author is self.bot for each in known.messages.values())):
            raise refused(20026)

    def check_uploads(self, channel: Channel, files: Sized) -> None:
        """Raise Refusal for files where the guild is not allowed to upload any, in answers too."""
        if files and channel.guild is not None and channel.guild.uploads_limited:
            raise refused(400001)

    def share_guild(self, user: User) -> bool:
        """Return whether the bot and a user are in one guild."""
        return any(each.holds(self.bot) and each.holds(user) for each in self.guilds.values())

    # interactions

    def interact(
        self, kind: int, user: User, channel: Channel, data: dict[str, Any], source: Message | None = None
    ) -> Interaction:
        """Begin an interaction and send it to the bot."""
        made = self.interactions.begin(kind, user, channel, data, source)
        guild = channel.guild
        content = self._interaction(made)
        self.gateway.send("INTERACTION_CREATE", content, guild=guild.id if guild else None, times=self.gateway.echo)
        return made

    def _interaction(self, it: Interaction) -> dict[str, Any]:
        guild, channel = it.channel.guild, it.channel
        made: dict[str, Any] = {
            "id": str(it.id),
            "application_id": str(self.bot.id),
            "type": it.kind,
            "data": it.data,
            "channel_id": str(channel.id),
            "channel": wire.channel(channel, channel.permissions(it.user)),
            "token": it.token,
            "version": 1,
            "app_permissions": str(channel.permissions(self.bot)),
            "locale": it.user.locale,
            "entitlements": [],
            "attachment_size_limit": 10 << 20,
        }
        if it.kind == COMPONENT and it.source is not None:
            made["message"] = wire.message(it.source)
        if guild is None:
            owners = {"1": str(it.user.id)} if not self.share_guild(it.user) else {"0": "0"}
            return {**made, "user": wire.user(it.user), "context": 1, "authorizing_integration_owners": owners}
        return {
            **made,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": wire.member(guild.members[it.user.id], channel.permissions(it.user)),
            "context": 0,
            "authorizing_integration_owners": {"0": str(guild.id)},
        }
