"""The page: a chat app in the browser, in front of the world. Serve it behind `loopback_only`.

Routes: `/` the page, `/page/...` its files, `POST /page/person` somebody to be, `/page/ws` a tab's WebSocket,
`/page/photo/...` pictures, `/page/video/...` films. A browser has a cookie for each person that is played in it. A tab
says for whom it acts, and pictures for whom they are: without that person's cookie both are refused. No other site
gets a cookie, since its Host must be a loopback name and its Origin the page's own.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import weakref
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler

from bot.playground.actions import ActionRunner
from bot.playground.frames import FrameBuilder, ReadMarks
from bot.playground.model import Photo, User, Video
from bot.playground.players import Players
from bot.playground.session import PageSession
from bot.playground.world import World

_FOLDER = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
_TEXTS = frozenset({".html", ".css", ".js"})
_HEARTBEAT = 20.0
_ENTER_SECONDS = 10.0
_LARGEST_FRAME = 1 << 16
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; font-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


class _Wanted(msgspec.Struct):
    """Whom a tab asks to be. The name finds them in a new world, where ids are others; without both anybody."""

    person: int | None = None
    name: str = ""


class _Entry(msgspec.Struct):
    """The first frame of a tab: for whom it acts."""

    person: int
    do: str = "enter"


class Page:
    """The page of one world. `routes` go into a web application; `close` ends all sockets before it stops."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._world_id = secrets.token_hex(8)
        self._photo_key = secrets.token_bytes(32)
        self._players = Players()
        self._marks = ReadMarks()
        self._files: dict[str, bytes] = {}
        self._sockets: weakref.WeakSet[web.WebSocketResponse] = weakref.WeakSet()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", _guarded(self._file)),
            web.post("/page/person", _guarded(self._person, own_page=True)),
            web.get("/page/ws", _guarded(self._socket, own_page=True)),
            web.get("/page/photo/{name}", _guarded(self._photo)),
            web.get("/page/video/{name}", _guarded(self._video)),
            web.get("/page/{path:.+}", _guarded(self._file)),
        ]

    async def close(self) -> None:
        """Close all sockets as "going away"; the tabs will reconnect when the playground is back."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        self._files = self._files or await asyncio.to_thread(_read_files)
        path = request.match_info.get("path", "index.html")
        content = self._files.get(path)
        if content is None:
            raise web.HTTPNotFound
        suffix = Path(path).suffix
        charset = "utf-8" if suffix in _TEXTS else None
        response = web.Response(body=content, content_type=_TYPES[suffix], charset=charset)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = _POLICY.format(host=request.host)
        response.enable_compression()
        response.etag = hashlib.sha256(content).hexdigest()[:32]
        return response

    async def _person(self, request: web.Request) -> web.StreamResponse:
        try:
            wanted = msgspec.json.decode(await request.read(), type=_Wanted)
        except msgspec.DecodeError as error:
            raise web.HTTPBadRequest(text="a tab asks for a person") from error
        person = self._find(request, wanted)
        secret = self._players.take(person, self._secret(request, person))
        told = {"person": person.id, "name": person.name}
        response = web.json_response(told, status=200 if secret else 409, headers={"Cache-Control": "no-store"})
        if secret:
            response.set_cookie(self._cookie(request, person), secret, path="/", httponly=True, samesite="Strict")
        return response

    def _find(self, request: web.Request, wanted: _Wanted) -> User:
        """Find whom a tab asks for; of all others rather who is played in this browser, or in none."""
        people = self._people()
        if not people:
            raise web.HTTPNotFound(text="nobody is here yet")

        def distance(person: User) -> tuple[bool, ...]:
            held = self._players.holds(person, self._secret(request, person))
            return person.id != wanted.person, person.name != wanted.name, not held, not self._players.free(person)

        return min(people, key=distance)

    def _people(self) -> list[User]:
        return [person for person in self._world.people.values() if not person.is_bot]

    def _cookie(self, request: web.Request, person: User) -> str:
        """Name a person's cookie: by port, since all ports of a host share their cookies, and by place, not by id.

        So a new world, where everybody has another id, leaves no cookies of the old one behind.
        """
        return f"underhat-{request.url.port}-{self._people().index(person)}"

    def _secret(self, request: web.Request, person: User) -> str:
        return request.cookies.get(self._cookie(request, person), "")

    def _plays(self, request: web.Request, number: int) -> User | None:
        """Return the person with an id if they are played in the browser that asks."""
        person = self._world.people.get(number)
        if person is None or person.is_bot or not self._players.holds(person, self._secret(request, person)):
            return None
        return person

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=_LARGEST_FRAME, compress=False)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await self._serve(request, socket)
        except ConnectionError:
            pass  # the tab has gone
        finally:
            await socket.close()
        return socket

    async def _serve(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        person = self._plays(request, await _entered(socket))
        if person is None:
            await socket.send_json({"type": "stranger"})
            return
        frames = FrameBuilder(self._world, person, self._marks, partial(self._address, person))
        actions = ActionRunner(self._world, person, self._marks, frames)
        with self._players.tab(person):
            await PageSession(socket, self._world, self._world_id, frames, actions).run()

    async def _photo(self, request: web.Request) -> web.StreamResponse:
        photo = self._world.photos.find(self._file_id(request))
        content = self._world.photos.content(photo) if photo else None
        if content is None:
            raise web.HTTPNotFound
        kind = "image/png" if content.startswith(b"\x89PNG") else "image/jpeg"
        headers = {"Cache-Control": "private, max-age=3600"}
        return web.Response(body=content, content_type=kind, headers=headers)

    async def _video(self, request: web.Request) -> web.StreamResponse:
        video = self._world.videos.get(self._file_id(request))
        if video is None:
            raise web.HTTPNotFound
        try:
            wanted = request.http_range  # a player asks for parts, to jump
        except ValueError as error:
            raise web.HTTPRequestRangeNotSatisfiable from error
        part, size = video.content[wanted], len(video.content)
        headers = {"Cache-Control": "private, max-age=3600", "Accept-Ranges": "bytes"}
        if wanted.start is None:
            return web.Response(body=part, content_type="video/mp4", headers=headers)
        first = size - len(part) if wanted.start < 0 else wanted.start
        headers["Content-Range"] = f"bytes {first}-{first + len(part) - 1}/{size}"
        return web.Response(status=206, body=part, content_type="video/mp4", headers=headers)

    # A photo may be a secret, and file ids can be guessed: the address is signed, and good for one person.
    def _address(self, person: User, file: Photo | Video) -> str:
        folder = "video" if isinstance(file, Video) else "photo"
        return f"/page/{folder}/{file.file_id}.{person.id}.{self._signature(file.file_id, person.id)}"

    def _signature(self, file_id: str, person: int) -> str:
        return hmac.new(self._photo_key, f"{file_id}.{person}".encode(), hashlib.sha256).hexdigest()[:32]

    def _file_id(self, request: web.Request) -> str:
        """Return the file that an address names. Raise HTTPNotFound for one that was not made for who asks."""
        try:
            file_id, number, signature = request.match_info["name"].split(".")
            person = int(number)
        except ValueError as error:
            raise web.HTTPNotFound from error
        if not hmac.compare_digest(signature.encode(), self._signature(file_id, person).encode()):
            raise web.HTTPNotFound
        if self._plays(request, person) is None:
            raise web.HTTPNotFound
        return file_id


async def _entered(socket: web.WebSocketResponse) -> int:
    """Return for whom a tab says it acts, 0 for one that says nothing of the kind."""
    try:
        return msgspec.json.decode(await socket.receive_str(timeout=_ENTER_SECONDS), type=_Entry).person
    except (TypeError, TimeoutError, msgspec.DecodeError):
        return 0


def _guarded(handler: Handler, *, own_page: bool = False) -> Handler:
    """Add headers against sniffing; `own_page`: refuse requests of anything but this very page."""

    async def guard(request: web.Request) -> web.StreamResponse:
        if own_page and request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="the playground listens to its own page alone")
        response = await handler(request)
        if not response.prepared:
            response.headers["X-Content-Type-Options"] = "nosniff"
            response.headers["Referrer-Policy"] = "no-referrer"
            response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return guard


def _read_files() -> dict[str, bytes]:
    files = {
        path.relative_to(_FOLDER).as_posix(): path.read_bytes() for path in _FOLDER.rglob("*") if path.suffix in _TYPES
    }
    font: Any = resources.files("fontpkg_rubik") / "files" / "Rubik[wght].ttf"
    return {**files, "font/rubik.ttf": font.read_bytes()}
