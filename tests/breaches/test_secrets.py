"""Breaches of secrecy, planted one at a time: each is a way by which a hidden card could get out, and each is found.

What is planted tells a mark of the whole state, so that it differs wherever anything hidden does.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import structlog
from msgspec.structs import replace
from PIL import Image
from typing_extensions import override

from bot.engine.computer import LEVELS
from bot.games.court_hats.rules import game as court_hats
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.messaging import Button, Post, Span
from bot.settings import LOCALES
from bot.table.core.table import TableChange
from bot.table.pages.board_text import BoardPost
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.running.computer_players import ComputerPlayers
from bot.table.running.manager import TableManager
from tests.noninterference import lessons
from tests.noninterference.test_tables import AMONG_COMPUTERS
from tests.noninterference.twins import play_twice

BY_WORD = {game.word: game for game in GAMES}
LOG = structlog.get_logger(__name__)
NUMBER = 4
STATES: ContextVar[Any] = ContextVar("STATES")


def mark(state: Any) -> str:
    """Return a short mark of all that lies hidden."""
    return hashlib.sha256(repr(state).encode()).hexdigest()[:8]


async def leaks(folder: Path, word: str = "hats", platform: str = "telegram", **more: Any) -> str:
    """Return all that the harness finds, in a short evening."""
    twins = await play_twice(BY_WORD[word], platform, NUMBER, folder, **{"moves": 3, "asides": 1, **more})
    return "\n".join(twins.leaks)


def spoil_boards(patch: pytest.MonkeyPatch, spoil: Callable[[Post, str], Post]) -> None:
    """Have every board of a running game tell a mark of the state."""
    compose = BoardPublisher._compose

    async def spoiled(self: BoardPublisher, table: Any, *more: Any, **named: Any) -> tuple[BoardPost, Any]:
        update, told = await compose(self, table, *more, **named)
        if table.state is None:
            return update, told
        return replace(update, post=spoil(update.post, mark(table.state))), told

    patch.setattr(BoardPublisher, "_compose", spoiled)


def in_caption(post: Post, mark: str) -> Post:
    return replace(post, text=(*post.text, Span(mark)))


def in_token(post: Post, mark: str) -> Post:
    return replace(post, keyboard=((Button("?", f"r.{mark}"),), *post.keyboard))


def in_file_name(post: Post, mark: str) -> Post:
    return replace(post, picture=post.picture and replace(post.picture, name=f"{mark}.png"))


def in_alt_text(post: Post, mark: str) -> Post:
    return replace(post, picture=post.picture and replace(post.picture, alt=f"{post.picture.alt} {mark}"))


def in_pixels(post: Post, mark: str) -> Post:
    return replace(post, picture=post.picture and replace(post.picture, draw=partial(painted, mark)))


def painted(mark: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (64, 48), f"#{mark[:6]}").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("spoil", "platform"),
    [
        (in_caption, "telegram"),
        (in_token, "telegram"),
        (in_file_name, "telegram"),
        (in_alt_text, "discord"),
        (in_pixels, "telegram"),
    ],
)
async def test_a_card_on_a_board_is_found(
    spoil: Callable[[Post, str], Post], platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil_boards(monkeypatch, spoil)
    pictures = "own" if spoil is in_pixels else "blank"
    assert "everybody, after" in await leaks(tmp_path, platform=platform, pictures=pictures)


async def test_a_card_in_the_log_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def logged(post: Post, mark: str) -> Post:
        LOG.info("board_shown", state=mark)
        return post

    spoil_boards(monkeypatch, logged)
    assert "who runs the bot, after" in await leaks(tmp_path)


@pytest.mark.parametrize("after", [0.0, 1.5])
async def test_a_call_more_and_a_delay_are_found(after: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is posted anew, or comes later, where one bit of what is hidden says so."""
    shown = TableManager.on_commit

    def on_commit(self: TableManager, table: Any, commit: Any) -> None:
        shown(self, table, commit)
        if table.state is not None and int(mark(table.state), 16) % 2:
            self.boards.request(table, anew=not after, after=after)

    monkeypatch.setattr(TableManager, "on_commit", on_commit)
    assert "who runs the bot, after" in await leaks(tmp_path)


async def test_a_computer_that_is_given_what_others_saw_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen_by = TableChange.seen_by

    async def seen_by_all(self: TableChange, seat: int) -> tuple[Any, ...]:
        await seen_by(self, seat)
        return tuple(self.table._events or ())

    monkeypatch.setattr(TableChange, "seen_by", seen_by_all)
    found = await leaks(tmp_path, "animal", moves=5)
    assert "the computer in seat" in found or "though nobody who moved knew more" in found


class Clairvoyant:
    """A computer that holds the state of the game, does not show it, and plays as it would without."""

    def __init__(self, computer: Any, state: Any) -> None:
        self.computer, self.state = computer, state

    @override
    def __repr__(self) -> str:
        return "a computer"

    def choose(self, *given: Any) -> Any:
        return self.computer.choose(*given)


@pytest.mark.parametrize("word", sorted(BY_WORD))
async def test_a_computer_that_is_given_the_state_and_plays_the_same_is_found(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what it is given: its moves, and so the game, are those of one that knows nothing."""
    move, choose = ComputerPlayers._move, ComputerPlayers._choose

    async def moved(self: ComputerPlayers, table: Any, *more: Any, **named: Any) -> bool:
        STATES.set(table.state)
        return await move(self, table, *more, **named)

    async def chosen(self: ComputerPlayers, level: Any, game: Any, *more: Any) -> Any:
        return await choose(self, level, replace(game, computer=Clairvoyant(game.computer, STATES.get())), *more)

    monkeypatch.setattr(ComputerPlayers, "_move", moved)
    monkeypatch.setattr(ComputerPlayers, "_choose", chosen)
    number = AMONG_COMPUTERS[word]
    twins = await play_twice(
        BY_WORD[word], "telegram", number, tmp_path, moves=1, asides=0, people=("Bob",), levels=LEVELS
    )
    assert twins.leaks
    assert all("what it is given" in leak for leak in twins.leaks), "nothing else told of it"


async def test_a_view_that_tells_of_a_pile_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant_in_view(monkeypatch)
    assert "everybody, after" in await leaks(tmp_path)


def test_a_lesson_that_tells_of_a_pile_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_in_view(monkeypatch)
    game = BY_WORD["hats"]
    assert game.lesson is not None
    found, _ = lessons.leaks(game, game.lesson, "", Catalogs(LOCALES).translator("en"))
    assert found


def plant_in_view(patch: pytest.MonkeyPatch) -> None:
    """Have the number of the hats in the pile follow from what they are."""
    view = court_hats._view

    def telling(state: Any) -> Any:
        return replace(view(state), hat_pile=int(mark(state.hats + tuple(slot and slot.hat for slot in state.row)), 16))

    patch.setattr(court_hats, "_view", telling)


async def test_a_peek_that_all_are_told_of_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the rules themselves, whose events say what is lawful for whom."""
    peek = court_hats._peek

    def told_to_all(*asked: Any) -> Any:
        step = peek(*asked)
        return replace(step, events=tuple(replace(event, audience=None) for event in step.events))

    monkeypatch.setattr(court_hats, "_peek", told_to_all)
    found = await leaks(tmp_path, moves=12)
    assert "was told at move" in found
    assert "saw" in found
