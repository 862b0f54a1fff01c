"""What only one person may know, when that person asks for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.concurrency.tasks import Background
from bot.errors import ChatError, PersonUnreachable, Refusal
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Answer, Button, Caller, Post, Press
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.model import play
from bot.table.model.refusals import NOT_SEATED, OUT_OF_DATE
from bot.table.model.tokens import free
from bot.table.publishing.hand_publisher import HandPublisher
from bot.table.publishing.secret_outbox import SecretOutbox
from storage.ids import Person
from storage.rows import SecretRow

NOTHING = lazy("There is nothing only you may see just now.")


@dataclass(frozen=True)
class Secrets:
    """Private answers: after a move, on "My secret", on "Seen", and for `/hand`.

    `on_preference` is told whether a person wants secrets in private answers from now on, or by message.
    """

    services: Services
    outbox: SecretOutbox
    hands: HandPublisher
    background: Background
    on_preference: Callable[[Person, bool], Awaitable[None]]

    async def answer(self, table: Table, turn: play.Turn, press: Press, tr: Translator) -> Answer:
        """Answer a move: what it was, or the secret itself where private messages do not bring it.

        A private answer that was pressed is brought up to date, or taken away when nothing is left to show.
        """
        assert turn.seat is not None
        person = turn.record.seats[turn.seat].person
        known = tuple(event for event in turn.events if event.audience in (None, turn.seat))
        view = table.view(turn.seat)
        done = Answer(table.game.presenter.done(turn.played, known, view, turn.seat, tr), confirms=True)
        if self.is_private_answer(press):
            answer = await self._newest_secret_answer(table, person)
            return replace(answer, confirms=True) if answer else replace(done, remove=True)
        private = any(event.audience == turn.seat for event in turn.events)
        if private and not await self._is_written_to(person):
            return await self._newest_secret_answer(table, person) or done
        if press.place.private and self._is_sent_secret(table, turn, tr):
            return replace(done, text="")  # what comes at once, right here, needs nobody to lead the way
        return done

    def _is_sent_secret(self, table: Table, turn: play.Turn, tr: Translator) -> bool:
        """Return whether a private message brings the mover what they have seen."""
        seat = turn.seat
        assert seat is not None
        view, players = table.view(seat), table.record.players()
        return any(
            event.audience == seat and table.game.presenter.secret(event, view, players, tr) is not None
            for event in turn.events
        )

    async def renewed(self, table: Table, press: Press) -> Post | None:
        """Return what a private answer that was pressed should show now; None where it shows no secret."""
        if not self.is_private_answer(press) or table.record.seat_of(press.caller.person) is None:
            return None
        answer = await self._newest_secret_answer(table, press.caller.person)
        return answer.private if answer else None

    def is_private_answer(self, press: Press) -> bool:
        """Return whether a button stands on an answer that only the presser sees."""
        return press.message is None and self.services.platforms.of(press.place).answers_privately

    async def prefer(self, change: TableChange, press: Press, where: str) -> Answer:
        """Store where a person wants secrets: `here`, in answers that nobody else sees, or by `message`."""
        person = press.caller.person
        if where not in ("here", "message") or not self.services.platforms.of(person).answers_privately:
            raise Refusal(OUT_OF_DATE)
        await self.services.people.set_here(person, here=where == "here")
        if where == "message":
            await self.services.people.set_reachable(person, reachable=True)  # they say so; the next message tells
        await self.on_preference(person, where == "here")
        return await self.show(change, press, "")

    async def _is_written_to(self, person: Person) -> bool:
        """Return whether private messages bring secrets to a person, as far as is known."""
        row = await self.services.people.get(person)
        return row.reachable is not False and not await self.services.answers_here(person)

    async def show(self, change: TableChange, press: Press, _: str) -> Answer:
        """Show a secret whose time has not ended, in an answer that only the presser sees."""
        if change.table.record.seat_of(press.caller.person) is None:
            raise Refusal(NOT_SEATED)
        answer = await self._newest_secret_answer(change.table, press.caller.person)
        if answer is None:
            raise Refusal(NOTHING)
        return answer

    async def _newest_secret_answer(self, table: Table, person: Person) -> Answer | None:
        """Show somebody's newest secret at this table in a private answer; its time runs from now on."""
        rows = await self.services.store.secrets(table=table.record.id, person=person)
        found = await self.outbox.secret(rows[-1]) if rows else None
        if found is None:
            return await self._hand_answer(table, person)
        answer = Answer(found[1].alert, alert=True)
        if not self.services.platforms.of(person).answers_privately:
            await self.outbox.shown(rows[-1], None)
            return answer
        return replace(
            answer, private=await self._with_preference_button(table, person, await self.outbox.answer(rows[-1]))
        )

    async def _hand_answer(self, table: Table, person: Person) -> Answer | None:
        seat = table.record.seat_of(person)
        held = "" if seat is None or table.state is None else await self.hands.alert(table, seat)
        if not held or seat is None:
            return None
        answer = Answer(held, alert=True)
        if not self.services.platforms.of(person).answers_privately:
            return answer
        return replace(
            answer, private=await self._with_preference_button(table, person, await self.hands.answer(table, seat))
        )

    async def _with_preference_button(self, table: Table, person: Person, post: Post | None) -> Post | None:
        """Add a button to a private answer that chooses whether secrets come so or by message."""
        if post is None:
            return None
        tr = await self.services.people.translator_of(person, (await table.translator()).locale)
        button = (
            Button(tr.t("Send it by message again"), free(table.record, "prefer_message"))
            if await self.services.answers_here(person)
            else Button(tr.t("Show it here instead of by message"), free(table.record, "prefer_here"))
        )
        return replace(post, keyboard=(*post.keyboard, (button,)))

    async def seen(self, change: TableChange, press: Press, rest: str) -> Answer:
        """Remove a secret at once, and any copy of it that a restart left."""
        row = await self.services.store.secret(int(rest)) if rest.isdecimal() else None
        if row is not None and row.person != press.caller.person:
            raise Refusal(OUT_OF_DATE)
        self.background.run(self._take_away(change.table, press, row))
        return Answer(remove=True)

    async def _take_away(self, table: Table, press: Press, row: SecretRow | None) -> None:
        if row is not None:
            await self.outbox.remove(row.id)
        if press.message is not None and press.place.private and (row is None or row.message != press.message):
            await self.services.platforms.of(table.record.place).delete_private(press.caller.person, press.message)

    async def repeat_all(self, person: Person, table: Table) -> bool:
        """Send again all secrets whose time has not ended; False when there are none. Raise PersonUnreachable."""
        rows = await self.services.store.secrets(table=table.record.id, person=person)
        repeated = [await self.outbox.repeat(row) for row in rows]
        seat = table.record.seat_of(person)
        held = seat is not None and table.state is not None and await self.hands.show_anew(table, seat)
        return held or any(repeated)

    async def private(self, caller: Caller, table: Table) -> Post:
        """Carry out `/hand` where answers can hold a whole post. Raise Refusal where there is nothing to show."""
        answer = await self._newest_secret_answer(table, caller.person)
        if answer is None or answer.private is None:
            raise Refusal(NOTHING)
        return answer.private

    async def hand(self, caller: Caller, table: Table, tr: Translator) -> str:
        """Carry out `/hand`. Return what to say where it did not show a secret."""
        try:
            shown = await self.repeat_all(caller.person, table)
        except PersonUnreachable:
            await self.services.people.set_reachable(caller.person, reachable=False)
            return tr.t("I cannot write to you privately. Open our chat and press Start.")
        except ChatError:
            return tr.t("Something went wrong. Try again in a moment.")
        return "" if shown else tr.translate(NOTHING)
