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


_CARD_FIRST = lazy("First the card, then the place.")


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
                "You are a policeman. {tick} is the Invisible Man, and has no place on the map, not even a secret "
                "one: cards and dice tell whether he was where you look. Catch him and you win. Your turn: roll, lay "
                "a YES, walk. Roll! (Against computers the game rolls for you.)",
                tick=_TICK,
            ),
            press="r",
        ),
        LessonStep(
            "check",
            lazy(
                "A five. You want to check a place: then you roll and add all YES there, he rolls and adds all NO. A "
                "tie is his. At the Hospital lies his NO #1. That is only the card's number on its tag: what it is "
                "worth he alone knows."
            ),
        ),
        LessonStep(
            "card",
            lazy("So first you make the Hospital better for yourself. Choose your best YES: the third, +3."),
            press="h3",
            slips={
                "h": lazy("That is one of your weaker cards. Take the +{value} for this one.", value=3),
                "@": _CARD_FIRST,
            },
        ),
        LessonStep(
            "lay", lazy("Your YES +3 is chosen. Now where it shall lie, face down: the Hospital."), press="@hospital"
        ),
        LessonStep(
            "walk",
            lazy(
                "All see YES #2 there; that it is a +3 is your secret. Now walk, up to five steps to a door. You hold "
                "the Signal of the Hospital, so you may go in and check it."
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
                "You won 7 : 5, so you shot paint: a charge less, but the die hit a digit of the Signal. (After a miss "
                "the hunt just goes on.) Now he is seen, and runs! In a chase you only roll and walk."
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
                "Caught, you win! His Cloak saves on 1, 2 and 3; the die was a 5. Had it saved him, the chase would be "
                "over and he hidden again. So it is in a refuge, reached by an exact roll: a place with a NO, or the "
                "Laboratory when no NO lies in the town."
            ),
        ),
        LessonStep(
            "tie",
            lazy("A question. Your die is 3, your YES +2. His die is 4, his NO +1. Who wins the check?"),
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
                "open while nobody sees you, or when the police have no charge left. Roll! (1, 2 and 3 bring nothing.)",
                tick=_TICK,
            ),
            press="r",
            scene="hiding",
        ),
        LessonStep(
            "draw",
            lazy(
                "A 4 or a 5 brings you a card. A NO makes a place stronger; a Cloak may save you when you are "
                "caught. Take a Cloak. (In a game your hand has a message of its own, with the values on its buttons.)"
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
                "@": _CARD_FIRST,
            },
        ),
        LessonStep(
            "guard",
            lazy("Your NO +4 is chosen. Where will {tick} look? Perhaps in the Bank: lay it there.", tick=_TICK),
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
            lazy(
                "Your six opens a Signal: 2 of 20, and the cards there are gone. (A policeman's six brings him a "
                "Signal.) The last question: when do you win in hiding?"
            ),
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
                "That is the game. Policemen are rivals: only the one who catches him wins, and whoever misses with "
                "the last charge is out. 20 rounds without a check or a chase are his, so do check! Now you hunt an "
                "easy computer."
            ),
        ),
    ),
    slips={
        "h": lazy("✋ chooses a card of your hand. Not now."),
        "@": lazy("That would be another place. For this lesson take the one that is pointed at."),
        "x": lazy("✅ would end it without a card. You may, but a card helps."),
    },
    first=False,
    minutes=5,
)
