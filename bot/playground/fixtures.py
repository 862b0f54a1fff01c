"""The people and the group in a new playground."""

from __future__ import annotations

from bot.playground.model import Chat, ChatKind
from bot.playground.world import World

PEOPLE = (("Ann", "", "en"), ("Борис", "Boris", "ru"), ("נועה", "Noa", "he"), ("ليلى", "Layla", "ar"))
"""Names in four scripts, what they are in Latin letters, and languages, in the order in which the page offers them."""
GROUP = "Board game night"


def seed_demo(world: World, *, kind: ChatKind = "supergroup") -> Chat:
    """Create the people, and a group of them with the bot.

    A supergroup, as most real groups are: its messages have links, so that there is a way back from private chats.
    """
    people = [world.add_person(name, language_code=language, latin=latin) for name, latin, language in PEOPLE]
    return world.create_group(GROUP, people, kind=kind)
