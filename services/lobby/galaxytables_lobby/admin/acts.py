"""Runs acts: the calls by which an operator changes something. Each act declares its request, its subject and its work.

An act is logged before it runs, and its outcome afterwards. A request with an id takes effect once, however often it is
sent. If its act is done, a repeat of the request gets the first answer. If the act was refused, or its process died, a
repeat runs the act again under the same number in the log.
"""

import dataclasses
import json
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import structlog
from google.protobuf.message import Message
from msgspec.structs import replace

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.admin.inspector import Inspector
from galaxytables_lobby.admin.overview import Overview
from galaxytables_lobby.admin.roles import Operator
from galaxytables_lobby.admin.sessions import ConsoleSessions
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Permission, answer_of, method_of
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.domain.archived import DONE, INTERRUPTED, Act
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, idempotent_request
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.metrics import ACTS
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.subscriptions.sentences import Phrasebooks
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

_LONGEST_REASON = 500


class Log:
    """The log of operators' acts: entries go to the archive's database and to the process's own log."""

    def __init__(self, archive: Archive, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._archive = archive
        self._clock = clock

    @asynccontextmanager
    async def act(
        self, operator: str, act: str, subject: str, reason: str, details: "Details | None" = None
    ) -> AsyncIterator[None]:
        """Log an operator's act before the `with` block does it, and its outcome after the block.

        Raises INVALID_REQUEST or ARCHIVE_UNAVAILABLE before the block runs.
        """
        noted = await self._archive.begin_act(self.begun(operator, act, subject, reason, details or {}))
        async with self.ended(noted):
            yield

    async def begin(self, begun: Act, this: IdempotentRequest) -> Act:
        """Log an act that is about to begin. Returns its entry, or the earlier entry if this request was logged before.

        Raises REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        if this.content:
            begun = dataclasses.replace(begun, request=this.identity, content=this.content)
        noted = await self._archive.begin_act(begun)
        if noted.content != begun.content:
            raise errors.request_id_reused(this.request_id)
        return noted

    def begun(self, operator: str, act: str, subject: str, reason: str, details: Mapping[str, object]) -> Act:
        """Return the log entry of an act that begins now, without logging it.

        Raises INVALID_REQUEST if `reason` is empty.
        """
        reason = reason.strip()
        if not 0 < len(reason) <= _LONGEST_REASON:
            raise errors.invalid_request(f"Say why, in 1 to {_LONGEST_REASON} characters.")
        return Act(
            time=int(self._clock() * 1000),
            operator=operator,
            act=act,
            subject=subject,
            reason=reason,
            details=json.dumps(dict(details), sort_keys=True),
        )

    @asynccontextmanager
    async def ended(self, noted: Act) -> AsyncIterator[Callable[[Message | None], None]]:
        """Log the outcome of the act that the `with` block does.

        The block receives a function and passes the act's answer to it, so that the answer is logged too.

        Raises ARCHIVE_UNAVAILABLE. The act may have been done all the same: send the request again with the same id.
        """
        outcome = "failed"
        kept: list[Message | None] = [None]
        try:
            yield kept.append
            outcome = DONE
        except GalaxyError as error:
            outcome = error.reason
            raise
        finally:
            ACTS.labels(noted.act, DONE if outcome == DONE else "refused").inc()
            _log.warning(
                "operator_acted",
                number=noted.number,
                operator=noted.operator,
                act=noted.act,
                subject=noted.subject,
                outcome=outcome,
            )
            answer = kept[-1]
            await self._archive.end_act(noted.number, outcome, None if answer is None else answer.SerializeToString())


Q = TypeVar("Q", bound=Message)
Details = Mapping[str, object]
"""Details of an act for the log, as JSON values."""


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The parts of the admin service that its calls use, such as the store and the log."""

    access: Operators
    log: Log
    table_admin: TableAdmin
    inspector: Inspector
    people: People
    tables: Tables
    games: Games
    archive: Archive
    sanctions: Sanctions
    sessions: ConsoleSessions
    phrasebooks: Phrasebooks
    overview: Overview
    directives: Directives


@dataclass(frozen=True)
class OperatorRequest(Generic[Q]):
    """An operator's request, with the operator and the time at which it came, in milliseconds since the epoch."""

    caller: Operator
    request: Q
    now: int
    interrupted: bool = False
    """Whether it came before, and nobody knows if its act was done. Then `now` is when it came first."""

    @property
    def operator(self) -> str:
        """Return the operator's name, which is written to the log."""
        return self.caller.name


@dataclass(frozen=True)
class _AnyAct(ABC, Generic[Q]):
    """Declares a call by which an operator changes something. The change is logged, and made once per request id.

    A repeated request gets the first answer.
    """

    request: type[Q]
    subject: Callable[[Desk, OperatorRequest[Q]], str]
    """Returns the subject of the act."""
    work: Callable[..., Awaitable[Any]]  # each kind of act takes other arguments, see below
    details: Callable[[Desk, OperatorRequest[Q]], Details] = lambda *_: {}
    act: Callable[[Q], str] | None = None
    """Returns its name in the log, if that is not the call's name."""
    kept: Callable[[Any], Message | None] = lambda answer: answer  # answers of any type
    """Returns the part of the answer that the log may keep; the log is permanent."""
    who: Permission[Operator] = Operators.caller
    scope: CallScope = CallScope.NONE

    kept_in_log: ClassVar[bool] = True

    async def run(self, desk: Desk, operator: Operator, request: Q) -> Message:
        """Log the operator's act and do it, or answer a repeated request. Returns the answer.

        Raises the errors of the work, INVALID_REQUEST, INVALID_REQUEST_ID, REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        call = OperatorRequest(operator, request, desk.tables.now())
        subject, details = self.subject(desk, call), self.details(desk, call)
        request_id = getattr(request, "request_id")  # noqa: B009  # any request that changes something
        if request_id:
            structlog.contextvars.bind_contextvars(request=checked_request_id(request_id))
        this = idempotent_request(f"operator {operator.name}", request_id, request)
        reason = getattr(request, "reason")  # noqa: B009  # as above
        begun = desk.log.begun(operator.name, self._name(request), subject, reason, details)
        noted = await desk.log.begin(begun, this)
        if noted.outcome == DONE:
            return await self.again(desk, call, this, noted)
        if noted.outcome == INTERRUPTED:
            call = dataclasses.replace(call, now=noted.time, interrupted=True)
        async with desk.log.ended(noted) as keep:
            answer = await self.do(desk, call, this)
            if request_id and self.kept_in_log:
                keep(self.kept(answer))
        return answer

    @abstractmethod
    async def do(self, desk: Desk, call: OperatorRequest[Q], this: IdempotentRequest) -> Message:
        """Do what the operator asks for, and return the answer."""

    @abstractmethod
    async def again(self, desk: Desk, call: OperatorRequest[Q], this: IdempotentRequest, noted: Act) -> Message:
        """Return the answer to a repeated request."""

    def _name(self, request: Q) -> str:
        if self.act is not None:
            return self.act(request)
        return re.sub(r"\B([A-Z])", r"_\1", method_of(self.request).name).lower()


class OtherAct(_AnyAct[Q]):
    """Declares a call by which an operator changes something other than one table. Its work returns the answer."""

    async def do(self, desk: Desk, call: OperatorRequest[Q], _: IdempotentRequest) -> Message:
        """Do what the operator asks for, and return the answer."""
        answer: Message = await self.work(desk, call)
        return answer

    async def again(self, _: Desk, __: OperatorRequest[Q], ___: IdempotentRequest, noted: Act) -> Message:
        """Return the first answer to a repeated request. It is read from the log."""
        return answer_of(self.request).FromString(noted.answer or b"")


class TableAct(_AnyAct[Q]):
    """Declares a call by which an operator changes one table.

    Its work returns the table, or an earlier request's answer. The answer is stored with the table, as with players'
    requests. It is not in the log, because it contains names.
    """

    kept_in_log: ClassVar[bool] = False

    async def do(self, desk: Desk, call: OperatorRequest[Q], this: IdempotentRequest) -> Message:
        """Do what the operator asks for at the table, and return the answer, which describes the table."""
        changed: Table | Answer = await self.work(
            desk, call, replace(this, respond=lambda made: desk.inspector.admin_table(made.table))
        )
        return self._answered(desk, changed)

    async def again(self, desk: Desk, call: OperatorRequest[Q], this: IdempotentRequest, _: Act) -> Message:
        """Return the answer that the table keeps for a repeated request, or a new answer if none is kept any more."""
        table_id = TableId(getattr(call.request, "table_id"))  # noqa: B009  # any request of this kind
        answer = await desk.tables.answered(table_id, this)
        return self._answered(desk, answer or (await desk.tables.load(table_id)).table)

    def _answered(self, desk: Desk, changed: Table | Answer) -> Message:
        if isinstance(changed, Answer):
            table = admin_pb2.AdminTable.FromString(changed.response)
        else:
            table = desk.inspector.admin_table(changed)
        response: Any = answer_of(self.request)  # each response of these acts has a table
        answer: Message = response(table=table)
        return answer
