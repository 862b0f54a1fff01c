"""Messages in a group for one person's eyes (PLATFORMS A3)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground import feed
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.tools import Caller, Clock, keys, png


async def pressed(world: World, group: Chat, person: User, call: Caller) -> str:
    board = await call.text(group.id, reply_markup=keys("x"))
    return world.press(person, group, board["message_id"], "x").id


def to(person: User, query: str = "") -> dict[str, Any]:
    wanted: dict[str, Any] = {"receiver_user_id": person.id}
    return wanted | ({"callback_query_id": query} if query else {})


async def whisper(call: Caller, group: Chat, person: User, query: str) -> dict[str, Any]:
    return await call.text(group.id, "Wizard", ephemeral_message_parameters=to(person, query))


async def test_only_the_receiver_sees_it(world: World, group: Chat, ann: User, boris: User, call: Caller) -> None:
    query = await pressed(world, group, ann, call)
    with world.watch() as changes:
        sent = await whisper(call, group, ann, query)
        (change,) = changes.take()
    assert (sent["message_id"], sent["ephemeral_message_id"]) == (0, 1)
    assert sent["receiver_user"]["id"] == ann.id
    assert (world.sees(ann, change), world.sees(boris, change)) == (True, False)
    assert world.messages_of(group, ann)[-1].text == "Wizard"
    assert all(message.text != "Wizard" for message in world.messages_of(group, boris))


async def test_the_window_is_fifteen_seconds_answered_or_not(
    world: World, group: Chat, ann: User, call: Caller, clock: Clock
) -> None:
    query = await pressed(world, group, ann, call)
    await call("answerCallbackQuery", callback_query_id=query)
    clock.move(15)
    assert (await whisper(call, group, ann, query))["ephemeral_message_id"] == 1
    clock.move(0.5)
    reply = await call("sendMessage", chat_id=group.id, text="x", ephemeral_message_parameters=to(ann, query))
    assert reply.status == 400


async def test_another_persons_press_opens_nothing(
    world: World, group: Chat, ann: User, boris: User, call: Caller
) -> None:
    query = await pressed(world, group, ann, call)
    world.say(boris, group, "/play")
    reply = await call("sendMessage", chat_id=group.id, text="x", ephemeral_message_parameters=to(boris, query))
    assert reply.status == 400


async def test_an_administrator_may_any_time_and_others_not(world: World, group: Chat, ann: User, call: Caller) -> None:
    reply = await call("sendMessage", chat_id=group.id, text="x", ephemeral_message_parameters=to(ann))
    assert reply.refusal == (400, "Bad Request: CHAT_ADMIN_REQUIRED")
    world.promote(world.bot, group)
    assert (await whisper(call, group, ann, ""))["ephemeral_message_id"] == 1
    old = await call("sendMessage", chat_id=group.id, text="x", receiver_user_id=ann.id)
    assert old.result["ephemeral_message_id"] == 2, "the parameter of 10.2 still works"


async def test_the_receiver_must_be_there(world: World, group: Chat, ann: User, boris: User, call: Caller) -> None:
    world.promote(world.bot, group)
    world.leave(boris, group)
    for wanted in (to(boris), to(world.bot), {"receiver_user_id": 17}):
        reply = await call("sendMessage", chat_id=group.id, text="x", ephemeral_message_parameters=wanted)
        assert reply.refusal == (400, "Bad Request: user not found")


async def test_there_are_none_in_private(world: World, ann: User, call: Caller) -> None:
    world.start(ann)
    reply = await call("sendMessage", chat_id=ann.id, text="x", ephemeral_message_parameters=to(ann))
    assert reply.refusal == (400, "Bad Request: PEER_ID_INVALID")


@pytest.fixture
async def secret(world: World, group: Chat, ann: User, call: Caller) -> dict[str, Any]:
    query = await pressed(world, group, ann, call)
    sent = await whisper(call, group, ann, query)
    return {"chat_id": group.id, "receiver_user_id": ann.id, "ephemeral_message_id": sent["ephemeral_message_id"]}


async def test_it_is_edited_by_its_own_methods(group: Chat, ann: User, call: Caller, secret: dict[str, Any]) -> None:
    message = group.whispers[ann.id, 1]
    assert (await call("editEphemeralMessageText", **secret, text="Witch", reply_markup=keys("x"))).result is True
    assert (message.text, message.keyboard) == ("Witch", keys("x")["inline_keyboard"])
    assert (await call("editEphemeralMessageReplyMarkup", **secret)).result is True
    assert message.keyboard is None
    picture = await call.photo(group.id)
    media = {"type": "photo", "media": picture["photo"][-1]["file_id"], "caption": "Jester"}
    assert (await call("editEphemeralMessageMedia", **secret, media=media)).result is True
    assert message.photo is not None
    assert (await call("editEphemeralMessageCaption", **secret, caption="Fool")).result is True
    assert message.text == "Fool"


async def test_it_takes_uploads(world: World, group: Chat, ann: User, call: Caller, secret: dict[str, Any]) -> None:
    """PLATFORMS A2: since 10.3."""
    fields = {name: str(value) for name, value in secret.items()}
    media = '{"type":"photo","media":"attach://p"}'
    reply = await call.form("editEphemeralMessageMedia", {"p": ("p.png", png(30, 20))}, **fields, media=media)
    assert reply.result is True
    photo = group.whispers[ann.id, 1].photo
    assert photo is not None
    assert (photo.width, photo.height) == (30, 20)


async def test_its_buttons_are_pressed_by_its_receiver(
    world: World, group: Chat, ann: User, boris: User, call: Caller, secret: dict[str, Any]
) -> None:
    await call("editEphemeralMessageText", **secret, text="Which?", reply_markup=keys("x"))
    press = world.press_ephemeral(ann, group, 1, "x")
    shown = (await call.updates())[-1]["callback_query"]["message"]
    assert (shown["message_id"], shown["ephemeral_message_id"]) == (0, 1)
    await call("answerCallbackQuery", callback_query_id=press.id, text="ok")
    assert (await press).text == "ok"
    with pytest.raises(Exception, match="no such message"):
        world.press_ephemeral(boris, group, 1, "x")


async def test_it_is_deleted_by_its_own_method_alone(
    world: World, group: Chat, ann: User, call: Caller, secret: dict[str, Any]
) -> None:
    message = group.whispers[ann.id, 1]
    ordinary = await call("deleteMessage", chat_id=group.id, message_id=0)
    assert ordinary.refusal == (400, "Bad Request: message to delete not found")
    with world.watch() as changes:
        assert (await call("deleteEphemeralMessage", **secret)).result is True
        assert changes.take() == [feed.MessageDeleted(message)]
    again = await call("deleteEphemeralMessage", **secret)
    assert again.refusal == (400, "Bad Request: message to delete not found")
    edited = await call("editEphemeralMessageText", **secret, text="x")
    assert edited.refusal == (400, "Bad Request: message to edit not found")
