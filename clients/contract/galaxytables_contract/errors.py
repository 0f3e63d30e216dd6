"""Errors that a check of a law can raise.

ContractError
├── LawBrokenError       the service breaks a law; the message says how
├── CallRefusedError      the service refused a call, which a law may require
└── UnreachableError  no service answers at the address
"""

from collections.abc import Mapping


class ContractError(Exception):
    """Base class of the errors of this package."""


class LawBrokenError(ContractError):
    """The service breaks a law; the message says how."""


class CallRefusedError(ContractError):
    """The service refused a call. It has the call's name, the gRPC code, the reason and the metadata."""

    def __init__(self, call: str, code: int, reason: str, message: str, metadata: Mapping[str, str]) -> None:
        super().__init__(f"{call} was refused: {reason or code}: {message} {dict(metadata) or ''}".rstrip())
        self.code = code
        self.reason = reason
        self.metadata = dict(metadata)


class UnreachableError(ContractError):
    """No service answers at the address."""


def hold(held: object, words: str) -> None:
    """Raise `LawBrokenError` with the message `words` if `held` is false."""
    if not held:
        raise LawBrokenError(words)
