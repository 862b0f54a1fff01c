"""The lesson of Court Hats: a prepared row, and what is said while it is played."""

from __future__ import annotations

from bot.engine.lesson import Lesson, LessonStep, Reply, Scene
from bot.engine.rules import Swap
from bot.games.court_hats.rules.moves import KINDS, MAGIC, MAGIC_HATS, PER_KIND, OpenHat, Peek
from bot.games.court_hats.rules.options import settle
from bot.games.court_hats.rules.state import CourtHatsState, RowSlot
from bot.games.court_hats.rules.view import CourtSeat
from bot.i18n.lazy import lazy, lazy_plural
from bot.i18n.translator import name_span

_TICK = name_span("Tick")
_ROW = ("king", "princess", "dragon", "wizard", "jester", "maid", "cook")
_HATS = ("knight", "cook", "princess", "king", MAGIC, "dragon", "pirate")
_NEXT_CHARACTERS, _NEXT_HATS = ("knight",), ("jester", "maid")
"""What comes first of the piles."""


def _deck(per_kind: int, used: tuple[str, ...], first: tuple[str, ...]) -> tuple[str, ...]:
    """Return a pile: some cards first, then all others that are not `used`."""
    rest = [kind for kind in KINDS for _ in range(per_kind)]
    for kind in (*used, *first):
        if kind != MAGIC:
            rest.remove(kind)
    return (*first, *rest)


def _deal() -> CourtHatsState:
    row = tuple(RowSlot(*cards, token) for token, cards in enumerate(zip(_ROW, _HATS, strict=True)))
    hats = _deck(PER_KIND, _HATS, _NEXT_HATS) + (MAGIC,) * (MAGIC_HATS - 1)
    blank = CourtSeat(pairs=(), magic=0, chips=0)
    return CourtHatsState(
        settle({}), row, _deck(PER_KIND, _ROW, _NEXT_CHARACTERS), hats, (blank, blank), turn=0, laid=len(row)
    )


LESSON = Lesson(
    scenes={"": Scene(_deal(), 0, ("Tick",))},
    steps=(
        LessonStep(
            "peek",
            lazy(
                "Seven people at court, and over each of them a hat, face down and mostly the wrong one. Find out "
                "what lies where: a hat opened on its own head is a pair, and a pair is a point. Each turn is one "
                "thing: look, swap or open. Begin with a look at hat 3. Nobody else sees it."
            ),
            press="p2",
            others=((1, Peek(5)),),
            slips={"p": lazy("That would show you another hat, and it would do too. For this lesson take hat 3.")},
        ),
        LessonStep(
            "take",
            lazy(
                "A tiara! It belongs to the princess, and she stands at place 2. Bring it to her: two hats change "
                "places, unseen, the people stay. Choose hat 3 first."
            ),
            press="s2",
        ),
        LessonStep(
            "bring",
            lazy("Hat 3 is chosen for the swap. Now press the hat that it goes to: that of the princess."),
            press="s1",
            others=((1, Peek(3)),),
            slips={
                "s2": lazy("Hat 3 is chosen already. It wants a second hat to change places with."),
                "s": lazy("That would take the tiara to somebody else. The princess stands at place 2."),
            },
        ),
        LessonStep(
            "open",
            lazy(
                "{tick} only had a look elsewhere, so the tiara is still with the princess. Opening means: I say this "
                "hat fits. Open hat 2!",
                tick=_TICK,
            ),
            press="o1",
            others=((1, OpenHat(0)),),
            slips={"o": lazy("You would say that this one fits, and you have not seen it. A wrong word costs a chip.")},
        ),
        LessonStep(
            "luck",
            lazy(
                "The pair is yours: 1 point! {tick} opened hat 1 and was wrong: a penalty chip, minus 1 point. All "
                "see the plumed helmet now, and after your move it is face down again: remember it. Try your luck: "
                "open hat 5 unseen.",
                tick=_TICK,
            ),
            press="o4",
            others=((1, Swap(3, 5)),),
            slips={"o": lazy("You may open any hat unseen, and risk a chip. In this lesson the luck is at place 5.")},
        ),
        LessonStep(
            "miss",
            lazy(
                "A magic hat! It fits nobody, but whoever opens it keeps it (to peek at it is not enough), and at "
                "the end it cancels one chip. So dare once more: open hat 7."
            ),
            press="o6",
            others=((1, Peek(0)),),
            slips={"o": lazy("That would be a gamble too. Take the one at place 7: your magic hat pays for it.")},
        ),
        LessonStep(
            "points",
            lazy(
                "A miss: one chip. All see the pirate hat, until you move again. A question: three pairs, two chips, "
                "one magic hat. How many points?"
            ),
            replies=(
                Reply(
                    lazy_plural("{count} point", "{count} points", 1),
                    lazy("Not quite: the magic hat cancels one of the two chips. 3 − 1 = ?"),
                ),
                Reply(
                    lazy_plural("{count} point", "{count} points", 2),
                    lazy("Right: 3 pairs, less the one chip that no magic hat cancels."),
                    right=True,
                ),
                Reply(
                    lazy_plural("{count} point", "{count} points", 4),
                    lazy("A magic hat is no point of its own: it only cancels a chip."),
                ),
            ),
        ),
        LessonStep(
            "know",
            lazy(
                "The last question. A knight has come to place 2, and the plumed helmet is at place 1: you remember. "
                "How do you get that pair?"
            ),
            replies=(
                Reply(lazy("Open hat 1"), lazy("The helmet lies there, but over the king: that would be a chip.")),
                Reply(
                    lazy("Open hat 2"), lazy("Nobody has seen that one: it is new. The helmet must come there first.")
                ),
                Reply(
                    lazy("Swap 1 and 2, then open 2"),
                    lazy("Right! That takes two turns: open it next time, unless somebody has moved it."),
                    right=True,
                ),
            ),
        ),
        LessonStep(
            "rules",
            lazy(
                "You cannot pass, and two hats just swapped may not be swapped straight back. When no hat can fit any "
                "more, the row is dealt anew: forget what you know of it. What you have won stays."
            ),
        ),
        LessonStep(
            "end",
            lazy(
                "That is the whole game. It ends with the 17th pair; most points win, and with a tie the victory is "
                "shared. Watch where the others look and what they swap: whoever remembers wins."
            ),
        ),
    ),
    slips={
        "p": lazy("👁 would show you a hat, and your turn would be over. Good, but not now."),
        "s": lazy("⇄ would make two hats change places, and your turn would be over. Good, but not now."),
        "o": lazy("🎩 means: I say that it fits. If it does not, you get a penalty chip, so look first."),
    },
)
