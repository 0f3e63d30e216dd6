"""Each folder of `services/` and `clients/` is a distribution that says what it needs; all names begin alike."""

import ast
import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.files import ROOT, committed
from tools.workspace import GENERATED, import_packages, members

DISTRIBUTIONS = {str(path.relative_to(ROOT)): path for path in members(ROOT)}
# The Galaxy Project of the life sciences owns these; ours begin with `galaxytables`. Written so that this file is none.
OLD = re.compile(r"galaxy(?=[._/-](?!tables chance))(?<!the galaxy)|GALAXY(?=_)|\bservices\.(?=lobby|kit|race|web)")

# A package of its own, which `galaxytables new-game` writes elsewhere.
TEMPLATE = ROOT / "services/kit/galaxytables_kit/authoring/template"


def project_of(folder: Path) -> dict[str, object]:
    return dict(tomllib.loads((folder / "pyproject.toml").read_text())["project"])


def imported_by(package: Path) -> set[str]:
    """The modules that a package imports, by their full names; not those that come with Python."""
    found: set[str] = set()
    for path in package.rglob("*.py"):
        if TEMPLATE in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module)
    return {name for name in found if name.partition(".")[0] not in {*sys.stdlib_module_names, package.name}}


# Of packages that many distributions share, which brings what.
SHARED = {
    "google.protobuf": "protobuf",
    "google.rpc": "googleapis-common-protos",
    "opentelemetry.exporter.otlp.proto.grpc": "opentelemetry-exporter-otlp-proto-grpc",
    "opentelemetry.sdk": "opentelemetry-sdk",
    "opentelemetry": "opentelemetry-sdk",
    "galaxytables": "galaxytables-protos",
    "protobuf": "protobuf-py",
    "kombu": "celery",  # what Celery speaks with its broker
}


def distributions_of(module: str) -> set[str]:
    """The distributions that bring a module."""
    for prefix, name in SHARED.items():
        if f"{module}.".startswith(f"{prefix}."):
            return {name}
    top = module.partition(".")[0]
    if top in import_packages(ROOT):
        return {str(project_of(import_packages(ROOT)[top].parent)["name"])}
    return {canonicalize_name(each) for each in installed().get(top, [])}


@cache
def installed() -> Mapping[str, list[str]]:
    """The distributions of everything that can be imported: it takes a while to read them all."""
    return packages_distributions()


def declared_by(folder: Path) -> set[str]:
    project = project_of(folder)
    wanted = [*project.get("dependencies", [])]  # type: ignore[misc]
    for more in project.get("optional-dependencies", {}).values():  # type: ignore[attr-defined]
        wanted += more
    return {canonicalize_name(Requirement(each).name) for each in wanted}


def test_every_folder_is_a_distribution():
    houses = {"/".join(path.relative_to(ROOT).parts[:2]) for path in committed("services", "clients")}
    assert DISTRIBUTIONS.keys() == {*houses - {"clients/web"}, "protos"}, "the page is a package of npm"


@pytest.mark.parametrize("folder", DISTRIBUTIONS)
def test_a_distribution_says_what_it_is_and_has_the_version_of_all(folder):
    project = project_of(ROOT / folder)
    assert str(project["name"]).startswith("galaxytables")
    assert project["version"] == project_of(ROOT / "services/platform")["version"]
    assert (ROOT / folder / str(project["readme"])).read_text().startswith("# ")


@pytest.mark.parametrize("package", import_packages(ROOT))
def test_what_a_package_imports_is_declared(package):
    folder = import_packages(ROOT)[package].parent
    declared = declared_by(folder)
    missing = {module for module in imported_by(folder / package) if not distributions_of(module) & declared}
    assert missing == set()


@pytest.mark.parametrize("folder", DISTRIBUTIONS)
def test_packages_of_a_release_want_each_other_in_its_version(folder):
    project = project_of(ROOT / folder)
    for each in project.get("dependencies", []):  # type: ignore[attr-defined]
        wanted = Requirement(each)
        if wanted.name.startswith("galaxytables"):
            assert str(wanted.specifier) == f"=={project['version']}", each


def test_the_lock_holds_what_all_of_them_need():
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    wanted = {name for folder in DISTRIBUTIONS for name in declared_by(ROOT / folder)}
    assert {name for name in wanted if not name.startswith("galaxytables")} <= locked


def test_no_file_has_a_name_that_belongs_to_others():
    found = []
    for path in committed():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        if path != Path(__file__) and path.suffix != ".lock":
            found += [f"{path.relative_to(ROOT)}:{at}" for at, line in enumerate(lines, 1) if OLD.search(line)]
    assert not found, found
    assert not [path for path in committed() if GENERATED in str(path)]


@pytest.mark.parametrize(
    "name", ["galaxy.lobby.v1", "galaxy_client", "GALAXY_LISTEN", "galaxy/rules", "services.lobby"]
)
def test_names_of_others_are_recognised(name):
    assert OLD.search(name)


@pytest.mark.parametrize(
    "name", ["galaxytables.lobby.v1", "GALAXYTABLES_LISTEN", "galaxy-tables chance 1", "the services"]
)
def test_other_words_are_no_names_of_others(name):
    assert not OLD.search(name)
