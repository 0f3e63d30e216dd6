"""TLS at a port and in calls: who is let in, and certificates that change while all goes on."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import bots_pb2, bots_pb2_grpc, players_pb2, players_pb2_grpc
from galaxytables_serving import Address, Limits, Server, SettingError, open_channel
from galaxytables_serving.settings import Variable, loopback_addresses, read_settings
from galaxytables_serving.tls import CallTls, Credentials, PortTls
from tests.ports import free_port
from tests.serving.authority import NAME, Authority
from tests.serving.servicers import Players, Streams, players_service, streams_services

SECONDS = 60
# Of a connection that is refused nothing comes but the next try.
REFUSED_SECONDS = 1.0


@pytest.fixture(autouse=True)
def looks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galaxytables_serving.tls.LOOK_SECONDS", 0.0)


@asynccontextmanager
async def serving(tls: Credentials, port: int = 0) -> AsyncIterator[tuple[Server, str]]:
    limits = Limits(drain=0.5, stream_linger=0.1)
    server = Server(
        [players_service(Players()), *streams_services(Streams())],
        domain="galaxytables.test",
        limits=limits,
        tls=tls,
    )
    port = await server.start(Address("127.0.0.1", port))
    try:
        yield server, f"127.0.0.1:{port}"
    finally:
        await server.stop()


def mutual(authority: Authority, file: str, *, name: str = NAME) -> Credentials:
    files = authority.certify(file)
    return Credentials("TEST", files.certificate, files.key, authority.roots, name=name)


async def greeted(channel: grpc.aio.Channel, seconds: float = SECONDS) -> str:
    stub = players_pb2_grpc.PlayerServiceStub(channel)
    answer = await stub.CreateGuest(players_pb2.CreateGuestRequest(name="Ada"), timeout=seconds)
    return answer.player.name


async def sent_away(channel: grpc.aio.Channel) -> bool:
    async with channel:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await greeted(channel, REFUSED_SECONDS)
    return caught.value.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}


async def test_nobody_is_heard_whom_the_authority_has_not_certified(tmp_path: Path) -> None:
    authority, other = Authority(tmp_path), Authority(tmp_path, "other")
    files = other.certify("stranger")
    async with serving(mutual(authority, "server")) as (_, address):
        async with open_channel(address, tls=mutual(authority, "client")) as channel:
            assert await greeted(channel) == "Ada"
        assert await sent_away(open_channel(address))
        nobody = Credentials("TEST", None, None, authority.roots, name=NAME)
        assert await sent_away(open_channel(address, tls=nobody))
        stranger = Credentials("TEST", files.certificate, files.key, authority.roots, name=NAME)
        assert await sent_away(open_channel(address, tls=stranger))


async def test_no_service_is_called_that_is_not_certified_or_bears_another_name(tmp_path: Path) -> None:
    authority, other = Authority(tmp_path), Authority(tmp_path, "other")
    shown = authority.certify("server")
    async with serving(Credentials("TEST", shown.certificate, shown.key, None)) as (_, address):
        for roots, name, answers in (
            (authority.roots, NAME, True),
            (authority.roots, "", True),
            (other.roots, NAME, False),
            (authority.roots, "another.test", False),
        ):
            tls = Credentials("TEST", None, None, roots, name=name)
            if answers:
                async with open_channel(address, tls=tls) as channel:
                    assert await greeted(channel) == "Ada"
            else:
                assert await sent_away(open_channel(address, tls=tls))


async def test_certificates_and_authorities_change_and_everything_goes_on(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    server_tls, client_tls = mutual(authority, "server"), mutual(authority, "client")
    before = client_tls.now()
    async with AsyncExitStack() as stack:
        server, address = await stack.enter_async_context(serving(server_tls))
        channel = await stack.enter_async_context(open_channel(address, tls=client_tls))
        stream = aiter(bots_pb2_grpc.BotServiceStub(channel).HostBots(bots_pb2.HostBotsRequest(), timeout=SECONDS))
        assert (await anext(stream)).caught_up
        players = players_pb2_grpc.PlayerServiceStub(channel)
        # The same files, of another authority: neither side knows the old ones any more.
        following = Authority(tmp_path)
        following.certify("server")
        following.certify("client")
        old = grpc.ssl_channel_credentials(before.authorities, before.key, before.certificate)
        options = (("grpc.ssl_target_name_override", NAME), ("grpc.use_local_subchannel_pool", 1))
        assert await sent_away(grpc.aio.secure_channel(address, old, options=options))
        asked = players_pb2.CreateGuestRequest(name="Ada")
        assert (await players.CreateGuest(asked, timeout=SECONDS)).player.name == "Ada"
        going_on = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.1)
        assert not going_on.done()
        # Nor was that by a connection of before: there is none any more.
        await server.stop()
        assert await asyncio.gather(going_on, return_exceptions=True)
        await stack.enter_async_context(serving(server_tls, int(address.rpartition(":")[2])))
        answer = await players.CreateGuest(asked, timeout=SECONDS, wait_for_ready=True)
        assert answer.player.name == "Ada"


async def test_a_file_that_makes_no_sense_changes_nothing(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files = authority.certify("server")
    tls = Credentials("TEST", files.certificate, files.key, None)
    before = tls.now()
    other = authority.certify("other")
    files.certificate.write_bytes(other.certificate.read_bytes())
    assert tls.now() is before
    files.key.write_bytes(other.key.read_bytes())
    assert tls.now().certificate == other.certificate.read_bytes()


async def test_probes_are_answered_in_clear_text_at_a_port_that_answers_nothing_else(tmp_path: Path) -> None:
    async with serving(mutual(Authority(tmp_path), "server")) as (server, _):
        port = await server.answer_probes(Address("127.0.0.1", 0))
        async with open_channel(f"127.0.0.1:{port}") as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            for ready in (True, False):
                await server.set_serving("galaxytables.lobby.v1.PlayerService", ready)
                asked = health_pb2.HealthCheckRequest(service="galaxytables.lobby.v1.PlayerService")
                said = await stub.Check(asked, timeout=SECONDS)
                assert (said.status == health_pb2.HealthCheckResponse.SERVING) == ready
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await greeted(channel)
            assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_programs_of_the_machine_call_in_clear_text_at_an_address_of_their_own(tmp_path: Path) -> None:
    files = Authority(tmp_path).certify("public")
    tls = Credentials("TEST", files.certificate, files.key, None)
    server = Server([players_service(Players())], domain="galaxytables.test", tls=tls)
    local = free_port()
    port = await server.start(Address("127.0.0.1", 0), local=[Address("127.0.0.1", local)])
    async with open_channel(f"127.0.0.1:{local}") as channel:
        assert await greeted(channel) == "Ada"
    assert await sent_away(open_channel(f"127.0.0.1:{port}"))
    await server.stop()


@pytest.mark.parametrize("address", ["0.0.0.0:5099", "192.0.2.7:5099", "127.0.0.1:5099,[::]:5099", "here"])
def test_that_address_is_on_the_machine_alone(address: str) -> None:
    setting = Variable("LOCAL", loopback_addresses, "where", "127.0.0.1:5099, [::1]:5099")
    assert setting.read({}) == (Address("127.0.0.1", 5099), Address("::1", 5099))
    with pytest.raises(SettingError, match="must be loopback addresses"):
        setting.read({"LOCAL": address})


async def test_a_figure_tells_when_a_certificate_ends(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    for days in (20, 9):
        files = authority.certify("server", days=days)
        Credentials("TEST", files.certificate, files.key, None)
        labels = {"variable": "GALAXYTABLES_TEST_CERTIFICATE"}
        end = REGISTRY.get_sample_value("galaxytables_certificate_expiry_timestamp_seconds", labels)
        assert end is not None
        assert end - time.time() == pytest.approx(days * 86_400, abs=60)


def certified(tls: Credentials) -> ssl.SSLContext:
    """What a client shows and believes whose files are those now."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    assert tls._certificate is not None
    context.load_cert_chain(tls._certificate, tls._key)
    context.load_verify_locations(tls._authorities)
    return context


async def test_a_listener_of_asyncio_shows_what_the_files_hold_when_somebody_comes(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    tls = mutual(authority, "lobby")
    listener = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=tls.of_listener())
    port = listener.sockets[0].getsockname()[1]

    async def meet(context: ssl.SSLContext) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname=NAME)
        assert await reader.read() == b""
        writer.close()

    old = certified(tls)
    await meet(old)
    Authority(tmp_path).certify("lobby")
    tls.now()
    await meet(certified(tls))
    with pytest.raises(ssl.SSLError):
        await meet(old)
    listener.close()


@pytest.mark.parametrize(
    ("settings", "given", "named"),
    [
        (PortTls, {"GALAXYTABLES_TLS_CERTIFICATE": "there.pem"}, "GALAXYTABLES_TLS_KEY"),
        (PortTls, {"GALAXYTABLES_TLS_AUTHORITIES": "there.pem"}, "GALAXYTABLES_TLS_CERTIFICATE"),
        (CallTls, {"GALAXYTABLES_CALL_CERTIFICATE": "there.pem"}, "GALAXYTABLES_CALL_KEY"),
        (
            CallTls,
            {"GALAXYTABLES_CALL_CERTIFICATE": "a.pem", "GALAXYTABLES_CALL_KEY": "a.key"},
            "GALAXYTABLES_CALL_AUTHORITIES",
        ),
        (CallTls, {"GALAXYTABLES_CALL_AUTHORITIES": "nowhere.pem"}, "GALAXYTABLES_CALL"),
    ],
)
def test_what_does_not_fit_together_is_told_at_the_start(
    settings: type[PortTls] | type[CallTls], given: dict[str, str], named: str
) -> None:
    read = read_settings(settings, given)
    with pytest.raises(SettingError, match=named):
        _ = read.at_port if isinstance(read, PortTls) else read.for_calls


def test_without_settings_everything_is_in_clear_text() -> None:
    assert PortTls().at_port is None
    assert CallTls().for_calls is None
