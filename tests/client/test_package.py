"""The client as strangers get it: a wheel that needs nothing of the repository."""

import ast
import re
import shutil
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tests.client.building import CLIENT, TOP, build_wheel, check_out, run

PROJECT = tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]
BUILD_SDIST = "import sys, setuptools.build_meta as build; print(build.build_sdist(sys.argv[1]))"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    return check_out(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def wheel(checkout, tmp_path_factory):
    return build_wheel(checkout, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_brings_the_client_the_generated_code_and_the_types_of_both(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    protos = {path.relative_to(TOP / "protos").with_suffix("") for path in (TOP / "protos" / "galaxy").rglob("*.proto")}
    generated = {
        f"{proto}{kind}" for proto in protos for kind in ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb2_grpc.pyi")
    }
    modules = {f"galaxy_client/{path.name}" for path in (CLIENT / "galaxy_client").glob("*.py")}
    assert generated | modules | {"galaxy/py.typed", "galaxy_client/py.typed"} <= names
    metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
    needs = re.findall(r"^Requires-Dist: ([\w.-]+)>=", zipfile.ZipFile(wheel).read(metadata).decode(), re.MULTILINE)
    assert needs == ["grpcio", "protobuf", "babel", "fluent.runtime", "googleapis-common-protos"]


def test_it_imports_nothing_but_what_it_names():
    imported = set()
    for path in (CLIENT / "galaxy_client").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.split(".")[0])
    assert imported - sys.stdlib_module_names == {"babel", "fluent", "galaxy", "galaxy_client", "google", "grpc"}


def test_an_unpacked_wheel_works_anywhere(wheel, tmp_path):
    shutil.unpack_archive(wheel, tmp_path, "zip")
    probe = "import galaxy_client, galaxy.lobby.v1.play_pb2 as play; print(galaxy_client.__file__, play.__file__)"
    found = run(sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, '.'); {probe}", folder=tmp_path).split()
    assert all(Path(each).resolve().is_relative_to(tmp_path.resolve()) or each.startswith("./") for each in found)


def test_it_installs_into_an_empty_environment(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    options = ("--no-index", "--no-deps", "--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", f"--python={python}", "install", *options, wheel, folder=tmp_path)
    probe = "from importlib.metadata import version; print(version('galaxy-client'))"
    assert run(python, "-c", probe, folder=tmp_path).strip() == PROJECT["version"]


def test_a_source_distribution_holds_the_protos_and_builds_the_same_wheel(checkout, wheel, tmp_path):
    run(sys.executable, "-c", BUILD_SDIST, tmp_path, folder=checkout)
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path)
    (sources,) = tmp_path.glob("galaxy_client-*/")
    again = build_wheel(sources, tmp_path / "out")
    assert again.name == wheel.name
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel).namelist())


def test_it_has_the_version_of_the_platform():
    assert tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"] == PROJECT["version"]
