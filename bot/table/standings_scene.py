"""Standings put into words: who stands where in a chat, and what one person has played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.port import Rich, Span
from bot.table.ratings import BEGINNER
from bot.table.telling import joined
from bot.words import Message, Words, msg
from storage.rows import RatingRow, Standing, TallyRow

__all__ = ["Played", "Row", "numbered", "own_place", "own_text", "played_text", "standing_text"]


class Row(msgspec.Struct, frozen=True):
    """A line of a standing: who it is, the place that equals share, and the numbers."""

    number: int
    name: str
    standing: Standing


class Played(msgspec.Struct, frozen=True):
    """What one person has played of one game. `here` is in this chat, `robots` are games with computers."""

    title: str
    here: TallyRow | None = None
    here_robots: TallyRow | None = None
    everywhere: TallyRow | None = None
    robots: TallyRow | None = None
    rating: RatingRow | None = None


def numbered(standings: Sequence[Standing], names: Sequence[str]) -> list[Row]:
    """Give lines their places; who has the same rating shares one, and who has none yet comes after all."""
    heights = [standing.rating for standing in standings]
    return [
        Row(1 + heights.index(standing.rating), name, standing)
        for standing, name in zip(standings, names, strict=False)
    ]


def standing_text(title: str, rows: Sequence[Row], more: int, words: Words) -> Rich:
    """Tell a chat's standing of a game; `more` people are not among the rows."""
    game = Span(title, "bold")
    if not rows:
        return words.rich("{game}: no game among people has ended in this chat yet.", game=game)
    lines: list[Rich] = [words.rich("{game}: the standings of this chat", game=game)]
    lines += [(Span(_line(row, words)),) for row in rows]
    if more:
        lines.append((Span(words.count("{count} more person has played.", "{count} more people have played.", more)),))
    lines.append(
        words.rich(
            "The number after the name is the rating. A beginner has {beginner}, and each game among people moves it.",
            beginner=BEGINNER,
        )
    )
    return joined(lines)


def _line(row: Row, words: Words) -> str:
    standing = row.standing
    numbers = _numbers(standing.games, standing.wins, standing.points, words)
    number, name = words.number(row.number), words.name(row.name)
    if standing.rating is None:
        return words.say("{number}. {name} · {numbers}", number=number, name=name, numbers=numbers)
    return words.say(
        "{number}. {name} · {rating} · {numbers}",
        number=number,
        name=name,
        rating=words.number(standing.rating),
        numbers=numbers,
    )


def own_place(title: str, rating: RatingRow | None, place: tuple[int, int], words: Words) -> Message:
    """Say where somebody stands among all who play a game, here and in other chats: to them alone."""
    if rating is None:
        return msg("{game}: you have not finished a game among people yet.", game=title)
    number, people = place
    return msg(
        "{game}: in all chats together your place is {number} of {people}, with a rating of {rating}.",
        game=title,
        number=words.number(number),
        people=words.number(people),
        rating=words.number(rating.shown),
    )


def own_text(place: Message, tally: TallyRow | None, words: Words) -> Rich:
    """Tell somebody where they stand among all, and what they have played for it."""
    lines: list[Rich] = [(Span(words.tell(place)),)]
    if tally is not None:
        lines.append(words.rich("In all chats: {numbers}", numbers=_added(tally, words)))
    return joined(lines)


def played_text(name: str, games: Sequence[Played], words: Words) -> Rich:
    """Tell what one person has played, game by game."""
    if not games:
        return words.rich("{name} has not finished a game yet.", name=Span(words.name(name), "bold"))
    lines: list[Rich] = [words.rich("What {name} has played", name=Span(words.name(name), "bold"))]
    for played in games:
        lines.append((Span(played.title, "bold"),))
        lines += [(Span(line),) for line in _played_lines(played, words)]
    return joined(lines)


def _played_lines(played: Played, words: Words) -> Iterator[str]:
    if played.rating:
        yield words.say("Rating: {rating}", rating=words.number(played.rating.shown))
    if played.here:
        yield words.say("In this chat: {numbers}", numbers=_added(played.here, words))
    if played.everywhere:
        yield words.say("In all chats: {numbers}", numbers=_added(played.everywhere, words))
    if played.here_robots:
        yield words.say("With computers in this chat: {numbers}", numbers=_added(played.here_robots, words))
    if played.robots:
        yield words.say("With computers in all chats: {numbers}", numbers=_added(played.robots, words))


def _added(tally: TallyRow, words: Words) -> str:
    return _numbers(tally.games, tally.wins, tally.points, words)


def _numbers(games: int, wins: int, points: int | None, words: Words) -> str:
    parts = [words.count("{count} game", "{count} games", games), words.count("{count} win", "{count} wins", wins)]
    if points is not None:
        parts.append(words.count("{count} point", "{count} points", points))
    return ", ".join(parts)
