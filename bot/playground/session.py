"""One browser tab's WebSocket, from entering as somebody until the tab leaves."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.playground.actions import ActionRequest, ActionRunner
from bot.playground.feed import FeedChange, Subscription
from bot.playground.frames import Frame, FrameBuilder
from bot.playground.world import World


class PageSession:
    """Shows a tab's person what happens, and runs what that person asks."""

    def __init__(
        self, socket: web.WebSocketResponse, world: World, world_id: str, frames: FrameBuilder, actions: ActionRunner
    ) -> None:
        self._socket = socket
        self._world = world
        self._world_id = world_id
        self._frames = frames
        self._actions = actions
        self._people: list[Frame] = []

    async def run(self) -> None:
        """Serve the tab until it leaves."""
        with self._world.feed.watch() as changes:
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
                request = msgspec.json.decode(frame.data, type=ActionRequest)
            except msgspec.DecodeError:
                return
            # Nothing else runs between action and reply: an answer to a press never overtakes the reply to it.
            await self._send(self._actions.run(request))
            await self._send_people()

    async def _show(self, changes: Subscription) -> None:
        async for first in changes:
            batch = [first, *changes.take()]
            if changes.lost:
                changes.lost = False
                await self._send_scene()
            await self._show_batch([change for change in batch if self._world.sees(self._actions.person, change)])
            await self._send_people()

    async def _show_batch(self, batch: list[FeedChange]) -> None:
        frames = [self._frames.change(change) for change in batch]
        if None in frames:
            await self._send_scene()
        for frame in frames:
            if frame is not None:
                await self._send(frame)

    async def _send_people(self) -> None:
        people = self._frames.people()
        if people != self._people:
            self._people = people
            await self._send({"type": "people", "people": people})

    async def _send_scene(self) -> None:
        scene = self._frames.scene(self._world_id)
        self._people = scene["people"]
        await self._send(scene)

    async def _send(self, frame: dict[str, Any]) -> None:
        await self._socket.send_str(msgspec.json.encode(frame).decode())
