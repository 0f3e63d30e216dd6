"""The errors that keep a check from being made.

    VerifyError
    ├── SettingsError     a setting is wrong; the message says which, and what would be right
    └── UnreadableError   a file cannot be read or written, or has no record in it

A server that refuses or does not answer raises `galaxytables_client.ClientError`.
"""

from pathlib import Path


class VerifyError(Exception):
    """An error for the user; its `str()` is a sentence."""


class SettingsError(VerifyError):
    """A setting has a value that cannot be used."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} cannot be used: {problem}.")
        self.name = name


class UnreadableError(VerifyError):
    """A file cannot be read or written, or contains no record."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}.")
        self.path = path
