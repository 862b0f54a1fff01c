"""Games by what people call them: the short word, or the title in any language."""

from __future__ import annotations

from bot.engine.presentation import Game
from bot.errors import Refusal
from bot.i18n.names import left_to_right
from bot.i18n.translator import Translator, lazy
from bot.messaging import RichText, Span
from bot.table.core.context import TableContext


def named_game(hub: TableContext, command: str, argument: str, tr: Translator) -> Game:
    """Find the game that a command's argument names. Raises Refusal, which lists what can be said."""
    games = list(hub.games.values())
    wanted = argument.strip().casefold()
    for game in games:
        names = {game.word, game.key, game.presenter.title(tr)}
        names |= {game.presenter.title(hub.catalogs.translator(tag)) for tag in hub.catalogs.locales}
        if wanted in {name.casefold() for name in names}:
            return game
    known = tr.rich_list(_spoken(command, game) for game in games)
    raise Refusal(lazy("I don't know that game. Try: {games}", games=known))


def _spoken(command: str, game: Game) -> RichText:
    """Return how a game is named after a command, its stroke on the left in right-to-left text too."""
    before, after = left_to_right(f"/ {game.word}").split("/")
    return (Span(before), Span(f"/{command}", kind="command"), Span(after))
