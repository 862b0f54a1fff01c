"""The catalogs are whole in every language, and the tool that keeps them so finds what is wrong."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from bot.i18n.catalogs import Catalogs
from bot.tools import catalogs
from bot.tools.texts import read_catalog

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())
_PLURALS = {"pt": "pt_PT", "pt_BR": "en"}
"""Whose plural rule a language has: Brazilians write "0 pontos", while CLDR has "0 ponto" for Brazil and `pt`."""

SOURCE = """
tr.t("Hello, {name}.", name=who)
# NOTE: A hat, not a cap.
hat = lazy("hat")
tr.plural("{count} hat", "{count} hats", n)
lazy_plural("one of {total}", "{count} of {total}", n, total=7)
tr.rich("Turn: {name}", name=who)
line.count("x")
f"{not_said}"
"""
HEADER = 'msgid ""\nmsgstr ""\n"Language: ru\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
WHOLE = (
    HEADER
    + """
msgid "Hello, {name}."
msgstr "Здравствуйте, {name}."

msgid "hat"
msgstr "шляпа"

msgid "{count} hat"
msgid_plural "{count} hats"
msgstr[0] "{count} шляпа"
msgstr[1] "{count} шляпы"
msgstr[2] "{count} шляп"

msgid "one of {total}"
msgid_plural "{count} of {total}"
msgstr[0] "{count} из {total}"
msgstr[1] "{count} из {total}"
msgstr[2] "{count} из {total}"

msgid "Turn: {name}"
msgstr "Ход: {name}"
"""
)


class TestOurs:
    def test_are_whole(self) -> None:
        """Every message in every language, the same placeholders, all plural forms, nothing fuzzy or obsolete."""
        assert catalogs.problems() == []

    def test_every_language_has_words_and_rules(self) -> None:
        assert {"en", "ru", "he"} <= set(LANGUAGES)
        for language in LANGUAGES:
            assert (LOCALES / language / "LC_MESSAGES" / "bot.po").is_file()
            assert (LOCALES / language / "rules" / "court_hats.md").is_file()

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_plural_rule_is_the_one_of_cldr(self, language: str) -> None:
        """One gettext form for each CLDR category that whole numbers up to 1000 take, and never two for one."""
        with (LOCALES / language / "LC_MESSAGES" / "bot.po").open("rb") as file:
            catalog = read_po(file, locale=language)
        tr, cldr = Catalogs(LOCALES).translator(language), Locale.parse(_PLURALS.get(language, language)).plural_form
        forms = {(cldr(n), tr._translations.plural(n)) for n in range(1001)}
        assert len({category for category, _ in forms}) == len({form for _, form in forms}) == len(forms)
        assert max(form for _, form in forms) < catalog.num_plurals

    def test_hold_nothing_compiled(self) -> None:
        assert [*LOCALES.rglob("*.mo"), *LOCALES.rglob("*.pot")] == []

    @pytest.mark.parametrize("language", ["he"])
    def test_hebrew_has_no_niqqud(self, language: str) -> None:
        points = {chr(point) for point in range(0x0591, 0x05C8)} - {"\u05be"}  # U+05BE is the Hebrew hyphen
        for path in (LOCALES / language).rglob("*.*"):
            assert points.isdisjoint(path.read_text(encoding="utf-8")), path

    def test_are_written_as_the_tool_writes_them(self) -> None:
        """So that `update` changes only what changed."""
        for path in LOCALES.glob("*/LC_MESSAGES/bot.po"):
            assert path.read_bytes() == catalogs._written(read_catalog(path)), path


class TestTool:
    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        folder = tmp_path / "bot"
        folder.mkdir()
        (folder / "scene.py").write_text(SOURCE)
        return folder

    @pytest.fixture
    def russian(self, tmp_path: Path) -> Path:
        path = tmp_path / "locales" / "ru" / "LC_MESSAGES" / "bot.po"
        path.parent.mkdir(parents=True)
        path.write_text(WHOLE, encoding="utf-8")
        return path

    def test_finds_every_way_of_saying(self, source: Path) -> None:
        template = catalogs.extract(source)
        assert {message.id for message in template if message.id} == {
            "Hello, {name}.",
            "hat",
            ("{count} hat", "{count} hats"),
            ("one of {total}", "{count} of {total}"),
            "Turn: {name}",
        }

    def test_passes_notes_on_to_translators(self, source: Path) -> None:
        hat = catalogs.extract(source).get("hat")
        assert hat is not None
        assert hat.auto_comments == ["A hat, not a cap."]

    def test_finds_nothing_wrong_with_a_whole_catalog(self, source: Path, russian: Path) -> None:
        assert catalogs.problems(russian.parents[2], source) == []

    @pytest.mark.parametrize(
        ("good", "bad", "problem"),
        [
            ('msgstr "шляпа"', 'msgstr ""', "ru: not translated: 'hat'"),
            ('msgid "hat"', '#, fuzzy\nmsgid "hat"', "ru: fuzzy: 'hat'"),
            ("Здравствуйте, {name}", "Здравствуйте, {nmae}", "ru: placeholders ['nmae'] instead of ['name']: "),
            ("Здравствуйте, {name}", "Здравствуйте", "ru: placeholders [] instead of ['name']: "),
            ("Здравствуйте, {name}", "Здравствуйте, {name", "ru: "),
            ("Здравствуйте, {name}", "Здравствуйте, {name!r}", "ru: a placeholder is a bare name: "),
            ('msgstr[2] "{count} шляп"\n', "", "ru: "),
            ('msgstr[0] "{count} из {total}"', 'msgstr[0] "{count} из"', "ru: placeholders ['count'] instead of "),
            ('"{count} шляпа"', '"шляпа"', "ru: form 0 is that of several numbers, but lacks {count}: '{count} hat'"),
            ('"{count} шляп"', '"шляпы"', "ru: form 2 is that of several numbers, but lacks {count}: '{count} hat'"),
            ('msgid "hat"', 'msgid "cap"', "ru: missing: 'hat'"),
            ('msgid "hat"', 'msgid "cap"', "ru: no longer said: 'cap'"),
            ('msgid "hat"', '#~ msgid "old"\n#~ msgstr "x"\n\nmsgid "hat"', "ru: obsolete: 'old'"),
            ('msgid "hat"', "rubbish", "ru: cannot be read: "),
        ],
    )
    def test_names_what_is_wrong(self, source: Path, russian: Path, good: str, bad: str, problem: str) -> None:
        assert WHOLE.count(good) == 1
        russian.write_text(WHOLE.replace(good, bad), encoding="utf-8")
        found = catalogs.problems(russian.parents[2], source)
        assert any(line.startswith(problem) for line in found), found

    def test_updates_without_guessing(self, source: Path, russian: Path) -> None:
        """A changed sentence is a new one: no translation is carried over to it, and the old one goes."""
        (source / "scene.py").write_text(SOURCE.replace("Hello, {name}.", "Hello, {name}!"))
        catalogs.update(russian.parents[2], source)
        text = russian.read_text(encoding="utf-8")
        assert 'msgid "Hello, {name}!"\nmsgstr ""' in text
        assert "Здравствуйте" not in text
        assert "fuzzy" not in text
        assert 'msgstr "шляпа"' in text

    def test_updating_twice_changes_nothing(self, source: Path, russian: Path) -> None:
        catalogs.update(russian.parents[2], source)
        once = russian.read_bytes()
        catalogs.update(russian.parents[2], source)
        assert russian.read_bytes() == once
        assert catalogs.problems(russian.parents[2], source) == []

    def test_code_that_moves_changes_nothing_but_the_names_of_files(self, source: Path, russian: Path) -> None:
        def bare() -> list[str]:
            return [line for line in russian.read_text(encoding="utf-8").splitlines() if line[:2] != "#:"]

        catalogs.update(russian.parents[2], source)
        before = bare()
        (source / "scene.py").write_text("\n".join(reversed(SOURCE.splitlines())))
        (source / "scene.py").rename(source / "act.py")
        catalogs.update(russian.parents[2], source)
        assert "#: bot/act.py" in russian.read_text(encoding="utf-8")
        assert [line for line in bare() if line[:2] != "#."] == [line for line in before if line[:2] != "#."]

    def test_begins_a_new_language(self, source: Path, russian: Path) -> None:
        """Every message is there, with as many plural forms as the language has, and all is still to be done."""
        locales = russian.parents[2]
        catalogs.add("da", locales, source)
        assert catalogs.problems(locales, source) == [
            f"da: not translated: {message!r}"
            for message in ("Hello, {name}.", "Turn: {name}", "hat", "one of {total}", "{count} hat")
        ]
        with (locales / "da" / "LC_MESSAGES" / "bot.po").open("rb") as file:
            assert read_po(file, locale="da").num_plurals == 2

    @pytest.mark.parametrize("language", ["pt_BR", "pt-BR", "pt_br"])
    def test_begins_the_catalog_of_a_country(self, source: Path, tmp_path: Path, language: str) -> None:
        catalogs.add(language, tmp_path, source)
        assert [path.name for path in tmp_path.glob("pt*")] == ["pt_BR"]
        with (tmp_path / "pt_BR" / "LC_MESSAGES" / "bot.po").open("rb") as file:
            assert str(read_po(file).locale) == "pt_BR"
        assert {problem.partition(":")[0] for problem in catalogs.problems(tmp_path, source)} == {"pt_BR"}

    def test_finds_and_mends_a_plural_rule_of_another_language(self, source: Path, tmp_path: Path) -> None:
        """A copied catalog has the header of the one it was copied from."""
        catalogs.add("pt", tmp_path, source)
        path = tmp_path / "pt" / "LC_MESSAGES" / "bot.po"
        path.write_text(path.read_text(encoding="utf-8").replace("n == 1 ?", "n < 2 ?"), encoding="utf-8")
        assert any("plural forms are not" in problem for problem in catalogs.problems(tmp_path, source))
        catalogs.update(tmp_path, source)
        assert not any("plural forms are not" in problem for problem in catalogs.problems(tmp_path, source))

    def test_does_not_begin_a_language_twice(self, source: Path, russian: Path) -> None:
        with pytest.raises(FileExistsError):
            catalogs.add("ru", russian.parents[2], source)
        assert russian.read_text(encoding="utf-8") == WHOLE

    def test_english_may_be_left_empty(self, source: Path, tmp_path: Path) -> None:
        catalogs.add("en", tmp_path / "locales", source)
        assert catalogs.problems(tmp_path / "locales", source) == []

    def test_command_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert catalogs.main(["extract"]) == 0
        assert 'msgid "Rematch"' in capsys.readouterr().out
        assert catalogs.main(["nonsense"]) == 2
        assert "usage" in capsys.readouterr().err

    def test_runs_as_a_module(self) -> None:
        ran = subprocess.run(
            [sys.executable, "-m", "bot.tools.catalogs"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ran.returncode == 2
        assert ran.stderr.startswith("usage: ")


def test_the_source_language_says_what_is_written(tmp_path: Path) -> None:
    """A sentence of another language that got into the English catalog would be shown to all who read English."""
    whole = tmp_path / "en" / "LC_MESSAGES" / "bot.po"
    whole.parent.mkdir(parents=True)
    module = tmp_path / "source" / "module.py"
    module.parent.mkdir()
    module.write_text('tr.t("All the rules")\n', encoding="utf-8")
    for said, flaws in (("", 0), ("All the rules", 0), ("כל הכללים", 1)):
        whole.write_text(f'{HEADER.replace("ru", "en")}msgid "All the rules"\nmsgstr "{said}"\n', encoding="utf-8")
        assert len(catalogs.problems(tmp_path, module.parent)) == flaws


def said_in(source: str) -> set[str]:
    """List the literal sentences that a module says, by reading it rather than by the extraction."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0]
        if (
            name in {"t", "plural", "rich", "lazy", "lazy_plural"}
            and isinstance(first, ast.Constant)
            and isinstance(first.value, str)
        ):
            found.add(first.value)
    return found


def test_every_sentence_in_the_code_reaches_the_catalogs() -> None:
    """An extraction that passes a call over would leave its sentence English for everybody."""
    with (LOCALES / "ru" / "LC_MESSAGES" / "bot.po").open("rb") as file:
        known = {str(m.id[0] if isinstance(m.id, tuple) else m.id) for m in read_po(file) if m.id}
    modules = [path for path in (ROOT / "bot").rglob("*.py") if "playground" not in path.parts]
    said = set().union(*(said_in(path.read_text(encoding="utf-8")) for path in modules))
    assert len(said) > 100
    assert said - known == set()
