"""The people and the group in a new playground."""

from __future__ import annotations

from bot.playground.model import Chat
from bot.playground.world import World

PEOPLE = (("Ann", "en"), ("Борис", "ru"), ("נועה", "he"), ("ليلى", "ar"))
"""Names and languages in four scripts, in the order in which the page offers them."""
GROUP = "Board game night"


def seed_demo(world: World) -> Chat:
    """Create the people, and a group of them with the bot."""
    people = [world.add_person(name, language_code=language) for name, language in PEOPLE]
    return world.create_group(GROUP, people)
