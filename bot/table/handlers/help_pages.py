"""`/start` and `/help`: what a newcomer needs."""

from __future__ import annotations

from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.lessons.page import list_token
from bot.messaging import Button, Command, Keyboard, Post, joined
from bot.rulebook.feature import contents_token
from bot.table.core.services import Platforms
from storage.ids import Place

# NOTE: The bot's name in lists of chats; at most 64 characters. Keep "Underhat", translate the rest.
NAME = lazy("Underhat: board games")
# NOTE: What people read before they press START; at most 512 characters.
DESCRIPTION = lazy(
    "Board games of bluff and memory for 2 to 4 friends, played in your group chat.\n\nAdd me "
    "to a group and send /play there. The board is a picture with buttons, and I send you "
    "your secrets here."
)
# NOTE: What the profile says; at most 120 characters.
SHORT_DESCRIPTION = lazy("Board games of bluff and memory for 2 to 4 friends, right in your group chat.")


PLAY_HERE = "n"
"""The token of the button that opens a table in the private chat."""


class HelpPages:
    """Greets in the private chat and helps everywhere."""

    def __init__(self, platforms: Platforms) -> None:
        self._platforms = platforms

    async def help(self, command: Command, tr: Translator) -> Post:
        """Answer `/help`: in five lines what a newcomer needs."""
        say = self._platforms.say
        play = say(
            command.place,
            # NOTE: A line of /help, Telegram.
            private_chat=lazy(
                "/play opens a table: in a group for everyone who joins, in our private chat for you "
                "against the computer."
            ),
            # NOTE: A line of /help, Discord.
            direct_messages=lazy(
                "/play opens a table: in a channel for everyone who joins, in our direct messages for you "
                "against the computer."
            ),
        )
        secrets = say(
            command.place,
            # NOTE: A line of /help, Telegram. Secrets: cards and animals only one player may see; such messages are
            # deleted after a while.
            private_chat=lazy("I send your secrets to our private chat. Until they expire, /hand shows them again."),
            # NOTE: A line of /help, Discord.
            direct_messages=lazy(
                "The 🤫 button under the board shows your secrets, and so does /hand. If you prefer, I can "
                "send them as direct messages."
            ),
        )
        lines = [
            tr.rich(play),
            # NOTE: Answer to "What now?" for somebody who only watches, and in /help.
            tr.rich("The board is a picture; you play with the buttons under it."),
            tr.rich(secrets),
            tr.rich("/board shows the table again, /rules explains the game, /language changes the language."),
            tr.rich(
                "/leave gives up your seat, /pause pauses the game and /stop ends it. /settings changes "
                "this chat’s settings, /verify checks a deal. /top shows who’s winning, /stats your own games."
            ),
        ]
        return Post(joined(lines), keyboard=self._keyboard(command.place, tr), silent=True)

    async def hello(self, command: Command, tr: Translator) -> Post:
        """Greet somebody who has just opened the private chat."""
        lines = [
            # NOTE: The greeting in the private chat.
            tr.rich("Hello! I run board games of hats, bluff and memory in group chats."),
            tr.rich("Add me to a group and send /play there. I’ll send your secrets here."),
            # NOTE: The greeting in the private chat; a button below does it.
            tr.rich("Or play right here against the computer."),
        ]
        return Post(joined(lines), keyboard=self._keyboard(command.place, tr))

    def _keyboard(self, place: Place, tr: Translator) -> Keyboard:
        rules = Button(tr.t("Rules"), contents_token(tr))
        if not place.private:
            return ((rules,),)
        link = self._platforms.of(place).group_link("play")
        # NOTE: Button below the greeting, alone in its row (36 letters).
        here = Button(tr.t("Play here against the computer"), PLAY_HERE)
        # NOTE: Button below the greeting, alone in its row (36 letters).
        learn = Button(tr.t("🎓 Learn a game in 2 to 5 minutes"), list_token(anew=True))
        # NOTE: Button below the greeting, alone in its row: opens a list of groups to add the bot to (Telegram).
        group = lazy("Play in a group")
        # NOTE: Button below the greeting, alone in its row: opens a list of servers to add the bot to (Discord).
        server = lazy("Play on a server")
        added = self._platforms.say(place, private_chat=group, direct_messages=server)
        return ((learn,), (here,), (Button(tr.translate(added), url=link),), (rules,))
