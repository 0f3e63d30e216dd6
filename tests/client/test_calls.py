"""Calls: tokens, deadlines, repeats and errors."""

import asyncio
from pathlib import Path

import grpc
import grpc.aio
import pytest

from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import (
    Bearer,
    ClientError,
    ConflictError,
    ForbiddenError,
    Guest,
    InvalidRequestError,
    LimitExceededError,
    Lobby,
    NotFoundError,
    RefusedError,
    ServerError,
    UnauthenticatedError,
    UnavailableError,
    open_channel,
)
from galaxytables_client.calls import name_change
from galaxytables_client.channel import host_and_port
from galaxytables_client.errors import read_failure
from tests.client.fake_lobby import AWAY, TABLE, status


async def test_a_guest_is_made_at_the_first_call_that_needs_one_and_kept(fake, lobby):
    await lobby.tables.games()
    assert lobby.token == ""
    assert fake.calls == {"ListGames": 1}
    await asyncio.gather(*(lobby.players.me() for _ in range(5)))
    assert fake.calls == {"ListGames": 1, "CreateGuest": 1, "GetMe": 5}
    assert lobby.token in fake.good


async def test_a_call_that_only_looks_is_repeated_while_the_server_is_away(fake, lobby):
    fake.errors["GetView"] = [AWAY, AWAY, status(grpc.StatusCode.UNAVAILABLE, "")]
    assert (await lobby.play.view(TABLE)).table_id == TABLE
    assert fake.calls["GetView"] == 4


async def test_the_past_is_asked_for_by_event_with_all_hands_if_wanted(fake, lobby):
    assert (await lobby.play.look_back(TABLE, 7)).update.table_id == TABLE
    await lobby.play.look_back(TABLE, 8, open_hands=True, language="ja")
    asked = [request for request in fake.requests if isinstance(request, play_pb2.GetViewRequest)]
    assert [(each.at_event, each.open_hands, each.language) for each in asked] == [(7, False, ""), (8, True, "ja")]


async def test_a_change_is_repeated_under_one_request_id_and_made_once(fake, lobby):
    fake.prompts, fake.swallow = 1, 2
    accepted = await lobby.play.submit(TABLE, "p1", ["a"])
    sent = {request.request_id for request in fake.requests if isinstance(request, play_pb2.SubmitChoiceRequest)}
    assert fake.calls["SubmitChoice"] == 3
    assert len(sent) == 1
    assert list(fake.choices.values()) == [("p1", "a")]
    assert accepted.version == fake.version


async def test_another_change_gets_another_request_id_and_a_given_one_is_kept(fake, lobby):
    fake.prompts = 3
    for prompt in ("p1", "p2"):
        await lobby.play.submit(TABLE, prompt, ["a"])
    await lobby.play.submit(TABLE, "p3", ["a"], request_id="my-own-id")
    assert len(fake.choices) == 3
    assert "my-own-id" in fake.choices


async def test_what_neither_only_looks_nor_can_carry_a_request_id_is_not_repeated(lobby):
    calls = []

    async def gone(request, **_):
        calls.append(request)
        raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), grpc.aio.Metadata(), "gone")

    with pytest.raises(UnavailableError):
        await lobby.call(gone, rules_pb2.SessionRequest())
    assert len(calls) == 1


def test_every_call_that_only_looks_may_be_repeated():
    for request in (
        tables_pb2.ListGamesRequest(),
        tables_pb2.GetTableRequest(),
        play_pb2.GetViewRequest(),
        play_pb2.VerifyRecordRequest(),
        rules_pb2.ReplayRequest(),
        players_pb2.GetMeRequest(),
    ):
        assert name_change(request), request.DESCRIPTOR.name


class Time:
    """The time of whoever repeats calls: it passes while they wait, and not otherwise."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr("galaxytables_client.calls.monotonic", lambda: self.now)
        monkeypatch.setattr("galaxytables_client.calls.asyncio", self)

    async def sleep(self, seconds):
        self.now += seconds


async def test_patience_ends(fake, monkeypatch):
    async with Lobby(fake.address, Guest("Ada"), patience=30.0) as lobby:
        await lobby.players.me()
        time = Time(monkeypatch)
        fake.errors["GetView"] = [AWAY] * 1000
        with pytest.raises(UnavailableError) as caught:
            await lobby.play.view(TABLE)
    # The longest pause is five seconds.
    assert 25.0 <= time.now <= 30.0
    assert 3 < fake.calls["GetView"] < 1000
    assert caught.value.reason == "STORE_UNAVAILABLE"
    assert str(caught.value) == "The store is away."


async def test_a_call_waits_as_long_as_the_server_asks(fake, lobby, monkeypatch):
    await lobby.players.me()
    time = Time(monkeypatch)
    fake.errors["GetView"] = [status(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_REQUESTS", retry_after=1.4)]
    await lobby.play.view(TABLE)
    assert time.now == pytest.approx(1.4)
    fake.errors["GetView"] = [status(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_REQUESTS")]
    with pytest.raises(LimitExceededError) as caught:
        await lobby.play.view(TABLE)
    assert caught.value.retry_after is None


async def test_a_server_that_is_not_there_is_told_apart_from_a_refusal(fake):
    await fake.stop()
    async with Lobby(fake.address, Guest("Ada"), patience=0.1) as lobby:
        with pytest.raises(UnavailableError) as caught:
            await lobby.players.me()
    assert not isinstance(caught.value, RefusedError)
    assert str(caught.value).startswith(f"The server {fake.address} does not answer: ")


@pytest.mark.parametrize(
    ("code", "family"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, UnauthenticatedError),
        (grpc.StatusCode.NOT_FOUND, NotFoundError),
        (grpc.StatusCode.INVALID_ARGUMENT, InvalidRequestError),
        (grpc.StatusCode.PERMISSION_DENIED, ForbiddenError),
        (grpc.StatusCode.FAILED_PRECONDITION, ConflictError),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, LimitExceededError),
        (grpc.StatusCode.INTERNAL, ServerError),
        (grpc.StatusCode.UNIMPLEMENTED, ServerError),
        (grpc.StatusCode.ABORTED, UnavailableError),
    ],
)
async def test_errors_are_read_whole(fake, code, family):
    async with Lobby(fake.address, Guest("Ada"), patience=0.0) as lobby:
        fake.errors["ListGames"] = [status(code, "A_REASON", message="It is so.", least="1", most="2")]
        with pytest.raises(ClientError) as caught:
            await lobby.tables.games()
    error = caught.value
    assert type(error) is family
    assert (error.code, error.reason, error.message) == (code, "A_REASON", "It is so.")
    assert error.metadata == {"least": "1", "most": "2"}
    assert error.line == "A_REASON: It is so. (least=1, most=2)"


def test_a_failure_of_a_stream_is_the_same_error():
    failure = play_pb2.Failure(code=14, reason="GAME_UNAVAILABLE", message="m", metadata={"game": "jump"})
    failure.retry_delay.FromMilliseconds(1500)
    error = read_failure(failure)
    assert isinstance(error, UnavailableError)
    assert (error.reason, error.metadata, error.retry_after) == ("GAME_UNAVAILABLE", {"game": "jump"}, 1.5)
    assert isinstance(read_failure(play_pb2.Failure(code=99)), ServerError)


async def test_a_sentence_names_the_paragraph_and_a_mute_error_its_reason(fake, lobby):
    fake.prompts = 1
    with pytest.raises(ConflictError) as caught:
        await lobby.play.submit(TABLE, "p1", ["b"])
    assert str(caught.value) == "Not b. (R1.1)"
    with pytest.raises(ConflictError) as caught:
        await lobby.play.submit(TABLE, "p7", ["a"])
    assert str(caught.value) == "Prompt closed."


async def test_details_that_cannot_be_read_count_as_none(fake, lobby):
    async def odd(request, context):  # noqa: ARG001
        await context.abort(grpc.StatusCode.NOT_FOUND, "odd", (("grpc-status-details-bin", b"\xff\xff"),))

    fake.ListGames = odd
    await fake.stop()
    await fake.start()
    with pytest.raises(NotFoundError) as caught:
        await lobby.tables.games()
    assert (caught.value.reason, str(caught.value)) == ("", "odd")


async def test_a_call_whose_token_has_expired_is_made_with_a_new_one_if_there_can_be_one(fake, lobby):
    await lobby.players.me()
    old = lobby.token
    fake.errors["GetMe"] = [status(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")]
    await lobby.players.me()
    assert lobby.token != old
    assert fake.calls["RenewToken"] == 1
    fake.good.clear()
    with pytest.raises(UnauthenticatedError):
        await lobby.players.me()
    assert fake.calls["GetMe"] == 4


async def test_calls_that_are_refused_with_one_token_renew_it_once(fake, lobby):
    await lobby.players.me()
    fake.errors["GetMe"] = [status(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")] * 3
    await asyncio.gather(*(lobby.players.me() for _ in range(3)))
    assert fake.calls["RenewToken"] == 1


async def test_calls_that_are_refused_with_one_token_spend_one_refresh_token(fake, lobby):
    fake.sessions = True
    await lobby.players.me()
    fake.errors["GetMe"] = [status(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")] * 3
    await asyncio.gather(*(lobby.players.me() for _ in range(3)))
    assert (fake.calls["Refresh"], fake.calls["RenewToken"]) == (1, 0)
    assert len(fake.refreshes) == 1


async def test_a_refresh_whose_answer_was_lost_is_repeated_under_its_id(fake, lobby):
    fake.sessions = True
    await lobby.players.me()
    fake.good.clear()
    fake.swallow = 1
    await lobby.players.me()
    assert fake.calls["Refresh"] == 2
    assert len(fake.refreshes) == 1
    fake.good.clear()
    fake.refreshes = dict.fromkeys([*fake.refreshes, *(f"{each}+" for each in fake.refreshes)], "of a thief")
    with pytest.raises(UnauthenticatedError) as caught:
        await lobby.players.me()
    assert caught.value.reason == "REFRESH_TOKEN_SPENT"


async def test_without_an_identity_only_open_calls_are_answered(fake):
    async with Lobby(fake.address) as stranger:
        await stranger.tables.games()
        with pytest.raises(UnauthenticatedError):
            await stranger.players.me()
    assert fake.calls["CreateGuest"] == 0


async def test_players_share_a_channel_that_stays_open(fake):
    fake.good.add("given")
    async with open_channel(fake.address) as channel:
        async with Lobby(channel, Bearer("given")) as one:
            assert (await one.players.me()).id == "given"
        async with Lobby(channel, Guest("Bea")) as two:
            assert (await two.players.me()).id == two.token != "given"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("localhost:5100", ("localhost", 5100)),
        ("[::1]:5100", ("[::1]", 5100)),
        ("http://a.example:1", ("a.example", 1)),
        ("https://a.example", ("a.example", 443)),
        ("https://[::1]", ("[::1]", 443)),
        ("https://a.example:444/", ("a.example", 444)),
    ],
)
def test_addresses(text, read):
    assert host_and_port(text) == read


@pytest.mark.parametrize("text", ["nowhere", "nowhere:x", "a:70000", "a:0", "::1:5100", "http://a", "ftp://a:1", ""])
def test_what_is_no_address(text):
    with pytest.raises(ValueError, match="is no address"):
        host_and_port(text)


async def test_tls_is_spoken_with_whom_one_trusts(fake):
    key, certificate = (Path(__file__).with_name(f"localhost.{kind}") for kind in ("key", "pem"))
    server = grpc.aio.server()
    fake.add_to(server)
    pair = [(key.read_bytes(), certificate.read_bytes())]
    port = server.add_secure_port("localhost:0", grpc.ssl_server_credentials(pair))
    await server.start()
    try:
        async with Lobby(f"https://localhost:{port}", roots=certificate.read_bytes(), patience=0.0) as lobby:
            await lobby.tables.games()
        async with Lobby(f"https://localhost:{port}", patience=0.0) as wary:
            with pytest.raises(UnavailableError):
                await wary.tables.games()
    finally:
        await server.stop(None)


@pytest.mark.parametrize(
    ("where", "analysed"),
    [
        (("race", 2, {"orb": "off"}), True),
        (("race", 2, {}), True),
        (("race", 2, {"orb": "on"}), False),
        (("race", 3, {"orb": "off"}), False),
        (("roll", 2, {}), False),
        (("chess", 2, {}), False),
    ],
)
async def test_whether_a_bot_can_analyse_a_game_follows_from_what_is_offered(fake, lobby, where, analysed):
    game, seats, options = where
    fake.games = [tables_pb2.GameOffer(analysed_seats=[2], unanalysed_options={"orb": "on"}), tables_pb2.GameOffer()]
    for offer, name in zip(fake.games, ("race", "roll"), strict=True):
        offer.description.game = name
    table = tables_pb2.Table(game=game, options=options, seats=[tables_pb2.Seat()] * seats)
    assert await lobby.tables.is_analysed(table) is analysed
