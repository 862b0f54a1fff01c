"""What is read of Discord's messages: of all the rest the library need not build objects.

A board has some forty components. Discord tells all of them with each press, and once more in its answer to each edit;
nobody here looks at them, for what was pressed is told by its token alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_READ = frozenset({"id", "type", "channel_id", "guild_id", "flags"})
_OF_MESSAGES = frozenset({"author", "channel_id"})
"""Fields that all messages have, and nothing else that Discord answers."""


def message_part(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is read of a message; its text is empty, since the library wants one."""
    return {**{name: value for name, value in message.items() if name in _READ}, "content": "", "components": []}


def interaction_part(interaction: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an interaction with what is read of the message that was pressed; others as they are."""
    message = interaction.get("message")
    return {**interaction, "message": message_part(message)} if isinstance(message, dict) else interaction


def answer_part(answer: Any) -> Any:
    """Return what is read of the answer to a call: of a message a part, other answers as they are."""
    return message_part(answer) if isinstance(answer, dict) and answer.keys() >= _OF_MESSAGES else answer


def receipt_part(receipt: Any) -> Any:
    """Return what is read of the answer to an interaction's first response: not the message that it has made."""
    return {**receipt, "resource": None} if isinstance(receipt, dict) and receipt.get("resource") else receipt
