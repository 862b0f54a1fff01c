"""The list of games. Only the service reads it."""

from __future__ import annotations

from bot.engine.presentation import Game
from bot.games.court_hats.ai import CourtHatsComputer
from bot.games.court_hats.lesson import LESSON as COURT_HATS_LESSON
from bot.games.court_hats.presentation import CourtHatsPresenter
from bot.games.court_hats.rules.game import CourtHatsRules
from bot.games.invisible_man.ai import InvisibleManComputer
from bot.games.invisible_man.lesson import LESSON as INVISIBLE_MAN_LESSON
from bot.games.invisible_man.presentation import InvisibleManPresenter
from bot.games.invisible_man.rules.game import InvisibleManRules
from bot.games.vanished_animal.ai import VanishedAnimalComputer
from bot.games.vanished_animal.lesson import LESSON as VANISHED_ANIMAL_LESSON
from bot.games.vanished_animal.presentation import VanishedAnimalPresenter
from bot.games.vanished_animal.rules.game import VanishedAnimalRules

GAMES: tuple[Game, ...] = (
    Game("court_hats", "hats", CourtHatsRules(), CourtHatsPresenter(), CourtHatsComputer(), COURT_HATS_LESSON),
    Game(
        "vanished_animal",
        "animal",
        VanishedAnimalRules(),
        VanishedAnimalPresenter(),
        VanishedAnimalComputer(),
        VANISHED_ANIMAL_LESSON,
    ),
    Game(
        "invisible_man",
        "invisible",
        InvisibleManRules(),
        InvisibleManPresenter(),
        InvisibleManComputer(),
        INVISIBLE_MAN_LESSON,
    ),
)
"""Every game that may be played, the one of a bare `/play` first."""
