"""Every error of docs/platforms.md A13 that the playground gives, word for word.

A case is (what happened before, method, parameters, code, description). Parameters may name things of the scene:
`$group` is the group's id, `$board` a photo with a keyboard in it, `$text` a text, and so on (`Scene.ids`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.tools import ApiCaller, ManualClock, keys, png

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
TOO_MANY_KEYS = {"inline_keyboard": [[{"text": "x", "callback_data": "d" * 64}] * 8] * 15}


@dataclass
class ChatsOfEveryKind:
    """A group, a supergroup and a forum with the bot in them, people in every relation to it, messages of all kinds."""

    world: World
    clock: ManualClock
    group: Chat
    supergroup: Chat
    forum: Chat
    ann: User
    boris: User
    ids: dict[str, Any]

    def fill(self, value: Any) -> Any:
        """Put real ids where `$names` stand."""
        if isinstance(value, str) and value.startswith("$"):
            return self.ids[value[1:]]
        if isinstance(value, dict):
            return {name: self.fill(each) for name, each in value.items()}
        return [self.fill(each) for each in value] if isinstance(value, list) else value


@pytest.fixture
async def scene(
    world: World,
    clock: ManualClock,
    group: Chat,
    supergroup: Chat,
    forum: Chat,
    ann: User,
    boris: User,
    call: ApiCaller,
) -> ChatsOfEveryKind:
    board = await call.photo(group.id, caption="Board", reply_markup='{"inline_keyboard":[]}')
    text = await call.text(group.id, "Text")
    foreign = world.say(boris, group, "hello")
    topic = world.create_topic(ann, forum, "Open")
    closed = world.create_topic(ann, forum, "Closed")
    world.close_topic(ann, forum, closed.id)
    removed = world.create_topic(ann, forum, "Removed")
    world.delete_topic(forum, removed.id)
    world.start(ann)
    press = world.press(ann, group, board["message_id"], "x")
    world.say(boris, group, "/play")
    ids = {
        "group": group.id,
        "supergroup": supergroup.id,
        "forum": forum.id,
        "ann": ann.id,
        "boris": boris.id,
        "board": board["message_id"],
        "text": text["message_id"],
        "foreign": foreign.id,
        "topic": topic.id,
        "closed": closed.id,
        "removed": removed.id,
        "press": press.id,
        "bot": world.bot.id,
    }
    return ChatsOfEveryKind(world, clock, group, supergroup, forum, ann, boris, ids)


Before = Callable[[ChatsOfEveryKind], object]


def nothing(scene: ChatsOfEveryKind) -> None:
    """Leave the scene as it is."""


def kicked(scene: ChatsOfEveryKind) -> None:
    scene.world.kick_bot(scene.group, scene.ann)


def kicked_from_supergroup(scene: ChatsOfEveryKind) -> None:
    scene.world.kick_bot(scene.supergroup, scene.ann)


def left_supergroup(scene: ChatsOfEveryKind) -> None:
    scene.supergroup.members[scene.world.bot.id].status = "left"


def left_group(scene: ChatsOfEveryKind) -> None:
    scene.group.members[scene.world.bot.id].status = "left"


def deleted(scene: ChatsOfEveryKind) -> None:
    scene.world.delete_group(scene.group)


def blocked(scene: ChatsOfEveryKind) -> None:
    scene.world.block(scene.ann)


def deactivated(scene: ChatsOfEveryKind) -> None:
    scene.ann.deactivated = True


def board_gone(scene: ChatsOfEveryKind) -> None:
    scene.world.promote(scene.ann, scene.group)
    scene.world.delete_message(scene.ann, scene.group, scene.ids["board"])


def without_photos(scene: ChatsOfEveryKind) -> None:
    scene.world.set_permissions(scene.group, can_send_photos=False)


def without_texts(scene: ChatsOfEveryKind) -> None:
    scene.world.set_permissions(scene.group, can_send_messages=False)


def silenced(scene: ChatsOfEveryKind) -> None:
    every = {name: False for name in scene.group.permissions if "send" in name}
    scene.world.set_permissions(scene.group, **every)


def two_days_later(scene: ChatsOfEveryKind) -> None:
    scene.clock.move(48 * 3600)


def sixteen_seconds_later(scene: ChatsOfEveryKind) -> None:
    scene.clock.move(16)


def private_profile(scene: ChatsOfEveryKind) -> None:
    scene.boris.links_forbidden = True


def another_bot(scene: ChatsOfEveryKind) -> None:
    scene.boris.is_bot = True


def send(**params: Any) -> tuple[str, dict[str, Any]]:
    return "sendMessage", {"chat_id": "$group", "text": "hello", **params}


def button(**fields: Any) -> tuple[str, dict[str, Any]]:
    return send(reply_markup={"inline_keyboard": [[{"text": "x", **fields}]]})


def edit(what: str, **params: Any) -> tuple[str, dict[str, Any]]:
    return f"editMessage{what}", {"chat_id": "$group", **params}


Case = tuple[Before, tuple[str, dict[str, Any]], int, str]

EDITS: list[Case] = [
    (nothing, edit("Text", message_id="$text", text="Text"), 400, NOT_MODIFIED),
    (nothing, edit("ReplyMarkup", message_id="$board"), 400, NOT_MODIFIED),
    (nothing, edit("Text", message_id=99999, text="x"), 400, "Bad Request: message to edit not found"),
    (nothing, edit("Text", message_id=0, text="x"), 400, "Bad Request: message to edit not found"),
    (board_gone, edit("ReplyMarkup", message_id="$board"), 400, "Bad Request: message to edit not found"),
    (nothing, edit("Text", text="x"), 400, "Bad Request: message identifier is not specified"),
    (nothing, edit("Text", message_id="$foreign", text="x"), 400, "Bad Request: message can't be edited"),
    (
        nothing,
        edit("Media", message_id="$board", media={"type": "sticker", "media": "x"}),
        400,
        "Bad Request: message media can't be edited",
    ),
    (
        nothing,
        edit("Text", message_id="$board", text="x"),
        400,
        "Bad Request: there is no text in the message to edit",
    ),
    (nothing, edit("Text", message_id="$text", text="x" * 4097), 400, "Bad Request: MESSAGE_TOO_LONG"),
    (
        nothing,
        edit("Media", message_id="$board", media={"type": "photo", "media": "x", "caption": "x" * 1025}),
        400,
        "Bad Request: MEDIA_CAPTION_TOO_LONG",
    ),
    (kicked, edit("Text", message_id="$text", text="x"), 403, "Forbidden: bot was kicked from the group chat"),
]

DELETIONS: list[Case] = [
    (
        nothing,
        ("deleteMessage", {"chat_id": "$group", "message_id": 99999}),
        400,
        "Bad Request: message to delete not found",
    ),
    (
        nothing,
        ("deleteMessage", {"chat_id": "$group"}),
        400,
        "Bad Request: message identifier is not specified",
    ),
    (
        nothing,
        ("deleteMessage", {"chat_id": "$group", "message_id": "$foreign"}),
        400,
        "Bad Request: message can't be deleted for everyone",
    ),
    (
        two_days_later,
        ("deleteMessage", {"chat_id": "$group", "message_id": "$text"}),
        400,
        "Bad Request: message can't be deleted for everyone",
    ),
]

ANSWERS: list[Case] = [
    (nothing, ("answerCallbackQuery", {"callback_query_id": "17"}), 400, TOO_OLD),
    (sixteen_seconds_later, ("answerCallbackQuery", {"callback_query_id": "$press"}), 400, TOO_OLD),
    (nothing, ("answerInlineQuery", {"inline_query_id": "17", "results": []}), 400, TOO_OLD),
    (
        nothing,
        ("answerInlineQuery", {"inline_query_id": "17", "results": [{}] * 51}),
        400,
        "Bad Request: RESULTS_TOO_MUCH",
    ),
    (
        nothing,
        ("answerCallbackQuery", {"callback_query_id": "$press", "text": "x" * 201}),
        400,
        "Bad Request: MESSAGE_TOO_LONG",
    ),
    (
        nothing,
        ("answerCallbackQuery", {"callback_query_id": "$press", "url": "https://example.org/"}),
        400,
        "Bad Request: URL_INVALID",
    ),
]

PLACES: list[Case] = [
    (nothing, send(chat_id=-17), 400, "Bad Request: chat not found"),
    (nothing, send(chat_id="@nobody_here"), 400, "Bad Request: chat not found"),
    (nothing, send(chat_id="nonsense"), 400, "Bad Request: chat not found"),
    (nothing, send(chat_id=5999999), 400, "Bad Request: chat not found"),
    (nothing, send(chat_id=""), 400, "Bad Request: chat_id is empty"),
    (
        nothing,
        ("getChatMember", {"chat_id": "$group", "user_id": 5999999}),
        400,
        "Bad Request: user not found",
    ),
    (nothing, send(chat_id="$forum", message_thread_id="$removed"), 400, "Bad Request: message thread not found"),
    (nothing, send(chat_id="$forum", message_thread_id=1), 400, "Bad Request: message thread not found"),
    (nothing, send(chat_id="$supergroup", message_thread_id=7), 400, "Bad Request: message thread not found"),
    (nothing, send(chat_id="$forum", message_thread_id="$closed"), 400, "Bad Request: TOPIC_CLOSED"),
    (blocked, send(chat_id="$ann"), 403, "Forbidden: bot was blocked by the user"),
    (nothing, send(chat_id="$boris"), 403, "Forbidden: bot can't initiate conversation with a user"),
    (deactivated, send(chat_id="$ann"), 403, "Forbidden: user is deactivated"),
    (nothing, send(chat_id="$bot"), 403, "Forbidden: the bot can't send messages to the bot"),
    (another_bot, send(chat_id="$boris"), 403, "Forbidden: the bot can't send messages to the bot"),
    (kicked, send(), 403, "Forbidden: bot was kicked from the group chat"),
    (kicked_from_supergroup, send(chat_id="$supergroup"), 403, "Forbidden: bot was kicked from the supergroup chat"),
    (left_group, send(), 403, "Forbidden: bot is not a member of the group chat"),
    (left_supergroup, send(chat_id="$supergroup"), 403, "Forbidden: bot is not a member of the supergroup chat"),
    (deleted, send(), 403, "Forbidden: the group chat was deleted"),
    (
        left_group,
        ("getChatMember", {"chat_id": "$group", "user_id": "$ann"}),
        403,
        "Forbidden: bot is not a member of the group chat",
    ),
    (
        blocked,
        ("sendChatAction", {"chat_id": "$ann", "action": "typing"}),
        403,
        "Forbidden: bot was blocked by the user",
    ),
    (
        nothing,
        ("sendChatAction", {"chat_id": "$boris", "action": "typing"}),
        403,
        "Forbidden: bot can't initiate conversation with a user",
    ),
    (
        kicked,
        ("sendChatAction", {"chat_id": "$group", "action": "typing"}),
        403,
        "Forbidden: bot was kicked from the group chat",
    ),
    (
        nothing,
        ("sendChatAction", {"chat_id": "$group", "action": "dancing"}),
        400,
        "Bad Request: wrong parameter action in request",
    ),
]

RIGHTS: list[Case] = [
    (without_texts, send(), 400, "Bad Request: not enough rights to send text messages to the chat"),
    (
        without_photos,
        ("sendPhoto", {"chat_id": "$group", "photo": "x"}),
        400,
        "Bad Request: not enough rights to send photos to the chat",
    ),
    (silenced, send(), 400, "Bad Request: have no write access to the chat"),
    (
        silenced,
        ("sendChatAction", {"chat_id": "$group", "action": "typing"}),
        400,
        "Bad Request: have no write access to the chat",
    ),
]

TEXTS: list[Case] = [
    (nothing, send(text=""), 400, "Bad Request: message text is empty"),
    (nothing, send(text=" \n "), 400, "Bad Request: message text is empty"),
    (nothing, send(text="x" * 4097), 400, "Bad Request: message is too long"),
    (nothing, send(text="😀" * 2049), 400, "Bad Request: message is too long"),
    (nothing, send(parse_mode="HTML"), 400, "Bad Request: unsupported parse_mode"),
    (nothing, send(entities="[{"), 400, "Bad Request: can't parse entities JSON object"),
]

KEYBOARDS: list[Case] = [
    (nothing, button(callback_data="я" * 33), 400, "Bad Request: BUTTON_DATA_INVALID"),
    (nothing, button(callback_data=""), 400, "Bad Request: BUTTON_DATA_INVALID"),
    (nothing, button(url="not a link"), 400, "Bad Request: BUTTON_URL_INVALID"),
    (nothing, button(url="tg://user?id=5999999"), 400, "Bad Request: BUTTON_USER_INVALID"),
    (private_profile, button(url="tg://user?id=5000002"), 400, "Bad Request: BUTTON_USER_PRIVACY_RESTRICTED"),
    (nothing, send(reply_markup=TOO_MANY_KEYS), 400, "Bad Request: reply markup is too long"),
    (nothing, send(reply_markup="{"), 400, "Bad Request: can't parse reply keyboard markup JSON object"),
    (nothing, send(reply_markup=[1]), 400, "Bad Request: object expected as reply markup"),
    (
        nothing,
        button(),
        400,
        "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    (
        nothing,
        button(callback_data="x", style="pink"),
        400,
        "Bad Request: can't parse inline keyboard button: invalid button style specified",
    ),
]

FILES: list[Case] = [
    (nothing, ("sendPhoto", {"chat_id": "$group"}), 400, "Bad Request: there is no photo in the request"),
    (
        nothing,
        ("sendPhoto", {"chat_id": "$group", "photo": "AgACnobody"}),
        400,
        "Bad Request: wrong file identifier/HTTP URL specified",
    ),
    (
        nothing,
        ("sendPhoto", {"chat_id": "$group", "photo": "https://example.org/x.png"}),
        400,
        "Bad Request: failed to get HTTP URL content",
    ),
    (
        nothing,
        ("sendPhoto", {"chat_id": "$group", "photo": "x", "caption": "x" * 1025}),
        400,
        "Bad Request: message caption is too long",
    ),
]


def commands(name: str, description: str = "x") -> tuple[str, dict[str, Any]]:
    return "setMyCommands", {"commands": [{"command": name, "description": description}]}


COMMANDS: list[Case] = [
    (nothing, commands("x" * 33), 400, "Bad Request: command length must not exceed 32"),
    (nothing, commands("x", "y" * 257), 400, "Bad Request: command description length must not exceed 256"),
    (nothing, commands("no-dash"), 400, "Bad Request: BOT_COMMAND_INVALID"),
    (
        nothing,
        ("setMyCommands", {"commands": [{"command": "x"}]}),
        400,
        "Bad Request: can't parse BotCommand: Can't find field \"description\"",
    ),
]


def hook(url: str, **params: Any) -> tuple[str, dict[str, Any]]:
    return "setWebhook", {"url": url, **params}


SERVER: list[Case] = [
    (
        nothing,
        hook("https://example.org:81/hook"),
        400,
        "Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
    ),
    (
        nothing,
        hook("http://example.org/hook"),
        400,
        "Bad Request: bad webhook: An HTTPS URL must be provided for webhook",
    ),
    (nothing, hook("nonsense"), 400, "Bad Request: invalid webhook URL specified"),
    (
        nothing,
        hook("http://127.0.0.1:1/", secret_token="x" * 257),
        400,
        "Bad Request: secret token is too long",
    ),
    (
        nothing,
        hook("http://127.0.0.1:1/", secret_token="semi;colon"),
        400,
        "Bad Request: secret token contains unallowed characters",
    ),
    (nothing, ("sendDice", {"chat_id": "$group"}), 404, "Not Found: method not found"),
]

CASES = [*EDITS, *DELETIONS, *ANSWERS, *PLACES, *RIGHTS, *TEXTS, *KEYBOARDS, *FILES, *COMMANDS, *SERVER]


@pytest.mark.parametrize(
    ("before", "asked", "code", "description"),
    CASES,
    ids=[f"{asked[0]}-{before.__name__}-{description[:50]}" for before, asked, _, description in CASES],
)
async def test_a_refusal_has_the_servers_words(
    scene: ChatsOfEveryKind,
    call: ApiCaller,
    before: Before,
    asked: tuple[str, dict[str, Any]],
    code: int,
    description: str,
) -> None:
    """docs/platforms.md A13; survive-71: limits of the real server are enforced here."""
    before(scene)
    method, params = asked
    assert (await call(method, **scene.fill(params))).refusal == (code, description)


async def test_a_migrated_group_names_its_new_id(scene: ChatsOfEveryKind, call: ApiCaller) -> None:
    new = scene.world.migrate(scene.group)
    reply = await call("sendMessage", chat_id=scene.group.id, text="x")
    assert reply.refusal == (400, "Bad Request: group chat was upgraded to a supergroup chat")
    assert reply.body["parameters"] == {"migrate_to_chat_id": new.id}


async def test_a_flood_names_its_seconds_in_body_and_header(group: Chat, clock: ManualClock, call: ApiCaller) -> None:
    """docs/platforms.md A9."""
    for _ in range(20):
        await call.text(group.id)
    clock.move(43)
    reply = await call("sendMessage", chat_id=group.id, text="x")
    assert reply.body == {
        "ok": False,
        "error_code": 429,
        "description": "Too Many Requests: retry after 17",
        "parameters": {"retry_after": 17},
    }
    assert (reply.status, reply.headers["Retry-After"]) == (429, "17")


async def test_a_query_is_answered_once(scene: ChatsOfEveryKind, call: ApiCaller) -> None:
    assert (await call("answerCallbackQuery", callback_query_id=scene.ids["press"])).result is True
    assert (await call("answerCallbackQuery", callback_query_id=scene.ids["press"])).refusal == (400, TOO_OLD)


async def test_identical_media_is_not_modified(group: Chat, call: ApiCaller) -> None:
    sent = await call.photo(group.id, caption="Same")
    media = {"type": "photo", "media": sent["photo"][-1]["file_id"], "caption": "Same"}
    reply = await call("editMessageMedia", chat_id=group.id, message_id=sent["message_id"], media=media)
    assert reply.refusal == (400, NOT_MODIFIED)


async def test_the_same_bytes_uploaded_again_are_another_photo(group: Chat, call: ApiCaller) -> None:
    sent = await call.photo(group.id, caption="Same")
    media = '{"type":"photo","media":"attach://fresh","caption":"Same"}'
    files = {"fresh": ("board.png", png())}
    reply = await call.form(
        "editMessageMedia", files, chat_id=str(group.id), message_id=str(sent["message_id"]), media=media
    )
    assert reply.result["photo"][-1]["file_unique_id"] != sent["photo"][-1]["file_unique_id"]


@pytest.mark.parametrize(
    ("name", "content", "code", "description"),
    [
        ("wide.png", png(2100, 100), 400, "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        ("large.png", png(9000, 1001), 400, "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        ("broken.png", png()[:60], 400, "Bad Request: IMAGE_PROCESS_FAILED"),
        ("text.png", b"no picture at all", 400, "Bad Request: IMAGE_PROCESS_FAILED"),
        ("script.png", SVG, 400, "Bad Request: IMAGE_PROCESS_FAILED"),
        ("script", SVG, 400, "Bad Request: IMAGE_PROCESS_FAILED"),
        (
            "drawing.svg",
            b"<svg/>",
            400,
            "Bad Request: photo has unsupported extension. Use one of .jpg, .jpeg, .gif, .png, .tif or .bmp",
        ),
        ("huge.png", b"\0" * ((10 << 20) + 1), 413, "Request Entity Too Large"),
    ],
    ids=["ratio", "sides", "truncated", "no-picture", "svg-as-png", "svg-without-a-name", "extension", "ten-megabytes"],
)
async def test_what_is_no_photo_is_refused(
    group: Chat, call: ApiCaller, name: str, content: bytes, code: int, description: str
) -> None:
    """docs/platforms.md A4, A6."""
    reply = await call.form("sendPhoto", {"photo": (name, content)}, chat_id=str(group.id))
    assert reply.refusal == (code, description)


@pytest.mark.parametrize(
    ("token", "description"),
    [("7000000001:of-somebody-else", "Unauthorized"), ("nonsense", "Unauthorized: invalid token specified")],
)
async def test_a_wrong_token_is_refused(call: ApiCaller, token: str, description: str) -> None:
    call.token = token
    assert (await call("getMe")).refusal == (401, description)


@pytest.mark.parametrize("path", ["/bot5:x", "/bot5:x?method=getMe"])
async def test_a_path_without_method_is_not_found(call: ApiCaller, path: str) -> None:
    async with call.session.get(call.base + path) as answer:
        assert await answer.json() == {"ok": False, "error_code": 404, "description": "Not Found"}


async def test_a_channel_wants_an_administrator(world: World, ann: User, call: ApiCaller) -> None:
    channel = world.create_channel("News", ann)
    world.demote(world.bot, channel)
    reply = await call("sendMessage", chat_id=channel.id, text="x")
    assert reply.refusal == (400, "Bad Request: need administrator rights in the channel chat")


async def test_a_refused_call_changes_nothing(scene: ChatsOfEveryKind, call: ApiCaller) -> None:
    before = dict(scene.group.messages)
    await call("sendMessage", chat_id=scene.group.id, text="x", reply_markup=keys("я" * 40))
    await call("editMessageText", chat_id=scene.group.id, message_id=scene.ids["board"], text="y")
    assert scene.group.messages == before
    assert scene.group.messages[scene.ids["board"]].text == "Board"
