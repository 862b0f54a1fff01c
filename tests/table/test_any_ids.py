"""A platform whose ids are no numbers (Matrix has "@ann:example.org"): a table plays on it and is taken up again."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.errors import MessageGone
from bot.messaging import Answer, Caller, Command, Limits, Post, Press, PrivateTalk, SendPermit, Start, plain_text
from bot.service import Service
from bot.settings import Settings
from storage.ids import MessageId, Person, Place
from storage.store import Store

ROOM = Place("matrix", "!friends:example.org", topic="$thread")
ANN, BOB = Caller(Person("matrix", "@ann:example.org"), "Ann"), Caller(Person("matrix", "@bob:example.org"), "Bob")


class Matrix:
    """A `Platform` in memory. Message ids are in no order."""

    platform = "matrix"
    limits = Limits(text=4096, caption=1024, toast=200)
    answers_privately = False
    private_talk: PrivateTalk = "private chat"

    def __init__(self) -> None:
        self.messages: dict[MessageId, tuple[Place, Post]] = {}

    def posts(self, place: Place) -> list[tuple[MessageId, Post]]:
        """Return what is shown in a place, oldest first."""
        return [(message, post) for message, (where, post) in self.messages.items() if where == place]

    def private(self, caller: Caller) -> Place:
        return Place("matrix", caller.person.id, private=True)

    def is_old(self, message: MessageId) -> bool:
        return message not in self.messages

    @asynccontextmanager
    async def send_permit(self, place: Place) -> AsyncIterator[SendPermit]:
        yield _Permit(self, place)

    def permit_wait(self, place: Place) -> float:
        return 0.0

    def post_wait(self, place: Place) -> float:
        return 0.0

    async def remove(self, place: Place, message: MessageId) -> None:
        self.messages.pop(message, None)

    async def send_private(self, person: Person, post: Post) -> MessageId:
        return await _Permit(self, Place("matrix", person.id, private=True)).post(post)

    async def send_secret(self, person: Person, post: Post, note: Callable[[MessageId], Awaitable[None]]) -> MessageId:
        message = await self.send_private(person, post)
        await note(message)
        return message

    async def edit_private(self, person: Person, message: MessageId, post: Post) -> None:
        await _Permit(self, Place("matrix", person.id, private=True)).edit(message, post)

    async def delete_private(self, person: Person, message: MessageId, *, instead: Post | None = None) -> None:
        self.messages.pop(message, None)

    async def own_buttons(self, place: Place) -> Mapping[MessageId, Sequence[str]]:
        return {}

    async def take_back(self, table: str) -> None:
        pass

    async def can_reach(self, person: Person) -> bool:
        return True

    async def is_admin(self, place: Place, person: Person) -> bool:
        return False

    def private_link(self, payload: str = "") -> str:
        return f"https://example.org/{payload}"

    def group_link(self, payload: str = "") -> str:
        return f"https://example.org/{payload}"

    async def message_link(self, place: Place, message: MessageId) -> str:
        return f"https://example.org/{place.chat}/{message}"


class _Permit:
    def __init__(self, matrix: Matrix, place: Place) -> None:
        self._matrix = matrix
        self._place = place

    async def post(self, post: Post) -> MessageId:
        number = len(self._matrix.messages)
        message = MessageId(f"${hashlib.sha256(f'{number} {post.text}'.encode()).hexdigest()[:12]}:example.org")
        self._matrix.messages[message] = self._place, post
        return message

    async def edit(self, message: MessageId, post: Post) -> None:
        if message not in self._matrix.messages:
            raise MessageGone(message)
        self._matrix.messages[message] = self._place, post


class ChatRoom:
    """The room, its people, and the bot."""

    def __init__(self, service: Service, matrix: Matrix) -> None:
        self.service = service
        self.matrix = matrix

    async def say(self, caller: Caller, name: str, argument: str = "") -> None:
        await self.service.dispatcher.on_command(Command(f"{name}{argument}", ROOM, caller, name, argument, "Friends"))
        await self.service.manager.settled()

    async def join(self, caller: Caller) -> None:
        """Take a seat by the invitation into the private chat."""
        answer = await self.press(caller, "Join")
        await self.service.dispatcher.on_start(Start(f"start {caller.name}", caller, answer.open_private))
        await self.service.manager.settled()

    async def press(self, caller: Caller, label: str, place: Place = ROOM) -> Answer:
        """Press the newest button with a label."""
        message, token = next(
            (message, button.token)
            for message, post in reversed(self.matrix.posts(place))
            for row in post.keyboard
            for button in row
            if label in button.text
        )
        press = Press(f"{caller.name} {token}", place, caller, token, message)
        answer = await self.service.dispatcher.on_press(press)
        await self.service.manager.settled()
        return answer


@asynccontextmanager
async def opened(database: Path, matrix: Matrix) -> AsyncIterator[ChatRoom]:
    """Run a process for the length of a block."""
    store = await Store.open(database)
    service = Service(Settings(_env_file=None, database_url=f"sqlite:///{database}"), store)
    service.manager.services.platforms.add(matrix)
    await service.manager.resume()
    try:
        yield ChatRoom(service, matrix)
    finally:
        await service.manager.stop()
        await asyncio.to_thread(service.close)
        await store.close()


async def test_a_table_is_played_and_taken_up_again(database: Path) -> None:
    matrix = Matrix()
    async with opened(database, matrix) as town:
        await town.say(ANN, "play", "hats")
        await town.join(ANN)
        await town.join(BOB)
        for label in ("Options", "I’m the youngest", "Back", "Start"):
            await town.press(ANN, label)
        await town.press(ANN, "👁1")
    (_, secret) = matrix.posts(matrix.private(ANN))[-1]
    assert "you peeked at hat 1. You saw: " in plain_text(secret.text)
    async with opened(database, matrix) as town:
        answer = await town.press(ANN, "👁2")
        assert answer.refused
        await town.press(BOB, "👁2")
        assert "you peeked at hat 2. You saw: " in plain_text(matrix.posts(matrix.private(BOB))[-1][1].text)
        table = await town.service.manager.tables.at_place(ROOM)
        assert table is not None
        assert (table.record.host, table.record.moves) == (ANN.person, 2)
        assert [seat.person for seat in table.record.seats] == [ANN.person, BOB.person]
        await town.press(ANN, "Got it", matrix.private(ANN))
        assert not any(
            "you peeked at hat 1. You saw: " in plain_text(post.text) for _, post in matrix.posts(matrix.private(ANN))
        )
