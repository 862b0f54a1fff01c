"""Who may import whom: the contracts hold, and each of them would notice a breach."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path

import grimp
import pytest
from importlinter import api  # noqa: F401 - which prepares the rest
from importlinter.application import use_cases
from importlinter.application.user_options import UserOptions
from importlinter.domain.contract import registry

from tests.helpers.tree import REPOSITORY, module_name

PURE = "Rules, moves and views are pure"
COMPUTERS = "A computer is pure"
GAMES = "A game knows no table, no platform and no database"
LESSONS = "What walks a lesson knows no game by name"
SEPARATE = "No game imports another"
TABLE = "A table knows no platform"
LAYERS = "A layer of a table knows only those below it"
CHAT = "A platform knows no game"
PLAYGROUND = "The playground stands in for Telegram"
STORAGE = "The storage imports nothing of the bot"
REGISTRY = "Only the service and the commands beside it read the list of games"
COUNTER = "Only the service knows what counts"
SERVICE = "Nothing imports the service and the commands beside it but the command line"


@pytest.fixture(scope="module")
def options() -> UserOptions:
    """Read the contracts as lint-imports does."""
    use_cases._register_built_in_contract_types()
    return use_cases.read_user_options(str(REPOSITORY / "pyproject.toml"))


@pytest.fixture(scope="module")
def everything() -> grimp.ImportGraph:
    """Return what imports what, packages of others and imports for type checkers included."""
    return grimp.build_graph("bot", "storage", include_external_packages=True, cache_dir=None)


def broken(options: UserOptions, graph: grimp.ImportGraph, *names: str) -> list[str]:
    """Return the names of the contracts that a graph breaks; of those whose names begin so, where any are given."""
    found = []
    for values in options.contracts_options:
        if not names or values["name"].startswith(names):
            contract = registry.get_contract_class(values["type"])(values["name"], options.session_options, values)
            if not contract.check(copy.deepcopy(graph), verbose=False).kept:
                found.append(values["name"])
    return found


def test_every_contract_is_kept() -> None:
    """By the command that `make lint` gives."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stdout
    assert " ".join(done.stdout.split()).endswith("15 kept, 0 broken.")


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
        ("bot/lessons/walk.py", "bot.games.court_hats.lesson", LESSONS),
        ("bot/lessons/page.py", "bot.table.model.tokens", LESSONS),
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
        ("bot/dispatcher.py", "bot.metrics", COUNTER),
        ("bot/settings.py", "bot.service", SERVICE),
    ],
)
def test_a_breach_is_noticed(
    options: UserOptions, everything: grimp.ImportGraph, module: str, forbidden: str, contract: str
) -> None:
    graph = copy.deepcopy(everything)
    graph.add_import(importer=module_name(Path(module)), imported=forbidden)
    assert len(broken(options, graph, contract)) == 1


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Return what imports what when code runs."""
    return grimp.build_graph("bot", "storage", exclude_type_checking_imports=True, cache_dir=None)


class TestImportsAtRunTime:
    """The contracts look at imports for type checkers too, but for a few: those must not come true when code runs."""

    def test_errors_bring_no_more_than_those_of_storage(self, graph: grimp.ImportGraph) -> None:
        assert graph.find_modules_directly_imported_by("bot.errors") == {
            "bot.i18n.lazy",
            "storage.errors",
            "storage.ids",
        }

    def test_no_computer_reaches_a_state(self, graph: grimp.ImportGraph) -> None:
        games = sorted(module for module in graph.find_children("bot.games") if f"{module}.ai" in graph.modules)
        assert len(games) == 3
        for game in games:
            assert not graph.chain_exists(f"{game}.ai", f"{game}.rules.state", as_packages=True)


@pytest.mark.parametrize("run_time", [True, False])
def test_no_module_imports_itself_by_way_of_others(*, run_time: bool) -> None:
    """Imports for type checkers count: who needs a name to explain a type knows the thing."""
    graph = grimp.build_graph("bot", "storage", exclude_type_checking_imports=run_time, cache_dir=None)
    assert circles(graph) == []


def test_a_circle_is_found() -> None:
    graph = grimp.build_graph("bot", "storage", cache_dir=None)
    graph.add_import(importer="bot.errors", imported="bot.service")
    (circle,) = circles(graph)
    assert {"bot.errors", "bot.service"} <= circle


def circles(graph: grimp.ImportGraph) -> list[set[str]]:
    """Return the groups of modules that import each other, by Tarjan's algorithm."""
    found: list[set[str]] = []
    number: dict[str, int] = {}
    least: dict[str, int] = {}
    path: list[str] = []

    def visit(module: str) -> None:
        number[module] = least[module] = len(number)
        path.append(module)
        for imported in graph.find_modules_directly_imported_by(module):
            if imported not in number:
                visit(imported)
            if imported in path:
                least[module] = min(least[module], least[imported])
        if least[module] == number[module]:
            group = set(path[path.index(module) :])
            del path[path.index(module) :]
            if len(group) > 1:
                found.append(group)

    for module in sorted(graph.modules):
        if module not in number:
            visit(module)
    return found
