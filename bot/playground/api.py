"""The Bot API over HTTP: tokens, methods, the envelope of answers, the call log, and the faults ordered."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import msgspec
from aiohttp import web

from bot.playground.call_log import Call
from bot.playground.errors import REASONS, ApiError, server_error, too_many_requests, unknown_token
from bot.playground.faults import Fault
from bot.playground.methods import Method, methods_by_name
from bot.playground.params import Params, read_params
from bot.playground.webhook import WebhookSender
from bot.playground.world import World


class BotApi:
    """A world's Bot API. `routes` go into any web application; `close` ends long polls and the webhook.

    `webhook_wait`: seconds before an update that a webhook refused is posted again.
    """

    def __init__(self, world: World, *, webhook_wait: float = 1.0) -> None:
        self._world = world
        self.webhook = WebhookSender(world, webhook_wait)
        methods = methods_by_name(self.webhook)
        # The real server does not mind the case of a method's name.
        self._methods = {name.lower(): (name, method) for name, method in methods.items()}

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/bot{token}/{method}", self._handle),
            web.post("/bot{token}/{method}", self._handle),
            web.route("*", "/bot{token}", self._no_path),
        ]

    async def close(self) -> None:
        self._world.updates.end_poll()
        await self.webhook.close()

    def _find(self, token: str, method: str) -> tuple[str, Method]:
        number, _, secret = token.partition(":")
        if not (number.isdigit() and secret):
            raise ApiError(401, "Unauthorized: invalid token specified")
        if token != self._world.token:
            raise ApiError(401, "Unauthorized")
        if method.lower() not in self._methods:
            raise ApiError(404, "Not Found: method not found")
        return self._methods[method.lower()]

    async def _no_path(self, _request: web.Request) -> web.StreamResponse:
        return _refused(ApiError(404, "Not Found"))

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        try:
            name, method = self._find(request.match_info["token"], request.match_info["method"])
            params = await read_params(request)
        except ApiError as error:
            return _refused(error)
        call = Call(self._world.now(), name, params.shown(), params.integer("chat_id"))
        self._world.call_log.add(call)
        return await self._run(request, call, method, params)

    async def _run(self, request: web.Request, call: Call, method: Method, params: Params) -> web.StreamResponse:
        if (early := await self._fault_before(request, call)) is not None:
            return early
        try:
            call.result = await self._sat_out(method, params)
            answer = _ok(call.result)
        except ApiError as error:
            answer = _failed(call, error)
        if self._world.faults.draw("cut after", call.method, call.chat):
            return _cut(request, call)
        return answer

    async def _sat_out(self, method: Method, params: Params) -> Any:
        """Carry out a call; a short wait is not told, the server sits it out itself (A9)."""
        try:
            return await method(self._world, params)
        except ApiError as error:
            seconds = error.parameters.get("retry_after", math.inf)
            if seconds > self._world.untold_seconds:
                raise
        await asyncio.sleep(seconds)
        return await method(self._world, params)

    def _place(self, call: Call) -> int:
        """Return the chat that a stall is ordered for: an answer to a press names none, and goes where it was."""
        return call.chat or self._world.queries.chat_of(str(call.params.get("callback_query_id", "")))

    async def _fault_before(self, request: web.Request, call: Call) -> web.StreamResponse | None:
        draw = self._world.faults.draw
        if fault := draw("delay", call.method, call.chat):
            await asyncio.sleep(fault.seconds)
        if fault := draw("stall", call.method, self._place(call)):
            await fault.wait(request.transport)
        if draw("cut before", call.method, call.chat):
            call.error, call.description = 0, "connection cut"
            return _cut(request, call)
        if fault := draw("flood", call.method, call.chat):
            return _failed(call, too_many_requests(int(fault.seconds)))
        if fault := draw("unknown", call.method, call.chat):
            answer = _failed(call, unknown_token(fault.code))
            return _html(fault) if fault.html else answer
        if fault := draw("server", call.method, call.chat):
            answer = _failed(call, server_error(fault.code))
            return _html(fault) if fault.html else answer
        if fault := draw("refuse", call.method, call.chat):
            return _failed(call, ApiError(fault.code, f"{REASONS[fault.code]}: {fault.text}"))
        return None


def _ok(result: Any) -> web.Response:
    return web.Response(body=msgspec.json.encode({"ok": True, "result": result}), content_type="application/json")


def _failed(call: Call, error: ApiError) -> web.Response:
    call.error, call.description = error.code, error.description
    return _refused(error)


def _refused(error: ApiError) -> web.Response:
    headers = {"Retry-After": str(error.parameters["retry_after"])} if "retry_after" in error.parameters else None
    body = msgspec.json.encode(error.body())
    return web.Response(status=error.code, body=body, headers=headers, content_type="application/json")


def _html(fault: Fault) -> web.Response:
    title = f"{fault.code} {REASONS[fault.code]}"
    page = f"<html><head><title>{title}</title></head><body><center><h1>{title}</h1></center></body></html>"
    return web.Response(status=fault.code, text=page, content_type="text/html")


def _cut(request: web.Request, call: Call) -> web.Response:
    call.cut = True
    if request.transport is not None:
        request.transport.close()
    return web.Response()
