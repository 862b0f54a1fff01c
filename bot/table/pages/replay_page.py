"""A stop of a replay, and what everyone knew at the end, as posts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.engine.presentation import Game, victory
from bot.engine.replay import PlayedScene, beats
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Button, Keyboard, Limits, Picture, Post, RichText, Span, alternative_text, joined, plain_text
from bot.table.model.record import Record

LOOK_BACK = "f"
"""The first part of the tokens of what is shown of a game that has ended."""
LEAP = 10
"""Stops that the larger steps skip."""


def replay_post(
    record: Record, game: Game, played: Sequence[PlayedScene], at: int, tr: Translator, limits: Limits, *, film: bool
) -> Post:
    """Return one stop of a replay, counted from 0; beyond the ends it is the first or the last. `film`: offer one."""
    stops = beats(played)
    at = min(max(0, at), len(stops) - 1)
    count = stops[at] - stops[at - 1] if at else 1
    seen = game.presenter.glimpse(played[: stops[at] + 1], count, record.players(), tr)
    # NOTE: Heading of the replay: the step shown, and how many there are.
    head = tr.rich(
        "⏪ {game}: {stop} of {stops}", game=Span(game.presenter.title(tr), "bold"), stop=at, stops=len(stops) - 1
    )
    text, details = _fitted([head, *seen.moves], seen.body, limits.caption)
    picture = replace(seen.picture, alt=alternative_text(text, details), name="replay.png")
    return Post(text, picture, steps(record, at, len(stops) - 1, tr, film=film), silent=True, details=details)


def knew_post(record: Record, game: Game, played: Sequence[PlayedScene], tr: Translator, limits: Limits) -> Post:
    """Return what everyone knew when the game ended."""
    lines = list(game.presenter.knew(played, record.players(), tr))
    head = tr.rich("💭 What everyone knew at the end")
    while len(lines) > 1 and _length(joined([head, *lines])) > limits.text:
        lines.pop()
    # NOTE: Button under the final board: go through the game step by step.
    back = ((look_back(record.id, tr.t("⏪ Replay"), "0"),),)
    return Post(joined([tuple(replace(span, style="bold") for span in head), *lines]), keyboard=back, silent=True)


def film_pictures(record: Record, game: Game, played: Sequence[PlayedScene], tr: Translator) -> list[Picture]:
    """Return every stop of a replay as a picture, and how the game ended."""
    stops, players = beats(played), record.players()
    pictures = [
        game.presenter.glimpse(played[: stop + 1], stop - before if stop else 1, players, tr).picture
        for before, stop in zip((0, *stops), stops, strict=False)
    ]
    last = [(played[-1].number, event) for event in played[-1].events]
    return [*pictures, game.presenter.board(played[-1].view, last, players, tr).picture]


def film_caption(record: Record, game: Game, played: Sequence[PlayedScene], tr: Translator) -> RichText:
    """Return what stands below a film: the game, and who has won."""
    outcome = played[-1].view.outcome
    title: RichText = (Span(f"🎬 {game.presenter.title(tr)}", "bold"),)
    return joined([title, victory(outcome, record.players(), tr) if outcome is not None else ()])


def look_back(table: str, text: str, what: str) -> Button:
    """Return a button that shows something of a game that has ended, and stands below a replay, not below a board."""
    return Button(text, f"{LOOK_BACK}.{table}.{what}")


def _fitted(lines: list[RichText], details: RichText, room: int) -> tuple[RichText, RichText]:
    """Return both as they are where they fit, else without the details, which the picture shows.

    Lines that do not fit even so are left out, the head stays.
    """
    if _length(joined([*lines, details])) <= room:
        return joined(lines), details
    while len(lines) > 1 and _length(joined(lines)) > room:
        del lines[1]
    return joined(lines), ()


def _length(text: RichText) -> int:
    return utf16_length(plain_text(text))


def steps(record: Record, at: int, last: int, tr: Translator, *, film: bool) -> Keyboard:
    """Return the buttons below a stop of a replay, which lead to others; `last` is the number of the last one."""

    def to(text: str, stop: int) -> Button:
        return look_back(record.id, text, str(min(max(0, stop), last)))

    # NOTE: On buttons of a replay: ten steps back, ten steps on.
    rows: Keyboard = ((to("⏮", 0), to("◀", at - 1), to("▶", at + 1), to("⏭", last)),)
    leaps = (to(tr.signed(-LEAP), at - LEAP), to(tr.signed(LEAP), at + LEAP)) if last > 2 * LEAP else ()
    more = (look_back(record.id, tr.t("🎬 Video"), "film"),) if film else ()
    return (*rows, (*leaps, *more)) if leaps or more else rows
