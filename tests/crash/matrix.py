"""The crash matrix: a kill around every call and every commit of a script, held against the run without kills.

`python -m tests.crash.matrix [PLATFORM ...] [GAME ...]` runs all of it. A run plays the whole script and may be killed
once in each step: since it is compared with the reference after each, the kills are cells of their own, and a script of
14 steps needs as many runs as its longest step has points, not as it has points in all.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conformance.stage import Guest, Seen
from tests.crash.control import AFTER, BEFORE
from tests.crash.scenes import SECRET, Dead, Point, Scene, Shown, scene, shown
from tests.crash.scripts import SCRIPTS, Step
from tests.helpers.zygote import Zygote, zygote

PLATFORMS = ("telegram", "discord")
WHENS = (BEFORE, AFTER)
VICTIM = "tests.crash.victim"
LANES = 2
"""Runs at a time: one waits while the other computes."""
MINUTES = 10
"""So long after the game nothing secret may be left."""
_PAUSE = 2.0
"""Seconds between two steps, so that nobody is told to slow down."""

Cell = tuple[int, Point]
"""A step by its number, and a moment of it."""


@dataclass
class Look:
    """What there is at a moment: messages that all see, messages for one person alone, and the moves that are kept.

    `answers` are for one person alone as well, and may be lost with the process that gave them; `secrets` is what each
    has been told until then, in whichever way. `half` is the first press of a move of two. `ahead`:
    by how much the newest decision that a board offers is ahead of what is written; a game may offer the second half of
    a turn early.
    """

    public: list[Shown]
    private: dict[str, list[Shown]]
    answers: dict[str, set[str]]
    secrets: dict[str, set[str]]
    history: dict[int, dict[str, Any]]
    half: Any = None
    ahead: int = 0

    def only_for(self, name: str) -> set[str]:
        """Return the texts with secrets that somebody has."""
        return {text for text in {each.text for each in self.private[name]} | self.answers[name] if SECRET.search(text)}


@dataclass
class Transcript:
    """A script as it was played: what there was after each step and at the end, and how many presses it took.

    `points` are, for each step, all the moments at which there could be a kill, `killed` the cells in which there was.
    """

    looks: list[Look] = field(default_factory=list)
    points: list[list[Point]] = field(default_factory=list)
    killed: list[Cell] = field(default_factory=list)
    kills: int = 0
    presses: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def passing(self) -> dict[str, set[str]]:
        """Return by name the secrets that somebody had for a while, and has no more at the end."""
        return {
            name: set().union(*(look.only_for(name) for look in self.looks)) - self.looks[-1].only_for(name)
            for name in self.looks[-1].private
        }


class Differs(Exception):
    """A run has gone another way than the reference: what follows would tell nothing."""


class Play:
    """One run of a script in a scene, with kills; without a reference it makes one."""

    def __init__(self, at: Scene, script: Sequence[Step], reference: Transcript | None = None) -> None:
        self._scene = at
        self._script = script
        self._reference = reference
        self._pressed: tuple[Guest, Seen]
        self._beyond: Counter[str] = Counter()
        self._compared = 0
        self.transcript = Transcript()

    async def run(self, kills: Mapping[int, Sequence[Point]]) -> Transcript:
        """Play it all. In a step there may be several kills: the second while the process comes back, and so on."""
        made = self.transcript
        for number, step in enumerate(self._script):
            await self._step(number, step, kills.get(number, ()))
            self._scene.control.set("clock", self._scene.control.get("clock") + _PAUSE)
        await self._scene.pass_time(60.0 * MINUTES)
        await self._scene.stop()
        made.looks.append(self._look())
        made.kills = self._scene.kills
        if self._reference is not None:
            self._compare(len(self._script), "the end")
            self._check_secrets_gone(self._reference)
        made.faults += [
            f"logged: {line[:300]}" for line in self._scene.log().splitlines() if '"level": "error"' in line
        ]
        return made

    async def _step(self, number: int, step: Step, points: Sequence[Point]) -> None:
        made, at = self.transcript, self._scene
        moves = len(made.looks[-1].history) if made.looks else 0
        at.arm(points[0] if points else None)
        before, where = at.kills, str(step)
        try:
            await (self._do(step) if step.does else at.start())
            await at.settle()
            passed = at.passed
            at.arm(None)
            await at.settle()  # so that a death at the last moment is seen
        except Dead:
            assert points, f"{step}: the process died by itself: {at.log()[-2000:]}"
            passed = at.passed
            at.kills += 1
            made.killed.append((number, points[0]))
            self._check_written(number, f"{step}, {points[0]}")
            where = f"{step}, killed {', then '.join(map(str, points))}"
            await self._come_back(points[1:])
            await self._do_again(number, step, moves)
            await self._ask(number)
            at.arm(None)
        made.points.append(passed)
        made.looks.append(self._look())
        if self._reference is not None:
            self._compare(number, where if at.kills > before else str(step))

    async def _do(self, step: Step, *, again: bool = False) -> None:
        """Do what a step says. `again`: as the same person, by the button as it is there now."""
        who = self._pressed[0] if again and step.who == "mover" else self._scene.guest(step.who)
        command, _, argument = step.does.removeprefix("/").partition(" ")
        if step.does.startswith("/"):
            await self._scene.use(who, command, argument)
            return
        found = self._scene.find(who, step.does)
        assert found or again, f"{step}: no such button among {[page.labels for page in self._scene.pages()]}"
        self._pressed = who, found or self._pressed[1]
        self.transcript.presses += 1
        await self._scene.press(*self._pressed)

    async def _come_back(self, points: Sequence[Point]) -> None:
        """Start the process again, and kill it once more at each of these points of its start."""
        for point in (*points, None):
            self._scene.arm(point)
            try:
                await self._scene.start()
                self._scene.arm(None)  # a start that had no such moment is not killed later
                await self._scene.settle()
            except Dead:
                self._scene.kills += 1
            else:
                return

    async def _do_again(self, number: int, step: Step, moves: int) -> None:
        """Do once more what was done when the process died.

        A choice is given once more if it has not taken effect, or was not answered as it should have been; a command
        only on Discord, which does not tell an update again.
        A move is made once more in any case: who got no answer does not know that it was made.
        """
        if not step.does:
            await self._scene.greet()
            await self._scene.settle()
            return
        if step.does.startswith("/") and self._scene.platform == "telegram":
            return
        moved = len(self._look().history) > moves
        if not self._reached(number) or not (moved or self._answered(number)):
            await self._do(step, again=True)
        elif moved:
            self.transcript.presses += 1
            await self._scene.press(*self._pressed)
        await self._scene.settle()

    async def _ask(self, number: int) -> None:
        """Ask for what one was to see: who has it in answers gets no message in place of one that was lost."""
        assert self._reference
        for name, secrets in self._reference.looks[number].secrets.items():
            who = self._scene.guest(name)
            asked = self._scene.find(who, "My secret") if secrets - self._scene.secrets(who) else None
            if asked is not None:
                self.transcript.presses += 1
                await self._scene.press(who, asked)
                await self._scene.settle()

    # -- what there is -------------------------------------------------------------------------------------------------

    def _look(self) -> Look:
        at = self._scene
        history: dict[int, dict[str, Any]] = {}
        half, decision = None, 0
        if tables := at.tables():
            assert len(tables) == 1, f"there are {len(tables)} tables"
            history, record = at.ledger.history(tables[0]), at.ledger.record(tables[0])
            half, decision = record.get("half"), int(record["decision"])
        private = {who.name: [shown(page) for page in at.private(who)] for who in at.people}
        answers = {who.name: {shown(page).text for page in at.answers(who)} for who in at.people}
        secrets = {who.name: at.secrets(who) for who in at.people}
        pages = at.pages()
        offered = [int(key.decision) for page in pages for key in page.keys if key.decision.isdecimal()]
        ahead = max(0, max(offered, default=0) - decision)
        return Look([shown(page) for page in pages], private, answers, secrets, history, half, ahead)

    def _reached(self, number: int) -> bool:
        assert self._reference
        return not list(differences(self._reference.looks[number], self._look(), self._scene.kills))

    def _answered(self, number: int) -> bool:
        """Return whether everybody has the answers of a step, or its first half of a move is made."""
        assert self._reference
        now, before, there = self._reference.looks[number], self._reference.looks[number - 1], self._look()
        if now.half != before.half:
            return True
        return all(now.answers[name] - before.answers[name] <= there.answers[name] for name in there.answers)

    def _compare(self, number: int, where: str) -> None:
        assert self._reference
        wanted, there, kills = self._reference.looks[number], self.transcript.looks[number], self._scene.kills
        self.transcript.faults += [f"{where}: {each}" for each in differences(wanted, there, kills)]
        for name, some, others in pairs(wanted, there):
            more = (Counter(others) - Counter(some)).total()
            allowed = self._beyond[name] + kills - self._compared
            if more > allowed:
                self.transcript.faults.append(f"{where}: {name} have {more} messages too many, not {allowed}")
            self._beyond[name] = more
        self._compared = kills
        if self.transcript.faults:
            raise Differs

    def _check_written(self, number: int, where: str) -> None:
        """Nothing may have been shown, when the process died, that it had not written: it would not know of it."""
        made, reference = self.transcript, self._reference
        if reference is None or not number:
            return
        there = self._look()
        usual = max(each.ahead for each in reference.looks)
        if there.ahead > usual:
            made.faults.append(f"{where}: a board shows what was not written")
        wanted, before = reference.looks[number], reference.looks[number - 1]
        if there.history == before.history != wanted.history:
            told = {text for name in wanted.secrets for text in wanted.secrets[name] - before.secrets[name]}
            told &= set().union(*there.secrets.values())
            made.faults += [f"{where}: {text!r} was told and not written" for text in sorted(told)]

    def _check_secrets_gone(self, reference: Transcript) -> None:
        """Nothing that goes away in the run without kills may be left, not even a second copy of it."""
        for name, passing in reference.passing.items():
            left = self.transcript.looks[-1].only_for(name) & passing
            self.transcript.faults += [f"{name} still has: {text[:200]!r}" for text in left]


def pairs(wanted: Look, there: Look) -> Iterable[tuple[str, list[Shown], list[Shown]]]:
    """Pair the messages in the chat, and those in private of each, by the name of who reads them."""
    yield "all", wanted.public, there.public
    for name, own in wanted.private.items():
        yield name, own, there.private[name]


def differences(wanted: Look, there: Look, kills: int) -> Iterable[str]:
    """Say where something differs: what is missing, and what is there beyond one copy for each kill."""
    if wanted.history != there.history:
        yield f"moves {there.history} in place of {wanted.history}"
    if wanted.half != there.half:
        yield f"a half move {there.half} in place of {wanted.half}"
    for name, told in wanted.secrets.items():
        if lost := told - there.secrets[name]:
            yield f"{name} was never told {sorted(lost)}"
    for name, some, others in pairs(wanted, there):
        missing, more = Counter(some) - Counter(others), Counter(others) - Counter(some)
        if missing:
            yield f"{name} lack(s) {next(iter(missing))} and have {[*more][:1] or [*others][-1:]}"
        if more.total() > kills:
            yield f"{name} have {more.total()} more after {kills} kill(s): {next(iter(more))}"


class Matrix:
    """All cells of one game on one platform, or of its first `steps`. `reference` has to be made first.

    `first_start`: those of the first start count too, which has nothing of the game yet.
    They are gone through in rounds: in each, every cell once. `done` are those in which the process was killed, in
    whichever round; `absent` those that never came about, even as the only kill of a run.
    """

    def __init__(
        self,
        platform: str,
        game: str,
        folder: Path,
        forks: Zygote,
        breach: str = "",
        steps: int | None = None,
        *,
        first_start: bool = True,
    ) -> None:
        self.name = f"{platform} {game}"
        self.cells: set[Cell] = set()
        self.done: set[Cell] = set()
        self.absent: set[Cell] = set()
        self.rounds = 0
        self.runs = 0
        self._platform = platform
        self._script = SCRIPTS[game]
        self._steps = self._script.steps[:steps]
        self._folder = folder
        self._zygote = forks
        self._breach = breach
        self._begin = 0 if first_start else 1
        self._reference: Transcript | None = None
        self._left: set[Cell] = set()
        self._missed: set[Cell] = set()

    async def reference(self) -> Transcript:
        """Play without a kill, which finds the cells."""
        made = await self.play({}, breach="")
        self._reference = made
        steps = list(enumerate(made.points))[self._begin :]
        self.cells = {(number, point) for number, points in steps for point in points}
        self._left = set(self.cells)
        return made

    async def play(self, kills: Mapping[int, Sequence[Point]], *, breach: str | None = None) -> Transcript:
        """Play once with these kills."""
        folder = self._folder / f"{self.name}-{self.runs}".replace(" ", "-")
        self.runs += 1
        folder.mkdir()
        planted = self._breach if breach is None else breach
        async with scene(self._platform, folder, self._zygote, chance=self._script.chance, breach=planted) as at:
            play = Play(at, self._steps, self._reference)
            try:
                made = await play.run(kills)
            except Differs:
                made = play.transcript
            except Exception as error:  # noqa: BLE001 - a run that cannot go on is a finding, told with its kills
                made = play.transcript
                made.faults.append(f"step {len(made.looks)}: {type(error).__name__}: {error}")
        made.kills = at.kills
        self.account(kills, made)
        earlier = ", ".join(f"{number} {point}" for number, point in made.killed)
        made.faults = [f"{self.name}: {each} (kills by step: {earlier})" for each in made.faults]
        return made

    def account(self, kills: Mapping[int, Sequence[Point]], made: Transcript) -> None:
        """Take down which cells there were, which not, and which the run did not come to."""
        chosen = {(number, points[0]) for number, points in kills.items()}
        missed = chosen - {*made.killed}
        come_to = {cell for cell in missed if cell[0] <= len(made.looks)}
        self.done |= {*made.killed}
        if len(chosen) == 1:
            self.absent |= come_to - self.done
        else:
            self._missed |= come_to
        self._left |= missed - come_to

    @property
    def left(self) -> int:
        """How many cells this round has still to try; those of a run under way are tried."""
        return len(self._left) + len(self._missed)

    def choose(self, rng: random.Random, again: float = 0.0, *, alone: bool = False) -> dict[int, list[Point]]:
        """Choose for each step a cell that this round has not tried yet, at random; a step that has none is left alone.

        `again` is how often the process is killed once more while it comes back. `alone`: one cell only, as it is
        chosen at the end as well where a run with other kills did not come to that moment. A round begins when the
        last one is through.
        """
        if not self.left:
            self._left = set(self.cells)
            self.rounds += 1
        cells = self._left or self._missed
        if alone or not self._left:
            chosen = [rng.choice(sorted(cells, key=str))]
        else:
            by_step = itertools.groupby(sorted(cells, key=str), lambda cell: cell[0])
            chosen = [rng.choice(list(each)) for _, each in by_step]
        cells -= {*chosen}
        return {number: [point, *_once_more(rng, again)] for number, point in sorted(chosen, key=str)}

    def telling(self, every: int = 1, first: int = 0) -> dict[int, list[Point]]:
        """Choose one cell of a step: by turns its last call, shown but not written, and a commit half-way.

        Of the steps only one in `every`, from the `first` on.
        """
        chosen: dict[int, list[Point]] = {}
        for turn, number in enumerate(range(first, len(self._steps), every)):
            kind = ("call", "commit")[turn % 2]
            most = max((p.number for step, p in self.cells if (step, p.kind) == (number, kind)), default=0)
            if most:
                chosen[number] = [Point(kind, most if kind == "call" else (most + 1) // 2, AFTER)]
        return chosen


def _once_more(rng: random.Random, again: float) -> list[Point]:
    if rng.random() >= again:
        return []
    return [Point(rng.choice(("call", "commit")), rng.randint(1, 8), rng.choice(WHENS))]


async def run(
    found: Callable[[str], None],
    done: Callable[[Transcript], None],
    *,
    rng: random.Random,
    over: Callable[[], bool] | None = None,
    platforms: Sequence[str] = PLATFORMS,
    games: Sequence[str] = tuple(SCRIPTS),
    again: float = 0.0,
    alone: bool = False,
) -> list[Matrix]:
    """Run the cells of these platforms and games, by turns, until it is `over`; every cell once where nothing says so.

    No cell is repeated before all of them, of all matrices, were tried. `again` is how often the process is killed once
    more while it comes back. `found` is told each fault, `done` each run. Return the matrices: they tell how far.
    """
    with tempfile.TemporaryDirectory() as place:
        async with zygote(VICTIM) as forks:
            every = [
                Matrix(platform, game, Path(place), forks, first_start=game == games[0])
                for platform in platforms
                for game in games
            ]

            def tell(made: Transcript) -> None:
                for each in made.faults:
                    found(each)
                done(made)

            waiting = every[::-1]

            async def lane() -> None:
                while waiting:
                    tell(await waiting.pop().reference())

            async def on() -> None:
                while (left := [each for each in every if each.left]) or over:
                    matrix = min(left or every, key=lambda each: each.runs)
                    tell(await matrix.play(matrix.choose(rng, again, alone=alone)))
                    if over and over():
                        return

            await asyncio.gather(*(lane() for _ in range(LANES)))
            await asyncio.gather(*(on() for _ in range(LANES)))
    return every


def told(every: Sequence[Matrix]) -> str:
    """Say how many different cells of the matrices there were, and which never came about."""
    parts = (f"{each.name} {len(each.done & each.cells)} of {len(each.cells)}" for each in every)
    done, cells = sum(len(each.done & each.cells) for each in every), sum(len(each.cells) for each in every)
    absent = sum(len(each.absent) for each in every)
    beside = f", {absent} did not come about again" if absent else ""
    return f"{done} of {cells} different cells{beside}: {', '.join(parts)}"


def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.matrix", description="Every cell, once.")
    parser.add_argument("named", nargs="*", metavar="NAME", help=f"of {', '.join(PLATFORMS)}, {', '.join(SCRIPTS)}")
    parser.add_argument("--alone", action="store_true", help="one kill in each run: slower, and a finding is plainer")
    asked = parser.parse_args()
    if unknown := {*asked.named} - {*PLATFORMS, *SCRIPTS}:
        parser.error(f"no such platform or game: {', '.join(sorted(unknown))}")
    faults: list[str] = []

    def found(fault: str) -> None:
        faults.append(fault)
        sys.stdout.write(f"{fault}\n")
        sys.stdout.flush()

    platforms = [each for each in PLATFORMS if each in asked.named] or PLATFORMS
    games = [each for each in SCRIPTS if each in asked.named] or tuple(SCRIPTS)
    rng, kills = random.Random(time.time_ns()), Counter[str]()
    begun = time.monotonic()

    def done(made: Transcript) -> None:
        kills["kills"] += made.kills

    every = asyncio.run(run(found, done, rng=rng, platforms=platforms, games=games, alone=asked.alone))
    took = f"{kills['kills']} kills in {sum(each.runs for each in every)} runs, {time.monotonic() - begun:.0f} s"
    sys.stdout.write(f"{told(every)}; {took}; {len(faults)} faults\n")
    if faults:
        raise SystemExit(1)


if __name__ == "__main__":
    _main()
