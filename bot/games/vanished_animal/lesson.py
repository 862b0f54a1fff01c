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
    return lazy("{one} or {other}", one=ANIMALS[one], other=ANIMALS[other])


LESSON = Lesson(
    scenes={"": Scene(_mix(), 0, ("Tick", "Tock"))},
    steps=(
        LessonStep(
            "look",
            lazy(
                "Six hats, an animal in each. Five stand in the ring; the sixth is in the box, into which nobody may "
                "look. Be the first to name the animal that vanished with it! Begin with a look into hat 1. Nobody "
                "else sees it."
            ),
            press="l0",
            slips={"l": lazy("That would do too. For this lesson take hat 1.")},
        ),
        LessonStep(
            "swap",
            lazy(
                "A frog! Then the frog is not in the box. To every look belongs a swap: the hat changes places with "
                "another. Nobody looks in, but all see which two. Swap it with hat 4."
            ),
            press="s3",
            others=((1, Look(1)), (1, Swap(1, 2)), (2, Look(4)), (2, Swap(3, 4))),
            slips={"s": lazy("Any other hat would do. For this lesson swap it with hat {hat}.", hat=4)},
        ),
        LessonStep(
            "where",
            lazy(
                "{tick} and {tock} have looked and swapped too: it says so above. Your frog went to place 4. Where "
                "is it now?",
                tick=_TICK,
                tock=_TOCK,
            ),
            replies=(
                Reply(lazy("Hat {hat}", hat=1), lazy("There it stood at first. You swapped it to place 4 yourself.")),
                Reply(
                    lazy("Hat {hat}", hat=4), lazy("It was there, until somebody swapped 4 with 5. Look at the moves.")
                ),
                Reply(
                    lazy("Hat {hat}", hat=5),
                    lazy("Right! Hats move and you follow them: that is the whole art."),
                    right=True,
                ),
            ),
        ),
        LessonStep(
            "look2",
            lazy("To see the frog again would tell you nothing. Look into hat 1, which is another one now."),
            press="l0",
            slips={
                "l4": lazy("That is your frog, which you know already. A look at a new hat tells more."),
                "l": lazy("That would do too. For this lesson take hat 1."),
            },
        ),
        LessonStep(
            "swap2",
            lazy("The mouse is not in the box either. Now its swap: with hat 2."),
            press="s1",
            others=((1, Name("owl")), (2, Look(2)), (2, Swap(2, 3))),
            slips={"s": lazy("Any other hat would do. For this lesson swap it with hat {hat}.", hat=2)},
        ),
        LessonStep(
            "look3",
            lazy(
                "{tick} named the owl instead of looking, and was wrong: shown the box, and out until the next round. "
                "So the owl is in the ring, all know it now: crossed out. Look on: hat 1.",
                tick=_TICK,
            ),
            press="l0",
            slips={"l": lazy("That would do too. For this lesson take hat 1.")},
        ),
        LessonStep(
            "swap3",
            lazy("The dove is here as well. Now its swap: with hat 3."),
            press="s2",
            others=((2, Look(1)), (2, Swap(1, 4))),
            slips={"s": lazy("Any other hat would do. For this lesson swap it with hat {hat}.", hat=3)},
        ),
        LessonStep(
            "left",
            lazy("You have seen the frog, the mouse and the dove, and the owl is crossed out. Who may be in the box?"),
            replies=(
                Reply(
                    _either("frog", "hedgehog"), lazy("You have seen the frog in the ring, so it is not in the box.")
                ),
                Reply(_either("rabbit", "hedgehog"), lazy("Right! One of these two."), right=True),
                Reply(
                    _either("owl", "rabbit"), lazy("The owl was named in vain: everybody knows that it is in the ring.")
                ),
            ),
        ),
        LessonStep(
            "look4",
            lazy("One more look decides. In place 1 is a hat that you have not seen yet: look into it."),
            press="l0",
            slips={
                "l": lazy("You have seen that one. Hat 1 has come from where you never looked."),
                "n": lazy("You might be right, but it is one of two. A look makes it certain."),
            },
        ),
        LessonStep(
            "swap4",
            lazy("The hedgehog is here, so it is the rabbit! First the swap that belongs to the look: with hat 2."),
            press="s1",
            others=((2, Look(2)), (2, Swap(2, 3))),
            slips={"s": lazy("Any other hat would do. For this lesson swap it with hat {hat}.", hat=2)},
        ),
        LessonStep(
            "name",
            lazy("Your turn again, and {tock} has not named it. Say it now: choose the rabbit.", tock=_TOCK),
            press="n0",
            slips={
                "l": lazy("You know enough, and {tock} may be quicker. Name it!", tock=_TOCK),
                "n": lazy("That one is in the ring. The rabbit is the only one that nobody can have seen."),
            },
        ),
        LessonStep(
            "sure",
            lazy(
                "The rabbit is chosen. You are asked once more, since a wrong name puts you out of the round. Say it!"
            ),
            press="y",
            slips={
                "n": lazy("You had chosen the rabbit, and that is right. Now confirm it."),
                "l": lazy("A look would take your choice back. You are sure: confirm it."),
            },
        ),
        LessonStep(
            "end",
            lazy(
                "The rabbit! The round is yours. A second one brings the magic wand, and the game. If all others name "
                "a wrong one, the last player left wins the round. You cannot pass: look and swap, or name."
            ),
        ),
    ),
    slips={
        "l": lazy("One look is enough for a turn. Now the hat has to change places."),
        "n": lazy("Naming wins the round if you are right. If you are wrong you are out of it, so look first."),
        "y": lazy("✔ confirms the animal that you have chosen to name. First you want to be sure."),
    },
)
