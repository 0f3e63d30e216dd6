"""The calls of `AdminService` about reports and appeals, and about games whose rating does not count."""

from contextlib import nullcontext, suppress
from typing import TypeVar

from google.protobuf.duration_pb2 import Duration

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import play_pb2, players_pb2, reports_pb2, tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.admin.acts import Desk, Details, OperatorRequest, OtherAct
from galaxytables_lobby.admin.requests import checked_player_id, checked_table_id, page_size, read_number
from galaxytables_lobby.admin.roles import Operator
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.api.reports import sanction_for
from galaxytables_lobby.domain.archived import HistoryQuery
from galaxytables_lobby.domain.fair_play import MAX_GAMES, agreement, times_of, together_of
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.notices import Kind as NoticeKind
from galaxytables_lobby.domain.notices import Notice, notice_id
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.player_sanctions import SanctionKind
from galaxytables_lobby.domain.reports import (
    MAX_TEXT,
    PENDING,
    Evidence,
    Report,
    ReportKind,
    ReportQuery,
    ReportState,
)
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.state import FinishedTable
from galaxytables_lobby.domain.wording import checked_text
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.notifying import try_to_notify
from galaxytables_lobby.people.reports import sanctions_about
from galaxytables_lobby.people.sanctions import Kind, Subject
from galaxytables_lobby.subscriptions.projection import event_for, message_for

_COUNTED = 200


async def _list(desk: Desk, _: Operator, request: admin_pb2.ListReportsRequest) -> admin_pb2.ListReportsResponse:
    size = page_size(request.page_size)
    query = ReportQuery(
        states=tuple(map(_state, request.states)) or PENDING,
        kind=_kind(request.kind) if request.kind else None,
        reporter=PlayerId(request.reporter_id),
        reported=PlayerId(request.reported_id),
        before_number=read_number(request.page_token),
        limit=size + 1,
    )
    found = await desk.archive.reports(query)
    answer = admin_pb2.ListReportsResponse(reports=map(report_entry, found[:size]))
    if len(found) > size:
        answer.next_page_token = str(found[size - 1].number)
    return answer


async def _get(desk: Desk, operator: Operator, request: admin_pb2.GetReportRequest) -> admin_pb2.GetReportResponse:
    if not request.hidden:
        return await _shown(desk, request)
    async with desk.log.act(operator.name, "read_evidence", f"report:{request.report_id}", request.reason):
        return await _shown(desk, request)


async def _shown(desk: Desk, request: admin_pb2.GetReportRequest) -> admin_pb2.GetReportResponse:
    report, evidence = await desk.archive.report(request.report_id)
    about = report.reported or report.reporter
    answer = admin_pb2.GetReportResponse(
        report=report_entry(report),
        earlier=map(sanction_for, await sanctions_about(desk.archive, about, now=desk.tables.now())),
    )
    if report.reported:
        reports = await desk.archive.reports(ReportQuery(reported=report.reported, limit=_COUNTED))
        answer.reports = len(reports)
        answer.reports_decided = sum(each.state is ReportState.DECIDED for each in reports)
    if evidence is not None:
        answer.evidence.CopyFrom(_evidence(report, evidence, hidden=request.hidden))
        if request.language:
            await _put_into_words(desk, answer.evidence, request.language)
        answer.hints.CopyFrom(await _hints(desk, report, evidence))
    return answer


async def _put_into_words(desk: Desk, evidence: admin_pb2.ReportEvidence, language: str) -> None:
    """Add sentences to the events, unless the game has no words in this language, or nobody serves it."""
    with suppress(errors.UnavailableError, errors.NotFoundError):
        sentences = await desk.phrasebooks.of(evidence.game, b"", language)
        update = await sentences.update(play_pb2.TableUpdate(events=evidence.events))
        for event, said in zip(evidence.events, update.events, strict=True):
            event.CopyFrom(said)


def _evidence(report: Report, evidence: Evidence, *, hidden: bool) -> admin_pb2.ReportEvidence:
    events = _events(evidence)
    return admin_pb2.ReportEvidence(
        game=evidence.game,
        table_name=report.table_name,
        state=tables_pb2.TableState.ValueType(evidence.stage),
        host=_player(evidence.host),
        seats=[
            players_pb2.Player(name=seat.bot) if seat.player is None else _player(seat.player)
            for seat in evidence.seats
        ],
        events=events if hidden else [event_for(None, each) for each in events],
        messages=map(message_for, evidence.messages),
    )


async def _hints(desk: Desk, report: Report, evidence: Evidence) -> admin_pb2.FairPlayHints:
    """Return what may speak for or against fair play, from the evidence, the archive and stored analyses."""
    hints = admin_pb2.FairPlayHints()
    for seat, times in times_of(_events(evidence)).items():
        hints.times.add(
            seat=seat,
            count=times.count,
            median=_duration(times.median),
            shortest=_duration(times.shortest),
            longest=_duration(times.longest),
        )
    query = HistoryQuery(player=report.reported, asker=report.reported, limit=MAX_GAMES)
    games = [found.game for found in await desk.archive.history(query)]
    hints.games = len(games)
    for each in together_of(games, report.reported):
        hints.together.add(
            player=players_pb2.Player(id=each.player_id, name=each.name),
            games=each.games,
            reported_ahead=each.ahead,
            other_ahead=each.behind,
        )
    loaded = await desk.tables.find(report.table_id)
    if loaded is not None and isinstance(loaded.table, FinishedTable):
        seat_number = loaded.table.seat_of(report.reported)
        given = [each.given for each in loaded.table.analyses if each.seat == seat_number and each.given]
        if given:
            hints.best_choices, hints.analysed_choices = agreement(play_pb2.Analysis.FromString(given[0]))
    return hints


def _events(evidence: Evidence) -> list[play_pb2.TableEvent]:
    return [play_pb2.TableEvent.FromString(each.payload) for each in evidence.events]


async def _claim(desk: Desk, call: OperatorRequest[admin_pb2.ClaimReportRequest]) -> admin_pb2.ClaimReportResponse:
    report, _ = await desk.archive.report(call.request.report_id)
    if report.kind is ReportKind.APPEAL and desk.access.are_several:
        sanctions = await sanctions_about(desk.archive, report.reporter, now=call.now)
        if any(each.number == report.act and each.operator == call.operator for each in sanctions):
            raise errors.own_act()
    claimed = await desk.archive.claim_report(report.report_id, call.operator, now=call.now)
    return admin_pb2.ClaimReportResponse(report=report_entry(claimed))


async def _release(
    desk: Desk, call: OperatorRequest[admin_pb2.ReleaseReportRequest]
) -> admin_pb2.ReleaseReportResponse:
    try:
        released = await desk.archive.release_report(call.request.report_id, call.operator)
    except errors.ConflictError:
        if not call.interrupted:
            raise
        released, _ = await desk.archive.report(call.request.report_id)
    return admin_pb2.ReleaseReportResponse(report=report_entry(released))


async def _decide(desk: Desk, call: OperatorRequest[admin_pb2.DecideReportRequest]) -> admin_pb2.DecideReportResponse:
    request, state = call.request, _outcome(call.request.state)
    answer = checked_text(request.answer, min_length=1, max_length=MAX_TEXT)
    report, _ = await desk.archive.report(request.report_id)
    if call.interrupted and (report.moderator, report.state, report.answer) == (call.operator, state, answer):
        decided = report
    else:
        decided = await _decided(desk, call, report, state, answer)
    answered = Notice(
        id=notice_id("report", report.report_id),
        kind=NoticeKind.REPORT_ANSWERED,
        player=decided.reporter,
        made=call.now,
        about="appeal" if report.kind is ReportKind.APPEAL else "report",
    )
    await try_to_notify(desk.tables.store, answered, now=call.now)
    return admin_pb2.DecideReportResponse(report=report_entry(decided))


async def _decided(
    desk: Desk,
    call: OperatorRequest[admin_pb2.DecideReportRequest],
    report: Report,
    state: ReportState,
    answer: str,
) -> Report:
    """Decide or dismiss a claimed report. Raises REPORT_NOT_CLAIMED, REPORT_CLAIMED, REPORT_CLOSED."""
    if report.state is not ReportState.CLAIMED or report.moderator != call.operator:
        raise errors.report_closed() if report.state not in PENDING else errors.report_not_claimed()
    if report.kind is ReportKind.APPEAL and state is ReportState.DECIDED:
        # Claimed anew, so that nobody else takes an old claim over and decides otherwise at this moment.
        await desk.archive.claim_report(report.report_id, call.operator, now=desk.tables.now())
        # Before the appeal is granted, so that an interrupted act is done as a whole when it is repeated.
        await _take_back(desk, report, now=call.now)
    return await desk.archive.decide_report(report.report_id, call.operator, state, answer, now=call.now)


async def _take_back(desk: Desk, appeal: Report, *, now: int) -> None:
    """Lift the sanction that an appeal is against, if it still holds."""
    for sanction in await sanctions_about(desk.archive, appeal.reporter, now=now):
        if sanction.number != appeal.act or not sanction.in_force:
            continue
        kind = _LIFTED.get(sanction.kind)
        if kind is not None:
            for player in (appeal.reporter, *await desk.archive.guests_of(appeal.reporter)):
                with suppress(errors.NotFoundError):
                    await desk.sanctions.lift(kind, Subject.player(player))
        elif sanction.kind is SanctionKind.VOIDED_GAME:
            with suppress(errors.ConflictError):
                await desk.archive.restore_game(sanction.table_id)


_LIFTED = {SanctionKind.MUTE: Kind.MUTE, SanctionKind.BAN: Kind.BAN}


async def _void(desk: Desk, call: OperatorRequest[admin_pb2.VoidGameRequest]) -> admin_pb2.VoidGameResponse:
    table_id = await _game_of(desk, call.request.table_id, call.request.player_id)
    with suppress(errors.ConflictError) if call.interrupted else nullcontext():
        await desk.archive.void_game(table_id)
    await tell_sanctioned(desk, PlayerId(call.request.player_id), SanctionKind.VOIDED_GAME, now=call.now)
    return admin_pb2.VoidGameResponse()


async def tell_sanctioned(desk: Desk, player_id: PlayerId, kind: SanctionKind, *, now: int) -> None:
    """Notify a player of a moderator's sanction, which `kind` names. Does not raise."""
    notice = Notice(
        id=notice_id("sanction", player_id, kind.value, now),
        kind=NoticeKind.SANCTIONED,
        player=player_id,
        made=now,
        about=kind.name.lower().replace("_", "-"),
    )
    await try_to_notify(desk.tables.store, notice, now=now)


async def _restore(desk: Desk, call: OperatorRequest[admin_pb2.RestoreGameRequest]) -> admin_pb2.RestoreGameResponse:
    table_id = await _game_of(desk, call.request.table_id, call.request.player_id)
    with suppress(errors.ConflictError) if call.interrupted else nullcontext():
        await desk.archive.restore_game(table_id)
    return admin_pb2.RestoreGameResponse()


async def _game_of(desk: Desk, table: str, player: str) -> TableId:
    """Return the id of a table at which a player sat. Raises TABLE_NOT_FOUND, NOT_SEATED."""
    loaded = await desk.tables.load(checked_table_id(table))
    if loaded.table.seat_of(checked_player_id(player)) is None:
        raise errors.not_seated()
    return loaded.table.id


def report_entry(report: Report) -> admin_pb2.AdminReport:
    """Return a report as a protobuf message for operators."""
    entry = admin_pb2.AdminReport(
        report_id=report.report_id,
        kind=reports_pb2.ReportKind.ValueType(report.kind),
        state=reports_pb2.ReportState.ValueType(report.state),
        made=timestamp(report.made),
        reporter_id=report.reporter,
        table_id=report.table_id,
        version=report.version,
        text=report.text,
        moderator=report.moderator,
        answer=report.answer,
        act=report.act,
        appellant_name=report.reported_name if report.kind is ReportKind.APPEAL else "",
    )
    if report.reported:
        entry.reported.CopyFrom(players_pb2.Player(id=report.reported, name=report.reported_name))
    if report.claimed:
        entry.claimed.CopyFrom(timestamp(report.claimed))
    if report.decided:
        entry.decided.CopyFrom(timestamp(report.decided))
    return entry


def _player(person: Person) -> players_pb2.Player:
    return players_pb2.Player(id=person.id, name=person.name)


def _duration(milliseconds: int) -> Duration:
    return Duration(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


def _state(given: int) -> ReportState:
    if given not in set(ReportState):
        raise errors.unknown_value("states", given)
    return ReportState(given)


def _outcome(given: int) -> ReportState:
    if given not in (ReportState.DECIDED, ReportState.DISMISSED):
        raise errors.unknown_value("state", given)
    return ReportState(given)


def _kind(given: int) -> ReportKind:
    if given not in set(ReportKind):
        raise errors.unknown_value("kind", given)
    return ReportKind(given)


def _upon_report(
    _: Desk,
    call: OperatorRequest[admin_pb2.ClaimReportRequest]
    | OperatorRequest[admin_pb2.ReleaseReportRequest]
    | OperatorRequest[admin_pb2.DecideReportRequest],
) -> str:
    # Acts about a player are in that player's export.
    return f"report:{call.request.report_id}"


def _how_decided(_: Desk, call: OperatorRequest[admin_pb2.DecideReportRequest]) -> Details:
    return {"state": _outcome(call.request.state).name.lower()}


def _upon_player(
    _: Desk, call: OperatorRequest[admin_pb2.VoidGameRequest] | OperatorRequest[admin_pb2.RestoreGameRequest]
) -> str:
    return str(Subject.player(checked_player_id(call.request.player_id)))


def _which_game(
    _: Desk, call: OperatorRequest[admin_pb2.VoidGameRequest] | OperatorRequest[admin_pb2.RestoreGameRequest]
) -> Details:
    return {"table": checked_table_id(call.request.table_id)}


_Answer = TypeVar(
    "_Answer", admin_pb2.ClaimReportResponse, admin_pb2.ReleaseReportResponse, admin_pb2.DecideReportResponse
)


def _without_text(answer: _Answer) -> _Answer:
    """Return the answer without players' texts, names and ids, for the log: an erasure does not change the log."""
    kept = type(answer)()
    kept.CopyFrom(answer)
    report = kept.report
    report.ClearField("text")
    report.ClearField("answer")
    report.ClearField("reporter_id")
    report.ClearField("reported")
    report.ClearField("appellant_name")
    return kept


REPORT_CALLS = (
    Call(admin_pb2.ListReportsRequest, Operators.caller, CallScope.NONE, _list),
    Call(admin_pb2.GetReportRequest, Operators.caller, CallScope.NONE, _get),
    OtherAct(admin_pb2.ClaimReportRequest, _upon_report, _claim, kept=_without_text),
    OtherAct(admin_pb2.ReleaseReportRequest, _upon_report, _release, kept=_without_text),
    OtherAct(admin_pb2.DecideReportRequest, _upon_report, _decide, _how_decided, kept=_without_text),
    OtherAct(admin_pb2.VoidGameRequest, _upon_player, _void, _which_game),
    OtherAct(admin_pb2.RestoreGameRequest, _upon_player, _restore, _which_game),
)
