"""The lesson of The Invisible Man: a hunt from the side of the police, then a turn in hiding."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.lesson import Lesson, LessonStep, Reply, Scene
from bot.games.invisible_man.rules.moves import EndCards, MovePawn, Roll
from bot.games.invisible_man.rules.options import settle
from bot.games.invisible_man.rules.state import InvisibleManState, LaidCard, Pile, SeatState
from bot.games.invisible_man.rules.town import TOWN
from bot.i18n.lazy import lazy
from bot.i18n.translator import name_span

_TICK = name_span("Tick")
_FOUND = "r12_4"
"""The cell to which the Invisible Man runs."""
_CLOAK = 123


def _without(deck: Iterable[int], used: Iterable[int]) -> tuple[int, ...]:
    left = list(deck)
    for value in used:
        left.remove(value)
    return tuple(left)


def _town(
    police: SeatState, invisible: SeatState, *, hiding: int, turn: int, laid: tuple[LaidCard, ...]
) -> InvisibleManState:
    """Return a game for two in which everything that is not given lies in the piles."""
    values = {kind: [card.value for card in laid if card.kind == kind] for kind in ("yes", "no")}
    return InvisibleManState(
        settings=settle({}),
        invisible=hiding,
        parts=(invisible, police) if hiding == 0 else (police, invisible),
        signals=tuple(place for place in TOWN.places if place not in police.signals),
        yes=Pile(_without(TOWN.yes, (*police.yes, *values["yes"]))),
        no=Pile(_without(TOWN.no, (*invisible.no, *values["no"]))),
        cloak=Pile(_without(TOWN.cloaks, invisible.cloaks)),
        digits=dict(TOWN.hits),
        turn=turn,
        laid=laid,
        numbered=len(laid),
        round=2,
    )


def _hunt() -> InvisibleManState:
    me = SeatState(("hospital", "market", "school"), yes=(1, 1, 3), charges=TOWN.charges, cell=TOWN.station)
    laid = (LaidCard(1, "no", "hospital", 2, 1),)
    return _town(me, SeatState(no=(1, 1), cloaks=(_CLOAK,)), hiding=1, turn=0, laid=laid)


def _hiding() -> InvisibleManState:
    tick = SeatState(("bank", "circus", "hotel"), yes=(1, 1, 2), charges=TOWN.charges, cell=TOWN.station)
    return _town(tick, SeatState(no=(1, 2, 4)), hiding=0, turn=0, laid=())


LESSON = Lesson(
    scenes={
        "": Scene(
            _hunt(), 0, ("Tick",), {"die/0": 5, "die/1": 4, "die/2": 3, "die/3": 6, "die/4": 2, "die/5": 4, "die/6": 5}
        ),
        "hiding": Scene(_hiding(), 0, ("Tick",), {"die/0": 4, "die/1": 5, "die/2": 5, "die/3": 3, "die/4": 6}),
    },
    steps=(
        LessonStep(
            "roll",
            lazy(
                "You are a policeman, at the Police Station. {tick} is the Invisible Man: without a pawn, he may be "
                "anywhere. Catch him and you win. In your turn you roll, lay a YES, and walk. Roll!",
                tick=_TICK,
            ),
            press="r",
        ),
        LessonStep(
            "card",
            lazy(
                "A five. You will check a place: your die and all YES there, against his die and all NO there. One "
                "of his NO lies at the Hospital, so he cares for it. Choose your best YES: the third, +3."
            ),
            press="h3",
            slips={"h": lazy("That is one of your weaker cards. Take the +{value} for this one.", value=3)},
        ),
        LessonStep("lay", lazy("Now where it shall lie, face down: the Hospital."), press="@hospital"),
        LessonStep(
            "walk",
            lazy(
                "Now walk, five steps. You hold the Signal of the Hospital, so you may go in on the way and check it. "
                "On its digits, 2 3 6, a shot hits. Press the Hospital."
            ),
            press="@hospital",
            others=((1, Roll()), (1, MovePawn(_FOUND))),
            slips={
                "m": lazy("You would walk to that cell, and nothing would be checked. You are after a check."),
                "@": lazy("You do not hold the Signal of that place, so you may not go in. The Hospital's you hold."),
            },
        ),
        LessonStep(
            "chase",
            lazy(
                "You won the check 7 : 5, and so you shot paint: a charge, and the die hit a digit of the Signal. "
                "Now he is seen, and runs! In a chase you only roll and walk. Roll!"
            ),
            press="r",
        ),
        LessonStep(
            "catch",
            lazy("A four, and he is three steps away. On his cell you may stop short: press it and you have him."),
            press=f"m{_FOUND}",
            slips={"m": lazy("You would run past him. His cell is the one to press.")},
        ),
        LessonStep(
            "won",
            lazy(
                "Caught, you win! His Cloak saves on 1, 2 and 3, and the die was a 5. In a chase he is safe in a "
                "place with a NO on it, or in the Laboratory if there is no NO in the town, but only by an exact "
                "roll."
            ),
        ),
        LessonStep(
            "tie",
            lazy("A question. Your die 3 and YES 2, his die 4 and NO 1. Who wins the check?"),
            replies=(
                Reply(lazy("The police"), lazy("It is 5 : 5. You need more than he has.")),
                Reply(
                    lazy("The Invisible Man"), lazy("Right: a tie is his. The place is done all the same."), right=True
                ),
                Reply(lazy("Both roll again"), lazy("Nobody rolls twice: somebody has won a tie already.")),
            ),
        ),
        LessonStep(
            "hide",
            lazy(
                "Now the other side: you are the Invisible Man, {tick} hunts you. You win when all 20 Signals lie "
                "open while nobody sees you, or when the police have no charge left. Roll!",
                tick=_TICK,
            ),
            press="r",
            scene="hiding",
        ),
        LessonStep(
            "draw",
            lazy(
                "A 4 or a 5 brings you a card. A NO makes a place stronger; a Cloak may save you when you are "
                "caught. Take a Cloak."
            ),
            press="dc",
            slips={"d": lazy("A NO is never wrong. For this lesson take a Cloak.")},
        ),
        LessonStep(
            "no",
            lazy("Now you may lay or move a NO, one for each policeman. Choose your best: the third, +4."),
            press="h3",
            slips={
                "h": lazy("That is one of your weaker cards. Take the +{value} for this one.", value=4),
                "x": lazy("You may leave it, yes. But a NO in the town is your only shield."),
            },
        ),
        LessonStep(
            "guard",
            lazy("Where will {tick} look? The Bank is near the Police Station. Lay it there.", tick=_TICK),
            press="@bank",
            others=((1, Roll()), (1, EndCards()), (1, MovePawn("bank"))),
        ),
        LessonStep(
            "six",
            lazy(
                "{tick} checked the Bank and lost, 5 : 7: no shot. And the Signal lies open, 1 of 20: every check "
                "brings your victory nearer. Roll once more!",
                tick=_TICK,
            ),
            press="r",
        ),
        LessonStep(
            "aim",
            lazy("A six opens the next Signal by itself: 2 of 20. The last question: when do you win in hiding?"),
            replies=(
                Reply(
                    lazy("When I am in the Laboratory"),
                    lazy("That is only a refuge in a chase. The hunt goes on after it."),
                ),
                Reply(lazy("When I have no NO left"), lazy("Then you are weak, but nothing is over.")),
                Reply(
                    lazy("When all 20 Signals lie open"),
                    lazy("Right, if nobody sees you then. Or when the police have no charge left."),
                    right=True,
                ),
            ),
        ),
        LessonStep(
            "end",
            lazy(
                "That is the game. Policemen are rivals: only the one who catches him wins. And 20 rounds without a "
                "check or a chase are his as well, so do check! Now you hunt an easy computer."
            ),
        ),
    ),
    slips={
        "h": lazy("✋ chooses a card of your hand. Not now."),
        "@": lazy("That would be another place. For this lesson take the one that is pointed at."),
        "x": lazy("✅ would end it without a card. You may, but a card helps."),
    },
    first=False,
)
