"""Makes the page of the metrics that each process shows at `/metrics`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import ModuleType

from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.metrics_core import Metric

import galaxytables_bots.metrics
import galaxytables_kit.metrics
import galaxytables_lobby.clock.ticks
import galaxytables_lobby.metrics
import galaxytables_serving.metrics
import galaxytables_web.metrics
from tools.reference.markdown import code, page, section, table

_SHOWN_BY: Mapping[str, Sequence[ModuleType]] = {
    "Every process": (galaxytables_serving.metrics,),
    "Rules services": (galaxytables_kit.metrics,),
    "Lobby and clock": (galaxytables_lobby.metrics,),
    "Beat": (galaxytables_lobby.clock.ticks,),
    "Bots": (galaxytables_bots.metrics,),
    "Web": (galaxytables_web.metrics,),
}
_ABOUT = "No table or player ids are in labels."


def metrics_page() -> str:
    """Return the page of metrics, by the processes that show them."""
    sections = (
        section(who, table(["metric", "type", "what it tells"], chain.from_iterable(map(_metrics, modules))))
        for who, modules in _SHOWN_BY.items()
    )
    return page("Metrics", _ABOUT, *sections)


def _metrics(module: ModuleType) -> Iterator[tuple[str, ...]]:
    for value in vars(module).values():
        if isinstance(value, MetricWrapperBase):
            labels = ",".join(value._labelnames)  # noqa: SLF001 - it has no public name
            for family in value.describe():
                yield _metric(family, f"{{{labels}}}" if labels else "")
        elif isinstance(value, galaxytables_lobby.metrics.ScriptTime):
            for family in value.collect():
                labels = ",".join(getattr(family, "_labelnames", ()))
                yield _metric(family, f"{{{labels}}}" if labels else "")


def _metric(family: Metric, labels: str) -> tuple[str, ...]:
    total = "_total" if family.type == "counter" else ""
    return code(f"{family.name}{total}{labels}"), family.type, family.documentation
