"""A world whose clock stands still until it is moved, served on loopback, and a bot of python-telegram-bot in it."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator

import pytest
from PIL import Image
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.playground.model import Chat, Person
from bot.playground.server import Playground
from bot.playground.world import World


class Clock:
    """Seconds since the epoch, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += seconds


def png(width: int = 64, height: int = 48, colour: int = 90) -> bytes:
    """Draw a plain picture."""
    out = io.BytesIO()
    Image.new("L", (width, height), colour).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world(clock: Clock) -> World:
    return World(now=clock)


@pytest.fixture
def ann(world: World) -> Person:
    return world.add_person("Ann", username="ann_smith", language_code="en")


@pytest.fixture
def boris(world: World) -> Person:
    return world.add_person("Борис", language_code="ru")


@pytest.fixture
def group(world: World, ann: Person, boris: Person) -> Chat:
    return world.create_group("Hats", [ann, boris])


@pytest.fixture
async def served(world: World) -> AsyncIterator[Playground]:
    async with Playground(world) as playground:
        yield playground


@pytest.fixture
async def bot(served: Playground, world: World) -> AsyncIterator[Bot]:
    async with Bot(
        world.token,
        base_url=f"{served.url}/bot",
        base_file_url=f"{served.url}/file/bot",
        request=HTTPXRequest(),
        get_updates_request=HTTPXRequest(),
    ) as client:
        yield client
