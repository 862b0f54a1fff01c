"""Breaches of secrecy, planted one at a time: each is a way by which a hidden card could get out, and each is found.

What is planted tells a mark of the whole state, so that it differs wherever anything hidden does.
"""

from __future__ import annotations

import hashlib
import io
import itertools
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

from bot.commands import COMMANDS, CommandSpec
from bot.engine.computer import LEVELS
from bot.games.court_hats.rules import game as court_hats
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.messaging import Button, Command, LookupQuery, LookupResult, LookupResults, Post, Span
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.telegram.platform import TelegramPlatform
from bot.service import Service
from bot.settings import LOCALES
from bot.table.core.table import TableChange
from bot.table.handlers import replays
from bot.table.handlers.replays import Replays
from bot.table.handlers.rules_pages import RulesPages
from bot.table.pages import replay_page
from bot.table.pages.board_text import BoardPost
from bot.table.publishing.board_composer import BoardComposer
from bot.table.running.computer_players import ComputerPlayers
from bot.table.running.manager import TableManager
from storage.ids import Person
from tests.noninterference import lessons
from tests.noninterference.evening import LOOKING_BACK, ROLES, SEATED, STRANGER, TYPING, Phase, Question
from tests.noninterference.test_tables import AMONG_COMPUTERS
from tests.noninterference.twins import PLATFORMS, play_twice, questions

BY_WORD = {game.word: game for game in GAMES}
LOG = structlog.get_logger(__name__)
NUMBER = 4
STATES: ContextVar[Any] = ContextVar("STATES")


def mark(state: Any) -> str:
    """Return a short mark of all that lies hidden."""
    return hashlib.sha256(repr(state).encode()).hexdigest()[:8]


async def leaks(folder: Path, word: str = "hats", platform: str = "telegram", **more: Any) -> str:
    """Return all that the harness finds, in a short evening."""
    asked = {"number": NUMBER, "moves": 1, "asides": 0, "former": False, **more}
    twins = await play_twice(BY_WORD[word], platform, folder=folder, **asked)
    return "\n".join(twins.leaks)


def spoil_boards(patch: pytest.MonkeyPatch, spoil: Callable[[Post, str], Post]) -> None:
    """Have every board of a running game tell a mark of the state."""
    compose = BoardComposer.compose

    async def spoiled(self: BoardComposer, table: Any, *more: Any, **named: Any) -> tuple[BoardPost, Any]:
        update, told = await compose(self, table, *more, **named)
        if table.state is None:
            return update, told
        return replace(update, post=spoil(update.post, mark(table.state))), told

    patch.setattr(BoardComposer, "compose", spoiled)


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


def in_size(post: Post, mark: str) -> Post:
    return replace(post, picture=post.picture and replace(post.picture, draw=partial(sized, mark)))


def painted(mark: str, width: int = 64) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, 48), f"#{mark[:6]}").save(file, "PNG")
    return file.getvalue()


def sized(mark: str) -> bytes:
    return painted("000000", 64 + int(mark[:2], 16))


DRAWN = (in_pixels, in_size)
"""What is in the picture itself; all the rest is found without drawing one."""
SPOILT = [
    *[(spoil, platform) for spoil in (in_caption, in_token, in_file_name, in_pixels) for platform in PLATFORMS],
    (in_alt_text, "discord"),  # pictures on Telegram have none
    (in_size, "discord"),
]


@pytest.mark.parametrize(("spoil", "platform"), SPOILT, ids=[f"{each.__name__}-{where}" for each, where in SPOILT])
async def test_a_card_on_a_board_is_found(
    spoil: Callable[[Post, str], Post], platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil_boards(monkeypatch, spoil)
    found = await leaks(tmp_path, platform=platform, pictures="own" if spoil in DRAWN else "blank")
    assert "everybody, after" in found


async def test_what_a_picture_is_drawn_from_is_found_without_drawing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil_boards(monkeypatch, in_pixels)
    assert "everybody, after" in await leaks(tmp_path)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_card_in_the_log_is_found(platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def logged(post: Post, mark: str) -> Post:
        LOG.info("board_shown", state=mark)
        return post

    spoil_boards(monkeypatch, logged)
    assert "who runs the bot, after" in await leaks(tmp_path, platform=platform)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_a_hand_shows_until_its_next_edit_is_found(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat: Any = {"telegram": TelegramPlatform, "discord": DiscordPlatform}[platform]
    edit = chat.edit_private

    def change(service: Service) -> None:
        async def edited(self: Any, person: Person, message: str, post: Post) -> None:
            await edit(self, person, message, replace(post, text=(*post.text, Span(told(service)))))
            await edit(self, person, message, post)

        monkeypatch.setattr(chat, "edit_private", edited)

    plant_in_service(monkeypatch, change)
    found = await leaks(tmp_path, "invisible", platform, moves=4)
    assert any(f"{each}, after" in found for each in SEATED)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("after", [0.0, 1.5])
async def test_a_call_more_and_a_delay_are_found(
    after: float, platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is posted anew, or comes later, where one bit of what is hidden says so."""
    shown = TableManager.on_commit

    def on_commit(self: TableManager, table: Any, commit: Any) -> None:
        shown(self, table, commit)
        if table.state is not None and int(mark(table.state), 16) % 2:
            self.boards.request(table, anew=not after, after=after)

    monkeypatch.setattr(TableManager, "on_commit", on_commit)
    assert "who runs the bot, after" in await leaks(tmp_path, platform=platform, moves=3)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_order_of_two_messages_is_found(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same two, and which comes first tells one bit of what is hidden."""
    shown = TableManager.on_commit

    async def say(self: TableManager, place: Any, words: tuple[str, ...]) -> None:
        for each in words:
            await self.messenger.send(place, Post((Span(each),)))

    def on_commit(self: TableManager, table: Any, commit: Any) -> None:
        shown(self, table, commit)
        if table.state is not None and table.record.moves < 4:
            heads = int(mark((table.state, table.record.moves)), 16) % 2
            words = ("Heads", "Tails") if heads else ("Tails", "Heads")
            self.background.run(say(self, table.record.place, words))

    monkeypatch.setattr(TableManager, "on_commit", on_commit)
    assert "everybody, after" in await leaks(tmp_path, platform=platform, moves=3)


def told(service: Service) -> str:
    """Return the marks of all games that run in a process."""
    running = [table for table in service.manager.tables.all_in_memory() if table.record.status == "playing"]
    return " ".join(mark(table.state) for table in running)


def plant_in_service(patch: pytest.MonkeyPatch, change: Callable[[Service], None], *added: CommandSpec) -> None:
    """Change every service that is made, and add commands to it."""
    make = Service.__init__

    def made(self: Service, *args: Any, **named: Any) -> None:
        make(self, *args, **{**named, "commands": (*COMMANDS, *added)})
        change(self)

    patch.setattr(Service, "__init__", made)


def of_eve(phase: Phase, what: str, *, private: bool) -> list[Question]:
    """Return that Eve, who only watches, uses something a few times."""
    return [(phase, "Eve", what, private)] * 4


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_is_offered_while_somebody_types_is_compared(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_up = RulesPages.look_up

    def change(service: Service) -> None:
        async def telling(self: RulesPages, query: LookupQuery, tr: Any) -> LookupResults:
            found = await look_up(self, query, tr)
            return replace(found, excerpts=(LookupResult("r.en", told(service), "", (Span("x"),)), *found.excerpts))

        monkeypatch.setattr(RulesPages, "look_up", telling)

    plant_in_service(monkeypatch, change)
    asked = of_eve("running", TYPING, private=False)
    assert "Eve, after" in await leaks(tmp_path, platform=platform, asked=asked)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_replay_that_tells_of_the_game_that_runs_is_found(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a game that has ended before in the same chat: by a link on Telegram, by a button on Discord."""
    post = Replays._post

    async def telling(self: Replays, *asked: Any) -> Post:
        shown = await post(self, *asked)
        running = [table for table in self.tables.all_in_memory() if table.record.status == "playing"]
        return replace(shown, text=(*shown.text, *(Span(mark(table.state)) for table in running)))

    monkeypatch.setattr(Replays, "_post", telling)
    asked = of_eve("running", LOOKING_BACK, private=True)
    assert "Eve, after" in await leaks(tmp_path, platform=platform, asked=asked, former=True)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_film_that_tells_of_the_game_that_runs_is_found(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one of its pictures: of a game that has ended elsewhere, to all in that chat."""

    pictures = replay_page.film_pictures

    def change(service: Service) -> None:
        def telling(*asked: Any) -> Any:
            return [replace(each, draw=partial(painted, told(service))) for each in pictures(*asked)]

        monkeypatch.setattr(replays, "film_pictures", telling)

    plant_in_service(monkeypatch, change)
    asked: list[Question] = [("ended", "Bob", "help", True)]
    assert "everybody, after" in await leaks(tmp_path, platform=platform, asked=asked)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_command_that_is_added_and_tells_one_person_is_found(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody uses it in every phase: it tells a stranger alone, in the middle of a move alone."""
    spec = CommandSpec("weather", lazy("Tell what the sky is like"))

    def change(service: Service) -> None:
        async def weather(command: Command, _: Any) -> Post:
            stranger = command.caller is not None and command.caller.name == STRANGER
            return Post((Span("Rain " + (told(service) if stranger else "")),))

        service.routes.commands[spec.name] = weather

    plant_in_service(monkeypatch, change, spec)
    asked = questions(0, of=1, commands=[spec.name])
    assert {who for _, who, *_ in asked} == set(ROLES)
    found = await leaks(tmp_path, platform=platform, moves=2, asked=[each for each in asked if each[0] != "ended"])
    assert f"{STRANGER}, after" in found


async def test_noise_of_the_harness_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By two worlds that are alike, and so have no secret that could explain it."""
    numbers = itertools.count()
    spoil_boards(monkeypatch, lambda post, _: in_caption(post, str(next(numbers))))
    assert "everybody, after" in await leaks(tmp_path, alike=True)


async def test_a_computer_that_is_given_what_others_saw_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen_by = TableChange.seen_by

    async def seen_by_all(self: TableChange, seat: int) -> tuple[Any, ...]:
        await seen_by(self, seat)
        return tuple(self.table._events or ())

    monkeypatch.setattr(TableChange, "seen_by", seen_by_all)
    found = await leaks(tmp_path, "animal", moves=5, asides=1)
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

    async def moved(self: ComputerPlayers, table: Any, *more: Any, **named: Any) -> None:
        STATES.set(table.state)
        await move(self, table, *more, **named)

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
    found = await leaks(tmp_path, number=2, moves=8)
    assert "was told at move" in found
    assert "saw" in found
