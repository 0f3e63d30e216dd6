"""Copies the packages that a service's image needs: its own, others of this repository that it requires, and a list.

`python -m tools.image galaxytables-race /app` writes these packages and `requirements.in` into `/app`.
"""

import shutil
import sys
import tomllib
from pathlib import Path

from tools.workspace import GENERATED, TOP, members

PROTOS = "galaxytables-protos"


class UnknownDistributionError(Exception):
    """No distribution of this repository has this name."""


def distributions(top: Path = TOP) -> dict[str, tuple[Path, list[str]]]:
    """Return the folder and the requirements of each distribution of this repository, by its name."""
    found = {}
    for folder in members(top):
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        found[project["name"]] = (folder, project.get("dependencies", []))
    return found


def closure(name: str, top: Path = TOP) -> tuple[list[str], list[str]]:
    """Return the distributions of this repository that `name` requires, and all other requirements, as two lists.

    The distribution `name` itself is in the first list. Raises `UnknownDistributionError`.
    """
    projects = distributions(top)
    if name not in projects:
        raise UnknownDistributionError(f"{name}: it is one of {', '.join(projects)}.")
    ours, required, waiting = set[str](), set[str](), [name]
    while waiting:
        this = waiting.pop()
        ours.add(this)
        for requirement in projects[this][1]:
            other = requirement.partition("==")[0]
            if other not in projects:
                required.add(requirement)
            elif other not in ours:
                waiting.append(other)
    return sorted(ours), sorted(required)


def lay_out(name: str, target: Path, top: Path = TOP) -> None:
    """Copy a distribution and those that it requires into a folder, at the same paths, with `requirements.in`.

    The code of the protos must have been generated before. Raises `UnknownDistributionError`.
    """
    projects = distributions(top)
    ours, required = closure(name, top)
    for project in (projects[each][0] for each in ours if each != PROTOS):
        for package in project.glob("galaxytables_*/"):
            _copy(package, target / package.relative_to(top))
        shutil.copy(project / "pyproject.toml", target / project.relative_to(top))
    if PROTOS in ours:
        _copy(top / GENERATED, target / GENERATED)
    (target / "requirements.in").write_text("".join(f"{line}\n" for line in required), encoding="utf-8")


def _copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))


def main(arguments: list[str]) -> int:
    """Run the command, whose arguments are a distribution and a folder. Returns the exit code."""
    name, target = arguments
    try:
        lay_out(name, Path(target))
    except UnknownDistributionError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
