"""Reads the player's settings from the environment and from `NAME=value` arguments."""

import getpass
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client.channel import host_and_port
from galaxytables_terminal.errors import SettingsError
from galaxytables_terminal.wording import chosen_language

DEFAULT_SERVER = "127.0.0.1:5100"
LONGEST_NAME = 40
RATINGS = {
    "rated": tables_pb2.RATING_TERMS_RATED,
    "strict": tables_pb2.RATING_TERMS_STRICT,
    "casual": tables_pb2.RATING_TERMS_CASUAL,
}
_THIS_MACHINE = frozenset({"127.0.0.1", "localhost", "[::1]"})

_LAST_PORT = 65_535

_KNOWN = frozenset(
    {
        *("GAME", "NOW", "BOTS", "SEATS", "BOT", "OPTIONS", "TIME", "PRIVATE", "RATING", "DELAY", "TALK"),
        *("TABLE", "NAME", "SERVER", "SIGN_IN_PORT"),
        *("GALAXYTABLES_LOBBY", "GALAXYTABLES_STATE", "XDG_STATE_HOME", "HOME", "LANGUAGE"),
    }
)


@dataclass(frozen=True, slots=True)
class Pace:
    """The time control that the player wants.

    It is a preset that the server names, `per_move` seconds, or a budget with an increment. All times are whole
    seconds.
    """

    preset: str = ""
    per_move: int = 0
    budget: int = 0
    increment: int = 0

    @property
    def unlimited(self) -> bool:
        """Return whether there is no clock."""
        return not (self.preset or self.per_move or self.budget)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings for one run of the client."""

    server: str = DEFAULT_SERVER
    # True if no platform may be started: the server was named, or is on another machine.
    server_named: bool = False
    game: str = ""
    # Look for others who would play it now, instead of opening a table.
    now: bool = False
    table: str = ""
    bots: int | None = None
    seats: int | None = None
    bot: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    pace: Pace = Pace()
    private: bool = False
    # Whether seats are only for players who are invited, even if the game is public.
    by_invitation: bool = False
    # Whether the game is rated and choices can be taken back: a key of `RATINGS`.
    rating: str = "rated"
    # How many choices spectators are behind, and whether they may chat.
    delay: int = 0
    talk: bool = False
    name: str = "guest"
    state: Path = Path()
    # The port at which a browser comes back from a provider; 0 for any that is free.
    sign_in_port: int = 0
    # A language that the terminal has messages in.
    language: str = "en"

    @property
    def visibility(self) -> tables_pb2.Visibility.ValueType:
        """Return who may find and join a table that is opened."""
        if self.private:
            return tables_pb2.VISIBILITY_PRIVATE
        return tables_pb2.VISIBILITY_BY_INVITATION if self.by_invitation else tables_pb2.VISIBILITY_PUBLIC


def wanted_language(environment: Mapping[str, str], arguments: Sequence[str] = ()) -> str:
    """Return the language that the player wants.

    It is read before the other settings, since errors in them are reported in this language.
    """
    named = [value for name, _, value in (argument.partition("=") for argument in arguments) if name == "LANGUAGE"]
    return chosen_language(named[-1] if named else environment.get("LANGUAGE", ""))


def read_settings(environment: Mapping[str, str], arguments: Sequence[str] = ()) -> Settings:
    """Read settings from the environment. Arguments of the form `NAME=value` override the environment.

    Raises `SettingsError` if a value cannot be read, or an argument does not name a setting.
    """
    values = {name: value for name, value in environment.items() if name in _KNOWN and value}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not equals or name not in _KNOWN:
            raise SettingsError("argument", argument, "wanted-argument")
        values[name] = value
    server = _server(values.get("SERVER") or values.get("GALAXYTABLES_LOBBY") or DEFAULT_SERVER)
    return Settings(
        server=server,
        server_named="SERVER" in values or server.rpartition(":")[0] not in _THIS_MACHINE,
        game=values.get("GAME", ""),
        now=_is_on(values.get("NOW", "")),
        table=values.get("TABLE", ""),
        bots=_count("BOTS", values.get("BOTS")),
        seats=_count("SEATS", values.get("SEATS")),
        bot=values.get("BOT", ""),
        options=read_options(values.get("OPTIONS", "")),
        pace=_pace(values.get("TIME", "")),
        private=_is_on(values.get("PRIVATE", "")),
        rating=_rating(values.get("RATING") or "rated"),
        delay=_count("DELAY", values.get("DELAY")) or 0,
        talk=_is_on(values.get("TALK", "")),
        name=_name(values.get("NAME", "")),
        state=_state_folder(values),
        sign_in_port=_port(values.get("SIGN_IN_PORT")),
        language=wanted_language(environment, arguments),
    )


def _server(value: str) -> str:
    try:
        host_and_port(value)
    except ValueError:
        raise SettingsError("SERVER", value, "wanted-address") from None
    return value


def _count(name: str, value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdecimal():
        raise SettingsError(name, value, "wanted-number")
    return int(value)


def _port(value: str | None) -> int:
    port = _count("SIGN_IN_PORT", value) or 0
    if port > _LAST_PORT:
        raise SettingsError("SIGN_IN_PORT", str(port), "wanted-number")
    return port


def _rating(value: str) -> str:
    if value not in RATINGS:
        raise SettingsError("RATING", value, "wanted-rating")
    return value


def _is_on(value: str) -> bool:
    return value.lower() not in {"", "0", "no", "off", "false"}


def read_options(value: str) -> dict[str, str]:
    """Parse options such as `name=value,name=value`. Raises `SettingsError`."""
    options: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in value.split(","))):
        name, equals, setting = pair.partition("=")
        if not (equals and name and setting):
            raise SettingsError("OPTIONS", value, "wanted-pairs")
        options[name] = setting
    return options


def _pace(value: str) -> Pace:
    if not value:
        return Pace()
    if value.isidentifier():
        return Pace(preset=value)
    budget, plus, increment = value.partition("+")
    if not budget.isdecimal() or int(budget) < 1 or (plus and not increment.isdecimal()):
        raise SettingsError("TIME", value, "wanted-time")
    if plus:
        return Pace(budget=int(budget), increment=int(increment))
    return Pace(per_move=int(budget))


def _name(value: str) -> str:
    if not value:
        try:
            value = getpass.getuser()
        except (OSError, KeyError):
            value = "guest"
    if len(value) > LONGEST_NAME or not value.isprintable() or not value.strip():
        raise SettingsError("NAME", value, "wanted-name", most=LONGEST_NAME)
    return value.strip()


def _state_folder(values: Mapping[str, str]) -> Path:
    if own := values.get("GALAXYTABLES_STATE"):
        return Path(own).expanduser()
    if base := values.get("XDG_STATE_HOME"):
        return Path(base) / "galaxytables"
    return Path(values.get("HOME", "~")).expanduser() / ".local" / "state" / "galaxytables"
