"""The stage on Telegram: the bot's own adapter on the playground's Bot API."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.playground.call_log import is_rate_limited
from bot.playground.model import Message
from bot.playground.world import World
from tests.conformance.reading import bare
from tests.conformance.stage import NAMES, Guest, Key, Page, Seen, Stage
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party
from tests.helpers.playground import Playground


class TelegramPage(Page):
    """A message in the group or in a private chat."""

    def __init__(self, message: Message) -> None:
        self.message = message

    @property
    def text(self) -> str:
        """What one reads."""
        return bare(self.message.text)

    @property
    def keys(self) -> tuple[Key, ...]:
        """What one can press."""
        buttons = [button for row in self.message.keyboard or () for button in row]
        return tuple(Key(bare(b["text"]), str(b["callback_data"])) for b in buttons if "callback_data" in b)

    @property
    def pictured(self) -> bool:
        """Whether there is a picture."""
        return self.message.photo is not None

    @property
    def there(self) -> bool:
        """Whether it still stands in the chat."""
        return self.message.id in self.message.chat.messages


class TelegramStage(Stage):
    """A supergroup, so that the bot's rights can be taken from it."""

    platform = "telegram"

    def __init__(self, path: Path, clock: MovingClock) -> None:
        super().__init__(path, clock)
        self._world = World(now=clock, group_per_minute=0, per_second=0)
        self._api = Playground(self._world)
        self._party: Party
        self._told: dict[int, list[str]] = {}

    async def set_up(self) -> None:
        """Found the chat and start the process."""
        await self._api.__aenter__()
        self._party = Party(self._world, self._api, self.path, self.clock, [(name, "en") for name in NAMES], "blank")
        self._party.group = self._world.create_group("Friends", self._party.people, kind="supergroup")
        self.ann, self.bob, self.cleo, self.dan = (Guest(p.id, p.first_name, p) for p in self._party.people)
        await self.open()
        for who in self.guests():
            self._world.start(who.account)
        await self.settle()

    async def tear_down(self) -> None:
        """Stop everything."""
        await self.close()
        await self._api.__aexit__(None, None, None)

    async def open(self) -> None:
        """Start the process."""
        await self._party.open()
        self.service = self._party.service

    async def close(self) -> None:
        """Stop it as a signal does."""
        await self._party.close()

    async def settle(self) -> None:
        """Wait until all that was done is taken in, answered and shown."""
        await self._party.settle()

    async def invite(self, name: str) -> Guest:
        """Bring somebody more into the chat, whom the bot can write to."""
        person = self._world.add_person(name, language_code="en")
        self._world.join(person, self._party.group)
        self._world.start(person)
        await self.settle()
        return Guest(person.id, name, person)

    async def use(self, who: Guest, command: str, argument: str = "") -> Page | None:
        """Use a command; return what it was answered with beside the board, in the group or in private."""
        before = {id(message) for message in self._everything(who)}
        await self._party.say(who.account, f"/{command} {argument}".rstrip())
        new = [TelegramPage(message) for message in self._everything(who) if id(message) not in before]
        boards = {id(page.message) for page in self.boards()}
        answers = [page for page in new if id(page.message) not in boards]
        return answers[-1] if answers else None

    def _everything(self, who: Guest) -> list[Message]:
        return [*self._party.messages(), *self._party.private(who.account)]

    async def send(self, who: Guest, seen: Seen, *, gone: bool = False) -> str:
        """Press a button and wait for the toast; follow the link it opens."""
        assert gone or seen.key in seen.page.keys
        toast = await self._party.send(who.account, seen.page.message, seen.key.token)
        if toast.url:
            self._world.open_link(who.account, toast.url)
        self._told.setdefault(who.id, []).append(bare(toast.text))
        return bare(toast.text)

    def shut(self, who: Guest) -> None:
        """Block the bot; it is not told before it writes."""
        who.account.blocked = True

    async def depart(self, who: Guest) -> None:
        """Leave the group."""
        self._world.leave(who.account, self._party.group)
        await self.settle()

    # -- what happens to the chat --------------------------------------------------------------------------------------

    async def go_elsewhere(self) -> None:
        """Found another group."""
        self._party.group = self._world.create_group("Others", self._party.people, kind="supergroup")
        await self.settle()

    async def delete(self, page: Page) -> None:
        """Delete a message, as an administrator does."""
        self._world.delete_message(self.ann.account, page.message.chat, page.message.id)
        await asyncio.sleep(0)

    async def allow_pictures(self, *, allowed: bool) -> None:
        """Change what members may send."""
        self._world.set_permissions(self._party.group, can_send_photos=allowed)

    async def allow_writing(self, *, allowed: bool) -> None:
        """Change what members may send; Ann, as administrator, can always write."""
        self._world.set_permissions(self._party.group, can_send_messages=allowed, can_send_photos=allowed)

    async def stumble(self) -> None:
        """Answer 502 once."""
        self._api.faults.server_error(chat=self._party.group.id)

    async def tell_twice(self) -> None:
        """Deliver with the next updates those delivered last."""
        self._api.faults.repeat_updates(times=None)

    async def remove_bot(self) -> None:
        """Turn the bot out."""
        self._world.kick_bot(self._party.group, self.ann.account)
        await self.settle()

    async def add_bot(self) -> None:
        """Bring the bot in again."""
        self._world.add_bot(self._party.group, self.ann.account)
        await self.settle()

    # -- what people see -----------------------------------------------------------------------------------------------

    def pages(self) -> list[Page]:
        """List the bot's messages in the group, oldest first."""
        return [TelegramPage(message) for message in self._party.messages()]

    def private(self, who: Guest) -> list[str]:
        """List the texts of the bot's private messages that somebody has now."""
        return [bare(message.text) for message in self._party.private(who.account)]

    def seen_by(self, who: Guest) -> list[str]:
        """List what somebody has read: in the chat, in private, in answers."""
        return [*(page.text for page in self.pages()), *self.private(who), *self._told.get(who.id, [])]

    def stands_plainly(self, page: Page, text: str) -> bool:
        """Return whether a text stands on a page with nothing but a mention of its owner about it."""
        message, written = page.message, page.message.text
        start = next((n for n in range(len(written)) if bare(written[n:]).startswith(text)), -1)
        end = next((n for n in range(start, len(written) + 1) if bare(written[start:n]) == text), -1)
        first, last = (len(written[:n].encode("utf-16-le")) // 2 for n in (start, end))
        styled = [
            entity
            for entity in message.entities
            if entity["type"] != "text_mention"
            and entity["offset"] < last
            and first < entity["offset"] + entity["length"]
        ]
        return start >= 0 and not styled

    def rings(self) -> list[set[int]]:
        """Return the ids of those that each message in the group mentions with a notification."""
        return [
            {entity["user"]["id"] for entity in message.entities if entity["type"] == "text_mention"}
            | {0 for entity in message.entities if entity["type"] == "mention"}
            for message in self._party.messages()
        ]

    def tries(self) -> int:
        """Count how often the bot has tried to send or edit something in the group."""
        return sum(is_rate_limited(call.method) and call.chat == self._party.group.id for call in self._world.calls)
