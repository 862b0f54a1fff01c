"""`/top` and `/stats`: what a chat and a person are shown of games that have ended, and what nobody else is shown."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.chart import Chart, Line
from bot.errors import Refusal
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.messaging import Answer, Caller, Command, Limits, Picture, Post, Press, plain_text
from bot.messaging import Platform as Platform
from bot.playground.model import Message
from bot.settings import LOCALES
from bot.table.core.services import Services
from bot.table.handlers.standings import MOST, Standings
from bot.table.model.ratings import BEGINNER
from bot.table.pages.standings_page import Played, Row, numbered, own_place, played_text, standing_text
from bot.table.running.rater import Rater
from storage.ids import Person, Place
from storage.rows import PersonRow, RatingRow, Standing, TallyRow
from storage.store import Store
from tests.helpers.cases import each
from tests.helpers.party import Party, labels
from tests.storage.samples import end, look
from tests.table.playing import finish

CAPTION, ALERT, TOKEN = 1024, 200, 64
"""docs/platforms.md A4: UTF-16 units of a caption and of an answer to a press, bytes of a token."""
CATALOGS = Catalogs(LOCALES)
ENGLISH = CATALOGS.translator("en")
HATS, ANIMAL, INVISIBLE = (game.key for game in GAMES)
ANN, BOB, CLEO, DAN = (Person("telegram", str(number)) for number in range(1, 5))
NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DAN: "Dan"}
HERE, THERE = Place("telegram", "-10"), Place("telegram", "-20")


class Asking:
    """The feature over a database of its own; whatever chart is wanted is kept instead of drawn."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.charts: list[Chart] = []
        games = {game.key: game for game in GAMES}
        self.services = Services.over(store, games, CATALOGS, lambda: 100.0)
        platform = SimpleNamespace(platform="telegram", limits=Limits(4096, CAPTION, ALERT))
        self.services.platforms.add(cast(Platform, platform))
        self.feature = Standings(self.services, self._draw)

    def _draw(self, chart: Chart) -> Picture:
        self.charts.append(chart)
        return Picture("key", bytes, "")

    async def ended(self, table: str, *ranked: tuple[Person, int, int | None], **more: Any) -> None:
        """Write a game that ended, and rate it."""
        await end(self.store, table, *ranked, **{"game": HATS, "place": HERE, **more})
        await Rater(self.store).catch_up()

    async def ask(self, person: Person | None, text: str, *, private: bool = False, locale: str = "en") -> Post:
        """Write a command in the group, or in the private chat."""
        name, _, argument = text.removeprefix("/").partition(" ")
        place = Place("telegram", str(person.id), private=True) if private and person else HERE
        caller = Caller(person, NAMES[person], locale) if person else None
        command = Command("id", place, caller, name, argument)
        answer = {"top": self.feature.top, "stats": self.feature.stats}[name]
        return await answer(command, CATALOGS.translator(locale))

    async def press(self, person: Person, token: str, place: Place = HERE) -> Answer:
        """Press a button of this feature."""
        press = Press("id", place, Caller(person, NAMES[person]), f"t.{token}")
        return await self.feature.press(press, token, ENGLISH)


@pytest.fixture
async def asking(database: Path) -> AsyncIterator[Asking]:
    """Yield the feature over an empty database that knows four names."""
    store = await Store.open(database)
    for person, name in NAMES.items():
        await store.save_person(PersonRow(person, name))
    yield Asking(store)
    await store.close()


def order(text: str) -> list[str]:
    """List the names in the order in which a text has them."""
    return sorted((name for name in NAMES.values() if name in text), key=text.index)


def said(post: Post | None) -> str:
    assert post is not None
    return plain_text(post.text)


def buttons(post: Post) -> list[tuple[str, str]]:
    return [(button.text, button.token) for row in post.keyboard for button in row]


# -- what counts -----------------------------------------------------------------------------------------------------


async def begin_short(party: Party) -> None:
    """Begin a game of two that ends soon."""
    await party.seat(party.ann, party.bob)
    for label in ("Rules", "Game length", "Start"):
        await party.press(party.ann, label)


async def until_shown(party: Party, message: Message, beginning: str) -> None:
    """Wait until a message shows what a press has asked for: edits follow the answer."""
    for _ in range(4000):
        if party.group.messages[message.id].text.startswith(beginning):
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"still shown: {party.group.messages[message.id].text}")


async def test_a_game_played_to_its_end_counts_and_is_shown(party: Party, database: Path) -> None:
    await begin_short(party)
    await finish(party)
    outcome = party.table().view(None).outcome
    kept = look(database, "SELECT seat, person, points, computers, seats, rated FROM results ORDER BY seat")
    assert kept == [(seat, str(p.id), outcome.points[seat], 0, 2, 1) for seat, p in enumerate((party.ann, party.bob))]
    await end(party.store, "t2", (ANN, 1, None), (BOB, 2, None), game=ANIMAL, place=party.table_record().place, at=9.0)
    await party.say(party.cleo, "/top")
    top = party.messages()[-1]
    winners = ["Ann", "Bob"] if len(outcome.winners) == 2 else [("Ann", "Bob")[outcome.winners[0]]]
    assert order(top.text)[: len(winners)] == winners
    assert top.text.count("1 game, ") == 2
    assert top.photo is not None
    assert labels(top) == ["The Vanished Animal", "My overall rank"]
    toast = await party.press(party.ann, "My overall rank", top)
    assert toast.alert
    await party.press(party.bob, "The Vanished Animal", top)
    await until_shown(party, top, "The Vanished Animal")
    await party.say(party.ann, "/stats")
    assert "In this chat: 1 game, " in party.messages()[-1].text


@pytest.mark.parametrize("how", ["stopped by the host", "left by all"])
async def test_a_game_that_was_not_played_to_its_end_counts_for_nobody(party: Party, database: Path, how: str) -> None:
    await party.begin(party.ann, party.bob)
    if how == "stopped by the host":
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
    else:
        for person in (party.bob, party.ann):
            await party.say(person, "/leave")
            await party.press(person, "Leave the game")
    assert party.table_status() == "closed"
    assert look(database, "SELECT count(*) FROM results") == [(0,)]


async def test_a_game_that_a_computer_took_over_is_counted_apart(party: Party, database: Path) -> None:
    await begin_short(party)
    await party.say(party.bob, "/leave")
    await party.press(party.bob, "Leave the game")
    await finish(party)
    (result,) = look(database, "SELECT person, computers, seats, rated FROM results")
    assert result == (str(party.ann.id), 1, 2, 0)
    await party.say(party.ann, "/stats")
    assert "With computers, in this chat: 1 game, " in party.messages()[-1].text
    await party.say(party.ann, "/top")
    assert "nobody here has finished" in party.messages()[-1].text


async def test_what_ended_while_nobody_rated_is_rated_at_the_next_start(party: Party) -> None:
    """A kill between the last turn and its rating."""
    await end(party.store, "t1", (ANN, 1, 3), (BOB, 2, 1), game=HATS)
    assert await party.store.ratings(ANN) == []
    await party.restart()
    assert [row.games for row in await party.store.ratings(ANN)] == [1]
    assert await party.store.unrated() is None


async def test_no_right_to_send_photos_gives_the_text_alone(party: Party) -> None:
    """survive-86."""
    party.world.set_permissions(party.group, can_send_photos=False)
    await party.say(party.ann, "/top")
    (answer,) = party.messages()
    assert answer.photo is None
    assert "nobody here has finished a game against other people yet" in answer.text


# -- /top ------------------------------------------------------------------------------------------------------------


async def test_the_best_by_rating_stands_first_whoever_has_more_points(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 2), (BOB, 2, 1))
    await asking.ended("t2", (ANN, 1, 2), (CLEO, 2, 1), at=20.0)
    await asking.ended("t3", (DAN, 1, 30), (BOB, 1, 30), (CLEO, 1, 30), at=30.0)
    ratings = {name: (await asking.store.ratings(person))[0].shown for person, name in NAMES.items()}
    top = await asking.ask(BOB, "/top")
    assert order(said(top)) == sorted(ratings, key=lambda name: -ratings[name])
    assert order(said(top))[0] == "Ann"
    assert f"1. \u2068Ann\u2069 · {ratings['Ann']:,} · 2 games, 2 wins, 4 points" in said(top)
    (chart,) = asking.charts
    assert chart.lines[0] == Line(number=1, name="Ann", games=2, wins=2, points=4, rating=ratings["Ann"])
    assert chart.emblem is not None
    assert chart.emblem.key == GAMES[0].presenter.lobby((), ENGLISH).key
    assert top.picture is not None
    assert top.picture.alt == said(top), "every picture has an alt text"


async def test_the_game_that_ended_last_is_shown_and_others_are_a_press_away(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    await asking.ended("t2", (BOB, 1, None), (ANN, 2, None), at=20.0, game=ANIMAL)
    top = await asking.ask(ANN, "/top")
    assert said(top).startswith("The Vanished Animal")
    assert "point" not in said(top), "a game without points says nothing of any"
    assert buttons(top) == [("Court Hats", f"t.top.{HATS}"), ("My overall rank", f"t.me.{ANIMAL}")]
    turned = (await asking.press(BOB, f"top.{HATS}")).edit
    assert said(turned).startswith("Court Hats")
    assert "7 points" in said(turned)


async def test_a_game_can_be_named(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    assert said(await asking.ask(ANN, "/top hats")).startswith("Court Hats: this chat’s leaderboard")
    assert said(await asking.ask(ANN, "/top the invisible man")).startswith("The Invisible Man: nobody here")
    with pytest.raises(Refusal) as refused:
        await asking.ask(ANN, "/top chess")
    assert "/top hats" in ENGLISH.translate(refused.value.message), "it says what can be named"


async def test_games_with_computers_and_of_other_chats_are_not_in_it(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    await asking.ended("t2", (ANN, 1, 5), (CLEO, 2, 4), at=20.0, computers=1)
    await asking.ended("t3", (ANN, 1, 5), (DAN, 2, 4), at=30.0, place=THERE)
    top = said(await asking.ask(ANN, "/top"))
    assert "1 game, 1 win, 7 points" in top
    assert sorted(order(top)) == ["Ann", "Bob"], "nobody is named in a chat in which they have not played"


async def test_ten_stand_in_it_and_the_rest_is_counted(asking: Asking) -> None:
    crowd = [Person("telegram", str(100 + number)) for number in range(13)]
    await asking.ended("t1", *((person, rank, 13 - rank) for rank, person in enumerate(crowd, start=1)))
    top = said(await asking.ask(ANN, "/top"))
    assert len(re.findall(r"^\d+\. ", top, re.MULTILINE)) == MOST == 10
    assert "3 more people have played." in top


async def test_what_does_not_fit_a_caption_is_counted_with_the_rest(asking: Asking) -> None:
    """A name has up to 32 UTF-16 units, and points grow without end."""
    crowd = [Person("telegram", str(100 + number)) for number in range(10)]
    for person in crowd:
        await asking.store.save_person(PersonRow(person, "👩‍👩‍👧‍👦" * 2 + "W" * 10))
    for number in range(2):
        ranked = ((person, rank, 10**15) for rank, person in enumerate(crowd, start=1))
        await asking.ended(
            f"t{number}", *ranked, at=float(number), place=Place("telegram", "-10", topic=str(number + 1))
        )
    top = said(await asking.ask(ANN, "/top"))
    shown = len(re.findall(r"^\d+\. ", top, re.MULTILINE))
    assert utf16_length(top) <= CAPTION
    assert 0 < shown < 10
    assert re.search(rf"^{10 - shown} more (person has|people have) played\.$", top, re.MULTILINE)


async def test_the_place_among_all_is_told_to_the_presser_alone_and_names_nobody(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    await asking.ended("t2", (DAN, 1, 7), (BOB, 2, 3), at=20.0, place=THERE)
    answer = await asking.press(BOB, f"me.{HATS}")
    assert answer.alert
    assert answer.edit is None, "the group sees nothing of it"
    assert "you’re number 3 of 3" in answer.text
    assert order(plain_text(answer.text)) == []
    assert "haven’t finished" in (await asking.press(CLEO, f"me.{HATS}")).text


async def test_in_the_private_chat_it_is_ones_own_place(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    await asking.ended("t2", (ANN, 2, None), (BOB, 1, None), at=20.0, game=INVISIBLE)
    post = await asking.ask(ANN, "/top", private=True)
    assert "Court Hats: you’re number 1 of 2 across all chats" in said(post)
    assert "1 game, 1 win, 7 points" in said(post)
    assert order(said(post)) == []
    assert [line.name for line in asking.charts[-1].lines] == ["Ann"]
    assert buttons(post) == [("The Invisible Man", f"t.top.{INVISIBLE}")]
    turned = await asking.press(ANN, f"top.{INVISIBLE}", Place("telegram", ANN.id, private=True))
    assert "you’re number 2 of 2" in said(turned.edit)
    assert order(said(turned.edit)) == []
    nothing = await asking.ask(CLEO, "/top hats", private=True)
    assert "you haven’t finished a game against other people yet" in said(nothing)
    assert nothing.picture is None


@pytest.mark.parametrize("token", ["top.chess", "up.court_hats", "top", "", "me."])
async def test_a_forged_token_is_out_of_date(asking: Asking, token: str) -> None:
    with pytest.raises(Refusal):
        await asking.press(BOB, token)


# -- /stats ----------------------------------------------------------------------------------------------------------


async def test_ones_own_games_are_told_here_and_everywhere_with_computers_apart(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    await asking.ended("t2", (BOB, 1, 6), (ANN, 2, -1), at=20.0, place=THERE)
    await asking.ended("t3", (ANN, 1, 9), at=30.0, computers=3)
    await asking.ended("t4", (ANN, 2, None), at=40.0, place=Place("telegram", ANN.id), game=INVISIBLE, computers=2)
    stats = await asking.ask(ANN, "/stats")
    (rating,) = await asking.store.ratings(ANN)
    assert said(stats).splitlines() == [
        "\u2068Ann\u2069: games and wins",
        "Court Hats",
        f"Rating: {rating.shown:,}",
        "In this chat: 1 game, 1 win, 7 points",
        "Across all chats: 2 games, 1 win, 6 points",
        "With computers, in this chat: 1 game, 1 win, 9 points",
        "With computers, across all chats: 1 game, 1 win, 9 points",
        "The Invisible Man",
        "With computers, across all chats: 1 game, 0 wins",
    ]
    (chart,) = asking.charts
    assert chart.name == "Ann"
    assert [(line.games, line.computer_games, line.rating) for line in chart.lines] == [
        (2, 1, rating.shown),
        (0, 1, None),
    ]
    alone = said(await asking.ask(ANN, "/stats", private=True))
    assert "In this chat" not in alone
    assert "Across all chats: 2 games" in alone


async def test_who_has_finished_nothing_is_told_so(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    stats = await asking.ask(CLEO, "/stats")
    assert said(stats) == "\u2068Cleo\u2069 hasn’t finished a game yet."
    assert stats.picture is None


async def test_ones_own_numbers_are_in_ones_own_language_and_a_chats_in_the_chats(asking: Asking) -> None:
    await asking.ended("t1", (ANN, 1, 7), (BOB, 2, 3))
    await asking.services.chats.change(HERE, lambda chosen: replace(chosen, locale="he"))
    hebrew, russian = (GAMES[0].presenter.title(CATALOGS.translator(locale)) for locale in ("he", "ru"))
    assert russian in said(await asking.ask(ANN, "/stats", locale="ru"))
    assert hebrew in said(await asking.ask(ANN, "/top", locale="ru"))


async def test_an_anonymous_administrator_has_no_games_of_their_own(asking: Asking) -> None:
    with pytest.raises(Refusal):
        await asking.ask(None, "/stats")
    assert "nobody here has finished" in said(await asking.ask(None, "/top"))


# -- texts and limits ------------------------------------------------------------------------------------------------


def test_equals_share_a_place_and_who_waits_for_a_rating_comes_last() -> None:
    heights = (1500, 1200, 1200, 900, None, None)
    standings = [Standing(Person("t", str(n)), height, 1, 1, None) for n, height in enumerate(heights)]
    assert [row.number for row in numbered(standings, "abcdef")] == [1, 2, 2, 4, 5, 5]
    assert [row.name for row in numbered(standings, "ab")] == ["a", "b"]


@each("locale", CATALOGS.locales)
def test_everything_fits_where_it_is_shown_and_tells_its_numbers(locale: str) -> None:
    tr, longest = CATALOGS.translator(locale), "W" * 24
    title = max((game.presenter.title(tr) for game in GAMES), key=len)
    rows = [Row(10, longest, Standing(Person("t", str(n)), 1888, 888, 777, 1555)) for n in range(MOST)]
    assert utf16_length(plain_text(standing_text(title, rows, 99, tr))) <= CAPTION, (
        "all ten are shown in an active chat"
    )
    rating = RatingRow(Person("t", "1"), HATS, 25.0, 1.0, 12345, 9)
    people, robots = (TallyRow(HATS, robots, 1234, 1123, -12345) for robots in (False, True))
    played = [Played(title, people, robots, people, robots, rating) for _ in GAMES]
    assert utf16_length(plain_text(played_text(longest, played, tr))) <= CAPTION
    for known in (rating, None):
        assert 0 < utf16_length(tr.translate(own_place(title, known, (12345, 123456), tr))) <= ALERT
    assert tr.number(12345) in tr.translate(own_place(title, rating, (1, 2), tr))


def test_tokens_fit() -> None:
    assert all(len(f"t.top.{game.key}".encode()) <= TOKEN for game in GAMES)


def test_what_a_beginner_has_is_told_as_it_is() -> None:
    rows = [Row(1, "Ann", Standing(Person("t", "1"), 1100, 1, 1, None))]
    assert f"Everyone starts at {BEGINNER:,}" in plain_text(standing_text("Hats", rows, 0, ENGLISH))
