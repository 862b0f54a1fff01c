"""`/start` and `/help`: what a newcomer needs."""

from __future__ import annotations

from bot.port import Button, Place, Post
from bot.table.hub import Hub
from bot.table.telling import joined
from bot.words import Words, msg

__all__ = ["DESCRIPTION", "NAME", "PLAY_HERE", "SHORT_DESCRIPTION", "Greeting"]

# NOTE: The bot's name in lists of chats; at most 64 characters. Keep "Underhat", translate the rest.
NAME = msg("Underhat: board games")
# NOTE: What people read before they press START; at most 512 characters.
DESCRIPTION = msg(
    "Board games of bluff and memory for 2 to 4 friends, played in your group chat.\n\n"
    "Add me to a group and write /play there. The board is a picture with buttons; what only you may see comes here."
)
# NOTE: What the profile says; at most 120 characters.
SHORT_DESCRIPTION = msg("Board games of bluff and memory for 2 to 4 friends, right in your group chat.")


PLAY_HERE = "n"
"""The token of the button that opens a table in the private chat."""


class Greeting:
    """Greets in the private chat and helps everywhere."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def help(self, place: Place, words: Words) -> Post:
        """Say in five lines what a newcomer needs."""
        lines = [
            words.rich(
                "/play opens a table: in a group for all who press “Join”, in our private chat for you against "
                "computers."
            ),
            words.rich("The board is a picture; everything is done by the buttons under it."),
            words.rich(
                "What only you may see comes to our private chat; as long as it may be seen, /hand shows it again."
            ),
            words.rich("/board shows the table anew, /rules explains the game, /language changes the language."),
            words.rich(
                "/leave takes you out, /pause halts and /stop ends the game, /settings is for the chat, /verify proves "
                "the deal, /top and /stats tell who wins."
            ),
        ]
        return Post(joined(lines), keyboard=self._keyboard(place, words), silent=True)

    def hello(self, place: Place, words: Words) -> Post:
        """Greet who has just opened the private chat."""
        lines = [
            words.rich("Hello! I host board games of hats, bluff and memory in group chats."),
            words.rich("Add me to a group and write /play there. Your secrets will come here."),
            words.rich("Or play here at once, against computers."),
        ]
        return Post(joined(lines), keyboard=self._keyboard(place, words))

    def _keyboard(self, place: Place, words: Words) -> tuple[tuple[Button, ...], ...]:
        rules = Button(words.say("Rules"), f"r.{words.locale}")
        if not place.private:
            return ((rules,),)
        link = self._hub.chat(place).group_link("play")
        here = Button(words.say("Play here, against computers"), PLAY_HERE)
        return ((Button(words.say("Play in a group"), url=link),), (here,), (rules,))
