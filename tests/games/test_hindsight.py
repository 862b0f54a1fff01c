"""Who had seen what, and the best moments: from what happened alone, checked against the states themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.replay import GameRecord, PlayedScene, replay, scenes
from bot.games.court_hats import hindsight as court
from bot.games.court_hats.rules.moves import HatOpened, OpenHat, Peek, Redealt, SawHat
from bot.games.invisible_man import hindsight as town
from bot.games.invisible_man.rules.moves import Appeared, Walked
from bot.games.vanished_animal import hindsight as animal
from bot.games.vanished_animal.rules.moves import ANIMALS, Name, Named, RoundBegan, SawAnimal
from bot.i18n.catalogs import Catalogs
from bot.messaging import RichText, plain_text
from bot.settings import LOCALES
from tests.games.finished import BY_KEY, PLAYERS, agreed, by_lot, play, whole

TR = Catalogs(LOCALES).translator("en")
LOTS = st.integers(0, 10_000)


class TestCourtHats:
    @given(number=LOTS, seats=st.integers(2, 4), most=st.integers(0, 90))
    @settings(max_examples=25)
    def test_a_seat_knows_the_hats_whose_token_it_has_seen(self, number: int, seats: int, most: int) -> None:
        """The states follow each hat by a token of its own (H12): by it who has seen which hat can be told surely."""
        record, rules = by_lot("court_hats", seats, number, most), BY_KEY["court_hats"].rules
        steps, played = list(replay(rules, record)), scenes(rules, record)
        seen: list[set[int]] = [set() for _ in range(seats)]
        for number_, step in enumerate(steps):
            before = steps[number_ - 1].state if number_ else step.state
            for event in step.events:
                if isinstance(event, Redealt):
                    seen = [set() for _ in range(seats)]
                elif isinstance(event, SawHat) and event.audience is not None:
                    seen[event.audience].add(before.row[event.slot].token)
                elif isinstance(event, HatOpened) and event.result == "miss":
                    for known in seen:
                        known.add(before.row[event.slot].token)
            expected = tuple(
                tuple(seat for seat in range(seats) if slot is not None and slot.token in seen[seat])
                for slot in step.state.row
            )
            assert court.knowers(played[: number_ + 1]) == expected

    def test_the_longest_memory_is_counted_from_the_last_look(self) -> None:
        record, fitting = _fitting_deal()
        other = next(slot for slot in range(7) if slot != fitting)
        rules = BY_KEY["court_hats"].rules
        target, moves = fitting, 6
        plan = [Peek(target), *(Peek(other) for _ in range(moves)), Peek(other), OpenHat(target)]
        done = play(record, lambda view, seat, seen, legal: plan.pop(0), len(plan))
        played = scenes(rules, _stopped(done))
        opener = played[-1].seat
        assert opener == 0
        [best] = [moment for moment in court.moments(played) if moment.sort == "memory"]
        assert (best.seat, best.slot, best.count) == (0, target, moves + 2)
        assert "8 moves after last seeing it" in plain_text(_told("court_hats", played)[0])

    def test_luck_is_told_with_its_odds(self) -> None:
        rules = BY_KEY["court_hats"].rules
        record, fitting = _fitting_deal()
        done = play(record, lambda view, seat, seen, legal: OpenHat(fitting), 1)
        [best] = court.moments(scenes(rules, _stopped(done)))
        hats = 24  # ten kinds twice, and four magic hats
        assert (best.sort, best.count) == ("luck", hats // 2)

    def test_what_was_won_is_told_apart(self) -> None:
        played = whole("court_hats")
        for seat in range(4):
            count = court.tally(played, seat)
            held = played[-1].view.seats[seat]
            assert count.seen + count.unseen == len(held.pairs) + held.magic


class TestVanishedAnimal:
    @given(number=LOTS, seats=st.integers(2, 4), most=st.integers(0, 80))
    @settings(max_examples=25)
    def test_a_seat_knows_the_hats_whose_token_it_has_seen(self, number: int, seats: int, most: int) -> None:
        record, rules = by_lot("vanished_animal", seats, number, most), BY_KEY["vanished_animal"].rules
        steps, played = list(replay(rules, record)), scenes(rules, record)
        seen: list[set[int]] = [set() for _ in range(seats)]
        for number_, step in enumerate(steps):
            before = steps[number_ - 1].state if number_ else step.state
            for event in step.events:
                if isinstance(event, SawAnimal) and event.audience is not None:
                    seen[event.audience].add(before.hats[event.hat].token)
            if any(isinstance(event, Named) for event in step.events):
                continue  # a round may end with it, which all see
            now = animal.sights(played[: number_ + 1])
            expected = [[seat for seat in range(seats) if hat.token in seen[seat]] for hat in step.state.hats]
            if not step.state.over:
                assert [sorted(known) for known in now.hats] == expected

    @given(number=LOTS, most=st.integers(1, 80))
    @settings(max_examples=25)
    def test_the_one_in_the_box_is_always_possible(self, number: int, most: int) -> None:
        played = scenes(BY_KEY["vanished_animal"].rules, by_lot("vanished_animal", 3, number, most))
        now = animal.sights(played)
        for seat in range(3):
            assert (
                played[-1].truth.box in animal.possible(now, played[-1].truth, seat) or played[-1].view.to_act is None
            )

    def test_with_a_rounds_end_its_own_hats_are_shown(self) -> None:
        played = whole("vanished_animal")
        ends = [n for n, scene in enumerate(played) if n and any(isinstance(e, RoundBegan) for e in scene.events)]
        assert ends
        for end in ends:
            now = animal.uncovered(played[: end + 1])
            assert now.truth == played[end - 1].truth
            assert not any(isinstance(event, RoundBegan) for event in now.events)

    def test_a_guess_is_as_bold_as_there_were_animals_left(self) -> None:
        record, rules = agreed(BY_KEY["vanished_animal"], 2, 3), BY_KEY["vanished_animal"].rules
        box = next(iter(replay(rules, record))).state.box.animal
        done = play(record, lambda view, seat, seen, legal: Name(box), 1)
        [best] = animal.moments(scenes(rules, _stopped(done)))
        assert (best.sort, best.count, best.animal) == ("guess", len(ANIMALS), box)


class TestInvisibleMan:
    @pytest.mark.parametrize("number", range(1, 6))
    def test_his_way_is_that_of_his_pawn(self, number: int) -> None:
        played = whole("invisible_man", number=number)
        man = played[0].view.invisible
        told = [
            e for s in played for e in s.events if isinstance(e, Appeared) or (isinstance(e, Walked) and e.seat == man)
        ]
        ways = town.chases(played)
        assert len(ways) == sum(isinstance(event, Appeared) for event in told)
        for count in range(len(played)):
            pawn = played[count].view.pawn
            if pawn is not None:
                assert town.trail(played[: count + 1])[-1] == pawn, "it ends where he stands"
                assert town.possible(played[: count + 1]) == (pawn,)
            else:
                assert set(town.possible(played[: count + 1])).isdisjoint(played[count].view.opened)

    def test_the_truth_has_every_card_on_a_place_and_who_laid_it(self) -> None:
        for scene in whole("invisible_man", number=3):
            assert [card.number for card in scene.truth.cards] == [card.number for card in scene.view.cards]
            assert all(card.value for card in scene.truth.cards)
            assert len(scene.truth.laid_by) == len(scene.truth.cards)


@pytest.mark.parametrize("key", sorted(BY_KEY))
@pytest.mark.parametrize("number", range(1, 6))
def test_a_game_has_moments_and_all_can_be_told(key: str, number: int) -> None:
    played = whole(key, number=number)
    presenter = BY_KEY[key].presenter
    lines = _told(key, played)
    assert all(plain_text(line) for line in lines)
    assert [plain_text(line) for line in presenter.knew(played, PLAYERS, TR)]
    for stop in range(0, len(played), 7):
        seen = presenter.glimpse(played[: stop + 1], 1, PLAYERS, TR)
        assert seen.picture.alt
        assert seen.body


def _told(key: str, played: tuple[PlayedScene, ...]) -> list[RichText]:
    return list(BY_KEY[key].presenter.moments(played, PLAYERS, TR))


def _stopped(record: GameRecord) -> GameRecord:
    return replace(record, abandoned=True)


def _fitting_deal() -> tuple[GameRecord, int]:
    """Return a game in whose deal a hat lies over its own character, and its slot."""
    for number in range(100):
        record = agreed(BY_KEY["court_hats"], 2, number)
        row = next(iter(replay(BY_KEY["court_hats"].rules, record))).state.row
        for slot, lies in enumerate(row):
            if lies.hat == lies.character:
                return record, slot
    raise AssertionError("no hat fits in a hundred deals")
