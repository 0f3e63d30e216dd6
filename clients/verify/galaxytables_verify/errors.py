"""What keeps a record from being checked.

VerifyError
├── SettingsError   a setting is wrong; says which and what would be right
└── UnreadableError a file cannot be read or written, or holds no record

A server that refuses, or does not answer, is a `galaxytables_client.ClientError`.
"""

from pathlib import Path


class VerifyError(Exception):
    """Something that the caller should read; `str()` of it is a sentence."""


class SettingsError(VerifyError):
    """A setting that cannot be used."""

    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(f"{name} cannot be used: {wanted}.")
        self.name = name


class UnreadableError(VerifyError):
    """A file that is not what it should be."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}.")
        self.path = path
