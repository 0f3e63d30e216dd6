"""The manifests: valid, whole, and safe to run."""

import shutil
import subprocess
from functools import partial
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from services.lobby.settings import Settings as LobbySettings
from services.platform.games import SERVICES, bots_of, games_in
from services.serving import Limits
from services.serving.settings import read_settings
from services.web.site import HEALTH
from tools.manifests import FOLDER, manifests
from tools.manifests import main as write_manifests

TOP = Path(__file__).parents[2]
K8S = TOP / "deploy" / "k8s"
KUBERNETES = "1.32"
GAMES = games_in(SERVICES)


def documents(text):
    return [document for document in yaml.safe_load_all(text) if document]


def files():
    return sorted(path for path in K8S.rglob("*.yaml") if path.name != "kustomization.yaml")


def all_documents():
    return [document for path in files() for document in documents(path.read_text())]


def built():
    """The manifests as a cluster gets them; where kubectl is missing, the files one by one."""
    if shutil.which("kubectl") is None:
        return all_documents()
    command = ["kubectl", "kustomize", str(K8S)]
    return documents(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def pods():
    for document in all_documents():
        if document["kind"] in {"Deployment", "StatefulSet", "Job"}:
            yield document["metadata"]["name"], document["spec"]["template"]["spec"]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(K8S)))
def test_every_file_fits_the_schemas(path):
    for document in documents(path.read_text()):
        kubernetes_validate.validate(document, KUBERNETES, strict=True)


def test_the_schemas_do_refuse_what_is_wrong():
    deployment = next(document for document in all_documents() if document["kind"] == "Deployment")
    deployment["spec"]["template"]["spec"]["containers"][0]["imagePullPolice"] = "Always"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(deployment, KUBERNETES, strict=True)


def test_the_build_fits_the_schemas():
    manifests = built()
    for document in manifests:
        kubernetes_validate.validate(document, KUBERNETES, strict=True)
    kinds = [document["kind"] for document in manifests]
    assert {"ConfigMap", "Deployment", "Service", "StatefulSet", "PodDisruptionBudget"} <= set(kinds)


@pytest.mark.parametrize("path", sorted(K8S.rglob("kustomization.yaml")), ids=lambda path: path.parent.name)
def test_kustomizations_name_what_exists(path):
    kustomization = yaml.safe_load(path.read_text())
    named = kustomization["resources"] + kustomization.get("components", [])
    for resource in named:
        assert (path.parent / resource).exists()
    listed = {(path.parent / resource).resolve() for resource in named}
    beside = {file.resolve() for file in path.parent.glob("*.yaml") if file != path}
    assert beside <= listed


def test_the_manifests_of_the_games_are_current():
    lying = {str(path.relative_to(FOLDER)): path.read_text() for path in FOLDER.rglob("*.yaml")}
    assert lying == manifests(), "make manifests"


def test_a_new_game_is_deployed_by_writing_the_manifests_anew(tmp_path, monkeypatch):
    for game in ("jump", "newcomer"):
        (tmp_path / "services" / game).mkdir(parents=True)
        for module in ("rules.py", "__main__.py"):
            (tmp_path / "services" / game / module).touch()
    (tmp_path / "services" / "newcomer" / "bots").mkdir()
    (tmp_path / "services" / "newcomer" / "bots" / "__init__.py").touch()
    monkeypatch.setattr("tools.manifests.games_in", partial(games_in, top=tmp_path))
    monkeypatch.setattr("tools.manifests.bots_of", partial(bots_of, top=tmp_path))
    shutil.copytree(K8S, tmp_path / "k8s")
    write_manifests(tmp_path / "k8s" / "games")
    assert not (tmp_path / "k8s" / "games" / "race").exists()
    settings = check_deployed(tmp_path / "k8s" / "games", {"jump": "services.jump", "newcomer": "services.newcomer"})
    assert settings["/data/GALAXY_BOTS"] == "newcomer=services.newcomer.bots"


def test_every_game_is_deployed():
    assert len(GAMES) > 3
    check_deployed(FOLDER, GAMES)


def check_deployed(folder, games):
    """Each game has a rules service of its own, which the lobby is told of; give the settings of lobby and bots."""
    together = yaml.safe_load((folder / "kustomization.yaml").read_text())
    assert set(together["resources"]) == games.keys()
    settings = patched(together)
    targets = settings["/data/GALAXY_GAMES"].split(",")
    assert sorted(targets) == sorted(f"{game}=dns:///{game}-rules:5100" for game in games)
    for game, package in games.items():
        own = yaml.safe_load((folder / game / "kustomization.yaml").read_text())
        assert own["namePrefix"] == f"{game}-"
        assert own["labels"][0]["pairs"] == {"galaxy-tables/game": game}
        assert patched(own) == {"/spec/template/spec/containers/0/args": [package]}
    return settings


def patched(kustomization):
    (patch,) = kustomization["patches"]
    return {change["path"]: change["value"] for change in yaml.safe_load(patch["patch"])}


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is what puts the files together")
def test_the_files_of_the_games_come_together_in_services_that_are_named_so():
    manifests = built()
    deployed = {
        document["metadata"]["name"]: document["spec"]["template"]["spec"]["containers"][0]["args"]
        for document in manifests
        if document["kind"] == "Deployment" and "galaxy-tables/game" in document["metadata"].get("labels", {})
    }
    assert deployed == {f"{game}-rules": [package] for game, package in GAMES.items()}
    assert deployed.keys() <= {document["metadata"]["name"] for document in manifests if document["kind"] == "Service"}
    (settings,) = (document["data"] for document in manifests if document["kind"] == "ConfigMap")
    assert len(settings["GALAXY_GAMES"].split(",")) == len(GAMES)


@pytest.mark.parametrize(("name", "pod"), list(pods()), ids=lambda value: value if isinstance(value, str) else "")
def test_pods_are_probed_bounded_and_unprivileged(name, pod):
    assert pod["securityContext"]["runAsNonRoot"], name
    assert pod["terminationGracePeriodSeconds"] >= 30
    for container in pod["containers"]:
        assert ("livenessProbe" in container) == bool(container.get("ports"))
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}
        assert container["resources"]["limits"]["memory"]
        assert container["securityContext"]["readOnlyRootFilesystem"]
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        grpc = any(port["name"] == "grpc" for port in container.get("ports", []))
        probes = [container.get(probe, {}) for probe in ("livenessProbe", "readinessProbe")]
        assert all(("grpc" in probe) == grpc for probe in probes)


def test_whoever_opens_the_archive_is_told_where_it_is():
    for name, pod in pods():
        variables = {variable["name"] for container in pod["containers"] for variable in container.get("env", [])}
        assert ("GALAXY_ARCHIVE_URL" in variables) == (name in {"lobby", "clock-worker", "archive-migrate"}), name


def test_secrets_are_only_referred_to():
    for path in files():
        text = path.read_text()
        assert "kind: Secret\n" not in text
        for _, pod in pods():
            for variable in (entry for container in pod["containers"] for entry in container.get("env", [])):
                assert "KEY" not in variable["name"] or "secretKeyRef" in variable["valueFrom"]


def test_services_are_headless_but_for_that_of_browsers():
    services = {document["metadata"]["name"]: document for document in all_documents() if document["kind"] == "Service"}
    assert {"lobby", "rules", "redis", "postgres", "web"} == services.keys()
    headless = {name for name, service in services.items() if service["spec"].get("clusterIP") == "None"}
    assert headless == services.keys() - {"web"}


def test_browsers_come_in_by_http_2_and_their_streams_go_through():
    (ingress,) = (document for document in all_documents() if document["kind"] == "Ingress")
    hosts = {rule["host"] for rule in ingress["spec"]["rules"]}
    assert hosts == {host for tls in ingress["spec"]["tls"] for host in tls["hosts"]}, "no HTTP/2 without TLS"
    ways = [path["backend"]["service"] for rule in ingress["spec"]["rules"] for path in rule["http"]["paths"]]
    assert ways == [{"name": "web", "port": {"name": "http"}}]
    told = {key.rpartition("/")[2]: value for key, value in ingress["metadata"]["annotations"].items()}
    assert told["proxy-buffering"] == "off"
    assert float(told["proxy-read-timeout"]) > 2 * read_settings(LobbySettings, {"GALAXY_GAMES": "x=y"}).heartbeat


def test_the_gateway_is_asked_for_its_health_and_given_the_time_to_drain():
    ((_, pod),) = (each for each in pods() if each[0] == "web")
    (container,) = pod["containers"]
    assert container["readinessProbe"]["httpGet"] == container["startupProbe"]["httpGet"]
    assert container["readinessProbe"]["httpGet"] == {"path": HEALTH, "port": "http"}
    variables = {variable["name"]: variable["value"] for variable in container["env"]}
    (port,) = (port["containerPort"] for port in container["ports"] if port["name"] == "http")
    assert variables["GALAXY_LISTEN"] == f"0.0.0.0:{port}"
    limits = read_settings(Limits, variables)
    assert limits.drain_delay >= container["readinessProbe"]["periodSeconds"]
    assert limits.drain_delay + limits.drain < pod["terminationGracePeriodSeconds"]
