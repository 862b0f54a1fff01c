"""A game of Court Hats that has ended, in words: its replay, who had seen what, and its best moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player, had_seen, in_a_row, last_events, saw, seen_by, what_lay_where, with_names
from bot.engine.replay import PlayedScene
from bot.games.court_hats import hindsight
from bot.games.court_hats.hindsight import CourtMoment
from bot.games.court_hats.rules.moves import CourtEvent, SawHat
from bot.games.court_hats.text import CHARACTERS, HATS, SIGNS, tell_event
from bot.i18n.lazy import lazy_plural
from bot.i18n.translator import Translator
from bot.messaging import RichText


def retell(played: Sequence[PlayedScene], count: int, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Tell the last scenes, and what only one seat saw in them."""
    for number, event in last_events(played, count):
        if isinstance(event, SawHat):
            assert event.audience is not None, "one seat has seen it"
            yield saw(players[event.audience], tr.translate(HATS[event.hat]), tr)
        elif isinstance(event, CourtEvent):
            yield tell_event(number, event, players, tr)


def uncover(played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> RichText:
    """Return the row face up, each hat with who had seen it."""
    view, hats, seen = played[-1].view, played[-1].truth.hats, hindsight.knowers(played)
    row = in_a_row(
        with_names(
            tr.t("{slot} {character} – {hat}", slot=slot + 1, character=CHARACTERS[kind], hat=HATS[hats[slot]]),
            seen[slot], players, tr,
        )
        for slot, kind in enumerate(view.row)
        if kind is not None
    )  # fmt: skip
    # NOTE: In brackets after each hat: the players who had looked at it.
    return tr.rich("The hats, and who had seen them: {row}", row=row)


def knew(played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Return which hats were left on the table and who had seen each, then the same by seat, and how each had won."""
    view, seen, hats = played[-1].view, hindsight.knowers(played), played[-1].truth.hats
    yield what_lay_where(tr)
    for slot, (kind, hat) in enumerate(zip(view.row, hats, strict=True)):
        if kind is not None and hat is not None:
            lay = tr.t("{slot} {character} – {hat}", slot=slot + 1, character=CHARACTERS[kind], hat=HATS[hat])
            yield seen_by(f"{SIGNS[hat]} {lay}", seen[slot], players, tr)
    for seat, player in enumerate(players):
        count = hindsight.tally(played, seat)
        known = [
            # NOTE: In a list after the game. {hat} is a number; {what} is the hat or animal that was there.
            tr.t("hat {hat} ({what})", hat=slot + 1, what=HATS[hat])
            for slot, hat in enumerate(hats)
            if hat is not None and seat in seen[slot]
        ]
        yield had_seen(player, known, tr)
        # NOTE: What one player did in the game, under the player's name; each is a number.
        yield tr.rich(
            "    Peeks: {peeks} · hats won after seeing them: {seen} · by luck: {unseen}",
            peeks=count.peeks,
            seen=count.seen,
            unseen=count.unseen,
        )


def moment(best: CourtMoment, players: Sequence[Player], tr: Translator) -> RichText:
    """Return one of the best moments in a line."""
    values = {"name": tr.name(players[best.seat].name, "bold"), "slot": best.slot + 1, "hat": HATS[best.hat]}
    if best.sort == "luck":
        # NOTE: One of the best moments of a game that has ended.
        return tr.rich(
            "🎲 Boldest move: {name} had never seen hat {slot} ({hat}), opened it anyway, and it fitted! "
            "Chance: 1 in {count}.",
            count=best.count,
            **values,
        )
    return tr.rich(
        # NOTE: One of the best moments of a game that has ended: the hat fitted.
        lazy_plural(
            "🧠 Longest memory: {name} opened hat {slot} ({hat}) {count} move after last seeing it.",
            "🧠 Longest memory: {name} opened hat {slot} ({hat}) {count} moves after last seeing it.",
            best.count,
            **values,
        )
    )
