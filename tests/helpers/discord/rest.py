"""The REST calls of a bot's token: itself, its commands, channels, messages, users (platforms.md B3, B6, B8, B9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.helpers.discord import wire
from tests.helpers.discord.forms import Files, draft
from tests.helpers.discord.gateway import LOGINS
from tests.helpers.discord.model import FORUM, Channel, Message
from tests.helpers.discord.permissions import Permission
from tests.helpers.discord.refusals import Form, refused
from tests.helpers.discord.world import World

Answer = tuple[int, Any]
_OLD = 3600.0


@dataclass
class Call:
    """One request, read: ids from the path, query, JSON body, files."""

    ids: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: Files = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Return an id of the path. Raises Refusal for what is none."""
        text = self.ids[name]
        if not text.isdecimal():
            form = Form()
            form.fault((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
            form.done()
        return int(text)

    def object(self) -> dict[str, Any]:
        """Return the body as an object. Raises Refusal."""
        if not isinstance(self.body, dict):
            raise refused(50109)
        return self.body

    def flag(self, name: str) -> bool:
        """Return whether the query says yes to something."""
        return self.query.get(name, "").lower() in ("1", "true")


class Rest:
    """The calls, a method each: they return status and JSON of the answer, or raise Refusal."""

    def __init__(self, world: World) -> None:
        self.world = world

    # the bot itself

    def gateway(self, call: Call) -> Answer:
        """GET /gateway"""
        return 200, {"url": self.world.gateway.url}

    def gateway_bot(self, call: Call) -> Answer:
        """GET /gateway/bot"""
        gateway = self.world.gateway
        reset = round(1000 * gateway.renewed_in)
        limit = {"total": LOGINS, "remaining": gateway.logins_left, "reset_after": reset}
        limit["max_concurrency"] = gateway.max_concurrency
        return 200, {"url": gateway.url, "shards": self.world.shards, "session_start_limit": limit}

    def me(self, call: Call) -> Answer:
        """GET /users/@me"""
        return 200, wire.user(self.world.bot) | {"verified": True, "mfa_enabled": False, "flags": 0, "email": None}

    def my_guilds(self, call: Call) -> Answer:
        """GET /users/@me/guilds"""
        after, most = int(call.query.get("after", 0)), int(call.query.get("limit", 200))
        mine = sorted(
            (each for each in self.world.guilds.values() if each.holds(self.world.bot)), key=lambda each: each.id
        )
        later = [each for each in mine if each.id > after][:most]
        return 200, [
            {"id": str(each.id), "name": each.name, "icon": None, "owner": False, "permissions": "0", "features": []}
            for each in later
        ]

    def application(self, call: Call) -> Answer:
        """GET /oauth2/applications/@me"""
        bot = self.world.bot
        return 200, {
            "id": str(bot.id),
            "name": bot.name,
            "icon": None,
            "description": "",
            "summary": "",
            "bot": wire.user(bot),
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": {**wire.user(bot), "id": "1", "username": "owner", "bot": False},
            "team": None,
            "flags": 0,
            "rpc_origins": [],
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "approximate_guild_count": len(self.world.guilds),
            "approximate_user_install_count": 0,
            "integration_types_config": {"0": {}},
        }

    def commands(self, call: Call) -> Answer:
        """GET /applications/{application}/commands"""
        return 200, self.world.commands.listed(localizations=call.flag("with_localizations"))

    def set_commands(self, call: Call) -> Answer:
        """PUT /applications/{application}/commands"""
        if not isinstance(call.body, list):
            raise refused(50109)
        return 200, self.world.commands.overwrite(call.body)

    # users and guilds

    def user(self, call: Call) -> Answer:
        """GET /users/{user}"""
        found = self.world.users.get(call.id("user"))
        if found is None:
            raise refused(10013)
        return 200, wire.user(found)

    def open_dm(self, call: Call) -> Answer:
        """POST /users/@me/channels: succeeds even where nothing can be sent."""
        found = self.world.users.get(int(call.object().get("recipient_id") or 0))
        if found is None:
            raise refused(10013)
        if found.bot:
            raise refused(50007)
        return 200, wire.channel(self.world.open_dm(found))

    def guild(self, call: Call) -> Answer:
        """GET /guilds/{guild}"""
        found = self.world.guilds.get(call.id("guild"))
        if found is None:
            raise refused(10004)
        if not found.holds(self.world.bot):
            raise refused(50001)
        return 200, wire.guild(found, self.world.bot)

    def member(self, call: Call) -> Answer:
        """GET /guilds/{guild}/members/{user}"""
        self.guild(call)
        found = self.world.guilds[call.id("guild")].members.get(call.id("user"))
        if found is None:
            raise refused(10007 if call.id("user") in self.world.users else 10013)
        return 200, wire.member(found)

    # channels and messages

    def channel(self, call: Call) -> Answer:
        """GET /channels/{channel}"""
        return 200, wire.channel(self.world.channel(call.id("channel")))

    def typing(self, call: Call) -> Answer:
        """POST /channels/{channel}/typing"""
        self._must_send(self.world.channel(call.id("channel")))
        return 204, None

    def messages(self, call: Call) -> Answer:
        """GET /channels/{channel}/messages: the newest first."""
        channel = self._readable(call)
        limit = int(call.query.get("limit", "50"))
        return 200, [wire.message(each) for each in reversed(list(channel.messages.values())[-limit:])]

    def message(self, call: Call) -> Answer:
        """GET /channels/{channel}/messages/{message}"""
        return 200, wire.message(self.world.message(self._readable(call), call.id("message")))

    def _readable(self, call: Call) -> Channel:
        channel = self.world.channel(call.id("channel"))
        self._must(channel, Permission.READ_MESSAGE_HISTORY)
        return channel

    def create_message(self, call: Call) -> Answer:
        """POST /channels/{channel}/messages"""
        world, body = self.world, call.object()
        channel = world.channel(call.id("channel"))
        self._must_send(channel)
        if channel.guild is not None and (call.files or body.get("embeds")):
            self._must(channel, Permission.ATTACH_FILES if call.files else Permission.EMBED_LINKS)
        world.check_uploads(channel, call.files)
        made = draft(body, call.files, world.ids, world.url)
        self._must_arrive(channel)
        same = world.same_nonce(made.nonce) if body.get("enforce_nonce") and made.nonce else None
        if same is not None:
            return 200, wire.message(same)
        reference = int((body.get("message_reference") or {}).get("message_id") or 0)
        if reference:
            self._must(channel, Permission.READ_MESSAGE_HISTORY)
            _referenced(channel, reference)
        if channel.archived:
            channel.archived = False
            if channel.guild:
                world.tell_guild(channel.guild, "THREAD_UPDATE", wire.channel(channel))
        kind = 19 if reference else 0
        return 200, wire.message(world.post(channel, world.bot, made, kind=kind, reference=reference or None))

    def edit_message(self, call: Call) -> Answer:
        """PATCH /channels/{channel}/messages/{message}"""
        world = self.world
        message = self._own(call)
        if call.files:
            self._must(message.channel, Permission.ATTACH_FILES)
        world.check_uploads(message.channel, call.files)
        made = draft(call.object(), call.files, world.ids, world.url, old=message)
        if world.clock.now() - message.at > _OLD:
            world.limiter.take_old_edit(message.channel.id)
        return 200, wire.message(world.change(message, made))

    def delete_message(self, call: Call) -> Answer:
        """DELETE /channels/{channel}/messages/{message}"""
        channel = self.world.channel(call.id("channel"))
        message = self.world.message(channel, call.id("message"))
        if message.author is not self.world.bot:
            self._must(channel, Permission.MANAGE_MESSAGES)
        if channel.archived:
            raise refused(50083)
        self.world.remove(message)
        return 204, None

    def _own(self, call: Call) -> Message:
        channel = self.world.channel(call.id("channel"))
        message = self.world.message(channel, call.id("message"))
        if message.author is not self.world.bot:
            raise refused(50005)
        if channel.archived:
            raise refused(50083)
        return message

    def _must(self, channel: Channel, permission: int) -> None:
        if channel.guild is not None and not channel.allows(self.world.bot, permission):
            raise refused(50013)

    def _must_send(self, channel: Channel) -> None:
        if channel.kind == FORUM:
            raise refused(40058)
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
        self._must(channel, needed)
        if channel.locked and not channel.allows(self.world.bot, Permission.MANAGE_THREADS):
            raise refused(160005)

    def _must_arrive(self, channel: Channel) -> None:
        user = channel.recipient
        if user is None:
            return
        if not self.world.share_guild(user):
            raise refused(50278)
        if not user.takes_dms:
            raise refused(50007)
        self.world.check_quarantine(user)


def _referenced(channel: Channel, number: int) -> None:
    if number not in channel.messages:
        form = Form()
        form.fault(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
        form.done()
