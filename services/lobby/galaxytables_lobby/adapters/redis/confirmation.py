"""What is acknowledged, replicas have too: commits wait for WAIT."""

from typing import Protocol

import structlog

from galaxytables_lobby.adapters.redis.command import Command, NotMaster
from galaxytables_lobby.metrics import STORE_UNREPLICATED
from galaxytables_serving.running_loop import running_loop

# For how long a master's replicas may leave everything unconfirmed, and how long one WAIT keeps other commands waiting.
ALONE_SECONDS = 5.0
_WAIT_MILLISECONDS, _WAIT_ALONE_MILLISECONDS = 100, 1

_log = structlog.get_logger(__name__)


class Line(Protocol):
    """What is needed of a connection."""

    lost: bool

    def put(self, command: Command) -> None:
        """Send a command."""

    def lose(self, error: Exception) -> None:
        """Give the connection up."""


class Confirmation:
    """Keeps replies back until so many replicas have what was written.

    WAIT is asked for all that was answered before it, one at a time, since it keeps what comes behind it waiting.
    Replicas that have not confirmed for `ALONE_SECONDS` are not waited for until they do again: a master that was just
    promoted may have none. Whoever wants no master to go on alone tells Redis so (`min-replicas-to-write`).
    """

    def __init__(self, line: "Line", replicas: int) -> None:
        """Take where to ask, and how many are enough."""
        self._line = line
        self._replicas = replicas
        self._unconfirmed: list[tuple[Command, object]] = []
        self._asking = False
        # Since when too few have confirmed, and whether that has been so for too long.
        self._short_since: float | None = None
        self._alone = False

    def answered(self, command: Command, reply: object) -> None:
        """The master has done a command."""
        self._unconfirmed.append((command, reply))
        self.ask()

    def ask(self) -> None:
        """Ask whether the replicas have what they should, unless that is being asked."""
        if self._asking:
            return
        self._asking = True
        milliseconds = _WAIT_ALONE_MILLISECONDS if self._alone else _WAIT_MILLISECONDS
        arguments = ("WAIT", self._replicas, milliseconds)
        self._line.put(Command(arguments, None, self._told, running_loop().time()))

    def take_back(self) -> list[Command]:
        """The connection ended: what is not known to be at the replicas may be at this server alone."""
        commands = [command for command, _ in self._unconfirmed]
        self._unconfirmed.clear()
        return commands

    def _told(self, reply: object) -> None:
        self._asking = False
        if self._line.lost:
            return
        if not isinstance(reply, int):
            self._line.lose(NotMaster("WAIT"))
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
        now = running_loop().time()
        if self._short_since is None:
            self._short_since = now
        if not self._alone and now - self._short_since > ALONE_SECONDS:
            _log.warning("store_replicas_missing", replicas=replicas, wanted=self._replicas)
            self._alone = True
        return self._alone
