"""What components a message may have (docs/platforms.md B5), and the faults of those it may not."""

from __future__ import annotations

from typing import Any

from tests.helpers.discord.model import walk
from tests.helpers.discord.refusals import Form

ROW, BUTTON, SELECT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, 3, 9, 10, 11, 12, 13, 14, 17
_SELECTS = (3, 5, 6, 7, 8)
_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
_INSIDE = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_MOST_NESTED = 40
_MOST_TEXT = 4000

Path = tuple[str | int, ...]


def check(form: Form, path: Path, components: Any, *, v2: bool) -> None:
    """Note every fault of a message's components."""
    if not isinstance(components, list) or not all(isinstance(each, dict) for each in components):
        form.fault(path, "BASE_TYPE_LIST", "Only iterables may be used in a ListType")
        return
    for number, component in enumerate(components):
        _top(form, (*path, number), component, _TOP if v2 else (ROW,))
    every = list(walk(components))
    if v2:
        if len(every) > _MOST_NESTED:
            words = f"Total number of components cannot exceed {_MOST_NESTED}."
            form.fault(path, "BASE_TYPE_BAD_LENGTH", words)
        if sum(len(str(each.get("content") or "")) for each in every if each.get("type") == TEXT) > _MOST_TEXT:
            words = f"The cumulative length of all text cannot exceed {_MOST_TEXT}."
            form.fault(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    elif len(components) > 5:
        form.fault(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    _unique(form, path, components)


def _unique(form: Form, path: Path, components: list[dict[str, Any]]) -> None:
    seen: set[str] = set()
    for each, place in _places(components, path):
        custom_id = each.get("custom_id")
        if custom_id in seen:
            words = "Component custom id cannot be duplicated"
            form.fault((*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", words)
        elif custom_id:
            seen.add(custom_id)


def _places(components: list[dict[str, Any]], path: Path) -> list[tuple[dict[str, Any], Path]]:
    found: list[tuple[dict[str, Any], Path]] = []
    for number, each in enumerate(components):
        found.append((each, (*path, number)))
        found += _places(each.get("components") or [], (*path, number, "components"))
        if isinstance(each.get("accessory"), dict):
            found.append((each["accessory"], (*path, number, "accessory")))
    return found


def _top(form: Form, path: Path, component: dict[str, Any], allowed: tuple[int, ...]) -> None:
    kind = component.get("type")
    if kind not in allowed:
        form.one_of((*path, "type"), allowed)
        return
    if kind == ROW:
        _row(form, path, component)
    elif kind == TEXT:
        form.length((*path, "content"), component.get("content"), 1, _MOST_TEXT)
    elif kind == SECTION:
        _section(form, path, component)
    elif kind == GALLERY:
        _gallery(form, path, component)
    elif kind == FILE:
        if not str((component.get("file") or {}).get("url", "")).startswith(("attachment://", "http")):
            form.required((*path, "file"))
    elif kind == CONTAINER:
        _container(form, path, component)


def _container(form: Form, path: Path, component: dict[str, Any]) -> None:
    children = component.get("components") or []
    if not children:
        form.fault((*path, "components"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {_MOST_NESTED} in length.")
    for number, child in enumerate(children):
        _top(form, (*path, "components", number), child, _INSIDE)


def _section(form: Form, path: Path, component: dict[str, Any]) -> None:
    texts = component.get("components") or []
    if not 1 <= len(texts) <= 3:
        form.fault((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 3 in length.")
    for number, text in enumerate(texts):
        _top(form, (*path, "components", number), text, (TEXT,))
    accessory = component.get("accessory")
    if not accessory:
        form.required((*path, "accessory"))
    elif accessory.get("type") == BUTTON:
        _button(form, (*path, "accessory"), accessory)
    elif accessory.get("type") != THUMBNAIL:
        form.one_of((*path, "accessory", "type"), (BUTTON, THUMBNAIL))


def _gallery(form: Form, path: Path, component: dict[str, Any]) -> None:
    items = component.get("items") or []
    if not 1 <= len(items) <= 10:
        form.fault((*path, "items"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length.")
    for number, item in enumerate(items):
        form.length((*path, "items", number, "description"), item.get("description") or "", 0, 1024)


def _row(form: Form, path: Path, row: dict[str, Any]) -> None:
    children = row.get("components") or []
    if not 1 <= len(children) <= 5:
        form.fault((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    selects = [each for each in children if each.get("type") in _SELECTS]
    if selects and len(children) > 1:
        words = "The specified component exceeds the maximum width"
        form.fault((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)
    for number, child in enumerate(children):
        place = (*path, "components", number)
        if child.get("type") == BUTTON:
            _button(form, place, child)
        elif child.get("type") == SELECT:
            _select(form, place, child)
        elif child.get("type") in _SELECTS:
            _ids(form, place, child)
        else:
            form.one_of((*place, "type"), (BUTTON, *_SELECTS))


def _button(form: Form, path: Path, button: dict[str, Any]) -> None:
    style = button.get("style")
    if style not in (1, 2, 3, 4, 5, 6):
        form.one_of((*path, "style"), (1, 2, 3, 4, 5, 6))
    form.length((*path, "label"), button.get("label") or "", 0, 80)
    if style == 5:
        form.length((*path, "url"), button.get("url"), 1, 512)
        if button.get("custom_id"):
            form.fault((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Only one may be set")
    elif style != 6:
        form.length((*path, "custom_id"), button.get("custom_id"), 1, 100)
    if style != 6 and not button.get("label") and not button.get("emoji"):
        form.required((*path, "label"))


def _ids(form: Form, path: Path, select: dict[str, Any]) -> None:
    form.length((*path, "custom_id"), select.get("custom_id"), 1, 100)
    form.length((*path, "placeholder"), select.get("placeholder") or "", 0, 150)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= least <= 25:
        form.fault((*path, "min_values"), "NUMBER_TYPE_MIN", "int value should be between 0 and 25.")
    if not 1 <= most <= 25 or most < least:
        form.fault((*path, "max_values"), "NUMBER_TYPE_MAX", "int value should be between 1 and 25, and not the less.")


def _select(form: Form, path: Path, select: dict[str, Any]) -> None:
    _ids(form, path, select)
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        form.fault((*path, "options"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
    most = select.get("max_values", 1)
    if most > max(1, len(options)):
        form.fault((*path, "max_values"), "NUMBER_TYPE_MAX", "Must be no more than the number of options.")
    values: set[str] = set()
    for number, option in enumerate(options):
        place = (*path, "options", number)
        form.length((*place, "label"), option.get("label"), 1, 100)
        form.length((*place, "value"), option.get("value"), 1, 100)
        form.length((*place, "description"), option.get("description") or "", 0, 100)
        if option.get("value") in values:
            words = "The specified option value is already used"
            form.fault((*place, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
        values.add(option.get("value"))
    if sum(bool(option.get("default")) for option in options) > most:
        form.fault((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many defaults")
