"""Every call of the lobby, through every protocol, ends as it does over gRPC."""

import asyncio
import gzip
from typing import Any

import grpc.aio
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables_lobby.app import services_of
from galaxytables_serving import read_error
from galaxytables_web.calls import PACKAGE, generated, public_calls
from tests.lobby.house import House
from tests.web.gateway import Browser, RunningGateway, ToldError, enveloped, told_by_connect
from tests.web.protocols import CONNECT, CONNECT_JSON, PROTOCOLS, Protocol, call, calling

PLAY, TABLES = "/galaxytables.lobby.v1.PlayService", "/galaxytables.lobby.v1.TableService"


def served(house: House) -> list[MethodDescriptor]:
    """What the lobby serves to the public, whatever it is."""
    services = [service.descriptor for service in services_of(house.lobbies[0])]
    return [method for each in services if each.file.package == PACKAGE for method in each.methods]


def path_of(method: MethodDescriptor) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


async def over_grpc(house: House, method: MethodDescriptor, token: str) -> tuple[bool, tuple[object, ...]]:
    """Whether a message came for an empty request, and what was refused."""
    channel = house.channels[0]
    kind: Any = GetMessageClass(method.output_type)
    make = channel.unary_stream if method.server_streaming else channel.unary_unary
    metadata = [("authorization", f"Bearer {token}")] if token else []
    stub: Any = make(path_of(method), response_deserializer=kind.FromString)
    try:
        made = stub(b"", metadata=metadata, timeout=60)
        got = await made.read() if method.server_streaming else await made
        if got is grpc.aio.EOF:
            return False, ()
        made.cancel()
    except grpc.aio.AioRpcError as error:
        told = read_error(error)
        return False, (told.message, told.reason, told.domain, told.metadata, told.retry_after is not None)
    return True, ()


async def over_web(
    browser: Browser, protocol: Protocol, method: MethodDescriptor, token: str
) -> tuple[bool, tuple[object, ...]]:
    request, kind = GetMessageClass(method.input_type)(), GetMessageClass(method.output_type)
    if method.server_streaming:
        async with calling(browser, protocol, path_of(method), request, kind, token=token) as stream:
            got, told = await stream.next(), stream.told
    else:
        got, told = await call(browser, protocol, path_of(method), request, kind, token=token)
    return got is not None, _values(told)


def _values(told: ToldError | None) -> tuple[object, ...]:
    return () if told is None else (told.message, told.reason, told.domain, told.values, told.retry)


def test_every_call_that_a_browser_can_make_is_found(house: House) -> None:
    methods = served(house)
    assert len(methods) > 40
    wanted = {path_of(method) for method in methods if not method.client_streaming}
    assert public_calls().keys() == wanted
    assert {path_of(method) for method in methods} - wanted == {f"{PLAY}/Play", f"{PLAY}/PlayMany"}


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda each: each.name)
async def test_every_call_ends_as_over_grpc(house: House, gateway: RunningGateway, protocol: Protocol) -> None:
    browser = gateway.browser()
    refused = 0
    for method in served(house):
        if method.client_streaming:
            continue
        expected = await over_grpc(house, method, "")
        assert await over_web(browser, protocol, method, "") == expected, method.full_name
        # Two guests, since a call may erase the one who makes it.
        known = await over_grpc(house, method, (await house.guest()).token)
        assert await over_web(browser, protocol, method, (await house.guest()).token) == known, method.full_name
        refused += (not expected[0]) + (not known[0])
    assert refused > 40


async def test_a_guest_is_made_and_refreshed_through_the_web(gateway: RunningGateway) -> None:
    browser, players = gateway.browser(), "/galaxytables.lobby.v1.PlayerService"
    made: Any
    given: Any
    asked = players_pb2.CreateGuestRequest(name="Ada", refreshable=True)
    made, _ = await call(browser, CONNECT, f"{players}/CreateGuest", asked, players_pb2.CreateGuestResponse)
    spent = players_pb2.RefreshRequest(refresh_token=made.refresh_token, request_id="a use of mine")
    given, _ = await call(browser, CONNECT, f"{players}/Refresh", spent, players_pb2.RefreshResponse)
    me = players_pb2.GetMeRequest()
    said: Any
    said, _ = await call(browser, CONNECT, f"{players}/GetMe", me, players_pb2.GetMeResponse, token=given.token)
    assert said.player.id == made.player.id
    assert given.refresh_token not in ("", made.refresh_token)


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda each: each.name)
async def test_a_table_is_made_watched_and_played_through_the_web(
    house: House, gateway: RunningGateway, protocol: Protocol
) -> None:
    table, (ada, _) = await house.started()
    browser, watcher = gateway.browser(), gateway.browser()
    watch = play_pb2.WatchTableRequest(table_id=table, from_event=1, views=True)
    async with calling(
        watcher, protocol, f"{PLAY}/WatchTable", watch, play_pb2.WatchTableResponse, token=ada.token
    ) as stream:
        first: Any = await stream.next()
        assert [event.number for event in first.update.events] == [1, 2, 3]
        assert first.update.view.type_url.endswith("google.protobuf.Struct")
        prompt = first.update.prompts[0]
        choice = play_pb2.SubmitChoiceRequest(
            table_id=table, prompt_id=prompt.id, picks=prompt.default_picks, request_id="a-request-of-mine"
        )
        path, kind = f"{PLAY}/SubmitChoice", play_pb2.SubmitChoiceResponse
        accepted: Any
        accepted, told = await call(browser, protocol, path, choice, kind, token=ada.token)
        assert (told, accepted.version) == (None, first.update.version + 1)
        second: Any = await stream.next()
        assert second.update.version == accepted.version
    again, _ = await call(browser, protocol, path, choice, kind, token=ada.token)
    assert again == accepted
    _, told = await call(browser, protocol, path, _another(choice), kind, token=ada.token)
    assert told is not None
    assert (told.reason, told.domain) == ("REQUEST_ID_REUSED", "galaxytables.lobby")


def _another(choice: play_pb2.SubmitChoiceRequest) -> Message:
    return play_pb2.SubmitChoiceRequest(
        table_id=choice.table_id, prompt_id=choice.prompt_id, picks=["other"], request_id=choice.request_id
    )


async def test_bytes_are_passed_through_as_they_are(house: House, gateway: RunningGateway) -> None:
    """Fields that this gateway's protos do not know reach the lobby, and come back from it."""
    unknown = b"\xfa\x7f\x03new"
    path = f"{TABLES}/ListGames"
    answer = await gateway.ask("POST", path, {"content-type": "application/proto"}, unknown)
    direct: Any = house.channels[0].unary_unary(path)
    assert answer.body == await direct(b"")
    assert answer.status == 200


async def test_what_reads_may_be_fetched_and_kept_where_it_is_the_same_for_all(
    house: House, gateway: RunningGateway
) -> None:
    guest = await house.guest()
    query = "connect=v1&encoding=json&message=%7B%7D"
    games = await gateway.ask("GET", f"{TABLES}/ListGames?{query}")
    assert games.json["games"][0]["description"]["game"] == "counting"
    assert games.headers["cache-control"] == "public, max-age=60"
    mine = {"authorization": f"Bearer {guest.token}"}
    for path, headers, status in (("ListMyTables", mine, 200), ("ListGames", mine, 200), ("ListMyTables", {}, 401)):
        answer = await gateway.ask("GET", f"{TABLES}/{path}?{query}", headers)
        assert (answer.status, answer.headers["cache-control"]) == (status, "no-store")
    written = await gateway.ask("GET", f"{TABLES}/CreateTable?{query}")
    assert (written.status, written.headers["allow"]) == (405, "POST")


async def test_binary_may_be_fetched_too(gateway: RunningGateway) -> None:
    answer = await gateway.ask("GET", f"{TABLES}/ListGames?connect=v1&encoding=proto&base64=1&message=")
    assert tables_pb2.ListGamesResponse.FromString(answer.body).games[0].available


@pytest.mark.parametrize("wanted", ["gzip", "br, gzip;q=0.8"])
async def test_long_answers_are_compressed_for_those_who_take_it(gateway: RunningGateway, wanted: str) -> None:
    path, kind = f"{TABLES}/ListGames", {"content-type": "application/json"}
    plain = await gateway.ask("POST", path, kind, b"{}")
    zipped = await gateway.ask("POST", path, kind | {"accept-encoding": wanted}, b"{}")
    assert zipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped.body) == plain.body
    assert len(zipped.body) < len(plain.body) / 2
    assert "content-encoding" not in plain.headers
    for answer in (plain, zipped):
        assert int(answer.headers["content-length"]) == len(answer.body)
        assert "accept-encoding" in answer.headers["vary"]
    short = await gateway.ask("POST", f"{TABLES}/GetTable", kind | {"accept-encoding": wanted}, b"{}")
    assert "content-encoding" not in short.headers
    unwanted = await gateway.ask("POST", path, kind | {"accept-encoding": "gzip;q=0"}, b"{}")
    assert unwanted.body == plain.body


async def test_a_request_may_come_compressed(gateway: RunningGateway) -> None:
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    answer = await gateway.ask("POST", f"{TABLES}/ListGames", headers, gzip.compress(b"{}"))
    assert answer.json["games"]


def test_json_has_the_views_of_every_game() -> None:
    """The lobby's answers carry them as `Any`, of which JSON needs the types."""
    packages = {file.package for file in generated()}
    assert {
        "galaxytables.race.v1",
        "galaxytables.roll.v1",
        "galaxytables.jump.v1",
        "galaxytables.beyond.v1",
    } <= packages


async def test_a_view_that_json_cannot_say_is_refused_and_binary_goes_on(
    house: House, gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(*_: object, **__: object) -> str:
        raise TypeError("Can not find message descriptor by type_url: type.googleapis.com/chess.View")

    table, (ada, _) = await house.started()
    request = play_pb2.GetViewRequest(table_id=table)
    path, kind = f"{PLAY}/GetView", play_pb2.GetViewResponse
    monkeypatch.setattr(json_format, "MessageToJson", odd)
    json = {"content-type": "application/json", "authorization": f"Bearer {ada.token}"}
    answer = await gateway.ask("POST", path, json, f'{{"tableId": "{table}"}}'.encode())
    told = told_by_connect(answer.json)
    assert (told.code, told.reason, told.domain) == ("unimplemented", "NO_JSON_FORM", "galaxytables.web")
    got, told_binary = await call(gateway.browser(), CONNECT, path, request, kind, token=ada.token)
    assert got is not None
    assert told_binary is None


async def test_json_leaves_out_what_it_does_not_know_and_refuses_what_is_none(gateway: RunningGateway) -> None:
    headers = {"content-type": "application/json; charset=utf-8"}
    answer = await gateway.ask("POST", f"{TABLES}/ListGames", headers, b'{"later": [1, 2]}')
    assert answer.status == 200
    for body in (b"{", b"[]", b'{"seats": "many"}', b"\xff\xfe", b"[" * 30_000, b""):
        answer = await gateway.ask("POST", f"{TABLES}/CreateTable", headers, body)
        told = told_by_connect(answer.json)
        assert (answer.status, told.code, told.reason) == (400, "invalid_argument", "MALFORMED_REQUEST"), body[:20]


async def test_a_long_answer_in_json_is_made_aside(gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galaxytables_web.transcoding.LONG", 10)
    answer, told = await call(
        gateway.browser(),
        CONNECT_JSON,
        f"{TABLES}/ListGames",
        tables_pb2.ListGamesRequest(),
        tables_pb2.ListGamesResponse,
    )
    assert told is None
    assert answer is not None


async def test_a_request_in_two_pieces_is_answered_as_one_in_one(gateway: RunningGateway) -> None:
    """Only what comes whole is plain enough to need no library."""
    request = tables_pb2.GetWordsRequest(game="counting", language="en").SerializeToString()
    browser = gateway.browser()
    head = {"content-type": "application/proto"}
    whole = await browser.ask("POST", f"{TABLES}/GetWords", head, request)
    await browser.send("POST", f"{TABLES}/GetWords", head | {"content-length": str(len(request))}, request[:5])
    await asyncio.sleep(0.1)
    _, writer = await browser.connect()
    writer.write(request[5:])
    answer = await browser.head()
    async for part in browser.parts(answer):
        answer.body += part
    assert (whole.status, whole.body) == (200, answer.body)
    assert whole.headers.keys() == answer.headers.keys()


@pytest.mark.parametrize(("call_name", "status"), [("ListMyTables", 401), ("GetTable", 401), ("Nonsense", 404)])
async def test_errors_are_told_alike_with_and_without_the_library(
    gateway: RunningGateway, call_name: str, status: int
) -> None:
    head = {"content-type": "application/proto", "connect-protocol-version": "1"}
    plain = await gateway.ask("POST", f"{TABLES}/{call_name}", head)
    less = await gateway.ask("POST", f"{TABLES}/{call_name}", head | {"content-encoding": "identity"})
    assert (plain.status, plain.headers["content-type"]) == (status, "application/json")
    assert plain.json == less.json
    assert plain.headers.keys() == less.headers.keys()
    stream = {"content-type": "application/connect+proto"}
    plain = await gateway.ask("POST", f"{TABLES}/WatchTables", stream, enveloped(b""))
    encoded = stream | {"connect-content-encoding": "identity"}
    less = await gateway.ask("POST", f"{TABLES}/WatchTables", encoded, enveloped(b""))
    assert plain.body == less.body
    assert plain.headers.keys() == less.headers.keys()
