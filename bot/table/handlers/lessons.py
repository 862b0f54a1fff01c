"""`/learn`: lessons in private, and the table that follows one.

In Telegram a lesson is one message of the private chat, edited at each press; where answers can hold a whole post, it
is such an answer. How far somebody is, is stored for each game: an older message goes on where the newest stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.engine.lesson import Lesson
from bot.engine.presentation import Game
from bot.errors import Refusal, StaleVersion
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.lessons.page import GO_ON, LEARN_PAYLOAD, lesson_payload, list_page, reply_note, reply_of, slip_note, step_page
from bot.messaging import Answer, Button, Caller, Command, Keyboard, Picture, Post, Press, RichText
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import TableChange
from bot.table.model import lobby, play
from bot.table.model.refusals import OUT_OF_DATE
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.publishing.messenger import Messenger
from storage.ids import Person, Place
from storage.rows import LessonRow

NO_LESSON = lazy("There’s no lesson for this game yet.")


@dataclass(frozen=True)
class Lessons:
    """Shows lessons, remembers how far everybody is, and opens the first table after one."""

    services: Services
    tables: TableDirectory
    boards: BoardPublisher
    messenger: Messenger
    side_by_side: Callable[[Sequence[Picture]], Picture] | None

    # -- where a lesson begins ---------------------------------------------------------------------------------------

    async def command(self, command: Command, tr: Translator) -> Post:
        """Answer `/learn`: the lesson of the game named, else the list. Raise Refusal."""
        game = self.services.named_game("learn", command.argument, tr) if command.argument.strip() else None
        platform, caller = self.services.platforms.of(command.place), command.caller
        if command.place.private or (command.answer is not None and platform.answers_privately):
            if caller is None:
                raise Refusal(OUT_OF_DATE)
            return await self._opened(caller, game, tr)
        link = platform.private_link(lesson_payload(game.key) if game else LEARN_PAYLOAD)
        # NOTE: Answer to /learn in a group, above a button that opens the private chat.
        text = tr.rich("You learn by playing, in our private chat. A lesson takes two to five minutes.")
        return Post(text, keyboard=((Button(tr.t("🎓 Learn a game"), url=link),),), silent=True)

    async def start(self, game: str | None, command: Command, tr: Translator) -> Post:
        """Answer the link that opens a lesson, or the list, in the private chat."""
        if command.caller is None:
            raise Refusal(OUT_OF_DATE)
        return await self._opened(command.caller, self.services.games.get(game or ""), tr)

    async def invited(self, game: str, press: Press, _: str, tr: Translator) -> Answer:
        """Carry out a press of “How to play”, in a group or in private: the lesson begins for the presser alone."""
        return await self._anew(press, self.services.games.get(game), tr)

    async def _anew(self, press: Press, game: Game | None, tr: Translator) -> Answer:
        """Show a lesson, or the list, in a message or an answer of its own."""
        caller, person = press.caller, press.caller.person
        if press.place.private:
            self.messenger.post(press.place, await self._opened(caller, game, tr))
            return Answer()
        own = await self._own(caller)
        if self.services.platforms.of(press.place).answers_privately:
            return Answer(private=await self._opened(caller, game, own))
        if await self.services.reaches(person):
            # The link opens the chat and waits there for one more press: the lesson is its newest message by then.
            self.messenger.post(Place(person.platform, person.id, private=True), await self._opened(caller, game, own))
        return Answer(open_private=lesson_payload(game.key) if game else LEARN_PAYLOAD)

    async def _opened(self, caller: Caller, game: Game | None, tr: Translator) -> Post:
        """Return the page where this person is in a lesson, its first once it was done to the end, or the list."""
        if game is None:
            return await self._list(caller.person, tr)
        lesson = _lesson(game)
        index = lesson.index((await self._row(caller.person, game)).step)
        if index == len(lesson.steps) - 1:
            index = 0
            await self._save(caller.person, game, index)
        return await self._page(caller, game, index, tr)

    async def _list(self, person: Person, tr: Translator) -> Post:
        games = self.services.games
        rows = await self.services.store.lessons(person)
        marks = {row.game: "done" if row.done else "begun" for row in rows}
        pictures = [game.presenter.lobby((), tr) for game in games.values() if game.lesson]
        picture = self.side_by_side(pictures) if self.side_by_side and len(pictures) > 1 else pictures[0]
        return list_page(games, marks, picture, tr)

    # -- a press in a lesson -----------------------------------------------------------------------------------------

    async def press(self, press: Press, rest: str, tr: Translator) -> Answer:
        """Carry out a press of a lesson's message. Raise Refusal."""
        here = press.message is None and self.services.platforms.of(press.place).answers_privately
        if not press.place.private and not here:
            raise Refusal(OUT_OF_DATE)
        tr = await self._own(press.caller)
        if rest == "new":
            return await self._anew(press, None, tr)
        if not rest:
            return Answer(edit=await self._list(press.caller.person, tr))
        key, _, verb = rest.partition(".")
        game = self.services.games.get(key)
        if game is None or game.lesson is None:
            raise Refusal(OUT_OF_DATE)
        if verb == "play":
            return await self._play(press, game, tr)
        if verb == "again":
            await self._save(press.caller.person, game, 0)
        elif verb.startswith("at."):
            step, _, code = verb.removeprefix("at.").partition(".")
            return Answer(edit=await self._step(press.caller, game, step, code, tr))
        return Answer(edit=await self._opened(press.caller, game, tr))

    async def _step(self, caller: Caller, game: Game, step: str, code: str, tr: Translator) -> Post:
        """Judge a press: go on to the next step, or say what it would have done."""
        lesson = _lesson(game)
        index = lesson.index((await self._row(caller.person, game)).step)
        now = lesson.steps[index]
        if now.id != step:  # an older message, or pressed twice: what was answered right is praised again
            answered = lesson.steps[index - 1]
            praised = reply_of(answered, code) if index and answered.id == step else None
            note = reply_note(praised, tr) if praised is not None and praised.right else ()
            return await self._page(caller, game, index, tr, note)
        reply = reply_of(now, code)
        if reply is not None and not reply.right:
            return await self._page(caller, game, index, tr, reply_note(reply, tr))
        if reply is None and code != (now.press or GO_ON):
            return await self._page(caller, game, index, tr, slip_note(lesson, now, code, tr))
        index = min(index + 1, len(lesson.steps) - 1)
        await self._save(caller.person, game, index)
        return await self._page(caller, game, index, tr, reply_note(reply, tr) if reply else ())

    async def _page(self, caller: Caller, game: Game, index: int, tr: Translator, note: RichText = ()) -> Post:
        limits, lesson = self.services.platforms.of(caller.person).limits, _lesson(game)
        back = await self._ways_back(caller.person, tr) if index == len(lesson.steps) - 1 else ()
        return step_page(game, lesson, index, caller.name, tr, limits, note, back)

    async def _ways_back(self, person: Person, tr: Translator) -> Keyboard:
        """Return the button to a table at which this person sits: the lesson was done while it waits."""
        tables = await self.tables.of_person(person)
        ways = [await self.boards.button(table, tr) for table in tables if not table.record.place.private]
        return next((way for way in ways if way), ())

    async def _row(self, person: Person, game: Game) -> LessonRow:
        rows = await self.services.store.lessons(person)
        return next((row for row in rows if row.game == game.key), LessonRow(person, game.key, ""))

    async def _save(self, person: Person, game: Game, index: int) -> None:
        lesson, row = _lesson(game), await self._row(person, game)
        done = row.done or index == len(lesson.steps) - 1
        await self.services.store.save_lesson(replace(row, step=lesson.steps[index].id, done=done))

    async def _own(self, caller: Caller) -> Translator:
        return await self.services.people.translator(caller)

    # -- after a lesson ----------------------------------------------------------------------------------------------

    async def _play(self, press: Press, game: Game, tr: Translator) -> Answer:
        """Open a table against an easy computer in the private chat and deal at once. Raise Refusal."""
        caller = press.caller
        place = Place(caller.person.platform, caller.person.id, private=True)
        standing = await self.tables.at_place(place)
        if standing is not None and standing.record.status == "lobby":
            await standing.change(_close_lobby)  # what waits there waits for nobody else
        elif standing is not None:
            self.boards.request(standing, anew=True)
            raise Refusal(
                self.services.platforms.say(
                    place,
                    private_chat=lazy(
                        "You already have a table in our private chat: here it is again. /leave ends it."
                    ),
                    direct_messages=lazy(
                        "You already have a table in our direct messages: here it is again. /leave ends it."
                    ),
                )
            )
        seats = lobby.seats_for_one(caller, press.id, "easy")
        try:
            table = await self.tables.open(game, place, "", caller.person, press.id, seats=seats)
        except StaleVersion:  # pressed twice
            return Answer()
        first = seats[0 if _lesson(game).first else 1].key
        await table.change(lambda change: _deal(change, first))
        # NOTE: Alert to the one who tapped “Start”.
        return Answer(tr.t("The game begins."), confirms=press.place.private)


async def _close_lobby(change: TableChange) -> None:
    if change.table.record.status == "lobby":
        await change.close()


async def _deal(change: TableChange, first: str) -> None:
    table = change.table
    if table.record.status == "lobby":
        await change.save_turn(play.begin(replace(table.record, first=first), table.game))


def _lesson(game: Game) -> Lesson:
    if game.lesson is None:
        raise Refusal(NO_LESSON)
    return game.lesson
