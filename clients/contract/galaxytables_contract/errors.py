"""Errors that a check of a law can raise.

ContractError
├── Broken       the service breaks a law; the message says how
├── Refusal      the service refused a call, which a law may require
└── Unreachable  no service answers at the address
"""

from collections.abc import Mapping


class ContractError(Exception):
    """Base class of the errors of this package."""


class Broken(ContractError):
    """The service breaks a law; the message says how."""


class Refusal(ContractError):
    """The service refused a call. It has the call's name, the gRPC code, the reason and the metadata."""

    def __init__(self, call: str, code: int, reason: str, message: str, metadata: Mapping[str, str]) -> None:
        super().__init__(f"{call} was refused: {reason or code}: {message} {dict(metadata) or ''}".rstrip())
        self.code = code
        self.reason = reason
        self.metadata = dict(metadata)


class Unreachable(ContractError):
    """No service answers at the address."""


def hold(held: object, words: str) -> None:
    """Raise `Broken` with the message `words` if `held` is false."""
    if not held:
        raise Broken(words)
