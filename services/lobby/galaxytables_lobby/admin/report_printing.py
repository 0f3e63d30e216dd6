"""Formats answers of `AdminService` about reports for the terminal."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import reports_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.admin.columns import columns, next_page, plain, time_of

_REPORT = ("report", "made", "kind", "state", "by", "about", "table", "text")
_TOGETHER = ("plays with", "name", "games", "ahead", "behind")

REPORT_ANSWERS = (
    admin_pb2.ListReportsResponse,
    admin_pb2.GetReportResponse,
    admin_pb2.ClaimReportResponse,
    admin_pb2.ReleaseReportResponse,
    admin_pb2.DecideReportResponse,
    admin_pb2.VoidGameResponse,
    admin_pb2.RestoreGameResponse,
)
ReportAnswer: TypeAlias = (
    admin_pb2.ListReportsResponse
    | admin_pb2.GetReportResponse
    | admin_pb2.ClaimReportResponse
    | admin_pb2.ReleaseReportResponse
    | admin_pb2.DecideReportResponse
    | admin_pb2.VoidGameResponse
    | admin_pb2.RestoreGameResponse
)


def printed_report(answer: ReportAnswer) -> Iterator[str]:
    """Yield the lines to print for an answer about reports."""
    match answer:
        case admin_pb2.ListReportsResponse():
            yield from columns(_REPORT, map(_report, answer.reports))
            yield from next_page(answer.next_page_token)
        case admin_pb2.GetReportResponse():
            yield from _inspected(answer)
        case admin_pb2.VoidGameResponse() | admin_pb2.RestoreGameResponse():
            yield "The ratings are computed again."
        case _:
            yield from columns(_REPORT, [_report(answer.report)])


def _inspected(answer: admin_pb2.GetReportResponse) -> Iterator[str]:
    yield from columns(_REPORT, [_report(answer.report)])
    if answer.report.reported.id:
        yield f"Reports of {answer.report.reported.id}: {answer.reports}, decided: {answer.reports_decided}"
    for sanction in answer.earlier:
        kind = reports_pb2.PlayerSanctionKind.Name(sanction.kind).removeprefix("PLAYER_SANCTION_KIND_").lower()
        state = "in force" if sanction.in_force else "lifted" if sanction.lifted else "over"
        yield plain(f"Earlier: {kind}, {time_of(sanction.since)}, {state}: {sanction.reason}")
    if answer.HasField("evidence"):
        yield from _evidence(answer.evidence)
        yield from _hints(answer.hints)


def _evidence(evidence: admin_pb2.ReportEvidence) -> Iterator[str]:
    seats = ", ".join(each.name or each.id or "-" for each in evidence.seats)
    yield plain(f"At {evidence.table_name or evidence.game} ({evidence.game}) sat: {seats}")
    for message in evidence.messages:
        yield plain(f"{time_of(message.time)} {message.player.name} ({message.player.id}): {message.text}")
    for event in evidence.events:
        seat = f" of seat {event.event.seat}" if event.event.HasField("seat") else ""
        parts = [", ".join(map(_fact, event.event.facts))]
        parts += [
            f"(seat {part.seat} alone: {', '.join(map(_fact, part.facts))})" for part in event.event.private_parts
        ]
        text = f"{time_of(event.time)} {event.number} {event.event.kind}{seat} {' '.join(parts)}"
        yield plain(text.rstrip())


def _fact(fact: game_pb2.Fact) -> str:
    kind = fact.WhichOneof("value")
    if kind is None:
        return fact.name
    value = fact.components.ids if kind == "components" else [getattr(fact, kind)]
    return f"{fact.name}={' '.join(map(str, value))}"


def _hints(hints: admin_pb2.FairPlayHints) -> Iterator[str]:
    yield "Hints, and no verdict:"
    for times in hints.times:
        seconds = [each.ToMilliseconds() / 1000 for each in (times.median, times.shortest, times.longest)]
        spans = "median {:.1f} s, shortest {:.1f} s, longest {:.1f} s".format(*seconds)
        yield f"Seat {times.seat}: {times.count} answers, {spans}"
    if hints.together:
        yield f"Of the latest {hints.games} games:"
        rows = ((e.player.id, e.player.name, e.games, e.reported_ahead, e.other_ahead) for e in hints.together)
        yield from columns(_TOGETHER, rows)
    if hints.HasField("best_choices"):
        yield f"Chose as a bot would have: {hints.best_choices} of {hints.analysed_choices}"


def _report(report: admin_pb2.AdminReport) -> Sequence[object]:
    about = (
        f"act {report.act} of {report.appellant_name}"
        if report.act
        else f"{report.reported.id} ({report.reported.name})"
    )
    state = reports_pb2.ReportState.Name(report.state).removeprefix("REPORT_STATE_").lower()
    return (
        report.report_id,
        time_of(report.made),
        reports_pb2.ReportKind.Name(report.kind).removeprefix("REPORT_KIND_").lower(),
        f"{state} ({report.moderator})" if report.moderator else state,
        report.reporter_id,
        about,
        report.table_id,
        report.text,
    )
