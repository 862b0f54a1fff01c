"""Charts: what a line shows, how the bars compare, and that equal numbers give equal pictures."""

from __future__ import annotations

import io
import pickle
from functools import partial
from typing import Any

import pytest
from PIL import Image

from bot.chart import Chart, Line
from bot.messaging import Picture
from bot.pictures import chart as drawing
from bot.pictures.canvas import SMALLEST_TYPE, WIDTH, Canvas
from bot.pictures.chart import HEAD, SLIM, chart
from bot.pictures.palette import COLOURS, rgb
from tests.pictures.looking import pixels

ROWS = 10


def plain(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (640, 360), colour).save(out, "PNG")
    return out.getvalue()


def emblem(colour: str = "#d9414e") -> Picture:
    return Picture(colour, partial(plain, colour), "")


def line(number: int = 2, **more: Any) -> Line:
    given: dict[str, Any] = {"number": number, "name": "Ann", "games": 7, "wins": 3, "points": 21, "rating": 1200}
    return Line(**{**given, **more})


def drawn(*lines: Line, **more: Any) -> Image.Image:
    return pixels(chart(Chart(lines=lines, **more)).draw())


def painted(image: Image.Image, colour: str, top: int, height: int = SLIM) -> int:
    """Count a colour's pixels in the middle of a line: the length of a bar."""
    y = top + height // 2
    return sum(image.getpixel((x, y)) == rgb(COLOURS[colour]) for x in range(image.width))


def test_each_line_makes_the_picture_taller() -> None:
    heights = [drawn(*[line()] * count).height for count in (1, 4, ROWS)]
    assert heights == sorted(set(heights))
    assert heights[-1] < 1.2 * WIDTH, "ten lines are hardly taller than wide"


@pytest.mark.parametrize(
    "change", [{"number": 3}, {"name": "Bob"}, {"games": 8}, {"wins": 4}, {"points": 22}, {"rating": 1201}]
)
def test_whatever_differs_is_seen_and_named_otherwise(change: dict[str, Any]) -> None:
    one, other = Chart(lines=(line(),)), Chart(lines=(line(**change),))
    assert chart(one).key != chart(other).key
    assert chart(one).draw() != chart(other).draw()


def test_equal_charts_have_equal_keys_and_bytes() -> None:
    def make() -> Picture:
        return chart(Chart(emblem=emblem(), lines=tuple(line(n, rating=1500 - 90 * n) for n in range(1, ROWS + 1))))

    assert make().key == make().key
    assert make().draw() == make().draw()


def test_it_can_be_sent_to_the_process_that_draws() -> None:
    picture = chart(Chart(emblem=emblem(), lines=(line(),)))
    assert pickle.loads(pickle.dumps(picture)).draw() == picture.draw()


def test_a_higher_rating_has_a_longer_bar() -> None:
    image = drawn(line(rating=1900), line(rating=1400), line(rating=900), line(rating=300), line(rating=None))
    bars = [painted(image, "teal", HEAD + place * (SLIM + drawing.GAP)) for place in range(5)]
    assert bars == sorted(bars, reverse=True)
    assert len(set(bars)) == 5
    assert bars[3] > 0, "the lowest is seen too"
    assert bars[4] == 0, "who has no rating has no bar"


def test_the_first_stands_out_in_gold() -> None:
    image = drawn(line(1), line(2))
    assert painted(image, "gold", HEAD) > 100
    assert painted(image, "gold", HEAD + SLIM + drawing.GAP) == 0


def test_who_shares_the_first_place_shares_the_gold() -> None:
    image = drawn(line(1), line(1))
    assert painted(image, "gold", HEAD) == painted(image, "gold", HEAD + SLIM + drawing.GAP) > 100


def test_a_game_without_points_has_no_column_for_them() -> None:
    with_points, without = drawn(line(rating=1500)), drawn(line(points=None, rating=1500))
    assert painted(without, "teal", HEAD) > painted(with_points, "teal", HEAD) + 60, "the bar takes the room"


def test_an_emblem_is_shown_small_in_the_head_and_in_a_line() -> None:
    red, blue = "#d9414e", "#3f7bd1"
    image = drawn(line(emblem=emblem(blue)), emblem=emblem(red))
    assert image.getpixel((120, HEAD // 2)) == rgb(red)
    assert image.getpixel((120, HEAD + drawing.TALL // 2)) == rgb(blue)


def test_games_with_computers_are_shown_apart() -> None:
    people, robots, both = (
        drawn(line(emblem=emblem(), games=games, computer_games=robots, points=None, rating=None))
        for games, robots in ((7, 0), (0, 7), (7, 7))
    )
    seen = {image.tobytes() for image in (people, robots, both)}
    assert len(seen) == 3
    assert [painted(image, "steel", HEAD, drawing.TALL) > 0 for image in (people, robots)] == [False, True]


def test_an_empty_standing_is_a_picture_too() -> None:
    image = drawn(emblem=emblem())
    assert image.width == WIDTH
    assert image.getcolors(256), "in the palette as all are"


@pytest.mark.parametrize("name", ["W" * 24, "בוריס הגדול מכולם", "🎩🎩", "محمد", "Анастасия Владимировна"])
def test_no_name_runs_into_the_numbers(name: str) -> None:
    """What the font lacks is left out, what is too long is shortened: the column of games looks the same for all."""
    left, right = drawing.NAMES - 40, drawing.NAMES + 40
    named, nameless = (drawn(line(name=each)).crop((left, HEAD, right, HEAD + SLIM)) for each in (name, ""))
    assert named.tobytes() == nameless.tobytes()


def test_nothing_is_written_smaller_than_a_phone_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/design.md: 40 pixels on a picture 1000 wide."""
    sizes: list[int] = []
    write = Canvas.write

    def note(self: Any, content: str | int, x: float, y: float, size: int, *rest: Any, **more: Any) -> int:
        sizes.append(size)
        return write(self, content, x, y, size, *rest, **more)

    monkeypatch.setattr(Canvas, "write", note)
    drawn(line(computer_games=2, emblem=emblem()), line(), name="Ann")
    assert len(sizes) > 8
    assert min(sizes) >= SMALLEST_TYPE
