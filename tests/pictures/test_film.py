"""The film of a game: a small silent MP4 that every phone plays, whatever the game was like."""

from __future__ import annotations

import asyncio
import io
import os
import random
import struct
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import av
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.engine.replay import scenes
from bot.i18n.catalogs import Catalogs
from bot.messaging import Film
from bot.pictures import film
from bot.settings import LOCALES
from bot.table.model.record import Record, SeatRecord
from bot.table.pages.replay_page import film_pictures
from bot.worker_pool import in_own_process
from storage.ids import Person, Place
from tests.games.finished import BY_KEY, PLAYERS, by_lot, whole
from tests.pictures.drawings import fails, waits

pytestmark = pytest.mark.timeout(300)
TR = Catalogs(LOCALES).translator("en")


def painted(colour: int, width: int = 64, height: int = 48) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), (colour % 256, colour * 7 % 256, 90)).save(file, "PNG")
    return file.getvalue()


def record_of(key: str) -> Record:
    seats = tuple(SeatRecord(Person("telegram", str(n)), player.name, "", "") for n, player in enumerate(PLAYERS, 1))
    place = Place("telegram", "-1")
    return Record(
        id="0" * 8, place=place, title="", game=key, status="ended", options={}, seed="", commitment="", seats=seats
    )


def atoms(content: bytes) -> Iterator[str]:
    """List the parts at the top of an MP4, in order."""
    at = 0
    while at < len(content):
        size, kind = struct.unpack(">I4s", content[at : at + 8])
        yield kind.decode()
        at += size or len(content)


def check(made: Film) -> list[Image.Image]:
    """Check what is promised of every film; return a picture a second."""
    assert len(made.content) <= 5 << 20
    assert 0 < made.seconds <= 60
    found = list(atoms(made.content))
    assert found.index("moov") < found.index("mdat"), "it plays before it has arrived"
    with av.open(io.BytesIO(made.content), "r") as container:
        [stream] = container.streams
        assert stream.type == "video", "it is silent"
        codec = container.streams.video[0].codec_context
        assert (codec.name, codec.pix_fmt) == ("h264", "yuv420p")
        assert (codec.width, codec.height) == (made.width, made.height)
        assert codec.width % 2 == codec.height % 2 == 0
        assert container.duration is not None
        assert container.duration / av.time_base == pytest.approx(made.seconds, abs=0.2)
        frames, shown = 0, []
        for frame in container.decode(video=0):
            if frames % film.PER_SECOND == 0:  # to make a picture of a frame takes longer than to decode it
                shown.append(frame.to_image())  # type: ignore[no-untyped-call]
            frames += 1
    assert frames == round(made.seconds * film.PER_SECOND)
    return shown


@pytest.mark.parametrize("key", sorted(BY_KEY))
def test_every_games_film_is_one_that_phones_play(key: str) -> None:
    pictures = film_pictures(record_of(key), BY_KEY[key], whole(key, number=3), TR)
    shown = check(film.make([picture.draw for picture in pictures[-5:]]))
    assert len({frame.tobytes() for frame in shown}) >= 5


def test_a_long_hunt_still_fits() -> None:
    """400 moves and more; each picture is drawn for it, but not all are shown."""
    played = scenes(BY_KEY["invisible_man"].rules, by_lot("invisible_man", 4, 11, 420))
    assert len(played) > 400
    pictures = film_pictures(record_of("invisible_man"), BY_KEY["invisible_man"], played, TR)
    many = [partial(painted, number, 120, 144) for number in range(len(pictures))]
    assert len(pictures) > film.MOST_PICTURES
    made = film.make(many)
    check(made)
    assert made.seconds > 55


def test_what_is_hard_to_compress_is_made_coarser() -> None:
    noise = [partial(_noise, number) for number in range(20)]
    check(film.make(noise))


def _noise(number: int) -> bytes:
    file = io.BytesIO()
    Image.frombytes("RGB", (720, 720), bytes(_noisy(number))).resize((720, 720)).save(file, "PNG", compress_level=0)
    return file.getvalue()


def _noisy(number: int) -> bytearray:
    small = random.Random(number).randbytes(90 * 90 * 3)
    return bytearray(Image.frombytes("RGB", (90, 90), small).resize((720, 720)).tobytes())


def test_a_picture_of_another_shape_keeps_it() -> None:
    made = film.make([partial(painted, 1, 101, 77), partial(painted, 200, 300, 50)])
    check(made)
    assert (made.width, made.height) == (720, 548)


def test_a_film_of_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="nothing"):
        film.make([])


@given(st.integers(1, 1000))
def test_any_number_of_pictures_has_a_length(count: int) -> None:
    draws = [partial(painted, number) for number in range(count)]
    kept = film.thinned(draws)
    counts = film.lengths(len(kept))
    assert len(kept) == min(count, film.MOST_PICTURES)
    assert (kept[0], kept[-1]) == (draws[0], draws[-1])
    assert len(counts) == len(kept)
    assert sum(counts) <= 60 * film.PER_SECOND
    assert min(counts) >= film.SHORTEST


# -- its process -------------------------------------------------------------------------------------------------------


async def gone(process: int) -> None:
    """Wait until there is no such process."""
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.01)


def _process_and_its_files(_: Sequence[int]) -> tuple[int, str]:
    made = film.make([partial(painted, 3)])
    return os.getpid(), made.name


async def test_it_is_made_by_a_process_of_its_own_that_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    process, name = await in_own_process(_process_and_its_files, [])
    assert process != os.getpid()
    assert name == "game.mp4"
    assert os.listdir(tmp_path) == [], "nothing is kept on a disk"
    await gone(process)


async def test_what_fails_there_is_told_here() -> None:
    with pytest.raises(OSError, match="ValueError: no"):
        await in_own_process(fails)


def _written(where: Path) -> None:
    while not (where.exists() and where.read_text()):
        time.sleep(0.01)


async def test_a_stop_ends_the_process(tmp_path: Path) -> None:
    where = tmp_path / "pid"
    task = asyncio.create_task(in_own_process(waits, where))
    await asyncio.to_thread(_written, where)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await gone(int(where.read_text()))
