"""The manifests, run: every pod with the command, user, root, secrets and probes that they say, and whom it calls."""

import copy
import json
from pathlib import Path

import pytest
import yaml

from tests.deploy.cluster.players import TABLES
from tests.deploy.cluster.policies import End, lets_through
from tests.deploy.cluster.starting import needs_a_node, played

TOP = Path(__file__).parents[2]
INSIDE = TOP / "tests" / "deploy" / "overlays" / "inside"
"""The trial, with TLS between the pods."""
WORKLOADS = {"jump-rules": 2, "lobby": 2, "web": 2, "bots": 1, "clock-worker": 2, "clock-beat": 1}
STORES = {"redis": 1, "postgres": 1}
CONNECTIONS = {
    ("players", "lobby", 5100),
    ("players", "web", 5180),
    ("web", "lobby", 5100),
    ("bots", "lobby", 5100),
    ("lobby", "jump-rules", 5100),
    ("lobby", "redis", 6379),
    ("lobby", "postgres", 5432),
    ("clock-worker", "jump-rules", 5100),
    ("clock-worker", "redis", 6379),
    ("clock-worker", "postgres", 5432),
    ("clock-beat", "redis", 6379),
}
# A job is over before the next look, or is not.
OF_A_MOMENT = {("archive-migrate", "postgres", 5432)}

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    return played("rehearsal", INSIDE, tmp_path_factory.mktemp("pods"))


@needs_a_node
@pytest.mark.release
def test_every_pod_starts_and_is_ready_as_its_probes_say(seen):
    started = [pod["workload"] for pod in seen["pods"].values()]
    assert {workload: started.count(workload) for workload in started} == WORKLOADS | STORES
    assert seen["unanswered"] == []


@needs_a_node
@pytest.mark.release
def test_no_pod_has_privileges_or_can_write_where_it_should_not(seen):
    for name, pod in seen["pods"].items():
        wanted = "999" if pod["workload"] in STORES else "10001"
        assert set(pod["users"]) == {wanted}, name
        assert int(pod["capabilities"], 16) == 0, name
        assert pod["no_new_privileges"] == "1", name
        assert pod["can_be_written"] == [], name


@needs_a_node
@pytest.mark.release
def test_people_play_on_while_everything_is_replaced(seen):
    said = json.loads(seen["players"]["said"])
    assert seen["players"]["code"] == 0
    assert said["games"] > 2 * TABLES, "games were over before and after"
    assert said["asked"] > 0
    assert said["in_vain"] == 0
    replaced = [name.rpartition("-")[0] for name in seen["codes"]]
    assert {workload: replaced.count(workload) for workload in replaced} == WORKLOADS
    assert set(seen["codes"].values()) == {0}, "they were asked to end, and ended by themselves"


@needs_a_node
@pytest.mark.release
def test_policies_let_through_what_is_called_and_nothing_else_is_called(seen):
    assert seen["not_allowed"] == []
    assert set(map(tuple, seen["seen"])) - OF_A_MOMENT == CONNECTIONS


PORTS = {"lobby": {"grpc": 5100, "metrics": 9100}, "rules": {"grpc": 5100, "metrics": 9100}}


def end(component):
    labels = {"app.kubernetes.io/component": component, "app.kubernetes.io/part-of": "galaxytables"}
    return End(labels, PORTS.get(component, {}))


OUTSIDE = End({}, {})


@pytest.fixture(scope="module")
def policies():
    network = TOP / "deploy" / "k8s" / "base" / "network.yaml"
    return [each for each in yaml.safe_load_all(network.read_text()) if each]


@pytest.mark.parametrize(
    ("source", "target", "port", "passes"),
    [
        (end("lobby"), end("rules"), 5100, True),
        (end("lobby"), end("lobby"), 5190, False),
        (OUTSIDE, end("lobby"), 5100, True),
        (OUTSIDE, end("lobby"), 9100, True),
        (OUTSIDE, end("lobby"), 5190, False),
        (end("bots"), end("lobby"), 5190, False),
        (OUTSIDE, end("rules"), 5100, False),
        (end("web"), end("rules"), 5100, False),
        (end("bots"), OUTSIDE, 5432, False),
        (end("rules"), OUTSIDE, 443, False),
        (end("lobby"), OUTSIDE, 6379, True),
        (end("lobby"), OUTSIDE, 443, False),
    ],
)
def test_policies_say_who_may_call_whom(policies, source, target, port, passes):
    labelled = copy.deepcopy(policies)
    assert lets_through(labelled, source, target, port) is passes


@pytest.mark.parametrize(
    ("component", "passes"), [("lobby", True), ("rules", True), ("clock-beat", True), ("bots", False), ("redis", False)]
)
def test_whoever_traces_may_call_the_collector_and_nobody_else(policies, component, passes):
    source = end(component)
    assert not lets_through(policies, source, OUTSIDE, 4317)
    traces = TOP / "deploy" / "k8s" / "components" / "traces" / "network.yaml"
    assert lets_through([*policies, yaml.safe_load(traces.read_text())], source, OUTSIDE, 4317) is passes


def test_where_players_sign_in_the_lobby_may_call_providers_and_nobody_else_may(policies):
    sign_in = yaml.safe_load((TOP / "deploy" / "k8s" / "components" / "sign-in" / "network.yaml").read_text())
    assert lets_through([*policies, sign_in], end("lobby"), OUTSIDE, 443)
    assert not lets_through([*policies, sign_in], end("rules"), OUTSIDE, 443)


def test_a_policy_that_is_missing_is_noticed(policies):
    without = [each for each in policies if each["metadata"]["name"] != "lobby"]
    assert not lets_through(without, end("lobby"), end("rules"), 5100)
