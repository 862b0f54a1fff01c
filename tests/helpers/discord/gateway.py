"""The gateway: sessions, shards, heartbeats, resuming, and all the ways a connection ends (docs/platforms.md B2)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
_PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
_KNOWN_INTENTS = (1 << 26) - 1
_REPLAYED = 1000
_MOST_BYTES = 4096
LOGINS = 1000
"""IDENTIFYs in a day, over all shards."""
_FLIGHT = 0.03
"""Seconds an acknowledgement is on its way; on loopback it would overtake the library's note that it sent a beat."""


def shard_of(guild: int | None, count: int) -> int:
    """Return the shard that gets a guild's events; direct messages go to the first."""
    return 0 if guild is None else (guild >> 22) % count


class _Line:
    """One websocket; what is put is sent in order, compressed as one stream where the client asked for it."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.hung_up = False
        self._transport = request.transport
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self._zlib = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        self._writer = asyncio.create_task(self._write())

    def put(self, payload: dict[str, Any] | str) -> None:
        """Send something."""
        self._queue.put_nowait(payload if isinstance(payload, str) else json.dumps({"s": None, "t": None, **payload}))

    def hang_up(self, code: int) -> None:
        """Close with a code, after what was put."""
        self.hung_up = True
        self._queue.put_nowait(code)

    def cut(self) -> None:
        """Break the connection without a word."""
        self._writer.cancel()
        if self._transport is not None:
            self._transport.abort()

    async def finish(self) -> None:
        """End the writer."""
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while isinstance(item := await self._queue.get(), str):
                if self._zlib is None:
                    await self.socket.send_str(item)
                else:
                    data = self._zlib.compress(item.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
            await self.socket.close(code=item)


class Session:
    """What Discord keeps of one IDENTIFY: its shard, its intents, the events so far."""

    def __init__(self, shard: int, count: int, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.count = count
        self.intents = intents
        self.number = 0
        self.backlog: deque[tuple[int, str]] = deque(maxlen=_REPLAYED)
        self.line: _Line | None = None

    def send(self, event: str, data: Any, *, times: int = 1) -> None:
        """Send an event, or keep it until the session is resumed."""
        for _ in range(times):
            self.number += 1
            text = json.dumps({"op": 0, "t": event, "s": self.number, "d": data})
            self.backlog.append((self.number, text))
            if self.line is not None:
                self.line.put(text)

    def replay(self, after: int) -> bool:
        """Send again what came after a number; False where it is no longer known."""
        missed = [text for number, text in self.backlog if number > after]
        if len(missed) != self.number - after or self.line is None:
            return False
        for text in missed:
            self.line.put(text)
        return True


class Gateway:
    """All sessions of the bot. `welcome` gives what READY and the events after it say.

    `identifies` and `resumes` count; `acknowledges` False makes a zombie of every connection; `echo` sends each
    interaction so many times; `logins_left` of a day's 1,000 IDENTIFYs are all there again after `renewed_in` seconds:
    one that is made when none is left costs the token (`token_reset`). Of each remainder of a shard's number by
    `max_concurrency` one may be made in `pace` seconds, which are five at Discord; 0 asks for none. Another one is
    refused, and counted as `hasty`.
    """

    def __init__(self, token: str, welcome: Callable[[Session], Iterable[tuple[str, Any]]]) -> None:
        self.token = token
        self.sessions: dict[str, Session] = {}
        self.granted = 0
        """Privileged intents that the application was granted."""
        self.heartbeat_ms = 41_250
        self.identifies = 0
        self.pace = 0.0
        self.max_concurrency = 1
        self.hasty = 0
        self.identified_at: list[float] = []
        """When each login was accepted, by the event loop's clock."""
        self.logins_left = LOGINS
        self.renewed_in = 86_400.0
        self.token_reset = False
        self.resumes = 0
        self.heartbeats = 0
        self.acknowledges = True
        self.echo = 1
        self.url = ""
        self._welcome = welcome
        self._lines: set[_Line] = set()
        self._identified: dict[int, float] = {}
        """When the last IDENTIFY of each bucket came."""

    # what happens in the world

    def send(self, event: str, data: Any, *, guild: int | None = None, intents: int = 0, times: int = 1) -> int:
        """Send an event to the sessions of its shard; return how many there are."""
        sent = 0
        for session in self.sessions.values():
            if session.shard == shard_of(guild, session.count) and (not intents or session.intents & intents):
                session.send(event, data, times=times)
                sent += 1
        return sent

    @property
    def connected(self) -> list[Session]:
        """List the sessions with a connection."""
        return [session for session in self.sessions.values() if session.line is not None]

    @property
    def served(self) -> list[int]:
        """List the shards that have a connection, one twice that has two."""
        return sorted(session.shard for session in self.connected)

    # trouble to order

    def drop(self, shard: int | None = None) -> None:
        """Break connections without a word; their sessions can be resumed."""
        for session in self._chosen(shard):
            if session.line is not None:
                session.line.cut()
                session.line = None

    def ask_to_reconnect(self, shard: int | None = None) -> None:
        """Send op 7."""
        for session in self._chosen(shard):
            if session.line is not None:
                session.line.put({"op": 7, "d": None})

    def invalidate(self, shard: int | None = None, *, resumable: bool = False) -> None:
        """Send op 9; unless `resumable`, the session is gone."""
        for session in self._chosen(shard):
            if session.line is not None:
                session.line.put({"op": 9, "d": resumable})
            if not resumable:
                self._forget(session)

    def hang_up(self, code: int, shard: int | None = None) -> None:
        """Close connections with a code."""
        for session in self._chosen(shard):
            if session.line is not None:
                session.line.hang_up(code)

    def _chosen(self, shard: int | None) -> list[Session]:
        return [session for session in self.sessions.values() if shard in (None, session.shard)]

    def _forget(self, session: Session) -> None:
        session.line = None
        self.sessions.pop(session.id, None)

    # the socket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        line = _Line(request, socket)
        self._lines.add(line)
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            line.hang_up(4012)
        else:
            line.put({"op": 10, "d": {"heartbeat_interval": self.heartbeat_ms}})
        try:
            await self._listen(line)
        finally:
            self._lines.discard(line)
            self._ended(line)
            await line.finish()
        return socket

    async def close(self) -> None:
        """Break every connection."""
        for line in list(self._lines):
            line.cut()

    async def _listen(self, line: _Line) -> None:
        async for message in line.socket:
            if message.type is not WSMsgType.TEXT or len(message.data) > _MOST_BYTES:
                line.hang_up(4002)
                continue
            try:
                payload = json.loads(message.data)
                op, data = payload["op"], payload.get("d")
            except (ValueError, KeyError, TypeError):
                line.hang_up(4002)
                continue
            self._hear(line, op, data)

    def _hear(self, line: _Line, op: int, data: Any) -> None:
        session = next((each for each in self.sessions.values() if each.line is line), None)
        if op == 1:
            self.heartbeats += 1
            if self.acknowledges:
                asyncio.get_running_loop().call_later(_FLIGHT, line.put, {"op": 11, "d": None})
        elif op == 2 and session is not None:
            line.hang_up(4005)
        elif op == 2:
            self._identify(line, data)
        elif op == 6:
            self._resume(line, data)
        elif session is None:
            line.hang_up(4003)
        elif op not in (3, 4, 8, 31):
            line.hang_up(4001)

    def _identify(self, line: _Line, data: dict[str, Any]) -> None:
        shard, count = data.get("shard") or (0, 1)
        intents = data.get("intents")
        if self.logins_left == 0:
            self.token_reset = True
        if data.get("token") != self.token or self.token_reset:
            line.hang_up(4004)
        elif not 0 <= shard < count:
            line.hang_up(4010)
        elif not isinstance(intents, int) or intents & ~_KNOWN_INTENTS:
            line.hang_up(4013)
        elif intents & _PRIVILEGED & ~self.granted:
            line.hang_up(4014)
        elif self._is_hasty(shard):
            self.hasty += 1
            line.put({"op": 9, "d": False})
        else:
            self.identifies += 1
            self.identified_at.append(asyncio.get_running_loop().time())
            self.logins_left -= 1
            session = Session(shard, count, intents)
            session.line = line
            self.sessions[session.id] = session
            for event, content in self._welcome(session):
                session.send(event, content)

    def _is_hasty(self, shard: int) -> bool:
        """Return whether an IDENTIFY comes too soon after another one of its bucket."""
        now, bucket = asyncio.get_running_loop().time(), shard % self.max_concurrency
        last, self._identified[bucket] = self._identified.get(bucket), now
        return last is not None and now - last < self.pace

    def _resume(self, line: _Line, data: dict[str, Any]) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        if data.get("token") != self.token:
            line.hang_up(4004)
        elif session is None:
            line.put({"op": 9, "d": False})
        elif data.get("seq") is None or data["seq"] > session.number:
            line.hang_up(4007)
        else:
            if session.line is not None:
                session.line.cut()
            session.line = line
            if session.replay(data["seq"]):
                self.resumes += 1
                session.send("RESUMED", {"_trace": []})
            else:
                self._forget(session)
                line.put({"op": 9, "d": False})

    def _ended(self, line: _Line) -> None:
        for session in list(self.sessions.values()):
            if session.line is line:
                session.line = None
                if not line.hung_up and line.socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
                    self._forget(session)
