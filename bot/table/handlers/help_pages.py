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
    "Board games of bluff and memory for 2 to 4 friends, played in your group chat.\n\n"
    "Add me to a group and write /play there. The board is a picture with buttons; what only you may see comes here."
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
            private_chat=lazy(
                "/play opens a table: in a group for all who join, in your chat with me for you against computers."
            ),
            direct_messages=lazy(
                "/play opens a table: in a channel for whoever joins, in our direct messages for you against computers."
            ),
        )
        secrets = say(
            command.place,
            private_chat=lazy(
                "What only you may see comes to our private chat; as long as it may be seen, /hand shows it again."
            ),
            direct_messages=lazy(
                "🤫 under the board shows what only you may see, and so does /hand. If you like, it comes as a direct "
                "message."
            ),
        )
        lines = [
            tr.rich(play),
            tr.rich("The board is a picture; everything is done by the buttons under it."),
            tr.rich(secrets),
            tr.rich("/board shows the table anew, /rules explains the game, /language changes the language."),
            tr.rich(
                "/leave takes you out, /pause halts and /stop ends the game, /settings is for the chat, /verify proves "
                "the deal, /top and /stats tell who wins."
            ),
        ]
        return Post(joined(lines), keyboard=self._keyboard(command.place, tr), silent=True)

    async def hello(self, command: Command, tr: Translator) -> Post:
        """Greet somebody who has just opened the private chat."""
        lines = [
            tr.rich("Hello! I host board games of hats, bluff and memory in group chats."),
            tr.rich("Add me to a group and write /play there. Your secrets will come here."),
            tr.rich("Or play here at once, against computers."),
        ]
        return Post(joined(lines), keyboard=self._keyboard(command.place, tr))

    def _keyboard(self, place: Place, tr: Translator) -> Keyboard:
        rules = Button(tr.t("Rules"), contents_token(tr))
        if not place.private:
            return ((rules,),)
        link = self._platforms.of(place).group_link("play")
        here = Button(tr.t("Play here, against computers"), PLAY_HERE)
        learn = Button(tr.t("🎓 Learn a game in two to five minutes"), list_token(anew=True))
        return ((learn,), (here,), (Button(tr.t("Play in a group"), url=link),), (rules,))
