"""The lesson of The Invisible Man: a hunt from the side of the police, then a turn in hiding."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.lesson import Lesson, LessonStep, Reply, Scene
from bot.games.invisible_man.rules.moves import EndCards, MovePawn, Roll
from bot.games.invisible_man.rules.options import settle
from bot.games.invisible_man.rules.state import InvisibleManState, LaidCard, Pile, SeatState
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.text import signed
from bot.i18n.lazy import lazy
from bot.i18n.translator import name_span

_TICK = name_span("Tick")
_FOUND = "r12_4"
"""The cell to which the Invisible Man runs."""
_CLOAK = 123


_CARD_FIRST = lazy("Choose a card first, then its place.")


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
            # NOTE: The lesson: {tick} is the name of the computer player, Tick. "I" is the bot. Help texts of a lesson,
            # read alone.
            lazy(
                "You’re a policeman. {tick} is the Invisible Man and isn’t anywhere on the map, not even "
                "secretly: cards and dice decide whether he was where you look. Catch him and you win. On "
                "your turn you roll, place a YES and walk. So roll! (Against computers, I roll for you.)",
                tick=_TICK,
            ),
            press="r",
        ),
        LessonStep(
            "check",
            lazy(
                "A five. You’re going to check a place: you roll and add every YES there, he rolls and adds "
                "every NO. Ties go to him. He has NO #1 at the Hospital. That’s just the number on its tag: "
                "only he knows what the card is worth."
            ),
        ),
        LessonStep(
            "card",
            lazy("So first, improve your chances at the Hospital. Choose your best YES: the third one, +3."),
            press="h3",
            slips={
                # NOTE: {value} is a card such as +3; a small note in the lesson after a wrong tap.
                "h": lazy("That’s one of your weaker cards. Take this one for now: {value}.", value=signed(3)),
                "@": _CARD_FIRST,
            },
        ),
        LessonStep(
            "lay",
            lazy("You’ve selected your YES +3. Now tap where it goes, face down: the Hospital."),
            press="@hospital",
        ),
        LessonStep(
            "walk",
            lazy(
                "Everyone can see YES #2 there, but only you know it’s a +3. Now walk: up to five steps, and "
                "the last may take you into a place. You hold the Hospital’s Signal, so you may go in and check."
            ),
            press="@hospital",
            others=((1, Roll()), (1, MovePawn(_FOUND))),
            slips={
                "m": lazy("You’d walk to that space and check nothing. But a check is what you want."),
                "@": lazy(
                    "You don’t hold that place’s Signal, so you can’t go in. The Hospital’s is the one you have."
                ),
            },
        ),
        LessonStep(
            "chase",
            lazy(
                "You won 7–5, so you shot paint. That cost a charge, but you rolled one of the numbers on "
                "the Signal: a hit! (After a miss, the hunt just goes on.) Now everyone can see him, and he’s "
                "running! In a chase you only roll and walk."
            ),
            press="r",
        ),
        LessonStep(
            "catch",
            lazy("A four, and he’s three steps away. You may stop early on his space: tap it and you’ve got him."),
            press=f"m{_FOUND}",
            slips={"m": lazy("You’d run straight past him. Tap the space he’s on.")},
        ),
        LessonStep(
            "won",
            lazy(
                "Caught! You win. His Cloak saves him on 1, 2 and 3, but he rolled a 5. If it had worked, the "
                "chase would be over and he’d be hidden again. The same happens when he gets into a refuge by "
                "an exact roll: a place with a NO on it, or the Laboratory if there’s no NO in town."
            ),
        ),
        LessonStep(
            "tie",
            lazy("A quick question: you roll a 3 and have a YES +2. He rolls a 4 and has a NO +1. Who wins the check?"),
            replies=(
                # NOTE: Three answers on buttons, one below the other: at most 36 letters each.
                Reply(lazy("The police"), lazy("It’s 5–5, and you need more than he has.")),
                Reply(
                    lazy("The Invisible Man"),
                    lazy("Right: ties go to him. But the place is out of play all the same."),
                    right=True,
                ),
                Reply(lazy("Both roll again"), lazy("Nobody rolls twice: a tie already has a winner.")),
            ),
        ),
        LessonStep(
            "hide",
            lazy(
                "Now the other side: you’re the Invisible Man, and {tick} is hunting you. You win if all 20 "
                "Signals are revealed while nobody can see you, or if the police run out of charges. Roll! (A "
                "1, 2 or 3 does nothing.)",
                tick=_TICK,
            ),
            press="r",
            scene="hiding",
        ),
        LessonStep(
            "draw",
            lazy(
                "A 4 or a 5 lets you draw a card. A NO makes a place safer; a Cloak may save you when you’re "
                "caught. Take a Cloak. (In a game you see your hand privately, with the values on its "
                "buttons.)"
            ),
            press="dc",
            slips={"d": lazy("A NO is never wrong, but for this lesson take a Cloak.")},
        ),
        LessonStep(
            "no",
            lazy("Now you may place or move one NO for each policeman. Choose your best one: the third, +4."),
            press="h3",
            slips={
                "h": lazy("That’s one of your weaker cards. Take this one for now: {value}.", value=signed(4)),
                "x": lazy("You can skip this, yes. But a NO in town is your only shield."),
                "@": _CARD_FIRST,
            },
        ),
        LessonStep(
            "guard",
            lazy(
                "You’ve selected your NO +4. Where will {tick} look? Perhaps in the Bank: place it there.", tick=_TICK
            ),
            press="@bank",
            others=((1, Roll()), (1, EndCards()), (1, MovePawn("bank"))),
        ),
        LessonStep(
            "six",
            lazy(
                "{tick} checked the Bank and lost, 5–7, so there’s no shot. And its Signal is now revealed, "
                "1 of 20: every check brings you closer to winning. Roll again!",
                tick=_TICK,
            ),
            press="r",
        ),
        LessonStep(
            "aim",
            lazy(
                "Your six reveals a Signal: 2 of 20, and any cards at that place are gone. (A policeman who "
                "rolls a six draws a Signal.) One last question: when do you win as the Invisible Man?"
            ),
            replies=(
                Reply(
                    # NOTE: Three answers on buttons, one below the other: at most 36 letters each.
                    lazy("When I reach the Laboratory"),
                    lazy("That’s only a refuge in a chase. The hunt goes on afterwards."),
                ),
                Reply(lazy("When I run out of NO cards"), lazy("That leaves you weak, but the game isn’t over.")),
                Reply(
                    lazy("When all 20 Signals are revealed"),
                    lazy("Right, as long as nobody can see you then. Or when the police run out of charges."),
                    right=True,
                ),
            ),
        ),
        LessonStep(
            "end",
            lazy(
                "That’s the game. Policemen are rivals: only the one who catches the Invisible Man wins, and "
                "whoever misses with their last charge is out. If 20 rounds go by without a check or a chase, "
                "he wins, so do check! Now try it against an easy computer: you’re the police."
            ),
        ),
    ),
    slips={
        "h": lazy("✋ picks a card from your hand. You don’t need one right now."),
        "@": lazy("That’s another place. For this lesson, take the one I’m pointing at."),
        "x": lazy("✅ skips your cards. You may do that, but a card helps."),
    },
    first=False,
    minutes=5,
)
