"""Commands to real servers: every one answered once, in order, whatever becomes of connections."""

import asyncio
import contextlib
import shutil
import socket
import ssl
import subprocess
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot as redis_key_slot
from structlog.testing import capture_logs

from galaxytables_lobby.adapters.redis.command import (
    MovedError,
    NoScriptError,
    NotMasterError,
    OutOfMemoryError,
    ServerError,
    TryLaterError,
    read_error,
)
from galaxytables_lobby.adapters.redis.connection import Address
from galaxytables_lobby.adapters.redis.topology import LANES, Cluster, key_slot
from galaxytables_lobby.adapters.redis.url import read_url
from galaxytables_lobby.adapters.redis.wire import Wire
from galaxytables_lobby.metrics import STORE_BATCH
from galaxytables_serving import GalaxyError, SettingError
from tests.lobby.house import eventually
from tests.lobby.proxy import Proxy
from tests.lobby.redis_server import RedisServer

# A list for each connection to a server.
LISTS = [
    next(key for number in range(100) if key_slot(key := f"{{l{number}}}") % LANES == lane) for lane in range(LANES)
]


@asynccontextmanager
async def wire_to(url: str, **fields):
    wire = Wire(read_url(url), **fields)
    wire.start()
    try:
        yield wire
    finally:
        await wire.close()


@pytest.fixture
async def wire(redis_server):
    async with wire_to(redis_server.url) as opened:
        yield opened


def reason(reply: object) -> str:
    assert isinstance(reply, GalaxyError)
    return reply.reason


async def test_each_command_is_answered_once_and_in_order(wire):
    replies: list[bytes] = []
    for number in range(1_000):
        wire.send(("ECHO", f"{{x}}{number}"), replies.append)
    assert replies == []
    await eventually(lambda: len(replies) >= 1_000)
    await wire.run("ECHO", "{x}")
    assert replies == [b"{x}%d" % number for number in range(1_000)]


async def test_what_shares_a_slot_keeps_its_order_over_several_connections(wire, redis_server):
    replies: dict[str, list[int]] = {key: [] for key in LISTS}
    for number in range(300):
        for key in LISTS:
            # Long enough for many turns of the server.
            wire.send(("RPUSH", key, b"%04d" % number + bytes(1_000)), replies[key].append)
    await eventually(lambda: all(len(each) == 300 for each in replies.values()))
    assert list(replies.values()) == [list(range(1, 301))] * LANES
    for key in LISTS:
        assert [int(entry[:4]) for entry in await wire.run("LRANGE", key, 0, -1)] == list(range(300))
    with redis_server.client() as client:
        sent = [each["name"] for each in client.client_list() if each["cmd"] in ("rpush", "lrange")]
    assert len(sent) == LANES


async def test_commands_of_one_turn_leave_together(wire):
    await wire.run("PING")
    batches, commands = STORE_BATCH._buckets, STORE_BATCH._sum
    before = (sum(each.get() for each in batches), commands.get())
    await asyncio.gather(*(wire.run("PING") for _ in range(50)))
    assert (sum(each.get() for each in batches) - before[0], commands.get() - before[1]) == (1, 50)


async def test_a_failing_listener_takes_no_answer_from_others(wire):
    replies: list[object] = []

    def fail(_: object) -> None:
        raise RuntimeError("as if something had gone wrong")

    with capture_logs() as logs:
        for listener in (replies.append, fail, replies.append):
            wire.send(("ECHO", "x"), listener)
        await eventually(lambda: len(replies) == 2)
    assert [each["event"] for each in logs] == ["store_reply_failed"]
    assert await wire.run("ECHO", "on") == b"on"


async def test_a_refusal_is_told_by_its_first_word_only(wire):
    await wire.run("SET", "text", "a word")
    with capture_logs() as logs:
        replies = await asyncio.gather(
            wire.run("INCR", "text"), wire.run("secret-command"), wire.run("GET", "text"), return_exceptions=True
        )
    assert [reason(each) for each in replies[:2]] == ["STORE_UNAVAILABLE"] * 2
    assert replies[2] == b"a word"
    assert [(each["event"], each["error"]) for each in logs] == [("store_refused", "ERR")] * 2


async def test_an_unknown_script_is_an_answer(wire):
    with pytest.raises(NoScriptError):
        await wire.run("EVALSHA", "0" * 40, 0)


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("READONLY You can't write against a read only replica.", NotMasterError, "READONLY"),
        (
            "ERR Error running script (call to f_x): @user_script:1: @user_script: 1: -READONLY You can't write",
            NotMasterError,
            "READONLY",
        ),
        (
            "ERR Error running script (call to f_x): @user_script:3: @user_script: 3: -OOM command",
            OutOfMemoryError,
            "OOM",
        ),
        ("ERR Error running script (call to f_x): @user_script:3: attempt to index a nil value", ServerError, "ERR"),
        ("LOADING Redis is loading the dataset in memory", TryLaterError, "LOADING"),
        ("TRYAGAIN Multiple keys request during rehashing of slot", TryLaterError, "TRYAGAIN"),
        ("ERR unknown command `a secret`", ServerError, "ERR"),
        ("what-ever", ServerError, "UNKNOWN"),
    ],
)
def test_errors_are_sorted_by_what_helps(text, kind, word):
    error = read_error(text)
    assert (type(error), str(error)) == (kind, word)


def test_a_redirection_says_where_to():
    moved, asked = read_error("MOVED 866 10.0.0.3:6379"), read_error("ASK 866 ::1:6379")
    assert isinstance(moved, MovedError)
    assert isinstance(asked, MovedError)
    assert (moved.slot, moved.host, moved.port, moved.asking) == (866, "10.0.0.3", 6379, False)
    assert (asked.host, asked.asking) == ("::1", True)


async def test_what_was_under_way_at_a_broken_connection_is_sent_once_more_in_order(redis_server):
    proxy = Proxy(redis_server.port)
    await proxy.start()
    async with wire_to(proxy.url) as wire:
        await wire.run("PING")
        proxy.swallow = 1
        replies: list[bytes] = []
        # The proxy takes this for a commit: it goes through, and the connection breaks before the answer.
        script = "return redis.call('RPUSH', KEYS[1], ARGV[1])"
        wire.send(("EVAL", script, 1, "x:events", "first"), replies.append)
        for number in range(20):
            wire.send(("RPUSH", "x:events", number), replies.append)
        await eventually(lambda: len(replies) >= 21)
        assert proxy.swallowed == 1
        assert replies == sorted(replies)
        kept = await wire.run("LRANGE", "x:events", -21, -1)
        assert kept == [b"first", *(b"%d" % number for number in range(20))]
    await proxy.stop()


async def test_a_broken_connection_holds_up_its_own_lane_only(redis_server):
    proxy = Proxy(redis_server.port)
    await proxy.start()
    broken, *others = LISTS
    replies: dict[str, list[int]] = {key: [] for key in LISTS}
    async with wire_to(proxy.url) as wire:
        for key in LISTS:
            await wire.run("DEL", key)
        proxy.swallow = 1
        script = "return redis.call('RPUSH', KEYS[2], ARGV[1])"
        wire.send(("EVAL", script, 2, f"{broken}:events", broken, "first"), replies[broken].append)
        for number in range(20):
            for key in LISTS:
                wire.send(("RPUSH", key, number), replies[key].append)
        await eventually(lambda: len(replies[broken]) >= 21 and all(len(replies[key]) >= 20 for key in others))
        assert proxy.swallowed == 1
        # What its server has done already is done once more there, and nowhere else.
        assert replies[broken] == sorted(replies[broken])
        assert [replies[key] for key in others] == [list(range(1, 21))] * len(others)
        kept = await wire.run("LRANGE", broken, -21, -1)
        assert kept == [b"first", *(b"%d" % number for number in range(20))]
    await proxy.stop()


async def test_no_more_than_so_many_wait_for_a_server_that_hangs(redis_server, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.adapters.redis.connection.MAX_WAITING", 50)
    monkeypatch.setattr("galaxytables_lobby.adapters.redis.wire.MAX_WAITING", 50)
    replies: list[object] = []
    async with wire_to(redis_server.url, timeout=60.0, patience=60.0) as wire:
        await wire.run("PING")
        with redis_server.frozen():
            for _ in range(400):
                wire.send(("ECHO", bytes(100_000)), replies.append)
                await asyncio.sleep(0)
            assert 0 < len(replies) < 400
            assert {reason(each) for each in replies} == {"STORE_UNAVAILABLE"}
        await eventually(lambda: len(replies) == 400)
        assert await wire.run("ECHO", "on") == b"on"


async def test_while_nobody_listens_only_so_many_wait_and_not_for_ever(monkeypatch, tmp_path):
    monkeypatch.setattr("galaxytables_lobby.adapters.redis.wire.MAX_WAITING", 10)
    replies: list[object] = []
    async with wire_to(f"unix://{tmp_path}/nobody", patience=0.3) as wire:
        for _ in range(30):
            wire.send(("PING",), replies.append)
        await asyncio.sleep(0)
        assert len(replies) == 20
        await eventually(lambda: len(replies) == 30)
    assert {reason(each) for each in replies} == {"STORE_UNAVAILABLE"}


async def test_who_waits_when_the_wire_is_closed_hears_so_once(redis_server):
    replies: list[object] = []
    async with wire_to(redis_server.url) as wire:
        await wire.run("PING")
        with redis_server.frozen():
            wire.send(("PING",), replies.append)
            await asyncio.sleep(0)
            await wire.close()
        wire.send(("PING",), replies.append)
        await asyncio.sleep(0)
    assert [reason(each) for each in replies] == ["STORE_UNAVAILABLE"] * 2


@pytest.fixture
def guarded(tmp_path):
    """A server behind a password, a user's rights and a socket of the file system."""
    server = RedisServer(tmp_path, options=("--requirepass", "default's own", "--unixsocket", str(tmp_path / "socket")))
    server.start()
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "ada", "on", ">s:e/c@ret", "+@all", "-role", "~*")
    yield server
    server.kill()


async def test_user_password_database_and_socket_are_those_of_the_address(guarded, tmp_path):
    urls = (
        f"redis://ada:s%3Ae%2Fc%40ret@127.0.0.1:{guarded.port}/3",
        f"redis://:default%27s%20own@127.0.0.1:{guarded.port}/3",
        f"redis://ada:s%3Ae%2Fc%40ret@127.0.0.1:{guarded.port}?db=3",
        f"unix://ada:s%3Ae%2Fc%40ret@{tmp_path}/socket?db=3",
    )
    for number, url in enumerate(urls):
        async with wire_to(url) as wire:
            assert await wire.run("INCR", "seen") == number + 1
    async with wire_to(f"redis://:default%27s%20own@127.0.0.1:{guarded.port}/2") as wire:
        assert await wire.run("EXISTS", "seen") == 0


async def test_a_wrong_password_is_no_store_and_stands_in_no_log(guarded):
    with capture_logs() as logs:
        async with wire_to(f"redis://ada:wrong-secret@127.0.0.1:{guarded.port}/0", patience=0.2) as wire:
            with pytest.raises(GalaxyError) as caught:
                await wire.run("PING")
    assert caught.value.reason == "STORE_UNAVAILABLE"
    assert "WRONGPASS" in str(logs)
    assert "wrong-secret" not in str(logs)
    assert "wrong-secret" not in repr(wire._topology.login)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Key and certificate of `localhost` in one file."""
    made = tmp_path / "localhost.pem"
    command = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2")
    names = ("-addext", "subjectAltName=DNS:localhost", "-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "own"))
    subprocess.run((*command, *names), check=True, capture_output=True)
    made.write_bytes((tmp_path / "key").read_bytes() + (tmp_path / "own").read_bytes())
    return made


@asynccontextmanager
async def behind_tls(certificate: Path, port: int):
    """A port where a server is reached over TLS."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
            writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_redis_reader, to_redis_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(forward(reader, to_redis_writer), forward(to_redis_reader, writer))

    server = await asyncio.start_server(serve, "localhost", 0, ssl=context, family=socket.AF_INET)
    yield server.sockets[0].getsockname()[1]
    server.close()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
async def test_over_tls_the_server_must_be_who_it_says(redis_server, certificate):
    async with behind_tls(certificate, redis_server.port) as port:
        for host, options, good in (
            ("localhost", f"?ssl_ca_certs={certificate}", True),
            ("localhost", "?ssl_cert_reqs=none", True),
            ("127.0.0.1", f"?ssl_ca_certs={certificate}&ssl_check_hostname=false", True),
            ("127.0.0.1", f"?ssl_ca_certs={certificate}", False),
            ("localhost", "", False),
        ):
            async with wire_to(f"rediss://{host}:{port}/0{options}", patience=5.0 if good else 0.5) as wire:
                replies = await asyncio.gather(wire.run("ECHO", "x"), return_exceptions=True)
            assert (replies[0] == b"x") is good, (host, options, replies)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://host:1/0", "starts with redis://"),
        ("unix+cluster:///x", "starts with redis://"),
        ("redis://:a-secret@host:port/0", "ValueError"),
        ("redis://:a-secret@host:1/nought", "the database is a number"),
        ("redis://:a-secret@host:1/0?max=3", "knows no option max"),
        ("redis://:a-secret@one:1,two:2/0", "names several servers"),
        ("redis+cluster://:a-secret@one:1,two:2/5", "a cluster has database 0 only"),
        ("rediss://:a-secret@host:1/0?ssl_ca_certs=/nowhere", "FileNotFoundError"),
        ("rediss://:a-secret@host:1/0?ssl_cert_reqs=perhaps", "ssl_cert_reqs is required or none"),
        ("unix://", "names no socket"),
    ],
)
def test_an_address_that_makes_no_sense_is_refused_without_being_quoted(url, said):
    with pytest.raises(SettingError) as caught:
        read_url(url)
    assert said in str(caught.value)
    assert "a-secret" not in str(caught.value)


def test_a_cluster_may_be_named_by_several_of_its_nodes():
    topology = read_url("redis+cluster://one:7001,[::1]:7002,three")
    assert isinstance(topology, Cluster)
    assert topology._seeds == (Address("one", 7001), Address("::1", 7002), Address("three", 6379))


@given(st.text(), st.text(), st.text())
def test_slots_are_those_of_redis(before, tag, after):
    for key in (before, f"{before}{{{tag}}}{after}", f"{{{tag}}}{after}", f"{before}{{{after}"):
        assert key_slot(key) == redis_key_slot(key.encode())
