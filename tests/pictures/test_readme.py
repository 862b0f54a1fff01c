"""The pictures of the README: each can be made anew, and those of the games look as they are drawn now."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.pictures import readme
from tests.pictures.looking import difference, opened, pixels


def test_each_of_them_can_be_made_anew() -> None:
    """Whoever changes what they show finds how they are made."""
    assert {path.stem for path in readme.PICTURES.iterdir()} == {*readme.SAMPLES, *readme.SCREENSHOTS}


@pytest.mark.parametrize("name", [*readme.SAMPLES, *readme.SCREENSHOTS])
def test_they_are_light(name: str) -> None:
    data = (readme.PICTURES / f"{name}.png").read_bytes()
    assert len(data) < 110_000
    assert opened(data).format == "PNG"


@pytest.mark.parametrize("name", readme.SAMPLES)
def test_the_games_look_as_they_are_drawn(name: str) -> None:
    assert difference(pixels((readme.PICTURES / f"{name}.png").read_bytes()), pixels(readme.make(name))) < 1


def test_a_screenshot_is_made_light_and_stays_what_it_shows() -> None:
    taken = io.BytesIO()
    Image.linear_gradient("L").resize((1280, 1000)).convert("RGB").save(taken, "PNG")
    made = opened(readme.light(taken.getvalue()))
    assert (made.size, made.mode) == ((1000, 781), "P")
    grey = made.convert("L").tobytes()
    assert grey[500] < 10, "black above"
    assert grey[-500] > 245, "white below"


def test_only_those_that_are_named_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def take(out: Path, folder: Path) -> None:
        assert out.parent == folder
        Image.new("RGB", (20, 10), "#246").save(out)

    monkeypatch.setattr(readme, "PICTURES", tmp_path)
    monkeypatch.setattr(readme, "SCREENSHOTS", {"playground": take, "discord": take})
    assert readme.main(["playground"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["playground.png"]


def test_it_says_how_to_be_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert readme.main(["nonesuch"]) == 2
    assert capsys.readouterr().err.startswith("usage: python -m tests.pictures.readme [court-hats|")
