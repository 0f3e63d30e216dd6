"""What a check finds."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is; only a problem keeps people from playing."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """What is the case with a subject and, unless all is well, what to do about it."""

    subject: str
    level: Level
    words: str

    def __str__(self) -> str:
        """Return it as a line."""
        return f"{self.level:<8} {self.subject:<9} {self.words}"


def fine(subject: str, words: str) -> Finding:
    """Return that all is well."""
    return Finding(subject, Level.OK, words)


def warning(subject: str, words: str) -> Finding:
    """Return what may become a problem."""
    return Finding(subject, Level.WARNING, words)


def problem(subject: str, words: str) -> Finding:
    """Return what must be changed."""
    return Finding(subject, Level.PROBLEM, words)
