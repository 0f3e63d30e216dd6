"""Declares settings: each environment variable once, for reading it, for `--help` and for the reference.

@dataclass(frozen=True)
class Settings:
    streams: int = variable("GALAXYTABLES_BOT_STREAMS", integer(1, 64), "play streams to the lobby", default="4")

settings = read_settings(Settings)
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Generic, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_PORTS = 65_535
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})
_VARIABLE = "variable"


class StartError(Exception):
    """A process cannot start. The message is one line for a person, and the process exits with code 2."""


class SettingError(StartError):
    """An environment variable is missing or wrong."""


class PortInUseError(StartError):
    """Another process listens at the address."""


@dataclass(frozen=True)
class Address:
    """An address to listen at or to connect to; with port 0, the system chooses a free port to listen at."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Parse `host:port` or `[v6]:port`. Raises `ValueError`."""
        match = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:\[\]]+)):(\d{1,5})", text)
        if match is None or int(match[3]) > _PORTS:
            raise ValueError(f"{text!r} is not host:port")
        return cls(match[1] or match[2], int(match[3]))

    def __str__(self) -> str:
        """Return the form that `parse` reads."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True)
class Kind(Generic[T_co]):
    """A kind of value: the function that parses it, the words for what is valid, and whether it may be a secret.

    `plain` values cannot hold a secret: they are numbers, or among a few words.
    """

    parse: Callable[[str], T_co]
    expected: str
    secret: bool = False
    plain: bool = False


@dataclass(frozen=True)
class Variable(Generic[T_co]):
    """The declaration of an environment variable. Its default is text, as an operator would write it, or None.

    With the default None, it must be set.
    """

    name: str
    kind: Kind[T_co]
    meaning: str
    default: str | None

    def read(self, variables: Mapping[str, str]) -> T_co:
        """Return the variable's value, parsed. Empty counts as unset. Raises `SettingError`, which quotes no secret."""
        text = variables.get(self.name, "").strip() or self.default
        if text is None:
            raise SettingError(f"{self.name} is not set: it must hold {self.meaning}.")
        try:
            return self.kind.parse(text)
        except ValueError:
            value = "" if self.kind.secret else f"={text!r}"
            raise SettingError(f"{self.name}{value}: must be {self.kind.expected}.") from None


def _word(text: str) -> str:
    return text


text = Kind(_word, "text")
"""Any text."""

secret = Kind(_word, "text", secret=True)
"""A text that no error quotes."""

path = Kind(lambda value: Path(value).resolve(), "a path")
"""A file or folder."""

paths = Kind(lambda value: tuple(Path(part) for part in value.split(os.pathsep) if part), "paths, parted as in PATH")
"""Files or folders."""


def choice(*allowed: str) -> Kind[str]:
    """Return the kind of values that are one of some words."""

    def parse(value: str) -> str:
        if value not in allowed:
            raise ValueError
        return value

    return Kind(parse, f"one of {', '.join(allowed)}", plain=True)


def words(*, example: str) -> Kind[tuple[str, ...]]:
    """Return the kind of values that are words separated by commas."""
    return Kind(lambda value: tuple(filter(None, (part.strip() for part in value.split(",")))), f"like {example}")


def integer(minimum: int, maximum: int) -> Kind[int]:
    """Return the kind of values that are whole numbers within bounds."""

    def parse(value: str) -> int:
        if re.fullmatch(r"-?[0-9]{1,18}", value) is None or not minimum <= int(value) <= maximum:
            raise ValueError
        return int(value)

    return Kind(parse, f"a whole number from {minimum} to {maximum}", plain=True)


def seconds(minimum: float = 0.0, maximum: float = 86_400.0) -> Kind[float]:
    """Return the kind of values that are durations in seconds, with fractions allowed."""
    return _duration("seconds", minimum, maximum)


def minutes(minimum: float = 0.0, maximum: float = 1_440.0) -> Kind[float]:
    """Return the kind of values that are durations in minutes, with fractions allowed."""
    return _duration("minutes", minimum, maximum)


def _duration(unit: str, minimum: float, maximum: float) -> Kind[float]:
    def parse(value: str) -> float:
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) is None or not minimum <= float(value) <= maximum:
            raise ValueError
        return float(value)

    return Kind(parse, f"{unit} from {minimum:.15g} to {maximum:.15g}", plain=True)


def _fraction(value: str) -> float:
    if re.fullmatch(r"[0-9](\.[0-9]{1,9})?", value) is None or float(value) > 1:
        raise ValueError
    return float(value)


fraction = Kind(_fraction, "a number from 0 to 1", plain=True)
"""A number from 0 to 1."""


def _flag(value: str) -> bool:
    if value.lower() not in _TRUE | _FALSE:
        raise ValueError
    return value.lower() in _TRUE


flag = Kind(_flag, "on or off", plain=True)
"""A boolean: 1/0, true/false, yes/no, on/off."""


def _address_or_port(value: str) -> Address:
    return Address.parse(f"127.0.0.1:{value}" if value.isascii() and value.isdigit() else value)


def optional(kind: Kind[T]) -> Kind[T | None]:
    """Return the kind of values that are of another kind, or None if unset."""
    return Kind(lambda value: kind.parse(value) if value else None, kind.expected, kind.secret, kind.plain)


optional_address = optional(Kind(_address_or_port, "a port or host:port, for example 9100"))
"""A `port` of this machine or `host:port`; None where it is unset."""


def _loopback(value: str) -> tuple[Address, ...]:
    """Read addresses of this machine alone. Raises `ValueError`."""
    addresses = tuple(Address.parse(part.strip()) for part in value.split(",") if part.strip())
    if not all(ip_address(address.host).is_loopback for address in addresses):
        raise ValueError
    return addresses


loopback_addresses = Kind(_loopback, "loopback addresses like 127.0.0.1:5099,[::1]:5099")
"""Addresses that nobody beyond this machine can reach."""


def pairs(between: str, *, example: str, minimum: int = 0) -> Kind[dict[str, str]]:
    """Return the kind of values that are maps such as `jump=dns:///a:1,race=b:2`, whose values may be secrets."""

    def parse(value: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for item in filter(None, (part.strip() for part in value.split(","))):
            key, separator, rest = (part.strip() for part in item.partition(between))
            if not (separator and key and rest) or key in found:
                raise ValueError
            found[key] = rest
        if len(found) < minimum:
            raise ValueError
        return found

    return Kind(parse, f"like {example}, each name once", secret=True)


def variable(name: str, kind: Kind[T], meaning: str, *, default: str | None = "") -> T:
    """Return a dataclass field that is read from an environment variable. Without a default (None) it must be set."""
    declared = Variable(name, kind, meaning, default)
    # The return type is the field's, as with `dataclasses.field`.
    value: T = field(default_factory=lambda: declared.read({}), metadata={_VARIABLE: declared})
    return value


def variables_of(settings: type) -> Iterator[Variable[Any]]:  # each of its own type
    """Yield the variables that a settings class declares, in order."""
    for each in fields(settings):
        if _VARIABLE in each.metadata:
            yield each.metadata[_VARIABLE]


def read_settings(settings: type[T], variables: Mapping[str, str] | None = None, **given: object) -> T:
    """Return settings read from environment variables; fields in `given` get those values. Raises `SettingError`."""
    source = os.environ if variables is None else variables
    read = {
        each.name: each.metadata[_VARIABLE].read(source)
        for each in fields(settings)  # type: ignore[arg-type]  # settings are dataclasses
        if _VARIABLE in each.metadata and each.name not in given
    }
    return settings(**read, **given)
