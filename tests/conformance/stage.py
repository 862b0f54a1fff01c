"""A stage: a chat with people and a table, in words that are true on every platform.

Each platform has its own stage. A scenario uses what is here and nothing else, so it cannot tell where it is played.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bot.service import Service
from bot.table.model.record import Record
from tests.helpers.clock import MovingClock
from tests.helpers.lobby import PAGES, way_to
from tests.helpers.memory import Pictures

BOARDS = frozenset({"join", "page_", "page_options", "advice", "again", "resume", "back"})
"""What at least one button of every board means, and no button of any other message."""
NAMES = ("Ann", "Bob", "Cleo", "Dan")


class Lacking(Exception):
    """A stage cannot show this: what plays the platform there does not know of it."""


@dataclass(frozen=True)
class Guest:
    """Somebody in the chat; `account` is what the platform knows of them."""

    id: int
    name: str
    account: Any


@dataclass(frozen=True)
class Key:
    """A button, or one choice of a list (then `within` names the list)."""

    label: str
    token: str
    within: str = ""

    @property
    def meaning(self) -> str:
        """Return what follows the table and the decision in the token."""
        return self.token.rpartition(".")[2]

    @property
    def decision(self) -> str:
        """Return the decision that the button is good for; "-" for one that is judged by what holds now."""
        parts = self.token.split(".")
        return parts[1] if len(parts) == 3 else "-"


class Page(ABC):
    """A message as it looks now, isolates and markup left out."""

    message: Any

    @property
    @abstractmethod
    def text(self) -> str:
        """What one reads."""

    @property
    def whole(self) -> str:
        """What one reads when nothing is left folded up, the description of a picture too."""
        return self.text

    @property
    @abstractmethod
    def keys(self) -> tuple[Key, ...]:
        """What one can press."""

    @property
    @abstractmethod
    def pictured(self) -> bool:
        """Whether there is a picture."""

    @property
    @abstractmethod
    def there(self) -> bool:
        """Whether it still stands in the chat."""

    @property
    def labels(self) -> list[str]:
        """List what the buttons say."""
        return [key.label for key in self.keys]

    def key(self, label: str) -> Key:
        """Find a button by its label, or by how it begins or ends."""
        found = [key for key in self.keys if key.label == label]
        found += [key for key in self.keys if key.label.removeprefix("✓ ").startswith(label)]
        found += [key for key in self.keys if key.label.endswith(label)]
        assert found, f"no button {label!r} among {self.labels}"
        return found[0]


@dataclass(frozen=True)
class Seen:
    """A button that somebody has seen on a page, whatever has become of it since."""

    page: Page
    key: Key


class Stage(ABC):
    """A chat that Ann administers, with Bob, Cleo and Dan in it, whom the bot can write to, and the process."""

    platform: str
    service: Service
    pictures: Pictures = "blank"
    """Nobody draws them, unless a test sets this before the stage is set up."""

    def __init__(self, path: Path, clock: MovingClock) -> None:
        self.path = path
        self.clock = clock
        self.ann: Guest
        self.bob: Guest
        self.cleo: Guest
        self.dan: Guest

    # -- the process ---------------------------------------------------------------------------------------------------

    @abstractmethod
    async def open(self) -> None:
        """Start the process."""

    @abstractmethod
    async def close(self) -> None:
        """Stop it as a signal does."""

    async def restart(self) -> None:
        """Stop it and start it on the same database."""
        await self.close()
        await self.open()

    @abstractmethod
    async def settle(self) -> None:
        """Wait until all that was done is taken in, answered and shown."""

    def have_patience(self, seconds: float) -> None:  # noqa: B027 - Telegram has it anyway
        """Give the first answer to a press so long where the platform has less, where time is not what is looked at."""

    async def pass_time(self, seconds: float) -> None:
        """Advance the clock and run the deadlines that have passed."""
        self.clock.advance(seconds)
        await self.service.manager.scheduler.tick()
        await self.settle()

    # -- what people do ------------------------------------------------------------------------------------------------

    @abstractmethod
    async def invite(self, name: str) -> Guest:
        """Bring somebody more into the chat, whom the bot can write to."""

    @abstractmethod
    async def use(self, who: Guest, command: str, argument: str = "", *, private: bool = False) -> Page | None:
        """Use a command, in the chat or in private; return what it was answered with beside the board."""

    async def look_up(self, who: Guest, words: str, *, private: bool = False) -> list[str]:
        """Type words of the rules where they are completed; return what is offered."""
        raise Lacking("nothing is completed while somebody types")

    @abstractmethod
    async def send(self, who: Guest, seen: Seen, *, gone: bool = False) -> str:
        """Press a button and wait for the answer; return the answer to the presser alone, "" for none.

        `gone`: the button need not be there any more, as when a client shows an old board.
        """

    async def press(self, who: Guest, label: str, page: Page | None = None) -> str:
        """Press a button of the board, or of a page; return the answer to the presser alone.

        A lobby is leafed through to the page that has the button.
        """
        for _ in range(PAGES):
            if turn := way_to(label, (page or self.board()).labels):
                await self.press_key(who, self.see(turn, page))
        return await self.press_key(who, self.see(label, page))

    async def press_key(self, who: Guest, seen: Seen) -> str:
        """Press a button that is there."""
        answer = await self.send(who, seen)
        await self.settle()
        return answer

    async def press_again(self, who: Guest, seen: Seen) -> str:
        """Press a button that was seen a while ago."""
        answer = await self.send(who, seen, gone=True)
        await self.settle()
        return answer

    async def press_at_once(self, presses: Sequence[tuple[Guest, Seen]]) -> list[str]:
        """Press as several people at the same moment; return the answer to each."""
        answer = await asyncio.gather(*(self.send(who, seen, gone=True) for who, seen in presses))
        await self.settle()
        return answer

    async def choose_secrets(self, who: Guest, where: Literal["here", "message"]) -> None:
        """Choose that somebody's secrets come in the answers to their presses, or by message."""
        token = f"{self.record().id}.-.prefer_{where}"
        await self.press_again(who, Seen(self.board(), Key("how secrets come", token)))

    @abstractmethod
    def shut(self, who: Guest) -> None:
        """Close somebody's private messages to the bot, which finds out when it writes there."""

    @abstractmethod
    async def depart(self, who: Guest) -> None:
        """Remove somebody from the chat."""

    @abstractmethod
    def turn_into_bot(self, who: Guest) -> None:
        """Let the platform say of an account that it is a bot's."""

    # -- what happens to the chat --------------------------------------------------------------------------------------

    @abstractmethod
    async def go_elsewhere(self) -> None:
        """Found another chat of the same people; from now on all that is said of the chat is said of that one."""

    @abstractmethod
    async def delete(self, page: Page) -> None:
        """Delete a message, as an administrator does."""

    @abstractmethod
    async def allow_pictures(self, *, allowed: bool) -> None:
        """Forbid the bot to post pictures, or allow it again."""

    @abstractmethod
    async def allow_writing(self, *, allowed: bool) -> None:
        """Forbid the bot to write, or allow it again."""

    @abstractmethod
    async def stumble(self) -> None:
        """Make the next call that posts or edits in the chat fail as if the platform were down."""

    @abstractmethod
    async def deliver_twice(self) -> None:
        """Deliver every update more than once from now on, as after a lost connection."""

    @abstractmethod
    async def remove_bot(self) -> None:
        """Remove the bot."""

    @abstractmethod
    async def add_bot(self) -> None:
        """Add the bot again."""

    # -- what people see -----------------------------------------------------------------------------------------------

    @abstractmethod
    def pages(self) -> list[Page]:
        """List the bot's messages that everybody in the chat sees, oldest first."""

    @abstractmethod
    def private(self, who: Guest) -> list[str]:
        """List the texts of the bot's private messages that somebody has now."""

    def own_pages(self, who: Guest) -> list[Page]:
        """List the bot's messages that somebody alone has now, oldest first."""
        raise Lacking("what somebody alone has can be read here, but not pressed")

    @abstractmethod
    def seen_by(self, who: Guest) -> list[str]:
        """List what somebody has read: in the chat, in private, in answers."""

    @abstractmethod
    def stands_plainly(self, page: Page, text: str) -> bool:
        """Return whether a text stands on a page as it was written, without style, link or ping in it."""

    @abstractmethod
    def pings(self) -> list[set[int]]:
        """Return the ids of those that each message so far has pinged; 0 stands for everybody."""

    @abstractmethod
    def tries(self) -> int:
        """Count how often the bot has tried to show something in the chat so far, whether it was allowed or not."""

    def board(self) -> Page:
        """Return the newest message that shows a table."""
        boards = self.boards()
        assert boards, f"no table among {[(page.text, page.labels) for page in self.pages()]}"
        return boards[-1]

    def boards(self) -> list[Page]:
        """List the messages that show a table one can do something at."""
        return [page for page in self.pages() if any(key.meaning in BOARDS for key in page.keys)]

    def see(self, label: str, page: Page | None = None) -> Seen:
        """Look at a button of the board, or of a page."""
        page = page or self.board()
        return Seen(page, page.key(label))

    # -- what is so ----------------------------------------------------------------------------------------------------

    def guests(self) -> list[Guest]:
        """List the four."""
        return [self.ann, self.bob, self.cleo, self.dan]

    def table(self) -> Any:
        """Return the table behind the board."""
        return self.service.manager.tables.in_memory(self.board().keys[-1].token.split(".")[0])

    def record(self) -> Record:
        """Return what is kept of it."""
        record: Record = self.table().record
        return record

    def moves(self) -> int:
        """Count the moves made."""
        return self.record().moves

    def seated(self) -> list[str]:
        """List the people who sit at the table."""
        return [seat.name for seat in self.record().seats if seat.occupied]

    def mover(self) -> Guest:
        """Return the person whose turn it is."""
        actor = self.table().actor()
        assert actor is not None, "nobody is to move"
        return next(guest for guest in self.guests() if str(guest.id) == actor.id)

    # -- whole stretches -----------------------------------------------------------------------------------------------

    async def seat(self, *people: Guest, game: str = "hats") -> None:
        """Open a table and seat people, the first as host."""
        await self.use(people[0], "play", game)
        for who in people:
            if who.name not in self.seated():
                await self.press(who, "Join")

    async def begin(self, *people: Guest, game: str = "hats") -> None:
        """Open a table, seat people and start; in Court Hats the first of them begins."""
        await self.seat(*people, game=game)
        if game == "hats":
            await self.press(people[0], "I’m the youngest")
        await self.press(people[0], "Start")
        assert self.record().status == "playing"
