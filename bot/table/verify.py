"""Checks whether an ended game was dealt as it was sealed."""

from __future__ import annotations

import re

from bot.errors import DamagedRecord, Refusal, RunningGame
from bot.games.chance import agreement
from bot.games.proof import Move, Verdict, verify
from bot.port import Rich, Span
from bot.table import play
from bot.table.hub import Hub
from bot.table.record import Record, decode_record
from bot.table.telling import joined
from bot.words import Words, clean_name, isolate, msg
from storage.rows import TableRow

__all__ = ["check", "say_verdict"]

_SEAL = re.compile(r"[0-9a-f]{64}")
"""A SHA-256, as the lobby shows it."""


async def check(hub: Hub, identity: str) -> tuple[Record, Verdict]:
    """Replay an ended game from storage. Raises Refusal for one that is unknown, never began, or still runs."""
    if _SEAL.fullmatch(identity):
        raise Refusal(msg("That is the seal of a deal. A game's id is shown when the game has ended."))
    row = await hub.store.table(identity)
    if row is None or (row.state is None and row.status != "lobby"):
        raise Refusal(msg("I know no game {game}.", game=isolate(clean_name(identity))))
    if row.status in ("lobby", "playing"):
        raise Refusal(msg("That game still runs. Its seed is shown when it has ended."))
    try:
        return await _replay(hub, row)
    except (RunningGame, DamagedRecord) as error:
        raise Refusal(msg("That game's record is damaged: {reason}", reason=str(error))) from error


async def _replay(hub: Hub, row: TableRow) -> tuple[Record, Verdict]:
    record = decode_record(row)
    game = hub.games.get(record.game)
    if game is None:
        raise DamagedRecord(f"there is no game {record.game!r}")
    actions = await hub.store.actions(row.id)
    if [action.number for action in actions] != list(range(record.moves + 1)):
        raise DamagedRecord(f"of {record.moves} moves and the deal, {len(actions)} are there")
    moves = tuple(Move(action.seat, action.action) for action in actions if action.seat is not None)
    recorded = [play.decode_events(game, action.events) for action in actions]
    return record, verify(game.rules, play.history_of(record, moves), recorded)


def say_verdict(record: Record, verdict: Verdict, words: Words) -> Rich:
    """Put a verdict into words, with what anybody needs to check it by hand."""
    game = Span(record.id, "code")
    verdicts = (
        words.rich(
            "Game {game} was dealt as it was sealed: all {steps} steps follow from the seed.",
            game=game,
            steps=verdict.steps,
        )
        if verdict.fair
        else words.rich(
            "Game {game} does NOT follow from its seal. {reason}", game=game, reason=_reason(verdict, words)
        )
    )
    return joined(
        [
            verdicts,
            words.rich("Seed: {seed}", seed=Span(record.seed, "code")),
            words.rich("Sealed as: {commitment}", commitment=Span(record.commitment, "code")),
            words.rich("Agreed at the start: {agreed}", agreed=Span(f"\n{_agreed(record)}", "code")),
            words.rich("The first seat was drawn by lot.")
            if record.agreed_starter is None
            else words.rich("The first seat was agreed on: seat {seat}.", seat=record.agreed_starter + 1),
        ]
    )


def _agreed(record: Record) -> str:
    return agreement(
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        seats=[seat.key for seat in record.seats],
        presses=[seat.press for seat in record.seats],
    )


def _reason(verdict: Verdict, words: Words) -> str:
    if not verdict.seed_fits:
        return words.say("The seed does not give the seal.")
    if verdict.broken is not None:
        return words.say("Step {step} is against the rules.", step=verdict.broken)
    step = verdict.difference.step if verdict.difference else 0
    return words.say("Step {step} was shown differently from how it was dealt.", step=step)
