"""`make manifests`: write `deploy/k8s/games` anew, a rules service for each game that lies in `services/`."""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from services.platform.games import SERVICES, TOP, bots_of, games_in

FOLDER = TOP / "deploy" / "k8s" / "games"

_ABOUT = "# Written by `make manifests` from what lies in services/.\n"

_GAME = """\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namePrefix: {game}-
resources:
  - ../../rules
labels:
  - pairs:
      galaxy-tables/game: {game}
    includeSelectors: true
    includeTemplates: true
patches:
  - target:
      kind: Deployment
    patch: |
      - op: replace
        path: /spec/template/spec/containers/0/args
        value: [{package}]
"""

_ALL = """\
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
{resources}
patches:
  - target:
      kind: ConfigMap
      name: galaxy-settings
    patch: |
      - op: add
        path: /data/GALAXY_GAMES
        value: {targets}
      - op: add
        path: /data/GALAXY_BOTS
        value: "{bots}"
"""


def manifests() -> Mapping[str, str]:
    """The text of each file, by its path in the folder."""
    games = games_in(SERVICES)
    resources = "\n".join(f"  - {game}" for game in games)
    targets = ",".join(f"{game}=dns:///{game}-rules:5100" for game in games)
    files = {f"{game}/kustomization.yaml": _GAME.format(game=game, package=package) for game, package in games.items()}
    bots = ",".join(f"{game}={bots}" for game, package in games.items() if (bots := bots_of(package)))
    files["kustomization.yaml"] = _ALL.format(resources=resources, targets=targets, bots=bots)
    return {name: _ABOUT + text for name, text in files.items()}


def main(folder: Path = FOLDER) -> int:
    """Write every file, and remove what is none any more."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in manifests().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
