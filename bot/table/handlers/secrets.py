"""What only one person may know, when that person asks for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.concurrency.tasks import Background
from bot.errors import ChatError, PersonUnreachable, Refusal
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import Answer, Caller, Post, Press
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.model import play
from bot.table.model.refusals import NOT_SEATED, OUT_OF_DATE
from bot.table.pages.secret_page import preference_row
from bot.table.publishing.hand_publisher import HandPublisher
from bot.table.publishing.secret_outbox import SecretOutbox
from storage.ids import Person
from storage.rows import SecretRow

# NOTE: Answer to “🤫 My secret” and /hand.
NOTHING = lazy("There’s nothing secret for you to see right now.")


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
        """Answer a move: what came of it, or the secret itself to who wants that or gets no private messages.

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
        if not any(event.audience == turn.seat for event in turn.events) or turn.record.status != "playing":
            return done
        home = table.record.place
        rows = [row for row in await self.outbox.askable(table, person) if row.number == turn.record.moves]
        found = await self.outbox.secret(rows[-1]) if rows else None
        for row in rows if found is None else ():  # the hand shows what they tell, so none waits for this answer
            await self.outbox.answered(row, shown=False)
        # A hand may be too long for an alert.
        shows_it = self.services.answers_here if found else self.services.holds_answers
        if await shows_it(person, home) or not await self._is_reached(person):
            return await self._newest_secret_answer(table, person) or done
        if home.private and found is not None:
            return replace(done, text=found[1].alert)  # nobody else is here to see it, and the message follows
        return done

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
        """Store where a person wants secrets: `here`, in answers to their presses, or by `message`.

        What was pressed shows its secret still, with the button for the other way.
        """
        if where not in ("here", "message"):
            raise Refusal(OUT_OF_DATE)
        person, table = press.caller.person, change.table
        await self.choose(person, at_once=where == "here")
        tr = await table.translator_for(press.caller)
        answer = Answer(tr.translate(self._chosen(person, at_once=where == "here")))
        if self.is_private_answer(press):
            shown = await self._newest_secret_answer(table, person)
            return replace(answer, private=shown.private if shown else None)
        rows = [row for row in await self.outbox.askable(table, person) if row.message == press.message]
        return replace(answer, edit=await self.outbox.post_of(rows[-1]) if rows else None)

    async def choose(self, person: Person, *, at_once: bool) -> None:
        """Have secrets shown to a person in the answers to their presses from now on, or by message."""
        await self.services.people.set_here(person, here=at_once)
        if not at_once and self.services.platforms.of(person).answers_privately:
            await self.services.people.set_reachable(person, reachable=True)  # they say so; the next message tells
        await self.on_preference(person, at_once)

    async def _is_reached(self, person: Person) -> bool:
        """Return whether private messages reach a person, as far as is known."""
        return (await self.services.people.get(person)).reachable is not False

    async def show(self, change: TableChange, press: Press, _: str) -> Answer:
        """Show a secret whose time has not ended, in an answer that only the presser sees."""
        if change.table.record.seat_of(press.caller.person) is None:
            raise Refusal(NOT_SEATED)
        answer = await self._newest_secret_answer(change.table, press.caller.person)
        if answer is None:
            raise Refusal(NOTHING)
        return answer

    async def _newest_secret_answer(self, table: Table, person: Person) -> Answer | None:
        """Show somebody's newest secret at this table in a private answer; its time runs once that has arrived."""
        rows = await self.outbox.askable(table, person)
        found = await self.outbox.secret(rows[-1]) if rows else None
        if found is None:
            return await self._hand_answer(table, person)
        post = await self.outbox.answer(rows[-1]) if self.services.platforms.of(person).answers_privately else None
        return Answer(
            found[1].alert,
            alert=True,
            private=await self._with_preference_button(table, person, post),
            on_shown=lambda shown: self.outbox.answered(rows[-1], shown=shown),
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
        if post is None or table.record.place.private:
            return post
        tr = await self.services.people.translator_of(person, (await table.translator()).locale)
        at_once = await self.services.prefers_answers(person)
        return replace(post, keyboard=(*post.keyboard, preference_row(table.record, tr, at_once=at_once)))

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
            await self.outbox.delete_copy(table.id, press.caller.person, press.message)

    async def repeat_all(self, person: Person, table: Table) -> bool:
        """Send again all secrets whose time has not ended; False when there are none. Raise PersonUnreachable."""
        rows = await self.outbox.askable(table, person)
        # Where the table is in the same chat, one message shows the latest.
        repeated = [await self.outbox.repeat(row) for row in (rows[-1:] if table.record.place.private else rows)]
        seat = table.record.seat_of(person)
        held = seat is not None and table.state is not None and await self.hands.show_anew(table, seat)
        return held or any(repeated)

    async def private(self, caller: Caller, table: Table) -> Post:
        """Carry out `/hand` where answers can hold a whole post. Raise Refusal where there is nothing to show."""
        answer = await self._newest_secret_answer(table, caller.person)
        if answer is None or answer.private is None:
            raise Refusal(NOTHING)
        if answer.on_shown is not None:
            await answer.on_shown(True)
        return answer.private

    async def hand(self, caller: Caller, table: Table, tr: Translator) -> str:
        """Carry out `/hand`. Return what to say where it did not show a secret."""
        try:
            shown = await self.repeat_all(caller.person, table)
        except PersonUnreachable:
            await self.services.people.set_reachable(caller.person, reachable=False)
            return tr.translate(
                self.services.platforms.say(
                    caller.person,
                    # NOTE: Telegram. Start is the button Telegram shows there: use Telegram's own word.
                    private_chat=lazy("I can’t message you privately. Open your chat with Underhat and tap Start."),
                    direct_messages=lazy(
                        "I can’t send you direct messages. Tap 🤫 under the board, or allow them from this server."
                    ),
                )
            )
        except ChatError:
            return tr.t("Something went wrong. Please try again in a moment.")
        return "" if shown else tr.translate(NOTHING)

    def _chosen(self, person: Person, *, at_once: bool) -> LazyText:
        """Return what is said to somebody who has chosen how secrets come, and how to choose again."""
        say = self.services.platforms.say
        if at_once:
            return say(
                person,
                # NOTE: Below a secret, after “⚡ Show it when I tap next time”. Telegram.
                private_chat=lazy(
                    "From now on you’ll see it as soon as you tap. To change that: /settings in our private chat."
                ),
                direct_messages=lazy(
                    "From now on you’ll see it as soon as you tap. To change that: /settings in our direct messages."
                ),
            )
        return say(
            person,
            # NOTE: Below a secret, after “Send it as a message next time”. Telegram.
            private_chat=lazy("From now on I’ll send it as a message. To change that: /settings in our private chat."),
            direct_messages=lazy(
                "From now on I’ll send it as a direct message. To change that: /settings in our direct messages."
            ),
        )
