"""`/top` and `/stats`: a chat's standing of a game, and what one person has played.

A chat sees names and numbers of the people who have played in it. Where somebody stands among all chats is told to them
alone, without anybody else's name. Tokens are `t.top.<game>` and `t.me.<game>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.chart import Chart, ChartRenderer, Line
from bot.engine.presentation import Game
from bot.errors import Refusal
from bot.i18n.lazy import lazy
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import (
    Answer,
    Button,
    Command,
    Keyboard,
    Picture,
    Post,
    Press,
    RichText,
    alternative_text,
    plain_text,
)
from bot.table.core.services import Services
from bot.table.model.refusals import OUT_OF_DATE
from bot.table.pages.standings_page import Played, Row, numbered, own_place, own_text, played_text, standing_text
from storage.ids import Person, Place
from storage.rows import RatingRow, Standing, TallyRow

PREFIX = "t"
"""The first part of every token of this feature."""
MOST = 10
"""People shown in a standing."""


@dataclass(frozen=True)
class Standings:
    """Answers `/top` and `/stats`."""

    services: Services
    chart: ChartRenderer | None = None

    async def top(self, command: Command, tr: Translator) -> Post:
        """Answer `/top`: the game named, else the one that ended last. Raise Refusal."""
        game = self.services.named_game("top", command.argument, tr) if command.argument.strip() else None
        if command.place.private:
            return await self._own(_caller(command), game, tr)
        tr = await self.services.chats.translator(command.place, tr.locale)
        return await self._standing(command.place, game, tr)

    async def stats(self, command: Command, tr: Translator) -> Post:
        """Answer `/stats`: what the one who asks has played. Raise Refusal."""
        person, place = _caller(command), command.place
        here = [] if place.private else await self.services.store.tallies(person, place)
        everywhere = await self.services.store.tallies(person)
        ratings = {row.game: row for row in await self.services.store.ratings(person)}
        games = [game for game in self.services.games.values() if any(row.game == game.key for row in everywhere)]
        played = [
            Played(
                game.presenter.title(tr),
                here=_found(here, game, computers=False),
                here_with_computers=_found(here, game, computers=True),
                everywhere=_found(everywhere, game, computers=False),
                with_computers=_found(everywhere, game, computers=True),
                rating=ratings.get(game.key),
            )
            for game in games
        ]
        name = (await self.services.people.get(person)).name
        emblems = [game.presenter.lobby((), tr) for game in games]
        chart = Chart(name=name, lines=tuple(_own_line(*each) for each in zip(played, emblems, strict=True)))
        text = played_text(name, played, tr)
        return self._post(place, text, chart if games else None)

    async def press(self, press: Press, rest: str, tr: Translator) -> Answer:
        """Turn to another game, or tell the presser where they stand among all. Raise Refusal."""
        verb, _, key = rest.partition(".")
        game = self.services.games.get(key)
        if game is None or verb not in ("top", "me"):
            raise Refusal(OUT_OF_DATE)
        person, place = press.caller.person, press.place
        if verb == "me":
            rating, among = await self._everywhere(person, game)
            return Answer(tr.translate(own_place(game.presenter.title(tr), rating, among, tr)), alert=True)
        if place.private:
            return Answer(edit=await self._own(person, game, tr))
        tr = await self.services.chats.translator(place, tr.locale)
        return Answer(edit=await self._standing(place, game, tr))

    # -- a chat's standing -------------------------------------------------------------------------------------------

    async def _standing(self, place: Place, game: Game | None, tr: Translator) -> Post:
        keys = await self.services.store.games_at(place)
        game = game or await self._last(keys, place)
        standings = await self.services.store.standings(place, game.key)
        names = [(await self.services.people.get(each.person)).name for each in standings[:MOST]]
        rows = numbered(standings, names)
        title, room = game.presenter.title(tr), self.services.platforms.of(place).limits.caption
        while (
            utf16_length(plain_text(text := standing_text(title, rows, len(standings) - len(rows), tr))) > room and rows
        ):
            rows.pop()
        chart = Chart(emblem=game.presenter.lobby((), tr), lines=tuple(_line(row) for row in rows))
        others = (other for other in self.services.games.values() if other.key in keys and other != game)
        # NOTE: Button below the leaderboard: the own place among the people of all chats, told to the one who taps
        # alone.
        mine = Button(tr.t("My overall rank"), f"{PREFIX}.me.{game.key}")
        return self._post(place, text, chart, (*_to(others, tr), (mine,)))

    async def _last(self, keys: Sequence[str], place: Place) -> Game:
        """Return the game that ended last in a chat, else the one it opens with."""
        games = self.services.games
        chosen = (await self.services.chats.preferences(place)).game
        return next((games[key] for key in (*keys, chosen) if key in games), next(iter(games.values())))

    # -- one person's place ------------------------------------------------------------------------------------------

    async def _own(self, person: Person, game: Game | None, tr: Translator) -> Post:
        """Show somebody in the private chat where they stand among all."""
        ratings = {row.game for row in await self.services.store.ratings(person)}
        rated = [other for other in self.services.games.values() if other.key in ratings]
        game = game or next(iter(rated), next(iter(self.services.games.values())))
        rating, among = await self._everywhere(person, game)
        tally = _found(await self.services.store.tallies(person), game, computers=False)
        text = own_text(own_place(game.presenter.title(tr), rating, among, tr), tally, tr)
        chart = None
        if tally is not None:
            standing = Standing(person, rating.shown if rating else None, tally.games, tally.wins, tally.points)
            row = Row(among[0], (await self.services.people.get(person)).name, standing)
            chart = Chart(emblem=game.presenter.lobby((), tr), lines=(_line(row),))
        others = (other for other in rated if other != game)
        return self._post(Place(person.platform, person.id, private=True), text, chart, _to(others, tr))

    async def _everywhere(self, person: Person, game: Game) -> tuple[RatingRow | None, tuple[int, int]]:
        rating = next((row for row in await self.services.store.ratings(person) if row.game == game.key), None)
        return rating, (0, 0) if rating is None else await self.services.store.rank(rating)

    def _post(self, place: Place, text: RichText, chart: Chart | None, keyboard: Keyboard = ()) -> Post:
        picture = None
        if chart and self.chart and self.services.places.shows_pictures(place):
            picture = replace(self.chart(chart), alt=alternative_text(text))
        return Post(text, picture, keyboard, silent=True)


def _caller(command: Command) -> Person:
    if command.caller is None:
        # NOTE: Answer to /stats. Telegram lets administrators write in the name of the group.
        raise Refusal(lazy("I can’t see who’s asking. Send it as yourself, not as an anonymous administrator."))
    return command.caller.person


def _found(tallies: Iterable[TallyRow], game: Game, *, computers: bool) -> TallyRow | None:
    return next((row for row in tallies if row.game == game.key and row.computers == computers), None)


def _line(row: Row) -> Line:
    each = row.standing
    return Line(
        number=row.number, name=row.name, games=each.games, wins=each.wins, points=each.points, rating=each.rating
    )


def _own_line(played: Played, emblem: Picture) -> Line:
    people, computers = played.everywhere, played.with_computers
    return Line(
        emblem=emblem,
        games=people.games if people else 0,
        wins=people.wins if people else 0,
        points=people.points if people else None,
        rating=played.rating.shown if played.rating else None,
        computer_games=computers.games if computers else 0,
        computer_wins=computers.wins if computers else 0,
    )


def _to(games: Iterable[Game], tr: Translator) -> Keyboard:
    return tuple((Button(game.presenter.title(tr), f"{PREFIX}.top.{game.key}"),) for game in games)
