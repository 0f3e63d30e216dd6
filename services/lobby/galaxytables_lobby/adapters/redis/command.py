"""A command on its way to Redis, and whoever waits for the reply."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

import hiredis
import structlog

from galaxytables_lobby.concurrency.deferred import Deferred

Argument: TypeAlias = str | bytes | int | float
Reply: TypeAlias = Any  # whoever asked knows of which type that is
"""What Redis answers a command."""

Done: TypeAlias = Callable[[Reply], None]

_log = structlog.get_logger(__name__)


class Command:
    """A command on its way. `slot` says where it belongs, None: to this connection alone, never to be sent again."""

    __slots__ = ("done", "name", "packed", "replicated", "since", "slot")

    def __init__(
        self, arguments: tuple[Argument, ...], slot: int | None, done: Done, since: float, *, replicated: bool = False
    ) -> None:
        """Take what to send, who hears of the reply (or error), when it was asked, and if replicas must have it."""
        self.name = arguments[0]
        self.packed: bytes = hiredis.pack_command(arguments)  # type: ignore[arg-type]  # declared for one
        self.slot = slot
        self.done = done
        self.since = since
        self.replicated = replicated

    def settle(self, reply: object) -> None:
        """Tell whoever waits; their failure is theirs."""
        try:
            self.done(reply)
        except Exception:  # noqa: BLE001  # the replies behind this one belong to others
            _log.exception("store_reply_failed")


def settle(answer: "asyncio.Future[Reply]", reply: object) -> None:
    """Give a future its reply or error, unless nobody waits any more."""
    if answer.done():
        return
    if isinstance(reply, Exception):
        answer.set_exception(reply)
    else:
        answer.set_result(reply)


def defer(answer: Deferred[Reply], reply: object) -> None:
    """Give a deferred answer its reply or error."""
    if isinstance(reply, Exception):
        answer.fail(reply)
    else:
        answer.succeed(reply)
