"""Counts calls and stream messages in plain numbers, since every choice counts several.

Counters of prometheus-client take a lock each time. These are changed only on the event loop, and read when Prometheus
scrapes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

Names: TypeAlias = tuple[str, ...]
"""A service and a method."""

_LABELS = ("grpc_service", "grpc_method")


@dataclass(slots=True)
class CallCount:
    """Calls of a method."""

    started: int = 0
    open: int = 0
    handled: dict[str, int] = field(default_factory=dict)
    """How many have ended, by code."""

    def begin(self) -> None:
        """Count a call that begins."""
        self.started += 1
        self.open += 1

    def end(self, code: str) -> None:
        """Count a call that ends."""
        self.open -= 1
        self.handled[code] = self.handled.get(code, 0) + 1


class Calls(Collector):
    """Counts of calls, by service and method."""

    def __init__(self) -> None:
        """Create it without any counts."""
        self._counts: dict[Names, CallCount] = {}

    def of(self, names: Names) -> CallCount:
        """Return the counts of a service and method."""
        return self._counts.setdefault(names, CallCount())

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """Return all counts."""
        started = CounterMetricFamily("grpc_server_started", "Calls that reached a handler.", labels=_LABELS)
        handled = CounterMetricFamily(
            "grpc_server_handled", "Calls that ended, by code.", labels=(*_LABELS, "grpc_code")
        )
        under_way = GaugeMetricFamily("grpc_server_open_calls", "Calls and streams under way.", labels=_LABELS)
        for names, count in list(self._counts.items()):
            started.add_metric(names, count.started)
            under_way.add_metric(names, count.open)
            for code, number in list(count.handled.items()):
                handled.add_metric((*names, code), number)
        yield started
        yield handled
        yield under_way


@dataclass(slots=True)
class MessageCount:
    """Messages that the streams of a method received and sent."""

    received: int = 0
    sent: int = 0


class StreamMessages(Collector):
    """Counts of stream messages, by service and method."""

    def __init__(self) -> None:
        """Create it without any counts."""
        self._counts: dict[Names, MessageCount] = {}

    def of(self, names: Names) -> MessageCount:
        """Return the counts of a service and method."""
        return self._counts.setdefault(names, MessageCount())

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Return both counts."""
        received = CounterMetricFamily("grpc_server_msg_received", "Messages that streams took.", labels=_LABELS)
        sent = CounterMetricFamily("grpc_server_msg_sent", "Messages that streams gave.", labels=_LABELS)
        for names, count in list(self._counts.items()):
            received.add_metric(names, count.received)
            sent.add_metric(names, count.sent)
        yield received
        yield sent


CALLS, STREAM_MESSAGES = Calls(), StreamMessages()
REGISTRY.register(CALLS)
REGISTRY.register(STREAM_MESSAGES)
