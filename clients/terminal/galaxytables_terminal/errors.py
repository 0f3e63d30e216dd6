"""The errors of the terminal client.

    TerminalError
    ├── SettingsError        a setting is wrong; names it, its value and what is allowed
    ├── PlatformError        the platform that this client started did not become ready; carries its last lines
    └── NothingToPlayError   the server answers, but has no such game, no such bot, or no seat to offer

`explained` returns the message in the player's language. Errors of calls to the server are
`galaxytables_client.ClientError`; `vocabulary.failure` returns a sentence for these.
"""

from pathlib import Path

from galaxytables_client import ClientError
from galaxytables_terminal.wording import ENGLISH, Wording


class TerminalError(Exception):
    """An error for the player to read; `str()` of it is English, for logs."""

    def __init__(self, message: str, **variables: int | str) -> None:
        super().__init__(message)
        self._message = message
        self._variables = variables

    def __str__(self) -> str:
        return self.explained(ENGLISH)

    def explained(self, say: Wording) -> str:
        """Return the error as a sentence in the player's language."""
        return say(self._message, **self._variables)


class SettingsError(TerminalError):
    """A setting has a value that is not allowed; `allowed` is the id of the message that lists the allowed values."""

    def __init__(self, name: str, value: str, allowed: str, **variables: int | str) -> None:
        super().__init__(allowed, **variables)
        self.name = name
        self.value = value

    def explained(self, say: Wording) -> str:
        """Return a sentence that names the setting, its value and what is allowed."""
        return say("setting-refused", name=self.name, value=self.value, wanted=super().explained(say))


class PlatformError(TerminalError):
    """The platform that this client started did not become ready; `why` is the id of the message with the cause."""

    def __init__(self, why: str, log: Path, last_lines: tuple[str, ...], **variables: int | str) -> None:
        super().__init__(why, **variables)
        self.log = log
        self.last_lines = last_lines

    def explained(self, say: Wording) -> str:
        """Return a sentence on the failure, and the last lines that the platform printed."""
        said = "\n".join(f"  {line}" for line in self.last_lines) or f"  {say('platform-said-nothing')}"
        return f"{say('platform-last-words', why=super().explained(say), log=str(self.log))}\n{said}"


class NothingToPlayError(TerminalError):
    """The server is reachable but does not have the requested game, bot or seat."""


FAILURES = (TerminalError, ClientError)
"""The errors that are shown to the player."""
