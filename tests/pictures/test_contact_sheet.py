"""The contact sheet holds every sprite and every scene of every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.pictures import sprites
from tests.pictures import contact_sheet
from tests.pictures.looking import opened
from tests.pictures.test_samples import SAMPLES


def test_it_holds_every_sample_of_every_game_that_is_drawn() -> None:
    found = [name for name, _ in contact_sheet.samples()]
    assert sorted(found) == sorted(name for _, name, _ in SAMPLES)


def test_it_names_no_game() -> None:
    """A fourth game appears on it by itself."""
    assert "court" not in Path(contact_sheet.__file__).read_text(encoding="utf-8").lower()


def test_it_is_written_where_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a few of the samples and sprites, which are all drawn by tests of their own."""
    few, names = list(contact_sheet.samples())[::8], sprites.names()[::4]
    monkeypatch.setattr(contact_sheet, "samples", lambda: few)
    monkeypatch.setattr(sprites, "names", lambda: names)
    out = tmp_path / "new" / "sheet.png"
    assert contact_sheet.main([str(out)]) == 0
    sheet = opened(out.read_bytes())
    assert sheet.format == "PNG"
    assert sheet.width == 1600
    assert sheet.height > 500


def test_it_says_how_to_be_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert contact_sheet.main([]) == 2
    assert capsys.readouterr().err == "usage: python -m tests.pictures.contact_sheet OUT.png\n"


def test_lobbies_of_all_games_have_names_of_their_own() -> None:
    """An empty lobby says the same in every game, and looks otherwise: one name would show the wrong game."""
    tr = Catalogs(Path("no catalogs"), "en").translator()
    keys = {game.presenter.lobby((), tr).key for game in GAMES}
    assert len(keys) == len(GAMES)
