"""What only one may know, put into a post."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.presentation import Secret
from bot.i18n.translator import Translator
from bot.messaging import Button, Post, RichText, joined
from bot.table.model.record import Record
from bot.table.model.tokens import free


def secret_post(record: Record, number: int, secret: Secret, tr: Translator, *, veiled: bool) -> Post:
    """Return a secret as a post: which chat it is of, what was seen, a button to be rid of it.

    `veiled`: text and picture are covered until they are pressed, so that they can be opened unseen by others.
    """
    heading: RichText = (tr.name(record.title, "bold"),) if record.title else ()
    # NOTE: Button under a message with a secret: the player has seen it and has it deleted. In a row of two at times
    # (20 letters).
    seen = Button(tr.t("Got it, remove it"), free(record, f"seen_{number}"))
    text = secret.text if veiled else unveiled(secret.text)
    # One press is enough: the picture says it all, the words are for whoever does not see it.
    # NOTE: Above a picture that is covered until it is tapped; the same in words follows.
    guide = tr.rich("Tap the picture to see it. In words:") if veiled and secret.picture else ()
    return Post(
        joined([heading, guide, text]),
        secret.picture,
        ((seen,),),
        spoiler=veiled and secret.picture is not None,
        protect=True,
    )


def taken_post(tr: Translator) -> Post:
    """Return what stands in the place of a secret that was taken away, where its message cannot be deleted."""
    # NOTE: In the private chat, in place of secret cards or a peek that are over and that can't be deleted.
    return Post(tr.rich("This has been removed."), silent=True, protect=True)


def unveiled(text: RichText) -> RichText:
    """Return a text in which nothing is covered; what was stands out."""
    return tuple(replace(span, style="bold") if span.style == "spoiler" else span for span in text)


def preference_row(record: Record, tr: Translator, *, at_once: bool) -> tuple[Button, ...]:
    """Return the button that chooses whether the answer to a press shows a secret at once, or a message brings it."""
    if at_once:
        # NOTE: Button under a secret, alone in its row (36 letters). Telegram and Discord.
        return (Button(tr.t("Send it as a message next time"), free(record, "prefer_message")),)
    # NOTE: Button under a secret, alone in its row (36 letters): the secret will be in the answer to a tap, no
    # message is sent. "I" is the player.
    return (Button(tr.t("⚡ Show it when I tap next time"), free(record, "prefer_here")),)
