"""Lists the distributions of this repository. Each has a `pyproject.toml` of its own."""

import os
from pathlib import Path

TOP = Path(__file__).parents[1]
GENERATED = "protos/generated"


def members(top: Path = TOP) -> list[Path]:
    """Return the folder of each distribution."""
    found = [
        path for pattern in ("protos", "clients/*", "services/*") for path in top.glob(f"{pattern}/pyproject.toml")
    ]
    return sorted(path.parent for path in found)


def examples(top: Path = TOP) -> list[Path]:
    """Return the folder of each example distribution; releases do not contain these."""
    return sorted(path.parent for path in top.glob("examples/*/pyproject.toml"))


def import_packages(top: Path = TOP) -> dict[str, Path]:
    """Return the folder of each import package, by the name of the package. Generated packages are left out."""
    found = [package for folder in members(top) for package in folder.glob("galaxytables_*/")]
    return {package.name: package for package in found}


def python_path(top: Path = TOP) -> str:
    """Return the PYTHONPATH with which the packages of a copy of this repository are found before all others."""
    packages = sorted({package.parent for package in import_packages(top).values()})
    return os.pathsep.join(map(str, (top, top / GENERATED, *packages, *examples(top))))
