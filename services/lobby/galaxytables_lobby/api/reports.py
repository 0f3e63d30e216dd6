"""`ReportService`: reports of players, what was decided about the caller, and appeals."""

import structlog

from galaxytables.lobby.v1 import players_pb2, reports_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.player_sanctions import PlayerSanction
from galaxytables_lobby.domain.reports import MAX_TEXT, Report, ReportKind
from galaxytables_lobby.domain.requests import IdempotentRequest, idempotent_request
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.wording import checked_text
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import Activity
from galaxytables_lobby.people.tokens import Asker
from galaxytables_serving.sources import Source


async def _report(
    lobby: Lobby, caller: Asker, request: reports_pb2.ReportPlayerRequest
) -> reports_pb2.ReportPlayerResponse:
    kind, this = _kind(request.kind), _this(caller, request)
    text = checked_text(request.text, min_length=1 if kind is ReportKind.OTHER else 0, max_length=MAX_TEXT)
    lobby.directives.check(Feature.REPORTS)
    await lobby.new_players.take(Activity.REPORTS, caller)
    await lobby.quotas.reports.take(caller.source, caller.player.id)
    report = lobby.reports.made(kind, text, PlayerId(request.player_id))
    if request.table_id:
        loaded, _ = await lobby.access.load(caller, request.table_id)
        stored = await lobby.reports.report(caller.player.id, loaded, report, this, around=request.event)
    else:
        reported = await lobby.relations.other(caller, report.reported)
        stored = await lobby.reports.report_without_table(caller.player.id, reported, report, this)
    return reports_pb2.ReportPlayerResponse(report=report_for(stored))


async def _list_reports(
    lobby: Lobby, caller: Asker, _: reports_pb2.ListMyReportsRequest
) -> reports_pb2.ListMyReportsResponse:
    reports = await lobby.reports.made_by(caller.player.id)
    return reports_pb2.ListMyReportsResponse(reports=map(report_for, reports))


async def _list_sanctions(
    lobby: Lobby, caller: Asker, _: reports_pb2.ListMySanctionsRequest
) -> reports_pb2.ListMySanctionsResponse:
    sanctions = await lobby.reports.sanctions(caller.player.id)
    return reports_pb2.ListMySanctionsResponse(sanctions=map(sanction_for, sanctions))


async def _appeal(lobby: Lobby, caller: Asker, request: reports_pb2.AppealRequest) -> reports_pb2.AppealResponse:
    this, text = _this(caller, request), checked_text(request.text, min_length=1, max_length=MAX_TEXT)
    await lobby.quotas.reports.take(caller.source, caller.player.id)
    appeal = await lobby.reports.appeal(caller.player, request.sanction_id, text, this)
    return reports_pb2.AppealResponse(appeal=report_for(appeal))


async def _get_conduct(lobby: Lobby, _: Source, __: reports_pb2.GetConductRequest) -> reports_pb2.GetConductResponse:
    return reports_pb2.GetConductResponse(address=lobby.conduct_address)


def _kind(number: int) -> ReportKind:
    """Return what a report is about. Raises UNKNOWN_VALUE."""
    if number not in set(ReportKind) - {ReportKind.APPEAL}:
        raise errors.unknown_value("kind", number)
    return ReportKind(number)


def _this(caller: Asker, request: reports_pb2.ReportPlayerRequest | reports_pb2.AppealRequest) -> IdempotentRequest:
    if request.request_id:
        structlog.contextvars.bind_contextvars(request=checked_request_id(request.request_id))
    return idempotent_request(f"report {caller.player.id}", request.request_id, request)


def report_for(report: Report) -> reports_pb2.Report:
    """Return a report as the protobuf message that its reporter gets."""
    message = reports_pb2.Report(
        report_id=report.report_id,
        kind=reports_pb2.ReportKind.ValueType(report.kind),
        state=reports_pb2.ReportState.ValueType(report.state),
        made=timestamp(report.made),
        table_id=report.table_id,
        text=report.text,
        answer=report.answer,
        sanction_id=str(report.act) if report.act else "",
    )
    if report.reported:
        message.reported.CopyFrom(players_pb2.Player(id=report.reported, name=report.reported_name))
    if report.decided:
        message.decided.CopyFrom(timestamp(report.decided))
    return message


def sanction_for(sanction: PlayerSanction) -> reports_pb2.PlayerSanction:
    """Return a sanction as the protobuf message that its player gets."""
    message = reports_pb2.PlayerSanction(
        sanction_id=str(sanction.number),
        kind=reports_pb2.PlayerSanctionKind.ValueType(sanction.kind),
        reason=sanction.reason,
        since=timestamp(sanction.since),
        in_force=sanction.in_force,
        lifted=sanction.lifted,
        table_id=sanction.table_id,
    )
    if sanction.until:
        message.until.CopyFrom(timestamp(sanction.until))
    if sanction.appeal is not None:
        message.appeal.CopyFrom(report_for(sanction.appeal))
    return message


CALLS = (
    Call(reports_pb2.ReportPlayerRequest, Access.caller, CallScope.SIGN_IN, _report),
    Call(reports_pb2.ListMyReportsRequest, Access.caller, CallScope.SIGN_IN, _list_reports),
    Call(reports_pb2.ListMySanctionsRequest, Access.caller_though_banned, CallScope.SIGN_IN, _list_sanctions),
    Call(reports_pb2.AppealRequest, Access.caller_though_banned, CallScope.SIGN_IN, _appeal),
    Call(reports_pb2.GetConductRequest, Access.source, CallScope.NONE, _get_conduct),
)
