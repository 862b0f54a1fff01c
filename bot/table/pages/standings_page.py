"""Standings put into words: who stands where in a chat, and what one person has played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, joined, merged
from bot.table.model.ratings import BEGINNER
from storage.rows import RatingRow, Standing, TallyRow


class Row(msgspec.Struct, frozen=True):
    """A line of a standing: who it is, the place that equals share, and the numbers."""

    number: int
    name: str
    standing: Standing


class Played(msgspec.Struct, frozen=True):
    """What one person has played of one game. `here` is in this chat, `with_computers` is of games with computers."""

    title: str
    here: TallyRow | None = None
    here_with_computers: TallyRow | None = None
    everywhere: TallyRow | None = None
    with_computers: TallyRow | None = None
    rating: RatingRow | None = None


def numbered(standings: Sequence[Standing], names: Sequence[str]) -> list[Row]:
    """Return rows with their places; equal ratings share one, and who has none yet comes after all."""
    heights = [standing.rating for standing in standings]
    return [
        Row(1 + heights.index(standing.rating), name, standing)
        for standing, name in zip(standings, names, strict=False)
    ]


def standing_text(title: str, rows: Sequence[Row], more: int, tr: Translator) -> RichText:
    """Return a chat's standing of a game; `more` people are not among the rows."""
    game = Span(title, "bold")
    if not rows:
        # NOTE: Instead of the leaderboard: games with computers alone do not count.
        return tr.rich("{game}: nobody here has finished a game against other people yet.", game=game)
    # NOTE: Heading of /top.
    lines: list[RichText] = [tr.rich("{game}: this chat’s leaderboard", game=game)]
    lines += [merged(_line(row, tr)) for row in rows]
    if more:
        # NOTE: Below the leaderboard, which shows the best only.
        lines.append((Span(tr.plural("{count} more person has played.", "{count} more people have played.", more)),))
    lines.append(
        # NOTE: Below the leaderboard. {beginner} is a number.
        tr.rich(
            "The number after the name is the rating. Everyone starts at {beginner}, and every game "
            "against other people changes it.",
            beginner=BEGINNER,
        )
    )
    return joined(lines)


def _line(row: Row, tr: Translator) -> RichText:
    standing = row.standing
    numbers = _numbers(standing.games, standing.wins, standing.points, tr)
    number, name = tr.number(row.number), tr.name(row.name)
    if standing.rating is None:
        # NOTE: A row of the leaderboard. {numbers} is "3 games, 1 win, 9 points".
        return tr.rich("{number}. {name} · {numbers}", number=number, name=name, numbers=numbers)
    return tr.rich(
        "{number}. {name} · {rating} · {numbers}",
        number=number,
        name=name,
        rating=tr.number(standing.rating),
        numbers=numbers,
    )


def own_place(title: str, rating: RatingRow | None, place: tuple[int, int], tr: Translator) -> LazyText:
    """Return where somebody stands among all who play a game, here and in other chats; for them alone."""
    if rating is None:
        # NOTE: Alert, after "My overall rank".
        return lazy("{game}: you haven’t finished a game against other people yet.", game=title)
    number, people = place
    # NOTE: Alert, after "My overall rank": {number} is the place in the ranking, {people} the number of people
    # ranked.
    return lazy(
        "{game}: you’re number {number} of {people} across all chats, with a rating of {rating}.",
        game=title,
        number=tr.number(number),
        people=tr.number(people),
        rating=tr.number(rating.shown),
    )


def own_text(place: LazyText, tally: TallyRow | None, tr: Translator) -> RichText:
    """Return where somebody stands among all, and what they have played for it."""
    lines: list[RichText] = [tr.rich(place)]
    if tally is not None:
        # NOTE: A line of /stats. {numbers} is "3 games, 1 win, 9 points".
        lines.append(tr.rich("Across all chats: {numbers}", numbers=_added(tally, tr)))
    return joined(lines)


def played_text(name: str, games: Sequence[Played], tr: Translator) -> RichText:
    """Return what one person has played, game by game."""
    if not games:
        return tr.rich("{name} hasn’t finished a game yet.", name=tr.name(name, "bold"))
    # NOTE: Heading of /stats.
    lines: list[RichText] = [tr.rich("{name}: games and wins", name=tr.name(name, "bold"))]
    for played in games:
        lines.append((Span(played.title, "bold"),))
        lines += [(Span(line),) for line in _played_lines(played, tr)]
    return joined(lines)


def _played_lines(played: Played, tr: Translator) -> Iterator[str]:
    if played.rating:
        yield tr.t("Rating: {rating}", rating=tr.number(played.rating.shown))
    if played.here:
        # NOTE: A line of /stats. {numbers} is "3 games, 1 win, 9 points".
        yield tr.t("In this chat: {numbers}", numbers=_added(played.here, tr))
    if played.everywhere:
        # NOTE: A line of /stats. {numbers} is "3 games, 1 win, 9 points".
        yield tr.t("Across all chats: {numbers}", numbers=_added(played.everywhere, tr))
    if played.here_with_computers:
        # NOTE: A line of /stats: games in which computers played too. {numbers} is "3 games, 1 win, 9 points".
        yield tr.t("With computers, in this chat: {numbers}", numbers=_added(played.here_with_computers, tr))
    if played.with_computers:
        # NOTE: A line of /stats: games in which computers played too.
        yield tr.t("With computers, across all chats: {numbers}", numbers=_added(played.with_computers, tr))


def _added(tally: TallyRow, tr: Translator) -> str:
    return _numbers(tally.games, tally.wins, tally.points, tr)


def _numbers(games: int, wins: int, points: int | None, tr: Translator) -> str:
    parts = [tr.plural("{count} game", "{count} games", games), tr.plural("{count} win", "{count} wins", wins)]
    if points is not None:
        parts.append(tr.plural("{count} point", "{count} points", points))
    return ", ".join(parts)
