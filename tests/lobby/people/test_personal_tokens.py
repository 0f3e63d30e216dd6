"""Personal tokens: what each allows, what ends them, and who learns what of them."""

import asyncio
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import grpc.aio
import jwt
import pytest
import sqlalchemy
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import (
    accounts_pb2,
    accounts_pb2_grpc,
    personal_tokens_pb2,
    personal_tokens_pb2_grpc,
    play_pb2,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
)
from galaxytables.lobby.v1.personal_tokens_pb2 import TokenScope
from galaxytables_client import Bearer, ForbiddenError, Lobby
from galaxytables_lobby import errors
from galaxytables_lobby.api.calls import method_of
from galaxytables_lobby.app import SERVICES
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.identity import main
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people import token_form
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.personal_tokens import MAX_DAYS, MAX_TOKENS, READ_AGAIN_SECONDS
from galaxytables_lobby.people.sanctions import Kind, Sanction, Sanctions, Subject
from galaxytables_lobby.people.tokens import ROLE_BOTS, Tokens
from galaxytables_serving import read_error
from tests.lobby.counting import NAME
from tests.lobby.house import KEYS, Guest, House, Updates, eventually, refused
from tests.lobby.people.test_sanctions import is_refused

DAY = 24 * 3600
PAGE = Path(__file__).parents[3] / "docs/how-to/personal-tokens.md"
READ, PLAY, HOST_TABLES, BOTS = (
    personal_tokens_pb2.TOKEN_SCOPE_READ,
    personal_tokens_pb2.TOKEN_SCOPE_PLAY,
    personal_tokens_pb2.TOKEN_SCOPE_HOST_TABLES,
    personal_tokens_pb2.TOKEN_SCOPE_BOTS,
)
# A second reading of what each call needs, beside that of `api`.
NEEDS = {
    "read": """GetMe GetTable ListTables ListMyTables ListPresent WatchMyTables WatchTables GetView ListMessages
        GetRecord VerifyRecord WatchTable ListHistory GetSummary DownloadRecord ListRatings ListLeaderboard ListSeasons
        GetRelation ListRelations ListInvitations ListTickets SearchPlayers ListTournaments GetTournament
        GetTournamentStandings ListTournamentPairings WatchTournament ListOnline ListInvited""",
    "play": """HoldTicket CreateTicket CancelTicket JoinTable LeaveTable SetReady SubmitChoice ExplainPrompt Hint
        Analyse Undo ProposeTakeback AnswerTakeback SetPause SetVacation Resign ClaimEnd SendMessage Play PlayMany
        DismissInvitation RegisterForTournament WithdrawFromTournament CheckInToTournament GoBerserkInTournament
        MarkInvitationSeen""",
    "host_tables": """CreateTable AddBot RemoveBot KickPlayer EditTable StartTable Rematch InvitePlayer CreateTournament
        EditTournament SetTournamentHelpers InviteToTournament PauseTournament ResumeTournament CancelTournament
        CorrectTournamentResult ChangeTournamentPairings""",
    "sign_in": """RenewToken Rename HostBots GiveHint ListDecisions GiveAnalysis CreatePersonalToken
        ListPersonalTokens EndPersonalToken GetAccount UnlinkWayIn EndSession EndOtherSessions ExportMyData
        GetNotificationSettings SetNotificationSettings AddPushSubscription RemovePushSubscription SetEmail
        RemoveEmail AddWebhook RemoveWebhook TestWebhook BeginPasskeyRegistration CompletePasskeyRegistration
        BeginSignIn CompleteSignIn BeginPasskeySignIn CompletePasskeySignIn EraseMe SetRelation SetPresence
        ReportPlayer ListMyReports ListMySanctions Appeal""",
    "none": """ListGames GetComponents GetWords GetPuzzle CheckOptions CreateGuest Refresh GetPushKey ConfirmEmail
        StopEmail ListProviders GetConduct GetPlatform ListWaits""",
}
NEEDED = {call: scope for scope, calls in NEEDS.items() for call in calls.split()}
ENOUGH = {"read": {READ}, "play": {PLAY, BOTS}, "host_tables": {HOST_TABLES}, "sign_in": set()}


@dataclass
class Owner:
    """Somebody who makes tokens for programs."""

    house: House
    guest: Guest
    lobby: int = 0

    @property
    def calls(self) -> "personal_tokens_pb2_grpc.PersonalTokenServiceAsyncStub":
        return personal_tokens_pb2_grpc.PersonalTokenServiceStub(self.house.channels[self.lobby])

    async def makes(
        self, *scopes: personal_tokens_pb2.TokenScope.ValueType, days: float = 30, name: str = "My program"
    ) -> "Program":
        request = personal_tokens_pb2.CreatePersonalTokenRequest(name=name, scopes=scopes, expires=self.after(days))
        made = await self.calls.CreatePersonalToken(request, metadata=self.guest.metadata)
        return Program(self.house, made.token, made.personal_token.id, self.guest.id)

    def after(self, days: float) -> Timestamp:
        return Timestamp(seconds=int(self.house.clock() + days * DAY))

    async def lists(self) -> list[personal_tokens_pb2.PersonalToken]:
        request = personal_tokens_pb2.ListPersonalTokensRequest()
        return list((await self.calls.ListPersonalTokens(request, metadata=self.guest.metadata)).personal_tokens)

    async def ends(self, token_id: str) -> None:
        request = personal_tokens_pb2.EndPersonalTokenRequest(token_id=token_id)
        await self.calls.EndPersonalToken(request, metadata=self.guest.metadata)


@dataclass
class Program:
    """A program with a personal token."""

    house: House
    token: str
    token_id: str
    player_id: str

    def at(self, lobby: int = 0) -> Guest:
        return Guest(self.house.channels[lobby], self.token, self.player_id)

    async def me(self, lobby: int = 0) -> str:
        guest = self.at(lobby)
        return str((await guest.players.GetMe(players_pb2.GetMeRequest(), metadata=guest.metadata)).player.name)


@pytest.fixture
async def ada(house) -> Owner:
    return Owner(house, await house.guest("Ada"))


def lobby_methods() -> Iterator[MethodDescriptor]:
    for module, name, _ in SERVICES:
        if module.DESCRIPTOR.package == "galaxytables.lobby.v1":
            yield from module.DESCRIPTOR.services_by_name[name].methods


async def reason_of_empty_call(channel: grpc.aio.Channel, method: MethodDescriptor, token: str) -> str:
    """The reason why a call with an empty request is refused; empty if it is not."""
    metadata = (("authorization", f"Bearer {token}"),)
    kinds = {(False, False): "unary_unary", (False, True): "unary_stream", (True, True): "stream_stream"}
    kind = kinds[method.client_streaming, method.server_streaming]
    stub = getattr(channel, kind)(
        f"/{method.containing_service.full_name}/{method.name}",
        request_serializer=GetMessageClass(method.input_type).SerializeToString,
        response_deserializer=GetMessageClass(method.output_type).FromString,
    )
    request = GetMessageClass(method.input_type)()
    call = stub(request, metadata=metadata) if not method.client_streaming else stub(metadata=metadata)
    try:
        if method.client_streaming:
            await call.done_writing()
        if method.server_streaming:
            await call.read()
            call.cancel()
        else:
            await call
    except grpc.aio.AioRpcError as error:
        return read_error(error).reason
    return ""


def test_a_token_can_be_recognised_and_checked_without_asking_anybody():
    token = token_form.new_token()
    assert re.fullmatch(r"gxt_pat_[0-9A-Za-z]{36}", token)
    assert token_form.is_token(token)
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    value = 0
    for digit in token[-6:]:
        value = value * 62 + digits.index(digit)
    assert value == zlib.crc32(token[8:38].encode())
    for place in range(len(token)):
        other = "x" if token[place] != "x" else "y"
        assert not token_form.is_token(token[:place] + other + token[place + 1 :])
    assert len({token_form.new_token() for _ in range(1_000)}) == 1_000


async def test_a_token_acts_as_its_player_is_listed_without_its_secret_and_ends(house, ada):
    made_at = int(house.clock())
    program = await ada.makes(READ, PLAY, days=7, name="  Reminder ")
    assert await program.me() == "Ada"
    [listed] = await ada.lists()
    assert (listed.id, listed.name, list(listed.scopes)) == (program.token_id, "Reminder", [READ, PLAY])
    assert abs(listed.created.seconds - made_at) < 60
    assert abs(listed.expires.seconds - made_at - 7 * DAY) < 60
    assert program.token not in str(listed)
    other = await ada.makes(READ)
    assert [each.id for each in await ada.lists()] == [other.token_id, program.token_id]
    # To end it again does no harm.
    for _ in range(2):
        await ada.ends(program.token_id)
    assert (await refused(program.me())).reason == "TOKEN_ENDED"
    assert [each.id for each in await ada.lists()] == [other.token_id]
    assert await other.me() == "Ada"


async def test_neither_store_nor_archive_has_the_token(house, redis_server, ada):
    program = await ada.makes(READ)
    await program.me()
    secret = program.token[len(token_form.PREFIX) :].encode()
    rows = 0
    engine = sqlalchemy.create_engine(house.settings.archive_url)
    with engine.connect() as connection:
        for table in sqlalchemy.inspect(engine).get_table_names():
            for row in connection.execute(sqlalchemy.text(f"SELECT * FROM {table}")):  # noqa: S608  # ours
                rows += 1
                assert secret not in b"".join(v if isinstance(v, bytes) else str(v).encode() for v in row)
    engine.dispose()
    assert rows > 0
    with redis_server.client() as client:
        assert not any(secret in key or secret in (client.dump(key) or b"") for key in client.keys("*"))


async def test_an_ended_token_is_refused_at_every_lobby_and_its_streams_end(house, ada):
    await house.open_lobby()
    program = await ada.makes(READ, PLAY)
    assert await program.me(lobby=1) == "Ada"
    table = await ada.guest.create()
    async with program.at(1).watching(table.id) as updates, program.at(1).noticing() as own:
        await updates.next()
        await own.next()
        await ada.ends(program.token_id)
        assert (await refused(updates.rest())).reason == "TOKEN_ENDED"
        assert (await refused(own.rest())).reason == "TOKEN_ENDED"
        assert (await refused(program.me(lobby=1))).reason == "TOKEN_ENDED"
    # Not because this process remembers: the next one finds it ended in the archive.
    await house.open_lobby()
    assert (await refused(program.me(lobby=2))).reason == "TOKEN_ENDED"


async def test_a_token_that_is_used_again_after_its_end_is_refused(house, ada):
    house.clock.stand_still()
    program = await ada.makes(READ, days=1)
    assert await program.me() == "Ada"
    house.clock.ahead += DAY
    assert (await refused(program.me())).reason == "TOKEN_EXPIRED"
    assert await ada.lists() == []
    # No renewal makes a longer one of it, nor another kind.
    request = players_pb2.RenewTokenRequest(refreshable=True)
    guest = program.at()
    assert (await refused(guest.players.RenewToken(request, metadata=guest.metadata))).reason == "TOKEN_EXPIRED"


@pytest.mark.parametrize("days", [0, -1, MAX_DAYS + 1, 10**8])
async def test_a_token_ends_and_within_a_year(ada, days):
    error = await refused(ada.makes(READ, days=days))
    assert (error.reason, error.metadata["days"]) == ("INVALID_TOKEN_END", str(MAX_DAYS))


async def test_a_token_has_a_name_scopes_that_there_are_and_there_are_not_many(house, ada):
    assert (await refused(ada.makes(READ, name=" "))).reason == "INVALID_NAME"
    assert (await refused(ada.makes())).reason == "INVALID_REQUEST"
    assert (await refused(ada.makes(personal_tokens_pb2.TOKEN_SCOPE_UNSPECIFIED))).reason == "INVALID_REQUEST"
    assert (await refused(ada.makes(READ, cast("TokenScope.ValueType", 17)))).reason == "INVALID_REQUEST"
    house.clock.stand_still()
    for number in range(MAX_TOKENS):
        last = await ada.makes(READ, days=1 if number else 2)
    error = await refused(ada.makes(READ))
    assert (error.reason, error.metadata["most"]) == ("TOO_MANY_TOKENS", str(MAX_TOKENS))
    await ada.ends(last.token_id)
    await ada.makes(READ)
    # Those that have expired do not count.
    house.clock.ahead += DAY
    for _ in range(MAX_TOKENS - 2):
        await ada.makes(READ)


async def test_a_player_makes_so_many_tokens(house):
    limits = LimitSettings(personal_tokens={Scope.PLAYER: Rate(2, 60)})
    house.limits = limits
    await house.open_lobby()
    bea = Owner(house, await house.guest("Bea", lobby=1), lobby=1)
    for _ in range(2):
        await bea.makes(READ)
    error = await refused(bea.makes(READ))
    assert (error.reason, error.metadata["limit"]) == ("RATE_LIMITED", "personal_tokens")


def test_every_call_is_read_twice_and_says_what_it_needs():
    declared = {method_of(row.request).name: row.scope.value for _, _, calls in SERVICES for row in calls}
    assert {method.name: declared[method.name] for method in lobby_methods()} == NEEDED


async def test_no_scope_reaches_a_call_of_another(house, ada):
    programs = {scope: await ada.makes(scope) for scope in (READ, PLAY, HOST_TABLES, BOTS)}
    tried = 0
    for method in lobby_methods():
        needed = NEEDED[method.name]
        for scope, program in programs.items():
            reason = await reason_of_empty_call(house.channels[0], method, program.token)
            tried += 1
            if needed == "none" or scope in ENOUGH[needed]:
                assert reason not in ("SCOPE_MISSING", "NOT_BY_PERSONAL_TOKEN"), (method.name, scope)
            elif needed == "sign_in":
                # The permission of bot hosts is looked at first.
                assert reason in ("NOT_BY_PERSONAL_TOKEN", "NOT_A_BOT_HOST"), (method.name, scope, reason)
            else:
                assert reason == "SCOPE_MISSING", (method.name, scope, reason)
    assert tried == 4 * len(NEEDED)
    error = await refused(programs[READ].at().create())
    assert (error.reason, error.metadata["scope"]) == ("SCOPE_MISSING", "host_tables")
    assert error.code == grpc.StatusCode.PERMISSION_DENIED


async def test_no_personal_token_changes_who_its_player_is(ada):
    program = await ada.makes(READ, PLAY, HOST_TABLES, BOTS)
    guest, thief = program.at(), Owner(ada.house, program.at())
    players = guest.players
    for work in (
        players.Rename(players_pb2.RenameRequest(name="Eve"), metadata=guest.metadata),
        players.RenewToken(players_pb2.RenewTokenRequest(), metadata=guest.metadata),
        players.RenewToken(players_pb2.RenewTokenRequest(refreshable=True), metadata=guest.metadata),
        thief.makes(READ),
        thief.lists(),
        thief.ends(program.token_id),
    ):
        assert (await refused(work)).reason == "NOT_BY_PERSONAL_TOKEN"
    assert await program.me() == "Ada"
    assert len(await ada.lists()) == 1


async def test_a_stolen_token_of_an_account_makes_no_personal_token_unless_its_player_has_just_signed_in(house):
    now = int(house.clock())
    tokens = {
        old: house.tokens.make_refreshable(
            Person(PlayerId("ada"), "Ada"), seconds=900, issued=now - old, session="s", account=True
        )[0]
        for old in (0, 3_600)
    }
    await Owner(house, Guest(house.channels[0], tokens[0], "ada")).makes(READ)
    thief = Owner(house, Guest(house.channels[0], tokens[3_600], "ada"))
    assert (await refused(thief.makes(READ))).reason == "SIGN_IN_NOT_RECENT"


@pytest.mark.parametrize("refreshable", [False, True])
async def test_ending_all_other_sessions_ends_programs_too(house, refreshable):
    request = players_pb2.CreateGuestRequest(name="Ada", refreshable=refreshable)
    made = await players_pb2_grpc.PlayerServiceStub(house.channels[0]).CreateGuest(request)
    ada = Owner(house, Guest(house.channels[0], made.token, made.player.id))
    program = await ada.makes(READ)
    assert await program.me() == "Ada"
    accounts = accounts_pb2_grpc.AccountServiceStub(house.channels[0])
    await accounts.EndOtherSessions(accounts_pb2.EndOtherSessionsRequest(), metadata=ada.guest.metadata)
    assert (await refused(program.me())).reason == "TOKEN_ENDED"
    assert await ada.lists() == []


async def test_nobody_sees_or_ends_anothers_tokens(house, ada):
    eve = Owner(house, await house.guest("Eve"))
    program, other = await ada.makes(READ), await eve.makes(READ)
    assert [each.id for each in await eve.lists()] == [other.token_id]
    error = await refused(eve.ends(program.token_id))
    assert (error.reason, error.metadata["token"]) == ("UNKNOWN_TOKEN", program.token_id)
    # As if it did not exist.
    assert (await refused(eve.ends("0" * 32))).reason == "UNKNOWN_TOKEN"
    assert await program.me() == "Ada"


async def test_a_guess_with_a_right_checksum_is_refused_and_limited_and_others_ask_nobody(house, monkeypatch):
    await house.open_lobby()
    asked = []
    archive, look = house.lobbies[0].archive, house.lobbies[0].archive.personal_token

    async def counted(digest: bytes):
        asked.append(digest)
        return await look(digest)

    monkeypatch.setattr(archive, "personal_token", counted)
    good = token_form.new_token()
    assert (await refused(Program(house, good, "", "").me())).reason == "TOKEN_INVALID"
    assert len(asked) == 1
    for bad in (good[:-1] + ("0" if good[-1] != "0" else "1"), good + "0", good[:-1], token_form.PREFIX):
        assert (await refused(Program(house, bad, "", "").me())).reason == "TOKEN_INVALID"
    assert len(asked) == 1
    house.limits = LimitSettings(calls={Scope.ADDRESS: Rate(5, 60)})
    await house.open_lobby()
    guesses = [Program(house, token_form.new_token(), "", "").me(lobby=2) for _ in range(6)]
    reasons = [(await refused(guess)).reason for guess in guesses]
    assert reasons == ["TOKEN_INVALID"] * 5 + ["RATE_LIMITED"]


async def test_an_operators_revocation_and_ban_hold_for_personal_tokens(house, ada):
    program = await ada.makes(READ)
    assert await program.me() == "Ada"
    hand = Sanctions(house.lobbies[0].tables.store, house.clock)
    revoked = Sanction(
        kind=Kind.REVOCATION,
        subject=str(Subject.player(PlayerId(ada.guest.id))),
        reason="",
        operator="olga",
        since=int(house.clock() * 1000),
    )
    await hand.impose(revoked)
    await eventually(lambda: is_refused(program.me, "TOKEN_REVOKED"))


async def test_last_use_is_told_to_the_hour_and_noted_once_an_hour(house, ada, monkeypatch):
    house.clock.stand_still()
    noted = []
    archive, note = house.lobbies[0].archive, house.lobbies[0].archive.use_personal_token

    async def counted(token_id: str, used: int) -> None:
        noted.append(used)
        await note(token_id, used)

    monkeypatch.setattr(archive, "use_personal_token", counted)
    program = await ada.makes(READ)
    assert not (await ada.lists())[0].HasField("last_used")
    for _ in range(8):
        await program.me()
        house.clock.ahead += READ_AGAIN_SECONDS
    hour = int(house.clock() - READ_AGAIN_SECONDS) // 3600 * 3600
    assert (await ada.lists())[0].last_used.seconds == hour
    # Eight minutes lie in two hours at most.
    assert 1 <= len(noted) <= 2
    house.clock.ahead += 3600
    await program.me()
    assert (await ada.lists())[0].last_used.seconds == int(house.clock()) // 3600 * 3600


async def test_while_the_archive_is_away_known_tokens_stay_good_and_others_may_come_again(house, ada, monkeypatch):
    house.clock.stand_still()
    known, other = await ada.makes(READ), await ada.makes(READ)
    assert await known.me() == "Ada"

    async def away(_: bytes) -> None:
        raise errors.archive_unavailable()

    monkeypatch.setattr(house.lobbies[0].archive, "personal_token", away)
    house.clock.ahead += 2 * READ_AGAIN_SECONDS
    assert await known.me() == "Ada"
    assert (await refused(other.me())).reason == "ARCHIVE_UNAVAILABLE"


async def test_a_player_who_changes_their_name_has_it_in_their_programs_within_a_minute(house, ada):
    house.clock.stand_still()
    program = await ada.makes(READ)
    assert await program.me() == "Ada"
    request = players_pb2.RenameRequest(name="Ada Lovelace")
    await ada.guest.players.Rename(request, metadata=ada.guest.metadata)
    house.clock.ahead += READ_AGAIN_SECONDS
    assert await program.me() == "Ada Lovelace"


async def automated(guest: Guest, table_id: str) -> list[bool]:
    return [seat.automated for seat in (await guest.table(table_id)).seats]


async def test_a_seat_that_a_bot_of_its_player_takes_is_shown_as_one(house, ada):
    bea = Owner(house, await house.guest("Bea"))
    bot, program = await bea.makes(BOTS), await ada.makes(PLAY, HOST_TABLES, READ)
    table = await program.at().create(seats=3)
    async with ada.guest.lobby_watching() as updates:
        await updates.changed()
        joined = await bot.at().join(table.id)
        assert (await updates.changed()).tables[table.id].seats[1].automated
    assert joined.table.seats[1].automated
    # One who plays by a program of their own that is no bot is as good as there.
    assert await automated(ada.guest, table.id) == [False, True, False]
    await bot.at().leave(table.id)
    await bea.guest.join(table.id)
    assert await automated(ada.guest, table.id) == [False, False, False]


async def test_a_table_that_a_bot_of_its_player_opens_and_a_rematch_show_it(house, ada):
    bot = await ada.makes(BOTS, HOST_TABLES, READ)
    bea = await house.guest("Bea")
    table = await bot.at().create(options={"rounds": "1"})
    await bea.join(table.id)
    await bea.ready(table.id)
    await bot.at().start(table.id)
    assert await automated(bea, table.id) == [True, False]
    for _ in range(1):
        await bot.at().pick(table.id)
        await bea.pick(table.id)
    await eventually(lambda: _is_over(bea, table.id))
    assert await automated(bea, table.id) == [True, False]
    again = await bot.at().rematch(table.id)
    assert [seat.automated for seat in again.seats] == [False, True]


async def _is_over(guest: Guest, table_id: str) -> bool:
    return (await guest.table(table_id)).state == tables_pb2.TABLE_STATE_FINISHED


@pytest.mark.parametrize("scopes", [[BOTS], [BOTS, PLAY, HOST_TABLES]])
async def test_a_bot_plays_no_seat_that_its_player_took_as_a_person(house, scopes):
    table_id, [ada, bea] = await house.started()
    owner = Owner(house, ada)
    bot, program = await owner.makes(READ, *scopes), await owner.makes(READ, PLAY)
    [prompt] = (await bot.at().view(table_id)).prompts
    error = await refused(bot.at().submit(table_id, prompt.id, *prompt.default_picks))
    assert (error.reason, error.metadata["seat"]) == ("SEAT_NOT_AUTOMATED", "0")
    choice = play_pb2.SubmitChoiceRequest(
        table_id=table_id, prompt_id=prompt.id, picks=prompt.default_picks, request_id="a-choice-of-a-bot"
    )
    call = bot.at().play.Play(metadata=bot.at().metadata)
    await call.write(play_pb2.PlayRequest(id=1, submit=choice))
    assert (await Updates(call).next()).failure.reason == "SEAT_NOT_AUTOMATED"
    call.cancel()
    await program.at().submit(table_id, prompt.id, *prompt.default_picks)
    assert await automated(bea, table_id) == [False, False]


async def test_a_bound_host_offers_the_bots_that_its_token_names_and_no_others(house):
    token, _ = house.tokens.make(Person(PlayerId("h"), "fillers"), role=ROLE_BOTS, bots=["random"])
    host = Guest(house.channels[0], token, "h")
    async with host.hosting("random") as seats:
        await seats.next()
    async with host.hosting("random", "greedy") as seats:
        error = await refused(seats.rest())
        assert (error.reason, error.metadata["bot"]) == ("BOT_NOT_NAMED", "greedy")
    # Neither a renewed token nor one with another name is bound to less.
    renewed = await host.players.RenewToken(players_pb2.RenewTokenRequest(), metadata=host.metadata)
    renamed = await host.players.Rename(players_pb2.RenameRequest(name="Others"), metadata=host.metadata)
    for other in (renewed.token, renamed.token):
        async with Guest(house.channels[0], other, "h").hosting("greedy") as seats:
            assert (await refused(seats.rest())).reason == "BOT_NOT_NAMED"
    free, _ = house.tokens.make(Person(PlayerId("f"), "fillers"), role=ROLE_BOTS)
    async with Guest(house.channels[0], free, "f").hosting("greedy") as seats:
        await seats.next()


def test_the_command_binds_a_hosts_token(monkeypatch, capsys):
    monkeypatch.setenv("GALAXYTABLES_TOKEN_KEYS", "k1:" + KEYS["k1"].decode())
    assert main(["--role", "bots", "--bots", "random, greedy"]) == 0
    assert Tokens(KEYS).read(capsys.readouterr().out.strip()).bots == frozenset({"random", "greedy"})
    assert main(["--role", "bots"]) == 0
    assert Tokens(KEYS).read(capsys.readouterr().out.strip()).bots is None
    with pytest.raises(SystemExit):
        main(["--bots", "Random!"])


def test_a_claim_of_another_kind_is_no_token():
    claims = {"sub": "h", "role": "bots", "iat": 1, "exp": 2**40, "bots": 7}
    forged = jwt.encode(claims, KEYS["k1"], algorithm="HS256", headers={"kid": "k1"})
    with pytest.raises(errors.UnauthenticatedError):
        Tokens(KEYS).read(forged)


async def test_what_the_page_on_personal_tokens_does_works(house, capsys):
    blocks = [part.partition("```")[0] for part in PAGE.read_text("utf-8").split("```python\n")[1:]]
    code = "\n".join(blocks).replace("127.0.0.1:5100", house.addresses[0])
    await asyncio.to_thread(exec, code, {})
    lines = [line for line in capsys.readouterr().out.splitlines() if "[info" not in line]
    assert [line.split()[0] for line in lines] == ["Ada", "Reminder", "True"]


async def test_the_python_client_makes_lists_and_ends_tokens(house, ada):
    async with Lobby(house.addresses[0], Bearer(ada.guest.token)) as lobby:
        ends = datetime.fromtimestamp(house.clock(), UTC) + timedelta(days=1)
        made = await lobby.personal_tokens.create("Bot", ["bots", READ], ends)
        assert list(made.personal_token.scopes) == [READ, BOTS]
        async with Lobby(house.addresses[0], Bearer(made.token)) as program:
            assert (await program.players.me()).name == "Ada"
            with pytest.raises(ForbiddenError, match="scope"):
                await program.tables.create(NAME, seats=2)
        [listed] = await lobby.personal_tokens.list()
        await lobby.personal_tokens.end(listed.id)
        assert not await lobby.personal_tokens.list()
        with pytest.raises(ValueError, match="zone"):
            await lobby.personal_tokens.create("Bot", ["bots"], ends.replace(tzinfo=None))
        with pytest.raises(ValueError, match="TOKEN_SCOPE_ADMIN"):
            await lobby.personal_tokens.create("Bot", ["admin"], ends)
