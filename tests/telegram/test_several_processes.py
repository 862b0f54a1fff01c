"""Several processes on one PostgreSQL: one polls or registers the webhook, all serve, and none's updates are lost."""

from __future__ import annotations

import asyncio
import io
import json
import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot import errors
from bot.commands import COMMANDS
from bot.health import HealthCheck
from bot.messaging import Command
from bot.platforms.telegram.lease_holder import LeaseHolder
from storage.postgres_leases import PostgresLeases
from tests.helpers.postgres import Postgres
from tests.telegram.conftest import TelegramScene
from tests.telegram.fleet import TIMING, Fleet, Member, fleet_of
from tests.telegram.test_adapter import board, eventually
from tests.telegram.test_other_processes import FOREIGN, set_webhook, told

LASTING = replace(TIMING, poll=25)
"""With polls that nothing but an update ends."""
HASTY = replace(TIMING, drain=0.05)
"""With a stop that waits for nothing."""


@pytest.fixture
async def fleet(scene: TelegramScene, server: Postgres, name: str) -> AsyncIterator[Fleet]:
    """Yield a fleet in which nobody is yet."""
    scene.world.updates.conflict_seconds = 0.05
    scene.world.updates.clear()
    async with fleet_of(scene, server.url(name)) as made:
        yield made


def say(scene: TelegramScene, *names: str) -> None:
    for each in names:
        scene.world.say(scene.anna, scene.group, f"/{each}")


def stuck_at(*names: str) -> Callable[[object], Awaitable[None]]:
    """Return what keeps a handler from ever ending with some commands."""

    async def wait(item: object) -> None:
        if isinstance(item, Command) and item.name in names:
            await asyncio.Event().wait()

    return wait


def until(event: asyncio.Event) -> Callable[[object], Awaitable[None]]:
    """Return what keeps a handler from ending with anything before an event."""

    async def wait(_item: object) -> None:
        await event.wait()

    return wait


async def kept(member: Member, scene: TelegramScene) -> int:
    return len(await member.store.kept_updates(str(scene.world.bot.id)))


async def eventually_kept(member: Member, scene: TelegramScene, number: int) -> None:
    async with asyncio.timeout(60):
        while await kept(member, scene) != number:  # noqa: ASYNC110 - a database tells nobody
            await asyncio.sleep(0.01)


def everything(fleet: Fleet) -> list[str]:
    return [each for member in fleet.members for each in member.handled]


async def check_what_is_left(fleet: Fleet, scene: TelegramScene, logs: io.StringIO, number: int) -> None:
    """Kill who polls, with updates in hand; so many others are there to take them over."""
    (dead,) = await fleet.add(timing=HASTY)
    dead.handler.before = stuck_at("first")
    await eventually(lambda: fleet.settled)
    others = await fleet.add(number)
    say(scene, "first", "second", "third")
    await eventually_kept(dead, scene, 3)
    await eventually(lambda: not scene.world.updates.pending)
    free = asyncio.Event()
    for other in others:
        other.handler.before = until(free)
    await fleet.kill(dead)
    await fleet.looked(4)
    free.set()
    say(scene, "fourth")
    await eventually(lambda: "fourth" in everything(fleet))
    await eventually_kept(others[0], scene, 0)
    assert dead.handled == []
    handled = [member.handled for member in others if member.handled]
    if number == 1:
        assert handled == [["first", "second", "third", "fourth"]]
    assert sorted(everything(fleet)) == ["first", "fourth", "second", "third"]
    assert [each for each in everything(fleet) if each != "fourth"] == ["first", "second", "third"], "by one of them"
    assert sum(line["count"] for line in told(logs, "updates_taken_up")) == 3


async def check_what_is_in_hand(fleet: Fleet, scene: TelegramScene) -> None:
    """Let one process have an update in hand for long while another one looks for what is left."""
    (busy,) = await fleet.add()
    free = asyncio.Event()
    busy.handler.before = until(free)
    await eventually(lambda: fleet.settled)
    say(scene, "long")
    await eventually_kept(busy, scene, 1)
    (other,) = await fleet.add()
    await fleet.looked(4)
    assert other.handled == []
    assert await kept(other, scene) == 1
    free.set()
    await eventually(lambda: busy.handled == ["long"])
    await eventually_kept(other, scene, 0)


class TestPolling:
    async def test_one_polls_and_the_others_stand_by_and_are_ready(
        self, fleet: Fleet, scene: TelegramScene, logs: io.StringIO
    ) -> None:
        await fleet.add(3)
        await eventually(lambda: fleet.settled)
        (leader,) = fleet.leaders
        others = [member for member in fleet.members if member is not leader]
        assert [member.stands_by for member in others] == ["polling", "polling"]
        say(scene, *(f"n{number}" for number in range(5)))
        await eventually(lambda: leader.handled == [f"n{number}" for number in range(5)])
        assert [member.handled for member in others] == [[], []]
        assert [line["what"] for line in told(logs, "standing_by")] == ["polling", "polling"], "one line each"
        assert not told(logs, "other_instance")
        assert len({poll["timeout"] for poll in scene.calls("getUpdates")}) == 1

    async def test_a_process_says_which_it_is_and_what_it_does(self, fleet: Fleet) -> None:
        members = await fleet.add(2)
        await eventually(lambda: fleet.settled)
        answers = []
        for member in members:
            health = HealthCheck(member.store, lambda: 0.0)
            health.watch("telegram", member.adapter.health)
            answer = await health()
            assert (answer["status"], (await health.ready())["status"]) == ("ok", "ready")
            assert answer["process"] == (await health.ready())["process"] == member.store.leases.me
            answers.append(answer)
        says = [answer["platforms"]["telegram"].get("stands_by") for answer in answers]
        assert sorted(says, key=str) == [None, "polling"]
        assert len({answer["database_id"] for answer in answers}) == 1
        assert all(answer["platforms"]["telegram"]["seconds_silent"] < 60 for answer in answers)

    async def test_after_a_stop_another_polls_and_nothing_is_lost_or_doubled(
        self, fleet: Fleet, scene: TelegramScene, logs: io.StringIO
    ) -> None:
        everybody, wanted = await fleet.add(3), list[str]()

        def all_handled() -> bool:
            return sum(len(member.handled) for member in everybody) == len(wanted)

        for names in (["a", "b"], ["c", "d"], ["e", "f"]):
            await eventually(lambda: fleet.settled)
            say(scene, *names)
            wanted += names
            await eventually(all_handled)
            if len(fleet.members) > 1:
                stopping = asyncio.create_task(fleet.stop(fleet.leaders[0]))
                say(scene, f"after {names[-1]}")
                wanted.append("after")
                await stopping
        assert sorted(each for member in everybody for each in member.handled) == sorted(wanted)
        assert len(told(logs, "lease_taken_over")) == 2
        assert not told(logs, "other_instance")

    @pytest.mark.parametrize("number", [1, 3])
    async def test_what_a_killed_poller_had_in_hand_comes_first_in_order_and_once(
        self, fleet: Fleet, scene: TelegramScene, logs: io.StringIO, number: int
    ) -> None:
        await check_what_is_left(fleet, scene, logs, number)
        assert told(logs, "updates_taken_up")

    async def test_what_a_live_one_has_in_hand_is_left_alone(self, fleet: Fleet, scene: TelegramScene) -> None:
        await check_what_is_in_hand(fleet, scene)

    async def test_a_stop_hands_over_what_is_not_finished(self, fleet: Fleet, scene: TelegramScene) -> None:
        """Before the process has ended, and without a second look."""
        (stopping,) = await fleet.add(timing=HASTY)
        stopping.handler.before = stuck_at("long")
        await eventually(lambda: fleet.settled)
        say(scene, "long", "after")
        await eventually_kept(stopping, scene, 2)
        await stopping.adapter.stop()
        assert await stopping.store.leases.alive([stopping.store.leases.me]), "it has not ended"
        (other,) = await fleet.add(timing=replace(TIMING, look=3600.0))
        await eventually(lambda: other.handled == ["long", "after"])
        assert stopping.handled == []

    async def test_what_comes_during_a_stop_is_handled_after_what_came_before(
        self, fleet: Fleet, scene: TelegramScene
    ) -> None:
        (stopping,) = await fleet.add(timing=replace(TIMING, order=60.0, drain=60.0))
        free = asyncio.Event()
        stopping.handler.before = until(free)
        await eventually(lambda: fleet.settled)
        (other,) = await fleet.add()
        say(scene, "first")
        await eventually_kept(stopping, scene, 1)
        stop = asyncio.create_task(fleet.stop(stopping))
        await eventually(lambda: not stopping.serves)
        say(scene, "second")
        await fleet.looked(4)
        assert other.handled == []
        assert other.stands_by
        free.set()
        await eventually(lambda: other.handled == ["second"])
        await stop
        assert stopping.handled == ["first"]

    @pytest.mark.parametrize("at_once", [False, True])
    async def test_who_has_lost_the_lease_polls_no_more(
        self, fleet: Fleet, scene: TelegramScene, server: Postgres, logs: io.StringIO, *, at_once: bool
    ) -> None:
        """And one of them polls again when the database is back."""
        members = await fleet.add(2, timing=LASTING)
        say(scene, "before")
        await eventually(lambda: fleet.settled and everything(fleet) == ["before"])
        await eventually(lambda: scene.world.updates.is_polled and not scene.world.updates.pending)
        await eventually_kept(members[0], scene, 0)
        await asyncio.to_thread(server.stop, at_once=at_once)
        try:
            await eventually(lambda: not fleet.of(lambda member: member.serves))
            polls = len(scene.calls("getUpdates"))
            say(scene, "meanwhile")  # who still polled would be told of it, and handle it though nothing can be written
            assert everything(fleet) == ["before"]
            assert len(scene.calls("getUpdates")) == polls
        finally:
            await asyncio.to_thread(server.start)
        await eventually(lambda: fleet.settled)
        say(scene, "again")
        await eventually(lambda: len(everything(fleet)) == 3)
        assert sorted(everything(fleet)) == ["again", "before", "meanwhile"]
        assert len(told(logs, "lease_lost")) == 1
        assert not told(logs, "other_instance")

    async def test_of_who_polls_in_its_place_one_may_hear_before_it_hears_of_its_loss(
        self, fleet: Fleet, scene: TelegramScene, server: Postgres, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As on a busy machine when the database is restarted: that is no other process with the token."""
        monkeypatch.setattr("storage.postgres_leases.BEAT_SECONDS", 3600.0)
        await fleet.add(2, timing=LASTING)
        await eventually(lambda: fleet.settled and scene.world.updates.is_polled)
        (leader,) = fleet.leaders
        leases = leader.store.leases
        assert isinstance(leases, PostgresLeases)
        leases._unwatch()
        monkeypatch.setattr(leases, "_watch", lambda: None)
        await asyncio.to_thread(server.end_leases, leases.me)
        await eventually(lambda: fleet.settled and fleet.leaders != [leader])
        say(scene, "play")
        await eventually(lambda: everything(fleet) == ["play"])
        assert leader.handled == []
        assert not told(logs, "other_instance")

    async def test_who_hung_leaves_what_it_was_given_to_who_polls_now(
        self, fleet: Fleet, scene: TelegramScene, logs: io.StringIO
    ) -> None:
        """It has not heard yet that it lost the lease when it goes on, by taking in what a poll was answered with."""
        await fleet.add(2)
        await eventually(lambda: fleet.settled)
        (leader,) = fleet.leaders
        leases = leader.store.leases
        assert isinstance(leases, PostgresLeases)

        async def is_slower(name: str) -> bool:
            return False

        def wake(name: str) -> bool:
            leases._asked_at = -math.inf
            vars(leases).pop("holds")  # from now on as ever
            return leases.holds(name)

        leases.holds = wake  # type: ignore[method-assign]
        leases.acquire = is_slower  # type: ignore[method-assign]
        say(scene, "play")
        await eventually(lambda: everything(fleet) == ["play"])
        assert leader.handled == []
        assert [line["what"] for line in told(logs, "lease_lost")] == ["polling"]
        assert "polling" in [line["what"] for line in told(logs, "lease_taken_over")]
        vars(leases).pop("acquire")
        await eventually(lambda: fleet.settled)
        say(scene, "again")
        await eventually(lambda: everything(fleet) == ["play", "again"])

    async def test_a_poller_on_another_database_is_told_apart_as_ever(
        self, fleet: Fleet, scene: TelegramScene, server: Postgres, logs: io.StringIO
    ) -> None:
        """The one that has served stays, the newcomer gives way; who stands by goes on doing so."""
        await fleet.add(2)
        await eventually(lambda: fleet.settled)
        leader = fleet.leaders[0]
        await asyncio.sleep(TIMING.conflict)  # it has to have served that long
        elsewhere = server.fresh()
        (stranger,) = await fleet.add(url=server.url(elsewhere))
        fleet.members.remove(stranger)
        error = await asyncio.wait_for(stranger.failed(), 60)
        assert isinstance(error, errors.OtherInstance)
        await stranger.store.close()
        await eventually(lambda: fleet.settled)
        assert fleet.leaders == [leader]
        say(scene, "play")
        await eventually(lambda: leader.handled == ["play"])
        server.drop(elsewhere)


class TestWebhook:
    async def test_all_serve_it_and_one_registers_it(
        self, fleet: Fleet, scene: TelegramScene, logs: io.StringIO
    ) -> None:
        await fleet.add_behind_webhook(3)
        await eventually(lambda: fleet.settled)
        message = await board(scene, fleet.members[0].adapter)
        people = [scene.anna, scene.boris, scene.dana]
        toasts = await asyncio.wait_for(
            asyncio.gather(*(scene.world.press(person, scene.group, message, "t.1.x") for person in people)), 60
        )
        assert [toast.text for toast in toasts] == ["took t.1.x"] * 3
        say(scene, *(f"n{number}" for number in range(9)))
        await eventually(lambda: len(everything(fleet)) == 12)
        assert all(member.handled for member in fleet.members)
        assert [count for _, count in Counter(everything(fleet)).items()].count(1) == 9
        assert len(scene.calls("setWebhook")) == 1
        assert [line["what"] for line in told(logs, "standing_by")] == ["webhook", "webhook"]
        assert scene.calls("getUpdates") == []

    async def test_a_chat_is_handled_in_its_order_whoever_is_asked(self, fleet: Fleet, scene: TelegramScene) -> None:
        """Telegram posts one update of a chat at a time, and is told to go on when it is handled."""
        handled: list[str] = []

        async def slowly(item: object) -> None:
            await asyncio.sleep(0.02)
            if isinstance(item, Command):
                handled.append(item.name)

        for member in await fleet.add_behind_webhook(3, timing=replace(TIMING, order=60.0)):
            member.handler.before = slowly
        wanted = [f"n{number}" for number in range(15)]
        say(scene, *wanted)
        await eventually(lambda: len(handled) == len(wanted))
        assert handled == wanted
        assert len({id(member) for member in fleet.posted}) == 3

    async def test_a_slow_update_keeps_its_chat_waiting_for_a_moment_only(
        self, fleet: Fleet, scene: TelegramScene
    ) -> None:
        for member in await fleet.add_behind_webhook(2, timing=replace(TIMING, order=0.05, drain=0.05)):
            member.handler.before = stuck_at("long")
        say(scene, "long", "after")
        other = scene.found()
        scene.world.say(scene.boris, other, "/elsewhere")
        await eventually(lambda: "elsewhere" in everything(fleet))
        await eventually(lambda: not scene.world.updates.pending)

    async def test_when_who_registered_it_is_gone_another_does_and_nobody_deletes_it(
        self, fleet: Fleet, scene: TelegramScene
    ) -> None:
        await fleet.add_behind_webhook(3)
        for end in (fleet.stop, fleet.kill):
            await eventually(lambda: fleet.settled)
            registered = len(scene.calls("setWebhook"))
            await end(fleet.leaders[0])
            await eventually(lambda: len(scene.calls("setWebhook")) == registered + 1)  # noqa: B023 - it is awaited
            assert all(member.serves for member in fleet.members)
        await eventually(lambda: fleet.settled)
        say(scene, "play")
        await eventually(lambda: everything(fleet) == ["play"])
        await fleet.stop(fleet.members[0])
        assert scene.calls("deleteWebhook") == []
        assert scene.server.webhook.target is not None

    async def test_what_is_posted_to_one_that_stops_is_left_to_the_others(
        self, fleet: Fleet, scene: TelegramScene
    ) -> None:
        """As by a load balancer that learns late of it; Telegram would try again after a while."""
        stopping, other = await fleet.add_behind_webhook(2)
        await eventually(lambda: fleet.settled)
        fleet.stale = stopping
        await stopping.adapter.stop()
        assert not stopping.serves
        say(scene, "play")
        await eventually(lambda: other.handled == ["play"])
        assert fleet.posted == [stopping]
        await stopping.store.close()
        say(scene, "late")
        await eventually(lambda: len(fleet.posted) > 1)
        assert scene.world.updates.pending, "it was refused, so Telegram keeps it"
        fleet.stale = None
        await eventually(lambda: other.handled == ["play", "late"])

    async def test_it_is_won_back_once_by_one_of_them(
        self, fleet: Fleet, scene: TelegramScene, logs: io.StringIO
    ) -> None:
        await fleet.add_behind_webhook(3)
        await eventually(lambda: fleet.settled)
        await set_webhook(scene, "")
        await eventually(lambda: len(scene.calls("setWebhook")) == 2)
        await eventually(lambda: fleet.settled)
        assert len(told(logs, "webhook_lost")) == 1
        await set_webhook(scene, FOREIGN)
        await eventually(lambda: not fleet.leaders)
        assert len(fleet.of(lambda member: member.adapter.health().problem)) == 1, "it is told by who looks after it"

    async def test_what_a_killed_process_had_in_hand_is_handled_by_another_once(
        self, fleet: Fleet, scene: TelegramScene
    ) -> None:
        """Telegram was told that it has been taken, and does not tell it again."""
        members = await fleet.add_behind_webhook(3, timing=replace(TIMING, order=0.01))
        for member in members:
            member.handler.before = stuck_at("first")
        say(scene, "first", "second")
        await eventually(lambda: not scene.world.updates.pending)
        dead = next(member for member in fleet.posted)
        for member in members:
            member.handler.before = None
        await fleet.kill(dead)
        await eventually(lambda: Counter(everything(fleet))["first"] == 1)
        await eventually_kept(fleet.members[0], scene, 0)
        assert sorted([*everything(fleet), *dead.handled]) == ["first", "second"]

    async def test_an_update_posted_to_two_of_them_is_handled_by_one(self, fleet: Fleet, scene: TelegramScene) -> None:
        """A command; a press of a game is recognised by its move."""
        free = asyncio.Event()
        for member in await fleet.add_behind_webhook(2):
            member.handler.before = until(free)
        scene.server.faults.repeat_updates(times=1)
        say(scene, "play")
        await eventually(lambda: not scene.world.updates.pending)
        assert {id(member) for member in fleet.posted} == {id(member) for member in fleet.members}
        free.set()
        await eventually(lambda: everything(fleet))
        await eventually_kept(fleet.members[0], scene, 0)
        assert everything(fleet) == ["play"]


class TestIntroduction:
    async def test_is_made_by_one_process_after_the_other(self, fleet: Fleet, scene: TelegramScene) -> None:
        members = await fleet.add(3, menu=COMMANDS)
        tasks = [member.adapter._menu_task for member in members]
        async with asyncio.timeout(60):
            await asyncio.gather(*(task for task in tasks if task is not None))
        put = [json.dumps(call, sort_keys=True, default=str) for call in scene.calls("setMyCommands")]
        assert put
        assert len(put) == len(set(put)), "what one has put is found there by the others"

    async def test_goes_on_when_who_makes_it_is_killed(self, fleet: Fleet, scene: TelegramScene) -> None:
        scene.server.faults.flood(3600, method="setMyCommands", times=None)
        first, second = await fleet.add(2, menu=COMMANDS)
        await eventually(lambda: scene.calls("setMyCommands"))
        holder = first if first.adapter._introducing and first.adapter._introducing.held else second
        scene.server.faults.clear()
        await fleet.kill(holder)
        (left,) = fleet.members
        await eventually(lambda: left.adapter._introducing and left.adapter._introducing.held)


class TestTurns:
    async def test_a_lease_that_was_lost_while_it_was_taken_is_not_ours(self) -> None:
        leases = Fickle()
        lease = LeaseHolder(leases, "a", "a", lambda: 0.0, 0.01)
        coming = asyncio.create_task(lease.acquire())
        await eventually(lambda: leases.asked > 3)
        assert not lease.held
        leases.lasts = True
        await coming
        assert lease.held


class Fickle:
    """Leases that are granted, and lost before that is known."""

    me = "0" * 16

    def __init__(self) -> None:
        self.asked = 0
        self.lasts = False
        self._tell: Callable[[], object] = lambda: None

    async def acquire(self, name: str) -> bool:
        self.asked += 1
        if not self.lasts:
            self._tell()
        return True

    async def release(self, name: str) -> None:
        pass

    def holds(self, name: str) -> bool:
        return True

    async def alive(self, processes: Any) -> set[str]:
        return set()

    async def join(self, group: str) -> bool:
        return True

    def on_lost(self, tell: Callable[[], object]) -> None:
        self._tell = tell

    async def close(self) -> None:
        pass
