"""The log of operators' acts; each function is part of the caller's transaction. Entries are never removed.

An act with a request id is logged once, however often the request is sent.
"""

from dataclasses import replace

from sqlalchemy import Connection, insert, select, update

from galaxytables_lobby.adapters.archive.schema import ACTS, row_of
from galaxytables_lobby.domain.archived import BEGUN, DONE, INTERRUPTED, Act, ActQuery


def begin(connection: Connection, act: Act) -> Act:
    """Log an operator's act before it is done. Returns the act with its number in the log.

    If a request with the same id was logged earlier, that earlier act is returned instead. If it was refused or
    interrupted, it is logged as begun again. The returned outcome is `INTERRUPTED` if the earlier act has no outcome in
    the log.
    """
    if act.request is not None:
        noted = connection.execute(select(ACTS).where(ACTS.c.request == act.request)).first()
        if noted is not None:
            earlier = Act(**noted._mapping)  # noqa: SLF001  # the name of a public method
            if earlier.outcome != DONE and earlier.content == act.content:
                end(connection, earlier.number, BEGUN)
            return replace(earlier, outcome=INTERRUPTED) if earlier.outcome == BEGUN else earlier
    number: int = connection.execute(insert(ACTS).values(row_of(act, ACTS)).returning(ACTS.c.number)).scalar_one()
    return replace(act, number=number)


def end(connection: Connection, number: int, outcome: str, answer: bytes | None = None) -> None:
    """Log an act's outcome and answer. An act that is logged as done stays so, even if a repeat of it fails."""
    not_done = (ACTS.c.number == number) & (ACTS.c.outcome != DONE)
    connection.execute(update(ACTS).where(not_done).values(outcome=outcome, answer=answer))


def found(connection: Connection, query: ActQuery) -> list[Act]:
    """Return the logged acts that match a query, latest first."""
    statement = select(ACTS)
    for column, value in ((ACTS.c.operator, query.operator), (ACTS.c.act, query.act), (ACTS.c.subject, query.subject)):
        if value:
            statement = statement.where(column == value)
    if query.since is not None:
        statement = statement.where(ACTS.c.time >= query.since)
    if query.until is not None:
        statement = statement.where(ACTS.c.time < query.until)
    if query.before_number is not None:
        statement = statement.where(ACTS.c.number < query.before_number)
    rows = connection.execute(statement.order_by(ACTS.c.number.desc()).limit(query.limit))
    return [Act(**row._mapping) for row in rows]  # noqa: SLF001  # the name of a public method
