"""What a person sees and can do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

from tests.helpers.discord.commands import fill
from tests.helpers.discord.forms import Draft
from tests.helpers.discord.guilds import Guilds
from tests.helpers.discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, Interaction
from tests.helpers.discord.mentions import named
from tests.helpers.discord.model import Channel, Message, User
from tests.helpers.discord.permissions import Permission
from tests.helpers.discord.refusals import Form, Impossible


class Discord(Guilds):
    """The whole of it, with people in it."""

    def add_person(self, name: str, *, display: str = "", locale: str = "en-US", takes_dms: bool = True) -> Person:
        """Make an account."""
        person = Person(self, self.ids.next(), name, display=display, locale=locale, takes_dms=takes_dms)
        self.users[person.id] = person
        return person


class Person(User):
    """Somebody with a client that shows what Discord sent it. What a client would not offer raises Impossible."""

    def __init__(self, world: Guilds, number: int, name: str, **fields: Any) -> None:
        super().__init__(number, name, **fields)
        self.world = world

    @property
    def dm(self) -> Channel:
        """Return the direct messages with the bot."""
        return self.world.dm(self)

    def sees(self, channel: Channel) -> list[Message]:
        """List what is in a channel for this person, oldest first, with the ephemeral ones of this person."""
        if not channel.allows(self, Permission.VIEW_CHANNEL):
            return []
        own = [
            each
            for each in self.world.ephemerals.values()
            if each.viewer is self and each.channel is channel and not each.forgotten
        ]
        return sorted([*channel.messages.values(), *own], key=lambda each: each.id)

    def restart_client(self) -> None:
        """Start the client anew: ephemeral messages are gone for good."""
        for each in self.world.ephemerals.values():
            if each.viewer is self:
                each.forgotten = True

    def say(self, channel: Channel, text: str) -> Message:
        """Write a message."""
        if not channel.allows(self, Permission.SEND_MESSAGES):
            raise Impossible("not allowed to write here")
        draft = Draft(content=text, named=named(Form(), text, None, webhook=False))
        return self.world.post(channel, self, draft)

    def slash(self, channel: Channel, command: str, /, **options: Any) -> Interaction:
        """Use a slash command, with its options by their default names."""
        picked = self._pick(channel, command)
        data = _command_data(picked, fill(picked, options))
        return self.world.interact(COMMAND, self, channel, data)

    def autocomplete(self, channel: Channel, command: str, option: str, typed: str, /, **others: Any) -> Interaction:
        """Type into an option; the answer's `choices` are what the client offers."""
        picked = self._pick(channel, command)
        if not any(each["name"] == option and each.get("autocomplete") for each in picked["options"]):
            raise Impossible(f"/{command} completes no {option}")
        data = _command_data(picked, fill(picked, {**others, option: typed}, focused=option))
        return self.world.interact(AUTOCOMPLETE, self, channel, data)

    def _pick(self, channel: Channel, name: str) -> dict[str, Any]:
        guild = channel.guild
        picked = self.world.commands.find(name, 0 if guild else 1)
        if guild is not None:
            if not guild.holds(self.world.bot) or guild.unavailable:
                raise Impossible("the bot is not there")
            needed = picked["default_member_permissions"]
            bits = Permission.USE_APPLICATION_COMMANDS | int(needed or 0)
            if not channel.allows(self, bits) or (needed == "0" and guild.owner is not self):
                raise Impossible(f"not allowed to use /{name} here")
        return picked

    def press(self, message: Message, custom_id: str) -> Interaction:
        """Press a button that is on a message."""
        found = next((each for each in message.buttons if each.custom_id == custom_id and custom_id), None)
        self._check_component(message, found is not None and not found.disabled)
        return self._component(message, custom_id, {"component_type": 2})

    def press_label(self, message: Message, label: str) -> Interaction:
        """Press the button with a label (or with a part of one)."""
        found = message.button(label)
        if found is None:
            raise Impossible(f"there is no button {label!r}")
        return self.press(message, found.custom_id)

    def select(self, message: Message, custom_id: str, values: Iterable[str]) -> Interaction:
        """Choose from a select that is on a message, by the options' values."""
        chosen = list(values)
        found = next((each for each in message.selects if each.custom_id == custom_id), None)
        self._check_component(message, found is not None and not found.disabled)
        assert found
        if not found.least <= len(chosen) <= found.most or not set(chosen) <= {value for _, value in found.options}:
            raise Impossible("the list does not offer this choice")
        return self._component(message, custom_id, {"component_type": 3, "values": chosen})

    def _check_component(self, message: Message, there: bool) -> None:
        if not there or message.deleted or message.forgotten:
            raise Impossible("it is not there, or cannot be pressed")
        if message.viewer not in (None, self) or message not in self.sees(message.channel):
            raise Impossible("this person does not see such a message")

    def _component(self, message: Message, custom_id: str, data: dict[str, Any]) -> Interaction:
        return self.world.interact(COMPONENT, self, message.channel, {"custom_id": custom_id, "id": 1, **data}, message)


def _command_data(command: dict[str, Any], options: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}


async def until(ready: Callable[[], Any], seconds: float = 120.0, what: str = "nothing happens") -> Any:
    """Wait until something is so; return it. Raises AssertionError after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < deadline, what
        await asyncio.sleep(0.01)
    return found
