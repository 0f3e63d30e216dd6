"""What operators have done; each function is part of the caller's transaction. Nothing is ever taken out.

An act that was asked for under a request id is there once, however often it was asked for.
"""

from dataclasses import replace

from sqlalchemy import Connection, insert, select, update

from galaxytables_lobby.adapters.archive.schema import ACTS
from galaxytables_lobby.domain.archived import BEGUN, DONE, Act, ActQuery


def begin(connection: Connection, act: Act) -> Act:
    """Note an act before it is done; gives it with its number, or the one that its request was noted as before.

    One that was refused, or broken off, begins again.
    """
    if act.request is not None:
        noted = connection.execute(select(ACTS).where(ACTS.c.request == act.request)).first()
        if noted is not None:
            earlier = Act(**noted._mapping)  # noqa: SLF001  # the name of a public method
            if earlier.outcome != DONE and earlier.content == act.content:
                end(connection, earlier.number, BEGUN)
            return earlier
    row = {column.name: getattr(act, column.name) for column in ACTS.c if column.name != "number"}
    number: int = connection.execute(insert(ACTS).values(row).returning(ACTS.c.number)).scalar_one()
    return replace(act, number=number)


def end(connection: Connection, number: int, outcome: str, answer: bytes | None = None) -> None:
    """Note what became of it, and the answer; what was done stays so, whatever becomes of a repeat beside it."""
    not_done = (ACTS.c.number == number) & (ACTS.c.outcome != DONE)
    connection.execute(update(ACTS).where(not_done).values(outcome=outcome, answer=answer))


def found(connection: Connection, query: ActQuery) -> list[Act]:
    """Acts, latest first."""
    wanted = select(ACTS)
    for column, value in ((ACTS.c.operator, query.operator), (ACTS.c.act, query.act), (ACTS.c.subject, query.subject)):
        if value:
            wanted = wanted.where(column == value)
    if query.since is not None:
        wanted = wanted.where(ACTS.c.time >= query.since)
    if query.until is not None:
        wanted = wanted.where(ACTS.c.time < query.until)
    if query.before_number is not None:
        wanted = wanted.where(ACTS.c.number < query.before_number)
    rows = connection.execute(wanted.order_by(ACTS.c.number.desc()).limit(query.most))
    return [Act(**row._mapping) for row in rows]  # noqa: SLF001  # the name of a public method
