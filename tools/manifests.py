"""`make manifests` writes the generated files of `deploy/k8s`.

These are a rules service for each game in `services/` (`base/games`), the number of pods that each may have
(`components/autoscaling/rules.yaml`), the version of each image (`components/release`), and the alerts and recording
rules of `deploy/monitoring` in the form of the Prometheus operator (`components/monitoring`).
"""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import indent

from galaxytables_platform.games import SERVICES, TOP, bots_of, games_in
from tools.release.versions import current_version

K8S = TOP / "deploy" / "k8s"
FOLDER = K8S / "base" / "games"
MONITORING = K8S / "components" / "monitoring"
AUTOSCALING = K8S / "components" / "autoscaling" / "rules.yaml"
RELEASE = K8S / "components" / "release" / "kustomization.yaml"
RULES = TOP / "deploy" / "monitoring"

_ABOUT = "# Written by `make manifests`.\n"
_BESIDE = ("bots", "lobby", "web")
"""The services that have images, beside the games."""

_GAME = """\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namePrefix: {game}-
resources:
  - ../../rules
labels:
  - pairs:
      galaxytables/game: {game}
    includeSelectors: true
    includeTemplates: true
patches:
  - target:
      kind: Deployment
    patch: |
      - op: replace
        path: /spec/template/spec/containers/0/args
        value: [{package}]
      - op: replace
        path: /spec/template/spec/containers/0/image
        value: galaxytables-{game}
"""

_ALL = """\
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
{resources}
patches:
  - target:
      kind: ConfigMap
      name: galaxytables-settings
    patch: |
      - op: add
        path: /data/GALAXYTABLES_GAMES
        value: {targets}
      - op: add
        path: /data/GALAXYTABLES_BOTS
        value: "{bots}"
"""


_MONITORING = """\
# For clusters with the Prometheus operator: an overlay takes it by `components: [<path to>/monitoring]`.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
  - pods.yaml
  - alerts.yaml
  - recording.yaml
"""

# Services here are for calls; figures are each pod's own.
_PODS = """\
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata:
  name: galaxytables
spec:
  selector:
    matchLabels:
      app.kubernetes.io/part-of: galaxytables
  podMetricsEndpoints:
    - port: metrics
      interval: 15s
      relabelings:
        - targetLabel: job
          replacement: galaxytables
        - sourceLabels: [__meta_kubernetes_pod_name]
          targetLabel: instance
"""

_RELEASE = """\
# The version of all that runs; each overlay takes it as the last of its components.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
images:
{images}
labels:
  - pairs:
      app.kubernetes.io/part-of: galaxytables
    includeTemplates: true
"""

_RULES = """\
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: galaxytables-{name}
spec:
{rules}"""


_SCALED = """\
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {game}-rules
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {game}-rules
  minReplicas: 2
  maxReplicas: 12
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 70
"""


def manifests() -> Mapping[str, str]:
    """Return the text of each file of `base/games`, by its path in that folder."""
    games = games_in(SERVICES)
    resources = "\n".join(f"  - {game}" for game in games)
    targets = ",".join(f"{game}=dns:///{game}-rules:5100" for game in games)
    files = {f"{game}/kustomization.yaml": _GAME.format(game=game, package=package) for game, package in games.items()}
    bots = ",".join(f"{game}={bots}" for game, package in games.items() if (bots := bots_of(package)))
    files["kustomization.yaml"] = _ALL.format(resources=resources, targets=targets, bots=bots)
    return {name: _ABOUT + text for name, text in files.items()}


def monitoring() -> Mapping[str, str]:
    """Return the text of each file of `components/monitoring`, by its name."""
    files = {"kustomization.yaml": _MONITORING, "pods.yaml": _PODS}
    for name in ("alerts", "recording"):
        rules = (RULES / f"{name}.yaml").read_text(encoding="utf-8")
        files[f"{name}.yaml"] = _RULES.format(name=name, rules=indent(rules, "  "))
    return {name: _ABOUT + text for name, text in files.items()}


def autoscaling() -> str:
    """Return the text of `components/autoscaling/rules.yaml`."""
    return _ABOUT + "---\n".join(_SCALED.format(game=game) for game in games_in(SERVICES))


def release() -> str:
    """Return the text of `components/release`, with the version of every image."""
    services = sorted([*games_in(SERVICES), *_BESIDE])
    version = current_version(TOP)
    return _ABOUT + _RELEASE.format(
        images="\n".join(f"  - name: galaxytables-{service}\n    newTag: {version}" for service in services)
    )


def main(
    folder: Path = FOLDER, of_monitoring: Path = MONITORING, scaled: Path = AUTOSCALING, released: Path = RELEASE
) -> int:
    """Write every generated file, and remove those that are no longer generated. Returns the exit code."""
    scaled.write_text(autoscaling(), encoding="utf-8")
    released.write_text(release(), encoding="utf-8")
    for place, files in ((folder, manifests()), (of_monitoring, monitoring())):
        shutil.rmtree(place, ignore_errors=True)
        for name, text in files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
