"""Acts of operators as rows of a table: each names its request, upon whom or what it is done, what it does.

Each is noted before it is done, and then what became of it. Under a request id it is one act however often it is asked
for: once it was done a repeat is answered as the first was, and as long as it was not, because it was refused or
somebody died over it, it is done under the same number.
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
from galaxytables_lobby.admin.hand import Hand
from galaxytables_lobby.admin.looking import Looking
from galaxytables_lobby.admin.people import People
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Permission, answer_of, method_of
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.domain.archived import DONE, Act
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, idempotent_request
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.metrics import ACTS
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

_LONGEST_REASON = 500


class Log:
    """Notes acts, in the archive's database and among the process's own lines."""

    def __init__(self, archive: Archive, clock: Callable[[], float]) -> None:
        """Take where acts are kept, and the clock, in seconds since the epoch."""
        self._archive = archive
        self._clock = clock

    @asynccontextmanager
    async def act(self, operator: str, act: str, subject: str, reason: str) -> AsyncIterator[None]:
        """Note an act that the block does. Raises INVALID_REQUEST, ARCHIVE_UNAVAILABLE; then nothing is done."""
        noted = await self._archive.begin_act(self.begun(operator, act, subject, reason, {}))
        async with self.ended(noted):
            yield

    async def begin(self, begun: Act, this: IdempotentRequest) -> Act:
        """Note an act; gives it as it was noted before, if its request was.

        Raises REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        if this.content:
            begun = dataclasses.replace(begun, request=this.identity, content=this.content)
        noted = await self._archive.begin_act(begun)
        if noted.content != begun.content:
            raise errors.request_id_reused(this.request_id)
        return noted

    def begun(self, operator: str, act: str, subject: str, reason: str, details: Mapping[str, object]) -> Act:
        """An act as it begins. Raises INVALID_REQUEST without a reason."""
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
        """Note what becomes of an act that the block does, and the answer that it gives to keep.

        Raises ARCHIVE_UNAVAILABLE; then the act may have been done: ask again under the same id.
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
"""What the log says of an act beside its subject, as JSON has it."""


@dataclass(frozen=True, kw_only=True)
class Desk:
    """All that an operator reaches."""

    access: Operators
    log: Log
    hand: Hand
    looking: Looking
    people: People
    tables: Tables
    games: Games
    archive: Archive
    sanctions: Sanctions


@dataclass(frozen=True)
class Asked(Generic[Q]):
    """What an operator asks for, and when, in milliseconds since the epoch."""

    operator: str
    request: Q
    now: int


@dataclass(frozen=True)
class _AnyAct(ABC, Generic[Q]):
    """An act: noted before it is done, and done once for each request id, whose repeats get the first answer again."""

    request: type[Q]
    subject: Callable[[Desk, Asked[Q]], str]
    """Upon whom or what it is done."""
    work: Callable[..., Awaitable[Any]]  # of whatever act: see the two kinds below
    details: Callable[[Desk, Asked[Q]], Details] = lambda *_: {}
    act: Callable[[Q], str] | None = None
    """Its name in the log, if it is not that of the call."""
    kept: Callable[[Any], Message | None] = lambda answer: answer  # of whatever answer
    """What the log keeps of the answer: it is for ever."""
    who: Permission[str] = Operators.caller

    kept_in_log: ClassVar[bool] = True

    async def run(self, desk: Desk, operator: str, request: Q) -> Message:
        """Note the act and do it, or answer a repeat as the first was.

        Raises what the work raises, INVALID_REQUEST, INVALID_REQUEST_ID, REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        asked = Asked(operator, request, desk.tables.now())
        subject, details = self.subject(desk, asked), self.details(desk, asked)
        request_id = getattr(request, "request_id")  # noqa: B009  # any request that changes something
        if request_id:
            structlog.contextvars.bind_contextvars(request=checked_request_id(request_id))
        this = idempotent_request(f"operator {operator}", request_id, request)
        reason = getattr(request, "reason")  # noqa: B009  # as above
        begun = desk.log.begun(operator, self._name(request), subject, reason, details)
        noted = await desk.log.begin(begun, this)
        if noted.outcome == DONE:
            return await self.again(desk, asked, this, noted)
        async with desk.log.ended(noted) as keep:
            answer = await self.do(desk, asked, this)
            if request_id and self.kept_in_log:
                keep(self.kept(answer))
        return answer

    @abstractmethod
    async def do(self, desk: Desk, asked: Asked[Q], this: IdempotentRequest) -> Message:
        """Do it."""

    @abstractmethod
    async def again(self, desk: Desk, asked: Asked[Q], this: IdempotentRequest, noted: Act) -> Message:
        """Answer a repeat of what was done."""

    def _name(self, request: Q) -> str:
        if self.act is not None:
            return self.act(request)
        return re.sub(r"\B([A-Z])", r"_\1", method_of(self.request).name).lower()


class OtherAct(_AnyAct[Q]):
    """An act that concerns no single table; its work takes what is asked for and gives the answer."""

    async def do(self, desk: Desk, asked: Asked[Q], _: IdempotentRequest) -> Message:
        """Do it."""
        answer: Message = await self.work(desk, asked)
        return answer

    async def again(self, _: Desk, __: Asked[Q], ___: IdempotentRequest, noted: Act) -> Message:
        """Answer a repeat as the log kept it."""
        return answer_of(self.request).FromString(noted.answer or b"")


class TableAct(_AnyAct[Q]):
    """An act at a table; its work gives the table, or what the same request had led to there.

    The table keeps the answer as those to players, not the log: names stand in it.
    """

    kept_in_log: ClassVar[bool] = False

    async def do(self, desk: Desk, asked: Asked[Q], this: IdempotentRequest) -> Message:
        """Do it."""
        changed: Table | Answer = await self.work(
            desk, asked, replace(this, respond=lambda made: desk.looking.told(made.table))
        )
        return self._answered(desk, changed)

    async def again(self, desk: Desk, asked: Asked[Q], this: IdempotentRequest, _: Act) -> Message:
        """Answer a repeat as the table remembers it, or with the table as it is if too much has happened since."""
        table_id = TableId(getattr(asked.request, "table_id"))  # noqa: B009  # any request of this kind
        answer = await desk.tables.answered(table_id, this)
        return self._answered(desk, answer or (await desk.tables.load(table_id)).table)

    def _answered(self, desk: Desk, changed: Table | Answer) -> Message:
        if isinstance(changed, Answer):
            table = admin_pb2.AdminTable.FromString(changed.response)
        else:
            table = desk.looking.told(changed)
        response: Any = answer_of(self.request)  # each response of these acts has a table
        answer: Message = response(table=table)
        return answer
