"""Every setting: its name, type, default, meaning and accepted values.

Settings come from the environment and from `.env`, the environment first; an empty one counts as not set.
`.env.example` and the README's table are checked against this file.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args
from urllib.parse import SplitResult, unquote, urlsplit

from dotenv.parser import Binding, parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict
from rapidfuzz import fuzz, process

from bot.errors import SettingError

_PACKAGE = Path(__file__).resolve().parent
LOCALES = _PACKAGE / "_locales" if (_PACKAGE / "_locales").is_dir() else _PACKAGE.parent / "locales"
"""The catalogs and the rules, a folder for each language: inside an installed package, beside it in the repository."""

WEBHOOK_PATH = "/telegram"
"""Where below `PUBLIC_URL` Telegram posts its updates."""
_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")
_OFFICIAL_API = "https://api.telegram.org"
_OFFICIAL_DISCORD = "https://discord.com/api/v10"
_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_DISCORD_TOKEN = re.compile(r"[!-~]+")
_SHARDS = re.compile(r"[0-9]{1,5}(?:,[0-9]{1,5})*")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_BEARER = re.compile(r"[A-Za-z0-9._~+/-]+=*")
"""What may follow "Bearer" (RFC 6750, 2.1)."""
_NEAR = 86
"""How alike two names are, of 100, for one to be taken for the other misspelt: a letter or two of ten."""
_NEAR_IN_FILE = 75
"""The same in `.env`, which is ours: two letters of a short name may have changed places there."""
_ENCODING = "utf-8-sig"
"""Of `.env`: some editors begin a file with a byte order mark, which is no part of the first name."""
_LOOPBACK_NAMES = frozenset({"localhost"})

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Port = Annotated[int, Field(ge=0, le=65535)]

_WANTS = {
    "TELEGRAM_TOKEN": "a bot's token as BotFather gives it: digits, a colon, letters and digits",
    "TELEGRAM_API_URL": f"the address of a Bot API, such as {_OFFICIAL_API}",
    "TELEGRAM_GROUP_PER_MINUTE": "a whole number, 0 for no limit",
    "TELEGRAM_PER_SECOND": "a whole number, 0 for no limit",
    "TELEGRAM_DELETE_WEBHOOK": "true or false",
    "DISCORD_TOKEN": "a bot's token as the Developer Portal shows it under Bot, without blanks",
    "DISCORD_API_URL": f"the address of Discord's API, such as {_OFFICIAL_DISCORD}",
    "DISCORD_SHARD_COUNT": "a whole number, at least 1",
    "DISCORD_SHARD_IDS": "numbers below DISCORD_SHARD_COUNT with commas between them, such as 0,1",
    "DATABASE_URL": (
        "sqlite:///file.db (from the working folder) or sqlite:////folder/file.db, in a folder that exists and without "
        "? or # in the file's name, or postgresql://user:password@host/name (in a password write @ as %40, / as %2F, "
        ": as %3A, ? as %3F, # as %23, % as %25)"
    ),
    "HOST": "an address of this machine",
    "PORT": "a port from 0 to 65535 (0: any that is free)",
    "PUBLIC_URL": "an https:// address without ? or #",
    "WEBHOOK_SECRET": "1 to 256 of the characters A-Z a-z 0-9 _ -",
    "METRICS": "true or false",
    "METRICS_TOKEN": "the characters A-Z a-z 0-9 . _ ~ + / - and at the end =",
    "LOG_LEVEL": "DEBUG, INFO, WARNING or ERROR",
    "LOG_FORMAT": "console or json",
    "LOBBY_MINUTES": "a whole number of minutes, at least 1",
    "KEEP_GAMES_DAYS": "a whole number of days, at least 1",
}


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_file_encoding=_ENCODING,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        use_attribute_docstrings=True,
        validate_default=False,
    )

    telegram_token: SecretStr | None = None
    """The bot's token from BotFather. With neither this nor `DISCORD_TOKEN` the playground starts."""

    telegram_api_url: str = _OFFICIAL_API
    """Base of the Bot API: calls go to `<base>/bot<token>/<method>`, files to `<base>/file/bot<token>/<path>`."""

    telegram_group_per_minute: Count = 20
    """Sends and edits per minute in one group; 0 for no limit. The playground has a limit only if this is set."""

    telegram_per_second: Count = 30
    """API calls per second for the token; 0 for no limit."""

    telegram_delete_webhook: bool = False
    """`true` to poll although a webhook is set for the token: it is deleted at the start. Otherwise the start ends."""

    discord_token: SecretStr | None = None
    """The bot's token from Discord's Developer Portal. If `TELEGRAM_TOKEN` is set too, one process serves both."""

    discord_api_url: str = _OFFICIAL_DISCORD
    """Base of Discord's API; the gateway address comes from `/gateway/bot`."""

    discord_shard_count: Positive | None = None
    """The number of shards of all the bot's processes together; empty: as many as Discord recommends."""

    discord_shard_ids: str | None = None
    """The shards that this process serves, such as `0,1`; empty: all, or on PostgreSQL its share of them."""

    database_url: str = "sqlite:///underhat.db"
    """`sqlite:///file.db` (working folder), `sqlite:////folder/file.db`, or `postgresql://user:password@host/name`."""

    host: str = "127.0.0.1"
    """The address the web port listens on. The playground takes loopback addresses only."""

    port: Port = 8080
    """The web port: `GET /healthz`, and the playground or the webhook."""

    public_url: str | None = None
    """Where Telegram reaches the web port; with `WEBHOOK_SECRET`, a webhook is used instead of polling."""

    webhook_secret: SecretStr | None = None
    """The secret Telegram sends with every update: 1 to 256 of the characters `A-Z a-z 0-9 _ -`."""

    metrics: bool = False
    """`true` to serve metrics for Prometheus on the web port, as `GET /metrics`."""

    metrics_token: SecretStr | None = None
    """The bearer token that reads the metrics. Needed if the web port has a webhook or is no loopback address."""

    default_locale: str = "en"
    """The fallback language for a chat that has chosen none and whose members' languages aren't supported."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """The minimum level to log: `DEBUG`, `INFO`, `WARNING` or `ERROR`."""

    log_format: Literal["console", "json"] = "console"
    """`console` for people to read, `json` for one object per line."""

    lobby_minutes: Positive = 30
    """A lobby closes after nobody has tapped anything for this many minutes."""

    keep_games_days: Positive = 90
    """Finished games are kept for this many days, for `/verify` and rematches."""

    @property
    def playground(self) -> bool:
        """Whether the playground is served, since no platform's token is set."""
        return self.telegram_token is None and self.discord_token is None

    @property
    def webhook(self) -> bool:
        """Whether updates come by webhook."""
        return self.public_url is not None

    @property
    def shards(self) -> tuple[int, ...]:
        """The shards of this process; empty for all."""
        return tuple(int(number) for number in (self.discord_shard_ids or "").split(",") if number)

    @property
    def database(self) -> Path | str:
        """The path of SQLite's file, or the address of a database on PostgreSQL."""
        return database_at(self.database_url)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values that must not be logged."""
        secrets = (self.telegram_token, self.discord_token, self.webhook_secret, self.metrics_token)
        return (*(secret.get_secret_value() for secret in secrets if secret), *_passwords(self.database_url))

    @field_validator("*", mode="before")
    @classmethod
    def _trim(cls, value: Any, info: ValidationInfo) -> Any:
        """Strip blanks that were copied along; an empty value counts as not set."""
        if not isinstance(value, str) or info.field_name is None:
            return value
        return value.strip() or cls.model_fields[info.field_name].get_default()

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _any_case(cls, value: Any, info: ValidationInfo) -> Any:
        """Take a level or a format in any case. What is neither is left as it is written, to be told so."""
        if not isinstance(value, str) or info.field_name is None:
            return value
        accepted = get_args(cls.model_fields[info.field_name].annotation)
        return next((each for each in accepted if each.casefold() == value.casefold()), value)

    @field_validator("telegram_token", "discord_token", "webhook_secret", "metrics_token")
    @classmethod
    def _secret(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        others = {"telegram_token": _TOKEN, "discord_token": _DISCORD_TOKEN, "metrics_token": _BEARER}
        pattern = others.get(info.field_name or "", _SECRET)
        if value and not pattern.fullmatch(value.get_secret_value()):
            raise ValueError
        return value

    @field_validator("telegram_api_url", "discord_api_url", "public_url")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value and not _is_web_address(value):
            raise ValueError
        return value.rstrip("/") if value else None

    @field_validator("discord_shard_ids")
    @classmethod
    def _numbers(cls, value: str | None) -> str | None:
        bare = value.replace(" ", "") if value else None
        if bare and not _SHARDS.fullmatch(bare):
            raise ValueError
        return bare

    @field_validator("database_url")
    @classmethod
    def _file(cls, value: str) -> str:
        _check_database(value)
        return value

    @field_validator("default_locale")
    @classmethod
    def _served(cls, value: str) -> str:
        if value not in _served_locales():
            raise ValueError
        return value

    @model_validator(mode="after")
    def _together(self) -> Self:
        if clashes := [*self._clashes()]:
            raise _Clash(self, clashes)
        return self

    def _clashes(self) -> Iterator[SettingError]:
        """Find what is wrong of settings that are right each for itself."""
        if bool(self.public_url) != bool(self.webhook_secret):
            missing, other = ("WEBHOOK_SECRET", "PUBLIC_URL") if self.public_url else ("PUBLIC_URL", "WEBHOOK_SECRET")
            yield _wrong(missing, "nothing", f"{_WANTS[missing]}, since {other} is set (or neither of the two)")
        if self.public_url and not self.public_url.startswith("https:") and self.telegram_api_url == _OFFICIAL_API:
            yield _wrong("PUBLIC_URL", repr(self.public_url), _WANTS["PUBLIC_URL"])
        if self.shards and max(self.shards) >= (self.discord_shard_count or 0):
            yield _wrong("DISCORD_SHARD_IDS", repr(self.discord_shard_ids), _WANTS["DISCORD_SHARD_IDS"])
        if self.metrics and not self.metrics_token and (self.webhook or not _is_loopback(self.host)):
            yield _wrong(
                "METRICS_TOKEN",
                "nothing",
                f"{_WANTS['METRICS_TOKEN']}, since METRICS is on and others can reach the web port",
            )
        if self.playground and not _is_loopback(self.host):
            yield _wrong(
                "HOST",
                repr(self.host),
                "127.0.0.1, ::1 or localhost, since the playground (no token is set) is for this machine only",
            )


class _Clash(SettingError):
    """Settings that are right each for itself and not together; its text is that of the first."""

    def __init__(self, settings: Settings, clashes: Sequence[SettingError]) -> None:
        super().__init__(str(clashes[0]))
        self.settings = settings
        self.clashes = clashes


def read_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings from the environment and a file. Raise SettingError with one line for the first wrong one."""
    if not _catalogs():
        raise SettingError(f"{LOCALES}: the catalogs of texts are not there: install Underhat again")
    try:
        _refuse_folder(env_file)
        return Settings(_env_file=env_file)
    except ValidationError as error:
        raise _explain(error) from None
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(env_file, error) from None


def wrong_settings(env_file: Path | None = Path(".env")) -> list[str]:
    """Return a line for each setting that is wrong, empty if a start would accept them all."""
    try:
        _refuse_folder(env_file)
        Settings(_env_file=env_file)
    except ValidationError as error:
        return [str(_explain_one(each)) for each in error.errors()]
    except _Clash as error:
        return [str(each) for each in error.clashes]
    except (OSError, UnicodeDecodeError) as error:
        return [str(_unreadable(env_file, error))]
    return []


def usable_settings(env_file: Path | None = Path(".env")) -> tuple[Settings, frozenset[str]]:
    """Return the settings with the defaults in place of wrong ones, and the names of these.

    Raise SettingError where the file cannot be read at all.
    """
    wrong: dict[str, Any] = {}
    try:
        _refuse_folder(env_file)
        try:
            Settings(_env_file=env_file)
        except ValidationError as error:
            names = [str(each["loc"][0]) for each in error.errors()]
            wrong = {name: Settings.model_fields[name].get_default() for name in names}
        return Settings(_env_file=env_file, **wrong), frozenset(wrong)
    except _Clash as error:
        return error.settings, frozenset(wrong)
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(env_file, error) from None


def misspelt(env_file: Path | None = Path(".env"), environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return a line for each name that is none of a setting but looks like one, and for what in the file names nothing.

    Other programs have variables too: of the environment and of the file only what is near a setting counts, or begins
    as those of the platforms do; of the file a token as well.
    """
    names = tuple(name.upper() for name in Settings.model_fields)
    bindings = _bindings(env_file)
    found = [
        f"line {each.original.line} of {env_file} is not understood, wants NAME=value"
        for each in bindings
        if each.error or (each.key is not None and each.value is None)
    ]
    in_file = dict.fromkeys(each.key for each in bindings if each.key is not None)
    for where, given, cutoff in (
        (str(env_file), [*in_file], _NEAR_IN_FILE),
        ("the environment", [*environment], _NEAR),
    ):
        for name in given:
            if name.upper() in names:
                continue
            near = process.extractOne(name.upper(), names, scorer=fuzz.ratio, score_cutoff=cutoff)
            if near is not None:
                found.append(f"{name}, in {where}, is no setting: did you mean {near[0]}?")
            elif cutoff == _NEAR_IN_FILE and name.upper().endswith("TOKEN"):
                found.append(f"{name}, in {where}, is no setting: did you mean TELEGRAM_TOKEN or DISCORD_TOKEN?")
            elif name.upper().startswith(("TELEGRAM_", "DISCORD_")):
                found.append(f"{name}, in {where}, is no setting; docs/operations.md lists them")
    return found


def _bindings(env_file: Path | None) -> list[Binding]:
    """Return what each line of the file says, nothing where it cannot be read, which `wrong_settings` tells."""
    if env_file is None:
        return []
    try:
        with env_file.open(encoding=_ENCODING) as file:
            return [*parse_stream(file)]
    except (OSError, UnicodeDecodeError):
        return []


def _refuse_folder(env_file: Path | None) -> None:
    """Raise IsADirectoryError for a folder, which would count as no file: Docker makes one of a missing file."""
    if env_file is not None and env_file.is_dir():
        raise IsADirectoryError(str(env_file))


def _explain(error: ValidationError) -> SettingError:
    """Return an error with the value and the accepted values of the first wrong setting, without a secret."""
    return _explain_one(error.errors()[0])


def _explain_one(wrong: ErrorDetails) -> SettingError:
    name = str(wrong["loc"][0]).upper()
    wants = f"one of {', '.join(_served_locales())}" if name == "DEFAULT_LOCALE" else _WANTS[name]
    return _wrong(name, _shown(name, wrong["input"]), wants)


def _unreadable(env_file: Path | None, error: Exception) -> SettingError:
    return SettingError(f"{env_file}: cannot be read ({type(error).__name__}), wants a text file (UTF-8) of NAME=value")


def _wrong(name: str, got: str, wants: str) -> SettingError:
    return SettingError(f"{name}: got {got}, wants {wants}")


def _shown(name: str, value: object) -> str:
    """Return a value in one line, without what may be a password in it."""
    if "TOKEN" in name or "SECRET" in name:
        return "a value that is not shown"
    return repr(without_password(str(value)))


def without_password(address: str) -> str:
    """Return an address without who may use it, also where the password has an @ or a / in it as it is."""
    if not address.startswith(_SQLITE):
        address = re.sub(r"(?<=://).*@", "…@", address)
    return re.sub(r"(?i)(?<=password=)[^&]*", "…", address)


def _passwords(address: str) -> Iterator[str]:
    """Yield the passwords in the address of a database, as they stand there and as they are meant."""
    if address.startswith(_POSTGRES):
        given = [part.partition(":")[2] for part in re.findall(r"(?<=://)[^/]*(?=@)", address)]
        for each in filter(None, (*given, *re.findall(r"(?i)(?<=password=)[^&]*", address))):
            yield from dict.fromkeys((each, unquote(each)))


def database_at(address: str) -> Path | str:
    """Return the path of SQLite's file, or the address of a database on PostgreSQL as it is."""
    return address if address.startswith(_POSTGRES) else Path(address.removeprefix(_SQLITE))


def check_database(name: str, address: str) -> Path | str:
    """Return where a database is. Raise SettingError for what is no address of one; `name` is what was asked for."""
    try:
        _check_database(address)
    except ValueError:
        raise _wrong(name, _shown(name, address), _WANTS["DATABASE_URL"]) from None
    return database_at(address)


def _check_database(address: str) -> None:
    """Raise ValueError for what is no address of a database."""
    if address.startswith(_POSTGRES):
        parts = urlsplit(address)
        usable = (bool(parts.path.strip("/")) or "dbname=" in parts.query) and _is_split_as_meant(parts)
    else:
        path = Path(address.removeprefix(_SQLITE))
        try:
            usable = address.startswith(_SQLITE) and not path.is_dir() and path.parent.is_dir()
        except OSError:  # a folder that may not be looked into, a name that is too long
            usable = False
        # Who writes ? or # after the name means parameters of other programs' addresses, of which there are none here.
        usable = usable and path.name != ":memory:" and not {"?", "#"}.intersection(path.name)
    if not usable:
        raise ValueError


def _is_split_as_meant(parts: SplitResult) -> bool:
    """Return whether no sign of a password is taken for what ends one, so that its rest would be a host or a name."""
    hosts = parts.netloc.rpartition("@")[2]
    ports = (each.rpartition(":")[2] for each in re.sub(r"\[[^]]*\]", "", hosts).split(",") if ":" in each)
    return parts.netloc.count("@") <= 1 and "@" not in parts.path and all(port.isdecimal() for port in ports if port)


def _is_web_address(value: str) -> bool:
    try:
        parts = urlsplit(value)
        return (
            parts.scheme in {"http", "https"}
            and bool(parts.hostname)
            and parts.port != 0
            and not parts.query + parts.fragment
        )
    except ValueError:
        return False


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in _LOOPBACK_NAMES


def _served_locales() -> tuple[str, ...]:
    """Return the languages that have a catalog; English is the source and needs none."""
    return tuple(sorted({"en", *_catalogs()}))


def _catalogs() -> set[str]:
    return {path.parent.parent.name for path in LOCALES.glob("*/LC_MESSAGES/bot.po")}
