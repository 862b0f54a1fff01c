"""How tests are shared out: nothing is lost, files stay whole, and long tests run beside the others."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.helpers.shares import AHEAD, WAITING, Shares, is_long, share, spread, turned

KILL, LOAD = "tests/outside/test_kill.py::test_kill", "tests/outside/test_load.py::test_load[a]"
SMALL, LARGE = ["tests/a/test_a.py::test_1"], [f"tests/b/test_b.py::TestB::test_{n}" for n in range(3)]


class Item:
    """What is asked of a test."""

    def __init__(self, nodeid: str, seconds: float | None = None) -> None:
        self.nodeid = nodeid
        self._marker = None if seconds is None else pytest.mark.timeout(seconds).mark

    def get_closest_marker(self, _name: str) -> pytest.Mark | None:
        return self._marker


def order(*items: Item) -> list[str]:
    spreading: list[Any] = list(items)
    spread(cast("list[pytest.Item]", spreading))
    return [item.nodeid for item in spreading]


def test_a_long_test_is_a_share_of_its_own_and_else_a_file_is() -> None:
    assert [share(each) for each in (KILL, LOAD)] == [KILL, LOAD]
    assert {share(each) for each in LARGE} == {"tests/b/test_b.py"}


def test_what_takes_longest_is_the_first_of_its_kind() -> None:
    """What is allowed the most time is the first, though it was collected last; then the largest file."""
    slow = "tests/c/test_c.py::test_1", "tests/c/test_c.py::test_2"
    shown = order(*map(Item, (*SMALL, *LARGE, LOAD)), Item(KILL, 1800), Item(slow[0]), Item(slow[1], 300))
    assert [each for each in shown if is_long(each)] == [KILL, LOAD]
    assert [each for each in shown if not is_long(each)] == [*slow, *LARGE, *SMALL]


def test_each_process_reads_all_modules_from_another_one_on() -> None:
    found = [Path(f"test_{number}.py") for number in range(9)]
    orders = [turned(found, number, 4) for number in range(4)]
    assert all(sorted(order) == found for order in orders)
    assert [order[0].name for order in orders] == ["test_0.py", "test_2.py", "test_4.py", "test_6.py"]
    assert turned(found, 5, 4) == orders[1], "one that was started in the place of another"


@pytest.mark.parametrize("long", [0, 1, 5])
def test_nothing_is_lost_where_there_are_more_of_one_kind(long: int) -> None:
    collected = [Item(f"tests/outside/test_{n}.py::test") for n in range(long)] + [Item(each) for each in SMALL + LARGE]
    shown = order(*collected)
    assert sorted(shown) == sorted(item.nodeid for item in collected)
    assert len(shown) == long + 4


class Worker:
    """A process that is assigned tests, as the scheduler sees it: it runs one when it knows the next."""

    def __init__(self, name: str, tests: list[str]) -> None:
        self.gateway = self
        self.id = name
        self.shutting_down = False
        self.assigned: list[str] = []
        self.ran: list[str] = []
        self._tests = tests

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.assigned += [self._tests[number] for number in numbers]

    def shutdown(self) -> None:
        self.shutting_down = True

    def runs(self) -> str | None:
        """Return the test that it runs now."""
        waits = not self.assigned or (len(self.assigned) == 1 and not self.shutting_down)
        return None if waits else self.assigned[0]


class Run:
    """A run of tests by some workers."""

    def __init__(self, tests: list[str], workers: int) -> None:
        self.tests = tests
        options: Any = SimpleNamespace(getvalue=lambda name: [f"{workers}*popen"], option=SimpleNamespace())
        self.shares = Shares(options, None)
        self.workers = [Worker(f"gw{number}", tests) for number in range(workers)]
        for worker in self.workers:
            self.shares.add_node(worker)
            self.shares.add_node_collection(worker, tests)
        self.shares.schedule()

    def end(self, worker: Worker) -> None:
        """Let the test end that a worker runs."""
        worker.ran.append(worker.assigned.pop(0))
        self.shares.mark_test_complete(worker, self.tests.index(worker.ran[-1]))

    def finish(self) -> None:
        """Let every worker run what is left, in turns."""
        while running := [worker for worker in self.workers if worker.runs()]:
            for worker in running:
                self.end(worker)


FILES = [f"tests/{name}/test_{name}.py::test_{n}" for name in "abcd" for n in range(3)]
LONG_ONES = [f"tests/outside/test_{n}.py::test" for n in range(7)]


def test_some_workers_take_long_tests_and_the_others_files() -> None:
    run = Run([*LONG_ONES, *FILES], WAITING + 2)
    assert [is_long(worker.runs() or "") for worker in run.workers] == [True] * WAITING + [False] * 2


def test_who_finds_none_of_its_kind_takes_the_other() -> None:
    run = Run([*LONG_ONES, *FILES], WAITING + 2)
    slow = run.workers[0]
    for worker in run.workers[1:]:
        while worker.runs():
            run.end(worker)
    assert slow.ran == []
    assert len(slow.assigned) == AHEAD, "what it holds back no other can take"
    run.finish()
    assert sorted(test for worker in run.workers for test in worker.ran) == sorted(run.tests)


@pytest.mark.parametrize("workers", [1, WAITING, WAITING + 1, 9])
@pytest.mark.parametrize("tests", [LONG_ONES, FILES, [*LONG_ONES, *FILES], FILES[:1]])
def test_every_test_is_run_once_whatever_there_is_of_a_kind(tests: list[str], workers: int) -> None:
    run = Run(tests, workers)
    run.finish()
    assert sorted(test for worker in run.workers for test in worker.ran) == sorted(tests)
    for worker in run.workers:
        files = [share(test) for test in worker.ran]
        assert files == sorted(files, key=files.index), "a file is run as a whole"
    assert run.shares.tests_finished


def test_the_place_of_a_crashed_worker_is_taken() -> None:
    run = Run([*LONG_ONES, *FILES], WAITING + 2)
    lost = run.workers.pop(0)
    assert run.shares.remove_node(lost) == LONG_ONES[0]
    new = Worker("gw9", run.tests)
    run.workers.append(new)
    run.shares.add_node(new)
    run.shares.add_node_collection(new, run.tests)
    run.shares.schedule()
    assert is_long(new.runs() or "")
    run.finish()
    assert sorted(test for worker in run.workers for test in worker.ran) == sorted(run.tests)
