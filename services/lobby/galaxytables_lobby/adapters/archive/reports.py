"""Reports, appeals and their evidence in the archive's database; each function is part of the caller's transaction.

`report_people` has a row for each player whom a report names: so erasing a player, or merging a guest into an account,
finds every report without reading all evidence.
"""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive.schema import REPORT_PEOPLE, REPORTS, AnyRow
from galaxytables_lobby.domain.erasure import is_named_in
from galaxytables_lobby.domain.reports import (
    CLAIM_MILLISECONDS,
    MAX_PENDING,
    PENDING,
    Evidence,
    Report,
    ReportKind,
    ReportQuery,
    ReportState,
    pack_evidence,
    read_evidence,
)
from galaxytables_lobby.ids import PlayerId, TableId

_C = REPORTS.c
# Columns in which anybody may be named.
_TEXTS = (_C.text, _C.answer, _C.table_name)


def add(connection: Connection, report: Report, evidence: Evidence | None) -> Report:
    """Store a report with its evidence, and return it.

    For a repeated request, return the report that is stored already. Raises REQUEST_ID_REUSED, REPORTED_ALREADY,
    APPEALED_ALREADY, TOO_MANY_REPORTS.
    """
    if report.request is not None:
        repeated = connection.execute(select(*_COLUMNS).where(_C.request == report.request)).first()
        if repeated is not None:
            earlier = _report(repeated)
            if earlier.content != report.content:
                raise errors.request_id_reused("")
            return earlier
    same = (_C.reporter == report.reporter) & (_C.reported == report.reported) & (_C.table_id == report.table_id)
    same &= (_C.kind == report.kind) & (_C.act == report.act)
    existing = connection.execute(select(_C.report_id).where(same)).scalar_one_or_none()
    if existing is not None:
        raise errors.appealed_already() if report.kind is ReportKind.APPEAL else errors.reported_already(existing)
    pending = select(func.count()).where(_C.reporter == report.reporter, _C.state.in_(PENDING))
    if connection.execute(pending).scalar_one() >= MAX_PENDING:
        raise errors.too_many_reports(MAX_PENDING)
    values = {name: getattr(report, name) for name in _NAMES if name != "number"}
    packed = None if evidence is None else pack_evidence(evidence)
    number: int = connection.execute(
        insert(REPORTS).values(**values, evidence=packed).returning(_C.number)
    ).scalar_one()
    people = {report.reporter, report.reported, *(evidence.people if evidence is not None else ())} - {""}
    connection.execute(insert(REPORT_PEOPLE), [{"number": number, "player_id": each} for each in sorted(people)])
    return _one(connection, report.report_id)


def found(connection: Connection, query: ReportQuery) -> list[Report]:
    """Return the reports that match a query, latest first, without evidence."""
    statement = select(*_COLUMNS)
    if query.states:
        statement = statement.where(_C.state.in_(query.states))
    if query.kind is not None:
        statement = statement.where(_C.kind == query.kind)
    for column, value in ((_C.reporter, query.reporter), (_C.reported, query.reported)):
        if value:
            statement = statement.where(column == value)
    if query.before_number is not None:
        statement = statement.where(_C.number < query.before_number)
    return [_report(row) for row in connection.execute(statement.order_by(_C.number.desc()).limit(query.limit))]


def one(connection: Connection, report_id: str) -> tuple[Report, Evidence | None]:
    """Return a report with its evidence. Raises REPORT_NOT_FOUND."""
    report = _one(connection, report_id)
    packed = connection.execute(select(_C.evidence).where(_C.number == report.number)).scalar_one()
    return report, None if packed is None else read_evidence(packed)


def claim(connection: Connection, report_id: str, moderator: str, *, now: int) -> Report:
    """Assign a report to a moderator, and return it. An old claim of another moderator is taken over.

    Raises REPORT_NOT_FOUND, REPORT_CLAIMED, REPORT_CLOSED.
    """
    report = _pending(connection, report_id)
    if _is_held_by_other(report, moderator, now):
        raise errors.report_claimed(report.moderator)
    return _changed(connection, report, state=ReportState.CLAIMED, moderator=moderator, claimed=now)


def release(connection: Connection, report_id: str, moderator: str) -> Report:
    """Put a report that a moderator has claimed back into the queue, and return it.

    Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED.
    """
    report = _pending(connection, report_id)
    _check_holds(report, moderator)
    return _changed(connection, report, state=ReportState.OPEN, moderator="", claimed=0)


def decide(
    connection: Connection, report_id: str, moderator: str, state: ReportState, answer: str, *, now: int
) -> Report:
    """Store the moderator's decision about a claimed report: its new state, and an answer to the reporter.

    Returns the report. Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED.
    """
    report = _pending(connection, report_id)
    _check_holds(report, moderator)
    return _changed(connection, report, state=state, answer=answer, decided=now)


def count_pending(connection: Connection) -> dict[ReportState, tuple[int, int]]:
    """Return, for each state that is not final, the number of reports, and when the oldest was made (0: none)."""
    found = dict.fromkeys(PENDING, (0, 0))
    counted = select(_C.state, func.count(), func.min(_C.made)).where(_C.state.in_(PENDING)).group_by(_C.state)
    for state, count, oldest in connection.execute(counted):
        found[ReportState(state)] = count, oldest
    return found


def forget_evidence(connection: Connection, *, decided_before: int, limit: int) -> int:
    """Delete the evidence of up to `limit` reports that were decided before a time.

    Returns the number of these reports.
    """
    old = select(_C.number).where(_C.decided > 0, _C.decided < decided_before, _C.evidence.is_not(None)).limit(limit)
    numbers = list(connection.execute(old).scalars())
    for number in numbers:
        connection.execute(update(REPORTS).where(_C.number == number).values(evidence=None))
        _keep_people(connection, number, None)
    return len(numbers)


def erase(connection: Connection, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]) -> None:
    """Replace a player in all reports by a pseudonym; `names` are all names that the player has had.

    Texts that the player wrote, or that contain one of the names, are deleted, and so are the player's messages in
    evidence. Undecided reports about the player are dismissed, since the player no longer exists.
    """
    naming = or_(
        False, *(func.lower(column).contains(name.lower(), autoescape=True) for name in names for column in _TEXTS)
    )
    numbers = {*_numbers_of(connection, player_id), *connection.execute(select(_C.number).where(naming)).scalars()}
    for number in sorted(numbers):
        report, evidence = _by_number(connection, number)
        values: dict[str, Any] = {}  # values of any column
        if report.reporter == player_id:
            values |= {"reporter": pseudonym}
            if report.kind is ReportKind.APPEAL:
                values |= {"reported_name": ""}
        if report.reported == player_id:
            values |= {"reported": pseudonym, "reported_name": ""}
            if report.state in PENDING:
                values |= {"state": ReportState.DISMISSED, "decided": report.claimed or report.made}
        for column in _TEXTS:
            said = getattr(report, column.name)
            if report.reporter == player_id or any(is_named_in(name, said) for name in names):
                values[column.name] = ""
        _rewrite(connection, number, evidence, player_id, pseudonym, erased=True, values=values)


def merge(connection: Connection, guest: PlayerId, account: PlayerId) -> None:
    """Replace a guest in all reports by an account. If both made the same report, that of the account stays."""
    for number in _numbers_of(connection, guest):
        report, evidence = _by_number(connection, number)
        reporter = account if report.reporter == guest else report.reporter
        reported = account if report.reported == guest else report.reported
        same = (_C.reporter == reporter) & (_C.reported == reported) & (_C.table_id == report.table_id)
        same &= (_C.kind == report.kind) & (_C.act == report.act) & (_C.number != number)
        if connection.execute(select(_C.number).where(same)).first() is not None:
            connection.execute(delete(REPORT_PEOPLE).where(REPORT_PEOPLE.c.number == number))
            connection.execute(delete(REPORTS).where(_C.number == number))
            continue
        values = {"reporter": reporter, "reported": reported}
        _rewrite(connection, number, evidence, guest, account, erased=False, values=values)


def _rewrite(
    connection: Connection,
    number: int,
    evidence: Evidence | None,
    player_id: PlayerId,
    instead: PlayerId,
    *,
    erased: bool,
    values: dict[str, Any],  # values of any column
) -> None:
    if evidence is not None:
        evidence = evidence.with_person(player_id, instead, erased=erased)
        values["evidence"] = pack_evidence(evidence)
    if values:
        connection.execute(update(REPORTS).where(_C.number == number).values(values))
    _keep_people(connection, number, evidence)


def _keep_people(connection: Connection, number: int, evidence: Evidence | None) -> None:
    """Make the rows of `report_people` for a report name exactly the players that the report and its evidence name."""
    row = connection.execute(select(_C.reporter, _C.reported).where(_C.number == number)).one()
    people: Collection[str] = {row.reporter, row.reported, *(evidence.people if evidence is not None else ())} - {""}
    connection.execute(delete(REPORT_PEOPLE).where(REPORT_PEOPLE.c.number == number))
    connection.execute(insert(REPORT_PEOPLE), [{"number": number, "player_id": each} for each in sorted(people)])


def _numbers_of(connection: Connection, player_id: PlayerId) -> list[int]:
    named = select(REPORT_PEOPLE.c.number).where(REPORT_PEOPLE.c.player_id == player_id)
    return list(connection.execute(named.order_by(REPORT_PEOPLE.c.number)).scalars())


def _by_number(connection: Connection, number: int) -> tuple[Report, Evidence | None]:
    row = connection.execute(select(*_COLUMNS, _C.evidence).where(_C.number == number)).one()
    return _report(row), None if row.evidence is None else read_evidence(row.evidence)


def _one(connection: Connection, report_id: str) -> Report:
    row = connection.execute(select(*_COLUMNS).where(_C.report_id == report_id)).first()
    if row is None:
        raise errors.report_not_found(report_id)
    return _report(row)


def _pending(connection: Connection, report_id: str) -> Report:
    report = _one(connection, report_id)
    if report.state not in PENDING:
        raise errors.report_closed()
    return report


def _is_held_by_other(report: Report, moderator: str, now: int) -> bool:
    held = report.state is ReportState.CLAIMED and report.moderator != moderator
    return held and now < report.claimed + CLAIM_MILLISECONDS


def _check_holds(report: Report, moderator: str) -> None:
    if report.state is not ReportState.CLAIMED or report.moderator != moderator:
        raise errors.report_not_claimed()


def _changed(connection: Connection, report: Report, **values: object) -> Report:
    connection.execute(update(REPORTS).where(_C.number == report.number).values(values))
    return _one(connection, report.report_id)


_NAMES: Iterable[str] = tuple(Report.__dataclass_fields__)
_COLUMNS = [_C[name] for name in _NAMES]


def _report(row: AnyRow) -> Report:
    values = {name: getattr(row, name) for name in _NAMES}
    values |= {"kind": ReportKind(row.kind), "state": ReportState(row.state), "table_id": TableId(row.table_id)}
    return Report(**values)
