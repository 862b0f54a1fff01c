"""The lesson of The Vanished Animal: a prepared ring, and what is said while it is played."""

from __future__ import annotations

from bot.engine.lesson import Lesson, LessonStep, Reply, Scene
from bot.engine.rules import Swap
from bot.games.vanished_animal.rules.moves import ANIMALS as KINDS
from bot.games.vanished_animal.rules.moves import HATS, Look, Name
from bot.games.vanished_animal.rules.options import settle
from bot.games.vanished_animal.rules.state import RingHat, VanishedAnimalState
from bot.games.vanished_animal.rules.view import VanishedSeat
from bot.games.vanished_animal.text import ANIMALS
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import name_span

_TICK, _TOCK = name_span("Tick"), name_span("Tock")
_RING = ("frog", "owl", "dove", "mouse", "hedgehog")


def _mix() -> VanishedAnimalState:
    hats = tuple(RingHat(animal, token) for token, animal in enumerate(_RING))
    (missing,) = set(KINDS) - set(_RING)
    return VanishedAnimalState(settle({}), hats, RingHat(missing, HATS), (VanishedSeat(),) * 3, turn=0, starter=0)


def _either(one: str, other: str) -> LazyText:
    # NOTE: Button: one of three replies to a question of the lesson, two animals.
    return lazy("{one} or {other}", one=ANIMALS[one], other=ANIMALS[other])


LESSON = Lesson(
    scenes={"": Scene(_mix(), 0, ("Tick", "Tock"))},
    steps=(
        LessonStep(
            "look",
            # NOTE: The lesson of The Vanished Animal: all that follows is said to a beginner who plays it alone
            # against “Tick” and “Tock”. A button is pointed at in every step; hats have the numbers of their spots in
            # the ring.
            lazy(
                "Six hats, with an animal in each. Five hats are in the ring; the sixth is in the box, and "
                "nobody may look in there. Be the first to name the animal that has vanished! Start by looking "
                "into hat 1. Only you will see it."
            ),
            press="l0",
            # NOTE: Alert in the lesson after a tap on another button than the one pointed at.
            slips={"l": lazy("You could look into that one too, but for this lesson, choose hat 1.")},
        ),
        LessonStep(
            "swap",
            lazy(
                "A frog! So the frog isn’t in the box. After every look comes a swap: that hat trades places "
                "with another one. Nobody sees inside, but everyone sees which two. Swap it with hat 4."
            ),
            press="s3",
            others=((1, Look(1)), (1, Swap(1, 2)), (2, Look(4)), (2, Swap(3, 4))),
            # NOTE: {hat} is a number.
            slips={"s": lazy("Any other hat would do, but for this lesson, swap it with hat {hat}.", hat=4)},
        ),
        LessonStep(
            "where",
            # NOTE: {tick} and {tock} are the names of two computer players, Tick and Tock.
            lazy(
                "{tick} and {tock} have looked and swapped too: you can read their moves above. Your frog went "
                "to spot 4. Where is it now?",
                tick=_TICK,
                tock=_TOCK,
            ),
            replies=(
                # NOTE: Button: one of three replies to a question of the lesson.
                Reply(lazy("Hat {hat}", hat=1), lazy("That’s where it started. You moved it to spot 4 yourself.")),
                Reply(
                    lazy("Hat {hat}", hat=4), lazy("It was there until somebody swapped 4 and 5. Look at the moves.")
                ),
                Reply(
                    lazy("Hat {hat}", hat=5),
                    lazy("Right! The hats move and you keep track of them. That’s the whole trick."),
                    right=True,
                ),
            ),
        ),
        LessonStep(
            "look2",
            lazy("Seeing the frog again wouldn’t tell you anything. Look into hat 1: it’s a different hat now."),
            press="l0",
            slips={
                "l4": lazy("That’s your frog, and you know it already. A hat you haven’t seen tells you more."),
                "l": lazy("You could look into that one too, but for this lesson, choose hat 1."),
            },
        ),
        LessonStep(
            "swap2",
            lazy("So the mouse isn’t in the box either. Now swap this hat with hat 2."),
            press="s1",
            others=((1, Name("owl")), (2, Look(2)), (2, Swap(2, 3))),
            slips={"s": lazy("Any other hat would do, but for this lesson, swap it with hat {hat}.", hat=2)},
        ),
        LessonStep(
            "look3",
            # NOTE: {tick} is the name of the computer player, Tick.
            lazy(
                "Instead of looking, {tick} named the owl. Wrong! Whoever is wrong is shown the box and sits "
                "out the rest of the round. Now everyone knows that the owl is in the ring, so it’s crossed "
                "out. Carry on: look into hat 1.",
                tick=_TICK,
            ),
            press="l0",
            slips={"l": lazy("You could look into that one too, but for this lesson, choose hat 1.")},
        ),
        LessonStep(
            "swap3",
            lazy("The dove is here too. Now swap this hat with hat 3."),
            press="s2",
            others=((2, Look(1)), (2, Swap(1, 4))),
            slips={"s": lazy("Any other hat would do, but for this lesson, swap it with hat {hat}.", hat=3)},
        ),
        LessonStep(
            "left",
            lazy(
                "You’ve seen the frog, the mouse and the dove, and the owl is crossed out. Which animal could "
                "be in the box?"
            ),
            replies=(
                Reply(
                    _either("frog", "hedgehog"), lazy("You’ve seen the frog in the ring, so it can’t be in the box.")
                ),
                Reply(_either("rabbit", "hedgehog"), lazy("Right! It’s one of those two."), right=True),
                Reply(
                    _either("owl", "rabbit"), lazy("Naming the owl was wrong, so everyone knows that it’s in the ring.")
                ),
            ),
        ),
        LessonStep(
            "look4",
            lazy("One more look will settle it. Hat 1 is one that you haven’t seen yet: look into it."),
            press="l0",
            slips={
                "l": lazy("You’ve seen that one. Hat 1 has come from a spot where you never looked."),
                "n": lazy("You might be right, but it could be either of two. One look and you’ll be sure."),
            },
        ),
        LessonStep(
            "swap4",
            lazy(
                "The hedgehog is here, so the rabbit is missing! But after a look comes a swap: swap this hat "
                "with hat 2."
            ),
            press="s1",
            others=((2, Look(2)), (2, Swap(2, 3))),
            slips={"s": lazy("Any other hat would do, but for this lesson, swap it with hat {hat}.", hat=2)},
        ),
        LessonStep(
            "name",
            # NOTE: {tock} is the name of a computer player, Tock.
            lazy("It’s your turn again, and {tock} hasn’t named it. Now say it: choose the rabbit.", tock=_TOCK),
            press="n0",
            slips={
                # NOTE: {tock} is the name of a computer player, Tock.
                "l": lazy("You know enough, and {tock} could get there first. Name it!", tock=_TOCK),
                "n": lazy("That one is in the ring. Only the rabbit is left."),
            },
        ),
        LessonStep(
            "sure",
            lazy(
                "The rabbit is selected. A wrong guess knocks you out of the round, so I’ll ask you again: are "
                "you sure? Tap ✔!"
            ),
            press="y",
            slips={
                "n": lazy("You chose the rabbit, and that’s right. Now confirm it with ✔."),
                "l": lazy("A look would undo your choice. You’re sure, so confirm it with ✔."),
            },
        ),
        LessonStep(
            "end",
            lazy(
                "The rabbit! You win the round. Win a second one and you get the magic wand, and the game is "
                "yours. If everyone else names a wrong animal, the last player left wins the round. You can’t "
                "pass: look and swap, or name."
            ),
        ),
    ),
    slips={
        "l": lazy("You get one look each turn. Now swap that hat with another one."),
        "n": lazy("Name the right animal and you win the round. If you’re wrong, you’re out of it, so look first."),
        "y": lazy("✔ names the animal you’ve selected. Make sure you know which one it is first."),
    },
)
