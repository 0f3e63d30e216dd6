"""The log of what operators do: each act is noted before it is done, and then what became of it.

An act under a request id is one act however often it is asked for: once it was done a repeat is answered as the first
was, and as long as it was not, because it was refused or somebody died over it, it is done under the same number.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

import structlog
from google.protobuf.message import Message

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import DONE, Act, Archive
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.domain.requests import IdempotentRequest, idempotent_request
from galaxytables_lobby.metrics import ACTS
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

_LONGEST_REASON = 500

R = TypeVar("R", bound=Message)


@dataclass(frozen=True)
class Asked:
    """What an operator asks for: the act by its name, upon whom or what; the request with reason and id; details."""

    operator: str
    act: str
    subject: str
    request: Message
    details: Mapping[str, object] = field(default_factory=dict)


class Log:
    """Notes acts, in the archive's database and among the process's own lines."""

    def __init__(self, archive: Archive, clock: Callable[[], float]) -> None:
        """Take where acts are kept, and the clock, in seconds since the epoch."""
        self._archive = archive
        self._clock = clock

    @asynccontextmanager
    async def act(self, operator: str, act: str, subject: str, reason: str, **details: object) -> AsyncIterator[None]:
        """Note an act that the block does. Raises INVALID_REQUEST, ARCHIVE_UNAVAILABLE; then nothing is done."""
        noted = await self._archive.begin_act(self._begun(operator, act, subject, reason, details))
        async with self._told(noted):
            yield

    async def once(
        self,
        asked: Asked,
        kind: type[R],
        work: Callable[[IdempotentRequest], Awaitable[R]],
        *,
        kept: Callable[[R], R] = lambda answer: answer,
        again: Callable[[IdempotentRequest], Awaitable[R]] | None = None,
    ) -> R:
        """Note an act and do it, once however often it is asked for, and answer a repeat as the first was.

        The log is for ever, so it keeps what `kept` leaves of the answer; where `again` finds the answer, none.

        Raises what the work raises, INVALID_REQUEST, INVALID_REQUEST_ID, REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE. After
        the last one the act may have been done: ask again under the same id.
        """
        request_id = getattr(asked.request, "request_id")  # noqa: B009  # any request that changes something
        if request_id:
            structlog.contextvars.bind_contextvars(request=checked_request_id(request_id))
        this = idempotent_request(f"operator {asked.operator}", request_id, asked.request)
        reason = getattr(asked.request, "reason")  # noqa: B009  # as above
        begun = self._begun(asked.operator, asked.act, asked.subject, reason, asked.details)
        if request_id:
            begun = replace(begun, request=this.identity, content=this.content)
        noted = await self._archive.begin_act(begun)
        if noted.content != begun.content:
            raise errors.request_id_reused(request_id)
        if noted.outcome == DONE:
            return kind.FromString(noted.answer or b"") if again is None else await again(this)
        async with self._told(noted) as keep:
            answer = await work(this)
            if request_id and again is None:
                keep(kept(answer))
        return answer

    def _begun(self, operator: str, act: str, subject: str, reason: str, details: Mapping[str, object]) -> Act:
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
    async def _told(self, noted: Act) -> AsyncIterator[Callable[[Message | None], None]]:
        """Tell what becomes of an act that the block does, and of the answer that it gives to keep."""
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
