"""Scenes that random evenings seldom come to: what the group gets of The Invisible Man depends on no hand (N-c).

Two services run on databases that differ in hidden things alone: which NO and Cloaks
the Invisible Man and which Signals and YES a policeman holds, which cards lie face down on the places, where the table
hides them the digits of Signals, and how the piles lie. The same public moves are made in both, in the search and in a
chase, which nobody ends, since that shows some of it to all. Who holds such a hand gets it by private messages, which
may differ in what they say and in how often a hand is edited. What the group gets, and somebody who only watches, must
be equal byte by byte, call by call, in the same order.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.games.invisible_man.text import ICONS
from bot.playground.model import User
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, labels, party_at
from tests.helpers.stored import patch
from tests.noninterference.watch import STARTING
from tests.table.test_hands import begin

Sent = tuple[str, str]
"""A call to the Bot API: its method, and its parameters with pictures by their SHA-256."""
MOVES = 24
"""So many are made, each by one press or two."""


def search(state: dict[str, Any]) -> dict[str, Any]:
    """Lay cards on places and give the Invisible Man two Cloaks, as later in a game."""
    hidden, *police = (dict(part) for part in state["parts"])
    no, yes, cloak = (dict(state[kind]) for kind in ("no", "yes", "cloak"))
    hidden["cloaks"], cloak["left"] = cloak["left"][:2], cloak["left"][2:]
    laid = []
    for number, (place, kind, pile, by) in enumerate(LAID, 1):
        value, *left = (no if pile == "no" else yes)["left"]
        (no if pile == "no" else yes)["left"] = left
        laid.append({"number": number, "kind": kind, "place": place, "value": value, "by": by})
    changed = {"no": no, "yes": yes, "cloak": cloak, "laid": laid, "numbered": len(laid)}
    return {**state, "parts": [hidden, *police], **changed}


LAID = (("bank", "no", "no", 0), ("bank", "yes", "yes", 1), ("park", "yes", "yes", 1), ("hotel", "no", "no", 0))
"""What lies face down: where, what it is, from which pile, and who has laid it."""


def secret_digits(state: dict[str, Any]) -> dict[str, Any]:
    """The same at a table that hides the digits of Signals (N15)."""
    return {**search(state), "settings": {**state["settings"], "hidden_digits": True}}


def chase(state: dict[str, Any]) -> dict[str, Any]:
    """The same, with the pawn in one corner of the town and the policemen in another."""
    state = search(state)
    hidden, *police = state["parts"]
    parts = [{**hidden, "cell": "r12_1"}, *({**part, "cell": "r2_1"} for part in police)]
    return {**state, "parts": parts}


SCENES = {"search": search, "secret digits": secret_digits, "chase": chase}


def exchanged(state: dict[str, Any]) -> dict[str, Any]:
    """Exchange two hands and what lies face down for cards of their piles, and turn the rest of the piles round."""
    parts = [dict(part) for part in state["parts"]]
    hidden, police = parts[0], parts[1]
    no, yes, cloak = (dict(state[kind]) for kind in ("no", "yes", "cloak"))
    laid = [dict(card) for card in state["laid"]]
    hidden["no"], no["left"] = _swapped(hidden["no"], no["left"])
    police["yes"], yes["left"] = _swapped(police["yes"], yes["left"])
    hidden["cloaks"], cloak["left"] = _swapped(hidden["cloaks"], cloak["left"])
    for kind, pile in (("no", no), ("yes", yes)):
        cards = [card for card in laid if card["kind"] == kind]
        values, pile["left"] = _swapped([card["value"] for card in cards], pile["left"])
        for card, value in zip(cards, values, strict=True):
            card["value"] = value
    last = len(state["signals"]) - len(police["signals"])  # what a 6 of the Invisible Man opens next all will see
    signals = [*state["signals"][:last], *police["signals"]]
    unseen = [*police["signals"], *state["signals"][last:]]
    police["signals"] = state["signals"][last:]
    changed = {"no": no, "yes": yes, "cloak": cloak, "laid": laid, "signals": signals, "parts": parts}
    if state["settings"]["hidden_digits"]:
        digits = state["digits"]
        turned = dict(zip(unseen, (digits[place] for place in (*unseen[1:], unseen[0])), strict=True))
        changed["digits"] = {**digits, **turned}
    return {**state, **changed}


def _swapped(held: list[Any], pile: list[Any]) -> tuple[list[Any], list[Any]]:
    """Take the values that differ from those held from the pile, as far as there are any."""
    left, taken = list(pile), []
    for value in held:
        other = next((each for each in left if each != value), left[0])
        left.remove(other)
        taken.append(other)
    return taken, left[::-1] + held


@pytest.fixture(params=SCENES)
async def parties(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[tuple[Party, Party]]:
    """Yield two parties in the same game; Ann is the Invisible Man, Bob and Cleo are policemen, Dan watches."""
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    async with (
        party_at(one, MovingClock(), pictures="own") as first,
        party_at(two, MovingClock(), pictures="own") as second,
    ):
        for party in (first, second):
            await begin(party, party.ann, party.bob, party.cleo)
            await party.close()
        patch(one, SCENES[request.param])
        for path in (two, *two.parent.glob(f"{two.name}-*")):
            path.unlink()
        shutil.copy(one, two)
        patch(two, exchanged)
        for party in (first, second):
            party.world.call_log.calls.clear()
            await party.open()
            await party.say(party.ann, "/board")
        yield first, second


def public_move(keys: list[str], shunned: str = "") -> tuple[str, ...]:
    """Choose what anybody could press whatever the hand: roll, walk in the streets, lay a card, draw, be done."""
    if "✋ 1" in keys:
        return "✋ 1", next(key for key in keys if key.split()[0] in ICONS.values())
    streets = [key for key in keys if key.isdecimal() and key != shunned]
    return (streets[-1],) if streets else (keys[0],)


async def play(party: Party) -> list[tuple[str, str]]:
    """Make the same public moves in either world; return who made which. Nobody catches the pawn."""
    made = []
    for number in range(MOVES):
        view = party.table().view(None)
        caught = str(view.cells.index(view.pawn) + 1) if view.pawn in view.cells else ""
        mover: User = party.mover()
        for label in public_move(labels(party.table_board()), caught):
            await party.press(mover, label, party.table_board())
            made.append((mover.first_name, label))
        if number % 6 == 2:
            await party.press(party.dan, "My secret", party.table_board())
            await party.press(party.dan, "What happened", party.table_board())
            await party.say(mover, "/hand")
        if number == MOVES // 2:
            await party.restart()
            await party.pass_time(60)
            await party.say(party.cleo, "/board")
    return made


def sent(party: Party, *unknown_to: int) -> list[Sent]:
    """List all calls but those to the private chats named, in order.

    Messages are numbered by their first mention: a private message that is sent at the same moment as a board takes the
    number before it or after it, whatever it says.
    """
    known: dict[str, int] = {}

    def renumbered(found: re.Match[str]) -> str:
        return f'"message_id": "#{known.setdefault(found[1], len(known))}"'

    return [
        (call.method, re.sub(r'"message_id": "(\d+)"', renumbered, _plain(party, call.params)))
        for call in party.world.calls
        if call.method not in STARTING and call.chat not in unknown_to
    ]


def _plain(party: Party, params: dict[str, Any]) -> str:
    text = json.dumps(params, sort_keys=True)
    text = re.sub(r"attached[0-9a-f]{32}", "attached", text)  # the library's random names for the parts of a request
    return re.sub(r"AgACAgIAAx[0-9a-f]{8}", lambda found: _sha256(party, found[0]), text)


def _sha256(party: Party, file_id: str) -> str:
    photo = party.world.photos.find(file_id)
    assert photo is not None
    return photo.sha256


async def test_the_group_gets_the_same_calls_whatever_the_hands_hold(parties: tuple[Party, Party]) -> None:
    """N-c: texts, buttons, pictures, order and number."""
    first, second = parties
    for seat in (0, 1):
        views = [party.table().view(seat) for party in parties]
        assert views[0].hand != views[1].hand, "the parties differ"
        assert [card.value for card in views[0].cards] != [card.value for card in views[1].cards]
    assert first.table().view(None) == second.table().view(None)
    running = first.table().view(None).pawn is not None
    made = [await play(party) for party in parties]
    assert made[0] == made[1]
    assert running or "✋ 1" in {label for _, label in made[0]}, "cards were laid"
    holders = [person.id for person in (first.ann, first.bob, first.cleo)]
    assert sent(first, *holders) == sent(second, *holders)
    assert len(sent(first, *holders)) > MOVES
