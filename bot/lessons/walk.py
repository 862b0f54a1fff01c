"""Walks a lesson over the real rules. Pure: the same step is the same moment, at any time and for everybody."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.engine.lesson import Lesson, LessonStep, PreparedRandom, Scene
from bot.engine.presentation import FirstPress, Game, Player
from bot.engine.rules import Action, Event, Seat


class Moment(msgspec.Struct, frozen=True):
    """Where a lesson stands before a step.

    `told` are the public events since the learner's last action, that included, each with the number of its move;
    `seen` are those of the learner alone. `fresh`: these have just happened. `pending` is the first half of a choice of
    two.
    """

    step: LessonStep
    scene: Scene
    state: Any
    told: tuple[tuple[int, Event], ...] = ()
    seen: tuple[Event, ...] = ()
    fresh: bool = False
    pending: str | None = None
    moves: int = 0

    @property
    def seat(self) -> Seat:
        return self.scene.seat

    def players(self, name: str) -> tuple[Player, ...]:
        """Return who sits where; the learner goes by `name`."""
        others = list(self.scene.names)
        seats = len(others) + 1
        after = {(self.seat + 1 + number) % seats: other for number, other in enumerate(others)}
        return tuple(Player(after.get(seat, name), computer=seat in after) for seat in range(seats))


def moment_at(game: Game, lesson: Lesson, index: int) -> Moment:
    """Return the moment before the step with this number, all steps before it done."""
    moment = _enter(lesson, lesson.steps[0], None)
    for number in range(index):
        moment = _enter(lesson, lesson.steps[number + 1], _done(game, moment))
    return moment


def _enter(lesson: Lesson, step: LessonStep, before: Moment | None) -> Moment:
    if before is None or step.scene:
        scene = lesson.scenes[step.scene]
        return Moment(step, scene, scene.state)
    return msgspec.structs.replace(before, step=step)


def _done(game: Game, moment: Moment) -> Moment:
    """Carry out what a step wants, and what the others do then."""
    step = moment.step
    if not step.press:
        return msgspec.structs.replace(moment, fresh=False)
    view = game.rules.view(moment.state, moment.seat)
    choice = game.presenter.decode(view, moment.seat, moment.pending, step.press)
    if isinstance(choice, FirstPress):
        return msgspec.structs.replace(moment, pending=choice.code, fresh=False)
    moment = msgspec.structs.replace(moment, told=(), seen=(), fresh=True, pending=None)
    for seat, action in ((moment.seat, choice), *step.others):
        moment = _play(game, moment, seat, action)
    return moment


def _play(game: Game, moment: Moment, seat: Seat, action: Action) -> Moment:
    played = game.rules.play(moment.state, seat, action, PreparedRandom(moment.scene.dice))
    number = moment.moves + 1
    return msgspec.structs.replace(
        moment,
        state=played.state,
        moves=number,
        told=(*moment.told, *((number, event) for event in played.events if event.audience is None)),
        seen=(*moment.seen, *(event for event in played.events if event.audience == moment.seat)),
    )
