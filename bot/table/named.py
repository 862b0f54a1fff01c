"""Games by what people call them: the short word, or the title in any language."""

from __future__ import annotations

from bot.errors import Refusal
from bot.games.scene import Game
from bot.table.hub import Hub
from bot.words import Words, left_to_right, msg

__all__ = ["named_game"]


def named_game(hub: Hub, command: str, argument: str, words: Words) -> Game:
    """Find the game that a command's argument names. Raises Refusal, which lists what can be said."""
    games = list(hub.games.values())
    wanted = argument.strip().casefold()
    for game in games:
        names = {game.word, game.key, game.scenes.title(words)}
        names |= {game.scenes.title(hub.library.words(tag)) for tag in hub.library.locales}
        if wanted in {name.casefold() for name in names}:
            return game
    known = words.list(left_to_right(f"/{command} {game.word}") for game in games)
    raise Refusal(msg("I don't know that game. Try: {games}", games=known))
