"""A process that traces, and what it sends: to a stand-in of a collector, over OTLP."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import grpc.aio
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from galaxytables_serving.spans import Tracer
from galaxytables_serving.tracing import TraceSettings, start_tracing, stop_tracing, trace_with

Tree: TypeAlias = tuple[str, tuple["Tree", ...]]
"""The side and name of a span, and those under it in the order in which they began."""


class Kept(InMemorySpanExporter):
    """Spans that have left the process, once it traces no more."""

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.get_finished_spans() if span.name == name]


@contextmanager
def traced(ratio: float = 1.0, asked: int = 1_000) -> Iterator[Kept]:
    """Trace in the block."""
    kept = Kept()
    trace_with(Tracer(kept, "tester", ratio=ratio, requested=asked))
    try:
        yield kept
    finally:
        stop_tracing()


@dataclass
class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """Takes spans as a collector does."""

    endpoint: str = ""
    spans: list[Span] = field(default_factory=list)
    resources: set[str] = field(default_factory=set)

    async def Export(
        self, request: trace_service_pb2.ExportTraceServiceRequest, _: object
    ) -> trace_service_pb2.ExportTraceServiceResponse:
        for each in request.resource_spans:
            self.resources |= {f"{one.key}={one.value.string_value}" for one in each.resource.attributes}
            self.spans += [span for scope in each.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()

    def trees(self) -> list[Tree]:
        """Every trace, from its root."""
        under: Mapping[bytes, list[Span]] = defaultdict(list)
        known = {span.span_id for span in self.spans}
        for span in sorted(self.spans, key=lambda each: each.start_time_unix_nano):
            under[span.parent_span_id if span.parent_span_id in known else b""].append(span)

        def tree(span: Span) -> Tree:
            side = Span.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_").lower()
            return f"{side} {span.name}", tuple(map(tree, under[span.span_id]))

        return [tree(span) for span in under[b""]]

    def failed(self) -> list[str]:
        return [span.name for span in self.spans if span.status.code == Status.STATUS_CODE_ERROR]

    def attributes(self) -> dict[str, set[str]]:
        """All values of each attribute."""
        found: dict[str, set[str]] = defaultdict(set)
        for span in self.spans:
            for one in span.attributes:
                found[one.key].add(one.value.string_value or str(one.value.int_value))
        return dict(found)


@asynccontextmanager
async def open_collector() -> AsyncIterator[Collector]:
    """A collector that listens."""
    collector = Collector()
    server = grpc.aio.server()
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)
    collector.endpoint = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield collector
    finally:
        await server.stop(None)


@asynccontextmanager
async def collecting(ratio: float = 1.0) -> AsyncIterator[Collector]:
    """Trace in the block, and send to a collector; all has arrived when it ends."""
    async with open_collector() as collector:
        start_tracing(TraceSettings(endpoint=collector.endpoint, ratio=ratio, requested=1_000), "tester")
        try:
            yield collector
        finally:
            await asyncio.to_thread(stop_tracing)
