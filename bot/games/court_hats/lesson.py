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
            # NOTE: The lesson of Court Hats: all that follows is said to a beginner who plays it alone against
            # “Tick”. A button is pointed at in every step; hats have the numbers of their spots in the row.
            lazy(
                "Seven people at court, each under a face-down hat, and it’s nearly always the wrong one. Find "
                "out which hat is where: open a hat on the right head and you win the pair, worth one point. "
                "Each turn you do one thing: peek, swap or open. Start by peeking at hat 3. Only you will see "
                "it."
            ),
            press="p2",
            others=((1, Peek(5)),),
            # NOTE: Alert in the lesson after a tap on another button than the one pointed at.
            slips={"p": lazy("You could peek at that one too, but for this lesson, choose hat 3.")},
        ),
        LessonStep(
            "take",
            lazy(
                "A tiara! It belongs to the princess, and she’s in spot 2. Take it to her: the two hats trade "
                "places, still face down, and the people stay put. Tap ⇄ on hat 3 first."
            ),
            press="s2",
        ),
        LessonStep(
            "bring",
            lazy("Hat 3 is selected. Now tap ⇄ on the hat to swap it with: the one over the princess."),
            press="s1",
            others=((1, Peek(3)),),
            slips={
                "s2": lazy("Hat 3 is already selected. Now choose a second hat to swap it with."),
                "s": lazy("That would give the tiara to someone else. The princess is in spot 2."),
            },
        ),
        LessonStep(
            "open",
            # NOTE: {tick} is the name of the computer player, Tick.
            lazy(
                "{tick} only peeked at another hat, so the princess still has the tiara. Opening a hat means "
                "you’re saying it fits. Open hat 2!",
                tick=_TICK,
            ),
            press="o1",
            others=((1, OpenHat(0)),),
            slips={
                "o": lazy(
                    "You’d be saying that this one fits, and you haven’t seen it. If you’re wrong, you get a chip."
                )
            },
        ),
        LessonStep(
            "luck",
            # NOTE: {tick} is the name of the computer player, Tick.
            lazy(
                "You’ve won the pair: 1 point! {tick} opened hat 1 and it didn’t fit: a penalty chip, minus 1 "
                "point. Everyone can see the plumed helmet, but after your move it’s face down again, so "
                "remember it. Now try your luck: open hat 5 without peeking.",
                tick=_TICK,
            ),
            press="o4",
            others=((1, Swap(3, 5)),),
            slips={
                "o": lazy(
                    "You can open any hat without peeking, if you’ll risk a chip. In this lesson, the lucky one is "
                    "in spot 5."
                )
            },
        ),
        LessonStep(
            "miss",
            lazy(
                "A magic hat! It fits nobody, but whoever opens it keeps it (peeking isn’t enough), and at the "
                "end it cancels one chip. So take another chance: open hat 7."
            ),
            press="o6",
            others=((1, Peek(0)),),
            slips={"o": lazy("That would be a gamble too, but take hat 7: your magic hat will pay for it.")},
        ),
        LessonStep(
            "points",
            lazy(
                "It doesn’t fit: you get a chip. Everyone can see the pirate hat until your next move. Now a "
                "question: if you have three pairs, two chips and one magic hat, how many points is that?"
            ),
            replies=(
                Reply(
                    lazy_plural("{count} point", "{count} points", 1),
                    # NOTE: The answer to a wrong reply: the learner counts once more.
                    lazy("Not quite. The magic hat cancels one of the two chips, so 3 − 1 = ?"),
                ),
                Reply(
                    lazy_plural("{count} point", "{count} points", 2),
                    lazy("Right! 3 pairs, minus the one chip that the magic hat doesn’t cancel."),
                    right=True,
                ),
                Reply(
                    lazy_plural("{count} point", "{count} points", 4),
                    lazy("A magic hat isn’t worth a point. All it does is cancel a chip."),
                ),
            ),
        ),
        LessonStep(
            "know",
            lazy(
                "One last question. There’s a knight in spot 2 now, and you remember that the plumed helmet is "
                "in spot 1. How do you win that pair?"
            ),
            replies=(
                # NOTE: Button: one of three replies to a question of the lesson.
                Reply(lazy("Open hat 1"), lazy("The helmet is there, but it’s over the king: you’d get a chip.")),
                Reply(
                    # NOTE: Button: one of three replies to a question of the lesson.
                    lazy("Open hat 2"),
                    lazy("That hat is new, and nobody has seen it. You need to get the helmet there first."),
                ),
                Reply(
                    # NOTE: Button: one of three replies to a question of the lesson; 1 and 2 are hats.
                    lazy("Swap 1 and 2, then open 2"),
                    lazy("Right! It takes two turns. Next time you can open it, unless somebody has moved it."),
                    right=True,
                ),
            ),
        ),
        LessonStep(
            "rules",
            lazy(
                "You can’t pass, and two hats that have just been swapped can’t be swapped straight back. When "
                "no hat can fit any more, the row is dealt again: forget what you knew. You keep everything "
                "you’ve won."
            ),
        ),
        LessonStep(
            "end",
            lazy(
                "That’s the whole game. It ends with the 17th pair. The most points wins, and players who tie "
                "share the victory. Watch where the others peek and what they swap: whoever remembers best wins."
            ),
        ),
    ),
    slips={
        # NOTE: Alert in the lesson after a tap on another button than the one pointed at.
        "p": lazy("👁 would show you a hat and end your turn. A good move, but not right now."),
        # NOTE: Alert in the lesson after a tap on another button than the one pointed at.
        "s": lazy("⇄ would swap two hats and end your turn. A good move, but not right now."),
        # NOTE: Alert in the lesson after a tap on another button than the one pointed at.
        "o": lazy("🎩 means you’re saying it fits. If it doesn’t, you get a penalty chip, so peek first."),
    },
)
