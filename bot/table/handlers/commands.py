"""The slash commands about tables: /play /board /hand /leave /stop /verify."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.concurrency.tasks import Background
from bot.engine.presentation import Game
from bot.errors import DamagedRecord, Refusal, StaleVersion
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Answer, Caller, Command, Post, Press, Span
from bot.table.core.directory import TableDirectory
from bot.table.core.permissions import Permissions
from bot.table.core.services import Services
from bot.table.core.table import LOBBY, Table, TableChange
from bot.table.handlers.seats import Seats
from bot.table.handlers.secrets import Secrets
from bot.table.handlers.verify import check, say_verdict
from bot.table.model import lobby, turn_clock
from bot.table.model.preferences import Preferences
from bot.table.model.record import Record, SeatRecord
from bot.table.model.refusals import NOT_SEATED, OUT_OF_DATE, RULERS_ONLY, SHUT, TABLE_CLOSED, UNMENTIONED
from bot.table.pages.questions import ask_leave, ask_stop, ask_table
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.publishing.messenger import Messenger
from storage.ids import Person

Reply = Callable[[Post], None]
"""Answers a command in the background."""

NO_TABLE = lazy("There’s no table here. Open one with /play.")
# NOTE: Refusal in the private chat: the command belongs in the chat of the game.
IN_THE_GROUP = lazy("Please do that in the chat where the table is.")


class TableCommands:
    """Carries out the commands about tables. Raise Refusal with what to tell the caller."""

    def __init__(
        self,
        services: Services,
        tables: TableDirectory,
        boards: BoardPublisher,
        messenger: Messenger,
        background: Background,
        secrets: Secrets,
        seats: Seats,
        permissions: Permissions,
    ) -> None:
        self._services = services
        self._tables = tables
        self._boards = boards
        self._messenger = messenger
        self._background = background
        self._secrets = secrets
        self._seats = seats
        self._permissions = permissions

    def _check_shown(self, command: Command, table: Table, tr: Translator) -> None:
        if command.answer is not None:
            said = UNMENTIONED if command.by_mention else SHUT
            self._messenger.work(command.id, self._say_if_closed(command.answer, table, tr.translate(said)))

    # -- /play -------------------------------------------------------------------------------------------------------

    async def play(self, command: Command, tr: Translator) -> None:
        """Open a table in the command's place, or show the one that is there."""
        await self._open_or_show(command, tr)
        table = await self._tables.at_place(command.place)
        if table is None:
            raise Refusal(NO_TABLE)
        self._check_shown(command, table, tr)

    async def _open_or_show(self, command: Command, tr: Translator) -> None:
        preferences = await self._services.chats.preferences(command.place)
        game = self._game(command.argument, preferences, tr)
        page = "" if command.argument or preferences.game or len(self._services.games) == 1 else lobby.FIRST_GAME
        if await self._tables.at_place(command.place) is None:
            await self._check_opener(command, preferences)
            await self._guess_language(command, preferences)
            try:
                seats = await self._first_seats(command)
                host = command.caller.person if command.caller else None
                await self._tables.open(game, command.place, command.title, host, command.id, page=page, seats=seats)
                return
            except StaleVersion:
                pass  # somebody opened one at the same moment, or this command came twice
        table = await self._tables.at_place(command.place)
        if table is not None:
            try:
                if command.argument.strip() and table.game != game:
                    await self._change_game(command, table, game, preferences)
            finally:  # once the game is chosen, so that the board is not posted with the one before
                self._boards.request(table, anew=command.reply_to is None)

    async def _first_seats(self, command: Command) -> tuple[SeatRecord, ...]:
        """Seat who opens a table, as far as secrets reach them; in the private chat with a computer."""
        caller = command.caller
        if caller is None:
            return ()
        if command.place.private:
            return lobby.seats_for_one(caller, command.id)
        return (lobby.seat_for_opener(caller, command.id),) if await self._services.reaches(caller.person) else ()

    async def _change_game(self, command: Command, table: Table, game: Game, preferences: Preferences) -> None:
        """Choose the game that `/play` names in a lobby that is open already.

        Raise Refusal, which says what is on the table: another game runs, or the caller may not choose.
        """
        title = table.game.presenter.title(await table.translator())
        if table.record.status == "playing":
            # NOTE: Answer to /play with another game.
            raise Refusal(lazy("{game} is being played here. /stop ends it.", game=title))
        person = command.caller.person if command.caller else None
        if not command.admin and (person is None or not await self._permissions.may_rule(table.record, person)):
            # NOTE: Answer to /play with another game, while players are still joining.
            raise Refusal(lazy("{game} is chosen here. Only the host or an administrator can change that.", game=title))

        async def choose(change: TableChange) -> None:
            if table.record.status == "lobby" and table.record.game != game.key:
                await change.save_lobby(lobby.choose_game(table.record, game, preferences), seen=command.id)

        await table.change(choose)

    def _game(self, argument: str, preferences: Preferences, tr: Translator) -> Game:
        games = list(self._services.games.values())
        if not argument.strip():
            return self._services.games.get(preferences.game, games[0])
        return self._services.named_game("play", argument, tr)

    async def _check_opener(self, command: Command, preferences: Preferences) -> None:
        if preferences.openers == "everyone" or command.admin or command.place.private:
            return
        if command.caller is None or not await self._permissions.is_admin(command.place, command.caller.person):
            raise Refusal(lazy("Only administrators can open tables in this chat."))

    async def _guess_language(self, command: Command, preferences: Preferences) -> None:
        if preferences.locale is None and command.caller is not None:
            tr = await self._services.people.translator(command.caller)
            await self._services.chats.change(command.place, lambda chosen: replace(chosen, locale=tr.locale))

    async def _say_if_closed(self, answer: Callable[[Post], Awaitable[None]], table: Table, said: str) -> None:
        """Answer that the table cannot be shown where it was called for."""
        await self._boards.publisher.settled([table.id])
        if self._services.places.is_closed(table.record.place):
            await answer(Post((Span(said),)))

    async def play_here(self, press: Press, rest: str, tr: Translator) -> Answer:
        """Open a table in the private chat, by the button under the greeting. Raise Refusal."""
        if rest or not press.place.private:
            raise Refusal(OUT_OF_DATE)
        await self.play(Command(press.id, press.place, press.caller, "play"), tr)
        return Answer()

    # -- in the group ------------------------------------------------------------------------------------------------

    async def board(self, command: Command, table: Table, tr: Translator) -> None:
        self._boards.request(table, anew=command.reply_to is None)
        self._check_shown(command, table, tr)

    async def leave(self, command: Command, table: Table, _: Translator) -> None:
        caller = command.caller
        if caller is None:
            raise Refusal(NOT_SEATED)
        if not await table.change(lambda change: _leave_lobby(change, caller.person, command.id)):
            self._messenger.reply(command, await self._ask_leave(table, caller))

    async def stop(self, command: Command, table: Table, tr: Translator) -> None:
        if not await self._may_stop(command, table.record):
            raise Refusal(RULERS_ONLY)
        if table.record.status == "playing":
            self._messenger.reply(command, ask_stop(table.record, tr))
            return
        await table.change(lambda change: change.close(seen=command.id))

    async def stop_damaged(self, command: Command) -> None:
        """Close a table that cannot be read. Who hosts it is not known any more, so administrators alone may."""
        place, person = command.place, command.caller.person if command.caller else None
        admin = command.admin or place.private
        if not admin and (person is None or not await self._permissions.is_admin(place, person)):
            raise Refusal(RULERS_ONLY)
        identity = await self._services.store.live_at(place)
        if identity is not None:
            await self._services.store.end_damaged(identity, self._services.clock(), (LOBBY, *turn_clock.KINDS))
        raise Refusal(TABLE_CLOSED)

    async def pause(self, command: Command, table: Table, tr: Translator) -> None:
        person = command.caller.person if command.caller else None
        if not command.admin and (person is None or not await self._permissions.may_rule(table.record, person)):
            raise Refusal(RULERS_ONLY)
        # Not by the command's own id, which counts as seen once this is said: after a kill the next process says it.
        done = f"{command.id} done"

        async def turn_over(change: TableChange) -> bool:
            if not await self._services.store.has_seen(done):
                await self._seats.set_paused(change, done, paused=not table.record.paused)
            return table.record.paused

        if await table.change(turn_over):
            self._messenger.reply(
                command, Post(tr.rich("The game is paused. Send /pause again to resume it."), silent=True)
            )

    async def _may_stop(self, command: Command, record: Record) -> bool:
        if command.admin:
            return True
        if command.caller is None:
            return False
        person = command.caller.person
        return await self._permissions.may_stop(record, person)

    def _reply(self, command: Command) -> Reply:
        return lambda post: self._messenger.reply(command, post)

    # -- in the private chat -----------------------------------------------------------------------------------------

    async def hand_in_private(self, table: Table, caller: Caller, reply: Reply, update: str) -> Answer | None:
        if self._services.platforms.of(caller.person).answers_privately:
            return Answer(private=await self._secrets.private(caller, table))
        self._messenger.work(update, self._show_hand(caller, reply, table, await table.translator_for(caller)))
        return None

    async def board_in_private(self, table: Table, caller: Caller, reply: Reply, _update: str) -> None:
        if table.record.place.private:
            self._boards.request(table, anew=True)
        else:
            reply(await self._private_board(table, await table.translator_for(caller)))

    async def leave_in_private(self, table: Table, caller: Caller, reply: Reply, _update: str) -> None:
        if table.record.place.private and table.record.status == "lobby":
            await table.change(lambda change: change.close())
        elif table.record.status == "playing":
            reply(await self._ask_leave(table, caller))
        else:
            raise Refusal(IN_THE_GROUP)

    async def _ask_leave(self, table: Table, caller: Caller) -> Post:
        seat = table.record.seat_of(caller.person)
        if seat is None:
            raise Refusal(NOT_SEATED)
        return ask_leave(table.record, table.record.seats[seat], await table.translator_for(caller))

    async def _private_board(self, table: Table, tr: Translator) -> Post:
        if table.record.status == "lobby" or table.state is None:
            # NOTE: Answer to /board in the private chat.
            return Post(tr.rich("The game hasn’t started yet. The table is waiting in its chat."))
        return replace(await self._boards.present(table, tr), keyboard=await self._boards.button(table, tr))

    async def hand(self, command: Command, table: Table, _: Translator) -> None:
        caller, reply = command.caller, self._reply(command)
        if caller is None or table.record.seat_of(caller.person) is None:
            raise Refusal(NOT_SEATED)
        if command.answer is not None and self._services.platforms.of(command.place).answers_privately:
            reply(await self._secrets.private(caller, table))
            return
        tr = await table.translator_for(caller)
        self._messenger.work(command.id, self._show_hand(caller, reply, table, tr))

    async def _show_hand(self, caller: Caller, reply: Reply, table: Table, tr: Translator) -> None:
        answer = await self._secrets.hand(caller, table, tr)
        if answer:
            reply(Post((Span(answer),), silent=True))

    # -- /verify -----------------------------------------------------------------------------------------------------

    async def verify(self, command: Command, tr: Translator) -> Post:
        identity = command.argument.strip() or await self._last_game(command)
        if not identity:
            raise Refusal(lazy("No game has finished here yet. Send /verify with a game ID."))
        record, verdict = await check(self._services.store, self._services.games, identity)
        return say_verdict(record, verdict, tr)

    async def _last_game(self, command: Command) -> str:
        return await self._services.store.last_finished(command.place) or ""


async def _leave_lobby(change: TableChange, person: Person, seen: str) -> bool:
    """Free a person's seat in a lobby. Return False where there is none any more."""
    if change.table.record.status != "lobby":
        return False
    record = lobby.leave(change.table.record, person)
    if record.place.private:
        await change.close(seen=seen)
    else:
        await change.save_lobby(record, seen=seen)
    return True


@dataclass(frozen=True)
class TableCommand:
    """A `CommandHandler` for a command about the table of a chat.

    In the private chat it may mean any table where the caller sits, and `in_private` carries it out there. A command
    without that is one for the place of the table alone. `when_damaged` deals with a table that cannot be read.
    """

    tables: TableDirectory
    messenger: Messenger
    at_table: Callable[[Command, Table, Translator], Awaitable[None]]
    in_private: Callable[[Table, Caller, Reply, str], Awaitable[Answer | None]] | None = None
    when_damaged: Callable[[Command], Awaitable[None]] | None = None

    async def __call__(self, command: Command, tr: Translator) -> Post | None:
        caller = command.caller
        try:
            table = await self.tables.at_place(command.place)
        except DamagedRecord:
            if self.when_damaged is not None:
                await self.when_damaged(command)
            raise
        if table is None and not command.place.private:
            raise Refusal(NO_TABLE)
        mine = await self.tables.of_person(caller.person) if command.place.private and caller else []
        if self.in_private and len(mine) > 1:
            return ask_table([(each.record, each.game) for each in mine], command.name, tr)
        if table is not None:
            await self.at_table(command, table, tr)
            return None
        if caller is None or not mine:
            # NOTE: Answer to a command that only players can use.
            raise Refusal(lazy("You’re not at a table right now."))
        answer = await self.for_table(mine[0], caller, lambda post: self.messenger.reply(command, post), command.id)
        return answer.private if answer else None

    async def for_table(self, table: Table, caller: Caller, reply: Reply, update: str = "") -> Answer | None:
        """Carry the command out for one table, from the private chat. Raise Refusal.

        `update` is the id of the command: it counts as seen once what is done in the background is done.

        Return an answer to the press that chose the table, if it is to have one of its own.
        """
        if self.in_private is None:
            raise Refusal(IN_THE_GROUP)
        return await self.in_private(table, caller, reply, update)
