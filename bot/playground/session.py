"""One browser tab's visit: its WebSocket from entering with a token until it leaves."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.playground.actions import ActionRequest, perform
from bot.playground.feed import Change, Subscription
from bot.playground.frames import FrameBuilder, ReadMarks
from bot.playground.model import User
from bot.playground.world import World

__all__ = ["PageSession"]


class PageSession:
    """Shows one person what happens, and does what that person asks."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        world: World,
        world_id: str,
        person: User,
        shown: FrameBuilder,
        marks: ReadMarks,
    ) -> None:
        self._socket = socket
        self._world = world
        self._world_id = world_id
        self._person = person
        self._shown = shown
        self._marks = marks
        self._people: list[dict[str, Any]] = []

    async def run(self) -> None:
        """Serve the tab until it leaves."""
        with self._world.watch() as changes:
            await self._send_scene()
            showing = asyncio.create_task(self._show(changes))
            try:
                await self._listen()
            finally:
                showing.cancel()
                with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                    await showing

    async def _listen(self) -> None:
        async for frame in self._socket:
            if frame.type is not WSMsgType.TEXT:
                return
            try:
                ask = msgspec.json.decode(frame.data, type=ActionRequest)
            except msgspec.DecodeError:
                return
            await self._do(ask)

    # The reply is written before the loop runs anything else, so an answer to a press never overtakes its reply.
    async def _do(self, ask: ActionRequest) -> None:
        await self._send(perform(self._world, self._person, self._marks, ask))
        await self._people_changed()

    async def _show(self, changes: Subscription) -> None:
        async for first in changes:
            batch = [first, *changes.take()]
            if changes.lost:
                changes.lost = False
                await self._send_scene()
            await self._show_batch([change for change in batch if self._world.sees(self._person, change)])
            await self._people_changed()

    async def _show_batch(self, batch: list[Change]) -> None:
        frames = [self._shown.change(change) for change in batch]
        if None in frames:
            await self._send_scene()
        for frame in frames:
            if frame is not None:
                await self._send(frame)

    async def _people_changed(self) -> None:
        people = self._shown.people()
        if people != self._people:
            self._people = people
            await self._send({"type": "people", "people": people})

    async def _send_scene(self) -> None:
        scene = self._shown.scene(self._world_id)
        self._people = scene["people"]
        await self._send(scene)

    async def _send(self, frame: dict[str, Any]) -> None:
        await self._socket.send_str(msgspec.json.encode(frame).decode())
