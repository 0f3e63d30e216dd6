"""What the manifests say of pods, as far as a node needs it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

WORKLOADS = ("Deployment", "StatefulSet", "Job")
COMPONENT = "app.kubernetes.io/component"

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Pod:
    """A pod of one container, before it has an address."""

    name: str
    workload: str
    kind: str
    labels: Mapping[str, str]
    image: str
    command: Sequence[str]
    args: Sequence[str]
    env: Mapping[str, str]
    user: int
    group: int
    ports: Mapping[str, int]
    probes: Mapping[str, Mapping[str, Any]]
    volumes: Mapping[str, Mapping[str, str] | None]
    """By the path where it is mounted: files that lie there, or None for a folder to write to."""
    read_only: bool
    grace: int
    claims: Mapping[str, str] = field(default_factory=dict)
    """Which of the volumes outlive the pod: the name of each one's claim, by the path where it is mounted."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Variables that say something of the running pod, by the path of what they say."""

    @property
    def component(self) -> str:
        """What network policies call it."""
        return self.labels.get(COMPONENT, "")


def pods_of(documents: Sequence[Document], secrets: Mapping[str, Mapping[str, str]]) -> list[Pod]:
    """Every pod that the manifests ask for."""
    settings = {each["metadata"]["name"]: each["data"] for each in documents if each["kind"] == "ConfigMap"}
    return [
        _pod(document, document["spec"], f"-{number}", settings, secrets)
        for document in documents
        if document["kind"] in WORKLOADS
        for number in range(document["spec"].get("replicas", 1))
    ]


def jobs_of(documents: Sequence[Document], secrets: Mapping[str, Mapping[str, str]]) -> Mapping[str, Pod]:
    """What a cluster starts at times or by hand, by name."""
    settings = {each["metadata"]["name"]: each["data"] for each in documents if each["kind"] == "ConfigMap"}
    return {
        each["metadata"]["name"]: _pod(each, each["spec"]["jobTemplate"]["spec"], "", settings, secrets)
        for each in documents
        if each["kind"] == "CronJob"
    }


def _pod(
    document: Document,
    workload: Mapping[str, Any],
    number: str,
    settings: Mapping[str, Mapping[str, str]],
    secrets: Mapping[str, Mapping[str, str]],
) -> Pod:
    template = workload["template"]
    spec = template["spec"]
    (container,) = spec["containers"]
    security, user = container["securityContext"], spec["securityContext"]["runAsUser"]
    assert security["capabilities"] == {"drop": ["ALL"]}
    assert not security["allowPrivilegeEscalation"]
    env: dict[str, str] = {}
    fields: dict[str, str] = {}
    for source in container.get("envFrom", []):
        env |= settings[source["configMapRef"]["name"]]
    for variable in container.get("env", []):
        if "value" in variable:
            env[variable["name"]] = variable["value"]
        elif "fieldRef" in variable["valueFrom"]:
            fields[variable["name"]] = variable["valueFrom"]["fieldRef"]["fieldPath"]
        else:
            secret = variable["valueFrom"]["secretKeyRef"]
            env[variable["name"]] = secrets[secret["name"]][secret["key"]]
    name = document["metadata"]["name"]
    templates = [each["metadata"]["name"] for each in workload.get("volumeClaimTemplates", [])]
    claims = {each: f"{each}-{name}{number}" for each in templates} | {
        each["name"]: each["persistentVolumeClaim"]["claimName"]
        for each in spec.get("volumes", [])
        if "persistentVolumeClaim" in each
    }
    volumes = {each["name"]: _files(each, settings, secrets) for each in spec.get("volumes", [])}
    return Pod(
        name=f"{name}{number}",
        workload=name,
        kind="Job" if document["kind"] == "CronJob" else document["kind"],
        labels=template["metadata"]["labels"],
        image=container["image"],
        command=container.get("command", []),
        args=container.get("args", []),
        env=env,
        user=user,
        group=spec["securityContext"].get("runAsGroup", user),
        ports={port["name"]: port["containerPort"] for port in container.get("ports", [])},
        probes={probe: container[probe] for probe in _PROBES if probe in container},
        volumes={mount["mountPath"]: volumes.get(mount["name"]) for mount in container.get("volumeMounts", [])},
        claims={
            mount["mountPath"]: claims[mount["name"]]
            for mount in container.get("volumeMounts", [])
            if mount["name"] in claims
        },
        read_only=security["readOnlyRootFilesystem"],
        grace=spec["terminationGracePeriodSeconds"],
        fields=fields,
    )


def _files(
    volume: Mapping[str, Any], settings: Mapping[str, Mapping[str, str]], secrets: Mapping[str, Mapping[str, str]]
) -> Mapping[str, str] | None:
    if "configMap" in volume:
        return settings[volume["configMap"]["name"]]
    return secrets[volume["secret"]["secretName"]] if "secret" in volume else None


_PROBES = ("startupProbe", "readinessProbe", "livenessProbe")


def services_of(documents: Sequence[Document]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The name of each service, and the labels of its pods."""
    for document in documents:
        if document["kind"] == "Service":
            yield document["metadata"]["name"], document["spec"]["selector"]
