"""The playground serves this machine only: no address that others reach, no page of another site."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.errors import SettingError


def check_loopback(host: str) -> None:
    """Raise SettingError for an address that others could reach."""
    if not _is_loopback(host):
        raise SettingError(f"HOST is {host!r}, but the playground listens on a loopback address only (127.0.0.1)")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


@web.middleware
async def loopback_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what a page elsewhere could make a browser send: a foreign Host (DNS rebinding) or a foreign Origin.

    Bots are no browsers: on their paths the Origin is not looked at.
    """
    if not _names_loopback(f"//{request.host}"):
        raise web.HTTPForbidden(text="This host is not served here.")
    origin = request.headers.get("Origin")
    if origin and not request.path.startswith("/bot") and not _names_loopback(origin):
        raise web.HTTPForbidden(text="This origin is not served here.")
    return await handler(request)


def _names_loopback(url: str) -> bool:
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return False
    return host is not None and _is_loopback(host)
