"""Environment variables, read with types, and with errors that name variable, value and what is right."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

_PORTS = 65_535
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


class StartError(Exception):
    """Why a process cannot start, in one line for whoever started it; the process then exits with code 2."""


class SettingError(StartError):
    """An environment variable is missing or makes no sense."""


class PortInUseError(StartError):
    """Somebody else listens where this process should."""


@dataclass(frozen=True)
class Address:
    """Where to listen or connect to; port 0 lets the system choose a free one."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Read `host:port` or `[v6]:port`. Raises `ValueError`."""
        match = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:\[\]]+)):(\d{1,5})", text)
        if match is None or int(match[3]) > _PORTS:
            raise ValueError(f"{text!r} is not host:port")
        return cls(match[1] or match[2], int(match[3]))

    def __str__(self) -> str:
        """Write it as `parse` reads it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Environment:
    """Typed reading of environment variables. An empty variable counts as unset.

    Every method takes the variable's name and the value that holds when it is unset, and raises `SettingError`
    for a value of the wrong shape.
    """

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        """Read from the variables given, or from the process's own."""
        self._variables = os.environ if variables is None else variables

    def text(self, name: str, default: str) -> str:
        """Read any text, stripped of blanks around it."""
        return self._variables.get(name, "").strip() or default

    def required(self, name: str, meaning: str) -> str:
        """Read a text that must be set; `meaning` tells the operator what belongs there."""
        value = self.text(name, "")
        if not value:
            raise SettingError(f"{name} is not set: it must hold {meaning}.")
        return value

    def choice(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        """Read one of some words."""
        value = self.text(name, default)
        if value not in allowed:
            raise SettingError(f"{name}={value!r}: must be one of {', '.join(allowed)}.")
        return value

    def integer(self, name: str, default: int, *, least: int, most: int) -> int:
        """Read a whole number within bounds."""
        value = self.text(name, str(default))
        number = int(value) if re.fullmatch(r"-?\d{1,18}", value) else None
        if number is None or not least <= number <= most:
            raise SettingError(f"{name}={value!r}: must be a whole number from {least} to {most}.")
        return number

    def seconds(self, name: str, default: float, *, least: float = 0.0, most: float = 86_400.0) -> float:
        """Read a duration in seconds, fractions allowed."""
        value = self.text(name, str(default))
        number = float(value) if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value) else None
        if number is None or not least <= number <= most:
            raise SettingError(f"{name}={value!r}: must be seconds from {least:g} to {most:g}.")
        return number

    def flag(self, name: str, default: bool) -> bool:
        """Read yes or no: 1/0, true/false, yes/no, on/off."""
        value = self.text(name, "1" if default else "0").lower()
        if value not in _TRUE | _FALSE:
            raise SettingError(f"{name}={value!r}: must be on or off.")
        return value in _TRUE

    def address(self, name: str, default: str) -> Address:
        """Read a `host:port`."""
        value = self.text(name, default)
        try:
            return Address.parse(value)
        except ValueError:
            raise SettingError(f"{name}={value!r}: must be host:port, for example 127.0.0.1:5100.") from None

    def optional_address(self, name: str, *, default_host: str = "127.0.0.1") -> Address | None:
        """Read a `port` or `host:port`, or nothing where it is unset."""
        value = self.text(name, "")
        if not value:
            return None
        if value.isascii() and value.isdigit():
            value = f"{default_host}:{value}"
        try:
            return Address.parse(value)
        except ValueError:
            raise SettingError(f"{name}={value!r}: must be a port or host:port, for example 9100.") from None

    def pairs(self, name: str, *, between: str, example: str) -> dict[str, str]:
        """Read a comma-separated map such as `jump=dns:///a:1,race=b:2`, in order; empty where it is unset.

        The error never quotes the value, which may be a secret.
        """
        found: dict[str, str] = {}
        for item in filter(None, (part.strip() for part in self.text(name, "").split(","))):
            key, separator, value = item.partition(between)
            if not (separator and key.strip() and value.strip()) or key.strip() in found:
                raise SettingError(f"{name}: must look like {example}, each name once.")
            found[key.strip()] = value.strip()
        return found
