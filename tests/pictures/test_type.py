"""No type is too small for a phone: 40 pixels on a picture 1000 wide, and as much on any other."""

from __future__ import annotations

import pytest

from bot.games.registry import GAMES
from bot.pictures.canvas import SMALLEST_TYPE, WIDTH, Align, Canvas
from tests.pictures.samples import samples_of


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_nothing_is_written_smaller_than_a_phone_shows_legibly(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[str, str, float]] = []
    write, name = Canvas.write, ""

    def noting(
        canvas: Canvas,
        content: str | int,
        x: float,
        y: float,
        size: int,
        colour: str = "ink",
        *,
        align: Align = "centre",
        smallest: int | None = None,
        width: int | None = None,
    ) -> int:
        written.append((name, str(content), min(size, smallest or size) * WIDTH / canvas.image.width))
        return write(canvas, content, x, y, size, colour, align=align, smallest=smallest, width=width)

    monkeypatch.setattr(Canvas, "write", noting)
    for name, picture in samples_of(game).items():  # noqa: B007, as `noting` reads it
        picture.draw()
    assert len(written) > 100
    assert [each for each in written if each[2] < SMALLEST_TYPE] == []
