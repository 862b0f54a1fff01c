"""The arena: every pairing is played from fixed seeds, and what it says of it is right."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.rules import Swap
from bot.games.court_hats.rules.moves import OpenHat, Peek
from tests.games import arena
from tests.games.arena import Pairing, Stretch, pairings, play
from tests.games.arena_report import Record, difference, report, wilson
from tests.helpers.marks import put_between


class TestPairings:
    def test_seats_alike_are_paired_in_twos_and_once_in_four(self) -> None:
        listed = [pairing.levels for pairing in pairings("court_hats")]
        assert len(listed) == 7, "six pairs of four, and the four"
        assert listed[-1] == ("random", "easy", "normal", "hard")
        assert ("hard", "normal") in listed

    def test_each_role_is_played_at_each_level_against_each_against_one_two_and_three(self) -> None:
        listed = [pairing.levels for pairing in pairings("invisible_man")]
        assert len(listed) == len(set(listed)) == 4 * 4 * 3
        assert ("easy", "hard", "hard", "hard") in listed
        assert all(len(set(levels[1:])) == 1 for levels in listed)


def played(pairing: Pairing, numbers: range) -> Stretch:
    stretch = Stretch()
    for number in numbers:
        play(pairing, number, stretch)
    return stretch


class TestGames:
    PAIR = Pairing("court_hats", ("normal", "easy"), turning=True)

    def test_the_same_numbers_are_the_same_games(self) -> None:
        one, other = played(self.PAIR, range(2)), played(self.PAIR, range(2))
        assert one.shares == other.shares
        assert one.moves == other.moves

    def test_a_victory_is_shared_out_once(self) -> None:
        for shares in played(self.PAIR, range(2)).shares:
            assert sum(shares) == pytest.approx(1)

    def test_a_deal_is_played_once_from_each_seat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Witness:
            def __init__(self) -> None:
                self.first: list[tuple[str, Any]] = []

            def choose(self, level: str, view: Any, seen: list[Any], legal: Any, rng: Any) -> Any:
                if len(seen) == 1:  # the deal
                    self.first.append((level, view.row))
                return legal[-1]

        witness = Witness()
        monkeypatch.setitem(arena.GAMES, "court_hats", replace(arena.GAMES["court_hats"], computer=witness))
        monkeypatch.setattr(arena, "LONGEST", 1)
        stretch = played(self.PAIR, range(4))
        assert [level for level, _ in witness.first] == ["normal", "easy"] * 2
        rows = [row for _, row in witness.first]
        assert rows[0] == rows[1] != rows[2] == rows[3]
        assert (stretch.unfinished, stretch.shares) == (4, [(0.0, 0.0)] * 4)

    def test_a_seat_is_given_its_own_events_only(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Spy:
            def choose(self, level: str, view: Any, seen: list[Any], legal: Any, rng: Any) -> Any:
                assert all(event.audience in (None, view.to_act) for event in seen)
                return legal[len(seen) % len(legal)]

        monkeypatch.setitem(arena.GAMES, "court_hats", replace(arena.GAMES["court_hats"], computer=Spy()))
        monkeypatch.setattr(arena, "LONGEST", 100)
        assert sum(played(self.PAIR, range(1)).moves.values()) > 20

    def test_random_play_chooses_the_sort_first(self) -> None:
        """Of seven peeks, one swap and one open each sort comes a third of the time."""
        legal, rng = [*map(Peek, range(7)), Swap(0, 1), OpenHat(0)], random.Random(1)
        chosen = [type(arena.by_kind(legal, rng)) for _ in range(3000)]
        assert all(900 < chosen.count(sort) < 1100 for sort in (Peek, Swap, OpenHat))


def shares(won: int, games: int) -> list[tuple[float, ...]]:
    """Return the shares of two parts of which the first won so many games."""
    return [*[(1.0, 0.0)] * won, *[(0.0, 1.0)] * (games - won)]


class TestVerdicts:
    def test_the_interval_is_wilsons(self) -> None:
        """Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662, 0 of 20 gives 0 to 0.1611."""
        assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
        assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)

    def test_a_difference_of_shares(self) -> None:
        """0.6 and 0.5 of 100: 0.1 +- 1.96 * sqrt(0.24 / 100 + 0.25 / 100) = 0.1 +- 0.1372."""
        low, high = difference([1.0] * 60 + [0.0] * 40, [1.0] * 50 + [0.0] * 50)
        assert (low, high) == pytest.approx((-0.0372, 0.2372), abs=5e-5)

    @pytest.mark.parametrize(("won", "answer"), [(219, "no"), (220, "yes")])
    def test_beating_is_more_than_half_with_95_percent(self, won: int, answer: str) -> None:
        """400 games: one half and 1.96 standard deviations of 10 games are 219.6."""
        record = Record(("normal", "easy"), shares(won, 400))
        low, _ = wilson(won / 400, 400)
        assert (low > 0.5) == (answer == "yes")
        assert f"normal beats easy: **{answer}**" in report("court_hats", None, [record], ["easy", "normal"])

    def test_a_role_is_judged_against_the_same_opponents(self) -> None:
        """As the lone one normal wins 80 % and easy 30 %; on the other side it lets 50 % through and not 60."""
        rates = {("normal", "normal"): 75, ("normal", "easy"): 85, ("easy", "normal"): 25, ("easy", "easy"): 35}
        records = [Record(levels, shares(rate, 100)) for levels, rate in rates.items()]
        text = report("invisible_man", ("the Invisible Man", "a police"), records, ["easy", "normal"])
        assert "| easy | 35.0% (26.4–44.7) | 25.0% (17.5–34.3) |" in text
        assert (
            "normal beats easy as the Invisible Man against a police of 1: **yes** (better by +41.6 to +58.4 points)"
            in text
        )
        assert "normal beats easy as a police of 1: **yes** (better by +0.3 to +19.7 points)" in text

    def test_games_that_did_not_finish_are_told(self) -> None:
        record = Record(("normal", "easy"), [(0.0, 0.0)] * 3, unfinished=3)
        assert "3 games did not finish" in report("court_hats", None, [record], ["easy", "normal"])


class TestTheTable:
    def test_is_put_between_its_marks_and_nowhere_else(self, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        page.write_text("before\n<!-- arena -->\nold\n<!-- /arena -->\nafter\n")
        for _ in range(2):
            put_between(page, arena.MARKS, "new\n")
            assert page.read_text() == "before\n<!-- arena -->\nnew\n<!-- /arena -->\nafter\n"

    def test_a_page_without_the_marks_is_refused(self, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        page.write_text("<!-- arena --> and no end")
        with pytest.raises(ValueError, match="has no place for the table"):
            put_between(page, arena.MARKS, "new\n")
        assert page.read_text() == "<!-- arena --> and no end"

    def test_the_readme_has_a_place_for_it(self) -> None:
        text = (Path(arena.__file__).parents[2] / "docs" / "computers.md").read_text("utf-8")
        assert all(text.count(mark) == 1 for mark in arena.MARKS)


def test_a_small_arena_from_one_end_to_the_other() -> None:
    with ProcessPoolExecutor(1) as pool:
        records = arena.play_all("court_hats", ("easy", "normal"), 4, pool)
    assert [record.levels for record in records] == [("normal", "easy")]
    assert len(records[0].shares) == 4
    assert set(records[0].moves) == {"easy", "normal"}
