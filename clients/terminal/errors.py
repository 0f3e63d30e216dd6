"""What can go wrong in the terminal client.

TerminalError
├── SettingsError         a setting is wrong; says which, what it was and what would be right
├── RefusedError          the server said no; carries its reason, its sentence and its metadata
├── AwayError             the server cannot be reached or asks to try again
├── PlatformError         the platform that this client started did not come up; carries its last words
└── NothingToPlayError    the server answers, but has no such game, no such bot, or no seat to offer
"""

from collections.abc import Mapping
from pathlib import Path


class TerminalError(Exception):
    """Something that the player should read; `str()` of it is a sentence."""


class SettingsError(TerminalError):
    """A setting that cannot be used."""

    def __init__(self, name: str, value: str, wanted: str) -> None:
        super().__init__(f"{name}={value} cannot be used: {wanted}.")
        self.name = name
        self.value = value


class RefusedError(TerminalError):
    """A typed refusal of the server, in its own words."""

    def __init__(self, reason: str, message: str, metadata: Mapping[str, str] | None = None) -> None:
        self.reason = reason
        self.metadata = dict(metadata or {})
        self.message = message
        super().__init__(_sentence(reason, message, self.metadata))


class AwayError(TerminalError):
    """Nobody answers, or the answer was to try again; nothing is known about the request's fate."""

    def __init__(self, address: str, why: str) -> None:
        super().__init__(f"The server {address} does not answer: {why}")
        self.address = address


class PlatformError(TerminalError):
    """The platform of one's own did not come up."""

    def __init__(self, why: str, log: Path, last_lines: tuple[str, ...]) -> None:
        said = "\n".join(f"  {line}" for line in last_lines) or "  (nothing)"
        super().__init__(f"{why} Its last words, all of them in {log}:\n{said}")
        self.log = log
        self.last_lines = last_lines


class NothingToPlayError(TerminalError):
    """The server is there, but what was asked for is not."""


def _sentence(reason: str, message: str, metadata: Mapping[str, str]) -> str:
    """Take the server's sentence, or its reason if mute, and add the paragraph if it is not named."""
    words = message.strip() or reason.replace("_", " ").capitalize() + "."
    paragraph = metadata.get("paragraph", "")
    if paragraph and paragraph not in words:
        words = f"{words} ({paragraph})"
    return words
