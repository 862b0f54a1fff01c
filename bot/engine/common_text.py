"""What every game says alike: who sits at the table, whose turn it is, who has left, who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.presentation import Player
from bot.engine.rules import Outcome
from bot.i18n.translator import LazyText, Translator
from bot.messaging import RichText, Span, plain_text

_LINE = Span("\n")


def seated(title: LazyText, players: Sequence[Player], tr: Translator) -> str:
    """Say who sits at the table before the game."""
    if not players:
        return tr.t("{game}: an empty table.", game=title)
    names = tr.list(tr.name(player.name) for player in players)
    return tr.t("{game}. At the table: {names}.", game=title, names=names)


def turn(player: Player, tr: Translator) -> RichText:
    """Call the one who is to act; a mention makes that phone ring."""
    return tr.rich("Turn: {name}", name=_called(player, tr))


def _called(player: Player, tr: Translator) -> Span:
    if player.person is None:
        return Span(tr.name(player.name), "bold")
    return Span(tr.name(player.name), "mention", player.person)


def holder(player: Player, tr: Translator, *, present: bool) -> str:
    """Name who holds a seat, and say so if it was left."""
    if present:
        return tr.name(player.name)
    return tr.t("{name} (left)", name=tr.name(player.name))


def victory(outcome: Outcome | None, players: Sequence[Player], tr: Translator) -> RichText:
    """Say who has won, one or several together."""
    names = [tr.name(players[seat].name) for seat in outcome.winners] if outcome else []
    if len(names) == 1:
        return tr.rich("🏆 Victory: {name}!", name=Span(names[0], "bold"))
    return tr.rich("🏆 Shared victory: {names}!", names=Span(tr.list(names), "bold"))


def lines(parts: Iterable[RichText]) -> RichText:
    """Put each part on a line of its own; an empty one has none."""
    return tuple(span for part in parts if part for span in (_LINE, *part))[1:]


def described(headline: RichText, body: RichText) -> str:
    """Describe a board's picture for those who do not see it."""
    return f"{plain_text(headline)}\n{plain_text(body)}"
