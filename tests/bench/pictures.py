"""What a picture costs to draw and to send, of each game and each kind of board."""

from __future__ import annotations

import asyncio
import io
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import oxipng
from PIL import Image

from bot.engine.presentation import Game, Player
from bot.engine.replay import PlayedScene
from bot.engine.rules import Event
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.messaging import Picture
from bot.pictures import bands, kept
from bot.settings import LOCALES
from tests.bench.figures import Ratio, Run
from tests.bench.rules import walk

FRAMES = 60
"""Pictures of each kind at most, all of them new to the process."""
PER_GAME = 90
"""Moves of a random game that are looked at."""
TOLD_AT_ONCE = 9
"""Moves that a board tells where computers have moved in a row."""
LEVEL = 6
SPARSE = 6
"""Every so manyth frame is made smaller, which takes long."""
NAMES = (
    ("Anna", "בנימין כהן", "Дмитрий", "Wolfeschlegelstein"),
    ("محمد علي", "Zoë", "Łukasz", "Chloé-Anne"),
    ("Bartholomew", "Ng", "Óscar", "Seo-yeon"),
    ("יעל", "Мария", "Håkan", "Raj"),
)
"""Who plays the games that are measured: nobody in two of them, and nobody played before."""
OTHERS = tuple(name[::-1] for names in NAMES for name in names)
WARMING, ENDINGS, SEEDS = tuple(range(21, 31)), tuple(range(31, 81)), (2, 3, 4, 5)
"""The games that were played before, as in a process that has run for some days; those of which it drew lobby and end
alone, for there is one end where there are hundreds of boards; and those that are measured."""


def evening(game: Game, seed: int, names: Sequence[str], most: int = PER_GAME) -> dict[str, list[Picture]]:
    """Return the pictures of a random game by their kind, each kind as one sees it after the other; `most` moves."""
    tr, rules, present = Catalogs(LOCALES).translator(), game.rules, game.presenter
    players = [Player(name) for name in names[: rules.seats[seed % len(rules.seats)]]]
    found: dict[str, list[Picture]] = {
        "lobby": [present.lobby(players[:count], tr) for count in range(len(players) + 1)],
        "one move told": [],
        f"{TOLD_AT_ONCE} moves told": [],
        "secret": [],
        "replay": [],
    }
    told: list[list[tuple[int, Event]]] = []
    played: list[PlayedScene] = []
    seat = None
    for number, (state, events) in enumerate(walk(game, seed)):
        view: Any = rules.view(state, None)
        told.append([(number, event) for event in events if event.audience is None])
        if view.to_act is None:
            found["end"] = [present.board(view, told[-1], players, tr).picture]
        if view.to_act is None or number > most:
            continue
        played.append(PlayedScene(number, seat, view, rules.reveal(state), events))
        seat = view.to_act
        for kind, moves in (("one move told", 1), (f"{TOLD_AT_ONCE} moves told", TOLD_AT_ONCE)):
            tale = [each for one in told[-moves:] for each in one]
            found[kind].append(present.board(view, tale, players, tr).picture)
        found["secret"] += _secrets(game, state, events, players, tr)
        if number % 4 == 0:
            found["replay"].append(present.glimpse(played, min(4, len(played)), players, tr).picture)
    return found


def _secrets(
    game: Game, state: Any, events: Sequence[Event], players: Sequence[Player], tr: Translator
) -> Iterator[Picture]:
    """Yield what is shown to one seat alone: what it has just seen, and the hand of the seat to act."""
    views = [game.rules.view(state, seat) for seat in range(len(players))]
    for event in events:
        if event.audience is not None:
            secret = game.presenter.secret(event, views[event.audience], players, tr)
            if secret is not None and secret.picture is not None:
                yield secret.picture
    seat = game.rules.to_act(state)
    hand = None if seat is None else game.presenter.hand(views[seat], seat, players, tr)
    if hand is not None and hand.picture is not None:
        yield hand.picture


def kinds(game: Game, run: Run, warming: Sequence[int] = ()) -> dict[str, list[Picture]]:
    """Return new pictures of each kind of a game, after drawing those of other games; none twice."""
    seen, moves = set(), int(run.pick(PER_GAME, 8))
    for seed in warming:
        names = random.Random(seed).sample(OTHERS, len(NAMES[0]))
        for pictures in evening(game, seed, names, 0 if seed in ENDINGS else moves).values():
            for each in {picture.key: picture for picture in pictures}.values():
                if each.key not in seen:
                    seen.add(each.key)
                    each.draw()
    found: dict[str, list[Picture]] = {}
    for seed, people in list(zip(SEEDS, NAMES, strict=True))[: int(run.pick(len(SEEDS), 1))]:
        for kind, pictures in evening(game, seed, people, moves).items():
            new = [picture for picture in pictures if picture.key not in seen]
            seen |= {picture.key for picture in new}
            found.setdefault(kind, []).extend({picture.key: picture for picture in new}.values())
    return {kind: pictures[:FRAMES] for kind, pictures in found.items() if pictures}


async def cpu(run: Run) -> Sequence[Ratio]:
    """Measure the CPU of drawing, against that of compressing what was drawn."""
    return await asyncio.to_thread(_cpu, run)


async def weight(run: Run) -> Sequence[Ratio]:
    """Measure the bytes of a board, against those that are left of it by a program that does nothing else."""
    return await asyncio.to_thread(_weight, run)


def first(game: Game, run: Run) -> dict[str, float]:
    """Return what the first picture of each kind costs a process that has drawn nothing yet, in ms of CPU."""
    took = {}
    for kind, pictures in evening(game, SEEDS[0], NAMES[0], int(run.pick(PER_GAME, 8))).items():
        if pictures:
            kept.forget()
            bands.forget()
            began = time.thread_time()
            pictures[-1].draw()
            took[kind] = 1000 * (time.thread_time() - began)
    return took


def _cpu(run: Run) -> list[Ratio]:
    found = []
    for game in GAMES[:1] if run.short else GAMES:
        cold = first(game, run)
        for kind, pictures in kinds(game, run, WARMING[:1] if run.short else (*WARMING, *ENDINGS)).items():
            if run.short and kind == "secret":
                continue  # after so few games each shows something that this process draws for the first time
            drawing = encoding = 0.0
            for each in pictures:  # in turn, so that both are disturbed alike
                began = time.thread_time()
                drawn = each.draw()
                drawing += time.thread_time() - began
                image = _opened(drawn)
                began = time.thread_time()
                image.save(io.BytesIO(), "PNG", compress_level=LEVEL)
                encoding += time.thread_time() - began
            value, base = (1000 * took / len(pictures) for took in (drawing, encoding))
            note = f"the first of a process {cold[kind]:.0f} ms" if kind in cold else ""
            found.append(Ratio(value, base, "ms", f"{game.key}: {kind}", note))
    return found


def _weight(run: Run) -> list[Ratio]:
    found = []
    for game in GAMES[:1] if run.short else GAMES:
        for kind, pictures in kinds(game, run).items():
            drawn = [each.draw() for each in pictures[:: int(run.pick(SPARSE, FRAMES))]]
            least = [len(oxipng.optimize_from_memory(data)) for data in drawn]
            mean, base = (sum(sizes) / len(drawn) / 1000 for sizes in (map(len, drawn), least))
            found.append(Ratio(mean, base, "kB", f"{game.key}: {kind}"))
    return found


def _opened(data: bytes) -> Image.Image:
    """Return the picture decoded, so that what is measured is compressing alone."""
    image = Image.open(io.BytesIO(data))
    image.load()
    return image
