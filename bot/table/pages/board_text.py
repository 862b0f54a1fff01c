"""Running games put into posts: the board with what it tells, and what does not fit its caption.

The words here are the same for every game; a game's own come from its presenter.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.engine.presentation import BoardView
from bot.engine.rules import Event
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Button, ButtonStyle, Keyboard, Limits, Post, RichText, Span, joined, plain_text
from bot.table.model.record import Record
from bot.table.model.tokens import bound, free

ROOM_FOR_THE_END = 160
"""Room kept for the last moves below what a victory is told with."""
SLACK = 300
"""Room kept for the lines of the last action told, which stay together."""


class BoardPost(msgspec.Struct, frozen=True):
    """One message that tells part of a game. `reported` is the last action it tells; `whole` is the board itself."""

    post: Post
    reported: int
    whole: bool


def board_posts(
    record: Record,
    scene: BoardView,
    told: Sequence[tuple[int, Event]],
    tr: Translator,
    limits: Limits,
    notes: Sequence[RichText] = (),
    side: Keyboard = (),
    *,
    pictures: bool = True,
    laurels: Sequence[RichText] = (),
) -> BoardPost:
    """Return the next message that tells a game: the board, or first what does not fit its caption.

    `scene.moves` has one line for each of `told`. What is told before the board goes into a text message of its own,
    in order, so that no move is ever left out. `laurels` are lines for below a victory, `side` rows of buttons for what
    is not the game's own.
    """
    after = [*notes, *_fairness(record, tr)]
    if record.status == "closed":
        scene = msgspec.structs.replace(scene, headline=tr.rich("The game was ended early. Nobody wins."))
    room = limits.caption if pictures else limits.text
    scene = _crowned(scene, laurels, room - utf16_length(plain_text(joined([scene.body, *after]))) - ROOM_FOR_THE_END)
    fixed = utf16_length(plain_text(joined([scene.headline, scene.body, *after]))) + 3
    fitting = _fitting(scene.moves, room - fixed)
    if fitting < len(scene.moves):
        return _moves_post(scene, told, len(scene.moves) - fitting, limits)
    text = joined([scene.headline, *scene.moves, scene.body, *after])
    picture = msgspec.structs.replace(scene.picture, alt=plain_text(text)) if pictures else None
    last = told[-1][0] if told else record.moves
    return BoardPost(Post(text, picture, _board_keyboard(record, scene, side, tr)), max(last, record.moves), whole=True)


def _crowned(scene: BoardView, laurels: Sequence[RichText], room: int) -> BoardView:
    """Return the view with as many lines below its victory as there is room for."""
    headline = scene.headline
    for line in laurels:
        longer = joined([headline, line])
        if utf16_length(plain_text(longer)) <= room:
            headline = longer
    return msgspec.structs.replace(scene, headline=headline)


def _fitting(moves: Sequence[RichText], room: int) -> int:
    fitting = 0
    for line in reversed(moves):
        room -= utf16_length(plain_text(line)) + 1
        if room < 0:
            break
        fitting += 1
    return fitting


def _moves_post(scene: BoardView, told: Sequence[tuple[int, Event]], wanted: int, limits: Limits) -> BoardPost:
    taken, room = 0, limits.text - SLACK
    while taken < wanted and (room := room - utf16_length(plain_text(scene.moves[taken])) - 1) >= 0:
        taken += 1
    taken = max(taken, 1)  # so that there is an end to it, whatever a line holds
    # Events of one action are told together: `told` is by action.
    number = told[taken - 1][0]
    while taken < len(told) and told[taken][0] == number:
        taken += 1
    return BoardPost(Post(joined(scene.moves[:taken]), silent=True), number, whole=False)


def _fairness(record: Record, tr: Translator) -> list[RichText]:
    if record.status != "playing":
        game = Span(record.id, "code")
        return [
            tr.rich("Seed: {seed}", seed=Span(record.seed, "code")),
            tr.rich("Sealed as: {commitment}", commitment=Span(record.commitment, "code")),
            tr.rich("Check the deal with /verify {game}", game=game),
        ]
    if record.moves == 0:
        return [tr.rich("The deal is sealed: {commitment}", commitment=Span(record.commitment, "code"))]
    return []


def _board_keyboard(record: Record, scene: BoardView, side: Keyboard, tr: Translator) -> Keyboard:
    if record.status != "playing":
        return _after_the_end(record, tr)
    rows = tuple(
        tuple(Button(choice.text, bound(record, choice.code)) for choice in row) for row in scene.choices if row
    )
    last = (button(record, tr.t("🤫 My secret"), "hand"), button(record, tr.t("❔ What now?"), "advice"))
    return (*rows, last, *side)


def _after_the_end(record: Record, tr: Translator) -> Keyboard:
    again = (
        button(record, tr.t("Rematch"), "again", "success"),
        button(record, tr.t("Another game"), "again_games"),
    )
    if record.moves == 0:
        return (again,)
    return (
        again,
        (button(record, tr.t("⏪ Replay"), "look_0"), button(record, tr.t("💭 What everyone knew"), "look_knew")),
        (button(record, tr.t("🎬 Film"), "look_film"),),
    )


def button(record: Record, text: str, code: str, style: ButtonStyle = "") -> Button:
    """Return a button that is judged by what holds when it is pressed."""
    return Button(text, free(record, code), style=style)


def back_button(link: str, tr: Translator) -> Keyboard:
    """Return the button that leads to the board; none where its message has no link."""
    return ((Button(tr.t("Back to the table"), url=link),),) if link else ()
