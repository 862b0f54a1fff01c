"""The Bot API over HTTP: tokens, methods, the envelope, the journal, and the trouble ordered."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from aiohttp import web

from bot.playground.call_log import Call
from bot.playground.errors import REASONS, ApiError, flood, method_not_found, server_error, unauthorized
from bot.playground.faults import Fault, Faults
from bot.playground.methods.receiving import Receiving
from bot.playground.methods.table import METHODS, Method
from bot.playground.params import Params, read_params
from bot.playground.photos import thumbnail
from bot.playground.webhook import WebhookSender
from bot.playground.world import World

__all__ = ["BotApi"]


class BotApi:
    """One bot's API to one world; `routes` go into any web application, `close` ends its webhook."""

    def __init__(
        self, world: World, token: str = "", faults: Faults | None = None, *, webhook_wait: float = 1.0
    ) -> None:
        self.world = world
        self.token = token or world.token
        self.faults = faults or Faults()
        self._logged_out = False
        self._webhook = WebhookSender(world.updates, self.faults, world.now, webhook_wait)
        world.updates.hold_by(self.faults.hold)
        receiving = Receiving(self.faults, self._webhook, self._log_out)
        methods: dict[str, Method] = METHODS | {
            "getUpdates": receiving.get_updates,
            "setWebhook": receiving.set_webhook,
            "deleteWebhook": receiving.delete_webhook,
            "getWebhookInfo": receiving.get_webhook_info,
            "logOut": receiving.log_out,
            "close": receiving.close,
        }
        self._methods = {name.lower(): (name, method) for name, method in methods.items()}

    def routes(self) -> list[web.RouteDef]:
        """Give the routes of the API and of its files."""
        return [
            web.get("/bot{token}/{method}", self._call),
            web.post("/bot{token}/{method}", self._call),
            web.route("*", "/bot{token}", self._no_path),
            web.get("/file/bot{token}/photos/{file_id}", self._file),
        ]

    async def close(self) -> None:
        """Stop posting to a webhook, and let a long poll end."""
        self.world.updates.end_poll()
        await self._webhook.close()

    def _log_out(self) -> None:
        self._logged_out = True

    def _check_token(self, token: str) -> None:
        number, _, secret = token.partition(":")
        if not (number.isdigit() and secret):
            raise unauthorized(malformed=True)
        if token != self.token or self._logged_out:
            raise unauthorized()

    async def _no_path(self, _request: web.Request) -> web.StreamResponse:
        return _refused(ApiError(404, "Not Found"))

    async def _call(self, request: web.Request) -> web.StreamResponse:
        try:
            self._check_token(request.match_info["token"])
            name, method = self._methods.get(request.match_info["method"].lower(), ("", None))
            if method is None:
                raise method_not_found()
            params = await read_params(request)
        except ApiError as refusal:
            return _refused(refusal)
        call = Call(self.world.now(), name, params.shown(), params.integer("chat_id"))
        self.world.call_log.note(call)
        answer = await self._run(request, call, method, params)
        self.world.call_log.ended(call)
        return answer

    async def _run(self, request: web.Request, call: Call, method: Method, params: Params) -> web.StreamResponse:
        if (early := await self._trouble(request, call)) is not None:
            return early
        try:
            call.result = await method(self.world, params)
            answer = _ok(call.result)
        except ApiError as refusal:
            _note(call, refusal)
            answer = _refused(refusal)
        if self.faults.draw("cut after", call.method, call.chat):
            return _cut(request, call)
        return answer

    async def _trouble(self, request: web.Request, call: Call) -> web.StreamResponse | None:
        draw = self.faults.draw
        if fault := draw("delay", call.method, call.chat):
            await asyncio.sleep(fault.seconds)
        if draw("cut before", call.method, call.chat):
            call.error, call.description = 0, "connection cut"
            return _cut(request, call)
        if fault := draw("flood", call.method, call.chat):
            refusal = flood(int(fault.seconds))
        elif fault := draw("server", call.method, call.chat):
            refusal = server_error(fault.code)
        else:
            return None
        _note(call, refusal)
        return _html(fault) if fault.html else _refused(refusal)

    async def _file(self, request: web.Request) -> web.Response:
        try:
            self._check_token(request.match_info["token"])
        except ApiError as refusal:
            return _refused(refusal)
        file_id = request.match_info["file_id"]
        photo = self.world.photos.find(file_id)
        content = self.world.photos.content(photo) if photo else None
        if photo is None or content is None:
            return _refused(ApiError(404, "Not Found"))
        if file_id != photo.file_id:
            content = await asyncio.to_thread(thumbnail, content)
        return web.Response(body=content, content_type="application/octet-stream")


def _ok(result: Any) -> web.Response:
    return web.Response(body=msgspec.json.encode({"ok": True, "result": result}), content_type="application/json")


def _refused(refusal: ApiError) -> web.Response:
    parameters = refusal.parameters or {}
    headers = {"Retry-After": str(parameters["retry_after"])} if "retry_after" in parameters else None
    body = msgspec.json.encode(refusal.body())
    return web.Response(status=refusal.code, body=body, headers=headers, content_type="application/json")


def _html(fault: Fault) -> web.Response:
    title = f"{fault.code} {REASONS[fault.code]}"
    page = f"<html><head><title>{title}</title></head><body><center><h1>{title}</h1></center></body></html>"
    return web.Response(status=fault.code, text=page, content_type="text/html")


def _note(call: Call, refusal: ApiError) -> None:
    call.error, call.description = refusal.code, refusal.description
    call.parameters = refusal.parameters or {}


def _cut(request: web.Request, call: Call) -> web.Response:
    call.cut = True
    if request.transport is not None:
        request.transport.close()
    return web.Response()
