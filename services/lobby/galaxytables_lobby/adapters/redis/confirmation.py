"""Delays the replies to commits until enough replicas have what was written (Redis's WAIT)."""

import asyncio
from typing import Protocol

import structlog

from galaxytables_lobby.adapters.redis.command import Command, NotMasterError
from galaxytables_lobby.metrics import STORE_UNREPLICATED

# How long replicas may confirm nothing before they are not waited for, and how long one WAIT blocks its connection.
ALONE_SECONDS = 5.0
_WAIT_MILLISECONDS, _WAIT_ALONE_MILLISECONDS = 100, 1

_log = structlog.get_logger(__name__)


class Line(Protocol):
    """The methods of a connection to Redis that `Confirmation` uses."""

    lost: bool

    def put(self, command: Command) -> None:
        """Send a command to Redis."""

    def lose(self, error: Exception) -> None:
        """Give up the connection to Redis because of an error."""


class Confirmation:
    """Holds back the replies to commands until enough replicas have what the commands wrote.

    A WAIT confirms all commands that were answered before it. Only one runs at a time, since it blocks the commands
    behind it. If the replicas have confirmed nothing for `ALONE_SECONDS`, replies are no longer held back until the
    replicas confirm again: a master that was just promoted may have no replica. To keep a master from going on alone,
    set `min-replicas-to-write` in Redis.
    """

    def __init__(self, line: "Line", replicas: int) -> None:
        """`replicas` is how many replicas must have a write before its reply is passed on."""
        self._line = line
        self._replicas = replicas
        self._unconfirmed: list[tuple[Command, object]] = []
        self._asking = False
        # When too few replicas began to confirm, and whether that has lasted too long.
        self._short_since: float | None = None
        self._alone = False

    def answered(self, command: Command, reply: object) -> None:
        """Hold back the master's reply to a command, and ask the replicas whether they have what the command wrote."""
        self._unconfirmed.append((command, reply))
        self.ask()

    def ask(self) -> None:
        """Send WAIT to ask the replicas, unless a WAIT is running."""
        if self._asking:
            return
        self._asking = True
        milliseconds = _WAIT_ALONE_MILLISECONDS if self._alone else _WAIT_MILLISECONDS
        arguments = ("WAIT", self._replicas, milliseconds)
        self._line.put(Command(arguments, None, self._on_reply, asyncio.get_running_loop().time()))

    def take_back(self) -> list[Command]:
        """Return the commands of a lost connection that replicas have not confirmed, so that they are sent again.

        Perhaps only the lost server has what these commands wrote.
        """
        commands = [command for command, _ in self._unconfirmed]
        self._unconfirmed.clear()
        return commands

    def _on_reply(self, reply: object) -> None:
        self._asking = False
        if self._line.lost:
            return
        if not isinstance(reply, int):
            self._line.lose(NotMasterError("WAIT"))
            return
        if not self._is_enough(reply):
            self.ask()
            return
        confirmed, self._unconfirmed = self._unconfirmed, []
        if self._alone:
            STORE_UNREPLICATED.inc(len(confirmed))
        for command, answer in confirmed:
            command.settle(answer)

    def _is_enough(self, replicas: int) -> bool:
        if replicas >= self._replicas:
            if self._alone:
                _log.warning("store_replicas_back", replicas=replicas)
            self._short_since, self._alone = None, False
            return True
        now = asyncio.get_running_loop().time()
        if self._short_since is None:
            self._short_since = now
        if not self._alone and now - self._short_since > ALONE_SECONDS:
            _log.warning("store_replicas_missing", replicas=replicas, wanted=self._replicas)
            self._alone = True
        return self._alone
