"""Lessons put into posts: the real board with its buttons, one of them pointed at, and what to do under it.

The words here are the same for every game; a game's own come from its lesson and its presenter. A token is
`e.<game>.at.<step>.<code>`: it names the step it was offered for, so that a button of an older message does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from bot.engine.lesson import Lesson, LessonStep, Reply
from bot.engine.presentation import BoardView, Game
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.lessons.walk import Moment, moment_at
from bot.messaging import Button, Keyboard, Limits, Picture, Post, RichText, Span, joined, plain_text, unfolded

PREFIX = "e"
"""The first part of every token of this feature."""
LEARN_PAYLOAD = "learn"
"""The payload of the link that opens the list of lessons in the private chat."""
GO_ON = "go"
"""The code of the button under a step that is only read."""
_POINTER = "👉"
_ROOMY = 4
"""How many buttons of a row leave room for a sign more."""
_TALL = 3
"""Rows of buttons below which there is room for more text."""
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
    game: Game, lesson: Lesson, index: int, name: str, tr: Translator, limits: Limits, note: RichText = ()
) -> Post:
    """Show a step; `note` is what is said of the press before, empty where nothing is to be said."""
    moment = moment_at(game, lesson, index)
    players = moment.players(name)
    board = game.presenter.board(game.rules.view(moment.state, None), moment.told, players, tr)
    step = moment.step
    heading = f"🎓 {game.presenter.title(tr)} · {tr.number(index + 1)}/{tr.number(len(lesson.steps))}"
    happened = joined([*(board.moves if moment.fresh else ()), *_secrets(game, moment, name, tr)])
    said = _parted([note, happened, joined([tr.rich(step.text), _pointing(step, board, tr)])])
    text = joined([(Span(heading, "bold"),), said])
    details, keyboard = joined([board.status, board.body]), _keyboard(game, lesson, step, board, tr)
    post = Post(text, replace(board.picture, alt=plain_text(joined([text, details]))), keyboard, details=details)
    if len(keyboard) > _TALL or utf16_length(plain_text(unfolded(post))) > limits.caption:
        return replace(post, details=())  # or the board would be pushed off the screen of a phone
    return post


def list_page(games: Mapping[str, Game], marks: Mapping[str, str], picture: Picture | None, tr: Translator) -> Post:
    """Show all lessons; `marks` say of each game how far the reader is: "begun", "done", or nothing."""
    text = tr.rich("Which game do you want to learn? It takes about three minutes, and you can stop at any time.")
    signs = {"begun": "⏸ ", "done": "✅ "}
    rows = tuple(
        (Button(signs.get(marks.get(key, ""), "") + game.presenter.title(tr), lesson_token(game)),)
        for key, game in games.items()
        if game.lesson is not None
    )
    return Post(text, replace(picture, alt=plain_text(text)) if picture else None, rows)


def slip_note(lesson: Lesson, step: LessonStep, code: str, tr: Translator) -> RichText:
    """Return what a press would have done that is not the one pointed at."""
    said = {**lesson.slips, **step.slips}
    fitting = [beginning for beginning in said if code.startswith(beginning)]
    if not fitting:
        return _noted(tr.rich("Good to know where it is. It comes later."))
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
    return tr.rich("👉 Press {button}", button=Span(label, "bold"))


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
        )
    elif step != lesson.steps[-1]:
        rows = ((Button(tr.t("Go on"), f"{prefix}{GO_ON}", style="primary"),),)
    else:
        rows = (
            (Button(tr.t("▶️ Now play against an easy computer"), lesson_token(game, verb="play"), style="success"),),
        )
    again = Button(tr.t("⏮ From the start"), lesson_token(game, verb="again"))
    return (*rows, (again, Button(tr.t("🎓 All lessons"), list_token())))


def _pointed(text: str, beside: int) -> str:
    """Return the label of the button to press; where many share a row, the hand stands for its sign."""
    return _POINTER + (re.sub(r"^\D+", "", text) or text) if beside > _ROOMY else f"{_POINTER} {text}"
