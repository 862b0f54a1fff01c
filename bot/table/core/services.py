"""The services that most parts of a table need. None of them knows of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.concurrency.foreground import Foreground
from bot.concurrency.work import LocalWork, Work
from bot.engine.presentation import Game
from bot.errors import ChatError, PersonUnreachable, Refusal
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.names import left_to_right
from bot.i18n.translator import Translator
from bot.messaging import Platform, PrivateTalk, RichText, Span
from bot.meter import UNMETERED, Meter
from bot.table.core.chats import ChatBook
from bot.table.core.history import Histories
from bot.table.core.notes import notes_of
from bot.table.core.people import People
from bot.table.core.places import Places
from storage.ids import Person, Place
from storage.store import Store


class Platforms:
    """The platforms that are served. They are added before anything is sent."""

    def __init__(self) -> None:
        self._by_name: dict[str, Platform] = {}

    def add(self, platform: Platform) -> None:
        """Serve a platform, instead of one of the same name."""
        self._by_name[platform.platform] = platform

    def of(self, whose: Place | Person) -> Platform:
        """Return the platform of a place or person."""
        return self._by_name[whose.platform]

    def say(self, whose: Place | Person, *, private_chat: LazyText, direct_messages: LazyText) -> LazyText:
        """Return the one of two sentences that names the private conversation as people of that platform do.

        These are two messages, since what a language says around the name differs: a preposition, a gender, a number.
        """
        sentences: dict[PrivateTalk, LazyText] = {"private chat": private_chat, "direct messages": direct_messages}
        return sentences[self.of(whose).private_talk]


@dataclass(frozen=True)
class Services:
    """What tables are built on. `clock` returns Unix seconds, and may be set; `steady` seconds that only pass."""

    store: Store
    games: Mapping[str, Game]
    catalogs: Catalogs
    clock: Callable[[], float]
    steady: Callable[[], float]
    people: People
    chats: ChatBook
    histories: Histories
    places: Places
    platforms: Platforms
    foreground: Foreground
    meter: Meter
    work: Work

    @classmethod
    def over(
        cls,
        store: Store,
        games: Mapping[str, Game],
        catalogs: Catalogs,
        clock: Callable[[], float],
        steady: Callable[[], float] | None = None,
        meter: Meter = UNMETERED,
        work: Work | None = None,
        foreground: Foreground | None = None,
    ) -> Services:
        """Build the services over a database; the platforms are still to be added.

        Where no `steady` clock is given the other is taken for one: nobody sets it but to let time pass. Requests
        wait in memory where no `work` is given.
        """
        steady = steady or clock
        foreground = foreground or Foreground()
        places = Places(notes_of(store, clock, steady), clock, steady)
        return cls(
            store, games, catalogs, clock, steady,
            People(store, catalogs), ChatBook(store, catalogs), Histories(store), places, Platforms(),
            foreground, meter, work or LocalWork(meter, foreground),
        )  # fmt: skip

    async def prefers_answers(self, person: Person, *, now: bool = False) -> bool:
        """Return whether a person wants secrets in the answer to their press: as they have chosen, or as is usual.

        Where an answer can hold a whole post that is usual, since a bot that opens many private chats is suspected.
        `now` is as in `People.get`.
        """
        chosen = (await self.people.get(person, now=now)).here
        return self.platforms.of(person).answers_privately if chosen is None else chosen

    async def answers_here(self, person: Person, home: Place, *, now: bool = False) -> bool:
        """Return whether answers show a person the secrets of a table at `home`, and no private messages do.

        In the person's own chat a message is as private as an answer, and can be edited as long as one likes; there an
        answer is wanted only where it pops up by itself, as an alert. `now` is as in `People.get`.
        """
        if home.private and self.platforms.of(person).answers_privately:
            return False
        return await self.prefers_answers(person, now=now)

    async def holds_answers(self, person: Person, home: Place, *, now: bool = False) -> bool:
        """Return whether answers show a person whole posts of a table, what a seat holds among them.

        `now` is as in `People.get`.
        """
        return self.platforms.of(person).answers_privately and await self.answers_here(person, home, now=now)

    async def reaches(self, person: Person) -> bool:
        """Return whether secrets reach somebody: in private answers, or by private messages, which is asked anew."""
        platform = self.platforms.of(person)
        if platform.answers_privately:
            return True
        if not (await self.people.get(person)).reachable:
            return False
        try:
            reached = await platform.can_reach(person)
        except PersonUnreachable:
            reached = False
        except ChatError:
            return True  # no answer is no proof against what was true the last time
        await self.people.set_reachable(person, reachable=reached)
        return reached

    def named_game(self, command: str, argument: str, tr: Translator) -> Game:
        """Find a game by its short word, or its title in any language. Raise Refusal, which lists what can be said."""
        wanted = argument.strip().casefold()
        for game in self.games.values():
            names = {game.word, game.key, game.presenter.title(tr)}
            names |= {game.presenter.title(self.catalogs.translator(tag)) for tag in self.catalogs.locales}
            if wanted in {name.casefold() for name in names}:
                return game
        known = tr.rich_list(_spoken(command, game) for game in self.games.values())
        # NOTE: Answer to /play with an unknown name. {games} is a list of names.
        raise Refusal(lazy("I don’t know that game. Try: {games}", games=known))


def _spoken(command: str, game: Game) -> RichText:
    """Return how a game is named after a command, its stroke on the left in right-to-left text too."""
    before, after = left_to_right(f"/ {game.word}").split("/")
    return (Span(before), Span(f"/{command}", kind="command"), Span(after))
