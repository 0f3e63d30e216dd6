"""What a law ends in, unless it holds.

ContractError
├── Broken       the service does not keep a law; says what was seen
├── Refusal      the service refused a call: a law may ask for that
└── Unreachable  nobody answers there
"""

from collections.abc import Mapping


class ContractError(Exception):
    """All of it."""


class Broken(ContractError):
    """The service does not keep a law; says what was seen."""


class Refusal(ContractError):
    """What a service refused a call with."""

    def __init__(self, call: str, code: int, reason: str, message: str, metadata: Mapping[str, str]) -> None:
        super().__init__(f"{call} was refused: {reason or code}: {message} {dict(metadata) or ''}".rstrip())
        self.code = code
        self.reason = reason
        self.metadata = dict(metadata)


class Unreachable(ContractError):
    """Nobody answers there."""


def hold(held: object, words: str) -> None:
    """Raise `Broken` with these words unless something is so."""
    if not held:
        raise Broken(words)
