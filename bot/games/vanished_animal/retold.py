"""A game of The Vanished Animal that has ended, in words: its replay, who had seen what, and its best moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player, had_seen, in_a_row, saw, seen_by, what_lay_where, with_names
from bot.engine.replay import PlayedScene
from bot.games.vanished_animal import hindsight
from bot.games.vanished_animal.hindsight import VanishedMoment
from bot.games.vanished_animal.rules.moves import Learned, SawAnimal, VanishedEvent
from bot.games.vanished_animal.text import ANIMALS, SIGNS, tell_event
from bot.i18n.lazy import lazy_plural
from bot.i18n.translator import Translator
from bot.messaging import RichText, joined


def retell(played: Sequence[PlayedScene], count: int, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Tell the last scenes, and what only one seat saw in them; of a round that ends, not yet the next."""
    last = played[-1]
    before = [(scene.number, event) for scene in played[-count:-1] for event in scene.events]
    for number, event in (*before, *((last.number, event) for event in hindsight.uncovered(played).events)):
        if isinstance(event, SawAnimal | Learned):
            assert event.audience is not None, "one seat has seen it"
            yield saw(players[event.audience], tr.translate(ANIMALS[event.animal]), tr)
        elif isinstance(event, VanishedEvent):
            yield tell_event(number, event, players, tr)


def uncover(played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> RichText:
    """Return the ring and the box face up, each hat with who had seen into it."""
    now = hindsight.uncovered(played)
    ring = in_a_row(
        # NOTE: A number and what is in that hat, in a list: “1 frog · 2 owl · …”.
        with_names(tr.t("{hat} {animal}", hat=hat + 1, animal=ANIMALS[animal]), sorted(seen), players, tr)
        for hat, (animal, seen) in enumerate(zip(now.truth.hats, now.sights.hats, strict=True))
    )
    box = with_names(tr.translate(ANIMALS[now.truth.box]), sorted(now.sights.box), players, tr)
    # NOTE: In brackets after each animal: the players who had looked at it.
    return joined(
        [
            tr.rich("In the hats, and who had looked: {ring}", ring=ring),
            tr.rich("In the box: {animal}.", animal=box),
        ]
    )


def knew(played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Return who had seen what in the last round before it ended, and what could still be missing for each."""
    before = played[:-1] or played
    seen, truth = hindsight.sights(before), before[-1].truth
    yield what_lay_where(tr)
    for hat, animal in enumerate(truth.hats):
        lay = tr.t("hat {hat} ({what})", hat=hat + 1, what=ANIMALS[animal])
        yield seen_by(f"{SIGNS[animal]} {lay}", sorted(seen.hats[hat]), players, tr)
    # NOTE: {what} is the animal in the box; the names of those who had looked into it follow.
    box = tr.t("the box ({what})", what=ANIMALS[truth.box])
    yield seen_by(f"{SIGNS[truth.box]} {box}", sorted(seen.box), players, tr)
    for seat, player in enumerate(players):
        known = [
            tr.t("hat {hat} ({what})", hat=hat + 1, what=ANIMALS[animal])
            for hat, animal in enumerate(truth.hats)
            if seat in seen.hats[hat]
        ]
        yield had_seen(player, known, tr)
        left = hindsight.possible(seen, truth, seat)
        # NOTE: Under a player's name after the game: the animals that could have been in the box, from what that
        # player had seen.
        yield tr.rich("    Still possible: {animals}", animals=", ".join(tr.translate(ANIMALS[a]) for a in left))


def moment(best: VanishedMoment, players: Sequence[Player], tr: Translator) -> RichText:
    """Return one of the best moments in a line."""
    values = {"name": tr.name(players[best.seat].name, "bold"), "animal": ANIMALS[best.animal]}
    if best.sort == "guess":
        return tr.rich(
            # NOTE: One of the best moments of a game that has ended.
            lazy_plural(
                "🎲 Boldest guess ({animal}): {name} named it with {count} animal still possible, and it was right!",
                "🎲 Boldest guess ({animal}): {name} named it with {count} animals still possible, and it was right!",
                best.count,
                **values,
            )
        )
    if best.sort == "memory":
        return tr.rich(
            # NOTE: One of the best moments of a game that has ended: the animal that was named, rightly.
            lazy_plural(
                "🧠 Longest memory ({animal}): {name} knew it thanks to a look {count} move earlier.",
                "🧠 Longest memory ({animal}): {name} knew it thanks to a look {count} moves earlier.",
                best.count,
                **values,
            )
        )
    # NOTE: One of the best moments of a game that has ended.
    return tr.rich(
        "🤫 Quietest win: {name} won round {round} without a word, because everyone else guessed wrong.",
        round=best.count,
        name=values["name"],
    )
