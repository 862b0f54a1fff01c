"""Queries about finished games: how they ended for people, and the ratings that follow from it."""

from __future__ import annotations

from collections.abc import Sequence

from storage.database import Database, Transaction
from storage.errors import StaleVersion
from storage.ids import Person, Place
from storage.rows import Contest, RatingRow, ResultRow, Standing, TallyRow
from storage.sql import upsert
from storage.tables import rewrite

LONGEST_STREAK = 100
"""Games that are looked back at for a row of victories."""
_RATING_KEY, _RATING = "platform, person, game", "mu, sigma, shown, games"
_WINS, _POINTS = "count(*) FILTER (WHERE rank = 1)", "CAST(sum(points) AS BIGINT)"


def add_results(tx: Transaction, results: Sequence[ResultRow]) -> None:
    """Insert how a game ended, in the transaction of its last turn."""
    for row in results:
        tx.do(
            "INSERT INTO results"
            " (table_id, seat, platform, chat, person, game, seats, computers, rank, points, finished)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.table, row.seat, row.person.platform, row.place.chat, row.person.id, row.game,
                row.seats, row.computers, row.rank, row.points, row.finished,
            ),
        )  # fmt: skip


class StandingsQueries:
    """The part of `Store` about results and ratings."""

    _db: Database

    async def unrated(self) -> Contest | None:
        """Return the game among people that ended first of those that have gone into no rating yet."""
        rows = await self._db.read(
            "SELECT table_id, game, platform, person, rank, mu, sigma, shown, games FROM results"
            " LEFT JOIN ratings USING (platform, person, game)"
            " WHERE rated = 0 AND table_id = (SELECT table_id FROM results"
            " WHERE rated = 0 AND computers = 0 ORDER BY finished, table_id LIMIT 1) ORDER BY seat"
        )
        players = []
        for _, game, platform, person, rank, mu, *more in rows:
            who = Person(platform, person)
            players.append((who, rank, None if mu is None else RatingRow(who, game, mu, *more)))
        return Contest(rows[0][0], rows[0][1], tuple(players)) if rows else None

    async def rate(
        self, contest: Contest, ratings: Sequence[RatingRow], record: bytes | None = None, version: int = 0
    ) -> None:
        """Write what a game made of its players' ratings, and that it is rated; its table's `record` may say so too.

        Raise StaleVersion when it was rated meanwhile, a rating or result is no longer as it was read, or the table no
        longer at the `version` that was.
        """
        async with self._db.write() as tx:
            marked = await tx.run(
                "UPDATE results SET rated = 1 WHERE table_id = ? AND computers = 0 AND rated = 0", (contest.table,)
            )
            if marked != len(contest.players):
                raise StaleVersion(f"{marked} results of {contest.table} wait, not {len(contest.players)}")
            # In one order, so that two games of the same people do not wait for each other's rows.
            for rating in sorted(ratings, key=lambda rating: rating.person):
                _write_rating(tx, rating)
            if record is not None:
                rewrite(tx, contest.table, record, version)

    async def waits_for_rating(self, table: str) -> bool:
        """Return whether a game among people has ended at a table and has gone into no rating yet."""
        row = await self._db.read_one(
            "SELECT 1 FROM results WHERE table_id = ? AND rated = 0 AND computers = 0 LIMIT 1", (table,)
        )
        return row is not None

    async def standings(self, place: Place, game: str) -> Sequence[Standing]:
        """Return who has finished a game among people in a chat, all topics, the best first."""
        rows = await self._db.read(
            f"SELECT person, max(shown), count(*), {_WINS}, {_POINTS} FROM results"
            " LEFT JOIN ratings USING (platform, person, game)"
            " WHERE platform = ? AND chat = ? AND game = ? AND computers = 0 GROUP BY person"
            # The ids at the end say nothing; they keep the order of equals the same each time.
            " ORDER BY 2 DESC NULLS LAST, 4 DESC, 5 DESC NULLS LAST, 3, length(person), person",
            (place.platform, place.chat, game),
        )
        return [Standing(Person(place.platform, person), *more) for person, *more in rows]

    async def games_at(self, place: Place) -> Sequence[str]:
        """Return the games that were finished among people in a chat, all topics, the last one first."""
        rows = await self._db.read(
            "SELECT game FROM results WHERE platform = ? AND chat = ? AND computers = 0"
            " GROUP BY game ORDER BY max(finished) DESC",
            (place.platform, place.chat),
        )
        return [row[0] for row in rows]

    async def tallies(self, person: Person, place: Place | None = None) -> Sequence[TallyRow]:
        """Return the sums of a person's finished games, in one chat or everywhere."""
        rows = await self._db.read(
            f"SELECT game, computers > 0, count(*), {_WINS}, {_POINTS} FROM results"
            " WHERE platform = ? AND person = ? AND (chat = ? OR ?) GROUP BY 1, 2 ORDER BY 1, 2",
            (person.platform, person.id, place and place.chat, place is None),
        )
        return [TallyRow(game, bool(computers), *more) for game, computers, *more in rows]

    async def streak(self, person: Person, table: str) -> int:
        """Count how many games in a row a person has won in a chat, of whatever kind, the one at this table the last.

        Games with computers count as well.
        """
        rows = await self._db.read(
            "SELECT theirs.rank FROM results AS this JOIN results AS theirs"
            " ON theirs.platform = this.platform AND theirs.person = this.person AND theirs.chat = this.chat"
            " AND (theirs.finished, theirs.table_id) <= (this.finished, this.table_id)"
            " WHERE this.table_id = ? AND this.platform = ? AND this.person = ?"
            " ORDER BY theirs.finished DESC, theirs.table_id DESC LIMIT ?",
            (table, person.platform, person.id, LONGEST_STREAK),
        )
        return next((number for number, (rank,) in enumerate(rows) if rank != 1), len(rows))

    async def ratings(self, person: Person) -> Sequence[RatingRow]:
        """Return a person's ratings, one for each game."""
        rows = await self._db.read(
            "SELECT game, mu, sigma, shown, games FROM ratings WHERE platform = ? AND person = ?",
            (person.platform, person.id),
        )
        return [RatingRow(person, *row) for row in rows]

    async def rank(self, rating: RatingRow) -> tuple[int, int]:
        """Return a rating's place among all of its game and platform, and their number. Equals share a place."""
        ((place, people),) = await self._db.read(
            "SELECT 1 + count(*) FILTER (WHERE shown > ?), count(*) FROM ratings WHERE platform = ? AND game = ?",
            (rating.shown, rating.person.platform, rating.game),
        )
        return place, people


def _write_rating(tx: Transaction, rating: RatingRow) -> None:
    """Replace the rating it was made from, which has one game less. Raise StaleVersion."""
    tx.do(
        f"{upsert('ratings', _RATING_KEY, _RATING)} WHERE ratings.games = excluded.games - 1",
        (
            rating.person.platform, rating.person.id, rating.game,
            rating.mu, rating.sigma, rating.shown, rating.games,
        ),
        or_else=StaleVersion(f"a rating of {rating.game} was written meanwhile"),
    )  # fmt: skip
