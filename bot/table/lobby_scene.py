"""Lobbies put into posts: who sits there, what is agreed, and the pages of buttons.

The words here are the house's; a game's own come from its scenes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.games.computer import LEVELS, Level
from bot.games.game import Preset
from bot.games.scene import First, Game
from bot.port import Button, Picture, Post, Rich, Span, plain
from bot.table.record import Record, SeatRecord
from bot.table.telling import Keyboard, button, joined
from bot.words import Words

__all__ = ["closed_post", "level_name", "lobby_post", "options_line", "preset_of"]


def preset_of(record: Record, game: Game) -> Preset | None:
    """Find the preset that the options of a table agree with."""
    for preset in game.rules.presets:
        if all(record.options.get(name) == value for name, value in preset.values.items()):
            return preset
    return None


def options_line(record: Record, game: Game, words: Words) -> str:
    """Say which edition and options are played."""
    preset = preset_of(record, game)
    covered = preset.values if preset else {}
    parts = [game.scenes.preset(preset.name, words)] if preset else []
    parts += [
        words.say(
            "{option}: {value}", option=game.scenes.option(o.name, words), value=game.scenes.choice(o.name, v, words)
        )
        for o in game.rules.options
        if (v := record.options[o.name]) != o.choices[0] and o.name not in covered
    ]
    return " · ".join(parts)


def lobby_post(record: Record, game: Game, games: Sequence[Game], words: Words, gallery: Picture | None) -> Post:
    """Show a lobby on its open page; `gallery`, where games are chosen, shows all of them in their order."""
    lines: list[Rich] = [(Span("🎩 " + game.scenes.title(words), "bold"),)]
    lines += [(Span(text),) for text in _lobby_lines(record, game, words)]
    lines.append(words.rich("The deal is sealed: {commitment}", commitment=Span(record.commitment, "code")))
    text = joined(lines)
    picture = gallery or game.scenes.lobby(record.players(), words)
    return Post(text, replace(picture, alt=plain(text)), _keyboard(record, game, games, words))


def closed_post(record: Record, game: Game, words: Words) -> Post:
    """Show a lobby that was given up: no buttons are left."""
    text = words.rich("The table was closed. Open a new one with /play.")
    picture = game.scenes.lobby(record.players(), words)
    return Post(text, replace(picture, alt=plain(text)))


def _lobby_lines(record: Record, game: Game, words: Words) -> Iterable[str]:
    if not record.seats:
        yield words.say("Nobody sits here yet. Press “Join”: it takes one tap.")
    for number, seat in enumerate(record.seats, start=1):
        yield _seat_line(record, number, seat, words)
    line = options_line(record, game, words)
    if line:
        yield words.say("Rules: {options}", options=line)
    yield _first(record, game, words).line


def _seat_line(record: Record, number: int, seat: SeatRecord, words: Words) -> str:
    name = words.name(seat.label)
    if seat.computer:
        level = level_name(seat.computer, words)
        return words.say("{number}. {name} ({level})", number=str(number), name=name, level=level)
    if seat.person == record.host:
        return words.say("{number}. {name} (host)", number=str(number), name=name)
    return words.say("{number}. {name}", number=str(number), name=name)


def level_name(level: Level, words: Words) -> str:
    """Name how well a computer plays."""
    if level == "easy":
        return words.say("easy")
    return words.say("hard") if level == "hard" else words.say("normal")


def _first(record: Record, game: Game, words: Words) -> First:
    seat = record.starter_seat()
    return game.scenes.first("" if seat is None else words.name(record.seats[seat].label), words)


def _keyboard(record: Record, game: Game, games: Sequence[Game], words: Words) -> Keyboard:
    return tuple(row for row in _rows(record, game, games, words) if row)


def _rows(record: Record, game: Game, games: Sequence[Game], words: Words) -> Keyboard:
    say = words.say
    sit = () if record.place.private else _sit(record, words)
    if record.page == "options":
        return (sit, *_options_page(record, game, words))
    if record.page == "remove":
        return (sit, *_remove_page(record, words))
    if record.page == "computers":
        return (sit, *_computers_page(record, words))
    go = (button(record, say("Start"), "start", "primary"), button(record, say("Cancel"), "cancel", "danger"))
    if record.page == "games":
        return (sit, *_games_page(record, game, games, words), go)
    first = _first(record, game, words)
    other = ((button(record, say("Another game"), "page_games"),),) if len(games) > 1 else ()
    full = len(record.seats) >= game.rules.seats.stop - 1
    return (
        sit,
        () if full else (button(record, say("🤖 Add a computer"), "page_computers"),),
        *other,
        (button(record, say("Options"), "page_options"), button(record, first.ask, "starter")),
        (button(record, first.claim, "youngest"), button(record, say("Remove a player"), "page_remove")),
        go,
    )


def _sit(record: Record, words: Words) -> tuple[Button, ...]:
    return (button(record, words.say("Join"), "join", "success"), button(record, words.say("Leave"), "quit"))


def _computers_page(record: Record, words: Words) -> Keyboard:
    levels = tuple(button(record, level_name(level, words), f"computer_{level}") for level in LEVELS)
    return (levels, (button(record, words.say("Back"), "page_"),))


def _games_page(record: Record, chosen: Game, games: Sequence[Game], words: Words) -> Keyboard:
    """Name the games by the numbers they have in the gallery."""
    return tuple(
        (button(record, f"{'✓ ' if game == chosen else ''}{number}. {game.scenes.title(words)}", f"game_{game.key}"),)
        for number, game in enumerate(games, start=1)
    )


def _options_page(record: Record, game: Game, words: Words) -> Keyboard:
    chosen = preset_of(record, game)
    presets = tuple(
        button(
            record, ("✓ " if preset == chosen else "") + game.scenes.preset(preset.name, words), f"preset_{preset.name}"
        )
        for preset in game.rules.presets
    )
    options = [
        (button(record, _option_label(record, game, option.name, words), f"option_{option.name}"),)
        for option in game.rules.options
    ]
    return (presets, *options, (button(record, words.say("Back"), "page_"),))


def _option_label(record: Record, game: Game, name: str, words: Words) -> str:
    value = game.scenes.choice(name, record.options[name], words)
    return words.say("{option}: {value}", option=game.scenes.option(name, words), value=value)


def _remove_page(record: Record, words: Words) -> Keyboard:
    seats = [(button(record, words.name(seat.label), f"remove_{seat.key}"),) for seat in record.seats]
    return (*seats, (button(record, words.say("Back"), "page_"),))
