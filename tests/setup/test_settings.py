"""Settings: their names and defaults, where they come from, and one line for a wrong one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from bot.errors import SettingError
from bot.settings import LOCALES, Settings, misspelt, read_settings, without_password, wrong_settings

TOKEN = "123456:" + "A" * 35

DEFAULTS = {
    "TELEGRAM_TOKEN": None,
    "TELEGRAM_API_URL": "https://api.telegram.org",
    "TELEGRAM_GROUP_PER_MINUTE": 20,
    "TELEGRAM_PER_SECOND": 30,
    "TELEGRAM_DELETE_WEBHOOK": False,
    "DISCORD_TOKEN": None,
    "DISCORD_API_URL": "https://discord.com/api/v10",
    "DISCORD_SHARD_COUNT": None,
    "DISCORD_SHARD_IDS": None,
    "DATABASE_URL": "sqlite:///underhat.db",
    "HOST": "127.0.0.1",
    "PORT": 8080,
    "PUBLIC_URL": None,
    "WEBHOOK_SECRET": None,
    "METRICS": False,
    "METRICS_TOKEN": None,
    "DEFAULT_LOCALE": "en",
    "LOG_LEVEL": "INFO",
    "LOG_FORMAT": "console",
    "LOBBY_MINUTES": 30,
    "KEEP_GAMES_DAYS": 90,
}
"""Issue, "Set-up"; the two spans, which it leaves open, are ours."""


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in DEFAULTS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def read(monkeypatch: pytest.MonkeyPatch, **values: str) -> Settings:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return read_settings()


def refusal(monkeypatch: pytest.MonkeyPatch, **values: str) -> str:
    with pytest.raises(SettingError) as caught:
        read(monkeypatch, **values)
    line = str(caught.value)
    assert "\n" not in line
    return line


def told_of_token(value: str) -> str:
    """Return the error for this token, an empty text when it is accepted."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("TELEGRAM_TOKEN", value)
        try:
            read_settings(None)
        except SettingError as error:
            return str(error)
        return ""


class TestDefaults:
    def test_are_those_of_the_issue(self) -> None:
        settings = read_settings()
        assert {name: getattr(settings, name.lower()) for name in DEFAULTS} == DEFAULTS

    def test_there_is_no_setting_beside_them(self) -> None:
        assert [name.upper() for name in Settings.model_fields] == list(DEFAULTS)

    def test_mean_a_playground_that_polls_in_the_working_folder(self) -> None:
        settings = read_settings()
        assert settings.playground
        assert not settings.webhook
        assert settings.database == Path("underhat.db")
        assert settings.secrets == ()

    def test_each_says_what_it_means_in_one_line(self) -> None:
        for name, field in Settings.model_fields.items():
            assert field.description, name
            assert "\n" not in field.description, name
            assert field.description.endswith("."), name


class TestSources:
    def test_a_file_is_read(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("PORT=9000\nLOG_FORMAT='json'\n# PORT=1\n", encoding="utf-8")
        settings = read_settings()
        assert (settings.port, settings.log_format) == (9000, "json")

    def test_the_environment_goes_before_the_file(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("PORT=9000\n", encoding="utf-8")
        assert read(monkeypatch, PORT="9001").port == 9001

    @pytest.mark.parametrize("nothing", ["", " ", "\t"])
    @pytest.mark.parametrize("name", list(DEFAULTS))
    def test_an_empty_one_counts_as_not_set(self, monkeypatch: pytest.MonkeyPatch, name: str, nothing: str) -> None:
        assert getattr(read(monkeypatch, **{name: nothing}), name.lower()) == DEFAULTS[name]

    def test_an_empty_one_in_the_file_counts_as_not_set(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("".join(f"{name}=\n" for name in DEFAULTS), encoding="utf-8")
        assert read_settings() == read_settings(None)

    def test_blanks_around_a_value_are_taken_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        settings = read(monkeypatch, TELEGRAM_TOKEN=f" {TOKEN}\n", PORT=" 81 ")
        assert settings.telegram_token == SecretStr(TOKEN)
        assert settings.port == 81

    def test_what_is_not_ours_is_left_alone(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("OTHER_PROGRAM=1\n", encoding="utf-8")
        assert read(monkeypatch, PORTS="x").port == 8080

    def test_a_file_that_is_no_text_is_named(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_bytes(b"\xff\xfe\x00PORT")
        with pytest.raises(SettingError, match=r"^\.env: cannot be read \(UnicodeDecodeError\), wants a text file"):
            read_settings()

    def test_a_byte_order_mark_before_the_first_name_is_none_of_it(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("PORT=9000\n", encoding="utf-8-sig")
        assert read_settings().port == 9000
        assert misspelt() == []

    def test_a_folder_in_its_place_is_named(self, tmp_path: Path) -> None:
        (tmp_path / ".env").mkdir()
        with pytest.raises(SettingError, match=r"^\.env: cannot be read \(IsADirectoryError\)"):
            read_settings()
        assert len(wrong_settings()) == 1


class TestAWrongOne:
    @pytest.mark.parametrize(
        ("name", "value", "wants"),
        [
            ("TELEGRAM_API_URL", "api.telegram.org", "the address of a Bot API"),
            ("TELEGRAM_API_URL", "ftp://api.telegram.org", "the address of a Bot API"),
            ("TELEGRAM_API_URL", "http://[::1", "the address of a Bot API"),
            ("TELEGRAM_GROUP_PER_MINUTE", "-1", "a whole number, 0 for no limit"),
            ("TELEGRAM_GROUP_PER_MINUTE", "many", "a whole number, 0 for no limit"),
            ("TELEGRAM_PER_SECOND", "2.5", "a whole number, 0 for no limit"),
            ("DISCORD_API_URL", "discord.com", "the address of Discord's API"),
            ("DISCORD_SHARD_COUNT", "0", "a whole number, at least 1"),
            ("DISCORD_SHARD_IDS", "first", "numbers below DISCORD_SHARD_COUNT"),
            ("DISCORD_SHARD_IDS", "0-3", "numbers below DISCORD_SHARD_COUNT"),
            ("DISCORD_SHARD_IDS", "0", "numbers below DISCORD_SHARD_COUNT"),
            ("DATABASE_URL", "mysql://host/base", "sqlite:///file.db"),
            ("DATABASE_URL", "postgresql://host", "postgresql://user:password@host/name"),
            ("DATABASE_URL", "underhat.db", "sqlite:///file.db"),
            ("DATABASE_URL", "sqlite://underhat.db", "sqlite:///file.db"),
            ("DATABASE_URL", "sqlite:///", "sqlite:///file.db"),
            ("DATABASE_URL", "sqlite:///:memory:", "sqlite:///file.db"),
            ("DATABASE_URL", "sqlite:///a.db?x=1", "without ? or # in the file's name"),
            ("DATABASE_URL", "sqlite:///a.db#x", "without ? or # in the file's name"),
            ("DATABASE_URL", "sqlite:///no/such/folder/x.db", "in a folder that exists"),
            ("DATABASE_URL", f"sqlite:///{'long' * 100}.db", "in a folder that exists"),
            ("HOST", "0.0.0.0", "127.0.0.1, ::1 or localhost"),
            ("HOST", "192.168.1.7", "127.0.0.1, ::1 or localhost"),
            ("HOST", "::", "127.0.0.1, ::1 or localhost"),
            ("PORT", "65536", "a port from 0 to 65535"),
            ("PORT", "http", "a port from 0 to 65535"),
            ("METRICS", "maybe", "true or false"),
            ("DEFAULT_LOCALE", "xx", "one of "),
            ("DEFAULT_LOCALE", "../en", "one of "),
            ("LOG_LEVEL", "Loud", "DEBUG, INFO, WARNING or ERROR"),
            ("LOG_FORMAT", "XML", "console or json"),
            ("LOBBY_MINUTES", "0", "a whole number of minutes, at least 1"),
            ("KEEP_GAMES_DAYS", "0", "a whole number of days, at least 1"),
        ],
    )
    def test_names_what_it_got_and_what_it_wants(
        self, monkeypatch: pytest.MonkeyPatch, name: str, value: str, wants: str
    ) -> None:
        line = refusal(monkeypatch, **{name: value})
        assert line.startswith(f"{name}: got {value!r}, wants ")
        assert wants in line

    @pytest.mark.parametrize("token", ["hunter2", "bot123456:hunter2", "123456 hunter2", "123456:", "12:a:hunter2"])
    def test_token_is_not_shown(self, monkeypatch: pytest.MonkeyPatch, token: str) -> None:
        line = refusal(monkeypatch, TELEGRAM_TOKEN=token)
        assert line.startswith("TELEGRAM_TOKEN: got a value that is not shown, wants a bot's token")
        assert "hunter2" not in line

    def test_discords_token_is_not_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        line = refusal(monkeypatch, DISCORD_TOKEN="hunter2 hunter3")
        assert line.startswith("DISCORD_TOKEN: got a value that is not shown, wants a bot's token")
        assert "hunter" not in line

    @pytest.mark.parametrize("secret", ["hunter2!", "hun ter2", "ж" * 8, "a" * 257])
    def test_secret_is_not_shown(self, monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
        """docs/platforms.md A4: a webhook's secret_token has 1-256 of A-Z a-z 0-9 _ -."""
        line = refusal(monkeypatch, PUBLIC_URL="https://x.example", WEBHOOK_SECRET=secret)
        assert line.startswith("WEBHOOK_SECRET: got a value that is not shown, wants 1 to 256 of the characters")
        assert secret not in line

    @pytest.mark.parametrize("token", ["hunter2 hunter2", "hunter2é", "=hunter2"])
    def test_token_of_the_metrics_is_not_shown(self, monkeypatch: pytest.MonkeyPatch, token: str) -> None:
        """RFC 6750, 2.1: what a header can carry after "Bearer"."""
        line = refusal(monkeypatch, METRICS_TOKEN=token)
        assert line.startswith("METRICS_TOKEN: got a value that is not shown, wants the characters")
        assert "hunter2" not in line

    def test_password_in_an_address_is_not_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        line = refusal(monkeypatch, DATABASE_URL="mysql://me:hunter2@host.example/base")
        assert line.startswith("DATABASE_URL: got 'mysql://…@host.example/base', wants sqlite:")

    @pytest.mark.parametrize(
        "password", ["hun@ter2", "hun/ter2", "7/hun@ter2", "hun#ter2", "hun?ter2", "hun:t/er2", "h@u@nter2"]
    )
    def test_password_with_a_sign_that_ends_one_is_refused_and_not_shown(
        self, monkeypatch: pytest.MonkeyPatch, password: str
    ) -> None:
        """It would be taken for a part of the host, which a server that is not found is told by."""
        line = refusal(monkeypatch, DATABASE_URL=f"postgresql://me:{password}@host.example/base")
        assert line.startswith("DATABASE_URL: got 'postgresql://…@host.example/base', wants ")
        assert "@ as %40" in line
        assert not {"hun", "ter2", "er2"}.intersection(re.findall(r"[a-z0-9]+", line))

    @pytest.mark.parametrize(
        "address",
        [
            "postgresql://me:hun%40ter2@host.example:5432/base",
            "postgresql://me:a:b@host.example/base",
            "postgresql://me@/base?host=/run/postgresql&port=5433",
            "postgresql://me:hunter2@[::1]:5432/base",
            "postgresql://one.example:5432,two.example:5433/base?target_session_attrs=read-write",
            "postgresql:///base",
        ],
    )
    def test_address_as_libpq_knows_it_is_taken(self, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
        assert read(monkeypatch, DATABASE_URL=address).database == address

    def test_password_of_the_database_is_a_secret_as_it_stands_and_as_it_is_meant(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = "postgresql://me:hun%20ter2@host.example/base?password=hunter3"
        settings = read(monkeypatch, DATABASE_URL=address)
        assert settings.database == address
        assert settings.secrets == ("hun%20ter2", "hun ter2", "hunter3")
        assert without_password(address) == "postgresql://…@host.example/base?password=…"

    def test_line_break_stays_in_the_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert r"got '1\n2'" in refusal(monkeypatch, PORT="1\n2")

    @given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30))
    def test_token_of_any_kind_is_taken_or_told_in_one_line(self, value: str) -> None:
        assert len(told_of_token(value).splitlines()) <= 1


class TestTogether:
    @pytest.mark.parametrize(
        ("given_one", "missing"),
        [({"PUBLIC_URL": "https://x.example"}, "WEBHOOK_SECRET"), ({"WEBHOOK_SECRET": "s3cret"}, "PUBLIC_URL")],
    )
    def test_a_webhook_needs_its_two(
        self, monkeypatch: pytest.MonkeyPatch, given_one: dict[str, str], missing: str
    ) -> None:
        line = refusal(monkeypatch, **given_one)
        assert line.startswith(f"{missing}: got nothing, wants ")
        assert f"since {next(iter(given_one))} is set" in line
        assert "s3cret" not in line

    def test_a_webhook_of_telegrams_must_be_https(self, monkeypatch: pytest.MonkeyPatch) -> None:
        line = refusal(monkeypatch, PUBLIC_URL="http://x.example", WEBHOOK_SECRET="s")
        assert line == "PUBLIC_URL: got 'http://x.example', wants an https:// address without ? or #"

    def test_a_webhook_of_another_server_may_be_http(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """docs/platforms.md A15: a local Bot API server delivers to plain HTTP."""
        settings = read(
            monkeypatch,
            TELEGRAM_API_URL="http://127.0.0.1:8081/",
            PUBLIC_URL="http://127.0.0.1:8080/hook/",
            WEBHOOK_SECRET="s",
        )
        assert settings.webhook
        assert settings.telegram_api_url == "http://127.0.0.1:8081"
        assert settings.public_url == "http://127.0.0.1:8080/hook"

    @pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.9", "::1", "localhost"])
    def test_the_playground_takes_loopback(self, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
        assert read(monkeypatch, HOST=host).playground

    @pytest.mark.parametrize("name", ["TELEGRAM_TOKEN", "DISCORD_TOKEN"])
    def test_with_a_token_the_port_may_open_to_others(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        settings = read(monkeypatch, HOST="0.0.0.0", **{name: TOKEN})
        assert settings.host == "0.0.0.0"
        assert not settings.playground

    @pytest.mark.parametrize(
        "reached",
        [
            {"HOST": "0.0.0.0", "TELEGRAM_TOKEN": TOKEN},
            {"HOST": "::", "DISCORD_TOKEN": "a"},
            {"TELEGRAM_TOKEN": TOKEN, "PUBLIC_URL": "https://x.example", "WEBHOOK_SECRET": "s"},
        ],
    )
    def test_metrics_that_others_can_reach_need_a_token(
        self, monkeypatch: pytest.MonkeyPatch, reached: dict[str, str]
    ) -> None:
        """With a webhook a proxy passes on what comes from outside, so a loopback address keeps nobody out."""
        line = refusal(monkeypatch, METRICS="true", **reached)
        assert line.startswith("METRICS_TOKEN: got nothing, wants the characters")
        assert line.endswith("since METRICS is on and others can reach the web port")
        assert read(monkeypatch, METRICS_TOKEN="abc", METRICS="true", **reached).metrics

    @pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
    def test_metrics_on_loopback_need_none(self, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
        settings = read(monkeypatch, METRICS="true", HOST=host, TELEGRAM_TOKEN=TOKEN)
        assert settings.metrics
        assert settings.metrics_token is None

    def test_shards_are_below_their_count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        line = refusal(monkeypatch, DISCORD_SHARD_COUNT="2", DISCORD_SHARD_IDS="1,2")
        assert line.startswith("DISCORD_SHARD_IDS: got '1,2', wants numbers below DISCORD_SHARD_COUNT")


class TestValues:
    def test_shards_are_numbers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert read(monkeypatch, DISCORD_SHARD_COUNT="4", DISCORD_SHARD_IDS="0, 3").shards == (0, 3)
        assert read_settings(None).discord_shard_count == 4

    def test_a_database_from_the_root(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        assert read(monkeypatch, DATABASE_URL=f"sqlite:///{tmp_path}/x.db").database == tmp_path / "x.db"

    def test_a_folder_of_the_database_may_have_any_name(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        folder = tmp_path / "c# or what?"
        folder.mkdir()
        assert read(monkeypatch, DATABASE_URL=f"sqlite:///{folder}/x.db").database == folder / "x.db"

    @pytest.mark.parametrize(("value", "level"), [("debug", "DEBUG"), ("Warning", "WARNING"), ("ERROR", "ERROR")])
    def test_a_level_in_any_case(self, monkeypatch: pytest.MonkeyPatch, value: str, level: str) -> None:
        assert read(monkeypatch, LOG_LEVEL=value).log_level == level

    def test_every_language_with_a_catalog_may_be_the_default(self, monkeypatch: pytest.MonkeyPatch) -> None:
        served = {"en", *(path.parts[-3] for path in LOCALES.glob("*/LC_MESSAGES/bot.po"))}
        for language in served:
            assert read(monkeypatch, DEFAULT_LOCALE=language).default_locale == language

    def test_secrets_are_listed_for_the_logs_and_never_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        settings = read(
            monkeypatch,
            TELEGRAM_TOKEN=TOKEN,
            DISCORD_TOKEN="discord-secret",
            PUBLIC_URL="https://x.example",
            WEBHOOK_SECRET="hook-secret",
            METRICS_TOKEN="metrics-secret",
        )
        assert settings.secrets == (TOKEN, "discord-secret", "hook-secret", "metrics-secret")
        for shown in (repr(settings), str(settings), settings.model_dump_json()):
            assert TOKEN not in shown
            assert "hook-secret" not in shown
            assert "discord-secret" not in shown
            assert "metrics-secret" not in shown

    def test_settings_do_not_change(self) -> None:
        with pytest.raises(ValueError, match="frozen"):
            read_settings().port = 1  # type: ignore[misc]
