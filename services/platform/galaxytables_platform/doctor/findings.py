"""What a check of the set-up found, and how bad it is."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """The severity of a finding. People can still play, unless the level is `problem`."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """The result of a check: its subject, its level, and a sentence that says what was found and how to mend it."""

    subject: str
    level: Level
    words: str

    def __str__(self) -> str:
        """Return it as a line."""
        return f"{self.level:<8} {self.subject:<9} {self.words}"


def fine(subject: str, words: str) -> Finding:
    """Return a finding that all is well with a subject."""
    return Finding(subject, Level.OK, words)


def warning(subject: str, words: str) -> Finding:
    """Return a finding about something that may become a problem."""
    return Finding(subject, Level.WARNING, words)


def problem(subject: str, words: str) -> Finding:
    """Return a finding about something that must be changed."""
    return Finding(subject, Level.PROBLEM, words)
