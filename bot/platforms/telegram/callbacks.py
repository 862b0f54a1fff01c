"""Answers to callback and inline queries. Every press is answered: with the handler's answer, or empty after 5 s."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from telegram import InlineQueryResultArticle, InlineQueryResultsButton, InputTextMessageContent
from telegram.error import TelegramError

from bot.concurrency.backoff import Backoff
from bot.concurrency.foreground import Claim
from bot.errors import ChatUnavailable, SlowDown
from bot.i18n.names import cut
from bot.messaging import Answer, LookupResult, LookupResults, plain_text
from bot.meter import UNMETERED, Meter
from bot.platforms.sending import when_sent
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.edits import LatestEdits
from bot.platforms.telegram.errors import chat_error, is_query_expired
from bot.platforms.telegram.markup import entities, text_of
from bot.platforms.telegram.messages import NO_PREVIEW
from bot.platforms.telegram.parsing import CallbackPress
from bot.platforms.telegram.platform import PLATFORM, TelegramPlatform, private_place
from storage.ids import Person

QUERY_SECONDS = 15.0
"""How long Telegram accepts an answer (docs/platforms.md A5)."""

LOOKUP_CACHE_SECONDS = 30
"""How long Telegram may reuse an inline answer for the same person: languages and tables change."""

_LOG = structlog.get_logger(__name__)


class CallbackAnswers:
    """Answers queries; answers are under no rate limit and wait for nothing."""

    def __init__(
        self,
        client: Client,
        chat: TelegramPlatform,
        clock: Callable[[], float],
        *,
        patience: float,
        meter: Meter = UNMETERED,
    ) -> None:
        self.edits = LatestEdits(chat, meter=meter)
        self._meter = meter
        self._client = client
        self._chat = chat
        self._clock = clock
        self._patience = patience

    async def settle(self, received: CallbackPress, judged: asyncio.Future[Answer], claim: Claim) -> None:
        """Answer a press once `judged` is done, or empty when that takes too long; then make the edit it asks for.

        Its claim ends when the answer is sent.
        """
        try:
            with when_sent(claim.end):
                answer = await self._settle(received, judged)
        finally:
            claim.end()
        if answer.edit and received.press.message is not None:
            self.edits.show(received.press.place, received.press.message, answer.edit)

    async def _settle(self, received: CallbackPress, judged: asyncio.Future[Answer]) -> Answer:
        pressed = self._clock()
        await asyncio.wait([judged], timeout=self._patience)
        in_time = judged.done()
        if not in_time:
            await self._answer_press(received, Answer(), pressed)
        answer, shown = await judged, False
        if in_time:
            shown = await self._answer_press(received, answer, pressed)
        if answer.on_shown is not None:
            await answer.on_shown(shown)
        return answer

    async def _answer_press(self, received: CallbackPress, answer: Answer, pressed: float) -> bool:
        taken = await self.answer(received.query, received.press.caller.person, answer, pressed)
        if taken:
            self._meter.answered(PLATFORM, asyncio.get_running_loop().time() - received.press.received)
        else:
            self._meter.unanswered(PLATFORM)
        return taken

    async def dismiss(self, query: str, person: Person) -> None:
        """Answer a query by nothing."""
        await self.answer(query, person, Answer(), self._clock())

    async def answer(self, query: str, person: Person, answer: Answer, pressed: float) -> bool:
        """Answer a query, retrying while Telegram still accepts it. Return whether it did; twice does no harm."""
        backoff = Backoff(0.25, 1.0)
        while not isinstance(told := await self._try(query, person, answer), bool):
            wait = max(backoff.next(), told)
            if self._clock() + wait - pressed > QUERY_SECONDS:
                _LOG.warning("press_unanswered", person=person.id)
                return False
            await asyncio.sleep(wait)
        return told

    async def answer_lookup(self, query: str, results: LookupResults) -> None:
        """Answer an inline query. A late answer is no loss: the next keystroke has sent another query."""
        try:
            await self._client.answer_inline_query(
                query,
                [_article(excerpt) for excerpt in results.excerpts],
                cache_time=LOOKUP_CACHE_SECONDS,
                is_personal=True,
                button=InlineQueryResultsButton(results.more, start_parameter=results.payload),
            )
        except TelegramError as error:
            if not is_query_expired(error):
                _LOG.warning("lookup_refused", error=str(error))

    async def _try(self, query: str, person: Person, answer: Answer) -> float | bool:
        """Answer once. Return the seconds to wait before another try, or whether Telegram has taken the answer."""
        try:
            await self._send(query, answer)
        except TelegramError as error:
            meaning = chat_error(error, private_place(person))
            if isinstance(meaning, SlowDown):
                return meaning.seconds
            if isinstance(meaning, ChatUnavailable):
                return 0.0
            if not is_query_expired(error):
                _LOG.warning("answer_refused", error=str(meaning))
            return False
        return True

    async def _send(self, query: str, answer: Answer) -> None:
        if answer.open_private:
            await self._client.answer_callback_query(query, url=self._chat.private_link(answer.open_private))
            return
        text = cut(plain_text(answer.text), self._chat.limits.toast)
        alert = answer.alert and bool(text)
        await self._client.answer_callback_query(query, text=text or None, show_alert=alert or None)


def _article(excerpt: LookupResult) -> InlineQueryResultArticle:
    text = InputTextMessageContent(
        text_of(excerpt.text), link_preview_options=NO_PREVIEW, api_kwargs={"entities": entities(excerpt.text)}
    )
    return InlineQueryResultArticle(excerpt.id, excerpt.title, text, description=excerpt.line)
