"""Every lesson can be walked to its end in every language: by the presses it points at, on the real rules and board."""

from __future__ import annotations

import itertools
import re

import pytest

from bot.engine.lesson import Lesson, LessonStep
from bot.engine.presentation import Choices, Game
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.lessons.page import label_width, reply_note, reply_of, slip_note, step_page
from bot.lessons.walk import moment_at
from bot.messaging import Button, Post, plain_text, unfolded
from bot.platforms.telegram.platform import TelegramPlatform
from bot.settings import LOCALES

CATALOGS = Catalogs(LOCALES)
LIMITS = TelegramPlatform.limits
TAUGHT = [game for game in GAMES if game.lesson is not None]
MOST_STEPS = 20
"""Presses of a lesson of two to five minutes."""
BUTTON, TOKEN = 64, 64
NAME = "W" * 24
OPENED, CLOSED = "\u2068", "\u2069"
"""What isolates the direction of a text."""
CUT = 46
"""From this width on a label is cut where seven share a row, as was measured on a screen that is 390 px wide."""
GAME = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.key)


@pytest.fixture(params=CATALOGS.locales)
def tr(request: pytest.FixtureRequest) -> Translator:
    return CATALOGS.translator(request.param)


def lesson_of(game: Game) -> Lesson:
    assert game.lesson is not None
    return game.lesson


def buttons(post: Post) -> list[Button]:
    return [button for row in post.keyboard for button in row]


def code_of(game: Game, step: LessonStep, button: Button) -> str | None:
    """Return the code that a button has in a step, None for one that belongs to no step."""
    prefix = f"e.{game.key}.at.{step.id}."
    return button.token.removeprefix(prefix) if button.token.startswith(prefix) else None


def board_of(game: Game, index: int, tr: Translator) -> Choices:
    return game.presenter.choices(game.rules.view(moment_at(game, lesson_of(game), index).state, None), tr)


def hold_limits(post: Post) -> None:
    assert 0 < utf16_length(plain_text(unfolded(post))) <= LIMITS.caption
    for button in buttons(post):
        assert 0 < utf16_length(button.text) <= BUTTON
        assert 0 < len(button.token.encode("ascii")) <= TOKEN


def test_every_game_is_taught() -> None:
    assert list(GAMES) == TAUGHT


@GAME
def test_a_lesson_is_short_and_asks_two_questions(game: Game) -> None:
    steps = lesson_of(game).steps
    assert len(steps) <= MOST_STEPS
    assert len({step.id for step in steps}) == len(steps)
    assert all(re.fullmatch("[a-z0-9_]{1,16}", step.id) for step in steps)
    asked = [step.replies for step in steps if step.replies]
    assert len(asked) >= 2
    for replies in asked:
        assert [reply.right for reply in replies].count(True) == 1
        assert len(replies) >= 3
    assert not steps[-1].press
    assert not steps[-1].replies
    assert all(not (step.press and step.replies) for step in steps)


@GAME
def test_each_press_that_is_pointed_at_is_on_the_board_and_legal(game: Game, tr: Translator) -> None:
    lesson = lesson_of(game)
    for index, step in enumerate(lesson.steps):
        post = step_page(game, lesson, index, NAME, tr, LIMITS)  # a press that is not legal could not be walked
        hold_limits(post)
        assert post.picture is not None
        pointed = [button for button in buttons(post) if button.style == "primary"]
        if not step.press:
            assert not any(button.text.startswith("👉") for button in buttons(post))
            continue
        (button,) = pointed
        assert code_of(game, step, button) == step.press
        view = game.rules.view(moment_at(game, lesson, index).state, None)
        on_board = [choice for row in game.presenter.choices(view, tr) for choice in row if not choice.ahead]
        assert [code for each in buttons(post) if (code := code_of(game, step, each))] == [c.code for c in on_board]


@GAME
def test_the_text_names_the_button_as_it_is_labelled_and_it_is_not_cut(game: Game, tr: Translator) -> None:
    lesson = lesson_of(game)
    for index, step in enumerate(lesson.steps):
        post = step_page(game, lesson, index, NAME, tr, LIMITS)
        for row in post.keyboard if step.press else ():
            for button in row:
                if button.style != "primary":
                    continue
                label = button.text.removeprefix("👉").strip()
                assert label in [choice.text for choices in board_of(game, index, tr) for choice in choices]
                named = plain_text(post.text).rsplit("👉", 1)[1]
                assert label in named, (step.id, named)
                assert (f"{OPENED}{label}{CLOSED}" in named) == tr.rtl, "a sign and a digit keep their order"
                assert len(row) < 7 or label_width(button.text) < CUT
                assert len(row) > 5 or len(label) > 9 or button.text != label, "there is room for the hand"


@GAME
def test_every_other_press_is_explained(game: Game, tr: Translator) -> None:
    lesson = lesson_of(game)
    for index, step in enumerate(lesson.steps):
        if not step.press:
            continue
        for button in buttons(step_page(game, lesson, index, NAME, tr, LIMITS)):
            code = code_of(game, step, button)
            if code is None or code == step.press:
                continue
            assert any(code.startswith(beginning) for beginning in {**lesson.slips, **step.slips}), (step.id, code)
            post = step_page(game, lesson, index, NAME, tr, LIMITS, slip_note(lesson, step, code, tr))
            hold_limits(post)
            assert "💡" in plain_text(post.text)
            assert "👉" in plain_text(post.text), "what to press is said once more"


@GAME
def test_every_answer_is_told_what_is_right(game: Game, tr: Translator) -> None:
    lesson = lesson_of(game)
    for index, step in enumerate(lesson.steps):
        shown = [code_of(game, step, button) for button in buttons(step_page(game, lesson, index, NAME, tr, LIMITS))]
        for number, reply in enumerate(step.replies):
            assert reply_of(step, f"={number}") == reply
            assert f"={number}" in shown
            after = index + reply.right
            hold_limits(step_page(game, lesson, after, NAME, tr, LIMITS, reply_note(reply, tr)))
        for code in ("", "=", f"={len(step.replies)}", "=-1", "=x", "p0"):
            assert reply_of(step, code) is None


@GAME
def test_a_board_tells_what_has_happened_and_what_the_learner_alone_saw(game: Game) -> None:
    lesson, tr = lesson_of(game), CATALOGS.translator("en")
    for before, after in itertools.pairwise(range(len(lesson.steps))):
        moment = moment_at(game, lesson, after)
        text = plain_text(step_page(game, lesson, after, NAME, tr, LIMITS).text)
        if lesson.steps[before].press and moment.fresh:
            view, players = game.rules.view(moment.state, None), moment.players(NAME)
            lines = [plain_text(line) for line in game.presenter.board(view, moment.told, players, tr).moves if line]
            assert lines
            assert all(line in text for line in lines)
        for event in moment.seen if moment.fresh else ():
            secret = game.presenter.secret(event, game.rules.view(moment.state, moment.seat), (), tr)
            assert secret is None or plain_text(secret.text) in text


def test_an_unknown_step_begins_at_the_beginning() -> None:
    assert lesson_of(TAUGHT[0]).index("no such step") == 0
