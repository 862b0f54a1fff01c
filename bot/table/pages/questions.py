"""Questions that are asked before something is done: end a game, leave it, which table is meant."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from bot.engine.presentation import Game
from bot.i18n.lazy import lazy_plural
from bot.i18n.translator import Translator
from bot.messaging import Button, Post
from bot.table.model.record import Record, SeatRecord
from bot.table.model.tokens import free


def ask_stop(record: Record, tr: Translator) -> Post:
    """Ask once more before a game is ended, or a player removed."""
    alone = sum(seat.occupied for seat in record.seats) == 1  # to remove the last person is to end the game
    seats = [
        # NOTE: Button of /stop.
        (Button(tr.t("Remove {name}", name=tr.name(seat.label)), free(record, f"kick_{seat.key}")),)
        for seat in record.seats
        if seat.present and not (alone and seat.occupied)
    ]
    end = Button(tr.t("Yes, end the game"), free(record, "end"), style="danger")
    # NOTE: Button below "End this game for everyone?".
    pause = () if record.paused else ((Button(tr.t("⏸ Just pause it"), free(record, "pause")),),)
    # NOTE: Button: the question is withdrawn and nothing happens.
    stay = Button(tr.t("Never mind"), free(record, "keep"))
    text = tr.rich("End this game for everyone? Nobody will win.")
    return Post(text, keyboard=((end,), *pause, *seats, (stay,)))


def ask_leave(record: Record, seat: SeatRecord, tr: Translator) -> Post:
    """Ask once more before a seat is left."""
    go = Button(tr.t("Leave the game"), free(record, f"go_{seat.key}"), style="danger")
    stay = Button(tr.t("Stay"), free(record, f"stay_{seat.key}"))
    name = tr.mention(seat.name, seat.person)
    text = (
        # NOTE: A question to the player who wrote /leave, with the buttons "Leave the game" and "Stay".
        tr.rich("{name}, leave this game? No other people are playing, so this ends it.", name=name)
        if sum(other.occupied for other in record.seats) == 1
        # NOTE: A question to the player who wrote /leave, with the buttons "Leave the game" and "Stay".
        else tr.rich("{name}, leave this game? The computer will take over your seat.", name=name)
    )
    return Post(text, keyboard=((go, stay),))


def ask_table(tables: Iterable[tuple[Record, Game]], verb: str, tr: Translator) -> Post:
    """Ask which of several tables a command in the private chat means."""
    rows = tuple((Button(_label(record, game, tr), free(record, f"pick_{verb}")),) for record, game in tables)
    # NOTE: In private, to somebody who plays at several tables, above buttons with them.
    return Post(tr.rich("Which table?"), keyboard=rows)


def _label(record: Record, game: Game, tr: Translator) -> str:
    title = game.presenter.title(tr)
    # NOTE: Button with a table: the game and the name of the group.
    return tr.t("{game}: {chat}", game=title, chat=tr.name(record.title)) if record.title else title


def closed_notice(title: str, tr: Translator) -> Post:
    """Return what tells somebody in private that nothing can be sent to a chat."""
    # NOTE: In the private chat: the bot may not write in the group {chat}, or its messages are deleted at once.
    return Post(
        tr.rich("{chat}: I can’t send messages there. Make me an administrator, then I can.", chat=tr.name(title))
    )


def held_notice(seconds: float, tr: Translator) -> Post:
    """Return what tells somebody in private when their board appears in the chat."""
    return Post(
        tr.rich(
            # NOTE: Also in the private chat, to whom has opened a table in a group with slow mode.
            lazy_plural(
                "The board will catch up in about {count} second.",
                "The board will catch up in about {count} seconds.",
                ceil(seconds),
            )
        )
    )
