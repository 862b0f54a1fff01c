"""The playground is Telegram and nothing of ours: it may share no misreading with the bot."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import bot.playground
from bot.playground.methods.table import METHODS
from bot.playground.world import World

HERE = Path(bot.playground.__file__).parent
MODULES = sorted(HERE.rglob("*.py"))
OURS = (
    "bot.platforms",
    "bot.table",
    "bot.games",
    "bot.messaging",
    "bot.service",
    "bot.pictures",
    "storage",
    "telegram",
)


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_it_imports_nothing_of_the_bot(path: Path) -> None:
    for name in imports_of(path):
        assert not any(name == ours or name.startswith(f"{ours}.") for ours in OURS), f"{path.name} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_what_a_module_lists_is_there(path: Path) -> None:
    parts = path.relative_to(HERE.parent.parent).with_suffix("").parts
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    for name in getattr(module, "__all__", []):
        assert hasattr(module, name)


@pytest.mark.parametrize(
    "method",
    [
        "getMe",
        "sendMessage",
        "sendPhoto",
        "sendChatAction",
        "editMessageText",
        "editMessageCaption",
        "editMessageMedia",
        "editMessageReplyMarkup",
        "deleteMessage",
        "deleteMessages",
        "answerCallbackQuery",
        "answerInlineQuery",
        "setMyCommands",
        "getMyCommands",
        "getChat",
        "getChatMember",
        "getChatAdministrators",
        "pinChatMessage",
        "unpinChatMessage",
        "getFile",
    ],
)
def test_a_simulators_methods_are_there(method: str) -> None:
    """PLATFORMS A15, but for those about updates."""
    assert method in METHODS


def test_the_token_names_the_bot() -> None:
    world = World()
    assert world.token.startswith(f"{world.bot.id}:")
