"""A bot of a few lines, made with python-telegram-bot, so that the page has somebody to show."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable

from PIL import Image, ImageDraw
from telegram import (
    Bot,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Message,
    MessageEntity,
    Update,
    User,
)

from bot.playground.world import World

CAPTION = "Court Hats. Ann to play.\n1 king 2 wizard"
LONG = "Ann to play.\n" + "\n".join(f"line {number}" for number in range(1, 7))
FOLDED = (MessageEntity.EXPANDABLE_BLOCKQUOTE, 13, len(LONG) - 13)
EVIL = "<img src=x onerror=document.title='pwned'>"
KEYS = [["1", "2", "3"], ["Toast", "Alert", "Slow"], ["Edit", "Vanish"], ["Peek", "Open", "Site"]]
_STYLES = {"Toast": "primary", "Edit": "success", "Vanish": "danger"}


def picture(width: int = 1280, height: int = 720, colour: str = "#2f6b4f") -> bytes:
    """Draw a tableau of seven places."""
    image = Image.new("RGB", (width, height), colour)
    pen = ImageDraw.Draw(image)
    for place in range(7):
        left = width * (0.05 + 0.13 * place)
        for top, ground in ((0.18, "#c8483d"), (0.55, "#3f9a63")):
            box = (left, height * top, left + width * 0.11, height * (top + 0.3))
            pen.rounded_rectangle(box, 18, fill=ground, outline="#1d2b28", width=6)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


class TinyBot:
    """Shows one board on `/play`, answers every button in its own way, and greets who starts it."""

    def __init__(self, client: Bot, world: World) -> None:
        self.client = client
        self.world = world
        self.patience = asyncio.Event()
        self.heard: list[str] = []
        self._answers: dict[str, Callable[[CallbackQuery], Awaitable[object]]] = {
            "Toast": lambda query: query.answer("Noted"),
            "Alert": lambda query: query.answer("Only you may read this", show_alert=True),
            "Slow": self._slow,
            "Edit": self._edit,
            "Vanish": self._vanish,
            "Peek": self._peek,
            "Open": lambda query: query.answer(url=world.link("table-7")),
        }

    async def run(self) -> None:
        """Poll until cancelled."""
        offset = 0
        while True:
            for update in await self.client.get_updates(offset=offset, timeout=5, allowed_updates=Update.ALL_TYPES):
                offset = update.update_id + 1
                await self._take(update)

    async def _take(self, update: Update) -> None:
        if update.callback_query and update.callback_query.data:
            self.heard.append(update.callback_query.data)
            answer = self._answers.get(update.callback_query.data)
            await (answer(update.callback_query) if answer else update.callback_query.answer())
        elif update.message and update.message.text:
            self.heard.append(update.message.text)
            await self._read(update.message, update.message.text)

    async def _read(self, message: Message, text: str) -> None:
        if text.startswith("/play"):
            await self.board(message.chat.id, message.message_thread_id if message.is_topic_message else None)
        elif text.startswith("/long"):
            await self.client.send_message(message.chat.id, LONG, entities=[MessageEntity(*FOLDED)])
        elif text.startswith("/start"):
            await self.client.send_message(
                message.chat.id, f"Welcome. You brought {text.partition(' ')[2] or 'nothing'}."
            )

    async def board(self, chat: int, topic: int | None = None) -> Message:
        """Show the board."""
        ann = next(person for person in self.world.people.values() if not person.is_bot)
        return await self.client.send_photo(
            chat,
            picture(),
            caption=CAPTION,
            caption_entities=[
                MessageEntity("bold", 0, 10),
                MessageEntity("text_mention", 12, 3, user=User(ann.id, ann.first_name, is_bot=False)),
                MessageEntity("code", 25, 15),
            ],
            reply_markup=self._keyboard(),
            message_thread_id=topic,
        )

    def _keyboard(self) -> InlineKeyboardMarkup:
        return InlineKeyboardMarkup([[self._key(label) for label in row] for row in KEYS])

    def _key(self, label: str) -> InlineKeyboardButton:
        if label == "Site":
            return InlineKeyboardButton(label, url="https://example.org/hats")
        return InlineKeyboardButton(label, callback_data=label, style=_STYLES.get(label))

    async def _slow(self, query: CallbackQuery) -> None:
        await self.patience.wait()
        await query.answer("At last")

    async def _edit(self, query: CallbackQuery) -> None:
        await query.answer()
        fresh = InputMediaPhoto(picture(colour="#3b4a7a"), caption="Борис swapped 2 and 5")
        await query.edit_message_media(fresh, reply_markup=self._keyboard())

    async def _vanish(self, query: CallbackQuery) -> None:
        await query.answer()
        assert query.message
        await self.client.delete_message(query.message.chat.id, query.message.message_id)

    async def _peek(self, query: CallbackQuery) -> None:
        await self.client.send_photo(query.from_user.id, picture(640, 640), caption="Hat 3", has_spoiler=True)
        await query.answer("Look at your private chat")
