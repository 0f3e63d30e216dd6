"""A command to Redis, the delivery of its reply to a callback, and the errors that Redis returns."""

import asyncio
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import hiredis
import structlog

Argument: TypeAlias = str | bytes | int | float
Reply: TypeAlias = Any  # the caller knows the type
"""The reply of Redis to a command."""

Done: TypeAlias = Callable[[Reply], None]

_log = structlog.get_logger(__name__)


class Command:
    """A command to Redis, with the callback that gets its reply.

    `slot` is the command's slot in Redis Cluster. If `slot` is None, the command belongs to one connection and is never
    sent again.
    """

    __slots__ = ("done", "name", "packed", "replicated", "since", "slot")

    def __init__(
        self, arguments: tuple[Argument, ...], slot: int | None, done: Done, since: float, *, replicated: bool = False
    ) -> None:
        """`done` gets the reply or the error. With `replicated`, replicas must confirm what the command writes."""
        self.name = arguments[0]
        self.packed: bytes = hiredis.pack_command(arguments)  # type: ignore[arg-type]  # declared for one
        self.slot = slot
        self.done = done
        self.since = since
        self.replicated = replicated

    def settle(self, reply: object) -> None:
        """Call the callback with a reply or an error; an exception of the callback is logged."""
        try:
            self.done(reply)
        except Exception:  # noqa: BLE001  # later replies belong to other callers
            _log.exception("store_reply_failed")


def settle(answer: "asyncio.Future[Reply]", reply: object) -> None:
    """Complete a future with a reply, or with an exception if the reply is one. Does nothing if it is complete."""
    if answer.done():
        return
    if isinstance(reply, Exception):
        answer.set_exception(reply)
    else:
        answer.set_result(reply)


class ServerError(Exception):
    """Redis refused a command; the message is the first word of its error."""


class NoScriptError(ServerError):
    """Redis was asked to run a script by its hash, and does not have that script."""


class TryLaterError(ServerError):
    """Redis cannot run the command at the moment: it is loading its data, or the slot is being moved."""


class NotMasterError(ServerError):
    """The Redis server was demoted to a replica; another server takes writes now."""


class OutOfMemoryError(ServerError):
    """The server has reached `maxmemory` and refuses commands that need more."""


class MovedError(ServerError):
    """Another server of the cluster has the slot (MOVED), or has the keys of the slot that were moved already (ASK)."""

    def __init__(self, word: str, slot: int, host: str, port: int) -> None:
        """An empty `host` means the host of the server that replied."""
        super().__init__(word)
        self.slot = slot
        self.host = host
        self.port = port
        self.asking = word == "ASK"


_LATER = frozenset({"LOADING", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "NOREPLICAS"})
# Redis 6 wraps errors inside scripts: `ERR Error running script (…): @user_script:1: @user_script: 1: -READONLY You …`.
_IN_SCRIPT = re.compile(r"^ERR Error running script.*?: -?([A-Z]{3,}) ")
_WORD = re.compile(r"[A-Z]{2,40}")


def read_error(text: str) -> Exception:
    """Return the exception for the text of an error reply; passed to `hiredis.Reader` as `replyError`."""
    wrapped = _IN_SCRIPT.match(text)
    first, *rest = text.split(" ", 3)
    word = wrapped[1] if wrapped else first
    if word == "NOSCRIPT":
        return NoScriptError(word)
    if word in ("MOVED", "ASK") and len(rest) == 2:  # noqa: PLR2004  # slot and address
        host, _, port = rest[1].rpartition(":")
        return MovedError(word, int(rest[0]), host, int(port))
    if word in _LATER:
        return TryLaterError(word)
    if word == "OOM":
        return OutOfMemoryError(word)
    if word in ("READONLY", "UNBLOCKED"):
        return NotMasterError(word)
    return ServerError(word if _WORD.fullmatch(word) else "UNKNOWN")


def safe_error_text(error: BaseException) -> str:
    """Return an error's text for logs, without addresses or data that it may contain."""
    return str(error) if isinstance(error, ServerError) else type(error).__name__
