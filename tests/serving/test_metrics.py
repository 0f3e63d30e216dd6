import asyncio
import subprocess
import sys
import urllib.request

import grpc
import grpc.aio
import pytest
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import bots_pb2, bots_pb2_grpc, play_pb2, play_pb2_grpc, players_pb2, players_pb2_grpc
from galaxytables_serving import Address, PortInUseError
from galaxytables_serving.metrics import sampling_loop_lag, start_metrics
from tests.serving.conftest import Running

GUEST = {"grpc_service": "galaxytables.lobby.v1.PlayerService", "grpc_method": "CreateGuest"}
PLAY = {"grpc_service": "galaxytables.lobby.v1.PlayService", "grpc_method": "Play"}
HOST = {"grpc_service": "galaxytables.lobby.v1.BotService", "grpc_method": "HostBots"}


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_a_process_that_never_compares_its_clock_shows_no_skew() -> None:
    """As a rules service or a host of bots, in an interpreter of its own."""
    shows = "import prometheus_client; print(prometheus_client.generate_latest().decode())"
    pages = [
        subprocess.run(
            [sys.executable, "-c", f"from galaxytables_serving import metrics; {compares}; {shows}"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for compares in ("pass", "metrics.show_clock_skew(3.0); metrics.show_clock_skew(2.0)")
    ]
    assert "galaxytables_serving 0.0" in pages[0]
    assert ["galaxytables_clock_skew_seconds 2.0" in page for page in pages] == [False, True]


def scrape(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as page:
        return str(page.read(), "utf-8")


async def test_calls_are_counted_by_code_and_timed(running: Running) -> None:
    stub = players_pb2_grpc.PlayerServiceStub(running.channel)
    codes = ("OK", "INVALID_ARGUMENT", "INTERNAL")
    before = {code: value("grpc_server_handled_total", **GUEST, grpc_code=code) for code in codes}
    timed = value("grpc_server_handling_seconds_count", **GUEST)
    for name in ("Ada", "refused", "crash"):
        try:
            await stub.CreateGuest(players_pb2.CreateGuestRequest(name=name), timeout=60)
        except grpc.aio.AioRpcError:
            assert name != "Ada"
    await running.until_idle()
    for code in codes:
        assert value("grpc_server_handled_total", **GUEST, grpc_code=code) == before[code] + 1
    assert value("grpc_server_handling_seconds_count", **GUEST) == timed + 3
    assert value("grpc_server_open_calls", **GUEST) == 0


async def test_open_streams_are_counted_while_they_last(running: Running) -> None:
    cancelled = value("grpc_server_handled_total", **HOST, grpc_code="CANCELLED")
    measured = ("stream_seconds_count", "first_answer_seconds_count", "msg_sent_total")
    before = [value(f"grpc_server_{name}", **HOST) for name in measured]
    stream = bots_pb2_grpc.BotServiceStub(running.channel).HostBots(bots_pb2.HostBotsRequest(), timeout=60)
    await anext(aiter(stream))
    assert value("grpc_server_open_calls", **HOST) == 1
    told = [value(f"grpc_server_{name}", **HOST) - once for name, once in zip(measured, before, strict=True)]
    assert told == [0, 1, 1], "the first answer is measured when it is given"
    stream.cancel()
    await running.streams.left.wait()
    async with asyncio.timeout(60):
        while value("grpc_server_open_calls", **HOST):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert value("grpc_server_handled_total", **HOST, grpc_code="CANCELLED") == cancelled + 1
    assert value("grpc_server_stream_seconds_count", **HOST) == before[0] + 1


async def test_messages_of_streams_are_counted_both_ways(running: Running) -> None:
    names = ("grpc_server_msg_received_total", "grpc_server_msg_sent_total", "grpc_server_first_answer_seconds_count")
    before = [value(name, **PLAY) for name in names]
    stream = play_pb2_grpc.PlayServiceStub(running.channel).Play(timeout=60)
    for number in (1, 2, 3):
        await stream.write(play_pb2.PlayRequest(id=number))
        answer = await stream.read()
        assert isinstance(answer, play_pb2.PlayResponse)
        assert answer.id == number
    assert [value(name, **PLAY) - once for name, once in zip(names, before, strict=True)] == [3, 3, 1]
    await stream.done_writing()


async def test_a_process_says_whether_it_takes_calls(running: Running) -> None:
    assert value("galaxytables_serving") == 1
    await running.server.stop()
    assert value("galaxytables_serving") == 0


async def test_a_page_is_served_while_the_loop_is_busy() -> None:
    endpoint = start_metrics(Address("127.0.0.1", 0), "tester", lambda: True)
    try:
        page = scrape(endpoint.port)  # blocks the loop: only a thread of its own can answer
        assert 'galaxytables_process_info{process="tester"} 1.0' in page
        assert "process_start_time_seconds" in page
        with pytest.raises(PortInUseError, match="set GALAXYTABLES_METRICS_PORT to a free port"):
            start_metrics(Address("127.0.0.1", endpoint.port), "tester", lambda: True)
    finally:
        endpoint.close()
    with pytest.raises(OSError, match="refused"):
        scrape(endpoint.port)


async def test_the_loops_lag_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galaxytables_serving.metrics.LAG_SAMPLE_SECONDS", 0.001)
    before = value("galaxytables_event_loop_lag_seconds_count")
    async with sampling_loop_lag(), asyncio.timeout(60):
        while value("galaxytables_event_loop_lag_seconds_count") < before + 3:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
