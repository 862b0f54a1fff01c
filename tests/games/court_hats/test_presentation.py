"""The board of Court Hats in English: headline, moves, alt text, buttons, whispers, the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.presentation import FirstPress, Player
from bot.engine.rules import Outcome, SeatLeft, Swap
from bot.errors import Refusal
from bot.games.court_hats.pictures.model import table
from bot.games.court_hats.presentation import CourtHatsPresenter
from bot.games.court_hats.rules.moves import (
    KINDS,
    MAGIC,
    CourtEnded,
    CourtEvent,
    HatOpened,
    LayoutDealt,
    OpenHat,
    Peek,
    Peeked,
    Redealt,
    Result,
    RowSwapped,
    SawHat,
)
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.games.court_hats.text import CHARACTERS, HATS, tell_event
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Span, plain_text
from bot.settings import LOCALES
from storage.ids import Person
from tests.helpers.cases import each

PRESENTER = CourtHatsPresenter()
ANN, BOB = Person("telegram", "1"), Person("telegram", "2")
PLAYERS = (Player("Ann", ANN), Player("Bob", BOB))
NOBODY_YET = CourtSeat((), magic=0, chips=0)
VIEW = CourtHatsView(
    row=("witch", "cook", None, "king", "pirate", "maid", "king"),
    seats=(CourtSeat(("king", "witch", "king"), magic=1, chips=2), NOBODY_YET),
    to_act=1,
    character_pile=4,
    hat_pile=9,
)


@pytest.fixture(scope="module")
def english() -> Translator:
    return Catalogs(Path(__file__).parents[3] / "locales").translator("en")


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


class TestBoard:
    def test_headline_calls_the_player_to_move(self, english: Translator) -> None:
        """A mention notifies that player, and nobody else."""
        headline = PRESENTER.board(VIEW, [], PLAYERS, english).headline
        assert headline == (Span("\u2068Bob\u2069", "mention", BOB, "name"), Span("’s turn"))

    def test_headline_without_a_person_is_bold(self, english: Translator) -> None:
        headline = PRESENTER.board(VIEW, [], (Player("Ann"), Player("Bob")), english).headline
        assert headline[0] == Span("\u2068Bob\u2069", "bold", kind="name")

    def test_status_and_body_describe_the_table_and_say_nothing_twice(self, english: Translator) -> None:
        """Points: pairs minus chips that no magic hat cancels (rulings.md 1.4): 3 - (2 - 1) = 2."""
        scene = PRESENTER.board(VIEW, [], PLAYERS, english)
        assert bare(plain_text(scene.status)) == "Points: Ann 2 · Bob 0"
        assert bare(plain_text(scene.body)).splitlines() == [
            "Row: 1 witch · 2 cook · 3 empty · 4 king · 5 pirate · 6 maid · 7 king",
            "Piles: characters 4, hats 9",
            "Ann: king ×2, witch; magic hats 1, chips 2",
            "Bob: magic hats 0, chips 0",
        ]

    def test_picture_has_the_same_text(self, english: Translator) -> None:
        """survive-93: a blind player can play from the alternative text."""
        scene = PRESENTER.board(VIEW, [], PLAYERS, english)
        assert scene.picture.alt == "\n".join(map(plain_text, (scene.headline, scene.status, scene.body)))

    @pytest.mark.parametrize(
        ("banned", "line"),
        [
            ({"banned_swap": (1, 6)}, "Hats 2 and 7 can’t be swapped back this turn."),
            ({"banned_peek": 3}, "Hat 4 can’t be peeked at this turn."),
        ],
    )
    def test_bans_are_told_on_the_board_and_to_whom_they_bind(
        self, english: Translator, banned: dict[str, object], line: str
    ) -> None:
        """H4, H5."""
        view = replace(VIEW, **banned)
        assert line in plain_text(PRESENTER.board(view, [], PLAYERS, english).status).splitlines()
        assert PRESENTER.advice(view, 1, english).endswith(line)
        assert line not in PRESENTER.advice(view, 0, english)

    @pytest.mark.parametrize(
        ("unopened", "line"),
        [
            (39, None),
            (40, "20 turns left, unless someone opens a hat."),
            (59, "1 turn left, unless someone opens a hat."),
        ],
    )
    def test_the_limit_of_turns_without_an_opened_hat_is_seen_coming(
        self, english: Translator, unopened: int, line: str | None
    ) -> None:
        """H26, N-b."""
        view = replace(VIEW, unopened=unopened, patience=60)
        lines = plain_text(PRESENTER.board(view, [], PLAYERS, english).status).splitlines()
        assert [told for told in lines if "left" in told] == ([line] if line else [])
        for unlimited in (replace(view, patience=None), replace(view, to_act=None)):
            assert "turn" not in plain_text(PRESENTER.board(unlimited, [], PLAYERS, english).status)

    def test_who_left_is_marked_and_keeps_the_cards(self, english: Translator) -> None:
        """H28."""
        view = replace(VIEW, seats=(replace(VIEW.seats[0], present=False), NOBODY_YET))
        scene = PRESENTER.board(view, [], PLAYERS, english)
        assert bare(plain_text(scene.status)) == "Points: Ann (left) 2 · Bob 0"
        assert "Ann: king ×2, witch;" in bare(plain_text(scene.body))

    def test_points_below_zero_are_told(self, english: Translator) -> None:
        """H20."""
        view = replace(VIEW, seats=(NOBODY_YET, CourtSeat(("cook",), magic=0, chips=2)))
        assert bare(plain_text(PRESENTER.board(view, [], PLAYERS, english).status)) == "Points: Ann 0 · Bob −1"

    def test_what_a_peek_saw_is_not_told(self, english: Translator) -> None:
        told: list[tuple[int, CourtEvent]] = [(1, Peeked(seat=0, slot=2)), (2, SawHat(audience=0, slot=2, hat="crown"))]
        moves = PRESENTER.board(VIEW, told, PLAYERS, english).moves
        assert [bare(plain_text(move)) for move in moves] == ["1. Ann peeked at hat 3."]


MOVES: tuple[tuple[CourtEvent, str], ...] = (
    (LayoutDealt(starter=1), "The cards have been dealt. Bob goes first."),
    (Peeked(seat=0, slot=2), "12. Ann peeked at hat 3."),
    (RowSwapped(seat=1, a=0, b=6), "12. Bob swapped hats 1 and 7."),
    (
        HatOpened(seat=0, slot=4, hat="king", character="witch", result="miss"),
        "12. Ann opened hat 5 (witch): crown. Wrong hat: one chip.",
    ),
    (
        HatOpened(seat=0, slot=4, hat=MAGIC, character="witch", result="magic"),
        "12. Ann opened hat 5 (witch): a magic hat! A new hat takes its place.",
    ),
    (
        HatOpened(seat=1, slot=0, hat="cook", character="cook", result="match", refill="maid"),
        "12. Bob opened hat 1 (cook): it fits! Next up: maid.",
    ),
    (
        HatOpened(seat=1, slot=0, hat="cook", character="cook", result="match"),
        "12. Bob opened hat 1 (cook): it fits! That spot stays empty.",
    ),
    (
        Redealt(restart=False),
        "🔀 No hat on the table could fit, so I’ve shuffled the cards nobody has won and dealt again. "
        "Everyone keeps what they’ve won.",
    ),
    (
        Redealt(restart=True),
        "🔀 No hat on the table could fit, so all the cards, even the ones already won, "
        "have been shuffled and dealt again.",
    ),
    (SeatLeft(seat=1), "Bob left the game."),
    (CourtEnded(hats=(None,) * 7), "The game is over."),
    (
        CourtEnded(hats=(None,) * 7, stalled=True),
        "60 turns have passed with no hat opened, so the game is over.",
    ),
)


class TestMoves:
    @each(("event", "line"), MOVES)
    def test_each_is_told_as_one_line_and_turns_have_numbers(
        self, english: Translator, event: CourtEvent, line: str
    ) -> None:
        """H9: a miss says which hat all saw. H13: a place that is not refilled closes. H17: a redeal is announced."""
        assert bare(plain_text(tell_event(12, event, PLAYERS, english))) == line

    def test_a_private_event_cannot_be_told(self, english: Translator) -> None:
        with pytest.raises(TypeError):
            tell_event(1, SawHat(audience=0, slot=0, hat="king"), PLAYERS, english)

    def test_every_kind_and_hat_has_a_name_of_its_own(self, english: Translator) -> None:
        assert set(CHARACTERS) == set(KINDS)
        assert set(HATS) == {*KINDS, MAGIC}
        assert len({english.translate(hat) for hat in HATS.values()}) == 11
        assert len({english.translate(kind) for kind in CHARACTERS.values()}) == 10


class TestButtons:
    def test_stand_in_three_rows_without_closed_places(self, english: Translator) -> None:
        rows = PRESENTER.board(VIEW, [], PLAYERS, english).choices
        assert [[choice.text for choice in row] for row in rows] == [
            [f"{sign}{slot}" for slot in (1, 2, 4, 5, 6, 7)] for sign in "👁⇄🎩"
        ]

    def test_do_not_depend_on_who_looks_or_on_what_was_told(self, english: Translator) -> None:
        told = [(1, RowSwapped(seat=0, a=0, b=1))]
        assert (
            PRESENTER.board(VIEW, told, PLAYERS, english).choices == PRESENTER.board(VIEW, [], PLAYERS, english).choices
        )

    def test_codes_are_short_plain_and_unlike(self, english: Translator) -> None:
        """survive-69: tokens are ASCII and far below 64 bytes."""
        codes = [choice.code for row in PRESENTER.board(VIEW, [], PLAYERS, english).choices for choice in row]
        assert len(set(codes)) == len(codes) == 18
        assert all(code.isascii() and len(code) == 2 for code in codes)

    def test_peek_and_open_take_one_press(self) -> None:
        assert PRESENTER.decode(VIEW, 1, None, "p3") == Peek(3)
        assert PRESENTER.decode(VIEW, 1, None, "o0") == OpenHat(0)

    def test_swap_takes_two_presses(self, english: Translator) -> None:
        first = PRESENTER.decode(VIEW, 1, None, "s4")
        assert isinstance(first, FirstPress)
        assert english.translate(first.toast) == "Hat 5 is selected. Now tap ⇄ on the hat to swap it with."
        assert PRESENTER.decode(VIEW, 1, first.code, "s1") == Swap(1, 4)

    def test_pressing_the_first_half_again_takes_it_back(self, english: Translator) -> None:
        again = PRESENTER.decode(VIEW, 1, "s4", "s4")
        assert isinstance(again, FirstPress)
        assert again.code == ""
        assert english.translate(again.toast) == "Hat 5 is no longer selected."
        assert PRESENTER.decode(VIEW, 1, again.code, "s1") == PRESENTER.decode(VIEW, 1, None, "s1")

    def test_another_action_may_follow_a_first_half(self) -> None:
        assert PRESENTER.decode(VIEW, 1, "s4", "p4") == Peek(4)
        assert PRESENTER.decode(VIEW, 1, "s4", "o1") == OpenHat(1)

    def test_a_half_whose_place_has_closed_is_forgotten(self) -> None:
        assert PRESENTER.decode(VIEW, 1, "s2", "s1") == PRESENTER.decode(VIEW, 1, None, "s1")

    @each("code", ["", "p", "p7", "p-1", "x0", "p00", "0p", "s٣", "P0", "p0 ", "🎩0", "p0.s1", "s²"])
    def test_nonsense_is_refused(self, english: Translator, code: str) -> None:
        with pytest.raises(Refusal) as refused:
            PRESENTER.decode(VIEW, 1, None, code)
        assert english.translate(refused.value.message) == "This button no longer works."

    @pytest.mark.parametrize("code", ["p2", "s2", "o2"])
    def test_a_closed_place_is_refused(self, english: Translator, code: str) -> None:
        with pytest.raises(Refusal) as refused:
            PRESENTER.decode(VIEW, 1, None, code)
        assert english.translate(refused.value.message) == "There’s no hat in that spot."

    @pytest.mark.parametrize("code", ["p0", "s0", "o0"])
    def test_only_the_player_to_move_is_heard(self, english: Translator, code: str) -> None:
        with pytest.raises(Refusal) as refused:
            PRESENTER.decode(VIEW, 0, None, code)
        assert english.translate(refused.value.message) == "It’s not your turn."

    def test_nobody_is_heard_after_the_end(self, english: Translator) -> None:
        with pytest.raises(Refusal) as refused:
            PRESENTER.decode(replace(VIEW, to_act=None), 1, None, "p0")
        assert english.translate(refused.value.message) == "The game is over."

    @pytest.mark.parametrize(
        ("action", "toast"),
        [
            (Peek(2), "You peeked at hat 3. To see it, tap 🤫 or look at what I sent you."),
            (Swap(1, 4), "You swapped hats 2 and 5."),
        ],
    )
    def test_are_answered_in_a_toast(self, english: Translator, action: Peek | Swap, toast: str) -> None:
        assert PRESENTER.done(action, (), VIEW, 0, english) == toast

    @pytest.mark.parametrize(
        ("result", "more", "toast"),
        [
            ("match", (), "It fits: the pair is yours!"),
            ("magic", (), "A magic hat, and you get to keep it!"),
            ("miss", (), "It doesn’t fit (crown): you get a chip."),
            (
                "match",
                (Redealt(restart=False),),
                "It fits: the pair is yours! No hat could fit any more, so the row has been dealt again.",
            ),
        ],
    )
    def test_an_opened_hat_is_answered_by_what_came_of_it(
        self, english: Translator, result: Result, more: tuple[CourtEvent, ...], toast: str
    ) -> None:
        events = (HatOpened(seat=0, slot=6, hat="king", character="king", result=result), *more)
        assert PRESENTER.done(OpenHat(6), events, VIEW, 0, english) == toast

    @pytest.mark.parametrize(
        ("winners", "toast"),
        [
            ((0,), "It fits: the pair is yours! You win the game!"),
            ((0, 1), "It fits: the pair is yours! You share the victory!"),
            ((1,), "It fits: the pair is yours! The game is over."),
        ],
    )
    def test_the_last_pair_is_answered_by_who_has_won(
        self, english: Translator, winners: tuple[int, ...], toast: str
    ) -> None:
        events = (
            HatOpened(seat=0, slot=6, hat="king", character="king", result="match"),
            CourtEnded(hats=()),
        )
        over = replace(VIEW, to_act=None, outcome=Outcome(winners, (3, 3)))
        assert PRESENTER.done(OpenHat(6), events, over, 0, english) == toast

    @pytest.mark.parametrize("action", [Peek(2), Swap(1, 4)])
    def test_the_last_turn_of_a_game_that_nobody_brings_on_is_answered_by_who_has_won(
        self, english: Translator, action: Peek | Swap
    ) -> None:
        """H26: a secret of it is not sent any more."""
        events = (CourtEnded(hats=(), stalled=True),)
        over = replace(VIEW, to_act=None, outcome=Outcome((0,), (3, 2)))
        assert PRESENTER.done(action, events, over, 0, english) == "You win the game!"
        assert PRESENTER.done(action, events, over, 1, english) == "The game is over."

    def test_an_unheard_of_reason_is_still_a_refusal(self, english: Translator) -> None:
        assert english.translate(PRESENTER.refusal("no_such_reason")) == "This button no longer works."


class TestWhispers:
    def test_a_peek_tells_the_hat_and_whom_it_fits(self, english: Translator) -> None:
        """H25: the help card is always at hand: whoever sees a kerchief reads that it is the maid's."""
        secret = PRESENTER.secret(SawHat(audience=1, slot=5, hat="maid"), VIEW, PLAYERS, english)
        assert secret.text == (Span("Hat "), Span("6"), Span(": "), Span("kerchief (maid).", "spoiler"))
        assert secret.alert == "Hat 6: 🧺 kerchief (maid).", "an alert has no picture: a sign stands for it"
        assert secret.picture is not None
        assert secret.picture.alt == plain_text(secret.text) == "Hat 6: kerchief (maid)."

    def test_a_magic_hat_fits_nobody(self, english: Translator) -> None:
        """H10: it must be opened, by anybody, to be taken."""
        secret = PRESENTER.secret(SawHat(audience=1, slot=0, hat=MAGIC), VIEW, PLAYERS, english)
        assert secret.alert == "Hat 1: ✨ magic hat! Whoever opens it keeps it."

    def test_advice_tells_each_what_to_do_now(self, english: Translator) -> None:
        assert PRESENTER.advice(VIEW, 1, english).startswith("A pair is worth a point, and a wrong hat costs one.")
        assert PRESENTER.advice(VIEW, 0, english).startswith("The most points wins")
        assert "not your turn yet" in PRESENTER.advice(VIEW, 0, english)
        assert PRESENTER.advice(VIEW, 1, english, "s4") == (
            "Hat 5 is selected. Tap ⇄ on another hat to swap the two, or tap ⇄5 again to cancel."
        )
        assert PRESENTER.advice(VIEW, None, english).startswith("You’re watching.")
        question = PRESENTER.question(OpenHat(3))
        assert question is not None
        assert PRESENTER.advice(VIEW, 1, english, "o3") == english.translate(question)
        gone = replace(VIEW, seats=(replace(VIEW.seats[0], present=False), NOBODY_YET))
        assert PRESENTER.advice(gone, 0, english).startswith("You’re watching.")
        assert PRESENTER.advice(replace(VIEW, to_act=None), 1, english) == "The game is over."


OVER = replace(
    VIEW,
    to_act=None,
    row=("witch", None, None, None, "pirate", None, "king"),
    seats=(
        CourtSeat(("king",) * 2 + ("witch",) * 2 + ("cook",), magic=1, chips=4),
        CourtSeat(("maid", "cook"), magic=2, chips=1),
    ),
    outcome=Outcome((0, 1), (2, 2)),
)
LEFT = ("pirate", None, None, None, MAGIC, None, "witch")


class TestEnd:
    def test_tells_the_winner(self, english: Translator) -> None:
        scene = PRESENTER.board(replace(OVER, outcome=Outcome((1,), (1, 2))), [], PLAYERS, english)
        assert bare(plain_text(scene.headline)) == "🏆 Bob wins!"

    def test_tells_a_shared_victory(self, english: Translator) -> None:
        """H22."""
        assert (
            bare(plain_text(PRESENTER.board(OVER, [], PLAYERS, english).headline))
            == "🏆 Ann and Bob share the victory!"
        )

    def test_tells_points_with_their_arithmetic_and_the_hats_left(self, english: Translator) -> None:
        """rulings.md 1.4: 5 pairs, 4 chips, 1 magic hat: 5 - 3 = 2. Spare magic hats add nothing (2, 1 chip). H15."""
        scene = PRESENTER.board(OVER, [(80, CourtEnded(hats=LEFT))], PLAYERS, english)
        assert bare(plain_text(scene.status)).splitlines() == ["Ann: 5 pairs − 3 penalties = 2 points", "Bob: 2 points"]
        assert bare(plain_text(scene.body)).splitlines() == [
            "Ann: king ×2, witch ×2, cook; magic hats 1, chips 4",
            "Bob: maid, cook; magic hats 2, chips 1",
            "Left on the table: 1 witch – pirate hat · 5 pirate – magic hat · 7 king – witch’s hat",
        ]

    def test_shown_again_later_it_does_without_the_hats_left(self, english: Translator) -> None:
        body = PRESENTER.board(OVER, [], PLAYERS, english).body
        assert len(plain_text(body).splitlines()) == 2

    def test_has_no_buttons_and_still_tells_the_last_moves(self, english: Translator) -> None:
        """survive-36: no button of the game outlives it."""
        match = HatOpened(seat=1, slot=1, hat="cook", character="cook", result="match")
        scene = PRESENTER.board(OVER, [(79, match), (80, CourtEnded(hats=LEFT))], PLAYERS, english)
        assert scene.choices == ()
        assert [bare(plain_text(move)) for move in scene.moves] == [
            "79. Bob opened hat 2 (cook): it fits! That spot stays empty.",
            "The game is over.",
        ]


class TestPictures:
    def test_lobby_is_described_by_who_sits_there(self, english: Translator) -> None:
        assert PRESENTER.lobby((), english).alt == "Court Hats: nobody at the table yet."
        assert bare(PRESENTER.lobby(PLAYERS, english).alt) == "Court Hats. At the table: Ann and Bob."

    def test_are_the_same_in_every_language(self, english: Translator) -> None:
        """One picture serves all languages, so its key, and with it the upload, is shared."""
        hebrew = Catalogs(Path(__file__).parents[3] / "locales").translator("he")
        told = [(4, RowSwapped(seat=0, a=0, b=1))]
        for view in (VIEW, OVER):
            keys = {PRESENTER.board(view, told, PLAYERS, tr).picture.key for tr in (english, hebrew)}
            assert len(keys) == 1
        assert PRESENTER.lobby(PLAYERS, english).key == PRESENTER.lobby(PLAYERS, hebrew).key

    def test_can_be_drawn(self, english: Translator) -> None:
        secret = PRESENTER.secret(SawHat(audience=1, slot=5, hat="maid"), VIEW, PLAYERS, english)
        assert secret.picture is not None
        told = [(80, CourtEnded(hats=LEFT))]
        boards = [PRESENTER.board(VIEW, [], PLAYERS, english), PRESENTER.board(OVER, told, PLAYERS, english)]
        again = PRESENTER.board(OVER, [], PLAYERS, english)
        drawn = [
            PRESENTER.lobby(PLAYERS, english),
            secret.picture,
            again.picture,
            *(scene.picture for scene in boards),
        ]
        assert all(picture.draw().startswith(b"\x89PNG\r\n") for picture in drawn)


def test_a_tag_does_not_stay_where_its_hat_has_left() -> None:
    """Where a hat that was looked at lies after a swap is for players to remember: the ribbon alone tells the look."""
    looked = [(1, Peeked(seat=0, slot=5)), (2, Peeked(seat=1, slot=2))]
    later = (3, RowSwapped(seat=1, a=1, b=5))
    before, after = (table(VIEW, told, PLAYERS).moves for told in (looked, [*looked, later]))
    assert [move.moved for move in before] == [False, False]
    assert [move.moved for move in after] == [True, False, False]
    again = table(VIEW, [*looked, later, (4, Peeked(seat=0, slot=5))], PLAYERS).moves
    assert [move.moved for move in again] == [True, False, False, False]


def test_a_deal_anew_is_told_in_bold_and_as_news() -> None:
    [line] = PRESENTER.tell([(20, Redealt(restart=False))], PLAYERS, Catalogs(LOCALES).translator("en"))
    assert [span.style for span in line] == ["", "bold"]
    news = PRESENTER.news(Redealt(restart=False))
    assert news is not None
    catalogs = Catalogs(LOCALES)
    for locale in catalogs.locales:
        assert 0 < utf16_length(catalogs.translator(locale).translate(news)) <= 200
    assert PRESENTER.news(Peeked(seat=0, slot=5)) is None
