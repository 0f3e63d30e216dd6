"""One choice, from a browser to the store, is one trace; and nothing that is secret is in any."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest

from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2, rules_pb2_grpc
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_kit.service import RulesServicer
from galaxytables_lobby.ids import shard_of
from galaxytables_serving import Address, Server, Service
from tests.lobby.house import KEYS, House, eventually
from tests.serving.traces import Tree, collecting
from tests.web.flood import PLAY
from tests.web.gateway import open_gateway
from tests.web.protocols import CONNECT, call

CHOICE = "galaxytables.lobby.v1.PlayService/SubmitChoice"
TALK, REQUEST = "a word to the others", "a-request-of-mine"
WORDS = "galaxytables.rules.v1.RulesService/Words"
APPLY = "galaxytables.rules.v1.RulesService/Apply"


@pytest.fixture
async def house(redis_server, counting) -> AsyncIterator[House]:
    """Two lobbies with the tables of a real game."""
    servicer = RulesServicer(RulesCalls(JUMP, load_packs(JUMP, [])))
    service = Service(
        rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
        partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, servicer),
    )
    async with AsyncExitStack() as stack:
        rules = Server([service], domain="galaxytables.rules")
        port = await rules.start(Address("127.0.0.1", 0))
        stack.push_async_callback(rules.stop)
        house = House(redis_server.url, counting, stack)
        house.settings = replace(house.settings, games={"jump": f"dns:///127.0.0.1:{port}"})
        for _ in range(2):
            await house.open_lobby()
        await eventually(lambda: all(lobby.games.rules_of("jump").available for lobby in house.lobbies))
        yield house


async def test_a_choice_is_one_trace_from_the_browser_to_the_store_and_tells_no_secret(house: House) -> None:
    async with collecting() as collector:
        table_id, guests = await house.started(game="jump")
        ada = guests[0]
        await ada.say(table_id, TALK)
        await ada.tables.GetWords(tables_pb2.GetWordsRequest(game="jump", language="ja"))
        [prompt] = (await ada.view(table_id)).prompts
        choice = play_pb2.SubmitChoiceRequest(
            table_id=table_id, prompt_id=prompt.id, picks=prompt.default_picks, request_id=REQUEST
        )
        async with open_gateway(house.addresses[1]) as gateway:
            _, told = await call(
                gateway.browser(),
                CONNECT,
                f"{PLAY}/SubmitChoice",
                choice,
                play_pb2.SubmitChoiceResponse,
                token=ada.token,
            )
        assert told is None
    store: Tree = ("client EVALSHA commit", ())
    rules: Tree = (f"client {APPLY}", ((f"server {APPLY}", ()),))
    lobby: Tree = (f"server {CHOICE}", (rules, store))
    assert (f"server {CHOICE}", ((f"client {CHOICE}", (lobby,)),)) in collector.trees()
    words_asked: Tree = (f"client {WORDS}", ((f"server {WORDS}", ()),))
    assert ("server galaxytables.lobby.v1.TableService/GetWords", (words_asked, words_asked)) in collector.trees()
    assert collector.failed() == []
    assert "service.name=tester" in collector.resources
    # Every word that is told, but for names of calls.
    words = collector.attributes()
    assert words.pop("galaxytables.shard") == {str(shard_of(table_id))}
    calls = {span.name for span in collector.spans if "/" in span.name}
    assert words.pop("rpc.method") == calls
    assert all(name.startswith("galaxytables.") for name in calls)
    assert words == {
        "db.operation.name": {"EVALSHA"},
        "db.stored_procedure.name": {"commit"},
        "db.system.name": {"redis"},
        "galaxytables.change": {"seating", "game", "message"},
        "galaxytables.game": {"jump"},
        "galaxytables.outcome": {"accepted"},
        "galaxytables.table": {table_id},
        "rpc.response.status_code": {"OK"},
        "rpc.system.name": {"grpc", "connectrpc"},
    }
    # What is told beside attributes, by whatever name, holds nothing of these either.
    secrets = [
        *(guest.token for guest in guests),
        *(guest.id for guest in guests),
        "Guest 0",
        "Guest 1",
        TALK,
        REQUEST,
        KEYS["k1"].decode(),
    ]
    assert [secret for secret in [*secrets, prompt.id, "127.0.0.1"] if secret in str(collector.spans)] == []


async def test_a_browsers_own_trace_is_gone_on_with_and_one_that_it_does_not_sample_is_not(house: House) -> None:
    guest = await house.guest()
    trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
    path = "/galaxytables.lobby.v1.PlayerService/GetMe"
    request, kind = players_pb2.GetMeRequest(), players_pb2.GetMeResponse
    async with collecting(ratio=0.0) as collector, open_gateway(house.addresses[0]) as gateway:
        for flags in ("01", "00"):
            headers = {"traceparent": f"00-{trace}-{parent}-{flags}"}
            _, told = await call(gateway.browser(), CONNECT, path, request, kind, token=guest.token, headers=headers)
            assert told is None
    assert [tree for tree in collector.trees() if tree[1]] == [
        (f"server {path[1:]}", ((f"client {path[1:]}", ((f"server {path[1:]}", ()),)),))
    ]
    assert {span.trace_id.hex() for span in collector.spans} == {trace}
    assert parent in {span.parent_span_id.hex() for span in collector.spans}
    assert len(collector.spans) == 3


async def test_what_the_gateway_does_not_sample_begins_no_trace_further_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await house.guest()
    drawn = iter([0.9, *[0.0] * 50])
    async with collecting(ratio=0.5) as collector, open_gateway(house.addresses[0]) as gateway:
        monkeypatch.setattr("galaxytables_serving.spans.random", SimpleNamespace(random=lambda: next(drawn)))
        path, request = "/galaxytables.lobby.v1.PlayerService/GetMe", players_pb2.GetMeRequest()
        _, told = await call(gateway.browser(), CONNECT, path, request, players_pb2.GetMeResponse, token=guest.token)
        assert told is None
    assert [span.name for span in collector.spans if span.name == path[1:]] == []
