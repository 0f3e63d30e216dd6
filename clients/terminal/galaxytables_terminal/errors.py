"""What can go wrong in the terminal client.

TerminalError
├── SettingsError         a setting is wrong; says which, what it was and what would be right
├── PlatformError         the platform that this client started did not come up; carries its last words
└── NothingToPlayError    the server answers, but has no such game, no such bot, or no seat to offer

Each is said by a message of the terminal, in the player's language by `explained`. What a server refuses or leaves
unanswered is a `galaxytables_client.ClientError`, said by `vocabulary.failure`.
"""

from pathlib import Path

from galaxytables_client import ClientError
from galaxytables_terminal.wording import ENGLISH, Wording


class TerminalError(Exception):
    """Something that the player should read; `str()` of it is English, for logs."""

    def __init__(self, message: str, **variables: int | str) -> None:
        super().__init__(message)
        self._message = message
        self._variables = variables

    def __str__(self) -> str:
        return self.explained(ENGLISH)

    def explained(self, say: Wording) -> str:
        """The error as a sentence."""
        return say(self._message, **self._variables)


class SettingsError(TerminalError):
    """A setting that cannot be used; `wanted` is the message that says what would be right."""

    def __init__(self, name: str, value: str, wanted: str, **variables: int | str) -> None:
        super().__init__(wanted, **variables)
        self.name = name
        self.value = value

    def explained(self, say: Wording) -> str:
        """What it was, and what would be right."""
        return say("setting-refused", name=self.name, value=self.value, wanted=super().explained(say))


class PlatformError(TerminalError):
    """The platform of one's own did not come up; `why` is the message that says so."""

    def __init__(self, why: str, log: Path, last_lines: tuple[str, ...], **variables: int | str) -> None:
        super().__init__(why, **variables)
        self.log = log
        self.last_lines = last_lines

    def explained(self, say: Wording) -> str:
        """What happened, and what the platform said last."""
        said = "\n".join(f"  {line}" for line in self.last_lines) or f"  {say('platform-said-nothing')}"
        return f"{say('platform-last-words', why=super().explained(say), log=str(self.log))}\n{said}"


class NothingToPlayError(TerminalError):
    """The server is there, but what was asked for is not."""


FAILURES = (TerminalError, ClientError)
"""All that a player should read."""
