"""What a picture costs to draw and to send, of each game and each kind of board."""

from __future__ import annotations

import asyncio
import io
import itertools
import time
from collections.abc import Iterator, Sequence

import oxipng
from PIL import Image

from bot.engine.presentation import Game, Player
from bot.engine.rules import Event
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.messaging import Picture
from bot.settings import LOCALES
from tests.bench.figures import Ratio, Run
from tests.bench.rules import walk

FRAMES = 60
WARM = 8
"""Frames that are drawn before anything is measured, so that sprites and type are there."""
TOLD_AT_ONCE = 9
"""Moves that a board tells where computers have moved in a row."""
LEVEL = 6
SPARSE = 6
"""Every so manyth frame is made smaller, which takes long."""
PLAYERS = tuple(map(Player, ("Anna", "בנימין כהן", "Дмитрий", "Wolfeschlegelstein")))
SEED = 2


def frames(game: Game) -> Iterator[tuple[str, Sequence[Picture]]]:
    """Yield the kinds of boards of a game with successive pictures of each, as a group sees them."""
    tr = Catalogs(LOCALES).translator()
    states, told = [], list[tuple[int, Event]]()
    since = [0]
    for number, (state, events) in enumerate(itertools.islice(walk(game, SEED), WARM + 2 * FRAMES)):
        states.append(state)
        told += [(number, event) for event in events if event.audience is None]
        since.append(len(told))
    seats = game.rules.seats[SEED % len(game.rules.seats)]
    players = PLAYERS[:seats]

    def board(number: int, moves: int) -> Picture:
        tale = told[since[max(0, number + 1 - moves)] : since[number + 1]]
        return game.presenter.board(game.rules.view(states[number], None), tale, players, tr).picture

    running = [number for number, state in enumerate(states) if game.rules.to_act(state) is not None]
    yield "one move told", [board(number, 1) for number in running]
    yield f"{TOLD_AT_ONCE} moves told", [board(number, TOLD_AT_ONCE) for number in running]
    yield "lobby", [game.presenter.lobby(players[:count], tr) for count in range(seats + 1)]
    *_, (last, events) = walk(game, SEED)
    over = game.presenter.board(
        game.rules.view(last, None), [(len(states), event) for event in events if event.audience is None], players, tr
    )
    yield "end", [over.picture]


def _distinct(pictures: Sequence[Picture], most: int) -> list[Picture]:
    """Return the first pictures, none twice: an equal one is not drawn again."""
    return list({picture.key: picture for picture in pictures}.values())[:most]


async def cpu(run: Run) -> Sequence[Ratio]:
    """Measure the CPU of drawing, against that of compressing what was drawn."""
    return await asyncio.to_thread(_cpu, run)


async def weight(run: Run) -> Sequence[Ratio]:
    """Measure the bytes of a board, against those that are left of it by a program that does nothing else."""
    return await asyncio.to_thread(_weight, run)


def _cpu(run: Run) -> list[Ratio]:
    found = []
    for game in GAMES[:1] if run.short else GAMES:
        for kind, pictures in frames(game):
            chosen = _distinct(pictures, WARM + int(run.pick(FRAMES, 6)))
            warm, chosen = (chosen[:WARM], chosen[WARM:]) if len(chosen) > 2 * WARM else (chosen, chosen)
            for each in warm:
                each.draw()
            began = time.thread_time()
            drawn = [each.draw() for each in chosen]
            drawing = time.thread_time() - began
            images = [_opened(data) for data in drawn]
            began = time.thread_time()
            for image in images:
                image.save(io.BytesIO(), "PNG", compress_level=LEVEL)
            encoding = time.thread_time() - began
            part = f"{game.key}: {kind}"
            found.append(Ratio(1000 * drawing / len(drawn), 1000 * encoding / len(drawn), "ms", part))
    return found


def _weight(run: Run) -> list[Ratio]:
    found = []
    for game in GAMES[:1] if run.short else GAMES:
        for kind, pictures in frames(game):
            chosen = _distinct(pictures, FRAMES)[:: int(run.pick(SPARSE, FRAMES))]
            drawn = [each.draw() for each in chosen]
            least = [len(oxipng.optimize_from_memory(data)) for data in drawn]
            mean, base = (sum(sizes) / len(drawn) / 1000 for sizes in (map(len, drawn), least))
            found.append(Ratio(mean, base, "kB", f"{game.key}: {kind}"))
    return found


def _opened(data: bytes) -> Image.Image:
    """Return the picture decoded, so that what is measured is compressing alone."""
    image = Image.open(io.BytesIO(data))
    image.load()
    return image
