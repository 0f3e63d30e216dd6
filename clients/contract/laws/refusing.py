"""What must be refused, and how."""

from collections.abc import Callable
from typing import TypeVar

from clients.contract.errors import Broken, Refusal, hold

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
