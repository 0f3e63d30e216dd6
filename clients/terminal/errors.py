"""What can go wrong in the terminal client.

TerminalError
├── SettingsError         a setting is wrong; says which, what it was and what would be right
├── PlatformError         the platform that this client started did not come up; carries its last words
└── NothingToPlayError    the server answers, but has no such game, no such bot, or no seat to offer

What a server refuses or leaves unanswered is a `galaxy_client.ClientError`; `str()` of it is a sentence too.
"""

from pathlib import Path

from galaxy_client import ClientError


class TerminalError(Exception):
    """Something that the player should read; `str()` of it is a sentence."""


class SettingsError(TerminalError):
    """A setting that cannot be used."""

    def __init__(self, name: str, value: str, wanted: str) -> None:
        super().__init__(f"{name}={value} cannot be used: {wanted}.")
        self.name = name
        self.value = value


class PlatformError(TerminalError):
    """The platform of one's own did not come up."""

    def __init__(self, why: str, log: Path, last_lines: tuple[str, ...]) -> None:
        said = "\n".join(f"  {line}" for line in last_lines) or "  (nothing)"
        super().__init__(f"{why} Its last words, all of them in {log}:\n{said}")
        self.log = log
        self.last_lines = last_lines


class NothingToPlayError(TerminalError):
    """The server is there, but what was asked for is not."""


FAILURES = (TerminalError, ClientError)
"""All that a player should read."""
