"""The playground shares no code with the bot, so no misreading either, and serves the methods that the bot calls."""

from __future__ import annotations

import ast
from pathlib import Path

import bot.playground
from bot.playground.methods import methods_by_name
from bot.playground.webhook import WebhookSender
from bot.playground.world import World
from tests.helpers.cases import each

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


@each("path", MODULES)
def test_it_imports_nothing_of_the_bot(path: Path) -> None:
    for name in imports_of(path):
        assert not any(name == ours or name.startswith(f"{ours}.") for ours in OURS), f"{path.name} imports {name}"


CALLED_BY_THE_BOT = {
    "getMe",
    "getUpdates",
    "setWebhook",
    "deleteWebhook",
    "getWebhookInfo",
    "sendMessage",
    "sendPhoto",
    "sendVideo",
    "sendChatAction",
    "editMessageText",
    "editMessageMedia",
    "editMessageReplyMarkup",
    "deleteMessage",
    "answerCallbackQuery",
    "answerInlineQuery",
    "getChatMember",
    "getChatAdministrators",
    "setMyCommands",
    "getMyCommands",
    "setMyName",
    "getMyName",
    "setMyDescription",
    "getMyDescription",
    "setMyShortDescription",
    "getMyShortDescription",
}


def test_every_method_that_the_bot_calls_is_there() -> None:
    """A15. A call of any other is answered 404, so that the bot's own tests show what is missing."""
    methods = methods_by_name(WebhookSender(World()))
    assert set(methods) == CALLED_BY_THE_BOT


def test_the_token_names_the_bot() -> None:
    world = World()
    assert world.token.startswith(f"{world.bot.id}:")
