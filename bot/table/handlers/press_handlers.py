"""Presses of a table's buttons: the token names the table, the decision and the action, and is not trusted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from math import ceil
from typing import Literal, TypeAlias

import msgspec

from bot.engine.rules import Seat
from bot.errors import Refusal, StaleVersion
from bot.i18n.lazy import LazyText, lazy, lazy_plural
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator, name_span
from bot.messaging import Answer, Press, plain_text
from bot.table.core.directory import TableDirectory
from bot.table.core.history import Histories
from bot.table.core.permissions import Permissions
from bot.table.core.places import Places
from bot.table.core.services import Platforms
from bot.table.core.table import TRIES, Table, TableChange
from bot.table.handlers.how_to_play import HowToPlay
from bot.table.handlers.invitations import Invitations
from bot.table.handlers.lobby_buttons import LobbyButtons
from bot.table.handlers.looks import Looks
from bot.table.handlers.menus import Menus
from bot.table.handlers.replays import Replays
from bot.table.handlers.seats import Seats
from bot.table.handlers.secrets import Secrets
from bot.table.handlers.what_happened import WhatHappened
from bot.table.model import play
from bot.table.model.record import Record
from bot.table.model.refusals import GAME_OVER, MOVED_ON, NOT_SEATED, OUT_OF_DATE, PAUSED, RULERS_ONLY, SHUT
from bot.table.model.tokens import PRESENT, parse_token
from bot.table.pages.status_rows import I_AM_BACK
from bot.table.publishing.board_publisher import BoardPublisher
from storage.ids import Person, Place
from storage.store import Store

SHORT_WAIT, LONG_WAIT = 1.0, 3.0
"""Seconds from which a wait for the platform's limits is told: to whom was refused, and to whom has moved."""

SHOWN = {"join", "start"}
"""Verbs, beside moves, that are refused where nobody would see what they do; others leave, close or tell in private."""

VerbHandler: TypeAlias = Callable[[Table, Press, str], Awaitable[Answer]]
"""What a button does, given the rest of its code. May raise Refusal."""
ChangeHandler: TypeAlias = Callable[[TableChange, Press, str], Awaitable[Answer]]


def changing(handler: ChangeHandler) -> VerbHandler:
    """Carry out a verb while nobody else changes the table. Others ask the platform something first."""

    async def handle(table: Table, press: Press, rest: str) -> Answer:
        async with table.changing() as change:
            return await handler(change, press, rest)

    return handle


class Verb(msgspec.Struct, frozen=True):
    """What the code of a button begins with, who may press it, and what it does.

    `on_board`: the button stands on a board, so that the message it comes from is the table's newest board or an old
    one to clear away.
    """

    name: str
    who: Literal["anyone", "ruler", "ender"]
    on_board: bool
    handler: VerbHandler


class PressHandlers:
    """The verbs of all table buttons."""

    def __init__(
        self,
        store: Store,
        histories: Histories,
        platforms: Platforms,
        places: Places,
        permissions: Permissions,
        tables: TableDirectory,
        boards: BoardPublisher,
        *,
        lobby: LobbyButtons,
        how_to_play: HowToPlay,
        invitations: Invitations,
        secrets: Secrets,
        seats: Seats,
        menus: Menus,
        happened: WhatHappened,
        looks: Looks,
        replays: Replays,
    ) -> None:
        self._store = store
        self._histories = histories
        self._platforms = platforms
        self._places = places
        self._permissions = permissions
        self._tables = tables
        self._boards = boards
        self._secrets = secrets
        self._menus = menus
        self._happened = happened
        self._looks = looks
        self._verbs = {verb.name: verb for verb in self._all_verbs(lobby, invitations, seats, menus, replays)}
        self._verbs["learn"] = Verb("learn", "anyone", True, changing(how_to_play.press))

    def _all_verbs(
        self, lobby: LobbyButtons, invitations: Invitations, seats: Seats, menus: Menus, replays: Replays
    ) -> Iterator[Verb]:
        yield from (
            Verb("join", "anyone", True, invitations.join),
            Verb("quit", "anyone", True, changing(lobby.quit)),
            Verb("youngest", "anyone", True, changing(lobby.youngest)),
            Verb("fair", "anyone", True, changing(lobby.fair)),
            Verb("page", "anyone", True, lobby.page),
            Verb("pace", "ruler", True, changing(lobby.pace)),
            Verb("starter", "ruler", True, changing(lobby.starter)),
            Verb("game", "ruler", True, changing(lobby.game)),
            Verb("option", "ruler", True, changing(lobby.option)),
            Verb("preset", "ruler", True, changing(lobby.preset)),
            Verb("aid", "ruler", True, changing(lobby.aid)),
            Verb("computer", "ruler", True, changing(lobby.computer)),
            Verb("remove", "ruler", True, changing(lobby.remove)),
            Verb("start", "ruler", True, lobby.start),
            Verb("cancel", "ruler", True, changing(lobby.cancel)),
            Verb("again", "anyone", True, changing(lobby.again)),
            Verb("after", "anyone", True, replays.look),
        )
        yield from (
            Verb("advice", "anyone", True, changing(self._advice)),
            Verb("look", "anyone", True, self._looks.show),
            Verb("happened", "anyone", True, self._happened.show),
            Verb("read", "anyone", False, self._happened.put_away),
            Verb("hand", "anyone", True, changing(self._secrets.show)),
            Verb("seen", "anyone", False, changing(self._secrets.seen)),
            Verb("prefer", "anyone", False, changing(self._secrets.prefer)),
        )
        yield from (
            Verb("seat", "anyone", True, invitations.ask),
            Verb("give", "ruler", False, changing(seats.give)),
            Verb("deny", "ruler", False, changing(seats.deny)),
            Verb("back", "anyone", True, changing(seats.back)),
            Verb("pass", "anyone", True, changing(seats.vote)),
            Verb("pause", "ruler", False, changing(seats.pause)),
            Verb("resume", "ruler", True, changing(seats.resume)),
        )
        yield from (
            Verb("kick", "ruler", False, changing(menus.ask_remove)),
            Verb("kicked", "ruler", False, changing(menus.remove_player)),
            Verb("relieve", "ruler", False, changing(menus.replace_by_computer)),
            Verb("end", "ender", False, changing(menus.end_game)),
            Verb("keep", "anyone", False, changing(menus.dismiss)),
            Verb("go", "anyone", False, changing(menus.confirm_leave)),
            Verb("stay", "anyone", False, changing(menus.cancel_leave)),
            Verb("pick", "anyone", False, menus.choose_table),
        )

    async def press(self, press: Press) -> Answer:
        """Judge a press and carry it out. Raise Refusal."""
        parsed = parse_token(press.token)
        table = await self._tables.by_id(parsed[0]) if parsed else None
        if parsed is None or table is None:
            raise Refusal(OUT_OF_DATE)
        _, decision, code = parsed
        self._check_place(table, press)
        try:
            return await self._with_wait(table, press, await self._judge_anew(table, press, decision, code))
        except Refusal as error:
            refusal = self._with_seconds(table, await self._with_news(table, error))
            fresh = await self._secrets.renewed(table, press) if decision is not None else None
            if fresh is None:
                raise refusal from error
            tr = await table.translator_for(press.caller)
            return Answer(tr.rich(refusal.message), alert=refusal.alert, refused=True, private=fresh)

    async def _with_news(self, table: Table, refusal: Refusal) -> Refusal:
        """Say to whom was too late what the last move has upset, where it is easily missed on the board."""
        if table.record.status != "playing" or refusal.message != MOVED_ON:
            return refusal
        last = await self._histories.after(table, table.record.moves - 1)
        found = (table.game.presenter.news(event) for deed in last for event in deed.events)
        news = next((each for each in found if each is not None), None)
        return refusal if news is None else Refusal(news, alert=refusal.alert)

    def _with_seconds(self, table: Table, refusal: Refusal) -> Refusal:
        """Say when the board follows to whom has pressed one that the newest has yet to replace."""
        wait = self._boards.seconds_behind(table)
        if refusal.message != MOVED_ON or wait < SHORT_WAIT:
            return refusal
        return Refusal(
            # NOTE: Alert: the board that was tapped is old, and the chat does not take another picture yet.
            lazy_plural(
                "The game has moved on. The board will catch up in about {count} second.",
                "The game has moved on. The board will catch up in about {count} seconds.",
                ceil(wait),
            ),
            alert=refusal.alert,
        )

    async def _with_wait(self, table: Table, press: Press, answer: Answer) -> Answer:
        """Say when the board follows to whom has made a move that it cannot show for a while."""
        wait = self._boards.seconds_behind(table) if answer.confirms and answer.text else 0.0
        if wait < LONG_WAIT:
            return answer
        tr = await table.translator_for(press.caller)
        # NOTE: Alert: the move was made, but the chat does not take another picture yet.
        follows = tr.plural(
            "The board will catch up in about {count} second.",
            "The board will catch up in about {count} seconds.",
            ceil(wait),
        )
        text = f"{plain_text(answer.text)} {follows}"
        toast = self._platforms.of(press.place).limits.toast
        return msgspec.structs.replace(answer, text=text) if utf16_length(text) <= toast else answer

    async def _judge_anew(self, table: Table, press: Press, decision: int | None, code: str) -> Answer:
        """Judge a press, anew where another process has changed the table meanwhile.

        That may have been at this very press, as in a deploy: what it did is not done twice, nor refused.
        """
        for _ in range(TRIES):
            version = table.version
            try:
                return await self._judge(table, press, decision, code)
            except (StaleVersion, Refusal) as error:
                if await self._store.has_seen(press.id):
                    return await self.answer_again(press)
                async with table.changing() as change:
                    is_news = await change.reread()
                if self._store.shared:  # it may have been reread before this, but after it was judged
                    is_news = table.version != version
                if isinstance(error, Refusal) and not is_news:
                    raise
        return await self._judge(table, press, decision, code)

    async def answer_again(self, press: Press) -> Answer:
        """Answer a press that was carried out before, by another process or by one that was killed at that moment.

        The board follows from the table. What else the answer was to change in the chat is changed now: who asked
        whether to end a game, to leave it or to remove somebody is not left with the question.
        """
        return msgspec.structs.replace(await self._left_open(press), repeated=True)

    async def _left_open(self, press: Press) -> Answer:
        """Return what a press that was carried out before may have left to be changed in the chat."""
        parsed = parse_token(press.token)
        table = await self._tables.by_id(parsed[0]) if parsed else None
        name, _, key = parsed[2].partition("_") if parsed else ("", "", "")
        verb = self._verbs.get(name)
        if table is None or verb is None:
            return Answer()
        try:
            self._check_place(table, press)
            await self._check_allowed(verb, table.record, press.caller.person)
        except Refusal:
            return Answer()
        if verb.name == "end" and table.record.status not in ("lobby", "playing"):
            return await self._menus.ended(table, press)
        if table.record.status != "playing":
            return Answer()
        if verb.name == "go":
            return await self._menus.left(table, press, key)
        return self._menus.withdrawn(press) if verb.name in ("kicked", "relieve") else Answer()

    def is_move(self, token: str) -> bool:
        """Return whether a token is of a table and means a move of its game."""
        parsed = parse_token(token)
        return parsed is not None and parsed[1] is not None

    async def would_count(self, press: Press) -> bool:
        """Return whether a press is of the player to move, for the present decision.

        Judged from memory alone where that is all there is: somebody floods. Where other processes write as well, it
        may be old, and nobody is refused for that.
        """
        parsed = parse_token(press.token)
        table = self._tables.in_memory(parsed[0]) if parsed else None
        if parsed is not None and self._store.shared:
            table = await self._tables.by_id(parsed[0])
        if parsed is None or table is None or table.record.paused:
            return False
        return parsed[1] in (PRESENT, table.record.decision) and table.actor() == press.caller.person

    def _check_place(self, table: Table, press: Press) -> None:
        places, at_home = self._places, _is_at(press.place, table.record.place)
        person = press.caller.person
        sits_here = any(seat.person == person for seat in table.record.seats)
        if not at_home and not (press.place.private and press.place.chat == person.id and sits_here):
            raise Refusal(OUT_OF_DATE)
        if at_home:
            places.note_press(table.record.place, press.caller.person)
        if at_home and places.is_closed(table.record.place):
            places.open(table.record.place)
            self._boards.request(table)

    async def _judge(self, table: Table, press: Press, decision: int | None, code: str) -> Answer:
        if decision is not None:
            if press.shut:
                raise Refusal(SHUT)
            if decision != PRESENT:  # otherwise it stands on no board
                self._look_at(table, press)
            async with table.changing() as change:
                if decision > table.record.decision:
                    await change.reread()
                return await self._play(change, press, decision, code)
        name, _, rest = code.partition("_")
        if press.shut and name in SHOWN:
            raise Refusal(SHUT)
        verb = self._verbs.get(name)
        if verb is None or verb.on_board:
            self._look_at(table, press)
        if verb is None:
            raise Refusal(OUT_OF_DATE)
        await self._check_allowed(verb, table.record, press.caller.person)
        return await verb.handler(table, press, rest)

    def _look_at(self, table: Table, press: Press) -> None:
        if _is_at(press.place, table.record.place):
            self._boards.note_message(table, press.message)

    async def _check_allowed(self, verb: Verb, record: Record, person: Person) -> None:
        if verb.who == "ruler" and not await self._permissions.may_rule(record, person):
            raise Refusal(RULERS_ONLY)
        if verb.who == "ender" and not await self._permissions.may_end(record, person):
            # NOTE: Alert. The settings of the chat say who can.
            raise Refusal(lazy("You’re not allowed to end this game."))

    # -- the game ----------------------------------------------------------------------------------------------------

    async def _play(self, change: TableChange, press: Press, decision: int, code: str) -> Answer:
        table, record = change.table, change.table.record
        if record.status != "playing":
            raise Refusal(GAME_OVER if not record.live else MOVED_ON)
        seat = record.seat_of(press.caller.person)
        if seat is None:
            raise Refusal(NOT_SEATED)
        if record.paused:
            raise Refusal(PAUSED)
        if decision not in (PRESENT, record.decision):
            raise _out_of_step(table, seat, decision, code)
        if record.seats[seat].away:
            raise Refusal(await _replaced(table))
        acting = table.game.rules.to_act(table.state)
        if acting is None or seat != acting:
            raise Refusal(_not_your_turn(table, acting))
        outcome = play.choose(record, table.game, table.state, seat, code)
        tr = await table.translator_for(press.caller)
        if not isinstance(outcome, play.Turn):
            return await _first_half(change, press, *outcome, tr)
        await change.save_turn(outcome, seen=press.id)
        self._happened.played_on(press)
        return await self._secrets.answer(table, outcome, press, tr)

    async def _advice(self, change: TableChange, press: Press, _: str) -> Answer:
        table = change.table
        if table.record.status != "playing":
            raise Refusal(MOVED_ON if table.record.live else GAME_OVER)
        seat = table.record.seat_of(press.caller.person)
        tr = await table.translator_for(press.caller)
        # In these two cases all that a game advises is refused, and on a paused board there are no buttons for it.
        if table.record.paused:
            return Answer(tr.translate(PAUSED), alert=True)
        if seat is not None and table.record.seats[seat].away:
            return Answer(tr.translate(await _replaced(table)), alert=True)
        chosen = play.pending_code(table.record, seat)
        return Answer(table.game.presenter.advice(table.view(seat), seat, tr, chosen), alert=True)


async def _replaced(table: Table) -> LazyText:
    """Return what to tell the person of a seat for which the computer plays while they are away."""
    key = (await table.translator()).translate(I_AM_BACK)
    # NOTE: Alert to a player who was away. {key} is the label of the button "I'm back".
    return lazy("The computer is playing for you. Tap “{key}” first.", key=key)


async def _first_half(change: TableChange, press: Press, record: Record, toast: LazyText, tr: Translator) -> Answer:
    if record.pending_choice != change.table.record.pending_choice:
        await change.save(record, seen=press.id)
    return Answer(tr.translate(toast))


def _out_of_step(table: Table, seat: Seat, decision: int, code: str) -> Refusal:
    """Return why a button of another decision does nothing.

    Next to the present one it may be of the same turn, and the game has a better word for that: look first, then swap.
    """
    if abs(decision - table.record.decision) == 1 and table.awaited == seat:
        try:
            play.choose(table.record, table.game, table.state, seat, code)
        except Refusal as refusal:
            return refusal
    return Refusal(MOVED_ON)


def _is_at(pressed: Place, home: Place) -> bool:
    """Return whether a press came from a table's own chat; of an old message no platform tells the topic any more."""
    return pressed == home or (pressed.topic is None and pressed == msgspec.structs.replace(home, topic=None))


def _not_your_turn(table: Table, acting: int | None) -> LazyText:
    if acting is None:
        return GAME_OVER
    # NOTE: Alert to another player who tapped.
    return lazy("It’s {name}’s turn.", name=name_span(table.record.seats[acting].label))
