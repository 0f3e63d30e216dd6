"""A command on its way to Redis, whoever waits for the reply, and errors that Redis replies."""

import asyncio
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import hiredis
import structlog

from galaxytables_lobby.concurrency import Deferred

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


class ServerError(Exception):
    """Redis refused a command; the message is the first word of what it said."""


class NoScriptError(ServerError):
    """Redis does not know a script by its hash (any more)."""


class TryLater(ServerError):
    """Not now: the server loads its data, or a slot is on its way to another server."""


class NotMaster(ServerError):
    """The server was demoted: another one takes the writes now."""


class OutOfMemory(ServerError):
    """The server holds as much as it may (`maxmemory`), and takes nothing that would be more."""


class Moved(ServerError):
    """Another server of the cluster has the slot: for good, or (`asking`) for keys that have gone there already."""

    def __init__(self, word: str, slot: int, host: str, port: int) -> None:
        """Take what the reply said; `host` is empty where it is that of the server that said so."""
        super().__init__(word)
        self.slot = slot
        self.host = host
        self.port = port
        self.asking = word == "ASK"


_LATER = frozenset({"LOADING", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "NOREPLICAS"})
# Redis 6 wraps what a script met: `ERR Error running script (…): @user_script:1: @user_script: 1: -READONLY You …`.
_IN_SCRIPT = re.compile(r"^ERR Error running script.*?: -?([A-Z]{3,}) ")
_WORD = re.compile(r"[A-Z]{2,40}")


def read_error(text: str) -> Exception:
    """Sort the text of an error reply; for `hiredis.Reader`."""
    wrapped = _IN_SCRIPT.match(text)
    first, *rest = text.split(" ", 3)
    word = wrapped[1] if wrapped else first
    if word == "NOSCRIPT":
        return NoScriptError(word)
    if word in ("MOVED", "ASK") and len(rest) == 2:  # noqa: PLR2004  # slot and place
        host, _, port = rest[1].rpartition(":")
        return Moved(word, int(rest[0]), host, int(port))
    if word in _LATER:
        return TryLater(word)
    if word == "OOM":
        return OutOfMemory(word)
    if word in ("READONLY", "UNBLOCKED"):
        return NotMaster(word)
    return ServerError(word if _WORD.fullmatch(word) else "UNKNOWN")


def told(error: BaseException) -> str:
    """An error as logs have it: without the addresses and words that its text may hold."""
    return str(error) if isinstance(error, ServerError) else type(error).__name__
