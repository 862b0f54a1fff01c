"""What is kept of CLDR is all that is formatted with, in every language that is served."""

from __future__ import annotations

import pytest
from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.units import format_unit

from bot.i18n.catalogs import Catalogs
from bot.i18n.cldr import known
from bot.i18n.translator import FORMATS
from bot.settings import LOCALES

SERVED = [FORMATS.get(locale, locale) for locale in Catalogs(LOCALES).locales]
NUMBERS = (0, 1, 2, 5, 11, 21, 100, 1234, 12345678, -7, -98765)


@pytest.mark.parametrize("name", [*SERVED, "ar", "pl", "zh_Hant"])
class TestALanguage:
    def test_is_formatted_as_by_all_that_cldr_has(self, name: str) -> None:
        kept, whole = known(name).locale, Locale.parse(name)
        assert kept.text_direction == whole.text_direction
        assert known(name).name == whole.get_language_name()
        assert known(name).country == (whole.get_territory_name() or "")
        for number in NUMBERS:
            assert format_decimal(number, locale=kept) == format_decimal(number, locale=whole)
            assert kept.plural_form(number) == whole.plural_form(number)
            for unit in ("day", "hour", "minute", "second"):
                for length in ("long", "short"):
                    of_each = [format_unit(number, f"duration-{unit}", length, locale=each) for each in (kept, whole)]
                    assert of_each[0] == of_each[1]
        for count in range(5):
            items = [str(each) for each in range(count)]
            assert format_list(items, locale=kept) == format_list(items, locale=whole)

    def test_nothing_else_is_kept_of_it_and_nobody_else_misses_it(self, name: str) -> None:
        kept = known(name).locale
        with pytest.raises(KeyError):
            kept.territories  # noqa: B018 - it is looked up
        assert Locale.parse(name).territories


def test_one_that_there_is_not_is_unknown() -> None:
    with pytest.raises(UnknownLocaleError):
        known("tlh")
