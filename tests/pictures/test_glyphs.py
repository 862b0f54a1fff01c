"""The font's map of letters, checked against another reader of the same font: FreeType, through Pillow."""

from __future__ import annotations

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import ImageFont

from bot.pictures.glyphs import FONT, covered, drawable
from tests.helpers.cases import each

FREETYPE = ImageFont.truetype(str(FONT), 32, layout_engine=ImageFont.Layout.BASIC)
NO_SUCH_LETTER = bytes(FREETYPE.getmask("\U000f1234"))
"""The box a font shows for a letter it has not."""

ALPHABETS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "he": "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "de": "äöüß",
    "nl": "éëïóöü",
    "es": "áéíñóúü¿¡",
    "it": "àèéìòù",
    "pt": "ãáâàçéêíõóôú",
    "pt_BR": "ãáâàçéêíõóôúü",
    "sv": "åäö",
    "da": "æøå",
    "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
}


@given(st.integers(0x21, 0x2FFF))
@example(ord("Ж"))
@example(ord("中"))
@settings(max_examples=300)
def test_a_letter_is_covered_when_freetype_draws_more_than_a_box(point: int) -> None:
    """Letters that have no ink of their own (spaces, controls) prove nothing either way."""
    if unicodedata.category(chr(point)) in {"Cc", "Cf", "Cn", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"}:
        return
    assert (point in covered()) == (bytes(FREETYPE.getmask(chr(point))) != NO_SUCH_LETTER)


@each("language", ALPHABETS)
def test_every_letter_of_our_languages_is_there(language: str) -> None:
    letters = ALPHABETS[language] + ALPHABETS[language].upper().replace("SS", "ẞ")
    assert {letter for letter in letters if ord(letter) not in covered()} == set()


def test_digits_and_the_signs_of_numbers_are_there() -> None:
    assert {letter for letter in "0123456789−…?" if ord(letter) not in covered()} == set()


class TestDrawable:
    def test_a_letter_keeps_the_accents_that_the_font_has(self) -> None:
        """Vietnamese has letters with two, of which one is left: Nguyên is read as a name, and Nguyn is not."""
        assert drawable("e\u0301") == "e\u0301"
        assert drawable("Nguyễn Thị Hồng") == "Nguyên Thi Hông"
        assert drawable("שׁ\u0591לום") == "שׁלום"

    def test_a_letter_in_fancy_dress_is_the_letter(self) -> None:
        """Many a name is written in letters that are mathematical signs, in circles or full width."""
        assert drawable("𝓐𝓷𝓷𝓪 Ｂｏｂ Ⓒⓐⓡⓛ") == "Anna Bob Carl"
        assert drawable("ᴀɴɴᴀ 🅰🅽🅽🅰 Ⱥⱥ") == "anna ANNA Aa"

    def test_no_letter_is_made_of_a_sign(self) -> None:
        assert drawable("a1\ufe0f\u20e3b") == "ab"
        assert drawable("🦊中\u0301") == ""

    def test_a_family_of_emoji_leaves_nothing_behind(self) -> None:
        assert drawable("x👨‍👩‍👧‍👦y") == "xy"
        assert drawable("🏴󠁧󠁢󠁳󠁣󠁴󠁿") == ""

    def test_gaps_that_are_left_close(self) -> None:
        assert drawable("  Anna 🦊  中文 Maria ") == "Anna Maria"

    @given(st.text(max_size=40))
    def test_what_is_drawable_stays_drawable(self, name: str) -> None:
        assert drawable(drawable(name)) == drawable(name)

    @given(st.text(alphabet="".join(ALPHABETS.values()), max_size=30))
    def test_names_of_our_languages_lose_nothing(self, name: str) -> None:
        assert drawable(name) == name
