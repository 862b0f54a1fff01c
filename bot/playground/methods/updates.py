"""How the bot gets its updates: polling and webhooks (A8)."""

from __future__ import annotations

import ipaddress
import re
from typing import Any
from urllib.parse import urlsplit

from bot.playground.errors import bad_request, conflict
from bot.playground.params import Params
from bot.playground.webhook import WebhookSender, WebhookTarget
from bot.playground.world import World

_LONGEST_POLL = 50
_MOST_UPDATES = 100
_PORTS = (80, 88, 443, 8443)
_SECRET = re.compile(r"[A-Za-z0-9_-]*")


class UpdateMethods:
    """The methods that need the webhook besides the world."""

    def __init__(self, webhook: WebhookSender) -> None:
        self._webhook = webhook

    async def get_updates(self, world: World, params: Params) -> list[Any]:
        """Confirm what is below `offset`, then wait for the next updates."""
        if self._webhook.target is not None:
            await world.updates.pace_conflict()
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            )
        _keep_allowed(world, params)
        offset = params.integer("offset")
        limit = params.integer("limit", _MOST_UPDATES)
        limit = limit if 1 <= limit <= _MOST_UPDATES else _MOST_UPDATES
        seconds: float = min(max(params.integer("timeout"), 0), _LONGEST_POLL)
        limit, seconds = world.updates.slow_down(offset, limit, seconds)
        if offset:
            world.updates.confirm(offset)
        updates = await world.updates.poll(limit, seconds)
        repeated = limit // 2
        if repeated and updates and world.faults.draw("repeat"):
            updates = [*list(world.updates.recent)[-repeated:], *updates][:limit]
        return [update.body for update in updates]

    async def set_webhook(self, world: World, params: Params) -> bool:
        url, secret = params.text("url").strip(), params.text("secret_token")
        if not url:
            return await self.delete_webhook(world, params)
        _check_url(url)
        if len(secret) > 256:
            raise bad_request("secret token is too long")
        if not _SECRET.fullmatch(secret):
            raise bad_request("secret token contains unallowed characters")
        _keep_allowed(world, params)
        if params.flag("drop_pending_updates"):
            world.updates.clear()
        world.updates.interrupt_poll("terminated by setWebhook request")
        connections = min(max(params.integer("max_connections", 40), 1), 100)
        await self._webhook.set(WebhookTarget(url, secret, connections))
        return True

    async def get_webhook_info(self, world: World, _params: Params) -> dict[str, Any]:
        target, sender = self._webhook.target, self._webhook
        shown: dict[str, Any] = {
            "url": target.url if target else "",
            "has_custom_certificate": False,
            "pending_update_count": len(world.updates.pending),
        }
        if target is None:
            return shown
        if sender.last_error:
            shown |= {"last_error_date": int(sender.last_error_at), "last_error_message": sender.last_error}
        shown["max_connections"] = target.max_connections
        return shown | ({"allowed_updates": sorted(world.updates.allowed)} if world.updates.allowed else {})

    async def delete_webhook(self, world: World, params: Params) -> bool:
        if params.flag("drop_pending_updates"):
            world.updates.clear()
        await self._webhook.set(None)
        return True


def _keep_allowed(world: World, params: Params) -> None:
    allowed = params.json("allowed_updates", "can't parse allowed updates JSON object")
    if allowed is not None:
        if not isinstance(allowed, list):
            raise bad_request("expected an Array of String as allowed updates")
        world.updates.allowed = frozenset(str(kind) for kind in allowed)


def _check_url(url: str) -> None:
    """Accept addresses of this machine, and refuse others for the reason the server would give first."""
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
