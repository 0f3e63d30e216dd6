"""Traces: what is sampled, what is told, and that nothing waits for them."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import grpc.aio
import pytest
import structlog
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import SpanKind, StatusCode
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from galaxytables.lobby.v1 import players_pb2, players_pb2_grpc
from galaxytables_serving import Address, SettingError, tracing
from galaxytables_serving.metrics import start_metrics
from galaxytables_serving.settings import read_settings
from galaxytables_serving.spans import Outbox, Tracer, exporter_to, read_traceparent
from galaxytables_serving.tracing import Side, TraceSettings
from tests.ports import free_port
from tests.serving.conftest import Running
from tests.serving.servicers import HIDDEN
from tests.serving.traces import Kept, traced

ROOT = Path(__file__).parents[2]
TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
GIVEN = f"00-{TRACE}-{SPAN}-01"
UNSAMPLED = f"00-{TRACE}-{SPAN}-00"
GUEST = "galaxytables.lobby.v1.PlayerService/CreateGuest"
ALL = """
import sys
import galaxytables_bots.__main__, galaxytables_kit.server, galaxytables_lobby.__main__
import galaxytables_lobby.admin.__main__, galaxytables_web.__main__
imported = {name for name in sys.modules if name.startswith(("opentelemetry.sdk", "opentelemetry.exporter"))}
# The client of Redis that Celery uses looks for figures of the SDK, whether it is told to or not.
import galaxytables_lobby.clock
imported |= {name for name in sys.modules if name.startswith(("opentelemetry.sdk.trace", "opentelemetry.exporter"))}
print(sorted(imported))
"""


def count(outcome: str) -> float:
    return REGISTRY.get_sample_value("galaxytables_spans_total", {"outcome": outcome}) or 0.0


async def guest(running: Running, name: str = "Ada", traceparent: str = "") -> str:
    """Make a guest; how that ended."""
    stub = players_pb2_grpc.PlayerServiceStub(running.channel)
    metadata = (("traceparent", traceparent),) if traceparent else ()
    try:
        await stub.CreateGuest(players_pb2.CreateGuestRequest(name=name), metadata=metadata, timeout=60)
    except grpc.aio.AioRpcError as error:
        return error.code().name
    return "OK"


def test_who_does_not_trace_imports_nothing_for_it() -> None:
    assert read_settings(TraceSettings, {}).endpoint == ""
    command = [sys.executable, "-c", ALL]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout == "[]\n"


async def test_without_an_endpoint_no_call_has_a_span(running: Running) -> None:
    tracing.start_tracing(read_settings(TraceSettings, {}), "tester")
    assert tracing.tracer() is None
    assert await guest(running, traceparent=GIVEN) == "OK"
    assert tracing.current() is None


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GALAXYTABLES_TRACES_ENDPOINT", "collector:4317"),
        ("GALAXYTABLES_TRACES_ENDPOINT", "http://collector:4317/v1/traces"),
        ("GALAXYTABLES_TRACES_RATIO", "1.5"),
        ("GALAXYTABLES_TRACES_RATIO", "-0.1"),
        ("GALAXYTABLES_TRACES_ASKED", "many"),
    ],
)
def test_settings_that_make_no_sense_are_refused(variable: str, value: str) -> None:
    with pytest.raises(SettingError, match=variable):
        read_settings(TraceSettings, {variable: value})


@pytest.mark.parametrize(
    ("text", "sampled"),
    [
        (GIVEN, True),
        (UNSAMPLED, False),
        (f"00-{TRACE}-{SPAN}-03", True),
        (f"cc-{TRACE}-{SPAN}-01-what-comes-later", True),
        (f"00-{TRACE}-{SPAN}-01-more", None),
        (f"ff-{TRACE}-{SPAN}-01", None),
        (f"00-{'0' * 32}-{SPAN}-01", None),
        (f"00-{TRACE}-{'0' * 16}-01", None),
        (GIVEN.upper(), None),
        (f"{GIVEN}\n", None),
        ("", None),
    ],
)
def test_a_trace_context_is_read_as_w3c_has_it(text: str, sampled: bool | None) -> None:
    named = read_traceparent(text)
    assert (None if named is None else bool(named.trace_flags.sampled)) == sampled


async def test_a_call_tells_its_method_and_how_it_ended_and_no_words(running: Running) -> None:
    with traced() as kept:
        assert [await guest(running, name) for name in ("Ada", "refused", "crash")] == [
            *("OK", "INVALID_ARGUMENT", "INTERNAL")
        ]
        await running.until_idle()
    spans = kept.named(GUEST)
    assert all(span.kind is SpanKind.SERVER and span.parent is None for span in spans)
    rpc = {"rpc.system.name": "grpc", "rpc.method": GUEST}
    assert [(dict(span.attributes or {}), span.status.status_code) for span in spans] == [
        ({**rpc, "rpc.response.status_code": "OK"}, StatusCode.UNSET),
        (
            {**rpc, "error.type": "INVALID_NAME", "rpc.response.status_code": "INVALID_ARGUMENT"},
            StatusCode.UNSET,
        ),
        ({**rpc, "error.type": "RuntimeError", "rpc.response.status_code": "INTERNAL"}, StatusCode.ERROR),
    ]
    told = "".join(span.to_json() for span in spans)
    assert [word for word in (HIDDEN, "Ada", "1 to 40") if word in told] == []


async def test_a_task_that_outlives_a_call_is_not_of_its_trace() -> None:
    go_on = asyncio.Event()

    async def later() -> tracing.Span | None:
        await go_on.wait()
        return tracing.current()

    async def handled() -> "asyncio.Task[tracing.Span | None]":
        tracer = tracing.tracer()
        assert tracer is not None
        with tracer.begun("a", Side.SERVER) as span:
            tracing.enter(span)
            assert tracing.current() is span
            return asyncio.create_task(later())

    with traced():
        outlives = await asyncio.create_task(handled())
        go_on.set()
        assert await outlives is None


async def test_a_caller_goes_on_with_its_own_trace_sampled_or_not(running: Running) -> None:
    with traced(ratio=0.0) as kept:
        for given in ("", UNSAMPLED, "nonsense", GIVEN):
            assert await guest(running, traceparent=given) == "OK"
    (span,) = kept.named(GUEST)
    assert span.parent is not None
    assert (f"{span.parent.trace_id:032x}", f"{span.parent.span_id:016x}") == (TRACE, SPAN)
    with traced(ratio=1.0) as kept:
        await guest(running, traceparent=UNSAMPLED)
    assert kept.named(GUEST) == []


def test_strangers_may_ask_for_so_many_traces_a_second() -> None:
    now, kept = 0.0, Kept()
    with closing(Tracer(kept, "tester", ratio=0.0, requested=3, clock=lambda: now)) as tracer:
        metadata = [("traceparent", GIVEN)]
        asked = [tracer.taken("a.B/C", metadata) is not None for _ in range(50)]
        assert asked == [True] * 3 + [False] * 47
        now = 1.0
        assert sum(tracer.taken("a.B/C", metadata) is not None for _ in range(50)) == 3
        # Of processes of ours everything is believed, and of nobody more than that a trace is sampled.
        assert all(tracer.following("a.B/C", GIVEN) is not None for _ in range(50))
        assert tracer.following("a.B/C", UNSAMPLED) is None


def test_a_share_of_calls_begins_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([0.09, 0.1, 0.5, 0.0])
    monkeypatch.setattr("galaxytables_serving.spans.random", SimpleNamespace(random=lambda: next(drawn)))
    with traced(ratio=0.1):
        tracer = tracing.tracer()
        assert tracer is not None
        begun = [tracer.beginning("a", Side.INTERNAL) is not None for _ in range(4)]
    assert begun == [True, False, False, True]


async def test_figures_of_a_traced_call_name_its_trace_to_who_asks_for_openmetrics(running: Running) -> None:
    endpoint = start_metrics(Address("127.0.0.1", 0), "tester", lambda: True)

    def page(accept: str) -> str:
        connection = HTTPConnection("127.0.0.1", endpoint.port, timeout=60)
        connection.request("GET", "/metrics", headers={"accept": accept})
        return str(connection.getresponse().read(), "utf-8")

    try:
        with traced() as kept:
            await guest(running)
        (span,) = kept.named(GUEST)
        assert span.context is not None
        named = f'trace_id="{span.context.trace_id:032x}"'
        told = [line for line in page("application/openmetrics-text; version=1.0.0").splitlines() if named in line]
        assert told
        assert all(line.startswith("grpc_server_handling_seconds_bucket") for line in told)
        assert named not in page("text/plain")
    finally:
        endpoint.close()


class Stuck(SpanExporter):
    """Whoever collects spans and does not answer."""

    def __init__(self) -> None:
        self.entered, self.go_on = threading.Event(), threading.Event()

    def export(self, _: Sequence[ReadableSpan]) -> SpanExportResult:
        self.entered.set()
        self.go_on.wait(20)
        return SpanExportResult.SUCCESS


class Failing(SpanExporter):
    def export(self, _: Sequence[ReadableSpan]) -> SpanExportResult:
        raise RuntimeError(HIDDEN)


def ended() -> ReadableSpan:
    return cast("ReadableSpan", object())


def test_what_finds_the_outbox_full_is_dropped_and_counted_and_nobody_waits() -> None:
    stuck, before = Stuck(), {outcome: count(outcome) for outcome in ("dropped", "sent")}
    outbox = Outbox(stuck, capacity=3, pause=0.001)
    outbox.on_end(ended())
    assert stuck.entered.wait(20)
    for _ in range(10):
        outbox.on_end(ended())
    assert count("dropped") == before["dropped"] + 7
    stuck.go_on.set()
    outbox.shutdown()
    assert count("sent") == before["sent"] + 4
    outbox.on_end(ended())
    assert count("dropped") == before["dropped"] + 8, "it takes none once it is closed"


def test_what_cannot_be_sent_is_counted_and_told_of_once() -> None:
    structlog.reset_defaults()
    before = count("unsent")
    with capture_logs() as told:
        outbox = Outbox(Failing(), pause=0.001)
        for _ in range(600):
            outbox.on_end(ended())
        outbox.shutdown()
    assert count("unsent") == before + 600
    assert [(line["event"], line["log_level"]) for line in told] == [("spans_not_sent", "warning")]


def test_a_collector_that_is_away_is_told_of_by_us_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    structlog.reset_defaults()
    monkeypatch.setattr("galaxytables_serving.spans.EXPORT_SECONDS", 0.2)
    before = count("unsent")
    port = free_port()
    with (
        capture_logs() as told,
        closing(Tracer(exporter_to(f"http://127.0.0.1:{port}"), "t", ratio=1.0, requested=1)) as each,
    ):
        span = each.beginning("a", Side.INTERNAL)
        assert span is not None
        span.end()
    assert count("unsent") == before + 1
    assert [line["event"] for line in told] == ["spans_not_sent"]
    assert caplog.records == []


async def test_calls_go_on_while_nobody_takes_spans(running: Running) -> None:
    stuck = Stuck()
    tracing.trace_with(Tracer(stuck, "tester", ratio=1.0, requested=1))
    try:
        assert [await guest(running) for _ in range(3)] == ["OK"] * 3
        assert not stuck.go_on.is_set()
    finally:
        stuck.go_on.set()
        tracing.stop_tracing()
