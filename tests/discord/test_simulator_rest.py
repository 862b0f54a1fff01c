"""The Discord of the tests, asked by hand: what it refuses, word for word (docs/platforms.md B3, B5, B6, B9, B11)."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import FORUM, Channel
from tests.helpers.discord.people import Discord
from tests.helpers.discord.permissions import Permission
from tests.helpers.discord.server import Server
from tests.helpers.discord.timing import made_at
from tests.helpers.discord.world import DM_OPENINGS, DM_OPENINGS_SECONDS

V2 = 1 << 15
ANSWER = tuple[int, Any]


class RestClient:
    """Somebody with the bot's token, no library, and a channel of a guild."""

    def __init__(self, world: Discord, server: Server, session: aiohttp.ClientSession) -> None:
        self.world = world
        self.server = server
        self.session = session
        self.ann = world.add_person("ann")
        self.guild = world.add_guild("Guild", [world.add_person("owner"), self.ann])
        self.channel: Channel = world.add_channel(self.guild)

    async def call(self, method: str, path: str, body: Any = None, **options: Any) -> ANSWER:
        """Make a call; return the status and the JSON."""
        headers = {"Authorization": f"Bot {self.world.token}", **options.pop("headers", {})}
        url = f"{self.server.api}{path}"
        async with self.session.request(method, url, json=body, headers=headers, **options) as answer:
            return answer.status, await answer.json() if answer.status != 204 else None

    async def send(self, body: Any, channel: Channel | None = None) -> ANSWER:
        """Send a message."""
        return await self.call("POST", f"/channels/{(channel or self.channel).id}/messages", body)


@pytest.fixture
async def caller() -> AsyncIterator[RestClient]:
    """Yield a Discord without rate limits, and somebody who calls it."""
    world = Discord(limits=Limits.none())
    async with Server(world) as server, aiohttp.ClientSession() as session:
        yield RestClient(world, server, session)


def button(custom_id: str = "a", **fields: Any) -> dict[str, Any]:
    """Return a button."""
    return {"type": 2, "style": 1, "label": "A", "custom_id": custom_id, **fields}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    """Return a row."""
    return {"type": 1, "components": list(children)}


def select(count: int, **fields: Any) -> dict[str, Any]:
    """Return a select with so many options."""
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **fields}


TEXT = {"type": 10, "content": "board"}
BAD = [
    ({"content": "x" * 2001}, ["content", "BASE_TYPE_MAX_LENGTH"]),
    ({"content": "x", "nonce": "9" * 26}, ["nonce", "BASE_TYPE_MAX_LENGTH"]),
    ({"content": "x", "components": [row(*(button(str(i)) for i in range(6)))]}, ["components", "0", "components"]),
    ({"content": "x", "components": [row(button(str(i))) for i in range(6)]}, ["components", "BASE_TYPE_BAD_LENGTH"]),
    ({"content": "x", "components": [row(button(), button())]}, ["1", "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"]),
    ({"content": "x", "components": [row(button("x" * 101))]}, ["custom_id", "BASE_TYPE_BAD_LENGTH"]),
    ({"content": "x", "components": [row(button(label="x" * 81))]}, ["label", "BASE_TYPE_MAX_LENGTH"]),
    ({"content": "x", "components": [row(select(26))]}, ["options", "BASE_TYPE_BAD_LENGTH"]),
    ({"content": "x", "components": [row(select(2, max_values=3))]}, ["max_values"]),
    ({"content": "x", "components": [row(select(2), button())]}, ["COMPONENT_LAYOUT_WIDTH_EXCEEDED"]),
    ({"content": "x", "components": [TEXT]}, ["components", "0", "type", "BASE_TYPE_CHOICES"]),
    ({"content": "x", "components": [TEXT], "flags": V2}, ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]),
    ({"components": [TEXT] * 41, "flags": V2}, ["components", "BASE_TYPE_BAD_LENGTH"]),
    (
        {"components": [{"type": 17, "components": [row(*(button(f"{r}{i}") for i in range(5)))]} for r in range(6)],
         "flags": V2},
        ["components", "BASE_TYPE_BAD_LENGTH"],
    ),
    ({"components": [{"type": 10, "content": "x" * 2001}] * 2, "flags": V2}, ["TEXT_SIZE_EXCEEDED"]),
    (
        {"components": [{"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}], "flags": V2},
        ["UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"],
    ),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, ["allowed_mentions"]),
    ({"content": "x", "embeds": [{"description": "x" * 4097}]}, ["embeds", "0", "description"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "words"), BAD, ids=lambda each: each[-1] if isinstance(each, list) else "")
async def test_a_body_that_does_not_fit_is_refused_with_the_place_of_its_fault(
    caller: RestClient, body: dict[str, Any], words: list[str]
) -> None:
    status, answer = await caller.send(body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    written = json.dumps(answer["errors"])
    assert [word for word in words if word not in written] == []
    assert caller.channel.messages == {}


async def test_what_fits_exactly_is_taken(caller: RestClient) -> None:
    """Forty components, 4000 characters, five rows of five buttons, 100 characters of custom_id."""
    rows = [row(*(button(f"{r}{i}".ljust(100, "x")) for i in range(5))) for r in range(5)]
    assert (await caller.send({"content": "x" * 2000, "components": rows}))[0] == 200
    full = [*([{"type": 10, "content": "x" * 100}] * 38), row(select(25))]
    assert (await caller.send({"components": full, "flags": V2}))[0] == 200
    long = [{"type": 10, "content": "x" * 2000}] * 2
    assert (await caller.send({"components": long, "flags": V2}))[0] == 200


async def test_empty_messages_and_wrong_tokens_are_refused(caller: RestClient) -> None:
    assert await caller.send({"content": ""}) == (400, {"message": "Cannot send an empty message", "code": 50006})
    wrong = await caller.call("GET", "/users/@me", headers={"Authorization": "Bot x"})
    assert wrong == (401, {"message": "401: Unauthorized", "code": 0})
    assert (await caller.call("GET", "/nowhere"))[0] == 404
    assert (await caller.call("GET", "/channels/12"))[1] == {"message": "Unknown Channel", "code": 10003}
    assert (await caller.call("GET", "/users/12"))[1] == {"message": "Unknown User", "code": 10013}


@pytest.mark.parametrize(
    ("permission", "code"),
    [(Permission.VIEW_CHANNEL, 50001), (Permission.SEND_MESSAGES, 50013), (Permission.EMBED_LINKS, 50013)],
)
async def test_what_the_bot_may_not_do_is_refused(caller: RestClient, permission: int, code: int) -> None:
    body = {"content": "x", "embeds": [{"title": "x"}]}
    caller.world.forbid(caller.channel, permission)
    assert (await caller.send(body))[1]["code"] == code
    caller.world.permit(caller.channel, permission)
    assert (await caller.send(body))[0] == 200


async def test_threads_need_their_own_permission(caller: RestClient) -> None:
    thread = caller.world.add_thread(caller.channel)
    caller.world.forbid(caller.channel, Permission.SEND_MESSAGES)
    assert (await caller.send({"content": "x"}, thread))[0] == 200
    caller.world.forbid(caller.channel, Permission.SEND_MESSAGES_IN_THREADS)
    assert (await caller.send({"content": "x"}, thread))[1]["code"] == 50013
    forum = caller.world.add_channel(caller.guild, "forum", FORUM)
    assert (await caller.send({"content": "x"}, forum))[1]["code"] == 40058


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [(None, True), ({"parse": []}, False), ({"parse": ["users"]}, True), ({"users": ["12"]}, False)],
)
async def test_only_whom_the_sender_allows_is_pinged(caller: RestClient, allowed: Any, pinged: bool) -> None:
    text = f"<@{caller.ann.id}> and @everyone"
    await caller.send({"content": text} | ({} if allowed is None else {"allowed_mentions": allowed}))
    pings = caller.world.call_log.pings
    assert [caller.ann.id in ping.users for ping in pings] == ([True] if pinged else [])
    assert not any(ping.everyone for ping in pings)  # the bot lacks MENTION_EVERYONE


async def test_edits_read_mentions_anew_and_ping_nobody(caller: RestClient) -> None:
    _, sent = await caller.send({"content": "x"})
    path = f"/channels/{caller.channel.id}/messages/{sent['id']}"
    _, edited = await caller.call("PATCH", path, {"content": f"<@{caller.ann.id}>"})
    assert [each["id"] for each in edited["mentions"]] == [str(caller.ann.id)]
    _, edited = await caller.call("PATCH", path, {"content": f"<@{caller.ann.id}>", "allowed_mentions": {"parse": []}})
    assert edited["mentions"] == []
    assert caller.world.call_log.pings == []


async def test_attachments_are_kept_only_where_they_are_listed(caller: RestClient) -> None:
    path = f"/channels/{caller.channel.id}/messages"
    _, sent = await upload(caller, "POST", path, {"attachments": [{"id": 0, "description": "first"}]})
    edit = f"{path}/{sent['id']}"
    _, both = await upload(caller, "PATCH", edit, {"content": "x"})
    assert [each.get("description") for each in both["attachments"]] == ["first", None]
    _, one = await upload(caller, "PATCH", edit, {"attachments": [{"id": 0, "description": "new"}]})
    assert [each["description"] for each in one["attachments"]] == ["new"]
    _, none = await caller.call("PATCH", edit, {"attachments": [], "content": "no picture"})
    assert none["attachments"] == []
    status, answer = await upload(caller, "POST", path, {}, b"x" * ((10 << 20) + 1))
    assert (status, answer["code"]) == (413, 40005)


async def upload(caller: RestClient, method: str, path: str, body: dict[str, Any], data: bytes = b"png") -> ANSWER:
    """Make a call with one file."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(body))
    form.add_field("files[0]", io.BytesIO(data), filename="board.png", content_type="application/octet-stream")
    headers = {"Authorization": f"Bot {caller.world.token}"}
    async with caller.session.request(method, f"{caller.server.api}{path}", data=form, headers=headers) as answer:
        return answer.status, await answer.json()


async def test_the_global_limit_spares_interactions(caller: RestClient) -> None:
    caller.world.limiter.close(30)
    status, answer = await caller.call("GET", "/users/@me")
    assert (status, answer["global"]) == (429, True)
    assert 29 < answer["retry_after"] <= 30
    status, answer = await caller.call("POST", "/interactions/1/token/callback", {"type": 6})
    assert (status, answer["code"]) == (404, 10062)


async def test_commands_are_checked_and_localised(caller: RestClient) -> None:
    path = f"/applications/{caller.world.bot.id}/commands"
    play = {"name": "play", "description": "Open a table", "name_localizations": {"de": "spielen"}}
    _, answer = await caller.call("PUT", path, [{**play, "name": "Play now"}])
    assert answer["errors"]["0"]["name"]["_errors"][0]["code"] == "APPLICATION_COMMAND_INVALID_NAME"
    _, answer = await caller.call("PUT", path, [{**play, "name_localizations": {"fa": "x"}}])
    assert answer["code"] == 50035
    status, kept = await caller.call("PUT", path, [{**play, "contexts": [0]}])
    assert status == 200
    assert "name_localizations" not in (await caller.call("GET", path))[1][0]
    assert (await caller.call("GET", f"{path}?with_localizations=true"))[1] == kept
    assert caller.world.commands.shown(kept[0], "de")[0] == "spielen"
    assert caller.world.commands.puts == 1


IDENTIFY = {"op": 2, "d": {"token": "", "intents": 1, "properties": {}}}


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (IDENTIFY, 4004),
        ({"op": 2, "d": {"intents": 1 << 15}}, 4014),
        ({"op": 2, "d": {"intents": 1 << 30}}, 4013),
        ({"op": 2, "d": {"intents": 1, "shard": [2, 2]}}, 4010),
        ({"op": 4, "d": {}}, 4003),
        ({"nothing": 1}, 4002),
    ],
)
async def test_the_gateway_hangs_up_with_the_right_code(caller: RestClient, payload: dict[str, Any], code: int) -> None:
    data = payload.get("d")
    if isinstance(data, dict):
        payload = {**payload, "d": {"token": caller.world.token, **data}}
    async with caller.session.ws_connect(f"{caller.world.gateway.url}?v=10&encoding=json") as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json(payload)
        assert (await socket.receive()).data == code


async def test_one_login_too_many_costs_the_token(caller: RestClient) -> None:
    """F9: 1,000 a day over all shards, and `session_start_limit` tells how many are left (docs/platforms.md B2)."""
    gateway, codes = caller.world.gateway, list[Any]()
    gateway.logins_left = 1
    assert (await caller.call("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1
    for _ in range(2):
        async with caller.session.ws_connect(f"{gateway.url}?v=10&encoding=json") as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {"token": caller.world.token, "intents": 1}})
            said = await socket.receive()
            codes.append(said.data if isinstance(said.data, int) else json.loads(said.data)["t"])
    assert codes == ["READY", 4004]
    assert (await caller.call("GET", "/gateway/bot"))[0] == 401


async def test_one_login_of_a_bucket_at_a_time(caller: RestClient) -> None:
    """`max_concurrency`: of each remainder of the shard's number one in five seconds (docs/platforms.md B2)."""
    gateway, said = caller.world.gateway, list[Any]()
    gateway.pace, gateway.max_concurrency = 60.0, 2
    limit = (await caller.call("GET", "/gateway/bot"))[1]["session_start_limit"]
    assert limit["max_concurrency"] == 2
    for shard in (0, 1, 2):
        async with caller.session.ws_connect(f"{gateway.url}?v=10&encoding=json") as socket:
            await socket.receive_json()
            data = {"token": caller.world.token, "intents": 1, "shard": [shard, 4]}
            await socket.send_json({"op": 2, "d": data})
            answer = await socket.receive_json()
            said.append((answer["op"], answer["t"]))
    assert said == [(0, "READY"), (0, "READY"), (9, None)]
    assert (gateway.identifies, gateway.hasty) == (2, 1)


async def test_a_session_goes_on_in_whichever_connection_resumes_it(caller: RestClient) -> None:
    """The one that had it is ended; what came after the number that is told comes again."""
    gateway, world = caller.world.gateway, caller.world
    async with caller.session.ws_connect(f"{gateway.url}?v=10&encoding=json") as first:
        await first.receive_json()
        await first.send_json({"op": 2, "d": {"token": world.token, "intents": 1}})
        ready = await first.receive_json()
        async with caller.session.ws_connect(f"{gateway.url}?v=10&encoding=json") as second:
            await second.receive_json()
            told = {"token": world.token, "session_id": ready["d"]["session_id"], "seq": ready["s"]}
            await second.send_json({"op": 6, "d": told})
            assert [(await second.receive_json())["t"] for _ in range(2)] == ["GUILD_CREATE", "RESUMED"]
            while (await first.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
            assert first.closed
        assert (gateway.identifies, gateway.resumes) == (1, 1)


async def test_the_bots_servers_are_listed_page_by_page(caller: RestClient) -> None:
    other = caller.world.add_guild("Other", [caller.ann])
    _, first = await caller.call("GET", "/users/@me/guilds?limit=1")
    _, rest = await caller.call("GET", f"/users/@me/guilds?after={first[0]['id']}")
    assert [each["name"] for each in (*first, *rest)] == [caller.guild.name, other.name]


async def test_heartbeats_are_acknowledged_unless_the_connection_is_to_be_a_zombie(caller: RestClient) -> None:
    gateway = caller.world.gateway
    async with caller.session.ws_connect(f"{gateway.url}?v=10&encoding=json") as socket:
        assert (await socket.receive_json())["d"]["heartbeat_interval"] == gateway.heartbeat_ms
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        gateway.acknowledges = False
        await socket.send_json({"op": 1, "d": None})
        with pytest.raises(TimeoutError):
            await socket.receive(timeout=0.05)
        assert gateway.heartbeats == 2


async def test_each_shard_hears_of_its_own_guilds(caller: RestClient) -> None:
    """Guild ids spread by their milliseconds; direct messages go to the first shard."""
    world = caller.world
    other = world.add_guild("Other", [caller.ann])
    heard: dict[int, list[str]] = {}
    sockets = []
    for shard in (0, 1):
        socket = await caller.session.ws_connect(f"{world.gateway.url}?v=10&encoding=json&compress=zlib-stream")
        sockets.append((socket, zlib.decompressobj()))
        data = {"token": world.token, "intents": 1, "shard": [shard, 2]}
        await socket.send_json({"op": 2, "d": data})
    for shard, (socket, stream) in enumerate(sockets):
        events = [json.loads(stream.decompress(await socket.receive_bytes())) for _ in range(3)]
        assert [each["op"] for each in events] == [10, 0, 0]
        heard[shard] = [each["d"]["id"] for each in events if each["t"] == "GUILD_CREATE"]
        await socket.close()
    assert heard == {(guild.id >> 22) % 2: [str(guild.id)] for guild in (caller.guild, other)}
    assert world.gateway.sessions == {}  # closing with 1000 ends a session


async def test_ids_tell_the_time_of_the_moved_clock(caller: RestClient) -> None:
    caller.world.clock.move(-7200)
    _, sent = await caller.send({"content": "old"})
    caller.world.clock.move(7200)
    assert 7190 < caller.world.clock.now() - made_at(int(sent["id"])) < 7300


async def test_many_new_direct_messages_end_in_quarantine(caller: RestClient) -> None:
    """F18: nobody new is written to then, not even where they have opened the channel (docs/platforms.md B8)."""

    async def open_dm(name: str) -> tuple[ANSWER, Channel | None]:
        user = caller.world.add_person(name)
        caller.world.join(user, caller.guild)
        answer = await caller.call("POST", "/users/@me/channels", {"recipient_id": str(user.id)})
        return answer, caller.world.dms.get(user.id)

    (status, _), first = await open_dm("first")
    assert (status, await caller.send({"content": "x"}, first))[0] == 200
    caller.world.clock.move(DM_OPENINGS_SECONDS)  # what was opened long ago does not count
    statuses = [(await open_dm(f"person {number}"))[0] for number in range(DM_OPENINGS)]
    assert [status for status, _ in statuses[:-1]] == [200] * (DM_OPENINGS - 1)
    assert (statuses[-1][0], statuses[-1][1]["code"]) == (403, 20026)
    assert (await caller.send({"content": "x"}, first))[0] == 200
    status, said = await caller.send({"content": "x"}, caller.ann.dm)
    assert (status, said["code"]) == (403, 20026)
