"""What network policies let through."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Policy = Mapping[str, Any]


@dataclass(frozen=True)
class End:
    """One end of a connection: a pod with its labels and named ports, or with none somebody from outside."""

    labels: Mapping[str, str]
    ports: Mapping[str, int]


def lets_through(policies: Sequence[Policy], source: End, target: End, port: int) -> bool:
    """Whether the source may leave to the target's port, and the target lets it in."""

    def allowed(way: str, pod: End, other: End) -> bool:
        mine = [each["spec"] for each in policies if _of(each, way) and _selects(each["spec"]["podSelector"], pod)]
        rules = [rule for spec in mine for rule in spec.get(way.lower(), [])]
        return not mine or any(_knows(rule, other) and port in _numbers(rule, target) for rule in rules)

    return allowed("Egress", source, target) and allowed("Ingress", target, source)


def _of(policy: Policy, way: str) -> bool:
    return way in policy["spec"]["policyTypes"]


def _knows(rule: Mapping[str, Any], other: End) -> bool:
    peers = rule.get("to", rule.get("from"))
    return peers is None or any(_selects(peer["podSelector"], other) for peer in peers)


def _numbers(rule: Mapping[str, Any], target: End) -> Iterator[int]:
    for each in rule["ports"]:
        if each.get("protocol", "TCP") == "TCP":
            named = each["port"]
            yield target.ports.get(named, -1) if isinstance(named, str) else named


def _selects(selector: Mapping[str, Any], pod: End) -> bool:
    among = selector.get("matchExpressions", [])
    return selector.get("matchLabels", {}).items() <= pod.labels.items() and all(
        each["operator"] == "In" and pod.labels.get(each["key"]) in each["values"] for each in among
    )
