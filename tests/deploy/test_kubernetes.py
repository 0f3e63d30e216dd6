"""The manifests: valid, whole, and safe to run."""

import re
import shutil
import subprocess
from functools import cache, partial
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from galaxytables_lobby.adapters.oidc.settings import SignInSettings
from galaxytables_lobby.settings import DeliverySettings
from galaxytables_lobby.settings import Settings as LobbySettings
from galaxytables_platform.games import SERVICES, bots_of, games_in
from galaxytables_serving import Limits
from galaxytables_serving.liveness import ALIVE, TURN_SECONDS
from galaxytables_serving.settings import read_settings, variables_of
from galaxytables_serving.tracing import TraceSettings
from galaxytables_web.site import HEALTH
from tools.manifests import AUTOSCALING, FOLDER, MONITORING, RELEASE, RULES, autoscaling, manifests, monitoring, release
from tools.manifests import main as write_manifests

TOP = Path(__file__).parents[2]
K8S = TOP / "deploy" / "k8s"
BASE, COMPONENTS = K8S / "base", K8S / "components"
OVERLAYS = ["production", "trial"]
# What they hold are kinds that a cluster learns of operators and gateways.
CUSTOM = {MONITORING, *(COMPONENTS / name for name in ("gateway", "gateway-tls", "external-secrets", "tls"))}
KUBERNETES = "1.32"
COMPONENT = "app.kubernetes.io/component"
needs_kubectl = pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is what puts the files together")
GAMES = games_in(SERVICES)


def documents(text):
    # Written in C, it reads all files many times as fast.
    return [document for document in yaml.load_all(text, yaml.CSafeLoader) if document]


def files():
    """All but those of kinds that only some clusters know."""
    found = (path for path in K8S.rglob("*.yaml") if path.name != "kustomization.yaml")
    return sorted(path for path in found if path.parent not in CUSTOM)


def all_documents():
    return [document for path in files() for document in documents(path.read_text())]


@cache
def put_together(folder):
    command = ["kubectl", "kustomize", str(folder)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def built(overlay):
    """The manifests as a cluster gets them."""
    return documents(put_together(K8S / "overlays" / overlay))


def of_kind(kind, found):
    return {document["metadata"]["name"]: document for document in found if document["kind"] == kind}


def pods():
    for document in all_documents():
        if document["kind"] in {"Deployment", "StatefulSet", "Job"}:
            yield document["metadata"]["name"], document["spec"]["template"]["spec"]
        elif document["kind"] == "CronJob":
            yield document["metadata"]["name"], document["spec"]["jobTemplate"]["spec"]["template"]["spec"]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(K8S)))
def test_every_file_fits_the_schemas(path):
    for document in documents(path.read_text()):
        kubernetes_validate.validate(document, KUBERNETES, strict=True)


def test_the_schemas_do_refuse_what_is_wrong():
    deployment = next(document for document in all_documents() if document["kind"] == "Deployment")
    deployment["spec"]["template"]["spec"]["containers"][0]["imagePullPolice"] = "Always"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(deployment, KUBERNETES, strict=True)


@needs_kubectl
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_build_fits_the_schemas(overlay):
    made = built(overlay)
    kinds = {
        document["apiVersion"]
        for path in CUSTOM
        for file in path.glob("*.yaml")
        for document in documents(file.read_text())
    }
    for document in made:
        if document["apiVersion"] not in kinds:
            kubernetes_validate.validate(document, KUBERNETES, strict=True)
    assert {"ConfigMap", "Deployment", "Service", "StatefulSet", "PodDisruptionBudget"} <= {
        each["kind"] for each in made
    }


@pytest.mark.parametrize(
    "path", sorted(K8S.rglob("kustomization.yaml")), ids=lambda path: str(path.parent.relative_to(K8S))
)
def test_kustomizations_name_what_exists(path):
    kustomization = yaml.safe_load(path.read_text())
    named = kustomization.get("resources", []) + kustomization.get("components", [])
    for resource in named:
        assert (path.parent / resource).exists()
    listed = {(path.parent / resource).resolve() for resource in named}
    beside = {file.resolve() for file in path.parent.glob("*.yaml") if file != path}
    assert beside <= listed


def test_the_manifests_of_the_games_are_current():
    lying = {str(path.relative_to(FOLDER)): path.read_text() for path in FOLDER.rglob("*.yaml")}
    assert lying == manifests(), "make manifests"
    assert AUTOSCALING.read_text() == autoscaling(), "make manifests"
    assert RELEASE.read_text() == release(), "make manifests"


def test_what_wakes_somebody_is_what_the_prometheus_operator_is_told():
    assert {path.name: path.read_text() for path in MONITORING.glob("*.yaml")} == monitoring(), "make manifests"
    for name in ("alerts", "recording"):
        (told,) = documents((MONITORING / f"{name}.yaml").read_text())
        assert (told["apiVersion"], told["kind"]) == ("monitoring.coreos.com/v1", "PrometheusRule")
        assert told["spec"] == yaml.safe_load((RULES / f"{name}.yaml").read_text())


def test_the_figures_of_every_process_are_read():
    (monitor,) = documents((MONITORING / "pods.yaml").read_text())
    assert monitor["kind"] == "PodMonitor"
    (endpoint,) = monitor["spec"]["podMetricsEndpoints"]
    assert {"targetLabel": "job", "replacement": "galaxytables"} in endpoint["relabelings"]
    # Each overlay gives it to pods too.
    (labels,) = yaml.safe_load((COMPONENTS / "release" / "kustomization.yaml").read_text())["labels"]
    assert monitor["spec"]["selector"]["matchLabels"] == labels["pairs"]
    assert labels["includeTemplates"]
    unread = {
        name
        for name, pod in pods()
        for container in pod["containers"]
        if endpoint["port"] not in {port["name"] for port in container.get("ports", [])}
    }
    jobs = {"archive-migrate", "archive-backup", "archive-restore", "redis-backup", "redis-restore"}
    assert unread <= {"redis", "redis-sentinel", "postgres"} | jobs


def test_a_new_game_is_deployed_by_writing_the_manifests_anew(tmp_path, monkeypatch):
    for game in ("jump", "newcomer"):
        package = tmp_path / "services" / game / f"galaxytables_{game}"
        (package / "bots").mkdir(parents=True)
        for module in ("rules.py", "__main__.py"):
            (package / module).touch()
    (tmp_path / "services/newcomer/galaxytables_newcomer/bots/__init__.py").touch()
    monkeypatch.setattr("tools.manifests.games_in", partial(games_in, top=tmp_path))
    monkeypatch.setattr("tools.manifests.bots_of", partial(bots_of, top=tmp_path))
    shutil.copytree(K8S, tmp_path / "k8s")
    games, scaled = tmp_path / "k8s" / "base" / "games", tmp_path / "rules.yaml"
    write_manifests(games, tmp_path / "k8s" / "components" / "monitoring", scaled, tmp_path / "release.yaml")
    assert not (games / "race").exists()
    assert set(of_kind("HorizontalPodAutoscaler", documents(scaled.read_text()))) == {"jump-rules", "newcomer-rules"}
    settings = check_deployed(games, {"jump": "galaxytables_jump", "newcomer": "galaxytables_newcomer"})
    assert settings["/data/GALAXYTABLES_BOTS"] == "newcomer=galaxytables_newcomer.bots"


def test_every_game_is_deployed():
    assert len(GAMES) > 3
    check_deployed(FOLDER, GAMES)


def check_deployed(folder, games):
    """Each game has a rules service of its own, which the lobby is told of; give the settings of lobby and bots."""
    together = yaml.safe_load((folder / "kustomization.yaml").read_text())
    assert set(together["resources"]) == games.keys()
    settings = patched(together)
    targets = settings["/data/GALAXYTABLES_GAMES"].split(",")
    assert sorted(targets) == sorted(f"{game}=dns:///{game}-rules:5100" for game in games)
    for game, package in games.items():
        own = yaml.safe_load((folder / game / "kustomization.yaml").read_text())
        assert own["namePrefix"] == f"{game}-"
        assert own["labels"][0]["pairs"] == {"galaxytables/game": game}
        container = "/spec/template/spec/containers/0"
        assert patched(own) == {f"{container}/args": [package], f"{container}/image": f"galaxytables-{game}"}
    return settings


def patched(kustomization):
    (patch,) = kustomization["patches"]
    return {change["path"]: change["value"] for change in yaml.safe_load(patch["patch"])}


@needs_kubectl
def test_the_files_of_the_games_come_together_in_services_that_are_named_so():
    made = built("trial")
    deployed = {
        name: document["spec"]["template"]["spec"]["containers"][0]["args"]
        for name, document in of_kind("Deployment", made).items()
        if "galaxytables/game" in document["metadata"].get("labels", {})
    }
    assert deployed == {f"{game}-rules": [package] for game, package in GAMES.items()}
    assert deployed.keys() <= of_kind("Service", made).keys()
    settings = of_kind("ConfigMap", made)["galaxytables-settings"]["data"]
    assert len(settings["GALAXYTABLES_GAMES"].split(",")) == len(GAMES)


@needs_kubectl
def test_traces_go_where_an_overlay_says_and_nowhere_without(tmp_path):
    shutil.copytree(K8S, tmp_path / "k8s")
    overlay = tmp_path / "k8s" / "overlays" / "traced"
    overlay.mkdir()
    written = {"resources": ["../trial"], "components": ["../../components/traces"]}
    (overlay / "kustomization.yaml").write_text(yaml.safe_dump(written))
    made = documents(put_together(overlay))
    settings = of_kind("ConfigMap", made)["galaxytables-settings"]["data"]
    given = {name: value for name, value in settings.items() if name.startswith("GALAXYTABLES_TRACES_")}
    assert read_settings(TraceSettings, given).endpoint.endswith(":4317")
    assert "traces" in of_kind("NetworkPolicy", made)
    assert not any("GALAXYTABLES_TRACES" in put_together(K8S / "overlays" / each) for each in OVERLAYS)


@pytest.mark.parametrize(
    ("component", "readers", "settings"),
    [
        ("sign-in", {"lobby"}, SignInSettings),
        ("notifications", {"lobby", "clock-worker"}, DeliverySettings),
    ],
)
def test_how_players_come_back_and_are_notified_is_told_to_those_who_need_it(component, readers, settings):
    told, given = yaml.safe_load((COMPONENTS / component / "kustomization.yaml").read_text())["patches"]
    values = {change["path"].removeprefix("/data/"): change["value"] for change in yaml.safe_load(told["patch"])}
    secrets = [change["value"] for change in yaml.safe_load(given["patch"])]
    assert told["target"] == {"kind": "ConfigMap", "name": "galaxytables-settings"}
    assert {each["valueFrom"]["secretKeyRef"]["name"] for each in secrets} == {f"galaxytables-{component}"}
    assert values.keys() | {each["name"] for each in secrets} == {variable.name for variable in variables_of(settings)}
    read_settings(settings, values)
    deployments = of_kind("Deployment", all_documents())
    assert {name for name in deployments if re.fullmatch(given["target"]["name"], name)} == readers


@needs_kubectl
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_an_overlay_has_one_version_one_label_and_one_namespace(overlay):
    images = yaml.safe_load(RELEASE.read_text())["images"]
    ours = {f"{image['name']}:{image['newTag']}" for image in images}
    for kind in ("Deployment", "StatefulSet", "Job"):
        for document in of_kind(kind, built(overlay)).values():
            pod = document["spec"]["template"]
            assert pod["metadata"]["labels"]["app.kubernetes.io/part-of"] == "galaxytables"
            image = pod["spec"]["containers"][0]["image"]
            assert image in ours or image.startswith("docker.io/library/")
    assert {document["metadata"]["namespace"] for document in built(overlay)} == {"galaxytables"}


@needs_kubectl
def test_production_has_what_an_operator_watches_and_takes_by_hand():
    made = built("production")
    found = {(document["kind"], document["metadata"]["name"]) for document in made}
    assert {("Deployment", "admin"), ("NetworkPolicy", "admin"), ("PodMonitor", "galaxytables")} <= found
    assert {("PrometheusRule", "galaxytables-alerts"), ("PrometheusRule", "galaxytables-recording")} <= found
    assert {("GRPCRoute", "lobby"), ("HTTPRoute", "web"), ("ExternalSecret", "galaxytables-token-keys")} <= found


def containers_of(made):
    return {
        name: (each["spec"]["template"]["spec"], each["spec"]["template"]["spec"]["containers"][0])
        for name, each in of_kind("Deployment", made).items()
    }


@needs_kubectl
def test_production_speaks_tls_between_its_pods_and_is_probed_without():
    made = built("production")
    settings = of_kind("ConfigMap", made)["galaxytables-settings"]["data"]
    certificates = of_kind("Certificate", made)
    inside = certificates["galaxytables-inside"]["spec"]
    assert settings["GALAXYTABLES_CALL_NAME"] in inside["dnsNames"]
    rules = {f"{game}-rules" for game in GAMES}
    for name, (pod, container) in containers_of(made).items():
        (mount,) = container["volumeMounts"]
        (volume,) = pod["volumes"]
        assert (mount["name"], volume["secret"]["secretName"]) == (volume["name"], inside["secretName"]), name
        assert "subPath" not in mount, "such a file is never renewed"
        variables = settings | {each["name"]: each["value"] for each in container.get("env", []) if "value" in each}
        files = {key: value for key, value in variables.items() if value.startswith(mount["mountPath"])}
        served = {"GALAXYTABLES_TLS_CERTIFICATE": "/tls/tls.crt", "GALAXYTABLES_TLS_KEY": "/tls/tls.key"}
        asked_for_one = {"GALAXYTABLES_TLS_AUTHORITIES": "/tls/ca.crt"}
        called = {key: value for key, value in files.items() if key in settings}
        wanted = called | (served if name in {"lobby", "web", "admin", *rules} else {})
        assert files == wanted | (asked_for_one if name in rules else {}), name
        for probe in (container[key] for key in container if key.endswith("Probe")):
            if "grpc" in probe:
                assert variables["GALAXYTABLES_HEALTH_LISTEN"] == f"0.0.0.0:{probe['grpc']['port']}", name
            elif probe["httpGet"]["port"] == "http":
                assert probe["httpGet"]["scheme"] == "HTTPS"
    (policy,) = of_kind("BackendTLSPolicy", made).values()
    routes = [*of_kind("HTTPRoute", made).values(), *of_kind("GRPCRoute", made).values()]
    backends = {ref["name"] for route in routes for rule in route["spec"]["rules"] for ref in rule["backendRefs"]}
    assert {each["name"] for each in policy["spec"]["targetRefs"]} == backends
    assert policy["spec"]["validation"]["hostname"] in inside["dnsNames"]


@needs_kubectl
def test_rules_services_are_given_the_key_of_those_who_call_them_and_nobody_else_is():
    def with_key(container):
        return any(each["name"] == "GALAXYTABLES_RULES_KEYS" for each in container.get("env", []))

    told = {name for name, (_, container) in containers_of(built("production")).items() if with_key(container)}
    assert told == {"lobby", "clock-worker", "admin", *(f"{game}-rules" for game in GAMES)}


@needs_kubectl
def test_every_secret_that_production_names_comes_from_the_vault_or_is_issued():
    made = built("production")
    fetched = {each["spec"]["target"]["name"] for each in of_kind("ExternalSecret", made).values()}
    issued = {each["spec"]["secretName"] for each in of_kind("Certificate", made).values()}
    assert set(secrets_named(made)) <= fetched | issued


def secrets_named(value):
    """Every secret that pods are given, wherever that is said."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "secretKeyRef":
                yield inner["name"]
            elif key == "secret" and "secretName" in inner:
                yield inner["secretName"]
            yield from secrets_named(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from secrets_named(inner)


@needs_kubectl
def test_backups_are_made_by_themselves_and_put_back_only_by_hand():
    jobs = of_kind("CronJob", built("production"))
    assert {name: job["spec"].get("suspend", False) for name, job in jobs.items()} == {
        "archive-migrate": True,
        "archive-backup": False,
        "redis-backup": False,
        "archive-restore": True,
        "redis-restore": True,
    }
    scripts = of_kind("ConfigMap", built("production"))
    for name, job in jobs.items():
        if name == "archive-migrate":
            continue
        pod = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        (named,) = (volume["configMap"]["name"] for volume in pod["volumes"] if "configMap" in volume)
        assert Path(pod["containers"][0]["command"][1]).name in scripts[named]["data"]


@needs_kubectl
def test_production_acknowledges_what_a_replica_has_and_finds_its_master_by_sentinels():
    made = built("production")
    settings = of_kind("ConfigMap", made)["galaxytables-settings"]["data"]
    assert settings["GALAXYTABLES_WAIT_REPLICAS"] == "1"
    sentinels = of_kind("StatefulSet", made)["redis-sentinel"]
    hosts = [f"redis-sentinel-{number}.redis-sentinel:26379" for number in range(sentinels["spec"]["replicas"])]
    for variable, database in (("GALAXYTABLES_REDIS_URL", 0), ("GALAXYTABLES_BROKER_URL", 1)):
        assert settings[variable] == f"redis+sentinel://{','.join(hosts)}/galaxytables/{database}"
    assert "redis" not in of_kind("Deployment", made)


@needs_kubectl
def test_sentinels_know_every_replica_before_they_have_asked_a_master():
    made = built("production")
    (scripts,) = (each for name, each in of_kind("ConfigMap", made).items() if name.startswith("redis-scripts"))
    known = re.findall(
        r"^sentinel known-replica galaxytables (\S+) 6379$", scripts["data"]["start-sentinel.sh"], re.MULTILINE
    )
    replicas = of_kind("StatefulSet", made)["redis"]["spec"]["replicas"]
    assert known == [f"redis-{number}.redis" for number in range(1, replicas)]


@needs_kubectl
def test_what_is_scaled_is_there_and_has_no_number_of_its_own():
    made = built("production")
    deployed = of_kind("Deployment", made)
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in of_kind("HorizontalPodAutoscaler", made).values()}
    assert scaled == {"lobby", "web", *(f"{game}-rules" for game in GAMES)}
    assert {name for name, document in deployed.items() if "replicas" not in document["spec"]} == scaled
    for each in of_kind("HorizontalPodAutoscaler", made).values():
        assert each["spec"]["minReplicas"] >= 2


@needs_kubectl
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_node_that_is_drained_takes_one_pod_of_a_kind_at_a_time(overlay):
    made = built(overlay)
    budgets = [each["spec"] for each in of_kind("PodDisruptionBudget", made).values()]
    for kind in ("Deployment", "StatefulSet"):
        for name, document in of_kind(kind, made).items():
            pod = document["spec"]["template"]
            mine = [each for each in budgets if fits(each["selector"], pod["metadata"]["labels"])]
            assert [each["maxUnavailable"] for each in mine] == [1], name
            spread = [
                each["topologyKey"]
                for each in pod["spec"].get("topologySpreadConstraints", [])
                if fits(each["labelSelector"], pod["metadata"]["labels"])
            ]
            alone = document["spec"].get("replicas") == 1 and name in {"clock-beat", "redis", "postgres"}
            if kind == "Deployment" and not alone:
                assert spread == ["kubernetes.io/hostname", "topology.kubernetes.io/zone"], name


def fits(selector, labels):
    return selector["matchLabels"].items() <= labels.items()


def test_who_is_asked_to_end_is_given_the_time():
    for name, pod in pods():
        for container in pod["containers"]:
            values = {each["name"]: each["value"] for each in container.get("env", []) if "value" in each}
            limits = read_settings(Limits, values)
            assert limits.drain_delay + limits.drain < pod["terminationGracePeriodSeconds"], name
            # Whoever is called over a name that is looked up is still found there for a moment.
            called = {"grpc", "http"} & {port["name"] for port in container.get("ports", [])}
            assert bool(called) <= (limits.drain_delay > 0 or name == "admin"), name


@pytest.mark.parametrize(("name", "pod"), list(pods()), ids=lambda value: value if isinstance(value, str) else "")
def test_pods_are_probed_bounded_and_unprivileged(name, pod):
    assert pod["securityContext"]["runAsNonRoot"], name
    assert pod["terminationGracePeriodSeconds"] >= 30
    for container in pod["containers"]:
        assert ("livenessProbe" in container) == bool(container.get("ports"))
        if any(port["name"] == "metrics" for port in container.get("ports", [])):
            live = container["livenessProbe"]
            assert "grpc" in live or live["httpGet"] == {"path": ALIVE, "port": "metrics"}, "what turns is asked"
            assert live["timeoutSeconds"] > TURN_SECONDS
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}
        assert container["resources"]["limits"]["memory"]
        assert container["securityContext"]["readOnlyRootFilesystem"]
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        grpc = any(port["name"] == "grpc" for port in container.get("ports", []))
        probes = [container.get(probe, {}) for probe in ("livenessProbe", "readinessProbe")]
        assert all(("grpc" in probe) == grpc for probe in probes)


def is_ours(pod):
    return pod["containers"][0]["image"].startswith("galaxytables-")


def test_every_process_of_ours_that_stays_is_probed():
    ours = {name: pod["containers"][0] for name, pod in pods() if is_ours(pod)}
    probed = {name for name, container in ours.items() if "livenessProbe" in container}
    assert (
        probed
        == {"lobby", "admin", "rules", "clock-worker", "clock-beat", "bots", "web", "console"}
        == ours.keys() - {"archive-migrate"}
    )


def test_whoever_opens_the_archive_is_told_where_it_is():
    for name, pod in pods():
        variables = {variable["name"] for container in pod["containers"] for variable in container.get("env", [])}
        assert ("GALAXYTABLES_ARCHIVE_URL" in variables) == (
            name in {"lobby", "clock-worker", "archive-migrate", "archive-backup", "archive-restore", "admin"}
        ), name


def test_secrets_are_only_referred_to():
    for path in files():
        text = path.read_text()
        assert "kind: Secret\n" not in text
        for _, pod in pods():
            for variable in (entry for container in pod["containers"] for entry in container.get("env", [])):
                assert "KEY" not in variable["name"] or "secretKeyRef" in variable["valueFrom"]


def test_operators_come_in_by_a_door_that_is_not_there_unless_asked_for():
    assert all(document["metadata"]["name"] != "admin" for path in BASE.glob("*.yaml") for document in named_in(path))
    written = (COMPONENTS / "admin" / "admin.yaml").read_text()
    of_admin = {document["kind"]: document for document in documents(written)}
    open_to = {
        port["port"]: rule.get("from")
        for rule in of_admin["NetworkPolicy"]["spec"]["ingress"]
        for port in rule["ports"]
    }
    assert open_to == {
        "grpc": [{"podSelector": {"matchLabels": {"galaxytables/operator": "true"}}}],
        "metrics": None,
    }


def named_in(path):
    return [document for document in documents(path.read_text()) if "metadata" in document]


def test_services_are_headless_but_for_that_of_browsers():
    services = {document["metadata"]["name"]: document for document in all_documents() if document["kind"] == "Service"}
    assert {"lobby", "rules", "redis", "redis-sentinel", "postgres", "web", "admin", "console"} == services.keys()
    headless = {name for name, service in services.items() if service["spec"].get("clusterIP") == "None"}
    assert headless == services.keys() - {"web", "console"}


def test_browsers_come_in_by_http_2_and_their_streams_go_through():
    (ingress,) = (document for document in all_documents() if document["kind"] == "Ingress")
    hosts = {rule["host"] for rule in ingress["spec"]["rules"]}
    assert hosts == {host for tls in ingress["spec"]["tls"] for host in tls["hosts"]}, "no HTTP/2 without TLS"
    ways = [path["backend"]["service"] for rule in ingress["spec"]["rules"] for path in rule["http"]["paths"]]
    assert ways == [{"name": "web", "port": {"name": "http"}}]
    told = {key.rpartition("/")[2]: value for key, value in ingress["metadata"]["annotations"].items()}
    assert told["proxy-buffering"] == "off"
    assert float(told["proxy-read-timeout"]) > 2 * read_settings(LobbySettings, {"GALAXYTABLES_GAMES": "x=y"}).heartbeat


def test_the_gateway_is_asked_for_its_health_and_given_the_time_to_drain():
    ((_, pod),) = (each for each in pods() if each[0] == "web")
    (container,) = pod["containers"]
    assert container["readinessProbe"]["httpGet"] == container["startupProbe"]["httpGet"]
    assert container["readinessProbe"]["httpGet"] == {"path": HEALTH, "port": "http"}
    variables = {variable["name"]: variable["value"] for variable in container["env"]}
    (port,) = (port["containerPort"] for port in container["ports"] if port["name"] == "http")
    assert variables["GALAXYTABLES_LISTEN"] == f"0.0.0.0:{port}"
    limits = read_settings(Limits, variables)
    assert limits.drain_delay >= container["readinessProbe"]["periodSeconds"]
    assert limits.drain_delay + limits.drain < pod["terminationGracePeriodSeconds"]


@pytest.mark.parametrize(
    ("started", "pod"),
    [("redis/redis.yaml", "redis/redis.yaml"), ("redis-sentinel/start-redis.sh", "redis-sentinel/redis.yaml")],
)
def test_redis_refuses_changes_before_its_pod_is_killed_for_memory(started, pod):
    words = [
        word.strip('"')
        for word in re.sub(r"#.*|^\s*-\s|\\\\$", "", (COMPONENTS / started).read_text(), flags=re.MULTILINE).split()
    ]
    assert words[words.index("--maxmemory-policy") + 1] == "noeviction"
    megabytes = int(words[words.index("--maxmemory") + 1].removesuffix("mb"))
    (limit,) = {
        container["resources"]["limits"]["memory"]
        for document in documents((COMPONENTS / pod).read_text())
        if document["kind"] in {"Deployment", "StatefulSet"}
        for container in document["spec"]["template"]["spec"]["containers"]
        if container["name"] == "redis"
    }
    assert 0 < megabytes <= int(limit.removesuffix("Gi")) * 1024 * 3 // 4
