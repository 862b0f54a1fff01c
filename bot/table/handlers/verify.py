"""Checks whether an ended game was dealt as it was sealed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.engine.presentation import Game
from bot.engine.randomness import agreement
from bot.engine.replay import RecordedMove, Verdict, verify
from bot.errors import DamagedRecord, Refusal, RunningGame
from bot.i18n.lazy import lazy, lazy_plural
from bot.i18n.translator import Translator, name_span
from bot.messaging import Post, Span, joined
from bot.table.model import play
from bot.table.model.record import Record, decode_record
from storage.rows import TableRow
from storage.store import Store

_SEAL = re.compile(r"[0-9a-f]{64}")
"""A SHA-256, as the lobby shows it."""


async def check(store: Store, games: Mapping[str, Game], identity: str) -> tuple[Record, Verdict]:
    """Replay an ended game from storage. Raise Refusal for one that is unknown, never began, or still runs."""
    if _SEAL.fullmatch(identity):
        # NOTE: Answer to /verify with a seal (64 digits) in place of a game ID.
        raise Refusal(lazy("That’s the seal of a deal. The game ID is shown when the game has ended."))
    row = await store.table(identity)
    if row is None or (row.state is None and row.status != "lobby"):
        raise Refusal(lazy("I don’t know a game with this ID: {game}.", game=name_span(identity)))
    if row.status in ("lobby", "playing"):
        # NOTE: Answer to /verify. The seed is the secret number from which everything was dealt.
        raise Refusal(lazy("That game is still going. Its seed is shown when it ends."))
    try:
        return await _replay(store, games, row)
    except (RunningGame, DamagedRecord) as error:
        # NOTE: Answer to /verify. {reason} is a sentence.
        raise Refusal(lazy("That game’s record is damaged: {reason}", reason=str(error))) from error


async def _replay(store: Store, games: Mapping[str, Game], row: TableRow) -> tuple[Record, Verdict]:
    record = decode_record(row)
    game = games.get(record.game)
    if game is None:
        raise DamagedRecord(f"there is no game {record.game!r}")
    actions = await store.actions(row.id)
    if [action.number for action in actions] != list(range(record.moves + 1)):
        raise DamagedRecord(f"of {record.moves} moves and the deal, {len(actions)} are there")
    moves = tuple(RecordedMove(action.seat, action.action) for action in actions if action.seat is not None)
    history = play.history_of(record, moves)
    same_rules = record.rules_version == game.rules.version  # else the events may be of kinds that are no more
    recorded = [play.decode_events(game, action.events) for action in actions] if same_rules else []
    return record, verify(game.rules, history, recorded)


def say_verdict(record: Record, verdict: Verdict, tr: Translator) -> Post:
    """Return a verdict in words; folded up below it is what anybody needs to check it by hand."""
    game = Span(record.id, "code")
    # NOTE: Answer to /verify: everything is in order. {game} is the ID. The seal is a fingerprint of the deal,
    # published before the first move.
    fair = lazy_plural(
        "Game {game} checks out: the deal and its {count} move match the seal.",
        "Game {game} checks out: the deal and all {count} moves match the seal.",
        verdict.steps - 1,
        game=game,
    )
    # NOTE: Answer to /verify: everything that can be checked is in order. {game} is the ID.
    older = lazy(
        "Game {game} began under earlier rules, so I can’t replay it. Its seed does match its seal.", game=game
    )
    verdicts = (
        tr.rich(older if verdict.other_rules else fair)
        if verdict.fair or (verdict.other_rules and verdict.seed_fits)
        # NOTE: Answer to /verify: something is wrong. {reason} is a sentence.
        else tr.rich("Game {game} does NOT match its seal. {reason}", game=game, reason=_reason(verdict, tr))
    )
    proof = joined(
        [
            tr.rich("Seed: {seed}", seed=Span(record.seed, "code")),
            tr.rich("Seal: {commitment}", commitment=Span(record.commitment, "code")),
            # NOTE: A line of /verify: everything the players had chosen, in the form it was sealed in.
            tr.rich("Agreed at the start: {agreed}", agreed=Span(f"\n{_agreed(record)}", "code")),
            # NOTE: A line of /verify.
            tr.rich("Who goes first was chosen at random.")
            if record.agreed_starter is None
            # NOTE: A line of /verify: the players had chosen the one in this seat. {seat} is a number.
            else tr.rich("Who goes first was agreed: seat {seat}.", seat=record.agreed_starter + 1),
        ]
    )
    return Post(verdicts, silent=True, details=proof)


def _agreed(record: Record) -> str:
    return agreement(
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        seats=[seat.key for seat in record.seats],
        presses=[seat.press for seat in record.seats],
    )


def _reason(verdict: Verdict, tr: Translator) -> str:
    if not verdict.seed_fits:
        # NOTE: After "does NOT match its seal.".
        return tr.t("The seed doesn’t match the seal.")
    if verdict.broken is not None:
        # NOTE: After "does NOT match its seal.". {step} is the number of a move.
        return tr.t("Move {step} breaks the rules.", step=verdict.broken)
    step = verdict.difference.step if verdict.difference else 0
    # NOTE: After "does NOT match its seal.": the players were shown something else than the seed gives.
    return tr.t("Move {step}: what was shown isn’t what was dealt.", step=step)
