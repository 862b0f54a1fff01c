"""How often a bot calls its platform, counted on PostgreSQL: the database's function against plain models of it."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.limits import CallAnswer, CallQuestion, CallReport, PauseReport, ReservationRequest, TokenDemand
from storage.postgres import Connection
from storage.store import Store
from tests.helpers.counts import ask
from tests.helpers.postgres import Postgres
from tests.storage.samples import look

SECOND = 1_000_000
UNKNOWN = 60 * SECOND
NUMBERS = count()


class Bot:
    """What processes ask about one bot, at a time that the test sets."""

    def __init__(self, connection: Connection) -> None:
        self.name = f"test/{next(NUMBERS)}"
        self.now = 1_000.0
        self._connection = connection
        self._last_answers: dict[str, int] = {}

    def ask(
        self,
        *requests: ReservationRequest,
        process: str = "a",
        token: TokenDemand = TokenDemand(),  # noqa: B008 - a frozen value
        reports: tuple[CallReport, ...] = (),
        pauses: tuple[PauseReport, ...] = (),
    ) -> CallAnswer:
        """Ask as a process does."""
        last = self._last_answers.get(process)
        question = CallQuestion(
            self.name,
            process,
            last is None,
            last or 0,
            UNKNOWN,
            token,
            reports=reports,
            pauses=pauses,
            requests=requests,
        )
        answer = ask(self._connection, question, self.now)
        self._last_answers[process] = answer.at
        return answer

    def known(self) -> None:
        """Have counted for so long that nothing of before matters."""
        self.ask()
        self.now += 1_000.0
        self.ask()


@pytest.fixture
def bot(connection: Connection) -> Bot:
    return Bot(connection)


# -- windows ---------------------------------------------------------------------------------------------------------


def admits(calls: list[tuple[int, int]], most: int, width: int, paced: bool, moment: int) -> bool:
    """Say as plainly as can be whether one more call may begin at a moment."""
    live = [(begun, ended) for begun, ended in calls if ended + width > moment]
    left = most - len(live)
    if left <= 0:
        return False
    if not paced or 2 * left >= most:
        return True
    first, last = min(ended for _, ended in live), max(begun for begun, _ in live)
    return moment >= last + (first + width - last) // (left + 1)


@settings(max_examples=150)
@given(
    calls=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=14),
    most=st.integers(1, 6),
    width=st.integers(1, 60),
    paced=st.booleans(),
    earliest=st.integers(0, 120),
)
def test_a_place_is_the_first_moment_at_which_a_call_may_begin(
    connection: Connection, calls: list[tuple[int, int]], most: int, width: int, paced: bool, earliest: int
) -> None:
    begun = [begin for begin, _ in calls]
    ended = [begin + lasts for begin, lasts in calls]
    ((found,),) = connection.execute(
        "SELECT next_call($1::bigint[], $2::bigint[], $3, $4, $5, $6)", (begun, ended, most, width, paced, earliest)
    ).fetchall()
    known = list(zip(begun, ended, strict=True))
    assert found == next(moment for moment in range(earliest, 400) if admits(known, most, width, paced, moment))


steps = st.lists(
    st.tuples(
        st.integers(0, 30),  # seconds that pass
        st.sampled_from("abc"),
        st.integers(0, 3),  # reservations that are wanted
        st.lists(st.tuples(st.integers(0, 100), st.booleans(), st.integers(0, 20)), max_size=3),  # what is reported
    ),
    min_size=1,
    max_size=25,
)


@settings(max_examples=60)
@given(steps, st.integers(1, 5), st.booleans())
def test_processes_are_given_the_places_of_one_list(
    connection: Connection, steps: list[tuple[int, str, int, list[tuple[int, bool, int]]]], most: int, paced: bool
) -> None:
    """The rows against a list of all calls there ever were: who asked is no matter, nor what was forgotten."""
    bot, width, lasts, ahead = Bot(connection), 30 * SECOND, 4 * SECOND, 15 * SECOND
    bot.known()
    wanted = ReservationRequest("w", most, width, paced, lasts, ahead)
    calls, open_calls = list[tuple[int, int]](), list[tuple[int, int]]()
    for passed, process, number, ends in steps:
        bot.now += passed
        now = round(bot.now * SECOND)
        reports = []
        for pick, used, longer in ends:
            begun = [call for call in open_calls if call[0] <= now]
            if not begun:
                break
            call = begun[pick % len(begun)]
            open_calls.remove(call)
            calls.remove(call)
            # Too late for the places that were given away meanwhile, an end would be reported in vain (`WindowRule`).
            ended = min(call[0] + longer * SECOND, now)
            reports.append(CallReport("w", *call, ended if used else None))
            calls += [(call[0], ended)] if used else []
        answer = bot.ask(*[wanted] * number, process=process, reports=tuple(reports))
        for given_call in answer.replies:
            earliest = max([now, *(begin for begin, _ in calls)])
            live = [call for call in calls if call[1] + width > now]
            possible = moments(live, width, earliest, most, paced)
            place = next(at for at in possible if admits(live, most, width, paced, at))
            if place > now + ahead:
                assert given_call.begun is None
                assert given_call.wait == place - now - ahead // 2
                continue
            assert given_call.begun == place
            assert given_call.wait == place - now
            calls.append((place, place + lasts))
            open_calls.append((place, place + lasts))


def moments(live: list[tuple[int, int]], width: int, earliest: int, most: int, paced: bool) -> list[int]:
    """Return in order the moments at which a call might become allowed: expiries, and where the rest is spread to."""
    found = {earliest, *(ended + width for _, ended in live)}
    for moment in [*found]:
        if now_live := [call for call in live if call[1] + width > moment]:
            first, last = min(ended for _, ended in now_live), max(begun for begun, _ in now_live)
            found.add(last + (first + width - last) // max(1, most - len(now_live) + 1))
    return sorted(moment for moment in found if moment >= earliest)


class TestWindows:
    MINUTE = ReservationRequest("chat", 20, 60 * SECOND, paced=True, lasts=5 * SECOND, ahead=30 * SECOND, halved=True)

    def test_half_of_a_minute_counts_as_spent_where_nobody_has_counted_before(self, bot: Bot) -> None:
        first, second = bot.ask(*[self.MINUTE] * 2).replies
        assert first.wait == 0
        assert second.wait > 0, "ten and one are spent: the rest is spread"

    def test_but_not_where_another_process_has(self, bot: Bot) -> None:
        bot.known()
        answer = bot.ask(*[self.MINUTE] * 11, process="b")
        assert [call.wait for call in answer.replies] == [0] * 11

    def test_nor_where_a_process_has_been_silent(self, bot: Bot) -> None:
        bot.known()
        bot.now += 7_200.0
        assert [call.wait for call in bot.ask(*[self.MINUTE] * 11).replies] == [0] * 11

    def test_it_does_where_a_first_one_comes_after_a_silence(self, bot: Bot) -> None:
        """Somebody else may have called meanwhile who did not count here."""
        bot.known()
        bot.now += 7_200.0
        bot.ask(process="c")
        assert bot.ask(*[self.MINUTE] * 2, process="c").replies[1].wait > 0

    def test_a_place_that_was_not_used_is_free_again(self, bot: Bot) -> None:
        bot.known()
        one = ReservationRequest("chat", 1, 60 * SECOND, lasts=5 * SECOND, ahead=30 * SECOND)
        begun = bot.ask(one).replies[0].begun
        assert begun is not None
        assert bot.ask(one).replies[0].begun is None, "too far ahead to be promised"
        answer = bot.ask(one, reports=(CallReport("chat", begun, begun + 5 * SECOND, None),), process="b")
        assert answer.replies[0].wait == 0

    def test_a_call_is_counted_from_its_end(self, bot: Bot) -> None:
        bot.known()
        one = ReservationRequest("chat", 1, 10 * SECOND, lasts=5 * SECOND, ahead=30 * SECOND)
        begun = bot.ask(one).replies[0].begun
        assert begun is not None
        assert bot.ask(one).replies[0].wait == 15 * SECOND, "its end is not reported: it is over when it must be"
        bot.now += 20.0
        later = bot.ask(one, reports=(CallReport("chat", begun, begun + 5 * SECOND, begun + 12 * SECOND),))
        assert later.replies[0].begun == begun + 30 * SECOND, "behind the one that was promised"

    def test_what_was_counted_before_the_clock_was_set_back_blocks_nobody(self, bot: Bot) -> None:
        bot.known()
        full = [self.MINUTE] * 11
        bot.ask(*full, token=TokenDemand(30, 0, 30, 10 * SECOND), pauses=(PauseReport("chat", 20 * SECOND),))
        bot.now -= 500.0
        answer = bot.ask(*full, process="b", token=TokenDemand(30, 0, 30, 10 * SECOND))
        assert [call.wait for call in answer.replies] == [0] * 11
        assert answer.quota == 30

    def test_calls_for_which_no_place_was_taken_count_too(self, bot: Bot) -> None:
        bot.known()
        now = round(bot.now * SECOND)
        bot.ask(reports=tuple(CallReport("chat", None, None, now) for _ in range(20)))
        assert bot.ask(self.MINUTE, process="b").replies[0].begun is None


class TestPauses:
    CHAT = ReservationRequest("chat", 20, 60 * SECOND, ahead=30 * SECOND)

    def test_are_told_to_every_process_once(self, bot: Bot) -> None:
        for process in "ab":
            bot.ask(process=process)
        bot.now += 1.0
        bot.ask(process="a", pauses=(PauseReport("chat", 17 * SECOND), PauseReport("other", 9 * SECOND, held=True)))
        bot.now += 2.0
        told = bot.ask(process="b").pauses
        assert {(pause.name, pause.paused, pause.held) for pause in told} == {
            ("chat", 15 * SECOND, 15 * SECOND),
            ("other", 0, 7 * SECOND),
        }
        bot.now += 1.0
        assert bot.ask(process="b").pauses == []
        assert len(bot.ask(process="c").pauses) == 2, "one that starts later is told, too"

    def test_no_place_is_before_the_end_of_one(self, bot: Bot) -> None:
        bot.known()
        bot.ask(pauses=(PauseReport("chat", 17 * SECOND),))
        assert bot.ask(self.CHAT, process="b").replies[0].wait == 17 * SECOND
        assert bot.ask(ReservationRequest("other", 20, 60 * SECOND)).replies[0].wait == 0

    def test_a_shorter_one_does_not_end_a_longer_one(self, bot: Bot) -> None:
        bot.known()
        bot.ask(pauses=(PauseReport("chat", 17 * SECOND),))
        bot.ask(pauses=(PauseReport("chat", 1 * SECOND), PauseReport("chat", 3 * SECOND, held=True)))
        assert bot.ask(self.CHAT).replies[0].wait == 17 * SECOND

    @pytest.mark.parametrize(("ends", "token"), [((20, 20.5, 21), 21), ((20, 40, 60), 0), ((3600, 3600, 3600), 60)])
    def test_alike_in_several_chats_are_one_of_the_token(
        self, bot: Bot, ends: tuple[float, float, float], token: int
    ) -> None:
        """Whichever process hears of each: no 429 says what is limited (docs/platforms.md A9)."""
        for process, number, end in zip("abc", range(3), ends, strict=True):
            pause = PauseReport(f"chat/{number}", round(end * SECOND), False, "token", 3, 1_500_000, 60 * SECOND)
            told = bot.ask(process=process, pauses=(pause,)).pauses
        assert [pause.paused // SECOND for pause in told if pause.name == "token"] == ([token] if token else [])


# -- quotas ------------------------------------------------------------------------------------------------------------


def fair(demands: dict[str, int], most: int) -> dict[str, int]:
    """Pour what there is evenly into all demands until it is used up; a rest goes to those that are named last."""
    got = dict.fromkeys(demands, 0)
    while (hungry := [each for each in sorted(demands) if got[each] < demands[each]]) and sum(got.values()) < most:
        left = most - sum(got.values())
        for each in hungry if len(hungry) <= left else hungry[-left:]:
            got[each] += 1
    return got


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from("abcde"), st.integers(0, 40), min_size=1), st.integers(1, 30))
def test_quotas_come_to_be_fair(connection: Connection, demands: dict[str, int], most: int) -> None:
    bot = Bot(connection)
    told: dict[str, CallAnswer] = {}
    for _ in range(2):
        for process, demand in sorted(demands.items()):
            told[process] = bot.ask(process=process, token=TokenDemand(most, 0, demand, 10 * SECOND))
    quotas = {process: answer.quota for process, answer in told.items()}
    assert sum(quotas.values()) == min(most, sum(demands.values()))
    assert sorted(quotas.values()) == sorted(fair(demands, most).values())


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.integers(0, 40), st.floats(0, 1), st.integers(0, 8)),
        min_size=1, max_size=40,
    ),
    st.integers(1, 30),
)  # fmt: skip
def test_all_quotas_together_are_never_more_than_the_limit(
    connection: Connection, steps: list[tuple[str, int, float, int]], most: int
) -> None:
    """As long as each process uses no more than it was told last, and nothing once its time is over."""
    bot = Bot(connection)
    told: dict[str, tuple[int, float]] = {}
    for process, waiting, part, passed in steps:
        bot.now += passed
        quota, until = told.get(process, (0, 0.0))
        used = round(quota * part) if bot.now < until else 0
        answer = bot.ask(process=process, token=TokenDemand(most, used, used + waiting, 10 * SECOND))
        told[process] = max(answer.quota, used), bot.now + answer.lasts / SECOND
        assert sum(quota for quota, until in told.values() if bot.now < until) <= most
        assert answer.target <= most


def test_a_quota_lasts_for_as_long_as_its_longest_wait_and_longer(bot: Bot) -> None:
    bot.known()
    one = ReservationRequest("chat", 1, 20 * SECOND, ahead=60 * SECOND)
    answer = bot.ask(one, one, token=TokenDemand(30, 0, 2, 10 * SECOND))
    assert answer.replies[1].wait == 20 * SECOND
    assert answer.lasts == 30 * SECOND


def test_processes_are_counted_that_have_asked_of_late(bot: Bot) -> None:
    for number, process in enumerate("abc", 1):
        assert bot.ask(process=process, token=TokenDemand(30, 0, 1, SECOND)).processes == number
    bot.now += 600.0
    assert bot.ask(process="a", token=TokenDemand(30, 0, 1, SECOND)).processes == 1


# -- the store -------------------------------------------------------------------------------------------------------


async def test_processes_that_ask_at_once_are_counted_one_after_the_other(
    server: Postgres, module_database: str
) -> None:
    """By the database's own clock."""
    stores = [await Store.open(server.url(module_database)) for _ in range(3)]
    wanted = ReservationRequest("chat", 20, 3_600 * SECOND, lasts=SECOND)

    async def reserve(store: Store, number: int) -> int:
        assert store.limits is not None
        question = CallQuestion(
            "test/at-once", store.limits.me, number == 0, 0, UNKNOWN, TokenDemand(), requests=[wanted]
        )
        (call,) = (await store.limits.ask(question)).replies
        return call.begun is not None

    reserved = await asyncio.gather(*(reserve(store, number) for store in stores for number in range(15)))
    assert sum(reserved) == 20
    for store in stores:
        await store.close()


async def test_a_process_that_counts_alone_has_no_counts(tmp_path: object) -> None:
    store = await Store.open(tmp_path / "underhat.db")  # type: ignore[operator]
    assert store.limits is None
    await store.close()


async def test_what_counts_no_more_is_deleted_with_the_daily_maintenance(
    server: Postgres, module_database: str
) -> None:
    url = server.url(module_database)
    store = await Store.open(url)
    assert store.limits is not None
    wanted = ReservationRequest("chat", 20, 60 * SECOND)
    token, pauses = TokenDemand(30, 0, 1, 10 * SECOND), [PauseReport("other", SECOND)]
    for bot in ("test/old", "test/new"):
        await store.limits.ask(CallQuestion(bot, "a", True, 0, UNKNOWN, token, pauses=pauses, requests=[wanted]))
    old = "UPDATE {} SET {} WHERE bot = 'test/old'"
    for table, columns in (
        ("call_counters", "at = 1"), ("call_windows", "at = 1"), ("call_shares", "until = 1"),
        ("call_pauses", "paused = 1, held = 1"),
    ):  # fmt: skip
        server.execute(module_database, old.format(table, columns))
    await store.purge(finished_before=0.0, seen_before=1_000_000.0)
    for table in ("call_counters", "call_windows", "call_shares", "call_pauses"):
        rows = look(url, f"SELECT bot FROM {table} WHERE bot IN ('test/old', 'test/new')")
        assert rows == [("test/new",)], table
    await store.close()
