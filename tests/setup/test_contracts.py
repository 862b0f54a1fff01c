"""Who may import whom: the contracts hold, and each of them would notice a breach."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

PURE = "Rules, moves and views are pure"
COMPUTERS = "A computer is pure"
GAMES = "A game knows no table, no platform and no database"
SEPARATE = "No game imports another"
TABLE = "A table knows no platform"
LAYERS = "A layer of a table knows only those below it"
CHAT = "A platform knows no game"
PLAYGROUND = "The playground stands in for Telegram"
STORAGE = "The storage imports nothing of the bot"
REGISTRY = "Only the service and the contact sheet read the list of games"
SERVICE = "Nothing imports the service but the command line"


def lint(folder: Path) -> tuple[int, str]:
    """Check the contracts in a folder; give the exit code and the report on one line."""
    done = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of the source, to do harm to."""
    for package in ("bot", "storage"):
        shutil.copytree(REPOSITORY / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_contract_is_kept() -> None:
    code, report = lint(REPOSITORY)
    assert code == 0, report
    assert report.endswith("11 kept, 0 broken.")


@pytest.mark.parametrize(
    ("module", "forbidden", "contract"),
    [
        ("bot/games/court_hats/rules/game.py", "bot.i18n.translator", PURE),
        ("bot/games/court_hats/rules/view.py", "time", PURE),
        ("bot/games/court_hats/rules/moves.py", "bot.messaging", PURE),
        ("bot/engine/randomness.py", "random", PURE),
        ("bot/engine/options.py", "bot.i18n.translator", PURE),
        ("bot/engine/rules.py", "storage.ids", PURE),
        ("bot/engine/replay.py", "storage.store", GAMES),
        ("bot/games/court_hats/presentation.py", "bot.table.model.record", GAMES),
        ("bot/games/court_hats/text.py", "bot.games.vanished_animal.text", SEPARATE),
        ("bot/engine/computer.py", "bot.games.court_hats.rules.state", COMPUTERS),
        ("bot/engine/computer_random.py", "bot.i18n.translator", COMPUTERS),
        ("bot/table/__init__.py", "bot.platforms", TABLE),
        ("bot/table/__init__.py", "bot.pictures", TABLE),
        ("bot/table/__init__.py", "bot.games.court_hats.rules.moves", TABLE),
        ("bot/table/__init__.py", "telegram", TABLE),
        ("bot/table/model/record.py", "bot.table.pages.board_text", LAYERS),
        ("bot/table/core/table.py", "bot.table.publishing.board_publisher", LAYERS),
        ("bot/platforms/telegram/__init__.py", "bot.engine.presentation", CHAT),
        ("bot/platforms/telegram/__init__.py", "bot.table", CHAT),
        ("bot/playground/__init__.py", "bot.platforms.telegram", PLAYGROUND),
        ("bot/playground/__init__.py", "bot.messaging", PLAYGROUND),
        ("storage/__init__.py", "bot.errors", STORAGE),
        ("bot/rulebook/__init__.py", "bot.games.registry", REGISTRY),
        ("bot/settings.py", "bot.service", SERVICE),
    ],
)
def test_a_breach_is_noticed(copy: Path, module: str, forbidden: str, contract: str) -> None:
    with (copy / module).open("a", encoding="utf-8") as file:
        file.write(f"\nimport {forbidden}\n")
    code, report = lint(copy)
    assert code != 0
    broken = report.split("Broken contracts", 1)[1]
    assert contract in broken


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Give what imports what when code runs."""
    return grimp.build_graph("bot", "storage", exclude_type_checking_imports=True, cache_dir=None)


class TestImportsAtRunTime:
    """The contracts look at imports for type checkers too, but for a few: those must not come true when code runs."""

    def test_errors_bring_no_more_than_those_of_storage(self, graph: grimp.ImportGraph) -> None:
        assert graph.find_modules_directly_imported_by("bot.errors") == {"storage.errors"}

    def test_no_computer_reaches_a_state(self, graph: grimp.ImportGraph) -> None:
        games = sorted(module for module in graph.find_children("bot.games") if f"{module}.ai" in graph.modules)
        assert len(games) == 3
        for game in games:
            assert not graph.chain_exists(f"{game}.ai", f"{game}.rules.state", as_packages=True)


def test_no_module_of_a_table_imports_itself_by_way_of_others() -> None:
    """Imports for type checkers count: who needs a name to explain a type knows the thing."""
    graph = grimp.build_graph("bot", "storage", exclude_type_checking_imports=False, cache_dir=None)
    modules = graph.find_descendants("bot.table")
    for module in modules:
        for imported in graph.find_modules_directly_imported_by(module) & modules:
            assert not graph.chain_exists(imported, module), f"{module} and {imported} import each other"
