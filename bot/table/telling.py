"""Tables put into posts: the lobby, the board with what it tells, and what does not fit its caption.

The words here are the house's; a game's own come from its scenes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.games.game import Event, Preset
from bot.games.scene import Game, Scene
from bot.port import Button, Limits, Post, Rich, Span, plain
from bot.table.record import Record
from bot.words import Words, units

__all__ = [
    "Telling",
    "board_posts",
    "bound",
    "closed_post",
    "free",
    "joined",
    "lobby_post",
    "options_line",
    "preset_of",
]

Keyboard = tuple[tuple[Button, ...], ...]
NEWLINE = Span("\n")
SLACK = 300
"""Room kept for the lines of the last action told, which stay together."""


class Telling(msgspec.Struct, frozen=True):
    """One message that tells part of a game. `told` is the last action it tells; `whole` is the board itself."""

    post: Post
    told: int
    whole: bool


def free(record: Record, code: str) -> str:
    """Make a token that is judged by what holds now."""
    return f"{record.id}.-.{code}"


def bound(record: Record, code: str) -> str:
    """Make a token that is good for the present decision only."""
    return f"{record.id}.{record.decision}.{code}"


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


# -- the lobby -------------------------------------------------------------------------------------------------------


def lobby_post(record: Record, game: Game, words: Words) -> Post:
    """Show a lobby on its open page."""
    lines: list[Rich] = [(Span("🎩 " + game.scenes.title(words), "bold"),)]
    lines += [(Span(text),) for text in _lobby_lines(record, game, words)]
    lines.append(words.rich("The deal is sealed: {commitment}", commitment=Span(record.commitment, "code")))
    text = joined(lines)
    picture = game.scenes.lobby(record.players(), words)
    picture = msgspec.structs.replace(picture, alt=plain(text))
    return Post(text, picture, _lobby_keyboard(record, game, words))


def closed_post(record: Record, game: Game, words: Words) -> Post:
    """Show a lobby that was given up: no buttons are left."""
    text = words.rich("The table was closed. Open a new one with /play.")
    picture = game.scenes.lobby(record.players(), words)
    return Post(text, msgspec.structs.replace(picture, alt=plain(text)))


def _lobby_lines(record: Record, game: Game, words: Words) -> Iterable[str]:
    if not record.seats:
        yield words.say("Nobody sits here yet. Press “Join”: it takes one tap.")
    for number, seat in enumerate(record.seats, start=1):
        name = words.name(seat.name)
        yield (
            words.say("{number}. {name} (host)", number=number, name=name)
            if seat.person == record.host
            else words.say("{number}. {name}", number=number, name=name)
        )
    line = options_line(record, game, words)
    if line:
        yield words.say("Rules: {options}", options=line)
    yield words.say("Begins: {who}", who=_starter(record, words))


def _starter(record: Record, words: Words) -> str:
    seat = record.starter_seat()
    return words.say("drawn by lot") if seat is None else words.name(record.seats[seat].name)


def _lobby_keyboard(record: Record, game: Game, words: Words) -> Keyboard:
    say = words.say
    sit = (_button(record, say("Join"), "join", "success"), _button(record, say("Leave"), "quit"))
    if record.page == "options":
        return (sit, *_options_page(record, game, words))
    if record.page == "remove":
        return (sit, *_remove_page(record, words))
    rows = [
        sit,
        (_button(record, say("Options"), "page_options"), _button(record, say("Who begins?"), "starter")),
        (_button(record, say("I am the youngest"), "youngest"), _button(record, say("Remove a player"), "page_remove")),
        (_button(record, say("Start"), "start", "primary"), _button(record, say("Cancel"), "cancel", "danger")),
    ]
    return tuple(rows)


def _options_page(record: Record, game: Game, words: Words) -> Keyboard:
    chosen = preset_of(record, game)
    presets = tuple(
        _button(
            record, ("✓ " if preset == chosen else "") + game.scenes.preset(preset.name, words), f"preset_{preset.name}"
        )
        for preset in game.rules.presets
    )
    options = [
        (_button(record, _option_label(record, game, option.name, words), f"option_{option.name}"),)
        for option in game.rules.options
    ]
    return (presets, *options, (_button(record, words.say("Back"), "page_"),))


def _option_label(record: Record, game: Game, name: str, words: Words) -> str:
    value = game.scenes.choice(name, record.options[name], words)
    return words.say("{option}: {value}", option=game.scenes.option(name, words), value=value)


def _remove_page(record: Record, words: Words) -> Keyboard:
    seats = [(_button(record, words.name(seat.name), f"remove_{seat.key}"),) for seat in record.seats]
    return (*seats, (_button(record, words.say("Back"), "page_"),))


def _button(record: Record, text: str, code: str, style: str = "") -> Button:
    return Button(text, free(record, code), style=style)  # type: ignore[arg-type]


# -- the board -------------------------------------------------------------------------------------------------------


def board_posts(
    record: Record,
    scene: Scene,
    told: Sequence[tuple[int, Event]],
    words: Words,
    limits: Limits,
    notes: Sequence[Rich] = (),
    *,
    pictures: bool = True,
) -> Telling:
    """Give the next message that tells a game: the board, or first what does not fit its caption.

    `scene.moves` has one line for each of `told`. What is told before the board goes into a text message of its own,
    in order, so that no move is ever left out.
    """
    after = [*notes, *_fairness(record, words)]
    if record.status == "closed":
        scene = msgspec.structs.replace(scene, headline=words.rich("The game was ended early. Nobody wins."))
    room = limits.caption if pictures else limits.text
    fixed = units(plain(joined([scene.headline, scene.body, *after]))) + 3
    fitting = _fitting(scene.moves, room - fixed)
    if fitting < len(scene.moves):
        return _moves_post(scene, told, len(scene.moves) - fitting, limits)
    text = joined([scene.headline, *scene.moves, scene.body, *after])
    picture = msgspec.structs.replace(scene.picture, alt=plain(text)) if pictures else None
    last = told[-1][0] if told else record.moves
    return Telling(Post(text, picture, _board_keyboard(record, scene, words)), max(last, record.moves), whole=True)


def _fitting(moves: Sequence[Rich], room: int) -> int:
    fitting = 0
    for line in reversed(moves):
        room -= units(plain(line)) + 1
        if room < 0:
            break
        fitting += 1
    return fitting


def _moves_post(scene: Scene, told: Sequence[tuple[int, Event]], wanted: int, limits: Limits) -> Telling:
    taken, room = 0, limits.text - SLACK
    while taken < wanted and (room := room - units(plain(scene.moves[taken])) - 1) >= 0:
        taken += 1
    taken = max(taken, 1)  # so that there is an end to it, whatever a line holds
    # Events of one action are told together: `told` is by action.
    number = told[taken - 1][0]
    while taken < len(told) and told[taken][0] == number:
        taken += 1
    return Telling(Post(joined(scene.moves[:taken]), silent=True), number, whole=False)


def _fairness(record: Record, words: Words) -> list[Rich]:
    if record.status != "playing":
        game = Span(record.id, "code")
        return [
            words.rich("Seed: {seed}", seed=Span(record.seed, "code")),
            words.rich("Sealed as: {commitment}", commitment=Span(record.commitment, "code")),
            words.rich("Check the deal with /verify {game}", game=game),
        ]
    if record.moves == 0:
        return [words.rich("The deal is sealed: {commitment}", commitment=Span(record.commitment, "code"))]
    return []


def _board_keyboard(record: Record, scene: Scene, words: Words) -> Keyboard:
    if record.status != "playing":
        return ((_button(record, words.say("Rematch"), "again", "success"),),)
    rows = tuple(
        tuple(Button(choice.text, bound(record, choice.code)) for choice in row) for row in scene.choices if row
    )
    last = (_button(record, words.say("🤫 My secret"), "hand"), _button(record, words.say("❔ What now?"), "advice"))
    return (*rows, last)


def joined(lines: Iterable[Rich]) -> Rich:
    """Put rich lines under each other; empty ones are left out."""
    spans: list[Span] = []
    for line in lines:
        if plain(line):
            spans += [NEWLINE, *line] if spans else [*line]
    return tuple(spans)
