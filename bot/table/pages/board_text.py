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
from bot.messaging import (
    Button,
    ButtonStyle,
    Keyboard,
    Limits,
    Post,
    RichText,
    Span,
    alternative_text,
    joined,
    plain_text,
    unfolded,
)
from bot.table.model.record import Record
from bot.table.model.tokens import free, token

ROOM_FOR_THE_END = 160
"""Room kept for the last moves below what a victory is told with."""
SEAL_HEAD, SEAL_TAIL = 6, 6
"""How many digits of a seal are shown, of its beginning and of its end."""
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
    events: Sequence[tuple[int, Event]],
    tr: Translator,
    limits: Limits,
    notes: Sequence[RichText] = (),
    side: Keyboard = (),
    *,
    reported: int = -1,
    pictures: bool = True,
    laurels: Sequence[RichText] = (),
) -> BoardPost:
    """Return the next message that tells a game: the board, or first what does not fit its caption.

    `scene.moves` has one line for each of `events`, of which the chat has been told those up to the action `reported`.
    Where not all fit, the oldest of these are left out; what was not told yet goes into a text message of its own
    before the board, in order, so that no move is ever left out. `laurels` are lines for below a victory, `side` rows
    of buttons for what is not the game's own. At the end all moves but the last are folded up too. Without a picture
    nothing is: the text is all there is to see.
    """
    if record.status == "closed":
        # NOTE: Heading of the last board.
        scene = msgspec.structs.replace(scene, headline=tr.rich("The game was ended early. Nobody wins."))
    body = [scene.body] if pictures else []
    # NOTE: Under the final board. {game} is the ID.
    check = [tr.rich("Check the deal: /verify {game}", game=Span(record.id, "code"))] if not record.live else []
    below = [scene.status, *(() if pictures else (scene.body,)), *notes, *check]
    room = limits.caption if pictures else limits.text
    room -= sum(map(_size, (*below, *body)))
    scene = _crowned(scene, laurels, room - ROOM_FOR_THE_END)
    room -= _size(scene.headline)
    unsaid: RichText = ()
    if pictures and room < 0:  # the picture shows all of it, and its alternative text tells it
        room += sum(map(_size, body))
        body, unsaid = [], scene.body
    fair = _fairness(record, tr)
    known = sum(number <= reported for number, _ in events)
    if sum(map(_size, (*scene.moves[known:], *fair))) <= room:  # else /verify tells it
        body += fair
        room -= sum(map(_size, fair))
    fitting = _fitting(scene.moves, room)
    if fitting < len(scene.moves) - known:
        return _moves_post(scene.moves[known:], events[known:], len(scene.moves) - known - fitting, limits)
    moves = [line for line in scene.moves[len(scene.moves) - fitting :] if line]
    if pictures and record.status == "ended":  # so that the picture of the victory is seen beside its words
        moves, body = moves[-1:], [*moves[:-1], *body]
    post = Post(
        joined([scene.headline, *moves, *below]),
        keyboard=_board_keyboard(record, scene, side, tr),
        details=joined(body),
    )
    if pictures:
        picture = msgspec.structs.replace(scene.picture, alt=alternative_text(unfolded(post), unsaid))
        post = msgspec.structs.replace(post, picture=picture)
    last = events[-1][0] if events else record.moves
    return BoardPost(post, max(last, record.moves), whole=True)


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
        room -= _size(line)
        if room < 0:
            break
        fitting += 1
    return fitting


def _size(line: RichText) -> int:
    length = utf16_length(plain_text(line))
    return length + 1 if length else 0


def _moves_post(
    moves: Sequence[RichText], events: Sequence[tuple[int, Event]], wanted: int, limits: Limits
) -> BoardPost:
    taken, room = 0, limits.text - SLACK
    while taken < wanted and (room := room - _size(moves[taken])) >= 0:
        taken += 1
    taken = max(taken, 1)  # so that there is an end to it, whatever a line holds
    # Events of one action are told together, and so are those that share a line: it is that of the last of them.
    while taken < len(events) and (events[taken][0] == events[taken - 1][0] or not moves[taken - 1]):
        taken += 1
    return BoardPost(Post(joined(moves[:taken]), silent=True), events[taken - 1][0], whole=False)


def _fairness(record: Record, tr: Translator) -> list[RichText]:
    """Return the seal in short, before the first move and at the end; /verify and the lobby's “Fair?” show it whole."""
    seal = Span(f"{record.commitment[:SEAL_HEAD]}…{record.commitment[-SEAL_TAIL:]}", "code")
    if record.status != "playing":
        return [tr.rich("Seal: {commitment}", commitment=seal)]
    # NOTE: Under the board: {commitment} is the beginning of the seal.
    return [tr.rich("The deal is sealed: {commitment}", commitment=seal)] if record.moves == 0 else []


def _board_keyboard(record: Record, scene: BoardView, side: Keyboard, tr: Translator) -> Keyboard:
    if record.status != "playing":
        return _after_the_end(record, tr)
    rows = tuple(tuple(Button(choice.text, token(record, choice)) for choice in row) for row in scene.choices if row)
    looks = tuple(button(record, look.text, f"look_{look.code}") for look in scene.looks)
    # NOTE: Button under the board, in a row of two or three: tells the one who taps what they can do.
    advice = button(record, tr.t("❔ What now?"), "advice")
    # NOTE: Button under the board, in a row of two or three: shows the one who taps what only they may see.
    secret = button(record, tr.t("🤫 My secret"), "hand")
    asked = (advice, secret)
    answers = (_happened(record, tr), *looks)
    last = (asked, answers) if looks else ((*asked, *answers),)
    return (*rows, *last, *side)


def _after_the_end(record: Record, tr: Translator) -> Keyboard:
    again = (
        # NOTE: Button under the final board: the same game with the same people.
        button(record, tr.t("Rematch"), "again", "success"),
        # NOTE: Button: the same people, but another of the three games.
        button(record, tr.t("Another game"), "again_games"),
    )
    if record.moves == 0:
        return (again,)
    return (
        again,
        (
            # NOTE: Button under the final board: go through the game step by step.
            button(record, tr.t("⏪ Replay"), "after_0"),
            # NOTE: Button under the final board: all secrets, and who had seen which.
            button(record, tr.t("💭 Who knew what"), "after_knew"),
        ),
        (button(record, tr.t("🎬 Video"), "after_film"), _happened(record, tr)),
    )


def _happened(record: Record, tr: Translator) -> Button:
    # NOTE: One of three buttons in a row, on phones too: at most 13 letters.
    return button(record, tr.t("What happened"), "happened")


def button(record: Record, text: str, code: str, style: ButtonStyle = "") -> Button:
    """Return a button that is judged by what holds when it is pressed."""
    return Button(text, free(record, code), style=style)


def back_button(link: str, tr: Translator) -> Keyboard:
    """Return the button that leads to the board; none where its message has no link."""
    # NOTE: Button of a page that stands in place of the board for a while.
    return ((Button(tr.t("Back to the table"), url=link),),) if link else ()
