"""An operator's hand: what each act does, that lobbies know of it, and that the log has it."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from typing import Any

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.admin.v1 import admin_pb2, admin_pb2_grpc
from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.admin import command as command_module
from galaxytables_lobby.admin.app import open_admin
from galaxytables_lobby.admin.command import again, command_parser, run
from galaxytables_lobby.admin.printing import printed
from galaxytables_lobby.admin.settings import AdminSettings, Operators, OperatorSettings
from galaxytables_lobby.domain.archived import ActQuery, LeaderboardQuery, Pool, SeatsKind, Speed, Who
from galaxytables_lobby.domain.endings import MIN_CHOICES
from galaxytables_lobby.domain.notices import DeadLetter, Kind
from galaxytables_lobby.errors import DOMAIN
from galaxytables_lobby.ids import PlayerId, TableId, shard_of
from galaxytables_serving import Limits, Server, SettingError, read_error
from galaxytables_serving.settings import Address, read_settings
from tests.lobby.counting import NAME
from tests.lobby.house import eventually, refused
from tests.lobby.workers import open_archiver

SECRET = "a secret that is Olga's and nobody else's"  # noqa: S105  # nobody's
OTTOS = "another secret, at least as long as hers"
OPERATORS = Operators({"olga": SECRET.encode(), "otto": OTTOS.encode()})
MINUTE = tables_pb2.TimeControl(per_move=Duration(seconds=60))


class Operator:
    def __init__(self, address: str, channel: grpc.aio.Channel, secret: str = SECRET) -> None:
        self.address = address
        self.stub = admin_pb2_grpc.AdminServiceStub(channel)
        self._metadata = (("authorization", f"Bearer {secret}"),)

    async def does(self, call: str, request):
        return await getattr(self.stub, call)(request, metadata=self._metadata)

    async def acts(self, **query) -> list[tuple[str, str, str, str]]:
        found = await self.does("ListActs", admin_pb2.ListActsRequest(**query))
        return [(act.operator, act.act, act.subject, act.outcome) for act in found.acts]

    async def tables(self, **query) -> list[str]:
        found = await self.does("ListTables", admin_pb2.ListTablesRequest(**query))
        return [table.table_id for table in found.tables]

    async def standing(self, table_id: str) -> str:
        found = await self.does("InspectTable", admin_pb2.InspectTableRequest(table_id=table_id))
        return "\n".join(found.standing)


@pytest.fixture
async def olga(house):
    async with AsyncExitStack() as stack:
        admin = await stack.enter_async_context(open_admin(house.settings, OPERATORS, clock=house.clock))
        server = Server(admin.services, domain=DOMAIN, limits=Limits(drain=0.5, stream_linger=0.1))
        port = await server.start(Address("127.0.0.1", 0))
        stack.push_async_callback(server.stop)
        channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}")
        stack.push_async_callback(channel.close)
        yield Operator(f"127.0.0.1:{port}", channel)


async def kinds(guest, table_id: str) -> list[str]:
    async with guest.watching(table_id) as updates:
        return [told.event.kind for told in (await updates.update()).events]


async def test_nobody_but_operators_is_heard_and_no_lobby_serves_it(house, olga):
    ada = await house.guest()
    for secret in ("", "x", ada.token, SECRET + "x"):
        async with grpc.aio.insecure_channel(olga.address) as channel:
            stranger = Operator(olga.address, channel, secret)
            assert (await refused(stranger.tables())).reason == "OPERATOR_UNKNOWN"
    at_lobby = admin_pb2_grpc.AdminServiceStub(house.channels[0])
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await at_lobby.ListActs(admin_pb2.ListActsRequest(), metadata=(("authorization", f"Bearer {SECRET}"),))
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("keys_given", ["", "olga:short", "olga", f"{'o' * 65}:{SECRET}"])
def test_the_service_does_not_start_without_good_secrets(keys_given):
    with pytest.raises(SettingError) as caught:
        read_settings(AdminSettings, {"GALAXYTABLES_ADMIN_KEYS": keys_given})
    assert "short" not in str(caught.value)


async def test_tables_are_found_by_name_player_and_state(house, olga):
    ada = await house.guest("Ada Lovelace")
    first = await ada.create(name="Friday night")
    private = await ada.create(visibility=tables_pb2.VISIBILITY_PRIVATE)
    running, (bea, _) = await house.started()
    assert await olga.tables() == [running, private.id, first.id]
    assert await olga.tables(search="friday") == [first.id]
    assert await olga.tables(search="lovelace") == [private.id, first.id]
    assert await olga.tables(search=bea.id) == [running]
    assert await olga.tables(states=[tables_pb2.TABLE_STATE_RUNNING]) == [running]
    page = await olga.does("ListTables", admin_pb2.ListTablesRequest(page_size=2))
    assert await olga.tables(page_token=page.next_page_token) == [first.id]
    people = (await olga.does("ListPlayers", admin_pb2.ListPlayersRequest(search="love"))).players
    assert [(each.player.id, list(each.tables)) for each in people] == [(ada.id, [private.id, first.id])]


async def test_what_only_seats_may_see_is_shown_for_a_reason_and_logged(house, olga):
    table_id, _ = await house.started()
    request = admin_pb2.InspectTableRequest(table_id=table_id)
    assert not (await olga.does("InspectTable", request)).HasField("hidden")
    request.hidden = True
    assert (await refused(olga.does("InspectTable", request))).reason == "INVALID_REQUEST"
    request.reason = "a player says that the deal was wrong"
    hidden = (await olga.does("InspectTable", request)).hidden
    assert len(hidden.seed) == 32
    assert {prompt.seat for prompt in hidden.prompts} == {0, 1}
    assert await olga.acts() == [("olga", "inspect_hidden", f"table:{table_id}", "done")]


async def test_a_running_game_is_closed_by_the_operator_and_everybody_knows_why(house, olga):
    table_id, (ada, _) = await house.started()
    async with ada.watching(table_id) as updates:
        await updates.next()
        await olga.does("CloseTable", admin_pb2.CloseTableRequest(table_id=table_id, reason="the event is over"))
        await updates.until(lambda told: told.update.state == tables_pb2.TABLE_STATE_FINISHED)
    record = await ada.record(table_id)
    assert record.end_reason == game_pb2.END_REASON_CLOSED_BY_OPERATOR
    again = admin_pb2.CloseTableRequest(table_id=table_id, reason="once more")
    assert (await refused(olga.does("CloseTable", again))).reason == "GAME_OVER"
    about = f"table:{table_id}"
    assert await olga.acts(subject=about) == [
        ("olga", "close_table", about, "GAME_OVER"),
        ("olga", "close_table", about, "done"),
    ]


async def test_a_game_whose_rules_are_gone_is_closed_only_without_them(house, olga, counting):
    table_id, (ada, _) = await house.started()
    await counting.stop()
    with_rules = admin_pb2.CloseTableRequest(table_id=table_id, reason="its rules are gone for good")
    without = admin_pb2.CloseTableRequest(table_id=table_id, reason="its rules are gone for good", without_rules=True)
    assert (await refused(olga.does("CloseTable", with_rules))).reason == "GAME_UNAVAILABLE"
    assert (await ada.table(table_id)).state == tables_pb2.TABLE_STATE_RUNNING
    closed = await olga.does("CloseTable", without)
    assert closed.table.state == tables_pb2.TABLE_STATE_FINISHED
    assert (await ada.table(table_id)).state == tables_pb2.TABLE_STATE_FINISHED
    acts = await olga.acts(subject=f"table:{table_id}")
    assert [outcome for *_, outcome in acts] == ["done", "GAME_UNAVAILABLE"]


async def test_an_open_table_is_closed(house, olga):
    ada = await house.guest()
    table = await ada.create()
    await olga.does("CloseTable", admin_pb2.CloseTableRequest(table_id=table.id, reason="its name insults"))
    assert (await ada.table(table.id)).state == tables_pb2.TABLE_STATE_CLOSED


async def test_an_act_without_a_reason_is_not_done(house, olga):
    ada = await house.guest()
    table = await ada.create()
    request = admin_pb2.CloseTableRequest(table_id=table.id, reason=" ")
    assert (await refused(olga.does("CloseTable", request))).reason == "INVALID_REQUEST"
    assert (await ada.table(table.id)).state == tables_pb2.TABLE_STATE_OPEN


async def test_unsticking_has_a_lost_deadline_found_again_and_lets_go_of_the_claim(house, olga):
    table_id, _ = await house.started(time_control=MINUTE)
    store, shard = house.lobbies[0].tables.store, shard_of(TableId(table_id))
    deadline, _ = await store.clock_of(table_id)
    assert deadline
    await store.forget_deadline(table_id)
    await store.rest(table_id, until=10**14)
    assert "unsticking puts that right" in await olga.standing(table_id)
    await olga.does("UnstickTable", admin_pb2.UnstickTableRequest(table_id=table_id, reason="reported as stuck"))
    assert await store.clock_of(table_id) == (deadline, 0), keys.leases(shard)
    assert "unsticking" not in await olga.standing(table_id)


async def test_unsticking_works_without_a_clock_too(house, olga):
    table_id, _ = await house.started()
    store = house.lobbies[0].tables.store
    deadline, _ = await store.clock_of(table_id)
    await store.forget_deadline(table_id)
    await olga.does("UnstickTable", admin_pb2.UnstickTableRequest(table_id=table_id, reason="reported as stuck"))
    assert (await store.clock_of(table_id))[0] == deadline != 0


async def test_more_time_for_a_seat_or_for_all_is_told_to_all(house, olga):
    table_id, (ada, _) = await house.started(time_control=MINUTE)
    store = house.lobbies[0].tables.store
    before, _ = await store.clock_of(table_id)
    more = Duration(seconds=600)
    await olga.does("ExtendClocks", admin_pb2.ExtendClocksRequest(table_id=table_id, reason="fire", more=more))
    assert (await store.clock_of(table_id))[0] == before + 600_000
    one = admin_pb2.ExtendClocksRequest(table_id=table_id, reason="fire", more=more, seat=1)
    await olga.does("ExtendClocks", one)
    clocks = {clock.seat: clock.remaining.seconds for clock in (await ada.view(table_id)).clocks}
    assert (clocks[0] // 60, clocks[1] // 60) in {(10, 20), (11, 21)}
    assert (await kinds(ada, table_id))[-2:] == ["clocks_extended", "clocks_extended"]
    one.seat = 2
    assert (await refused(olga.does("ExtendClocks", one))).reason == "NOT_SEATED"
    one.more.seconds = 10**9
    assert (await refused(olga.does("ExtendClocks", one))).reason == "INVALID_REQUEST"


async def test_a_player_sent_away_from_a_running_game_has_left_it(house, olga):
    table_id, (ada, bea, _) = await house.started(3)
    request = admin_pb2.RemovePlayerRequest(table_id=table_id, reason="insults", player_id=bea.id)
    await olga.does("RemovePlayer", request)
    assert "removed" in await kinds(ada, table_id)
    assert (await ada.table(table_id)).seats[1].resigned
    assert (await refused(olga.does("RemovePlayer", request))).reason == "ALREADY_RESIGNED"


async def test_a_host_sent_away_from_an_open_table_does_not_come_back(house, olga):
    ada, bea = await house.guest(), await house.guest()
    table = await ada.create(3)
    await bea.join(table.id)
    await olga.does("RemovePlayer", admin_pb2.RemovePlayerRequest(table_id=table.id, reason="spam", player_id=ada.id))
    assert (await bea.table(table.id)).host == bea.id
    assert (await refused(ada.join(table.id))).reason == "SENT_AWAY"


async def test_bans_mutes_revocations_and_drains_hold_at_the_lobby_until_they_are_lifted(house, olga):
    ada = await house.guest()
    player = f"player:{ada.id}"
    ban = admin_pb2.SanctionRequest(
        kind=admin_pb2.SANCTION_KIND_BAN, subject=player, reason="insults", lasting=Duration(seconds=3600)
    )
    entry = (await olga.does("Sanction", ban)).sanction
    assert entry.until.seconds - entry.since.seconds == 3600

    async def heard(reason: str) -> bool:
        try:
            await ada.create()
        except grpc.aio.AioRpcError as error:
            return read_error(error).reason == reason
        return not reason

    await eventually(lambda: heard("BANNED"))
    lift = admin_pb2.LiftSanctionRequest(kind=admin_pb2.SANCTION_KIND_BAN, subject=player, reason="sorry")
    await olga.does("LiftSanction", lift)
    await eventually(lambda: heard(""))
    assert (await refused(olga.does("LiftSanction", lift))).reason == "NOT_SANCTIONED"
    drained = await olga.does("DrainGame", admin_pb2.DrainGameRequest(game=NAME, reason="it is replaced"))
    assert drained.tables >= 1
    await eventually(lambda: heard("GAME_DRAINING"))
    await olga.does("RevokeTokens", admin_pb2.RevokeTokensRequest(player_id=ada.id, reason="stolen"))
    await eventually(lambda: heard("TOKEN_REVOKED"))
    held = (await olga.does("ListSanctions", admin_pb2.ListSanctionsRequest())).sanctions
    assert {each.subject for each in held} == {player, f"game:{NAME}"}
    for wrong in ("game:jump", "ada", "address:nowhere", "address:10.0.0.0/99"):
        request = admin_pb2.SanctionRequest(kind=admin_pb2.SANCTION_KIND_BAN, subject=wrong, reason="x")
        assert (await refused(olga.does("Sanction", request))).reason == "INVALID_REQUEST"


@pytest.mark.parametrize(("hours", "leaves"), [(0, True), (24, True), (23, False)])
async def test_who_is_banned_for_a_day_or_longer_leaves_games_without_a_clock(house, olga, hours, leaves):
    table_id, (ada, bea) = await house.started(2)
    ban = admin_pb2.SanctionRequest(kind=admin_pb2.SANCTION_KIND_BAN, subject=f"player:{bea.id}", reason="insults")
    if hours:
        ban.lasting.FromSeconds(hours * 3600)
    await olga.does("Sanction", ban)
    assert ("removed" in await kinds(ada, table_id)) is leaves
    assert (await ada.table(table_id)).seats[1].resigned is leaves


async def test_what_cannot_be_logged_is_not_done(house, olga, monkeypatch):
    ada = await house.guest()
    table = await ada.create()

    async def away(*_):
        raise errors.archive_unavailable()

    monkeypatch.setattr(Archive, "begin_act", away)
    request = admin_pb2.CloseTableRequest(table_id=table.id, reason="spam")
    assert (await refused(olga.does("CloseTable", request))).reason == "ARCHIVE_UNAVAILABLE"
    assert (await ada.table(table.id)).state == tables_pb2.TABLE_STATE_OPEN


async def test_acts_are_searched_and_paged(olga):
    for number in range(3):
        request = admin_pb2.RevokeTokensRequest(player_id=f"p{number}", reason="a test")
        await olga.does("RevokeTokens", request)
    first = await olga.does("ListActs", admin_pb2.ListActsRequest(page_size=2))
    rest = await olga.does("ListActs", admin_pb2.ListActsRequest(page_size=2, page_token=first.next_page_token))
    assert [act.subject for act in (*first.acts, *rest.acts)] == ["player:p2", "player:p1", "player:p0"]
    assert rest.next_page_token == ""
    assert await olga.acts(subject="player:p1") == [("olga", "revoke_tokens", "player:p1", "done")]
    assert await olga.acts(operator="otto") == []
    wrong = {"page_token": "x"}
    assert (await refused(olga.acts(**wrong))).reason == "INVALID_PAGE_TOKEN"


async def test_a_player_is_given_out_and_erased_everywhere(house, olga):
    over, (ada, bea) = await house.started(options={"rounds": "9"})
    await ada.say(over, "my address is secret")
    for guest in (ada, bea) * MIN_CHOICES:
        await guest.pick(over)
    await bea.resign(over)
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        house.clock.ahead += 10
        assert await archiver.archive() == 1
    kept = TableId((await ada.create(name="Ada's own")).id)
    exported = json.loads(
        (await olga.does("ExportPlayer", admin_pb2.ExportPlayerRequest(player_id=ada.id, reason="she asks"))).json
    )
    assert exported["names"] == ["Guest 0"]
    assert {each["table"] for each in exported["tables"]} == {over, kept}
    assert [each["text"] for each in exported["messages"]] == ["my address is secret"]
    assert [each["table"] for each in exported["games"]] == [over]
    assert exported["ratings"][0]["game"] == NAME
    erased = await olga.does("ErasePlayer", admin_pb2.ErasePlayerRequest(player_id=ada.id, reason="she asks"))
    assert (erased.tables, erased.games) == (2, 1)
    table = await bea.table(over)
    assert (table.seats[0].player.id, table.seats[0].player.name) == (erased.pseudonym, "")
    assert "Guest 0" not in str(table)
    assert await bea.messages(over) == [""]
    archive: Archive = house.lobbies[0].tables._archive
    assert await archive.ratings(Who(False, PlayerId(ada.id))) == []
    assert await archive.people_named("Guest 0", limit=5) == []
    moment = await archive.moment(TableId(over))
    assert moment is not None
    assert b"Guest 0" not in moment.table
    assert ada.id.encode() not in moment.table
    assert (await archive.acts(ActQuery(act="erase_player")))[0].outcome == "done"
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        house.clock.ahead += 10
        await archiver.archive()
    summary = await archive.summary(TableId(over))
    assert summary is not None
    assert summary.seats[0].name == ""
    leaders = await archive.leaderboard(LeaderboardQuery(Pool(NAME, SeatsKind.TWO, Speed.LIVE), day=0))
    assert [each.who.id for each in leaders] == [bea.id]
    await eventually(lambda: is_gone(ada))


async def is_gone(guest) -> bool:
    try:
        await guest.my_tables()
    except grpc.aio.AioRpcError as error:
        return read_error(error).reason == "TOKEN_REVOKED"
    return False


async def command(olga: Operator, *arguments: str, secret: str = SECRET):
    return await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "galaxytables_lobby.admin", *arguments],
        env={**os.environ, "GALAXYTABLES_ADMIN": olga.address, "GALAXYTABLES_ADMIN_SECRET": secret},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


async def test_the_command_prints_tables_and_json_and_says_in_a_line_what_failed(house, olga):
    table_id, _ = await house.started()
    listed = await command(olga, "tables")
    assert listed.returncode == 0, listed.stderr
    assert listed.stdout.splitlines()[0].split()[:3] == ["table", "game", "state"]
    assert listed.stdout.splitlines()[1].split()[:3] == [table_id, NAME, "running"]
    shown = await command(olga, "--json", "close", table_id, "--reason", "a test")
    assert json.loads(shown.stdout)["table"]["table_id"] == table_id
    failed = await command(olga, "close", table_id, "--reason", "a test")
    assert (failed.returncode, len(failed.stderr.splitlines())) == (2, 1)
    assert failed.stderr.startswith("GAME_OVER")


def once(request_id: str, **fields) -> admin_pb2.ExtendClocksRequest:
    return admin_pb2.ExtendClocksRequest(
        reason="fire", more=Duration(seconds=600), **{"request_id": request_id, **fields}
    )


async def test_an_act_that_is_asked_for_again_is_done_once_and_stands_in_the_log_once(house, olga):
    table_id, (ada, _) = await house.started(time_control=MINUTE)
    request = once("given once", table_id=table_id)
    first = await olga.does("ExtendClocks", request)
    await ada.pick(table_id)
    assert await olga.does("ExtendClocks", request) == first
    assert (await kinds(ada, table_id)).count("clocks_extended") == 1
    other = once("given once", table_id=table_id, seat=1)
    assert (await refused(olga.does("ExtendClocks", other))).reason == "REQUEST_ID_REUSED"
    assert (await refused(olga.does("ExtendClocks", once("short", table_id=table_id)))).reason == "INVALID_REQUEST_ID"
    assert await olga.acts() == [("olga", "extend_clocks", f"table:{table_id}", "done")]
    assert await olga.does("ExtendClocks", once("given again", table_id=table_id)) != first
    assert (await kinds(ada, table_id)).count("clocks_extended") == 2


async def test_an_act_whose_end_nobody_lived_to_note_is_not_done_again(house, olga, monkeypatch):
    table_id, (ada, _) = await house.started(time_control=MINUTE)
    request, noted = once("given once", table_id=table_id), Archive.end_act

    async def away(*_):
        raise errors.archive_unavailable()

    monkeypatch.setattr(Archive, "end_act", away)
    assert (await refused(olga.does("ExtendClocks", request))).reason == "ARCHIVE_UNAVAILABLE"
    assert await olga.acts() == [("olga", "extend_clocks", f"table:{table_id}", "begun")]
    monkeypatch.setattr(Archive, "end_act", noted)
    await olga.does("ExtendClocks", request)
    assert (await kinds(ada, table_id)).count("clocks_extended") == 1
    assert await olga.acts() == [("olga", "extend_clocks", f"table:{table_id}", "done")]


async def test_a_repeat_is_answered_as_the_first_was_whatever_the_act(house, olga):
    ada, bea = await house.guest(), await house.guest()
    table = await ada.create(3)
    await bea.join(table.id)
    why, player = "a test", f"player:{bea.id}"
    ban, mute = admin_pb2.SANCTION_KIND_BAN, admin_pb2.SANCTION_KIND_MUTE
    hour = Duration(seconds=3600)
    asked: dict[str, Any] = {
        "RemovePlayer": admin_pb2.RemovePlayerRequest(table_id=table.id, player_id=bea.id, reason=why),
        "CloseTable": admin_pb2.CloseTableRequest(table_id=table.id, reason=why),
        "Sanction": admin_pb2.SanctionRequest(kind=ban, subject=player, lasting=hour, reason=why),
        "LiftSanction": admin_pb2.LiftSanctionRequest(kind=ban, subject=player, reason=why),
        "RevokeTokens": admin_pb2.RevokeTokensRequest(player_id=bea.id, reason=why),
        "DrainGame": admin_pb2.DrainGameRequest(game=NAME, reason=why),
    }
    answers = {}
    for number, (call, request) in enumerate(asked.items()):
        request.request_id = f"request {number}"
        answers[call] = await olga.does(call, request)
    house.clock.ahead += 60
    for call, request in asked.items():
        assert await olga.does(call, request) == answers[call], call
    assert len(await olga.acts()) == len(asked)
    # A ban that was lifted is not imposed again by a late repeat.
    held = (await olga.does("ListSanctions", admin_pb2.ListSanctionsRequest())).sanctions
    assert not {ban, mute} & {each.kind for each in held}
    async with grpc.aio.insecure_channel(olga.address) as channel:
        otto = Operator(olga.address, channel, OTTOS)
        assert (await refused(otto.does("CloseTable", asked["CloseTable"]))).reason == "TABLE_CLOSED"


async def test_the_log_does_not_lead_from_the_erased_to_whom_they_became(house, olga):
    ada = await house.guest()
    await ada.create()
    request = admin_pb2.ErasePlayerRequest(player_id=ada.id, reason="she asks", request_id="erased once")
    erased = await olga.does("ErasePlayer", request)
    again = await olga.does("ErasePlayer", request)
    assert (again.pseudonym, again.tables, again.games) == ("", erased.tables, erased.games)
    (act,) = await house.lobbies[0].tables._archive.acts(ActQuery())
    assert erased.pseudonym
    assert erased.pseudonym not in str(act)


async def test_an_act_that_was_refused_is_tried_again_as_the_same_act(house, olga):
    ada = await house.guest()
    request = admin_pb2.LiftSanctionRequest(
        kind=admin_pb2.SANCTION_KIND_MUTE, subject=f"player:{ada.id}", reason="sorry", request_id="lifted once"
    )
    assert (await refused(olga.does("LiftSanction", request))).reason == "NOT_SANCTIONED"
    mute = admin_pb2.SanctionRequest(kind=request.kind, subject=request.subject, reason="insults")
    await olga.does("Sanction", mute)
    await olga.does("LiftSanction", request)
    assert [(act, outcome) for _, act, _, outcome in await olga.acts()] == [("mute", "done"), ("lift_sanction", "done")]


def test_every_act_that_changes_something_takes_a_request_id():
    service = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]
    looks = {
        method.name
        for method in service.methods
        if method.GetOptions().idempotency_level == method.GetOptions().NO_SIDE_EFFECTS
    }
    without = {each.name for each in service.methods if "request_id" not in each.input_type.fields_by_name}
    sessions = {"BeginSignIn", "CompleteSignIn", "CreateSession", "EndSession"}
    assert without == looks | sessions | {"InspectTable", "ViewTable", "GetReport", "ExportPlayer"}


async def test_the_command_asks_again_under_the_same_id_until_somebody_answers(monkeypatch):
    heard: list[str] = []
    monkeypatch.setattr(command_module, "PAUSES", (0.0, 0.0))

    class Away(admin_pb2_grpc.AdminServiceServicer):
        async def ExtendClocks(self, request, context):
            heard.append(request.request_id)
            if len(heard) < 3:
                await context.abort(grpc.StatusCode.UNAVAILABLE, "away")
            return admin_pb2.ExtendClocksResponse()

        async def ExportPlayer(self, request, context):
            heard.append(f"exported {request.player_id}")
            await context.abort(grpc.StatusCode.UNAVAILABLE, "away")

    server = grpc.aio.server()
    admin_pb2_grpc.add_AdminServiceServicer_to_server(Away(), server)  # type: ignore[abstract]  # answers what is called and nothing else
    settings = OperatorSettings(server=f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}", secret=SECRET)
    await server.start()
    try:
        given = command_parser().parse_args(["extend", "t", "30m", "--reason", "fire"])
        await run(settings, given)
        assert heard == [given.request_id] * 3
        assert len(given.request_id) == 32
        named = command_parser().parse_args(["extend", "t", "30m", "--reason", "fire", "--request-id", "given once"])
        await run(settings, named)
        assert heard.pop() == "given once"
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await run(settings, command_parser().parse_args(["export", "p", "--reason", "she asks"]))
        assert heard[3:] == ["exported p"]
        assert again(named, caught.value).endswith("--request-id given once")
    finally:
        await server.stop(None)


async def types(olga: Operator, *words: str) -> list[str]:
    """The lines that the command prints, after an act with a reason."""
    settings = OperatorSettings(server=olga.address, secret=SECRET)
    return await run(settings, command_parser().parse_args([*words, "--reason", "it is tried"]))


async def test_a_drain_is_lifted_by_the_word_that_imposed_it(olga):
    for lifted in (NAME, f"game:{NAME}"):
        await types(olga, "drain", NAME)
        assert await types(olga, "lift", "drain", lifted) == ["Taken back."]
    assert not (await olga.does("ListSanctions", admin_pb2.ListSanctionsRequest())).sanctions


@pytest.mark.parametrize("act", ["ban", "mute", "revoke", "erase"])
async def test_an_act_upon_an_id_that_nobody_has_says_so(house, olga, act):
    warning = "Nobody with this id has a session, a table or a game. `players NAME` finds ids by name."
    ada = await house.guest("Ada")
    await ada.create()
    request = players_pb2.CreateGuestRequest(name="Bea", refreshable=True)
    bea = (await ada.players.CreateGuest(request)).player.id
    assert (await types(olga, act, "Ada"))[-1] == warning
    for known in (ada.id, bea):
        assert warning not in await types(olga, act, known)
    if act == "ban":
        assert warning not in await types(olga, act, "192.0.2.7")


async def test_a_player_of_archived_games_alone_is_known(house, olga):
    table_id, (ada, bea) = await house.started()
    await bea.resign(table_id)
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        house.clock.ahead += 10
        assert await archiver.archive() == 1
        house.clock.ahead += house.settings.retention + 5
        assert await archiver.forget() == 1
    assert not await house.lobbies[0].tables.store.newest_of_player(ada.id, before=None, limit=1)
    answer = await olga.does("RevokeTokens", admin_pb2.RevokeTokensRequest(player_id=ada.id, reason="stolen"))
    assert not answer.unknown_player


async def test_operators_see_what_could_not_be_sent_and_not_where_it_should_have_gone(house, olga):
    store = house.lobbies[0].tables.store
    for number in range(3):
        letter = DeadLetter(
            notice=f"n{number}", kind=Kind.YOUR_TURN, player=PlayerId("p"), way=3, outcome="status 500", made=1000,
            given_up=2000 + number, table=TableId("t"),
        )  # fmt: skip
        await store.add_dead([letter])
    answer = await olga.does("ListDeadLetters", admin_pb2.ListDeadLettersRequest(page_size=2))
    assert [each.notification_id for each in answer.dead_letters] == ["n2", "n1"]
    lines = list(printed(answer))
    assert lines[0].split() == ["given", "up", "kind", "way", "player", "table", "outcome"]
    assert lines[1].split()[-6:] == ["your_turn", "webhook", "p", "t", "status", "500"]
