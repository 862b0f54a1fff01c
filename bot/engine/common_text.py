"""What every game says alike: who sits at the table, whose turn it is, who has left, who has won."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.engine.presentation import Player
from bot.engine.rules import Outcome
from bot.i18n.translator import LazyText, Translator
from bot.messaging import RichText, Span, plain_text


def seated(title: LazyText, players: Sequence[Player], tr: Translator) -> str:
    """Say who sits at the table before the game."""
    if not players:
        return tr.t("{game}: an empty table.", game=title)
    names = tr.list(tr.name(player.name).text for player in players)
    return tr.t("{game}. At the table: {names}.", game=title, names=names)


def turn(player: Player, tr: Translator) -> RichText:
    """Call the one who is to act; a mention makes that phone ring."""
    return tr.rich("Turn: {name}", name=_called(player, tr))


def _called(player: Player, tr: Translator) -> Span:
    if player.person is None:
        return tr.name(player.name, "bold")
    return tr.mention(player.name, player.person)


def holder(player: Player, tr: Translator, *, present: bool) -> RichText:
    """Return in bold who holds a seat, and that it was left if so."""
    if present:
        return (tr.name(player.name, "bold"),)
    return tuple(replace(span, style="bold") for span in tr.rich("{name} (left)", name=tr.name(player.name)))


def victory(outcome: Outcome | None, players: Sequence[Player], tr: Translator) -> RichText:
    """Say who has won, one or several together."""
    names = [tr.name(players[seat].name, "bold") for seat in outcome.winners] if outcome else []
    if len(names) == 1:
        return tr.rich("🏆 Victory: {name}!", name=names[0])
    return tr.rich("🏆 Shared victory: {names}!", names=tr.rich_list(((name,) for name in names), "bold"))


def described(headline: RichText, body: RichText) -> str:
    """Describe a board's picture for those who do not see it."""
    return f"{plain_text(headline)}\n{plain_text(body)}"
