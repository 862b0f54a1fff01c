"""The stage on Telegram: the bot's own adapter on the playground's Bot API."""

from __future__ import annotations

import asyncio
from pathlib import Path

from typing_extensions import override

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
    @override
    def text(self) -> str:
        return bare(self.message.text)

    @property
    @override
    def keys(self) -> tuple[Key, ...]:
        buttons = [button for row in self.message.keyboard or () for button in row]
        return tuple(Key(bare(b["text"]), str(b["callback_data"])) for b in buttons if "callback_data" in b)

    @property
    @override
    def pictured(self) -> bool:
        return self.message.photo is not None

    @property
    @override
    def there(self) -> bool:
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
        self._party = Party(self._world, self._api, self.path, self.clock, [(n, "en") for n in NAMES], self.pictures)
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

    @override
    async def open(self) -> None:
        await self._party.open()
        self.service = self._party.service

    @override
    async def close(self) -> None:
        await self._party.close()

    @override
    async def settle(self) -> None:
        await self._party.settle()

    @override
    async def invite(self, name: str) -> Guest:
        person = self._world.add_person(name, language_code="en")
        self._world.join(person, self._party.group)
        self._world.start(person)
        await self.settle()
        return Guest(person.id, name, person)

    @override
    async def use(self, who: Guest, command: str, argument: str = "", *, private: bool = False) -> Page | None:
        """Use a command; return what it was answered with beside the board, in the group or in private."""
        known = self._everything(who)  # kept, so that no new one gets the id of one that is deleted meanwhile
        before = {id(message) for message in known}
        chat = self._world.private(who.account) if private else None
        await self._party.say(who.account, f"/{command} {argument}".rstrip(), chat)
        new = [TelegramPage(message) for message in self._everything(who) if id(message) not in before]
        boards = {id(page.message) for page in self.boards()}
        answers = [page for page in new if id(page.message) not in boards]
        return answers[-1] if answers else None

    @override
    async def look_up(self, who: Guest, words: str, *, private: bool = False) -> list[str]:
        """Type the bot's name and some words: it is the same in every chat."""
        offered = await asyncio.wait_for(self._world.ask_inline(who.account, words).ended, 60)
        await self.settle()
        return [str(each["title"]) for each in offered or ()]

    def _everything(self, who: Guest) -> list[Message]:
        return [*self._party.messages(), *self._party.private(who.account)]

    @override
    async def send(self, who: Guest, seen: Seen, *, gone: bool = False) -> str:
        """Press a button and wait for the toast; follow the link it opens once all that the press brings is shown.

        Else it would be left to chance whether what the link brings is sent with a picture that is known already.
        """
        assert gone or seen.key in seen.page.keys
        toast = await self._party.send(who.account, seen.page.message, seen.key.token)
        if toast.url:
            await self.settle()
            self._world.open_link(who.account, toast.url)
        self._told.setdefault(who.id, []).append(bare(toast.text))
        return bare(toast.text)

    @override
    def shut(self, who: Guest) -> None:
        """Block the bot, which learns of it when it writes."""
        who.account.blocked = True

    @override
    async def depart(self, who: Guest) -> None:
        """Leave the group."""
        self._world.leave(who.account, self._party.group)
        await self.settle()

    @override
    def turn_into_bot(self, who: Guest) -> None:
        who.account.is_bot = True

    # -- what happens to the chat --------------------------------------------------------------------------------------

    @override
    async def go_elsewhere(self) -> None:
        """Found another group."""
        self._party.group = self._world.create_group("Others", self._party.people, kind="supergroup")
        await self.settle()

    @override
    async def delete(self, page: Page) -> None:
        self._world.delete_message(self.ann.account, page.message.chat, page.message.id)
        await asyncio.sleep(0)

    @override
    async def allow_pictures(self, *, allowed: bool) -> None:
        """Change what members may send."""
        self._world.set_permissions(self._party.group, can_send_photos=allowed)

    @override
    async def allow_writing(self, *, allowed: bool) -> None:
        """Change what members may send; Ann, as administrator, can always write."""
        self._world.set_permissions(self._party.group, can_send_messages=allowed, can_send_photos=allowed)

    @override
    async def stumble(self) -> None:
        """Answer 502 once."""
        self._api.faults.server_error(chat=self._party.group.id)

    @override
    async def deliver_twice(self) -> None:
        """Deliver with the next updates those delivered last."""
        self._api.faults.repeat_updates(times=None)

    @override
    async def remove_bot(self) -> None:
        self._world.kick_bot(self._party.group, self.ann.account)
        await self.settle()

    @override
    async def add_bot(self) -> None:
        self._world.add_bot(self._party.group, self.ann.account)
        await self.settle()

    # -- what people see -----------------------------------------------------------------------------------------------

    @override
    def pages(self) -> list[Page]:
        """List the bot's messages in the group, oldest first."""
        return [TelegramPage(message) for message in self._party.messages()]

    @override
    def private(self, who: Guest) -> list[str]:
        return [bare(message.text) for message in self._party.private(who.account)]

    @override
    def own_pages(self, who: Guest) -> list[Page]:
        return [TelegramPage(message) for message in self._party.private(who.account)]

    @override
    def seen_by(self, who: Guest) -> list[str]:
        return [*(page.text for page in self.pages()), *self.private(who), *self._told.get(who.id, [])]

    @override
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

    @override
    def pings(self) -> list[set[int]]:
        """Return the ids of those that each message in the group mentions with a notification."""
        return [
            {entity["user"]["id"] for entity in message.entities if entity["type"] == "text_mention"}
            | {0 for entity in message.entities if entity["type"] == "mention"}
            for message in self._party.messages()
        ]

    @override
    def tries(self) -> int:
        """Count how often the bot has tried to send or edit something in the group."""
        return sum(is_rate_limited(call.method) and call.chat == self._party.group.id for call in self._world.calls)
