"""The maps of the typefaces, checked against another reader of the same files: FreeType, through Pillow."""

from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import ImageFont

from bot.pictures.typefaces import BY_SCRIPT, MEDIUM, RUBIK, Typeface, drawable, face, font, split
from tests.helpers.cases import each

TYPEFACES = {f"{typeface.file.stem} {typeface.number}": typeface for typeface in (RUBIK, *BY_SCRIPT.values())}

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


OTHER_ALPHABETS = {
    "Vietnamese": "ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    "Kazakh": "әғқңөұүһі",
    "Ukrainian": "ґєії",
    "Greek": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    "Armenian": "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև",
    "Georgian": "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "Persian": "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی",
    "Urdu": "ٹڈڑںھہے",
    "Hindi": "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह",
    "Thai": "กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "Amharic": "ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ",
    "Japanese": "あいうえおかきくけこアイウエオカキクケコ",
    "Chinese": "王李张刘陈杨赵黄周吴徐孙胡朱高林",
    "Korean": "김이박최정강조윤장임",
}


def freetype(typeface: Typeface) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(typeface.file), 32, index=typeface.number, layout_engine=ImageFont.Layout.BASIC)


def has(typeface: Typeface, letter: str) -> bool:
    return font(typeface, MEDIUM).get_nominal_glyph(ord(letter)) is not None


@each("name", TYPEFACES)
@given(data=st.data())
@settings(max_examples=40)
def test_a_typeface_has_a_letter_when_freetype_draws_more_than_a_box(name: str, data: st.DataObject) -> None:
    """Letters that have no ink of their own (spaces, controls, marks) prove nothing either way."""
    theirs, known = freetype(TYPEFACES[name]), sorted(face(TYPEFACES[name]).unicodes)
    letter = chr(data.draw(st.one_of(st.sampled_from(known), st.integers(0x21, 0x9FFF))))
    if unicodedata.category(letter) in {"Cc", "Cf", "Cn", "Cs", "Mn", "Mc", "Me", "Zs", "Zl", "Zp"}:
        return
    box, ink = bytes(theirs.getmask("\U000f1234")), bytes(theirs.getmask(letter))
    if ink:
        assert has(TYPEFACES[name], letter) == (ink != box)


@each("language", ALPHABETS)
def test_every_letter_of_our_languages_is_in_the_first_typeface(language: str) -> None:
    letters = ALPHABETS[language] + ALPHABETS[language].upper().replace("SS", "ẞ")
    assert [letter for letter in letters if not has(RUBIK, letter)] == []


def test_so_are_digits_and_the_signs_of_numbers() -> None:
    assert [letter for letter in "0123456789−…?" if not has(RUBIK, letter)] == []


@each("language", OTHER_ALPHABETS)
def test_letters_of_people_of_other_languages_are_in_one(language: str) -> None:
    assert drawable(OTHER_ALPHABETS[language]) == OTHER_ALPHABETS[language]
    assert drawable(OTHER_ALPHABETS[language].upper()) == OTHER_ALPHABETS[language].upper()
    assert len(split(OTHER_ALPHABETS[language])) == 1


def test_typefaces_come_with_packages() -> None:
    assert all(typeface.file.is_file() and "site-packages" in typeface.file.parts for typeface in TYPEFACES.values())


class TestSplit:
    """Which typeface a part of a line is in."""

    @pytest.mark.parametrize(
        ("line", "parts"),
        [
            ("Anna Мария 7", ["Anna Мария 7"]),
            ("Nguyễn Thị Hồng", ["Nguyễn Thị Hồng"]),
            ("Thị Nga", ["Thị ", "Nga"]),  # a word has one typeface
            ("Γιώργος (7) Smith", ["Γιώργος ", "(7) Smith"]),
            ("Wang王", ["Wang王"]),
            ("Γნ", ["Γ", "ნ"]),
            ("", []),
        ],
    )
    def test_a_word_is_in_one_typeface_where_one_has_it_all(self, line: str, parts: list[str]) -> None:
        assert [part for part, _ in split(line)] == parts

    def test_what_the_first_typeface_has_is_in_it(self) -> None:
        assert split("Anna Γιώργος")[0] == ("Anna ", RUBIK)

    def test_han_characters_are_drawn_as_their_people_write_them(self) -> None:
        """Other letters of a name tell whose it is."""
        assert [typeface for _, typeface in split("田中 さくら")] == [BY_SCRIPT["Hiragana"]]
        assert [typeface for _, typeface in split("金 민준")] == [BY_SCRIPT["Hangul"]]
        assert [typeface for _, typeface in split("王小明")] == [BY_SCRIPT["Han"]]

    @given(st.text(max_size=40))
    @example("@\x1b\u0c3c")
    @example("中 ー \U0002ffff・7 Ω𝓐")
    @settings(max_examples=300)
    def test_each_part_of_what_is_drawable_has_a_glyph_for_each_letter(self, name: str) -> None:
        """So nobody's name shows as empty boxes, and no letter is lost between the parts."""
        line = drawable(name)
        assert "".join(part for part, _ in split(line)) == line
        for part, typeface in split(line):
            letters = regex.sub(r"[\s\u200c\u200d\ufe0e\ufe0f]", "", part)
            assert [letter for letter in letters if not has(typeface, letter)] == []


class TestDrawable:
    def test_a_letter_keeps_the_accents_that_can_be_drawn(self) -> None:
        assert drawable("e\u0301") == "e\u0301"
        assert drawable("Nguyễn Thị Hồng") == "Nguyễn Thị Hồng"
        assert drawable("é\U0001d185") == "é"
        assert drawable("שׁ\u0591לום") == "שׁ\u0591לום"

    def test_a_letter_in_fancy_dress_is_the_letter(self) -> None:
        """Many a name is written in letters that are mathematical signs, in circles or full width."""
        assert drawable("𝓐𝓷𝓷𝓪 Ｂｏｂ Ⓒⓐⓡⓛ") == "Anna Bob Carl"
        assert drawable("ᴀɴɴᴀ 🅰🅽🅽🅰 🄰") == "ᴀɴɴᴀ ANNA A"

    def test_no_letter_is_made_of_a_sign(self) -> None:
        assert drawable("a1\ufe0f\u20e3b") == "ab"
        assert drawable("🦊\u0301") == ""

    def test_a_family_of_emoji_leaves_nothing_behind(self) -> None:
        assert drawable("x👨‍👩‍👧‍👦y") == "xy"
        assert drawable("🏴󠁧󠁢󠁳󠁣󠁴󠁿") == ""

    def test_gaps_that_are_left_close(self) -> None:
        assert drawable("  Anna 🦊  🎩 Maria ") == "Anna Maria"

    @given(st.text(max_size=40))
    @example("@\x1b\u0c3c")
    def test_what_is_drawable_stays_drawable(self, name: str) -> None:
        assert drawable(drawable(name)) == drawable(name)

    @given(st.text(alphabet="".join(ALPHABETS.values()), max_size=30))
    def test_names_of_our_languages_lose_nothing(self, name: str) -> None:
        assert drawable(name) == name
