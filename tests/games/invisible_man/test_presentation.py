"""The board of The Invisible Man in English: headline, story, alt text, hand, advice, the lobby, the end."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from bot.engine.presentation import Player, StarterLabels
from bot.engine.rules import Outcome, Seat, SeatLeft, replace
from bot.games.invisible_man.presentation import InvisibleManPresenter
from bot.games.invisible_man.rules.moves import (
    Appear,
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Draw,
    Drew,
    EndCards,
    Escaped,
    Got,
    HandsDealt,
    HuntEnded,
    InvisibleAction,
    InvisibleEvent,
    LaidKind,
    MovePawn,
    Out,
    Passed,
    PlaceCard,
    Placed,
    Reshuffled,
    RevealedCard,
    Roll,
    Rolled,
    Shed,
    ShiftCard,
    Shifted,
    Shot,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import ENDINGS, ICONS, PLACES, REFUSALS, tell_event
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.messaging import Span, plain_text
from storage.ids import Person
from tests.helpers.cases import each

from .played_game import PlayedGame
from .states import RULES, begin, chased, lay, play, roll, searching, turn_of, with_part

PRESENTER = InvisibleManPresenter()
ANN, BOB, CAT = (Person("telegram", str(number)) for number in (1, 2, 3))
PLAYERS = (Player("Ann", ANN), Player("Bob", BOB), Player("Cat", CAT))


@pytest.fixture(scope="module")
def english() -> Translator:
    return Catalogs(Path(__file__).parents[3] / "locales").translator("en")


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def view(state: InvisibleManState, viewer: Seat | None = None) -> InvisibleManView:
    return RULES.view(state, viewer)


def headline(state: InvisibleManState, tr: Translator) -> str:
    return bare(plain_text(PRESENTER.board(view(state), [], PLAYERS[: len(state.parts)], tr).headline))


def body(state: InvisibleManState, tr: Translator) -> list[str]:
    return bare(plain_text(PRESENTER.board(view(state), [], PLAYERS[: len(state.parts)], tr).body)).splitlines()


def status(state: InvisibleManState, tr: Translator) -> list[str]:
    return bare(plain_text(PRESENTER.board(view(state), [], PLAYERS[: len(state.parts)], tr).status)).splitlines()


class TestHeadline:
    def test_it_calls_whoever_is_to_choose_and_says_what_for(self, english: Translator) -> None:
        """A mention notifies that player, and nobody else."""
        shown = PRESENTER.board(view(begin(3)), [], PLAYERS, english).headline
        assert shown == (
            Span("\u2068Ann\u2069", "mention", ANN, "name"),
            Span("’s turn"),
            Span(" – "),
            Span("roll the die"),
        )

    def test_without_a_person_the_name_is_bold(self, english: Translator) -> None:
        nobody = (Player("Ann"), Player("Bob"), Player("Cat"))
        assert PRESENTER.board(view(begin(3)), [], nobody, english).headline[0] == Span(
            "\u2068Ann\u2069", "bold", kind="name"
        )

    def test_each_phase_has_its_own(self, english: Translator) -> None:
        caught = turn_of(chased(begin(3), "r7_1", {1: "r6_1"}, (135, 246)), 1, "move", die=1)
        appearing = replace(with_part(begin(3), 2, cell="r5_3"), found="bank", phase="appear", turn=1)
        assert headline(roll(begin(3), 2)[0], english) == "Ann’s turn – 🎲 2: place or move up to 2 NO cards, or tap ✅"
        assert headline(roll(begin(3), 4)[0], english) == "Ann’s turn – 🎲 4: choose a pile"
        assert (
            headline(roll(turn_of(begin(3), 1), 3)[0], english) == "Bob’s turn – 🎲 3: place or move a YES, or tap ✅"
        )
        assert headline(searching(2, 5, state=begin(3)), english) == "Cat’s turn – 🎲 5: walk"
        assert headline(caught, english) == "Bob’s turn – 🎲 1: run!"
        assert headline(play(caught, MovePawn("r7_1"))[0], english) == "Ann’s turn – choose a Cloak"
        assert headline(appearing, english) == "Ann’s turn – choose where to appear"

    @pytest.mark.parametrize(("seat", "kind"), [(0, "no"), (1, "yes")])
    def test_with_no_card_in_the_hand_one_may_be_moved(self, english: Translator, seat: Seat, kind: LaidKind) -> None:
        state = lay(with_part(begin(3), seat, no=(), yes=()), (kind, "park", 3, seat))
        laying = roll(turn_of(state, seat), 2)[0]
        name = PLAYERS[seat].name
        assert headline(laying, english) == f"{name}’s turn – 🎲 2: move a card (↔) or tap ✅"
        advice = PRESENTER.advice(view(laying, seat), seat, english)
        assert advice.startswith(f"You have no {kind.upper()} to place. You may move one")
        assert not PRESENTER.shown_by_hand(view(laying))


class TestAltText:
    def test_it_describes_all_that_lies_open(self, english: Translator) -> None:
        state = lay(begin(3), ("no", "bank", 2, 0), ("yes", "bank", 1, 1), ("no", "bank", 3, 0), ("yes", "park", 1, 2))
        state = replace(with_part(state, 2, cell="w1"), opened=("school", "hotel"))
        assert status(state, english) == ["Signals revealed: 2 of 20 🏫 🏨"]
        assert body(state, english) == [
            "👻 Ann: hidden; NO 6, Cloaks 0",
            "👮 Bob: Police Station; charges 10, Signals 3, YES 3",
            "👮 Cat: Factory Bridge; charges 10, Signals 3, YES 3",
            "Piles: Signals 14, YES 15, NO 15, Cloaks 15",
            "Face down: 🏦 Bank NO #1 #3, YES #2 · 🌳 Park Pavilion YES #4",
        ]

    def test_a_pawn_is_named_by_its_cell(self, english: Translator) -> None:
        state = with_part(chased(begin(3), "r9_4", {1: "bank"}), 2, out=True, cell=None)
        assert body(state, english)[:3] == [
            "👻 Ann: in sight, I4; NO 6, Cloaks 0",
            "👮 Bob: 🏦 Bank; charges 10, Signals 3, YES 3",
            "👮 Cat: out of the hunt",
        ]

    def test_numbered_cells_are_named_so_that_nobody_needs_the_picture(self, english: Translator) -> None:
        assert body(searching(1, 1), english)[-1] == "Within reach: 1 F4 · 2 H4 · 3 Central Bridge"

    @pytest.mark.parametrize(("quiet", "shown"), [(11, False), (12, True), (19, True)])
    def test_quiet_rounds_are_shown_from_the_twelfth(self, english: Translator, quiet: int, shown: bool) -> None:
        """N47."""
        assert (f"Quiet rounds: {quiet} of 20" in status(replace(begin(), quiet=quiet), english)) is shown

    @pytest.mark.parametrize(("rounds", "shown"), [(29, False), (30, True), (39, True)])
    def test_the_rounds_of_a_chase_are_shown_from_the_thirtieth(
        self, english: Translator, rounds: int, shown: bool
    ) -> None:
        """N53, N-a: the end is seen coming, in the text as in the picture."""
        state = replace(chased(begin(chase_limit="on"), "r7_1"), chase=rounds)
        assert (f"Chase rounds: {rounds} of 40" in status(state, english)) is shown
        unlimited = replace(chased(begin(chase_limit="off"), "r7_1"), chase=rounds)
        assert not any("rounds" in line for line in status(unlimited, english))

    def test_they_are_not_shown_where_they_end_nothing(self, english: Translator) -> None:
        assert not any("Quiet" in line for line in status(replace(begin(stalemate="off"), quiet=30), english))

    def test_where_much_lies_about_it_is_said_in_signs(self, english: Translator) -> None:
        places = list(TOWN.places)
        state = lay(begin(3), *(("no", place, 1, 0) for place in places), *(("yes", place, 1, 1) for place in places))
        assert body(state, english)[-1].startswith("Face down: 📚 City Library NO #1, YES #21 · ")
        told = [(move, Walked(seat=1 + move % 2, path=("w1", "factory"))) for move in range(1, 8)]
        lines = bare(plain_text(PRESENTER.board(view(state), told, PLAYERS, english).body)).splitlines()
        assert lines[-1].startswith("NO ✗, YES ✓: 📚✗#1✓#21 🎭✗#2✓#22 "), "what is told takes the room of the names"

    def test_the_last_resort_counts(self, english: Translator) -> None:
        cards = [("no", place, 1, 0) for place in TOWN.places] + [("yes", place, 1, 1) for place in TOWN.places]
        state = searching(1, 6, state=lay(replace(begin(3), numbered=100), *cards))  # type: ignore[arg-type]
        long = tuple(Player("W" * 24, person) for person in (ANN, BOB, CAT))
        told = [(move, Walked(seat=1 + move % 2, path=("w1", "factory"))) for move in range(1, 8)]
        lines = bare(plain_text(PRESENTER.board(view(state), told, long, english).body)).splitlines()
        assert lines[-2].startswith("NO ✗, YES ✓: 📚✗×1✓×1 🎭✗×1✓×1 ")
        assert lines[-1].startswith("Within reach: 1:")

    def test_the_picture_has_the_same_text(self, english: Translator) -> None:
        """survive-93: a blind player can play from the alternative text."""
        shown = PRESENTER.board(view(begin(3)), [], PLAYERS, english)
        assert shown.picture.alt == "\n".join(map(plain_text, (shown.headline, shown.status, shown.body)))

    def test_the_picture_numbers_the_cells_as_the_text_does(self, english: Translator) -> None:
        moving = searching(1, 1)
        other = msgspec.structs.replace(view(moving), cells=("w2", "r8_4", "r6_4"))
        one = PRESENTER.board(view(moving), [], PLAYERS[:2], english).picture
        assert one.key != PRESENTER.board(other, [], PLAYERS[:2], english).picture.key


CHECK = Checked(
    seat=1,
    place="theatre",
    hits=(4,),
    yes=(RevealedCard(1, 2), RevealedCard(4, 1)),
    no=(RevealedCard(2, 3),),
    police_die=5,
    invisible_die=2,
)
STORY: tuple[tuple[InvisibleEvent, str], ...] = (
    (
        HandsDealt(invisible=0),
        "The cards have been dealt. The Invisible Man: Ann. The police are waiting at the Station.",
    ),
    (Rolled(seat=1, die=6), "Bob rolled 🎲 6."),
    (Drew(seat=1, deck="signal", count=1), "Bob drew 1 Signal."),
    (Drew(seat=0, deck="cloak", count=1), "Ann drew 1 Cloak."),
    (Drew(seat=0, deck="no", count=1), "Ann drew 1 NO card."),
    (Drew(seat=1, deck="yes", count=3), "Bob drew 3 YES cards."),
    (Reshuffled(deck="yes", count=9), "The discards have been shuffled into a new pile. YES: 9."),
    (SignalOpened(place="bank", hits=(1, 6)), "A Signal is revealed: 🏦 Bank."),
    (
        SignalOpened(place="bank", hits=(1, 6), yes=(1,), no=(2, 3)),
        "A Signal is revealed: 🏦 Bank. Cards discarded there face down: 3.",
    ),
    (Placed(seat=0, kind="no", card=7, place="park"), "Ann placed NO #7 face down: 🌳 Park Pavilion."),
    (
        Shifted(seat=2, kind="yes", card=7, origin="park", place="bank"),
        "Cat moved YES #7: 🌳 Park Pavilion → 🏦 Bank.",
    ),
    (Passed(seat=1), "Bob plays no more cards this turn."),
    (Walked(seat=1, path=("r7_4", "w2", "w1", "factory")), "Bob walked: Police Station → 🏭 Factory."),
    (
        CHECK,
        "Bob checks a place: 🎭 Theatre (hits on 4). YES 🎲 5 + 2 + 1 = 8, NO 🎲 2 + 3 = 5: the police win the check.",
    ),
    (
        msgspec.structs.replace(CHECK, police_die=2, yes=()),
        "Bob checks a place: 🎭 Theatre (hits on 4). YES 🎲 2, NO 🎲 2 + 3 = 5: the Invisible Man wins the check.",
    ),
    (
        Shot(seat=1, place="theatre", hits=(4,), die=4, hit=True, charges=9),
        "A shot of paint: 🎲 4. It’s a hit! Charges left: 9.",
    ),
    (
        Shot(seat=1, place="theatre", hits=(4,), die=3, hit=False, charges=0),
        "A shot of paint: 🎲 3. It’s a miss. Charges left: 0.",
    ),
    (Appeared(cell="r7_1"), "The Invisible Man has been spotted: G1. The chase is on!"),
    (Caught(seat=2, cell="r7_1"), "Cat has caught up with the Invisible Man!"),
    (
        Cloaked(cloak=135, die=3, saved=True),
        "A Cloak (1 3 5) and a roll of 🎲 3: the policeman is left holding an empty Cloak!",
    ),
    (Cloaked(cloak=135, die=2, saved=False), "A Cloak (1 3 5) and a roll of 🎲 2: it doesn’t help."),
    (Escaped(place="lab"), "The Invisible Man has vanished: 🧪 Laboratory. The chase is over."),
    (Out(seat=1, signals=2, yes=1), "Bob is out of the hunt."),
    (SeatLeft(seat=2), "Cat left the game."),
    (HuntEnded(reason="caught", winners=(1,)), "The game is over. The Invisible Man has been caught."),
)


class TestStory:
    @each(("event", "line"), STORY, ids=[type(event).__name__ for event, _ in STORY])
    def test_every_event_is_one_line(self, english: Translator, event: InvisibleEvent, line: str) -> None:
        assert bare(plain_text(tell_event(event, PLAYERS, english))) == line

    @pytest.mark.parametrize("reason", ENDINGS)
    def test_every_ending_is_told(self, english: Translator, reason: str) -> None:
        told = bare(plain_text(tell_event(HuntEnded(reason=reason, winners=(0,)), PLAYERS, english)))  # type: ignore[arg-type]
        assert told.startswith("The game is over. ")
        assert len(told) > 30

    def test_the_first_line_of_a_move_has_its_number(self, english: Translator) -> None:
        """A check, a shot and a chase are the story of one press."""
        told = [(7, Rolled(seat=1, die=1)), (8, CHECK), (8, Appeared(cell="r7_1")), (9, Passed(seat=2))]
        moves = PRESENTER.board(view(begin(3)), told, PLAYERS, english).moves
        starts = [bare(plain_text(move)).split(" ")[0] for move in moves]
        assert starts == ["7.", "8.", "The", "9."]

    def test_what_was_drawn_is_not_told(self, english: Translator) -> None:
        told: list[tuple[int, InvisibleEvent]] = [
            (1, Drew(seat=1, deck="signal", count=1)),
            (1, Got(audience=1, signals=("bank",))),
        ]
        moves = PRESENTER.board(view(begin(3)), told, PLAYERS, english).moves
        assert [bare(plain_text(move)) for move in moves] == ["1. Bob: 🃏 Signal"]

    def test_a_turn_is_one_line_with_the_numbers_of_its_moves(self, english: Translator) -> None:
        """What a check, a shot or a Signal brings has a line of its own."""
        told: list[tuple[int, InvisibleEvent]] = [
            (4, Rolled(seat=0, die=5)),
            (5, Drew(seat=0, deck="no", count=1)),
            (6, Shifted(seat=0, kind="no", card=7, origin="park", place="bank")),
            (7, Placed(seat=0, kind="no", card=8, place="park")),
            (8, Rolled(seat=1, die=4)),
            (9, Passed(seat=1)),
            (10, Walked(seat=1, path=("r7_4", "w2", "w1", "factory"))),
            (10, CHECK),
            (11, Passed(seat=2)),
        ]
        moves = [bare(plain_text(move)) for move in PRESENTER.board(view(begin(3)), told, PLAYERS, english).moves]
        assert len(moves) == len(told)
        assert [move for move in moves if move and "checks" not in move] == [
            "4–7. Ann: 🎲 5 · 🃏 NO · NO #7: 🌳 Park Pavilion → 🏦 Bank · NO #8 → 🌳 Park Pavilion",
            "8–10. Bob: 🎲 4 · Police Station → 🏭 Factory",
            "11. Cat plays no more cards this turn.",
        ]
        assert moves[3]
        assert moves[6], "a turn is told where it ends"
        assert moves[7].startswith("Bob checks a place")

    def test_a_private_event_has_no_line(self, english: Translator) -> None:
        with pytest.raises(TypeError):
            tell_event(Got(audience=1, yes=(2,)), PLAYERS, english)

    def test_private_events_are_shown_by_the_hand_alone(self, english: Translator) -> None:
        assert PRESENTER.secret(Got(audience=1, yes=(2,)), view(begin(3), 1), PLAYERS, english) is None


class TestHand:
    def test_a_policeman_sees_signals_with_their_digits_and_yes(self, english: Translator) -> None:
        state = lay(with_part(begin(3), 1, signals=("school", "bank"), yes=(2, 1)), ("yes", "park", 3, 1))
        hand = PRESENTER.hand(view(state, 1), 1, PLAYERS, english)
        assert hand is not None
        assert bare(plain_text(hand.text)).splitlines() == [
            "Signals: 🏦 Bank (1 6) · 🏫 School (1 2 3)",
            "YES: +1, +2",
            "Placed by you: YES #1 (+3) 🌳 Park Pavilion",
        ]
        assert hand.alert == "Signals: 🏦 Bank 1·6, 🏫 School 1·2·3\nYES: +1 +2\nPlaced by you: 🌳 #1 +3"
        assert hand.picture is not None
        assert hand.picture.alt == plain_text(hand.text)

    def test_the_invisible_man_sees_no_and_cloaks_and_what_lies_in_the_town(self, english: Translator) -> None:
        """N12."""
        state = lay(with_part(begin(3), 0, no=(3, 1, 1), cloaks=(23456, 123)), ("no", "park", 4, 0))
        hand = PRESENTER.hand(view(state, 0), 0, PLAYERS, english)
        assert hand is not None
        assert plain_text(hand.text).splitlines() == [
            "NO: +1, +1, +3",
            "Cloaks: (1 2 3), (2 3 4 5 6)",
            "Placed by you: NO #1 (+4) 🌳 Park Pavilion",
        ]
        assert hand.alert == "NO: +1×2 +3\nCloaks: 1·2·3, 2·3·4·5·6\nPlaced by you: 🌳 #1 +4"

    def test_a_full_hand_is_told_in_signs(self, english: Translator) -> None:
        """No two numbers stand so close together that they could be read as one."""
        state = with_part(begin(3), 1, signals=tuple(TOWN.places)[:14], yes=(1, 1, 2))
        hand = PRESENTER.hand(view(state, 1), 1, PLAYERS, english)
        assert hand is not None
        assert hand.alert.startswith("Signals: 🍞 1·5, 🏦 1·6, ")
        assert hand.alert.endswith("YES: +1×2 +2")

    def test_an_empty_hand_says_so(self, english: Translator) -> None:
        hand = PRESENTER.hand(view(with_part(begin(3), 0, no=()), 0), 0, PLAYERS, english)
        assert hand is not None
        assert plain_text(hand.text) == hand.alert == "Your hand is empty."

    def test_hidden_digits_are_in_their_holders_hand(self, english: Translator) -> None:
        """N15."""
        state = with_part(begin(3, hidden_digits="on"), 1, signals=("bank",), yes=(1,))
        state = replace(state, digits={**state.digits, "bank": (2, 5)})
        hand = PRESENTER.hand(view(state, 1), 1, PLAYERS, english)
        assert hand is not None
        assert "🏦 Bank (2 5)" in plain_text(hand.text)

    def test_after_the_end_there_is_none(self, english: Translator) -> None:
        over = RULES.leave(begin(), 0, None).state  # type: ignore[arg-type]
        assert PRESENTER.hand(view(over, 1), 1, PLAYERS, english) is None


DONE: tuple[tuple[InvisibleAction, str], ...] = (
    (PlaceCard(3, "bank"), "You placed +3 face down: 🏦 Bank."),
    (ShiftCard(7, "bank"), "You moved card #7: 🏦 Bank."),
    (EndCards(), "You play no more cards this turn."),
    (MovePawn("w2"), "You’re here now: Central Bridge."),
    (
        MovePawn("r2_9"),
        "You’re here now: B9. You’re on a striped space. One more step takes you into a place: 🎪 Circus.",
    ),
    (Appear("r5_2"), "You’re here now: E2."),
    (Draw("no"), "You drew a NO. It’s in your hand."),
)
WON = Checked(seat=1, place="bakery", hits=(2, 5), yes=(RevealedCard(1, 3),), no=(), police_die=6, invisible_die=4)
LOST = msgspec.structs.replace(WON, police_die=1)
SHOT = Shot(seat=1, place="bakery", hits=(2, 5), die=5, hit=True, charges=4)
CAUGHT = Caught(seat=1, cell="r7_1")
CAME: tuple[tuple[InvisibleAction, Seat, tuple[InvisibleEvent, ...], str], ...] = (
    (Roll(), 0, (Rolled(seat=0, die=5),), "You rolled a 5."),
    (
        Roll(),
        1,
        (Rolled(seat=1, die=6), Drew(seat=1, deck="signal", count=1)),
        "You rolled a 6. You drew a Signal. It’s in your hand.",
    ),
    (
        Roll(),
        0,
        (Rolled(seat=0, die=6), SignalOpened(place="bank", hits=(2, 5)), Drew(seat=1, deck="signal", count=3)),
        "You rolled a 6. A Signal is revealed: 🏦 Bank.",
    ),
    (
        MovePawn("bakery"),
        1,
        (WON, SHOT, Appeared(cell="r5_2")),
        "🍞 Bakery: you win the check, 9 : 4! 🎲 5: you hit! The Invisible Man has been spotted: E2. The chase is on!",
    ),
    (MovePawn("bakery"), 1, (LOST,), "🍞 Bakery: you lose the check, 4 : 4."),
    (
        MovePawn("bakery"),
        1,
        (WON, msgspec.structs.replace(SHOT, hit=False, charges=0), Out(seat=1, signals=1, yes=2)),
        "🍞 Bakery: you win the check, 9 : 4! 🎲 5: you missed. Charges left: 0. That was your last charge, so you’re "
        "out of the hunt.",
    ),
    (MovePawn("r7_1"), 1, (CAUGHT,), "You’ve caught up with the Invisible Man!"),
    (MovePawn("r7_1"), 0, (CAUGHT,), "You’ve been caught!"),
    (
        MovePawn("r7_1"),
        1,
        (CAUGHT, Cloaked(cloak=135, die=3, saved=True)),
        "You’ve caught up with the Invisible Man! 🎲 3: a Cloak saves the Invisible Man!",
    ),
    (MovePawn("bank"), 0, (Escaped(place="bank"),), "You’re hidden again: 🏦 Bank. The chase is over."),
    (
        Shed(135),
        0,
        (Cloaked(cloak=135, die=6, saved=False), HuntEnded(reason="caught", winners=(1,))),
        "You threw off a Cloak: 1 3 5. 🎲 6: the Cloak doesn’t help. The game is over.",
    ),
    (
        MovePawn("r7_1"),
        1,
        (CAUGHT, HuntEnded(reason="caught", winners=(1,))),
        "You’ve caught up with the Invisible Man! You win the game!",
    ),
)  # fmt: skip


class TestWords:
    @pytest.mark.parametrize(("action", "toast"), DONE)
    def test_a_press_is_answered(self, english: Translator, action: InvisibleAction, toast: str) -> None:
        assert PRESENTER.done(action, (), view(begin(3), 1), 1, english) == toast

    @each(("action", "seat", "events", "toast"), CAME)
    def test_it_is_answered_by_what_came_of_it(
        self,
        english: Translator,
        action: InvisibleAction,
        seat: Seat,
        events: tuple[InvisibleEvent, ...],
        toast: str,
    ) -> None:
        after = msgspec.structs.replace(view(begin(3), seat), outcome=Outcome((1,)))
        assert bare(PRESENTER.done(action, events, after, seat, english)) == toast

    def test_what_others_may_not_know_is_in_no_answer(self, english: Translator) -> None:
        """Who watches the screen of who rolls learns the pile and no card."""
        told = (Rolled(seat=1, die=6), Drew(seat=1, deck="signal", count=1))
        seen = view(begin(3), 1)
        answers = {
            PRESENTER.done(Roll(), (*told, Got(audience=1, signals=(place,))), seen, 1, english) for place in ICONS
        }
        assert len(answers) == 1

    def test_the_lobby_asks_who_hides(self, english: Translator) -> None:
        """N3."""
        assert PRESENTER.starter_labels(Span("Ann"), english) == StarterLabels(
            "Who hides?", "I’ll hide", (Span("The Invisible Man: Ann"),)
        )
        assert PRESENTER.starter_labels(None, english).line == (Span("The Invisible Man: chosen at random"),)

    def test_the_lobby_says_who_sits_there(self, english: Translator) -> None:
        assert bare(PRESENTER.lobby(PLAYERS, english).alt) == "The Invisible Man. At the table: Ann, Bob and Cat."
        assert PRESENTER.lobby((), english).alt == "The Invisible Man: nobody at the table yet."

    def test_advice_fits_whom_it_is_for(self, english: Translator) -> None:
        state = with_part(begin(3), 2, out=True, cell=None)
        advice = [PRESENTER.advice(view(state, seat), seat, english) for seat in (None, 0, 1, 2)]
        assert [text.split(":")[0].split(".")[0] for text in advice] == [
            "You’re watching",
            "Stay hidden until all 20 Signals are revealed",
            "Only the one who catches the Invisible Man wins",
            "You’re out of charges, but you can still watch the hunt",
        ]

    def test_advice_fits_the_phase(self, english: Translator) -> None:
        flight = turn_of(chased(begin(), "r12_1", {1: "r2_1"}), 0, "move", die=2)
        assert "refuge" in PRESENTER.advice(view(flight, 0), 0, english)
        assert "Signal" in PRESENTER.advice(view(searching(1, 2), 1), 1, english)
        assert "pile" in PRESENTER.advice(view(roll(begin(), 4)[0], 0), 0, english)
        laying = view(roll(begin(), 1)[0], 0)
        assert "NO" in PRESENTER.advice(laying, 0, english)
        assert "which ✋ is which card" in PRESENTER.advice(laying, 0, english)
        assert "✋ is" not in PRESENTER.hint(view(roll(begin(), 1)[0]), 0, english)
        assert PRESENTER.advice(laying, 0, english, "h1").startswith("Card selected.")

    def test_it_is_told_how_steps_count(self, english: Translator) -> None:
        """N17, N20, N23: a roll is not "up to", but into a place; a boat is no shortcut of the count."""
        walking = view(searching(1, 2))
        hints = [PRESENTER.hint(walking, turn, english) for turn in range(3)]
        assert "exactly that far" in PRESENTER.hint(view(turn_of(begin(), 1)), 0, english)
        assert "one step from its striped space" in hints[0]
        assert "you walk your full roll" in hints[1]
        assert "the boat" in hints[2]
        assert len(set(hints)) == 3

    def test_the_door_of_a_place_is_told_only_where_it_could_be_entered(self, english: Translator) -> None:
        """Not in a chase (N40), and not where the Signal lies open (N29)."""
        hunt = view(begin(3), 1)
        for elsewhere in (
            view(chased(begin(3), "r12_1", {1: "r2_9"}), 1),
            msgspec.structs.replace(hunt, opened=("circus",)),
        ):
            assert PRESENTER.done(MovePawn("r2_9"), (), elsewhere, 1, english) == "You’re here now: B9."

    def test_a_chase_is_a_chapter_of_its_own(self) -> None:
        events = (SHOT, msgspec.structs.replace(SHOT, hit=False), CAUGHT, Escaped(place="bank"), CHECK)
        assert [PRESENTER.chapter(event) for event in events] == ["chase", None, "caught", "", None]
        cloaks = [Cloaked(cloak=135, die=die, saved=die == 3) for die in (3, 2)]
        assert [PRESENTER.chapter(cloak) for cloak in cloaks] == ["", None]

    def test_the_hand_shows_more_where_cards_are_chosen(self) -> None:
        """As all can tell: which doors a policeman may enter is in no answer to this."""
        caught = turn_of(chased(begin(3), "r7_1", {1: "r6_1"}, (135, 246)), 1, "move", die=1)
        assert PRESENTER.shown_by_hand(view(roll(begin(), 1)[0]))
        assert PRESENTER.shown_by_hand(view(play(caught, MovePawn("r7_1"))[0]))
        assert not PRESENTER.shown_by_hand(view(begin()))
        assert not PRESENTER.shown_by_hand(view(searching(1, 2)))

    def test_every_reason_of_the_rules_has_words(self) -> None:
        source = (Path(RULES.__module__.replace(".", "/")).parent / "legality.py").read_text(encoding="utf-8")
        reasons = {reason for reason in REFUSALS if f'"{reason}"' in source}
        assert reasons == REFUSALS.keys() - {"unknown_action", "card_first"}
        assert PRESENTER.refusal("no_signal") == REFUSALS["no_signal"]
        assert PRESENTER.refusal("nonsense") == REFUSALS["unknown_action"]

    def test_every_building_has_its_own_sign(self) -> None:
        assert set(ICONS) == TOWN.buildings
        assert len(set(ICONS.values())) == len(ICONS)
        assert set(PLACES) == TOWN.buildings | {TOWN.station} | set(TOWN.river)


class TestTheEnd:
    def test_the_winner_is_named_and_no_button_is_left(self, english: Translator) -> None:
        state, _ = play(turn_of(chased(begin(3), "r7_1", {1: "r6_1"}), 1, "move", die=1), MovePawn("r7_1"))
        shown = PRESENTER.board(view(state), [(9, HuntEnded(reason="caught", winners=(1,)))], PLAYERS, english)
        assert shown.headline[1] == Span("\u2068Bob\u2069", "bold", kind="name")
        assert bare(plain_text(shown.headline)) == "🏆 Bob wins!"
        assert bare(plain_text(shown.moves[0])) == "9. The game is over. The Invisible Man has been caught."
        assert shown.choices == ()
        over = replace(state, opened=("school", "hotel"))
        assert status(over, english) == [], "it is folded up"
        assert body(over, english)[-1] == "Signals revealed: 2 of 20 🏫 🏨"
        assert bare(plain_text(shown.body)).splitlines()[0] == "👻 Ann: in sight, G1; NO 6, Cloaks 0"

    def test_a_draw_of_the_policemen_names_all(self, english: Translator) -> None:
        over = RULES.leave(begin(3), 0, None).state  # type: ignore[arg-type]
        shown = PRESENTER.board(view(over), [], PLAYERS, english)
        assert bare(plain_text(shown.headline)) == "🏆 Bob and Cat share the victory!"


class TestWhatIsDoneForASeat:
    """Presses in which nothing is chosen."""

    @pytest.mark.parametrize("seed", range(12))
    def test_is_all_it_could_do_and_follows_from_what_all_see(self, seed: int) -> None:
        """N19: how soon a move is made may tell nothing that the hand alone tells."""
        rng = random.Random(seed)
        game = PlayedGame.begin({}, 2 + seed % 3, bytes([seed]) * 32)
        made = 0
        while RULES.to_act(game.state) is not None and made < 400:
            seat = game.acting
            view, public = RULES.view(game.state, seat), RULES.view(game.state, None)
            forced = PRESENTER.forced(view, seat)
            if forced is not None:
                assert game.legal() == (forced,)
            if view.phase == "cloak":
                assert (forced is not None) == (public.seats[seat].cards.cloaks == 1)
            else:
                assert (forced is None) == (PRESENTER.forced(public, seat) is None)
            routine = PRESENTER.routine(view, seat)
            assert routine is None or game.legal() == (routine,)
            game.do(rng.choice(game.legal()))
            made += 1
