"""A game of Court Hats that has ended, in words: its replay, who had seen what, and its best moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player, beside, saw, told_of
from bot.engine.replay import Scene
from bot.games.court_hats import hindsight
from bot.games.court_hats.hindsight import CourtMoment
from bot.games.court_hats.rules.moves import SawHat
from bot.games.court_hats.text import CHARACTERS, HATS, tell_event
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span


def step(played: Sequence[Scene], told: int, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Tell the last scenes, and what only one seat saw in them."""
    for number, event in told_of(played, told):
        if isinstance(event, SawHat):
            assert event.audience is not None, "one seat has seen it"
            yield saw(players[event.audience], tr.translate(HATS[event.hat]), tr)
        else:
            yield tell_event(number, event, players, tr)


def row(played: Sequence[Scene], players: Sequence[Player], tr: Translator) -> RichText:
    """Return the row face up, each hat with who had seen it."""
    view, hats, seen = played[-1].view, played[-1].truth.hats, hindsight.knowers(played)
    cells = [
        tr.t("{slot} {character} – {hat}", slot=slot + 1, character=CHARACTERS[kind], hat=HATS[hats[slot]])
        + beside(seen[slot], players, tr)
        for slot, kind in enumerate(view.row)
        if kind is not None
    ]
    return tr.rich("Under the hats, and who had looked: {row}", row=" · ".join(cells))


def knew(played: Sequence[Scene], players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Return who had seen which of the hats left on the table, and what each had won by it."""
    seen, hats = hindsight.knowers(played), played[-1].truth.hats
    for seat, player in enumerate(players):
        count = hindsight.tally(played, seat)
        known = [
            tr.t("{slot} {character}", slot=slot + 1, character=HATS[hats[slot]])
            for slot in range(len(hats))
            if seat in seen[slot] and hats[slot] is not None
        ]
        yield had_seen(player, known, tr)
        yield tr.rich(
            "    👁 Peeks: {peeks} · hats won by knowing: {seen} · by luck: {unseen}",
            peeks=count.peeks,
            seen=count.seen,
            unseen=count.unseen,
        )


def had_seen(player: Player, known: Sequence[str], tr: Translator) -> RichText:
    name = tr.name(player.name, "bold")
    if not known:
        return tr.rich("{name} had seen none of the hats that were left.", name=name)
    return tr.rich("{name} had seen: {things}", name=name, things=" · ".join(known))


def moment(best: CourtMoment, players: Sequence[Player], tr: Translator) -> RichText:
    name = tr.name(players[best.seat].name, "bold")
    hat = Span(tr.translate(HATS[best.hat]))
    if best.sort == "luck":
        return tr.rich(
            "🎲 Boldest open: {name} had never seen hat {slot}, and it fitted ({hat}). Chance: 1 in {count}.",
            name=name,
            slot=best.slot + 1,
            hat=hat,
            count=best.count,
        )
    return tr.rich_plural(
        "🧠 Longest memory: {name} opened hat {slot} ({hat}) {count} move after last seeing it.",
        "🧠 Longest memory: {name} opened hat {slot} ({hat}) {count} moves after last seeing it.",
        best.count,
        name=name,
        slot=best.slot + 1,
        hat=hat,
    )
