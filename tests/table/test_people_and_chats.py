"""What is known of people and chats: kept whole whoever changes it at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.i18n.catalogs import Catalogs
from bot.messaging import Caller
from bot.settings import LOCALES
from bot.table.core.chats import ChatBook
from bot.table.core.people import People
from storage.ids import Person, Place
from storage.store import Store
from tests.helpers.stored import open_store

ANN = Person("telegram", "1")
GROUP = Place("telegram", "-1")


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """Yield an empty database."""
    opened = await open_store(database)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def catalogs() -> Catalogs:
    """Return the languages."""
    return Catalogs(LOCALES, "en")


@pytest.mark.parametrize("known", [True, False])
async def test_changes_at_the_same_moment_are_all_kept(store: Store, catalogs: Catalogs, *, known: bool) -> None:
    people = People(store, catalogs)
    if known:
        await people.get(ANN)
    await asyncio.gather(
        people.note(Caller(ANN, "Ann", "ru")),
        people.choose_locale(ANN, "he"),
        people.set_reachable(ANN, reachable=True),
    )
    for reader in (people, People(store, catalogs)):
        row = await reader.get(ANN)
        assert (row.name, row.language, row.locale, row.reachable) == ("Ann", "ru", "he", True)


async def test_settings_changed_at_the_same_moment_are_all_kept(store: Store, catalogs: Catalogs) -> None:
    book = ChatBook(store, catalogs)
    await asyncio.gather(
        book.change(GROUP, lambda chosen: replace(chosen, whisper_seconds=15)),
        book.change(GROUP, lambda chosen: replace(chosen, locale="ru")),
        book.note(GROUP, "Friends"),
        book.change(GROUP, lambda chosen: replace(chosen, notify=False)),
    )
    for reader in (book, ChatBook(store, catalogs)):
        kept = await reader.preferences(GROUP)
        assert (kept.whisper_seconds, kept.locale, kept.notify) == (15, "ru", False)
        assert await reader.title(GROUP) == "Friends"


async def test_a_language_is_chosen_by_the_person_then_the_client_then_the_chat(
    store: Store, catalogs: Catalogs
) -> None:
    people = People(store, catalogs)
    assert (await people.translator(Caller(ANN, "Ann", ""), "he")).locale == "he"
    assert (await people.translator(Caller(ANN, "Ann", "ru"), "he")).locale == "ru"
    await people.choose_locale(ANN, "en")
    assert (await people.translator(Caller(ANN, "Ann", "ru"), "he")).locale == "en"
    assert (await people.translator_of(Person("telegram", "2"), None)).locale == "en"


async def test_brazilians_read_their_own_portuguese_unless_they_chose_the_other(
    store: Store, catalogs: Catalogs
) -> None:
    """A choice of `pt` from before there were two stays; who chose nothing reads what the client says."""
    people, book = People(store, catalogs), ChatBook(store, catalogs)
    await people.note(Caller(ANN, "Ann", "pt-br"))
    assert (await People(store, catalogs).translator_of(ANN)).locale == "pt_BR"
    await people.choose_locale(ANN, "pt")
    assert (await People(store, catalogs).translator(Caller(ANN, "Ann", "pt-BR"))).locale == "pt"
    await book.change(GROUP, lambda chosen: replace(chosen, locale="pt"))
    assert (await ChatBook(store, catalogs).translator(GROUP, "pt-BR")).locale == "pt"
    await book.change(GROUP, lambda chosen: replace(chosen, locale="pt_BR"))
    assert (await ChatBook(store, catalogs).translator(GROUP)).locale == "pt_BR"


async def test_a_forgotten_person_is_a_stranger(store: Store, catalogs: Catalogs) -> None:
    people = People(store, catalogs)
    await people.note(Caller(ANN, "Ann", "ru"))
    await people.forget(ANN)
    assert (await people.get(ANN)).name == ""
    assert await store.person(ANN) is None
