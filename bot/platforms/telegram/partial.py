"""What is read of Telegram's messages: of all the rest the library need not build objects.

A board holds some thirty buttons and as many entities. Telegram tells all of them with each press, and once more in its
answer to each edit; nobody here looks at them.
"""

from __future__ import annotations

from typing import Any

_READ = frozenset(
    {
        *("message_id", "date", "chat", "photo"),
        *("message_thread_id", "is_topic_message", "is_automatic_forward", "reply_to_message"),
    }
)


def message_part(message: Any) -> Any:
    """Return what is read of a message; of a photo the largest size. What is no message is returned as it is."""
    if not isinstance(message, dict):
        return message
    part = {name: value for name, value in message.items() if name in _READ}
    if "reply_to_message" in part:
        part["reply_to_message"] = message_part(part["reply_to_message"])
    if isinstance(part.get("photo"), list):
        part["photo"] = part["photo"][-1:]
    return part


def update_part(update: dict[str, Any]) -> dict[str, Any]:
    """Return an update with what is read of the message that was pressed; other updates as they are."""
    query = update.get("callback_query")
    if not isinstance(query, dict) or "message" not in query:
        return update
    return {**update, "callback_query": {**query, "message": message_part(query["message"])}}
