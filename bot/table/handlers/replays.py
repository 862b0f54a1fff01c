"""What is shown of a game that has ended: its replay, what everyone knew, its film.

Below a replay tokens are `f.<table>.<stop>`, `f.<table>.knew` and `f.<table>.film`. A replay is for the one who asks:
in an answer that only they see, or in their private chat, to which a link leads whom no message reaches; so it floods
no group. Who asks does not matter: after its end nothing of a game is secret.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog
from msgspec.structs import replace

from bot.concurrency.tasks import Background
from bot.errors import Refusal
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Answer, Command, Film, Post, Press
from bot.table.core.directory import TableDirectory
from bot.table.core.played import PlayedGames
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model.refusals import OUT_OF_DATE
from bot.table.pages.replay_page import LOOK_BACK, film_caption, film_pictures, knew_post, replay_post
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.publishing.messenger import Messenger
from bot.table.running.manager import Shoot
from storage.ids import Place

PREFIX = LOOK_BACK
PAYLOAD = "look-back-"
"""What the payload of a link to the private chat begins with; the rest is the table and what to show of it."""
SHOWN = "shown"
"""The payload of the link that leads to what has been sent already: pressing START there adds nothing."""
_LOG = structlog.get_logger(__name__)
_KNEW, _FILM = "knew", "film"


@dataclass(frozen=True)
class Replays:
    """Shows games that have ended. `shoot` makes films; without it none are offered."""

    services: Services
    tables: TableDirectory
    played: PlayedGames
    messenger: Messenger
    boards: BoardPublisher
    background: Background
    shoot: Shoot | None = None
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def look(self, table: Table, press: Press, what: str) -> Answer:
        """Carry out a button of a board. Raise Refusal."""
        if not _can_be_asked(what):
            raise Refusal(OUT_OF_DATE)
        tr = await table.translator_for(press.caller)
        if what == _FILM:
            return await self._film(table, press, tr)
        return await self._show(press, table, what, await self._post(table, what, tr))

    async def press(self, press: Press, rest: str, tr: Translator) -> Answer:
        """Carry out a button below a replay. Raise Refusal."""
        table, what = await self._asked(rest, ".")
        place = table.record.place
        if not press.place.private and (press.place.platform, press.place.chat) != (place.platform, place.chat):
            raise Refusal(OUT_OF_DATE)
        if what == _FILM:
            return await self._film(table, press, tr)
        post = await self._post(table, what, tr)
        if press.place.private and what != _KNEW:
            return Answer(edit=post)
        return await self._show(press, table, what, post)

    async def _show(self, press: Press, table: Table, what: str, post: Post) -> Answer:
        """Show a post to the presser alone: in the answer, or in the private chat, which is opened at once."""
        if self.services.platforms.of(press.place).answers_privately and not press.place.private:
            return Answer(private=post)
        if press.place.private:
            self.messenger.post(press.place, post)
            return Answer()
        if not (await self.services.people.get(press.caller.person)).reachable:
            return Answer(open_private=f"{PAYLOAD}{table.id}-{what}")
        person = press.caller.person
        self.messenger.post(Place(person.platform, person.id, private=True), post)
        return Answer(open_private=SHOWN)

    async def shown(self, _command: Command, _tr: Translator) -> Post | None:
        """Answer the link to what lies in the private chat already: by nothing."""
        return None

    async def start(self, command: Command, tr: Translator) -> Post | None:
        """Answer a link to the private chat. Raise Refusal."""
        table, what = await self._asked(command.argument.removeprefix(PAYLOAD), "-")
        return await self._post(table, what, tr)

    async def _asked(self, rest: str, between: str) -> tuple[Table, str]:
        identity, _, what = rest.partition(between)
        table = await self.tables.by_id(identity) if identity else None
        if table is None or not _can_be_asked(what):
            raise Refusal(OUT_OF_DATE)
        return table, what

    async def _post(self, table: Table, what: str, tr: Translator) -> Post:
        played = await self.played.scenes(table)
        record, game = table.record, table.game
        if what == _FILM:
            raise Refusal(OUT_OF_DATE)
        limits = self.services.platforms.of(record.place).limits
        if what == _KNEW:
            post = knew_post(record, game, played, tr, limits)
        else:
            post = replay_post(record, game, played, int(what[:6]), tr, limits, film=self.shoot is not None)
        if record.place.private or self.services.platforms.of(record.place).answers_privately:
            return post
        return replace(post, keyboard=(*post.keyboard, *await self.boards.button(table, tr)))

    # -- films ---------------------------------------------------------------------------------------------------------

    async def _film(self, table: Table, press: Press, tr: Translator) -> Answer:
        """Have a film made for where the button was pressed."""
        await self.played.scenes(table)
        where = press.place if press.place.private else table.record.place
        if self.shoot is None:
            # NOTE: Alert: where this bot runs, films of finished games cannot be made.
            raise Refusal(lazy("I can’t make videos here."))
        notes = self.services.places.notes
        await notes.look(where)
        if notes.get(where, f"film/{table.id}") is not None and notes.get(where, "drawing") is None:
            # NOTE: Alert. The film of a finished game is in this chat already.
            raise Refusal(lazy("The video is already here: scroll up a little."))
        if not await notes.claim(where, "drawing"):  # one at most in each place
            raise Refusal(lazy("I’m already making a video. It’ll be here in a moment."))
        words = tr if where.private else await table.translator()
        self.background.run(self._make(table, where, words, self.shoot))
        # NOTE: Alert. The film shows a finished game, with all secrets.
        return Answer(tr.t("🎬 I’m making the video. It’ll be here in about half a minute."))

    async def _make(self, table: Table, where: Place, tr: Translator, shoot: Shoot) -> None:
        """Make a film and send it; one at a time of all, so that boards keep their share of the machine."""
        try:
            async with self._one_at_a_time:
                film = await self._shot(table, tr, shoot)
        finally:
            self.services.places.notes.drop(where, "drawing")
        if film is None:
            self.messenger.post(where, Post(tr.rich("I couldn’t make the video. Please try again."), silent=True))
            return
        self.services.places.notes.put(where, f"film/{table.id}")
        caption = film_caption(table.record, table.game, await self.played.scenes(table), tr)
        self.messenger.post(where, Post(caption, film=film, silent=True))

    async def _shot(self, table: Table, tr: Translator, shoot: Shoot) -> Film | None:
        played = await self.played.scenes(table)
        pictures = await asyncio.to_thread(film_pictures, table.record, table.game, played, tr)
        try:
            return await shoot(pictures)
        except OSError as error:
            _LOG.error("film_failed", table=table.id, reason=str(error))
            return None


def _can_be_asked(what: str) -> bool:
    return what in (_KNEW, _FILM) or what.isdecimal()
