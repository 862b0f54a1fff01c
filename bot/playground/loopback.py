"""The playground serves this machine only: no address that others reach, no page of another site."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler


def is_loopback(host: str) -> bool:
    """Return whether an address can be reached from this machine alone."""
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
    return host is not None and is_loopback(host)
