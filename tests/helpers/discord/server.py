"""Discord as a server that only this machine can reach: `/api/v10` and the gateway's websocket."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Middleware
from multidict import CIMultiDict

from bot.playground.multipart import parts
from tests.helpers.discord.call_log import Request
from tests.helpers.discord.forms import File
from tests.helpers.discord.people import Discord
from tests.helpers.discord.refusals import Refusal, rate_limited, refused, server_error
from tests.helpers.discord.rest import Answer, Call, Rest
from tests.helpers.discord.webhooks import Webhooks

_REQUEST_LIMIT = 25 << 20
_FILE_FIELD = re.compile(r"files\[(\d+)\]")
_VIA = "1.1 google"

Handler = Callable[[Call], Answer]


@dataclass(frozen=True)
class _Route:
    method: str
    path: str
    handler: Handler
    bucket: str = ""
    resource: str = ""
    own_token: bool = False
    """Whether the call carries an interaction's token instead of the bot's; it is free of the global limit."""


class Server:
    """A Discord on loopback for as long as the `async with` block lasts; `api` is what DISCORD_API_URL wants.

    `middlewares` see each call before Discord does, and its answer before the bot does.
    """

    def __init__(self, world: Discord, *, port: int = 0, middlewares: Iterable[Middleware] = ()) -> None:
        self.world = world
        self._port = port
        self._middlewares = tuple(middlewares)
        self._runner: web.AppRunner | None = None

    @property
    def api(self) -> str:
        """Return the base of the REST calls."""
        return f"{self.world.url}/api/v10"

    async def __aenter__(self) -> Server:
        app = web.Application(client_max_size=_REQUEST_LIMIT, middlewares=self._middlewares)
        for route in _routes(Rest(self.world), Webhooks(self.world)):
            app.router.add_route(route.method, f"/api/v10{route.path}", self._served(route))
        app.router.add_get("/attachments/{number}/{name}", self._attachment)
        app.router.add_get("/gateway", self.world.gateway.serve)
        app.router.add_get("/gateway/resume", self.world.gateway.serve)
        app.router.add_route("*", "/{rest:.*}", self._served(_Route("*", "/?", _nothing)))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        port = self._runner.addresses[0][1]
        self.world.url = f"http://127.0.0.1:{port}"
        self.world.gateway.url = f"ws://127.0.0.1:{port}/gateway"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.world.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self.world.files.get(int(request.match_info["number"]))
        if found is None:
            return web.Response(status=404, text="This content is no longer available.")
        return web.Response(body=found.data, content_type="image/png")

    def _served(self, route: _Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix("/api/v10")
            note = Request(self.world.clock.now(), request.method, route.path, path, self._channel(request))
            headers: CIMultiDict[str] = CIMultiDict({"Via": _VIA})
            shared = False
            try:
                status, content = await self._answer(route, request, note, headers)
                response = _json(status, content)
            except Refusal as refusal:
                note.code, note.answer = refusal.code, refusal.message
                note.retry_after = float(refusal.extra.get("retry_after", 0.0))
                shared = refusal.headers.get("X-RateLimit-Scope") == "shared"
                headers.update(refusal.headers)
                response = _html(refusal) if refusal.html else _json(refusal.status, refusal.body())
            except ConnectionResetError:  # whoever called was killed while it did, and reads no answer
                return web.Response(status=400)
            note.status = response.status
            self.world.call_log.ended(note, shared=shared)
            response.headers.update({name: value for name, value in headers.items() if value})
            return response

        return serve

    async def _answer(self, route: _Route, request: web.Request, note: Request, headers: CIMultiDict[str]) -> Answer:
        world = self.world
        if delay := world.faults.draw(note.call, "delay", channel=note.channel):
            await asyncio.sleep(delay.seconds)
        if stall := world.faults.draw(note.call, "stall", channel=note.channel):
            await stall.wait(request.transport)
        self._trouble(request, note.call, note.channel, after=False)
        if not request.headers.get("User-Agent"):
            raise refused(40333)
        if not route.own_token:
            if request.headers.get("Authorization") != f"Bot {world.token}" or world.gateway.token_reset:
                raise refused(0)
            world.limiter.take_global()
        if route.bucket:
            limits, refusal = world.limiter.take(route.bucket, request.match_info.get(route.resource, ""))
            headers.update(limits)
            if refusal is not None:
                raise refusal
        call = await _read(request)
        note.body = call.body
        note.files = [
            (file.name, hashlib.sha256(file.data).hexdigest(), len(file.data)) for file in call.files.values()
        ]
        answer = route.handler(call)
        self._trouble(request, note.call, note.channel, after=True)
        return answer

    def _channel(self, request: web.Request) -> int:
        """Return the channel that a call is for, by its path or by its interaction; 0 for none."""
        names = request.match_info
        if "channel" in names:
            return int(names["channel"])
        return self.world.interactions.channel_of(int(names.get("interaction", 0)), names.get("token", ""))

    def _trouble(self, request: web.Request, call: str, channel: int, *, after: bool) -> None:
        fault = self.world.faults.draw(call, "cut", "server", "flood", "refuse", after=after, channel=channel)
        if fault is None:
            return
        if fault.kind == "cut":
            if request.transport is not None:
                request.transport.abort()
            raise server_error(502)
        if fault.kind == "server":
            raise server_error(fault.status, html=fault.html)
        if fault.kind == "refuse":
            raise refused(fault.status)
        raise rate_limited(fault.seconds, shared=fault.shared, via=fault.via)


def _nothing(call: Call) -> Answer:
    raise refused(404)


def _routes(rest: Rest, hooks: Webhooks) -> list[_Route]:
    messages, message = "/channels/{channel}/messages", "/channels/{channel}/messages/{message}"
    hook = "/webhooks/{application}/{token}"
    commands = "/applications/{application}/commands"
    return [
        _Route("GET", "/gateway", rest.gateway, "gateway"),
        _Route("GET", "/gateway/bot", rest.gateway_bot, "gateway"),
        _Route("GET", "/users/@me", rest.me, "me"),
        _Route("GET", "/users/@me/guilds", rest.my_guilds, "my guilds"),
        _Route("GET", "/oauth2/applications/@me", rest.application, "application"),
        _Route("GET", "/applications/@me", rest.application, "application"),
        _Route("GET", commands, rest.commands, "commands"),
        _Route("PUT", commands, rest.set_commands, "set commands"),
        _Route("POST", "/users/@me/channels", rest.open_dm, "dms"),
        _Route("GET", "/users/{user}", rest.user, "user"),
        _Route("GET", "/guilds/{guild}", rest.guild, "guild", "guild"),
        _Route("GET", "/guilds/{guild}/members/{user}", rest.member, "member", "guild"),
        _Route("GET", "/channels/{channel}", rest.channel, "channel", "channel"),
        _Route("POST", "/channels/{channel}/typing", rest.typing, "typing", "channel"),
        _Route("GET", messages, rest.messages, "messages", "channel"),
        _Route("POST", messages, rest.create_message, "create", "channel"),
        _Route("GET", message, rest.message, "messages", "channel"),
        _Route("PATCH", message, rest.edit_message, "edit", "channel"),
        _Route("DELETE", message, rest.delete_message, "delete", "channel"),
        _Route("POST", "/interactions/{interaction}/{token}/callback", hooks.respond, own_token=True),
        _Route("POST", hook, hooks.follow_up, "webhook", "token", own_token=True),
        _Route("GET", f"{hook}/messages/{{message}}", hooks.read, "webhook", "token", own_token=True),
        _Route("PATCH", f"{hook}/messages/{{message}}", hooks.edit, "webhook", "token", own_token=True),
        _Route("DELETE", f"{hook}/messages/{{message}}", hooks.delete, "webhook", "token", own_token=True),
    ]


async def _read(request: web.Request) -> Call:
    call = Call(dict(request.match_info), dict(request.query))
    if (request.content_length or 0) > _REQUEST_LIMIT:
        raise refused(40005)
    if request.content_type != "multipart/form-data":
        text = await request.text()
        call.body = _parsed(text) if text else None
        return call
    for part in parts(request.headers.get("Content-Type", ""), await request.read()):
        if part.name == "payload_json":
            call.body = _parsed(part.content.decode())
        elif found := _FILE_FIELD.fullmatch(part.name):
            call.files[int(found[1])] = File(part.filename or "unknown", part.content)
    return call


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise refused(50109) from None


def _json(status: int, content: Any) -> web.Response:
    if status == 204:
        return web.Response(status=204)
    return web.Response(status=status, body=json.dumps(content).encode(), headers={"Content-Type": "application/json"})


def _html(refusal: Refusal) -> web.Response:
    return web.Response(status=refusal.status, text=f"<html>{refusal.message}</html>", content_type="text/html")
