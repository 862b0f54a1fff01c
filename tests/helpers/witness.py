"""What a chat was shown, read from the calls that Telegram accepted: texts, keyboards, pictures, in order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.playground.call_log import Call, is_rate_limited
from bot.playground.world import World

_MOVE = re.compile(r"^([\d,]+)\. (.* (?:peeked|swapped|opened) .*)$", re.MULTILINE)
_ISOLATES = re.compile("[\u2066-\u2069]")


@dataclass(frozen=True)
class ShownCall:
    """One send or edit. `picture` is the SHA-256 of its picture, empty where there is none; `words` is all it says."""

    at: float
    text: str
    words: str
    picture: str


def shown(world: World, chat: int) -> Iterator[ShownCall]:
    """Yield everything that was sent to a chat or edited there, in order."""
    for call in world.calls:
        if call.chat == chat and call.ok and is_rate_limited(call.method):
            yield _read(world, call)


def moves_shown(world: World, chat: int) -> Iterator[dict[int, str]]:
    """Yield for every send and edit in a group the numbered moves in its (English) text."""
    for each in shown(world, chat):
        told = {int(number.replace(",", "")): line for number, line in _MOVE.findall(each.text)}
        if told:
            yield told


def check_moves_shown(world: World, chat: int, history: dict[int, dict[str, Any]]) -> None:
    """Check what the group was shown against the history: from 1 to the end, no gap, no number with two meanings."""
    lines: dict[int, str] = {}
    for told in moves_shown(world, chat):
        assert sorted(told) == list(range(min(told), max(told) + 1))
        assert min(told) <= len(lines) + 1
        for number, line in told.items():
            assert lines.setdefault(number, line) == line
    assert sorted(lines) == sorted(history)
    for number, move in history.items():
        verb = {"peek": "peeked", "swap": "swapped", "open": "opened"}[str(move["type"])]
        assert f" {verb} " in lines[number]


def failures(world: World) -> list[str]:
    """List the calls that Telegram refused.

    But for those a poll meets when another begins, for deleting what is gone (two may wish it away at once), and for
    the bot's name, which may be set a few times and then not for hours.
    """
    return [
        f"{c.method} {c.chat} {c.error} {c.description}"
        for c in world.calls
        if c.error
        and c.method not in {"getUpdates", "setMyName"}
        and "message to delete not found" not in c.description
    ]


def _read(world: World, call: Call) -> ShownCall:
    media: dict[str, Any] = json.loads(call.params.get("media", "{}"))
    text = str(call.params.get("text") or call.params.get("caption") or media.get("caption") or "")
    words = "\n".join((text, str(call.params.get("reply_markup", "")), *_file_names(call)))
    return ShownCall(call.at, _ISOLATES.sub("", text), _ISOLATES.sub("", words), _picture(world, call, media))


def _file_names(call: Call) -> list[str]:
    return [str(value["file"]) for value in call.params.values() if isinstance(value, dict) and "file" in value]


def _picture(world: World, call: Call, media: dict[str, Any]) -> str:
    reference = media.get("media") or call.params.get("photo") or ""
    if isinstance(reference, str) and reference.startswith("attach://"):
        reference = call.params[reference.removeprefix("attach://")]
    if isinstance(reference, dict):
        return str(reference["sha256"])
    photo = world.photos.find(reference)
    return photo.sha256 if photo else ""
