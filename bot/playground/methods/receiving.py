"""How the bot gets its updates: polling and webhooks (PLATFORMS A8)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from bot.playground.errors import bad_request, conflict
from bot.playground.faults import Faults
from bot.playground.params import Params
from bot.playground.updates import UpdateQueue
from bot.playground.webhook import WebhookSender, WebhookTarget
from bot.playground.world import World

__all__ = ["Receiving"]

_LONGEST_POLL = 50
_MOST_UPDATES = 100
_PORTS = (80, 88, 443, 8443)
_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_WEBHOOK_ACTIVE = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"


class Receiving:
    """The methods that need the server and not the world alone."""

    def __init__(self, faults: Faults, webhook: WebhookSender, closed: Callable[[], None]) -> None:
        self._faults = faults
        self._webhook = webhook
        self._closed = closed

    async def get_updates(self, world: World, params: Params) -> list[Any]:
        """Confirm, then wait for the next updates."""
        if self._webhook.hook is not None:
            raise conflict(_WEBHOOK_ACTIVE)
        queue = world.updates
        _keep_allowed(queue, params)
        if offset := params.integer("offset"):
            queue.confirm(offset)
        limit = params.integer("limit", _MOST_UPDATES)
        limit = limit if 1 <= limit <= _MOST_UPDATES else _MOST_UPDATES
        seconds = min(max(params.integer("timeout"), 0), _LONGEST_POLL)
        fresh = await queue.poll(limit, seconds)
        room = limit // 2
        if room and fresh and self._faults.draw("repeat"):
            fresh = [*list(queue.recent)[-room:], *fresh][:limit]
        return [update.body for update in fresh]

    async def set_webhook(self, world: World, params: Params) -> bool:
        """Have updates posted to a URL; an empty one ends that."""
        url, secret = params.text("url").strip(), params.text("secret_token")
        if not url:
            return await self.delete_webhook(world, params)
        _check_url(url)
        if len(secret) > 256:
            raise bad_request("secret token is too long")
        if not _SECRET.fullmatch(secret):
            raise bad_request("secret token contains unallowed characters")
        _keep_allowed(world.updates, params)
        if params.flag("drop_pending_updates"):
            world.updates.clear()
        world.updates.end_poll_for_webhook()
        most = min(max(params.integer("max_connections", 40), 1), 100)
        await self._webhook.set(WebhookTarget(url, secret, most))
        return True

    async def delete_webhook(self, world: World, params: Params) -> bool:
        """Go back to polling."""
        if params.flag("drop_pending_updates"):
            world.updates.clear()
        await self._webhook.set(None)
        return True

    async def get_webhook_info(self, world: World, _params: Params) -> dict[str, Any]:
        """Tell where updates go, how many wait, what went wrong last."""
        hook = self._webhook.hook
        world.updates.expire()
        info: dict[str, Any] = {
            "url": hook.url if hook else "",
            "has_custom_certificate": False,
            "pending_update_count": len(world.updates.pending),
        }
        if hook:
            info["max_connections"] = hook.most
        if self._webhook.last_error:
            info |= {"last_error_date": self._webhook.last_error_at, "last_error_message": self._webhook.last_error}
        if world.updates.allowed:
            info["allowed_updates"] = sorted(world.updates.allowed)
        return info

    async def log_out(self, _world: World, _params: Params) -> bool:
        """Log out of this server: the token is refused from now on."""
        self._closed()
        return True

    async def close(self, _world: World, _params: Params) -> bool:
        """Close the bot's instance before it moves to another server; here there is nothing to close."""
        return True


def _keep_allowed(queue: UpdateQueue, params: Params) -> None:
    allowed = params.json("allowed_updates", "can't parse allowed updates JSON object")
    if allowed is not None:
        if not isinstance(allowed, list):
            raise bad_request("expected an Array of String as allowed updates")
        queue.allowed = frozenset(str(kind) for kind in allowed)


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if not parts.hostname:
        raise bad_request("invalid webhook URL specified")
    if _loopback(parts.hostname):
        return
    if parts.scheme != "https":
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if (parts.port or 443) not in _PORTS:
        raise bad_request("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
    raise bad_request("bad webhook: Failed to resolve host: Name or service not known")


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
