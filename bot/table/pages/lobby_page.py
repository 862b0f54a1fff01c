"""Lobbies put into posts: who sits there, what is agreed, and the pages of buttons.

The words here are the same for every game; a game's own come from its presenter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.engine.computer import LEVELS, Level
from bot.engine.presentation import Game, StarterLabels
from bot.engine.rules import Preset
from bot.i18n.lazy import LazyText
from bot.i18n.translator import Translator
from bot.messaging import Button, Keyboard, Picture, Post, RichText, Span, joined, merged, plain_text
from bot.table.model import aids
from bot.table.model.record import Record, SeatRecord
from bot.table.pages.board_text import button


def preset_of(record: Record, game: Game) -> Preset | None:
    """Find the preset that the options of a table agree with."""
    for preset in game.rules.presets:
        if all(record.options.get(name) == value for name, value in preset.values.items()):
            return preset
    return None


def options_line(record: Record, game: Game, tr: Translator) -> str:
    """Return which edition and options are played."""
    preset = preset_of(record, game)
    covered = preset.values if preset else {}
    parts = [game.presenter.preset(preset.name, tr)] if preset else []
    parts += [
        tr.t("{option}: {value}", option=game.presenter.option(o.name, tr), value=game.presenter.choice(o.name, v, tr))
        for o in game.rules.options
        if (v := record.options[o.name]) != o.choices[0] and o.name not in covered
    ]
    return " · ".join(parts)


def lobby_post(record: Record, game: Game, games: Sequence[Game], tr: Translator, gallery: Picture | None) -> Post:
    """Show a lobby on its open page; `gallery`, where games are chosen, shows all of them in their order."""
    lines: list[RichText] = [(Span("🎩 " + game.presenter.title(tr), "bold"),)]
    lines += map(merged, _lobby_lines(record, game, tr))
    lines.append(tr.rich("The deal is sealed: {commitment}", commitment=Span(record.commitment, "code")))
    text = joined(lines)
    picture = gallery or game.presenter.lobby(record.players(), tr)
    return Post(text, replace(picture, alt=plain_text(text)), _keyboard(record, game, games, tr))


def closed_post(record: Record, game: Game, tr: Translator) -> Post:
    """Show a lobby that was given up: no buttons are left."""
    text = tr.rich("The table was closed. Open a new one with /play.")
    picture = game.presenter.lobby(record.players(), tr)
    return Post(text, replace(picture, alt=plain_text(text)))


def _lobby_lines(record: Record, game: Game, tr: Translator) -> Iterable[RichText]:
    if not record.seats:
        yield tr.rich("Nobody sits here yet. Press “Join”: it takes one tap.")
    for number, seat in enumerate(record.seats, start=1):
        yield _seat_line(record, number, seat, tr)
    line = options_line(record, game, tr)
    if line:
        yield tr.rich("Rules: {options}", options=line)
    yield _first(record, game, tr).line


def _seat_line(record: Record, number: int, seat: SeatRecord, tr: Translator) -> RichText:
    name = tr.name(seat.label)
    if seat.computer:
        level = level_name(seat.computer, tr)
        return tr.rich("{number}. {name} ({level})", number=str(number), name=name, level=level)
    if seat.person == record.host:
        return tr.rich("{number}. {name} (host)", number=str(number), name=name)
    return tr.rich("{number}. {name}", number=str(number), name=name)


def level_name(level: Level, tr: Translator) -> str:
    """Name how well a computer plays."""
    if level == "easy":
        return tr.t("easy")
    return tr.t("hard") if level == "hard" else tr.t("normal")


def _first(record: Record, game: Game, tr: Translator) -> StarterLabels:
    seat = record.starter_seat()
    return game.presenter.starter_labels(None if seat is None else tr.name(record.seats[seat].label), tr)


def _keyboard(record: Record, game: Game, games: Sequence[Game], tr: Translator) -> Keyboard:
    return tuple(row for row in _rows(record, game, games, tr) if row)


def _rows(record: Record, game: Game, games: Sequence[Game], tr: Translator) -> Keyboard:
    t = tr.t
    sit = () if record.place.private else _sit(record, tr)
    if record.page == "options":
        return (sit, *_options_page(record, game, tr))
    if record.page == "remove":
        return (sit, *_remove_page(record, tr))
    if record.page == "computers":
        return (sit, *_computers_page(record, tr))
    go = (button(record, t("Start"), "start", "primary"), button(record, t("Cancel"), "cancel", "danger"))
    if record.page == "games":
        return (sit, *_games_page(record, game, games, tr), go)
    first = _first(record, game, tr)
    other = ((button(record, t("Another game"), "page_games"),),) if len(games) > 1 else ()
    full = len(record.seats) >= game.rules.seats.stop - 1
    return (
        sit,
        () if full else (button(record, t("🤖 Add a computer"), "page_computers"),),
        *other,
        (button(record, t("Options"), "page_options"), button(record, first.ask, "starter")),
        (button(record, first.claim, "youngest"), button(record, t("Remove a player"), "page_remove")),
        go,
    )


def _sit(record: Record, tr: Translator) -> tuple[Button, ...]:
    return (button(record, tr.t("Join"), "join", "success"), button(record, tr.t("Leave"), "quit"))


def _computers_page(record: Record, tr: Translator) -> Keyboard:
    levels = tuple(button(record, level_name(level, tr), f"computer_{level}") for level in LEVELS)
    return (levels, (button(record, tr.t("Back"), "page_"),))


def _games_page(record: Record, chosen: Game, games: Sequence[Game], tr: Translator) -> Keyboard:
    """Name the games by the numbers they have in the gallery."""
    return tuple(
        (button(record, f"{'✓ ' if game == chosen else ''}{number}. {game.presenter.title(tr)}", f"game_{game.key}"),)
        for number, game in enumerate(games, start=1)
    )


def _options_page(record: Record, game: Game, tr: Translator) -> Keyboard:
    chosen = preset_of(record, game)
    presets = tuple(
        button(
            record, ("✓ " if preset == chosen else "") + game.presenter.preset(preset.name, tr), f"preset_{preset.name}"
        )
        for preset in game.rules.presets
    )
    options = [
        (button(record, _option_label(record, game, option.name, tr), f"option_{option.name}"),)
        for option in game.rules.options
    ]
    labels = game.presenter.labels.aids
    helps = [(button(record, _aid_label(record, aid, label, tr), f"aid_{aid}"),) for aid, label in labels.items()]
    return (presets, *options, *helps, (button(record, tr.t("Back"), "page_"),))


def _aid_label(record: Record, aid: str, label: LazyText, tr: Translator) -> str:
    value = tr.t("yes") if aids.is_on(record, aid) else tr.t("no")
    return tr.t("{option}: {value}", option=label, value=value)


def _option_label(record: Record, game: Game, name: str, tr: Translator) -> str:
    value = game.presenter.choice(name, record.options[name], tr)
    return tr.t("{option}: {value}", option=game.presenter.option(name, tr), value=value)


def _remove_page(record: Record, tr: Translator) -> Keyboard:
    seats = [(button(record, tr.name(seat.label).text, f"remove_{seat.key}"),) for seat in record.seats]
    return (*seats, (button(record, tr.t("Back"), "page_"),))
