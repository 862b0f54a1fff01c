"""The application's global commands: checked, kept, looked up (docs/platforms.md B3)."""

from __future__ import annotations

from typing import Any

import regex

from tests.helpers.discord.refusals import Form, Impossible
from tests.helpers.discord.timing import Snowflakes

LOCALES = (
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
)  # fmt: skip
_NAME = regex.compile(r"[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}")
_STRING, _INTEGER, _BOOLEAN = 3, 4, 5
_MOST = {1: 100, 2: 15, 3: 15}
_FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}


class Commands:
    """What `PUT` has set; `puts` counts how often."""

    def __init__(self, ids: Snowflakes, application: int) -> None:
        self.registered: list[dict[str, Any]] = []
        self.puts = 0
        self._ids = ids
        self._application = application

    def overwrite(self, commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Replace all commands. Raises Refusal."""
        form = Form()
        for number, command in enumerate(commands):
            _check(form, (number,), command)
        for kind, most in _MOST.items():
            if sum(each.get("type", 1) == kind for each in commands) > most:
                form.fault((), "APPLICATION_COMMANDS_MAX", f"Must be {most} or fewer.")
        names = [(each.get("type", 1), each.get("name")) for each in commands]
        for number, name in enumerate(names):
            if name in names[:number]:
                words = "Application command names must be unique"
                form.fault((number, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
        form.done()
        self.puts += 1
        known = {(each["type"], each["name"]): each["id"] for each in self.registered}
        self.registered = [self._kept(each, known) for each in commands]
        return self.registered

    def _kept(self, command: dict[str, Any], known: dict[tuple[int, str], str]) -> dict[str, Any]:
        kind = command.get("type", 1)
        return {
            "id": known.get((kind, command["name"])) or str(self._ids.next()),
            "application_id": str(self._application),
            "version": str(self._ids.next()),
            "type": kind,
            "name": command["name"],
            "name_localizations": command.get("name_localizations") or None,
            "description": command.get("description") or "",
            "description_localizations": command.get("description_localizations") or None,
            "default_member_permissions": command.get("default_member_permissions"),
            "dm_permission": 1 in (command.get("contexts") or (1,)),
            "contexts": command.get("contexts"),
            "integration_types": command.get("integration_types") or [0],
            "nsfw": bool(command.get("nsfw")),
            "options": command.get("options") or [],
        }

    def listed(self, *, localizations: bool) -> list[dict[str, Any]]:
        """Return the commands as GET does: with all languages only where asked for."""
        return self.registered if localizations else [_bare(each) for each in self.registered]

    def find(self, name: str, context: int) -> dict[str, Any]:
        """Return the slash command a person picks. Raises Impossible where the client offers none."""
        for command in self.registered:
            if command["type"] == 1 and command["name"] == name:
                contexts = command["contexts"]
                if contexts is not None and context not in contexts:
                    raise Impossible(f"/{name} is not offered here")
                return command
        raise Impossible(f"there is no /{name}")

    def shown(self, command: dict[str, Any], locale: str) -> tuple[str, str]:
        """Return a command's name and description as a client in some language shows them."""
        texts = []
        for key in ("name", "description"):
            localized = command[f"{key}_localizations"] or {}
            found = localized.get(locale) or localized.get(_FALLBACKS.get(locale, ""))
            texts.append(found or command[key])
        return texts[0], texts[1]


def fill(command: dict[str, Any], given: dict[str, Any], *, focused: str = "") -> list[dict[str, Any]]:
    """Return the options of an interaction from what a person filled in. Raises Impossible for what no client sends."""
    options: list[dict[str, Any]] = []
    known = {each["name"]: each for each in command["options"]}
    if unknown := given.keys() - known.keys():
        raise Impossible(f"/{command['name']} has no option {unknown}")
    for name, option in known.items():
        if name not in given:
            if option.get("required") and not focused:
                raise Impossible(f"/{command['name']} needs {name}")
            continue
        value = given[name]
        choices = [each["value"] for each in option.get("choices") or ()]
        if choices and not option.get("autocomplete") and value not in choices:
            raise Impossible(f"{value!r} is not among the choices of {name}")
        made = {"name": name, "type": option["type"], "value": value}
        options.append(made | ({"focused": True} if name == focused else {}))
    return options


def _bare(command: dict[str, Any]) -> dict[str, Any]:
    made = {key: value for key, value in command.items() if not key.endswith("_localizations")}
    for key in ("options", "choices"):
        if key in made:
            made[key] = [_bare(each) for each in made[key] or []]
    return made


def _check(form: Form, path: tuple[str | int, ...], command: dict[str, Any]) -> None:
    kind = command.get("type", 1)
    if kind not in _MOST:
        form.one_of((*path, "type"), tuple(_MOST))
        return
    if kind == 1:
        _named(form, path, command)
    else:
        form.length((*path, "name"), command.get("name"), 1, 32)
    _options(form, path, command.get("options") or [])
    for key, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        for number, value in enumerate(command.get(key) or ()):
            if value not in allowed:
                form.one_of((*path, key, number), allowed)
    if _size(command) > 8000:
        words = "Command exceeds maximum size (8000)"
        form.fault(path, "APPLICATION_COMMAND_TOO_LARGE", words)


def _options(form: Form, path: tuple[str | int, ...], options: list[dict[str, Any]]) -> None:
    if len(options) > 25:
        form.fault((*path, "options"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    optional = False
    for number, option in enumerate(options):
        place = (*path, "options", number)
        if option.get("type") not in range(1, 12):
            form.one_of((*place, "type"), tuple(range(1, 12)))
        _named(form, place, option)
        if option.get("required") and optional:
            words = "Required options must be placed before non-required options"
            form.fault(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional = optional or not option.get("required")
        choices = option.get("choices") or []
        if choices and option.get("autocomplete"):
            form.fault(place, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Only one of the two may be set")
        if len(choices) > 25:
            form.fault((*place, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        for which, choice in enumerate(choices):
            here = (*place, "choices", which)
            form.length((*here, "name"), choice.get("name"), 1, 100)
            _localized(form, here, choice, "name", 1, 100)
            if option.get("type") == _STRING:
                form.length((*here, "value"), choice.get("value"), 1, 100)
        if option.get("type") in (1, 2):
            _options(form, place, option.get("options") or [])


def _named(form: Form, path: tuple[str | int, ...], command: dict[str, Any]) -> None:
    names: dict[tuple[str, ...], str] = {("name",): command.get("name") or ""}
    names |= {("name_localizations", key): name for key, name in (command.get("name_localizations") or {}).items()}
    for key, name in names.items():
        if not _NAME.fullmatch(name) or name != name.lower():
            words = "Command name is invalid"
            form.fault((*path, *key), "APPLICATION_COMMAND_INVALID_NAME", words)
    form.length((*path, "description"), command.get("description"), 1, 100)
    _localized(form, path, command, "name", 1, 32)
    _localized(form, path, command, "description", 1, 100)


def _localized(
    form: Form, path: tuple[str | int, ...], holder: dict[str, Any], key: str, least: int, most: int
) -> None:
    for locale, text in (holder.get(f"{key}_localizations") or {}).items():
        place = (*path, f"{key}_localizations", locale)
        if locale not in LOCALES:
            form.one_of(place, tuple(LOCALES))
        form.length(place, text, least, most)


def _size(command: dict[str, Any]) -> int:
    """Count the characters of names, descriptions and values, of each the longest language."""
    total = 0
    for key in ("name", "description"):
        texts = [str(command.get(key) or ""), *(command.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, texts))
    total += len(command["value"]) if isinstance(command.get("value"), str) else 0
    return total + sum(_size(each) for key in ("options", "choices") for each in command.get(key) or ())
