"""The board of The Vanished Animal in English: headline, moves, alt text, buttons, whispers, the end."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.presentation import FirstPress, Player, StarterLabels
from bot.engine.rules import Outcome, SeatLeft, Swap
from bot.errors import Refusal
from bot.games.vanished_animal.pictures.model import VanishedTableau, table
from bot.games.vanished_animal.presentation import VanishedAnimalPresenter
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    Keep,
    Kept,
    Learned,
    Look,
    Looked,
    Name,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    SawAnimal,
    VanishedAction,
    VanishedEnded,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.games.vanished_animal.text import ANIMALS as NAMES
from bot.games.vanished_animal.text import REFUSALS, SIGNS, tell_event
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.messaging import Span, plain_text
from storage.ids import Person
from tests.helpers.cases import each

from .states import EXPERT, FRESH, MAY, RULES, lay, play

PRESENTER = VanishedAnimalPresenter()
ANN, BOB = Person("telegram", "1"), Person("telegram", "2")
PLAYERS = (Player("Ann", ANN), Player("Bob", BOB))
THREE = (*PLAYERS, Player("Cleo", Person("telegram", "3")))
VIEW = VanishedAnimalView(
    seats=(VanishedSeat(hat=True, out=True), VanishedSeat(), VanishedSeat()),
    to_act=1,
    round=2,
    starter=0,
    excluded=("frog", "owl"),
)
LOOKED = RULES.view(play(lay(turn=1), Look(2))[0], None)
MAY_KEEP = RULES.view(play(lay(turn=1, options=MAY), Look(2))[0], None)
AGAIN = RULES.view(play(lay(turn=1, options=EXPERT), Look(2), Swap(2, 3))[0], None)
OTHERS = RULES.view(play(lay(turn=1, options=FRESH), Look(2), Swap(2, 3))[0], None)


@pytest.fixture(scope="module")
def english() -> Translator:
    return Catalogs(Path(__file__).parents[3] / "locales").translator("en")


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def body(view: VanishedAnimalView, tr: Translator) -> list[str]:
    return bare(plain_text(PRESENTER.board(view, [], THREE, tr).body)).splitlines()


def status(view: VanishedAnimalView, tr: Translator) -> list[str]:
    return bare(plain_text(PRESENTER.board(view, [], THREE, tr).status)).splitlines()


def refusal(view: VanishedAnimalView, code: str, tr: Translator, half: str | None = None, seat: int = 1) -> str:
    with pytest.raises(Refusal) as refused:
        PRESENTER.decode(view, seat, half, code)
    return tr.translate(refused.value.message)


class TestBoard:
    def test_headline_calls_the_player_to_move(self, english: Translator) -> None:
        headline = PRESENTER.board(VIEW, [], THREE, english).headline
        assert headline == (Span("\u2068Bob\u2069", "mention", BOB, "name"), Span("’s turn"))

    def test_headline_without_a_person_is_bold(self, english: Translator) -> None:
        nobody = tuple(Player(player.name) for player in THREE)
        assert PRESENTER.board(VIEW, [], nobody, english).headline[0] == Span("\u2068Bob\u2069", "bold", kind="name")

    def test_status_and_body_describe_the_table(self, english: Translator) -> None:
        """D10, D12, D16: what may be missing, what is crossed out, who has what and who is out."""
        assert status(VIEW, english) == ["Ann: hat token, out of this round · Bob · Cleo"]
        assert body(VIEW, english) == [
            "Round 2. Could be missing: rabbit, dove, mouse, hedgehog",
            "✗ Not missing: frog, owl",
        ]

    def test_a_fresh_round_has_no_line_of_crosses(self, english: Translator) -> None:
        (line,) = body(replace(VIEW, excluded=()), english)
        assert line == "Round 2. Could be missing: rabbit, dove, frog, mouse, hedgehog, owl"

    @pytest.mark.parametrize(
        ("view", "line"),
        [
            (LOOKED, "Now swap hat 3 with any other hat."),
            (AGAIN, "One more swap, if you like – any two of these hats: 1, 2, 3, 4 and 5"),
            (OTHERS, "One more swap, if you like – any two of these hats: 1, 2 and 5"),
        ],
    )
    def test_what_is_due_in_a_turn_is_told(self, english: Translator, view: VanishedAnimalView, line: str) -> None:
        assert status(view, english)[0] == line

    def test_picture_has_the_same_text(self, english: Translator) -> None:
        """survive-93: a blind player can play from the alternative text."""
        scene = PRESENTER.board(VIEW, [], THREE, english)
        assert scene.picture.alt == "\n".join(map(plain_text, (scene.headline, scene.status, scene.body)))

    def test_who_left_is_marked(self, english: Translator) -> None:
        """D20."""
        view = replace(VIEW, seats=(*VIEW.seats[:2], VanishedSeat(present=False)))
        assert status(view, english)[-1].endswith(" · Cleo (left)")

    def test_private_events_are_not_told(self, english: Translator) -> None:
        told: list[tuple[int, VanishedEvent]] = [
            (1, Looked(seat=0, hat=2)),
            (1, SawAnimal(audience=0, hat=2, animal="owl")),
            (2, Learned(audience=0, animal="owl")),
        ]
        moves = PRESENTER.board(VIEW, told, THREE, english).moves
        assert [bare(plain_text(move)) for move in moves] == ["1. Ann looked into hat 3."]


RING = ("mouse", "owl", "rabbit", "hedgehog", "frog")
MOVES: tuple[tuple[VanishedEvent, str], ...] = (
    (RoundBegan(round=3, starter=1), "Round 3: the hats have been mixed. Bob goes first."),
    (Looked(seat=0, hat=4), "12. Ann looked into hat 5."),
    (RingSwapped(seat=1, a=0, b=4), "12. Bob swapped hats 1 and 5."),
    (RingSwapped(seat=1, a=1, b=2, again=True), "12. Bob swapped hats 2 and 3."),
    (Kept(seat=1), "12. Bob left the hats where they were."),
    (Named(seat=0, animal="owl", right=True), "12. Ann named: owl. Right!"),
    (Named(seat=0, animal="owl", right=False), "12. Ann named: owl. Wrong, so no more turns this round."),
    (
        RoundEnded(winner=1, prize="hat", hats=RING, box="dove"),
        "Bob won the round and a hat token! In the box: dove. "
        "In the hats: 1 mouse · 2 owl · 3 rabbit · 4 hedgehog · 5 frog.",
    ),
    (
        RoundEnded(winner=1, prize="wand", box="dove"),
        "Bob won the round and the magic wand! In the box: dove.",
    ),
    (RoundEnded(winner=1, prize="hat"), "Bob won the round and a hat token!"),
    (SeatLeft(seat=1), "Bob left the game."),
    (VanishedEnded(winner=1), "The game is over."),
)


AFTER_A_LOOK: tuple[tuple[tuple[VanishedEvent, ...], str], ...] = (
    ((RingSwapped(seat=0, a=0, b=4),), "7–8. Ann looked into hat 5 and swapped it with 1."),
    ((Kept(seat=0),), "7–8. Ann looked into hat 5 and left it there."),
    (
        (RingSwapped(seat=0, a=0, b=4), RingSwapped(seat=0, a=1, b=2, again=True)),
        "7–9. Ann looked into hat 5, swapped it with 1, then 2 with 3.",
    ),
    (
        (RingSwapped(seat=0, a=0, b=4), Kept(seat=0, again=True)),
        "7–9. Ann looked into hat 5 and swapped it with 1.",
    ),
    (
        (Kept(seat=0), RingSwapped(seat=0, a=1, b=2, again=True)),
        "7–9. Ann looked into hat 5, left it there, then swapped hats 2 and 3.",
    ),
    ((Kept(seat=0), Kept(seat=0, again=True)), "7–9. Ann looked into hat 5 and left it there."),
)


class TestMoves:
    @pytest.mark.parametrize(("events", "line"), AFTER_A_LOOK, ids=[line for _, line in AFTER_A_LOOK])
    def test_a_look_and_what_came_of_it_are_one_line(
        self, english: Translator, events: tuple[VanishedEvent, ...], line: str
    ) -> None:
        """The line stands where the last of it happened, so that a message may end before or after it."""
        told = [(7, Looked(seat=0, hat=4)), *enumerate(events, 8), (20, Looked(seat=1, hat=0))]
        *before, turn, other = PRESENTER.board(VIEW, told, PLAYERS + THREE[2:], english).moves
        assert before == [()] * len(events)
        assert bare(plain_text(turn)) == line
        assert bare(plain_text(other)) == "20. Bob looked into hat 1."

    @pytest.mark.parametrize("between", [SeatLeft(seat=2), RingSwapped(seat=1, a=0, b=1)])
    def test_what_is_of_another_has_a_line_of_its_own(self, english: Translator, between: VanishedEvent) -> None:
        told = [(7, Looked(seat=0, hat=4)), (8, between), (9, RingSwapped(seat=0, a=0, b=4))]
        look, other, swap = (bare(plain_text(move)) for move in PRESENTER.board(VIEW, told, THREE, english).moves)
        assert (look, swap) == ("7. Ann looked into hat 5.", "9. Ann swapped hats 1 and 5.")
        assert other

    @each(("event", "line"), MOVES)
    def test_each_is_told_as_one_line(self, english: Translator, event: VanishedEvent, line: str) -> None:
        """D10, D13, D19."""
        assert bare(plain_text(tell_event(12, event, PLAYERS, english))) == line

    @pytest.mark.parametrize("event", [SawAnimal(audience=0, hat=0, animal="owl"), Learned(audience=0, animal="owl")])
    def test_a_private_event_cannot_be_told(self, english: Translator, event: VanishedEvent) -> None:
        with pytest.raises(TypeError):
            tell_event(1, event, PLAYERS, english)

    def test_every_animal_has_a_name_and_a_sign_of_its_own(self, english: Translator) -> None:
        assert set(NAMES) == set(SIGNS) == set(ANIMALS)
        assert len({english.translate(name) for name in NAMES.values()}) == len(set(SIGNS.values())) == 6


def texts(view: VanishedAnimalView, tr: Translator) -> list[list[str]]:
    return [[choice.text for choice in row] for row in PRESENTER.board(view, [], THREE, tr).choices]


class TestButtons:
    def test_offer_the_swap_of_a_turn_from_its_start(self, english: Translator) -> None:
        """No board is waited for between the look and the swap (D5: a turn is both)."""
        rows = PRESENTER.board(VIEW, [], THREE, english).choices
        assert [{choice.ahead for choice in row} for row in rows] == [{False}, {True}, {False}]
        assert not PRESENTER.is_mid_turn(VIEW)
        assert PRESENTER.is_mid_turn(LOOKED)
        assert not PRESENTER.is_mid_turn(MAY_KEEP), "whoever may leave them needs the button for it"

    def test_offer_five_looks_six_animals_and_a_confirmation(self, english: Translator) -> None:
        assert texts(replace(VIEW, excluded=()), english) == [
            ["👁1", "👁2", "👁3", "👁4", "👁5"],
            ["⇄1", "⇄2", "⇄3", "⇄4", "⇄5"],
            ["🐇", "🕊", "🐸", "🐭", "🦔", "🦉", "✔"],
        ]

    def test_mark_animals_named_in_vain(self, english: Translator) -> None:
        """D10: they can be named all the same (D9)."""
        rows = texts(VIEW, english)
        assert rows[2] == ["🐇", "🕊", "🐸✗", "🐭", "🦔", "🦉✗", "✔"]

    def test_offer_the_four_partners_after_a_look(self, english: Translator) -> None:
        assert texts(LOOKED, english) == [["⇄1", "⇄2", "⇄4", "⇄5"]]
        assert texts(MAY_KEEP, english) == [["⇄1", "⇄2", "⇄4", "⇄5"], ["Don’t swap"]]

    def test_offer_experts_a_second_swap(self, english: Translator) -> None:
        assert texts(AGAIN, english) == [["⇄1", "⇄2", "⇄3", "⇄4", "⇄5"], ["Don’t swap"]]
        assert texts(OTHERS, english) == [["⇄1", "⇄2", "⇄5"], ["Don’t swap"]]

    @pytest.mark.parametrize("view", [VIEW, LOOKED, MAY_KEEP, AGAIN, OTHERS])
    def test_have_short_plain_codes_that_all_mean_something(
        self, english: Translator, view: VanishedAnimalView
    ) -> None:
        """survive-69: tokens are ASCII and far below 64 bytes."""
        choices = [choice for row in PRESENTER.board(view, [], THREE, english).choices for choice in row]
        codes = [choice.code for choice in choices]
        assert len(set(codes)) == len(codes)
        assert all(code.isascii() and len(code) <= 2 for code in codes)
        for choice in choices:
            if not choice.ahead:
                PRESENTER.decode(view, 1, "n0", choice.code)

    def test_lead_to_every_lawful_action_and_to_no_other(self, english: Translator) -> None:
        """What can be pressed, in one press or two, is what the rules allow."""
        for options in ({}, MAY, EXPERT, FRESH):
            state, _ = play(lay(turn=1, options=options), Look(2))
            for now in (lay(turn=1, options=options), state, play(state, Swap(2, 3))[0]):
                if now.turn == 1:
                    view = RULES.view(now, None)
                    assert pressed(view, english) == set(RULES.legal(now, 1))

    def test_a_look_takes_one_press(self) -> None:
        assert PRESENTER.decode(VIEW, 1, None, "l3") == Look(3)

    def test_a_swap_after_a_look_takes_one_press(self) -> None:
        assert PRESENTER.decode(LOOKED, 1, None, "s4") == Swap(2, 4)
        assert PRESENTER.decode(LOOKED, 1, None, "s0") == Swap(0, 2)

    def test_a_second_swap_takes_two_presses(self, english: Translator) -> None:
        first = PRESENTER.decode(AGAIN, 1, None, "s4")
        assert isinstance(first, FirstPress)
        assert english.translate(first.toast) == "Hat 5 is selected. Now tap ⇄ on the hat to swap it with."
        again = PRESENTER.decode(AGAIN, 1, first.code, "s4")
        assert isinstance(again, FirstPress)
        assert english.translate(again.toast) == "Hat 5 is no longer selected."
        assert PRESENTER.decode(AGAIN, 1, again.code, "s4") == first
        assert PRESENTER.decode(AGAIN, 1, first.code, "s1") == Swap(1, 4)

    def test_leaving_the_hats_takes_one_press(self) -> None:
        assert PRESENTER.decode(AGAIN, 1, "s4", "k") == PRESENTER.decode(MAY_KEEP, 1, None, "k") == Keep()

    def test_a_name_is_chosen_and_then_confirmed(self, english: Translator) -> None:
        chosen = PRESENTER.decode(VIEW, 1, None, "n0")
        assert isinstance(chosen, FirstPress)
        assert english.translate(chosen.toast) == "Tap ✔ to name: rabbit. If you’re wrong, you’re out of this round."
        assert PRESENTER.decode(VIEW, 1, chosen.code, "y") == Name("rabbit")

    def test_another_animal_or_a_look_may_follow_the_first_choice(self) -> None:
        other = PRESENTER.decode(VIEW, 1, "n0", "n3")
        assert isinstance(other, FirstPress)
        assert PRESENTER.decode(VIEW, 1, other.code, "y") == Name("mouse")
        assert PRESENTER.decode(VIEW, 1, "n0", "l1") == Look(1)

    def test_an_animal_that_all_know_to_be_in_the_ring_is_warned_of(self, english: Translator) -> None:
        """D9: legal, but nobody does it unwarned."""
        chosen = PRESENTER.decode(VIEW, 1, None, "n2")
        assert isinstance(chosen, FirstPress)
        assert (
            english.translate(chosen.toast)
            == "Everyone knows this one is in the ring: frog. Tap ✔ if you want to name it anyway."
        )
        assert PRESENTER.decode(VIEW, 1, chosen.code, "y") == Name("frog")

    @pytest.mark.parametrize("half", [None, "s1"])
    def test_nothing_is_confirmed_that_was_not_chosen(self, english: Translator, half: str | None) -> None:
        assert refusal(VIEW, "y", english, half) == "Choose an animal first, then tap ✔."

    def test_a_half_of_another_kind_is_forgotten(self) -> None:
        assert PRESENTER.decode(AGAIN, 1, "n2", "s1") == PRESENTER.decode(AGAIN, 1, None, "s1")

    @each("code", ["", "l", "l5", "l-1", "x0", "n6", "l00", "0l", "s٣", "L0", "l0 ", "👁0", "yy", "y0", "k1", "s²"])
    def test_nonsense_is_refused(self, english: Translator, code: str) -> None:
        assert refusal(VIEW, code, english) == "This button no longer works."

    def test_a_swap_before_a_look_is_refused(self, english: Translator) -> None:
        assert refusal(VIEW, "s0", english) == "Look into a hat first. The swap comes after that."

    def test_a_name_before_the_swap_is_refused(self, english: Translator) -> None:
        assert refusal(LOOKED, "n0", english) == "Make your swap first: it’s part of looking."

    def test_a_hat_that_has_moved_is_refused_where_only_fresh_ones_count(self, english: Translator) -> None:
        said = "For the second swap, choose two hats that the first one didn’t move."
        assert refusal(OTHERS, "s3", english) == refusal(OTHERS, "s2", english, "s0") == said

    @pytest.mark.parametrize("code", ["l0", "n0", "y", "s0", "k"])
    def test_only_the_player_to_move_is_heard(self, english: Translator, code: str) -> None:
        assert refusal(VIEW, code, english, seat=0) == "It’s not your turn."
        assert refusal(replace(VIEW, to_act=None), code, english) == "The game is over."

    @pytest.mark.parametrize(
        ("action", "toast"),
        [
            (Look(2), "You looked into hat 3. To see it, tap 🤫 or look at what I sent you. Then make your swap here."),
            (Swap(1, 4), "You swapped hats 2 and 5."),
            (Keep(), "You left the hats where they were."),
        ],
    )
    def test_are_answered_in_a_toast(self, english: Translator, action: VanishedAction, toast: str) -> None:
        assert PRESENTER.done(action, (), VIEW, 1, english) == toast

    @pytest.mark.parametrize(
        ("right", "more", "toast"),
        [
            (True, (RoundEnded(winner=1, prize="hat"),), "Right! In the box: owl. You win the round and a hat token."),
            (
                True,
                (RoundEnded(winner=1, prize="wand"),),
                "Right! In the box: owl. The magic wand is yours, and so is the game!",
            ),
            (
                False,
                (Learned(audience=1, animal="dove"),),
                "Wrong guess: owl. You sit out this round. To see what’s in the box, tap 🤫 or look at what "
                "I sent you.",
            ),
            (
                False,
                (Learned(audience=1, animal="dove"), RoundEnded(winner=0, prize="hat")),
                "Wrong guess: owl. The round is over. In the box: dove.",
            ),
            (
                False,
                (RoundEnded(winner=0, prize="wand", box="dove"),),
                "Wrong guess: owl. The round is over. In the box: dove. The game is over.",
            ),
        ],
    )
    def test_a_named_animal_is_answered_by_what_came_of_it(
        self, english: Translator, right: bool, more: tuple[VanishedEvent, ...], toast: str
    ) -> None:
        events = (Named(seat=1, animal="owl", right=right), *more)
        assert PRESENTER.done(Name("owl"), events, VIEW, 1, english) == toast

    def test_every_reason_has_words_and_an_unheard_of_one_too(self, english: Translator) -> None:
        assert len({english.translate(PRESENTER.refusal(reason)) for reason in REFUSALS}) == len(REFUSALS)
        assert english.translate(PRESENTER.refusal("no_such_reason")) == "This button no longer works."


def pressed(view: VanishedAnimalView, tr: Translator) -> set[VanishedAction]:
    """Press every button, and every button after every first half; give all that was meant."""
    codes = [choice.code for row in PRESENTER.board(view, [], THREE, tr).choices for choice in row]
    found: set[VanishedAction] = set()
    for half in (None, *codes):
        for code in codes:
            try:
                meant = PRESENTER.decode(view, 1, half, code)
            except Refusal:
                continue
            if isinstance(meant, Look | Swap | Keep | Name):
                found.add(meant)
    return found


class TestWhispers:
    def test_a_look_tells_the_animal_under_a_cover(self, english: Translator) -> None:
        """A glance over the shoulder shows which hat, no more."""
        secret = PRESENTER.secret(SawAnimal(audience=1, hat=4, animal="owl"), VIEW, THREE, english)
        assert secret.text == (Span("Hat "), Span("5"), Span(": "), Span("owl", "spoiler"), Span("."))
        assert secret.alert == "Hat 5: 🦉 owl.", "an alert has no picture: a sign stands for it"
        assert secret.picture is not None
        assert secret.picture.alt == plain_text(secret.text) == "Hat 5: owl."

    def test_a_wrong_namer_is_told_the_truth_and_to_keep_it(self, english: Translator) -> None:
        """D10."""
        secret = PRESENTER.secret(Learned(audience=1, animal="dove"), VIEW, THREE, english)
        assert Span("dove", "spoiler") in secret.text
        assert secret.alert == "In the box: 🕊 dove. Don’t tell anyone until the round is over."
        assert secret.picture is not None

    def test_advice_tells_each_what_to_do_now(self, english: Translator) -> None:
        said = {
            "turn": PRESENTER.advice(VIEW, 1, english),
            "named": PRESENTER.advice(VIEW, 1, english, "n0"),
            "half": PRESENTER.advice(OTHERS, 1, english, "s1"),
            "swap": PRESENTER.advice(LOOKED, 1, english),
            "keep": PRESENTER.advice(MAY_KEEP, 1, english),
            "again": PRESENTER.advice(OTHERS, 1, english),
            "wait": PRESENTER.advice(VIEW, 2, english),
            "out": PRESENTER.advice(VIEW, 0, english),
            "watch": PRESENTER.advice(VIEW, None, english),
            "over": PRESENTER.advice(replace(VIEW, to_act=None), 1, english),
        }
        assert said == {
            "turn": "Five animals are in the ring. Name the sixth and you win the round, but guess wrong and you’re "
            "out. Not sure yet? Tap 👁 to look into a hat you don’t know.",
            "named": "Selected: rabbit. Tap ✔ to name it. Changed your mind? Choose another animal, "
            "or look into a hat with 👁.",
            "half": "Hat 2 is selected. Tap ⇄ on another hat to swap the two, or tap ⇄2 again to cancel.",
            "swap": "Now swap hat 3 with any other hat. Just remember where yours goes!",
            "keep": "Now swap hat 3 with any other hat. Just remember where yours goes. Or leave them where they are.",
            "again": "One more swap, if you like – any two of these hats: 1, 2 and 5. "
            "Choose two to confuse the others, or leave them where they are.",
            "wait": "Whoever names the missing animal first wins the round. "
            "It’s not your turn yet, so keep track of the hats you know.",
            "out": "You’re out until this round ends. Don’t give anything away!",
            "watch": "You’re watching. One animal has vanished, and whoever names it wins the round.",
            "over": "The game is over.",
        }

    def test_the_line_of_help_is_about_the_choice_at_hand(self, english: Translator) -> None:
        """In the second swap any two hats may go, or only others: what is said of the first one is not true there."""
        assert PRESENTER.hint(LOOKED, 0, english) == "⇄ Any other hat will do. Just remember where yours goes!"
        assert PRESENTER.hint(AGAIN, 0, english) == PRESENTER.hint(OTHERS, 0, english) == ""

    def test_who_left_watches(self, english: Translator) -> None:
        view = replace(VIEW, seats=(*VIEW.seats[:2], VanishedSeat(present=False)))
        assert PRESENTER.advice(view, 2, english) == PRESENTER.advice(view, None, english)

    def test_nothing_is_held(self, english: Translator) -> None:
        """It is a game of memory: `/hand` repeats a look while its time lasts, and that is all."""
        assert PRESENTER.hand(VIEW, 1, THREE, english) is None


OVER = replace(
    VIEW,
    to_act=None,
    seats=(VanishedSeat(hat=True), VanishedSeat(hat=True, wand=True), VanishedSeat()),
    outcome=Outcome((1,)),
)
END = RoundEnded(winner=1, prize="wand", hats=RING, box="dove")


class TestEnd:
    def test_tells_the_winner(self, english: Translator) -> None:
        assert bare(plain_text(PRESENTER.board(OVER, [], THREE, english).headline)) == "🏆 Bob wins!"

    def test_tells_what_everybody_has_and_what_lay_where(self, english: Translator) -> None:
        """D13, D16."""
        scene = PRESENTER.board(OVER, [(30, END), (30, VanishedEnded(winner=1))], THREE, english)
        assert bare(plain_text(scene.status)).splitlines() == ["Ann: hat token · Bob: hat token, magic wand · Cleo"]
        assert bare(plain_text(scene.moves[0])).splitlines() == [
            "Bob won the round and the magic wand! In the box: dove. "
            "In the hats: 1 mouse · 2 owl · 3 rabbit · 4 hedgehog · 5 frog."
        ]
        assert scene.body == (), "what the last move told is not told again"

    def test_where_hats_stay_covered_tells_the_box_alone(self, english: Translator) -> None:
        scene = PRESENTER.board(OVER, [(30, replace(END, hats=None))], THREE, english)
        assert plain_text(scene.moves[0]).endswith("In the box: dove.")

    def test_has_no_buttons_and_still_tells_the_last_moves(self, english: Translator) -> None:
        """survive-36: no button of the game outlives it."""
        told = [(30, Named(seat=1, animal="dove", right=True)), (30, END), (30, VanishedEnded(winner=1))]
        scene = PRESENTER.board(OVER, told, THREE, english)
        assert scene.choices == ()
        assert len(scene.moves) == 3


class TestLobby:
    def test_asks_who_begins(self, english: Translator) -> None:
        """D17."""
        asked = StarterLabels("Who goes first?", "I’m the youngest", (Span("First player: Ann"),))
        assert PRESENTER.starter_labels(Span("Ann"), english) == asked
        assert PRESENTER.starter_labels(None, english).line == (Span("First player: chosen at random"),)

    def test_is_described_by_who_sits_there(self, english: Translator) -> None:
        assert PRESENTER.lobby((), english).alt == "The Vanished Animal: nobody at the table yet."
        assert bare(PRESENTER.lobby(PLAYERS, english).alt) == "The Vanished Animal. At the table: Ann and Bob."


class TestPictures:
    def test_are_the_same_in_every_language(self, english: Translator) -> None:
        """One picture serves all languages, so its key, and with it the upload, is shared."""
        hebrew = Catalogs(Path(__file__).parents[3] / "locales").translator("he")
        told = [(4, RingSwapped(seat=0, a=0, b=1))]
        for view in (VIEW, LOOKED, OVER):
            keys = {PRESENTER.board(view, told, THREE, tr).picture.key for tr in (english, hebrew)}
            assert len(keys) == 1
        assert PRESENTER.lobby(PLAYERS, english).key == PRESENTER.lobby(PLAYERS, hebrew).key

    def test_can_be_drawn_in_another_process(self, english: Translator) -> None:
        """What is to be drawn travels there as it is (`Picture.draw` is picklable)."""
        looked = PRESENTER.secret(SawAnimal(audience=1, hat=4, animal="owl"), VIEW, THREE, english).picture
        learned = PRESENTER.secret(Learned(audience=1, animal="dove"), VIEW, THREE, english).picture
        boards = [PRESENTER.board(view, [], THREE, english).picture for view in (VIEW, LOOKED, OVER)]
        for picture in (looked, learned, PRESENTER.lobby(PLAYERS, english), *boards):
            assert picture is not None
            again = pickle.loads(pickle.dumps(picture.draw))
            assert again().startswith(b"\x89PNG\r\n")


def test_a_tag_does_not_stay_where_its_hat_has_left() -> None:
    """Where an animal that was seen is after a swap is for players to remember."""
    looked, swap = (1, Looked(seat=0, hat=3)), (2, RingSwapped(seat=0, a=0, b=3))
    for told, moved in (
        ([looked], [False]),
        ([looked, swap], [True, False]),
        ([looked, (2, Kept(seat=0))], [False] * 2),
    ):
        shown = table(VIEW, told, THREE)
        assert isinstance(shown, VanishedTableau)
        assert [move.moved for move in shown.moves] == moved
