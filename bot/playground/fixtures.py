"""Who is there when the playground opens: four people in four scripts, and their group."""

from __future__ import annotations

from bot.playground.model import Chat
from bot.playground.world import World

__all__ = ["GROUP", "PEOPLE", "seed_demo"]

PEOPLE = (("Ann", "en"), ("Борис", "ru"), ("נועה", "he"), ("ليلى", "ar"))
"""Names and languages, in the order in which the page offers them."""

GROUP = "Board game night"


def seed_demo(world: World) -> Chat:
    """Bring the people and the bot together in a new group."""
    people = [world.add_person(name, language_code=language) for name, language in PEOPLE]
    return world.create_group(GROUP, people)
