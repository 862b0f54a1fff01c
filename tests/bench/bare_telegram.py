"""A yardstick: the least that a python-telegram-bot program can be that does what a press wants.

`/play` sends one ready picture with a button. A press is answered, and the picture is uploaded again by an edit, with a
number that tells the presses apart. Updates come by polling; up to `BENCH_AT_ONCE` are handled at once.
"""

from __future__ import annotations

import itertools
import logging
import os
from pathlib import Path
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("Press", callback_data="press")]])
PICTURE = Path(os.environ["BENCH_PICTURE"]).read_bytes()
NUMBERS = itertools.count(1)


async def play(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """Send the picture."""
    assert update.effective_message
    await update.effective_message.reply_photo(PICTURE, caption="0", reply_markup=KEYBOARD)


async def press(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer, and upload the picture once more."""
    query = update.callback_query
    assert query
    await query.answer("Pressed.")
    await query.edit_message_media(InputMediaPhoto(PICTURE, caption=str(next(NUMBERS))), reply_markup=KEYBOARD)


def main() -> None:
    """Poll until SIGTERM."""
    logging.basicConfig(level=logging.WARNING)
    at_once = int(os.environ["BENCH_AT_ONCE"])
    url = os.environ["TELEGRAM_API_URL"]
    built: Any = ApplicationBuilder().token(os.environ["TELEGRAM_TOKEN"]).base_url(f"{url}/bot")
    application = built.concurrent_updates(at_once).connection_pool_size(at_once + 1).pool_timeout(60).build()
    application.add_handler(CommandHandler("play", play))
    application.add_handler(CallbackQueryHandler(press))
    application.run_polling(poll_interval=0.0, allowed_updates=["message", "callback_query"])


if __name__ == "__main__":
    main()
