"""What every game says alike: who sits at the table, whose turn it is, who has left, who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.game import Outcome
from bot.games.scene import Player
from bot.port import Rich, Span, plain
from bot.words import Message, Words

__all__ = ["described", "holder", "lines", "seated", "turn", "victory"]

_LINE = Span("\n")


def seated(title: Message, players: Sequence[Player], words: Words) -> str:
    """Say who sits at the table before the game."""
    if not players:
        return words.say("{game}: an empty table.", game=title)
    names = words.list(words.name(player.name) for player in players)
    return words.say("{game}. At the table: {names}.", game=title, names=names)


def turn(player: Player, words: Words) -> Rich:
    """Call the one who is to act; a mention makes that phone ring."""
    return words.rich("Turn: {name}", name=_called(player, words))


def _called(player: Player, words: Words) -> Span:
    if player.person is None:
        return Span(words.name(player.name), "bold")
    return Span(words.name(player.name), "mention", player.person)


def holder(player: Player, words: Words, *, present: bool) -> str:
    """Name who holds a seat, and say so if it was left."""
    if present:
        return words.name(player.name)
    return words.say("{name} (left)", name=words.name(player.name))


def victory(outcome: Outcome | None, players: Sequence[Player], words: Words) -> Rich:
    """Say who has won, one or several together."""
    names = [words.name(players[seat].name) for seat in outcome.winners] if outcome else []
    if len(names) == 1:
        return words.rich("🏆 Victory: {name}!", name=Span(names[0], "bold"))
    return words.rich("🏆 Shared victory: {names}!", names=Span(words.list(names), "bold"))


def lines(parts: Iterable[Rich]) -> Rich:
    """Put each part on a line of its own; an empty one has none."""
    return tuple(span for part in parts if part for span in (_LINE, *part))[1:]


def described(headline: Rich, body: Rich) -> str:
    """Describe a board's picture for those who do not see it."""
    return f"{plain(headline)}\n{plain(body)}"
