"""The page of the metrics: what each process shows at `/metrics`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import ModuleType

from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.metrics_core import Metric

import services.bots.metrics
import services.kit.metrics
import services.lobby.clock.metrics
import services.lobby.metrics
import services.serving.counts
import services.serving.metrics
import services.web.metrics
from tools.reference.markdown import code, page, section, table

_SHOWN_BY: Mapping[str, Sequence[ModuleType]] = {
    "Every process": (services.serving.counts, services.serving.metrics),
    "Rules services": (services.kit.metrics,),
    "Lobby and clock": (services.lobby.metrics,),
    "Beat": (services.lobby.clock.metrics,),
    "Bots": (services.bots.metrics,),
    "Web": (services.web.metrics,),
}
_KEPT_ELSEWHERE = (
    services.lobby.metrics.ScriptTime,
    services.serving.counts.Calls,
    services.serving.counts.StreamMessages,
)
_ABOUT = "No table or player ids are in labels."


def metrics_page() -> str:
    """All metrics, by who shows them."""
    sections = (
        section(who, table(["metric", "type", "what it tells"], chain.from_iterable(map(_metrics, modules))))
        for who, modules in _SHOWN_BY.items()
    )
    return page("Metrics", _ABOUT, *sections)


def _metrics(module: ModuleType) -> Iterator[tuple[str, ...]]:
    for value in vars(module).values():
        if isinstance(value, MetricWrapperBase):
            labels = ",".join(value._labelnames)  # noqa: SLF001 - told nowhere else
            for family in value.describe():
                yield _metric(family, f"{{{labels}}}" if labels else "")
        elif isinstance(value, _KEPT_ELSEWHERE):
            for family in value.collect():
                labels = ",".join(getattr(family, "_labelnames", ()))
                yield _metric(family, f"{{{labels}}}" if labels else "")


def _metric(family: Metric, labels: str) -> tuple[str, ...]:
    total = "_total" if family.type == "counter" else ""
    return code(f"{family.name}{total}{labels}"), family.type, family.documentation
