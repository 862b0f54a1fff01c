"""The calls of an interaction's token: the first answer, `@original`, follow-ups (docs/platforms.md B4)."""

from __future__ import annotations

from typing import Any

from tests.helpers.discord import wire
from tests.helpers.discord.forms import Files, draft
from tests.helpers.discord.interactions import (
    AUTOCOMPLETE,
    AUTOCOMPLETE_RESULT,
    COMMAND,
    COMPONENT,
    DEFER,
    DEFER_UPDATE,
    MODAL,
    REPLY,
    UPDATE,
    Interaction,
)
from tests.helpers.discord.model import EPHEMERAL, LOADING, V2, Message
from tests.helpers.discord.refusals import Form, refused
from tests.helpers.discord.rest import Answer, Call
from tests.helpers.discord.world import World

_ALLOWED = {
    COMMAND: (REPLY, DEFER, MODAL),
    COMPONENT: (REPLY, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (AUTOCOMPLETE_RESULT,),
}


class Webhooks:
    """The calls, a method each: they return status and JSON of the answer, or raise Refusal."""

    def __init__(self, world: World) -> None:
        self.world = world

    def respond(self, call: Call) -> Answer:
        """POST /interactions/{interaction}/{token}/callback"""
        it = self.world.interactions.to_answer(call.id("interaction"), call.ids["token"])
        body = call.object()
        kind, data = body.get("type"), body.get("data") or {}
        form = Form()
        if kind not in _ALLOWED[it.kind]:
            form.one_of(("type",), _ALLOWED[it.kind])
        form.done()
        assert isinstance(kind, int)
        self._first(it, kind, data, call.files)
        it.answered(kind)
        return (200, _callback(it)) if call.flag("with_response") else (204, None)

    def _first(self, it: Interaction, kind: int, data: dict[str, Any], files: Files) -> None:
        if kind == REPLY:
            it.original = self._post(it, data, files, int(data.get("flags") or 0) & EPHEMERAL)
        elif kind == DEFER:
            it.original = self._think(it, int(data.get("flags") or 0) & EPHEMERAL)
            it.awaits_follow_up = True
        elif kind == DEFER_UPDATE:
            it.original = it.source
        elif kind == UPDATE and it.source is not None:
            it.original = self._edit(it, it.source, data, files)
        elif kind == AUTOCOMPLETE_RESULT:
            it.choices = _choices(data)
            self.world.call_log.show_choices(self.world.clock.now(), it.channel.id, it.user, it.choices)
        elif kind == MODAL:
            _check_modal(data)
            it.modal = data

    def _think(self, it: Interaction, ephemeral: int) -> Message:
        """Put `thinking...` where the answer will stand; whether it is ephemeral is settled by that."""
        message = Message(self.world.ids.next(), it.channel, self.world.bot, self.world.clock.now(), **_made_by(it))
        message.flags = LOADING | ephemeral
        message.viewer = it.user if ephemeral else None
        it.made[message.id] = message
        (self.world.ephemerals if ephemeral else it.channel.messages)[message.id] = message
        return message

    def _post(self, it: Interaction, data: dict[str, Any], files: Files, ephemeral: int, **fields: Any) -> Message:
        world = self.world
        world.check_uploads(it.channel, files)
        made = draft(data, files, world.ids, world.url, webhook=True)
        made.flags = made.flags & ~EPHEMERAL | ephemeral
        viewer = it.user if ephemeral else None
        message = world.post(it.channel, world.bot, made, viewer=viewer, **{**_made_by(it), **fields})
        it.made[message.id] = message
        return message

    def _edit(self, it: Interaction, message: Message, data: dict[str, Any], files: Files) -> Message:
        world = self.world
        world.check_uploads(it.channel, files)
        made = draft(data, files, world.ids, world.url, old=message, webhook=True)
        if message.loading:
            made.flags = made.flags & ~LOADING | int(data.get("flags") or 0) & V2
            it.awaits_follow_up = False
        return world.change(message, made)

    # after the first answer

    def follow_up(self, call: Call) -> Answer:
        """POST /webhooks/{application}/{token}: after `thinking...`, the first one takes its place and its privacy."""
        it = self._token(call)
        data = call.object()
        if it.awaits_follow_up and it.original is not None and not it.original.deleted:
            return 200, wire.message(self._edit(it, it.original, data, call.files))
        ephemeral = int(data.get("flags") or 0) & EPHEMERAL
        reference = it.original.id if it.original else None
        return 200, wire.message(self._post(it, data, call.files, ephemeral, kind=19, reference=reference))

    def read(self, call: Call) -> Answer:
        """GET /webhooks/{application}/{token}/messages/{message}"""
        return 200, wire.message(self._message(call, self._token(call)))

    def edit(self, call: Call) -> Answer:
        """PATCH /webhooks/{application}/{token}/messages/{message}"""
        it = self._token(call)
        message = self._message(call, it)
        return 200, wire.message(self._edit(it, message, call.object(), call.files))

    def delete(self, call: Call) -> Answer:
        """DELETE /webhooks/{application}/{token}/messages/{message}"""
        it = self._token(call)
        message = self._message(call, it)
        it.awaits_follow_up = it.awaits_follow_up and message is not it.original
        self.world.remove(message)
        return 204, None

    def _token(self, call: Call) -> Interaction:
        if call.ids["application"] != str(self.world.bot.id):
            raise refused(10015)
        return self.world.interactions.to_follow(call.ids["token"])

    def _message(self, call: Call, it: Interaction) -> Message:
        if call.ids["message"] == "@original":
            message = it.original
        else:
            number = call.id("message")
            message = it.made.get(number) or (it.source if it.source and it.source.id == number else None)
        if message is None or not it.reaches(message):
            raise refused(10008)
        return message


def _made_by(it: Interaction) -> dict[str, Any]:
    kind = 20 if it.kind == COMMAND else 0
    metadata: dict[str, Any] = {
        "id": str(it.id),
        "type": it.kind,
        "user": wire.user(it.user),
        "authorizing_integration_owners": {},
    }
    if it.source is not None:
        metadata["interacted_message_id"] = str(it.source.id)
    return {"kind": kind, "token": it.token, "interaction": metadata}


def _callback(it: Interaction) -> dict[str, Any]:
    made: dict[str, Any] = {"interaction": {"id": str(it.id), "type": it.kind}}
    if it.original is not None:
        made["interaction"] |= {
            "response_message_id": str(it.original.id),
            "response_message_loading": it.original.loading,
            "response_message_ephemeral": it.original.viewer is not None,
        }
    if it.first in (REPLY, UPDATE) and it.original is not None:
        made["resource"] = {"type": it.first, "message": wire.message(it.original)}
    return made


def _choices(data: dict[str, Any]) -> list[dict[str, Any]]:
    form = Form()
    choices = data.get("choices")
    if not isinstance(choices, list):
        form.required(("data", "choices"))
        choices = []
    if len(choices) > 25:
        form.fault(("data", "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for number, choice in enumerate(choices):
        form.length(("data", "choices", number, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.length(("data", "choices", number, "value"), choice["value"], 1, 100)
    form.done()
    return list(choices)


def _check_modal(data: dict[str, Any]) -> None:
    form = Form()
    form.length(("data", "title"), data.get("title"), 1, 45)
    form.length(("data", "custom_id"), data.get("custom_id"), 1, 100)
    if not 1 <= len(data.get("components") or ()) <= 5:
        form.fault(("data", "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    form.done()
