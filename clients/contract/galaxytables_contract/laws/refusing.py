"""What must be refused, and how."""

from collections.abc import Callable
from typing import TypeVar

from galaxytables_contract.errors import Broken, Refusal, hold

_INVALID_ARGUMENT, _NOT_FOUND, _PERMISSION_DENIED, _FAILED_PRECONDITION = 3, 5, 7, 9
_CODES = {
    "NOT_YOUR_PROMPT": _PERMISSION_DENIED,
    "UNKNOWN_LANGUAGE": _NOT_FOUND,
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
"""The gRPC code of each reason; of all others it is INVALID_ARGUMENT."""

Request = TypeVar("Request")
Answer = TypeVar("Answer")


def refused(
    call: Callable[[Request], object], request: Request, *reasons: str, values: tuple[str, ...] = (), words: str
) -> Refusal:
    """Make a call that must be refused for one of these reasons, with these values. Raises `Broken`."""
    try:
        call(request)
    except Refusal as refusal:
        hold(refusal.reason in reasons, f"{words}: {refusal}; {' or '.join(reasons)} is due")
        code = _CODES.get(refusal.reason, _INVALID_ARGUMENT)
        hold(refusal.code == code, f"{words}: {refusal}; its gRPC code is {refusal.code}, not {code}")
        missing = [name for name in values if name not in refusal.metadata]
        hold(not missing, f"{words}: {refusal}; its metadata lack {', '.join(missing)}")
        return refusal
    raise Broken(f"{words}: it was accepted; {' or '.join(reasons)} is due")


def accepted(call: Callable[[Request], Answer], request: Request, words: str) -> Answer:
    """Make a call that must be answered. Raises `Broken`."""
    try:
        return call(request)
    except Refusal as refusal:
        raise Broken(f"{words}: {refusal}") from None
