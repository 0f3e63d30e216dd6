"""Keeping the peace: reports with evidence, the queue of moderators, sanctions that players see, and appeals."""

import asyncio
import json
from pathlib import Path

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import platform_pb2, play_pb2, reports_pb2, tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.admin import reports
from galaxytables_lobby.admin.command import command_parser, run
from galaxytables_lobby.admin.settings import OperatorSettings
from galaxytables_lobby.domain.archived import Who
from galaxytables_lobby.domain.endings import MIN_CHOICES
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.reports import MAX_PENDING
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_serving import GalaxyError, read_error
from tests.lobby.admin.test_admin import OTTOS, SECRET, Operator, olga  # noqa: F401  # a fixture
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, eventually, refused
from tests.lobby.workers import open_archiver

ABUSE, CHEATING, OTHER = (
    reports_pb2.REPORT_KIND_ABUSE,
    reports_pb2.REPORT_KIND_CHEATING,
    reports_pb2.REPORT_KIND_OTHER,
)
DECIDED, DISMISSED = reports_pb2.REPORT_STATE_DECIDED, reports_pb2.REPORT_STATE_DISMISSED
HOUR = Duration(seconds=3600)


@pytest.fixture
async def otto(olga):  # noqa: F811  # the fixture
    channel = grpc.aio.insecure_channel(olga.address)
    yield Operator(olga.address, channel, OTTOS)
    await channel.close()


async def queue(operator: Operator, **query) -> list[tuple[str, str]]:
    found = await operator.does("ListReports", admin_pb2.ListReportsRequest(**query))
    return [
        (each.report_id, reports_pb2.ReportState.Name(each.state).removeprefix("REPORT_STATE_").lower())
        for each in found.reports
    ]


async def claims(operator: Operator, report_id: str) -> admin_pb2.AdminReport:
    request = admin_pb2.ClaimReportRequest(report_id=report_id, reason="to look at it")
    answer: admin_pb2.ClaimReportResponse = await operator.does("ClaimReport", request)
    return answer.report


async def decides(operator: Operator, report_id: str, state, answer: str = "Thank you.", **fields):
    request = admin_pb2.DecideReportRequest(
        report_id=report_id, state=state, answer=answer, reason="by the code of conduct", **fields
    )
    return (await operator.does("DecideReport", request)).report


async def shown(operator: Operator, report_id: str, **fields) -> admin_pb2.GetReportResponse:
    request = admin_pb2.GetReportRequest(report_id=report_id, **fields)
    answer: admin_pb2.GetReportResponse = await operator.does("GetReport", request)
    return answer


async def sanctioned(operator: Operator, guest: Guest, kind, reason: str, lasting: Duration | None = HOUR) -> None:
    request = admin_pb2.SanctionRequest(kind=kind, subject=f"player:{guest.id}", reason=reason, lasting=lasting)
    await operator.does("Sanction", request)


async def is_banned(guest: Guest) -> bool:
    try:
        await guest.my_tables()
    except grpc.aio.AioRpcError as error:
        return read_error(error).reason == "BANNED"
    return False


async def over(house: House) -> tuple[str, Guest, Guest]:
    """A rated game that is archived: the first player won it."""
    table_id, (ada, bea) = await house.started(options={"rounds": "9"})
    for guest in (ada, bea) * MIN_CHOICES:
        await guest.pick(table_id)
    await bea.resign(table_id)
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        house.clock.ahead += 10
        assert await archiver.archive() == 1
    return table_id, ada, bea


async def test_a_report_has_the_table_as_it_was_and_only_moderators_see_it(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    await bea.say(table_id, "you are a fool")
    await ada.pick(table_id)
    made = await ada.report(table_id, bea.id, ABUSE, "She insults me.\nTwice.")
    assert (made.state, made.text) == (reports_pb2.REPORT_STATE_OPEN, "She insults me.\nTwice.")
    await bea.say(table_id, "I said nothing")
    await bea.pick(table_id)
    answer = await shown(olga, made.report_id)
    assert (answer.report.reporter_id, answer.report.reported.id) == (ada.id, bea.id)
    assert [each.text for each in answer.evidence.messages] == ["you are a fool"]
    assert [each.name for each in answer.evidence.seats] == ["Guest 0", "Guest 1"]
    assert answer.evidence.events[0].event.kind == "started"
    assert answer.report.version < (await ada.table(table_id)).version
    assert list(await bea.my_reports()) == []
    assert list(await bea.my_sanctions()) == []
    assert [each.report_id for each in await ada.my_reports()] == [made.report_id]


async def test_private_parts_of_events_are_shown_for_a_reason_and_logged(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    await ada.pick(table_id)
    made = await ada.report(table_id, bea.id)
    archive: Archive = house.lobbies[0].tables._archive
    _, evidence = await archive.report(made.report_id)
    assert evidence is not None
    stored = [play_pb2.TableEvent.FromString(each.payload) for each in evidence.events]
    assert any(each.event.private_parts for each in stored)
    seen = (await shown(olga, made.report_id)).evidence.events
    assert not any(each.event.private_parts for each in seen)
    assert len(seen) == len(stored)
    assert (await refused(shown(olga, made.report_id, hidden=True))).reason == "INVALID_REQUEST"
    seen = (await shown(olga, made.report_id, hidden=True, reason="the deal matters")).evidence.events
    assert list(seen) == stored
    assert await olga.acts() == [("olga", "read_evidence", f"report:{made.report_id}", "done")]


async def test_what_can_be_reported_and_how_often(house):
    table_id, (ada, bea) = await house.started()
    cal = await house.guest()
    assert (await refused(ada.report(table_id, ada.id))).reason == "NOT_REPORTABLE"
    assert (await refused(ada.report(table_id, cal.id))).reason == "NOT_REPORTABLE"
    assert (await refused(ada.report("nowhere", bea.id))).reason == "TABLE_NOT_FOUND"
    assert (await refused(ada.report(table_id, bea.id, OTHER))).reason == "INVALID_TEXT"
    assert (await refused(ada.report(table_id, bea.id, OTHER, "x" * 1001))).reason == "INVALID_TEXT"
    appeal = reports_pb2.REPORT_KIND_APPEAL
    assert (await refused(ada.report(table_id, bea.id, appeal))).reason == "UNKNOWN_VALUE"
    first = await ada.report(table_id, bea.id, request_id="given once")
    assert await ada.report(table_id, bea.id, request_id="given once") == first
    reused = await refused(ada.report(table_id, bea.id, CHEATING, request_id="given once"))
    assert reused.reason == "REQUEST_ID_REUSED"
    again = await refused(ada.report(table_id, bea.id))
    assert (again.reason, again.metadata["report"]) == ("REPORTED_ALREADY", first.report_id)
    await ada.report(table_id, bea.id, CHEATING)
    # Somebody who only watches may report, and a private table is nobody's business.
    await cal.report(table_id, bea.id)
    private = await ada.create(visibility=tables_pb2.VISIBILITY_PRIVATE)
    assert (await refused(cal.report(private.id, ada.id))).reason == "TABLE_NOT_FOUND"


async def test_a_player_is_reported_without_a_table_and_then_without_evidence(house, olga):  # noqa: F811
    _, (ada, bea) = await house.started()
    cal = await house.guest()
    made = await cal.report("", bea.id, text="Her name insults me.")
    assert (made.table_id, made.reported.name) == ("", "Guest 1")
    answer = await shown(olga, made.report_id)
    assert (answer.report.reported.id, answer.HasField("evidence"), answer.reports) == (bea.id, False, 1)
    assert (await refused(cal.report("", bea.id))).reason == "REPORTED_ALREADY"
    await cal.report("", bea.id, CHEATING)
    assert (await refused(cal.report("", cal.id))).reason == "NOT_YOURSELF"
    assert (await refused(cal.report("", "nobody"))).reason == "UNKNOWN_PLAYER"
    await claims(olga, made.report_id)
    assert (await decides(olga, made.report_id, DECIDED)).report_id == made.report_id
    assert [each.report_id for each in await cal.my_reports()][-1] == made.report_id
    assert list(await ada.my_reports()) == []


async def test_a_player_makes_so_many_reports(house):
    tables = [await house.started() for _ in range(MAX_PENDING)]
    table_id, (ada, bea) = tables[0]
    for other_id, (_, other) in tables:
        if other_id != table_id:
            await ada.report(other_id, other.id)
    await ada.report(table_id, bea.id)
    assert (await refused(ada.report(table_id, bea.id, CHEATING))).reason == "TOO_MANY_REPORTS"
    house.limits = LimitSettings(reports={Scope.PLAYER: Rate(1, 3600)})
    await house.open_lobby()
    cal = await house.guest(lobby=1)
    await cal.report(table_id, bea.id)
    assert (await refused(cal.report(table_id, ada.id))).reason == "RATE_LIMITED"


async def test_nobody_learns_who_reported_them(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    made = await ada.report(table_id, bea.id, text="insults")
    await claims(olga, made.report_id)
    await decides(olga, made.report_id, DECIDED)
    exported = await olga.does("ExportPlayer", admin_pb2.ExportPlayerRequest(player_id=bea.id, reason="she asks"))
    known = json.loads(exported.json)
    assert known["reports"] == []
    assert [each["act"] for each in known["acts"]] == ["export_player"]
    assert ada.id not in exported.json
    exported = await olga.does("ExportPlayer", admin_pb2.ExportPlayerRequest(player_id=ada.id, reason="she asks"))
    [own] = json.loads(exported.json)["reports"]
    assert (own["kind"], own["text"], own["state"]) == ("abuse", "insults", "decided")


async def test_a_banned_player_calls_nothing_but_what_an_appeal_needs(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    await sanctioned(olga, ada, admin_pb2.SANCTION_KIND_BAN, "spam")
    await eventually(lambda: is_banned(ada))
    await ada.my_sanctions()
    for call in (ada.my_reports(), ada.report(table_id, bea.id), ada.table(table_id)):
        assert (await refused(call)).reason == "BANNED"
    await olga.does("RevokeTokens", admin_pb2.RevokeTokensRequest(player_id=ada.id, reason="stolen"))

    async def is_revoked() -> bool:
        try:
            await ada.my_sanctions()
        except grpc.aio.AioRpcError as error:
            return read_error(error).reason == "TOKEN_REVOKED"
        return False

    await eventually(is_revoked)


async def test_a_report_is_claimed_by_one_and_the_answer_reaches_the_reporter(house, olga, otto):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    first, second = await ada.report(table_id, bea.id), await bea.report(table_id, ada.id)
    assert await queue(olga) == [(second.report_id, "open"), (first.report_id, "open")]
    assert (await refused(decides(olga, first.report_id, DECIDED))).reason == "REPORT_NOT_CLAIMED"
    assert (await claims(olga, first.report_id)).moderator == "olga"
    held = await refused(claims(otto, first.report_id))
    assert (held.reason, held.metadata["by"]) == ("REPORT_CLAIMED", "olga")
    assert (await refused(decides(otto, first.report_id, DECIDED))).reason == "REPORT_NOT_CLAIMED"
    release = admin_pb2.ReleaseReportRequest(report_id=first.report_id, reason="no time")
    await olga.does("ReleaseReport", release)
    assert (await claims(otto, first.report_id)).moderator == "otto"
    house.clock.ahead += 25 * 3600
    await claims(olga, first.report_id)
    assert (await refused(decides(olga, first.report_id, DECIDED, " "))).reason == "INVALID_TEXT"
    await decides(olga, first.report_id, DECIDED, "She was warned.", request_id="given once")
    await decides(olga, first.report_id, DECIDED, "She was warned.", request_id="given once")
    assert (await refused(claims(otto, first.report_id))).reason == "REPORT_CLOSED"
    [mine] = await ada.my_reports()
    assert (mine.state, mine.answer) == (DECIDED, "She was warned.")
    assert await queue(olga) == [(second.report_id, "open")]
    assert await queue(olga, states=[DECIDED]) == [(first.report_id, "decided")]
    assert await queue(olga, reporter_id=bea.id) == [(second.report_id, "open")]
    acts = await olga.acts(subject=f"report:{first.report_id}")
    assert [act for _, act, _, outcome in acts if outcome == "done"] == [
        "decide_report", "claim_report", "claim_report", "release_report", "claim_report",
    ]  # fmt: skip


async def test_the_queue_comes_in_pages(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    made = [(await ada.report(table_id, bea.id, kind, "x")).report_id for kind in (1, 2, 3)]
    first = await olga.does("ListReports", admin_pb2.ListReportsRequest(page_size=2))
    assert [each.report_id for each in first.reports] == made[:0:-1]
    rest = await olga.does("ListReports", admin_pb2.ListReportsRequest(page_token=first.next_page_token))
    assert [each.report_id for each in rest.reports] == made[:1]
    assert rest.next_page_token == ""
    wrong = admin_pb2.ListReportsRequest(page_token="x")  # noqa: S106  # no password
    assert (await refused(olga.does("ListReports", wrong))).reason == "INVALID_PAGE_TOKEN"


async def test_a_banned_player_reads_why_and_appeals_once_and_a_granted_appeal_lifts_the_ban(house, olga, otto):  # noqa: F811
    ada = await house.guest("Ada")
    await sanctioned(olga, ada, admin_pb2.SANCTION_KIND_WARNING, "be kind", None)
    await sanctioned(olga, ada, admin_pb2.SANCTION_KIND_BAN, "you were not kind")
    await eventually(lambda: is_banned(ada))
    ban, warning = await ada.my_sanctions()
    assert (ban.kind, ban.reason, ban.in_force) == (
        reports_pb2.PLAYER_SANCTION_KIND_BAN, "you were not kind", True,
    )  # fmt: skip
    assert ban.until.seconds - ban.since.seconds == 3600
    assert (warning.kind, warning.HasField("until")) == (reports_pb2.PLAYER_SANCTION_KIND_WARNING, False)
    appeal = await ada.appeal(ban.sanction_id)
    assert (await refused(ada.appeal(ban.sanction_id))).reason == "APPEALED_ALREADY"
    for unknown in ("0", "x", "99999999999999999999", str(int(ban.sanction_id) + 1)):
        assert (await refused(ada.appeal(unknown))).reason == "SANCTION_NOT_FOUND"
    assert (await refused(claims(olga, appeal.report_id))).reason == "OWN_ACT"
    await claims(otto, appeal.report_id)
    found = await shown(otto, appeal.report_id)
    assert (found.report.appellant_name, found.report.HasField("reported")) == ("Ada", False)
    earlier = found.earlier
    assert [each.sanction_id for each in earlier] == [ban.sanction_id, warning.sanction_id]
    await decides(otto, appeal.report_id, DECIDED, "You are right.")

    async def is_free() -> bool:
        return not await is_banned(ada)

    await eventually(is_free)
    ban, warning = await ada.my_sanctions()
    assert (ban.in_force, ban.lifted, ban.appeal.state, ban.appeal.answer) == (
        False, True, DECIDED, "You are right.",
    )  # fmt: skip
    assert warning.in_force


async def test_an_appeal_that_is_dismissed_changes_nothing(house, olga, otto):  # noqa: F811
    ada = await house.guest()
    await sanctioned(olga, ada, admin_pb2.SANCTION_KIND_MUTE, "spam")
    [mute] = await ada.my_sanctions()
    appeal = await ada.appeal(mute.sanction_id)
    await claims(otto, appeal.report_id)
    await decides(otto, appeal.report_id, DISMISSED, "The chat is clear.")
    [mute] = await ada.my_sanctions()
    assert (mute.in_force, mute.lifted, mute.appeal.answer) == (True, False, "The chat is clear.")
    held = await olga.does("ListSanctions", admin_pb2.ListSanctionsRequest())
    assert [each.subject for each in held.sanctions] == [f"player:{ada.id}"]


async def test_what_was_lifted_cannot_be_appealed(house, olga):  # noqa: F811
    ada = await house.guest()
    await sanctioned(olga, ada, admin_pb2.SANCTION_KIND_MUTE, "spam")
    lift = admin_pb2.LiftSanctionRequest(
        kind=admin_pb2.SANCTION_KIND_MUTE, subject=f"player:{ada.id}", reason="a mistake"
    )
    await olga.does("LiftSanction", lift)
    [mute] = await ada.my_sanctions()
    assert (mute.in_force, mute.lifted) == (False, True)
    assert (await refused(ada.appeal(mute.sanction_id))).reason == "NOT_APPEALABLE"


async def test_a_warning_lasts_no_time_and_only_players_are_warned(house, olga):  # noqa: F811
    ada = await house.guest()
    lasting = refused(sanctioned(olga, ada, admin_pb2.SANCTION_KIND_WARNING, "be kind"))
    assert (await lasting).reason == "INVALID_REQUEST"
    request = admin_pb2.SanctionRequest(
        kind=admin_pb2.SANCTION_KIND_WARNING, subject="address:10.0.0.1", reason="be kind"
    )
    assert (await refused(olga.does("Sanction", request))).reason == "INVALID_REQUEST"


async def test_a_voided_game_does_not_count_until_an_appeal_is_granted(house, olga, otto):  # noqa: F811
    table_id, ada, bea = await over(house)
    archive: Archive = house.lobbies[0].tables._archive
    people = Who(False, PlayerId(ada.id)), Who(False, PlayerId(bea.id))
    before = [await archive.ratings(who) for who in people]
    assert all(before)
    void = admin_pb2.VoidGameRequest(table_id=table_id, player_id=bea.id, reason="lost on purpose")
    await olga.does("VoidGame", void)
    assert [await archive.ratings(who) for who in people] == [[], []]
    summary = await archive.summary(TableId(table_id))
    assert summary is not None
    assert (summary.rated, summary.unrated) == (False, tables_pb2.UNRATED_REASON_VOIDED)
    assert summary.seats[0].after is None
    assert (await refused(olga.does("VoidGame", void))).reason == "GAME_NOT_RATED"
    assert list(await ada.my_sanctions()) == []
    [voided] = await bea.my_sanctions()
    assert (voided.table_id, voided.reason, voided.in_force) == (table_id, "lost on purpose", True)
    appeal = await bea.appeal(voided.sanction_id)
    await claims(otto, appeal.report_id)
    await decides(otto, appeal.report_id, DECIDED, "You are right.")
    assert [await archive.ratings(who) for who in people] == before
    stranger = admin_pb2.VoidGameRequest(table_id=table_id, player_id="nobody", reason="x")
    assert (await refused(olga.does("VoidGame", stranger))).reason == "NOT_SEATED"


async def test_hints_are_computed_when_a_moderator_looks(house, olga):  # noqa: F811
    table_id, ada, bea = await over(house)
    made = await ada.report(table_id, bea.id, CHEATING)
    hints = (await shown(olga, made.report_id)).hints
    assert [(each.player.id, each.games, each.reported_ahead, each.other_ahead) for each in hints.together] == [
        (ada.id, 1, 0, 1)
    ]
    assert hints.games == 1
    assert not hints.HasField("best_choices")


async def test_a_guest_who_becomes_an_account_takes_reports_along(house):
    table_id, (ada, bea) = await house.started()
    made = await ada.report(table_id, bea.id)
    other = await bea.report(table_id, ada.id)
    archive: Archive = house.lobbies[0].tables._archive
    account = PlayerId("an account")
    await archive.merge(PlayerId(ada.id), account)
    assert [each.report_id for each in await house.lobbies[0].reports.made_by(account)] == [made.report_id]
    report, evidence = await archive.report(other.report_id)
    assert report.reported == account
    assert evidence is not None
    assert ada.id not in evidence.people
    assert account in evidence.people


async def test_of_a_report_that_guest_and_account_both_made_one_stays(house):
    table_id, (ada, bea, cal) = await house.started(3)
    first, second = await ada.report(table_id, cal.id), await bea.report(table_id, cal.id)
    archive: Archive = house.lobbies[0].tables._archive
    await archive.merge(PlayerId(ada.id), PlayerId(bea.id))
    assert [each.report_id for each in await bea.my_reports()] == [second.report_id]
    with pytest.raises(GalaxyError, match="no such report"):
        await archive.report(first.report_id)


async def test_who_is_erased_is_in_no_report_any_more(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    await ada.say(table_id, "my address is secret")
    by_ada, about_ada = await ada.report(table_id, bea.id, text="a secret"), await bea.report(table_id, ada.id)
    await olga.does("ErasePlayer", admin_pb2.ErasePlayerRequest(player_id=ada.id, reason="she asks"))
    archive: Archive = house.lobbies[0].tables._archive
    for report_id in (by_ada.report_id, about_ada.report_id):
        report, evidence = await archive.report(report_id)
        assert ada.id not in str(report)
        assert "secret" not in f"{report} {evidence}"
        assert "Guest 0" not in f"{report} {evidence}"
        assert evidence is not None
        assert ada.id not in evidence.people
        assert Person(PlayerId(bea.id), "Guest 1") in [seat.player for seat in evidence.seats]
    [left] = await bea.my_reports()
    assert left.state == DISMISSED
    assert await queue(olga) == [(by_ada.report_id, "open")]


async def test_evidence_is_kept_for_half_a_year_after_the_decision(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    decided, waiting = await ada.report(table_id, bea.id), await bea.report(table_id, ada.id)
    await claims(olga, decided.report_id)
    await decides(olga, decided.report_id, DISMISSED)
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        for days, kept in ((180, True), (5, False)):
            house.clock.ahead += days * 24 * 3600
            await archiver.forget()
            assert (await shown(olga, decided.report_id)).HasField("evidence") is kept
    assert (await shown(olga, waiting.report_id)).HasField("evidence")


async def test_the_command_lists_shows_and_decides(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    await bea.say(table_id, "fool")
    made = await ada.report(table_id, bea.id, text="insults")
    settings = OperatorSettings(server=olga.address, secret=SECRET)

    async def lines(*arguments: str) -> str:
        return "\n".join(await run(settings, command_parser().parse_args(arguments)))

    assert f"{made.report_id}  " in await lines("reports", "--state", "open", "--kind", "abuse")
    report = await lines("report", made.report_id)
    assert f"Guest 1 ({bea.id}): fool" in report
    assert "Hints, and no verdict:" in report
    assert "claimed (olga)" in await lines("claim", made.report_id, "--reason", "mine")
    await lines("warn", bea.id, "--reason", "be kind")
    assert "decided (olga)" in await lines("decide", made.report_id, "decided", "Thank you.", "--reason", "clear")
    assert [each.reason for each in await bea.my_sanctions()] == ["be kind"]
    assert "Earlier: warning" in await lines("report", made.report_id)


async def test_the_operators_own_code_of_conduct_is_named_to_everybody(house):
    stranger = Guest(house.channels[0])
    assert (await stranger.reports.GetConduct(reports_pb2.GetConductRequest())).address == ""


async def test_what_the_page_on_keeping_the_peace_does_works(house, capsys):
    page = Path(__file__).parents[3] / "docs/how-to/keeping-the-peace.md"
    [code] = [part.partition("```")[0] for part in page.read_text("utf-8").split("```python\n")[1:]]
    await asyncio.to_thread(exec, code.replace("127.0.0.1:5100", house.addresses[0]).replace("jump", NAME), {})
    assert "True" in capsys.readouterr().out.splitlines()


async def test_an_interrupted_act_that_had_been_done_counts_as_done_when_it_is_repeated(house, olga, monkeypatch):  # noqa: F811
    table_id, ada, bea = await over(house)
    noted, why, about = Archive.end_act, "a test", f"player:{bea.id}"

    async def away(*_):
        raise errors.archive_unavailable()

    async def repeated(call: str, request):
        """The answer to the repeat of a request whose act was done, which nobody lived to note."""
        request.request_id = f"{call}, given once"
        monkeypatch.setattr(Archive, "end_act", away)
        assert (await refused(olga.does(call, request))).reason == "ARCHIVE_UNAVAILABLE"
        monkeypatch.setattr(Archive, "end_act", noted)
        house.clock.ahead += 60
        return await olga.does(call, request)

    mute = admin_pb2.SANCTION_KIND_MUTE
    request = admin_pb2.SanctionRequest(kind=mute, subject=about, lasting=HOUR, reason=why)
    held = (await repeated("Sanction", request)).sanction
    [own] = await bea.my_sanctions()
    assert (own.since.seconds, own.until.seconds) == (held.since.seconds, held.until.seconds)
    await repeated("LiftSanction", admin_pb2.LiftSanctionRequest(kind=mute, subject=about, reason=why))
    void = admin_pb2.VoidGameRequest(table_id=table_id, player_id=bea.id, reason=why)
    await repeated("VoidGame", void)
    assert [(each.kind, each.in_force) for each in await bea.my_sanctions()] == [
        (reports_pb2.PLAYER_SANCTION_KIND_VOIDED_GAME, True),
        (reports_pb2.PLAYER_SANCTION_KIND_MUTE, False),
    ]
    restore = admin_pb2.RestoreGameRequest(table_id=table_id, player_id=bea.id, reason=why)
    await repeated("RestoreGame", restore)
    report_id = (await ada.report(table_id, bea.id)).report_id
    await claims(olga, report_id)
    release = admin_pb2.ReleaseReportRequest(report_id=report_id, reason=why)
    assert (await repeated("ReleaseReport", release)).report.state == reports_pb2.REPORT_STATE_OPEN
    await claims(olga, report_id)
    decide = admin_pb2.DecideReportRequest(report_id=report_id, state=DECIDED, answer="Thank you.", reason=why)
    assert (await repeated("DecideReport", decide)).report.state == DECIDED
    made = await repeated("Announce", announcement(why))
    withdrawn = made.announcement.announcement.announcement_id
    withdraw = admin_pb2.WithdrawAnnouncementRequest(announcement_id=withdrawn, reason=why)
    await repeated("WithdrawAnnouncement", withdraw)
    acts = await olga.acts()
    assert {outcome for *_, outcome in acts} == {"done"}
    # What was refused is refused again.
    lift = admin_pb2.LiftSanctionRequest(kind=mute, subject=about, reason=why, request_id="nothing to lift")
    for _ in range(2):
        assert (await refused(olga.does("LiftSanction", lift))).reason == "NOT_SANCTIONED"


def announcement(reason: str) -> admin_pb2.AnnounceRequest:
    texts = {"en": "The server restarts.", "ja": "再起動します。"}
    return admin_pb2.AnnounceRequest(texts=texts, severity=platform_pb2.ANNOUNCEMENT_SEVERITY_INFO, reason=reason)


async def test_nobody_takes_an_old_claim_over_while_its_appeal_is_granted(house, olga, otto, monkeypatch):  # noqa: F811
    ada = await house.guest()
    await sanctioned(olga, ada, admin_pb2.SANCTION_KIND_MUTE, "spam", None)
    [mute] = await ada.my_sanctions()
    report_id = (await ada.appeal(mute.sanction_id)).report_id
    await claims(otto, report_id)
    house.clock.ahead += 25 * 3600
    archive: Archive = house.lobbies[0].tables._archive
    take_back, tried = reports._take_back, []

    async def meanwhile(desk, appeal, *, now):
        with pytest.raises(GalaxyError) as caught:
            await archive.claim_report(report_id, "mo", now=int(house.clock() * 1000))
        tried.append(caught.value.reason)
        await take_back(desk, appeal, now=now)

    monkeypatch.setattr(reports, "_take_back", meanwhile)
    assert (await decides(otto, report_id, DECIDED)).state == DECIDED
    assert tried == ["REPORT_CLAIMED"]
