"""Tokens are untrusted: whatever is pressed, it is answered, and nothing happens that the presser may not do."""

from __future__ import annotations

import asyncio
import string
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground import wire
from bot.table.model.tokens import parse_token
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, party_at

BOARD = "p0 p6 p7 s0 s9 o0 o p p00 x1 advice hand again look_names look_x"
LOBBY = "join quit start cancel page_options page_x starter youngest option_ preset_ preset_sheet_000 remove_ "
LOBBY += "page_computers computer_ computer_easy computer_godlike"
MENUS = "kick_ kicked_ relieve_ end keep go_ stay pick_ pick_hand seen_1 seen_x pause"
SEATS = "back pass resume seat give_ give_x_y deny_ deny_x n after_0 after_knew after_film after_x after_"
CODES = f"{BOARD} {LOBBY} {MENUS} {SEATS}".split()


def tokens(table: str, decision: int) -> st.SearchStrategy[str]:
    """Make tokens: random ones, and ones near the true ones of a table."""
    heads = st.sampled_from([table, "00000000", table.upper(), "", "c", "l", "p", "r", "f", f"f.{table}"])
    decisions = st.sampled_from(["-", "*", str(decision), str(decision + 1), "-1", "9" * 12, "", "١"])
    codes = st.sampled_from(CODES) | st.text(string.ascii_letters + string.digits + "_.-", max_size=30)
    near = st.builds(lambda *parts: ".".join(parts), heads, decisions, codes)
    return near | st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=16)


async def press_all(pressed: list[tuple[int, str]]) -> None:
    """Press at a running table by those who may do nothing there: an onlooker, and who is not to move."""
    with tempfile.TemporaryDirectory() as folder:
        async with party_at(Path(folder) / "forged.db", MovingClock(), pictures="blank") as party:
            await party.begin(party.ann, party.bob)
            record = party.table_record()
            for who, token in pressed:
                token = token.replace("TABLE", record.id)
                clock_forward(party)
                await party.send((party.bob, party.cleo)[who], party.table_board(), token)
            await party.settle()
            assert party.table_record() == record
            assert party.table_status() == "playing"


def clock_forward(party: Party) -> None:
    """Advance the clock so far that no press counts as a flood."""
    assert isinstance(party._clock, MovingClock)
    party._clock.advance(1)


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 1), tokens("TABLE", 1)), min_size=5, max_size=20))
def test_forged_presses_are_answered_and_change_nothing(pressed: list[tuple[int, str]]) -> None:
    asyncio.run(press_all(pressed))


@given(st.text(max_size=80))
def test_only_whole_tokens_are_read(token: str) -> None:
    parsed = parse_token(token)
    if parsed is not None:
        table, decision, code = parsed
        assert f"{table}.{'-' if decision is None else token.split('.')[1]}.{code}" == token
        assert token.isascii()


def test_a_true_token_is_read() -> None:
    assert parse_token("0a1b2c3d.17.s3") == ("0a1b2c3d", 17, "s3")
    assert parse_token("0a1b2c3d.-.page_options") == ("0a1b2c3d", None, "page_options")
    assert parse_token("0a1b2c3d.17.s3\n") is None


async def test_random_bytes_on_any_message(party: Party) -> None:
    """Also by somebody who may rule: nothing but an answer comes of it."""
    await party.seat(party.ann, party.bob)
    record = party.table_record()
    near = [f"{record.id}{rest}" for rest in (".-.", "..", ".-.remove_zzz", ".-.preset_x", ".-.page_rule")]
    for token in ("\x00", "🎩" * 16, "." * 64, "r.zz.9", *near):
        await party.send(party.ann, party.board(), token)
    await party.settle()
    assert party.table_record() == record


async def test_a_press_told_of_somebody_elses_private_chat_is_refused(party: Party) -> None:
    """No client offers that; whoever is at the table has its buttons in the own private chat alone."""
    await party.begin(party.ann, party.bob)
    party.world.start(party.ann)
    await party.settle()
    record, theirs = party.table_record(), party.private(party.ann)[-1]
    token = next(token for token in party_tokens(party) if token.startswith(f"{record.id}.{record.decision}."))
    for who in (party.bob, party.cleo):
        handle = party.world.queries.press(who, theirs, token)
        content = {"id": handle.id, "from": wire.user(who), "message": wire.message(theirs), "data": token}
        content["chat_instance"] = theirs.chat.instance
        party.world.updates.put("callback_query", f"user:{who.id}", content)
        assert (await asyncio.wait_for(handle.ended, 60)).text == "This button no longer works."
    await party.settle()
    assert party.table_record() == record


def party_tokens(party: Party) -> list[str]:
    """List the tokens on the board."""
    return [str(button.get("callback_data")) for row in party.table_board().keyboard or [] for button in row]
