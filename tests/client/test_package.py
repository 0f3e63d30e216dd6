"""The client and the generated code as strangers get them: wheels that need nothing of the repository."""

import ast
import re
import shutil
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tests.client.building import CLIENT, PROTOS, build_wheel, check_out, run

PROJECT = tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]
BUILD_SDIST = "import sys, hatchling.build as build; print(build.build_sdist(sys.argv[1]))"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    return check_out(PROTOS, tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def protos(checkout, tmp_path_factory):
    return build_wheel(checkout, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return build_wheel(check_out(CLIENT, tmp_path_factory.mktemp("checkout")), tmp_path_factory.mktemp("wheel"))


def names_in(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def needs_of(wheel: Path) -> list[str]:
    (metadata,) = (name for name in names_in(wheel) if name.endswith(".dist-info/METADATA"))
    text = zipfile.ZipFile(wheel).read(metadata).decode()
    return sorted(re.findall(r"^Requires-Dist: ([\w.-]+)", text, re.MULTILINE))


def test_the_wheels_bring_the_client_the_generated_code_and_the_types_of_both(protos, client):
    files = {path.relative_to(PROTOS).with_suffix("") for path in (PROTOS / "galaxytables").rglob("*.proto")}
    kinds = ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb2_grpc.pyi")
    generated = {f"{file}{kind}" for file in files for kind in kinds}
    sources = {f"{file}.proto" for file in files}
    assert generated | sources | {"galaxytables/py.typed"} <= names_in(protos)
    assert needs_of(protos) == ["grpcio", "protobuf"]
    modules = {f"galaxytables_client/{path.name}" for path in (CLIENT / "galaxytables_client").glob("*.py")}
    assert modules | {"galaxytables_client/py.typed"} <= names_in(client)
    wanted = ["babel", "fluent-runtime", "galaxytables-protos", "googleapis-common-protos", "grpcio", "protobuf"]
    assert needs_of(client) == wanted


def test_it_imports_nothing_but_what_it_names():
    imported = set()
    for path in (CLIENT / "galaxytables_client").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.split(".")[0])
    known = {"babel", "fluent", "galaxytables", "galaxytables_client", "google", "grpc"}
    assert imported - sys.stdlib_module_names == known


def test_unpacked_wheels_work_anywhere(protos, client, tmp_path):
    for wheel in (protos, client):
        shutil.unpack_archive(wheel, tmp_path, "zip")
    imports = "import galaxytables_client, galaxytables.lobby.v1.play_pb2 as play"
    probe = f"import sys; sys.path.insert(0, '.'); {imports}; print(galaxytables_client.__file__, play.__file__)"
    found = run(sys.executable, "-P", "-c", probe, folder=tmp_path).split()
    assert all(Path(each).resolve().is_relative_to(tmp_path.resolve()) or each.startswith("./") for each in found)


def test_they_install_into_an_empty_environment(protos, client, tmp_path):
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    options = ("--no-index", "--no-deps", "--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", f"--python={python}", "install", *options, protos, client, folder=tmp_path)
    probe = "from importlib.metadata import version; print(version('galaxytables-client'))"
    assert run(python, "-c", probe, folder=tmp_path).strip() == PROJECT["version"]


def test_a_source_distribution_holds_the_protos_and_builds_the_same_wheel(checkout, protos, tmp_path):
    run(sys.executable, "-c", BUILD_SDIST, tmp_path, folder=checkout)
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path)
    (sources,) = tmp_path.glob("galaxytables_protos-*/")
    again = build_wheel(sources, tmp_path / "out")
    assert again.name == protos.name
    assert names_in(again) == names_in(protos)
