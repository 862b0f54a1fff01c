"""Records all that goes out, by who gets it: whatever a viewer gets is there, and nothing that another gets alone.

Each thing has a viewer (a person's name, or one of the audiences below), a place whose order counts, and a text. In
texts messages are numbered as they were posted in their chat, since a platform numbers those of all chats together, and
of two posts to two people at the same moment either may be the first.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import pickle
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from string import digits
from typing import Any

import pytest
import structlog
from typing_extensions import override

from bot.concurrency.publisher import Publisher
from bot.logs import set_up_logs
from bot.messaging import Film, Picture
from bot.playground.feed import Toast
from bot.table.core.table import Table
from bot.table.running.computer_players import ComputerPlayers, choose_action
from bot.table.running.manager import MAINTENANCE
from bot.worker_pool import WorkerPool
from tests.conformance.on_discord import DiscordStage
from tests.conformance.on_telegram import TelegramStage
from tests.conformance.stage import Stage
from tests.helpers.paint import paint

EVERYBODY = "everybody"
"""Who is in the chat, and so everybody."""
HOST = "who runs the bot"
"""Reads the log, and sees from outside what is called, when, and what there is to do: the timing class."""
STARTING = ("getMe", "getMyCommands", "setMyCommands", "deleteWebhook", "getUpdates", "answerCallbackQuery")
"""Calls about no chat: what people are answered is taken from their clients."""
_NUMBERS = re.compile(r"(?<![0-9a-zA-Z])\d{17,20}(?![0-9a-zA-Z])")
_MESSAGE = re.compile(r'(?<="message_id": )"?(\d+)"?')
_LINK = re.compile(r"(?<=t\.me/c/)(\d+)/(\d+)")
_PART = re.compile(r"attached[0-9a-f]{32}")
_PHOTO = re.compile(r"AgACAgIAAx[0-9a-f]{8}")


@dataclass(frozen=True)
class Entry:
    """One thing that a viewer gets: `place` is where, `text` is all of it."""

    viewer: str
    place: str
    text: str


@dataclass(frozen=True)
class Thought:
    """What a computer was given to think about, after so many moves."""

    seat: int
    level: str
    moves: int
    given: str


class Watch(ABC):
    """Watches one world: `take` returns what has gone out since it was last asked."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._named: dict[str, dict[str, str]] = {}
        self._work: list[Entry] = []
        self.thoughts: list[Thought] = []
        """Of all computers, in the order in which they were to move."""
        self._asked: set[str] = set()
        self._log = io.StringIO()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Watch what the process does beside its calls: jobs for workers, requests that wait, lines of the log.

        A move that nobody makes by a press waits until all hands show the one before: how many edits there are would
        depend on how fast the machine is.
        """
        root, before = logging.getLogger(), structlog.get_config()
        handlers, level = root.handlers[:], root.level
        do, request, move_unchosen = WorkerPool.do, Publisher.request, ComputerPlayers._move_unchosen

        async def watched(pool: Any, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
            if work is choose_action:
                self._note_thought(args)
                await self._hands_shown()
            return await do(pool, work, *args, **kwargs)

        async def moved_unchosen(computers: ComputerPlayers, table: Table) -> None:
            await self._hands_shown()
            await move_unchosen(computers, table)

        def requested(publisher: Any, key: Any, directive: str = "", *, not_before: float = 0.0) -> None:
            wait = max(0.0, not_before - asyncio.get_running_loop().time())
            self._asked.add(f"{publisher._name} after {round(2 * wait) / 2:g} s")
            request(publisher, key, directive, not_before=not_before)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(WorkerPool, "do", watched)
            patch.setattr(Publisher, "request", requested)
            patch.setattr(ComputerPlayers, "_move_unchosen", moved_unchosen)
            set_up_logs("INFO", "json", stream=self._log)
            try:
                yield
            finally:
                root.handlers[:] = handlers
                root.setLevel(level)
                structlog.configure(**before)

    async def _hands_shown(self) -> None:
        await self.stage.service.manager.hands.publisher.settled()

    def _note_thought(self, args: tuple[Any, ...]) -> None:
        """Note all that a computer is given: what it could look at, and no more, is in there.

        To be read, and as the bytes that go to the process where it thinks: an object need not show what it holds.
        """
        _, level, view, *_ = args
        given = f"{args!r} {hashlib.sha256(by_value(args)).hexdigest()}"
        playing = [t for t in self.stage.service.manager.tables.all_in_memory() if t.record.status == "playing"]
        running = min(playing, key=lambda table: str(table.id))  # ids are counted up: the first one has the secret
        self.thoughts.append(Thought(view.to_act, level, running.record.moves, given))
        self._work.append(Entry(HOST, "work", f"seat {view.to_act} thinks"))

    def take(self) -> list[Entry]:
        """Return all that has gone out since the last time."""
        taken = [*self._sent(), *self._work, *self._lines(), *self._deadlines()]
        taken += (Entry(HOST, "delays", asked) for asked in sorted(self._asked))
        self._work, self._asked = [], set()
        return taken

    @abstractmethod
    def _sent(self) -> Iterator[Entry]:
        """Yield what has been sent, and for the host how often what was called where."""

    def _numbered(self, chat: str, message: object, kind: str = "") -> str:
        """Return the number of a message among those of its kind in its chat, by the order of their first being met.

        A board and the answer to a command that come at the same moment may overtake each other; two boards may not.
        """
        named = self._named.setdefault(chat, {})
        alike = sum(name.rstrip(digits) == f"#{kind}" for name in named.values())
        return named.setdefault(str(message), f"#{kind}{alike}")

    def _lines(self) -> Iterator[Entry]:
        lines = self._log.getvalue().splitlines()
        self._log.seek(0)
        self._log.truncate()
        for line in lines:
            said = json.loads(line)
            said.pop("timestamp", None)
            yield Entry(HOST, "log", json.dumps(said, sort_keys=True))

    def _deadlines(self) -> Iterator[Entry]:
        """Yield all that is to happen later, and when: whatever is delayed on purpose is there."""
        asked = "SELECT kind, key, at FROM deadlines WHERE kind != ? ORDER BY kind, key, at"
        with closing(sqlite3.connect(self.stage.path, timeout=10)) as connection:
            rows = connection.execute(asked, (MAINTENANCE,)).fetchall()
        yield Entry(HOST, "deadlines", json.dumps(rows))


class TelegramWatch(Watch):
    """Reads the calls to the Bot API, and the toasts of people's clients."""

    def __init__(self, stage: TelegramStage) -> None:
        super().__init__(stage)
        self._world = stage._world
        self._read = 0
        self._clients = self._world.feed.watch()

    @override
    def _sent(self) -> Iterator[Entry]:
        calls = list(self._world.calls)[self._read :]
        self._read += len(calls)
        assert self._read < 10_000, "calls are forgotten"
        for call in calls:
            if call.method in STARTING:
                continue
            if call.method == "answerInlineQuery":
                asker, offered = self._world.people[int(call.params["inline_query_id"]) >> 24], dict(call.params)
                del offered["inline_query_id"]
                yield Entry(asker.first_name, "offered while typing", json.dumps(offered, sort_keys=True))
                yield Entry(HOST, "calls", f"{call.method} {asker.first_name}")
                continue
            person = self._world.people.get(call.chat)
            chat = f"private chat of {person.first_name}" if person else "chat"
            if isinstance(call.result, dict) and "message_id" in call.result:
                self._numbered(chat, call.result["message_id"], call.method.removeprefix("send").lower())
            text = _MESSAGE.sub(partial(self._in_chat, chat), self._plain(call.params))
            text = _LINK.sub(lambda found: f"{found[1]}/{self._numbered('chat', found[2])}", text)
            changed = call.params.get("message_id")
            place = f"{chat}, message {self._numbered(chat, changed)}" if changed else f"{chat}, {call.method}"
            yield Entry(person.first_name if person else EVERYBODY, place, f"{call.method} {text}")
            yield Entry(HOST, "calls", f"{call.method} {chat}")
        for change in self._clients.take():
            if isinstance(change, Toast):
                alert = "alert" if change.alert else "toast"
                yield Entry(change.person.first_name, "answers", f"{alert} {change.text!r} {change.url}")
                yield Entry(HOST, "calls", f"answer to {change.person.first_name}, {alert if change.text else ''}")

    def _in_chat(self, chat: str, found: re.Match[str]) -> str:
        return self._numbered(chat, found[1])

    def _plain(self, params: dict[str, Any]) -> str:
        text = _PART.sub("attached", json.dumps(params, sort_keys=True))
        return _PHOTO.sub(lambda found: self._sha256(found[0]), text)

    def _sha256(self, file_id: str) -> str:
        photo = self._world.photos.find(file_id)
        assert photo is not None
        return photo.sha256


class DiscordWatch(Watch):
    """Reads REST calls, and what of the answers to one person all could see."""

    def __init__(self, stage: DiscordStage) -> None:
        super().__init__(stage)
        self._world = stage._world
        self._requests = len(self._world.call_log.requests)
        self._shown = len(self._world.call_log.shown)
        self._messages: dict[str, str] = {}

    @override
    def _sent(self) -> Iterator[Entry]:
        log = self._world.call_log
        requests, shown = list(log.requests)[self._requests :], log.shown[self._shown :]
        self._requests, self._shown = len(log.requests), len(log.shown)
        for message in shown:
            chat = f"{message.channel} {sorted(message.viewers)}" if message.private else str(message.channel)
            self._messages[str(message.message)] = self._numbered(chat, message.message)
        by_token = {used.token: used for used in self._world.interactions.every}
        for each in requests:
            used = next((by_token[part] for part in each.path.split("/") if part in by_token), None)
            viewer, chat = self._addressee(each.path) if used is None else (used.user.display, "answers")
            if used is not None and each.method == "DELETE":
                continue  # an answer that only its reader has seen goes after its time, in seconds of the real clock
            found = re.search(r"/messages/(.+)$", each.path)
            changed = self._plain(found[1]) if found else ""
            body = {key: value for key, value in (each.body or {}).items() if key != "nonce"} if each.body else {}
            files = " ".join(f"{name} {digest} {size}" for name, digest, size in each.files)
            place = f"{chat}, {f'message {changed}' if changed and used is None else 'posts'}"
            yield Entry(viewer, place, f"{each.call} {changed} {self._plain(json.dumps(body, sort_keys=True))} {files}")
            yield Entry(HOST, "calls", f"{each.call} {chat if used is None else f'answer to {viewer}'}")
        for message in shown:
            if not message.private:
                said = (message.text, message.alts, message.files, message.custom_ids, message.labels, message.pictures)
                number = self._messages[str(message.message)]
                yield Entry(EVERYBODY, f"what all see, message {number}", self._plain(json.dumps(said)))

    def _plain(self, text: str) -> str:
        return _NUMBERS.sub(lambda found: self._messages.get(found[0], found[0]), text)

    def _addressee(self, path: str) -> tuple[str, str]:
        """Return who sees what is called for by the bot's own token: who is written to, or all."""
        found = re.match(r"/channels/(\d+)", path)
        channel = self._world.channels.get(int(found[1])) if found else None
        if channel is not None and channel.recipient is not None:
            return channel.recipient.display, f"private chat of {channel.recipient.display}"
        return (EVERYBODY, "chat") if channel else (HOST, "other calls")


def outlined(picture: Picture) -> bytes:
    """Return a picture of one colour, which follows from its key and from all that the picture is drawn from."""
    return paint(f"{picture.key} {hashlib.sha256(by_value((picture.draw,))).hexdigest()}")


def digested(draws: Sequence[Callable[[], bytes]]) -> Film:
    """Stand in for the encoder: a "film" of all that its pictures are drawn from.

    A film follows from them and from how the encoder rounds, which changes from one time to the next in one process.
    """
    return Film(b"film " + hashlib.sha256(by_value(tuple(draws))).digest(), 2, 2, float(len(draws)))


def by_value(args: tuple[Any, ...]) -> bytes:
    """Pickle what a worker is given: equal values make equal bytes, whether or not they are one object."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file)
    pickler.fast = True
    pickler.dump(args)
    return file.getvalue()


WATCHES: dict[str, Any] = {"telegram": TelegramWatch, "discord": DiscordWatch}


def watch(stage: Stage) -> Watch:
    """Return what watches a stage's platform."""
    made: Watch = WATCHES[stage.platform](stage)
    return made
