"""Lobbies put into posts: who sits there, what is agreed, and the pages of buttons.

The words here are the same for every game; a game's own come from its presenter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from bot.engine.computer import LEVELS, Level
from bot.engine.presentation import Game, StarterLabels
from bot.engine.rules import Preset
from bot.i18n.lazy import LazyText
from bot.i18n.translator import Translator
from bot.messaging import Button, Keyboard, Picture, Post, RichText, Span, alternative_text, joined, merged
from bot.table.model import aids
from bot.table.model.lobby import FIRST_GAME, NOBODY_SITS
from bot.table.model.record import ROBOT, Record, SeatRecord
from bot.table.model.turn_clock import BY_POST, NO_CLOCK, NOW, TODAY
from bot.table.pages.board_text import button

LETTERS_IN_HALF_A_ROW, LETTERS_IN_A_THIRD = 19, 12
"""So many fit a button beside another, or beside two, on a phone that is 390 points wide."""


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


def lobby_post(
    record: Record, game: Game, games: Sequence[Game], tr: Translator, gallery: Picture | None, clock: int
) -> Post:
    """Show a lobby on its open page; `clock` is how long a turn may take.

    `gallery`, where games are chosen, shows all of them in their order.
    """
    asked = record.page in (FIRST_GAME, "games")
    about = _games_lines(games, tr) if asked else _about(game, tr)
    text = _parted(about, _seat_lines(record, tr, asked=asked), () if asked else _terms(record, game, clock, tr))
    picture = gallery or game.presenter.lobby(record.players(), tr)
    return Post(text, replace(picture, alt=alternative_text(text)), _keyboard(record, game, games, clock, tr))


def closed_post(record: Record, game: Game, tr: Translator) -> Post:
    """Show a lobby that was given up: no buttons are left."""
    text = tr.rich("The table has been closed. Open a new one with /play.")
    picture = game.presenter.lobby(record.players(), tr)
    return Post(text, replace(picture, alt=alternative_text(text)))


def _parted(*parts: Iterable[RichText]) -> RichText:
    """Return the lines of each part, with an empty line between two parts."""
    shown = [text for part in parts if (text := joined(map(merged, part)))]
    return tuple(span for text in shown for span in (Span("\n\n"), *text))[1:]


def _about(game: Game, tr: Translator) -> Iterator[RichText]:
    yield (Span("🎩 " + game.presenter.title(tr), "bold"),)
    yield (Span(game.presenter.pitch(tr)),)
    yield (Span(_size(game, tr)),)


def _games_lines(games: Sequence[Game], tr: Translator) -> Iterator[RichText]:
    """Ask for a game; the numbers are those in the gallery."""
    # NOTE: Above buttons with the three games.
    yield (Span(tr.t("What shall we play?"), "bold"),)
    for number, game in enumerate(games, start=1):
        title = Span(f"{number}. {game.presenter.title(tr)}", "bold")
        yield (Span("\n"), title, Span(f"\n{game.presenter.pitch(tr)}\n{_size(game, tr)}"))


def _size(game: Game, tr: Translator) -> str:
    seats = game.rules.seats
    players = f"{tr.number(seats.start)}–{tr.number(seats.stop - 1)}"
    # NOTE: Under the title of a game. {players} is "2–4".
    return tr.plural(
        "{players} players, about {count} minute",
        "{players} players, about {count} minutes",
        game.presenter.minutes,
        players=players,
    )


def _seat_lines(record: Record, tr: Translator, *, asked: bool) -> Iterator[RichText]:
    """List who sits here, and say what the next press may be unless something else is `asked`."""
    for number, seat in enumerate(record.seats, start=1):
        yield _seat_line(record, number, seat, tr)
    if asked:
        return
    if not any(seat.occupied for seat in record.seats):
        yield tr.rich(NOBODY_SITS)
    elif len(record.seats) == 1:
        # NOTE: In the lobby.
        yield tr.rich("Who’s playing? Tap “Join”. Nobody around? “Start” adds a computer to play against.")


def _terms(record: Record, game: Game, clock: int, tr: Translator) -> Iterator[RichText]:
    """Say what is agreed: the pace, and of the rest what is not as usual; all of it where it can be changed."""
    whole = record.page in ("options", "rules")
    line = options_line(record, game, tr)
    if line and (whole or preset_of(record, game) != game.rules.presets[0] or " · " in line):
        # NOTE: A line of the lobby, or a button: the chosen variants of the rules.
        yield tr.rich("Rules: {options}", options=line)
    if whole or record.starter_seat() is not None:
        yield _first(record, game, tr).line
    if not record.place.private:
        yield pace_line(clock, tr)


def pace_line(clock: int, tr: Translator) -> RichText:
    """Return the line that says how long a turn may take."""
    if clock == NO_CLOCK:
        # NOTE: A line of the lobby: how long a turn may last. The paces: live (now), same day (today), by post (as in
        # chess by post: a move a day), no clock.
        return tr.rich("⏱ Pace: no clock, take as long as you like")
    time = tr.duration(clock)
    if clock == NOW:
        return tr.rich("⏱ Pace: live, {time} per turn", time=time)
    if clock == TODAY:
        return tr.rich("⏱ Pace: same day, {time} per turn", time=time)
    if clock == BY_POST:
        # NOTE: A line of the lobby: one move a day or so, as in chess by post.
        return tr.rich("⏱ Pace: by post, {time} per turn", time=time)
    return tr.rich("⏱ Pace: {time} per turn", time=time)


def _pace_label(clock: int, tr: Translator) -> str:
    if clock == NOW:
        # NOTE: Button of the lobby, in a row of two (20 letters); a tap changes it.
        return tr.t("⏱ Pace: live")
    if clock == TODAY:
        # NOTE: Button of the lobby, in a row of two (20 letters); a tap changes it.
        return tr.t("⏱ Pace: same day")
    if clock == BY_POST:
        # NOTE: Button of the lobby, in a row of two (20 letters); a tap changes it.
        return tr.t("⏱ Pace: by post")
    # NOTE: Button of the lobby, in a row of two (20 letters); a tap changes it.
    return tr.t("⏱ Pace: no clock") if clock == NO_CLOCK else tr.t("⏱ Pace: {time}", time=tr.duration(clock))


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
        # NOTE: How well a computer plays, in brackets after its name.
        return tr.t("easy")
    return tr.t("hard") if level == "hard" else tr.t("normal")


def _first(record: Record, game: Game, tr: Translator) -> StarterLabels:
    seat = record.starter_seat()
    return game.presenter.starter_labels(None if seat is None else tr.name(record.seats[seat].label), tr)


def _keyboard(record: Record, game: Game, games: Sequence[Game], clock: int, tr: Translator) -> Keyboard:
    return tuple(row for row in _rows(record, game, games, clock, tr) if row)


def _rows(record: Record, game: Game, games: Sequence[Game], clock: int, tr: Translator) -> Keyboard:
    full = len(record.seats) >= game.rules.seats.stop - 1
    # NOTE: Button of the lobby, in a row of two.
    join = () if record.place.private or full else (button(record, tr.t("Join"), "join", "success"),)
    if record.page == "options":
        return (join, *_options_page(record, game, games, tr))
    if record.page == "rules":
        return (join, *_rules_page(record, game, tr))
    if record.page == "remove":
        return (join, *_remove_page(record, tr))
    if record.page == "computers":
        return (join, *_computers_page(record, tr))
    if record.page == FIRST_GAME:
        return (*_games_page(record, None, games, tr), join)
    if record.page == "games":
        return (*_games_page(record, game, games, tr), join, (_back(record, "", tr),))
    add = () if full else (button(record, tr.t("🤖 Add a computer"), "page_computers"),)
    pace = () if record.place.private else (button(record, _pace_label(clock, tr), "pace"),)
    return (
        *_side_by_side(*join, *add),
        *_side_by_side(*pace, button(record, tr.t("❔ How to play"), "learn")),
        *_side_by_side(
            button(record, tr.t("Options"), "page_options"),
            # NOTE: Button of the lobby, in a row of two: the game begins.
            button(record, tr.t("Start"), "start", "primary"),
        ),
    )


def _side_by_side(*buttons: Button) -> Keyboard:
    """Return one row of buttons or, where a label would be cut on a phone, a row for each."""
    room = LETTERS_IN_A_THIRD if len(buttons) > 2 else LETTERS_IN_HALF_A_ROW
    if max((len(each.text) for each in buttons), default=0) <= room:
        return (buttons,)
    if len(buttons) > 2:
        return (buttons[:1], *_side_by_side(*buttons[1:]))
    return tuple((each,) for each in buttons)


def _back(record: Record, page: str, tr: Translator) -> Button:
    return button(record, tr.t("Back"), f"page_{page}")


def _computers_page(record: Record, tr: Translator) -> Keyboard:
    levels = tuple(button(record, f"{ROBOT} {level_name(level, tr)}", f"computer_{level}") for level in LEVELS)
    return (levels, (_back(record, "", tr),))


def _games_page(record: Record, chosen: Game | None, games: Sequence[Game], tr: Translator) -> Keyboard:
    """Name the games by the numbers they have in the gallery."""
    return tuple(
        (button(record, f"{'✓ ' if game == chosen else ''}{number}. {game.presenter.title(tr)}", f"game_{game.key}"),)
        for number, game in enumerate(games, start=1)
    )


def _rules_page(record: Record, game: Game, tr: Translator) -> Keyboard:
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
    return (presets, *options, (_back(record, "options", tr),))


def _options_page(record: Record, game: Game, games: Sequence[Game], tr: Translator) -> Keyboard:
    first, private = _first(record, game, tr), record.place.private
    preset = preset_of(record, game)
    # NOTE: A line of the lobby, or a button: the chosen variants of the rules.
    rules = tr.t("Rules: {options}", options=game.presenter.preset(preset.name, tr)) if preset else tr.t("Rules")
    # NOTE: Button of the lobby, in a row of two: give up the own seat.
    leave = () if private else (button(record, tr.t("Leave"), "quit"),)
    remove = (button(record, tr.t("Remove a player"), "page_remove"),) if len(record.seats) > 1 else ()
    # NOTE: Button: the same people, but another of the three games.
    other = (button(record, tr.t("Another game"), "page_games"),) if len(games) > 1 else ()
    labels = game.presenter.labels.aids
    helps = [(button(record, _aid_label(record, aid, label, tr), f"aid_{aid}"),) for aid, label in labels.items()]
    return (
        *_side_by_side(*other, button(record, rules, "page_rules")),
        *helps,
        *_side_by_side(button(record, first.ask, "starter"), button(record, first.claim, "youngest")),
        # NOTE: Button of the lobby, in a row of two: shows that the deal is sealed and can be checked.
        *_side_by_side(*remove, button(record, tr.t("🔒 Fair?"), "fair"), *leave),
        # NOTE: Button of the lobby: everybody leaves and no game is played.
        *_side_by_side(button(record, tr.t("Close the table"), "cancel", "danger"), _back(record, "", tr)),
    )


def _aid_label(record: Record, aid: str, label: LazyText, tr: Translator) -> str:
    value = tr.t("yes") if aids.is_on(record, aid) else tr.t("no")
    return tr.t("{option}: {value}", option=label, value=value)


def _option_label(record: Record, game: Game, name: str, tr: Translator) -> str:
    value = game.presenter.choice(name, record.options[name], tr)
    return tr.t("{option}: {value}", option=game.presenter.option(name, tr), value=value)


def _remove_page(record: Record, tr: Translator) -> Keyboard:
    seats = [(button(record, tr.name(seat.label).text, f"remove_{seat.key}"),) for seat in record.seats]
    return (*seats, (_back(record, "options", tr),))
