"""Whom a text names, and who of them is pinged (docs/platforms.md B6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.helpers.discord.refusals import Form

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")
_KINDS = ("users", "roles", "everyone")


@dataclass(frozen=True)
class Named:
    """Who is named by a text and may be: only they are pinged, and only when a message is new."""

    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    everyone: bool = False


def named(form: Form, text: str, allowed: Any, *, webhook: bool) -> Named:
    """Read the mentions of a text; `allowed` is `allowed_mentions`, None for the defaults of the kind of call."""
    users = frozenset(map(int, _USER.findall(text)))
    roles = frozenset(map(int, _ROLE.findall(text)))
    everyone = bool(_EVERYONE.search(text))
    if allowed is None:
        return Named(users) if webhook else Named(users, roles, everyone)
    parse = allowed.get("parse")
    parse = [] if parse is None else parse
    for number, kind in enumerate(parse):
        if kind not in _KINDS:
            form.one_of(("allowed_mentions", "parse", number), _KINDS)
    return Named(
        _chosen(form, users, allowed, "users", parse),
        _chosen(form, roles, allowed, "roles", parse),
        everyone and "everyone" in parse,
    )


def _chosen(form: Form, found: frozenset[int], allowed: dict[str, Any], kind: str, parse: list[str]) -> frozenset[int]:
    ids = allowed.get(kind) or []
    if len(ids) > 100:
        form.fault(("allowed_mentions", kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
    if ids and kind in parse:
        words = f"parse:[{kind!r}] and {kind}: [ids...] are mutually exclusive."
        form.fault(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
    return found if kind in parse else found & frozenset(map(int, ids))
