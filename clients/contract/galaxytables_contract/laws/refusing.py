"""Helpers for laws: they make calls that must be refused or accepted."""

from collections.abc import Callable
from typing import TypeVar

from galaxytables_contract.errors import CallRefusedError, LawBrokenError, hold

_INVALID_ARGUMENT, _NOT_FOUND, _PERMISSION_DENIED, _FAILED_PRECONDITION = 3, 5, 7, 9
_CODES = {
    "NOT_YOUR_PROMPT": _PERMISSION_DENIED,
    "UNKNOWN_LANGUAGE": _NOT_FOUND,
    "UNKNOWN_PUZZLE": _NOT_FOUND,
    **dict.fromkeys(
        (
            "CHOICE_REFUSED",
            "GAME_OVER",
            "NOTHING_TO_UNDO",
            "OUTDATED_POSITION",
            "POSITION_NOT_CACHED",
            "PROMPT_CLOSED",
            "UNDO_REFUSED",
            "UNKNOWN_PACK",
            "UNKNOWN_RULES_VERSION",
        ),
        _FAILED_PRECONDITION,
    ),
}
"""The gRPC code of each reason; every other reason has INVALID_ARGUMENT."""

Request = TypeVar("Request")
Answer = TypeVar("Answer")


def refused(
    call: Callable[[Request], object], request: Request, *reasons: str, values: tuple[str, ...] = (), words: str
) -> CallRefusedError:
    """Make a call that must be refused. Returns the refusal.

    Raises `LawBrokenError` if the call is accepted, or refused without one of these reasons or without these values.
    """
    try:
        call(request)
    except CallRefusedError as refusal:
        hold(refusal.reason in reasons, f"{words}: {refusal}; {' or '.join(reasons)} is due")
        code = _CODES.get(refusal.reason, _INVALID_ARGUMENT)
        hold(refusal.code == code, f"{words}: {refusal}; its gRPC code is {refusal.code}, not {code}")
        missing = [name for name in values if name not in refusal.metadata]
        hold(not missing, f"{words}: {refusal}; its metadata lack {', '.join(missing)}")
        return refusal
    raise LawBrokenError(f"{words}: it was accepted; {' or '.join(reasons)} is due")


def accepted(call: Callable[[Request], Answer], request: Request, words: str) -> Answer:
    """Make a call that must be accepted. Returns the response. Raises `LawBrokenError` if the call is refused."""
    try:
        return call(request)
    except CallRefusedError as refusal:
        raise LawBrokenError(f"{words}: {refusal}") from None
