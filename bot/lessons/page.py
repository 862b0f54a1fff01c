"""Lessons put into posts: the real board with its buttons, one of them pointed at, and what to do under it.

The words here are the same for every game; a game's own come from its lesson and its presenter. A token is
`e.<game>.at.<step>.<code>`: it names the step it was offered for, so that a button of an older message does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from bot.engine.lesson import Lesson, LessonStep, Reply
from bot.engine.presentation import BoardView, Game
from bot.i18n.names import isolate, utf16_length
from bot.i18n.translator import Translator
from bot.lessons.walk import Moment, moment_at
from bot.messaging import (
    Button,
    Keyboard,
    Limits,
    Picture,
    Post,
    RichText,
    Span,
    alternative_text,
    joined,
    plain_text,
    unfolded,
)

PREFIX = "e"
"""The first part of every token of this feature."""
LEARN_PAYLOAD = "learn"
"""The payload of the link that opens the list of lessons in the private chat."""
GO_ON = "go"
"""The code of the button under a step that is only read."""
_POINTER = "👉"
_SCREEN, _BETWEEN, _MARGINS = 340, 4, 8
"""How wide a row of buttons is on a phone of 390 pixels, what is between two, and left and right of a label."""
_SIGN, _LETTER, _SPACE, _LAST_LETTER = 19.0, 7.5, 4.0, "\u2100"
_TALL = 3
"""As many rows of buttons leave no room for more text."""
_MUCH = 300
"""UTF-16 units of words beside which there is no room for more, however few the buttons."""
_SHORT = 12
"""Letters of answers that share a row."""
_REPLY = "="
"""Begins the code of an answer; no game's code begins so."""


def lesson_payload(game: str) -> str:
    """Return the payload of the link that opens a lesson in the private chat; it is a token too."""
    return f"lesson_{game}"


def list_token(*, anew: bool = False) -> str:
    """Return the token of a button that lists the lessons; `anew`: in a message of its own."""
    return f"{PREFIX}.new" if anew else PREFIX


def lesson_token(game: Game, *, verb: str = "open") -> str:
    """Return the token of a button that opens a lesson, begins it again, or opens a table after it."""
    return f"{PREFIX}.{game.key}.{verb}"


def step_page(
    game: Game, lesson: Lesson, index: int, name: str, tr: Translator, limits: Limits, note: RichText = (),
    back: Keyboard = (),
) -> Post:  # fmt: skip
    """Show a step; `note` is what is said of the press before, empty where nothing is to be said.

    `back` leads to tables where the learner sits.
    """
    moment = moment_at(game, lesson, index)
    players = moment.players(name)
    board = game.presenter.board(game.rules.view(moment.state, None), moment.told, players, tr)
    step = moment.step
    heading = f"🎓 {game.presenter.title(tr)} · {tr.number(index + 1)}/{tr.number(len(lesson.steps))}"
    happened = joined([*(board.moves if moment.fresh else ()), *_secrets(game, moment, name, tr)])
    said = _parted([note, happened, joined([tr.rich(step.text), _pointing(step, board, tr)])])
    text = joined([(Span(heading, "bold"),), said])
    details, keyboard = joined([board.status, board.body]), (*back, *_keyboard(game, lesson, step, board, tr))
    post = Post(text, replace(board.picture, alt=alternative_text(text, details)), keyboard, details=details)
    if (
        len(keyboard) >= _TALL
        or utf16_length(plain_text(text)) > _MUCH
        or utf16_length(plain_text(unfolded(post))) > limits.caption
    ):
        return replace(post, details=())  # or the board would be pushed off the screen of a phone
    return post


def list_page(games: Mapping[str, Game], marks: Mapping[str, str], picture: Picture | None, tr: Translator) -> Post:
    """Show all lessons; `marks` say of each game how far the reader is: "begun", "done", or nothing."""
    # NOTE: Above the list of lessons.
    text = tr.rich("Which game would you like to learn? You can stop at any time and carry on later.")
    signs = {"begun": "⏸ ", "done": "✅ "}
    taught = [(game, game.lesson) for game in games.values() if game.lesson is not None]
    rows = []
    for number, (game, lesson) in enumerate(taught, 1):  # numbered as their pictures are side by side
        title = f"{tr.number(number)}. {signs.get(marks.get(game.key, ''), '')}{game.presenter.title(tr)}"
        label = title if game.key in marks else f"{title} · {tr.duration(60 * lesson.minutes, short=True)}"
        rows.append((Button(label, lesson_token(game)),))
    return Post(text, replace(picture, alt=alternative_text(text)) if picture else None, tuple(rows))


def slip_note(lesson: Lesson, step: LessonStep, code: str, tr: Translator) -> RichText:
    """Return what a press would have done that is not the one pointed at."""
    said = {**lesson.slips, **step.slips}
    fitting = [beginning for beginning in said if code.startswith(beginning)]
    if not fitting:
        # NOTE: In a lesson: the learner tapped another button than the one the lesson points at. Friendly; the button
        # is not a mistake, only not yet explained.
        return _noted(tr.rich("Well spotted! We’ll get to that button later."))
    return _noted(tr.rich(said[max(fitting, key=len)]))


def reply_of(step: LessonStep, code: str) -> Reply | None:
    """Return the answer to a question that a code means."""
    number = code.removeprefix(_REPLY)
    if code == number or not (number.isascii() and number.isdigit()) or int(number) >= len(step.replies):
        return None
    return step.replies[int(number)]


def reply_note(reply: Reply, tr: Translator) -> RichText:
    """Return what is said of an answer."""
    said = tr.rich(reply.says)
    return (Span("✅ "), *said) if reply.right else _noted(said)


def _parted(parts: Iterable[RichText]) -> RichText:
    """Join paragraphs; empty ones are left out."""
    shown = [part for part in parts if part]
    return tuple(span for part in shown for span in (Span("\n\n"), *part))[1:]


def _noted(said: RichText) -> RichText:
    return (Span("💡 "), *said)


def _secrets(game: Game, moment: Moment, name: str, tr: Translator) -> list[RichText]:
    """Return what the learner alone sees: what the last action showed, and the hand where the game has one."""
    presenter, view, players = game.presenter, game.rules.view(moment.state, moment.seat), moment.players(name)
    secrets = [presenter.secret(event, view, players, tr) for event in moment.seen]
    lines = [plain_text(secret.text) for secret in secrets if secret is not None]
    hand = presenter.hand(view, moment.seat, players, tr) if moment.step.press else None
    if hand is not None:
        lines.append(hand.alert)
    return [(Span("🤫 "), Span(line, "bold")) for line in lines]


def _pointing(step: LessonStep, board: BoardView, tr: Translator) -> RichText:
    if not step.press:
        return ()
    label = next((choice.text for row in board.choices for choice in row if choice.code == step.press), "")
    # a sign and a digit have no direction of their own: in right-to-left text they would change places
    # NOTE: In a lesson. {button} is the label of a button.
    return tr.rich("👉 Tap {button}", button=Span(isolate(label) if tr.rtl else label, "bold"))


def _keyboard(game: Game, lesson: Lesson, step: LessonStep, board: BoardView, tr: Translator) -> Keyboard:
    prefix = f"{PREFIX}.{game.key}.at.{step.id}."
    rows: Keyboard
    if step.replies:
        answers = [Button(tr.translate(reply.text), f"{prefix}{_REPLY}{n}") for n, reply in enumerate(step.replies)]
        short = all(len(answer.text) <= _SHORT for answer in answers)
        rows = (tuple(answers),) if short else tuple((answer,) for answer in answers)
    elif step.press:
        rows = tuple(
            tuple(
                Button(_pointed(choice.text, len(row)), prefix + choice.code, style="primary")
                if choice.code == step.press
                else Button(choice.text, prefix + choice.code)
                for choice in row
            )
            for row in board.choices
            if not row[0].ahead  # on a phone what is due now has just room below the picture
        )
    elif step != lesson.steps[-1]:
        # NOTE: Button of a lesson: the next step.
        rows = ((Button(tr.t("Continue"), f"{prefix}{GO_ON}", style="primary"),),)
    else:
        # NOTE: Button at the end of a lesson, alone in its row.
        rows = ((Button(tr.t("▶️ Play against an easy computer"), lesson_token(game, verb="play"), style="success"),),)
    if len(rows) >= _TALL:  # board, words and keys are to be seen at once on a phone
        return rows
    # NOTE: Button of a lesson, in a row of two: back to its first step.
    again = Button(tr.t("⏮ Start again"), lesson_token(game, verb="again"))
    # NOTE: Button of a lesson, in a row of two.
    return (*rows, (again, Button(tr.t("🎓 All lessons"), list_token())))


def _pointed(text: str, beside: int) -> str:
    """Return the label of the button to press: its own, which the text names, after a hand if there is room for it."""
    room = (_SCREEN - _BETWEEN * (beside - 1)) / beside - _MARGINS
    return next((label for label in (f"{_POINTER} {text}", _POINTER + text) if label_width(label) <= room), text)


def label_width(label: str) -> float:
    """Return about how wide a label is on a phone."""
    return sum(_SIGN if sign > _LAST_LETTER else _SPACE if sign == " " else _LETTER for sign in label)
